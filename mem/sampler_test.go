package mem

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// ssharp is a sampler resource by its fields.
type ssharp struct {
	wrap                    [3]Wrap
	aniso, compare          uint32
	unnorm, trunc, noWrap   bool
	degamma, skip           bool
	reduce                  uint32
	minLOD, maxLOD          float64
	bias                    float64
	mag, min                Filter
	z, mip, border, pointer uint32
}

func (v ssharp) words() (w [4]uint32) {
	bit := func(b bool, at int) uint32 {
		if b {
			return 1 << at
		}
		return 0
	}
	w[0] = uint32(v.wrap[0]) | uint32(v.wrap[1])<<3 | uint32(v.wrap[2])<<6 | v.aniso<<9 | v.compare<<12 | bit(v.unnorm, 15) | bit(v.degamma, 20) |
		bit(v.trunc, 27) | bit(v.noWrap, 28) | v.reduce<<29
	w[1] = uint32(v.minLOD*256) | uint32(v.maxLOD*256)<<12
	w[2] = uint32(int32(v.bias*256))&0x3fff | uint32(v.mag)<<20 | uint32(v.min)<<22 | v.z<<24 | v.mip<<26
	w[3] = v.pointer | bit(v.skip, 12) | v.border<<30
	return w
}

// bench is an image in memory whose texels are chosen by a function.
type bench struct {
	t  *testing.T
	g  *Global
	im *Image
}

func newBench(t *testing.T, g isa.Gen, v tsharp, texel func(level, slice, x, y int) []byte) *bench {
	b := &bench{t: t, g: NewGlobal(), im: v.on(g)}
	require.NoError(t, b.im.Check(false, false))
	_, err := b.g.Map("texels", b.im.Base, b.im.Size())
	require.NoError(t, err)
	for l := 0; l <= b.im.LastLevel; l++ {
		w, h, d := b.im.extent(l)
		if b.im.Type != Image3D {
			d = int(b.im.LastArray) + 1
		}
		for i := range w * h * d {
			require.NoError(t, b.g.Write(b.im.Address(l, i%w, i/w%h, i/w/h), texel(l, i/w/h, i%w, i/w%h)))
		}
	}
	return b
}

// sample runs a query on all lanes.
func (b *bench) sample(v ssharp, q *SampleQuery) (out [4]Row) {
	b.t.Helper()
	s := DecodeSampler(b.im.Gen, v.words())
	q.Exec = AllLanes
	require.NoError(b.t, s.Check(b.im, q))
	require.NoError(b.t, b.g.Sample(b.im, &s, q, &[4]*Row{&out[0], &out[1], &out[2], &out[3]}))
	return out
}

func f32(x float64) uint32 { return math.Float32bits(float32(x)) }

func rowF(f func(i int) float64) *Row {
	var r Row
	for i := range r {
		r[i] = f32(f(i))
	}
	return &r
}

func float32s(v ...float64) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, f32(x))
	}
	return b
}

