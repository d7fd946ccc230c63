package isa

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// String is the instruction as llvm-mc -disassemble prints it. A zero Inst gives "?".
func (i *Inst) String() string { return string(i.AppendText(make([]byte, 0, 96))) }

// AppendText appends the text of [Inst.String] to b and returns the longer slice.
func (i *Inst) AppendText(b []byte) []byte {
	f := i.Form
	if f == nil {
		return append(b, '?')
	}
	p := printer{in: i, f: f, b: b}
	p.instruction()
	return p.b
}

// instruction appends the whole text.
func (p *printer) instruction() {
	in := p.in
	p.mnemonic()
	sep := " "
	if p.clrx() {
		p.clrxUnused()
	}
	for i := range in.Operands() {
		o := &in.Ops[i]
		if p.hidden(o) {
			continue
		}
		p.b = append(p.b, sep...)
		p.operand(o)
		if sep = ", "; o.Type == TargetT && !p.clrx() {
			sep = " " // an export target is followed by its sources without a comma
		}
	}
	p.mods()
}

// printer appends one instruction to b.
type printer struct {
	in     *Inst
	f      *Form
	b      []byte
	syntax Syntax
}

func (p *printer) s(s string)   { p.b = append(p.b, s...) }
func (p *printer) dec(v int64)  { p.b = strconv.AppendInt(p.b, v, 10) }
func (p *printer) hex(v uint64) { p.b = append(p.b, '0', 'x'); p.b = strconv.AppendUint(p.b, v, 16) }

// list appends " name:[0,1,...]" of the low n bits.
func (p *printer) list(name string, v uint8, n int) {
	p.s(name)
	for i := range n {
		p.b = append(p.b, "[,"[min(i, 1)], '0'+v>>i&1)
	}
	p.b = append(p.b, ']')
}

// mnemonic appends the name; the suffix of the second dword's format takes the place of _e32.
func (p *printer) mnemonic() {
	if p.clrx() {
		p.s(clrxMnemonic(p.f.Base()))
		return
	}
	switch p.in.Sub {
	case SDWA, SDWAB:
		p.s(p.f.Base())
		if p.f.Fmt != VOPC || p.f.Has(FeatureSDWASdst) {
			p.s("_sdwa") // LLVM leaves it out for the compares of GCN 1.2
		}
	case DPP:
		p.s(p.f.Base())
		p.s("_dpp")
	default:
		p.s(p.f.Name)
	}
}

// hidden reports whether an operand is not printed: what LLVM leaves out of the text because a
// modifier says so.
func (p *printer) hidden(o *Operand) bool {
	switch o.Type {
	case EndT:
		return o.Val == 0
	}
	return o.Kind == KindNone
}

// operand appends one operand.
func (p *printer) operand(o *Operand) {
	switch o.Type {
	case Simm16, Imm16, ProbeT:
		p.imm16(o)
		return
	case Rel16:
		if p.clrx() {
			p.b = fmt.Appendf(p.b, ".%+d", 4+4*int(int16(o.Val)))
			return
		}
		p.dec(int64(uint16(o.Val)))
		return
	case EndT:
		p.dec(int64(uint16(o.Val)))
		return
	case WaitT:
		p.waitcnt(o.Val)
		return
	case MsgT:
		p.message(o.Val)
		return
	case HwregT:
		p.hwreg(o.Val)
		return
	case GprIdx:
		p.gprIdx(o.Val)
		return
	case AttrT, AttrHT:
		p.s("attr")
		p.dec(int64(o.Val >> 2))
		p.b = append(p.b, '.', "xyzw"[o.Val&3])
		return
	case ParamT:
		p.param(o.Val)
		return
	case TargetT:
		p.target(o.Val)
		return
	}
	switch o.Kind {
	case KindOff:
		p.s("off")
	case KindImm:
		p.offset(o)
	default:
		p.source(o)
	}
}

