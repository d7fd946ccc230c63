package clock

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// category is the kind of unit that an instruction takes: a SIMD issues at most one instruction to
// each in one turn.
type category uint8

const (
	catVALU category = iota
	catScalar
	catVMEM
	catLDS
	catBranch
	catExport   // exports and GDS
	catInternal // takes no unit
	numCategories

	// Of the next instruction of a wave, beside its unit:
	catWaits category = 1 << 7 // it may have to wait for counters
	catQuick category = 1 << 6 // it is costPlain, and its wave usual: [clockCU.turn] issues it itself
	catRuns  category = 1 << 5 // a run of more than one turn begins with it

	// dueCategories is a power of two from numCategories on: places by category need no check of bounds.
	dueCategories = 8
	noUnit        = dueCategories - 1 // nothing takes it
)

// costFlags say what has to be looked at when an instruction issues.
type costFlags uint16

const (
	costWaits      costFlags = 1 << iota // lim holds something
	costCarry                            // writes a scalar register that the scalar ALU gets late
	costSALU                             // executed by the scalar ALU
	costBranch                           // may jump
	costLong                             // 8 bytes
	costL1Inv                            // drops the vector L1 cache
	costWakeup                           // s_wakeup
	costVSkipped                         // skipped by MODE.VSKIP
	costPlain                            // only computes, registers to registers, or only waits for counters
	costPrio                             // s_setprio
	costNear                             // the one behind it ends in the same block of code, and is not delayed by it
	costJumps                            // is taken whenever it executes
	costProbe                            // rec jumps somewhere else than to the next dword, to show that it is taken
	costTells                            // what the clock or other waves do can change what it computes
	costAsItIssues                       // is not recorded
	costForesee                          // the one behind it has an entry in tapes
)

// cost is what the clock needs to know of an instruction of the program, and where it counts what
// it does, in a cluster.
type cost struct {
	rec    *engine.Rec // nil: inside another instruction, and never executed there
	stat   *instStat
	behind *cost        // the next one in the program
	banks  *bankPattern // LDS: nil before it first asks for something
	block  uint64       // of code that holds its last dword
	flags  costFlags
	issue  uint16 // clocks from its issue to that of the next one
	keeps  uint8  // costPlain: the unit that it keeps for so long; noUnit where it keeps none
	busy   uint16 // LDS: clocks for which it keeps a port
	ret    uint16 // LDS: clocks from its start to its return
	cat    category
	turn   category                   // the same, with catWaits and so on
	then   category                   // costNear: turn of the one behind it
	lim    [waitcnt.NumCounters]uint8 // what the counters must have come down to; 255 is any
	addr   addressing                 // vector memory
	asks   uint8                      // likewise: askLoad and so on
	keep   bool                       // likewise: L1 keeps the lines
	writes uint8                      // conditions that it writes: condSCC and so on
	reads  uint8                      // of a conditional branch: conditions whose change delays it
	run    uint8                      // turns that can be a run, from this instruction on: see [Clock.runs]
	plain  uint16                     // instructions from this one on that are costPlain
	adds   [waitcnt.NumCounters]uint8 // what its operation adds to counters
}

// instStat is what an instruction has done in a cluster: as [InstTiming] has it, in three
// lines of the host's cache of which two are seldom needed.
type instStat struct {
	clocks                                                      Stalls // [0]: executions
	returns, latency, exposed, conflicts, quarters, segments, _ uint64
	hits, misses, bytes                                         uint64
	_                                                           [5]uint64
}

// Conditions of branches.
const (
	condSCC = 1 << iota
	condVCC
	condExec
)

