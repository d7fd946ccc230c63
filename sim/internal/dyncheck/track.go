package dyncheck

import (
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// track is what work-groups that run one after the other access in memory, in order. In most
// launches nothing that two waves access could race, which a lineShadow says, and then what is in the
// track is not looked at. Where it could, notes are made of the track (global.go):
//
//	access ──► track ──► lineShadow: may it race? ── yes: Checker.exact
//	                                                   ├─► at the end of each work-group: notes of the track
//	                                                   └─► work-groups that begin then make notes at once
//
// A race needs a write. So reads wait: they are entered in the shadow only where something has been
// written in their pages (track.settle). The instructions that do so are known from then on, and what
// they read is entered at once.
//
// What a store stores stays in memory, where nothing else is written to it. So the track has none of it, but
// what was in memory before where something is stored once more. Notes are made of what memory held then
// (before.go). Where work-groups run at the same time, they know of each other's stores (written.go).
type track struct {
	shapes [numShapes]lineShape // of the last accesses of records, by the low bits of their slots; first, see there
	whole  [3]*lineShape        // of those, the last ones that reads of all lanes had

	// What each wave needs of which batches are kept: it is in few lines of the host's caches.
	check    *Checker
	fresh    *tracked // the last store, if memory may have what was copied now
	entries  []*entryBlock
	n        int         // entries
	emptied  uint32      // how often the rows were
	full     bool        // there is so much that notes have to be made of it
	keep     bool        // what is stored is copied
	undone   bool        // there are entries of what was in memory
	storing  atomic.Bool // a store, of which there is no copy, is being made: see Checker.quiet
	lows     []*lowBlock // see batch.go
	lowUsed  int         // words of these
	lowNear  int         // up to here no more is asked than whether the room for words is full: see roomForBatch
	batched  int         // operations in them
	nbatches int         // of batches are in use
	batches  []*batch
	late     int // entries of reads that are not in the shadow
	shadow   lineShadow

	meets  []atomic.Uint32 // those of its program
	rows   []*rowBlock
	used   int         // rows
	copies []*rowBlock // what stores have stored
	copied int         // rows of these
	folds  [lastSlots]fold
	lates  [lastSlots]lateRange // of reads that are not in the shadow, by the low bits of their slots
	look   int                  // entries from which on it is worth while to look for those that have to be
	given  atomic.Bool          // a work-group has it
	group  *group               // the last one that had
	lists  [lastLists]*batch    // see batchFor
	past   past                 // while notes are made

	off, room isa.Row    // room
	access    mem.Access // finds memory
	data      [4]*isa.Row
	found     [4]isa.Row // see track.stored
	replayed  lineShape
}

// tracked is an access, or what else is in a track.
type tracked struct {
	low    uint64 // address
	exec   uint64 // lanes; of a store of scalars the value
	step   uint64 // how far behind one another the accesses lie, where it is several
	writes uint64 // globalAccess.writes then
	accessKey
	times uint32
	off   uint32 // number of the row with offsets from low
	// The first row with data, among the copies where it is a store of lanes. Of a read of scalars the other waves
	// that have read the same, as bits; of a read of lanes 1 where each of times is by the wave behind the one before.
	data uint32
	size uint32 // bytes from low on in which the access lies
	what trackedKind
	ext  mem.Ext
	has  trackedData
	late bool // it is a read that is not in the shadow
}

// trackedData says where what is stored is.
type trackedData uint8

const (
	dataUnknown  trackedData = iota
	dataInRows               // or in copies, or in exec
	dataInMemory             // when all that has been stored later is undone
)

// accessKey is what all accesses to memory have: the record, the bytes of a lane (of a span all), flags,
// wave and kind.
type accessKey uint64

func keyOf(slot, bytes uint32, flags touchFlags, wave uint8, kind accessKind) accessKey {
	return accessKey(slot)<<32 | accessKey(bytes&0xffff)<<16 | accessKey(flags)<<8 | accessKey(wave)<<4 | accessKey(kind)
}

func (k accessKey) slot() uint32      { return uint32(k >> 32) }
func (k accessKey) bytes() uint32     { return uint32(k >> 16 & 0xffff) }
func (k accessKey) flags() touchFlags { return touchFlags(k >> 8) }
func (k accessKey) wave() uint8       { return uint8(k >> 4 & 15) }
func (k accessKey) kind() accessKind  { return accessKind(k & 15) }

// ofWave is the key of the access by another wave.
func (k accessKey) ofWave(n uint8) accessKey { return k&^(15<<4) | accessKey(n)<<4 }

// follows reports whether it is the key of o for the wave behind that of o.
func (k accessKey) follows(o accessKey) bool { return k == o+1<<4 && k.wave() != 0 }

// withBytes is the key of an access to n bytes.
func (k accessKey) withBytes(n uint32) accessKey { return k&^(0xffff<<16) | accessKey(n)<<16 }

// fold is the last read of a record: one that follows it at the same distance is entered with it, where it is by
// the same wave, or each is by the wave behind the one before.
type fold struct {
	accessKey
	low   uint64
	of    uint32 // 0: a span; ofDense; else the number of the row with the offsets, plus one
	spell uint32
	at    uint32 // the number of its entry
}

const ofDense = ^uint32(0)

// lateRange is where the reads of some records lie that are not in the shadow; high is 0 where there are
// none.
type lateRange struct{ low, high uint64 }

// manyPages are so many bytes that it is not asked of all of them at once whether they were written.
const manyPages = 1 << 30

const entryBytes = int(unsafe.Sizeof(tracked{}))

type trackedKind uint8

const (
	trackBegin trackedKind = iota // a work-group: its number is low, exec is how many waves it has
	trackSpell                    // the end of a spell: see track.wrote
	trackEnd                      // of the work-group
	trackSpan                     // scalars
	trackDense                    // lanes one behind the other
	trackLanes
	trackBefore // what was in memory before the access that follows
	trackBatch  // of batch number off: low is where the words of the first of times waves begin
	trackNone
)

// Memory of tracks is taken in blocks of 256 KiB.
type (
	entryBlock [1 << 12]tracked
	rowBlock   [1 << 10]isa.Row
)

// What tracks leave to later launches, of whatever device.
var (
	entryBlocks = idle[entryBlock]{most: 32}
	rowBlocks   = idle[rowBlock]{most: 96}
	tracks      = idle[track]{most: 4}
)

// idle is memory that nobody uses: up to most of them stay, more as long as the collector lets them.
type idle[T any] struct {
	most int
	mu   sync.Mutex
	list []*T
	more sync.Pool
}

// take returns one with anything in it, or a new one: the one that was asked for, if it is there.
func (p *idle[T]) take(asked *T) *T {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.list) - 1; n >= 0 {
		if i := slices.Index(p.list, asked); i >= 0 {
			p.list[i], p.list[n] = p.list[n], p.list[i]
		}
		x := p.list[n]
		p.list[n], p.list = nil, p.list[:n]
		return x
	}
	if x, ok := p.more.Get().(*T); ok {
		return x
	}
	return new(T)
}

