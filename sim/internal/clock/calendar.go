package clock

import "math/bits"

// calendar says which slots of a resource are taken, where requests come in any order: what is free
// early is not lost because something later has been promised first. A slot is the time that the
// resource needs for one request.
type calendar struct {
	words *[calendarWords]calendarWord // nil: none are taken
	// The slots from full[0] to full[1] are taken: who waits in a queue need not look at them again.
	full  [2]uint64
	never func(word uint64) uint64 // slots of a word that are never free; nil: none
}

// calendarWord are 64 slots.
type calendarWord struct {
	number uint64 // plus 1; 0: none
	used   uint64
}

// calendarWords is how many words are kept. Older ones count as free: what asks for them is late.
const calendarWords = 64

// take takes the first free slot from slot on.
func (c *calendar) take(slot uint64) uint64 {
	if c.words != nil {
		x := &c.words[slot/64%calendarWords]
		if free := ^x.used >> (slot % 64); free != 0 && x.number == slot/64+1 { // mostly there is one in the word
			at := slot + uint64(bits.TrailingZeros64(free))
			if x.used |= 1 << (at % 64); at != slot {
				c.enter(slot, at)
			}
			return at
		}
	}
	return c.search(slot)
}

// takeBoth takes the first free slot of a from slot on, and then that of b from there on.
func takeBoth(a, b *calendar, slot uint64) uint64 {
	if a.words != nil && b.words != nil { // mostly it is that one of both
		i, number, bit := slot/64%calendarWords, slot/64+1, uint64(1)<<(slot%64)
		x, y := &a.words[i], &b.words[i]
		if x.number == number && y.number == number && (x.used|y.used)&bit == 0 {
			x.used |= bit
			y.used |= bit
			return slot
		}
	}
	return b.take(a.take(slot))
}

// search is take where more than one word has to be looked at.
func (c *calendar) search(slot uint64) uint64 {
	if c.words == nil {
		c.words = new([calendarWords]calendarWord)
	}
	from := slot
	if slot >= c.full[0] && slot < c.full[1] {
		slot = c.full[1]
	}
	for w := slot / 64; ; w++ {
		x := &c.words[w%calendarWords]
		if x.number != w+1 {
			if x = c.word(w); x == nil {
				return slot
			}
		}
		if free := ^x.used >> (slot % 64) << (slot % 64); free != 0 {
			b := uint64(bits.TrailingZeros64(free))
			x.used |= 1 << b
			slot = w*64 + b
			break
		}
		slot = (w + 1) * 64
	}
	c.enter(from, slot)
	return slot
}

// takeMany takes the first n free slots from slot on, as n calls of take for the slot before do, and returns the
// last one.
func (c *calendar) takeMany(slot uint64, n int) uint64 {
	slot = c.take(slot)
	n--
many:
	for n > 0 {
		at := slot
		if at >= c.full[0] && at < c.full[1] {
			at = c.full[1]
		}
		free, x := uint64(0), (*calendarWord)(nil)
		for ; free == 0; at = at&^63 + 64 {
			if x = c.word(at / 64); x == nil {
				slot = at
				n--
				continue many
			}
			free = ^x.used >> (at % 64) << (at % 64)
		}
		for at -= 64; ; {
			from := slot
			slot = at + uint64(bits.TrailingZeros64(free))
			x.used |= free & -free
			c.enter(from, slot)
			n--
			if free &= free - 1; n == 0 || free == 0 || slot >= c.full[0] && slot+1 < c.full[1] {
				break
			}
		}
	}
	return slot
}

// fill takes all slots from one to another one that are free.
func (c *calendar) fill(from, to uint64) {
	if c.words == nil {
		c.words = new([calendarWords]calendarWord)
	}
	for w := from / 64; w <= to/64; w++ {
		x := c.word(w)
		if x == nil {
			continue
		}
		mask := ^uint64(0)
		if w == from/64 {
			mask = mask >> (from % 64) << (from % 64)
		}
		if w == to/64 {
			mask = mask << (63 - to%64) >> (63 - to%64)
		}
		x.used |= mask
	}
}

// enter notes that the slots from one that was asked for to the one that was free are taken.
func (c *calendar) enter(from, slot uint64) {
	switch {
	case slot == from:
	case from <= c.full[1] && slot >= c.full[0]:
		c.full[0], c.full[1] = min(c.full[0], from), max(c.full[1], slot+1)
	case slot-from >= c.full[1]-c.full[0]:
		c.full = [2]uint64{from, slot + 1}
	}
}

// taken reports whether a slot is taken.
func (c *calendar) taken(slot uint64) bool {
	if c.words == nil {
		return false
	}
	x := &c.words[slot/64%calendarWords]
	return x.number == slot/64+1 && x.used>>(slot%64)&1 != 0
}

// word is that of a number; nil: it is too old.
func (c *calendar) word(w uint64) *calendarWord {
	x := &c.words[w%calendarWords]
	if x.number != w+1 {
		if x.number > w {
			return nil
		}
		*x = calendarWord{number: w + 1}
		if c.never != nil {
			x.used = c.never(w)
		}
	}
	return x
}

// renew makes all slots free.
func (c *calendar) renew() {
	if c.words != nil {
		*c.words = [calendarWords]calendarWord{}
	}
	c.full = [2]uint64{}
}
