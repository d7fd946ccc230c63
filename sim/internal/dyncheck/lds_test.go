package dyncheck_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
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
