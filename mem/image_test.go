package mem

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// tsharp is an image resource by its fields, put together as the Vega ISA's table "Image Resource
// Definition" and AMD's register lists place them.
type tsharp struct {
	base             uint64
	data, num        uint32
	w, h, depth      uint32 // as sizes
	pitch            uint32 // texels, or rows of the chain
	typ              ImageType
	baseLevel, level uint32
	first, last      uint32
	maxMip           uint32
	layout           int // -1: linear
	sel              [4]uint32
	pow2             bool
	bc               uint32
	minLOD           uint32
	compressed       bool
}

func (v tsharp) words(g isa.Gen) (w [8]uint32) {
	set := func(bit, n int, x uint32) {
		if x >= 1<<n {
			panic(fmt.Sprintf("%d does not fit %d bits at %d", x, n, bit))
		}
		w[bit/32] |= x << (bit % 32)
	}
	w[0] = uint32(v.base >> 8)
	set(32, 8, uint32(v.base>>40))
	set(40, 12, v.minLOD)
	set(52, 6, v.data)
	set(58, 4, v.num)
	set(64, 14, v.w-1)
	set(78, 14, max(v.h, 1)-1)
	sel := v.sel
	if sel == [4]uint32{} {
		sel = [4]uint32{4, 5, 6, 7}
	}
	for i, s := range sel {
		set(96+3*i, 3, s)
	}
	set(108, 4, v.baseLevel)
	set(112, 4, v.level)
	layout := uint32(8)
	if g == isa.GCN14 {
		layout = 0
	}
	if v.layout > 0 {
		layout = uint32(v.layout)
	}
	set(116, 5, layout)
	set(124, 4, uint32(v.typ))
	set(128, 13, max(v.depth, 1)-1)
	set(160, 13, v.first)
	if g == isa.GCN14 {
		set(141, 16, max(v.pitch, 1)-1)
		set(157, 3, v.bc)
		set(188, 4, v.maxMip)
		if v.typ != Image3D {
			w[4] = w[4]&^0x1fff | v.last
		}
	} else {
		set(141, 14, max(v.pitch, 1)-1)
		set(173, 13, v.last)
		if v.pow2 {
			set(121, 1, 1)
		}
	}
	if v.compressed {
		set(213, 1, 1)
	}
	return w
}

func (v tsharp) on(g isa.Gen) *Image {
	im := DecodeImage(g, v.words(g), false)
	return &im
}

// widths takes the bits of X, Y, Z, W out of a format's name, whose first number has the highest
// bits.
func widths(name string) (w []uint) {
	parts := strings.Split(name, "_")
	for i := len(parts) - 1; i >= 0; i-- {
		n, err := strconv.Atoi(strings.TrimPrefix(parts[i], "x"))
		if err != nil {
			panic(name)
		}
		w = append(w, uint(n))
	}
	return w
}

// TestImageFormatsBothWays loads elements of every image format, with the fields cut out of the
// bits by the format's name and converted by exact arithmetic, and stores what was loaded.
func TestImageFormatsBothWays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := 0
	for d := Fmt8; int(d) < len(layouts); d++ {
		if layouts[d].name == "" || d == FmtReserved || d == Fmt5x9x9x9 || d == FmtX24x8x32 {
			continue
		}
		w := widths(d.String())
		total := uint(0)
		for _, n := range w {
			total += n
		}
		require.Equal(t, int(total/8), d.Bytes(), d.String())
		for num := Unorm; num <= Float; num++ {
			if CheckFormat(d, num, false) != nil {
				continue
			}
			seen++
			for range 200 {
				b := make([]byte, 16)
				binary.LittleEndian.PutUint64(b, r.Uint64())
				binary.LittleEndian.PutUint64(b[8:], r.Uint64())
				all := new(big.Int)
				for i := d.Bytes() - 1; i >= 0; i-- {
					all.Or(all.Lsh(all, 8), big.NewInt(int64(b[i])))
				}
				got, err := LoadFormat(d, num, b)
				require.NoError(t, err)
				at := uint(0)
				for k, n := range w {
					code := new(big.Int).And(new(big.Int).Rsh(all, at), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))).Int64()
					at += n
					switch {
					case num == Float: // its own exhaustive test
					case num == Uint:
						require.Equal(t, uint32(code), got[k])
					case num == Sint:
						require.Equal(t, uint32(int32(uint32(code)<<(32-n))>>(32-n)), got[k])
					default:
						want, _ := exactLoad(num, code, n).Float32()
						require.Equal(t, want, math.Float32frombits(got[k]), "%s %s component %d code %#x", d, num, k, code)
					}
				}
				if num != Unorm && num != Uint || CheckFormat(d, num, true) != nil {
					continue
				}
				back := make([]byte, d.Bytes())
				require.NoError(t, StoreFormat(d, num, got, back))
				require.Equal(t, b[:d.Bytes()], back, "%s %s", d, num)
			}
		}
	}
	require.Greater(t, seen, 90)
}

