package check

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// relative is what is known of relative addressing at one place: whether MODE.gpr_idx_en is set,
// and M0, bit by bit: s_set_gpr_idx_on gives the kind of operands (M0[15:12]) as a constant, mostly
// with an index that is not known.
type relative struct {
	en   uint8  // idxOff and idxOn, as paths lead here
	m0   uint32 // the known bits of M0; the others are 0
	bits uint32 // which those are
}

const (
	idxOff = 1 << iota
	idxOn
)

// gprIdxEn is the bit of MODE.
const gprIdxEn = 27

// join keeps what both paths know, and reports whether that changed anything.
func (r *relative) join(o *relative) bool {
	old := *r
	r.en |= o.en
	r.bits &= o.bits &^ (r.m0 ^ o.m0)
	r.m0 &= r.bits
	return *r != old
}

// put notes what becomes of some bits of M0.
func (r *relative) put(mask, v uint32, known bool) {
	r.bits, r.m0 = r.bits&^mask, r.m0&^mask
	if known {
		r.bits, r.m0 = r.bits|mask, r.m0|v&mask
	}
}

// step executes an instruction whose scalar source was src, if that is known; k is what it made of
// the scalar registers.
func (r *relative) step(n *node, src uint32, known bool, k *consts) {
	switch n.control {
	case isa.CtlGprIdxOn:
		kinds, _ := n.in.Operand('b')
		r.en = idxOn
		r.put(0xff, src, known)
		r.put(0xf000, kinds.Val<<12, true)
	case isa.CtlGprIdxOff:
		r.en = idxOff
		return
	case isa.CtlGprIdxMode:
		kinds, _ := n.in.Operand('i')
		r.put(0xf000, kinds.Val<<12, true)
	case isa.CtlGprIdxIdx:
		r.put(0xff, src, known)
	case isa.CtlSetReg, isa.CtlSetRegImm:
		first, cnt, ok := n.in.ModeField()
		switch {
		case !ok || gprIdxEn < first || gprIdxEn >= first+cnt:
		case !known:
			r.en = idxOff | idxOn
		case src>>(gprIdxEn-first)&1 != 0:
			r.en = idxOn
		default:
			r.en = idxOff
		}
		return
	default:
		if mayHave(&n.writes, isa.CodeM0) {
			v, ok := k.get(isa.CodeM0, 1)
			r.put(^uint32(0), uint32(v), ok)
		}
		return
	}
	if r.bits == ^uint32(0) {
		k.set(isa.CodeM0, 1, uint64(r.m0))
	}
}

// source is the scalar source of an instruction that changes how registers are addressed.
func (k *consts) source(n *node) (v uint32, known bool) {
	role := byte('a')
	switch n.control {
	case isa.CtlGprIdxOn, isa.CtlGprIdxIdx:
	case isa.CtlSetReg:
		role = 'd'
	case isa.CtlSetRegImm:
		role = 'K'
	default:
		return 0, false
	}
	o, ok := n.in.Operand(role)
	if !ok {
		return 0, false
	}
	x, known := k.operand(&o)
	return uint32(x), known
}

// at is the instruction with the registers that relative addressing gives it here: the very ones
// where the index is known. Where it is not, its uses stay Indexed, and it may write all registers
// of the file.
func (r *relative) at(n *node, g isa.Gen) *node {
	if !n.indexed && (r.en&idxOn == 0 || !n.vector) {
		return n
	}
	mode, exact := uint8(0), true
	index, known := r.m0, r.bits == ^uint32(0)
	if r.en&idxOn != 0 && n.vector {
		mode = uint8(r.m0 >> 12 & 15)
		if r.bits>>12&15 != 15 {
			mode, exact = 15, false
		}
		index, known = r.m0&0xff, r.bits&0xff == 0xff
		exact = exact && r.en == idxOn && !n.indexed
	}
	m := *n
	m.uses = n.in.UsesUnder(mode, make([]isa.Use, 0, len(n.uses)))
	if !slices.ContainsFunc(m.uses, func(u isa.Use) bool { return u.Indexed }) {
		return n
	}
	m.moved = true
	m.indexed = !exact || !known
	if !m.indexed {
		m.uses = slices.DeleteFunc(m.uses, func(u isa.Use) bool { return u.Indexed && u.Write && !fits(&u, index, g) })
		for i := range m.uses {
			if u := &m.uses[i]; u.Indexed {
				u.Indexed = false
				if fits(u, index, g) {
					u.Code += uint16(index)
				} else { // a source past the last register is register 0
					u.Code &= isa.CodeVGPR
				}
			}
		}
	}
	m.sets(g)
	return &m
}

// fits reports whether the registers of an indexed use exist.
func fits(u *isa.Use, index uint32, g isa.Gen) bool {
	limit := uint32(isa.MaxSGPR(g))
	if u.Code >= isa.CodeVGPR {
		limit = 2 * isa.CodeVGPR
	}
	at := uint32(u.Code) + index
	return at >= uint32(u.Code&isa.CodeVGPR) && at < limit && at+uint32(u.Dwords) <= limit
}
