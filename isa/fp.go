package isa

// FPRule says how one floating-point operation rounds and what it does with denormals. The zero
// value rounds to nearest even and flushes denormals on both sides.
type FPRule uint8

// The parts of an FPRule. The low two bits are the rounding mode as MODE.FP_ROUND encodes it (Vega
// ISA, table "Round and Denormal Modes").
const (
	RoundNearest FPRule = 0 // to nearest, ties to even
	RoundUp      FPRule = 1 // towards +infinity
	RoundDown    FPRule = 2 // towards -infinity
	RoundZero    FPRule = 3 // towards zero

	DenormIn  FPRule = 1 << 2 // denormal sources keep their value; otherwise they count as zero of the same sign
	DenormOut FPRule = 1 << 3 // denormal results are kept; otherwise they become zero of the same sign
	// a finite f16 result that overflows becomes +-65504 whatever the rounding; infinities stay
	// (GCN 1.4)
	FP16Ovfl FPRule = 1 << 4

	// FlushAll is round to nearest, denormals flushed; KeepAll is plain IEEE 754 arithmetic.
	FlushAll = RoundNearest
	KeepAll  = RoundNearest | DenormIn | DenormOut

	roundMask  = RoundZero
	denormMask = DenormIn | DenormOut
)

// flushed is r with denormals flushed on both sides: the rule of v_mad and v_mac, which ignore
// MODE.FP_DENORM.
func (r FPRule) flushed() FPRule { return r &^ denormMask }

// kept is r with denormals kept on both sides.
func (r FPRule) kept() FPRule { return r | denormMask }

// withRound is r with another rounding mode.
func (r FPRule) withRound(mode FPRule) FPRule { return r&^roundMask | mode&roundMask }

// FPMode is what the MODE register says about floating point.
type FPMode struct {
	F32       FPRule // single precision: FP_ROUND[1:0], FP_DENORM[1:0]
	F64       FPRule // double precision: FP_ROUND[3:2], FP_DENORM[3:2]
	F16       FPRule // half precision: as F64, and FP16_OVFL
	DX10Clamp bool   // the clamp modifier turns NaN into 0
	IEEE      bool   // min and max return a signalling NaN operand quieted; output modifiers are ignored
}

// MODE register bits (Vega ISA, MODE register).
const (
	modeDX10Clamp = 1 << 8
	modeIEEE      = 1 << 9
	modeFP16Ovfl  = 1 << 23
)

// NewFPMode decodes a MODE register of a target with some features: FP_ROUND in bits 3:0, FP_DENORM
// in 7:4, DX10_CLAMP 8, IEEE 9 and, with FeatureFP16Ovfl, FP16_OVFL 23.
func NewFPMode(mode uint32, has Features) FPMode {
	m := FPMode{
		F32:       FPRule(mode&3 | mode>>4&3<<2),
		F64:       FPRule(mode>>2&3 | mode>>6&3<<2),
		DX10Clamp: mode&modeDX10Clamp != 0,
		IEEE:      mode&modeIEEE != 0,
	}
	m.F16 = m.F64
	if has.Has(FeatureFP16Ovfl) && mode&modeFP16Ovfl != 0 {
		m.F16 |= FP16Ovfl
	}
	return m
}

// Bit patterns of the three formats.
const (
	sign16, inf16, quiet16 = 0x8000, 0x7c00, 0x0200
	sign32, inf32, quiet32 = 0x80000000, 0x7f800000, 0x00400000
	sign64, inf64, quiet64 = 0x8000000000000000, 0x7ff0000000000000, 0x0008000000000000

	// The NaN of an invalid operation in the arithmetic instructions.
	nan16 = inf16 | quiet16
	nan32 = inf32 | quiet32
	nan64 = inf64 | quiet64

	big16, big32, big64 = inf16 - 1, inf32 - 1, inf64 - 1 // largest finite numbers
	one16, one32, one64 = 0x3c00, 0x3f800000, 0x3ff0000000000000
)

// Tests on bits. Each compiles to a few instructions and inlines.

func isNaN16(x uint32) bool { return x&0x7fff > inf16 }
func isNaN32(x uint32) bool { return x&0x7fffffff > inf32 }
func isNaN64(x uint64) bool { return x&^sign64 > inf64 }

func isSNaN32(x uint32) bool { return isNaN32(x) && x&quiet32 == 0 }

func isInf16(x uint32) bool { return x&0x7fff == inf16 }
func isInf32(x uint32) bool { return x&0x7fffffff == inf32 }
func isInf64(x uint64) bool { return x&^sign64 == inf64 }

func isZero32(x uint32) bool { return x&0x7fffffff == 0 }

func isDenorm32(x uint32) bool { return x&inf32 == 0 && x&0x7fffffff != 0 }

// ftz turns a denormal into zero of the same sign and leaves everything else.

func ftz16(x uint32) uint32 {
	if x&inf16 == 0 {
		return x & sign16
	}
	return x
}

func ftz32(x uint32) uint32 {
	if x&inf32 == 0 {
		return x & sign32
	}
	return x
}

// unusual32 reports whether x is a denormal number or NaN. Kernels that flush denormals look for
// these, which are rare, instead of flushing each operand and result: that takes less.
func unusual32(x uint32) bool { return 2*x > 2*inf32 || isDenorm32(x) }

// ftzIn flushes a denormal source when r asks for it, ftzOut a denormal result.

func ftzIn16(x uint32, r FPRule) uint32 {
	if x&inf16 == 0 && r&DenormIn == 0 {
		return x & sign16
	}
	return x
}

func ftzIn32(x uint32, r FPRule) uint32 {
	if x&inf32 == 0 && r&DenormIn == 0 {
		return x & sign32
	}
	return x
}

func ftzIn64(x uint64, r FPRule) uint64 {
	if x&inf64 == 0 && r&DenormIn == 0 {
		return x & sign64
	}
	return x
}

func ftzOut16(x uint32, r FPRule) uint32 {
	if x&inf16 == 0 && r&DenormOut == 0 {
		return x & sign16
	}
	return x
}

func ftzOut32(x uint32, r FPRule) uint32 {
	if x&inf32 == 0 && r&DenormOut == 0 {
		return x & sign32
	}
	return x
}

func ftzOut64(x uint64, r FPRule) uint64 {
	if x&inf64 == 0 && r&DenormOut == 0 {
		return x & sign64
	}
	return x
}

// pack16 joins two halves; hi16 and lo16 take them apart.

func pack16(lo, hi uint32) uint32 { return lo&0xffff | hi<<16 }
func lo16(x uint32) uint32        { return x & 0xffff }
func hi16(x uint32) uint32        { return x >> 16 }
