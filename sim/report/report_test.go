package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/gcnsim/gcnsim/internal/browsertest"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/profile"
	"github.com/gcnsim/gcnsim/sim/report"
)

const testdata = "../../testdata/"

// ran runs a launch file on a chip.
func ran(t *testing.T, file, on string) (*run.Outcome, *profile.Profile, *report.Collector) {
	t.Helper()
	f, err := launch.Load(testdata + file)
	require.NoError(t, err)
	c, err := chip.Lookup(on)
	require.NoError(t, err)
	opts := sim.Options{Timing: &sim.TimingOptions{Chip: c}}
	collect := new(report.Collector)
	collect.Ask(&opts)
	out, err := run.Run(f, opts)
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	return out, profile.New(out, f.Resolve(f.Code)), collect
}

func source(name string) ([]byte, error) {
	return os.ReadFile(testdata + "source/" + filepath.Base(name))
}

// made is the report of a launch file on a chip, with runs that nobody made.
func made(t *testing.T, file, on string) *report.Run {
	out, p, c := ran(t, file, on)
	r, err := report.New(file+" on "+on, out, p, c, source, []report.WhatIf{{Change: "l1=perfect", Cycles: 2, Microseconds: 1, Time: 0.5},
		{Cycles: 4, Microseconds: 2, Time: 1}, {Change: "waves=+1", Error: "11 waves on a SIMD: vega10 has 1 to 10"}})
	require.NoError(t, err)
	return r
}

// The figures of the page are those of the run: shares add up, and tables have what the clock has.
func TestFiguresAreThoseOfTheClock(t *testing.T) {
	for file, on := range map[string]string{"source/sum.json": "vega10", "kernels/histogram/gfx803-O2.json": "fiji",
		"kernels/transpose/gfx600-O2.json": "tahiti", "kernels/matmul/gfx700-O3.json": "hawaii"} {
		out, p, c := ran(t, file, on)
		r, err := report.New(file, out, p, c, source, nil)
		require.NoError(t, err)
		longest := uint64(0)
		for i := range out.Launches {
			longest = max(longest, out.Launches[i].Result.Timing.Cycles)
		}
		timing := out.Launches[r.Hot].Result.Timing
		require.Equal(t, longest, r.Cycles)
		clocks, lines := uint64(0), uint64(0)
		for _, x := range r.Clocks {
			clocks += x.Clocks
		}
		for _, x := range r.Lines {
			lines += x.Clocks
		}
		require.Equal(t, timing.WaveCycles, clocks, "each clock of a wave has one reason")
		require.Equal(t, timing.WaveCycles, lines, "and one line")
		require.Equal(t, !strings.Contains(file, "transpose"), r.Loop != nil, file)
		if r.Loop == nil {
			continue
		}
		share := 0.0
		for _, x := range r.Loop.Insts {
			require.True(t, r.Loop.First <= x.PC && x.PC <= r.Loop.Last)
			share += x.Share
		}
		require.InDelta(t, 1, share, 1e-9)
		require.LessOrEqual(t, r.Roof.Rate, r.Roof.Peak)
		for _, l := range r.Roof.Levels {
			require.LessOrEqual(t, l.GBs, l.Peak)
		}
		require.NotEmpty(t, r.Lead.Says)
		require.NotEmpty(t, r.Lead.Remedy)
		require.Empty(t, r.Lead.Gain, "nothing was tried")
	}
}

// A page is whole whatever kernels, files and lines are called.
func TestPagesAreWholeAndEscapeNames(t *testing.T) {
	elementsOf := namesOfPages(t)
	want := elementsOf(t, "")
	require.Equal(t, 1, want["script"])
	for _, evil := range []string{"<script>alert(1)</script>", `"'><img src=x onerror=alert(1)>`, "</title></style>"} {
		require.Equal(t, want, elementsOf(t, evil), evil)
	}
}

func FuzzPagesEscapeNames(f *testing.F) {
	f.Add("<script>")
	var elementsOf func(*testing.T, string) map[string]int
	var want map[string]int
	f.Fuzz(func(t *testing.T, evil string) {
		if elementsOf == nil {
			elementsOf = namesOfPages(t)
			want = elementsOf(t, "")
		}
		require.Equal(t, want, elementsOf(t, evil))
	})
}

