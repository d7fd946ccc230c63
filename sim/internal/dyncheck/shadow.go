package dyncheck

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// globalShadow is what the work-groups of a launch have accessed in memory.
//
//	directory ── number of the leaf ──► leaf of 512 pages ──► entries of a page of 1 KiB, one behind the other
//
// A work-group that has ended takes the pages of one leaf after the other: it compares its notes
// with them and enters them. Others may do so with other leaves at the same time.
type globalShadow struct {
	alone bool         // there is one work-group: only its waves can race
	used  atomic.Int64 // bytes
	full  atomic.Bool  // maxShadow was reached: what came later has not been compared

	pool   *Pool
	mu     sync.Mutex
	leaves map[uint64]*shadowLeaf
	races  map[raceKey]*race
}

// Pool is the memory of shadows that launches on a device leave for later ones. Launches at the same
// time may share it, and know of each other by it. The zero value is an empty one.
type Pool struct {
	mu     sync.Mutex
	leaves []*shadowLeaf
	data   []*[shadowBytes]byte

	launches launches
}

// What a pool keeps, at most: some 10 MiB.
const (
	maxIdleShadows = 64   // leaves
	maxIdleEntries = 1024 // of a leaf, 128 KiB
	maxIdleData    = 2048
)

// leaf returns an empty leaf.
func (p *Pool) leaf() *shadowLeaf {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.leaves) - 1
	if n < 0 {
		return &shadowLeaf{pool: p}
	}
	l := p.leaves[n]
	p.leaves = p.leaves[:n]
	return l
}

// dataAtOnce is for how many pages room is taken at a time.
const dataAtOnce = 16

// take adds some rooms for what is stored in a page to list, with anything in them.
func (p *Pool) take(list []*[shadowBytes]byte) []*[shadowBytes]byte {
	p.mu.Lock()
	n := len(p.data) - min(len(p.data), dataAtOnce)
	list = append(list, p.data[n:]...)
	clear(p.data[n:])
	p.data = p.data[:n]
	p.mu.Unlock()
	if len(list) == 0 {
		room := make([][shadowBytes]byte, dataAtOnce)
		for i := range room {
			list = append(list, &room[i])
		}
	}
	return list
}

// release leaves the shadow's memory to later launches.
func (s *globalShadow) release() {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range s.leaves {
		for i := range l.used {
			for j := range l.rooms[i] {
				if e := &l.rooms[i][j]; e.data != nil && len(p.data) < maxIdleData {
					p.data = append(p.data, e.data)
				}
			}
		}
		if len(p.leaves) < maxIdleShadows {
			l.clear()
			p.leaves = append(p.leaves, l)
		}
	}
	s.leaves, s.races = nil, nil
}

const (
	leafShift = 9
	leafPages = 1 << leafShift
)

// shadowLeaf is what the work-groups that have ended accessed in some pages that lie one after the
// other.
type shadowLeaf struct {
	mu    sync.Mutex
	pages [leafPages]*shadowEntry
	kinds [leafPages]uint8 // of the entries of each page, one bit each
	pool  *Pool
	rooms [][]shadowEntry // memory for entries
	used  int             // of them have entries: the last one has room
	room  []shadowEntry   // left in it
	lines slab[pageBits]
	lasts slab[[pageLines]uint32]
}

// slab is memory of which parts are taken one by one. It is not used again.
type slab[T any] struct {
	left []T
	n    int // how many were made last
}

// take returns a zero value in the memory.
func (s *slab[T]) take() *T {
	if len(s.left) == 0 {
		s.n = min(max(2*s.n, 2), entriesAtOnce)
		s.left = make([]T, s.n)
	}
	t := &s.left[0]
	s.left = s.left[1:]
	return t
}

// clear makes it an empty leaf that keeps its memory.
func (l *shadowLeaf) clear() {
	n := 0
	for i, r := range l.rooms {
		if n += len(r); n > maxIdleEntries {
			clear(l.rooms[i:])
			l.rooms, l.used = l.rooms[:i], min(l.used, i)
			break
		}
	}
	for _, r := range l.rooms[:l.used] {
		clear(r)
	}
	l.pages, l.kinds, l.used, l.room = [leafPages]*shadowEntry{}, [leafPages]uint8{}, 0, nil
}

