package clock_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// With a clock the limit of instructions is met by exactly that many, whatever the number of
// workers, and a launch that needs no more than the limit does not meet it.
func TestLimitsAreExactWithAClock(t *testing.T) {
	p, err := asm.Code(isa.GCN12, "s_movk_i32 s0, 20\ntop: v_add_f32 v0, v0, v0\ns_nop 0\ns_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 top\ns_endpgm")
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 1<<20, p.Code)
	require.NoError(t, err)
	c, err := chip.Lookup("fiji")
	require.NoError(t, err)
	run := func(insts int64, cycles uint64, workers int) *sim.Result {
		l := &sim.Launch{Prog: prog, Entry: 1 << 20, Grid: [3]uint32{64 * 300, 1, 1}, Group: [3]uint32{128, 1, 1},
			Options: sim.Options{MaxInsts: insts, MaxCycles: cycles, Workers: workers, Timing: &sim.TimingOptions{Chip: c}}}
		r, err := sim.NewDevice(isa.GCN12).Run(l)
		require.NoError(t, err)
		return r
	}
	const all = 300 * (1 + 20*5 + 1)
	whole := run(all, 0, 1)
	require.Nil(t, whole.Fault)
	require.EqualValues(t, all, whole.Insts)
	for _, limit := range []int64{1, 2, 7, 299, 1000, 5555, all - 1} {
		for _, workers := range []int{1, 4} {
			r := run(limit, 0, workers)
			require.ErrorIs(t, r.Fault, sim.ErrLimit)
			require.EqualValues(t, limit, r.Insts, "limit %d, %d workers", limit, workers)
		}
	}
	require.Nil(t, run(0, whole.Timing.Cycles, 1).Fault)
	var before uint64
	for _, limit := range []uint64{1, 50, 51, 500, whole.Timing.Cycles / 2} {
		one, four := run(0, limit, 1), run(0, limit, 4)
		require.ErrorIs(t, one.Fault, sim.ErrLimit)
		require.Contains(t, one.Fault.Error(), fmt.Sprintf("%d clocks", limit))
		require.Equal(t, one.Insts, four.Insts)
		require.GreaterOrEqual(t, one.Insts, before)
		before = one.Insts
	}
}

// Code without a descriptor runs with a clock where it runs without one: also where it names the
// last scalar register, so that there is none behind it for VCC.
func TestCodeMayNameAllRegistersWithAClock(t *testing.T) {
	for _, c := range chip.All() {
		g := c.Target.Gen
		last := min(isa.MaxSGPR(g), c.Int(chip.SGPRMax)) - 1
		p, err := asm.Code(g, fmt.Sprintf("s_mov_b32 s%d, 1\nv_mov_b32 v255, 0\ns_mov_b64 vcc, 0\ns_endpgm", last))
		require.NoError(t, err)
		prog, err := sim.NewProgram(g, 1<<20, p.Code)
		require.NoError(t, err)
		r, err := sim.NewDevice(g).Run(&sim.Launch{Prog: prog, Entry: 1 << 20, Grid: [3]uint32{256, 1, 1},
			Group: [3]uint32{64, 1, 1}, Options: sim.Options{Timing: &sim.TimingOptions{Chip: c}}})
		require.NoError(t, err, c.Name)
		require.Nil(t, r.Fault)
	}
}
