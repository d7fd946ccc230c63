package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/internal/plain"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/dump"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/profile"
)

// Collector collects what a run has to be asked for beforehand.
type Collector struct {
	levels map[uint64]*sim.Levels      // by launch
	units  map[uint64]map[int]struct{} // compute units that had waves, by launch
}

// samples is how many there are of a launch over time, at most.
const samples = 256

// Ask makes a run with a clock tell the collector what it needs.
func (c *Collector) Ask(o *sim.Options) {
	o.Count = true
	o.Timing.Series, o.Timing.Spent, o.Timing.Lanes = samples, c.add, true
}

func (c *Collector) add(w *sim.WaveSpent) {
	if c.levels == nil {
		c.levels, c.units = map[uint64]*sim.Levels{}, map[uint64]map[int]struct{}{}
	}
	if c.levels[w.Launch] == nil {
		c.levels[w.Launch], c.units[w.Launch] = new(sim.Levels), map[int]struct{}{}
	}
	c.units[w.Launch][w.CU] = struct{}{}
	for i := range w.Insts {
		for l, n := range w.Insts[i].Levels {
			c.levels[w.Launch][l] += n
		}
	}
}

// WhatIf is a run of the same with a change.
type WhatIf struct {
	Change       string  `json:"change"` // as --what-if has it; "" is the run as it is
	Cycles       uint64  `json:"cycles"`
	Microseconds float64 `json:"microseconds"`
	Time         float64 `json:"time"`            // divided by that of the run as it is
	Error        string  `json:"error,omitempty"` // why there is no such run
	// Launches are those of a run that has several: Cycles and Microseconds are their sums.
	Launches []Launch `json:"launches,omitempty"`
}

// Run is a run with a clock, of which the launch that took longest is looked at closely.
type Run struct {
	Name     string   `json:"name"`     // of what was run
	Code     string   `json:"code"`     // file of the code
	Target   string   `json:"target"`   // LLVM's name of the processor
	Chip     string   `json:"chip"`     // whose clocks they are
	Launches []Launch `json:"launches"` // all of them
	Hot      int      `json:"hot"`      // the one that took longest, which the rest is about
	Lead     Lead     `json:"lead"`     // what limits it, and what would help

	Kernel       string            `json:"kernel"`
	Cycles       uint64            `json:"cycles"`       // from the launch to the end of the last wave
	Microseconds float64           `json:"microseconds"` // Cycles at the chip's clock
	Insts        uint64            `json:"insts"`        // executed by waves
	Waves        uint64            `json:"waves"`        // that ran
	Groups       uint64            `json:"groups"`       // that ran
	UsedCUs      int               `json:"used_cus"`     // compute units that had work-groups
	CUs          int               `json:"cus"`          // of the chip
	Units        []sim.UnitTiming  `json:"units"`        // the busiest first
	Clocks       []Clocks          `json:"clocks"`       // of waves, by what they were spent on, most first
	Lines        []Line            `json:"lines"`        // of source, else instructions: the costliest first
	Loop         *Loop             `json:"loop"`         // null where the program repeats nothing
	Need         chip.Need         `json:"need"`         // what a work-group takes
	Occupancy    chip.Occupancy    `json:"occupancy"`    // waves that a compute unit holds, and why
	Conflicts    []Access          `json:"conflicts"`    // instructions with LDS bank conflicts, the costliest first
	Vector       []Access          `json:"vector"`       // instructions of vector memory, the most lines first
	Caches       []sim.CacheTiming `json:"caches"`
	L2Bytes      uint64            `json:"l2_bytes"`          // between L2 and compute units
	DRAM         sim.DRAMTiming    `json:"dram"`              // between memory and L2
	WhatIf       []WhatIf          `json:"what_if,omitempty"` // the quickest first
	Roof         Roof              `json:"roof"`
	Roofline     dump.Roofline     `json:"roofline"` // as run --dump=stalls has it: floating-point operations
	Lanes        float64           `json:"lanes"`    // active lanes of vector arithmetic: of all clocks of its lanes, 0 to 1
	Series       *sim.Series       `json:"series"`   // waves and traffic over time

	chip    *chip.Chip
	insts   []profile.Inst
	limiter dump.Limiter
}

// Launch is one of a run.
type Launch struct {
	Kernel       string  `json:"kernel"`
	Cycles       uint64  `json:"cycles"`
	Microseconds float64 `json:"microseconds"` // Cycles at the chip's clock
}

