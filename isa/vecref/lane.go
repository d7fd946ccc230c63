package vecref

import (
	"math"
	"math/big"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/internal/exact"
)

// Lane is one lane of one execution of a vector instruction between its modifiers: sources after
// abs, neg, SDWA, DPP and op_sel; results before omod, clamp of floating-point results and
// placement. Fill in the first group and call [Lane.Eval].
type Lane struct {
	Desc  *isa.Desc
	Args  []isa.Arg // of the row or of one of its forms
	Gen   isa.Gen
	FP    isa.FPMode
	Clamp bool
	Index int          // lane number
	In    bool         // the lane's bit of the carry in or condition mask
	K     uint32       // literal of madmk and madak
	Src   [3][4]uint32 // a, b, c; bits above the width of the type are ignored
	Old   [4]uint32    // the destination before

	D   [4]uint32 // result
	Out bool      // the lane's bit of the mask result

	fp     rules
	near   bool    // the result may be one unit in the last place off
	real   float64 // with near: the exact result, where isReal
	isReal bool
}

// rules are FP in the oracle's terms.
type rules struct {
	F32, F64, F16 exact.Rule
	IEEE          bool
}

// Eval computes D and Out.
func (x *Lane) Eval() {
	x.D, x.Out, x.near, x.isReal = [4]uint32{}, false, false, false
	x.fp = rules{exact.Rule(x.FP.F32), exact.Rule(x.FP.F64), exact.Rule(x.FP.F16), x.FP.IEEE}
	reference(x.Desc)(x)
}

// Results are the values that D may have, as one number of up to 64 bits: one, or for an
// approximated function those within one unit in the last place, the best first.
func (x *Lane) Results() []uint64 {
	v := uint64(x.D[0]) | uint64(x.D[1])<<32
	if !x.near {
		return []uint64{v}
	}
	o, _ := x.dst()
	if x.isReal {
		v = o.Encode(exactly(x.real), exact.KeepAll)
	}
	list := []uint64{v}
	for _, w := range [...]uint64{v - 1, v + 1} {
		if w = w & (1<<(o.Width-1)<<1 - 1); !o.IsNaN(w) && (!x.isReal || o.Ulps(x.real, w) <= 1) {
			list = append(list, w)
		}
	}
	return list
}

// exactly is a finite float64 as a number.
func exactly(v float64) exact.Num { return exact.F64.Decode(math.Float64bits(v), exact.KeepAll) }

// Bits is the width of the result in bits, 0 where there is only a mask. The result of mixed
// precision is single precision; its conversion comes afterwards.
func (x *Lane) Bits() int {
	switch t := x.typ('d'); {
	case t == isa.Mask:
		return 0
	case x.isMix():
		return 32
	default:
		return typeBits(t)
	}
}

func (x *Lane) isMix() bool { return x.Desc.Flag&isa.Mix != 0 }

type vecRef func(x *Lane)

// typ is the type of the operand in role; where a VOP3P row has a packed result, each packed
// operand is one of its halves.
func (x *Lane) typ(role byte) isa.Type {
	for _, a := range x.Args {
		if a.Role == role {
			if a.Type.IsPacked() && x.Args[0].Type.IsPacked() && x.Desc.Enc[0].Fmt == isa.VOP3P {
				return a.Type - isa.V2B16 + isa.B16
			}
			return a.Type
		}
	}
	return isa.NoType
}

func typeBits(t isa.Type) int {
	if t.Is16() {
		return 16
	}
	return 32 * t.Dwords()
}

// u is a source as an unsigned number of its type, i as a signed one, v as its type says.
func (x *Lane) u(n int) *big.Int {
	t := x.typ("abc"[n])
	v := new(big.Int)
	for j := 3; j >= 0; j-- {
		v.Or(v.Lsh(v, 32), big.NewInt(int64(x.Src[n][j])))
	}
	return lowBits(v, typeBits(t))
}

func (x *Lane) i(n int) *big.Int { return signOf(x.u(n), typeBits(x.typ("abc"[n]))) }