// TestAddressingModes: texel numbers -9 to 12 of an axis of 4, written out. -1 is the border.
func TestAddressingModes(t *testing.T) {
	const b = -1
	for w, want := range map[Wrap][22]int{
		WrapRepeat:           {3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0},
		WrapMirror:           {0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3},
		WrapClampEdge:        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
		WrapMirrorOnceEdge:   {3, 3, 3, 3, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
		WrapClampHalfBorder:  {b, b, b, b, b, b, b, b, b, 0, 1, 2, 3, b, b, b, b, b, b, b, b, b},
		WrapMirrorOnceHalf:   {b, b, b, b, b, 3, 2, 1, 0, 0, 1, 2, 3, b, b, b, b, b, b, b, b, b},
		WrapClampBorder:      {b, b, b, b, b, b, b, b, b, 0, 1, 2, 3, b, b, b, b, b, b, b, b, b},
		WrapMirrorOnceBorder: {b, b, b, b, b, 3, 2, 1, 0, 0, 1, 2, 3, b, b, b, b, b, b, b, b, b},
	} {
		for i, at := range want {
			got, border := w.texelAt(i-9, 4)
			if border {
				got = -1
			}
			require.Equal(t, at, got, "mode %d texel %d", w, i-9)
		}
	}
}

// wrapped is the definition of the addressing modes on continuous coordinates in texels, as
// Direct3D and OpenGL give it: the coordinate inside the image, or out.
func wrapped(w Wrap, u, size float64) (float64, bool) {
	if w == WrapMirrorOnceEdge || w == WrapMirrorOnceHalf || w == WrapMirrorOnceBorder {
		u = math.Abs(u)
	}
	switch w {
	case WrapRepeat:
		return u - size*math.Floor(u/size), false
	case WrapMirror:
		u = math.Mod(math.Abs(u), 2*size)
		return size - math.Abs(u-size), false
	case WrapClampBorder, WrapMirrorOnceBorder:
		return u, u < 0 || u >= size
	}
	return min(max(u, 0), math.Nextafter(size, 0)), false
}

// TestNearestIsExact: coordinates away from texel edges, every mode, dimension and generation,
// against the definition.
func TestNearestIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, g := range isa.Gens() {
		for _, typ := range []ImageType{Image1D, Image2D, Image3D, Image1DArray, Image2DArray} {
			v := tsharp{base: 0x100000, data: 14, num: 7, w: 7, h: 5, depth: 3, pitch: 16, typ: typ}
			if typ.array() {
				v.depth, v.first, v.last = 4, 1, 3
			}
			b := newBench(t, g, v, func(_, z, x, y int) []byte { return float32s(float64(x), float64(y), float64(z), 9) })
			size := [3]float64{7, 5, 3}
			for w := WrapRepeat; w <= WrapMirrorOnceBorder; w++ {
				for _, unnorm := range []bool{false, true} {
					s := ssharp{wrap: [3]Wrap{w, w, w}, unnorm: unnorm, border: 2, trunc: r.IntN(2) == 0}
					var c [3]Row
					var u [3][64]float64
					for k := range c {
						for i := range c[k] {
							x := float64(r.IntN(40)-20) + 0.02 + 0.96*r.Float64()
							div := size[k]
							if unnorm {
								div = 1
							}
							c[k][i] = f32(x / div)
							u[k][i] = float64(math.Float32frombits(c[k][i])) * div
						}
					}
					index := rowF(func(i int) float64 { return float64(i)/8 - 2.1 })
					out := b.sample(s, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{&c[0], &c[1], &c[2]}, Index: index})
					for i := range 64 {
						want := [4]float64{0, 0, 0, 9}
						border := false
						for k := range typ.dims() {
							x, out := wrapped(w, u[k][i], size[k])
							want[k] = math.Floor(x)
							border = border || out
						}
						if typ.array() {
							want[2] = 1 + math.RoundToEven(min(max(float64(i)/8-2.1, 0), 2))
						}
						if border {
							want = [4]float64{1, 1, 1, 1}
						}
						for k := range want {
							require.Equal(t, want[k], float(out[k][i]), "%v %s mode %d lane %d component %d at %v", g, typ, w, i, k, u)
						}
					}
				}
			}
		}
	}
}

