package dump_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/dump"
)

// busyOn runs text on so many waves of one compute unit of Fiji, with a buffer at s[4:7] and v0 the
// number of the work-item.
func busyOn(t *testing.T, waves int, text string) *dump.LaunchStalls {
	t.Helper()
	return busyWith(t, waves, text, sim.TimingOptions{})
}

// busyWith is busyOn with other options, and on another chip where they name one.
func busyWith(t *testing.T, waves int, text string, timing sim.TimingOptions) *dump.LaunchStalls {
	t.Helper()
	return busyGroups(t, 1, waves, text, timing)
}

// busyGroups is busyWith for so many work-groups.
func busyGroups(t *testing.T, groups, waves int, text string, timing sim.TimingOptions) *dump.LaunchStalls {
	t.Helper()
	p, err := asm.Code(isa.GCN12, text)
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	fiji, err := chip.Lookup("fiji")
	require.NoError(t, err)
	fiji, err = fiji.Override(strings.NewReader(`{"ses": 1, "arrays": 1, "cus": 1}`), "test")
	require.NoError(t, err)
	if timing.Chip.Name == "" {
		timing.Chip = fiji
	}
	d := sim.NewDevice(isa.GCN12)
	rg, err := d.Mem.MapAnywhere("buffer", 1<<20, 1<<16)
	require.NoError(t, err)
	l := &sim.Launch{Prog: prog, Entry: 0x8000, Grid: [3]uint32{uint32(64 * waves * groups), 1, 1}, Group: [3]uint32{uint32(64 * waves), 1, 1}, LDS: 1 << 14,
		Registers: []sim.RegInit{{Code: 4, Scalar: []uint32{uint32(rg.Base), uint32(rg.Base >> 32), 1 << 20, 0x00024fac}}},
		Options:   sim.Options{Timing: &timing}}
	r, err := d.Run(l)
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	st := dump.New(dump.Stalls, false)
	st.AddLaunch("k", l, r, d)
	return st.Launches[0].Stalls
}

// lane is v0 = the lane's number.
const lane = "v_mbcnt_lo_u32_b32 v0, -1, 0\nv_mbcnt_hi_u32_b32 v0, -1, v0\n"

func rept(n int, text string) string { return fmt.Sprintf(".rept %d\n%s\n.endr\n", n, text) }

// A kernel of one kind of instruction keeps its unit busy, which is what limits it: the busy part is
// that of the unit's own clocks, however many SIMDs share it.
func TestTheBusyUnitIsNamed(t *testing.T) {
	loop := func(prep, body string) string {
		return lane + "s_mov_b32 m0, -1\n" + prep + "s_movk_i32 s1, 40\nagain:\n" + body + "s_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 again\ns_endpgm"
	}
	for _, x := range []struct {
		name, limiter, prep, body string
		least                     float64
	}{
		{"vector", "valu", "", rept(64, "v_mul_f32 v4, v4, v5"), 0.9},
		{"reads without conflicts", "lds", "v_lshlrev_b32 v1, 2, v0\n", rept(16, "ds_read_b32 v4, v1"), 0.9},
		{"reads of one bank", "lds", "v_lshlrev_b32 v1, 7, v0\n", rept(4, "ds_read_b32 v4, v1"), 0.9},
		{"scattered loads", "vmem", "v_lshlrev_b32 v1, 4, v0\n", rept(8, "buffer_load_dword v4, v1, s[4:7], 0 offen"), 0.85},
		{"scalar loads", "kcache", "", rept(8, "s_buffer_load_dwordx8 s[16:23], s[4:7], 0x0") + "s_waitcnt lgkmcnt(0)\n", 0.75},
	} {
		d := busyOn(t, 16, loop(x.prep, x.body))
		require.Equal(t, x.limiter, d.Limiter.Name, x.name)
		require.Greater(t, d.Limiter.Busy, x.least, x.name)
		require.LessOrEqual(t, d.Limiter.Busy, 1.0, x.name)
		require.Empty(t, d.Limiter.Why, x.name)
		for _, u := range d.Units {
			require.LessOrEqual(t, u.Utilisation, 1.0001, "%s: %s", x.name, u.Name)
		}
	}
	// One wave that waits is limited by nothing but the latency.
	d := busyOn(t, 1, loop("v_mov_b32 v1, 0\n", "buffer_load_dword v4, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n"))
	require.Less(t, d.Limiter.Busy, 0.7)
	require.Equal(t, "counter", d.Limiter.Why)
}

