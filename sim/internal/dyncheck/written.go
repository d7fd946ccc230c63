package dyncheck

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// Where work-groups run at the same time, what stores have stored stays in memory too, and nobody copies it,
// until another work-group is about to overwrite some of it:
//
//	a store ──► marks its dwords in written ──► has another work-group marked one? ── no: it is made
//	                                               └─ yes: written.on, and it is made as all later ones are
//	with written.on: a store has a copy; what its dwords hold, if one is marked, is saved before (written.save)
//
// A store that has marked its dwords may not have been made yet. So who saves first waits until each track
// has been seen outside of a store (Checker.quiet): those that begin later see that they have to copy. It
// waits for a store at most, and never for work-groups, which may wait for the one that waits.
//
// What an entry without a copy has stored is what was saved, or else what memory holds; unless its own track
// has stored there again, which has an entry of what was there (before.go).

// written is what the work-groups of a launch have written, where they run at the same time.
type written struct {
	on     atomic.Bool   // something is about to be overwritten by others
	still  atomic.Bool   // likewise, and all stores without copies have been made
	leaves atomic.Uint32 // how many there are
	_      [128]byte     // what follows is written, while others ask for what is above
	mu     sync.Mutex
	list   map[uint64]*writtenLeaf // by number, that of a lineLeaf; under mu, as all that is saved
	saved  int                     // bytes
}

// writtenLeaf is what is written in 256 KiB: a bit for each dword, those of four lines in a word.
type writtenLeaf struct {
	pages   atomic.Uint64 // of 4 KiB, also those that atomics change
	_       [56]byte
	plain   writtenBits // by stores
	atomics atomic.Pointer[writtenBits]
	saved   [1 << (leafBits - writtenShift)]*savedPage
}

type writtenBits [lineLeafSize / wordLines]atomic.Uint64

const (
	wordLines = 4 // of a word of writtenBits
	wordShift = 2
	// Of so many leaves a shadow, or a work-group, knows where they are, by the low bits of their numbers.
	foundWritten = 16
)

// savedPage is what dwords of a page of 4 KiB held at some time.
type savedPage struct {
	have [1 << (writtenShift - lineShift)]uint16 // a bit for each dword, by line
	data [1 << writtenShift]byte
}

// What launches leave to later ones, of whatever device.
var writtenLeaves = idle[writtenLeaf]{most: 256}

// writtenLeafAt is a leaf that was looked for; nil: there was none when there were so many.
type writtenLeafAt struct {
	of     *written
	key    uint64
	leaf   *writtenLeaf
	leaves uint32
}

// find is the leaf with a number, nil where there is none.
func (f *writtenLeafAt) find(w *written, key uint64) *writtenLeaf {
	n := w.leaves.Load()
	if f.of != w || f.key != key || f.leaf == nil && f.leaves != n {
		w.mu.Lock()
		*f = writtenLeafAt{w, key, w.list[key], n}
		w.mu.Unlock()
	}
	return f.leaf
}

