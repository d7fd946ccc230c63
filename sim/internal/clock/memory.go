package clock

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// tags are a cache without its contents: which lines are there, and since when.
type tags struct {
	line, sets uint64
	mask       uint64 // sets - 1 where that is a power of two, else 0
	ways       int
	lines      []tagLine
	clock      uint64
	stats      CacheTiming
}

type tagLine struct {
	addr  uint64 // multiple of the line size
	ready uint64 // when it arrives; never: not known yet
	used  uint64 // time of last use; 0: free
	dirty bool
}

func newTags(c *chip.Chip, size, line, ways chip.Field, parts int) tags {
	t := tags{line: uint64(c.Int(line)), ways: c.Int(ways)}
	t.sets = uint64(c.Int(size)) / t.line / uint64(t.ways) / uint64(parts)
	if t.sets&(t.sets-1) == 0 {
		t.mask = t.sets - 1
	}
	t.lines = make([]tagLine, t.sets*uint64(t.ways))
	return t
}

// lookup finds the line of an address, or the place for it, whose line it replaces. Index chooses
// the set.
func (c *tags) lookup(addr, index uint64) (l *tagLine, at int, hit bool) {
	base := int(index & c.mask)
	if c.mask == 0 {
		base = int(index % c.sets)
	}
	base *= c.ways
	set := c.lines[base : base+c.ways]
	c.clock++
	old := 0
	for i := range set {
		l := &set[i]
		if l.used != 0 && l.addr == addr {
			l.used = c.clock
			c.stats.Hits++
			return l, base + i, true
		}
		if l.used < set[old].used {
			old = i
		}
	}
	c.stats.Misses++
	return &set[old], base + old, false
}

// fill puts a line where lookup said.
func (c *tags) fill(l *tagLine, addr, ready uint64) {
	*l = tagLine{addr: addr, ready: ready, used: c.clock}
}

// clear drops all lines.
func (c *tags) clear() { clear(c.lines) }

// fetchBlock is what is fetched at a time: 32 bytes.
const fetchBlock = 32

// icache is an instruction cache.
type icache struct {
	tags  tags
	epoch [4]uint64 // which 64 clocks used is about
	used  [4]uint64 // clocks in which it delivers a block
}

// slot takes the first clock from t on in which the cache delivers nothing yet.
func (c *icache) slot(t uint64) uint64 {
	for w := t / 64; ; w++ {
		i := w % uint64(len(c.epoch))
		switch e := c.epoch[i]; {
		case e > w:
			return t // long ago
		case e < w:
			c.epoch[i], c.used[i] = w, 0
		}
		if free := ^c.used[i] >> (t % 64) << (t % 64); free != 0 {
			b := uint64(bits.TrailingZeros64(free))
			c.used[i] |= 1 << b
			return w*64 + b
		}
		t = (w + 1) * 64
	}
}

// fetch asks for a block of code at t and returns when it is in the wave's instruction buffer;
// never: that is not known yet, and [clockWave.fetched] will be called.
func (u *clockCU) fetch(w *clockWave, block, t uint64) uint64 {
	c, p := u.icache, &u.k.p
	for range p.fetch {
		t = c.slot(t)
	}
	addr := block * fetchBlock &^ (c.tags.line - 1)
	l, at, hit := c.tags.lookup(addr, addr/c.tags.line)
	if hit && l.ready != never {
		return max(t, l.ready) + p.fetchLatency
	}
	if !hit {
		c.tags.fill(l, addr, never)
	}
	u.ask(request{clock: t, kind: askFetch, w: w, gen: w.fetchGen, tags: &c.tags}, u.line(addr, at, hit))
	if !hit {
		for i := uint64(1); i <= p.prefetch; i++ {
			next := addr + i*c.tags.line
			if l, at, hit := c.tags.lookup(next, next/c.tags.line); !hit {
				c.tags.fill(l, next, never)
				u.ask(request{clock: t, kind: askFetch, tags: &c.tags}, u.line(next, at, false))
			}
		}
	}
	return never
}

