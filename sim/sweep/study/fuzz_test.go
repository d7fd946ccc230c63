package study

import (
	"bytes"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// numbers finds the first NaN or infinity of a page, with the text around it.
var numbers = regexp.MustCompile(`.{0,40}(?:NaN|Inf)\b.{0,40}`)

// For any names and numbers there is an error or a whole page. A whole page has the elements that
// it has with harmless names, and shows no NaN and no infinity.
func FuzzPage(f *testing.F) {
	f.Add("<script>", "figures.a", 1.5, 2.0, uint8(3))
	f.Add("\x00\"'>", "x", math.MaxFloat64, -1.0, uint8(255))
	f.Add("0", "0", math.MaxFloat64, -16.0, uint8(0xf1))
	f.Add("", "", math.Inf(1), math.NaN(), uint8(0x11))
	f.Fuzz(func(t *testing.T, name, column string, x, y float64, n uint8) {
		page := func(name, column string) (map[string]int, string) {
			var rows []Row
			for i := range 12 {
				k := float64(int(n)>>(i%4)&3) + 1
				rows = append(rows, Row{Texts: map[string]string{"program": "p" + name, "gpu": name, "status": "done"},
					Numbers: map[string]float64{"figures.a": k * x, "figures.b" + column: k + y, "figures.c": float64(i & 3),
						"cycles": k*x + float64(i)*y}})
			}
			s, err := New(rows, "cycles")
			if err != nil {
				return nil, err.Error()
			}
			var b bytes.Buffer
			if err := s.Write(&b, "t"+name, ""); err != nil {
				return nil, err.Error()
			}
			require.NotRegexp(t, `[>" ]NaN|[+-]Inf`, numbers.FindString(b.String()))
			root, err := html.Parse(&b)
			require.NoError(t, err)
			elements := map[string]int{}
			for e := range root.Descendants() {
				if e.Type == html.ElementNode {
					elements[e.Data]++
					for _, a := range e.Attr {
						require.False(t, strings.HasPrefix(a.Key, "on"), a.Key)
					}
				}
			}
			return elements, ""
		}
		want, failed := page("x", "b")
		got, now := page(name, strings.ReplaceAll("b"+column, "figures.", ""))
		require.Equal(t, failed != "", now != "", "%s, %s", failed, now)
		require.Equal(t, want["script"], got["script"])
		for _, e := range []string{"svg", "table", "h2", "details", "style", "img", "title"} {
			require.Equal(t, want[e], got[e], e)
		}
	})
}