func TestSharedExponent(t *testing.T) {
	for _, c := range []struct {
		r, g, b, e uint32
	}{{0, 0, 0, 0}, {1, 2, 511, 0}, {256, 511, 1, 15}, {511, 511, 511, 31}, {1, 0, 300, 24}} {
		w := c.r | c.g<<9 | c.b<<18 | c.e<<27
		got, err := LoadFormat(Fmt5x9x9x9, Float, binary.LittleEndian.AppendUint32(nil, w))
		require.NoError(t, err)
		// EXT_texture_shared_exponent: mantissa * 2^(exponent - 15 - 9).
		for k, m := range []uint32{c.r, c.g, c.b} {
			require.Equal(t, float64(m)*math.Pow(2, float64(c.e)-24), float64(math.Float32frombits(got[k])))
		}
		require.Zero(t, got[3])
	}
	require.ErrorContains(t, CheckFormat(Fmt5x9x9x9, Float, true), "loaded")
	require.ErrorContains(t, CheckFormat(Fmt5x9x9x9, Unorm, false), "floating point")
}

func TestDepthAndStencilIn64Bits(t *testing.T) {
	b := make([]byte, 8)
	binary.LittleEndian.PutUint32(b, math.Float32bits(0.75))
	b[4] = 0xa5
	got, err := LoadFormat(FmtX24x8x32, Float, b)
	require.NoError(t, err)
	require.Equal(t, [4]uint32{math.Float32bits(0.75), 0xa5, 0, 0}, got)
	back := make([]byte, 8)
	require.NoError(t, StoreFormat(FmtX24x8x32, Float, got, back))
	require.Equal(t, b, back)
}

func TestSRGB(t *testing.T) {
	for v := range 256 {
		got, err := LoadFormat(Fmt8x4, Srgb, []byte{byte(v), 0, 255, byte(v)})
		require.NoError(t, err)
		// The curve of IEC 61966-2-1 back from linear to the code.
		x := float64(math.Float32frombits(got[0]))
		c := 1.055*math.Pow(x, 1/2.4) - 0.055
		if x <= 0.0031308 {
			c = 12.92 * x
		}
		require.InDelta(t, float64(v), 255*c, 1e-3)
		require.Equal(t, [3]uint32{0, 0x3f800000, math.Float32bits(float32(v) / 255)}, [3]uint32{got[1], got[2], got[3]})
	}
	require.Error(t, CheckFormat(Fmt16x2, Srgb, false))
	require.Error(t, CheckFormat(Fmt8x4, Srgb, true))
}

func TestDecodeImage(t *testing.T) {
	v := tsharp{base: 0xab_1234_5600, data: 10, num: 9, w: 300, h: 200, depth: 7, pitch: 320, typ: Image2DArray, baseLevel: 1, level: 3, first: 2, last: 6,
		maxMip: 5, sel: [4]uint32{6, 5, 4, 1}, pow2: true, bc: 4, minLOD: 0x280}
	for _, g := range isa.Gens() {
		im := v.on(g)
		require.Equal(t, uint64(0xab_1234_5600), im.Base)
		require.Equal(t, []any{Fmt8x4, Srgb, uint32(300), uint32(200), 1, 3, Image2DArray, 2.5}, []any{im.Data, im.Num, im.Width, im.Height, im.BaseLevel, im.LastLevel, im.Type, im.MinLOD})
		require.Equal(t, [4]DstSel{SelB, SelG, SelR, Sel1}, im.Sel)
		require.Equal(t, []uint32{320, 2, 6}, []uint32{im.Pitch, im.BaseArray, im.LastArray})
		require.Equal(t, 5, im.slices())
		if g == isa.GCN14 {
			require.Equal(t, []int{5, 4}, []int{im.MaxMip, int(im.BCSwizzle)})
		} else {
			require.True(t, im.Pow2Pad)
			require.Equal(t, uint32(7), im.Depth)
		}
		require.NoError(t, im.Check(false, false))
	}
}

