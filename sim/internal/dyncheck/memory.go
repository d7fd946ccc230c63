package dyncheck

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The checks of memory: what Options.Check looks for where operations are issued. An operation counts from its issue until a wait of its wave proves it
// complete, which its wave's [waitcnt.Board] knows: neither the policy of returns nor the order in which waves run decides what is found.

// memCheck is what the checks of memory keep for a wave.
type memCheck struct {
	next  uint32        // number of the next operation: its Op on the board
	ops   [keptOps]*mop // by number modulo keptOps; of older ones the addresses are forgotten
	store *engine.Rec   // a scalar store that no write-back of the cache followed
	// unordered says that operations may be in flight that LDS does not execute in order with DS instructions.
	unordered bool
	foreign   bool     // the operation that is being issued reads what others have written without order
	direct    struct { // an LDS_DIRECT
		r    engine.Rec
		part ldsPart
	}
}

// keptOps is of how many operations a wave keeps the addresses: more than LGKM can count, and as many vector stores as a
// program has in flight.
const keptOps = 32

// mop is an operation with the bytes that it accesses, in LDS or in memory.
type mop struct {
	id    uint32
	r     *engine.Rec
	parts int         // of LDS
	lds   [2]*ldsPart // memory for them is kept
	dma   bool        // a load from memory to LDS
	// foreign says that it read, when it was issued, what others had written without order; turns is that of the shadow then.
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
	bytes  uint32
	kind   accessKind
	data   int // first captured row that a plain write stores, -1 where it is not known
	wanted uint64
}

// noTop is higher than any byte of LDS.
const noTop = 1 << 31

// accessKind is what an access does with memory, as far as races are concerned.
type accessKind uint8

// The kinds. A coherent read is one that bypasses the caches of its compute unit (GLC), as loads of atomic variables do.
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

// repeated counts a finding that has been made before, so that its texts are not made again. The key
// is that of [wave.report].
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
	c.next, c.store, c.unordered = keptOps, nil, false // no operation of before has a number from here on
	for _, op := range c.ops {
		if op != nil {
			op.id = 0
		}
	}
}

