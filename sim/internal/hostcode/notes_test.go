package hostcode_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// Waves and work-groups whose accesses race or do not, in loops that host code makes as a whole, have the
// findings that they have in Go, to the letter: each access is told of as if it was made then. What they
// store is there, too.
func TestNotedAccessesAreChecked(t *testing.T) {
	n := 14
	if *long {
		n = 6000
	}
	for _, tier := range tiers(t) {
		r := rand.New(rand.NewPCG(9, uint64(len(tier))))
		rounds, found := 0, map[string]int{}
		stop := hostcode.OnWhole(func(times int, _ bool) { rounds += times + 1 })
		for range n {
			g := []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14}[r.IntN(4)]
			waves := 1 + r.IntN(4)
			src := notedLoop(r, g, waves)
			p, err := asm.Code(g, src)
			require.NoError(t, err, src)
			l := notedLaunch(r, waves)
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			got.direct = 0
			require.True(t, want.equal(&got), "%s, %v, %d waves, grid %v: %s\n%s", tier, g, waves, l.Grid, want.differs(&got), src)
			kinds := map[string]bool{}
			for _, f := range want.Findings {
				_, rule, _ := strings.Cut(f, `"rule":"`)
				rule, _, _ = strings.Cut(rule, `"`)
				kinds[rule] = true
			}
			if len(kinds) == 0 {
				kinds["none"] = true
			}
			for k := range kinds {
				found[k]++
			}
		}
		stop()
		t.Log(tier, rounds, "rounds, programs with findings:", found)
		require.Greater(t, rounds, 20*n, tier)
		for _, k := range []string{"none", "lds-race", "global-race", "wave-race"} {
			require.NotZero(t, found[k], "%s: %s", tier, k)
		}
	}
}

// notedLaunch is a launch of some work-groups of such a program.
func notedLaunch(r *rand.Rand, waves int) sim.Launch {
	base := uint64(0x200000000)
	data := mem.RawBuffer(base, room)
	lanes, wave, group := abi.LocalIDX, abi.WaveInGroup, abi.WorkGroupIDX
	group64 := uint32(waves * isa.Lanes)
	l := sim.Launch{Grid: [3]uint32{group64 * uint32(1+r.IntN(4)), 1, 1}, Group: [3]uint32{group64, 1, 1}, LDS: ldsBytes}
	l.Registers = []sim.RegInit{{Code: isa.CodeVGPR, Lanes: &lanes}, {Code: 0, Scalar: []uint32{uint32(base), uint32(base >> 32)}},
		{Code: 4, Scalar: data[:]}, {Code: 8, Role: &wave}, {Code: 9, Role: &group}}
	if r.IntN(2) == 0 {
		l.InitLDS = make([]byte, ldsBytes)
	}
	l.Options = sim.Options{Check: true, Workers: 1, Keep: true, Count: true, CountHost: true, MaxInsts: 1 << 20}
	return l
}

