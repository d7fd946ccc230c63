package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/timeline"
)

type timelineCmd struct {
	timedRun
	From      uint64   `group:"Output:" placeholder:"CLOCK" help:"Show nothing before this clock of each launch."`
	To        uint64   `group:"Output:" placeholder:"CLOCK" help:"Show nothing from this clock on."`
	Only      []string `group:"Output:" sep:"none" placeholder:"X[,Y[,Z]][:WAVE]" help:"Show this work-group, or one wave of it. Repeatable."`
	Width     int      `group:"Output:" default:"100" help:"Columns for the clocks."`
	Rows      int      `group:"Output:" default:"64" help:"The most waves that are shown."`
	Chrome    string   `group:"Output:" placeholder:"FILE" help:"Write a trace for Perfetto (ui.perfetto.dev) or Chrome's tracing, and show no text."`
	MaxEvents int      `group:"Output:" default:"1000000" placeholder:"N" help:"The most events of --chrome, some 250 bytes each; 0: no limit."`
	MaxSize   byteSize `group:"Output:" default:"256M" placeholder:"SIZE" help:"The most bytes of --chrome; 0: no limit."`
}

// Help is shown below the flags.
func (*timelineCmd) Help() string {
	return `Examples:

    gcnsim timeline --launch testdata/source/sum.json
    gcnsim timeline --launch k.json --gpu polaris10 --from 2000 --to 2400
    gcnsim timeline k.s --gpu fiji --group 256 --only 0:1
    gcnsim timeline --launch k.json --chrome k.trace.json

Runs a program with the clock of a chip, as "run --mode timing" does, and shows what each wave did clock by clock. A column is as many clocks as the first
line says, and shows what took most of them:

    V S M L E   issue of a vector, scalar or memory instruction, one of LDS, an export
    -           waits for its turn
    w           waits for a counter: for memory
    u f d       waits for a unit, for its code, for the instruction before
    b z         at s_barrier, at s_sleep

The trace of --chrome has a process for each SIMD and a thread for each wave. An arrow goes from the issue of an operation of memory to its return. There are
counters of waves and of outstanding operations, and of the whole chip: its waves, and what L1, L2 and memory move. --from, --to and --only choose what is
shown; --max-events and --max-size keep it small enough to open: where there is more, it is what comes first in each part of the chip. The counters of the
chip are always of the whole launch.

Exit status as "run": 3 where the program faulted.`
}

// Run executes the verb.
func (c *timelineCmd) Run(s streams, ctx context.Context) error {
	want, err := c.wanted()
	if err != nil {
		return err
	}
	if c.To != 0 && c.To <= c.From || c.Width < 1 || c.Width > timeline.MaxWidth || c.Rows < 1 || c.MaxEvents < 0 {
		return usage("--from must be before --to, --width 1 to %d, --rows at least 1, --max-events at least 0",
			timeline.MaxWidth)
	}
	f, opts, err := c.prepare(ctx, true)
	if err != nil {
		return err
	}
	var chrome *files.Output
	if c.Chrome != "" {
		if chrome, err = create("--chrome", c.Chrome, append(f.Inputs(), f.Outputs()...)...); err != nil {
			return err
		}
	}
	// What instructions are is known when all launches have run.
	kept := &keptWaves{room: maxShown}
	if chrome != nil {
		kept.room = cmp.Or(c.MaxEvents, math.MaxInt)
	}
	opts.Timing.Trace = &sim.TraceOptions{From: c.From, To: c.To, Want: want, Max: kept.room, Total: kept.total(),
		Wave: kept.add}
	if chrome != nil {
		opts.Timing.Series = chromeSamples
	}
	out, err := run.Run(f, opts)
	if err != nil {
		if chrome != nil {
			err = errors.Join(err, chrome.Abort())
		}
		return c.runError(err)
	}
	if kept.lost > 0 {
		fmt.Fprintf(s.err, "gcnsim: %d things that waves did are not shown: --from, --to and --only choose; --max-events "+
			"allows more\n", kept.lost)
	}
	if chrome != nil {
		err = finish("--chrome", chrome, c.writeChrome(chrome, s.err, f, out, kept.waves))
	} else {
		err = c.writeText(s.out, out, kept.waves)
	}
	if err == nil && out.Fault != nil {
		err = &exit{exitFailed, out.Fault}
	}
	return err
}

// maxShown bounds what is kept for text: some 100 MB.
const maxShown = 1 << 22

// chromeSamples is how many samples over time the trace of a launch has at most.
const chromeSamples = 1024

