package clock

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// fetchBlock is what is fetched at a time: 32 bytes.
const fetchBlock = 32

// icache is an instruction cache. Its banks deliver a block a clock each; neighbouring blocks are in
// different ones.
type icache struct {
	tags  tags
	banks []calendar // clocks in which each delivers a block

	lines, spread power // bytes of a line, banks
}

func newICache(k *Clock) *icache {
	c := &k.chip
	x := &icache{tags: newTags(c, chip.ICacheBytes, chip.ICacheLine, chip.ICacheWays, 1, makeTags),
		banks: make([]calendar, c.Int(chip.ICacheBanks))}
	x.lines, x.spread = newPower(x.tags.line), newPower(uint64(len(x.banks)))
	return x
}

// fetch asks for a block of code at t and returns when it is in the wave's instruction buffer;
// never: that is not known yet, and [clockWave.fetched] will be called.
func (u *clockCU) fetch(w *clockWave, block, t uint64) uint64 {
	c, p := u.icache, &u.k.p
	addr := block * fetchBlock &^ (c.tags.line - 1)
	number := c.lines.over(addr)
	_, of := c.spread.split(block)
	bank, from := &c.banks[of], t
	for range p.fetch {
		t = takeBoth(&u.code, bank, t)
	}
	if u.blocks++; t > from {
		u.waitsForCode(from, t)
	}
	if l := c.tags.again(addr, number); l != nil && l.ready != never && l.has(addr) {
		c.tags.stats.Hits++
		return max(t, l.ready) + p.fetchLatency
	}
	at, hit, _ := c.tags.claim(addr, number, never)
	if ready := c.tags.place(at).ready; ready != never {
		return max(t, ready) + p.fetchLatency
	}
	u.askFor(request{clock: t, kind: askFetch, w: w, gen: w.fetchGen}, u.line(addr, at, hit))
	if !hit {
		for i := uint64(1); i <= p.prefetch; i++ {
			next := addr + i*c.tags.line
			if at, hit, _ := c.tags.claim(next, next/c.tags.line, never); !hit {
				u.askFor(request{clock: t, kind: askFetch}, u.line(next, at, false))
			}
		}
	}
	return never
}

// waitsForCode counts the clocks from one to before another one in which a bank of the instruction cache did not
// deliver a block to the compute unit, and none did so far: those in which several are waited for count once.
func (u *clockCU) waitsForCode(from, to uint64) {
	for from = max(from, u.codeTo); from < to; from++ {
		if !u.code.taken(from) {
			u.codeWaits++
		}
		u.codeTo = from + 1
	}
}

// access is what the clock asks of a memory operation: all that follows from its instruction, lanes and
// addresses, and not from when it is issued.
type access struct {
	class    waitcnt.Class // as its addresses decide it
	captured bool          // the data that it reads was read when it was issued
	inLDS    bool          // some of its lanes are in LDS, for which banks and moved are
	banks    uint32        // clocks that LDS takes for its lanes
	moved    uint32        // bytes in LDS
	addr     uint64        // scalar memory
	cycles   uint32        // vector memory: clocks of the address unit and of L1 to deliver, whichever is more
	bytes    uint32        // of its lanes
	quarters uint32        // of the wave that take part
	lines    []lineRun     // in the order in which they are looked up, or asked for
	packed   []uint64      // the same, as a tape has them; nil: lines has them
}

// lineRun is n lines of L1 in a row. times is how often each is asked for, of an atomic.
type lineRun struct {
	addr     uint64
	n, times uint32
}

// runs is the number of runs of lines.
func (a *access) runs() int {
	if a.packed != nil {
		return len(a.packed)
	}
	return len(a.lines)
}

// run is one of them.
func (a *access) run(i int) lineRun {
	if a.packed == nil {
		return a.lines[i]
	}
	return runOf(a.packed[i])
}

