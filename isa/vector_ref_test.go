package isa

import (
	"math"
	"math/big"
	"strings"
)

// vecLane is one lane of one evaluation of a vector kernel as its reference sees it. A reference works on integers of unlimited size, on
// single bits and on the floating-point numbers of the oracle; it shares no code with the kernels.
type vecLane struct {
	row    *Desc
	args   []Arg
	g      Gen
	fp     FPMode
	clamp  bool
	lane   int
	in     bool
	k      uint32
	src    [3][4]uint32 // a, b, c
	old    [4]uint32    // the destination before
	d      [4]uint32    // the result
	out    bool
	near   bool    // the result may be one unit in the last place off
	real   float64 // with near: the exact result, where isReal
	isReal bool
}

type vecRef func(x *vecLane)

// typ is the type of the operand in role; a packed operand of a VOP3P row is one of its halves.
func (x *vecLane) typ(role byte) Type {
	for _, a := range x.args {
		if a.Role == role {
			if a.Type.IsPacked() && x.row.Enc[0].Fmt == VOP3P {
				return a.Type - V2B16 + B16
			}
			return a.Type
		}
	}
	return NoType
}

func typeBits(t Type) int {
	if t.Is16() {
		return 16
	}
	return 32 * t.Dwords()
}

// u is a source as an unsigned number of its type, i as a signed one, v as its type says.
func (x *vecLane) u(n int) *big.Int {
	t := x.typ("abc"[n])
	v := new(big.Int)
	for j := 3; j >= 0; j-- {
		v.Or(v.Lsh(v, 32), big.NewInt(int64(x.src[n][j])))
	}
	return lowBits(v, typeBits(t))
}

func (x *vecLane) i(n int) *big.Int { return signOf(x.u(n), typeBits(x.typ("abc"[n]))) }

func (x *vecLane) v(n int) *big.Int {
	switch x.typ("abc"[n]) {
	case I16, I32, I64:
		return x.i(n)
	}
	return x.u(n)
}

func lowBits(v *big.Int, n int) *big.Int {
	return new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(n)))
}

func signOf(v *big.Int, n int) *big.Int {
	if v.Bit(n-1) == 1 {
		return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	}
	return v
}

func bi(v int64) *big.Int { return big.NewInt(v) }

// put stores an integer result: modulo the width of the destination, or saturated to its type where the row and the generation clamp.
func (x *vecLane) put(v *big.Int) {
	t := x.typ('d')
	n := typeBits(t)
	if x.saturates() {
		lo, hi := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1))
		if t == I16 || t == I32 || t == I64 {
			hi.Rsh(hi, 1)
			lo.Sub(lo.Neg(hi), big.NewInt(1))
		}
		if v.Cmp(lo) < 0 {
			v = lo
		}
		if v.Cmp(hi) > 0 {
			v = hi
		}
	}
	v = lowBits(v, n)
	for j := range x.d {
		x.d[j] = uint32(lowBits(new(big.Int).Rsh(v, uint(32*j)), 32).Uint64())
	}
}

// saturates reports whether an integer result is clamped: from GCN 1.2 on, in the rows that have an integer clamp.
func (x *vecLane) saturates() bool {
	return x.clamp && x.row.Flag&IntClamp != 0 && (x.g == GCN12 || x.g == GCN14)
}

func (x *vecLane) putBits(v uint64) { x.d = [4]uint32{uint32(v), uint32(v >> 32)} }

// int1, int2 and int3 are references of integer instructions by exact arithmetic on their sources.
func int1(f func(a *big.Int) *big.Int) vecRef {
	return func(x *vecLane) { x.put(f(x.v(0))) }
}
func int2(f func(a, b *big.Int) *big.Int) vecRef {
	return func(x *vecLane) { x.put(f(x.v(0), x.v(1))) }
}
func int3(f func(a, b, c *big.Int) *big.Int) vecRef {
	return func(x *vecLane) { x.put(f(x.v(0), x.v(1), x.v(2))) }
}

// bitRef makes each result bit from the same bit of the sources.
func bitRef(f func(a, b, c bool) bool) vecRef {
	return func(x *vecLane) {
		x.put(bitwise(32, func(i int) bool { return f(x.u(0).Bit(i) == 1, x.u(1).Bit(i) == 1, x.u(2).Bit(i) == 1) }))
	}
}

