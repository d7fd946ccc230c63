package isa

import (
	"slices"
	"strings"
)

// Units are consecutive things that a hazard can be about: scalar and vector registers by source
// code, [CodeVCCZ], [CodeExecZ], hardware registers from [UnitHwreg] on, or [UnitFetch].
type Units struct{ First, N uint16 }

// Units that are no registers.
const (
	UnitHwreg = 0x400              // + number of a hardware register
	UnitVSkip = UnitHwreg + 64     // MODE.vskip
	UnitFetch = UnitHwreg + 64 + 1 // the instruction buffer
)

// The hardware registers that hazards are about (AMD ISA manuals, "Hardware Register Values").
const (
	hwregMode    = 1
	hwregTrapSts = 3
	modeVSkip    = 28 // bit of MODE
)

// Hazard is one rule of manual wait states: between an instruction that makes a unit and one that
// takes the same unit, software must leave some distance, mostly by s_nop. The hardware does not
// check it.
//
//	v_readfirstlane_b32 s4, v0       Makes {s4}
//	s_nop 4                          WaitStates 5
//	buffer_load_dword ..., s4        Takes {s4}
//
// # Why two distances?
//
// States is what everybody asks for: LLVM inserts it, and AMD's manual or ACO asks for it too.
// Disputed is what only some ask for: a manual or ACO and not LLVM, or LLVM alone. A smaller
// distance than States is an error, a smaller one than Disputed a doubt.
//
// # What if something else writes the register in between?
//
// Then the later value is read, which has no hazard of this kind or one of its own. LLVM still
// keeps the distance to the first writer, ACO does not; here it is no finding.
type Hazard struct {
	ID       string     // stable: the id of the rule, "hazard-valu-lane"
	States   Asks       // wait states
	Disputed Asks       // the same where sources disagree
	Makes    HazardPart // the earlier instruction, and the units it makes
	Takes    HazardPart // the later instruction, and the units it takes
	Self     bool       // one instruction both makes and takes the unit: no distance helps
	// only where the code object says that memory instructions may be replayed after page faults
	// (xnack+)
	XNACK    bool
	Distance func(in *Inst) int // what an instruction between the two counts; nil: its wait states
	Fix      string             // what to do where s_nop is not the answer
	Title    string             // one line
	Doc      string             // what is wrong, who asks for how much
	Source   string             // the documents that ask for it
	Bad      string             // minimal example in assembly, without any distance
	Good     string             // the same, right
}

// Ask is how many wait states are asked for on targets with some features.
type Ask struct {
	On     Features // features that a target must have; 0: any target
	States uint8    // wait states
}

// Asks is what is asked for: the last entry that is for a target counts; without any the target
// does not have the hazard.
type Asks []Ask

// Of is how many wait states are asked for on a target with some features.
func (a Asks) Of(has Features) (n int) {
	for i := range a {
		if has.Has(a[i].On) {
			n = int(a[i].States)
		}
	}
	return n
}

// everywhere asks for wait states on all targets, on for those with some features.
func everywhere(n uint8) Asks          { return Asks{{0, n}} }
func on(x Features, n uint8) Asks      { return Asks{{x, n}} }
func without(x Features, n uint8) Asks { return Asks{{0, n}, {x, 0}} }

// HazardPart says which units an instruction makes or takes.
type HazardPart struct {
	by    insts
	units func(in *Inst, uses []Use, buf []Units) []Units
}

// May reports whether an instruction of a form can have such units; dpp says that it is a DPP one.
func (p *HazardPart) May(f *Form, dpp bool) bool { return p.by.of(f, dpp) }

// Has reports whether an instruction can have such units, going by more than its form.
func (p *HazardPart) Has(in *Inst) bool {
	return p.by.of(in.Form, in.Sub == DPP) && (p.by.is == nil || p.by.is(in))
}

// Narrow reports whether only some instructions of a form have such units, as Has knows.
func (p *HazardPart) Narrow() bool { return p.by.is != nil }

// Word reports whether an instruction of a form that May holds for can have such units, given its
// first dword.
func (p *HazardPart) Word(f *Form, word uint32) bool {
	if !p.by.special || f.Fmt != VOP1 && f.Fmt != VOP2 && f.Fmt != VOPC || word&0x1ff >= CodeSDWA {
		return true
	}
	for i := range f.Args { // of v_readlane_b32 and v_writelane_b32, the second source is a scalar one
		if a := &f.Args[i]; a.Role == 'b' && a.File == 's' {
			return true
		}
	}
	return false
}

// Of appends the units of an instruction, none where Has does not hold; uses are its [Inst.Uses].
func (p *HazardPart) Of(in *Inst, uses []Use, buf []Units) []Units {
	if !p.Has(in) {
		return buf
	}
	return p.units(in, uses, buf)
}

// insts is a set of instructions: those of some forms, and of these the ones that is holds for.
type insts struct {
	of      func(f *Form, dpp bool) bool
	is      func(in *Inst) bool // nil: all
	special bool                // VALU instructions among them name a source that is no register and no constant
}

// forms makes the set of all instructions of the forms that is holds for.
func forms(is func(f *Form) bool) insts {
	return insts{of: func(f *Form, _ bool) bool { return is(f) }}
}

