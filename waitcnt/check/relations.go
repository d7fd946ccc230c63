package check

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// What the masks of two places have to do with each other is kept beside the masks themselves: one is a part of the
// other, or they have no lane in common. Masks are formulas. They grow, above all where loops stand in ifs and other
// loops, and beyond a size they forget. Relations do not grow, and need no names for what paths join.
//
// Of an operation it is kept in which masks its lanes are, and in which not. Not all lanes are in the same: of a loop
// that takes some lanes each time, loads for them and goes round with the others, those of the last round are one
// case, and those of all before another. Behind each instruction the lanes are
//
//	                                  of this round          of those before
//	v_cmp_eq_u32 s[4:5], s3, v2                              not in EXEC, not in s[4:5]
//	s_and_saveexec_b64 s[4:5], s[4:5]
//	buffer_load_dword v2, ...         in EXEC, in s[4:5]
//	s_andn2_b64 s[4:5], s[4:5], exec  in EXEC, not in s[4:5]
//	s_mov_b64 exec, s[4:5]            not in EXEC            and the two cases are one
//
// Paths with an operation outstanding may also know of more masks whether these have lanes: an if whose first side
// waits is skipped where that side has none, and then its other side has some.
//
// No true finding is lost by it. Each relation, and each case, is a statement about every lane in every run that gets
// to the place. An instruction each of whose result bits depends on the same bits of its sources says what holds of
// its results: what is so for all combinations of source bits that a third place, or a case, leaves
// (operands.given). Of other results nothing is kept. A branch adds that a mask has no lanes, or some, in runs that
// take it. Where paths meet, a relation holds that holds on both, and a lane of an operation is in a case of either.
// TestRelationsHoldForValues compares with runs.

// relation is what one place has to do with others: a bit for each.
type relation struct {
	in    uint64 // places that have all of its lanes
	has   uint64 // places whose lanes it has all
	apart uint64 // places with which it has no lane in common
}

// relations are those of all places at one point of a program. States share them: nothing changes them.
type relations struct {
	none uint64 // places without lanes: a part of all, and apart from all
	all  uint64 // places with all lanes
	some uint64 // places that have lanes
	rows uint64 // places that have something to do with others
	row  []relation
}

// noRelations is that nothing is known.
var noRelations relations

// of is what a place has to do with others and itself.
func (r *relations) of(i int) relation {
	bit := uint64(1) << i
	x := relation{in: bit, has: bit}
	if r.rows&bit != 0 {
		x = r.row[bits.OnesCount64(r.rows&(bit-1))]
	}
	x.in, x.has, x.apart = x.in|r.all, x.has|r.none, x.apart|r.none
	if r.none&bit != 0 {
		x.in, x.apart = ^uint64(0), ^uint64(0)
	}
	if r.all&bit != 0 {
		x.has = ^uint64(0)
	}
	return x
}

// put adds what a place has to do with others, in the order of places.
func (r *relations) put(i int, x relation) {
	bit := uint64(1) << i
	same := r.none | r.all
	if same&bit != 0 {
		return
	}
	x.in, x.has, x.apart = x.in&^same|bit, x.has&^same|bit, x.apart&^same
	if x != (relation{in: bit, has: bit}) {
		r.rows |= bit
		r.row = append(r.row, x)
	}
}

// equal reports whether both say the same.
func (r *relations) equal(o *relations) bool {
	return r == o || r.none == o.none && r.all == o.all && r.some == o.some && r.rows == o.rows &&
		slices.Equal(r.row, o.row)
}

// keep is r where it is the same as next, else a copy of next, which is changed again.
func (r *relations) keep(next *relations) *relations {
	if r.equal(next) {
		return r
	}
	n := *next
	n.row = slices.Clone(n.row)
	return &n
}

// operands are the places of what the bits of a result depend on: two sources and EXEC.
type operands struct {
	place [3]int // -1: any mask
	might uint8  // combinations of their bits that a lane may have: see bitwise
}

// anyOperands are those of which nothing is known.
var anyOperands = operands{[3]int{-1, -1, -1}, 0xff}

