package suite

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"github.com/gcnsim/gcnsim/benchmarks"
)

// speedOf is the unit of the table: CPU time is what one worker takes whatever else the host does.
func speedOf(r *benchmarks.Report) (unit, what string) {
	if s, ok := r.Median(benchmarks.CPUSpeed); ok && s.Median > 0 && r.Workers == 1 {
		return benchmarks.CPUSpeed, "one worker, by CPU time"
	}
	return benchmarks.Speed, fmt.Sprintf("%d workers, by time", r.Workers)
}

// grid are reports by name and way.
type grid struct {
	names, ways []string
	unit, what  string
	cells       map[[2]string]*benchmarks.Report
}

func newGrid(reports []*benchmarks.Report) *grid {
	g := &grid{cells: map[[2]string]*benchmarks.Report{}}
	add := func(list *[]string, s string) {
		if !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
	for _, r := range reports {
		add(&g.names, r.Name)
		add(&g.ways, r.Way)
		g.cells[[2]string{r.Name, r.Way}] = r
		if g.unit == "" {
			g.unit, g.what = speedOf(r)
		}
	}
	return g
}

// median is the speed of a cell, 0 where there is none.
func (g *grid) median(name, way string) benchmarks.Summary {
	if r := g.cells[[2]string{name, way}]; r != nil {
		s, _ := r.Median(g.unit)
		return s
	}
	return benchmarks.Summary{}
}

// isNative reports whether a way is C.
func isNative(way string) bool { return strings.Contains(way, "/") }

// WriteTable shows the speeds of reports: a line for each name, a column for each way, and their
// geometric means. Where there are ways of C, a second table says how many times as long as the
// fastest of them the simulator takes.
func WriteTable(w io.Writer, reports []*benchmarks.Report) error {
	g := newGrid(reports)
	if len(g.names) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "million wave-instructions a second, %s; medians of %d samples, and the larger half of "+
		"their interval\n\n", g.what, len(reports[0].Samples))
	err := g.table(&b, g.ways, "million", func(name string) string {
		for _, way := range g.ways {
			if r := g.cells[[2]string{name, way}]; r != nil {
				return fmt.Sprintf("%.3g", float64(r.Insts)/1e6)
			}
		}
		return ""
	}, func(name, way string) (value float64, text string) {
		s := g.median(name, way)
		return s.Median / 1e6, fmt.Sprintf("%.2f %4s", s.Median/1e6, interval(&s))
	})
	if cost := g.checking(); cost > 0 {
		fmt.Fprintf(&b, "with checks it takes %.2f times as long (geometric mean)\n", cost)
	}
	for _, r := range reports {
		if s, ok := r.Median(g.unit); ok && len(s.Outliers) > 0 {
			fmt.Fprintf(&b, "outliers: %s %s: %s\n", r.Name, r.Way, s.OutlierText())
		}
	}
	if err == nil && slices.ContainsFunc(g.ways, isNative) {
		fmt.Fprintf(&b, "\ntimes as long as the fastest C\n\n")
		err = g.ratios(&b)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// checking is how many times as long runs with checks take as those without, 0 where that is not
// known.
func (g *grid) checking() float64 {
	var list []float64
	for _, n := range g.names {
		with, without := g.median(n, benchmarks.Checked), g.median(n, benchmarks.Unchecked)
		if with.Median > 0 && without.Median > 0 {
			list = append(list, without.Median/with.Median)
		}
	}
	if len(list) == 0 {
		return 0
	}
	return stat.GeometricMean(list, nil)
}

// ratios compares the simulator's ways with the fastest of C.
func (g *grid) ratios(w io.Writer) error {
	var ways []string
	for _, way := range g.ways {
		if !isNative(way) {
			ways = append(ways, way)
		}
	}
	fastest := func(name string) (best float64, which string) {
		for _, way := range g.ways {
			if s := g.median(name, way); isNative(way) && s.Median > best {
				best, which = s.Median, way
			}
		}
		return best, which
	}
	return g.table(w, ways, "fastest", func(name string) string {
		_, which := fastest(name)
		return which
	}, func(name, way string) (value float64, text string) {
		best, _ := fastest(name)
		s := g.median(name, way)
		if best == 0 || s.Median == 0 {
			return 0, ""
		}
		return best / s.Median, fmt.Sprintf("%.1f", best/s.Median)
	})
}

// table writes lines by name, with a second column, and then one for each way, and the geometric
// means of their values. A value of 0 is none.
func (g *grid) table(w io.Writer, ways []string, second string, of func(name string) string,
	cell func(name, way string) (value float64, text string)) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "case\t%s\t%s\t\n", second, strings.Join(ways, "\t"))
	all := make([][]float64, len(ways))
	for _, n := range g.names {
		fmt.Fprintf(t, "%s\t%s\t", n, of(n))
		for i, way := range ways {
			v, text := cell(n, way)
			if v == 0 {
				text = "-"
			} else {
				all[i] = append(all[i], v)
			}
			fmt.Fprintf(t, "%s\t", text)
		}
		fmt.Fprintln(t)
	}
	fmt.Fprint(t, "geometric mean\t\t")
	for i := range ways {
		text := "-"
		switch n := len(all[i]); {
		case n == len(g.names):
			text = fmt.Sprintf("%.2f %4s", stat.GeometricMean(all[i], nil), "")
		case n > 0:
			text = fmt.Sprintf("%.2f of %d", stat.GeometricMean(all[i], nil), n)
		}
		fmt.Fprintf(t, "%s\t", strings.TrimRight(text, " "))
	}
	fmt.Fprintln(t)
	return t.Flush()
}

// interval is the larger half of the interval of a median: "±3%".
func interval(s *benchmarks.Summary) string {
	half := max(s.High-s.Median, s.Median-s.Low)
	return fmt.Sprintf("±%.0f%%", math.Ceil(100*half/s.Median))
}
