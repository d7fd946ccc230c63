package engine

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Token is the payload of one outstanding operation. It goes through up to three steps:
//
//	capture   vector data (and GDS addresses) are read from registers: at issue, or late where Event.LateData says so
//	service   memory is accessed
//	deliver   results are written to registers
//
// Under the usual policies service and deliver happen together when the operation returns. An
// operation that returns before an older one with which it shares a memory pipeline makes the older
// one be serviced first, into buf: memory is accessed in the order of issue.
type Token struct {
	// What every operation needs comes first, then what most do: where many waves take turns, the lines
	// of the host's caches that each needs count.
	Rec      *Rec
	Exec     uint64
	Slot     uint8 // its place in the wave, as waitcnt.Op has it
	Captured bool
	Serviced bool
	GDS      bool
	class    waitcnt.Class // order of return where the addresses decide it
	M0       uint32
	FlatLDS  uint64 // FLAT: lanes in the shared aperture
	FlatPriv uint64 // FLAT, SCRATCH: lanes in private memory
	SAddr    uint64 // SMEM
	SInRange uint32
	Split    *[4][isa.Lanes]uint64 // addresses of single bytes, where an element of a swizzled buffer is crossed
	InRange  uint64                // lanes in range
	Part     [4]uint64
	rows     [5]*isa.Row
	drows    [4]*isa.Row
	issued   uint64 // Wave.Insts then
	owner    *Wave  // of the worker's token: whose operation it has
	PrivBase uint64

	SData   [16]uint32
	sbuf    [64]byte
	LDSAddr isa.Row    // LDS addresses
	Atom    mem.Atomic // global memory: lanes, addresses, operands

	Data       [4]isa.Row      // what is stored, atomics' operands; elements of formatted accesses
	Buf        [5]isa.Row      // results that wait for delivery
	PrivOffset isa.Row         // byte offsets in private memory
	conv       mem.FormatLanes // formatted buffer accesses
	img        *image          // MIMG
}

// reset prepares a token for an operation.
func (t *Token) reset(r *Rec, exec uint64) {
	t.Rec, t.Exec = r, exec
	t.Captured, t.Serviced, t.GDS = false, false, false
	t.FlatLDS, t.FlatPriv, t.Split = 0, 0, nil
	t.class = waitcnt.NoClass
}

// pipes are the memory pipelines in which operations are serviced in order.
const (
	pipeVM = 1 << iota
	pipeLDS
	pipeGDS
)

func pipesOf(c waitcnt.Class) uint8 {
	switch c {
	case waitcnt.VMem:
		return pipeVM
	case waitcnt.Flat:
		return pipeVM | pipeLDS
	case waitcnt.LDS:
		return pipeLDS
	case waitcnt.GDS:
		return pipeGDS
	}
	return 0
}

// begin makes room in the counters and returns a token for the operation of r.
func (w *Wave) begin(r *Rec, exec uint64) (*Token, uint8) {
	if !w.timed { // the clock has waited
		w.wait(nil, &r.X.Wait)
	}
	n := len(w.free) - 1
	slot := w.free[n]
	w.free = w.free[:n]
	t := w.share(r, slot)
	if t == nil {
		t = w.tokenOf(slot)
	}
	t.reset(r, exec)
	t.issued = w.Insts
	return t, slot
}

// commit enters the operation into the counters. The policy may return operations at once.
func (w *Wave) commit(t *Token, slot uint8) {
	ev := t.Rec.X.Event
	if t.class != waitcnt.NoClass {
		ev.Class = t.class
	}
	if !ev.LateData {
		w.capture(t)
	}
	if w.order != nil {
		w.order.Issued(w.core(), t)
	}
	if w.events != nil {
		w.events.Issue(t, ev)
	}
	w.Counters.Issue(ev, slot)
	if w.late {
		return
	}
	for n := w.policy.Eager(&w.Counters); n > 0 && w.stop&StopFault == 0; n-- {
		if !w.returnAny() {
			return
		}
	}
}

// issue enters an operation without payload: a message.
func (w *Wave) issue(r *Rec, exec uint64) {
	t, slot := w.begin(r, exec)
	w.commit(t, slot)
}

// returnAny returns one operation, or a unit of it, whatever counter it holds.
func (w *Wave) returnAny() bool {
	for c := waitcnt.Counter(0); c < waitcnt.NumCounters; c++ {
		if w.Counters.Count[c] > 0 {
			w.retire(c)
			return true
		}
	}
	return false
}

// wait returns operations until the counters are within limits. r is the s_waitcnt, nil where the
// hardware waits by itself.
func (w *Wave) wait(r *Rec, need *waitcnt.Wait) {
	c, over := w.Counters.OverIn(need)
	if !over {
		return
	}
	if r != nil {
		w.Waits++
	}
	for over && w.stop&StopFault == 0 {
		if w.order != nil {
			w.order.Forced(w.core(), c, *need)
		} else {
			w.retire(c)
		}
		c, over = w.Counters.OverIn(need)
	}
}