// LaunchOf is what is said of a launch that ran with a clock.
func LaunchOf(d *run.Done) Launch {
	n := d.Result.Timing.Cycles
	return Launch{d.Kernel, n, float64(n) / d.Launch.Options.Timing.Chip.Figures[chip.EngineMHz].Value}
}

// Clocks are clocks of waves that were spent on one thing.
type Clocks struct {
	// Name is that of a reason (sim.Stall), or "waiting for" a level of memory.
	Name   string  `json:"name"`
	Clocks uint64  `json:"clocks"`
	Share  float64 `json:"share"` // of all clocks of waves
	key    string  // in the tables of causes
}

// Line is a line of source, or an instruction.
type Line struct {
	Place  string  `json:"place"` // "file:line", or the address
	Text   string  `json:"text"`  // of the line where its file was found, of the instruction where there is no line
	Share  float64 `json:"share"` // of all clocks of waves
	Clocks uint64  `json:"clocks"`
	Waited string  `json:"waited"` // the reason that cost most, beside issue
}

// Loop is the hot loop.
type Loop struct {
	First      uint64     `json:"first"`      // address of its first instruction
	Last       uint64     `json:"last"`       // address of the branch back
	Iterations uint64     `json:"iterations"` // of all waves
	Share      float64    `json:"share"`      // of all clocks of waves
	PerPass    float64    `json:"clocks"`     // of a wave, an iteration
	Insts      []LoopInst `json:"insts"`
}

// LoopInst is an instruction of the hot loop.
type LoopInst struct {
	PC     uint64  `json:"pc"`
	Text   string  `json:"text"`
	Place  string  `json:"place,omitempty"`
	Clocks float64 `json:"clocks"` // of a wave, an iteration; what waits cost stands at the operations
	Share  float64 `json:"share"`  // of those of the loop
	Waited string  `json:"waited,omitempty"`
}

// Access is an instruction of memory or LDS.
type Access struct {
	PC     uint64  `json:"pc"`
	Text   string  `json:"text"`
	Place  string  `json:"place,omitempty"`
	Count  uint64  `json:"count"`            // executions
	Clocks uint64  `json:"clocks,omitempty"` // that LDS was kept longer because of conflicts
	Lines  float64 `json:"lines,omitempty"`  // that a quarter of a wave touches
	Useful float64 `json:"useful,omitempty"` // share of the bytes of these lines that lanes asked for
	Bytes  uint64  `json:"bytes,omitempty"`
}

// Roof is where the launch stands below what the chip can do.
type Roof struct {
	Rate   float64 `json:"rate"`   // 10^9 operations of vector lanes a second
	Peak   float64 `json:"peak"`   // the same at best
	Levels []Level `json:"levels"` // l1, l2, dram
}

// Level is a level of memory with what it moved.
type Level struct {
	Name      string  `json:"name"`
	GBs       float64 `json:"gbs"`       // 10^9 bytes a second
	Peak      float64 `json:"peak"`      // the same at best
	Intensity float64 `json:"intensity"` // operations of lanes a byte; 0 where it moved nothing
}

// top is how many rows a table has at most.
const top = 12