// Kinds of request.
const (
	askFetch = iota
	askScalar
	askLDS // asks for nothing: an operation behind one that may access LDS
	askLoad
	askWrite // stores and atomics: memory is accessed when the request is served
)

// request is what a compute unit asks of L2 in a window. Requests are served after the window, in
// the order of their clocks.
type request struct {
	clock uint64 // when an L2 that has nothing else to do and the line answers [params.l2Latency] later
	base  uint64 // the operation returns no earlier
	w     *clockWave
	tags  *tags // of the cache that has missed
	lines []lineRequest
	cu    *clockCU
	order int // of the compute unit's requests
	gen   uint32
	kind  uint8
	slot  uint8 // token
}

// lineRequest is one line of a request.
type lineRequest struct {
	addr   uint64
	at     int32 // place in the tags, -1 where the cache does not keep it
	merged bool  // another request has asked for the line
}

// ask adds a request for the lines that have been added from first on.
func (u *clockCU) ask(r request, first int) {
	cl := u.cl
	r.lines = cl.lines[first:len(cl.lines):len(cl.lines)]
	r.cu, r.order = u, len(cl.requests)
	cl.requests = append(cl.requests, r)
}

// line adds a line to be asked for, and returns the number of those before.
func (u *clockCU) line(addr uint64, at int, merged bool) int {
	u.cl.lines = append(u.cl.lines, lineRequest{addr, int32(at), merged})
	return len(u.cl.lines) - 1
}

// operation times the operation that the wave has issued at t.
func (u *clockCU) operation(s *clockSIMD, w *clockWave, t uint64) {
	v := w.w
	ops := v.Counters.Ops()
	op := &ops[len(ops)-1]
	tok := v.Token(op.Slot)
	o := &w.ops[op.Slot]
	*o = opTime{issue: t, exp: never, ret: never, stat: w.k.stat}
	p := &u.k.p
	ret := never
	switch op.Class {
	case waitcnt.LDS:
		if _, ret = u.lds(s, w, tok, t); w.unknownLDS > 0 {
			w.unknownLDS++
			u.ask(request{clock: max(t, w.lastFlat), base: ret, kind: askLDS, w: w, slot: op.Slot}, len(u.cl.lines))
			return
		}
	case waitcnt.GDS:
		start := u.accept(s, catExport, t, uint64(w.k.busy)*p.ldsPorts)
		o.exp = start + uint64(w.k.issue)
		ret = start + p.gdsLatency
	case waitcnt.SMem:
		ret = u.scalar(s, w, tok, op.Slot, t)
	case waitcnt.VMem, waitcnt.Flat:
		u.vector(s, w, tok, op, t)
		return
	case waitcnt.Msg:
		ret = t + p.message
	default: // exports
		ret = u.accept(s, catExport, t, p.export) + p.export
	}
	if ret == never {
		return
	}
	if op.Class.Ordered() {
		ret = max(ret, w.last[op.Class])
		w.last[op.Class] = ret
	}
	o.ret = ret
	w.nextRet = min(w.nextRet, o.ret, o.exp)
}

// accept makes a unit that the SIMDs share accept an instruction at t, which keeps it for n clocks.
// It returns when the unit starts with it. A SIMD's next instruction is accepted when the unit has
// started with this one.
func (u *clockCU) accept(s *clockSIMD, c category, t, n uint64) uint64 {
	start := max(t, u.free[c])
	u.free[c] = start + n
	s.unit[c] = start
	return start
}

// lds times an access to LDS and returns when it starts and when it returns.
func (u *clockCU) lds(s *clockSIMD, w *clockWave, tok *engine.Token, t uint64) (start, ret uint64) {
	p := &u.k.p
	busy := uint64(w.k.busy)
	conflicts := uint64(0)
	if w.k.banks == nil {
		w.k.banks = new(bankPattern)
	}
	if bank := u.bank.access(tok, w.k.banks); bank > busy {
		conflicts = bank - busy
		w.k.stat.conflicts += conflicts
	}
	// The SIMDs of a port share its way to LDS, and all share the banks: these work off what has
	// been accepted, whichever port it comes through.
	port := uint64(s.id) * p.ldsPorts / p.simds
	banks := max(t, u.free[catLDS])
	start = max(banks, u.ports[port])
	u.ports[port] = start + min(uint64(w.k.issue), busy*p.ldsPorts) // *_src2 writes take a wave longer than the port
	u.free[catLDS] = banks + busy + conflicts
	s.unit[catLDS] = start
	return start, start + uint64(w.k.ret) + conflicts
}

