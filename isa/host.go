package isa

// A Recipe says how a host computes an instruction, in operations that hosts have: a second form of
// the row's meaning, for code that is made for a whole run of instructions. The row's function
// stays the reference: a test compares each recipe with it. What has no recipe is executed by its
// function.
//
// Recipes are written as expressions over the operands:
//
//	Host: put(hAdd(hMul(hA, hB), hC))
//
// They know no modifiers: whoever compiles them puts abs and neg around the sources, as the
// executors do.
type Recipe struct {
	D    *HostExpr // the result, or its low dword; nil where there is none
	DHi  *HostExpr // VALU: the high dword
	Out  *HostExpr // VALU: the mask result, in active lanes
	SCC  *HostExpr // SALU: SCC becomes whether this is not zero
	Exec *HostExpr // SALU: what EXEC becomes
	Jump *HostExpr // SALU: the branch is taken where this is not zero
	Sat  *HostExpr // VALU: D with CLAMP, in rows that saturate then; nil: the recipe holds without
	Lane *HostExpr // SALU: D is written to this lane of a vector register, modulo 64
	FP   HostFP    // VALU: the rules of its floating-point operations
}

// HostFP says by which rules a recipe's floating-point operations round, and what they do with
// denormals.
type HostFP uint8

// The rules.
const (
	HostByMode        HostFP = iota // as MODE says of single precision
	HostFlushed                     // rounded as it says; denormals are flushed at each step
	HostSingle                      // rounded as it says; denormals are kept
	HostSingleNearest               // as HostSingle; the recipe holds only where that is to nearest
	HostNearest                     // to nearest; there are no denormals, or they make no difference
	HostHalf                        // rounded as MODE says of halves, which are computed as singles
	HostHalfKept                    // as HostHalf; the recipe holds only where MODE keeps their denormals
	HostHalfNearest                 // as HostHalf; the recipe holds only where that is to nearest
	HostNarrow                      // kept doubles that become singles, rounded as MODE says of these
	HostDouble                      // rounded as MODE says of doubles
	HostDoubleNearest               // doubles, to nearest; the recipe holds only where MODE keeps denormals
)

// HostExpr is an operation on 32 bits in each lane, or on a scalar of 32 or 64 bits. Expressions
// that share a part share the pointer.
type HostExpr struct {
	Kind    HostKind  // the operation, or which leaf it is
	X, Y, Z *HostExpr // operands, as many as [HostKind.Args] says
	K       uint32    // of HostImm the value, of HostFCmp the [CmpPred]
}

// HostKind is what an expression computes.
type HostKind uint8

