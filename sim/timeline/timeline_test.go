package timeline_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/timeline"
)

// traced runs a launch file with a clock and keeps what its waves did.
func traced(t *testing.T, file, on string, opts sim.TraceOptions, workers int) ([]*sim.WaveTrace, *run.Outcome) {
	t.Helper()
	f, err := launch.Load(file)
	require.NoError(t, err)
	c, err := chip.Lookup(on)
	require.NoError(t, err)
	var waves []*sim.WaveTrace
	opts.Wave = func(w *sim.WaveTrace) {
		x := *w
		x.Segments, x.Ops = slices.Clone(w.Segments), slices.Clone(w.Ops)
		waves = append(waves, &x)
	}
	out, err := run.Run(f, sim.Options{Workers: workers, Timing: &sim.TimingOptions{Chip: c, Waves: true, Trace: &opts}})
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	slices.SortFunc(waves, func(a, b *sim.WaveTrace) int {
		return cmp.Or(cmp.Compare(a.Launch, b.Launch), slices.Compare(a.Group[:], b.Group[:]), cmp.Compare(a.Wave, b.Wave))
	})
	return waves, out
}

// programs have memory, barriers, divergence and several waves.
var programs = []struct{ file, chip string }{
	{"../../testdata/source/sum.json", "vega10"},
	{"../../testdata/kernels/reduce/gfx803-O2.json", "fiji"},
	{"../../testdata/kernels/histogram/gfx803-O2.json", "fiji"},
	{"../../testdata/kernels/transpose/gfx700-O2.json", "hawaii"},
	{"../../testdata/kernels/mandel/gfx600-O3.json", "tahiti"},
}

func TestSegmentsAreTheTableOfStalls(t *testing.T) {
	for _, p := range programs {
		t.Run(p.file, func(t *testing.T) {
			t.Parallel()
			waves, out := traced(t, p.file, p.chip, sim.TraceOptions{}, 1)
			for i := range out.Launches {
				timing := out.Launches[i].Result.Timing
				stalls := map[uint64]sim.Stalls{}
				latency, returns := map[uint64]uint64{}, map[uint64]uint64{}
				n := 0
				for _, w := range waves {
					if w.Launch != uint64(i) {
						continue
					}
					n++
					at := w.Start
					for _, s := range w.Segments {
						require.Equal(t, at, s.From, "no gap and no overlap")
						require.Greater(t, s.To, s.From)
						at = s.To
						x := stalls[s.PC]
						x[s.Reason] += s.To - s.From
						stalls[s.PC] = x
					}
					require.Equal(t, w.End, at)
					for _, o := range w.Ops {
						latency[o.PC] += o.Return - o.Issue
						returns[o.PC]++
					}
				}
				require.EqualValues(t, out.Launches[i].Result.Waves, n)
				for _, x := range timing.Insts {
					x.Stalls[0] = 0
					require.Equal(t, x.Stalls, stalls[x.PC], "%#x", x.PC)
					require.Equal(t, x.Latency, latency[x.PC], "%#x", x.PC)
					require.Equal(t, x.Returns, returns[x.PC], "%#x", x.PC)
				}
			}
		})
	}
}

func TestTracesDoNotDependOnWorkersAtOnce(t *testing.T) {
	one, _ := traced(t, programs[1].file, programs[1].chip, sim.TraceOptions{}, 1)
	four, _ := traced(t, programs[1].file, programs[1].chip, sim.TraceOptions{}, 4)
	require.Equal(t, one, four)
}

