package dyncheck

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The checks of memory: what Options.Check looks for where operations are issued. An operation
// counts from its issue until a wait of its wave proves it complete, which its wave's
// [waitcnt.Board] knows: neither the policy of returns nor the order in which waves run decides
// what is found.

// memCheck is what the checks of memory keep for a wave.
type memCheck struct {
	// First what all waves need that host code executes: it is in two lines of the host's caches.
	next uint32 // number of the next operation: its Op on the board
	// unordered says that operations may be in flight that LDS does not execute in order with DS
	// instructions.
	unordered bool
	foreign   bool        // the operation that is being issued reads what others have written without order
	mixed     bool        // those of mixes are to be kept
	again     bool        // the operation that is being issued has been looked at on a path
	store     *engine.Rec // a scalar store that no write-back of the cache followed
	begun     int         // parts of the next operation of a path that have been looked at
	round     ldsRound
	saw       uint64    // of the operations of a path, those that have read what others have written without order
	on        following // where the wave is in host code

	ops     [keptOps]*mop // by number modulo keptOps; of older ones the addresses are forgotten
	rows    [4]*isa.Row   // what an operation stores
	onPath  mop           // an operation without a token
	mixes   []mixedOp
	mixRows []isa.Row
	scalars extent   // of the scalar ones among them
	stores  extent   // of the others
	direct  struct { // an LDS_DIRECT
		r    engine.Rec
		part ldsPart
	}
}

// keptOps is of how many operations a wave keeps the addresses: more than LGKM can count, and as
// many vector stores as a program has in flight.
const keptOps = 32

// mop is an operation with the bytes that it accesses, in LDS or in memory.
type mop struct {
	id    uint32
	r     *engine.Rec
	parts int         // of LDS
	lds   [2]*ldsPart // memory for them is kept
	dma   bool        // a load from memory to LDS
	// foreign says that it read, when it was issued, what others had written without order; turns
	// is that of the shadow then.
	foreign bool
	turns   uint32
	// Memory: a vector store or atomic, lane by lane, or a scalar operation of n bytes at addr[0].
	write  bool
	scalar uint32
	exec   uint64
	bytes  uint32
	addr   *[isa.Lanes]uint64
}

// ldsPart is an access to one LDS address of each lane.
type ldsPart struct {
	pos    isa.Row // byte positions
	exec   uint64  // lanes in range
	top    uint32  // the highest of pos, where all lanes are in range; noTop otherwise
	low    uint32  // the bits of all that are accessed
	dense  bool    // each of 64 lanes lies 4 behind the one before
	bytes  uint32
	kind   accessKind
	data   int // first captured row that a plain write stores, -1 where it is not known
	wanted uint64
}

// noTop is higher than any byte of LDS.
const noTop = 1 << 31

// accessKind is what an access does with memory, as far as races are concerned.
type accessKind uint8

// The kinds. A coherent read is one that bypasses the caches of its compute unit (GLC), as loads of
// atomic variables do.
const (
	plainRead accessKind = iota
	plainWrite
	atomicAccess
	coherentRead

	numAccessKinds
)

func (k accessKind) String() string {
	return [...]string{"reads", "writes", "changes atomically", "reads"}[k]
}

// access is the form in findings.
func (k accessKind) access() string {
	if k == plainRead || k == coherentRead {
		return "read"
	}
	return "write"
}

// newFinding has a new finding of each rule.
var newFinding = func() map[string]waitcnt.Finding {
	m := map[string]waitcnt.Finding{}
	for _, r := range waitcnt.Rules() {
		m[r.ID] = r.New()
	}
	return m
}()

// repeated counts a finding that has been made before, so that its texts are not made again. The
// key is that of [wave.report].
func (w *wave) repeated(f *waitcnt.Finding, r, producer *engine.Rec, space string) bool {
	d := w.group.disp
	k := findingKey{rule: f.Rule, pc: w.prog.Addr(r.Slot) - w.prog.Bias, space: space}
	if producer != nil {
		k.producer = w.prog.Addr(producer.Slot) - w.prog.Bias
	}
	return d.found.again(k, f.Severity, w.order())
}