// The kinds. Of a SALU recipe, an operation has 64 bits where one of its operands has; comparisons
// give 0 or 1 there, and masks in VALU recipes. Shifts count modulo the width.
const (
	HostNone HostKind = iota // no expression

	// Leaves.
	HostA    // sources
	HostB    //
	HostC    //
	HostAHi  // VALU: their high dwords
	HostBHi  //
	HostCHi  //
	HostD    // the destination's old value
	HostK    // the literal; SALU: SIMM16, sign-extended
	HostImm  // a constant, sign-extended to 64 bits
	HostIn   // VALU: carry in or condition, a mask
	HostSCC  // SALU
	HostVCC  // SALU: 64 bits
	HostExec // SALU: 64 bits
	HostPC   // SALU: the address of the next instruction, 64 bits
	HostN    // VALU: the number of the lane
	HostIEEE // VALU: all ones where MODE.IEEE is set, else 0
	HostFrac // VALU: all ones where the target has FeatureFrexp, else 0

	// Of one operand.
	HostMov   // X
	HostBits  // number of ones
	HostSigns // VALU: in each byte, copies of its topmost bit
	HostLow   // SALU: the low dword
	HostWide  // SALU: 64 bits, zero-extended
	HostSext  // SALU: 64 bits, sign-extended
	HostFirst // SALU: position of the lowest one; anything where there is none
	HostLast  // SALU: position of the highest one; anything where there is none

	// Of two.
	HostAdd    // X + Y
	HostSub    // X - Y
	HostMul    // low half
	HostMulHU  // high half, unsigned
	HostMulHI  // high half, signed
	HostAnd    // X & Y
	HostAndNot // X &^ Y
	HostOr     // X | Y
	HostXor    // X ^ Y
	HostShl    // X << Y
	HostShr    // X >> Y, zeros come in
	HostSar    // X >> Y, copies of the sign come in
	HostMinU   // the smaller one, unsigned
	HostMaxU   // the larger one, unsigned
	HostMinI   // the smaller one, signed
	HostMaxI   // the larger one, signed
	HostBytes  // VALU: in each byte, the byte of X that the low two bits of that of Y name
	HostLane   // SALU: lane Y of vector register X, modulo 64; X where that is no vector register

	HostSelect // X != 0 ? Y : Z; X is a mask in VALU recipes

	// Comparisons.
	HostEq
	HostNe     // X != Y
	HostLtU    // X < Y, unsigned
	HostLeU    // X <= Y, unsigned
	HostLtI    // X < Y, signed
	HostLeI    // X <= Y, signed
	HostFCmp   // f32, predicate K; denormal sources as MODE says
	HostBoth   // either mask
	HostNever  // false
	HostAlways // true

	// Numbers in single precision, with the rules of the instruction set: NaNs are chosen as the
	// rows' functions choose them, rounding and denormals follow MODE.
	HostFAdd
	HostFSub // X - Y
	HostFMul // X * Y
	HostFMad // two roundings; denormals flushed at each step whatever MODE says
	HostFFma // X*Y + Z, rounded once
	HostFMin // the smaller one
	HostFMax // the larger one
	HostF32I // from a signed integer
	HostF32U // from an unsigned one
	HostI32F // to a signed integer, towards zero, saturated; NaN gives 0
	HostU32F // to an unsigned one

	// Singles as the host has them, and NaNs of its own choice.
	HostRAdd
	HostRSub   // X - Y
	HostRMul   // X * Y
	HostRDiv   // X / Y
	HostRSqrt  // square root
	HostRRound // to an integral number, as K says
	HostRRsq   // the inverse square root, roughly: within 2^-11
	HostFtz    // denormals become zero of their sign
	HostFtzIn  // where MODE says so of the sources of single precision
	HostFtzOut // where it says so of the results
	HostFtzMM  // where it says so of min and max
	HostF32H   // from a half, whose low 16 bits count; NaNs come out quiet
	HostHF32   // to a half, rounded as MODE says of halves, or as K-1 where K is not 0

	// X, unless one of its lanes is in mask Z: then Y, in all of them. Z is to be rare.
	HostSure

	// Numbers of 64 bits in each lane. Their operands have as many, if nothing else is said.
	HostPair // of a low dword X and a high one Y
	HostWF32 // a double from a single X, with NaNs of the host's choice
	HostWAdd // doubles as the host has them
	HostWSub
	HostWMul
	HostWDiv
	HostWSqrt
	HostWRound // to an integral number, as K says
	HostWAnd   // X & Y
	HostWOr    // X | Y
	HostWXor   // X ^ Y
	HostWSubI  // X - Y, integers
	HostWSign  // the sign bit as a number
	HostWFma   // X*Y + Z, rounded once
	HostWTrue  // all ones where predicate K holds for doubles X and Y, else 0
	HostDAdd   // doubles, with NaNs as the rows' functions choose them
	HostDSub
	HostDMul
	HostDFma

	// From 64 bits.
	HostLo   // the low dword
	HostHi   // the high dword
	HostF32W // a single, rounded
	HostI32W // to a signed integer, towards zero; 1<<31 where it does not fit
	HostWCmp // a mask: predicate K holds for doubles X and Y

	NumHostKinds // how many values there are
)

// How HostRRound and HostWRound round.
const (
	HostToNearest = iota // ties to even
	HostDown
	HostUp
	HostToZero
)

// Args is how many of X, Y and Z the kind takes.
func (k HostKind) Args() int {
	switch {
	case k < HostMov, k == HostNever, k == HostAlways:
		return 0
	case k <= HostLast, k >= HostF32I && k <= HostU32F, k >= HostRSqrt && k <= HostHF32, k == HostWF32, k == HostWSqrt,
		k == HostWRound, k == HostWSign, k >= HostLo && k <= HostI32W:
		return 1
	case k == HostSelect, k == HostSure, k == HostFMad, k == HostFFma, k == HostWFma, k == HostDFma:
		return 3
	}
	return 2
}

