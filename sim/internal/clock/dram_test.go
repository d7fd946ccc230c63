package clock_test

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
)

// onBuffer runs a kernel of one wave a work-group: s8 is the wave's number, v0 the lane's, s[4:7] a
// buffer that begins with data.
func onBuffer(t testing.TB, c chip.Chip, text string, waves int, size uint64, data []byte) *sim.Result {
	t.Helper()
	g := c.Target.Gen
	code, err := asm.Code(g, text+"\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_endpgm\n")
	require.NoError(t, err)
	p, err := sim.NewProgram(g, 0x1000, code.Code)
	require.NoError(t, err)
	d := sim.NewDevice(g)
	rg, err := d.Mem.MapAnywhere("buffer", size, 1<<21)
	require.NoError(t, err)
	require.NoError(t, d.Mem.Write(rg.Base, data))
	res := mem.RawBuffer(rg.Base, rg.Size())
	var lanes [isa.Lanes]uint32
	for l := range lanes {
		lanes[l] = uint32(l)
	}
	r, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{uint32(waves * 64), 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 256,
		Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}}, {Code: 4, Scalar: res[:]}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
		Options: sim.Options{Timing: &sim.TimingOptions{Chip: c, Need: &chip.Need{VGPRs: 24, SGPRs: 24, LDS: 256, Group: 64}},
			Hooks: &sim.Hooks{WaveStart: func(w *sim.Wave) { w.WriteS(8, uint32(w.ID)) }, Inst: func(*sim.Wave, *isa.Inst, uint64) {}}}})
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	testcase.Sums(t, r)
	return r
}

// pins is what the pins of memory deliver in a clock of the engine.
func pins(c *chip.Chip) float64 {
	return c.Figures[chip.DRAMGBs].Value * 1000 / c.Figures[chip.EngineMHz].Value
}

// TestGathersTakeLongerThanStreams: lines of memory in random order open a row each, of which a
// channel can open one in so many nanoseconds; a stream reads whole rows. Two lines in a row need
// half as many. On real boards Ethash, which reads 128 bytes at random places, reaches some 80 % of
// the pins' rate of a Radeon RX 480 and of a Radeon R9 290X, and streams reach 75 to 94 %.
func TestGathersTakeLongerThanStreams(t *testing.T) {
	for _, name := range []string{"hawaii-r9", "polaris10", "fiji", "vega10"} {
		c, err := chip.Lookup(name)
		require.NoError(t, err)
		const size, loads = 64 << 20, 2
		waves := c.Int(chip.CUs) * 20
		run := func(random bool, together int) (float64, *sim.Timing) {
			r := rand.New(rand.NewSource(1))
			var index []byte
			first := 0
			for i := range waves * 64 * loads {
				switch {
				case !random:
					first = i - i%together
				case i%together == 0:
					first = r.Intn(size/64/together) * together
				}
				index = binary.LittleEndian.AppendUint32(index, uint32(first+i%together)*64)
			}
			text := "s_mul_i32 s8, s8, 512\nv_lshlrev_b32 v1, 2, v0\n"
			for i := range loads {
				text += fmt.Sprintf("buffer_load_dword v%d, v1, s[4:7], s8 offen offset:%d\n", 4+i, 256*i)
			}
			text += "s_waitcnt vmcnt(0)\n"
			for i := range loads {
				text += fmt.Sprintf("v_add_i32 v%d, vcc, 0x1000000, v%[1]d\nbuffer_load_dword v%d, v%[1]d, s[4:7], 0 offen\n", 4+i, 8+i)
			}
			x := onBuffer(t, c, addCarry(c.Target.Gen, text), waves, size+1<<24, index).Timing
			return float64(x.DRAM.Read) / float64(x.Cycles) / pins(&c), x
		}
		stream, x := run(false, 1)
		pairs, _ := run(true, 2)
		gather, y := run(true, 1)
		t.Logf("%s: %.2f of the pins' rate in order, %.2f and %.2f of pairs and single lines at random", name, stream, pairs, gather)
		require.Greater(t, y.DRAM.Rows, 4*x.DRAM.Rows, name)
		require.Less(t, pairs, stream, name)
		require.Less(t, gather, pairs, name)
		require.InDelta(t, 0.75, pairs, 0.2, name)
	}
}