// Limit is the distance from which on nobody asks for more.
func (h *Hazard) Limit(has Features) int { return max(h.States.Of(has), h.Disputed.Of(has)) }

// Gens are the generations with targets that have the hazard.
func (h *Hazard) Gens() (set Gen) {
	for i := range targets {
		if t := &targets[i]; h.Limit(t.Features) > 0 {
			set |= t.Gen
		}
	}
	return set
}

// IsError reports whether there is a target on which everybody asks for a distance.
func (h *Hazard) IsError() bool { return h.States != nil }

// Hazards returns the rules.
func Hazards() []Hazard { return append([]Hazard(nil), hazards...) }

// WaitStates is how many wait states an instruction is between two others: 1, and of s_nop as many
// as it says. Sources: AMD ISA manuals, S_NOP (SIMM16[2:0] + 1, on GCN 1.4 SIMM16[3:0] + 1); LLVM
// SIInstrInfo::getNumWaitStates. s_waitcnt, branches and s_sleep are one.
func (i *Inst) WaitStates() int {
	if i.Form.Desc.Do != CtlNop {
		return 1
	}
	o, _ := i.Operand('i')
	return int(o.Val)&(MaxNop(i.Form.Features())-1) + 1
}

// Ends reports whether the wave ends here: s_endpgm, and s_setkill of 1 (AMD's later manuals of the
// gfx9 family: "Kill this wave if the least significant bit of the immediate constant is 1").
func (i *Inst) Ends() bool {
	switch i.Form.Desc.Do {
	case CtlEndpgm:
		return true
	case CtlSetKill:
		o, _ := i.Operand('i')
		return o.Val&1 != 0
	}
	return false
}

// MaxNop is the most wait states of one s_nop.
func MaxNop(has Features) int {
	if has.Has(FeatureNop16) {
		return 16
	}
	return 8
}

// SleepMask is the bits of SIMM16 that s_sleep uses (docs/errata.md P-3).
func SleepMask(has Features) int32 {
	switch {
	case has.Has(FeatureSleep7):
		return 127
	case has.Has(FeatureSleep4):
		return 15
	}
	return 7
}

// touch makes a part of the uses that is holds for.
func touch(by insts, is func(u *Use) bool) HazardPart {
	return HazardPart{by, func(_ *Inst, uses []Use, buf []Units) []Units {
		for k := range uses {
			if u := &uses[k]; is(u) {
				buf = append(buf, Units{u.Code, uint16(u.Dwords)})
			}
		}
		return buf
	}}
}

// always makes a part of one unit.
func always(unit uint16, by insts) HazardPart {
	return HazardPart{by, func(_ *Inst, _ []Use, buf []Units) []Units { return append(buf, Units{unit, 1}) }}
}

// control is the set of the instructions with some of the control meanings.
func control(list ...Control) insts {
	return forms(func(f *Form) bool {
		c, ok := f.Desc.Do.(Control)
		return ok && slices.Contains(list, c)
	})
}

var (
	anyInst     = forms(func(*Form) bool { return true })
	byVALU      = forms((*Form).isVALU)
	bySALU      = forms((*Form).isSALU)
	byVector    = forms((*Form).vector)
	byDPP       = insts{of: func(_ *Form, dpp bool) bool { return dpp }}
	byScalarMem = forms((*Form).isScalarMem)
	byInterp    = forms((*Form).interpolates)
	byInterpP1  = forms(func(f *Form) bool { i, ok := f.Desc.Do.(Interp); return ok && i.B == P10 && !i.Half })
	byInterp3   = forms(func(f *Form) bool { return f.interpolates() && f.Fmt == VOP3 }) // in VOP3 encoding
	byDivFmas   = forms(func(f *Form) bool { return f.isVALU() && f.Desc.Reads("vcc") })
	byVMem      = forms((*Form).isVMem)

	// byVALUToScalar: what writes scalar registers, VCC and EXEC among them.
	byVALUToScalar = forms(func(f *Form) bool { return f.isVALU() && f.writesScalar() })
	// byWideSMem: scalar loads of several dwords whose offset shows that the data is not aligned to
	// its size.
	byWideSMem = insts{
		of: func(f *Form, _ bool) bool {
			return f.isScalarMem() && f.memory().Kind == MemLoad && f.memory().Size > 4
		},
		is: func(in *Inst) bool {
			o, _ := in.Operand('f')
			return o.Kind == KindImm && o.Val%uint32(in.Form.memory().Size) != 0
		},
	}
	// byConditionVALU: what names VCCZ or EXECZ.
	byConditionVALU = insts{byVALU.of, func(in *Inst) bool { return in.names(CodeVCCZ) || in.names(CodeExecZ) }, true}
	// byM0SALU: what writes M0.
	byM0SALU = insts{of: bySALU.of, is: func(in *Inst) bool { return in.names(CodeM0) || in.Form.Desc.Writes("m0") }}
	// byBufferSMem: scalar loads and stores whose base is a buffer resource.
	byBufferSMem = forms(func(f *Form) bool { return f.isScalarMem() && f.memory().Buffer })
	// byM0Message: what sends M0 out of the wave: GDS, messages, thread trace. s_set_gpr_idx_mode,
	// which keeps bits of M0, does not.
	byM0Message = insts{of: func(f *Form, _ bool) bool { return f.Fmt == DS || sendsM0.of(f, false) }, is: func(in *Inst) bool {
		k := in.Form.memory().Kind
		return in.Form.Fmt != DS || in.readsM0() && (in.Mod.GDS || k == MemOrdered || k >= MemGwsInit && k <= MemGwsBarrier)
	}}
	// byM0LDS: what addresses LDS by M0: interpolation, LDS_DIRECT, *_addtid, transfers between LDS
	// and memory.
	byM0LDS = insts{func(f *Form, _ bool) bool { return f.isVALU() || f.isVMem() || f.Fmt == DS }, addressesByM0, true}
	// byNoOffset: FLAT, and buffer instructions whose scalar offset is no register.
	byNoOffset = insts{of: byVMem.of, is: func(in *Inst) bool {
		o, ok := in.Operand('t')
		switch in.Form.Fmt {
		case MUBUF, MTBUF:
			return !ok || !o.IsSGPR()
		case FLAT, GLOBAL, SCRATCH:
			return true
		}
		return false
	}}
	// byShortResource: image instructions with a resource of 128 bits.
	byShortResource = insts{of: byVMem.of, is: func(in *Inst) bool { return in.Form.Fmt == MIMG && in.Mod.R128 }}
)

