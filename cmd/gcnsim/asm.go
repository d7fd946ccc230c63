package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// text says how assembly text is read.
type text struct {
	Include []string `group:"Assembly text:" short:"I" sep:"none" placeholder:"DIR" help:"Folder that .include and .incbin look in, behind the text's own. Repeatable."`
	Syntax  string   `group:"Assembly text:" default:"llvm" enum:"llvm,clrx" placeholder:"SYNTAX" help:"How assembly text is written: llvm, or clrx, the dialect of CLRadeonExtender."`
	Defsym  []string `group:"Assembly text:" sep:"none" placeholder:"NAME=N" help:"Symbol that has a value before the first line; without =N it is 1. Repeatable."`
}

// bundle says which code object is meant.
type bundle struct {
	Bundle string `placeholder:"WHICH" help:"Code object of a bundle or of a program with .hip_fatbin: its number, id or target (gfx906:xnack-)."`
}

// options are the flags as the reader of code takes them.
func (t *text) options() (o launch.Text, err error) {
	o.Include = t.Include
	if t.Syntax != "" {
		if o.Syntax, err = isa.FindSyntax(t.Syntax); err != nil {
			return o, usage("--syntax: %w", err)
		}
	}
	for _, d := range t.Defsym {
		name, value, given := strings.Cut(d, "=")
		n := int64(1)
		if given {
			if n, err = strconv.ParseInt(value, 0, 64); err != nil {
				var u uint64
				if u, err = strconv.ParseUint(value, 0, 64); err != nil {
					return o, usage("--defsym %s: want NAME=NUMBER", d)
				}
				n = int64(u)
			}
		}
		if name == "" || strings.ContainsAny(name, " \t\",") {
			return o, usage("--defsym %s: want NAME=NUMBER", d)
		}
		o.Define = append(o.Define, asm.Define{Name: name, Value: n})
	}
	return o, nil
}

type asmCmd struct {
	File   string `arg:"" help:"Assembly text, LLVM's syntax or what --syntax names; - is standard input."`
	GPU    string `name:"gpu" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji). Not needed where the text names its target."`
	Output string `short:"o" required:"" placeholder:"FILE" help:"File to write; - is standard output."`
	Raw    bool   `help:"Write the bytes of the section .text alone, also where the text describes kernels."`
	text
}

// Help is shown below the flags.
func (*asmCmd) Help() string {
	return `Examples:

    gcnsim asm k.s --gpu gfx900 -o k.bin
    gcnsim asm kernel.s -I include --defsym WAVES=4 -o kernel.hsaco
    gcnsim disasm k.bin --gpu gfx900 | gcnsim asm - --gpu gfx900 -o same.bin

A text that describes kernels (.amdhsa_kernel, .amd_kernel_code_t) makes a code object that a driver, or gcnsim run, loads. Of any other text, and with
--raw, the output is the bytes of the instructions and data, as llvm-objcopy -O binary makes them of the text section.

Macros, conditions, expressions and directives are those of LLVM's assembler. With --syntax clrx they are CLRX's: .rocm, .amdcl2 and .gallium
with .kernel and .config make a file of that kind, .rawcode and texts without a kernel the bytes of the instructions.`
}

// Run executes the verb.
func (c *asmCmd) Run(s streams) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	var src []byte
	name := c.File
	if c.File == "-" {
		name = "<stdin>"
		src, err = files.ReadAll(s.in, "standard input", run.MaxText)
	} else {
		src, err = files.Read(c.File, run.MaxText)
	}
	if err != nil {
		return usage("%w", err)
	}
	var t isa.Target
	if c.GPU != "" {
		if t, err = isa.FindTarget(c.GPU); err != nil {
			return usage("--gpu: %w", err)
		}
	} else {
		ok := false
		if t, ok = asm.TargetOf(string(src)); !ok {
			return usage("%s does not say for which GPU it is: give --gpu, as in --gpu gfx803", name)
		}
	}
	u, messages, err := run.Text(name, src, t, opts, func(path string) (*os.File, error) { return files.Open(path) })
	printMessages(s.err, messages)
	if err != nil {
		return usage("%w", err)
	}
	var code []byte
	switch {
	case u.IsObject() && !c.Raw:
		if code, err = codeobj.Write(u); err != nil {
			return usage("%s: %w", name, err)
		}
	case len(u.Sections[0].Relocs) > 0:
		r := u.Sections[0].Relocs[0]
		return usage("%s:%d:%d: error: the address of %s is known only in a code object: raw code has none",
			u.Files[r.Pos.File], r.Pos.Line, r.Pos.Col,
			u.Symbols[r.Symbol].Name)
	default:
		code = u.Program().Code
	}
	if c.Output == "-" {
		_, err = s.out.Write(code)
		return err
	}
	o, err := create("-o", c.Output, taken("the text to assemble", c.File)...)
	if err != nil {
		return err
	}
	_, err = o.Write(code)
	return finish("-o", o, err)
}

// printMessages prints warnings and what .print says.
func printMessages(w io.Writer, list []asm.Message) {
	for _, m := range list {
		fmt.Fprintln(w, m)
	}
}
