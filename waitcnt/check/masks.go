package check

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// masks are the masks that registers hold at one place, and what is known of them. States share
// them until one changes its own.
type masks struct {
	exec maskID
	scc  maskID            // SCC says whether this mask has lanes, noMask where it says something else
	not  bool              // it is set where the mask has none
	zero maskID            // no lane is in this mask, on any path that leads here
	some [2]maskID         // masks that have lanes, on any path that leads here; noMask is none
	wave maskID            // EXEC where the wave began, which had lanes; noMask in functions by themselves
	reg  *[maskRegs]maskID // of pairs of scalar registers; shared by all that hold the same, so that set makes another one
	rel  *relations        // of EXEC, what SCC says and pairs of scalar registers
	// asked is the test of which SCC says whether it holds; askedNot: whether it does not
	asked    *test
	askedNot bool
	tests    [mostTests]answer
}

// Places of masks: the pairs of scalar registers, EXEC, what SCC says, and the answers of tests.
const (
	maskRegs  = isa.CodeM0 / 2
	maskExec  = maskRegs
	maskSCC   = maskRegs + 1
	maskTests = maskRegs + 2
	maskCount = maskTests + mostTests
)

// The places whose masks are joined where paths meet, and by which operations are told apart then: all
// but what SCC says, which is joined by itself.
var (
	joinPlaces  = slices.Concat(places(maskExec, 0, -1), places(maskTests, maskCount-1, 1))
	guardPlaces = slices.Concat(places(0, maskExec, 1), places(maskTests, maskCount-1, 1))
)

// places are those from one to another.
func places(from, to, step int) (list []int) {
	for i := from; i != to+step; i += step {
		list = append(list, i)
	}
	return list
}

// noMasks are registers of which nothing is known.
var noMasks [maskRegs]maskID

// newMasks are masks of which only EXEC has a name.
func newMasks(exec maskID) *masks {
	return &masks{reg: &noMasks, exec: exec, zero: noLane, rel: &noRelations}
}

// at is the mask at a place.
func (m *masks) at(i int) maskID {
	switch i {
	case maskExec:
		return m.exec
	case maskSCC:
		return m.scc
	}
	if i >= maskTests {
		return m.tests[i-maskTests].mask
	}
	return m.reg[i]
}

// set puts a mask at a place.
func (m *masks) set(i int, v maskID) {
	switch {
	case i == maskExec:
		m.exec = v
	case i == maskSCC:
		m.scc = v
	case i >= maskTests:
		m.tests[i-maskTests].mask = v
	case m.reg[i] != v:
		r := *m.reg
		r[i], m.reg = v, &r
	}
}

// know notes that a mask has lanes. That those have some of which it is a part, follows.
func (m *masks) know(x *masker, v maskID) {
	if v == noMask || slices.Contains(m.some[:], v) {
		return
	}
	m.forget(x, v)
	copy(m.some[1:], m.some[:])
	m.some[0] = v
}

// also is know where there is room for it.
func (m *masks) also(x *masker, v maskID) {
	if m.forget(x, v); m.some[len(m.some)-1] == noMask {
		m.know(x, v)
	}
}

// forget makes room for a mask that is known to have lanes: what follows from it need not be kept.
func (m *masks) forget(x *masker, v maskID) {
	n := 0
	for _, s := range m.some {
		if s != noMask && !x.within(v, s) {
			m.some[n] = s
			n++
		}
	}
	for ; n < len(m.some); n++ {
		m.some[n] = noMask
	}
}

func (s *state) editMasks() *masks {
	if !s.own.masks {
		m := *s.masks
		s.masks, s.own.masks = &m, true
	}
	return s.masks
}

// none reports whether a mask is known to have no lanes.
func (m *masks) none(x *masker, v maskID) bool { return !x.meet(v, anyLane, m.zero, noLane) }

