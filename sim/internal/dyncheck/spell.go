package dyncheck

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The check for races of the waves of one work-group in memory. A spell is what runs between two
// barriers. In a spell the notes of a work-group (global.go) also know which wave accessed which
// bytes; they are compared when the spell ends. An access belongs to the spell in which it was
// issued. A write that no wait has proved complete at the barrier belongs to the next spell too.
//
// approximate: a wave that has acquired is taken to be ordered behind every other one that has
// released anything in the spell. A wave that waited for a flag of another one is taken to be
// ordered behind all that the other did. Image instructions that are issued before a barrier and
// access memory behind it, and loads that are in flight over one, are not seen.

// pageLines is the number of lines of 64 bytes in a page of the notes.
const pageLines = len(pageBits{})

// spell is what the waves have accessed of a page in one spell.
type spell struct {
	number  uint32           // of the spell
	shared  uint16           // lines that several waves have accessed
	differs bool             // in these lines waves have stored different values to one byte
	single  bool             // there is one wave: what it accesses is in touch.bits at once
	own     [pageLines]uint8 // the wave that accessed each line first
	line    pageBits         // what it accessed
	more    []uint64         // what the others did, in shared lines: by line, of waves each
	waves   uint32
	next    *touch // with the same page, while spells are compared
}

// What a note takes at most, without data, and all notes of a work-group may: bytes.
const (
	touchBytes = 512 + pageLines*maxWaves*8
	maxNotes   = maxShadow
)

// spells are the spells of a work-group.
type spells struct {
	group  *group
	alone  bool // no other work-group is of interest
	waves  int
	number uint32   // of the spell
	now    []*touch // notes of this spell
	wrote  [maxWaves]uint32
	// acquirers are the waves that have acquired in this spell, apart from LDS.
	acquirers uint16
	pages     []*touch // table of the pages that are written, by their first note
}

// begin prepares for a work-group.
func (g *globalAccess) begin(group *group, alone bool) {
	g.group, g.alone, g.waves = group, alone, len(group.Waves)
	g.number++
	g.wrote, g.acquirers = [maxWaves]uint32{}, 0
}

// acquire notes that the wave sees what others have released.
func (g *globalAccess) acquire(w *wave) {
	g.acquired = true
	if g.waves > 1 {
		g.acquirers |= 1 << w.Num
	}
}

// flagsNow are those of an access that is issued and made now.
func (g *globalAccess) flagsNow(w *wave) (f touchFlags) {
	if g.waves > 1 && (g.acquirers|w.group.lds.met)>>w.Num&1 != 0 {
		f = waveAcquired
	}
	if g.acquired {
		f |= groupAcquired
	}
	return f
}

// flags are those of an access; it need not be noted where wanted is false.
func (g *globalAccess) flags(w *wave, t *engine.Token) (f touchFlags, wanted bool) {
	switch {
	case g.full, g.alone && w.tok[t.Slot].spell != g.number:
		return 0, false
	case w.tok[t.Slot].spell != g.number:
		f = groupOnly // noted when its spell ended
	case g.waves > 1 && (g.acquirers|w.group.lds.met)>>w.Num&1 != 0:
		f = waveAcquired
	}
	if g.acquired {
		f |= groupAcquired
	}
	return f, true
}

// of is where the bits of a line are that a wave accesses.
func (t *touch) of(wave uint8, line uint32) *uint64 {
	switch {
	case t.single:
		return &t.bits[line]
	case t.own[line] == wave:
		return &t.line[line]
	case t.line[line] == 0:
		t.own[line] = wave
		return &t.line[line]
	case t.more == nil:
		t.more = make([]uint64, uint32(pageLines)*t.waves)
	}
	t.shared |= 1 << line
	return &t.more[line*t.waves+uint32(wave)]
}

// bitsOf are the bits of a line that a wave has accessed.
func (t *touch) bitsOf(wave, line int) uint64 {
	switch {
	case int(t.own[line]) == wave:
		return t.line[line]
	case t.shared>>line&1 != 0:
		return t.more[line*int(t.waves)+wave]
	}
	return 0
}