// newEntry is a new entry, of no page.
func (l *shadowLeaf) newEntry() *shadowEntry {
	if len(l.room) == 0 {
		if l.used == len(l.rooms) {
			n := 4
			if l.used > 0 {
				n = min(2*len(l.rooms[l.used-1]), entriesAtOnce)
			}
			l.rooms = append(l.rooms, make([]shadowEntry, n))
		}
		l.room = l.rooms[l.used]
		l.used++
	}
	e := &l.room[0]
	l.room = l.room[1:]
	return e
}

// entriesAtOnce is for how many entries memory is taken at a time where a leaf has many.
const entriesAtOnce = 32

// shadowEntry is what one instruction of several work-groups accessed in a page. Most access whole
// lines of 64 bytes, each of them in one work-group, so that has little room.
type shadowEntry struct {
	next     *shadowEntry       // of the same page
	data     *[shadowBytes]byte // what one of the work-groups stored
	mixed    *pageBits          // bytes of which work-groups stored different values
	bits     *pageBits          // of lines that are not in whole; nil where there are none
	last     *[pageLines]uint32 // highest work-group by line; nil: first
	first    [pageLines]uint32  // lowest work-group by line
	slot     uint32
	whole    uint16 // lines that were accessed completely
	kind     accessKind
	acq, rel bool
}

// What entries take of maxShadow.
const (
	pageEntryBytes = 128
	bitsBytes      = shadowBytes / 8
)

// line are the bytes that were accessed of a line.
func (e *shadowEntry) line(i int) uint64 {
	switch {
	case e.whole>>i&1 != 0:
		return ^uint64(0)
	case e.bits == nil:
		return 0
	}
	return e.bits[i]
}

// lastOf is the highest work-group that accessed a line.
func (e *shadowEntry) lastOf(i int) uint32 {
	if e.last == nil {
		return e.first[i]
	}
	return e.last[i]
}

