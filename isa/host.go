package isa

// A recipe says how a host computes an instruction, in operations that hosts have: a second form of
// the row's meaning, for code that is made for a whole run of instructions. The row's function stays
// the reference: a test compares each recipe with it. What has no recipe is executed by its
// function.
//
// Recipes are written as expressions over the operands:
//
//	Host: put(hAdd(hMul(hA, hB), hC))
//
// They know no modifiers: whoever compiles them puts abs and neg around the sources, as the
// executors do. A recipe of an instruction with IntClamp holds where CLAMP is not set.
type Recipe struct {
	D    *HostExpr // the result, or its low dword; nil where there is none
	DHi  *HostExpr // VALU: the high dword
	Out  *HostExpr // VALU: the mask result, in active lanes
	SCC  *HostExpr // SALU: SCC becomes whether this is not zero
	Exec *HostExpr // SALU: what EXEC becomes
	Jump *HostExpr // SALU: the branch is taken where this is not zero
}

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

	HostMov    // X
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
	HostBits   // number of ones
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

	NumHostKinds // how many values there are
)

// Args is how many of X, Y and Z the kind takes.
func (k HostKind) Args() int {
	switch {
	case k < HostMov, k == HostNever, k == HostAlways:
		return 0
	case k == HostMov, k == HostBits, k >= HostF32I:
		return 1
	case k == HostSelect, k == HostFMad, k == HostFFma:
		return 3
	}
	return 2
}

// Mask reports whether the kind gives a mask in VALU recipes.
func (k HostKind) Mask() bool { return k == HostIn || k >= HostEq && k <= HostAlways }

// Float reports whether the kind depends on the floating-point rules of MODE.
func (k HostKind) Float() bool { return k == HostFCmp || k >= HostFAdd && k <= HostF32U }

// The leaves and operations of recipes.
var (
	hAHi, hBHi      = &HostExpr{Kind: HostAHi}, &HostExpr{Kind: HostBHi}
	hCHi            = &HostExpr{Kind: HostCHi}
	hA, hB, hC, hD  = &HostExpr{Kind: HostA}, &HostExpr{Kind: HostB}, &HostExpr{Kind: HostC}, &HostExpr{Kind: HostD}
	hK, hIn         = &HostExpr{Kind: HostK}, &HostExpr{Kind: HostIn}
	hSCC            = &HostExpr{Kind: HostSCC}
	hVCC, hExec     = &HostExpr{Kind: HostVCC}, &HostExpr{Kind: HostExec}
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
func hCmp(p CmpPred, signed bool) *HostExpr {
	lt, le := HostLtU, HostLeU
	if signed {
		lt, le = HostLtI, HostLeI
	}
	switch p {
	case 0:
		return hNever
	case 1:
		return h2(lt, hA, hB)
	case 2:
		return hEq(hA, hB)
	case 3:
		return h2(le, hA, hB)
	case 4:
		return h2(lt, hB, hA)
	case 5:
		return hNe(hA, hB)
	case 6:
		return h2(le, hB, hA)
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
		return &Recipe{Out: hCmp(p, typ == "i32")}
	case "u64", "i64":
		return &Recipe{Out: hCmp64(p, typ == "i64")}
	case "f32":
		return &Recipe{Out: &HostExpr{Kind: HostFCmp, X: hA, Y: hB, K: uint32(p)}}
	}
	return nil
}