// checkIssue looks at an operation that is being issued: its addresses are known, nothing has been accessed yet.
func (w *wave) checkIssue(t *engine.Token) *mop {
	w.tok[t.Slot].op = 0
	c := w.memc
	r := t.Rec
	x := r.X
	if g := w.group.global; g != nil {
		w.tok[t.Slot].spell = g.number
		if x.Inst.Form.Fmt == isa.DS && x.Mem.Kind != isa.MemLoad {
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
			w.partsDS(t, op)
		}
	case isa.SMRD, isa.SMEM:
		w.checkScalar(t, op)
	case isa.MUBUF, isa.MTBUF:
		if x.Inst.Mod.LDS || x.Mem.Kind == isa.MemLdsStore {
			w.partDMA(t, op, x.Mem.Kind != isa.MemLdsStore)
		}
		w.checkVector(t, op, t.Exec&t.Part[0], uint32(t.Atom.Bytes))
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
	}
	if op.parts != 0 {
		c.foreign = false
		for _, p := range op.lds[:op.parts] {
			w.checkLDS(t, op, p)
		}
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

// part adds an access of LDS: the lanes of exec at addr + offset, without the bits of mask, below limit.
func (o *mop) part(exec uint64, addr *isa.Row, offset, mask, limit uint32, bytes int, kind accessKind, data int) {
	p := o.lds[o.parts]
	if p == nil {
		p = new(ldsPart)
		o.lds[o.parts] = p
	}
	o.parts++
	p.exec, p.wanted, p.top, p.bytes, p.kind, p.data = 0, exec, noTop, uint32(bytes), kind, data
	if exec == engine.AllLanes {
		top, top1 := uint32(0), uint32(0) // as mem.LDS resolves addresses
		for l := 0; l < isa.Lanes; l += 2 {
			v, v1 := (addr[l]+offset)&^mask, (addr[l+1]+offset)&^mask
			p.pos[l], p.pos[l+1] = v, v1
			top, top1 = max(top, v), max(top1, v1)
		}
		if top = max(top, top1); uint64(top)+uint64(bytes) <= uint64(limit) {
			p.exec, p.top = exec, top
			return
		}
	}
	for m := exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		v := (addr[l] + offset) &^ mask
		p.pos[l] = v
		if uint64(v)+uint64(bytes) <= uint64(limit) {
			p.exec |= 1 << l
		}
	}
}

// partsDS finds the bytes that a DS instruction accesses, as serviceDS and package mem resolve them.
func (w *wave) partsDS(t *engine.Token, op *mop) {
	x := t.Rec.X
	m := &x.Mem
	has := w.prog.Features()
	size := uint32(len(w.group.LDS.Bytes()))
	limit, mask := mem.LDSLimit(has, t.M0, size), mem.DSAlignMask(has, int(m.Size))
	n := int(m.Size) / 4
	offset := uint32(x.Inst.Mod.Offset)
	addr := &t.LDSAddr
	kind, data := plainRead, -1
	switch m.Kind {
	case isa.MemLoad:
	case isa.MemStore:
		kind, data = plainWrite, 0
	case isa.MemAtomic:
		kind = atomicAccess
	case isa.MemAppend, isa.MemConsume:
		one := isa.Row{}
		op.part(t.Exec&-t.Exec, &one, mem.AppendBase(t.M0)+offset, 3, size, 4, atomicAccess, -1)
		if offset&^3+4 > size {
			op.lds[0].exec = 0
		}
		return
	case isa.MemCondXchg:
		var at isa.Row
		for l := range addr {
			at[l] = (addr[l] + offset) & 0xffff
		}
		op.part(t.Exec, &at, 0, uint32(4*n-1), limit, 4*n, atomicAccess, -1)
		return
	default:
		return // lanes of registers, or global wave sync
	}
	switch {
	case m.Src2:
		a, b := mem.Src2Addrs(addr, uint8(offset), uint8(offset>>8))
		op.part(t.Exec, &a, 0, mask, limit, int(m.Size), kind, -1)
		op.part(t.Exec, &b, 0, mask, limit, int(m.Size), plainRead, -1)
		op.lds[1].wanted = op.lds[1].exec // out of range it reads 0 on purpose
	case m.Two:
		o0, o1 := engine.PairOffsets(x)
		op.part(t.Exec, addr, o0, mask, limit, int(m.Size), kind, data)
		if o0 != o1 || kind != plainWrite {
			if data == 0 {
				data = n
			}
			op.part(t.Exec, addr, o1, mask, limit, int(m.Size), kind, data)
		}
	case m.TID:
		op.part(t.Exec, &mem.Lane4, t.M0&0xffff+offset, mask, limit, int(m.Size), kind, data)
	default:
		op.part(t.Exec, addr, offset, mask, limit, int(m.Size), kind, data)
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
	op.part(t.Exec, &mem.Lane4, mem.BufferLDSBase(w.prog.Features(), t.M0, uint32(x.Inst.Mod.Offset)), 3, size, max(int(x.Mem.Size), 4), kind, -1)
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

// checkLDS checks one access of LDS against bounds, against what has been written, against loads to LDS that are in flight, and against other waves.
func (w *wave) checkLDS(t *engine.Token, op *mop, p *ldsPart) {
	r := op.r
	if out := p.wanted &^ p.exec; out != 0 {
		w.droppedLDS(t.M0, r, p, out)
	}
	if p.exec == 0 {
		return
	}
	for i := range w.check.board.List {
		q := &w.check.board.List[i]
		if !q.Data() || q.Class != waitcnt.VMem && q.Class != waitcnt.LDS {
			continue
		}
		if o := w.memc.op(q); o != nil && o.dma != op.dma {
			w.checkDMA(r, p, q, o)
		}
	}
	w.group.lds.access(w, t, r, p)
}

// checkDirect checks what LDS_DIRECT reads, in the instruction that is being executed.
func (w *wave) checkDirect(x *engine.Bound, at, n int) {
	d := &w.memc.direct
	d.r = engine.Rec{X: x, Slot: w.IP() - uint32(x.Inst.Len/4), Len: x.Inst.Len / 4}
	p := &d.part
	p.pos[0], p.exec, p.wanted, p.top, p.bytes, p.kind, p.data = uint32(at), 1, 1, noTop, uint32(n), plainRead, -1
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
	switch {
	case size == 0:
		rule = waitcnt.RuleNoLDS
	case r.X.Inst.LDSLimit() && w.SWritten[isa.CodeM0>>6]>>(isa.CodeM0&63)&1 == 0:
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
	case rule == waitcnt.RuleNoLDS:
		f.Message = fmt.Sprintf("lane %d accesses LDS bytes %#x-%#x: the launch has given the work-group no LDS", l, p.pos[l], p.pos[l]+p.bytes-1)
		f.Fix = "--lds SIZE, or \"dynamic_lds\" in a launch file, gives it LDS"
	case rule == waitcnt.RuleUninitM0:
		f.Register = ""
		f.Message = fmt.Sprintf("LDS is limited by M0, which neither the ABI nor the program has set (it holds %#x)", m0)
		f.Fix = "s_mov_b32 m0, -1 before the first LDS access"
	default:
		f.Message = fmt.Sprintf("lane %d accesses LDS bytes %#x-%#x: the work-group has %#x", l, p.pos[l], p.pos[l]+p.bytes-1, size)
		if r.X.Inst.LDSLimit() && uint64(m0) < uint64(size) {
			f.Message += fmt.Sprintf(", and M0 limits it to %#x", m0)
			f.Fix = "set M0 to -1, or to the size of LDS, before the access"
		}
	}
	w.report(r, f)
}

// checkDMA reports LDS bytes that both a load to LDS and another access have, of which the older one is in flight: the two are counted apart.
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
			f.Message = fmt.Sprintf("LDS bytes %#x-%#x are accessed before %s, which %s them, is proved complete: wait %s, needed %s",
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

// ldsShadow knows for each dword of a work-group's LDS who accessed it last. Stamps order accesses: a barrier and each write raise the stamp, and a
// wave knows up to which stamp the accesses of each other wave come before its own. So nothing has to be cleared, not even between work-groups, which
// use one shadow after the other.
//
// # How do flags order waves?
//
// LDS executes the DS instructions of a wave in order. So a read that sees another wave's write comes behind all that this wave had done in LDS before,
// waited for or not, and behind all that it knew; transfers between memory and LDS, and FLAT, have to be waited for. The reader may rely on it where what
// it reads decides how it goes on: it waits for the flag in a loop, or it is an atomic, which nobody uses for data alone (poll.go finds out). A
// value that decides a branch once may be a flag too: the reader is taken to rely on it, and the race for the flag itself becomes a warning.
//
// approximate: of several waves that write one dword without order, only the last one is kept; of those that change it by atomics, what they have
// done up to the last change. That leaves races unseen; what is reported is one.
type ldsShadow struct {
	cells []ldsCell
	now   uint32
	start uint32 // stamp at which the work-group began
	waves int
	knows [maxWaves][maxWaves]uint32
	floor uint32                // the stamp up to which all knew all others at the last barrier
	known [maxWaves][]knowledge // what each wave knew since then, oldest first
	seen  [maxWaves]uint32      // of waves whose writes an access has seen, the last stamp
	turn  int                   // the wave that wrote last
	turns uint32                // how often that has changed
	inits uint32                // bytes that Launch.InitLDS has written
	met   uint16                // waves that have relied on another one's flag or atomic since the last barrier
	full  uint32                // all bytes below have been written, as far as a work-group of one wave is concerned
}

// knowledge is what a wave knew from a stamp on.
type knowledge struct {
	from  uint32
	knows [maxWaves]uint32
}

// maxKnown is how often between two barriers a wave can learn before the oldest knowledge is forgotten: what it did then counts as done a little later.
const maxKnown = 128

// maxWaves is the most waves of a work-group.
const maxWaves = isa.MaxGroupWaves

// ldsCell is a dword of LDS. Masks have a bit for each byte.
type ldsCell struct {
	wrote, read    uint32 // stamps
	writer, reader uint32 // records
	readers        uint16 // waves that read at read or a little later, as bits
	chain          uint16 // waves whose atomics, one behind the other, made the value, and the wave that wrote before
	by             uint8  // wave that wrote
	wmask, rmask   uint8
	init           uint8  // bytes that have been written since the work-group began
	atomic         bool   // all that is in wmask was written by atomics
	known          bool   // value is what wmask's bytes were set to
	value          uint32 // by plain writes
}

// begin prepares the shadow for a work-group.
func (s *ldsShadow) begin(g *group) {
	if n := (len(g.LDS.Bytes()) + 3) / 4; len(s.cells) < n {
		s.cells = make([]ldsCell, n)
	}
	if s.now >= 1<<31 {
		clear(s.cells)
		s.now = 0
	}
	s.now++
	s.start, s.waves, s.full, s.met = s.now, len(g.Waves), 0, 0
	s.inits = uint32(min(len(g.disp.InitLDS), len(g.LDS.Bytes())))
	s.level()
}

// level makes all waves know all that was done before.
func (s *ldsShadow) level() {
	s.floor = s.now
	for i := range s.knows[:s.waves] {
		for j := range s.knows[i][:s.waves] {
			s.knows[i][j] = s.now
		}
		s.known[i] = s.known[i][:0]
	}
	s.now++
}

// alone is access where there is no other wave.
func (s *ldsShadow) alone(w *wave, r *engine.Rec, p *ldsPart) {
	if p.top+p.bytes <= s.full {
		return
	}
	missing := uint64(0)
	for m := p.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at := p.pos[l]
		if c := &s.cells[at>>2]; at&3 == 0 && p.bytes <= 4 && c.wrote >= s.start && c.init == 15 {
			continue // the frequent case
		}
		for left := p.bytes; left > 0; {
			k, mask := uint32(4), uint8(15)
			if at&3 != 0 || left < 4 {
				k = min(4-at&3, left)
				mask = uint8(1<<k-1) << (at & 3)
			}
			c := &s.cells[at>>2]
			if c.wrote < s.start {
				c.wrote, c.wmask, c.init = s.start, 0, 0
			}
			if p.kind != plainWrite && c.init&mask != mask && at >= s.inits {
				missing |= 1 << l
			}
			c.init |= mask // a missing byte is told once
			at += k
			left -= k
		}
	}
	for i := int(s.full / 4); i < len(s.cells) && s.cells[i].wrote >= s.start && s.cells[i].init == 15; i++ {
		s.full += 4
	}
	if missing != 0 {
		w.uninitLDS(r, p, missing)
	}
}

// access checks an access and enters it.
func (s *ldsShadow) access(w *wave, t *engine.Token, r *engine.Rec, p *ldsPart) {
	v := w.Num
	if s.waves == 1 {
		s.alone(w, r, p)
		return
	}
	sees := p.kind == plainRead || p.kind == atomicAccess && r.X.Results > 0 // the program gets what it reads
	know := &s.knows[v]
	bit := uint16(1) << v
	missing, foreign := uint64(0), false
	told, toldSame := ^uint32(0), ^uint32(0) // the records that the last findings of this access name
	slot := r.Slot
	left := p.exec
	switch {
	case p.bytes%4 != 0:
	case p.kind == plainRead:
		left = 0
		for k := uint32(0); k < p.bytes; k += 4 {
			left |= s.readOrdered(v, slot, p, k)
		}
	case p.kind == plainWrite && p.data >= 0:
		left = s.writeOrdered(v, slot, p, t.Data[p.data:p.data+int(p.bytes/4)])
	}
	for m := left; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at, left := p.pos[l], p.bytes
		for left > 0 {
			k, mask := uint32(4), uint8(15)
			if at&3 != 0 || left < 4 {
				k = min(4-at&3, left)
				mask = uint8(1<<k-1) << (at & 3)
			}
			c := &s.cells[at>>2]
			if c.wrote >= s.start && (int(c.by) == v || c.wrote <= know[c.by]) && !s.chained(c, bit) {
				// The frequent cases: what is read was written in order, what is written nobody else has read.
				switch {
				case p.kind == plainRead && c.init&mask == mask:
					if c.readers == bit && c.read == s.now {
						c.rmask |= mask
						c.reader = slot
					} else {
						s.reads(c, mask, v, slot)
					}
					at += k
					left -= k
					continue
				case p.kind == plainWrite && p.data >= 0 && mask == 15 && !c.atomic && (c.read < s.start || c.readers == bit):
					c.set(s.now, v, slot, stored(t, p, l, p.bytes-left, 4))
					at += 4
					left -= 4
					continue
				}
			}
			foreign = foreign || s.chained(c, bit)
			value := uint32(0)
			if p.data >= 0 {
				value = stored(t, p, l, p.bytes-left, k) << (at & 3 * 8)
			}
			if c.wrote < s.start {
				c.wrote, c.wmask, c.init = s.start, 0, 0
			}
			if c.wmask&mask != 0 && int(c.by) != v && c.wrote > know[c.by] {
				foreign = true
				if !(c.atomic && p.kind == atomicAccess) && c.writer != told {
					flag := flagOf(w.prog, slot, c, sees, p)
					same := p.kind == plainWrite && !c.atomic && p.data >= 0 && c.known && (value^c.value)&byteBits[c.wmask&mask&15] == 0
					switch {
					case flag == pollLoop:
					case !same:
						told = c.writer
						s.report(w, r, p, l, c, c.writes(), false, flag)
					case c.writer != toldSame:
						toldSame = c.writer
						s.report(w, r, p, l, c, plainWrite, true, flag)
					}
				}
			}
			if p.kind != plainRead && c.rmask&mask != 0 && c.readers&^bit != 0 && c.read >= s.start && c.reader != told && s.unordered(v, c) {
				if flag := w.prog.pollingOf(c.reader).of(p); flag != pollLoop {
					told = c.reader
					s.report(w, r, p, l, c, plainRead, false, flag)
				}
			}
			if p.kind != plainWrite && c.init&mask != mask && at >= s.inits {
				missing |= 1 << l
				c.init |= mask // once is enough
			}
			if p.kind == plainRead {
				s.reads(c, mask, v, slot)
			} else {
				s.writes(c, mask, uint8(v), slot, p.kind == atomicAccess)
				c.known = c.known && p.data >= 0 || p.data >= 0 && c.wmask == mask
				c.value = c.value&^byteBits[mask&15] | value&byteBits[mask&15]
			}
			at += k
			left -= k
		}
	}
	if p.kind != plainRead {
		s.now++
		if s.turn != v {
			s.turn = v
			s.turns++
		}
		if w.memc.unordered {
			w.memc.unordered = s.keepOut(w)
		}
	}
	w.memc.foreign = w.memc.foreign || foreign && sees
	if missing != 0 {
		w.uninitLDS(r, p, missing)
	}
}

// readOrdered enters the lanes that read a dword, k bytes behind the first, which was written, and in order with the wave, and returns the others.
func (s *ldsShadow) readOrdered(v int, slot uint32, p *ldsPart, k uint32) (rest uint64) {
	start, now, bit, know := s.start, s.now, uint16(1)<<v, &s.knows[v]
	before := ^uint32(0)
	for m := p.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at := p.pos[l] + k
		if at == before {
			continue
		}
		before = at
		c := &s.cells[at>>2]
		if at&3 != 0 || c.wrote < start || c.init != 15 || int(c.by) != v && c.wrote > know[c.by&(maxWaves-1)] || s.chained(c, bit) {
			rest |= 1 << l
			before = ^uint32(0)
			continue
		}
		if c.readers == bit && c.read == now {
			c.rmask = 15
			c.reader = slot
		} else {
			s.reads(c, 15, v, slot)
		}
	}
	return rest
}

// writeOrdered enters the lanes that write dwords which no other wave has accessed but in order with the wave, and returns the others.
func (s *ldsShadow) writeOrdered(v int, slot uint32, p *ldsPart, data []isa.Row) (rest uint64) {
	start, now, bit, know := s.start, s.now, uint16(1)<<v, &s.knows[v]
	row := &data[0]
	for m := p.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at := p.pos[l]
		c := &s.cells[at>>2]
		ordered := at&3 == 0 && c.ordered(start, v, bit, know)
		for k := 1; k < len(data); k++ {
			ordered = ordered && s.cells[int(at>>2)+k].ordered(start, v, bit, know)
		}
		if !ordered {
			rest |= 1 << l
			continue
		}
		c.set(now, v, slot, row[l])
		for k := 1; k < len(data); k++ {
			s.cells[int(at>>2)+k].set(now, v, slot, data[k][l])
		}
	}
	return rest
}