func (x *Lane) v(n int) *big.Int {
	switch x.typ("abc"[n]) {
	case isa.I16, isa.I32, isa.I64:
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

// Short names of the integers of unlimited size.
var (
	add, sub, mul = exact.Add, exact.Sub, exact.Mul

	bitwise, amount, firstBit = exact.Bitwise, exact.Amount, exact.FirstBit
)

func bi(v int64) *big.Int { return big.NewInt(v) }

// put stores an integer result: modulo the width of the destination, or saturated to its type where
// the row and the generation clamp.
func (x *Lane) put(v *big.Int) {
	t := x.typ('d')
	n := typeBits(t)
	if x.saturates() {
		lo, hi := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1))
		if t == isa.I16 || t == isa.I32 || t == isa.I64 {
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
	for j := range x.D {
		x.D[j] = uint32(lowBits(new(big.Int).Rsh(v, uint(32*j)), 32).Uint64())
	}
}

// saturates reports whether an integer result is clamped: from GCN 1.2 on, in the rows that have an
// integer clamp.
func (x *Lane) saturates() bool {
	return x.Clamp && x.Desc.Flag&isa.IntClamp != 0 && (x.Gen == isa.GCN12 || x.Gen == isa.GCN14)
}

func (x *Lane) putBits(v uint64) { x.D = [4]uint32{uint32(v), uint32(v >> 32)} }

// int2 and int3 are references of integer instructions by exact arithmetic on their sources.
func int2(f func(a, b *big.Int) *big.Int) vecRef {
	return func(x *Lane) { x.put(f(x.v(0), x.v(1))) }
}
func int3(f func(a, b, c *big.Int) *big.Int) vecRef {
	return func(x *Lane) { x.put(f(x.v(0), x.v(1), x.v(2))) }
}

// bitRef makes each result bit from the same bit of the sources.
func bitRef(f func(a, b, c bool) bool) vecRef {
	return func(x *Lane) {
		x.put(bitwise(32, func(i int) bool { return f(x.u(0).Bit(i) == 1, x.u(1).Bit(i) == 1, x.u(2).Bit(i) == 1) }))
	}
}

// shiftRef is a shift of source v by source n, modulo the width.
func shiftRef(v, n int, left bool) vecRef {
	return func(x *Lane) {
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
	return func(x *Lane) {
		v := add(mul(x.u(0), bi(sa)), mul(x.u(1), bi(sb)))
		if withIn && x.In {
			v = add(v, bi(sa*sb))
		}
		x.Out = v.Sign() < 0 || v.BitLen() > 32
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
	return func(x *Lane) {
		v := new(big.Int)
		for j := 3; j >= 0; j-- {
			s := add(fieldOf(x.u(2), width, j), sads(fieldOf(new(big.Int).Rsh(x.u(0), uint(8*j)), 32, 0), x.u(1), 8,
				masked))
			if top := sub(new(big.Int).Lsh(bi(1), uint(width)), bi(1)); x.saturates() && s.Cmp(top) > 0 {
				s = top
			}
			v = add(new(big.Int).Lsh(v, uint(width)), lowBits(s, width))
		}
		for j := range x.D {
			x.D[j] = uint32(fieldOf(v, 32, j).Uint64())
		}
	}
}

// Floating point.

// format is the format of a floating-point type, single precision for others.
func (x *Lane) format(t isa.Type) exact.Format {
	if o, ok := format(t); ok {
		return o
	}
	return exact.F32
}

func (x *Lane) rule(o exact.Format) exact.Rule { return rule(o, x.FP) }

// raw is the bits of a floating-point source, f its number with denormals by MODE.
func (x *Lane) raw(n int) uint64 { return x.u(n).Uint64() }
func (x *Lane) f(n int) exact.Num {
	o := x.format(x.typ("abc"[n]))
	return o.Decode(x.raw(n), x.rule(o))
}
func (x *Lane) dst() (exact.Format, exact.Rule) {
	o := x.format(x.typ('d'))
	if x.isMix() {
		o = exact.F32 // the conversion to half is the executor's
	}
	return o, x.rule(o)
}

// float is a reference of a floating-point instruction: one rounding of an exact result.
func float(f func(x *Lane, o exact.Format, r exact.Rule) exact.Num) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		x.putBits(o.Encode(f(x, o, r), r))
	}
}

func negated(v exact.Num) exact.Num {
	v.Neg = !v.Neg && v.Kind != exact.NaN || v.Kind == exact.NaN && v.Neg
	return v
}

// madRef rounds the product and the sum, flushing denormals at every step.
func madRef(x *Lane, a, b, c uint64, legacy bool) {
	o, r := x.dst()
	r &= 0x13 // rounding and overflow; no denormals
	u, v := o.Decode(a, r), o.Decode(b, r)
	p := o.Encode(o.Mul(u, v), r)
	if legacy && (u.Zero() || v.Zero()) {
		p = 0
	}
	x.putBits(o.Encode(o.Add(o.Decode(p, r), o.Decode(c, r), r), r))
}

func mad(a, b, c int, legacy bool) vecRef { // sources by number; 3 the old destination, 4 the literal
	return func(x *Lane) {
		get := func(n int) uint64 {
			switch n {
			case 3:
				return lowBits(bi(int64(x.Old[0])), typeBits(x.typ('d'))).Uint64()
			case 4:
				return lowBits(bi(int64(x.K)), typeBits(x.typ('d'))).Uint64()
			}
			return x.raw(n)
		}
		madRef(x, get(a), get(b), get(c), legacy)
	}
}

// dotRef adds the products of the integers of a number of bits in sources 0 and 1 to source 2.
func dotRef(width int, signed bool) vecRef {
	return func(x *Lane) {
		sum := x.v(2)
		for n := 0; n < 32; n += width {
			var part [2]*big.Int
			for s := range part {
				part[s] = lowBits(bi(int64(x.Src[s][0]>>n)), width)
				if signed {
					part[s] = signOf(part[s], width)
				}
			}
			sum = add(sum, mul(part[0], part[1]))
		}
		x.put(sum)
	}
}

// dot2Ref adds the product of the low halves to source 2, then that of the high ones; each sum is
// rounded, and denormals of single precision are zero.
func dot2Ref(x *Lane) {
	o, r := x.dst()
	r &= 0x13
	sum := uint64(x.Src[2][0])
	for n := 0; n < 32; n += 16 {
		half := func(s int) exact.Num {
			return o.Decode(convert(uint64(x.Src[s][0]>>n&0xffff), exact.F16, exact.F32, x.fp.F16, exact.KeepAll),
				exact.KeepAll)
		}
		sum = o.Encode(o.FMA(half(0), half(1), o.Decode(sum, r), r), r)
	}
	x.putBits(sum)
}

func minMaxRule(x *Lane, r exact.Rule) exact.Rule {
	if x.Gen != isa.GCN14 {
		r |= 12
	}
	return r
}

// minMaxRef folds the two-operand rule of the Vega text over the sources.
func minMaxRef(isMax bool) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		r = minMaxRule(x, r)
		v := o.MinMaxText(x.raw(0), x.raw(1), isMax, r, x.fp.IEEE)
		if x.typ('c') != isa.NoType {
			v = o.MinMaxText(v, x.raw(2), isMax, r, x.fp.IEEE)
		}
		x.putBits(v)
	}
}

