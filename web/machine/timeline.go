package machine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/timeline"
)

// Timed is what a program did on the chip, with its clock.
type Timed struct {
	Chip     string     `json:"chip"`
	Clocks   uint64     `json:"clocks"` // from the launch to the end of the last wave, all launches together
	Text     string     `json:"text"`   // a row for each wave, of letters
	Legend   string     `json:"legend"` // what the letters are
	Lines    []LineCost `json:"lines"`
	Messages []Message  `json:"messages,omitempty"`
}

// LineCost is what the instructions of a line cost, all waves together.
type LineCost struct {
	Line   int    `json:"line"`
	Count  uint64 `json:"count"`  // executions
	Clocks uint64 `json:"clocks"` // of waves whose next instruction it was
	Why    string `json:"why"`    // what cost most, beside issue
}

// Timeline limits: waves that are shown, and what is kept of them.
const (
	maxRows  = 64
	maxTrace = 1 << 18
)

// Timeline runs a program with the clock of its chip. The error is a *[Failure].
func Timeline(p *Program, width int) (*Timed, error) {
	x, err := load(p)
	if err != nil {
		return nil, err
	}
	c, err := chip.Lookup(p.Chip)
	if err != nil {
		return nil, fail("", err)
	}
	var waves []*sim.WaveTrace
	keep := func(w *sim.WaveTrace) {
		one := *w
		one.Segments, one.Ops = slices.Clone(w.Segments), nil
		waves = append(waves, &one)
	}
	opts := options()
	opts.Timing = &sim.TimingOptions{Chip: c, Trace: &sim.TraceOptions{Max: maxTrace, Wave: keep}}
	out, err := run.Object(x.file, x.object, x.raw, opts)
	if err != nil {
		return nil, fail("launch", err)
	}
	t := &Timed{Chip: c.Name, Legend: timeline.Legend}
	source := out.Module.Object.Source("")
	if out.Fault != nil {
		t.Messages = append(t.Messages, Message{"text", source.Place(out.Fault.PC).Line, 0, "error", out.Fault.Error()})
	}
	texts := map[uint64]string{}
	inst := func(pc uint64) string {
		text, known := texts[pc]
		if in, err := out.Module.Prog.Inst(pc + out.Module.Prog.Bias); !known && err == nil {
			text = in.String()
			texts[pc] = text
		}
		return text
	}
	var b strings.Builder
	lines := map[int]*LineCost{}
	stalls := map[int]*sim.Stalls{}
	for i := range out.Launches {
		rows := &timeline.Text{Inst: inst, Width: width, Rows: maxRows}
		for _, w := range waves {
			if w.Launch == uint64(i) {
				rows.Wave(w)
			}
		}
		if err := rows.Write(&b, out.Launches[i].Kernel); err != nil {
			return nil, fail("", err)
		}
		timing := out.Launches[i].Result.Timing
		if timing == nil {
			continue
		}
		t.Clocks += timing.Cycles
		for k := range timing.Insts {
			in := &timing.Insts[k]
			line := source.Place(in.PC).Line
			if lines[line] == nil {
				lines[line], stalls[line] = &LineCost{Line: line}, new(sim.Stalls)
			}
			lines[line].Count += in.Issues
			lines[line].Clocks += in.Stalls.Total()
			for r, n := range in.Stalls {
				stalls[line][r] += n
			}
		}
	}
	t.Text = b.String()
	for line, c := range lines {
		most := uint64(0)
		for r, n := range stalls[line] {
			if r := sim.Stall(r); r != sim.StallIssue && n > most {
				most, c.Why = n, fmt.Sprint(r)
			}
		}
		t.Lines = append(t.Lines, *c)
	}
	slices.SortFunc(t.Lines, func(a, b LineCost) int { return a.Line - b.Line })
	return t, nil
}
