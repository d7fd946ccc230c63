package check

import (
	"cmp"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Scalar memory is not ordered, neither with vector memory nor in itself, so a load and a store of
// the same bytes race unless a wait stands between them. Most addresses are not known here. But a
// pointer that was loaded or given by the ABI, and copied at most, is the same value wherever it
// is: enough for the defects that compilers have had (llvm/llvm-project#203610), and for no false
// alarm.

// value names a value that registers can share: what the ABI or a scalar load put into a register,
// or zero. 0 is a value that is not known.
type value uint32

const zeroValue value = 1

// initial and loaded are the values of a register at the start, and of the n-th register of the
// load at a slot.
func initial(code uint16) value          { return value(code)<<8 | 2 }
func loaded(slot uint32, n uint16) value { return value(slot)<<5 | value(n)<<1 | 1<<31 }

// access is an outstanding access to memory with a known address: its instruction, and the two
// halves of the base address. The instruction says the rest.
type access struct {
	slot   uint32
	lo, hi value
}

// values are the known values, and the accesses whose addresses are known. States share them until
// one changes its own.
type values struct {
	first [2]uint64  // scalar registers that hold what they held at the start
	mask  isa.RegSet // registers that held lists
	held  []value    // the values of the registers of mask, in the order of their codes
	acc   []access
	full  bool // accesses have been left out for want of room
}

// maxAccesses is how many accesses with known addresses are remembered at one place: far more than
// can be outstanding on one path.
const maxAccesses = 32

func (v *values) clone() *values {
	c := *v
	c.held, c.acc = slices.Clone(v.held), slices.Clone(v.acc)
	return &c
}

// agrees reports whether nothing that v knows is unknown or another value in o, and nothing that o
// accesses is new to v: a join would change nothing.
func (v *values) agrees(o *values) bool {
	if v == o {
		return true
	}
	if v.first[0]&^o.first[0]|v.first[1]&^o.first[1] != 0 {
		return false
	}
	if v.mask != o.mask || !slices.Equal(v.held, o.held) {
		i := 0
		for code := range v.mask.Each {
			if o.get(code) != v.held[i] {
				return false
			}
			i++
		}
	}
	if v.full {
		return true
	}
	i := 0
	for _, a := range o.acc {
		for i < len(v.acc) && compareAccess(v.acc[i], a) < 0 {
			i++
		}
		if i == len(v.acc) || v.acc[i] != a {
			return false
		}
	}
	return true
}

// size is a measure of the work that a join takes.
func (v *values) size() int { return len(v.held) + len(v.acc) }

// join keeps the values on which both paths agree, and the accesses of either.
func (v *values) join(o *values) {
	for i := range v.first {
		v.first[i] &= o.first[i]
	}
	v.keep(func(code uint16, val value) bool { return o.get(code) == val })
	for _, a := range o.acc {
		v.note(a)
	}
}

// keep keeps the values of which a function says so.
func (v *values) keep(f func(code uint16, val value) bool) {
	i, out := 0, 0
	mask := v.mask
	for code := range mask.Each {
		if val := v.held[i]; f(code, val) {
			v.held[out] = val
			out++
		} else {
			v.mask.Remove(code)
		}
		i++
	}
	v.held = v.held[:out]
}

func compareAccess(a, b access) int {
	if a.slot != b.slot {
		return cmp.Compare(a.slot, b.slot)
	}
	return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi))
}

// note enters an access.
func (v *values) note(a access) {
	i, ok := slices.BinarySearchFunc(v.acc, a, compareAccess)
	switch {
	case ok:
	case len(v.acc) >= maxAccesses:
		v.full = true
	default:
		v.acc = slices.Insert(v.acc, i, a)
	}
}

func (v *values) get(code uint16) value {
	if code < 128 && v.first[code>>6]>>(code&63)&1 != 0 {
		return initial(code)
	}
	if !v.mask.Has(code) {
		return 0
	}
	return v.held[v.mask.Rank(code)]
}

func (v *values) set(code uint16, val value) {
	if code < 128 {
		v.first[code>>6] &^= 1 << (code & 63)
	}
	has := v.mask.Has(code)
	if !has && val == 0 {
		return
	}
	i := v.mask.Rank(code)
	switch {
	case !has:
		v.mask.Add(code, 1)
		v.held = slices.Insert(v.held, i, val)
	case val == 0:
		v.mask.Remove(code)
		v.held = slices.Delete(v.held, i, i+1)
	default:
		v.held[i] = val
	}
}

// concerns reports whether the instruction changes a known value or gives one.
func (v *values) concerns(n *node) bool {
	if n.writes.SCC || v.first[0]&n.writes.S[0]|v.first[1]&n.writes.S[1] != 0 || v.mask.Meets(&n.writes) ||
		n.loadsScalar() {
		return true
	}
	if n.in.Form.Desc.Flag&isa.Copy == 0 {
		return false
	}
	src, _ := n.in.Operand('a')
	if src.Kind == isa.KindReg && src.Code == isa.CodeZero {
		return true
	}
	for i := range src.Dwords {
		if v.get(src.Code+uint16(i)) != 0 {
			return true
		}
	}
	return false
}

