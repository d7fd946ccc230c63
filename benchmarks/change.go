package benchmarks

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat"
)

// Errors of comparisons.
var (
	// ErrApart: Changes has found no report with an older one.
	ErrApart = errors.New("benchmarks: nothing was measured in both")
	// ErrSamples: Regressions was given a change that is not Possible.
	ErrSamples = errors.New("benchmarks: too few samples to tell a change from chance")
)

// Change is the difference of one figure between two measurements of the same name and way.
type Change struct {
	Name, Way string  // of both reports
	Unit      string  // of speed, more is better; or cycles/op, of a clock, less is better
	Old, New  Summary // in Unit
	// P is the chance that samples differ so much, or more, where nothing has changed. It is that
	// of the Mann-Whitney U test, which assumes no distribution. It is 0 for clocks, which are
	// exact.
	P        float64
	Possible bool // there are samples enough for a difference to be significant

	OldInsts, NewInsts uint64 // instructions of a run; where they differ it is not the same work
}

// alpha is what P is below where a change is significant.
const alpha = 0.05

// Significant reports whether the change is one, by its samples.
func (c *Change) Significant() bool { return c.P < alpha && c.Old.Median != c.New.Median }

// Slower is how much more time the new one takes: 0.05 is 5 % more. It is negative where it is faster.
func (c *Change) Slower() float64 {
	if c.Unit == cyclesUnit {
		return c.New.Median/c.Old.Median - 1
	}
	return c.Old.Median/c.New.Median - 1
}

// cyclesUnit is the unit of what a clock says.
const cyclesUnit = "cycles/op"

// Changes compares reports with older ones of the same name, way and target: by CPU time where both
// have it, and by the clocks of the chip where nothing of the host was measured. alone are the names
// of reports that have no older one.
func Changes(old, reports []*Report) (list []Change, alone []string, err error) {
	for _, r := range reports {
		i := slices.IndexFunc(old, func(o *Report) bool {
			return o.Name == r.Name && o.Way == r.Way && o.GPU == r.GPU && o.Chip == r.Chip &&
				(len(o.Samples) > 0) == (len(r.Samples) > 0)
		})
		if i < 0 {
			alone = append(alone, strings.TrimSpace(r.Name+" "+r.Way))
			continue
		}
		o := old[i]
		c := Change{Name: r.Name, Way: r.Way, OldInsts: o.Insts, NewInsts: r.Insts}
		if len(r.Samples) == 0 {
			exact := func(r *Report) Summary {
				v := float64(r.Timing.Cycles)
				return Summary{Unit: cyclesUnit, Median: v, Low: v, High: v, Confidence: 1}
			}
			c.Unit, c.Old, c.New, c.Possible = cyclesUnit, exact(o), exact(r), true
			list = append(list, c)
			continue
		}
		c.Unit = CPUSpeed
		if o.anySample(noCPU) || r.anySample(noCPU) || o.Workers != 1 || r.Workers != 1 {
			c.Unit = Speed
		}
		x, y := o.values(c.Unit), r.values(c.Unit)
		c.Old, c.New = medianInterval(x, confidence), medianInterval(y, confidence)
		sample := func(v []float64) *benchmath.Sample { return benchmath.NewSample(v, &benchmath.DefaultThresholds) }
		c.P = benchmath.AssumeNothing.Compare(sample(x), sample(y)).P
		c.Possible = possible(len(x), len(y))
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, alone, ErrApart
	}
	return list, alone, nil
}

func noCPU(s *Sample) bool { return s.CPU == 0 }

// anySample reports whether a sample is so.
func (r *Report) anySample(is func(s *Sample) bool) bool {
	for i := range r.Samples {
		if is(&r.Samples[i]) {
			return true
		}
	}
	return false
}

// values are those of the samples in a unit.
func (r *Report) values(unit string) (list []float64) {
	i := slices.IndexFunc(metrics, func(m metric) bool { return m.unit == unit })
	for j := range r.Samples {
		list = append(list, metrics[i].of(&r.Samples[j]))
	}
	return list
}

// possible reports whether n and m samples can differ significantly. They differ most where all of
// one are above all of the other. That is one order, and its mirror image, of as many as there are
// ways to choose n of n + m.
func possible(n, m int) bool {
	ways := 1.0
	for i := range n {
		ways = ways * float64(m+i+1) / float64(i+1)
	}
	return 2/ways < alpha
}

// WriteChanges writes a table: medians with their intervals, the change of speed where it is
// significant and ~ where it is not, and the chance P with the numbers of samples.
func WriteChanges(w io.Writer, list []Change, alone []string) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "case\tway\told\tnew\t\tfaster\tp\t\n")
	var faster []float64
	for i := range list {
		c := &list[i]
		change, p := "~", fmt.Sprintf("%.3f", c.P)
		switch {
		case c.Significant():
			change = fmt.Sprintf("%+.1f%%", 100*(1/(1+c.Slower())-1))
		case c.Old.Median == c.New.Median:
			change = "="
		}
		if c.Unit == cyclesUnit {
			p = "exact"
		} else if !c.Possible {
			p = "too few samples"
		}
		scale, unit := 1e-6, "M "+c.Unit
		if c.Unit == cyclesUnit {
			scale, unit = 1, c.Unit
		}
		side := func(s *Summary) string {
			half := max(s.High-s.Median, s.Median-s.Low)
			return fmt.Sprintf("%s ±%.0f%%", figure(s.Median*scale), math.Ceil(100*half/s.Median))
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", c.Name, c.Way, side(&c.Old), side(&c.New), unit, change, p)
		faster = append(faster, 1/(1+c.Slower()))
	}
	fmt.Fprintf(t, "geometric mean\t\t\t\t\t%+.1f%%\t\t\n", 100*(stat.GeometricMean(faster, nil)-1))
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range list {
		if c := &list[i]; c.OldInsts != c.NewInsts {
			fmt.Fprintf(&b, "not the same work: %s %s has %d wave-instructions, before %d\n", c.Name, c.Way, c.NewInsts,
				c.OldInsts)
		}
	}
	if len(alone) > 0 {
		fmt.Fprintf(&b, "not in the old report: %s\n", strings.Join(alone, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Regressions are the significant changes by which something takes more time than the gate allows:
// 0.05 is 5 % more. Where no significant change is possible there is an error instead: such a gate
// could never fail.
func Regressions(list []Change, gate float64) (slow []Change, err error) {
	for _, c := range list {
		if !c.Possible {
			return nil, fmt.Errorf("%w: %s %s: take at least 4 in both", ErrSamples, c.Name, c.Way)
		}
		if c.Significant() && c.Slower() > gate {
			slow = append(slow, c)
		}
	}
	return slow, nil
}
