package clock_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

// oneCU is a chip with a single compute unit.
func oneCU(t testing.TB, name string) chip.Chip {
	t.Helper()
	c, err := chip.Lookup(name)
	require.NoError(t, err)
	c, err = c.Override(strings.NewReader(`{"ses": 1, "arrays": 1, "cus": 1}`), "test")
	require.NoError(t, err)
	return c
}

// timed runs assembly text with the clock on. v0 is 4 * lane, s[4:7] a buffer of 64 KiB.
func timed(t testing.TB, c chip.Chip, text string, groups, waves int) *sim.Result {
	t.Helper()
	g := c.Target.Gen
	code, err := asm.Code(g, text+"\ns_endpgm\n")
	require.NoError(t, err)
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
	n := uint32(waves * isa.Lanes)
	r, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{n * uint32(groups), 1, 1}, Group: [3]uint32{n, 1, 1}, LDS: 1 << 15,
		Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}}, {Code: 4, Scalar: res[:]}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
		Options:   sim.Options{Timing: &sim.TimingOptions{Chip: c, Waves: true}}})
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	testcase.Sums(t, r)
	return r
}

// perInst is the number of clocks that one more of the body's repetitions takes: what comes before
// and after cancels out, and so do misses of the instruction cache.
func perInst(t testing.TB, c chip.Chip, setup, body string, groups, waves int) float64 {
	t.Helper()
	run := func(n, passes int) float64 {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(body, "$", fmt.Sprint(i)) + "\n") // labels differ
		}
		return float64(timed(t, c, fmt.Sprintf("%s\ns_mov_b32 s20, %d\n.p2align 6\nagain:\n%ss_waitcnt vmcnt(0) lgkmcnt(0) expcnt(0)\n", setup, passes, b.String())+
			"s_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 again", groups, waves).Timing.Cycles)
	}
	return (run(128, 3) - run(128, 2) - run(64, 3) + run(64, 2)) / 64
}

func TestOneWaveTakesTheDocumentedClocks(t *testing.T) {
	for _, c := range []struct {
		chip, setup, body string
		want              float64 // clocks of the body; CLRX GcnTimings
	}{
		{"fiji", "", "v_add_f32 v1, v1, v0", 4},
		{"fiji", "", "v_rcp_f32 v1, v1", 16},
		{"tahiti", "", "v_add_f64 v[2:3], v[2:3], v[2:3]", 8},
		{"fiji", "", "s_add_u32 s9, s9, s8", 4},
		{"fiji", "", "v_add_f32 v1, v1, v0\ns_add_u32 s9, s9, s8", 8},
		{"fiji", "", "s_nop 3", 16},
		{"fiji", "", "s_nop 0", 4},
		{"fiji", "", "ds_read_b32 v1, v0\ns_nop 0\ns_nop 0", 12},
		{"fiji", "", "ds_write_b32 v0, v1", 8},
		{"fiji", "", "ds_write_b64 v0, v[2:3]", 12},
		{"fiji", "", "ds_read_b128 v[4:7], v0", 16},
		{"fiji", "", "ds_add_u32 v0, v1", 8},
		{"tahiti", "", "buffer_load_dword v1, v0, s[4:7], 0 offen", 8},
		{"tahiti", "", "buffer_load_dwordx2 v[2:3], v0, s[4:7], 0 offen", 18},
		{"tahiti", "", "buffer_load_dwordx4 v[4:7], v0, s[4:7], 0 offen", 16},
		{"vega10", "", "buffer_store_dword v1, v0, s[4:7], 0 offen", 16}, // vmcnt does not limit it there
		{"fiji", "", "s_load_dword s12, s[4:5], 0x0", 4},
		{"fiji", "", "s_load_dwordx8 s[12:19], s[4:5], 0x0", 8},
		{"tahiti", "", "v_add_i32 v1, vcc, v1, v0\ns_mov_b32 s9, s8", 24},
		{"fiji", "", "v_readlane_b32 s10, v1, 0\ns_mov_b32 s9, s8", 24},
		{"fiji", "", "s_branch next$\ns_nop 0\nnext$:", 20},
		{"fiji", "", "s_branch next$\nnext$:", 20},
		{"fiji", "", "s_cbranch_execnz next$\nnext$:", 20},
		{"fiji", "", "s_getpc_b64 s[12:13]\ns_add_u32 s12, s12, 8\ns_setpc_b64 s[12:13]\n.rept 5\ns_nop 0\n.endr", 48},
		{"vega10", "", "s_call_b64 s[12:13], next$\nnext$:", 20},
		{"fiji", "", "s_nop 0\ns_cbranch_execz next$\nnext$:", 8},
		{"fiji", "", "s_nop 0\ns_nop 0\ns_cbranch_execz next$\ns_nop 0\nnext$:", 16},
		{"fiji", "", "s_cmp_lg_u32 s8, s8\ns_cbranch_scc1 next$\nnext$:", 12},
	} {
		t.Run(c.chip+"/"+strings.Fields(c.body)[0], func(t *testing.T) {
			require.InDelta(t, c.want, perInst(t, oneCU(t, c.chip), c.setup, c.body, 1, 1), 0.01)
		})
	}
}