// Mask reports whether the kind gives a mask in VALU recipes.
func (k HostKind) Mask() bool {
	return k == HostIn || k >= HostEq && k <= HostAlways || k == HostWCmp
}

// Single reports whether the kind follows the rules of single precision where its recipe has no
// other.
func (k HostKind) Single() bool { return k == HostFCmp || k >= HostFAdd && k <= HostU32F }

// Float reports whether what the kind gives depends on the floating-point rules of MODE.
func (k HostKind) Float() bool {
	return k == HostIEEE || k == HostF32H || k == HostHF32 || k.Single() || k >= HostFtzIn && k <= HostFtzMM ||
		k >= HostDAdd && k <= HostDFma
}

// The leaves and operations of recipes.
var (
	hAHi, hBHi      = &HostExpr{Kind: HostAHi}, &HostExpr{Kind: HostBHi}
	hCHi            = &HostExpr{Kind: HostCHi}
	hA, hB, hC, hD  = &HostExpr{Kind: HostA}, &HostExpr{Kind: HostB}, &HostExpr{Kind: HostC}, &HostExpr{Kind: HostD}
	hK, hIn         = &HostExpr{Kind: HostK}, &HostExpr{Kind: HostIn}
	hSCC            = &HostExpr{Kind: HostSCC}
	hVCC, hExec     = &HostExpr{Kind: HostVCC}, &HostExpr{Kind: HostExec}
	hPC, hN         = &HostExpr{Kind: HostPC}, &HostExpr{Kind: HostN}
	hK16            = hAnd(hK, hImm(0xffff)) // SIMM16, zero-extended
	hNever, hAlways = &HostExpr{Kind: HostNever}, &HostExpr{Kind: HostAlways}
)

func h1(k HostKind, x *HostExpr) *HostExpr       { return &HostExpr{Kind: k, X: x} }
func h2(k HostKind, x, y *HostExpr) *HostExpr    { return &HostExpr{Kind: k, X: x, Y: y} }
func h3(k HostKind, x, y, z *HostExpr) *HostExpr { return &HostExpr{Kind: k, X: x, Y: y, Z: z} }

func hImm(v uint32) *HostExpr             { return &HostExpr{Kind: HostImm, K: v} }
func hAdd(x, y *HostExpr) *HostExpr       { return h2(HostAdd, x, y) }
func hSub(x, y *HostExpr) *HostExpr       { return h2(HostSub, x, y) }
func hMul(x, y *HostExpr) *HostExpr       { return h2(HostMul, x, y) }
func hAnd(x, y *HostExpr) *HostExpr       { return h2(HostAnd, x, y) }
func hAndNot(x, y *HostExpr) *HostExpr    { return h2(HostAndNot, x, y) }
func hOr(x, y *HostExpr) *HostExpr        { return h2(HostOr, x, y) }
func hXor(x, y *HostExpr) *HostExpr       { return h2(HostXor, x, y) }
func hNot(x *HostExpr) *HostExpr          { return h2(HostXor, x, hImm(^uint32(0))) }
func hShl(x, y *HostExpr) *HostExpr       { return h2(HostShl, x, y) }
func hShr(x, y *HostExpr) *HostExpr       { return h2(HostShr, x, y) }
func hSar(x, y *HostExpr) *HostExpr       { return h2(HostSar, x, y) }
func hEq(x, y *HostExpr) *HostExpr        { return h2(HostEq, x, y) }
func hNe(x, y *HostExpr) *HostExpr        { return h2(HostNe, x, y) }
func hLtU(x, y *HostExpr) *HostExpr       { return h2(HostLtU, x, y) }
func hLtI(x, y *HostExpr) *HostExpr       { return h2(HostLtI, x, y) }
func hSelect(m, x, y *HostExpr) *HostExpr { return h3(HostSelect, m, x, y) }

// The shapes of recipes.

// put is a result.
func put(d *HostExpr) *Recipe { return &Recipe{D: d} }

// putOut is a result with a mask.
func putOut(d, out *HostExpr) *Recipe { return &Recipe{D: d, Out: out} }

