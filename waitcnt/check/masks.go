package check

import (
	"hash/maphash"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Which lanes an operation works on is known as a formula: EXEC at a place is named, and so is each mask that an instruction makes. A mask is
//
//	constant ∧ name ∧ ¬name ∧ ...
//
// where each name stands for the value of another mask. Two masks are disjoint where their constants are, or where one has a name and the other its
// negation: the two sides of an if. One is a part of the other where it has all of its names. A name is that of the last execution of an instruction, or
// of the last time that a block began: then what an older value was known of is forgotten.

// maskID is a mask in masker.list. 0 is one of which nothing is known.
type maskID uint32

// name is what a mask is called: an instruction or block, and which of its masks.
type name uint64

// The masks of an instruction or a block.
const (
	nameResult  = 1
	nameExec    = 2
	nameRenamed = 3    // EXEC of which a name has become another one's
	nameBlock   = 0x80 // EXEC where a block begins
	nameShift   = 8
	notBit      = name(1) << 63
)

// mostNames is how many names a mask has at most: beyond, it has its own one and some that it implies.
const mostNames = 8

// maxMasks bounds the memory that masks take.
const maxMasks = 1 << 17

// mask is a set of lanes.
type mask struct {
	bits  uint64 // no others
	exact bool   // these are all of them: a constant
	own   name   // the name of the mask itself, 0 where it has none
	base  maskID // the mask is base without the mask whose name is less
	less  name
	n     uint8
	names [mostNames]name
}

// masker keeps all masks that were met.
type masker struct {
	list []mask
	seed maphash.Seed
	ids  map[uint64]maskID // by hash: of those with the same one, which is rare, only the first is found
	ops  map[*isa.Form]*bitwise
}

func newMasker() masker {
	m := masker{seed: maphash.MakeSeed(), ids: map[uint64]maskID{}, ops: map[*isa.Form]*bitwise{}}
	m.id(mask{bits: ^uint64(0)})
	return m
}

func (m *masker) id(x mask) maskID {
	h := maphash.Comparable(m.seed, x)
	i, ok := m.ids[h]
	ok = ok && m.list[i] == x
	if !ok && len(m.list) >= maxMasks {
		return 0 // nothing is known of it
	}
	if !ok {
		i = maskID(len(m.list))
		m.list = append(m.list, x)
		if m.ids[h] == 0 {
			m.ids[h] = i
		}
	}
	return i
}

func (x *mask) has(n name) bool { return slices.Contains(x.names[:x.n], n) }

// add adds a name where there is room.
func (x *mask) add(n name) {
	if n != 0 && x.n < mostNames && !x.has(n) {
		x.names[x.n] = n
		x.n++
	}
}

// of reports whether a mask has the name of EXEC where a block begins.
func (m *masker) of(a maskID, slot uint32) bool {
	x := &m.list[a]
	for _, n := range x.names[:x.n] {
		if n&^notBit == name(slot)<<nameShift|nameBlock {
			return true
		}
	}
	return false
}

func (m *masker) constant(v uint64) maskID { return m.id(mask{bits: v, exact: true}) }

// empty reports whether a mask has no lanes.
func (m *masker) empty(a maskID) bool { return m.list[a].bits == 0 }

// within reports whether all lanes of a are lanes of b.
func (m *masker) within(a, b maskID) bool {
	x, y := &m.list[a], &m.list[b]
	return x.bits == 0 || y.exact && x.bits&^y.bits == 0 || y.own != 0 && x.has(y.own)
}

// disjoint reports whether a and b have no lane in common.
func (m *masker) disjoint(a, b maskID) bool {
	x, y := &m.list[a], &m.list[b]
	if x.bits&y.bits == 0 {
		return true
	}
	for _, n := range x.names[:x.n] {
		if y.has(n ^ notBit) {
			return true
		}
	}
	return false
}

// either is what is known of a mask that is a or b.
func (m *masker) either(a, b maskID) maskID {
	if a == b {
		return a
	}
	x, y := m.list[a], &m.list[b]
	z := mask{bits: x.bits | y.bits}
	for _, n := range x.names[:x.n] {
		if y.has(n) {
			z.add(n)
		}
	}
	return m.id(z)
}

// without is what is left of a mask, as a bound, when the names of an instruction or block become other ones'.
func (m *masker) without(a maskID, gone func(name) bool) maskID {
	x := &m.list[a]
	if !slices.ContainsFunc(x.names[:x.n], gone) {
		return a
	}
	z := mask{bits: x.bits}
	for _, n := range x.names[:x.n] {
		if !gone(n) {
			z.add(n)
		}
	}
	return m.id(z)
}

// named gives what is known of a mask a name.
func (m *masker) named(a maskID, n name) maskID {
	z := mask{bits: m.list[a].bits, own: n}
	z.add(n)
	for _, o := range m.list[a].names[:m.list[a].n] {
		z.add(o)
	}
	return m.id(z)
}

// both is the lanes that a and b have in common; n is the name that the result gets.
func (m *masker) both(a, b maskID, n name) maskID {
	switch {
	case m.within(a, b):
		return a
	case m.within(b, a):
		return b
	case m.disjoint(a, b):
		return m.constant(0)
	}
	x, y := &m.list[a], &m.list[b]
	if x.exact && y.exact {
		return m.constant(x.bits & y.bits)
	}
	z := mask{bits: x.bits & y.bits, own: n}
	z.add(n)
	for _, o := range append(slices.Clone(x.names[:x.n]), y.names[:y.n]...) {
		z.add(o)
	}
	return m.id(z)
}

// minus is the lanes of a that are none of b.
func (m *masker) minus(a, b maskID, n name) maskID {
	switch {
	case m.within(a, b):
		return m.constant(0)
	case m.disjoint(a, b):
		return a
	}
	x, y := m.list[a], &m.list[b]
	if y.exact {
		if x.bits &^= y.bits; x.exact {
			return m.id(x)
		}
		return m.named(m.id(x), n)
	}
	z := mask{bits: x.bits, own: n}
	z.add(n)
	if y.own != 0 {
		z.add(y.own | notBit)
		if a != 0 && x.n <= mostNames-2 {
			z.base, z.less = a, y.own
		}
	}
	for _, o := range x.names[:x.n] {
		z.add(o)
	}
	return m.id(z)
}

// or is the lanes of a and of b.
func (m *masker) or(a, b maskID, n name) maskID {
	switch {
	case m.within(a, b):
		return b
	case m.within(b, a):
		return a
	}
	if m.list[a].exact && m.list[b].exact {
		return m.constant(m.list[a].bits | m.list[b].bits)
	}
	for range 2 { // the two sides of an if
		x, y := &m.list[a], &m.list[b]
		if x.less != 0 && x.less == y.own && m.within(b, x.base) {
			return x.base
		}
		a, b = b, a
	}
	return m.named(m.either(a, b), n)
}

// bitwise is a scalar instruction of which each bit of the results depends on the same bit of its sources only: bit 4A + 2B + EXEC of the tables.
type bitwise struct{ d, exec uint8 }

// Patterns that have each combination of source bits once in 8 bits.
const patternA, patternB, patternExec = 0xf0f0f0f0f0f0f0f0, 0xcccccccccccccccc, 0xaaaaaaaaaaaaaaaa

// bitwise finds out what a scalar instruction does to masks by asking its kernel; nil where it is something else.
func (m *masker) bitwise(f *isa.Form, do isa.Scalar) *bitwise {
	if b, ok := m.ops[f]; ok {
		return b
	}
	s := isa.Sca{A: patternA, B: patternB, Exec: patternExec}
	do(&s)
	b := &bitwise{uint8(s.D), uint8(s.Exec)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 32 {
		x := isa.Sca{A: r.Uint64(), B: r.Uint64(), Exec: r.Uint64(), VCC: r.Uint64(), SCC: r.Uint64()&1 != 0, PC: 8}
		d, exec := b.apply(b.d, &x), b.apply(b.exec, &x)
		do(&x)
		if x.D != d || x.Exec != exec || x.Keep || x.PC != 8 {
			b = nil
			break
		}
	}
	m.ops[f] = b
	return b
}

func (*bitwise) apply(table uint8, s *isa.Sca) (v uint64) {
	for i := range 8 {
		if table>>i&1 == 0 {
			continue
		}
		t := ^uint64(0)
		for _, p := range [...]struct {
			bit int
			v   uint64
		}{{4, s.A}, {2, s.B}, {1, s.Exec}} {
			if i&p.bit != 0 {
				t &= p.v
			} else {
				t &^= p.v
			}
		}
		v |= t
	}
	return v
}

// eval is the mask that a table makes of its sources; n names it.
func (m *masker) eval(table uint8, a, b, exec maskID, n name) maskID {
	src := [3]maskID{exec, b, a}
	var used []int // the variables that matter
	for v := range 3 {
		for i := range 8 {
			if i>>v&1 == 0 && table>>i&1 != table>>(i|1<<v)&1 {
				used = append(used, v)
				break
			}
		}
	}
	switch len(used) {
	case 0:
		return m.constant(-uint64(table & 1))
	case 1:
		x := src[used[0]]
		if table>>(1<<used[0])&1 != 0 {
			return x
		}
		return m.minus(m.constant(^uint64(0)), x, n)
	case 2:
	default:
		return m.named(0, n)
	}
	x, y := src[used[1]], src[used[0]]
	at := func(i, j int) uint8 { return table >> (i<<used[1] | j<<used[0]) & 1 }
	t := at(0, 0) | at(0, 1)<<1 | at(1, 0)<<2 | at(1, 1)<<3
	can := uint8(15)
	if m.within(x, y) {
		can &^= 1 << 2
	}
	if m.within(y, x) {
		can &^= 1 << 1
	}
	if m.disjoint(x, y) {
		can &^= 1 << 3
	}
	is := func(want uint8) bool { return (t^want)&can == 0 }
	switch {
	case is(0):
		return m.constant(0)
	case is(0b1100):
		return x
	case is(0b1010):
		return y
	case is(0b1000):
		return m.both(x, y, n)
	case is(0b0100):
		return m.minus(x, y, n)
	case is(0b0010):
		return m.minus(y, x, n)
	case is(0b1110):
		return m.or(x, y, n)
	case t&1 == 0: // no lane that neither has
		return m.named(m.either(x, y), n)
	}
	return m.named(0, n)
}

// masks are the masks that registers hold at one place. States share them until one changes its own.
type masks struct {
	exec maskID
	zero [4]maskID         // masks that have no lanes on any path that leads here; 0 is none
	reg  *[maskRegs]maskID // of pairs of scalar registers; shared by all that hold the same, so that set makes another one
}

const maskRegs = isa.CodeM0 / 2

// noMasks are registers of which nothing is known.
var noMasks [maskRegs]maskID

// set gives a pair of registers a mask.
func (m *masks) set(i int, v maskID) {
	if m.reg[i] != v {
		r := *m.reg
		r[i], m.reg = v, &r
	}
}

func (m *masks) get(x *masker, k *consts, code uint16) maskID {
	switch {
	case code == isa.CodeExecLo:
		return m.exec
	case code%2 != 0:
		return 0
	}
	if v, ok := k.get(code, 2); ok {
		return x.constant(v)
	}
	if code/2 < maskRegs {
		return m.reg[code/2]
	}
	return 0
}

// change applies a function to all masks.
func (m *masks) change(f func(maskID) maskID) {
	for i, r := range m.reg {
		if r != 0 && f(r) != r {
			m.set(i, 0) // no longer the value, only a bound
		}
	}
	for i, z := range m.zero {
		if z != 0 && f(z) != z {
			m.zero[i] = 0
		}
	}
}

// agrees reports whether a join with o would change nothing.
func (m *masks) agrees(o *masks) bool {
	if m == o {
		return true
	}
	for i := range m.reg {
		if m.reg == o.reg {
			break
		}
		if m.reg[i] != 0 && m.reg[i] != o.reg[i] {
			return false
		}
	}
	for _, z := range m.zero {
		if z != 0 && !slices.Contains(o.zero[:], z) {
			return false
		}
	}
	return m.exec == o.exec
}

func (s *state) editMasks() *masks {
	if !s.own.masks {
		m := *s.masks
		s.masks, s.own.masks = &m, true
	}
	return s.masks
}

// joinMasks keeps what both paths to a block know.
func (s *state) joinMasks(x *masker, o *masks, slot uint32) bool {
	if s.masks.agrees(o) {
		return false
	}
	old := *s.masks
	m := s.editMasks()
	for i := range m.reg {
		if m.reg[i] != o.reg[i] {
			m.set(i, 0)
		}
	}
	for i, z := range m.zero {
		if z != 0 && !slices.Contains(o.zero[:], z) {
			m.zero[i] = 0
		}
	}
	if m.exec != o.exec {
		n := name(slot)<<nameShift | nameBlock
		rest := x.without(x.either(m.exec, o.exec), func(o name) bool { return o&^notBit == n })
		m.exec = x.named(rest, n)
	}
	return *m != old
}

// forget makes the names of an instruction or block free for its next execution.
func (a *analysis) forget(st *state, slot uint32, block bool) {
	gone := func(n name) bool {
		n &^= notBit
		return n>>nameShift == name(slot) && (n&nameBlock != 0) == block
	}
	f := func(m maskID) maskID { return a.masks.without(m, gone) }
	touched := f(st.masks.exec) != st.masks.exec
	for _, r := range st.masks.reg {
		touched = touched || r != 0 && f(r) != r
	}
	for _, z := range st.masks.zero {
		touched = touched || z != 0 && f(z) != z
	}
	for i := range st.board.List {
		p := &st.board.List[i]
		if p.Mask != 0 {
			p.Mask = uint32(f(maskID(p.Mask)))
		}
	}
	if !touched {
		return
	}
	m := st.editMasks()
	m.change(f)
	if e := f(m.exec); e != m.exec {
		kind := name(nameRenamed)
		if block {
			kind = nameBlock
		}
		m.exec = a.masks.named(e, name(slot)<<nameShift|kind)
	}
}

// written are the masks that an instruction makes: of its result and of EXEC.
type written struct{ result, exec maskID }

// evalMasks finds out which masks an instruction makes. It is asked before the instruction changes anything.
func (a *analysis) evalMasks(n *node, st *state) (w written) {
	a.forget(st, n.slot, false)
	x, m := &a.masks, st.masks
	at := name(n.slot) << nameShift
	w.exec = m.exec
	d, _ := n.in.Operand('d')
	switch do := n.in.Form.Desc.Do.(type) {
	case isa.Scalar:
		op := (*bitwise)(nil)
		if d.Dwords == 2 && !n.in.Form.Desc.Writes("pc") && !n.link {
			op = x.bitwise(n.in.Form, do)
		}
		if op == nil {
			return written{}
		}
		src := func(role byte) maskID {
			o, _ := n.in.Operand(role)
			switch {
			case o.IsSGPR():
				return m.get(x, st.k, o.Code)
			case o.IsConst():
				v, _ := isa.Constant(o.Code, o.Val, o.Type)
				return x.constant(v)
			}
			return 0
		}
		va, vb := src('a'), src('b')
		w.result = x.eval(op.d, va, vb, m.exec, at|nameResult)
		w.exec = x.eval(op.exec, va, vb, m.exec, at|nameExec)
	case isa.Vector:
		if strings.HasPrefix(n.in.Form.Desc.Name, "v_cmp") { // lanes that are not active get 0
			w.result = x.named(m.exec, at|nameResult)
			w.exec = w.result
		}
	default:
		return written{}
	}
	return w
}

// putMasks gives the registers that an instruction has written their new masks.
func (a *analysis) putMasks(n *node, st *state, w written) {
	m := *st.masks
	d, _ := n.in.Operand('d')
	for i := range n.uses {
		u := &n.uses[i]
		if !u.Write || u.Code >= 128 {
			continue
		}
		for c := u.Code &^ 1; c < u.Code+uint16(u.Dwords); c += 2 {
			switch {
			case c/2 < maskRegs && c == u.Code && u.Dwords == 2:
				m.set(int(c/2), w.result)
			case c/2 < maskRegs:
				m.set(int(c/2), 0)
			case c == isa.CodeExecLo && c == d.Code && d.Dwords == 2:
				m.exec = a.execOf(st, w.result, name(n.slot)<<nameShift|nameExec)
			case c == isa.CodeExecLo:
				e := w.exec
				if u.Dwords < 2 {
					e = 0
				}
				m.exec = a.execOf(st, e, name(n.slot)<<nameShift|nameExec)
			}
		}
	}
	if n.indexed && n.writes.S[0] != 0 {
		m.reg = &noMasks
	}
	if m != *st.masks {
		*st.editMasks() = m
	}
}

// execOf is EXEC after an instruction that wrote it: what is known of its halves counts too.
func (a *analysis) execOf(st *state, exec maskID, n name) maskID {
	bound := ^uint64(0)
	known := 0
	for i := range uint16(2) {
		if v, ok := st.k.get(isa.CodeExecLo+i, 1); ok {
			bound &= v<<(32*i) | uint64(0xffffffff)<<(32-32*i)
			known++
		}
	}
	switch {
	case known == 2:
		return a.masks.constant(bound)
	case exec == 0:
		return a.masks.named(a.masks.constant(bound), n)
	}
	return exec
}

// active is the mask of the lanes that an operation works on.
func (a *analysis) active(n *node, st *state) (m maskID, none bool) {
	if !n.lanes {
		return 0, false
	}
	return st.masks.exec, st.none(&a.masks, st.masks.exec)
}

// none reports whether a mask is known to have no lanes.
func (s *state) none(x *masker, m maskID) bool {
	if x.empty(m) {
		return true
	}
	for _, z := range s.masks.zero {
		if z != 0 && x.within(m, z) {
			return true
		}
	}
	return false
}

// apart reports whether an instruction's active lanes are none of those of an outstanding operation, or there are none.
func (a *analysis) apart(st *state, p *waitcnt.Pending) bool {
	return st.none(&a.masks, st.masks.exec) || p.Mask != 0 && a.masks.disjoint(st.masks.exec, maskID(p.Mask))
}

// assumeZero is what follows from a mask having no lanes: operations in those lanes have no effect.
func (a *analysis) assumeZero(st *state, z maskID) {
	if z == 0 {
		return
	}
	m := st.editMasks()
	if !slices.Contains(m.zero[:], z) {
		copy(m.zero[1:], m.zero[:])
		m.zero[0] = z
		slices.Sort(m.zero[:])
	}
	st.board.List = slices.DeleteFunc(st.board.List, func(p waitcnt.Pending) bool { return p.Mask != 0 && a.masks.within(maskID(p.Mask), z) })
}

// tested is the mask that a branch tests, and which way it goes if the mask has no lanes.
func (a *analysis) tested(n *node, st *state) (m maskID, taken, ok bool) {
	d := n.in.Form.Desc
	switch {
	case d.Reads("exec"):
		m = st.masks.exec
	case d.Reads("vcc"):
		m = st.masks.get(&a.masks, st.k, isa.CodeVCCLo)
	default:
		return 0, false, false
	}
	return m, !strings.HasSuffix(d.Name, "nz"), true
}

// writesMask reports whether an instruction writes EXEC or a pair of scalar registers.
func writesMask(n *node) bool {
	return n.writes.S[0]|n.writes.S[1]&(1<<(isa.CodeM0-64)-1|3<<(isa.CodeExecLo-64)) != 0
}

// byLanes reports whether an operation works on the active lanes one by one, so that without any it does nothing.
func byLanes(n *node) bool {
	switch n.ev.Class {
	case waitcnt.VMem, waitcnt.Flat, waitcnt.LDS, waitcnt.GDS:
		switch n.mem.Kind {
		case isa.MemAppend, isa.MemConsume, isa.MemOrdered:
			return false
		}
		return n.mem.Kind < isa.MemGwsInit || n.mem.Kind > isa.MemGwsBarrier
	case waitcnt.ExpColor, waitcnt.ExpPos, waitcnt.ExpParam:
		return true
	}
	return false
}