func (f *Form) isScalarMem() bool  { return f.Fmt == SMRD || f.Fmt == SMEM }
func (f *Form) interpolates() bool { _, ok := f.Desc.Do.(Interp); return ok }

func (f *Form) isVMem() bool {
	switch f.Fmt {
	case MUBUF, MTBUF, MIMG, FLAT, GLOBAL, SCRATCH:
		return true
	}
	return false
}

// writesScalar reports whether an instruction of a vector form can write scalar registers.
func (f *Form) writesScalar() bool {
	for i := range f.Args {
		if a := &f.Args[i]; a.Write && (a.Type == Mask || a.File == 's') {
			return true
		}
	}
	return strings.Contains(f.Desc.Imp, ">")
}

// names reports whether an operand is, or holds, the register with a source code.
func (i *Inst) names(code uint16) bool {
	for n := range i.Ops[:i.NOps] {
		if o := &i.Ops[n]; o.Kind == KindReg && o.Code <= code && code < o.Code+uint16(max(o.Dwords, 1)) {
			return true
		}
	}
	return false
}

func addressesByM0(in *Inst) bool {
	switch in.Form.Fmt {
	case DS:
		return in.Form.memory().TID
	case MUBUF, GLOBAL, SCRATCH:
		return in.readsM0()
	case VINTRP:
		return true
	}
	return in.names(CodeLDSDirect)
}

func readsScalar(u *Use) bool { return u.Read && u.Code < CodeZero }

// readsSGPR: EXEC as the mask of active lanes is not what the hazards of scalar registers are
// about.
func readsSGPR(u *Use) bool      { return readsScalar(u) && u.Part != PartExec }
func writesScalar(u *Use) bool   { return u.Write && u.Code < CodeZero }
func writesVGPR(u *Use) bool     { return u.Write && u.Code >= CodeVGPR }
func readsVGPR(u *Use) bool      { return u.Read && u.Code >= CodeVGPR }
func readsLane(u *Use) bool      { return readsScalar(u) && u.Part == PartLane }
func readsMask(u *Use) bool      { return readsScalar(u) && u.Part == PartMask }
func readsExec(u *Use) bool      { return u.Read && u.Part == PartExec }
func readsPermuted(u *Use) bool  { return readsVGPR(u) && u.Lanes != LanesOwn }
func readsM0(u *Use) bool        { return readsScalar(u) && u.Code == CodeM0 }
func writesM0(u *Use) bool       { return u.Write && u.Code == CodeM0 }
func writesExec(u *Use) bool     { return u.Write && (u.Code == CodeExecLo || u.Code == CodeExecHi) }
func writesVCC(u *Use) bool      { return u.Write && (u.Code == CodeVCCLo || u.Code == CodeVCCHi) }
func readsCondition(u *Use) bool { return u.Read && (u.Code == CodeVCCZ || u.Code == CodeExecZ) }

// hwregOf is the unit of the hardware register that s_getreg or s_setreg names.
func hwregOf(by insts) HazardPart {
	return HazardPart{by, func(in *Inst, _ []Use, buf []Units) []Units {
		if o, ok := in.Operand('i'); ok {
			buf = append(buf, Units{UnitHwreg + uint16(o.Val&63), 1})
		}
		return buf
	}}
}

// setsVSkip: s_setreg of a field that covers MODE.vskip.
var setsVSkip = HazardPart{setReg, func(in *Inst, _ []Use, buf []Units) []Units {
	if first, n, ok := in.ModeField(); ok && first <= modeVSkip && modeVSkip < first+n {
		buf = append(buf, Units{UnitVSkip, 1})
	}
	return buf
}}