// TestMipLevelsLieWhereTheAddressLibraryPutsThem: the numbers are worked out by hand from Mesa's
// addrlib.
func TestMipLevelsLieWhereTheAddressLibraryPutsThem(t *testing.T) {
	const before = isa.GCN10 | isa.GCN11 | isa.GCN12
	for _, c := range []struct {
		name               string
		gens               isa.Gen
		v                  tsharp
		level, x, y, slice int
		want               uint64
	}{
		{"one level", before, tsharp{data: 10, w: 100, h: 50, pitch: 128, typ: Image2D}, 0, 5, 3, 0, (3*128 + 5) * 4},
		{"one level, slices of whole rows", before, tsharp{data: 10, w: 100, h: 50, pitch: 128, depth: 4, last: 3, typ: Image2DArray}, 0, 1, 2, 3, 3*128*50*4 + (2*128+1)*4},
		{"slices padded to 64 texels", before, tsharp{data: 10, w: 8, h: 3, pitch: 8, depth: 4, last: 3, typ: Image2DArray}, 0, 1, 2, 3, 3*256 + 17*4},
		// 64 x 64 texels of 4 bytes: 16384 bytes, then 32 x 32: 4096, 16 x 16: 1024, 8 x 8 in rows
		// of at least 16 texels (64 bytes): 16 x 8 = 512.
		{"level 1", before, tsharp{data: 10, w: 64, h: 64, pitch: 64, typ: Image2D, level: 6, pow2: true}, 1, 3, 2, 0, 16384 + (2*32+3)*4},
		{"level 3", before, tsharp{data: 10, w: 64, h: 64, pitch: 64, typ: Image2D, level: 6, pow2: true}, 3, 3, 2, 0, 16384 + 4096 + 1024 + (2*16+3)*4},
		// 4 x 4 in rows of 16: 64 texels; 2 x 2 in rows of 16: 32 texels is no multiple of 64, so
		// the pitch grows to 32.
		{"level 5", before, tsharp{data: 10, w: 64, h: 64, pitch: 64, typ: Image2D, level: 6, pow2: true}, 5, 1, 1, 0, 16384 + 4096 + 1024 + 512 + 256 + 33*4},
		// 100 x 50 is padded to 128 x 64; level 1 is 64 x 32.
		{"padded", before, tsharp{data: 10, w: 100, h: 50, pitch: 128, typ: Image2D, level: 2, pow2: true}, 2, 1, 1, 0, 128*64*4 + 64*32*4 + 33*4},
		// Three slices are padded to four in each level.
		{"array", before, tsharp{data: 10, w: 64, h: 64, pitch: 64, depth: 3, last: 2, typ: Image2DArray, level: 1, pow2: true}, 1, 0, 1, 2, 4*16384 + 2*4096 + 32*4},
		{"cube of eight slices", before, tsharp{data: 10, w: 64, h: 64, pitch: 64, depth: 1, last: 5, typ: ImageCube, level: 1, pow2: true}, 1, 0, 0, 5, 8*16384 + 5*4096},
		{"3D", before, tsharp{data: 10, w: 64, h: 64, depth: 4, pitch: 64, typ: Image3D, level: 2, pow2: true}, 1, 0, 0, 1, 4*16384 + 4096},
		{"3D level 2", before, tsharp{data: 10, w: 64, h: 64, depth: 4, pitch: 64, typ: Image3D, level: 2, pow2: true}, 2, 2, 0, 0, 4*16384 + 2*4096 + 8},
		{"1D", before, tsharp{data: 4, w: 100, pitch: 112, typ: Image1D}, 0, 99, 0, 0, 99 * 4},
		{"96 bits", before, tsharp{data: 13, w: 20, h: 5, pitch: 32, typ: Image2D}, 0, 3, 2, 0, (2*32 + 3) * 12},

		{"one level", isa.GCN14, tsharp{data: 10, w: 100, h: 50, pitch: 128, typ: Image2D}, 0, 5, 3, 0, (3*128 + 5) * 4},
		{"slices", isa.GCN14, tsharp{data: 10, w: 100, h: 50, pitch: 128, last: 3, typ: Image2DArray}, 0, 1, 2, 3, 3*128*50*4 + (2*128+1)*4},
		// All levels in rows of the first one: 100 texels padded to 256 bytes are 128. Heights 25,
		// 13, 7, 4: halves are rounded up.
		{"chain", isa.GCN14, tsharp{data: 10, w: 100, h: 25, pitch: 25 + 13 + 7 + 4, typ: Image2D, level: 3, maxMip: 3}, 3, 2, 1, 0, ((25+13+7+1)*128 + 2) * 4},
		{"chain of an array", isa.GCN14, tsharp{data: 10, w: 100, h: 25, pitch: 25 + 13, last: 4, typ: Image2DArray, level: 1, maxMip: 1}, 1, 2, 3, 4, (4*38*128 + (25+3)*128 + 2) * 4},
		{"3D", isa.GCN14, tsharp{data: 10, w: 64, h: 64, depth: 4, pitch: 96, typ: Image3D, level: 1, maxMip: 1}, 1, 0, 2, 1, (96*64 + 66*64) * 4},
	} {
		for _, g := range isa.Gens() {
			if c.gens&g != 0 {
				c.v.base = 0x7_0000_0100
				im := c.v.on(g)
				require.NoError(t, im.Check(false, true), "%v %s", g, c.name)
				require.Equal(t, c.v.base+c.want, im.Address(c.level, c.x, c.y, c.slice), "%v %s", g, c.name)
			}
		}
	}
}

