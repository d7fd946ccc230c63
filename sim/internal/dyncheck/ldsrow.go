package dyncheck

import (
	"slices"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Most instructions of LDS load or store whole dwords in order. All that has to be known of one when
// it is issued is that it lies in LDS, that what it reads has been written, and that no other wave
// has to do with what it accesses: the latter two mostly hold for a whole register of addresses at
// once. The rest waits in [ldsShadow.later] until somebody wants to know, which is mostly nobody.

// maxRows is how many rows of addresses there are of accesses that wait.
const maxRows = 1024

// ldsPlace is where an access of whole dwords goes: to addresses, plus an offset.
type ldsPlace struct {
	at    *isa.Row
	exec  uint64
	top   uint32 // no address of the lanes of exec is higher
	row   int    // the number of the row that waits with the addresses, -1 where there is none
	dense bool   // as in ldsPart
}

// ldsShape is what an instruction that only loads from LDS, or only stores there, or an atomic does: elements of
// bytes, which are whole dwords, at the address of each lane plus each of n offsets. Addresses have
// none of the bits of clear, or else it is something else. n is 0 for other instructions.
type ldsShape struct {
	offsets [2]uint32
	bytes   uint32
	end     uint32 // how far behind an address it reaches
	clear   uint32
	n       uint8
	stores  bool
	atomic  bool
}

// shapeOf is the shape of an instruction.
func (p *program) shapeOf(x *engine.Bound) (s ldsShape) {
	m := &x.Mem
	if s.atomic = m.Kind == isa.MemAtomic && !m.Two; x.Inst.Form.Fmt != isa.DS || m.Src2 || m.TID || x.Inst.Mod.GDS ||
		m.Kind != isa.MemLoad && m.Kind != isa.MemStore && !s.atomic || m.Size == 0 || m.Size%4 != 0 {
		return ldsShape{}
	}
	s.offsets[0], s.bytes, s.n = uint32(x.Inst.Mod.Offset), uint32(m.Size), 1
	s.clear, s.stores = mem.DSAlignMask(p.Features(), int(m.Size))|3, m.Kind == isa.MemStore
	if m.Two {
		s.offsets[0], s.offsets[1] = engine.PairOffsets(x)
		if !s.stores || s.offsets[0] != s.offsets[1] {
			s.n = 2
		}
	}
	for _, o := range s.offsets[:s.n] {
		if s.end = max(s.end, o+s.bytes); o&s.clear != 0 {
			return ldsShape{}
		}
	}
	return s
}

// ldsWait are the operations of LDS on a path that are looked at together, before a wait.
type ldsWait struct {
	ops  []ldsOp
	mask uint64 // the operations, by their numbers on the path
	// stored is how many rows they store, others how many do something else than load
	stored int
	others uint32
	ldsRows
	// run has the rows of this list and those behind it, up to before list upTo, which only load, where host code has
	// noted all of them; nil where there are no others.
	run  *ldsRows
	upTo int
}

// ldsRows are addresses of operations that are looked at together.
type ldsRows struct {
	rows  []ldsAddrs
	heads uint64 // of rows
	reads int    // how often the operations read where all of them are loads of a shape, else 0
	// regs are rows where none of them is held, of which end is how far the farthest reaches.
	regs []mem.Reach
	end  uint32
	// noted is that for rows as host code notes them. It is made when it is needed.
	noted atomic.Pointer[notedRows]
}

// notedRows are rows in the notes of a round, nil where some are not there, and where their lanes lie.
type notedRows struct {
	rows  []mem.Reach
	lanes []int
}

type ldsOp struct {
	ldsShape
	d     *engine.Direct
	slot  uint32
	row   int  // number in rows, of several operations with the same lanes and addresses; -1: it has no shape
	first bool // of these
	lanes bool // it only moves data between lanes
	op    uint8
}

// ldsAddrs are the addresses of operations: end is how far behind an address these reach, clear the bits
// that addresses must not have.
type ldsAddrs struct {
	exec, m0, addr engine.Ref
	op             int // the first of them in the list
	d              *engine.Direct
	end, clear     uint32
	head           uint8     // the number of the first operation of the path that has the same lanes and addresses
	reads          mem.Reach // of those of the path that load from them
}

// ldsRound is what is known of the round of a path that a wave is in.
type ldsRound struct {
	heads uint64 // whose addresses the entry has, for all that the path loads from them
	entry int    // the number in ldsShadow.later of the entry that has the last loads, from 1
	from  uint32 // ldsShadow.emptied then
}

// findLDS finds what a path does with LDS.
func (a *path) findLDS(p *program) {
	var reads [64]ldsShape // together, by the first operation with the addresses
	for _, told := range a.host.Told() {
		q := new(ldsWait)
		rows := map[int]int{} // likewise
		for _, n := range told {
			o := ldsOp{d: a.host.Op(int(n)), row: -1, op: n}
			r := o.d.Rec
			o.slot, o.ldsShape = r.Slot, p.keepUsage(r.Slot, r.X).lds
			if o.lanes = movesLanes(r.X.Mem.Kind); o.n > 0 {
				at := int(n)
				for same := a.host.Same(at); same >= 0; same = a.host.Same(at) {
					at = same
				}
				if r := &reads[at]; !o.stores && !o.atomic {
					r.end, r.clear = max(r.end, o.end), r.clear|o.clear
				}
				k, ok := rows[at]
				if o.row, o.first = k, !ok; !ok {
					o.row, rows[at] = len(q.rows), len(q.rows)
					r := ldsAddrs{head: uint8(at), op: int(n), d: o.d}
					r.exec, r.m0, r.addr = o.d.LDSRefs()
					q.rows = append(q.rows, r)
					q.heads |= 1 << at
				}
				s := &q.rows[o.row]
				s.end, s.clear = max(s.end, o.end), s.clear|o.clear
			}
			q.mask |= 1 << n
			if q.stored += len(o.d.LDSDataRefs()); r.X.Mem.Kind != isa.MemLoad {
				q.others++
			}
			q.ops = append(q.ops, o)
		}
		if !slices.ContainsFunc(q.ops, func(o ldsOp) bool { return o.n == 0 || o.stores || o.atomic }) {
			for _, o := range q.ops {
				q.reads += int(o.n)
			}
		}
		a.waits = append(a.waits, q)
	}
	for i := range a.waits {
		q, held := a.waits[i], false
		for i := range q.rows {
			r := &reads[q.rows[i].head]
			q.rows[i].reads = mem.Reach{Reg: uint32(uint8(q.rows[i].addr)), End: r.end, Clear: r.clear}
			q.end = max(q.end, r.end)
			q.regs = append(q.regs, q.rows[i].reads)
			held = held || q.rows[i].held()
		}
		if held {
			q.regs = nil
		}
	}
	for n := len(a.waits) - 2; n >= 0; n-- {
		q, next := a.waits[n], a.waits[n+1]
		if q.reads == 0 || next.reads == 0 {
			continue
		}
		run := &ldsRows{}
		if q.run, q.upTo = run, n+2; next.run != nil {
			q.upTo = next.upTo
		}
		for _, u := range a.waits[n:q.upTo] {
			for _, r := range u.rows {
				if run.heads>>r.head&1 == 0 {
					run.heads |= 1 << r.head
					run.rows = append(run.rows, r)
				}
			}
			run.reads += u.reads
			run.end = max(run.end, u.end)
		}
	}
}

// held reports whether it is not in registers as they are when the operations are looked at.
func (a *ldsAddrs) held() bool {
	return a.exec >= engine.Held || a.m0 >= engine.Held || a.addr >= engine.Held
}

// keep keeps the addresses of a place, and reports false where there is no room for them.
func (s *ldsShadow) keep(a *ldsPlace) bool {
	if a.row < 0 {
		if len(s.rows) == maxRows {
			return false
		}
		a.row = s.newRows(1)
		r := &s.rows[a.row]
		r.M = a.exec
		mem.Shorten(&r.At, a.at, a.exec, a.top+1, 0)
	}
	return true
}

// newRows makes n rows and returns the number of the first.
func (s *ldsShadow) newRows(n int) int {
	k := len(s.rows)
	if k+n > cap(s.rows) {
		s.rows = slices.Grow(s.rows, n)
	}
	s.rows = s.rows[:k+n]
	return k
}

// each calls f for each of the accesses that wait as one.
func (s *ldsShadow) each(o *ordered, f func(o *ordered)) {
	if o.path == nil {
		f(o)
		return
	}
	one, row, known := *o, o.row, uint64(0)
	one.path = nil
	for i := o.from; i < o.to; i++ {
		q := o.path.waits[i]
		for i := range q.rows {
			if h := q.rows[i].head; known>>h&1 == 0 {
				known |= 1 << h
				s.rowOf[h] = row
				row++
			}
		}
		for i := range q.ops {
			p := &q.ops[i]
			if one.row = s.rowOf[q.rows[p.row].head]; s.rows[one.row].M == 0 {
				continue
			}
			for _, offset := range p.offsets[:p.n] {
				one.slot, one.offset, one.bytes = p.slot, offset, p.bytes
				f(&one)
			}
		}
	}
}

// quickReads makes list n of the operations of a path, which only loads, where all it reads has been
// written, and nothing has been written since the last barrier. It also makes the lists behind it that load
// from the same addresses. It returns all their operations, none where it has done nothing.
func (w *wave) quickReads(n int, q *ldsRows) (looked uint64) {
	s, c := w.group.lds, &w.memc.round
	forgets := s.forgets()
	if forgets {
		c.heads = 0 // of the lists before, nothing may have been told
	}
	if !forgets && (!s.quiet || s.marked || s.waiting+q.reads > maxLater || len(s.rows)+len(q.rows) > maxRows) {
		return 0
	}
	var o *ordered // the entry of the loads before
	if c.entry > 0 && c.entry == len(s.later) && c.from == s.emptied {
		if o = &s.later[c.entry-1]; o.to != n || o.row+o.heads != len(s.rows) {
			o = nil
		}
	}
	if o == nil && !forgets {
		c.heads = 0
	}
	first := len(s.rows)
	if heads := q.heads &^ c.heads; heads != 0 {
		if !w.quickRows(q, heads) {
			s.rows = s.rows[:first]
			return 0
		}
		c.heads |= heads
	}
	switch {
	case forgets:
		s.rows = s.rows[:first]
	case o == nil:
		o = s.wait(w.Num)
		o.path, o.from, o.stamp, o.write = w.memc.on.path, n, s.now, false
		o.row, o.heads = first, len(s.rows)-first
		c.entry, c.from = len(s.later), s.emptied
		s.waiting--
	default:
		o.heads = len(s.rows) - o.row
	}
	waits, to := w.memc.on.path.waits, n
	for to < len(waits) {
		q := waits[to]
		if q.reads == 0 || q.heads&^c.heads != 0 || !forgets && s.waiting+q.reads > maxLater {
			break
		}
		if !forgets {
			s.waiting += q.reads
		}
		looked |= q.mask
		if to++; !forgets && s.script.mode == scriptWrites { // which has one list after the other
			break
		}
	}
	w.memc.saw &^= looked
	if o != nil {
		o.to = to
	}
	return looked
}

// quickRows makes rows of the addresses of loads, those of some heads. It reports false where not all that
// the path loads from them has been written.
func (w *wave) quickRows(q *ldsRows, heads uint64) bool {
	s := w.group.lds
	if exec, regs, list := w.together(q); list != nil && exec != 0 {
		if heads != q.heads {
			s.reach = s.reach[:0]
			for i := range list {
				if heads>>q.rows[i].head&1 != 0 {
					s.reach = append(s.reach, list[i])
				}
			}
			list = s.reach
		}
		rows := s.rows[s.newRows(len(list)):]
		limit := mem.LDSLimit(w.prog.Features(), w.ScalarAt(isa.CodeM0), uint32(len(w.group.LDS.Bytes())))
		if end := min(s.full, limit); end >= q.end && mem.ShortenAll(rows, regs, list, exec, end) {
			return true
		}
		s.fill()
		end := min(s.full, limit)
		return end >= q.end && mem.ShortenAll(rows, regs, list, exec, end)
	}
	for i := range q.rows {
		a := &q.rows[i]
		if heads>>a.head&1 == 0 {
			continue
		}
		exec, m0, addr := w.LDSOperandsOf(a.op, a.d)
		limit := mem.LDSLimit(w.prog.Features(), m0, uint32(len(w.group.LDS.Bytes())))
		r := &s.rows[s.newRows(1)]
		if r.M = exec; r.M == 0 {
			continue
		}
		ok := false
		if end := min(s.full, limit); end >= a.reads.End {
			ok, _ = mem.Shorten(&r.At, addr, r.M, end-a.reads.End+1, a.reads.Clear)
		}
		if !ok {
			s.fill()
			end := min(s.full, limit)
			if end < a.reads.End {
				return false
			}
			if ok, _ = mem.Shorten(&r.At, addr, r.M, end-a.reads.End+1, a.reads.Clear); !ok {
				return false
			}
		}
	}
	return true
}

// together is where the addresses of all operations of a list are, for all lanes of exec; list is nil where
// they have to be looked at one by one.
func (w *wave) together(q *ldsRows) (exec uint64, regs []isa.Row, list []mem.Reach) {
	if w.InRegisters() {
		return w.Exec(), w.V[:], q.regs
	}
	noted := q.noted.Load()
	if noted == nil {
		noted = w.notedRows(q)
		q.noted.Store(noted)
	}
	if noted.rows == nil {
		return 0, nil, nil
	}
	exec = w.NotedLanes(noted.lanes[0])
	for _, at := range noted.lanes[1:] {
		if w.NotedLanes(at) != exec {
			return 0, nil, nil
		}
	}
	return exec, w.NotedRows(), noted.rows
}

// notedRows finds where rows are noted.
func (w *wave) notedRows(q *ldsRows) *notedRows {
	n := new(notedRows)
	for i := range q.rows {
		r := q.rows[i].reads
		row, lanes, ok := w.NotedRow(q.rows[i].op)
		if !ok {
			return new(notedRows)
		}
		r.Reg = row
		n.rows = append(n.rows, r)
		if !slices.Contains(n.lanes, lanes) {
			n.lanes = append(n.lanes, lanes)
		}
	}
	return n
}

// place finds where operations go that reach to end behind an address. It reports false where they do
// not all lie in LDS, in whole dwords.
func (w *wave) place(a *ldsPlace, exec uint64, m0 uint32, addr *isa.Row, end, clear uint32) (ok bool) {
	s := w.group.lds
	a.at, a.exec, a.row = addr, exec, -1
	if exec == 0 {
		return true
	}
	limit := mem.LDSLimit(w.prog.Features(), m0, uint32(len(w.group.LDS.Bytes())))
	to := &s.short
	if s.waves > 1 && len(s.rows) < maxRows {
		a.row = s.newRows(1)
		to, s.rows[a.row].M = &s.rows[a.row].At, exec
	}
	// Where all is below what has been written that is known from top.
	for _, limit := range [...]uint32{min(limit, s.full), limit} {
		if limit >= end && !ok {
			a.top = limit - end
			ok, a.dense = mem.Shorten(to, addr, exec, a.top+1, clear)
		}
	}
	return ok
}

// quickParts makes the first parts of an operation of which nothing has to be looked at lane by
// lane. It returns how many. data is what a store stores.
func (w *wave) quickParts(sh *ldsShape, slot uint32, a *ldsPlace, data []*isa.Row) (done int) {
	s, n := w.group.lds, sh.bytes/4
	if sh.atomic {
		if s.waves == 1 && a.top+sh.end <= s.full { // nothing is found, and nothing changes
			return 1
		}
		return 0
	}
	for _, o := range sh.offsets[:sh.n] {
		var rows []*isa.Row
		if sh.stores {
			rows = data[uint32(done)*n:][:n]
		}
		if !s.postpone(w, slot, a, o, sh.bytes, sh.stores, rows) {
			break
		}
		done++
	}
	return done
}