// produced names the earlier operation in a finding.
func (w *wave) produced(f *waitcnt.Finding, r *engine.Rec) {
	f.ProducerPC = waitcnt.At(w.prog.Addr(r.Slot) - w.prog.Bias)
	f.Producer = w.prog.Inst(r).String()
}

// begin prepares for a wave.
func (c *memCheck) begin() {
	c.next, c.store, c.unordered = keptOps, nil, false
	c.begun, c.round = 0, ldsRound{}
}

// checkIssue looks at an operation that is being issued: its addresses are known, nothing has been
// accessed yet.
func (w *wave) checkIssue(t *engine.Token) *mop {
	w.tok[t.Slot].op = 0
	c := w.memc
	r := t.Rec
	x := r.X
	if g := w.group.global; g != nil {
		w.tok[t.Slot].spell = g.number
		if x.Inst.Form.Fmt == isa.DS && x.Mem.Kind != isa.MemLoad && !c.again {
			g.wrote[w.Num]++
		}
	}
	if len(w.check.board.List) == 0 {
		c.next = keptOps // a wave uses only as many of ops as it has in flight
	}
	op := c.ops[c.next%keptOps]
	if op == nil {
		op = new(mop)
		c.ops[c.next%keptOps] = op
	}
	op.id, op.r, op.parts, op.dma, op.write, op.scalar, op.exec = c.next, r, 0, false, false, 0, 0
	switch x.Inst.Form.Fmt {
	case isa.DS:
		if !t.GDS {
			w.partsDS(x, t.Exec, t.M0, &t.LDSAddr, op)
		}
	case isa.SMRD, isa.SMEM:
		w.checkScalar(t, op)
	case isa.MUBUF, isa.MTBUF:
		if x.Inst.Mod.LDS || x.Mem.Kind == isa.MemLdsStore {
			w.partDMA(t, op, x.Mem.Kind != isa.MemLdsStore)
		}
		w.checkVector(t, op, t.Exec&t.Part[0], uint32(t.Atom.Bytes))
		if t.Split != nil {
			w.checkInterleaved(t, t.Exec&t.Part[0])
		}
	case isa.MIMG:
		if x.Mem.Kind == isa.MemAtomic {
			w.group.keepData() // there is no Access
			if g := w.group.global; g != nil {
				w.group.disp.overwritten() // the others do not know where
				g.overwritesEach(&t.Atom.Addr, t.Exec, uint64(t.Atom.Bytes))
			}
		}
	case isa.FLAT, isa.GLOBAL:
		if x.Inst.Mod.LDS {
			w.partDMA(t, op, true)
		}
		if t.FlatLDS != 0 {
			w.partFlat(t, op)
		}
		if rest := t.Exec &^ (t.FlatLDS | t.FlatPriv); rest != 0 {
			w.checkVector(t, op, rest, uint32(x.Mem.Size))
		}
		w.checkInterleaved(t, t.FlatPriv)
	case isa.SCRATCH:
		w.checkInterleaved(t, t.FlatPriv)
	}
	if op.parts != 0 && !c.again {
		c.foreign = false
		for i := range c.rows {
			c.rows[i] = &t.Data[i]
		}
		for _, p := range op.lds[:op.parts] {
			if out := p.wanted &^ p.exec; out != 0 {
				w.droppedLDS(t.M0, r, p, out)
			}
			if p.exec != 0 {
				if x.Inst.Form.Fmt == isa.DS {
					w.checkNegative(r, &t.LDSAddr, p)
				}
				w.checkInFlight(op, p)
				w.group.lds.access(w, c.rows[:], r, p)
			}
		}
	}
	if c.again = false; op.parts != 0 {
		w.tok[t.Slot].op, op.foreign, op.turns = op.id, c.foreign, w.group.lds.turns
	}
	c.unordered = c.unordered || op.parts != 0 && x.Inst.Form.Fmt != isa.DS
	return op
}

// matters reports whether the operation accesses memory that others may.
func (o *mop) matters() bool { return o.parts != 0 || o.exec != 0 || o.scalar != 0 }

// op returns what is kept of a pending operation, nil where it is too old.
func (c *memCheck) op(p *waitcnt.Pending) *mop {
	if op := c.ops[p.Op%keptOps]; op != nil && op.id == p.Op {
		return op
	}
	return nil
}