// ModeField is the field of MODE that s_setreg writes: its lowest bit and how many they are.
func (i *Inst) ModeField() (first, n uint32, ok bool) {
	o, ok := i.Operand('i')
	if !ok || !setReg.of(i.Form, false) || o.Val&63 != hwregMode {
		return 0, 0, false
	}
	return o.Val >> 6 & 31, o.Val>>11&31 + 1, true
}

// writesConditions: VCCZ and EXECZ follow from VCC and EXEC.
var writesConditions = HazardPart{byVALUToScalar, func(_ *Inst, uses []Use, buf []Units) []Units {
	for k := range uses {
		switch u := &uses[k]; {
		case writesVCC(u):
			buf = append(buf, Units{CodeVCCZ, 1})
		case writesExec(u):
			buf = append(buf, Units{CodeExecZ, 1})
		}
	}
	return buf
}}

// resource is the buffer resource of a scalar memory instruction, dwords first to first+n-1 of it.
func resource(first, n uint16) HazardPart {
	return HazardPart{byBufferSMem, func(in *Inst, _ []Use, buf []Units) []Units {
		if o, ok := in.Operand('s'); ok {
			buf = append(buf, Units{o.Code + first, n})
		}
		return buf
	}}
}

// scalarOffset is the register with the offset of a scalar buffer instruction.
var scalarOffset = HazardPart{byBufferSMem, func(in *Inst, _ []Use, buf []Units) []Units {
	if o, ok := in.Operand('f'); ok && o.IsSGPR() {
		buf = append(buf, Units{o.Code, 1})
	}
	return buf
}}

// wideData is the data of vector memory instructions that read more than 64 bits of it from each
// lane.
func wideData(by insts) HazardPart {
	return touch(by, func(u *Use) bool { return readsVGPR(u) && u.Part == PartData && u.Dwords > 2 })
}

// breaksClause counts what ends a clause of memory instructions of one kind.
func breaksClause(same insts) func(in *Inst) int {
	return func(in *Inst) int {
		if same.of(in.Form, false) {
			return 0
		}
		return 1
	}
}

// fetched counts what empties the instruction buffer: a dword for each s_nop. Anything else ends
// the count: a branch fills the buffer anew, and of other instructions the first is enough to say.
func fetched(in *Inst) int {
	if in.Form.Desc.Do != CtlNop {
		return 255
	}
	return int(in.Len) / 4
}

var (
	setReg     = control(CtlSetReg, CtlSetRegImm)
	rfe        = control(CtlRfe)
	rfeRestore = control(CtlRfeRestore)
	movRel     = control(CtlMovRelS, CtlMovRelD)
	readLane   = control(CtlReadLane, CtlReadFirstLane)

	byLaneSelect = control(CtlReadLane, CtlWriteLane)
	sendsM0      = control(CtlSendMsg, CtlSendMsgHalt, CtlTTrace)
)

const (
	manuals = "AMD ISA manuals 4.5 (Sea Islands, GCN3, Vega), table of required wait states"
	llvmHaz = "LLVM GCNHazardRecognizer"
	acoNops = "Mesa aco_insert_NOPs"
)

