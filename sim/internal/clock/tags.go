package clock

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// tags are a cache without its contents: which lines are there, and since when. A line is found by
// a hash of its address, as sets have up to 256 ways; a set replaces the line that it has not used
// for longest. Nothing is allocated after newTags.
type tags struct {
	line  uint64
	mask  uint64 // sets - 1 where that is a power of two, else 0
	ways  int
	shift uint8 // of a hash, to a place in chains
	lines []tagLine
	sets  []tagSet
	chain []int32 // first line with each hash; none: -1
	stats CacheTiming
	// filled are the places that have got a line since the last clear, as far as there is room; many
	// says that there was not.
	filled []int32
	many   bool
}

// tagLine is a place for a line.
type tagLine struct {
	addr         uint64 // multiple of the line size; noLine: free
	ready        uint64 // when it arrives; never: not known yet
	newer, older int32  // of its set, by last use; -1
	next         int32  // line with the same hash; -1
	dirty        bool
}

// tagSet are the ends of the list of a set's lines.
type tagSet struct{ newest, oldest int32 }

// noLine is no line's address.
const noLine = ^uint64(0)

func newTags(c *chip.Chip, size, line, ways chip.Field, parts int) tags {
	return makeTags(uint64(c.Int(line)), c.Int(size)/c.Int(line)/c.Int(ways)/parts, c.Int(ways))
}

// makeTags makes the tags of a cache of so many sets of so many ways.
func makeTags(line uint64, sets, ways int) tags {
	t := tags{line: line, ways: ways, lines: make([]tagLine, sets*ways), sets: make([]tagSet, sets),
		filled: make([]int32, 0, sets*ways/8)}
	if sets&(sets-1) == 0 {
		t.mask = uint64(sets) - 1
	}
	size := bits.Len(uint(2*len(t.lines) - 1)) // log2
	t.chain, t.shift = make([]int32, 1<<size), uint8(64-size)
	for i := range t.chain {
		t.chain[i] = -1
	}
	for s := range t.sets {
		first := int32(s * ways)
		last := first + int32(ways) - 1
		t.sets[s] = tagSet{first, last}
		for i := first; i <= last; i++ {
			t.lines[i] = tagLine{addr: noLine, newer: i - 1, older: i + 1, next: -1}
		}
		t.lines[first].newer, t.lines[last].older = -1, -1
	}
	return t
}

// hash is the place of a line in chains.
func (c *tags) hash(addr uint64) *int32 {
	return &c.chain[addr*0x9e3779b97f4a7c15>>(c.shift&63)]
}

// lookup finds the place of a line, or the one whose line it replaces. Index chooses the set.
func (c *tags) lookup(addr, index uint64) (at int, hit bool) {
	for i := *c.hash(addr); i >= 0; i = c.lines[i].next {
		if l := &c.lines[i]; l.addr == addr {
			c.stats.Hits++
			if l.newer >= 0 {
				c.touch(i, c.set(index))
			}
			return int(i), true
		}
	}
	c.stats.Misses++
	return int(c.set(index).oldest), false
}

// set is the set of an index.
func (c *tags) set(index uint64) *tagSet {
	if c.mask != 0 {
		return &c.sets[index&c.mask]
	}
	return &c.sets[index%uint64(len(c.sets))]
}

// touch makes a line, which is not the newest, the newest of its set.
func (c *tags) touch(at int32, s *tagSet) {
	l := &c.lines[at]
	c.lines[l.newer].older = l.older
	if l.older >= 0 {
		c.lines[l.older].newer = l.newer
	} else {
		s.oldest = l.newer
	}
	c.lines[s.newest].newer = at
	l.newer, l.older, s.newest = -1, s.newest, at
}

// fill puts a line where lookup said.
func (c *tags) fill(at int, addr, index, ready uint64) *tagLine {
	l, i := &c.lines[at], int32(at)
	if l.addr == noLine {
		if c.many = c.many || len(c.filled) == cap(c.filled); !c.many {
			c.filled = append(c.filled, i)
		}
	} else {
		p := c.hash(l.addr)
		for *p != i {
			p = &c.lines[*p].next
		}
		*p = l.next
	}
	if l.newer >= 0 {
		c.touch(i, c.set(index))
	}
	p := c.hash(addr)
	l.addr, l.ready, l.dirty, l.next = addr, ready, false, *p
	*p = i
	return l
}

// clear drops all lines. The order in which a set's places were used stays: which of them gets a line
// first makes no difference.
func (c *tags) clear() {
	switch {
	case c.many:
		for i := range c.chain {
			c.chain[i] = -1
		}
		for i := range c.lines {
			l := &c.lines[i]
			l.addr, l.dirty, l.next = noLine, false, -1
		}
	default:
		for _, i := range c.filled {
			l := &c.lines[i]
			*c.hash(l.addr) = -1
			l.addr, l.dirty, l.next = noLine, false, -1
		}
	}
	c.filled, c.many = c.filled[:0], false
}

// renew makes it ready for another launch, whose clock begins at 0: an empty one, or, where keep is
// set, one in which all its lines have arrived.
func (c *tags) renew(keep bool) {
	c.stats = CacheTiming{}
	if !keep {
		c.clear()
		return
	}
	for i := range c.lines {
		c.lines[i].ready = 0
	}
}
