package benchmarks

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// timed runs text on a chip: s0 is 7, code starts at 0.
func timed(t testing.TB, name, text string) *Report {
	t.Helper()
	c, err := chip.Lookup(name)
	require.NoError(t, err)
	return measured(t, Spec{Name: "my loop", Loop: &Loop{GPU: "gfx900", Code: assemble(t, text), Registers: []sim.RegInit{{Code: 0, Scalar: []uint32{7}}}},
		Options: sim.Options{Timing: &sim.TimingOptions{Chip: c}}})
}

// Seven times 28 clocks of issue, six branches that are taken (20) and one that is not (4), and 4
// clocks each until the branch has its condition: CLRX GcnTimings.
const counted = "again:\nv_add_f32 v1, v1, v0\nv_rcp_f32 v2, v1\ns_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 again\ns_endpgm"

func TestHotLoopTakesTheDocumentedClocks(t *testing.T) {
	r := timed(t, "vega10", counted)
	l := r.Timing.Loop
	require.NotNil(t, l)
	require.Equal(t, []uint64{0, 16, 7, 7 * 5}, []uint64{l.First, l.Last, l.Iterations, l.Insts})
	require.EqualValues(t, 7*28+6*20+4, l.Stalls[sim.StallIssue])
	require.EqualValues(t, 7*4, l.Stalls[sim.StallHazard])
	require.Equal(t, l.WaveCycles, l.Stalls.Total())
	require.Equal(t, r.Timing.WaveCycles, r.Timing.Stalls.Total())
	require.Equal(t, r.Timing.Cycles, r.Timing.WaveCycles, "of one wave")
	require.Empty(t, r.Samples, "nothing of the host is measured")
}

// The wanted numbers are counted in mix.s.
func TestHotLoopOfMix(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of simulated instructions: too slow under the race detector")
	}
	c, err := chip.Lookup("vega10")
	require.NoError(t, err)
	r := measured(t, Spec{File: load(t, "mix/mix.json"), Options: sim.Options{Timing: &sim.TimingOptions{Chip: c}}})
	require.EqualValues(t, 14+16*5+3+100000*21+4, r.Insts)
	l := r.Timing.Loop
	require.EqualValues(t, 100000, l.Iterations)
	for i, want := range []uint64{11, 4, 0, 1, 2, 1, 2} {
		require.Equal(t, want*l.Iterations, l.Mix.Units[i].Insts, l.Mix.Units[i].Unit)
	}
}

func TestHotLoopIsWhereTheClocksAre(t *testing.T) {
	inner := "s_mov_b32 s1, 30\ninner:\ns_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 inner\n"
	end := "s_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 outer\ns_endpgm"
	for _, c := range []struct {
		name, text string
		iterations uint64 // 0: no loop
	}{
		{"the inner one of two", "outer:\n" + inner + end, 7 * 30},
		{"the outer one, where the inner one is short", "outer:\n" + strings.Repeat("v_rcp_f32 v1, v1\n", 400) + inner + end, 7},
		{"one that can go on in two places", "outer:\ns_sub_u32 s0, s0, 1\ns_cmp_eq_u32 s0, 4\ns_cbranch_scc1 outer\n" + end, 4}, // s0 is 7, 5, 4, 2,
		{"no loop", "s_branch over\nover:\ns_endpgm", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := timed(t, "vega10", c.text)
			if c.iterations == 0 {
				require.Nil(t, r.Timing.Loop)
				return
			}
			require.Equal(t, c.iterations, r.Timing.Loop.Iterations)
		})
	}
}

// The text is read back by the parser that benchstat uses.
func TestClocksInGoBenchmarkFormat(t *testing.T) {
	r := timed(t, "vega10", counted)
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	in := benchfmt.NewReader(&b, "text")
	var names []string
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.Result:
			names = append(names, string(rec.Name))
			require.Equal(t, "vega10", rec.GetConfig("gpu"))
			require.Equal(t, "my_loop", rec.GetConfig("kernel"))
			cycles, ok := rec.Value("cycles/op")
			require.True(t, ok)
			sum := 0.0
			for _, v := range rec.Values {
				if strings.HasPrefix(v.Unit, "stall-") || v.Unit == "issue-cycles/op" {
					sum += v.Value
				}
			}
			require.InEpsilon(t, cycles, sum, 1e-3, "the parts are the whole")
		case *benchfmt.SyntaxError:
			require.NoError(t, rec)
		}
	}
	require.NoError(t, in.Err())
	require.Equal(t, []string{"Sim/my_loop", "Loop/my_loop"}, names)
	require.Equal(t, -1, in.Units().GetBetter("stall-dependency-cycles/op"))
}

func TestClocksSurviveJSON(t *testing.T) {
	requireSurvivesJSON(t, timed(t, "vega10", counted))
}

func TestCompareShowsTheChange(t *testing.T) {
	old, now := timed(t, "vega10", counted), timed(t, "vega10", strings.Replace(counted, "v_rcp", "v_rcp_f32 v3, v1\nv_rcp", 1))
	flat := timed(t, "vega10", "s_endpgm")
	var b strings.Builder
	require.NoError(t, Compare(&b, []*Report{old, now, flat}))
	require.Regexp(t, `(?m)^ +an iteration +1 +2 +change +3 +change$`, b.String())
	// 320 and 320 + 7*16 clocks of issue in 7 iterations.
	require.Regexp(t, `(?m)^ +issue-cycles/op +45.71 +61.71 +\+35.0% +- +-$`, b.String())
	require.Regexp(t, `(?m)^ +v_rcp_f32 +1 +2 +\+100.0% +- +-$`, b.String())
	require.Contains(t, b.String(), "3: my_loop on vega10, no loop\n")
	require.ErrorIs(t, Compare(&b, []*Report{old, {Name: "host"}}), ErrClock)
}