func TestATraceIsOfItsWindowAndNoLongerThanAsked(t *testing.T) {
	all, _ := traced(t, programs[0].file, programs[0].chip, sim.TraceOptions{}, 1)
	waves, _ := traced(t, programs[0].file, programs[0].chip, sim.TraceOptions{From: 1000, To: 1500,
		Want: func(g [3]uint32, wave int) bool { return g[0] == 1 }}, 1)
	require.Len(t, waves, 2)
	for i, w := range waves {
		require.EqualValues(t, 1000, w.Segments[0].From)
		require.EqualValues(t, 1500, w.Segments[len(w.Segments)-1].To)
		var want []sim.TraceSegment
		for _, s := range all[2+i].Segments {
			if s.From, s.To = max(s.From, 1000), min(s.To, 1500); s.From < s.To {
				want = append(want, s)
			}
		}
		require.Equal(t, want, w.Segments)
	}
	waves, _ = traced(t, programs[0].file, programs[0].chip, sim.TraceOptions{Max: 5}, 1)
	for i, w := range waves {
		require.Equal(t, all[i].Segments[:5], w.Segments)
		require.Equal(t, w.End-w.Segments[4].To, w.Cut)
		require.EqualValues(t, len(all[i].Ops), uint64(len(w.Ops))+w.Lost)
	}
}

// A bound on everything that is kept holds for all waves together, and does not depend on workers.
func TestATraceIsNoLongerThanAskedInTotal(t *testing.T) {
	all, _ := traced(t, programs[1].file, programs[1].chip, sim.TraceOptions{}, 1)
	for _, total := range []int{1, 40, 200} {
		waves, out := traced(t, programs[1].file, programs[1].chip, sim.TraceOptions{Total: total}, 1)
		four, _ := traced(t, programs[1].file, programs[1].chip, sim.TraceOptions{Total: total}, 4)
		require.Equal(t, waves, four)
		kept := 0
		for i, w := range waves {
			kept += len(w.Segments) + len(w.Ops)
			n, at := len(w.Segments), w.Start
			require.True(t, slices.Equal(all[i].Segments[:n], w.Segments))
			if n > 0 {
				at = w.Segments[n-1].To
			}
			require.Equal(t, w.End-at, w.Cut)
			require.EqualValues(t, len(all[i].Ops), uint64(len(w.Ops))+w.Lost)
		}
		require.LessOrEqual(t, kept, max(total, 64)*len(out.Launches)) // at least one of each part of the chip
		require.NotZero(t, kept)
	}
}

// What the instructions of each wave have cost is what the segments of its trace add up to, and all
// together the table of stalls. Clocks that waves waited for counters are those of a level each.
func TestWhatWavesSpentIsTheTableOfStalls(t *testing.T) {
	for _, p := range programs {
		f, err := launch.Load(p.file)
		require.NoError(t, err)
		c, err := chip.Lookup(p.chip)
		require.NoError(t, err)
		var sum map[uint64]*sim.InstSpent
		var levels sim.Levels
		o := &sim.TimingOptions{Chip: c, Series: 64, Spent: func(w *sim.WaveSpent) {
			if sum == nil {
				sum = map[uint64]*sim.InstSpent{}
			}
			clocks := uint64(0)
			for _, x := range w.Insts {
				if sum[x.PC] == nil {
					sum[x.PC] = &sim.InstSpent{}
				}
				s := sum[x.PC]
				s.Issues += x.Issues
				waited := uint64(0)
				for l, n := range x.Levels {
					waited += n
					levels[l] += n
				}
				require.Equal(t, x.Stalls[sim.StallCounter], waited)
				for r, n := range x.Stalls {
					s.Stalls[r] += n
					clocks += n
				}
			}
			require.Equal(t, w.End-w.Start, clocks)
			require.Equal(t, w.Stalls.Total(), clocks)
		}}
		f.Launches = f.Launches[:1]
		out, err := run.Run(f, sim.Options{Timing: o})
		require.NoError(t, err)
		timing := out.Launches[0].Result.Timing
		for _, x := range timing.Insts {
			x.Stalls[0] = 0
			require.NotNil(t, sum[x.PC], "%#x", x.PC)
			require.Equal(t, x.Stalls, sum[x.PC].Stalls, "%#x", x.PC)
			require.Equal(t, x.Issues, sum[x.PC].Issues, "%#x", x.PC)
		}
		require.Len(t, sum, len(timing.Insts))
		require.NotZero(t, levels[sim.LevelDRAM]+levels[sim.LevelScalar]+levels[sim.LevelLDS])

		// The samples over time add up to what the launch did.
		var all sim.Sample
		for _, x := range timing.Series.Samples {
			all.Waves += x.Waves
			all.L1 += x.L1
			all.L2 += x.L2
			all.DRAM += x.DRAM
		}
		moved := uint64(0)
		for _, u := range timing.Units {
			if u.Name == "vmem" {
				moved = u.Bytes
			}
		}
		require.Equal(t, sim.Sample{Waves: timing.WaveCycles, L1: moved, L2: timing.L2Bytes,
			DRAM: timing.DRAM.Read + timing.DRAM.Written}, all)
		require.LessOrEqual(t, len(timing.Series.Samples), 64)
		require.GreaterOrEqual(t, uint64(len(timing.Series.Samples))*timing.Series.Clocks, timing.Cycles)
		require.Less(t, uint64(len(timing.Series.Samples)-1)*timing.Series.Clocks, timing.Cycles)
	}
}