// maxBanks is what [chip.LDSBanks] allows.
const maxBanks = 128

// bankCounter counts bank conflicts.
type bankCounter struct {
	half  int
	banks uint32
	count [maxBanks]uint32 // for each bank the different dwords
	// seen has for each dword of LDS the number of the half wave that last asked for it: bytes, as
	// it competes for the host's cache.
	seen []uint8
	now  uint8
}

func newBankCounter(c *chip.Chip) bankCounter {
	return bankCounter{half: c.Int(chip.LDSHalf), banks: uint32(c.Int(chip.LDSBanks)),
		seen: make([]uint8, c.Int(chip.LDSBytes)/4)}
}

// access is the number of clocks that LDS takes for the lanes of an access: lanes are taken half a
// wave at a time, and each bank delivers one dword in a clock, to all lanes that ask for it (AMD
// OpenCL Optimization Guide, 2.2). p is the instruction's.
func (b *bankCounter) access(t *engine.Token, p *bankPattern) (clocks uint64) {
	x := t.Rec.X
	m := &x.Mem
	exec, off, second := t.Exec, uint32(x.Inst.Mod.Offset), uint32(0)
	switch {
	case t.FlatLDS != 0:
		exec, off = t.FlatLDS, 0
	case m.Kind == isa.MemSwizzle || m.Kind == isa.MemPermute || m.Kind == isa.MemBPermute ||
		m.Kind == isa.MemAppend || m.Kind == isa.MemConsume || m.TID:
		return 0 // no banks, one address, or consecutive ones
	case m.Two:
		off, second = engine.PairOffsets(x)
	}
	if p.exec == exec && p.shifted(&t.LDSAddr) {
		p.strikes = 0
		return p.clocks
	}
	bytes := max(4, uint32(m.Size)&^3)
	lanes := uint64(1)<<b.half - 1
	for lo := 0; lo < isa.Lanes; lo += b.half {
		addr, active := t.LDSAddr[lo:lo+b.half], exec>>lo&lanes
		clear(b.count[:b.banks])
		if b.now++; b.now == 0 {
			clear(b.seen)
			b.now = 1
		}
		most := uint32(0)
		for k := uint32(0); k < bytes; k += 4 {
			most = b.dwords(addr, off+k, active, most)
			if m.Two {
				most = b.dwords(addr, second+k, active, most)
			}
		}
		clocks += uint64(most)
	}
	if p.strikes++; p.strikes < 8 || p.strikes%16 == 0 { // addresses that never follow a pattern are seldom kept
		p.exec, p.addr, p.clocks = exec, t.LDSAddr, clocks
	}
	return clocks
}

// bankPattern is what an instruction has last asked of the banks. Most ask for the same again, or
// for what lies some dwords further on, which takes as long.
type bankPattern struct {
	exec    uint64
	addr    isa.Row
	clocks  uint64
	strikes uint32 // accesses since one was like this
}

// shifted reports whether the addresses of the active lanes are those of the pattern, all moved by
// the same number of dwords.
func (p *bankPattern) shifted(addr *isa.Row) bool {
	if p.exec == 0 {
		return true
	}
	first, last := bits.TrailingZeros64(p.exec)&63, bits.Len64(p.exec)-1
	by := addr[first] - p.addr[first]
	if by%4 != 0 || addr[last]-p.addr[last] != by {
		return false
	}
	diff := uint32(0)
	if p.exec == mem.AllLanes {
		for i, a := range addr[:] {
			diff |= a - p.addr[i] - by
		}
		return diff == 0
	}
	for i, a := range addr[:] {
		diff |= (a - p.addr[i] - by) & -uint32(p.exec>>i&1)
	}
	return diff == 0
}

