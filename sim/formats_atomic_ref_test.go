package sim_test

import "math"

// refAtomic is the new value of a memory word, by the operations of CLRX's chapters. bits is 32 or
// 64; a is the first data operand and b the second in the order of the buffer and scalar forms: new
// value, then comparand (DS swaps them: errata D-14).
func refAtomic(op string, bits int, mem, a, b uint64, flush bool) uint64 {
	mask := ^uint64(0) >> (64 - bits)
	signed := func(x uint64) int64 { return int64(x<<(64-bits)) >> (64 - bits) }
	float := func(x uint64) float64 {
		if bits == 32 {
			return float64(math.Float32frombits(uint32(x)))
		}
		return math.Float64frombits(x)
	}
	if bits == 32 {
		mem, a, b = mem&mask, a&mask, b&mask
	}
	switch op {
	case "swap":
		mem = a
	case "cmpswap":
		if mem == b {
			mem = a
		}
	case "add":
		mem += a
	case "sub":
		mem -= a
	case "rsub":
		mem = a - mem
	case "smin":
		if signed(a) < signed(mem) {
			mem = a
		}
	case "smax":
		if signed(a) > signed(mem) {
			mem = a
		}
	case "umin":
		if a < mem {
			mem = a
		}
	case "umax":
		if a > mem {
			mem = a
		}
	case "and":
		mem &= a
	case "or":
		mem |= a
	case "xor":
		mem ^= a
	case "inc":
		if mem >= a {
			mem = 0
		} else {
			mem++
		}
	case "dec":
		if mem == 0 || mem > a {
			mem = a
		} else {
			mem--
		}
	case "fcmpswap":
		if float(mem) == float(b) {
			mem = a
		}
	case "fmin":
		if float(a) < float(mem) {
			mem = a
		}
	case "fmax":
		if float(a) > float(mem) {
			mem = a
		}
	case "mskor":
		mem = mem&^a | b
	case "wrap":
		if mem >= a {
			mem -= a
		} else {
			mem += b
		}
	case "fadd":
		mem = uint64(refAddF32(uint32(mem), uint32(a), flush))
	default:
		panic("no atomic " + op)
	}
	return mem & mask
}

// refAddF32 adds with round to nearest even; the NaN that comes out is that of memory, else that of
// the operand, made quiet, else the default one.
func refAddF32(mem, a uint32, flush bool) uint32 {
	for _, x := range [...]uint32{mem, a} {
		if x&0x7f800000 == 0x7f800000 && x&0x7fffff != 0 {
			return x | 1<<22
		}
	}
	denormal := func(x uint32) uint32 {
		if flush && x&0x7f800000 == 0 {
			return x & 0x80000000
		}
		return x
	}
	x, y := math.Float32frombits(denormal(mem)), math.Float32frombits(denormal(a))
	if math.IsInf(float64(x), 0) && math.IsInf(float64(y), 0) && x != y {
		return 0x7fc00000
	}
	// The sum of two f32 is exact or correctly rounded twice in f64: 53 >= 2*24+2 bits.
	sum := float32(float64(x) + float64(y))
	return denormal(math.Float32bits(sum))
}
