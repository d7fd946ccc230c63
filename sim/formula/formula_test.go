package formula

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// names is a scope: lane and i, v as f32 lane+0.5, u as u32 lane<<28, a list, a condition, a parameter.
type names struct{}

func (names) Names() []string { return []string{"lane", "i", "v", "u", "list", "odd", "three"} }

func (names) Lookup(name string) (Var, bool) {
	at := func(t Type, f func(i int64) uint64) Var {
		return Var{Type: t, Index: MayIndex, At: func(_ *Env, i int64) (uint64, error) {
			if i < 0 || i > 63 {
				return 0, fmt.Errorf("there is no lane %d", i)
			}
			return f(i), nil
		}}
	}
	switch name {
	case "lane":
		return Var{Number: func(e *Env) (int64, error) { return e.Lane, nil }}, true
	case "i":
		return Var{Number: func(e *Env) (int64, error) { return e.Index, nil }}, true
	case "v":
		return at(F32, func(i int64) uint64 { return uint64(math.Float32bits(float32(i) + 0.5)) }), true
	case "u":
		return at(U32, func(i int64) uint64 { return uint64(uint32(i << 28)) }), true
	case "list":
		x := at(U16, func(i int64) uint64 { return uint64(i * i) })
		x.Index = MustIndex
		return x, true
	case "odd":
		return at(Bool, func(i int64) uint64 { return uint64(i & 1) }), true
	case "three":
		p, _ := NewParser("1.5 * 2", 1)
		e, err := p.Expr()
		return Var{Expr: e}, err == nil
	}
	return Var{}, false
}

// compute evaluates a text in lane 5, with lanes 0 to 7 active.
func compute(text string, want Type) (Type, uint64, error) {
	p, err := NewParser(text, 1)
	if err != nil {
		return 0, 0, err
	}
	e, err := p.Expr()
	if err == nil {
		err = p.End()
	}
	if err != nil {
		return 0, 0, err
	}
	f, err := e.Compile(want, U32, names{})
	if err != nil {
		return 0, 0, err
	}
	v, err := f.Eval(&Env{Lane: 5, Index: 9, Active: 0xff})
	return f.Type, v, err
}

