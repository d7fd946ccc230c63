package study

import (
	_ "embed" // study.html
	"fmt"
	"html"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/gcnsim/gcnsim/internal/page"
	"github.com/gcnsim/gcnsim/internal/page/chart"
)

//go:embed study.html
var studyPage string

var pageOf = page.New("study", studyPage, template.FuncMap{
	"share": func(x float64) string { return signed(100*x, 1) + " %" },
	"coef":  func(x float64) string { return signed(x, 2) },
	"num":   func(x float64) string { return short(x) },
	"nan":   math.IsNaN,
	"lines": func(s string) []string { return strings.Split(s, "\n") },
})

// short is a number with at most four digits behind the first.
func short(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e9 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}

// signed is a number with its sign, a true minus.
func signed(x float64, digits int) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', digits, 64)
	switch {
	case strings.Trim(text, "0.") == "":
		return text
	case x < 0:
		return "\u2212" + text
	}
	return "+" + text
}

// What is shown at most.
const (
	mostGroups = 12 // heat maps and lines of scaling
	mostBins   = 8  // of an axis of a heat map
)

// view is what the page shows.
type view struct {
	*Study
	Title    string
	Lead     []string
	Matrix   *page.Figure
	Scaling  []page.Figure
	Pareto   *page.Figure
	Cost     string
	Best     []Point
	Heat     []page.Figure
	Rows     int
	Need     int // of a group, where one has too few; else 0
	Omitted  int // groups without heat maps
	Resample int
}

// Write writes the study as a page. cost is the factor of the Pareto front, "" for the strongest one
// whose increase makes things quicker.
func (s *Study) Write(w io.Writer, title, cost string) error {
	v := &view{Study: s, Title: title, Rows: len(s.rows), Resample: resamples, Cost: cost, Lead: s.lead()}
	for _, g := range s.Groups {
		v.Need = max(v.Need, g.need)
	}
	if m, ok := s.matrix(); ok {
		v.Matrix = &m
	}
	for _, f := range s.Factors {
		fig, ok, err := s.scaling(f)
		if err != nil {
			return err
		}
		if ok {
			v.Scaling = append(v.Scaling, fig)
		}
	}
	if v.Cost == "" {
		v.Cost = s.costs()
	}
	if v.Cost != "" {
		points, err := s.Front(v.Cost)
		if err != nil {
			return err
		}
		fig, err := s.pareto(points, v.Cost)
		if err != nil {
			return err
		}
		if len(points) > 0 {
			v.Pareto = &fig
		}
		for _, p := range points {
			if p.Front {
				v.Best = append(v.Best, p)
			}
		}
	}
	for _, g := range s.Groups {
		if len(g.Effects) < 2 {
			continue
		}
		if len(v.Heat) == mostGroups {
			v.Omitted++
			continue
		}
		v.Heat = append(v.Heat, s.heat(g))
	}
	return pageOf.Write(w, title, v)
}

// sums are for each factor its mean rank effect, by size, and in how many groups it is sure.
func (s *Study) sums(f *Factor) (size, direction float64, sure, of int) {
	for _, g := range s.Groups {
		for _, e := range g.Effects {
			if e.Factor != f {
				continue
			}
			of++
			size += math.Abs(e.Rank.Value)
			direction += e.Rank.Value
			if e.Rank.Sure() {
				sure++
			}
		}
	}
	if of > 0 {
		size, direction = size/float64(of), direction/float64(of)
	}
	return size, direction, sure, of
}

// byStrength are the factors, the strongest first.
func (s *Study) byStrength() []*Factor {
	list := slices.Clone(s.Factors)
	slices.SortStableFunc(list, func(a, b *Factor) int {
		x, _, _, _ := s.sums(a)
		y, _, _, _ := s.sums(b)
		if x == y {
			return 0
		}
		return sign(y - x)
	})
	return list
}

