package clock

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Where the clock cannot change what waves compute, a work-group is executed to its end when it begins,
// while the host's caches hold it. What the clock has to know is recorded: the branches that each wave
// takes, and what its operations ask of memory. With these tapes the clock goes on as if the waves
// executed then: it does not look at registers any more.
//
// A work-group that cannot be recorded to its end, such as one that faults, is taken back: what it has
// stored becomes what was there, and it executes as it issues, from its beginning.

// tape is what a wave has executed: an entry for each instruction that is not costPlain, in order.
//
//	entry      bits 0-1 how it leaves the wave (tapeRuns and so on), 2 it has jumped, 3 it is an operation
//	           4 access.captured, 5 access.inLDS, 6 MODE.VSKIP and 7-8 the priority after it, 9-12 access.class
//	           of an operation 16-31 access.banks, 32-47 access.moved
//	           of others 32-63 the next dword of a branch, the units of s_sleep
//	           16-22, of an operation 48-54, where somebody asks: the active lanes after it
//	vector     cycles, bytes, quarters and number of runs of lines, 16 bits each; then the runs: 48 bits of
//	           address, n and times, 8 bits each
//	scalar     the address
type tape struct {
	words []uint64
	at    int // of the next entry
}

// How an instruction leaves the wave.
const (
	tapeRuns = iota
	tapeBarrier
	tapeSleep
	tapeEnds
)

const (
	tapeJumped   = 1 << 2
	tapeOp       = 1 << 3
	tapeCaptured = 1 << 4
	tapeLDS      = 1 << 5
	tapeSkips    = 1 << 6
	tapePrio     = 7
	tapeClass    = 9
	tapeLanes    = 16
	tapeOpLanes  = 48

	// of a run of lines
	tapeRunLines = 48
	tapeRunTimes = 56
)

// lanesOf is the number of active lanes after the instruction of an entry.
func lanesOf(e uint64) uint8 {
	switch {
	case e&tapeSkips != 0:
		return 0
	case e&tapeOp != 0:
		return uint8(e >> tapeOpLanes & 127)
	}
	return uint8(e >> tapeLanes & 127)
}

// Bounds of what is recorded.
const (
	maxRecorded = 1 << 24 // instructions of a work-group
	maxTapes    = 1 << 27 // words of the tapes of all work-groups that are there
	maxUndo     = 1 << 18 // rows of what a work-group has overwritten
	leastTape   = 1 << 8  // words for which a new tape has room
	mostTape    = 1 << 14
)

// next takes the next entry.
func (p *tape) next() uint64 {
	e := p.words[p.at]
	p.at++
	return e
}

// foresee asks the host's caches for the next entry, to which the wave comes after many others.
func (p *tape) foresee() {
	if p.at < len(p.words) {
		prefetch(unsafe.Pointer(&p.words[p.at]), 1)
	}
}

// access takes what an operation with an entry asks for.
func (p *tape) access(e uint64, a *access) {
	// One by one: as a whole, the collector would be told of the pointer in it.
	a.class, a.captured, a.inLDS = waitcnt.Class(e>>tapeClass&15), e&tapeCaptured != 0, e&tapeLDS != 0
	a.banks, a.moved = uint32(uint16(e>>16)), uint32(uint16(e>>32))
	a.addr, a.cycles, a.bytes, a.quarters, a.packed = 0, 0, 0, 0, nil
	switch a.class {
	case waitcnt.SMem:
		a.addr = p.next()
	case waitcnt.VMem, waitcnt.Flat:
		x := p.next()
		a.cycles, a.bytes, a.quarters = uint32(uint16(x)), uint32(uint16(x>>16)), uint32(uint16(x>>32))
		n := int(x >> 48)
		a.packed = p.words[p.at : p.at+n]
		p.at += n
	}
}

