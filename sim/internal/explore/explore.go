package explore

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Exploring says how many orders of return [Explore] tries.
type Exploring struct {
	Window int `json:"window"` // the most operations among which one decision chooses; 0 is [DefaultWindow]
	Runs   int `json:"runs"`   // the most runs; 0 is [DefaultRuns]
	Waves  int `json:"waves"`  // the first waves of each launch, whose operations are varied; 0 is [DefaultWaves]
}

// The bounds of an exploration that names none.
const (
	DefaultWindow = 8    // operations
	DefaultRuns   = 2000 // runs of the program
	DefaultWaves  = 4    // waves of each launch
)

// Exploration is what all orders of return that were tried left behind.
//
// A state is what a program leaves: memory, GDS, and the LDS of each work-group. Of each wave it has
// the scalar and vector registers (dead ones too), SCC, MODE, TRAPSTS, the place where it ended, its
// fault, its messages and exports. Counts of instructions and waits, and the caches, are not part
// of it.
//
// What is varied: operations of one wave return before or after each other, and before or after the
// instructions of their wave that could tell the difference: those that access a register which the
// operation writes or still reads, and barriers. Orders that nothing can tell apart are tried once.
// What is not: the order in which waves and work-groups run, the moment when s_memtime reads the
// clock, and replacement in the scalar cache.
type Exploration struct {
	Bounds Exploring `json:"bounds"` // those asked for, with the defaults filled in
	Runs   int       `json:"runs"`   // runs of the whole program, those that were cut included
	// runs that were cut because they came to a state that another one had been in
	Pruned    int        `json:"pruned"`
	Decisions int        `json:"decisions"`         // different states in which more than one thing could happen
	Waves     uint64     `json:"waves"`             // waves that were varied, of all launches
	OfWaves   uint64     `json:"of_waves"`          // waves of all launches, varied or not
	Complete  bool       `json:"complete"`          // no bound held: these are all the states
	Bounded   []string   `json:"bounded,omitempty"` // which bounds held
	States    []EndState `json:"states"`            // distinct final states, in the order in which they were found
	// Where the first two states differ, and the operations that returned at another time.
	Differences []Difference `json:"differences,omitempty"`
	// registers, lanes and dwords that differ, those not listed included
	Differ int `json:"differ,omitempty"`
	// Returns has the first of these operations, as they returned on the way to the first state.
	Returns []Returned `json:"returns,omitempty"`
	// Findings are what is an error in all modes, of the first run that has any.
	Findings []waitcnt.Finding `json:"findings,omitempty"`
}

// EndState is one final state.
type EndState struct {
	Hash  string `json:"hash"`            // digest, 16 hexadecimal digits: equal for equal states
	Order string `json:"order"`           // the return order that leads to it, as ParsePolicy reads it
	Runs  int    `json:"runs"`            // runs that ended in it
	Fault string `json:"fault,omitempty"` // of the last launch that faulted; empty: none did
}

// Difference is a place that holds different values in the first two states.
type Difference struct {
	Where  string    `json:"where"`  // "wave 0 v1 lane 3", "buffer c+0x10"
	Values [2]string `json:"values"` // in the first and in the second state
}

// Returned says when an operation returned under the two orders.
type Returned struct {
	Wave string       `json:"wave"`           // "wave 0", "work-group 1,0,0 wave 0"
	Op   uint32       `json:"op"`             // number of the operation in its wave, from 0, in the order of issue
	Data bool         `json:"data,omitempty"` // it did not return: its late vector data were read
	PC   waitcnt.Addr `json:"pc"`             // of the instruction that issued it, as disassemblers print it
	Inst string       `json:"inst"`           // the text of that instruction
	// Before is the instruction in front of which, or in which if it is a wait, the operation
	// returned.
	Before [2]Moment `json:"before"`
	Rank   [2]int    `json:"rank"` // how many operations of the wave had returned
}

// Moment is a place in the execution of a wave.
type Moment struct {
	Insts uint64       `json:"insts"` // instructions that had been executed
	PC    waitcnt.Addr `json:"pc"`    // of the instruction that comes next, or waits, as disassemblers print it
	Inst  string       `json:"inst"`  // its text
}

// String is "at PC INST".
func (m Moment) String() string { return fmt.Sprintf("at %v %s", m.PC, m.Inst) }

