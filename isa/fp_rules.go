package isa

// The floating-point instructions with rules of AMD's own: minimum and maximum, comparison, class,
// output modifiers, division, cube maps.

// key16, key32 and key64 order numbers that are no NaN as integers, -0 below +0.

func key16(x uint32) int32 { return int32(int16(x) ^ int16(x)>>15&0x7fff) }
func key32(x uint32) int32 { return int32(x) ^ int32(x)>>31&0x7fffffff }
func key64(x uint64) int64 { return int64(x) ^ int64(x)>>63&0x7fffffffffffffff }

// minmaxNaN is the result of min or max where an operand is NaN (Vega ISA, V_MIN_F32): with
// MODE.IEEE a signalling NaN, quieted; otherwise the other operand, so two NaNs give b.
func (f fpFormat) minmaxNaN(a, b uint64, ieee bool) uint64 {
	switch {
	case ieee && f.isNaN(a) && a&f.quiet() == 0:
		return a | f.quiet()
	case ieee && f.isNaN(b) && b&f.quiet() == 0:
		return b | f.quiet()
	case f.isNaN(a):
		return b
	}
	return a
}

// minN and maxN, without NaN and flushing, are for kernels that have excluded those.

func min32N(a, b uint32) uint32 {
	if key32(b) < key32(a) {
		return b
	}
	return a
}

func max32N(a, b uint32) uint32 {
	if key32(b) > key32(a) {
		return b
	}
	return a
}

// min32 is v_min_f32 and max32 v_max_f32: -0 counts below +0. Denormals follow r; before GCN 1.4
// min and max leave denormals alone, so rows pass r.Kept() there (LLVM, "pre-GFX9 targets V_MIN_F32
// and others do not flush denorms").
func min32(a, b uint32, r FPRule, ieee bool) uint32 {
	a, b = ftzIn32(a, r), ftzIn32(b, r)
	if isNaN32(a) || isNaN32(b) {
		a = uint32(fp32.minmaxNaN(uint64(a), uint64(b), ieee))
	} else {
		a = min32N(a, b)
	}
	return ftzOut32(a, r)
}

func max32(a, b uint32, r FPRule, ieee bool) uint32 {
	a, b = ftzIn32(a, r), ftzIn32(b, r)
	if isNaN32(a) || isNaN32(b) {
		a = uint32(fp32.minmaxNaN(uint64(a), uint64(b), ieee))
	} else {
		a = max32N(a, b)
	}
	return ftzOut32(a, r)
}

// min64 and max64 are v_min_f64 and v_max_f64.
func min64(a, b uint64, r FPRule, ieee bool) uint64 {
	a, b = ftzIn64(a, r), ftzIn64(b, r)
	if isNaN64(a) || isNaN64(b) {
		a = fp64.minmaxNaN(a, b, ieee)
	} else if key64(b) < key64(a) {
		a = b
	}
	return ftzOut64(a, r)
}

func max64(a, b uint64, r FPRule, ieee bool) uint64 {
	a, b = ftzIn64(a, r), ftzIn64(b, r)
	if isNaN64(a) || isNaN64(b) {
		a = fp64.minmaxNaN(a, b, ieee)
	} else if key64(b) > key64(a) {
		a = b
	}
	return ftzOut64(a, r)
}

// min16 and max16 are v_min_f16, v_max_f16 and the halves of v_pk_min_f16, v_pk_max_f16.
func min16(a, b uint32, r FPRule, ieee bool) uint32 {
	a, b = ftzIn16(a&0xffff, r), ftzIn16(b&0xffff, r)
	if isNaN16(a) || isNaN16(b) {
		a = uint32(fp16.minmaxNaN(uint64(a), uint64(b), ieee))
	} else if key16(b) < key16(a) {
		a = b
	}
	return ftzOut16(a, r)
}

func max16(a, b uint32, r FPRule, ieee bool) uint32 {
	a, b = ftzIn16(a&0xffff, r), ftzIn16(b&0xffff, r)
	if isNaN16(a) || isNaN16(b) {
		a = uint32(fp16.minmaxNaN(uint64(a), uint64(b), ieee))
	} else if key16(b) > key16(a) {
		a = b
	}
	return ftzOut16(a, r)
}

// minLegacy32 and maxLegacy32 are v_min_legacy_f32 and v_max_legacy_f32 (GCN 1.0 and 1.1): a < b ?
// a : b and a >= b ? a : b, so that a NaN on either side gives b. LLVM selects them for just these
// expressions.

