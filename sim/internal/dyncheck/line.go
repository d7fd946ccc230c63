package dyncheck

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
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
type lineShadow struct {
	spell  uint32 // tag of wave 0 in this spell
	group  uint32 // in the first spell of the work-group
	launch uint32 // in the first one of the launch
	leaves map[uint64]*lineLeaf
	list   []*lineLeaf // all of them
	hand   int         // where in list one that is not used was looked for last
	recent [recentLeaves]foundLeaf
}

// lineCell is what is known of a line. Masks have a bit for each dword.
type lineCell struct {
	// tag is that of the spell, and of the wave, of the last access; severalWaves: there were several.
	tag         uint32
	read, wrote uint16 // in that spell
	groupRead   uint16 // by the same work-group before
	groupWrote  uint16
	otherRead   uint16 // by others
	otherWrote  uint16 // likewise, or by atomics, whoever it was
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

// A leaf are the lines of 256 KiB.
const (
	lineShift    = 6
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
	lines [lineLeafSize]lineCell
	more  *[lineLeafSize]lineMore
}

// moreOf is what more is known of a line.
func (l *lineLeaf) moreOf(line uint64) *lineMore {
	if l.more == nil {
		l.more = new([lineLeafSize]lineMore)
	}
	return &l.more[line%lineLeafSize]
}

// foundLeaf is a leaf that was found by its number.
type foundLeaf struct {
	key  uint64
	leaf *lineLeaf
}

// begin prepares for a launch.
func (s *lineShadow) begin() {
	if s.spell >= maxTag/2 || s.leaves == nil {
		s.leaves, s.list, s.spell = map[uint64]*lineLeaf{}, nil, 0
	}
	s.recent = [recentLeaves]foundLeaf{}
	s.spell += tagStep
	s.launch, s.group = s.spell, s.spell
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
	l.used = s.launch
	s.recent[key*0x9e3779b97f4a7c15>>recentShift] = foundLeaf{key, l}
	return l
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

// trim leaves at most n leaves.
func (s *lineShadow) trim(n int) {
	if len(s.list) <= n {
		return
	}
	for _, l := range s.list[n:] {
		delete(s.leaves, l.key)
	}
	clear(s.list[n:])
	s.list = s.list[:n]
}

// access enters an access of a wave to n bytes from addr on. It reports whether nobody else has
// accessed them in a way that it may race with.
func (s *lineShadow) access(kind accessKind, wave uint8, addr, n uint64) (free bool) {
	end := addr + n - 1
	line, last := addr>>lineShift, end>>lineShift
	m, tail := uint16(0xffff)<<(addr>>2&15), uint16(0xffff)>>(15-end>>2&15)
	met, tag := uint16(0), s.spell|uint32(wave)
	for line <= last {
		leaf := s.leafFor(kind, line>>lineLeafBits)
		for to := min(last, line|(lineLeafSize-1)); line <= to; line++ {
			if line == last {
				m &= tail
			}
			c := &leaf.lines[line%lineLeafSize]
			switch { // as in shaped
			case c.tag != tag && c.tag >= s.launch || kind == atomicAccess:
				met |= s.touch(kind, wave, leaf, line, m)
				m = 0xffff
				continue
			case c.tag != tag:
				*c = lineCell{tag: tag}
			}
			met |= c.enter(kind, m)
			m = 0xffff
		}
	}
	return met == 0
}

// leafFor is the leaf with a number, for an access of a kind.
func (s *lineShadow) leafFor(kind accessKind, key uint64) *lineLeaf {
	leaf := s.leaf(key)
	if kind == plainWrite || kind == atomicAccess {
		leaf.wrote = s.launch
	}
	return leaf
}

// touch enters an access of a wave to dwords of a line. It returns those that others have accessed in
// a way that it may race with.
func (s *lineShadow) touch(kind accessKind, wave uint8, leaf *lineLeaf, line uint64, m uint16) (met uint16) {
	c := &leaf.lines[line%lineLeafSize]
	if tag := s.spell | uint32(wave); c.tag != tag {
		if c.tag >= s.spell {
			met = c.several(leaf.moreOf(line), wave, m, kind)
		} else {
			s.renew(c, tag)
		}
	}
	if kind == atomicAccess {
		return met | s.atomic(c, leaf.moreOf(line), m)
	}
	return met | c.enter(kind, m)
}

// enter enters a read or a plain write of dwords of a line that is of this spell. It returns those that
// others have accessed in a way that it may race with.
func (c *lineCell) enter(kind accessKind, m uint16) (met uint16) {
	if kind == plainWrite {
		c.wrote |= m
		return (c.otherRead | c.otherWrote) & m
	}
	c.read |= m
	return c.otherWrote & m
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
	exec    uint64
	off     isa.Row // offsets of the lanes
	bytes   uint32  // of a lane; 0: the shape is that of no access
	phase   uint32  // where in its line the access begins
	n       int     // of runs
	runs    [2 * isa.Lanes]lineRun
	first   uint32 // offset of the first byte
	size    uint32 // bytes from there on, where all that is accessed lies one behind the other; else 0
	row     uint32 // in the track: number of the row with the offsets
	inTrack uint32 // track.emptied then, plus one
}

// fits reports whether an access of n bytes by each lane of exec, at low plus the lane's offset, has the
// shape.
func (h *lineShape) fits(low uint64, off *isa.Row, exec uint64, n uint32) bool {
	return h.exec == exec && h.bytes == n && h.phase == uint32(low)&(1<<lineShift-1) && h.off == *off
}

// make makes it the shape of an access that does not fit. Elements have up to 16 bytes.
func (h *lineShape) make(low uint64, off *isa.Row, exec uint64, n uint32, room *isa.Row) {
	h.exec, h.off, h.bytes, h.phase = exec, *off, n, uint32(low)&(1<<lineShift-1)
	h.n, h.first, h.size, h.inTrack = 0, 0, 0, 0
	next, same := mem.Steps(off, n)
	starts := exec &^ ((next | same) & exec << 1)
	if n&(n-1) == 0 && bits.OnesCount64(starts) > fewRuns {
		if change, aligned := mem.LineBits(room, off, h.phase, n, exec); aligned {
			h.lines(room, change)
			return
		}
	}
	runs, size := 0, 0
	for m := exec; m != 0; runs++ {
		l := bits.TrailingZeros64(m) & 63
		if k := bits.TrailingZeros64(^(same >> l & (m >> 1 >> l))); k > 0 {
			m &^= ^(^uint64(0) << k) << l // the next lane accesses the same
			l += k
		}
		k := bits.TrailingZeros64(^(next >> l & (m >> 1 >> l))) + 1
		m &^= ^uint64(0) >> (64 - k) << l
		h.first, size = off[l&63], k*int(n)
		at, end := uint64(h.phase)+uint64(h.first), uint64(h.phase)+uint64(h.first)+uint64(size)-1
		for ; at>>lineShift < end>>lineShift; at = at>>lineShift<<lineShift + 1<<lineShift {
			h.add(uint32(at>>lineShift), 0xffff<<(at>>2&15))
		}
		h.add(uint32(at>>lineShift), 0xffff<<(at>>2&15)&(0xffff>>(15-end>>2&15)))
	}
	if runs == 1 {
		h.size = uint32(size)
	}
}

// fewRuns is how many runs of lanes one behind the other are looked at one by one.
const fewRuns = 6

// lines makes the runs of an access whose dwords are in room: lanes of which change has none have one
// line.
func (h *lineShape) lines(room *isa.Row, change uint64) {
	for l := 0; l < isa.Lanes; {
		end := min(l+1+bits.TrailingZeros64(change>>l>>1), isa.Lanes)
		m := uint32(0)
		for _, b := range room[l&63 : end] {
			m |= b
		}
		if m != 0 {
			h.add(uint32((uint64(h.phase)+uint64(h.off[l&63]))>>lineShift), uint16(m))
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

// shaped enters an access of the shape h at low. It reports what access does.
func (s *lineShadow) shaped(kind accessKind, wave uint8, low uint64, h *lineShape) (free bool) {
	met, key, leaf := uint16(0), ^uint64(0), (*lineLeaf)(nil)
	first, tag := low>>lineShift, s.spell|uint32(wave)
	for i := range h.runs[:h.n] {
		r := &h.runs[i]
		line, m := first+uint64(r.line), r.dwords
		if k := line >> lineLeafBits; k != key {
			key, leaf = k, s.leafFor(kind, k)
		}
		c := &leaf.lines[line%lineLeafSize]
		switch { // the frequent cases of touch, in place
		case c.tag != tag && c.tag >= s.launch || kind == atomicAccess:
			met |= s.touch(kind, wave, leaf, line, m)
			continue
		case c.tag != tag:
			*c = lineCell{tag: tag}
		}
		met |= c.enter(kind, m)
	}
	return met == 0
}

// renew makes the line one of this spell.
func (s *lineShadow) renew(c *lineCell, tag uint32) {
	switch {
	case c.tag < s.launch:
		*c = lineCell{tag: tag}
		return
	case c.tag < s.group:
		c.otherRead |= c.read | c.groupRead
		c.otherWrote |= c.wrote | c.groupWrote
		c.groupRead, c.groupWrote = 0, 0
	default:
		c.groupRead |= c.read
		c.groupWrote |= c.wrote
	}
	c.tag, c.read, c.wrote = tag, 0, 0
}

// atomic enters an access by atomics, and returns the dwords that were accessed otherwise.
func (s *lineShadow) atomic(c *lineCell, more *lineMore, m uint16) (met uint16) {
	if more.launch != s.launch {
		more.launch, more.atomic = s.launch, 0
	}
	met = (c.read | c.wrote | c.groupRead | c.groupWrote | c.otherRead | c.otherWrote&^more.atomic) & m
	more.atomic |= m
	c.otherWrote |= m
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

// meets reports whether work-groups that two shadows have seen in this launch may race.
func (s *lineShadow) meets(o *lineShadow) bool {
	for key, a := range s.leaves {
		b := o.leaves[key]
		if b == nil || a.used != s.launch || b.used != o.launch || a.wrote != s.launch && b.wrote != o.launch {
			continue
		}
		for i := range a.lines {
			c, d := &a.lines[i], &b.lines[i]
			if c.tag < s.launch || d.tag < o.launch {
				continue
			}
			reads, writes := c.all()
			read, wrote := d.all()
			if writes&(read|wrote)|wrote&reads != 0 {
				return true
			}
		}
	}
	return false
}

// all are the dwords that anybody has read and written.
func (c *lineCell) all() (read, wrote uint16) {
	return c.read | c.groupRead | c.otherRead, c.wrote | c.groupWrote | c.otherWrote
}
