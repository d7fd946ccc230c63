package main

import (
	"errors"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/sim/dump"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// traceFlags choose the fields and lines of --trace.
type traceFlags struct {
	TraceClock bool     `group:"Output:" help:"Add to --trace, behind the wave, its clock: of the chip with --mode timing, else four for each instruction."`
	TraceLines bool     `group:"Output:" help:"Add to each line of --trace the line of the source, as a last field."`
	TraceWave  []string `group:"Output:" placeholder:"X,Y,Z/W" sep:"none" help:"Trace these waves only: 3,0,0/1 is one, 3,0,0 a work-group, 3 the same; * stands for any number. Repeatable."`
	TracePC    string   `name:"trace-pc" group:"Output:" placeholder:"FROM[-TO]" help:"Trace these addresses only, as in 0x1900-0x1940."`
	TraceInst  string   `group:"Output:" placeholder:"PATTERN" help:"Trace these instructions only: a mnemonic, or a pattern as of \"gcnsim isa\"."`
	TraceReg   []string `group:"Output:" placeholder:"LIST" sep:"none" help:"Trace only instructions that read or write one of these registers, as in v0-v7,s[0:3],exec. Repeatable."`
	TraceMax   byteSize `group:"Output:" placeholder:"SIZE" help:"End the trace at this size, as in 100M; the run goes on."`
}

func (t *traceFlags) any() bool {
	return t.TraceClock || t.TraceLines || len(t.TraceWave)+len(t.TraceReg) > 0 || t.TracePC != "" || t.TraceInst != "" ||
		t.TraceMax > 0
}

// setUp sets the tracer up for the code of a launch file.
func (t *traceFlags) setUp(to *dump.Tracer, f *launch.File) error {
	to.Clock, to.Max = t.TraceClock, int64(t.TraceMax)
	var err error
	if to.Only.Wave, err = waveChoices("--trace-wave", t.TraceWave); err != nil {
		return err
	}
	if t.TracePC != "" {
		first, last, two := strings.Cut(t.TracePC, "-")
		a, err := strconv.ParseUint(first, 0, 64)
		b := a
		if two && err == nil {
			b, err = strconv.ParseUint(last, 0, 64)
		}
		if err != nil || b < a || b == 0 {
			return usage("--trace-pc %s: want an address or two, the smaller first, as in 0x1900-0x1940", t.TracePC)
		}
		to.Only.PC = [2]uint64{a, b}
	}
	if t.TraceInst != "" {
		if _, err := path.Match(t.TraceInst, ""); err != nil {
			return usage("--trace-inst %q is no pattern: * stands for any text, ? for one character, [abc] for one of some",
				t.TraceInst)
		}
		to.Only.Inst = strings.ToLower(t.TraceInst)
	}
	if !t.TraceLines && len(t.TraceReg) == 0 {
		return nil
	}
	o, _, err := run.Code(f)
	if err != nil {
		return err
	}
	if to.Only.Regs, err = parseRegs("--trace-reg", o.Gen, t.TraceReg); err != nil {
		return err
	}
	if t.TraceLines {
		text := ""
		if run.IsText(f.Code) {
			text = f.Resolve(f.Code)
		}
		source := o.Source(text)
		if !source.Known() {
			return usage("--trace-lines: %s has no debug information (compile with -g)", f.Code)
		}
		to.Place = func(pc uint64) string {
			at := source.Frames(pc)[0]
			if at.Line == 0 {
				return ""
			}
			return filepath.Base(at.File) + ":" + strconv.Itoa(at.Line)
		}
	}
	return nil
}

// waveChoice is waves of some work-groups: -1 stands for any number.
type waveChoice struct {
	group [3]int64
	wave  int64
}

// errWaveChoice says how waves are named.
var errWaveChoice = errors.New(
	"want a work-group and a wave, as in 3,0,0/1; 3,0,0 or 3 for all waves of one, * for any number")

// parseWaveChoice reads "3,0,0/1", "3", "*,0/0" and the like. What is left out of a work-group is 0,
// a wave that is left out any.
func parseWaveChoice(text string) (w waveChoice, err error) {
	group, wave, one := strings.Cut(text, "/")
	w.wave = -1
	number := func(s string) (n int64) {
		if s == "*" {
			return -1
		}
		v, e := strconv.ParseUint(s, 10, 32)
		if e != nil {
			err = errWaveChoice
		}
		return int64(v)
	}
	parts := strings.Split(group, ",")
	if len(parts) > 3 {
		return w, errWaveChoice
	}
	for i, p := range parts {
		w.group[i] = number(p)
	}
	if one {
		w.wave = number(wave)
	}
	return w, err
}

// anyWave reports whether one of the choices has the wave.
func anyWave(list []waveChoice, group [3]uint32, wave int) bool {
	same := func(want, n int64) bool { return want < 0 || want == n }
	for _, w := range list {
		if same(w.group[0], int64(group[0])) && same(w.group[1], int64(group[1])) && same(w.group[2], int64(group[2])) &&
			same(w.wave, int64(wave)) {
			return true
		}
	}
	return false
}