// idle reports whether EXEC is known to have no lanes.
func (m *masks) idle(x *masker) bool { return m.rel.none>>maskExec&1 != 0 || m.none(x, m.exec) }

// any reports whether a mask is known to have lanes.
func (m *masks) any(x *masker, v maskID) bool {
	of := func(s maskID) bool { return s != noMask && !x.meet(s, anyLane, v, m.zero) }
	return of(m.wave) || slices.ContainsFunc(m.some[:], of)
}

// apart reports whether two masks are known to have no lane in common.
func (m *masks) apart(x *masker, v, w maskID) bool { return !x.meet(v, w, m.zero, noLane) }

// assume is what follows from a mask having no lanes, or some. place is where it is, -1 for none. Operations in no
// lanes have no effect.
func (a *analysis) assume(st *state, v maskID, place int, none bool) {
	x := &a.masks
	if place >= 0 && v != noMask {
		a.assumePlace(st, place, none)
	}
	switch {
	case v == noMask:
		return
	case !none:
		if !st.masks.any(x, v) {
			st.editMasks().know(x, v)
		}
		return
	case st.masks.none(x, v):
		return
	}
	m := st.editMasks()
	if m.zero = x.inner(x.or(m.zero, v)); m.zero == noMask {
		m.zero = noLane
	}
	a.dropEmpty(st, func(id lanesID) bool {
		w := x.maskOf(id)
		return w != noMask && (x.within(w, v) || st.masks.none(x, w))
	})
}

// tested is the mask of which a branch asks whether it has lanes, its place, and whether it is taken
// where there are none.
func (a *analysis) tested(n *node, st *state) (m maskID, place int, taken bool) {
	d := n.in.Form.Desc
	switch {
	case d.Reads("exec"):
		m, place = st.masks.exec, maskExec
	case d.Reads("vcc"):
		place = isa.CodeVCCLo / 2
		if m = st.masks.get(&a.masks, st.k, isa.CodeVCCLo); m == noMask {
			a.age(st, n.slot, false)
			m = a.named(st, isa.CodeVCCLo, name(n.slot)<<nameShift|nameSource)
		}
	case d.Reads("scc"):
		return st.masks.scc, maskSCC, onSCC(d) == st.masks.not
	}
	return m, place, !strings.HasSuffix(d.Name, "nz")
}

// onSCC reports whether a branch on SCC is taken where it is set.
func onSCC(d *isa.Desc) bool { return strings.HasSuffix(d.Name, "1") }

func (m *masks) get(x *masker, k *consts, code uint16) maskID {
	switch {
	case code == isa.CodeExecLo:
		return m.exec
	case code%2 != 0:
		return noMask
	}
	if v, ok := k.get(code, 2); ok {
		return x.constant(v)
	}
	if code/2 < maskRegs {
		return m.reg[code/2]
	}
	return noMask
}

// age makes the atoms of an instruction or block the old ones, because it is about to make new
// ones. It takes those that were the old ones out of all masks.
func (a *analysis) age(st *state, slot uint32, block bool) {
	x := &a.masks
	owner := ownerOf(name(slot) << nameShift)
	if block {
		owner |= nameBlock
	}
	hint, older := x.owners[owner], x.owners[owner|nameOld]
	if hint == 0 || !st.dependsOn(x, hint|older) {
		return
	}
	gone := func(n atomID) bool { return ownerOf(x.names[n]) == owner|nameOld }
	age := func(v maskID) maskID { return x.age(v, hint, owner) }
	m := *st.masks
	m.zero = known(x.inner(age(x.quantify(tableAnd, m.zero, older, gone))))
	for i, v := range m.some {
		m.some[i] = x.outer(age(x.quantify(tableOr, v, older, gone)))
	}
	x.joined = x.joined[:0]
	for i := range maskCount {
		v := m.at(i)
		if x.list[v].atoms&(hint|older) == 0 {
			continue
		}
		r, ok := x.joinedAs(v, v)
		if !ok {
			b := x.rangeOf(v, older, gone)
			own := owner | namePlace + name(i)
			r = x.fit(x.choose(own, between{age(b.low), age(b.high)}), own)
			x.joined = append(x.joined, joined{v, v, r})
		}
		m.set(i, r)
	}
	of := func(v maskID) maskID {
		if x.list[v].atoms&(hint|older) == 0 {
			return v
		}
		r, ok := x.joinedAs(v, v)
		if !ok {
			r = x.outer(age(x.quantify(tableOr, v, older, gone)))
		}
		return r
	}
	a.eachLanes(st, func(id lanesID) lanesID { return x.masked(id, of(x.maskOf(id))) })
	if m != *st.masks {
		*st.editMasks() = m
	}
}

