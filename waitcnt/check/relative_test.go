package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// What may be harmless takes nothing off the board: the error behind it is found, and the doubt is
// told once on each path.
func TestDoubtsHideNoError(t *testing.T) {
	const load = "buffer_load_dword v9, off, s[0:3], 0\n"
	const older = isa.GCN10 | isa.GCN11 | isa.GCN12 // v_movrel; on GCN 1.4 there is the mode only
	const later = isa.GCN12 | isa.GCN14
	for _, c := range []struct {
		name string
		gens isa.Gen
		src  string
		want []string
	}{
		{"a vector register that M0 chooses is read", older, load + "v_movrels_b32 v0, v5\nv_movrels_b32 v1, v5\nv_mov_b32 v3, v9\ns_endpgm",
			[]string{"error race-raw 0x10<-0x0 v9 none -> vmcnt(0)", "info race-indexed 0x8<-0x0 v9 none -> vmcnt(0)"}},
		{"the named one is", older, load + "v_movrels_b32 v0, v9\nv_mov_b32 v3, v9\ns_endpgm",
			[]string{"error race-raw 0xc<-0x0 v9 none -> vmcnt(0)", "warning race-indexed 0x8<-0x0 v9 none -> vmcnt(0)"}},
		{"it is written", older, load + "v_movreld_b32 v5, v0\nv_mov_b32 v3, v9\ns_endpgm",
			[]string{"error race-raw 0xc<-0x0 v9 none -> vmcnt(0)", "info race-indexed 0x8<-0x0 v9 none -> vmcnt(0)"}},
		{"both", older, load + "v_movrelsd_b32 v20, v5\nv_mov_b32 v9, 0\ns_endpgm",
			[]string{"error race-waw 0xc<-0x0 v9 none -> vmcnt(0)", "info race-indexed 0x8<-0x0 v9 none -> vmcnt(0)"}},
		{"a scalar register is read", isa.GCN10 | isa.GCN11, "s_load_dword s9, s[0:1], 0x0\ns_movrels_b32 s10, s5\ns_mov_b32 s11, s9\ns_endpgm",
			[]string{"error race-raw 0x8<-0x0 s9 none -> lgkmcnt(0)", "info race-indexed 0x4<-0x0 s9 none -> lgkmcnt(0)"}},
		{"it is written", isa.GCN10 | isa.GCN11, "s_load_dword s9, s[0:1], 0x0\ns_movreld_b64 s[4:5], s[12:13]\ns_mov_b32 s11, s9\ns_endpgm",
			[]string{"error race-raw 0x8<-0x0 s9 none -> lgkmcnt(0)", "info race-indexed 0x4<-0x0 s9 none -> lgkmcnt(0)"}},
		{"by the mode", later, load + "s_set_gpr_idx_on s4, gpr_idx(SRC0)\nv_mov_b32 v0, v5\ns_set_gpr_idx_off\nv_mov_b32 v3, v9\ns_endpgm",
			[]string{"error race-raw 0x14<-0x0 v9 none -> vmcnt(0)", "info race-indexed 0xc<-0x0 v9 none -> vmcnt(0)"}},
		{"a register that is still to be read is written", isa.AllGens &^ isa.GCN14, "exp mrt0 v0, v1, v2, v9 done vm\nv_movreld_b32 v5, v0\nv_mov_b32 v9, 0\ns_endpgm",
			[]string{"error race-war 0xc<-0x0 v9 none -> expcnt(0)", "info race-indexed 0x8<-0x0 v9 none -> expcnt(0)"}},
		{"the width of a counter", isa.GCN14, "ds_read_b32 v51, v0\n" + repeat("ds_read_b32 v1, v0\n", 16) + "v_mov_b32 v2, v51\nv_mov_b32 v3, v51\ns_endpgm",
			[]string{"info race-pressure 0x88<-0x0 v51 none -> lgkmcnt(14)"}},
		{"it is told on each path", older, load + "s_cbranch_scc1 l\nv_movrels_b32 v0, v5\ns_endpgm\nl:\nv_movrels_b32 v0, v5\ns_endpgm",
			[]string{"info race-indexed 0xc<-0x0 v9 none -> vmcnt(0)", "info race-indexed 0x14<-0x0 v9 none -> vmcnt(0)"}},
	} {
		for _, g := range isa.Gens() {
			if c.gens.Has(g) {
				t.Run(c.name+"/"+g.String(), func(t *testing.T) {
					got := slices.DeleteFunc(findings(t, g, c.src, check.Options{}), func(f string) bool { return strings.HasPrefix(f, "info uninit-m0") })
					require.Equal(t, c.want, got)
				})
			}
		}
	}
}

