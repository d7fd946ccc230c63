package dyncheck

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// ordered is an access in order with all others, which has not been entered: of bytes, whole dwords, at
// addresses plus offset.
type ordered struct {
	wave          int
	slot          uint32
	stamp         uint32
	write         bool
	data          int // where in data a write has what it stores
	row           int // number of the addresses
	offset, bytes uint32

	// It is several reads instead where path is not nil: those of its lists from one number to before
	// another, at the addresses of heads many rows, from row on.
	path     *path
	from, to int
	heads    int
}

// maxLater is how many accesses wait: more reads become marks, more writes are entered. It is a
// variable for tests. Where it is below 0, none waits.
var maxLater = 2048

// maxEntered is how many reads are entered one by one where they need not be.
const maxEntered = 64

// maxMarks is how many reads there are marks of.
const maxMarks = 1 << 20

// postpone puts an access of whole dwords aside, a read or a write of data. It reports false where it
// cannot, and has done nothing: where something was accessed since the last barrier that has to be
// looked at lane by lane, or another wave has to do with the same dwords.
func (s *ldsShadow) postpone(w *wave, slot uint32, a *ldsPlace, offset, bytes uint32, write bool,

	data []*isa.Row) bool {
	if maxLater < 0 {
		return false
	}
	if write {
		return s.postponeWrite(w, slot, a, offset, bytes, data)
	}
	v := w.Num
	switch {
	case !s.written(a, offset, bytes):
		return false
	case s.forgets():
		return true
	case !s.quiet && !s.readsApart(v, a, offset, bytes):
		return false
	case s.marked || s.waiting >= maxLater || !s.keep(a):
		if !s.marksLater() {
			return false
		}
		s.mark(v, slot, a, offset, bytes)
		return true
	}
	o := s.wait(v)
	o.slot, o.stamp, o.write, o.row, o.offset, o.bytes = slot, s.now, false, a.row, offset, bytes
	return true
}

// forgets reports whether nothing has to be known of a read of what has been written: no other wave can race
// with it.
func (s *ldsShadow) forgets() bool { return s.waves == 1 || s.still && s.quiet }

// readsApart reports whether no other wave has written since the last barrier what is read, or has
// read it, and marks it as read if so. It is called where writes wait.
func (s *ldsShadow) readsApart(v int, a *ldsPlace, offset, bytes uint32) bool {
	if s.mixed || s.waiting >= maxLater || s.now >= maxStamp || !s.keep(a) {
		return false
	}
	for k := offset / 4; k < (offset+bytes)/4; k++ {
		if s.taken(s.own, v, a, k) {
			return false
		}
	}
	s.roomForReads()
	s.both = true
	return s.markApart(v, a, offset, bytes, s.now)
}

// roomForReads makes room for marks of reads.
func (s *ldsShadow) roomForReads() {
	if len(s.read) < len(s.own) {
		s.read = make([]uint32, len(s.own))
	}
}

// markApart marks in read what a wave reads, and reports false where another wave has read some of it since
// the last barrier.
func (s *ldsShadow) markApart(v int, a *ldsPlace, offset, bytes, stamp uint32) bool {
	for k := offset / 4; k < (offset+bytes)/4; k++ {
		if s.taken(s.read, v, a, k) {
			return false
		}
		mem.Mark(s.read[k:], a.at, a.exec, a.top, stamp<<4|uint32(v), a.dense)
	}
	return true
}

// taken reports whether a wave other than v has left its mark since the last barrier on a dword that is k
// behind an address.
func (s *ldsShadow) taken(marks []uint32, v int, a *ldsPlace, k uint32) bool {
	_, other := mem.Stamps(marks[k:], a.at, a.exec, a.top, (s.floor+1)<<4, uint32(v), a.dense, &s.tmp)
	return other != 0
}

// allApart marks what the reads that wait have read, all that were made since the last barrier. It reports
// false where several waves have read the same.
func (s *ldsShadow) allApart() (ok bool) {
	s.roomForReads()
	ok = true
	for i := range s.later {
		s.each(&s.later[i], func(o *ordered) {
			ok = ok && s.markApart(o.wave, s.placeOf(o, &s.one), o.offset, o.bytes, o.stamp)
		})
	}
	return ok
}

// placeOf is where an access that waits goes.
func (s *ldsShadow) placeOf(o *ordered, a *ldsPlace) *ldsPlace {
	r := &s.rows[o.row]
	mem.Lengthen(&s.long, &r.At, r.M)
	top := uint32(0)
	for _, at := range s.long {
		top = max(top, at)
	}
	*a = ldsPlace{at: &s.long, exec: r.M, top: top, row: o.row}
	return a
}

// marksLater makes the reads that wait marks, and reports false where it cannot.
func (s *ldsShadow) marksLater() bool {
	if !s.quiet || s.mixed || maxLater < 0 || len(s.slots)+s.waiting >= maxMarks {
		return false
	}
	for i := range s.later {
		s.each(&s.later[i], func(o *ordered) { s.mark(o.wave, o.slot, s.placeOf(o, &s.one), o.offset, o.bytes) })
	}
	s.noneWait()
	return true
}

