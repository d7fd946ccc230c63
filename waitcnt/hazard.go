package waitcnt

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"sync"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
)

// XNACK says whether memory instructions may be repeated after page faults: the target is xnack-,
// says nothing of it, or is xnack+. What is wrong in the second case only where the system turns
// XNACK on is information.
type XNACK uint8

// The settings.
const (
	XNACKOff XNACK = iota // xnack-: never
	XNACKAny              // not said: as the system has it
	XNACKOn               // xnack+: always
)

// HazardRules are the manual wait states (isa.Hazards) and the rules of VCCZ for some code. Both
// checkers ask them: the static one follows a [HazardState] along all paths, a run along its own.
//
// # What makes asking cheap?
//
// It is known for each rule with which registers an instruction of the code can be the later one.
// Earlier instructions with other registers need not be kept, which are most. A table by form says
// which rules can concern an instruction at all.
type HazardRules struct {
	target isa.Target
	has    isa.Features
	xnack  XNACK
	rows   []isa.Hazard // those of the generation
	forms  []hazForm    // by form
	live   uint64       // rows that the code has instructions for, a bit each
	ask    uint64       // those of which it matters which registers are taken
	taken  []unitSet    // by row: see takenOf
	vccz   bool         // the code branches on VCCZ
	text   func(pc uint64) string

	units  []isa.Units // what instructions write, and the spans of them: room shares them out
	spans  []hazSpan
	code   []byte
	takers []taker
	inst   func(i int) *isa.Inst
}

// hazForm are the rows that instructions of a form can be the earlier or the later one of, a bit
// each: without and with DPP.
type hazForm struct {
	makes, takes [2]uint64
	vcc          bool // they are branches on VCCZ
}

// unitSet is a set of units.
type unitSet struct {
	known bool
	all   bool
	set   [(isa.UnitFetch + 64) / 64]uint64
}

func (s *unitSet) add(u isa.Units) {
	for c := u.First; c < u.First+u.N; c++ {
		s.set[c>>6] |= 1 << (c & 63)
	}
}

func (s *unitSet) meets(u isa.Units) bool {
	for c := u.First; c < u.First+u.N; c++ {
		if s.all || s.set[c>>6]>>(c&63)&1 != 0 {
			return true
		}
	}
	return false
}

// NewHazardRules returns the rules for code of a target. Any dword of it may be executed. inst
// gives the instruction at a dword where that has been decoded, and nil elsewhere; it may be nil.
// text gives the instruction at an address that a [HazardInst] was made for; findings name it.
func NewHazardRules(t isa.Target, xnack XNACK, code []byte, inst func(i int) *isa.Inst,
	text func(pc uint64) string) *HazardRules {
	of := hazardsOf(t)
	e := &HazardRules{target: t, has: t.Has(), xnack: xnack, text: text, rows: of.rows, forms: of.forms,
		taken: make([]unitSet, len(of.rows))}
	words := len(code) / 4
	takers := make([]int, len(e.rows)) // by row: how many dwords can be later instructions
	var makes, takes uint64
	list := make([]taker, 0, words/4)
	for i, f := range t.FormsOf(code) {
		w := binary.LittleEndian.Uint32(code[4*i:])
		k, dpp := e.kindOf(f, w)
		makes |= k.makes[dpp]
		rows := k.takes[dpp]
		e.vccz = e.vccz || k.vcc
		for m := rows; m != 0; m &= m - 1 {
			row := bits.TrailingZeros64(m)
			if !e.rows[row].Takes.Word(f, w) {
				rows &^= 1 << row
				continue
			}
			takers[row]++
		}
		if rows != 0 {
			takes |= rows
			list = append(list, taker{uint32(i), rows})
		}
	}
	e.live = makes & takes
	for i, n := range takers {
		if e.rows[i].XNACK && (xnack == XNACKOff || e.rows[i].Self && xnack != XNACKOn) {
			e.live &^= 1 << i
		}
		if n > words/4 && !e.rows[i].Takes.Narrow() { // too many to look at each
			e.taken[i].known, e.taken[i].all = true, true
			e.ask |= 1 << i
		}
	}
	e.ask = e.live &^ e.ask
	e.code, e.takers, e.inst = code, list, inst
	return e
}

// taker is a dword of the code that can be the later instruction of some rows, without those that
// have it in their set.
type taker struct {
	word uint32
	rows uint64
}