// put64 is a result of two dwords.
func put64(lo, hi *HostExpr) *Recipe { return &Recipe{D: lo, DHi: hi} }

// putSCC is a result with SCC.
func putSCC(d, scc *HostExpr) *Recipe { return &Recipe{D: d, SCC: scc} }

// putTest is a result with SCC = D != 0.
func putTest(d *HostExpr) *Recipe { return &Recipe{D: d, SCC: d} }

// cmpSCC is a comparison.
func cmpSCC(scc *HostExpr) *Recipe { return &Recipe{SCC: scc} }

// saveExec is D = EXEC, EXEC = e, SCC = EXEC != 0.
func saveExec(e *HostExpr) *Recipe { return &Recipe{D: hExec, Exec: e, SCC: e} }

// jumpIf is a branch.
func jumpIf(cond *HostExpr) *Recipe { return &Recipe{Jump: cond} }

func h24(x *HostExpr) *HostExpr  { return hAnd(x, hImm(0xffffff)) }
func hs24(x *HostExpr) *HostExpr { return hSar(hShl(x, hImm(8)), hImm(8)) }

// hAddC and hSubB add and subtract with carry or borrow in.

func hAddC() *Recipe {
	s := hAdd(hA, hB)
	d := hAdd(s, hSelect(hIn, hImm(1), hImm(0)))
	return putOut(d, h2(HostBoth, hLtU(s, hA), hLtU(d, s)))
}

func hSubB(a, b *HostExpr) *Recipe {
	s, in := hSub(a, b), hSelect(hIn, hImm(1), hImm(0))
	return putOut(hSub(s, in), h2(HostBoth, hLtU(a, b), hLtU(s, in)))
}

// hCarry and hCarryS are a sum d with its carry: an operand x is more than it.

func hCarry(d, x *HostExpr) *Recipe  { return putOut(d, hLtU(d, x)) }
func hCarryS(d, x *HostExpr) *Recipe { return putSCC(d, hLtU(d, x)) }

// hAddCS and hSubBS are s_addc_u32 and s_subb_u32.

func hAddCS() *Recipe {
	s := hAdd(hA, hB)
	d := hAdd(s, hSCC)
	return putSCC(d, hOr(hLtU(s, hA), hLtU(d, s)))
}

func hSubBS() *Recipe {
	s := hSub(hA, hB)
	return putSCC(hSub(s, hSCC), hOr(hLtU(hA, hB), hLtU(s, hSCC)))
}

// hOverflowSub is s_sub_i32.
func hOverflowSub() *Recipe {
	d := hSub(hA, hB)
	return putSCC(d, hLtI(hAnd(hXor(hA, hB), hXor(hA, d)), hImm(0)))
}

// hPick is D = first ? S0 : S1, SCC = first.
func hPick(first *HostExpr) *Recipe { return putSCC(hSelect(first, hA, hB), first) }

// hBfeS is s_bfe_u32.
func hBfeS() *HostExpr {
	w := hAnd(hShr(hB, hImm(16)), hImm(127))
	return hAnd(hShr(hA, hB), hSelect(hLtU(hImm(31), w), hImm(^uint32(0)), hSub(hShl(hImm(1), w), hImm(1))))
}

// hAlignByte is v_alignbyte_b32.
func hAlignByte() *HostExpr {
	n := hShl(hAnd(hC, hImm(3)), hImm(3))
	return hOr(hShr(hB, n), hShl(hShl(hA, hImm(1)), hXor(n, hImm(31))))
}

// hOverflow is putSCC of the sum d of a and b with SCC = signed overflow.
func hOverflow(d, a, b *HostExpr) *Recipe {
	return putSCC(d, hLtI(hAnd(hXor(a, d), hXor(b, d)), hImm(0)))
}

// hBfeI is v_bfe_i32.
func hBfeI() *HostExpr {
	t, w, neg := hSar(hA, hB), hAnd(hC, hImm(31)), hSub(hImm(0), hC)
	return hSelect(hEq(w, hImm(0)), hImm(0), hSar(hShl(t, neg), neg))
}

