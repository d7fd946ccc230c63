package isa

import "math"

// Reciprocals, roots, logarithm, exponential, sine and cosine. The hardware computes these from
// tables, to within AMD's bounds but not correctly rounded, and the tables are not public. gcnsim's
// results are computed in float64 with a fixed sequence of exact operations (math.FMA, + - * / and
// square root), the same on every host, and rounded once:
//
//	approximate: f32     correctly rounded, or within 0.501 ULP; AMD's bound is 1 ULP, denormals flushed whatever MODE says (Vega ISA)
//	approximate: f16     the same; AMD's bound is 0.51 ULP, denormals supported
//	approximate: f64     rcp, sqrt correctly rounded, rsq within 1 ULP; AMD's bound is 2^29 ULP, denormals supported
//	approximate: sin cos within 0.501 ULP; AMD states no bound, denormals follow MODE
//
// The NaN of an invalid operation is negative here, as in the examples of the Vega ISA
// (V_SQRT_F32(0xff800000) => 0xffc00000).

const (
	badNaN16 = sign16 | nan16
	badNaN32 = sign32 | nan32
	badNaN64 = sign64 | nan64
)

// finish32 rounds the result of a flushing f32 function of x to f32.
func finish32(x uint32, y float64) uint32 {
	switch {
	case isNaN32(x):
		return x | quiet32
	case y != y:
		return badNaN32
	}
	return ftz32(b32(float32(y)))
}

// finish16 rounds the result of an f16 function of x to half, to nearest even.
func finish16(x uint32, y float64, r FPRule) uint32 {
	switch {
	case isNaN16(x):
		return x&0xffff | quiet16
	case y != y:
		return badNaN16
	case y-y != 0: // a true infinity, not an overflow
		return uint32(b64(y)>>48)&sign16 | inf16
	}
	return round16(y, r.withRound(RoundNearest))
}

// finish64 is for f64 functions of x.
func finish64(x uint64, y float64, r FPRule) uint64 {
	switch {
	case isNaN64(x):
		return x | quiet64
	case y != y:
		return badNaN64
	}
	return ftzOut64(b64(y), r)
}

func src32(x uint32) float64 { return float64(f32(ftz32(x))) }

// rsqrt is 1/sqrt(x); of -0 it is -infinity.
func rsqrt(x float64) float64 { return 1 / math.Sqrt(x) }

// rcp32 is v_rcp_f32 and v_rcp_iflag_f32 (which differ in the exceptions they raise).
func rcp32(x uint32) uint32 { return finish32(x, 1/src32(x)) }

// rsq32 is v_rsq_f32, sqrt32 v_sqrt_f32, log32 v_log_f32 and v_log_legacy_f32, exp32 v_exp_f32 and
// v_exp_legacy_f32. CLRX has the legacy forms slightly less accurate; they are not told apart here.

func rsq32(x uint32) uint32  { return finish32(x, rsqrt(src32(x))) }
func sqrt32(x uint32) uint32 { return finish32(x, math.Sqrt(src32(x))) }
func log32(x uint32) uint32  { return finish32(x, log2(src32(x))) }
func exp32(x uint32) uint32  { return finish32(x, exp2(src32(x))) }

// The clamp forms (GCN 1.0, 1.1) give +-MAX_FLOAT for infinity (CLRX); v_log_clamp_f32 only for
// -infinity.

func clampInf32(x uint32) uint32 {
	if isInf32(x) {
		x--
	}
	return x
}

func rcpClamp32(x uint32) uint32 { return clampInf32(rcp32(x)) }
func rsqClamp32(x uint32) uint32 { return clampInf32(rsq32(x)) }

func logClamp32(x uint32) uint32 {
	y := log32(x)
	if y == sign32|inf32 {
		y--
	}
	return y
}

// The legacy forms (GCN 1.0, 1.1) give zero of the same sign for infinity (CLRX).