// shiftRef is a shift of source v by source n, modulo the width.
func shiftRef(v, n int, left bool) vecRef {
	return func(x *vecLane) {
		w := typeBits(x.typ('d'))
		by := uint(lowBits(x.u(n), w).Uint64() % uint64(w))
		if left {
			x.put(new(big.Int).Lsh(x.v(v), by))
		} else {
			x.put(new(big.Int).Rsh(x.v(v), by)) // rounds down: arithmetic for negative numbers
		}
	}
}

// carryRef is sign*a + sign*b + carry; Out is set when the result does not fit 32 unsigned bits.
func carryRef(sa, sb int64, withIn bool) vecRef {
	return func(x *vecLane) {
		v := add(mul(x.u(0), bi(sa)), mul(x.u(1), bi(sb)))
		if withIn && x.in {
			v = add(v, bi(sa*sb))
		}
		x.out = v.Sign() < 0 || v.BitLen() > 32
		x.put(v)
	}
}

func bigMin(v ...*big.Int) *big.Int { return bigPick(-1, v) }
func bigMax(v ...*big.Int) *big.Int { return bigPick(1, v) }
func bigPick(sign int, v []*big.Int) *big.Int {
	best := v[0]
	for _, w := range v {
		if w.Cmp(best) == sign {
			best = w
		}
	}
	return best
}
func bigMed(a, b, c *big.Int) *big.Int {
	return sub(sub(add(add(a, b), c), bigMax(a, b, c)), bigMin(a, b, c))
}

// field is a byte or half of v.
func fieldOf(v *big.Int, width, n int) *big.Int {
	return lowBits(new(big.Int).Rsh(v, uint(width*n)), width)
}

// sads is the sum of absolute differences of fields of a and b.
func sads(a, b *big.Int, width int, masked bool) *big.Int {
	sum := new(big.Int)
	for j := 0; j < 32/width; j++ {
		p, q := fieldOf(a, width, j), fieldOf(b, width, j)
		if masked && q.Sign() == 0 {
			continue
		}
		sum = add(sum, new(big.Int).Abs(sub(p, q)))
	}
	return sum
}

func sadRef(width int, masked bool, shift uint) vecRef {
	return int3(func(a, b, c *big.Int) *big.Int { return add(c, new(big.Int).Lsh(sads(a, b, width, masked), shift)) })
}

// quadRef is four sums into fields of width bits.
func quadRef(width int, masked bool) vecRef {
	return func(x *vecLane) {
		v := new(big.Int)
		for j := 3; j >= 0; j-- {
			s := add(fieldOf(x.u(2), width, j), sads(fieldOf(new(big.Int).Rsh(x.u(0), uint(8*j)), 32, 0), x.u(1), 8, masked))
			if top := sub(new(big.Int).Lsh(bi(1), uint(width)), bi(1)); x.saturates() && s.Cmp(top) > 0 {
				s = top
			}
			v = add(new(big.Int).Lsh(v, uint(width)), lowBits(s, width))
		}
		for j := range x.d {
			x.d[j] = uint32(fieldOf(v, 32, j).Uint64())
		}
	}
}

// Floating point.

func (x *vecLane) format(t Type) oFormat {
	switch t {
	case F16:
		return oFormats[0]
	case F64:
		return oFormats[2]
	}
	return oFormats[1]
}

func (x *vecLane) rule(o oFormat) FPRule {
	switch o.width {
	case 16:
		return x.fp.F16
	case 64:
		return x.fp.F64
	}
	return x.fp.F32
}

// raw is the bits of a floating-point source, f its number with denormals by MODE.
func (x *vecLane) raw(n int) uint64 { return x.u(n).Uint64() }
func (x *vecLane) f(n int) oNum {
	o := x.format(x.typ("abc"[n]))
	return o.decode(x.raw(n), x.rule(o))
}
func (x *vecLane) dst() (oFormat, FPRule) {
	o := x.format(x.typ('d'))
	if x.row.Enc[0].Fmt == VOP3P && strings.HasPrefix(x.row.Name, "v_mad_mix") {
		o = oFormats[1] // the conversion to half is the executor's
	}
	return o, x.rule(o)
}

