package suite

import (
	"bytes"
	"context"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// Each case gives its results, checked and with a clock, and none has a finding.
func TestCasesGiveTheirResults(t *testing.T) {
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			w, err := c.Work(true)
			require.NoError(t, err)
			m, err := chip.Lookup(w.Object.Target)
			require.NoError(t, err)
			clock, err := w.Timing(m)
			require.NoError(t, err)
			for _, o := range []sim.Options{{Check: true}, {}, {Timing: clock}} {
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
			_, err := Measure(context.Background(), Options{Cases: []*Case{&wrong}, Small: true,
				Ways: []string{benchmarks.Unchecked}, Count: 1})
			require.ErrorIs(t, err, benchmarks.ErrResult)
		})
	}
}

func TestFindKnowsSetsNamesAndPatterns(t *testing.T) {
	require.Equal(t, Sets[0], Cases()[0].Set)
	for list, want := range map[string][]string{
		"aes": {"aes"}, "walsh,fir,walsh": {"walsh", "fir"}, "f[il]*": {"fir", "floyd"},
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
	require.NoError(t, WriteTable(&b, []*benchmarks.Report{report("a", "checked", 8e6), report("a", "timing", 2e6),
		report("b", "checked", 32e6)}))
	// The medians are half of the first sample's; those of 3 samples have the range as interval.
	require.Regexp(t, `(?m)^ *case +million +checked +timing *$`, b.String())
	require.Regexp(t, `(?m)^ *a +5 +4.00 ±100% +1.00 ±100%$`, b.String())
	require.Regexp(t, `(?m)^ *b +5 +16.00 ±100% +-$`, b.String())
	require.Regexp(t, `(?m)^ *geometric mean +8.00 +1.00 of 1$`, b.String())
	require.Contains(t, b.String(), "one worker, by CPU time; medians of 3 samples")
}

// mix and alu are those of testdata, but for what comes before the loop.
func TestLoopsOfTheSuiteAreThoseOfTestdata(t *testing.T) {
	instructions := func(text string) (list []string) {
		for line := range strings.Lines(text) {
			line, _, _ = strings.Cut(line, ";")
			if line = strings.TrimSpace(line); line != "" {
				list = append(list, line)
			}
		}
		return list
	}
	for _, l := range loops[:2] {
		text, err := os.ReadFile("../../testdata/kernels/" + l.name + "/" + l.name + ".s")
		require.NoError(t, err)
		_, text, ok := bytes.Cut(text, []byte("\nloop:\n"))
		require.True(t, ok)
		want, _, _ := strings.Cut(string(text), "s_cbranch")
		require.Equal(t, instructions(want), instructions(l.body), l.name)
	}
}

// The models that need care, against other arithmetic.
func TestArithmeticOfTheModels(t *testing.T) {
	r := source(99)
	for range 20000 {
		f := func() float32 { return number(r.Uint32()&0x87ffffff | 0x3c000000) } // near 1 in magnitude
		a, b, c := f(), f(), f()
		exact := new(big.Rat).Mul(new(big.Rat).SetFloat64(float64(a)), new(big.Rat).SetFloat64(float64(b)))
		want, _ := exact.Add(exact, new(big.Rat).SetFloat64(float64(c))).Float32()
		require.Equal(t, want, fma32(a, b, c), "%v %v %v", a, b, c)
		v := float64(number(r.Uint32()&0x80ffffff | 0x3f000000))
		h := float64(math.Float32frombits(isa.F16ToF32(halfBits(half(v)))))
		require.InDelta(t, v, h, math.Ldexp(1, int(math.Logb(v))-11), "%v", v)
	}
}
