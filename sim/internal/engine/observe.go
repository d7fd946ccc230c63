package engine

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Cause is the instruction that caused what [Hooks] are told of: for an operation in flight, the
// instruction that issued it.
type Cause struct {
	Inst *isa.Inst // valid during the call
	PC   uint64    // its address
}

// String is the address and the text.
func (c Cause) String() string { return fmt.Sprintf("%#x %s", c.PC, c.Inst.String()) }

// Written is a register that has been written.
type Written struct {
	Cause
	Code  uint16 // its source code: EXEC, VCC, M0 and SCC too; vector registers from isa.CodeVGPR on
	Lanes uint64 // of a vector register: those that were written, the others have kept what they held
}

// Name is the register's: "v3", "s12", "vcc_lo", "scc".
func (x *Written) Name() string {
	if x.Code == isa.CodeSCC {
		return "scc" // which as a source is src_scc
	}
	name, _ := isa.RegName(x.Inst.Form.Gen, x.Code, 1)
	return name
}

// Accessed is an access of memory, at the moment at which it is made.
type Accessed struct {
	Cause
	Effect Effect
	LDS    bool               // of LDS; else of global memory
	Scalar bool               // through the scalar cache: one access, at Addr[0]
	Lanes  uint64             // that take part, those out of range excepted; 0 where Scalar is set
	Addr   *[isa.Lanes]uint64 // of the first byte, by lane; valid during the call
	Bytes  int                // of each lane
}

// observes reports whether more is asked for than instructions and returns.
func (h *Hooks) observes() bool {
	return h != nil && (h.Wrote != nil || h.Accessed != nil || h.Waited != nil || h.Counted != nil)
}

// observer tells hooks what a wave does. It is between the wave and whoever else is told of it.
type observer struct {
	Events // of others; nil: there are none
	w      *Wave
	k      *Worker
	h      *Hooks
	inside bool      // an instruction executes, whose marks of written registers have been taken away
	s      [4]uint64 // these
	v      [256]uint64
	counts [waitcnt.NumCounters]uint8
	addr   [isa.Lanes]uint64
}

// observe makes hooks be told of what a wave does. Tenants observe it already.
func (w *Wave) observe(k *Worker, h *Hooks) {
	x := &observer{Events: w.events, w: w, k: k, h: h}
	if x.Events == nil {
		x.Events = silent{}
	}
	w.events, w.direct, w.observer = x, nil, x
	if w.trace == nil { // one by one
		w.trace = func(*Wave, *Rec) {}
	}
	returned := w.returned
	w.returned = func(c *WaveCore, op waitcnt.Op, t *Token, data bool) {
		x.count()
		if returned != nil {
			returned(c, op, t, data)
		}
	}
}

// call calls a hook.
func (x *observer) call(f func()) {
	x.k.InHook = true
	f()
	x.k.InHook = false
}

func (x *observer) cause(r *Rec) Cause { return Cause{x.w.prog.inst(r), x.w.prog.addr(r.Slot)} }

// execute executes an instruction, and tells what it has written. The engine marks what it writes:
// the marks are taken away before, and put back.
func (x *observer) execute(r *Rec) {
	w := x.w
	x.count()
	if x.h.Wrote == nil {
		r.run(w, r)
		x.count()
		return
	}
	x.inside = true
	x.s, w.SWritten = w.SWritten, [4]uint64{}
	x.v, w.VWritten = w.VWritten, [256]uint64{}
	r.run(w, r)
	x.count()
	x.inside = false
	s, v := w.SWritten, w.VWritten
	for i := range s {
		w.SWritten[i] |= x.s[i]
	}
	for i := range v {
		w.VWritten[i] |= x.v[i]
	}
	for i, m := range s {
		for ; m != 0; m &= m - 1 {
			if code := uint16(i*64 + bits.TrailingZeros64(m)); code != isa.CodeSCC {
				x.wrote(r, code, 0)
			}
		}
	}
	if f := w.prog.inst(r).Form; f != nil && f.Desc.Writes("scc") {
		x.wrote(r, isa.CodeSCC, 0)
	}
	for i, m := range v {
		if m != 0 {
			x.wrote(r, isa.CodeVGPR+uint16(i), m)
		}
	}
}

func (x *observer) wrote(r *Rec, code uint16, lanes uint64) {
	if f := x.h.Wrote; f != nil && x.w.prog.inst(r).Form != nil {
		x.call(func() { f(x.w, &Written{x.cause(r), code, lanes}) })
	}
}

// count tells of counters that are not what they were.
func (x *observer) count() { x.counted(x.w.Counters.Count) }

func (x *observer) counted(now [waitcnt.NumCounters]uint8) {
	old := x.counts
	if x.counts = now; old != now && x.h.Counted != nil {
		x.call(func() { x.h.Counted(x.w, old, now) })
	}
}

// Issue is told before the counters rise.
func (x *observer) Issue(t *Token, ev waitcnt.Event) {
	x.Events.Issue(t, ev)
	now := x.w.Counters.Count
	for c, n := range ev.Add {
		now[c] += n
	}
	x.counted(now)
}

// Wait is told before anything returns for it.
func (x *observer) Wait(r *Rec) {
	x.Events.Wait(r)
	if f := x.h.Waited; f != nil {
		x.call(func() { f(x.w, r.X.Wait, x.cause(r)) })
	}
}

func (x *observer) accessed(a *Accessed) {
	if f := x.h.Accessed; f != nil {
		x.call(func() { f(x.w, a) })
	}
}

