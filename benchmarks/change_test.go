package benchmarks

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fromTimes is a report of runs of a million instructions that took so many milliseconds.
func fromTimes(name string, ms ...float64) *Report {
	r := &Report{Name: name, Way: Unchecked, Workers: 1, Insts: 1e6}
	for _, t := range ms {
		d := time.Duration(t * 1e6)
		r.Samples = append(r.Samples, Sample{Runs: 1, Time: 2 * d, CPU: d, Insts: 1e6})
	}
	r.Summarize()
	return r
}

// The wanted chances are counted: of n + m values in two samples without ties, all of one above all
// of the other is 2 orders of (n+m)! / n! / m!; U = 1 is 2 more.
func TestChangesHaveTheChanceOfTheRankTest(t *testing.T) {
	for _, c := range []struct {
		name        string
		old, now    []float64
		p           float64
		possible    bool
		significant bool
		slower      float64
	}{
		{"apart, 4 and 4", []float64{1, 2, 3, 4}, []float64{11, 12, 13, 14}, 2. / 70, true, true, 4.2},
		{"apart, 3 and 3", []float64{1, 2, 3}, []float64{11, 12, 13}, 2. / 20, false, false, 5},
		{"one pair the other way, 4 and 4", []float64{1, 2, 3, 11.5}, []float64{11, 12, 13, 14}, 4. / 70, true, false, 4.2},
		{"apart, 5 and 5, faster", []float64{20, 21, 22, 23, 24}, []float64{10, 10.5, 11, 12, 13}, 2. / 252, true, true, -0.5},
		{"the same", []float64{5, 6, 7, 8}, []float64{5, 6, 7, 8}, 1, true, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, alone, err := Changes([]*Report{fromTimes("k", c.old...)}, []*Report{fromTimes("k", c.now...)})
			require.NoError(t, err)
			require.Empty(t, alone)
			require.InDelta(t, c.p, list[0].P, 1e-9)
			require.Equal(t, c.possible, list[0].Possible)
			require.Equal(t, c.significant, list[0].Significant())
			require.InDelta(t, c.slower, list[0].Slower(), 0.05)
			require.Equal(t, CPUSpeed, list[0].Unit)
		})
	}
}

func TestGateClosesForSlowerOnesOnly(t *testing.T) {
	old := []*Report{fromTimes("slower", 10, 10.1, 10.2, 10.3), fromTimes("faster", 10, 10.1, 10.2, 10.3),
		fromTimes("noisy", 5, 10, 15, 20)}
	now := []*Report{fromTimes("slower", 11, 11.1, 11.2, 11.3), fromTimes("faster", 9, 9.1, 9.2, 9.3),
		fromTimes("noisy", 12, 9, 16, 30)}
	list, _, err := Changes(old, now)
	require.NoError(t, err)
	for gate, want := range map[float64]int{0.05: 1, 0.15: 0, 0: 1} {
		slow, err := Regressions(list, gate)
		require.NoError(t, err)
		require.Len(t, slow, want, gate)
		if want > 0 {
			require.Equal(t, "slower", slow[0].Name)
		}
	}
	list, _, err = Changes([]*Report{fromTimes("k", 1, 2, 3)}, []*Report{fromTimes("k", 4, 5, 6)})
	require.NoError(t, err)
	_, err = Regressions(list, 0.05)
	require.ErrorIs(t, err, ErrSamples, "a gate that cannot close is none")
}

func TestChangesAreOfTheSameNameAndWay(t *testing.T) {
	other := fromTimes("k", 1)
	other.Way = Checked
	_, alone, err := Changes([]*Report{fromTimes("j", 1), other}, []*Report{fromTimes("k", 1)})
	require.ErrorIs(t, err, ErrApart)
	require.Equal(t, []string{"k unchecked"}, alone)
	// Without CPU time, and with several workers, it is the time on the wall.
	wall := fromTimes("k", 1, 2)
	wall.Workers = 2
	list, _, err := Changes([]*Report{fromTimes("k", 1)}, []*Report{wall})
	require.NoError(t, err)
	require.Equal(t, Speed, list[0].Unit)
}

func TestChangesAsText(t *testing.T) {
	more := fromTimes("b", 10, 10.1, 10.2, 10.3)
	more.Insts++
	list, alone, err := Changes([]*Report{fromTimes("a", 1, 1, 1, 1), fromTimes("b", 20, 20.1, 20.2, 20.3)},
		[]*Report{fromTimes("a", 1, 1, 1, 1), more, fromTimes("c", 1)})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, WriteChanges(&b, list, alone))
	require.Regexp(t, `(?m)^ +a +unchecked +1000 ±0% +1000 ±0% +M wave-insts/cpu-s += +1.000$`, b.String())
	require.Regexp(t, `(?m)^ +b +unchecked +49.63 ±1% +98.52 ±2% +M wave-insts/cpu-s +\+98.5% +0.029$`, b.String())
	require.Regexp(t, `(?m)^ +geometric mean +\+40.9% *$`, b.String())
	require.Contains(t, b.String(), "not the same work: b unchecked has 1000001 wave-instructions, before 1000000\n")
	require.Contains(t, b.String(), "not in the old report: c unchecked\n")
}

// Quartiles of 10 to 19 and a value far off are within 10 to 19, so that the fences are within -4 to
// 33.
func TestOutliersAreNamed(t *testing.T) {
	require.Equal(t, []int{3}, outliers([]float64{10, 11, 60, 12, 13, 14, 15, 16, 17, 18, 19}))
	require.Equal(t, []int{1, 2}, outliers([]float64{-30, 60, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}))
	require.Empty(t, outliers([]float64{1, 2, 3, 1000}))
	require.Empty(t, outliers([]float64{7, 7, 7, 7, 7, 7}))
	s := Summary{Outliers: []int{1, 2}}
	require.Equal(t, "samples 1, 2", s.OutlierText())
}

// What is 0 everywhere is left out, as benchstat would make a table of zeros of it.
func TestTextHasNoZeros(t *testing.T) {
	r := fromTimes("k", 1, 2)
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	require.NotContains(t, b.String(), "waits/op")
	require.NotContains(t, b.String(), " 0 ")
	require.Contains(t, b.String(), "wave-insts/cpu-s")
}