// What formulas give. The values are computed by hand.
func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		text string
		want Type // Number: the formula's own
		is   Type
		v    uint64
	}{
		{"lane", Number, U32, 5},
		{"lane - 6", U32, U32, 0xffffffff},
		{"lane / 2", U32, U32, 2},
		{"lane / 2", F32, F32, 0x40200000}, // 2.5
		{"-lane / 2", I32, I32, 0xfffffffe},
		{"-7 % 4", I32, I32, 0xfffffffd},
		{"1 + 2 * 3 << 1", U32, U32, 14},
		{"2 << 1 + 1", U32, U32, 8}, // as in C
		{"7 ^ 5 & 6 | 8", U32, U32, 7 ^ 5&6 | 8},
		{"i", U32, U32, 9},
		{"v", Number, F32, 0x40b00000}, // 5.5
		{"v[lane ^ 1]", Number, F32, 0x40900000},
		{"v[0] + 1", Number, F32, 0x3fc00000},
		{"list[i]", Number, U16, 81},
		{"u", Number, U32, 0x50000000},
		{"i32(u[15]) >> 28", Number, I32, 0xffffffff},
		{"u[15] >> 28", Number, U32, 15},
		{"u << 40", Number, U32, 0},
		{"i32(u[15]) >> 99", Number, I32, 0xffffffff},
		{"~u & 0xff", Number, U32, 0xff},
		{"three", F64, F64, math.Float64bits(3)},
		{"lane < 6 ? 1 : 2", U32, U32, 1},
		{"lane == 5 && !(lane > 5) || false", Number, Bool, 1},
		{"odd ? 0.5 : inf", F16, F16, 0x3800},
		{"odd[2]", Number, Bool, 0},
		{"lane % 2 == 0 ? 1 : 3", U8, U8, 3},
		{"0x3f800000", F32, F32, 0x3f800000}, // a bit pattern
		{"0x1.8p1", F32, F32, 0x40400000},
		{"-0x3f800000", F32, F32, 0xbf800000},
		{"-2147483648", I32, I32, 0x80000000},
		{"-1", U16, U16, 0xffff},
		{"18446744073709551615", U64, U64, math.MaxUint64},
		{"-0", F32, F32, 0x80000000},
		{"-nan", F32, F32, 0xffc00000},
		{"nan == nan ? 1 : 0", U32, U32, 0},
		{"1.0 / 0", F32, F32, 0x7f800000},
		{"0.1 + 0.2", F64, F64, math.Float64bits(0.1) + math.Float64bits(0.30000000000000004) - math.Float64bits(0.1)},
		{"f32(0.1)", Number, F32, 0x3dcccccd},
		{"f32(lane / 2)", Number, F32, 0x40000000}, // of whole numbers
		{"f32(lane) / 2", Number, F32, 0x40200000},
		{"u32(-1.9)", Number, U32, 0},
		{"i32(-1.9)", Number, I32, 0xffffffff},
		{"i32(v * -1e20)", Number, I32, 0x80000000},
		{"u8(v * 1000)", Number, U8, 255},
		{"u8(u32(300))", Number, U8, 44},
		{"i64(i32(u[15]))", Number, I64, 0xfffffffff0000000},
		{"f32(u32(0x01000001))", Number, F32, 0x4b800000}, // 2^24+1 to even
		{"f64(i32(u[15]))", Number, F64, math.Float64bits(-268435456)},
		{"as_u32(v)", Number, U32, 0x40b00000},
		{"as_f32(0x40b00000)", Number, F32, 0x40b00000},
		{"as_i16(f16(-2))", Number, I16, 0xc000},
		{"f16(65519.99)", Number, F16, 0x7bff},
		{"f16(v * 20000)", Number, F16, 0x7c00},
		{"min(lane, 3)", U32, U32, 3},
		{"max(-1, 3)", I32, I32, 3},
		{"min(nan, 2)", F32, F32, 0x40000000},
		{"min(0.0, -0.0)", F32, F32, 0x80000000},
		{"clamp(v, 0, 1)", Number, F32, 0x3f800000},
		{"abs(-3)", I8, I8, 3},
		{"abs(-128)", I8, I8, 0x80},
		{"abs(-nan)", F16, F16, 0x7e00},
		{"sqrt(2)", F32, F32, 0x3fb504f3},
		{"floor(-0.5)", F32, F32, 0xbf800000},
		{"rint(2.5)", F64, F64, math.Float64bits(2)},
		{"trunc(-2.5)", F64, F64, math.Float64bits(-2)},
		{"ldexp(1.5, -lane)", F32, F32, 0x3d400000},
		{"copysign(1, -0.0)", F32, F32, 0xbf800000},
		{"isnan(v / 0 * 0) ? 1 : 0", U32, U32, 1},
		{"signbit(-v) ? 1 : 0", U32, U32, 1},
		{"popcount(u[15])", Number, U32, 4},
		{"clz(u[1])", Number, U32, 3},
		{"ctz(u[1])", Number, U32, 28},
		{"ctz(u[0])", Number, U32, 32},
		{"brev(u8(1))", Number, U8, 0x80},
		{"mulhi(u[15], u[15])", Number, U32, 0xe1000000},
		{"mulhi(i32(u[15]), 16)", Number, I32, 0xffffffff},
		{"mulhi(-1, 2)", U64, U64, 1},
		{"rotl(u[15], 8)", Number, U32, 0xf0},
		{"rotr(u8(1), 1)", Number, U8, 0x80},
		{"bfe(u[15], 28, 3)", Number, U32, 7},
		{"bfe(i32(u[15]), 28, 3)", Number, I32, 0xffffffff},
		{"select(odd, 1, 2)", U32, U32, 1},
		{"pack(f16(1), f16(-2))", Number, U32, 0xc0003c00},
		{"ballot(odd)", Number, U64, 0xaa},
		{"ballot(true)", Number, U64, 0xff},
		{"count(v > 2)", U32, U32, 6},
		{"any(lane == 9) ? 1 : 0", U32, U32, 0},
		{"all(lane < 8) ? 1 : 0", U32, U32, 1},
		{"sum(lane)", U32, U32, 28},
		{"sum(v)", Number, F32, 0x42000000},
	} {
		is, v, err := compute(c.text, c.want)
		require.NoError(t, err, c.text)
		require.Equal(t, c.is, is, c.text)
		require.Equal(t, fmt.Sprintf("%#x", c.v), fmt.Sprintf("%#x", v), c.text)
	}
}