// Order is what one run is given: what returns when.
type Order struct {
	Tenant engine.Tenant  // watches the launches of the run, or decides
	Policy waitcnt.Policy // of what the tenant does not decide
	Keep   bool           // the results keep their work-groups
}

// Ran is what one run of a program leaves.
type Ran struct {
	Mem      *mem.Global
	GDS      *mem.GDS
	Launches []*engine.Result
}

// errCut ends a run that has come to a known state.
var errCut = errors.New("this state has been explored")

// Explore runs a program again and again under all legal orders of return, within bounds. run
// executes the whole program, one launch or several, from its beginning and on a new device,
// work-groups one after the other. It must do the same every time, and number its launches by
// [engine.Launch.DispatchID]. Where a run behind the first has an error, the exploration has what
// those before it have left.
func Explore(bounds Exploring, run func(Order) (*Ran, error)) (*Exploration, error) {
	for _, b := range []struct {
		v    *int
		most int
	}{{&bounds.Window, DefaultWindow}, {&bounds.Runs, DefaultRuns}, {&bounds.Waves, DefaultWaves}} {
		if *b.v < 0 {
			return nil, fmt.Errorf("sim: explore: bounds %+v must not be negative", bounds)
		}
		if *b.v == 0 {
			*b.v = b.most
		}
	}
	s := &search{Exploring: bounds, seen: map[digest]bool{}, held: map[string]bool{}}
	out := &Exploration{Bounds: bounds}
	index := map[digest]int{}
	for s.next() {
		x, e, err := s.try(run)
		if err != nil && out.Runs > 0 {
			s.held["stopped"] = true
			s.end(out)
			return out, err
		} else if err != nil {
			return nil, err
		}
		out.Runs++
		if x.cut {
			out.Pruned++
			continue
		}
		h, fault := x.endState(e)
		i, known := index[h]
		if !known {
			i = len(out.States)
			index[h] = i
			out.States = append(out.States, EndState{Hash: h.String(), Order: x.order(), Fault: fault})
		}
		out.States[i].Runs++
		out.Waves, out.OfWaves = x.varied, x.waves
	}
	if len(s.queue) > 0 || s.dropped {
		s.held["runs"] = true
	}
	s.end(out)
	if late := (waitcnt.Late{}).String(); len(out.States) > 0 && out.States[0].Order != late {
		// The shortest text for the state that users know.
		x := &explorer{ended: map[groupKey]digest{}}
		e, err := x.run(Order{Policy: waitcnt.Late{}}, run)
		if err != nil {
			return nil, err
		}
		h, _ := x.endState(e)
		if i, ok := index[h]; ok {
			out.States[i].Order = late
		}
	}
	if len(out.States) > 1 {
		return out, out.compare(run)
	}
	return out, nil
}

// search is what an exploration knows across its runs. Runs with few decisions other than the
// default come first.
type search struct {
	Exploring
	queue   []*chosen
	started bool
	done    int
	dropped bool // a run was not even queued
	seen    map[digest]bool
	held    map[string]bool // bounds
	from    *chosen         // the decisions that the current run repeats
}

// chosen is a list of decisions, last one first.
type chosen struct {
	before *chosen
	n      int // number of decisions
	choice int
}

// end says how far the exploration has come.
func (s *search) end(out *Exploration) {
	out.Decisions = len(s.seen)
	if out.Waves < out.OfWaves {
		s.held["waves"] = true
	}
	out.Bounded = slices.Sorted(maps.Keys(s.held))
	out.Complete = len(s.held) == 0
}

// next chooses the decisions of the next run and reports whether there is one.
func (s *search) next() bool {
	if !s.started {
		s.started, s.done = true, 1
		return true
	}
	if len(s.queue) == 0 || s.done == s.Runs {
		return false
	}
	s.from, s.queue = s.queue[0], s.queue[1:]
	s.done++
	return true
}

// try makes one run.
func (s *search) try(run func(Order) (*Ran, error)) (*explorer, *Ran, error) {
	x := &explorer{search: s, origin: map[*engine.Token]digest{}, feet: map[*engine.Rec]*footprint{},
		ended: map[groupKey]digest{}, most: uint64(s.Waves)}
	if s.from != nil {
		x.prefix = make([]int, s.from.n)
		for c := s.from; c != nil; c = c.before {
			x.prefix[c.n-1] = c.choice
		}
	}
	e, err := x.run(Order{Policy: waitcnt.Late{}}, run)
	return x, e, err
}

