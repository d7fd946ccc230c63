package benchmarks

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/profile"
)

// ErrClock says that reports cannot be compared: one of them has no clock.
var ErrClock = errors.New("benchmarks: only runs with a clock can be compared")

// Timing is what a run with a clock took, in clocks of the chip's engine. It is the same in every
// run.
type Timing struct {
	Cycles     uint64     `json:"cycles"`      // all launches, each from its start to the end of its last wave
	WaveCycles uint64     `json:"wave_cycles"` // of all waves, each from its start to its end
	Stalls     sim.Stalls `json:"stalls"`      // the same clocks by reason
	Loop       *HotLoop   `json:"loop"`        // null where the program repeats nothing
}

// HotLoop is the loop in which waves spent most of their clocks. It reaches from the target of a
// backward branch to the branch. Clocks in loops inside it do not count, and functions that it
// calls are not in it.
type HotLoop struct {
	First uint64 `json:"first"` // address of the first instruction, as disassemblers print it
	Last  uint64 `json:"last"`  // of the branch
	// of all waves: executions of the branch, or of the first instruction where several branches go
	// back to it
	Iterations uint64     `json:"iterations"`
	WaveCycles uint64     `json:"wave_cycles"` // of all waves, in the loop
	Stalls     sim.Stalls `json:"stalls"`      // the same clocks by reason
	Insts      uint64     `json:"wave_insts"`  // executed in it, by all waves
	Mix        Mix        `json:"mix"`         // of these, with all mnemonics
}

// newTiming sums up the launches of a run.
func newTiming(o *outcome) (*Timing, error) {
	t := new(Timing)
	insts := map[uint64]sim.InstTiming{}
	for i := range o.runs {
		x := o.runs[i].res.Timing
		t.Cycles += x.Cycles
		t.WaveCycles += x.WaveCycles
		addStalls(&t.Stalls, &x.Stalls)
		for _, in := range x.Insts {
			sum := insts[in.PC]
			sum.PC = in.PC
			sum.Issues += in.Issues
			addStalls(&sum.Stalls, &in.Stalls)
			insts[in.PC] = sum
		}
	}
	if len(o.runs) == 0 {
		return t, nil
	}
	l := profile.HotLoop(o.runs[0].prog, slices.Collect(maps.Values(insts)))
	if l == nil {
		return t, nil
	}
	t.Loop = &HotLoop{First: l.First, Last: l.Last, Iterations: l.Iterations, WaveCycles: l.Stalls.Total(),
		Stalls: l.Stalls, Insts: l.Insts}
	var err error
	t.Loop.Mix, err = mixOf(o, -1, l.Has)
	return t, err
}

func addStalls(sum, x *sim.Stalls) {
	for i, n := range x {
		sum[i] += n
	}
}

// clockFigure is one figure of a run with a clock.
type clockFigure struct {
	unit  string // of the Go benchmark format
	value float64
}

// figures are those of an op of which there were so many: clocks by reason, instructions by unit.
func figures(stalls *sim.Stalls, insts uint64, mix *Mix, ops uint64) (list []clockFigure) {
	add := func(unit string, n uint64) { list = append(list, clockFigure{unit, float64(n) / float64(max(ops, 1))}) }
	add("issue-cycles/op", stalls[sim.StallIssue])
	for r := sim.StallIssue + 1; r <= sim.StallHazard; r++ {
		add("stall-"+r.String()+"-cycles/op", stalls[r])
	}
	add("wave-insts/op", insts)
	for _, u := range mix.Units {
		add(string(u.Unit)+"-insts/op", u.Insts)
	}
	return list
}

// nonzero leaves out figures that are 0, of which benchstat would make tables of zeros.
func nonzero(list []clockFigure) []clockFigure {
	return slices.DeleteFunc(list, func(f clockFigure) bool { return f.value == 0 })
}

// ofRun are the figures of the whole run.
func (r *Report) ofRun() []clockFigure {
	t := r.Timing
	return append([]clockFigure{{"cycles/op", float64(t.Cycles)}, {"wave-cycles/op", float64(t.WaveCycles)}},
		figures(&t.Stalls, r.Insts, &r.Mix, 1)...)
}

// ofLoop are the figures of an iteration; nil where there is no loop. Its cycles are those of the
// wave that executes it, which is what the clocks by reason add up to.
func (r *Report) ofLoop() []clockFigure {
	l := r.Timing.Loop
	if l == nil {
		return nil
	}
	return append([]clockFigure{{"cycles/op", float64(l.WaveCycles) / float64(max(l.Iterations, 1))}},
		figures(&l.Stalls, l.Insts, &l.Mix, l.Iterations)...)
}

