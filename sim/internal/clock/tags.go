package clock

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// tags are a cache without its contents: which lines are there, and since when. A set replaces the line
// that it has not used for longest. Where sets have few ways, a line is found by some bits of the hashes of
// all lines of its set, which are in one word of the host or two. Else it is found by a hash of its address,
// as sets have up to 256 ways, and an empty cache is all zeros: indexes are one more than the place that they
// are of. What is used is not moved in a list, but says when: the places of a set are sorted by that when those
// that have not been used since they were sorted are no more. Nothing is allocated after newTags.
type tags struct {
	line  uint64
	mask  uint64 // sets - 1 where that is a power of two, else 0
	ways  int
	shift uint8 // of a hash, to a place in chains
	// oldestAt is where the oldest way is in the order of a set of few ways
	oldestAt uint8
	set      divisor   // ways
	few      []fewWays // the sets, where they have few ways
	lines    []tagLine // of these
	sets     []tagSet  // where they have many, from here on
	uses     []usedLine
	chain    []int32  // index of the first line with each hash
	order    []uint8  // by place: the ways of each set, as they were sorted last
	keys     []uint64 // memory to sort them
	used     uint64   // how often a line was looked up, or got a place
	stats    CacheTiming
	port     uint64 // when the cache can ask L2 for the next line, if it is not a vector L1
	// filled are the indexes of places that have got a line since the last clear, as far as there is room; many
	// says that there was not.
	filled []int32
	many   bool
}

// tagLine is a place for a line: 16 bytes, as the lines of all caches compete for those of the host.
type tagLine struct {
	// tag is the address, of which the lowest bits are tagThere and so on: no line is shorter than 16 bytes.
	tag   uint64 // 0: free
	ready uint64 // when it arrives; never: not known yet
}

// What the lowest bits of a tag say.
const (
	tagThere = 1 << iota
	tagDirty
	tagDRAM // it came from memory, not from L2
	tagBits = tagThere | tagDirty | tagDRAM
)

// addr is the line's address.
func (l *tagLine) addr() uint64 { return l.tag &^ tagBits }

// has reports whether it is the line of an address.
func (l *tagLine) has(addr uint64) bool { return l.tag&^(tagDirty|tagDRAM) == addr|tagThere }

// from is the level that a line came from whose arrival is known.
func (l *tagLine) from() Level { return LevelL2 + Level(l.tag/tagDRAM&1) }

// sent enters that a line arrives at t, from L2 or from memory.
func (l *tagLine) sent(t uint64, from Level) {
	l.ready, l.tag = t, l.tag&^tagDRAM|uint64(from-LevelL2)*tagDRAM
}

// usedLine is a place of a set of many ways: all that is asked for at a time lies in one line of the host's caches.
type usedLine struct {
	tagLine
	last uint64 // when it was used, as tags.used has it
	next int32  // index of the next line with the same hash
	miss uint32 // of vector L1: number of the miss that brings the line
}

// tagSet is what is known of the ages of a set's lines.
type tagSet struct {
	sorted    uint64 // when its ways were: those that have not been used since are in the order of their use
	next, end int32  // places in the list of those that have not been looked at since
}

// newTags makes the tags of a part of a cache, by one of the two functions that follow.
func newTags(c *chip.Chip, size, line, ways chip.Field, parts int, by func(line uint64, sets, ways int) tags) tags {
	return by(uint64(c.Int(line)), c.Int(size)/c.Int(line)/c.Int(ways)/parts, c.Int(ways))
}

// makeTags makes the tags of a cache of so many sets of so many ways.
func makeTags(line uint64, sets, ways int) tags {
	if ways > maxFew {
		return makeMany(line, sets, ways)
	}
	t := newWays(line, sets, ways)
	t.few, t.lines = make([]fewWays, sets), make([]tagLine, sets*ways)
	t.oldestAt = uint8(4 * (ways - 1))
	for i := range t.few {
		t.few[i].order = 0xfedcba9876543210
	}
	return t
}

// makeMany is makeTags for a cache that is to have a usedLine for each place.
func makeMany(line uint64, sets, ways int) tags {
	t := newWays(line, sets, ways)
	t.sets, t.uses = make([]tagSet, sets), make([]usedLine, sets*ways)
	t.order, t.keys = make([]uint8, sets*ways), make([]uint64, ways)
	for i := range t.order {
		t.order[i] = uint8(i % ways)
	}
	size := bits.Len(uint(2*len(t.uses) - 1)) // log2
	t.chain, t.shift = make([]int32, 1<<size), uint8(64-size)
	return t
}

