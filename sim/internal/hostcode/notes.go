package hostcode

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Who is told of accesses is told of those that the code of a whole path has made when it has ended, by
// [engine.Notes]. Global and scalar memory is noted where it is found, what operations of LDS read in front
// of the wait at which they are told of. Nothing is noted there where all that they access lies below an
// address, or has a stamp that says that nothing has to be told.

// align makes each round's notes begin where a line of the host's caches does, as rows in them do.
func (h *whole) align() { h.round = (h.round + hostLine - 1) &^ (hostLine - 1) }

// bind lets the code go on only at waits behind which nothing of what has been noted before them is looked at.
func (b *wholeCoder) bind() {
	told := map[int]int{} // the part in which an operation's notes are written
	for i := range b.p.parts {
		for _, k := range b.p.parts[i].told {
			told[int(k)] = i
		}
	}
	unbound := func(from, to int) {
		for i := from + 1; i <= to; i++ {
			b.entries[i] = noLabel
		}
	}
	for i := range b.p.parts {
		s := &b.p.parts[i]
		for _, k := range s.told {
			if at, ok := told[b.p.ops[k].same]; ok {
				unbound(at, i)
			}
		}
		for _, x := range s.access {
			if at, ok := told[int(x.op)]; ok {
				unbound(at, i)
			}
		}
	}
}

const (
	rowBytes = 4 * isa.Lanes // the size of a row
	hostLine = 64            // of a line of the host's caches
)

// tell is what is told of at a wait.
type tell struct {
	part, list int
	mask       uint64 // operations of LDS of the list
	loud       int    // whether something has been noted of them
	ds         uint64 // those that return
	insts      uint64 // instructions up to it, it included
	// operations of global and scalar memory that return, among all of the path
	lo, hi int
}

// tellsOf is what is told of at the waits of a path, and its operations of global and scalar memory.
func (h *whole) tellsOf(p *path) (list []tell, memory []engine.NotedOp) {
	for i := range p.parts {
		s := &p.parts[i]
		if s.code != 0 {
			continue
		}
		t := tell{part: i, list: s.list, mask: s.mask, loud: h.loud[i], insts: uint64(s.after) + 1, lo: len(memory)}
		for _, x := range s.access {
			if x.ds {
				t.ds |= 1 << x.op
			} else if int(x.op) < len(h.notes) { // else the code ends in front of it
				memory = append(memory, x.NotedOp(&h.notes[x.op], h.window(x.op), t.insts))
			}
		}
		if t.hi = len(memory); t.mask|t.ds != 0 || t.hi > t.lo {
			list = append(list, t)
		}
	}
	return list, memory
}

// before is what has been told of at the waits before a part: operations of LDS, those that have returned, and how
// many of global and scalar memory.
type before struct {
	mask, ds uint64
	memory   int
}

// befores are those of each part, and of the end.
func (p *path) befores(tells []tell) (list []before) {
	var b before
	for i := 0; i <= len(p.parts); i++ {
		list = append(list, b)
		if len(tells) > 0 && tells[0].part == i {
			t := &tells[0]
			b = before{b.mask | t.mask, b.ds | t.ds, t.hi}
			tells = tells[1:]
		}
	}
	return list
}

// loads are the operations of a path but for those of LDS, in the order in which they return, nil where some
// are no plain loads of global or scalar memory.
func (p *path) loads() (list []uint8) {
	list = []uint8{}
	for i := range p.parts {
		for _, x := range p.parts[i].access {
			if m := &x.Rec.X.Mem; !x.ds && (m.Kind != isa.MemLoad || x.Rec.X.Inst.Mod.GLC) {
				return nil
			}
			if !x.ds {
				list = append(list, x.op)
			}
		}
	}
	return list
}

// noteCopy is a row, or the lanes, that go into the notes.
type noteCopy struct {
	from  engine.Ref
	at    int
	lanes bool
}

// ldsCopies are what operations of LDS read that are told of at a wait. Of what others read that are told of at
// a wait before it, only all has it.
type ldsCopies struct{ list, all []noteCopy }

// add adds what is at r, if it is not there yet, for the place at.
func add(list []noteCopy, r engine.Ref, at int, lanes bool) []noteCopy {
	for _, c := range list {
		if c.at == at {
			return list
		}
	}
	return append(list, noteCopy{r, at, lanes})
}

