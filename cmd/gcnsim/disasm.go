package main

import (
	"debug/elf"
	"io"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/disasm"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

type disasmCmd struct {
	File string `arg:"" help:"ELF code object or raw binary; assembly text is assembled first."`
	GPU  string `name:"gpu" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji). Not needed for a code object."`
	text
	bundle
	Output string `group:"Output:" short:"o" placeholder:"FILE" help:"Write to a file, not to standard output."`
}

// Help is shown below the flags.
func (*disasmCmd) Help() string {
	return `Examples:

    gcnsim disasm k.hsaco -o k.s; gcnsim asm k.s -o k2.hsaco
    gcnsim disasm k.bin --gpu fiji

A code object is written as a whole: sections, symbols, kernels (.amdhsa_kernel), metadata, and source lines as comments where it has debug
information. gcnsim asm makes an object with the same loaded bytes of the text. Instructions may be added anywhere: addresses that code computes
are symbols. A relocatable object is linked first; Mesa's with absolute addresses stay relocatable, as their driver links them.

LLVM's syntax has no directives for the containers of OpenCL drivers and of Clover: their text is the code with comments about kernels. With --syntax clrx
the text is in CLRX's dialect, which has them: .amd, .amdcl2 and .gallium with their kernels' configuration, and .rocm for a code object of version 2.
gcnsim asm --syntax clrx makes the same file of it. Of other objects CLRX's dialect has the code alone.

Symbols and targets of branches are labels; a comment has the address and the dwords.
What is no instruction, or would be encoded in another way, is written as .long with the reason or the text in the comment.`
}

// Run executes the verb.
func (c *disasmCmd) Run(s streams) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	opts.Bundle = c.Bundle
	o, _, err := run.ReadCode(c.File, c.GPU, opts)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(o.Segments, func(g codeobj.Segment) bool { return g.Flags&elf.PF_X != 0 }) {
		return usage("%s: it has no executable segment", c.File)
	}
	if c.Output == "" {
		return write(s.out, o, opts.Syntax)
	}
	to, err := create("-o", c.Output, taken("the code", c.File)...)
	if err != nil {
		return err
	}
	return finish("-o", to, write(to, o, opts.Syntax))
}

// write writes code as text in a dialect.
func write(w io.Writer, o *codeobj.Object, syntax isa.Syntax) error {
	if syntax == isa.SyntaxCLRX {
		return disasm.WriteCLRX(w, o)
	}
	whole, err := o.Linked()
	if err == nil {
		err = disasm.Whole(whole)
	}
	if err == nil {
		return disasm.Write(w, whole)
	}
	return disasm.WriteCode(w, o, err)
}
