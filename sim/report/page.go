package report

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/internal/page"
	"github.com/gcnsim/gcnsim/internal/page/chart"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

//go:embed report.html
var pageText string

var reportPage = page.New("report", pageText, template.FuncMap{
	"time": microseconds, "fixed": func(n int, x float64) string { return strconv.FormatFloat(x, 'f', n, 64) },
	"unit": unitName, "first": func(n int, list []Line) []Line { return list[:min(n, len(list))] },
	"hitRate":  func(c sim.CacheTiming) float64 { return share(c.Hits, c.Hits+c.Misses) },
	"lookups":  func(c sim.CacheTiming) uint64 { return c.Hits + c.Misses },
	"quotient": func(a, b float64) float64 { return a / b }, "minus": func(a, b float64) float64 { return a - b },
	"spent": (*Run).byReason,
	"each":  func(n, of uint64) float64 { return float64(n) / float64(max(of, 1)) },
})

// microseconds is a time for people.
func microseconds(x float64) string {
	switch {
	case x < 10:
		return strconv.FormatFloat(x, 'f', 2, 64) + "\u00a0µs"
	case x < 1000:
		return strconv.FormatFloat(x, 'f', 1, 64) + "\u00a0µs"
	}
	return strconv.FormatFloat(x/1000, 'f', 2, 64) + "\u00a0ms"
}

// view is a run with its pictures.
type view struct {
	*Run
	Heading string      // where there are two
	Picture page.Figure // the roofline
	Steps   []page.Figure
	Time    []page.Figure
}

// Write writes the page of one run, or of two, the second of which is compared with the first.
func Write(w io.Writer, runs ...*Run) error {
	if len(runs) < 1 || len(runs) > 2 {
		return fmt.Errorf("report: a page is of one run or two, and not of %d", len(runs))
	}
	var data struct {
		Views []*view
		Diff  *Diff
	}
	for i, r := range runs {
		v := &view{Run: r}
		if len(runs) > 1 {
			v.Heading = string(rune('A'+i)) + ": " + r.Name
		}
		if err := v.draw(); err != nil {
			return err
		}
		data.Views = append(data.Views, v)
	}
	title := runs[0].Kernel + " on " + runs[0].Chip
	if len(runs) > 1 {
		data.Diff = Compare(runs[0], runs[1])
		title += ", two runs"
	}
	return reportPage.Write(w, title, data)
}

// Colours and dashes of the levels of memory, in all pictures.
var levelStyle = map[string]struct{ colour, dash int }{"l1": {1, 2}, "l2": {3, 1}, "dram": {2, 0}}

var levelTitle = map[string]string{"l1": "L1", "l2": "L2", "dram": "memory"}

// draw draws the pictures.
func (v *view) draw() error {
	for _, p := range []struct {
		to    *[]page.Figure
		chart *chart.Chart
	}{{nil, v.roofline()}, {&v.Steps, v.byVGPRs()}, {&v.Steps, v.byLDS()}, {&v.Time, v.bandwidth()},
		{&v.Time, v.waves()}} {
		if p.chart == nil {
			continue
		}
		f, err := p.chart.Figure()
		if err != nil {
			return err
		}
		if p.to == nil {
			v.Picture = f
		} else {
			*p.to = append(*p.to, f)
		}
	}
	return nil
}

