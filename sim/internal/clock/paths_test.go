package clock_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/clock"
)

// randomPaths is a loop of memory operations, branches and waits. What is loaded is used behind a wait only, and
// conditions depend on the round and on the work-group. Where faults is set, a scalar load of one work-group
// faults.
func randomPaths(r *rand.Rand, gcn10, faults bool) string {
	load := []string{
		"buffer_load_dword v10, v0, s[4:7], 0 offen", "buffer_load_dword v11, v20, s[4:7], 0 offen",
		"buffer_load_dwordx4 v[12:15], v20, s[4:7], 0 offen", "buffer_load_ushort v16, v21, s[4:7], 0 offen offset:2",
		"buffer_load_dword v17, v22, s[4:7], 0 offen", "buffer_load_dword v18, v9, s[4:7], 0 offen offset:8",
		"ds_read_b32 v26, v20", "ds_read2_b32 v[28:29], v0 offset1:5", "ds_write_b32 v20, v3", "ds_write2_b32 v0, v2, v3 offset1:9",
		"ds_add_u32 v23, v4", "ds_swizzle_b32 v30, v5 offset:0x41f",
		"buffer_store_dword v2, v24, s[4:7], 0 offen", "buffer_store_dwordx2 v[2:3], v25, s[4:7], 0 offen",
		"buffer_store_byte v4, v24, s[4:7], 0 offen offset:2048",
	}
	if !gcn10 {
		load = append(load, "flat_load_dword v19, v[32:33]", "flat_store_dword v[34:35], v5")
	}
	compute := []string{
		"v_add_f32 v1, v2, v3", "v_xor_b32 v2, v2, v0", "v_lshlrev_b32 v3, 1, v1", "v_mul_f32 v4, v4, v1", "s_nop 1",
		"v_xor_b32 v9, 0x44, v9", "v_mov_b32 v5, v2", "s_add_u32 s15, s15, 4", "s_and_b32 s15, s15, 0xfc",
	}
	use := []string{
		"v_xor_b32 v6, v10, v11", "v_xor_b32 v7, v12, v15", "v_xor_b32 v6, v6, v16", "v_xor_b32 v7, v7, v26",
		"v_xor_b32 v2, v17, v28", "v_xor_b32 v3, v18, v30", "v_xor_b32 v4, v19, v6", "v_mov_b32 v5, s28", "v_mov_b32 v5, s27",
	}
	wait := "s_waitcnt vmcnt(0) lgkmcnt(0) expcnt(0)"
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := func(list []string) { line("%s", list[r.IntN(len(list))]) }
	for _, s := range []string{
		"v_lshlrev_b32 v20, 2, v0", "v_xor_b32 v20, 0x3c, v20", "v_lshlrev_b32 v21, 5, v0", "v_lshlrev_b32 v22, 9, v0",
		"v_and_b32 v23, 12, v0", "v_or_b32 v24, 0x8000, v0", "v_or_b32 v25, 0x9000, v20", "v_mov_b32 v9, v0",
		"v_mov_b32 v33, s5", "v_or_b32 v32, s4, v20", "v_mov_b32 v35, s5", "v_or_b32 v34, s4, v24", "s_mov_b32 s10, 16",
		"s_mov_b32 s15, 0", "s_mov_b32 s20, s4", "s_mov_b32 s21, s5", "loop:",
	} {
		line("%s", s)
	}
	fault := -1
	if faults {
		fault = r.IntN(6)
	}
	for i := range 6 {
		for range 1 + r.IntN(5) {
			switch n := r.IntN(12); {
			case n < 5:
				one(load)
			case n < 8:
				one(compute)
			case n == 8: // past some of it, with operations outstanding
				line("s_bitcmp1_b32 %s, %d\ns_cbranch_scc1 on%d_%d", []string{"s8", "s10"}[r.IntN(2)], r.IntN(4), i, b.Len())
				on := fmt.Sprintf("on%d_%d:", i, b.Len())
				text := b.String()
				b.Reset()
				b.WriteString(text[:strings.LastIndex(text, "on")] + on[:len(on)-1] + "\n")
				one(compute)
				one(load)
				line("%s", on)
			case n == 9: // some lanes
				line("s_mov_b64 s[24:25], exec\ns_mov_b64 exec, %s", []string{"0x50ff00", "0", "1", "s[10:11]"}[r.IntN(4)])
				one(load)
				one(load)
				line("s_mov_b64 exec, s[24:25]")
			case n == 10: // lanes that depend on the round
				line("v_cmp_gt_u32 vcc, s15, v0\ns_and_saveexec_b64 s[24:25], vcc")
				one(load)
				one(compute)
				line("s_mov_b64 exec, s[24:25]")
			default:
				line("%s\ns_load_dword s27, s[4:5], 0x40\ns_load_dwordx2 s[28:29], s[4:5], 0x80", wait)
			}
		}
		if i == fault {
			line("s_cmp_eq_u32 s8, 37\ns_cselect_b32 s20, 0, s4\ns_cselect_b32 s21, 0x7fff, s5\n%s\ns_load_dword s27, s[20:21], 0x0", wait)
		}
		line("%s", wait)
		one(use)
		one(use)
		if r.IntN(4) == 0 {
			line("s_barrier")
		}
	}
	line("s_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 loop")
	return b.String()
}

// fewRounds has a loop of three rounds, which becomes straight: its loads stand in the path three times.
const fewRounds = `s_mov_b32 s10, 100
	loop:
	s_mov_b32 s11, 3
	s_mov_b32 s12, 0
	inner:
	buffer_load_dword v10, v0, s[4:7], s12 offen
	ds_read_b32 v11, v0
	s_add_u32 s12, s12, 0x340
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_xor_b32 v2, v10, v11
	v_lshlrev_b32 v0, 1, v0
	v_and_b32 v0, 0xfc, v0
	s_sub_u32 s11, s11, 1
	s_cmp_lg_u32 s11, 0
	s_cbranch_scc1 inner
	s_sub_u32 s10, s10, 1
	s_cmp_lg_u32 s10, 0
	s_cbranch_scc1 loop`