// put adds the entry of an operation. It reports false where there is no room in one for it.
func (p *tape) put(e uint64, a *access) bool {
	e |= tapeOp | uint64(a.class)<<tapeClass | uint64(a.banks)<<16 | uint64(a.moved)<<32
	if a.captured {
		e |= tapeCaptured
	}
	if a.inLDS {
		e |= tapeLDS
	}
	p.words = append(p.words, e)
	switch a.class {
	case waitcnt.SMem:
		p.words = append(p.words, a.addr)
	case waitcnt.VMem, waitcnt.Flat:
		if (a.cycles|a.bytes|a.quarters)>>16 != 0 {
			return false
		}
		p.words = append(p.words, uint64(a.cycles)|uint64(a.bytes)<<16|uint64(a.quarters)<<32|uint64(len(a.lines))<<48)
		for i := range a.lines {
			l := &a.lines[i]
			if l.addr>>48 != 0 || (l.n|l.times)>>8 != 0 {
				return false
			}
			p.words = append(p.words, l.addr|uint64(l.n)<<tapeRunLines|uint64(l.times)<<tapeRunTimes)
		}
	}
	return (a.banks|a.moved)>>16 == 0
}

// replay goes on with a wave of a tape: the next instruction issues at t, to be followed by the one at dword
// next.
func (u *clockCU) replay(s *clockSIMD, w *clockWave, i int, t, from uint64, next uint32, cycles uint64) {
	k, asked, behind := w.k, never, next
	e := w.tape.next()
	switch {
	case k.cat == catVALU:
		if w.skips {
			cycles = u.skip(cycles)
		}
		s.unit[catVALU] = t + cycles
	case e&tapeOp != 0:
		a := &u.cl.access
		w.tape.access(e, a)
		w.count.add(&k.adds)
		u.issued(s, w, w.issues(waitcnt.Op{Slot: w.takeSlot(), Class: a.class, Left: *k.adds.each()}, t), a, t)
	case k.flags&costBranch != 0:
		if next = uint32(e >> 32); e&tapeJumped != 0 {
			cycles, asked = u.jump(from)
		}
	case k.flags&costL1Inv != 0:
		u.l1.clear()
	}
	if u.cl.lanes != nil {
		u.cl.lanes.change(w, behind, next, lanesOf(e))
	}
	end := u.over(s, w, from, cycles, e&tapeSkips != 0, uint8(e>>tapePrio&3))
	how := e & 3
	if how == tapeRuns && w.usual && !w.skips && k.flags&costNear != 0 && asked == never && next == behind {
		s.near(w, i, k, next, end) // what follow would do, without its calls
		return
	}
	if how != tapeRuns {
		w.state = [...]engine.State{tapeBarrier: engine.AtBarrier, tapeSleep: engine.Sleeping, tapeEnds: engine.Ended}[how]
		if !u.stopped(w, i, t, end, next, e>>32) {
			return
		}
	}
	u.follow(w, i, k, next, end, asked)
}

// taped is replay for the memory operations and branches of usual waves, with what [clockCU.issue] does before it and
// [clockCU.follow] behind it: less to ask.
func (u *clockCU) taped(s *clockSIMD, w *clockWave, i int, t uint64) {
	if w.nextRet <= t {
		w.retireDue(t)
	}
	k, from := w.k, t
	if cur := w.cur; cur <= t {
		if t-cur < u.k.p.simds {
			from = cur
		}
		w.hasWaited(s, i, k.cat, t)
	}
	u.cl.issued++
	e := w.tape.next()
	if e&tapeOp == 0 {
		u.branches(s, w, i, from, e)
		return
	}
	w.count.add(&k.adds)
	class := waitcnt.Class(e >> tapeClass & 15)
	o := w.issues(waitcnt.Op{Slot: w.takeSlot(), Class: class, Left: *k.adds.each()}, t)
	if class == waitcnt.LDS && w.unknownLDS == 0 {
		ret := max(u.lds(s, k, uint32(uint16(e>>16)), uint32(uint16(e>>32)), t), w.last[waitcnt.LDS])
		w.last[waitcnt.LDS] = ret
		o.returns(ret)
		w.nextRet = min(w.nextRet, o.due)
	} else {
		a := &u.cl.access
		w.tape.access(e, a)
		u.issued(s, w, o, a, t)
	}
	end, at := from+uint64(k.issue), w.at+1+uint32(k.flags/costLong&1)
	w.executes(end)
	switch {
	case k.flags&costNear != 0:
		if k.flags&costForesee != 0 {
			w.tape.foresee()
		}
		w.k, w.at = k.behind, at
		s.ready[i], s.cat[i] = end, k.then
	case k.flags&costStraight != 0:
		u.straight(s, w, i, k, at, end)
	default:
		u.follow(w, i, k, at, end, never)
	}
}

