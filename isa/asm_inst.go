package isa

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// An instruction's text is read in three steps. Operands and modifiers become nodes without regard
// to the instruction. Then each form of the mnemonic, the shortest encoding first, is tried: its
// Args say what the nodes mean. Last, what came out is encoded and decoded again, and the decoder's
// view must be what the text says. So the decoder alone knows which registers, widths and
// combinations of modifiers a form allows.

// dppByText is DPP_CTRL by the texts of an operation of the whole wave, and of a broadcast. CLRX leaves
// the 1 of wave shifts out and writes row_bcast15.
var dppByText = sync.OnceValue(func() map[string]uint16 {
	m := map[string]uint16{}
	for n, name := range dppWaves {
		if name = strings.TrimSpace(name); name != "" {
			m[name], m[strings.TrimSuffix(name, ":1")], m[strings.Replace(name, ":", "", 1)] = uint16(n), uint16(n), uint16(n)
		}
	}
	return m
})

// dppControl is the DPP_CTRL of a modifier by its text ("row_shl:1", "row_mirror").
func dppControl(text string) (uint16, bool) {
	if n, ok := dppByText()[text]; ok {
		return n, true
	}
	name, count, ok := strings.Cut(text, ":")
	if !ok {
		return 0, false
	}
	for i, row := range dppRows {
		if row != "" && row[1:len(row)-1] == name {
			n, err := strconv.ParseUint(count, 10, 8)
			return uint16(i<<4) | uint16(n), err == nil && n >= 1 && n <= 15
		}
	}
	return 0, false
}

// isFlag reports whether a bare word behind a mnemonic is a modifier of one of its forms.
func isFlag(forms []*Form, word string) bool {
	_, control := dppControl(word)
	for _, f := range forms {
		in := formatSet(f.Fmt)
		if f.isVALU() {
			if in |= inSub; control {
				return true
			}
		}
		for i := range modRows {
			if x := &modRows[i]; x.flag != nil && x.name == word && x.fmts&in != 0 {
				return true
			}
		}
	}
	return false
}

// sub is the second dword that a modifier asks for, or NoFormat.
func (m *modifier) sub() Format {
	for i := range modRows {
		switch x := &modRows[i]; {
		case x.name != m.name:
		case x.fmts&^inSDWA == 0:
			return SDWA
		case x.fmts&^inDPP == 0:
			return DPP
		}
	}
	if strings.HasPrefix(m.name, "row_") || strings.HasPrefix(m.name, "wave_") {
		return DPP
	}
	return NoFormat
}

// builder makes one form's instruction from nodes.
type builder struct {
	*textReader
	in  Inst
	f   *Form
	sub *layout
	at  [MaxOperands]*node // the node of each operand
}

// has reports whether the encoding has a field.
func (b *builder) has(field byte) bool {
	if b.sub != nil && b.sub.has(field) {
		return true
	}
	return b.f.layout.has(field)
}

// defaults sets what absent modifiers mean.
func (b *builder) defaults() {
	l := b.f.layout
	if b.sub != nil {
		l = b.sub
	}
	for i := range l.mods {
		x := &l.mods[i]
		if v := x.absentIn(b.syntax, b.f); v != 0 && x.writes(b.f, l) {
			x.set(&b.in.Mod, uint32(v))
		}
	}
}

const (
	selDWord       = 6 // selNames
	unusedPreserve = 2 // unusedNames
)

// sources is the number of sources that op_sel and its like count.
func (b *builder) sources() int { return bits.OnesCount8(b.f.sources()) }

// omod sets the multiplier or divisor of the result.
func (b *builder) omod(md *modifier) error {
	v, err := b.integer(md.val, 1, 4)
	if err != nil {
		return err
	}
	code, ok := map[string]uint8{"mul1": 0, "mul2": 1, "mul4": 2, "div1": 0, "div2": 3}[md.name+strconv.Itoa(int(v))]
	if !ok {
		return errAt(md.val.col, "the result can be multiplied by 2 or 4, or divided by 2")
	}
	b.in.Mod.Omod = code
	return nil
}

// opSel sets OP_SEL: bits of sources count up, the last bit is the destination's, bit 3.
func (b *builder) opSel(md *modifier) error {
	n := b.sources()
	switch {
	case b.f.hasRole('z'): // interpolation: SRC0 holds the attribute
		n = 4
	case b.f.Fmt != VOP3P:
		n++
	}
	v, err := b.bitList(md, n)
	if n--; b.f.Fmt != VOP3P && v>>n != 0 {
		v = v&^(1<<n) | 8
	}
	b.in.Mod.OpSel = uint8(v)
	return err
}