var operandBits = [3]uint8{patternA & 0xff, patternB & 0xff, patternExec & 0xff}

// operands are the sources of an instruction, of places or constants that are given as masks.
func (r *relations) operands(place [3]int, constants [3]maskID) operands {
	o := operands{place, 0xff}
	for i, p := range operandBits {
		switch constants[i] {
		case noLane:
			o.might &^= p
		case anyLane:
			o.might &= p
		}
		if place[i] < 0 {
			continue
		}
		x := r.of(place[i])
		for j, q := range operandBits {
			if place[j] < 0 {
				continue
			}
			if x.in>>place[j]&1 != 0 {
				o.might &^= p &^ q
			}
			if x.apart>>place[j]&1 != 0 {
				o.might &^= p & q
			}
		}
	}
	return o
}

// given are the combinations that are left in lanes of some places, and not of others.
func (o *operands) given(in, out uint64) uint8 {
	might := o.might
	for i, p := range operandBits {
		if o.place[i] < 0 {
			continue
		}
		if in>>o.place[i]&1 != 0 {
			might &= p
		}
		if out>>o.place[i]&1 != 0 {
			might &^= p
		}
	}
	return might
}

// output is the mask that an instruction writes to a place: that of the combinations of a table.
type output struct {
	place int
	table uint8
}

// step is what holds when an instruction has written the places of gone; outs are those of which something is known.
func (r *relations) step(next *relations, gone uint64, outs []output, from *operands) *relations {
	if len(outs) == 0 && (r.none|r.all|r.some|r.rows)&gone == 0 {
		return r
	}
	*next = relations{none: r.none &^ gone, all: r.all &^ gone, some: r.some &^ gone, row: next.row[:0]}
	// Of each combination, the places whose lanes do not have it, and those that have all lanes with it.
	var not, has [8]uint64
	for c := range not {
		if len(outs) == 0 || from.might>>c&1 == 0 {
			not[c], has[c] = ^uint64(0), ^uint64(0)
		}
	}
	for i, p := range from.place {
		if p < 0 {
			continue
		}
		x := r.of(p)
		for c := range not {
			if operandBits[i]>>c&1 != 0 {
				not[c] |= x.apart
				has[c] |= x.in
			} else {
				not[c] |= x.has
			}
		}
	}
	var to [3]relation
	touched := r.rows &^ gone
	for k, o := range outs {
		x := relation{^uint64(0), ^uint64(0), ^uint64(0)}
		for c := range not {
			if o.table>>c&1 != 0 {
				x.apart &= not[c]
				x.in &= has[c]
			} else {
				x.has &= not[c]
			}
		}
		bit := uint64(1) << o.place
		if x.has&r.some != 0 {
			next.some |= bit
		}
		switch {
		case from.might&o.table == 0:
			next.none |= bit
		case from.might&^o.table == 0:
			next.all |= bit
		}
		x.in, x.has, x.apart = x.in&^gone|bit, x.has&^gone|bit, x.apart&^gone
		for _, p := range outs {
			if from.might&o.table&^p.table == 0 {
				x.in |= 1 << p.place
			}
			if from.might&p.table&^o.table == 0 {
				x.has |= 1 << p.place
			}
			if from.might&o.table&p.table == 0 {
				x.apart |= 1 << p.place
			}
		}
		to[k] = x
		touched |= bit
		if next.none&bit == 0 && next.all&bit == 0 {
			touched |= (x.in | x.has | x.apart) &^ (next.none | next.all)
		}
	}
	for left := touched; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		bit := uint64(1) << i
		k := slices.IndexFunc(outs, func(o output) bool { return o.place == i })
		if k >= 0 {
			next.put(i, to[k])
			continue
		}
		x := r.of(i)
		x.in, x.has, x.apart = x.in&^gone, x.has&^gone, x.apart&^gone
		for k, o := range outs {
			if to[k].has&bit != 0 {
				x.in |= 1 << o.place
			}
			if to[k].in&bit != 0 {
				x.has |= 1 << o.place
			}
			if to[k].apart&bit != 0 {
				x.apart |= 1 << o.place
			}
		}
		next.put(i, x)
	}
	return r.keep(next)
}

