package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// Rule says how an operation rounds and what it does with denormals: the rounding mode in the low
// two bits and the denormal bits above them are as the MODE register has them (Vega ISA, "Round and
// Denormal Modes").
type Rule uint8

// The parts of a Rule.
const (
	RoundUp   Rule = 1
	RoundDown Rule = 2
	RoundZero Rule = 3
	DenormIn  Rule = 4  // denormal sources count; otherwise they are zero of the same sign
	DenormOut Rule = 8  // denormal results are kept
	FP16Ovfl  Rule = 16 // finite halves do not overflow to infinity

	FlushAll Rule = 0
	KeepAll       = DenormIn | DenormOut
)

// Format is a binary interchange format.
type Format struct {
	Name  string
	Mant  int // bits of the fraction
	Bias  int // of the exponent
	Width int // bits
}

// The formats.
var (
	F16 = Format{"f16", 10, 15, 16}
	F32 = Format{"f32", 23, 127, 32}
	F64 = Format{"f64", 52, 1023, 64}
)

// Kind is what sort of value a Num is.
type Kind int

// The kinds.
const (
	Finite Kind = iota
	Inf
	NaN
)

// Num is a number M * 2^E, M >= 0; Sticky means "and a little more". A finite zero has M == 0.
type Num struct {
	Kind   Kind
	Neg    bool
	M      *big.Int
	E      int
	Sticky bool
	Bits   uint64 // of a NaN operand
}

// Decode is the value of a bit pattern; denormal sources by the rule.
func (f Format) Decode(x uint64, r Rule) Num {
	neg := x>>(f.Width-1)&1 == 1
	exp := int(x >> f.Mant & (1<<(f.Width-1-f.Mant) - 1))
	frac := x & (1<<f.Mant - 1)
	switch {
	case exp == 2*f.Bias+1 && frac != 0:
		return Num{Kind: NaN, Bits: x}
	case exp == 2*f.Bias+1:
		return Num{Kind: Inf, Neg: neg}
	case exp == 0 && r&DenormIn == 0:
		frac = 0
		fallthrough
	case exp == 0:
		return Num{Neg: neg, M: new(big.Int).SetUint64(frac), E: 1 - f.Bias - f.Mant}
	}
	return Num{Neg: neg, M: new(big.Int).SetUint64(frac | 1<<f.Mant), E: exp - f.Bias - f.Mant}
}

// Infinity is the bit pattern of +infinity.
func (f Format) Infinity() uint64 { return uint64(2*f.Bias+1) << f.Mant }

// DefaultNaN is the quiet NaN of an invalid operation, sign clear.
func (f Format) DefaultNaN() uint64 { return f.Infinity() | 1<<(f.Mant-1) }

// WithSign sets the sign bit of x when neg.
func (f Format) WithSign(neg bool, x uint64) uint64 {
	if neg {
		x |= 1 << (f.Width - 1)
	}
	return x
}

