package check

import (
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// step executes one instruction on the state, and reports what it breaks where a.emit is set. It
// returns the target of a jump through registers.
func (a *analysis) step(ctx int, n *node, st *state) (target uint64, resolved bool) {
	if n.err != nil {
		a.note(ctx, n, waitcnt.RuleUndecoded, n.err.Error())
		return 0, false
	}
	n = st.rel.at(n, a.in.Gen)
	if len(st.board.List) > 0 {
		a.checkPending(ctx, n, st)
	}
	a.checkOwed(ctx, n, st)
	a.checkUnwritten(ctx, n, st)
	a.checkOrder(ctx, n, st)
	st.haz.Step(a.env, &n.haz, false, a.hazards(ctx))
	switch {
	case n.isWait:
		if a.useful != nil {
			a.measure(n, st)
		}
		st.board.Wait(n.wait, n.slot)
		for c, w := range n.wait {
			if w == 0 {
				st.owed[c] = false
			}
		}
	case n.drains:
		st.board.Reset()
		st.owed = [waitcnt.NumCounters]bool{}
	case n.in.Form.Desc.Do == isa.CtlBarrier:
		a.checkBarrier(ctx, n, st)
	case n.ev.Class == waitcnt.Msg:
		if o, _ := n.in.Operand('i'); !isa.HasMessage(a.in.Gen, o.Val) {
			a.found(ctx, n, a.rule(waitcnt.RuleMessage), func(f *waitcnt.Finding) {
				f.Message = waitcnt.UnknownMessage(a.in.Gen, o.Val)
			})
		}
	}
	if n.flow == flowEnd && st.dirty {
		a.found(ctx, n, a.rule(waitcnt.RuleEndDirty), func(f *waitcnt.Finding) {
			f.Message = "the program ends with scalar stores that no s_dcache_wb has written back"
			f.Fix = "insert s_dcache_wb before " + f.PC.String()
		})
	}
	if n.isMem && n.ev.Class == waitcnt.SMem {
		if message, bad := waitcnt.StoreOffset(a.in.Gen, &n.in, &n.mem); bad {
			a.found(ctx, n, a.rule(waitcnt.RuleStoreOffset), func(f *waitcnt.Finding) { f.Message = message })
		}
		switch {
		case n.mem.Kind == isa.MemDcacheWB:
			st.dirty = false
		case n.mem.Kind == isa.MemStore && !n.in.Mod.GLC: // with GLC it writes through (errata M-23)
			st.dirty = true
		}
	}
	switch {
	case n.lanes && st.masks.idle(&a.masks): // it counts, and does nothing
		st.board.PassEvent(n.ev)
	case n.ev.Counts():
		st.board.IssueMask(n.ev, n.slot, a.masks.issued(st.masks, n.lanes))
	}
	st.written.Join(&n.writes)
	st.feed(n)
	if st.vals.concerns(n) {
		st.editValues().step(n)
	}
	a.take(n, st.k)
	src, known := st.k.source(n)
	var masks written
	if n.masks {
		masks = a.evalMasks(n, st)
	}
	if n.control == isa.CtlGFork {
		to, _ := n.in.Operand('b')
		target, resolved = st.k.operand(&to)
	}
	if st.k.concerns(n) {
		a.consts = *st.k
		if pc, ok := a.consts.step(n, a.in.Read); ok {
			target, resolved = pc, true
		}
		if a.consts != *st.k {
			*st.editConsts() = a.consts
		}
	}
	k := st.k
	if n.setsIndex() {
		k = st.editConsts()
	}
	st.rel.step(n, src, known, k)
	if n.masks {
		a.putMasks(n, st, masks)
	}
	return target, resolved
}

// rule is the row of a rule.
func (a *analysis) rule(id string) *waitcnt.Rule {
	r := a.rules[id]
	return &r
}

// found reports a finding of a rule at an instruction.
func (a *analysis) found(ctx int, n *node, r *waitcnt.Rule, fill func(f *waitcnt.Finding)) {
	if a.emit == nil {
		return
	}
	f := r.New()
	f.PC, f.Instruction, f.Kernel = waitcnt.Addr(n.pc), n.in.String(), a.name(a.order[ctx])
	fill(&f)
	a.emit(f)
}

// name is the name of the function of a context.
func (a *analysis) name(c *context) string {
	if c.name == "" {
		c.name = a.names[c.entry]
	}
	return c.name
}

// hazards reports the findings of manual wait states.
func (a *analysis) hazards(ctx int) func(waitcnt.Finding) {
	if a.emit == nil {
		return nil
	}
	return func(f waitcnt.Finding) {
		f.Kernel = a.name(a.order[ctx])
		a.emit(f)
	}
}

// note reports what could not be seen.
func (a *analysis) note(ctx int, n *node, rule, why string) {
	a.found(ctx, n, a.rule(rule), func(f *waitcnt.Finding) {
		if n.err != nil {
			f.Instruction = "(no instruction)"
		}
		f.Message = why
	})
}

// conflict is what an instruction does to a register of an outstanding operation.
type conflict struct {
	rule   string
	access string // "read" or "write"
	first  uint16 // registers, by code
	n      int
	exp    bool // reading the data is what matters
	maybe  bool // it takes a value of M0 that a program may never have
	unsure bool // it takes a lane that both work on, and masks do not say that there is one
	sev    waitcnt.Severity
	at     int // index of the operation on the board
}

// checkPending looks for outstanding operations whose registers the instruction touches. What
// surely is an error leaves the board, so that one defect is reported at its first use. What may be
// harmless stays, as it proves nothing: a defect behind it must not be hidden. It is told once on
// each path.
func (a *analysis) checkPending(ctx int, n *node, st *state) {
	hits := a.hits[:0]
	for i := range st.board.List {
		p := &st.board.List[i]
		prod := a.nodes[p.ID]
		c, hit := a.collide(n, prod, p, st)
		if !hit && n.indexed {
			c, hit = a.collideIndexed(n, prod, p, st)
		}
		if hit {
			c.at = i
			a.judge(p, &c)
			hits = append(hits, c)
		}
	}
	a.hits = hits
	if len(hits) == 0 {
		return
	}
	for i := range hits {
		c := &hits[i]
		p := &st.board.List[c.at]
		// An operation whose address space is not known is on the board twice: the worse counts.
		worse := func(o conflict) bool { return st.board.List[o.at].ID == p.ID && o.exp == c.exp && o.sev > c.sev }
		told := c.told()
		if (c.sev == waitcnt.Error || p.Told&told == 0) && !slices.ContainsFunc(hits, worse) {
			a.race(ctx, n, a.nodes[p.ID], &st.board, c)
		}
		if c.sev != waitcnt.Error {
			p.Told |= told
		}
	}
	out := 0
	for i := range st.board.List {
		p := &st.board.List[i]
		if len(hits) > 0 && hits[0].at == i {
			c := hits[0]
			hits = hits[1:]
			switch {
			case c.sev != waitcnt.Error:
			case !c.exp:
				continue
			default:
				if p.Open &^= 1 << waitcnt.EXP; p.Open == 0 {
					continue
				}
			}
		}
		if out != i {
			st.board.List[out] = *p
		}
		out++
	}
	st.board.List = st.board.List[:out]
}

// told is the bit of [waitcnt.Pending.Told] for findings that are no sure errors.
func (c *conflict) told() (bit uint8) {
	switch {
	case c.rule == waitcnt.RulePressure:
		bit = 1
	case c.rule == waitcnt.RuleFlatLDS || c.rule == waitcnt.RuleFlatOrder:
		bit = 2
	case c.sev == waitcnt.Info:
		bit = 4
	default:
		bit = 8
	}
	if c.exp {
		bit <<= 4
	}
	return bit
}

// judge finds out which rule a conflict breaks, and how sure that is.
func (a *analysis) judge(p *waitcnt.Pending, c *conflict) {
	c.rule = p.Judge(c.rule, c.exp)
	c.sev = a.rules[c.rule].Severity
	if c.unsure {
		c.sev = min(c.sev, waitcnt.Warning)
	}
	if c.maybe {
		c.sev = waitcnt.Info
	}
}

// collide finds the worst conflict between an instruction and an outstanding operation. A sure one
// is worse than an unsure one. Of equally sure ones a read is worse than a write. What is read late
// counts least. What is done in other lanes than the operation's is no conflict.
func (a *analysis) collide(n, prod *node, p *waitcnt.Pending, st *state) (worst conflict, hit bool) {
	data := p.Data() && (n.reads.Meets(&prod.writes) || n.writes.Meets(&prod.writes))
	late := p.Holds(waitcnt.EXP) && (n.writes.Meets(&prod.late) || prod.ev.LateData && n.writes.Has(isa.CodeExecLo))
	if !data && !late {
		return conflict{}, false
	}
	// Results of one ordered class are written in the order of issue.
	ordered := n.ev.Counts() && sameOrder(n.ev.Class, p.Class)
	rank := func(c *conflict) (n int) {
		switch {
		case c.rule == waitcnt.RuleWAR:
			return 1
		case c.rule == waitcnt.RuleRAW:
			n = 3
		case c.rule == waitcnt.RuleWAW:
			n = 2
		}
		if n > 0 && !c.unsure {
			n += 2
		}
		return n
	}
	for i := range n.uses {
		u := &n.uses[i]
		if u.Indexed {
			continue
		}
		for j := range prod.uses {
			for _, write := range [...]bool{false, true} {
				if write && !u.Write || !write && !u.Read {
					continue
				}
				rule, first, cnt := p.Conflict(&prod.ev, &prod.uses[j], u, write, ordered)
				if cnt == 0 {
					continue
				}
				exp := rule == waitcnt.RuleWAR
				meet := a.lanes(n, u, p, exp, st)
				// What reads its data late may take EXEC then too: only what writes nothing at all
				// is harmless.
				if exp && prod.ev.Class.LateExec() && !st.masks.none(&a.masks, st.masks.exec) {
					meet = sure
				}
				if meet == never {
					continue
				}
				c := conflict{rule: rule, access: "read", first: first, n: cnt, exp: exp, unsure: meet == unsure}
				if write {
					c.access = "write"
				}
				if rank(&c) > rank(&worst) {
					worst = c
				}
			}
		}
	}
	if worst.n > 0 {
		return worst, true
	}
	for i := range n.uses {
		if u := &n.uses[i]; !u.Indexed && p.ConflictExec(&prod.ev, u) {
			return conflict{rule: waitcnt.RuleExecWAR, access: "write", first: isa.CodeExecLo, n: 2, exp: true}, true
		}
	}
	return conflict{}, false
}

// collideIndexed finds the first conflict of a register that an unknown index chooses: any from the
// named one on. Any but the named one is mere information: compilers know how long their arrays
// are.
func (a *analysis) collideIndexed(n, prod *node, p *waitcnt.Pending, st *state) (conflict, bool) {
	for i := range n.uses {
		u := &n.uses[i]
		if !u.Indexed {
			continue
		}
		for j := range prod.uses {
			w := &prod.uses[j]
			late := u.Write && p.Holds(waitcnt.EXP) && w.Read && prod.ev.ReadsLate(w)
			end := w.Code + uint16(w.Dwords)
			if w.Code&isa.CodeVGPR != u.Code&isa.CodeVGPR || end <= u.Code || !(w.Write && p.Data()) && !late {
				continue
			}
			exp := !w.Write || !p.Data()
			meet := a.lanes(n, u, p, exp, st)
			if meet == never {
				continue
			}
			first := max(u.Code, w.Code)
			c := conflict{rule: waitcnt.RuleIndexed, access: "write", first: first, n: int(end - first),
				exp: exp, maybe: first != u.Code,
				unsure: meet == unsure}
			if u.Read {
				c.access = "read"
			}
			return c, true
		}
	}
	return conflict{}, false
}

// sameOrder reports whether an operation of class c returns after an older one of class p.
func sameOrder(c, p waitcnt.Class) bool {
	if c == waitcnt.Flat {
		c = waitcnt.VMem // ordered in memory; see waitcnt.Board.Issue
	}
	return c == p && c.Ordered()
}

// race reports a conflict.
func (a *analysis) race(ctx int, n, prod *node, b *waitcnt.Board, c *conflict) {
	a.found(ctx, n, a.rule(c.rule), func(f *waitcnt.Finding) {
		f.Severity = c.sev
		f.Access = c.access
		f.Register = a.regName(c.first, c.n)
		f.ProducerPC, f.Producer = waitcnt.At(prod.pc), prod.in.String()
		a.waits(f, b, &b.List[c.at], c.exp)
		f.TellRace(&n.in, &prod.in, c.exp)
		if c.unsure {
			f.Message += "; an error if the two have a lane in common, which EXEC does not show here"
		}
	})
}

// waits fills in which wait there was and which is needed.
func (a *analysis) waits(f *waitcnt.Finding, b *waitcnt.Board, p *waitcnt.Pending, exp bool) {
	addr := func(slot uint32) waitcnt.Addr { return waitcnt.Addr(a.in.Base + uint64(slot)*4) }
	b.Explain(f, p, exp, addr)
	f.Fix = fmt.Sprintf("insert s_waitcnt %s before %v", f.Need, f.PC)
}

func (a *analysis) regName(code uint16, n int) string {
	if code == isa.CodeSCC {
		return "scc"
	}
	if s, ok := isa.RegName(a.in.Gen, code, n); ok {
		return s
	}
	s, _ := isa.RegName(a.in.Gen, code, 1)
	return s
}

// checkOwed looks for reliance on a caller that is not known: LLVM's functions begin with a wait
// for everything.
func (a *analysis) checkOwed(ctx int, n *node, st *state) {
	if st.owed == [waitcnt.NumCounters]bool{} || n.isWait || n.drains {
		return
	}
	owed := waitcnt.Wait{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}
	for c, o := range st.owed {
		if o && (waitcnt.Counter(c) != waitcnt.EXP || n.writes.V != [4]uint64{} && a.env.Has(isa.FeatureStoreExpcnt)) {
			owed[c] = 0
		}
	}
	for i := range n.uses {
		u := &n.uses[i]
		if u.Part == isa.PartExec || u.Code == isa.CodeExecLo || u.Code == isa.CodeSCC || owed.String() == "no wait" {
			continue
		}
		a.found(ctx, n, a.rule(waitcnt.RuleEntry), func(f *waitcnt.Finding) {
			f.Register, f.Have, f.Need = a.regName(u.Code, int(u.Dwords)), "none", owed.String()
			f.Message = "the function uses " + f.Register +
				" before it has waited for what a caller may have left outstanding"
			f.Fix = "insert s_waitcnt " + owed.String() + " at the beginning of the function"
		})
		st.owed = [waitcnt.NumCounters]bool{}
		return
	}
}

// atReturn checks a return to a caller that is not known.
func (a *analysis) atReturn(ctx int, n *node, st *state) {
	for i := range st.board.List {
		p := &st.board.List[i]
		prod := a.nodes[p.ID]
		if !p.Data() || p.Weak || p.Open&^p.Pressure == 0 || prod.writes == (isa.RegSet{}) {
			continue
		}
		a.found(ctx, n, a.rule(waitcnt.RuleReturn), func(f *waitcnt.Finding) {
			f.ProducerPC, f.Producer = waitcnt.At(prod.pc), prod.in.String()
			a.waits(f, &st.board, p, false)
			f.Message = fmt.Sprintf("the function returns while %s at %v is outstanding: have %s, need %s",
				prod.in.Form.Base(), *f.ProducerPC, f.HaveText(), f.Need)
		})
	}
}

// checkBarrier looks for operations whose effect other waves of the group rely on.
func (a *analysis) checkBarrier(ctx int, n *node, st *state) {
	for i := range st.board.List {
		p := &st.board.List[i]
		prod := a.nodes[p.ID]
		if !p.Data() || p.Weak {
			continue
		}
		id := ""
		switch {
		case prod.fillsLDS() || prod.touchesLDS():
			id = waitcnt.RuleBarrierLDS
		case (p.Class == waitcnt.VMem || p.Class == waitcnt.Flat) && prod.stores():
			id = waitcnt.RuleBarrierVM
		default:
			continue
		}
		a.found(ctx, n, a.rule(id), func(f *waitcnt.Finding) {
			if p.Open&^p.Pressure == 0 {
				f.Severity = waitcnt.Info
			}
			f.ProducerPC, f.Producer = waitcnt.At(prod.pc), prod.in.String()
			a.waits(f, &st.board, p, false)
			f.Message = fmt.Sprintf("%s at %v may still be outstanding when the other waves pass the barrier: have %s, need %s",
				prod.in.Form.Base(), *f.ProducerPC, f.HaveText(), f.Need)
		})
	}
}

// checkUnwritten looks for registers that no path from the kernel's beginning has written.
func (a *analysis) checkUnwritten(ctx int, n *node, st *state) {
	for i := range n.uses {
		u := &n.uses[i]
		if !u.Read || u.Indexed {
			continue
		}
		id := ""
		switch u.Part {
		case isa.PartAddress, isa.PartResource:
			id = waitcnt.RuleUninitAddr
		case isa.PartBranch:
			id = waitcnt.RuleUninitBr
		case isa.PartM0:
			if u.Code == isa.CodeM0 {
				a.checkM0(ctx, n, st)
			}
		}
		if id == "" {
			continue
		}
		for c := u.Code; c < u.Code+uint16(u.Dwords); c++ {
			if mayHave(&st.written, c) {
				continue
			}
			st.written.Add(c, 1)
			a.found(ctx, n, a.rule(id), func(f *waitcnt.Finding) {
				f.Access, f.Register = "read", a.regName(c, 1)
				f.Message = fmt.Sprintf("%s needs %s, which neither the ABI nor the program has written on any path",
					n.in.Form.Base(), f.Register)
			})
		}
	}
	a.checkResult(ctx, n, st)
	if n.ev.Class == waitcnt.LDS && n.touchesLDS() {
		a.checkDMA(ctx, n, st)
	}
}

// checkM0 looks for an instruction that depends on M0 where nothing has set it. Where launches may
// set any register, that is information.
func (a *analysis) checkM0(ctx int, n *node, st *state) {
	told, sev := uint8(1), waitcnt.Error
	switch {
	case mayHave(&st.written, isa.CodeM0):
		return
	case n.in.LDSLimit():
	case n.in.NeedsM0():
		told, sev = 2, waitcnt.Warning
	default:
		return
	}
	if st.toldM0&told != 0 {
		return
	}
	st.toldM0 |= told
	a.found(ctx, n, a.rule(waitcnt.RuleUninitM0), func(f *waitcnt.Finding) {
		f.Severity, f.Access, f.Register = sev, "read", "m0"
		f.Message = n.in.Form.Base() + " needs m0, which neither the ABI nor the program has written on any path"
		if st.launched {
			f.Severity = waitcnt.Info
			f.Message = n.in.Form.Base() + " needs m0, which the program has written on no path: the launch has to"
		}
	})
}

// checkResult looks for stores, exports and atomics of vector registers that hold nothing defined
// on any path: never written, or computed from such alone or together with others. Compilers make
// such code where the value does not matter, and functions save registers that they have not been
// given: it is information, and of kernels only.
func (a *analysis) checkResult(ctx int, n *node, st *state) {
	if a.emit == nil || !a.order[ctx].kernel || !n.stores() && n.in.Form.Fmt != isa.EXP {
		return
	}
	for i := range n.uses {
		u := &n.uses[i]
		if !u.Read || u.Indexed || u.Part != isa.PartData || u.Code < isa.CodeVGPR {
			continue
		}
		for c := u.Code; c < u.Code+uint16(u.Dwords); c++ {
			if mayHave(&st.fed, c) {
				continue
			}
			st.fed.Add(c, 1)
			a.found(ctx, n, a.rule(waitcnt.RuleUninitData), func(f *waitcnt.Finding) {
				f.Severity, f.Access, f.Register = waitcnt.Info, "read", a.regName(c, 1)
				f.Message = fmt.Sprintf("%s writes out %s, which on every path was never written, or computed from such a register",
					n.in.Form.Base(), f.Register)
			})
		}
	}
}

// feed notes which vector registers hold something defined on some path behind an instruction.
func (s *state) feed(n *node) {
	if n.writes.V == [4]uint64{} {
		return
	}
	if !n.vector || n.indexed {
		s.fed.Join(&n.writes)
		return
	}
	defined := true
	a, _ := n.in.Operand('a')
	b, _ := n.in.Operand('b')
	if !(a.IsVGPR() && a.Code == b.Code) { // v_xor v0, v1, v1 and its like need nothing
		for i := range n.uses {
			u := &n.uses[i]
			for c := u.Code; u.Read && u.Lanes == isa.LanesOwn && u.Code >= isa.CodeVGPR &&
				c < u.Code+uint16(u.Dwords); c++ {
				defined = defined && mayHave(&s.fed, c)
			}
		}
	}
	for i := range n.uses {
		u := &n.uses[i]
		for c := u.Code; u.Write && u.Code >= isa.CodeVGPR && c < u.Code+uint16(u.Dwords); c++ {
			if defined {
				s.fed.Add(c, 1)
			} else {
				s.fed.Remove(c)
			}
		}
	}
}

// checkDMA looks for LDS accesses while a buffer load into LDS is outstanding. Addresses are not
// known here: where a wait for VM stands between the two, the program counts its loads, and they
// may well be to different places.
func (a *analysis) checkDMA(ctx int, n *node, st *state) {
	for i := range st.board.List {
		p := &st.board.List[i]
		prod := a.nodes[p.ID]
		if !p.Data() || p.Weak || !prod.fillsLDS() || p.Open&^p.Pressure == 0 {
			continue
		}
		a.found(ctx, n, a.rule(waitcnt.RuleLDSDMA), func(f *waitcnt.Finding) {
			if p.Seen[waitcnt.VM] != waitcnt.NoWait {
				f.Severity = waitcnt.Warning
			}
			f.ProducerPC, f.Producer = waitcnt.At(prod.pc), prod.in.String()
			a.waits(f, &st.board, p, false)
			f.Message = fmt.Sprintf("%s accesses LDS while %s at %v may still be filling it: have %s, need %s",
				n.in.Form.Base(), prod.in.Form.Base(), *f.ProducerPC, f.HaveText(), f.Need)
		})
	}
}

// measure notes which counters of a wait prove something.
func (a *analysis) measure(n *node, st *state) {
	u := a.useful[n.pc]
	for c, w := range n.wait {
		if w == waitcnt.NoWait || u[c] {
			continue
		}
		one := waitcnt.Wait{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}
		one[c] = w
		b := st.board.Clone()
		u[c] = b.Wait(one, n.slot) || st.owed[c]
	}
	a.useful[n.pc] = u
}
