package dyncheck_test

import (
	"math/rand/v2"
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
		flat       int // addresses of FLAT
	}{
		{"reads", "ds_read_b32 v1, v2\nds_bpermute_b32 v1, v2, v3\ns_barrier\nds_write_b32 v1, v2", true, 0},
		{"end", "ds_read_b32 v1, v2\ns_endpgm\nds_write_b32 v1, v2", true, 0},
		{"write", "ds_read_b32 v1, v2\nds_write_b32 v1, v2\ns_barrier", false, 0},
		{"atomic", "ds_add_u32 v1, v2\ns_endpgm", false, 0},
		{"behind a branch", "s_cbranch_scc0 far\ns_endpgm\nfar:\nds_write_b32 v1, v2\ns_endpgm", false, 0},
		{"in front of it", "s_branch far\nds_write_b32 v1, v2\nfar:\ns_endpgm", true, 0},
		{"round a loop", "s_branch in\nback:\nds_write_b32 v1, v2\nin:\ns_cbranch_vccz back\ns_endpgm", false, 0},
		{"a loop", "back:\nds_read_b32 v1, v2\ns_cbranch_execz back\ns_barrier", true, 0},
		{"global memory", "global_store_dword v[0:1], v2, off\ns_endpgm", true, 0},
		{"FLAT", "flat_store_dword v[0:1], v2\ns_endpgm", true, 1},
		{"FLAT atomic", "flat_atomic_add v[0:1], v2\ns_endpgm", true, 1},
		{"FLAT, by a base and a carry", "v_mov_b32 v1, s3\nv_add_co_u32 v0, vcc, s2, v0\nv_addc_co_u32 v1, vcc, v1, v5, vcc\n" +
			"flat_store_dword v[0:1], v2\ns_endpgm", true, 1},
		{"FLAT, twice by the same", "v_mov_b32 v1, s3\nv_mov_b32 v5, v1\nflat_store_dword v[0:1], v2\n" +
			"flat_store_dword v[4:5], v2\ns_endpgm", true, 1},
		{"FLAT, by a number that is shifted", "v_mov_b32 v1, 0\nv_lshlrev_b64 v[0:1], 2, v[0:1]\nv_mov_b32 v5, s3\n" +
			"v_addc_co_u32 v1, vcc, v5, v1, vcc\nflat_store_dword v[0:1], v2\ns_endpgm", true, 1},
		{"FLAT, by what is shifted", "v_lshlrev_b64 v[0:1], 2, v[0:1]\nflat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT, by a scalar sum", "s_add_u32 s2, s2, s4\ns_addc_u32 s3, s3, 0\nv_mov_b32 v1, s3\n" +
			"flat_store_dword v[0:1], v2\ns_endpgm", true, 1},
		{"FLAT, by three", "v_add_u32 v1, v1, s3\nv_add_u32 v1, v1, s4\nflat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT, round a loop", "back:\nv_add_u32 v1, 1, v1\nflat_store_dword v[0:1], v2\ns_cbranch_scc1 back\ns_endpgm", false, 0},
		{"FLAT, by one of two", "s_cbranch_scc1 over\nv_mov_b32 v1, 0\nover:\nflat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT on both ways", "s_cbranch_scc1 over\nflat_store_dword v[0:1], v2\ns_endpgm\nover:\n" +
			"flat_store_dword v[2:3], v2\ns_endpgm", true, 2},
		{"FLAT, by what was loaded", "global_load_dword v1, v[0:1], off\ns_waitcnt 0\nflat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT, by what may arrive later", "global_load_dword v1, v[0:1], off\nv_mov_b32 v1, 0\nflat_store_dword v[0:1], v2\n" +
			"s_endpgm", false, 0},
		{"FLAT of fewer lanes", "s_and_saveexec_b64 s[0:1], vcc\nv_mov_b32 v1, s3\nflat_store_dword v[0:1], v2\ns_endpgm", true, 1},
		{"FLAT of more lanes", "v_mov_b32 v1, s3\ns_or_b64 exec, exec, vcc\nflat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT of more lanes, by a register", "s_or_b64 exec, exec, vcc\nflat_store_dword v[0:1], v2\ns_endpgm", true, 1},
		{"FLAT behind an index", "s_set_gpr_idx_on s0, gpr_idx(DST)\nv_mov_b32 v0, 0\ns_set_gpr_idx_off\n" +
			"flat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT, by a part", "v_mov_b32_sdwa v1, v2 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD\n" +
			"flat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT, by a lane", "v_writelane_b32 v1, s0, 3\nflat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT, by a clamped sum", "v_addc_co_u32_e64 v1, vcc, v1, v2, vcc clamp\nflat_store_dword v[0:1], v2\ns_endpgm", false, 0},
		{"FLAT load", "flat_load_dword v2, v[0:1]\ns_endpgm", true, 0},
		{"memory to LDS", "buffer_load_dword off, s[0:3], 0 lds\ns_endpgm", false, 0},
		{"somewhere", "s_setpc_b64 s[0:1]", false, 0},
		{"a function", "s_call_b64 s[0:1], far\ns_endpgm\nfar:\ns_setpc_b64 s[0:1]", false, 0},
		{"a function of which nothing is known", "s_swappc_b64 s[0:1], s[2:3]\ns_endpgm", false, 0},
		{"beyond the code", "v_mov_b32 v0, v1", false, 0},
	} {
		code, err := asm.Code(isa.GCN14, c.text)
		require.NoError(t, err, c.name)
		p, err := sim.NewProgram(isa.GCN14, 0x1000, code.Code)
		require.NoError(t, err, c.name)
		is, flat := dyncheck.ReadsOnly(p, 0)
		require.Equal(t, c.want, is, c.name)
		require.Equal(t, c.flat, flat, c.name)
	}
}