// namesOfPages counts the elements of a page in which everything that has a name has this one in it.
func namesOfPages(t *testing.T) func(t *testing.T, evil string) map[string]int {
	t.Helper()
	out, p, c := ran(t, "source/sum.json", "vega10")
	return func(t *testing.T, evil string) map[string]int {
		out, p := renamed(out, p, evil)
		read := func(string) ([]byte, error) { return []byte(strings.Repeat("a"+evil+"\n", 60)), nil }
		r, err := report.New("n"+evil, out, p, c, read, []report.WhatIf{{Change: "c" + evil, Error: "e" + evil}})
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, report.Write(&b, r, r))
		root, err := html.Parse(&b)
		require.NoError(t, err)
		elements := map[string]int{}
		for n := range root.Descendants() {
			if n.Type == html.ElementNode {
				elements[n.Data]++
				for _, a := range n.Attr {
					require.False(t, strings.HasPrefix(a.Key, "on"))
				}
			}
		}
		return elements
	}
}

// renamed is a run in which everything that has a name has this one in it.
func renamed(ran *run.Outcome, profiled *profile.Profile, evil string) (*run.Outcome, *profile.Profile) {
	out, p := *ran, *profiled
	out.Launches, p.Launches = slices.Clone(out.Launches), slices.Clone(p.Launches)
	for i := range p.Launches {
		p.Launches[i].Kernel += evil
		out.Launches[i].Kernel += evil
		p.Launches[i].Insts = slices.Clone(p.Launches[i].Insts)
		for k := range p.Launches[i].Insts {
			in := &p.Launches[i].Insts[k]
			in.Text += evil
			in.Frames = slices.Clone(in.Frames)
			for f := range in.Frames {
				in.Frames[f].File, in.Frames[f].Func = "f"+evil, "g"+evil
			}
		}
	}
	return &out, &p
}

// The second run is compared with the first: what is the same is called so.
func TestComparedRunsShowWhatDiffers(t *testing.T) {
	a, b := made(t, "kernels/transpose/gfx900-O2.json", "vega10"), made(t, "kernels/transpose/gfx900-O0.json", "vega10")
	same := report.Compare(a, a)
	require.Contains(t, same.Says, "as long as")
	require.Empty(t, same.Lines)
	for _, x := range same.Rows {
		require.Equal(t, "=", x.Change(), x.Name)
		require.Zero(t, x.Better)
	}
	d := report.Compare(a, b)
	require.Contains(t, d.Says, "times as long")
	require.Equal(t, a.Microseconds, d.Rows[0].A)
	require.Equal(t, b.Microseconds, d.Rows[0].B)
	require.Equal(t, -1, d.Rows[0].Better)
	require.Empty(t, d.Lines, "addresses of two codes have nothing in common")
	c, e := made(t, "source/sum.json", "vega10"), made(t, "source/sum.json", "vega20")
	require.NotEmpty(t, report.Compare(c, e).Lines)
	var page bytes.Buffer
	require.Error(t, report.Write(&page))
	require.Error(t, report.Write(&page, a, a, a))
}

// Pages are sound in each view, with details closed and open.
func TestBrowserShowsReports(t *testing.T) {
	browser := browsertest.Start(t)
	one := made(t, "source/sum.json", "vega10")
	two := []*report.Run{made(t, "kernels/histogram/gfx900-O2.json", "vega10"), made(t, "kernels/histogram/gfx900-O0.json", "vega20")}
	for name, runs := range map[string][]*report.Run{"report": {one}, "report-two": two} {
		var b bytes.Buffer
		require.NoError(t, report.Write(&b, runs...))
		file := filepath.Join(t.TempDir(), name+".html")
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o600))
		for _, v := range browsertest.Views() {
			t.Run(name+"-"+v.Name, func(t *testing.T) {
				page := browser.Open(t, browsertest.File(file), v)
				page.Sound(name)
				page.Eval("for (const d of document.querySelectorAll('details')) d.open = true", nil)
				if v.Touch {
					page.Click("button.columns")
				}
				page.Sound(name + "-open")
			})
		}
	}
}
