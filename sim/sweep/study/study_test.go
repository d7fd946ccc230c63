package study

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// made are n rows whose cycles are a known function of the factors a and b, with noise. The factor
// a2 moves with a; c and still do nothing.
func made(n int, program string, f func(a, b float64) float64, noise float64) (rows []Row) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range n {
		a, b, c := math.Exp2(10+4*rng.Float64()), 1+9*rng.Float64(), rng.Float64()
		rows = append(rows, Row{
			Texts: map[string]string{"program": program, "gpu": "fiji", "status": "done"},
			Numbers: map[string]float64{"figures.a": a, "figures.a2": math.Round(a / 10), "figures.b": b, "figures.c": c, "figures.still": 7,
				"cycles": f(a, b) * math.Exp(noise*rng.NormFloat64())},
		})
	}
	return rows
}

// The effects are those of the function that made the rows: twice the a halves 1/a. A factor that
// does nothing is not sure. Factors that move together are one.
func TestEffectsAreThoseOfTheFunction(t *testing.T) {
	rows := made(300, "k", func(a, b float64) float64 { return 1e6 / a * math.Sqrt(b) }, 0.02)
	s, err := New(rows, "cycles")
	require.NoError(t, err)
	var names []string
	for _, f := range s.Factors {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"a, a2", "b", "c"}, names)
	require.Len(t, s.Groups, 1)
	g := s.Groups[0]
	require.Equal(t, "k fiji", g.Name)
	require.Greater(t, g.R2, 0.95)
	require.Len(t, g.Effects, 3)
	a, b, c := g.Effects[0], g.Effects[1], g.Effects[2]
	require.Equal(t, []string{"a, a2", "b", "c"}, []string{a.Factor.Name, b.Factor.Name, c.Factor.Name})
	require.True(t, a.Rank.Sure() && a.Rank.Value < -0.7)
	require.True(t, b.Rank.Sure() && b.Rank.Value > 0.2)
	require.False(t, c.Rank.Sure())
	for _, x := range []struct {
		got  Interval
		want float64
	}{{a.Double, -0.5}, {b.Double, math.Sqrt2 - 1}, {c.Double, 0}} {
		require.InDelta(t, x.want, x.got.Value, 0.02)
		require.LessOrEqual(t, x.got.Low, x.want+0.005)
		require.GreaterOrEqual(t, x.got.High, x.want-0.005)
	}
	again, err := New(rows, "cycles")
	require.NoError(t, err)
	require.Equal(t, g.Effects, again.Groups[0].Effects, "the same rows say the same")
}

// An interval of 95 % holds the true value in about 95 of 100 cases: of 100 factors that do
// nothing, about five seem sure.
func TestIntervalsAreAsSureAsTheySay(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	wrong := 0
	const cases = 100
	for range cases {
		x, y := make([]float64, 40), make([]float64, 40)
		for i := range x {
			x[i], y[i] = rng.Float64(), rng.Float64()
		}
		var draws []float64
		index := make([]int, len(x))
		for range resamples {
			for i := range index {
				index[i] = rng.IntN(len(x))
			}
			c, _, ok := regress([][]float64{ranks(x)}, ranks(y), index)
			require.True(t, ok)
			draws = append(draws, c[0])
		}
		if interval(0, draws).Sure() {
			wrong++
		}
	}
	require.InDelta(t, 0.05*cases, wrong, 8.7) // four standard deviations of a binomial
}

// Scaling is what a factor does when nothing else changes, even if another factor does much more.
func TestScalingIsAllElseBeingEqual(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	var rows []Row
	for range 300 {
		cus, banks := float64(4*(1+rng.IntN(4))), float64(int(8)<<rng.IntN(4))
		y := 100.0 / banks * map[float64]float64{4: 1, 8: 0.9, 12: 0.9, 16: 1.2}[cus]
		rows = append(rows, Row{Numbers: map[string]float64{"figures.cus": cus, "figures.lds_banks": banks, "cycles": y}})
	}
	s, err := New(rows, "cycles")
	require.NoError(t, err)
	for k, want := range map[int][]float64{0: {1, 0.9, 0.9, 1.2}, 1: {1, 0.5, 0.25, 0.125}} {
		fit := s.additive(s.Groups[0])[s.Factors[k]]
		for b := range fit {
			require.InDelta(t, want[b], math.Exp(fit[b]-fit[0]), 1e-6, s.Factors[k].Name)
		}
	}
}

func TestRanks(t *testing.T) {
	require.Equal(t, []float64{3, 1, 4.5, 4.5, 2}, ranks([]float64{3, 1, 7, 7, 2}))
	require.Empty(t, ranks(nil))
}

