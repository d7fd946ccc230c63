package dyncheck_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
)

// What a wave can do in LDS before its next barrier is what any way through the code shows; where that is not
// known, it can write.
func TestWhatOnlyReadsLDSBeforeTheNextBarrier(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"reads", "ds_read_b32 v1, v2\nds_bpermute_b32 v1, v2, v3\ns_barrier\nds_write_b32 v1, v2", true},
		{"end", "ds_read_b32 v1, v2\ns_endpgm\nds_write_b32 v1, v2", true},
		{"write", "ds_read_b32 v1, v2\nds_write_b32 v1, v2\ns_barrier", false},
		{"atomic", "ds_add_u32 v1, v2\ns_endpgm", false},
		{"behind a branch", "s_cbranch_scc0 far\ns_endpgm\nfar:\nds_write_b32 v1, v2\ns_endpgm", false},
		{"in front of it", "s_branch far\nds_write_b32 v1, v2\nfar:\ns_endpgm", true},
		{"round a loop", "s_branch in\nback:\nds_write_b32 v1, v2\nin:\ns_cbranch_vccz back\ns_endpgm", false},
		{"a loop", "back:\nds_read_b32 v1, v2\ns_cbranch_execz back\ns_barrier", true},
		{"global memory", "global_store_dword v[0:1], v2, off\ns_endpgm", true},
		{"FLAT", "flat_store_dword v[0:1], v2\ns_endpgm", false},
		{"FLAT atomic", "flat_atomic_add v[0:1], v2\ns_endpgm", false},
		{"FLAT load", "flat_load_dword v2, v[0:1]\ns_endpgm", true},
		{"memory to LDS", "buffer_load_dword off, s[0:3], 0 lds\ns_endpgm", false},
		{"somewhere", "s_setpc_b64 s[0:1]", false},
		{"a function", "s_call_b64 s[0:1], far\ns_endpgm\nfar:\ns_setpc_b64 s[0:1]", false},
		{"a function of which nothing is known", "s_swappc_b64 s[0:1], s[2:3]\ns_endpgm", false},
		{"beyond the code", "v_mov_b32 v0, v1", false},
	} {
		code, err := asm.Code(isa.GCN14, c.text)
		require.NoError(t, err, c.name)
		p, err := sim.NewProgram(isa.GCN14, 0x1000, code.Code)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, dyncheck.ReadsOnly(p, 0), c.name)
	}
}