func minLegacy32(a, b uint32, r FPRule) uint32 {
	a, b = ftzIn32(a, r), ftzIn32(b, r)
	if f32(a) < f32(b) {
		b = a
	}
	return ftzOut32(b, r)
}

func maxLegacy32(a, b uint32, r FPRule) uint32 {
	a, b = ftzIn32(a, r), ftzIn32(b, r)
	if f32(a) >= f32(b) {
		b = a
	}
	return ftzOut32(b, r)
}

// min3, max3: two operations, left to right. med3: with a NaN the min3; otherwise the larger of the
// two that are not the maximum (Vega ISA, V_MED3_F32).

func min3x32(a, b, c uint32, r FPRule, ieee bool) uint32 {
	return min32(min32(a, b, r, ieee), c, r, ieee)
}

func max3x32(a, b, c uint32, r FPRule, ieee bool) uint32 {
	return max32(max32(a, b, r, ieee), c, r, ieee)
}

func med3x32(a, b, c uint32, r FPRule, ieee bool) uint32 {
	if isNaN32(a) || isNaN32(b) || isNaN32(c) {
		return min3x32(a, b, c, r, ieee)
	}
	a, b, c = ftzIn32(a, r), ftzIn32(b, r), ftzIn32(c, r)
	switch m := f32(max32N(max32N(a, b), c)); m {
	case f32(a):
		a = max32N(b, c)
	case f32(b):
		a = max32N(a, c)
	default:
		a = max32N(a, b)
	}
	return ftzOut32(a, r)
}

func min3x16(a, b, c uint32, r FPRule, ieee bool) uint32 {
	return min16(min16(a, b, r, ieee), c, r, ieee)
}

func max3x16(a, b, c uint32, r FPRule, ieee bool) uint32 {
	return max16(max16(a, b, r, ieee), c, r, ieee)
}

func med3x16(a, b, c uint32, r FPRule, ieee bool) uint32 {
	if isNaN16(a) || isNaN16(b) || isNaN16(c) {
		return min3x16(a, b, c, r, ieee)
	}
	m := max3x16(a, b, c, r, ieee)
	switch {
	case fp16.compare(uint64(m), uint64(a&0xffff), r) == relEqual:
		return max16(b, c, r, ieee)
	case fp16.compare(uint64(m), uint64(b&0xffff), r) == relEqual:
		return max16(a, c, r, ieee)
	}
	return max16(a, b, r, ieee)
}

// CmpPred is a comparison of floating-point numbers: bit 0 less, bit 1 equal, bit 2 greater, bit 3
// unordered. It is true when the bit of the operands' relation is set. V_CMP opcodes carry it in
// their low four bits, in every generation.
type CmpPred uint8

// The sixteen predicates, with the names of the instructions. The N forms are true for unordered
// operands.
const (
	CmpF   CmpPred = iota // never
	CmpLT                 // a < b
	CmpEQ                 // a == b
	CmpLE                 // a <= b
	CmpGT                 // a > b
	CmpLG                 // a < b or a > b
	CmpGE                 // a >= b
	CmpO                  // ordered: neither is a NaN
	CmpU                  // unordered: one is a NaN, or both
	CmpNGE                // not a >= b
	CmpNLG                // not (a < b or a > b)
	CmpNGT                // not a > b
	CmpNLE                // not a <= b
	CmpNEQ                // not a == b
	CmpNLT                // not a < b
	CmpTru                // always
)

var cmpNames = [...]string{"f", "lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq",
	"nlt", "tru"}

// String is the part of the mnemonic: v_cmp_nge_f32 has CmpNGE, "nge".
func (p CmpPred) String() string { return cmpNames[p&15] }

// cmp16, cmp32 and cmp64 are the V_CMP family; denormals follow r, -0 equals +0.

func cmp16(p CmpPred, a, b uint32, r FPRule) bool {
	return p>>fp16.compare(uint64(a&0xffff), uint64(b&0xffff), r)&1 != 0
}

func cmp32(p CmpPred, a, b uint32, r FPRule) bool {
	x, y := f32(ftzIn32(a, r)), f32(ftzIn32(b, r))
	rel := relUnordered
	switch {
	case x < y:
		rel = relLess
	case x == y:
		rel = relEqual
	case x > y:
		rel = relGreater
	}
	return p>>rel&1 != 0
}

func cmp64(p CmpPred, a, b uint64, r FPRule) bool {
	x, y := f64(ftzIn64(a, r)), f64(ftzIn64(b, r))
	rel := relUnordered
	switch {
	case x < y:
		rel = relLess
	case x == y:
		rel = relEqual
	case x > y:
		rel = relGreater
	}
	return p>>rel&1 != 0
}