// runOf is one as a tape has it.
func runOf(x uint64) lineRun {
	return lineRun{x & (1<<tapeRunLines - 1), uint32(uint8(x >> tapeRunLines)), uint32(x >> tapeRunTimes)}
}

// narrow is an address as memory has it: 48 bits, without what [mem.Canonical] extends them by. So the upper half
// lies behind the lower one.
func narrow(addr uint64) uint64 { return addr & (1<<48 - 1) }

// add adds a line of so many bytes.
func (a *access) add(addr, line uint64) {
	addr = narrow(addr)
	if n := len(a.lines); n > 0 {
		if l := &a.lines[n-1]; l.times == 0 && addr == l.addr+uint64(l.n)*line {
			l.n++
			return
		}
	}
	a.lines = append(a.lines, lineRun{addr: addr, n: 1})
}

// ask makes it be the access of a token.
func (a *access) ask(u *clockCU, k *cost, t *engine.Token, class waitcnt.Class) {
	*a = access{class: class, captured: t.Captured, lines: a.lines[:0]}
	switch class {
	case waitcnt.LDS:
		u.bank.ask(a, k, t.Exec, false, &t.LDSAddr)
	case waitcnt.SMem:
		a.addr = narrow(t.SAddr)
	case waitcnt.VMem, waitcnt.Flat:
		u.coalesce(a, k, t)
		if t.FlatLDS != 0 {
			u.bank.ask(a, k, t.FlatLDS, true, &t.LDSAddr)
		}
	}
}

// operation times the operation that the wave has issued at t.
func (u *clockCU) operation(s *clockSIMD, w *clockWave, t uint64) {
	ops := w.w.Counters.Ops()
	op := ops[len(ops)-1]
	a := &u.cl.access
	a.ask(u, w.k, w.w.Token(op.Slot), op.Class)
	*w.count.each() = w.w.Counters.Count
	u.issued(s, w, w.issues(op, t), a, t)
}

// issued times an operation that has been issued at t.
func (u *clockCU) issued(s *clockSIMD, w *clockWave, o *outOp, a *access, t uint64) {
	if w.log != nil {
		w.log.levels[o.Slot] = levelOf(o.Class)
	}
	p := &u.k.p
	ret := never
	switch o.Class {
	case waitcnt.LDS:
		if ret = u.lds(s, w.k, a.banks, a.moved, t); w.unknownLDS > 0 {
			w.unknownLDS++
			u.ask(request{clock: max(t, w.lastFlat), base: ret, kind: askLDS, w: w, slot: o.Slot})
			return
		}
	case waitcnt.GDS:
		start := u.accept(s, catExport, t, uint64(w.k.busy)*p.ldsPorts)
		o.due = start + uint64(w.k.issue)
		ret = start + p.gdsLatency
	case waitcnt.SMem:
		ret = u.scalar(s, w, a.addr, o.Slot, t)
	case waitcnt.VMem, waitcnt.Flat:
		u.vector(s, w, a, o, t)
		return
	case waitcnt.Msg:
		ret = t + p.message
	default: // exports
		ret = u.accept(s, catExport, t, p.export) + p.export
	}
	if ret == never {
		return
	}
	if o.Class.Ordered() {
		ret = max(ret, w.last[o.Class])
		w.last[o.Class] = ret
	}
	o.returns(ret)
	w.nextRet = min(w.nextRet, o.due)
}

// accept makes a unit that the SIMDs share accept an instruction at t, which keeps it for n clocks.
// It returns when the unit starts with it. A SIMD's next instruction is accepted when the unit has
// started with this one.
func (u *clockCU) accept(s *clockSIMD, c category, t, n uint64) uint64 {
	start := max(t, u.free[c])
	u.free[c] = start + n
	u.kept[c] += n
	s.unit[c] = start
	return start
}

