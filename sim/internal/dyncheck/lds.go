package dyncheck

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// ldsShadow knows for each dword of a work-group's LDS who accessed it last. Stamps order accesses:
// a barrier and each write raise the stamp, and a wave knows up to which stamp the accesses of each
// other wave come before its own. So nothing has to be cleared, not even between work-groups, which
// use one shadow after the other.
//
// # How do flags order waves?
//
// LDS executes the DS instructions of a wave in order. So a read that sees another wave's write
// comes behind all that this wave had done in LDS before, waited for or not, and behind all that it
// knew; transfers between memory and LDS, and FLAT, have to be waited for. The reader may rely on
// it where what it reads decides how it goes on: it waits for the flag in a loop, or it is an
// atomic, which nobody uses for data alone (poll.go finds out). A value that decides a branch once
// may be a flag too: the reader is taken to rely on it, and the race for the flag itself becomes a
// warning.
//
// approximate: of several waves that write one dword without order, only the last one is kept; of
// those that change it by atomics, what they have done up to the last change. That leaves races
// unseen; what is reported is one.
type ldsShadow struct {
	cells []ldsCell // as many as own has dwords; nil before something is entered
	now   uint32
	start uint32 // stamp at which the work-group began
	waves int
	knows [maxWaves][maxWaves]uint32
	floor uint32                // the stamp up to which all knew all others at the last barrier
	known [maxWaves][]knowledge // what each wave knew since then, oldest first
	seen  [maxWaves]uint32      // of waves whose writes an access has seen, the last stamp
	turn  int                   // the wave that wrote last
	turns uint32                // how often that has changed
	inits uint32                // bytes that Launch.InitLDS has written
	met   uint16                // waves that have relied on another one's flag or atomic since the last barrier
	full  uint32                // all bytes below have been written

	// Accesses of whole dwords between two barriers of which no two meet are not entered in cells: only
	// reads, of what was written before the barrier, or reads and writes of dwords that no other wave
	// accesses. They wait in later until there is another access, which has to know them, or the next
	// barrier. own has for each dword the stamp and, in the low four bits, the wave of the last such
	// write; a cell that is older is as that write has left it ([ldsShadow.cell]). Of dwords that are in
	// cells it says only that they have been written since the work-group began.
	//
	// quiet says that nothing has been written since the last barrier, mixed that an access since then
	// is in cells, both that reads wait with writes: then read has of the reads what own has of writes.
	// still says that nothing will be written before the next barrier: reads need not be kept.
	own     []uint32
	read    []uint32
	quiet   bool
	still   bool
	mixed   bool
	both    bool
	later   []ordered
	data    []isa.Row      // what the writes of later store
	rows    []mem.ShortRow // addresses of later
	rowOf   [64]int        // of the heads of an entry
	emptied uint32         // how often there were none
	waiting int            // accesses in later
	places  [64]ldsPlace   // of operations that are looked at together
	one     ldsPlace       // of an access that waits
	reach   []mem.Reach    // see quickRows
	long    isa.Row        // its addresses
	short   mem.Short
	// Where reads are many they are marks instead: the number of each wave's last read of each dword,
	// from 1, if marked is set; slots are the records of these reads.
	marked bool
	marks  [maxWaves][]uint32
	slots  []uint32

	script ldsScript

	tmp  isa.Row
	part ldsPart // while accesses that wait are entered
}

// knowledge is what a wave knew from a stamp on.
type knowledge struct {
	from  uint32
	knows [maxWaves]uint32
}

// maxKnown is how often between two barriers a wave can learn before the oldest knowledge is
// forgotten: what it did then counts as done a little later.
const maxKnown = 128

// maxWaves is the most waves of a work-group.
const maxWaves = isa.MaxGroupWaves

// ldsCell is a dword of LDS. Masks have a bit for each byte.
type ldsCell struct {
	wrote, read    uint32 // stamps
	writer, reader uint32 // records
	other          uint32 // where several waves read: the record of one that is not of the wave of reader
	readers        uint16 // waves that read at read or a little later, as bits
	chain          uint16 // waves whose atomics, one behind the other, made the value, and the wave that wrote before
	by             uint8  // wave that wrote
	readBy         uint8  // wave of reader
	otherBy        uint8  // wave of other
	wmask, rmask   uint8
	init           uint8  // bytes that have been written since the work-group began
	atomic         bool   // all that is in wmask was written by atomics
	known          bool   // value is what wmask's bytes were set to
	value          uint32 // by plain writes
}

