package check

import (
	"container/heap"
	"fmt"
	"maps"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// state is what holds at one place in one context, over all paths that lead there.
type state struct {
	board   waitcnt.Board
	k       consts
	rel     relative
	vals    values
	haz     waitcnt.HazardState
	written regs                      // what some path has written
	dirty   bool                      // scalar stores that no s_dcache_wb followed, on some path
	owed    [waitcnt.NumCounters]bool // a caller that is not known may have left operations outstanding that the counter holds
}

func (s *state) clone() *state {
	c := *s
	c.board = s.board.Clone()
	c.vals = s.vals.clone()
	c.haz = s.haz.Clone()
	return &c
}

func (s *state) join(o *state) bool {
	changed := s.board.Join(&o.board)
	changed = s.k.join(&o.k) || changed
	changed = s.rel.join(&o.rel) || changed
	changed = s.vals.join(&o.vals) || changed
	changed = s.haz.Join(&o.haz) || changed
	changed = s.written.join(&o.written) || changed
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

// context is a function as called from one place: what is outstanding at a call is followed into the function and back behind that call only.
type context struct {
	index   int // in analysis.order
	entry   uint64
	ret     uint64 // address behind the call; 0 for kernels and for functions whose callers are not known or too many
	name    string
	root    bool // started from an Entry
	kernel  bool
	states  map[uint32]*state
	callers []caller
	exits   []*state // what held at its returns
}

// caller is a call of a context: where it goes on.
type caller struct {
	ctx *context
	ret uint64
}

type contextKey struct{ entry, ret uint64 }

// maxContexts is how many call sites of one function are followed apart; the others share one context.
const maxContexts = 48

type analysis struct {
	in      *Input
	nodes   []*node
	leader  []bool
	ctxs    map[contextKey]*context
	order   []*context
	perFunc map[uint64]int
	taken   map[uint64]bool // addresses of functions that the program keeps; true: checked
	// functions says that there are functions that have been checked by themselves, open that there is a call of which the
	// target is not known.
	functions, open bool
	work            worklist
	forks           map[uint64]bool // where the two sides of forks begin
	joins           map[item]bool   // blocks that end in s_cbranch_join
	blocks          int
	replace         map[uint64]waitcnt.Wait // see Options.Waits

	rules  map[string]waitcnt.Rule
	env    *waitcnt.HazardRules
	useful map[uint64][waitcnt.NumCounters]bool // counters of each wait that prove something in some context

	emit func(waitcnt.Finding) // nil until the states are final
}

// item is a block of a context whose state changed.
type item struct {
	ctx  int
	slot uint32
}

type worklist struct {
	items []item
	in    map[item]bool
}

func (w *worklist) Len() int { return len(w.items) }
func (w *worklist) Less(i, j int) bool {
	a, b := w.items[i], w.items[j]
	return a.ctx > b.ctx || a.ctx == b.ctx && a.slot < b.slot
}
func (w *worklist) Swap(i, j int) { w.items[i], w.items[j] = w.items[j], w.items[i] }
func (w *worklist) Push(x any)    { w.items = append(w.items, x.(item)) }
func (w *worklist) Pop() any {
	n := len(w.items) - 1
	x := w.items[n]
	w.items = w.items[:n]
	return x
}

func (a *analysis) queue(ctx int, slot uint32) {
	i := item{ctx, slot}
	if !a.work.in[i] {
		a.work.in[i] = true
		heap.Push(&a.work, i)
	}
}

// Run checks a program.
func Run(in *Input, opt Options) (*Result, error) {
	if in.Gen.Index() < 0 || in.Base%4 != 0 || len(in.Code) < 4 {
		return nil, fmt.Errorf("check: %d bytes of code at %#x: want at least one instruction, at a multiple of 4", len(in.Code), in.Base)
	}
	entries := in.Entries
	if len(entries) == 0 {
		entries = []Entry{{Name: "code", Addr: in.Base, Kernel: true, LDS: true}}
	}
	a := &analysis{in: in, nodes: make([]*node, len(in.Code)/4), leader: make([]bool, len(in.Code)/4+1), ctxs: map[contextKey]*context{},
		perFunc: map[uint64]int{}, taken: map[uint64]bool{}, forks: map[uint64]bool{}, joins: map[item]bool{}, work: worklist{in: map[item]bool{}}, replace: opt.Waits, rules: map[string]waitcnt.Rule{}}
	for _, e := range entries {
		if off := e.Addr - in.Base; off >= uint64(len(in.Code))&^3 || off%4 != 0 {
			return nil, fmt.Errorf("check: entry %s at %#x is not in the code %#x-%#x", e.Name, e.Addr, in.Base, in.Base+uint64(len(in.Code)))
		}
	}
	for _, r := range waitcnt.Rules() {
		a.rules[r.ID] = r
	}
	a.env = waitcnt.NewHazardRules(in.Gen, in.XNACK, in.Code, func(pc uint64) string { return a.at(pc).in.String() })
	a.split(entries)
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
	// So are all that a call which is not resolved may reach: then each keeps to the calling convention, or has findings.
	if a.open {
		for _, e := range entries {
			if !e.Kernel {
				a.start(e)
			}
		}
		a.solve()
		a.solveTaken()
	}
	return a.report(opt)
}

// solveTaken checks the functions whose address the program keeps: a call that is not resolved may reach them.
func (a *analysis) solveTaken() {
	for done := false; !done; {
		done = true
		for _, addr := range slices.Sorted(maps.Keys(a.taken)) {
			if !a.taken[addr] {
				a.taken[addr], a.functions, done = true, true, false
				a.start(Entry{Addr: addr, LDS: true})
			}
		}
		a.solve()
	}
}

// take notes the address of a function that an instruction puts where the checker does not follow it: into a vector register.
func (a *analysis) take(n *node, k *consts) {
	if n.isMem || n.writes.v == [4]uint64{} || a.emit != nil {
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
		if s := a.slot(addr); s > 0 && a.nodes[s-1] != nil && a.nodes[s-1].err == nil && a.nodes[s-1].in.Form.Desc.Reads("pc") {
			continue
		}
		if _, known := a.taken[addr]; !known {
			a.taken[addr] = false
		}
	}
}

// start makes the context of an entry.
func (a *analysis) start(e Entry) {
	k := contextKey{e.Addr, 0}
	c := a.ctxs[k]
	switch {
	case c == nil:
		c = a.add(k, e.Name)
	case c.root:
		return
	}
	c.root, c.kernel = true, e.Kernel
	st := &state{board: waitcnt.Board{Gen: a.in.Gen, FlatLDS: e.LDS}, rel: relative{en: idxOff}}
	if e.Written == nil || !e.Kernel {
		st.written.all()
	}
	for _, u := range e.Written {
		st.written.add(u.Code, u.Dwords)
	}
	for c := range uint16(isa.MaxSGPR(a.in.Gen)) {
		st.vals.set(c, initial(c)) // whatever it is
	}
	if !e.Kernel {
		st.owed = [waitcnt.NumCounters]bool{true, true, true}
	}
	a.enter(c.index, e.Addr, st)
}

func (a *analysis) add(k contextKey, name string) *context {
	c := &context{index: len(a.order), entry: k.entry, ret: k.ret, name: name, states: map[uint32]*state{}}
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
		n := decode(a.in.Gen, pc, slot, a.in.Code[off:])
		if w, ok := a.replace[pc]; ok && n.isWait {
			n.wait = w
		}
		if n.err == nil {
			n.haz = a.env.Inst(&n.in, pc, n.wait)
		}
		a.nodes[slot] = n
	}
	return a.nodes[slot]
}

func (a *analysis) slot(pc uint64) uint32 { return uint32((pc - a.in.Base) / 4) }

// split finds where blocks begin, by following everything that the instructions alone tell.
func (a *analysis) split(entries []Entry) {
	var todo []uint64
	lead := func(pc uint64) {
		if off := (pc - a.in.Base) / 4; pc%4 == 0 && off < uint64(len(a.nodes)) && !a.leader[off] {
			a.leader[off] = true
			a.blocks++
			todo = append(todo, pc)
		}
	}
	for _, e := range entries {
		lead(e.Addr)
	}
	seen := make([]bool, len(a.nodes))
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for {
			n := a.at(pc)
			if n == nil || seen[n.slot] {
				break
			}
			seen[n.slot] = true
			if n.direct {
				lead(n.target)
			}
			if n.flow != flowNext {
				if n.flow != flowJump && n.flow != flowEnd && n.flow != flowReturn && n.flow != flowBadWords && n.flow != flowSetPC {
					lead(n.next())
				}
				break
			}
			pc = n.next()
		}
	}
}