// leave takes one over.
func (p *idle[T]) leave(x *T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.list) < p.most {
		p.list = append(p.list, x)
		return
	}
	p.more.Put(x)
}

const (
	lastSlots     = 128
	firstLook     = 4 // see track.look
	numShapes     = 64
	checkedAt     = 16      // entries, or rows, after which it is looked whether a track is full
	maxIdleBlocks = 4       // of an idle track, of each kind
	maxIdleLeaves = 9 << 20 // bytes of an idle track
)

// maxTrack is how many bytes of accesses a track may have. It is a variable for tests; below 0 there
// are no tracks.
var maxTrack = 192 << 20

// track is a track for a work-group: the one that work-groups in this memory had before, if it is free, as the
// host's core has that in its caches. It is nil where the work-group makes notes at once: also where the launch
// may be brought back to a former state, as the track would be a large part of what is kept.
func (c *Checker) track(own *group) *track {
	if c.Lasting {
		c.suspect()
	}
	if !c.exact.Load() {
		if own.lastOf == c && own.last.given.CompareAndSwap(false, true) {
			return own.last
		}
		t := c.anyTrack(own.last)
		if own.last, own.lastOf = t, c; t != nil {
			return t
		}
	}
	if c.inOrder {
		c.keepAll()
	}
	return nil
}

// keepAll makes work-groups of a launch with one worker rely on memory no longer: others are about to change it. It
// reports false where one that has failed may have a track. Then the launch is about to end.
func (c *Checker) keepAll() bool {
	for _, t := range c.tracks {
		if t.given.Load() {
			if c.Faulted() {
				return false
			}
			t.group.kept()
		}
	}
	return true
}

