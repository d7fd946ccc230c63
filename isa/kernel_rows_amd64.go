package isa

// Integer instructions with AVX2: rows whose recipe is one operation, with a comparison for the
// carry at most, are done on all 64 lanes at once, in a quarter of the time of the loops in Go.
// Recipes of several operations gain nothing, as each reads and writes whole rows.

// rowRecipe is such a recipe.
type rowRecipe struct {
	do     Vector  // for what the recipe is not for
	result rowStep // its op is HostNone where there is no result
	out    rowStep // likewise of the mask result
	consts []*Row
	sat    bool // with CLAMP it is something else
}

// rowStep is an operation on rows, which have numbers.
type rowStep struct {
	op      HostKind
	x, y    uint8
	compute func(d, x, y *Row)     // of a result, but for selections
	compare func(x, y *Row) uint64 // of a mask
	not     bool                   // a mask is the complement
}

// rowOps and rowMasks are the operations.
var (
	rowOps = map[HostKind]func(d, x, y *Row){
		HostAdd: rowAdd, HostSub: rowSub, HostMul: rowMul, HostMulHU: rowMulHU, HostMulHI: rowMulHI,
		HostAnd: rowAnd, HostAndNot: rowAndNot, HostOr: rowOr, HostXor: rowXor,
		HostShl: rowShl, HostShr: rowShr, HostSar: rowSar,
		HostMinU: rowMinU, HostMaxU: rowMaxU, HostMinI: rowMinI, HostMaxI: rowMaxI,
	}
	rowMasks = map[HostKind]func(x, y *Row) uint64{HostEq: rowEq, HostLeU: rowLeU, HostLtI: rowLtI}
)

// The numbers of rows; constants come behind.
const (
	rowD = iota
	rowA
	rowB
	rowC
	rowResult // what result gives
	rowConst
)

// fastest is the meaning of a row, with AVX2 by its recipe where that is one for rows.
func fastest(d *Desc, do Vector) Vector {
	if haveRows && d.Host != nil {
		if r := newRowRecipe(d, do); r != nil {
			return r.vector()
		}
	}
	return do
}

// newRowRecipe is nil where the recipe is more than that.
func newRowRecipe(d *Desc, do Vector) *rowRecipe {
	h := d.Host
	args, err := parseArgs(d.Args)
	if err != nil || h.DHi != nil || h.D == nil && h.Out == nil {
		return nil
	}
	for _, a := range args {
		if a.Write && a.Type.Is16() {
			return nil // executors look at half of the result, recipes say no more
		}
	}
	p := &rowRecipe{do: do, sat: d.Flag&IntClamp != 0}
	if h.D != nil && !p.resultOf(h.D) || h.Out != nil && !p.outOf(h.Out, h.D) {
		return nil
	}
	if s, o := &p.result, &p.out; h.D != nil && h.Out != nil && (s.op != HostAdd && s.op != HostSub || o.op != HostLeU) {
		return nil // no carry
	}
	return p
}

// resultOf makes the step of a result.
func (p *rowRecipe) resultOf(e *HostExpr) bool {
	s := &p.result
	s.op, s.compute = e.Kind, rowOps[e.Kind]
	switch {
	case e.Kind == HostSelect && e.X.Kind == HostIn:
		return p.row(&s.x, e.Y, nil) && p.row(&s.y, e.Z, nil)
	case s.compute != nil:
		return p.row(&s.x, e.X, nil) && p.row(&s.y, e.Y, nil)
	}
	return false
}

// outOf makes the step of a mask result; d is the result.
func (p *rowRecipe) outOf(e, d *HostExpr) bool {
	s, x, y := &p.out, e.X, e.Y
	s.op = e.Kind
	switch e.Kind {
	case HostEq, HostLeU, HostLtI:
	case HostNe:
		s.op, s.not = HostEq, true
	case HostLtU:
		s.op, s.not, x, y = HostLeU, true, y, x
	case HostLeI:
		s.op, s.not, x, y = HostLtI, true, y, x
	default:
		return false
	}
	s.compare = rowMasks[s.op]
	return p.row(&s.x, x, d) && p.row(&s.y, y, d)
}

// row sets the number of the row that has an expression; result is what the first step computes.
func (p *rowRecipe) row(n *uint8, e, result *HostExpr) bool {
	switch e.Kind {
	case HostA:
		*n = rowA
	case HostB:
		*n = rowB
	case HostC:
		*n = rowC
	case HostD:
		*n = rowD
	case HostImm:
		*n = rowConst + uint8(len(p.consts))
		row := new(Row)
		for l := range row {
			row[l] = e.K
		}
		p.consts = append(p.consts, row)
	default:
		*n = rowResult
		return e == result
	}
	return true
}

