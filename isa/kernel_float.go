package isa

// The lane loops of the hot f32 instructions. Each chooses its arithmetic once for the whole wave,
// by the rule in MODE: native for round to nearest with denormals kept (the default of GCN 1.4
// code) or flushed (the default before), softfloat otherwise. Where the host has them, vector
// instructions do a wave in which all lanes are ordinary ([haveRows]).

// What [addRows] and the others leave to the loops: values x with 2x-1 below this.
const (
	denormals   = 2*(1<<23) - 1
	noDenormals = 0
)

// rows reports whether the host's vector instructions follow the rule, and what they are told of
// denormals.
func (r FPRule) rows() (limit uint32, ok bool) {
	if r == FlushAll {
		return denormals, haveRows
	}
	return noDenormals, haveRows && r == KeepAll
}

func addF32(rd, ra, rb *Row, r FPRule) {
	if limit, ok := r.rows(); ok && addRows(rd, ra, rb, limit) {
		return
	}
	d, a, b := rd[:], ra[:], rb[:]
	switch r {
	case KeepAll:
		for i := range d {
			d[i] = add32N(a[i], b[i])
		}
	case FlushAll:
		for i := range d {
			x, y := a[i], b[i]
			q := b32(f32(x) + f32(y))
			if isDenorm32(x) || isDenorm32(y) || unusual32(q) {
				q = ftz32(add32N(ftz32(x), ftz32(y)))
			}
			d[i] = q
		}
	default:
		for i := range d {
			d[i] = add32(a[i], b[i], r)
		}
	}
}

func subF32(rd, ra, rb *Row, r FPRule) {
	if limit, ok := r.rows(); ok && subRows(rd, ra, rb, limit) {
		return
	}
	d, a, b := rd[:], ra[:], rb[:]
	switch r {
	case KeepAll:
		for i := range d {
			d[i] = sub32N(a[i], b[i])
		}
	case FlushAll:
		for i := range d {
			x, y := a[i], b[i]
			q := b32(f32(x) - f32(y))
			if isDenorm32(x) || isDenorm32(y) || unusual32(q) {
				q = ftz32(sub32N(ftz32(x), ftz32(y)))
			}
			d[i] = q
		}
	default:
		for i := range d {
			d[i] = sub32(a[i], b[i], r)
		}
	}
}

func mulF32(rd, ra, rb *Row, r FPRule) {
	if limit, ok := r.rows(); ok && mulRows(rd, ra, rb, limit) {
		return
	}
	d, a, b := rd[:], ra[:], rb[:]
	switch r {
	case KeepAll:
		for i := range d {
			d[i] = mul32N(a[i], b[i])
		}
	case FlushAll:
		for i := range d {
			x, y := a[i], b[i]
			q := b32(float32(f32(x) * f32(y)))
			if isDenorm32(x) || isDenorm32(y) || unusual32(q) {
				q = ftz32(mul32N(ftz32(x), ftz32(y)))
			}
			d[i] = q
		}
	default:
		for i := range d {
			d[i] = mul32(a[i], b[i], r)
		}
	}
}

// madF32 is v_mad_f32 and its relatives; c may be the destination.
func madF32(rd, ra, rb, rc *Row, r FPRule) {
	d, a, b, c := rd[:], ra[:], rb[:], rc[:]
	if r.flushed() != FlushAll {
		for i := range d {
			d[i] = mad32(a[i], b[i], c[i], r)
		}
		return
	}
	if haveRows && madRows(rd, ra, rb, rc, denormals) {
		return
	}
	for i := range d {
		x, y, z := a[i], b[i], c[i]
		p := float32(f32(x) * f32(y))
		q := b32(p + f32(z))
		if isDenorm32(x) || isDenorm32(y) || isDenorm32(z) || isDenorm32(b32(p)) || unusual32(q) {
			q = mad32(x, y, z, r)
		}
		d[i] = q
	}
}

func fmaF32(rd, ra, rb, rc *Row, r FPRule) {
	if limit, ok := r.rows(); ok && fmaRows(rd, ra, rb, rc, limit) {
		return
	}
	d, a, b, c := rd[:], ra[:], rb[:], rc[:]
	switch r {
	case KeepAll:
		for i := range d {
			x, y, z := a[i], b[i], c[i]
			if s, ok := fmaWide(x, y, z); ok {
				d[i] = b32(float32(s))
			} else {
				d[i] = fmaHalfway(x, y, z)
			}
		}
	case FlushAll:
		for i := range d {
			x, y, z := a[i], b[i], c[i]
			if s, ok := fmaWide(x, y, z); ok && !isDenorm32(x) && !isDenorm32(y) && !isDenorm32(z) {
				d[i] = b32(float32(s)) // no denormal: fmaWide is not ok there
			} else {
				d[i] = ftz32(fmaHalfway(ftz32(x), ftz32(y), ftz32(z)))
			}
		}
	default:
		for i := range d {
			d[i] = fma32(a[i], b[i], c[i], r)
		}
	}
}