// ordered reports whether wave v can write the cell: other waves have accessed it only before, or not at all since the stamp start.
func (c *ldsCell) ordered(start uint32, v int, bit uint16, know *[maxWaves]uint32) bool {
	written := c.wrote >= start && (int(c.by) != v && c.wrote > know[c.by&(maxWaves-1)] || c.atomic)
	return !written && (c.read < start || c.readers == bit)
}

// set enters a plain write of the whole cell.
func (c *ldsCell) set(now uint32, v int, slot, value uint32) {
	c.wrote, c.by, c.wmask, c.init, c.writer = now, uint8(v), 15, 15, slot
	c.atomic, c.known, c.chain, c.value = false, true, 0, value
}

// flagOf is what a read at a record, or the read of an atomic that has written the cell before, is for.
func flagOf(prog *program, slot uint32, c *ldsCell, sees bool, p *ldsPart) polling {
	switch {
	case sees:
		return prog.pollingOf(slot).of(p)
	case c.atomic && prog.pollingOf(c.writer) == pollLoop:
		return pollLoop
	}
	return pollNone
}

// unordered reports whether a reader of the cell other than v is not known to have come before.
func (s *ldsShadow) unordered(v int, c *ldsCell) bool {
	for m := c.readers &^ (1 << v); m != 0; m &= m - 1 {
		if c.read > s.knows[v][bits.TrailingZeros16(m)] {
			return true
		}
	}
	return false
}