// shapes are images of every type, with and without mip levels and views.
func shapes(g isa.Gen) (list []tsharp) {
	for typ := Image1D; typ <= Image2DArray; typ++ {
		for _, levels := range []uint32{1, 4} {
			v := tsharp{base: 0x1_0000_0000, data: 4, num: 4, w: 13, h: 9, depth: 5, pitch: 16, typ: typ, level: levels - 1, maxMip: levels - 1, pow2: levels > 1}
			if typ == ImageCube {
				v.h, v.depth = v.w, 2
			}
			if typ.dims() == 1 {
				v.h = 1
			}
			if g == isa.GCN14 {
				v.pitch = 64
				if levels > 1 {
					v.pitch = v.h + (v.h+1)/2 + (v.h+3)/4 + (v.h+7)/8
				}
			}
			switch {
			case typ == ImageCube:
				v.last = 11
			case typ.array():
				v.first, v.last = 1, 3
			}
			list = append(list, v)
		}
	}
	return list
}

// TestTexelsDoNotOverlap and lie within Size.
func TestTexelsDoNotOverlap(t *testing.T) {
	for _, g := range isa.Gens() {
		for _, v := range shapes(g) {
			im := v.on(g)
			require.NoError(t, im.Check(true, false))
			seen := map[uint64]bool{}
			for l := 0; l <= im.LastLevel; l++ {
				w, h, d := im.extent(l)
				if typ := im.Type; typ != Image3D {
					d = int(im.LastArray) + 1
				}
				for i := range w * h * d {
					a := im.Address(l, i%w, i/w%h, i/w/h)
					require.False(t, seen[a], "%v %s level %d texel %d", g, v.typ, l, i)
					seen[a] = true
					require.Less(t, a, im.Base+im.Size())
				}
			}
		}
	}
}

