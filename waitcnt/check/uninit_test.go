package check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// given is a kernel of which the ABI sets s[0:15] and v0.
var given = check.Entry{Name: "k", Kernel: true, Written: []isa.Use{{Code: 0, Dwords: 16}, {Code: isa.CodeExecLo, Dwords: 2}, {Code: isa.CodeVGPR, Dwords: 1}}}

// Every instruction that takes its limit, index, base or message from M0 is told where nothing has
// set M0, and not where something has; of raw code, where the launch may set it, that is
// information.
func TestM0ThatNothingSets(t *testing.T) {
	for _, c := range []struct {
		severity string
		gens     isa.Gen // that have the finding
		list     []string
	}{
		{"error", isa.AllGens &^ isa.GCN14, []string{"ds_read_b32 v1, v0", "ds_write_b32 v0, v0", "ds_add_u32 v0, v0"}},
		{"warning", isa.AllGens, []string{"ds_read_b32 v1, v0 gds", "ds_append v1", "ds_consume v1 gds", "ds_gws_init v0 gds", "ds_gws_barrier v0 gds",
			"ds_ordered_count v1, v0 gds", "ds_read_addtid_b32 v1", "ds_write_addtid_b32 v0", "buffer_load_dword off, s[0:3], 0 lds", "buffer_store_lds_dword s[0:3], 0 lds",
			"s_movrels_b32 s4, s5", "s_movreld_b64 s[4:5], s[6:7]", "v_movrels_b32 v1, v0", "v_movreld_b32 v1, v0", "v_movrelsd_b32 v1, v0",
			"s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0)", "s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)", "s_ttracedata", "v_mov_b32 v1, src_lds_direct",
			"v_interp_mov_f32 v1, p0, attr0.x"}},
		{"", 0, []string{"s_sendmsg sendmsg(MSG_INTERRUPT)", "s_set_gpr_idx_mode gpr_idx(SRC0)", "s_set_gpr_idx_on s4, gpr_idx(SRC0)\ns_set_gpr_idx_off", "s_set_gpr_idx_idx s4",
			"ds_swizzle_b32 v1, v0", "ds_bpermute_b32 v1, v0, v0", "s_nop 0", "buffer_load_dword v1, off, s[0:3], 0"}},
	} {
		for _, text := range c.list {
			known := false
			for _, g := range isa.Gens() {
				if _, err := asm.Code(g, text); err != nil {
					continue
				}
				known = true
				m0 := func(before string, e ...check.Entry) (list []string) {
					for _, f := range findings(t, g, before+text+"\ns_endpgm", check.Options{}, e...) {
						if strings.Contains(f, "uninit-m0") {
							list = append(list, strings.Fields(f)[0])
						}
					}
					return list
				}
				var want, raw []string
				if c.gens.Has(g) {
					want, raw = []string{c.severity}, []string{"info"}
				}
				require.Equal(t, want, m0("", given), "%v %s", g, text)
				require.Equal(t, raw, m0(""), "%v %s", g, text)
				require.Empty(t, m0("s_mov_b32 m0, s0\ns_nop 0\n", given), "%v %s", g, text)
				require.Empty(t, m0("s_cbranch_execz l\ns_mov_b32 m0, s0\nl:\ns_nop 0\n", given), "on some path: %v %s", g, text)
			}
			require.True(t, known, "%s: no generation has it", text)
		}
	}
}

// A warning about M0 does not hide the error behind it.
func TestDoubtAboutM0HidesNoError(t *testing.T) {
	require.Equal(t, []string{"error uninit-m0 0x8 m0", "warning uninit-m0 0x0 m0"},
		findings(t, isa.GCN12, "ds_append v1\nds_read_b32 v2, v0\ns_endpgm", check.Options{}, given))
}

// Vector registers that reach memory and hold nothing defined on any path are information.
func TestResultsThatNothingHasWritten(t *testing.T) {
	const store = "buffer_store_dword v5, off, s[0:3], 0\ns_endpgm"
	for _, c := range []struct {
		name, src, want string
	}{
		{"never written", store, "info uninit-result 0x0 v5"},
		{"given", "v_mov_b32 v5, v0\n" + store, ""},
		{"a constant", "v_mov_b32 v5, 0\n" + store, ""},
		{"a scalar register", "v_mov_b32 v5, s20\n" + store, ""},
		{"copied from such", "v_mov_b32 v5, v6\n" + store, "info uninit-result 0x4 v5"},
		{"computed from such, too", "v_max_f32 v5, v0, v6\n" + store, "info uninit-result 0x4 v5"},
		{"through several", "v_mov_b32 v4, v6\nv_max_f32 v5, v0, v4\n" + store, "info uninit-result 0x8 v5"},
		{"overwritten by such", "v_mov_b32 v5, 0\nv_mov_b32 v5, v6\n" + store, "info uninit-result 0x8 v5"},
		{"overwritten", "v_mov_b32 v5, v6\nv_mov_b32 v5, 0\n" + store, ""},
		{"loaded", "buffer_load_dword v5, off, s[0:3], 0\ns_waitcnt vmcnt(0)\n" + store, ""},
		{"written on one path", "s_cbranch_execz l\nv_mov_b32 v5, 0\nl:\n" + store, ""},
		{"on no path", "s_cbranch_execz l\nv_mov_b32 v5, v6\nl:\n" + store, "info uninit-result 0x8 v5"},
		{"its own difference is 0", "v_xor_b32 v5, v6, v6\n" + store, ""},
		{"an export", "exp mrt0 v0, v5, v0, v0 done vm\ns_endpgm", "info uninit-result 0x0 v5"},
		{"a function's", "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 20\ns_addc_u32 s5, s5, 0\ns_swappc_b64 s[6:7], s[4:5]\ns_endpgm\ns_nop 0\n" +
			"buffer_store_dword v5, off, s[0:3], 0\ns_setpc_b64 s[6:7]", ""},
	} {
		for _, g := range isa.Gens() {
			t.Run(c.name+"/"+g.String(), func(t *testing.T) {
				var want []string
				if c.want != "" {
					want = []string{c.want}
				}
				require.Equal(t, want, findings(t, g, c.src, check.Options{}, given))
			})
		}
	}
}