// run makes one run with the explorer attached.
func (x *explorer) run(o Order, run func(Order) (*Ran, error)) (*Ran, error) {
	o.Tenant = x
	e, err := run(o)
	if err == nil && x.err != nil {
		err = x.err
	}
	if err == nil {
		for _, l := range e.Launches {
			if l.Fault != nil && errors.Is(l.Fault, engine.ErrDefect) {
				return e, l.Fault
			}
		}
	}
	return e, err
}

// explorer decides what returns in one run.
type explorer struct {
	*search // nil: it only watches
	prefix  []int
	taken   *chosen
	cut     bool
	err     error
	most    uint64 // waves of a launch that are varied
	varied  uint64
	waves   uint64
	notes   []note
	returns []returnLog
	elig    []int
	origin  map[*engine.Token]digest // of what outstanding operations have read
	at      *engine.Rec              // the instruction that the current wave executes, where the explorer only watches
	feet    map[*engine.Rec]*footprint
	ended   map[groupKey]digest
	chain   digest // of the work-groups that have ended
	launch  uint64 // number of the last launch seen
}

// groupKey names a work-group of a run.
type groupKey struct{ launch, group uint64 }

// note is a step that the explorer did.
type note struct {
	launch, wave uint64
	waitcnt.Timed
	chosen bool // it is not what the late policy does
}

// Begin attaches the explorer to the waves of a work-group.
func (x *explorer) Begin(g *engine.GroupCore) {
	for _, w := range g.Waves {
		x.adopt((*engine.WaveCore)(w))
	}
}

// Barrier is nothing to the explorer.
func (x *explorer) Barrier(*engine.GroupCore) {}

// adopt attaches the explorer to a wave.
func (x *explorer) adopt(w *engine.WaveCore) {
	x.launch = w.Group().Dispatch().DispatchID
	x.waves++
	if w.ID >= x.most {
		return
	}
	x.varied++
	w.OnReturn(x.returned)
	if x.search != nil {
		w.OrderBy(x)
		w.Precede(x.boundary)
		return
	}
	w.Precede(func(_ *engine.WaveCore, r *engine.Rec) { x.at = r })
}

// goOn stands for letting nothing return.
var goOn = waitcnt.Step{Op: ^uint32(0)}

// boundary lets operations return early where the instruction of r could tell.
func (x *explorer) boundary(w *engine.WaveCore, r *engine.Rec) {
	for w.Stop() == 0 && len(w.Counters.Ops()) > 0 {
		seeds := x.touched(w, r)
		if len(seeds) == 0 {
			return
		}
		steps := []waitcnt.Step{goOn}
		for _, i := range x.closure(w, seeds) {
			op := &w.Counters.Ops()[i]
			if x.readsLater(w, op) {
				steps = x.offer(w, steps, waitcnt.Step{Op: op.Seq, Kind: waitcnt.StepData})
			}
			steps = x.offer(w, steps, waitcnt.Step{Op: op.Seq})
		}
		c := x.choose(w, steps)
		if c <= 0 {
			return
		}
		x.do(w, steps[c], true)
	}
}

