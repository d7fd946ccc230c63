package vecref

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/internal/exact"
)

// rule is the rule of a floating-point format under MODE.
func rule(o exact.Format, m isa.FPMode) exact.Rule {
	switch o.Width {
	case 16:
		return exact.Rule(m.F16)
	case 64:
		return exact.Rule(m.F64)
	}
	return exact.Rule(m.F32)
}

// Omod is an output modifier on a result of type t: field 1 is *2, 2 is *4, 3 is /2. It does
// nothing to integers, nor where MODE keeps output denormals of the type or has IEEE set (CLRX;
// LLVM SIFoldOperands); it does not keep the sign of a zero.
func Omod(v uint64, t isa.Type, field uint8, m isa.FPMode) uint64 {
	o, ok := format(t)
	if !ok || field == 0 || m.IEEE || rule(o, m)&exact.DenormOut != 0 {
		return v
	}
	n := o.Decode(v, rule(o, m))
	switch {
	case n.Kind != exact.Finite:
		return v
	default:
		n.E += [4]int{0, 1, 2, -1}[field]
		v = o.Encode(n, rule(o, m))
	}
	if v<<1&(1<<(o.Width-1)<<1-1) == 0 {
		return 0
	}
	return v
}

// Clamp is the clamp modifier on a result of type t: to [0,1], NaN to 0 where MODE has DX10_CLAMP
// (Vega ISA). It does nothing to integers, which their references saturate.
func Clamp(v uint64, t isa.Type, m isa.FPMode) uint64 {
	o, ok := format(t)
	if !ok {
		return v
	}
	n := o.Decode(v, exact.KeepAll)
	switch {
	case n.Kind == exact.NaN && !m.DX10Clamp:
		return v
	case n.Kind == exact.NaN, n.Neg, n.Kind == exact.Finite && n.Zero():
		return 0
	case o.Value(v, exact.KeepAll) >= 1:
		return uint64(o.Bias) << o.Mant
	}
	return v
}

// MixSource is a source of v_mad_mix*: the dword as single precision, or where half is set the half
// of it that hi chooses, converted; abs and neg act on the value (Vega ISA, "V_MAD_MIX_F32").
func MixSource(v uint32, half, hi, abs, neg bool, m isa.FPMode) uint32 {
	if half {
		if hi {
			v >>= 16
		}
		v = uint32(convert(uint64(v&0xffff), exact.F16, exact.F32, exact.Rule(m.F16), exact.KeepAll))
	}
	if abs {
		v &= 0x7fffffff
	}
	if neg {
		v ^= 0x80000000
	}
	return v
}

// MixHalf is the conversion of the result of v_mad_mixlo and v_mad_mixhi.
func MixHalf(v uint32, m isa.FPMode) uint32 {
	return uint32(convert(uint64(v), exact.F32, exact.F16, exact.KeepAll, exact.Rule(m.F16)))
}
