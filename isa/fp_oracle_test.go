package isa

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// The oracle: floating-point arithmetic on math/big integers, written from IEEE 754 and sharing nothing with the code under test.

type oFormat struct {
	name       string
	f          fpFormat // the code under test, only to call it
	mant, bias int
	width      int
}

var oFormats = []oFormat{{"f16", fp16, 10, 15, 16}, {"f32", fp32, 23, 127, 32}, {"f64", fp64, 52, 1023, 64}}

type oKind int

const (
	oFinite oKind = iota
	oInf
	oNaN
)

// oNum is a number m * 2^e, m >= 0; sticky means "and a little more". A finite zero has m == 0.
type oNum struct {
	kind   oKind
	neg    bool
	m      *big.Int
	e      int
	sticky bool
	bits   uint64 // of a NaN operand
}

func (f oFormat) decode(x uint64, r FPRule) oNum {
	neg := x>>(f.width-1)&1 == 1
	exp := int(x >> f.mant & (1<<(f.width-1-f.mant) - 1))
	frac := x & (1<<f.mant - 1)
	switch {
	case exp == 2*f.bias+1 && frac != 0:
		return oNum{kind: oNaN, bits: x}
	case exp == 2*f.bias+1:
		return oNum{kind: oInf, neg: neg}
	case exp == 0 && r&DenormIn == 0:
		frac = 0
		fallthrough
	case exp == 0:
		return oNum{neg: neg, m: new(big.Int).SetUint64(frac), e: 1 - f.bias - f.mant}
	}
	return oNum{neg: neg, m: new(big.Int).SetUint64(frac | 1<<f.mant), e: exp - f.bias - f.mant}
}

func (f oFormat) infinity() uint64   { return uint64(2*f.bias+1) << f.mant }
func (f oFormat) defaultNaN() uint64 { return f.infinity() | 1<<(f.mant-1) }
func (f oFormat) withSign(neg bool, x uint64) uint64 {
	if neg {
		x |= 1 << (f.width - 1)
	}
	return x
}

func (f oFormat) encode(v oNum, r FPRule) uint64 {
	switch {
	case v.kind == oNaN:
		return v.bits | 1<<(f.mant-1)
	case v.kind == oInf:
		return f.withSign(v.neg, f.infinity())
	case v.m.Sign() == 0:
		return f.withSign(v.neg, 0)
	}
	m, e := v.m, v.e
	if v.sticky { // make room, so that the remainder below can show it
		m = new(big.Int).Lsh(m, 2)
		m.SetBit(m, 0, 1)
		e -= 2
	}
	q := max(m.BitLen()-1+e, 1-f.bias) - f.mant // exponent of the last place
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
			up = rem.Sign() > 0 && !v.neg
		case 2:
			up = rem.Sign() > 0 && v.neg
		}
	}
	if up {
		n.Add(n, big.NewInt(1))
	}
	if n.BitLen() > f.mant+1 {
		n.Rsh(n, 1)
		q++
	}
	if n.BitLen() == f.mant+1 && q+f.mant > f.bias {
		huge := f.infinity()
		if r&3 == 3 || r&3 == 1 && v.neg || r&3 == 2 && !v.neg || f.mant == 10 && r&FP16Ovfl != 0 {
			huge--
		}
		return f.withSign(v.neg, huge)
	}
	if n.BitLen() <= f.mant {
		if r&DenormOut == 0 {
			return f.withSign(v.neg, 0)
		}
		return f.withSign(v.neg, n.Uint64())
	}
	return f.withSign(v.neg, n.Uint64()-1<<f.mant+uint64(q+f.mant+f.bias)<<f.mant)
}

func oFirstNaN(v ...oNum) (oNum, bool) {
	for _, x := range v {
		if x.kind == oNaN {
			return x, true
		}
	}
	return oNum{}, false
}

func (f oFormat) invalid() oNum { return oNum{kind: oNaN, bits: f.defaultNaN()} }

func (x oNum) zero() bool { return x.kind == oFinite && x.m.Sign() == 0 }

func (f oFormat) oAdd(x, y oNum, r FPRule) oNum {
	if n, ok := oFirstNaN(x, y); ok {
		return n
	}
	switch {
	case x.kind == oInf && y.kind == oInf && x.neg != y.neg:
		return f.invalid()
	case x.kind == oInf:
		return x
	case y.kind == oInf:
		return y
	case x.zero() && y.zero() && x.neg == y.neg:
		return x
	}
	e := min(x.e, y.e)
	signed := func(v oNum) *big.Int {
		m := new(big.Int).Lsh(v.m, uint(v.e-e))
		if v.neg {
			m.Neg(m)
		}
		return m
	}
	s := new(big.Int).Add(signed(x), signed(y))
	if s.Sign() == 0 {
		return oNum{neg: r&3 == 2, m: s}
	}
	return oNum{neg: s.Sign() < 0, m: s.Abs(s), e: e}
}

