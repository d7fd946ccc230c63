package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// Mesa's compiler reads resources that differ between lanes in a loop: each round takes the lanes that have what the
// first one has, loads for these, and goes round with the others. It waits behind the loop, as no round touches lanes
// of the rounds before.
func TestLanesThatHaveLeftALoopAreApart(t *testing.T) {
	const (
		begin = "v_mov_b32 v2, 1\nv_mov_b32 v0, 1\nv_mov_b32 v1, 1\n"
		first = "v_readfirstlane_b32 s3, v2\n"
		mine  = "s_mov_b64 s[4:5], exec\nv_cmpx_eq_u32 vcc, s3, v2\n"
		load  = "image_sample v[0:3], v0, s[8:15], s[16:19] dmask:0xf\n"
		rest  = "s_andn2_b64 s[4:5], s[4:5], exec\ns_cbranch_scc0 done\n"
		again = "s_mov_b64 exec, s[4:5]\ns_branch again\n"
		done  = "done:\ns_mov_b64 exec, s[0:1]\ns_waitcnt vmcnt(0)\nv_mov_b32 v5, v0\n"
		head  = "s_mov_b64 s[0:1], exec\nagain:\n"
		dead  = "v_cmp_gt_u32 vcc, v1, v2\nv_cndmask_b32 v4, v1, v2, vcc\n"

		before = "s_mov_b64 s[22:23], exec\nrounds:\ns_mov_b64 s[24:25], exec\nv_cmpx_ge_u32 vcc, s20, v1\n" +
			"s_andn2_b64 s[24:25], s[24:25], exec\ns_cbranch_scc0 left\ns_mov_b64 exec, s[24:25]\ns_add_u32 s20, s20, 1\n" +
			"s_branch rounds\nleft:\ns_mov_b64 exec, s[22:23]\n"
	)
	for _, c := range []struct {
		name, src string
		clean     bool
	}{
		{"the loop", begin + head + first + mine + load + rest + again + done, true},
		{"behind a branch round the load", begin + head + first + mine + "s_cbranch_execz more\n" + load + rest + "more:\n" + again + done, true},
		{"a mask that is not read any more", begin + dead + head + first + mine + "s_cbranch_execz more\n" + load + rest + "more:\n" + again +
			done, true},
		{"behind another loop", begin + before + dead + head + first + mine + "s_cbranch_execz more\n" + load + rest + "more:\n" + again +
			done, true},
		{"behind another loop, no wait", begin + before + dead + head + first + mine + "s_cbranch_execz more\n" + load + rest + "more:\n" +
			again + "done:\ns_mov_b64 exec, s[0:1]\nv_mov_b32 v5, v0\n", false},
		{"in whole quads", begin + "s_wqm_b64 exec, exec\n" + head + first + mine + "s_cbranch_execz more\n" + load + rest + "more:\n" +
			again + done, true},
		{"a loop that ends at its foot", begin + head + first + "v_cmp_eq_u32 vcc, s3, v2\ns_and_saveexec_b64 s[4:5], vcc\n" + load +
			"s_xor_b64 exec, exec, s[4:5]\ns_cbranch_execnz again\n" + done, true},
		{"the lanes of a round stay", begin + head + first + mine + load + "s_cmp_eq_u32 s3, 0\ns_cbranch_scc1 done\n" + again + done, false},
		{"the lanes of a round alone go on", begin + head + first + mine + load + "s_cbranch_execz done\ns_branch again\n" + done, false},
		{"all lanes are back", begin + head + first + mine + load + rest + "s_mov_b64 exec, s[0:1]\ns_branch again\n" + done, false},
		{"no wait behind the loop", begin + head + first + mine + load + rest + again + "done:\ns_mov_b64 exec, s[0:1]\nv_mov_b32 v5, v0\n",
			false},
		{"no lane may be left", begin + head + first + mine + load + "s_andn2_b64 s[4:5], s[4:5], exec\ns_cmp_eq_u32 s3, 0\n" +
			"s_cbranch_scc1 done\n" + again + done, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.clean, findings(t, isa.GCN14, c.src+"s_endpgm", check.Options{}) == nil)
		})
	}
}

