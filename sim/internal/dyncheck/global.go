package dyncheck

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The check for races of work-groups in memory: each work-group notes which bytes which of its
// instructions accessed, by itself, and when it has ended the notes are compared with those of the
// work-groups that ended before. What is found does not depend on the order in which they end.
//
// approximate: a work-group that has acquired (executed a buffer_wbinvl1, an atomic with return or
// a load with GLC) is taken to be ordered behind every other one that released (stored, or executed
// an atomic) after the access in question: programs whose work-groups synchronise are not judged by
// which variable they used. Reads by image samplers are not seen.

// shadowPage is the size of the pages of the notes.
const (
	shadowShift = 10
	shadowBytes = 1 << shadowShift
)

// notesAtOnce is for how many notes memory is taken at a time.
const notesAtOnce = 8

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
	acquired bool
	writes   uint64 // stores and atomics so far
	table    []*touch
	list     []*touch
	spare    []*touch // unused ones, with empty bits
	room     []touch  // memory for more of them
	used     int      // bytes that the notes of list take
	full     bool     // maxNotes was reached: nothing more is noted
	spells
}

// reset forgets everything for the next work-group.
func (g *globalAccess) reset() {
	g.acquired, g.writes, g.full = false, 0, false
	g.forget()
}

// forget forgets all notes.
func (g *globalAccess) forget() {
	clear(g.table)
	g.used = 0
	for _, t := range g.list {
		clear(t.bits[t.lo : int(t.hi)+1])
	}
	g.spare = append(g.spare, g.list...)
	g.list = g.list[:0]
}

// at returns the note for a page, as one of this spell.
func (g *globalAccess) at(page uint64, slot uint32, kind accessKind, flags touchFlags) *touch {
	t := g.find(page, slot, kind, flags)
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
	if kind == plainWrite && t.data == nil {
		t.data = new([shadowBytes]byte)
	}
	g.list = append(g.list, t)
	g.used += touchBytes
	if kind == plainWrite {
		g.used += shadowBytes
	}
	g.full = g.full || g.used > maxNotes
	return t
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
	for n > 0 {
		line, at := off>>6, off&63
		k := min(64-at, n)
		*t.of(wave, line) |= ^uint64(0) >> (64 - k) << at
		t.lo, t.hi = min(t.lo, uint8(line)), max(t.hi, uint8(line))
		off, n = off+k, n-k
	}
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
	g := w.group.global
	flags, wanted := g.flags(w, t)
	if !wanted {
		return
	}
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
		return // private memory
	}
	if kind == plainWrite || kind == atomicAccess {
		g.writes++
		g.wrote[w.Num]++
	}
	slot := t.Rec.Slot
	if kind != plainWrite && m == engine.AllLanes && dense(&a.Addr, n) {
		g.span(uint8(w.Num), slot, kind, flags, a.Addr[0], isa.Lanes*n)
	} else {
		w.noteLanes(&a.Addr, m, uint32(n), slot, kind, flags, a)
	}
	if kind == coherentRead || kind == atomicAccess && t.Rec.X.Results > 0 {
		g.acquire(w)
	}
}

// dense reports whether the lanes' elements of n bytes lie one after the other.
func dense(a *[isa.Lanes]uint64, n uint64) bool {
	if a[63]-a[0] != 63*n {
		return false
	}
	diff, want := uint64(0), a[0]
	for _, v := range a[:] {
		diff |= v ^ want
		want += n
	}
	return diff == 0
}

// noteLanes enters an access of n bytes lane by lane, a store with the data of a where that is not
// nil.
func (w *wave) noteLanes(at *[isa.Lanes]uint64, m uint64, n, slot uint32, kind accessKind, flags touchFlags,
	a *mem.Access) {
	g := w.group.global
	wave := uint8(w.Num)
	data := kind == plainWrite && a != nil
	shift := uint(0)
	if data && (a.Ext == mem.ExtHiZero || a.Ext == mem.ExtHiSign) {
		shift = 16
	}
	last, in := ^uint64(0), (*touch)(nil)
	for ; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		addr := at[l]
		page, off := addr>>shadowShift, uint32(addr&(shadowBytes-1))
		if page != last {
			last, in = page, g.at(page, slot, kind, flags)
		}
		if off+n > shadowBytes { // two pages
			g.span(wave, slot, kind, flags, addr, uint64(n))
			if !data {
				continue
			}
			for i := range n {
				b := addr + uint64(i)
				g.at(b>>shadowShift, slot, kind,
					flags).data[b&(shadowBytes-1)] = byte(a.Rows[i/4][l] >> (uint(i&3)*8 + shift))
			}
			continue
		}
		if at := off & 63; at+n <= 64 {
			line := off >> 6 & (uint32(len(in.line)) - 1)
			p := &in.line[line]
			switch {
			case in.own[line] == wave:
			case in.shared>>line&1 != 0:
				p = &in.more[line*in.waves+uint32(wave)]
			default:
				p = in.of(wave, line)
			}
			*p |= (1<<n - 1) << at
			in.lo, in.hi = min(in.lo, uint8(line)), max(in.hi, uint8(line))
		} else {
			in.set(wave, off, n)
		}
		if !data {
			continue
		}
		if in.shared != 0 && !in.differs {
			in.compareData(wave, a, l, off, n, shift)
		}
		switch b := in.data[off:]; n {
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
		if !t.Rec.X.Inst.Mod.GLC {
			w.checkStale(t, addr, 4*k)
		}
		w.noteScalar(t, plainRead, addr, uint64(4*k))
		j += k
	}
}