// Forced makes one operation return, or a unit of one, because counter c has to fall below need.
func (x *explorer) Forced(w *engine.WaveCore, c waitcnt.Counter, need waitcnt.Wait) {
	f := &w.Counters
	ops := f.Ops()
	seeds := slices.Clone(f.Eligible(c, x.elig[:0]))
	slices.Reverse(seeds) // the late policy's choice first
	how := func(i int) waitcnt.Step {
		switch op := &ops[i]; {
		case c == waitcnt.EXP && op.Left[waitcnt.VM]|op.Left[waitcnt.LGKM] != 0:
			return waitcnt.Step{Op: op.Seq, Kind: waitcnt.StepData}
		case c == waitcnt.LGKM && op.Unit():
			return waitcnt.Step{Op: op.Seq, Kind: waitcnt.StepUnit}
		default:
			return waitcnt.Step{Op: op.Seq}
		}
	}
	// What must happen before the wave goes on, while nothing outstanding can tell when, happens
	// now.
	for n, i := range seeds {
		silent := how(i).Kind == waitcnt.StepUnit || how(i).Kind == waitcnt.StepData && w.Token(ops[i].Slot).Captured
		if f.Must(i, c, need) && (silent || !x.rivals(w, i)) {
			x.do(w, how(i), n > 0)
			return
		}
	}
	var steps []waitcnt.Step
	for _, i := range seeds {
		steps = x.offer(w, steps, how(i))
	}
	for k := c + 1; k < waitcnt.NumCounters; k++ {
		if int(f.Count[k]) > need[k] {
			seeds = f.Eligible(k, seeds)
		}
	}
	for _, i := range x.closure(w, seeds) {
		op := &ops[i]
		if x.readsLater(w, op) {
			steps = x.offer(w, steps, waitcnt.Step{Op: op.Seq, Kind: waitcnt.StepData})
		}
		if op.Unit() {
			steps = x.offer(w, steps, waitcnt.Step{Op: op.Seq, Kind: waitcnt.StepUnit})
		}
		if !op.Partial() {
			steps = x.offer(w, steps, waitcnt.Step{Op: op.Seq})
		}
	}
	if n := x.choose(w, steps); n >= 0 {
		x.do(w, steps[n], n > 0)
	}
}

// readsLater reports whether the operation still has to read its data, apart from its return. One
// that has captured them, as stores have from GCN 1.1 on, holds EXP for nothing that could tell.
func (x *explorer) readsLater(w *engine.WaveCore, op *waitcnt.Op) bool {
	return op.Left[waitcnt.EXP] != 0 && op.Left[waitcnt.VM]|op.Left[waitcnt.LGKM] != 0 && !w.Token(op.Slot).Captured
}

// offer adds a step that is legal and not in the list, while the window has room.
func (x *explorer) offer(w *engine.WaveCore, steps []waitcnt.Step, s waitcnt.Step) []waitcnt.Step {
	room := x.Window
	if len(steps) > 0 && steps[0] == goOn {
		room++
	}
	switch {
	case !w.Counters.May(s) || slices.Contains(steps, s):
	case len(steps) >= room:
		x.held["window"] = true
	default:
		steps = append(steps, s)
	}
	return steps
}

// do makes a step and notes it for the replay.
func (x *explorer) do(w *engine.WaveCore, s waitcnt.Step, chosen bool) {
	x.notes = append(x.notes, note{w.Group().Dispatch().DispatchID, w.ID, waitcnt.Timed{Step: s, Insts: w.Insts - 1},
		chosen})
	w.Do(s)
}

// choose decides between steps: what the prefix of this run says, else the first, and the others
// are queued. It is -1 where the run is to be cut.
func (x *explorer) choose(w *engine.WaveCore, steps []waitcnt.Step) int {
	at := 0
	if x.taken != nil {
		at = x.taken.n
	}
	take := func(c int) { x.taken = &chosen{x.taken, at + 1, c} }
	if len(steps) == 1 {
		return 0
	}
	if at < len(x.prefix) {
		c := x.prefix[at]
		if c >= len(steps) {
			x.err = fmt.Errorf("sim: explore: run %d differs from an earlier one at decision %d: the program depends on more "+
				"than its input", x.done, at)
			x.abort(w)
			return -1
		}
		take(c)
		return c
	}
	h := x.state(w)
	if x.seen[h] {
		x.cut = true
		x.abort(w)
		return -1
	}
	x.seen[h] = true
	for c := 1; c < len(steps); c++ {
		if len(x.queue) >= x.Runs-x.done {
			x.dropped = true
			break
		}
		x.queue = append(x.queue, &chosen{x.taken, at + 1, c})
	}
	take(0)
	return 0
}

// abort ends the run.
func (x *explorer) abort(w *engine.WaveCore) {
	w.SetStop(w.Stop() | engine.StopFault)
	if w.Fault == nil {
		w.Fault = &engine.Fault{Group: w.Group().ID, Wave: w.Num, Lane: -1, Err: errCut}
	}
}