func (f oFormat) oMul(x, y oNum) oNum {
	if n, ok := oFirstNaN(x, y); ok {
		return n
	}
	neg := x.neg != y.neg
	if x.kind == oInf || y.kind == oInf {
		if x.zero() || y.zero() {
			return f.invalid()
		}
		return oNum{kind: oInf, neg: neg}
	}
	return oNum{neg: neg, m: new(big.Int).Mul(x.m, y.m), e: x.e + y.e}
}

func (f oFormat) oFMA(x, y, z oNum, r FPRule) oNum {
	if n, ok := oFirstNaN(x, y, z); ok {
		return n
	}
	return f.oAdd(f.oMul(x, y), z, r)
}

func (f oFormat) oDiv(x, y oNum) oNum {
	if n, ok := oFirstNaN(x, y); ok {
		return n
	}
	neg := x.neg != y.neg
	switch {
	case x.kind == oInf && y.kind == oInf || x.zero() && y.zero():
		return f.invalid()
	case x.kind == oInf || y.zero():
		return oNum{kind: oInf, neg: neg}
	case y.kind == oInf || x.zero():
		return oNum{neg: neg, m: new(big.Int)}
	}
	const more = 200
	q, rem := new(big.Int).QuoRem(new(big.Int).Lsh(x.m, more), y.m, new(big.Int))
	return oNum{neg: neg, m: q, e: x.e - y.e - more, sticky: rem.Sign() != 0}
}

func (f oFormat) oSqrt(x oNum) oNum {
	switch {
	case x.kind == oNaN || x.zero():
		return x
	case x.neg:
		return f.invalid()
	case x.kind == oInf:
		return x
	}
	m, e := new(big.Int).Lsh(x.m, 200), x.e-200
	if e&1 != 0 {
		m, e = m.Lsh(m, 1), e-1
	}
	s := new(big.Int).Sqrt(m)
	return oNum{m: s, e: e / 2, sticky: new(big.Int).Mul(s, s).Cmp(m) != 0}
}

// oInt rounds to an integer by r, saturating to [lo, hi]; NaN is 0.
func oInt(x oNum, r FPRule, lo, hi *big.Int) *big.Int {
	switch {
	case x.kind == oNaN:
		return new(big.Int)
	case x.kind == oInf && x.neg:
		return lo
	case x.kind == oInf:
		return hi
	}
	n := oIntegral(x, r)
	if n.Cmp(lo) < 0 {
		return lo
	}
	if n.Cmp(hi) > 0 {
		return hi
	}
	return n
}

// oIntegral is the signed integer nearest by r.
func oIntegral(x oNum, r FPRule) *big.Int {
	v := new(big.Rat).SetInt(x.m)
	if x.e >= 0 {
		v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(x.e))))
	} else {
		v.Quo(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(-x.e))))
	}
	if x.neg {
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
		up = frac.Sign() > 0 && x.neg
	}
	if up {
		floor.Add(floor, big.NewInt(1))
	}
	return floor
}

// edges are the values where floating point goes wrong, with both signs.
func (f oFormat) edges() []uint64 {
	one := uint64(f.bias) << f.mant
	least := uint64(1) << f.mant
	list := []uint64{
		0, 1, 2, 3, least / 2, least - 2, least - 1, least, least + 1, 2 * least, 2*least - 1, uint64(f.mant+1) << f.mant, // around zero
		one - 2, one - 1, one, one + 1, one + 2, one + least/2, one - least/2, one + least, one - least, one + least + least/2, // around one
		one + uint64(f.mant)<<f.mant, one + uint64(f.mant)<<f.mant + 1, one + uint64(f.mant+1)<<f.mant - 1, one + uint64(f.mant+1)<<f.mant,
		one - uint64(f.mant)<<f.mant, one - uint64(f.mant+1)<<f.mant, one - uint64(f.mant+2)<<f.mant + 1,
		one/2 + least/3, one + one/2, f.infinity() - least, f.infinity() - 2, f.infinity() - 1, // large
		f.infinity(), f.infinity() | 1, f.infinity() | least/4, f.defaultNaN(), f.defaultNaN() | 5,
	}
	for _, x := range list {
		list = append(list, x|1<<(f.width-1))
	}
	return list
}

// random draws bits that are uniform, near an edge, or close to another value, so that sums cancel and products tie.
func (f oFormat) random(g *rand.Rand, near uint64) uint64 {
	mask := uint64(math.MaxUint64) >> (64 - f.width)
	switch g.IntN(8) {
	case 0, 1:
		return g.Uint64() & mask
	case 2: // few significant bits
		return g.Uint64() & mask &^ (1<<g.IntN(f.mant+1) - 1)
	case 3: // long runs of ones
		return (g.Uint64()&mask | (1<<g.IntN(f.mant+1) - 1)) & mask
	case 4:
		return (near ^ uint64(g.IntN(4))) & mask
	case 5:
		return (near ^ 1<<(f.width-1) + uint64(g.IntN(4))<<f.mant) & mask
	case 6: // moderate exponent
		e := uint64(f.bias - 4 + g.IntN(9))
		return g.Uint64()&(1<<f.mant-1) | e<<f.mant | uint64(g.IntN(2))<<(f.width-1)
	}
	list := f.edges()
	return list[g.IntN(len(list))]
}