// place is where the addresses go.
func (o *mop) place() *[isa.Lanes]uint64 {
	if o.addr == nil {
		o.addr = new([isa.Lanes]uint64)
	}
	return o.addr
}

// part adds an access of LDS: the lanes of exec at addr + offset, without the bits of mask, below
// limit.
func (o *mop) part(exec uint64, addr *isa.Row, offset, mask, limit uint32, bytes int, kind accessKind, data int) {
	p := o.lds[o.parts]
	if p == nil {
		p = new(ldsPart)
		o.lds[o.parts] = p
	}
	o.parts++
	p.exec, p.wanted, p.top, p.bytes, p.kind, p.data = 0, exec, noTop, uint32(bytes), kind, data
	top, low, dense := mem.Resolve(&p.pos, addr, offset, mask, exec)
	p.low, p.dense = low, dense
	if uint64(top)+uint64(bytes) <= uint64(limit) {
		p.exec, p.top = exec, top
		return
	}
	for m := exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		if uint64(p.pos[l])+uint64(bytes) <= uint64(limit) {
			p.exec |= 1 << l
		}
	}
}

// partsDS finds the bytes that a DS instruction accesses, as serviceDS and package mem resolve
// them.
func (w *wave) partsDS(x *engine.Bound, exec uint64, m0 uint32, addr *isa.Row, op *mop) {
	m := &x.Mem
	has := w.prog.Features()
	size := uint32(len(w.group.LDS.Bytes()))
	limit, mask := mem.LDSLimit(has, m0, size), mem.DSAlignMask(has, int(m.Size))
	n := int(m.Size) / 4
	offset := uint32(x.Inst.Mod.Offset)
	kind, data := plainRead, -1
	switch m.Kind {
	case isa.MemLoad:
	case isa.MemStore:
		kind, data = plainWrite, 0
	case isa.MemAtomic:
		kind = atomicAccess
	case isa.MemAppend, isa.MemConsume:
		one := isa.Row{}
		op.part(exec&-exec, &one, mem.AppendBase(m0)+offset, 3, size, 4, atomicAccess, -1)
		if offset&^3+4 > size {
			op.lds[0].exec = 0
		}
		return
	case isa.MemCondXchg:
		var at isa.Row
		for l := range addr {
			at[l] = (addr[l] + offset) & 0xffff
		}
		op.part(exec, &at, 0, uint32(4*n-1), limit, 4*n, atomicAccess, -1)
		return
	default:
		return // lanes of registers, or global wave sync
	}
	switch {
	case m.Src2:
		a, b := mem.Src2Addrs(addr, uint8(offset), uint8(offset>>8))
		op.part(exec, &a, 0, mask, limit, int(m.Size), kind, -1)
		op.part(exec, &b, 0, mask, limit, int(m.Size), plainRead, -1)
		op.lds[1].wanted = op.lds[1].exec // out of range it reads 0 on purpose
	case m.Two:
		o0, o1 := engine.PairOffsets(x)
		op.part(exec, addr, o0, mask, limit, int(m.Size), kind, data)
		if o0 != o1 || kind != plainWrite {
			if data == 0 {
				data = n
			}
			op.part(exec, addr, o1, mask, limit, int(m.Size), kind, data)
		}
	case m.TID:
		op.part(exec, &mem.Lane4, m0&0xffff+offset, mask, limit, int(m.Size), kind, data)
	default:
		op.part(exec, addr, offset, mask, limit, int(m.Size), kind, data)
	}
}

// partDMA finds the LDS bytes of a transfer between memory and LDS.
func (w *wave) partDMA(t *engine.Token, op *mop, load bool) {
	x := t.Rec.X
	kind := plainRead
	if load {
		kind, op.dma = plainWrite, true
	}
	size := uint32(len(w.group.LDS.Bytes()))
	op.part(t.Exec, &mem.Lane4, mem.BufferLDSBase(w.prog.Features(), t.M0, uint32(x.Inst.Mod.Offset)), 3, size,
		max(int(x.Mem.Size), 4), kind, -1)
}

