package page_test

import (
	"bytes"
	"html/template"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/gcnsim/gcnsim/internal/page"
)

var sample = page.New("sample", `{{define "style"}}p { color: red; }{{end}}{{define "script"}}const x = {{.Name}};{{end}}`+
	`{{define "body"}}<h1 title="{{.Name}}">{{.Name}}</h1><a href="{{.Name}}">x</a>`+
	`<table><tr><td class="bar" style="{{bar .Share}}">{{percent .Share}}</td></tr></table>{{template "figure" .Figure}}{{end}}`, nil)

type data struct {
	Name   string
	Share  float64
	Figure page.Figure
}

// elements counts the elements of a page, and collects its text and the values of its attributes.
func elements(t *testing.T, text []byte) (count map[string]int, words string, attrs []string) {
	root, err := html.Parse(bytes.NewReader(text))
	require.NoError(t, err)
	count = map[string]int{}
	var b strings.Builder
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			count[n.Data]++
			for _, a := range n.Attr {
				require.False(t, strings.HasPrefix(a.Key, "on"), "no handler comes from data")
				if a.Key == "href" || a.Key == "src" {
					require.False(t, strings.HasPrefix(strings.ToLower(a.Val), "javascript:"))
				}
				attrs = append(attrs, a.Val)
			}
		case html.TextNode:
			if n.Parent.Data != "script" && n.Parent.Data != "style" {
				b.WriteString(n.Data)
			}
		}
	}
	return count, b.String(), attrs
}

// names are what a kernel, a file or a line may be called.
var names = []string{"k", "", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "</style></title></script>", "javascript:alert(1)",
	"{{.}}", "'onmouseover='x", "a\x00b\xff", "]]>", "<!--"}

// Whatever data say, the page has the elements that the template has.
func checkNames(t *testing.T, name string) {
	write := func(name string) []byte {
		var b bytes.Buffer
		d := data{name, 0.5, page.Figure{Alt: name, Caption: "c" + name, Key: []page.Key{{Name: name, Colour: 2}}}}
		require.NoError(t, sample.Write(&b, name, d))
		return b.Bytes()
	}
	want, _, _ := elements(t, write("plain"))
	got, text, _ := elements(t, write(name))
	require.Equal(t, want, got)
	if utf8.ValidString(name) && !strings.ContainsAny(name, "\x00\r") { // a parser replaces these
		require.Contains(t, text, name)
	}
}

func TestNamesStayNames(t *testing.T) {
	for _, n := range names {
		checkNames(t, n)
	}
}

func FuzzNamesStayNames(f *testing.F) {
	for _, n := range names {
		f.Add(n)
	}
	f.Fuzz(checkNames)
}

// A page needs nothing from elsewhere, and says its language, its width and its title.
func TestAPageStandsAlone(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sample.Write(&b, "a title", data{Name: "k", Figure: page.Figure{Wide: template.HTML("<svg></svg>"), Alt: "what it shows"}}))
	for _, outside := range []string{"http:", "https:", "src=", "@import", "url("} {
		require.NotContains(t, b.String(), outside)
	}
	for _, want := range []string{`<html lang="en">`, `name="viewport"`, "<title>a title</title>", `aria-label="what it shows"`} {
		require.Contains(t, b.String(), want)
	}
}

func TestNumbersAreReadable(t *testing.T) {
	require.Equal(t, []string{"0", "9999", "10\u202f000", "1\u202f234\u202f567"},
		[]string{page.Count(0), page.Count(9999), page.Count(10000), page.Count(1234567)})
	require.Equal(t, "12.3\u00a0%", page.Percent(0.1234))
	require.Equal(t, "-", page.Percent(math.NaN()))
}