// TestLanesOfEveryDimension compares addresses and range checks with the definition, coordinates
// just inside and outside.
func TestLanesOfEveryDimension(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, g := range isa.Gens() {
		for _, v := range shapes(g) {
			for _, base := range []uint32{0, 1} {
				v.baseLevel = min(base, v.level)
				im := v.on(g)
				var x, y, z, index, level Row
				edge := func(n int) uint32 {
					return []uint32{0, uint32(n - 1), uint32(n), r.Uint32N(uint32(n)), r.Uint32N(uint32(n)), r.Uint32N(uint32(n)), 0xffffffff}[r.IntN(7)]
				}
				for i := range x {
					x[i], y[i], z[i], index[i], level[i] = edge(13), edge(int(v.h)), edge(5), edge(im.slices()), edge(int(v.level)+1)
				}
				q := &ImageQuery{Exec: 0xfffffffffffffff0, Coord: [3]*Row{&x, &y, &z}, Index: &index, Level: &level}
				var addr [64]uint64
				ok := im.Lanes(q, &addr)
				for i := range 64 {
					l := uint64(level[i]) + uint64(v.baseLevel)
					in := i >= 4 && l <= uint64(v.level)
					want := uint64(0)
					if in {
						slice := uint32(0)
						in = x[i] < max(uint32(13)>>l, 1)
						switch v.typ {
						case Image3D:
							in = in && z[i] < max(uint32(5)>>l, 1)
							slice = z[i]
						case ImageCube:
							in = in && index[i] < 12
							slice = index[i]
						case Image1DArray, Image2DArray:
							in = in && index[i] < 3
							slice = 1 + index[i]
						}
						yy := y[i]
						if v.typ == Image1D || v.typ == Image1DArray {
							yy = 0
						}
						if in = in && yy < max(v.h>>l, 1); in {
							want = im.Address(int(l), int(x[i]), int(yy), int(slice))
						}
					}
					require.Equal(t, in, ok>>i&1 != 0, "%v %s lane %d", g, v.typ, i)
					if in {
						require.Equal(t, want, addr[i])
					}
				}
			}
		}
	}
}

func TestImageInfo(t *testing.T) {
	for _, g := range isa.Gens() {
		for _, c := range []struct {
			v     tsharp
			level uint32
			want  [4]uint32
		}{
			{tsharp{w: 100, h: 60, typ: Image2D}, 0, [4]uint32{100, 60, 1, 1}},
			{tsharp{w: 100, h: 60, typ: Image2D, level: 6, maxMip: 6}, 2, [4]uint32{25, 15, 1, 7}},
			{tsharp{w: 100, h: 60, typ: Image2D, level: 6, maxMip: 6}, 6, [4]uint32{1, 1, 1, 7}},
			{tsharp{w: 100, h: 60, typ: Image2D, baseLevel: 2, level: 6, maxMip: 6}, 1, [4]uint32{12, 7, 1, 5}},
			{tsharp{w: 100, h: 60, typ: Image2D, level: 6, maxMip: 6}, 7, [4]uint32{0, 0, 0, 7}},
			{tsharp{w: 100, h: 60, depth: 20, typ: Image3D, level: 6, maxMip: 6}, 1, [4]uint32{50, 30, 10, 7}},
			{tsharp{w: 100, h: 60, depth: 20, first: 3, last: 9, typ: Image2DArray, level: 6, maxMip: 6}, 1, [4]uint32{50, 30, 7, 7}},
			{tsharp{w: 100, depth: 20, first: 3, last: 9, typ: Image1DArray}, 0, [4]uint32{100, 1, 7, 1}},
			{tsharp{w: 32, h: 32, depth: 2, last: 11, typ: ImageCube}, 0, [4]uint32{32, 32, 12, 1}},
		} {
			c.v.data = 10
			require.Equal(t, c.want, c.v.on(g).Info(c.level), "%v %+v", g, c.v)
		}
	}
}