// lds times an access to LDS, for whose lanes banks take so many clocks and which moves so many bytes. It returns when
// it returns.
func (u *clockCU) lds(s *clockSIMD, k *cost, bank, moved uint32, t uint64) (ret uint64) {
	p := &u.k.p
	busy := uint64(k.busy)
	conflicts := uint64(0)
	if bank := uint64(bank); bank > busy {
		conflicts = bank - busy
		k.stat.conflicts += conflicts
	}
	// The SIMDs of a port share its way to LDS, and all share the banks: these work off what has
	// been accepted, whichever port it comes through.
	port := &u.ports[s.port]
	banks := max(t, u.free[catLDS])
	start := max(banks, *port)
	*port = start + min(uint64(k.issue), busy*p.ldsPorts) // *_src2 writes take a wave longer than the port
	u.free[catLDS] = banks + busy + conflicts
	u.kept[catLDS] += busy + conflicts
	k.stat.bytes += uint64(moved)
	s.unit[catLDS] = start
	return start + uint64(k.ret) + conflicts
}

// looked counts what an operation has found in a cache, whose counts were and are so many, and the
// bytes that it moves.
func (s *instStat) looked(was, is *CacheTiming, bytes uint64) {
	s.hits += is.Hits - was.Hits
	s.misses += is.Misses - was.Misses
	s.bytes += bytes
}

// scalar times a scalar memory operation. It returns when it returns, never where L2 has to be
// asked.
func (u *clockCU) scalar(s *clockSIMD, w *clockWave, addr uint64, slot uint8, t uint64) uint64 {
	p, c := &u.k.p, u.kcache
	m := &w.k.rec.X.Mem
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
	start := max(t, u.free[catScalar])
	cycles += c.lookUp(addr, n, p.kRate, start)
	u.accept(s, catScalar, start, cycles)
	ret := start + p.kLatency + cycles - 1
	first := len(u.cl.lines)
	before, arrives := c.tags.stats, never
	if m.Kind == isa.MemStore {
		arrives = 0
	}
	for a := addr &^ (c.tags.line - 1); a < addr+n; a += c.tags.line {
		if m.Kind == isa.MemAtomic {
			u.line(a, -1, false)
			continue
		}
		at, hit, _ := c.tags.claim(a, a/c.tags.line, arrives)
		switch l := c.tags.place(at); {
		case hit && l.ready != never:
			if l.ready > ret {
				ret = l.ready
				w.log.reach(slot, l.from())
			}
		case m.Kind == isa.MemLoad:
			u.line(a, at, hit)
		}
	}
	w.k.stat.looked(&before, &c.tags.stats, n)
	if len(u.cl.lines) == first {
		return ret
	}
	u.askFor(request{clock: start, base: ret, kind: askScalar, w: w, slot: slot}, first)
	return never
}

// memory is L2 and what is behind it.
type memory struct {
	k        *Clock
	channels []channel
	line     uint64 // of L2, bytes
	rate     uint64 // clocks in which a channel takes a request or delivers a line
	dram     dram
	pages    tags // translations that compute units share

	interleaved, lines, page power   // interleave, line and page
	spread, slots            divisor // channels, rate
	blockLines               uint64  // lines of what lies in a row in a channel

	// of the block that has been accessed last, as lines that follow each other mostly lie in one
	block uint64   // number of what lies in a row in a channel; never: there is none
	of    *channel // where it is
	first uint64   // number of its first line in the channel

	series *series // nil: nobody asks
	from   Level   // what has answered the last access
}

// channel is a channel of L2.
type channel struct {
	tags tags
	busy calendar // slots of memory.rate
	// clocks in which a write waited for memory to take it, and when the last one of those was over
	stalled, stalledTo uint64
}

// stall counts the clocks in which a write waits: those in which several do count once.
func (c *channel) stall(from, to uint64) {
	if from = max(from, c.stalledTo); to > from {
		c.stalled += to - from
		c.stalledTo = to
	}
}

