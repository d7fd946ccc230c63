package dyncheck

import (
	"math/bits"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Most instructions of LDS load or store whole dwords in order, and many have the same addresses but
// for their offsets. So addresses are looked at once, and what is asked of an access is answered from
// what is known of them: see [wave.quickLDS].

// ldsRow are addresses of lanes.
type ldsRow struct {
	at    isa.Row
	exec  uint64
	top   uint32 // the highest
	low   uint32 // the bits of all
	dense bool   // as in ldsPart
}

// ldsPlace is where an access of whole dwords goes: to addresses, plus offset.
type ldsPlace struct {
	exec   uint64
	top    uint32 // the highest address of the lanes of exec, offset not added
	offset uint32
	bytes  uint32
	dense  bool
}

// ldsMemo is the number of a row of addresses that a register has had.
type ldsMemo struct {
	addr  *isa.Row
	row   int
	epoch uint32 // that of the shadow, as long as the register has not changed
}

const (
	ldsMemos = 8
	maxRows  = 1024
)

// ldsShape is what an instruction that only loads from LDS, or only stores there, does: elements of
// bytes, which are whole dwords, at the address of each lane plus each of n offsets, without the bits
// of clear. n is 0 for other instructions.
type ldsShape struct {
	offsets [2]uint32
	bytes   uint32
	clear   uint32
	n       uint8
	stores  bool
}

// shapeOf is the shape of an instruction.
func (p *program) shapeOf(x *engine.Bound) (s ldsShape) {
	m := &x.Mem
	if x.Inst.Form.Fmt != isa.DS || m.Kind != isa.MemLoad && m.Kind != isa.MemStore || m.Src2 || m.TID || x.Inst.Mod.GDS ||
		m.Size == 0 || m.Size%4 != 0 {
		return s
	}
	s = ldsShape{[2]uint32{uint32(x.Inst.Mod.Offset)}, uint32(m.Size), mem.DSAlignMask(p.Features(), int(m.Size)), 1,
		m.Kind == isa.MemStore}
	if m.Two {
		s.offsets[0], s.offsets[1] = engine.PairOffsets(x)
		if !s.stores || s.offsets[0] != s.offsets[1] {
			s.n = 2
		}
	}
	return s
}

// keptRow is the number of a row as long as the rows have not been emptied since.
type keptRow struct {
	row     int
	emptied uint32
}

// kept is the number of a row, -1 where it is no more.
func (s *ldsShadow) kept(k *keptRow) int {
	if k.emptied != s.emptied {
		return -1
	}
	return k.row
}

// noRows forgets all rows that are not in use.
func (s *ldsShadow) noRows() {
	if s.inUse {
		return
	}
	s.rows = s.rows[:0]
	s.emptied++
	s.epoch++
}

// keep keeps the addresses of an access, for which there is room.
func (s *ldsShadow) keep(p *ldsPart) int {
	n, r := s.newRow()
	r.at, r.exec, r.top, r.low, r.dense = p.pos, p.exec, p.top, p.low, p.dense
	return n
}

func (s *ldsShadow) newRow() (int, *ldsRow) {
	n := len(s.rows)
	if n == cap(s.rows) {
		s.rows = append(s.rows, ldsRow{})
	}
	s.rows = s.rows[:n+1]
	return n, &s.rows[n]
}

// rowOf is the number of a row with the addresses of a register, -1 where there is no room for it.
func (s *ldsShadow) rowOf(addr *isa.Row, exec uint64) int {
	m := &s.memo[uintptr(unsafe.Pointer(addr))/unsafe.Sizeof(*addr)%ldsMemos]
	if m.addr == addr && m.row < len(s.rows) && s.rows[m.row].exec == exec &&
		(m.epoch == s.epoch || s.rows[m.row].at == *addr) {
		m.epoch = s.epoch
		return m.row
	}
	switch free := s.waiting == 0 && !s.inUse; {
	case free && len(s.rows) >= ldsMemos: // few rows stay in the host's caches
		s.noRows()
	case len(s.rows) == maxRows:
		return -1
	}
	n, r := s.newRow()
	r.exec = exec
	r.top, r.low, r.dense = mem.Resolve(&r.at, addr, 0, 0, exec)
	m.addr, m.row, m.epoch = addr, n, s.epoch
	return n
}

// ldsReads are the reads of LDS that a path of host code does before it writes there. Those that have
// the same lanes and addresses but for their offsets are asked about once: the first one of them, their
// head, covers the others. They are entered together, in the order in which they were issued.
type ldsReads struct {
	list  []ldsRead
	heads [64]ldsHead // by operation
	// same is, likewise, the first operation that is the same as [engine.Path] says, -1 where there is
	// none. Nothing covers that one.
	same [64]int8
}

type ldsRead struct {
	op, head uint8 // numbers of operations
	slot     uint32
	ldsShape
}

// ldsHead is what a head covers: mask has the operations, end how far behind an address they reach, low
// the bits of all offsets, clear those that addresses must not have; none where mask is 0.
type ldsHead struct {
	mask            uint64
	end, low, clear uint32
}

// manyReads are reads of a wave on a path, of operations from one number to before another: those of
// active heads, whose rows of addresses are rows.
type manyReads struct {
	of       *ldsReads
	from, to int
	active   uint64
	rows     [64]uint16
}

// find finds the reads of a path.
func (a *ldsReads) find(p *program, h engine.Path) {
	n, head, wrote := -1, [64]uint8{}, false
	for _, r := range h.Recs() {
		if !r.X.Event.Counts() {
			continue
		}
		n++
		same := h.Same(n)
		if same >= 0 && a.same[same] >= 0 {
			same = int(a.same[same])
		}
		a.same[n] = int8(same)
		if r.X.Inst.Form.Fmt != isa.DS {
			continue
		}
		sh := &p.keepUsage(r.Slot, r.X).lds
		wrote = wrote || sh.n == 0 || sh.stores
		if wrote {
			continue
		}
		if head[n] = uint8(n); same >= 0 {
			head[n] = head[same]
		}
		q := &a.heads[head[n]]
		q.mask |= 1 << n
		for _, o := range sh.offsets[:sh.n] {
			q.end, q.low, q.clear = max(q.end, o+sh.bytes), q.low|o, q.clear|sh.clear|3
		}
		a.list = append(a.list, ldsRead{uint8(n), head[n], r.Slot, *sh})
	}
}

// covers makes operation n of a path a head, if nothing has to be looked at lane by lane of what it
// covers. It returns these operations. row is the number of the row with the addresses.
func (w *wave) covers(n, row int, m0 uint32) (covered uint64) {
	c, s := w.memc, w.group.lds
	q := &c.on.path.lds.heads[n]
	if q.mask == 0 || row < 0 || maxLater < 0 || !s.quiet || s.marked || s.waiting+2*len(c.on.path.lds.list) > maxLater {
		return 0
	}
	r := &s.rows[row]
	end := uint64(r.top) + uint64(q.end)
	if (r.low|q.low)&q.clear != 0 || end > uint64(mem.LDSLimit(w.prog.Features(), m0, uint32(len(w.group.LDS.Bytes())))) {
		return 0
	}
	if end > uint64(s.full) {
		if s.fill(); end > uint64(s.full) {
			return 0
		}
	}
	c.heads |= 1 << n
	c.saw &^= q.mask
	s.inUse = true
	return q.mask
}

// looked enters what is covered by heads of operations up to before number n.
func (w *wave) looked(n int) {
	c, s := w.memc, w.group.lds
	if c.heads == 0 || c.from >= n || s.waves == 1 {
		return
	}
	reads := &c.on.path.lds
	many := 0
	for i := range reads.list {
		if o := &reads.list[i]; int(o.op) >= c.from && int(o.op) < n && c.heads>>o.head&1 != 0 {
			many += int(o.n)
		}
	}
	if many > 0 {
		k := len(s.batches)
		s.wait(w.Num, 0, 0).many = k
		s.waiting += many - 1
		if k == cap(s.batches) {
			s.batches = append(s.batches, manyReads{})
		}
		s.batches = s.batches[:k+1]
		m := &s.batches[k]
		m.of, m.from, m.to, m.active = reads, c.from, n, c.heads
		for h := c.heads; h != 0; h &= h - 1 {
			i := bits.TrailingZeros64(h)
			m.rows[i] = uint16(c.kept[i].row)
		}
	}
	c.from = n
}

// each calls f for each of the reads that wait as one.
func (s *ldsShadow) each(o *ordered, f func(o *ordered)) {
	if o.many < 0 {
		f(o)
		return
	}
	m := &s.batches[o.many]
	for i := range m.of.list {
		q := &m.of.list[i]
		if int(q.op) < m.from || int(q.op) >= m.to || m.active>>q.head&1 == 0 {
			continue
		}
		row := int(m.rows[q.head])
		r := &s.rows[row]
		for _, offset := range q.offsets[:q.n] {
			s.one = ordered{wave: o.wave, slot: q.slot, row: row, many: -1}
			s.one.ldsPlace = ldsPlace{exec: r.exec, top: r.top, offset: offset, bytes: q.bytes, dense: r.dense}
			f(&s.one)
		}
	}
}

// writtenAt reports whether accesses in order have written all dwords of bytes at the addresses of a row,
// plus offset. Where it reports false they may have been written otherwise.
func (s *ldsShadow) writtenAt(r *ldsRow, offset, bytes uint32) bool {
	if s.fill(); r.top+offset+bytes <= s.full {
		return true
	}
	for k := range bytes / 4 {
		if below, _ := mem.Stamps(s.own[offset/4+k:], &r.at, r.exec, r.top, s.start<<4, 0, r.dense, &s.tmp); below != 0 {
			return false
		}
	}
	return true
}

// changed is called where registers may have changed: memos have to be compared with them.
func (s *ldsShadow) changed() { s.epoch++ }

// quickLDS makes the first parts of an access of which nothing has to be looked at lane by lane. It
// returns how many. n is the number of the row with the addresses, below 0 where there is none.
func (w *wave) quickLDS(sh *ldsShape, slot uint32, exec uint64, m0 uint32, n int, data []*isa.Row) (done int) {
	s := w.group.lds
	if sh.n == 0 || exec == 0 || maxLater < 0 || n < 0 {
		return 0
	}
	limit := uint64(mem.LDSLimit(w.prog.Features(), m0, uint32(len(w.group.LDS.Bytes()))))
	for _, o := range sh.offsets[:sh.n] {
		r := &s.rows[n]
		end := uint64(r.top) + uint64(o) + uint64(sh.bytes)
		if (r.low|o)&(sh.clear|3) != 0 || end > limit {
			break
		}
		switch {
		case sh.stores && s.waves == 1:
			if end > uint64(s.full) {
				for k := range sh.bytes / 4 {
					mem.Mark(s.own[o/4+k:], &r.at, exec, r.top, s.now<<4, r.dense)
				}
				s.fill()
			}
		case sh.stores:
			c := &ldsPlace{exec, r.top, o, sh.bytes, r.dense}
			if !s.postponeWrite(w, data[done*int(sh.bytes/4):], slot, &r.at, n, nil, c) {
				return done
			}
		case end > uint64(s.full) && !s.writtenAt(r, o, sh.bytes):
			return done
		case s.waves == 1:
		case !s.quiet || s.marked || s.waiting >= maxLater:
			return done
		default: // field by field: a copy would wait for what has just been stored
			c := s.wait(w.Num, slot, n)
			c.exec, c.top, c.offset, c.bytes, c.dense = exec, r.top, o, sh.bytes, r.dense
		}
		done++
	}
	return done
}
