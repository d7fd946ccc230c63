package dyncheck

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// Where work-groups run at the same time, a track copies what is stored, as others may store to the
// same bytes at any moment. Copies go again where memory has the same:
//
//	at the end of a work-group: many copies ──► their dwords are relied on (track.rely)
//	all work-groups that ran then have ended ──► memory holds the same? the copy goes (track.drop)
//	a store, or an atomic, to a dword that is relied on ──► what it holds is saved before (relied.save)
//
// A work-group that runs when a dword becomes one to rely on may have looked before, and store later.
// So nobody compares before that one has ended. After that each store to the dword saves it first, if
// nobody has. So what a copy had can be read until the launch ends: it is what was saved, or else what
// memory holds.

// relied is what the tracks of a launch rely on memory for.
type relied struct {
	on     atomic.Bool   // there is something
	leaves atomic.Uint32 // how many there are
	mu     sync.Mutex
	list   map[uint64]*reliedLeaf // by number, that of a lineLeaf; under mu, as all that is saved
	saved  int                    // bytes
}

// reliedLeaf is what is relied on in 256 KiB.
type reliedLeaf struct {
	dwords [lineLeafSize / 2]atomic.Uint32 // a bit for each dword, 16 a line
	pages  [1 << (leafBits - writtenShift)]*savedPage
}

// savedPage is what dwords of a page of 4 KiB held that were overwritten.
type savedPage struct {
	have [1 << (writtenShift - lineShift)]uint16 // a bit for each dword, by line
	data [1 << writtenShift]byte
}

// What launches leave to later ones, of whatever device.
var reliedLeaves = idle[reliedLeaf]{most: 32}

// maxCopies is how many rows of copies a track has until it relies on memory. It is a variable for tests.
var maxCopies = 1 << 12

// foundRelied is a leaf that a work-group has looked for; nil: there was none when there were so many.
type foundRelied struct {
	of     *relied
	key    uint64
	leaf   *reliedLeaf
	leaves uint32
}

// leaf is the leaf with a number, which is made where there is none.
func (r *relied) leaf(key uint64) *reliedLeaf {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.list[key]
	if l == nil {
		if r.list == nil {
			r.list = map[uint64]*reliedLeaf{}
		}
		l = reliedLeaves.take()
		r.list[key] = l
		r.leaves.Add(1)
	}
	return l
}

// release leaves the memory to other launches.
func (r *relied) release() {
	for _, l := range r.list {
		*l = reliedLeaf{}
		reliedLeaves.leave(l)
	}
	r.list = nil
	r.on.Store(false)
}

// reliedLeaf is the leaf with a number, nil where there is none.
func (g *globalAccess) reliedLeaf(r *relied, key uint64) *reliedLeaf {
	f := &g.relied[key%uint64(len(g.relied))]
	n := r.leaves.Load()
	if f.of != r || f.key != key || f.leaf == nil && f.leaves != n {
		r.mu.Lock()
		*f = foundRelied{r, key, r.list[key], n}
		r.mu.Unlock()
	}
	return f.leaf
}

// dwordsOf are the dwords of a line that bytes from addr to end have.
func dwordsOf(line, addr, end uint64) uint16 {
	m := uint16(0xffff)
	if line == addr>>lineShift {
		m <<= addr >> 2 & 15
	}
	if line == end>>lineShift {
		m &= 0xffff >> (15 - end>>2&15)
	}
	return m
}

// overwrites saves what n bytes from addr on hold, as far as somebody relies on it: they are about to be
// written.
func (g *globalAccess) overwrites(addr, n uint64) {
	c := g.group.disp
	end := addr + n - 1
	for line, last := addr>>lineShift, end>>lineShift; line <= last; {
		to := min(last, line|(lineLeafSize-1))
		l := g.reliedLeaf(&c.relied, line>>lineLeafBits)
		for ; line <= to && l != nil; line++ {
			at := uint16(l.dwords[line%lineLeafSize/2].Load() >> (16 * (line & 1)))
			if at == 0 {
				continue
			}
			if m := at & dwordsOf(line, addr, end); m != 0 {
				c.save(l, line, m)
			}
		}
		line = to + 1
	}
}