// compareData looks whether a lane that stores n bytes at off changes what another wave has stored.
func (t *touch) compareData(wave uint8, a *mem.Access, lane int, off, n uint32, shift uint) {
	for i := range n {
		line, bit := int(off+i)>>6, (off+i)&63
		if t.shared>>line&1 == 0 {
			continue
		}
		for v := range int(t.waves) {
			if v != int(wave) && t.bitsOf(v, line)>>bit&1 != 0 {
				t.differs = t.differs || t.data[off+i] != byte(a.Rows[i/4][lane]>>(uint(i&3)*8+shift))
			}
		}
	}
}

// noteScalar enters a scalar access.
func (w *wave) noteScalar(t *engine.Token, kind accessKind, addr, n uint64) {
	g := w.group.global
	if g == nil {
		return
	}
	if flags, wanted := g.flags(w, t); wanted {
		w.spanned(t.Rec.Slot, kind, flags, addr, n)
	}
}

// noteScalarWrite enters a scalar store or atomic.
func (w *wave) noteScalarWrite(t *engine.Token, kind accessKind) {
	w.checkScalarPrivate(t.Rec, kind, t.SAddr, uint64(t.Rec.X.Mem.Size))
	g := w.group.global
	if g == nil {
		return
	}
	w.group.keepData() // the scalar cache writes back when it likes
	w.enterScalarWrite(t, kind)
	if w.group.disp.written.on.Load() {
		g.overwrites(t.SAddr, uint64(t.Rec.X.Mem.Size))
	}
}

// enterScalarWrite enters it in the notes, or in the track.
func (w *wave) enterScalarWrite(t *engine.Token, kind accessKind) {
	g := w.group.global
	flags, wanted := g.flags(w, t)
	if !wanted {
		return
	}
	g.writes++
	g.wrote[w.Num]++
	for j := range int(t.Rec.X.Mem.Size) / 4 {
		if t.SInRange>>j&1 == 0 {
			continue
		}
		addr := t.SAddr + uint64(4*j)
		switch k := g.track; {
		case kind != plainWrite:
			w.spanned(t.Rec.Slot, kind, flags, addr, 4)
		case k == nil:
			g.spanDword(uint8(w.Num), t.Rec.Slot, kind, flags, addr, t.SData[j])
		default:
			k.changeSpan(g, keyOf(t.Rec.Slot, 4, flags, uint8(w.Num), kind), addr, &t.SData[j])
			if k.full {
				w.group.kept()
			}
		}
	}
	if kind == atomicAccess && t.Rec.X.Inst.Mod.GLC {
		g.acquire(w)
	}
}

// spanDword notes a dword that a wave stores.
func (g *globalAccess) spanDword(wave uint8, slot uint32, kind accessKind, flags touchFlags, addr uint64, v uint32) {
	g.span(wave, slot, kind, flags, addr, 4)
	var word [4]byte
	binary.LittleEndian.PutUint32(word[:], v)
	for i, b := range word {
		p := addr + uint64(i)
		g.at(p>>shadowShift, slot, kind, flags).data[p&(shadowBytes-1)] = b
	}
}

// barrier ends a spell and begins the next one.
func (g *globalAccess) barrier(group *group) {
	if g.waves < 2 {
		return
	}
	for _, w := range group.waves {
		for _, op := range w.Counters.Ops() {
			if t := w.Token(op.Slot); !t.Serviced && w.tok[t.Slot].spell == g.number && !g.full {
				w.noteAhead(t)
			}
		}
	}
	g.endSpell(group)
	for _, w := range group.waves {
		if w.State != engine.AtBarrier {
			continue
		}
		for i := range w.check.board.List {
			if q := &w.check.board.List[i]; q.Data() && !g.full {
				if op := w.memc.op(q); op != nil && op.write {
					w.carry(op)
				}
			}
		}
	}
}

