package hostcode

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// The AVX2 back end: 8 lanes in a ymm register, masks as registers whose lanes are all ones or zero.
//
//	rdi wave   rsi vector registers   rax, rbx offset of the slice in a row, in a mask
//	r8 times   r9 EXEC                r10-r13 mask results, and fixtures   rdx, rcx, r15 at hand
//	ymm0-ymm10 values, and fixtures from the last one on   ymm11-ymm13 at hand
//	ymm14 lanes with a NaN so far   ymm15 EXEC of the slice
const (
	numY  = 11
	tmpY  = 11
	tmpY2 = 12
	tmpY3 = 13
	yNaN  = 14
	yExec = 15
)

// Instructions that only this back end has. Of the others the opcodes are those of AVX-512
// (avx512.go), in another encoding.
var (
	yBroadcastB  = evexOp{opmap: map0F38, pp: pp66, op: 0x78}
	yEq          = evexOp{opmap: map0F, pp: pp66, op: 0x76}
	yGt          = evexOp{opmap: map0F, pp: pp66, op: 0x66}
	yGtB         = evexOp{opmap: map0F, pp: pp66, op: 0x64}
	yMove        = evexOp{opmap: map0F, pp: pp66, op: 0x6e}   // vmovd
	ySelect      = evexOp{opmap: map0F3A, pp: pp66, op: 0x4a} // vblendvps
	yBlend       = evexOp{opmap: map0F3A, pp: pp66, op: 0x02} // vpblendd
	ySigns       = evexOp{opmap: map0F, op: 0x50}             // vmovmskps
	yTestSigns   = evexOp{opmap: map0F38, pp: pp66, op: 0x0e} // vtestps
	yTestSigns64 = evexOp{opmap: map0F38, pp: pp66, op: 0x0f} // vtestpd
	ySelect64    = evexOp{opmap: map0F3A, pp: pp66, op: 0x4b} // vblendvpd
	yRsqrt       = evexOp{opmap: map0F, op: 0x52}             // vrsqrtps
	yPermQ       = evexOp{opmap: map0F3A, pp: pp66, vw: true, op: 0x00}
	yInsert      = evexOp{opmap: map0F3A, pp: pp66, op: 0x38} // vinserti128
	yGather      = evexOp{opmap: map0F38, pp: pp66, op: 0x90}
	yMoveOut     = evexOp{opmap: map0F, pp: pp66, op: 0x7e}   // vmovd to a general register
	yPackW       = evexOp{opmap: map0F38, pp: pp66, op: 0x2b} // vpackusdw
)

// ymm is the slice of the AVX2 back end.
type ymm struct {
	*slice
	other []bool // masks of which registers hold the complement
}

// emitAVX2 is an [emitter].
func emitAVX2(a *assembler, l *lanes, f form) error {
	s := &ymm{newSlice(a, l, f, numY), make([]bool, len(l.values))}
	s.machine = s
	if !f.full {
		s.maskBits(yExec, l.execAt)
	}
	s.operations()
	s.finish()
	return s.err
}

// y emits an instruction.
func (s *ymm) y(p evexOp, d, a int, b operand, imm ...byte) {
	if p.ext != 0 {
		d = int(p.ext - 1)
	}
	s.vex(true, p.vw, p.pp, p.opmap, p.op, d, a, b, imm...)
}

func (s *ymm) yr(p evexOp, d, a, b int, imm ...byte) { s.y(p, d, a, regOp(b), imm...) }

// row is a constant in all lanes.
func (s *ymm) row(k uint32) operand {
	return memConst(s.konsts(k, 8))
}

// choice emits d = m ? yes : no, by the signs of m.
func (s *ymm) choice(d, no int, yes operand, m int) { s.y(ySelect, d, no, yes, byte(m)<<4) }