func TestWavesOfASIMDShareItsTurn(t *testing.T) {
	c := oneCU(t, "fiji")
	for _, k := range []struct {
		name, body string
		waves      int
		want       float64
	}{
		// Four waves, one on each SIMD, do not disturb each other; the fifth to the eighth issue
		// the other kind of instruction in the same turn.
		{"one wave of each SIMD", "v_add_f32 v1, v1, v0\ns_add_u32 s9, s9, s8", 4, 8},
		{"vector and scalar together", "v_add_f32 v1, v1, v0\ns_add_u32 s9, s9, s8", 8, 8},
		{"one vector instruction in a turn", "v_add_f32 v1, v1, v0", 8, 8},
		{"no unit, no limit", "s_nop 0", 12, 4},
		{"quarter rate keeps the SIMD", "v_rcp_f32 v1, v1", 8, 32},
		// LDS: two ports, each 64 bytes a clock (CLRX: throughput 1/2 of ds_read_b32, 1/4 of
		// ds_write_b32 in a compute unit).
		{"ds_read_b32 by four waves", "ds_read_b32 v1, v0", 4, 8},
		{"ds_write_b32 by four waves", "ds_write_b32 v0, v1", 4, 16},
	} {
		t.Run(k.name, func(t *testing.T) { require.InDelta(t, k.want, perInst(t, c, "", k.body, 1, k.waves), 0.2) })
	}
}

func TestBankConflictsKeepLDS(t *testing.T) {
	c := oneCU(t, "fiji")
	for stride, want := range map[int]float64{1: 4, 2: 4, 4: 8, 32: 64} { // clocks of a lone wave: at least the issue, at most 32 for each half
		setup := fmt.Sprintf("v_mul_u32_u24 v5, %d, v0", stride)
		require.InDelta(t, want, perInst(t, c, setup, "ds_read_b32 v1, v5", 1, 1), 0.1, "stride of %d dwords", stride)
	}
	require.InDelta(t, 4, perInst(t, c, "v_mov_b32 v5, 0", "ds_read_b32 v1, v5", 1, 1), 0.1, "broadcast")
	// Lanes of one address go one after the other in an atomic, as lanes of one bank do (AMD OpenCL
	// Optimization Guide, 2.2: a half wave at a time).
	for addresses, want := range map[int]float64{1: 64, 2: 32, 8: 8, 64: 8} {
		setup := fmt.Sprintf("v_lshrrev_b32 v5, 2, v0\nv_and_b32 v5, %d, v5\nv_lshlrev_b32 v5, 2, v5", addresses-1)
		require.InDelta(t, want, perInst(t, c, setup, "ds_add_u32 v5, v1", 1, 1), 0.1, "%d addresses", addresses)
	}
	r := timed(t, c, "v_mul_u32_u24 v5, 32, v0\nds_read_b32 v1, v5\ns_waitcnt lgkmcnt(0)", 1, 1)
	require.EqualValues(t, 62, r.Timing.Insts[1].Conflicts)
}