// globalShadow is what the work-groups of a launch have accessed.
type globalShadow struct {
	alone bool // there is one work-group: only its waves can race
	mu    sync.Mutex
	pages map[uint64]*shadowPage
	used  int  // bytes
	full  bool // maxShadow was reached: what came later has not been compared
	races map[raceKey]*race
}

// shadowPage is what the work-groups that have ended accessed in a page.
type shadowPage struct {
	all  [numAccessKinds]*pageBits
	list []*shadowEntry
}

// shadowEntry is what one instruction of several work-groups accessed in a page.
type shadowEntry struct {
	slot        uint32
	kind        accessKind
	acq, rel    bool
	bits        pageBits
	first, last [len(pageBits{})]uint64 // lowest and highest work-group by line
	data        *[shadowBytes]byte      // what one of the work-groups stored
	mixed       *pageBits               // bytes of which work-groups stored different values
}

// raceKey is a pair of instructions: a is the one at which the finding is reported.
type raceKey struct{ a, b uint32 }

// race is a pair of instructions that access the same bytes in different work-groups.
type race struct {
	kindA, kindB accessKind
	differ       bool // values that were written
	page         uint64
	bits         pageBits
}

// conflicts lists for each kind of access those with which it races on the same bytes.
var conflicts = [numAccessKinds][]accessKind{
	plainRead:    {plainWrite, atomicAccess},
	plainWrite:   {plainRead, plainWrite, atomicAccess, coherentRead},
	atomicAccess: {plainRead, plainWrite},
	coherentRead: {plainWrite},
}

// acquired reports whether the work-group had acquired before.
func (t *touch) acquired() bool { return t.flags&groupAcquired != 0 }

// released reports whether the work-group stored or executed an atomic after the first access.
func (t *touch) released(g *globalAccess) bool {
	own := uint64(0)
	if t.kind == plainWrite || t.kind == atomicAccess {
		own = 1
	}
	return g.writes > t.first+1-own
}

// add compares the notes of a work-group that has ended with those of others and enters them.
func (s *globalShadow) add(g *group) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		return
	}
	notes := g.global
	s.full = s.full || notes.full
	if s.alone {
		return
	}
	for _, t := range notes.list {
		p := s.pages[t.page]
		if p == nil || t.flags&waveOnly != 0 {
			continue
		}
		for _, k := range conflicts[t.kind] {
			if all := p.all[k]; all != nil && overlap(&t.bits, all, t.lo, t.hi) {
				s.compare(g, t, p, k)
			}
		}
	}
	for _, t := range notes.list {
		if t.flags&waveOnly == 0 {
			s.enter(g, t)
		}
	}
}