// quadPerm sets the permutation of the four lanes of a quad.
func (b *builder) quadPerm(md *modifier) error {
	if md.val.kind != nodeList || len(md.val.args) != 4 {
		return errAt(md.val.col, "quad_perm takes a list of 4 lanes")
	}
	for i := range md.val.args {
		v, err := b.integer(&md.val.args[i], 0, 3)
		if err != nil {
			return err
		}
		b.in.Mod.DPP.Ctrl |= uint16(v) << (2 * i)
	}
	return nil
}

// dppControl sets a permutation of lanes other than quad_perm, whose name is the modifier.
func (b *builder) dppControl(md *modifier) error {
	text := md.name
	if md.val != nil {
		v, err := b.integer(md.val, 0, 31)
		if err != nil {
			return err
		}
		text = fmt.Sprintf("%s:%d", md.name, v)
	}
	c, ok := dppControl(text)
	if !ok {
		if _, row := dppControl(md.name + ":1"); row && md.val != nil {
			return errAt(md.val.col, "%s moves by 1 to 15 lanes", md.name)
		}
		return b.none(md)
	}
	b.in.Mod.DPP.Ctrl = c
	return nil
}

// twoOffsets sets one of the two offsets of a DS instruction with two addresses.
func (b *builder) twoOffsets(md *modifier) error {
	v, err := b.integer(md.val, 0, 255)
	b.in.Mod.Offset |= int32(v) << (8 * (md.name[len("offset")] - '0'))
	return err
}

// offset sets the byte offset of a memory instruction.
func (b *builder) offset(md *modifier) error {
	m, n := &b.in.Mod, md.val
	bits := b.f.layout.width('f')
	switch {
	case b.f.Fmt == DS:
		bits = 16
	case b.f.Fmt == SMEM && b.f.Has(FeatureSMEMOffsets):
		m.SOE, m.Imm = true, true
	case b.f.Fmt == FLAT && bits == 0:
		v, err := b.integer(n, math.MinInt32, math.MaxInt32)
		if err == nil && v != 0 {
			err = errAt(n.col, "flat instructions have no offset on %v: add it to the address", b.f.Gen)
		}
		return err
	case b.f.Fmt == SMEM || bits == 0:
		return b.none(md)
	}
	if n.kind == nodeCall && n.text == "swizzle" {
		if b.f.memory().Kind != MemSwizzle {
			return b.none(md)
		}
		v, err := b.swizzle(n)
		m.Offset = int32(v)
		return err
	}
	lo, hi := int64(0), int64(1)<<bits-1
	if b.f.signedOffset() {
		lo, hi = -1<<(bits-1), 1<<(bits-1)-1
	}
	v, err := b.integer(n, lo, hi)
	m.Offset = int32(v)
	return err
}

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
	float, integer := b.f.sourceMods()
	switch {
	case n.sext && (n.neg || n.abs || s < 0 || s > 1 || integer>>s&1 == 0 || b.in.Sub != SDWA && b.in.Sub != SDWAB):
		return errAt(n.col, "sext is for integer sources of SDWA")
	case n.sext:
		m.SDWA.Sext[s] = true
		return nil
	case s < 0 || float>>s&1 == 0:
		return errAt(n.col, "abs and neg are for floating-point sources")
	case b.f.Fmt == VOP3P && b.f.packed():
		return errAt(n.col, "packed sources are negated with neg_lo and neg_hi")
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

// scalarOffset reads an immediate SMRD or SMEM offset. It reports false where the number must be a literal.
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

// halfSuffix is behind the text of a floating-point number that is one of half precision whatever its operand is.
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
	case bits == 16 && a.Role != 'K':
		o.Val &= 0xffff
	case bits == 64 && v.Int>>32 != 0 && (t != I64 || int64(int32(v.Int)) != v.Int):
		// A literal is zero-extended, for signed operands sign-extended; its 32 bits may also be written as they are.
		return errAt(n.col, "%d does not fit the literal of an operand of type %v", v.Int, t)
	}
	return nil
}

// roleNames are the operands by the letters of their fields.
var roleNames = map[byte]string{'d': "destination", 'e': "carry out", 'a': "source 0", 'b': "source 1", 'c': "source 2", 'i': "immediate",
	'K': "literal", 'f': "offset", 's': "base", 't': "scalar offset", 'r': "resource", 'q': "sampler", 'v': "address", 'z': "attribute",
	'k': "target"}