// chase is the clocks of a step of one lane that follows pointers.
func chase(t testing.TB, c chip.Chip, stride, steps int) float64 {
	t.Helper()
	g := c.Target.Gen
	d := sim.NewDevice(g)
	rg, err := d.Mem.MapAnywhere("buffer", uint64(stride*steps), 1<<21)
	require.NoError(t, err)
	for i := range steps {
		require.NoError(t, d.Mem.Write(rg.Base+uint64(i*stride), binary.LittleEndian.AppendUint32(nil, uint32((i+1)%steps*stride))))
	}
	run := func(n int) float64 {
		code, err := asm.Code(g, fmt.Sprintf("s_mov_b64 exec, 1\nv_mov_b32 v1, 0\ns_mov_b32 s9, %d\n.p2align 6\nagain:\nbuffer_load_dword v1, v1, s[4:7], 0 offen\n"+
			"s_waitcnt vmcnt(0)\ns_sub_u32 s9, s9, 1\ns_cmp_lg_u32 s9, 0\ns_cbranch_scc1 again\ns_endpgm", n))
		require.NoError(t, err)
		p, err := sim.NewProgram(g, 0x1000, code.Code)
		require.NoError(t, err)
		res := mem.RawBuffer(rg.Base, rg.Size())
		r, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
			Registers: []sim.RegInit{{Code: 4, Scalar: res[:]}}, Options: sim.Options{Timing: &sim.TimingOptions{Chip: c}}})
		require.NoError(t, err)
		require.Nil(t, r.Fault)
		return float64(r.Timing.Cycles)
	}
	return (run(2*steps+1000) - run(2*steps)) / 1000
}

// TestPointerChasesTakeThePublishedTime: hsa-micro-benchmarks on Kaveri at 720 MHz: 292 to 306 ns a
// step within 16 KB, 500 to 527 ns from 1 MB on, a line a step; 370 to 412 ns more with pages of
// 4 KiB than of 2 MiB, 64 KB a step over 128 MB. Arithmetic of theirs is in all of them.
func TestPointerChasesTakeThePublishedTime(t *testing.T) {
	c := oneCU(t, "kaveri")
	ns := 1000 / c.Figures[chip.EngineMHz].Value
	l1 := chase(t, c, 64, 256)
	memory := chase(t, c, 64, 1<<20/64)
	require.InDelta(t, 214, (memory-l1)*ns, 21)
	require.Equal(t, l1, chase(t, c, 256, 64), "64 lines of a set stay")
	large, err := c.Override(strings.NewReader(`{"tlb_page": 2097152}`), "test")
	require.NoError(t, err)
	require.InDelta(t, 391, (chase(t, c, 64<<10, 2048)-chase(t, large, 64<<10, 2048))*ns, 21)
}

// TestOneComputeUnitIsLimitedByWhatItCanAskFor: Little's law, lines on their way times their size by
// the time that they take.
func TestOneComputeUnitIsLimitedByWhatItCanAskFor(t *testing.T) {
	for _, name := range []string{"tahiti", "fiji", "vega10"} {
		c := oneCU(t, name)
		text := "s_lshl_b32 s8, s8, 14\nv_lshlrev_b32 v1, 4, v0\n"
		text += strings.Repeat("buffer_load_dwordx4 v[4:7], v1, s[4:7], s8 offen\ns_add_u32 s8, s8, 1024\n", 16)
		const waves = 160
		x := onBuffer(t, c, text, waves, waves<<14, nil).Timing
		got := float64(x.DRAM.Read) / float64(x.Cycles)
		lat := c.Figures[chip.DRAMLatency].Value * c.Figures[chip.EngineMHz].Value / 1000
		most := 64 * float64(c.Int(chip.L1Misses)) / lat
		require.Less(t, got, most, name)
		require.Greater(t, got, 0.7*most, name)
	}
}

// addCarry writes v_add_i32 as the generation has it.
func addCarry(g isa.Gen, text string) string {
	name := map[isa.Gen]string{isa.GCN12: "v_add_u32", isa.GCN14: "v_add_co_u32"}[g]
	if name == "" {
		return text
	}
	return strings.ReplaceAll(text, "v_add_i32", name)
}

