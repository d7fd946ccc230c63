package hostcode

import "encoding/binary"

// assembler makes x86-64 machine code. It knows the encodings (legacy, VEX, EVEX), and not what
// instructions do: see avx512.go for those.
type assembler struct {
	code   []byte
	consts []byte         // constants, behind the code
	at     map[string]int // constants by value: offsets in consts
	fixups []fixup
	labels []int    // offsets in code; -1 while not placed
	late   []func() // emit what slices need seldom
}

// fixup is a 32-bit displacement, relative to its end plus more, that is filled in at the end.
type fixup struct {
	at    int
	more  int // bytes of the instruction behind the displacement
	label label
	konst int // where label is noLabel: an offset in consts
}

type label int

const noLabel label = -1

func newAssembler() *assembler { return &assembler{at: map[string]int{}} }

func (a *assembler) label() label {
	a.labels = append(a.labels, -1)
	return label(len(a.labels) - 1)
}

func (a *assembler) place(l label) { a.labels[l] = len(a.code) }

// konst is the offset of a constant of some dwords.
func (a *assembler) konst(list ...uint32) int {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	o, ok := a.at[string(b)]
	if !ok {
		o = len(a.consts)
		a.at[string(b)] = o
		a.consts = append(a.consts, b...)
	}
	return o
}

// konsts is the offset of a constant of n dwords with one value.
func (a *assembler) konsts(v uint32, n int) int {
	list := make([]uint32, n)
	for i := range list {
		list[i] = v
	}
	return a.konst(list...)
}

// finish fills in displacements and returns code and constants.
func (a *assembler) finish() []byte {
	for len(a.code)%64 != 0 {
		a.code = append(a.code, 0xcc)
	}
	n := len(a.code)
	for _, f := range a.fixups {
		to := n + f.konst
		if f.label != noLabel {
			to = a.labels[f.label]
		}
		binary.LittleEndian.PutUint32(a.code[f.at:], uint32(to-(f.at+4+f.more)))
	}
	return append(a.code, a.consts...)
}

// General registers.
const (
	rax = iota
	rcx
	rdx
	rbx
	rsp
	rbp
	rsi
	rdi
	r8
	r9
	r10
	r11
	r12
	r13
	r14
	r15
	noReg = -1
)

// operand is the register or memory of a ModRM byte.
type operand struct {
	reg   int // where not memory
	mem   bool
	base  int // noReg: relative to the instruction pointer, konst
	index int // noReg: none
	disp  int32
	konst int
}

func regOp(r int) operand { return operand{reg: r} }

func mem(base int, disp int) operand {
	return operand{mem: true, base: base, index: noReg, disp: int32(disp)}
}

func memIndex(base, index int, disp int) operand {
	return operand{mem: true, base: base, index: index, disp: int32(disp)}
}

func memConst(o int) operand { return operand{mem: true, base: noReg, index: noReg, konst: o} }

func (a *assembler) emit(b ...byte) { a.code = append(a.code, b...) }

// modrm emits ModRM, SIB and displacement. scale is what a one-byte displacement counts; more is how
// many bytes follow.
func (a *assembler) modrm(reg int, o operand, scale int32, more int) {
	r := byte(reg&7) << 3
	switch {
	case !o.mem:
		a.emit(0xc0 | r | byte(o.reg&7))
		return
	case o.base == noReg:
		a.emit(r | 5)
		a.fixups = append(a.fixups, fixup{len(a.code), more, noLabel, o.konst})
		a.emit(0, 0, 0, 0)
		return
	}
	short := o.disp%scale == 0 && o.disp/scale >= -128 && o.disp/scale <= 127
	mod := byte(0x80)
	if short {
		mod = 0x40
	}
	switch {
	case o.index != noReg:
		a.emit(mod|r|4, byte(o.index&7)<<3|byte(o.base&7))
	case o.base&7 == rsp:
		a.emit(mod|r|4, 0x24)
	default:
		a.emit(mod | r | byte(o.base&7))
	}
	if short {
		a.emit(byte(int8(o.disp / scale)))
		return
	}
	a.code = binary.LittleEndian.AppendUint32(a.code, uint32(o.disp))
}

func (o *operand) high() (x, b byte) {
	switch {
	case !o.mem:
		return byte(o.reg >> 4 & 1), byte(o.reg >> 3 & 1)
	case o.base == noReg:
		return 0, 0
	}
	if o.index != noReg {
		x = byte(o.index >> 3 & 1)
	}
	return x, byte(o.base >> 3 & 1)
}