// Encode rounds a number to the format: overflow, denormal results and directed rounding by the
// rule.
func (f Format) Encode(v Num, r Rule) uint64 {
	switch {
	case v.Kind == NaN:
		return v.Bits | 1<<(f.Mant-1)
	case v.Kind == Inf:
		return f.WithSign(v.Neg, f.Infinity())
	case v.M.Sign() == 0:
		return f.WithSign(v.Neg, 0)
	}
	m, e := v.M, v.E
	if v.Sticky { // make room, so that the remainder below can show it
		m = new(big.Int).Lsh(m, 2)
		m.SetBit(m, 0, 1)
		e -= 2
	}
	q := max(m.BitLen()-1+e, 1-f.Bias) - f.Mant // exponent of the last place
	n, up := new(big.Int), false
	if s := q - e; s <= 0 {
		n.Lsh(m, uint(-s))
	} else {
		n.Rsh(m, uint(s))
		rem := new(big.Int).Sub(m, new(big.Int).Lsh(n, uint(s)))
		twice := new(big.Int).Lsh(rem, 1).Cmp(new(big.Int).Lsh(big.NewInt(1), uint(s)))
		switch r & 3 {
		case 0:
			up = twice > 0 || twice == 0 && n.Bit(0) == 1
		case 1:
			up = rem.Sign() > 0 && !v.Neg
		case 2:
			up = rem.Sign() > 0 && v.Neg
		}
	}
	if up {
		n.Add(n, big.NewInt(1))
	}
	if n.BitLen() > f.Mant+1 {
		n.Rsh(n, 1)
		q++
	}
	if n.BitLen() == f.Mant+1 && q+f.Mant > f.Bias {
		huge := f.Infinity()
		if r&3 == 3 || r&3 == 1 && v.Neg || r&3 == 2 && !v.Neg || f.Mant == 10 && r&FP16Ovfl != 0 {
			huge--
		}
		return f.WithSign(v.Neg, huge)
	}
	if n.BitLen() <= f.Mant {
		if r&DenormOut == 0 {
			return f.WithSign(v.Neg, 0)
		}
		return f.WithSign(v.Neg, n.Uint64())
	}
	return f.WithSign(v.Neg, n.Uint64()-1<<f.Mant+uint64(q+f.Mant+f.Bias)<<f.Mant)
}

func firstNaN(v ...Num) (Num, bool) {
	for _, x := range v {
		if x.Kind == NaN {
			return x, true
		}
	}
	return Num{}, false
}

// invalid is the result of an invalid operation.
func (f Format) invalid() Num { return Num{Kind: NaN, Bits: f.DefaultNaN()} }

// Zero reports whether the number is +0 or -0.
func (x Num) Zero() bool { return x.Kind == Finite && x.M.Sign() == 0 }

// Add is the exact sum; the rule decides the sign of a zero that cancellation makes.
func (f Format) Add(x, y Num, r Rule) Num {
	if n, ok := firstNaN(x, y); ok {
		return n
	}
	switch {
	case x.Kind == Inf && y.Kind == Inf && x.Neg != y.Neg:
		return f.invalid()
	case x.Kind == Inf:
		return x
	case y.Kind == Inf:
		return y
	case x.Zero() && y.Zero() && x.Neg == y.Neg:
		return x
	}
	e := min(x.E, y.E)
	signed := func(v Num) *big.Int {
		m := new(big.Int).Lsh(v.M, uint(v.E-e))
		if v.Neg {
			m.Neg(m)
		}
		return m
	}
	s := new(big.Int).Add(signed(x), signed(y))
	if s.Sign() == 0 {
		return Num{Neg: r&3 == 2, M: s}
	}
	return Num{Neg: s.Sign() < 0, M: s.Abs(s), E: e}
}

// Mul is the exact product.
func (f Format) Mul(x, y Num) Num {
	if n, ok := firstNaN(x, y); ok {
		return n
	}
	neg := x.Neg != y.Neg
	if x.Kind == Inf || y.Kind == Inf {
		if x.Zero() || y.Zero() {
			return f.invalid()
		}
		return Num{Kind: Inf, Neg: neg}
	}
	return Num{Neg: neg, M: new(big.Int).Mul(x.M, y.M), E: x.E + y.E}
}

// FMA is x*y + z, exact.
func (f Format) FMA(x, y, z Num, r Rule) Num {
	if n, ok := firstNaN(x, y, z); ok {
		return n
	}
	return f.Add(f.Mul(x, y), z, r)
}