// reads enters a read. Several readers are kept with the bytes that all of them read, and with the earliest stamp.
func (s *ldsShadow) reads(c *ldsCell, mask uint8, v int, slot uint32) {
	bit := uint16(1) << v
	switch {
	case c.read < s.start, c.readers == bit && c.read != s.now, c.read <= s.knows[v][v]:
		c.read, c.readers, c.rmask = s.now, bit, mask
	case c.readers == bit:
		c.rmask |= mask
	case c.rmask&mask != 0:
		c.readers |= bit
		c.rmask &= mask
	default:
		c.read, c.readers, c.rmask = s.now, bit, mask
	}
	c.reader = slot
}

// writes enters a write.
func (s *ldsShadow) writes(c *ldsCell, mask, v uint8, slot uint32, atomic bool) {
	switch {
	case !atomic:
		c.chain = 0
	case c.wrote > s.floor && c.wmask != 0:
		c.chain |= 1<<c.by | 1<<v
	default:
		c.chain = 1 << v
	}
	if c.wrote == s.now && c.by == v {
		c.wmask |= mask
		c.atomic = c.atomic && atomic
	} else {
		c.wrote, c.by, c.wmask, c.atomic = s.now, v, mask, atomic
	}
	c.init |= mask
	c.writer = slot
}

