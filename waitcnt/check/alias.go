package check

import (
	"cmp"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Scalar memory is not ordered, neither with vector memory nor in itself, so a load and a store of the same bytes race unless a wait stands between them. Most
// addresses are not known here. But a pointer that was loaded or given by the ABI, and copied at most, is the same value wherever it is: enough for the
// defects that compilers have had (llvm/llvm-project#203610), and for no false alarm.

// value names a value that registers can share: what the ABI or a scalar load put into a register, or zero. 0 is a value that is not known.
type value uint32

const zeroValue value = 1

// initial and loaded are the values of a register at the start, and of the n-th register of the load at a slot.
func initial(code uint16) value          { return value(code)<<8 | 2 }
func loaded(slot uint32, n uint16) value { return value(slot)<<5 | value(n)<<1 | 1<<31 }

// held is a register with a known value.
type held struct {
	code uint16
	val  value
}

// access is an outstanding access to memory with a known address.
type access struct {
	slot   uint32
	scalar bool
	lo, hi value
	off    int64
	size   int64
}

// values are the known values, and the accesses whose addresses are known. States share them until one changes its own.
type values struct {
	first regs // registers that hold what they held at the start
	mask  regs // registers that held lists
	held  []held
	acc   []access
	full  bool // accesses have been left out for want of room
}

// maxAccesses is how many accesses with known addresses are remembered at one place: far more than can be outstanding on one path.
const maxAccesses = 32

func (v *values) clone() *values {
	c := *v
	c.held, c.acc = slices.Clone(v.held), slices.Clone(v.acc)
	return &c
}

// agrees reports whether nothing that v knows is unknown or another value in o, and nothing that o accesses is new to v: a join would change nothing.
func (v *values) agrees(o *values) bool {
	if v == o {
		return true
	}
	if v.first.s[0]&^o.first.s[0]|v.first.s[1]&^o.first.s[1] != 0 {
		return false
	}
	i := 0
	for _, h := range v.held {
		for i < len(o.held) && o.held[i].code < h.code {
			i++
		}
		if !(i < len(o.held) && o.held[i] == h) && o.get(h.code) != h.val {
			return false
		}
	}
	if v.full {
		return true
	}
	i = 0
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
	for i := range v.first.s {
		v.first.s[i] &= o.first.s[i]
	}
	v.held = slices.DeleteFunc(v.held, func(h held) bool {
		gone := o.get(h.code) != h.val
		if gone {
			v.mask.remove(h.code)
		}
		return gone
	})
	for _, a := range o.acc {
		v.note(a)
	}
}

func compareAccess(a, b access) int {
	if a.slot != b.slot {
		return cmp.Compare(a.slot, b.slot)
	}
	return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi), cmp.Compare(a.off, b.off))
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

func compareHeld(h held, code uint16) int { return cmp.Compare(h.code, code) }

func (v *values) get(code uint16) value {
	if v.first.has(code) && code < 128 {
		return initial(code)
	}
	if !v.mask.has(code) {
		return 0
	}
	if i, ok := slices.BinarySearchFunc(v.held, code, compareHeld); ok {
		return v.held[i].val
	}
	return 0
}

func (v *values) set(code uint16, val value) {
	v.first.remove(code)
	i, ok := slices.BinarySearchFunc(v.held, code, compareHeld)
	switch {
	case ok && val == 0:
		v.held = slices.Delete(v.held, i, i+1)
		v.mask.remove(code)
	case ok:
		v.held[i].val = val
	case val != 0:
		v.held = slices.Insert(v.held, i, held{code, val})
		v.mask.add(code, 1)
	}
}

// concerns reports whether the instruction changes a known value or gives one.
func (v *values) concerns(n *node) bool {
	if n.writes.c || v.first.meets(&n.writes) || v.mask.meets(&n.writes) || n.loadsScalar() {
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
		v.held = slices.DeleteFunc(v.held, func(h held) bool {
			if old(h.val) {
				v.mask.remove(h.code)
			}
			return old(h.val)
		})
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
		for i := range v.first.s {
			v.first.s[i] &^= n.writes.s[i]
		}
		for _, h := range slices.Clone(v.held) {
			if n.writes.has(h.code) {
				v.set(h.code, 0)
			}
		}
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

// address is what is known of the bytes that an instruction accesses.
func (v *values) address(n *node) (a access, ok bool) {
	if !n.isMem || n.mem.Buffer || n.mem.Scr {
		return a, false
	}
	a = access{slot: n.slot, size: int64(n.mem.Size)}
	pair := func(code uint16) bool {
		a.lo, a.hi = v.get(code), v.get(code+1)
		return a.lo != 0 && a.hi != 0
	}
	switch n.in.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		a.scalar = true
		s, has := n.in.Operand('s')
		f, _ := n.in.Operand('f')
		if !has || f.Kind != isa.KindImm || !pair(s.Code) {
			return a, false
		}
		a.off = int64(int32(f.Val))
		if n.in.Form.Fmt == isa.SMRD {
			a.off *= 4
		}
		return a, true
	case isa.FLAT, isa.GLOBAL:
		a.off = int64(n.in.Mod.Offset)
		addr, _ := n.in.Operand('v')
		if base, has := n.in.Operand('t'); has && base.Kind == isa.KindReg {
			return a, v.get(addr.Code) == zeroValue && pair(base.Code)
		}
		return a, addr.Dwords == 2 && pair(addr.Code)
	}
	return a, false
}

// overlaps reports whether two accesses share bytes for certain.
func (a *access) overlaps(o *access) bool {
	return a.lo == o.lo && a.hi == o.hi && a.off < o.off+o.size && o.off < a.off+a.size
}

// checkOrder looks for memory operations on the same bytes, at least one of them scalar, of which one is still outstanding, and notes the instruction's own access.
func (a *analysis) checkOrder(ctx int, n *node, st *state) {
	if !n.isMem {
		return
	}
	acc, ok := st.vals.address(n)
	if !ok || !acc.scalar && !n.stores() {
		return
	}
	v := st.editValues()
	v.drop(n.slot, &st.board)
	for i := range v.acc {
		o := &v.acc[i]
		prod := a.nodes[o.slot]
		if !o.scalar && !acc.scalar || !o.overlaps(&acc) || !n.stores() && !prod.stores() {
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
				f.Message = n.in.Form.Base() + " accesses the bytes that " + prod.in.Form.Base() + " at " + f.ProducerPC.String() +
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