// maxStamp is the highest stamp for which own has room.
const maxStamp = 1<<28 - 1

// begin prepares the shadow for a work-group.
func (s *ldsShadow) begin(g *group) {
	if n := (len(g.LDS.Bytes()) + 3) / 4; len(s.own) < n {
		s.cells, s.own, s.read = nil, make([]uint32, n), nil
	}
	if s.now >= maxStamp/2 {
		clear(s.cells)
		clear(s.own)
		clear(s.read)
		s.now = 0
	}
	s.now++
	s.start, s.waves, s.full, s.met = s.now, len(g.Waves), 0, 0
	s.inits = uint32(min(len(g.disp.InitLDS), len(g.LDS.Bytes())))
	s.level()
	g.DropNotes()
	s.beginScript(g)
}

// level makes all waves know all that was done before.
func (s *ldsShadow) level() {
	s.floor = s.now
	for i := range s.knows[:s.waves] {
		for j := range s.knows[i][:s.waves] {
			s.knows[i][j] = s.now
		}
		s.known[i] = s.known[i][:0]
	}
	s.now++
	s.quiet, s.still, s.mixed, s.both = true, false, false, false
	s.noneWait()
	s.unmark()
}

// cell is what is known of a dword.
func (s *ldsShadow) cell(i uint32) *ldsCell {
	s.open()
	c := &s.cells[i]
	if o := s.own[i]; o>>4 > c.wrote {
		// By whom and with what matters to what is not in order with it: such accesses find it entered.
		c.wrote, c.by, c.wmask, c.init = o>>4, uint8(o&15), 15, 15
		c.atomic, c.known, c.chain = false, false, 0
	}
	return c
}

// open makes cells, where there are none.
func (s *ldsShadow) open() {
	if s.cells == nil {
		s.cells = make([]ldsCell, len(s.own))
	}
}

// whole reports whether all bytes of a dword have been written since the work-group began, as far as
// cells know.
func (s *ldsShadow) whole(i int) bool {
	if s.cells == nil {
		return false
	}
	c := &s.cells[i]
	return c.wrote >= s.start && c.init == 15
}

// unmark takes all marks off.
func (s *ldsShadow) unmark() {
	if !s.marked {
		return
	}
	s.marked, s.slots = false, s.slots[:0]
	for _, m := range s.marks {
		clear(m)
	}
}

// written reports whether all dwords of an access have been written.
func (s *ldsShadow) written(a *ldsPlace, offset, bytes uint32) bool {
	if a.top+offset+bytes <= s.full {
		return true
	}
	if s.fill(); a.top+offset+bytes <= s.full {
		return true
	}
	ok := true
	for k := offset / 4; k < (offset+bytes)/4; k++ {
		below, _ := mem.Stamps(s.own[k:], a.at, a.exec, a.top, s.start<<4, 0, a.dense, &s.tmp)
		for ; below != 0; below &= below - 1 {
			i := a.at[bits.TrailingZeros64(below)&63]>>2 + k
			if !s.whole(int(i)) {
				ok = false
				continue
			}
			s.own[i] = s.start << 4
		}
	}
	return ok
}

// fill finds out below which byte all have been written.
func (s *ldsShadow) fill() {
	i := int(s.full / 4)
	for i < len(s.own) {
		if i += mem.Since(s.own[i:], s.start<<4); i == len(s.own) || !s.whole(i) {
			break
		}
		i++
	}
	s.full = uint32(4 * i)
}

// dwords reports whether an access is of whole dwords, all in range.
func (p *ldsPart) dwords() bool { return p.bytes%4 == 0 && p.low&3 == 0 && p.top != noTop }

