package main

import (
	"strings"

	"github.com/alecthomas/kong"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/dump"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// dumpFlag is --dump or --dump=PARTS.
type dumpFlag struct {
	on    bool
	parts dump.Section
	named dump.Section // asked for by name, not as all of them
}

// IsBool makes the value optional.
func (*dumpFlag) IsBool() bool { return true }

// Decode reads the value.
func (d *dumpFlag) Decode(ctx *kong.DecodeContext) error {
	list := ""
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		list, _ = ctx.Scan.Pop().Value.(string)
	}
	parts, err := dump.ParseSections(list)
	if err != nil {
		return err
	}
	d.on, d.parts = true, d.parts|parts
	if list != "" {
		d.named |= parts
	}
	return nil
}

// dumpFlags choose what --dump shows, and how.
type dumpFlags struct {
	DumpWave []string `group:"Output:" placeholder:"X,Y,Z/W" sep:"none" help:"Dump these waves only, named as for --trace-wave. Repeatable."`
	DumpReg  []string `group:"Output:" placeholder:"LIST" sep:"none" help:"Dump these registers only, as in v0-v7,s[0:3],exec. Repeatable."`
	DumpAs   string   `group:"Output:" placeholder:"FORMAT" help:"Show registers and memory as numbers: f32, f16, f64, i32, u32, i16, u16, i64, u64, or hex, the default. Of 16 bits both halves of a dword are shown, the low one first; of 64 bits two registers."`
	Sort     string   `group:"Output:" placeholder:"ORDER" enum:",cost,address" default:"" help:"Order of the instructions of --dump=stalls: address, the default; or cost, those that took most clocks first, with their shares of the whole."`
}

func (d *dumpFlags) any() bool {
	return len(d.DumpWave)+len(d.DumpReg) > 0 || d.DumpAs != "" || d.Sort != ""
}

// setUp sets the dump up for the code of a launch file.
func (d *dumpFlags) setUp(to *dump.Dump, f *launch.File) (err error) {
	if to.Only.Wave, err = waveChoices("--dump-wave", d.DumpWave); err != nil {
		return err
	}
	if len(d.DumpReg) > 0 {
		o, _, err := run.Code(f)
		if err != nil {
			return err
		}
		if to.Only.Regs, err = parseRegs("--dump-reg", o.Gen, d.DumpReg); err != nil {
			return err
		}
	}
	if d.DumpAs != "" {
		format, err := debug.FindFormat(d.DumpAs)
		if err != nil {
			return usage("--dump-as: %w", err)
		}
		if format != &debug.Formats[0] {
			to.As = &dump.Format{Bytes: format.Bytes, Text: format.Text}
		}
	}
	to.ByCost = d.Sort == "cost"
	return nil
}

// parseRegs reads lists of registers: "s[0:3],v7,v0-v5,exec".
func parseRegs(flag string, g isa.Gen, lists []string) (regs isa.RegSet, err error) {
	for _, list := range lists {
		for _, item := range strings.Split(list, ",") {
			first, last, two := strings.Cut(item, "-")
			code, n, err := isa.ParseReg(g, first)
			if err != nil {
				return regs, usage("%s %s: %w", flag, list, err)
			}
			if two {
				end, more, err := isa.ParseReg(g, last)
				switch {
				case err != nil:
					return regs, usage("%s %s: %w", flag, list, err)
				case end < code || (end < isa.CodeVGPR) != (code < isa.CodeVGPR) || first[0] != last[0]:
					return regs, usage("%s %s: %s: want two registers of a kind, the smaller first, as in v0-v7", flag, list, item)
				}
				n = int(end) + more - int(code)
			}
			regs.Add(code, n)
		}
	}
	return regs, nil
}

// waveChoices is nil where nothing is chosen, else it reports whether a wave is one of those.
func waveChoices(flag string, texts []string) (func(group [3]uint32, wave int) bool, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	var list []waveChoice
	for _, text := range texts {
		w, err := parseWaveChoice(text)
		if err != nil {
			return nil, usage("%s %s: %w", flag, text, err)
		}
		list = append(list, w)
	}
	return func(group [3]uint32, wave int) bool { return anyWave(list, group, wave) }, nil
}