// dwords counts one dword for each active lane of a half wave, and returns what most is then.
// Whether a dword has been asked for before is no branch here: the host could not foresee it.
func (b *bankCounter) dwords(addr []uint32, off uint32, active uint64, most uint32) uint32 {
	count, all, now := &b.count, b.seen, b.now
	banks, last := (b.banks-1)&(maxBanks-1), uint32(len(all)-1)
	if active == 1<<len(addr)-1 {
		for _, a := range addr {
			word := (a + off) >> 2
			seen, c := &all[word&last], &count[word&banks]
			n := *c
			if *seen != now {
				n++
			}
			*seen, *c, most = now, n, max(most, n)
		}
		return most
	}
	for ; active != 0; active &= active - 1 {
		word := (addr[bits.TrailingZeros64(active)] + off) >> 2
		seen, c := &all[word&last], &count[word&banks]
		n := *c
		if *seen != now {
			n++
		}
		*seen, *c, most = now, n, max(most, n)
	}
	return most
}

// scalar times a scalar memory operation. It returns when it returns, never where L2 has to be
// asked.
func (u *clockCU) scalar(s *clockSIMD, w *clockWave, tok *engine.Token, slot uint8, t uint64) uint64 {
	p, c := &u.k.p, u.kcache
	m := &tok.Rec.X.Mem
	n := uint64(m.Size)
	switch m.Kind {
	case isa.MemLoad, isa.MemStore, isa.MemAtomic:
	case isa.MemDcacheInv:
		c.tags.clear()
		return t + p.kLatency
	default:
		return t + p.kLatency
	}
	cycles := (n + p.kRate - 1) / p.kRate
	start := u.accept(s, catScalar, t, cycles)
	ret := start + p.kLatency + cycles - 1
	first := len(u.cl.lines)
	for a := tok.SAddr &^ (c.tags.line - 1); a < tok.SAddr+n; a += c.tags.line {
		if m.Kind == isa.MemAtomic {
			u.line(a, -1, false)
			continue
		}
		l, at, hit := c.tags.lookup(a, a/c.tags.line)
		switch {
		case hit && l.ready != never:
			ret = max(ret, l.ready)
		case m.Kind == isa.MemStore:
			if !hit {
				c.tags.fill(l, a, 0)
			}
		default:
			if !hit {
				c.tags.fill(l, a, never)
			}
			u.line(a, at, hit)
		}
	}
	if len(u.cl.lines) == first {
		return ret
	}
	u.ask(request{clock: start, base: ret, kind: askScalar, w: w, slot: slot, tags: &c.tags}, first)
	return never
}

// vector times a vector memory operation.
func (u *clockCU) vector(s *clockSIMD, w *clockWave, tok *engine.Token, op *waitcnt.Op, t uint64) {
	p := &u.k.p
	x := tok.Rec.X
	m := &x.Mem
	kind, keep := uint8(askLoad), true
	switch {
	case m.Kind == isa.MemStore || m.Kind == isa.MemStoreFormat || m.Kind == isa.MemLdsStore ||
		m.Kind == isa.MemImage && m.Image.Op == isa.ImageStore,
		m.Kind == isa.MemAtomic:
		kind, keep = askWrite, false
	case x.Inst.Mod.GLC:
		keep = false // a load that has to see what others have stored misses on purpose
	}
	first := len(u.cl.lines)
	cycles, inL1 := u.coalesce(w, tok, kind, keep)
	cycles = max(cycles, p.simds)
	start := u.accept(s, catVMEM, t, cycles)
	base := max(start+cycles-p.simds+p.l1Latency, inL1)
	if tok.FlatLDS != 0 {
		_, ret := u.lds(s, w, tok, t)
		base = max(base, ret)
	}
	o := &w.ops[op.Slot]
	switch {
	case op.Left[waitcnt.EXP] == 0:
	case tok.Captured: // at issue: EXP has fallen again
		w.w.Retire(len(w.w.Counters.Ops())-1, waitcnt.EXP)
	default:
		o.exp = start + max(cycles, uint64(w.k.issue))
		w.nextRet = min(w.nextRet, o.exp)
	}
	if len(u.cl.lines) == first && w.unknown == 0 && kind != askWrite {
		o.ret = base
		w.returned(op, o)
		return
	}
	clock := start + cycles - p.simds
	w.unknown++
	if op.Class == waitcnt.Flat {
		w.unknownLDS++
		w.lastFlat = clock
	}
	u.ask(request{clock: clock, base: base, kind: kind, w: w, slot: op.Slot, tags: &u.l1}, first)
}