// costOf derives the cost of an instruction.
func (k *Clock) costOf(r *engine.Rec) cost {
	x := r.X
	c := cost{rec: r, issue: uint16(k.p.simds), cat: catInternal,
		lim: [...]uint8{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}}
	c.turn = c.cat
	c.block = (k.prog.Addr(r.Slot) + uint64(max(r.Len, 1))*4 - 4) / fetchBlock
	if x == nil || x.Inst.Form == nil {
		return c // it faults
	}
	f := x.Inst.Form
	c.adds = x.Event.Add
	c.issue = uint16(max(k.p.simds, uint64(k.chip.Issue(&x.Inst))))
	switch f.Latency() {
	case isa.LatInternal:
	case isa.LatBranch:
		c.cat = catBranch
		c.flags |= costBranch
	case isa.LatMessage:
		c.cat = catBranch
	case isa.LatSALU, isa.LatSALU2:
		c.cat = catScalar
		c.flags |= costSALU
	case isa.LatSMEM:
		c.cat = catScalar
	case isa.LatVMEM:
		c.cat = catVMEM
		c.addr = k.addressingOf(x)
		c.asks, c.keep = asks(x)
		if x.Mem.Kind == isa.MemInvalidate {
			c.flags |= costL1Inv
		}
		// of FLAT, where lanes are in LDS
		c.ret = uint16(uint64(k.chip.Int(chip.LDSLatency)) + uint64(c.issue) - k.p.simds)
	case isa.LatLDS, isa.LatGDS:
		_, busy, ret := k.chip.LDS(&x.Inst)
		c.cat, c.busy, c.ret = catLDS, uint16(busy), uint16(ret)
		if x.Event.Class == waitcnt.GDS {
			c.cat = catExport
		}
	case isa.LatExport:
		c.cat = catExport
	default:
		c.cat = catVALU
	}
	if c.flags&costBranch != 0 && f.Desc.Writes("pc") {
		c.jumps()
	}
	switch f.Desc.Do {
	case isa.CtlNop:
		c.issue = uint16(uint64(x.Inst.WaitStates()) * uint64(k.chip.Int(chip.WaitStateCycles)))
	case isa.CtlWakeup:
		c.flags |= costWakeup
	case isa.CtlSetPrio:
		c.flags |= costPrio
	case isa.CtlReadLane, isa.CtlReadFirstLane:
		c.flags |= costCarry
	case isa.CtlEndpgm, isa.CtlTrap:
		c.limits(waitcnt.Wait{}) // the executor waits for everything
	}
	if c.flags&costWaits == 0 {
		c.limits(x.Wait)
	}
	// CLRX's V_ADD*, V_SUB*: what computes an integer and a carry.
	if c.cat == catVALU && x.MaskDst != engine.NoMask && x.ND == 1 && !x.Operand('d').Type.IsFloat() {
		c.flags |= costCarry
	}
	if c.cat == catVALU || c.cat == catVMEM || c.cat == catLDS || c.cat == catExport {
		c.flags |= costVSkipped
	}
	if !k.r.EachInst {
		switch f.Desc.Do.(type) {
		case isa.Vector:
			c.flags |= costPlain
		case isa.Scalar:
			if c.cat == catScalar && !f.Desc.Reads("pc") {
				c.flags |= costPlain
			}
		}
		if f.Desc.Do == isa.CtlWaitcnt {
			c.flags |= costPlain // the counters are low enough when it issues
		}
	}
	if tells(x) {
		c.flags |= costTells
	}
	switch f.Desc.Do {
	case isa.CtlWakeup, isa.CtlSetHalt, isa.CtlSendMsgHalt, isa.CtlTrap, isa.CtlRfe, isa.CtlRfeRestore:
		c.flags |= costAsItIssues
	}
	if c.keeps = noUnit; c.cat == catVALU {
		c.keeps = uint8(catVALU)
	}
	if k.lanes && writesExec(x) {
		c.flags &^= costPlain // how many lanes are active is looked at behind it
	}
	if r.Len == 2 {
		c.flags |= costLong
	}
	if c.turn = c.cat; c.flags&costWaits != 0 {
		c.turn |= catWaits
	}
	var buf [isa.MaxUses]isa.Use
	for _, u := range x.Inst.Uses(buf[:0]) {
		bit := uint8(0)
		switch u.Code {
		case isa.CodeSCC:
			bit = condSCC
		case isa.CodeVCCLo, isa.CodeVCCLo + 1:
			bit = condVCC
		case isa.CodeExecLo, isa.CodeExecHi:
			bit = condExec
		}
		if u.Write {
			c.writes |= bit
		}
		if u.Read && c.flags&costBranch != 0 {
			if c.reads |= bit; bit == condSCC {
				c.reads = condSCC | condVCC | condExec // CLRX: on SCC after a change of SCC, EXEC or VCC
			}
		}
	}
	return c
}

// jumps is costOf for what writes the program counter: that it is taken has to be seen also where it
// goes on behind itself. Forks and joins, which also write EXEC, never do.
func (c *cost) jumps() {
	x := c.rec.X
	switch f := x.Inst.Form; {
	case f.Desc.Writes("exec"):
	case !slices.ContainsFunc(f.Args, func(a isa.Arg) bool { return a.Role == 'i' }):
		c.flags |= costJumps // to where a register says
	case x.Imm == 0:
		elsewhere, rec := *x, *c.rec
		elsewhere.Imm, rec.X = -1, &elsewhere // the branch itself, which is in the program
		c.rec, c.flags = &rec, c.flags|costProbe
	}
}