// New makes a report of a run that asked what c needs. name is what the run is called, p its profile,
// read reads source files (see [profile.Profile.Annotate]), tried are runs with changes.
func New(name string, out *run.Outcome, p *profile.Profile, c *Collector, read func(file string) ([]byte, error),
	tried []WhatIf) (*Run, error) {
	r := &Run{Name: name, Code: p.Code, Target: p.Target, Chip: p.Chip, WhatIf: tried}
	for i := range out.Launches {
		t := out.Launches[i].Result.Timing
		if t == nil {
			return nil, errors.New("report: the run had no clock")
		}
		r.Launches = append(r.Launches, LaunchOf(&out.Launches[i]))
		if t.Cycles > r.Launches[r.Hot].Cycles {
			r.Hot = i
		}
	}
	if len(r.Launches) == 0 {
		return nil, errors.New("report: nothing was launched")
	}
	d := &out.Launches[r.Hot]
	t := d.Result.Timing
	r.chip, r.insts = &d.Launch.Options.Timing.Chip, p.Launches[r.Hot].Insts
	mhz := r.chip.Figures[chip.EngineMHz].Value
	r.Kernel, r.Cycles, r.Microseconds = d.Kernel, t.Cycles, float64(t.Cycles)/mhz
	r.Insts, r.Waves, r.Groups = d.Result.Insts, d.Result.Waves, d.Result.Groups
	r.UsedCUs, r.CUs = len(c.units[uint64(r.Hot)]), r.chip.Int(chip.CUs)
	r.Need, r.Occupancy, r.Caches, r.L2Bytes, r.DRAM, r.Series = t.Need, t.Occupancy, t.Caches, t.L2Bytes, t.DRAM, t.Series
	r.Units = slices.DeleteFunc(slices.Clone(t.Units), func(u sim.UnitTiming) bool { return u.Name == dump.Internal })
	slices.SortStableFunc(r.Units, func(a, b sim.UnitTiming) int { return cmp.Compare(b.Utilisation, a.Utilisation) })
	r.clocks(t, c.levels[uint64(r.Hot)])
	r.limiter = dump.LimiterOf(t)
	r.accesses()
	r.roof(t)
	r.Roofline = dump.RooflineOf(d.Launch, t)
	for _, u := range t.Units {
		if u.LaneClocks > 0 {
			r.Lanes = share(u.LaneClocks, u.Busy*lanes)
		}
	}
	one := &profile.Profile{Code: p.Code, Target: p.Target, Chip: p.Chip, Launches: p.Launches[r.Hot : r.Hot+1]}
	a := one.Annotate(read)
	r.lines(a)
	if l := profile.HotLoop(out.Module.Prog, t.Insts); l != nil {
		r.loop(l, a)
	}
	r.Lead = r.lead()
	return r, nil
}

func share(part, all uint64) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all)
}

// levelNames is what answered, for readers.
var levelNames = map[sim.Level]string{sim.LevelOther: "an export or a message", sim.LevelLDS: "LDS", sim.LevelGDS: "GDS",
	sim.LevelScalar: "the scalar cache", sim.LevelL1: "L1", sim.LevelL2: "L2", sim.LevelDRAM: "memory"}

// waitingFor begins the names of waits for operations.
const waitingFor = "waiting for "

// clocks are those of waves by what they were spent on.
func (r *Run) clocks(t *sim.Timing, levels *sim.Levels) {
	add := func(key, name string, n uint64) {
		if n > 0 {
			r.Clocks = append(r.Clocks, Clocks{name, n, share(n, t.WaveCycles), key})
		}
	}
	for s := sim.StallIssue; int(s) < len(t.Stalls); s++ {
		if s != sim.StallCounter {
			add(s.String(), s.String(), t.Stalls[s])
		}
	}
	if levels == nil {
		add(sim.StallCounter.String(), waitingFor+"operations", t.Stalls[sim.StallCounter])
	} else {
		for l, n := range levels {
			add("wait "+sim.Level(l).String(), waitingFor+levelNames[sim.Level(l)], n)
		}
	}
	slices.SortStableFunc(r.Clocks, func(a, b Clocks) int { return cmp.Compare(b.Clocks, a.Clocks) })
}

// place is where an instruction comes from: "file:line", "" where that is not known.
func place(in *profile.Inst) string {
	if f := in.Frames[0]; f.Line > 0 && f.File != "" {
		return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
	}
	return ""
}

// accesses are the instructions with bank conflicts, and those of vector memory.
func (r *Run) accesses() {
	line := uint64(r.chip.Int(chip.L1Line))
	for i := range r.insts {
		in := &r.insts[i]
		a := Access{PC: in.PC, Text: in.Text, Place: place(in), Count: in.Issues, Bytes: in.Bytes}
		if in.Conflicts > 0 {
			a.Clocks = in.Conflicts
			r.Conflicts = append(r.Conflicts, a)
			a.Clocks = 0
		}
		if in.Quarters > 0 && in.Segments > 0 {
			a.Lines = float64(in.Segments) / float64(in.Quarters)
			a.Useful = min(1, share(in.Bytes, in.Segments*line))
			r.Vector = append(r.Vector, a)
		}
	}
	slices.SortStableFunc(r.Conflicts, func(a, b Access) int { return cmp.Compare(b.Clocks, a.Clocks) })
	slices.SortStableFunc(r.Vector, func(a, b Access) int {
		return cmp.Compare(b.Lines*float64(b.Count), a.Lines*float64(a.Count))
	})
	r.Conflicts, r.Vector = r.Conflicts[:min(len(r.Conflicts), top)], r.Vector[:min(len(r.Vector), top)]
}

