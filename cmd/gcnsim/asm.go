package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

type asmCmd struct {
	File   string `arg:"" help:"Assembly text, LLVM's syntax; - is standard input."`
	GPU    string `name:"gpu" required:"" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji)."`
	Output string `short:"o" required:"" placeholder:"FILE" help:"Raw binary to write; - is standard output."`
}

// Help is shown below the flags.
func (*asmCmd) Help() string {
	return `Examples:

    gcnsim asm k.s --gpu gfx900 -o k.bin
    gcnsim disasm k.bin --gpu gfx900 | gcnsim asm - --gpu gfx900 -o same.bin

The output is the bytes of the instructions and data, as llvm-objcopy -O binary makes them of the text section.`
}

// Run executes the verb.
func (c *asmCmd) Run(s streams) error {
	t, err := isa.FindTarget(c.GPU)
	if err != nil {
		return usage("--gpu: %w", err)
	}
	var src []byte
	if c.File == "-" {
		src, err = files.ReadAll(s.in, "standard input", run.MaxText)
	} else {
		src, err = files.Read(c.File, run.MaxText)
	}
	if err != nil {
		return usage("%w", err)
	}
	p, err := t.Assemble(string(src))
	if err != nil {
		var e *isa.SyntaxError
		if errors.As(err, &e) {
			return usage("%s:%d:%d: %s: %q", c.File, e.Line, e.Col, e.Msg, strings.TrimSpace(e.Text))
		}
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.Output == "-" {
		_, err = s.out.Write(p.Code)
		return err
	}
	o, err := create("-o", c.Output, taken("the text to assemble", c.File)...)
	if err != nil {
		return err
	}
	_, err = o.Write(p.Code)
	return finish("-o", o, err)
}