// drain waits for everything.
func (w *Wave) drain(r *Rec) {
	w.wait(nil, &waitcnt.Wait{})
	if w.events != nil {
		w.events.Drained()
	}
}

// retire returns one operation that holds counter c, as the policy chooses.
func (w *Wave) retire(c waitcnt.Counter) {
	if w.late {
		w.retireOp(w.Counters.Latest(c), c)
		return
	}
	list := w.Counters.Eligible(c, w.elig[:0])
	w.retireOp(list[w.policy.Pick(&w.Counters, list)], c)
}

// step does what a policy or the explorer wants done with outstanding operations although nothing
// waits for them. It is legal ([waitcnt.File.May]).
func (w *Wave) step(s waitcnt.Step) {
	for w.stop&StopFault == 0 {
		i := w.Counters.Find(s.Op)
		if i < 0 {
			return
		}
		left := w.Counters.Ops()[i].Left
		c := waitcnt.EXP
		switch {
		case s.Kind == waitcnt.StepData:
		case s.Kind == waitcnt.StepUnit:
			c = waitcnt.LGKM
		case left[waitcnt.VM] != 0:
			c = waitcnt.VM
		case left[waitcnt.LGKM] != 0:
			c = waitcnt.LGKM
		}
		w.retireOp(i, c)
		if s.Kind != waitcnt.StepReturn {
			return
		}
	}
}

// early does the steps that the policy wants before the instruction of r.
func early(w *Wave, _ *Rec) {
	p := w.policy.(waitcnt.Early)
	for w.stop&StopFault == 0 {
		s, ok := p.Early(&w.Counters, w.Insts-1)
		if !ok {
			return
		}
		w.step(s)
	}
}

// retireOp returns outstanding operation i, or as much of it as holds counter c.
func (w *Wave) retireOp(i int, c waitcnt.Counter) {
	op := w.Counters.Ops()[i]
	t := w.token(op.Slot)
	w.capture(t)
	if op.Completes(c) {
		w.complete(op, t)
	}
	_, done := w.Counters.Retire(i, c)
	if w.returned != nil && (done || c == waitcnt.EXP && t.Rec.X.Event.LateData) {
		w.returned(w.core(), op, t, !done)
	}
	if done {
		w.packed &^= 1 << op.Slot
		w.free = append(w.free, op.Slot)
	}
}

// complete services and delivers an operation, after older ones in the same pipelines have been
// serviced.
func (w *Wave) complete(op waitcnt.Op, t *Token) {
	if !t.Serviced {
		w.serviceOlder(op)
		t = w.token(op.Slot) // another one may have been unpacked
	}
	if t.Serviced {
		w.deliver(t)
		return
	}
	w.service(t, w.destination(t))
	t.Serviced = true
	w.delivered(t)
}

// serviceOlder services the operations that go before op in its pipelines.
func (w *Wave) serviceOlder(op waitcnt.Op) {
	p := pipesOf(op.Class)
	if p == 0 {
		return
	}
	for _, o := range w.Counters.Ops() {
		if o.Seq >= op.Seq {
			break
		}
		if pipesOf(o.Class)&p != 0 {
			w.serviceAhead(w.own(o.Slot))
		}
	}
}

// serviceAhead accesses memory for an operation that has not returned yet; its results wait.
func (w *Wave) serviceAhead(t *Token) {
	if !t.Serviced {
		w.capture(t)
		w.service(t, t.buffer())
		t.Serviced = true
	}
}

// buffer returns the rows in which results wait.
func (t *Token) buffer() []*isa.Row {
	n := t.Results()
	for j := 0; j < n; j++ {
		t.rows[j] = &t.Buf[j]
	}
	return t.rows[:n]
}

// Results is the number of vector registers that the operation writes, status register of TFE
// excluded. An atomic returns the old word only: the comparand behind the data keeps its value
// (errata B-26).
func (t *Token) Results() int { return int(t.Rec.X.Results) }

func (x *Bound) results() int {
	switch {
	case !x.delivers():
		return 0
	case x.Mem.Kind == isa.MemAtomic && x.Inst.Form.Fmt != isa.DS:
		return int(x.Mem.Size) / 4
	}
	return x.dataRegs()
}

// dataRegs is the number of registers of the data operand, status register of TFE excluded.
func (x *Bound) dataRegs() int {
	if x.status() && x.ND > 0 {
		return int(x.ND) - 1
	}
	return int(x.ND)
}

// status reports whether a status register follows the results: TFE, and LWE of image instructions.
func (x *Bound) status() bool { return x.Inst.Mod.TFE || x.Inst.Mod.LWE }

