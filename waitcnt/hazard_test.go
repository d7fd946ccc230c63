package waitcnt

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// hazards follows all paths of a program and returns what is found about hazards.
func hazards(t testing.TB, g isa.Gen, src string) []Finding { return hazardsOn(t, g.Target(), src) }

// hazardsOn is the same on a target.
func hazardsOn(t testing.TB, x isa.Target, src string) []Finding {
	p, err := asm.CodeFor(x, src)
	require.NoError(t, err, "%v: %s", x.Name, src)
	type inst struct {
		isa.Inst
		haz  HazardInst
		next []uint64
		at   *HazardState
	}
	code := map[uint64]*inst{}
	e := NewHazardRules(x, XNACKOn, p.Code, nil, func(pc uint64) string { return code[pc].String() })
	for pc := uint64(0); pc < uint64(len(p.Code)); {
		in, err := x.Decode(p.Code[pc:])
		require.NoError(t, err)
		n := &inst{Inst: in}
		n.haz = e.Inst(&n.Inst, n.Inst.Uses(nil), pc, WaitOf(&n.Inst))
		code[pc] = n
		next := pc + uint64(in.Len)
		d := in.Form.Desc
		if !d.Writes("pc") || d.Reads("scc") || d.Reads("vcc") || d.Reads("exec") {
			n.next = append(n.next, next)
		}
		for _, o := range in.Operands() {
			if o.Kind == isa.KindLabel {
				n.next = append(n.next, next+uint64(int64(int32(o.Val)))*4)
			}
		}
		pc = next
	}
	run := func(pc uint64, emit func(Finding)) HazardState {
		n := code[pc]
		st := n.at.Clone()
		st.Step(e, &n.haz, false, emit)
		return st
	}
	code[0].at = &HazardState{}
	for work := []uint64{0}; len(work) > 0; {
		pc := work[0]
		work = work[1:]
		st := run(pc, nil)
		for _, to := range code[pc].next {
			n := code[to]
			switch {
			case n == nil: // the end of the program
			case n.at == nil:
				c := st.Clone()
				n.at = &c
				work = append(work, to)
			case joined(n.at, &st):
				work = append(work, to)
			}
		}
	}
	var found []Finding
	for pc, n := range code {
		if n.at != nil {
			run(pc, func(f Finding) { found = append(found, f) })
		}
	}
	Sort(found)
	return found
}

// only are the findings of one rule.
func only(list []Finding, id string) (out []Finding) {
	for _, f := range list {
		if f.Rule == id {
			out = append(out, f)
		}
	}
	return out
}

// apart puts a distance between the two instructions of a row's example.
func apart(h *isa.Hazard, n int) string {
	first, second, _ := strings.Cut(h.Bad, "\n")
	return first + "\n" + strings.Repeat("s_nop 0\n", n) + second
}

func TestEveryHazardIsFoundUpToItsDistance(t *testing.T) {
	for _, h := range isa.Hazards() {
		t.Run(h.ID, func(t *testing.T) {
			for _, x := range isa.Targets() {
				limit := h.Limit(x.Features)
				if _, err := asm.CodeFor(x, h.Bad); err != nil {
					require.Zero(t, limit, "%s: the example is no example", x.Name)
					continue
				}
				require.Equal(t, limit > 0, len(only(hazardsOn(t, x, h.Bad), h.ID)) == 1, x.Name)
				require.Empty(t, only(hazardsOn(t, x, h.Good), h.ID), x.Name)
				if h.Self {
					continue // there is no distance
				}
				for n := 0; n <= limit; n++ {
					got := only(hazardsOn(t, x, apart(&h, n)), h.ID)
					if n == limit {
						require.Empty(t, got, "%s, %d apart", x.Name, n)
						continue
					}
					want := Disputed
					if n < h.States.Of(x.Features) {
						want = Error
					}
					require.Len(t, got, 1, "%s, %d apart", x.Name, n)
					require.Equal(t, want, got[0].Severity, "%s, %d apart", x.Name, n)
				}
			}
		})
	}
}

