package isa

import "math/bits"

// One lane of the integer instructions that are more than an expression. sat asks for saturation
// (the CLAMP bit).

// The saturating forms of addition and subtraction.

func addSatU32(a, b uint32) uint32 {
	s, c := bits.Add32(a, b, 0)
	return s | -c
}

func subSatU32(a, b uint32) uint32 {
	if a < b {
		return 0
	}
	return a - b
}

func addSatI32(a, b uint32) uint32 { return satI32(int64(int32(a)) + int64(int32(b))) }
func subSatI32(a, b uint32) uint32 { return satI32(int64(int32(a)) - int64(int32(b))) }

// satU32, satI32, satU16, satI16 and satU8 bring an exact result into the range of a type.

func satU32(x uint64) uint32 { return uint32(min(x, 0xffffffff)) }
func satI32(x int64) uint32  { return uint32(int32(max(min(x, 0x7fffffff), -0x80000000))) }
func satU16(x int64) uint32  { return uint32(max(min(x, 0xffff), 0)) }
func satI16(x int64) uint32  { return uint32(max(min(x, 0x7fff), -0x8000)) & 0xffff }

func satU8(x int64) uint32 { return uint32(max(min(x, 0xff), 0)) }

// s16, u16, s24 and u24 read the low bits of an operand.

func s16(x uint32) int64  { return int64(int16(x)) }
func u16(x uint32) int64  { return int64(x & 0xffff) }
func s24(x uint32) int32  { return int32(x<<8) >> 8 }
func u24(x uint32) uint32 { return x & 0xffffff }

// addc and subb add and subtract with a carry or borrow of 0 or 1.

func addc(a, b, in uint32) (d, out uint32) { return bits.Add32(a, b, in) }
func subb(a, b, in uint32) (d, out uint32) {
	s := uint64(a) - uint64(b) - uint64(in)
	return uint32(s), uint32(s >> 63)
}

func addcSat(a, b, in uint32) (d, out uint32) {
	d, out = bits.Add32(a, b, in)
	return d | -out, out
}

func subbSat(a, b, in uint32) (d, out uint32) {
	d, out = subb(a, b, in)
	return d &^ -out, out
}

// addCarry and subCarry are the kernels of additions and subtractions with carry out; in is the
// carry in.

func addCarry(k *Vec, in uint64) {
	if k.sat() {
		k.Out = rowsCarry(k.D[0], k.A[0], k.B[0], in, addcSat)
		return
	}
	k.Out = rowsCarry(k.D[0], k.A[0], k.B[0], in, addc)
}

func subCarry(k *Vec, a, b *Row, in uint64) {
	if k.sat() {
		k.Out = rowsCarry(k.D[0], a, b, in, subbSat)
		return
	}
	k.Out = rowsCarry(k.D[0], a, b, in, subb)
}

// bfeU and bfeI extract c[4:0] bits of a from bit b[4:0]; bfeI extends the sign of the topmost of
// them. A field that runs past bit 31 ends there.

func bfeU(a, b, c uint32) uint32 { return a >> (b & 31) & (1<<(c&31) - 1) }

func bfeI(a, b, c uint32) uint32 {
	off, width := b&31, c&31
	switch {
	case width == 0:
		return 0
	case off+width >= 32:
		return uint32(int32(a) >> off)
	}
	return uint32(int32(a<<(32-off-width)) >> (32 - width))
}

// perm picks four bytes by the selectors in c from b (0 to 3) and a (4 to 7): 8 to 11 replicate the
// sign of byte 1, 3, 5, 7; 12 is 0x00; from 13 on 0xff (Vega ISA, V_PERM_B32).
func perm(a, b, c uint32) uint32 {
	q := uint64(a)<<32 | uint64(b)
	if c&0xf8f8f8f8 == 0 { // bytes only, the usual case
		return uint32(q>>(c&7*8))&0xff | uint32(q>>(c>>8&7*8))&0xff<<8 |
			uint32(q>>(c>>16&7*8))&0xff<<16 | uint32(q>>(c>>24*8))<<24
	}
	return permByte(q, c&0xff) | permByte(q, c>>8&0xff)<<8 | permByte(q, c>>16&0xff)<<16 | permByte(q, c>>24)<<24
}

func permByte(q uint64, sel uint32) uint32 {
	switch {
	case sel < 8:
		return uint32(q>>(sel*8)) & 0xff
	case sel < 12:
		return -uint32(q>>(sel*16-113)&1) & 0xff // sel 8 tests bit 15, 9 bit 31, ...
	case sel == 12:
		return 0
	}
	return 0xff
}

// lerp averages each byte of a and b; bit 0 of the byte of c rounds up.
func lerp(a, b, c uint32) uint32 {
	const even = 0x00ff00ff
	lo := (a&even + b&even + c&0x00010001) >> 1 & even
	hi := (a>>8&even + b>>8&even + c>>8&0x00010001) >> 1 & even
	return lo | hi<<8
}