// alone is access where there is no other wave.
func (s *ldsShadow) alone(w *wave, r *engine.Rec, p *ldsPart) {
	switch {
	case p.top+p.bytes <= s.full:
		return
	case p.dwords() && p.kind != atomicAccess && s.postpone(w, r.Slot, s.placed(p), 0, p.bytes, p.kind == plainWrite, nil):
		return
	}
	missing := uint64(0)
	for m := p.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at := p.pos[l]
		for left := p.bytes; left > 0; {
			k, mask := uint32(4), uint8(15)
			if at&3 != 0 || left < 4 {
				k = min(4-at&3, left)
				mask = uint8(1<<k-1) << (at & 3)
			}
			c := s.cell(at >> 2)
			if c.wrote < s.start {
				c.wrote, c.wmask, c.init = s.start, 0, 0
			}
			if p.kind != plainWrite && c.init&mask != mask && at >= s.inits {
				missing |= 1 << l
			}
			c.init |= mask // a missing byte is told once
			at += k
			left -= k
		}
	}
	s.fill()
	if missing != 0 {
		w.uninitLDS(r, p, missing)
	}
}

// access checks an access and enters it. data are the rows that the instruction stores.
func (s *ldsShadow) access(w *wave, data []*isa.Row, r *engine.Rec, p *ldsPart) {
	v := w.Num
	s.leave(w.group)
	if s.waves == 1 {
		s.alone(w, r, p)
		return
	}
	switch {
	case !p.dwords():
	case p.kind == plainRead && s.postpone(w, r.Slot, s.placed(p), 0, p.bytes, false, nil),
		p.kind == plainWrite && p.data >= 0 &&
			s.postpone(w, r.Slot, s.placed(p), 0, p.bytes, true, data[p.data:p.data+int(p.bytes/4)]):
		return
	}
	s.enter()
	s.quiet, s.mixed = s.quiet && p.kind == plainRead, true
	sees := p.kind == plainRead || p.kind == atomicAccess && r.X.Results > 0 // the program gets what it reads
	know := &s.knows[v]
	bit := uint16(1) << v
	missing, foreign := uint64(0), false
	told, toldSame := ^uint32(0), ^uint32(0) // the records that the last findings of this access name
	slot := r.Slot
	left := p.exec
	switch {
	case p.bytes%4 != 0:
	case p.kind == plainRead:
		left = 0
		for k := uint32(0); k < p.bytes; k += 4 {
			left |= s.readOrdered(v, slot, s.now, p, k)
		}
	case p.kind == plainWrite && p.data >= 0:
		left = s.writeOrdered(v, slot, p, data[p.data:p.data+int(p.bytes/4)])
	}
	for m := left; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at, left := p.pos[l], p.bytes
		for left > 0 {
			k, mask := uint32(4), uint8(15)
			if at&3 != 0 || left < 4 {
				k = min(4-at&3, left)
				mask = uint8(1<<k-1) << (at & 3)
			}
			c := s.cell(at >> 2)
			if c.wrote >= s.start && (int(c.by) == v || c.wrote <= know[c.by]) && !s.chained(c, bit) {
				// The frequent cases: what is read was written in order, what is written nobody
				// else has read.
				switch {
				case p.kind == plainRead && c.init&mask == mask:
					if c.readers == bit && c.read == s.now {
						c.rmask |= mask
						c.reader = slot
					} else {
						s.reads(c, mask, v, slot, s.now)
					}
					at += k
					left -= k
					continue
				case p.kind == plainWrite && p.data >= 0 && mask == 15 && !c.atomic &&
					(c.read < s.start || c.readers == bit):
					c.set(s.now, v, slot, stored(data, r, p, l, p.bytes-left, 4))
					at += 4
					left -= 4
					continue
				}
			}
			foreign = foreign || s.chained(c, bit)
			value := uint32(0)
			if p.data >= 0 {
				value = stored(data, r, p, l, p.bytes-left, k) << (at & 3 * 8)
			}
			if c.wrote < s.start {
				c.wrote, c.wmask, c.init = s.start, 0, 0
			}
			if c.wmask&mask != 0 && int(c.by) != v && c.wrote > know[c.by] {
				foreign = true
				if !(c.atomic && p.kind == atomicAccess) && c.writer != told {
					flag := flagOf(w.prog, slot, c, sees, p)
					same := p.kind == plainWrite && !c.atomic && p.data >= 0 && c.known &&
						(value^c.value)&byteBits[c.wmask&mask&15] == 0
					switch {
					case flag == pollLoop:
					case !same:
						told = c.writer
						s.report(w, r, p, l, c.written(), false, flag)
					case c.writer != toldSame:
						toldSame = c.writer
						s.report(w, r, p, l, c.written(), true, flag)
					}
				}
			}
			if p.kind != plainRead && c.rmask&mask != 0 && c.readers&^bit != 0 && c.read >= s.start {
				reader, wave, is := s.unordered(v, c)
				if is && reader != told {
					if flag := w.prog.pollingOf(reader).of(p); flag != pollLoop {
						told = reader
						s.report(w, r, p, l, ldsMet{reader, wave, c.rmask, plainRead}, false, flag)
					}
				}
			}
			if p.kind != plainWrite && c.init&mask != mask && at >= s.inits {
				missing |= 1 << l
				c.init |= mask // once is enough
			}
			if p.kind == plainRead {
				s.reads(c, mask, v, slot, s.now)
			} else {
				s.writes(c, mask, uint8(v), slot, p.kind == atomicAccess)
				c.known = c.known && p.data >= 0 || p.data >= 0 && c.wmask == mask
				c.value = c.value&^byteBits[mask&15] | value&byteBits[mask&15]
			}
			at += k
			left -= k
		}
	}
	if p.kind != plainRead {
		s.wrote(v)
		if w.memc.unordered {
			w.memc.unordered = s.keepOut(w)
		}
	}
	w.memc.foreign = w.memc.foreign || foreign && sees
	if missing != 0 {
		w.uninitLDS(r, p, missing)
	}
}