// executes charges a wave that nobody traces for its instruction, which is over at a clock.
func (w *clockWave) executes(end uint64) {
	clocks := &w.k.stat.clocks
	clocks[0]++
	clocks[StallIssue] += end - w.cur
	w.cur = end
}

// branches is taped for a branch with an entry.
func (u *clockCU) branches(s *clockSIMD, w *clockWave, i int, from, e uint64) {
	k, ip := w.k, uint32(e>>32)
	if e&tapeJumped == 0 {
		end := from + uint64(k.issue)
		w.executes(end)
		if k.flags&costNear != 0 {
			s.near(w, i, k, ip, end)
		} else {
			u.follow(w, i, k, ip, end, never)
		}
		return
	}
	cycles, asked := u.jump(from)
	end := from + cycles
	w.executes(end)
	n := u.cl.costAt(ip)
	if n.flags&costPlain == 0 {
		w.tape.foresee()
	}
	w.k, w.at, w.block = n, ip, n.block
	w.fetchGen++
	w.nextAt = u.fetch(w, n.block, asked)
	w.fetchedAt = w.nextAt
	s.ready[i], s.cat[i] = u.enters(w, end, 0), n.turn
}

// takeSlot takes a token's number that is not in use.
func (w *clockWave) takeSlot() uint8 {
	if free := ^w.slots[0]; free != 0 {
		b := bits.TrailingZeros64(free)
		w.slots[0] |= 1 << b
		return uint8(b)
	}
	for i := range w.slots {
		if free := ^w.slots[i]; free != 0 {
			b := bits.TrailingZeros64(free)
			w.slots[i] |= 1 << b
			return uint8(64*i + b)
		}
	}
	panic("more operations than counters allow")
}

// tells reports whether what an instruction computes can depend on the clock, or on the order in which waves
// execute: it reads the time, or what other waves change, or leaves what depends on who comes last.
func tells(x *engine.Bound) bool {
	if x.Inst.Form.Desc.Do == isa.CtlGetReg {
		return x.ReadsClock()
	}
	m := &x.Mem
	f := x.Inst.Form.Fmt
	switch {
	case x.Event.Class == waitcnt.GDS:
		return true
	case f == isa.SMRD || f == isa.SMEM:
		return m.Kind != isa.MemLoad || x.Inst.Mod.GLC
	case f == isa.DS:
		switch m.Kind {
		case isa.MemLoad, isa.MemSwizzle, isa.MemPermute, isa.MemBPermute:
			return false
		case isa.MemStore:
			return m.Src2
		case isa.MemAtomic:
			return m.Return || m.Src2 || m.Two || !commutes(m.Atom)
		}
		return true
	case f == isa.MUBUF || f == isa.MTBUF || f == isa.FLAT || f == isa.GLOBAL || f == isa.SCRATCH || f == isa.MIMG:
		switch m.Kind {
		case isa.MemInvalidate:
			return false
		case isa.MemAtomic:
			return f == isa.MIMG || x.Inst.Mod.GLC || !commutes(m.Atom)
		case isa.MemLoad, isa.MemLoadFormat:
			return x.Inst.Mod.GLC
		case isa.MemImage:
			return m.Image.Op != isa.ImageStore && x.Inst.Mod.GLC
		case isa.MemStore, isa.MemStoreFormat, isa.MemLdsStore:
			return false
		}
		return true
	}
	return false
}

// commutes reports whether atomics of a kind leave the same in any order.
func commutes(a isa.AtomicOp) bool {
	switch a {
	case isa.AtomAdd, isa.AtomSub, isa.AtomSMin, isa.AtomUMin, isa.AtomSMax, isa.AtomUMax, isa.AtomAnd, isa.AtomOr,
		isa.AtomXor:
		return true
	}
	return false
}