// room finds room for the notes of the wait that is part i, and reports false where there is none. It returns what
// operations of LDS read that are told of there.
func (b *wholeCoder) room(i int) (list ldsCopies, ok bool) {
	h, p := b.h, b.p
	s := &p.parts[i]
	for len(h.notes) < len(p.ops) {
		h.notes = append(h.notes, engine.NoNote)
	}
	n := h.round
	take := func(bytes int) int {
		switch bytes {
		case rowBytes: // where it can be found by a number
			n = (n + rowBytes - 1) &^ (rowBytes - 1)
		case engine.GlobalNoteBytes: // the row in it begins where a line of the host's caches does
			n += -(n + engine.GlobalNoteOff) & (hostLine - 1)
		}
		n += bytes
		return n - bytes
	}
	for _, x := range s.access {
		switch {
		case x.ds:
		case x.Scalar():
			h.notes[x.op].At = take(8)
		default:
			q := &h.notes[x.op]
			q.At = take(engine.GlobalNoteBytes)
			if a, _ := b.prog.HostAccess(&x.Direct); a.Store {
				for j := range a.Data {
					q.Data[j] = int32(take(rowBytes))
				}
			}
		}
	}
	copied := func(r engine.Ref, lanes bool) int {
		for _, c := range list.list {
			if c.from == r && c.lanes == lanes {
				return c.at
			}
		}
		bytes := rowBytes
		if lanes {
			bytes = 8
		}
		at := take(bytes)
		list.list = append(list.list, noteCopy{r, at, lanes})
		return at
	}
	if len(s.told) > 0 {
		if h.loud == nil {
			h.loud = map[int]int{}
		}
		h.loud[i] = take(8)
	}
	for _, k := range s.told {
		o, q := &p.ops[k], &h.notes[k]
		exec, _, addr := o.LDSRefs()
		if o.same >= 0 && h.notes[o.same].Exec >= 0 {
			q.Exec, q.Addr = h.notes[o.same].Exec, h.notes[o.same].Addr
		} else {
			q.Exec, q.Addr = copied(exec, true), copied(addr, false)
		}
		list.all = add(add(list.all, exec, q.Exec, true), addr, q.Addr, false)
		for j, r := range o.LDSDataRefs() {
			at := copied(r, false)
			q.Data[j] = int32(at)
			list.all = add(list.all, r, at, false)
		}
	}
	if n > engine.NotesBytes-hostLine {
		for _, k := range s.told {
			h.notes[k] = engine.NoNote
		}
		return ldsCopies{}, false
	}
	h.round = n
	return list, true
}

// quietRow are addresses of operations of LDS: end is how far behind them these reach.
type quietRow struct {
	addr engine.Ref
	exec []engine.Ref
	end  uint32
	ldsDwords
}

// ldsDwords are the dwords that operations of LDS with the same addresses access.
type ldsDwords struct {
	offsets []uint32
	clear   uint32 // bits that addresses must not have
	begins  uint32 // all bits of the offsets at which elements begin
	others  bool   // there are more dwords
}

// add adds those of a part.
func (l *ldsDwords) add(q *engine.LDSPart) {
	l.clear |= q.Clear | 3
	l.begins |= q.Offset
	for at := q.Offset; at < q.Offset+uint32(q.Bytes); at += 4 {
		switch {
		case slices.Contains(l.offsets, at):
		case len(l.offsets) == maxStamps:
			l.others = true
		default:
			l.offsets = append(l.offsets, at)
		}
	}
}

// maxStamps is of how many dwords stamps are looked at for an address: for more it is faster to tell of them.
const maxStamps = 8

// quietRows are the addresses of the operations of LDS that are told of at a wait, but for those that have been
// compared at a wait before it: they are compared once for all operations of the path that have them. known says
// that there are such. ok is false where some operations are no loads and stores.
func (b *wholeCoder) quietRows(s *part) (rows []quietRow, known, ok bool) {
	for _, k := range s.told {
		if parts, _ := b.prog.LDSParts(&b.p.ops[k].Direct); len(parts) == 0 {
			return nil, false, false
		}
	}
	for _, k := range s.told {
		first := b.p.firstLike(int(k))
		if slices.Contains(b.compared, first) {
			known = true
			continue
		}
		parts, _ := b.prog.LDSParts(&b.p.ops[k].Direct)
		end := b.farthest(first)
		for i := range parts {
			q := &parts[i]
			at := slices.IndexFunc(rows, func(r quietRow) bool { return r.addr == q.Addr })
			if at < 0 {
				at = len(rows)
				rows = append(rows, quietRow{addr: q.Addr})
			}
			r := &rows[at]
			if !slices.Contains(r.exec, q.Exec) {
				r.exec = append(r.exec, q.Exec)
			}
			r.end = max(r.end, end)
			b.partsLike(first, r.add)
		}
	}
	for _, k := range s.told {
		b.compared = append(b.compared, b.p.firstLike(int(k)))
	}
	return rows, known, true
}