func (s *ymm) load(r int, o operand)             { s.y(vLoad, r, 0, o) }
func (s *ymm) store(o operand, r int)            { s.y(vStore, r, 0, o) }
func (s *ymm) broadcast(r int, o operand)        { s.y(vBroadcast, r, 0, o) }
func (s *ymm) firstAt(at int)                    { s.vex(false, false, pp66, map0F, yMoveOut.op, at, 0, regOp(rcx)) }
func (s *ymm) maskLoad(r int, v int)             { s.maskBits(r, offS+4*int(s.values[v].code)) }
func (s *ymm) constant(k uint32) (operand, bool) { return s.row(k), false }
func (s *ymm) constant64(k uint64) (operand, bool) {
	lo, hi := uint32(k), uint32(k>>32)
	return memConst(s.konst(lo, hi, lo, hi, lo, hi, lo, hi)), false
}
func (s *ymm) broadcast64(r int, o operand) { s.load(r, o) }
func (s *ymm) embeds() bool                 { return false }
func (s *ymm) forget(func(v int) bool)      {}
func (s *ymm) lessOne(r int)                { s.y(vAdd, r, r, s.row(^uint32(0))) }
func (s *ymm) ones(d int)                   { s.yr(yEq, d, d, d) }
func (s *ymm) not(d int)                    { s.y(vXor, d, d, s.row(^uint32(0))) }
func (s *ymm) unordered(d, a, b int)        { s.yr(vFCmp, d, a, b, fcmpUnordered) }

// laneNumbers: rax is four times the number of the slice's first lane, less 256.
func (s *ymm) laneNumbers(r int) {
	s.vex(false, false, pp66, map0F, yMove.op, r, 0, regOp(rax))
	s.yr(vBroadcast, r, 0, r)
	s.y(vSarImm, 0, r, regOp(r), 2)
	s.y(vAdd, r, r, memConst(s.konst(s.numbers(8)...)))
}

func (s *ymm) flushed(r int, wide bool) {
	if wide {
		one, _ := s.constant64(0x3ff0 << 48)
		s.y(wMul, r, r, one)
		return
	}
	s.y(vFMul, r, r, s.row(0x3f800000))
}

// maskBits puts the slice's bits of a mask, which lies in the wave, into lanes.
func (s *ymm) maskBits(r, at int) {
	bits := memConst(s.konst(1, 2, 4, 8, 16, 32, 64, 128))
	s.y(yBroadcastB, r, 0, s.inMask(at))
	s.y(vAnd, r, r, bits)
	s.y(yEq, r, r, bits)
}

// mask brings a mask into a register, and not its complement.
func (s *ymm) mask(v int) int {
	r := s.need(v)
	if s.other[v] {
		s.not(r)
		s.other[v] = false
		if slot := s.spilled[v]; slot >= 0 {
			s.slots[slot], s.spilled[v] = -1, -1
		}
	}
	return r
}

// check notes lanes in which a or b is NaN.
func (s *ymm) check(a, b int) {
	if s.checked {
		s.yr(vFCmp, tmpY, a, b, fcmpUnordered)
		s.yr(vOr, yNaN, yNaN, tmpY)
		return
	}
	s.yr(vFCmp, yNaN, a, b, fcmpUnordered)
	s.checked = true
}

func (s *ymm) checkWide(r int) {
	s.yr(wCmp, tmpY, r, r, fcmpUnordered)
	s.yr(yTestSigns64, tmpY, 0, tmpY)
	s.jump(jne, s.unclean)
}