// TestRowsStayOpenAfterTheirLastWrite: a batch of 16 lines, each in another row of one bank, takes so many times
// the write recovery; one of lines in one row takes it once, while nothing waits for it.
func TestRowsStayOpenAfterTheirLastWrite(t *testing.T) {
	const batches, lines = 64, 16
	run := func(apart int, wr float64) float64 {
		c, err := oneCU(t, "fiji").Override(strings.NewReader(fmt.Sprintf(
			`{"l2_channels": 1, "l2_bytes": 1024, "dram_channels": 1, "dram_batch": %d, "dram_gbs": 16, "dram_wr_ns": %v, "tlb_page": 1073741824}`, lines, wr)), "test")
		require.NoError(t, err)
		text := fmt.Sprintf("s_mov_b64 exec, 0xffff\ns_movk_i32 s9, 0x%x\nv_mul_u32_u24 v1, s9, v0\ns_mov_b32 s8, 0\n", apart/16)
		text += "v_lshlrev_b32 v1, 4, v1\n"
		for range batches {
			text += "buffer_store_dword v0, v1, s[4:7], s8 offen\ns_add_u32 s8, s8, 0x100000\n"
		}
		x := onBuffer(t, c, text, 1, (batches+1)<<20, nil).Timing
		require.Greater(t, x.DRAM.Written, uint64(64*lines*(batches-2)))
		return float64(x.Cycles) * 1000 / c.Figures[chip.EngineMHz].Value
	}
	// Row 17 n is in the bank of row 0, as the clock spreads rows: exclusive or of digits of four bits.
	const row = 2048
	require.InDelta(t, batches*lines*100, run(17*row, 200)-run(17*row, 100), 0.1*batches*lines*100)
	require.Less(t, run(64, 200)-run(64, 100), 0.1*batches*lines*100)
}

// TestPageTablesAreReadFromMemory: the lanes of a load are on pages of their own, eight of which are found with a
// line of the page tables. That line comes from memory, as the lanes' do, and takes its bus.
func TestPageTablesAreReadFromMemory(t *testing.T) {
	run := func(lanes int, gbs float64) *sim.Timing {
		c, err := oneCU(t, "fiji").Override(strings.NewReader(fmt.Sprintf(`{"tlb_page": 4096, "dram_channels": 1, "dram_gbs": %v}`, gbs)), "test")
		require.NoError(t, err)
		text := fmt.Sprintf("v_lshlrev_b32 v1, 12, v0\ns_bfm_b64 exec, %d, 0\nbuffer_load_dword v2, v1, s[4:7], 0 offen\n", lanes)
		return onBuffer(t, c, text, 1, 64<<12, nil).Timing
	}
	eight, most := run(8, 16), run(56, 16)
	require.EqualValues(t, 64, eight.DRAM.Tables)
	require.EqualValues(t, 7*64, most.DRAM.Tables)
	require.EqualValues(t, 48*64, most.DRAM.Read-eight.DRAM.Read, "what L2 reads are none of them")
	// A line takes 32 microseconds of a bus of 2 MB/s: seven of the tables and those of the lanes and of code follow
	// each other.
	slow := run(56, 0.002)
	lines := float64(slow.DRAM.Read+slow.DRAM.Tables) / 64
	require.InEpsilon(t, lines*32000, float64(slow.Cycles)*1000/1050, 0.05)
}

// TestReadsOfOpenRowsGoFirst: the lanes of a load read two rows of a bank in turn. A channel that takes what the open
// row has first opens each row once; one that does not, again and again, and so does one that may do that
// twice only.
func TestReadsOfOpenRowsGoFirst(t *testing.T) {
	const row = 2048
	run := func(apart, passes int) uint64 {
		c, err := oneCU(t, "fiji").Override(strings.NewReader(fmt.Sprintf(
			`{"dram_channels": 1, "dram_gbs": 16, "dram_passes": %d, "tlb_page": 1073741824}`, passes)), "test")
		require.NoError(t, err)
		text := fmt.Sprintf("v_and_b32 v1, 1, v0\ns_movk_i32 s9, 0x%x\nv_mul_u32_u24 v1, s9, v1\nv_lshrrev_b32 v2, 1, v0\nv_lshlrev_b32 v2, 6, v2\n", apart/2)
		text += "v_lshlrev_b32 v1, 1, v1\nv_or_b32 v1, v1, v2\nbuffer_load_dword v3, v1, s[4:7], 0 offen\n"
		return onBuffer(t, c, text, 1, 1<<20, nil).Timing.DRAM.Rows
	}
	// Row 17 is in the bank of row 0, as the clock spreads rows.
	one := run(0, 31)
	require.Equal(t, one, run(0, 0))
	require.Equal(t, one+1, run(17*row, 31))
	require.Greater(t, run(17*row, 0), one+1)
	require.Greater(t, run(17*row, 2), one+1)
}