// kindOf are the rows of a form, and whether the first dword says that the instruction is a DPP
// one.
func (e *HazardRules) kindOf(f *isa.Form, w uint32) (k *hazForm, dpp int) {
	k = &e.forms[f.Index()]
	if (k.takes[0] != k.takes[1] || k.makes[0] != k.makes[1]) && isa.DPPWord(f, w) {
		dpp = 1
	}
	return k, dpp
}

// takenOf is what the later instructions of a row in the code take. It is found out when an earlier
// one asks, which most rows never have. An instruction that is decoded for it is asked for all of
// its rows.
func (e *HazardRules) takenOf(row int) *unitSet {
	set := &e.taken[row]
	if set.known {
		return set
	}
	set.known = true
	var decoded isa.Inst
	var buf [isa.MaxUses]isa.Use
	var units [2 * isa.MaxUses]isa.Units
	for i := range e.takers {
		t := &e.takers[i]
		if t.rows>>row&1 == 0 {
			continue
		}
		rows := t.rows & e.ask
		t.rows = 0
		in := (*isa.Inst)(nil)
		if e.inst != nil {
			in = e.inst(int(t.word))
		}
		if in == nil {
			var err error
			if decoded, err = e.target.Decode(e.code[4*t.word:]); err != nil {
				continue
			}
			in = &decoded
		}
		uses := in.Uses(buf[:0])
		for ; rows != 0; rows &= rows - 1 {
			row := bits.TrailingZeros64(rows)
			for _, u := range e.rows[row].Takes.Of(in, uses, units[:0]) {
				e.taken[row].add(u)
			}
		}
	}
	return set
}

// Has reports whether the target has some features.
func (e *HazardRules) Has(x isa.Features) bool { return e.has.Has(x) }

// hazardsOf returns the rows of a target and the table by form.
func hazardsOf(t isa.Target) *targetHazards {
	has := t.Has()
	of, ok := hazardTables.Load(has)
	if !ok {
		of, _ = hazardTables.LoadOrStore(has, newTargetHazards(t))
	}
	return of.(*targetHazards)
}

var hazardTables sync.Map // isa.Features to *targetHazards

type targetHazards struct {
	rows  []isa.Hazard
	forms []hazForm
}

func newTargetHazards(target isa.Target) *targetHazards {
	forms, has := target.Forms(), target.Has()
	t := &targetHazards{forms: make([]hazForm, len(forms))}
	for _, h := range isa.Hazards() {
		if h.Limit(has) > 0 {
			t.rows = append(t.rows, h)
		}
	}
	for _, f := range forms {
		k := &t.forms[f.Index()]
		k.vcc = branchesOnVCC(f)
		for i := range t.rows {
			for dpp := range k.makes {
				if t.rows[i].Makes.May(f, dpp != 0) {
					k.makes[dpp] |= 1 << i
				}
				if t.rows[i].Takes.May(f, dpp != 0) {
					k.takes[dpp] |= 1 << i
				}
			}
		}
	}
	return t
}

// branchesOnVCC reports whether instructions of a form are branches on VCCZ.
func branchesOnVCC(f *isa.Form) bool { return f.Desc.Reads("vcc") && f.Desc.Writes("pc") }

// hazSpan is a run of units that an instruction makes or takes for a row.
type hazSpan struct {
	row uint8
	isa.Units
}

// HazardInst is what an instruction is to the hazards: made once for each instruction of the code.
type HazardInst struct {
	in           *isa.Inst
	pc           uint64
	writes       []isa.Units
	makes, takes []hazSpan
	self         []hazSpan // rows that it breaks on its own
	wait         uint8     // wait states
	vcc          vccUse
}

// vccUse is what an instruction does to VCCZ.
type vccUse uint8

const (
	vccWhole  vccUse = 1 << iota // writes VCC: VCCZ follows
	vccHalf                      // writes a half of VCC: VCCZ stays
	vccBranch                    // branches on VCCZ
	vccSMem                      // scalar memory on the generations where it spoils VCCZ
	vccWait                      // waits for all scalar memory, on those generations
)

// rowsOf are the rows that an instruction can be the earlier and the later one of.
func (e *HazardRules) rowsOf(in *isa.Inst) (makes, takes uint64) {
	k, dpp := &e.forms[in.Form.Index()], 0
	if in.Sub == isa.DPP {
		dpp = 1
	}
	return k.makes[dpp] & e.live, k.takes[dpp] & e.live
}