// Compute units that share a scalar or an instruction cache wait for its banks. The cache is what limits them then,
// and the time that they take follows from what a bank does in a clock.
func TestTheBusyCacheThatComputeUnitsShareIsNamed(t *testing.T) {
	const waves, rounds, loads = 16, 200, 32
	for _, x := range []struct {
		name, limiter, body string
		each                int // accesses of one bank for each round of a wave
	}{
		{"loads of one line", "kcache", rept(loads, "s_load_dword s20, s[4:5], 0x0"), loads},
		{"code of one block", "icache", "", 1}, // and of the one behind it, which is in another bank
	} {
		for _, cus := range []int{1, 2, 4} {
			c, err := chip.Lookup("fiji")
			require.NoError(t, err)
			c, err = c.Override(strings.NewReader(fmt.Sprintf(`{"ses": 1, "arrays": 1, "cus": %d}`, cus)), "test")
			require.NoError(t, err)
			d := busyGroups(t, cus, waves, fmt.Sprintf("s_movk_i32 s1, %d\n.p2align 6\nagain:\n%ss_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 again\ns_endpgm", rounds, x.body),
				sim.TimingOptions{Chip: c})
			bank := float64(cus * waves * rounds * x.each)
			require.GreaterOrEqual(t, float64(d.Cycles), bank, "%s, %d", x.name, cus)
			for _, u := range d.Units {
				require.LessOrEqual(t, u.Utilisation, 1.0001, "%s: %s", x.name, u.Name)
			}
			if cus == 4 {
				require.Less(t, float64(d.Cycles), 1.1*bank, x.name)
				require.Equal(t, x.limiter, d.Limiter.Name, x.name)
				require.Greater(t, d.Limiter.Busy, 0.95, x.name)
			}
		}
	}
}

// Clocks of barriers and sleeps are those of the barrier and the sleep.
func TestBarriersHaveTheirClocks(t *testing.T) {
	d := busyOn(t, 4, lane+"v_readfirstlane_b32 s8, v0\ns_sleep 3\ns_barrier\nv_mul_f32 v4, v4, v5\ns_endpgm")
	for _, in := range d.Insts {
		require.Equal(t, in.Inst == "s_barrier", in.Stalls[sim.StallBarrier] > 0, in.Inst)
		require.Equal(t, in.Inst == "s_sleep 3", in.Stalls[sim.StallSleep] > 0, in.Inst)
	}
}

