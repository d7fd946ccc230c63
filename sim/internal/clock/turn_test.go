package clock_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// TestWhatTakesNoUnitIsNotHeldBack: SIMDs issue one instruction in a turn. Of three waves of each, the oldest
// has 200 vector instructions and the next one 200 scalar ones, of which the turns have room for one. The
// youngest has 600 that take no unit: they are no part of that one, and take four clocks each.
func TestWhatTakesNoUnitIsNotHeldBack(t *testing.T) {
	c, err := oneCU(t, "fiji").Override(strings.NewReader(`{"issue_width": 1}`), "test")
	require.NoError(t, err)
	// The others sleep until the youngest has branched.
	code, err := asm.Code(c.Target.Gen, `
		s_lshr_b32 s9, s8, 2
		s_cmp_eq_u32 s9, 0
		s_cbranch_scc1 oldest
		s_cmp_eq_u32 s9, 1
		s_cbranch_scc1 second
		.rept 300
		s_nop 0
		s_waitcnt 0
		.endr
		s_endpgm
	second:
		s_sleep 3
		.rept 200
		s_mov_b32 s10, s8
		.endr
		s_endpgm
	oldest:
		s_sleep 3
		.rept 200
		v_mov_b32 v1, v0
		.endr
		s_endpgm`)
	require.NoError(t, err)
	p, err := sim.NewProgram(c.Target.Gen, 0x1000, code.Code)
	require.NoError(t, err)
	d := sim.NewDevice(c.Target.Gen)
	run := func() *sim.Result {
		r, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{12 * isa.Lanes, 1, 1}, Group: [3]uint32{12 * isa.Lanes, 1, 1},
			Options: sim.Options{Timing: &sim.TimingOptions{Chip: c, Waves: true, Caches: sim.WarmCaches, Need: &chip.Need{VGPRs: 24, SGPRs: 24, Group: 12 * isa.Lanes}},
				Hooks: &sim.Hooks{WaveStart: func(w *sim.Wave) { w.WriteS(8, uint32(w.ID)) }, Inst: func(*sim.Wave, *isa.Inst, uint64) {}}}})
		require.NoError(t, err)
		require.Nil(t, r.Fault)
		return r
	}
	run() // leaves the code in the instruction cache
	waves := map[int][]sim.WaveTiming{}
	for _, w := range run().Timing.Waves { // by age
		waves[w.SIMD] = append(waves[w.SIMD], w)
	}
	require.Len(t, waves, 4)
	for _, w := range waves {
		require.Len(t, w, 3)
		require.InDelta(t, 4*600, w[2].End-w[2].Start, 60, "with what comes before")
		require.Greater(t, w[1].End-w[0].End, uint64(4*190), "one unit in a turn: the second wave waits for the oldest")
	}
}
