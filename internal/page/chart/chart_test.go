package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/page/chart"
)

// parsed counts the elements of a picture and collects its text; it must be XML, with no colour that
// is the same in light and dark.
func parsed(t *testing.T, svg string) (count map[string]int, text string) {
	d := xml.NewDecoder(strings.NewReader(svg))
	count = map[string]int{}
	var b strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count, b.String()
		}
		require.NoError(t, err, svg)
		switch x := token.(type) {
		case xml.StartElement:
			count[x.Name.Local]++
			for _, a := range x.Attr {
				require.NotRegexp(t, `:#`, a.Value, "colours are variables")
			}
		case xml.CharData:
			b.Write(x)
		}
	}
}

func example(name string) *chart.Chart {
	return &chart.Chart{Alt: name, X: chart.Axis{Label: name}, Y: chart.Axis{Label: "y", Log: true}, Lines: []chart.Line{
		{Name: name, Colour: 1, XY: []chart.XY{{X: 0, Y: 1}, {X: 1, Y: 100}}},
		{Name: "steps", Colour: 2, Dash: 1, Step: true, Dots: true, XY: []chart.XY{{X: 0, Y: 2}, {X: 2, Y: 0}}},
		{Name: "here", Colour: 3, Points: true, XY: []chart.XY{{X: 1, Y: 7}}},
		{Name: "nothing"},
	}}
}

func TestAFigureHasTwoSizesAndAKey(t *testing.T) {
	f, err := example("clocks").Figure()
	require.NoError(t, err)
	require.Len(t, f.Key, 4)
	require.NotEqual(t, f.Wide, f.Narrow)
	for _, svg := range []string{string(f.Wide), string(f.Narrow)} {
		n, text := parsed(t, svg)
		require.Equal(t, 1, n["svg"])
		require.Contains(t, text, "clocks")
		require.Contains(t, text, "100")
		for _, want := range []string{"var(--c1,", "var(--c2,", "var(--c3,", "var(--line,", "currentColor"} {
			require.Contains(t, svg, want)
		}
	}
}

func TestChartsOfOddDataAreDrawnOrRefused(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := (&chart.Chart{Lines: []chart.Line{{Name: "x", XY: []chart.XY{{X: v}}}}}).Figure()
		require.ErrorContains(t, err, "x: a value is no number")
	}
	for _, v := range []float64{0, -1, 1e-300, 1e300, math.SmallestNonzeroFloat64, math.MaxFloat64} {
		for _, log := range []bool{false, true} {
			for _, xy := range [][]chart.XY{nil, {{X: v, Y: v}}, {{X: 0, Y: 0}, {X: v, Y: v}}} {
				f, err := (&chart.Chart{X: chart.Axis{Log: log}, Y: chart.Axis{Log: log}, Lines: []chart.Line{{XY: xy}}}).Figure()
				if err == nil {
					parsed(t, string(f.Wide))
				}
			}
		}
	}
}

func checkText(t *testing.T, name string) {
	want, err := example("plain").Figure()
	require.NoError(t, err)
	f, err := example(name).Figure()
	require.NoError(t, err)
	n, _ := parsed(t, string(want.Wide))
	got, text := parsed(t, string(f.Wide))
	if fields := strings.Fields(name); utf8.ValidString(name) && len(fields) > 0 && utf8.RuneCountInString(fields[0]) < 20 &&
		!strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		require.Contains(t, text, fields[0])
	}
	delete(n, "text") // of an empty label there is none
	delete(got, "text")
	require.Equal(t, n, got)
}

func TestTextOfChartsStaysText(t *testing.T) {
	for _, name := range []string{"<script>", `"/><x y="`, "]]>", "a\nb", "\x00\x1b\xff", "font-family:x", ":#000000",
		strings.Repeat("long ", 100), strings.Repeat("\xb0", 140), strings.Repeat("\n", 100)} {
		checkText(t, name)
	}
}

func FuzzTextOfChartsStaysText(f *testing.F) {
	f.Add("<script>")
	f.Fuzz(checkText)
}