// enter joins a state into the block at an address.
func (a *analysis) enter(ctx int, pc uint64, st *state) {
	if a.at(pc) == nil {
		return
	}
	s := a.slot(pc)
	if !a.leader[s] {
		a.leader[s] = true
		a.blocks++
	}
	c := a.order[ctx]
	if old := c.states[s]; old == nil {
		c.states[s] = st.clone()
	} else if !old.join(st) {
		return
	}
	a.queue(ctx, s)
}

// solve follows all paths until nothing changes.
func (a *analysis) solve() {
	for a.work.Len() > 0 {
		i := heap.Pop(&a.work).(item)
		delete(a.work.in, i)
		a.walk(i.ctx, i.slot, a.order[i.ctx].states[i.slot].clone())
	}
}

// walk executes a block on a state and passes the result on. With a.emit it only reports.
func (a *analysis) walk(ctx int, slot uint32, st *state) {
	pc := a.in.Base + uint64(slot)*4
	for first := true; ; first = false {
		n := a.at(pc)
		if n == nil {
			return
		}
		if !first && a.leader[n.slot] {
			a.pass(ctx, pc, st)
			return
		}
		n.walked = true
		target, resolved := a.step(ctx, n, st)
		if n.flow == flowNext {
			pc = n.next()
			continue
		}
		if n.flow == flowJoin {
			a.joins[item{ctx, slot}] = true
		}
		a.leave(ctx, n, st, target, resolved)
		return
	}
}