// partFlat finds the LDS bytes of a FLAT operation.
func (w *wave) partFlat(t *engine.Token, op *mop) {
	m := &t.Rec.X.Mem
	has := w.prog.Features()
	kind, data := plainRead, -1
	switch m.Kind {
	case isa.MemStore:
		kind, data = plainWrite, 0
	case isa.MemAtomic:
		kind = atomicAccess
	}
	limit := mem.LDSLimit(has, t.M0, uint32(len(w.group.LDS.Bytes())))
	op.part(t.FlatLDS, &t.LDSAddr, 0, mem.DSAlignMask(has, int(m.Size)), limit, int(m.Size), kind, data)
}

// checkStoreOffset reports a scalar store whose offset register the generation does not take.
func (w *wave) checkStoreOffset(r *engine.Rec) {
	message, bad := waitcnt.StoreOffset(w.prog.Gen, &r.X.Inst, &r.X.Mem)
	if !bad {
		return
	}
	f := newFinding[waitcnt.RuleStoreOffset]
	if w.repeated(&f, r, nil, "") {
		return
	}
	f.Message = message
	w.report(r, f)
}

// checkNegative reports lanes whose negative address comes into LDS by the instruction's offset, which the hardware
// does not add right.
func (w *wave) checkNegative(r *engine.Rec, addr *isa.Row, p *ldsPart) {
	x := r.X
	if w.prog.Gen&waitcnt.LDSNegativeGens == 0 || x.Inst.Mod.Offset == 0 || x.Mem.Src2 {
		return
	}
	lanes := uint64(0)
	for m := p.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		lanes |= uint64(addr[l]>>31) << l
	}
	if lanes == 0 {
		return
	}
	f := newFinding[waitcnt.RuleLDSNegative]
	if w.repeated(&f, r, nil, "lds") {
		return
	}
	l := bits.TrailingZeros64(lanes) & 63
	f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(p.pos[l]), Bytes: uint64(p.bytes)}
	f.Access, f.Lanes = p.kind.access(), lanesText(lanes)
	f.Message = fmt.Sprintf("lane %d accesses LDS at %d with the instruction's offset: GCN 1.0 does not add an offset to "+
		"a negative address right", l, int32(addr[l]))
	f.Fix = "add the offset to the address"
	w.report(r, f)
}

// checkInFlight checks an access of LDS against loads to LDS that are in flight.
func (w *wave) checkInFlight(op *mop, p *ldsPart) {
	for i := range w.check.board.List {
		q := &w.check.board.List[i]
		if !q.Data() || q.Class != waitcnt.VMem && q.Class != waitcnt.LDS {
			continue
		}
		if o := w.memc.op(q); o != nil && o.dma != op.dma {
			w.checkDMA(op.r, p, q, o)
		}
	}
}

// checkDirect checks what LDS_DIRECT reads, in the instruction that is being executed.
func (w *wave) checkDirect(x *engine.Bound, at, n int) {
	d := &w.memc.direct
	d.r = engine.Rec{X: x, Slot: w.IP() - uint32(x.Inst.Len/4), Len: x.Inst.Len / 4}
	p := &d.part
	p.pos[0], p.exec, p.wanted, p.top, p.bytes, p.kind, p.data = uint32(at), 1, 1, noTop, uint32(n), plainRead, -1
	p.low, p.dense = uint32(at), false
	if at+n <= len(w.group.LDS.Bytes()) {
		w.group.lds.access(w, nil, &d.r, p)
		w.group.lds.sees(w, &d.r, p)
	} else {
		w.droppedLDS(w.M0(), &d.r, p, 1)
	}
}