// operation emits an operation.
func (s *ymm) operation(o *op) {
	a, b, c := o.arg[0], o.arg[1], o.arg[2]
	switch o.kind {
	case isa.HostBits:
		s.count(o.d, a)
	case isa.HostSigns:
		x := s.need(a)
		s.yr(vXor, tmpY, tmpY, tmpY)
		s.yr(yGtB, s.result(o.d, a), tmpY, x)
	case isa.HostBytes:
		x, y := s.need(a), s.need(b)
		s.y(vAnd, tmpY, y, s.row(0x03030303))
		s.y(vOr, tmpY, tmpY, memConst(s.konst(dwordBytes[:8]...)))
		s.yr(vBytes, s.result(o.d, a, b), x, tmpY)
	case isa.HostSelect:
		if s.other[a] {
			b, c = c, b
		}
		m, no := s.need(a), s.need(c)
		yes, _ := s.operand(b)
		s.choice(s.result(o.d, b, c), no, yes, m)
	case isa.HostBoth:
		s.mask(a)
		s.mask(b)
		s.two(vOr, o.d, a, b, true)
	case isa.HostEq:
		s.two(yEq, o.d, a, b, true)
	case isa.HostNe:
		s.two(yEq, o.d, a, b, true)
		s.other[o.d] = true
	case isa.HostLtI:
		s.two(yGt, o.d, b, a, false)
	case isa.HostLeI:
		s.two(yGt, o.d, a, b, false)
		s.other[o.d] = true
	case isa.HostLtU: // x < y where not x = max(x, y)
		x := s.need(a)
		y, _ := s.operand(b)
		s.y(vMaxU, tmpY, x, y)
		s.yr(yEq, s.result(o.d, a, b), x, tmpY)
		s.other[o.d] = true
	case isa.HostLeU: // x <= y where x = min(x, y)
		x := s.need(a)
		y, _ := s.operand(b)
		s.y(vMinU, tmpY, x, y)
		s.yr(yEq, s.result(o.d, a, b), x, tmpY)
	case isa.HostFCmp:
		x := s.need(a)
		y, _ := s.operand(b)
		s.y(vFCmp, s.result(o.d, a, b), x, y, fcmp[o.k&15])
	case isa.HostNever:
		d := s.take(o.d)
		s.yr(vXor, d, d, d)
	case isa.HostAlways:
		s.ones(s.take(o.d))
	case isa.HostFFma:
		s.fma(o, vFma231)
	case isa.HostWFma, isa.HostDFma:
		s.fma(o, wFma231)
	case isa.HostRSqrt:
		s.one(vFSqrt, o.d, a)
	case isa.HostRRsq:
		s.one(yRsqrt, o.d, a)
	case opLoad:
		if o.lds.window > 0 {
			s.loadFound(o)
		} else {
			s.loadLDS(o)
		}
	case opStore:
		if o.lds.window > 0 {
			s.storeFound(o)
		} else {
			s.storeLDS(o)
		}
	case opLeave:
		m := s.mask(a)
		s.yr(yTestSigns, m, 0, m)
		s.jump(jne, s.unclean)
	case isa.HostWSqrt:
		s.one(wSqrt, o.d, a)
	case isa.HostRRound:
		s.one(vFRound, o.d, a, 8|byte(o.k))
	case isa.HostWRound:
		s.one(wRound, o.d, a, 8|byte(o.k))
	case isa.HostWSign:
		x := s.need(a)
		s.y(vShrQImm, 0, s.result(o.d, a), regOp(x), 63)
	case isa.HostWTrue:
		x := s.need(a)
		y, _ := s.operand(b)
		s.y(wCmp, s.result(o.d, a, b), x, y, fcmp[o.k&15])
	case opEven, opOdd:
		x, y := s.need(a), s.need(b)
		s.yr(vShuffle, s.result(o.d, a, b), x, y, evenOdd[o.kind])
	case opFromF32Lo, opFromF32Hi:
		quads := byte(0x08)
		if o.kind == opFromF32Hi {
			quads = 0x0d
		}
		s.yr(yPermQ, tmpY, 0, s.need(a), quads)
		s.yr(wFromF32, s.take(o.d), 0, tmpY)
	case opToF32:
		s.fromHalves(wToF32, o.d, a, b)
	case opToI32:
		s.fromHalves(wToI32, o.d, a, b)
	case isa.HostF32H:
		s.y(vAnd, tmpY, s.need(a), s.row(0xffff))
		s.yr(yPackW, tmpY, tmpY, tmpY)
		s.yr(yPermQ, tmpY, 0, tmpY, 0x08)
		s.yr(vF32H, s.take(o.d), 0, tmpY)
	case opRoundHalf:
		s.yr(vHF32, s.need(a), 0, tmpY, byte(o.k))
		s.yr(vF32H, s.take(o.d), 0, tmpY)
		s.rounded(o)
	case isa.HostHF32:
		s.yr(vHF32, s.need(a), 0, tmpY, byte(o.k))
		s.yr(vWiden, s.take(o.d), 0, tmpY)
	case isa.HostFMin:
		s.minimum(o.d, a, b, vMinI, vMaxI)
	case isa.HostFMax:
		s.minimum(o.d, a, b, vMaxI, vMinI)
	case isa.HostF32I:
		x, _ := s.operand(a)
		s.y(vF32I, s.take(o.d), 0, x)
	case isa.HostF32U: // the halves are exact, so their sum is rounded once
		x := s.need(a)
		d := s.take(o.d)
		s.y(vShrImm, 0, tmpY, regOp(x), 16)
		s.y(vAnd, tmpY2, x, s.row(0xffff))
		s.yr(vF32I, tmpY, 0, tmpY)
		s.yr(vF32I, tmpY2, 0, tmpY2)
		s.y(vFMul, tmpY, tmpY, s.row(0x47800000))
		s.yr(vFAdd, d, tmpY, tmpY2)
	case isa.HostI32F:
		x := s.need(a)
		d := s.take(o.d)
		s.yr(vI32F, d, 0, x)
		s.y(vFCmp, tmpY, x, s.row(0x4f000000), fcmpGE)
		s.choice(d, d, s.row(0x7fffffff), tmpY)
		s.yr(vFCmp, tmpY, x, x, fcmpOrdered)
		s.yr(vAnd, d, d, tmpY)
	case isa.HostU32F:
		s.unsigned(o.d, a)
	default:
		s.err = errRegisters
	}
}