// returned enters the time at which a vector memory operation returns. Operations of a class return
// in order; those of LDS that come after a FLAT operation which may access it do so after that.
func (w *clockWave) returned(op *waitcnt.Op, o *opTime) {
	if op.Class.Ordered() {
		o.ret = max(o.ret, w.last[op.Class])
		w.last[op.Class] = o.ret
	} else {
		w.last[waitcnt.LDS] = max(w.last[waitcnt.LDS], o.ret)
	}
	w.nextRet = min(w.nextRet, o.ret)
}

// coalesce finds the lines that an operation needs and looks them up in L1; those that have to be
// asked for are added to the cluster's list. It returns the clocks that the addresses and data
// take: a quarter of a wave at a time, the lanes that fall into one 64-byte line together, and no
// more than L1 delivers; and when the lines that are on their way arrive. approximate: samples have
// as many addresses as lanes and hit.
func (u *clockCU) coalesce(w *clockWave, t *engine.Token, kind uint8, keep bool) (cycles, ready uint64) {
	x := t.Rec.X
	p := &u.k.p
	size := uint64(max(int(x.Mem.Size), 1))
	addr, exec := &t.Atom.Addr, t.Exec
	switch x.Inst.Form.Fmt {
	case isa.MUBUF, isa.MTBUF:
		size, exec = uint64(max(t.Atom.Bytes, 1)), exec&t.Part[0]
	case isa.MIMG:
		if op := &x.Mem.Image; x.Mem.Kind == isa.MemImage && op.Op != isa.ImageLoad && op.Op != isa.ImageStore {
			return isa.Lanes / p.l1Addresses, 0
		}
		size, exec = uint64(max(t.Atom.Bytes, 1)), exec&t.InRange
	default:
		exec &^= t.FlatLDS
		if t.FlatPriv != 0 {
			return u.private(w, t, kind, keep)
		}
	}
	return u.quarters(w, addr, exec, size, kind, keep)
}

// private is coalesce for private memory, whose dwords are interleaved over the lanes.
func (u *clockCU) private(w *clockWave, t *engine.Token, kind uint8, keep bool) (cycles, ready uint64) {
	var addr [isa.Lanes]uint64
	for k := uint32(0); k < max(uint32(t.Rec.X.Mem.Size), 4); k += 4 {
		exec := t.FlatPriv
		for l := range addr {
			o := t.PrivOffset[l] + k
			addr[l] = t.PrivBase + uint64(o>>2)*256 + uint64(l)*4
		}
		if k == 0 { // lanes of other apertures
			for e := t.Exec &^ (t.FlatLDS | t.FlatPriv); e != 0; e &= e - 1 {
				l := bits.TrailingZeros64(e) & 63
				addr[l] = t.Atom.Addr[l]
				exec |= 1 << l
			}
		}
		c, r := u.quarters(w, &addr, exec, 4, kind, keep)
		cycles += c
		ready = max(ready, r)
	}
	return cycles, ready
}

// quarterLanes is how many lanes the address unit takes at a time (AMD OpenCL Optimization Guide,
// 2.1).
const quarterLanes = 16