// anyTrack is a track that is free, or a new one.
func (c *Checker) anyTrack(last *track) *track {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.tracks) >= c.Workers() {
		for _, t := range c.tracks {
			if t.given.CompareAndSwap(false, true) {
				return t
			}
		}
	}
	if len(c.tracks) >= maxTracks() || c.inOrder && len(c.tracks) > 0 {
		c.suspect()
		return nil
	}
	t := tracks.take(last)
	t.check, t.meets, t.look = c, c.prog.meets, firstLook
	// Where there is one work-group, stores that are in flight over a barrier are not entered.
	t.keep = !c.owned || c.races.alone
	if t.shadow.all = nil; c.owned && !c.inOrder {
		t.shadow.all = &c.written
	}
	t.storing.Store(false)
	t.given.Store(true)
	t.shadow.begin()
	c.tracks = append(c.tracks, t)
	return t
}

// maxTracks is how many work-groups at the same time have tracks: enough for those of all workers. On a
// clock there may be more.
func maxTracks() int { return max(16, 2*runtime.GOMAXPROCS(0)) }

// release leaves the track to other launches.
func (t *track) release() {
	t.check, t.group, t.meets, t.access.Rows, t.data, t.folds = nil, nil, nil, nil, [4]*isa.Row{}, [lastSlots]fold{}
	t.shadow.all, t.shadow.found, t.past = nil, [foundWritten]writtenLeafAt{}, nil
	t.empty()
	for len(t.entries) > maxIdleBlocks {
		n := len(t.entries) - 1
		entryBlocks.leave(t.entries[n])
		t.entries[n], t.entries = nil, t.entries[:n]
	}
	t.rows, t.copies = leaveRows(t.rows), leaveRows(t.copies)
	for len(t.lows) > maxIdleBlocks {
		n := len(t.lows) - 1
		lowBlocks.leave(t.lows[n])
		t.lows[n], t.lows = nil, t.lows[:n]
	}
	for _, b := range t.batches {
		b.list, b.ops = nil, b.ops[:0]
	}
	t.shadow.trim(maxIdleLeaves)
	tracks.leave(t)
}

// leaveRows leaves blocks of an idle track to others.
func leaveRows(list []*rowBlock) []*rowBlock {
	for len(list) > maxIdleBlocks {
		n := len(list) - 1
		rowBlocks.leave(list[n])
		list[n], list = nil, list[:n]
	}
	return list
}

// empty forgets all that was accessed.
func (t *track) empty() {
	t.n, t.look = 0, firstLook
	t.forget()
}

// forget forgets what goes with entries.
func (t *track) forget() {
	t.late, t.full, t.undone, t.used, t.copied, t.fresh = 0, false, false, 0, 0, nil
	t.lates = [lastSlots]lateRange{}
	t.nbatches, t.lists, t.lowUsed, t.lowNear, t.batched = 0, [lastLists]*batch{}, 0, 0, 0
	t.emptied++
}

// entry is entry number i.
func (t *track) entry(i int) *tracked {
	const n = uint(len(entryBlock{}))
	return &t.entries[uint(i)/n][uint(i)%n]
}

// begin is the beginning of a work-group.
func (t *track) begin(g *group) {
	t.group = g
	t.beginShadow()
	e := t.enter(trackBegin)
	e.low, e.exec = g.Index, uint64(len(g.Waves))
}

func (t *track) beginShadow() {
	t.nextSpell()
	t.shadow.group = t.shadow.spell
}

func (t *track) nextSpell() {
	if !t.shadow.next() {
		t.check.suspect()
	}
}

