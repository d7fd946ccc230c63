package dyncheck

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// path is what the checker knows of a path of host code ([engine.Host.Path]): of memory operations
// and waits too, nothing has to be asked but what holds before the first instruction. A wave enters
// it with nothing outstanding, so that a board says once and for all whether waits come before the
// uses of what is loaded. What remains are the shadows of memory.
type path struct {
	host    engine.Path
	id      uint32 // among those of the program, from 1
	recs    []*engine.Rec
	next    *path // of another MODE, at the same dword
	clean   bool  // no register is used too early, so that the path can be followed
	vread   []uint8
	touched // as of a block
	hazards blockHazards
	repeats blockHazards // likewise, where another time round changes nothing
}

// pathOf is what is known of a path that begins at dword first.
func (p *program) pathOf(h engine.Path, first uint32) *path {
	for a := p.paths[first].Load(); a != nil; a = a.next {
		if a.host == h {
			return a
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastPath++
	a := &path{host: h, recs: h.Recs(), id: p.lastPath, next: p.paths[first].Load()}
	a.clean = a.ask(p)
	p.paths[first].Store(a)
	return a
}

// ask goes through the path with nothing outstanding before it. It reports false where a register may
// be used before the wait, where an operation may have to be compared with another one that is
// outstanding, and where the path may be left with operations outstanding that are complete, or
// the other way round, as far as waits prove: all that needs a board. p.mu is held.
func (a *path) ask(p *program) bool {
	board, file := waitcnt.Board{Gen: p.Gen}, waitcnt.File{Gen: p.Gen}
	var wrote, pend isa.RegSet
	var usages []*usage // of the operations
	var recs []*engine.Rec
	retire := func(need waitcnt.Wait) {
		for c, over := file.Over(need); over; c, over = file.Over(need) {
			file.Retire(file.Latest(c), c)
		}
	}
	// settle takes what has been proved off the board. It reports false where that is not what has
	// returned.
	before := []waitcnt.Pending(nil)
	settle := func() bool {
		pend = isa.RegSet{}
		for i := range board.List {
			q := &board.List[i]
			pend.Join(&usages[q.Op].begun)
			if !slices.ContainsFunc(file.Ops(), func(o waitcnt.Op) bool { return uint32(o.Slot) == q.Op }) {
				return false
			}
		}
		for i := range before {
			q := &before[i]
			if !slices.ContainsFunc(board.List, func(o waitcnt.Pending) bool { return o.Op == q.Op }) {
				define(&wrote, recs[q.Op], usages[q.Op])
			}
		}
		return len(board.List) == len(file.Ops())
	}
	for _, r := range a.recs {
		t := p.usageFor(r)
		if t.flags&usageAlways != 0 || pend.Meets(&t.used) {
			return false
		}
		a.flags |= t.flags
		a.used.Join(&t.used)
		for i, m := range t.read {
			a.read[i] |= m &^ wrote.S[i]
		}
		for _, v := range t.vread[:t.nread] {
			if wrote.V[v>>6]>>(v&63)&1 == 0 && !slices.Contains(a.vread, v) {
				a.vread = append(a.vread, v)
			}
		}
		x := r.X
		switch {
		case x.Inst.Form.Desc.Do == isa.CtlWaitcnt:
			before = append(before[:0], board.List...)
			board.Wait(x.Wait, r.Slot)
			retire(x.Wait)
			if !settle() {
				return false
			}
		case x.Event.Counts():
			before = before[:0]
			retire(x.Wait)
			if !settle() {
				return false
			}
			if a.mixes(&board, recs, r) {
				return false
			}
			ev := x.Event
			if x.Inst.Form.Fmt == isa.FLAT {
				ev.Class = waitcnt.VMem // else the path is left
			}
			board.Op = uint32(len(usages))
			board.Enter(&x.Entry, r.Slot, engine.AllLanes, false)
			file.Issue(ev, uint8(len(usages)))
			usages, recs = append(usages, p.keepUsage(r.Slot, x)), append(recs, r)
			pend.Join(&t.begun)
			if len(board.List) != len(file.Ops()) { // one stands for two
				return false
			}
		default:
			define(&wrote, r, t)
			if t.begun.S[1]>>(isa.CodeExecLo&63)&3 != 0 {
				// Other lanes from here on: what has been written may not be in them.
				wrote.V = [4]uint64{}
				a.flags |= usageAllLanes
			}
		}
	}
	return true
}

// mixes reports whether a scalar operation and a vector store may be outstanding together when r is
// issued, whose addresses would have to be compared.
func (a *path) mixes(b *waitcnt.Board, recs []*engine.Rec, r *engine.Rec) bool {
	if r.X.Inst.Form.Fmt == isa.DS {
		return false
	}
	scalar, stores := isScalar(&r.X.Inst), r.X.Mem.Kind != isa.MemLoad && r.X.Mem.Kind != isa.MemLoadFormat
	for i := range b.List {
		q := recs[b.List[i].Op]
		if q.X.Inst.Form.Fmt == isa.DS {
			continue
		}
		other := q.X.Mem.Kind != isa.MemLoad && q.X.Mem.Kind != isa.MemLoadFormat
		if (scalar || isScalar(&q.X.Inst)) && (stores || other) {
			return true
		}
	}
	return false
}

// follow lets host code execute a path that begins at the wave's program counter, if all is as it
// should be. It returns how many instructions that were. last is the dword of the instruction before,
// or engine.NoDword.
func (w *wave) follow(last uint32, budget int) int {
	c, h := w.check, w.Host()
	if h == nil || len(c.board.List) > 0 || c.spills {
		return 0
	}
	hp := h.Path(w.WaveCore, last)
	if hp == nil {
		return 0
	}
	first := w.IP()
	p := w.prog.pathOf(hp, first)
	if !p.clean {
		return 0
	}
	if c.forgotten > 0 {
		c.rebuild()
	}
	if !c.settled(w, &p.touched, p.vread) {
		return 0
	}
	key := w.hazardKey()
	next, again, ok := w.pathHazards(p, first, key)
	if !ok {
		return 0
	}
	n := len(p.recs)
	if !again {
		budget = min(budget, n)
	}
	k := h.Follow(w.WaveCore, hp, budget)
	if k >= n {
		c.hazard = next
	}
	if rest := k % n; rest > 0 {
		s := hazardStep{first: first, n: uint32(rest), key: w.hazardKey(), path: p.id}
		c.hazard = w.prog.hazards.step(w.prog, c, s, p.recs).state
	}
	return k
}

// pathHazards is the number of the state of the manual wait states behind a path, and whether another
// time round would leave it as it is. ok is false where something would be found, or the state has no
// number.
func (w *wave) pathHazards(p *path, first, key uint32) (next uint32, again, ok bool) {
	if known := p.repeats[key&1].Load(); uint32(known) == key {
		return uint32(known >> 32), true, true
	}
	if known := p.hazards[key&1].Load(); uint32(known) == key {
		return uint32(known >> 32), false, true
	}
	if w.check.hazard == ownState {
		return 0, false, false
	}
	step := func(key uint32) hazardNext {
		s := hazardStep{first: first, n: uint32(len(p.recs)), key: key, path: p.id}
		return w.prog.hazards.step(w.prog, w.check, s, p.recs)
	}
	one := step(key)
	if one.found != nil || one.state == ownState {
		return 0, false, false
	}
	if two := step(one.state + 1); two.found == nil && two.state == one.state {
		p.repeats[key&1].Store(uint64(one.state)<<32 | uint64(key))
		return one.state, true, true
	}
	p.hazards[key&1].Store(uint64(one.state)<<32 | uint64(key))
	return one.state, false, true
}

// The events of operations on a path.

func (w *wave) Reached(d *engine.Direct, q *mem.Access, data []*isa.Row) {
	g := w.group.global
	if g == nil || g.full || q.Exec == 0 {
		return
	}
	low, off, dense := q.Found()
	if disp := w.group.disp; low-disp.ScratchBase < disp.ScratchBytes {
		return // private memory
	}
	kind := plainRead
	switch x := d.Rec.X; {
	case x.Mem.Kind == isa.MemStore:
		kind = plainWrite
		g.writes++
		g.wrote[w.Num]++
	case x.Inst.Mod.GLC:
		kind = coherentRead
	}
	q.Rows = data
	flags := g.flagsNow(w)
	if dense {
		w.noteDense(low, q, d.Rec.Slot, kind, flags)
	} else {
		mem.Addresses(&q.Addr, off, nil, low)
		w.noteLanes(&q.Addr, q.Exec, uint32(q.Bytes), d.Rec.Slot, kind, flags, q)
	}
	if kind == coherentRead {
		g.acquire(w)
	}
}

func (w *wave) ReachedLDS(d *engine.Direct, exec uint64, m0 uint32, addr *isa.Row, data []*isa.Row) {
	x := d.Rec.X
	if g := w.group.global; g != nil && x.Mem.Kind != isa.MemLoad {
		g.wrote[w.Num]++
	}
	c := w.memc
	op := &c.onPath
	op.r, op.parts = d.Rec, 0
	w.partsDS(x, exec, m0, addr, op)
	c.foreign = false
	for _, p := range op.lds[:op.parts] {
		if out := p.wanted &^ p.exec; out != 0 {
			w.droppedLDS(m0, d.Rec, p, out)
		}
		if p.exec != 0 {
			w.group.lds.access(w, data, d.Rec, p)
		}
	}
	if c.foreign {
		for _, p := range op.lds[:op.parts] {
			w.group.lds.sees(w, d.Rec, p)
		}
	}
}

func (w *wave) ReachedScalar(d *engine.Direct, addr uint64, n int) {
	w.checkStale(d.Rec, addr, n)
	if g := w.group.global; g != nil && !g.full {
		g.span(uint8(w.Num), d.Rec.Slot, plainRead, g.flagsNow(w), addr, uint64(n))
	}
}

// Passed enters what the path has had in order on the board.
func (w *wave) Passed(r *engine.Rec) {
	c := w.check
	if !r.X.Event.Counts() {
		c.wait(r)
		return
	}
	if len(c.board.List) == 0 {
		w.memc.next = keptOps
	}
	if op := w.memc.ops[w.memc.next%keptOps]; op != nil {
		op.id = 0
	}
	c.board.Op = w.memc.next
	w.memc.next++
	c.board.Enter(&r.X.Entry, r.Slot, engine.AllLanes, false)
}
