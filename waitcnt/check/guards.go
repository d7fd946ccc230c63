package check

import (
	"slices"

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

// guardNodes is how large an operation's mask may become by guards, namedNodes by masks with new names.
const guardNodes, namedNodes = maxNodes / 4, maxNodes * 3 / 4

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
func guards(list, others []waitcnt.Pending) bool {
	for i := range list {
		if p := &list[i]; p.Mask != 0 && find(others, p, i) == nil {
			return true
		}
	}
	return false
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
	if g := m.and(mask, r); g != noMask && !m.over(g, guardNodes) {
		return g
	}
	return mask
}

// bare is the mask of an operation without the lanes of zero, where that stays small.
func (m *masker) bare(mask, zero maskID) maskID {
	if r := m.without(mask, zero); r != noMask && !m.over(r, guardNodes) {
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
	if x.over(g, namedNodes) {
		old := func(n atomID) bool { return x.names[n]&nameOld != 0 }
		g = x.and(x.quantify(tableOr, mask, ^uint64(0), old), r)
	}
	if x.over(g, namedNodes) && place == maskExec {
		g = r
	}
	if x.over(g, namedNodes) {
		return noMask
	}
	return g
}

// guard makes the operations of two states that meet depend on what tells the two apart: registers
// and EXEC, and masks that have no lanes on one of the paths only. An operation of that path is
// outstanding in none of their lanes. was are the masks of s before they were joined with those of
// o. It returns the operations of o, and whether those of s have changed.
func (s *state) guard(x *masker, was, o *masks, theirs []waitcnt.Pending) ([]waitcnt.Pending, bool) {
	mine, changed, own := s.board.List, false, false
	put := func(p *waitcnt.Pending, g maskID) {
		if uint32(g) != p.Mask {
			p.Mask, changed = uint32(g), true
		}
	}
	take := func(j int, g maskID) {
		if uint32(g) == theirs[j].Mask {
			return
		}
		if !own {
			theirs, own = slices.Clone(theirs), true
		}
		theirs[j].Mask = uint32(g)
	}
	// Where s has the operation too, what theirs is without is of use only if mine is without it.
	less := func(j int, g maskID) {
		if p := find(mine, &theirs[j], j); p == nil || x.within(maskID(p.Mask), g) {
			take(j, g)
		}
	}
	if was.zero != s.masks.zero {
		for j := range mine {
			if p := &mine[j]; p.Mask != 0 {
				put(p, x.bare(maskID(p.Mask), was.zero))
			}
		}
	}
	if o.zero != s.masks.zero {
		for j := range theirs {
			if q := &theirs[j]; q.Mask != 0 {
				less(j, x.bare(maskID(q.Mask), o.zero))
			}
		}
	}
	for i := range maskExec + 1 {
		r, v, w := s.masks.at(i), was.at(i), o.at(i)
		v0, w0 := was.settled(x, v), o.settled(x, w)
		for j := range mine {
			p := &mine[j]
			if p.Mask == 0 {
				continue
			}
			if uniform(v0) && v0 != r && find(theirs, p, j) == nil {
				put(p, x.guarded(maskID(p.Mask), v0, r))
			}
			if g := was.kept(x, maskID(p.Mask), v, r, i); g != noMask {
				put(p, g)
			}
		}
		for j := range theirs {
			q := &theirs[j]
			if q.Mask == 0 {
				continue
			}
			if uniform(w0) && w0 != r {
				less(j, x.guarded(maskID(q.Mask), w0, r))
			}
			if g := o.kept(x, maskID(theirs[j].Mask), w, r, i); g != noMask {
				take(j, g)
			}
		}
	}
	return theirs, changed
}
