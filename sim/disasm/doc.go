/*
Package disasm writes a code object as assembly text that survives editing: it assembles to an
object with the same loaded bytes, and instructions may be added anywhere.

	object ── sections ──> code: instructions, labels; addresses that code computes are symbols again
	                       data: bytes, relocated words are symbols again
	       ── kernels ───> .amdhsa_kernel, .amd_kernel_code_t
	       ── notes ─────> .amdgpu_metadata
	       ── DWARF ─────> comments: file and line

What a linker makes is left out, since an assembler's writer makes it again: tables for the loader,
the global offset table, padding.

That is LLVM's syntax ([Write]), for objects of HSA, Mesa, PAL and Gallium. It has no directives for
the containers of AMD's OpenCL drivers and of Clover: these are written in CLRX's dialect
([WriteCLRX]), with the configuration of their kernels (asm.CLRXKernels finds it). Where there is no
text of the whole, [WriteCode] writes the code.

# How addresses become symbols again

Compilers take the address of a symbol from the program counter:

	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, sym@rel32@lo+4
	s_addc_u32 s5, s5, sym@rel32@hi+12

The linker has made numbers of it, which count from s_getpc_b64. The text has the symbol, and a
label after s_getpc_b64 from which to count, so that the instructions may be moved apart. A number
that leads to no section stays a number.
*/
package disasm