// noneWait makes no access wait.
func (s *ldsShadow) noneWait() {
	s.later, s.rows, s.data, s.waiting = s.later[:0], s.rows[:0], s.data[:0], 0
	s.emptied++
}

// placed is where an access goes.
func (s *ldsShadow) placed(p *ldsPart) *ldsPlace {
	a := &s.places[0]
	*a = ldsPlace{&p.pos, p.exec, p.top, -1, p.dense}
	return a
}

// wait puts an access of a wave into later, of which the caller says the rest.
func (s *ldsShadow) wait(v int) *ordered {
	n := len(s.later)
	if n == cap(s.later) {
		s.later = append(s.later, ordered{})
	}
	s.later = s.later[:n+1]
	o := &s.later[n]
	o.wave, o.path = v, nil
	s.waiting++
	return o
}

// postponeWrite is postpone for a write.
func (s *ldsShadow) postponeWrite(w *wave, slot uint32, a *ldsPlace, offset, bytes uint32, data []*isa.Row) bool {
	v := w.Num
	own := s.own[offset/4:]
	n := bytes / 4
	if s.waves == 1 {
		if a.top+offset+bytes > s.full {
			for k := range n {
				mem.Mark(own[k:], a.at, a.exec, a.top, s.now<<4, a.dense) // later than s.start
			}
		}
		return true
	}
	if s.mixed || s.marked || s.waiting >= maxLater || w.memc.unordered || s.now >= maxStamp || !s.keep(a) {
		return false
	}
	if s.quiet && len(s.later) > 0 {
		if s.both = s.allApart(); !s.both {
			return false
		}
	}
	for k := offset / 4; k < (offset+bytes)/4; k++ {
		if s.taken(s.own, v, a, k) || s.both && s.taken(s.read, v, a, k) {
			return false
		}
	}
	for k := range n {
		mem.Mark(own[k:], a.at, a.exec, a.top, s.now<<4|uint32(v), a.dense)
	}
	o := s.wait(v)
	o.slot, o.stamp, o.write, o.row, o.offset, o.bytes, o.data = slot, s.now, true, a.row, offset, bytes, len(s.data)
	s.data = slices.Grow(s.data, len(data))[:o.data+len(data)]
	for i, row := range data { // append would copy each twice
		s.data[o.data+i] = *row
	}
	s.quiet = false
	s.wrote(v)
	return true
}

// wrote counts a write.
func (s *ldsShadow) wrote(v int) {
	s.now++
	if s.turn != v {
		s.turn = v
		s.turns++
	}
}

// mark makes marks of a read.
func (s *ldsShadow) mark(v int, slot uint32, a *ldsPlace, offset, bytes uint32) {
	s.marked = true
	s.slots = append(s.slots, slot)
	if len(s.marks[v]) < len(s.own) {
		s.marks[v] = make([]uint32, len(s.own))
	}
	for k := offset / 4; k < (offset+bytes)/4; k++ {
		mem.Mark(s.marks[v][k:], a.at, a.exec, a.top, uint32(len(s.slots)), a.dense)
	}
}

// enter enters the accesses that wait.
func (s *ldsShadow) enter() {
	if s.quiet && s.waiting > maxEntered {
		s.marksLater()
	}
	if s.marked {
		s.open()
		for i := range s.cells {
			readers, last, before := uint16(0), uint32(0), uint32(0)
			by, beforeBy := 0, 0
			for v, m := range s.marks[:s.waves] {
				if i >= len(m) || m[i] == 0 {
					continue
				}
				readers |= 1 << v
				switch n := m[i]; {
				case n > last:
					last, by, before, beforeBy = n, v, last, by
				case n > before:
					before, beforeBy = n, v
				}
			}
			if readers == 0 {
				continue
			}
			c := &s.cells[i]
			c.read, c.readers, c.rmask = s.now, readers, 15
			c.reader, c.readBy = s.slots[last-1], uint8(by)
			if before != 0 {
				c.other, c.otherBy = s.slots[before-1], uint8(beforeBy)
			}
		}
		s.unmark()
	}
	if len(s.later) > 0 {
		s.open()
	}
	for i := range s.later {
		o := &s.later[i]
		if !o.write {
			s.each(o, s.enterRead)
			continue
		}
		r := &s.rows[o.row]
		data := s.data[o.data:][:o.bytes/4]
		for m := r.M; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			at := (uint32(r.At[l]) + o.offset) / 4
			for k := range data {
				s.cells[int(at)+k].set(o.stamp, o.wave, o.slot, data[k][l])
			}
		}
	}
	s.noneWait()
}

// enterRead enters a read that waits.
func (s *ldsShadow) enterRead(o *ordered) {
	p, r := &s.part, &s.rows[o.row]
	mem.Lengthen(&p.pos, &r.At, r.M)
	p.exec, p.bytes, p.kind = r.M, o.bytes, plainRead
	for k := uint32(0); k < o.bytes; k += 4 {
		s.readOrdered(o.wave, o.slot, o.stamp, p, o.offset+k)
	}
}