// dependsOn reports whether a mask may have one of some atoms.
func (s *state) dependsOn(x *masker, hint uint64) bool {
	for i := range maskCount {
		if x.list[s.masks.at(i)].atoms&hint != 0 {
			return true
		}
	}
	has := func(v maskID) bool { return x.list[v].atoms&hint != 0 }
	pending := func(p waitcnt.Pending) bool { return has(x.maskOf(p.Mask)) || has(x.maskOf(p.Late)) }
	return has(s.masks.zero) || slices.ContainsFunc(s.masks.some[:], has) || slices.ContainsFunc(s.board.List, pending)
}

// known is a mask that is known to have no lanes, where there is one.
func known(zero maskID) maskID {
	if zero == noMask {
		return noLane
	}
	return zero
}

// between is what is known of a mask: it has the lanes of low, and none but those of high.
type between struct{ low, high maskID }

// rangeOf is what is known of a mask whatever some atoms are.
func (m *masker) rangeOf(v maskID, hint uint64, gone func(atomID) bool) between {
	return between{m.quantify(tableAnd, v, hint, gone), m.quantify(tableOr, v, hint, gone)}
}

// joinMasks keeps what all paths to a block know; from is a new one's. A mask that is not the same
// on all of them has what it has on each of them, and nothing that it has on none. One that may
// guard an operation has a name even where nothing is known of it on one path.
func (s *state) joinMasks(x *masker, from *state, slot uint32) bool {
	o := from.masks
	x.joined = x.joined[:0]
	if s.masks == o || *s.masks == *o {
		return false
	}
	owner := ownerOf(name(slot)<<nameShift) | nameBlock
	hint := x.owners[owner]
	gone := func(n atomID) bool { return ownerOf(x.names[n]) == owner }
	m := *s.masks
	same := m.exec == o.exec && (m.reg == o.reg || *m.reg == *o.reg)
	if m.scc != o.scc || m.not != o.not {
		m.scc, m.not = noMask, false
	}
	m.sameTests(o)
	for _, i := range joinPlaces {
		v, w := m.at(i), o.at(i)
		if i < maskRegs && (v == noMask) != (w == noMask) {
			own := owner | namePlace + name(i)
			switch {
			case w == noMask && x.list[v].atoms&hint != 0 && v == x.atom(own, false):
				continue
			case uniform(v) && x.guards(s.board.List, from.board.List),
				uniform(w) && x.guards(from.board.List, s.board.List):
				m.set(i, x.atom(own, false))
				continue
			}
		}
		if same && i <= maskExec || v == noMask || v == w && x.list[v].atoms&hint == 0 {
			continue
		}
		r, ok := x.joinedAs(v, w)
		if !ok {
			if i == maskExec && w != noMask || !x.unknown(v) && !x.unknown(w) {
				r = x.join(owner|namePlace+name(i), v, w, s.masks.zero, o.zero, hint, gone)
			}
			x.joined = append(x.joined, joined{v, w, r})
		}
		m.set(i, r)
	}
	m.rel = m.rel.join(&x.next, o.rel)
	if m.exec == noMask {
		m.exec = x.atom(owner|namePlace+maskExec, false)
	}
	if m.wave != o.wave {
		m.wave = noMask
	}
	for i, v := range m.some {
		if v != noMask && !o.any(x, v) {
			m.some[i] = noMask
		}
	}
	if m.zero != o.zero {
		m.zero = known(x.inner(x.and(m.zero, o.zero)))
	}
	if !m.any(x, m.exec) && s.masks.any(x, s.masks.exec) && o.any(x, o.exec) {
		m.know(x, m.exec)
	}
	for _, j := range x.joined {
		if j.r != noMask && !m.any(x, j.r) && s.masks.any(x, j.v) && o.any(x, j.w) {
			m.also(x, j.r)
		}
	}
	if m == *s.masks {
		return false
	}
	*s.editMasks() = m
	return true
}

