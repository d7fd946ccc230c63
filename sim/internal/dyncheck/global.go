package dyncheck

import (
	"encoding/binary"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// The check for races of work-groups in memory. Each work-group notes by itself which of its
// instructions accessed which bytes. When it has ended, its notes are compared with those of the
// work-groups that ended before. What is found does not depend on the order in which they end. As
// long as nothing that may be a race has been seen in a launch, accesses are kept instead
// (track.go).
//
// approximate: a work-group acquires by a buffer_wbinvl1, an atomic with return or a load with GLC,
// and releases by a store or an atomic. One that has acquired is taken to be ordered behind every
// other one that released after the access in question. Programs whose work-groups synchronise are
// not judged by which variable they used. Reads by image samplers are not seen.

// The size of the pages of the notes, in bytes.
const (
	shadowShift = 10
	shadowBytes = 1 << shadowShift
)

// notesAtOnce is for how many notes memory is taken at a time.
const notesAtOnce = 8

// foundLeaves is how many leaves of the shadow a work-group remembers, by the low bits of their
// numbers.
const foundLeaves = 64

// maxShadow bounds the memory that the notes of a launch take.
const maxShadow = 256 << 20

// pageBits has a bit for each byte of a page.
type pageBits [shadowBytes / 64]uint64

// touch is what one instruction of one work-group accessed in one page.
type touch struct {
	page   uint64
	slot   uint32
	kind   accessKind
	flags  touchFlags
	lo, hi uint8  // lines of 64 bytes that bits has from and to
	first  uint64 // stores and atomics of the work-group until the first access, itself included
	bits   pageBits
	data   *[shadowBytes]byte // what plain writes stored last
	spell
}

// touchFlags say what was so when a note was made; accesses of which it differs have different
// notes.
type touchFlags uint8

const (
	groupAcquired touchFlags = 1 << iota // the work-group had acquired
	waveAcquired                         // the wave had, since the last barrier
	waveOnly                             // for the check of waves, where another note is for that of groups
	groupOnly                            // the other way round
	carriedOver                          // a write that was not proved complete at the barrier before
)

// globalAccess is what a work-group accesses in memory.
type globalAccess struct {
	track    *track // where what is accessed is kept, nil where notes are made at once
	acquired bool
	writes   uint64 // stores and atomics so far
	table    []*touch
	list     []*touch
	spare    []*touch // unused ones, with empty bits
	room     []touch  // memory for more of them
	recent   [recentNotes]*touch
	blocks   []*[shadowBytes]byte // room for what is stored in a page, with anything in it
	used     int                  // bytes that the notes of list take
	full     bool                 // maxNotes was reached: nothing more is noted
	found    [foundLeaves]struct {
		of   *globalShadow
		key  uint64
		leaf *shadowLeaf
	}
	written [foundWritten]writtenLeafAt // leaves of what the launch has written
	spells
}

// recentNotes is how many notes are found without a look into the table.
const recentNotes = 32

// reset forgets everything for the next work-group.
func (g *globalAccess) reset() {
	g.track, g.acquired, g.writes, g.full = nil, false, 0, false
	g.forget()
}

// forget forgets all notes.
func (g *globalAccess) forget() {
	clear(g.table)
	clear(g.recent[:])
	g.used = 0
	for _, t := range g.list {
		clear(t.bits[t.lo : int(t.hi)+1])
	}
	g.spare = append(g.spare, g.list...)
	g.list = g.list[:0]
}

// at returns the note for a page, as one of this spell.
func (g *globalAccess) at(page uint64, slot uint32, kind accessKind, flags touchFlags) *touch {
	recent := &g.recent[(uint32(page)+slot)%recentNotes]
	t := *recent
	if t == nil || t.page != page || t.slot != slot || t.flags != flags {
		t = g.find(page, slot, kind, flags)
		*recent = t
	}
	if t.number != g.number {
		t.number = g.number
		g.now = append(g.now, t)
	}
	return t
}

func (g *globalAccess) find(page uint64, slot uint32, kind accessKind, flags touchFlags) *touch {
	if 2*len(g.list) >= len(g.table) {
		g.grow()
	}
	mask := uint64(len(g.table) - 1)
	h := (page*0x9e3779b97f4a7c15 ^ uint64(slot)*0xc2b2ae3d27d4eb4f) >> 17
	for i := h & mask; ; i = (i + 1) & mask {
		t := g.table[i]
		if t == nil {
			t = g.note(page, slot, kind, flags)
			g.table[i] = t
			return t
		}
		if t.page == page && t.slot == slot && t.flags == flags {
			return t
		}
	}
}

func (g *globalAccess) note(page uint64, slot uint32, kind accessKind, flags touchFlags) *touch {
	var t *touch
	if n := len(g.spare); n > 0 {
		t = g.spare[n-1]
		g.spare = g.spare[:n-1]
	} else {
		if len(g.room) == 0 {
			g.room = make([]touch, notesAtOnce)
		}
		t = &g.room[0]
		g.room = g.room[1:]
	}
	t.page, t.slot, t.kind, t.flags, t.first, t.lo, t.hi = page, slot, kind, flags, g.writes, 255, 0
	t.number, t.waves = g.number-1, uint32(g.group.disp.MaxWaves)
	if n := pageLines * int(t.waves); cap(t.more) >= n { // of another launch, and empty
		t.more = t.more[:n]
	} else {
		t.more = nil
	}
	t.single = g.waves < 2
	if kind == plainWrite && t.data == nil {
		t.data = g.block()
	}
	g.list = append(g.list, t)
	g.used += touchBytes
	if kind == plainWrite {
		g.used += shadowBytes
	}
	g.full = g.full || g.used > maxNotes
	return t
}

// block is room for what is stored in a page, with anything in it.
func (g *globalAccess) block() *[shadowBytes]byte {
	if len(g.blocks) == 0 {
		g.blocks = g.group.disp.races.pool.take(g.blocks)
	}
	n := len(g.blocks) - 1
	b := g.blocks[n]
	g.blocks = g.blocks[:n]
	return b
}

func (g *globalAccess) grow() {
	g.table = make([]*touch, max(64, 2*len(g.table)))
	mask := uint64(len(g.table) - 1)
	for _, t := range g.list {
		i := (t.page*0x9e3779b97f4a7c15 ^ uint64(t.slot)*0xc2b2ae3d27d4eb4f) >> 17 & mask
		for g.table[i] != nil {
			i = (i + 1) & mask
		}
		g.table[i] = t
	}
}

// set notes n bytes from off on, all in the page, of a wave.
func (t *touch) set(wave uint8, off, n uint32) {
	end := off + n - 1
	line, last := off>>6, end>>6
	t.lo, t.hi = min(t.lo, uint8(line)), max(t.hi, uint8(last))
	head, tail := ^uint64(0)<<(off&63), ^uint64(0)>>(63-end&63)
	if line == last {
		*t.of(wave, line) |= head & tail
		return
	}
	*t.of(wave, line) |= head
	for line++; line < last; line++ {
		*t.of(wave, line) = ^uint64(0)
	}
	*t.of(wave, last) |= tail
}

// spanned notes n bytes from addr on, which scalar memory accesses.
func (w *wave) spanned(slot uint32, kind accessKind, flags touchFlags, addr, n uint64) {
	g, wave := w.group.global, uint8(w.Num)
	t := g.track
	switch k := keyOf(slot, uint32(n), flags, wave, kind); {
	case t == nil:
		g.span(wave, slot, kind, flags, addr, n)
		return
	case kind.writes():
		t.changeSpan(g, k, addr, nil)
	default:
		t.readSpan(g, k, addr)
	}
	if t.full {
		w.group.kept()
	}
}

// kept makes notes from here on, as too much is kept.
func (g *group) kept() {
	t := g.global.track
	t.check.suspect()
	g.global.track = nil
	t.check.replay(t, g)
	t.given.Store(false)
}

// span notes n bytes from addr on.
func (g *globalAccess) span(wave uint8, slot uint32, kind accessKind, flags touchFlags, addr, n uint64) {
	for n > 0 {
		off := addr & (shadowBytes - 1)
		k := min(shadowBytes-off, n)
		g.at(addr>>shadowShift, slot, kind, flags).set(wave, uint32(off), uint32(k))
		addr, n = addr+k, n-k
	}
}

// note enters a vector access.
func (w *wave) note(t *engine.Token, a *mem.Access, kind accessKind) {
	w.enter(t, a, kind)
	if kind.writes() && w.group.disp.written.on.Load() {
		w.group.global.overwritesEach(&a.Addr, a.Exec, uint64(a.Bytes))
	}
}

// enter enters a vector access in the notes, or in the track.
func (w *wave) enter(t *engine.Token, a *mem.Access, kind accessKind) {
	m := a.Exec
	if a.Part != nil {
		for k := range (a.Bytes + 3) / 4 {
			m &= a.Part[k]
		}
	}
	if m == 0 {
		return
	}
	d := w.group.disp
	n := uint64(a.Bytes)
	if p := a.Addr[bits.TrailingZeros64(m)&63]; p-d.ScratchBase < d.ScratchBytes {
		w.checkPrivate(t.Rec, kind, &a.Addr, m, n)
		return
	}
	g := w.group.global
	flags, wanted := g.flags(w, t)
	if !wanted {
		return
	}
	if kind == plainWrite || kind == atomicAccess {
		g.writes++
		g.wrote[w.Num]++
	}
	w.noteLanes(&a.Addr, m, uint32(n), t.Rec.Slot, kind, flags, a)
	if kind == coherentRead || kind == atomicAccess && t.Rec.X.Results > 0 {
		g.acquire(w)
	}
}

// noteLanes enters an access of n bytes by the lanes m, a store with the data of a where that is not
// nil.
func (w *wave) noteLanes(at *[isa.Lanes]uint64, m uint64, n, slot uint32, kind accessKind, flags touchFlags,
	a *mem.Access) {
	g, wave := w.group.global, uint8(w.Num)
	if g.track == nil {
		g.lanes(wave, at, m, n, slot, kind, flags, a)
		return
	}
	g.track.addresses(g, keyOf(slot, n, flags, wave, kind), at, m, a)
	if g.track.full {
		w.group.kept()
	}
}

// lanes makes notes of an access: of lanes whose elements lie one after the other together.
func (g *globalAccess) lanes(wave uint8, at *[isa.Lanes]uint64, m uint64, n, slot uint32, kind accessKind,
	flags touchFlags, a *mem.Access) {
	data := kind == plainWrite && a != nil
	next, same := mem.Neighbours(at, uint64(n))
	last, in := ^uint64(0), (*touch)(nil)
	for m != 0 {
		l := bits.TrailingZeros64(m) & 63
		if k := bits.TrailingZeros64(^(same >> l & (m >> 1 >> l))); k > 0 && !data {
			m &^= ^(^uint64(0) << k) << l // lanes that read what the one before does have no news
			l += k
		}
		addr := at[l&63]
		page, off := addr>>shadowShift, uint32(addr&(shadowBytes-1))
		lanes := bits.TrailingZeros64(^(next >> l & (m >> 1 >> l))) + 1
		if off+uint32(lanes)*n > shadowBytes {
			lanes = int((shadowBytes - off) / n)
		}
		if lanes == 0 { // two pages
			g.span(wave, slot, kind, flags, addr, uint64(n))
			if data {
				g.storeLane(slot, flags, a, l, n, shiftOf(a))
			}
			last = ^uint64(0)
			m &= m - 1
			continue
		}
		end := l + lanes
		m &^= ^uint64(0) >> (64 - lanes) << l
		if page != last {
			last, in = page, g.at(page, slot, kind, flags)
		}
		in.set(wave, off, uint32(lanes)*n)
		if data {
			in.storeRun(wave, a, l, end, off, n)
		}
	}
}

// dense is lanes for an access of all lanes that lie one behind the other from addr on.
func (g *globalAccess) dense(wave uint8, addr uint64, a *mem.Access, n, slot uint32, kind accessKind,
	flags touchFlags) {
	if rest := shadowBytes - uint32(addr&(shadowBytes-1)); rest < isa.Lanes*n && rest%n != 0 {
		for l := range a.Addr { // a lane has bytes in two pages
			a.Addr[l] = addr + uint64(l)*uint64(n)
		}
		g.lanes(wave, &a.Addr, engine.AllLanes, n, slot, kind, flags, a)
		return
	}
	for l := 0; l < isa.Lanes; {
		off := uint32(addr & (shadowBytes - 1))
		lanes := min(isa.Lanes-l, int((shadowBytes-off)/n))
		in := g.at(addr>>shadowShift, slot, kind, flags)
		in.set(wave, off, uint32(lanes)*n)
		if kind == plainWrite {
			in.storeRun(wave, a, l, l+lanes, off, n)
		}
		l += lanes
		addr += uint64(lanes) * uint64(n)
	}
}

// shiftOf is how far what an access stores lies above the lowest bit of its register.
func shiftOf(a *mem.Access) uint {
	if a.Ext == mem.ExtHiZero || a.Ext == mem.ExtHiSign {
		return 16
	}
	return 0
}

// storeRun notes what lanes l to before end store, which lie one behind the other from off on.
func (t *touch) storeRun(wave uint8, a *mem.Access, l, end int, off, n uint32) {
	shift := shiftOf(a)
	switch {
	case t.shared != 0 && !t.differs:
		for ; l < end; l, off = l+1, off+n {
			t.compareData(wave, a, l, off, n, shift)
			t.store(a, l, off, n, shift)
		}
	case n == 4:
		mem.Pack(t.data[off:], a.Rows[0], l, end)
	default:
		for ; l < end; l, off = l+1, off+n {
			t.store(a, l, off, n, shift)
		}
	}
}

// store notes what a lane stores at off, all of it in the page.
func (t *touch) store(a *mem.Access, l int, off, n uint32, shift uint) {
	switch b := t.data[off:]; n {
	case 1:
		b[0] = byte(a.Rows[0][l] >> shift)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(a.Rows[0][l]>>shift))
	default:
		for k := range n / 4 {
			binary.LittleEndian.PutUint32(b[4*k:], a.Rows[k][l])
		}
	}
}

