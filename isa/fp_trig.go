package isa

// twoOverPi is 2/pi to 1201 binary places, the first place in the top bit of the first word; the
// last 15 bits are zero, as are all places beyond the end (Vega ISA, V_TRIG_PREOP_F64: "2.0/PI ==
// 0.{b_1200, ... b_0}").
var twoOverPi = [19]uint64{
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000,
}

// trigPreop64 is v_trig_preop_f64: a segment of 53 bits of 2/pi, as a number of its true weight.
// The segment starts at place 53*n, with n from 0 to 31. For |x| from 2^54 on it starts further
// right, by the exponent of x. For the largest x the result is multiplied by 2^128, so that the
// product with x's scaled form stays in range. The exponent is the biased field: infinity and NaN
// count as 2047.
func trigPreop64(x uint64, n uint32, r FPRule) uint64 {
	exp := int(x >> 52 & 0x7ff)
	shift := int(n&31) * 53
	if exp > 1077 {
		shift += exp - 1077
	}
	weight := -53 - shift
	if exp >= 1968 {
		weight += 128
	}
	word, at := shift/64, uint(shift%64)
	get := func(i int) uint64 {
		if i < len(twoOverPi) {
			return twoOverPi[i]
		}
		return 0
	}
	seg := (get(word)<<at | get(word+1)>>(64-at)) >> 11
	return fp64.ldexp(fp64.fromInt(seg, false, KeepAll), weight, r)
}
