package isa

import "math/bits"

// Softfloat: IEEE 754 binary arithmetic in integers, for any rounding and denormal rule. It is the
// reference that the fast paths are tested against, and itself runs where they do not apply. NaN
// rule: the first NaN operand, quieted; invalid operations give the positive default NaN.

// fpFormat is a binary interchange format: a sign, exp bits of exponent, mant bits of fraction.
type fpFormat struct{ mant, exp uint }

var (
	fp16 = fpFormat{10, 5}
	fp32 = fpFormat{23, 8}
	fp64 = fpFormat{52, 11}
)

func (f fpFormat) sign() uint64  { return 1 << (f.mant + f.exp) }
func (f fpFormat) inf() uint64   { return (1<<f.exp - 1) << f.mant }
func (f fpFormat) quiet() uint64 { return 1 << (f.mant - 1) }
func (f fpFormat) nan() uint64   { return f.inf() | f.quiet() }
func (f fpFormat) bias() int     { return 1<<(f.exp-1) - 1 }

func (f fpFormat) isNaN(x uint64) bool { return x&(f.sign()-1) > f.inf() }
func (f fpFormat) isInf(x uint64) bool { return x&(f.sign()-1) == f.inf() }
func (f fpFormat) neg(x uint64) bool   { return x&f.sign() != 0 }

func (f fpFormat) signed(neg bool, mag uint64) uint64 {
	if neg {
		return mag | f.sign()
	}
	return mag
}

// fpNum is a finite number: sig/2^63 * 2^exp with the leading one in bit 63 of sig, or zero when
// sig is 0. Bit 0 may stand for "and something smaller" in a number on its way to be rounded.
type fpNum struct {
	neg bool
	exp int
	sig uint64
}

// unpack reads a finite number, denormals flushed if r says so.
func (f fpFormat) unpack(x uint64, r FPRule) fpNum {
	n := fpNum{neg: f.neg(x)}
	e := int(x >> f.mant & (1<<f.exp - 1))
	frac := x & (1<<f.mant - 1)
	switch {
	case e != 0:
		n.exp, n.sig = e-f.bias(), (frac|1<<f.mant)<<(63-f.mant)
	case frac != 0 && r&DenormIn != 0:
		z := bits.LeadingZeros64(frac)
		n.exp, n.sig = 1-f.bias()+63-z-int(f.mant), frac<<z
	}
	return n
}

// roundsUp says whether a magnitude whose dropped part compares to one half as cmp (-1, 0, 1;
// inexact unless exact) grows by one unit.
func roundsUp(r FPRule, neg, odd, exact bool, cmp int) bool {
	switch r & roundMask {
	case RoundNearest:
		return cmp > 0 || cmp == 0 && odd
	case RoundUp:
		return !exact && !neg
	case RoundDown:
		return !exact && neg
	}
	return false
}

// split rounds sig >> drop, 1 <= drop <= 63.
func split(r FPRule, neg bool, sig uint64, drop uint) uint64 {
	q, rem, half := sig>>drop, sig&(1<<drop-1), uint64(1)<<(drop-1)
	cmp := 0
	if rem < half {
		cmp = -1
	} else if rem > half {
		cmp = 1
	}
	if roundsUp(r, neg, q&1 != 0, rem == 0, cmp) {
		q++
	}
	return q
}

// round makes the nearest representable number under r; overflow and denormal results follow r as
// well.
func (f fpFormat) round(n fpNum, r FPRule) uint64 {
	if n.sig == 0 {
		return f.signed(n.neg, 0)
	}
	e := n.exp + f.bias()
	sig := n.sig
	if e <= 0 {
		sig = shiftJam(sig, 1-e)
		e = 1
		// A number below the normal range has no hidden bit: q below stays under 1<<mant, or
		// reaches it by rounding and is then normal.
	}
	q := split(r, n.neg, sig, 63-f.mant)
	bits := uint64(e-1)<<f.mant + q
	if e >= 1<<f.exp || bits >= f.inf() {
		bits = f.inf()
		m := r & roundMask
		if r&FP16Ovfl != 0 && f == fp16 || m == RoundZero || m == RoundUp && n.neg || m == RoundDown && !n.neg {
			bits--
		}
	}
	if bits < 1<<f.mant && r&DenormOut == 0 {
		bits = 0
	}
	return f.signed(n.neg, bits)
}

