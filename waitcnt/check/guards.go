package check

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Compilers keep a condition that is the same in all lanes as a mask of all lanes or of none, and
// branch on it later. Where a path with an operation outstanding puts one of these into a register
// and meets a path without the operation, the register guards the operation: it is outstanding only
// in lanes in which the register holds what that path has put there.

// Where paths meet, a mask that differs between them gets a new name, and what an operation had to do with it
// would be lost. An operation that has no lane of the mask, or no other ones, on each path on which it is
// outstanding, has none of what stands for that mask from then on, or no other ones: so lanes that have left a
// loop with a load stay apart from those that go round it, and the two sides of an if in a loop from each other.

// guardNodes is how large an operation's mask may become by guards, namedNodes by what is known of other masks.
func (m *masker) guardNodes() int { return m.most / 6 }
func (m *masker) namedNodes() int { return m.most / 2 }

// uniform reports whether a mask has all lanes or none, on every path.
func uniform(v maskID) bool { return v == anyLane || v == noLane }

// settled is no lanes instead of a mask that is known to have none.
func (m *masks) settled(x *masker, v maskID) maskID {
	if v != noMask && m.none(x, v) {
		return noLane
	}
	return v
}

// guards reports whether a board has an operation that another one has not, whose lanes are known.
func (m *masker) guards(list, others []waitcnt.Pending) bool {
	for i := range list {
		for _, part := range parts {
			if p := &list[i]; part.known(m, p) && !part.open(find(others, p, i)) {
				return true
			}
		}
	}
	return false
}

// part is what may be outstanding of an operation in some lanes: results and effects, or the reading of data.
type part bool

// The parts of an operation.
const (
	data part = false
	late part = true
)

var parts = [...]part{data, late}

// open reports whether the part of an operation is outstanding; p is nil if nothing of it is.
func (x part) open(p *waitcnt.Pending) bool {
	switch {
	case p == nil:
		return false
	case x == late:
		return p.Holds(waitcnt.EXP)
	}
	return p.Data()
}

// lanes is where an operation has the lanes of the part.
func (x part) lanes(p *waitcnt.Pending) *uint32 {
	if x == late {
		return &p.Late
	}
	return &p.Mask
}

// known reports whether a part is outstanding of which there is a mask.
func (x part) known(m *masker, p *waitcnt.Pending) bool {
	return x.open(p) && m.maskOf(*x.lanes(p)) != noMask
}