// hCmp is an integer comparison by opcode order: false, <, ==, <=, >, !=, >=, true.
func hCmp(p CmpPred, signed bool, a, b *HostExpr) *HostExpr {
	lt, le := HostLtU, HostLeU
	if signed {
		lt, le = HostLtI, HostLeI
	}
	switch p {
	case 0:
		return hNever
	case 1:
		return h2(lt, a, b)
	case 2:
		return hEq(a, b)
	case 3:
		return h2(le, a, b)
	case 4:
		return h2(lt, b, a)
	case 5:
		return hNe(a, b)
	case 6:
		return h2(le, b, a)
	}
	return hAlways
}

// VALU operations on two dwords, in operations on one.

// hShl64 is a shift by n bits to the left, modulo 64.
func hShl64(lo, hi, n *HostExpr) *Recipe {
	far := hNe(hAnd(n, hImm(32)), hImm(0))
	low := hShl(lo, n)
	over := hShr(hShr(lo, hImm(1)), hXor(n, hImm(31))) // what comes into the high dword
	return put64(hSelect(far, hImm(0), low), hSelect(far, low, hOr(hShl(hi, n), over)))
}

// hShr64 is one to the right; shift is hShr or hSar.
func hShr64(lo, hi, n *HostExpr, shift func(x, n *HostExpr) *HostExpr) *Recipe {
	far := hNe(hAnd(n, hImm(32)), hImm(0))
	high := shift(hi, n)
	over := hShl(hShl(hi, hImm(1)), hXor(n, hImm(31)))
	return put64(hSelect(far, high, hOr(hShr(lo, n), over)), hSelect(far, shift(shift(hi, hImm(16)), hImm(16)), high))
}

// hMad64 is v_mad_u64_u32.
func hMad64() *Recipe {
	p, q := hMul(hA, hB), h2(HostMulHU, hA, hB)
	lo := hAdd(p, hC)
	hi := hAdd(q, hCHi)
	d := hAdd(hi, hSelect(hLtU(lo, p), hImm(1), hImm(0)))
	return &Recipe{D: lo, DHi: d, Out: h2(HostBoth, hLtU(hi, q), hLtU(d, hi))}
}

// hCmp64 is a comparison of pairs: the low dwords decide where the high ones are equal.
func hCmp64(p CmpPred, signed bool) *HostExpr {
	lt := hLtU
	if signed {
		lt = hLtI
	}
	one, zero := hImm(1), hImm(0)
	less := func(a, aHi, b, bHi *HostExpr) *HostExpr {
		return hSelect(hEq(aHi, bHi), hSelect(hLtU(a, b), one, zero), hSelect(lt(aHi, bHi), one, zero))
	}
	differ := hOr(hXor(hA, hB), hXor(hAHi, hBHi))
	switch p {
	case 0:
		return hNever
	case 1:
		return hNe(less(hA, hAHi, hB, hBHi), zero)
	case 2:
		return hEq(differ, zero)
	case 3:
		return hEq(less(hB, hBHi, hA, hAHi), zero)
	case 4:
		return hNe(less(hB, hBHi, hA, hAHi), zero)
	case 5:
		return hNe(differ, zero)
	case 6:
		return hEq(less(hA, hAHi, hB, hBHi), zero)
	}
	return hAlways
}

// cmpRecipe is the recipe of a comparison of operands of a type; nil where there is none.
func cmpRecipe(p CmpPred, typ string) *Recipe {
	switch typ {
	case "u32", "i32":
		return &Recipe{Out: hCmp(p, typ == "i32", hA, hB)}
	case "u64", "i64":
		return &Recipe{Out: hCmp64(p, typ == "i64")}
	case "u16":
		return &Recipe{Out: hCmp(p, false, hLo(hA), hLo(hB))}
	case "i16":
		return &Recipe{Out: hCmp(p, true, hLoS(hA), hLoS(hB))}
	case "f32":
		return &Recipe{Out: hFCmp(p, hA, hB)}
	case "f64", "f16":
		return dpRecipe(p, typ)
	}
	return nil
}

// More shapes.

// putLane writes a lane of a vector register.
func putLane(d, lane *HostExpr) *Recipe { return &Recipe{D: d, Lane: lane} }