// TestImagesThatAreNotModelledFaultByName.
func TestImagesThatAreNotModelledFaultByName(t *testing.T) {
	plain := tsharp{data: 10, w: 16, h: 16, pitch: 64, typ: Image2D}
	const all, before = isa.AllGens, isa.GCN10 | isa.GCN11 | isa.GCN12
	for _, c := range []struct {
		gens   isa.Gen
		change func(v *tsharp)
		reason error
		want   string
	}{
		{all, func(v *tsharp) { v.typ = 0 }, ErrNotImage, "type 0"},
		{all, func(v *tsharp) { v.typ = Image2DMSAA }, ErrImageKind, "2D MSAA"},
		{all, func(v *tsharp) { v.typ = Image2DMSAAArray }, ErrImageKind, "2D MSAA array"},
		{before, func(v *tsharp) { v.layout = 31 }, ErrImageKind, "tiling index 31: no driver of "},
		{before, func(v *tsharp) { v.layout, v.data, v.num, v.pitch = 9, 14, 7, 64 }, ErrImageKind, "tiling index 9: texels of 16 bytes have no such order"},
		{before, func(v *tsharp) { v.layout, v.data, v.num = 13, 13, 7 }, ErrImageKind, "tiling index 13: an image of 32_32_32 is linear"},
		{before, func(v *tsharp) { v.layout, v.w, v.pitch = 13, 40, 44 }, ErrImage, "pitch 44: tiling index 13 has multiples of 8, here at least 40"},
		{before, func(v *tsharp) { v.layout, v.data, v.num, v.w, v.h, v.pitch = 13, 1, 4, 8, 8, 8 }, ErrImage, "pitch 8: slices of tiling index 13 have multiples of 256 bytes, not 64"},
		{isa.GCN10, func(v *tsharp) { v.layout, v.level, v.depth = 18, 1, 2 }, ErrImageKind, "tiling index 18: levels that have fewer slices than a tile of GCN 1.0"},
		{isa.GCN14, func(v *tsharp) { v.layout = 14 }, ErrImageKind, "VAR_D: no driver has blocks of such a size"},
		{isa.GCN14, func(v *tsharp) { v.layout = 29 }, ErrImageKind, "VAR_S_X: no driver has blocks of such a size"},
		{isa.GCN14, func(v *tsharp) { v.layout, v.typ = 18, Image3D }, ErrImageKind, "64KB_D_T: a partially resident 3D image has the orders Z, S"},
		{isa.GCN14, func(v *tsharp) { v.layout, v.typ = 9, Image1D }, ErrImageKind, "64KB_S: a 1D image is linear"},
		{isa.GCN14, func(v *tsharp) { v.layout, v.data, v.num = 9, 13, 7 }, ErrImageKind, "64KB_S: an image of 32_32_32 is linear"},
		{isa.GCN14, func(v *tsharp) { v.layout = 9 }, ErrImage, "pitch 64: 64KB_S has multiples of 128, here at least 128"},
		{isa.GCN14, func(v *tsharp) { v.layout, v.w, v.pitch, v.level, v.maxMip = 5, 40, 32, 1, 1 }, ErrImage, "pitch, here rows of all levels, 32: 4KB_S has multiples of 32, here at least 64"},
		{isa.GCN14, func(v *tsharp) { v.layout, v.maxMip = 5, 7 }, ErrImage, "last level 7 in memory of an image that has 5 levels"},
		{isa.GCN12 | isa.GCN14, func(v *tsharp) { v.compressed = true }, ErrImageKind, "compressed"},
		{all, func(v *tsharp) { v.data = 0 }, ErrFormat, "invalid"},
		{all, func(v *tsharp) { v.data = 0x23 }, ErrImageKind, "BC1"},
		{all, func(v *tsharp) { v.data = 0x29 }, ErrImageKind, "BC7"},
		{all, func(v *tsharp) { v.data = 0x18 }, ErrImageKind, "ETC2_RGB"},
		{all, func(v *tsharp) { v.data = 0x20 }, ErrImageKind, "GB_GR"},
		{before, func(v *tsharp) { v.data = 0x2c }, ErrImageKind, "FMASK8_S2_F1"},
		{isa.GCN14, func(v *tsharp) { v.data = 0x2e }, ErrImageKind, "ASTC_2D_LDR"},
		{all, func(v *tsharp) { v.data = 0x1d }, ErrFormat, "no such format"},
		{all, func(v *tsharp) { v.num = 8 }, ErrImageKind, "number format 8"},
		{before, func(v *tsharp) { v.num = 12 }, ErrImageKind, "ubint"},
		{isa.GCN14, func(v *tsharp) { v.num = 6 }, ErrImageKind, "number format 6"},
		{all, func(v *tsharp) { v.num = 7 }, ErrFormat, "8_8_8_8 float"},
		{all, func(v *tsharp) { v.sel = [4]uint32{4, 2, 6, 7} }, ErrFormat, "DST_SEL_Y is 2"},
		{all, func(v *tsharp) { v.baseLevel = 2 }, ErrImage, "base level 2 above last level 0"},
		{isa.GCN14, func(v *tsharp) { v.level = 2 }, ErrImage, "last level 2"},
		{all, func(v *tsharp) { v.typ, v.first = Image2DArray, 2 }, ErrImage, "first array slice 2"},
		{all, func(v *tsharp) { v.data, v.num, v.level, v.maxMip = 13, 7, 2, 2 }, ErrImageKind, "32_32_32"},
	} {
		for _, g := range isa.Gens() {
			if c.gens&g == 0 {
				continue
			}
			v := plain
			c.change(&v)
			err := v.on(g).Check(false, false)
			require.ErrorIs(t, err, c.reason, "%v %s", g, c.want)
			require.ErrorContains(t, err, c.want)
			var ie *ImageError
			require.ErrorAs(t, err, &ie)
		}
	}
}

