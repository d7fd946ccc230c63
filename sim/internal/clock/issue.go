package clock

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// clockCU is a compute unit.
type clockCU struct {
	k       *Clock
	cl      *cluster
	id      int
	next    []uint64 // when its SIMDs have their next turns: part of [cluster].turns
	now     uint64   // of the last turn
	simds   []clockSIMD
	groups  int
	freed   int          // work-groups that ended in this turn
	freedAt uint64       // when they did
	reserve []groupStart // work-groups that follow
	came    int          // of these, how many have begun
	// work-groups that have ended in the last window in which some did
	turnover int
	free     [numCategories]uint64 // when each shared unit has done what it accepted
	kept     [numCategories]uint64 // clocks for which each was kept so far
	ports    []uint64              // the same for the ports of LDS
	icache   *icache
	code     calendar // clocks in which it gets a block of code
	blocks   uint64   // of code that it got
	// clocks in which it waited for a bank of the instruction cache and got nothing, and up to when they are known
	codeWaits, codeTo uint64
	kcache            *kcache
	l1                tags
	path              vectorPath
	waiting           waitingRequests
	bank              bankCounter
	used              bool   // it had work-groups
	late              uint64 // when the last line in L1 comes of those that an operation has found there
	lateFrom          Level  // where it comes from
}

func newCU(k *Clock, cl *cluster, id int, simds []clockSIMD) *clockCU {
	u := &clockCU{k: k, cl: cl, id: id, ports: make([]uint64, k.p.ldsPorts),
		l1: newTags(&k.chip, chip.L1Bytes, chip.L1Line, chip.L1Ways, 1, makeMany)}
	u.path = vectorPath{out: newOnTheirWay(k.chip.Int(chip.L1Misses)),
		tlb:  makeTags(k.p.page, 1, k.chip.Int(chip.TLBEntries)),
		came: make([]came, 1<<bits.Len(uint(len(u.l1.uses))))}
	u.bank = newBankCounter(&k.chip)
	u.simds = simds
	return u
}

// add puts a wave on the SIMD that has the fewest.
func (u *clockCU) add(cw *clockWave, at uint64) {
	s := &u.simds[0]
	for i := range u.simds {
		if u.simds[i].n < s.n {
			s = &u.simds[i]
		}
	}
	if s.run != 0 {
		u.endRun(s, u.now)
		s.mark(&u.cl.wheel)
	}
	u.used = true
	cw.simd = s
	cw.start, cw.cur, cw.nextRet = at, at, never
	s.waves[s.n], s.ready[s.n], s.cat[s.n] = cw, at, catInternal
	s.n++
	s.order()
	cw.wake(at)
}

