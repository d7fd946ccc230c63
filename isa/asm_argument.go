package isa

import (
	"math"
	"strconv"
	"strings"
)

// operand reads the argument a from the nodes and returns how many it took.
func (b *builder) operand(a *Arg, nodes []node) (o Operand, taken int, err error) {
	o = Operand{Kind: KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords())}
	if len(nodes) == 0 {
		if a.Type == EndT {
			o.Kind = KindImm
			return o, 0, nil
		}
		if a.Role == 'f' && (b.f.Fmt == SMRD || b.f.Fmt == SMEM) && !b.in.Mod.SOE { // an offset that is not written is 0
			o.Kind, b.in.Mod.Imm = KindImm, true
			return o, 0, nil
		}
		return o, 0, errAt(b.toks[len(b.toks)-1].Col, "%s", b.countError())
	}
	n := &nodes[0]
	imm := func(v int64, err error) (Operand, int, error) {
		o.Kind, o.Val = KindImm, uint32(v)
		return o, 1, err
	}
	switch a.Type {
	case Simm16:
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return imm(int64(int16(v)), err)
	case Imm16, EndT:
		if b.f.Fmt == SOPK && strings.HasSuffix(b.f.Base(), "_u32") {
			v, err := b.integer(n, 0, math.MaxUint16)
			return imm(v, err)
		}
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return imm(int64(uint16(v)), err)
	case Rel16:
		v, err := b.branch(n)
		o.Kind, o.Val = KindLabel, uint32(v)
		return o, 1, err
	case WaitT:
		v, taken, err := b.wait(nodes)
		o, _, err = imm(int64(v), err)
		return o, taken, err
	case MsgT:
		return imm(b.message(n))
	case HwregT:
		return imm(b.hwreg(n))
	case GprIdx:
		return imm(b.gprIdx(n, a))
	case ProbeT:
		return imm(b.integer(n, 0, 127))
	case AttrT, AttrHT:
		v, err := b.attribute(n)
		b.in.Mod.Attr, b.in.Mod.Chan = uint8(v>>2), uint8(v&3)
		return imm(v, err)
	case ParamT:
		for v := uint32(0); v < 1<<b.f.layout.width(a.Role); v++ {
			if n.kind == nodeName && n.text == printed(&b.in, func(p *printer) { p.param(v) }) {
				return imm(int64(v), nil)
			}
		}
		return o, 0, errAt(n.col, "expected p10, p20 or p0")
	case TargetT:
		v, err := exportTarget(n)
		b.in.Mod.Target = uint8(v)
		return imm(v, err)
	}
	if n.kind == nodeName && n.text == "off" {
		o.Kind, o.Dwords = KindOff, 0
		return o, 1, nil
	}
	switch n.kind {
	case nodeReg:
		o.Code = n.code
		if n.dwords > 0 {
			o.Dwords = uint8(n.dwords)
		}
	case nodeNumber, nodeName:
		if (n.neg || n.abs) && n.num.Expr == nil && a.Type.IsFloat() && !b.has('N') {
			n = n.folded(a.Type)
		}
		if float, _ := b.f.sourceMods(); n.twice && b.f.isVALU() && sourceIndex(a.Role) >= 0 &&
			float>>sourceIndex(a.Role)&1 != 0 {
			return o, 0, errAt(n.col, "negated twice: neg(-x) negates a negative number")
		}
		if a.Role == 'f' {
			if ok, err := b.scalarOffset(n, &o); ok || err != nil {
				if err != nil {
					return o, 0, err
				}
				break
			}
		}
		if err := b.constant(a, n, &o); err != nil {
			return o, 0, err
		}
	default:
		return o, 0, errAt(n.col, "expected a register or a number")
	}
	if a.Role == 'f' {
		m := &b.in.Mod
		m.Imm = o.Kind == KindImm || m.SOE
	}
	return o, 1, b.sourceMods(a, n)
}