// shiftJam shifts right and keeps a one in bit 0 if anything fell out.
func shiftJam(x uint64, n int) uint64 {
	if n >= 64 {
		if x != 0 {
			return 1
		}
		return 0
	}
	y := x >> n
	if y<<n != x {
		y |= 1
	}
	return y
}

// fpWide is an fpNum with 128 bits: (hi:lo)/2^127 * 2^exp, the leading one in bit 127, low 22 bits
// zero.
type fpWide struct {
	neg    bool
	exp    int
	hi, lo uint64
}

func (n fpNum) wide() fpWide { return fpWide{n.neg, n.exp, n.sig, 0} }

// product is exact.
func product(a, b fpNum) fpWide {
	w := fpWide{neg: a.neg != b.neg}
	if a.sig == 0 || b.sig == 0 {
		return w
	}
	w.exp = a.exp + b.exp + 1
	w.hi, w.lo = bits.Mul64(a.sig, b.sig)
	if w.hi>>63 == 0 {
		w.hi, w.lo = w.hi<<1|w.lo>>63, w.lo<<1
		w.exp--
	}
	return w
}

// narrow folds the low half into bit 0.
func (w fpWide) narrow() fpNum {
	if w.lo != 0 {
		w.hi |= 1
	}
	return fpNum{w.neg, w.exp, w.hi}
}

// sum adds two numbers exactly enough to round once. An exact zero from unlike signs is +0, or -0
// when rounding down (IEEE 754, 6.3).
func sum(x, y fpWide, r FPRule) fpNum {
	if x.hi == 0 && y.hi == 0 {
		if x.neg != y.neg {
			x.neg = r&roundMask == RoundDown
		}
		return fpNum{neg: x.neg}
	}
	if x.hi == 0 {
		return y.narrow()
	}
	if y.hi == 0 {
		return x.narrow()
	}
	if x.exp < y.exp {
		x, y = y, x
	}
	// One bit of headroom for the carry; the low bits are zero, so nothing is lost.
	xh, xl := x.hi>>1, x.hi<<63|x.lo>>1
	yh, yl := shiftJam128(y.hi, y.lo, x.exp-y.exp+1)
	var c uint64
	if x.neg == y.neg {
		xl, c = bits.Add64(xl, yl, 0)
		xh, _ = bits.Add64(xh, yh, c)
	} else {
		xl, c = bits.Sub64(xl, yl, 0)
		xh, c = bits.Sub64(xh, yh, c)
		if c != 0 {
			xl, c = bits.Sub64(0, xl, 0)
			xh, _ = bits.Sub64(0, xh, c)
			x.neg = y.neg
		}
		if xh == 0 && xl == 0 {
			return fpNum{neg: r&roundMask == RoundDown}
		}
	}
	e := x.exp + 1
	if xh == 0 {
		xh, xl, e = xl, 0, e-64
	}
	if z := uint(bits.LeadingZeros64(xh)); z != 0 {
		xh, xl, e = xh<<z|xl>>(64-z), xl<<z, e-int(z)
	}
	return fpWide{x.neg, e, xh, xl}.narrow()
}

func shiftJam128(hi, lo uint64, n int) (uint64, uint64) {
	switch {
	case n >= 64:
		if lo != 0 {
			hi |= 1
		}
		return 0, shiftJam(hi, n-64)
	case n == 0:
		return hi, lo
	}
	out := lo << (64 - n)
	lo = hi<<(64-n) | lo>>n
	if out != 0 {
		lo |= 1
	}
	return hi >> n, lo
}

// nan returns the result for the first NaN among the operands.
func (f fpFormat) anyNaN(ops ...uint64) (uint64, bool) {
	for _, x := range ops {
		if f.isNaN(x) {
			return x | f.quiet(), true
		}
	}
	return 0, false
}

func (f fpFormat) add(a, b uint64, r FPRule) uint64 {
	if n, ok := f.anyNaN(a, b); ok {
		return n
	}
	switch {
	case f.isInf(a) && f.isInf(b) && a != b:
		return f.nan()
	case f.isInf(a):
		return a
	case f.isInf(b):
		return b
	}
	return f.round(sum(f.unpack(a, r).wide(), f.unpack(b, r).wide(), r), r)
}