// make is find for a leaf that is made where there is none.
func (f *writtenLeafAt) make(w *written, key uint64) *writtenLeaf {
	if l := f.find(w, key); l != nil {
		return l
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.list == nil {
		w.list = map[uint64]*writtenLeaf{}
	}
	l := w.list[key]
	if l == nil {
		l = writtenLeaves.take(nil)
		w.list[key] = l
		w.leaves.Add(1)
	}
	f.leaf = l
	return l
}

// release leaves the memory to other launches.
func (w *written) release() {
	for _, l := range w.list {
		*l = writtenLeaf{}
		writtenLeaves.leave(l)
	}
	w.list = nil
}

// telling are dwords of a word that a shadow has found to be written and has not told of.
type telling struct {
	at   uint64 // number of the word in memory
	m    uint64
	mine uint64 // those that work-groups of the shadow had written before
}

// tell tells that dwords of a line are about to be stored, of which mine is known already.
func (s *lineShadow) tell(line uint64, m, mine uint16) {
	t := &s.telling
	if at := line >> wordShift; at != t.at {
		s.told()
		t.at = at
	}
	shift := line % wordLines * 16
	t.m |= uint64(m) << shift
	t.mine |= uint64(mine) << shift
}

// told makes known what has been told.
func (s *lineShadow) told() {
	t := &s.telling
	m, mine := t.m, t.mine
	if t.m, t.mine = 0, 0; m == 0 { // mine was of this word, too
		return
	}
	l, w := s.writtenAt(t.at)
	old := l.plain[w].Load()
	if m&^old != 0 {
		old = l.plain[w].Or(m)
	}
	other := old & m &^ mine
	if a := l.atomics.Load(); a != nil {
		other |= a[w].Load() & m
	}
	s.foreign = s.foreign || other != 0
}

// tellAtomic is tell for an atomic.
func (s *lineShadow) tellAtomic(line uint64, m uint16) {
	l, w := s.writtenAt(line >> wordShift)
	if l.atomics.Load() == nil {
		l.atomics.CompareAndSwap(nil, new(writtenBits))
	}
	bits := uint64(m) << (line % wordLines * 16)
	l.atomics.Load()[w].Or(bits)
	s.foreign = s.foreign || l.plain[w].Load()&bits != 0
}

// writtenAt finds a word of writtenBits, whose page is written.
func (s *lineShadow) writtenAt(at uint64) (*writtenLeaf, uint64) {
	key := at >> (lineLeafBits - wordShift)
	l := s.found[key%foundWritten].make(s.all, key)
	if page := uint64(1) << (at >> (writtenShift - lineShift - wordShift) & 63); l.pages.Load()&page == 0 {
		l.pages.Or(page)
	}
	return l, at % uint64(len(writtenBits{}))
}

// writtenByAny reports whether some work-group has written in the pages of n bytes from addr on.
func (s *lineShadow) writtenByAny(addr, n uint64) bool {
	for first, last := addr>>writtenShift, (addr+n-1)>>writtenShift; first <= last; {
		key, end := first>>6, min(last, first|63)
		if l := s.found[key%foundWritten].find(s.all, key); l != nil && l.pages.Load()&pageMask(first, end) != 0 {
			return true
		}
		first = end + 1
	}
	return false
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

// overwrites saves what n bytes from addr on hold, as far as somebody has stored it: they are about to be
// written.
func (g *globalAccess) overwrites(addr, n uint64) {
	c := g.group.disp
	end := addr + n - 1
	for line, last := addr>>lineShift, end>>lineShift; line <= last; {
		to, key := min(last, line|(lineLeafSize-1)), line>>lineLeafBits
		l := g.written[key%foundWritten].find(&c.written, key)
		for ; line <= to && l != nil; line++ {
			at := uint16(l.plain[line%lineLeafSize/wordLines].Load() >> (line % wordLines * 16))
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

// suspect is called where something may be a race: work-groups make notes from now on. Some may begin that
// mark nothing of what they store, so that they save first what is there.
func (c *Checker) suspect() {
	if c.exact.Load() {
		return
	}
	c.overwritten()
	c.exact.Store(true)
}

// overwritten makes stores save what is there from now on, where memory is relied on.
func (c *Checker) overwritten() {
	if c.owned && !c.inOrder {
		c.written.on.Store(true)
	}
}

// quiet waits until all stores have been made that began before written.on was set. It is not called within
// one.
func (c *Checker) quiet() {
	if c.written.still.Load() {
		return
	}
	c.mu.Lock()
	list := c.tracks[:len(c.tracks):len(c.tracks)]
	c.mu.Unlock()
	for _, t := range list {
		// A work-group that has failed does not come back from its store.
		for n := 0; t.storing.Load() && !c.Faulted(); n++ {
			if n > 100 {
				runtime.Gosched()
			}
		}
	}
	c.written.still.Store(true)
}

// save saves dwords of a line that nobody has saved.
func (c *Checker) save(l *writtenLeaf, line uint64, m uint16) {
	c.quiet()
	w := &c.written
	w.mu.Lock()
	defer w.mu.Unlock()
	const lines = uint64(len(savedPage{}.have))
	at := &l.saved[line/lines%uint64(len(l.saved))]
	if *at == nil {
		*at = new(savedPage)
		if w.saved += len((*at).data); w.saved > maxTrack {
			c.suspect()
		}
	}
	p := *at
	for m &^= p.have[line%lines]; m != 0; m &= m - 1 {
		addr := line<<lineShift + 4*uint64(bits.TrailingZeros16(m))
		if b := c.Mem.Slice(addr, 4); b != nil {
			p.put(addr, b)
		}
	}
}

// put makes bytes from addr on known, all of them in one page and in whole dwords.
func (p *savedPage) put(addr uint64, b []byte) {
	copy(p.data[addr%uint64(len(p.data)):], b)
	end := addr + uint64(len(b)) - 1
	for line := addr >> lineShift; line <= end>>lineShift; line++ {
		p.have[line%uint64(len(p.have))] |= dwordsOf(line, addr, end)
	}
}

// over lays what the page has over bytes from addr on, all of them in it.
func (p *savedPage) over(addr uint64, b []byte) {
	end := addr + uint64(len(b)) - 1
	for line := addr >> lineShift; line <= end>>lineShift; line++ {
		for m := p.have[line%uint64(len(p.have))] & dwordsOf(line, addr, end); m != 0; m &= m - 1 {
			at := line<<lineShift + 4*uint64(bits.TrailingZeros16(m))
			for i := max(at, addr); i <= min(at+3, end); i++ {
				b[i-addr] = p.data[i%uint64(len(p.data))]
			}
		}
	}
}

// left makes b what bytes from addr on held when nobody had overwritten what others had stored there. It
// reports false where they are not in one piece.
func (c *Checker) left(addr uint64, b []byte) bool {
	w := &c.written
	w.mu.Lock() // who overwrites them saves them first
	defer w.mu.Unlock()
	now := c.Mem.Slice(addr, len(b))
	if now == nil {
		return false
	}
	copy(b, now)
	if w.saved == 0 {
		return true
	}
	inPages(addr, b, func(at uint64, b []byte) {
		page := at >> writtenShift
		if l := w.list[page>>(leafBits-writtenShift)]; l != nil {
			if p := l.saved[page%uint64(len(l.saved))]; p != nil {
				p.over(at, b)
			}
		}
	})
	return true
}

// inPages calls f for the parts of bytes from addr on that lie in one page each.
func inPages(addr uint64, b []byte, f func(addr uint64, b []byte)) {
	for len(b) > 0 {
		n := min(uint64(len(b)), (addr>>writtenShift+1)<<writtenShift-addr)
		f(addr, b[:n])
		addr, b = addr+n, b[n:]
	}
}

// isThere reports whether memory has what an entry has a copy of.
func (t *track) isThere(e *tracked) bool {
	off, n := mem.LaneSteps(int(e.bytes())), int(e.bytes())
	if e.what != trackDense {
		off = t.rowAt(e.off)
	}
	shift := shiftOf(&mem.Access{Ext: e.ext})
	for m := e.exec; m != 0; {
		var l, k int
		l, k, m = rowOf(off, m, e.bytes())
		b := t.check.Mem.Slice(e.low+uint64(off[l&63]), k*n)
		if b == nil {
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