func newWays(line uint64, sets, ways int) tags {
	t := tags{line: line, ways: ways, set: newDivisor(uint64(ways)), filled: make([]int32, 0, sets*ways/8)}
	if sets&(sets-1) == 0 {
		t.mask = uint64(sets) - 1
	}
	return t
}

// place is one that claim has found.
func (c *tags) place(at int) *tagLine {
	if c.few == nil {
		return &c.uses[at].tagLine
	}
	return &c.lines[at]
}

// hash is the head of the chain of an address.
func (c *tags) hash(addr uint64) *int32 {
	return &c.chain[addr*0x9e3779b97f4a7c15>>(c.shift&63)]
}

// maxFew is how many ways a set of few has.
const maxFew = 16

// fewWays is a set of up to maxFew ways.
type fewWays struct {
	some  [2]uint64 // for each way 8 bits of the hash of its line's address
	order uint64    // the ways by last use, 4 bits each: the newest one is in the lowest bits
	// newest is the address of the line in the newest one, unless that has been dropped. The set lies in one line of
	// the host's caches, and what is not in it is found to be missing without another one.
	newest uint64
}

// some are 8 bits of the hash of an address.
func some(addr uint64) uint64 { return addr * 0x9e3779b97f4a7c15 >> 56 }

// touch makes a way the newest one.
func (s *fewWays) touch(way uint64) {
	const ones = 0x1111111111111111
	x := s.order ^ way*ones
	at := bits.TrailingZeros64((x-ones)&^x&(8*ones)) &^ 3 // the lowest four bits that are way
	newer := uint64(1)<<(at&63) - 1
	s.order = s.order&^(newer<<4|15) | s.order&newer<<4 | way
}

// look is claim where lines are seldom the newest of their sets. It also returns the place itself.
func (c *tags) look(addr, index, ready uint64) (l *tagLine, at int, hit bool, gone uint64) {
	if c.few == nil {
		at, hit, gone = c.claimMany(addr, index, ready)
		return &c.uses[at].tagLine, at, hit, gone
	}
	i := c.number(index)
	s, first := &c.few[i], i*uint64(c.ways)
	const ones, sign = 0x0101010101010101, 0x8080808080808080
	hash := some(addr)
	low, high := s.some[0]^hash*ones, s.some[1]^hash*ones
	low, high = (low-ones)&^low&sign, (high-ones)&^high&sign // at least the bytes that are 0
	for m := low>>7 | high>>6; m != 0; m &= m - 1 {
		bit := uint64(bits.TrailingZeros64(m))
		way := bit/8 + bit%8*8
		if way >= uint64(c.ways) {
			continue
		}
		if l = &c.lines[first+way]; l.has(addr) {
			c.stats.Hits++
			s.touch(way)
			s.newest = addr
			return l, int(first + way), true, 0
		}
	}
	c.stats.Misses++
	oldest := uint64(c.oldestAt & 63)
	way := s.order >> oldest & 15
	newer := uint64(1)<<oldest - 1
	s.order = s.order&^(newer<<4|15) | s.order&newer<<4 | way
	word, shift := &s.some[way/8&1], way%8*8
	*word = *word&^(0xff<<shift) | hash<<shift
	s.newest = addr
	at = int(first + way)
	l = &c.lines[at]
	if gone = l.tag; gone == 0 {
		c.fills(at)
	}
	l.tag, l.ready = addr|tagThere, ready
	return l, at, false, gone
}

// number is that of the set of an index.
func (c *tags) number(index uint64) uint64 {
	if c.mask == 0 {
		return index % uint64(max(len(c.few), len(c.sets)))
	}
	return index & c.mask
}

// claim finds the place of a line. Where it is not there, it gets the place of the one that its set has not
// used for longest, and arrives at ready; gone is the tag of that one. Index chooses the set.
func (c *tags) claim(addr, index, ready uint64) (at int, hit bool, gone uint64) {
	if c.few == nil {
		return c.claimMany(addr, index, ready)
	}
	i := c.number(index)
	s, first := &c.few[i], i*uint64(c.ways)
	if s.newest == addr {
		if newest := first + s.order&15; c.lines[newest].has(addr) {
			c.stats.Hits++
			return int(newest), true, 0
		}
	}
	_, at, hit, gone = c.look(addr, index, ready)
	return at, hit, gone
}

