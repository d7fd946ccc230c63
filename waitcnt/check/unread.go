package check

// How far unread looks.
const (
	unreadInsts    = 64 // instructions of a path
	unreadBranches = 4  // of a path
)

// unread are the pairs of scalar registers that are written behind a place before anything reads them, as far as is
// seen from there: bit n for the pair from 2n on. What their masks were does not matter any more. In masks that
// paths join, it would be one more thing that these may depend on.
func (a *analysis) unread(pc uint64) uint64 {
	s := a.slot(pc)
	v, ok := a.dead[s]
	if !ok {
		v = a.unreadFrom(pc, unreadInsts, unreadBranches)
		a.dead[s] = v
	}
	return v
}

func (a *analysis) unreadFrom(pc uint64, insts, branches int) (dead uint64) {
	read := uint64(0)
	for range insts {
		n := a.at(pc)
		if n == nil || n.err != nil || n.indexed {
			return dead
		}
		a.spent++
		read |= pairs(n.reads.S, false)
		written := pairs(n.writes.S, true)
		dead |= written &^ read
		read |= pairs(n.writes.S, false) &^ written
		switch n.flow {
		case flowNext:
			pc = n.next()
		case flowJump:
			if !n.direct || branches == 0 {
				return dead
			}
			branches--
			pc = n.target
		case flowBranch:
			if branches--; branches < 0 {
				return dead
			}
			return dead | a.unreadFrom(n.target, insts, branches)&a.unreadFrom(n.next(), insts, branches)&^read
		case flowEnd:
			return dead | ^read
		default:
			return dead
		}
	}
	return dead
}

// pairs are those of which registers are in a set: all of a pair, or any.
func pairs(s [2]uint64, all bool) (v uint64) {
	for i := range maskRegs {
		c := 2 * i
		if two := s[c>>6] >> (c & 63) & 3; two == 3 || two != 0 && !all {
			v |= 1 << i
		}
	}
	return v
}

// settle makes registers of which is known that they have no lanes hold none, and those that nobody reads hold
// nothing that is known. What EXEC and registers do not depend on any more is taken out of the masks of operations
// and of what is known of lanes: it says nothing of these then, and masks that paths join would grow by it.
func (a *analysis) settle(s *state, unread uint64) {
	x := &a.masks
	m := s.masks
	held := uint64(0)
	for i := range maskCount {
		v := m.at(i)
		switch {
		case i < maskRegs && unread>>i&1 != 0:
			if v != noMask {
				s.editMasks().set(i, noMask)
				m = s.masks
			}
		case x.list[v].atoms == 0:
		case i < maskRegs && m.zero != noLane && m.none(x, v):
			s.editMasks().set(i, noLane)
			m = s.masks
		default:
			held |= x.list[v].atoms
		}
	}
	zero := m.zero
	lost := func(n atomID) bool { return held>>(n%64)&1 == 0 }
	rest := func(v maskID) maskID {
		if x.list[v].atoms&^held == 0 {
			return v
		}
		return x.quantify(tableOr, x.outer(x.without(v, zero)), ^held, lost)
	}
	gone := unread & (1<<maskRegs - 1)
	r := m.rel.step(&x.next, gone, nil, &anyOperands)
	a.eachLanes(s, func(id lanesID) lanesID {
		return x.masked(x.step(id, r, gone, nil, &anyOperands), rest(x.maskOf(id)))
	})
	n := *m
	n.rel = r
	for i, v := range n.some {
		n.some[i] = rest(v)
	}
	n.zero = known(x.quantify(tableAnd, zero, ^held, lost))
	if n != *m {
		*s.editMasks() = n
	}
}