// float is a reference of a floating-point instruction: one rounding of an exact result.
func float(f func(x *vecLane, o oFormat, r FPRule) oNum) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		x.putBits(o.encode(f(x, o, r), r))
	}
}

func negated(v oNum) oNum {
	v.neg = !v.neg && v.kind != oNaN || v.kind == oNaN && v.neg
	return v
}

// madRef rounds the product and the sum, flushing denormals at every step.
func madRef(x *vecLane, a, b, c uint64, legacy bool) {
	o, r := x.dst()
	r &= 0x13 // rounding and overflow; no denormals
	u, v := o.decode(a, r), o.decode(b, r)
	p := o.encode(o.oMul(u, v), r)
	if legacy && (u.zero() || v.zero()) {
		p = 0
	}
	x.putBits(o.encode(o.oAdd(o.decode(p, r), o.decode(c, r), r), r))
}

func mad(a, b, c int, legacy bool) vecRef { // sources by number; 3 the old destination, 4 the literal
	return func(x *vecLane) {
		get := func(n int) uint64 {
			switch n {
			case 3:
				return lowBits(bi(int64(x.old[0])), typeBits(x.typ('d'))).Uint64()
			case 4:
				return lowBits(bi(int64(x.k)), typeBits(x.typ('d'))).Uint64()
			}
			return x.raw(n)
		}
		madRef(x, get(a), get(b), get(c), legacy)
	}
}

func minMaxRule(x *vecLane, r FPRule) FPRule {
	if x.g != GCN14 {
		r |= 12
	}
	return r
}

// minMaxRef folds the two-operand rule of the Vega text over the sources.
func minMaxRef(isMax bool) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		r = minMaxRule(x, r)
		v := o.minMaxText(x.raw(0), x.raw(1), isMax, r, x.fp.IEEE)
		if x.typ('c') != NoType {
			v = o.minMaxText(v, x.raw(2), isMax, r, x.fp.IEEE)
		}
		x.putBits(v)
	}
}

// med3Ref is V_MED3 of the Vega text.
func med3Ref(x *vecLane) {
	o, r := x.dst()
	r = minMaxRule(x, r)
	m := func(isMax bool, a, b uint64) uint64 { return o.minMaxText(a, b, isMax, r, x.fp.IEEE) }
	top := func(a, b uint64) uint64 { return o.minMaxText(a, b, true, r|8, x.fp.IEEE) } // only to be compared
	a, b, c := x.raw(0), x.raw(1), x.raw(2)
	if o.isNaN(a) || o.isNaN(b) || o.isNaN(c) {
		x.putBits(m(false, m(false, a, b), c))
		return
	}
	switch o.value(top(top(a, b), c), r) {
	case o.value(a, r):
		x.putBits(m(true, b, c))
	case o.value(b, r):
		x.putBits(m(true, a, c))
	default:
		x.putBits(m(true, a, b))
	}
}

// toInt is a conversion to the integer destination; scale and offset are applied first.
func toInt(mode FPRule, width uint, signed bool) vecRef {
	return func(x *vecLane) { x.put(intOf(x.f(0), mode, width, signed)) }
}

func intOf(v oNum, mode FPRule, width uint, signed bool) *big.Int {
	lo, hi := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(bi(1), width), bi(1))
	if signed {
		hi.Rsh(hi, 1)
		lo.Sub(lo.Neg(hi), bi(1))
	}
	return oInt(v, mode, lo, hi)
}

// fromInt is a conversion of an integer source to the floating-point destination.
func fromInt(get func(x *vecLane) *big.Int) vecRef {
	return float(func(x *vecLane, o oFormat, r FPRule) oNum {
		v := get(x)
		return oNum{neg: v.Sign() < 0, m: new(big.Int).Abs(v)}
	})
}

// convert is between floating-point formats.
func (x *vecLane) convert(n int, to oFormat, in, out FPRule) uint64 {
	from := x.format(x.typ("abc"[n]))
	v := from.decode(x.raw(n), in)
	if v.kind == oNaN { // the payload keeps its leading bits
		p := new(big.Int).Lsh(lowBits(new(big.Int).SetUint64(v.bits), from.mant), 64)
		p.Rsh(p, uint(64+from.mant-to.mant+0)&1023)
		return to.withSign(v.bits>>(from.width-1) == 1, to.defaultNaN()|p.Uint64())
	}
	return to.encode(v, out)
}