func TestLoadsTakeTheLatencyOfTheirLevel(t *testing.T) {
	// A chain of loads of which each waits for the one before; the chip's figures are the
	// latencies.
	c := oneCU(t, "fiji")
	load := "buffer_load_dword v1, v0, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n"
	lat := func(text string) uint64 {
		r := timed(t, c, text, 1, 1)
		var last *sim.InstTiming
		for i := range r.Timing.Insts {
			if x := &r.Timing.Insts[i]; x.Returns > 0 {
				last = x
			}
		}
		return last.Latency
	}
	const one = "s_mov_b64 exec, 1\n"
	ns := c.Figures[chip.DRAMLatency].Value + c.Figures[chip.DRAMRCD].Value + c.Figures[chip.TLBWalk].Value // the first access opens a row
	require.InDelta(t, float64(c.Int(chip.L1Latency))+ns*c.Figures[chip.EngineMHz].Value/1000, lat(one+load), 2)
	require.EqualValues(t, c.Int(chip.L1Latency), lat(one+load+load))
	require.EqualValues(t, c.Int(chip.L2Latency), lat(one+load+"buffer_wbinvl1\n"+load))
	r := timed(t, c, load, 1, 1)
	require.EqualValues(t, 4, r.Timing.Insts[0].Quarters)
	require.EqualValues(t, 4, r.Timing.Insts[0].Segments, "64 dwords in a row are four lines")
	require.Equal(t, r.Timing.Insts[0].Latency-uint64(c.Int(chip.Load1Cycles)), r.Timing.Insts[0].Exposed, "all but its issue is waited for")
	hidden := timed(t, c, "buffer_load_dword v1, v0, s[4:7], 0 offen\n"+strings.Repeat("v_add_f32 v2, v2, v0\n", 1000)+"s_waitcnt vmcnt(0)", 1, 1)
	require.Zero(t, hidden.Timing.Insts[0].Exposed)
	require.Equal(t, hidden.Timing.Insts[0].Latency, hidden.Timing.Insts[0].Hidden())
}

func TestBarriersAndSleepAreCharged(t *testing.T) {
	c := oneCU(t, "fiji")
	r := timed(t, c, "v_readfirstlane_b32 s9, v0\ns_barrier\ns_nop 0\ns_barrier", 1, 8)
	require.NotZero(t, r.Timing.Stalls[sim.StallBarrier])
	r = timed(t, c, "s_sleep 2", 1, 1)
	slept := r.Timing.Stalls[sim.StallSleep] + 4 // its issue
	require.Greater(t, slept, uint64(2*64), "Vega ISA manual: 64*k + 1..64")
	require.LessOrEqual(t, slept, uint64(2*64+64))
}

// TestTheResultDoesNotDependOnTheNumberOfWorkers: work-groups of several waves on many compute
// units, with LDS, barriers, loads, stores and atomics whose results depend on their order.
func TestTheResultDoesNotDependOnTheNumberOfWorkers(t *testing.T) {
	const text = `
		v_mov_b32 v2, 1
		s_mov_b32 s20, 3
	again:
		buffer_atomic_add v2, off, s[4:7], 0 glc
		buffer_load_dword v3, v0, s[4:7], 0 offen offset:256
		ds_write_b32 v0, v2
		s_waitcnt vmcnt(0) lgkmcnt(0)
		s_barrier
		ds_read_b32 v4, v0
		v_add_u32 v5, vcc, v2, v3
		v_and_b32 v6, 0xff, v5
		v_lshlrev_b32 v6, 2, v6
		buffer_load_dword v7, v6, s[4:7], 0 offen glc
		s_load_dword s9, s[4:5], 0x0
		s_waitcnt vmcnt(0) lgkmcnt(0)
		buffer_store_dword v5, v6, s[4:7], 0 offen offset:2048
		s_sub_u32 s20, s20, 1
		s_cmp_lg_u32 s20, 0
		s_cbranch_scc1 again
		s_endpgm`
	c, err := chip.Lookup("fiji")
	require.NoError(t, err)
	code, err := asm.Code(isa.GCN12, text)
	require.NoError(t, err)
	var first *sim.Timing
	var bytes []byte
	// Of work-groups of four waves with 256 registers a compute unit holds one: others follow.
	need := &chip.Need{VGPRs: 256, SGPRs: 24, LDS: 4096, Group: 256}
	for i, workers := range []int{1, 2, 4, 1, 2, 4} {
		if i == 3 {
			first, need = nil, nil
		}
		p, err := sim.NewProgram(isa.GCN12, 0x1000, code.Code)
		require.NoError(t, err)
		d := sim.NewDevice(isa.GCN12)
		rg, err := d.Mem.MapAnywhere("buffer", 1<<16, 256)
		require.NoError(t, err)
		res := mem.RawBuffer(rg.Base, rg.Size())
		r, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{256 * 200, 1, 1}, Group: [3]uint32{256, 1, 1}, LDS: 4096,
			Registers: []sim.RegInit{{Code: 4, Scalar: res[:]}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
			Options:   sim.Options{Workers: workers, Timing: &sim.TimingOptions{Chip: c, Waves: true, Need: need}}})
		require.NoError(t, err)
		require.Nil(t, r.Fault)
		testcase.Sums(t, r)
		if first == nil {
			first, bytes = r.Timing, d.Mem.Slice(rg.Base, int(rg.Size()))
			require.NotZero(t, first.Stalls[sim.StallCounter])
			continue
		}
		require.Equal(t, first, r.Timing, "%d workers", workers)
		require.Equal(t, bytes, d.Mem.Slice(rg.Base, int(rg.Size())), "%d workers", workers)
	}
}