// notedLoop is a loop that loads and stores where other waves and work-groups may.
func notedLoop(r *rand.Rand, g isa.Gen, waves int) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	add := map[isa.Gen]string{isa.GCN12: "v_add_u32 %s, vcc, %s, %s", isa.GCN14: "v_add_u32 %s, %s, %s"}[g]
	if add == "" {
		add = "v_add_i32 %s, vcc, %s, %s"
	}
	plus := func(to, x, y string) { line(add, to, x, y) }
	racy := r.IntN(4) // of ten accesses
	line("s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\ns_mul_i32 s10, s9, %d\ns_add_u32 s10, s10, s8\ns_lshl_b32 s10, s10, 8", waves)
	line("v_lshlrev_b32 v10, 2, v1")
	plus("v10", "s10", "v10") // of the wave
	line("v_lshlrev_b32 v11, %d, v1\ns_lshl_b32 s11, s9, 9\ns_addk_i32 s11, 0x%x", 2+r.IntN(3), r.IntN(3)*64)
	plus("v11", "s11", "v11") // of several
	line("v_xor_b32 v12, %d, v10\nv_lshlrev_b32 v13, 2, v0", 4*r.IntN(64))
	plus("v14", "s0", "v10")
	line("v_mov_b32 v15, s1\nv_lshlrev_b32 v16, %d, v1", 2+r.IntN(3))
	for i := range 14 {
		line("v_mov_b32 v%d, %s", 20+i, one("v0", "v10", "s8", "7"))
	}
	line("s_mov_b32 s30, 0\ns_mov_b32 s31, 0\ns_mov_b64 s[32:33], 0\ns_mov_b64 s[20:21], 0x%x\ns_movk_i32 s50, %d\nagain:", r.Uint32(),
		20+r.IntN(60))
	const wait = "s_waitcnt vmcnt(0) lgkmcnt(0)"
	stored := r.IntN(3) > 0
	for i := range 1 + r.IntN(8) {
		at, lds := one("v10", "v10", "v12"), "v13"
		if r.IntN(10) < racy {
			at, lds = "v11", one("v13", "v16")
		}
		offset := one("", "", fmt.Sprintf(" offset:%d", 4*r.IntN(300)))
		n := 20 + r.IntN(10)
		switch k := r.IntN(12); {
		case k < 3:
			line("buffer_load_%s, %s, s[4:7], 0 offen%s", one(fmt.Sprintf("dword v%d", n), fmt.Sprintf("dwordx2 v[%d:%d]", n, n+1),
				fmt.Sprintf("ubyte v%d", n)), at, offset)
		case k < 5 && stored:
			line("buffer_store_%s, %s, s[4:7], 0 offen%s", one(fmt.Sprintf("dword v%d", n), fmt.Sprintf("dwordx2 v[%d:%d]", n, n+1),
				fmt.Sprintf("dwordx4 v[%d:%d]", n, n+3), fmt.Sprintf("short v%d", n), fmt.Sprintf("byte v%d", n)), at, offset)
		case k == 5 && g != isa.GCN10:
			if line("flat_load_dword v%d, v[14:15]", n); stored && r.IntN(2) == 0 {
				line("%s\nflat_store_dword v[14:15], v%d", wait, n)
			}
		case k == 6:
			line("s_load_dword%s, s[0:1], 0x%x", one(" s30", " s31", "x2 s[32:33]"), r.IntN(4)*16)
		case k < 9:
			line("ds_read%s, %s%s", one(fmt.Sprintf("_b32 v%d", n), fmt.Sprintf("_b64 v[%d:%d]", n, n+1)), lds, offset)
		case k < 11:
			line("ds_write_b32 %s, v%d%s", lds, n, offset)
		default:
			line("ds_read2_b32 v[%d:%d], %s offset0:%d offset1:%d", n, n+1, lds, r.IntN(64), r.IntN(64))
		}
		if r.IntN(3) > 0 {
			line("%s", wait)
			plus(fmt.Sprintf("v%d", 20+r.IntN(10)), "v24", "v25")
		}
		switch r.IntN(14) {
		case 0:
			line("%s\ns_barrier", wait)
		case 1:
			line("s_not_b64 exec, exec")
		case 2:
			line("s_mov_b64 exec, %s", one("-1", "s[20:21]", "0"))
		case 3:
			line("s_bitcmp1_b32 s50, %d\ns_cbranch_scc1 behind%d\n%s\nv_mov_b32 v26, v27\nbehind%[2]d:", r.IntN(4), i, wait)
		}
	}
	line("%s\ns_mov_b64 exec, -1", wait)
	if r.IntN(3) == 0 {
		line("s_barrier")
	}
	if r.IntN(2) == 0 {
		plus(one("v10", "v11", "v12"), fmt.Sprint(4*r.IntN(5)), "v10")
	}
	line("s_sub_u32 s50, s50, 1\ns_cmp_lg_u32 s50, 0\ns_cbranch_scc1 again\ns_endpgm")
	return b.String()
}