// TestLinearWithinBound: against the definition with exact weights. A coordinate is off by at most
// 1/512 texel, so a result is off by at most that part of the range of the texels for each
// dimension.
func TestLinearWithinBound(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	const size = 6
	var texels [size][size][size]float64
	for i := range size * size * size {
		texels[i/36][i/6%6][i%6] = float64(float32(r.Float64()))
	}
	for _, g := range isa.Gens() {
		for _, typ := range []ImageType{Image1D, Image2D, Image3D} {
			b := newBench(t, g, tsharp{base: 0x100000, data: 4, num: 7, w: size, h: size, depth: size, pitch: 64, typ: typ, sel: [4]uint32{4, 4, 0, 1}},
				func(_, z, x, y int) []byte { return float32s(texels[z][y][x]) })
			for w := WrapRepeat; w <= WrapMirrorOnceBorder; w++ {
				s := ssharp{wrap: [3]Wrap{w, w, w}, mag: FilterLinear}
				var c [3]Row
				for k := range c {
					for i := range c[k] {
						c[k][i] = f32(r.Float64()*4 - 1.5)
					}
				}
				out := b.sample(s, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{&c[0], &c[1], &c[2]}})
				for i := range 64 {
					want := 0.0
					dims := typ.dims()
					for corner := range 1 << dims {
						weight, border := 1.0, false
						var at [3]int
						for k := range dims {
							u := float(c[k][i]) * size
							if w == WrapClampHalfBorder || w == WrapMirrorOnceHalf {
								if w == WrapMirrorOnceHalf {
									u = math.Abs(u)
								}
								u = min(max(u, 0), size)
							}
							lo := math.Floor(u - 0.5)
							f := u - 0.5 - lo
							if corner>>k&1 == 0 {
								weight *= 1 - f
							} else {
								weight *= f
								lo++
							}
							if w == WrapClampHalfBorder || w == WrapMirrorOnceHalf {
								// At the mirror there is no border: min(1, max(1/2n, |u|)) in
								// EXT_texture_mirror_clamp.
								border = border || lo < 0 && w == WrapClampHalfBorder || lo >= size
								lo = min(max(lo, 0), size-1)
							}
							x, out := wrapped(w, lo+0.5, size)
							border = border || out
							if !out {
								at[k] = int(x)
							}
						}
						if !border {
							want += weight * texels[at[2]][at[1]][at[0]]
						}
					}
					require.InDelta(t, want, float(out[0][i]), float64(dims)/512+1e-6, "%v %s mode %d lane %d", g, typ, w, i)
					require.Equal(t, [3]uint32{out[0][i], 0, 0x3f800000}, [3]uint32{out[1][i], out[2][i], out[3][i]})
				}
			}
		}
	}
}

// TestLinearWeightsHave8Bits: exact sums of the stated weights.
func TestLinearWeightsHave8Bits(t *testing.T) {
	b := newBench(t, isa.GCN12, tsharp{base: 0x100000, data: 4, num: 7, w: 2, h: 1, pitch: 64, typ: Image2D}, func(_, _, x, _ int) []byte { return float32s(float64(x)) })
	for _, trunc := range []bool{false, true} {
		u := rowF(func(i int) float64 { return (0.5 + float64(i)/64 + 0.0029) / 2 }) // 0.0029: 0.74 of 1/256
		out := b.sample(ssharp{mag: FilterLinear, trunc: trunc, wrap: [3]Wrap{2, 2, 2}}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{u, u}})
		for i := range 64 {
			want := float64(4*i+1) / 256
			if trunc {
				want = float64(4*i) / 256
			}
			require.Equal(t, want, float(out[0][i]))
		}
	}
}