// TestOneNopCountsAsManyStatesAsItSays: the field of s_nop has 3 bits before GCN 1.4 and 4 there
// (AMD ISA manuals, S_NOP).
func TestOneNopCountsAsManyStatesAsItSays(t *testing.T) {
	const lane = "v_readfirstlane_b32 s4, v0\ns_nop %d\nv_readlane_b32 s5, v1, s4"
	for _, c := range []struct {
		imm  int
		want [4]bool // found
	}{
		{2, [4]bool{true, true, true, true}},
		{3, [4]bool{}},
		{7, [4]bool{}},
		{8, [4]bool{true, true, true, false}}, // the same as s_nop 0 before GCN 1.4
		{11, [4]bool{}},
		{16, [4]bool{true, true, true, true}},
	} {
		for i, g := range isa.Gens() {
			require.Equal(t, c.want[i], len(hazards(t, g, fmt.Sprintf(lane, c.imm))) == 1, "%v s_nop %d", g, c.imm)
		}
	}
}

func TestDistanceIsTheLeastOverAllPaths(t *testing.T) {
	for _, c := range []struct {
		name, src string
		have      string // of the one finding; "" for none
	}{
		{"the short arm counts", `
			s_cbranch_scc0 1f
			v_readfirstlane_b32 s4, v0
			s_nop 1
			s_branch 2f
			1: v_readfirstlane_b32 s4, v1
			s_nop 3
			2: v_readlane_b32 s5, v1, s4`, "3 wait states"},
		{"both arms are long enough", `
			s_cbranch_scc0 1f
			v_readfirstlane_b32 s4, v0
			s_nop 2
			s_branch 2f
			1: v_readfirstlane_b32 s4, v1
			s_nop 3
			2: v_readlane_b32 s5, v1, s4`, ""},
		{"before a fork, one arm jumps over the distance", `
			v_readfirstlane_b32 s4, v0
			s_cbranch_scc0 1f
			s_nop 3
			1: v_readlane_b32 s5, v1, s4`, "1 wait state"},
		{"round a loop", `
			1: v_readlane_b32 s5, v1, s4
			v_readfirstlane_b32 s4, v0
			s_nop 0
			s_cbranch_scc1 1b`, "2 wait states"},
		{"round a loop, far enough", `
			1: v_readlane_b32 s5, v1, s4
			v_readfirstlane_b32 s4, v0
			s_nop 2
			s_cbranch_scc1 1b`, ""},
		{"each instruction is one state", `
			v_readfirstlane_b32 s4, v0
			s_waitcnt lgkmcnt(0)
			s_barrier
			v_mov_b32 v9, 0
			v_readlane_b32 s5, v1, s4`, "3 wait states"},
	} {
		for _, g := range isa.Gens() {
			got := hazards(t, g, c.src)
			if c.have == "" {
				require.Empty(t, got, "%s %v", c.name, g)
				continue
			}
			require.Len(t, got, 1, "%s %v", c.name, g)
			require.Equal(t, c.have, got[0].Have, "%s %v", c.name, g)
			require.Equal(t, "4 wait states", got[0].Need)
		}
	}
}

func TestFindingOfAHazardSaysWhereAndWhatToDo(t *testing.T) {
	got := hazards(t, isa.GCN14, "v_readfirstlane_b32 s5, v0\ns_nop 1\nbuffer_load_dword v1, off, s[4:7], 0")
	require.Len(t, got, 1)
	f := got[0]
	require.Contains(t, f.Message, `2 wait states between "v_readfirstlane_b32 s5, v0" at 0x0 and "buffer_load_dword v1, off, s[4:7], 0", 5 wait states needed`)
	require.Contains(t, f.Source, "checkVMEMHazards")
	f.Message, f.Source = "", ""
	require.Equal(t, Finding{Kind: Hazard, Rule: "hazard-valu-sgpr-vmem", Severity: Error, PC: 8,
		Instruction: "buffer_load_dword v1, off, s[4:7], 0", Register: "s5", ProducerPC: At(0), Producer: "v_readfirstlane_b32 s5, v0",
		Have: "2 wait states", Need: "5 wait states", Fix: "insert s_nop 2 before 0x8"}, f)
}

