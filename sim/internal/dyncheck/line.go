package dyncheck

import (
	"math/bits"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// lineShadow finds out whether accesses of work-groups that run one after the other may race, and
// nothing more. Of each dword of memory it knows:
//
//   - whether the work-group that runs has read and written it in this spell, and by which wave
//   - whether that work-group did so before
//   - whether others did
//
// An access takes a few operations for a line of 64 bytes, whatever the accesses before were. The
// end of a spell or of a work-group takes none: what a line has is of an older spell, work-group or
// launch where its tag is lower.
//
// It errs on the safe side: it does not tell the bytes of one dword apart, and does not ask what a
// wave has acquired. Where it finds that accesses meet, notes say which (global.go).
//
// A page is known by blocks of four lines, as long as each of them is accessed as a whole, by one wave in
// one spell (lineblock.go).
//
// Reads of memory that nobody has written need not be entered: a shadow also knows which pages have
// been written in the launch.
type lineShadow struct {
	spell  uint32 // tag of wave 0 in this spell
	group  uint32 // in the first spell of the work-group
	launch uint32 // in the first one of the launch
	leaves map[uint64]*lineLeaf
	list   []*lineLeaf // all of them
	hand   int         // where in list one that is not used was looked for last
	recent [recentLeaves]foundLeaf
	news   uint32 // how often pages were written that had not been in the launch, from 1

	all     *written // of all work-groups; nil where there are no others meanwhile
	found   [foundWritten]writtenLeafAt
	telling telling
	foreign bool // something was written that another work-group has written, or changes by atomics
}

// lineCell is what is known of a line in the spell of its last access. Masks have a bit for each dword.
type lineCell struct {
	// tag is that of the spell, and of the wave, of the last access; severalWaves: there were several.
	tag         uint32
	read, wrote uint16
}

// onlyRead reports whether dwords were read in the spell of the cell, and none of them was written. Where that was by
// another work-group, one more read of them says nothing new: who writes them meets a read by others already.
func (c *lineCell) onlyRead(m uint16) bool { return m&^c.read == 0 && m&c.wrote == 0 }

// lineOld is what is known of a line of which more than one spell has accessed something.
type lineOld struct {
	groupRead, groupWrote uint16 // by the work-group of the cell in spells before
	otherRead             uint16 // by others
	otherWrote            uint16 // likewise, or by atomics, whoever it was
}

// add adds what the cell has, which is of a spell before: before group it is by others.
func (o *lineOld) add(c *lineCell, group uint32) {
	if c.tag < group {
		o.otherRead |= c.read | o.groupRead
		o.otherWrote |= c.wrote | o.groupWrote
		o.groupRead, o.groupWrote = 0, 0
		return
	}
	o.groupRead |= c.read
	o.groupWrote |= c.wrote
}

// lineMore is what is known of few lines beyond that.
type lineMore struct {
	waves  uint64 // where there were several, the one that accessed each dword
	many   uint16 // read by several waves in the spell of the cell
	atomic uint16 // by atomics in launch, and not otherwise
	launch uint32
}

// The parts of tags.
const (
	tagStep      = 1 << 8
	severalWaves = tagStep - 1
	maxTag       = 1<<32 - 2*tagStep
)

// A leaf are the lines of 256 KiB, in pages of 4 KiB.
const (
	lineShift    = 6
	leafBits     = lineShift + lineLeafBits
	writtenShift = leafBits - 6
	lineLeafBits = 12
	lineLeafSize = 1 << lineLeafBits
	recentLeaves = 32
	recentShift  = 64 - 5
	// Below that many leaves there is a new one; else so many are looked at first whether they are used.
	fewLineLeaves = 8
	fewTries      = 8
)

type lineLeaf struct {
	key   uint64 // its number
	used  uint32 // tag of the launch in which it was used last
	wrote uint32 // likewise, not only read
	read  uint32 // likewise, where something was read
	pages uint64 // its pages that were written then
	fine  uint64 // its pages that are known by line in the launch in which it was used last
	oldIn uint32 // tag of the launch that old is of
	lines *[lineLeafSize]lineCell
	old   *[lineLeafSize]lineOld
	rare  *[lineLeafSize]lineMore
	// Of the other pages. A cell is of a line's kind, and each of its masks has all dwords or none.
	blocks [lineLeafSize / blockLines]lineCell
}

// noOld is what is known of a line where there is no more.
var noOld lineOld

// oldOf is what is known of a line beyond its cell; it may not be changed.
func (l *lineLeaf) oldOf(launch uint32, line uint64) *lineOld {
	if l.oldIn != launch {
		return &noOld
	}
	return &l.old[line%lineLeafSize]
}

// changeOld is oldOf for what is going to be changed.
func (l *lineLeaf) changeOld(launch uint32, line uint64) *lineOld {
	if l.oldIn != launch {
		if l.oldIn = launch; l.old == nil {
			l.old = new([lineLeafSize]lineOld)
		} else {
			clear(l.old[:])
		}
	}
	return &l.old[line%lineLeafSize]
}

// moreOf is what more is known of a line.
func (l *lineLeaf) moreOf(line uint64) *lineMore {
	if l.rare == nil {
		l.rare = new([lineLeafSize]lineMore)
	}
	return &l.rare[line%lineLeafSize]
}

// foundLeaf is a leaf that was found by its number; nil: there is none.
type foundLeaf struct {
	key    uint64
	leaf   *lineLeaf
	looked bool
}

// begin prepares for a launch.
func (s *lineShadow) begin() {
	if s.spell >= maxTag/2 || s.leaves == nil {
		s.leaves, s.list, s.spell = map[uint64]*lineLeaf{}, nil, 0
	}
	s.recent, s.found, s.foreign = [recentLeaves]foundLeaf{}, [foundWritten]writtenLeafAt{}, false
	s.spell += tagStep
	s.launch, s.group, s.news = s.spell, s.spell, s.news+1
}

// next begins the next spell. It reports false where there are no tags any more.
func (s *lineShadow) next() bool {
	if s.spell >= maxTag {
		return false
	}
	s.spell += tagStep
	return true
}

// leaf is the leaf with a number.
func (s *lineShadow) leaf(key uint64) *lineLeaf {
	if r := &s.recent[key*0x9e3779b97f4a7c15>>recentShift]; r.leaf != nil && r.key == key {
		return r.leaf
	}
	return s.find(key)
}

// find is leaf for one that was not found lately.
func (s *lineShadow) find(key uint64) *lineLeaf {
	l := s.leaves[key]
	if l == nil {
		l = s.free()
		l.key = key
		s.leaves[key] = l
	}
	if l.used != s.launch {
		l.used, l.fine = s.launch, 0
	}
	s.recent[key*0x9e3779b97f4a7c15>>recentShift] = foundLeaf{key, l, true}
	return l
}

// pages are the pages of a leaf that were written in this launch.
func (s *lineShadow) pages(key uint64) uint64 {
	r := &s.recent[key*0x9e3779b97f4a7c15>>recentShift]
	if !r.looked || r.key != key {
		l := s.leaves[key]
		if l != nil && l.used != s.launch {
			l = nil // as of another launch it may become another leaf
		}
		*r = foundLeaf{key, l, true}
	}
	if r.leaf == nil || r.leaf.wrote != s.launch {
		return 0
	}
	return r.leaf.pages
}

// pageAsk is asked whether pages were written in a launch, by what some shadows know.
type pageAsk struct {
	shadows []*lineShadow
	key     uint64 // the leaf that was asked for last
	pages   uint64 // its pages
	asked   bool
}

// written reports whether something was written in the pages of n bytes from addr on.
func (a *pageAsk) written(addr, n uint64) bool {
	first, last := addr>>writtenShift, (addr+n-1)>>writtenShift
	for first <= last {
		if key := first >> 6; !a.asked || key != a.key {
			a.key, a.pages, a.asked = key, 0, true
			for _, s := range a.shadows {
				a.pages |= s.pages(key)
			}
		}
		end := min(last, first|63)
		if a.pages&pageMask(first, end) != 0 {
			return true
		}
		first = end + 1
	}
	return false
}

// pageMask are the bits of pages of one leaf.
func pageMask(first, last uint64) uint64 {
	return ^uint64(0) << (first & 63) & (^uint64(0) >> (63 - last&63))
}

// written is that of pageAsk.
func (s *lineShadow) written(addr, n uint64) bool {
	first, last := addr>>writtenShift, (addr+n-1)>>writtenShift
	if first>>6 == last>>6 {
		return s.pages(first>>6)&pageMask(first, last) != 0
	}
	a := pageAsk{shadows: []*lineShadow{s}}
	return a.written(addr, n)
}

// free is a leaf with nothing in it: if possible one that this launch has not used, whose tags are
// those of older launches.
func (s *lineShadow) free() *lineLeaf {
	if len(s.list) >= fewLineLeaves {
		for range fewTries {
			s.hand = (s.hand + 1) % len(s.list)
			if l := s.list[s.hand]; l.used != s.launch {
				delete(s.leaves, l.key)
				return l
			}
		}
	}
	l := new(lineLeaf)
	s.list = append(s.list, l)
	return l
}

// trim leaves at most so many bytes of leaves.
func (s *lineShadow) trim(bytes uintptr) {
	for i, l := range s.list {
		n := unsafe.Sizeof(*l)
		if l.lines != nil {
			n += unsafe.Sizeof(*l.lines)
		}
		if l.old != nil {
			n += unsafe.Sizeof(*l.old)
		}
		if l.rare != nil {
			n += unsafe.Sizeof(*l.rare)
		}
		if n > bytes {
			for _, l := range s.list[i:] {
				delete(s.leaves, l.key)
			}
			clear(s.list[i:])
			s.list = s.list[:i]
			return
		}
		bytes -= n
	}
}

// lineMet is what an access meets in lines: the dwords that others have accessed in a way that it
// may race with, and above them those that something was written to before, where it is a plain write.
type lineMet uint32

// free reports whether nobody else has accessed anything in a way that the access may race with.
func (m lineMet) free() bool { return m&0xffff == 0 }

// writes reports whether it is a write or an atomic.
func (k accessKind) writes() bool { return k == plainWrite || k == atomicAccess }

// touch enters an access of a wave to dwords of a line.
func (s *lineShadow) touch(kind accessKind, wave uint8, leaf *lineLeaf, line uint64, m uint16) (met lineMet) {
	c := &leaf.lines[line%lineLeafSize]
	if tag := s.spell | uint32(wave); c.tag != tag {
		if c.tag >= s.spell {
			met = lineMet(c.several(leaf.moreOf(line), wave, m, kind))
		} else {
			s.renew(c, leaf, line, tag)
		}
	}
	if kind == atomicAccess {
		if s.all != nil {
			s.tellAtomic(line, m)
		}
		return met | lineMet(s.atomic(c, leaf.changeOld(s.launch, line), leaf.moreOf(line), m))
	}
	o := leaf.oldOf(s.launch, line)
	if kind == plainWrite && s.all != nil {
		s.tell(line, m&^c.wrote, o.groupWrote|o.otherWrote)
	}
	return met | c.enter(o, kind, m)
}

// enter enters a read or a plain write of dwords of a line that is of this spell.
func (c *lineCell) enter(o *lineOld, kind accessKind, m uint16) (met lineMet) {
	if kind == plainWrite {
		met = lineMet((o.otherRead|o.otherWrote)&m) | lineMet((c.wrote|o.groupWrote|o.otherWrote)&m)<<16
		c.wrote |= m
		return met
	}
	c.read |= m
	return lineMet(o.otherWrote & m)
}

// lineRun are dwords of a line that an access has.
type lineRun struct {
	line   uint32 // behind the first one
	dwords uint16
}

// lineShape is what an access of lanes has in lines of memory. It is the same for all accesses whose
// lanes lie in the same way: those of an instruction in a loop, or of work-groups that follow one
// another, mostly do.
type lineShape struct {
	off    isa.Row // offsets of the lanes; first, so that it begins where a line of the host's caches does
	exec   uint64
	bytes  uint32 // of a lane; 0: the shape is that of no access
	first  uint32 // offset of the first byte
	size   uint32 // bytes from there on, where all that is accessed lies one behind the other; else 0
	extent uint32 // bytes from the lowest to the highest
	apart  bool   // no two lanes have a byte in common, as far as it is known
	laid   bool   // what follows phase is known: where in its line the access begins, and its runs
	whole  bool   // the runs are whole blocks, if the first one begins where a block does
	// How many runs and lanes there are, where they are few and each is of a line behind that before; else 0.
	few, fewLanes uint8
	oneRow        bool // each of few runs is of the line next to that before

	row     uint32 // in the track: number of the row with the offsets
	inTrack uint32 // track.emptied then, plus one

	phase  uint32
	n      int
	nlanes int
	runs   [2 * isa.Lanes]lineRun
	lanes  [fewLaneRuns]laneRun // where all lanes take part, as far as they are few and simple

	next, same uint64 // mem.Steps
	_          [48]byte
}

// laneRun are lanes that have one dword after the other of a line.
type laneRun struct {
	line         uint32
	dword, first uint8
	mask         uint16 // a bit for each
}

// fewLaneRuns is how many of them a shape knows.
const fewLaneRuns = 16

// addLanes adds k lanes from l on, which lie one behind the other from at on.
func (h *lineShape) addLanes(l, k int, at uint64) {
	for k > 0 {
		n := min(k, 16-int(at>>2&15))
		if h.nlanes >= fewLaneRuns {
			h.nlanes = fewLaneRuns + 1
			return
		}
		h.lanes[h.nlanes] = laneRun{uint32(at >> lineShift), uint8(at >> 2 & 15), uint8(l), 1<<n - 1}
		h.nlanes++
		l, k, at = l+n, k-n, at+4*uint64(n)
	}
}

// parts reports whether accesses of n bytes by some lanes can be entered by the shape, which is that of all lanes.
func (h *lineShape) parts(n uint32) bool {
	return h.exec == engine.AllLanes && h.bytes == n && h.laid && h.nlanes > 0 && h.nlanes <= fewLaneRuns
}

// within reports whether an access of the lanes of exec has the shape but for lanes that do not take part. The
// access of all lanes would be at base.
func (h *lineShape) within(low uint64, off *isa.Row, exec uint64, n uint32) (base uint64, ok bool) {
	if !h.parts(n) {
		return 0, false
	}
	first := bits.TrailingZeros64(exec) & 63
	delta := h.off[first] - off[first]
	if uint64(delta) > low || delta > h.off[first] {
		return 0, false
	}
	base = low - uint64(delta)
	if h.phase != uint32(base)&(1<<lineShift-1) {
		return 0, false
	}
	for m := exec & (exec - 1); m != 0; m &= m - 1 {
		if l := bits.TrailingZeros64(m) & 63; h.off[l]-off[l] != delta {
			return 0, false
		}
	}
	return base, true
}

// some enters an access of some lanes of the shape h, which would be at base with all.
func (s *lineShadow) some(kind accessKind, wave uint8, base uint64, h *lineShape, exec uint64) (met lineMet) {
	var runs [fewLaneRuns]lineRun
	n := 0
	for i := range h.lanes[:h.nlanes] {
		r := &h.lanes[i]
		if m := uint16(exec>>(r.first&63)) & r.mask << (r.dword & 15); m != 0 {
			runs[n] = lineRun{r.line, m}
			n++
		}
	}
	first, last := base>>lineShift, (base+uint64(h.extent)-1)>>lineShift
	done, met := s.quick(kind, wave, first, last, runs[:n], false)
	if done < n {
		met |= s.runs(kind, wave, first, runs[done:n], false, false)
	}
	return met
}

// is reports whether an access of n bytes by each lane of exec has the shape.
func (h *lineShape) is(off *isa.Row, exec uint64, n uint32) bool {
	return h.exec == exec && h.bytes == n && h.off == *off
}

// take makes it the shape of an access that it is not. Elements have up to 16 bytes.
func (h *lineShape) take(off *isa.Row, exec uint64, n uint32) {
	h.exec, h.off, h.bytes, h.laid, h.inTrack = exec, *off, n, false, 0
	h.next, h.same = mem.Steps(off, n)
	h.first, h.size, h.extent, h.apart = 0, 0, 0, true
	runs, size, behind := 0, uint32(0), uint32(0)
	for m := exec; m != 0; runs++ {
		var l, k int
		l, k, m = h.run(m)
		h.first, size = h.off[l&63], uint32(k)*n
		h.apart = h.apart && h.first >= behind
		behind = h.first + size
		h.extent = max(h.extent, behind)
	}
	h.apart = h.apart && h.same&exec&(exec>>1) == 0
	if runs == 1 {
		h.size = size
	}
}

// run is the first run of lanes of m that lie one behind the other: k from l on. rest are the others.
func (h *lineShape) run(m uint64) (l, k int, rest uint64) {
	l = bits.TrailingZeros64(m) & 63
	if same := bits.TrailingZeros64(^(h.same >> l & (m >> 1 >> l))); same > 0 {
		m &^= ^(^uint64(0) << same) << l // the next lane accesses the same
		l += same
	}
	k = bits.TrailingZeros64(^(h.next >> l & (m >> 1 >> l))) + 1
	return l, k, m &^ (^uint64(0) >> (64 - k) << l)
}

// lay finds the runs of an access at low.
func (h *lineShape) lay(low uint64, room *isa.Row) {
	h.layRuns(low, room)
	h.findBlocks()
	h.few, h.fewLanes, h.oneRow = 0, 0, false
	if rise(h.runs[:], h.n, func(r *lineRun) uint32 { return r.line }) {
		h.few = uint8(h.n)
		h.oneRow = h.n > 0 && h.runs[h.n-1].line-h.runs[0].line == uint32(h.n-1)
	}
	if rise(h.lanes[:], h.nlanes, func(r *laneRun) uint32 { return r.line }) {
		h.fewLanes = uint8(h.nlanes)
	}
}

// rise reports whether the first n of a list are few, and of a line behind that of the one before each.
func rise[T any](list []T, n int, line func(*T) uint32) bool {
	for i := 1; i < n && n <= fewLines; i++ {
		if line(&list[i]) <= line(&list[i-1]) {
			return false
		}
	}
	return n <= fewLines
}

func (h *lineShape) layRuns(low uint64, room *isa.Row) {
	h.laid, h.phase, h.n, h.nlanes = true, uint32(low)&(1<<lineShift-1), 0, 0
	exec, n := h.exec, h.bytes
	simple := n == 4 && exec == engine.AllLanes
	starts := exec &^ ((h.next | h.same) & exec << 1)
	if n&(n-1) == 0 && bits.OnesCount64(starts) > fewRuns {
		if change, aligned := mem.LineBits(room, &h.off, h.phase, n, exec); aligned {
			h.lines(room, change)
			return
		}
	}
	for m := exec; m != 0; {
		var l, k int
		l, k, m = h.run(m)
		at := uint64(h.phase) + uint64(h.off[l&63])
		end := at + uint64(k)*uint64(n) - 1
		if simple = simple && at&3 == 0 && h.same == 0; simple {
			h.addLanes(l, k, at)
		}
		for ; at>>lineShift < end>>lineShift; at = at>>lineShift<<lineShift + 1<<lineShift {
			h.add(uint32(at>>lineShift), 0xffff<<(at>>2&15))
		}
		h.add(uint32(at>>lineShift), 0xffff<<(at>>2&15)&(0xffff>>(15-end>>2&15)))
	}
	if !simple {
		h.nlanes = 0
	}
}

// fewRuns is how many runs of lanes one behind the other are looked at one by one.
const fewRuns = 6

// lines makes the runs of an access whose dwords are in room: lanes of which change has none have one
// line. The first of them may be a lane that takes no part, in front of the lowest one that does: its offset is
// negative.
func (h *lineShape) lines(room *isa.Row, change uint64) {
	for l := 0; l < isa.Lanes; {
		end := min(l+1+bits.TrailingZeros64(change>>l>>1), isa.Lanes)
		m := uint32(0)
		for _, b := range room[l&63 : end] {
			m |= b
		}
		if m != 0 {
			h.add((h.phase+h.off[l&63])>>lineShift, uint16(m))
		}
		l = end
	}
}

// fewBack is how many runs are looked at for one of the same line.
const fewBack = 4

// add adds dwords of a line.
func (h *lineShape) add(line uint32, m uint16) {
	for i := h.n - 1; i >= max(0, h.n-fewBack); i-- {
		if h.runs[i].line == line {
			h.runs[i].dwords |= m
			return
		}
	}
	h.runs[h.n] = lineRun{line, m}
	h.n++
}

// layAt is lay where that is not known.
func (h *lineShape) layAt(low uint64, room *isa.Row) {
	if !h.laid || h.phase != uint32(low)&(1<<lineShift-1) {
		h.lay(low, room)
	}
}

// partsAt is parts for accesses of which that of all lanes would be at low.
func (h *lineShape) partsAt(low uint64, n uint32, room *isa.Row) bool {
	h.layAt(low, room)
	return h.parts(n)
}

// shaped enters an access of the shape h at low. also is that of access.
func (s *lineShadow) shaped(kind accessKind, wave uint8, low uint64, h *lineShape, room *isa.Row,
	also bool) (met lineMet) {
	h.layAt(low, room)
	first, last := low>>lineShift, (low+uint64(h.extent)-1)>>lineShift
	list := h.runs[:h.n]
	if h.whole && (first+uint64(list[0].line))%blockLines == 0 {
		return s.runs(kind, wave, first, list, true, also)
	}
	n, met := s.quick(kind, wave, first, last, list, also)
	if n < len(list) {
		met |= s.runs(kind, wave, first, list[n:], false, also)
	}
	return met
}

// renew makes a line one of this spell.
func (s *lineShadow) renew(c *lineCell, leaf *lineLeaf, line uint64, tag uint32) {
	if c.tag >= s.launch {
		leaf.changeOld(s.launch, line).add(c, s.group)
	}
	*c = lineCell{tag: tag}
}

// atomic enters an access by atomics, and returns the dwords that were accessed otherwise.
func (s *lineShadow) atomic(c *lineCell, o *lineOld, more *lineMore, m uint16) (met uint16) {
	if more.launch != s.launch {
		more.launch, more.atomic = s.launch, 0
	}
	met = (c.read | c.wrote | o.groupRead | o.groupWrote | o.otherRead | o.otherWrote&^more.atomic) & m
	more.atomic |= m
	o.otherWrote |= m
	return met
}

// several prepares for an access by a wave to dwords of a line that other waves have accessed in the
// same spell. It returns those with which it may race.
func (c *lineCell) several(more *lineMore, wave uint8, m uint16, kind accessKind) (met uint16) {
	if kind == atomicAccess {
		return 0 // it meets all that is no atomic
	}
	if kind != plainWrite && c.tag&severalWaves == severalWaves && m&^more.many == 0 {
		return 0
	}
	touched := c.read | c.wrote
	own := uint16(0)
	if c.tag&severalWaves != severalWaves {
		more.waves, more.many = uint64(c.tag&severalWaves)*oneOfFour, 0
		c.tag |= severalWaves
	} else {
		own = sameWave(more.waves, wave) &^ more.many
	}
	other := touched & m &^ own
	if fresh := m &^ touched; fresh != 0 {
		lanes := spreadByFour(fresh)
		more.waves = more.waves&^lanes | uint64(wave)*oneOfFour&lanes
	}
	if kind == plainWrite {
		return other
	}
	more.many |= other
	return other & c.wrote
}

// oneOfFour has the lowest of each four bits.
const oneOfFour = 0x1111111111111111

// sameWave has the dwords whose wave, of those in waves, it is.
func sameWave(waves uint64, wave uint8) uint16 {
	x := waves ^ uint64(wave)*oneOfFour
	x |= x >> 2
	x = ^(x | x>>1) & oneOfFour
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return uint16(x | x>>24)
}

// spreadByFour makes four bits of each.
func spreadByFour(m uint16) uint64 {
	x := uint64(m)
	x = (x | x<<24) & 0x000000ff000000ff
	x = (x | x<<12) & 0x000f000f000f000f
	x = (x | x<<6) & 0x0303030303030303
	x = (x | x<<3) & oneOfFour
	return x * 15
}

// meets reports whether work-groups that two shadows have seen in this launch may race. Where all that is
// written is known of all (written), those that write the same have been seen to do so.
func (s *lineShadow) meets(o *lineShadow) bool {
	for key, a := range s.leaves {
		b := o.leaves[key]
		if b == nil || a.used != s.launch || b.used != o.launch {
			continue
		}
		wrote, also := a.wrote == s.launch, b.wrote == o.launch
		if s.all != nil {
			wrote, also = wrote && b.read == o.launch, also && a.read == s.launch
		}
		pages := uint64(0) // in which one may race with what the other has written
		if wrote {
			pages |= a.pages
		}
		if also {
			pages |= b.pages
		}
		for ; pages != 0; pages &= pages - 1 {
			if s.meetsInPage(o, a, b, uint64(bits.TrailingZeros64(pages))) {
				return true
			}
		}
	}
	return false
}

// meetsInPage is meets for a page of two leaves.
func (s *lineShadow) meetsInPage(o *lineShadow, a, b *lineLeaf, page uint64) bool {
	const lines = lineLeafSize / 64
	s.refine(a, 1<<page)
	o.refine(b, 1<<page)
	for line := page * lines; line < (page+1)*lines; line++ {
		c, d := &a.lines[line], &b.lines[line]
		if c.tag < s.launch || d.tag < o.launch {
			continue
		}
		reads, writes := c.all(a.oldOf(s.launch, line))
		read, wrote := d.all(b.oldOf(o.launch, line))
		if s.all == nil && writes&wrote != 0 || writes&read|wrote&reads != 0 {
			return true
		}
	}
	return false
}

// all are the dwords that anybody has read and written.
func (c *lineCell) all(o *lineOld) (read, wrote uint16) {
	return c.read | o.groupRead | o.otherRead, c.wrote | o.groupWrote | o.otherWrote
}
