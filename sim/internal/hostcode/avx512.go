package hostcode

import (
	"slices"

	"golang.org/x/sys/cpu"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// The AVX-512 back end: 16 lanes in a zmm register, masks in k registers.
//
//	rdi wave   rsi vector registers   rax, rbx offset of the slice in a row, in a mask
//	r8 times   r9 EXEC                r10-r13 mask results, and fixtures   rdx, rcx, r15 at hand
//	k1 EXEC of the slice   k2 its complement   k3-k5 masks   k6 at hand   k7 lanes without NaN so far
//	zmm30, zmm31 at hand   the others hold values, and fixtures from the last one on
const (
	numZ     = 30
	tmpZ     = 30
	tmpZ2    = 31
	kExec    = 1
	kNotExec = 2
	kFirst   = 3
	kLast    = 5
	kTmp     = 6
	kOrdered = 7
)

var (
	vLoad      = evexOp{opmap: map0F, pp: ppF3, op: 0x6f}
	vStore     = evexOp{opmap: map0F, pp: ppF3, op: 0x7f}
	vBroadcast = evexOp{opmap: map0F38, pp: pp66, op: 0x58, dword: true}
	vAdd       = evexOp{opmap: map0F, pp: pp66, op: 0xfe}
	vSub       = evexOp{opmap: map0F, pp: pp66, op: 0xfa}
	vAnd       = evexOp{opmap: map0F, pp: pp66, op: 0xdb}
	vAndN      = evexOp{opmap: map0F, pp: pp66, op: 0xdf}
	vOr        = evexOp{opmap: map0F, pp: pp66, op: 0xeb}
	vXor       = evexOp{opmap: map0F, pp: pp66, op: 0xef}
	vMul       = evexOp{opmap: map0F38, pp: pp66, op: 0x40}
	vMulU      = evexOp{opmap: map0F, pp: pp66, w: true, op: 0xf4}
	vMulI      = evexOp{opmap: map0F38, pp: pp66, w: true, op: 0x28}
	vMinI      = evexOp{opmap: map0F38, pp: pp66, op: 0x39}
	vMaxI      = evexOp{opmap: map0F38, pp: pp66, op: 0x3d}
	vMinU      = evexOp{opmap: map0F38, pp: pp66, op: 0x3b}
	vMaxU      = evexOp{opmap: map0F38, pp: pp66, op: 0x3f}
	vShl       = evexOp{opmap: map0F38, pp: pp66, op: 0x47}
	vShr       = evexOp{opmap: map0F38, pp: pp66, op: 0x45}
	vSar       = evexOp{opmap: map0F38, pp: pp66, op: 0x46}
	vShlImm    = evexOp{opmap: map0F, pp: pp66, op: 0x72, ext: 7}
	vShrImm    = evexOp{opmap: map0F, pp: pp66, op: 0x72, ext: 3}
	vSarImm    = evexOp{opmap: map0F, pp: pp66, op: 0x72, ext: 5}
	vShrQImm   = evexOp{opmap: map0F, pp: pp66, w: true, op: 0x73, ext: 3}
	vBytes     = evexOp{opmap: map0F38, pp: pp66, op: 0x00} // vpshufb
	vSignsB    = evexOp{opmap: map0F38, pp: ppF3, op: 0x29} // vpmovb2m
	vFillB     = evexOp{opmap: map0F38, pp: ppF3, op: 0x28} // vpmovm2b
	vSpread    = evexOp{opmap: map0F38, pp: pp66, op: 0x7c} // vpbroadcastd of a general register
	vBits      = evexOp{opmap: map0F38, pp: pp66, op: 0x55}
	vBlend     = evexOp{opmap: map0F38, pp: pp66, op: 0x64}
	vCmpI      = evexOp{opmap: map0F3A, pp: pp66, op: 0x1f}
	vCmpU      = evexOp{opmap: map0F3A, pp: pp66, op: 0x1e}
	vTestN     = evexOp{opmap: map0F38, pp: ppF3, op: 0x27}
	vTest      = evexOp{opmap: map0F38, pp: pp66, op: 0x27}
	vPermD     = evexOp{opmap: map0F38, pp: pp66, op: 0x36} // by a register
	vSign      = evexOp{opmap: map0F38, pp: ppF3, op: 0x39} // vpmovd2m
	vFAdd      = evexOp{opmap: map0F, op: 0x58}
	vFMul      = evexOp{opmap: map0F, op: 0x59}
	vFSub      = evexOp{opmap: map0F, op: 0x5c}
	vFMax      = evexOp{opmap: map0F, op: 0x5f}
	vFma213    = evexOp{opmap: map0F38, pp: pp66, op: 0xa8}
	vFma231    = evexOp{opmap: map0F38, pp: pp66, op: 0xb8}
	vFCmp      = evexOp{opmap: map0F, op: 0xc2}
	vRange     = evexOp{opmap: map0F3A, pp: pp66, op: 0x50}
	vF32I      = evexOp{opmap: map0F, op: 0x5b}
	vF32U      = evexOp{opmap: map0F, pp: ppF2, op: 0x7a}
	vI32F      = evexOp{opmap: map0F, pp: ppF3, op: 0x5b}
	vU32F      = evexOp{opmap: map0F, op: 0x78}
	vFDiv      = evexOp{opmap: map0F, op: 0x5e}
	vFSqrt     = evexOp{opmap: map0F, op: 0x51}
	vFRound    = evexOp{opmap: map0F3A, pp: pp66, op: 0x08} // vrndscaleps, vroundps
	vRsqrt     = evexOp{opmap: map0F38, pp: pp66, op: 0x4e} // vrsqrt14ps
	vUnpackLo  = evexOp{opmap: map0F, pp: pp66, op: 0x62}
	vUnpackHi  = evexOp{opmap: map0F, pp: pp66, op: 0x6a}
	vShuffle   = evexOp{opmap: map0F, op: 0xc6}                      // vshufps
	vPermQ     = evexOp{opmap: map0F38, pp: pp66, w: true, op: 0x36} // by a register
	vInsert    = evexOp{opmap: map0F3A, pp: pp66, w: true, op: 0x3a} // vinserti64x4
	vNarrow    = evexOp{opmap: map0F38, pp: ppF3, op: 0x33}          // vpmovdw
	vWiden     = evexOp{opmap: map0F38, pp: pp66, op: 0x33}          // vpmovzxwd
	vF32H      = evexOp{opmap: map0F38, pp: pp66, op: 0x13}
	vGather    = evexOp{opmap: map0F38, pp: pp66, op: 0x90, dword: true}
	vScatter   = evexOp{opmap: map0F38, pp: pp66, op: 0xa0, dword: true}
	vMoveOut   = evexOp{opmap: map0F, pp: pp66, op: 0x7e, xmm: true} // vmovd to a general register
	vHF32      = evexOp{opmap: map0F3A, pp: pp66, op: 0x1d}

	// Of 64 bits.
	wAdd       = evexOp{opmap: map0F, pp: pp66, w: true, op: 0x58}
	wMul       = evexOp{opmap: map0F, pp: pp66, w: true, op: 0x59}
	wSub       = evexOp{opmap: map0F, pp: pp66, w: true, op: 0x5c}
	wDiv       = evexOp{opmap: map0F, pp: pp66, w: true, op: 0x5e}
	wSqrt      = evexOp{opmap: map0F, pp: pp66, w: true, op: 0x51}
	wRound     = evexOp{opmap: map0F3A, pp: pp66, w: true, op: 0x09}
	wCmp       = evexOp{opmap: map0F, pp: pp66, w: true, op: 0xc2}
	wFma231    = evexOp{opmap: map0F38, pp: pp66, w: true, vw: true, op: 0xb8}
	wFma213    = evexOp{opmap: map0F38, pp: pp66, w: true, vw: true, op: 0xa8}
	wAnd       = evexOp{opmap: map0F, pp: pp66, w: true, op: 0xdb}
	wOr        = evexOp{opmap: map0F, pp: pp66, w: true, op: 0xeb}
	wXor       = evexOp{opmap: map0F, pp: pp66, w: true, op: 0xef}
	wSubI      = evexOp{opmap: map0F, pp: pp66, w: true, op: 0xfb}
	wBlend     = evexOp{opmap: map0F38, pp: pp66, w: true, op: 0x64}
	wFill      = evexOp{opmap: map0F38, pp: ppF3, w: true, op: 0x38} // vpmovm2q
	wBroadcast = evexOp{opmap: map0F38, pp: pp66, w: true, op: 0x19, qword: true}
	wFromF32   = evexOp{opmap: map0F, op: 0x5a}
	wToF32     = evexOp{opmap: map0F, pp: pp66, w: true, op: 0x5a}
	wToI32     = evexOp{opmap: map0F, pp: pp66, w: true, op: 0xe6}
)

// halves are the quadwords that the halves of 64-bit numbers come from, and where they go.
var (
	firstHalf  = []uint32{0, 0, 2, 0, 4, 0, 6, 0, 0, 0, 2, 0, 4, 0, 6, 0}
	secondHalf = []uint32{1, 0, 3, 0, 5, 0, 7, 0, 1, 0, 3, 0, 5, 0, 7, 0}
	bothHalves = []uint32{0, 0, 4, 0, 1, 0, 5, 0, 2, 0, 6, 0, 3, 0, 7, 0}
)

// Predicates of vector comparisons.
const (
	cmpEq = 0
	cmpLt = 1
	cmpLe = 2
	cmpNe = 4

	fcmpUnordered = 3
	fcmpOrdered   = 7
	fcmpGE        = 0x1d
)

// dwordBytes are what the bytes of each dword begin at in 16 bytes.
var dwordBytes = [16]uint32{0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404, 0x08080808, 0x0c0c0c0c,
	0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404, 0x08080808, 0x0c0c0c0c}

// evenOdd are the controls of shuffles that take the low or the high dwords of two registers.
var evenOdd = map[isa.HostKind]byte{opEven: 0x88, opOdd: 0xdd}

// fcmp are the host's quiet predicates for [isa.CmpPred].
var fcmp = [16]byte{0x0b, 0x11, 0x00, 0x12, 0x1e, 0x0c, 0x1d, 0x07, 0x03, 0x19, 0x08, 0x1a, 0x16, 0x04, 0x15, 0x0f}

// zmm is the slice of the AVX-512 back end: 16 lanes.
type zmm struct {
	*slice
	maskReg [kLast + 1]int
	maskIn  []int
}

// emitAVX512 is an [emitter].
func emitAVX512(a *assembler, l *lanes, f form) error {
	s := &zmm{slice: newSlice(a, l, f, numZ), maskIn: fill(len(l.values))}
	s.machine = s
	for i := range s.maskReg {
		s.maskReg[i] = -1
	}
	if !f.full {
		s.kload(kExec, s.inMask(l.execAt))
		s.vex(false, false, 0, map0F, 0x44, kNotExec, 0, regOp(kExec))
	}
	s.operations()
	s.finish()
	return s.err
}

func (s *zmm) load(r int, o operand)      { s.v(vLoad, r, 0, o, false) }
func (s *zmm) store(o operand, r int)     { s.v(vStore, r, 0, o, false) }
func (s *zmm) broadcast(r int, o operand) { s.v(vBroadcast, r, 0, o, false) }
func (s *zmm) firstAt(r int)              { s.evex(vMoveOut, r, 0, regOp(rcx), 0, false, false) }
func (s *zmm) maskLoad(int, int)          { s.err = errRegisters }
func (s *zmm) embeds() bool               { return true }
func (s *zmm) lessOne(r int)              { s.v(vAdd, r, r, memConst(s.konst(^uint32(0))), true) }

func (s *zmm) constant(k uint32) (operand, bool) { return memConst(s.konst(k)), true }
func (s *zmm) constant64(k uint64) (operand, bool) {
	return memConst(s.konst(uint32(k), uint32(k>>32))), true
}
func (s *zmm) broadcast64(r int, o operand) { s.v(wBroadcast, r, 0, o, false) }

// laneNumbers: rax is four times the number of the slice's first lane, less 256.
func (s *zmm) laneNumbers(r int) {
	s.vr(vSpread, r, 0, rax)
	s.evex(vSarImm, 0, r, regOp(r), 0, false, false, 2)
	s.v(vAdd, r, r, memConst(s.konst(s.numbers(16)...)), false)
}

// flushed: denormal sources count as zero, so the product with one is the number, or zero of its sign.
func (s *zmm) flushed(r int, wide bool) {
	if wide {
		one, _ := s.constant64(0x3ff0 << 48)
		s.v(wMul, r, r, one, true)
		return
	}
	s.v(vFMul, r, r, memConst(s.konst(0x3f800000)), true)
}

func (s *zmm) forget(last func(v int) bool) {
	for k := kFirst; k <= kLast; k++ {
		if v := s.maskReg[k]; v >= 0 && last(v) {
			s.maskReg[k], s.maskIn[v] = -1, -1
		}
	}
}

func (s *zmm) kload(k int, o operand) { s.vex(false, false, 0, map0F, 0x90, k, 0, o) }
func (s *zmm) v(p evexOp, d, a int, b operand, bcast bool, imm ...byte) {
	s.evex(p, d, a, b, 0, false, bcast, imm...)
}
func (s *zmm) vr(p evexOp, d, a, b int, imm ...byte) {
	s.evex(p, d, a, regOp(b), 0, false, false, imm...)
}
func (s *zmm) vk(p evexOp, k, d, a, b int, imm ...byte) {
	s.evex(p, d, a, regOp(b), k, false, false, imm...)
}

// vkc is an operation with a constant under a mask.
func (s *zmm) vkc(p evexOp, k, d, a int, c uint32, imm ...byte) {
	s.evex(p, d, a, memConst(s.konst(c)), k, false, true, imm...)
}

// check notes lanes in which a or b is NaN.
func (s *zmm) check(a, b int) {
	under := kOrdered
	if !s.checked {
		under = 0
	}
	s.evex(vFCmp, kOrdered, a, regOp(b), under, false, false, fcmpOrdered)
	s.checked = true
}

func (s *zmm) checkWide(r int) {
	s.vr(wCmp, kTmp, r, r, fcmpUnordered)
	s.vex(false, false, 0, map0F, 0x98, kTmp, 0, regOp(kTmp))
	s.jump(jne, s.unclean)
}

// mask brings a mask into a register.
func (s *zmm) mask(v int) int {
	if k := s.maskIn[v]; k >= 0 {
		return k
	}
	k := s.takeMask(v)
	s.kload(k, s.inMask(offS+4*int(s.values[v].code)))
	return k
}

func (s *zmm) takeMask(v int) int {
	for k := kFirst; k <= kLast; k++ {
		if s.maskReg[k] < 0 {
			s.maskReg[k], s.maskIn[v] = v, k
			return k
		}
	}
	for k := kFirst; k <= kLast; k++ {
		if old := s.maskReg[k]; s.values[old].kind == valueMaskIn && s.nextUse(old, s.at) != s.at {
			s.maskIn[old] = -1
			s.maskReg[k], s.maskIn[v] = v, k
			return k
		}
	}
	s.err = errRegisters
	return kFirst
}

// operation emits an operation.
func (s *zmm) operation(o *op) {
	a, b, c := o.arg[0], o.arg[1], o.arg[2]
	switch o.kind {
	case isa.HostSigns:
		s.vr(vSignsB, kTmp, 0, s.need(a))
		s.vr(vFillB, s.take(o.d), 0, kTmp)
	case isa.HostBytes:
		x, y := s.need(a), s.need(b)
		s.v(vAnd, tmpZ, y, memConst(s.konst(0x03030303)), true)
		s.v(vOr, tmpZ, tmpZ, memConst(s.konst(dwordBytes[:]...)), false)
		s.vr(vBytes, s.result(o.d, a, b), x, tmpZ)
	case isa.HostBits:
		if !cpu.X86.HasAVX512VPOPCNTDQ {
			s.count(o.d, a)
			return
		}
		x, bcast := s.operand(a)
		s.v(vBits, s.take(o.d), 0, x, bcast)
	case isa.HostSelect:
		k, y := s.mask(a), s.need(c)
		x, bcast := s.operand(b)
		s.evex(vBlend, s.result(o.d, b, c), y, x, k, false, bcast)
	case isa.HostEq:
		s.compare(vCmpI, o.d, a, b, cmpEq)
	case isa.HostNe:
		s.compare(vCmpI, o.d, a, b, cmpNe)
	case isa.HostLtU:
		s.compare(vCmpU, o.d, a, b, cmpLt)
	case isa.HostLeU:
		s.compare(vCmpU, o.d, a, b, cmpLe)
	case isa.HostLtI:
		s.compare(vCmpI, o.d, a, b, cmpLt)
	case isa.HostLeI:
		s.compare(vCmpI, o.d, a, b, cmpLe)
	case isa.HostFCmp:
		s.compare(vFCmp, o.d, a, b, fcmp[o.k&15])
	case isa.HostBoth:
		x, y := s.mask(a), s.mask(b)
		if s.last(a) {
			s.maskReg[x], s.maskIn[a] = -1, -1
		}
		s.vex(true, false, 0, map0F, 0x45, s.takeMask(o.d), x, regOp(y))
	case isa.HostNever:
		k := s.takeMask(o.d)
		s.vex(true, false, 0, map0F, 0x47, k, k, regOp(k))
	case isa.HostAlways:
		k := s.takeMask(o.d)
		s.vex(true, false, 0, map0F, 0x46, k, k, regOp(k))
	case isa.HostFFma:
		s.fma(o, vFma213, vFma231)
	case isa.HostWFma, isa.HostDFma:
		s.fma(o, wFma213, wFma231)
	case isa.HostRSqrt:
		s.one(vFSqrt, o.d, a)
	case isa.HostRRsq:
		s.one(vRsqrt, o.d, a)
	case opLeave:
		k := s.mask(a)
		s.vex(false, false, 0, map0F, 0x98, k, 0, regOp(k))
		s.jump(jne, s.unclean)
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
	case isa.HostWSqrt:
		s.one(wSqrt, o.d, a)
	case isa.HostRRound:
		s.one(vFRound, o.d, a, 8|byte(o.k))
	case isa.HostWRound:
		s.one(wRound, o.d, a, 8|byte(o.k))
	case isa.HostWSign:
		x := s.need(a)
		s.evex(vShrQImm, 0, s.result(o.d, a), regOp(x), 0, false, false, 63)
	case isa.HostWTrue:
		x := s.need(a)
		y, bcast := s.operand(b)
		s.evex(wCmp, kTmp, x, y, 0, false, bcast, fcmp[o.k&15])
		s.vr(wFill, s.result(o.d, a, b), 0, kTmp)
	case opEven, opOdd:
		x, y := s.need(a), s.need(b)
		s.vr(vShuffle, s.result(o.d, a, b), x, y, evenOdd[o.kind])
	case opFromF32Lo, opFromF32Hi:
		x, half := s.need(a), firstHalf
		if o.kind == opFromF32Hi {
			half = secondHalf
		}
		s.load(tmpZ, memConst(s.konst(half...)))
		s.vr(vPermQ, tmpZ, tmpZ, x)
		s.vr(wFromF32, s.take(o.d), 0, tmpZ)
	case opToF32:
		s.fromHalves(wToF32, o.d, a, b)
	case opToI32:
		s.fromHalves(wToI32, o.d, a, b)
	case isa.HostF32H:
		s.vr(vNarrow, s.need(a), 0, tmpZ)
		s.vr(vF32H, s.take(o.d), 0, tmpZ)
	case opRoundHalf:
		s.vr(vHF32, s.need(a), 0, tmpZ, byte(o.k))
		s.vr(vF32H, s.take(o.d), 0, tmpZ)
		s.rounded(o)
	case isa.HostHF32:
		s.vr(vHF32, s.need(a), 0, tmpZ, byte(o.k))
		s.vr(vWiden, s.take(o.d), 0, tmpZ)
	case isa.HostFMin:
		s.minimum(o.d, a, b, 4, vMinI, vMaxI)
	case isa.HostFMax:
		s.minimum(o.d, a, b, 5, vMaxI, vMinI)
	case isa.HostF32I:
		x, bcast := s.operand(a)
		s.v(vF32I, s.take(o.d), 0, x, bcast)
	case isa.HostF32U:
		x, bcast := s.operand(a)
		s.v(vF32U, s.take(o.d), 0, x, bcast)
	case isa.HostI32F:
		x := s.need(a)
		d := s.take(o.d)
		s.vr(vI32F, d, 0, x)
		s.evex(vFCmp, kTmp, x, memConst(s.konst(0x4f000000)), 0, false, true, fcmpGE)
		s.evex(vBlend, d, d, memConst(s.konst(0x7fffffff)), kTmp, false, true)
		s.vr(vFCmp, kTmp, x, x, fcmpUnordered)
		s.vk(vXor, kTmp, d, d, d)
	case isa.HostU32F:
		x := s.need(a)
		d := s.take(o.d)
		s.v(vFMax, tmpZ, x, memConst(s.konst(0)), true) // 0 for NaN
		s.vr(vU32F, d, 0, tmpZ)
	default:
		s.err = errRegisters
	}
}

// laneBytes is four times the number of each lane of a slice.
var laneBytes = []uint32{0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60}

// placeLDS emits the addresses of elements, which are in the register that it returns with that of the address of
// LDS; kTmp has the active lanes that lie in it.
func (s *zmm) placeLDS(o *op) (at, base int) {
	p := o.lds
	at = s.need(o.arg[0])
	if p.Offset != 0 {
		s.v(vAdd, tmpZ, at, memConst(s.konst(p.Offset)), true)
		at = tmpZ
	}
	if p.Clear != 0 {
		s.v(vAnd, tmpZ, at, memConst(s.konst(^p.Clear)), true)
		at = tmpZ
	}
	active := kExec
	if s.full {
		active = 0
	}
	below := mem(rdi, engine.LDSBelowOffset+4*engine.LDSBelow(p.Bytes))
	s.evex(vCmpU, kTmp, at, below, active, false, true, cmpLt)
	return at, s.base(mem(rdi, engine.LDSBaseOffset))
}

// allOf jumps where all lanes of a slice are in k, or with jae where not.
func (s *zmm) allOf(k int, op byte, l label) {
	s.vex(false, false, 0, map0F, 0x98, k, 0, regOp(k))
	s.jump(op, l)
}

// loadLDS emits a load. Slices whose lanes are all active and want one dword, or some that lie one
// behind the other, are faster.
func (s *zmm) loadLDS(o *op) {
	at, base := s.placeLDS(o)
	disp := 4 * o.lds.dword
	d := s.take(o.d)
	gather, same, next, done := s.label(), s.label(), s.label(), s.label()
	if s.full {
		s.allOf(kTmp, jae, gather)
		s.vr(vBroadcast, tmpZ2, 0, at)
		s.vr(vCmpI, 0, at, tmpZ2, cmpEq)
		s.allOf(0, jb, same)
		if o.lds.Bytes >= 4 {
			s.v(vAdd, tmpZ2, tmpZ2, memConst(s.konst(laneBytes...)), false)
			s.vr(vCmpI, 0, at, tmpZ2, cmpEq)
			s.allOf(0, jb, next)
		}
	}
	s.place(gather)
	s.vr(vXor, d, d, d)
	// The register of the indices is not that of the result, as the host wants it.
	s.evex(vGather, d, at&16, memIndex(base, at, disp), kTmp, false, false)
	if s.full {
		s.jump(0, done)
		s.place(same)
		s.firstAt(at)
		s.v(vBroadcast, d, 0, memIndex(base, rcx, disp), false)
		if o.lds.Bytes >= 4 {
			s.jump(0, done)
			s.place(next)
			s.firstAt(at)
			s.v(vLoad, d, 0, memIndex(base, rcx, disp), false)
		}
	}
	s.place(done)
}

// storeLDS emits a store. Of lanes that want the same place the highest one stays.
func (s *zmm) storeLDS(o *op) {
	at, base := s.placeLDS(o)
	disp := 4 * o.lds.dword
	y := s.need(o.arg[1])
	scatter, done := s.label(), s.label()
	if s.full && o.lds.Bytes == 4 {
		s.allOf(kTmp, jae, scatter)
		s.vr(vBroadcast, tmpZ2, 0, at)
		s.v(vAdd, tmpZ2, tmpZ2, memConst(s.konst(laneBytes...)), false)
		s.vr(vCmpI, 0, at, tmpZ2, cmpEq)
		s.allOf(0, jae, scatter)
		s.firstAt(at)
		s.v(vStore, y, 0, memIndex(base, rcx, disp), false)
		s.jump(0, done)
	}
	s.place(scatter)
	s.evex(vScatter, y, at&16, memIndex(base, at, disp), kTmp, false, false)
	s.place(done)
}

// offsets emits where the lanes of an operation lie that has been found, and which they are, as a mask: tmpZ
// from the register that it returns on, and kTmp.
func (s *zmm) offsets(o *op) (base int) {
	w := o.lds.window - 1
	plus := s.fix(tmpZ, dwordForAll, inPlace(w, engine.PlacePlus))
	if r := s.in[o.arg[0]]; r >= 0 {
		s.vr(vAdd, tmpZ, plus, r)
	} else {
		at, _ := s.where(o.arg[0])
		s.v(vAdd, tmpZ, plus, at, false)
	}
	base = s.base(inPlace(w, engine.PlaceBase))
	if s.full {
		s.vex(true, false, 0, map0F, 0x46, kTmp, kTmp, regOp(kTmp)) // all ones
	} else {
		s.vex(false, false, 0, map0F, 0x90, kTmp, 0, regOp(kExec))
	}
	return base
}

// loadFound emits a load of global memory: see reach.go.
func (s *zmm) loadFound(o *op) {
	d := s.take(o.d)
	s.found(o, func(at operand) { s.load(d, at) }, func(at operand) { s.broadcast(d, at) }, func() {
		base := s.offsets(o)
		s.vr(vXor, d, d, d)
		s.evex(vGather, d, tmpZ&16, memIndex(base, tmpZ, 4*o.lds.dword), kTmp, false, false)
	})
}

// storeFound emits a store to global memory. Of lanes that want the same place the highest one stays.
func (s *zmm) storeFound(o *op) {
	y := s.need(o.arg[1])
	s.found(o, func(at operand) { s.store(at, y) }, nil, func() {
		base := s.offsets(o)
		s.evex(vScatter, y, tmpZ&16, memIndex(base, tmpZ, 0), kTmp, false, false)
	})
}

// count emits the number of ones: in pairs of bits, fours and bytes, which a product adds up.
func (s *zmm) count(d, a int) {
	and := func(r int, mask uint32) { s.v(vAnd, r, r, memConst(s.konst(mask)), true) }
	shr := func(d, r int, n byte) { s.evex(vShrImm, 0, d, regOp(r), 0, false, false, n) }
	x := s.need(a)
	r := s.take(d)
	shr(tmpZ, x, 1)
	and(tmpZ, 0x55555555)
	s.vr(vSub, r, x, tmpZ)
	shr(tmpZ, r, 2)
	and(tmpZ, 0x33333333)
	and(r, 0x33333333)
	s.vr(vAdd, r, r, tmpZ)
	shr(tmpZ, r, 4)
	s.vr(vAdd, r, r, tmpZ)
	and(r, 0x0f0f0f0f)
	s.v(vMul, r, r, memConst(s.konst(0x01010101)), true)
	shr(r, r, 24)
}

// two emits an operation with two sources, of which the second may be in memory.
func (s *zmm) two(p evexOp, d, a, b int, commutes bool) {
	if commutes && s.in[a] < 0 && s.in[b] >= 0 {
		a, b = b, a
	}
	x := s.need(a)
	y, bcast := s.operand(b)
	s.v(p, s.result(d, a, b), x, y, bcast)
}

func (s *zmm) shift(p, imm evexOp, d, a, n int) {
	if c := &s.values[n]; c.kind == valueConst {
		x := s.need(a)
		s.evex(imm, 0, s.result(d, a), regOp(x), 0, false, false, byte(c.k&31))
		return
	}
	x, y := s.need(a), s.need(n)
	s.v(vAnd, tmpZ, y, memConst(s.konst(31)), true)
	s.vr(p, s.result(d, a, n), x, tmpZ)
}

func (s *zmm) mulHigh(p evexOp, d, a, b int) {
	x, y := s.need(a), s.need(b)
	s.evex(vShrQImm, 0, tmpZ, regOp(x), 0, false, false, 32)
	s.evex(vShrQImm, 0, tmpZ2, regOp(y), 0, false, false, 32)
	s.vr(p, tmpZ, tmpZ, tmpZ2)
	s.vr(p, tmpZ2, x, y)
	s.evex(vShrQImm, 0, tmpZ2, regOp(tmpZ2), 0, false, false, 32)
	s.emit(0xba) // mov edx, imm32: the odd lanes
	s.imm32(0xaaaa)
	s.vex(false, false, 0, map0F, 0x92, kTmp, 0, regOp(rdx))
	s.vk(vBlend, kTmp, s.result(d, a, b), tmpZ2, tmpZ)
}

func (s *zmm) compare(p evexOp, d, a, b int, pred byte) {
	x := s.need(a)
	y, bcast := s.operand(b)
	s.evex(p, s.takeMask(d), x, y, 0, false, bcast, pred)
}

// one emits an operation with one source.
func (s *zmm) one(p evexOp, d, a int, imm ...byte) {
	x, bcast := s.operand(a)
	s.v(p, s.result(d, a), 0, x, bcast, imm...)
}

// fromHalves emits a conversion of 64-bit numbers to dwords.
func (s *zmm) fromHalves(p evexOp, d, a, b int) {
	x, y := s.need(a), s.need(b)
	s.vr(p, tmpZ, 0, x)
	s.vr(p, tmpZ2, 0, y)
	s.vr(vInsert, tmpZ, tmpZ, tmpZ2, 1)
	z := s.result(d, a, b)
	s.load(z, memConst(s.konst(bothHalves...)))
	s.vr(vPermQ, z, z, tmpZ)
}

// arith emits an addition, subtraction or multiplication.
func (s *zmm) arith(p evexOp, d, a, b int, wide bool) {
	s.nan[d], s.den[d] = !s.exact, s.ops[s.at].flush
	if !s.exact {
		s.two(p, d, a, b, p != vFSub && p != wSub)
		return
	}
	x, y := s.need(a), s.need(b)
	z := s.take(d)
	s.vr(p, z, x, y)
	s.choose(wide, z, x, y)
}

// choose puts NaNs in place of the host's: that of the first source that is one, made quiet, or that
// of an invalid operation.
func (s *zmm) choose(wide bool, z int, from ...int) {
	compare, blend, or := vFCmp, vBlend, vOr
	nan, _ := s.constant(0x7fc00000)
	quiet, _ := s.constant(0x00400000)
	if wide {
		compare, blend, or = wCmp, wBlend, wOr
		nan, _ = s.constant64(0x7ff8 << 48)
		quiet, _ = s.constant64(0x0008 << 48)
	}
	s.vr(compare, kTmp, z, z, fcmpUnordered)
	s.evex(blend, z, z, nan, kTmp, false, true)
	for _, x := range slices.Backward(from) {
		s.vr(compare, kTmp, x, x, fcmpUnordered)
		s.evex(or, z, x, quiet, kTmp, false, true)
	}
}

// fma emits a fused multiplication and addition, in the forms a*b+c where d was a, and where it was
// c.
func (s *zmm) fma(o *op, onFactor, onSum evexOp) {
	d, a, b, c := o.d, o.arg[0], o.arg[1], o.arg[2]
	chosen := o.kind != isa.HostWFma
	s.nan[d], s.den[d] = chosen && !s.exact, o.flush
	if chosen && s.exact {
		x, y, z := s.need(a), s.need(b), s.need(c)
		q := s.take(d)
		s.vr(vLoad, q, 0, z)
		s.vr(onSum, q, x, y)
		s.choose(o.kind == isa.HostDFma, q, x, y, z)
		return
	}
	last := func(v int) bool { return s.last(v) && s.in[v] >= 0 }
	if !last(c) && last(b) {
		a, b = b, a
	}
	if !last(c) && last(a) && a != b && a != c {
		x, y := s.need(a), s.need(b)
		z, bcast := s.operand(c)
		s.v(onFactor, s.result(d, a), y, z, bcast)
		_ = x
		return
	}
	x := s.need(a)
	y, bcast := s.operand(b)
	if last(c) && c != a && c != b {
		s.held = append(s.held, s.in[c])
		s.v(onSum, s.result(d, c), x, y, bcast)
		return
	}
	z := s.need(c)
	q := s.take(d)
	s.vr(vLoad, q, 0, z)
	s.v(onSum, q, x, y, bcast)
}

// minimum emits min or max: imm is the host's form, which knows -0 below +0 and flushes as MODE
// says. Where the instruction does not follow MODE, integers are compared: lo, and hi where both
// are negative.
func (s *zmm) minimum(d, a, b int, imm byte, lo, hi evexOp) {
	x, y := s.need(a), s.need(b)
	z := s.take(d)
	if s.flush() && !s.minMax {
		s.vr(vAnd, tmpZ, x, y)
		s.vr(vSign, kTmp, 0, tmpZ)
		s.vr(lo, z, x, y)
		s.vk(hi, kTmp, z, x, y)
	} else {
		s.vr(vRange, z, x, y, imm)
		s.den[d] = s.flush()
	}
	if !s.exact {
		s.check(x, y)
		return
	}
	// One NaN loses, of two the second is returned; with IEEE a signalling one is, quieted.
	s.vr(vFCmp, kTmp, y, y, fcmpUnordered)
	s.vk(vLoad, kTmp, z, 0, x)
	s.vr(vFCmp, kTmp, x, x, fcmpUnordered)
	s.vk(vLoad, kTmp, z, 0, y)
	if s.fp.IEEE {
		for _, q := range [...]int{y, x} {
			s.vr(vFCmp, kTmp, q, q, fcmpUnordered)
			s.vkc(vTestN, kTmp, kTmp, q, 0x00400000)
			s.vkc(vOr, kTmp, z, q, 0x00400000)
		}
	}
	if s.den[d] { // not by arithmetic, which makes a signalling NaN quiet
		s.vkc(vTestN, 0, kTmp, z, 0x7f800000)
		s.vkc(vAnd, kTmp, z, z, 0x80000000)
		s.den[d] = false
	}
}

// finish stores the results of the slice.
func (s *zmm) finish() {
	if s.checked {
		// Lanes that are not active do not count.
		if s.full {
			s.vex(false, false, 0, map0F, 0x98, kOrdered, 0, regOp(kOrdered))
			s.jump(jae, s.unclean)
		} else {
			s.vex(true, false, 0, map0F, 0x42, 0, kOrdered, regOp(kExec)) // active and not ordered
			s.vex(false, false, 0, map0F, 0x98, 0, 0, regOp(0))
			s.jump(jne, s.unclean)
		}
	}
	for _, n := range s.order {
		v := s.rows[n]
		r := s.in[v]
		if r < 0 {
			r = tmpZ
			o, _ := s.where(v)
			s.v(vLoad, r, 0, o, false)
		}
		to := s.inRow(rsi, 256*int(n))
		if !s.full {
			// The whole row is stored, so that a load of it that follows finds it in the store buffer.
			s.evex(vLoad, r, 0, to, kNotExec, false, false)
		}
		s.v(vStore, r, 0, to, false)
	}
	for i, code := range s.dests {
		k := s.mask(s.masks[code])
		if !s.full {
			s.vex(true, false, 0, map0F, 0x41, 0, k, regOp(kExec))
			k = 0
		}
		acc := r10 + i
		s.vex(false, false, 0, map0F, 0x93, rdx, 0, regOp(k)) // kmovw edx, k
		s.legacy(true, rdx, regOp(acc), 0, 0x09)
		s.legacy(true, 1, regOp(acc), 1, 0xc1) // ror acc, 16
		s.emit(16)
	}
}