// minMax is the rule of min, max, min3, max3 and med3: they look at MODE's denormal bits from GCN
// 1.4 on (LLVM supportsMinMaxDenormModes).
func (k *Vec) minMax(r FPRule) FPRule {
	if k.Features.Has(FeatureMinMaxDenorm) {
		return r
	}
	return r.kept()
}

func minF32(k *Vec) {
	d, a, b, r, ieee := k.D[0][:], k.A[0][:], k.B[0][:], k.minMax(k.FP.F32), k.FP.IEEE
	if m := r & denormMask; m != denormMask && m != 0 {
		map2(k, func(a, b uint32) uint32 { return min32(a, b, r, ieee) })
		return
	}
	flush := r&denormMask == 0
	for i := range d {
		x, y := a[i], b[i]
		if flush {
			x, y = ftz32(x), ftz32(y)
		}
		if isNaN32(x) || isNaN32(y) {
			d[i] = min32(x, y, r, ieee)
			continue
		}
		d[i] = min32N(x, y)
	}
}

func maxF32(k *Vec) {
	d, a, b, r, ieee := k.D[0][:], k.A[0][:], k.B[0][:], k.minMax(k.FP.F32), k.FP.IEEE
	if m := r & denormMask; m != denormMask && m != 0 {
		map2(k, func(a, b uint32) uint32 { return max32(a, b, r, ieee) })
		return
	}
	flush := r&denormMask == 0
	for i := range d {
		x, y := a[i], b[i]
		if flush {
			x, y = ftz32(x), ftz32(y)
		}
		if isNaN32(x) || isNaN32(y) {
			d[i] = max32(x, y, r, ieee)
			continue
		}
		d[i] = max32N(x, y)
	}
}

// literal is a row filled with the literal of madmk and madak.
func (k *Vec) literal() *Row {
	var row Row
	for i := range row {
		row[i] = k.K
	}
	return &row
}

// halfMode is the rule of half precision in the conversions. Before GCN 1.2 there is no arithmetic
// in half precision: half denormals are always kept, and the rounding is that of single precision
// (CLRX, V_CVT_F16_F32).
func (k *Vec) halfMode() FPRule {
	if !k.Features.Has(FeatureF16) {
		return k.FP.F32.kept()
	}
	return k.FP.F16
}

// Comparison. A predicate and its complement (15 minus it) share a loop: v_cmp_nge is "not ge".

func isLess(a, b float64) bool         { return a < b }
func isEqual(a, b float64) bool        { return a == b }
func isLessEqual(a, b float64) bool    { return a <= b }
func isGreater(a, b float64) bool      { return a > b }
func isLessGreater(a, b float64) bool  { return a < b || a > b }
func isGreaterEqual(a, b float64) bool { return a >= b }
func isOrdered(a, b float64) bool      { return a == a && b == b }

// mapCmpF64 and mapCmpF16 collect one bit per lane; every half is exact in float64.

func mapCmpF64(k *Vec, f func(a, b float64) bool) {
	r := k.FP.F64
	k.Out = rowsCmp64(k.A[0], k.A[1], k.B[0], k.B[1],
		func(a, b uint64) bool { return f(f64(ftzIn64(a, r)), f64(ftzIn64(b, r))) })
}

func mapCmpF16(k *Vec, f func(a, b float64) bool) {
	r := k.FP.F16
	mapCmp2(k, func(a, b uint32) bool { return f(value16(a, r), value16(b, r)) })
}

func cmpClassF64(k *Vec) {
	var m uint64
	for i := range k.A[0] {
		if cmpClass64(wide(&k.A, i), k.B[0][i]) {
			m |= 1 << i
		}
	}
	k.Out = m
}

// cmpF32 is a comparison with its two loops, for source denormals flushed and kept.
func cmpF32(flush, keep Vector) Vector {
	return func(k *Vec) {
		if k.FP.F32&DenormIn == 0 {
			flush(k)
			return
		}
		keep(k)
	}
}

func ftzLessGreater(a, b uint32) bool {
	x, y := f32(ftz32(a)), f32(ftz32(b))
	return x < y || x > y
}

// cmpFloat holds the loops of the eight predicates below 8, by operand type.
var cmpFloat = map[string][8]Vector{
	"f32": {
		cmpNever,
		cmpF32(
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(ftz32(a)) < f32(ftz32(b)) }) },
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) < f32(b) }) }),
		cmpF32(
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(ftz32(a)) == f32(ftz32(b)) }) },
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) == f32(b) }) }),
		cmpF32(
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(ftz32(a)) <= f32(ftz32(b)) }) },
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) <= f32(b) }) }),
		cmpF32(
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(ftz32(a)) > f32(ftz32(b)) }) },
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) > f32(b) }) }),
		cmpF32(
			func(k *Vec) { mapCmp2(k, ftzLessGreater) },
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) < f32(b) || f32(a) > f32(b) }) }),
		cmpF32(
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(ftz32(a)) >= f32(ftz32(b)) }) },
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) >= f32(b) }) }),
		cmpF32(
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) == f32(a) && f32(b) == f32(b) }) },
			func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return f32(a) == f32(a) && f32(b) == f32(b) }) }),
	},
	"f64": {
		cmpNever,
		func(k *Vec) { mapCmpF64(k, isLess) },
		func(k *Vec) { mapCmpF64(k, isEqual) },
		func(k *Vec) { mapCmpF64(k, isLessEqual) },
		func(k *Vec) { mapCmpF64(k, isGreater) },
		func(k *Vec) { mapCmpF64(k, isLessGreater) },
		func(k *Vec) { mapCmpF64(k, isGreaterEqual) },
		func(k *Vec) { mapCmpF64(k, isOrdered) },
	},
	"f16": {
		cmpNever,
		func(k *Vec) { mapCmpF16(k, isLess) },
		func(k *Vec) { mapCmpF16(k, isEqual) },
		func(k *Vec) { mapCmpF16(k, isLessEqual) },
		func(k *Vec) { mapCmpF16(k, isGreater) },
		func(k *Vec) { mapCmpF16(k, isLessGreater) },
		func(k *Vec) { mapCmpF16(k, isGreaterEqual) },
		func(k *Vec) { mapCmpF16(k, isOrdered) },
	},
}