// two emits an operation with two sources, of which the second may be in memory.
func (s *ymm) two(p evexOp, d, a, b int, commutes bool) {
	if commutes && s.in[a] < 0 && s.in[b] >= 0 {
		a, b = b, a
	}
	x := s.need(a)
	y, _ := s.operand(b)
	s.y(p, s.result(d, a, b), x, y)
}

// shift emits a shift: the count is modulo 32.
func (s *ymm) shift(p, imm evexOp, d, a, n int) {
	if c := &s.values[n]; c.kind == valueConst {
		x := s.need(a)
		// The destination is the second operand here.
		s.y(imm, 0, s.result(d, a), regOp(x), byte(c.k&31))
		return
	}
	x, y := s.need(a), s.need(n)
	s.y(vAnd, tmpY, y, s.row(31))
	s.yr(p, s.result(d, a, n), x, tmpY)
}

func (s *ymm) mulHigh(p evexOp, d, a, b int) {
	x, y := s.need(a), s.need(b)
	s.y(vShrQImm, 0, tmpY, regOp(x), 32)
	s.y(vShrQImm, 0, tmpY2, regOp(y), 32)
	s.yr(p, tmpY, tmpY, tmpY2)
	s.yr(p, tmpY2, x, y)
	s.y(vShrQImm, 0, tmpY2, regOp(tmpY2), 32)
	s.yr(yBlend, s.result(d, a, b), tmpY2, tmpY, 0xaa) // the odd lanes
}

// count emits the number of ones: in pairs of bits, fours and bytes, which a product adds up.
func (s *ymm) count(d, a int) {
	x := s.need(a)
	r := s.take(d)
	s.y(vShrImm, 0, tmpY, regOp(x), 1)
	s.y(vAnd, tmpY, tmpY, s.row(0x55555555))
	s.yr(vSub, r, x, tmpY)
	s.y(vShrImm, 0, tmpY, regOp(r), 2)
	s.y(vAnd, tmpY, tmpY, s.row(0x33333333))
	s.y(vAnd, r, r, s.row(0x33333333))
	s.yr(vAdd, r, r, tmpY)
	s.y(vShrImm, 0, tmpY, regOp(r), 4)
	s.yr(vAdd, r, r, tmpY)
	s.y(vAnd, r, r, s.row(0x0f0f0f0f))
	s.y(vMul, r, r, s.row(0x01010101))
	s.y(vShrImm, 0, r, regOp(r), 24)
}