// endSpell is the end of a spell.
func (t *track) endSpell(g *globalAccess) {
	if g.alone && t.n == 1 && t.nbatches == 0 && !t.full && !t.check.exact.Load() {
		return // there was nothing in it
	}
	if t.late > 0 && g.alone && !t.check.exact.Load() {
		t.settle(&pageAsk{shadows: []*lineShadow{&t.shadow}})
	}
	t.nextSpell()
	if g.alone && !t.check.exact.Load() {
		t.n = 1 // the work-group has begun; nobody will ask about the spell
		t.forget()
		return
	}
	e := t.enter(trackSpell)
	low, high := g.wrote[0], g.wrote[0]
	for _, n := range g.wrote[1:g.waves] {
		low, high = min(low, n), max(high, n)
	}
	switch e.low = uint64(low); {
	case high == low:
	case high-low < 1<<8:
		for i, n := range g.wrote[:g.waves] {
			more := &e.exec
			if i >= 8 {
				more = &e.step
			}
			*more |= uint64(n-low) << (i & 7 * 8)
		}
	default:
		row := (*isa.Row)(nil)
		e.has = dataInRows
		e.data, row = t.row()
		copy(row[:], g.wrote[:])
	}
}

// wrote makes g have what it had at the end of a spell: how many stores each wave had done. It is low and a byte
// for each wave more, in exec and step, where they have done about as much, as they mostly have.
func (t *track) wrote(g *globalAccess, e *tracked) {
	if e.has == dataInRows {
		copy(g.wrote[:], t.rowAt(e.data)[:])
		return
	}
	for i := range g.wrote[:g.waves] {
		more := e.exec
		if i >= 8 {
			more = e.step
		}
		g.wrote[i] = uint32(e.low) + uint32(more>>(i&7*8)&0xff)
	}
}

// end is the end of a work-group, of which notes are made if they are wanted. Another one may have
// the track then.
func (t *track) end(g *globalAccess) {
	t.enter(trackEnd).writes = g.writes
	c := t.check
	if t.n >= t.look && !c.exact.Load() {
		t.settle(&pageAsk{shadows: []*lineShadow{&t.shadow}})
		t.look = 8 * t.n
	}
	if c.exact.Load() {
		c.replay(t, nil)
	}
	t.given.Store(false)
}

// enter is a new entry.
func (t *track) enter(what trackedKind) *tracked {
	e := t.next()
	e.low, e.exec, e.writes, e.accessKey, e.off = 0, 0, 0, 0, 0
	e.size, e.what, e.ext = 0, what, 0
	return e
}

// next is a new entry of which only step, times, data, has and late say something.
func (t *track) next() *tracked {
	if t.fresh != nil {
		t.stored()
	}
	if t.n%checkedAt == 0 {
		t.grow()
	}
	e := t.entry(t.n)
	t.n++
	e.step, e.times, e.data, e.has, e.late = 0, 1, 0, dataUnknown, false
	return e
}

// grow makes room for some more entries, and looks whether there are too many.
func (t *track) grow() {
	if t.n == len(t.entries)*len(entryBlock{}) {
		t.entries = append(t.entries, entryBlocks.take(nil))
	}
	t.full = t.full || t.bytes() > maxTrack
}

// row is a new row and its number.
func (t *track) row() (uint32, *isa.Row) {
	n := uint32(t.used)
	if t.used == len(t.rows)*len(rowBlock{}) {
		t.rows = append(t.rows, rowBlocks.take(nil))
	}
	t.full = t.full || n%checkedAt == 0 && t.bytes() > maxTrack
	t.used++
	return n, t.rowAt(n)
}

// rowAt is row number n.
func (t *track) rowAt(n uint32) *isa.Row {
	const many = uint32(len(rowBlock{}))
	return &t.rows[n/many][n%many]
}

// copy makes an entry have a copy of rows.
func (t *track) copy(e *tracked, rows []*isa.Row) {
	e.has, e.data = dataInRows, uint32(t.copied)
	for _, r := range rows {
		if t.copied == len(t.copies)*len(rowBlock{}) {
			t.copies = append(t.copies, rowBlocks.take(nil))
		}
		t.full = t.full || t.copied%checkedAt == 0 && t.bytes() > maxTrack
		t.copied++
		*t.copyAt(uint32(t.copied - 1)) = *r
	}
}

// copyAt is row number n of the copies.
func (t *track) copyAt(n uint32) *isa.Row {
	const many = uint32(len(rowBlock{}))
	return &t.copies[n/many][n%many]
}

// bytes is how much memory is in use.
// It counts batches as the entries that may have to be made of them.
func (t *track) bytes() int { return (t.n+t.batched)*entryBytes + (t.used+t.copied)*4*isa.Lanes }

