package isa

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Source operand codes (9 bits: 0-255 scalar, 256-511 VGPRs), the numbering of every SRC field.
// Source: AMD ISA manuals, "Scalar Operands".
const (
	CodeVCCLo        = 106 // VCC, low dword
	CodeVCCHi        = 107 // VCC, high dword
	CodeTTMP         = 112 // ttmp0 on GCN 1.0-1.2; GCN 1.4 begins at 108
	CodeM0           = 124
	codeNull         = 125 // printed by LLVM, reserved on these generations
	CodeExecLo       = 126 // EXEC, low dword
	CodeExecHi       = 127 // EXEC, high dword
	CodeZero         = 128 // integer 0; 129..192 are 1..64, 193..208 are -1..-16
	CodeSharedBase   = 235 // GCN 1.4: aperture bases and limits
	CodeSharedLimit  = 236
	CodePrivateBase  = 237
	CodePrivateLimit = 238
	codeInv2Pi       = 248 // 1/(2*pi), from GCN 1.2
	CodeSDWA         = 249 // SRC0 only: the SDWA dword behind the instruction names source 0
	CodeDPP          = 250 // SRC0 only: the same of the DPP dword
	CodeVCCZ         = 251 // VCC is zero: 1 or 0
	CodeExecZ        = 252 // EXEC is zero: 1 or 0
	CodeSCC          = 253 // SCC: 1 or 0
	CodeLDSDirect    = 254 // what M0 addresses in LDS
	CodeLiteral      = 255 // the dword behind the instruction
	CodeVGPR         = 256 // v0; v255 is 511
)

// OperandKind says what an operand is.
type OperandKind uint8

// The kinds of operand.
const (
	KindNone  OperandKind = iota // no operand
	KindReg                      // a register, constant or literal, by its source code
	KindImm                      // an immediate field of the instruction
	KindLabel                    // a branch offset in dwords from the next instruction
	KindOff                      // an address or resource that is absent, printed "off"
)

// Type is the type of an operand: how many bits, how read.
type Type uint8

// Operand types. B is untyped bits, U and I unsigned and signed integers, F floating point, V2
// packed pairs of 16-bit values.
const (
	NoType Type = iota // no operand
	B16
	U16
	I16
	F16
	B32
	U32
	I32
	F32
	B64
	U64
	I64
	F64
	B96
	B128
	B256
	B512
	V2B16
	V2U16
	V2I16
	V2F16
	Mask    // 64 bits, one per lane: VCC, carry, compare result
	Simm16  // signed 16-bit immediate
	Imm16   // unsigned 16-bit immediate
	Rel16   // signed branch offset in dwords
	WaitT   // s_waitcnt fields
	MsgT    // s_sendmsg operand
	HwregT  // s_getreg and s_setreg operand
	GprIdx  // s_set_gpr_idx mode bits
	AttrT   // interpolation attribute and channel
	ParamT  // v_interp_mov parameter: p10, p20, p0
	SwzT    // the swizzle-aware offset of ds_swizzle
	ProbeT  // the immediate in SDATA of s_atc_probe
	ExpT    // an export source: may be off
	EndT    // the immediate of s_endpgm, not printed when 0
	TargetT // an export target
	AttrHT  // AttrT of a 16-bit interpolation: a bit selects the upper half of the attribute
	V4U8    // four unsigned bytes
	V4I8    // four signed bytes
	V8U4    // eight half bytes, unsigned
	V8I4    // eight half bytes, signed

	numTypes
)

var typeNames = [numTypes]string{"", "b16", "u16", "i16", "f16", "b32", "u32", "i32", "f32", "b64", "u64", "i64",
	"f64", "b96", "b128", "b256", "b512",
	"v2b16", "v2u16", "v2i16", "v2f16", "mask", "simm16", "imm16", "rel16", "wait", "msg", "hwreg", "gpridx", "attr", "param", "swz", "probe", "exp", "end", "target", "attrh", "v4u8", "v4i8", "v8u4", "v8i4"}

// typeDwords: registers that an operand of the type takes.
var typeDwords = [numTypes]uint8{0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 8, 16, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}

// String is the type's name in Args strings.
func (t Type) String() string { return typeNames[t] }

// Dwords is the number of 32-bit registers an operand of this type takes; 0 for immediates.
func (t Type) Dwords() int { return int(typeDwords[t]) }

// IsFloat reports whether abs, neg, omod and clamp act on the operand as on a floating-point
// number.
func (t Type) IsFloat() bool { return t == F16 || t == F32 || t == F64 || t == V2F16 }

// Is16 reports whether the operand is one 16-bit value.
func (t Type) Is16() bool { return t >= B16 && t <= F16 }

// IsPacked reports whether the operand is a pair of 16-bit values.
func (t Type) IsPacked() bool { return t >= V2B16 && t <= V2F16 }