// TestMipLevels: every level has its number as its value.
func TestMipLevels(t *testing.T) {
	for _, g := range isa.Gens() {
		v := tsharp{base: 0x100000, data: 4, num: 7, w: 64, h: 64, pitch: 64, typ: Image2D, level: 6, maxMip: 6, pow2: true}
		if g == isa.GCN14 {
			v.pitch = 127
		}
		for _, base := range []uint32{0, 2} {
			v.baseLevel = base
			b := newBench(t, g, v, func(l, _, _, _ int) []byte { return float32s(float64(l)) })
			half := rowF(func(int) float64 { return 0.3 })
			last := 6 - float64(base)
			lods := rowF(func(i int) float64 { return float64(i-16)/6 + 0.01 })
			for _, c := range []struct {
				name string
				s    ssharp
				q    SampleQuery
				want func(lod float64) float64 // exact level, before rounding to 1/256
			}{
				{"none", ssharp{maxLOD: 15}, SampleQuery{}, func(float64) float64 { return 0 }},
				{"point", ssharp{mip: 1, maxLOD: 15}, SampleQuery{}, func(l float64) float64 { return math.Floor(min(max(l, 0), last) + 0.5) }},
				{"linear", ssharp{mip: 2, maxLOD: 15}, SampleQuery{}, func(l float64) float64 { return min(max(l, 0), last) }},
				{"sampler's limits", ssharp{mip: 2, minLOD: 1.25, maxLOD: 2.5}, SampleQuery{}, func(l float64) float64 { return min(max(l, 1.25), 2.5) }},
				{"sampler's bias", ssharp{mip: 2, maxLOD: 15, bias: -1.5}, SampleQuery{}, func(l float64) float64 { return min(max(l-1.5, 0), last) }},
				{"bias", ssharp{mip: 2, maxLOD: 15}, SampleQuery{Bias: rowF(func(int) float64 { return 0.75 })}, func(l float64) float64 { return min(max(l+0.75, 0), last) }},
				{"clamp", ssharp{mip: 2, maxLOD: 15}, SampleQuery{Clamp: rowF(func(int) float64 { return 2.25 })}, func(l float64) float64 { return min(max(l, 2.25), last) }},
			} {
				for _, how := range []isa.LODFrom{isa.LODGiven, isa.LODDerivs} {
					q := c.q
					q.Op, q.From, q.Coord = isa.ImageSample, how, [3]*Row{half, half}
					q.LOD = lods
					if how == isa.LODDerivs {
						// 2^lod texels of the view's first level along y for v, and less along x.
						d := rowF(func(i int) float64 { return math.Exp2(float(lods[i])) / float64(int(64)>>base) })
						less := rowF(func(i int) float64 { return math.Exp2(float(lods[i])) / float64(int(128)>>base) })
						zero := rowF(func(int) float64 { return 0 })
						q.Deriv = [6]*Row{less, zero, zero, d}
					}
					out := b.sample(c.s, &q)
					for i := range 64 {
						want := float64(base) + c.want(float(lods[i]))
						tol := 0.5/256 + 1e-5
						if c.s.mip < 2 {
							tol = 0
						}
						require.InDelta(t, want, float(out[0][i]), tol, "%v %s %v lod %v", g, c.name, how, float(lods[i]))
					}
				}
			}
			// The mip level that a sample would take, and the one before clamps.
			out := b.sample(ssharp{mip: 2, maxLOD: 2}, &SampleQuery{Op: isa.ImageLOD, Coord: [3]*Row{
				rowF(func(i int) float64 { return float64(i&1) * 8 / float64(int(64)>>base) }), half}})
			require.Equal(t, []float64{2, 3}, []float64{float(out[0][5]), float(out[1][5])})
		}
	}
}

// TestFilterByLevel: at LOD 0 and below the magnification filter, above it the other.
func TestFilterByLevel(t *testing.T) {
	b := newBench(t, isa.GCN11, tsharp{base: 0x100000, data: 4, num: 7, w: 4, h: 4, pitch: 64, typ: Image2D}, func(_, _, x, _ int) []byte { return float32s(float64(x)) })
	c := rowF(func(int) float64 { return 1.75 / 4 })
	lod := rowF(func(i int) float64 { return float64(i-32) / 32 })
	for _, s := range []ssharp{{mag: FilterLinear, maxLOD: 4}, {min: FilterLinear, maxLOD: 4}, {mag: FilterAnisoLinear, maxLOD: 4}} {
		out := b.sample(s, &SampleQuery{Op: isa.ImageSample, From: isa.LODGiven, LOD: lod, Coord: [3]*Row{c, c}})
		for i := range 64 {
			want := 1.0
			if (i <= 32) == (s.mag != FilterPoint) {
				want = 1.25
			}
			require.Equal(t, want, float(out[0][i]))
		}
	}
}

// TestImplicitDerivatives: the longer of the differences of lanes 1-0 and 2-0 of each four decides.
func TestImplicitDerivatives(t *testing.T) {
	v := tsharp{base: 0x100000, data: 4, num: 7, w: 64, h: 64, pitch: 64, typ: Image2D, level: 6, pow2: true}
	b := newBench(t, isa.GCN12, v, func(l, _, _, _ int) []byte { return float32s(float64(l)) })
	u := rowF(func(i int) float64 { return float64(i&1) * math.Exp2(float64(i>>4)) / 64 })
	w := rowF(func(i int) float64 { return float64(i>>1&1) * math.Exp2(float64(i>>2&3)+0.25) / 64 })
	out := b.sample(ssharp{mip: 2, maxLOD: 15}, &SampleQuery{Op: isa.ImageSample, Coord: [3]*Row{u, w}})
	for i := range 64 {
		require.InDelta(t, max(float64(i>>4), float64(i>>2&3)+0.25), float(out[0][i]), 1.0/512)
	}
	// Coarse derivatives: one level for four lanes.
	d := rowF(func(i int) float64 { return math.Exp2(float64(i&3)) / 64 })
	zero := rowF(func(int) float64 { return 0 })
	out = b.sample(ssharp{mip: 1, maxLOD: 15}, &SampleQuery{Op: isa.ImageSample, From: isa.LODCoarse, Coord: [3]*Row{u, w}, Deriv: [6]*Row{d, zero, zero, zero}})
	require.Equal(t, Row{}, out[0])
	out = b.sample(ssharp{mip: 1, maxLOD: 15}, &SampleQuery{Op: isa.ImageSample, From: isa.LODDerivs, Coord: [3]*Row{u, w}, Deriv: [6]*Row{d, zero, zero, zero}})
	require.Equal(t, []float64{0, 1, 2, 3}, []float64{float(out[0][0]), float(out[0][1]), float(out[0][2]), float(out[0][3])})
}

