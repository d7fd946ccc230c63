/*
Package oracle asks LLVM's assembler and disassembler what an instruction is. It exists for tests:
package isa is compared with it live, and the golden encodings in testdata/isa are made with it.

	candidates --> RandomEncodings --> Disassemble --> text, length, validity   (gfx803, gfx900)
	texts      --> Assemble        --> bytes, canonical text                    (gfx600,
		gfx700: LLVM has no disassembler for them)
	testdata/isa/<target>/<format>.txt --> ReadGolden

The generator of the golden files is in the sub-directory gen:

	go run ./isa/internal/oracle/gen -out testdata/isa

# What it knows about encodings

Only where each format keeps its opcode and its fields (formats.go), so as to aim random bits well;
it takes no name, number or rule from package isa, and package isa takes none from here. Nothing of
it is linked into the programs.

# Why one instruction per block?

llvm-mc reads hex bytes as one stream and resynchronises after an error, so a bad encoding shifts
all that follow. Bytes in brackets are an atomic block; each candidate is a block of its own, padded
with two s_nop that tell where it ended and followed by a block with another s_nop that tells where
its answer ends. llvm-mc 22.1 dies of some encodings (a literal in a 64-bit encoding: a dangling
Twine in its own error message; an SDWA select of 7: no text for it). The candidates before the
crash are answered, the culprit is found by narrowing down and reported as invalid and crashed, and
the rest goes on in a new process.

# Where to add things

A new format or a moved field: formats.go. A form of instruction that only gfx600 or gfx700 has: a
line in templates.txt.
*/
package oracle