// chained reports whether a cell that wave v, or one that it knows, has written last also holds what others have made of it by atomics since the last
// barrier.
func (s *ldsShadow) chained(c *ldsCell, bit uint16) bool {
	return c.chain&^bit != 0 && c.wrote > s.floor
}

// served makes wave w rely on what an operation on LDS has read: LDS executes it now, so this is when it sees what others have written.
func (s *ldsShadow) served(w *wave, t *engine.Token) {
	id := w.tok[t.Slot].op
	if id == 0 {
		return
	}
	op := w.memc.ops[id%keptOps]
	if op == nil || op.id != id || !op.foreign && op.turns == s.turns {
		return // nobody else has written since it was issued
	}
	for _, p := range op.lds[:op.parts] {
		s.sees(w, t.Rec, p)
	}
}

// sees makes a wave rely on what an access has read, if that decides where the wave goes.
func (s *ldsShadow) sees(w *wave, r *engine.Rec, p *ldsPart) {
	if p.kind == plainWrite || p.kind == atomicAccess && r.X.Results == 0 {
		return
	}
	v, saw := w.Num, uint16(0)
	for m := p.exec; m != 0; m &= m - 1 {
		at := p.pos[bits.TrailingZeros64(m)&63]
		for k := at >> 2; k <= (at+p.bytes-1)>>2; k++ {
			c := &s.cells[k]
			if c.wrote <= s.floor || c.wmask == 0 || (int(c.by) == v || c.wrote <= s.knows[v][c.by]) && !s.chained(c, 1<<v) {
				continue
			}
			for n := c.chain | 1<<c.by; n != 0; n &= n - 1 {
				u := bits.TrailingZeros16(n)
				if saw>>u&1 == 0 || s.seen[u] < c.wrote {
					s.seen[u] = c.wrote
				}
				saw |= 1 << u
			}
		}
	}
	if saw != 0 && (p.kind == atomicAccess || w.prog.pollingOf(r.Slot).of(p) != pollNone) {
		s.acquire(v, saw)
	}
}