// overwritesLanes is overwrites for n bytes of each lane, at low plus its offset.
func (g *globalAccess) overwritesLanes(low uint64, off *isa.Row, exec uint64, n uint32) {
	for exec != 0 {
		var l, k int
		l, k, exec = rowOf(off, exec, n)
		g.overwrites(low+uint64(off[l&63]), uint64(k)*uint64(n))
	}
}

// overwritesEach is overwrites for n bytes at the address of each lane.
func (g *globalAccess) overwritesEach(at *[isa.Lanes]uint64, exec, n uint64) {
	for m := exec; m != 0; m &= m - 1 {
		g.overwrites(at[bits.TrailingZeros64(m)&63], n)
	}
}

// rowOf are the first lanes of m, k from l on, whose n bytes lie one behind the other. rest are the others.
func rowOf(off *isa.Row, m uint64, n uint32) (l, k int, rest uint64) {
	l, k = bits.TrailingZeros64(m)&63, 1
	for next := off[l] + n; l+k < isa.Lanes && m>>(l+k)&1 != 0 && off[l+k] == next; k++ {
		next += n
	}
	return l, k, m &^ (^uint64(0) >> (64 - k) << l)
}

// save saves dwords of a line that nobody has saved.
func (c *Checker) save(l *reliedLeaf, line uint64, m uint16) {
	r := &c.relied
	r.mu.Lock()
	defer r.mu.Unlock()
	const lines = uint64(len(savedPage{}.have))
	at := &l.pages[line/lines%uint64(len(l.pages))]
	p := *at
	if p == nil {
		p = new(savedPage)
		*at = p
		if r.saved += len(p.data); r.saved > maxTrack {
			c.exact.Store(true)
		}
	}
	have := &p.have[line%lines]
	for m &^= *have; m != 0; m &= m - 1 {
		i := uint64(bits.TrailingZeros16(m))
		addr := line<<lineShift + 4*i
		if b := c.Mem.Slice(addr, 4); b != nil {
			copy(p.data[addr%uint64(len(p.data)):], b)
			*have |= 1 << i
		}
	}
}

// left makes b what bytes from addr on held when they were first relied on, as far as they are, or else what
// they hold. It reports false where they are not in one piece. r.mu is held.
func (c *Checker) left(addr uint64, b []byte) bool {
	now := c.Mem.Slice(addr, len(b))
	if now == nil {
		return false
	}
	copy(b, now)
	const lines = uint64(len(savedPage{}.have))
	end := addr + uint64(len(b)) - 1
	for line := addr >> lineShift; line <= end>>lineShift; line++ {
		l := c.relied.list[line>>lineLeafBits]
		if l == nil {
			continue
		}
		p := l.pages[line/lines%uint64(len(l.pages))]
		if p == nil {
			continue
		}
		for m := p.have[line%lines] & dwordsOf(line, addr, end); m != 0; m &= m - 1 {
			at := line<<lineShift + 4*uint64(bits.TrailingZeros16(m))
			for i := max(at, addr); i <= min(at+3, end); i++ {
				b[i-addr] = p.data[i%uint64(len(p.data))]
			}
		}
	}
	return true
}

// copied reports whether an entry has a copy of what a vector instruction stored.
func (e *tracked) copied() bool {
	return e.has == dataInRows && (e.what == trackDense || e.what == trackLanes)
}

// offsetsOf are those of an entry of lanes.
func (t *track) offsetsOf(e *tracked) *isa.Row {
	if e.what == trackDense {
		return mem.LaneSteps(int(e.bytes()))
	}
	return t.rowAt(e.off)
}