// lead is the study in sentences.
func (s *Study) lead() (out []string) {
	for _, f := range s.byStrength() {
		size, _, sure, of := s.sums(f)
		if of == 0 {
			continue
		}
		var best *Group
		var strongest Effect
		for _, g := range s.Groups {
			for _, e := range g.Effects {
				if e.Factor == f && e.Rank.Sure() && (best == nil || e.size() > strongest.size()) {
					best, strongest = g, e
				}
			}
		}
		text := fmt.Sprintf("%s moves %s of %d of %d groups (mean size of its effect on ranks: %.2f)", f.Name,
			s.Response, sure, of, size)
		if best != nil {
			text += fmt.Sprintf(", most that of %s", best.Name)
			if !math.IsNaN(strongest.Double.Value) {
				text += fmt.Sprintf(": with twice as much it is %s %%", signed(100*strongest.Double.Value, 1))
			}
		}
		out = append(out, text+".")
	}
	return out
}

// size is how much a factor does, for comparing it between groups: by its doubling where that is known.
func (e *Effect) size() float64 {
	if math.IsNaN(e.Double.Value) {
		return math.Abs(e.Rank.Value)
	}
	return math.Abs(math.Log1p(e.Double.Value))
}

// costs is the strongest factor of which more is quicker, "" where there is none.
func (s *Study) costs() string {
	for _, f := range s.byStrength() {
		if _, direction, sure, _ := s.sums(f); direction < 0 && sure > 0 {
			return f.Name
		}
	}
	return ""
}

// bins divide the values of a factor: each value is one where there are few, else equal parts of
// the range, on a logarithmic scale where it is wide.
func (f *Factor) bins(most int) (of func(v float64) int, centers []float64) {
	if len(f.Values) <= most {
		return func(v float64) int {
			i, _ := slices.BinarySearch(f.Values, v)
			return min(i, len(f.Values)-1)
		}, f.Values
	}
	lo, hi := f.Values[0], f.Values[len(f.Values)-1]
	const wide = 8
	if lo > 0 && hi/lo >= wide {
		l, h := math.Log(lo), math.Log(hi)
		for i := range most {
			centers = append(centers, math.Exp(l+(h-l)*(float64(i)+0.5)/float64(most)))
		}
		return func(v float64) int { return min(int((math.Log(v)-l)/(h-l)*float64(most)), most-1) }, centers
	}
	for i := range most {
		centers = append(centers, lo+(hi-lo)*(float64(i)+0.5)/float64(most))
	}
	return func(v float64) int { return min(int((v-lo)/(hi-lo)*float64(most)), most-1) }, centers
}

// scaling is how the response of groups goes with a factor, all else being equal, by that at its
// smallest value.
func (s *Study) scaling(f *Factor) (fig page.Figure, ok bool, err error) {
	_, centers := f.bins(mostBins)
	c := chart.Chart{Alt: "How " + s.Response + " goes with " + f.Name,
		Caption: fmt.Sprintf("%s by that at the smallest %s, all else being equal.", s.Response, f.Name),
		X:       chart.Axis{Label: f.Name, Log: f.Values[0] > 0 && f.Values[len(f.Values)-1]/f.Values[0] >= 8},
		Y:       chart.Axis{Label: s.Response + ", relative"}}
	type line struct {
		chart.Line
		span float64
	}
	var lines []line
	for _, g := range s.Groups {
		l := line{Line: chart.Line{Name: g.Name, Dots: true}}
		base, lo, hi := math.NaN(), math.Inf(1), math.Inf(-1)
		for b, e := range s.additive(g)[f] {
			if math.IsNaN(e) {
				continue
			}
			if math.IsNaN(base) {
				base = e
			}
			y := math.Exp(e - base)
			l.XY = append(l.XY, chart.XY{X: centers[b], Y: y})
			lo, hi = min(lo, y), max(hi, y)
		}
		if len(l.XY) > 1 {
			l.span = hi - lo
			lines = append(lines, l)
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		if a.span == b.span {
			return 0
		}
		return sign(b.span - a.span)
	})
	if len(lines) > mostGroups {
		c.Caption += fmt.Sprintf(" The %d that move most of %d.", mostGroups, len(lines))
		lines = lines[:mostGroups]
	}
	for i, l := range lines {
		l.Colour, l.Dash = 1+i%6, i/6
		c.Lines = append(c.Lines, l.Line)
	}
	if len(lines) == 0 {
		return fig, false, nil
	}
	fig, err = c.Figure()
	return fig, true, err
}

