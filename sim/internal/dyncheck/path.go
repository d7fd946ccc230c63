package dyncheck

import (
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

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
	host  engine.Path
	of    unsafe.Pointer // what host points to
	id    uint32         // among those of the program, from 1
	recs  []*engine.Rec
	next  *path // of another MODE, at the same dword
	clean bool  // no register is used too early, so that the path can be followed
	// mixed says that scalar operations and vector stores are outstanding together, or that waits do
	// not prove one complete when it returns: their addresses have to be compared, in the path or
	// behind it.
	mixed   bool
	byLane  bool // one of the lists of registers at the end has some
	vread   []uint8
	touched // as of a block
	laned   laned
	hazards blockHazards
	repeats blockHazards // likewise, where another time round changes nothing
	found   atomic.Pointer[pathFound]
	partial []atomic.Uint64 // likewise of the first instructions, by their number
	waits   []*ldsWait      // by the list of engine.Path.Told

	// What is asked of seldom is behind what is asked of each time a wave comes to the path.
	across []uint8 // read in any lane, behind where the path writes them in those that EXEC has at its beginning
	// Likewise read in the first lane of EXEC, which is lane 0 where EXEC is empty: where EXEC is what it is at the
	// beginning, and where it may not be.
	first, later []uint8
}

// pathFound is what is found about manual wait states on a path, where the state before it has a key.
type pathFound struct {
	key  uint32
	next hazardNext
}

// pathOf is what is known of a path that begins at dword first.
func (p *program) pathOf(h engine.Path, first uint32) *path {
	of := pointerOf(&h)
	for a := p.paths[first].Load(); a != nil; a = a.next {
		if a.of == of {
			return a
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastPath++
	a := &path{host: h, of: of, recs: h.Recs(), id: p.lastPath, next: p.paths[first].Load()}
	a.partial = make([]atomic.Uint64, len(a.recs))
	ask := pathAsk{path: a, program: p, board: waitcnt.Board{Gen: p.Gen}, file: waitcnt.File{Gen: p.Gen}}
	if a.clean = ask.all(); a.clean {
		a.byLane = len(a.across)+len(a.first)+len(a.later) > 0
		a.findLDS(p)
	}
	p.paths[first].Store(a)
	return a
}

// pointerOf is what a path points to: all are pointers of one type, so that they need not be compared as interfaces.
func pointerOf(h *engine.Path) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(h))[1] }

// pathAsk goes through a path with nothing outstanding before it.
type pathAsk struct {
	*path
	*program
	board waitcnt.Board
	file  waitcnt.File // what returns, which waits prove
	ops   []pathOp     // by waitcnt.Pending.Op
	pend  isa.RegSet   // registers that what is outstanding writes
	late  isa.RegSet   // those that it has to read yet

	wrote   isa.RegSet  // what the path has written, vector registers in all lanes of EXEC
	wider   int         // a number for EXEC: it has no other lanes than where that was the same
	most    int         // the highest of these numbers
	inside  bool        // it has no other lanes than at the beginning
	full    bool        // it has all lanes
	some    bool        // it has lanes
	changed bool        // it has been written
	under   *savedExec  // what it was before it got others, all that it had among them
	saved   []savedExec // the first ones have all lanes of the later ones
}

// pathOp is a memory operation of a path.
type pathOp struct {
	r     *engine.Rec
	t     *usage
	wider int // when it was issued
}

