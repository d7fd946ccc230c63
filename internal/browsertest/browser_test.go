package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is wrong with a page is found, and nothing else: each page has one fault or none.
func TestBrowserFindsWhatIsWrong(t *testing.T) {
	b := Start(t)
	dir := t.TempDir()
	address := Serve(t, dir)
	const long = "a_long_word_without_a_place_to_break_it_that_is_wider_than_its_box_of_forty_pixels"
	for i, c := range []struct{ name, body, want string }{
		{"a sound page", `<p>text</p>`, ""},
		{"a wide part that scrolls", `<div style="overflow-x:auto"><pre style="width:3000px">x</pre></div>`, ""},
		{"a wide part", `<pre id="wide" style="width:3000px">x</pre>`, "pre#wide"},
		{"a text cut off", `<div id="cut" style="width:40px;overflow:hidden">` + long + `</div>`, "text cut off at 40"},
		{"a text cut off below", `<div style="height:5px;overflow:hidden">text</div>`, "text cut off below"},
		{"a text cut off by what is around", `<div style="width:40px;overflow:hidden"><span style="white-space:pre">` + long +
			`</span></div>`, "text cut off by"},
		{"a text for screen readers", `<div style="position:absolute;width:1px;height:1px;overflow:hidden">text</div>`, ""},
		{"a hidden text", `<div style="display:none;width:4px;overflow:hidden">` + long + `</div>`, ""},
		{"a text outside of its picture", `<svg width="50" height="50"><text x="40" y="20">` + long + `</text></svg>`,
			"text outside of its picture"},
		{"an error of the console", `<script>console.error("bad", 7)</script>`, "console: bad 7"},
		{"an exception", `<script>throw new Error("thrown")</script>`, "thrown"},
		{"a promise that nobody caught", `<script>Promise.reject(new Error("rejected"))</script>`, "rejected"},
		{"a missing file", `<script src="gone.js"></script>`, "404"},
		{"another host", `<script src="http://example.com/x.js"></script>`, "request failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := fmt.Sprintf("%d.html", i)
			html := `<!DOCTYPE html><meta name="viewport" content="width=device-width"><title>t</title><body>` + c.body
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(html), 0o644))
			p := b.Open(t, address+"/"+name, Views()[0])
			if c.want == "" {
				require.Empty(t, p.Problems())
				return
			}
			p.Eval("new Promise(done => setTimeout(done, 50))", nil)
			require.Contains(t, fmt.Sprint(p.Problems()), c.want)
		})
	}
}

// A view is what a page sees: its width, its colours, and a finger or a mouse.
func TestBrowserViews(t *testing.T) {
	b := Start(t)
	file := filepath.Join(t.TempDir(), "a b.html")
	html := `<!DOCTYPE html><meta name="viewport" content="width=device-width"><title>t</title>
		<input id="in"><button onclick="out.textContent = document.getElementById('in').value">b</button><p id="out">`
	require.NoError(t, os.WriteFile(file, []byte(html), 0o644))
	for _, v := range Views() {
		p := b.Open(t, File(file), v)
		var got struct {
			Width, Height int64
			Dark, Touch   bool
		}
		p.Eval(`({Width: innerWidth, Height: innerHeight, Dark: matchMedia("(prefers-color-scheme: dark)").matches,
			Touch: matchMedia("(pointer: coarse)").matches})`, &got)
		require.Equal(t, v, View{v.Name, got.Width, got.Height, got.Touch, got.Dark})
		p.Click("#in")
		p.Type("typed")
		p.Click("button")
		p.Wait(`out.textContent === "typed"`)
		require.Equal(t, "typed", p.Text("#out"))
		shot := filepath.Join(t.TempDir(), "shot.png")
		p.Screenshot(shot)
		png, err := os.ReadFile(shot)
		require.NoError(t, err)
		require.Equal(t, "\x89PNG", string(png[:4]))
	}
}