// writeExec is EXEC = e, D = EXEC, SCC = EXEC != 0.
func writeExec(e *HostExpr) *Recipe { return &Recipe{D: e, Exec: e, SCC: e} }

func hIf(m *HostExpr) *HostExpr      { return hSelect(m, hImm(1), hImm(0)) }
func hNonZero(x *HostExpr) *HostExpr { return hNe(x, hImm(0)) }
func hNeg(x *HostExpr) *HostExpr     { return hSub(hImm(0), x) }

// hHi, hLo and hLoS are the halves of a dword, hLoS sign-extended; hPack puts two together.

func hHi(x *HostExpr) *HostExpr      { return hShr(x, hImm(16)) }
func hLo(x *HostExpr) *HostExpr      { return hAnd(x, hImm(0xffff)) }
func hLoS(x *HostExpr) *HostExpr     { return hSar(hShl(x, hImm(16)), hImm(16)) }
func hHiS(x *HostExpr) *HostExpr     { return hSar(x, hImm(16)) }
func hPack(x, y *HostExpr) *HostExpr { return hOr(hLo(x), hShl(y, hImm(16))) }

// hShiftAdd is s_lshl<n>_add_u32: what either operation pushes out of 32 bits sets SCC.
func hShiftAdd(n uint32) *Recipe {
	d := hAdd(hShl(hA, hImm(n)), hB)
	return putSCC(d, hOr(hLtU(d, hB), hShr(hA, hImm(32-n))))
}

// hFound is the position n of a bit that was looked for in x, -1 where x has none.
func hFound(x, n *HostExpr) *HostExpr { return hSelect(hNe(x, hImm(0)), n, hImm(^uint32(0))) }

// hFirst and hLeading are s_ff1 and s_flbit of a number of so many bits.

func hFirst(x *HostExpr) *HostExpr { return hFound(x, h1(HostFirst, x)) }

func hLeading(x *HostExpr, bits uint32) *HostExpr {
	return hFound(x, hSub(hImm(bits-1), h1(HostLast, x)))
}

// hReverse has the bits of a dword in the other order.
func hReverse(x *HostExpr) *HostExpr {
	for _, s := range [...]struct{ n, mask uint32 }{{1, 0x55555555}, {2, 0x33333333}, {4, 0x0f0f0f0f}, {8, 0x00ff00ff}} {
		x = hOr(hAnd(hShr(x, hImm(s.n)), hImm(s.mask)), hShl(hAnd(x, hImm(s.mask)), hImm(s.n)))
	}
	return hOr(hShr(x, hImm(16)), hShl(x, hImm(16)))
}

// hField is s_bfe_u64, hFieldS s_bfe_i32 and s_bfe_i64 of a sign-extended number; off is the
// offset.

func hField(x, off *HostExpr) *HostExpr {
	w := hAnd(hShr(hB, hImm(16)), hImm(127))
	mask := hSub(hShl(h1(HostWide, hImm(1)), w), h1(HostWide, hImm(1)))
	return hAnd(hShr(x, off), hSelect(hLtU(hImm(63), w), hImm(^uint32(0)), mask))
}

func hFieldS(x, off *HostExpr) *HostExpr {
	w := hAnd(hShr(hB, hImm(16)), hImm(127))
	up := hSub(hImm(64), h2(HostMinU, w, hImm(64)))
	return hSelect(hNe(w, hImm(0)), hSar(hShl(hSar(x, off), up), up), h1(HostWide, hImm(0)))
}

// hAbs is the absolute value modulo 2^32.
func hAbs(x *HostExpr) *HostExpr { return h2(HostMaxI, x, hNeg(x)) }

// hFfbh is v_ffbh_u32: zeros above the highest one, counted in what is below it filled with ones.
func hFfbh(x *HostExpr) *HostExpr {
	y := x
	for n := uint32(1); n < 32; n *= 2 {
		y = hOr(y, hShr(y, hImm(n)))
	}
	return hFound(x, hSub(hImm(32), h1(HostBits, y)))
}

// hFfbl is v_ffbl_b32.
func hFfbl(x *HostExpr) *HostExpr {
	return hFound(x, h1(HostBits, hAndNot(hSub(x, hImm(1)), x)))
}