// issue executes the next instruction of wave i at t.
func (u *clockCU) issue(s *clockSIMD, i int, t uint64) {
	i &= maxSIMDWaves - 1
	w := s.waves[i]
	k := w.k
	if k == nil { // it starts
		u.advance(w, i, w.at, t, t)
		return
	}
	if w.askNext {
		w.askNext = false
		w.nextAt = u.fetch(w, w.block+1, t)
	}
	if w.nextRet <= t {
		w.retireDue(t)
	}
	from := t // clocks that do not fill whole turns add up
	if w.cur < t {
		if t-w.cur < u.k.p.simds {
			from = w.cur
		}
		w.waited(s, i, k.cat&(dueCategories-1), t)
	}
	u.cl.issued++
	stat := k.stat
	stat.clocks[0]++
	next := w.at + 1 + uint32(k.flags/costLong&1)
	cycles := uint64(k.issue)
	if u.k.p.align != 0 && cycles > u.k.p.simds {
		w.hideTo = next + uint32(cycles/u.k.p.simds)
	}
	if k.flags&costPlain != 0 && (k.cat != catInternal || w.tape != nil || w.w.Stop() == 0) {
		if w.tape == nil {
			// What only computes can wait: several instructions of a wave in a row find its registers
			// in the host's caches.
			if w.lazy == 0 {
				w.lazyFrom = w.at
			}
			w.lazy++
		}
		if k.cat == catVALU {
			if w.skips {
				cycles = u.skip(cycles)
			}
			s.unit[catVALU] = t + cycles
		}
		end := from + cycles
		if w.log == nil && end > w.cur {
			stat.clocks[StallIssue] += end - w.cur
			w.cur = end
		} else {
			w.charge(StallIssue, end)
		}
		if k.flags&costNear != 0 { // what follow would do, without its calls
			s.near(w, i, k, next, end)
			return
		}
		u.follow(w, i, k, next, end, never)
		return
	}
	if canRecord && w.tape != nil {
		u.replay(s, w, i, t, from, next, cycles)
		return
	}
	r, v := k.rec, w.w
	w.execute()
	u.cl.now = w
	v.Insts++
	v.SetNow(t)
	v.Before(r)
	if u.cl.lanes != nil {
		u.cl.lanes.look(w, w.at, w.at) // a hook may have changed EXEC
	}
	v.SetIP(next)
	seq := v.Counters.Seq()
	if v.Stop() == 0 {
		v.Perform(r)
	}
	v.After(r)
	asked := never
	switch k.cat {
	case catVALU:
		if w.skips {
			cycles = u.skip(cycles)
		}
		s.unit[catVALU] = t + cycles
	case catInternal:
	default:
		if k.jumped(v, next) {
			cycles, asked = u.jump(from)
		}
		if v.Counters.Seq() != seq {
			ops := v.Counters.Ops()
			slot := ops[len(ops)-1].Slot
			u.operation(s, w, t)
			v.Stow(slot)
		} else if k.flags&costL1Inv != 0 {
			u.l1.clear()
		}
	}
	end := u.over(s, w, from, cycles, v.Mode&engine.ModeVSkip != 0, v.Prio)
	stopped := v.Stop() != 0
	if stopped {
		w.settle()
	}
	if u.cl.lanes != nil && !(stopped && w.state == engine.Waiting) { // then it is executed again
		u.cl.lanes.look(w, next, v.IP())
	}
	if stopped && !u.stopped(w, i, t, end, v.IP(), (v.Wake()-t)/64) {
		return
	}
	u.follow(w, i, k, v.IP(), end, asked)
}

// skip is the clocks of an instruction of the vector ALU that MODE.VSKIP skips, and would take more.
func (u *clockCU) skip(cycles uint64) uint64 {
	u.cl.skipped += cycles - u.k.p.simds
	return u.k.p.simds
}

// jump is the clocks of a taken branch that issues at a clock, and when its target is asked for.
func (u *clockCU) jump(from uint64) (cycles, asked uint64) {
	cycles = u.k.p.taken
	return cycles, from + cycles - min(cycles, u.k.p.fetchLatency)
}

// over charges the wave for the instruction that has issued, which leaves MODE.VSKIP and the priority as
// they are now, and returns when it is over.
func (u *clockCU) over(s *clockSIMD, w *clockWave, from, cycles uint64, skips bool, prio uint8) (at uint64) {
	k := w.k
	if w.skips && k.flags&costVSkipped != 0 {
		cycles = u.k.p.simds
	}
	w.skips, w.prio = skips, prio
	if at = from + cycles; w.log == nil && at > w.cur {
		k.stat.clocks[StallIssue] += at - w.cur
		w.cur = at
	} else {
		w.charge(StallIssue, at)
	}
	if k.flags&(costWakeup|costPrio) != 0 {
		if k.flags&costWakeup != 0 {
			u.wakeup(w, at)
		}
		s.left = true
	}
	return at
}

// near makes the instruction at ip the next one of wave i, behind the current one, which is costNear and has cost k:
// at the clock at.
func (s *clockSIMD) near(w *clockWave, i int, k *cost, ip uint32, at uint64) {
	if canRecord && k.flags&costForesee != 0 && w.tape != nil {
		w.tape.foresee()
	}
	w.k, w.at = k.behind, ip
	s.ready[i&(maxSIMDWaves-1)], s.cat[i&(maxSIMDWaves-1)] = at, w.turns(k.then)
}