// countError says which operands the form takes.
func (b *builder) countError() string {
	d := decoder{in: &b.in, f: b.f}
	var names []string
	for i := range b.f.Args {
		a := &b.f.Args[i]
		if d.absent(a) {
			continue
		}
		name := roleNames[a.Role]
		switch {
		case a.Type == Rel16:
			name = "label"
		case b.f.Fmt == EXP && a.Type == ExpT:
			name = "data"
		case name == "":
			name = "data"
		case a.Role == 'c' && a.Type == Mask:
			name = "carry in or mask"
		case a.Role <= 'c' && a.Role != 'K' && !b.f.isVALU() && b.f.Fmt >= DS:
			name = "data"
		}
		names = append(names, name)
	}
	s := "s"
	if len(names) == 1 {
		s = ""
	}
	if len(names) == 0 {
		return b.f.Base() + " takes no operands"
	}
	return fmt.Sprintf("%s takes %d operand%s: %s", b.f.Base(), len(names), s, strings.Join(names, ", "))
}

// modifierNames are the modifiers that the form may have.
func (b *builder) modifierNames() (names []string) {
	layouts := []*layout{b.f.layout}
	if b.sub != nil {
		layouts = append(layouts, b.sub)
	}
	for _, l := range layouts {
		for i := range l.mods {
			if x := &l.mods[i]; x.writes(b.f, l) {
				if names = append(names, x.name); x.also != "" {
					names = append(names, x.also)
				}
			}
		}
	}
	if b.f.isVALU() && (b.sub != nil || b.f.HasDPP()) {
		for _, row := range dppRows {
			names = append(names, strings.TrimSpace(strings.TrimSuffix(row, ":")))
		}
		for name := range dppByText() {
			name, _, _ = strings.Cut(name, ":")
			names = append(names, name)
		}
	}
	return names
}

// operands reads all arguments, those aside that a modifier removes.
func (b *builder) operands(nodes []node) error {
	d := decoder{in: &b.in, f: b.f}
	for i := range b.f.Args {
		a := &b.f.Args[i]
		if d.absent(a) {
			continue
		}
		k := b.in.NOps
		if b.impliesVCC(a, len(nodes)) {
			b.in.Ops[k] = Operand{Kind: KindReg, Role: a.Role, Type: a.Type, Dwords: 2, Code: CodeVCCLo}
			b.in.NOps++
			continue
		}
		if len(nodes) > 0 {
			b.at[k] = &nodes[0]
		}
		o, taken, err := b.operand(a, nodes)
		if err != nil {
			return err
		}
		nodes = nodes[taken:]
		if a.Type == ExpT && o.Kind == KindReg {
			b.in.Mod.DMask |= 1 << (a.Role - 'a')
		}
		b.in.Ops[k] = o
		b.in.NOps++
	}
	if len(nodes) > 0 {
		if n := &nodes[0]; n.kind == nodeName {
			names := b.modifierNames()
			if slices.Contains(names, n.text) {
				return &TextError{n.col, fmt.Sprintf("%s takes a value behind a colon: %s:N", n.text, n.text), true}
			}
			if like := Nearest(n.text, names); like != "" {
				return &TextError{n.col, fmt.Sprintf("%s has no modifier %s: did you mean %s?", b.f.Base(), n.text, like), true}
			}
		}
		return errAt(nodes[0].col, "%s", b.countError())
	}
	// A 16-bit source that is the low half of the constant of madmk or madak is the same literal.
	if k, ok := b.in.Operand('K'); ok {
		for i := range b.in.Operands() {
			if o := &b.in.Ops[i]; o.Code == CodeLiteral && o.Type.Is16() && o.Val == k.Val&0xffff {
				o.Val = k.Val
			}
		}
	}
	return nil
}

// dppIdentity is quad_perm:[0,1,2,3].
const dppIdentity = 0xe4

// sameModifier reports whether two modifiers set the same field: format is dfmt and nfmt in one.
func sameModifier(a, b string) bool {
	parts := func(a, b string) bool { return a == "format" && (b == "dfmt" || b == "nfmt") }
	return a == b || parts(a, b) || parts(b, a)
}

// impliesVCC reports whether an argument is VCC that the text leaves out, as LLVM lets it: the
// destination of a comparison and the mask of v_cndmask_b32, in the short encoding.
func (b *builder) impliesVCC(a *Arg, nodes int) bool {
	if b.clrx() || b.sub != nil || !a.Implicit {
		return false
	}
	return a.Role == 'd' && nodes == len(b.f.Args)-1 || a.Role == 'c' && nodes == 0 && !b.f.hasRole('e')
}

