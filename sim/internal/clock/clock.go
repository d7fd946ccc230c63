package clock

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Options switch the clock on: the launch runs on the compute units of a chip, and the result has
// its Timing.
type Options struct {
	// Chip is what the launch runs on, of the generation of the program.
	Chip chip.Chip
	// Need is what the work-groups take, for launches without a kernel descriptor; nil: the
	// registers that the code names, and the launch's LDS.
	Need *chip.Need
	// Waves asks for Timing.Waves, what each wave did.
	Waves bool
	// Trace asks for what waves did clock by clock; nil: nobody wants to know.
	Trace *TraceOptions
	// Spent is called for each wave when its work-group has ended, one at a time, with what its
	// instructions have cost; nil: nobody wants to know. What it gets is valid during the call.
	Spent func(w *WaveSpent)
	// Series asks for Timing.Series, of so many samples at most; 0: nobody wants to know.
	Series int
	// Lanes asks how many lanes are active: for InstTiming.Lanes and UnitTiming.LaneClocks.
	Lanes bool
	// Caches says what the caches hold when the launch begins.
	Caches Caches
}

// never is a time that is not known yet.
const never = ^uint64(0)

// Clock is a launch that runs on a chip.
type Clock struct {
	machine
	r       *engine.Dispatch
	prog    *engine.ProgramCore
	opts    *Options
	need    chip.Need
	occ     chip.Occupancy
	workers int

	requests []request    // of all clusters, that were not served in their window
	waiting  []*clockCU   // whose requests wait until they can be sent
	serving  *cluster     // whose request is or was served
	next     int          // place in cus of the next work-group
	reserved bool         // compute units have work-groups in reserve
	inOrder  []groupStart // these, in the order in which they were handed out
	returned []groupStart // work-groups that were, and that they have not come to: the last one is the next
	resident []*clockGroup
	surveyed uint64        // Survey.Asked when they were told of last
	done     []*clockGroup // ended in a window
	end      uint64        // of the last wave
	now      uint64        // of the last window
	stuck    int           // windows in which nothing has happened
	begun    bool
	between  bool // no window is being simulated
	waves    []WaveTiming
	clocks   uint64 // of all waves that have ended
	crowded  bool   // so many waves take turns that what they have outstanding is packed

	records bool // work-groups are recorded
	taped   int  // words of tapes
	tapeLen int  // words that the next one has room for
}

// crowd is how many waves have to be there for [Clock.crowded]. Packing takes time of its own, which
// pays where the host's caches do not hold all tokens.
var crowd uint64 = 512

// machine is the chip, which stays when a clock is used again.
type machine struct {
	pool     *Pool
	chip     chip.Chip
	p        params
	clusters []*cluster
	cus      []*clockCU // in the order in which work-groups are handed out
	window   uint64     // clocks
	l2       memory
	engines  []uint64 // when each shader engine can start the next wave
	spare    []*clockGroup
	followed []groupStart // of all clusters, in a window
	keys     []requestKey
	sorted   []requestKey
	places   []int
	rest     []request        // memory for requests
	kept     [2][]lineRequest // of requests that were served after their window: of this one, and of the one before
	costs    []cost
	costsOf  *engine.ProgramCore // the program that costs is of
	eachInst bool                // costs are for a launch with somebody who is called at each instruction
	lanes    bool                // they are for one of which somebody asks how many lanes are active
	laid     *engine.ProgramCore // the program whose costs clusters have
	shares   bool                // they share them
	serial   bool                // it runs on one goroutine
	direct   []*directOp         // by dword: memory operations that recorders access from registers to registers
	paths    []*tapedPath        // by dword: paths of host code that recorders follow
	alike    map[launchKind]bool // whether waves compute the same whenever they execute
	recorder recorder
}

// params are the chip's figures that are asked for all the time.
type params struct {
	simds, width                              uint64
	branch, taken, barrier, launch, sleepUnit uint64
	valuToSALU, condition, align              uint64
	fetch, fetchLatency, fetchMiss, prefetch  uint64
	split                                     uint64
	ldsPorts                                  uint64
	gdsLatency, export, message               uint64
	kRate, kLatency                           uint64
	l1Latency, l1Rate, l1Line, l1Pair         uint64
	l1Shift, l1Banks                          uint64 // log2 of l1Line; banks - 1
	l2Latency, l2Line, interleave             uint64
	simd                                      divisor // simds: of a clock, the rest is the SIMD that has its turn
	page, tlb2Page, tlb2, walk                uint64
}