// Errors say where and what to do.
func TestFormulaErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		want Type
		col  int
		msg  string
	}{
		{"", U32, 1, "a value is missing"},
		{"1 +", U32, 4, "a value is missing before the end of the line"},
		{"(1", U32, 3, "parenthesis is not closed"},
		{"1 2", U32, 3, "too much"},
		{"1 $ 2", U32, 3, "no part of a value"},
		{"12ab", U32, 1, "no number"},
		{"1.5", U32, 1, "1.5 is no integer"},
		{"256", U8, 1, "beyond the range of u8"},
		{"128", I8, 1, "beyond the range of i8"},
		{"1e39", F32, 1, "beyond the range of f32"},
		{"inf", U32, 1, "of floats"},
		{"lame", U32, 1, "is it lane?"},
		{"f32", U32, 1, "f32(x) converts"},
		{"sum", U32, 1, "is a function"},
		{"u + v", U32, 3, "+ of u32 and f32: convert one, as in u32(...)"},
		{"v", U32, 1, "this is f32, and u32 is wanted"},
		{"1 + (v ? 1 : 2)", U32, 6, "not a condition"},
		{"lane & 1 == 1 ? 1 : 2", U32, 6, "put parentheses"},
		{"lane < 1 < 2", U32, 10, "put parentheses"},
		{"list", U16, 1, "list[i]"},
		{"list[64]", U16, 1, "there is no lane 64"},
		{"lane[1]", U32, 1, "takes no index"},
		{"v[0.5]", F32, 3, "an index is an integer"},
		{"v & v", F32, 3, "& is of integers"},
		{"~v", F32, 1, "~ is of integers"},
		{"1 << v", U32, 6, "a shift is by an integer"},
		{"1 << (lane - 6)", U32, 3, "a shift by -1"},
		{"1 / (lane - 5)", U32, 3, "a division by 0"},
		{"popcount(v)", F32, 1, "of integers"},
		{"sqrt(u)", U32, 1, "of floats"},
		{"min(1)", U32, 1, "has 2 arguments: min(a, b)"},
		{"nope(1)", U32, 1, "there is no function \"nope\""},
		{"as_u64(v)", U64, 1, "keeps the bits"},
		{"ballot(ballot(odd) == 1)", U64, 8, "within another"},
		{"random(1, 2)", U32, 1, "random takes a seed"},
		{"random(1, 3, 2)", U32, 1, "random from 3 to 2"},
		{"true + 1", U32, 6, "and bool"},
	} {
		_, _, err := compute(c.text, c.want)
		if c.text == "true + 1" {
			require.Error(t, err, c.text)
			continue
		}
		var e *Error
		require.ErrorAs(t, err, &e, c.text)
		require.Contains(t, e.Msg, c.msg, c.text)
		require.Equal(t, c.col, e.Col, c.text)
	}
}

