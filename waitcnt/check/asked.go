package check

import "github.com/gcnsim/gcnsim/isa"

// Programs ask the same of a scalar register more than once: one that has no rounds to do skips the
// loads for the first of them, and later the loop with its waits. So the answers of comparisons that
// branches have asked for are kept as masks, of all lanes or of none, until a register of the
// comparison is written.

// test is a comparison of two scalar values, as s_cmp_eq and s_cmp_lg ask it.
type test struct {
	compare isa.HostKind
	a, b    tested
	place   int // in masks.tests
}

// tested is a scalar register, or a number.
type tested struct {
	register bool
	value    uint64
}

// answer is what a test says: all lanes where it holds, none where it does not.
type answer struct {
	test *test
	mask maskID
}

// mostTests is how many answers are kept. A test has one place, which others share.
const mostTests = 4

// sourceOf is the operand that a side of a comparison is, by what its row calls it; -1: it is none.
func sourceOf(side *isa.HostExpr) int {
	if side.Kind == isa.HostAnd && side.X.Kind == isa.HostK { // zero-extended: the operand has it so
		side = side.X
	}
	switch side.Kind {
	case isa.HostA:
		return 0
	case isa.HostB, isa.HostK:
		return 1
	}
	return -1
}

// testOf is the comparison of an instruction, and whether SCC says the opposite; nil where it is
// none of registers that are kept.
func (a *analysis) testOf(in *isa.Inst) (t *test, not bool) {
	r := in.Form.Desc.Host
	if r == nil || r.SCC == nil || *r != (isa.Recipe{SCC: r.SCC}) {
		return nil, false
	}
	compare, x, y := r.SCC.Kind, r.SCC.X, r.SCC.Y
	switch compare { // one of two that are each other's opposite stands for both
	case isa.HostEq, isa.HostLtU, isa.HostLtI:
	case isa.HostNe:
		compare, not = isa.HostEq, true
	case isa.HostLeU:
		compare, not, x, y = isa.HostLtU, true, y, x
	case isa.HostLeI:
		compare, not, x, y = isa.HostLtI, true, y, x
	default:
		return nil, false
	}
	var of [2]tested
	list := in.Operands()
	for i, side := range [2]*isa.HostExpr{x, y} {
		at := sourceOf(side)
		if at < 0 || at >= len(list) || list[at].Type.Is64() {
			return nil, false
		}
		switch o := &list[at]; {
		case o.IsSGPR() && o.Code < isa.CodeM0 && o.Dwords == 1:
			of[i] = tested{true, uint64(o.Code)}
		case o.IsConst():
			v, _ := isa.Constant(o.Code, o.Val, o.Type)
			of[i].value = uint64(uint32(v))
		case o.Kind == isa.KindImm:
			of[i].value = uint64(uint32(o.Val))
		default:
			return nil, false
		}
	}
	key := test{compare: compare, a: of[0], b: of[1]}
	if a.tests[key] == nil {
		t := key
		t.place = len(a.tests) % mostTests
		a.tests[key] = &t
	}
	return a.tests[key], not
}

// uses reports whether the test is of a register that an instruction writes.
func (t *test) uses(writes *isa.RegSet) bool {
	of := func(x tested) bool { return x.register && writes.S[x.value>>6]>>(x.value&63)&1 != 0 }
	return of(t.a) || of(t.b)
}

// forgetTests forgets what is said of registers that an instruction writes.
func (m *masks) forgetTests(n *node) {
	gone := func(t *test) bool { return t != nil && (n.indexed || t.uses(&n.writes)) }
	if gone(m.asked) {
		m.asked = nil
	}
	for i := range m.tests {
		if gone(m.tests[i].test) {
			m.tests[i] = answer{}
		}
	}
}

// answered is the answer of a test, noMask where it is not known.
func (m *masks) answered(t *test) maskID {
	if x := &m.tests[t.place]; x.test == t {
		return x.mask
	}
	return noMask
}

// learn notes what follows from a branch being taken, or not, by what a test says.
func (a *analysis) learn(st *state, t *test, holds bool) {
	x := &a.masks
	switch v := st.masks.answered(t); {
	case v == noMask:
	case holds: // then there are no others: it has all lanes
		a.assume(st, x.not(v), -1, true)
	default:
		a.assume(st, v, -1, true)
	}
	v := noLane
	if holds {
		v = anyLane
	}
	st.editMasks().tests[t.place] = answer{t, v}
}

// branchTested follows both sides of a branch that asks SCC for a test.
func (a *analysis) branchTested(ctx int, n *node, st *state) {
	t := st.masks.asked
	holds := onSCC(n.in.Form.Desc) != st.masks.askedNot
	if a.emit == nil {
		a.edge.copy(st)
		a.learn(&a.edge, t, holds)
		a.pass(ctx, n.target, &a.edge)
	}
	a.learn(st, t, !holds)
}

// sameTests keeps the answers that two paths have of the same tests, and what both ask of SCC.
func (m *masks) sameTests(o *masks) {
	if m.asked != o.asked || m.askedNot != o.askedNot {
		m.asked, m.askedNot = nil, false
	}
	for i := range m.tests {
		if m.tests[i].test != o.tests[i].test {
			m.tests[i] = answer{}
		}
	}
}
