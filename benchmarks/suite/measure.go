package suite

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// Options say what is measured, and how.
type Options struct {
	Cases []*Case
	Small bool     // of a size for tests
	Ways  []string // of benchmarks.Checked, Unchecked and Clock, in the order of columns
	Count int      // samples of each

	Options sim.Options // of every run, but Check and Timing, which the way says
	Top     int         // as benchmarks.Spec has it
	// Chip is what benchmarks.Clock runs code of a target on.
	Chip func(target string) (chip.Chip, error)

	Progress func(format string, args ...any) // what is being done; nil: nobody wants to know
}

// Measure measures cases one after the other. The ways of a case take turns, a sample each, so that
// what else the host does falls on all of them. Every run's results are compared.
func Measure(ctx context.Context, o Options) (reports []*benchmarks.Report, err error) {
	progress := o.Progress
	if progress == nil {
		progress = func(string, ...any) {}
	}
	for _, c := range o.Cases {
		progress("%s: inputs and results\n", c.Name)
		w, err := c.Work(o.Small)
		if err != nil {
			return nil, err
		}
		var turns []*benchmarks.Measurement
		for _, way := range o.Ways {
			spec := benchmarks.Spec{Name: c.Name, File: w.File, Code: w.Object, Raw: w.Raw, Options: o.Options, Host: true,
				Top: o.Top}
			spec.Options.Check = way == benchmarks.Checked
			if way == benchmarks.Clock {
				m, err := o.Chip(w.Object.Target)
				if err != nil {
					return nil, err
				}
				spec.Options.Timing, spec.Options.Policy = &sim.TimingOptions{Chip: m}, nil
			}
			m, err := benchmarks.Begin(ctx, spec)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.Name, way, err)
			}
			turns = append(turns, m)
		}
		for i := range o.Count {
			progress("%s: sample %d of %d\n", c.Name, i+1, o.Count)
			for j, m := range turns {
				if err := m.Sample(ctx); err != nil {
					return nil, fmt.Errorf("%s, %s: %w", c.Name, o.Ways[j], err)
				}
			}
		}
		for _, m := range turns {
			reports = append(reports, m.Report())
		}
	}
	return reports, nil
}

// speedOf is the unit of the table: CPU time is what one worker takes whatever else the host does.
func speedOf(r *benchmarks.Report) (unit, what string) {
	if s, ok := r.Median(benchmarks.CPUSpeed); ok && s.Median > 0 && r.Workers == 1 {
		return benchmarks.CPUSpeed, "one worker, by CPU time"
	}
	return benchmarks.Speed, fmt.Sprintf("%d workers, by time", r.Workers)
}

// WriteTable shows the speeds of reports: a line for each name, a column for each way, and their
// geometric means.
func WriteTable(w io.Writer, reports []*benchmarks.Report) error {
	var names, ways []string
	cells := map[[2]string]*benchmarks.Report{}
	for _, r := range reports {
		if !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
		if !slices.Contains(ways, r.Way) {
			ways = append(ways, r.Way)
		}
		cells[[2]string{r.Name, r.Way}] = r
	}
	if len(names) == 0 {
		return nil
	}
	var b strings.Builder
	speed, what := speedOf(reports[0])
	fmt.Fprintf(&b, "million wave-instructions a second, %s; medians of %d samples, and the larger half of their interval\n\n",
		what, len(reports[0].Samples))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "case\tmillion\t%s\t\n", strings.Join(ways, "\t"))
	all := make([][]float64, len(ways))
	for _, n := range names {
		line := ""
		insts := uint64(0)
		for i, way := range ways {
			r := cells[[2]string{n, way}]
			if r == nil {
				line += "-\t"
				continue
			}
			insts = r.Insts
			s, _ := r.Median(speed)
			all[i] = append(all[i], s.Median)
			line += fmt.Sprintf("%.2f %4s\t", s.Median/1e6, interval(&s))
		}
		fmt.Fprintf(t, "%s\t%.2f\t%s\n", n, float64(insts)/1e6, line)
	}
	fmt.Fprint(t, "geometric mean\t\t")
	for i := range ways {
		fmt.Fprintf(t, "%.2f %4s\t", stat.GeometricMean(all[i], nil)/1e6, "")
	}
	fmt.Fprintln(t)
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// interval is the larger half of the interval of a median: "±3%".
func interval(s *benchmarks.Summary) string {
	half := max(s.High-s.Median, s.Median-s.Low)
	return fmt.Sprintf("±%.0f%%", math.Ceil(100*half/s.Median))
}