func zeroInf32(x uint32) uint32 {
	if isInf32(x) {
		x &= sign32
	}
	return x
}

func rcpLegacy32(x uint32) uint32 { return zeroInf32(rcp32(x)) }
func rsqLegacy32(x uint32) uint32 { return zeroInf32(rsq32(x)) }

// rcp64 is v_rcp_f64, rsq64 v_rsq_f64, sqrt64 v_sqrt_f64; the clamp forms are of GCN 1.0 and 1.1.

func rcp64(x uint64, r FPRule) uint64  { return finish64(x, 1/f64(ftzIn64(x, r)), r) }
func rsq64(x uint64, r FPRule) uint64  { return finish64(x, rsqrt(f64(ftzIn64(x, r))), r) }
func sqrt64(x uint64, r FPRule) uint64 { return finish64(x, math.Sqrt(f64(ftzIn64(x, r))), r) }

func clampInf64(x uint64) uint64 {
	if isInf64(x) {
		x--
	}
	return x
}

func rcpClamp64(x uint64, r FPRule) uint64 { return clampInf64(rcp64(x, r)) }
func rsqClamp64(x uint64, r FPRule) uint64 { return clampInf64(rsq64(x, r)) }

// The half-precision functions.

func rcp16(x uint32, r FPRule) uint32  { return finish16(x, 1/value16(x, r), r) }
func rsq16(x uint32, r FPRule) uint32  { return finish16(x, rsqrt(value16(x, r)), r) }
func sqrt16(x uint32, r FPRule) uint32 { return finish16(x, math.Sqrt(value16(x, r)), r) }
func log16(x uint32, r FPRule) uint32  { return finish16(x, log2(value16(x, r)), r) }
func exp16(x uint32, r FPRule) uint32 {
	y := exp2(value16(x, r))
	if y-y != 0 && !isInf16(x) {
		y = math.MaxFloat64 // an overflow, for finish16, even where float64 overflows too
	}
	return finish16(x, y, r)
}

// sin and cos take revolutions. Beyond +-256 the result is that of 0 (Sea Islands ISA: "valid input
// domain [-256, +256]"; LLVM's FeatureTrigReducedRange has the limit on GCN 1.2 and later, too). A
// zero result is +0 except for sin(-0) (Vega ISA, examples).

func sin32(x uint32, r FPRule) uint32 { return trig32(x, 0, r) }
func cos32(x uint32, r FPRule) uint32 { return trig32(x, 1, r) }
func sin16(x uint32, r FPRule) uint32 { return finish16(x, revolve(value16(x, r), 0), r) }
func cos16(x uint32, r FPRule) uint32 { return finish16(x, revolve(value16(x, r), 1), r) }

func trig32(x uint32, quarter int64, r FPRule) uint32 {
	y := revolve(value32(x, r), quarter)
	switch {
	case isNaN32(x):
		return x | quiet32
	case y != y:
		return badNaN32
	}
	return ftzOut32(b32(float32(y)), r)
}

// revolve is sin(2*pi*(x + quarter/4)), NaN for infinity.
func revolve(x float64, quarter int64) float64 {
	switch {
	case x-x != 0:
		return math.NaN()
	case x > 256 || x < -256:
		x = 0
	case x == 0 && quarter == 0:
		return x
	}
	q := math.RoundToEven(x * 4)
	t := x - q/4 // exact; |t| <= 1/8
	quarter += int64(q)
	t2 := float64(t * t)
	var y float64
	if quarter&1 != 0 {
		y = poly(t2, cosCoef[:])
	} else {
		y = float64(t * poly(t2, sinCoef[:]))
	}
	if quarter&2 != 0 {
		y = -y
	}
	if y == 0 {
		return 0
	}
	return y
}

// poly is Horner's rule, highest power first, one rounding in each step.
func poly(x float64, c []float64) float64 {
	y := c[0]
	for _, k := range c[1:] {
		y = math.FMA(y, x, k)
	}
	return y
}