func newMemory(k *Clock) memory {
	c := &k.chip
	n := c.Int(chip.L2Channels)
	m := memory{k: k, block: never, line: k.p.l2Line, rate: max(1, k.p.l2Line/uint64(c.Int(chip.L2Rate)))}
	for range n {
		m.channels = append(m.channels, channel{tags: newTags(c, chip.L2Bytes, chip.L2Line, chip.L2Ways, n, makeTags)})
	}
	m.dram = newDRAM(c, m.line)
	ways := c.Int(chip.TLB2Ways)
	m.pages = makeTags(tableLine*k.p.page, max(1, c.Int(chip.TLB2Entries)/tableLine/ways), ways)
	m.interleaved, m.lines, m.page = newPower(k.p.interleave), newPower(m.line), newPower(k.p.page)
	m.spread, m.slots = newDivisor(uint64(n)), newDivisor(m.rate)
	m.blockLines = m.lines.over(k.p.interleave)
	return m
}

// renew makes L2 ready for another launch, which finds its lines if keep is set.
func (m *memory) renew(keep bool) {
	m.dram.renew()
	m.pages.renew(keep)
	for i := range m.channels {
		c := &m.channels[i]
		c.busy.renew()
		c.tags.renew(keep)
		c.stalled, c.stalledTo = 0, 0
	}
}

// access is one line that is read, stored to, or changed by times atomics one after the other. It
// is asked for at t. It is there after latency clocks, or as much later as memory is slower than
// L2.
func (m *memory) access(addr, t, latency uint64, kind uint8, times uint32) uint64 {
	block, within := m.interleaved.split(addr)
	if block != m.block {
		blocks, n := m.spread.split(block)
		m.block, m.of, m.first = block, &m.channels[n], blocks*m.blockLines
	}
	c := m.of
	start := max(t, c.busy.take(m.slots.over(t))*m.rate)
	last := start
	for ; times > 1; times-- {
		last = c.busy.take(m.slots.over(last)) * m.rate
	}
	addr &^= m.line - 1
	l, _, hit, gone := c.tags.look(addr, m.first+m.lines.over(within), 0)
	ret := last + latency
	m.from = LevelL2
	if s := m.series; s != nil {
		s.at(start).L2 += m.line
	}
	if kind >= askWrite {
		l.tag |= tagDirty
	}
	if hit {
		if l.ready > ret {
			m.from = LevelDRAM
		}
		return max(ret, l.ready)
	}
	if gone&tagDirty != 0 { // it has to go first
		late := m.dram.store(gone&^tagBits, start)
		c.stall(start, start+late)
		m.series.dram(start+late, m.line)
		ret += late
	}
	ready := uint64(0)
	if kind != askWrite { // bytes that are stored need not be read: L2 knows them from the others
		m.from = LevelDRAM
		late := m.dram.load(addr, start)
		m.series.dram(start+late, m.line)
		ready = start + max(latency, m.k.p.l1Latency+m.dram.latency) + late
		l.ready = ready
	}
	return max(ret, ready)
}

// vectorPath is what vector memory operations of a compute unit share on their way to L2.
type vectorPath struct {
	port uint64 // when it can take the next line
	page uint64 // the last one, plus 1
	from uint64 // when its translation is known
	tlb  tags   // translations
	out  onTheirWay
	// Misses are numbered. A load that finds a line on its way waits for that miss, whatever has taken the
	// line's place in L1 since: as many lines as there are places have been sent after it at most.
	misses uint32
	came   []came        // by number of the miss, of the last ones that were sent
	asked  []lineRequest // of the compute unit's requests, in their order
	gone   int           // of these, how many have been sent

	work    []span // in which the address unit works: those that the waits to come may overlap
	waited  uint64 // up to when waits have been counted
	stalled uint64 // clocks in which an operation waited behind another one, and the address unit did not work
}

// span is the clocks from one to before another one.
type span struct{ from, to uint64 }