func newParams(c *chip.Chip) params {
	n := func(f chip.Field) uint64 { return uint64(c.Int(f)) }
	return params{
		simds: n(chip.SIMDs), simd: newDivisor(n(chip.SIMDs)), width: n(chip.IssueWidth),
		branch: n(chip.BranchCycles), taken: n(chip.TakenCycles), barrier: n(chip.BarrierCycles), launch: n(chip.LaunchCycles), sleepUnit: n(chip.SleepCycles),
		valuToSALU: n(chip.VALUToSALU), condition: n(chip.ConditionDelay), align: n(chip.AlignPenalty),
		// A taken branch takes longer than another one by the time in which its target is fetched.
		fetch: max(1, fetchBlock/n(chip.FetchBytes)), fetchLatency: n(chip.TakenCycles) - min(n(chip.TakenCycles),
			n(chip.BranchCycles)),
		fetchMiss: n(chip.ICacheMiss), prefetch: n(chip.PrefetchLines), split: n(chip.SplitFetch),
		ldsPorts:   n(chip.LDSPorts),
		gdsLatency: n(chip.GDSLatency), export: n(chip.ExportCycles), message: n(chip.MessageCycles),
		kRate: n(chip.KCacheRate), kLatency: n(chip.KCacheLatency),
		l1Latency: n(chip.L1Latency), l1Rate: n(chip.L1Rate), l1Line: n(chip.L1Line), l1Pair: n(chip.L1Pair),
		l1Shift: uint64(bits.TrailingZeros64(n(chip.L1Line))), l1Banks: n(chip.L1Banks) - 1,
		l2Latency: n(chip.L2Latency), l2Line: n(chip.L2Line), interleave: n(chip.L2Interleave),
		page: n(chip.TLBPage), tlb2Page: n(chip.TLB2Page), tlb2: n(chip.TLB2Latency),
		walk: uint64(c.Figures[chip.TLBWalk].Value*c.Figures[chip.EngineMHz].Value/1000 + 0.5),
	}
}

// New makes a prepared launch ready to run on a chip, on at most so many goroutines. It may take over
// what another launch has left in the pool. [Clock.Timing] has to be called when it has been run.
func New(r *engine.Dispatch, o *Options, workers int, pool *Pool) (*Clock, error) {
	fail := func(format string, args ...any) (*Clock, error) {
		return nil, fmt.Errorf("sim: timing: "+format, args...)
	}
	c := &o.Chip
	if err := c.Validate(); err != nil {
		return fail("%w", err)
	}
	if c.Target.Gen != r.Prog.Gen {
		return fail("the program is for %v, %s is %v", r.Prog.Gen, c.Name, c.Target.Gen)
	}
	need := needOf(r, o)
	occ, err := c.Occupancy(need)
	if err != nil {
		return fail("%w", err)
	}
	if occ.Groups == 0 {
		return fail("not one work-group of %d waves with %d VGPRs, %d SGPRs and %d bytes of LDS fits on a compute unit of %s",
			occ.GroupWaves, need.VGPRs,
			need.SGPRs, need.LDS, c.Name)
	}
	k := pool.take(c)
	if k == nil {
		k = &Clock{machine: machine{pool: pool, chip: *c, p: newParams(c)}}
		// What is asked of L2 in a window is answered after it: the window is no longer than the
		// shortest answer takes. A store reaches memory at the end of its window, before a later load
		// of the same wave returns.
		k.window = min(k.p.l1Latency, k.p.l2Latency, k.p.fetchMiss)
		k.build()
		k.l2 = newMemory(k)
	}
	*k = Clock{machine: k.machine, r: r, prog: (*engine.ProgramCore)(r.Prog), opts: o, need: need, occ: occ,
		workers: workers, requests: k.requests[:0], waiting: k.waiting[:0], inOrder: k.inOrder[:0], returned: k.returned[:0],
		resident: k.resident[:0],
		done:     k.done[:0]}
	k.l2.k = k
	k.crowded = min(r.Waves(), uint64(len(k.cus)*occ.Groups*occ.GroupWaves)) >= crowd
	if k.costsOf != k.prog || k.eachInst != r.EachInst || k.lanes != o.Lanes {
		k.bind()
		k.laid = nil
	}
	if k.serial {
		k.workers = 1
	}
	if share := k.workers == 1; k.laid != k.prog || k.shares != share {
		k.lay(share)
	}
	k.renew()
	k.records, k.tapeLen = k.recordable(), leastTape
	r.Alone = true // stores and atomics are serviced by one goroutine
	return k, nil
}

