package sweep

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// kernels is where the test kernels are, from here.
const kernels = "../../testdata/kernels/"

// write puts a file into a folder.
func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// load loads a spec with a folder of results beside it, ready to run.
func load(t testing.TB, dir, spec string) *Sweep {
	t.Helper()
	s, err := Load(write(t, dir, "spec.json", spec), filepath.Join(dir, "out"), "test")
	require.NoError(t, err)
	require.NoError(t, s.Compile(t.Context(), 1, nil))
	require.NoError(t, s.Prepare(1))
	return s
}

// abs is a path of testdata/kernels for a spec.
func abs(t testing.TB, name string) string {
	path, err := filepath.Abs(kernels + name)
	require.NoError(t, err)
	return filepath.ToSlash(path)
}

// small is a program that stores n to a buffer, as often as the loop says.
const small = `{"name": "small", "launch": {"code": "small.s",
  "buffers": [{"name": "out", "size": 256, "expect": {"i32": ["{n} x 64"]}}],
  "launches": [{"entry": 0, "grid": [64], "group": [64],
    "registers": {"s[4:7]": "buffer:out", "v0": "lane", "s0": "{n}"}}]}}`

const smallText = `
	v_lshlrev_b32 v1, 2, v0
	v_mov_b32 v2, s0
	buffer_store_dword v2, v1, s[4:7], 0 offen
	s_endpgm
`

// lines are the tasks of a sweep as text.
func lines(s *Sweep) (list []string) {
	for i := range s.Len() {
		list = append(list, s.Task(i).String())
	}
	return list
}

// A sweep is all combinations of its axes, the last one fastest; a program runs on the chips that it is
// for.
func TestASweepIsAllCombinations(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	s := load(t, dir, `{"programs": [`+small+`], "gpus": ["fiji", "vega10"], "vars": {"n": [1, 2]},
		"figures": {"l1_bytes": [8192, 16384], "memory_mhz,dram_gbs": ["x0.5"]}}`)
	require.Equal(t, []string{
		"small fiji n=1 dram_gbs=256 l1_bytes=8192 memory_mhz=250", "small fiji n=1 dram_gbs=256 l1_bytes=16384 memory_mhz=250",
		"small fiji n=2 dram_gbs=256 l1_bytes=8192 memory_mhz=250", "small fiji n=2 dram_gbs=256 l1_bytes=16384 memory_mhz=250",
		"small vega10 n=1 dram_gbs=241.9 l1_bytes=8192 memory_mhz=473", "small vega10 n=1 dram_gbs=241.9 l1_bytes=16384 memory_mhz=473",
		"small vega10 n=2 dram_gbs=241.9 l1_bytes=8192 memory_mhz=473", "small vega10 n=2 dram_gbs=241.9 l1_bytes=16384 memory_mhz=473",
	}, lines(s))
	s = load(t, dir, fmt.Sprintf(`{"programs": [%q, %q], "gpus": ["fiji", "vega10"]}`, abs(t, "vecadd/gfx900-O2.json"),
		abs(t, "vecadd/gfx803-O*.json")))
	var got []string
	for _, l := range lines(s) {
		got = append(got, filepath.Base(l))
	}
	require.Equal(t, []string{"gfx900-O2 vega10", "gfx803-O0 fiji", "gfx803-O2 fiji", "gfx803-O3 fiji"},
		slices.DeleteFunc(got, func(l string) bool { return strings.Contains(l, "-v") }))
	s = load(t, dir, fmt.Sprintf(`{"programs": [%q], "mode": "functional", "orders": ["asap"], "seeds": {"from": 1, "to": 2, "step": 1}}`,
		abs(t, "vecadd/gfx900.json")))
	require.Len(t, lines(s), 3)
	require.True(t, strings.HasSuffix(lines(s)[2], "gfx900 random:2"), lines(s))
}

// Combinations that are the same task are one.
func TestTasksAreThereOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	s := load(t, dir, `{"programs": [`+small+`], "gpus": ["fiji"], "vars": {"n": [1]}, "figures": {"cus": [8, "x0.125", 4]}}`)
	require.Equal(t, []string{"small fiji n=1 cus=8", "small fiji n=1 cus=4"}, lines(s))
}