// imm16 appends a plain 16-bit immediate: SOPK prints hexadecimal, SOPP and SMEM decimal where the
// number is an inline constant.
func (p *printer) imm16(o *Operand) {
	v := uint16(o.Val)
	if p.f.Fmt != SOPK && v <= 64 {
		p.dec(int64(v))
		return
	}
	p.hex(uint64(v))
}

// offset appends an immediate SMRD or SMEM offset.
func (p *printer) offset(o *Operand) {
	v := int64(int32(o.Val))
	if v < 0 {
		p.b = append(p.b, '-')
		v = -v
	}
	p.hex(uint64(v))
}

// sourceIndex is the number of the source that abs, neg and the selects count for a role, or -1.
func sourceIndex(role byte) int {
	switch role {
	case 'a', 'b', 'c':
		return int(role - 'a')
	}
	return -1
}

// source appends a register, constant or literal with its abs, neg and sext.
func (p *printer) source(o *Operand) {
	m := &p.in.Mod
	i := sourceIndex(o.Role)
	if i < 0 || p.f.Fmt == VOP3P && p.f.packed() || !p.f.isVALU() {
		p.register(o)
		return
	}
	neg, abs := m.Neg>>i&1 != 0, (m.Abs|m.NegHi)>>i&1 != 0
	sext := i < 2 && m.SDWA.Sext[i]
	end := ""
	if sext {
		p.s("sext(")
		end = ")"
	}
	switch {
	case neg && !abs && o.IsConst():
		// -1 is another number than neg(1).
		p.s("neg(")
		end += ")"
	case neg:
		p.b = append(p.b, '-')
	}
	switch {
	case abs && p.clrx():
		p.s("abs(")
		p.register(o)
		p.b = append(p.b, ')')
	case abs:
		p.b = append(p.b, '|')
		p.register(o)
		p.b = append(p.b, '|')
	default:
		p.register(o)
	}
	p.s(end)
}

// register appends a register, constant or literal.
func (p *printer) register(o *Operand) {
	if o.Code == CodeLiteral {
		p.literal(o)
		return
	}
	if o.Code == codeInv2Pi && o.Dwords == 2 && o.Type != Mask {
		p.s("0.15915494309189532")
		return
	}
	if o.Type.Is16() && o.Type != F16 && o.Code >= 240 && o.Code <= codeInv2Pi && !p.f.hasFloat() {
		// LLVM shows a number for what 16-bit integer operations read.
		p.hex(uint64(inlineFloats[o.Code-240].f16))
		return
	}
	var ok bool
	start, dwords := len(p.b), int(o.Dwords)
	if p.clrx() && p.f.Fmt == MIMG && o.Role == 'r' && p.in.Mod.R128 {
		dwords = 4
	}
	if p.b, ok = appendReg(p.b, p.f.Gen, o.Code, dwords); ok && p.clrx() && o.Code < CodeVGPR {
		p.b = append(p.b[:start], clrxRegister(string(p.b[start:]))...)
	}
	if !ok {
		p.s("?")
	}
}

// literal appends a literal. A literal that is the number of an inline constant is written
// lit(...), so that reading the text back gives a literal; an offset of SMRD, which knows no inline
// constants, only where the number has a short form too.
func (p *printer) literal(o *Operand) {
	v := o.Val
	inline := false
	switch {
	case o.Role == 'K' && p.f.Fmt == SOPK:
		if code := p.constantCode(v); code != 0 {
			p.b, _ = appendReg(p.b, p.f.Gen, code, 1)
			return
		}
	case o.Role == 'K':
	case p.clrx() && o.Role != 'f' && !o.Type.Is64() && !(o.Type == F16):
		inline = inlineCode(int64(int32(v))) != 0
	case p.clrx() && o.Type == F64:
		inline = inlineCode(int64(v)) != 0
	case o.Role == 'f':
		inline = v < 1<<p.f.layout.width('f')
	case o.Type == F64:
		w := uint64(v) << 32
		if code := inlineCode(int64(w)); code != 0 {
			p.dec(int64(w))
			return
		}
		for _, c := range inlineFloats[:len(inlineFloats)-1] {
			if c.f64 == w {
				p.s(c.text)
				return
			}
		}
	case o.Type.Is64():
		inline = v <= 64
	case o.Type == F16:
		h := uint16(v)
		if inline = inlineCode(int64(int16(h))) != 0; !inline && !p.clrx() {
			for _, c := range p.floats() {
				inline = inline || c.f16 == h
			}
		}
		if !inline {
			v = uint32(h)
		}
	default:
		inline = p.constantCode(v) != 0
		if !inline && o.Type.Is16() {
			v &= 0xffff
		}
	}
	if inline {
		p.s("lit(")
		p.hex(uint64(v))
		p.s(")")
		return
	}
	p.hex(uint64(v))
}