// recordable reports whether the launch can be recorded: nobody watches it, nothing that it can come to
// tells the clock, and its waits are right: else what a register holds depends on when loads return.
func (k *Clock) recordable() bool {
	if !canRecord || !k.r.Unwatched() || k.serial {
		return false
	}
	kind := launchKind{k.entry(), k.r.LDS > 0}
	alike, known := k.alike[kind]
	if !known {
		alike = !k.reachesTelling(kind.entry) && (unproved || k.waitsProved())
		k.alike[kind] = alike
	}
	return alike
}

// launchKind is what [Clock.recordable] asks of a launch: the dword at which waves begin, and whether they have
// LDS.
type launchKind struct {
	entry uint32
	lds   bool
}

// unproved says that launches are recorded whose waits are not proved: for tests.
var unproved = false

// entry is the dword at which waves begin.
func (k *Clock) entry() uint32 { return uint32((k.r.Entry - k.prog.Base) / 4) }

// reachesTelling reports whether control can come from a dword to an instruction that is costTells, other than
// by jumps to where registers say. What these lead to is seen when it executes.
func (k *Clock) reachesTelling(entry uint32) bool {
	seen := make([]bool, len(k.costs))
	todo := []uint32{entry}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; at >= uint32(len(k.costs)) || seen[at] {
			continue
		}
		seen[at] = true
		c := &k.costs[at]
		cold := cost{}
		if c.rec == nil {
			cold = k.costOf(k.prog.ColdRec(&k.prog.Recs()[at]))
			c = &cold
		}
		x := c.rec.X
		if x == nil || x.Inst.Form == nil {
			continue // it faults
		}
		if c.flags&costTells != 0 {
			return true
		}
		d := x.Inst.Form.Desc
		next := at + uint32(c.rec.Len)
		switch label := slices.ContainsFunc(x.Inst.Form.Args, func(a isa.Arg) bool { return a.Role == 'i' }); {
		case x.Inst.Ends():
			continue
		case !d.Writes("pc"):
		case label && c.flags&costProbe == 0:
			todo = append(todo, next+uint32(x.Imm))
		case !label && !d.Writes("exec") && x.ND == 0:
			continue // s_setpc_b64: where to is seen when it executes
		}
		todo = append(todo, next)
	}
	return false
}

// recorder executes the waves of work-groups, and is told of what they do with memory.
type recorder struct {
	engine.Silent
	u    *clockCU
	k    *cost // of the instruction that executes
	a    access
	addr [isa.Lanes]uint64
	old  mem.Access
	undo undoLog
	left int  // instructions of the work-group that may still be executed
	dry  bool // it has no LDS
	fits bool // all operations fit into entries

	lanes bool // somebody asks how many lanes are active

	on     onPath
	rounds uint64         // of paths that have begun
	room   engine.Room    // that host code has
	worker *engine.Worker // for the work-groups of all clusters: each uses the memory of the one before
	bank   *bankCounter   // likewise
}

// whenRecorded is called with the tape of each wave, and whether its work-group could be recorded: for tests.
var whenRecorded func(words []uint64, ok bool)

// record executes a work-group to its end. It reports false where that cannot be: then memory is as before.
func (k *Clock) record(cg *clockGroup) bool {
	if k.taped > maxTapes {
		return false
	}
	x := &k.recorder
	x.u, x.left, x.fits, x.dry, x.lanes = cg.cu, maxRecorded, true, len(cg.g.LDS.Bytes()) == 0, k.lanes
	for _, w := range cg.waves {
		w.w.Observe(x)
		w.w.ObserveDirect(x)
	}
	x.on = onPath{}
	cg.g.Borrow(&x.room)
	ok := x.run(cg)
	cg.g.GiveBack(&x.room)
	if !ok {
		x.undo.undo(k.r.Mem)
		for _, o := range k.direct {
			if o != nil { // what a path was told of them
				o.told, o.earlier, o.out = false, o.earlier[:0], 0
			}
		}
	}
	for _, w := range cg.waves {
		w.w.Observe(nil)
		w.w.ObserveDirect(nil)
		cg.taped += cap(w.tape.words)
		k.tapeLen = min(max(leastTape, len(w.tape.words)), mostTape)
	}
	k.taped += cg.taped
	if whenRecorded != nil {
		for _, w := range cg.waves {
			whenRecorded(w.tape.words, ok)
		}
	}
	x.undo.reset()
	x.old.Forget()
	x.u, x.k = nil, nil
	return ok
}