// sourceMods sets abs, neg and sext of a source.
func (b *builder) sourceMods(a *Arg, n *node) error {
	if !n.neg && !n.abs && !n.sext {
		return nil
	}
	m := &b.in.Mod
	s := sourceIndex(a.Role)
	float, _ := b.f.sourceMods()
	switch {
	case n.sext && (n.neg || n.abs || s < 0 || s > 1 || b.f.signed()>>s&1 == 0 || b.in.Sub != SDWA && b.in.Sub != SDWAB):
		return errAt(n.col, "sext is for integer sources of SDWA")
	case n.sext:
		m.SDWA.Sext[s] = true
		return nil
	case s < 0 || float>>s&1 == 0:
		return errAt(n.col, "abs and neg are for floating-point sources")
	case b.f.Fmt == VOP3P && b.f.packed():
		return errAt(n.col, "packed sources are negated with neg_lo and neg_hi, and have no absolute value")
	case !b.has('N') || n.abs && !b.has('A'):
		return errAt(n.col, "%s has no such source modifier", b.f.Name)
	}
	if n.neg {
		m.Neg |= 1 << s
	}
	switch {
	case n.abs && b.f.Fmt == VOP3P: // mixed precision: NEG_HI acts as abs
		m.NegHi |= 1 << s
	case n.abs:
		m.Abs |= 1 << s
	}
	return nil
}

// folded is a number with its sign modifiers applied, for encodings that have none. Of an integer
// they change the sign bit of the operand, as in LLVM.
func (n *node) folded(t Type) *node {
	v := n.num
	if v.Float == "" {
		bits := 32 * t.Dwords()
		if t.Is16() {
			bits = 16
		}
		sign := int64(1) << (bits - 1)
		if bits < 64 && v.Int < 0 {
			v.Int &= 1<<bits - 1
		}
		if n.abs {
			v.Int &^= sign
		}
		if n.neg {
			v.Int ^= sign
		}
		return &node{kind: n.kind, col: n.col, num: v}
	}
	text, minus := strings.CutPrefix(v.Float, "-")
	if minus = (minus && !n.abs) != n.neg; minus {
		text = "-" + text
	}
	return &node{kind: n.kind, col: n.col, num: Value{Float: text, literal: v.literal}}
}

// scalarOffset reads an immediate SMRD or SMEM offset. It reports false where the number must be a
// literal.
func (b *builder) scalarOffset(n *node, o *Operand) (bool, error) {
	v, err := b.number(n)
	if err != nil || !v.Known() {
		return false, nil
	}
	lo, hi := int64(0), int64(1)<<b.f.layout.width('f')-1
	if b.f.Fmt == SMEM && b.f.Has(FeatureSMEMOffsets) {
		lo, hi = -(hi+1)/2, hi/2
	}
	literals := b.f.Fmt == SMRD && b.f.Has(FeatureSMRDLiteral)
	switch outside := v.Int < lo || v.Int > hi; {
	case outside && !literals && b.f.Fmt == SMRD:
		return false, errAt(n.col, "%d is out of range: an offset is %d to %d dwords", v.Int, lo, hi)
	case outside && !literals:
		return false, errAt(n.col, "%d is out of range: an offset is %d to %d", v.Int, lo, hi)
	case outside || v.literal && literals:
		return false, nil
	}
	o.Kind, o.Val = KindImm, uint32(v.Int)
	b.in.Mod.Offset = int32(v.Int)
	return true, nil
}

// halfSuffix stands behind the text of a floating-point number that has half precision whatever its
// operand is.
const halfSuffix = "h"

// floatBits is a number in the precision of the type: its bits as that type has them. It reports
// false for what is too large, and for what is so small that it loses more than normal numbers do,
// as in LLVM.
func floatBits(text string, t Type) (uint64, bool) {
	if short, ok := strings.CutSuffix(text, halfSuffix); ok {
		text, t = short, F16
	}
	d, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	s := float32(d)
	switch {
	case t == F16 || t == V2F16:
		h := f32ToF16(math.Float32bits(s), KeepAll)
		exact := float64(math.Float32frombits(F16ToF32(h))) == d
		return uint64(h), h&0x7c00 != 0x7c00 && (exact || h&0x7c00 != 0)
	case t.Is64():
		return math.Float64bits(d), true
	}
	const smallest = 0x1p-126 // that is normal
	return uint64(math.Float32bits(s)), !math.IsInf(float64(s), 0) && (float64(s) == d || math.Abs(float64(s)) >= smallest)
}