// med3Ref is V_MED3 of the Vega text.
func med3Ref(x *Lane) {
	o, r := x.dst()
	r = minMaxRule(x, r)
	m := func(isMax bool, a, b uint64) uint64 { return o.MinMaxText(a, b, isMax, r, x.fp.IEEE) }
	top := func(a, b uint64) uint64 { return o.MinMaxText(a, b, true, r|8, x.fp.IEEE) } // only to be compared
	a, b, c := x.raw(0), x.raw(1), x.raw(2)
	if o.IsNaN(a) || o.IsNaN(b) || o.IsNaN(c) {
		x.putBits(m(false, m(false, a, b), c))
		return
	}
	switch o.Value(top(top(a, b), c), r) {
	case o.Value(a, r):
		x.putBits(m(true, b, c))
	case o.Value(b, r):
		x.putBits(m(true, a, c))
	default:
		x.putBits(m(true, a, b))
	}
}

// toInt is a conversion to the integer destination; scale and offset are applied first.
func toInt(mode exact.Rule, width uint, signed bool) vecRef {
	return func(x *Lane) { x.put(intOf(x.f(0), mode, width, signed)) }
}

func intOf(v exact.Num, mode exact.Rule, width uint, signed bool) *big.Int {
	lo, hi := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(bi(1), width), bi(1))
	if signed {
		hi.Rsh(hi, 1)
		lo.Sub(lo.Neg(hi), bi(1))
	}
	return exact.Int(v, mode, lo, hi)
}