// turnsLate turns in a round of which nothing has been told yet.
const turnsLate = `s_mov_b32 s10, 64
	loop:
	buffer_load_dword v10, v0, s[4:7], 0 offen
	s_and_b32 s11, s10, 7
	s_cmp_eq_u32 s11, 0
	s_cbranch_scc1 on
	buffer_load_dword v11, v0, s[4:7], 0 offen offset:64
	on:
	s_waitcnt vmcnt(0)
	v_xor_b32 v2, v10, v11
	s_sub_u32 s10, s10, 1
	s_cmp_lg_u32 s10, 0
	s_cbranch_scc1 loop`

// takenBack adds to what is in memory, and faults in the middle of a path: what is executed again must not find
// what it has stored.
const takenBack = `s_mov_b32 s10, 16
	v_mov_b32 v3, 0x300
	loop:
	v_mad_u32_u24 v2, v3, s10, v0
	v_xor_b32 v1, 0x3c, v2
	buffer_load_dword v10, v2, s[4:7], 0 offen
	buffer_load_dword v11, v1, s[4:7], 0 offen offset:256
	buffer_load_ubyte v12, v1, s[4:7], 0 offen offset:512
	s_waitcnt vmcnt(0)
	v_mad_u32_u24 v10, v10, 1, 1
	v_mad_u32_u24 v11, v11, 1, 1
	v_mad_u32_u24 v12, v12, 1, 1
	buffer_store_dword v10, v2, s[4:7], 0 offen
	buffer_store_dword v11, v1, s[4:7], 0 offen offset:256
	buffer_store_byte v12, v1, s[4:7], 0 offen offset:512
	s_waitcnt vmcnt(0) expcnt(0)
	s_lshl_b32 s11, s8, 8
	s_or_b32 s11, s11, s10
	s_cmp_eq_u32 s11, 0x2508
	s_cselect_b32 s20, 0, s4
	s_cselect_b32 s21, 0x7fff, s5
	s_load_dword s27, s[20:21], 0x0
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s10, s10, 1
	s_cmp_lg_u32 s10, 0
	s_cbranch_scc1 loop`

// onlyComputes has loops without memory: of more rounds than are executed at a time, of a number of rounds that
// depends on the work-group, and of one.
const onlyComputes = `s_mov_b32 s10, 4
	v_mov_b32 v2, 0
	outer:
	s_movk_i32 s11, 0x503
	long:
	v_xor_b32 v2, v2, v0
	s_sub_u32 s11, s11, 1
	s_cmp_lg_u32 s11, 0
	s_cbranch_scc1 long
	s_and_b32 s11, s8, 7
	some:
	v_mad_u32_u24 v2, v2, 3, 1
	s_sub_i32 s11, s11, 1
	v_add_f32 v3, v3, v2
	s_cmp_gt_i32 s11, 0
	s_cbranch_scc1 some
	s_sub_u32 s10, s10, 1
	s_cmp_lg_u32 s10, 0
	s_cbranch_scc1 outer
	buffer_store_dword v2, v0, s[4:7], 0 offen`

// TestWorkGroupsAreRecordedTheSameOnPaths: whether host code makes a path's accesses and goes round loops or the
// recorder goes from instruction to instruction, tapes are the same, and what a launch leaves.
func TestWorkGroupsAreRecordedTheSameOnPaths(t *testing.T) {
	clock.RecordUnproved(t)
	all, followed, group := 0, 0, abi.WorkGroupIDX
	for i, name := range []string{"tahiti", "fiji", "vega10"} {
		c := oneCU(t, name)
		for seed := range uint64(7) {
			if seed < 4 && seed%3 != uint64(i) {
				continue // the programs that are not random do the same on each chip
			}
			faults := seed%3 == 1
			text := randomPaths(rand.New(rand.NewPCG(seed, 11)), name == "tahiti", faults)
			switch seed {
			case 0:
				text = turnsLate
			case 1:
				text = takenBack
			case 2:
				text = fewRounds
			case 3:
				text = onlyComputes
			}
			var how [2]both
			var tapes [2][][]uint64
			var taken [2]int
			for i := range how {
				n := 0
				tapes[i], taken[i], n = clock.Tapes(i == 0, func() {
					how[i], _ = runBoth(t, c, text, 48, 2, func(l *sim.Launch) {
						l.Options.Timing.Lanes = false
						l.Registers = append(l.Registers, sim.RegInit{Code: 8, Role: &group})
					})
				})
				followed += n
				require.True(t, i == 1 || n == 0)
				require.True(t, i == 0 || text != onlyComputes || n > 0)
			}
			all += int(how[1].result.Insts)
			require.Equal(t, faults, how[0].result.Fault != nil, text)
			require.Equal(t, fmt.Sprint(how[0].result.Fault), fmt.Sprint(how[1].result.Fault), text)
			require.Equal(t, taken[0], taken[1], text)
			require.Equal(t, faults, taken[0] > 0, text)
			require.Equal(t, len(tapes[0]), len(tapes[1]), text)
			for j := range tapes[0] {
				require.Equal(t, tapes[0][j], tapes[1][j], "%s\nwave %d", text, j)
			}
			require.Equal(t, how[0].memory, how[1].memory, text)
			how[1].same(t, &how[0], text)
		}
	}
	require.Greater(t, followed, all/3, "of %d instructions", all)
}
