package waitcnt

import (
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// Rule is one rule of the checkers. Its id is stable.
type Rule struct {
	ID       string   // "race-raw"
	Kind     Kind     // what its findings are about
	Severity Severity // what [Rule.New] gives a finding
	Gens     isa.Gen  // the generations that have it
	Title    string   // one line
	Doc      string   // what is wrong, why the hardware does not help, what to do
	Source   string   // the documents behind it
	Bad      string   // minimal example in assembly that breaks the rule
	Good     string   // the same, right
}

// The generations of rules that no feature stands for.
const (
	StoreOffsetGens = isa.GCN12 // of RuleStoreOffset
	LDSNegativeGens = isa.GCN10 // of RuleLDSNegative
)

// Ids of rules that code refers to. Those of manual wait states are in isa.Hazards.
const (
	RuleRAW         = "race-raw"
	RuleWAW         = "race-waw"
	RuleWAR         = "race-war"
	RuleExecWAR     = "race-exec-war"
	RuleFlatLDS     = "race-flat-lds"
	RuleFlatOrder   = "race-flat-order"
	RulePressure    = "race-pressure"
	RuleIndexed     = "race-indexed"
	RuleSMemStore   = "race-smem-store"
	RuleLDSDMA      = "race-lds-dma"
	RuleBarrierLDS  = "race-barrier-lds"
	RuleBarrierVM   = "race-barrier-vm"
	RuleEndDirty    = "race-end-dirty"
	RuleEntry       = "race-entry"
	RuleReturn      = "race-return"
	RuleKcache      = "stale-kcache"
	RuleVCCZ        = "stale-vccz-smem"
	RuleVCCZPartial = "stale-vccz-partial"
	RuleUninitAddr  = "uninit-address"
	RuleUninitBr    = "uninit-branch"
	RuleUninitData  = "uninit-result"
	RuleUninitM0    = "uninit-m0"
	RuleUninitLDS   = "uninit-lds"
	RuleBuffer      = "bounds-buffer"
	RuleLDSBounds   = "bounds-lds"
	RulePrivate     = "bounds-private"
	RuleNoLDS       = "no-lds"
	RuleLDSRace     = "lds-race"
	RuleGlobalRace  = "global-race"
	RuleWaveRace    = "wave-race"
	RuleMessage     = "message-unknown"
	RuleStoreOffset = "scalar-store-offset"
	RuleLDSNegative = "lds-negative"
	RuleComputed    = "note-computed"
	RuleUndecoded   = "note-undecoded"
	RuleUnexamined  = "note-unexamined"
	RuleLimit       = "note-limit"
	RuleRedundant   = "advice-redundant"
	RuleStrong      = "advice-strong"
)

// rules are the rules that are no manual wait states.
var rules = []Rule{
	{RuleRAW, Race, Error, isa.AllGens, "register read before the operation that writes it is proved complete",
		"A load, an atomic with return, an LDS read or a message of this wave is still outstanding as far as the executed waits prove, and its result register is read: the old value may be read. " +
			"Vector memory returns in order, so does LDS: vmcnt(N) proves all but the N youngest. Scalar memory returns in any order: only lgkmcnt(0) proves it.",
		"AMD ISA manuals 4.4 (Sea Islands, GCN3, Vega)",
		"s_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, s4", "s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_add_u32 s5, s4, s4"},
	{RuleWAW, Race, Error, isa.AllGens, "register written before the operation that also writes it is proved complete",
		"The older operation may return after the younger write and overwrite it. Two operations of one ordered class (vector memory; LDS) are no race: they return in order.",
		"AMD ISA manuals 4.4; ROCm/rocm-systems#9470",
		"s_load_dword s4, s[0:1], 0x0\ns_mov_b32 s4, 7", "s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s4, 7"},
	{RuleWAR, Race, Error, isa.AllGens, "data register overwritten before an outstanding operation has read it",
		"Exports and GDS operations read their vector registers after issue, on GCN 1.0 vector memory stores too: until EXP falls the registers must not change.",
		"AMD ISA manuals 4.4 (EXP_CNT); LLVM SIInsertWaitcnts",
		"exp mrt0 v0, v1, v2, v3 done vm\nv_mov_b32 v0, 0", "exp mrt0 v0, v1, v2, v3 done vm\ns_waitcnt expcnt(0)\nv_mov_b32 v0, 0"},
	{RuleExecWAR, Race, Warning, isa.AllGens, "EXEC changed before an outstanding export or GDS operation has read its data",
		"The operation takes its active lanes while it reads its data: EXEC must keep its value until EXP falls.",
		"Vega ISA 11 (exports); LLVM SIInsertWaitcnts",
		"exp mrt0 v0, v1, v2, v3 done vm\ns_mov_b64 exec, 0", "exp mrt0 v0, v1, v2, v3 done vm\ns_waitcnt expcnt(0)\ns_mov_b64 exec, 0"},
	{RuleFlatLDS, Race, Info, isa.FeatureFlat.Gens(), "FLAT result relied upon without waits for both counters",
		"Safe if no lane's address is in LDS. Where one is, LGKM counts the data and FLAT returns out of order: only vmcnt(0) and lgkmcnt(0) together prove it.",
		"AMD ISA manuals, FLAT instructions; LLVM SIInsertWaitcnts (pending FLAT); ROCm/rocm-systems#8721",
		"flat_load_dword v0, v[2:3]\ns_waitcnt vmcnt(0)\nv_mov_b32 v1, v0", "flat_load_dword v0, v[2:3]\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32 v1, v0"},
	{RuleFlatOrder, Race, Disputed, isa.FeatureFlat.Gens(), "result proved complete only if FLAT keeps the order of return",
		"FLAT counts on VM and LGKM, and what addresses LDS and what addresses memory come back out of order, so that a count above 0 proves nothing " +
			"for FLAT itself, nor lgkmcnt for LDS with FLAT behind it. AMD's manuals say that only 0 is of use, and LLVM waits for 0 of both; AMD's older " +
			"compilers relied on the order: s_waitcnt vmcnt(1) lgkmcnt(1) between two loads and the use of the first.",
		"AMD ISA manuals, FLAT instructions; LLVM SIInsertWaitcnts (pending FLAT)",
		"flat_load_dword v0, v[2:3]\nflat_load_dword v1, v[4:5]\ns_waitcnt vmcnt(1) lgkmcnt(1)\nv_mov_b32 v6, v0",
		"flat_load_dword v0, v[2:3]\nflat_load_dword v1, v[4:5]\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32 v6, v0"},
	{RulePressure, Race, Info, isa.AllGens, "result proved complete only by the width of a counter",
		"So many younger operations have been issued that the counter must have fallen. True where issue stalls at the counter's maximum; no manual says so.",
		"ROCm/rocm-systems#11202, #10925; LLVM SIInsertWaitcnts (counters saturate)",
		"ds_read_b32 v51, v0\n; 16 more ds_read_b32\nv_mov_b32 v1, v51", "ds_read_b32 v51, v0\n; 16 more ds_read_b32\ns_waitcnt lgkmcnt(14)\nv_mov_b32 v1, v51"},
	{RuleIndexed, Race, Warning, isa.AllGens, "indexed register access while loads are outstanding",
		"The register number depends on M0: it may be the destination of an outstanding operation.",
		"AMD ISA manuals, relative addressing",
		"buffer_load_dword v9, off, s[0:3], 0\nv_movrels_b32 v0, v1", "buffer_load_dword v9, off, s[0:3], 0\ns_waitcnt vmcnt(0)\nv_movrels_b32 v0, v1"},
	{RuleSMemStore, Race, Error, isa.AllGens, "scalar memory operation and another one on the same bytes without a wait between them",
		"Scalar memory is not ordered, neither with vector memory nor in itself: an outstanding scalar load may see a younger store, and may miss an older store that is still outstanding.",
		"LLVM AMDGPUUsage, memory model GFX6-GFX9; llvm/llvm-project#203610",
		"s_load_dword s4, s[0:1], 0x0\nglobal_store_dword v[0:1], v2, off", "s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v[0:1], v2, off"},
	{RuleLDSDMA, Race, Error, isa.AllGens, "LDS access and a buffer load into the same LDS bytes without a wait between them",
		"A buffer load with lds writes LDS when it returns; VM counts it, not LGKM, and the two are not ordered.",
		"llvm/llvm-project#75245, #74537, #147258, #179305",
		"buffer_load_dword off, s[0:3], 0 lds\nds_read_b32 v0, v1", "buffer_load_dword off, s[0:3], 0 lds\ns_waitcnt vmcnt(0)\nds_read_b32 v0, v1"},
	{RuleBarrierLDS, Race, Warning, isa.AllGens, "LDS operation outstanding at a barrier",
		"s_barrier does not wait for counters: other waves can pass it before this wave's LDS operation is done. Wrong where one of them then accesses the same bytes: " +
			"only a run knows, and finds lds-race.",
		"AMD ISA manuals, S_BARRIER; ROCm/rocm-libraries#10893, #11454; LLVM inserts s_waitcnt 0 before s_barrier",
		"ds_write_b32 v0, v1\ns_barrier", "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier"},
	{RuleBarrierVM, Race, Disputed, isa.AllGens, "vector memory store outstanding at a barrier",
		"s_barrier does not wait for counters. LLVM's memory model lets a work-group's waves rely on their common vector L1 cache for the order; LLVM still waits before each barrier; AMD's manuals do not say.",
		"LLVM AMDGPUUsage, memory model GFX6-GFX9, and SIInsertWaitcnts (barrier)",
		"buffer_store_dword v0, off, s[0:3], 0\ns_barrier", "buffer_store_dword v0, off, s[0:3], 0\ns_waitcnt vmcnt(0)\ns_barrier"},
	{RuleEndDirty, Race, Warning, isa.FeatureScalarStores.Gens(), "scalar stores not written back at the end of the program",
		"Scalar stores stay in the scalar cache: without s_dcache_wb before s_endpgm others may never see them.",
		"AMD GCN3 and Vega ISA manuals, scalar memory; LLVM SIInsertWaitcnts (s_dcache_wb before s_endpgm)",
		"s_store_dword s4, s[0:1], 0x0\ns_endpgm", "s_store_dword s4, s[0:1], 0x0\ns_dcache_wb\ns_endpgm"},
	{RuleEntry, Race, Disputed, isa.AllGens, "function relies on a caller that is not known to have waited",
		"LLVM's calling convention leaves the waiting to the called function: it begins with s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0). Other conventions may not.",
		"LLVM SIInsertWaitcnts (non-kernel functions)", "f:\nv_mov_b32 v1, v0\ns_setpc_b64 s[30:31]", "f:\ns_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\nv_mov_b32 v1, v0\ns_setpc_b64 s[30:31]"},
	{RuleReturn, Race, Disputed, isa.AllGens, "function returns to a caller that is not known with results outstanding",
		"LLVM's calling convention has everything waited for before a function returns. Other conventions may not.",
		"LLVM SIInsertWaitcnts (returns)", "f:\nflat_load_dword v0, v[0:1]\ns_setpc_b64 s[30:31]", "f:\nflat_load_dword v0, v[0:1]\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_setpc_b64 s[30:31]"},
	{RuleKcache, Stale, Error, isa.AllGens, "scalar load of memory that a vector store of the same program changed",
		"The scalar cache is not coherent with the vector path: the line may hold the old bytes. s_dcache_inv drops them, after the store has been waited for.",
		"LLVM AMDGPUUsage, memory model GFX6-GFX9; AMD ISA manuals, scalar memory",
		"global_store_dword v[0:1], v2, off\ns_waitcnt vmcnt(0)\ns_load_dword s4, s[0:1], 0x0",
		"global_store_dword v[0:1], v2, off\ns_waitcnt vmcnt(0)\ns_dcache_inv\ns_waitcnt lgkmcnt(0)\ns_load_dword s4, s[0:1], 0x0"},
	{RuleVCCZ, Stale, Error, isa.HazardVCCZ.Gens(), "branch on VCCZ that a scalar load may have spoiled",
		"While a scalar load is outstanding, and until VCC is written again, VCCZ can be wrong: wait for lgkmcnt(0), then s_mov_b64 vcc, vcc. Where the load has been waited for and only " +
			"the write is missing, it is a warning: LLVM 22 inserts the write, but takes s_and_b64 vcc, exec, vcc for one too and removes that later (SIPreEmitPeephole).",
		"LLVM GCNSubtarget hasReadVCCZBug; llvm/llvm-project#182619",
		"v_cmp_eq_u32 vcc, v0, v1\ns_load_dword s4, s[0:1], 0x0\ns_cbranch_vccz 0",
		"v_cmp_eq_u32 vcc, v0, v1\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_mov_b64 vcc, vcc\ns_cbranch_vccz 0"},
	{RuleVCCZPartial, Stale, Error, isa.AllGens, "branch on VCCZ after a write to half of VCC",
		"A write to vcc_lo or vcc_hi alone does not update VCCZ: s_mov_b64 vcc, vcc does.",
		"LLVM GCNSubtarget partialVCCWritesUpdateVCCZ",
		"s_mov_b32 vcc_lo, 0\ns_cbranch_vccz 0", "s_mov_b32 vcc_lo, 0\ns_mov_b64 vcc, vcc\ns_cbranch_vccz 0"},
	{RuleUninitAddr, Uninit, Warning, isa.AllGens, "address or resource from a register that nothing has written",
		"Neither the ABI nor the program has written the register: hardware gives what the last wave left there.",
		"LLVM AMDGPUUsage, initial kernel execution state", "flat_load_dword v0, v[8:9]", ""},
	{RuleUninitBr, Uninit, Warning, isa.AllGens, "branch or EXEC from a register that nothing has written",
		"Which way the program goes depends on what the last wave left in the register.",
		"LLVM AMDGPUUsage, initial kernel execution state", "v_cmp_eq_u32 vcc, v8, v9\ns_cbranch_vccz 0", ""},
	{RuleUninitData, Uninit, Warning, isa.AllGens, "result from a register that nothing has written",
		"A value that reaches memory, LDS or an export was computed from a register that neither the ABI nor the program has written. A run sees which " +
			"bits matter; without running it is information, and of kernels only: compilers leave values undefined that do not matter.",
		"LLVM AMDGPUUsage, initial kernel execution state", "v_add_u32 v1, v8, v0\nflat_store_dword v[2:3], v1", ""},
	{RuleUninitM0, Uninit, Error, isa.AllGens, "M0 not set where an instruction needs it",
		"Nothing sets M0 but the program. Before GCN 1.4 LDS accesses beyond M0 are dropped. M0 is also the index of s_movrel and v_movrel, the base of " +
			"GDS, GWS, ds_append, ds_consume, *_addtid and transfers between LDS and memory, and what GS messages send: a warning. Where launches may " +
			"set any register, as of raw code, it is information.",
		"AMD ISA manuals, M0 and LDS; llvm/llvm-project#221212",
		"ds_read_b32 v0, v1", "s_mov_b32 m0, -1\nds_read_b32 v0, v1"},
	{RuleUninitLDS, Uninit, Warning, isa.AllGens, "LDS read that nothing has written",
		"LDS holds what the last work-group left there.", "AMD ISA manuals, LDS", "ds_read_b32 v0, v1", ""},
	{RuleBuffer, Bounds, Warning, isa.AllGens, "buffer access dropped by the resource's range",
		"The address is outside NUM_RECORDS: loads give 0, stores are dropped. No finding for accesses with TFE, which tell the program, " +
			"for resources that DATA_FORMAT = 0 disables, and for scalar loads of which a part is in range.", "AMD ISA manuals, buffer resource",
		"buffer_load_dword v0, v1, s[0:3], 0 offen", ""},
	{RuleLDSBounds, Bounds, Warning, isa.AllGens, "LDS access outside the work-group's allocation or M0",
		"Loads give 0, stores are dropped.", "AMD ISA manuals, LDS", "ds_read_b32 v0, v1 offset:65532", ""},
	{RulePrivate, Bounds, Error, isa.AllGens, "access to another wave's private memory",
		"The address is outside the wave's part of private memory, mostly as calls go deeper than the compiler knew, and inside that of others: " +
			"they overwrite each other. Behind the last wave's part it is a fault. --scratch SIZE makes the parts larger, \"scratch\" in a launch file.",
		"LLVM AMDGPUUsage, private segment",
		"buffer_store_dword v0, off, s[0:3], s32 offset:64", ""},
	{RuleNoLDS, Bounds, Error, isa.AllGens, "LDS access of a work-group that has none",
		"The launch has allocated no LDS, so that loads give 0 and stores are dropped. Also found without the checker and with a clock. --lds SIZE allocates it, \"dynamic_lds\" in a launch file, the " +
			"descriptor of a kernel.", "AMD ISA manuals, LDS (LDS_SIZE)", "ds_read_b32 v0, v1", ""},
	{RuleLDSRace, LDSRace, Error, isa.AllGens, "waves of a work-group access the same LDS bytes without a barrier between them",
		"One of the accesses writes, and nothing orders the waves. An operation in flight at a barrier is not ordered by it. A warning where one access is " +
			"atomic, since loads and stores of atomic variables look like plain ones, and where both write the same values.", "AMD ISA manuals, s_barrier; OpenCL memory model",
		"ds_write_b32 v0, v1\nds_read_b32 v2, v3", "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v2, v3"},
	{RuleGlobalRace, GlobalRace, Error, isa.AllGens, "work-groups access the same bytes of memory, not all by atomics",
		"One of the accesses writes, and nothing orders work-groups of a dispatch. A warning where one access is atomic or has GLC, where it is a scalar load, " +
			"which may fetch more than is used, and where all write the same values. Work-groups that acquire (buffer_wbinvl1, GLC, an atomic with return) " +
			"after others have released are taken to be ordered.", "OpenCL and HSA memory models",
		"flat_store_dword v[0:1], v2", "flat_atomic_add v[0:1], v2"},
	{RuleWaveRace, GlobalRace, Error, isa.AllGens, "waves of a work-group access the same bytes of memory without a barrier between them",
		"One of the accesses writes, and nothing orders the waves: s_barrier does, where the write is proved complete " +
			"before it. Disputed where it is not and both go through the vector cache, whose order LLVM's memory model relies " +
			"on. A warning where one access is atomic or has GLC, where it is a scalar load, which may fetch more than is " +
			"used, where both write the same values, and where a branch depends on what is read, which may be a flag. No " +
			"finding where a wave has acquired (buffer_wbinvl1, GLC, an atomic with return, a flag in memory or LDS) what " +
			"the other one released.",
		"AMD ISA manuals, s_barrier; OpenCL memory model; LLVM AMDGPUUsage, memory model GFX6-GFX9",
		"flat_store_dword v[0:1], v2\nflat_load_dword v3, v[4:5]",
		"flat_store_dword v[0:1], v2\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_barrier\nflat_load_dword v3, v[4:5]"},
	{RuleMessage, Operand, Warning, isa.AllGens, "s_sendmsg with a message that the generation does not have",
		"The manuals reserve the number: what hardware does with it is not known. GCN 1.0 and 1.1 have 1 (interrupt), " +
			"2 (GS), 3 (GS done) and 15 (system), GCN 1.2 also 4 (save wave), GCN 1.4 also 5 to 10.",
		"AMD ISA manuals, S_SENDMSG; LLVM AMDGPUBaseInfo (messages)", "s_sendmsg 11", "s_sendmsg sendmsg(MSG_INTERRUPT)"},
	{RuleStoreOffset, Operand, Warning, StoreOffsetGens, "scalar store with another offset register than M0",
		"GCN 1.2 takes the offset of scalar stores from M0 or an immediate. What it does with another register is not known; here the register counts. " +
			"Assemblers accept it.", "GCN3 ISA 7.1; CLRX, SMEM", "s_store_dword s5, s[2:3], s7", "s_mov_b32 m0, s7\ns_store_dword s5, s[2:3], m0"},
	{RuleLDSNegative, Operand, Warning, LDSNegativeGens, "LDS access with a negative address and an offset",
		"GCN 1.0 adds the offset of a DS instruction wrongly where the address is negative; here the sum counts. LLVM gives an offset only to addresses " +
			"that it knows not to be negative.", "LLVM hasUsableDSOffset", "ds_read_b32 v0, v1 offset:16", "v_add_i32 v1, vcc, 16, v1\nds_read_b32 v0, v1"},
	{RuleComputed, Note, Partial, isa.AllGens, "jump whose target the checker could not resolve",
		"Its successors were assumed: a call returns behind itself with nothing outstanding, a jump out of a function returns to its caller. Information " +
			"where all functions of the code were examined by themselves, by LLVM's calling convention: whichever is called, it keeps to it or has findings.",
		"the checker", "s_setpc_b64 s[4:5]", ""},
	{RuleUnexamined, Note, Partial, isa.AllGens, "code that nothing was found to lead to",
		"No path from a kernel, function or global label reaches it, as far as jumps could be followed, so nothing is known of its waits. Padding and data " +
			"are not meant.", "the checker", "s_endpgm\ns_mov_b32 s0, s1\ns_endpgm", ""},
	{RuleUndecoded, Note, Warning, isa.AllGens, "path into words that are no instruction, or past the end of the code", "The path was not followed further.", "the checker", "", ""},
	{RuleLimit, Note, Partial, isa.AllGens, "program too large or too tangled for a complete check",
		"Time and memory of a check are limited. What was found holds; more may be wrong that was not found.", "the checker", "", ""},
	{RuleRedundant, Advice, Info, isa.AllGens, "wait that waits for nothing", "No operation can be outstanding on any path that the wait would prove.", "the checker",
		"s_waitcnt vmcnt(0)\ns_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)"},
	{RuleStrong, Advice, Info, isa.AllGens, "wait that is stronger than needed", "A weaker wait proves all that is used before the next wait.", "the checker",
		"buffer_load_dword v0, off, s[0:3], 0\nbuffer_load_dword v1, off, s[0:3], 0\ns_waitcnt vmcnt(0)\nv_mov_b32 v2, v0",
		"buffer_load_dword v0, off, s[0:3], 0\nbuffer_load_dword v1, off, s[0:3], 0\ns_waitcnt vmcnt(1)\nv_mov_b32 v2, v0"},
}

// UnknownMessage is the message of a finding of [RuleMessage], for the operand of the instruction.
func UnknownMessage(g isa.Gen, operand uint32) string {
	return fmt.Sprintf("message %d is none that %v has", operand&15, g)
}

// StoreOffset is the message of a finding of [RuleStoreOffset], and whether the instruction has one.
func StoreOffset(g isa.Gen, in *isa.Inst, m *isa.Memory) (message string, bad bool) {
	if g&StoreOffsetGens == 0 || m.Kind != isa.MemStore || in.Form.Fmt != isa.SMEM {
		return "", false
	}
	o, _ := in.Operand('f')
	return "the offset is in a register that is not M0", o.Kind == isa.KindReg && o.Code != isa.CodeM0
}

// Rules returns every rule, manual wait states included.
func Rules() []Rule {
	list := slices.Clone(rules)
	for _, h := range isa.Hazards() {
		list = append(list, hazardRule(&h))
	}
	return list
}

// hazardRule is the rule of a manual wait state. Its severity is the worst that it can have: a
// distance that only some sources ask for is disputed.
func hazardRule(h *isa.Hazard) Rule {
	s := Disputed
	if h.IsError() {
		s = Error
	}
	return Rule{h.ID, Hazard, s, h.Gens(), h.Title, h.Doc, h.Source, h.Bad, h.Good}
}

// ruleOf is the rule of an id of this file.
func ruleOf(id string) *Rule {
	return &rules[slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })]
}

// RuleByID returns a rule.
func RuleByID(id string) (Rule, error) {
	for _, r := range Rules() {
		if r.ID == id {
			return r, nil
		}
	}
	return Rule{}, fmt.Errorf("rule %q: no such rule (gcnsim check --list-rules lists them)", id)
}

// New is a finding of a rule with the rule's kind, severity and source.
func (r *Rule) New() Finding {
	return Finding{Kind: r.Kind, Rule: r.ID, Severity: r.Severity, Source: r.Source}
}