// vector is the function of a recipe: most are one operation on two sources.
func (p *rowRecipe) vector() Vector {
	s, o := &p.result, &p.out
	f, cmp, not := s.compute, o.compare, uint64(0)
	if o.not {
		not = ^not
	}
	switch {
	case o.op == HostNone && f != nil && s.x == rowA && s.y == rowB && p.sat:
		do := p.do
		return func(k *Vec) {
			if k.sat() {
				do(k)
				return
			}
			f(k.D[0], k.A[0], k.B[0])
		}
	case p.sat:
	case o.op == HostNone && f != nil && s.x == rowA && s.y == rowB:
		return func(k *Vec) { f(k.D[0], k.A[0], k.B[0]) }
	case o.op == HostNone && f != nil && s.x == rowB && s.y == rowA:
		return func(k *Vec) { f(k.D[0], k.B[0], k.A[0]) }
	case o.op == HostNone && s.op == HostSelect && s.x == rowB && s.y == rowA:
		return func(k *Vec) { rowSelect(k.D[0], k.B[0], k.A[0], k.In) }
	case s.op == HostNone && o.x == rowA && o.y == rowB:
		return func(k *Vec) { k.Out = cmp(k.A[0], k.B[0]) ^ not }
	case s.op == HostNone && o.x == rowB && o.y == rowA:
		return func(k *Vec) { k.Out = cmp(k.B[0], k.A[0]) ^ not }
	}
	return p.run
}

// run is the function of any recipe.
func (p *rowRecipe) run(k *Vec) {
	s, o := &p.result, &p.out
	switch {
	case p.sat && k.sat():
		p.do(k)
	case o.op == HostNone:
		p.compute(k, k.D[0])
	case s.op == HostNone:
		if k.Out = o.compare(p.source(k, o.x, nil), p.source(k, o.y, nil)); o.not {
			k.Out = ^k.Out
		}
	default: // what is compared may be in the destination
		var d Row
		x, y := p.source(k, s.x, nil), p.source(k, s.y, nil)
		if s.op == HostAdd { // called by name, so that d is on the stack
			rowAdd(&d, x, y)
		} else {
			rowSub(&d, x, y)
		}
		x, y = p.source(k, o.x, &d), p.source(k, o.y, &d)
		if k.Out = rowLeU(x, y); o.not {
			k.Out = ^k.Out
		}
		*k.D[0] = d
	}
}

// compute does the operation of the result.
func (p *rowRecipe) compute(k *Vec, d *Row) {
	s := &p.result
	x, y := p.source(k, s.x, nil), p.source(k, s.y, nil)
	if s.op == HostSelect {
		rowSelect(d, x, y, k.In)
		return
	}
	s.compute(d, x, y)
}

// source is the row of a number.
func (p *rowRecipe) source(k *Vec, n uint8, result *Row) *Row {
	switch n {
	case rowD:
		return k.D[0]
	case rowA:
		return k.A[0]
	case rowB:
		return k.B[0]
	case rowC:
		return k.C[0]
	case rowResult:
		return result
	}
	return p.consts[n-rowConst]
}

// rowAdd and the others do one operation of a recipe for 64 lanes. d may be a source.

//go:noescape
func rowAdd(d, x, y *Row)

//go:noescape
func rowSub(d, x, y *Row)

//go:noescape
func rowMul(d, x, y *Row)

//go:noescape
func rowMulHU(d, x, y *Row)

//go:noescape
func rowMulHI(d, x, y *Row)

//go:noescape
func rowAnd(d, x, y *Row)

//go:noescape
func rowAndNot(d, x, y *Row)

//go:noescape
func rowOr(d, x, y *Row)

//go:noescape
func rowXor(d, x, y *Row)

//go:noescape
func rowShl(d, x, y *Row)

//go:noescape
func rowShr(d, x, y *Row)

//go:noescape
func rowSar(d, x, y *Row)

//go:noescape
func rowMinU(d, x, y *Row)

//go:noescape
func rowMaxU(d, x, y *Row)

//go:noescape
func rowMinI(d, x, y *Row)

//go:noescape
func rowMaxI(d, x, y *Row)

// rowSelect takes x where mask has the lane, else y.
//
//go:noescape
func rowSelect(d, x, y *Row, mask uint64)

// rowEq and the others are masks of lanes.

//go:noescape
func rowEq(x, y *Row) uint64

//go:noescape
func rowLeU(x, y *Row) uint64

//go:noescape
func rowLtI(x, y *Row) uint64