// In a Latin hypercube each of n equal parts of each range has one sample, and a list has its values
// equally often.
func TestLatinHypercubeHasOneSampleInEachPart(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	const n = 40
	spec := func(seed int) string {
		return fmt.Sprintf(`{"programs": [%s], "gpus": ["fiji"], "vars": {"n": [1]}, "latin": {"count": %d, "seed": %d, "figures": {
			"dram_gbs": {"from": 100, "to": 500}, "dram_latency_ns": {"from": 1, "to": 10000, "log": true}, "l1_bytes": [4096, 8192, 16384, 32768]}}}`,
			small, n, seed)
	}
	s := load(t, dir, spec(1))
	require.Equal(t, n, s.Len())
	parts := [2]map[int]bool{{}, {}}
	sizes := map[float64]int{}
	for i := range n {
		f := s.Task(i).Figures
		parts[0][int((f["dram_gbs"]-100)/400*n)] = true
		for k := range n { // 10^(4k/n)
			lo, hi := math.Pow(10, 4*float64(k)/n), math.Pow(10, 4*float64(k+1)/n)
			if f["dram_latency_ns"] >= lo && f["dram_latency_ns"] < hi {
				parts[1][k] = true
			}
		}
		sizes[f["l1_bytes"]]++
	}
	require.Len(t, parts[0], n)
	require.Len(t, parts[1], n)
	require.Equal(t, map[float64]int{4096: 10, 8192: 10, 16384: 10, 32768: 10}, sizes)
	require.Equal(t, lines(s), lines(load(t, dir, spec(1))))
	require.NotEqual(t, lines(s), lines(load(t, dir, spec(2))))
}

// The name of a task changes with everything that its result depends on, and with nothing else.
func TestNamesAreOfContents(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	spec := func(more string) string {
		return `{"programs": [` + small + `], "gpus": ["fiji"], "vars": {"n": [1]}` + more + `}`
	}
	name := func(dir, more string) string { return load(t, dir, spec(more)).Name(0).String() }
	base := name(dir, "")
	require.Equal(t, base, name(dir, ""))
	require.Equal(t, base, name(dir, `, "name": "another"`), "what the sweep is called is no input")
	other := t.TempDir()
	write(t, other, "small.s", smallText)
	require.Equal(t, base, name(other, ""), "where it lies is no input")
	seen := map[string]string{base: "base"}
	add := func(what, n string) {
		require.Empty(t, seen[n], what)
		seen[n] = what
	}
	for _, more := range []string{`, "figures": {"cus": 8}`, `, "caches": "warm"`, `, "mode": "functional"`, `, "record": ["cycles"]`,
		`, "limits": {"insts": 7}`, `, "limits": {"memory": "1M"}`} {
		add(more, name(dir, more))
	}
	write(t, dir, "small.s", strings.Replace(smallText, "s_endpgm", "s_nop 0\ns_endpgm", 1))
	add("another instruction", name(dir, ""))
	write(t, dir, "small.s", smallText)
	s, err := Load(filepath.Join(dir, "spec.json"), "out", "another simulator")
	require.NoError(t, err)
	require.NoError(t, s.Prepare(1))
	add("another simulator", s.Name(0).String())

	files := t.TempDir() // a launch file with inputs
	for _, f := range []string{"gfx900.json", "gfx900-O2.hsaco", "a.bin", "b.bin", "c.out.bin"} {
		data, err := os.ReadFile(kernels + "vecadd/" + f)
		require.NoError(t, err)
		write(t, files, f, string(data))
	}
	launch := func() string { return load(t, files, `{"programs": ["gfx900.json"]}`).Name(0).String() }
	add("a file", launch())
	for _, f := range []string{"a.bin", "c.out.bin"} {
		data, err := os.ReadFile(filepath.Join(files, f))
		require.NoError(t, err)
		data[5]++
		write(t, files, f, string(data))
		add(f, launch())
	}
}

// all runs a sweep and returns its records in order.
func all(t testing.TB, s *Sweep, jobs int) []string {
	t.Helper()
	_, err := s.Execute(t.Context(), Work{Tasks: s.All(), Prefix: "all-", Jobs: jobs})
	require.NoError(t, err)
	return records(t, s)
}