// pass hands a state to a successor, except while reporting.
func (a *analysis) pass(ctx int, pc uint64, st *state) {
	if a.emit == nil {
		a.enter(ctx, pc, st)
	}
}

// leave follows the last instruction of a block.
func (a *analysis) leave(ctx int, n *node, st *state, target uint64, resolved bool) {
	if n.direct {
		target, resolved = n.target, true
	}
	if resolved && a.at(target) == nil {
		a.note(ctx, n, waitcnt.RuleComputed, fmt.Sprintf("the target %#x is outside the code", target))
		resolved = false
		if n.flow != flowCall {
			return
		}
	}
	switch n.flow {
	case flowJump:
		a.pass(ctx, target, st)
	case flowBranch:
		a.pass(ctx, target, st)
		a.pass(ctx, n.next(), st)
	case flowFork:
		if resolved {
			a.fork(target)
			a.pass(ctx, target, st)
		} else {
			a.note(ctx, n, waitcnt.RuleComputed, "the other side of the fork is not known: only the next instructions are checked")
		}
		a.fork(n.next())
		a.pass(ctx, n.next(), st)
	case flowJoin:
		a.pass(ctx, n.next(), st)
		for _, pc := range slices.Sorted(maps.Keys(a.forks)) {
			a.pass(ctx, pc, st)
		}
	case flowCall:
		a.call(ctx, n, st, target, resolved)
	case flowSetPC:
		a.setPC(ctx, n, st, target, resolved)
	}
}

// fork notes where a side of a fork begins: every join may go on there.
func (a *analysis) fork(pc uint64) {
	if a.forks[pc] || a.emit != nil {
		return
	}
	a.forks[pc] = true
	for i := range a.joins {
		a.queue(i.ctx, i.slot)
	}
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
		// LLVM's calling convention: a function waits for everything when it begins, and before it returns.
		after := st.clone()
		after.board.Reset()
		after.k, after.rel, after.vals = consts{}, relative{en: idxOff}, values{}
		after.haz.Reset()
		after.written.all()
		after.owed = [waitcnt.NumCounters]bool{}
		a.pass(ctx, n.next(), after)
		return
	}
	if a.emit != nil {
		return
	}
	k := contextKey{target, n.next()}
	if a.ctxs[k] == nil && a.perFunc[target] >= maxContexts {
		k.ret = 0
	}
	c := a.ctxs[k]
	if c == nil {
		c = a.add(k, "")
	}
	from := caller{a.order[ctx], n.next()}
	known := false
	for _, o := range c.callers {
		known = known || o == from
	}
	if !known {
		c.callers = append(c.callers, from)
		for _, exit := range c.exits {
			a.enter(from.ctx.index, from.ret, exit)
		}
	}
	a.enter(c.index, target, st)
}

// setPC follows a jump through registers: a return to a known place, a jump, or a return that is taken to go to the caller.
func (a *analysis) setPC(ctx int, n *node, st *state, target uint64, resolved bool) {
	c := a.order[ctx]
	if resolved {
		for _, from := range c.callers {
			if from.ret == target {
				a.returns(c, st, target)
				return
			}
		}
		a.pass(ctx, target, st)
		return
	}
	if len(c.callers) == 0 {
		switch {
		case c.root && !c.kernel:
			a.atReturn(ctx, n, st)
			return
		case c.root && a.perFunc[c.entry] > 1: // a label that is also called: its return is followed from there
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
	switch {
	case ret != 0 && c.ret == 0: // one of several callers: no other one gets this state
	case len(c.exits) == 0:
		c.exits = append(c.exits, st.clone())
	default:
		c.exits[0].join(st)
	}
	for _, from := range c.callers {
		if ret == 0 || from.ret == ret {
			a.enter(from.ctx.index, from.ret, st)
		}
	}
}

// report walks every block once more, on its final state.
func (a *analysis) report(opt Options) (*Result, error) {
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
		seen[k] = true
		if a.in.Lines != nil {
			f.Line = a.in.Lines(uint64(f.PC))
			if f.ProducerPC != nil {
				f.ProdLine = a.in.Lines(uint64(*f.ProducerPC))
			}
		}
		res.Findings = append(res.Findings, f)
	}
	a.useful = map[uint64][waitcnt.NumCounters]bool{}
	for i, c := range a.order {
		for slot, st := range c.states {
			a.walk(i, slot, st.clone())
		}
	}
	for _, n := range a.nodes {
		if n != nil && n.err == nil && n.walked {
			res.Insts++
		}
	}
	a.reportUnexamined(res)
	for i := range res.Findings {
		f := &res.Findings[i]
		res.Partial = res.Partial || f.Severity == waitcnt.Partial || f.Rule == waitcnt.RuleUndecoded
	}
	if opt.Advice {
		if err := a.advise(opt, res); err != nil {
			return nil, err
		}
	}
	waitcnt.Sort(res.Findings)
	return res, nil
}
