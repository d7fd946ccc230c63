package clock

import "math/bits"

// onTheirWay are the lines that were sent last and have not returned: as many as can be on their way. Lines are
// sent one after the other, one a clock at most. So it makes no difference where one of two that return at the
// same clock returns at the next one, and each clock has a bit.
type onTheirWay struct {
	first   uint64            // when the first one returns, which makes room; 0: there is room
	room    int               // for how many more
	from    uint64            // nothing returns before this clock
	words   *[wayWords]uint64 // of 64 clocks each, from that of from on, each at the place that its number chooses
	far     []uint64          // when others return, in any order: when they were sent, there was no bit for that
	soonest uint64            // of these; never: there are none
	most    int
}

// wayWords is for more clocks than lines mostly take.
const wayWords = 256

func newOnTheirWay(n int) onTheirWay {
	return onTheirWay{most: n, room: n, words: new([wayWords]uint64), soonest: never}
}

// renew makes it be as if all lines had returned.
func (o *onTheirWay) renew() {
	if o.room < o.most || o.from > 0 {
		*o.words = [wayWords]uint64{}
	}
	*o = onTheirWay{most: o.most, room: o.most, words: o.words, far: o.far[:0], soonest: never}
}

// replace takes out the first one, and enters one that is sent at the clock now and returns at t.
func (o *onTheirWay) replace(now, t uint64) {
	if o.room > 0 {
		o.room--
	} else {
		o.words[o.first/64%wayWords] &^= 1 << (o.first % 64)
	}
	w := t / 64
	x, free := &o.words[w%wayWords], uint64(0)
	if t >= o.from && w-o.from/64 < wayWords {
		free = ^*x & (^uint64(0) << (t % 64))
	}
	if *x |= free & -free; free == 0 { // else it is what enter would do
		if w-o.from/64 >= wayWords && w-now/64 < wayWords {
			o.collect(now)
		}
		o.enter(t)
	}
	if o.room > 0 {
		o.first = 0
		return
	}
	if w, at := o.from/64, &o.words[o.from/64%wayWords]; *at != 0 { // mostly the next one is near
		if first := w*64 + uint64(bits.TrailingZeros64(*at)); first < o.soonest {
			o.first, o.from = first, first
			return
		}
	}
	o.first = 0
	for o.room == 0 {
		w, end := o.from/64, o.from/64+wayWords
		for w < end && o.words[w%wayWords] == 0 {
			w++
		}
		if first := w*64 + uint64(bits.TrailingZeros64(o.words[w%wayWords])); w < end && first < o.soonest {
			o.first, o.from = first, first
			break
		}
		o.from = o.soonest
		o.near()
	}
}

// enter enters a line that returns at t.
func (o *onTheirWay) enter(t uint64) {
	if t < o.from {
		o.room++
		return
	}
	for w, m := t/64, ^uint64(0)<<(t%64); w-o.from/64 < wayWords; w, m = w+1, ^uint64(0) {
		x := &o.words[w%wayWords]
		if free := ^*x & m; free != 0 {
			*x |= free & -free
			return
		}
	}
	o.far, o.soonest = append(o.far, t), min(o.soonest, t)
}

// collect makes room of what has returned up to now.
func (o *onTheirWay) collect(now uint64) {
	last := now / 64
	for w := o.from / 64; w <= min(last, o.from/64+wayWords-1); w++ {
		x := &o.words[w%wayWords]
		gone := *x
		if w == last {
			gone &= 2<<(now%64) - 1
		}
		o.room += bits.OnesCount64(gone)
		*x &^= gone
	}
	if o.from = max(o.from, now+1); o.soonest < o.from {
		o.near()
	}
}

// near gives bits to those of the others for which there are some now.
func (o *onTheirWay) near() {
	far := o.far
	o.far, o.soonest = o.far[:0], never
	for _, t := range far {
		o.enter(t)
	}
}
