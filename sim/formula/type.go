package formula

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Type is the type of a value.
type Type uint8

// The types. Number is the type of what has none yet.
const (
	Number Type = iota
	Bool
	U8
	I8
	U16
	I16
	U32
	I32
	U64
	I64
	F16
	F32
	F64
)

var types = [...]struct {
	name   string
	bits   int
	float  bool
	signed bool
}{
	{"number", 0, false, false}, {"bool", 1, false, false},
	{"u8", 8, false, false}, {"i8", 8, false, true}, {"u16", 16, false, false}, {"i16", 16, false, true},
	{"u32", 32, false, false}, {"i32", 32, false, true}, {"u64", 64, false, false}, {"i64", 64, false, true},
	{"f16", 16, true, false}, {"f32", 32, true, false}, {"f64", 64, true, false},
}

// FindType finds a type of values by its name, as launch files have it.
func FindType(name string) (Type, bool) {
	for t := U8; int(t) < len(types); t++ {
		if types[t].name == name {
			return t, true
		}
	}
	return Number, false
}

// TypeNames are the names of the types of values.
func TypeNames() (list []string) {
	for _, t := range types[U8:] {
		list = append(list, t.name)
	}
	return list
}

// String is the type's name.
func (t Type) String() string { return types[t].name }

// Bits is the size of a value.
func (t Type) Bits() int { return types[t].bits }

// Float reports whether the type is one of floats.
func (t Type) Float() bool { return types[t].float }

// Signed reports whether the type is one of signed integers.
func (t Type) Signed() bool { return types[t].signed }

// Integer reports whether the type is one of integers.
func (t Type) Integer() bool { return t >= U8 && !types[t].float }

// mask has the bits of a value.
func (t Type) mask() uint64 { return math.MaxUint64 >> (64 - types[t].bits) }

// signed is a value of a signed or unsigned type as a number; u64 wraps.
func (t Type) int(x uint64) int64 {
	if types[t].signed {
		shift := 64 - types[t].bits
		return int64(x<<shift) >> shift
	}
	return int64(x)
}

// float is a value of a floating-point type as a number, exactly.
func (t Type) float(x uint64) float64 {
	switch t {
	case F16:
		return float64(math.Float32frombits(isa.F16ToF32(uint32(x))))
	case F32:
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(x)
}

// round is the value of a floating-point type nearest to f, ties to even. A NaN is the quiet one
// without a sign.
func (t Type) round(f float64) uint64 {
	switch t {
	case F16:
		return uint64(half(f))
	case F32:
		if f != f {
			return 0x7fc00000
		}
		return uint64(math.Float32bits(float32(f)))
	}
	if f != f {
		return 0x7ff8000000000000
	}
	return math.Float64bits(f)
}

// half rounds to half precision.
func half(f float64) uint16 {
	sign := uint16(math.Float64bits(f) >> 48 & 0x8000)
	a := math.Abs(f)
	switch {
	case f != f:
		return 0x7e00
	case a >= 65520: // halfway to the next power of two, which is infinity
		return sign | 0x7c00
	case a < 0x1p-14: // a multiple of 2^-24: the sum below rounds to that
		return sign | uint16(math.RoundToEven(a*0x1p24))
	}
	b := math.Float64bits(a)
	const drop = 52 - 10
	b += 1<<(drop-1) - 1 + b>>drop&1
	return sign | uint16(b>>drop-(1023-15)<<10)
}

// Format is a value as text that reads back as the same.
func (t Type) Format(x uint64) string {
	switch {
	case t == Bool:
		return strconv.FormatBool(x != 0)
	case t.Float():
		f := t.float(x)
		if f != f && x != t.round(f) {
			return fmt.Sprintf("0x%x", x)
		}
		size := t.Bits()
		if size == 16 {
			size = 32
		}
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, size), "+"))
	case t.Signed():
		return strconv.FormatInt(t.int(x), 10)
	}
	return strconv.FormatUint(x, 10)
}