// readOrdered enters the lanes that read at a stamp a dword, k bytes behind the first, which was written, and
// in order with the wave, and returns the others.
func (s *ldsShadow) readOrdered(v int, slot, now uint32, p *ldsPart, k uint32) (rest uint64) {
	start, bit, know := s.start, uint16(1)<<v, &s.knows[v]
	before := ^uint32(0)
	for m := p.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at := p.pos[l] + k
		if at == before {
			continue
		}
		before = at
		c := s.cell(at >> 2)
		if at&3 != 0 || c.wrote < start || c.init != 15 || int(c.by) != v && c.wrote > know[c.by&(maxWaves-1)] ||
			s.chained(c, bit) {
			rest |= 1 << l
			before = ^uint32(0)
			continue
		}
		switch {
		case c.read != now || c.readers != bit && (c.readers&bit == 0 || c.rmask != 15):
			s.reads(c, 15, v, slot, now)
		default: // it has read the whole dword, or nobody else has read any of it
			c.rmask = 15
			c.readsLast(v, slot)
		}
	}
	return rest
}

// writeOrdered enters the lanes that write dwords which no other wave has accessed but in order
// with the wave, and returns the others.
func (s *ldsShadow) writeOrdered(v int, slot uint32, p *ldsPart, data []*isa.Row) (rest uint64) {
	start, now, bit, know := s.start, s.now, uint16(1)<<v, &s.knows[v]
	row := data[0]
	for m := p.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at := p.pos[l]
		c := s.cell(at >> 2)
		ordered := at&3 == 0 && c.ordered(start, s.floor, v, bit, know)
		for k := 1; k < len(data); k++ {
			ordered = ordered && s.cell(at>>2+uint32(k)).ordered(start, s.floor, v, bit, know)
		}
		if !ordered {
			rest |= 1 << l
			continue
		}
		c.set(now, v, slot, row[l])
		for k := 1; k < len(data); k++ {
			s.cells[int(at>>2)+k].set(now, v, slot, data[k][l])
		}
	}
	return rest
}

// ordered reports whether wave v can write the cell: other waves have accessed it only before, or
// not at all since the stamp start. All knew what was done up to the stamp floor.
func (c *ldsCell) ordered(start, floor uint32, v int, bit uint16, know *[maxWaves]uint32) bool {
	written := c.wrote >= start && (int(c.by) != v && c.wrote > know[c.by&(maxWaves-1)] || c.atomic)
	return !written && (c.read < start || c.read <= floor || c.readers == bit)
}

// set enters a plain write of the whole cell.
func (c *ldsCell) set(now uint32, v int, slot, value uint32) {
	c.wrote, c.by, c.wmask, c.init, c.writer = now, uint8(v), 15, 15, slot
	c.atomic, c.known, c.chain, c.value = false, true, 0, value
}

