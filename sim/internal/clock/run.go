package clock

import (
	"math"
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// A run is a number of turns of a SIMD that are known when the first of them comes: one wave issues
// an instruction of the vector ALU in each, and no other wave can issue anything. They are not
// simulated one by one: the SIMD has its next turn behind them, and in that the run is entered into
// what the clock knows. Where another SIMD changes something meanwhile, as waves start, or go on behind
// a barrier, the SIMD has a turn for that: the turns before it are entered, and those behind it take
// place as turns do.

// runs works out for each instruction how many turns take place without anything else but their
// issue, from it on: vector instructions that only compute, of a turn each, in one block of code. It also
// enters what SIMDs know of instructions.
func (k *Clock) runs() {
	for i := len(k.costs) - 1; i >= 0; i-- {
		c := &k.costs[i]
		if c.rec != nil && c.flags&costPlain != 0 {
			c.plain = 1
			if next := uint32(i) + uint32(c.rec.Len); next < uint32(len(k.costs)) {
				c.plain = uint16(min(1+int(k.costs[next].plain), math.MaxUint16))
			}
		}
		if c.rec == nil || c.turn != catVALU || c.flags&(costPlain|costNear) != costPlain|costNear ||
			uint64(c.issue) != k.p.simds {
			continue
		}
		next := &k.costs[uint32(i)+uint32(c.rec.Len)]
		c.run = uint8(min(1+int(next.run), math.MaxUint8))
	}
	for i := range k.costs {
		k.loop(uint32(i))
	}
	for i := len(k.costs) - 1; i >= 0; i-- {
		c := &k.costs[i]
		if c.run > 1 {
			c.turn |= catRuns
		}
		if c.flags&costPlain != 0 {
			c.turn |= catQuick
		}
		if c.flags&costNear != 0 {
			c.then = k.costs[uint32(i)+uint32(c.rec.Len)].turn
		}
	}
}

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
	w, turns := s.waves[i], u.k.p.simds
	if w.cur != t || s.unit[catVALU] > t || w.askNext || w.log != nil || s.left || u.cl.most != never {
		return
	}
	// Something else happens at or after to.
	to := min(s.soonest, w.nextRet, u.cl.end)
	for c := catVALU + 1; c < catInternal; c++ {
		if s.due[c] != 0 {
			to = min(to, s.unit[c])
		}
	}
	if to <= t+turns {
		return
	}
	n, end := w.k.run, t+uint64(w.k.run)*turns
	for end-turns >= to {
		n--
		end -= turns
	}
	s.run, s.runner, s.runAt = n, uint8(i), t
	*s.next = end
}

// endRun enters the turns before t of a run, of which there will be no more.
func (u *clockCU) endRun(s *clockSIMD, t uint64) {
	turns, n := u.k.p.simds, s.run
	if s.run, *s.next = 0, s.runAt; t <= s.runAt {
		return
	}
	end := s.runAt + uint64(n)*turns
	for ; end-turns >= t; end -= turns {
		n--
	}
	i := s.runner & (maxSIMDWaves - 1)
	w := s.waves[i]
	if w.tape == nil {
		if w.lazy == 0 {
			w.lazyFrom = w.at
		}
		w.lazy += int32(n)
	}
	u.cl.issued += uint64(n)
	k, at := w.k, w.at
	for ; n > 0; n-- {
		stat := k.stat
		stat.clocks[0]++
		stat.clocks[StallIssue] += turns
		at += 1 + uint32(k.flags/costLong&1)
		s.cat[i] = w.turns(k.then)
		k = k.behind
	}
	w.k, w.at, w.cur = k, at, end
	s.ready[i], s.unit[catVALU], *s.next = end, end, end
	for c := catVALU + 1; c < catInternal; c++ {
		if s.due[c] != 0 {
			s.busyAt[c], s.busyTo[c] = end-turns, s.unit[c]
		}
	}
	s.due[catVALU] &^= 1 << i
	s.put(int(i), end)
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