// floats are the floating-point inline constants of the generation.
func (p *printer) floats() []floatConst {
	if !p.f.Has(FeatureInv2Pi) {
		return inlineFloats[:codeInv2Pi-240]
	}
	return inlineFloats[:]
}

// constantCode is the source code of the inline constant that is the 32-bit number v, or 0.
func (p *printer) constantCode(v uint32) uint16 {
	if code := inlineCode(int64(int32(v))); code != 0 {
		return code
	}
	for i, c := range p.floats() {
		if c.f32 == v {
			return 240 + uint16(i)
		}
	}
	return 0
}

// immOffset appends the byte offset of a memory instruction. Of scalar memory it is an operand,
// but beside a register.
func (p *printer) immOffset() {
	m := &p.in.Mod
	mem := p.f.memory()
	switch {
	case p.f.Fmt == SMEM:
		if m.SOE && m.Imm {
			p.s(" offset:")
			p.offset(&Operand{Val: uint32(m.Offset)})
		}
	case mem.Kind == MemSwizzle:
		p.swizzle(uint16(m.Offset))
	case m.Offset != 0:
		p.s(" offset:")
		p.dec(int64(m.Offset))
	}
}

// twoOffsets appends the offsets of a DS instruction with two addresses.
func (p *printer) twoOffsets() {
	for i, name := range [...]string{" offset0:", " offset1:"} {
		if v := p.in.Mod.Offset >> (8 * i) & 0xff; v != 0 {
			p.s(name)
			p.dec(int64(v))
		}
	}
}

func (p *printer) omod() {
	p.s([...]string{"", " mul:2", " mul:4", " div:2"}[p.in.Mod.Omod&3])
}

// opSel appends op_sel where it is not 0: a bit for each source, then one for the destination.
func (p *printer) opSel() {
	m := &p.in.Mod
	switch {
	case m.OpSel == 0:
	case p.f.Fmt == VOP3P:
		p.list(" op_sel:", m.OpSel, bits.Len8(p.f.sources()))
	case p.f.hasRole('z'):
		p.list(" op_sel:", m.OpSel, 4)
	default:
		n, v := 0, uint8(0)
		for i := range p.f.Args {
			if s := sourceIndex(p.f.Args[i].Role); s >= 0 {
				v |= m.OpSel >> s & 1 << n
				n++
			}
		}
		p.list(" op_sel:", v|m.OpSel>>3<<n, n+1)
	}
}

// selNames are the sub-dword selects, unusedNames what SDWA does with the rest of the destination.
var (
	selNames    = []string{"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"}
	unusedNames = []string{"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"}
)

// dppRows names the row operations with a lane count, by DPP_CTRL >> 4; dppWaves those of the whole
// wave and the broadcasts, by DPP_CTRL. Source: AMD GCN3 ISA, "DPP_CTRL".
var (
	dppRows  = [...]string{16: " row_shl:", 17: " row_shr:", 18: " row_ror:"}
	dppWaves = [...]string{0x130: " wave_shl:1", 0x134: " wave_rol:1", 0x138: " wave_shr:1", 0x13c: " wave_ror:1", 0x140: " row_mirror",
		0x141: " row_half_mirror", 0x142: " row_bcast:15", 0x143: " row_bcast:31"}
)

