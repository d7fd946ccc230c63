package profile_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/profile"
)

const sources = "../../testdata/source/"

// profiled runs an object of testdata/source, with a clock where chip is a name.
func profiled(t *testing.T, object, clock string) (*profile.Profile, *run.Outcome) {
	t.Helper()
	f, err := launch.Load(sources + "sum.json")
	require.NoError(t, err)
	f.Code = object
	opts := sim.Options{Count: true}
	if clock != "" {
		c, err := chip.Lookup(clock)
		require.NoError(t, err)
		opts.Timing = &sim.TimingOptions{Chip: c}
	}
	out, err := run.Run(f, opts)
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	return profile.New(out, f.Resolve(f.Code)), out
}

// innermost reads what llvm-symbolizer says of an object's addresses: function and line of the
// innermost frame.
func innermost(t *testing.T, object string) func(addr uint64) string {
	t.Helper()
	data, err := os.ReadFile(sources + strings.TrimSuffix(object, ".co") + ".txt")
	require.NoError(t, err)
	type from struct {
		addr uint64
		text string
	}
	var list []from
	in := bufio.NewScanner(bytes.NewReader(data))
	for in.Scan() {
		f := strings.Fields(in.Text())
		addr, err := strconv.ParseUint(f[0], 0, 64)
		require.NoError(t, err)
		place := strings.Split(f[2], ":")
		list = append(list, from{addr, f[1] + ":" + place[1]})
	}
	return func(addr uint64) string {
		text := ""
		for _, f := range list {
			if f.addr <= addr {
				text = f.text
			}
		}
		return text
	}
}

var clocks = map[string]string{"gfx600": "tahiti", "gfx900": "vega10"}

// objects are those of testdata/source by name.
func objects(t *testing.T) (names []string) {
	t.Helper()
	list, err := filepath.Glob(sources + "*.co")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(list), 8)
	for _, p := range list {
		names = append(names, filepath.Base(p))
	}
	return names
}

func TestPprofHasTheClocksOfTheStallTableAtTheLinesOfLLVMSymbolizer(t *testing.T) {
	for _, object := range objects(t) {
		t.Run(object, func(t *testing.T) {
			t.Parallel()
			p, out := profiled(t, object, clocks[strings.Split(object, "-")[1]])
			var b bytes.Buffer
			require.NoError(t, p.WritePprof(&b))
			got, err := pprof.Parse(&b)
			require.NoError(t, err)
			timing := out.Launches[0].Result.Timing
			place := innermost(t, object)

			want := map[string]sim.Stalls{}
			issues := map[string]int64{}
			for _, x := range timing.Insts {
				at := place(x.PC)
				s := want[at]
				for r := range s {
					s[r] += x.Stalls[r]
				}
				want[at] = s
				issues[at] += int64(x.Issues)
			}
			types := []string{}
			for _, v := range got.SampleType {
				types = append(types, v.Type)
			}
			require.Equal(t, []string{"instructions", "clocks", "issue", "slot", "counter", "unit", "fetch", "barrier",
				"sleep", "dependency"}, types)
			have := map[string]sim.Stalls{}
			haveIssues := map[string]int64{}
			total := int64(0)
			for _, s := range got.Sample {
				l := s.Location[0].Line[0]
				at := fmt.Sprintf("%s:%d", l.Function.Name, l.Line)
				sum, x := int64(0), have[at]
				for r := sim.StallIssue; int(r) < len(x); r++ {
					n := s.Value[1+int(r)]
					x[r] += uint64(n)
					sum += n
				}
				require.Equal(t, s.Value[1], sum, "the reasons of a sample are its clocks")
				have[at] = x
				haveIssues[at] += s.Value[0]
				total += sum
				root := s.Location[len(s.Location)-1].Line
				require.Equal(t, "sum", root[len(root)-1].Function.Name, "the kernel is at the root")
			}
			require.Equal(t, want, have)
			require.Equal(t, issues, haveIssues)
			require.EqualValues(t, timing.WaveCycles, total)
		})
	}
}

func TestPprofWithoutAClockCountsInstructions(t *testing.T) {
	p, out := profiled(t, "sum-gfx900-O2.co", "")
	var b bytes.Buffer
	require.NoError(t, p.WritePprof(&b))
	got, err := pprof.Parse(&b)
	require.NoError(t, err)
	require.Len(t, got.SampleType, 1)
	sum := int64(0)
	for _, s := range got.Sample {
		sum += s.Value[0]
	}
	require.EqualValues(t, out.Launches[0].Result.Insts, sum)
}

var listed = regexp.MustCompile(`^ +(\d+|\.) +(\d+|\.) +(\d+):`)