func inst(pc uint64) string {
	return map[uint64]string{0: "v_mov_b32 v0, 0", 4: "s_waitcnt", 8: "ds_read_b32 v0, v1"}[pc]
}

func TestTextShowsWhatTookMostOfAColumn(t *testing.T) {
	wave := &sim.WaveTrace{WaveTiming: sim.WaveTiming{Start: 0, End: 40}, Segments: []sim.TraceSegment{
		{From: 0, To: 4, PC: 0, Reason: sim.StallIssue}, {From: 4, To: 8, PC: 8, Reason: sim.StallIssue},
		{From: 8, To: 33, PC: 4, Reason: sim.StallCounter}, {From: 33, To: 37, PC: 4, Reason: sim.StallIssue},
		{From: 37, To: 40, PC: 8, Reason: sim.StallBarrier}}}
	for name, c := range map[string]struct {
		width    int
		from, to uint64
		want     string
	}{
		"a clock a column":      {40, 0, 0, "VVVVLLLLwwwwwwwwwwwwwwwwwwwwwwwwwSSSSbbb"},
		"four clocks a column":  {10, 0, 0, "VLwwwwwwSb"},
		"a window":              {10, 30, 40, "wwwSSSSbbb"},
		"the beginning is late": {10, 0, 80, "LwwwS"},
	} {
		x := &timeline.Text{Inst: inst, Width: c.width, From: c.from, To: c.to}
		x.Wave(wave)
		var b bytes.Buffer
		require.NoError(t, x.Write(&b, "k"))
		lines := strings.Split(b.String(), "\n")
		require.Equal(t, "cu 0 simd 0 group 0,0,0 wave 0  "+c.want, lines[2], name)
	}
}

// The ruler has whole numbers only, with spaces between them.
func TestRulersHaveWholeNumbers(t *testing.T) {
	for _, c := range []struct {
		width    int
		from, to uint64
		want     []string
	}{
		{25, 0, 25, []string{"0", "10", "20"}},
		{22, 1000, 1022, []string{"1000", "1010"}},
		{40, 1_000_000_000, 1_000_000_040, []string{"1000000000", "1000000020"}},
		{60, 9_999_999_999_999_999_990, 9_999_999_999_999_999_999, []string{"9999999999999999990", "10000000000000000020"}},
		{90, math.MaxUint64 - 70, 1, []string{fmt.Sprint(uint64(math.MaxUint64 - 70)), fmt.Sprint(uint64(math.MaxUint64 - 40)),
			fmt.Sprint(uint64(math.MaxUint64 - 10))}},
		{40, 0, 1 << 63, []string{"0", fmt.Sprint(uint64(20) * (1<<63/40 + 1))}},
	} {
		x := &timeline.Text{Inst: inst, Width: c.width, From: c.from, To: c.to}
		var b bytes.Buffer
		require.NoError(t, x.Write(&b, "k"))
		require.Equal(t, c.want, strings.Fields(strings.Split(b.String(), "\n")[1]))
	}
}

