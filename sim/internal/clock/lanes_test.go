package clock_test

import (
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/clock"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
)

// executed is what a hook has seen of an instruction: how often it was about to be executed, and in how
// many lanes.
type executed struct{ times, lanes uint64 }

// hooked runs a launch with somebody who is called before each instruction, and counts what that one sees.
func hooked(run func(h *sim.Hooks) *sim.Result) (r *sim.Result, by map[uint64]executed) {
	by = map[uint64]executed{}
	r = run(&sim.Hooks{Before: func(w *sim.Wave) {
		x := by[w.PC()]
		x.times++
		if w.Mode&(1<<28) == 0 { // MODE.VSKIP
			x.lanes += uint64(bits.OnesCount64(w.Exec()))
		}
		by[w.PC()] = x
	}})
	return r, by
}

// seesLanes compares the active lanes that the clock counts with those that a hook has seen, and returns
// of how many vector instructions some were not active.
func seesLanes(t *testing.T, p *sim.Program, timing *sim.Timing, by map[uint64]executed, text string) (parts int) {
	t.Helper()
	for i := range timing.Insts {
		x := &timing.Insts[i]
		in, err := p.Inst(x.PC + p.Bias)
		if err != nil || in.Form == nil || by[x.PC+p.Bias].times != x.Issues { // one that waits for GDS is executed again
			continue
		}
		if x.Lanes == 0 && !in.UsesExec() {
			continue
		}
		require.Equal(t, by[x.PC+p.Bias].lanes, x.Lanes, "%v at %#x, %d times\n%s", in, x.PC, x.Issues, text)
		if x.Lanes != 64*x.Issues {
			parts++
		}
	}
	return parts
}

// withoutLanes is the timing of a launch of which nobody asks for active lanes.
func withoutLanes(x *sim.Timing) *sim.Timing {
	y := *x
	y.Insts, y.Units = slices.Clone(x.Insts), slices.Clone(x.Units)
	for i := range y.Insts {
		y.Insts[i].Lanes = 0
	}
	for i := range y.Units {
		y.Units[i].LaneClocks = 0
	}
	return &y
}

// The active lanes of each vector instruction are those of EXEC when it issues, whether work-groups are
// recorded or execute as they issue, in host code or in Go, and on several compute units. That they are
// counted changes nothing else.
func TestActiveLanesAreThoseOfEachInstruction(t *testing.T) {
	clock.RecordUnproved(t)
	n := 4
	if *long {
		n = 300
	}
	for _, name := range []string{"tahiti", "hawaii", "fiji", "vega10"} {
		t.Run(name, func(t *testing.T) {
			one := oneCU(t, name)
			several, err := chip.Lookup(name)
			require.NoError(t, err)
			parts := 0
			for i := range n {
				x := &testcase.Programs{Rand: rand.New(rand.NewPCG(uint64(i), 91)), Gen: one.Target.Gen, Tidy: true}
				x.Faults = i%4 == 3
				src, l := x.Next()
				code, err := asm.Code(one.Target.Gen, src)
				require.NoError(t, err, src)
				if l.Options.MaxInsts = 40000; i%3 == 2 { // ends in the middle
					l.Options.MaxInsts = 500 + x.Int64N(10000)
				}
				c := one
				if i%2 == 1 {
					c = several
				}
				var prog *sim.Program
				run := func(lanes bool, how string, workers int, h *sim.Hooks) *sim.Result {
					d := sim.NewDeviceFor(c.Target)
					_, err := d.Mem.Map("buffer", testcase.ProgramBuffer, testcase.ProgramBytes)
					require.NoError(t, err)
					l := l
					prog, err = d.Load(code.Code)
					require.NoError(t, err)
					l.Prog, l.Options.Host, l.Options.Workers, l.Options.Hooks = prog, how, workers, h
					l.Options.Timing = &sim.TimingOptions{Chip: c, Lanes: lanes}
					r, err := d.Run(&l)
					require.NoError(t, err)
					return r
				}
				want, by := hooked(func(h *sim.Hooks) *sim.Result { return run(true, "go", 1, h) })
				parts += seesLanes(t, prog, want.Timing, by, src)
				for _, y := range []struct {
					how     string
					workers int
					hooks   *sim.Hooks
				}{{"auto", 2, nil}, {"go", 1, nil}, {"auto", 1, &sim.Hooks{Window: func() bool { return false }}}} {
					got := run(true, y.how, y.workers, y.hooks)
					if !reflect.DeepEqual(want.Timing, got.Timing) {
						seesLanes(t, prog, got.Timing, by, src)
						require.Fail(t, "timing differs", "program %d, %+v\n%s", i, y, src)
					}
					plain := run(false, y.how, y.workers, y.hooks)
					require.True(t, reflect.DeepEqual(withoutLanes(got.Timing), plain.Timing), src)
				}
			}
			require.NotZero(t, parts, "some lanes are not active")
		})
	}
}

