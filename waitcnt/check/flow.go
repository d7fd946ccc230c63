package check

import (
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// state is what holds at one place in one context, over all paths that lead there.
type state struct {
	board    waitcnt.Board
	k        *consts
	rel      relative
	vals     *values
	masks    *masks
	haz      waitcnt.HazardState
	written  isa.RegSet // what some path has written
	fed      isa.RegSet // vector registers that hold something defined on some path
	toldM0   uint8      // what has been said of M0 not being set, on every path
	launched bool       // launches may have set registers that nothing has written
	dirty    bool       // scalar stores that no s_dcache_wb followed, on some path
	// a caller that is not known may have left operations outstanding that the counter holds
	owed [waitcnt.NumCounters]bool
	own  owns
}

// owns says which parts of a state no other state shares: those may be changed in place.
type owns struct{ k, vals, masks bool }

// copy makes s what from is. Large parts are shared until one of the two changes them.
func (s *state) copy(from *state) {
	list, haz := s.board.List[:0], s.haz
	from.own = owns{}
	*s = *from
	s.board.List, s.haz = append(list, from.board.List...), haz
	s.haz.Set(&from.haz)
}

func (s *state) clone() *state {
	d := new(state)
	d.copy(s)
	return d
}

// size is about how many bytes the state takes, without what it shares.
func (s *state) size() int {
	n := int(unsafe.Sizeof(*s)) + cap(s.board.List)*int(unsafe.Sizeof(waitcnt.Pending{})) + s.haz.Bytes()
	if s.own.k {
		n += int(unsafe.Sizeof(*s.k))
	}
	if s.own.masks {
		n += int(unsafe.Sizeof(*s.masks)) + cap(s.masks.rel.row)*int(unsafe.Sizeof(relation{}))
	}
	return n + int(unsafe.Sizeof(*s.vals)) + 4*cap(s.vals.held) + cap(s.vals.acc)*int(unsafe.Sizeof(access{}))
}

// editConsts returns the state's constants to be changed.
func (s *state) editConsts() *consts {
	if !s.own.k {
		k := *s.k
		s.k, s.own.k = &k, true
	}
	return s.k
}

// editValues returns the state's values to be changed.
func (s *state) editValues() *values {
	if !s.own.vals {
		s.vals, s.own.vals = s.vals.clone(), true
	}
	return s.vals
}

// join makes s what holds at a block over another path too.
func (s *state) join(o *state, a *analysis, slot uint32) bool {
	was := *s.masks
	changed := s.joinMasks(&a.masks, o, slot) // first, as the board asks how
	board := o.board
	if was != *s.masks || *o.masks != was {
		var guarded bool
		board.List, guarded = s.guard(&a.masks, &was, o.masks, board.List)
		changed = changed || guarded
	}
	changed = s.board.Join(&board) || changed
	if list := s.board.List; cap(list) > len(list)+len(list)/8 {
		s.board.List = slices.Clone(list) // states are many: no room to grow
	}
	if !s.k.agrees(o.k) {
		s.editConsts().join(o.k)
		changed = true
	}
	if !s.vals.agrees(o.vals) {
		s.editValues().join(o.vals)
		changed = true
	}
	changed = s.rel.join(&o.rel) || changed
	hazards, lost := s.haz.Join(&o.haz, a.mostFacts)
	changed, a.lostFacts = changed || hazards, a.lostFacts || lost
	changed = join(&s.written, &o.written) || changed
	changed = join(&s.fed, &o.fed) || changed
	if s.toldM0&^o.toldM0 != 0 || o.launched && !s.launched {
		s.toldM0, s.launched, changed = s.toldM0&o.toldM0, s.launched || o.launched, true
	}
	if o.dirty && !s.dirty {
		s.dirty, changed = true, true
	}
	for c, owed := range o.owed {
		if owed && !s.owed[c] {
			s.owed[c], changed = true, true
		}
	}
	return changed
}

// context is a function as called from one place: what is outstanding at a call is followed into
// the function and back behind that call only.
type context struct {
	index   int // in analysis.order
	entry   uint64
	ret     uint64 // address behind the call; 0 for kernels and for functions whose callers are not known or too many
	name    string
	root    bool // started from an Entry
	kernel  bool
	lds     bool // FLAT may address LDS, as far as those know that lead here
	states  map[uint32]*state
	callers []caller
	known   map[caller]bool
	returns map[uint64]bool // where the callers go on
	exit    *state          // what held at its returns
	join    *state          // what held at its s_cbranch_joins
}

// caller is a call of a context: where it goes on.
type caller struct {
	ctx *context
	ret uint64
}

type contextKey struct{ entry, ret uint64 }

// maxContexts is how many call sites of one function are followed apart; the others share one
// context.
const maxContexts = 48

type analysis struct {
	in      *Input
	target  isa.Target // of in, with its generation
	nodes   []*node
	leader  []bool   // a block begins here
	seen    []bool   // discover has been here
	head    []uint32 // 1 + the beginning of the block that was followed through here
	rank    []uint32 // 1 + the place of a block in the order of work
	ranked  []uint32 // blocks by rank
	ctxs    map[contextKey]*context
	order   []*context
	perFunc map[uint64]int
	names   map[uint64]string
	taken   map[uint64]bool // addresses of functions that the program keeps
	fresh   []uint64        // those that are not checked yet
	// functions says that there are functions that have been checked by themselves, open that there
	// is a call of which the target is not known.
	functions, open bool
	work            worklist
	forks           []uint64
	forked          map[uint64]bool
	blocks          int
	states          int // of all contexts
	bound           waitcnt.Bound
	mostFacts       int  // how many hazards a state may hold
	lostFacts       bool // some have been left out
	kinds           map[kind]uint32
	touched         sharer[touched]
	masks           masker
	dead            map[uint32]uint64 // what unread found, by slot
	tests           map[test]*test
	spent           int        // work done
	hits            []conflict // memory for those of one instruction
	budget          int        // the most
	held            int        // see Result.Memory
	cut             bool       // the budget was met
	scratch         state
	consts          consts                  // what an instruction makes of those of a state
	here            state                   // what holds where a block begins
	edge            state                   // what holds on one side of a branch
	outs            []output                // memory for the masks that an instruction writes
	replace         map[uint64]waitcnt.Wait // see Options.Waits

	rules  map[string]waitcnt.Rule
	env    *waitcnt.HazardRules
	useful map[uint64][waitcnt.NumCounters]bool // counters of each wait that prove something in some context

	count [waitcnt.Error + 1]int // findings by severity

	emit func(waitcnt.Finding) // nil until the states are final
}

// Run checks a program. What the checker knows of lanes has a bounded size, and with each bound it
// knows only what is true: a finding that it does not have with one of them is none. So where there
// are a few errors and warnings, and something was forgotten, it tries larger bounds. Where there are
// many, most are true, and it would take the time of len(nodeSizes) looks.
func Run(in *Input, opt Options) (*Result, error) {
	a, res, err := run(in, opt, nodeSizes[0])
	if err != nil {
		return nil, err
	}
	lost, work := a.masks.lost, res.Work
	for _, most := range nodeSizes[1:] {
		if n := a.grave(); !lost || n == 0 || n > fewGrave || a.spent > a.budget/4 {
			break
		}
		wide, other, err := run(in, opt, most)
		if err != nil {
			return nil, err
		}
		lost = wide.masks.lost
		if wide.grave() < a.grave() {
			a, res = wide, other
		}
	}
	res.Work = work
	if opt.Advice {
		if err := a.advise(opt, res); err != nil {
			return nil, err
		}
	}
	waitcnt.Sort(res.Findings)
	return res, nil
}

// fewGrave is up to how many errors and warnings are looked at again.
const fewGrave = 100

// grave is how many errors and warnings there are.
func (a *analysis) grave() int { return a.count[waitcnt.Error] + a.count[waitcnt.Warning] }

// run is Run with masks of one size. Its findings are not sorted, and there is no advice.
func run(in *Input, opt Options, most int) (*analysis, *Result, error) {
	if in.Gen.Index() < 0 || in.Base%4 != 0 || len(in.Code) < 4 {
		return nil, nil, fmt.Errorf("check: %d bytes of code at %#x: want at least one instruction, at a multiple of 4",
			len(in.Code), in.Base)
	}
	entries := in.Entries
	if len(entries) == 0 {
		entries = []Entry{{Name: "code", Addr: in.Base, Kernel: true, LDS: true}}
	}
	n := len(in.Code) / 4
	a := &analysis{in: in, target: in.Target, nodes: make([]*node, n), leader: make([]bool, n), seen: make([]bool, n),
		head: make([]uint32, n), rank: make([]uint32, n),
		ctxs: map[contextKey]*context{}, perFunc: map[uint64]int{}, names: map[uint64]string{}, taken: map[uint64]bool{}, forked: map[uint64]bool{},
		kinds: map[kind]uint32{}, work: worklist{in: map[item]bool{}}, replace: opt.Waits, rules: map[string]waitcnt.Rule{}, tests: map[test]*test{}, touched: newSharer[touched]()}
	a.target.Gen = in.Gen
	for _, e := range entries {
		if off := e.Addr - in.Base; off >= uint64(len(in.Code))&^3 || off%4 != 0 {
			return nil, nil, fmt.Errorf("check: entry %s at %#x is not in the code %#x-%#x", e.Name, e.Addr, in.Base,
				in.Base+uint64(len(in.Code)))
		}
	}
	for _, r := range waitcnt.Rules() {
		a.rules[r.ID] = r
	}
	a.env = waitcnt.NewHazardRules(a.target, in.XNACK, in.Code, nil,
		func(pc uint64) string { return a.at(pc).in.String() })
	for _, e := range slices.Backward(entries) {
		a.names[e.Addr] = e.Name
	}
	addrs := make([]uint64, len(entries))
	for i, e := range entries {
		addrs[i] = e.Addr
	}
	a.bound.Alike, a.bound.Keep = a.alike, opt.keep
	a.masks, a.dead = newMasker(most), map[uint32]uint64{}
	a.bound.Lanes, a.bound.Apart = a.masks.eitherLanes, a.masks.apartRuns
	a.discover(addrs...)
	a.limit()
	for _, e := range entries {
		if e.Kernel {
			a.start(e)
		}
	}
	a.solve()
	// Functions that no known call reaches are checked by themselves.
	for _, e := range entries {
		a.functions = a.functions || !e.Kernel
		if !e.Kernel && a.perFunc[e.Addr] == 0 {
			a.start(e)
			a.solve()
		}
	}
	a.solveTaken()
	// So are all that a call which is not resolved may reach: then each keeps to the calling
	// convention, or has findings.
	if a.open {
		for _, e := range entries {
			if !e.Kernel {
				a.start(e)
			}
		}
		a.solve()
		a.solveTaken()
	}

	return a, a.report(), nil
}

// solveTaken checks the functions whose address the program keeps: a call that is not resolved may
// reach them. FLAT may address LDS there unless all that can call them is known to have none.
func (a *analysis) solveTaken() {
	kernel := func(e Entry) bool { return e.Kernel }
	lds := slices.ContainsFunc(a.in.Entries, func(e Entry) bool { return e.Kernel && e.LDS }) ||
		!slices.ContainsFunc(a.in.Entries, kernel)
	for len(a.fresh) > 0 {
		next := a.fresh
		a.fresh = nil
		slices.Sort(next)
		for _, addr := range next {
			a.functions = true
			a.start(Entry{Addr: addr, LDS: lds})
		}
		a.solve()
	}
}

// take notes the address of a function that an instruction puts where the checker does not follow
// it: into a vector register.
func (a *analysis) take(n *node, k *consts) {
	if n.isMem || n.writes.V == [4]uint64{} || a.emit != nil {
		return
	}
	for i := range n.uses {
		u := &n.uses[i]
		if !u.Read || u.Code >= isa.CodeVCCLo {
			continue
		}
		lo := u.Code &^ 1
		addr, ok := k.get(lo, 2)
		if !ok || k.code[lo>>6]>>(lo&63)&1 == 0 || addr%4 != 0 || addr-a.in.Base >= uint64(len(a.in.Code)) {
			continue
		}
		// The program counter itself, and where a call returns to.
		if s := a.slot(addr); s > 0 && decode(a.target, addr-4, s-1, a.in.Code[4*(s-1):]).link {
			continue
		}
		if !a.taken[addr] {
			a.taken[addr] = true
			a.fresh = append(a.fresh, addr)
		}
	}
}

// start makes the context of an entry. Where there are too many for the size of the code, the
// others share one.
func (a *analysis) start(e Entry) {
	k := contextKey{e.Addr, 0}
	c := a.ctxs[k]
	if c != nil && c.root {
		return
	}
	if c == nil && a.crowded() {
		k = contextKey{1, 0} // no address
		if e.Kernel {
			k.ret = 1
		}
		c = a.ctxs[k]
	}
	if c == nil {
		c = a.add(k, e.Name)
	}
	c.root, c.kernel = true, e.Kernel
	st := &state{board: waitcnt.Board{Gen: a.in.Gen, Bound: &a.bound}, rel: relative{en: idxOff}, k: &consts{},
		vals: &values{}}
	if st.masks = newMasks(a.masks.atom(nameEntry, false)); e.Kernel {
		st.masks.wave = st.masks.exec // hardware starts no wave without lanes
		st.masks.rel = &relations{some: 1 << maskExec}
	}
	if e.Written == nil || !e.Kernel {
		st.written = allRegs
	}
	if st.launched = e.Written == nil && e.Kernel; st.launched {
		st.written.Remove(isa.CodeM0) // the one that few launches set, and hardware does not
	}
	for _, u := range e.Written {
		st.written.AddUse(&u)
	}
	st.fed = st.written
	var scalar isa.RegSet
	scalar.Add(0, isa.MaxSGPR(a.in.Gen))
	st.vals.first = scalar.S // whatever it is
	if !e.Kernel {
		st.owed = [waitcnt.NumCounters]bool{true, true, true}
	}
	a.mayAddressLDS(c, e.LDS)
	a.enter(c.index, e.Addr, st)
}

// mayAddressLDS notes that FLAT may address LDS in a context.
func (a *analysis) mayAddressLDS(c *context, lds bool) {
	if !lds || c.lds {
		return
	}
	c.lds = true
	for slot := range c.states {
		a.work.push(item{uint32(c.index), a.rank[slot]})
	}
}

func (a *analysis) add(k contextKey, name string) *context {
	c := &context{index: len(a.order), entry: k.entry, ret: k.ret, name: name, states: map[uint32]*state{},
		known:   map[caller]bool{},
		returns: map[uint64]bool{}}
	a.ctxs[k] = c
	a.order = append(a.order, c)
	a.perFunc[k.entry]++
	return c
}

// at returns the instruction at an address; nil outside the code.
func (a *analysis) at(pc uint64) *node {
	off := pc - a.in.Base
	if off%4 != 0 || off/4 >= uint64(len(a.nodes)) {
		return nil
	}
	slot := uint32(off / 4)
	if a.nodes[slot] == nil {
		n := decode(a.target, pc, slot, a.in.Code[off:])
		if w, ok := a.replace[pc]; ok && n.isWait {
			n.wait = w
		}
		if n.err == nil {
			n.haz = a.env.Inst(&n.in, n.uses, pc, n.wait)
			n.test, n.testNot = a.testOf(&n.in)
		}
		n.touched = a.touched.share(n.touched)
		a.nodes[slot] = n
	}
	return a.nodes[slot]
}

func (a *analysis) slot(pc uint64) uint32 { return uint32((pc - a.in.Base) / 4) }

func (a *analysis) pc(slot uint32) uint64 { return a.in.Base + uint64(slot)*4 }

// enter joins a state into the block at an address.
func (a *analysis) enter(ctx int, pc uint64, st *state) {
	if a.at(pc) == nil {
		return
	}
	s := a.slot(pc)
	if a.rank[s] == 0 {
		a.discover(pc)
	}
	c := a.order[ctx]
	st = a.arrive(s, st)
	a.spent += 4 + len(st.board.List) + st.haz.Len()
	if old := c.states[s]; old == nil {
		c.states[s] = st.clone()
		a.states++
		a.limit()
	} else {
		if old.vals != st.vals {
			a.spent += old.vals.size() + st.vals.size()
		}
		if !old.join(st, a, s) {
			return
		}
	}
	a.work.push(item{uint32(ctx), a.rank[s]})
}

// arrive is a state where a block begins: what masks were when the block began before is another
// one's now.
func (a *analysis) arrive(slot uint32, st *state) *state {
	hint := a.masks.owners[ownerOf(name(slot)<<nameShift)|nameBlock]
	if hint == 0 || !st.dependsOn(&a.masks, hint) {
		return st
	}
	a.here.copy(st)
	a.age(&a.here, slot, true)
	return &a.here
}

// Two places of work of each context come behind all of its blocks.
const (
	rankJoin = ^uint32(0) - 1 // from all s_cbranch_joins to the other sides of all forks
	rankExit = ^uint32(0)     // from all returns to all callers
)

// solve follows all paths until nothing changes.
func (a *analysis) solve() {
	for {
		i, ok := a.work.pop()
		if !ok {
			return
		}
		if a.spent > a.budget || a.states > mostStates {
			a.cut = true
			continue
		}
		c := a.order[i.ctx]
		switch i.rank {
		case rankJoin:
			for _, pc := range a.forks {
				a.enter(c.index, pc, c.join)
			}
		case rankExit:
			for _, from := range c.callers {
				a.enter(from.ctx.index, from.ret, c.exit)
			}
		default:
			slot := a.ranked[i.rank-1]
			a.scratch.copy(c.states[slot])
			a.walk(c.index, slot, &a.scratch)
		}
	}
}

// walk executes a block on a state and passes the result on. With a.emit it only reports.
func (a *analysis) walk(ctx int, slot uint32, st *state) {
	st.board.FlatLDS = a.order[ctx].lds
	pc := a.pc(slot)
	for last := (*node)(nil); ; {
		n := a.at(pc)
		switch {
		case n == nil:
			if last != nil {
				a.pastEnd(ctx, last)
			}
			return
		case last != nil && a.leader[n.slot]:
			a.pass(ctx, pc, st)
			return
		}
		n.walked = true
		a.head[n.slot] = slot + 1
		a.spent += 4 + len(st.board.List) + st.haz.Len() + a.masks.took()
		target, resolved := a.step(ctx, n, st)
		switch n.flow {
		case flowNext:
		case flowBranch:
			if a.at(n.target) == nil {
				a.outside(ctx, n, n.target)
			}
			a.branch(ctx, n, st)
		default:
			a.leave(ctx, n, st, target, resolved)
			return
		}
		last, pc = n, n.next()
	}
}

// branch passes a state to where a branch goes, and makes it what holds behind the branch.
func (a *analysis) branch(ctx int, n *node, st *state) {
	if st.masks.asked != nil && n.in.Form.Desc.Reads("scc") {
		a.branchTested(ctx, n, st)
		return
	}
	v, place, taken := a.tested(n, st)
	if a.emit == nil {
		a.edge.copy(st)
		a.assume(&a.edge, v, place, taken)
		a.pass(ctx, n.target, &a.edge)
	}
	a.assume(st, v, place, !taken)
}

// pass hands a state to a successor, except while reporting.
func (a *analysis) pass(ctx int, pc uint64, st *state) {
	if a.emit == nil {
		a.settle(st, a.unread(pc))
		a.enter(ctx, pc, st)
	}
}

// leave follows the last instruction of a block.
func (a *analysis) leave(ctx int, n *node, st *state, target uint64, resolved bool) {
	if n.direct {
		target, resolved = n.target, true
	}
	if resolved && a.at(target) == nil {
		a.outside(ctx, n, target)
		resolved = false
		if n.flow != flowCall {
			return
		}
	}
	switch n.flow {
	case flowJump:
		a.pass(ctx, target, st)
	case flowFork:
		if resolved {
			a.fork(target)
			a.pass(ctx, target, st)
		} else {
			a.note(ctx, n, waitcnt.RuleComputed,
				"the other side of the fork is not known: only the next instructions are checked")
		}
		a.fork(n.next())
		a.pass(ctx, n.next(), st)
	case flowJoin:
		a.pass(ctx, n.next(), st)
		if c := a.order[ctx]; a.emit == nil && a.merge(&c.join, st) {
			a.work.push(item{uint32(ctx), rankJoin})
		}
	case flowCall:
		a.call(ctx, n, st, target, resolved)
	case flowSetPC:
		a.setPC(ctx, n, st, target, resolved)
	}
}

// pastEnd notes a path that runs past the end of the code. It is information in code that ends
// nowhere: a fragment.
func (a *analysis) pastEnd(ctx int, last *node) {
	a.found(ctx, last, a.rule(waitcnt.RuleUndecoded), func(f *waitcnt.Finding) {
		f.Message = fmt.Sprintf("the path runs past the end of the code at %#x (an s_endpgm is missing, or the code "+
			"was cut off)", last.next())
		if !slices.ContainsFunc(a.nodes, func(n *node) bool { return n != nil && n.flow == flowEnd }) {
			f.Severity = waitcnt.Info
		}
	})
}

func (a *analysis) outside(ctx int, n *node, target uint64) {
	a.note(ctx, n, waitcnt.RuleComputed, fmt.Sprintf("the target %#x is outside the code", target))
}

// call follows a call into the function.
func (a *analysis) call(ctx int, n *node, st *state, target uint64, resolved bool) {
	if !resolved {
		a.open = true
		a.found(ctx, n, a.rule(waitcnt.RuleComputed), func(f *waitcnt.Finding) {
			f.Message = "the called function is not known: it is taken to return here with nothing outstanding"
			if a.functions {
				f.Severity = waitcnt.Info
				f.Message += ", as all functions here are examined to do"
			}
		})
		// LLVM's calling convention: a function waits for everything when it begins, and before it
		// returns.
		after := st.clone()
		after.board.Reset()
		after.k, after.vals = &consts{}, &values{}
		after.masks = newMasks(a.masks.atom(name(n.slot)<<nameShift|nameExec, false))
		after.own = owns{true, true, true}
		after.rel = relative{en: idxOff}
		after.haz.Reset()
		after.written = allRegs
		after.fed = allRegs
		after.owed = [waitcnt.NumCounters]bool{}
		a.pass(ctx, n.next(), after)
		return
	}
	if a.emit != nil {
		return
	}
	k := contextKey{target, n.next()}
	if a.ctxs[k] == nil && (a.perFunc[target] >= maxContexts || a.crowded()) {
		k.ret = 0
	}
	c := a.ctxs[k]
	if c == nil {
		c = a.add(k, "")
	}
	from := caller{a.order[ctx], n.next()}
	if !c.known[from] {
		c.known[from], c.returns[from.ret] = true, true
		c.callers = append(c.callers, from)
		if c.exit != nil {
			a.enter(from.ctx.index, from.ret, c.exit)
		}
	}
	a.mayAddressLDS(c, a.order[ctx].lds)
	a.enter(c.index, target, st)
}

// setPC follows a jump through registers: a return to a known place, a jump, or a return that is
// taken to go to the caller.
func (a *analysis) setPC(ctx int, n *node, st *state, target uint64, resolved bool) {
	c := a.order[ctx]
	if resolved {
		if c.returns[target] {
			a.returns(c, st, target)
		} else {
			a.pass(ctx, target, st)
		}
		return
	}
	if len(c.callers) == 0 {
		switch {
		case c.root && !c.kernel:
			a.atReturn(ctx, n, st)
			return
		// a label that is also called: its return is followed from there
		case c.root && c.entry%4 == 0 && a.perFunc[c.entry] > 1:
			return
		}
		a.note(ctx, n, waitcnt.RuleComputed, "the target is not known: the path is not followed further")
		return
	}
	a.returns(c, st, 0)
}

// returns passes the state at a return to the callers that went on at ret, or to all.
func (a *analysis) returns(c *context, st *state, ret uint64) {
	if a.emit != nil {
		return
	}
	if ret != 0 && c.ret == 0 { // one of several callers: no other one gets this state
		for _, from := range c.callers {
			if from.ret == ret {
				a.enter(from.ctx.index, from.ret, st)
			}
		}
		return
	}
	if a.merge(&c.exit, st) {
		a.work.push(item{uint32(c.index), rankExit})
	}
}

// merge joins a state into a place that may have none yet.
func (a *analysis) merge(at **state, st *state) bool {
	st = a.arrive(noBlock, st)
	if *at == nil {
		*at = st.clone()
		return true
	}
	return (*at).join(st, a, noBlock)
}

// noBlock names what is joined where no block begins.
const noBlock = 1<<32 - 1

// report walks every block once more, on its final state.
func (a *analysis) report() *Result {
	res := &Result{Blocks: a.blocks, Contexts: len(a.order)}
	type key struct {
		rule, reg, need string
		pc, prod        uint64
	}
	seen := map[key]bool{}
	a.emit = func(f waitcnt.Finding) {
		k := key{rule: f.Rule, reg: f.Register, need: f.Need, pc: uint64(f.PC)}
		if f.ProducerPC != nil {
			k.prod = uint64(*f.ProducerPC)
		}
		if seen[k] {
			return
		}
		if a.count[f.Severity]++; a.count[f.Severity] > maxFindings {
			return
		}
		seen[k] = true
		if a.in.Places != nil {
			f.Locate(a.in.Places)
		}
		res.Findings = append(res.Findings, f)
	}
	a.useful = map[uint64][waitcnt.NumCounters]bool{}
	for i, c := range a.order {
		for _, slot := range slices.Sorted(maps.Keys(c.states)) {
			a.held += c.states[slot].size()
			a.scratch.copy(c.states[slot])
			c.states[slot] = nil // findings take its place
			a.walk(i, slot, &a.scratch)
		}
	}
	a.noteLimits(res)
	res.Work, res.Memory = a.spent, a.held

	for _, n := range a.nodes {
		if n != nil && n.err == nil && n.walked {
			res.Insts++
		}
	}
	a.reportUnexamined(res)
	for i := range res.Findings {
		f := &res.Findings[i]
		res.Partial = res.Partial || f.Severity == waitcnt.Partial ||
			f.Rule == waitcnt.RuleUndecoded && f.Severity != waitcnt.Info
	}
	return res
}
