package check

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// A mask is a set of lanes. Lanes do not touch each other in masks, so a mask is a function: from
// what is known of one lane to whether the mask has it. What is known of a lane are atoms: masks
// that nothing else is known of, such as EXEC where the kernel begins and the result of a
// comparison. A function is a decision diagram with one node for each that differs:
//
//	           atom 1: is the lane one of EXEC at the start?
//	       yes /     \ no
//	     atom 2      {}         {} and {0..63} are constants; so is any set of lanes
//	 yes /   \ no
//	{0..63}   {}
//
// Two masks that have the same lanes whatever the atoms are, are the same diagram. Whether two have
// a lane in common, or one is a part of the other, a walk over both says.
//
// An atom is named after what makes it: an instruction, or a block where several paths meet. It
// stands for the last time. Before it is made again, [masker.age] makes it the atom of the time
// before, and [masker.quantify] takes the one that had been that out of all masks.

// maskID is a mask in masker.list. 0 is one of which nothing is known.
type maskID uint32

const (
	noMask  maskID = iota // nothing is known of it
	noLane                // no lanes
	anyLane               // all lanes
)

// atomID numbers atoms, from 1 in the order of their making. Older ones are nearer to the root.
type atomID uint32

// name is what an atom is called: the slot of an instruction or block, and which mask of it.
type name uint64

// The atoms of an instruction or a block.
const (
	nameResult = 1
	nameExec   = 2
	nameLost   = 3    // what a large mask has lost; and the next one, for EXEC
	nameSource = 5    // a register that it reads, of which nothing is known; and the next one
	namePlace  = 8    // of each place of masks that had an atom that is made again, or where paths meet
	nameBlock  = 0x80 // with namePlace: of a block
	nameShift  = 8
	nameOld    = name(1) << 62 // of the time before
)

// nameEntry is EXEC where a kernel or function begins that nothing is known to call.
const nameEntry = name(noBlock-1)<<nameShift | nameExec

// ownerOf is the instruction or block that makes an atom.
func ownerOf(n name) name { return n &^ (nameBlock - 1) }

// nodeSizes are how large one mask's diagram may be: beyond, it forgets its oldest atoms. Where a
// program has findings with the first, and atoms have been forgotten, the next is tried: see [Run].
var nodeSizes = [...]int{24, 96, 400}

// maxMasks bounds the memory that masks take.
const maxMasks = 1 << 18

// mask is a node: a constant, or the decision by an atom.
type mask struct {
	lanes   uint64 // that it may have; of a constant, those that it has
	atoms   uint64 // a bit for each atom in it, shared by those with equal numbers modulo 64
	atom    atomID // 0: a constant
	in, out maskID // in lanes that the atom has, and in others
}

// masker keeps all masks that were met.
type masker struct {
	list   []mask
	table  []maskID // by hash, with open addressing; its length is a power of two
	names  []name   // of atoms, by number
	atoms  map[name]atomID
	opaque []bool          // atoms, by number, that stand for what may be any mask computed from others
	owners map[name]uint64 // bits of mask.atoms, by owner
	did    []applied       // results of apply, by hash
	knew   []compared      // results of meet, by hash
	memo   map[maskID]maskID
	seen   []maskID // memory for over
	joined []joined // the masks that differed in the last join
	ops    map[*isa.Form]*bitwise
	sets   []lanes   // of operations
	setAt  []lanesID // 1 + a number, by hash
	next   relations // memory for new ones
	work   int       // masks looked up since took was called
	most   int       // how large a mask's diagram may be: one of nodeSizes
	lost   bool      // a larger one has been met
}

// took is what has been done with masks since it was last called, in the unit of analysis.spent.
func (m *masker) took() (n int) {
	n, m.work = m.work/2, 0
	return n
}

// applied and compared are remembered results.
type applied struct {
	table   uint8
	a, b, r maskID
}

type compared struct {
	x  [4]maskID
	is bool
}

// remembered is how many results of each kind are.
const remembered = 1 << 13

func newMasker(most int) masker {
	m := masker{most: most, table: make([]maskID, 1<<10), atoms: map[name]atomID{}, owners: map[name]uint64{},
		memo: map[maskID]maskID{},
		ops:  map[*isa.Form]*bitwise{}, did: make([]applied, remembered), knew: make([]compared, remembered)}
	m.list = append(m.list, mask{lanes: ^uint64(0)})
	m.names, m.opaque = make([]name, 1), make([]bool, 1)
	m.setAt = make([]lanesID, 1<<8)
	m.setID(&lanes{n: 1})
	m.constant(0)
	m.constant(^uint64(0))
	return m
}