func TestGatherOrderAndIntegers(t *testing.T) {
	for _, g := range isa.Gens() {
		for _, num := range []uint32{4, 7} {
			b := newBench(t, g, tsharp{base: 0x100000, data: 11, num: num, w: 8, h: 8, pitch: 64, typ: Image2D}, func(_, _, x, y int) []byte {
				if num == 4 {
					return []byte{byte(x), 0, 0, 0, byte(y), 0, 0, 0}
				}
				return float32s(float64(x), float64(y))
			})
			u := rowF(func(int) float64 { return 3.25 / 8 }) // between the centres of texels 2 and 3
			w := rowF(func(int) float64 { return 5.75 / 8 }) // between those of 5 and 6
			x0, y0 := 2, 5
			if num == 4 && g != isa.GCN14 {
				x0 = 3 // half a texel off (Mesa, lower_gather4_integer)
			}
			for comp, want := range [2][4]int{{x0, x0 + 1, x0 + 1, x0}, {y0 + 1, y0 + 1, y0, y0}} {
				out := b.sample(ssharp{}, &SampleQuery{Op: isa.ImageGather, From: isa.LODZero, Comp: comp, Coord: [3]*Row{u, w}})
				for k := range want {
					got := float(out[k][9])
					if num == 4 {
						got = float64(out[k][9])
					}
					require.Equal(t, float64(want[k]), got, "%v num %d component %d", g, num, comp)
				}
			}
			if num == 4 { // a linear filter takes the nearest integer
				out := b.sample(ssharp{mag: FilterLinear}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{u, w}})
				require.Equal(t, []uint32{3, 5, 0, 0}, []uint32{out[0][0], out[1][0], out[2][0], out[3][0]})
			}
		}
	}
}

func TestComparisonOffsetsAndReductions(t *testing.T) {
	depth := func(x, y int) float64 { return float64(x+8*y) / 64 }
	b := newBench(t, isa.GCN12, tsharp{base: 0x100000, data: 4, num: 7, w: 8, h: 8, pitch: 64, typ: Image2D, sel: [4]uint32{4, 4, 4, 4}},
		func(_, _, x, y int) []byte { return float32s(depth(x, y)) })
	at := func(x float64) *Row { return rowF(func(int) float64 { return x / 8 }) }
	ref := rowF(func(i int) float64 { return float64(i) / 64 })
	ops := []func(a, b float64) bool{func(a, b float64) bool { return false }, func(a, b float64) bool { return a < b }, func(a, b float64) bool { return a == b },
		func(a, b float64) bool { return a <= b }, func(a, b float64) bool { return a > b }, func(a, b float64) bool { return a != b },
		func(a, b float64) bool { return a >= b }, func(a, b float64) bool { return true }}
	for n, op := range ops {
		out := b.sample(ssharp{compare: uint32(n)}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{at(3.5), at(4.5)}, Ref: ref})
		lin := b.sample(ssharp{compare: uint32(n), mag: FilterLinear}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{at(3.75), at(4.5)}, Ref: ref})
		for i := range 64 {
			bit := func(x int) float64 {
				if op(float64(i)/64, depth(x, 4)) {
					return 1
				}
				return 0
			}
			require.Equal(t, bit(3), float(out[0][i]))
			require.Equal(t, 0.75*bit(3)+0.25*bit(4), float(lin[0][i]))
		}
	}
	// Offsets: 6 bits signed, x at bit 0, y at bit 8.
	var off Row
	for i := range off {
		off[i] = uint32(i-32)&63 | uint32(-2&63)<<8
	}
	out := b.sample(ssharp{wrap: [3]Wrap{2, 2}}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{at(3.5), at(4.5)}, Offset: &off})
	for i := range 64 {
		require.Equal(t, depth(min(max(3+i-32, 0), 7), 2), float(out[0][i]))
	}
	for mode, want := range []float64{0.5*(depth(3, 4)+depth(4, 4)) + 4.0/64, depth(3, 4), depth(4, 5)} {
		out := b.sample(ssharp{reduce: uint32(mode), mag: FilterLinear}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{at(4), at(5)}})
		require.Equal(t, want, float(out[0][0]))
	}
	// A value without weight does not count.
	out = b.sample(ssharp{reduce: 2, mag: FilterLinear}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{at(3.5), at(4.5)}})
	require.Equal(t, depth(3, 4), float(out[0][0]))
}