// cmpInt holds the loops of less, equal and less-or-equal, by operand type; the other integer
// predicates are their complements.
var cmpInt = map[string][4]Vector{
	"u32": {
		cmpNever,
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return a < b }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return a == b }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return a <= b }) },
	},
	"i32": {
		cmpNever,
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return int32(a) < int32(b) }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return a == b }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return int32(a) <= int32(b) }) },
	},
	"u16": {
		cmpNever,
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return uint16(a) < uint16(b) }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return uint16(a) == uint16(b) }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return uint16(a) <= uint16(b) }) },
	},
	"i16": {
		cmpNever,
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return int16(a) < int16(b) }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return int16(a) == int16(b) }) },
		func(k *Vec) { mapCmp2(k, func(a, b uint32) bool { return int16(a) <= int16(b) }) },
	},
	"u64": {
		cmpNever,
		func(k *Vec) {
			k.Out = rowsCmp64(k.A[0], k.A[1], k.B[0], k.B[1], func(a, b uint64) bool { return a < b })
		},
		func(k *Vec) {
			k.Out = rowsCmp64(k.A[0], k.A[1], k.B[0], k.B[1], func(a, b uint64) bool { return a == b })
		},
		func(k *Vec) {
			k.Out = rowsCmp64(k.A[0], k.A[1], k.B[0], k.B[1], func(a, b uint64) bool { return a <= b })
		},
	},
	"i64": {
		cmpNever,
		func(k *Vec) {
			k.Out = rowsCmp64(k.A[0], k.A[1], k.B[0], k.B[1], func(a, b uint64) bool { return int64(a) < int64(b) })
		},
		func(k *Vec) {
			k.Out = rowsCmp64(k.A[0], k.A[1], k.B[0], k.B[1], func(a, b uint64) bool { return a == b })
		},
		func(k *Vec) {
			k.Out = rowsCmp64(k.A[0], k.A[1], k.B[0], k.B[1], func(a, b uint64) bool { return int64(a) <= int64(b) })
		},
	},
}

func cmpNever(k *Vec) { k.Out = 0 }

// not is the complementary comparison.
func not(f Vector) Vector {
	return func(k *Vec) {
		f(k)
		k.Out = ^k.Out
	}
}

// cmpKernel is the comparison with predicate p of operands of type typ. Integers have the
// predicates below 8 (7 is "true").
func cmpKernel(p CmpPred, typ string) Vector {
	if loops, ok := cmpFloat[typ]; ok {
		if p >= 8 {
			return not(loops[15-p])
		}
		return loops[p]
	}
	loops := cmpInt[typ]
	if p >= 4 {
		return not(loops[7-p])
	}
	return loops[p]
}

// divScaleF32, divScaleF64: the flag of each lane goes to k.Out.

func divScaleF32(k *Vec) {
	var m uint64
	for i := range k.D[0] {
		d, flag := divScale32(k.A[0][i], k.B[0][i], k.C[0][i], k.FP.F32)
		k.D[0][i] = d
		m |= uint64(b2u(flag)) << i
	}
	k.Out = m
}

func divScaleF64(k *Vec) {
	var m uint64
	for i := range k.D[0] {
		d, flag := divScale64(wide(&k.A, i), wide(&k.B, i), wide(&k.C, i), k.FP.F64)
		k.D[0][i], k.D[1][i] = uint32(d), uint32(d>>32)
		m |= uint64(b2u(flag)) << i
	}
	k.Out = m
}

// divFmasF32, divFmasF64: k.In is VCC.

func divFmasF32(k *Vec) {
	for i := range k.D[0] {
		k.D[0][i] = divFmas32(k.A[0][i], k.B[0][i], k.C[0][i], k.In>>i&1 != 0, k.FP.F32)
	}
}

func divFmasF64(k *Vec) {
	for i := range k.D[0] {
		d := divFmas64(wide(&k.A, i), wide(&k.B, i), wide(&k.C, i), k.In>>i&1 != 0, k.FP.F64)
		k.D[0][i], k.D[1][i] = uint32(d), uint32(d>>32)
	}
}
