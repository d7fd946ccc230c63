package dyncheck_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// What is found in LDS is the same whether reads and writes that are in order are entered at once or
// only when another access follows: random reads, writes and atomics of four waves between barriers,
// of which some race, and some are in flight at a barrier.
func TestAccessesOfLDSThatWaitChangeNoFinding(t *testing.T) {
	old := dyncheck.PostponeReads(-1)
	defer dyncheck.PostponeReads(old)
	r := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 400 {
		var b strings.Builder
		line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
		if r.IntN(4) > 0 { // all but a few dwords are written first
			line("s_lshl_b32 s10, s8, 8\nv_add_u32 v4, vcc, s10, v0\nds_write_b32 v4, v1")
			line("s_waitcnt lgkmcnt(0)\ns_barrier")
		}
		for range 2 + r.IntN(12) {
			line("s_mul_i32 s10, s8, %d", []int{0, 4, 64, 256}[r.IntN(4)])
			line("v_mul_u32_u24 v4, %d, v1", []int{0, 4, 8, 4, 1}[r.IntN(5)])
			line("v_add_u32 v4, vcc, s10, v4\nv_and_b32 v4, 0x3f8, v4")
			if r.IntN(3) == 0 {
				line("s_mov_b32 exec_lo, 0x%x", r.Uint32())
			}
			for range 1 + r.IntN(3) {
				off := []int{0, 4, 2, 1}[r.IntN(4)] * 4
				writes := r.IntN(3) == 0
				switch k := r.IntN(9); {
				case writes && k == 0:
					line("ds_write_b64 v4, v[0:1] offset:%d", off&8)
				case writes && k < 3:
					line("ds_write2_b32 v4, v1, v0 offset0:%d offset1:%d", off/4, 2+r.IntN(2))
				case writes:
					line("ds_write_b32 v4, v%d offset:%d", r.IntN(2), off)
				case k == 0:
					line("ds_write_b32 v4, v1 offset:%d", off)
				case k == 1:
					line("ds_write_b8 v4, v1 offset:%d", off+1)
				case k == 2:
					line("ds_add_u32 v4, v1 offset:%d", off)
				case k == 3:
					line("ds_read_u8 v10, v4 offset:%d", off+r.IntN(4))
				case k < 6:
					line("ds_read_b64 v[10:11], v4 offset:%d", off&8)
				case k == 6:
					line("ds_read2_b32 v[10:11], v4 offset0:%d offset1:3", off/4)
				default:
					line("ds_read_b32 v10, v4 offset:%d", off)
				}
			}
			line("s_mov_b64 exec, -1")
			if r.IntN(8) > 0 {
				line("s_waitcnt lgkmcnt(0)")
			}
			if r.IntN(2) == 0 {
				line("s_barrier")
			}
		}
		waves := []int{4, 4, 2, 1}[r.IntN(4)]
		dyncheck.PostponeReads(-1)
		want := checked(t, isa.GCN12, b.String(), waves, 2, sim.Options{Workers: 1}, false)
		for _, n := range []int{0, 3, 256} {
			dyncheck.PostponeReads(n)
			require.Equal(t, want, checked(t, isa.GCN12, b.String(), waves, 2, sim.Options{Workers: 1}, false), b.String())
		}
		found += len(want)
	}
	require.Greater(t, found, 300)
}

// A race of a write with a read names the instruction with which the other wave has read, and not
// that with which the writing wave has read the same bytes itself.
func TestRacesInLDSNameWhatTheOtherWaveDid(t *testing.T) {
	old := dyncheck.PostponeReads(-1)
	defer dyncheck.PostponeReads(old)
	reads := []func(wave int) string{
		func(w int) string { return fmt.Sprintf("ds_read_b32 v1%d, v3", w) },
		func(w int) string { return fmt.Sprintf("ds_read_u8 v1%d, v3 offset:1", w) },
		func(w int) string { return fmt.Sprintf("ds_read_b64 v[1%d:1%d], v3", w, w+1) },
	}
	for _, postponed := range []int{-1, 0, 256} {
		dyncheck.PostponeReads(postponed)
		for waves := 2; waves <= 4; waves++ {
			for i := range waves * len(reads) {
				read, writer := reads[i/waves], i%waves
				var b strings.Builder
				line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
				line("v_mov_b32 v4, 8\nds_write_b64 v3, v[0:1]\nds_write_b64 v4, v[0:1]\ns_waitcnt lgkmcnt(0)\ns_barrier")
				for w := range waves {
					line("s_cmp_eq_u32 s8, %d\ns_cbranch_scc0 not%d\n%s\n%[3]s\nnot%[2]d:", w, w, read(w))
				}
				// What is in flight at a barrier is not ordered by it.
				line("s_barrier\ns_cmp_eq_u32 s8, %d\ns_cbranch_scc0 end\nds_write_b32 v3, v0\nend:", writer)
				named := 0
				for _, f := range checked(t, isa.GCN12, b.String(), waves, 1, sim.Options{Workers: 1}, false) {
					if f.Rule != waitcnt.RuleLDSRace || !strings.Contains(f.Producer, "read") {
						continue
					}
					require.Contains(t, f.Message, fmt.Sprintf("wave %d writes", writer))
					other := regexp.MustCompile(`which wave (\d)`).FindStringSubmatch(f.Message)
					require.NotEqual(t, fmt.Sprint(writer), other[1])
					require.Regexp(t, `v\[?1`+other[1]+`\b`, f.Producer, f.Message)
					named++
				}
				require.Equal(t, 1, named, b.String())
			}
		}
	}
}
