package study

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/browsertest"
)

// The page of a sweep is sound in each view, with its details closed and open.
func TestBrowserShowsStudies(t *testing.T) {
	browser := browsertest.Start(t)
	rows := made(80, "a_kernel_with_a_long_name_that_phones_have_no_room_for", func(a, b float64) float64 { return 1e6/a + b }, 0.01)
	rows = append(rows, made(80, "other", func(a, b float64) float64 { return a * b }, 0.01)...)
	rows = append(rows, Row{Texts: map[string]string{"status": "error"}, Numbers: map[string]float64{}})
	s, err := New(rows, "cycles")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "study.html")
	f, err := os.Create(file)
	require.NoError(t, err)
	require.NoError(t, s.Write(f, "a study", "b"))
	require.NoError(t, f.Close())
	for _, v := range browsertest.Views() {
		t.Run(v.Name, func(t *testing.T) {
			page := browser.Open(t, browsertest.File(file), v)
			page.Sound("study")
			page.Eval("for (const d of document.querySelectorAll('details')) d.open = true", nil)
			page.Sound("study-open")
		})
	}
}