// roofline draws the rates that the chip allows at an intensity, and where the launch stands.
func (v *view) roofline() *chart.Chart {
	r := &v.Roof
	if r.Rate <= 0 {
		return nil
	}
	c := &chart.Chart{X: chart.Axis{Label: "operations a byte", Log: true},
		Y: chart.Axis{Label: "10⁹ operations a second", Log: true}}
	low, high := math.Inf(1), 0.0
	for _, l := range r.Levels {
		if l.Intensity > 0 {
			low, high = min(low, l.Intensity), max(high, l.Intensity)
		}
		low, high = min(low, r.Peak/l.Peak), max(high, r.Peak/l.Peak)
	}
	low, high = low/4, high*4
	c.Y.Min, c.Y.Max = r.Peak/1000, r.Peak*1.5
	text := fmt.Sprintf("Roofline: the launch does %.4g of at most %.4g thousand million operations of lanes a second.",
		r.Rate, r.Peak)
	for _, l := range r.Levels {
		ridge, s := r.Peak/l.Peak, levelStyle[l.Name]
		c.Lines = append(c.Lines, chart.Line{Name: fmt.Sprintf("%s, %.0f GB/s", levelTitle[l.Name], l.Peak), Colour: s.colour,
			Dash: s.dash, XY: []chart.XY{{X: low, Y: low * l.Peak}, {X: ridge, Y: r.Peak}, {X: high, Y: r.Peak}}})
		if l.Intensity > 0 {
			c.Lines = append(c.Lines, chart.Line{Colour: s.colour, Points: true,
				XY: []chart.XY{{X: l.Intensity, Y: r.Rate}}})
			text += fmt.Sprintf(" %s moves %.3g GB/s of %.3g.", levelTitle[l.Name], l.GBs, l.Peak)
		}
		c.Y.Min = min(c.Y.Min, low*l.Peak, r.Rate/2)
	}
	c.Alt = text
	c.Caption = "A line is what a level of memory allows at an intensity, a dot where the launch stands for that " +
		"level: the nearer to its line, the more that level limits. A vector instruction of a wave is 64 operations, " +
		"whatever it computes."
	return c
}

// byVGPRs draws how many waves fit by vector registers.
func (v *view) byVGPRs() *chart.Chart {
	var xy []chart.XY
	need := v.Need
	for need.VGPRs = 1; need.VGPRs <= v.chip.Int(chip.VGPRs) && need.VGPRs <= 256; need.VGPRs++ {
		xy = append(xy, chart.XY{X: float64(need.VGPRs), Y: float64(fits(v.chip, need))})
	}
	return v.steps("vector registers of a wave", float64(v.Need.VGPRs), xy)
}

// byLDS draws how many waves fit by LDS.
func (v *view) byLDS() *chart.Chart {
	if v.Need.LDS == 0 {
		return nil
	}
	var xy []chart.XY
	need := v.Need
	step := v.chip.Int(chip.LDSGranule)
	for need.LDS = step; need.LDS <= v.chip.Int(chip.LDSGroup); need.LDS += step {
		xy = append(xy, chart.XY{X: float64(need.LDS), Y: float64(fits(v.chip, need))})
	}
	return v.steps("bytes of LDS of a work-group", float64(v.Need.LDS), xy)
}

// steps draws waves by a resource.
func (v *view) steps(what string, here float64, xy []chart.XY) *chart.Chart {
	kept := xy[:0] // where it changes, and the end
	for i, p := range xy {
		if i == 0 || i == len(xy)-1 || p.Y != xy[i-1].Y {
			kept = append(kept, p)
		}
	}
	return &chart.Chart{Alt: fmt.Sprintf("Waves of a SIMD by %s: at %.0f there are %d of at most %d.", what, here,
		v.Occupancy.Waves, v.Occupancy.MaxWaves),
		X: chart.Axis{Label: what}, Y: chart.Axis{Label: "waves of a SIMD", Min: 0, Max: float64(v.Occupancy.MaxWaves)},
		Lines: []chart.Line{{Name: "room for waves", Colour: 1, Step: true, XY: kept},
			{Name: "this kernel", Colour: 2, Points: true, XY: []chart.XY{{X: here, Y: float64(v.Occupancy.Waves)}}}}}
}

// over makes a line of the samples over time.
func (v *view) over(of func(s *sim.Sample, clocks float64) float64) (xy []chart.XY) {
	s := v.Series
	for i := range s.Samples {
		from := uint64(i) * s.Clocks
		n := float64(min(s.Clocks, v.Cycles-min(from, v.Cycles-1)))
		xy = append(xy, chart.XY{X: float64(from), Y: of(&s.Samples[i], n)})
	}
	if len(xy) > 0 {
		xy = append(xy, chart.XY{X: float64(v.Cycles), Y: xy[len(xy)-1].Y})
	}
	return xy
}