// overlaps reports whether a note has bytes of the entry.
func (e *shadowEntry) overlaps(t *touch) bool {
	for i := int(t.lo); i <= int(t.hi); i++ {
		if t.bits[i]&e.line(i) != 0 {
			return true
		}
	}
	return false
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

// conflicts has for each kind of access those with which it races on the same bytes, as bits.
var conflicts = [numAccessKinds]uint8{
	plainRead:    1<<plainWrite | 1<<atomicAccess,
	plainWrite:   1<<plainRead | 1<<plainWrite | 1<<atomicAccess | 1<<coherentRead,
	atomicAccess: 1<<plainRead | 1<<plainWrite,
	coherentRead: 1 << plainWrite,
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

// leaf is the leaf with a number.
func (s *globalShadow) leaf(key uint64) *shadowLeaf {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.leaves[key]
	if l == nil {
		if s.leaves == nil {
			s.leaves = map[uint64]*shadowLeaf{}
		}
		l = s.pool.leaf()
		s.leaves[key] = l
	}
	return l
}

// leafOf is the leaf of a page.
func (g *globalAccess) leafOf(s *globalShadow, page uint64) *shadowLeaf {
	key := page >> leafShift
	f := &g.found[key%foundLeaves]
	if f.of != s || f.key != key {
		f.of, f.key, f.leaf = s, key, s.leaf(key)
	}
	return f.leaf
}

func byLeaf(a, b *touch) int { return cmp.Compare(a.page>>leafShift, b.page>>leafShift) }

// add compares the notes of a work-group that has ended with those of others and enters them.
func (s *globalShadow) add(g *group) {
	notes := g.global
	if s.full.Load() {
		return
	}
	if notes.full {
		s.full.Store(true)
	}
	if s.alone {
		return
	}
	list := notes.list
	for leaves := 0; len(list) > 0; leaves++ {
		if leaves == fewLeaves {
			slices.SortFunc(list, byLeaf)
		}
		key, n := list[0].page>>leafShift, 1
		for i := 1; i < len(list); i++ {
			switch {
			case list[i].page>>leafShift == key:
				list[i], list[n] = list[n], list[i]
				n++
			case leaves >= fewLeaves:
				i = len(list)
			}
		}
		s.addLeaf(g, notes.leafOf(s, list[0].page), list[:n])
		list = list[n:]
	}
}

// fewLeaves is for how many leaves the notes of each are picked out one by one; those of more are
// sorted.
const fewLeaves = 8

// addLeaf is add for the notes of one leaf.
func (s *globalShadow) addLeaf(g *group, l *shadowLeaf, list []*touch) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range list {
		if l.kinds[t.page&(leafPages-1)]&conflicts[t.kind] != 0 && t.flags&waveOnly == 0 {
			s.compare(g, t, l.pages[t.page&(leafPages-1)])
		}
	}
	for _, t := range list {
		if t.flags&waveOnly == 0 {
			s.enter(g, l, t)
		}
	}
}

// compare looks for the instructions that a note races with.
func (s *globalShadow) compare(g *group, t *touch, e *shadowEntry) {
	rel, with := t.released(g.global), conflicts[t.kind]
	for ; e != nil; e = e.next {
		if with>>e.kind&1 == 0 || e.rel && t.acquired() || rel && e.acq || !e.overlaps(t) {
			continue
		}
		s.found(t, e)
	}
}

// found enters a race.
func (s *globalShadow) found(t *touch, e *shadowEntry) {
	key := raceKey{t.slot, e.slot}
	ka, kb := t.kind, e.kind
	// Reported at the access that does not write, or the one that comes later in the program.
	if cmp.Or(cmp.Compare(rank[ka], rank[kb]), cmp.Compare(key.a, key.b)) < 0 {
		key.a, key.b, ka, kb = key.b, key.a, kb, ka
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.races[key]
	if r == nil {
		if s.races == nil {
			s.races = map[raceKey]*race{}
		}
		r = &race{kindA: ka, kindB: kb, page: math.MaxUint64}
		s.races[key] = r
	}
	if t.page < r.page {
		r.page, r.bits = t.page, pageBits{}
	}
	for i := int(t.lo); i <= int(t.hi); i++ {
		m := t.bits[i] & e.line(i)
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

// rank orders kinds for the choice of the place of a finding.
var rank = [numAccessKinds]int{plainRead: 2, coherentRead: 2, plainWrite: 1, atomicAccess: 0}

// entry is the entry of a page for a note; it is made where there is none. A new entry takes over
// the stored bytes of the note, and the note gets other room for them.
func (s *globalShadow) entry(g *group, l *shadowLeaf, t *touch) (e *shadowEntry, fresh bool) {
	rel, acq := t.released(g.global), t.acquired()
	p := &l.pages[t.page&(leafPages-1)]
	for e := *p; e != nil; e = e.next {
		if e.slot == t.slot && e.acq == acq && e.rel == rel {
			return e, false
		}
	}
	n := int64(pageEntryBytes)
	e = l.newEntry()
	e.next, e.slot, e.kind, e.acq, e.rel = *p, t.slot, t.kind, acq, rel
	*p = e
	l.kinds[t.page&(leafPages-1)] |= 1 << t.kind
	if t.kind == plainWrite {
		e.data, t.data = t.data, g.global.block()
		n += shadowBytes
	}
	s.grow(n)
	return e, true
}

// grow accounts for bytes.
func (s *globalShadow) grow(n int64) {
	if s.used.Add(n) > maxShadow {
		s.full.Store(true)
	}
}

// enter adds a note.
func (s *globalShadow) enter(g *group, l *shadowLeaf, t *touch) {
	e, fresh := s.entry(g, l, t)
	by := uint32(min(g.Index, math.MaxUint32))
	for i := int(t.lo); i <= int(t.hi); i++ {
		m := t.bits[i]
		if m == 0 {
			continue
		}
		old := e.line(i)
		switch {
		case old == 0:
			e.first[i] = by
			if e.last != nil {
				e.last[i] = by
			}
		case by != e.first[i] || e.last != nil:
			if e.last == nil {
				e.last = l.lasts.take()
				*e.last = e.first
				s.grow(4 * int64(pageLines))
			}
			e.first[i], e.last[i] = min(e.first[i], by), max(e.last[i], by)
		}
		if e.data != nil && !fresh {
			e.store(t, i, m, old)
		}
		switch now := old | m; {
		case now == ^uint64(0):
			e.whole |= 1 << i
		case e.bits == nil:
			e.bits = l.lines.take()
			s.grow(bitsBytes)
			fallthrough
		default:
			e.bits[i] = now
		}
	}
}

// store takes over the bytes m of line i, of which it has old.
func (e *shadowEntry) store(t *touch, i int, m, old uint64) {
	if m == ^uint64(0) && old == 0 {
		copy(e.data[i*64:i*64+64], t.data[i*64:])
		return
	}
	for k := range 8 {
		now, before := uint8(m>>(8*k)), uint8(old>>(8*k))
		if now == 0 {
			continue
		}
		dst, src := e.data[i*64+8*k:], t.data[i*64+8*k:]
		mask, have, next := spreadBits[now], binary.LittleEndian.Uint64(dst), binary.LittleEndian.Uint64(src)
		if diff := (have ^ next) & mask & spreadBits[before]; diff != 0 {
			if e.mixed == nil {
				e.mixed = new(pageBits)
			}
			for ; diff != 0; diff &^= 0xff << (bits.TrailingZeros64(diff) &^ 7) {
				e.mixed[i] |= 1 << (8*k + bits.TrailingZeros64(diff)>>3)
			}
		}
		binary.LittleEndian.PutUint64(dst, have&^mask|next&mask)
	}
}

// spreadBits has a byte of ones for each bit of a byte.
var spreadBits = func() (t [256]uint64) {
	for i := range t {
		for b := range 8 {
			t[i] |= uint64(i>>b&1) * 0xff << (8 * b)
		}
	}
	return t
}()

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
		var groups []uint32
		for e := s.leaf(r.page >> leafShift).pages[r.page&(leafPages-1)]; e != nil; e = e.next {
			if (e.slot == key.a || e.slot == key.b) && e.line(line)&r.bits[line] != 0 {
				groups = append(groups, e.first[line], e.lastOf(line))
			}
		}
		one, two := d.GroupID(uint64(slices.Min(groups))), d.GroupID(uint64(slices.Max(groups)))
		f.Message = fmt.Sprintf("one work-group %s memory bytes %#x-%#x, which another %s with %s: nothing orders "+
			"work-groups", r.kindA, addr, addr+uint64(n)-1,
			r.kindB, f.Producer)
		f.Detail = []string{fmt.Sprintf(
			"work-groups %v and %v are the first and the last with such accesses to these 64 bytes", one, two)}
		f.Severity = waitcnt.Warning
		switch {
		case r.kindA == coherentRead, r.kindA == atomicAccess, r.kindB == atomicAccess:
			f.Detail = append(f.Detail,
				"one of the two is atomic or coherent: loads and stores of atomic variables look like plain ones")
		case isScalar(p.Inst(ra)):
			f.Detail = append(f.Detail, "a scalar load may fetch more than the program uses")
		case r.kindA == plainWrite && !r.differ:
			f.Detail = append(f.Detail, "all write the same values")
		default:
			f.Severity = waitcnt.Error
		}
		d.found.enter(f, 0)
	}
	if s.full.Load() {
		f := newFinding[waitcnt.RuleGlobalRace]
		f.Severity = waitcnt.Info
		f.PC = waitcnt.Addr(d.Entry - p.Bias)
		f.Message = fmt.Sprintf("races in memory were only looked for among the first accesses: the notes of them reached "+
			"%d MiB", maxShadow>>20)
		d.found.enter(f, 0)
	}
}