// Bytes, hits and misses of instructions, profilers' counters and the roofline, by hand.
func TestCountersOfAKernel(t *testing.T) {
	const waves, times = 4, 8
	d := busyOn(t, waves, lane+"s_mov_b32 m0, -1\nv_lshlrev_b32 v1, 2, v0\n"+
		rept(times, "buffer_load_dword v4, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)")+
		"buffer_store_dwordx2 v[4:5], v1, s[4:7], 0 offen\nds_write_b64 v1, v[4:5]\nv_mac_f32 v6, v4, v5\nv_add_f32 v6, v4, v5\ns_load_dwordx4 s[16:19], s[4:5], 0x0\n"+
		"s_waitcnt 0\ns_endpgm")
	var loads, hits, misses, bytes uint64
	for _, in := range d.Insts {
		switch {
		case strings.HasPrefix(in.Inst, "buffer_load"):
			loads += in.Issues
			hits += in.Hits
			misses += in.Misses
			bytes += in.Bytes
		case strings.HasPrefix(in.Inst, "buffer_store"):
			require.EqualValues(t, waves*64*8, in.Bytes)
		case strings.HasPrefix(in.Inst, "ds_write"):
			require.EqualValues(t, waves*64*8, in.Bytes)
		case strings.HasPrefix(in.Inst, "s_load"):
			require.EqualValues(t, waves*16, in.Bytes)
			require.EqualValues(t, waves, in.Hits+in.Misses)
		}
	}
	require.EqualValues(t, waves*times, loads)
	require.EqualValues(t, waves*times*256, bytes)
	require.EqualValues(t, 4, misses, "four lines of 64 bytes")
	require.EqualValues(t, waves*times*4-4, hits)

	c := map[string]float64{}
	for _, x := range d.Counters {
		require.NotEmpty(t, x.Doc, x.Name)
		_, twice := c[x.Name]
		require.False(t, twice, x.Name)
		c[x.Name] = x.Value
	}
	for name, want := range map[string]float64{
		"SQ_WAVES": waves, "Wavefronts": waves, "SQ_INSTS_VMEM_RD": waves * times, "SQ_INSTS_VMEM_WR": waves, "SQ_INSTS_LDS": waves, "SQ_INSTS_SMEM": waves,
		"SQ_INSTS_VALU": 5 * waves, "SQ_INSTS_SALU": waves, "VALUInsts": 5, "VFetchInsts": times, "VWriteInsts": 1, "SFetchInsts": 1, "LDSInsts": 1, "SQ_INSTS_FLAT": 0,
		"GRBM_GUI_ACTIVE": float64(d.Cycles), "SQ_WAVE_CYCLES": float64(d.WaveCycles) / 4, "SQ_ACTIVE_INST_VALU": 5 * waves,
		"VALUBusy": 100 * 5 * waves * 4 / (4 * float64(d.Cycles)), "FetchSize": float64(d.DRAM.Read) / 1024,
	} {
		got, ok := c[name]
		require.True(t, ok, name)
		require.InDelta(t, want, got, 1e-9, name)
	}
	require.InDelta(t, 100*c["TCC_HIT_sum"]/(c["TCC_HIT_sum"]+c["TCC_MISS_sum"]), c["L2CacheHit"], 1e-9)

	r := &d.Roofline
	require.EqualValues(t, waves*64*3, r.Ops, "a multiply-add and an addition")
	require.EqualValues(t, 128, r.Peak, "64 lanes of one compute unit, two operations each")
	require.InDelta(t, r.Ops/float64(d.DRAM.Bytes), r.Intensity, 1e-9)
	require.InDelta(t, min(128, r.Intensity*512000/1050), r.Attainable, 1e-9, "Fiji's pins: 512 GB/s at 1050 MHz")
	require.InDelta(t, r.PerCycle/r.Attainable, r.Share, 1e-9)
	// Loads and nothing else: the share of the pins.
	d = busyOn(t, 1, "s_endpgm")
	require.Zero(t, d.Roofline.Ops)
	require.InDelta(t, d.DRAM.Share, d.Roofline.Share, 1e-9)
}

// FLAT instructions are counted under their own names and, as rocprof does, with vector memory and LDS.
func TestCountersOfFlat(t *testing.T) {
	d := busyOn(t, 1, "s_mov_b32 m0, -1\nv_mov_b32 v1, s5\nv_and_b32 v1, 0xffff, v1\nv_mov_b32 v0, s4\nflat_load_dword v2, v[0:1]\nflat_load_dword v3, v[0:1]\n"+
		"s_buffer_load_dword s16, s[4:7], 0x0\ns_waitcnt 0\nflat_store_dword v[0:1], v2\nbuffer_load_dword v4, off, s[4:7], 0\ns_endpgm")
	c := map[string]float64{}
	for _, x := range d.Counters {
		c[x.Name] = x.Value
	}
	for name, want := range map[string]float64{
		"SQ_INSTS_FLAT": 3, "SQ_INSTS_VMEM_RD": 3, "SQ_INSTS_VMEM_WR": 1, "SQ_INSTS_LDS": 3, "TA_FLAT_READ_WAVEFRONTS_sum": 2, "TA_FLAT_WRITE_WAVEFRONTS_sum": 1,
		"VFetchInsts": 1, "VWriteInsts": 0, "FlatVMemInsts": 3, "LDSInsts": 3, "SQ_INST_CYCLES_SALU": 1, "SQ_INSTS_SMEM": 1,
		"FETCH_SIZE": float64(d.DRAM.Read) / 1024, "TCC_MC_RDREQ_sum": float64(d.DRAM.Read) / 32, "MemWrites32B": float64(d.DRAM.Written) / 32,
	} {
		got, ok := c[name]
		require.True(t, ok, name)
		require.InDelta(t, want, got, 1e-9, name)
	}
	require.NotContains(t, c, "TCC_EA_RDREQ_sum", "GCN 1.4 has it")
}