// TestZFilter: none follows the filter of x and y.
func TestZFilter(t *testing.T) {
	b := newBench(t, isa.GCN14, tsharp{base: 0x100000, data: 4, num: 7, w: 4, h: 4, depth: 4, pitch: 64, typ: Image3D},
		func(_, z, x, _ int) []byte { return float32s(float64(x + 10*z)) })
	c := [3]*Row{rowF(func(int) float64 { return 1.75 / 4 }), rowF(func(int) float64 { return 0.5 }), rowF(func(int) float64 { return 2.75 / 4 })}
	for _, k := range []struct {
		mag  Filter
		z    uint32
		want float64
	}{{FilterPoint, 0, 21}, {FilterPoint, 1, 21}, {FilterPoint, 2, 23.5}, {FilterLinear, 0, 23.75}, {FilterLinear, 1, 21.25}, {FilterLinear, 2, 23.75}} {
		out := b.sample(ssharp{mag: k.mag, z: k.z}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: c})
		require.Equal(t, k.want, float(out[0][0]), "%+v", k)
	}
}

func TestBorderColours(t *testing.T) {
	outside := rowF(func(int) float64 { return -0.5 })
	for _, g := range isa.Gens() {
		for _, num := range []uint32{4, 7} {
			one := uint32(0x3f800000)
			if num == 4 {
				one = 1
			}
			v := tsharp{base: 0x100000, data: 14, num: num, w: 4, h: 4, pitch: 64, typ: Image2D}
			b := newBench(t, g, v, func(int, int, int, int) []byte { return make([]byte, 16) })
			_, err := b.g.Map("borders", 0x200000, 65536)
			require.NoError(t, err)
			for k := range uint64(4) {
				require.NoError(t, b.g.Write(0x200000+16*77+4*k, binary.LittleEndian.AppendUint32(nil, uint32(0x40000000+k<<20))))
			}
			table := [4]uint32{0x40000000, 0x40100000, 0x40200000, 0x40300000}
			for border, want := range [][4]uint32{{}, {0, 0, 0, one}, {one, one, one, one}, table} {
				for w := WrapClampHalfBorder; w <= WrapMirrorOnceBorder; w += 2 {
					q := &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{outside, outside}, Borders: 0x200000}
					out := b.sample(ssharp{wrap: [3]Wrap{w, w}, border: uint32(border), pointer: 77}, q)
					if w == WrapClampHalfBorder {
						want = [4]uint32{} // a nearest filter stays inside
					} else {
						want = [][4]uint32{{}, {0, 0, 0, one}, {one, one, one, one}, table}[border]
					}
					require.Equal(t, want, [4]uint32{out[0][3], out[1][3], out[2][3], out[3][3]}, "%v num %d border %d mode %d", g, num, border, w)
				}
			}
		}
	}
	// BGRA images: the border colour comes out as red, green, blue, alpha; GCN 1.4 says so by
	// BC_SWIZZLE, 4 is zyxw.
	for _, g := range isa.Gens() {
		v := tsharp{base: 0x100000, data: 14, num: 7, w: 4, h: 4, pitch: 64, typ: Image2D, sel: [4]uint32{6, 5, 4, 1}, bc: 4}
		b := newBench(t, g, v, func(int, int, int, int) []byte { return make([]byte, 16) })
		_, err := b.g.Map("borders", 0x200000, 4096)
		require.NoError(t, err)
		require.NoError(t, b.g.Write(0x200000, float32s(1, 2, 3, 4)))
		out := b.sample(ssharp{wrap: [3]Wrap{6, 6}, border: 3}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{outside, outside}, Borders: 0x200000})
		require.Equal(t, []float64{1, 2, 3, 1}, []float64{float(out[0][0]), float(out[1][0]), float(out[2][0]), float(out[3][0])}, "%v", g)
	}
}

