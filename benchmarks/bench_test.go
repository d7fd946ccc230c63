package benchmarks

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/waitcnt"
)

const kernelDir = "../testdata/kernels/"

func load(t testing.TB, path string) *launch.File {
	f, err := launch.Load(kernelDir + path)
	require.NoError(t, err)
	return f
}

func measured(t testing.TB, s Spec) *Report {
	r, err := Run(context.Background(), s)
	require.NoError(t, err)
	return r
}

// mixReport is a short measurement that several tests look at.
func mixReport(t testing.TB) *Report {
	return measured(t, Spec{File: load(t, "mix/mix.json"), Count: 2})
}

// The wanted numbers are counted in mix.s: 14 instructions, 16 times the 5 of the clearing loop, 3,
// 100000 times the 21 of the loop, 4.
func TestMixCountsInstructions(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of simulated instructions: too slow under the race detector")
	}
	const n = 100000
	r := mixReport(t)
	require.EqualValues(t, 14+16*5+3+n*21+4, r.Insts)
	want := map[Unit]uint64{
		VALU:   2 + 6 + 16 + 1 + 11*n,
		SALU:   5 + 16*2 + 1 + 4*n,
		VMEM:   1 + n + 3,
		LDS:    16 + 2*n,
		SMEM:   0,
		Branch: 16 + n,
		Other:  1 + 2*n + 1,
	}
	total, share := uint64(0), 0.0
	for _, u := range r.Mix.Units {
		require.Equal(t, want[u.Unit], u.Insts, u.Unit)
		total += u.Insts
		share += u.Share
	}
	require.Equal(t, r.Insts, total)
	require.InDelta(t, 1, share, 1e-12)
	require.Len(t, r.Mix.Mnemonics, DefaultTop)
	require.Equal(t, MnemonicCount{"s_waitcnt", Other, 2*n + 1, float64(2*n+1) / float64(r.Insts)}, r.Mix.Mnemonics[0])
	require.Greater(t, r.Mix.Distinct, DefaultTop)
	for _, s := range r.Samples {
		require.Equal(t, r.Insts, s.Insts, "the counting run is like the timed ones")
		require.Equal(t, r.Waits, s.Waits)
		require.Positive(t, s.Time)
	}
	// Of the two waits of an iteration each has something outstanding: the load, and the LDS
	// operations.
	require.EqualValues(t, 2*n+1, r.Waits)
}

// The text is read back by the parser that benchstat uses.
func TestTextIsGoBenchmarkFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of simulated instructions: too slow under the race detector")
	}
	r := mixReport(t)
	r.Procs = 2
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	in := benchfmt.NewReader(&b, "text")
	results := 0
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.Result:
			for key, want := range map[string]string{"gpu": "gfx900", "kernel": "mix", "policy": "late", "workers": "1", "goos": r.GOOS} {
				require.Equal(t, want, rec.GetConfig(key), key)
			}
			require.Equal(t, "Sim/mix-2", string(rec.Name))
			s := r.Samples[results]
			require.Equal(t, s.Runs, rec.Iters)
			for unit, want := range map[string]float64{
				"sec/op":        s.Time.Seconds() / float64(s.Runs), // benchfmt turns ns into sec
				"wave-insts/s":  float64(s.Insts) / s.Time.Seconds(),
				"wave-insts/op": float64(r.Insts),
				"waits/op":      float64(r.Waits),
				"allocs/op":     float64(s.Allocs) / float64(s.Runs),
			} {
				got, ok := rec.Value(unit)
				require.True(t, ok, unit)
				require.InEpsilon(t, want, got, 1e-3, unit)
			}
			results++
		case *benchfmt.SyntaxError:
			require.NoError(t, rec)
		}
	}
	require.NoError(t, in.Err())
	require.Equal(t, len(r.Samples), results)
	meta := in.Units()
	require.Equal(t, 1, meta.GetBetter("wave-insts/s"), "more is better")
	require.Equal(t, -1, meta.GetBetter("waits/op"))
}

func TestJSONRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of simulated instructions: too slow under the race detector")
	}
	requireSurvivesJSON(t, mixReport(t))
}

func requireSurvivesJSON(t *testing.T, r *Report) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	var got Report
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	require.Equal(t, *r, got)
}

func TestSummaryText(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of simulated instructions: too slow under the race detector")
	}
	r := mixReport(t)
	var b strings.Builder
	require.NoError(t, r.WriteSummary(&b))
	for _, want := range []string{"mix: gpu gfx900, order late, workers 1, samples 2", "wave-insts/s", "valu", "s_waitcnt", "more"} {
		require.Contains(t, b.String(), want)
	}
}