func (f fpFormat) sub(a, b uint64, r FPRule) uint64 {
	if f.isNaN(b) {
		return f.add(a, b, r) // the sign of a NaN operand is not changed by subtraction
	}
	return f.add(a, b^f.sign(), r)
}

func (f fpFormat) mul(a, b uint64, r FPRule) uint64 {
	if n, ok := f.anyNaN(a, b); ok {
		return n
	}
	neg := f.neg(a) != f.neg(b)
	if f.isInf(a) || f.isInf(b) {
		if f.isZero(a, r) || f.isZero(b, r) {
			return f.nan()
		}
		return f.signed(neg, f.inf())
	}
	return f.round(product(f.unpack(a, r), f.unpack(b, r)).narrow(), r)
}

// isZero is for any operand, a flushed denormal included.
func (f fpFormat) isZero(x uint64, r FPRule) bool {
	m := x & (f.sign() - 1)
	return m == 0 || m < 1<<f.mant && r&DenormIn == 0
}

// fma is a*b+c rounded once, times 2^scale before the rounding.
func (f fpFormat) fma(a, b, c uint64, scale int, r FPRule) uint64 {
	if n, ok := f.anyNaN(a, b, c); ok {
		return n
	}
	neg := f.neg(a) != f.neg(b)
	if f.isInf(a) || f.isInf(b) {
		if f.isZero(a, r) || f.isZero(b, r) || f.isInf(c) && f.neg(c) != neg {
			return f.nan()
		}
		return f.signed(neg, f.inf())
	}
	if f.isInf(c) {
		return c
	}
	n := sum(product(f.unpack(a, r), f.unpack(b, r)), f.unpack(c, r).wide(), r)
	n.exp += scale
	return f.round(n, r)
}

func (f fpFormat) div(a, b uint64, r FPRule) uint64 {
	if n, ok := f.anyNaN(a, b); ok {
		return n
	}
	neg := f.neg(a) != f.neg(b)
	switch {
	case f.isInf(a) && f.isInf(b), f.isZero(a, r) && f.isZero(b, r):
		return f.nan()
	case f.isInf(a), f.isZero(b, r):
		return f.signed(neg, f.inf())
	case f.isInf(b), f.isZero(a, r):
		return f.signed(neg, 0)
	}
	x, y := f.unpack(a, r), f.unpack(b, r)
	q, rem := bits.Div64(x.sig>>1, x.sig<<63, y.sig)
	n := fpNum{neg, x.exp - y.exp, q}
	if q>>63 == 0 {
		n.sig, n.exp = q<<1, n.exp-1
	}
	if rem != 0 {
		n.sig |= 1
	}
	return f.round(n, r)
}

// sqrt of a negative number is the positive default NaN; the GCN instruction's own NaN is chosen by
// its kernel.
func (f fpFormat) sqrt(a uint64, r FPRule) uint64 {
	if n, ok := f.anyNaN(a); ok {
		return n
	}
	if f.isZero(a, r) {
		return a & f.sign()
	}
	if f.neg(a) {
		return f.nan()
	}
	if f.isInf(a) {
		return a
	}
	n := f.unpack(a, r)
	// Root of a 128-bit radicand with an even exponent, bit by bit: 64 bits of root and a
	// remainder.
	hi, lo := n.sig, uint64(0)
	if n.exp&1 == 0 {
		hi, lo = hi>>1, hi<<63
	}
	var root, rh, rl uint64
	for range 64 {
		rh, rl = rh<<2|rl>>62, rl<<2|hi>>62
		hi, lo = hi<<2|lo>>62, lo<<2
		th, tl := root>>62, root<<2|1
		root <<= 1
		if l, c := bits.Sub64(rl, tl, 0); true {
			if h, c := bits.Sub64(rh, th, c); c == 0 {
				rh, rl = h, l
				root |= 1
			}
		}
	}
	if rh|rl != 0 {
		root |= 1
	}
	return f.round(fpNum{false, n.exp >> 1, root}, r)
}