// joined says what became of a mask that was v on one path and w on another.
type joined struct{ v, w, r maskID }

// joinedAs is what became of a mask that was v and w in the last join of masks. What held the same
// mask holds the same, and what held the other lanes, the others.
func (m *masker) joinedAs(v, w maskID) (maskID, bool) {
	notV, notW := noMask, noMask
	if len(m.joined) > 0 {
		notV, notW = m.not(v), m.not(w)
	}
	for _, j := range m.joined {
		switch {
		case j.v == v && j.w == w:
			return j.r, true
		case j.v == notV && j.w == notW && notV != noMask && notW != noMask:
			return m.not(j.r), true
		}
	}
	return noMask, false
}

// either is the lanes of a mask that was v on one path and w on another, and maybe more.
func (m *masker) either(v, w maskID) maskID {
	if r, ok := m.joinedAs(v, w); ok {
		return r
	}
	return m.outer(m.or(v, w))
}

// join is the mask of a place that has v on one path and w on a new one, where no lane is in zero
// and zero2; own names its atom. It is v where that says enough of w.
func (m *masker) join(own name, v, w, zero, zero2 maskID, hint uint64, gone func(atomID) bool) maskID {
	x, y := m.rangeOf(v, hint, gone), m.rangeOf(w, hint, gone)
	switch {
	case v == m.choose(own, x) && !m.meet(y.high, anyLane, x.high, zero2) && !m.meet(x.low, anyLane, y.low, zero2):
		return v
	case y.low == y.high && !m.meet(x.high, anyLane, w, zero) && !m.meet(w, anyLane, x.low, zero):
		return w
	}
	high := m.or(m.without(x.high, zero), m.without(y.high, zero2))
	low := m.and(m.or(x.low, zero), m.or(y.low, zero2))
	if m.list[v].atoms&hint != 0 && own&(nameBlock-1) == namePlace+maskExec {
		low = noLane // lanes leave a loop: in each round there are fewer that have been in all of them
	}
	return m.choose(own, between{m.inner(m.and(low, high)), m.outer(high)})
}

// bitwise is a scalar instruction of which each bit of the results depends on the same bit of its
// sources only: bit 4A + 2B + EXEC of the tables. Or, with more, one such as s_wqm_b64.
type bitwise struct {
	d, exec uint8
	scc     uint8 // SCC says whether this has bits; 0 where it says something else
	not     bool  // it is set where it has none
	more    bool  // it is no such instruction: d is what the result has, and it may have more
}

// Patterns that have each combination of source bits once in 8 bits.
const patternA, patternB, patternExec = 0xf0f0f0f0f0f0f0f0, 0xcccccccccccccccc, 0xaaaaaaaaaaaaaaaa