// unsigned emits a conversion to an unsigned integer. Numbers from 2^31 on are converted less that,
// which is then added as a bit. From 2^32 on the result is all ones; for NaN and negative numbers
// it is 0.
func (s *ymm) unsigned(d, a int) {
	x := s.need(a)
	r := s.take(d)
	s.y(vFMax, tmpY, x, s.row(0))
	s.yr(vI32F, r, 0, tmpY)
	s.y(vFSub, tmpY2, tmpY, s.row(0x4f000000))
	s.yr(vI32F, tmpY2, 0, tmpY2)
	s.y(vXor, tmpY2, tmpY2, s.row(0x80000000))
	s.y(vFCmp, tmpY3, tmpY, s.row(0x4f000000), fcmpGE)
	s.choice(r, r, regOp(tmpY2), tmpY3)
	s.y(vFCmp, tmpY3, tmpY, s.row(0x4f800000), fcmpGE)
	s.yr(vOr, r, r, tmpY3)
}

// one emits an operation with one source.
func (s *ymm) one(p evexOp, d, a int, imm ...byte) {
	x, _ := s.operand(a)
	s.y(p, s.result(d, a), 0, x, imm...)
}

// fromHalves emits a conversion of 64-bit numbers to dwords.
func (s *ymm) fromHalves(p evexOp, d, a, b int) {
	x, y := s.need(a), s.need(b)
	s.yr(p, tmpY, 0, x)
	s.yr(p, tmpY2, 0, y)
	s.yr(yInsert, tmpY, tmpY, tmpY2, 1)
	s.yr(yPermQ, s.result(d, a, b), 0, tmpY, 0xd8)
}

// arith emits an addition, subtraction or multiplication.
func (s *ymm) arith(p evexOp, d, a, b int, wide bool) {
	s.nan[d], s.den[d] = !s.exact, s.ops[s.at].flush
	if !s.exact {
		s.two(p, d, a, b, p != vFSub && p != wSub)
		return
	}
	x, y := s.need(a), s.need(b)
	z := s.take(d)
	s.yr(p, z, x, y)
	s.choose(wide, z, x, y)
}

// choose puts NaNs in place of the host's: that of the first source that is one, made quiet, or that
// of an invalid operation.
func (s *ymm) choose(wide bool, z int, from ...int) {
	compare, pick := vFCmp, ySelect
	nan, quiet := s.row(0x7fc00000), s.row(0x00400000)
	if wide {
		compare, pick = wCmp, ySelect64
		nan, _ = s.constant64(0x7ff8 << 48)
		quiet, _ = s.constant64(0x0008 << 48)
	}
	s.yr(compare, tmpY, z, z, fcmpUnordered)
	s.y(pick, z, z, nan, tmpY<<4)
	for i := len(from) - 1; i >= 0; i-- {
		x := from[i]
		s.yr(compare, tmpY, x, x, fcmpUnordered)
		s.y(vOr, tmpY2, x, quiet)
		s.y(pick, z, z, regOp(tmpY2), tmpY<<4)
	}
}

// fma emits a fused multiplication and addition in the form a*b+c where d was c.
func (s *ymm) fma(o *op, onSum evexOp) {
	d, a, b, c := o.d, o.arg[0], o.arg[1], o.arg[2]
	chosen := o.kind != isa.HostWFma
	s.nan[d], s.den[d] = chosen && !s.exact, o.flush
	if chosen && s.exact {
		x, y, z := s.need(a), s.need(b), s.need(c)
		q := s.take(d)
		s.load(q, regOp(z))
		s.yr(onSum, q, x, y)
		s.choose(o.kind == isa.HostDFma, q, x, y, z)
		return
	}
	x := s.need(a)
	y, _ := s.operand(b)
	if s.last(c) && s.in[c] >= 0 && c != a && c != b {
		s.held = append(s.held, s.in[c])
		s.y(onSum, s.result(d, c), x, y)
		return
	}
	s.copyTo(d, c)
	s.y(onSum, s.in[d], x, y)
}