func records(t testing.TB, s *Sweep) (list []string) {
	t.Helper()
	r, err := s.Results("")
	require.NoError(t, err)
	defer r.Close()
	for i := range s.Len() {
		text, err := r.Record(i)
		require.NoError(t, err)
		list = append(list, string(text))
	}
	return list
}

// A result is the same bytes in every run, and what it says of memory is what the kernel leaves.
func TestResultsAreTheSameAtTheSameTime(t *testing.T) {
	spec := fmt.Sprintf(`{"programs": [%q, %q], "gpus": ["vega10"], "figures": {"l1_bytes": [8192, 16384]},
		"record": ["cycles", "stalls", "units", "caches", "insts", "findings", "memory"]}`, abs(t, "vecadd/gfx900.json"), abs(t, "reduce/gfx900-O2.json"))
	dir := t.TempDir()
	first := all(t, load(t, dir, spec), 1)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "out")))
	require.Equal(t, first, all(t, load(t, dir, spec), 4))
	var r Record
	require.NoError(t, json.Unmarshal([]byte(first[0]), &r))
	want, err := os.ReadFile(kernels + "vecadd/c.out.bin")
	require.NoError(t, err)
	sum := sha256.Sum256(want)
	require.Equal(t, StatusDone, r.Status)
	require.Equal(t, hex.EncodeToString(sum[:]), r.Memory["c"])
	require.Equal(t, &Findings{}, r.Findings)
	total := uint64(0)
	for _, n := range r.Stalls {
		total += n
	}
	require.Positive(t, r.Cycles)
	require.Greater(t, total, r.Cycles, "the clocks of all waves")
	require.EqualValues(t, 16, r.Waves)
}

// What goes wrong is a status with a reason.
func TestStatuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	write(t, dir, "loop.s", "top: s_branch top\n")
	write(t, dir, "bad.s", "s_trap 1\ns_endpgm\n")
	for _, c := range []struct{ spec, status, reason string }{
		{`{"programs": [` + small + `], "gpus": ["fiji"], "vars": {"n": [5]}}`, StatusDone, ""},
		{`{"programs": [` + strings.Replace(small, `"{n} x 64"`, `"9 x 64"`, 1) + `], "gpus": ["fiji"], "vars": {"n": [5]}}`, StatusUnmet, "64 of 64 differ"},
		{`{"programs": [` + strings.ReplaceAll(small, "small.s", "loop.s") + `], "gpus": ["fiji"], "vars": {"n": [5]}, "limits": {"insts": 1000}}`, StatusLimit, "limit"},
		{`{"programs": [` + strings.ReplaceAll(small, "small.s", "bad.s") + `], "gpus": ["fiji"], "vars": {"n": [5]}}`, StatusFault, "s_trap"},
		{`{"programs": [` + small + `], "gpus": ["fiji"], "vars": {"n": [5]}, "figures": {"l1_bytes": 1000}}`, StatusError, "l1_bytes"},
		{`{"programs": [` + strings.ReplaceAll(small, `"size": 256, "expect": {"i32": ["{n} x 64"]}`, `"size": "3M", "init": {"i32": ["{n} x 786432"]}`) + `], "gpus": ["fiji"], "vars": {"n": [5]}, "limits": {"memory": "1M"}}`, StatusLimit, "over the limit"},
		{`{"programs": [` + strings.ReplaceAll(small, "small.s", "loop.s") + `], "gpus": ["fiji"], "vars": {"n": [5]}, "limits": {"time": "20ms", "insts": 1000000000000}}`, StatusLost, "over the limit of time"},
		{`{"command": {"run": ["sh", "-c", "echo {i} {tmp}; exit 3"]}, "vars": {"i": [4]}}`, StatusUnmet, "exit status 3"},
		{`{"command": {"run": ["sh", "-c", "exit {i}"], "status": [0, 4]}, "vars": {"i": [4]}}`, StatusDone, ""},
		{`{"command": {"run": ["sh", "-c", "sleep {i}"]}, "vars": {"i": [60]}, "limits": {"time": "50ms"}}`, StatusLost, "over the limit of time"},
		{`{"command": {"run": ["sh", "-c", "kill -9 $$; {i}"]}, "vars": {"i": [60]}}`, StatusLost, "signal: killed"},
		{`{"command": {"run": ["no-such-program", "{i}"]}, "vars": {"i": [60]}}`, StatusLost, "no-such-program"},
	} {
		require.NoError(t, os.RemoveAll(filepath.Join(dir, "out")))
		got := all(t, load(t, dir, c.spec), 1)
		var r Record
		require.NoError(t, json.Unmarshal([]byte(got[0]), &r), c.spec)
		require.Equal(t, c.status, r.Status, "%s: %s", c.spec, r.Reason)
		require.Contains(t, r.Reason, c.reason, c.spec)
		require.NotContains(t, r.Reason, dir, "a reason does not say where the spec lies")
		if strings.Contains(c.spec, "echo") {
			require.Equal(t, "4 {tmp}\n", r.Output)
		}
	}
}