// legacy emits an instruction of the general registers: opcode bytes, of which a first 0xf2, 0xf3 or
// 0x66 goes before REX.
func (a *assembler) legacy(wide bool, reg int, o operand, more int, op ...byte) {
	if op[0] == 0xf3 || op[0] == 0xf2 || op[0] == 0x66 {
		a.emit(op[0])
		op = op[1:]
	}
	x, b := o.high()
	if !o.mem {
		x = 0
	}
	rex := byte(reg>>3&1)<<2 | x<<1 | b
	if wide {
		rex |= 8
	}
	if rex != 0 {
		a.emit(0x40 | rex)
	}
	a.emit(op...)
	a.modrm(reg, o, 1, more)
}

func (a *assembler) imm32(v uint32) { a.code = binary.LittleEndian.AppendUint32(a.code, v) }

// movNegative emits a move of a constant with a sign.
func (a *assembler) movNegative(r int, v int32) {
	a.legacy(true, 0, regOp(r), 4, 0xc7)
	a.imm32(uint32(v))
}

// jump emits a jump: op is the second opcode byte of a conditional one, 0 of one that is not.
func (a *assembler) jump(op byte, l label) {
	if op == 0 {
		a.emit(0xe9)
	} else {
		a.emit(0x0f, op)
	}
	a.fixups = append(a.fixups, fixup{at: len(a.code), label: l})
	a.emit(0, 0, 0, 0)
}

// call emits a call of code at a label.
func (a *assembler) call(l label) {
	a.emit(0xe8)
	a.fixups = append(a.fixups, fixup{at: len(a.code), label: l})
	a.emit(0, 0, 0, 0)
}

// Conditional jumps; less 0x80 plus 0x90 they are SETcc, plus 0x40 CMOVcc.
const (
	jb  = 0x82
	jae = 0x83
	je  = 0x84
	jne = 0x85
	jbe = 0x86
	ja  = 0x87
	jl  = 0x8c
	jge = 0x8d
	jle = 0x8e
	jg  = 0x8f
)

// vex emits a VEX instruction of 128 bits (256 where long).
func (a *assembler) vex(long, w bool, pp, opmap byte, op byte, reg, v int, o operand, imm ...byte) {
	x, b := o.high()
	if !o.mem {
		x = 0
	}
	b1 := (byte(reg>>3&1)^1)<<7 | (x^1)<<6 | (b^1)<<5 | opmap
	b2 := byte(^v&15)<<3 | pp
	if w {
		b2 |= 0x80
	}
	if long {
		b2 |= 4
	}
	if x|b == 0 && !w && opmap == map0F {
		a.emit(0xc5, b1&0x80|b2, op)
	} else {
		a.emit(0xc4, b1, b2, op)
	}
	a.modrm(reg, o, 1, len(imm))
	a.emit(imm...)
}

// Opcode maps and prefixes.
const (
	map0F   = 1
	map0F38 = 2
	map0F3A = 3
	pp66    = 1
	ppF3    = 2
	ppF2    = 3
)

// evexOp is an EVEX opcode with 512 bits.
type evexOp struct {
	opmap, pp byte
	w         bool
	op        byte
	ext       byte // ModRM.reg where the opcode says so, plus 1
	dword     bool // its memory operand is a dword
	qword     bool // or a quadword
	vw        bool // W is set in VEX, too
	xmm       bool // 128 bits
}

// evex emits one: reg (or ext) and o are the operands of ModRM, v is the first source. Under mask k,
// lanes outside keep the result's old value, or become zero where zero is set. Of memory, a dword
// goes to all lanes where bcast is set.
func (a *assembler) evex(p evexOp, reg, v int, o operand, k int, zero, bcast bool, imm ...byte) {
	if p.ext != 0 {
		reg = int(p.ext - 1)
	}
	x, b := o.high()
	b1 := (byte(reg>>3&1)^1)<<7 | (x^1)<<6 | (b^1)<<5 | (byte(reg>>4&1)^1)<<4 | p.opmap
	b2 := byte(^v&15)<<3 | 4 | p.pp
	if p.w {
		b2 |= 0x80
	}
	b3 := (byte(v>>4&1)^1)<<3 | byte(k)
	if !p.xmm {
		b3 |= 2 << 5
	}
	scale := int32(64)
	if bcast {
		b3 |= 0x10
	}
	switch {
	case bcast && p.w, p.qword:
		scale = 8
	case bcast, p.dword:
		scale = 4
	}
	if zero {
		b3 |= 0x80
	}
	a.emit(0x62, b1, b2, b3, p.op)
	a.modrm(reg, o, scale, len(imm))
	a.emit(imm...)
}