// TestHazardCases has more variants of the cases in testdata/waits. The expected severities are
// from the columns (LLVM 22) and notes (ACO) of What LLVM and AMD say (counters.md 4a, 4b), by
// generation: e error, d disputed, - nothing, x the generation cannot encode it.
func TestHazardCases(t *testing.T) {
	for _, c := range []struct{ name, want, rule, src string }{
		{"H01 VALU sgpr to VMEM", "ddee", "hazard-valu-sgpr-vmem", "v_readfirstlane_b32 s4, v0\nbuffer_load_dword v1, off, s[8:11], s4"},
		{"H01 through a resource", "ddee", "hazard-valu-sgpr-vmem", "v_readfirstlane_b32 s11, v0\ns_nop 3\nimage_load v1, v2, s[8:15] dmask:0x1 unorm"},
		{"H01 through global's base", "xxxe", "hazard-valu-sgpr-vmem", "v_readfirstlane_b32 s8, v0\nglobal_load_dword v1, v2, s[8:9]"},
		{"H01_ok", "----", "hazard-valu-sgpr-vmem", "v_readfirstlane_b32 s4, v0\ns_nop 4\nbuffer_load_dword v1, off, s[8:11], s4"},
		{"H01_ok written anew by SALU", "----", "hazard-valu-sgpr-vmem", "v_readfirstlane_b32 s4, v0\ns_mov_b32 s4, 0\nbuffer_load_dword v1, off, s[8:11], s4"},
		{"H01 half written anew", "ddee", "hazard-valu-sgpr-vmem", "v_cmp_eq_u32 s[4:5], v0, v1\ns_mov_b32 s4, 0\nbuffer_load_dword v1, off, s[8:11], s5"},
		{"H01_ok EXEC as mask", "----", "hazard-valu-sgpr-vmem", "v_cmpx_eq_u32 vcc, v0, v1\nbuffer_load_dword v1, off, s[8:11], 0"},
		{"H02 DPP", "xxee", "hazard-dpp-vgpr", "v_add_f32 v2, v0, v1\ns_nop 0\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf"},
		{"H02_ok two states", "xx--", "hazard-dpp-vgpr", "v_add_f32 v2, v0, v1\ns_nop 1\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf"},
		{"H02_ok not the permuted operand", "xx--", "hazard-dpp-vgpr",
			"v_add_f32_dpp v1, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf\nv_add_f32_dpp v1, v0, v1 row_shr:2 row_mask:0xf bank_mask:0xf"},
		{"H09 VALU sgpr to SMRD", "exxx", "hazard-valu-sgpr-smrd", "v_readfirstlane_b32 s4, v0\ns_nop 2\ns_load_dword s6, s[4:5], 0x0"},
		{"H09 only on GCN 1.0", "e---", "hazard-valu-sgpr-smrd", "v_readfirstlane_b32 s4, v0\ns_load_dword s6, s[4:5], 0x0"},
		{"H09_ok", "----", "hazard-valu-sgpr-smrd", "v_readfirstlane_b32 s4, v0\ns_nop 3\ns_load_dword s6, s[4:5], 0x0"},
		{"H09 SALU resource to s_buffer_load", "e---", "hazard-salu-resource-smrd", "s_mov_b32 s0, s4\ns_buffer_load_dword s6, s[0:3], 0x0"},
		{"H09_ok", "----", "hazard-salu-resource-smrd", "s_mov_b32 s0, s4\ns_nop 3\ns_buffer_load_dword s6, s[0:3], 0x0"},
		{"H09_ok address of s_load", "----", "hazard-salu-resource-smrd", "s_mov_b32 s0, s4\ns_load_dword s6, s[0:1], 0x0"},
		{"H03 v_div_fmas", "eeee", "hazard-valu-divfmas", "v_cmp_eq_u32 vcc, v0, v1\ns_nop 2\nv_div_fmas_f32 v2, v3, v4, v5"},
		{"H03 v_div_scale", "eeee", "hazard-valu-divfmas", "v_div_scale_f32 v2, vcc, v3, v4, v3\nv_div_fmas_f32 v2, v3, v4, v5"},
		{"H03_ok", "----", "hazard-valu-divfmas", "v_cmp_eq_u32 vcc, v0, v1\ns_nop 3\nv_div_fmas_f32 v2, v3, v4, v5"},
		{"H03_ok another mask", "----", "hazard-valu-divfmas", "v_cmp_eq_u32 s[4:5], v0, v1\nv_div_fmas_f32 v2, v3, v4, v5"},
		{"H03_ok SALU", "----", "hazard-valu-divfmas", "s_mov_b64 vcc, s[0:1]\nv_div_fmas_f32 v2, v3, v4, v5"},
		{"H04 lane select", "eeee", "hazard-valu-lane", "v_readfirstlane_b32 s4, v0\ns_nop 2\nv_writelane_b32 v5, 1, s4"},
		{"H04_ok", "----", "hazard-valu-lane", "v_readfirstlane_b32 s4, v0\ns_nop 3\nv_writelane_b32 v5, 1, s4"},
		{"H04_ok the value, not the lane", "----", "hazard-valu-lane", "v_readfirstlane_b32 s4, v0\nv_writelane_b32 v5, s4, 0"},
		{"H05 EXEC to DPP", "xxee", "hazard-dpp-exec", "v_cmpx_eq_u32 vcc, v0, v1\ns_nop 3\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf"},
		{"H05_ok", "xx--", "hazard-dpp-exec", "v_cmpx_eq_u32 vcc, v0, v1\ns_nop 4\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf"},
		{"H05_ok SALU", "xx--", "hazard-dpp-exec", "s_mov_b64 exec, s[0:1]\nv_mov_b32_dpp v9, v2 row_shr:1 row_mask:0xf bank_mask:0xf"},
		{"H08 wide store", "-eee", "hazard-wide-store", "buffer_store_dwordx4 v[0:3], off, s[0:3], 0\nv_mov_b32 v3, 0"},
		{"H08 flat", "xeee", "hazard-wide-store", "flat_store_dwordx4 v[4:5], v[0:3]\nv_mov_b32 v0, 0"},
		{"H08 store in one arm", "-eee", "hazard-wide-store",
			"s_cbranch_scc1 1f\ns_nop 0\nbuffer_store_dwordx4 v[0:3], off, s[0:3], 0\n1: v_mov_b32 v3, 0"},
		{"H08_ok branch between", "----", "hazard-wide-store",
			"s_cbranch_scc1 1f\nbuffer_store_dwordx4 v[0:3], off, s[0:3], 0\ns_branch 2f\n1: s_nop 0\n2: v_mov_b32 v3, 0"},
		{"H08_ok SOFFSET in an SGPR", "----", "hazard-wide-store", "buffer_store_dwordx4 v[0:3], off, s[0:3], s8\nv_mov_b32 v3, 0"},
		{"H08_ok 64 bits", "----", "hazard-wide-store", "buffer_store_dwordx2 v[0:1], off, s[0:3], 0\nv_mov_b32 v1, 0"},
		{"H08_ok address", "----", "hazard-wide-store", "buffer_store_dwordx4 v[0:3], v9, s[0:3], 0 offen\nv_mov_b32 v9, 0"},
		{"H07 s_setreg twice", "eeee", "hazard-setreg-setreg", "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 3"},
		{"H07 one between", "ddee", "hazard-setreg-setreg", "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_nop 0\ns_setreg_b32 hwreg(HW_REG_MODE), s1"},
		{"H07_ok", "----", "hazard-setreg-setreg", "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_nop 1\ns_setreg_b32 hwreg(HW_REG_MODE), s1"},
		{"H07_ok another register", "----", "hazard-setreg-setreg", "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_setreg_b32 hwreg(HW_REG_STATUS), s1"},
		{"H10 vskip", "dddd", "hazard-vskip-vector", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 24, 8), 0\ns_nop 0\nbuffer_load_dword v1, off, s[8:11], 0"},
		{"H10_ok", "----", "hazard-vskip-vector", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 24, 8), 0\ns_nop 1\nv_mov_b32 v0, v1"},
		{"H10_ok another field", "----", "hazard-vskip-vector", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0\nv_mov_b32 v0, v1"},
		{"H11 vccz as data", "dddd", "hazard-valu-vccz", "v_cmp_eq_u32 vcc, v0, v1\ns_nop 3\nv_mov_b32 v2, src_vccz"},
		{"H11 execz as data", "dddd", "hazard-valu-vccz", "v_cmpx_eq_u32 s[4:5], v0, v1\nv_mov_b32 v2, src_execz"},
		{"H11_ok", "----", "hazard-valu-vccz", "v_cmp_eq_u32 vcc, v0, v1\ns_nop 4\nv_mov_b32 v2, src_vccz"},
		{"H11_ok the other condition", "----", "hazard-valu-vccz", "v_cmp_eq_u32 vcc, v0, v1\nv_mov_b32 v2, src_execz"},
		{"M0 to LDS", "----", "hazard-m0-message", "s_mov_b32 m0, -1\nds_read_b32 v0, v1"},
		{"M0 to LDS is no transfer", "----", "hazard-m0-lds", "s_mov_b32 m0, -1\nds_read_b32 v0, v1"},
		{"M0 to GDS", "ddee", "hazard-m0-message", "s_mov_b32 m0, s0\nds_append v0 gds"},
		{"M0 to LDS append", "----", "hazard-m0-message", "s_mov_b32 m0, s0\nds_append v0"},
		{"M0 by VALU", "----", "hazard-m0-message", "v_readfirstlane_b32 m0, v0\ns_sendmsg sendmsg(MSG_INTERRUPT)"},
		{"M0 to interpolation", "---e", "hazard-m0-lds", "s_mov_b32 m0, s0\nv_interp_p1_f32 v0, v1, attr0.x"},
		{"M0 to addtid", "xxxe", "hazard-m0-lds", "s_mov_b32 m0, s0\nds_read_addtid_b32 v0"},
		{"hwreg of another number", "----", "hazard-setreg-getreg", "s_setreg_b32 hwreg(HW_REG_MODE), s0\ns_getreg_b32 s1, hwreg(HW_REG_STATUS)"},
		{"xnack, one after the other", "---d", "hazard-xnack-smem", "s_load_dword s6, s[4:5], 0x0\ns_load_dword s7, s[8:9], 0x0\ns_load_dword s4, s[8:9], 0x0"},
	} {
		for i, g := range isa.Gens() {
			if c.want[i] == 'x' {
				continue
			}
			got := only(hazards(t, g, c.src), c.rule)
			want := map[byte][]Severity{'e': {Error}, 'd': {Disputed}}[c.want[i]]
			var have []Severity
			for _, f := range got {
				have = append(have, f.Severity)
			}
			require.Equal(t, want, have, "%s %v", c.name, g)
		}
	}
}

// TestVCCZ: the rules of LLVM 22's SIInsertWaitcnts, which inserts s_mov_b64 vcc, vcc where VCCZ is
// not known to be right.
func TestVCCZ(t *testing.T) {
	const early, all = "ee--", "eeee"
	for _, c := range []struct{ name, want, rule, src string }{
		{"load before the branch", early, RuleVCCZ, "v_cmp_eq_u32 vcc, v0, v1\ns_load_dword s4, s[0:1], 0x0\ns_cbranch_vccz 0"},
		{"the wait alone does not help", early, RuleVCCZ,
			"v_cmp_eq_u32 vcc, v0, v1\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_cbranch_vccnz 0"},
		{"a write while the load is outstanding does not help", early, RuleVCCZ,
			"s_load_dword s4, s[0:1], 0x0\nv_cmp_eq_u32 vcc, v0, v1\ns_waitcnt lgkmcnt(0)\ns_cbranch_vccz 0"},
		{"wait and write", "----", RuleVCCZ,
			"v_cmp_eq_u32 vcc, v0, v1\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_mov_b64 vcc, vcc\ns_cbranch_vccz 0"},
		{"another condition", "----", RuleVCCZ, "s_load_dword s4, s[0:1], 0x0\ns_cbranch_execz 0"},
		{"on one path", early, RuleVCCZ,
			"v_cmp_eq_u32 vcc, v0, v1\ns_cbranch_scc0 1f\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n1: s_cbranch_vccz 0"},
		{"half", all, RuleVCCZPartial, "s_mov_b32 vcc_lo, 0\ns_cbranch_vccz 0"},
		{"both halves", all, RuleVCCZPartial, "s_mov_b32 vcc_lo, 0\nv_readfirstlane_b32 vcc_hi, v0\ns_cbranch_vccnz 0"},
		{"half, then whole", "----", RuleVCCZPartial, "s_mov_b32 vcc_lo, 0\ns_mov_b64 vcc, vcc\ns_cbranch_vccz 0"},
		{"half in a loop", all, RuleVCCZPartial, "1: s_cbranch_vccz 2f\ns_mov_b32 vcc_hi, 0\ns_branch 1b\n2: s_nop 0"},
	} {
		for i, g := range isa.Gens() {
			got := only(hazards(t, g, c.src), c.rule)
			require.Equal(t, c.want[i] == 'e', len(got) == 1, "%s %v", c.name, g)
			for _, f := range got {
				sev := map[string]Severity{"the wait alone does not help": Warning, "a write while the load is outstanding does not help": Warning, "on one path": Warning}
				if want, ok := sev[c.name]; ok {
					require.Equal(t, want, f.Severity, c.name)
				} else {
					require.Equal(t, Error, f.Severity, c.name)
				}
				require.Equal(t, Stale, f.Kind)
			}
		}
	}
}

// joined joins without a bound.
func joined(h, o *HazardState) bool {
	changed, _ := h.Join(o, 1<<30)
	return changed
}

func TestJoinReachesAnEnd(t *testing.T) {
	a := hazFact{pc: 4, u: isa.Units{First: 4, N: 1}, row: 1, age: 3}
	b := a
	b.age = 1
	x, y := HazardState{facts: []hazFact{a}}, HazardState{facts: []hazFact{b}}
	c := x.Clone()
	require.True(t, joined(&x, &y))
	require.Equal(t, uint8(1), x.facts[0].age)
	require.False(t, joined(&x, &y))
	require.False(t, joined(&y, &c), "a greater distance is nothing new")
	require.Equal(t, uint8(3), c.facts[0].age, "a clone shares nothing")
	x.Reset()
	require.Empty(t, x.facts)
}

func TestRulesHaveTheHazards(t *testing.T) {
	rules := Rules()
	for _, h := range isa.Hazards() {
		i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == h.ID })
		require.GreaterOrEqual(t, i, 0, h.ID)
		require.Equal(t, Hazard, rules[i].Kind)
		require.Equal(t, h.Gens(), rules[i].Gens)
		require.NotEmpty(t, h.Title+h.Doc+h.Source)
	}
	seen := map[string]bool{}
	for _, r := range rules {
		require.False(t, seen[r.ID], "%s twice", r.ID)
		seen[r.ID] = true
	}
}