// farthest is how far behind their addresses the operations reach that have the same as one, the first of them.
func (b *wholeCoder) farthest(first int) (end uint32) {
	b.partsLike(first, func(q *engine.LDSPart) { end = max(end, q.Offset+uint32(q.Bytes)) })
	return end
}

// partsLike calls f for the parts of the operations that have the same lanes and addresses as one, the first of them.
func (b *wholeCoder) partsLike(first int, f func(q *engine.LDSPart)) {
	for j := range b.p.ops {
		o := &b.p.ops[j]
		if !o.ds || b.p.firstLike(j) != first {
			continue
		}
		parts, _ := b.prog.LDSParts(&o.Direct)
		for i := range parts {
			f(&parts[i])
		}
	}
}

// firstLike is the first of the operations of LDS that have the same lanes and addresses as one.
func (p *path) firstLike(op int) int {
	for p.ops[op].same >= 0 {
		op = p.ops[op].same
	}
	return op
}

// noteLDS notes what operations of LDS read that are told of at the wait that is part i, where something has to be
// told of them.
func (b *wholeCoder) noteLDS(i int, c *ldsCopies) {
	s := &b.p.parts[i]
	if !b.noted || len(s.told) == 0 {
		return
	}
	flag := func(v uint32) {
		b.movTo(true, rdx, mem(rdi, engine.NotesOffset))
		b.legacy(true, 0, mem(rdx, b.h.loud[i]), 4, 0xc7) // mov qword, imm32
		b.imm32(v)
	}
	loud := func(list []noteCopy) {
		flag(1)
		b.legacy(false, 0, mem(rdi, engine.LoudOffset), 4, 0xc7) // mov dword, imm32
		b.imm32(1)
		b.copies(list)
	}
	rows, known, ok := b.quietRows(s)
	if !ok {
		loud(c.all)
		return
	}
	// Where nothing is quiet, no flag is looked at, and what the waits before have noted is there.
	not, never, done := b.label(), b.label(), b.label()
	b.movTo(false, rdx, mem(rdi, engine.QuietOffset))
	b.test(false, rdx)
	b.jump(je, never)
	if known { // what was compared before was quiet, or all behind it is loud
		b.movTo(false, rax, mem(rdi, engine.LoudOffset))
		b.test(false, rax)
		b.jump(jne, not)
	}
	for i, left := 0, rows; len(left) > 0; i++ {
		r := left[0]
		if i > 0 {
			b.movTo(false, rdx, mem(rdi, engine.QuietOffset))
		}
		b.imm(false, immSub, rdx, r.end-1)
		b.jump(jbe, not)
		b.ldsLanes(&r)
		var like []quietRow // of which the highest address of each lane is compared
		like, left = alike(left)
		f := finder{what: findRow}
		if len(like) > 1 {
			b.most(like)
			f.what = findMost
		}
		b.call(f)
		b.test(false, rax)
		b.jump(je, not)
	}
	flag(0)
	b.place(done)
	b.outside = append(b.outside, func() error {
		b.place(never)
		b.movTo(false, rax, mem(rdi, engine.StampedOffset))
		b.test(false, rax)
		b.jump(jne, not)
		b.movTo(true, rdx, mem(rdi, engine.NotesOffset))
		b.copies(c.list)
		b.jump(0, done)
		b.place(not)
		if told, ok := b.stamped(rows, known); ok {
			flag(0)
			b.jump(0, done)
			b.place(told)
		}
		loud(c.all)
		b.jump(0, done)
		return nil
	})
}

// alike are those of a list that have the lanes and the end of the first one, and others.
func alike(list []quietRow) (like, others []quietRow) {
	for _, r := range list {
		if r.end == list[0].end && slices.Equal(r.exec, list[0].exec) {
			like = append(like, r)
		} else {
			others = append(others, r)
		}
	}
	return like, others
}

