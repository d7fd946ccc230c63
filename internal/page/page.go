package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
)

//go:embed shell.html
var shell string

// Page is a kind of page, ready to be written with data.
type Page struct{ t *template.Template }

// Figure is a picture, in a size for wide screens and one for narrow ones.
type Figure struct {
	Wide, Narrow template.HTML // SVG elements
	Alt          string        // what the picture shows, for who cannot see it
	Above        string        // what its vertical axis shows
	Caption      string        // below it
	Key          []Key         // what its lines are
}

// Key names a line of a figure.
type Key struct {
	Name   string
	Colour int  // of the variables --c1 to --c6: 1 to 6
	Dash   int  // 0: solid, 1: dashed, 2: dotted
	Dot    bool // circles, and no line
}

// New makes a page of a template's text, which is part of the program: a wrong one panics. name
// stands in error messages. funcs may be nil.
func New(name, text string, funcs template.FuncMap) *Page {
	t := template.New(name).Funcs(template.FuncMap{"percent": Percent, "count": Count, "bar": bar,
		"hex": func(n uint64) string { return fmt.Sprintf("%08x", n) }, "stroke": stroke}).Funcs(funcs)
	template.Must(t.Parse(shell))
	return &Page{template.Must(t.Parse(text))}
}

// Write writes the page.
func (p *Page) Write(w io.Writer, title string, data any) error {
	return p.t.ExecuteTemplate(w, "shell", struct {
		Title string
		Data  any
	}{title, data})
}

// Percent is a share of 0 to 1 with a decimal: "12.3 %". What is no number is "-".
func Percent(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "-"
	}
	return strconv.FormatFloat(100*x, 'f', 1, 64) + "\u00a0%"
}

// Count is a number with thin spaces between thousands, as ISO 80000-1 has it; those of up to four
// digits have none.
func Count(n uint64) string {
	s := strconv.FormatUint(n, 10)
	if len(s) <= 4 {
		return s
	}
	var b []byte
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b = append(b, "\u202f"...)
		}
		b = append(b, s[i])
	}
	return string(b)
}

// bar is the style of a cell with a bar.
func bar(x float64) template.CSS {
	if !(x > 0) {
		x = 0
	}
	return template.CSS(fmt.Sprintf("--share:%.1f%%", 100*min(x, 1)))
}

// stroke is the style of a line in a key.
func stroke(k Key) template.CSS {
	colour, dash := min(max(k.Colour, 1), 6), min(max(k.Dash, 0), 2)
	if k.Dot {
		const round = "width:9px;height:9px;border-radius:50%;vertical-align:0"
		return template.CSS(fmt.Sprintf("background:var(--c%d);%s", colour, round))
	}
	style := [...]string{"solid", "dashed", "dotted"}[dash]
	return template.CSS(fmt.Sprintf("border-top:2.5px %s var(--c%d)", style, colour))
}
