package dyncheck_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// newScriptProgram is a program whose work-groups all do the same in LDS without a race, but for a few late ones:
// there some accesses go elsewhere, are made by other lanes or not at all, store something else, or wait at
// another barrier. Mostly that is a race.
func newScriptProgram(seed uint64) (x *ldsProgram, waves int, inits []byte) {
	x = &ldsProgram{Rand: rand.New(rand.NewPCG(seed, 47)), gen: isa.GCN12, groups: 130}
	waves = []int{1, 2, 3, 4}[x.IntN(4)]
	const bytes = 512 // of a wave
	x.size = bytes * waves
	x.line("v_readfirstlane_b32 s10, v2\ns_lshr_b32 s8, s10, 6\ns_mul_i32 s10, s8, %d\nv_mov_b32 v5, s10", bytes)
	x.line("s_add_u32 s11, s10, %d\ns_cmp_eq_u32 s11, %d\ns_cselect_b32 s11, 0, s11\nv_mov_b32 v18, s11", bytes, x.size)
	x.line("s_cmp_ge_u32 s9, %d\ns_cselect_b32 s20, 1, 0", 110+x.IntN(20))
	// late says that s21 is a, but b in the late work-groups.
	late := func(a, b string) {
		x.line("s_cmp_eq_u32 s20, 1\ns_cselect_b32 s21, %s, %s", b, a)
	}
	odd := func() bool { return x.IntN(8) == 0 }
	if x.IntN(3) == 0 {
		inits = make([]byte, x.size)
	}
	half := x.IntN(3) == 0 // the rest is not written
	if x.IntN(6) == 0 {
		late("-1", x.one("1", "0x10000"))
		x.line("s_mov_b32 exec_lo, s21\ns_mov_b32 exec_hi, s21")
	}
	for at := 0; at < bytes && !(half && at > 0); at += 256 {
		x.line("v_mad_u32_u24 v7, 4, v1, v5\nds_write_b32 v7, v1 offset:%d", at)
	}
	x.line("s_mov_b64 exec, -1\ns_waitcnt lgkmcnt(0)\ns_barrier")
	reads, jumps := x.IntN(2) == 0, x.IntN(4) == 0
	for step := range 2 + x.IntN(6) {
		v := 7 + step%3
		base := "v5"
		if reads {
			base = x.one("v5", "v18", "0")
		}
		at := "0"
		if x.IntN(6) == 0 {
			at = x.one("4", "64", "0x100", "0x200", "0x200", "-4")
		}
		late("0", at)
		stride, off := []int{4, 4, 0, 8}[x.IntN(4)], x.IntN(3)*64
		if half {
			stride, off = stride&4, 0
		}
		x.line("v_mad_u32_u24 v%d, %d, v1, %s\nv_mad_i32_i24 v%[1]d, 1, s21, v%[1]d", v, stride, base)
		if odd() {
			late("-1", x.one("1", "0", "0x10000"))
			x.line("s_mov_b32 exec_lo, s21\ns_mov_b32 exec_hi, s21")
		}
		if jumps && odd() {
			late("0", x.one("1", "s8"))
			x.line("s_cmp_eq_u32 s21, 1\ns_cbranch_scc1 over%d", step)
		}
		late("s8", x.one("s8", "0", "1", "1"))
		x.line("v_mov_b32 v20, s21\nv_mov_b32 v21, s21")
		switch {
		case stride == 8 && reads:
			x.line("ds_read_b64 v[22:23], v%d", v)
		case stride == 8:
			x.line("ds_write_b64 v%d, v[20:21]", v)
		case reads:
			x.line("ds_read_b32 v22, v%d offset:%d", v, off)
		default:
			x.line("ds_write_b32 v%d, v20 offset:%d", v, off)
		}
		x.line("s_waitcnt lgkmcnt(0)\nover%d:\ns_mov_b64 exec, -1", step)
		if x.IntN(2) == 0 {
			if jumps && odd() {
				late("0", "1")
				x.line("s_cmp_eq_u32 s21, 1\ns_cbranch_scc1 none%d\ns_barrier\nnone%[1]d:", step)
			} else {
				x.line("s_barrier")
			}
			reads = !reads
		}
	}
	x.line("s_waitcnt lgkmcnt(0)\ns_endpgm")
	return x, waves, inits
}

// What is found in LDS is the same where work-groups mostly do what one before them has done, and a few do not.
func TestWorkGroupsThatDifferAreFound(t *testing.T) {
	old := dyncheck.PostponeReads(-1)
	defer dyncheck.PostponeReads(old)
	n := uint64(200)
	switch {
	case *long:
		n = 4000
	case testing.Short():
		n = 80
	}
	hosted, clean, found := uint64(0), 0, 0
	for seed := range n {
		x, waves, inits := newScriptProgram(seed)
		dyncheck.PostponeReads(-1)
		want, _ := ldsFindings(t, x, waves, inits, "go", 0)
		for _, later := range []int{old, []int{0, 3, 40}[x.IntN(3)]} {
			dyncheck.PostponeReads(later)
			got, k := ldsFindings(t, x, waves, inits, "auto", 0)
			require.Equal(t, want, got, "seed %d, %d waves, %d wait\n%s", seed, waves, later, x.String())
			hosted += k
		}
		found += len(want)
		if len(want) == 0 {
			clean++
		}
	}
	t.Log(hosted, clean, found)
	require.Greater(t, found, int(n)/4)
	require.Greater(t, clean, int(n)/4)
	if hosted == 0 {
		t.Skip("this host has no host code")
	}
	require.Greater(t, hosted, 500*n)
}

// Whether waves that race store the same value is known of a work-group that is the first to store it, also where its
// waves store more than notes have room for.
func TestWhatRacingWavesStoreIsKnownOfEachWorkGroup(t *testing.T) {
	for _, waves := range []int{2, 16} {
		for _, c := range []struct {
			value    string // of the last wave in the last work-groups, where the one before it stores 5
			severity waitcnt.Severity
		}{{"5", waitcnt.Warning}, {"6", waitcnt.Error}} {
			last := waves - 1
			x := &ldsProgram{gen: isa.GCN12, groups: 130, size: 256 * waves}
			x.line("v_readfirstlane_b32 s10, v2\ns_lshr_b32 s8, s10, 6\ns_mul_i32 s10, s8, 256\ns_add_u32 s21, s8, 20")
			x.line("s_cmp_eq_u32 s8, %d\ns_cselect_b32 s22, %s, 5\ns_cselect_b32 s24, %d, s10", last, c.value, 256*(last-1))
			x.line("s_cmp_ge_u32 s9, 125\ns_cselect_b32 s24, s24, s10\ns_cselect_b32 s21, s22, s21")
			x.line("v_mad_u32_u24 v7, 4, v1, s10\nv_mad_u32_u24 v8, 4, v1, s24\nv_mov_b32 v20, s21")
			for i := range waves - 2 {
				x.line("v_mov_b32 v%d, %[1]d\nds_write_b32 v7, v%[1]d", 21+i)
			}
			x.line("ds_write_b32 v8, v20\ns_waitcnt lgkmcnt(0)\ns_endpgm")
			for _, tier := range []string{"go", "auto"} {
				list, _ := ldsFindings(t, x, waves, nil, tier, 0)
				require.Len(t, list, 1)
				var f waitcnt.Finding
				require.NoError(t, json.Unmarshal([]byte(list[0]), &f))
				require.Equal(t, waitcnt.RuleLDSRace, f.Rule)
				require.Equal(t, c.severity, f.Severity, "%s %s, %d waves", c.value, tier, waves)
			}
		}
	}
}