// run executes one wave after the other up to the next barrier.
func (x *recorder) run(cg *clockGroup) bool {
	for {
		waiting := 0
		for _, w := range cg.waves {
			for w.w.State == engine.Running {
				if !x.wave(w) {
					return false
				}
				if w.w.State == engine.AtBarrier && len(cg.waves) == 1 || w.w.State == engine.Sleeping {
					w.w.State = engine.Running
				}
			}
			if w.w.State == engine.AtBarrier {
				waiting++
			}
		}
		if waiting == 0 {
			return true
		}
		for _, w := range cg.waves {
			if w.w.State == engine.AtBarrier {
				w.w.State = engine.Running
			}
		}
	}
}

// wave executes a wave until it leaves the stream of instructions. It reports false where it cannot be
// recorded.
func (x *recorder) wave(w *clockWave) bool {
	cl, v := w.cl, w.w
	direct, host := cl.k.direct, v.Host() != nil
	paths, last := host && !x.lanes && !instByInst, engine.NoDword // last: the dword before, behind which a path may begin
	cl.now = w
	for x.left > 0 && x.undo.room() && !cl.k.r.Stopped() {
		ip := v.IP()
		if paths && last != noPathBehind {
			if done, ok := x.path(w, last); !ok {
				return false
			} else if done {
				last = engine.NoDword
				continue
			}
		}
		last = noPathBehind
		k := cl.costAt(ip)
		if k.loop != 0 && paths && x.loop(w, int(k.loop)) {
			continue
		}
		if k.flags&costPlain != 0 {
			n := int(max(1, k.plain))
			if x.left -= n; !x.plain(w, k, n) {
				return false
			}
			continue
		}
		if x.left--; k.flags&(costTells|costAsItIssues) != 0 {
			return false
		}
		next := ip + uint32(k.rec.Len)
		v.Insts++
		v.SetIP(next)
		x.k = k
		if o := direct[ip]; o != nil && host && v.Mode&engine.ModeVSkip == 0 {
			if x.ask(v, o); v.Access(&o.Direct) {
				e := uint64(v.Prio) << tapePrio
				if x.lanes {
					e |= uint64(bits.OnesCount64(v.Exec())) << tapeOpLanes
				}
				if w.rec.enter(&o.entry, e); !x.fits {
					return false
				}
				continue
			}
		}
		e, ok := x.execute(v, next)
		if !ok {
			return false
		}
		last = ip
		if x.lanes {
			at := tapeLanes
			if e&tapeOp != 0 {
				at = tapeOpLanes
			}
			e |= uint64(bits.OnesCount64(v.Exec())) << at
		}
		if e&tapeOp == 0 {
			w.tape.words = append(w.tape.words, e)
		} else if !w.tape.put(e, &x.a) {
			return false
		}
		if e&3 != tapeRuns {
			return true
		}
	}
	return false
}

// loop lets host code go round a loop of n instructions that begins where the wave is, of which all but the branch
// at its end are costPlain. It reports false where it does not.
func (x *recorder) loop(w *clockWave, n int) bool {
	v, first, most := w.w, w.w.IP(), min(x.left, pathTurn)
	if most < n {
		return false
	}
	done := v.Host().Loop(v, n, most)
	if done == 0 {
		return false
	}
	if x.left -= done; whenFollowed != nil {
		whenFollowed(done)
	}
	behind := first
	for range n {
		behind += uint32(w.cl.costAt(behind).rec.Len)
	}
	e := uint64(v.Prio) << tapePrio
	for done -= n; done > 0; done -= n {
		w.tape.words = append(w.tape.words, e|branchEntry(behind, first))
	}
	w.tape.words = append(w.tape.words, e|branchEntry(behind, v.IP()))
	return true
}

// plain executes n instructions from k on, where the wave is, that are costPlain. It reports false where one of
// them fails.
func (x *recorder) plain(w *clockWave, k *cost, n int) bool {
	v, ip, cl, host, left := w.w, w.w.IP(), w.cl, w.w.Host(), n
	for left > 0 && k.cat == catInternal { // a wait, for nothing
		ip += uint32(k.rec.Len)
		if left--; left > 0 {
			k = cl.costAt(ip)
		}
	}
	for left > 0 {
		if host != nil {
			if done, next := host.Batch(v, ip, left); done > 0 {
				left -= done
				ip = next
				continue
			}
		}
		r := cl.costAt(ip).rec
		left--
		ip += uint32(r.Len)
		v.SetIP(ip)
		if v.Execute(r); v.Stop() != 0 {
			return false
		}
	}
	v.SetIP(ip)
	v.Insts += uint64(n)
	return true
}

