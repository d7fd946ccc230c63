package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// A matrix product of AMD's Tensile that has no rounds to do skips the loads for the first one, and later, asking the
// same again, what waits for them. What is asked again has the same answer until a register of the question is written.
func TestTheSameQuestionHasTheSameAnswer(t *testing.T) {
	const (
		begin = "v_mov_b32 v2, 0\nv_mov_b32 v3, 0\ns_load_dwordx2 s[4:5], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n"
		skip  = "s_cbranch_scc1 over\n"
		load  = "global_load_dword v1, v[2:3], off\nover:\n"
		other = "s_cmp_eq_u32 s4, 7\ns_cselect_b32 s6, s4, 0\n"
		leave = "s_cbranch_scc1 done\n"
		stay  = "s_cbranch_scc0 more\ns_branch done\nmore:\n"
		wait  = "s_waitcnt vmcnt(0)\n"
		end   = "done:\nv_mov_b32 v1, 0\ns_endpgm"
		eq    = "s_cmp_eq_u32 s5, 0\n"
	)
	for _, c := range []struct {
		name, src string
		clean     bool
	}{
		{"asked again", eq + skip + load + other + eq + leave + wait, true},
		{"by a branch the other way", eq + skip + load + other + eq + stay + wait, true},
		{"the opposite", eq + skip + load + other + "s_cmp_lg_i32 s5, 0\ns_cbranch_scc0 done\n" + wait, true},
		{"with a number in the instruction", eq + skip + load + "s_cmpk_eq_u32 s5, 0x0\n" + leave + wait, true},
		{"at most and more", "s_cmp_le_u32 s5, s4\n" + skip + load + "s_cmp_gt_u32 s5, s4\ns_cbranch_scc0 done\n" + wait, true},
		{"what SCC still says", eq + skip + load + leave + wait, true},
		{"asked three times", eq + skip + load + eq + "s_cbranch_scc1 again\nv_mov_b32 v4, 0\nagain:\n" + eq + leave + wait, true},
		{"the other side", eq + skip + load + other + eq + "s_cbranch_scc0 done\n" + wait, false},
		{"of another number", eq + skip + load + other + "s_cmp_eq_u32 s5, 1\n" + leave + wait, false},
		{"of another register", eq + skip + load + other + "s_cmp_eq_u32 s4, 0\n" + leave + wait, false},
		{"another sign", "s_cmp_gt_u32 s5, 0\n" + skip + load + other + "s_cmp_gt_i32 s5, 0\n" + leave + wait, false},
		{"the register is written", eq + skip + load + "s_add_u32 s5, s5, 1\n" + eq + leave + wait, false},
		{"it is loaded", eq + skip + load + "s_load_dword s5, s[0:1], 0x8\ns_waitcnt lgkmcnt(0)\n" + eq + leave + wait, false},
		{"it is read from a lane", eq + skip + load + "v_readfirstlane_b32 s5, v2\n" + eq + leave + wait, false},
		{"it is written behind the question", eq + skip + load + eq + "s_mov_b32 s5, 1\n" + eq + leave + wait, false},
		{"written on one path", eq + skip + load + "s_cmp_eq_u32 s4, 0\ns_cbranch_scc1 kept\ns_mov_b32 s5, s4\nkept:\n" + eq + leave + wait, false},
		{"SCC is another's", eq + skip + load + eq + "s_and_b32 s6, s4, 1\n" + leave + wait, false},
		{"no wait on the way on", eq + skip + load + eq + leave, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.clean, findings(t, isa.GCN14, begin+c.src+end, check.Options{}) == nil)
		})
	}
}