// again is claim for a line that is mostly the newest one of a set of few ways; nil: it is not.
func (c *tags) again(addr, index uint64) *tagLine {
	i := index & c.mask
	if i >= uint64(len(c.few)) || c.few[i].newest != addr {
		return nil
	}
	return &c.lines[i*uint64(c.ways)+c.few[i].order&15]
}

// claimMany is claim where sets have many ways.
func (c *tags) claimMany(addr, index, ready uint64) (at int, hit bool, gone uint64) {
	head := c.hash(addr)
	for i := *head; i != 0; i = c.uses[i-1].next {
		if u := &c.uses[i-1]; u.has(addr) {
			c.used++
			c.stats.Hits++
			u.last = c.used
			return int(i - 1), true, 0
		}
	}
	c.stats.Misses++
	at, gone = c.replace(head, addr, index, ready)
	return at, false, gone
}

// replace gives a line a place that is not there, and would be in the chain that begins at head.
func (c *tags) replace(head *int32, addr, index, ready uint64) (at int, gone uint64) {
	c.used++
	at = c.oldest(c.number(index))
	u := &c.uses[at]
	if gone = u.tag; gone == 0 {
		c.fills(at)
	} else {
		p := c.hash(u.addr())
		for *p != int32(at)+1 {
			p = &c.uses[*p-1].next
		}
		*p = u.next
	}
	u.tag, u.ready, u.last, u.next = addr|tagThere, ready, c.used, *head
	*head = int32(at) + 1
	return at, gone
}

// oldest is the place of a set that was not used for longest. It is about to be used.
func (c *tags) oldest(set uint64) int {
	s, first := &c.sets[set], int(set)*c.ways
	for {
		for s.next < s.end {
			at := first + int(c.order[s.next])
			if s.next++; c.uses[at].last <= s.sorted {
				return at
			}
		}
		c.sort(s, first)
	}
}

// sort sorts the ways of a set, whose places begin at first. Mostly they were used in the order of the time before.
func (c *tags) sort(s *tagSet, first int) {
	order := c.order[first : first+c.ways]
	for i, way := range order {
		x, at := c.uses[first+int(way)].last<<8|uint64(way), i
		for ; at > 0 && c.keys[at-1] > x; at-- {
			c.keys[at] = c.keys[at-1]
		}
		c.keys[at] = x
	}
	for i, key := range c.keys {
		order[i] = uint8(key)
	}
	s.sorted, s.next, s.end = c.used, int32(first), int32(first+c.ways)
}

// fills notes that a free place gets a line.
func (c *tags) fills(at int) {
	if c.many = c.many || len(c.filled) == cap(c.filled); !c.many {
		c.filled = append(c.filled, int32(at)+1)
	}
}

// clear drops all lines. The order in which a set's places were used stays: which of them gets a line
// first makes no difference.
func (c *tags) clear() {
	if c.many {
		clear(c.chain)
		for i := range c.lines {
			c.lines[i].tag = 0
		}
		for i := range c.uses {
			c.uses[i].tag, c.uses[i].next = 0, 0
		}
		for i := range c.few {
			c.few[i].some = [2]uint64{}
		}
	} else {
		for _, i := range c.filled {
			if c.few == nil {
				u := &c.uses[i-1]
				*c.hash(u.addr()) = 0
				u.tag, u.next = 0, 0
				continue
			}
			// else the same lines would be looked for in all ways that they have had
			c.few[c.set.over(uint64(i-1))].some = [2]uint64{}
			c.lines[i-1].tag = 0
		}
	}
	c.filled, c.many = c.filled[:0], false
}

// renew makes it ready for another launch, whose clock begins at 0: an empty one, or, where keep is
// set, one in which all its lines have arrived.
func (c *tags) renew(keep bool) {
	c.stats, c.port = CacheTiming{}, 0
	if !keep {
		c.clear()
		return
	}
	for i := range c.lines {
		c.lines[i].ready = 0
	}
	for i := range c.uses {
		c.uses[i].ready = 0
	}
}