// execute calls the executor of the instruction, and returns its entry. ok is false where it cannot be
// recorded.
func (x *recorder) execute(v *engine.WaveCore, next uint32) (e uint64, ok bool) {
	k, seq := x.k, v.Counters.Seq()
	if b := k.rec.X; x.dry && b != nil && b.Inst.Form != nil && (b.Inst.Form.Fmt == isa.DS || b.Inst.Mod.LDS) {
		return 0, false
	}
	if v.Execute(k.rec); v.Stop()&engine.StopFault != 0 {
		return 0, false
	}
	if e = uint64(v.Prio) << tapePrio; v.Mode&engine.ModeVSkip != 0 {
		e |= tapeSkips
	}
	switch {
	case v.Counters.Seq() != seq:
		ops := v.Counters.Ops()
		op := &ops[len(ops)-1]
		t := v.Token(op.Slot)
		x.a.ask(x.u, k, t, op.Class)
		return e | tapeOp, t.Split == nil && retireAll(v) && v.Stop() == 0
	case k.flags&costBranch != 0:
		if k.jumped(v, next) {
			e |= tapeJumped
		}
		e |= uint64(v.IP()) << 32
	}
	if v.Stop() == 0 {
		return e, true
	}
	switch v.Settle(); v.State {
	case engine.Ended:
		return e | tapeEnds, true
	case engine.AtBarrier:
		return e | tapeBarrier, true
	case engine.Sleeping:
		return e | tapeSleep | uint64(k.rec.X.Imm&isa.SleepMask(x.u.k.prog.Features()))<<32, true
	}
	return 0, false
}

// retireAll lets all that is outstanding return.
func retireAll(v *engine.WaveCore) bool {
	for len(v.Counters.Ops()) > 0 && v.Stop()&engine.StopFault == 0 {
		op := &v.Counters.Ops()[0]
		c := waitcnt.EXP
		switch {
		case op.Left[waitcnt.EXP] != 0:
		case op.Left[waitcnt.VM] != 0:
			c = waitcnt.VM
		case op.Left[waitcnt.LGKM] != 0:
			c = waitcnt.LGKM
		}
		v.Retire(0, c)
	}
	return v.Stop()&engine.StopFault == 0
}

// ask enters what an operation asks for, as far as is known before its access.
func (x *recorder) ask(v *engine.WaveCore, o *directOp) {
	if o.class == waitcnt.LDS {
		exec, _, addr := v.LDSOperands(&o.Direct)
		x.bank.ask(&x.a, &x.u.cl.code[o.Rec.Slot], exec, false, addr)
		x.lds(o)
	}
}

// lds enters what an operation asks of LDS.
func (x *recorder) lds(o *directOp) {
	a := &x.a
	x.fits = x.fits && (a.banks|a.moved)>>16 == 0
	o.words, o.base = o.own[:1], 0
	o.own[0] = o.first() | tapeLDS | uint64(a.banks)<<16 | uint64(a.moved)<<32
}

// Reached is told of global memory on the way from registers to registers.
func (x *recorder) Reached(d *engine.Direct, q *mem.Access, data []*isa.Row) (unset uint64, ok bool) {
	o := x.told(d)
	if q.Exec == 0 {
		o.quiet()
		return 0, true
	}
	low, off, dense := q.Found()
	x.reach(o, q.Exec, low, off, dense)
	if data != nil {
		q.Load(x.undo.add(undone{low: low, exec: q.Exec, bytes: q.Bytes, ext: q.Ext, n: len(data)}, off))
	}
	return 0, true
}

// ReachedScalar is told of a scalar load.
func (x *recorder) ReachedScalar(d *engine.Direct, addr uint64, _ int) {
	x.told(d).scalar(addr)
}

