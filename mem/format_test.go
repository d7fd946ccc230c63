package mem

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"
)

// exactLoad is the definition of each number format as a rational number.
func exactLoad(num NumFormat, code int64, n uint) *big.Rat {
	signed := code
	if code >= 1<<(n-1) {
		signed -= 1 << n
	}
	one := big.NewRat(-1, 1)
	switch num {
	case Unorm:
		return big.NewRat(code, 1<<n-1)
	case Snorm:
		r := big.NewRat(signed, 1<<(n-1)-1)
		if r.Cmp(one) < 0 {
			return one
		}
		return r
	case Uscaled:
		return big.NewRat(code, 1)
	case Sscaled:
		return big.NewRat(signed, 1)
	case SnormOGL:
		return big.NewRat(2*signed+1, 1<<n-1)
	}
	panic(num)
}

// toReg for every code of every width against exact quotients, rounded by math/big.
func TestFormatLoadExhaustive(t *testing.T) {
	for _, n := range []uint{2, 8, 10, 11, 16} {
		for _, num := range []NumFormat{Unorm, Snorm, Uscaled, Sscaled, SnormOGL} {
			for code := int64(0); code < 1<<n; code++ {
				want, _ := exactLoad(num, code, n).Float32()
				if got := toReg(num, uint32(code), n); got != math.Float32bits(want) {
					t.Fatalf("%s%d code 0x%x: got %x want %x", num, n, code, got, math.Float32bits(want))
				}
			}
		}
		for code := int64(0); code < 1<<n; code++ {
			require.Equal(t, uint32(code), toReg(Uint, uint32(code), n))
			s := code
			if s >= 1<<(n-1) {
				s -= 1 << n
			}
			require.Equal(t, uint32(s), toReg(Sint, uint32(code), n))
		}
	}
}

// exactStore rounds x*(2^n-1) or x*(2^(n-1)-1) to nearest even in integers.
func exactStore(num NumFormat, x float32, n uint) uint32 {
	top := int64(1)<<n - 1
	lo := int64(0)
	if num == Snorm {
		top = int64(1)<<(n-1) - 1
		lo = -1
	}
	if x != x {
		return 0
	}
	if math.IsInf(float64(x), 0) {
		x = float32(math.Copysign(2, float64(x)))
	}
	r := new(big.Rat).SetFloat64(float64(x))
	if r.Cmp(big.NewRat(1, 1)) > 0 {
		r.SetInt64(1)
	}
	if r.Cmp(big.NewRat(lo, 1)) < 0 {
		r.SetInt64(lo)
	}
	r.Mul(r, big.NewRat(top, 1))
	// floor(2r) decides.
	fl := new(big.Int).Div(r.Num(), r.Denom()) // Euclidean: floor for positive denominators
	rest := new(big.Rat).Sub(r, new(big.Rat).SetInt(fl))
	v := fl.Int64()
	if c := rest.Cmp(big.NewRat(1, 2)); c > 0 || c == 0 && v&1 != 0 {
		v++
	}
	return uint32(v) & (1<<n - 1)
}

func TestFormatStoreNormalisedNearestEven(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []uint{2, 8, 10, 11, 16} {
		for _, num := range []NumFormat{Unorm, Snorm} {
			check := func(x float32) {
				if got, want := fromReg(num, math.Float32bits(x), n), exactStore(num, x, n); got != want {
					t.Fatalf("%s%d of %g: got 0x%x want 0x%x", num, n, x, got, want)
				}
			}
			for _, x := range []float32{0, float32(math.Copysign(0, -1)), 1, -1, 2, -2, 0.5, -0.5, float32(math.NaN()),
				float32(math.Inf(1)), float32(math.Inf(-1)), 1e-40, -1e-40, math.MaxFloat32} {
				check(x)
			}
			for code := range 1 << n {
				mid := (float64(code) + 0.5) / float64(int64(1)<<n-1)
				for _, x := range []float32{float32(mid), float32(-mid), math.Nextafter32(float32(mid), 0), math.Nextafter32(float32(mid), 2)} {
					check(x)
				}
				// What loads must store as itself, but for the second code of -1.
				if back := fromReg(num, toReg(num, uint32(code), n), n); uint32(code) != back && !(num == Snorm && code == 1<<(n-1)) {
					require.Equal(t, uint32(code), back)
				}
			}
			for range 2000 {
				check(rnd.Float32()*2.5 - 1.25)
			}
		}
	}
}