func median(x []float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	if n := len(x); n%2 == 0 {
		return (x[n/2-1] + x[n/2]) / 2
	}
	return stat.Quantile(0.5, stat.Empirical, x, nil)
}

// pareto is the picture of a front.
func (s *Study) pareto(points []Point, cost string) (page.Figure, error) {
	c := chart.Chart{Alt: "Configurations by " + cost + " and how slow they are",
		Caption: "Each point is a configuration: geometric mean over groups of " + s.Response + " by the group's best. " +
			"Those on the line are beaten by nothing that has as little " + cost + ".",
		X: chart.Axis{Label: cost}, Y: chart.Axis{Label: "times the best"}}
	var rest, front chart.Line
	rest = chart.Line{Name: "configurations", Points: true, Colour: 2}
	front = chart.Line{Name: "front", Step: true, Dots: true, Colour: 1}
	const most = 600 // points of a picture
	step := 1 + len(points)/most
	for i, p := range points {
		xy := chart.XY{X: p.Cost, Y: p.Slow}
		if p.Front {
			front.XY = append(front.XY, xy)
		} else if i%step == 0 {
			rest.XY = append(rest.XY, xy)
		}
	}
	for _, l := range []chart.Line{rest, front} {
		if len(l.XY) > 0 {
			c.Lines = append(c.Lines, l)
		}
	}
	if len(c.Lines) == 0 {
		return page.Figure{}, nil
	}
	return c.Figure()
}

// cell draws a cell of a map: its colour's share, its text, and what it says when it is pointed at.
func cell(b *strings.Builder, x, y, w, h float64, colour string, share float64, text, title string) {
	fmt.Fprintf(b, `<g><title>%s</title><rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" fill-opacity="%.3f"/>`,
		html.EscapeString(title), x, y, w-1, h-1, colour, min(max(share, 0), 1))
	if text != "" {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="10" text-anchor="middle" fill="var(--fg, #444)">%s</text>`, x+w/2, y+h/2+3.5,
			html.EscapeString(text))
	}
	b.WriteString("</g>")
}

func label(b *strings.Builder, x, y float64, anchor, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="11" text-anchor="%s" fill="var(--fg, #444)">%s</text>`, x, y, anchor,
		html.EscapeString(text))
}

// svg is an element of so many pixels.
func svg(b *strings.Builder, width, height float64, alt string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" style="max-width:%.0fpx;width:100%%" `+
		`role="img" aria-label="%s" font-family="sans-serif">%s</svg>`, width, height, width, html.EscapeString(alt), b.String()))
}

// shorten keeps the end of a name, where programs differ.
func shorten(name string, most int) string {
	r := []rune(name)
	if len(r) <= most {
		return name
	}
	return "…" + string(r[len(r)-most+1:])
}