// fromInt is a conversion of an integer source to the floating-point destination.
func fromInt(get func(x *Lane) *big.Int) vecRef {
	return float(func(x *Lane, o exact.Format, r exact.Rule) exact.Num {
		v := get(x)
		return exact.Num{Neg: v.Sign() < 0, M: new(big.Int).Abs(v)}
	})
}

// convert is between floating-point formats: a NaN becomes quiet and keeps its sign and the leading
// bits of its payload.
func convert(v uint64, from, to exact.Format, in, out exact.Rule) uint64 {
	n := from.Decode(v, in)
	if n.Kind != exact.NaN {
		return to.Encode(n, out)
	}
	payload := v & (1<<from.Mant - 1)
	if to.Mant >= from.Mant {
		payload <<= to.Mant - from.Mant
	} else {
		payload >>= from.Mant - to.Mant
	}
	return to.WithSign(v>>(from.Width-1) == 1, to.DefaultNaN()|payload)
}

func (x *Lane) convert(n int, to exact.Format, in, out exact.Rule) uint64 {
	return convert(x.raw(n), x.format(x.typ("abc"[n])), to, in, out)
}

func (x *Lane) halfRule() exact.Rule {
	if x.Gen == isa.GCN10 || x.Gen == isa.GCN11 {
		return x.fp.F32 | 12
	}
	return x.fp.F16
}

// integral rounds to an integral number; the sign of zero is that of the source.
func integral(mode exact.Rule) vecRef {
	return float(func(x *Lane, o exact.Format, r exact.Rule) exact.Num {
		v := x.f(0)
		if v.Kind != exact.Finite {
			return v
		}
		return exact.Num{Neg: v.Neg, M: new(big.Int).Abs(exact.Integral(v, mode))}
	})
}

func fractRef(x *Lane) {
	o, r := x.dst()
	v := x.f(0)
	switch v.Kind {
	case exact.NaN:
		x.putBits(o.Encode(v, r))
		return
	case exact.Inf:
		x.putBits(o.DefaultNaN())
		return
	}
	n := exact.Integral(v, 2)
	d := o.Encode(o.Add(v, exact.Num{Neg: n.Sign() >= 0, M: new(big.Int).Abs(n)}, r), r)
	if v.Zero() && v.Neg { // -0 - floor(-0) = -0 + 0
		d = o.Encode(exact.Num{Neg: r&3 == 2, M: new(big.Int)}, r)
	}
	if one := uint64(o.Bias) << o.Mant; d == one && x.Gen != isa.GCN10 {
		d--
	}
	x.putBits(d)
}

// frexpOf splits a finite number.
func frexpOf(v exact.Num) (m exact.Num, e int) {
	if v.Zero() {
		return v, 0
	}
	e = v.M.BitLen() + v.E
	v.E -= e
	return v, e
}

func frexpExpRef(x *Lane) {
	v := x.f(0)
	switch {
	case v.Kind != exact.Finite && x.Gen == isa.GCN10:
		x.put(bi(-1))
	case v.Kind != exact.Finite:
		x.put(new(big.Int))
	default:
		_, e := frexpOf(v)
		x.put(bi(int64(e)))
	}
}