// MODE.gpr_idx_en is followed over paths, with M0's bits known one by one.
func TestGPRIndexModeIsFollowed(t *testing.T) {
	const load = "buffer_load_dword v9, off, s[0:3], 0\n"
	const use = "v_add_u32 v20, v5, v6\ns_endpgm"
	for _, c := range []struct{ name, src, want string }{
		{"on, the index known: the very register", "s_set_gpr_idx_on 4, gpr_idx(SRC0)\n" + use, "error race-raw 0xc<-0x0 v9 none -> vmcnt(0)"},
		{"through a register", "s_movk_i32 s4, 0x303\ns_set_gpr_idx_on s4, gpr_idx(SRC1)\n" + use, "error race-raw 0x10<-0x0 v9 none -> vmcnt(0)"},
		{"another register", "s_set_gpr_idx_on 3, gpr_idx(SRC0)\n" + use, ""},
		{"the second source", "s_set_gpr_idx_on 3, gpr_idx(SRC1)\n" + use, "error race-raw 0xc<-0x0 v9 none -> vmcnt(0)"},
		{"other operands than those that are used", "s_set_gpr_idx_on 3, gpr_idx(SRC2)\n" + use, ""},
		{"the destination", "s_set_gpr_idx_on 1, gpr_idx(DST)\nv_mov_b32 v8, v2\ns_endpgm", "error race-waw 0xc<-0x0 v9 none -> vmcnt(0)"},
		{"the named register is not the one", "s_set_gpr_idx_on 1, gpr_idx(SRC0)\nv_mov_b32 v20, v9\ns_endpgm", ""},
		{"the index changes", "s_set_gpr_idx_on 3, gpr_idx(SRC0)\ns_set_gpr_idx_idx 4\n" + use, "error race-raw 0x10<-0x0 v9 none -> vmcnt(0)"},
		{"the operands change", "s_set_gpr_idx_on 3, gpr_idx(SRC0)\ns_set_gpr_idx_mode gpr_idx(SRC1)\n" + use, "error race-raw 0x10<-0x0 v9 none -> vmcnt(0)"},
		{"M0 is written", "s_set_gpr_idx_on 3, gpr_idx(SRC0)\ns_movk_i32 m0, 0x1004\n" + use, "error race-raw 0x10<-0x0 v9 none -> vmcnt(0)"},
		{"off again", "s_set_gpr_idx_on 4, gpr_idx(SRC0)\ns_set_gpr_idx_off\n" + use, ""},
		{"on by s_setreg", "s_movk_i32 m0, 0x1004\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 1\n" + use, "error race-raw 0x14<-0x0 v9 none -> vmcnt(0)"},
		{"the index is not known", "s_set_gpr_idx_on s4, gpr_idx(SRC0)\n" + use, "info race-indexed 0xc<-0x0 v9 none -> vmcnt(0)"},
		{"only above the named register", "s_set_gpr_idx_on s4, gpr_idx(SRC0)\nv_mov_b32 v20, v10\ns_endpgm", ""},
		{"the named register itself", "s_set_gpr_idx_on s4, gpr_idx(SRC0)\nv_mov_b32 v20, v9\ns_endpgm", "warning race-indexed 0xc<-0x0 v9 none -> vmcnt(0)"},
		{"on one path only", "s_cbranch_scc1 l\ns_set_gpr_idx_on 4, gpr_idx(SRC0)\nl:\n" + use, "info race-indexed 0x10<-0x0 v9 none -> vmcnt(0)"},
		{"two indexes", "s_cbranch_scc1 l\ns_set_gpr_idx_on 4, gpr_idx(SRC0)\ns_branch m\nl:\ns_set_gpr_idx_on 3, gpr_idx(SRC0)\nm:\n" + use,
			"info race-indexed 0x18<-0x0 v9 none -> vmcnt(0)"},
		{"memory is not indexed", "s_set_gpr_idx_on 4, gpr_idx(SRC0)\nbuffer_store_dword v5, off, s[0:3], 0\ns_endpgm", ""},
	} {
		for _, g := range []isa.Gen{isa.GCN12, isa.GCN14} {
			src := load + c.src
			if g == isa.GCN12 { // its additions write a carry
				src = load + replaceAdd(c.src)
			}
			t.Run(c.name+"/"+g.String(), func(t *testing.T) {
				var want []string
				if c.want != "" {
					want = []string{c.want}
				}
				require.Equal(t, want, findings(t, g, src, check.Options{}))
			})
		}
	}
}

// A register that relative addressing may have written is no longer known.
func TestIndexedWritesForgetWhatWasKnown(t *testing.T) {
	const f = "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 20\ns_addc_u32 s5, s5, 0\n"
	call := f + "s_movreld_b32 s0, s12\ns_swappc_b64 s[30:31], s[4:5]\ns_endpgm\nv_mov_b32 v1, v0\ns_setpc_b64 s[30:31]"
	got := findings(t, isa.GCN10, call, check.Options{})
	require.Contains(t, got, "partial note-computed 0x10")
	require.Empty(t, findings(t, isa.GCN10, f+"s_nop 0\ns_swappc_b64 s[30:31], s[4:5]\ns_endpgm\nv_mov_b32 v1, v0\ns_setpc_b64 s[30:31]", check.Options{}))
	require.Empty(t, findings(t, isa.GCN10, strings.Replace(f, "20", "24", 1)+"s_mov_b32 m0, 8\ns_movreld_b32 s0, s12\ns_swappc_b64 s[30:31], s[4:5]\ns_endpgm\ns_setpc_b64 s[30:31]", check.Options{}),
		"a known index writes one register")
}

func replaceAdd(s string) string {
	return strings.ReplaceAll(s, "v_add_u32 v20,", "v_add_u32 v20, vcc,")
}