// lanes of a wave.
const lanes = 64

// roof is where the launch stands below what the chip can do.
func (r *Run) roof(t *sim.Timing) {
	c := r.chip
	ghz := c.Figures[chip.EngineMHz].Value / 1000
	rate := func(n uint64) float64 { return float64(n) * ghz / float64(max(t.Cycles, 1)) }
	var ops, l1 uint64
	for _, u := range t.Units {
		switch u.Name {
		case "valu":
			ops = u.Insts * lanes
		case "vmem":
			l1 = u.Bytes
		}
	}
	cus := float64(c.Int(chip.CUs))
	r.Roof = Roof{Rate: rate(ops), Peak: cus * float64(c.Int(chip.SIMDs)) * lanes / float64(c.Int(chip.VALUCycles)) * ghz}
	for _, l := range []struct {
		name  string
		bytes uint64
		peak  float64
	}{{"l1", l1, cus * float64(c.Int(chip.L1Rate)) * ghz},
		{"l2", t.L2Bytes, float64(c.Int(chip.L2Channels)) * float64(c.Int(chip.L2Rate)) * ghz},
		{"dram", t.DRAM.Read + t.DRAM.Written, c.Figures[chip.DRAMGBs].Value}} {
		r.Roof.Levels = append(r.Roof.Levels, Level{l.name, rate(l.bytes), l.peak, share(ops, l.bytes)})
	}
}

// lines are the costliest lines of source.
func (r *Run) lines(a *profile.Annotated) {
	for i := range a.Files {
		f := &a.Files[i]
		for k := range f.Lines {
			l := &f.Lines[k]
			if f.Name != "" && l.Line > 0 {
				if l.Insts != nil {
					at := fmt.Sprintf("%s:%d", path.Base(f.Name), l.Line)
					r.Lines = append(r.Lines, Line{at, strings.TrimSpace(l.Text), a.Share(l.Cost), l.Cost.Clocks,
						l.Cost.Waited()})
				}
				continue
			}
			for m := range l.Insts {
				in := &l.Insts[m]
				r.Lines = append(r.Lines, Line{fmt.Sprintf("%#x", in.PC), in.Text, a.Share(in.Cost), in.Cost.Clocks,
					in.Cost.Waited()})
			}
		}
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.Clocks, a.Clocks), cmp.Compare(a.Place, b.Place))
	})
}

// loop is the hot loop with its instructions.
func (r *Run) loop(l *profile.Loop, a *profile.Annotated) {
	costs := map[uint64]profile.Cost{}
	for i := range a.Files {
		for k := range a.Files[i].Lines {
			for _, m := range a.Files[i].Lines[k].Insts {
				costs[m.PC] = m.Cost
			}
		}
	}
	sum := uint64(0)
	for pc, c := range costs {
		if l.Has(pc) {
			sum += c.Clocks
		}
	}
	passes := float64(max(l.Iterations, 1))
	r.Loop = &Loop{First: l.First, Last: l.Last, Iterations: l.Iterations, Share: share(sum, a.Total.Clocks),
		PerPass: float64(sum) / passes}
	places := map[uint64]string{}
	for i := range r.insts {
		places[r.insts[i].PC] = place(&r.insts[i])
	}
	texts := map[uint64]string{}
	for i := range r.insts {
		texts[r.insts[i].PC] = r.insts[i].Text
	}
	for _, pc := range slices.Sorted(maps.Keys(costs)) {
		if c := costs[pc]; l.Has(pc) {
			r.Loop.Insts = append(r.Loop.Insts, LoopInst{pc, texts[pc], places[pc], float64(c.Clocks) / passes,
				share(c.Clocks, sum), c.Waited()})
		}
	}
}

// Text writes what limits the launch in a few lines.
func (r *Run) Text(w io.Writer) {
	fmt.Fprintf(w, "%s: %s, %d clocks, %.2f us\n", plain.Name(r.Name), plain.Name(r.Kernel), r.Cycles, r.Microseconds)
	for _, s := range []string{r.Lead.Says, r.Lead.Remedy, r.Lead.Gain} {
		if s != "" {
			fmt.Fprintf(w, "  %s\n", plain.Line(s))
		}
	}
}