// The intervals are those of tables for the sign test (Conover, Practical Nonparametric Statistics,
// table A3).
func TestMedianIntervalByOrderStatistics(t *testing.T) {
	seq := func(n int) (x []float64) {
		for i := n; i > 0; i-- { // unsorted on purpose
			x = append(x, float64(i))
		}
		return x
	}
	for _, c := range []struct {
		n                      int
		median, low, high, con float64
	}{
		{1, 1, 1, 1, 0},
		{2, 1.5, 1, 2, 0.5},
		{5, 3, 1, 5, 0.9375},
		{6, 3.5, 1, 6, 0.96875},
		{10, 5.5, 2, 9, 1 - 2*11.0/1024},
		{20, 10.5, 6, 15, 0.9586},
	} {
		s := medianInterval(seq(c.n), confidence)
		require.Equal(t, []float64{c.median, c.low, c.high}, []float64{s.Median, s.Low, s.High}, "n = %d", c.n)
		require.InDelta(t, c.con, s.Confidence, 1e-4, "n = %d", c.n)
	}
	require.True(t, math.IsNaN(medianInterval(nil, confidence).Median))
}

func TestMinTimeRepeatsTheRun(t *testing.T) {
	r := measured(t, Spec{File: load(t, "vecadd/gfx900-O2.json"), Count: 1, Warmup: 1, MinTime: 5 * time.Millisecond})
	s := r.Samples[0]
	require.GreaterOrEqual(t, s.Time, 5*time.Millisecond)
	require.Equal(t, uint64(s.Runs)*r.Insts, s.Insts)
	require.Equal(t, "vecadd/gfx900-O2", r.Name)
}

func TestLoopFromCodeAndRegisters(t *testing.T) {
	l := &Loop{GPU: "vega10", Code: assemble(t, "s_endpgm\nagain:\ns_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 again\ns_endpgm"), Entry: 4,
		Registers: []sim.RegInit{{Code: 0, Scalar: []uint32{7}}}}
	r := measured(t, Spec{Loop: l, Count: 1})
	require.EqualValues(t, 7*3+1, r.Insts)
	require.Equal(t, "gfx900", r.GPU)
	require.Equal(t, "loop", r.Name)
}

func TestRunRefuses(t *testing.T) {
	ctx := context.Background()
	_, err := Run(ctx, Spec{})
	require.ErrorIs(t, err, ErrSpec)
	_, err = Run(ctx, Spec{File: &launch.File{}, Loop: &Loop{}})
	require.ErrorIs(t, err, ErrSpec)
	_, err = Run(ctx, Spec{Loop: &Loop{GPU: "riva128"}})
	require.ErrorContains(t, err, "riva128")
	endless := &Loop{GPU: "gfx900", Code: assemble(t, "again: s_branch again")}
	_, err = Run(ctx, Spec{Loop: endless, Options: sim.Options{MaxInsts: 1000}})
	require.ErrorIs(t, err, sim.ErrLimit)
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err = Run(done, Spec{Loop: endless})
	require.ErrorIs(t, err, context.Canceled)
	wrong := load(t, "mix/mix.json")
	i := slices.IndexFunc(wrong.Launches[0].Registers, func(r launch.Register) bool { return r.Name == "s13" })
	wrong.Launches[0].Registers[i].Words = []uint32{10} // iterations
	_, err = Run(ctx, Spec{File: wrong, Options: sim.Options{Policy: waitcnt.Asap{}}})
	require.ErrorIs(t, err, ErrResult)
}

func TestUnitOfEveryForm(t *testing.T) {
	for _, c := range []struct {
		name string
		want Unit
	}{
		{"v_add_f32", VALU}, {"v_readfirstlane_b32", VALU}, {"v_interp_p1_f32", VALU}, {"v_pk_add_f16", VALU},
		{"s_add_u32", SALU}, {"s_cmp_eq_u32", SALU}, {"s_getpc_b64", SALU}, {"s_and_saveexec_b64", SALU},
		{"s_branch", Branch}, {"s_cbranch_scc1", Branch}, {"s_setpc_b64", Branch}, {"s_swappc_b64", Branch}, {"s_call_b64", Branch},
		{"s_load_dword", SMEM}, {"buffer_load_dword", VMEM}, {"global_load_dword", VMEM}, {"flat_store_dword", VMEM}, {"image_load", VMEM},
		{"ds_read_b32", LDS}, {"s_waitcnt", Other}, {"s_endpgm", Other}, {"s_barrier", Other}, {"exp", Other},
	} {
		forms := isa.Lookup(isa.GCN14, c.name)
		require.NotEmpty(t, forms, c.name)
		require.Equal(t, c.want, unitOf(forms[0]), c.name)
	}
}