// Loads of LDS that wait to be looked at stay, where the path behind them is left before its own are told of:
// stores of other waves race with them.
func TestReadsOfTheRoundBeforeStay(t *testing.T) {
	const src = `
		s_mov_b32 m0, -1
		v_and_b32 v1, 63, v0
		v_lshlrev_b32 v13, 2, v0
		v_lshlrev_b32 v16, 2, v1
		v_mov_b32 v24, 0
		v_mov_b32 v25, 0
		v_mov_b32 v26, 7
		v_mov_b32 v14, s0
		v_mov_b32 v15, s1
		s_movk_i32 s50, 200
	again:
		buffer_load_dwordx2 v[24:25], v13, s[4:7], 0 offen
		s_waitcnt vmcnt(0)
		s_barrier
		ds_read_b32 v24, v13
		s_waitcnt lgkmcnt(0)
		s_bitcmp1_b32 s50, 3
		s_cbranch_scc1 one
		v_mov_b32 v26, 1
	one:
		flat_load_dword v23, v[14:15]
		s_waitcnt vmcnt(0) lgkmcnt(0)
		s_bitcmp1_b32 s50, 2
		s_cbranch_scc1 two
		v_mov_b32 v26, 2
	two:
		ds_write_b32 v16, v26
		s_waitcnt lgkmcnt(0)
		s_sub_u32 s50, s50, 1
		s_cmp_lg_u32 s50, 0
		s_cbranch_scc1 again
		s_endpgm`
	p, err := asm.Code(isa.GCN14, src)
	require.NoError(t, err)
	l := notedLaunch(rand.New(rand.NewPCG(1, 1)), 3)
	want := remember(t, isa.GCN14, p.Code, l, "go")
	require.Len(t, want.Findings, 3)
	for _, tier := range tiers(t) {
		got := remember(t, isa.GCN14, p.Code, l, tier)
		got.direct = 0
		require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
	}
}

// A wave that is alone in its work-group is told nothing of loads and stores of LDS below what it has written; of
// those that a few rounds, or a few lanes, make elsewhere the findings are those of Go, to the letter: beyond the end,
// of what nobody has written, of addresses that are none of a dword.
func TestAccessesOfLDSOfWhichNothingIsToldHideNothing(t *testing.T) {
	n := 500 // fewer miss, say, an end that is a dword too high
	switch {
	case *long:
		n = 6000
	case testing.Short():
		n = 80
	}
	for _, tier := range tiers(t) {
		r := rand.New(rand.NewPCG(21, uint64(len(tier))))
		rounds, found, clean := 0, 0, 0
		stop := hostcode.OnWhole(func(times int, _ bool) { rounds += times + 1 })
		for range n {
			g := []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14}[r.IntN(4)]
			src := quietLoop(r, g)
			p, err := asm.Code(g, src)
			require.NoError(t, err, src)
			l := notedLaunch(r, 1)
			l.InitLDS = nil
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			got.direct = 0
			require.True(t, want.equal(&got), "%s, %v, grid %v: %s\n%s", tier, g, l.Grid, want.differs(&got), src)
			if found += len(want.Findings); len(want.Findings) == 0 {
				clean++
			}
		}
		stop()
		t.Log(tier, rounds, "rounds", found, "findings", clean, "programs without")
		require.Greater(t, rounds, 20*n, tier)
		require.Greater(t, found, n/4, tier)
		require.Greater(t, clean, n/16, tier)
	}
}