// IsBytes reports whether the operand is four or eight integers of less than 16 bits.
func (t Type) IsBytes() bool { return t >= V4U8 && t <= V8I4 }

// Is64 reports whether the operand is one 64-bit value (masks excluded).
func (t Type) Is64() bool { return t >= B64 && t <= F64 }

// Operand is one operand of a decoded instruction, in assembly order.
type Operand struct {
	Kind   OperandKind // which of Code and Val counts
	Role   byte        // the letter of its field in the picture
	Type   Type        // how it is read
	Dwords uint8       // registers it takes
	Code   uint16      // KindReg: 9-bit source code of its first register
	Val    uint32      // literal (Code 255), immediate or branch offset, sign-extended
}

// IsVGPR reports whether the operand is in vector registers.
func (o Operand) IsVGPR() bool { return o.Kind == KindReg && o.Code >= CodeVGPR }

// IsSGPR reports whether the operand is in scalar registers (numbered SGPRs, VCC, EXEC, M0, trap
// registers): anything that can be written.
func (o Operand) IsSGPR() bool { return o.Kind == KindReg && o.Code < CodeZero }

// IsConst reports whether the operand is an inline constant or a literal.
func (o Operand) IsConst() bool {
	return o.Kind == KindReg && (o.Code >= CodeZero && o.Code <= 208 || o.Code >= 240 && o.Code <= 248 ||
		o.Code == CodeLiteral)
}

// scalarFile is how a generation numbers its scalar registers and constants.
type scalarFile struct {
	gens   Gen
	sgprs  int    // numbered SGPRs that a wave can address: FLAT_SCRATCH and XNACK_MASK follow 102 of them
	ttmp   uint16 // code of ttmp0
	inv2Pi bool   // 248 is 1/(2*pi)
	// LLVM's register classes have tuples that end in s103, ttmp15 and behind v255 ([Inst.Reserved]
	// tells)
	wide bool
}

// Sources: LLVM AMDGPUBaseInfo getAddressableNumSGPRs, AMD ISA manuals "Scalar Operands".
var scalarFiles = [...]scalarFile{
	{GCN10 | GCN11, 104, CodeTTMP, false, false},
	{GCN12, 102, CodeTTMP, true, true},
	{GCN14, 102, 108, true, true},
}

func scalarsOf(g Gen) *scalarFile {
	for i := range scalarFiles {
		if scalarFiles[i].gens&g != 0 {
			return &scalarFiles[i]
		}
	}
	return &scalarFiles[0]
}

// MaxSGPR is the number of numbered SGPRs that a wave can address.
func MaxSGPR(g Gen) int { return scalarsOf(g).sgprs }

// specials names the scalar registers that are not numbered SGPRs, for each set of generations.
// Pairs share their name without _lo and _hi.
var specials = [...]struct {
	gens Gen
	code uint16
	pair string // 64-bit name; the 32-bit names are pair_lo and pair_hi
}{
	{GCN11, 104, "flat_scratch"},
	{GCN12 | GCN14, 102, "flat_scratch"},
	{GCN12 | GCN14, 104, "xnack_mask"},
	{AllGens, CodeVCCLo, "vcc"},
	{GCN10 | GCN11 | GCN12, 108, "tba"},
	{GCN10 | GCN11 | GCN12, 110, "tma"},
	{AllGens, CodeExecLo, "exec"},
}

// FlatScratch is the source code of the low half of FLAT_SCRATCH, 0 on GCN 1.0, which has none.
func FlatScratch(g Gen) uint16 {
	for i := range specials {
		if s := &specials[i]; s.pair == "flat_scratch" && s.gens&g != 0 {
			return s.code
		}
	}
	return 0
}

// singles names codes that are no pairs and no constants. max is the most dwords that an operand
// with the code can have. reserved are generations whose hardware lacks the operand although LLVM's
// disassembler prints it there.
var singles = [...]struct {
	gens, reserved Gen
	code           uint16
	max            int
	name           string
}{
	{AllGens, 0, CodeM0, 1, "m0"},
	{GCN12 | GCN14, GCN12 | GCN14, codeNull, 16, "null"},
	{GCN12 | GCN14, GCN12 | GCN14, 230, 2, "src_flat_scratch_base_lo"},
	{GCN12 | GCN14, GCN12 | GCN14, 231, 1, "src_flat_scratch_base_hi"},
	{GCN12 | GCN14, GCN12, 235, 2, "src_shared_base"},
	{GCN12 | GCN14, GCN12, 236, 2, "src_shared_limit"},
	{GCN12 | GCN14, GCN12, 237, 2, "src_private_base"},
	{GCN12 | GCN14, GCN12, 238, 2, "src_private_limit"},
	{GCN12 | GCN14, GCN12, 239, 2, "src_pops_exiting_wave_id"},
	{AllGens, 0, CodeVCCZ, 2, "src_vccz"},
	{AllGens, 0, CodeExecZ, 2, "src_execz"},
	{AllGens, 0, CodeSCC, 2, "src_scc"},
	{AllGens, 0, CodeLDSDirect, 1, "src_lds_direct"},
}