func frexpMantRef(x *Lane) {
	o, r := x.dst()
	v := x.f(0)
	switch {
	case v.Kind == exact.Inf && x.Gen == isa.GCN10:
		x.putBits(o.WithSign(true, o.DefaultNaN()))
	case v.Kind != exact.Finite:
		x.putBits(o.Encode(v, r))
	default:
		m, _ := frexpOf(v)
		x.putBits(o.Encode(m, r))
	}
}

func ldexpRef(x *Lane) {
	o, r := x.dst()
	v := x.f(0)
	if v.Kind == exact.Finite {
		v.E += int(bigMin(bigMax(signOf(x.u(1), typeBits(x.typ('b'))), bi(-5000)), bi(5000)).Int64())
	}
	x.putBits(o.Encode(v, r))
}

// special is how the approximating functions treat a source: a NaN comes back quieted; an invalid
// operation gives the negative default NaN.
func (x *Lane) special(v exact.Num, o exact.Format) bool {
	if v.Kind == exact.NaN {
		x.putBits(o.Encode(v, exact.KeepAll))
		return true
	}
	return false
}

// root is an algebraic function computed to 200 bits; unlimited is what follows it for infinite
// results.
func root(f func(o exact.Format, v exact.Num) exact.Num, infinity func(o exact.Format, d uint64) uint64) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		if o.Width == 32 {
			r = exact.FlushAll
		}
		v := o.Decode(x.raw(0), r)
		if x.special(v, o) {
			return
		}
		w := f(o, v)
		if w.Kind == exact.NaN {
			x.putBits(o.WithSign(true, o.DefaultNaN()))
			return
		}
		d := o.Encode(w, r&^19)
		if infinity != nil && lowBits(new(big.Int).SetUint64(d), o.Width-1).Uint64() == o.Infinity() {
			d = infinity(o, d)
		}
		x.near = true
		x.putBits(d)
	}
}

func oOne() exact.Num                            { return exact.Num{M: bi(1)} }
func oRcp(o exact.Format, v exact.Num) exact.Num { return o.Div(oOne(), v) }
func oRsq(o exact.Format, v exact.Num) exact.Num { return o.Div(oOne(), o.Sqrt(v)) }
func toMax(o exact.Format, d uint64) uint64      { return d - 1 }
func toZero(o exact.Format, d uint64) uint64     { return d >> (o.Width - 1) << (o.Width - 1) }

// transcendental is a function of the host's mathematical library.
func transcendental(f func(v float64) float64, flush bool) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		if flush && o.Width == 32 {
			r = exact.FlushAll
		}
		v := o.Decode(x.raw(0), r)
		if x.special(v, o) {
			return
		}
		y := f(o.Value(x.raw(0), r))
		least := math.Ldexp(1, 1-o.Bias)
		switch {
		case r&exact.FP16Ovfl != 0 && v.Kind == exact.Finite && y >= 65520:
			x.putBits(o.Infinity() - 1)
		case y != y:
			x.putBits(o.WithSign(true, o.DefaultNaN()))
		case math.IsInf(y, 0):
			x.putBits(o.WithSign(y < 0, o.Infinity()))
		case y == 0 || math.Abs(y) < least*(1-1e-4) && r&8 == 0:
			x.putBits(o.WithSign(math.Signbit(y), 0))
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
func norm(v exact.Num, signed bool, mode exact.Rule) *big.Int {
	scale, lo := int64(65535), new(big.Int)
	if signed {
		scale, lo = 32767, bi(-32767)
	}
	if v.Kind == exact.Finite {
		v.M = new(big.Int).Mul(v.M, bi(scale))
	}
	return exact.Int(v, mode, lo, bi(scale))
}

func pair(lo, hi *big.Int) *big.Int {
	return add(lowBits(lo, 16), new(big.Int).Lsh(lowBits(hi, 16), 16))
}

func normPair(signed bool) vecRef {
	return func(x *Lane) { x.put(pair(norm(x.f(0), signed, 0), norm(x.f(1), signed, 0))) }
}

// Cube maps, from the table of faces in the Vega ISA: major axis, then S and T with their signs.
func cubeRef(what int) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		bits := [3]uint64{}
		v := [3]float64{}
		for i := range v {
			bits[i] = o.Flush(x.raw(i), r&4 != 0)
			v[i] = o.Value(bits[i], exact.KeepAll)
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
			return o.Flush(b, r&8 != 0)
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
			m := o.Decode(bits[major], exact.KeepAll)
			x.putBits(o.Encode(o.Add(m, m, r), r))
		}
	}
}