// BenchmarkHazards is the cost of one instruction of code with as many producers as code usually
// has.
func BenchmarkHazards(b *testing.B) {
	for _, g := range isa.Gens() {
		b.Run(g.String(), func(b *testing.B) {
			p, err := asm.Code(g, "v_add_f32 v2, v0, v1\nv_mul_f32 v3, v2, v1\ns_add_u32 s4, s5, s6\nv_cmp_eq_u32 vcc, v0, v1\nv_cndmask_b32 v4, v5, v6, vcc\n"+
				"buffer_load_dword v7, off, s[8:11], 0\nbuffer_load_dword v8, off, s[8:11], 0\ns_waitcnt vmcnt(0)")
			require.NoError(b, err)
			e := NewHazardRules(g.Target(), XNACKOn, p.Code, nil, func(uint64) string { return "" })
			var haz []HazardInst
			for pc := 0; pc < len(p.Code); {
				in, err := isa.Decode(g, p.Code[pc:])
				require.NoError(b, err)
				haz = append(haz, e.Inst(&in, in.Uses(nil), uint64(pc), WaitOf(&in)))
				pc += int(in.Len)
			}
			var st HazardState
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				st.Step(e, &haz[i%len(haz)], false, nil)
			}
		})
	}
}

// TestEveryHazardHasALineInTheTables goes through the tables of counters.md 4a and 4b: each line
// has a rule, or a reason why it has none, and its wait states are those that everybody asks for,
// or the most that anybody does.
func TestEveryHazardHasALineInTheTables(t *testing.T) {
	page, err := os.ReadFile("../docs/counters.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## 4 ")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	names := map[string][]int{"gfx6": {0}, "gfx7": {1}, "gfx6, gfx7": {0, 1}, "gfx7, gfx8": {1, 2}, "gfx8, gfx9": {2, 3}, "all": {0, 1, 2, 3}}
	named, lines := map[string]bool{}, 0
	for _, line := range strings.Split(section, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " |")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], "| ")
		}
		var states [4]int // -1: the line has words
		var rules string
		switch {
		case len(cells) < 6 || cells[0] == "first" || cells[0] == "generation" || strings.HasPrefix(cells[0], "---"):
			continue
		case strings.HasPrefix(cells[0], "gfx") || cells[0] == "all":
			require.Contains(t, names, cells[0], line)
			n, err := strconv.Atoi(cells[3])
			if err != nil {
				n = -1
			}
			for _, g := range names[cells[0]] {
				states[g] = n
			}
			rules = cells[4]
		default:
			for g := range states {
				states[g], _ = strconv.Atoi(cells[2+g]) // "-" and empty cells are 0
			}
			rules = cells[6]
		}
		lines++
		if rules == "none" {
			require.NotEmpty(t, cells[len(cells)-1], "%s: why is there no rule?", line)
			continue
		}
		for i, id := range strings.Fields(strings.ReplaceAll(rules, "`", "")) {
			r, err := RuleByID(id)
			require.NoError(t, err, line)
			named[id] = true
			if i > 0 || r.Kind != Hazard {
				continue
			}
			h := isa.Hazards()[slices.IndexFunc(isa.Hazards(), func(h isa.Hazard) bool { return h.ID == id })]
			for gi, g := range isa.Gens() {
				have := map[int]bool{}
				for _, x := range isa.Targets() {
					if x.Gen == g {
						have[h.States.Of(x.Features)], have[h.Limit(x.Features)] = true, true
					}
				}
				require.Contains(t, have, states[gi], "%s: %v", line, g)
			}
		}
	}
	require.Greater(t, lines, 25)
	for _, h := range isa.Hazards() {
		require.True(t, named[h.ID], "%s has no line in docs/counters.md", h.ID)
	}
}

