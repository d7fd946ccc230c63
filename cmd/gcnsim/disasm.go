package main

import (
	"debug/elf"
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
}

// Help is shown below the flags.
func (*disasmCmd) Help() string {
	return `Examples:

    gcnsim disasm k.hsaco > k.s; gcnsim asm k.s -o k2.hsaco
    gcnsim disasm k.bin --gpu fiji

Of a code object the text is the whole: sections, symbols, kernels (.amdhsa_kernel), metadata, and source lines as comments where it has debug
information. gcnsim asm makes an object with the same loaded bytes of it. Instructions may be added anywhere: addresses that code computes are symbols.
A relocatable object is linked first; Mesa's with absolute addresses stay relocatable, for their driver links them. Of what LLVM's syntax has no directives for, the
containers of OpenCL drivers and of Clover, the text is the code with comments about kernels. Symbols and targets of branches are labels; a comment has the address and the dwords.
With --syntax clrx the text is in CLRX's dialect: a code object of version 2 is .rocm, the containers of AMD's OpenCL drivers and of Clover are .amd, .amdcl2 and
.gallium, with their kernels' configuration. gcnsim asm --syntax clrx makes the same of it. Of other objects it is the code alone.
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
	if opts.Syntax == isa.SyntaxCLRX {
		return disasm.WriteCLRX(s.out, o)
	}
	whole, err := o.Linked()
	if err == nil {
		err = disasm.Whole(whole)
	}
	if err == nil {
		return disasm.Write(s.out, whole)
	}
	return disasm.WriteCode(s.out, o, err)
}
