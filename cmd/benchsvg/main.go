// Command benchsvg draws what "gcnsim bench --format json" wrote: for each case a bar for each way,
// as high as the median of its speed, with the interval of the median. The scale is logarithmic.
//
//	gcnsim bench --suite twelve --format json > new.json
//	go run github.com/gcnsim/gcnsim/cmd/benchsvg new.json > speed.svg
//	go run github.com/gcnsim/gcnsim/cmd/benchsvg old.json new.json > change.svg
//
// The drawing is that of the pages of gcnsim (internal/page/chart): the picture takes the colour of the
// text around it where it stands in a page, and is black on nothing where it stands alone.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/internal/page/chart"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: benchsvg REPORT.json... > PICTURE.svg")
		os.Exit(2)
	}
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "benchsvg: %v\n", err)
		os.Exit(2)
	}
}

// bars are those of one way in one file.
type bars struct {
	label string
	of    map[string]benchmarks.Summary // by case
}

func run(paths []string, out io.Writer) error {
	var names []string
	var series []bars
	for _, path := range paths {
		reports, err := read(path)
		if err != nil {
			return err
		}
		for _, r := range reports {
			s, ok := r.Median(benchmarks.CPUSpeed)
			if !ok || s.Median == 0 {
				s, ok = r.Median(benchmarks.Speed)
			}
			if !ok || !(s.Median > 0) {
				return fmt.Errorf("%s: %s was not measured on a host: it has no samples", path, r.Name)
			}
			label := r.Way
			if len(paths) > 1 {
				label = filepath.Base(path) + " " + label
			}
			i := slices.IndexFunc(series, func(b bars) bool { return b.label == label })
			if i < 0 {
				i, series = len(series), append(series, bars{label, map[string]benchmarks.Summary{}})
			}
			series[i].of[r.Name] = s
			if !slices.Contains(names, r.Name) {
				names = append(names, r.Name)
			}
		}
	}
	if len(names) == 0 {
		return errors.New("there are no reports")
	}
	return picture(names, series, out)
}

// read reads a report, or a list of them.
func read(path string) (list []*benchmarks.Report, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		err = json.Unmarshal(data, &list)
	} else {
		list = []*benchmarks.Report{new(benchmarks.Report)}
		err = json.Unmarshal(data, list[0])
	}
	if err == nil && slices.Contains(list, nil) {
		err = errors.New("a report is null")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: no report of gcnsim bench --format json: %w", path, err)
	}
	return list, nil
}

// interval are the ends of confidence intervals, around the ends of bars.
type interval struct {
	plotter.XYs
	plotter.YErrors
}

func picture(names []string, series []bars, out io.Writer) error {
	p := plot.New()
	p.Title.Text = "gcnsim: speed"
	p.Y.Label.Text = "million wave-instructions a second"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, chart.Powers{}
	p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = math.Pi/4, draw.XRight, draw.YCenter
	p.Legend.Top = true
	width := vg.Points(max(2, 24/float64(len(series))))
	low, high := math.Inf(1), 0.0
	for _, b := range series {
		for _, s := range b.of {
			low, high = min(low, s.Low/1e6), max(high, s.High/1e6)
		}
	}
	p.Y.Min, p.Y.Max = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high)))
	p.X.Min, p.X.Max = -0.7, float64(len(names))-0.3
	step := 0.8 / float64(len(series))
	for i, b := range series {
		var e interval
		for at, name := range names {
			s, ok := b.of[name]
			if !ok {
				continue
			}
			x := float64(at) + (float64(i)-float64(len(series)-1)/2)*step
			bar, err := plotter.NewLine(plotter.XYs{{X: x, Y: p.Y.Min}, {X: x, Y: s.Median / 1e6}})
			if err != nil {
				return err
			}
			bar.Color, bar.Width = chart.Color(i), width
			if p.Add(bar); len(e.XYs) == 0 {
				p.Legend.Add(b.label, bar)
			}
			e.XYs = append(e.XYs, plotter.XY{X: x, Y: s.Median / 1e6})
			e.YErrors = append(e.YErrors, struct{ Low, High float64 }{(s.Median - s.Low) / 1e6, (s.High - s.Median) / 1e6})
		}
		ends, err := plotter.NewYErrorBars(e)
		if err != nil {
			return err
		}
		ends.CapWidth = width / 2
		p.Add(ends)
	}
	p.X.Tick.Marker = plot.ConstantTicks(named(names))
	across := vg.Points(120 + float64(len(names))*max(30, float64(len(series))*float64(width)*1.3))
	svg, err := chart.SVG(p, across, 5*vg.Inch)
	if err != nil {
		return err
	}
	_, err = out.Write(svg)
	return err
}

// named are ticks with the names of cases.
func named(names []string) (ticks []plot.Tick) {
	for i, n := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: n})
	}
	return ticks
}