// acquire makes known to wave v what the waves of saw had done and known at their stamps in seen.
func (s *ldsShadow) acquire(v int, saw uint16) {
	know, learnt := &s.knows[v], false
	for m := saw &^ (1 << v); m != 0; m &= m - 1 {
		u := bits.TrailingZeros16(m)
		t := s.seen[u]
		if know[u] >= t {
			continue
		}
		learnt = true
		know[u] = t
		list := s.known[u]
		for i := len(list) - 1; i >= 0; i-- {
			if k := &list[i]; k.from <= t {
				for j, n := range k.knows {
					know[j] = max(know[j], n)
				}
				break
			}
		}
	}
	if !learnt {
		return
	}
	s.met |= 1 << v
	list := s.known[v]
	if len(list) == maxKnown {
		list = list[:copy(list, list[maxKnown/2:])]
		list[0].from = 0
	}
	s.known[v] = append(list, knowledge{s.now, *know})
}

// keepOut takes what the wave has in flight between memory and LDS, or by FLAT, out of what the write that it has just made comes behind. It reports
// whether there was any.
func (s *ldsShadow) keepOut(w *wave) (any bool) {
	for i := range w.check.board.List {
		q := &w.check.board.List[i]
		op := w.memc.op(q)
		if op == nil || !q.Data() || q.Class == waitcnt.LDS {
			continue
		}
		for _, p := range op.lds[:op.parts] {
			any = true
			s.again(w.Num, op.r, p)
		}
	}
	return any
}