// read enters a read of n bytes by the lanes of exec, each at low plus its offset; dense says that it is
// all of them, one behind the other.
func (t *track) read(g *globalAccess, k accessKey, low uint64, off *isa.Row, exec uint64, dense bool) {
	t.reads(g, &noted{k: k, low: low, off: off, exec: exec, dense: dense})
}

// noted is an access of n bytes by the lanes of exec, each at low plus its offset. Where h is not nil, the
// offsets are those of that shape, and exec are all its lanes, or some where part is set.
type noted struct {
	k     accessKey
	low   uint64
	off   *isa.Row
	exec  uint64
	dense bool // it is all lanes, one behind the other
	part  bool
	h     *lineShape
}

// like finds a shape that an access has, whatever its offsets count from. It reports false where that would
// take long.
func (t *track) like(a *noted) bool {
	n := a.k.bytes()
	if h := &t.shapes[a.k.slot()/2%numShapes]; h.exec == a.exec && h.bytes == n && h.size != isa.Lanes*n {
		if d, ok := mem.Apart(a.off, &h.off, a.exec); ok {
			a.low, a.h = a.low+uint64(d), h
			return true
		}
	}
	if a.exec == engine.AllLanes || !a.k.kind().writes() {
		return false
	}
	for _, h := range t.whole {
		if h == nil || !h.parts(n) {
			continue
		}
		d, ok := mem.Apart(a.off, &h.off, a.exec)
		base := a.low + uint64(int64(int32(d)))
		if ok && (int32(d) >= 0 || base < a.low) && h.phase == uint32(base)&(1<<lineShift-1) && t.holds(h, base, a.exec) {
			a.low, a.h, a.part = base, h, true
			return true
		}
	}
	return false
}

// reads is read of what is noted.
func (t *track) reads(g *globalAccess, a *noted) {
	k := a.k
	if a.dense {
		t.folded(g, k, a.low, engine.AllLanes, ofDense, isa.Lanes*k.bytes(), nil)
		return
	}
	h := a.h
	if h == nil {
		h = t.shape(a.off, a.exec, k)
	}
	if h.size != 0 {
		t.folded(g, k.withBytes(h.size), a.low+uint64(h.first), 0, 0, h.size, nil)
		return
	}
	t.folded(g, k, a.low, a.exec, t.offsets(h)+1, h.extent, h)
}

// readSpan enters a read of bytes that lie one behind the other.
func (t *track) readSpan(g *globalAccess, k accessKey, addr uint64) {
	t.folded(g, k, addr, 0, 0, k.bytes(), nil)
}

// folded enters a read. If it is that of a loop, or of the next wave, and lies as far behind the one before as that
// one did, the entry of that one stands for it too.
func (t *track) folded(g *globalAccess, k accessKey, low, exec uint64, of, size uint32, h *lineShape) {
	f := &t.folds[k.slot()%lastSlots]
	e := (*tracked)(nil)
	switch {
	case f.spell != t.shadow.spell || f.of != of:
	case f.accessKey == k:
		e = t.entry(int(f.at))
		if e.exec != exec || e.writes != g.writes || e.data != 0 && (of != 0 || low != f.low) || !e.again(low-f.low) {
			e = nil
		}
	case of != 0 && k.follows(f.accessKey):
		e = t.entry(int(f.at))
		if e.exec != exec || e.writes != g.writes || e.data == 0 && e.times > 1 || !e.again(low-f.low) {
			e = nil
		} else {
			e.data, f.accessKey = 1, k
		}
	case of == 0 && f.accessKey.ofWave(0) == k.ofWave(0):
		// What the work-group had written then does not matter: what is noted is noted already.
		if e = t.entry(int(f.at)); e.low == low && e.step == 0 {
			if e.data |= 1 << k.wave(); !e.late {
				t.free(t.shadow.access(k.kind(), k.wave(), low, uint64(size), false))
			}
			return
		}
		e = nil
	}
	if f.low = low; e == nil {
		e = t.next()
		// One by one: hosts wait for what is written in parts and copied as a whole.
		f.accessKey, f.of, f.spell, f.at = k, of, t.shadow.spell, uint32(t.n-1)
		e.low, e.exec, e.accessKey, e.writes, e.size, e.ext, e.off = low, exec, k, g.writes, size, 0, of-1
		switch of {
		case 0:
			e.what, e.off = trackSpan, 0
		case ofDense:
			e.what, e.off = trackDense, 0
		default:
			e.what = trackLanes
		}
		if t.meets[k.slot()].Load() == 0 {
			e.late = true
			t.late++
		}
	}
	switch {
	case e.late:
		t.lateRead(k.slot(), low, size)
	case h != nil:
		t.free(t.shadow.shaped(k.kind(), k.wave(), low, h, &t.room, false))
		t.wholeRead(h)
	default:
		t.free(t.shadow.access(k.kind(), k.wave(), low, uint64(size), false))
	}
}

