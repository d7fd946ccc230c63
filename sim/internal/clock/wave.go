package clock

import (
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// clockWave is a wave on its SIMD. It is a whole number of lines of the host's caches, and begins with one.
type clockWave struct {
	// What every instruction needs is one line; then comes what operations of memory need.
	k       *cost  // of the next instruction; nil: it has not started
	cur     uint64 // up to here the wave's clocks are charged
	nextRet uint64 // when the next operation returns, as far as is known
	block   uint64 // 32 bytes of code from which it executes
	// The two that follow are about the next instruction or, where they are no later than cur,
	// about an older one.
	hazardTo  uint64   // the next instruction depends on the one before until then
	fetchedAt uint64   // the next instruction is in the instruction buffer from then on; never: not known
	at        uint32   // dword of the next instruction
	count     counters // its counters, for which the wave itself is not looked at
	blocked   Stall    // StallBarrier, StallSleep: until blockedTo; else 0
	skips     bool     // MODE.VSKIP
	askNext   bool     // the block at nextAt has still to be asked for
	parked    bool     // waits for a counter
	usual     bool     // nothing of what seldom has to be looked at holds: see [clockCU.advance]
	state     engine.State
	prio      uint8
	aheads    uint8 // how many turns of this window have been entered before they come

	nextAt uint64 // when the block behind it is in the instruction buffer
	tape   *tape  // what it has executed already; nil: it executes as it issues
	rec    tape   // what tape points to
	simd   *clockSIMD
	cl     *cluster

	out        []outOp   // what it has outstanding, in the order of issue
	slots      [2]uint64 // of a tape: tokens in use
	unknown    int32     // vector memory operations whose return time is not known
	unknownLDS int32     // the same for what goes to LDS: FLAT operations, and those of LDS behind them
	fetchGen   uint32    // number of the last jump: what was fetched before is not wanted
	hideTo     uint32    // 8-byte instructions before this dword have no penalty
	lazy       int32     // instructions that have issued but are executed later
	lazyFrom   uint32    // dword of the first instruction of lazy

	ahead [aheadTurns]aheadTurn      // turns of this window that have been entered before they come
	last  [waitcnt.NumClasses]uint64 // when the last operation of each class returns
	few   [fewOut]outOp              // memory for out

	log       *waveLog // nil where nobody has asked for what the wave does
	lastFlat  uint64   // clock of the last FLAT operation's request
	w         *engine.WaveCore
	blockedTo uint64    // never: not known
	blockedBy *instStat // of the barrier or sleep: it has the clocks
	group     *clockGroup
	start     uint64

	// Where somebody asks: how many lanes have been active from the dword activeFrom on.
	activeFrom uint32
	active     uint8

	_ [16]byte
}

// failed reports whether the wave has a fault that has not been dealt with.
func (w *clockWave) failed() bool { return w.tape == nil && w.w.Stop()&engine.StopFault != 0 }

// settle turns the reasons why a wave has left the stream of instructions into its state.
func (w *clockWave) settle() {
	w.w.Settle()
	w.state = w.w.State
}

// proceed makes a wave go on that was at a barrier or slept.
func (w *clockWave) proceed() {
	if w.state = engine.Running; w.tape == nil {
		w.w.State = engine.Running
	}
}

// outOp is an outstanding operation, and when it returns. Its slot is that of the token, which requests of
// it are known by. It holds no pointers: the host moves it as it is.
type outOp struct {
	issue, ret uint64
	due        uint64 // when the next part of it returns: what it holds of EXP, or all
	by         uint32 // dword of its instruction
	waitcnt.Op
}

// returns enters when all of the operation returns.
func (o *outOp) returns(t uint64) {
	if o.ret = t; o.Left[waitcnt.EXP] == 0 {
		o.due = t
	} else {
		o.due = min(o.due, t)
	}
}

// fewOut is how many operations a wave has room for in itself: few have more outstanding.
const fewOut = 5

// renew makes it a new wave, for which nothing is on its way that was asked for before.
func (w *clockWave) renew() {
	*w = clockWave{fetchGen: w.fetchGen + 1, out: w.out[:0]}
	if cap(w.out) <= fewOut {
		w.out = w.few[:0]
	}
}

// issues adds an operation, and returns it.
func (w *clockWave) issues(op waitcnt.Op, t uint64) *outOp {
	w.out = append(w.out, outOp{})
	o := &w.out[len(w.out)-1]
	o.issue, o.ret, o.due, o.by, o.Op = t, never, never, w.at, op
	return o
}

// outstanding is the operation of a slot.
func (w *clockWave) outstanding(slot uint8) *outOp {
	for i := range w.out {
		if o := &w.out[i]; o.Slot == slot {
			return o
		}
	}
	return nil
}

// retire gives back what outstanding operation i holds of a counter.
func (w *clockWave) retire(i int, c waitcnt.Counter) {
	o := &w.out[i]
	if w.tape == nil {
		if w.w.Retire(w.w.Counters.Find(o.Seq), c); w.cl.lanes != nil {
			w.cl.lanes.look(w, w.at, w.at) // it may have been a load to EXEC
		}
	}
	if o.Retire(c, w.count.each()) {
		w.leaves(i)
	}
}

// leaves removes operation i, which has returned.
func (w *clockWave) leaves(i int) {
	slot := w.out[i].Slot
	w.slots[slot/64%2] &^= 1 << (slot % 64)
	last := len(w.out) - 1
	for ; i < last; i++ { // there are few
		w.out[i] = w.out[i+1]
	}
	w.out = w.out[:last]
}

// charge accounts for the clocks up to t.
func (w *clockWave) charge(s Stall, t uint64) {
	if t > w.cur {
		w.charged(s, t)
	}
}

// charged is charge where there are some: apart, so that callers have the question in line.
func (w *clockWave) charged(s Stall, t uint64) {
	w.k.stat.clocks[s] += t - w.cur
	if w.log != nil {
		w.log.add(w, s, t)
	}
	w.cur = t
}

// execute executes the instructions that have issued.
func (w *clockWave) execute() {
	if w.lazy != 0 {
		w.executeLazy()
	}
}

// executeLazy is execute where there are some: apart, so that callers have the question in line.
func (w *clockWave) executeLazy() {
	v := w.w
	w.cl.now = w
	recs, host := v.Prog().Recs(), w.cl.k.r.Host
	n := w.lazy
	for n > 0 && v.Stop() == 0 {
		if host != nil && n > 1 {
			if done, next := host.Batch(v, w.lazyFrom, int(n)); done > 0 {
				n -= int32(done)
				w.lazyFrom = next
				continue
			}
		}
		r := &recs[w.lazyFrom]
		if r.X == nil {
			r = v.Prog().ColdRec(r)
		}
		n--
		w.lazyFrom += uint32(r.Len)
		v.Execute(r)
	}
	v.Insts += uint64(w.lazy - n)
	w.lazy = 0
	v.SetIP(w.lazyFrom)
}

// waits reports whether the counters, which are too high for the next instruction, come down to
// what it allows at t. Operations that have returned by t leave the counters; the wave's clocks
// until then are charged to them, one after the other.
func (w *clockWave) waits(t uint64) bool {
	if w.blocked != 0 || w.hazardTo > w.cur || w.fetchedAt > w.cur {
		w.past(t)
	}
	w.parked = true
	if w.nextRet > t {
		return false
	}
	for w.k.over(&w.count) && !w.failed() {
		if w.nextRet > t {
			return false
		}
		w.retireNext(true)
	}
	w.parked = false
	return true
}

// past charges the clocks before t for which the next instruction could not be looked at.
func (w *clockWave) past(t uint64) {
	if w.blocked != 0 {
		next := w.k.stat
		w.k.stat = w.blockedBy
		w.charge(w.blocked, min(w.blockedTo, t))
		w.k.stat = next
		w.blocked = 0
		w.proceed() // if it slept
	}
	w.charge(StallHazard, min(w.hazardTo, t))
	w.charge(StallFetch, min(w.fetchedAt, t))
}

// waited charges the clocks before t, at which the next instruction of wave i issues.
func (w *clockWave) waited(s *clockSIMD, i int, c category, t uint64) {
	if w.blocked != 0 || w.hazardTo > w.cur || w.fetchedAt > w.cur {
		w.past(t)
	}
	busy := &s.busy[c&(dueCategories-1)]
	unit := busy.to
	if busy.at < s.ready[i&(maxSIMDWaves-1)] {
		unit = 0 // the unit was free
	}
	if unit = min(unit, t); w.log != nil {
		w.charge(StallUnit, unit)
		w.charge(StallSlot, t)
		return
	}
	w.waitedFor(unit, t)
}

// hasWaited is waited for a wave that is usual.
func (w *clockWave) hasWaited(s *clockSIMD, i int, c category, t uint64) {
	if max(w.hazardTo, w.fetchedAt) > w.cur {
		w.past(t)
	}
	busy := &s.busy[c&(dueCategories-1)]
	unit := min(busy.to, t)
	if busy.at < s.ready[i&(maxSIMDWaves-1)] {
		unit = 0
	}
	w.waitedFor(unit, t)
}

// waitedFor charges the clocks before t: up to one to the unit, and then to the turn.
func (w *clockWave) waitedFor(unit, t uint64) {
	unit = max(unit, w.cur)
	clocks := &w.k.stat.clocks
	clocks[StallUnit] += unit - w.cur
	clocks[StallSlot] += t - unit
	w.cur = t
}

// retireDue lets the operations return whose time has come.
func (w *clockWave) retireDue(t uint64) {
	for w.nextRet <= t && !w.failed() {
		w.retireNext(false)
	}
}

// retireNext lets the operation return that is due first. Where the wave waits for it, the wave's
// clocks until then are charged to the operation's instruction.
func (w *clockWave) retireNext(waiting bool) {
	first, at, next := 0, never, never
	for i := range w.out {
		due := w.out[i].due
		next = min(next, max(at, due))
		if due < at {
			first = i
		}
		at = min(at, due)
	}
	if at == never {
		w.nextRet = never
		return
	}
	o := &w.out[first]
	issue, ret, stat, counter := o.issue, o.ret, &w.cl.stats[o.by], waitcnt.EXP
	if canRecord && w.usual && ret <= at && o.Class != waitcnt.SMem { // all of it, as below, and less to ask
		if waiting && at > w.cur {
			stat.exposed += at - w.cur
			w.k.stat.clocks[StallCounter] += at - w.cur
			w.cur = at
		}
		w.count[waitcnt.VM] -= o.Left[waitcnt.VM]
		w.count[waitcnt.LGKM] -= o.Left[waitcnt.LGKM]
		w.count[waitcnt.EXP] -= o.Left[waitcnt.EXP]
		w.leaves(first)
		stat.latency += at - issue
		stat.returns++
		w.nextRet = next
		return
	}
	switch {
	case o.Left[waitcnt.EXP] != 0 && at < ret:
	case o.Left[waitcnt.VM] != 0:
		counter = waitcnt.VM
	case o.Left[waitcnt.LGKM] != 0:
		counter = waitcnt.LGKM
	}
	if waiting && at > w.cur {
		stat.exposed += at - w.cur
		if w.log != nil {
			w.log.level = w.log.levels[o.Slot]
		}
		w.charge(StallCounter, at)
	}
	if w.tape == nil {
		w.cl.now = w
		w.execute()
		w.w.SetNow(at)
	}
	parts := o.Partial() || counter == waitcnt.EXP && o.Left[waitcnt.VM]|o.Left[waitcnt.LGKM] != 0
	w.retire(first, counter)
	if parts {
		// The rest of the operation returns later, or at the same time.
		o.due = ret
		next = min(next, ret)
	} else {
		stat.latency += at - issue
		stat.returns++
		if w.log != nil {
			w.log.returned(w, stat, issue, at)
		}
	}
	w.nextRet = next
}