// matrix is which factor moves which group.
func (s *Study) matrix() (fig page.Figure, ok bool) {
	var groups []*Group
	for _, g := range s.Groups {
		if len(g.Effects) > 0 {
			groups = append(groups, g)
		}
	}
	if len(groups) == 0 {
		return fig, false
	}
	const row, left, head = 20.0, 260.0, 24.0
	draw := func(wide float64, chars int, left float64) template.HTML {
		var b strings.Builder
		for k, f := range s.Factors {
			label(&b, left+wide*(float64(k)+0.5), 16, "middle", shorten(f.Name, int(wide/6)))
		}
		for i, g := range groups {
			y := head + row*float64(i)
			label(&b, left-6, y+14, "end", shorten(g.Name, chars))
			for _, e := range g.Effects {
				k := slices.Index(s.Factors, e.Factor)
				colour := "var(--bad, #d55e00)"
				if e.Rank.Value < 0 {
					colour = "var(--good, #009e73)"
				}
				text := ""
				if e.Rank.Sure() {
					text = signed(e.Rank.Value, 2)
				}
				cell(&b, left+wide*float64(k), y, wide, row, colour, 0.75*math.Abs(e.Rank.Value), text,
					fmt.Sprintf("%s, %s: %s, 95 %% from %s to %s", g.Name, e.Factor.Name, signed(e.Rank.Value, 2),
						signed(e.Rank.Low, 2), signed(e.Rank.High, 2)))
			}
		}
		return svg(&b, left+wide*float64(len(s.Factors)), head+row*float64(len(groups)), "Effects by group and factor")
	}
	return page.Figure{Wide: draw(max(90, 500/float64(len(s.Factors))), 40, left), Narrow: draw(64, 16, 110),
		Alt: "Effects by group and factor", Caption: "Standardised effect of each factor on the rank of " + s.Response +
			": more of it is slower (+) or quicker (\u2212). A number stands where the 95 % interval leaves zero out."}, true
}

// heat is the response of a group by its two strongest factors.
func (s *Study) heat(g *Group) page.Figure {
	fx, fy := g.Effects[0].Factor, g.Effects[1].Factor
	ofX, xs := fx.bins(mostBins)
	ofY, ys := fy.bins(mostBins)
	cells := make([][]float64, len(xs)*len(ys))
	for _, i := range g.Rows {
		k := ofY(s.rows[i][fy.column])*len(xs) + ofX(s.rows[i][fx.column])
		cells[k] = append(cells[k], s.rows[i][s.Response])
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range cells {
		if len(c) > 0 {
			m := median(c)
			lo, hi = min(lo, m), max(hi, m)
		}
	}
	draw := func(w float64) template.HTML {
		const h, left, head = 24.0, 64.0, 18.0
		var b strings.Builder
		label(&b, left, 12, "start", fx.Name+" →, "+fy.Name+" ↓")
		for j, y := range ys {
			label(&b, left-5, head+h*float64(j)+16, "end", compact(y))
			for i, x := range xs {
				c := cells[j*len(xs)+i]
				if len(c) == 0 {
					continue
				}
				m := median(c)
				share, rel := 0.0, 1.0
				if hi > lo {
					share = (m - lo) / (hi - lo)
				}
				if lo > 0 {
					rel = m / lo
				}
				cell(&b, left+w*float64(i), head+h*float64(j), w, h, "var(--c1, #0072b2)", 0.05+0.8*share,
					strconv.FormatFloat(rel, 'f', 2, 64), fmt.Sprintf("%s about %s, %s about %s: median %s of %d",
						fx.Name, short(x), fy.Name, short(y), short(m), len(c)))
			}
		}
		bottom := head + h*float64(len(ys)) + 14
		for i, x := range xs {
			label(&b, left+w*(float64(i)+0.5), bottom, "middle", compact(x))
		}
		return svg(&b, left+w*float64(len(xs)), bottom+4, g.Name)
	}
	return page.Figure{Wide: draw(56), Narrow: draw(36), Alt: "Map of " + g.Name,
		Caption: fmt.Sprintf("%s: median %s by the best (%s).", g.Name, s.Response, short(lo))}
}

// compact is a number in few characters.
func compact(x float64) string {
	switch a := math.Abs(x); {
	case a >= 1<<20 && a < 1<<40 && math.Mod(x, 1<<20) == 0:
		return strconv.FormatFloat(x/(1<<20), 'f', 0, 64) + "M"
	case a >= 4096 && math.Mod(x, 1024) == 0:
		return strconv.FormatFloat(x/1024, 'f', 0, 64) + "K"
	case a >= 1e4 && a < 1e6:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case a >= 1e6 || a > 0 && a < 1e-3:
		digits, power, _ := strings.Cut(strconv.FormatFloat(x, 'e', 1, 64), "e")
		n, _ := strconv.Atoi(power)
		return fmt.Sprintf("%se%d", digits, n)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}
