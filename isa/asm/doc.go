/*
Package asm assembles source files in the syntax of LLVM's assembler and GNU as, with macros, sections,
symbols and the directives of AMD's code objects. The instruction line is package isa's.

	            source.go: files, comments, lines          macro.go: .macro, .rept, .irp
	text --> frames, the innermost first ------> statement <-- condition.go: .if
	                                               |
	      symbol.go: labels, .set, expressions     +--> isa.Scanner: instruction, operands, expressions
	                                               +--> directive*.go, kernel.go: a function each
	                                               |
	      section.go: fragments, layout, values that are known at the end
	                                               |
	      finish.go                              Unit --> [Unit.Program], or an object of codeobj.Write

A text is read once. An expression is a number where it is known, else an [isa.Expr], which is evaluated after
the layout: what is left then is a relocation. Where a number must be known at once (.if, .rept, a register's
number), labels count as far as the distance between them is known. A literal is an inline constant only if its
value does not depend on a label, as in LLVM: so the sizes of instructions never depend on the layout.

# What is not as in LLVM

A symbol that is defined later by .set is its value in a literal; LLVM makes a relocation of it that
no linker resolves. "@rel32@lo" of a label in raw code is the distance. Texts of code object version
2 are taken, and with them what old assemblers defined (.option.machine_version_major,
.kernel.vgpr_count). Groups of sections and .cfi directives say nothing; .reloc with R_AMDGPU_NONE leaves none.

# CLRX

With isa.SyntaxCLRX the text is of CLRadeonExtender's dialect: clrx.go has its lines and directives,
clrxkernel.go the configuration of its kernels, which clrxwrite.go writes, isa/clrx.go the spelling
of instructions.

# Limits

Text cannot ask for unbounded work: macros and files nest 200 deep, all expansions together make 128 MiB of
text and 4 million statements, all sections hold 64 MiB.

# Where to add things

A directive: a row in directives (directive.go) and its function (directive_*.go). A key of a kernel's
descriptor: a row in hsaKeys or codeTKeys. An operator or function of expressions: isa.Apply. Each takes
a text in testdata/asm with the bytes that llvm-mc makes of it, and one in testdata/asm/errors for what
people get wrong.
*/
package asm
