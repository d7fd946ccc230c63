// Package chart draws the pictures of pages and of benchsvg with gonum's plot: lines, steps, points
// and bars as SVG whose colours are variables of CSS, so that they are light or dark as the page is.
//
//	Chart ──► Figure ──► page.Figure      two sizes of a picture for a page
//	plot.Plot ──► Style, Color ──► SVG    any plot of the library, in the same style
//
// It is apart from package page, as the plotting library brings eight megabytes of fonts along.
package chart

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/gcnsim/gcnsim/internal/page"
)

// XY is a point of a line.
type XY struct{ X, Y float64 }

// Axis is one of the two.
type Axis struct {
	Label    string
	Log      bool    // logarithmic; what is not above zero is not drawn
	Min, Max float64 // both 0: as the data need it
}

// Line is a series of a chart.
type Line struct {
	Name   string // in the key
	XY     []XY
	Colour int  // 1 to 6, see package page
	Dash   int  // 0: solid, 1: dashed, 2: dotted
	Step   bool // a value holds up to the next point
	Dots   bool // a circle at each point
	Points bool // circles alone
}

// Chart is lines over two axes.
type Chart struct {
	Alt, Caption string // see [page.Figure]
	X, Y         Axis
	Lines        []Line
}

// Sizes of a figure, in CSS pixels: text has the same size in both.
const (
	wide, narrow = 560, 350
	high, low    = 250, 230
	textSize     = 12
)

// Figure draws the chart for wide and for narrow screens. Values that are no numbers are an error.
func (c *Chart) Figure() (f page.Figure, err error) {
	// The label of the vertical axis is horizontal, above the picture: it is easier to read, and the
	// library leaves room beside it where that axis is logarithmic.
	f = page.Figure{Alt: c.Alt, Caption: c.Caption, Above: c.Y.Label}
	for _, l := range c.Lines {
		if l.Name != "" {
			f.Key = append(f.Key, page.Key{Name: l.Name, Colour: l.Colour, Dash: l.Dash, Dot: l.Points})
		}
	}
	for _, size := range []struct {
		svg  *template.HTML
		w, h vg.Length
	}{{&f.Wide, wide, high}, {&f.Narrow, narrow, low}} {
		p, err := c.plot(size.w)
		if err != nil {
			return f, err
		}
		svg, err := SVG(p, size.w, size.h)
		if err != nil {
			return f, err
		}
		*size.svg = template.HTML(svg)
	}
	return f, nil
}

// plot makes the library's plot of the chart.
func (c *Chart) plot(width vg.Length) (*plot.Plot, error) {
	p := plot.New()
	p.X.Label.Text = oneLine(c.X.Label, width)
	var grid plotter.Grid
	grid.Horizontal = draw.LineStyle{Color: faint, Width: 0.5}
	p.Add(&grid)
	for i := range c.Lines {
		if err := c.add(p, &c.Lines[i]); err != nil {
			return nil, fmt.Errorf("chart: %s: %w", c.Lines[i].Name, err)
		}
	}
	for _, a := range []struct {
		from *Axis
		to   *plot.Axis
		most int
	}{{&c.X, &p.X, int(width / 70)}, {&c.Y, &p.Y, 5}} {
		if a.from.Min != a.from.Max {
			a.to.Min, a.to.Max = a.from.Min, a.from.Max
		}
		if math.IsInf(a.to.Min, 0) { // no data
			a.to.Min, a.to.Max = 1, 2
		}
		if a.from.Log {
			a.to.Min, a.to.Max = decades(a.to.Min, a.to.Max)
			a.to.Scale, a.to.Tick.Marker = plot.LogScale{}, Powers{Most: a.most}
		} else {
			if a.to.Max <= a.to.Min {
				a.to.Max = a.to.Min + 1
			}
			a.to.Tick.Marker = round{a.most}
		}
	}
	return p, nil
}

// oneLine is a label that leaves the plot its room: one line, at most about as wide as the picture.
func oneLine(label string, width vg.Length) string {
	label = strings.Join(strings.Fields(strings.ToValidUTF8(label, "\ufffd")), " ")
	most := int(width / (textSize * 0.6))
	if runes := []rune(label); len(runes) > most {
		label = string(runes[:most-1]) + "…"
	}
	return label
}

// add adds a line to a plot.
func (c *Chart) add(p *plot.Plot, l *Line) error {
	var xy plotter.XYs
	for _, v := range l.XY {
		switch {
		case math.IsNaN(v.X+v.Y) || math.IsInf(v.X+v.Y, 0):
			return errors.New("a value is no number")
		case c.X.Log && !(v.X > 0) || c.Y.Log && !(v.Y > 0):
			continue
		}
		xy = append(xy, plotter.XY{X: v.X, Y: v.Y})
	}
	if len(xy) == 0 {
		return nil
	}
	colour := Color(l.Colour - 1)
	if !l.Points {
		line, err := plotter.NewLine(xy)
		if err != nil {
			return err
		}
		line.LineStyle = draw.LineStyle{Color: colour, Width: 1.75, Dashes: Dashes(l.Dash)}
		if l.Step {
			line.StepStyle = plotter.PostStep
		}
		p.Add(line)
	}
	if l.Points || l.Dots {
		dots, err := plotter.NewScatter(xy)
		if err != nil {
			return err
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: 3, Shape: draw.CircleGlyph{}}
		if l.Points {
			dots.GlyphStyle.Radius = 4.5
		}
		p.Add(dots)
	}
	return nil
}