// bind works out what the instructions of the program cost.
func (k *Clock) bind() {
	recs := k.prog.Recs()
	k.costsOf, k.eachInst, k.lanes, k.serial = k.prog, k.r.EachInst, k.opts.Lanes, false
	k.costs = make([]cost, len(recs))
	for i := range recs {
		rec := &recs[i]
		if rec.X != nil || i == len(k.costs)-1 {
			k.costs[i] = k.costOf(rec)
		}
		k.serial = k.serial || rec.X != nil && sharesState(rec.X)
	}
	for i := range k.costs {
		c := &k.costs[i]
		if c.rec == nil || c.rec.Slot+uint32(c.rec.Len) >= uint32(len(k.costs)) {
			continue
		}
		n := &k.costs[c.rec.Slot+uint32(c.rec.Len)]
		if n.rec == nil || k.delays(c, n) {
			continue
		}
		if c.flags |= costStraight; n.block == c.block {
			c.flags |= costNear
		}
		if n.flags&costPlain == 0 {
			c.flags |= costForesee
		}
	}
	k.direct, k.paths = make([]*directOp, len(recs)), make([]*tapedPath, len(recs))
	for i := range k.costs {
		if c := &k.costs[i]; canRecord && c.rec != nil && c.flags&(costPlain|costBranch) == 0 {
			k.direct[i] = k.newDirectOp(c.rec)
		}
	}
	k.runs()
	k.alike = map[launchKind]bool{}
}

// lay gives the clusters what instructions cost, and where to count what they do. Those that one goroutine
// simulates share that, as far as the host's caches do.
func (k *Clock) lay(share bool) {
	k.laid, k.shares = k.costsOf, share
	for i, cl := range k.clusters {
		if i > 0 && share {
			cl.code, cl.stats = k.clusters[0].code, k.clusters[0].stats
			continue
		}
		cl.code, cl.stats = slices.Clone(k.costs), make([]instStat, len(k.costs))
		for i := range cl.code {
			c := &cl.code[i]
			c.stat = &cl.stats[i]
			if next := i + 1 + int(c.flags/costLong&1); next < len(cl.code) {
				c.behind = &cl.code[next]
			}
		}
	}
}

// delays reports whether an instruction can delay the one behind it, or that one lies where it may
// itself be delayed.
func (k *Clock) delays(c, n *cost) bool {
	return c.flags&costCarry != 0 && n.flags&costSALU != 0 || c.writes&n.reads != 0 ||
		k.p.align != 0 && (c.reads != 0 || n.flags&costLong != 0)
}

// needOf is what the work-groups of the launch take.
func needOf(r *engine.Dispatch, o *Options) chip.Need {
	if n := o.Need; n != nil {
		return *n
	}
	n := chip.Need{LDS: int(r.LDS), Group: int(r.Group[0] * r.Group[1] * r.Group[2])}
	if r.Desc != nil && r.Desc.VGPRs > 0 {
		n.VGPRs, n.SGPRs = r.Desc.VGPRs, r.Desc.SGPRs
		return n
	}
	var buf [isa.MaxUses]isa.Use
	recs := (*engine.ProgramCore)(r.Prog).Recs()
	for i := range recs {
		x := recs[i].X
		if x == nil || x.Inst.Form == nil {
			continue
		}
		for _, u := range x.Inst.Uses(buf[:0]) {
			end := int(u.Code) + int(u.Dwords)
			switch {
			case u.Code >= isa.CodeVGPR:
				n.VGPRs = max(n.VGPRs, end-isa.CodeVGPR)
			case end <= isa.MaxSGPR(r.Prog.Gen):
				n.SGPRs = max(n.SGPRs, end)
			}
		}
	}
	n.VGPRs = min(n.VGPRs, 256)
	n.SGPRs = max(n.SGPRs, min(n.SGPRs+2, o.Chip.Int(chip.SGPRMax))) // VCC; the last ones where all are used
	return n
}

// sharesState reports whether the instruction changes what compute units share apart from memory,
// or memory through the scalar cache: a program with one runs on one goroutine.
func sharesState(x *engine.Bound) bool {
	if x.Inst.Form == nil {
		return false
	}
	if x.Event.Class == waitcnt.GDS {
		return true
	}
	if f := x.Inst.Form.Fmt; f != isa.SMRD && f != isa.SMEM {
		return false
	}
	switch x.Mem.Kind {
	case isa.MemStore, isa.MemAtomic, isa.MemDcacheWB, isa.MemDiscard:
		return true
	}
	return false
}