// bitwise finds out what a scalar instruction does to masks by asking its kernel; nil where it is
// something else.
func (m *masker) bitwise(f *isa.Form, do isa.Scalar) *bitwise {
	if b, ok := m.ops[f]; ok {
		return b
	}
	s := isa.Sca{A: patternA, B: patternB, Exec: patternExec}
	do(&s)
	b := &bitwise{d: uint8(s.D), exec: uint8(s.Exec)}
	// What SCC may be about: the result, EXEC, or whether the sources differ.
	about := [...]uint8{b.d, b.exec, 0b00111100}
	var says [len(about)][2]bool // no trial was against it, SCC being set where there are bits or where there are none
	for i := range says {
		says[i] = [2]bool{true, true}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 64 {
		x := trial(r)
		if i%4 == 0 {
			x.B = x.A
		}
		d, exec := b.apply(b.d, &x), b.apply(b.exec, &x)
		var has [len(about)]bool
		for j, t := range about {
			has[j] = b.apply(t, &x) != 0
		}
		do(&x)
		if x.D != d || x.Exec != exec || x.Keep || x.PC != 8 {
			b = grows(do)
			m.ops[f] = b
			return b
		}
		for j := range says {
			says[j][0] = says[j][0] && x.SCC == has[j]
			says[j][1] = says[j][1] && x.SCC != has[j]
		}
	}
	for j := 0; j < len(about) && b.scc == 0; j++ {
		if says[j][0] || says[j][1] {
			b.scc, b.not = about[j], says[j][1]
		}
	}
	m.ops[f] = b
	return b
}

// trial is what a scalar instruction may find.
func trial(r *rand.Rand) isa.Sca {
	value := func() uint64 { return [...]uint64{r.Uint64(), r.Uint64(), 0, ^uint64(0), 1 << 40}[r.IntN(5)] }
	return isa.Sca{A: value(), B: value(), Exec: value(), VCC: r.Uint64(), SCC: r.Uint64()&1 != 0, PC: 8}
}

// grows is an instruction whose result has all bits of its first source, and maybe others; nil where it does
// something else.
func grows(do isa.Scalar) *bitwise {
	b := &bitwise{d: patternA & 0xff, exec: patternExec & 0xff, scc: patternA & 0xff, more: true}
	r := rand.New(rand.NewPCG(3, 4))
	for range 64 {
		x := trial(r)
		before := x
		do(&x)
		if before.A&^x.D != 0 || x.Exec != before.Exec || x.Keep || x.PC != 8 {
			return nil
		}
		if x.SCC != (x.D != 0) {
			b.scc = 0
		}
	}
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

// written are the masks that an instruction makes: of its result, of EXEC and of SCC.
type written struct {
	result, exec, scc maskID
	not               bool
	from              operands
	tables            [3]uint8 // of result, EXEC and SCC
	known             bool     // these are
}

// evalMasks finds out which masks an instruction makes. It is asked before the instruction changes
// anything.
func (a *analysis) evalMasks(n *node, st *state) (w written) {
	w.from = anyOperands
	a.age(st, n.slot, false)
	x, own := &a.masks, name(n.slot)<<nameShift
	switch do := n.in.Form.Desc.Do.(type) {
	case isa.Scalar:
		op := x.bitwise(n.in.Form, do)
		if op == nil || n.in.Form.Desc.Writes("pc") || n.link {
			return w
		}
		d, has := n.in.Operand('d')
		va, okA := a.source(n, st, 'a', own|nameSource)
		vb, okB := a.source(n, st, 'b', own|(nameSource+1))
		if has && d.Dwords != 2 || !okA || !okB {
			return w
		}
		w.from, w.tables, w.known = a.operands(n, st), [3]uint8{op.d, op.exec, op.scc}, true
		w.result = x.eval(op.d, va, vb, st.masks.exec)
		if op.more {
			w.tables[0] |= patternB & 0xff // and any others
			w.result = x.or(w.result, x.atom(own|nameResult, false))
		}
		w.result = x.fit(w.result, own|nameLost)
		if w.exec = w.result; op.exec != op.d {
			w.exec = x.fit(x.eval(op.exec, va, vb, st.masks.exec), own|(nameLost+1))
		}
		switch w.not = op.not; op.scc {
		case 0:
		case op.d:
			w.scc = w.result
		case op.exec:
			w.scc = w.exec
		default:
			w.scc = x.outer(x.eval(op.scc, va, vb, st.masks.exec))
		}
	case isa.Vector:
		if strings.HasPrefix(n.in.Form.Desc.Name, "v_cmp") { // lanes that are not active get 0
			w.result = x.fit(x.and(st.masks.exec, x.atom(own|nameResult, false)), own|nameLost)
			w.exec = w.result
			a.partOfExec(st, &w)
		}
	case isa.Control:
		switch do {
		case isa.CtlGFork, isa.CtlIFork: // one side's lanes
			w.exec = x.fit(x.and(st.masks.exec, x.atom(own|nameExec, false)), own|nameLost)
			a.partOfExec(st, &w)
		case isa.CtlJoin:
			w.exec = x.atom(own|nameExec, false)
		}
	}
	return w
}

// source is the mask of a scalar source. One of which nothing is known gets a name, so that it is
// known again. It reports false where the source is no mask of 64 lanes.
func (a *analysis) source(n *node, st *state, role byte, own name) (maskID, bool) {
	x := &a.masks
	o, ok := n.in.Operand(role)
	switch {
	case !ok:
		return noLane, true
	case o.IsConst():
		v, _ := isa.Constant(o.Code, o.Val, o.Type)
		return x.constant(v), true
	case !o.IsSGPR() || o.Dwords != 2:
		return noMask, false
	}
	v := st.masks.get(x, st.k, o.Code)
	if v == noMask && o.Code%2 == 0 && o.Code/2 < maskRegs {
		v = a.named(st, o.Code, own)
	}
	return v, true
}

// operands are the sources of a scalar instruction.
func (a *analysis) operands(n *node, st *state) operands {
	place, constants := [3]int{-1, -1, maskExec}, [3]maskID{}
	for i, role := range [...]byte{'a', 'b'} {
		o, ok := n.in.Operand(role)
		switch {
		case !ok:
		case o.IsConst():
			v, _ := isa.Constant(o.Code, o.Val, o.Type)
			constants[i] = a.masks.constant(v)
		case o.Code == isa.CodeExecLo:
			place[i] = maskExec
		case o.Code%2 == 0 && o.Code/2 < maskRegs:
			place[i] = int(o.Code / 2)
			if v, ok := st.k.get(o.Code, 2); ok {
				constants[i] = a.masks.constant(v)
			}
		}
	}
	return st.masks.rel.operands(place, constants)
}

// partOfExec notes that an instruction makes a mask of some of the lanes of EXEC.
func (a *analysis) partOfExec(st *state, w *written) {
	const some = patternA & patternExec & 0xff
	w.from = st.masks.rel.operands([3]int{-1, -1, maskExec}, [3]maskID{})
	w.tables, w.known = [3]uint8{some, some}, true
}

// named gives the mask in a pair of registers, of which nothing is known, a name.
func (a *analysis) named(st *state, code uint16, own name) maskID {
	v := a.masks.atom(own, true)
	st.editMasks().set(int(code/2), v)
	return v
}

// putMasks gives the registers that an instruction has written their new masks.
func (a *analysis) putMasks(n *node, st *state, w written) {
	x := &a.masks
	m := *st.masks
	m.forgetTests(n)
	d, _ := n.in.Operand('d')
	gone, outs := uint64(0), a.outs[:0]
	put := func(place, table int) {
		if w.known {
			outs = append(outs, output{place, w.tables[table]})
		}
	}
	for i := range n.uses {
		u := &n.uses[i]
		end := u.Code + uint16(u.Dwords)
		if !u.Write || u.Code >= 128 {
			continue
		}
		for c := u.Code &^ 1; c < end; c += 2 {
			at := int(c / 2)
			switch {
			case c == isa.CodeExecLo:
				at = maskExec
			case at >= maskRegs:
				continue
			}
			gone |= 1 << at
			v, whole := noMask, u.Code <= c && end >= c+2
			k, ok := st.k.get(c, 2)
			switch {
			case ok && at == maskExec: // of others, get knows
				v = x.constant(k)
				if whole && c == d.Code {
					put(at, 0)
				}
			case !whole:
				v = a.half(n, st, m.at(at), u.Code)
			case u.Dwords != 2:
			case at == maskExec && c != d.Code:
				v = w.exec
				put(at, 1)
			default:
				v = w.result
				put(at, 0)
			}
			if v == noMask && at == maskExec {
				v = x.atom(name(n.slot)<<nameShift|nameExec, true)
			}
			m.set(at, v)
		}
	}
	if n.indexed && n.writes.S[0] != 0 {
		m.reg = &noMasks
		gone |= 1<<maskRegs - 1
	}
	if n.writes.SCC {
		if gone |= 1 << maskSCC; w.scc != noMask {
			put(maskSCC, 2)
		}
		m.scc, m.not = w.scc, w.not
		if m.asked, m.askedNot = n.test, n.testNot; w.scc != noMask {
			m.asked, m.askedNot = nil, false
		}
	}
	a.relate(st, &m, gone, outs, &w.from)
	a.outs = outs
	if m != *st.masks {
		*st.editMasks() = m
	}
}

// half is a mask of which an instruction has written the register with a code, and left the other
// one.
func (a *analysis) half(n *node, st *state, old maskID, code uint16) maskID {
	x := &a.masks
	lanes := uint64(0xffffffff) << (32 * (code & 1))
	v := noMask
	if k, ok := st.k.get(code, 1); ok {
		v = x.constant(k << (32 * (code & 1)))
	} else if code&^1 == isa.CodeExecLo {
		v = x.and(x.atom(name(n.slot)<<nameShift|nameExec, true), x.constant(lanes))
	}
	return x.fit(x.or(x.without(old, x.constant(lanes)), v), name(n.slot)<<nameShift|nameLost)
}

// doubt says how sure it is that an access and an outstanding operation meet in some lane.
type doubt uint8

const (
	sure   doubt = iota
	unsure       // the masks, or whether any lane is active, are not known well enough
	never
)

// lanes says how sure it is that an access to a vector register is one in the lanes of an
// outstanding operation; late asks of those whose data may still be read.
func (a *analysis) lanes(n *node, u *isa.Use, p *waitcnt.Pending, late bool, st *state) doubt {
	x, m := &a.masks, st.masks
	id := p.Mask
	if late {
		id = p.Late
	}
	exec, mask := m.exec, x.maskOf(id)
	apart := x.clear(id, m.rel, maskExec) || m.apart(x, exec, mask)
	switch {
	case u.Code < isa.CodeVGPR:
		return sure
	case u.Lanes == isa.LanesNamed:
		exec = anyLane
		if o, _ := n.in.Operand('b'); o.Dwords > 0 {
			if v, ok := st.k.operand(&o); ok {
				exec = x.constant(1 << (v & 63))
			}
		}
	case u.Lanes == isa.LanesFirst && (apart || m.idle(x)) && !m.any(x, exec) && m.rel.some>>maskExec&1 == 0:
		// Without active lanes it is lane 0.
		switch first := x.constant(1); {
		case m.apart(x, first, mask):
			return never
		case !m.idle(x):
			return unsure
		default:
			exec = first
		}
	case apart:
		return never
	}
	switch {
	case m.apart(x, exec, mask):
		return never
	case x.within(exec, mask) || x.within(mask, exec) || x.sure(exec, mask):
		return sure
	}
	return unsure
}

// writesMask reports whether an instruction writes EXEC, a scalar register or SCC.
func writesMask(n *node) bool {
	return n.writes.SCC || n.writes.S[0]|n.writes.S[1]&(1<<(isa.CodeM0-64)-1|3<<(isa.CodeExecLo-64)) != 0
}

// byLanes reports whether an operation works on the active lanes one by one, so that without any it
// does nothing.
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