// droppedLDS reports lanes out of range.
func (w *wave) droppedLDS(m0 uint32, r *engine.Rec, p *ldsPart, out uint64) {
	rule := waitcnt.RuleLDSBounds
	size := len(w.group.LDS.Bytes())
	limited := r.X.Inst.LDSLimit() || w.prog.Features().Has(isa.FeatureLDSNeedsM0) && r.X.Inst.Form.Fmt == isa.FLAT
	switch {
	case size == 0: // no-lds, which the engine notes in all modes
		return
	case limited && w.SWritten[isa.CodeM0>>6]>>(isa.CodeM0&63)&1 == 0:
		rule = waitcnt.RuleUninitM0
	}
	f := newFinding[rule]
	if w.repeated(&f, r, nil, "lds") {
		return
	}
	l := bits.TrailingZeros64(out) & 63
	f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(p.pos[l]), Bytes: uint64(p.bytes)}
	f.Access, f.Lanes = p.kind.access(), lanesText(out)
	switch {
	case rule == waitcnt.RuleUninitM0:
		f.Register = ""
		f.Message = fmt.Sprintf("LDS is limited by M0, which neither the ABI nor the program has set (it holds %#x)",
			m0)
		f.Fix = "s_mov_b32 m0, -1 before the first LDS access"
	default:
		f.Message = fmt.Sprintf("lane %d accesses LDS bytes %#x-%#x: the work-group has %#x", l, p.pos[l],
			p.pos[l]+p.bytes-1, size)
		if limited && uint64(m0) < uint64(size) {
			f.Message += fmt.Sprintf(", and M0 limits it to %#x", m0)
			f.Fix = "set M0 to -1, or to the size of LDS, before the access"
		}
	}
	w.report(r, f)
}

// checkDMA reports LDS bytes that both a load to LDS and another access have, where the older one
// is in flight: the two are counted apart.
func (w *wave) checkDMA(r *engine.Rec, p *ldsPart, q *waitcnt.Pending, o *mop) {
	for _, d := range o.lds[:o.parts] {
		if d.exec == 0 {
			continue
		}
		lo, hi := uint32(0), ^uint32(0)
		if o.dma { // the lanes' dwords lie one after the other
			first, last := bits.TrailingZeros64(d.exec)&63, 63-bits.LeadingZeros64(d.exec)
			lo, hi = d.pos[first], d.pos[last&63]+d.bytes
		}
		for m := p.exec; m != 0; m &= m - 1 {
			a := p.pos[bits.TrailingZeros64(m)&63]
			if a >= hi || a+p.bytes <= lo || !d.touches(a, p.bytes) {
				continue
			}
			f := newFinding[waitcnt.RuleLDSDMA]
			if w.repeated(&f, r, o.r, "lds") {
				return
			}
			w.produced(&f, o.r)
			f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(a), Bytes: uint64(p.bytes)}
			f.Access, f.Lanes = p.kind.access(), lanesText(m)
			w.explain(&f, q)
			f.Fix = "s_waitcnt " + f.Need
			verb := "accesses"
			if o.dma {
				verb = "fills"
			}
			f.Message = fmt.Sprintf("LDS bytes %#x-%#x are accessed before %s, which %s them, is proved complete: wait %s, "+
				"needed %s",
				a, a+p.bytes-1, f.Producer, verb, f.HaveText(), f.Need)
			w.report(r, f)
			return
		}
	}
}

// touches reports whether a lane of the access has a byte of n at a.
func (p *ldsPart) touches(a, n uint32) bool {
	for m := p.exec; m != 0; m &= m - 1 {
		if b := p.pos[bits.TrailingZeros64(m)&63]; b < a+n && a < b+p.bytes {
			return true
		}
	}
	return false
}

// explain fills in which waits there were for an operation, and which is needed.
func (w *wave) explain(f *waitcnt.Finding, q *waitcnt.Pending) {
	w.check.board.Explain(f, q, false, w.linked)
}

// checkBarrier looks at what the wave has in flight in LDS when it arrives at a barrier.
func (w *wave) checkBarrier(r *engine.Rec) {
	if len(w.group.Waves) < 2 {
		return // a barrier of one wave orders nothing
	}
	for i := range w.check.board.List {
		q := &w.check.board.List[i]
		op := w.memc.op(q)
		if op == nil || op.parts == 0 || !q.Data() {
			continue
		}
		f := newFinding[waitcnt.RuleBarrierLDS]
		if w.repeated(&f, r, op.r, "lds") {
			continue
		}
		w.produced(&f, op.r)
		p := op.lds[0]
		if p.wanted != 0 {
			f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(p.pos[bits.TrailingZeros64(p.wanted)&63]),
				Bytes: uint64(p.bytes)}
		}
		f.Access = p.kind.access()
		w.explain(&f, q)
		f.Message = fmt.Sprintf("%s is not proved complete at the barrier (wait %s, needed %s): other waves may pass the "+
			"barrier before it is done",
			f.Producer, f.HaveText(), f.Need)
		f.Fix = "s_waitcnt " + f.Need + " before s_barrier"
		w.report(r, f)
	}
}