// Div is the quotient to 200 bits with a sticky mark.
func (f Format) Div(x, y Num) Num {
	if n, ok := firstNaN(x, y); ok {
		return n
	}
	neg := x.Neg != y.Neg
	switch {
	case x.Kind == Inf && y.Kind == Inf || x.Zero() && y.Zero():
		return f.invalid()
	case x.Kind == Inf || y.Zero():
		return Num{Kind: Inf, Neg: neg}
	case y.Kind == Inf || x.Zero():
		return Num{Neg: neg, M: new(big.Int)}
	}
	const more = 200
	q, rem := new(big.Int).QuoRem(new(big.Int).Lsh(x.M, more), y.M, new(big.Int))
	return Num{Neg: neg, M: q, E: x.E - y.E - more, Sticky: rem.Sign() != 0}
}

// Sqrt is the square root to 200 bits with a sticky mark.
func (f Format) Sqrt(x Num) Num {
	switch {
	case x.Kind == NaN || x.Zero():
		return x
	case x.Neg:
		return f.invalid()
	case x.Kind == Inf:
		return x
	}
	m, e := new(big.Int).Lsh(x.M, 200), x.E-200
	if e&1 != 0 {
		m, e = m.Lsh(m, 1), e-1
	}
	s := new(big.Int).Sqrt(m)
	return Num{M: s, E: e / 2, Sticky: new(big.Int).Mul(s, s).Cmp(m) != 0}
}

// Int rounds to an integer by r, saturating to [lo, hi]; NaN is 0.
func Int(x Num, r Rule, lo, hi *big.Int) *big.Int {
	switch {
	case x.Kind == NaN:
		return new(big.Int)
	case x.Kind == Inf && x.Neg:
		return lo
	case x.Kind == Inf:
		return hi
	}
	n := Integral(x, r)
	if n.Cmp(lo) < 0 {
		return lo
	}
	if n.Cmp(hi) > 0 {
		return hi
	}
	return n
}

// Integral is the signed integer nearest by r.
func Integral(x Num, r Rule) *big.Int {
	v := new(big.Rat).SetInt(x.M)
	if x.E >= 0 {
		v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(x.E))))
	} else {
		v.Quo(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(-x.E))))
	}
	if x.Neg {
		v.Neg(v)
	}
	floor := new(big.Int).Div(v.Num(), v.Denom())
	frac := new(big.Rat).Sub(v, new(big.Rat).SetInt(floor))
	up := false
	switch half := frac.Cmp(big.NewRat(1, 2)); r & 3 {
	case 0:
		up = half > 0 || half == 0 && floor.Bit(0) == 1
	case 1:
		up = frac.Sign() > 0
	case 3:
		up = frac.Sign() > 0 && x.Neg
	}
	if up {
		floor.Add(floor, big.NewInt(1))
	}
	return floor
}

// Edges are the values where floating point goes wrong, with both signs.
func (f Format) Edges() []uint64 {
	one := uint64(f.Bias) << f.Mant
	least := uint64(1) << f.Mant
	list := []uint64{
		// around zero
		0, 1, 2, 3, least / 2, least - 2, least - 1, least, least +
			1, 2 * least, 2*least - 1, uint64(f.Mant+1) << f.Mant,
		one - 2, one - 1, one, one + 1, one + 2, one + least/2, one - least/2, one + least, one - least, one + least + least/2, // around one
		one + uint64(f.Mant)<<f.Mant, one + uint64(f.Mant)<<f.Mant + 1, one + uint64(f.Mant+1)<<f.Mant - 1, one +
			uint64(f.Mant+1)<<f.Mant,
		one - uint64(f.Mant)<<f.Mant, one - uint64(f.Mant+1)<<f.Mant, one - uint64(f.Mant+2)<<f.Mant + 1,
		one/2 + least/3, one + one/2, f.Infinity() - least, f.Infinity() - 2, f.Infinity() - 1, // large
		f.Infinity(), f.Infinity() | 1, f.Infinity() | least/4, f.DefaultNaN(), f.DefaultNaN() | 5,
	}
	for _, x := range list {
		list = append(list, x|1<<(f.Width-1))
	}
	return list
}