// minimum emits min or max: numbers are compared as integers, by lo, and by hi where both are
// negative, so that -0 is below +0. Denormals that count as zero are flushed in the result.
func (s *ymm) minimum(d, a, b int, lo, hi evexOp) {
	x, y := s.need(a), s.need(b)
	z := s.take(d)
	s.yr(vAnd, tmpY, x, y)
	s.yr(lo, z, x, y)
	s.yr(hi, tmpY2, x, y)
	s.choice(z, z, regOp(tmpY2), tmpY)
	s.den[d] = s.flush() && s.minMax
	if !s.exact {
		s.check(x, y)
		return
	}
	// One NaN loses, of two the second is returned; with IEEE a signalling one is, quieted.
	s.unordered(tmpY, y, y)
	s.choice(z, z, regOp(x), tmpY)
	s.unordered(tmpY, x, x)
	s.choice(z, z, regOp(y), tmpY)
	if s.fp.IEEE {
		for _, q := range [...]int{y, x} {
			s.unordered(tmpY, q, q)
			s.y(vShlImm, 0, tmpY2, regOp(q), 9) // the sign is set where it is quiet
			s.yr(vAndN, tmpY, tmpY2, tmpY)
			s.y(vOr, tmpY2, q, s.row(0x00400000))
			s.choice(z, z, regOp(tmpY2), tmpY)
		}
	}
	if s.den[d] { // not by arithmetic, which makes a signalling NaN quiet
		s.y(vAnd, tmpY, z, s.row(0x7f800000))
		s.y(yEq, tmpY, tmpY, s.row(0))
		s.y(vAnd, tmpY2, z, s.row(0x80000000))
		s.choice(z, z, regOp(tmpY2), tmpY)
		s.den[d] = false
	}
}

// placeLDS emits the addresses of elements, which are in the register that it returns with that of the address of
// LDS.
func (s *ymm) placeLDS(o *op) (at, base int) {
	p := o.lds
	at = s.need(o.arg[0])
	if p.Offset != 0 {
		s.y(vAdd, tmpY, at, s.row(p.Offset))
		at = tmpY
	}
	if p.Clear != 0 {
		s.y(vAnd, tmpY, at, s.row(^p.Clear))
		at = tmpY
	}
	return at, s.base(mem(rdi, engine.LDSBaseOffset))
}

// outsideLDS puts the lanes that are not in LDS into tmpY3: they are the higher ones of two.
func (s *ymm) outsideLDS(o *op, at int) {
	below := s.fix(tmpY2, dwordForAll, belowOf(o))
	s.yr(vMaxU, tmpY3, below, at)
	s.yr(yEq, tmpY3, tmpY3, at)
}

// belowOf is what the addresses of an operation of LDS are below.
func belowOf(o *op) operand { return mem(rdi, engine.LDSBelowOffset+4*engine.LDSBelow(o.lds.Bytes)) }

// allInLDS goes to outside, where tmpY3 is not set, if a lane is not in LDS.
func (s *ymm) allInLDS(o *op, at int, outside label) {
	if last, ok := s.fixed.hope(fixture{lessOne, belowOf(o)}); ok {
		s.yr(vMaxU, tmpY3, last, at)
		s.yr(yTest, last, 0, tmpY3) // no more bits than the last one, and no less than it: all are that
		s.jump(jae, outside)
		return
	}
	s.outsideLDS(o, at)
	s.yr(yTestSigns, tmpY3, 0, tmpY3)
	s.jump(jne, outside)
}

// apart puts into tmpY2 how far each lane lies behind the first one, and returns a register with how far those do
// that lie one behind the other: tmp, if there is no other one.
func (s *ymm) apart(at, tmp int) (steps int) {
	s.yr(vBroadcast, tmpY2, 0, at)
	s.yr(vSub, tmpY2, at, tmpY2)
	return s.fix(tmp, allOfIt, memConst(s.konst(laneBytes[:8]...)))
}

