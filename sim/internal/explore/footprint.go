package explore

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// footprint is which registers an instruction accesses, whole registers in all lanes.
type footprint struct {
	reads, writes isa.RegSet
	late          isa.RegSet // what a memory instruction or an export reads after issue
	vector        bool       // it names vector registers
	stops         bool       // other waves of the work-group may run before the next instruction
}

// foot is the footprint of an instruction.
func (x *explorer) foot(w *engine.WaveCore, r *engine.Rec) *footprint {
	if f := x.feet[r]; f != nil {
		return f
	}
	f := new(footprint)
	x.feet[r] = f
	in := w.Prog().Inst(r)
	if in.Form == nil {
		d, err := w.Prog().Decode(w.Prog().Addr(r.Slot))
		if err != nil {
			return f // it faults
		}
		in = &d
	}
	switch in.Form.Desc.Do {
	case isa.CtlBarrier, isa.CtlSleep, isa.CtlSetHalt, isa.CtlSendMsgHalt:
		f.stops = true
	}
	ev := waitcnt.EventOf(in)
	var buf [isa.MaxUses]isa.Use
	for _, u := range in.Uses(buf[:0]) {
		code, n := u.Code, int(u.Dwords)
		switch {
		case code == isa.CodeVCCZ:
			code, n = isa.CodeVCCLo, 2
		case code == isa.CodeExecZ:
			code, n = isa.CodeExecLo, 2
		case u.Indexed && code >= isa.CodeVGPR:
			code, n = isa.CodeVGPR, 256
		case u.Indexed:
			code, n = 0, isa.CodeM0
		case in.Form.Fmt == isa.MIMG && u.Part == isa.PartAddress: // its resource says how many
			n = min(in.ImageAddresses(3, true), isa.CodeVGPR+256-int(code))
		}
		if u.Read {
			f.reads.Add(code, n)
		}
		if u.Write {
			f.writes.Add(code, n)
		}
		if code < isa.CodeVGPR {
			continue
		}
		f.vector = true
		if u.Read && ev.LateData && (u.Part == isa.PartData || ev.Class == waitcnt.GDS) {
			f.late.Add(code, n)
		}
	}
	return f
}

// touched lists the outstanding operations whose return the instruction of r could tell: it
// accesses what they write, or writes what they still read; a barrier makes what they do to memory
// matter to other waves.
func (x *explorer) touched(w *engine.WaveCore, r *engine.Rec) (list []int) {
	f := x.foot(w, r)
	all := f.vector && w.Mode&engine.ModeGPRIdx != 0 // any vector register
	for i, op := range w.Counters.Ops() {
		t := w.Token(op.Slot)
		p := x.foot(w, t.Rec)
		late := !t.Captured && p.late != (isa.RegSet{})
		switch {
		case f.reads.Meets(&p.writes), f.writes.Meets(&p.writes), late && f.writes.Meets(&p.late), all &&
			(p.vector && p.writes != (isa.RegSet{}) || late):
		case f.stops && len(w.Group().Waves) > 1 && extentOf(t) != extents{}:
		default:
			continue
		}
		list = append(list, i)
	}
	return list
}

// rivals reports whether another outstanding operation, which may return before or after operation
// i, could tell the difference.
func (x *explorer) rivals(w *engine.WaveCore, i int) bool {
	for j := range w.Counters.Ops() {
		if x.conflict(w, i, j) {
			return true
		}
	}
	return false
}

// conflict reports whether it matters which of two outstanding operations returns first. Those of
// one ordered class have no choice.
func (x *explorer) conflict(w *engine.WaveCore, i, j int) bool {
	ops := w.Counters.Ops()
	if i == j || ops[i].Class == ops[j].Class && ops[i].Class.Ordered() {
		return false
	}
	s, t := w.Token(ops[i].Slot), w.Token(ops[j].Slot)
	p, q := x.foot(w, s.Rec), x.foot(w, t.Rec)
	if p.writes.Meets(&q.writes) || !s.Captured && p.late.Meets(&q.writes) || !t.Captured && q.late.Meets(&p.writes) {
		return true
	}
	a, b := extentOf(s), extentOf(t)
	return a.global.meets(b.global) || a.lds.meets(b.lds)
}