// build makes the instruction of one form from nodes and modifiers.
func (r *textReader) build(f *Form, sub Format, nodes []node, mods []modifier) (Inst, error) {
	b := builder{textReader: r, f: f, in: Inst{Form: f, Sub: sub}}
	r.patches = r.patches[:0]
	if sub != NoFormat {
		b.sub = f.table.layouts[sub]
	}
	b.defaults()
	for i := range mods {
		for k := range mods[:i] {
			if sameModifier(mods[k].name, mods[i].name) {
				return b.in, errAt(mods[i].col, "%s is given twice", mods[i].name)
			}
		}
		if b.clrx() {
			if done, err := b.clrxModifier(&mods[i]); done {
				if err != nil {
					return b.in, err
				}
				continue
			}
		}
		if err := b.modifier(&mods[i]); err != nil {
			return b.in, err
		}
	}
	if b.clrx() {
		nodes = b.clrxNodes(nodes)
	}
	if err := b.operands(nodes); err != nil {
		return b.in, err
	}
	if sub == DPP && !slices.ContainsFunc(mods, func(m modifier) bool {
		return m.name == "quad_perm" || m.name != "row_mask" &&
			(strings.HasPrefix(m.name, "row_") || strings.HasPrefix(m.name, "wave_"))
	}) {
		if b.clrx() {
			b.in.Mod.DPP.Ctrl = dppIdentity
			return b.verify()
		}
		return b.in, errAt(r.toks[len(r.toks)-1].Col, "the lane permutation is missing (quad_perm, row_shl, ...)")
	}
	return b.verify()
}

// verify encodes the instruction and decodes it again, and returns what the decoder sees if that is what the text says.
func (b *builder) verify() (Inst, error) {
	end := b.toks[0].Col
	code, err := Encode(&b.in)
	if err != nil {
		for i, o := range b.in.Operands() {
			scalar := b.f.isSALU() || b.f.Fmt == SMRD || b.f.Fmt == SMEM || strings.IndexByte("rqst", o.Role) >= 0
			if o.IsVGPR() && b.at[i] != nil && scalar {
				return b.in, errAt(b.at[i].col, "%s takes no vector register here", b.f.Base())
			}
		}
		if col, msg := b.literalError(); msg != "" {
			return b.in, errAt(col, "%s", msg)
		}
		return b.in, errAt(end, "%v", strings.TrimPrefix(err.Error(), "isa: "))
	}
	got, err := b.table.decode(code)
	if err != nil {
		var d *DecodeError
		if errors.As(err, &d) && d.Detail != "" {
			return b.in, errAt(end, "%s", d.Detail)
		}
		return b.in, errAt(end, "%v", err)
	}
	if got.Form != b.f || got.Sub != b.in.Sub || got.NOps != b.in.NOps {
		return b.in, errAt(end, "%s has no such encoding", b.f.Name)
	}
	for i := range got.Operands() {
		want, have := &b.in.Ops[i], &got.Ops[i]
		if b.at[i] == nil {
			continue // the operand of s_endpgm
		}
		col := b.at[i].col
		switch {
		case have.Kind != want.Kind && want.Kind == KindOff:
			return b.in, errAt(col, "a register is needed with these modifiers")
		case have.Kind != want.Kind && have.Kind == KindOff:
			return b.in, errAt(col, "\"off\" is needed without offen, idxen or addr64")
		case have.Kind == KindReg && want.Kind == KindReg && have.IsVGPR() && !want.IsVGPR():
			if want.IsConst() && b.f.Fmt != VOP3 && (have.Role == 'b' || have.Role == 'c') {
				return b.in, errAt(col, "a vector register is needed here: a number can be the first source only")
			}
			return b.in, errAt(col, "a vector register is needed here")
		case have.Kind == KindReg && want.Kind == KindReg && !have.IsVGPR() && want.IsVGPR():
			return b.in, errAt(col, "%s takes no vector register here", b.f.Base())
		case have.Kind != want.Kind || have.Val != want.Val:
			return b.in, errAt(col, "%s cannot take that operand", b.f.Base())
		case have.Kind == KindReg && have.Code != want.Code:
			if have.IsSGPR() && want.IsSGPR() && want.Code-have.Code < 4 {
				return b.in, errAt(col, "the first of several scalar registers must be a multiple of 2, or of 4 for 4 and more")
			}
			return b.in, errAt(col, "%s cannot take that register or constant there", b.f.Name)
		case have.Kind == KindReg && b.at[i].kind == nodeReg && b.at[i].dwords != 0 && int(have.Dwords) != b.at[i].dwords &&
			(b.f.Fmt != MIMG || have.Role != 'v' && (have.Role != 'r' || b.at[i].dwords != 8 &&
				!(b.clrx() && b.at[i].dwords == 4 && got.Mod.R128))):
			// The address registers of an image instruction are not in its encoding; its resource
			// is also written with 8 registers where r128 takes 4.
			why := ""
			if b.f.Fmt == MIMG && have.Role == 'd' {
				why = ", as dmask, d16 and tfe say"
			}
			return b.in, errAt(col, "%s needed here%s, not %d", registersAre(int(max(have.Dwords, 1))), why, b.at[i].dwords)
		}
	}
	if got.Mod != b.in.Mod {
		return b.in, errAt(end, "%s cannot have these modifiers together", b.f.Name)
	}
	return got, nil
}

