package timeline_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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