// class is the number of the mask bit of v_cmp_class: 0 signalling NaN, 1 quiet NaN, 2 -infinity, 3
// -normal, 4 -denormal, 5 -0, 6 +0, 7 +denormal, 8 +normal, 9 +infinity. Denormals are seen as such
// whatever MODE says.
func (f fpFormat) class(x uint64) uint {
	m := x & (f.sign() - 1)
	var c uint // distance from the zeros: 0 zero, 1 denormal, 2 normal, 3 infinity
	switch {
	case m > f.inf():
		return uint(x / f.quiet() & 1)
	case m == f.inf():
		c = 3
	case m >= 1<<f.mant:
		c = 2
	case m != 0:
		c = 1
	}
	if f.neg(x) {
		return 5 - c
	}
	return 6 + c
}

func cmpClass16(x, mask uint32) bool        { return mask>>fp16.class(uint64(x&0xffff))&1 != 0 }
func cmpClass32(x, mask uint32) bool        { return mask>>fp32.class(uint64(x))&1 != 0 }
func cmpClass64(x uint64, mask uint32) bool { return mask>>fp64.class(x)&1 != 0 }

// ClampF16, ClampF32 and ClampF64 are the clamp modifier of floating-point results: [0, 1]; -0
// becomes +0; NaN becomes 0 with MODE.DX10_CLAMP and stays otherwise (Vega ISA, MODE register).

// ClampF16 clamps the half in the low 16 bits of x.
func ClampF16(x uint32, dx10 bool) uint32 {
	x &= 0xffff
	switch {
	case isNaN16(x) && !dx10:
		return x
	case isNaN16(x) || x&sign16 != 0:
		return 0
	}
	return min(x, one16)
}

// ClampF32 clamps an f32.
func ClampF32(x uint32, dx10 bool) uint32 {
	switch {
	case isNaN32(x) && !dx10:
		return x
	case isNaN32(x) || x&sign32 != 0:
		return 0
	}
	return min(x, one32)
}

// ClampF64 clamps an f64.
func ClampF64(x uint64, dx10 bool) uint64 {
	switch {
	case isNaN64(x) && !dx10:
		return x
	case isNaN64(x) || x&sign64 != 0:
		return 0
	}
	return min(x, one64)
}

// omodScale is the exponent that an omod field adds.
var omodScale = [4]int{0, 1, 2, -1}

// omod applies an output modifier to a result in format f. The hardware ignores it when output
// denormals are enabled for the type (CLRX, LLVM) and when MODE.IEEE is set (LLVM SIFoldOperands).
// It does not preserve the sign of a zero: the result is +0 (LLVM; the sign itself is unverified).
func (f fpFormat) omod(x uint64, field uint8, r FPRule, ieee bool) uint64 {
	if field == 0 || r&DenormOut != 0 || ieee || f.isNaN(x) {
		return x
	}
	x = f.ldexp(x, omodScale[field&3], r)
	if x&(f.sign()-1) == 0 {
		return 0
	}
	return x
}

// OmodF16, OmodF32 and OmodF64 apply an output modifier: field 1 is *2, 2 is *4, 3 is /2. r is the
// rule of the result's type.

// OmodF16 modifies the half in the low 16 bits of x.
func OmodF16(x uint32, field uint8, r FPRule, ieee bool) uint32 {
	return uint32(fp16.omod(uint64(x&0xffff), field, r, ieee))
}

// OmodF32 modifies an f32.
func OmodF32(x uint32, field uint8, r FPRule, ieee bool) uint32 {
	return uint32(fp32.omod(uint64(x), field, r, ieee))
}

// OmodF64 modifies an f64.
func OmodF64(x uint64, field uint8, r FPRule, ieee bool) uint64 { return fp64.omod(x, field, r, ieee) }

// divParams are the constants of the division instructions of one format.
type divParams struct {
	f     fpFormat
	big   int // exponent difference from which the quotient may overflow
	tiny  int // biased exponent up to which the numerator is scaled
	scale int // exponent of the scale factor
	under int // exponent difference below which the quotient underflows
}

// Vega ISA, V_DIV_SCALE_F32/F64 and V_DIV_FIXUP_F32/F64.
var (
	div32 = divParams{fp32, 96, 23, 64, -150}
	div64 = divParams{fp64, 768, 53, 128, -1075}
)