func TestFormatStoreIntegersClamp(t *testing.T) {
	for _, c := range []struct {
		num     NumFormat
		v, want uint32
	}{
		{Uint, 0, 0}, {Uint, 255, 255}, {Uint, 256, 255}, {Uint, 0xffffffff, 255},
		{Sint, 127, 127}, {Sint, 128, 127}, {Sint, 0xffffff80, 0x80}, {Sint, 0xffffff7f, 0x80}, {Sint, 0x80000000, 0x80}, {Sint, 0xffffffff, 0xff},
	} {
		require.Equal(t, c.want, fromReg(c.num, c.v, 8), "%s 0x%x", c.num, c.v)
	}
}

// exactSmall is the value of a small float by its definition.
func exactSmall(v uint32, man uint, signed bool) float64 {
	sign := 1.0
	if signed && v>>15 != 0 {
		sign = -1
	}
	exp, m := int(v>>man&31), float64(v&(1<<man-1))
	switch {
	case exp == 31 && m != 0:
		return math.NaN()
	case exp == 31:
		return sign * math.Inf(1)
	case exp == 0:
		return sign * math.Ldexp(m, -14-int(man))
	}
	return sign * math.Ldexp(m+math.Ldexp(1, int(man)), exp-15-int(man))
}

func TestSmallFloatsExhaustiveBothWays(t *testing.T) {
	for _, f := range []struct {
		bits, man uint
		signed    bool
	}{{16, 10, true}, {11, 6, false}, {10, 5, false}} {
		var pos []float64 // values of the positive codes, ascending, up to infinity
		for v := range uint32(1) << f.bits {
			want := exactSmall(v, f.man, f.signed)
			got := math.Float32frombits(toReg(Float, v, f.bits))
			if want != want {
				require.True(t, got != got)
				back := fromReg(Float, math.Float32bits(got), f.bits)
				require.Equal(t, v|1<<(f.man-1), back, "NaN 0x%x", v)
				continue
			}
			require.Equal(t, math.Float64bits(want), math.Float64bits(float64(got)), "0x%x", v)
			require.Equal(t, v, fromReg(Float, math.Float32bits(got), f.bits))
			if v <= 31<<f.man {
				pos = append(pos, want)
			}
		}
		inf := uint32(31) << f.man
		pos[inf] = math.Ldexp(1, 16) // where infinity stands for rounding
		check := func(x float32) {
			want := uint32(0)
			a := math.Abs(float64(x))
			switch i := sort.SearchFloat64s(pos, a); {
			case i >= int(inf):
				want = inf
				if i == int(inf) && a < (pos[inf-1]+pos[inf])/2 {
					want--
				}
			case pos[i] == a:
				want = uint32(i)
			default:
				mid := (pos[i-1] + pos[i]) / 2
				want = uint32(i - 1)
				if a > mid || a == mid && want&1 != 0 {
					want++
				}
			}
			if math.Signbit(float64(x)) {
				want |= 1 << 15
				if !f.signed {
					want = 0
				}
			}
			if got := fromReg(Float, math.Float32bits(x), f.bits); got != want {
				t.Fatalf("%d bits of %g: got 0x%x want 0x%x", f.bits, x, got, want)
			}
		}
		for i := range int(inf) {
			mid := float32((pos[i] + pos[i+1]) / 2)
			for _, x := range []float32{mid, math.Nextafter32(mid, 0), math.Nextafter32(mid, math.MaxFloat32), -mid} {
				check(x)
			}
		}
		for _, x := range []float32{0, 1e-45, 1e-38, 3e-38, 1e-8, 65536, 65535, 1e30, float32(math.Inf(1)), float32(math.Inf(-1))} {
			check(x)
			check(-x)
		}
		rnd := rand.New(rand.NewPCG(3, 4))
		for range 20000 {
			if x := math.Float32frombits(rnd.Uint32()); x == x {
				check(x)
			}
		}
	}
}

