package profile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/browsertest"
)

// The page is sound in each view, with the instructions hidden and shown. The keyboard opens a line.
// A phone shows few columns until all are asked for.
func TestBrowserShowsTheAnnotatedPage(t *testing.T) {
	b := browsertest.Start(t)
	p, _ := profiled(t, "sum-gfx900-O2.co", "vega10")
	file := filepath.Join(t.TempDir(), "page.html")
	f, err := os.Create(file)
	require.NoError(t, err)
	read := func(name string) ([]byte, error) { return os.ReadFile(sources + filepath.Base(name)) }
	require.NoError(t, p.Annotate(read).HTML(f))
	require.NoError(t, f.Close())
	for _, v := range browsertest.Views() {
		t.Run(v.Name, func(t *testing.T) {
			page := b.Open(t, browsertest.File(file), v)
			page.Sound("annotate")
			shown := func() (n int) {
				page.Eval("[...document.querySelectorAll('tr.asm')].filter(r => r.checkVisibility()).length", &n)
				return n
			}
			require.Zero(t, shown())
			page.Eval("document.querySelector('tr.line').focus()", nil)
			page.Type(browsertest.Enter)
			one := shown()
			require.Positive(t, one)
			page.Click("#all")
			require.Greater(t, shown(), one)
			page.Sound("annotate-all")
			columns := func() (n int) {
				page.Eval("[...document.querySelectorAll('tr:first-child th')].filter(c => c.checkVisibility()).length", &n)
				return n
			}
			if few := columns(); v.Touch {
				page.Click("button.columns")
				require.Greater(t, columns(), few)
				page.Sound("annotate-columns")
			}
		})
	}
}