// The fields are those of the Trace Event Format: each event has a name, a phase and a time; a
// complete event a duration; flows come in pairs of one id, and end no earlier than they begin.
func TestChromeTracesAreWholeAndAddUp(t *testing.T) {
	waves, out := traced(t, programs[0].file, programs[0].chip, sim.TraceOptions{}, 1)
	for _, most := range []int{0, 100} {
		var b bytes.Buffer
		c := timeline.NewChrome(&b)
		c.Inst, c.MHz, c.Max = func(uint64) string { return "s_nop 0" }, 1546, most
		for _, w := range waves {
			c.Wave(w)
		}
		c.Launch("sum", out.Launches[0].Result.Timing.Cycles)
		lost, err := c.Close()
		require.NoError(t, err)
		var doc struct {
			TraceEvents []struct {
				Name, Ph string
				TS       *float64
				Dur      float64
				PID, TID *int
				ID       int
				Args     map[string]any
			}
		}
		d := json.NewDecoder(&b)
		require.NoError(t, d.Decode(&doc))
		clocks, counted := uint64(0), 0
		flows := map[int]float64{}
		counters := map[string]float64{}
		for _, e := range doc.TraceEvents {
			require.NotEmpty(t, e.Name)
			require.True(t, e.TS != nil && e.PID != nil && e.TID != nil)
			switch e.Ph {
			case "X":
				if *e.TID != 0 {
					clocks += uint64(e.Args["clocks"].(float64))
					require.InDelta(t, e.Args["clocks"].(float64)/1546, e.Dur, 1e-9)
					counted++
				}
			case "s":
				flows[e.ID] = *e.TS
				counted++
			case "f":
				begin, known := flows[e.ID]
				require.True(t, known)
				require.GreaterOrEqual(t, *e.TS, begin)
				delete(flows, e.ID)
				counted++
			case "C":
				counters[e.Name] = e.Args[e.Name].(float64)
				counted++
			default:
				require.Equal(t, "M", e.Ph)
			}
		}
		require.Empty(t, flows)
		if most == 0 {
			require.Zero(t, lost)
			require.Equal(t, out.Launches[0].Result.Timing.WaveCycles, clocks)
			require.Equal(t, map[string]float64{"waves": 0, "operations of memory": 0}, counters)
		} else {
			require.LessOrEqual(t, counted, most)
			require.NotZero(t, lost)
		}
	}
}

// opened is a trace as Perfetto's importer reads it: it fails where that would drop or misplace an
// event. The rules are those of the Trace Event Format, and of Perfetto, which has them stricter: each
// event has a name, a phase and the numbers that it needs; slices of a thread nest, or follow each
// other; a flow begins before it ends, both in a thread; values of counters are numbers.
func opened(t *testing.T, text []byte) (slices map[[2]int][][2]float64, counters map[string][][2]float64, names []string) {
	t.Helper()
	var doc struct {
		DisplayTimeUnit string
		TraceEvents     []map[string]any
	}
	require.NoError(t, json.Unmarshal(text, &doc))
	require.Contains(t, []string{"ms", "ns"}, doc.DisplayTimeUnit)
	slices, counters = map[[2]int][][2]float64{}, map[string][][2]float64{}
	flows := map[float64]float64{}
	for _, e := range doc.TraceEvents {
		num := func(key string) float64 {
			n, ok := e[key].(float64)
			require.True(t, ok && n >= 0, "%s of %v", key, e)
			return n
		}
		name, ok := e["name"].(string)
		require.True(t, ok && name != "", "%v", e)
		names = append(names, name)
		thread := [2]int{int(num("pid")), int(num("tid"))}
		switch ts := num("ts"); e["ph"] {
		case "X":
			slices[thread] = append(slices[thread], [2]float64{ts, ts + num("dur")})
		case "s":
			require.NotContains(t, flows, num("id"))
			flows[num("id")] = ts
		case "f":
			require.Contains(t, flows, num("id"))
			require.GreaterOrEqual(t, ts, flows[num("id")])
			require.Equal(t, "e", e["bp"])
			delete(flows, num("id"))
		case "C":
			for _, v := range e["args"].(map[string]any) {
				n, ok := v.(float64)
				require.True(t, ok)
				counters[name] = append(counters[name], [2]float64{ts, n})
			}
		case "M":
			require.Contains(t, []string{"process_name", "thread_name", "process_sort_index", "thread_sort_index"}, name)
			require.Len(t, e["args"], 1)
		default:
			require.Fail(t, "an unknown phase", "%v", e)
		}
	}
	require.Empty(t, flows)
	for _, list := range slices {
		const most = 1e-9 // microseconds: of rounding
		end := 0.0
		for _, s := range list {
			require.GreaterOrEqual(t, s[0]+most, end, "slices of a thread do not overlap")
			end = s[1]
		}
	}
	for name, list := range counters {
		require.True(t, sort.SliceIsSorted(list, func(i, j int) bool { return list[i][0] < list[j][0] }), name)
	}
	return slices, counters, names
}