// registersAre is "1 register is" or "N registers are".
func registersAre(n int) string {
	if n == 1 {
		return "1 register is"
	}
	return strconv.Itoa(n) + " registers are"
}

// literalError is what is wrong with the literals, if there is no room for them, and where.
func (b *builder) literalError() (col int, msg string) {
	first := -1
	for i, o := range b.in.Operands() {
		switch {
		case o.Kind != KindReg || o.Code != CodeLiteral || b.at[i] == nil:
		case first < 0:
			first = i
		case o.Val != b.in.Ops[first].Val:
			return b.at[i].col, fmt.Sprintf("%#x is a second literal beside %#x: an instruction has room for one", o.Val, b.in.Ops[first].Val)
		}
	}
	if first < 0 {
		return 0, ""
	}
	return b.at[first].col, fmt.Sprintf("%#x is no inline constant, and this form of %s has no room for a literal: move it to a register first",
		b.in.Ops[first].Val, b.f.Base())
}

// candidate is one encoding to try.
type candidate struct {
	f   *Form
	sub Format
}

// candidates finds the forms of a mnemonic, shortest encoding first.
func (t *table) candidates(name string) (list []candidate) {
	only := NoFormat
	forms := t.byName[name]
	if base, ok := strings.CutSuffix(name, "_sdwa"); ok && len(forms) == 0 {
		forms, only = t.byName[base], SDWA
	} else if base, ok := strings.CutSuffix(name, "_dpp"); ok && len(forms) == 0 {
		forms, only = t.byName[base], DPP
	} else if base := strings.TrimSuffix(strings.TrimSuffix(name, "_e64"), "_e32"); len(forms) == 0 {
		// A suffix that LLVM does not print, because there is one form only.
		for _, f := range t.byName[base] {
			short := strings.HasSuffix(name, "_e32")
			if f.isVALU() && (f.layout.words == 1) == short || short && f.isSALU() {
				forms = append(forms, f)
			}
		}
	}
	for _, f := range forms {
		if only == NoFormat {
			list = append(list, candidate{f, NoFormat})
		}
		if f.Name == name && strings.HasSuffix(name, "_e32") || f.layout.words > 1 {
			continue
		}
		if only != DPP && f.Fmt >= VOP2 && f.Fmt <= VOPC && f.HasSDWA() {
			sub := SDWA
			if f.Fmt == VOPC && f.Has(FeatureSDWASdst) {
				sub = SDWAB
			}
			list = append(list, candidate{f, sub})
		}
		if only != SDWA && f.Fmt >= VOP2 && f.Fmt <= VOPC && f.HasDPP() {
			list = append(list, candidate{f, DPP})
		}
	}
	size := func(c candidate) int {
		if c.sub != NoFormat {
			return 3
		}
		return int(c.f.layout.words)
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return size(a) - size(b) })
	return list
}

// sameMeaning are mnemonics that a generation does not have because another does the same (AMD GCN3
// ISA: "removed, identical"), and LLVM's name of v_mqsad_u8 on GCN 1.0.
var sameMeaning = map[string]string{"v_mul_lo_i32": "v_mul_lo_u32", "buffer_wbinvl1_sc": "buffer_wbinvl1_vol", "v_mqsad_pk_u16_u8": "v_mqsad_u8"}

// predicateNames are the two spellings that predicates of comparisons have.
var predicateNames = [...][2]string{{"_lg_", "_ne_"}, {"_ne_", "_lg_"}, {"_t_", "_tru_"}, {"_tru_", "_t_"}}

// spellings finds the mnemonic that a name, unknown in the generation, stands for: the other
// spelling of a comparison, or the name that the row has in another generation.
func (t *table) spellings(name string) []candidate {
	base, suffix := name, ""
	for _, s := range [...]string{"_e32", "_e64", "_sdwa", "_dpp"} {
		if b, ok := strings.CutSuffix(name, s); ok {
			base, suffix = b, s
		}
	}
	if other, ok := sameMeaning[base]; ok {
		return t.candidates(other + suffix)
	}
	if strings.HasPrefix(name, "v_cmp") || strings.HasPrefix(name, "s_cmp") {
		for _, p := range predicateNames {
			if list := t.candidates(strings.Replace(base, p[0], p[1], 1) + suffix); strings.Contains(base, p[0]) &&
				len(list) > 0 {
				return list
			}
		}
	}
	found := ""
	for _, d := range t.rows {
		here, named := "", d.Name == base
		for i := range d.Enc {
			x := &d.Enc[i]
			named = named || x.Name == base
			if x.on(t.has) {
				if here = x.Name; here == "" {
					here = d.Name
				}
			}
		}
		if !named || here == "" || here == found {
			continue
		}
		if found != "" {
			return nil // two rows: not clear which
		}
		found = here
	}
	if found == "" {
		return nil
	}
	return t.candidates(found + suffix)
}

