package dyncheck_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
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

// Errata D-24: GCN 1.0 does not add an offset to a negative address right. The loop executes in Go at first, then in
// host code; in its last round lane 5 has a negative address. Offsets of 0, and sums outside of LDS, are other matters.
func TestNegativeAddressesOfLDSAreFoundOnGCN10(t *testing.T) {
	for _, c := range []struct {
		access string
		lane5  int32
		rule   string
	}{
		{"ds_read_b32 v2, v3 offset:16", -8, waitcnt.RuleLDSNegative},
		{"ds_write_b32 v3, v1 offset:16", -16, waitcnt.RuleLDSNegative},
		{"ds_write_b64 v3, v[4:5] offset:16", -8, waitcnt.RuleLDSNegative},
		{"ds_add_u32 v3, v1 offset:16", -8, waitcnt.RuleLDSNegative},
		{"ds_read2_b32 v[4:5], v3 offset0:2 offset1:3", -8, waitcnt.RuleLDSNegative},
		{"ds_read_b32 v2, v3 offset:16", 8, ""},
		{"ds_read_b32 v2, v3", 8, ""},
		{"ds_read_b32 v2, v3 offset:16", -20, waitcnt.RuleLDSBounds},
		{"ds_read_b32 v2, v3", -8, waitcnt.RuleLDSBounds},
	} {
		testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
			for _, host := range []string{"go", "auto"} {
				text := fmt.Sprintf(`
	s_movk_i32 s12, 200
	v_mov_b32 v6, 0
	v_mov_b32 v8, 0
	ds_write_b32 v8, v6 offset:0
	v_mov_b32 v9, 4
	ds_write_b32 v9, v6
	v_mov_b32 v9, 8
	ds_write_b32 v9, v6
	v_mov_b32 v9, 12
	ds_write_b32 v9, v6
	v_mov_b32 v9, 16
	ds_write_b32 v9, v6
	v_mov_b32 v9, 20
	ds_write_b32 v9, v6
	v_mov_b32 v9, 24
	ds_write_b32 v9, v6
	v_mov_b32 v3, 0
	v_mov_b32 v4, 0
	v_mov_b32 v5, 0
	s_waitcnt lgkmcnt(0)
again:
	%s
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s12, s12, 1
	s_cmp_eq_u32 s12, 1
	s_cbranch_scc0 next
	s_movk_i32 s13, %d
	v_writelane_b32 v3, s13, 5
next:
	s_cmp_eq_u32 s12, 0
	s_cbranch_scc0 again`, c.access, c.lane5)
				want := c.rule
				if want == waitcnt.RuleLDSNegative && g != isa.GCN10 {
					want = ""
				}
				p, err := asm.Code(g, "s_mov_b32 m0, -1\n"+text+"\ns_endpgm")
				require.NoError(t, err)
				prog, err := sim.NewProgram(g, 0x1000, p.Code)
				require.NoError(t, err)
				for range 3 { // the first ones in Go
					r, err := sim.NewDevice(g).Run(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{64, 1, 1},
						Group: [3]uint32{64, 1, 1}, LDS: 1024, Options: sim.Options{Check: true, Host: host},
						Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: make([][isa.Lanes]uint32, 10)}}})
					require.NoError(t, err)
					require.Nil(t, r.Fault)
					var got []string
					for _, f := range r.Findings {
						got = append(got, f.Rule+" "+f.Lanes)
					}
					if want == "" {
						require.Empty(t, got, "%s %d", c.access, c.lane5)
					} else {
						require.Equal(t, []string{want + " 0x20"}, got, "%s %d", c.access, c.lane5)
					}
				}
			}
		})
	}
}