// delivers reports whether the operation writes vector registers.
func (x *Bound) delivers() bool {
	if f := x.Inst.Form.Fmt; f == isa.SMRD || f == isa.SMEM {
		return false
	}
	switch x.Mem.Kind {
	case isa.MemLoad, isa.MemLoadFormat:
		return !x.Inst.Mod.LDS || x.Inst.Form.Fmt != isa.MUBUF
	case isa.MemImage:
		return x.Mem.Image.Op != isa.ImageStore
	case isa.MemAtomic:
		if x.Inst.Form.Fmt == isa.DS {
			return x.Mem.Return
		}
		return x.Inst.Mod.GLC
	case isa.MemSwizzle, isa.MemPermute, isa.MemBPermute, isa.MemAppend, isa.MemConsume, isa.MemOrdered,
		isa.MemCondXchg:
		return true
	}
	return false
}

// destination returns the registers that the operation writes.
func (w *Wave) destination(t *Token) []*isa.Row {
	n := t.Results()
	for j := 0; j < n; j++ {
		t.rows[j] = &w.V[uint8(int(t.Rec.D-isa.CodeVGPR)+j)]
	}
	return t.rows[:n]
}

// deliver moves buffered results to their registers.
func (w *Wave) deliver(t *Token) {
	rows := w.destination(t)
	for j, dst := range rows {
		src := &t.Buf[j]
		if keep := t.Rec.X.keeps(j, len(rows)); keep != 0 {
			for l := range src {
				src[l] = src[l]&^keep | dst[l]&keep
			}
		}
		merge(dst, src, t.Exec)
	}
	w.delivered(t)
}

// keeps is the part of result register j of n that a 16-bit load does not write. Where components
// of 16 bits are packed, an odd number of them leaves the upper half of the last register (errata
// B-29).
func (x *Bound) keeps(j, n int) uint32 {
	if j != n-1 {
		return 0
	}
	switch d := x.Mem.D16; {
	case d == isa.D16Lo, d == isa.D16Pack && x.Mem.Size&4 != 0 && x.Inst.Form.Has(isa.FeaturePackedD16), x.packed() &&
		x.comps&1 != 0:
		return 0xffff0000
	case d == isa.D16Hi:
		return 0xffff
	}
	return 0
}

// Keeps is the part of result register j of n that a 16-bit load leaves as it was: none where
// registers have ECC.
func (x *Bound) Keeps(j, n int) uint32 {
	if x.Inst.Form.Has(isa.FeatureSRAMECC) {
		return 0
	}
	return x.keeps(j, n)
}

// loseHalves clears what a 16-bit load does not write: where registers have ECC they are written
// whole. That the rest becomes zero is an assumption: sources say only that it does not keep its
// value (LLVM d16PreservesUnusedBits, Mesa ACO sram_ecc_enabled).
func (w *Wave) loseHalves(t *Token) {
	n := t.Results()
	lose := t.Rec.X.keeps(n-1, n)
	if lose == 0 {
		return
	}
	row := &w.V[uint8(int(t.Rec.D-isa.CodeVGPR)+n-1)]
	for m := t.Exec; m != 0; m &= m - 1 {
		row[bits.TrailingZeros64(m)&63] &^= lose
	}
}

// delivered marks the result registers as written; TFE's status register reports that nothing
// failed (errata B-12).
func (w *Wave) delivered(t *Token) {
	x := t.Rec.X
	n := t.Results()
	if n > 0 && w.prog.features.Has(isa.FeatureSRAMECC) {
		w.loseHalves(t)
	}
	for j := 0; j < n; j++ {
		w.VWritten[uint8(int(t.Rec.D-isa.CodeVGPR)+j)] |= t.Exec
	}
	if x.status() && n > 0 {
		v := uint8(int(t.Rec.D-isa.CodeVGPR) + x.dataRegs())
		t.Buf[4] = isa.Row{}
		merge(&w.V[v], &t.Buf[4], t.Exec)
		w.VWritten[v] |= t.Exec
	}
	if w.events != nil {
		w.events.Delivered(t)
	}
}

// memFault turns an error of package mem into a fault at the operation's instruction.
func (w *Wave) memFault(t *Token, err error) {
	lane := -1
	var ae *mem.AccessError
	if errors.As(err, &ae) {
		lane = ae.Lane
		if d := w.group.disp; d.scratch != nil && ae.Below == d.scratch && errors.Is(ae, mem.ErrUnmapped) {
			err = fmt.Errorf("%w; work-items have %d bytes of private memory: calls that go deeper than the compiler knew "+
				"need more, by --scratch or \"scratch\" of the launch", err, d.Scratch)
		}
	}
	w.fault(t.Rec, lane, err)
}