// Idle reports whether an instruction neither finds anything nor leaves anything behind where the
// state is empty.
func (e *HazardRules) Idle(in *isa.Inst) bool {
	for makes, _ := e.rowsOf(in); makes != 0; makes &= makes - 1 {
		if e.rows[bits.TrailingZeros64(makes)].Makes.Has(in) {
			return false
		}
	}
	return !(e.vccz && (e.spoilsVCCZ(in) || writesVCC(in)))
}

// spoilsVCCZ reports whether an instruction is scalar memory of the generations where that spoils
// VCCZ.
func (e *HazardRules) spoilsVCCZ(in *isa.Inst) bool {
	return in.Form.Fmt == isa.SMRD && e.has.Has(isa.HazardVCCZ)
}

// writesVCC reports whether an instruction may write VCC, or a part of it.
func writesVCC(in *isa.Inst) bool {
	for i := range in.Ops[:in.NOps] {
		o := &in.Ops[i]
		if o.Kind == isa.KindReg && o.Code <= isa.CodeVCCHi && o.Code+uint16(o.Dwords) > isa.CodeVCCLo {
			return true
		}
	}
	return in.Form.Desc.Writes("vcc")
}

// Inst works out what an instruction is to the hazards. in is kept, its uses ([isa.Inst.Uses]) are
// not. wait is what it waits for ([WaitOf]).
func (e *HazardRules) Inst(in *isa.Inst, uses []isa.Use, pc uint64, wait Wait) HazardInst {
	n := HazardInst{in: in, pc: pc, wait: uint8(in.WaitStates())}
	e.units = room(e.units)
	first := len(e.units)
	for i := range uses {
		if u := &uses[i]; u.Write {
			e.units = append(e.units, unitsOf(u))
		}
	}
	n.writes = slices.Clip(e.units[first:])
	makes, takes := e.rowsOf(in)
	var buf [2 * isa.MaxUses]isa.Units
	e.spans = room(e.spans)
	first = len(e.spans)
	for ; makes != 0; makes &= makes - 1 {
		i := bits.TrailingZeros64(makes)
		if e.rows[i].Self {
			var taken [2 * isa.MaxUses]isa.Units
			for _, u := range e.rows[i].Makes.Of(in, uses, buf[:0]) {
				for _, v := range e.rows[i].Takes.Of(in, uses, taken[:0]) {
					if meet(u, v) {
						first := max(u.First, v.First)
						n.self = append(n.self, hazSpan{uint8(i),
							isa.Units{First: first, N: min(u.First+u.N, v.First+v.N) - first}})
					}
				}
			}
			takes &^= 1 << i
			continue
		}
		for _, u := range e.rows[i].Makes.Of(in, uses, buf[:0]) {
			if e.takenOf(i).meets(u) {
				e.spans = append(e.spans, hazSpan{uint8(i), u})
			}
		}
	}
	n.makes = slices.Clip(e.spans[first:])
	first = len(e.spans)
	for ; takes != 0; takes &= takes - 1 {
		i := bits.TrailingZeros64(takes)
		for _, u := range e.rows[i].Takes.Of(in, uses, buf[:0]) {
			e.spans = append(e.spans, hazSpan{uint8(i), u})
		}
	}
	n.takes = slices.Clip(e.spans[first:])
	if !e.vccz {
		return n
	}
	if writesVCC(in) {
		for _, u := range uses {
			end := u.Code + uint16(u.Dwords)
			switch {
			case !u.Write || u.Code > isa.CodeVCCHi || end <= isa.CodeVCCLo:
			case u.Code <= isa.CodeVCCLo && end > isa.CodeVCCHi:
				n.vcc |= vccWhole
			default:
				n.vcc |= vccHalf
			}
		}
	}
	if branchesOnVCC(in.Form) {
		n.vcc |= vccBranch
	}
	if e.spoilsVCCZ(in) {
		n.vcc |= vccSMem
	}
	if e.has.Has(isa.HazardVCCZ) && wait[LGKM] == 0 {
		n.vcc |= vccWait
	}
	return n
}

// room is a list with room for what one instruction adds, mostly: instructions share memory.
func room[T any](list []T) []T {
	if cap(list)-len(list) < isa.MaxUses {
		return make([]T, 0, 16*isa.MaxUses)
	}
	return list
}