// checkScalar looks at a scalar memory operation.
func (w *wave) checkScalar(t *engine.Token, op *mop) {
	m := &t.Rec.X.Mem
	switch m.Kind {
	case isa.MemDcacheWB:
		w.memc.store = nil
		return
	case isa.MemStore:
		w.checkStoreOffset(t.Rec)
		if !t.Rec.X.Inst.Mod.GLC { // with GLC it writes through (errata M-23)
			w.memc.store = t.Rec
		}
		op.write = true
	case isa.MemAtomic:
		op.write = true
	case isa.MemLoad:
	default:
		return
	}
	op.scalar = uint32(m.Size)
	op.place()[0] = t.SAddr
	if m.Buffer && t.SInRange&(1<<(m.Size/4)-1) == 0 {
		op.scalar = 0
		w.droppedScalar(t)
		return
	}
	w.compareScalar(op)
}

// compareScalar compares a scalar operation with those that are outstanding.
func (w *wave) compareScalar(op *mop) {
	lo, hi := op.addr[0], op.addr[0]+uint64(op.scalar)
	for i := range w.check.board.List {
		q := &w.check.board.List[i]
		o := w.memc.op(q)
		if o == nil || !q.Data() || !o.write && !op.write {
			continue
		}
		switch q.Class {
		case waitcnt.SMem:
			if o.scalar != 0 && o.addr[0] < hi && lo < o.addr[0]+uint64(o.scalar) {
				w.scalarRace(op.r, q, o, lo, hi-lo, op.write, 0)
			}
		case waitcnt.VMem, waitcnt.Flat:
			for l := o.exec; l != 0; l &= l - 1 {
				if a := o.addr[bits.TrailingZeros64(l)&63]; a < hi && lo < a+uint64(o.bytes) {
					w.scalarRace(op.r, q, o, lo, hi-lo, op.write, 0)
					break
				}
			}
		}
	}
}

// checkVector looks at a vector memory operation on global memory.
func (w *wave) checkVector(t *engine.Token, op *mop, exec uint64, size uint32) {
	d := w.group.disp
	if exec == 0 || t.Atom.Addr[bits.TrailingZeros64(exec)&63]-d.ScratchBase < d.ScratchBytes {
		return // private memory: no scalar operation has business there
	}
	m := &t.Rec.X.Mem
	switch m.Kind {
	case isa.MemStore, isa.MemStoreFormat, isa.MemAtomic, isa.MemLdsStore:
		op.write = true
	}
	if op.write {
		op.exec, op.bytes = exec, size
		*op.place() = t.Atom.Addr
	}
	w.compareVector(op, exec, size, &t.Atom.Addr)
}

// compareVector compares a vector operation with scalar ones that are outstanding.
func (w *wave) compareVector(op *mop, exec uint64, size uint32, addr *[isa.Lanes]uint64) {
	for i := range w.check.board.List {
		q := &w.check.board.List[i]
		if q.Class != waitcnt.SMem {
			continue
		}
		o := w.memc.op(q)
		if o == nil || o.scalar == 0 || !o.write && !op.write {
			continue
		}
		lo, hi := o.addr[0], o.addr[0]+uint64(o.scalar)
		for l := exec; l != 0; l &= l - 1 {
			if a := addr[bits.TrailingZeros64(l)&63]; a < hi && lo < a+uint64(size) {
				w.scalarRace(op.r, q, o, a, uint64(size), op.write, l)
				break
			}
		}
	}
}

// scalarRace reports two operations on the same bytes, at least one of them scalar, of which the
// older one is not proved complete.
func (w *wave) scalarRace(r *engine.Rec, q *waitcnt.Pending, o *mop, addr, n uint64, write bool, lanes uint64) {
	f := newFinding[waitcnt.RuleSMemStore]
	if w.repeated(&f, r, o.r, "global") {
		return
	}
	w.produced(&f, o.r)
	f.Access = "read"
	if write {
		f.Access = "write"
	}
	if lanes != 0 {
		f.Lanes = lanesText(lanes & -lanes)
	}
	f.Memory = &waitcnt.Range{Space: "global", Addr: waitcnt.Addr(addr), Bytes: n}
	w.explain(&f, q)
	f.Fix = "s_waitcnt " + f.Need
	f.Message = fmt.Sprintf("memory bytes %#x-%#x: %s is not proved complete (wait %s, needed %s), and scalar memory is "+
		"not ordered",
		addr, addr+n-1, f.Producer, f.HaveText(), f.Need)
	w.report(r, f)
}

