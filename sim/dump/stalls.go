package dump

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// LaunchStalls is what a dump shows of a launch that ran with a clock: the launch's [sim.Timing]
// with what follows from it. All times are clocks of the chip's engine. The sum of Stalls, of those
// of all Insts, and of those of all waves, is WaveCycles.
type LaunchStalls struct {
	Chip         string           `json:"chip"`            // its name
	EngineMHz    float64          `json:"engine_mhz"`      // its engine clock
	Cycles       uint64           `json:"cycles"`          // from the launch to the end of the last wave
	Microseconds float64          `json:"microseconds"`    // Cycles at that clock
	WaveCycles   uint64           `json:"wave_cycles"`     // of all waves, each from its start to its end
	Stalls       sim.Stalls       `json:"stalls"`          // the same clocks by reason
	Insts        []InstStalls     `json:"insts"`           // executed or waited for, by address or as ByCost says
	Limiter      Limiter          `json:"limiter"`         // the busiest unit, or latency
	Units        []UnitStalls     `json:"units"`           // of compute units; then scalar caches, L2 and memory
	Roofline     Roofline         `json:"roofline"`        // how near it comes to the chip's peak
	Counters     []PerfCounter    `json:"counters"`        // as profilers name them
	Caches       []CacheStalls    `json:"caches"`          // of instructions, scalar data, L1, L2 and translations
	L2           Traffic          `json:"l2"`              // between L2 and compute units
	DRAM         DRAM             `json:"dram"`            // between memory and L2
	Need         chip.Need        `json:"need"`            // what a work-group takes
	Occupancy    chip.Occupancy   `json:"occupancy"`       // waves that a compute unit holds, and why
	Waves        []sim.WaveTiming `json:"waves,omitempty"` // where Options.Timing asked for them

	byCost bool // Insts are in this order
	lanes  bool // of which the active ones were counted
}

// InstStalls is one instruction, in all waves.
type InstStalls struct {
	PC     Bits   `json:"pc"`     // as disassemblers print it
	Inst   string `json:"inst"`   // as assembly
	Issues uint64 `json:"issues"` // executions
	// clocks of waves whose next instruction it was; "issue" are those of its own issue
	Stalls sim.Stalls `json:"stalls"`
	// What its operations took to return: Exposed is how long waves waited for them, Hidden what
	// other instructions covered.
	Returns   uint64 `json:"returns"`   // operations that returned
	Latency   uint64 `json:"latency"`   // clocks from issue to return, of all of them
	Exposed   uint64 `json:"exposed"`   // clocks
	Hidden    uint64 `json:"hidden"`    // clocks: Latency less Exposed
	Hits      uint64 `json:"hits"`      // lines of L1 or of the scalar cache
	Misses    uint64 `json:"misses"`    // the same
	Bytes     uint64 `json:"bytes"`     // that lanes, or a scalar instruction, moved
	Conflicts uint64 `json:"conflicts"` // clocks of LDS bank conflicts
	Quarters  uint64 `json:"quarters"`  // quarters of waves with active lanes, of vector memory operations
	Segments  uint64 `json:"segments"`  // lines that they touched
	// PerQuarter is Segments divided by Quarters: 1 where dwords are coalesced, up to 16.
	PerQuarter float64 `json:"segments_per_quarter"`
	// Lanes is the active lanes of all executions, of vector instructions, where Options.Timing asked for
	// them, and PerIssue Lanes divided by Issues: 64 where all are active.
	Lanes    uint64  `json:"lanes,omitempty"`
	PerIssue float64 `json:"lanes_per_issue,omitempty"`

	masked bool // EXEC chooses its lanes
}

// UnitStalls is a kind of unit.
type UnitStalls struct {
	sim.UnitTiming
	PerCycle float64 `json:"bytes_per_cycle"` // of all units together
}

// CacheStalls is a kind of cache.
type CacheStalls struct {
	sim.CacheTiming
	HitRate float64 `json:"hit_rate"` // 0 to 1
}

// Traffic is bytes and how fast they went, over all cycles of the launch.
type Traffic struct {
	Bytes    uint64  `json:"bytes"`           // of the whole launch
	PerCycle float64 `json:"bytes_per_cycle"` // of the engine
	GBs      float64 `json:"gbs"`             // 10^9 bytes a second
}

// DRAM is the traffic of memory.
type DRAM struct {
	sim.DRAMTiming
	Traffic
	Share float64 `json:"share"` // of the bandwidth of the pins, 0 to 1
}