// hBelow are the ones of a half of EXEC below the lane, for v_mbcnt.
func hBelow(high bool) *HostExpr {
	below, upper := hSub(hShl(hImm(1), hN), hImm(1)), hLtU(hImm(31), hN)
	if high {
		return hSelect(upper, below, hImm(0))
	}
	return hSelect(upper, hImm(^uint32(0)), below)
}

// hMbcnt is v_mbcnt.
func hMbcnt(high bool) *HostExpr {
	return hAdd(h1(HostBits, hAnd(hA, hBelow(high))), hB)
}

// hChoose takes the bits of x where m has ones, and those of y elsewhere.
func hChoose(m, x, y *HostExpr) *HostExpr { return hXor(y, hAnd(hXor(x, y), m)) }

// hPerm is v_perm_b32, by byte.
func hPerm() *HostExpr {
	signs := func(x *HostExpr) *HostExpr { return h1(HostSigns, x) }
	up := func(n uint32) *HostExpr { return hShl(hC, hImm(n)) }
	byteOf := func(sel, high *HostExpr) *HostExpr {
		return hChoose(signs(high), h2(HostBytes, hA, sel), h2(HostBytes, hB, sel))
	}
	plain := byteOf(hC, up(5))
	// 8 to 11: the sign of byte 1 or 3 of either source
	sign := signs(byteOf(hOr(hAnd(up(1), hImm(0x02020202)), hImm(0x01010101)), up(6)))
	// from 12 on: no byte; not 12: all ones
	not12 := hXor(hC, hImm(0x0c0c0c0c))
	ones := signs(hOr(not12, hAdd(hAnd(not12, hImm(0x7f7f7f7f)), hImm(0x7f7f7f7f))))
	from16 := hOr(hOr(hC, up(1)), hOr(up(2), up(3)))
	special := hChoose(signs(hOr(from16, up(5))), ones, sign)
	return hChoose(signs(hOr(from16, up(4))), special, plain)
}

// hLerp is v_lerp_u8.
func hLerp() *HostExpr {
	part := func(n uint32) *HostExpr {
		even := func(x *HostExpr) *HostExpr { return hAnd(hShr(x, hImm(n)), hImm(0x00ff00ff)) }
		round := hAnd(hShr(hC, hImm(n)), hImm(0x00010001))
		return hAnd(hShr(hAdd(hAdd(even(hA), even(hB)), round), hImm(1)), hImm(0x00ff00ff))
	}
	return hOr(part(0), hShl(part(8), hImm(8)))
}

// hAbsDiff is the distance of two unsigned numbers.
func hAbsDiff(x, y *HostExpr) *HostExpr { return hSub(h2(HostMaxU, x, y), h2(HostMinU, x, y)) }

// hSadU8 is the sum of the absolute differences of four bytes: of two at a time, in halves of a
// dword, where bit 8 says that the difference is not negative.
func hSadU8() *HostExpr {
	part := func(n uint32) *HostExpr {
		even := func(x *HostExpr) *HostExpr { return hAnd(hShr(x, hImm(n)), hImm(0x00ff00ff)) }
		d := hSub(hOr(even(hA), hImm(0x01000100)), even(hB))
		minus := hXor(hAnd(hShr(d, hImm(8)), hImm(0x00010001)), hImm(0x00010001))
		return hAdd(hXor(hAnd(d, hImm(0x00ff00ff)), hSub(hShl(minus, hImm(8)), minus)), minus)
	}
	sum := hAdd(part(0), part(8))
	return hAdd(hLo(sum), hHi(sum))
}

// hSadU16 is the sum of those of two halves.
func hSadU16() *HostExpr { return hAdd(hAbsDiff(hLo(hA), hLo(hB)), hAbsDiff(hHi(hA), hHi(hB))) }

// hMadI64 is v_mad_i64_i32: the mask is the sign of the exact sum.
func hMadI64() *Recipe {
	p, q := hMul(hA, hB), h2(HostMulHI, hA, hB)
	lo := hAdd(p, hC)
	hi := hAdd(hAdd(q, hCHi), hIf(hLtU(lo, p)))
	over := hAnd(hXor(q, hi), hXor(hCHi, hi))
	return &Recipe{D: lo, DHi: hi, Out: hLtI(hXor(hi, over), hImm(0))}
}