// most makes vector registers from 0 on hold the highest of some addresses, for each lane.
func (b *wholeCoder) most(list []quietRow) {
	s := &slice{assembler: b.assembler}
	for n, r := range list {
		row := rowAt(r.addr)
		for i := range isa.Lanes / b.backend.lanes {
			from := mem(row.base, int(row.disp)+4*b.backend.lanes*i)
			switch {
			case b.backend.lanes == 16 && n == 0:
				(&zmm{slice: s}).load(i, from)
			case b.backend.lanes == 16:
				(&zmm{slice: s}).v(vMaxU, i, i, from, false)
			case n == 0:
				(&ymm{slice: s}).load(i, from)
			default:
				(&ymm{slice: s}).y(vMaxU, i, i, from)
			}
		}
	}
}

// ldsLanes makes r9 and r12 the lanes and the addresses of operations of LDS, to which nothing is added.
func (b *wholeCoder) ldsLanes(r *quietRow) {
	for i, e := range r.exec {
		if i == 0 {
			b.movTo(true, r9, regAt(e))
			continue
		}
		b.legacy(true, r9, regAt(e), 0, 0x0b) // or
	}
	b.lea(r12, rowAt(r.addr))
	b.zero(rcx)
}

// stamped goes to loud where stamps do not say that nothing has to be told of operations of LDS. ok is false, and
// nothing is done, where stamps cannot say that.
func (b *wholeCoder) stamped(rows []quietRow, known bool) (loud label, ok bool) {
	other := func(r quietRow) bool { return r.others || r.begins&r.clear != 0 }
	if len(rows) == 0 && !known || slices.ContainsFunc(rows, other) {
		return noLabel, false
	}
	loud = b.label()
	if known {
		b.movTo(false, rax, mem(rdi, engine.LoudOffset))
		b.test(false, rax)
		b.jump(jne, loud)
	}
	for _, r := range rows {
		b.movTo(false, rdx, mem(rdi, engine.StampedOffset))
		b.imm(false, immSub, rdx, r.end-1)
		b.jump(jbe, loud)
		b.ldsLanes(&r)
		b.call(finder{what: findRow})
		b.test(false, rax)
		b.jump(je, loud)
		for _, at := range r.offsets {
			b.movTo(true, rbx, mem(rdi, engine.StampsOffset))
			b.lea(rbx, mem(rbx, int(at)))
			b.movTo(false, rdx, mem(rdi, engine.SinceOffset))
			b.call(finder{what: findStamps, clear: r.clear})
			b.test(false, rax)
			b.jump(je, loud)
		}
	}
	return loud, true
}

// findMost: see the constant.
func (s *zmm) findMost() {
	s.lanesIn1()
	s.vr(vSpread, 8, 0, rdx)
	s.vex(true, false, 0, map0F, 0x47, 5, 5, regOp(5)) // kxorw: nothing
	for i := range 4 {
		s.vk(vCmpU, 1+i, 6, i, 8, cmpNotLtU)
		s.vex(true, false, 0, map0F, 0x45, 5, 5, regOp(6)) // korw
	}
	s.zero(rax)
	s.korTest(5)
	s.legacy(false, 0, regOp(rax), 0, 0x0f, 0x94) // sete al
	s.emit(0xc3)
}

// findMost: see the constant.
func (s *ymm) findMost() {
	const end, over, bits, lanes = 8, 9, 10, 11
	s.vex(false, false, pp66, map0F, yMove.op, end, 0, regOp(rdx))
	s.yr(vBroadcast, end, 0, end)
	s.yr(vXor, over, over, over)
	s.movFrom(true, mem(rdi, offSpill), r9)
	s.load(bits, memConst(s.konst(1, 2, 4, 8, 16, 32, 64, 128)))
	for i := range 8 {
		s.y(yBroadcastB, lanes, 0, mem(rdi, offSpill+i))
		s.yr(vAnd, lanes, lanes, bits)
		s.yr(yEq, lanes, lanes, bits)
		s.yr(vMaxU, 12, i, end)
		s.yr(yEq, 12, 12, i) // not below
		s.yr(vAnd, 12, 12, lanes)
		s.yr(vOr, over, over, 12)
	}
	s.zero(rax)
	s.y(yTest, over, 0, regOp(over))
	s.legacy(false, 0, regOp(rax), 0, 0x0f, 0x94) // sete al
	s.emit(0xc3)
}

