package waitcnt

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gcnsim/gcnsim/isa"
)

// XNACK says whether memory instructions may be repeated after page faults: the target is xnack-, says
// nothing of it, or is xnack+. What is wrong in the second case only where the system turns XNACK on is
// information.
type XNACK uint8

// The settings.
const (
	XNACKOff XNACK = iota
	XNACKAny
	XNACKOn
)

// HazardRules are the manual wait states of a generation (isa.Hazards) and the rules of VCCZ. Both
// checkers ask them: the static one follows a [HazardState] along all paths, a run along its own.
type HazardRules struct {
	gen   isa.Gen
	xnack XNACK
	rows  []isa.Hazard           // those of the generation
	text  func(pc uint64) string // of the instruction at an address, for the producer of a finding
}

// NewHazardRules returns the rules of a generation. text gives the instruction at an address that a
// [HazardInst] was made for; findings name it.
func NewHazardRules(g isa.Gen, xnack XNACK, text func(pc uint64) string) *HazardRules {
	e := &HazardRules{gen: g, xnack: xnack, text: text}
	for _, h := range isa.Hazards() {
		if h.Limit(g) > 0 && !(h.XNACK && xnack == XNACKOff) {
			e.rows = append(e.rows, h)
		}
	}
	return e
}

// hazSpan is a run of units that an instruction makes or takes for a row.
type hazSpan struct {
	row uint8
	isa.Units
}