// laterNames rewrite names that instructions got after GCN, in the order that they apply (LLVM: the
// aliases of gfx10 and gfx11).
var laterNames = [...][2]string{{"ds_load_", "ds_read_"}, {"ds_store_", "ds_write_"}, {"_nc_u32", "_u32"}, {"v_add_co_ci_", "v_addc_co_"}, {"v_sub_co_ci_", "v_subb_co_"},
	{"v_subrev_co_ci_", "v_subbrev_co_"}, {"_not1_b", "n2_b"},
	{"load_b32", "load_dword"}, {"load_b64", "load_dwordx2"}, {"load_b96", "load_dwordx3"}, {"load_b128", "load_dwordx4"}, {"load_b256", "load_dwordx8"},
	{"load_b512", "load_dwordx16"}, {"store_b32", "store_dword"}, {"store_b64", "store_dwordx2"}, {"store_b96", "store_dwordx3"},
	{"store_b128", "store_dwordx4"}, {"store_b8", "store_byte"}, {"store_b16", "store_short"}, {"load_u8", "load_ubyte"}, {"load_i8", "load_sbyte"},
	{"load_u16", "load_ushort"}, {"load_i16", "load_sshort"}}

// earlier is the name on this generation of an instruction of RDNA, or empty.
func (t *table) earlier(name string) string {
	for _, x := range laterNames {
		if other := strings.Replace(name, x[0], x[1], 1); other != name {
			if len(t.candidates(other)) > 0 {
				return other
			}
			if list := t.spellings(other); len(list) > 0 {
				return list[0].f.Base()
			}
		}
	}
	return ""
}

// lacks says that there is no instruction of a name, and which targets of the generation have one.
func (t *table) lacks(name string) string {
	g := t.has.Gen()
	msg := fmt.Sprintf("%v has no instruction %s", g, name)
	var have []string
	for i := range targets {
		if o := &targets[i]; o.Gen == g && len(o.table().candidates(strings.ToLower(name))) > 0 {
			have = append(have, o.Name)
		}
	}
	if len(have) > 0 {
		return fmt.Sprintf("%s is an instruction of %s, and not of this target", name, strings.Join(have, ", "))
	}
	var others []string
	for _, o := range gens {
		if len(o.Target().table().candidates(strings.ToLower(name))) > 0 {
			others = append(others, o.String())
		}
	}
	if n := len(others); n > 0 {
		if last := gens[len(gens)-1].String(); others[n-1] == last {
			return fmt.Sprintf("%s: it exists from %s on", msg, others[0])
		}
		return fmt.Sprintf("%s: it exists on %s only", msg, strings.Join(others, ", "))
	}
	if n := t.earlier(strings.ToLower(name)); n != "" {
		return fmt.Sprintf("%s: that is a name of RDNA, it is called %s here", msg, n)
	}
	if n := Nearest(strings.ToLower(name), slices.Collect(maps.Keys(t.byName))); n != "" {
		msg += ": did you mean " + strings.TrimSuffix(strings.TrimSuffix(n, "_e32"), "_e64") + "?"
	}
	return msg
}