func TestAtomicsNeedTheRightMask(t *testing.T) {
	for _, c := range []struct {
		data  uint32
		op    isa.AtomicOp
		dmask uint8
		want  int
	}{{4, isa.AtomAdd, 1, 4}, {4, isa.AtomCmpSwap, 3, 4}, {11, isa.AtomAdd, 3, 8}, {11, isa.AtomCmpSwap, 15, 8}, {12, isa.AtomUMax, 3, 8},
		{4, isa.AtomAdd, 3, 0}, {4, isa.AtomCmpSwap, 1, 0}, {11, isa.AtomAdd, 1, 0}, {14, isa.AtomAdd, 15, 0}, {2, isa.AtomAdd, 1, 0}} {
		n, err := tsharp{data: c.data, num: 4, w: 8, h: 8, typ: Image2D}.on(isa.GCN12).AtomicBytes(c.op, c.dmask)
		require.Equal(t, c.want, n)
		require.Equal(t, c.want == 0, err != nil)
	}
}

func ExampleLinearImage2D() {
	words, size := LinearImage2D(isa.GCN14, 0x10000, Fmt8x4, Unorm, 100, 50)
	im := DecodeImage(isa.GCN14, words, false)
	fmt.Println(im.Type, im.Data, im.Num, im.Check(true, false), size)
	fmt.Printf("%#x\n", im.Address(0, 5, 3, 0))
	// Output:
	// 2D 8_8_8_8 unorm <nil> 25600
	// 0x10614
}

// FuzzImage: no descriptor makes addresses that cannot be computed, and a checked one can be
// sampled.
func FuzzImage(f *testing.F) {
	v := tsharp{base: 0x10000, data: 10, w: 16, h: 16, pitch: 64, typ: Image2D}
	add := func(i int, v tsharp) {
		b := make([]byte, 0, 64)
		for _, w := range v.words(isa.Gens()[i]) {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		f.Add(uint8(i), append(b, make([]byte, 32)...))
	}
	for i := range isa.Gens() {
		add(i, v)
	}
	for mode := 1; mode < 32; mode++ {
		v.layout = mode
		for _, v.typ = range []ImageType{Image2D, Image2DArray, Image3D} {
			for _, v.maxMip = range []uint32{0, 4} {
				v.level, v.pitch = v.maxMip, 512
				for i := range isa.Gens() {
					add(i, v)
				}
			}
		}
	}
	var chips []*TileModes
	for _, name := range slices.Sorted(maps.Keys(tileModes())) {
		chips = append(chips, tileModes()[name])
	}
	f.Fuzz(func(t *testing.T, gen uint8, b []byte) {
		if len(b) < 64 {
			return
		}
		var w [8]uint32
		var sw [4]uint32
		var c [4]Row
		for i := range w {
			w[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
		for i := range sw {
			sw[i] = binary.LittleEndian.Uint32(b[32+4*i:])
			for l := range c[i] {
				c[i][l] = binary.LittleEndian.Uint32(b[48+4*((i+l)%4):])
			}
		}
		g := isa.Gens()[gen%4]
		im := DecodeImage(g, w, gen&4 != 0)
		if gen >= 8 {
			im = DecodeImageOn(chips[int(gen>>3)%len(chips)], g, w, gen&4 != 0)
		}
		if im.Check(false, false) != nil {
			return
		}
		var addr [64]uint64
		im.Lanes(&ImageQuery{Exec: 15, Coord: [3]*Row{&c[0], &c[1], &c[2]}, Index: &c[3]}, &addr)
		s := DecodeSampler(g, sw)
		q := &SampleQuery{Exec: 15, Op: isa.ImageSample, Coord: [3]*Row{&c[0], &c[1], &c[2]}, Index: &c[3]}
		if s.Check(&im, q) == nil {
			mem := NewGlobal()
			_, _ = mem.Map("texels", im.Base, 4096)
			var out [4]Row
			_ = mem.Sample(&im, &s, q, &[4]*Row{&out[0], &out[1], &out[2], &out[3]})
		}
	})
}