func (x *vecLane) halfRule() FPRule {
	if x.g == GCN10 || x.g == GCN11 {
		return x.fp.F32 | 12
	}
	return x.fp.F16
}

// integral rounds to an integral number; the sign of zero is that of the source.
func integral(mode FPRule) vecRef {
	return float(func(x *vecLane, o oFormat, r FPRule) oNum {
		v := x.f(0)
		if v.kind != oFinite {
			return v
		}
		return oNum{neg: v.neg, m: new(big.Int).Abs(oIntegral(v, mode))}
	})
}

func fractRef(x *vecLane) {
	o, r := x.dst()
	v := x.f(0)
	switch v.kind {
	case oNaN:
		x.putBits(o.encode(v, r))
		return
	case oInf:
		x.putBits(o.defaultNaN())
		return
	}
	n := oIntegral(v, 2)
	d := o.encode(o.oAdd(v, oNum{neg: n.Sign() >= 0, m: new(big.Int).Abs(n)}, r), r)
	if v.zero() && v.neg { // -0 - floor(-0) = -0 + 0
		d = o.encode(oNum{neg: r&3 == 2, m: new(big.Int)}, r)
	}
	if one := uint64(o.bias) << o.mant; d == one && x.g != GCN10 {
		d--
	}
	x.putBits(d)
}

// frexpOf splits a finite number.
func frexpOf(v oNum) (m oNum, e int) {
	if v.zero() {
		return v, 0
	}
	e = v.m.BitLen() + v.e
	v.e -= e
	return v, e
}

func frexpExpRef(x *vecLane) {
	v := x.f(0)
	switch {
	case v.kind != oFinite && x.g == GCN10:
		x.put(bi(-1))
	case v.kind != oFinite:
		x.put(new(big.Int))
	default:
		_, e := frexpOf(v)
		x.put(bi(int64(e)))
	}
}

func frexpMantRef(x *vecLane) {
	o, r := x.dst()
	v := x.f(0)
	switch {
	case v.kind == oInf && x.g == GCN10:
		x.putBits(o.withSign(true, o.defaultNaN()))
	case v.kind != oFinite:
		x.putBits(o.encode(v, r))
	default:
		m, _ := frexpOf(v)
		x.putBits(o.encode(m, r))
	}
}

func ldexpRef(x *vecLane) {
	o, r := x.dst()
	v := x.f(0)
	if v.kind == oFinite {
		v.e += int(bigMin(bigMax(signOf(x.u(1), typeBits(x.typ('b'))), bi(-5000)), bi(5000)).Int64())
	}
	x.putBits(o.encode(v, r))
}

// special is how the approximating functions treat a source: a NaN comes back quieted; an invalid operation gives the negative default NaN.
func (x *vecLane) special(v oNum, o oFormat) bool {
	if v.kind == oNaN {
		x.putBits(o.encode(v, KeepAll))
		return true
	}
	return false
}

// root is an algebraic function computed to 200 bits; unlimited is what follows it for infinite results.
func root(f func(o oFormat, v oNum) oNum, infinity func(o oFormat, d uint64) uint64) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		if o.width == 32 {
			r = FlushAll
		}
		v := o.decode(x.raw(0), r)
		if x.special(v, o) {
			return
		}
		w := f(o, v)
		if w.kind == oNaN {
			x.putBits(o.withSign(true, o.defaultNaN()))
			return
		}
		d := o.encode(w, r&^19)
		if infinity != nil && lowBits(new(big.Int).SetUint64(d), o.width-1).Uint64() == o.infinity() {
			d = infinity(o, d)
		}
		x.near = true
		x.putBits(d)
	}
}

func oOne() oNum                        { return oNum{m: bi(1)} }
func oRcp(o oFormat, v oNum) oNum       { return o.oDiv(oOne(), v) }
func oRsq(o oFormat, v oNum) oNum       { return o.oDiv(oOne(), o.oSqrt(v)) }
func toMax(o oFormat, d uint64) uint64  { return d - 1 }
func toZero(o oFormat, d uint64) uint64 { return d >> (o.width - 1) << (o.width - 1) }