// build makes the compute units: spread over the shader arrays as evenly as can be, neighbours
// sharing caches.
func (k *Clock) build() {
	c := &k.chip
	arrays, cus := c.Int(chip.SEs)*c.Int(chip.Arrays), c.Int(chip.CUs)
	share := max(c.Int(chip.ICacheCUs), c.Int(chip.KCacheCUs))
	k.engines = make([]uint64, c.Int(chip.SEs))
	byArray := make([][]*clockCU, arrays)
	simds := c.Int(chip.SIMDs)
	all := make([]clockSIMD, cus*simds) // so many begin with a line of the host's caches
	id := 0
	for a := range byArray {
		n := cus / arrays
		if a < cus%arrays {
			n++
		}
		for i := range n {
			if i%share == 0 {
				k.clusters = append(k.clusters, &cluster{k: k, engine: a % c.Int(chip.SEs)})
			}
			cl := k.clusters[len(k.clusters)-1]
			at := i % share
			if at%c.Int(chip.ICacheCUs) == 0 {
				cl.icaches = append(cl.icaches, newICache(k))
			}
			if at%c.Int(chip.KCacheCUs) == 0 {
				cl.kcaches = append(cl.kcaches, newKCache(k))
			}
			u := newCU(k, cl, id, all[:simds:simds])
			all = all[simds:]
			u.icache, u.kcache = cl.icaches[len(cl.icaches)-1], cl.kcaches[len(cl.kcaches)-1]
			cl.cus = append(cl.cus, u)
			byArray[a] = append(byArray[a], u)
			id++
		}
	}
	for _, cl := range k.clusters {
		cl.turns = make([]uint64, len(cl.cus)*simds) // side by side
		cl.wheel.per = newDivisor(uint64(simds))
		for i, u := range cl.cus {
			u.next = cl.turns[i*simds:][:simds]
			for j := range u.simds {
				s := &u.simds[j]
				at := j*wheelCUs + i%wheelCUs
				if s.next, s.bit = &cl.turns[i*simds+j], 1<<at; i < wheelCUs {
					cl.wheel.simds[at] = s
				}
			}
		}
	}
	for i := range (cus + arrays - 1) / arrays {
		for _, list := range byArray {
			if i < len(list) {
				k.cus = append(k.cus, list[i])
			}
		}
	}
}

// fail is deferred where the clock itself works: it cannot go on after a panic.
func (k *Clock) fail() {
	v := recover()
	if v == nil {
		return
	}
	for _, cl := range k.clusters {
		if cl.worker.InHook {
			panic(v)
		}
		cl.broken = true
	}
	cl := k.clusters[0]
	if k.serving != nil {
		cl = k.serving
	}
	cl.defect = engine.Caught(v)
}

// Run simulates the launch, or goes on with it where it was interrupted. It reports whether the launch
// is over: it is not where [engine.Hooks.Window] has interrupted it.
func (k *Clock) Run() bool {
	if !k.simulate() {
		return false
	}
	k.abandon()
	return true
}

// Between reports whether no window is being simulated.
func (k *Clock) Between() bool { return k.between }

// pause calls the hook between two windows. It reports whether the launch is interrupted.
func (k *Clock) pause() bool {
	h := k.r.Opts.Hooks
	if h == nil || h.Window == nil {
		return false
	}
	hook := &k.clusters[0].worker.InHook
	*hook = true
	stop := h.Window()
	*hook = false
	return stop
}

// collectorsTurn is after how many windows, or work-groups that begin, the collector gets the core, where
// the host has no other one for it: while it has begun and does not get on, each pointer that is stored
// takes long.
const collectorsTurn = 16