// Lanes by hand: of a wave that is not full, of what skips a branch, of comparisons that write EXEC, and of
// what MODE.VSKIP skips; v_rcp_f32 keeps its unit four times as long as v_mov_b32.
func TestActiveLanesByHand(t *testing.T) {
	c := oneCU(t, "fiji")
	text := "v_mov_b32 v1, v0\n" + // 48 lanes of one wave, 64 of the other
		"s_mov_b64 exec, 0xff\nv_mov_b32 v2, v0\nv_cmpx_gt_u32 vcc, 16, v0\nv_mov_b32 v3, v0\n" + // 8 lanes, 4 of them
		"s_mov_b64 s[20:21], exec\ns_mov_b64 exec, 0\nv_mov_b32 v4, v0\ns_mov_b64 exec, s[20:21]\nv_rcp_f32 v5, v0\n" +
		"s_setvskip 1, 0\nv_mov_b32 v6, v0\ns_setvskip 0, 0\nv_mov_b32 v7, v0"
	want := map[string]uint64{"v_mov_b32_e32 v1, v0": 64 + 48, "v_mov_b32_e32 v2, v0": 16, "v_cmpx_gt_u32_e32 vcc, 16, v0": 16,
		"v_mov_b32_e32 v3, v0": 8, "v_mov_b32_e32 v4, v0": 0, "v_rcp_f32_e32 v5, v0": 8, "v_mov_b32_e32 v6, v0": 0, "v_mov_b32_e32 v7, v0": 8}
	change := func(l *sim.Launch) { l.Grid[0], l.Group[0] = 112, 112 }
	a, b := runBoth(t, c, text, 1, 2, change)
	a.same(t, &b, text)
	code, err := asm.Code(c.Target.Gen, text)
	require.NoError(t, err)
	p, err := sim.NewProgram(c.Target.Gen, 0x1000, code.Code)
	require.NoError(t, err)
	seen := 0
	for _, x := range a.result.Timing.Insts {
		in, err := p.Inst(x.PC)
		if err != nil {
			continue
		}
		if lanes, ok := want[in.String()]; ok {
			require.Equal(t, lanes, x.Lanes, in)
			seen++
		}
	}
	require.Len(t, want, seen)
	require.EqualValues(t, 4*(64+48+16+16+8+8)+16*8, a.result.Timing.Units[0].LaneClocks)
}

// Who is called at each instruction changes no clock: not where MODE.VSKIP skips what takes long either.
func TestHooksChangeNoClock(t *testing.T) {
	c := oneCU(t, "vega10")
	text := "s_setvskip 1, 0\n"
	for range 30 {
		text += "v_rcp_f32 v1, v1\nv_mul_f64 v[2:3], v[2:3], v[2:3]\nv_mov_b32 v4, v4\nv_cmpx_eq_f64 vcc, v[2:3], v[2:3]\n"
	}
	text += "s_setvskip 0, 0"
	var timings []*sim.Timing
	for _, h := range []*sim.Hooks{nil, {Before: func(*sim.Wave) {}}} {
		for _, lanes := range []bool{false, true} {
			r, _ := runBoth(t, c, text, 2, 8, func(l *sim.Launch) {
				l.Options.Hooks, l.Options.Timing = h, &sim.TimingOptions{Chip: c, Lanes: lanes}
			})
			timings = append(timings, withoutLanes(r.result.Timing))
		}
	}
	for _, x := range timings[1:] {
		require.Equal(t, timings[0].Cycles, x.Cycles)
		require.True(t, reflect.DeepEqual(timings[0], x))
	}
}

// The vector and scalar units are kept for the clocks of what they execute, whatever part of a turn a wave
// begins at: a load returns in the middle of one.
func TestUnitsAreKeptForWhatTheyExecute(t *testing.T) {
	c := oneCU(t, "fiji")
	for at := range 8 {
		text := "s_load_dword s20, s[4:5], 0x0\n"
		for range at {
			text += "s_nop 0\n"
		}
		text += "s_waitcnt lgkmcnt(0)\n.rept 20\nv_mov_b32 v1, v0\nv_rcp_f32 v2, v0\ns_add_u32 s21, s21, 1\n.endr"
		a, b := runBoth(t, c, text, 1, 1, nil)
		a.same(t, &b, text)
		units := a.result.Timing.Units
		require.Equal(t, "valu", units[0].Name)
		require.EqualValues(t, 20*(4+16), units[0].Busy, text)
		require.EqualValues(t, 64*units[0].Busy, units[0].LaneClocks)
		require.Equal(t, "scalar", units[1].Name)
		require.EqualValues(t, 4+20*4, units[1].Busy, text)
	}
}