// newFlatProgram is a program whose waves read LDS behind a barrier, while one of them may write it by FLAT: in LDS
// or in memory, as the high dword of an address says that is made in several ways.
func newFlatProgram(seed uint64) (x *ldsProgram, waves int) {
	x = &ldsProgram{Rand: rand.New(rand.NewPCG(seed, 53)), gen: isa.GCN12, groups: 100}
	waves = 2 + x.IntN(3)
	x.size = 512 * waves
	x.line("v_readfirstlane_b32 s10, v2\ns_lshr_b32 s8, s10, 6\ns_mul_i32 s10, s8, 512\nv_mov_b32 v5, s10")
	x.line("s_add_u32 s11, s10, 512\ns_cmp_eq_u32 s11, %d\ns_cselect_b32 s11, 0, s11\nv_mov_b32 v18, s11", x.size)
	x.line("v_mad_u32_u24 v7, 4, v1, v5\nds_write_b32 v7, v1\nds_write_b32 v7, v1 offset:256\nv_mov_b32 v8, s8")
	// FLAT goes to LDS in the late work-groups of some programs, in one wave; s[30:31] is where.
	there := x.one("s_cmp_ge_u32 s9, 200", "s_cmp_ge_u32 s9, 80", "s_cmp_ge_u32 s9, 80", "s_cmp_eq_u32 s8, 1")
	x.line("%s\ns_cselect_b32 s20, 1, 0\ns_cmp_lg_u32 s20, 0\ns_cselect_b32 s31, 0x10000, 0", there)
	x.line("s_lshl_b32 s21, s9, 8\ns_and_b32 s21, s21, 0x7fff\ns_add_u32 s21, s21, 0x%x", checkedBuffer)
	x.line("s_add_u32 s21, s21, s10\ns_cmp_lg_u32 s20, 0\ns_cselect_b32 s30, s10, s21\nv_mov_b32 v27, 0\nv_lshlrev_b32 v26, 2, v1")
	x.line("v_add_u32 v24, vcc, s30, v26\nv_mov_b32 v25, s31\ns_mov_b64 s[32:33], exec\ns_waitcnt lgkmcnt(0)\ns_barrier")
	where := []string{"v5", x.one("v5", "v5", "v18")}
	for range 1 + x.IntN(3) {
		for range 1 + x.IntN(3) {
			x.line("v_mad_u32_u24 v9, 4, v1, %s\nds_read_b32 v22, v9 offset:%d\ns_waitcnt lgkmcnt(0)", x.one(where...), 64*x.IntN(4))
		}
		x.line("s_cmp_lt_u32 s9, 0x%x\ns_cselect_b32 s22, -1, s8\ns_lshl_b32 s22, s22, 1", []int{0, 90, 200}[x.IntN(3)])
		x.line("s_not_b32 s22, s22\ns_mov_b32 s23, -1")
		if x.IntN(2) == 0 {
			x.line("s_and_saveexec_b64 s[24:25], s[22:23]")
		}
		switch x.IntN(8) {
		case 0: // as it is
		case 1:
			x.line("v_mov_b32 v25, s31")
		case 2:
			x.line("v_mov_b32 v25, s31\nv_add_u32 v24, vcc, s30, v26\nv_addc_u32 v25, vcc, v25, v27, vcc")
		case 3: // the carry leads there
			x.line("v_mov_b32 v29, s31\nv_subrev_u32 v25, vcc, 1, v29\nv_max_i32 v25, 0, v25\nv_sub_u32 v25, vcc, s31, v25")
			x.line("v_sub_u32 v29, vcc, v29, v25\nv_cmp_ne_u32 vcc, 0, v25\nv_addc_u32 v25, vcc, v29, v27, vcc")
		case 4:
			x.line("v_mov_b32 v28, s31\nv_mov_b32 v25, 0\nv_mov_b32 v24, v1\nv_lshlrev_b64 v[24:25], 2, v[24:25]")
			x.line("v_add_u32 v24, vcc, s30, v24\nv_addc_u32 v25, vcc, v28, v25, vcc")
		case 5:
			x.line("s_sub_u32 s34, s30, 64\ns_subb_u32 s35, s31, 0\ns_add_u32 s34, s34, 64\ns_addc_u32 s35, s35, 0\nv_mov_b32 v25, s35")
		case 6:
			x.line("s_cmp_lt_u32 s9, 95\ns_cbranch_scc1 over%d\nv_mov_b32 v25, s31\nover%[1]d:", x.labels)
		default:
			x.line("v_cmp_gt_u32 vcc, 5, v1\nv_cndmask_b32 v25, v25, v25, vcc")
		}
		x.labels++
		x.line("%s", x.one("flat_store_dword v[24:25], v8", "flat_store_dword v[24:25], v8", "flat_atomic_add v[24:25], v8"))
		x.line("s_waitcnt vmcnt(0) lgkmcnt(0)\ns_mov_b64 exec, s[32:33]")
		if x.IntN(3) == 0 {
			x.line("s_barrier")
		}
	}
	x.line("v_mad_u32_u24 v9, 4, v1, %s\nds_read_b32 v22, v9\ns_waitcnt lgkmcnt(0)\ns_endpgm", x.one(where...))
	return x, waves
}

// What is found in LDS is the same where FLAT may write there behind a barrier as where each access is looked at on
// its own.
func TestWhereFlatWritesIsKnown(t *testing.T) {
	old := dyncheck.PostponeReads(-1)
	defer dyncheck.PostponeReads(old)
	n := uint64(120)
	switch {
	case *long:
		n = 3000
	case testing.Short():
		n = 40
	}
	clean, found := 0, 0
	for seed := range n {
		x, waves := newFlatProgram(seed)
		dyncheck.PostponeReads(-1)
		want, _ := ldsFindings(t, x, waves, nil, "go", 0)
		dyncheck.PostponeReads(old)
		got, _ := ldsFindings(t, x, waves, nil, "auto", 0)
		require.Equal(t, want, got, "seed %d, %d waves\n%s", seed, waves, x.String())
		if found += len(want); len(want) == 0 {
			clean++
		}
	}
	t.Log(clean, found)
	require.Greater(t, found, int(n)/6)
	require.Greater(t, clean, int(n)/6)
}