// quarters is coalesce for lanes with addresses.
func (u *clockCU) quarters(w *clockWave, addr *[isa.Lanes]uint64, exec, size uint64, kind uint8, keep bool) (cycles,
	ready uint64) {
	p := &u.k.p
	quarters := uint64(0)
	all := exec == mem.AllLanes && mem.Contiguous(addr[:], size)
	for q := 0; q < isa.Lanes; q += quarterLanes {
		m := exec >> q & (1<<quarterLanes - 1)
		if m == 0 {
			continue
		}
		quarters++
		lanes := addr[q : q+quarterLanes : q+quarterLanes]
		if !all && (m != 1<<quarterLanes-1 || !mem.Contiguous(lanes, size)) {
			n, r := u.scattered(lanes, m, size, kind, keep)
			cycles += n
			ready = max(ready, r)
			continue
		}
		for a := lanes[0] &^ (p.l1Line - 1); a < lanes[0]+quarterLanes*size; a += p.l1Line {
			cycles++
			ready = max(ready, u.segment(a, kind, keep))
		}
	}
	w.k.stat.quarters += quarters
	w.k.stat.segments += cycles
	bytes := uint64(bits.OnesCount64(exec)) * size
	return max(cycles, (bytes+p.l1Rate-1)/p.l1Rate), ready
}

// scattered is quarters for the lanes m of a quarter, wherever they are.
func (u *clockCU) scattered(lanes []uint64, m, size uint64, kind uint8, keep bool) (cycles, ready uint64) {
	line := u.k.p.l1Line
	var buf [4 * quarterLanes]uint64
	segs := buf[:0]
	for ; m != 0; m &= m - 1 {
		b := lanes[bits.TrailingZeros64(m)&15]
		for a := b &^ (line - 1); a < b+size && len(segs) < len(buf); a += line {
			if n := len(segs); n > 0 && segs[n-1] == a || slices.Contains(segs, a) {
				continue
			}
			segs = append(segs, a)
			ready = max(ready, u.segment(a, kind, keep))
		}
	}
	return uint64(len(segs)), ready
}

// segment looks up a line in L1. It returns when one that is on its way arrives; one that has to be
// asked for is added to the cluster's list.
func (u *clockCU) segment(a uint64, kind uint8, keep bool) (ready uint64) {
	if kind == askWrite {
		u.line(a, -1, false)
		return 0
	}
	l, at, hit := u.l1.lookup(a, a/u.k.p.l1Line)
	if hit && l.ready != never {
		if keep {
			return l.ready
		}
		u.l1.stats.Hits-- // GLC
		u.l1.stats.Misses++
		hit = false
	}
	if !hit {
		u.l1.fill(l, a, never)
	}
	u.line(a, at, hit)
	return 0
}

// memory is L2 and what is behind it.
type memory struct {
	k        *Clock
	channels []channel
	line     uint64 // of L2, bytes
	rate     uint64 // clocks in which a channel delivers a line
	dram     uint64 // the same for a channel's share of memory, in 1/256 clocks
	read     uint64 // bytes of memory
	written  uint64
}

// channel is a channel of L2.
type channel struct {
	tags tags
	free uint64
	dram uint64 // 1/256 clocks
}

func newMemory(k *Clock) memory {
	c := k.chip
	n := c.Int(chip.L2Channels)
	m := memory{k: k, line: k.p.l2Line, rate: max(1, k.p.l2Line/uint64(c.Int(chip.L2Rate)))}
	gbs := c.Figures[chip.DRAMGBs].Value * c.Figures[chip.DRAMEfficiency].Value
	m.dram = uint64(256 * float64(m.line) * float64(n) * c.Figures[chip.EngineMHz].Value / (gbs * 1000))
	for range n {
		m.channels = append(m.channels, channel{tags: newTags(c, chip.L2Bytes, chip.L2Line, chip.L2Ways, n)})
	}
	return m
}