// The two sides of an if in a loop have no lane in common, in whatever round.
func TestSidesOfAnIfInALoopAreApart(t *testing.T) {
	const (
		begin = "v_mov_b32 v12, 1\nv_mov_b32 v6, 1\nv_mov_b32 v1, 1\nv_mov_b32 v2, 1\ns_mov_b64 s[2:3], exec\nagain:\n"
		leave = "s_mov_b64 s[16:17], exec\nv_cmpx_ge_u32 vcc, s1, v6\ns_andn2_b64 s[16:17], s[16:17], exec\ns_cbranch_scc0 done\n" +
			"s_mov_b64 exec, s[16:17]\n"
		then  = "s_mov_b64 s[16:17], exec\nv_cmpx_gt_u32 vcc, 1, v1\ns_cbranch_execz other\nbuffer_load_dword v12, v12, s[4:7], 0 offen\nother:\n"
		other = "s_andn2_b64 exec, s[16:17], exec\nv_mov_b32 v12, v2\ns_mov_b64 exec, s[16:17]\n"
		both  = "s_mov_b64 exec, s[16:17]\nv_mov_b32 v12, v2\n"
		wait  = "s_waitcnt vmcnt(0)\nv_and_b32 v12, 0x3ff, v12\n"
		end   = "s_branch again\ndone:\ns_mov_b64 exec, s[2:3]\ns_endpgm"
	)
	clean := func(src string) bool { return findings(t, isa.GCN14, src, check.Options{}) == nil }
	require.True(t, clean(begin+leave+then+other+wait+end))
	require.False(t, clean(begin+leave+then+both+wait+end), "the lanes of both sides")
	require.False(t, clean(begin+leave+then+other+"v_and_b32 v12, 0x3ff, v12\n"+end), "no wait behind the two")
}

// Data that is read late (GCN 1.0) may have been waited for on one path, while the operation goes on on both. Both
// sides of an if wait for it: one of them has lanes.
func TestLateReadsHaveLanesOfTheirOwn(t *testing.T) {
	const (
		begin  = "v_mov_b32 v11, 1\nv_mov_b32 v7, 1\nv_mov_b32 v1, 1\nv_cmp_eq_u32 vcc, 0, v1\n"
		store  = "buffer_store_dword v11, v7, s[8:11], 0 offen\n"
		enter  = "s_and_saveexec_b64 s[12:13], vcc\ns_cbranch_execz other\n"
		other  = "other:\ns_andn2_b64 exec, s[12:13], exec\ns_cbranch_execz end\n"
		change = "v_mov_b32 v11, 2\n"
		end    = "end:\ns_mov_b64 exec, s[12:13]\nv_add_i32 v11, vcc, v11, v1\ns_endpgm"
		wait   = "s_waitcnt expcnt(0)\n"
		loop   = "s_mov_b64 s[20:21], exec\nagain:\ns_mov_b64 s[16:17], exec\nv_cmpx_ge_u32 vcc, s14, v1\n" +
			"s_andn2_b64 s[16:17], s[16:17], exec\ns_cbranch_scc0 left\ns_mov_b64 exec, s[16:17]\ns_branch again\n" +
			"left:\ns_mov_b64 exec, s[20:21]\nv_cmp_eq_u32 vcc, 0, v1\n"
	)
	clean := func(src string) bool { return findings(t, isa.GCN10, src, check.Options{}) == nil }
	require.True(t, clean(begin+store+enter+wait+change+other+wait+change+end))
	require.True(t, clean(begin+loop+store+enter+wait+change+other+wait+change+end), "behind a loop that lanes left one by one")
	require.False(t, clean(begin+store+enter+wait+change+other+end), "one side does not wait")
	require.False(t, clean(begin+store+enter+other+wait+change+end), "nor does the other")
	require.False(t, clean(begin+store+enter+wait+change+other+wait+change+"buffer_store_dword v11, v7, s[8:11], 0 offen\n"+end),
		"another store")
}

// What is known of lanes has a bounded size. Where there are findings, larger bounds are tried: here the load is only
// reached with EXEC empty, which the first bound forgets.
func TestFindingsAreLookedAtAgain(t *testing.T) {
	const (
		begin = "s_load_dwordx2 vcc, s[0:1], 0x0\ns_load_dwordx2 s[4:5], s[0:1], 0x8\ns_waitcnt lgkmcnt(0)\n" +
			"s_cbranch_vccz last\nagain:\ns_xor_b64 exec, exec, s[4:5]\nfirst:\n"
		load = "global_load_dword v2, v[8:9], off\n"
		skip = "s_cbranch_execnz next\n"
		end  = "s_xor_b64 s[2:3], vcc, exec\nnext:\ns_cbranch_scc1 again\nlast:\nv_cmpx_eq_u32 s[4:5], v4, v5\nv_mov_b32 v2, 0\n" +
			"s_cbranch_execnz first\ns_endpgm"
	)
	clean := func(src string) bool { return findings(t, isa.GCN14, src, check.Options{}) == nil }
	require.True(t, clean(begin+skip+load+end))
	require.False(t, clean(begin+load+skip+end), "with lanes")
}