// hazFact is a producer whose distance is still too small for some consumer.
type hazFact struct {
	pc  uint64
	u   isa.Units
	row uint8
	age uint8 // the least distance since, over all paths
	// stores says of a rule about clauses that nothing from the producer on writes a register, on all
	// paths: LLVM breaks no clause there.
	stores bool
}

// vccFact is a place that made VCCZ wrong.
type vccFact struct {
	is bool
	pc uint64
}

// join keeps the lower address, so that the result does not depend on the order of paths.
func (f *vccFact) join(o vccFact) bool {
	if !o.is || f.is && f.pc <= o.pc {
		return false
	}
	*f = o
	return true
}

// HazardState is what holds of hazards at one place in the program, over all paths that lead there.
type HazardState struct {
	facts   []hazFact
	half    vccFact // a half of VCC was written since the whole was
	smem    vccFact // a scalar load was issued, and VCC not written since it is complete
	pending bool    // scalar memory may be outstanding; on the generations where it spoils VCCZ
}

// Reset forgets everything.
func (h *HazardState) Reset() { *h = HazardState{facts: h.facts[:0]} }

// Clone is a copy that shares nothing.
func (h *HazardState) Clone() HazardState {
	c := *h
	c.facts = append([]hazFact(nil), h.facts...)
	return c
}

// Set makes h a copy of o, in h's memory.
func (h *HazardState) Set(o *HazardState) {
	facts := append(h.facts[:0], o.facts...)
	*h = *o
	h.facts = facts
}

// Empty reports whether nothing is known.
func (h *HazardState) Empty() bool {
	return len(h.facts) == 0 && !h.half.is && !h.smem.is && !h.pending
}

// Len is how many producers the state knows.
func (h *HazardState) Len() int { return len(h.facts) }

// Bytes is the memory that the list of producers takes.
func (h *HazardState) Bytes() int { return cap(h.facts) * int(unsafe.Sizeof(hazFact{})) }

// AppendTo appends bytes that equal states have in common, and no others.
func (h *HazardState) AppendTo(buf []byte) []byte {
	flags := byte(0)
	for i, f := range [...]vccFact{h.half, h.smem} {
		if f.is {
			flags |= 1 << i
			buf = binary.LittleEndian.AppendUint64(buf, f.pc)
		}
	}
	if h.pending {
		flags |= 4
	}
	for i := range h.facts {
		f := &h.facts[i]
		buf = binary.LittleEndian.AppendUint64(buf, f.pc)
		buf = binary.LittleEndian.AppendUint16(buf, f.u.First)
		buf = binary.LittleEndian.AppendUint16(buf, f.u.N)
		stores := byte(0)
		if f.stores {
			stores = 1
		}
		buf = append(buf, f.row, f.age, stores)
	}
	return append(buf, flags)
}

// maxFacts bounds the producers that a state knows where many paths meet. One that is as near as
// another one of the same registers stands for it.
const maxFacts = 64

// Join adds what holds on another path to the same place, and reports whether that was anything
// new. It keeps most producers: lost says that there were more.
func (h *HazardState) Join(o *HazardState, most int) (changed, lost bool) {
	for _, f := range o.facts {
		if len(h.facts) >= min(maxFacts, most) && h.covers(f) {
			continue
		}
		if len(h.facts) >= most {
			lost = true
			continue
		}
		changed = h.add(f) || changed
	}
	if cap(h.facts) > len(h.facts)+len(h.facts)/8 {
		h.facts = slices.Clone(h.facts) // states are many: no room to grow
	}
	changed = h.half.join(o.half) || changed
	if o.pending && !h.pending {
		h.pending, changed = true, true
	}
	return h.smem.join(o.smem) || changed, lost
}

// covers reports whether there is a producer of the same registers that is as near.
func (h *HazardState) covers(f hazFact) bool {
	return slices.ContainsFunc(h.facts, func(q hazFact) bool { return q.row == f.row && q.u == f.u && q.atLeast(&f) })
}

// atLeast reports whether all that a producer can break is broken by q, which has the same
// registers, too.
func (q *hazFact) atLeast(f *hazFact) bool { return q.age <= f.age && (f.stores || !q.stores) }

func (h *HazardState) add(f hazFact) bool {
	for i := range h.facts {
		q := &h.facts[i]
		if q.pc == f.pc && q.row == f.row && q.u == f.u {
			if q.atLeast(&f) {
				return false
			}
			q.age, q.stores = min(q.age, f.age), q.stores && f.stores
			return true
		}
	}
	h.facts = append(h.facts, f)
	return true
}