func overlap(a, b *pageBits, lo, hi uint8) bool {
	for i := int(lo); i <= int(hi); i++ {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// compare looks for the instructions that a note races with.
func (s *globalShadow) compare(g *group, t *touch, p *shadowPage, k accessKind) {
	rel := t.released(g.global)
	for _, e := range p.list {
		if e.kind != k || e.rel && t.acquired() || rel && e.acq || !overlap(&t.bits, &e.bits, t.lo, t.hi) {
			continue
		}
		key := raceKey{t.slot, e.slot}
		ka, kb := t.kind, e.kind
		// Reported at the access that does not write, or the one that comes later in the program.
		if cmp.Or(cmp.Compare(rank[ka], rank[kb]), cmp.Compare(key.a, key.b)) < 0 {
			key.a, key.b, ka, kb = key.b, key.a, kb, ka
		}
		r := s.races[key]
		if r == nil {
			r = &race{kindA: ka, kindB: kb, page: ^uint64(0)}
			s.races[key] = r
		}
		if t.page < r.page {
			r.page, r.bits = t.page, pageBits{}
		}
		for i := int(t.lo); i <= int(t.hi); i++ {
			m := t.bits[i] & e.bits[i]
			if t.page == r.page {
				r.bits[i] |= m
			}
			if e.data == nil || t.kind != plainWrite {
				continue
			}
			r.differ = r.differ || e.mixed != nil && e.mixed[i]&m != 0
			for ; m != 0 && !r.differ; m &= m - 1 {
				b := i*64 + bits.TrailingZeros64(m)
				r.differ = t.data[b] != e.data[b]
			}
		}
	}
}

// rank orders kinds for the choice of the place of a finding.
var rank = [numAccessKinds]int{plainRead: 2, coherentRead: 2, plainWrite: 1, atomicAccess: 0}

// enter adds a note.
func (s *globalShadow) enter(g *group, t *touch) {
	p := s.pages[t.page]
	if p == nil {
		p = &shadowPage{}
		s.pages[t.page] = p
	}
	if p.all[t.kind] == nil {
		p.all[t.kind] = new(pageBits)
		s.used += shadowBytes / 8
	}
	rel := t.released(g.global)
	i := slices.IndexFunc(p.list, func(e *shadowEntry) bool { return e.slot == t.slot && e.acq == t.acquired() && e.rel == rel })
	if i < 0 {
		i = len(p.list)
		e := &shadowEntry{slot: t.slot, kind: t.kind, acq: t.acquired(), rel: rel}
		s.used += 3 * shadowBytes / 8
		if t.kind == plainWrite {
			e.data = new([shadowBytes]byte)
			s.used += shadowBytes
		}
		p.list = append(p.list, e)
	}
	s.full = s.full || s.used > maxShadow
	e, all := p.list[i], p.all[t.kind]
	for i := int(t.lo); i <= int(t.hi); i++ {
		m := t.bits[i]
		if m == 0 {
			continue
		}
		if e.bits[i] == 0 {
			e.first[i], e.last[i] = g.Index, g.Index
		} else {
			e.first[i], e.last[i] = min(e.first[i], g.Index), max(e.last[i], g.Index)
		}
		if e.data != nil {
			e.store(t, i, m)
		}
		e.bits[i] |= m
		all[i] |= m
	}
}

// store takes over the bytes m of line i.
func (e *shadowEntry) store(t *touch, i int, m uint64) {
	if m == ^uint64(0) && e.bits[i] == 0 {
		copy(e.data[i*64:i*64+64], t.data[i*64:])
		return
	}
	for old := e.bits[i]; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		b := i*64 + k
		if old>>k&1 != 0 && e.data[b] != t.data[b] {
			if e.mixed == nil {
				e.mixed = new(pageBits)
			}
			e.mixed[i] |= 1 << k
		}
		e.data[b] = t.data[b]
	}
}

// report makes the findings of a launch that has ended.
func (s *globalShadow) report(d *Checker) {
	p := d.prog
	for key, r := range s.races {
		ra, rb := &p.Recs()[key.a], &p.Recs()[key.b]
		f := newFinding[waitcnt.RuleGlobalRace]
		f.PC, f.Instruction = waitcnt.Addr(p.Addr(key.a)-p.Bias), p.Inst(ra).String()
		f.ProducerPC, f.Producer = waitcnt.At(p.Addr(key.b)-p.Bias), p.Inst(rb).String()
		f.Access = r.kindA.access()
		line := slices.IndexFunc(r.bits[:], func(m uint64) bool { return m != 0 })
		at := bits.TrailingZeros64(r.bits[line])
		n := bits.TrailingZeros64(^(r.bits[line] >> at))
		addr := r.page<<shadowShift + uint64(line*64+at)
		f.Memory = &waitcnt.Range{Space: "global", Addr: waitcnt.Addr(addr), Bytes: uint64(n)}
		var groups []uint64
		for _, e := range s.pages[r.page].list {
			if (e.slot == key.a || e.slot == key.b) && e.bits[line]&r.bits[line] != 0 {
				groups = append(groups, e.first[line], e.last[line])
			}
		}
		one, two := d.GroupID(slices.Min(groups)), d.GroupID(slices.Max(groups))
		f.Message = fmt.Sprintf("one work-group %s memory bytes %#x-%#x, which another %s with %s: nothing orders work-groups", r.kindA, addr, addr+uint64(n)-1,
			r.kindB, f.Producer)
		f.Detail = []string{fmt.Sprintf("work-groups %v and %v are the first and the last with such accesses to these 64 bytes", one, two)}
		f.Severity = waitcnt.Warning
		switch {
		case r.kindA == coherentRead, r.kindA == atomicAccess, r.kindB == atomicAccess:
			f.Detail = append(f.Detail, "one of the two is atomic or coherent: loads and stores of atomic variables look like plain ones")
		case isScalar(p.Inst(ra)):
			f.Detail = append(f.Detail, "a scalar load may fetch more than the program uses")
		case r.kindA == plainWrite && !r.differ:
			f.Detail = append(f.Detail, "all write the same values")
		default:
			f.Severity = waitcnt.Error
		}
		d.found.enter(f, 0)
	}
	if s.full {
		f := newFinding[waitcnt.RuleGlobalRace]
		f.Severity = waitcnt.Info
		f.PC = waitcnt.Addr(d.Entry - p.Bias)
		f.Message = fmt.Sprintf("races in memory were only looked for among the first accesses: the notes of them reached %d MiB", maxShadow>>20)
		d.found.enter(f, 0)
	}
}

// isScalar reports whether the instruction is a scalar memory operation.
func isScalar(in *isa.Inst) bool { return in.Form.Fmt == isa.SMRD || in.Form.Fmt == isa.SMEM }