// hSat8 brings a signed number into a byte.
func hSat8(x *HostExpr) *HostExpr { return h2(HostMinI, h2(HostMaxI, x, hImm(0)), hImm(255)) }

// hSatS16 brings a signed number into 16 bits.
func hSatS16(x *HostExpr) *HostExpr {
	return h2(HostMinI, h2(HostMaxI, x, hImm(^uint32(0x7fff))), hImm(0x7fff))
}

// hMed is the median, by the operations min and max.
func hMed(lo, hi HostKind, a, b, c *HostExpr) *HostExpr {
	return h2(hi, h2(lo, a, b), h2(lo, h2(hi, a, b), c))
}

// hClass is v_cmp_class: of a number without its sign m, to which the smallest normal number and
// infinity are given; quiet is 1 where a NaN is.
func hClass(m, negative, quiet, classes *HostExpr, normal, inf uint32) *Recipe {
	above := func(limit uint32) *HostExpr { return hIf(hLtU(hImm(limit), m)) }
	size := hAdd(hAdd(above(0), above(normal-1)), above(inf-1)) // zero, denormal, normal, infinity
	number := hSelect(negative, hSub(hImm(5), size), hAdd(hImm(6), size))
	class := hSelect(hLtU(hImm(inf), m), quiet, number)
	return &Recipe{Out: hNonZero(hAnd(hShr(classes, class), hImm(1)))}
}

// classRecipe is that of a type.
func classRecipe(typ string) *Recipe {
	bit := func(x *HostExpr, n uint32) *HostExpr { return hAnd(hShr(x, hImm(n)), hImm(1)) }
	switch typ {
	case "f16":
		return hClass(hAnd(hA, hImm(0x7fff)), hNonZero(hAnd(hA, hImm(0x8000))), bit(hA, 9), hLo(hB), 0x400, inf16)
	case "f64": // of the low dword it matters only that it is not zero
		m := hOr(hAnd(hAHi, hImm(0x7fffffff)), hIf(hNonZero(hA)))
		return hClass(m, hLtI(hAHi, hImm(0)), bit(hAHi, 19), hB, 1<<20, inf64>>32)
	}
	return hClass(hAnd(hA, hImm(0x7fffffff)), hLtI(hA, hImm(0)), bit(hA, 22), hB, 1<<23, inf32)
}

// orSat gives a recipe its saturating result.
func orSat(r *Recipe, sat *HostExpr) *Recipe {
	r.Sat = sat
	return r
}

// hAddU and hSubU saturate unsigned sums and differences, hAddI and hSubI signed ones.

func hAddU(x, y *HostExpr) *Recipe {
	d := hAdd(x, y)
	return orSat(put(d), hSelect(hLtU(d, x), hImm(^uint32(0)), d))
}

func hSubU(x, y *HostExpr) *Recipe {
	return orSat(put(hSub(x, y)), hSub(h2(HostMaxU, x, y), y))
}

func hAddI(x, y *HostExpr) *Recipe {
	d := hAdd(x, y)
	return orSat(put(d), hOverflowed(hAnd(hXor(x, d), hXor(y, d)), x, d))
}

func hSubI(x, y *HostExpr) *Recipe {
	d := hSub(x, y)
	return orSat(put(d), hOverflowed(hAnd(hXor(x, y), hXor(x, d)), x, d))
}

// hOverflowed is d, or where over is negative the number of x's sign that is farthest from zero.
func hOverflowed(over, x, d *HostExpr) *HostExpr {
	return hSelect(hLtI(over, hImm(0)), hXor(hSar(x, hImm(31)), hImm(0x7fffffff)), d)
}

// hSat16U and hSat16I are a result of 16 bits, which saturates an exact one.

func hSat16U(k HostKind, x, y *HostExpr) *Recipe {
	exact := h2(k, hLo(x), hLo(y))
	return orSat(put(h2(k, x, y)), h2(HostMinI, h2(HostMaxI, exact, hImm(0)), hImm(0xffff)))
}

func hSat16I(k HostKind, x, y *HostExpr) *Recipe {
	return orSat(put(h2(k, x, y)), hSatS16(h2(k, hLoS(x), hLoS(y))))
}