// works notes that the address unit works. Waits are counted after each window: those of this one, of
// so many clocks up to an end, are to come.
func (v *vectorPath) works(x span, end, window uint64) {
	n := len(v.work)
	if n > 0 && v.work[n-1].to == x.from {
		v.work[n-1].to = x.to
		return
	}
	gone := 0
	for gone < n && v.work[gone].to+window <= end {
		gone++
	}
	v.work = append(v.work[:copy(v.work, v.work[gone:])], x)
}

// waits counts the clocks in which an operation waited as lines of the one before could not be sent. Those
// in which the address unit worked on are none in which it was stalled.
func (v *vectorPath) waits(from, to uint64) {
	if from = max(from, v.waited); from >= to {
		return
	}
	v.waited = to
	v.stalled += to - from
	for _, x := range v.work {
		if x.from, x.to = max(x.from, from), min(x.to, to); x.from < x.to {
			v.stalled -= x.to - x.from
		}
	}
}

// room is asked where there are more to come.
func (v *vectorPath) room() []lineRequest {
	if v.gone == len(v.asked) || v.gone > 256 && 2*v.gone > len(v.asked) { // what is gone makes room
		v.asked, v.gone = v.asked[:copy(v.asked, v.asked[v.gone:])], 0
	}
	return v.asked
}

// came is when the line of a miss is there.
type came struct {
	ready uint64
	miss  uint32
	from  Level // where it came from
}

// on reports whether an address is on the page of the last one, whose translation the path has.
func (v *vectorPath) on(m *memory, addr uint64) bool { return m.page.over(addr)+1 == v.page }

// enter makes the page be that of an address that is asked for at t.
func (v *vectorPath) enter(m *memory, addr, t uint64) {
	page := m.page.over(addr)
	v.page, v.from = page+1, v.translate(m, page, t)
}

// when is the first clock from t on at which a line of the page can be sent: a line a clock, when the page is
// translated and a line that is on its way has returned, if there may be no more.
func (v *vectorPath) when(t uint64) uint64 { return max(t, v.port, v.from, v.out.first) }

// sent notes that a line is sent at t, when the next one can be, and when the load returns: the line is back in L1,
// from L2 or memory, so many clocks earlier, as what comes after that, and before it is sent, is as of a load that
// hits.
func (v *vectorPath) sent(t, port, ret, toL1 uint64) {
	v.port = port
	v.out.replace(t, ret-min(ret, toL1))
}

// brought is what is known of the line of a miss that has been sent.
func (v *vectorPath) brought(miss uint32) *came { return &v.came[int(miss)&(len(v.came)-1)] }

// tableLine is how many translations are found together: those of a line of 64 bytes of the page tables,
// in which each has 8 (Linux amdgpu, amdgpu_vm.h).
const tableLine = 8

// pageTables is where page tables lie in memory: away from where programs have theirs.
const pageTables = 1 << 44

// translate returns when the address of a page is known that is asked for at t.
func (v *vectorPath) translate(m *memory, page, t uint64) uint64 {
	at, hit, _ := v.tlb.claim(page*m.k.p.page, page, never)
	l := v.tlb.place(at)
	if !hit {
		l.ready = v.lookUp(m, page, t)
	}
	return l.ready
}

// lookUp is translate where the compute unit has not the page. What nobody has is read from memory, where its
// line opens a row and takes the bus as others do.
func (v *vectorPath) lookUp(m *memory, page, t uint64) uint64 {
	p, table := &m.k.p, page/tableLine
	read := func() uint64 { // It has begun at t, also where lines before have kept this one waiting since.
		return m.dram.table(pageTables+table*m.line, max(t, v.port, v.from, v.out.first))
	}
	if p.page > p.tlb2Page {
		return t + p.walk + read()
	}
	at, hit, _ := m.pages.claim(table*m.pages.line, table, t+p.walk)
	l := m.pages.place(at)
	if !hit {
		l.ready += read()
	}
	return max(t+p.tlb2, l.ready)
}