// expOf is the unbiased exponent of a non-zero number, as if denormals were normalised; infinity
// and NaN lie above every number.
func (f fpFormat) expOf(x uint64) int {
	if f.isNaN(x) || f.isInf(x) {
		return f.bias() + 1
	}
	return f.unpack(x, DenormIn).exp
}

// scaleBy is v_div_scale: s0 is the operand to scale and equals the denominator s1 or the numerator
// s2; flag asks v_div_fmas to scale back. It follows the Vega ISA text with two corrections that
// the arithmetic demands: without scaling the result is s0, and where both 1/s1 and s2/s1 are
// denormal the denominator is scaled down. "Denormal" is decided from the exponents, and the NaN
// case sets the flag, as observed on later hardware (tinygrad test/amd/hw).
func (p divParams) scaleBy(s0, s1, s2 uint64, r FPRule) (d uint64, flag bool) {
	f := p.f
	if f.isZero(s1, r) || f.isZero(s2, r) {
		return f.nan(), true
	}
	e1, e2, den, num := f.expOf(s1), f.expOf(s2), s0 == s1, s0 == s2
	least := 1 - f.bias()
	rcpTiny, quotTiny := -e1 <= least, e2-e1 <= least
	by := 0
	switch {
	case e2-e1 >= p.big:
		flag = true
		if den {
			by = p.scale
		}
	case e1 < least: // the denominator is denormal
		by = p.scale
	case rcpTiny && quotTiny:
		flag = true
		if den {
			by = -p.scale
		}
	case rcpTiny:
		by = -p.scale
	case quotTiny:
		flag = true
		if num {
			by = p.scale
		}
	case e2+f.bias() <= p.tiny:
		by = p.scale
	}
	return f.ldexp(s0, by, r), flag
}

// fmas is v_div_fmas: a fused multiply-add, scaled before the only rounding if vcc: up when |c| >=
// 2, down otherwise, which undoes scaleBy (CLRX, tinygrad test/amd/hw; the fixed factor of the Vega
// text would not). Source denormals are never flushed (Vega ISA).
func (p divParams) fmas(a, b, c uint64, vcc bool, r FPRule) uint64 {
	by := 0
	if vcc {
		by = -p.scale
		if p.f.expOf(c) >= 1 {
			by = p.scale
		}
	}
	return p.f.fma(a, b, c, by, r|DenormIn)
}

// fixup is v_div_fixup: the quotient q of n/d with every special case put right (Vega ISA). A NaN
// quotient of ordinary operands becomes infinity (CLRX, tinygrad test/amd/hw). The half-precision
// form has no underflow rule: under is 0 there.
func (p divParams) fixup(q, d, n uint64, r FPRule) uint64 {
	f := p.f
	neg := f.neg(d) != f.neg(n)
	switch zd, zn := f.isZero(d, r), f.isZero(n, r); {
	case f.isNaN(n):
		return n | f.quiet()
	case f.isNaN(d):
		return d | f.quiet()
	case zd && zn, f.isInf(d) && f.isInf(n):
		return f.sign() | f.nan()
	case zd, f.isInf(n):
		return f.signed(neg, f.inf())
	case zn, f.isInf(d):
		return f.signed(neg, 0)
	case p.under != 0 && f.expOf(n)-f.expOf(d) < p.under:
		return f.round(fpNum{neg, -1 << 20, 1 << 63}, r)
	case f.isNaN(q), f.isInf(q):
		return f.signed(neg, f.inf())
	}
	v := f.unpack(q, DenormIn)
	v.neg = neg
	return f.round(v, r) // exact but for the flush of a denormal
}

// ordinary32 and ordinary64 say that v_div_scale and v_div_fixup of n/d have nothing to do but the
// sign: both exponents and their difference are far from every limit of scaleBy and fixup.

func ordinary32(d, n uint32) bool {
	ed, en := d>>23&0xff, n>>23&0xff
	return ed-24 < 250-24 && en-24 < 250-24 && en-ed+95 < 190 // unsigned: below the lower limit wraps around
}

func ordinary64(d, n uint64) bool {
	ed, en := d>>52&0x7ff, n>>52&0x7ff
	return ed-54 < 2040-54 && en-54 < 2040-54 && en-ed+767 < 1534
}

func divScale32(s0, s1, s2 uint32, r FPRule) (uint32, bool) {
	if ordinary32(s1, s2) && (s0 == s1 || s0 == s2) {
		return s0, false
	}
	d, flag := div32.scaleBy(uint64(s0), uint64(s1), uint64(s2), r)
	return uint32(d), flag
}

