package clock_test

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
)

// randomLoop is a loop whose instructions depend on each other, with operations whose results arrive
// among them.
func randomLoop(r *rand.Rand) string {
	v := func() int { return 1 + r.IntN(7) }
	s := func() int { return 20 + r.IntN(6) }
	lines := []func() string{
		func() string { return fmt.Sprintf("v_add_f32 v%d, v%d, v%d", v(), v(), v()) },
		func() string { return fmt.Sprintf("v_fma_f32 v%d, v%d, v%d, s%d", v(), v(), v(), s()) },
		func() string { return fmt.Sprintf("v_add_co_u32 v%d, vcc, s%d, v%d", v(), s(), v()) },
		func() string { return fmt.Sprintf("v_addc_co_u32 v%d, vcc, v%d, v%d, vcc", v(), v(), v()) },
		func() string { return fmt.Sprintf("v_cmp_lt_u32 vcc, v%d, v%d", v(), v()) },
		func() string { return fmt.Sprintf("v_mov_b32_dpp v%d, v%d row_shr:1", v(), v()) }, // no host code
		func() string { return fmt.Sprintf("v_readfirstlane_b32 s%d, v%d", s(), v()) },
		func() string { return fmt.Sprintf("s_add_u32 s%d, s%d, s%d", s(), s(), s()) },
		func() string { return fmt.Sprintf("s_xor_b64 exec, exec, 0x%x", 1+r.IntN(62)) },
		func() string { return fmt.Sprintf("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x%x", r.IntN(256)) },
		func() string { return fmt.Sprintf("buffer_load_dword v%d, v0, s[4:7], 0 offen", v()) },
		func() string { return fmt.Sprintf("buffer_store_dword v%d, v0, s[4:7], 0 offen offset:1024", v()) },
		func() string { return fmt.Sprintf("ds_read_b32 v%d, v0", v()) },
		func() string { return fmt.Sprintf("ds_write_b32 v0, v%d", v()) },
		func() string { return fmt.Sprintf("s_waitcnt vmcnt(%d)", r.IntN(4)) },
		func() string { return "s_waitcnt lgkmcnt(0)" },
	}
	var b strings.Builder
	for i := range 7 {
		fmt.Fprintf(&b, "v_cvt_f32_u32 v%d, v0\nv_mul_f32 v%d, %d.5, v%d\n", i+1, i+1, i+1, i+1)
	}
	for i := range 6 {
		fmt.Fprintf(&b, "s_mov_b32 s%d, 0x%x\n", 20+i, r.Uint32())
	}
	b.WriteString("s_movk_i32 s10, 150\nloop:\n")
	for range 30 {
		b.WriteString(lines[r.IntN(len(lines))]() + "\n")
	}
	b.WriteString("s_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 loop\n")
	return b.String()
}

// TestTimingIsTheSameInEveryTier: what executes instructions changes no clock and no register.
func TestTimingIsTheSameInEveryTier(t *testing.T) {
	c := oneCU(t, "vega10")
	g := c.Target.Gen
	for seed := range uint64(6) {
		text := randomLoop(rand.New(rand.NewPCG(seed, 1)))
		code, err := asm.Code(g, text+"s_endpgm\n")
		require.NoError(t, err, text)
		run := func(host string) *sim.Result {
			p, err := sim.NewProgram(g, 0x1000, code.Code)
			require.NoError(t, err)
			d := sim.NewDevice(g)
			rg, err := d.Mem.MapAnywhere("buffer", 1<<16, 256)
			require.NoError(t, err)
			res := mem.RawBuffer(rg.Base, rg.Size())
			var lanes [isa.Lanes]uint32
			for l := range lanes {
				lanes[l] = uint32(4 * l)
			}
			r, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{8 * isa.Lanes, 1, 1},
				Group: [3]uint32{2 * isa.Lanes, 1, 1}, LDS: 4096,
				Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}},
					{Code: 4, Scalar: res[:]}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
				Options: sim.Options{Host: host, Keep: true, CountHost: true,
					Timing: &sim.TimingOptions{Chip: c, Waves: true}}})
			if err != nil {
				return nil // this host does not have it
			}
			require.Nil(t, r.Fault)
			return r
		}
		want := run("go")
		for _, host := range []string{"auto", "avx2"} {
			got := run(host)
			if got == nil {
				continue
			}
			if got.Host != "go" {
				n := uint64(0)
				for _, x := range got.HostCounts {
					n += x
				}
				require.Greater(t, n, want.Insts/5, "%s: in host code\n%s", host, text)
			}
			require.Equal(t, want.Timing, got.Timing, "%s\n%s", host, text)
			for i, g := range want.State {
				for j, w := range g.Waves {
					v := got.State[i].Waves[j]
					if w.S != v.S || *w.V != *v.V || w.VWritten != v.VWritten || w.SWritten != v.SWritten || w.SCC != v.SCC {
						require.Fail(t, "registers differ", "%s, wave %d of group %d\n%s", host, j, i, text)
					}
				}
			}
		}
	}
}