// Step executes an instruction. It is first checked as a consumer (emit is nil where nobody wants
// to know), then the distances grow, then it is entered as a producer. One that MODE.vskip skips is
// nothing but late news of MODE: hardware does not issue it, so it takes no time.
func (h *HazardState) Step(e *HazardRules, n *HazardInst, skipped bool, emit func(Finding)) {
	if len(h.facts) > 0 {
		if emit != nil && len(n.takes) > 0 {
			h.check(e, n, skipped, emit)
		}
		if !skipped {
			h.pass(e, n)
		}
	}
	if skipped {
		return
	}
	if emit != nil {
		for _, s := range n.self {
			emit(e.selfFinding(s, n))
		}
	}
	for _, s := range n.makes {
		h.add(hazFact{pc: n.pc, u: s.Units, row: s.row, stores: e.rows[s.row].XNACK && len(n.writes) == 0})
	}
	if n.vcc != 0 {
		h.stepVCC(e, n, emit)
	}
}

// pass lets the distances grow and drops what is far enough, or has been overwritten.
func (h *HazardState) pass(e *HazardRules, n *HazardInst) {
	out := h.facts[:0]
	var split []hazFact
	for _, f := range h.facts {
		r := &e.rows[f.row]
		by := int(n.wait)
		if r.Distance != nil {
			by = r.Distance(n.in)
		}
		if int(f.age)+by >= r.Limit(e.has) {
			continue
		}
		f.age += uint8(by)
		f.stores = f.stores && len(n.writes) == 0
		whole := true
		for _, u := range n.writes {
			if meet(u, f.u) {
				whole = false
				split = append(split, without(f, n.writes)...)
				break
			}
		}
		if whole {
			out = append(out, f)
		}
	}
	h.facts = out
	for _, f := range split {
		h.add(f)
	}
}

func meet(a, b isa.Units) bool { return a.First < b.First+b.N && b.First < a.First+a.N }

// unitsOf are the registers of a use.
func unitsOf(u *isa.Use) isa.Units { return isa.Units{First: u.Code, N: uint16(u.Dwords)} }

// without is what is left of a fact behind an instruction that writes some registers.
func without(f hazFact, writes []isa.Units) (rest []hazFact) {
	run := isa.Units{First: f.u.First}
	flush := func() {
		if run.N > 0 {
			f.u = run
			rest = append(rest, f)
		}
	}
	for c, end := f.u.First, f.u.First+f.u.N; c < end; c++ {
		hit := false
		for _, u := range writes {
			hit = hit || meet(u, isa.Units{First: c, N: 1})
		}
		if hit {
			flush()
			run = isa.Units{First: c + 1}
			continue
		}
		run.N++
	}
	flush()
	return rest
}

// check reports the producers that are too near: one finding for each, with the first run of
// registers that both have.
func (h *HazardState) check(e *HazardRules, n *HazardInst, skipped bool, emit func(Finding)) {
	type pair struct {
		row uint8
		pc  uint64
	}
	var done []pair
	for _, t := range n.takes {
		if skipped && t.First != isa.UnitVSkip {
			continue
		}
		for i := range h.facts {
			f := &h.facts[i]
			if f.row != t.row || !meet(f.u, t.Units) || slices.Contains(done, pair{f.row, f.pc}) {
				continue
			}
			done = append(done, pair{f.row, f.pc})
			first := max(f.u.First, t.First)
			last := min(f.u.First+f.u.N, t.First+t.N)
			emit(e.finding(f, isa.Units{First: first, N: last - first}, n))
		}
	}
}

func (e *HazardRules) finding(f *hazFact, u isa.Units, n *HazardInst) Finding {
	row := &e.rows[f.row]
	rule := hazardRule(row)
	x := rule.New()
	need := row.States.Of(e.has)
	if int(f.age) >= need {
		x.Severity, need = Disputed, row.Limit(e.has)
	}
	if row.XNACK && (e.xnack == XNACKAny || f.stores) {
		x.Severity = Info
	}
	unit, fix := "wait state", row.Fix
	switch {
	case row.Distance != nil:
		unit = "instruction"
	default:
		fix = nops(need-int(f.age), e.has)
	}
	x.PC, x.Instruction = Addr(n.pc), n.in.String()
	x.ProducerPC, x.Producer = At(f.pc), e.text(f.pc)
	x.Register = e.unitName(u)
	x.Have, x.Need = count(int(f.age), unit), count(need, unit)
	x.Fix = fmt.Sprintf("%s %v", fix, x.PC)
	x.Message = fmt.Sprintf("%s: %s between %q at %v and %q, %s needed", rule.Title, x.Have, x.Producer,
		*x.ProducerPC, x.Instruction, x.Need)
	return x
}