// Hazards are those of the target, not of its generation: only some can repeat memory instructions.
func TestHazardsAreThoseOfTheTarget(t *testing.T) {
	var have []string
	for _, x := range isa.Targets() {
		if len(only(hazardsOn(t, x, "s_load_dword s6, s[4:5], 0x0\ns_load_dword s4, s[8:9], 0x0"), "hazard-xnack-smem")) > 0 {
			have = append(have, x.Name)
		}
	}
	require.Equal(t, []string{"gfx801", "gfx810", "gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"}, have)
}

// LLVM breaks no clause in front of a load behind nothing but stores (xnack_vmem_store of
// testdata/hazards): that is information. Behind another load it does.
func TestAClauseOfStoresIsNotBroken(t *testing.T) {
	target, err := isa.FindTarget("gfx902")
	require.NoError(t, err)
	const store = "buffer_store_dword v0, v1, s[0:3], 0 offen\n"
	const load, over = "buffer_load_dword v3, v2, s[0:3], 0 offen\n", "buffer_load_dword v0, v2, s[0:3], 0 offen\n"
	for _, c := range []struct {
		name, src, rule string
		want            []Severity
	}{
		{"the first load", store + over, "hazard-xnack-vmem", []Severity{Info}},
		{"behind two stores", store + "buffer_store_dword v4, v1, s[0:3], 0 offen\n" + over, "hazard-xnack-vmem", []Severity{Info}},
		{"behind a load", store + load + over, "hazard-xnack-vmem", []Severity{Disputed}},
		{"a branch breaks it", store + "s_cbranch_scc0 end\n" + load + "end: " + over, "hazard-xnack-vmem", nil},
		{"the address of a load", "buffer_load_dword v3, v0, s[0:3], 0 offen\n" + over, "hazard-xnack-vmem", []Severity{Disputed}},
		{"an atomic that returns", "buffer_atomic_add v3, v0, s[0:3], 0 offen glc\n" + over, "hazard-xnack-vmem", []Severity{Disputed}},
		{"an atomic that does not", "buffer_atomic_add v3, v0, s[0:3], 0 offen\n" + over, "hazard-xnack-vmem", []Severity{Info}},
		{"a break", store + "s_nop 0\n" + over, "hazard-xnack-vmem", nil},
		{"scalar", "s_store_dword s8, s[0:1], 0x0\ns_load_dword s8, s[2:3], 0x0\n", "hazard-xnack-smem", []Severity{Info}},
		{"scalar, behind a load", "s_store_dword s8, s[0:1], 0x0\ns_load_dword s9, s[2:3], 0x0\ns_load_dword s8, s[2:3], 0x0\n",
			"hazard-xnack-smem", []Severity{Disputed}},
	} {
		var have []Severity
		for _, f := range only(hazardsOn(t, target, c.src+"s_endpgm"), c.rule) {
			have = append(have, f.Severity)
		}
		require.Equal(t, c.want, have, c.name)
	}
}