// hazards: one row for each rule. Rules that are no distance between two instructions are in
// package waitcnt (VCCZ) or cannot be seen in code: see TestEveryHazardHasALineInTheTables in
// waitcnt.
var hazards = []Hazard{
	{ID: "hazard-setreg-getreg", States: everywhere(2), Makes: hwregOf(setReg), Takes: hwregOf(control(CtlGetReg)),
		Title: "s_getreg too soon after s_setreg of the same register", Doc: "The old value is read. 2 wait states.",
		Source: manuals + "; " + llvmHaz + " checkGetRegHazards; " + acoNops,
		Bad:    "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_getreg_b32 s1, hwreg(HW_REG_MODE)",
		Good:   "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_nop 1\ns_getreg_b32 s1, hwreg(HW_REG_MODE)"},
	{ID: "hazard-setreg-setreg", States: Asks{{0, 1}, {HazardSetReg2, 2}}, Disputed: without(HazardSetReg2, 2), Makes: hwregOf(setReg), Takes: hwregOf(setReg),
		Title: "s_setreg too soon after s_setreg of the same register",
		Doc: "One of the writes can be lost. 2 wait states from GCN 1.2 on. Before it LLVM and the Sea Islands manual ask for 1, ACO for 2: " +
			"a distance of 1 is disputed there.",
		Source: manuals + "; " + llvmHaz + " checkSetRegHazards (getSetRegWaitStates); " + acoNops + " (2 everywhere)",
		Bad:    "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_setreg_b32 hwreg(HW_REG_MODE), s1",
		Good:   "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_nop 1\ns_setreg_b32 hwreg(HW_REG_MODE), s1"},
	{ID: "hazard-setvskip-getreg", Disputed: everywhere(2),
		Makes: always(UnitHwreg+hwregMode, control(CtlSetVSkip)), Takes: hwregOf(control(CtlGetReg)),
		Title:  "s_getreg of MODE too soon after s_setvskip",
		Doc:    "The old value is read. The manuals ask for 2 wait states; LLVM and ACO do not know the rule, and make no s_setvskip.",
		Source: manuals,
		Bad:    "s_setvskip s0, 0\ns_getreg_b32 s1, hwreg(HW_REG_MODE)",
		Good:   "s_setvskip s0, 0\ns_nop 1\ns_getreg_b32 s1, hwreg(HW_REG_MODE)"},
	{ID: "hazard-vskip-vector", Disputed: everywhere(2), Makes: setsVSkip, Takes: always(UnitVSkip, byVector),
		Title:  "vector instruction too soon after s_setreg of MODE.vskip",
		Doc:    "The instruction may still be executed, or still be skipped. The manuals and ACO ask for 2 wait states, LLVM inserts none.",
		Source: manuals + "; " + acoNops + " (set_vskip_mode_then_vector)",
		Bad:    "s_setreg_b32 hwreg(HW_REG_MODE, 28, 1), s0\nv_mov_b32 v0, v1",
		Good:   "s_setreg_b32 hwreg(HW_REG_MODE, 28, 1), s0\ns_nop 1\nv_mov_b32 v0, v1"},
	{ID: "hazard-valu-vccz", Disputed: everywhere(5), Makes: writesConditions, Takes: touch(byConditionVALU, readsCondition),
		Title:  "VALU reads VCCZ or EXECZ too soon after a VALU write of VCC or EXEC",
		Doc:    "The old condition is read. The manuals and ACO ask for 5 wait states, LLVM inserts none. Branches on the condition are not concerned.",
		Source: manuals + "; " + acoNops + " (valu_wr_vcc_then_vccz, valu_wr_exec_then_execz)",
		Bad:    "v_cmp_eq_u32 vcc, v0, v1\nv_mov_b32 v2, src_vccz",
		Good:   "v_cmp_eq_u32 vcc, v0, v1\ns_nop 4\nv_mov_b32 v2, src_vccz"},
	{ID: "hazard-valu-lane", States: everywhere(4), Makes: touch(byVALUToScalar, writesScalar), Takes: touch(byLaneSelect, readsLane),
		Title:  "lane select of v_readlane or v_writelane too soon after a VALU write of the register",
		Doc:    "The old value selects the lane. 4 wait states.",
		Source: manuals + "; " + llvmHaz + " checkRWLaneHazards; " + acoNops,
		Bad:    "v_readfirstlane_b32 s4, v0\nv_readlane_b32 s5, v1, s4",
		Good:   "v_readfirstlane_b32 s4, v0\ns_nop 3\nv_readlane_b32 s5, v1, s4"},
	{ID: "hazard-valu-divfmas", States: everywhere(4), Makes: touch(byVALUToScalar, writesVCC), Takes: touch(byDivFmas, readsMask),
		Title:  "v_div_fmas too soon after a VALU write of VCC",
		Doc:    "The old VCC scales the result. 4 wait states, also after v_div_scale.",
		Source: manuals + "; " + llvmHaz + " checkDivFMasHazards; " + acoNops,
		Bad:    "v_cmp_eq_u32 vcc, v0, v1\nv_div_fmas_f32 v2, v3, v4, v5",
		Good:   "v_cmp_eq_u32 vcc, v0, v1\ns_nop 3\nv_div_fmas_f32 v2, v3, v4, v5"},
	{ID: "hazard-wide-store", States: on(HazardWideStore, 1), Makes: wideData(byNoOffset), Takes: touch(byVALU, writesVGPR),
		Title: "VALU overwrites the data of a store of more than 64 bits too soon",
		Doc: "The store takes its data in two steps: the second half can be the new value. 1 wait state, from GCN 1.1 on. A buffer instruction " +
			"whose scalar offset is a register has no hazard.",
		Source: manuals + "; " + llvmHaz + " checkVALUHazards (has12DWORDStoreHazard); " + acoNops,
		Bad:    "buffer_store_dwordx4 v[0:3], off, s[0:3], 0\nv_mov_b32 v3, 0",
		Good:   "buffer_store_dwordx4 v[0:3], off, s[0:3], 0\ns_nop 0\nv_mov_b32 v3, 0"},
	{ID: "hazard-wide-image", Disputed: on(HazardWideStore|FeatureR128, 1), Makes: wideData(byShortResource), Takes: touch(byVALU, writesVGPR),
		Title: "VALU overwrites the data of an image store of more than 64 bits too soon",
		Doc: "As hazard-wide-store, for a resource of 128 bits; one of 256 bits has no hazard. The manuals and ACO ask for 1 wait state; LLVM " +
			"makes no image instructions with such a resource. On GCN 1.4 the bit that said so means 16-bit addresses.",
		Source: manuals + "; " + acoNops,
		Bad:    "image_store v[0:3], v4, s[0:7] dmask:0xf unorm r128\nv_mov_b32 v3, 0",
		Good:   "image_store v[0:3], v4, s[0:7] dmask:0xf unorm r128\ns_nop 0\nv_mov_b32 v3, 0"},
	{ID: "hazard-valu-sgpr-vmem", States: on(HazardVMemSGPR, 5), Disputed: without(HazardVMemSGPR, 5),
		Makes: touch(byVALUToScalar, writesScalar), Takes: touch(byVMem, readsSGPR),
		Title: "vector memory reads a scalar register too soon after a VALU write of it",
		Doc: "The old value is used as resource, sampler, offset, M0 or FLAT_SCRATCH. 5 wait states. Before GCN 1.2 only ACO asks for them; " +
			"LLVM and the Sea Islands manual do not. EXEC as the mask of active lanes is no such register.",
		Source: "AMD ISA manuals 4.5 (GCN3, Vega); " + llvmHaz + " checkVMEMHazards; " + acoNops + " (all generations)",
		Bad:    "v_readfirstlane_b32 s4, v0\nbuffer_load_dword v1, off, s[0:3], s4",
		Good:   "v_readfirstlane_b32 s4, v0\ns_nop 4\nbuffer_load_dword v1, off, s[0:3], s4"},
	{ID: "hazard-m0-message", States: on(HazardM0Message, 1), Disputed: without(HazardM0Message, 1), Makes: touch(byM0SALU, writesM0), Takes: always(CodeM0, byM0Message),
		Title:  "GDS, message or thread trace too soon after a SALU write of M0",
		Doc:    "The old M0 is sent. 1 wait state. Before GCN 1.2 only ACO asks for it.",
		Source: "AMD ISA manuals 4.5 (GCN3, Vega); " + llvmHaz + " checkReadM0Hazards (hasReadM0SendMsgHazard); " + acoNops + " (all generations)",
		Bad:    "s_mov_b32 m0, s0\ns_sendmsg sendmsg(MSG_INTERRUPT)",
		Good:   "s_mov_b32 m0, s0\ns_nop 0\ns_sendmsg sendmsg(MSG_INTERRUPT)"},
	{ID: "hazard-m0-lds", States: on(HazardM0LDS, 1), Makes: touch(byM0SALU, writesM0), Takes: always(CodeM0, byM0LDS),
		Title:  "interpolation or LDS transfer too soon after a SALU write of M0",
		Doc:    "The old M0 is the address in LDS. 1 wait state, on GCN 1.4: interpolation, LDS_DIRECT, ds_*_addtid_b32, transfers between LDS and memory.",
		Source: "AMD Vega ISA manual 4.5; " + llvmHaz + " checkReadM0Hazards (hasReadM0MovRelInterpHazard, hasReadM0LdsDmaHazard); " + acoNops,
		Bad:    "s_mov_b32 m0, s0\nbuffer_load_dword off, s[0:3], 0 lds",
		Good:   "s_mov_b32 m0, s0\ns_nop 0\nbuffer_load_dword off, s[0:3], 0 lds"},
	{ID: "hazard-m0-interp-vop3", Disputed: on(HazardM0LDS, 1), Makes: touch(byM0SALU, writesM0), Takes: always(CodeM0, byInterp3),
		Title:  "interpolation in VOP3 encoding too soon after a SALU write of M0",
		Doc:    "As hazard-m0-lds. The manual does not tell the encodings of interpolation apart, nor does ACO; LLVM inserts nothing before this one.",
		Source: "AMD Vega ISA manual 4.5; " + acoNops,
		Bad:    "s_mov_b32 m0, s0\nv_interp_p1ll_f16 v0, v1, attr0.x",
		Good:   "s_mov_b32 m0, s0\ns_nop 0\nv_interp_p1ll_f16 v0, v1, attr0.x"},
	{ID: "hazard-m0-movrel", States: on(HazardM0LDS, 1), Makes: touch(byM0SALU, writesM0), Takes: touch(movRel, readsM0),
		Title: "s_movrel too soon after a SALU write of M0", Doc: "The old M0 is the index. 1 wait state, on GCN 1.4.",
		Source: "AMD Vega ISA manual 4.5; " + llvmHaz + " checkReadM0Hazards (hasReadM0MovRelInterpHazard); " + acoNops,
		Bad:    "s_mov_b32 m0, s0\ns_movrels_b32 s4, s5",
		Good:   "s_mov_b32 m0, s0\ns_nop 0\ns_movrels_b32 s4, s5"},
	{ID: "hazard-dpp-vgpr", States: on(FeatureDPP, 2), Makes: touch(byVALU, writesVGPR), Takes: touch(byDPP, readsPermuted),
		Title: "DPP reads a register of other lanes too soon after a VALU write of it",
		Doc: "Other lanes give their old value. 2 wait states, from GCN 1.2 on, for the operand that is permuted. LLVM keeps the distance for every vector " +
			"register that a DPP instruction reads, whatever wrote it; the hardware's article says that only the permuted one matters.",
		Source: "AMD ISA manuals 4.5 (GCN3, Vega); " + llvmHaz + " checkDPPHazards; " + acoNops + "; ROCm/hcc#715, #1235",
		Bad:    "v_mov_b32 v2, v3\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf",
		Good:   "v_mov_b32 v2, v3\ns_nop 1\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf"},
	{ID: "hazard-dpp-exec", States: on(FeatureDPP, 5), Makes: touch(byVALUToScalar, writesExec), Takes: touch(byDPP, readsExec),
		Title:  "DPP too soon after a VALU write of EXEC",
		Doc:    "The old EXEC says which lanes give their value. 5 wait states, from GCN 1.2 on.",
		Source: "AMD ISA manuals 4.5 (GCN3, Vega); " + llvmHaz + " checkDPPHazards; " + acoNops,
		Bad:    "v_cmpx_eq_u32 vcc, v0, v1\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf",
		Good:   "v_cmpx_eq_u32 vcc, v0, v1\ns_nop 4\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf"},
	{ID: "hazard-trapsts-rfe", States: on(HazardTrapSts, 1), Makes: hwregOf(setReg), Takes: always(UnitHwreg+hwregTrapSts, rfe),
		Title: "s_rfe too soon after s_setreg of TRAPSTS", Doc: "1 wait state, from GCN 1.2 on.",
		Source: "AMD ISA manuals 4.5 (GCN3, Vega); " + llvmHaz + " checkRFEHazards",
		Bad:    "s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0\ns_rfe_b64 s[2:3]",
		Good:   "s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0\ns_nop 0\ns_rfe_b64 s[2:3]"},
	{ID: "hazard-trapsts-rfe-restore", Disputed: on(HazardTrapSts, 1), Makes: hwregOf(setReg), Takes: always(UnitHwreg+hwregTrapSts, rfeRestore),
		Title:  "s_rfe_restore too soon after s_setreg of TRAPSTS",
		Doc:    "The manuals name it together with s_rfe, 1 wait state; LLVM knows the rule for s_rfe only.",
		Source: "AMD ISA manuals 4.5 (GCN3, Vega)",
		Bad:    "s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0\ns_rfe_restore_b64 s[2:3], s4",
		Good:   "s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0\ns_nop 0\ns_rfe_restore_b64 s[2:3], s4"},
	{ID: "hazard-icache-inv", Disputed: Asks{{0, 12}, {HazardFetch16, 16}}, Makes: always(UnitFetch, control(CtlIcacheInv)),
		Takes:    always(UnitFetch, forms(func(f *Form) bool { return f.Desc.Do != CtlNop && !f.Desc.Writes("pc") })),
		Distance: fetched, Fix: "insert that many s_nop, or a branch, before it",
		Title: "s_icache_inv without s_nop or branch behind it",
		Doc: "The instruction buffer still holds what was fetched before: so many separate s_nop (one dword each), or a branch, empty it. Only " +
			"the Vega manual says so: 16 dwords, 12 for older generations. It matters only where the code behind has been changed.",
		Source: "AMD Vega ISA manual, S_ICACHE_INV",
		Bad:    "s_icache_inv\ns_mov_b32 s0, s1",
		Good:   "s_icache_inv\n.rept 16\ns_nop 0\n.endr\ns_mov_b32 s0, s1"},
	{ID: "hazard-valu-sgpr-smrd", States: on(HazardSMRD, 4), Makes: touch(byVALUToScalar, writesScalar), Takes: touch(byScalarMem, readsSGPR),
		Title: "scalar load reads a scalar register too soon after a VALU write of it", Doc: "The old value is used as address. 4 wait states, on GCN 1.0.",
		Source: llvmHaz + " checkSMRDHazards (hasSMRDReadVALUDefHazard); " + acoNops,
		Bad:    "v_readfirstlane_b32 s4, v0\ns_load_dword s6, s[4:5], 0x0",
		Good:   "v_readfirstlane_b32 s4, v0\ns_nop 3\ns_load_dword s6, s[4:5], 0x0"},
	{ID: "hazard-salu-resource-smrd", States: on(HazardSMRD, 4), Makes: touch(bySALU, writesScalar), Takes: resource(0, 4),
		Title:  "s_buffer_load reads its resource too soon after a SALU write of it",
		Doc:    "Undocumented hardware behaviour of GCN 1.0: LLVM and ACO leave 4 wait states, and do not know whether fewer would do.",
		Source: llvmHaz + " checkSMRDHazards (\"undocumented hardware behavior\"); " + acoNops,
		Bad:    "s_mov_b32 s3, s4\ns_buffer_load_dword s6, s[0:3], 0x0",
		Good:   "s_mov_b32 s3, s4\ns_nop 3\ns_buffer_load_dword s6, s[0:3], 0x0"},
	{ID: "hazard-salu-offset-smrd", Disputed: on(HazardSMRD, 4), Makes: touch(bySALU, writesScalar), Takes: scalarOffset,
		Title:  "s_buffer_load reads its offset too soon after a SALU write of it",
		Doc:    "As hazard-salu-resource-smrd, but only LLVM leaves 4 wait states for the offset register too; ACO leaves none.",
		Source: llvmHaz + " checkSMRDHazards",
		Bad:    "s_mov_b32 s4, s5\ns_buffer_load_dword s6, s[0:3], s4",
		Good:   "s_mov_b32 s4, s5\ns_nop 3\ns_buffer_load_dword s6, s[0:3], s4"},
	{ID: "hazard-resource-third", Disputed: everywhere(1), Makes: touch(anyInst, writesScalar), Takes: resource(2, 1),
		Title:  "scalar buffer instruction directly behind a write of the third dword of its resource",
		Doc:    "CLRX's texts on SMRD and SMEM ask for 1 instruction between; AMD's manuals, LLVM and ACO do not know the rule.",
		Source: "CLRX GcnInstrsSmrd, GcnInstrsSmem (\"Between setting third dword from buffer resource and S_BUFFER_*\")",
		Bad:    "s_mov_b32 s2, s4\ns_buffer_load_dword s6, s[0:3], 0x0",
		Good:   "s_mov_b32 s2, s4\ns_nop 3\ns_buffer_load_dword s6, s[0:3], 0x0"},
	{ID: "hazard-interp-readlane", Disputed: on(HazardInterp, 1), Makes: touch(byInterp, writesVGPR), Takes: touch(readLane, readsVGPR),
		Title:  "v_readlane or v_readfirstlane directly behind the interpolation that writes its source",
		Doc:    "GCN 1.0 can hang. ACO leaves 1 wait state and says that AMD has confirmed it; LLVM leaves none.",
		Source: acoNops + " (handle_vintrp_then_read_hazard)",
		Bad:    "v_interp_p1_f32 v2, v0, attr0.x\nv_readfirstlane_b32 s4, v2",
		Good:   "v_interp_p1_f32 v2, v0, attr0.x\ns_nop 0\nv_readfirstlane_b32 s4, v2"},
	{ID: "hazard-xnack-smem", XNACK: true, Disputed: on(FeatureXNACK, 1), Makes: touch(byScalarMem, readsSGPR), Takes: touch(byScalarMem, writesScalar),
		Distance: breaksClause(byScalarMem), Fix: "insert any instruction that is no scalar memory instruction before it",
		Title: "clause of scalar memory instructions overwrites its own address",
		Doc: "Where XNACK is on, a page fault repeats the whole clause, an unbroken row of scalar memory instructions: then the address is " +
			"lost. Most chips of these generations run with XNACK off: it is information in code objects that leave it open, and disputed where they ask for it (xnack+).",
		Source: "AMD Vega ISA manual 7; " + llvmHaz + " checkSoftClauseHazards; " + acoNops + " (handle_smem_clause_hazards)",
		Bad:    "s_load_dword s6, s[4:5], 0x0\ns_load_dword s4, s[8:9], 0x0",
		Good:   "s_load_dword s6, s[4:5], 0x0\ns_nop 0\ns_load_dword s4, s[8:9], 0x0"},
	{ID: "hazard-xnack-overlap", XNACK: true, Self: true, Disputed: on(FeatureXNACK, 1), Makes: touch(byWideSMem, readsSGPR), Takes: touch(byWideSMem, writesScalar),
		Fix:   "load into other registers at",
		Title: "scalar load of several dwords overwrites its own address",
		Doc: "As hazard-xnack-smem, within one instruction: a page fault can come after the first dwords have been written, as where the data crosses " +
			"pages. LLVM keeps address and result apart unless the data is aligned to its size. It is information where the offset is no multiple of the size.",
		Source: "LLVM SMInstructions.td (constrained loads, llvm/llvm-project#96161 to #96163)",
		Bad:    "s_load_dwordx2 s[4:5], s[4:5], 0x4",
		Good:   "s_load_dwordx2 s[6:7], s[4:5], 0x4"},
	{ID: "hazard-interp-overlap", Self: true, States: on(FeatureLDSBanks16, 1), Makes: touch(byInterpP1, readsVGPR), Takes: touch(byInterpP1, writesVGPR),
		Fix:   "interpolate into another register at",
		Title: "v_interp_p1_f32 overwrites its own source where LDS has 16 banks",
		Doc: "The parameter comes from LDS in two steps there, and the second one reads the register again: gfx702, gfx703, gfx705 (Kabini, " +
			"Mullins) and gfx810 (Stoney).",
		Source: "AMD ISA manuals, V_INTERP_P1_F32 (half LDS mode); LLVM V_INTERP_P1_F32_16bank",
		Bad:    "v_interp_p1_f32 v0, v0, attr0.x",
		Good:   "v_interp_p1_f32 v1, v0, attr0.x"},
	{ID: "hazard-xnack-vmem", XNACK: true, Disputed: on(FeatureXNACK, 1), Makes: touch(byVMem, readsVGPR), Takes: touch(byVMem, writesVGPR),
		Distance: breaksClause(byVMem), Fix: "insert any instruction that is no vector memory instruction before it",
		Title: "clause of vector memory instructions overwrites its own address or data",
		Doc: "As hazard-xnack-smem, for an unbroken row of vector memory instructions. It is information where the overwritten register is " +
			"of a store and nothing from the store on has loaded: LLVM's text asks for a break there, too, but its code makes none. LLVM 22 looks back over five instructions only (llvm/llvm-project#220806).",
		Source: "AMD Vega ISA manual 7; " + llvmHaz + " checkSoftClauseHazards; reviews.llvm.org/D40578 (\"How is a store before a read broken into a separate clause?\")",
		Bad:    "buffer_load_dword v0, v1, s[0:3], 0 offen\nbuffer_load_dword v1, v2, s[0:3], 0 offen",
		Good:   "buffer_load_dword v0, v1, s[0:3], 0 offen\ns_nop 0\nbuffer_load_dword v1, v2, s[0:3], 0 offen"},
}