// droppedScalar reports an s_buffer operation of which no dword is in range. Some dwords out of
// range are no finding: compilers load vectors of three as four.
func (w *wave) droppedScalar(t *engine.Token) {
	f := newFinding[waitcnt.RuleBuffer]
	if w.repeated(&f, t.Rec, nil, "scalar") {
		return
	}
	x := t.Rec.X
	base := uint8(x.Operand('s').Code)
	res := mem.DecodeResource(w.prog.Gen, [4]uint32{w.S[base], w.S[base+1], w.S[base+2], w.S[base+3]})
	f.Memory = &waitcnt.Range{Space: "scalar", Addr: waitcnt.Addr(t.SAddr), Bytes: uint64(x.Mem.Size)}
	f.Message = fmt.Sprintf("offset %#x is outside the resource's %#x bytes", int64(t.SAddr-res.Base&^3),
		res.ScalarLimit())
	f.Detail = []string{res.String()}
	w.report(t.Rec, f)
}

// checkBuffer reports lanes, those of out, of a buffer access that the resource's range drops. TFE
// tells the program itself what was dropped (AMD ISA manuals, TFE).
func (w *wave) checkBuffer(t *engine.Token, res mem.Resource, q *mem.BufferQuery, out uint64) {
	x := t.Rec.X
	if x.Inst.Mod.TFE {
		return
	}
	f := newFinding[waitcnt.RuleBuffer]
	if w.repeated(&f, t.Rec, nil, "global") {
		return
	}
	l := bits.TrailingZeros64(out) & 63
	f.Memory = &waitcnt.Range{Space: "global", Addr: waitcnt.Addr(t.Atom.Addr[l]), Bytes: uint64(q.Bytes)}
	f.Lanes = lanesText(out)
	f.Access = "read"
	if x.Mem.Kind != isa.MemLoad && x.Mem.Kind != isa.MemLoadFormat {
		f.Access = "write"
	}
	f.Message = fmt.Sprintf("%d of %d lanes are outside the buffer, the first is lane %d: loads give 0, stores are "+
		"dropped",
		bits.OnesCount64(out), bits.OnesCount64(t.Exec), l)
	f.Detail = []string{res.Explain(q, l)}
	w.report(t.Rec, f)
}

// ownPrivate reports whether an access to private memory, of n bytes from low to that many behind it, is in the wave's
// own part.
func (w *wave) ownPrivate(low, span, n uint64) bool {
	d := w.group.disp
	at := low - d.ScratchBase - w.ScratchOffset()
	return at < d.WaveScratch && span+n <= d.WaveScratch-at
}

// checkPrivate reports an access to private memory, n bytes for each lane of exec, that is not in the wave's own
// part.
func (w *wave) checkPrivate(r *engine.Rec, kind accessKind, at *[isa.Lanes]uint64, exec, n uint64) {
	d := w.group.disp
	base, out := d.ScratchBase+w.ScratchOffset(), uint64(0)
	for m := exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		if p := at[l] - base; p >= d.WaveScratch || p+n > d.WaveScratch {
			out |= 1 << l
		}
	}
	if out != 0 {
		w.foreignPrivate(r, kind, out, at[bits.TrailingZeros64(out)&63], n)
	}
}