// ratio is a/b, and 0 where there is nothing to divide by.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// launchStalls is nil for a launch without a clock.
func launchStalls(l *sim.Launch, r *sim.Result) *LaunchStalls {
	t := r.Timing
	if t == nil {
		return nil
	}
	c := &l.Options.Timing.Chip
	mhz := c.Figures[chip.EngineMHz].Value
	d := &LaunchStalls{Chip: t.Chip, EngineMHz: mhz, Cycles: t.Cycles, Microseconds: ratio(float64(t.Cycles), mhz),
		WaveCycles: t.WaveCycles, Stalls: t.Stalls,
		Insts: []InstStalls{}, Limiter: LimiterOf(t), Roofline: RooflineOf(l, t), Counters: perf(l, r, c), Need: t.Need, Occupancy: t.Occupancy, Waves: t.Waves, lanes: l.Options.Timing.Lanes}
	traffic := func(bytes uint64) Traffic {
		perCycle := ratio(float64(bytes), float64(t.Cycles))
		return Traffic{bytes, perCycle, perCycle * mhz / 1000}
	}
	d.L2 = traffic(t.L2Bytes)
	d.DRAM = DRAM{DRAMTiming: t.DRAM, Traffic: traffic(t.DRAM.Read + t.DRAM.Written)}
	d.DRAM.Share = ratio(d.DRAM.GBs, c.Figures[chip.DRAMGBs].Value)
	for _, u := range t.Units {
		d.Units = append(d.Units, UnitStalls{u, ratio(float64(u.Bytes), float64(t.Cycles))})
	}
	for _, x := range t.Caches {
		d.Caches = append(d.Caches, CacheStalls{x, ratio(float64(x.Hits), float64(x.Hits+x.Misses))})
	}
	for i := range t.Insts {
		x := &t.Insts[i]
		s := InstStalls{PC: bits32or64(x.PC), Issues: x.Issues, Stalls: x.Stalls, Returns: x.Returns,
			Latency: x.Latency, Exposed: x.Exposed, Hidden: x.Hidden(),
			Hits: x.Hits, Misses: x.Misses, Bytes: x.Bytes, Conflicts: x.Conflicts, Quarters: x.Quarters, Segments: x.Segments, PerQuarter: ratio(float64(x.Segments),
				float64(x.Quarters)), Lanes: x.Lanes, PerIssue: ratio(float64(x.Lanes), float64(x.Issues))}
		if in, err := l.Prog.Inst(x.PC + l.Prog.Bias); err == nil {
			s.Inst, s.masked = in.String(), in.Form != nil && in.UsesExec()
		} else {
			s.Inst = "(no instruction)" // a wave faulted here
		}
		d.Insts = append(d.Insts, s)
	}
	return d
}

// sortByCost puts the instructions that took most clocks first.
func (d *LaunchStalls) sortByCost() {
	slices.SortStableFunc(d.Insts, func(a, b InstStalls) int { return cmp.Compare(b.Stalls.Total(), a.Stalls.Total()) })
	d.byCost = true
}