// Access is told of global memory.
func (x *observer) Access(t *Token, a *mem.Access, e Effect) {
	x.Events.Access(t, a, e)
	lanes := a.Exec
	if a.Part != nil {
		lanes &= a.Part[0]
	}
	x.accessed(&Accessed{Cause: x.cause(t.Rec), Effect: e, Lanes: lanes, Addr: &a.Addr, Bytes: a.Bytes})
}

// AccessScalar is told of scalar memory.
func (x *observer) AccessScalar(t *Token, e Effect) {
	x.Events.AccessScalar(t, e)
	x.addr[0] = t.SAddr
	x.accessed(&Accessed{Cause: x.cause(t.Rec), Effect: e, Scalar: true, Addr: &x.addr, Bytes: int(t.Rec.X.Mem.Size)})
}

// Serviced tells of LDS, and of what scalar memory has brought.
func (x *observer) Serviced(t *Token) {
	x.Events.Serviced(t)
	if f := t.Rec.X.Inst.Form.Fmt; f == isa.SMRD || f == isa.SMEM {
		x.scalars(t)
	}
	lanes, offsets, ok := x.w.core().LDSLanes(t)
	if x.h.Accessed == nil || !ok {
		return
	}
	m := &t.Rec.X.Mem
	a := Accessed{Cause: x.cause(t.Rec), Effect: Reads, LDS: true, Lanes: lanes, Addr: &x.addr, Bytes: int(m.Size)}
	switch m.Kind {
	case isa.MemStore:
		a.Effect = Writes
	case isa.MemAtomic:
		a.Effect = Atomic
	}
	for _, o := range offsets {
		a.Lanes = 0
		for l := range x.addr {
			at, in := x.w.core().LDSAt(t, l, o)
			if x.addr[l] = at; in && lanes>>l&1 != 0 {
				a.Lanes |= 1 << l
			}
		}
		x.accessed(&a)
	}
}

// scalars tells of the registers that a scalar memory instruction has written.
func (x *observer) scalars(t *Token) {
	n := 0
	switch b := t.Rec.X; b.Mem.Kind {
	case isa.MemLoad:
		n = int(b.Mem.Size) / 4
	case isa.MemAtomic:
		if b.Inst.Mod.GLC {
			n = int(b.Mem.Size) / 4
		}
	case isa.MemTime, isa.MemRealTime:
		n = 2
	}
	for i := range n {
		code := uint16(uint8(int(t.Rec.D) + i))
		if x.inside { // it is not the instruction's that executes now
			x.s[code>>6] |= x.w.SWritten[code>>6] & (1 << (code & 63))
			x.w.SWritten[code>>6] &^= 1 << (code & 63)
		}
		x.wrote(t.Rec, code, 0)
	}
}

// Delivered tells of the vector registers that an operation has written.
func (x *observer) Delivered(t *Token) {
	x.Events.Delivered(t)
	n := t.Results()
	if t.Rec.X.status() && n > 0 {
		n++
	}
	for j := range n {
		reg := uint8(int(t.Rec.D-isa.CodeVGPR) + j)
		if x.inside {
			x.v[reg] |= x.w.VWritten[reg] & t.Exec
			x.w.VWritten[reg] &^= t.Exec
		}
		x.wrote(t.Rec, isa.CodeVGPR+uint16(reg), t.Exec)
	}
}

// LDSLanes are the lanes of an operation that access LDS at addresses of their own, and how far behind
// these: once, or twice. ok is false where there are none.
func (w *WaveCore) LDSLanes(t *Token) (exec uint64, offsets []uint32, ok bool) {
	x := t.Rec.X
	m := &x.Mem
	switch {
	case m.Kind != isa.MemLoad && m.Kind != isa.MemStore && m.Kind != isa.MemAtomic || t.GDS || m.Src2 || m.TID:
		return 0, nil, false
	case x.Inst.Form.Fmt == isa.DS && m.Two:
		a, b := PairOffsets(x)
		return t.Exec, []uint32{a, b}, true
	case x.Inst.Form.Fmt == isa.DS:
		return t.Exec, []uint32{uint32(x.Inst.Mod.Offset)}, true
	case t.FlatLDS != 0:
		return t.FlatLDS, []uint32{0}, true
	}
	return 0, nil, false
}

// LDSAt is where a lane of such an operation accesses LDS, and whether that is in range.
func (w *WaveCore) LDSAt(t *Token, lane int, offset uint32) (at uint64, in bool) {
	has, n := w.prog.features, int(t.Rec.X.Mem.Size)
	at = uint64((t.LDSAddr[lane] + offset) &^ mem.DSAlignMask(has, n))
	return at, at+uint64(n) <= uint64(mem.LDSLimit(has, t.M0, uint32(len(w.group.LDS.Bytes()))))
}

// silent is told what nobody wants to know.
type silent struct{}

func (silent) Issue(*Token, waitcnt.Event)                               {}
func (silent) Wait(*Rec)                                                 {}
func (silent) Drained()                                                  {}
func (silent) Access(*Token, *mem.Access, Effect)                        {}
func (silent) AccessScalar(*Token, Effect)                               {}
func (silent) Serviced(*Token)                                           {}
func (silent) Delivered(*Token)                                          {}
func (silent) Invalidate()                                               {}
func (silent) OutOfRange(*Token, mem.Resource, *mem.BufferQuery, uint64) {}
func (silent) ReadDirect(*Bound, int, int)                               {}
func (silent) Message(*Rec)                                              {}
func (silent) Arrive(*Rec)                                               {}
func (silent) End(*Rec)                                                  {}