// step gives the registers that an instruction writes their new values.
func (v *values) step(n *node) {
	loads := n.loadsScalar()
	if loads {
		// The values of the last time that the load was executed are no longer its values.
		old := func(x value) bool { return x != 0 && x>>31 != 0 && x&^31 == loaded(n.slot, 0)&^31 }
		v.keep(func(_ uint16, val value) bool { return !old(val) })
		v.acc = slices.DeleteFunc(v.acc, func(a access) bool { return old(a.lo) || old(a.hi) })
	}
	var next [16]value
	var from uint16
	cnt := 0
	if d, ok := n.in.Operand('d'); ok && n.in.Sub == isa.NoFormat && !n.moved {
		from = d.Code
		switch src, _ := n.in.Operand('a'); {
		case loads:
			for cnt = 0; cnt < int(d.Dwords); cnt++ {
				next[cnt] = loaded(n.slot, uint16(cnt))
			}
		case n.in.Form.Desc.Flag&isa.Copy == 0:
		case src.Kind == isa.KindReg && src.Code == isa.CodeZero:
			for cnt = 0; cnt < int(d.Dwords); cnt++ {
				next[cnt] = zeroValue
			}
		case src.IsSGPR() || src.IsVGPR():
			for cnt = 0; cnt < int(d.Dwords); cnt++ {
				next[cnt] = v.get(src.Code + uint16(cnt))
			}
		}
	}
	if n.indexed {
		for i := range v.first {
			v.first[i] &^= n.writes.S[i]
		}
		v.keep(func(code uint16, _ value) bool { return !mayHave(&n.writes, code) })
	}
	for i := range n.uses {
		if u := &n.uses[i]; u.Write {
			for c := u.Code; c < u.Code+uint16(u.Dwords); c++ {
				v.set(c, 0)
			}
		}
	}
	for i := range cnt {
		v.set(from+uint16(i), next[i])
	}
}

// address is what is known of the bytes that an instruction accesses: offset and size are those of
// span.
func (v *values) address(n *node) (a access, ok bool) {
	if !n.isMem || n.mem.Buffer || n.mem.Scr {
		return a, false
	}
	a.slot = n.slot
	pair := func(code uint16) bool {
		a.lo, a.hi = v.get(code), v.get(code+1)
		return a.lo != 0 && a.hi != 0
	}
	switch n.in.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		s, has := n.in.Operand('s')
		f, _ := n.in.Operand('f')
		return a, has && f.Kind == isa.KindImm && pair(s.Code)
	case isa.FLAT, isa.GLOBAL:
		addr, _ := n.in.Operand('v')
		if base, has := n.in.Operand('t'); has && base.Kind == isa.KindReg {
			return a, v.get(addr.Code) == zeroValue && pair(base.Code)
		}
		return a, addr.Dwords == 2 && pair(addr.Code)
	}
	return a, false
}

// scalarMem reports whether the operation is one of scalar memory.
func (n *node) scalarMem() bool { return n.in.Form.Fmt == isa.SMRD || n.in.Form.Fmt == isa.SMEM }

// span is where the bytes that an instruction accesses lie behind its base address.
func (n *node) span() (from, to int64) {
	switch f, _ := n.in.Operand('f'); n.in.Form.Fmt {
	case isa.SMRD:
		from = int64(int32(f.Val)) * 4
	case isa.SMEM:
		from = int64(int32(f.Val))
	default:
		from = int64(n.in.Mod.Offset)
	}
	return from, from + int64(n.mem.Size)
}

// overlap reports whether two accesses share bytes for certain.
func (a *analysis) overlap(x, y access) bool {
	if x.lo != y.lo || x.hi != y.hi {
		return false
	}
	from, to := a.nodes[x.slot].span()
	from2, to2 := a.nodes[y.slot].span()
	return from < to2 && from2 < to
}

// checkOrder looks for memory operations on the same bytes, at least one of them scalar, of which
// one is still outstanding, and notes the instruction's own access.
func (a *analysis) checkOrder(ctx int, n *node, st *state) {
	if !n.isMem {
		return
	}
	acc, ok := st.vals.address(n)
	if !ok || !n.scalarMem() && !n.stores() {
		return
	}
	v := st.editValues()
	v.drop(n.slot, &st.board)
	for _, o := range v.acc {
		prod := a.nodes[o.slot]
		if !prod.scalarMem() && !n.scalarMem() || !a.overlap(o, acc) || !n.stores() && !prod.stores() {
			continue
		}
		for j := range st.board.List {
			p := &st.board.List[j]
			if p.ID != o.slot || p.Weak || !p.Data() || p.Open&^p.Pressure == 0 {
				continue
			}
			a.found(ctx, n, a.rule(waitcnt.RuleSMemStore), func(f *waitcnt.Finding) {
				f.ProducerPC, f.Producer = waitcnt.At(prod.pc), prod.in.String()
				a.waits(f, &st.board, p, false)
				f.Message = n.in.Form.Base() + " accesses the bytes that " + prod.in.Form.Base() + " at " +
					f.ProducerPC.String() +
					" still accesses, without an order between the two: have " + f.HaveText() + ", need " + f.Need
			})
		}
	}
	v.note(acc)
}

// drop forgets the accesses of an instruction, and those that are complete.
func (v *values) drop(slot uint32, b *waitcnt.Board) {
	var out [maxAccesses]bool
	for i := range b.List {
		p := &b.List[i]
		if !p.Data() {
			continue
		}
		j, _ := slices.BinarySearchFunc(v.acc, p.ID, func(a access, slot uint32) int { return cmp.Compare(a.slot, slot) })
		for ; j < len(v.acc) && v.acc[j].slot == p.ID; j++ {
			out[j] = true
		}
	}
	n := 0
	for i, a := range v.acc {
		if out[i] && a.slot != slot {
			v.acc[n] = a
			n++
		}
	}
	v.acc = v.acc[:n]
}
