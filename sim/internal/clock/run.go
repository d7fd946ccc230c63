package clock

import (
	"math"
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// A run is a number of turns of a SIMD that are known when the first of them comes: one wave issues
// instructions of the vector ALU, one after the other, and no other wave can issue anything. They are not
// simulated one by one: the SIMD has its next turn behind them, and in that the run is entered into
// what the clock knows. Where another SIMD changes something meanwhile, as waves start, or go on behind
// a barrier, the SIMD has a turn for that: the turns before it are entered, and those behind it take
// place as turns do.
//
// Compute units ask for code in the order of time. So the SIMD also has a turn where the wave of a run enters
// another block of code: it asks for the one behind that, and goes on with the run (cross).

// runs works out for each instruction how many from it on can be of a run: vector instructions that only compute, up
// to the one behind which a wave enters another block of code. It also enters which are costPlain, loops of these,
// and what SIMDs know of instructions.
func (k *Clock) runs() {
	for i := len(k.costs) - 1; i >= 0; i-- {
		c := &k.costs[i]
		if c.rec != nil && c.flags&costPlain != 0 {
			c.plain = 1
			if next := uint32(i) + uint32(c.rec.Len); next < uint32(len(k.costs)) {
				c.plain = uint16(min(1+int(k.costs[next].plain), math.MaxUint16))
			}
		}
		if c.rec == nil || !k.inRun(c) {
			continue
		}
		c.run, c.span = 1, c.issue
		if next := &k.costs[uint32(i)+uint32(c.rec.Len)]; c.flags&costNear != 0 && next.run > 0 {
			c.run, c.span, c.last = 1+next.run, c.issue+next.span, uint8(c.rec.Len)+next.last
		}
	}
	if canRecord {
		for i := range k.costs {
			k.loop(uint32(i))
		}
	}
	for i := len(k.costs) - 1; i >= 0; i-- {
		c := &k.costs[i]
		if c.run > 1 || c.crosses() && k.costs[uint32(i)+uint32(c.rec.Len)].run > 0 {
			c.turn |= catRuns
		}
		if c.flags&costPlain != 0 {
			c.turn |= catQuick
		}
		if !k.lanes && canRecord && (k.direct[i] != nil || c.branches()) {
			c.turn |= catTaped
		}
		if c.flags&costStraight != 0 {
			c.then = k.costs[uint32(i)+uint32(c.rec.Len)].turn
		}
	}
}

// inRun reports whether an instruction can be one of a run. In code whose place matters, one that takes several turns
// hides delays of others.
func (k *Clock) inRun(c *cost) bool {
	return c.cat == catVALU && c.flags&(costPlain|costStraight|costWaits) == costPlain|costStraight &&
		(uint64(c.issue) == k.p.simds || k.p.align == 0)
}

// branches reports whether an instruction is a branch to a label, and nothing else that the clock looks at.
func (c *cost) branches() bool {
	return c.flags&(costBranch|costCarry|costJumps|costProbe) == costBranch && c.writes == 0 &&
		c.rec.X.Inst.Form.Desc.Writes("pc")
}

// crosses reports whether a wave enters another block of code behind an instruction that can be one of a run.
func (c *cost) crosses() bool { return c.run > 0 && c.flags&costNear == 0 }

// loop enters the loop that the branch at a dword closes, if it does and nothing in it asks the clock for anything.
func (k *Clock) loop(at uint32) {
	c := &k.costs[at]
	if c.rec == nil || c.flags&(costBranch|costTells|costAsItIssues|costProbe|costJumps) != costBranch {
		return
	}
	x := c.rec.X
	if !slices.ContainsFunc(x.Inst.Form.Args, func(a isa.Arg) bool { return a.Role == 'i' }) {
		return
	}
	first := at + uint32(c.rec.Len) + uint32(x.Imm)
	n, dword := uint16(1), first
	for ; dword < at && n < maxLoop; n++ {
		c := &k.costs[dword]
		if c.rec == nil || c.flags&costPlain == 0 {
			return
		}
		dword += uint32(c.rec.Len)
	}
	if dword == at && n > 1 {
		k.costs[first].loop = n
	}
}

// maxLoop is how many instructions a loop has at most.
const maxLoop = 1 << 10

// beginRun begins a run with the turn at t, which is the next one, if the next turns are one: the wave whose
// turn comes has more than one of them.
func (u *clockCU) beginRun(s *clockSIMD, t uint64) {
	i := bits.TrailingZeros32(s.due[catVALU]) & (maxSIMDWaves - 1)
	w := s.waves[i]
	if w.cur != t || s.unit[catVALU] > t || w.askNext || w.skips || w.log != nil || s.left || u.cl.most != never {
		return
	}
	if to, stop := u.runsTo(s, w); to > t+u.k.p.simds {
		s.run, s.runner, s.runAt = 0, uint8(i), t
		u.extendRun(s, w.k, w.at, t, to, stop)
	}
}

// runsTo is the clock before which instructions of a run of a wave can issue. At the clock stop something else
// happens on the SIMD.
func (u *clockCU) runsTo(s *clockSIMD, w *clockWave) (to, stop uint64) {
	stop = s.soonest
	for m := s.others(); m != 0; m &= m - 1 {
		stop = min(stop, s.unit[bits.TrailingZeros32(m)&(dueCategories-1)])
	}
	return min(stop, w.nextRet, u.cl.end), stop
}

// others are bits of the units besides the vector ALU for which waves are due.
func (s *clockSIMD) others() uint32 { return s.units &^ (1<<catVALU | 1<<catInternal) }

// extendRun adds to a run what issues from the clock t on and before to: from k on, which is at a dword, up to where
// the wave enters another block of code.
func (u *clockCU) extendRun(s *clockSIMD, k *cost, at uint32, t, to, stop uint64) {
	n, end := uint32(0), t
	s.crossAt = never
	if k.run > 0 && t < to {
		last := at + uint32(k.last)
		x := &u.cl.code[last]
		n, end = uint32(k.run), t+uint64(k.span)
		if issues := end - uint64(x.issue); issues < to {
			if x.crosses() {
				s.crossAt, s.runTo = issues, last
			}
		} else { // not all of it
			for n, end = 0, t; end < to; n++ {
				end += uint64(k.issue)
				k = k.behind
			}
		}
	}
	s.run += n
	*s.next = min(s.crossAt, end)
	if stop < *s.next {
		*s.next = s.align(stop)
	}
}

// cross is the turn at t in which the last instruction of a run issues, behind which the wave enters another block of
// code. It reports false where it is none of a run: something else happens as well, or the wave has to wait.
func (u *clockCU) cross(s *clockSIMD, t uint64) bool {
	w, k := s.waves[s.runner&(maxSIMDWaves-1)], &u.cl.code[s.runTo]
	end := t + uint64(k.issue)
	if s.soonest <= t || w.nextAt > end {
		return false
	}
	w.block, w.fetchedAt = k.behind.block, w.nextAt
	u.enters(w, end, uint64(k.behind.later))
	to, stop := u.runsTo(s, w)
	u.extendRun(s, k.behind, s.runTo+uint32(k.rec.Len), end, to, stop)
	return true
}

// endRun enters the turns before t of a run, of which there will be no more.
func (u *clockCU) endRun(s *clockSIMD, t uint64) {
	turns, n, next := u.k.p.simds, s.run, *s.next
	if s.run, *s.next = 0, s.runAt; t <= s.runAt {
		return
	}
	i := s.runner & (maxSIMDWaves - 1)
	w := s.waves[i]
	others := s.due[catVALU]&^(1<<i) != 0
	k, at, issued, end := w.k, w.at, uint64(0), s.runAt
	done := int32(0)
	for ; n > 0 && end < t; n-- {
		cycles, stat := uint64(k.issue), k.stat
		stat.clocks[0]++
		stat.clocks[StallIssue] += cycles
		if issued = end; cycles > turns && others && issued+turns < t {
			s.busy[catVALU] = busyFor{issued + turns, issued + cycles}
		}
		end += cycles
		at += 1 + uint32(k.flags/costLong&1)
		k = k.behind
		done++
	}
	if w.tape == nil {
		if w.lazy == 0 {
			w.lazyFrom = w.at
		}
		w.lazy += done
	}
	u.cl.issued += uint64(done)
	w.k, w.at, w.cur = k, at, end
	s.ready[i], s.unit[catVALU], s.cat[i] = end, end, w.turns(k.turn)
	for m := s.others(); m != 0; m &= m - 1 {
		c := bits.TrailingZeros32(m) & (dueCategories - 1)
		s.busy[c] = busyFor{issued, s.unit[c]}
	}
	s.drop(int(i), catVALU)
	if *s.next = min(next, end); end-issued == turns {
		s.put(int(i), end)
		return
	}
	if s.put(int(i), t); others && issued+turns >= t { // the others find the unit busy
		*s.next = issued + turns
	}
}

// endRuns ends the runs of a cluster: at the end of a window, or, where the program has failed, behind
// the last turns, which were at a clock.
func (cl *cluster) endRuns(last uint64) {
	end := cl.end
	if cl.faulted {
		end = last + 1
	}
	for _, u := range cl.cus {
		for i := range u.simds {
			if s := &u.simds[i]; s.run != 0 {
				u.endRun(s, end)
			}
		}
	}
}