// transcendental is a function of the host's mathematical library.
func transcendental(f func(v float64) float64, flush bool) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		if flush && o.width == 32 {
			r = FlushAll
		}
		v := o.decode(x.raw(0), r)
		if x.special(v, o) {
			return
		}
		y := f(o.value(x.raw(0), r))
		least := math.Ldexp(1, 1-o.bias)
		switch {
		case r&FP16Ovfl != 0 && v.kind == oFinite && y >= 65520:
			x.putBits(o.infinity() - 1)
		case y != y:
			x.putBits(o.withSign(true, o.defaultNaN()))
		case math.IsInf(y, 0):
			x.putBits(o.withSign(y < 0, o.infinity()))
		case y == 0 || math.Abs(y) < least*(1-1e-4) && r&8 == 0:
			x.putBits(o.withSign(math.Signbit(y), 0))
		default:
			x.near, x.real, x.isReal = true, y, true
		}
	}
}

func turns(quarter bool) func(v float64) float64 {
	sine := func(v float64) float64 { // folded exactly to a quarter turn
		v -= math.RoundToEven(v)
		if math.Abs(v) > 0.25 {
			v = math.Copysign(0.5, v) - v
		}
		return math.Sin(2 * math.Pi * v)
	}
	return func(v float64) float64 {
		switch {
		case math.IsInf(v, 0):
			return math.NaN()
		case math.Abs(v) > 256:
			v = 0
		case v == 0 && !quarter:
			return v
		}
		y := 0.0
		if quarter {
			v -= math.RoundToEven(v)
			y = sine(0.25 - math.Abs(v))
		} else {
			y = sine(v)
		}
		return y + 0 // no -0
	}
}

// log2Big avoids the cancellation of math.Log2 near 1.
func log2Big(v float64) float64 {
	if v > 0.5 && v < 2 {
		return math.Log1p(v-1) / math.Ln2
	}
	return math.Log2(v)
}

// norm is [-1,1] or [0,1] scaled to 16 bits.
func norm(v oNum, signed bool, mode FPRule) *big.Int {
	scale, lo := int64(65535), new(big.Int)
	if signed {
		scale, lo = 32767, bi(-32767)
	}
	if v.kind == oFinite {
		v.m = new(big.Int).Mul(v.m, bi(scale))
	}
	return oInt(v, mode, lo, bi(scale))
}

func pair(lo, hi *big.Int) *big.Int {
	return add(lowBits(lo, 16), new(big.Int).Lsh(lowBits(hi, 16), 16))
}

func normPair(signed bool) vecRef {
	return func(x *vecLane) { x.put(pair(norm(x.f(0), signed, 0), norm(x.f(1), signed, 0))) }
}

// Cube maps, from the table of faces in the Vega ISA: major axis, then S and T with their signs.
func cubeRef(what int) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		bits := [3]uint64{}
		v := [3]float64{}
		for i := range v {
			bits[i] = o.flush(x.raw(i), r&4 != 0)
			v[i] = o.value(bits[i], KeepAll)
		}
		major := 0
		switch {
		case math.Abs(v[2]) >= math.Abs(v[0]) && math.Abs(v[2]) >= math.Abs(v[1]):
			major = 2
		case math.Abs(v[1]) >= math.Abs(v[0]):
			major = 1
		}
		neg := v[major] < 0
		signed := func(i int, minus bool) uint64 {
			b := bits[i]
			if minus {
				b ^= 1 << 31
			}
			return o.flush(b, r&8 != 0)
		}
		switch what {
		case 0:
			face := float32(2 * major)
			if neg {
				face++
			}
			x.putBits(uint64(math.Float32bits(face)))
		case 1:
			x.putBits([3]uint64{signed(2, !neg), signed(0, false), signed(0, neg)}[major])
		case 2:
			x.putBits([3]uint64{signed(1, true), signed(2, neg), signed(1, true)}[major])
		case 3:
			m := o.decode(bits[major], KeepAll)
			x.putBits(o.encode(o.oAdd(m, m, r), r))
		}
	}
}

// Division. exponents are those of the value, denormals normalised; infinity and NaN have the format's greatest.
func oExp(o oFormat, bits uint64) int {
	v := o.decode(bits, KeepAll)
	if v.kind != oFinite {
		return o.bias + 1
	}
	return v.m.BitLen() - 1 + v.e
}