// Where paths meet, a producer is as near as on the nearest, and has only stores behind it where it
// has on all.
func TestWherePathsMeetAProducerIsAtItsWorst(t *testing.T) {
	f := hazFact{pc: 8, stores: true}
	h := HazardState{facts: []hazFact{f}}
	changed, _ := h.Join(&HazardState{facts: []hazFact{{pc: 8}}}, 100)
	require.True(t, changed)
	require.Equal(t, []hazFact{{pc: 8}}, h.facts)
	changed, _ = h.Join(&HazardState{facts: []hazFact{f}}, 100)
	require.False(t, changed)
	require.NotEqual(t, h.AppendTo(nil), (&HazardState{facts: []hazFact{f}}).AppendTo(nil))
}

// An instruction that overwrites its own source breaks a rule on its own, on the targets that have
// it.
func TestInstructionsThatOverwriteTheirOwnSource(t *testing.T) {
	for _, c := range []struct {
		src, rule string
		severity  Severity
		targets   string
	}{
		{"v_interp_p1_f32 v0, v0, attr0.x", "hazard-interp-overlap", Error, "gfx702 gfx703 gfx705 gfx810"},
		{"v_interp_p2_f32 v0, v0, attr0.x", "hazard-interp-overlap", Error, ""},
		{"s_load_dwordx4 s[4:7], s[6:7], 0x8", "hazard-xnack-overlap", Info, "gfx801 gfx810 gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c"},
		{"s_buffer_load_dwordx2 s[6:7], s[4:7], 0x4", "hazard-xnack-overlap", Info, "gfx801 gfx810 gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c"},
		{"s_load_dword s4, s[4:5], 0x0", "hazard-xnack-overlap", Info, ""},        // written at once
		{"s_load_dwordx4 s[4:7], s[6:7], 0x10", "hazard-xnack-overlap", Info, ""}, // aligned, as its offset says
		{"s_load_dwordx2 s[6:7], s[4:5], 0x4", "hazard-xnack-overlap", Info, ""},
	} {
		var have []string
		for _, x := range isa.Targets() {
			for _, f := range only(hazardsOn(t, x, c.src), c.rule) {
				require.Equal(t, c.severity, f.Severity, c.src)
				have = append(have, x.Name)
			}
		}
		require.Equal(t, c.targets, strings.Join(have, " "), c.src)
	}
}