// inlineFloat is the code of the inline constant whose bits, as an operand of the type sees them,
// are v; 0 if there is none.
func inlineFloat(f *Form, v uint64, t Type) uint16 {
	for code := uint16(240); code <= codeInv2Pi; code++ {
		if w, _ := Constant(code, 0, t); w == v {
			if code != codeInv2Pi || f.Has(FeatureInv2Pi) {
				return code
			}
		}
	}
	return 0
}

// constant makes an inline constant or a literal.
func (b *builder) constant(a *Arg, n *node, o *Operand) error {
	v, err := b.number(&node{kind: n.kind, col: n.col, text: n.text, num: n.num})
	if err != nil {
		return err
	}
	if a.Role == 'f' && (v.Float != "" || v.Int < 0) {
		return errAt(n.col, "an offset is an integer, 0 or more")
	}
	t := a.Type
	// the offset of SMRD is no inline constant (errata R-3)
	inline := a.Role != 'K' && a.Role != 'f' && !v.literal && !b.literals
	if a.Role == 'K' {
		t = b.f.Args[0].Type // K is B32 in madmk and madak of both precisions
		if v.Float == "" || b.f.Fmt == SOPK {
			t = B32
		}
	}
	if v.Expr != nil {
		if a.Role == 'f' || t.Is64() || t == Mask || t.Is16() {
			if v.Int, err = b.mustKnow(v, n.col); err != nil {
				return err
			}
			v.Expr = nil
		} else {
			o.Code = CodeLiteral
			return b.pend(PatchLiteral, v, n.col)
		}
	}
	if v.Float != "" {
		bits, ok := floatBits(v.Float, t)
		if !ok {
			return errAt(n.col, "%s is out of the range of %v", v.Float, t)
		}
		if inline {
			if o.Code = inlineFloat(b.f, bits, t); o.Code == 0 {
				o.Code = inlineCode(int64(bits)) // of 0, and of the smallest numbers
			}
			if o.Code != 0 {
				return nil
			}
		}
		o.Code, o.Val = CodeLiteral, uint32(bits)
		switch {
		case t == F64:
			o.Val = uint32(bits >> 32) // a literal is the upper half; the lower one is lost, as in LLVM
		case t.Is64(), t.Is16() && t != F16, t.IsPacked() && t != V2F16:
			return errAt(n.col, "%s is no inline constant and the operand is an integer", v.Float)
		}
		return nil
	}
	// An integer is inline when it is one of the constants as the operand sees it.
	bits := 32
	switch {
	case t.Is64() || t == Mask:
		bits = 64
	case t.Is16() && !v.literal, a.Role == 'K' && b.f.Args[0].Type == F16:
		bits = 16
	}
	if bits < 64 && (v.Int < -1<<(bits-1) || v.Int >= 1<<bits) {
		return errAt(n.col, "%d does not fit %d bits", v.Int, bits)
	}
	signed := v.Int << (64 - bits) >> (64 - bits)
	if t.Is16() && t != F16 {
		signed = v.Int // LLVM takes 0xfff0 as a literal there, and prints such a literal so
	}
	if inline {
		if o.Code = inlineCode(signed); o.Code != 0 {
			return nil
		}
		pattern := uint64(v.Int) & (1<<bits - 1)
		if (!t.Is16() || t == F16) && !b.clrx() { // an integer is a literal there
			if o.Code = inlineFloat(b.f, pattern, t); o.Code != 0 {
				return nil
			}
		}
	}
	o.Code, o.Val = CodeLiteral, uint32(v.Int)
	switch {
	case bits == 16 && a.Role != 'K' && t == F16: // of an integer LLVM keeps the sign in the bits above
		o.Val &= 0xffff
	case bits == 64 && v.Int>>32 != 0 && (t != I64 || int64(int32(v.Int)) != v.Int):
		// A literal is zero-extended, for signed operands sign-extended; its 32 bits may also be
		// written as they are.
		return errAt(n.col, "%d does not fit the literal of an operand of type %v", v.Int, t)
	}
	return nil
}

// impliesVCC reports whether an argument is VCC that the text leaves out, as LLVM lets it: the
// destination of a comparison and the mask of v_cndmask_b32, in the short encoding.
func (b *builder) impliesVCC(a *Arg, nodes int) bool {
	if b.clrx() || b.sub != nil || !a.Implicit {
		return false
	}
	return a.Role == 'd' && nodes == len(b.f.Args)-1 || a.Role == 'c' && nodes == 0 && !b.f.hasRole('e')
}
