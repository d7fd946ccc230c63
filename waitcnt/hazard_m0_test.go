package waitcnt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// Every instruction that depends on M0, directly behind a scalar write of M0: those that the table
// of required wait states names (AMD GCN3 and Vega ISA 4.5) have their rule, the others none.
// Before GCN 1.2 only ACO asks for the first row.
func TestM0HazardsAreOfTheInstructionsThatManualsName(t *testing.T) {
	const older = isa.GCN10 | isa.GCN11
	for _, c := range []struct {
		rule string
		gens isa.Gen // that have the rule; others that have the instructions have none
		list []string
	}{
		{"hazard-m0-message", isa.AllGens, []string{"s_sendmsg sendmsg(MSG_INTERRUPT)", "s_sendmsghalt sendmsg(MSG_INTERRUPT)", "s_ttracedata",
			"ds_read_b32 v0, v1 gds", "ds_write_b32 v0, v1 gds", "ds_add_u32 v0, v1 gds", "ds_append v0 gds", "ds_consume v0 gds", "ds_ordered_count v0, v1 gds",
			"ds_gws_init v0 gds", "ds_gws_barrier v0 gds", "ds_gws_sema_v gds", "ds_gws_sema_br v0 gds", "ds_gws_sema_p gds", "ds_gws_sema_release_all gds"}},
		{"hazard-m0-lds", isa.GCN14, []string{"buffer_load_dword off, s[0:3], 0 lds", "buffer_load_ubyte off, s[0:3], 0 lds", "buffer_store_lds_dword s[0:3], 0 lds",
			"global_load_dword v[0:1], off lds", "scratch_load_dword off, s1 lds", "v_interp_p1_f32 v0, v1, attr0.x", "v_interp_p2_f32 v0, v1, attr0.x",
			"v_interp_mov_f32 v0, p0, attr0.x", "v_mov_b32 v0, src_lds_direct", "v_add_f32 v0, src_lds_direct, v1",
			"ds_read_addtid_b32 v0", "ds_write_addtid_b32 v0"}},
		{"hazard-m0-movrel", isa.GCN14, []string{"s_movrels_b32 s4, s5", "s_movrels_b64 s[4:5], s[6:7]", "s_movreld_b32 s4, s5", "s_movreld_b64 s[4:5], s[6:7]"}},
		{"", 0, []string{"s_set_gpr_idx_mode gpr_idx(SRC0)", "s_set_gpr_idx_on s4, gpr_idx(SRC0)", "s_set_gpr_idx_idx s4", "s_set_gpr_idx_off",
			"v_movrels_b32 v0, v1", "v_movreld_b32 v0, v1", "v_movrelsd_b32 v0, v1", "ds_read_b32 v0, v1", "ds_write_b32 v0, v1", "ds_append v0",
			"ds_consume v0", "ds_swizzle_b32 v0, v1", "ds_permute_b32 v0, v1, v2", "ds_bpermute_b32 v0, v1, v2", "s_mov_b32 s4, m0", "v_mov_b32 v0, m0",
			"s_store_dword s4, s[0:1], m0", "s_load_dword s4, s[0:1], m0", "buffer_load_dword v0, off, s[0:3], m0", "s_nop 0", "s_sleep 1"}},
	} {
		for _, text := range c.list {
			known := 0
			for _, g := range isa.Gens() {
				if strings.Contains(text, "s_store_dword") && g == isa.GCN14 {
					continue // any scalar register there
				}
				src := "s_mov_b32 m0, s0\n" + text + "\ns_endpgm"
				if _, err := asm.Code(g, src); err != nil {
					continue
				}
				known++
				var got []string
				for _, f := range hazards(t, g, src) {
					got = append(got, f.Rule+" "+f.Severity.String())
				}
				switch sev := "error"; {
				case !c.gens.Has(g):
					require.Empty(t, got, "%v %s", g, text)
				default:
					if c.rule == "hazard-m0-message" && older.Has(g) {
						sev = "disputed"
					}
					require.Equal(t, []string{c.rule + " " + sev}, got, "%v %s", g, text)
				}
			}
			require.NotZero(t, known, "%s: no generation has it", text)
		}
	}
}