// Counters over time have the bytes that the launch moved, whatever is shown of its waves; and a trace is
// never longer than asked.
func TestChromeTracesHaveBandwidthAndFitTheirBounds(t *testing.T) {
	for _, p := range programs[:3] {
		f, err := launch.Load(p.file)
		require.NoError(t, err)
		c, err := chip.Lookup(p.chip)
		require.NoError(t, err)
		var waves []*sim.WaveTrace
		keep := func(w *sim.WaveTrace) {
			x := *w
			x.Segments, x.Ops = slices.Clone(w.Segments), slices.Clone(w.Ops)
			waves = append(waves, &x)
		}
		out, err := run.Run(f, sim.Options{Timing: &sim.TimingOptions{Chip: c, Series: 128,
			Trace: &sim.TraceOptions{Wave: keep}}})
		require.NoError(t, err)
		mhz := c.Figures[chip.EngineMHz].Value
		write := func(evil string, events int, size int64) ([]byte, uint64) {
			var b bytes.Buffer
			e := timeline.NewChrome(&b)
			e.Inst = func(uint64) string { return "s_nop 0" + evil }
			e.Place = func(uint64) string { return "f" + evil + ":1" }
			e.MHz, e.Max, e.MaxBytes = mhz, events, size
			for i := range out.Launches {
				r := out.Launches[i].Result.Timing
				e.Series(r.Series, r.Cycles)
				for _, w := range waves {
					if w.Launch == uint64(i) {
						e.Wave(w)
					}
				}
				e.Launch("k"+evil, r.Cycles)
			}
			lost, err := e.Close()
			require.NoError(t, err)
			return b.Bytes(), lost
		}
		text, lost := write("", 0, 0)
		require.Zero(t, lost)
		_, counters, _ := opened(t, text)
		var l2, dram, end float64
		for i := range out.Launches {
			r := out.Launches[i].Result.Timing
			l2, dram, end = l2+float64(r.L2Bytes), dram+float64(r.DRAM.Read+r.DRAM.Written), end+float64(r.Cycles)/mhz
		}
		sum := func(name string) (bytes float64) {
			list := counters[name]
			for i, x := range list {
				to := end
				if i+1 < len(list) {
					to = list[i+1][0]
				}
				bytes += (to - x[0]) * x[1] * 1000 // GB/s and microseconds
			}
			return bytes
		}
		require.InEpsilon(t, l2, sum("L2 GB/s"), 1e-6)
		require.InEpsilon(t, dram, sum("memory GB/s"), 1e-6)
		for _, evil := range []string{"<script>", "\"},{", "\x00\xff\u2028", "\\"} {
			got, lost := write(evil, 0, 0)
			require.Zero(t, lost)
			_, _, names := opened(t, got)
			require.Contains(t, names, "k"+strings.ToValidUTF8(evil, "\ufffd"))
		}
		for _, size := range []int64{100, 5000, int64(len(text)) - 1} {
			got, lost := write("", 0, size)
			require.LessOrEqual(t, int64(len(got)), size)
			require.NotZero(t, lost)
			opened(t, got)
		}
		got, lost := write("", 0, int64(len(text)))
		require.Zero(t, lost)
		require.Equal(t, text, got)
		got, _ = write("", 300, 0)
		opened(t, got)
	}
}