// hasMet notes that a record has read in pages that its launch has written.
func (t *track) hasMet(slot uint32) {
	t.meets[slot].Store(1)
	t.check.prog.met.Add(1)
}

// lateRead notes that a read of a record is not in the shadow.
func (t *track) lateRead(slot uint32, low uint64, size uint32) {
	r := &t.lates[slot%lastSlots]
	if r.high == 0 {
		r.low = low
	}
	r.low, r.high = min(r.low, low), max(r.high, low+uint64(size))
}

// wholeRead notes the shape of a read, if all lanes have part in it.
func (t *track) wholeRead(h *lineShape) {
	if h.exec == engine.AllLanes && h.nlanes > 0 && h != t.whole[0] {
		t.whole[2], t.whole[1], t.whole[0] = t.whole[1], t.whole[0], h
	}
}

// foldedRun is folded for each round of a run.
func (t *track) foldedRun(g *globalAccess, k accessKey, r *engine.Run, exec uint64, of, size uint32) {
	low, left := r.Low, uint64(r.Times)
	f := &t.folds[k.slot()%lastSlots]
	for left > 0 {
		t.folded(g, k, low, exec, of, size, nil)
		e := t.entry(int(f.at))
		if low, left = low+r.Step, left-1; !e.late || left == 0 || f.accessKey != k || e.data != 0 {
			continue
		}
		if e.times == 1 {
			e.step = r.Step
		}
		n := min(left, uint64(math.MaxUint32-e.times))
		if e.step != r.Step || n == 0 {
			continue
		}
		e.times += uint32(n)
		f.low += n * r.Step
		late := &t.lates[k.slot()%lastSlots]
		late.low, late.high = min(late.low, low, f.low), max(late.high, low+uint64(size), f.low+uint64(size))
		low, left = low+n*r.Step, left-n
	}
}

// again enters a read with those before, if it lies as far behind the last one as that one did behind the
// one before.
func (e *tracked) again(step uint64) bool {
	switch {
	case e.times == 1:
		e.step = step
	case step != e.step || e.times == math.MaxUint32:
		return false
	}
	e.times++
	return true
}

// shape is the shape of an access by the lanes of exec.
func (t *track) shape(off *isa.Row, exec uint64, k accessKey) *lineShape {
	h := &t.shapes[k.slot()/2%numShapes] // vector memory instructions have two dwords
	if !h.is(off, exec, k.bytes()) {
		h.take(off, exec, k.bytes())
	}
	return h
}

// partOf finds a shape of all lanes of which an access has some.
func (t *track) partOf(off *isa.Row, low, exec uint64, k accessKey) (h *lineShape, base uint64, ok bool) {
	for i := 0; exec != engine.AllLanes && i < len(t.whole); i++ {
		if h = t.whole[i]; h != nil {
			if base, ok = h.within(low, off, exec, k.bytes()); ok && t.holds(h, base, exec) {
				return h, base, true
			}
		}
	}
	return nil, 0, false
}

// holds reports whether the base of a shape is in the memory that the lanes of exec access: that of all lanes
// may be before it, or not mapped.
func (t *track) holds(h *lineShape, base, exec uint64) bool {
	first := bits.TrailingZeros64(exec) & 63
	return t.access.Together(t.check.Mem, base+uint64(h.off[first]), base)
}

// offsets is the number of the row with the offsets of a shape.
func (t *track) offsets(h *lineShape) uint32 {
	if h.inTrack != t.emptied+1 {
		n, row := t.row()
		*row, h.row, h.inTrack = h.off, n, t.emptied+1
	}
	return h.row
}

// change enters a store or an atomic as read does a read, and reports what changed does. data has what a
// store stores; nil: it is not known, or an atomic. direct says that the store cannot fail.
func (t *track) change(g *globalAccess, k accessKey, low uint64, off *isa.Row, exec uint64, dense bool,

	data []*isa.Row, ext mem.Ext, direct bool) (stays bool) {
	return t.changed(g, &noted{k: k, low: low, off: off, exec: exec, dense: dense}, data, ext, direct)
}