// ttmpBase is the code of ttmp0.
func ttmpBase(g Gen) uint16 { return scalarsOf(g).ttmp }

// scalarRuns returns the number of SGPRs and trap registers that a tuple of dwords registers can
// reach, by the numbers of LLVM's register classes: on GCN 1.2 and 1.4 a tuple may end in s103 and
// in ttmp15, which are not numbered registers there ([Inst.Reserved] tells).
func scalarRuns(g Gen, dwords int) (sgprs, ttmps int) {
	sgprs, ttmps = MaxSGPR(g), 124-int(ttmpBase(g))
	if dwords > 2 && scalarsOf(g).wide {
		sgprs, ttmps = 104, 16
	}
	return sgprs, ttmps
}

// alignCode rounds the code of a tuple of scalar registers down to what a tuple of its size can
// begin with: even for two dwords, a multiple of four for more. The hardware ignores the low bits
// (LLVM does when it disassembles).
func alignCode(g Gen, code uint16, dwords int) uint16 {
	m := uint16(0)
	switch {
	case dwords > 2:
		m = 3
	case dwords == 2:
		m = 1
	}
	switch base := ttmpBase(g); {
	case int(code) < MaxSGPR(g):
		return code &^ m
	case code >= base && code < CodeM0:
		return base + (code-base)&^m
	}
	return code
}

// TTMP is the source code of the first trap temporary register.
func TTMP(g Gen) uint16 { return ttmpBase(g) }

// RegName is the assembly text of the register, constant or special operand with the source code,
// taking dwords registers; ok is false where the generation has no such operand. Literals (code
// 255) have no name.
func RegName(g Gen, code uint16, dwords int) (name string, ok bool) {
	b, ok := appendReg(make([]byte, 0, 24), g, code, dwords)
	return string(b), ok
}

// ErrUnknownRegister is wrapped by the errors of [ParseReg] for what is no register's name.
var ErrUnknownRegister = errors.New("unknown register")

// ParseReg is the inverse of [RegName] for registers: the source code and the number of dwords of
// "s4", "s[4:7]", "v[0:1]", "vcc", "exec_lo", "m0", "scc", "ttmp3" and the like. g may be several
// generations: the first that has the register says its code.
func ParseReg(g Gen, name string) (code uint16, dwords int, err error) {
	for _, one := range gens {
		if one&g == 0 {
			continue
		}
		c, n, e := parseReg(one, name, one == g)
		if e == nil {
			return c, n, nil
		}
		if err == nil {
			err = e
		}
	}
	return 0, 0, err
}

// parseReg is ParseReg for one generation; alone says that no other one is tried.
func parseReg(g Gen, name string, alone bool) (code uint16, dwords int, err error) {
	r, ok := g.table().registers()[name]
	if ok && (r.code < CodeZero && r.code != codeNull || r.code == CodeSCC || r.code >= CodeVGPR) {
		return r.code, max(r.dwords, 1), nil
	}
	class := strings.TrimRight(name, "0123456789")
	numbers := name[len(class):]
	if head, inner, ok := strings.Cut(name, "["); ok && strings.HasSuffix(inner, "]") {
		class, numbers = head, strings.TrimSuffix(inner, "]")
	}
	from, to, isRange := strings.Cut(numbers, ":")
	if isRange != strings.Contains(name, "[") || len(from) > 3 || len(to) > 3 {
		class = "" // no such form
	}
	if !isRange {
		to = from
	}
	first, err1 := strconv.ParseUint(from, 10, 16)
	last, err2 := strconv.ParseUint(to, 10, 16)
	if !isTuple(class) || err1 != nil || err2 != nil {
		return 0, 0, fmt.Errorf("%w %q", ErrUnknownRegister, name)
	}
	if last < first {
		return 0, 0, fmt.Errorf("register %s: the range runs backwards", name)
	}
	most := map[string]int{"v": CodeVGPR, "s": MaxSGPR(g), "ttmp": CodeM0 - int(ttmpBase(g))}[class]
	if last >= uint64(most) {
		err = fmt.Errorf("register %s: there are only %d registers %s0 to %[3]s%d", name, most, class, most-1)
		if alone {
			err = fmt.Errorf("%w on %v", err, g)
		}
		return 0, 0, err
	}
	base := map[string]uint16{"v": CodeVGPR, "ttmp": ttmpBase(g)}[class]
	return base + uint16(first), int(last-first) + 1, nil
}