// Each counter has AMD's file that defines it, and a generation has the names that it is documented with:
// gfx6 has no FLAT instructions, GPUPerfAPI calls hits of L2 CacheHit up to gfx8, rocprofiler calls them
// L2CacheHit from gfx8 on, and gfx9 reads memory through TCC_EA.
func TestCountersOfEachGeneration(t *testing.T) {
	for _, x := range []struct {
		chip      string
		has, lack []string
	}{
		{"tahiti", []string{"CacheHit", "VFetchInsts", "WriteUnitStalled", "TCC_MC_RDREQ_sum"}, []string{"L1CacheHit", "TCC_WRREQ_STALL_max", "FETCH_SIZE", "L2CacheHit", "SQ_INSTS_FLAT", "FlatVMemInsts", "FlatLDSInsts", "TA_FLAT_READ_WAVEFRONTS_sum", "TCC_EA_RDREQ_sum"}},
		{"hawaii", []string{"CacheHit", "FlatVMemInsts", "FlatLDSInsts", "TCC_MC_RDREQ_sum"}, []string{"L2CacheHit", "TCC_EA_RDREQ_sum"}},
		{"fiji", []string{"CacheHit", "L2CacheHit", "FlatVMemInsts", "TCC_MC_WRREQ_sum"}, []string{"TCC_EA_WRREQ_sum"}},
		{"vega10", []string{"L1CacheHit", "L2CacheHit", "FlatVMemInsts", "TCC_EA_WRREQ_sum"}, []string{"CacheHit", "TCC_MC_WRREQ_sum"}},
	} {
		c, err := chip.Lookup(x.chip)
		require.NoError(t, err)
		p, err := asm.Code(c.Target.Gen, "s_endpgm")
		require.NoError(t, err)
		prog, err := sim.NewProgram(c.Target.Gen, 0x8000, p.Code)
		require.NoError(t, err)
		d := sim.NewDevice(c.Target.Gen)
		l := &sim.Launch{Prog: prog, Entry: 0x8000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
			Options: sim.Options{Timing: &sim.TimingOptions{Chip: c}}}
		r, err := d.Run(l)
		require.NoError(t, err)
		st := dump.New(dump.Stalls, false)
		st.AddLaunch("k", l, r, d)
		seen := map[string]bool{}
		for _, k := range st.Launches[0].Stalls.Counters {
			require.False(t, seen[k.Name], "%s: %s twice", x.chip, k.Name)
			seen[k.Name] = true
			require.Regexp(t, "^(rocprofiler|GPUPerfAPI)", k.Source, k.Name)
		}
		for _, n := range x.has {
			require.True(t, seen[n], "%s: %s", x.chip, n)
		}
		for _, n := range x.lack {
			require.False(t, seen[n], "%s: %s", x.chip, n)
		}
	}
}

// Active lanes by hand: 16 lanes of an instruction that takes four times as long as one of 64 lanes. Nobody has
// them who has not asked.
func TestCountersOfActiveLanes(t *testing.T) {
	text := "s_mov_b64 exec, 0xffff\nv_rcp_f32 v1, v0\ns_mov_b64 exec, -1\nv_mov_b32 v1, v0\ns_endpgm"
	for _, asked := range []bool{true, false} {
		d := busyWith(t, 1, text, sim.TimingOptions{Lanes: asked})
		c := map[string]float64{}
		for _, x := range d.Counters {
			c[x.Name] = x.Value
		}
		require.EqualValues(t, 5, c["SQ_ACTIVE_INST_VALU"])
		if !asked {
			require.NotContains(t, c, "SQ_THREAD_CYCLES_VALU")
			require.NotContains(t, c, "VALUUtilization")
			continue
		}
		require.EqualValues(t, 4*16+64, c["SQ_THREAD_CYCLES_VALU"])
		require.InDelta(t, 40, c["VALUUtilization"], 1e-9)
		require.EqualValues(t, 16, *d.Roofline.ActiveOps)
		require.EqualValues(t, 64, d.Roofline.Ops)
	}
}

