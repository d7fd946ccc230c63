package vecref

import (
	"math/rand/v2"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/internal/exact"
)

// words are dwords at which integer instructions and bit fields go wrong.
var words = []uint32{0, 1, 2, 3, 15, 16, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000,
	0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x7fffffff, 0x80000000, 0x80000001, 0xff000000, 0xff800000,
	0xfffffffe, 0xffffffff, 0x55555555, 0xaaaaaaaa, 0x0c0b0a08, 0x0d0c0907,
	0x00ff00ff, 0x7fff8000, 0x80007fff, 0xffff0000, 0x80808080, 0x01000100}

// longs are the same for 64 bits.
var longs = []uint64{0, 1, 2, 63, 64, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
	0x8000000000000000, 0x8000000000000001,
	0xfffffffffffffffe, 0xffffffffffffffff, 0xffffffff00000000, 0x7fffffff80000000, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x0102030405060708, 0xff00ff00ff00ff00}

// floats are the edge values of the formats by width.
var floats = map[int][]uint64{16: exact.F16.Edges(), 32: exact.F32.Edges(), 64: exact.F64.Edges()}

// format is the format of a floating-point type; ok is false for other types.
func format(t isa.Type) (o exact.Format, ok bool) {
	switch t {
	case isa.F16, isa.V2F16:
		return exact.F16, true
	case isa.F32:
		return exact.F32, true
	case isa.F64:
		return exact.F64, true
	}
	return o, false
}

// Edges are the values of a type at which instructions go wrong; a value of 16 bits may have
// anything above.
func Edges(t isa.Type) []uint64 {
	if o, ok := format(t); ok {
		return floats[o.Width]
	}
	if t.Dwords() > 1 {
		return longs
	}
	list := make([]uint64, len(words))
	for i, v := range words {
		list[i] = uint64(v)
	}
	return list
}

// Core is a short selection of [Edges], for crosses of several operands.
func Core(t isa.Type) []uint64 {
	o, ok := format(t)
	switch {
	case ok:
		one, sign := uint64(o.Bias)<<o.Mant, uint64(1)<<(o.Width-1)
		return []uint64{0, sign, one, sign | one, o.Infinity(), sign | o.DefaultNaN(), o.Infinity() | 1, 1,
			o.Infinity() - 1,
			1<<o.Mant - 1 | sign, one/2 + 3, sign | 1<<o.Mant}
	case t.Is16() || t.IsPacked():
		return []uint64{0, 1, 0xffff, 0x7fff, 0x8000, 15, 0x8001, 0x5555ffff, 0x7fff8000, 0x8000_7fff, 0xfffe, 0x100}
	case t.Dwords() > 1:
		return []uint64{0, 1, ^uint64(0), 1<<63 - 1, 1 << 63, 0xffffffff, 1 << 32, 0x0102030405060708, 63,
			0xff00ff00ff00ff00, 0x80000000, ^uint64(1)}
	}
	return []uint64{0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 31, 0xffff, 0xff800000, 0x00ff00ff, 0xfffffffe,
		0x0c0b0a08, 32}
}

// Draw draws a value for an operand of type t: an edge value, a random one, or one that is close to
// near, another operand's value of the same type. Bits above the width of the type are random.
func Draw(g *rand.Rand, t isa.Type, near [4]uint32) (v [4]uint32) {
	word := func() uint32 {
		if g.IntN(3) == 0 {
			return g.Uint32()
		}
		return words[g.IntN(len(words))]
	}
	for j := range v {
		v[j] = word()
	}
	if g.IntN(12) == 0 {
		return near
	}
	o, ok := format(t)
	if !ok {
		return v
	}
	w := o.Random(g, uint64(near[0])|uint64(near[1])<<32)
	if list := floats[o.Width]; g.IntN(2) == 0 {
		w = list[g.IntN(len(list))]
	}
	v[0] = uint32(w)
	switch o.Width {
	case 16:
		v[0] = v[0]&0xffff | g.Uint32()<<16
	case 64:
		v[1] = uint32(w >> 32)
	}
	return v
}