// storeLane notes what a lane stores in two pages.
func (g *globalAccess) storeLane(slot uint32, flags touchFlags, a *mem.Access, l int, n uint32, shift uint) {
	for i := range n {
		b := a.Addr[l] + uint64(i)
		t := g.at(b>>shadowShift, slot, plainWrite, flags)
		t.data[b&(shadowBytes-1)] = byte(a.Rows[i/4][l] >> (uint(i&3)*8 + shift))
	}
}

// checkScalarLoad looks at a scalar load that is about to read.
func (w *wave) checkScalarLoad(t *engine.Token) {
	n := int(t.Rec.X.Mem.Size) / 4
	for j := 0; j < n; j++ {
		k := bits.TrailingZeros32(^(t.SInRange >> j))
		if k = min(k, n-j); k == 0 {
			continue
		}
		addr := t.SAddr + uint64(4*j)
		w.checkScalarPrivate(t.Rec, plainRead, addr, uint64(4*k))
		if !t.Rec.X.Inst.Mod.GLC {
			w.checkStale(t.Rec, addr, 4*k)
		}
		w.noteScalar(t, plainRead, addr, uint64(4*k))
		j += k
	}
}

// unwritten reports whether it is known that nothing was written in the pages of n bytes from addr on
// since the work-group began, so that its scalar cache has what memory has. g may be nil.
func (g *globalAccess) unwritten(addr, n uint64) bool {
	if g == nil || g.track == nil || g.track.keep || g.alone {
		return false
	}
	d, s := g.group.disp, &g.track.shadow
	switch {
	case addr-d.ScratchBase < d.ScratchBytes:
		return false
	case s.all != nil: // work-groups without a track, which tell nothing, begin later than somebody suspects a race
		return !s.writtenByAny(addr, n) && !d.exact.Load()
	}
	return !s.written(addr, n)
}

// isScalar reports whether the instruction is a scalar memory operation.
func isScalar(in *isa.Inst) bool { return in.Form.Fmt == isa.SMRD || in.Form.Fmt == isa.SMEM }