// barrier orders the waves of the work-group; accesses that a wave has in flight come after it, too.
func (s *ldsShadow) barrier(g *group) {
	if s.waves < 2 {
		return
	}
	s.level()
	s.met = 0
	for _, w := range g.waves {
		if w.State != engine.AtBarrier {
			continue
		}
		for i := range w.check.board.List {
			q := &w.check.board.List[i]
			op := w.memc.op(q)
			if op == nil || !q.Data() {
				continue
			}
			for _, p := range op.lds[:op.parts] {
				s.again(w.Num, op.r, p)
			}
		}
	}
}

// again enters an access once more, without a check: it has been checked when it was issued.
func (s *ldsShadow) again(v int, r *engine.Rec, p *ldsPart) {
	for m := p.exec; m != 0; m &= m - 1 {
		at, left := p.pos[bits.TrailingZeros64(m)&63], p.bytes
		for left > 0 {
			k := min(4-at&3, left)
			mask := uint8(1<<k-1) << (at & 3)
			if c := &s.cells[at>>2]; p.kind == plainRead {
				s.reads(c, mask, v, r.Slot)
			} else {
				c.known = c.known && int(c.by) == v
				s.writes(c, mask, uint8(v), r.Slot, p.kind == atomicAccess)
			}
			at += k
			left -= k
		}
	}
}

// byteBits has the bits of a dword's bytes, by a mask of bytes.
var byteBits = func() (t [16]uint32) {
	for i := range t {
		for b := range 4 {
			t[i] |= uint32(i>>b&1) * 0xff << (8 * b)
		}
	}
	return t
}()

// writes is the kind of the accesses of the last writer.
func (c *ldsCell) writes() accessKind {
	if c.atomic {
		return atomicAccess
	}
	return plainWrite
}

// stored returns n bytes (1 to 4) from byte i on of what a lane stores.
func stored(t *engine.Token, p *ldsPart, lane int, i, n uint32) uint32 {
	if i&3|n == 4 && t.Rec.X.Mem.D16 != isa.D16Hi {
		return t.Data[(p.data+int(i/4))&3][lane]
	}
	at := i
	if t.Rec.X.Mem.D16 == isa.D16Hi {
		at += 2
	}
	v := t.Data[(p.data+int(at/4))&3][lane] >> (at & 3 * 8)
	if rest := 4 - at&3; n > rest {
		v |= t.Data[(p.data+int(at/4)+1)&3][lane] << (rest * 8)
	}
	return v
}

// report makes the finding of a race: r of w accesses what the cell says that another wave has accessed, in a way kind says. same is true where both
// write the same values.
func (s *ldsShadow) report(w *wave, r *engine.Rec, p *ldsPart, lane int, c *ldsCell, kind accessKind, same bool, flag polling) {
	slot, wave, at := c.writer, int(c.by), p.pos[lane]
	mask := c.wmask
	if kind == plainRead {
		slot, mask = c.reader, c.rmask
		wave = bits.TrailingZeros16(c.readers &^ (1 << w.Num))
	}
	f := newFinding[waitcnt.RuleLDSRace]
	switch {
	case kind == atomicAccess || p.kind == atomicAccess:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"one of the two is atomic: loads and stores of atomic variables look like plain ones"}
	case same:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"both write the same value"}
	case flag == pollBranch:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"what is read decides a branch: it may be a flag that orders the waves"}
	}
	producer := &w.prog.Recs()[slot]
	if w.repeated(&f, r, producer, "lds") {
		return
	}
	w.produced(&f, producer)
	f.Access, f.Lanes = p.kind.access(), lanesText(1<<lane)
	f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(at), Bytes: uint64(p.bytes)}
	f.Message = fmt.Sprintf("wave %d %s LDS bytes %#x-%#x, which wave %d %s with %s: nothing orders the two", w.Num, p.kind, at, at+p.bytes-1,
		wave, kind, f.Producer)
	f.Detail = append(f.Detail, fmt.Sprintf("wave %d of work-group %v accessed of the dword at %#x the bytes %04b", wave, w.group.ID, at&^3, mask))
	f.Fix = "s_waitcnt lgkmcnt(0) and s_barrier in both waves, between the two accesses"
	w.report(r, f)
}