// appendReg appends what [RegName] returns.
func appendReg(b []byte, g Gen, code uint16, dwords int) ([]byte, bool) {
	sgprs, ttmps := scalarRuns(g, dwords)
	base := ttmpBase(g)
	switch {
	case code >= CodeVGPR:
		// LLVM prints a tuple past v255 as if there were more registers.
		n := int(code - CodeVGPR)
		return appendTuple(b, "v", n, dwords), n < 256 && (n+dwords <= 256 || scalarsOf(g).wide)
	case int(code) < MaxSGPR(g):
		return appendTuple(b, "s", int(code), dwords), int(code)+dwords <= sgprs
	case code >= base && code < CodeM0:
		return appendTuple(b, "ttmp", int(code-base), dwords), int(code-base)+dwords <= ttmps
	case code >= CodeZero && code <= 192:
		return strconv.AppendInt(b, int64(code)-CodeZero, 10), true
	case code > 192 && code <= 208:
		return strconv.AppendInt(b, 192-int64(code), 10), true
	case code >= 240 && code <= codeInv2Pi:
		return append(b, inlineFloats[code-240].text...), code != codeInv2Pi || scalarsOf(g).inv2Pi
	}
	for i := range specials {
		s := &specials[i]
		if s.gens&g == 0 || code&^1 != s.code {
			continue
		}
		b = append(b, s.pair...)
		switch {
		case dwords == 2:
			return b, code == s.code
		case code == s.code:
			b = append(b, "_lo"...)
		default:
			b = append(b, "_hi"...)
		}
		return b, dwords < 2
	}
	for i := range singles {
		if s := &singles[i]; s.code == code && s.gens&g != 0 {
			return append(b, s.name...), dwords <= s.max
		}
	}
	return b, false
}

// appendTuple appends "v1" or "v[1:2]".
func appendTuple(b []byte, letter string, n, dwords int) []byte {
	b = append(b, letter...)
	if dwords <= 1 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	b = append(b, '[')
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(n+dwords-1), 10)
	return append(b, ']')
}

// floatConst is one floating-point inline constant.
type floatConst struct {
	text string
	f16  uint16
	f32  uint32
	f64  uint64
}

// inlineFloats are the inline constants 240-248: their value in each precision is the exactly
// representable number, except for 1/(2*pi), which is rounded to nearest. Source: AMD GCN3 ISA
// table "Scalar Operands"; 16-bit pattern 0x3118 (LLVM SIDefines).
var inlineFloats = [9]floatConst{
	{"0.5", 0x3800, 0x3f000000, 0x3fe0000000000000},
	{"-0.5", 0xb800, 0xbf000000, 0xbfe0000000000000},
	{"1.0", 0x3c00, 0x3f800000, 0x3ff0000000000000},
	{"-1.0", 0xbc00, 0xbf800000, 0xbff0000000000000},
	{"2.0", 0x4000, 0x40000000, 0x4000000000000000},
	{"-2.0", 0xc000, 0xc0000000, 0xc000000000000000},
	{"4.0", 0x4400, 0x40800000, 0x4010000000000000},
	{"-4.0", 0xc400, 0xc0800000, 0xc010000000000000},
	{"0.15915494", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
}

// Constant is the value of an inline constant or literal as an operand of the type sees it, as 64
// bits: integers sign-extended, floating-point constants in the operand's precision, a literal
// extended as semantics.md 56 says (f64: high half; i64: sign; b64, u64: zero). ok is false when
// code is no constant.
//
// 16-bit and packed operands: an integer constant is its sign-extended 32-bit value; a
// floating-point one is the half-precision pattern for F16 and the single-precision pattern for
// integer types (LLVM getInlineEncodingV216).
func Constant(code uint16, literal uint32, t Type) (v uint64, ok bool) {
	switch {
	case code >= CodeZero && code <= 192:
		return uint64(code - CodeZero), true
	case code > 192 && code <= 208:
		return uint64(192 - int64(code)), true
	case code >= 240 && code <= 248:
		c := inlineFloats[code-240]
		switch {
		case t == F64 || t == B64 || t == U64 || t == I64 || t == Mask:
			return c.f64, true
		case t == F16 || t == V2F16:
			return uint64(c.f16), true
		}
		return uint64(c.f32), true
	case code == CodeLiteral:
		switch t {
		case F64:
			return uint64(literal) << 32, true
		case I64:
			return uint64(int64(int32(literal))), true
		}
		return uint64(literal), true
	}
	return 0, false
}

// inlineCode is the source code of the inline constant for an integer value, or 0 where there is
// none.
func inlineCode(v int64) uint16 {
	switch {
	case v >= 0 && v <= 64:
		return uint16(CodeZero + v)
	case v < 0 && v >= -16:
		return uint16(192 - v)
	}
	return 0
}