// A regression finds coefficients that were put in, and says where there are none.
func TestRegression(t *testing.T) {
	x := [][]float64{{1, 2, 3, 4, 5, 6}, {1, 0, 2, 0, 3, 1}}
	y := make([]float64, 6)
	for i := range y {
		y[i] = 3 + 2*x[0][i] - 5*x[1][i]
	}
	c, r2, ok := slopes(x, y, nil)
	require.True(t, ok)
	require.InDeltaSlice(t, []float64{2, -5}, c, 1e-9)
	require.InDelta(t, 1, r2, 1e-12)
	for _, bad := range [][][]float64{{x[0], x[0]}, {x[0], {1, 1, 1, 1, 1, 1}}} {
		_, _, ok := slopes(bad, y, nil)
		require.False(t, ok)
	}
	_, _, ok = slopes(x, []float64{1, 1, 1, 1, 1, 1}, nil)
	require.False(t, ok)
}

// The front has the configurations that no other beats in both cost and time. Each program counts
// the same, however long it runs.
func TestFront(t *testing.T) {
	var rows []Row
	for _, p := range []struct {
		program string
		cycles  []float64
	}{{"small", []float64{10, 20, 5, 5}}, {"large", []float64{1000, 2000, 500, 600}}} {
		for i, y := range p.cycles {
			rows = append(rows, Row{Texts: map[string]string{"program": p.program}, Numbers: map[string]float64{
				"figures.cus": []float64{4, 8, 16, 32}[i], "cycles": y}})
		}
	}
	s, err := New(rows, "cycles")
	require.NoError(t, err)
	points, err := s.Front("cus")
	require.NoError(t, err)
	var front []bool
	var slow []float64
	for _, p := range points {
		front, slow = append(front, p.Front), append(slow, p.Slow)
	}
	require.Equal(t, []bool{true, false, true, false}, front)
	require.InDeltaSlice(t, []float64{2, 4, 1, math.Sqrt(1.2)}, slow, 1e-12)
	_, err = s.Front("waves")
	require.ErrorContains(t, err, "no factor is called waves")
}

// A page has all sections, its names are escaped, and it is well-formed.
func TestPage(t *testing.T) {
	rows := made(80, "<script>alert(1)</script>", func(a, b float64) float64 { return 1e6/a + b }, 0.01)
	rows = append(rows, made(80, "other", func(a, b float64) float64 { return b }, 0.01)...)
	rows = append(rows, Row{Texts: map[string]string{"status": "error"}, Numbers: map[string]float64{}})
	rows = append(rows, Row{Texts: map[string]string{"program": "alone", "status": "done"}, Numbers: map[string]float64{
		"figures.a": 1, "figures.a2": 2, "figures.b": 1, "figures.c": 1, "cycles": 5}})
	s, err := New(rows, "cycles")
	require.NoError(t, err)
	require.Equal(t, 1, s.Left)
	var b bytes.Buffer
	require.NoError(t, s.Write(&b, "a study", ""))
	text := b.String()
	for _, want := range []string{"Which figure moves which kernel", "Scaling", "What is best for its", "Maps", "Effects", "nothing varies",
		"1 rows are left out", "&lt;script&gt;alert"} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "<script>alert")
	require.NotContains(t, text, "NaN")
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "<svg")
		if !ok {
			break
		}
		one, after, ok := strings.Cut(after, "</svg>")
		require.True(t, ok)
		d := xml.NewDecoder(strings.NewReader("<svg" + one + "</svg>"))
		d.Entity = xml.HTMLEntity
		for {
			_, err := d.Token()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
		}
		rest = after
	}
}

// Where there are too few rows, nothing is said of what moves what.
func TestTooFewRowsSayNothing(t *testing.T) {
	var rows []Row
	for i := range 5 {
		rows = append(rows, Row{Numbers: map[string]float64{"figures.a": float64(i), "cycles": float64(3 * i)}})
	}
	s, err := New(rows, "cycles")
	require.NoError(t, err)
	require.Equal(t, "5 rows are too few", s.Groups[0].Why)
	var b bytes.Buffer
	require.NoError(t, s.Write(&b, "few", ""))
	require.Contains(t, b.String(), "There are too few rows to say what moves cycles: a group needs 8 of them.")
	require.NotContains(t, b.String(), "Nothing moves")
}

func TestWhatCannotBeStudied(t *testing.T) {
	_, err := New(nil, "cycles")
	require.ErrorContains(t, err, "no row has a number in column cycles")
	for _, n := range []int{1, 5, 40} {
		var rows []Row
		for i := range n {
			rows = append(rows, Row{Numbers: map[string]float64{"figures.a": float64(i), "cycles": 3}})
		}
		s, err := New(rows, "cycles")
		require.NoError(t, err)
		require.NotEmpty(t, s.Groups[0].Why)
		var b bytes.Buffer
		require.NoError(t, s.Write(&b, fmt.Sprint(n), ""))
		require.Contains(t, b.String(), "Nothing moves cycles")
	}
}

// Numbers beside maps are short enough for a column on a phone.
func TestNumbersOfMapsAreShort(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 7: "7", 1.2345: "1.234", 4096: "4K", 65536: "64K", 1 << 20: "1M", 13602.7: "13603",
		123456: "123456", 1.2345e9: "1.2e9", -2.5e-5: "-2.5e-5", 0.25: "0.25", 0.012345: "0.01235"} {
		require.Equal(t, want, compact(x))
		require.LessOrEqual(t, len(compact(x)), 7)
	}
}