// find is the entry of an operation in another list; at is where it mostly is.
func find(list []waitcnt.Pending, p *waitcnt.Pending, at int) *waitcnt.Pending {
	is := func(q *waitcnt.Pending) bool { return q.ID == p.ID && q.Class == p.Class && q.Weak == p.Weak }
	if at < len(list) && is(&list[at]) {
		return &list[at]
	}
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// guarded is the mask of an operation that is outstanding only where a register, which now holds r,
// held v.
func (m *masker) guarded(mask, v, r maskID) maskID {
	if v == noLane {
		r = m.not(r)
	}
	if g := m.and(mask, r); g != noMask && !m.over(g, m.guardNodes()) {
		return g
	}
	return mask
}

// bare is the mask of an operation without the lanes of zero, where that stays small.
func (m *masker) bare(mask, zero maskID) maskID {
	if r := m.without(mask, zero); r != noMask && !m.over(r, m.namedNodes()) {
		return r
	}
	return mask
}

// kept is the mask of an operation that has no lane of what was in a place, or no other ones: v, which r stands for
// now. It is noMask where neither is so. Where the result would be large, it forgets what it was in the rounds of
// loops before, and of EXEC, all else.
func (m *masks) kept(x *masker, mask, v, r maskID, place int) maskID {
	if v == r || v == noMask || r == noMask || uniform(v) {
		return noMask
	}
	if m.apart(x, mask, v) {
		r = x.not(r)
	} else if x.meet(mask, anyLane, v, m.zero) {
		return noMask
	}
	g := x.and(mask, r)
	if x.over(g, x.namedNodes()) {
		old := func(n atomID) bool { return x.names[n]&nameOld != 0 }
		g = x.and(x.quantify(tableOr, mask, ^uint64(0), old), r)
	}
	if x.over(g, x.namedNodes()) && place == maskExec {
		g = r
	}
	if x.over(g, x.namedNodes()) {
		return noMask
	}
	return g
}

// guard makes the operations of two states that meet depend on what tells the two apart: registers
// and EXEC, and masks that have no lanes on one of the paths only. An operation of that path is
// outstanding in none of their lanes. was are the masks of s before they were joined with those of
// o. It returns the operations of o, and whether those of s have changed.
func (s *state) guard(x *masker, was, o *masks, theirs []waitcnt.Pending) ([]waitcnt.Pending, bool) {
	changed, own := false, false
	theirs = s.guardPart(x, data, was, o, theirs, &changed, &own)
	// On other generations than GCN 1.0 only exports read registers late, which have no results.
	reads := func(p waitcnt.Pending) bool {
		return p.Holds(waitcnt.EXP) && (s.board.Gen == isa.GCN10 || !p.Data())
	}
	if slices.ContainsFunc(s.board.List, reads) || slices.ContainsFunc(theirs, reads) {
		theirs = s.guardPart(x, late, was, o, theirs, &changed, &own)
	}
	return theirs, changed
}

// guardPart is guard for a part of the operations. own says that theirs is no longer that of o.
func (s *state) guardPart(x *masker, part part, was, o *masks, theirs []waitcnt.Pending,
	changed, own *bool) []waitcnt.Pending {
	mine := s.board.List
	put := func(p *waitcnt.Pending, g maskID) {
		l := part.lanes(p)
		if id := x.masked(*l, g); id != *l {
			*l, *changed = id, true
		}
	}
	take := func(j int, g maskID) {
		id := x.masked(*part.lanes(&theirs[j]), g)
		if id == *part.lanes(&theirs[j]) {
			return
		}
		if !*own {
			theirs, *own = slices.Clone(theirs), true
		}
		*part.lanes(&theirs[j]) = id
	}
	// Where s has the operation too, what theirs is without is of use only if mine is without it.
	less := func(j int, g maskID) {
		if p := find(mine, &theirs[j], j); !part.open(p) || x.within(x.maskOf(*part.lanes(p)), g) {
			take(j, g)
		}
	}
	if was.zero != s.masks.zero {
		for j := range mine {
			if p := &mine[j]; part.known(x, p) {
				put(p, x.bare(x.maskOf(*part.lanes(p)), was.zero))
			}
		}
	}
	if o.zero != s.masks.zero {
		for j := range theirs {
			if q := &theirs[j]; part.known(x, q) {
				less(j, x.bare(x.maskOf(*part.lanes(q)), o.zero))
			}
		}
	}
	for _, i := range guardPlaces {
		r, v, w := s.masks.at(i), was.at(i), o.at(i)
		v0, w0 := was.settled(x, v), o.settled(x, w)
		for j := range mine {
			if v0 == r {
				break // as is usual
			}
			p := &mine[j]
			if !part.known(x, p) {
				continue
			}
			if uniform(v0) && !part.open(find(theirs, p, j)) {
				put(p, x.guarded(x.maskOf(*part.lanes(p)), v0, r))
			}
			if g := was.kept(x, x.maskOf(*part.lanes(p)), v, r, i); g != noMask {
				put(p, g)
			}
		}
		for j := range theirs {
			if w0 == r {
				break
			}
			q := &theirs[j]
			if !part.known(x, q) {
				continue
			}
			if uniform(w0) {
				less(j, x.guarded(x.maskOf(*part.lanes(q)), w0, r))
			}
			if g := o.kept(x, x.maskOf(*part.lanes(&theirs[j])), w, r, i); g != noMask {
				take(j, g)
			}
		}
	}
	return theirs
}
