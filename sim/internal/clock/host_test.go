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
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/clock"
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

// runLoop runs a program of randomLoop in 8 work-groups of 2 waves; nil where the tier is not there.
func runLoop(t *testing.T, c chip.Chip, text, host string) *sim.Result {
	t.Helper()
	g := c.Target.Gen
	code, err := asm.Code(g, text+"s_endpgm\n")
	require.NoError(t, err, text)
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
			{Code: 4, Scalar: res[:]}, {Code: 8, Scalar: []uint32{uint32(rg.Base), uint32(rg.Base >> 32)}},
			{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
		Options: sim.Options{Host: host, Keep: true, CountHost: true,
			Timing: &sim.TimingOptions{Chip: c, Waves: true}}})
	if err != nil {
		return nil
	}
	require.Nil(t, r.Fault, text)
	return r
}

// equalRuns compares clocks and registers.
func equalRuns(t *testing.T, want, got *sim.Result, text string) {
	t.Helper()
	require.Equal(t, want.Timing, got.Timing, text)
	for i, g := range want.State {
		for j, w := range g.Waves {
			v := got.State[i].Waves[j]
			if w.S != v.S || *w.V != *v.V || w.VWritten != v.VWritten || w.SWritten != v.SWritten || w.SCC != v.SCC {
				require.Fail(t, "registers differ", "wave %d of group %d\n%s", j, i, text)
			}
		}
	}
}

// TestTimingIsTheSameInEveryTier: what executes instructions changes no clock and no register.
func TestTimingIsTheSameInEveryTier(t *testing.T) {
	c := oneCU(t, "vega20")
	for seed := range uint64(6) {
		text := randomLoop(rand.New(rand.NewPCG(seed, 1)))
		want := runLoop(t, c, text, "go")
		best := ""
		for _, host := range []string{"auto", "avx2"} {
			got := runLoop(t, c, text, host)
			if got == nil || got.Host == best {
				continue // this host does not have it, or chooses it itself
			}
			if got.Host != "go" {
				n := uint64(0)
				for _, x := range got.HostCounts {
					n += x
				}
				require.Greater(t, n, want.Insts/5, "%s: in host code\n%s", host, text)
			}
			equalRuns(t, want, got, host+"\n"+text)
			best = got.Host
		}
	}
}

// TestPackedLoadsReturnTheSame: loads of many waves are kept small while they are outstanding, whatever
// their addresses are: in a row, apart, the same, in tiles, anywhere, out of range.
func TestPackedLoadsReturnTheSame(t *testing.T) {
	c := oneCU(t, "vega10")
	addresses := []string{
		"v_mov_b32 v9, 0x100",
		"v_lshlrev_b32 v9, 1, v0",
		"v_lshlrev_b32 v9, 2, v0\nv_and_b32 v9, 0x3c, v9",
		"v_bfrev_b32 v9, v0\nv_lshrrev_b32 v9, 20, v9",
		"v_sub_u32 v9, 0x3fc, v0",
		"v_mul_u32_u24 v9, v0, v0\nv_and_b32 v9, 0xffc, v9",
		"v_lshlrev_b32 v9, 11, v0", // some out of range
		"s_mov_b64 exec, 0x5a5a\nv_lshlrev_b32 v9, 3, v0\ns_mov_b64 exec, 0xff0ff",
	}
	loads := []string{
		"buffer_load_dword v10, v9, s[4:7], 0 offen", "buffer_load_dwordx2 v[12:13], v9, s[4:7], 0 offen offset:8",
		"buffer_load_ushort v14, v9, s[4:7], 0 offen", "ds_read_b32 v15, v9", "ds_read2_b32 v[16:17], v9 offset1:3",
		"global_load_dword v18, v9, s[8:9]", "s_load_dwordx4 s[32:35], s[8:9], 0x40", "s_load_dword s36, s[8:9], 0x0",
		"s_buffer_load_dword s37, s[4:7], 0x20", "global_load_dwordx4 v[24:27], v9, s[8:9] offset:16",
	}
	for seed, address := range addresses {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		var b strings.Builder
		b.WriteString("s_movk_i32 s10, 3\nv_and_b32 v3, 0xffc, v0\nds_write_b32 v0, v0\n")
		b.WriteString("buffer_store_dword v0, v0, s[4:7], 0 offen\nbuffer_store_dword v0, v0, s[4:7], 0 offen offset:256\n")
		b.WriteString("s_waitcnt vmcnt(0) lgkmcnt(0)\nloop:\ns_mov_b64 exec, -1\n" + address + "\n")
		if seed == 6 {
			b.WriteString("v_min_u32 v9, 0xfff0, v9\n") // as far as flat addresses are mapped
		}
		for range 30 {
			switch r.IntN(8) {
			case 0:
				b.WriteString("buffer_store_dword v10, v0, s[4:7], 0 offen offset:512\n")
			case 1:
				b.WriteString("ds_write_b32 v0, v15\n")
			case 2:
				b.WriteString("s_waitcnt vmcnt(1) lgkmcnt(0)\nv_add_u32 v20, v10, v15\n")
			default:
				b.WriteString(loads[r.IntN(len(loads))] + "\n")
			}
		}
		b.WriteString("s_waitcnt vmcnt(0) lgkmcnt(0)\n")
		b.WriteString("s_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 loop\n")
		want := runLoop(t, c, b.String(), "auto")
		before := clock.Crowd(0)
		got := runLoop(t, c, b.String(), "auto")
		clock.Crowd(before)
		equalRuns(t, want, got, b.String())
	}
}