// Wherever a file of results is cut, what is before is kept and the rest is done again: the result is
// that of a run that nobody has stopped.
func TestAStoppedSweepGoesOn(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	s := load(t, dir, `{"programs": [`+small+`], "gpus": ["fiji"], "mode": "functional", "vars": {"n": {"from": 1, "to": 12, "step": 1}}}`)
	p, err := s.newPart("all-")
	require.NoError(t, err)
	for i := range s.Len() {
		require.NoError(t, p.put(lineBegun, []byte(s.Name(i).String())))
		text, err := s.Run(t.Context(), i)
		require.NoError(t, err)
		require.NoError(t, p.put(lineRecord, text))
	}
	require.NoError(t, p.close())
	whole, err := os.ReadFile(p.f.Name())
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(s.resultsFolder()))
	want := all(t, s, 2)
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range 40 {
		cut := rng.IntN(len(whole) + 1)
		data := bytes.Clone(whole[:cut])
		if k%4 == 3 && cut > 0 { // a byte that has changed
			data[rng.IntN(cut)] ^= 1 << rng.IntN(8)
		}
		require.NoError(t, os.RemoveAll(s.resultsFolder()))
		write(t, s.resultsFolder(), "all-1.part", string(data))
		full := 0 // tasks whose line is there whole
		for _, line := range bytes.SplitAfter(data, []byte("\n")) {
			if bytes.HasPrefix(line, []byte("r ")) && bytes.Contains(whole, line) && bytes.HasSuffix(line, []byte("\n")) {
				full++
			}
		}
		var ran atomic.Int64
		w, err := s.Execute(t.Context(), Work{Tasks: s.All(), Prefix: "all-", Jobs: 2, Done: func(int, bool) { ran.Add(1) }})
		require.NoError(t, err)
		require.Equal(t, full, w.Kept, "cut at %d", cut)
		require.EqualValues(t, s.Len()-full, ran.Load())
		require.Equal(t, want, records(t, s))
		entries, err := os.ReadDir(s.resultsFolder())
		require.NoError(t, err)
		require.Len(t, entries, 1, "parts are gone")
	}
}

// Whoever ends a sweep loses nothing but what runs then, and holds nothing against the tasks.
func TestACancelledSweepKeepsWhatIsDone(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	s := load(t, dir, `{"programs": [`+small+`], "gpus": ["fiji"], "vars": {"n": {"from": 1, "to": 30, "step": 1}}}`)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	w, err := s.Execute(ctx, Work{Tasks: s.All(), Prefix: "all-", Jobs: 1, Done: func(i int, _ bool) {
		if i == 9 {
			cancel(why)
		}
	}})
	require.ErrorIs(t, err, why)
	require.Equal(t, 10, w.Ran)
	w, err = s.Execute(t.Context(), Work{Tasks: s.All(), Prefix: "all-", Jobs: 1})
	require.NoError(t, err)
	require.Equal(t, Worked{Kept: 10, Ran: 20}, *w)
}