// name is the text of DPP_CTRL but for the lane count or the permutation; empty where the code is
// reserved.
func (c *DPPMods) name() string {
	switch n := int(c.Ctrl); {
	case n < 256:
		return " quad_perm:["
	case n>>4 < len(dppRows) && n&15 != 0:
		return dppRows[n>>4]
	case n < len(dppWaves):
		return dppWaves[n]
	}
	return ""
}

// Valid reports whether DPP_CTRL is not reserved.
func (c *DPPMods) Valid() bool { return c.name() != "" }

// dppControl appends the permutation of lanes.
func (p *printer) dppControl() {
	c := &p.in.Mod.DPP
	if p.clrx() && c.Ctrl >= 0x130 {
		p.s(strings.Replace(strings.TrimSuffix(c.name(), ":1"), ":", "", 1))
		return
	}
	p.s(c.name())
	switch {
	case c.Ctrl < 256:
		for i := range 4 {
			if i > 0 {
				p.b = append(p.b, ',')
			}
			p.dec(int64(c.Ctrl >> (2 * i) & 3))
		}
		p.b = append(p.b, ']')
	case int(c.Ctrl>>4) < len(dppRows):
		p.dec(int64(c.Ctrl & 15))
	}
}

// swizzle appends the offset of ds_swizzle by the meaning of its pattern.
// Source: AMD ISA manuals, DS_SWIZZLE_B32; the names are LLVM's.
func (p *printer) swizzle(v uint16) {
	if v == 0 {
		return
	}
	p.s(" offset:")
	switch {
	case p.clrx():
		p.dec(int64(v))
		return
	case v >= 0xe000 && p.f.Has(FeatureSwizzleModes):
		p.s("swizzle(FFT,")
		p.dec(int64(v & 31))
	case v >= 0xc000 && p.f.Has(FeatureSwizzleModes):
		p.s("swizzle(ROTATE,")
		p.dec(int64(v >> 10 & 1))
		p.b = append(p.b, ',')
		p.dec(int64(v >> 5 & 31))
	case v&0xff00 == 0x8000:
		p.s("swizzle(QUAD_PERM")
		for i := range 4 {
			p.b = append(p.b, ',')
			p.dec(int64(v >> (2 * i) & 3))
		}
	case v&0x8000 == 0:
		and, or, xor := v&31, v>>5&31, v>>10&31
		switch {
		case and == 31 && or == 0 && bits.OnesCount16(xor) == 1:
			p.s("swizzle(SWAP,")
			p.dec(int64(xor))
		case and == 31 && or == 0 && xor > 0 && bits.OnesCount16(xor+1) == 1:
			p.s("swizzle(REVERSE,")
			p.dec(int64(xor) + 1)
		case bits.OnesCount16(32-and) == 1 && or < 32-and && xor == 0 && and != 31:
			p.s("swizzle(BROADCAST,")
			p.dec(int64(32 - and))
			p.b = append(p.b, ',')
			p.dec(int64(or))
		default:
			p.s("swizzle(BITMASK_PERM,\"")
			for i := 4; i >= 0; i-- {
				// What the bit becomes when it is 0 and when it is 1.
				zero, one := or>>i&1^xor>>i&1, (and>>i|or>>i)&1^xor>>i&1
				p.b = append(p.b, [...]byte{'0', 'p', 'i', '1'}[zero<<1|one])
			}
			p.b = append(p.b, '"')
		}
	default:
		p.dec(int64(v))
		return
	}
	p.b = append(p.b, ')')
}

// waitcnt appends the counters that are waited for, or all of them when there is none.
func (p *printer) waitcnt(v uint32) {
	fields := WaitFields(p.f.Gen)
	all := true
	for i := range fields {
		all = all && fields[i].Get(v) == fields[i].Max()
	}
	sep := ""
	for i := range fields {
		f := &fields[i]
		n := f.Get(v)
		if n == f.Max() && !all {
			continue
		}
		p.s(sep)
		p.s(f.Name)
		p.b = append(p.b, '(')
		p.dec(int64(n))
		p.b = append(p.b, ')')
		if sep = " "; p.clrx() {
			sep = " & "
		}
	}
}