// Bit positions by hand from CLRX's description ("from lowest bit").
func TestFormatLayouts(t *testing.T) {
	for _, c := range []struct {
		d    DataFormat
		p    []byte
		want [4]uint32
	}{
		{Fmt8, []byte{0x12}, [4]uint32{0x12}},
		{Fmt16, []byte{0x34, 0x12}, [4]uint32{0x1234}},
		{Fmt8x2, []byte{1, 2}, [4]uint32{1, 2}},
		{Fmt32, []byte{1, 2, 3, 4}, [4]uint32{0x04030201}},
		{Fmt16x2, []byte{1, 2, 3, 4}, [4]uint32{0x0201, 0x0403}},
		{Fmt10x11x11, []byte{0xff, 0x07, 0, 0}, [4]uint32{0x7ff, 0, 0}},
		{Fmt10x11x11, []byte{0, 0, 0xc0, 0xff}, [4]uint32{0, 0, 0x3ff}},
		{Fmt11x11x10, []byte{0xff, 0x03, 0, 0}, [4]uint32{0x3ff, 0, 0}},
		{Fmt11x11x10, []byte{0, 0, 0xe0, 0xff}, [4]uint32{0, 0, 0x7ff}},
		{Fmt10x10x10x2, []byte{0x03, 0, 0, 0xc0}, [4]uint32{3, 0, 0, 0x300}},
		{Fmt2x10x10x10, []byte{0xff, 0x03, 0, 0xc0}, [4]uint32{0x3ff, 0, 0, 3}},
		{Fmt8x4, []byte{1, 2, 3, 4}, [4]uint32{1, 2, 3, 4}},
		{Fmt32x2, []byte{1, 0, 0, 0, 2, 0, 0, 0}, [4]uint32{1, 2}},
		{Fmt16x4, []byte{1, 0, 2, 0, 3, 0, 4, 0}, [4]uint32{1, 2, 3, 4}},
		{Fmt32x3, []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}, [4]uint32{1, 2, 3}},
		{Fmt32x4, []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}, [4]uint32{1, 2, 3, 4}},
	} {
		t.Run(c.d.String(), func(t *testing.T) {
			require.Equal(t, len(c.p), c.d.Bytes())
			got, err := LoadFormat(c.d, Uint, c.p)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
			back := make([]byte, len(c.p))
			require.NoError(t, StoreFormat(c.d, Uint, got, back))
			require.Equal(t, c.p, back)
			_, err = LoadFormat(c.d, Uint, c.p[1:])
			require.ErrorContains(t, err, "an element has")
		})
	}
}

func TestFormatRefusesByName(t *testing.T) {
	for _, c := range []struct {
		d     DataFormat
		n     NumFormat
		store bool
		want  string
	}{
		{FmtInvalid, Uint, false, "mem: format invalid uint on load: the data format is invalid"},
		{FmtReserved, Float, true, "mem: format reserved float on store: the data format is reserved"},
		{Fmt8x4, Float, false, "mem: format 8_8_8_8 float on load: its components have no floating-point form"},
		{Fmt10x10x10x2, Float, false, "mem: format 10_10_10_2 float on load: its components have no floating-point form"},
		{Fmt2x10x10x10, Float, false, "mem: format 2_10_10_10 float on load: its components have no floating-point form"},
		{Fmt32, Unorm, false, "mem: format 32 unorm on load: 32-bit components can only be uint, sint or float"},
		{Fmt8, Uscaled, true, "mem: format 8 uscaled on store: the number format can only be loaded"},
		{Fmt16, SnormOGL, true, "mem: format 16 snorm_ogl on store: the number format can only be loaded"},
	} {
		err := CheckFormat(c.d, c.n, c.store)
		require.ErrorIs(t, err, ErrFormat)
		require.EqualError(t, err, c.want)
	}
	require.NoError(t, CheckFormat(Fmt10x11x11, Float, true))
	require.NoError(t, CheckFormat(Fmt8, Uscaled, false))
	require.ErrorContains(t, CheckSel([4]DstSel{SelR, 3, 0, 1}), "DST_SEL_Y is 3")
}

func TestErrataB32SelectorsAndMissingComponents(t *testing.T) {
	sel := [4]DstSel{SelB, Sel1, Sel0, SelR}
	require.Equal(t, [4]uint32{3, 0x3f800000, 0, 1}, selected(sel, Unorm, [4]uint32{1, 2, 3, 4}))
	require.Equal(t, [4]uint32{3, 1, 0, 1}, selected(sel, Sint, [4]uint32{1, 2, 3, 4}))
	require.Equal(t, [4]uint32{0, 1, 0, 0}, selected(sel, Uint, [4]uint32{}), "out of range: selector one still gives 1")
	c, err := LoadFormat(Fmt8x2, Unorm, []byte{255, 255})
	require.NoError(t, err)
	require.Equal(t, [4]uint32{0x3f800000, 0x3f800000, 0, 0}, c, "missing components are 0, alpha too")
}