func (c *cost) limits(w waitcnt.Wait) {
	for i, n := range w {
		if n < waitcnt.NoWait {
			c.lim[i] = uint8(max(n, 0))
			c.flags |= costWaits
		}
	}
}

// over reports whether a counter is higher than the instruction allows.
func (c *cost) over(n *[waitcnt.NumCounters]uint8) bool {
	return n[0] > c.lim[0] || n[1] > c.lim[1] || n[2] > c.lim[2]
}

// clockWave is a wave on its SIMD.
type clockWave struct {
	// What every instruction needs comes first, in one line of the host's caches; then what many need.
	k       *cost                      // of the next instruction; nil: it has not started
	tape    *tape                      // what it has executed already; nil: it executes as it issues
	cur     uint64                     // up to here the wave's clocks are charged
	nextRet uint64                     // when the next operation returns, as far as is known
	log     *waveLog                   // nil where nobody has asked for what the wave does
	block   uint64                     // 32 bytes of code from which it executes
	at      uint32                     // dword of the next instruction
	lazy    int32                      // instructions that have issued but are executed later
	count   [waitcnt.NumCounters]uint8 // its counters, for which the wave itself is not looked at
	blocked Stall                      // StallBarrier, StallSleep: until blockedTo; else 0
	skips   bool                       // MODE.VSKIP
	askNext bool                       // the block at nextAt has still to be asked for
	parked  bool                       // waits for a counter
	usual   bool                       // nothing of what seldom has to be looked at holds: see [clockCU.advance]
	state   engine.State

	// The two that follow are about the next instruction or, where they are no later than cur,
	// about an older one.
	hazardTo  uint64 // the next instruction depends on the one before until then
	fetchedAt uint64 // the next instruction is in the instruction buffer from then on; never: not known
	nextAt    uint64 // when the block behind it is in the instruction buffer
	rec       tape   // what tape points to
	simd      *clockSIMD

	out        []outOp   // what it has outstanding, in the order of issue
	slots      [2]uint64 // of a tape: tokens in use
	unknown    int32     // vector memory operations whose return time is not known
	unknownLDS int32     // the same for what goes to LDS: FLAT operations, and those of LDS behind them
	lastFlat   uint64    // clock of the last FLAT operation's request
	fetchGen   uint32    // number of the last jump: what was fetched before is not wanted
	lazyFrom   uint32    // dword of the first instruction of lazy

	last   [waitcnt.NumClasses]uint64 // when the last operation of each class returns
	hideTo uint32                     // 8-byte instructions before this dword have no penalty
	prio   uint8
	few    [fewOut]outOp // memory for out

	w         *engine.WaveCore
	blockedTo uint64    // never: not known
	blockedBy *instStat // of the barrier or sleep: it has the clocks

	// Where somebody asks: how many lanes have been active from the dword activeFrom on.
	activeFrom uint32
	active     uint8
	cl         *cluster
	group      *clockGroup
	start      uint64
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
	issue, exp, ret uint64
	by              uint32 // dword of its instruction
	waitcnt.Op
}

// fewOut is how many operations a wave has room for in itself: few have more outstanding.
const fewOut = 6

// renew makes it a new wave, for which nothing is on its way that was asked for before.
func (w *clockWave) renew() {
	*w = clockWave{fetchGen: w.fetchGen + 1, out: w.out[:0]}
	if cap(w.out) <= fewOut {
		w.out = w.few[:0]
	}
}