// assume is what holds where a place has no lanes, or some.
func (r *relations) assume(next *relations, place int, none bool) *relations {
	x := r.of(place)
	*next = relations{none: r.none, all: r.all, some: r.some, row: next.row[:0]}
	if none {
		next.none |= x.has
	} else {
		next.some |= x.in
	}
	for left := r.rows; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		next.put(i, r.of(i))
	}
	return r.keep(next)
}

// join is what holds on both of two paths.
func (r *relations) join(next, o *relations) *relations {
	if r.equal(o) {
		return r
	}
	*next = relations{none: r.none & o.none, all: r.all & o.all, some: r.some & o.some, row: next.row[:0]}
	for left := r.rows | r.none | r.all | o.rows | o.none | o.all; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		x, y := r.of(i), o.of(i)
		next.put(i, relation{x.in & y.in, x.has & y.has, x.apart & y.apart})
	}
	return r.keep(next)
}

// maxSets bounds the memory that lanes of operations take.
const maxSets = maxMasks / 4

// mostCases is how many cases the lanes of an operation may be in: beyond, those that are most alike become one.
const mostCases = 6

// laneCase is what is known of a lane: it is in the masks of some places, and not in those of others.
type laneCase struct{ in, out uint64 }

// covers reports whether each lane that is in case d is in case c.
func (c laneCase) covers(d laneCase) bool { return c.in&^d.in == 0 && c.out&^d.out == 0 }

// lanes are those of an operation: the lanes of a mask that are in one of its cases. Paths on which it is outstanding
// may know more of masks than all that lead to a place: in the lanes for which an if has no work, it has waited for
// nothing.
type lanes struct {
	mask       maskID
	none, some uint64 // places without lanes, and with some, where the operation is outstanding: all that are known
	n          int    // of cases; without any it is outstanding on no path
	cases      [mostCases]laneCase
}

// lanesID is a number in masker.sets: [waitcnt.Pending] has it. 0 are any lanes.
type lanesID = uint32

// with adds a case.
func (l *lanes) with(c laneCase) {
	n := 0
	for _, d := range l.cases[:l.n] {
		if d.covers(c) {
			return
		}
		if !c.covers(d) {
			l.cases[n] = d
			n++
		}
	}
	clear(l.cases[n:])
	if l.n = n; n < mostCases {
		for l.n++; n > 0 && (l.cases[n-1].in > c.in || l.cases[n-1].in == c.in && l.cases[n-1].out > c.out); n-- {
			l.cases[n] = l.cases[n-1]
		}
		l.cases[n] = c
		return
	}
	at, best := 0, -1
	for i, d := range l.cases {
		if same := bits.OnesCount64(d.in&c.in) + bits.OnesCount64(d.out&c.out); same > best {
			at, best = i, same
		}
	}
	d := l.cases[at]
	copy(l.cases[at:], l.cases[at+1:])
	l.cases[mostCases-1] = laneCase{}
	l.n--
	l.with(laneCase{d.in & c.in, d.out & c.out})
}

// places are those of which something is known where the operation is outstanding.
func (l *lanes) places() uint64 {
	v := l.none | l.some
	for i := range l.n {
		v |= l.cases[i].in | l.cases[i].out
	}
	return v
}

// setID is the number of lanes; 0, which are any, where there is no room for them.
func (m *masker) setID(l *lanes) lanesID {
	m.work++
	h := l.hash()
	for ; ; h++ {
		at := m.setAt[h&uint64(len(m.setAt)-1)]
		if at == 0 {
			break
		}
		if m.sets[at-1] == *l {
			return at - 1
		}
	}
	if len(m.sets) >= maxSets {
		return 0
	}
	m.sets = append(m.sets, *l)
	if m.setAt[h&uint64(len(m.setAt)-1)] = lanesID(len(m.sets)); len(m.sets)*2 > len(m.setAt) {
		m.setAt = make([]lanesID, 2*len(m.setAt))
		for i := range m.sets {
			h := m.sets[i].hash()
			for m.setAt[h&uint64(len(m.setAt)-1)] != 0 {
				h++
			}
			m.setAt[h&uint64(len(m.setAt)-1)] = lanesID(i + 1)
		}
	}
	return lanesID(len(m.sets) - 1)
}