// kindOf is what an operation does with memory.
func kindOf(x *engine.Bound) accessKind {
	switch x.Mem.Kind {
	case isa.MemStore, isa.MemStoreFormat, isa.MemLdsStore:
		return plainWrite
	case isa.MemAtomic:
		return atomicAccess
	}
	if x.Inst.Mod.GLC {
		return coherentRead
	}
	return plainRead
}

// noteAhead enters an operation that accesses memory after the barrier at which its wave is.
func (w *wave) noteAhead(t *engine.Token) {
	x := t.Rec.X
	m, n := t.Exec, uint32(x.Mem.Size)
	switch x.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		switch x.Mem.Kind {
		case isa.MemLoad, isa.MemStore, isa.MemAtomic:
			if t.SInRange&1 != 0 {
				w.spanned(t.Rec.Slot, kindOf(x), waveOnly, t.SAddr, uint64(n))
			}
		}
		return
	case isa.MUBUF, isa.MTBUF:
		m, n = m&t.Part[0], uint32(t.Atom.Bytes)
	case isa.FLAT, isa.GLOBAL:
		m &^= t.FlatLDS | t.FlatPriv
	default:
		return
	}
	d := w.group.disp
	if m == 0 || n == 0 || t.Atom.Addr[bits.TrailingZeros64(m)&63]-d.ScratchBase < d.ScratchBytes {
		return
	}
	w.noteLanes(&t.Atom.Addr, m, n, t.Rec.Slot, kindOf(x), waveOnly, nil)
}

// carry enters a write that was not proved complete at the barrier.
func (w *wave) carry(op *mop) {
	kind, flags := kindOf(op.r.X), waveOnly|carriedOver
	switch {
	case op.scalar != 0:
		w.spanned(op.r.Slot, kind, flags, op.addr[0], uint64(op.scalar))
	case op.exec != 0:
		w.noteLanes(op.addr, op.exec, op.bytes, op.r.Slot, kind, flags, nil)
	}
}

// endSpell compares what the waves have done and leaves the notes to the check of work-groups.
func (g *globalAccess) endSpell(group *group) {
	switch {
	case g.track != nil:
		g.track.endSpell(g)
	case g.waves > 1:
		g.compare()
		g.merge()
	}
	g.now = g.now[:0]
	g.number++
	g.wrote, g.acquirers = [maxWaves]uint32{}, 0
	if g.alone {
		g.forget()
	}
}

// merge adds what the waves have accessed to what the work-group has.
func (g *globalAccess) merge() {
	for _, t := range g.now {
		for i := int(t.lo); i <= int(t.hi); i++ {
			t.bits[i] |= t.line[i]
			t.line[i] = 0
			if t.shared>>i&1 != 0 {
				of := t.more[i*int(t.waves) : (i+1)*int(t.waves)]
				for _, m := range of {
					t.bits[i] |= m
				}
				clear(of)
			}
		}
		t.shared, t.differs, t.next = 0, false, nil
	}
}

// compare looks for races of this spell.
func (g *globalAccess) compare() {
	writes := 0
	for _, t := range g.now {
		if t.writes() {
			writes++
		}
	}
	if writes == 0 {
		return
	}
	size := 1 << bits.Len(uint(2*writes))
	if len(g.pages) < size {
		g.pages = make([]*touch, size)
	}
	table := g.pages[:size]
	clear(table)
	at := func(page uint64) *(*touch) {
		for i := page * 0x9e3779b97f4a7c15 >> 17; ; i++ {
			if p := &table[i&uint64(size-1)]; *p == nil || (*p).page == page {
				return p
			}
		}
	}
	for _, t := range g.now {
		if t.writes() {
			p := at(t.page)
			t.next, *p = *p, t
		}
	}
	for _, t := range g.now {
		if t.writes() || t.flags&groupOnly != 0 {
			continue
		}
		if p := *at(t.page); p != nil {
			t.next, p.next = p.next, t
		}
	}
	s := spellRaces{globalAccess: g}
	for _, first := range table {
		if first == nil || oneWave(first) {
			continue
		}
		for t := first; t != nil; t = t.next {
			for u := t; u != nil; u = u.next {
				if conflicts[t.kind]>>u.kind&1 != 0 {
					s.pair(t, u)
				}
			}
		}
	}
	s.report()
}