// order text of the run's decisions: at each instruction where one differs from the late policy,
// everything that returned there up to that one.
func (x *explorer) order() string {
	type key struct{ launch, wave uint64 }
	lists := map[key][]waitcnt.Timed{}
	var keys []key
	for i := 0; i < len(x.notes); {
		n := &x.notes[i]
		k := key{n.launch, n.wave}
		end, j := i, i
		for ; j < len(x.notes) && x.notes[j].launch == n.launch && x.notes[j].wave == n.wave &&
			x.notes[j].Insts == n.Insts; j++ {
			if x.notes[j].chosen {
				end = j + 1
			}
		}
		for ; i < end; i++ {
			if lists[k] == nil {
				keys = append(keys, k)
			}
			lists[k] = append(lists[k], x.notes[i].Timed)
		}
		i = j
	}
	if len(keys) == 0 {
		return waitcnt.Late{}.String()
	}
	text := "order:"
	for i, k := range keys {
		if i > 0 {
			text += "/"
		}
		switch {
		case x.launch > 0:
			text += fmt.Sprintf("w%d.%d:", k.launch, k.wave)
		case x.waves > 1:
			text += fmt.Sprintf("w%d:", k.wave)
		}
		for _, t := range lists[k] {
			text += t.String() + ","
		}
		text += "late"
	}
	return text
}

// returnLog is the return of an operation.
type returnLog struct {
	wave groupKey
	what Returned
	when Moment
}

// maxReturns bounds the log of a run.
const maxReturns = 1 << 16

// returned logs the return of an operation, or the reading of its data, for the comparison of two
// orders.
func (x *explorer) returned(w *engine.WaveCore, op waitcnt.Op, t *engine.Token, data bool) {
	if x.search != nil || len(x.returns) == maxReturns {
		return
	}
	bias := w.Prog().Bias
	x.returns = append(x.returns, returnLog{
		wave: groupKey{w.Group().Dispatch().DispatchID, w.ID},
		what: Returned{Wave: waveName(w), Op: op.Seq, Data: data, PC: waitcnt.Addr(w.Prog().Addr(t.Rec.Slot) - bias),
			Inst: t.Rec.Text()},
		when: Moment{w.Insts - 1, waitcnt.Addr(w.Prog().Addr(x.at.Slot) - bias), w.Prog().Inst(x.at).String()},
	})
}

func waveName(w *engine.WaveCore) string {
	if w.Group().Dispatch().Total == 1 {
		return fmt.Sprintf("wave %d", w.Num)
	}
	id := w.Group().ID
	return fmt.Sprintf("work-group %d,%d,%d wave %d", id[0], id[1], id[2], w.Num)
}

// endState is the digest of what a run left.
func (x *explorer) endState(e *Ran) (d digest, fault string) {
	keys := make([]groupKey, 0, len(x.ended))
	for k := range x.ended {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b groupKey) int {
		if a.launch != b.launch {
			return int(a.launch) - int(b.launch)
		}
		return int(a.group) - int(b.group)
	})
	h := newHash()
	for _, k := range keys {
		g := x.ended[k]
		h.u64(k.launch, k.group)
		h.bytes(g[:])
	}
	for _, r := range e.Launches {
		if r.Fault != nil {
			fault = r.Fault.Error()
		}
	}
	h.text(fault)
	h.memory(e.Mem, e.GDS)
	return h.sum(), fault
}

// End takes the digest of a work-group that has ended.
func (x *explorer) End(g *engine.GroupCore) {
	h := newHash()
	h.group(g, nil)
	d := h.sum()
	k := groupKey{g.Dispatch().DispatchID, g.Index}
	x.ended[k] = d
	c := newHash()
	c.bytes(x.chain[:])
	c.u64(k.launch, k.group)
	c.bytes(d[:])
	x.chain = c.sum()
}

// state is the digest of everything on which the rest of the run depends, at a decision of wave w.
func (x *explorer) state(w *engine.WaveCore) digest {
	h := newHash()
	h.bytes(x.chain[:])
	g := w.Group()
	h.u64(g.Dispatch().DispatchID, g.Index, uint64(w.Num))
	h.group(g, x.origin)
	for _, l := range g.KCache().Lines() {
		nv := uint64(0)
		if l.NV {
			nv = 1
		}
		h.u64(l.Addr, l.Valid, l.Dirty, nv)
		h.bytes(l.Data[:])
	}
	h.memory(g.Dispatch().Mem, g.Dispatch().GDS)
	return h.sum()
}