// The lane loops against the element functions, for every format that loads.
func TestFormatLanesAgreeWithElements(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	sel := [4]DstSel{SelG, SelR, Sel1, SelA}
	for d := Fmt8; d < FmtReserved; d++ {
		for n := Unorm; n <= Float; n++ {
			for _, d16 := range []bool{false, true} {
				if CheckFormat(d, n, false) != nil {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%v", d, n, d16), func(t *testing.T) {
					words := (d.Bytes() + 3) / 4
					raw, comp, back := rowsOf(4), rowsOf(4), rowsOf(4)
					for _, r := range raw[:words] {
						for i := range r {
							r[i] = rnd.Uint32() >> (8 * (4*words - d.Bytes()))
						}
					}
					exec, ok := rnd.Uint64(), rnd.Uint64()
					f := FormatLanes{Data: d, Num: n, Sel: sel, D16: d16, Raw: raw, Comp: comp}
					for _, r := range comp {
						for i := range r {
							r[i] = 0xdead
						}
					}
					f.Load(exec, ok)
					for i := range 64 {
						c, err := LoadFormat(d, n, elementBytes(raw, i))
						require.NoError(t, err)
						if ok>>i&1 == 0 {
							c = [4]uint32{}
						}
						c = selected(sel, n, c)
						for k := range c {
							want := c[k]
							if d16 {
								want = ToD16(n, want)
							}
							if exec>>i&1 == 0 {
								want = 0xdead
							}
							require.Equal(t, want, comp[k][i], "lane %d component %d", i, k)
						}
					}
					if CheckFormat(d, n, true) != nil {
						return
					}
					f.Raw = back
					f.Store(exec)
					for i := range 64 {
						want := make([]byte, 16)
						if exec>>i&1 != 0 {
							var c [4]uint32
							for k := range c {
								if c[k] = comp[k][i]; d16 {
									c[k] = fromD16(n, c[k])
								}
							}
							require.NoError(t, StoreFormat(d, n, c, want))
						}
						require.Equal(t, want, elementBytes(back, i), "lane %d", i)
					}
				})
			}
		}
	}
}

func rowsOf(n int) []*Row {
	rows := make([]*Row, n)
	for i := range rows {
		rows[i] = new(Row)
	}
	return rows
}

func elementBytes(rows []*Row, lane int) []byte {
	var b []byte
	for _, r := range rows {
		v := r[lane]
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return b
}

func TestD16(t *testing.T) {
	require.Equal(t, uint32(0x3c00), ToD16(Float, math.Float32bits(1)))
	require.Equal(t, uint32(0x7c00), ToD16(Unorm, math.Float32bits(1e9)))
	require.Equal(t, uint32(0xffff), ToD16(Uint, 0x12345678))
	require.Equal(t, uint32(0x8000), ToD16(Sint, 0x80000000))
	require.Equal(t, uint32(0xffff), ToD16(Sint, 0xffffffff))
	require.Equal(t, math.Float32bits(-2), fromD16(Float, 0x1234c000))
	require.Equal(t, uint32(0xffffffff), fromD16(Sint, 0xffff))
	require.Equal(t, uint32(0xffff), fromD16(Uint, 0xffff))
}

func FuzzFormat(f *testing.F) {
	f.Add(uint8(10), uint8(0), []byte{1, 2, 3, 4})
	f.Add(uint8(255), uint8(255), []byte{})
	f.Fuzz(func(t *testing.T, d, n uint8, p []byte) {
		c, err := LoadFormat(DataFormat(d), NumFormat(n), p)
		if err != nil {
			return
		}
		if StoreFormat(DataFormat(d), NumFormat(n), c, p) == nil {
			// Storing what was loaded and loading it again changes nothing, but for NaNs, which
			// become quiet.
			c2, err := LoadFormat(DataFormat(d), NumFormat(n), p)
			require.NoError(t, err)
			for i := range c {
				if x := math.Float32frombits(c[i]); n != uint8(Float) || x == x {
					require.Equal(t, c[i], c2[i])
				}
			}
		}
	})
}
