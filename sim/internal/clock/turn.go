package clock

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// maxSIMDWaves is what [chip.Waves] allows.
const maxSIMDWaves = 32

// clockSIMD is a SIMD with its waves in the order of their priority: {priority, age}. Sets of waves
// have a bit for each place in that order.
type clockSIMD struct {
	// What every turn needs is two lines of the host's caches, and then one for each array.
	next    *uint64               // when it can issue something, at the earliest; of [cluster].turns
	soonest uint64                // of the waves of later, at the earliest
	later   uint32                // waves for which something else has to happen, or time to pass: until ready
	units   uint32                // bits of the units for which due holds some
	check   uint32                // those of due that may have to wait for counters
	run     uint32                // instructions of a run that have not been entered; 0: there is none
	due     [dueCategories]uint32 // waves whose instruction can issue, by the unit that it takes

	cat    [maxSIMDWaves]category
	cu     *clockCU
	bit    uint64 // of its turns in [wheel].turns
	ahead  uint64 // the last turn that has been entered before it comes: see [clockCU.ahead]
	id     uint8
	port   uint8 // of LDS
	n      uint8 // waves
	left   bool  // a wave has ended or changed its priority
	runner uint8 // place of the wave that issues the instructions of the run

	unit  [dueCategories]uint64  // when each unit takes another instruction of this SIMD
	busy  [dueCategories]busyFor // of each unit
	ready [maxSIMDWaves]uint64
	waves [maxSIMDWaves]*clockWave

	runAt   uint64 // when the first instruction of the run issues
	crossAt uint64 // when the last one does, if the wave enters another block of code behind it; else never
	runTo   uint32 // dword of the last one, where crossAt is known

	_ [40]byte
}

// busyFor says how long a unit was busy.
type busyFor struct {
	at uint64 // the last turn in which waves have waited for it
	to uint64 // what it was then
}

// align is the first turn of the SIMD at or after t.
func (s *clockSIMD) align(t uint64) uint64 {
	if t == never {
		return t
	}
	d := &s.cu.k.p.simd
	if d.most == 0 { // as of all chips
		return t + (uint64(s.id)-t)&(d.n-1)
	}
	if r := (t + d.n - uint64(s.id)) % d.n; r != 0 {
		t += d.n - r
	}
	return t
}

// wake makes the SIMD look at a wave at t.
func (w *clockWave) wake(t uint64) {
	s := w.simd
	for i, x := range s.waves[:s.n] {
		if x == w {
			s.ready[i] = t
		}
	}
	if t != never {
		s.soonest = min(s.soonest, t)
		if t = s.align(t); t < *s.next {
			*s.next = t
			s.cu.cl.next = min(s.cu.cl.next, t)
			s.mark(&s.cu.cl.wheel)
		}
	}
}

// turn issues what the SIMD can issue at t: the instruction of the first wave for each unit, and of
// all waves what takes none.
func (u *clockCU) turn(s *clockSIMD, t uint64) {
	turns, width := u.k.p.simds, u.k.p.width
	if s.run != 0 {
		if t == s.crossAt && u.cross(s, t) {
			return
		}
		u.endRun(s, t)
	}
	*s.next = never
	if s.soonest <= t {
		s.arrive(t)
	}
	for m := s.check; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (maxSIMDWaves - 1)
		if w := s.waves[i]; w.k.over(&w.count) && !w.waits(t) {
			s.drop(i, s.cat[i])
			s.ready[i] = w.nextRet
			s.put(i, t)
		}
	}
	s.check = 0
	next := never
	take, n := s.due[catInternal], uint64(0)
	s.due[catInternal] = 0
	rest := s.units &^ (1 << catInternal)
	for units := rest; units != 0; units &= units - 1 {
		c := bits.TrailingZeros32(units) & (dueCategories - 1)
		m := s.due[c]
		if free := s.unit[c]; free > t {
			s.busy[c] = busyFor{t, free}
			next = min(next, free)
			continue
		}
		take |= m & -m
		n++
		if s.due[c] = m & (m - 1); s.due[c] != 0 {
			next = t
		} else {
			rest &^= 1 << c
		}
	}
	s.units = rest
	for last := uint32(1) << (maxSIMDWaves - 1); n > width; last >>= 1 { // the last ones wait
		if c := s.cat[bits.TrailingZeros32(last)] & (dueCategories - 1); take&last != 0 && c != catInternal {
			take &^= last
			s.due[c] |= last
			s.units |= 1 << c
			next = t
			n--
		}
	}
	// the launch ends at its limit: what does not issue is not kept
	if cl := u.cl; cl.most != never {
		for cl.most-cl.issued < uint64(bits.OnesCount32(take)) {
			take &= take - 1
		}
	}
	for ; take != 0; take &= take - 1 {
		i := bits.TrailingZeros32(take) & (maxSIMDWaves - 1)
		w := s.waves[i]
		if !canRecord || s.cat[i]&catQuick == 0 { // waves of tapes alone are usual
			if canRecord && s.cat[i]&catTaped != 0 {
				u.taped(s, w, i, t)
			} else if u.issue(s, i, t); u.cl.faulted {
				return
			}
		} else {
			u.plain(s, w, i, t)
		}
		if s.cat[i].isWait() && canRecord && u.cl.ahead {
			u.ahead(s, s.waves[i], i, t)
		}
		if s.put(i, t+turns) {
			next = t
		}
	}
	if next = min(next, s.soonest); next > t+turns {
		next = s.align(next)
	} else {
		next = t + turns
	}
	if *s.next > next {
		if *s.next = next; next == t+turns && s.due[catVALU] != 0 && s.due[catInternal]|s.check == 0 {
			if s.cat[bits.TrailingZeros32(s.due[catVALU])&(maxSIMDWaves-1)]&catRuns != 0 {
				u.beginRun(s, next)
			}
		}
	}
}