// uninitLDS reports a read of bytes that nothing has written.
func (w *wave) uninitLDS(r *engine.Rec, p *ldsPart, lanes uint64) {
	f := newFinding[waitcnt.RuleUninitLDS]
	if w.repeated(&f, r, nil, "lds") {
		return
	}
	l := bits.TrailingZeros64(lanes) & 63
	f.Access, f.Lanes = "read", lanesText(lanes)
	f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(p.pos[l]), Bytes: uint64(p.bytes)}
	f.Message = fmt.Sprintf("lane %d reads LDS bytes %#x-%#x, which nothing in the work-group has written", l, p.pos[l], p.pos[l]+p.bytes-1)
	w.report(r, f)
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
			f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(p.pos[bits.TrailingZeros64(p.wanted)&63]), Bytes: uint64(p.bytes)}
		}
		f.Access = p.kind.access()
		w.explain(&f, q)
		f.Message = fmt.Sprintf("%s is not proved complete at the barrier (wait %s, needed %s): other waves may pass the barrier before it is done",
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
		w.memc.store = t.Rec
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
	lo, hi := t.SAddr, t.SAddr+uint64(m.Size)
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
			if a := t.Atom.Addr[bits.TrailingZeros64(l)&63]; a < hi && lo < a+uint64(size) {
				w.scalarRace(op.r, q, o, a, uint64(size), op.write, l)
				break
			}
		}
	}
}

// scalarRace reports two operations on the same bytes, at least one of them scalar, of which the older one is not proved complete.
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
	f.Message = fmt.Sprintf("memory bytes %#x-%#x: %s is not proved complete (wait %s, needed %s), and scalar memory is not ordered",
		addr, addr+n-1, f.Producer, f.HaveText(), f.Need)
	w.report(r, f)
}

// droppedScalar reports an s_buffer operation of which no dword is in range. Some dwords out of range are no finding: compilers load vectors of three as four.
func (w *wave) droppedScalar(t *engine.Token) {
	f := newFinding[waitcnt.RuleBuffer]
	if w.repeated(&f, t.Rec, nil, "scalar") {
		return
	}
	x := t.Rec.X
	base := uint8(x.Operand('s').Code)
	res := mem.DecodeResource(w.prog.Gen, [4]uint32{w.S[base], w.S[base+1], w.S[base+2], w.S[base+3]})
	f.Memory = &waitcnt.Range{Space: "scalar", Addr: waitcnt.Addr(t.SAddr), Bytes: uint64(x.Mem.Size)}
	f.Message = fmt.Sprintf("offset %#x is outside the resource's %#x bytes", int64(t.SAddr-res.Base&^3), res.ScalarLimit())
	f.Detail = []string{res.String()}
	w.report(t.Rec, f)
}

// checkBuffer reports lanes, those of out, of a buffer access that the resource's range drops. TFE tells the program itself what was dropped (AMD ISA manuals, TFE).
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
	f.Message = fmt.Sprintf("%d of %d lanes are outside the buffer, the first is lane %d: loads give 0, stores are dropped",
		bits.OnesCount64(out), bits.OnesCount64(t.Exec), l)
	f.Detail = []string{res.Explain(q, l)}
	w.report(t.Rec, f)
}

// checkStale reports a scalar load that takes bytes from a line of the scalar cache which memory no longer holds.
func (w *wave) checkStale(t *engine.Token, addr uint64, n int) {
	for n > 0 {
		k := min(n, mem.LineBytes-int(addr%mem.LineBytes))
		if diff := w.group.KCache().Stale(addr, k); diff != 0 {
			f := newFinding[waitcnt.RuleKcache]
			if w.repeated(&f, t.Rec, nil, "global") {
				return
			}
			at := addr + uint64(bits.TrailingZeros64(diff))
			f.Access = "read"
			f.Memory = &waitcnt.Range{Space: "global", Addr: waitcnt.Addr(at), Bytes: uint64(bits.OnesCount64(diff))}
			f.Message = fmt.Sprintf("the scalar cache holds old bytes at %#x: memory was stored to after the line had been loaded, and no s_dcache_inv followed", at)
			f.Fix = "wait for the store (s_waitcnt vmcnt(0)), then s_dcache_inv and s_waitcnt lgkmcnt(0)"
			w.report(t.Rec, f)
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