func (l *lanes) hash() uint64 {
	mix := func(a, b uint64) uint64 {
		hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xc2b2ae3d27d4eb4f)
		return hi ^ lo
	}
	h := mix(uint64(l.mask)<<32|uint64(l.n), l.none) ^ bits.RotateLeft64(mix(l.some, 1), 1)
	for i := range l.n {
		h = mix(h^l.cases[i].in, l.cases[i].out)
	}
	return h
}

// maskOf is the mask of the lanes of an operation.
func (m *masker) maskOf(id lanesID) maskID { return m.sets[id].mask }

// masked are lanes with another mask.
func (m *masker) masked(id lanesID, mask maskID) lanesID {
	if m.sets[id].mask == mask {
		return id
	}
	l := m.sets[id]
	l.mask = mask
	return m.setID(&l)
}

// issued are the lanes of an operation that begins: those of EXEC, or any.
func (m *masker) issued(at *masks, byLanes bool) lanesID {
	if !byLanes {
		return m.setID(&lanes{none: at.rel.none, some: at.rel.some, n: 1})
	}
	x := at.rel.of(maskExec)
	l := lanes{mask: at.exec, none: at.rel.none, some: at.rel.some, n: 1}
	l.cases[0] = laneCase{x.in, x.apart}
	return m.setID(&l)
}

// eitherLanes are the lanes of two operations that become one.
func (m *masker) eitherLanes(p, q lanesID) lanesID {
	l := m.sets[p]
	o := &m.sets[q]
	l.mask, l.none, l.some = m.either(l.mask, o.mask), l.none&o.none, l.some&o.some
	for _, c := range o.cases[:o.n] {
		l.with(c)
	}
	return m.setID(&l)
}

// apartRuns reports whether no run has operations in both lanes: where one is outstanding a mask has lanes, and none
// where the other one is.
func (m *masker) apartRuns(p, q lanesID) bool {
	l, o := &m.sets[p], &m.sets[q]
	return l.none&o.some|l.some&o.none != 0
}

// split are the combinations of source bits that lanes of a case may have, in two parts where a mask that an
// instruction writes tells of a source in either: with "s_andn2_b64 exec, s[4:5], exec" lanes that EXEC has not had
// are now in both masks or in none.
func (o *operands) split(c laneCase, might uint8, gone uint64, outs []output) [2]uint8 {
	for _, out := range outs {
		in, not := might&out.table, might&^out.table
		if out.place == maskExec && o.tells(c, in, gone) && o.tells(c, not, gone) {
			return [2]uint8{in, not}
		}
	}
	return [2]uint8{might}
}

// tells reports whether combinations say more of a source than is known of a case.
func (o *operands) tells(c laneCase, might uint8, gone uint64) bool {
	for i, p := range operandBits {
		if o.place[i] >= 0 && (gone|c.in|c.out)>>o.place[i]&1 == 0 && might != 0 && (might&p == 0 || might&^p == 0) {
			return true
		}
	}
	return false
}

// learnt is a case of lanes that have some combinations of source bits, behind an instruction.
func (o *operands) learnt(c laneCase, might uint8, gone uint64, outs []output) laneCase {
	place := func(i int, table uint8) {
		if might&^table == 0 {
			c.in |= 1 << i
		}
		if might&table == 0 {
			c.out |= 1 << i
		}
	}
	for i, p := range operandBits {
		if o.place[i] >= 0 {
			place(o.place[i], p)
		}
	}
	c.in, c.out = c.in&^gone, c.out&^gone
	for _, out := range outs {
		place(out.place, out.table)
	}
	return c
}