func divScale64(s0, s1, s2 uint64, r FPRule) (uint64, bool) {
	if ordinary64(s1, s2) && (s0 == s1 || s0 == s2) {
		return s0, false
	}
	return div64.scaleBy(s0, s1, s2, r)
}

func divFmas32(a, b, c uint32, vcc bool, r FPRule) uint32 {
	if !vcc {
		return fma32(a, b, c, r|DenormIn)
	}
	return uint32(div32.fmas(uint64(a), uint64(b), uint64(c), vcc, r))
}

func divFmas64(a, b, c uint64, vcc bool, r FPRule) uint64 {
	if !vcc {
		return fma64(a, b, c, r|DenormIn)
	}
	return div64.fmas(a, b, c, vcc, r)
}

func divFixup16(q, d, n uint32, r FPRule) uint32 {
	return uint32(divParams{f: fp16}.fixup(uint64(q&0xffff), uint64(d&0xffff), uint64(n&0xffff), r))
}

func divFixup32(q, d, n uint32, r FPRule) uint32 {
	if e := q >> 23 & 0xff; ordinary32(d, n) && e-1 < 254 { // a normal quotient
		return q&^sign32 | (d^n)&sign32
	}
	return uint32(div32.fixup(uint64(q), uint64(d), uint64(n), r))
}

func divFixup64(q, d, n uint64, r FPRule) uint64 {
	if e := q >> 52 & 0x7ff; ordinary64(d, n) && e-1 < 2046 {
		return q&^sign64 | (d^n)&sign64
	}
	return div64.fixup(q, d, n, r)
}

// Cube map instructions (Vega ISA, V_CUBEID_F32 and following): x, y, z are the sources; ties go to
// z, then y.

// cubeAxis is the major axis: 0 x, 1 y, 2 z.
func cubeAxis(x, y, z uint32) int {
	ax, ay, az := f32(x&^sign32), f32(y&^sign32), f32(z&^sign32)
	switch {
	case az >= ax && az >= ay:
		return 2
	case ay >= ax:
		return 1
	}
	return 0
}

func cubeFlush(x, y, z uint32, r FPRule) [3]uint32 {
	return [3]uint32{ftzIn32(x, r), ftzIn32(y, r), ftzIn32(z, r)}
}

// cubeID is the face 0 to 5: +x, -x, +y, -y, +z, -z.
func cubeID(x, y, z uint32, r FPRule) uint32 {
	v := cubeFlush(x, y, z, r)
	k := cubeAxis(v[0], v[1], v[2])
	face := float32(2 * k)
	if f32(v[k]) < 0 {
		face++
	}
	return b32(face)
}

// cubeSC is the S coordinate on the face, cubeTC the T coordinate.
func cubeSC(x, y, z uint32, r FPRule) uint32 {
	v := cubeFlush(x, y, z, r)
	k := cubeAxis(v[0], v[1], v[2])
	s, minus := v[0], false
	switch k {
	case 2:
		minus = f32(v[2]) < 0
	case 0:
		s, minus = v[2], !(f32(v[0]) < 0)
	}
	if minus {
		s ^= sign32
	}
	return ftzOut32(s, r)
}

func cubeTC(x, y, z uint32, r FPRule) uint32 {
	v := cubeFlush(x, y, z, r)
	t := v[1] ^ sign32
	if cubeAxis(v[0], v[1], v[2]) == 1 {
		t = v[2]
		if f32(v[1]) < 0 {
			t ^= sign32
		}
	}
	return ftzOut32(t, r)
}

// cubeMA is twice the major axis.
func cubeMA(x, y, z uint32, r FPRule) uint32 {
	v := cubeFlush(x, y, z, r)
	m := v[cubeAxis(v[0], v[1], v[2])]
	return add32(m, m, r)
}

// mixSource is an operand of v_mad_mix: a whole f32, or when half is set the half of x chosen by
// hi, converted. abs and neg act on the value (in this encoding NEG_HI means abs, Vega ISA).
func mixSource(x uint32, half, hi, abs, neg bool, in16 FPRule) uint32 {
	if half {
		if hi {
			x >>= 16
		}
		x = cvt32from16(x, in16)
	}
	if abs {
		x &^= sign32
	}
	if neg {
		x ^= sign32
	}
	return x
}

// madMix is v_mad_mix_f32 on prepared sources: v_mad_f32 on gfx900, v_fma_f32 where the chip has
// fused (gfx906). For mixlo and mixhi the result goes through cvt16from32.
func madMix(a, b, c uint32, fused bool, r FPRule) uint32 {
	if fused {
		return fma32(a, b, c, r)
	}
	return mad32(a, b, c, r)
}