// mnemonics are the instructions of an iteration, most frequent first.
func (r *Report) mnemonics() (list []clockFigure) {
	if l := r.Timing.Loop; l != nil {
		for _, m := range l.Mix.Mnemonics {
			list = append(list, clockFigure{m.Name, float64(m.Insts) / float64(max(l.Iterations, 1))})
		}
	}
	return list
}

// writeTiming writes a run with a clock in the Go benchmark format: a line for the run, and one for
// an iteration of the hot loop. An op of "Sim" is the run, an op of "Loop" is an iteration of a
// wave. The chip is the gpu, so that benchstat -col gpu compares chips.
func (r *Report) writeTiming(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "gpu: %s\nkernel: %s\nmode: timing\n", r.Chip, r.Name)
	run, loop := nonzero(r.ofRun()), nonzero(r.ofLoop())
	for _, f := range run {
		fmt.Fprintf(&b, "Unit %s assume=exact better=lower\n", f.unit)
	}
	line := func(name string, ops uint64, list []clockFigure) {
		fmt.Fprintf(&b, "Benchmark%s/%s\t%8d", name, r.Name, ops)
		for _, f := range list {
			fmt.Fprintf(&b, "\t%s %s", figure(f.value), f.unit)
		}
		b.WriteByte('\n')
	}
	line("Sim", 1, run)
	if loop != nil {
		line("Loop", r.Timing.Loop.Iterations, loop)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Compare writes runs with a clock side by side: a column for each, and for those after the first
// the change from it. Below are the iterations of their hot loops, with as many mnemonics as the
// reports list of the runs.
func Compare(w io.Writer, reports []*Report) error {
	var b strings.Builder
	top := 0
	for i, r := range reports {
		if r.Timing == nil {
			return fmt.Errorf("%w: %s has none", ErrClock, r.Name)
		}
		top = max(top, len(r.Mix.Mnemonics))
		fmt.Fprintf(&b, "%d: %s on %s", i+1, r.Name, r.Chip)
		if l := r.Timing.Loop; l != nil {
			fmt.Fprintf(&b, ", hot loop %08x to %08x, %d iterations, %.1f %% of the clocks of waves", l.First, l.Last,
				l.Iterations,
				100*float64(l.WaveCycles)/float64(max(r.Timing.WaveCycles, 1)))
		} else {
			b.WriteString(", no loop")
		}
		b.WriteByte('\n')
	}
	table := func(title string, top int, of func(r *Report) []clockFigure) error {
		columns := make([]map[string]float64, len(reports))
		var units []string
		for i, r := range reports {
			list := of(r)
			if list == nil {
				continue
			}
			columns[i] = map[string]float64{}
			for _, f := range list {
				if !slices.Contains(units, f.unit) {
					units = append(units, f.unit)
				}
				columns[i][f.unit] = f.value
			}
		}
		if units == nil {
			return nil
		}
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(t, "\n%s\t", title)
		for i := range reports {
			fmt.Fprintf(t, "%d\t", i+1)
			if i > 0 {
				fmt.Fprint(t, "change\t")
			}
		}
		t.Write([]byte("\n"))
		for _, u := range units[:min(top, len(units))] {
			fmt.Fprintf(t, "%s\t", u)
			for i, c := range columns {
				if c == nil {
					fmt.Fprint(t, "-\t")
				} else {
					fmt.Fprintf(t, "%s\t", figure(c[u]))
				}
				if i > 0 {
					fmt.Fprintf(t, "%s\t", change(columns[0], c, u))
				}
			}
			t.Write([]byte("\n"))
		}
		return t.Flush()
	}
	const all = math.MaxInt
	if err := errors.Join(table("a run", all, (*Report).ofRun), table("an iteration", all, (*Report).ofLoop),
		table("mnemonics of it", top, (*Report).mnemonics)); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// change is the difference of a figure in percent of the old one: "+3.2%", "-" where there is none.
func change(old, now map[string]float64, unit string) string {
	switch a, b := old[unit], now[unit]; {
	case old == nil || now == nil:
		return "-"
	case a == b:
		return "="
	case a == 0:
		return "new"
	default:
		return fmt.Sprintf("%+.1f%%", 100*(b-a)/a)
	}
}