// keptWaves are the traces of waves, as far as there is room.
type keptWaves struct {
	waves []*sim.WaveTrace
	room  int // for segments and operations
	lost  uint64
}

// total is what the clock keeps of all waves of a launch.
func (k *keptWaves) total() int {
	if k.room == math.MaxInt {
		return 0
	}
	return k.room
}

func (k *keptWaves) add(w *sim.WaveTrace) {
	x := *w
	segments, ops := min(len(w.Segments), k.room), min(len(w.Ops), k.room-min(len(w.Segments), k.room))
	k.lost += uint64(len(w.Segments)-segments+len(w.Ops)-ops) + w.Lost
	if w.Cut > 0 {
		k.lost++
	}
	k.room -= segments + ops
	x.Segments, x.Ops = slices.Clone(w.Segments[:segments]), slices.Clone(w.Ops[:ops])
	if len(x.Segments) > 0 {
		k.waves = append(k.waves, &x)
	}
}

// wanted is what --only chooses; nil: all waves.
func (c *timelineCmd) wanted() (func(group [3]uint32, wave int) bool, error) {
	type choice struct {
		group [3]uint32
		wave  int // -1: all
	}
	var list []choice
	for _, text := range c.Only {
		x := choice{wave: -1}
		group, wave, one := strings.Cut(text, ":")
		parts := strings.Split(group, ",")
		bad := len(parts) > 3
		for i, p := range parts {
			if n, err := strconv.ParseUint(p, 0, 32); err != nil || bad {
				bad = true
			} else {
				x.group[i] = uint32(n)
			}
		}
		if one {
			n, err := strconv.Atoi(wave)
			x.wave, bad = n, bad || err != nil || n < 0
		}
		if bad {
			return nil, usage("--only %s: want a work-group, or a wave of it, as in 3, 3,0,0 or 3:1", text)
		}
		list = append(list, x)
	}
	if list == nil {
		return nil, nil
	}
	return func(group [3]uint32, wave int) bool {
		return slices.ContainsFunc(list, func(x choice) bool { return x.group == group && (x.wave < 0 || x.wave == wave) })
	}, nil
}

// instTexts gives the text of an instruction, which is made once.
func instTexts(out *run.Outcome) func(pc uint64) string {
	prog := out.Module.Prog
	texts := map[uint64]string{}
	return func(pc uint64) string {
		text, known := texts[pc]
		if !known {
			text = "(no instruction)"
			if in, err := prog.Inst(pc + prog.Bias); err == nil {
				text = in.String()
			}
			texts[pc] = text
		}
		return text
	}
}

// writeText shows a row for each wave, launch by launch.
func (c *timelineCmd) writeText(w io.Writer, out *run.Outcome, waves []*sim.WaveTrace) error {
	t := &timeline.Text{Inst: instTexts(out), Width: c.Width, From: c.From, To: c.To, Rows: c.Rows}
	for i := range out.Launches {
		for _, x := range waves {
			if x.Launch == uint64(i) {
				t.Wave(x)
			}
		}
		if err := t.Write(w, out.Launches[i].Kernel); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, timeline.Legend)
	return err
}

// writeChrome writes the events of all launches, one behind the other.
func (c *timelineCmd) writeChrome(w, errs io.Writer, f *launch.File, out *run.Outcome, waves []*sim.WaveTrace) error {
	e := timeline.NewChrome(w)
	e.Inst, e.Max, e.MaxBytes = instTexts(out), c.MaxEvents, int64(min(c.MaxSize, math.MaxInt64))
	text := ""
	if run.IsText(f.Code) {
		text = f.Resolve(f.Code)
	}
	if source := out.Module.Object.Source(text); source.Known() {
		e.Place = func(pc uint64) string {
			if at := source.Frames(pc)[0]; at.Line > 0 {
				return fmt.Sprintf("%s:%d", at.File, at.Line)
			}
			return ""
		}
	}
	for i := range out.Launches {
		d := &out.Launches[i]
		e.MHz = d.Launch.Options.Timing.Chip.Figures[chip.EngineMHz].Value
		if t := d.Result.Timing; t != nil && t.Series != nil { // first, so that there is room for them
			e.Series(t.Series, t.Cycles)
		}
		for _, x := range waves {
			if x.Launch == uint64(i) {
				e.Wave(x)
			}
		}
		if t := d.Result.Timing; t != nil {
			e.Launch(d.Kernel, t.Cycles)
		}
	}
	lost, err := e.Close()
	if lost > 0 {
		fmt.Fprintf(errs, "gcnsim: %s has no room for %d events: --from, --to and --only choose; --max-events and "+
			"--max-size allow more\n", c.Chrome, lost)
	}
	return err
}