// instruction reads one instruction; the mnemonic is the next token.
func (r *textReader) instruction() (Inst, error) {
	t := r.next()
	if t.Kind != TokName {
		return Inst{}, errAt(t.Col, "expected an instruction, found %s", t)
	}
	name := strings.ToLower(t.Text)
	list := r.table.named(name)
	if base, ok := strings.CutSuffix(name, "_e64"); ok && r.clrx() && len(list) == 0 {
		list, r.literals = r.table.named(base), strings.HasPrefix(name, "s_")
		list = slices.DeleteFunc(list, func(c candidate) bool { return c.f.isVALU() })
	}
	if len(list) == 0 {
		return Inst{}, errAt(t.Col, "%s", r.table.lacks(t.Text))
	}
	forms := make([]*Form, len(list))
	for i := range list {
		forms[i] = list[i].f
	}
	nodes, mods, err := r.items(func(word string) bool {
		return isFlag(forms, word) || r.clrx() && clrxEncodings[word] != ""
	})
	if err != nil {
		return Inst{}, err
	}
	if r.clrx() {
		suffix, rest, err := clrxSuffix(mods)
		if err != nil {
			return Inst{}, err
		}
		if mods = rest; suffix != "" {
			if name += suffix; len(r.table.named(name)) == 0 {
				return Inst{}, errAt(t.Col, "%s has no such encoding on %v", t.Text, r.table.has.Gen())
			}
			list = r.table.named(name)
		}
	}
	want := NoFormat
	for i := range mods {
		if f := mods[i].sub(); f != NoFormat {
			if want != NoFormat && want != f {
				return Inst{}, errAt(mods[i].col, "modifiers of both SDWA and DPP")
			}
			want = f
		}
	}
	in, best := r.fit(list, want, nodes, mods)
	if best == nil {
		return in, nil
	}
	if other, ok := withCarry[name]; ok && r.carries(nodes) {
		if list := r.table.candidates(other); len(list) > 0 {
			if in, err := r.fit(list, want, nodes, mods); err == nil {
				return in, nil
			}
		}
	}
	if best.Msg == "" {
		best = &TextError{Col: t.Col, Msg: r.noForm(t.Text, want)}
	}
	return Inst{}, best
}

// noForm says that no form of the mnemonic has the modifiers: those of a second dword that the
// generation or the instruction lacks.
func (r *textReader) noForm(name string, want Format) string {
	g := r.table.has.Gen()
	second := map[Format]string{SDWA: "parts of registers (SDWA)", DPP: "lanes of other registers (DPP)"}[want]
	switch {
	case second == "":
		return fmt.Sprintf("%s has no form with these modifiers on %v", name, g)
	case r.table.layouts[want] == nil:
		return fmt.Sprintf("%v has no %s: they exist from %v on", g, second, GCN12)
	}
	return fmt.Sprintf("%s takes no %s", name, second)
}

// named finds the forms of a mnemonic, also by another spelling of it.
func (t *table) named(name string) []candidate {
	list := t.candidates(name)
	if len(list) == 0 {
		list = t.spellings(name)
	}
	if len(list) == 0 {
		list = t.candidates(withCarry[name])
	}
	return list
}

// fit builds the first form that the operands fit. The error that is furthest to the right is of
// the form that fits best; forms with a second dword for sub-dwords or lanes count only where the
// text asks for one.
func (r *textReader) fit(list []candidate, want Format, nodes []node, mods []modifier) (Inst, *TextError) {
	best := &TextError{Col: -1}
	for _, c := range list {
		if want == DPP && c.sub != DPP || want == SDWA && c.sub != SDWA && c.sub != SDWAB {
			continue
		}
		in, err := r.build(c.f, c.sub, nodes, mods)
		if err == nil {
			return in, nil
		}
		if c.sub != NoFormat && want == NoFormat && list[0].sub == NoFormat &&
			!slices.ContainsFunc(nodes, func(n node) bool { return n.sext }) {
			continue
		}
		var e *TextError
		if !errors.As(err, &e) {
			e = &TextError{Msg: err.Error()}
		}
		if e.Col > best.Col || e.Col == best.Col && e.near && !best.near {
			best = e
		}
	}
	return Inst{}, best
}

// withCarry are additions and subtractions under a name that, where it is another instruction's,
// has no carry: where the text has a register for the carry it means the one that GCN 1.4 has under
// another name.
var withCarry = map[string]string{"v_add_i32": "v_add_co_u32", "v_sub_i32": "v_sub_co_u32", "v_add_u32": "v_add_co_u32", "v_sub_u32": "v_sub_co_u32",
	"v_subrev_u32": "v_subrev_co_u32", "v_add_i32_e64": "v_add_co_u32_e64", "v_sub_i32_e64": "v_sub_co_u32_e64",
	"v_add_i32_e32": "v_add_co_u32_e32", "v_sub_i32_e32": "v_sub_co_u32_e32", "v_add_u32_e64": "v_add_co_u32_e64",
	"v_sub_u32_e64": "v_sub_co_u32_e64", "v_subrev_u32_e64": "v_subrev_co_u32_e64", "v_add_u32_e32": "v_add_co_u32_e32",
	"v_sub_u32_e32": "v_sub_co_u32_e32", "v_subrev_u32_e32": "v_subrev_co_u32_e32", "v_add_u32_sdwa": "v_add_co_u32_sdwa",
	"v_sub_u32_sdwa": "v_sub_co_u32_sdwa", "v_subrev_u32_sdwa": "v_subrev_co_u32_sdwa", "v_add_u32_dpp": "v_add_co_u32_dpp",
	"v_sub_u32_dpp": "v_sub_co_u32_dpp", "v_subrev_u32_dpp": "v_subrev_co_u32_dpp"}