// rely is called at the end of a work-group: it begins, or goes on, to do without copies.
func (t *track) rely() {
	c := t.check
	if !c.owned || c.exact.Load() {
		return
	}
	if t.reliedTo > t.ownTo && c.ended(t) && !c.exact.Load() { // after that nobody begins who does not look
		t.drop()
	}
	if t.reliedTo > t.ownTo || t.copied-int(t.own) < maxCopies {
		return
	}
	for i := t.ownTo; i < t.n; i++ {
		if e := t.entry(i); e.copied() {
			t.relyOn(e)
		}
	}
	c.relied.on.Store(true)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn++
	t.reliedTo, t.since = t.n, c.turn
}

// relyOn makes what an entry has stored something to rely on.
func (t *track) relyOn(e *tracked) {
	r := &t.check.relied
	off, n := t.offsetsOf(e), e.bytes()
	key, leaf := ^uint64(0), (*reliedLeaf)(nil)
	for m := e.exec; m != 0; {
		var l, k int
		l, k, m = rowOf(off, m, n)
		addr := e.low + uint64(off[l&63])
		end := addr + uint64(k)*uint64(n) - 1
		for line := addr >> lineShift; line <= end>>lineShift; line++ {
			if line>>lineLeafBits != key {
				key = line >> lineLeafBits
				leaf = r.leaf(key)
			}
			leaf.dwords[line%lineLeafSize/2].Or(uint32(dwordsOf(line, addr, end)) << (16 * (line & 1)))
		}
	}
}

// ended reports whether all work-groups have ended that ran when a track began to rely on something.
func (c *Checker) ended(t *track) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.tracks {
		if o != t && o.busy && o.began < t.since {
			return false
		}
	}
	return true
}

// drop drops the copies of what is relied on and is there.
func (t *track) drop() {
	r := &t.check.relied
	r.mu.Lock()
	defer r.mu.Unlock()
	to := t.own
	for i := t.ownTo; i < t.n; i++ {
		e := t.entry(i)
		if !e.copied() {
			continue
		}
		n := (e.bytes() + 3) / 4
		if i < t.reliedTo && t.isLeft(e) {
			e.has, e.ext = dataLeft, mem.ExtZero
			continue
		}
		for k := range n {
			*t.copyAt(to + k) = *t.copyAt(e.data + k)
		}
		e.data = to
		if to += n; i < t.reliedTo {
			t.own = to
		}
	}
	t.copied, t.ownTo = int(to), t.reliedTo
}

// isLeft reports whether a copy is what is left in memory.
func (t *track) isLeft(e *tracked) bool {
	var room [16 * isa.Lanes]byte
	off, n := t.offsetsOf(e), int(e.bytes())
	shift := shiftOf(&mem.Access{Ext: e.ext})
	for m := e.exec; m != 0; {
		var l, k int
		l, k, m = rowOf(off, m, e.bytes())
		b := room[:k*n]
		if !t.check.left(e.low+uint64(off[l&63]), b) {
			return false
		}
		for j := range (n + 3) / 4 {
			if !sameLanes(b[4*j:], n, t.copyAt(e.data + uint32(j))[l:l+k], shift) {
				return false
			}
		}
	}
	return true
}

// sameLanes reports whether b has a row's values: the first 4 bytes of each n, or n where that is less.
func sameLanes(b []byte, n int, row []uint32, shift uint) bool {
	diff := uint32(0)
	switch n {
	case 1:
		for i, v := range row {
			diff |= uint32(b[i] ^ byte(v>>shift))
		}
	case 2:
		for i, v := range row {
			diff |= uint32(binary.LittleEndian.Uint16(b[2*i:]) ^ uint16(v>>shift))
		}
	default:
		for i, v := range row {
			diff |= binary.LittleEndian.Uint32(b[n*i:]) ^ v
		}
	}
	return diff == 0
}

// loadLeft makes data what an entry has stored, of which there is no copy any more.
func (t *track) loadLeft(e *tracked) {
	var room [16]byte
	r := &t.check.relied
	r.mu.Lock()
	defer r.mu.Unlock()
	for k := range t.data {
		t.data[k] = &t.found[k]
	}
	off, b := t.offsetsOf(e), room[:e.bytes()]
	for m := e.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		t.check.left(e.low+uint64(off[l]), b)
		t.load(b, l)
	}
}
