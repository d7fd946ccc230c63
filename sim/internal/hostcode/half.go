package hostcode

import (
	"math"

	"github.com/gcnsim/gcnsim/isa"
)

// Halves are computed as singles. What is rounded to a half, and read as one again, stays a single: the half is made
// only where something else reads it.

// asSingle is the single of the half that the low 16 bits of a value are.
func (l *lanes) asSingle(v int) int {
	v = l.lowHalf(v)
	s, ok := l.halves[v]
	if !ok {
		s = l.newSingle(v)
		l.halves[v] = s
	}
	return s
}

func (l *lanes) newSingle(v int) int {
	if from, ok := l.flushed[v]; ok {
		s := l.asSingle(from)
		small := l.op(isa.HostLtU, 0, l.and(s, 0x7fffffff), l.constant(singleOf(0x0400)))
		return l.op(isa.HostSelect, 0, small, l.and(s, 1<<31), s)
	}
	switch x := &l.values[v]; x.kind {
	case valueConst:
		if h := uint32(x.k) & 0xffff; h&0x7fff <= 0x7c00 {
			return l.constant(singleOf(h))
		}
	case valueOp:
		switch o := l.opOf(v); {
		case o.kind == isa.HostHF32:
			return l.op(opRoundHalf, o.k, o.arg[0])
		case o.kind == isa.HostXor && l.isConstant(o.arg[1], 0x8000):
			return l.op(isa.HostXor, 0, l.asSingle(o.arg[0]), l.constant(1<<31))
		}
	}
	return l.op(isa.HostF32H, 0, v)
}

// singleOf is the single of a half that is no NaN.
func singleOf(h uint32) uint32 {
	const digits = 10
	size, sign := h&0x7fff, h>>15<<31
	switch e := size >> digits; e {
	case 0:
		return sign | math.Float32bits(float32(size)/(1<<24))
	case 31:
		return sign | 0x7f800000
	default:
		return sign | size<<13 + (127-15)<<23
	}
}

func (l *lanes) isConstant(v int, k uint32) bool {
	x := &l.values[v]
	return x.kind == valueConst && uint32(x.k) == k
}

// lowHalf is a value that has the low 16 bits of v, with as few operations as there are.
func (l *lanes) lowHalf(v int) int {
	for l.values[v].kind == valueOp {
		o := l.opOf(v)
		k, known := uint32(0), false
		if b := o.arg[1]; b >= 0 && l.values[b].kind == valueConst {
			k, known = uint32(l.values[b].k), true
		}
		switch {
		case o.kind == isa.HostMov, o.kind == isa.HostAnd && known && k&0xffff == 0xffff:
			v = o.arg[0]
		case o.kind == isa.HostOr && l.isHigh(o.arg[0]):
			v = o.arg[1]
		case o.kind == isa.HostOr && l.isHigh(o.arg[1]):
			v = o.arg[0]
		case o.kind == isa.HostShr && known && k == 16:
			h, ok := l.highHalf(o.arg[0])
			if !ok {
				return v
			}
			v = h
		default:
			return v
		}
	}
	return v
}

// highHalf is a value that has the high 16 bits of v as its low ones. ok is false where there is none.
func (l *lanes) highHalf(v int) (h int, ok bool) {
	if l.values[v].kind != valueOp {
		return 0, false
	}
	o := l.opOf(v)
	if o.kind != isa.HostOr || !l.isLow(o.arg[0]) || l.values[o.arg[1]].kind != valueOp {
		return 0, false
	}
	s := l.opOf(o.arg[1])
	return s.arg[0], s.kind == isa.HostShl && l.isConstant(s.arg[1], 16)
}

// ftz16Unless makes denormal halves zero of their sign where MODE does not keep them.
func (l *lanes) ftz16Unless(keep isa.FPRule, v int) int {
	if _, ok := l.flushed[v]; ok || !l.has.Has(isa.FeatureF16) || l.fp.F16&keep != 0 {
		return v
	}
	if x := &l.values[v]; x.kind == valueConst {
		if x.k&0x7c00 == 0 {
			return l.constant(uint32(x.k) & 0x8000)
		}
		return v
	}
	small := l.op(isa.HostEq, 0, l.and(v, 0x7c00), l.constant(0))
	f := l.op(isa.HostSelect, 0, small, l.and(v, 0x8000), v)
	l.flushed[f] = v
	return f
}

// isHalf reports whether a value is the half that an operation has given, with nothing above it.
func (l *lanes) isHalf(v int) bool {
	if from, ok := l.flushed[v]; ok {
		v = from
	}
	return l.values[v].kind == valueOp && l.opOf(v).kind == isa.HostHF32
}

// isLow reports whether a value is surely less than 1<<16.
func (l *lanes) isLow(v int) bool {
	if l.isHalf(v) {
		return true
	}
	if l.values[v].kind != valueOp {
		return false
	}
	o := l.opOf(v)
	return o.kind == isa.HostAnd && l.values[o.arg[1]].kind == valueConst && l.values[o.arg[1]].k < 1<<16
}

// isHigh reports whether the low 16 bits of a value are surely 0.
func (l *lanes) isHigh(v int) bool {
	x := &l.values[v]
	if x.kind != valueOp {
		return false
	}
	o := l.opOf(v)
	return o.kind == isa.HostShl && l.isConstant(o.arg[1], 16) ||
		o.kind == isa.HostAnd && l.values[o.arg[1]].kind == valueConst && l.values[o.arg[1]].k&0xffff == 0
}

// rounded notes that the result of opRoundHalf may be a NaN that nobody has chosen where its operand may.
func (s *slice) rounded(o *op) {
	s.nan[o.d] = !s.exact && s.values[o.arg[0]].float == singles
}