// bandwidth draws what levels of memory move over time.
func (v *view) bandwidth() *chart.Chart {
	if v.Series == nil {
		return nil
	}
	ghz := v.chip.Figures[chip.EngineMHz].Value / 1000
	c := &chart.Chart{X: chart.Axis{Label: "clocks"}, Y: chart.Axis{Label: "% of the bandwidth"},
		Alt: "Bandwidth over time, at most:"}
	for _, l := range v.Roof.Levels {
		peak, most := l.Peak/ghz, 0.0 // bytes a clock
		xy := v.over(func(s *sim.Sample, clocks float64) float64 {
			x := 100 * float64(map[string]uint64{"l1": s.L1, "l2": s.L2, "dram": s.DRAM}[l.Name]) / clocks / peak
			most = max(most, x)
			return x
		})
		s := levelStyle[l.Name]
		c.Lines = append(c.Lines, chart.Line{Name: levelTitle[l.Name], Colour: s.colour, Dash: s.dash, Step: true, XY: xy})
		c.Alt += fmt.Sprintf(" %s %.0f %%", levelTitle[l.Name], most)
	}
	return c
}

// waves draws how many waves there are over time.
func (v *view) waves() *chart.Chart {
	if v.Series == nil {
		return nil
	}
	room := float64(v.Occupancy.WavesPerCU * v.CUs)
	most := 0.0
	xy := v.over(func(s *sim.Sample, clocks float64) float64 {
		x := float64(s.Waves) / clocks
		most = max(most, x)
		return x
	})
	c := &chart.Chart{Alt: fmt.Sprintf("Waves over time: at most %.0f of the %.0f for which there is room.", most, room),
		X: chart.Axis{Label: "clocks"}, Y: chart.Axis{Label: "waves on the chip"},
		Lines: []chart.Line{{Name: "waves", Colour: 4, Step: true, XY: xy}}}
	if most > room/5 {
		c.Lines = append(c.Lines, chart.Line{Name: "room", Colour: 6, Dash: 1,
			XY: []chart.XY{{X: 0, Y: room}, {X: float64(v.Cycles), Y: room}}})
	} else {
		c.Caption = fmt.Sprintf("There is room for %.0f.", room)
	}
	c.Y.Max = max(most, 1) * 1.05
	if most > room/5 {
		c.Y.Max = room * 1.05
	}
	return c
}

// Diff is how a run differs from another.
type Diff struct {
	A     string    `json:"a"`     // name of the first run
	B     string    `json:"b"`     // name of the run that is compared with it
	Says  string    `json:"says"`  // the difference in a sentence
	Rows  []DiffRow `json:"rows"`  // of the launches
	Lines []DiffRow `json:"lines"` // of source: those that differ most
}

// DiffRow is a figure of both.
type DiffRow struct {
	Name   string  `json:"name"`
	A      float64 `json:"a"`
	B      float64 `json:"b"`
	Text   string  `json:"text,omitempty"` // of a line
	Digits int     `json:"-"`              // behind the point, on the page
	// Better is 1 where B is better, -1 where it is worse, 0 where it is neither.
	Better int `json:"better"`
}

// Change is by how much B differs: "+12.0 %".
func (d DiffRow) Change() string {
	switch {
	case d.A == d.B:
		return "="
	case d.A == 0:
		return "new"
	}
	return fmt.Sprintf("%+.1f\u00a0%%", 100*(d.B/d.A-1))
}