// writes reports whether the note is of writes that the check of waves looks at.
func (t *touch) writes() bool {
	return (t.kind == plainWrite || t.kind == atomicAccess) && t.flags&groupOnly == 0
}

// oneWave reports whether each line of a page is one wave's.
func oneWave(first *touch) bool {
	var own [pageLines]uint8
	seen := uint16(0)
	for t := first; t != nil; t = t.next {
		if t.shared != 0 {
			return false
		}
		for i := int(t.lo); i <= int(t.hi); i++ {
			switch {
			case t.line[i] == 0:
			case seen>>i&1 != 0 && own[i] != t.own[i]:
				return false
			default:
				seen |= 1 << i
				own[i] = t.own[i]
			}
		}
	}
	return true
}

// spellRaces are the races of one spell.
type spellRaces struct {
	*globalAccess
	list []waveRace
	met  [maxWaves]uint16 // waves for whose flags each wave has waited
	near [maxWaves]uint16 // waves of which it read what may be a flag
}

// waveRace is a pair of notes with bytes in common, of different waves.
type waveRace struct {
	t, u  *touch
	a, b  int // waves
	line  int
	bits  uint64
	pollA polling // what a reads its bytes for, where it reads
	pollB polling
}

// maxPairs bounds the pairs of waves that are kept of a pair of notes.
const maxPairs = 4

// pair looks for bytes that two waves have accessed.
func (s *spellRaces) pair(t, u *touch) {
	n := 0
	for i := max(int(t.lo), int(u.lo)); i <= int(min(t.hi, u.hi)); i++ {
		if t.line[i] == 0 || u.line[i] == 0 {
			continue
		}
		if (t.shared|u.shared)>>i&1 == 0 {
			if m := t.line[i] & u.line[i]; m != 0 && t.own[i] != u.own[i] {
				s.add(t, u, int(t.own[i]), int(u.own[i]), i, m, &n)
			}
			continue
		}
		for a := range s.waves {
			ta := t.bitsOf(a, i)
			if ta == 0 {
				continue
			}
			for b := range s.waves {
				if m := ta & u.bitsOf(b, i); m != 0 && a != b && (t != u || a < b) {
					s.add(t, u, a, b, i, m, &n)
				}
			}
		}
	}
}

// add adds a race, unless the waves are ordered by what they have acquired, and notes flags.
func (s *spellRaces) add(t, u *touch, a, b, line int, m uint64, n *int) {
	if s.ordered(t, a, u) || s.ordered(u, b, t) {
		return
	}
	r := waveRace{t: t, u: u, a: a, b: b, line: line, bits: m, pollA: s.polls(t), pollB: s.polls(u)}
	s.flag(a, b, r.pollA)
	s.flag(b, a, r.pollB)
	if r.pollA == pollLoop || r.pollB == pollLoop {
		return
	}
	if *n++; *n <= maxPairs {
		s.list = append(s.list, r)
	}
}

// ordered reports whether an access of wave a comes before one of a wave that has acquired: a has
// released something, which may have been after it.
func (s *spellRaces) ordered(t *touch, a int, acquirer *touch) bool {
	own := uint32(0)
	if t.writes() {
		own = 1
	}
	return acquirer.flags&waveAcquired != 0 && s.wrote[a] > own
}

// polls says what a read is for.
func (s *spellRaces) polls(t *touch) polling {
	if t.kind != plainRead && t.kind != coherentRead {
		return pollNone
	}
	return s.group.disp.prog.pollingOf(t.slot)
}

// flag notes that wave a read what wave b wrote.
func (s *spellRaces) flag(a, b int, p polling) {
	switch p {
	case pollLoop:
		s.met[a] |= 1 << b
	case pollBranch:
		s.near[a] |= 1 << b
	}
}