func TestTimingRefusesWhatItCannotDo(t *testing.T) {
	code, err := asm.Code(isa.GCN12, "s_endpgm")
	require.NoError(t, err)
	p, err := sim.NewProgram(isa.GCN12, 0, code.Code)
	require.NoError(t, err)
	fiji, vega := oneCU(t, "fiji"), oneCU(t, "vega10")
	for want, o := range map[string]sim.Options{
		"checking needs":        {Check: true, Timing: &sim.TimingOptions{Chip: fiji}},
		"return policy":         {Policy: waitcnt.Asap{}, Timing: &sim.TimingOptions{Chip: fiji}},
		"vega10 is GCN 1.4":     {Timing: &sim.TimingOptions{Chip: vega}},
		"has no source":         {Timing: &sim.TimingOptions{}},
		"300 VGPRs":             {Timing: &sim.TimingOptions{Chip: fiji, Need: &chip.Need{VGPRs: 300, Group: 64}}},
		"not one work-group of": {Timing: &sim.TimingOptions{Chip: fiji, Need: &chip.Need{VGPRs: 256, Group: 1024}}},
	} {
		_, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: p, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Options: o})
		require.ErrorContains(t, err, want)
	}
}

func TestFaultsAndLimitsEndATimedLaunch(t *testing.T) {
	c := oneCU(t, "fiji")
	for want, text := range map[string]string{
		"address not mapped":  "v_mov_b32 v1, 0\nv_mov_b32 v2, 0\nflat_load_dword v3, v[1:2]\ns_waitcnt vmcnt(0) lgkmcnt(0)",
		"0x0: address":        "v_mov_b32 v1, 0\nv_mov_b32 v2, 0\nflat_store_dword v[1:2], v0\ns_nop 0",
		"5000 instructions":   "again: s_branch again",
		"halted":              "s_sethalt 1",
		"left the code":       "s_nop 0\ns_branch end\nend:",
		"illegal instruction": ".long 0xffffffff",
	} {
		code, err := asm.Code(isa.GCN12, text)
		require.NoError(t, err)
		if want != "left the code" {
			end, err := asm.Code(isa.GCN12, "s_endpgm")
			require.NoError(t, err)
			code.Code = append(code.Code, end.Code...)
		}
		p, err := sim.NewProgram(isa.GCN12, 0, code.Code)
		require.NoError(t, err)
		r, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: p, Grid: [3]uint32{64 * 3, 1, 1}, Group: [3]uint32{64, 1, 1},
			Options: sim.Options{MaxInsts: 5000, Timing: &sim.TimingOptions{Chip: c}}})
		require.NoError(t, err)
		require.NotNil(t, r.Fault, want)
		require.ErrorContains(t, r.Fault, want)
		require.Equal(t, r.Timing.WaveCycles, r.Timing.Stalls.Total())
	}
}