// plain is issue for what is costPlain, of a wave that is usual: less to ask, and the host need not foresee the
// answers.
func (u *clockCU) plain(s *clockSIMD, w *clockWave, i int, t uint64) {
	i &= maxSIMDWaves - 1
	if w.nextRet <= t {
		w.retireDue(t)
	}
	k, from := w.k, t
	if cur := w.cur; cur <= t {
		if t-cur < u.k.p.simds {
			from = cur
		}
		w.hasWaited(s, i, k.cat, t)
	}
	u.cl.issued++
	cycles := uint64(k.issue)
	s.unit[k.keeps&(dueCategories-1)] = t + cycles
	end := from + cycles
	w.executes(end)
	at := w.at + 1 + uint32(k.flags/costLong&1)
	switch {
	case k.flags&costNear != 0:
		if k.flags&costForesee != 0 {
			w.tape.foresee()
		}
		w.k, w.at = k.behind, at
		s.ready[i], s.cat[i] = end, k.then
	case k.flags&costStraight != 0:
		u.straight(s, w, i, k, at, end)
	default:
		u.follow(w, i, k, at, end, never)
	}
}

// put enters a wave into the sets. It reports whether its next instruction can issue at t, as far
// as the wave is concerned.
func (s *clockSIMD) put(i int, t uint64) bool {
	if ready := s.ready[i]; ready > t {
		s.later |= 1 << i
		s.soonest = min(s.soonest, ready)
		return false
	}
	s.enter(i)
	return true
}

// enter enters a wave whose next instruction can issue.
func (s *clockSIMD) enter(i int) {
	c := s.cat[i]
	s.due[c&(dueCategories-1)] |= 1 << i
	s.units |= 1 << (c & (dueCategories - 1))
	s.check |= uint32(c/catWaits) << i
}

// drop takes a wave out of the sets of those that can issue.
func (s *clockSIMD) drop(i int, c category) {
	c &= dueCategories - 1
	if s.due[c] &^= 1 << i; s.due[c] == 0 {
		s.units &^= 1 << c
	}
}

// arrive looks for waves whose time has come.
func (s *clockSIMD) arrive(t uint64) {
	later, soonest := uint32(0), never
	for m := s.later; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (maxSIMDWaves - 1)
		if ready := s.ready[i]; ready > t {
			later |= m & -m
			soonest = min(soonest, ready)
		} else {
			s.enter(i)
		}
	}
	s.later, s.soonest = later, soonest
}

// order sorts the waves by priority and age and removes those that have ended.
func (s *clockSIMD) order() {
	s.left = false
	n := 0
	for i, w := range s.waves[:s.n] {
		if w.state == engine.Ended || w.state == engine.Faulted {
			continue
		}
		r, c := s.ready[i], s.cat[i]
		j := n
		for ; j > 0 && s.waves[j-1].prio < w.prio; j-- {
			s.waves[j], s.ready[j], s.cat[j] = s.waves[j-1], s.ready[j-1], s.cat[j-1]
		}
		s.waves[j], s.ready[j], s.cat[j] = w, r, c
		n++
	}
	clear(s.waves[n:s.n])
	s.n = uint8(n)
	// Which of them are due is found out in the next turn.
	s.later, s.soonest, s.check, s.units, s.due = 1<<n-1, 0, 0, 0, [dueCategories]uint32{}
}

// turns is what a wave's next instruction of a category is for its SIMD.
func (w *clockWave) turns(c category) category {
	if !w.usual {
		c &^= catQuick | catTaped
	}
	return c
}

// unusual makes issue look at the wave when its next instruction issues.
func (w *clockWave) unusual() {
	w.usual = false
	s := w.simd
	for i, x := range s.waves[:s.n] {
		if x == w {
			s.cat[i] &^= catQuick | catTaped
		}
	}
}