// access is one line that is read or written: asked for at t, it is there after latency clocks, or
// as much later as memory is slower than L2.
func (m *memory) access(addr, t, latency uint64, write bool) uint64 {
	p := &m.k.p
	n := uint64(len(m.channels))
	block := addr / p.interleave
	c := &m.channels[block%n]
	start := max(t, c.free)
	c.free = start + m.rate
	addr &^= m.line - 1
	l, _, hit := c.tags.lookup(addr, block/n*(p.interleave/m.line)+addr%p.interleave/m.line)
	ret := start + latency
	if hit {
		l.dirty = l.dirty || write
		return max(ret, l.ready)
	}
	transfer := func() uint64 {
		at := max(start*256, c.dram)
		c.dram = at + m.dram
		return at / 256
	}
	if l.used != 0 && l.dirty {
		m.written += m.line
		ret = max(ret, transfer()+latency) // the line has to leave first
	}
	ready := uint64(0)
	if !write { // bytes that are stored need not be read: L2 knows them from the others
		m.read += m.line
		ret = transfer() + latency + p.dramLatency - min(p.dramLatency, p.l2Latency)
		ready = ret
	}
	c.tags.fill(l, addr, ready)
	l.dirty = write
	return ret
}

// serve serves the requests up to a clock, in the order of their clocks, and lets stores and
// atomics access memory. It reports whether the program has failed.
func (k *Clock) serve(end uint64) (faulted bool) {
	for _, cl := range k.clusters {
		k.requests = append(k.requests, cl.requests...)
		cl.requests = cl.requests[:0]
		cl.lines, cl.served = cl.served[:0], cl.lines
		faulted = faulted || cl.faulted
	}
	slices.SortFunc(k.requests, func(a, b request) int {
		return cmp.Or(cmp.Compare(a.clock, b.clock), cmp.Compare(a.cu.id, b.cu.id), cmp.Compare(a.order, b.order))
	})
	n := 0
	for ; n < len(k.requests) && k.requests[n].clock < end; n++ {
		r := &k.requests[n]
		latency := k.p.l2Latency
		if r.kind == askFetch {
			latency = k.p.fetchMiss
		}
		ret := r.base
		for _, line := range r.lines {
			ret = max(ret, k.line(r, line, latency))
		}
		switch {
		case r.w == nil:
		case r.kind == askFetch:
			r.w.fetched(r.gen, ret)
		default:
			k.serving = r.w.cl
			faulted = r.w.answered(r, ret) || faulted
		}
	}
	rest := copy(k.requests, k.requests[n:])
	k.requests = k.requests[:rest]
	for i := range k.requests {
		k.requests[i].order -= 1 << 32 // before those to come
		k.requests[i].lines = slices.Clone(k.requests[i].lines)
	}
	return faulted
}

// line serves one line of a request and returns when it arrives.
func (k *Clock) line(r *request, l lineRequest, latency uint64) uint64 {
	var tag *tagLine
	if l.at >= 0 {
		if x := &r.tags.lines[l.at]; x.used != 0 && x.addr == l.addr {
			tag = x
		}
	}
	if l.merged && tag != nil && tag.ready != never {
		return max(tag.ready, r.clock)
	}
	ret := k.l2.access(l.addr, r.clock, latency, r.kind == askWrite)
	if tag != nil {
		tag.ready = ret
	}
	return ret
}

// answered takes the answer to a request of a memory operation: it returns at t. A store or an
// atomic accesses memory now. It reports whether that failed.
func (w *clockWave) answered(r *request, t uint64) bool {
	v := w.w
	w.cl.now = w
	o := &w.ops[r.slot]
	o.ret = t
	var op *waitcnt.Op
	ops := v.Counters.Ops()
	for i := range ops {
		if ops[i].Slot == r.slot {
			op = &ops[i]
		}
	}
	if r.kind == askLDS || op.Class == waitcnt.Flat {
		w.unknownLDS--
	}
	switch r.kind {
	case askScalar:
		w.nextRet = min(w.nextRet, t)
	case askLDS:
		w.returned(op, o)
	default:
		w.unknown--
		w.returned(op, o)
		if r.kind == askWrite {
			w.execute()
			v.ServiceOlder(*op)
			v.ServiceAhead(v.Token(op.Slot))
		}
	}
	if v.Stop()&engine.StopFault != 0 {
		v.Settle()
		w.simd.left = true
		return true
	}
	if w.parked {
		w.wake(w.nextRet)
	}
	return false
}