// changed is change for what is noted. It reports whether the track relies on memory for what is stored: then
// nothing has to be saved, and track.made is to be called when the store has been made.
func (t *track) changed(g *globalAccess, a *noted, data []*isa.Row, ext mem.Ext, direct bool) (stays bool) {
	k, h := a.k, a.h
	what, rows, size := trackDense, uint32(0), isa.Lanes*k.bytes()
	met, all := lineMet(0), t.shadow.all
	stays = direct && !t.keep
	if all != nil && !t.keep {
		t.storing.Store(true)
	}
	if a.dense {
		met = t.shadow.access(k.kind(), k.wave(), a.low, uint64(size), false)
	} else {
		if h == nil {
			base := uint64(0)
			if h, base, a.part = t.partOf(a.off, a.low, a.exec, k); a.part {
				a.low = base
			} else {
				h = t.shape(a.off, a.exec, k)
			}
		}
		if a.part {
			met = t.shadow.some(k.kind(), k.wave(), a.low, h, a.exec)
		} else {
			met = t.shadow.shaped(k.kind(), k.wave(), a.low, h, &t.room, false)
		}
		what, rows, size, stays = trackLanes, t.offsets(h), h.extent, stays && h.apart
	}
	t.free(met)
	e := tracked{low: a.low, exec: a.exec, accessKey: k, what: what, size: size, off: rows}
	return t.enterChange(g, &e, data, ext, stays, met)
}

// enterChange enters a store or an atomic of which the shadow knows. stays says that it may rely on memory for what
// is stored, and is returned where it does.
func (t *track) enterChange(g *globalAccess, a *tracked, data []*isa.Row, ext mem.Ext, stays bool, met lineMet) bool {
	k, all := a.accessKey, t.shadow.all
	if all != nil && all.on.Load() { // what is there is saved
		met, stays = 0, false
	}
	if met != 0 && !t.keep && k.flags()&waveOnly == 0 { // else nothing is stored now
		t.before(g, k, a.what, a.low, a.exec, a.off)
	}
	e := t.next()
	e.low, e.exec, e.accessKey, e.writes = a.low, a.exec, k, g.writes
	e.what, e.ext, e.off, e.size = a.what, ext, a.off, a.size
	switch {
	case data == nil:
	case stays && !t.full: // else notes are made before it is stored
		e.has = dataInMemory
		return true
	default:
		if t.copy(e, data[:(k.bytes()+3)/4]); !t.keep {
			t.fresh = e
		}
	}
	t.made()
	return false
}

// made is called when a store has been made.
func (t *track) made() {
	if t.shadow.all != nil {
		t.storing.Store(false)
	}
}

// changeSpan enters a store of scalars, or an atomic, at addr. store has what it stores, a dword; nil: it
// is not known.
func (t *track) changeSpan(g *globalAccess, k accessKey, addr uint64, store *uint32) {
	t.free(t.shadow.access(k.kind(), k.wave(), addr, uint64(k.bytes()), false))
	e := t.enter(trackSpan)
	e.low, e.accessKey, e.writes, e.size = addr, k, g.writes, k.bytes()
	if store != nil {
		e.exec, e.has = uint64(*store), dataInRows
	}
}

// addresses enters an access of lanes of which each has an address.
func (t *track) addresses(g *globalAccess, k accessKey, at *[isa.Lanes]uint64, exec uint64, m *mem.Access) {
	var data []*isa.Row
	ext := mem.ExtZero
	if m != nil && k.kind() == plainWrite {
		data, ext = m.Rows, m.Ext
	}
	for exec != 0 {
		low, _ := mem.Extent(at, exec)
		near := uint64(0)
		t.off = isa.Row{}
		for l := exec; l != 0; l &= l - 1 {
			i := bits.TrailingZeros64(l) & 63
			if d := at[i] - low; d < 1<<31 {
				near |= 1 << i
				t.off[i] = uint32(d)
			}
		}
		if k.kind().writes() {
			t.change(g, k, low, &t.off, near, false, data, ext, false)
		} else {
			t.read(g, k, low, &t.off, near, false)
		}
		exec &^= near
	}
}