// straight is near where the next instruction of the wave, which is usual, may be in the next block of code.
func (u *clockCU) straight(s *clockSIMD, w *clockWave, i int, k *cost, ip uint32, at uint64) {
	n := k.behind
	if k.flags&costForesee != 0 {
		w.tape.foresee()
	}
	w.k, w.at = n, ip
	if n.block != w.block {
		w.block, w.fetchedAt = n.block, w.nextAt
		at = u.enters(w, at, uint64(n.later))
	}
	s.ready[i&(maxSIMDWaves-1)], s.cat[i&(maxSIMDWaves-1)] = at, n.turn
}

// enters makes a wave that enters a block of code, with an instruction that could issue at t, ask for the next one:
// so many clocks after the instruction before has issued. It returns when the block that it enters is there.
func (u *clockCU) enters(w *clockWave, t, later uint64) uint64 {
	if w.nextAt == never {
		return never // fetched goes on
	}
	t = max(t, w.nextAt)
	w.nextAt = u.fetch(w, w.block+1, t-min(t, u.k.p.simds)+later)
	return t
}

// follow makes the instruction at ip the next one of wave i, behind the current one, whose cost is
// k: at the clock at, or later where it has to be fetched (after a jump from the clock asked on) or
// depends on the current one.
func (u *clockCU) follow(w *clockWave, i int, k *cost, ip uint32, at, asked uint64) {
	p := &u.k.p
	before := w.at
	u.advance(w, i, ip, at, asked)
	if p.align == 0 && k.flags&costCarry == 0 && k.writes == 0 {
		return
	}
	// What follows delays the wave, unless another one of its SIMD issues meanwhile (CLRX GcnTimings).
	n, hazard, fetched := w.k, w.hazardTo, w.fetchedAt
	if k.flags&costCarry != 0 && n.flags&costSALU != 0 {
		hazard = at + p.valuToSALU
	}
	if k.writes&n.reads != 0 {
		hazard = max(hazard, at) + p.condition
	}
	if p.align != 0 && fetched != never {
		if units := w.misaligned(k, n, before, asked != never); units != 0 {
			fetched = max(fetched, hazard, at) + units*p.align
		}
	}
	if hazard == w.hazardTo && fetched == w.fetchedAt {
		return
	}
	until := hazard
	if fetched != never {
		until = max(at, hazard, fetched)
	}
	if w.simd.masks(i, u.now, until) {
		return
	}
	if w.hazardTo, w.fetchedAt = hazard, fetched; fetched != never {
		w.simd.ready[i] = until
	}
}

// masks reports whether a wave besides i, which issues now, can go on before t, as far as is known: one that sleeps,
// waits at a barrier or for counters until then issues nothing.
func (s *clockSIMD) masks(i int, now, t uint64) bool {
	for j := range int(s.n) {
		if j != i && s.readyNow(j, now, j < i) < t {
			return true
		}
	}
	return false
}

// misaligned counts the penalties of code that lies badly in its blocks of 32 bytes, on GCN 1.0 and
// 1.1 (CLRX GcnTimings, "Instruction alignment"): k is the cost of the instruction before, n of the
// next one.
func (w *clockWave) misaligned(k, n *cost, before uint32, jumped bool) uint64 {
	at := func(slot uint32) uint64 { return (w.cl.k.prog.Base/4 + uint64(slot)) % (fetchBlock / 4) }
	d := at(w.at)
	switch {
	case jumped && d > 4:
		return d - 4
	case jumped:
	case k.reads != 0 && at(before) >= 4:
		return at(before) - 3
	case n.flags&costLong != 0 && d >= 3 && w.at >= w.hideTo:
		return 1
	}
	return 0
}