func TestStallsSurviveJSON(t *testing.T) {
	r := timed(t, oneCU(t, "fiji"), "s_sleep 1\nv_rcp_f32 v1, v0", 2, 1)
	b, err := json.Marshal(r.Timing)
	require.NoError(t, err)
	var back sim.Timing
	require.NoError(t, json.Unmarshal(b, &back))
	require.Equal(t, r.Timing, &back)
}

// TestStreamsTakeTheBandwidthOfTheirLevel: every wave of a full chip reads or writes memory in its
// turn, 16 bytes a lane.
func TestStreamsTakeTheBandwidthOfTheirLevel(t *testing.T) {
	c, err := chip.Lookup("fiji")
	require.NoError(t, err)
	dram := c.Figures[chip.DRAMGBs].Value * 1000 / c.Figures[chip.EngineMHz].Value // bytes a clock
	l2 := float64(c.Int(chip.L2Channels) * c.Int(chip.L2Rate))
	stream := func(op string, blocks, passes int) float64 { // bytes a clock, of 16 blocks of 1 KiB for each wave
		waves := c.Int(chip.CUs) * 40
		text := fmt.Sprintf(`
			s_lshl_b32 s8, s8, 10
			v_lshlrev_b32 v1, 2, v0
			v_add_u32 v1, vcc, s8, v1
			s_mov_b32 s11, %d
		pass:
			v_mov_b32 v2, v1
			s_mov_b32 s10, %d
		block:
			%s v[4:7], v2, s[4:7], 0 offen
			v_add_u32 v2, vcc, %#x, v2
			s_sub_u32 s10, s10, 1
			s_cmp_lg_u32 s10, 0
			s_cbranch_scc1 block
			s_sub_u32 s11, s11, 1
			s_cmp_lg_u32 s11, 0
			s_cbranch_scc1 pass
			s_waitcnt vmcnt(0)
			s_endpgm`, passes, blocks, op, waves<<10)
		code, err := asm.Code(isa.GCN12, text)
		require.NoError(t, err)
		p, err := sim.NewProgram(isa.GCN12, 0x1000, code.Code)
		require.NoError(t, err)
		d := sim.NewDevice(isa.GCN12)
		rg, err := d.Mem.MapAnywhere("buffer", uint64(waves*blocks)<<10, 256)
		require.NoError(t, err)
		res := mem.RawBuffer(rg.Base, rg.Size())
		var lanes [isa.Lanes]uint32
		for l := range lanes {
			lanes[l] = uint32(4 * l)
		}
		seen := uint64(0)
		r, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{uint32(waves * 64), 1, 1}, Group: [3]uint32{64, 1, 1},
			Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}}, {Code: 4, Scalar: res[:]}},
			Options: sim.Options{Count: true, Timing: &sim.TimingOptions{Chip: c, Need: &chip.Need{VGPRs: 24, SGPRs: 24, Group: 64}},
				Hooks: &sim.Hooks{WaveStart: func(w *sim.Wave) { w.WriteS(8, uint32(w.ID)) }, Inst: func(*sim.Wave, *isa.Inst, uint64) { seen++ }}}})
		require.NoError(t, err)
		require.Nil(t, r.Fault)
		require.Equal(t, r.Insts, seen)
		require.EqualValues(t, waves, r.Counts[0])
		testcase.Sums(t, r)
		return float64(waves*blocks*passes<<10) / float64(r.Timing.Cycles)
	}
	read := stream("buffer_load_dwordx4", 8, 1)
	require.Less(t, read, 0.94*dram)
	require.Greater(t, read, 0.75*dram, "real boards reach 75 to 94 %")
	write := stream("buffer_store_dwordx4", 8, 1)
	require.Greater(t, write, 0.75*dram)
	require.Less(t, write, 1.15*dram, "what L2 keeps has not been written")
	// 64 KiB of memory for all waves: it stays in L2, and a wave's next block is not in its L1.
	if passes := 24; !testing.Short() {
		require.Greater(t, stream("buffer_load_dwordx4", 1, passes), 1.2*dram)
		require.Less(t, stream("buffer_load_dwordx4", 1, passes), float64(c.Int(chip.CUs)*c.Int(chip.L1Rate))+l2)
	}
}