// absDiff is the distance of two unsigned numbers.
func absDiff(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// sadU8 is the sum of the absolute differences of four bytes; masked leaves out those whose byte in
// b is zero.
func sadU8(a, b uint32, masked bool) (s uint32) {
	for i := 0; i < 32; i += 8 {
		if y := b >> i & 0xff; y != 0 || !masked {
			s += absDiff(a>>i&0xff, y)
		}
	}
	return s
}

func sadU16(a, b uint32) uint32 { return absDiff(a&0xffff, b&0xffff) + absDiff(a>>16, b>>16) }

// mapSad adds f to c, saturating with CLAMP.
func mapSad(k *Vec, f func(a, b uint32) uint32) {
	if k.sat() {
		map3(k, func(a, b, c uint32) uint32 { return addSatU32(f(a, b), c) })
		return
	}
	map3(k, func(a, b, c uint32) uint32 { return f(a, b) + c })
}

// quadSad computes four sums of absolute differences, of the four bytes of a from byte j on against
// b, into 16-bit fields of c.
func quadSad(k *Vec, masked bool) {
	sat := k.sat()
	for i := range k.D[0] {
		a, b, c := wide(&k.A, i), k.B[0][i], wide(&k.C, i)
		var d uint64
		for j := 0; j < 4; j++ {
			s := c>>(16*j)&0xffff + uint64(sadU8(uint32(a>>(8*j)), b, masked))
			if sat {
				s = min(s, 0xffff)
			}
			d |= s & 0xffff << (16 * j)
		}
		k.D[0][i], k.D[1][i] = uint32(d), uint32(d>>32)
	}
}

// quadSad32 is the same into four dwords.
func quadSad32(k *Vec) {
	sat := k.sat()
	for i := range k.D[0] {
		a, b := wide(&k.A, i), k.B[0][i]
		var s [4]uint64
		for j := range s {
			s[j] = uint64(k.C[j][i]) + uint64(sadU8(uint32(a>>(8*j)), b, true))
			if sat {
				s[j] = min(s[j], 0xffffffff)
			}
		}
		for j := range s {
			k.D[j][i] = uint32(s[j])
		}
	}
}

// madU64 is a*b + c with the carry out of bit 63.
func madU64(k *Vec) {
	d0, d1, a, b, c0, c1, sat := k.D[0], k.D[1], k.A[0], k.B[0], k.C[0], k.C[1], k.sat()
	var m uint64
	for i := range d0 {
		c := uint64(c0[i]) | uint64(c1[i])<<32
		s := uint64(a[i])*uint64(b[i]) + c
		carry := uint64(b2u(s < c))
		if sat {
			s |= -carry
		}
		d0[i], d1[i] = uint32(s), uint32(s>>32)
		m = m>>1 | carry<<63
	}
	k.Out = m
}

// madI64 is a*b + c, signed; Out is bit 64 of the sum, the true sign (the CDNA pseudo-code's 65-bit
// result).
func madI64(k *Vec) {
	d0, d1, a, b, c0, c1, sat := k.D[0], k.D[1], k.A[0], k.B[0], k.C[0], k.C[1], k.sat()
	var m uint64
	for i := range d0 {
		p, c := int64(int32(a[i]))*int64(int32(b[i])), int64(uint64(c0[i])|uint64(c1[i])<<32)
		s := p + c
		neg := uint64(s) >> 63
		if (p^s)&(c^s) < 0 { // overflow
			neg ^= 1
			if sat {
				s = int64(neg + 0x7fffffffffffffff)
			}
		}
		d0[i], d1[i] = uint32(s), uint32(uint64(s)>>32)
		m = m>>1 | neg<<63
	}
	k.Out = m
}

// ffbhI is the number of leading bits equal to the sign, -1 if all are.
func ffbhI(a uint32) uint32 {
	if x := a ^ uint32(int32(a)>>31); x != 0 {
		return uint32(bits.LeadingZeros32(x))
	}
	return ^uint32(0)
}

func ffbhU(a uint32) uint32 {
	if a == 0 {
		return a - 1
	}
	return uint32(bits.LeadingZeros32(a))
}

func ffblB(a uint32) uint32 {
	if a == 0 {
		return a - 1
	}
	return uint32(bits.TrailingZeros32(a))
}

// med3I and med3U are the median.

func med3I(a, b, c int32) uint32  { return uint32(max(min(a, b), min(max(a, b), c))) }
func med3U(a, b, c uint32) uint32 { return max(min(a, b), min(max(a, b), c)) }

// screenPartition is the look-up table of v_screen_partition_4se_b32: 8 bits in, 4 out, 16 nibbles
// of the table in each word with entry 0 of the sixteen in the low nibble (Vega ISA,
// V_SCREEN_PARTITION_4SE_B32).
var screenPartition = [16]uint64{
	0xfffffff7fff5f731, 0xffffffbfffafe62f, 0xfffffdfff5ffc4fd, 0xffffefffafff8fb9,
	0xfffefff6fdc4ffff, 0xffdff99fb98fffff, 0xfbfff9ff31f7ffff, 0x7fff6ff62fe6ffff,
	0xfffafb32fffffffb, 0xff5fd91fffffff7f, 0xfaffc8fefffffeff, 0x5fff4f76ffffdfff,
	0xfec8fffffffdfff9, 0x764fffffffeff66f, 0x32fbfffff7fff6ff, 0x1fd9ffffbfff9ff9,
}