// all goes through all of it, with program.mu held. It reports false where a register may be used
// before the wait. It also does where the path may be left with nothing outstanding, but with
// operations that waits do not prove complete. These are all that needs a board when the path is
// executed.
func (a *pathAsk) all() bool {
	a.inside = true
	a.findLanes()
	for i, r := range a.recs {
		t := a.usageFor(r)
		if i > 0 && hasLanesBehind(a.recs[i-1], r) {
			a.some = true
		}
		if t.flags&usageAlways != 0 || a.pend.Meets(&t.used) || a.late.Any() && a.changes(t) {
			return false
		}
		a.used.Join(&t.used)
		a.join(t, i+1)
		a.joinLaned(t)
		for i, m := range t.read {
			a.read[i] |= m &^ a.wrote.S[i]
		}
		for _, v := range t.vread[:t.nread] {
			moves := t.flags & (usageAllLanes | usageLane | usageMoveLane)
			anyLane := moves == usageAllLanes|usageLane|usageMoveLane
			switch {
			case a.wrote.V[v>>6]>>(v&63)&1 == 0, anyLane && a.changed && !a.full:
				a.vread = with(a.vread, v)
				a.readLaned(r, t, v)
			case anyLane && !a.full:
				a.across = with(a.across, v)
			case moves != usageAllLanes|usageMoveLane || a.full || a.some:
			case a.changed:
				a.later = with(a.later, v)
			default:
				a.first = with(a.first, v)
			}
		}
		ok := true
		switch x := r.X; {
		case x.Inst.Form.Desc.Do == isa.CtlWaitcnt:
			ok = a.wait(x.Wait, r.Slot)
		case x.Event.Counts():
			ok = a.issue(r)
		default:
			a.exec(r, t)
			define(&a.wrote, r, t)
			ok = t.flags&usageBranch == 0 || a.proved()
		}
		if !ok {
			return false
		}
	}
	return a.proved()
}