// quietLoop is a loop whose lanes stay in what is written of LDS, but for some rounds.
func quietLoop(r *rand.Rand, g isa.Gen) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	add := map[isa.Gen]string{isa.GCN12: "v_add_u32 %s, vcc, %s, %s", isa.GCN14: "v_add_u32 %s, %s, %s"}[g]
	if add == "" {
		add = "v_add_i32 %s, vcc, %s, %s"
	}
	plus := func(to, x, y string) { line(add, to, x, y) }
	line("s_mov_b32 m0, %s\nv_lshlrev_b32 v9, 2, v0\nv_lshlrev_b32 v8, 3, v0", one("-1", "-1", fmt.Sprint(ldsBytes-64*r.IntN(3))))
	line("v_mov_b32 v20, 1\nv_mov_b32 v21, 2\nv_mov_b32 v22, 3\nv_mov_b32 v23, 4")
	written := ldsBytes - []int{0, 0, 256, 512}[r.IntN(4)]
	for at := 0; at < written; at += 256 {
		line("ds_write_b32 v9, v20 offset:%d", at)
	}
	if r.IntN(3) == 0 { // more has been written than M0 lets the loop reach
		line("s_mov_b32 m0, %d", written-[]int{4, 64, 256, 512}[r.IntN(4)])
	}
	line("s_waitcnt lgkmcnt(0)\ns_movk_i32 s50, %d\ns_mov_b64 s[20:21], 0x%x\nagain:", 150+r.IntN(250), r.Uint32())
	const wait = "s_waitcnt vmcnt(0) lgkmcnt(0)"
	m0, sets := one("-1", "-1", fmt.Sprint(written-64*r.IntN(3))), r.IntN(3) == 0 // in the loop, always the same
	for i := range 1 + r.IntN(3) {
		v := fmt.Sprintf("v%d", 10+i)
		line("v_mov_b32 %s, %s", v, one("v9", "v9", "v8"))
		if r.IntN(3) > 0 { // some lanes elsewhere, in some rounds
			mask := []int{7, 56, 1023, 1023, 1023}[r.IntN(5)]
			line("s_and_b32 s40, s50, %d\ns_cmp_eq_u32 s40, %d\ns_cselect_b32 s41, %d, 0", mask, mask&r.IntN(60),
				[]int{4, 4, 1, 2, 8, written - 256, written - 252, ldsBytes, 1 << 20, -4, 12}[r.IntN(11)])
			if r.IntN(2) == 0 {
				line("v_cmp_%s_u32 vcc, %d, v0\nv_mov_b32 v19, s41\nv_cndmask_b32 v19, 0, v19, vcc", one("eq", "lt", "gt"), r.IntN(64))
				plus(v, v, "v19")
			} else {
				plus(v, "s41", v)
			}
		}
	}
	for i := range 2 + r.IntN(6) {
		v := fmt.Sprintf("v%d", 10+r.IntN(3))
		if i == 0 {
			v = "v10"
		}
		if sets && r.IntN(2) == 0 {
			line("s_mov_b32 m0, %s", m0)
		}
		offset := []int{0, 0, 4, 8, 256, written - 256, written - 252, written - 260}[r.IntN(8)]
		switch r.IntN(9) {
		case 0:
			line("ds_read2_b32 v[22:23], %s offset0:%d offset1:%d", v, r.IntN(64), r.IntN(64))
		case 1:
			line("ds_read_b64 v[22:23], %s offset:%d", v, offset&^7)
		case 2:
			line("ds_write_b64 %s, v[20:21] offset:%d", v, offset&^7)
		case 3:
			line("ds_write2_b32 %s, v20, v21 offset0:%d offset1:%d", v, r.IntN(64), r.IntN(64))
		case 4:
			line(one("ds_read_u8 v20, %s offset:%d", "ds_add_u32 %s, v21 offset:%d", "ds_write_b16 %s, v21 offset:%d"), v, offset)
		case 5:
			line("buffer_load_dword v%d, v9, s[4:7], 0 offen", 20+r.IntN(4))
		case 6:
			line("ds_write_b32 %s, v21 offset:%d", v, offset)
		default:
			line("ds_read_b32 v%d, %s offset:%d", 20+r.IntN(4), v, offset)
		}
		if r.IntN(3) > 0 {
			line(wait)
		}
		switch r.IntN(6) {
		case 0:
			line("s_mov_b64 exec, %s", one("-1", "s[20:21]", "0", "1"))
		case 1:
			line("s_bitcmp1_b32 s50, %d\ns_cbranch_scc1 behind%d\n%s\nv_mov_b32 v24, v20\nbehind%[2]d:", r.IntN(4), i, wait)
		}
	}
	if r.IntN(3) == 0 { // some lanes, and then all of them
		line("s_mov_b64 exec, s[20:21]\nds_write_b32 v10, v21\ns_mov_b64 exec, -1\nds_read_b32 v22, v10")
	}
	line("%s\ns_mov_b64 exec, -1\ns_sub_u32 s50, s50, 1\ns_cmp_lg_u32 s50, 0\ns_cbranch_scc1 again\ns_endpgm", wait)
	return b.String()
}