// Access is told of global memory that the operation of a token accesses.
func (x *recorder) Access(_ *engine.Token, q *mem.Access, e engine.Effect) {
	if e == engine.Reads {
		return
	}
	for m := q.Exec; m != 0; {
		// Offsets have 32 bits: what lies further away is kept apart.
		low := q.Addr[bits.TrailingZeros64(m)&63]
		for r := m; r != 0; r &= r - 1 {
			if a := q.Addr[bits.TrailingZeros64(r)&63]; a < low && low-a < 1<<31 {
				low = a
			}
		}
		var off isa.Row
		exec := uint64(0)
		for r := m; r != 0; r &= r - 1 {
			l := bits.TrailingZeros64(r) & 63
			if a := q.Addr[l]; a >= low && a-low < 1<<32 {
				off[l] = uint32(a - low)
				exec |= r & -r
			}
		}
		m &^= exec
		for n := 0; 4*n < q.Bytes; n++ { // some dwords may be out of range
			u := undone{low: low + uint64(4*n), exec: exec, bytes: min(4, q.Bytes-4*n), ext: mem.ExtZero, n: 1}
			if q.Part != nil {
				u.exec &= q.Part[n]
			}
			o := &x.old
			o.Rows = x.undo.add(u, &off)
			o.Exec, o.Bytes, o.Ext = u.exec, u.bytes, u.ext
			for l, v := range &off {
				o.Addr[l] = u.low + uint64(v)
			}
			_ = x.u.k.r.Mem.Gather(o) // where it fails, so does the operation
		}
	}
}

// undoLog is what memory held where a work-group has stored.
type undoLog struct {
	list []undone
	rows []isa.Row
	refs [4]*isa.Row
}

// undone is one of its stores: of the lanes of exec, at low plus the offset that the row at has. What was
// there is in the n rows behind it.
type undone struct {
	low, exec uint64
	bytes     int
	ext       mem.Ext
	at, n     int
}

func (l *undoLog) reset() { l.list, l.rows = l.list[:0], l.rows[:0] }

// room reports whether there is room for what an instruction stores.
func (l *undoLog) room() bool { return len(l.rows) < maxUndo }

// add adds a store, and returns the rows for what was there.
func (l *undoLog) add(u undone, off *isa.Row) []*isa.Row {
	u.at = len(l.rows)
	l.rows = slices.Grow(l.rows, u.n+1)[:u.at+u.n+1]
	l.rows[u.at] = *off
	for i := range u.n {
		l.refs[i] = &l.rows[u.at+1+i]
	}
	l.list = append(l.list, u)
	return l.refs[:u.n]
}

// undo makes memory hold what it held before the stores.
func (l *undoLog) undo(g *mem.Global) {
	var q mem.Access
	for i := len(l.list) - 1; i >= 0; i-- {
		u := &l.list[i]
		q.Exec, q.Bytes, q.Ext = u.exec, u.bytes, u.ext
		for j, o := range &l.rows[u.at] {
			q.Addr[j] = u.low + uint64(o)
		}
		for j := range u.n {
			l.refs[j] = &l.rows[u.at+1+j]
		}
		q.Rows = l.refs[:u.n]
		_ = g.Scatter(&q) // where it fails, nothing was stored
	}
}

// place makes a wave of a tape be where it is at the clock, if the launch has not ended in it.
func (w *clockWave) place() {
	if w.group.parted || w.w.State == engine.Faulted || w.state == engine.Ended && w.w.State == engine.Ended {
		return
	}
	w.w.State, w.w.Insts = w.state, w.passed()
	w.w.SetIP(w.at)
}

// passed is the number of instructions that a wave of a tape has issued.
func (w *clockWave) passed() (n uint64) {
	var a access
	p, ip := tape{words: w.rec.words}, w.cl.k.entry()
	for w.k != nil && (p.at < w.tape.at || ip != w.at && w.state != engine.Ended) {
		k := w.cl.costAt(ip)
		ip += uint32(k.rec.Len)
		if n++; k.flags&costPlain != 0 {
			continue
		}
		switch e := p.next(); {
		case e&tapeOp != 0:
			p.access(e, &a)
		case k.flags&costBranch != 0:
			ip = uint32(e >> 32)
		}
	}
	return n
}