// closure is the operations of list, what could tell when they return, and what has to return
// before; those of the list come first.
func (x *explorer) closure(w *engine.WaveCore, list []int) []int {
	ops := w.Counters.Ops()
	slices.Sort(list)
	list = slices.Compact(list)
	for n := 0; n < len(list); n++ {
		i := list[n]
		for j := range ops {
			if slices.Contains(list, j) {
				continue
			}
			if j < i && ops[j].Class == ops[i].Class && ops[i].Class.Ordered() || x.conflict(w, i, j) {
				list = append(list, j)
			}
		}
	}
	return list
}

// extent is a range of memory that an operation accesses; where hi is 0 there is none.
type extent struct {
	lo, hi uint64
	write  bool
}

func (a extent) meets(b extent) bool { return a.lo < b.hi && b.lo < a.hi && (a.write || b.write) }

// extents are the memory that an operation accesses, or more. GDS has one class of operations,
// which are ordered; it needs none.
type extents struct{ global, lds extent }

// everywhere is any address.
const everywhere = ^uint64(0)

// extentOf is the memory that an issued operation accesses.
func extentOf(t *engine.Token) (e extents) {
	x := t.Rec.X
	m := &x.Mem
	writes := true
	switch m.Kind {
	case isa.MemLoad, isa.MemLoadFormat:
		writes = false
	case isa.MemImage:
		writes = m.Image.Op == isa.ImageStore
	}
	size := uint64(m.Size)
	switch x.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		switch m.Kind {
		case isa.MemTime, isa.MemRealTime:
		case isa.MemLoad:
			// The scalar cache takes whole lines.
			e.global = extent{t.SAddr &^ (mem.LineBytes - 1),
				(t.SAddr + size + mem.LineBytes - 1) &^ (mem.LineBytes - 1), false}
		default:
			e.global = extent{0, everywhere, true}
		}
	case isa.MUBUF, isa.MTBUF:
		in := t.Exec & (t.InRange | t.Part[0] | t.Part[1] | t.Part[2] | t.Part[3])
		e.global.span(&t.Atom.Addr, in, uint64(max(t.Atom.Bytes, int(m.Size))), writes)
		if t.Split != nil {
			for i := range t.Split[:m.Size] {
				e.global.span(&t.Split[i], in, 1, writes)
			}
		}
		if x.Inst.Mod.LDS || m.Kind == isa.MemLdsStore {
			e.lds = extent{0, everywhere, m.Kind != isa.MemLdsStore}
		}
	case isa.FLAT, isa.GLOBAL, isa.SCRATCH:
		e.global.span(&t.Atom.Addr, t.Exec&^(t.FlatLDS|t.FlatPriv), size, writes)
		if t.FlatPriv != 0 {
			e.global = extent{0, everywhere, writes}
		}
		if t.FlatLDS != 0 || x.Inst.Mod.LDS {
			e.lds = extent{0, everywhere, writes || x.Inst.Mod.LDS}
		}
	case isa.MIMG:
		e.global = extent{0, everywhere, writes}
	case isa.DS:
		switch m.Kind {
		case isa.MemLoad, isa.MemStore, isa.MemAtomic, isa.MemAppend, isa.MemConsume, isa.MemCondXchg:
			if !t.GDS {
				e.lds = extent{0, everywhere, writes}
			}
		}
	}
	return e
}

// span widens a range by the elements of lanes.
func (a *extent) span(addr *[isa.Lanes]uint64, lanes, size uint64, write bool) {
	for ; lanes != 0; lanes &= lanes - 1 {
		at := addr[bits.TrailingZeros64(lanes)&63]
		if a.hi == 0 {
			*a = extent{at, at + size, write}
		}
		a.lo, a.hi = min(a.lo, at), max(a.hi, at+size)
	}
}