// issues adds an operation, and returns it.
func (w *clockWave) issues(op waitcnt.Op, t uint64) *outOp {
	w.out = append(w.out, outOp{issue: t, exp: never, ret: never, by: w.at, Op: op})
	return &w.out[len(w.out)-1]
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
	if !o.Retire(c, &w.count) {
		return
	}
	w.slots[o.Slot/64] &^= 1 << (o.Slot % 64)
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

// clockCU is a compute unit.
type clockCU struct {
	k       *Clock
	cl      *cluster
	id      int
	next    *uint64  // when it can issue something, at the earliest; of [cluster].nexts
	turns   []uint64 // when each SIMD has its next turn
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
	kcache   *kcache
	l1       tags
	path     vectorPath
	waiting  waitingRequests
	bank     bankCounter
	used     bool   // it had work-groups
	late     uint64 // when the last line in L1 comes of those that an operation has found there
	lateFrom Level  // where it comes from
}

func newCU(k *Clock, cl *cluster, id int) *clockCU {
	u := &clockCU{k: k, cl: cl, id: id, ports: make([]uint64, k.p.ldsPorts),
		l1: newTags(&k.chip, chip.L1Bytes, chip.L1Line, chip.L1Ways, 1)}
	u.path = vectorPath{out: newOnTheirWay(k.chip.Int(chip.L1Misses)),
		tlb:    makeTags(k.p.page, 1, k.chip.Int(chip.TLBEntries)),
		missOf: make([]uint32, len(u.l1.lines)), came: make([]came, 1<<bits.Len(uint(len(u.l1.lines))))}
	u.bank = newBankCounter(&k.chip)
	u.simds = make([]clockSIMD, k.p.simds)
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
	}
	u.used = true
	cw.simd = s
	cw.start, cw.cur, cw.nextRet = at, at, never
	s.waves[s.n], s.ready[s.n], s.cat[s.n] = cw, at, catInternal
	s.n++
	s.order()
	cw.wake(at)
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
	unit := s.busyTo[c&(dueCategories-1)]
	if s.busyAt[c&(dueCategories-1)] < s.ready[i&(maxSIMDWaves-1)] {
		unit = 0 // the unit was free
	}
	if unit = min(unit, t); w.log != nil {
		w.charge(StallUnit, unit)
		w.charge(StallSlot, t)
		return
	}
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
	first, at, counter := -1, never, waitcnt.EXP
	next := never
	for i := range w.out {
		o := &w.out[i]
		ret, c := o.ret, waitcnt.EXP
		switch {
		case o.Left[waitcnt.EXP] != 0 && o.exp < o.ret:
			ret = o.exp
		case o.Left[waitcnt.VM] != 0:
			c = waitcnt.VM
		case o.Left[waitcnt.LGKM] != 0:
			c = waitcnt.LGKM
		}
		switch {
		case ret < at:
			first, at, counter, next = i, ret, c, at
		case ret < next:
			next = ret
		}
	}
	if first < 0 {
		w.nextRet = never
		return
	}
	o := &w.out[first]
	issue, ret, stat := o.issue, o.ret, &w.cl.stats[o.by]
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

// jumped reports whether the instruction of c, which has been executed, has jumped. next is the dword
// behind it.
func (c *cost) jumped(v *engine.WaveCore, next uint32) bool {
	if c.flags&costBranch == 0 || v.IP() == next && c.flags&costJumps == 0 {
		return false
	}
	if c.flags&costProbe != 0 {
		v.SetIP(next)
	}
	return true
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
	if w.simd.masks(i, until) {
		return
	}
	if w.hazardTo, w.fetchedAt = hazard, fetched; fetched != never {
		w.simd.ready[i] = until
	}
}

// masks reports whether a wave besides i can go on before t, as far as is known: one that sleeps, waits
// at a barrier or for counters until then issues nothing.
func (s *clockSIMD) masks(i int, t uint64) bool {
	for j := range s.n {
		if j != i && s.ready[j] < t {
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
	if asked != never || k.block != w.block {
		w.block, w.fetchedAt = k.block, w.nextAt
		if w.nextAt != never {
			t = max(t, w.fetchedAt)
			w.nextAt = u.fetch(w, k.block+1, t-min(t, u.k.p.simds)) // asked for when the instruction before issued
		} else {
			t = never // fetched goes on
		}
	}
	w.usual = canRecord && w.tape != nil && w.log == nil && !w.skips && !w.askNext && w.blocked == 0 && u.k.p.align == 0
	s := w.simd
	s.ready[i], s.cat[i] = t, w.turns(k.turn)
}

// costAt is the cost of the instruction at a dword.
func (cl *cluster) costAt(ip uint32) *cost {
	k := &cl.code[ip]
	if k.rec == nil {
		cl.costInside(k, ip)
	}
	return k
}

// costInside is costAt for a dword inside another instruction: apart, so that callers have the others in line.
func (cl *cluster) costInside(k *cost, ip uint32) {
	stat := k.stat
	*k = cl.k.costOf(cl.k.prog.ColdRec(&cl.k.prog.Recs()[ip]))
	k.stat = stat
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
