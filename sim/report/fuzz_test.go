package report_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/profile"
	"github.com/gcnsim/gcnsim/sim/report"
)

// Whatever kernels and files are called, the text has its lines, of which none commands a terminal.
func FuzzTextKeepsItsLines(f *testing.F) {
	f.Add("\n\x1b[2J")
	f.Add("\u202e\xff")
	var out *run.Outcome
	var p *profile.Profile
	var c *report.Collector
	f.Fuzz(func(t *testing.T, evil string) {
		if out == nil {
			out, p, c = ran(t, "source/sum.json", "vega10")
		}
		text := func(evil string) string {
			out, p := renamed(out, p, evil)
			r, err := report.New("n"+evil, out, p, c, noSource, []report.WhatIf{{}, {Change: "c" + evil, Time: 0.5}})
			require.NoError(t, err)
			var b bytes.Buffer
			r.Text(&b)
			return b.String()
		}
		got := text(evil)
		require.Equal(t, strings.Count(text(""), "\n"), strings.Count(got, "\n"))
		bad := strings.IndexFunc(got, func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) })
		require.Negative(t, bad, "%q", got)
	})
}

func noSource(string) ([]byte, error) { return nil, os.ErrNotExist }