// with adds a register to a list, if it is not there.
func with(list []uint8, v uint8) []uint8 {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// proved reports whether operations are outstanding, or waits prove all of them complete.
func (a *pathAsk) proved() bool { return len(a.file.Ops()) > 0 || len(a.board.List) == 0 }

// wait is an s_waitcnt.
func (a *pathAsk) wait(need waitcnt.Wait, at uint32) bool {
	before := slices.Clone(a.board.List)
	a.board.Wait(need, at)
	if !a.returned(need) {
		return false
	}
	for i := range before {
		if n := before[i].Op; !slices.ContainsFunc(a.board.List, func(q waitcnt.Pending) bool { return q.Op == n }) {
			a.results(int(n))
		}
	}
	return true
}

// returned lets operations return until the counters allow what is needed. It reports false where
// the board has taken off what has not returned. The board may still have operations that have
// returned, where waits do not say which of several return first.
func (a *pathAsk) returned(need waitcnt.Wait) bool {
	for c, over := a.file.Over(need); over; c, over = a.file.Over(need) {
		a.file.Retire(a.file.Latest(c), c)
	}
	a.pending()
	for i := range a.board.List {
		n := a.board.List[i].Op
		o := &a.ops[n]
		if !slices.ContainsFunc(a.file.Ops(), func(f waitcnt.Op) bool { return uint32(f.Slot) == n }) {
			scalar, stores := mixable(o.r)
			a.mixed = a.mixed || scalar || stores
		}
	}
	return a.onBoard()
}

// onBoard reports whether all that is outstanding is on the board.
func (a *pathAsk) onBoard() bool {
	for _, o := range a.file.Ops() {
		if !slices.ContainsFunc(a.board.List, func(q waitcnt.Pending) bool { return q.Op == uint32(o.Slot) }) {
			return false
		}
	}
	return true
}

// results are in the registers: in all lanes that EXEC had when the operation was issued.
func (a *pathAsk) results(n int) {
	o := &a.ops[n]
	if o.wider == a.wider {
		define(&a.wrote, o.r, o.t)
	}
	for i := range a.saved {
		if s := &a.saved[i]; n < s.ops && o.wider == s.wider {
			define(&s.wrote, o.r, o.t)
		}
	}
}

// issue is a memory operation.
func (a *pathAsk) issue(r *engine.Rec) bool {
	x := r.X
	if !a.returned(x.Wait) {
		return false
	}
	a.mixed = a.mixed || a.mixes(r)
	ev := x.Event
	if x.Inst.Form.Fmt == isa.FLAT {
		ev.Class = waitcnt.VMem // else the path is left
	}
	a.board.Op = uint32(len(a.ops))
	a.board.Enter(&x.Entry, r.Slot, engine.AllLanes, false)
	a.file.Issue(ev, uint8(len(a.ops)))
	t := a.keepUsage(r.Slot, x)
	a.overwrites(t)
	a.ops = append(a.ops, pathOp{r, t, a.wider})
	a.pending()
	return a.onBoard()
}

// pending finds the registers of what is on the board.
func (a *pathAsk) pending() {
	a.pend, a.late = isa.RegSet{}, isa.RegSet{}
	for i := range a.board.List {
		q := &a.board.List[i]
		t := a.ops[q.Op].t
		for j := range t.uses {
			u := &t.uses[j]
			if u.Write && q.Data() {
				a.pend.AddUse(u)
			}
			if q.Holds(waitcnt.EXP) && t.ev.ReadsLate(u) {
				a.late.AddUse(u)
			}
		}
	}
}

// changes reports whether an instruction writes what has to be read yet.
func (a *pathAsk) changes(t *usage) bool {
	var wrote isa.RegSet
	for i := range t.uses {
		if u := &t.uses[i]; u.Write {
			wrote.AddUse(u)
		}
	}
	return a.late.Meets(&wrote)
}

// mixes reports whether a scalar operation and a vector store may be outstanding together when r is
// issued.
func (a *pathAsk) mixes(r *engine.Rec) bool {
	scalar, stores := mixable(r)
	for i := range a.board.List {
		s, t := mixable(a.ops[a.board.List[i].Op].r)
		if scalar && t || stores && s {
			return true
		}
	}
	return false
}

// mixable says what an operation of a path is.
func mixable(r *engine.Rec) (scalar, stores bool) {
	x := r.X
	if x.Inst.Form.Fmt == isa.DS {
		return false, false
	}
	return isScalar(&x.Inst), x.Mem.Kind == isa.MemStore
}

// hostCode says that there may be host code. Where there is none, the linker leaves out what is for it only.
const hostCode = runtime.GOARCH == "amd64"

// follow lets host code execute a path that begins at the wave's program counter, if all is as it
// should be. It returns how many instructions that were. last is the dword of the instruction before,
// or engine.NoDword.
func (w *wave) follow(last uint32, budget int) int {
	c, h := w.check, w.Host()
	if !hostCode || h == nil || len(c.board.List) > 0 {
		return 0
	}
	hp := h.Path(w.WaveCore, last)
	if hp == nil {
		return 0
	}
	first := w.IP()
	p := w.prog.pathOf(hp, first)
	on := &w.memc.on
	next, again, found, ok := w.mayFollow(p, first)
	if !ok {
		h.Refused(hp)
		return 0
	}
	if on.path != p { // the collector wants to know of each
		on.path = p
	}
	on.first, on.before, on.exec, on.next, on.found = first, 0, w.Exec(), next, found
	if w.memc.mixed = p.mixed; p.mixed {
		w.memc.mixes, w.memc.mixRows = w.memc.mixes[:0], w.memc.mixRows[:0]
		w.memc.scalars, w.memc.stores = noBytes, noBytes
	}
	// In another round EXEC may be empty.
	how := engine.How{Once: !again || p.mixed || on.apart || p.byLane && !w.definedFirst(p.first)}
	if on.apart {
		how.Apart = p.laned.buffers && (c.spills || w.anyLanes(&p.laned))
		w.beginLanes()
	}
	all := h.Follow(w.WaveCore, hp, budget, how)
	p, next = on.path, on.next
	if on.apart {
		w.endLanes()
		on.apart = false
	}
	k, n := all-on.before, len(p.recs) // on the path that was followed last
	if p.mixed && len(c.board.List) == 0 && w.memc.met() {
		w.walk(p.recs[:k])
	}
	w.memc.mixed = false
	if k >= n {
		c.hazard = next
		for i := range on.found { // it has been followed once
			w.foundHazard(&on.found[i])
		}
	}
	if c.scc && p.scc != 0 && k >= int(p.scc) {
		c.definedSCC()
	}
	rest := k
	if rest >= n {
		rest -= n
	}
	if rest >= n { // seldom: divisions take long
		rest %= n
	}
	if rest > 0 {
		w.partHazards(p, first, rest)
	}
	return all
}

// mayFollow reports whether all is as it should be for a path that begins at a dword, and what pathHazards says of it.
// It notes whether the path is followed as one where lanes are undefined.
func (w *wave) mayFollow(p *path, first uint32) (next uint32, again bool, found []hazardFound, ok bool) {
	c := w.check
	if !p.clean {
		return 0, false, nil, false
	}
	if c.forgotten > 0 {
		c.rebuild()
	}
	w.memc.on.apart = false
	exec := w.Exec()
	if p.byLane && !w.definedAcross(p, exec) {
		return 0, false, nil, false
	}
	if c.spills || !c.settledFor(w, &p.touched, p.vread, exec) {
		if !w.someLanes(p, exec) {
			return 0, false, nil, false
		}
		w.memc.on.apart = true
	}
	if next, again, found, ok = w.pathHazards(p, first, w.hazardKey()); !ok {
		w.memc.on.apart = false
	}
	return next, again, found, ok
}

// definedAcross reports whether the registers of path.across are defined in the lanes that exec has not, and in lane 0
// those that are read there if EXEC is empty, as it may be.
func (w *wave) definedAcross(p *path, exec uint64) bool {
	for _, v := range p.across {
		if w.check.undefined64(w, v)&^exec != 0 {
			return false
		}
	}
	return w.definedFirst(p.later) && (exec != 0 || w.definedFirst(p.first))
}

// definedFirst reports whether vector registers are defined in lane 0.
func (w *wave) definedFirst(list []uint8) bool {
	for _, v := range list {
		if w.check.undefined64(w, v)&1 != 0 {
			return false
		}
	}
	return true
}

// following is a path that a wave follows.
type following struct {
	path   *path
	first  uint32 // dword at which it begins
	before int    // instructions that were executed before it
	exec   uint64 // EXEC at its beginning, or before that with more lanes
	next   uint32 // the state of the manual wait states behind it
	found  []hazardFound
	// apart says that lanes of registers, or what is in private memory, may be undefined: see laned.
	apart bool
	bad   isa.RegSet // registers that were when the wave came to the path, or have been since
}

// Turns asks of a path what follow asks before a wave enters one. What has been written meanwhile
// counts as written.
func (w *wave) Turns(hp engine.Path, n int) bool {
	c, on := w.check, &w.memc.on
	q := w.prog.pathOf(hp, on.first)
	if !q.clean || q.mixed != on.path.mixed || !w.turnsLanes(q) {
		return false
	}
	was := c.hazard
	if n > 0 {
		c.hazard = on.next
	}
	next, _, found, ok := w.pathHazards(q, on.first, w.hazardKey())
	if !ok || found != nil {
		c.hazard = was
		return false
	}
	if n > 0 && c.scc && on.path.scc != 0 {
		c.definedSCC()
	}
	on.path, on.before, on.next, on.found = q, n, next, nil
	w.memc.round.heads, w.memc.round.entry = 0, 0 // they were of another path
	return true
}

// partHazards follows the first n instructions of a path.
func (w *wave) partHazards(p *path, first uint32, n int) {
	c, key := w.check, w.hazardKey()
	if known := p.partial[n].Load(); uint32(known) == key {
		c.hazard = uint32(known >> 32)
		return
	}
	next := w.prog.hazards.step(w.prog, c, hazardStep{first: first, n: uint32(n), key: key, path: p.id}, p.recs)
	c.hazard = next.state
	for i := range next.found {
		w.foundHazard(&next.found[i])
	}
	if next.found == nil && c.hazard != ownState {
		p.partial[n].Store(uint64(c.hazard)<<32 | uint64(key))
	}
}

// pathHazards is the number of the state of the manual wait states behind a path, what is found on it, and whether
// another time round would leave the state as it is. ok is false where the state has no number.
func (w *wave) pathHazards(p *path, first, key uint32) (next uint32, again bool, found []hazardFound, ok bool) {
	if known := p.repeats[key&1].Load(); uint32(known) == key {
		return uint32(known >> 32), true, nil, true
	}
	if known := p.hazards[key&1].Load(); uint32(known) == key {
		return uint32(known >> 32), false, nil, true
	}
	if known := p.found.Load(); known != nil && known.key == key {
		return known.next.state, false, known.next.found, true
	}
	if w.check.hazard == ownState {
		return 0, false, nil, false
	}
	step := func(key uint32) hazardNext {
		s := hazardStep{first: first, n: uint32(len(p.recs)), key: key, path: p.id}
		return w.prog.hazards.step(w.prog, w.check, s, p.recs)
	}
	one := step(key)
	switch {
	case one.state == ownState:
		return 0, false, nil, false
	case one.found != nil:
		p.found.Store(&pathFound{key, one})
		return one.state, false, one.found, true
	}
	if two := step(one.state + 1); two.found == nil && two.state == one.state {
		p.repeats[key&1].Store(uint64(one.state)<<32 | uint64(key))
		return one.state, true, nil, true
	}
	p.hazards[key&1].Store(uint64(one.state)<<32 | uint64(key))
	return one.state, false, nil, true
}

// The events of operations on a path.

func (w *wave) Reached(d *engine.Direct, q *mem.Access, data []*isa.Row) (unset uint64, ok bool) {
	if w.memc.on.apart && d.Rec.X.Inst.Form.Fmt == isa.MUBUF {
		if unset, ok = w.reachedApart(d, q, data != nil); !ok {
			return 0, false
		}
	}
	if q.Exec == 0 {
		return 0, true
	}
	low, off, dense := q.Found()
	if w.memc.mixed && data != nil {
		a := noted{low: low, off: off, exec: q.Exec, dense: dense, k: keyOf(0, uint32(q.Bytes), 0, 0, plainWrite)}
		w.memc.mixStore(d.Rec, &a)
	}
	g, disp := w.group.global, w.group.disp
	if g == nil {
		return unset, true
	}
	stays := false
	if low-disp.ScratchBase >= disp.ScratchBytes {
		stays = w.enterReached(d, q, low, off, dense, data)
	} else if kind := plainRead; !w.ownPrivate(low, q.Span(), uint64(q.Bytes)) {
		if data != nil {
			kind = plainWrite
		}
		mem.Addresses(&q.Addr, off, nil, low)
		w.checkPrivate(d.Rec, kind, &q.Addr, q.Exec, uint64(q.Bytes))
	}
	if data != nil && !stays && disp.written.on.Load() {
		g.overwritesLanes(low, off, q.Exec, uint32(q.Bytes))
	}
	return unset, true
}

// Stored is called when a store that was reached has been made.
func (w *wave) Stored() {
	if g := w.group.global; g != nil && g.track != nil {
		g.track.made()
	}
}

// enterReached enters an operation of a path in the notes, or in the track. It reports whether the track
// relies on memory for what is stored.
func (w *wave) enterReached(d *engine.Direct, q *mem.Access, low uint64, off *isa.Row, dense bool,
	data []*isa.Row) (stays bool) {
	g := w.group.global
	if g.full {
		return false
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
	wave, n, slot, flags := uint8(w.Num), uint32(q.Bytes), d.Rec.Slot, g.flagsNow(w)
	switch t := g.track; {
	case t != nil:
		if k := keyOf(slot, n, flags, wave, kind); kind == plainWrite {
			stays = t.change(g, k, low, off, q.Exec, dense, data, q.Ext, true)
		} else {
			t.read(g, k, low, off, q.Exec, dense)
		}
		if t.full {
			w.group.kept()
		}
	case dense:
		g.dense(wave, low, q, n, slot, kind, flags)
	default:
		mem.Addresses(&q.Addr, off, nil, low)
		g.lanes(wave, &q.Addr, q.Exec, n, slot, kind, flags, q)
	}
	if kind == coherentRead {
		g.acquire(w)
	}
	return stays
}

func (w *wave) ReachedLDS(n, end int) (looked uint64) {
	c, s := w.memc, w.group.lds
	q := c.on.path.waits[n]
	c.saw &^= q.mask
	if n == 0 {
		c.round.heads, c.round.entry = 0, 0
	}
	if maxLater < 0 {
		return 0
	}
	if q.reads > 0 && s.forgets() && !s.script.comes(w, n) {
		if looked = w.quickReads(n, &q.ldsRows); looked != 0 {
			return looked
		}
	}
	if s.script.mode == scriptFollows {
		if w.follows(n, q) {
			return q.mask
		}
		s.real(w.group)
	}
	if looked = w.quickList(n, end, q); s.script.mode == scriptWrites {
		if looked == q.mask {
			w.noteScript(n, q)
		} else {
			s.script.mode = scriptOff
		}
	}
	return looked
}

// quickList looks at the operations of a list, and perhaps at those of others behind it, as long as none has to be
// looked at lane by lane.
func (w *wave) quickList(n, end int, q *ldsWait) (looked uint64) {
	c, s := w.memc, w.group.lds
	switch {
	case s.waves > 1 && s.mixed && !s.quiet:
		return 0
	case q.reads > 0:
		if q.run != nil && end >= q.upTo && !s.forgets() && s.script.mode != scriptWrites {
			looked = w.quickReads(n, q.run)
		}
		if looked == 0 {
			looked = w.quickReads(n, &q.ldsRows)
		}
		if looked != 0 {
			return looked
		}
	}
	var list [4]*isa.Row
	for i := range q.ops {
		o := &q.ops[i]
		switch {
		case o.atomic && s.waves > 1:
			return looked
		case o.row >= 0:
			a := &s.places[o.row]
			if o.first {
				d := &q.rows[o.row]
				exec, m0, addr := w.LDSOperandsOf(d.op, d.d)
				if !w.place(a, exec, m0, addr, d.end, d.clear) {
					return looked
				}
			}
			if a.exec == 0 {
				break
			}
			var data []*isa.Row
			if o.stores {
				data = w.LDSDataOf(int(o.op), o.d, &list)
			}
			if c.begun = w.quickParts(&o.ldsShape, o.slot, a, data); c.begun < int(o.n) {
				return looked
			}
			c.begun = 0
		case !o.lanes:
			return looked
		}
		w.wroteLDS(o.d.Rec.X)
		looked |= 1 << o.op
	}
	return looked
}

// QuietLDS: where no other wave can race, an access of what has been written finds nothing, and changes nothing.
func (w *wave) QuietLDS() (below uint32, stamps []uint32, since uint32) {
	s := w.group.lds
	if !s.forgets() || maxLater < 0 || s.script.comes(w, -1) {
		return 0, nil, 0
	}
	if w.memc.saw = 0; int(s.full) < 4*len(s.own) {
		s.fill()
	}
	if s.script.mode == scriptOff { // else own may not have it, or others are to do the same
		stamps = s.own[:(len(w.group.LDS.Bytes())+3)/4]
	}
	return s.full, stamps, s.start << 4
}

func (w *wave) LeftLDS(n int) {
	s, c := w.group.lds, &w.memc.round
	if n == 0 || c.entry == 0 || c.entry != len(s.later) || c.from != s.emptied {
		return // without a list the entry is of another round
	}
	for o := &s.later[c.entry-1]; o.to > n && o.to > o.from; {
		o.to--
		s.waiting -= o.path.waits[o.to].reads
	}
}

// wroteLDS counts an operation of LDS that does something else than load.
func (w *wave) wroteLDS(x *engine.Bound) {
	if g := w.group.global; g != nil && x.Mem.Kind != isa.MemLoad {
		g.wrote[w.Num]++
	}
}

func (w *wave) ReachedOne(n int, d *engine.Direct, exec uint64, m0 uint32, addr *isa.Row, data []*isa.Row) {
	x := d.Rec.X
	w.wroteLDS(x)
	c, s := w.memc, w.group.lds
	s.leave(w.group)
	c.saw &^= 1 << n
	done := c.begun
	if c.begun = 0; done == 0 && (s.waves == 1 || !s.mixed || s.quiet) {
		sh, a := &w.prog.usages[d.Rec.Slot].Load().lds, &s.places[0]
		looks := sh.n > 0 && exec != 0 && maxLater >= 0 && !(sh.atomic && s.waves > 1)
		if looks && w.place(a, exec, m0, addr, sh.end, sh.clear) {
			if done = w.quickParts(sh, d.Rec.Slot, a, data); done == int(sh.n) {
				return
			}
		}
	}
	if w.lookAt(d, exec, m0, addr, data, done) {
		c.saw |= 1 << n
	}
}

func (w *wave) ReturnedLDS(n int, d *engine.Direct) {
	c := w.memc
	if c.saw>>n&1 == 0 {
		return
	}
	exec, m0, addr := w.LDSOperandsOf(n, d)
	op := &c.onPath
	op.r, op.parts = d.Rec, 0
	w.partsDS(d.Rec.X, exec, m0, addr, op)
	for _, p := range op.lds[:op.parts] {
		w.group.lds.sees(w, d.Rec, p)
	}
}

func (w *wave) Again(n int) {
	c := w.memc
	c.again, c.foreign = true, c.saw>>n&1 != 0
}

func (w *wave) ReachedScalar(d *engine.Direct, addr uint64, n int) {
	if w.memc.mixed {
		w.memc.mixScalar(d.Rec, addr, uint64(n))
	}
	g := w.group.global
	if !g.unwritten(addr, uint64(n)) {
		w.checkScalarRead(d.Rec, addr, n)
	}
	if g != nil && !g.full {
		w.spanned(d.Rec.Slot, plainRead, g.flagsNow(w), addr, uint64(n))
	}
}

// mixedOp is a scalar operation or a vector store of a path where they mix.
type mixedOp struct {
	r         *engine.Rec
	exec      uint64 // 0: it is scalar
	low, high uint64 // bytes among which all that it accesses are
	row       int    // of memCheck.mixRows: how far behind low the lanes of a store are
}

// mix is a place for an operation.
func (c *memCheck) mix(r *engine.Rec) *mixedOp {
	n := len(c.mixes)
	if n == cap(c.mixes) {
		c.mixes = append(c.mixes, mixedOp{})
	}
	c.mixes = c.mixes[:n+1]
	c.mixes[n].r = r
	return &c.mixes[n]
}

// mixScalar enters a scalar load of n bytes.
func (c *memCheck) mixScalar(r *engine.Rec, addr, n uint64) {
	m := c.mix(r)
	m.exec, m.low, m.high = 0, addr, addr+n
	c.scalars.add(m.low, m.high)
}

// mixStore enters a store.
func (c *memCheck) mixStore(r *engine.Rec, a *noted) {
	n := uint64(a.k.bytes())
	switch {
	case a.dense:
		c.mixLanes(r, a.exec, a.low, isa.Lanes*n, mem.LaneSteps(int(n)))
	case a.h != nil:
		c.mixLanes(r, a.exec, a.low, uint64(a.h.extent), &a.h.off)
	default:
		var at [isa.Lanes]uint64
		mem.Addresses(&at, a.off, nil, a.low)
		_, high := mem.Extent(&at, a.exec)
		c.mixLanes(r, a.exec, a.low, high+n-a.low, a.off)
	}
}

// mixLanes enters a store by the lanes of exec, each at low plus its offset, all in n bytes from low on.
func (c *memCheck) mixLanes(r *engine.Rec, exec, low, n uint64, off *isa.Row) {
	m, row := c.mix(r), len(c.mixRows)
	if row == cap(c.mixRows) {
		c.mixRows = append(c.mixRows, isa.Row{})
	}
	c.mixRows = c.mixRows[:row+1]
	copy(c.mixRows[row][:], off[:])
	m.exec, m.low, m.high, m.row = exec, low, low+n, row
	c.stores.add(m.low, m.high)
}

// extent is from where to where bytes lie.
type extent struct{ low, high uint64 }

// noBytes is that of none.
var noBytes = extent{low: math.MaxUint64}

// add adds bytes.
func (e *extent) add(low, high uint64) { e.low, e.high = min(e.low, low), max(e.high, high) }

// met reports whether a scalar operation and a vector store may have accessed the same bytes.
func (c *memCheck) met() bool {
	if c.scalars.low >= c.stores.high || c.stores.low >= c.scalars.high {
		return false
	}
	for i := range c.mixes {
		for j := range c.mixes {
			a, b := &c.mixes[i], &c.mixes[j]
			if a.exec == 0 && b.exec != 0 && a.low < b.high && b.low < a.high {
				return true
			}
		}
	}
	return false
}

// walk goes through instructions of a path once more that the wave has just executed, with a board.
func (w *wave) walk(recs []*engine.Rec) {
	end := w.Insts
	w.Insts -= uint64(len(recs))
	for _, r := range recs {
		w.Insts++
		if r.X.Inst.Form.Desc.Do == isa.CtlWaitcnt || r.X.Event.Counts() {
			w.Passed(r, nil)
		}
	}
	w.Insts = end
}

// Passed enters what the path has had in order on the board.
func (w *wave) Passed(r *engine.Rec, d *engine.Direct) {
	c := w.memc
	if !r.X.Event.Counts() {
		w.check.wait(r)
		return
	}
	b := &w.check.board
	if len(b.List) == 0 {
		c.next = keptOps
	}
	op := c.ops[c.next%keptOps]
	if op == nil {
		op = new(mop)
		c.ops[c.next%keptOps] = op
	}
	op.id, op.r, op.parts, op.dma, op.write, op.scalar, op.exec = c.next, r, 0, false, false, 0, 0
	lanes := uint64(engine.AllLanes)
	if d != nil {
		if lanes = w.ExecOf(d); r.X.Inst.Form.Fmt == isa.DS {
			exec, m0, addr := w.LDSOperands(d)
			w.partsDS(r.X, exec, m0, addr, op)
		}
	}
	if i := slices.IndexFunc(c.mixes, func(m mixedOp) bool { return m.r == r }); c.mixed && i >= 0 {
		switch m := &c.mixes[i]; {
		case m.exec == 0:
			op.scalar, op.place()[0] = uint32(r.X.Mem.Size), m.low
			w.compareScalar(op)
		default:
			op.write, op.exec, op.bytes = true, m.exec, uint32(r.X.Mem.Size)
			mem.Addresses(op.place(), &c.mixRows[m.row], nil, m.low)
			w.compareVector(op, m.exec, op.bytes, op.addr)
		}
	}
	b.Op = c.next
	c.next++
	before := len(b.List)
	b.Enter(&r.X.Entry, r.Slot, lanes, false)
	w.check.entered(w.prog.usages[r.Slot].Load(), before, op.id)
}
