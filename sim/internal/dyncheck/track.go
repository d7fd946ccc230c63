package dyncheck

import (
	"math"
	"math/bits"
	"runtime"
	"sync"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// track is what work-groups that run one after the other access in memory, in order. In most
// launches nothing that two waves access could race, which a lineShadow says at once, and then what
// is in the track is not looked at. Where it could, notes are made of the track (global.go):
//
//	access ──► lineShadow: may it race? ──► track
//	                          └─ yes: Checker.exact ──► at the end of each work-group: notes of the track
//	                                                ──► work-groups that begin then make notes at once
type track struct {
	check     *Checker
	shadow    lineShadow
	entries   []*entryBlock
	n         int // entries
	rows      []*rowBlock
	used      int                  // rows
	spell     int                  // where the entries of the spell begin
	full      bool                 // there is so much that notes have to be made of it
	last      [lastSlots]int       // where the last access of a record is, by the low bits of its slot
	shapes    [numShapes]lineShape // of the last accesses of records, likewise
	emptied   uint32               // how often the rows were
	off, room isa.Row              // room
	access    mem.Access           // while notes are made
	data      [4]*isa.Row
}

// tracked is an access, or what else is in a track.
type tracked struct {
	low    uint64 // address
	exec   uint64 // lanes; of a store of scalars the value
	step   uint64 // how far behind one another the accesses lie, where it is several
	writes uint64 // globalAccess.writes then
	times  uint32
	off    uint32 // number of the row with offsets from low
	data   uint32 // of the first row with what is stored
	what   trackedKind
	ext    mem.Ext
	stores bool // what is stored is in rows, or in exec
	accessOf
}

const entryBytes = int(unsafe.Sizeof(tracked{}))

type trackedKind uint8

const (
	trackBegin trackedKind = iota // a work-group: its number is low, exec is how many waves it has
	trackSpell                    // the end of a spell: see track.wrote
	trackEnd                      // of the work-group
	trackSpan                     // scalars
	trackDense                    // lanes one behind the other
	trackLanes
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

// take returns one with anything in it, or a new one.
func (p *idle[T]) take() *T {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.list) - 1; n >= 0 {
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
	numShapes     = 64
	checkedAt     = 16 // entries, or rows, after which it is looked whether a track is full
	maxIdleBlocks = 4  // of an idle track, of each kind
	maxIdleLeaves = 64 // of an idle track, some 4 MiB
)

// maxTrack is how many bytes of accesses a track may have. It is a variable for tests; below 0 there
// are no tracks.
var maxTrack = 192 << 20

// track is a track for a work-group. It is nil where the work-group makes notes at once: also where
// the launch may be brought back to a former state, as the track would be a large part of what is
// kept.
func (c *Checker) track() *track {
	if c.Lasting {
		c.exact.Store(true)
	}
	if c.exact.Load() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		t := c.idle[n-1]
		c.idle = c.idle[:n-1]
		return t
	}
	if len(c.tracks) >= maxTracks() {
		c.exact.Store(true)
		return nil
	}
	t := tracks.take()
	t.check = c
	t.shadow.begin()
	c.tracks = append(c.tracks, t)
	return t
}

// maxTracks is how many work-groups at the same time have tracks: enough for those of all workers. On a
// clock there may be more.
func maxTracks() int { return max(16, 2*runtime.GOMAXPROCS(0)) }

// release leaves the track to other launches.
func (t *track) release() {
	t.check, t.access.Rows, t.data = nil, nil, [4]*isa.Row{}
	t.empty()
	for len(t.entries) > maxIdleBlocks {
		n := len(t.entries) - 1
		entryBlocks.leave(t.entries[n])
		t.entries[n], t.entries = nil, t.entries[:n]
	}
	for len(t.rows) > maxIdleBlocks {
		n := len(t.rows) - 1
		rowBlocks.leave(t.rows[n])
		t.rows[n], t.rows = nil, t.rows[:n]
	}
	t.shadow.trim(maxIdleLeaves)
	tracks.leave(t)
}

// empty forgets all that was accessed.
func (t *track) empty() {
	t.n, t.spell, t.full = 0, 0, false
	t.forgetRows()
}

// forgetRows makes room where rows are.
func (t *track) forgetRows() {
	t.used = 0
	t.emptied++
}

// entry is entry number i.
func (t *track) entry(i int) *tracked {
	const n = len(entryBlock{})
	return &t.entries[i/n][i%n]
}

// begin is the beginning of a work-group.
func (t *track) begin(g *group) {
	s := &t.shadow
	if !s.next() {
		t.check.exact.Store(true)
	}
	s.group = s.spell
	e := t.enter(trackBegin)
	e.low, e.exec = g.Index, uint64(len(g.Waves))
	t.spell = t.n
}

// endSpell is the end of a spell.
func (t *track) endSpell(g *globalAccess) {
	if !t.shadow.next() {
		t.check.exact.Store(true)
	}
	if g.alone && !t.check.exact.Load() {
		t.n, t.full = 1, false // the work-group has begun; nobody will ask about the spell
		t.forgetRows()
	} else {
		e := t.enter(trackSpell)
		e.low = uint64(g.wrote[0])
		for _, n := range g.wrote[1:g.waves] {
			e.stores = e.stores || n != g.wrote[0]
		}
		if e.stores {
			row := (*isa.Row)(nil)
			e.data, row = t.row()
			copy(row[:], g.wrote[:])
		}
	}
	t.spell = t.n
}

// wrote makes g have what it had at the end of a spell: how many stores each wave had done, which is
// low where it is the same for all, as it mostly is.
func (t *track) wrote(g *globalAccess, e *tracked) {
	if e.stores {
		copy(g.wrote[:], t.rowAt(e.data)[:])
		return
	}
	for i := range g.wrote[:g.waves] {
		g.wrote[i] = uint32(e.low)
	}
}

// end is the end of a work-group, of which notes are made if they are wanted. Another one may have
// the track then.
func (t *track) end(g *globalAccess) {
	t.enter(trackEnd).writes = g.writes
	c := t.check
	if c.exact.Load() {
		c.replay(t, nil)
	}
	c.giveBack(t)
}

// giveBack takes a track back from a work-group.
func (c *Checker) giveBack(t *track) {
	c.mu.Lock()
	c.idle = append(c.idle, t)
	c.mu.Unlock()
}

// enter is a new entry.
func (t *track) enter(what trackedKind) *tracked {
	n := t.n
	if n == len(t.entries)*len(entryBlock{}) {
		t.entries = append(t.entries, entryBlocks.take())
	}
	t.full = t.full || n%checkedAt == 0 && t.bytes() > maxTrack
	t.n++
	e := t.entry(n)
	*e = tracked{what: what, times: 1}
	return e
}

// row is a new row and its number.
func (t *track) row() (uint32, *isa.Row) {
	n := uint32(t.used)
	if t.used == len(t.rows)*len(rowBlock{}) {
		t.rows = append(t.rows, rowBlocks.take())
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

// bytes is how much memory is in use.
func (t *track) bytes() int { return t.n*entryBytes + t.used*4*isa.Lanes }

// accessOf is what all accesses to memory have.
type accessOf struct {
	slot  uint32
	bytes uint16 // of a lane; of a span all
	wave  uint8
	flags touchFlags
	kind  accessKind
}

// span enters an access to bytes that lie one behind the other. store has what it stores, a dword;
// nil: it is not known.
func (t *track) span(g *globalAccess, a *accessOf, addr, n uint64, store *uint32) {
	t.free(t.shadow.access(a.kind, a.wave, addr, n))
	if store == nil {
		t.spanOf(g, a, addr, n)
		return
	}
	e := t.add(g, trackSpan, a, addr)
	e.exec, e.stores = uint64(*store), true
}

// spanOf is span of what the shadow has and of which nothing is stored.
func (t *track) spanOf(g *globalAccess, a *accessOf, addr, n uint64) {
	if a.bytes = uint16(n); !t.repeats(g, trackSpan, a, addr, 0, 0) {
		t.add(g, trackSpan, a, addr)
	}
}

// lanes enters an access of the lanes of exec, each at low plus its offset; dense says that it is all
// of them, one behind the other. data has what a store stores; nil: it is not known.
func (t *track) lanes(g *globalAccess, a *accessOf, low uint64, off *isa.Row, exec uint64, dense bool, data []*isa.Row,
	ext mem.Ext) {
	what, h := trackDense, (*lineShape)(nil)
	switch {
	case dense:
		t.free(t.shadow.access(a.kind, a.wave, low, isa.Lanes*uint64(a.bytes)))
	default:
		what = trackLanes
		h = &t.shapes[a.slot/2%numShapes] // vector memory instructions have two dwords
		if !h.fits(low, off, exec, uint32(a.bytes)) {
			h.make(low, off, exec, uint32(a.bytes), &t.room)
		}
		t.free(t.shadow.shaped(a.kind, a.wave, low, h))
		if data == nil && h.size != 0 {
			t.spanOf(g, a, low+uint64(h.first), uint64(h.size))
			return
		}
	}
	rows := uint32(0)
	if h != nil {
		rows = t.offsets(h)
	}
	if data == nil && t.repeats(g, what, a, low, exec, rows) {
		return
	}
	e := t.add(g, what, a, low)
	e.exec, e.ext, e.stores, e.off, e.data = exec, ext, data != nil, rows, uint32(t.used)
	if data != nil {
		for _, r := range data[:(a.bytes+3)/4] {
			_, row := t.row()
			*row = *r
		}
	}
}

// offsets is the number of the row with the offsets of a shape.
func (t *track) offsets(h *lineShape) uint32 {
	if h.inTrack != t.emptied+1 {
		n, row := t.row()
		*row, h.row, h.inTrack = h.off, n, t.emptied+1
	}
	return h.row
}

// addresses is lanes for lanes of which each has an address.
func (t *track) addresses(g *globalAccess, a *accessOf, at *[isa.Lanes]uint64, exec uint64, m *mem.Access) {
	var data []*isa.Row
	ext := mem.ExtZero
	if m != nil && a.kind == plainWrite {
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
		t.lanes(g, a, low, &t.off, near, false, data, ext)
		exec &^= near
	}
}

// free notes whether an access was free.
func (t *track) free(free bool) {
	if !free {
		t.check.exact.Store(true)
	}
}

// add is a new entry of an access.
func (t *track) add(g *globalAccess, what trackedKind, a *accessOf, low uint64) *tracked {
	t.last[a.slot%lastSlots] = t.n
	e := t.enter(what)
	e.low, e.accessOf, e.writes = low, *a, g.writes
	return e
}

// repeats reports whether an access is that of a loop: it lies as far behind the one before as that
// one did, which then stands for it too. of are the lanes, 0 those of a span; off is the row with their
// offsets.
func (t *track) repeats(g *globalAccess, what trackedKind, a *accessOf, low, of uint64, off uint32) bool {
	i := t.last[a.slot%lastSlots]
	if i < t.spell || i >= t.n {
		return false
	}
	e := t.entry(i)
	if e.accessOf != *a || e.what != what || e.exec != of || e.writes != g.writes || e.stores ||
		e.times == math.MaxUint32 || e.off != off {
		return false
	}
	switch step := low - e.low - e.step*uint64(e.times-1); {
	case step == e.step:
	case e.times == 1:
		e.step = step
	default:
		return false
	}
	e.times++
	return true
}

// replay makes notes of what is in a track, which is empty then. now is the work-group that has the
// track, nil where none has: it makes its notes itself from here on.
func (c *Checker) replay(t *track, now *group) {
	c.mu.Lock()
	r := c.spare
	c.spare = nil
	c.mu.Unlock()
	if r == nil {
		r = &group{access: new(globalAccess)}
	}
	first := t.n // of what is in the track of now
	if now != nil {
		for first--; t.entry(first).what != trackBegin; first-- {
		}
	}
	var g *globalAccess
	for i := range t.n {
		e := t.entry(i)
		switch e.what {
		case trackBegin:
			if i == first {
				t.resume(now, i+1)
				t.empty()
				return
			}
			r.GroupCore = &engine.GroupCore{Index: e.low, ID: c.GroupID(e.low), Waves: make([]*engine.Wave, e.exec)}
			r.disp, r.global, g = c, r.access, r.access
			g.reset()
			g.begin(r, c.races.alone)
		case trackSpell:
			t.wrote(g, e)
			g.endSpell(r)
		case trackEnd:
			g.writes = e.writes
			c.races.add(r)
			g.reset()
		default:
			t.note(g, e)
		}
	}
	t.empty()
	c.mu.Lock()
	c.spare = r
	c.mu.Unlock()
}

// resume makes the notes of a work-group that is running of what it has done, from entry i on.
func (t *track) resume(own *group, i int) {
	g := own.global
	now, number, acquired, writes := g.spells, g.number, g.acquired, g.writes
	for k := i; k < t.n; k++ {
		if t.entry(k).what == trackSpell {
			g.number--
		}
	}
	for ; i < t.n; i++ {
		e := t.entry(i)
		if e.what == trackSpell {
			t.wrote(g, e)
			g.endSpell(own)
			continue
		}
		t.note(g, e)
	}
	g.wrote, g.acquirers, g.number, g.acquired, g.writes = now.wrote, now.acquirers, number, acquired, writes
}

// note makes notes of an entry.
func (t *track) note(g *globalAccess, e *tracked) {
	if g.full {
		return
	}
	g.writes = e.writes
	low := e.low
	a := (*mem.Access)(nil)
	off := &mem.Lane4
	if e.what == trackLanes {
		off = t.rowAt(e.off)
	}
	if e.what != trackSpan && e.stores {
		a = &t.access
		a.Exec, a.Bytes, a.Ext = e.exec, int(e.bytes), e.ext
		for k := range uint32(e.bytes+3) / 4 {
			t.data[k] = t.rowAt(e.data + k)
		}
		a.Rows = t.data[:(e.bytes+3)/4]
	}
	times := e.times
	if e.step == 0 {
		times = 1 // a loop that waits for a flag: there is nothing new to note
	}
	for range times {
		switch {
		case e.what == trackSpan && e.stores:
			g.spanDword(e.wave, e.slot, e.kind, e.flags, low, uint32(e.exec))
		case e.what == trackSpan:
			g.span(e.wave, e.slot, e.kind, e.flags, low, uint64(e.bytes))
		case e.what == trackDense && a != nil:
			g.dense(e.wave, low, a, uint32(e.bytes), e.slot, e.kind, e.flags)
		default:
			at := &t.access.Addr
			for l := range at {
				if at[l] = low + uint64(off[l]); e.what == trackDense {
					at[l] = low + uint64(l)*uint64(e.bytes)
				}
			}
			g.lanes(e.wave, at, e.exec, uint32(e.bytes), e.slot, e.kind, e.flags, a)
		}
		low += e.step
	}
}

// settle makes notes of what the work-groups of a launch that has ended have done, if they may race.
func (c *Checker) settle() {
	for i, t := range c.tracks {
		for _, o := range c.tracks[:i] {
			if !c.exact.Load() && t.shadow.meets(&o.shadow) {
				c.exact.Store(true)
			}
		}
	}
	if c.exact.Load() {
		for _, t := range c.tracks {
			c.replay(t, nil)
		}
	}
}