// selfFinding is the finding of a rule that an instruction breaks on its own.
func (e *HazardRules) selfFinding(s hazSpan, n *HazardInst) Finding {
	row := &e.rows[s.row]
	rule := hazardRule(row)
	x := rule.New()
	if row.States.Of(e.has) == 0 {
		x.Severity = Disputed
	}
	if row.XNACK {
		x.Severity = Info // the base decides how the data is aligned
	}
	x.PC, x.Instruction = Addr(n.pc), n.in.String()
	x.ProducerPC, x.Producer = At(n.pc), x.Instruction
	x.Register = e.unitName(s.Units)
	x.Fix = fmt.Sprintf("%s %v", row.Fix, x.PC)
	x.Message = fmt.Sprintf("%s: %q reads %s and writes it", rule.Title, x.Instruction, x.Register)
	return x
}

func count(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}

// nops is the advice to insert n wait states.
func nops(n int, has isa.Features) string {
	text := "insert "
	for ; n > isa.MaxNop(has); n -= isa.MaxNop(has) {
		text += fmt.Sprintf("s_nop %d and ", isa.MaxNop(has)-1)
	}
	return text + fmt.Sprintf("s_nop %d before", n-1)
}

// unitName names registers; the instruction buffer has no name.
func (e *HazardRules) unitName(u isa.Units) string {
	switch {
	case u.First == isa.UnitFetch:
		return ""
	case u.First == isa.UnitVSkip:
		return "MODE.vskip"
	case u.First >= isa.UnitHwreg:
		return isa.HwregName(e.target.Gen, int(u.First-isa.UnitHwreg))
	}
	if name, ok := isa.RegName(e.target.Gen, u.First, int(u.N)); ok {
		return name
	}
	name, _ := isa.RegName(e.target.Gen, u.First, 1)
	return name
}

// stepVCC keeps what may be wrong with VCCZ: it follows writes of the whole VCC only, and on GCN
// 1.0 and 1.1 each return of a scalar load can spoil it. Source: LLVM SIInsertWaitcnts
// (hasReadVCCZBug, partialVCCWritesUpdateVCCZ).
func (h *HazardState) stepVCC(e *HazardRules, n *HazardInst, emit func(Finding)) {
	if n.vcc&vccBranch != 0 && emit != nil {
		if h.half.is {
			emit(e.wrongVCCZ(RuleVCCZPartial, h.half.pc, "insert s_mov_b64 vcc, vcc before", n))
		}
		if h.smem.is {
			x := e.wrongVCCZ(RuleVCCZ, h.smem.pc, "insert s_waitcnt lgkmcnt(0) and s_mov_b64 vcc, vcc before", n)
			if !h.pending {
				x.Severity = Warning // see the rule
			}
			emit(x)
		}
	}
	switch {
	case n.vcc&vccHalf != 0:
		h.half = vccFact{true, n.pc}
	case n.vcc&vccWhole != 0:
		h.half = vccFact{}
		if !h.pending {
			h.smem = vccFact{}
		}
	}
	switch {
	case n.vcc&vccSMem != 0:
		h.smem, h.pending = vccFact{true, n.pc}, true
	case n.vcc&vccWait != 0:
		h.pending = false
	}
}

func (e *HazardRules) wrongVCCZ(id string, producer uint64, fix string, n *HazardInst) Finding {
	rule := ruleOf(id)
	x := rule.New()
	x.PC, x.Instruction, x.Register, x.Access = Addr(n.pc), n.in.String(), "vccz", "read"
	x.ProducerPC, x.Producer = At(producer), e.text(producer)
	x.Have, x.Need = "none", "a write of the whole of vcc"
	x.Fix = fmt.Sprintf("%s %v", fix, x.PC)
	x.Message = fmt.Sprintf("%s: %q at %v, then %q", rule.Title, x.Producer, *x.ProducerPC, x.Instruction)
	return x
}