const (
	tau2  = (2 * math.Pi) * (2 * math.Pi)
	ln2p4 = math.Ln2 * math.Ln2 * math.Ln2 * math.Ln2
)

// Taylor coefficients, highest power first; constant arithmetic is exact. The first omitted terms
// are below 2^-58 of the result.
var (
	// sin(2*pi*t)/t in powers of t^2, |t| <= 1/8
	sinCoef = [...]float64{
		2 * math.Pi * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 / 355687428096000,
		-2 * math.Pi * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 / 1307674368000,
		2 * math.Pi * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 / 6227020800,
		-2 * math.Pi * tau2 * tau2 * tau2 * tau2 * tau2 / 39916800,
		2 * math.Pi * tau2 * tau2 * tau2 * tau2 / 362880,
		-2 * math.Pi * tau2 * tau2 * tau2 / 5040,
		2 * math.Pi * tau2 * tau2 / 120,
		-2 * math.Pi * tau2 / 6,
		2 * math.Pi,
	}
	// cos(2*pi*t) in powers of t^2
	cosCoef = [...]float64{
		tau2 * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 / 20922789888000,
		-tau2 * tau2 * tau2 * tau2 * tau2 * tau2 * tau2 / 87178291200,
		tau2 * tau2 * tau2 * tau2 * tau2 * tau2 / 479001600,
		-tau2 * tau2 * tau2 * tau2 * tau2 / 3628800,
		tau2 * tau2 * tau2 * tau2 / 40320,
		-tau2 * tau2 * tau2 / 720,
		tau2 * tau2 / 24,
		-tau2 / 2,
		1,
	}
	// 2^t, |t| <= 1/2
	expCoef = [...]float64{
		ln2p4 * ln2p4 * ln2p4 / 479001600,
		ln2p4 * ln2p4 * math.Ln2 * math.Ln2 * math.Ln2 / 39916800,
		ln2p4 * ln2p4 * math.Ln2 * math.Ln2 / 3628800,
		ln2p4 * ln2p4 * math.Ln2 / 362880,
		ln2p4 * ln2p4 / 40320,
		ln2p4 * math.Ln2 * math.Ln2 * math.Ln2 / 5040,
		ln2p4 * math.Ln2 * math.Ln2 / 720,
		ln2p4 * math.Ln2 / 120,
		ln2p4 / 24,
		math.Ln2 * math.Ln2 * math.Ln2 / 6,
		math.Ln2 * math.Ln2 / 2,
		math.Ln2,
		1,
	}
	// log2((1+s)/(1-s))/s in powers of s^2, |s| <= 0.172
	logCoef = [...]float64{
		2 / (23 * math.Ln2), 2 / (21 * math.Ln2), 2 / (19 * math.Ln2), 2 / (17 * math.Ln2), 2 / (15 * math.Ln2), 2 / (13 * math.Ln2),
		2 / (11 * math.Ln2), 2 / (9 * math.Ln2), 2 / (7 * math.Ln2), 2 / (5 * math.Ln2), 2 / (3 * math.Ln2), 2 / math.Ln2,
	}
)

// exp2 is 2^x.
func exp2(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 1023:
		return math.Inf(1)
	case x < -1022:
		return 0 // far below the formats that use it
	}
	n := math.RoundToEven(x)
	return poly(x-n, expCoef[:]) * f64(uint64(1023+int64(n))<<52)
}

// log2 is the binary logarithm of a number that is normal in float64; -infinity for zeros, NaN
// below.
func log2(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x != x || x < 0:
		return math.NaN()
	case x > math.MaxFloat64:
		return x
	}
	u := b64(x)
	e := int64(u>>52) - 1023
	m := f64(u&(1<<52-1) | one64)
	if m > math.Sqrt2 {
		m /= 2
		e++
	}
	s := (m - 1) / (m + 1)
	return math.FMA(s, poly(float64(s*s), logCoef[:]), float64(e))
}