// HazardInst is what an instruction is to the hazards: made once for each instruction of the code.
type HazardInst struct {
	in           *isa.Inst
	pc           uint64
	makes, takes []hazSpan
	writes       []isa.Units // registers that it writes: older facts of them end
	wait         uint8       // wait states
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

// Inst works out what an instruction is to the hazards. in is kept. wait is what it waits for
// ([WaitOf]).
func (e *HazardRules) Inst(in *isa.Inst, uses []isa.Use, pc uint64, wait Wait) HazardInst {
	n := HazardInst{in: in, pc: pc, wait: uint8(in.WaitStates())}
	var buf [2 * isa.MaxUses]isa.Units
	for i := range e.rows {
		for _, u := range e.rows[i].Makes(in, uses, buf[:0]) {
			n.makes = append(n.makes, hazSpan{uint8(i), u})
		}
		for _, u := range e.rows[i].Takes(in, uses, buf[:0]) {
			n.takes = append(n.takes, hazSpan{uint8(i), u})
		}
	}
	for i := range uses {
		u := &uses[i]
		if !u.Write {
			continue
		}
		n.writes = append(n.writes, isa.Units{First: u.Code, N: uint16(u.Dwords)})
		switch {
		case u.Code == isa.CodeVCCLo && u.Dwords > 1:
			n.vcc |= vccWhole
		case u.Code == isa.CodeVCCLo || u.Code == isa.CodeVCCHi:
			n.vcc |= vccHalf
		}
	}
	if d := in.Form.Desc; d.Reads("vcc") && d.Writes("pc") {
		n.vcc |= vccBranch
	}
	if early.Has(e.gen) {
		if in.Form.Fmt == isa.SMRD {
			n.vcc |= vccSMem
		}
		if wait[LGKM] == 0 {
			n.vcc |= vccWait
		}
	}
	return n
}

// hazFact is a producer whose distance is still too small for some consumer.
type hazFact struct {
	pc  uint64
	u   isa.Units
	row uint8
	age uint8 // the least distance since, over all paths
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

// Join adds what holds on another path to the same place, and reports whether that was anything new.
func (h *HazardState) Join(o *HazardState) (changed bool) {
	for _, f := range o.facts {
		changed = h.add(f) || changed
	}
	changed = h.half.join(o.half) || changed
	if o.pending && !h.pending {
		h.pending, changed = true, true
	}
	return h.smem.join(o.smem) || changed
}

func (h *HazardState) add(f hazFact) bool {
	for i := range h.facts {
		q := &h.facts[i]
		if q.pc == f.pc && q.row == f.row && q.u == f.u {
			if q.age <= f.age {
				return false
			}
			q.age = f.age
			return true
		}
	}
	h.facts = append(h.facts, f)
	return true
}

// Step executes an instruction. It is first checked as a consumer (emit is nil where nobody wants to
// know), then the distances grow, then it is entered as a producer.
func (h *HazardState) Step(e *HazardRules, n *HazardInst, emit func(Finding)) {
	if len(h.facts) > 0 {
		if emit != nil && len(n.takes) > 0 {
			h.check(e, n, emit)
		}
		h.pass(e, n)
	}
	for _, s := range n.makes {
		h.add(hazFact{pc: n.pc, u: s.Units, row: s.row})
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
		if int(f.age)+by >= r.Limit(e.gen) {
			continue
		}
		f.age += uint8(by)
		whole := true
		for _, w := range n.writes {
			if whole && meet(w, f.u) {
				whole = false
				split = append(split, without(f, n.writes)...)
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

// without is what is left of a fact after writes.
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
		for _, w := range writes {
			hit = hit || meet(w, isa.Units{First: c, N: 1})
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

// check reports the producers that are too near: one finding for each, with the first run of registers that both have.
func (h *HazardState) check(e *HazardRules, n *HazardInst, emit func(Finding)) {
	type pair struct {
		row uint8
		pc  uint64
	}
	var done []pair
	for _, t := range n.takes {
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
	need := int(row.States[e.gen.Index()])
	if int(f.age) >= need {
		x.Severity, need = Disputed, row.Limit(e.gen)
	}
	if row.XNACK && e.xnack == XNACKAny {
		x.Severity = Info
	}
	unit, fix := "wait state", row.Fix
	switch {
	case row.Distance != nil:
		unit = "instruction"
	default:
		fix = nops(need-int(f.age), e.gen)
	}
	x.PC, x.Instruction = Addr(n.pc), n.in.String()
	x.ProducerPC, x.Producer = At(f.pc), e.text(f.pc)
	x.Register = e.unitName(u)
	x.Have, x.Need = count(int(f.age), unit), count(need, unit)
	x.Fix = fmt.Sprintf("%s %v", fix, x.PC)
	x.Message = fmt.Sprintf("%s: %s between %q at %v and %q, %s needed", rule.Title, x.Have, x.Producer, *x.ProducerPC, x.Instruction, x.Need)
	return x
}

func count(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}

// nops is the advice to insert n wait states.
func nops(n int, g isa.Gen) string {
	text := "insert "
	for ; n > isa.MaxNop(g); n -= isa.MaxNop(g) {
		text += fmt.Sprintf("s_nop %d and ", isa.MaxNop(g)-1)
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
		return isa.HwregName(e.gen, int(u.First-isa.UnitHwreg))
	}
	if name, ok := isa.RegName(e.gen, u.First, int(u.N)); ok {
		return name
	}
	name, _ := isa.RegName(e.gen, u.First, 1)
	return name
}

// stepVCC keeps what may be wrong with VCCZ: it follows writes of the whole VCC only, and on GCN 1.0 and 1.1 each return of a scalar load can spoil it.
// Source: LLVM SIInsertWaitcnts (hasReadVCCZBug, partialVCCWritesUpdateVCCZ).
func (h *HazardState) stepVCC(e *HazardRules, n *HazardInst, emit func(Finding)) {
	if n.vcc&vccBranch != 0 && emit != nil {
		if h.half.is {
			emit(e.vccz(RuleVCCZPartial, h.half.pc, "insert s_mov_b64 vcc, vcc before", n))
		}
		if h.smem.is {
			x := e.vccz(RuleVCCZ, h.smem.pc, "insert s_waitcnt lgkmcnt(0) and s_mov_b64 vcc, vcc before", n)
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

func (e *HazardRules) vccz(id string, producer uint64, fix string, n *HazardInst) Finding {
	rule := ruleOf(id)
	x := rule.New()
	x.PC, x.Instruction, x.Register, x.Access = Addr(n.pc), n.in.String(), "vccz", "read"
	x.ProducerPC, x.Producer = At(producer), e.text(producer)
	x.Have, x.Need = "none", "a write of the whole of vcc"
	x.Fix = fmt.Sprintf("%s %v", fix, x.PC)
	x.Message = fmt.Sprintf("%s: %q at %v, then %q", rule.Title, x.Producer, *x.ProducerPC, x.Instruction)
	return x
}
