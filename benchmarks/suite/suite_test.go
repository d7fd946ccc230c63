package suite

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// Each case gives its results, checked and with a clock, and none has a finding.
func TestCasesGiveTheirResults(t *testing.T) {
	fiji, err := chip.Lookup("fiji")
	require.NoError(t, err)
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			w, err := c.Work(true)
			require.NoError(t, err)
			for _, o := range []sim.Options{{Check: true}, {}, {Timing: &sim.TimingOptions{Chip: fiji}}} {
				out, err := run.Object(w.File, w.Object, w.Raw, o)
				require.NoError(t, err)
				require.Nil(t, out.Fault)
				for i := range out.Unmet {
					t.Errorf("%s: %s", out.Unmet[i].What(), out.Unmet[i].Details())
				}
				for _, l := range out.Launches {
					require.Empty(t, l.Result.Findings)
				}
			}
		})
	}
}

// A run whose result is not the wanted one has no speed.
func TestWrongResultsAreErrors(t *testing.T) {
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			wrong := *c
			wrong.make = func(small bool) (*Work, error) {
				w, err := c.make(small)
				for i := range w.File.Buffers {
					if e := w.File.Buffers[i].Expect; len(e) > 0 {
						last := e[0].Data[len(e[0].Data)-4:]
						last[3] ^= 0x40 // also of a float: too far away for any tolerance
					}
				}
				return w, err
			}
			_, err := Measure(context.Background(), Options{Cases: []*Case{&wrong}, Small: true, Ways: []string{benchmarks.Unchecked},
				Count: 1})
			require.ErrorIs(t, err, benchmarks.ErrResult)
		})
	}
}

func TestFindKnowsSetsNamesAndPatterns(t *testing.T) {
	for list, want := range map[string][]string{
		"aes": {"aes"}, "walsh,fir,walsh": {"walsh", "fir"}, "f*": {"fir", "floyd", "fft"},
	} {
		found, err := Find(list)
		require.NoError(t, err, list)
		var names []string
		for _, c := range found {
			names = append(names, c.Name)
		}
		require.Equal(t, want, names, list)
	}
	found, err := Find("twelve")
	require.NoError(t, err)
	require.Len(t, found, 12)
	for _, bad := range []string{"", "nothing", "fir,", "[", "fir,z*"} {
		_, err := Find(bad)
		require.Error(t, err, bad)
	}
}

// The table has a line for each case, a column for each way, and their geometric means.
func TestTableHasEachCaseAndWay(t *testing.T) {
	report := func(name, way string, speed float64) *benchmarks.Report {
		r := &benchmarks.Report{Name: name, Way: way, Workers: 1, Insts: 5e6}
		for _, by := range []float64{1, 2, 4} {
			r.Samples = append(r.Samples, benchmarks.Sample{Runs: 1, Insts: 5e6, CPU: time.Duration(5e6 / speed * 1e9 * by)})
		}
		r.Summarize()
		return r
	}
	var b strings.Builder
	require.NoError(t, WriteTable(&b, []*benchmarks.Report{report("a", "checked", 8e6), report("a", "timing", 2e6), report("b", "checked", 32e6)}))
	// The medians are half of the first sample's; those of 3 samples have the range as interval.
	require.Regexp(t, `(?m)^ *case +million +checked +timing *$`, b.String())
	require.Regexp(t, `(?m)^ *a +5.00 +4.00 ±100% +1.00 ±100%$`, b.String())
	require.Regexp(t, `(?m)^ *b +5.00 +16.00 ±100% +-$`, b.String())
	require.Regexp(t, `(?m)^ *geometric mean +8.00 +1.00 *$`, b.String())
	require.Contains(t, b.String(), "one worker, by CPU time; medians of 3 samples")
}
