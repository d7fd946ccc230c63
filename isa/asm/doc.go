/*
Package asm assembles source files in the syntax of LLVM's assembler and GNU as, with macros,
sections, symbols and the directives of AMD's code objects. The instruction line is package isa's.

	text --lines, macros, conditions--> statements --> instructions: isa
	                                               --> directives: sections, symbols, data
	          Unit <-- layout, relocations <--

A [Unit] is the contents of a relocatable object without a file format; package codeobj writes one.
*/
package asm