// simulate is Run up to the last clock, or to a fault or limit.
func (k *Clock) simulate() (over bool) {
	over = true
	defer k.fail()
	gang := newGang(k.clusters, k.workers-1)
	defer gang.stop()
	if !k.begun {
		k.begun = true
		if k.r.Lasting { // it may be interrupted, and its waves looked at
			k.records = false
		}
		k.start(0)
	}
	for windows := 1; ; windows++ {
		if windows%collectorsTurn == 0 {
			runtime.Gosched()
		}
		k.between = true
		if k.pause() {
			return false
		}
		k.between = false
		from := never
		for _, cl := range k.clusters {
			from = min(from, cl.next)
			cl.ahead = k.records
		}
		for i := range k.requests {
			from = min(from, k.requests[i].clock)
		}
		for _, u := range k.waiting {
			from = min(from, u.waiting.until)
		}
		if from == never {
			if len(k.resident) > 0 {
				k.resident[0].deadlock()
			}
			return true
		}
		before := k.issued()
		now := max(k.now, from) + k.window
		if m := k.r.Opts.MaxCycles; m > 0 && m < never {
			now = min(now, m+1)
		}
		if left := uint64(k.r.Opts.MaxInsts) - before; left > k.perWindow() {
			if gang.run(now); left > quietWindows*k.perWindow() {
				now = k.quiet(now)
			}
		} else { // the limit is reached by one instruction after the other
			for _, cl := range k.clusters {
				start := cl.issued
				cl.most, cl.ahead = start+left, false
				cl.run(now)
				left -= cl.issued - start
			}
		}
		k.now = now
		for _, cl := range k.clusters {
			cl.guarded(cl.begin) // where nothing happens yet
		}
		faulted := slices.ContainsFunc(k.clusters, func(cl *cluster) bool { return cl.broken }) || k.serve(now)
		total := k.issued()
		left := k.r.Opts.MaxInsts - int64(total)
		if k.stuck++; total != before || len(k.requests)+len(k.waiting) > 0 {
			k.stuck = 0
		}
		k.finish()
		stopped := k.r.Stopped() // asked once: where it ends here, everybody has been told where waves are
		k.survey(stopped)
		switch m := k.r.Opts.MaxCycles; {
		case faulted:
			return true
		case left <= 0 && len(k.resident) > 0:
			k.resident[0].end(engine.TooManyInsts(k.r.Opts.MaxInsts))
			return true
		case m > 0 && now > m && len(k.resident) > 0:
			k.resident[0].end(fmt.Errorf("%w: %d clocks (--max-cycles raises the limit)", engine.ErrLimit, m))
			return true
		case stopped:
			if len(k.resident) > 0 {
				k.resident[0].end(context.Cause(k.r.Opts.Context))
			} else if n := len(k.returned); n > 0 && k.r.Result.Fault == nil {
				k.r.Result.Fault = k.r.FaultOf(context.Cause(k.r.Opts.Context))
				k.r.Result.Fault.Group = k.r.GroupID(k.returned[n-1].index)
			}
			return true
		case k.stuck > 1000:
			k.resident[0].deadlock()
			return true
		}
		k.start(now)
	}
}

// quietWindows is how many windows in a row may be quiet, before somebody looks whether the launch shall end.
const quietWindows = 64

// quiet goes on behind a window that ended at the clock now, as long as windows are quiet: one cluster at most
// has anything to do in them, nobody has asked L2 for anything, and nothing has ended that another work-group
// can follow. They need no service. It returns the end of the last window, which may not have been quiet.
func (k *Clock) quiet(now uint64) uint64 {
	if h := k.r.Opts.Hooks; h != nil && h.Window != nil || len(k.requests)+len(k.waiting) > 0 || k.startable() {
		return now
	}
	var busy *cluster
	others := never // when another cluster has something to do
	for _, cl := range k.clusters {
		switch {
		case len(cl.requests)+len(cl.starts)+len(cl.done) > 0 || cl.faulted:
			return now
		case busy == nil || cl.next < busy.next:
			if busy != nil {
				others = min(others, busy.next)
			}
			busy = cl
		default:
			others = min(others, cl.next)
		}
	}
	limit := never
	if m := k.r.Opts.MaxCycles; m > 0 && m < never {
		limit = m
	}
	busy.alone = true
	for range quietWindows - 1 {
		end := max(now, busy.next) + k.window
		if busy.next == never || end > others || end > limit {
			break
		}
		busy.run(end)
		now = end
		if len(busy.requests)+len(busy.starts)+len(busy.done) > 0 || busy.faulted {
			break
		}
	}
	busy.alone = false
	return now
}

// survey tells those who ask, and at the end that the context brings, where the work-groups are.
func (k *Clock) survey(last bool) {
	s := k.r.Opts.Survey
	if s == nil || s.Asked() == k.surveyed && !last {
		return
	}
	k.surveyed = s.Asked()
	for _, cg := range k.resident {
		if cg.g != nil && !cg.ended && !cg.cu.cl.broken {
			cg.execute()
			(*engine.Group)(cg.g).See(last)
		}
	}
}

// perWindow is more instructions than can issue in a window.
func (k *Clock) perWindow() uint64 { return k.window * uint64(len(k.cus)) * maxSIMDWaves }

// issued is the number of instructions so far.
func (k *Clock) issued() (n uint64) {
	for _, cl := range k.clusters {
		n += cl.issued
	}
	return n
}
