/*
Package asm assembles source files in the syntax of LLVM's assembler and GNU as, with macros,
sections, symbols and the directives of AMD's code objects. Package isa reads the instruction line.

	            source.go: files, comments, lines          macro.go: .macro, .rept, .irp
	text --> frames, the innermost first ------> statement <-- condition.go: .if
	                                               |
	      symbol.go: labels, .set, expressions     +--> isa.Scanner: instruction, operands, expressions
	                                               +--> directive*.go, kernel.go: a function each
	                                               |
	      section.go: fragments, layout, values that are known at the end
	                                               |
	      finish.go                              Unit --> [Unit.Program], or an object of codeobj.Write

A text is read once. An expression is a number where it is known, else an [isa.Expr], which is
evaluated after the layout. What is left then is a relocation. Where a number must be known at once
(.if, .rept, a register's number), labels count as far as the distance between them is known. A
literal is an inline constant only if its value does not depend on a label, as in LLVM. So the sizes
of instructions never depend on the layout.

# What is not as in LLVM

A symbol that .set defines later stands in a literal for its value; LLVM makes a relocation of it
that no linker resolves. "@rel32@lo" of a label in raw code is the distance. Texts of code object
version 2 are taken, and with them what old assemblers defined (.option.machine_version_major,
.kernel.vgpr_count). Groups of sections and .cfi directives are read and not kept. .reloc with
R_AMDGPU_NONE leaves no relocation.

# CLRX

With isa.SyntaxCLRX the text is of CLRadeonExtender's dialect. clrx.go has its lines and directives,
and isa/clrx.go the spelling of instructions. clrxkernel.go reads the configuration of kernels, and
clrxwrite.go writes it. clrxcal*.go and clrxcl*.go make what containers of AMD's OpenCL say of
kernels, and clrxwritebox.go and clrxwritecl.go make text of that again.

# Limits

Text cannot ask for unbounded work. Macros and files nest 200 deep at most. All expansions together
make at most 128 MiB of text and 4 million statements. All sections hold at most 64 MiB.

# Where to add things

A directive: a row in directives (directive.go) and its function (directive_*.go). A key of a
kernel's descriptor: a row in hsaKeys or codeTKeys. An operator or function of expressions:
isa.Apply. Each takes a text in testdata/asm with the bytes that llvm-mc makes of it, and one in
testdata/asm/errors for what people get wrong.
*/
package asm