// convert changes the format: sources follow in, the result out. A NaN keeps its sign and the
// leading bits of its payload.
func (f fpFormat) convert(to fpFormat, x uint64, in, out FPRule) uint64 {
	switch neg := f.neg(x); {
	case f.isNaN(x):
		p := x & (1<<f.mant - 1)
		if to.mant >= f.mant {
			p <<= to.mant - f.mant
		} else {
			p >>= f.mant - to.mant
		}
		return to.signed(neg, to.nan()|p)
	case f.isInf(x):
		return to.signed(neg, to.inf())
	}
	return to.round(f.unpack(x, in), out)
}

// fromInt rounds the integer whose magnitude and sign are given.
func (f fpFormat) fromInt(mag uint64, neg bool, r FPRule) uint64 {
	if mag == 0 {
		return 0
	}
	z := bits.LeadingZeros64(mag)
	return f.round(fpNum{neg, 63 - z, mag << z}, r)
}

// integer is the magnitude of a finite number rounded to an integer; over says that it does not fit
// 64 bits.
func (n fpNum) integer(r FPRule) (mag uint64, over bool) {
	switch {
	case n.sig == 0:
		return 0, false
	case n.exp > 63:
		return 0, true
	case n.exp == 63:
		return n.sig, false
	case n.exp < 0:
		return split(r, n.neg, shiftJam(n.sig, -n.exp), 63), false
	}
	return split(r, n.neg, n.sig, uint(63-n.exp)), false
}

// toInt converts to a width-bit integer: NaN gives 0, everything outside saturates. The result is
// in the low width bits.
func (f fpFormat) toInt(x uint64, r FPRule, width uint, signed bool) uint64 {
	if f.isNaN(x) {
		return 0
	}
	mask := uint64(1)<<width - 1
	if width == 64 {
		mask = ^uint64(0)
	}
	neg := f.neg(x)
	limit := mask // largest magnitude that fits
	switch {
	case signed && neg:
		limit = mask>>1 + 1
	case signed:
		limit = mask >> 1
	case neg:
		limit = 0
	}
	mag, over := limit, true
	if !f.isInf(x) {
		mag, over = f.unpack(x, r).integer(r)
	}
	if over || mag > limit {
		mag = limit
	}
	if neg {
		mag = -mag
	}
	return mag & mask
}

// roundInt rounds to an integral number in the same format; a zero result keeps the sign.
func (f fpFormat) roundInt(x uint64, r FPRule) uint64 {
	if f.isNaN(x) {
		return x | f.quiet()
	}
	if f.isInf(x) {
		return x
	}
	n := f.unpack(x, r)
	if n.exp >= int(f.mant) || n.sig == 0 {
		return f.round(n, r)
	}
	mag, _ := n.integer(r)
	if mag == 0 {
		return f.signed(n.neg, 0)
	}
	return f.fromInt(mag, n.neg, r)
}

// ldexp is x * 2^n, rounded once.
func (f fpFormat) ldexp(x uint64, n int, r FPRule) uint64 {
	if f.isNaN(x) {
		return x | f.quiet()
	}
	if f.isInf(x) {
		return x
	}
	v := f.unpack(x, r)
	v.exp += min(max(n, -1<<20), 1<<20) // far beyond every exponent range, far from overflow
	return f.round(v, r)
}

// frexp splits a finite non-zero x into a fraction in [0.5, 1) of x's sign and an exponent. Zero
// gives zero and 0.
func (f fpFormat) frexp(x uint64, r FPRule) (frac uint64, exp int) {
	n := f.unpack(x, r)
	if n.sig == 0 {
		return f.signed(n.neg, 0), 0
	}
	exp = n.exp + 1
	n.exp = -1
	return f.round(n, r), exp
}

// Relations of two numbers, as bit numbers in a comparison predicate.
const (
	relLess, relEqual, relGreater, relUnordered = 0, 1, 2, 3
)

func (f fpFormat) compare(a, b uint64, r FPRule) uint {
	if f.isNaN(a) || f.isNaN(b) {
		return relUnordered
	}
	key := func(x uint64) int64 {
		if f.isZero(x, r) {
			return 0
		}
		m := int64(x & (f.sign() - 1))
		if f.neg(x) {
			return -m
		}
		return m
	}
	switch x, y := key(a), key(b); {
	case x < y:
		return relLess
	case x > y:
		return relGreater
	}
	return relEqual
}