// A task that takes its worker down each time comes last, and is a failed one after some times; --retry
// tries it again.
func TestATaskThatTakesItsWorkerDownComesLast(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	s := load(t, dir, `{"programs": [`+small+`], "gpus": ["fiji"], "vars": {"n": [1, 2, 3]}}`)
	begun := string(appendLine(nil, lineBegun, []byte(s.Name(0).String())))
	left := string(appendLine(nil, lineLeft, []byte(s.Name(0).String())))
	order := func(lines string, retry bool) (list []int, status string) {
		require.NoError(t, os.RemoveAll(s.resultsFolder()))
		write(t, s.resultsFolder(), "all-1.part", lines)
		_, err := s.Execute(t.Context(), Work{Tasks: s.All(), Prefix: "all-", Jobs: 1, Retry: retry, Done: func(i int, _ bool) { list = append(list, i) }})
		require.NoError(t, err)
		r, err := s.Results("")
		require.NoError(t, err)
		return list, r.Status(0)
	}
	for _, c := range []struct {
		lines  string
		retry  bool
		order  []int
		status string
	}{
		{"", false, []int{0, 1, 2}, StatusDone},
		{begun, false, []int{1, 2, 0}, StatusDone},
		{begun + left, false, []int{0, 1, 2}, StatusDone},
		{strings.Repeat(begun, maxBegun), false, []int{1, 2, 0}, StatusLost},
		{strings.Repeat(begun, maxBegun), true, []int{1, 2, 0}, StatusDone},
	} {
		list, status := order(c.lines, c.retry)
		require.Equal(t, c.order, list)
		require.Equal(t, c.status, status)
	}
}

// Two results of one task that differ are an error, and what the host has lost gives way to a result.
func TestResultsOfOneTaskAgree(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	s := load(t, dir, `{"programs": [`+small+`], "gpus": ["fiji"], "vars": {"n": [1]}}`)
	good, err := s.Run(t.Context(), 0)
	require.NoError(t, err)
	lost, err := s.LostRecord(0, "no memory")
	require.NoError(t, err)
	line := func(text []byte) string { return string(appendLine(nil, lineRecord, text)) }
	for _, parts := range [][2]string{{line(good), line(lost)}, {line(lost), line(good)}, {line(good), line(good)}} {
		write(t, s.resultsFolder(), "a.part", parts[0])
		write(t, s.resultsFolder(), "b.records", parts[1])
		require.Equal(t, string(good), records(t, s)[0])
		r, err := s.Results("")
		require.NoError(t, err)
		require.Equal(t, 1, r.Count(""))
		require.Equal(t, 1, r.Count(StatusDone))
		require.Empty(t, s.Missing(r))
	}
	write(t, s.resultsFolder(), "b.records", line(bytes.Replace(good, []byte(`"cycles":`), []byte(`"cycles":1`), 1)))
	_, err = s.Results("")
	require.ErrorIs(t, err, ErrDiffer)
}