// Half precision is rounded as exact arithmetic says: all halves read back, and so do what lies between.
func TestHalfPrecisionIsRoundedToNearestEven(t *testing.T) {
	for h := range uint32(0x7c00) {
		f := F16.float(uint64(h))
		require.Equal(t, uint64(h), F16.round(f))
		require.Equal(t, uint64(h|0x8000), F16.round(-f))
		if h == 0x7bff {
			break
		}
		next := F16.float(uint64(h + 1))
		middle := (f + next) / 2 // exact in f64
		require.Equal(t, uint64(h+h&1), F16.round(middle), "%#x", h)
		require.Equal(t, uint64(h), F16.round(math.Nextafter(middle, 0)), "%#x", h)
		require.Equal(t, uint64(h+1), F16.round(math.Nextafter(middle, 1e9)), "%#x", h)
	}
	require.Equal(t, uint64(isa.CvtF16F32(math.Float32bits(0.1), isa.FPMode{})), F16.round(float64(float32(0.1))))
}

// fma has one rounding, in every type: compared with exact rational arithmetic.
func TestFmaIsRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rat := func(f float64) *big.Rat { return new(big.Rat).SetFloat64(f) }
	for range 20000 {
		a, b := math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32()&0x007fffff|0x3f800000)
		c := float32(-a*b) * (1 + float32(r.IntN(3)-1)*0x1p-22)
		if math.IsNaN(float64(a)) || math.IsInf(float64(a), 0) || math.IsInf(float64(c), 0) {
			continue
		}
		exact := rat(float64(a))
		exact.Mul(exact, rat(float64(b))).Add(exact, rat(float64(c)))
		want, _ := exact.Float32()
		got := fma(F32)([]uint64{uint64(math.Float32bits(a)), uint64(math.Float32bits(b)), uint64(math.Float32bits(c))})
		require.Equal(t, want, math.Float32frombits(uint32(got)), "%v %v %v", a, b, c)
	}
}

// random stays within its ends, reaches them, and is the same every time.
func TestRandomIsRepeatableAndWithinItsEnds(t *testing.T) {
	seen := map[uint64]int{}
	for seed := range 2000 {
		_, v, err := compute(fmt.Sprintf("random(%d, -2, 2)", seed), I32)
		require.NoError(t, err)
		seen[v]++
		_, again, _ := compute(fmt.Sprintf("random(%d, -2, 2)", seed), I32)
		require.Equal(t, v, again)
	}
	require.Len(t, seen, 5)
	for v, n := range seen {
		require.LessOrEqual(t, int32(uint32(v)), int32(2))
		require.GreaterOrEqual(t, int32(uint32(v)), int32(-2))
		require.InDelta(t, 400, n, 100)
	}
	_, a, _ := compute("random(1)", U64)
	_, b, _ := compute("random(2)", U64)
	require.NotEqual(t, a, b)
}

// Text of a value reads back as the value.
func TestFormatReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for ty := U8; ty <= F64; ty++ {
		for range 2000 {
			v := r.Uint64() & ty.mask()
			_, back, err := compute(ty.Format(v), ty)
			require.NoError(t, err, "%v %s", ty, ty.Format(v))
			require.Equal(t, v, back, "%v %s", ty, ty.Format(v))
		}
	}
}

// FuzzFormula: any text gives a value or an error.
func FuzzFormula(f *testing.F) {
	for _, s := range []string{"lane * 0.5", "v[lane ^ 1] + 1", "ballot(u < 5) ? 1 : sum(v)", "random(7, -1, 1)", "as_u16(f16(pi)) << 3 % 0",
		"0x1.8p1e", "((((", "min(max(1,2),abs(-3))", "three & ~i"} {
		f.Add(s, uint8(U32))
	}
	f.Fuzz(func(t *testing.T, text string, want uint8) {
		ty := Type(want % uint8(len(types)))
		_, v, err := compute(text, ty)
		if err == nil && ty != Number && v&^ty.mask() != 0 {
			t.Errorf("%s is %#x in %v", text, v, ty)
		}
	})
}