// centre is the place on the cube from -1 to 1 of a texel's centre, by the table of cube map faces
// in the OpenGL specification.
func centre(face int, x, y float64, n int) [3]float64 {
	s, t := 2*x/float64(n)-1, 2*y/float64(n)-1
	return [6][3]float64{{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}}[face]
}

// TestCubeEdgesMeetTheirNeighbours: a texel just outside a face is, of the texels of other faces,
// the one nearest to the edge's point.
func TestCubeEdgesMeetTheirNeighbours(t *testing.T) {
	const n = 5
	for face := range 6 {
		for i := range n {
			for _, out := range [4][2]int{{-1, i}, {n, i}, {i, -1}, {i, n}} {
				clamp := func(v int) float64 { return min(max(float64(v)+0.5, 0), n) }
				p := centre(face, clamp(out[0]), clamp(out[1]), n)
				best, want := 9.0, [3]int{}
				for f := range 6 {
					for k := range n * n {
						if c := centre(f, float64(k%n)+0.5, float64(k/n)+0.5, n); f != face {
							if d := math.Hypot(math.Hypot(c[0]-p[0], c[1]-p[1]), c[2]-p[2]); d < best-1e-9 {
								best, want = d, [3]int{f, k % n, k / n}
							}
						}
					}
				}
				f, x, y, corner := cubeTexel(face, out[0], out[1], n)
				require.False(t, corner)
				require.Equal(t, want, [3]int{f, x, y}, "face %d texel %v", face, out)
			}
		}
	}
	_, _, _, corner := cubeTexel(2, -1, n, n)
	require.True(t, corner)
}

func TestCubeSamples(t *testing.T) {
	for _, g := range isa.Gens() {
		v := tsharp{base: 0x100000, data: 4, num: 7, w: 4, h: 4, depth: 2, last: 11, pitch: 64, typ: ImageCube}
		b := newBench(t, g, v, func(_, slice, x, y int) []byte { return float32s(float64(100*slice + 10*y + x)) })
		u, w := rowF(func(i int) float64 { return 1 + (float64(i&3)+0.5)/4 }), rowF(func(i int) float64 { return 1 + (float64(i>>2&3)+0.5)/4 })
		face := rowF(func(i int) float64 { return float64(i>>4) + 8 }) // faces 0 to 3 of the second cube
		for _, f := range []Filter{FilterPoint, FilterLinear} {
			out := b.sample(ssharp{mag: f}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{u, w}, Index: face})
			for i := range 64 {
				require.Equal(t, float64(100*(6+i>>4)+10*(i>>2&3)+i&3), float(out[0][i]))
			}
		}
		// On the edge between +X and +Z (u = 1 of face 0): the mean of the two neighbours, texel 3
		// of the same row on face 4.
		edge := rowF(func(int) float64 { return 1 })
		out := b.sample(ssharp{mag: FilterLinear}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{edge, w}, Index: rowF(func(int) float64 { return 0 })})
		require.Equal(t, (0.0+20+400+23)/2, float(out[0][8]))
		// Without it, the edge's texel.
		out = b.sample(ssharp{mag: FilterLinear, noWrap: true, wrap: [3]Wrap{2, 2}}, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{edge, w}, Index: rowF(func(int) float64 { return 0 })})
		require.Equal(t, 20.0, float(out[0][8]))
	}
}

func TestGammaBitsOfTheSampler(t *testing.T) {
	for _, c := range []struct {
		num  uint32
		s    ssharp
		srgb bool
	}{{0, ssharp{}, false}, {0, ssharp{degamma: true}, true}, {9, ssharp{}, true}, {9, ssharp{skip: true}, false}} {
		b := newBench(t, isa.GCN14, tsharp{base: 0x100000, data: 10, num: c.num, w: 4, h: 4, pitch: 64, typ: Image2D}, func(int, int, int, int) []byte { return []byte{51, 51, 51, 51} })
		zero := rowF(func(int) float64 { return 0 })
		out := b.sample(c.s, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{zero, zero}})
		want := 0.2
		if c.srgb {
			want = math.Pow((0.2+0.055)/1.055, 2.4)
		}
		require.InDelta(t, want, float(out[0][0]), 1e-7)
		require.InDelta(t, 0.2, float(out[3][0]), 1e-7)
	}
}