// flagOf is what a read at a record, or the read of an atomic that has written the cell before, is
// for.
func flagOf(prog *program, slot uint32, c *ldsCell, sees bool, p *ldsPart) polling {
	switch {
	case sees:
		return prog.pollingOf(slot).of(p)
	case c.atomic && prog.pollingOf(c.writer) == pollLoop:
		return pollLoop
	}
	return pollNone
}

// unordered reports whether a reader of the cell other than v is not known to have come before, and
// gives the record and the wave of one.
func (s *ldsShadow) unordered(v int, c *ldsCell) (slot uint32, wave int, is bool) {
	for m := c.readers &^ (1 << v); m != 0; m &= m - 1 {
		if c.read > s.knows[v][bits.TrailingZeros16(m)] {
			is = true
		}
	}
	slot, wave = c.reader, int(c.readBy)
	if more := c.readers&^(1<<wave) != 0; more && (wave == v || c.read <= s.knows[v][wave] && int(c.otherBy) != v) {
		slot, wave = c.other, int(c.otherBy)
	}
	return slot, wave, is
}

// reads enters a read at the stamp now. Several readers are kept with the bytes that all of them read, and with the
// earliest stamp.
func (s *ldsShadow) reads(c *ldsCell, mask uint8, v int, slot, now uint32) {
	bit := uint16(1) << v
	switch {
	case c.read < s.start, c.readers == bit && c.read != now, c.read <= s.knows[v][v]:
		c.read, c.readers, c.rmask = now, bit, mask
	case c.readers == bit:
		c.rmask |= mask
	case c.rmask&mask != 0:
		c.readers |= bit
		c.rmask &= mask
	default:
		c.read, c.readers, c.rmask = now, bit, mask
	}
	c.readsLast(v, slot)
}

// readsLast keeps the record of a read, and one of another wave.
func (c *ldsCell) readsLast(v int, slot uint32) {
	if int(c.readBy) != v {
		c.other, c.otherBy = c.reader, c.readBy
	}
	c.reader, c.readBy = slot, uint8(v)
}

// writes enters a write.
func (s *ldsShadow) writes(c *ldsCell, mask, v uint8, slot uint32, atomic bool) {
	switch {
	case !atomic:
		c.chain = 0
	case c.wrote > s.floor && c.wmask != 0:
		c.chain |= 1<<c.by | 1<<v
	default:
		c.chain = 1 << v
	}
	if c.wrote == s.now && c.by == v {
		c.wmask |= mask
		c.atomic = c.atomic && atomic
	} else {
		c.wrote, c.by, c.wmask, c.atomic = s.now, v, mask, atomic
	}
	c.init |= mask
	c.writer = slot
}

// chained reports whether a cell also holds what waves other than that of bit have made of it by
// atomics since the last barrier. It is asked of cells that the wave, or one that it knows, has
// written last.
func (s *ldsShadow) chained(c *ldsCell, bit uint16) bool {
	return c.chain&^bit != 0 && c.wrote > s.floor
}

// served makes wave w rely on what an operation on LDS has read: LDS executes it now, so this is
// when it sees what others have written.
func (s *ldsShadow) served(w *wave, t *engine.Token) {
	id := w.tok[t.Slot].op
	if id == 0 {
		return
	}
	op := w.memc.ops[id%keptOps]
	if op == nil || op.id != id || !op.foreign && op.turns == s.turns {
		return // nobody else has written since it was issued
	}
	for _, p := range op.lds[:op.parts] {
		s.sees(w, t.Rec, p)
	}
}

// sees makes a wave rely on what an access has read, if that decides where the wave goes.
func (s *ldsShadow) sees(w *wave, r *engine.Rec, p *ldsPart) {
	if p.kind == plainWrite || p.kind == atomicAccess && r.X.Results == 0 {
		return
	}
	s.leave(w.group)
	if !s.quiet {
		s.enter()
		s.mixed = true
	}
	v, saw := w.Num, uint16(0)
	for m := p.exec; m != 0; m &= m - 1 {
		at := p.pos[bits.TrailingZeros64(m)&63]
		for k := at >> 2; k <= (at+p.bytes-1)>>2; k++ {
			c := s.cell(k)
			if c.wrote <= s.floor || c.wmask == 0 || (int(c.by) == v || c.wrote <= s.knows[v][c.by]) &&
				!s.chained(c, 1<<v) {
				continue
			}
			for n := c.chain | 1<<c.by; n != 0; n &= n - 1 {
				u := bits.TrailingZeros16(n)
				if saw>>u&1 == 0 || s.seen[u] < c.wrote {
					s.seen[u] = c.wrote
				}
				saw |= 1 << u
			}
		}
	}
	if saw != 0 && (p.kind == atomicAccess || w.prog.pollingOf(r.Slot).of(p) != pollNone) {
		s.acquire(v, saw)
	}
}