// L2 waits for memory where it replaces lines that were written faster than memory takes them, and not where
// nothing is written.
func TestWritesThatAreStalled(t *testing.T) {
	stores := "v_lshlrev_b32 v1, 6, v0\ns_movk_i32 s1, 60\nagain:\n" +
		rept(8, "buffer_store_dword v4, v1, s[4:7], 0 offen\nv_add_u32 v1, vcc, 0x1000, v1") +
		"s_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 again\ns_endpgm"
	var share [2]float64
	for i, text := range []string{stores, strings.ReplaceAll(stores, "_store_", "_load_")} {
		fiji, err := chip.Lookup("fiji")
		require.NoError(t, err)
		small, err := fiji.Override(strings.NewReader(`{"ses": 1, "arrays": 1, "cus": 1, "dram_gbs": 2, "l2_bytes": 65536}`), "test")
		require.NoError(t, err)
		d := busyWith(t, 4, lane+text, sim.TimingOptions{Chip: small})
		for _, x := range d.Counters {
			if x.Name == "WriteUnitStalled" {
				share[i] = x.Value
			}
		}
		require.InDelta(t, 100*float64(d.DRAM.WriteStall)/float64(d.Cycles), share[i], 1e-9)
	}
	require.Greater(t, share[0], 1.0)
	require.LessOrEqual(t, share[0], 100.0)
	require.Zero(t, share[1])
}

// An address unit is stalled while operations wait behind one that L1 cannot ask L2 for. It never is where
// loads hit L1, nor where there is one load.
func TestAddressUnitsThatAreStalled(t *testing.T) {
	const load = "buffer_load_dword v4, v1, s[4:7], 0 offen\n"
	const next, wait = "v_add_u32 v1, vcc, 0x1000, v1\n", "s_waitcnt vmcnt(0)\n"
	counters := func(misses, busy int, text string) (cycles, stalled float64) {
		fiji, err := chip.Lookup("fiji")
		require.NoError(t, err)
		small, err := fiji.Override(strings.NewReader(fmt.Sprintf(`{"ses": 2, "arrays": 1, "cus": 2, "l1_misses": %d, "tlb_page": 1048576}`, misses)), "test")
		require.NoError(t, err)
		d := busyWith(t, 1, lane+text+wait+"s_endpgm", sim.TimingOptions{Chip: small})
		c := map[string]float64{}
		for _, x := range d.Counters {
			c[x.Name] = x.Value
		}
		require.InDelta(t, c["MemUnitBusy"], 100*c["TA_BUSY_max"]/c["GRBM_GUI_ACTIVE"]/2, 1e-9)
		require.InDelta(t, c["TA_BUSY_avr"], c["TA_BUSY_max"]/16, 1e-9, "of 16, of which one is in use")
		stalled = c["MemUnitStalled"] / 100 * c["GRBM_GUI_ACTIVE"] * 2
		require.InDelta(t, c["TA_BUSY_max"], float64(busy)+stalled, 1e-6, "clocks of loads, and stalls")
		return c["GRBM_GUI_ACTIVE"], stalled
	}
	// Where one line can be on its way, one more load takes a round trip more, of which the address unit
	// works four clocks.
	before, least := counters(1, 4*5, "v_mov_b32 v1, 0\n"+rept(5, load+next))
	after, most := counters(1, 4*12, "v_mov_b32 v1, 0\n"+rept(12, load+next))
	require.Greater(t, least, 1000.0)
	require.InDelta(t, after-before-7*4, most-least, 1e-6)

	const any, apart = 1 << 16, "v_mul_u32_u24 v1, 64, v0\n"
	for _, loads := range []int{1, 20} {
		_, none := counters(any, 16*loads, apart+rept(loads, load+wait))
		require.Zero(t, none, "%d loads of the same lines", loads)
	}
	// Where any number can be, and translations are known, a load of 64 lines takes 64 clocks, of which the
	// address unit works 16. The next one waits from the last quad on, when the address unit has four more
	// clocks to do.
	_, two := counters(any, 16*3, apart+load+wait+rept(2, next+load))
	require.InDelta(t, 64-16-4, two, 1e-6)
	_, least = counters(any, 16*5, apart+rept(5, load+next))
	_, most = counters(any, 16*10, apart+rept(10, load+next))
	require.InDelta(t, 5*(64-16), most-least, 1e-6)
}