// loadLDS emits a load from LDS: see that of AVX-512.
func (s *ymm) loadLDS(o *op) {
	at, base := s.placeLDS(o)
	disp, rows := 4*o.lds.dword, o.lds.Bytes >= 4
	d := s.take(o.d)
	gather := func() {
		s.yr(vXor, d, d, d)
		s.y(yGather, d, tmpY3, memIndex(base, at, disp))
	}
	if !s.full {
		s.outsideLDS(o, at)
		s.yr(vAndN, tmpY3, tmpY3, yExec)
		gather()
		return
	}
	outside, alike, scattered, done := s.label(), s.label(), s.label(), s.label()
	s.allInLDS(o, at, outside)
	steps := tmpY2
	if rows { // no bits but those of the steps: they are all there, or none is, or some
		steps = s.apart(at, d)
		s.yr(yTest, steps, 0, tmpY2)
		s.jump(jb, alike)
	} else {
		s.yr(vBroadcast, tmpY2, 0, at)
		s.yr(vXor, tmpY2, tmpY2, at)
		s.yr(yTest, tmpY2, 0, tmpY2)
		s.jump(je, alike)
	}
	s.place(scattered)
	s.ones(tmpY3)
	gather()
	s.place(done)
	s.late = append(s.late, func() {
		s.place(outside)
		s.outsideLDS(o, at)
		s.not(tmpY3)
		gather()
		s.jump(0, done)
		s.place(alike)
		same := s.label()
		if rows {
			s.yr(yTest, tmpY2, 0, tmpY2)
			s.jump(je, same)
			s.yr(vXor, tmpY2, tmpY2, steps)
			s.yr(yTest, tmpY2, 0, tmpY2)
			s.jump(jne, scattered)
			s.firstAt(at)
			s.load(d, memIndex(base, rcx, disp))
			s.jump(0, done)
		}
		s.place(same)
		s.firstAt(at)
		s.broadcast(d, memIndex(base, rcx, disp))
		s.jump(0, done)
	})
}

// storeLDS emits a store to LDS, lane by lane: those that store nothing do so behind it. Of lanes that want
// the same place the highest one stays.
func (s *ymm) storeLDS(o *op) {
	at, base := s.placeLDS(o)
	disp := 4 * o.lds.dword
	y := s.need(o.arg[1])
	slot := slices.Index(s.slots, -1)
	if slot < 0 {
		s.err = errRegisters
		return
	}
	done := s.label()
	scatter := func() {
		s.outsideLDS(o, at)
		if s.full {
			s.not(tmpY3)
		} else {
			s.yr(vAndN, tmpY3, tmpY3, yExec)
		}
		s.yr(yTestSigns, tmpY3, 0, tmpY3)
		s.jump(je, done) // as where there is no LDS
		waste := s.fix(tmpY2, dwordForAll, mem(rdi, engine.LDSWasteOffset))
		s.choice(tmpY, waste, regOp(at), tmpY3)
		where := offSpill + 64*slot
		s.store(mem(rdi, where), tmpY)
		s.eachLane(y, where, func(int) operand { return memIndex(base, rcx, disp) })
	}
	if !s.full || o.lds.Bytes != 4 {
		scatter()
		s.place(done)
		return
	}
	scattered := s.label()
	s.allInLDS(o, at, scattered)
	s.yr(vBroadcast, tmpY2, 0, at)
	s.yr(vSub, tmpY2, at, tmpY2)
	s.y(vXor, tmpY2, tmpY2, memConst(s.konst(laneBytes[:8]...)))
	s.yr(yTest, tmpY2, 0, tmpY2)
	s.jump(jne, scattered)
	s.firstAt(at)
	s.store(memIndex(base, rcx, disp), y)
	s.place(done)
	s.late = append(s.late, func() {
		s.place(scattered)
		scatter()
		s.jump(0, done)
	})
}

// eachLane stores the lanes of a register, one by one. rcx holds the dword of the lane from where on when
// to, given its number, says where it goes.
func (s *ymm) eachLane(y, where int, to func(lane int) operand) {
	for i := range 8 {
		part := y
		if i >= 4 {
			part = tmpY2
		}
		if i == 4 {
			s.vex(true, false, pp66, map0F3A, 0x39, y, 0, regOp(part), 1) // vextracti128
		}
		s.movTo(false, rcx, mem(rdi, where+4*i))
		s.vex(false, false, pp66, map0F3A, 0x16, part, 0, to(i), byte(i&3)) // vpextrd
	}
}