// message is one that s_sendmsg sends.
type message struct {
	gens   Gen
	id     uint32
	name   string
	ops    []string
	stream uint32 // first operation with a stream, 0 none
}

// messages names the messages of s_sendmsg. ops are the names of the operations of those that have
// any; stream says from which operation on a stream number follows. Source: AMD ISA manuals,
// S_SENDMSG; names as LLVM's.
var messages = [...]message{
	{AllGens, 1, "MSG_INTERRUPT", nil, 0},
	{AllGens, 2, "MSG_GS", []string{1: "GS_OP_CUT", 2: "GS_OP_EMIT", 3: "GS_OP_EMIT_CUT"}, 1},
	{AllGens, 3, "MSG_GS_DONE", []string{"GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT"}, 1},
	{GCN12 | GCN14, 4, "MSG_SAVEWAVE", nil, 0},
	{GCN14, 5, "MSG_STALL_WAVE_GEN", nil, 0},
	{GCN14, 6, "MSG_HALT_WAVES", nil, 0},
	{GCN14, 7, "MSG_ORDERED_PS_DONE", nil, 0},
	{GCN14, 8, "MSG_EARLY_PRIM_DEALLOC", nil, 0},
	{GCN14, 9, "MSG_GS_ALLOC_REQ", nil, 0},
	{GCN14, 10, "MSG_GET_DOORBELL", nil, 0},
	{AllGens &^ GCN14, 15, "MSG_SYSMSG", []string{1: "SYSMSG_OP_ECC_ERR_INTERRUPT", 2: "SYSMSG_OP_REG_RD", 3: "SYSMSG_OP_HOST_TRAP_ACK", 4: "SYSMSG_OP_TTRACE_PC"}, 0},
	{GCN14, 15, "MSG_SYSMSG", []string{1: "SYSMSG_OP_ECC_ERR_INTERRUPT", 2: "SYSMSG_OP_REG_RD", 4: "SYSMSG_OP_TTRACE_PC"}, 0},
}

// HasMessage reports whether a generation has the message that the operand of s_sendmsg and
// s_sendmsghalt names in its bits 3-0. Source: errata P-11; LLVM (MSG_GET_DOORBELL).
func HasMessage(g Gen, operand uint32) bool {
	for i := range messages {
		if m := &messages[i]; m.gens&g != 0 && m.id == operand&15 {
			return true
		}
	}
	return false
}

// message appends the operand of s_sendmsg: by name, by its three numbers, or as one number where
// bits outside these are set.
func (p *printer) message(v uint32) {
	if p.clrx() {
		p.clrxMessage(v)
		return
	}
	id, op, stream := v&15, v>>4&7, v>>8&3
	for i := range messages {
		m := &messages[i]
		if m.gens&p.f.Gen == 0 || m.id != id {
			continue
		}
		hasStream := m.stream != 0 && op >= m.stream
		if m.ops == nil && op != 0 || m.ops != nil && (int(op) >= len(m.ops) || m.ops[op] == "") ||
			!hasStream && stream != 0 {
			break
		}
		p.s("sendmsg(")
		p.s(m.name)
		if m.ops != nil {
			p.s(", ")
			p.s(m.ops[op])
		}
		if hasStream {
			p.s(", ")
			p.dec(int64(stream))
		}
		p.b = append(p.b, ')')
		return
	}
	if v&0xffff != id|op<<4|stream<<8 {
		p.dec(int64(uint16(v)))
		return
	}
	p.s("sendmsg(")
	p.dec(int64(id))
	p.s(", ")
	p.dec(int64(op))
	p.s(", ")
	p.dec(int64(stream))
	p.b = append(p.b, ')')
}