// findStamps: see the constant.
func (s *zmm) findStamps(f finder) {
	s.lanesIn1()
	s.vr(vSpread, 8, 0, rdx)
	s.vex(true, false, 0, map0F, 0x47, 5, 5, regOp(5)) // kxorw: nothing
	note := func() { s.vex(true, false, 0, map0F, 0x45, 5, 5, regOp(6)) }
	for i := range 4 {
		s.load(i, mem(r12, 64*i))
		s.evex(vTestM, 6, i, memConst(s.konst(f.clear)), 1+i, false, true)
		note()
		s.vr(vXor, 4, 4, 4)
		s.vex(false, true, 0, map0F, 0x90, 7, 0, regOp(1+i)) // kmovq
		s.evex(vGather, 4, 0, memIndex(rbx, i, 0), 7, false, false)
		s.vk(vCmpU, 1+i, 6, 4, 8, cmpLtU)
		note()
	}
	s.zero(rax)
	s.korTest(5)
	s.legacy(false, 0, regOp(rax), 0, 0x0f, 0x94) // sete al
	s.emit(0xc3)
}

// findStamps: see the constant.
func (s *ymm) findStamps(f finder) {
	const since, low, less, bits = 8, 9, 10, 11
	s.vex(false, false, pp66, map0F, yMove.op, since, 0, regOp(rdx))
	s.yr(vBroadcast, since, 0, since)
	s.yr(vXor, low, low, low)
	s.yr(vXor, less, less, less)
	s.movFrom(true, mem(rdi, offSpill), r9)
	s.load(bits, memConst(s.konst(1, 2, 4, 8, 16, 32, 64, 128)))
	for i := range 8 {
		s.y(yBroadcastB, 2, 0, mem(rdi, offSpill+i))
		s.yr(vAnd, 2, 2, bits)
		s.yr(yEq, 2, 2, bits)
		s.load(0, mem(r12, 32*i))
		s.yr(vAnd, 1, 0, 2)
		s.yr(vOr, low, low, 1)
		s.yr(vXor, 3, 3, 3)
		s.load(1, regOp(2))
		s.y(yGather, 3, 1, memIndex(rbx, 0, 0))
		s.yr(vMaxU, 1, 3, since)
		s.yr(yEq, 1, 1, 3) // at least since
		s.yr(vAndN, 1, 1, 2)
		s.yr(vOr, less, less, 1)
	}
	s.zero(rax)
	s.y(vAnd, low, low, s.row(f.clear))
	s.yr(vOr, low, low, less)
	s.y(yTest, low, 0, regOp(low))
	s.legacy(false, 0, regOp(rax), 0, 0x0f, 0x94) // sete al
	s.emit(0xc3)
}

// copies notes what registers hold; rdx is where the round's notes are.
func (b *wholeCoder) copies(list []noteCopy) {
	for _, c := range list {
		if c.lanes {
			b.movTo(true, rax, regAt(c.from))
			b.movFrom(true, mem(rdx, c.at), rax)
			continue
		}
		row := rowAt(c.from)
		from := func(i int) operand { return mem(row.base, int(row.disp)+i) }
		s := &slice{assembler: b.assembler}
		if b.backend.lanes == 16 {
			z := &zmm{slice: s}
			for i := range 4 {
				z.load(i, from(64*i))
			}
			for i := range 4 {
				z.store(mem(rdx, c.at+64*i), i)
			}
			continue
		}
		y := &ymm{slice: s}
		for i := range 8 {
			y.load(i, from(32*i))
		}
		for i := range 8 {
			y.store(mem(rdx, c.at+32*i), i)
		}
	}
}

// noteRow notes a vector register.
func (b *wholeCoder) noteRow(r engine.Ref, at int) {
	b.movTo(true, rdx, mem(rdi, engine.NotesOffset))
	b.lea(r12, rowAt(r))
	b.lea(rdx, mem(rdx, at))
	b.zero(rcx)
	b.call(finder{what: noteRow})
}

// noteAccess notes that an access of a window has been found at the host address in a register. note is -1
// where nothing is noted.
func (b *wholeCoder) noteAccess(window, note, at int, dense uint32) {
	if note < 0 {
		return
	}
	b.movTo(true, rdx, mem(rdi, engine.NotesOffset))
	b.movTo(true, rax, inWindow(window, engine.WindowGuest))
	b.add(true, rax, regOp(at))
	b.movFrom(true, mem(rdx, note+engine.GlobalNoteLow), rax)
	b.legacy(true, 0, mem(rdx, note+engine.GlobalNoteDense), 4, 0xc7) // mov qword, imm32
	b.imm32(dense)
}

// noteOffsets is noteAccess for lanes in the row at r12, with ecx added, from r15 on.
func (b *wholeCoder) noteOffsets(window, note int) {
	if note < 0 {
		return
	}
	b.noteAccess(window, note, r15, 1)
	b.lea(rdx, mem(rdx, note+engine.GlobalNoteOff))
	b.call(finder{what: noteRow})
}

