package profile_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	return profiledWith(t, object, clock, nil)
}

// profiledWith is profiled with what each wave has spent.
func profiledWith(t *testing.T, object, clock string, waves *profile.Waves) (*profile.Profile, *run.Outcome) {
	t.Helper()
	f, err := launch.Load(sources + "sum.json")
	require.NoError(t, err)
	f.Code = object
	opts := sim.Options{Count: true}
	if clock != "" {
		c, err := chip.Lookup(clock)
		require.NoError(t, err)
		opts.Timing = &sim.TimingOptions{Chip: c, Waves: true}
		if waves != nil {
			opts.Timing.Spent = waves.Add
		}
	}
	out, err := run.Run(f, opts)
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	p := profile.New(out, f.Resolve(f.Code))
	p.Waves = waves
	return p, out
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
			p, out := profiledWith(t, object, clocks[strings.Split(object, "-")[1]], new(profile.Waves))
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
				require.Len(t, s.Label["wave"], 1)
				require.Len(t, s.Label["simd"], 1)
				if counter := s.Value[1+int(sim.StallCounter)]; counter != 0 {
					require.Equal(t, sum, counter, "clocks of counters have a level, and others none")
					require.Len(t, s.Label["level"], 1)
				} else {
					require.Empty(t, s.Label["level"])
				}
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

// pprofTool is a profile in a file for "go tool pprof", and a way to ask for a view of it.
func pprofTool(t *testing.T, p *profile.Profile) func(args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.pb.gz")
	w, err := os.Create(file)
	require.NoError(t, err)
	require.NoError(t, p.WritePprof(w))
	require.NoError(t, w.Close())
	return func(args ...string) string {
		text, err := exec.Command("go", slices.Concat([]string{"tool", "pprof"}, args, []string{file})...).CombinedOutput()
		require.NoError(t, err, "%s", text)
		return string(text)
	}
}

// figures are the numbers of lines that a pattern finds, by what its group "name" is.
func figures(t *testing.T, text, pattern string) map[string]uint64 {
	re := regexp.MustCompile("(?m)" + pattern)
	have := map[string]uint64{}
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		n, err := strconv.ParseUint(m[re.SubexpIndex("n")], 10, 64)
		require.NoError(t, err)
		have[m[re.SubexpIndex("name")]] += n
	}
	return have
}

// Users see the profile through this command: its views agree with the table of stalls to the clock.
func TestViewsOfGoToolPprofHaveTheClocksOfTheStallTable(t *testing.T) {
	p, out := profiledWith(t, "sum-gfx900-O2.co", "vega10", new(profile.Waves))
	ask := pprofTool(t, p)
	spent := out.Launches[0].Result.Timing.Waves
	timing := out.Launches[0].Result.Timing
	place := innermost(t, "sum-gfx900-O2.co")
	lines, functions := map[string]uint64{}, map[string]uint64{}
	for _, x := range timing.Insts {
		name, line, _ := strings.Cut(place(x.PC), ":")
		if functions[name] += x.Stalls.Total(); name == "sum" && line != "0" {
			lines[line] += x.Stalls.Total()
		}
	}
	t.Run("list", func(t *testing.T) { // the object was compiled as /src/sum.cl
		text := ask("-list", "^sum$", "-trim_path", "/src", "-source_path", sources)
		have := figures(t, text, `^ +(?P<n>\d+) +(?:\d+|\.) +(?P<name>\d+):`)
		delete(have, "0")
		require.Equal(t, lines, have, "%s", text)
	})
	t.Run("top", func(t *testing.T) {
		text := ask("-top", "-nodefraction=0")
		require.Equal(t, functions, figures(t, text, `^ +(?P<n>\d+) +\S+% +\S+% +\d+ +\S+% +(?P<name>\w+)`), "%s", text)
	})
	t.Run("peek", func(t *testing.T) {
		text := ask("-peek", ".", "-nodefraction=0")
		require.Equal(t, functions, figures(t, text, `^ +(?P<n>\d+) +\S+% +\S+% +\d+ +\S+% +\| +(?P<name>\w+)`), "%s", text)
	})
	t.Run("tags", func(t *testing.T) {
		text := ask("-tags", "-sample_index=counter")
		_, levels, found := strings.Cut(text, " level:")
		require.True(t, found, "%s", text)
		levels, _, _ = strings.Cut(levels, "\n\n")
		sum := uint64(0)
		for level, n := range figures(t, levels, `^ +(?P<n>\d+) \(.*\): (?P<name>\w+)$`) {
			require.Contains(t, []string{"lds", "scalar", "l1", "l2", "dram"}, level)
			sum += n
		}
		require.Equal(t, timing.Stalls[sim.StallCounter], sum, "%s", text)
	})
	t.Run("one wave", func(t *testing.T) {
		text := ask("-top", "-nodefraction=0", "-tagfocus=wave=^group 1.0.0 wave 1$")
		want := uint64(0)
		for _, x := range spent {
			if x.Group[0] == 1 && x.Wave == 1 {
				want += x.Stalls.Total()
			}
		}
		sum := uint64(0)
		for _, n := range figures(t, text, `^ +(?P<n>\d+) +\S+% +\S+% +\d+ +\S+% +(?P<name>\w+)`) {
			sum += n
		}
		require.Equal(t, want, sum, "%s", text)
	})
}

// Where there are more waves than there is room for, those that come last share a sample for each
// SIMD, and nothing is lost.
func TestWavesWithoutRoomShareTheirSamples(t *testing.T) {
	const waves, insts, own = 30, 10, 7
	w := profile.Waves{Max: own*insts + 5}
	for n := range waves {
		x := &sim.WaveSpent{WaveTiming: sim.WaveTiming{Wave: n, SIMD: n % 4}}
		for i := range uint64(insts) {
			x.Insts = append(x.Insts, sim.InstSpent{PC: 4 * i, Issues: 1, Stalls: sim.Stalls{sim.StallIssue: 4}})
		}
		w.Add(x)
	}
	p := &profile.Profile{Chip: "vega10", Waves: &w, Launches: []profile.Launch{{Kernel: "k"}}}
	for i := range uint64(insts) {
		p.Launches[0].Insts = append(p.Launches[0].Insts, profile.Inst{InstTiming: sim.InstTiming{PC: 4 * i},
			Frames: []codeobj.Frame{{}}})
	}
	var b bytes.Buffer
	require.NoError(t, p.WritePprof(&b))
	got, err := pprof.Parse(&b)
	require.NoError(t, err)
	alone, shared, sum := 0, 0, int64(0)
	for _, s := range got.Sample {
		if sum += s.Value[1]; len(s.Label["wave"]) == 0 {
			shared++
		} else {
			alone++
		}
	}
	require.EqualValues(t, 4*waves*insts, sum)
	require.Equal(t, own*insts, alone)
	require.Equal(t, 4*insts, shared)
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