// hwregs names the hardware registers of s_getreg and s_setreg. Source: AMD ISA manuals, "Hardware
// Register Values"; names as LLVM's.
var hwregs = [...]struct {
	gens Gen
	name string
}{
	1: {AllGens, "HW_REG_MODE"}, 2: {AllGens, "HW_REG_STATUS"}, 3: {AllGens, "HW_REG_TRAPSTS"}, 4: {AllGens, "HW_REG_HW_ID"},
	5: {AllGens, "HW_REG_GPR_ALLOC"}, 6: {AllGens, "HW_REG_LDS_ALLOC"}, 7: {AllGens, "HW_REG_IB_STS"}, 15: {GCN14, "HW_REG_SH_MEM_BASES"},
	16: {GCN14, "HW_REG_TBA_LO"}, 17: {GCN14, "HW_REG_TBA_HI"}, 18: {GCN14, "HW_REG_TMA_LO"}, 19: {GCN14, "HW_REG_TMA_HI"},
}

// HwregName is the name of a hardware register, its number where it has none on the generation.
func HwregName(g Gen, id int) string {
	if id >= 0 && id < len(hwregs) && hwregs[id].gens&g != 0 {
		return hwregs[id].name
	}
	return strconv.Itoa(id)
}

func (p *printer) hwreg(v uint32) {
	if p.clrx() {
		p.clrxHwreg(v)
		return
	}
	id, off, size := v&63, v>>6&31, v>>11&31+1
	p.s("hwreg(")
	p.s(HwregName(p.f.Gen, int(id)))
	if off != 0 || size != 32 {
		p.s(", ")
		p.dec(int64(off))
		p.s(", ")
		p.dec(int64(size))
	}
	p.b = append(p.b, ')')
}

func (p *printer) gprIdx(v uint32) {
	if v > 15 || p.clrx() {
		p.hex(uint64(v))
		return
	}
	p.s("gpr_idx(")
	sep := ""
	for i, name := range [...]string{"SRC0", "SRC1", "SRC2", "DST"} {
		if v>>i&1 != 0 {
			p.s(sep)
			p.s(name)
			sep = ","
		}
	}
	p.b = append(p.b, ')')
}

func (p *printer) param(v uint32) {
	if v < 3 {
		p.s([...]string{"p10", "p20", "p0"}[v])
		return
	}
	p.s("invalid_param_")
	p.dec(int64(v))
}

// target appends an export target. Source: AMD ISA manuals, "EXP: TGT"; names as LLVM's.
func (p *printer) target(v uint32) { p.s(TargetName(uint8(v))) }

// TargetName is the name of an export target as assemblers write it: mrt0-7, mrtz, null, pos0-3,
// param0-31.
func TargetName(v uint8) string {
	switch {
	case v < 8:
		return "mrt" + strconv.Itoa(int(v))
	case v == 8:
		return "mrtz"
	case v == 9:
		return "null"
	case v >= 12 && v < 16:
		return "pos" + strconv.Itoa(int(v)-12)
	case v >= 32:
		return "param" + strconv.Itoa(int(v)-32)
	}
	return "invalid_target_" + strconv.Itoa(int(v))
}

// bufferDataFormats and bufferNumFormats are the names of DFMT and NFMT of MTBUF. Source: AMD ISA
// manuals, "MTBUF"; names as LLVM's.
var (
	bufferDataFormats = [16]string{"INVALID", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10", "8_8_8_8", "32_32",
		"16_16_16_16", "32_32_32", "32_32_32_32", "RESERVED_15"}
	bufferNumFormats = [8]string{"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "RESERVED_6", "FLOAT"}
)

// format appends the data format of MTBUF where it is not the default, 8 UNORM.
func (p *printer) format() {
	if p.clrx() {
		p.clrxFormat()
		return
	}
	d, n := p.in.Mod.DFmt, p.in.Mod.NFmt
	if d == 1 && n == 0 {
		return
	}
	p.s(" format:[")
	if d != 1 {
		p.s("BUF_DATA_FORMAT_")
		p.s(bufferDataFormats[d&15])
	}
	if d != 1 && n != 0 {
		p.b = append(p.b, ',')
	}
	if n != 0 {
		p.s("BUF_NUM_FORMAT_")
		if n == 6 && p.f.Gen&(GCN10|GCN11) != 0 {
			p.s("SNORM_OGL")
		} else {
			p.s(bufferNumFormats[n&7])
		}
	}
	p.b = append(p.b, ']')
}
