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

// guard makes the operations of two states that meet depend on the registers that tell the two
// apart. was are the masks of s before they were joined with those of o. It returns the operations
// of o, and whether those of s have changed.
func (s *state) guard(x *masker, was, o *[maskRegs]maskID, theirs []waitcnt.Pending) ([]waitcnt.Pending, bool) {
	mine, changed, own := s.board.List, false, false
	for i, r := range s.masks.reg {
		if v := was[i]; uniform(v) && v != r {
			for j := range mine {
				p := &mine[j]
				if p.Mask == 0 || find(theirs, p, j) != nil {
					continue
				}
				if g := uint32(x.guarded(maskID(p.Mask), v, r)); g != p.Mask {
					p.Mask, changed = g, true
				}
			}
		}
		w := o[i]
		if !uniform(w) || w == r {
			continue
		}
		for j := range theirs {
			q := &theirs[j]
			if q.Mask == 0 {
				continue
			}
			g := x.guarded(maskID(q.Mask), w, r)
			if p := find(mine, q, j); g == maskID(q.Mask) || p != nil && !x.within(maskID(p.Mask), g) {
				continue
			}
			if !own {
				theirs, own = slices.Clone(theirs), true
			}
			theirs[j].Mask = uint32(g)
		}
	}
	return theirs, changed
}