func divScaleRef(big, tiny, by int) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		s0, s1, s2 := x.raw(0), x.raw(1), x.raw(2)
		den, num := o.decode(s1, r), o.decode(s2, r)
		if den.zero() || num.zero() {
			x.out = true
			x.putBits(o.defaultNaN())
			return
		}
		least := 1 - o.bias
		e1, e2 := oExp(o, s1), oExp(o, s2)
		scale := 0
		// 1/d and n/d count as denormal by exponent: at or below the least normal one.
		rcp, quot := -e1 <= least, e2-e1 <= least
		if e2-e1 >= big {
			x.out = true
			if s0 == s1 {
				scale = by
			}
		} else if e1 < least {
			scale = by
		} else if rcp && quot {
			x.out = true
			if s0 == s1 {
				scale = -by
			}
		} else if rcp {
			scale = -by
		} else if quot {
			x.out = true
			if s0 == s2 {
				scale = by
			}
		} else if e2+o.bias <= tiny {
			scale = by
		}
		v := o.decode(s0, r)
		v.e += scale
		x.putBits(o.encode(v, r))
	}
}

func divFmasRef(by int) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		r |= 4 // source denormals count
		c := o.decode(x.raw(2), r)
		v := o.oFMA(o.decode(x.raw(0), r), o.decode(x.raw(1), r), c, r)
		if x.in && v.kind == oFinite {
			if c.kind == oInf || c.kind == oNaN || math.Abs(o.value(x.raw(2), KeepAll)) >= 2 {
				v.e += by
			} else {
				v.e -= by
			}
		}
		x.putBits(o.encode(v, r))
	}
}

func divFixupRef(under int) vecRef {
	return func(x *vecLane) {
		o, r := x.dst()
		den, num := x.f(1), x.f(2)
		neg := x.raw(1)>>(o.width-1) != x.raw(2)>>(o.width-1)
		switch {
		case num.kind == oNaN:
			x.putBits(o.encode(num, r))
		case den.kind == oNaN:
			x.putBits(o.encode(den, r))
		case den.zero() && num.zero(), den.kind == oInf && num.kind == oInf:
			x.putBits(o.withSign(true, o.defaultNaN()))
		case den.zero(), num.kind == oInf:
			x.putBits(o.withSign(neg, o.infinity()))
		case num.zero(), den.kind == oInf:
			x.putBits(o.withSign(neg, 0))
		case under != 0 && oExp(o, x.raw(2))-oExp(o, x.raw(1)) < under:
			x.putBits(o.encode(oNum{neg: neg, m: bi(1), e: -9000}, r))
		default:
			q := o.decode(x.raw(0), KeepAll)
			if q.kind == oNaN {
				q = oNum{kind: oInf}
			}
			q.neg = neg
			x.putBits(o.encode(q, r))
		}
	}
}

// twoOverPiBits is 2/pi to 1201 places, from Machin's formula.
func twoOverPiBits() *big.Int {
	const prec = 1400
	arctan := func(n int64) *big.Int {
		sum, term := new(big.Int), new(big.Int).Div(new(big.Int).Lsh(bi(1), prec), bi(n))
		for k := int64(1); term.Sign() != 0; k += 2 {
			q := new(big.Int).Div(term, bi(k))
			if k&2 != 0 {
				q.Neg(q)
			}
			sum.Add(sum, q)
			term.Div(term, bi(n*n))
		}
		return sum
	}
	pi := mul(bi(4), sub(mul(bi(4), arctan(5)), arctan(239)))
	return new(big.Int).Div(new(big.Int).Lsh(bi(2), 1201+prec), pi)
}

var twoOverPiRef = twoOverPiBits()

func trigPreopRef(x *vecLane) {
	o, r := x.dst()
	exp := int(x.raw(0) >> 52 & 0x7ff)
	shift := 53 * int(x.src[1][0]&31)
	if exp > 1077 {
		shift += exp - 1077
	}
	seg := new(big.Int)
	if s := 1201 - 53 - shift; s >= 0 {
		seg = lowBits(new(big.Int).Rsh(twoOverPiRef, uint(s)), 53)
	} else {
		seg = lowBits(new(big.Int).Lsh(twoOverPiRef, uint(-s)), 53)
	}
	scale := -53 - shift
	if exp >= 1968 {
		scale += 128
	}
	x.putBits(o.encode(oNum{m: seg, e: scale}, r))
}