// Dashes are those of a line: 0: none, 1: dashes, 2: dots.
func Dashes(n int) []vg.Length {
	return [][]vg.Length{nil, {6, 3}, {1.5, 2.5}}[min(max(n, 0), 2)]
}

// palette are the colours of series as the library gets them, and their variables. Each is told from
// all other colours of a picture by its value, which is that of the light theme.
var palette = []struct {
	rgb  uint32
	name string
}{
	{0x0072b2, "--c1"}, {0xd55e00, "--c2"}, {0x009e73, "--c3"}, {0xb8548c, "--c4"}, {0xa87800, "--c5"}, {0x5a6b7a, "--c6"},
	{0xd8dbdf, "--line"},
}

func rgb(n uint32) color.Color {
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}

// faint is the colour of lines of a grid.
var faint = rgb(palette[len(palette)-1].rgb)

// Color is that of series i, from 0 on; there are six, and then again.
func Color(i int) color.Color {
	n := len(palette) - 1
	return rgb(palette[(i%n+n)%n].rgb)
}

// Style gives a plot the style of all pictures: sizes of text and thin axes. [SVG] calls it.
func Style(p *plot.Plot) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	p.BackgroundColor = nil
	for _, f := range []*font.Font{&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &p.Legend.TextStyle.Font} {
		*f = font.From(sans, textSize)
	}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Width, a.Tick.LineStyle.Width, a.Padding = 0.75, 0.75, 0
		a.Tick.Length = 4
		a.Label.Padding = 3
	}
}

var (
	prolog = regexp.MustCompile(`(?s)^.*?<svg [^>]*?viewBox="([^"]*)"[^>]*>`)
	style  = regexp.MustCompile(`style="[^"]*"`) // text has no such quotes: they are escaped in it
	family = regexp.MustCompile(`font-family:[^";]*(?:;font-(?:variant|style|weight):[^";]*)*`)
)

// SVG draws a plot as an SVG element of so many CSS pixels. Black is the colour of the text around
// it; those of [Color] are variables, with their light value where there is no page.
func SVG(p *plot.Plot, width, height vg.Length) ([]byte, error) {
	Style(p)
	c := vgsvg.New(width, height)
	p.Draw(draw.Crop(draw.New(c), 2, -8, 2, -6))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	text := strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff { // not in XML
			return '\ufffd'
		}
		return r
	}, b.String())
	at := prolog.FindStringSubmatch(text)
	if at == nil {
		return nil, errors.New("chart: the plotting library wrote no SVG")
	}
	body := style.ReplaceAllStringFunc(text[len(at[0]):], func(s string) string {
		return variables.Replace(family.ReplaceAllString(s, "font-family:inherit"))
	})
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="%s" `+
		`fill="currentColor" font-family="system-ui,sans-serif">%s`, width, height, at[1], body), nil
}

// variables puts those of CSS where the library writes colours.
var variables = func() *strings.Replacer {
	pairs := []string{":#000000", ":currentColor"}
	for _, c := range palette {
		hex := fmt.Sprintf("#%06X", c.rgb)
		pairs = append(pairs, ":"+hex, ":var("+c.name+","+strings.ToLower(hex)+")")
	}
	return strings.NewReplacer(pairs...)
}()

// decades widens an interval to powers of ten around it.
func decades(low, high float64) (float64, float64) {
	if !(low > 0) || math.IsInf(high, 0) {
		return 1, 10
	}
	low, high = math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	if high == low {
		high++
	}
	return math.Pow(10, low), math.Pow(10, high)
}

// Powers are ticks of a logarithmic axis: powers of ten with their number, and two between them
// without.
type Powers struct {
	Most int // labels; 0: all
}

// Ticks implements plot.Ticker.
func (p Powers) Ticks(low, high float64) (ticks []plot.Tick) {
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	every := 1
	if p.Most > 0 {
		every = max(1, int(math.Ceil((last-first+1)/float64(p.Most))))
	}
	for e := first; e <= last; e++ {
		v := math.Pow(10, e)
		t := plot.Tick{Value: v}
		if int(e-first)%every == 0 {
			t.Label = number(v)
		}
		ticks = append(ticks, t)
		if every == 1 {
			ticks = append(ticks, plot.Tick{Value: 2 * v}, plot.Tick{Value: 5 * v})
		}
	}
	return slices.DeleteFunc(ticks, func(t plot.Tick) bool { return t.Value < low || t.Value > high })
}

// round are ticks at round numbers, so many at most.
type round struct{ most int }

// Ticks implements plot.Ticker.
func (r round) Ticks(low, high float64) (ticks []plot.Tick) {
	span := (high - low) / float64(max(r.most, 1))
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, f := range []float64{1, 2, 5, 10} {
		if f*step >= span {
			step *= f
			break
		}
	}
	for i := math.Ceil(low / step); i*step <= high && len(ticks) < 100; i++ {
		v := i * step
		if math.Abs(v) < step/1e6 {
			v = 0
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: number(v)})
	}
	return ticks
}

// number is a figure of an axis: 2500000 is "2.5M".
func number(v float64) string {
	for _, u := range []struct {
		of   float64
		unit string
	}{{1e9, "G"}, {1e6, "M"}, {1e4, "k"}} {
		if math.Abs(v) >= u.of {
			if u.unit == "k" {
				u.of = 1e3
			}
			return strconv.FormatFloat(v/u.of, 'g', 4, 64) + u.unit
		}
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