var long = flag.Bool("long", false, "run a launch of 100 million instructions")

// The trace of a launch of 100 million instructions takes no more memory than a small one.
func TestATraceOfALongLaunchIsBounded(t *testing.T) {
	const waves, body = 32, 4
	iterations := uint32(2_000)
	if *long {
		iterations = 100_000_000/waves/body + 1
	}
	code := []uint32{
		0xbe800380,             // s_mov_b32 s0, 0
		0x80008100,             // L: s_add_u32 s0, s0, 1
		0xbf800000,             // s_nop 0
		0xbf07ff00, iterations, // s_cmp_lg_u32 s0, iterations
		0xbf85fffb, // s_cbranch_scc1 L
		0xbf810000, // s_endpgm
	}
	raw := make([]byte, 0, 4*len(code))
	for _, w := range code {
		raw = binary.LittleEndian.AppendUint32(raw, w)
	}
	prog, err := sim.NewProgram(isa.GCN10, 0x1000, raw)
	require.NoError(t, err)
	c, err := chip.Lookup("tahiti")
	require.NoError(t, err)
	const total = 1000
	var kept int
	var cut, clocks uint64
	l := &sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{waves * 64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Options: sim.Options{Workers: 1, MaxInsts: 1 << 40}}
	l.Options.Timing = &sim.TimingOptions{Chip: c, Series: 64, Need: &chip.Need{VGPRs: 1, SGPRs: 8, Group: 64}}
	l.Options.Timing.Trace = &sim.TraceOptions{Total: total, Wave: func(w *sim.WaveTrace) {
		kept += len(w.Segments) + len(w.Ops)
		cut += w.Cut
		for _, s := range w.Segments {
			clocks += s.To - s.From
		}
	}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := sim.NewDevice(isa.GCN10).Run(l)
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	runtime.ReadMemStats(&after)
	require.LessOrEqual(t, kept, total+waves)
	require.Equal(t, r.Timing.WaveCycles, clocks+cut, "what is not shown is counted")
	require.LessOrEqual(t, len(r.Timing.Series.Samples), 64)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
	if *long {
		require.Greater(t, r.Insts, uint64(100_000_000))
	}
}

// Whatever instructions, files and kernels are called, and however little room there is, a trace is one
// that opens.
func FuzzChromeTracesOpen(f *testing.F) {
	f.Add("v_nop", "a.s:1", "k", int64(0), 0)
	f.Add("<script>", `"},{`, "\xff\x00", int64(700), 5)
	f.Fuzz(func(t *testing.T, text, place, kernel string, size int64, events int) {
		if kernel == "" || text == "" {
			return // events have names
		}
		var b bytes.Buffer
		c := timeline.NewChrome(&b)
		c.Inst, c.Place = func(uint64) string { return text }, func(uint64) string { return place }
		c.MHz, c.MaxBytes, c.Max = 1000, max(size, 0), max(events, 0)
		c.Series(&sim.Series{Clocks: 16, Samples: []sim.Sample{{Waves: 16, L1: 64, L2: 64, DRAM: 64}, {Waves: 8}}}, 20)
		c.Wave(&sim.WaveTrace{WaveTiming: sim.WaveTiming{End: 20}, Ops: []sim.TraceOp{{Issue: 0, Return: 12}},
			Segments: []sim.TraceSegment{{To: 4, Reason: sim.StallIssue}, {From: 4, To: 20, Reason: sim.StallCounter}}})
		c.Launch(kernel, 20)
		_, err := c.Close()
		require.NoError(t, err)
		opened(t, b.Bytes())
		if c.MaxBytes >= 100 {
			require.LessOrEqual(t, int64(b.Len()), c.MaxBytes)
		}
	})
}