// noteRow: see the constant.
func (s *zmm) noteRow() {
	s.vr(vSpread, 8, 0, rcx)
	for i := range 4 {
		s.v(vAdd, i, 8, mem(r12, 64*i), false)
		s.store(mem(rdx, 64*i), i)
	}
	s.emit(0xc3)
}

// noteRow: see the constant.
func (s *ymm) noteRow() {
	s.vex(false, false, pp66, map0F, yMove.op, 8, 0, regOp(rcx))
	s.yr(vBroadcast, 8, 0, 8)
	for i := range 8 {
		s.y(vAdd, i, 8, mem(r12, 32*i))
		s.store(mem(rdx, 32*i), i)
	}
	s.emit(0xc3)
}

// listsBefore is how many lists of operations of LDS have been issued before a part.
func (h *whole) listsBefore(part int) int {
	for i := len(h.tells) - 1; i >= 0; i-- {
		if s := &h.tells[i]; s.mask != 0 && s.part < part {
			return s.list + 1
		}
	}
	return 0
}

// tellNoted tells of what has been noted in some rounds, of which the first has begun at a part, and of those
// parts of a last one that are before another one. base is Insts at the beginning of the first. quiet are the
// operations of LDS of which nothing more is told, before and behind.
func (p *path) tellNoted(w *engine.WaveCore, h *whole, rounds, from, to int, quiet, base uint64) uint64 {
	told := w.Direct()
	insts, round := w.Insts, 0
	loud := w.NothingQuiet()
	if h.loads != nil && (len(h.loud) == 0 || !loud && !w.NotedLDS()) && from == 0 && rounds > 1 && (len(h.loads) == 0 ||
		w.TellRuns(h.notes, h.round, rounds, h.loads, func(op uint8) *engine.Direct { return &p.ops[op].Direct })) {
		round, base = rounds, base+uint64(rounds*p.n)
	}
	if h.global && round == rounds && from == 0 && to == len(p.parts) {
		w.LookAtRound(round * h.round)
		w.TellNoted(h.memory, base)
		w.Insts = insts
		return quiet
	}
	// What has returned of LDS in parts before the first one, and was told of there, is told of again.
	silent := !loud && !w.NotedLDS() && h.before[len(p.parts)].ds&^h.before[from].ds&^quiet&h.before[from].mask == 0
	for ; round <= rounds; round++ {
		end := len(p.parts)
		if round == rounds {
			end = to
		}
		if silent {
			a, z := &h.before[from], &h.before[end]
			quiet |= z.mask &^ a.mask
			if a.memory < z.memory {
				w.LookAtRound(round * h.round)
				w.TellNoted(h.memory[a.memory:z.memory], base)
			}
			if from = 0; round < rounds {
				quiet, base = 0, base+uint64(p.n)
			}
			continue
		}
		w.LookAt(h.notes, round, h.round)
		lo, hi := 0, 0 // operations of global memory that have not been told of yet
		for i := range h.tells {
			s := &h.tells[i]
			if s.part >= end {
				break
			}
			if s.part < from {
				continue
			}
			if s.mask&^quiet != 0 && !loud && !w.Loud(s.loud) {
				quiet |= s.mask
			}
			if s.mask&^quiet != 0 {
				if lo < hi {
					w.TellNoted(h.memory[lo:hi], base)
				}
				lo = hi
				if quiet |= told.ReachedLDS(s.list, h.listsBefore(end)); s.mask&^quiet != 0 {
					p.reached(w, &p.parts[s.part], quiet, base)
				}
			}
			if s.ds&^quiet == 0 {
				if lo == hi {
					lo = s.lo
				}
				hi = s.hi
				continue
			}
			if lo < hi {
				w.TellNoted(h.memory[lo:hi], base)
			}
			lo, hi = s.lo, s.hi
			w.Insts = base + s.insts
			for _, o := range p.parts[s.part].access {
				switch {
				case !o.ds:
					w.TellNoted(h.memory[lo:lo+1], base)
					lo++
				case quiet>>o.op&1 == 0:
					told.ReturnedLDS(int(o.op), &o.Direct)
				}
			}
		}
		if lo < hi {
			w.TellNoted(h.memory[lo:hi], base)
		}
		if from = 0; round < rounds {
			quiet, base = 0, base+uint64(p.n)
		}
	}
	w.LookAt(nil, 0, 0)
	w.Insts = insts
	return quiet
}