// Division. exponents are those of the value, denormals normalised; infinity and NaN have the
// format's greatest.
func oExp(o exact.Format, bits uint64) int {
	v := o.Decode(bits, exact.KeepAll)
	if v.Kind != exact.Finite {
		return o.Bias + 1
	}
	return v.M.BitLen() - 1 + v.E
}

func divScaleRef(big, tiny, by int) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		s0, s1, s2 := x.raw(0), x.raw(1), x.raw(2)
		den, num := o.Decode(s1, r), o.Decode(s2, r)
		if den.Zero() || num.Zero() {
			x.Out = true
			x.putBits(o.DefaultNaN())
			return
		}
		least := 1 - o.Bias
		e1, e2 := oExp(o, s1), oExp(o, s2)
		scale := 0
		// 1/d and n/d count as denormal by exponent: at or below the least normal one.
		rcp, quot := -e1 <= least, e2-e1 <= least
		if e2-e1 >= big {
			x.Out = true
			if s0 == s1 {
				scale = by
			}
		} else if e1 < least {
			scale = by
		} else if rcp && quot {
			x.Out = true
			if s0 == s1 {
				scale = -by
			}
		} else if rcp {
			scale = -by
		} else if quot {
			x.Out = true
			if s0 == s2 {
				scale = by
			}
		} else if e2+o.Bias <= tiny {
			scale = by
		}
		v := o.Decode(s0, r)
		v.E += scale
		x.putBits(o.Encode(v, r))
	}
}

func divFmasRef(by int) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		r |= 4 // source denormals count
		c := o.Decode(x.raw(2), r)
		v := o.FMA(o.Decode(x.raw(0), r), o.Decode(x.raw(1), r), c, r)
		if x.In && v.Kind == exact.Finite {
			if c.Kind == exact.Inf || c.Kind == exact.NaN || math.Abs(o.Value(x.raw(2), exact.KeepAll)) >= 2 {
				v.E += by
			} else {
				v.E -= by
			}
		}
		x.putBits(o.Encode(v, r))
	}
}

func divFixupRef(under int) vecRef {
	return func(x *Lane) {
		o, r := x.dst()
		den, num := x.f(1), x.f(2)
		neg := x.raw(1)>>(o.Width-1) != x.raw(2)>>(o.Width-1)
		switch {
		case num.Kind == exact.NaN:
			x.putBits(o.Encode(num, r))
		case den.Kind == exact.NaN:
			x.putBits(o.Encode(den, r))
		case den.Zero() && num.Zero(), den.Kind == exact.Inf && num.Kind == exact.Inf:
			x.putBits(o.WithSign(true, o.DefaultNaN()))
		case den.Zero(), num.Kind == exact.Inf:
			x.putBits(o.WithSign(neg, o.Infinity()))
		case num.Zero(), den.Kind == exact.Inf:
			x.putBits(o.WithSign(neg, 0))
		case under != 0 && oExp(o, x.raw(2))-oExp(o, x.raw(1)) < under:
			x.putBits(o.Encode(exact.Num{Neg: neg, M: bi(1), E: -9000}, r))
		default:
			q := o.Decode(x.raw(0), exact.KeepAll)
			if q.Kind == exact.NaN {
				q = exact.Num{Kind: exact.Inf}
			}
			q.Neg = neg
			x.putBits(o.Encode(q, r))
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

func trigPreopRef(x *Lane) {
	o, r := x.dst()
	exp := int(x.raw(0) >> 52 & 0x7ff)
	shift := 53 * int(x.Src[1][0]&31)
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
	x.putBits(o.Encode(exact.Num{M: seg, E: scale}, r))
}
