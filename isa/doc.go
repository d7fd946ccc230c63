/*
Package isa is the instruction set of AMD GCN 1.0, 1.1, 1.2 and 1.4 (gfx6 to gfx9) as data and pure
functions: which instructions exist, how they are encoded and written, and what they compute. It
knows no wave, no memory and no time, and imports no other package of the project.

	              tab_*.go: one row per instruction            layout.go: one picture per format
	              {Name, Args, Enc, Do, Doc, ...}              "10 ooooooo ddddddd bbbbbbbb aaaaaaaa"
	                          \                                      /
	                           desc.go: forms of every target, checked on first use
	                          /           |              |             \
	bytes --Decode--> Inst --String--> LLVM's text --ParseInst--> Inst --Encode--> bytes
	                   |
	                   Form.Desc.Do: Vector, Scalar, Memory, Control, Interp (package sim runs them)

[Decode], [Inst.String] and [Encode] agree with LLVM 22 in length, text and validity; llvm_test.go
lists the differences that are meant, each with its reason. LLVM's disassembler accepts some
operands that the hardware does not have: [Inst.Reserved] tells them.

# The letters of fields

Pictures and Args strings name a field by one letter:

	d a b c   destination, sources 0, 1, 2         e          scalar destination of VOP3B
	i K       immediate, literal                   f s t      offset, scalar base, scalar offset
	r q       resource, sampler (SGPRs / 4)        v          vector address
	x y       DS offset0, offset1                  o          opcode
	A N M C   abs, neg, omod, clamp                H h        op_sel, op_sel_hi
	I O X     idxen or imm, offen, addr64          G L S T V  glc or gds, slc, lds, tfe, nv
	D F       data and number format               E          soffset enable
	m U R Y W Z  dmask, unorm, r128, da, lwe, d16  p n z      attribute, channel, both
	k K B w   export target, compr, done, valid mask

An argument in an Args string is role, access, ":", register file, type: "d:f32 a:f32 b:f32",
"d+:f32" (also read), "d<:b32" (only read), "a:v.b32" (a VGPR), "a:s.b64" (a scalar operand). See
[Arg].

# Where to add things

An instruction: a row in the tab_*.go of its class. Nothing else repeats its name or number: VOP3,
SDWA and DPP forms, printing, parsing and the tests that every form must pass are derived. The row's
flags ([Flag]) say what a derived form may not do.

A target: an entry in gen.go, with a feature (feature.go) for what no target had; its rows, hazards
and limits ask for the feature.

A generation: a bit in gen.go, its features in feature.go, its lines in layout.go, its opcodes in
the Enc of the rows, its special registers in operand.go.

A format: a constant and a picture in layout.go. A modifier: a row in modifier.go.

A way of writing an operand: a [Type], read in decoder.operand and printed in printer.operand.

A faster way for the host: in the kernel file, asked before the loop in Go. kernel_float_amd64.s
does a whole wave of f32 additions, multiplications, mads and fmas where all lanes are ordinary. It
leaves all else to the loop, which stays the reference on every host. A recipe (host.go) says the
meaning of a row in operations of the host, for the machine code that package sim makes. Recipes of
one integer operation are also followed without that: [Form.Vector].

# Why is there no opcode enumeration?

Because it would be the second place that knows an instruction. Code that is about one instruction
has its row's meaning or its [Form], not a number. A name or an opcode is looked up in the table
([Lookup], [Decode]). One opcode can be another instruction in each generation, so a constant for it
would be right in one of them only.
*/
package isa