// step is what lanes of an operation are when an instruction has written masks, so that r holds: see relations.step.
func (m *masker) step(id lanesID, r *relations, gone uint64, outs []output, from *operands) lanesID {
	l := &m.sets[id]
	if len(outs) == 0 && gone&l.places() == 0 && r.none&^l.none == 0 && r.some&^l.some == 0 {
		return id
	}
	next := lanes{mask: l.mask, none: l.none&^gone | r.none, some: l.some&^gone | r.some}
	for _, o := range outs {
		if from.given(0, l.none)&o.table == 0 {
			next.none |= 1 << o.place
		}
		for _, p := range from.place {
			if p >= 0 && l.some>>p&1 != 0 && from.given(1<<p, l.none)&^o.table == 0 {
				next.some |= 1 << o.place
			}
		}
	}
	for _, c := range l.cases[:l.n] {
		for _, might := range from.split(c, from.given(c.in, c.out), gone, outs) {
			if might != 0 {
				next.with(from.learnt(c, might, gone, outs))
			}
		}
	}
	return m.changed(id, &next)
}

// changed are lanes that have become others.
func (m *masker) changed(id lanesID, next *lanes) lanesID {
	switch {
	case next.none&next.some != 0 || next.n == 0:
		return m.setID(&lanes{})
	case *next == m.sets[id]:
		return id
	}
	return m.setID(next)
}

// given are the lanes of an operation where relations hold.
func (m *masker) given(id lanesID, r *relations) lanesID {
	l := &m.sets[id]
	if r.none&^l.none == 0 && r.some&^l.some == 0 {
		return id
	}
	next := lanes{mask: l.mask, none: l.none | r.none, some: l.some | r.some}
	for _, c := range l.cases[:l.n] {
		if c.in&r.none == 0 {
			c.out |= r.none
			next.with(c)
		}
	}
	return m.changed(id, &next)
}

// clear reports whether no lane of an operation is one of a place.
func (m *masker) clear(id lanesID, r *relations, place int) bool {
	x := r.of(place)
	l := &m.sets[id]
	for _, c := range l.cases[:l.n] {
		if c.out>>place&1 == 0 && c.in&x.apart == 0 && c.out&x.in == 0 {
			return false
		}
	}
	return true
}

// relate follows an instruction that has written masks: those of places of gone, of which outs are known.
func (a *analysis) relate(st *state, m *masks, gone uint64, outs []output, from *operands) {
	m.rel = m.rel.step(&a.masks.next, gone, outs, from)
	a.eachLanes(st, func(id lanesID) lanesID { return a.masks.step(id, m.rel, gone, outs, from) })
}

// assumePlace is what follows from the mask of a place having no lanes, or some.
func (a *analysis) assumePlace(st *state, place int, none bool) {
	r := st.masks.rel.assume(&a.masks.next, place, none)
	if r != st.masks.rel {
		st.editMasks().rel = r
	}
	a.eachLanes(st, func(id lanesID) lanesID { return a.masks.given(id, r) })
}

// eachLanes changes the lanes of all operations, and takes those off the board that have none.
func (a *analysis) eachLanes(st *state, f func(lanesID) lanesID) {
	empty := false
	was, is := lanesID(0), lanesID(0)
	next := func(id lanesID) lanesID {
		if id != was || is == 0 { // many have the same
			was, is = id, f(id)
			empty = empty || a.masks.sets[is].n == 0
		}
		return is
	}
	for i := range st.board.List {
		p := &st.board.List[i]
		if same := p.Late == p.Mask; same {
			p.Mask = next(p.Mask)
			p.Late = p.Mask
		} else {
			p.Mask, p.Late = next(p.Mask), next(p.Late)
		}
	}
	if empty {
		a.dropEmpty(st, func(id lanesID) bool { return a.masks.sets[id].n == 0 })
	}
}

// dropEmpty takes operations off the board that have no lanes: those have no effect.
func (a *analysis) dropEmpty(st *state, empty func(lanesID) bool) {
	st.board.List = slices.DeleteFunc(st.board.List, func(p waitcnt.Pending) bool {
		return (!p.Data() || empty(p.Mask)) && (!p.Holds(waitcnt.EXP) || empty(p.Late))
	})
	for i := range st.board.List {
		if p := &st.board.List[i]; p.Data() && p.Holds(waitcnt.EXP) && empty(p.Late) {
			p.Open &^= 1 << waitcnt.EXP
		}
	}
}