// Random draws bits that are uniform, near an edge, or close to another value, so that sums cancel
// and products tie.
func (f Format) Random(g *rand.Rand, near uint64) uint64 {
	mask := uint64(math.MaxUint64) >> (64 - f.Width)
	switch g.IntN(8) {
	case 0, 1:
		return g.Uint64() & mask
	case 2: // few significant bits
		return g.Uint64() & mask &^ (1<<g.IntN(f.Mant+1) - 1)
	case 3: // long runs of ones
		return (g.Uint64()&mask | (1<<g.IntN(f.Mant+1) - 1)) & mask
	case 4:
		return (near ^ uint64(g.IntN(4))) & mask
	case 5:
		return (near ^ 1<<(f.Width-1) + uint64(g.IntN(4))<<f.Mant) & mask
	case 6: // moderate exponent
		e := uint64(f.Bias - 4 + g.IntN(9))
		return g.Uint64()&(1<<f.Mant-1) | e<<f.Mant | uint64(g.IntN(2))<<(f.Width-1)
	}
	list := f.Edges()
	return list[g.IntN(len(list))]
}

// IsNaN reports whether the bit pattern is a NaN.
func (f Format) IsNaN(x uint64) bool { return f.Decode(x, KeepAll).Kind == NaN }

// IsSNaN reports whether the bit pattern is a signalling NaN.
func (f Format) IsSNaN(x uint64) bool {
	return f.IsNaN(x) && x>>(f.Mant-1)&1 == 0
}

// Value is the operand as float64 after flushing; every half and single is exact there.
func (f Format) Value(x uint64, r Rule) float64 {
	switch v := f.Decode(x, r); {
	case v.Kind == NaN:
		return math.NaN()
	case v.Kind == Inf && v.Neg:
		return math.Inf(-1)
	case v.Kind == Inf:
		return math.Inf(1)
	default:
		y, _ := new(big.Float).SetInt(v.M).Float64()
		y = math.Ldexp(y, v.E)
		if v.Neg {
			y = math.Copysign(y, -1)
		}
		return y
	}
}

// Flush turns a denormal into zero of the same sign unless keep.
func (f Format) Flush(x uint64, keep bool) uint64 {
	if !keep && x>>f.Mant&(1<<(f.Width-1-f.Mant)-1) == 0 {
		return x >> (f.Width - 1) << (f.Width - 1)
	}
	return x
}

// MinMaxText is V_MIN/V_MAX of the Vega ISA, line by line.
func (f Format) MinMaxText(a, b uint64, isMax bool, r Rule, ieee bool) uint64 {
	a, b = f.Flush(a, r&DenormIn != 0), f.Flush(b, r&DenormIn != 0)
	x, y := f.Value(a, KeepAll), f.Value(b, KeepAll)
	quiet := uint64(1) << (f.Mant - 1)
	d := b
	switch {
	case ieee && f.IsSNaN(a):
		d = a | quiet
	case ieee && f.IsSNaN(b):
		d = b | quiet
	case f.IsNaN(a):
		d = b
	case f.IsNaN(b):
		d = a
	case x == 0 && y == 0 && !math.Signbit(x) && math.Signbit(y):
		if isMax {
			d = a
		}
	case x == 0 && y == 0 && math.Signbit(x) && !math.Signbit(y):
		if !isMax {
			d = a
		}
	case isMax && x > y || !isMax && x < y:
		d = a
	}
	return f.Flush(d, r&DenormOut != 0)
}

// Ulps is the distance of got from the real number want in units in the last place of format f at
// want.
func (f Format) Ulps(want float64, got uint64) float64 {
	v := f.Value(got, KeepAll)
	_, e := math.Frexp(want)
	if overflow := math.Ldexp(2-math.Ldexp(0.5, -f.Mant), f.Bias); math.Abs(want) >= overflow {
		want = math.Copysign(math.Inf(1), want)
	}
	if v == want {
		return 0
	}
	return math.Abs(v-want) / math.Ldexp(1, max(e-1, 1-f.Bias)-f.Mant)
}