// acquire makes known to wave v what the waves of saw had done and known at their stamps in seen.
func (s *ldsShadow) acquire(v int, saw uint16) {
	know, learnt := &s.knows[v], false
	for m := saw &^ (1 << v); m != 0; m &= m - 1 {
		u := bits.TrailingZeros16(m)
		t := s.seen[u]
		if know[u] >= t {
			continue
		}
		learnt = true
		know[u] = t
		list := s.known[u]
		for i := len(list) - 1; i >= 0; i-- {
			if k := &list[i]; k.from <= t {
				for j, n := range k.knows {
					know[j] = max(know[j], n)
				}
				break
			}
		}
	}
	if !learnt {
		return
	}
	s.met |= 1 << v
	list := s.known[v]
	if len(list) == maxKnown {
		list = list[:copy(list, list[maxKnown/2:])]
		list[0].from = 0
	}
	s.known[v] = append(list, knowledge{s.now, *know})
}

// keepOut takes what the wave has in flight between memory and LDS, or by FLAT, out of what the
// write that it has just made comes behind. It reports whether there was any.
func (s *ldsShadow) keepOut(w *wave) (any bool) {
	for i := range w.check.board.List {
		q := &w.check.board.List[i]
		op := w.memc.op(q)
		if op == nil || !q.Data() || q.Class == waitcnt.LDS {
			continue
		}
		for _, p := range op.lds[:op.parts] {
			any = true
			s.again(w.Num, op.r, p)
		}
	}
	return any
}

// barrier orders the waves of the work-group; accesses that a wave has in flight come after it,
// too.
func (s *ldsShadow) barrier(g *group) {
	if s.waves < 2 {
		return
	}
	flies, still := s.inFlight(g), s.stillBehind(g)
	if flies {
		s.leave(g)
	}
	if s.met = 0; s.script.mode == scriptFollows {
		if a := s.script.next(); a != nil && a.path == nil && a.still == still {
			s.happens(a)
			g.DropNotes()
			return
		}
		s.real(g)
	}
	g.DropNotes()
	if !s.quiet && flies {
		s.enter()
	}
	s.level()
	if s.still = still; s.script.mode == scriptWrites {
		s.add(ldsAct{})
		return
	}
	for _, w := range g.waves {
		if w.State != engine.AtBarrier {
			continue
		}
		for i := range w.check.board.List {
			q := &w.check.board.List[i]
			op := w.memc.op(q)
			if op == nil || !q.Data() {
				continue
			}
			for _, p := range op.lds[:op.parts] {
				s.again(w.Num, op.r, p)
			}
		}
	}
}

// stillBehind reports whether no wave can write before the next barrier.
func (s *ldsShadow) stillBehind(g *group) bool {
	if g.disp.Session() != nil || g.disp.Opts.Hooks.SeesWaves() { // a wave may be sent elsewhere
		return false
	}
	for _, w := range g.waves {
		if w.State != engine.AtBarrier {
			continue
		}
		if e := w.prog.epochAt(w.IP()); !e.reads || !w.outside(e.flat) {
			return false
		}
	}
	return true
}

// inFlight reports whether a wave at the barrier has accesses in flight.
func (s *ldsShadow) inFlight(g *group) bool {
	for _, w := range g.waves {
		if w.State != engine.AtBarrier {
			continue
		}
		for i := range w.check.board.List {
			if op := w.memc.op(&w.check.board.List[i]); op != nil && op.parts > 0 {
				return true
			}
		}
	}
	return false
}