// The workers of a job share its tasks: each has some, together they have all, once.
func TestWorkersShareAJob(t *testing.T) {
	dir := t.TempDir()
	s := load(t, dir, `{"command": {"run": ["true", "{i}"]}, "vars": {"i": {"from": 1, "to": 1000, "step": 1}}}`)
	rng := rand.New(rand.NewPCG(3, 4))
	for _, workers := range []int{1, 3, 7, 500} {
		var todo []int
		for i := range s.Len() {
			if rng.IntN(3) > 0 {
				todo = append(todo, i)
			}
		}
		j, err := s.NewJob(todo, workers)
		require.NoError(t, err)
		require.Equal(t, workers, j.Workers)
		var got []int
		prefixes := map[string]bool{}
		for w := range workers {
			tasks, prefix, err := s.Share(j.Number, w)
			require.NoError(t, err)
			require.NotEmpty(t, tasks)
			require.InDelta(t, len(todo)/workers, len(tasks), 1)
			got = append(got, tasks...)
			prefixes[prefix] = true
		}
		slices.Sort(got)
		require.Equal(t, todo, got)
		require.Len(t, prefixes, workers)
		_, _, err = s.Share(j.Number, workers)
		require.ErrorContains(t, err, "it has workers 0 to")
	}
	j, err := s.NewJob([]int{5}, 10)
	require.NoError(t, err)
	require.Equal(t, 1, j.Workers)
	other := load(t, dir, `{"command": {"run": ["false", "{i}"]}, "vars": {"i": {"from": 1, "to": 1000, "step": 1}}}`)
	_, _, err = other.Share(j.Number, 0)
	require.ErrorContains(t, err, "it is of other tasks than these")
	_, _, err = s.Share(99, 0)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestRunsOfNumbers(t *testing.T) {
	for _, c := range []struct {
		list []int
		text string
	}{
		{[]int{0}, "0"}, {[]int{1, 2}, "1,2"}, {[]int{0, 1, 2, 3}, "0-3/1"}, {[]int{5, 15, 25, 26, 40}, "5-25/10,26,40"},
	} {
		require.Equal(t, c.text, string(appendRuns(nil, c.list)))
		got, err := parseRuns(c.text, 100)
		require.NoError(t, err)
		require.Equal(t, c.list, got)
	}
	for _, bad := range []string{"", "x", "3-1/1", "1-3", "1-3/0", "1/2", "2,1", "1,1", "-1", "100", "0-200/1"} {
		_, err := parseRuns(bad, 100)
		require.Error(t, err, bad)
	}
}

// Code is compiled once for each command and source; what does not compile is a task with an error.
func TestCodeIsCompiledOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.s", smallText)
	program := strings.Replace(strings.Replace(small, `"code": "small.s",`, "", 1), `"launch"`, `"source": "{f}", "launch"`, 1)
	// The "compiler" writes an s_endpgm.
	spec := `{"programs": [` + program + `], "gpus": ["vega10"], "vars": {"f": ["a.s"], "n": [1]},
		"compile": {"command": ["sh", "-c", "echo x >> log; case '{flags}' in bad) echo no; exit 7;; esac; printf '\\000\\000\\201\\277' > {out}"], "flags": ["good", "bad"], "inputs": ["a.s"]}}`
	s := load(t, dir, spec)
	got := all(t, s, 1)
	var r [2]Record
	for i := range r {
		require.NoError(t, json.Unmarshal([]byte(got[i]), &r[i]))
	}
	require.Equal(t, StatusUnmet, r[0].Status, "s_endpgm alone: %s", r[0].Reason)
	require.Equal(t, StatusError, r[1].Status)
	require.Equal(t, "it does not compile: exit status 7: no", r[1].Reason)
	load(t, dir, spec)
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	require.NoError(t, err)
	require.Equal(t, "x\nx\n", string(log))
	write(t, dir, "a.s", "other")
	require.NotEqual(t, s.Name(0), load(t, dir, spec).Name(1))
	_, err = Load(write(t, dir, "spec.json", strings.Replace(spec, "a.s\"]}}", "b.s\"]}}", 1)), filepath.Join(dir, "out"), "test")
	require.NoError(t, err, "inputs are looked for when code is compiled")
}

// FuzzScan: whatever a file of results holds, records that come out have their checksums.
func FuzzScan(f *testing.F) {
	line := appendLine(nil, lineRecord, []byte(`{"task":"0","status":"done"}`))
	f.Add(line)
	f.Add(append(bytes.Clone(line[:20]), line...))
	f.Add(appendLine(nil, lineBegun, []byte("x")))
	f.Add(bytes.Repeat([]byte{'r'}, 1<<19))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := scan(bytes.NewReader(data), func(kind byte, text []byte, at int64) error {
			if whole := appendLine(nil, kind, text); !bytes.Contains(data, whole) {
				t.Fatalf("%q was never written", whole)
			}
			if !bytes.Equal(data[at:at+int64(len(text))], text) {
				t.Fatalf("%q is not at %d", text, at)
			}
			return nil
		})
		require.NoError(t, err)
	})
}

// BenchmarkTask measures what a sweep adds to a task: an instruction's task without a clock.
func BenchmarkTask(b *testing.B) {
	dir := b.TempDir()
	write(b, dir, "small.s", smallText)
	s := load(b, dir, fmt.Sprintf(`{"programs": [%s], "gpus": ["fiji"], "mode": "functional", "vars": {"n": [1]}, "seeds": {"from": 1, "to": %d, "step": 1}}`,
		small, b.N))
	b.ResetTimer()
	_, err := s.Execute(b.Context(), Work{Tasks: s.All(), Prefix: "all-", Jobs: 1})
	require.NoError(b, err)
}
