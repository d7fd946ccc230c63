package dyncheck

import "github.com/gcnsim/gcnsim/isa"

// Between two barriers a work-group often only reads LDS, as the code behind the first one shows: nothing that
// waves can come to before the next one writes there. No wave can race then, so that of a read nothing has to be
// known but that its bytes have been written.

// readsOnly reports whether no wave that goes on at a record can write LDS before its next barrier, as far as the
// code says.
func (p *program) readsOnly(slot uint32) bool {
	const yes, no = 1, 2
	if int(slot) >= len(p.epochs) {
		return false
	}
	known := p.epochs[slot].Load()
	if known == 0 {
		if known = no; p.findsNoWrite(slot) {
			known = yes
		}
		p.epochs[slot].Store(known)
	}
	return known == yes
}

// findsNoWrite goes through all that can be reached from a record without a barrier.
func (p *program) findsNoWrite(slot uint32) bool {
	f := pollSearch{p: p}
	seen, list := map[uint32]bool{}, []uint32{slot}
	for len(list) > 0 {
		slot := list[len(list)-1]
		list = list[:len(list)-1]
		if seen[slot] {
			continue
		}
		seen[slot] = true
		in := f.inst(slot)
		if in == nil {
			return false
		}
		next, n := f.next(slot, in)
		switch d := in.Form.Desc; {
		case d.Do == isa.CtlEndpgm, d.Do == isa.CtlBarrier:
			continue
		case mayWriteLDS(in), n == 0:
			return false
		case d.Writes("pc"):
			if _, ok := labelOf(in); !ok {
				return false
			}
		}
		list = append(list, next[:n]...)
	}
	return true
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

// mayWriteLDS reports whether an instruction may write LDS, or go where the code does not say.
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
	return in.Form.Fmt == isa.FLAT && m.Kind != isa.MemLoad
}