// advance makes the instruction at dword ip the next one of wave i. It can issue at t where it is
// in the instruction buffer; after a jump it is fetched from the clock asked on, which else is
// never. What could make its issue an unusual one comes before this, or says so itself.
func (u *clockCU) advance(w *clockWave, i int, ip uint32, t, asked uint64) {
	k := u.cl.costAt(ip)
	if canRecord && k.flags&costPlain == 0 && w.tape != nil {
		w.tape.foresee()
	}
	w.k, w.at = k, ip
	if asked != never {
		w.fetchGen++
		w.askNext, w.hideTo = false, 0
		w.nextAt = u.fetch(w, k.block, asked)
	}
	if jumped := asked != never; jumped || k.block != w.block {
		w.block, w.fetchedAt = k.block, w.nextAt
		later := uint64(k.later)
		if jumped {
			later = 0
		}
		t = u.enters(w, t, later)
	}
	w.usual = canRecord && w.tape != nil && w.log == nil && !w.skips && !w.askNext && w.blocked == 0 && u.k.p.align == 0
	s := w.simd
	s.ready[i], s.cat[i] = t, w.turns(k.turn)
}

// fetched takes the block that a wave asked for when it had made gen jumps: it is there at t.
func (w *clockWave) fetched(gen uint32, t uint64) {
	if gen != w.fetchGen {
		return
	}
	if w.fetchedAt != never {
		w.nextAt = t
		return
	}
	w.fetchedAt, w.askNext = t, true
	w.unusual()
	switch {
	case w.blocked == 0:
		w.wake(max(t, w.cur, w.hazardTo))
	case w.blockedTo != never:
		w.wake(max(t, w.blockedTo))
	}
}

// stopped handles wave i that left the stream of instructions at t, its instruction being over at
// the clock end. The next one is at dword ip, and it sleeps for so many units. It reports whether the
// wave goes on.
func (u *clockCU) stopped(w *clockWave, i int, t, end uint64, ip uint32, units uint64) bool {
	g, s := w.group, w.simd
	s.ready[i] = never
	switch w.state {
	case engine.Faulted:
		u.cl.faulted = true
	case engine.Ended:
		s.left = true
		if g.live--; g.live == 0 {
			u.cl.done = append(u.cl.done, g)
			g.ended = true
			u.groups--
			u.freed, u.freedAt = u.freed+1, max(u.freedAt, end)
			return false
		}
		u.barrier(g, end)
	case engine.AtBarrier:
		if len(g.waves) == 1 { // no barrier is allocated
			w.proceed()
			return true
		}
		w.blockedBy = w.k.stat
		u.advance(w, i, ip, end, never)
		s.ready[i] = never
		w.blocked, w.blockedTo = StallBarrier, never
		w.unusual()
		g.waiting++
		u.barrier(g, end)
	case engine.Sleeping:
		w.blockedBy = w.k.stat
		u.advance(w, i, ip, end, never)
		s.ready[i] = never
		// It ends with a unit of a clock that all waves share, so that the first unit is of any
		// length (Vega ISA manual, S_SLEEP: 64*k + 1..64 clocks).
		to := t + units*u.k.p.sleepUnit
		w.unusual()
		w.blocked, w.blockedTo = StallSleep, max(end, to+u.k.p.sleepUnit-to%u.k.p.sleepUnit)
		w.unblock()
	case engine.Waiting: // the instruction is executed again
		u.cl.issued--
		w.k.stat.clocks[0]--
		w.log.again(w)
		w.charge(StallUnit, t+u.k.p.gdsLatency)
		w.wake(w.cur)
	}
	return false
}

// unblock makes a wave go on at blockedTo, or when its next instruction has been fetched.
func (w *clockWave) unblock() {
	if w.fetchedAt != never {
		w.wake(max(w.blockedTo, w.fetchedAt))
	}
}

// barrier lets the waves of a group go on when all that live have arrived; ended waves do not count
// (errata P-8).
func (u *clockCU) barrier(g *clockGroup, t uint64) {
	if g.waiting == 0 || g.waiting < g.live {
		return
	}
	g.waiting = 0
	for _, w := range g.waves {
		if w.state == engine.AtBarrier {
			w.proceed()
			w.blockedTo = t + u.k.p.barrier
			w.unblock()
		}
	}
}

// wakeup ends the sleep of the waves that s_wakeup has woken.
func (u *clockCU) wakeup(by *clockWave, t uint64) {
	for _, w := range by.group.waves {
		if w != by && w.state == engine.Sleeping && w.w.Wake() == 0 {
			w.blockedTo = min(w.blockedTo, t)
			w.unblock()
		}
	}
}