// fromBase puts into tmpY how far the lanes of an access of global memory are from its base.
func (s *ymm) fromBase(o *op) {
	plus := s.fix(tmpY, dwordForAll, inPlace(o.lds.window-1, engine.PlacePlus))
	if r := s.in[o.arg[0]]; r >= 0 {
		s.yr(vAdd, tmpY, plus, r)
		return
	}
	at, _ := s.where(o.arg[0])
	s.y(vAdd, tmpY, plus, at)
}

// loadFound emits a load of global memory: see reach.go.
func (s *ymm) loadFound(o *op) {
	d := s.take(o.d)
	w, disp := o.lds.window-1, 4*o.lds.dword
	gather := func() {
		s.fromBase(o)
		base := s.base(inPlace(w, engine.PlaceBase))
		if s.full {
			s.ones(tmpY3)
		} else {
			s.load(tmpY3, regOp(yExec))
		}
		s.yr(vXor, d, d, d)
		s.y(yGather, d, tmpY3, memIndex(base, tmpY, disp))
	}
	s.found(o, func(at operand) { s.load(d, at) }, func(at operand) { s.broadcast(d, at) }, gather)
}

// storeFound emits a store to global memory: lane by lane where they do not lie one behind the other. Of lanes that
// want the same place the highest one stays.
func (s *ymm) storeFound(o *op) {
	w, y, done := o.lds.window-1, s.need(o.arg[1]), s.label()
	slot := slices.Index(s.slots, -1)
	if slot < 0 {
		s.err = errRegisters
		return
	}
	// In the slot are addresses, something that is stored nowhere else, and where that is.
	where, nowhere, pointer := offSpill+64*slot, offSpill+64*slot+32, offSpill+64*slot+40
	scatter := func() {
		s.fromBase(o)
		s.store(mem(rdi, where), tmpY)
		base := s.base(inPlace(w, engine.PlaceBase))
		if !s.full {
			s.yr(ySigns, rdx, 0, yExec)
			s.test(false, rdx)
			s.jump(je, done)
			s.lea(rcx, mem(rdi, nowhere))
			s.movFrom(true, mem(rdi, pointer), rcx)
		}
		s.eachLane(y, where, func(i int) operand {
			s.add(true, rcx, regOp(base))
			if !s.full {
				s.legacy(false, 4, regOp(rdx), 1, 0x0f, 0xba) // bt edx, imm8
				s.emit(byte(i))
				s.legacy(true, rcx, mem(rdi, pointer), 0, 0x0f, 0x43) // cmovnc
			}
			return mem(rcx, 0)
		})
	}
	s.found(o, func(at operand) { s.store(at, y) }, nil, scatter)
	s.place(done)
}

// finish stores the results of the slice.
func (s *ymm) finish() {
	if s.checked {
		active := yNaN
		if !s.full {
			active = yExec
		}
		s.yr(yTestSigns, yNaN, 0, active)
		s.jump(jne, s.unclean)
	}
	for _, n := range s.order {
		v := s.rows[n]
		r := s.in[v]
		if r < 0 {
			r = tmpY2
			o, _ := s.where(v)
			s.load(r, o)
		}
		to := s.inRow(rsi, 256*int(n))
		if !s.full {
			// The whole row is stored, so that a load of it that follows finds it in the store buffer.
			s.load(tmpY, to)
			s.choice(tmpY, tmpY, regOp(r), yExec)
			r = tmpY
		}
		s.store(to, r)
	}
	for i, code := range s.dests {
		v := s.masks[code]
		k := s.need(v)
		if !s.full {
			p := vAnd
			if s.other[v] {
				p = vAndN
			}
			s.yr(p, tmpY, k, yExec)
			k = tmpY
		}
		acc := r10 + i
		s.yr(ySigns, rdx, 0, k)
		if s.full && !s.exact {
			s.fixed.other[i] = s.other[v]
		} else if s.full && s.other[v] != s.fixed.other[i] {
			s.imm(false, immXor, rdx, 0xff)
		}
		s.legacy(true, rdx, regOp(acc), 0, 0x09)
		s.legacy(true, 1, regOp(acc), 1, 0xc1) // ror acc, 8
		s.emit(8)
		s.held = s.held[:0]
	}
}
