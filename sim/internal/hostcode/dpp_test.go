package hostcode_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// dppControls are all texts of DPP_CTRL that are no quad_perm.
func dppControls() (list []string) {
	for n := 1; n < 16; n++ {
		list = append(list, fmt.Sprintf("row_shl:%d", n), fmt.Sprintf("row_shr:%d", n), fmt.Sprintf("row_ror:%d", n))
	}
	return append(list, "wave_shl:1", "wave_rol:1", "wave_shr:1", "wave_ror:1", "row_mirror", "row_half_mirror",
		"row_bcast:15", "row_bcast:31")
}

// Each permutation of DPP leaves the same in each tier, in host code: with masks, bound_ctrl, EXEC full, partial and
// empty, destinations that are sources, NaNs, and where one instruction reads what another has permuted.
func TestPermutedLanesAgree(t *testing.T) {
	insts := []string{"v_mov_b32_dpp v%d, v%d", "v_add_f32_dpp v%d, v%d, v4", "v_mac_f32_dpp v%d, -v%d, |v3|",
		"v_max_u32_dpp v%d, v%d, v2", "v_cndmask_b32_dpp v%d, v%d, v5, vcc", "v_add_f16_dpp v%d, v%d, v6",
		"v_min_f32_dpp v%d, |v%d|, v1", "v_cvt_f16_f32_dpp v%d, v%d", "v_sub_f32_dpp v%d, v%d, v3"}
	sums := map[isa.Gen]string{isa.GCN12: "v_add_u32_dpp v%d, vcc, v%d, v7", isa.GCN14: "v_add_co_u32_dpp v%d, vcc, v%d, v7"}
	carries := map[isa.Gen]string{isa.GCN12: "v_subb_u32_dpp v%d, vcc, v%d, v7, vcc", isa.GCN14: "v_subb_co_u32_dpp v%d, vcc, v%d, v7, vcc"}
	rounds := 1
	if *long {
		rounds = 20
	}
	for g := range sums {
		t.Run(g.String(), func(t *testing.T) {
			forms := append([]string{sums[g], carries[g]}, insts...)
			for _, tier := range tiers(t) {
				x := newGenerator(uint64(g)+77, g)
				controls := dppControls()
				for c := range 256 {
					if *long || x.IntN(8) == 0 {
						controls = append(controls, fmt.Sprintf("quad_perm:[%d,%d,%d,%d]", c&3, c>>2&3, c>>4&3, c>>6))
					}
				}
				for i, control := range controls {
					for range rounds {
						body := []string{"v_mov_b32_dpp v1, v2 " + control}
						for range 1 + x.IntN(6) {
							d, a := x.IntN(8), x.IntN(8)
							if x.IntN(3) == 0 {
								a = d
							}
							masks := [2]int{15, 15}
							if x.IntN(2) == 0 {
								masks = [2]int{x.IntN(16), x.IntN(16)}
							}
							body = append(body, fmt.Sprintf(x.one(forms...), d, a)+fmt.Sprintf(" %s row_mask:%#x bank_mask:%#x", control,
								masks[0], masks[1])+x.one("", " bound_ctrl:1"))
							if x.IntN(3) == 0 {
								body = append(body, x.inst(t, g))
							}
						}
						src, l := x.loop(body)
						exec := [...]uint64{^uint64(0), 0, x.Uint64(), x.Uint64() & x.Uint64() & x.Uint64(), 1 << x.IntN(64)}[i%5]
						for _, at := range [...]int{2, 5} { // what the loop puts into EXEC, and EXEC before
							require.Len(t, l.Registers[at].Scalar, 2)
							l.Registers[at].Scalar = []uint32{uint32(exec), uint32(exec >> 32)}
						}
						r := compare(t, g, src, l, tier)
						hosted := executed(t, g, src, r.HostCounts, func(in *isa.Inst) bool { return in.Sub == isa.DPP })
						require.Positive(t, hosted, "%s in Go, of\n%s", control, src)
					}
				}
			}
		})
	}
}