// Users see the profile through this command.
func TestGoToolPprofListsTheClocksOfLines(t *testing.T) {
	p, out := profiled(t, "sum-gfx900-O2.co", "vega10")
	file := filepath.Join(t.TempDir(), "k.pb.gz")
	w, err := os.Create(file)
	require.NoError(t, err)
	require.NoError(t, p.WritePprof(w))
	require.NoError(t, w.Close())
	// The object was compiled as /src/sum.cl.
	cmd := exec.Command("go", "tool", "pprof", "-list", "^sum$", "-trim_path", "/src", "-source_path", sources, file)
	text, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", text)
	place := innermost(t, "sum-gfx900-O2.co")
	want := map[string]uint64{}
	for _, x := range out.Launches[0].Result.Timing.Insts {
		if name, line, _ := strings.Cut(place(x.PC), ":"); name == "sum" && line != "0" {
			want[line] += x.Stalls.Total()
		}
	}
	have := map[string]uint64{}
	for line := range strings.Lines(string(text)) {
		if m := listed.FindStringSubmatch(line); m != nil && m[1] != "." {
			n, err := strconv.ParseUint(m[1], 10, 64)
			require.NoError(t, err)
			have[m[3]] += n
		}
	}
	delete(have, "0")
	require.Equal(t, want, have, "%s", text)
}

func TestAnnotatedLinesCostTheClocksOfAllWaves(t *testing.T) {
	for _, object := range objects(t) {
		t.Run(object, func(t *testing.T) {
			t.Parallel()
			p, out := profiled(t, object, clocks[strings.Split(object, "-")[1]])
			a := p.Annotate(func(string) ([]byte, error) { return nil, os.ErrNotExist })
			timing := out.Launches[0].Result.Timing
			place := innermost(t, object)
			want := map[string]uint64{}
			for _, x := range timing.Insts {
				_, line, _ := strings.Cut(place(x.PC), ":")
				want[line] += x.Stalls.Total() - x.Stalls[sim.StallCounter] + x.Exposed
			}
			require.EqualValues(t, timing.WaveCycles, a.Total.Clocks, "what waits cost stands at the operations")
			require.Equal(t, timing.Stalls, a.Total.Stalls)
			require.Equal(t, out.Launches[0].Result.Insts, a.Total.Count)
			have := map[string]uint64{}
			for i := range a.Files {
				sum := profile.Cost{}
				for _, l := range a.Files[i].Lines {
					have[fmt.Sprint(l.Line)] += l.Cost.Clocks
					sum.Clocks += l.Cost.Clocks
					insts := uint64(0)
					for _, in := range l.Insts {
						insts += in.Cost.Clocks
					}
					require.Equal(t, l.Cost.Clocks, insts)
				}
				require.Equal(t, a.Files[i].Cost.Clocks, sum.Clocks)
			}
			require.Equal(t, want, have)
		})
	}
}

// Each line of text is there once, in order, and lines far from any cost are left out.
func TestAnnotatedTextHasLinesOnceWithTheirSurroundings(t *testing.T) {
	long := strings.Repeat("x\n", 200)
	p := &profile.Profile{Launches: []profile.Launch{{Kernel: "k"}}}
	for i, line := range []int{1, 2, 9, 17, 80, 0, 200, 300} {
		in := profile.Inst{Frames: []codeobj.Frame{{File: "f", Line: line}}}
		in.PC, in.Issues = uint64(4*i), 1
		p.Launches[0].Insts = append(p.Launches[0].Insts, in)
	}
	a := p.Annotate(func(string) ([]byte, error) { return []byte(long), nil })
	require.Len(t, a.Files, 1)
	var have []int
	for _, l := range a.Files[0].Lines {
		n := l.Line
		if l.Gap {
			n = -n
		}
		have = append(have, n)
	}
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, -14, 15, 16, 17, 18, 19, 20, -77, 78, 79, 80, 81,
		82, 83, -197, 198, 199, 200, 300}, have)
}

func TestAnnotatedPageIsWholeAndEscapesText(t *testing.T) {
	p, _ := profiled(t, "sum-gfx900-O2.co", "vega10")
	source := []byte(strings.Repeat("if (a < b && c) <script>\n", 110))
	a := p.Annotate(func(string) ([]byte, error) { return source, nil })
	var b bytes.Buffer
	require.NoError(t, a.HTML(&b))
	page, err := html.Parse(&b)
	require.NoError(t, err)
	rows, scripts := 0, 0
	for n := range page.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "tr":
			rows++
		case n.Data == "script":
			scripts++
		}
		for _, x := range n.Attr {
			require.NotContains(t, []string{"src", "href"}, x.Key, "the page needs no network")
		}
	}
	require.Equal(t, 1, scripts, "the source is text")
	want := 0
	for _, f := range a.Files {
		want++
		for _, l := range f.Lines {
			want += 1 + len(l.Insts)
		}
	}
	require.Equal(t, want, rows)
}
