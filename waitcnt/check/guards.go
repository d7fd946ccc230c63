package check

import (
	"slices"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Compilers keep a condition that is the same in all lanes as a mask of all lanes or of none, and
// branch on it later. Where a path with an operation outstanding puts one of these into a register
// and meets a path without the operation, the register guards the operation: it is outstanding only
// in lanes in which the register holds what that path has put there.

// guardNodes is how large an operation's mask may become by guards.
const guardNodes = maxNodes / 4

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
		q := &theirs[j]
		if p := find(mine, q, j); g == maskID(q.Mask) || p != nil && !x.within(maskID(p.Mask), g) {
			return
		}
		if !own {
			theirs, own = slices.Clone(theirs), true
		}
		theirs[j].Mask = uint32(g)
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
				take(j, x.bare(maskID(q.Mask), o.zero))
			}
		}
	}
	for i := range maskExec + 1 {
		r := s.masks.at(i)
		if v := was.settled(x, was.at(i)); uniform(v) && v != r {
			for j := range mine {
				if p := &mine[j]; p.Mask != 0 && find(theirs, p, j) == nil {
					put(p, x.guarded(maskID(p.Mask), v, r))
				}
			}
		}
		w := o.settled(x, o.at(i))
		if !uniform(w) || w == r {
			continue
		}
		for j := range theirs {
			if q := &theirs[j]; q.Mask != 0 {
				take(j, x.guarded(maskID(q.Mask), w, r))
			}
		}
	}
	return theirs, changed
}