// text writes the stalls: totals, then what each unit, cache and instruction did.
func (d *LaunchStalls) text(p printer) {
	p.line("stalls of %s", d.Chip)
	p.line("  cycles       %d  %.2f us at %v MHz", d.Cycles, d.Microseconds, d.EngineMHz)
	o := &d.Occupancy
	p.line("  occupancy    %d of %d waves on a SIMD, %d work-groups on a compute unit, limited by %s (%d VGPRs, %d "+
		"SGPRs, %d bytes of LDS, %d work-items)", o.Waves,
		o.MaxWaves, o.Groups, strings.Trim(fmt.Sprint(o.Limiting),
			"[]"), d.Need.VGPRs, d.Need.SGPRs, d.Need.LDS, d.Need.Group)
	share := func(n uint64) float64 { return 100 * ratio(float64(n), float64(d.WaveCycles)) }
	for r := sim.StallIssue; int(r) < len(sim.Stalls{}); r++ {
		p.line("  stall %-12s %12d  %5.1f %%", r, d.Stalls[r], share(d.Stalls[r]))
	}
	p.line("  stall %-12s %12d  %5.1f %%  of %d wave cycles", "total", d.Stalls.Total(), share(d.Stalls.Total()),
		d.WaveCycles)
	switch x := &d.Limiter; {
	case x.Busy >= Mostly:
		p.line("  limited by   %s, %.1f %% busy", x.Name, 100*x.Busy)
	case x.Why == sim.StallIssue.String():
		p.line("  limited by   the number of waves: they issue for most of their time, and no unit is busy for more than "+
			"%.1f %% (%s)", 100*x.Busy, x.Name)
	case x.Name != "":
		p.line("  limited by   latency: no unit is busy for more than %.1f %% (%s); waves waited most for: %s", 100*x.Busy,
			x.Name, x.Why)
	}
	for _, u := range d.Units {
		p.line("  unit %-13s insts %d issue %d busy %d, %.1f %%, %.2f bytes a cycle", u.Name, u.Insts, u.Issue, u.Busy,
			100*u.Utilisation, u.PerCycle)
	}
	for _, c := range d.Caches {
		rate := "-"
		if c.Hits+c.Misses > 0 {
			rate = fmt.Sprintf("%.1f %%", 100*c.HitRate)
		}
		p.line("  cache %-12s hits %d misses %d rate %s", c.Name, c.Hits, c.Misses, rate)
	}
	p.line("  l2 bytes %d  %.2f a cycle, %.2f GB/s", d.L2.Bytes, d.L2.PerCycle, d.L2.GBs)
	p.line("  dram bytes %d (read %d, written %d)  %.2f a cycle, %.2f GB/s, %.1f %% of the peak", d.DRAM.Bytes,
		d.DRAM.Read, d.DRAM.Written, d.DRAM.PerCycle, d.DRAM.GBs,
		100*d.DRAM.Share)
	p.line("  dram rows  %d opened, for %.0f bytes each", d.DRAM.Rows, ratio(float64(d.DRAM.Bytes), float64(d.DRAM.Rows)))
	f := &d.Roofline
	active := ""
	if f.ActiveOps != nil && *f.ActiveOps != f.Ops {
		active = fmt.Sprintf(" (%.4g in active lanes)", *f.ActiveOps)
	}
	p.line("  roofline     %.4g operations%s, %.4g a cycle, %.4g a byte of memory; %.4g a cycle attainable by %s (peak "+
		"%.4g): %.1f %% reached", f.Ops, active, f.PerCycle, f.Intensity, f.Attainable, f.By, f.Peak, 100*f.Share)
	for _, x := range d.Counters {
		p.line("  counter %-28s %.6g %s", x.Name, x.Value, x.Unit)
	}
	for _, w := range d.Waves {
		p.line("  wave %d of group %d,%d,%d  cu %d simd %d from %d to %d%s", w.Wave, w.Group[0], w.Group[1],
			w.Group[2], w.CU, w.SIMD, w.Start, w.End, reasons(&w.Stalls))
	}
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	shares := ""
	if d.byCost {
		shares = "share\tso far\t"
	}
	lanes := ""
	if d.lanes {
		lanes = "\tlanes"
	}
	soFar := uint64(0)
	fmt.Fprintln(t, "  pc\tcount\tcycles\t"+shares+"issue\texposed\thidden\tbytes\thits\tmisses"+
		"\tconflicts\tlines/quarter"+lanes+"\tinstruction\twaited for")
	for i := range d.Insts {
		x := &d.Insts[i]
		stalls := x.Stalls
		stalls[sim.StallIssue] = 0
		total := x.Stalls.Total()
		soFar += total
		fmt.Fprintf(t, "  %s\t%d\t%d\t", x.PC.text(), x.Issues, total)
		if d.byCost {
			fmt.Fprintf(t, "%.1f %%\t%.1f %%\t", share(total), share(soFar))
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t", x.Stalls[sim.StallIssue],
			x.Exposed, x.Hidden, x.Bytes, x.Hits, x.Misses, x.Conflicts)
		if x.Quarters > 0 {
			fmt.Fprintf(t, "%.2f", x.PerQuarter)
		} else {
			fmt.Fprint(t, "-")
		}
		switch {
		case !d.lanes:
		case x.masked && x.Issues > 0:
			fmt.Fprintf(t, "\t%.4g", x.PerIssue)
		default:
			fmt.Fprint(t, "\t-")
		}
		fmt.Fprintf(t, "\t%s\t%s\n", x.Inst, strings.TrimSpace(reasons(&stalls)))
	}
	_ = t.Flush() // a buffer takes everything
	for line := range strings.Lines(b.String()) {
		p.line("%s", strings.TrimRight(line, " \n"))
	}
}

// reasons are those of stalls that are not 0: " slot 4 counter 400".
func reasons(s *sim.Stalls) string {
	var b strings.Builder
	for r := sim.StallIssue; int(r) < len(sim.Stalls{}); r++ {
		if s[r] != 0 {
			fmt.Fprintf(&b, " %s %d", r, s[r])
		}
	}
	return b.String()
}
