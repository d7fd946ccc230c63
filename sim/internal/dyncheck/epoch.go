package dyncheck

import "github.com/gcnsim/gcnsim/isa"

// Between two barriers a work-group often only reads LDS, as the code behind the first one shows: nothing that
// waves can come to before the next one writes there. No wave can race then, so that of a read nothing has to be
// known but that its bytes have been written. Where FLAT stores go, the registers at the barrier say (sum.go).

// epoch is what waves that go on at a record can do in LDS before their next barrier, as far as the code says.
type epoch struct {
	reads bool  // they write nothing there, where FLAT does not go there:
	flat  []sum // the high dwords of its addresses, where it writes
}

// unknownEpoch is one of which nothing is known.
var unknownEpoch = &epoch{}

// Limits of what is looked through for where FLAT goes.
const (
	maxEpoch = 1024 // instructions
	maxFlat  = 16
)

// epochAt is that of a record.
func (p *program) epochAt(slot uint32) *epoch {
	if int(slot) >= len(p.epochs) {
		return unknownEpoch
	}
	e := p.epochs[slot].Load()
	if e == nil {
		e = p.findEpoch(slot)
		p.epochs[slot].Store(e)
	}
	return e
}

// findEpoch goes through all that can be reached from a record without a barrier.
func (p *program) findEpoch(slot uint32) *epoch {
	f := pollSearch{p: p}
	s := sumSearch{pollSearch: &f, from: map[uint32]int{slot: 1}, at: map[uint32]*sums{}}
	list := []uint32{slot}
	for n := 0; len(list) > 0; n++ {
		slot := list[len(list)-1]
		list = list[:len(list)-1]
		in := f.inst(slot)
		if in == nil {
			return unknownEpoch
		}
		next, ways := f.next(slot, in)
		switch d := in.Form.Desc; {
		case in.Ends(), d.Do == isa.CtlBarrier:
			continue
		case mayWriteLDS(in), ways == 0:
			return unknownEpoch
		case d.Writes("pc"):
			if _, ok := labelOf(in); !ok {
				return unknownEpoch
			}
		}
		s.flat = s.flat || flatWrites(in)
		s.note(in)
		for _, to := range next[:ways] {
			if s.from[to]++; s.from[to] == 1 {
				list = append(list, to)
			}
		}
		if s.unsure = s.unsure || n == maxEpoch; s.flat && s.unsure {
			return unknownEpoch
		}
	}
	e := &epoch{reads: true}
	if s.flat {
		e.flat, e.reads = s.addresses(slot)
	}
	return e
}

// flatWrites reports whether an instruction writes memory by FLAT, which may be LDS.
func flatWrites(in *isa.Inst) bool {
	m, ok := in.Form.Desc.Do.(isa.Memory)
	return ok && in.Form.Fmt == isa.FLAT && m.Kind != isa.MemLoad
}

// labelOf is the operand of an instruction that says where it leads.
func labelOf(in *isa.Inst) (o isa.Operand, ok bool) {
	for _, o := range in.Operands() {
		if o.Kind == isa.KindLabel {
			return o, true
		}
	}
	return o, false
}

// mayWriteLDS reports whether an instruction may write LDS but by FLAT, or go where the code does not say.
func mayWriteLDS(in *isa.Inst) bool {
	switch in.Form.Desc.Do {
	case isa.CtlTrap, isa.CtlGFork, isa.CtlIFork, isa.CtlJoin, isa.CtlRfe, isa.CtlRfeRestore:
		return true
	}
	m, ok := in.Form.Desc.Do.(isa.Memory)
	switch {
	case !ok:
		return false
	case in.Mod.LDS, m.Kind == isa.MemLdsStore:
		return true
	case in.Form.Fmt == isa.DS:
		return m.Kind != isa.MemLoad && !movesLanes(m.Kind)
	}
	return false
}