func TestAWaveHasALimitOfClocks(t *testing.T) {
	code, err := asm.Code(isa.GCN12, "again: s_sleep 7\ns_branch again")
	require.NoError(t, err)
	p, err := sim.NewProgram(isa.GCN12, 0, code.Code)
	require.NoError(t, err)
	r, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: p, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Options: sim.Options{MaxCycles: 10000, Timing: &sim.TimingOptions{Chip: oneCU(t, "fiji")}}})
	require.NoError(t, err)
	require.ErrorContains(t, r.Fault, "10000 clocks")
	testcase.Sums(t, r)
}

func TestTimeIsTheClocks(t *testing.T) {
	// s_memtime before and after 16 quarter-rate instructions.
	r := timed(t, oneCU(t, "fiji"), "s_memtime s[12:13]\ns_waitcnt lgkmcnt(0)\n"+strings.Repeat("v_rcp_f32 v1, v1\n", 16)+
		"s_memtime s[14:15]\ns_waitcnt lgkmcnt(0)\ns_sub_u32 s12, s14, s12\ns_cmp_lt_u32 s12, 256+30+4+500\ns_cbranch_scc1 good\ns_trap 2\n"+
		"good: s_cmp_gt_u32 s12, 256+29\ns_cbranch_scc1 fine\ns_trap 2\nfine:", 1, 1)
	require.Nil(t, r.Fault)
}

func TestWavesWaitForEachOtherWithAClock(t *testing.T) {
	c := oneCU(t, "vega10")
	for name, k := range map[string]struct {
		text   string
		groups int
		waves  int
		fault  error
		reason sim.Stall
	}{
		"global wave sync: the second work-group opens the barrier": {"v_mov_b32 v1, 1\nds_gws_init v1 gds\nv_mov_b32 v1, 1\nds_gws_barrier v1 gds", 2, 1, nil, sim.StallUnit},
		"a semaphore that nobody releases":                          {"ds_gws_sema_p gds", 2, 1, sim.ErrDeadlock, sim.StallUnit},
		// Wave 0 sleeps for 8128 clocks; wave 1 ends that.
		"s_wakeup": {"v_readfirstlane_b32 s9, v1\ns_barrier\nds_add_rtn_u32 v2, v3, v4\ns_waitcnt lgkmcnt(0)\nv_readfirstlane_b32 s9, v2\ns_cmp_lg_u32 s9, 0\n" +
			"s_cbranch_scc1 second\ns_sleep 127\ns_endpgm\nsecond: s_sleep 10\ns_wakeup", 1, 2, nil, sim.StallSleep},
	} {
		t.Run(name, func(t *testing.T) {
			code, err := asm.Code(isa.GCN14, k.text+"\ns_endpgm")
			require.NoError(t, err)
			p, err := sim.NewProgram(isa.GCN14, 0, code.Code)
			require.NoError(t, err)
			r, err := sim.NewDevice(isa.GCN14).Run(&sim.Launch{Prog: p, Grid: [3]uint32{uint32(64 * k.waves * k.groups), 1, 1}, Group: [3]uint32{uint32(64 * k.waves), 1, 1}, LDS: 512,
				Registers: []sim.RegInit{{Code: isa.CodeM0, Scalar: []uint32{0}}, {Code: isa.CodeExecLo, Scalar: []uint32{1, 0}}, {Code: isa.CodeVGPR + 4, Vector: [][isa.Lanes]uint32{{1}}}},
				Options:   sim.Options{Timing: &sim.TimingOptions{Chip: c, Waves: true}}})
			require.NoError(t, err)
			if k.fault != nil {
				require.ErrorIs(t, r.Fault, k.fault)
			} else {
				require.Nil(t, r.Fault)
			}
			testcase.Sums(t, r)
			require.NotZero(t, r.Timing.Stalls[k.reason])
			if name == "s_wakeup" {
				require.Less(t, r.Timing.Cycles, uint64(127*64), "the sleep was cut short")
				require.Greater(t, r.Timing.Cycles, uint64(10*64))
			}
		})
	}
}