// carries reports whether the second operand is a pair of scalar registers, as for a carry.
func (r *textReader) carries(nodes []node) bool {
	return len(nodes) >= 4 && nodes[1].kind == nodeReg && nodes[1].code < CodeVGPR && nodes[1].dwords == 2
}

// PatchKind says which bits of an instruction a [Patch] fills.
type PatchKind uint8

// The kinds of patches.
const (
	PatchLiteral PatchKind = iota // the 32 bits of the literal, at offset 4
	PatchBranch                   // the 16 low bits of the first dword: the distance in dwords from the next instruction
)

// Patch is an operand whose value is not known where the instruction stands. Its bits are 0.
type Patch struct {
	Kind PatchKind // which bits are to be filled
	Expr *Expr     // what gives their value
	Col  int       // from 0
}

// pend notes an operand whose value is known later.
func (b *builder) pend(kind PatchKind, v Value, col int) error {
	if len(b.patches) > 0 {
		return errAt(col, "an instruction has room for one literal")
	}
	b.patches = append(b.patches, Patch{kind, v.Expr, col})
	return nil
}

// Scanner reads one statement of assembly text: an instruction, or the words of a directive. The
// zero Scanner is ready for [Scanner.Reset].
type Scanner struct {
	// Syntax is that of the statements.
	Syntax Syntax

	r      textReader
	tokens []Token
}

// Reset begins a statement: text without comments and without its label. env may be nil where there
// are no symbols. Errors of all methods are of type *[TextError].
func (s *Scanner) Reset(t Target, text string, env Env) error {
	toks, err := lex(s.tokens[:0], text, s.Syntax)
	if err != nil {
		return err
	}
	s.tokens = toks
	s.r = textReader{table: t.table(), toks: toks, env: env, syntax: s.Syntax}
	return nil
}

// Peek is the next token, Ahead the one n places behind it.
func (s *Scanner) Peek() Token { return s.r.peek() }

// Ahead is the token n places behind the next.
func (s *Scanner) Ahead(n int) Token { return s.r.ahead(n) }

// Next takes the next token; TokEnd stays.
func (s *Scanner) Next() Token { return s.r.next() }

// Accept takes the punctuation if it is next.
func (s *Scanner) Accept(punct string) bool { return s.r.accept(punct) }

// Expr reads an expression.
func (s *Scanner) Expr() (Value, error) { return s.r.expr("") }

// Known reads an expression that must be an integer whose value is known.
func (s *Scanner) Known() (int64, error) { return s.r.known("") }

// End reports what is left of the statement as an error.
func (s *Scanner) End() error {
	if t := s.Peek(); t.Kind != TokEnd {
		return errAt(t.Col, "unexpected %s", t)
	}
	return nil
}

// Instruction reads one instruction as [ParseInst] does. The patches are valid until the next call.
func (s *Scanner) Instruction() (Inst, []Patch, error) {
	in, err := s.r.instruction()
	return in, s.r.patches, err
}

// Registers is one more than the highest vector and scalar register that the instruction names; 0 if it names none.
func (s *Scanner) Registers() (vgprs, sgprs int) { return s.r.vgprs, s.r.sgprs }

// IsRegister reports whether a name is a register of the target.
func IsRegister(t Target, name string) bool {
	_, ok := t.table().registers()[name]
	return ok
}

// ParseInst is [Target.ParseInst] of the target that stands for a generation.
func ParseInst(g Gen, line string) (Inst, error) { return g.Target().ParseInst(line) }

// ParseInst reads one instruction of the target in LLVM's syntax, without labels or symbols. It
// accepts everything that [Inst.String] prints for an instruction whose bits are all significant:
// Encode of the result gives the same bytes. Without a suffix the shortest encoding that can hold
// the operands is taken, and an inline constant where a number is one; lit(n) is always a literal.
// Errors are of type *[SyntaxError].
func (t Target) ParseInst(line string) (Inst, error) {
	fail := func(err error) (Inst, error) {
		e := &SyntaxError{Line: 1, Col: 1, Text: line, Msg: err.Error()}
		var te *TextError
		if errors.As(err, &te) {
			e.Col = te.Col + 1
		}
		return Inst{}, e
	}
	clean, err := blankComments(line)
	if err != nil {
		return fail(err)
	}
	toks, err := lex(nil, clean, SyntaxLLVM)
	if err != nil {
		return fail(err)
	}
	r := textReader{table: t.table(), toks: toks}
	in, err := r.instruction()
	if err != nil {
		return fail(err)
	}
	return in, nil
}
