/*
Package objtest writes the containers of drivers that no tool of today makes, for tests: from the
published layouts, and without any of the code that reads them.

	code ── ELF32, ELF64 ──> file of one kernel ── Gallium, OpenCL12, OpenCL20 ──> container

Sources: CLRX documentation (BinaryFormats, ClrxAsmGallium, ClrxAsmAmd, ClrxAsmAmdCl2), System V
ABI.
*/
package objtest