// Compare says how b differs from a.
func Compare(a, b *Run) *Diff {
	d := &Diff{A: a.Name, B: b.Name}
	faster := a.Microseconds / b.Microseconds
	switch {
	case a.Microseconds == b.Microseconds:
		d.Says = fmt.Sprintf("B takes as long as A: %s.", microseconds(a.Microseconds))
	case faster > 1:
		d.Says = fmt.Sprintf("B takes %s, A %s: it is %.2f times as fast.", microseconds(b.Microseconds),
			microseconds(a.Microseconds), faster)
	default:
		d.Says = fmt.Sprintf("B takes %s, A %s: it takes %.2f times as long.", microseconds(b.Microseconds),
			microseconds(a.Microseconds), 1/faster)
	}
	// want: -1: less is better, 1: more is better, 0: neither.
	add := func(name string, want, digits int, of func(r *Run) float64) {
		x := DiffRow{Name: name, A: of(a), B: of(b), Digits: digits}
		x.Better = want * cmp.Compare(x.B, x.A)
		if x.A != 0 || x.B != 0 {
			d.Rows = append(d.Rows, x)
		}
	}
	add("time, µs", -1, 2, func(r *Run) float64 { return r.Microseconds })
	add("clocks of the engine", -1, 0, func(r *Run) float64 { return float64(r.Cycles) })
	add("instructions of waves", -1, 0, func(r *Run) float64 { return float64(r.Insts) })
	add("waves", 0, 0, func(r *Run) float64 { return float64(r.Waves) })
	add("waves that fit on a SIMD", 1, 0, func(r *Run) float64 { return float64(r.Occupancy.Waves) })
	add("VGPRs", 0, 0, func(r *Run) float64 { return float64(r.Need.VGPRs) })
	add("LDS of a work-group, bytes", 0, 0, func(r *Run) float64 { return float64(r.Need.LDS) })
	add("bytes between L2 and compute units", -1, 0, func(r *Run) float64 { return float64(r.L2Bytes) })
	add("bytes between L2 and memory", -1, 0, func(r *Run) float64 { return float64(r.DRAM.Read + r.DRAM.Written) })
	add("hits of L1, %", 1, 1, func(r *Run) float64 { return r.hits("l1") })
	add("hits of L2, %", 1, 1, func(r *Run) float64 { return r.hits("l2") })
	add("clocks of LDS bank conflicts", -1, 0, func(r *Run) (sum float64) {
		for i := range r.insts {
			sum += float64(r.insts[i].Conflicts)
		}
		return sum
	})
	names := map[string]bool{}
	for _, r := range []*Run{a, b} {
		for _, u := range r.Units {
			if u.Utilisation > 0 && !names[u.Name] {
				names[u.Name] = true
				add(unitName(u.Name)+" busy, %", 0, 1, func(r *Run) float64 {
					i := slices.IndexFunc(r.Units, func(x sim.UnitTiming) bool { return x.Name == u.Name })
					if i < 0 {
						return 0
					}
					return 100 * r.Units[i].Utilisation
				})
			}
		}
	}
	clear(names)
	for _, r := range []*Run{a, b} {
		for _, c := range r.Clocks {
			if !names[c.Name] {
				names[c.Name] = true
				add("clocks of waves: "+c.Name, -1, 0, func(r *Run) float64 {
					i := slices.IndexFunc(r.Clocks, func(x Clocks) bool { return x.Name == c.Name })
					if i < 0 {
						return 0
					}
					return float64(r.Clocks[i].Clocks)
				})
			}
		}
	}
	lines := map[string]*DiffRow{}
	var list []*DiffRow
	for i, r := range []*Run{a, b} {
		for _, l := range r.Lines {
			if a.Code != b.Code && strings.HasPrefix(l.Place, "0x") {
				continue // another instruction is there
			}
			x := lines[l.Place]
			if x == nil {
				x = &DiffRow{Name: l.Place, Text: l.Text}
				lines[l.Place], list = x, append(list, x)
			}
			if i == 0 {
				x.A += float64(l.Clocks)
			} else {
				x.B += float64(l.Clocks)
			}
			x.Better = cmp.Compare(x.A, x.B)
		}
	}
	slices.SortStableFunc(list, func(x, y *DiffRow) int {
		return cmp.Or(cmp.Compare(math.Abs(y.A-y.B), math.Abs(x.A-x.B)), cmp.Compare(x.Name, y.Name))
	})
	for _, x := range list[:min(len(list), top)] {
		if x.A != x.B {
			d.Lines = append(d.Lines, *x)
		}
	}
	return d
}

// hits is the share of lines that a cache had, in percent.
func (r *Run) hits(name string) float64 {
	for _, c := range r.Caches {
		if c.Name == name {
			return 100 * share(c.Hits, c.Hits+c.Misses)
		}
	}
	return 0
}