func TestPriorityDecidesWhoIssues(t *testing.T) {
	// Eight waves, two on each SIMD; of these the younger one has the higher priority and is done
	// first.
	r := timed(t, oneCU(t, "fiji"), `
		s_getreg_b32 s9, hwreg(HW_REG_HW_ID, 0, 4)
		s_cmp_lg_u32 s9, 0
		s_cbranch_scc0 low
		s_setprio 3
	low:
		s_movk_i32 s10, 20
		s_barrier
	again:
		`+strings.Repeat("v_add_f32 v5, v5, v5\n", 50)+"s_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 again", 1, 8)
	require.Len(t, r.Timing.Waves, 8)
	for i := range 4 {
		low, high := r.Timing.Waves[i], r.Timing.Waves[i+4]
		require.Equal(t, low.SIMD, high.SIMD)
		require.Less(t, high.End, low.End)
		require.Less(t, high.Stalls[sim.StallSlot], uint64(400), "it issues whenever it can")
		require.Greater(t, low.Stalls[sim.StallSlot], uint64(2000), "it waits for most of the other one's 1000 vector instructions")
	}
}

// A loop that is shorter than a line of the instruction cache takes the compute units that share the
// cache no longer than one of them (perftest's loops: 4.5 clocks a round on Vega 20, where three
// compute units would wait for six blocks of a line). One that has a single block does.
func TestComputeUnitsRunAShortLoopTogether(t *testing.T) {
	clocks := func(cus, times int) float64 {
		c, err := oneCU(t, "fiji").Override(strings.NewReader(fmt.Sprintf(`{"cus": %d}`, cus)), "test")
		require.NoError(t, err)
		body := strings.Repeat("v_mul_f32 v1, v1, v0\ns_mov_b32 s21, s22\ns_nop 0\n", times)
		run := func(rounds int) float64 {
			return float64(timed(t, c, fmt.Sprintf("s_movk_i32 s20, %d\n.p2align 6\nagain:\n%ss_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 again",
				rounds, body), 2*cus, 16).Timing.Cycles)
		}
		return run(80) - run(40)
	}
	require.InEpsilon(t, clocks(1, 4), clocks(4, 4), 0.02, "60 bytes")
	require.Greater(t, clocks(4, 1), 1.1*clocks(1, 1), "24 bytes")
}

// Work-groups that do not fit follow those that end at the same clock, where shader engines start any
// number of waves, and each runs once.
func TestWorkGroupsFollowAtOnce(t *testing.T) {
	for _, x := range []struct {
		name, text string
		cus        string
		groups     int
	}{
		{"short", ".rept 60\nv_mul_f32 v1, v1, v0\n.endr", `{"ses": 1, "arrays": 1, "cus": 1, "launch_cycles": 0}`, 60},
		{"long", ".rept 400\nv_mul_f32 v1, v1, v0\n.endr", `{"ses": 2, "arrays": 1, "cus": 6, "launch_cycles": 0}`, 150},
		{"of many units", ".rept 300\nv_mul_f32 v1, v1, v0\n.endr", `{"launch_cycles": 0}`, 900},
	} {
		c, err := chip.Lookup("fiji")
		require.NoError(t, err)
		c, err = c.Override(strings.NewReader(x.cus), "test")
		require.NoError(t, err)
		code, err := asm.Code(isa.GCN12, x.text+"\ns_endpgm")
		require.NoError(t, err)
		p, err := sim.NewProgram(isa.GCN12, 0x1000, code.Code)
		require.NoError(t, err)
		r, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{uint32(64 * x.groups), 1, 1}, Group: [3]uint32{64, 1, 1},
			Options: sim.Options{Workers: 2, Timing: &sim.TimingOptions{Chip: c, Waves: true, Need: &chip.Need{VGPRs: 256, SGPRs: 24, Group: 64}}}})
		require.NoError(t, err)
		require.Nil(t, r.Fault)
		seen := map[[3]uint32]bool{}
		last := map[[2]int]sim.WaveTiming{} // of each SIMD
		followed := 0
		for _, w := range r.Timing.Waves { // by start
			require.False(t, seen[w.Group], "%s: %v", x.name, w.Group)
			seen[w.Group] = true
			at := [2]int{w.CU, w.SIMD}
			if before, ok := last[at]; ok {
				require.Equal(t, before.End, w.Start, x.name)
				followed++
			}
			last[at] = w
		}
		require.Len(t, seen, x.groups, x.name)
		require.Greater(t, followed, x.groups/3, x.name)
	}
}