// report makes the findings.
func (s *spellRaces) report() {
	for i := range s.list {
		r := &s.list[i]
		if s.met[r.a]>>r.b&1 == 0 && s.met[r.b]>>r.a&1 == 0 {
			s.found(r)
		}
	}
}

// found makes a finding of a race.
func (s *spellRaces) found(r *waveRace) {
	d := s.group.disp
	p := d.prog
	t, u, a, b := r.t, r.u, r.a, r.b
	// Reported at the access that does not write, or the one that comes later in the program.
	if rank[t.kind] < rank[u.kind] || rank[t.kind] == rank[u.kind] && t.slot < u.slot {
		t, u, a, b = u, t, b, a
	}
	rt, ru := p.ColdRec(&p.Recs()[t.slot]), p.ColdRec(&p.Recs()[u.slot])
	it, iu := p.Inst(rt), p.Inst(ru)
	f := newFinding[waitcnt.RuleWaveRace]
	carried := (t.flags|u.flags)&carriedOver != 0
	scalar := isScalar(it) || isScalar(iu)
	switch {
	case t.kind == coherentRead, t.kind == atomicAccess, u.kind == atomicAccess:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"one of the two is atomic or coherent: loads and stores of atomic variables look like plain ones"}
	case isScalar(it) && t.kind == plainRead:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"a scalar load may fetch more than the program uses"}
	case t.kind == plainWrite && sameData(r):
		f.Severity = waitcnt.Warning
		f.Detail = []string{"both write the same values"}
	case r.pollA == pollBranch, r.pollB == pollBranch, s.near[a]>>b&1 != 0, s.near[b]>>a&1 != 0:
		f.Severity = waitcnt.Warning
		f.Detail = []string{"a branch depends on what one of the waves reads of the other: it may be a flag"}
	}
	if carried && !scalar {
		f.Severity = min(f.Severity, waitcnt.Disputed)
	}
	f.PC, f.ProducerPC = waitcnt.Addr(p.Addr(t.slot)-p.Bias), waitcnt.At(p.Addr(u.slot)-p.Bias)
	order := s.group.Index << 8
	key := findingKey{rule: f.Rule, pc: uint64(f.PC), producer: uint64(*f.ProducerPC), space: "global"}
	if d.found.again(key, f.Severity, order) {
		return
	}
	f.Instruction, f.Producer, f.Access = it.String(), iu.String(), t.kind.access()
	at := bits.TrailingZeros64(r.bits)
	n := bits.TrailingZeros64(^(r.bits >> at))
	addr := t.page<<shadowShift + uint64(r.line*64+at)
	f.Memory = &waitcnt.Range{Space: "global", Addr: waitcnt.Addr(addr), Bytes: uint64(n)}
	f.Message = fmt.Sprintf("wave %d %s memory bytes %#x-%#x, which wave %d of its work-group %s with %s: ", a,
		t.kind, addr, addr+uint64(n)-1, b, u.kind, f.Producer)
	f.Fix = "s_waitcnt vmcnt(0) and s_barrier in both waves, between the two accesses"
	if scalar {
		f.Fix = "s_waitcnt vmcnt(0) lgkmcnt(0) and s_barrier in both waves, between the two accesses"
	}
	if carried {
		f.Message += "no wait proves the write complete before the barrier between them"
		f.Fix = "the wait that proves the write complete, before s_barrier"
	} else {
		f.Message += "nothing orders the two"
	}
	f.Detail = append(f.Detail, fmt.Sprintf("work-group %v", s.group.ID))
	d.found.enter(f, order)
}

// sameData reports whether two stores have stored the same values.
func sameData(r *waveRace) bool {
	if r.t.kind != plainWrite || r.u.kind != plainWrite || (r.t.flags|r.u.flags)&waveOnly != 0 {
		return false
	}
	if r.t == r.u {
		return !r.t.differs
	}
	for m := r.bits; m != 0; m &= m - 1 {
		at := r.line*64 + bits.TrailingZeros64(m)
		if r.t.data[at] != r.u.data[at] {
			return false
		}
	}
	return true
}