// TestNumbersThatAreNone: coordinates and levels that are NaN or infinite, texels that are NaN.
func TestNumbersThatAreNone(t *testing.T) {
	b := newBench(t, isa.GCN12, tsharp{base: 0x100000, data: 4, num: 7, w: 4, h: 4, pitch: 64, typ: Image2D},
		func(_, _, x, _ int) []byte { return binary.LittleEndian.AppendUint32(nil, 0x7f800001+uint32(x)) })
	c := rowF(func(i int) float64 { return []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0}[i&3] })
	out := b.sample(ssharp{mip: 2, maxLOD: 15, mag: FilterPoint, wrap: [3]Wrap{2, 2}}, &SampleQuery{Op: isa.ImageSample, From: isa.LODGiven, LOD: c, Coord: [3]*Row{c, c}})
	require.Equal(t, []uint32{0x7f800001, 0x7f800004, 0x7f800001, 0x7f800001}, out[0][:4])
}

func TestSamplersThatAreNotModelledFaultByName(t *testing.T) {
	im := tsharp{base: 0x100000, data: 4, num: 7, w: 4, h: 4, pitch: 64, typ: Image2D}.on(isa.GCN12)
	vol := tsharp{base: 0x100000, data: 4, num: 7, w: 4, h: 4, pitch: 64, typ: Image3D}.on(isa.GCN12)
	for _, c := range []struct {
		im   *Image
		s    ssharp
		q    SampleQuery
		want string
	}{
		{im, ssharp{mag: FilterAnisoLinear, aniso: 3}, SampleQuery{}, "anisotropic filter of ratio 8"},
		{im, ssharp{min: FilterAnisoPoint, aniso: 1}, SampleQuery{From: isa.LODDerivs}, "anisotropic filter of ratio 2"},
		{im, ssharp{mip: 3}, SampleQuery{}, "reserved"},
		{im, ssharp{reduce: 3}, SampleQuery{}, "reserved filter mode"},
		{vol, ssharp{}, SampleQuery{Op: isa.ImageGather}, "gather4 on a 3D image"},
		{im, ssharp{border: 3, pointer: 5, wrap: [3]Wrap{6, 6}}, SampleQuery{}, "border colour 5"},
	} {
		s := DecodeSampler(isa.GCN12, c.s.words())
		if c.q.Op == 0 {
			c.q.Op = isa.ImageSample
		}
		require.ErrorContains(t, s.Check(c.im, &c.q), c.want)
	}
	s := DecodeSampler(isa.GCN12, ssharp{mag: FilterAnisoLinear, aniso: 3, border: 3}.words())
	require.NoError(t, s.Check(im, &SampleQuery{Op: isa.ImageSample, From: isa.LODZero}), "no derivatives, no anisotropy; no border is reached")
}

// BenchmarkSample is one wave instruction: 64 lanes, four texels each.
func BenchmarkSample(b *testing.B) {
	g := NewGlobal()
	words, size := LinearImage2D(isa.GCN12, 0x100000, Fmt8x4, Unorm, 64, 64)
	_, err := g.Map("texels", 0x100000, size)
	require.NoError(b, err)
	im := DecodeImage(isa.GCN12, words, false)
	s := DecodeSampler(isa.GCN12, ssharp{mag: FilterLinear}.words())
	c := rowF(func(i int) float64 { return float64(i) / 65 })
	q := &SampleQuery{Exec: AllLanes, Op: isa.ImageSample, From: isa.LODZero, Coord: [3]*Row{c, c}}
	var out [4]Row
	rows := [4]*Row{&out[0], &out[1], &out[2], &out[3]}
	b.ReportAllocs()
	for b.Loop() {
		if err := g.Sample(&im, &s, q, &rows); err != nil {
			b.Fatal(err)
		}
	}
}