// again enters an access once more, without a check: it has been checked when it was issued.
func (s *ldsShadow) again(v int, r *engine.Rec, p *ldsPart) {
	s.enter()
	s.quiet, s.mixed = s.quiet && p.kind == plainRead, true
	for m := p.exec; m != 0; m &= m - 1 {
		at, left := p.pos[bits.TrailingZeros64(m)&63], p.bytes
		for left > 0 {
			k := min(4-at&3, left)
			mask := uint8(1<<k-1) << (at & 3)
			if c := s.cell(at >> 2); p.kind == plainRead {
				s.reads(c, mask, v, r.Slot, s.now)
			} else {
				c.known = c.known && int(c.by) == v
				s.writes(c, mask, uint8(v), r.Slot, p.kind == atomicAccess)
			}
			at += k
			left -= k
		}
	}
}

// byteBits has the bits of a dword's bytes, by a mask of bytes.
var byteBits = func() (t [16]uint32) {
	for i := range t {
		for b := range 4 {
			t[i] |= uint32(i>>b&1) * 0xff << (8 * b)
		}
	}
	return t
}()

// ldsMet is what another wave has done to a dword.
type ldsMet struct {
	slot uint32 // record
	wave int
	mask uint8 // bytes
	kind accessKind
}

// written is what the last writer has done.
func (c *ldsCell) written() ldsMet {
	kind := plainWrite
	if c.atomic {
		kind = atomicAccess
	}
	return ldsMet{c.writer, int(c.by), c.wmask, kind}
}

// stored returns n bytes (1 to 4) from byte i on of what a lane stores.
func stored(data []*isa.Row, r *engine.Rec, p *ldsPart, lane int, i, n uint32) uint32 {
	if i&3|n == 4 && r.X.Mem.D16 != isa.D16Hi {
		return data[p.data+int(i/4)][lane]
	}
	at := i
	if r.X.Mem.D16 == isa.D16Hi {
		at += 2
	}
	v := data[p.data+int(at/4)][lane] >> (at & 3 * 8)
	if rest := 4 - at&3; n > rest {
		v |= data[p.data+int(at/4)+1][lane] << (rest * 8)
	}
	return v
}

// report makes the finding of a race: r of w accesses what another wave has met. same is true where
// both write the same values.
func (s *ldsShadow) report(w *wave, r *engine.Rec, p *ldsPart, lane int, met ldsMet, same bool, flag polling) {
	at := p.pos[lane]
	f := newFinding[waitcnt.RuleLDSRace]
	switch {
	case met.kind == atomicAccess || p.kind == atomicAccess:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"one of the two is atomic: loads and stores of atomic variables look like plain ones"}
	case same:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"both write the same value"}
	case flag == pollBranch:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"what is read decides a branch: it may be a flag that orders the waves"}
	}
	producer := &w.prog.Recs()[met.slot]
	if w.repeated(&f, r, producer, "lds") {
		return
	}
	w.produced(&f, producer)
	f.Access, f.Lanes = p.kind.access(), lanesText(1<<lane)
	f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(at), Bytes: uint64(p.bytes)}
	f.Message = fmt.Sprintf("wave %d %s LDS bytes %#x-%#x, which wave %d %s with %s: nothing orders the two", w.Num,
		p.kind, at, at+p.bytes-1,
		met.wave, met.kind, f.Producer)
	f.Detail = append(f.Detail, fmt.Sprintf("wave %d of work-group %v accessed of the dword at %#x the bytes %04b",
		met.wave, w.group.ID, at&^3, met.mask))
	f.Fix = "s_waitcnt lgkmcnt(0) and s_barrier in both waves, between the two accesses"
	w.report(r, f)
}

// uninitLDS reports a read of bytes that nothing has written.
func (w *wave) uninitLDS(r *engine.Rec, p *ldsPart, lanes uint64) {
	f := newFinding[waitcnt.RuleUninitLDS]
	if w.repeated(&f, r, nil, "lds") {
		return
	}
	l := bits.TrailingZeros64(lanes) & 63
	f.Access, f.Lanes = "read", lanesText(lanes)
	f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(p.pos[l]), Bytes: uint64(p.bytes)}
	f.Message = fmt.Sprintf("lane %d reads LDS bytes %#x-%#x, which nothing in the work-group has written", l,
		p.pos[l], p.pos[l]+p.bytes-1)
	w.report(r, f)
}
