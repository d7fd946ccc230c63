package dyncheck

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// free notes whether an access was free.
func (t *track) free(met lineMet) {
	if !met.free() || t.shadow.foreign {
		t.shadow.foreign = false
		t.check.suspect()
	}
}

// settle enters the reads in the shadow of which pages were written, by what a knows.
func (t *track) settle(a *pageAsk) {
	if t.late == 0 {
		return
	}
	met := false
	for i := range t.lates {
		r := &t.lates[i]
		met = met || r.high != 0 && (r.high-r.low > manyPages || a.written(r.low, r.high-r.low))
	}
	if !met {
		return
	}
	met = t.settleBatches(a)
	for i := range t.n {
		if e := t.entry(i); e.late && e.inPages(a) {
			e.late, met = false, true
			t.late--
			t.hasMet(e.slot())
		}
	}
	if met {
		t.again()
	}
}

// waves is how many waves each of times lies behind the one before.
func (e *tracked) waves() uint8 {
	if e.what != trackDense && e.what != trackLanes || e.has != dataUnknown {
		return 0
	}
	return uint8(e.data)
}

// others are the other waves that have made a read of scalars.
func (e *tracked) others() uint32 {
	if e.what != trackSpan || e.has != dataUnknown {
		return 0
	}
	return e.data
}

// inPages reports whether an entry's accesses lie in pages that were written.
func (e *tracked) inPages(a *pageAsk) bool {
	low, size := e.low, uint64(e.size)
	if e.step == 0 {
		return a.written(low, size)
	}
	last := low + e.step*uint64(e.times-1)
	if back := -e.step; e.step < 1<<writtenShift && last >= low {
		return a.written(low, last-low+size)
	} else if back < 1<<writtenShift && last <= low {
		return a.written(last, low-last+size)
	}
	for range e.times {
		if a.written(low, size) {
			return true
		}
		low += e.step
	}
	return false
}

// again makes the shadow anew of what is in the track.
func (t *track) again() {
	t.unbatch()
	all := t.shadow.all
	t.shadow.all = nil // it knows what has been written
	defer func() { t.shadow.all = all }()
	t.shadow.begin()
	t.folds = [lastSlots]fold{}
	h := &t.replayed
	row := uint32(0)
	h.bytes = 0
	for i := range t.n {
		e := t.entry(i)
		low := e.low
		switch e.what {
		case trackBegin:
			t.beginShadow()
		case trackSpell:
			t.nextSpell()
		case trackSpan, trackDense:
			for n, wave := e.times, e.wave(); n > 0 && !e.late; n-- {
				t.free(t.shadow.access(e.kind(), wave, low, uint64(e.size), false))
				low, wave = low+e.step, wave+e.waves()
			}
			for m := e.others(); m != 0 && !e.late; m &= m - 1 {
				t.free(t.shadow.access(e.kind(), uint8(bits.TrailingZeros32(m)), e.low, uint64(e.size), false))
			}
		case trackLanes:
			if e.late {
				continue
			}
			if h.bytes == 0 || row != e.off || h.exec != e.exec || h.bytes != e.bytes() {
				h.take(t.rowAt(e.off), e.exec, e.bytes())
				row = e.off
			}
			wave := e.wave()
			for range e.times {
				t.free(t.shadow.shaped(e.kind(), wave, low, h, &t.room, false))
				low, wave = low+e.step, wave+e.waves()
			}
		}
	}
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
	t.unbatch()
	first := t.n // of what is in the track of now
	if now != nil {
		for first--; t.entry(first).what != trackBegin; first-- {
		}
	}
	t.back()
	var g *globalAccess
	for i := range t.n {
		e := t.entry(i)
		switch e.what {
		case trackBefore:
			t.exchange(e)
		case trackBegin:
			if i == first {
				t.resume(now, i+1)
				t.empty()
				t.past = nil
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
	t.past = nil
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
		switch e := t.entry(i); e.what {
		case trackBefore:
			t.exchange(e)
		case trackSpell:
			t.wrote(g, e)
			g.endSpell(own)
		default:
			t.note(g, e)
		}
	}
	g.wrote, g.acquirers, g.number, g.acquired, g.writes = now.wrote, now.acquirers, number, acquired, writes
}

// note makes notes of an entry.
func (t *track) note(g *globalAccess, e *tracked) {
	if g.full || e.what == trackNone {
		return
	}
	g.writes = e.writes
	low, n, wave, slot, kind, flags := e.low, e.bytes(), e.wave(), e.slot(), e.kind(), e.flags()
	a := (*mem.Access)(nil)
	off := &mem.Lane4
	if e.what == trackLanes {
		off = t.rowAt(e.off)
	}
	if e.what != trackSpan && e.has != dataUnknown {
		a = &t.access
		a.Exec, a.Bytes, a.Ext, a.Rows = e.exec, int(n), e.ext, t.data[:(n+3)/4]
		switch e.has {
		case dataInMemory:
			a.Ext = mem.ExtZero
			t.loadStored(e)
		default:
			for k := range (n + 3) / 4 {
				t.data[k] = t.copyAt(e.data + k)
			}
		}
	}
	times := e.times
	if e.step == 0 && e.waves() == 0 {
		times = 1 // a loop that waits for a flag: there is nothing new to note
	}
	for range times {
		switch {
		case e.what == trackSpan && e.has == dataInRows:
			g.spanDword(wave, slot, kind, flags, low, uint32(e.exec))
		case e.what == trackSpan:
			g.span(wave, slot, kind, flags, low, uint64(n))
			for m := e.others(); m != 0; m &= m - 1 {
				g.span(uint8(bits.TrailingZeros32(m)), slot, kind, flags, low, uint64(n))
			}
		case e.what == trackDense && a != nil:
			g.dense(wave, low, a, n, slot, kind, flags)
		default:
			at := &t.access.Addr
			for l := range at {
				if at[l] = low + uint64(off[l]); e.what == trackDense {
					at[l] = low + uint64(l)*uint64(n)
				}
			}
			g.lanes(wave, at, e.exec, n, slot, kind, flags, a)
		}
		low, wave = low+e.step, wave+e.waves()
	}
}

// settle makes notes of what the work-groups of a launch that has ended have done, if they may race.
func (c *Checker) settle() {
	var a pageAsk
	for _, t := range c.tracks {
		a.shadows = append(a.shadows, &t.shadow)
	}
	for _, t := range c.tracks {
		if !c.exact.Load() {
			t.settle(&a)
		}
	}
	for i, t := range c.tracks {
		for _, o := range c.tracks[:i] {
			if !c.exact.Load() && t.shadow.meets(&o.shadow) {
				c.suspect()
			}
		}
	}
	if c.exact.Load() {
		for _, t := range c.tracks {
			c.replay(t, nil)
		}
	}
}
