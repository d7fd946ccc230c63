package isa

// MixSource prepares an operand of v_mad_mix*: a whole f32, or the half of x that hi chooses,
// converted; abs and neg then act on the value.
func MixSource(x uint32, half, hi, abs, neg bool, m FPMode) uint32 {
	return mixSource(x, half, hi, abs, neg, m.F16)
}

// CvtF16F32 converts an f32 to f16 as v_cvt_f16_f32 does under the mode: rounding and denormals of
// the half-precision fields.
func CvtF16F32(x uint32, m FPMode) uint32 { return cvt16from32(x, m.F32.kept(), m.F16) }