// constant is the mask of the lanes of v.
func (m *masker) constant(v uint64) maskID {
	return m.id(mask{lanes: v})
}

// id is the number of a mask; noMask where there is no room for it.
func (m *masker) id(x mask) maskID {
	m.work++
	h := x.hash()
	for ; ; h++ {
		i := m.table[h&uint64(len(m.table)-1)]
		if i == noMask {
			break
		}
		if m.list[i] == x {
			return i
		}
	}
	if len(m.list) >= maxMasks {
		return noMask
	}
	i := maskID(len(m.list))
	m.list = append(m.list, x)
	if m.table[h&uint64(len(m.table)-1)] = i; len(m.list)*2 > len(m.table) {
		m.grow()
	}
	return i
}

func (x *mask) hash() uint64 {
	hi, lo := bits.Mul64(x.lanes*0xc2b2ae3d27d4eb4f^uint64(x.in)<<32^uint64(x.out), 0x9e3779b97f4a7c15)
	hi, lo = bits.Mul64(hi^lo^uint64(x.atom), 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// grow doubles the table.
func (m *masker) grow() {
	m.table = make([]maskID, 2*len(m.table))
	for i := range m.list[1:] {
		h := m.list[i+1].hash()
		for m.table[h&uint64(len(m.table)-1)] != noMask {
			h++
		}
		m.table[h&uint64(len(m.table)-1)] = maskID(i + 1)
	}
}

// node is the mask of in where the lane is one of an atom, and of out where it is not.
func (m *masker) node(a atomID, in, out maskID) maskID {
	switch {
	case in == out:
		return in
	case in == noMask || out == noMask:
		return noMask
	}
	x, y := &m.list[in], &m.list[out]
	return m.id(mask{lanes: x.lanes | y.lanes, atoms: x.atoms | y.atoms | 1<<(a%64), atom: a, in: in, out: out})
}

// atom is the mask of an atom. An opaque one may be any mask, also one that follows from others.
func (m *masker) atom(n name, opaque bool) maskID {
	a, ok := m.atoms[n]
	if !ok {
		if len(m.names) >= maxMasks {
			return noMask
		}
		a = atomID(len(m.names))
		m.names, m.opaque, m.atoms[n] = append(m.names, n), append(m.opaque, opaque), a
		m.owners[ownerOf(n)] |= 1 << (a % 64)
	}
	return m.node(a, anyLane, noLane)
}

// unknown reports whether a mask is an opaque atom and nothing else.
func (m *masker) unknown(a maskID) bool {
	x := &m.list[a]
	return a == noMask || m.opaque[x.atom] && x.in == anyLane && x.out == noLane
}

// Functions of two bits: bit 2a + b of a table.
const (
	tableAnd     = 0b1000
	tableOr      = 0b1110
	tableWithout = 0b0100
)

func (m *masker) and(a, b maskID) maskID     { return m.apply(tableAnd, a, b) }
func (m *masker) or(a, b maskID) maskID      { return m.apply(tableOr, a, b) }
func (m *masker) without(a, b maskID) maskID { return m.apply(tableWithout, a, b) }

// apply computes each bit from the bits of a and b by a table.
func (m *masker) apply(table uint8, a, b maskID) maskID {
	// one is a function of one bit: bit 0 for a clear one, bit 1 for a set one.
	one := func(table uint8, a maskID) maskID {
		switch table & 3 {
		case 0:
			return noLane
		case 2:
			return a
		case 3:
			return anyLane
		}
		return m.not(a)
	}
	switch {
	case table>>2 == table&3: // a does not matter
		return one(table, b)
	case table>>1&5 == table&5: // b does not matter
		return one(table&1|table>>1&2, a)
	case a == noLane:
		return one(table, b)
	case a == anyLane:
		return one(table>>2, b)
	case b == noLane:
		return one(table&1|table>>1&2, a)
	case b == anyLane:
		return one(table>>1&1|table>>2&2, a)
	case a == noMask || b == noMask:
		return noMask
	case a == b:
		return one(table&1|table>>2&2, a)
	}
	x, y := m.list[a], m.list[b]
	if x.atom == 0 && y.atom == 0 {
		return m.constant(combine(table, x.lanes, y.lanes))
	}
	at := &m.did[(a*0x9e3779b1^b*0x85ebca6b^maskID(table)*0xc2b2ae35)>>8%remembered]
	if at.a == a && at.b == b && at.table == table {
		return at.r
	}
	first := top(x.atom, y.atom)
	r := m.node(first, m.apply(table, x.side(a, first, true), y.side(b, first, true)),
		m.apply(table, x.side(a, first, false), y.side(b, first, false)))
	*at = applied{table, a, b, r}
	return r
}

// combine is apply for constants.
func combine(table uint8, a, b uint64) (v uint64) {
	for i, x := range [...]uint64{^a & ^b, ^a & b, a & ^b, a & b} {
		if table>>i&1 != 0 {
			v |= x
		}
	}
	return v
}

// top is the atom nearer to the root; 0 is none.
func top(a, b atomID) atomID {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// side is what is left of a mask with a number where the lane is one of an atom, or is not.
func (x *mask) side(i maskID, a atomID, in bool) maskID {
	switch {
	case x.atom != a:
		return i
	case in:
		return x.in
	}
	return x.out
}

// not is the lanes that a mask has not.
func (m *masker) not(a maskID) maskID {
	x := m.list[a]
	switch {
	case a == noMask:
		return noMask
	case x.atom == 0:
		return m.constant(^x.lanes)
	}
	const table = 0xff // none of apply
	at := &m.did[(a*0x9e3779b1)>>8%remembered]
	if at.a == a && at.table == table {
		return at.r
	}
	r := m.node(x.atom, m.not(x.in), m.not(x.out))
	*at = applied{table, a, 0, r}
	return r
}

// meet reports whether some lane can be in a and b, and not in c nor d.
func (m *masker) meet(a, b, c, d maskID) bool {
	x := [4]*mask{&m.list[a], &m.list[b], &m.list[c], &m.list[d]}
	switch {
	case x[0].lanes&x[1].lanes == 0 || c == anyLane || d == anyLane:
		return false
	case a == c && a != noMask || a == d && a != noMask || b == c && b != noMask || b == d && b != noMask:
		return false
	}
	// What is not known has any lane where that makes it more, none where that makes it less.
	lanes := func(i int, v maskID) uint64 {
		if v == noMask && i >= 2 {
			return 0
		}
		return x[i].lanes
	}
	var first atomID
	for _, y := range x {
		first = top(first, y.atom)
	}
	if first == 0 {
		return x[0].lanes&x[1].lanes&^lanes(2, c)&^lanes(3, d) != 0
	}
	key := [4]maskID{a, b, c, d}
	at := &m.knew[(a*0x9e3779b1^b*0x85ebca6b^c*0xc2b2ae35^d*0x27d4eb2f)>>8%remembered]
	if at.x == key {
		return at.is
	}
	is := false
	for _, in := range [...]bool{true, false} {
		is = is || m.meet(x[0].side(a, first, in), x[1].side(b, first, in), x[2].side(c, first, in),
			x[3].side(d, first, in))
	}
	*at = compared{key, is}
	return is
}

// within reports whether all lanes of a are lanes of b.
func (m *masker) within(a, b maskID) bool { return !m.meet(a, anyLane, b, noLane) }

// disjoint reports whether a and b have no lane in common.
func (m *masker) disjoint(a, b maskID) bool { return !m.meet(a, b, noLane, noLane) }

// rebuilt is a mask made anew from its leaves on: made gives the mask for a node and its two sides.
// A part without an atom of hint, which has bits of mask.atoms, stays.
func (m *masker) rebuilt(a maskID, hint uint64, made func(atom atomID, in, out maskID) maskID) maskID {
	if m.list[a].atoms&hint == 0 {
		return a
	}
	clear(m.memo)
	var walk func(a maskID) maskID
	walk = func(a maskID) maskID {
		x := m.list[a]
		if x.atoms&hint == 0 {
			return a
		}
		r, ok := m.memo[a]
		if !ok {
			in, out := walk(x.in), walk(x.out)
			r = made(x.atom, in, out)
			m.memo[a] = r
		}
		return r
	}
	return walk(a)
}

// quantify takes atoms out of a mask: with tableOr it is the lanes that the mask has for some of
// their values, with tableAnd those that it has for all. hint has the atoms' bits of mask.atoms.
func (m *masker) quantify(table uint8, a maskID, hint uint64, gone func(atomID) bool) maskID {
	return m.rebuilt(a, hint, func(atom atomID, in, out maskID) maskID {
		if gone(atom) {
			return m.apply(table, in, out)
		}
		return m.node(atom, in, out)
	})
}

// age gives the atoms of an owner the names of the time before. hint has their bits of mask.atoms.
func (m *masker) age(a maskID, hint uint64, owner name) maskID {
	return m.rebuilt(a, hint, func(atom atomID, in, out maskID) maskID {
		n := m.names[atom]
		if ownerOf(n) == owner {
			n |= nameOld
		}
		by := m.atom(n, m.opaque[atom])
		return m.or(m.and(by, in), m.without(out, by))
	})
}

// choose is any mask within bounds: an atom chooses.
func (m *masker) choose(n name, b between) maskID {
	if b.low == b.high {
		return b.low
	}
	return m.or(b.low, m.and(m.atom(n, false), b.high))
}

// large reports whether a mask's diagram is larger than it may be.
func (m *masker) large(a maskID) bool { return m.over(a, m.most) }

// over reports whether a mask's diagram has more than most nodes, which is m.most at most, and
// notes it.
func (m *masker) over(a maskID, most int) bool {
	seen := m.seen[:0]
	var walk func(a maskID) bool
	walk = func(a maskID) bool {
		x := &m.list[a]
		switch {
		case x.atom == 0 || slices.Contains(seen, a):
			return false
		case len(seen) == most:
			return true
		}
		seen = append(seen, a)
		return walk(x.in) || walk(x.out)
	}
	over := walk(a)
	m.seen, m.lost = seen, m.lost || over
	return over
}

// outer is a mask of bounded size that has at least the lanes of a, inner one that has at most
// those: of a itself where it is small enough.
func (m *masker) outer(a maskID) maskID { return m.shrink(tableOr, a) }
func (m *masker) inner(a maskID) maskID { return m.shrink(tableAnd, a) }

// fit is a mask of bounded size in the place of a: n names the atom that stands for what is lost.
func (m *masker) fit(a maskID, n name) maskID {
	if !m.large(a) {
		return a
	}
	return m.choose(n, between{m.inner(a), m.outer(a)})
}

// shrink takes the oldest atoms out of a mask until it is as small as it must be.
func (m *masker) shrink(table uint8, a maskID) maskID {
	if !m.large(a) {
		return a
	}
	var atoms []atomID
	clear(m.memo)
	var walk func(a maskID)
	walk = func(a maskID) {
		x := &m.list[a]
		if _, ok := m.memo[a]; ok || x.atom == 0 {
			return
		}
		m.memo[a] = a
		atoms = append(atoms, x.atom)
		walk(x.in)
		walk(x.out)
	}
	walk(a)
	slices.Sort(atoms)
	atoms = slices.Compact(atoms)
	for len(atoms) > 0 && m.large(a) {
		last := atoms[len(atoms)/2]
		a = m.quantify(table, a, ^uint64(0), func(x atomID) bool { return x <= last })
		atoms = atoms[len(atoms)/2+1:]
	}
	return a
}

// sure reports whether two masks have a lane in common unless what is opaque in only one of them
// happens to keep them apart.
func (m *masker) sure(a, b maskID) bool {
	if a == noMask || b == noMask {
		return true
	}
	x, y := m.opaqueIn(a), m.opaqueIn(b)
	one := func(n atomID) bool { return slices.Contains(x, n) != slices.Contains(y, n) }
	return m.quantify(tableAnd, m.and(a, b), ^uint64(0), one) != noLane
}

// opaqueIn are the opaque atoms of a mask.
func (m *masker) opaqueIn(a maskID) (list []atomID) {
	clear(m.memo)
	var walk func(a maskID)
	walk = func(a maskID) {
		x := &m.list[a]
		if _, ok := m.memo[a]; ok || x.atom == 0 {
			return
		}
		m.memo[a] = a
		if m.opaque[x.atom] && !slices.Contains(list, x.atom) {
			list = append(list, x.atom)
		}
		walk(x.in)
		walk(x.out)
	}
	walk(a)
	return list
}

// eval computes each bit from the bits of three sources: bit 4A + 2B + EXEC of the table.
func (m *masker) eval(table uint8, a, b, exec maskID) maskID {
	in, out := m.apply(table>>4, b, exec), m.apply(table&15, b, exec)
	if in == out {
		return in
	}
	return m.or(m.and(a, in), m.without(out, a))
}