// checkInterleaved is checkPrivate of an access whose dwords or bytes lie apart, as those of FLAT and of scratch
// instructions do. Behind the last wave's part, and before the first one's, it is a fault.
func (w *wave) checkInterleaved(t *engine.Token, exec uint64) {
	d, x := w.group.disp, t.Rec.X
	own, size := w.ScratchOffset(), max(int(x.Mem.Size), 1)
	out, addr, bytes := uint64(0), uint64(0), 0
	for m := exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		n := min(size, 4)
		if t.Split != nil || t.PrivOffset[l]&3 != 0 {
			n = 1
		}
		// The first and the last piece: the others lie between them.
		for _, k := range [...]int{0, size - n} {
			p := w.check.privateByte(t, d.ScratchBase, l, k)
			if p-own < d.WaveScratch || p >= d.ScratchBytes {
				continue
			}
			if out == 0 {
				addr, bytes = d.ScratchBase+p, n
			}
			out |= 1 << l
		}
	}
	if out == 0 {
		return
	}
	kind := plainWrite
	if x.Mem.Kind == isa.MemLoad {
		kind = plainRead
	}
	w.foreignPrivate(t.Rec, kind, out, addr, uint64(bytes))
}

// checkScalarPrivate is checkPrivate of a scalar access to n bytes at addr.
func (w *wave) checkScalarPrivate(r *engine.Rec, kind accessKind, addr, n uint64) {
	d := w.group.disp
	if at := addr - d.ScratchBase; at >= d.ScratchBytes {
		return
	} else if p := at - w.ScratchOffset(); p >= d.WaveScratch || p+n > d.WaveScratch {
		w.foreignPrivate(r, kind, 0, addr, n)
	}
}

// foreignPrivate reports an access by the lanes of out to private memory of another wave, by the first of them to
// n bytes at addr. Without lanes it is a scalar one.
func (w *wave) foreignPrivate(r *engine.Rec, kind accessKind, out, addr, n uint64) {
	f := newFinding[waitcnt.RulePrivate]
	if w.repeated(&f, r, nil, "private") {
		return
	}
	d := w.group.disp
	base := d.ScratchBase + w.ScratchOffset()
	f.Memory = &waitcnt.Range{Space: "global", Addr: waitcnt.Addr(addr), Bytes: n}
	who := "the wave"
	if out != 0 {
		who, f.Lanes = fmt.Sprintf("lane %d", bits.TrailingZeros64(out)), lanesText(out)
	}
	f.Access = kind.access()
	f.Message = fmt.Sprintf("%s accesses private memory of another wave: the wave's own part is %#x-%#x, %d bytes a "+
		"work-item", who, base, base+d.WaveScratch-1, d.Scratch)
	f.Fix = "--scratch SIZE, or \"scratch\" in a launch file, gives work-items more"
	w.report(r, f)
}

// checkScalarRead looks at n bytes at addr that a scalar load takes through the scalar cache.
func (w *wave) checkScalarRead(r *engine.Rec, addr uint64, n int) {
	w.checkScalarPrivate(r, plainRead, addr, uint64(n))
	w.checkStale(r, addr, n)
}

// checkStale reports a scalar load that takes bytes from a line of the scalar cache which memory no
// longer holds.
func (w *wave) checkStale(r *engine.Rec, addr uint64, n int) {
	for n > 0 {
		k := min(n, mem.LineBytes-int(addr%mem.LineBytes))
		if diff := w.group.KCache().Stale(addr, k); diff != 0 {
			f := newFinding[waitcnt.RuleKcache]
			if w.repeated(&f, r, nil, "global") {
				return
			}
			at := addr + uint64(bits.TrailingZeros64(diff))
			f.Access = "read"
			f.Memory = &waitcnt.Range{Space: "global", Addr: waitcnt.Addr(at), Bytes: uint64(bits.OnesCount64(diff))}
			f.Message = fmt.Sprintf("the scalar cache holds old bytes at %#x: memory was stored to after the line had been "+
				"loaded, and no s_dcache_inv has been waited for since", at)
			f.Fix = "wait for the store (s_waitcnt vmcnt(0)), then s_dcache_inv and s_waitcnt lgkmcnt(0)"
			w.report(r, f)
			return
		}
		addr += uint64(k)
		n -= k
	}
}

// checkEnd reports scalar stores that stay in the scalar cache.
func (w *wave) checkEnd(r *engine.Rec) {
	s := w.memc.store
	if s == nil {
		return
	}
	f := newFinding[waitcnt.RuleEndDirty]
	if w.repeated(&f, r, s, "") {
		return
	}
	w.produced(&f, s)
	f.Message = fmt.Sprintf("the wave ends and %s has not been written back from the scalar cache", f.Producer)
	f.Fix = "s_dcache_wb before s_endpgm"
	w.report(r, f)
}
