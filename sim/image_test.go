package sim_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// imageMachine has an 8 by 8 image whose resource is in s[0:7], a sampler (nearest, clamped to the
// edge) in s[8:11], and in v0 and v1 the coordinates of a texel for each lane. Rows take 256 bytes.
type imageMachine struct {
	*simtest.Machine
	g   isa.Gen
	res [8]uint32
	buf simtest.Buffer
}

const imageAt = 0x4_0000_0000

func newImage(t *testing.T, g isa.Gen, d mem.DataFormat, n mem.NumFormat, texel func(x, y, byte int) byte, opts ...simtest.Option) *imageMachine {
	m := &imageMachine{Machine: simtest.New(t, g, opts...), g: g}
	var size uint64
	m.res, size = mem.LinearImage2D(g, imageAt, d, n, 8, 8)
	b := make([]byte, size)
	bytes := d.Bytes()
	pitch := int(size) / 8
	for i := range 64 * bytes {
		b[i/bytes/8*pitch+i%(8*bytes)] = texel(i/bytes%8, i/bytes/8, i%bytes)
	}
	m.buf = m.BufferAt(imageAt, b)
	m.Set("s[0:7]", m.res)
	m.Set("s[8:11]", [4]uint32{2 | 2<<3 | 2<<6, 0xfff << 12})
	m.Set("v0", lanesOf(func(l int) uint32 { return uint32(l & 7) }))
	m.Set("v1", lanesOf(func(l int) uint32 { return uint32(l >> 3) }))
	return m
}

// resource changes the T#.
func (m *imageMachine) resource(change func(w *[8]uint32)) {
	change(&m.res)
	m.Set("s[0:7]", m.res)
}

func lanesOf(f func(l int) uint32) (v [isa.Lanes]uint32) {
	for l := range v {
		v[l] = f(l)
	}
	return v
}

func lanesF(f func(l int) float64) [isa.Lanes]uint32 {
	return lanesOf(func(l int) uint32 { return math.Float32bits(float32(f(l))) })
}

func (m *imageMachine) run(t *testing.T, text string) {
	t.Helper()
	m.Asm(text + "\ns_waitcnt vmcnt(0) expcnt(0)\ns_endpgm")
	require.NoError(t, m.Run())
}

// colour is the byte of an image 8_8_8_8.
func colour(x, y, k int) byte { return byte(x*31 + y*7 + k*64) }

func TestImageLoadsComponentsOfDMask(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for dmask := 1; dmask < 16; dmask++ {
			m := newImage(t, g, mem.Fmt8x4, mem.Unorm, colour)
			m.Set("exec", uint64(0x0fffffff_fffffff1))
			for v := range 5 {
				m.Set(fmt.Sprintf("v%d", 4+v), 0x5555)
			}
			regs := []string{"", "v4", "v[4:5]", "v[4:6]", "v[4:7]"}
			n := 0
			for k := range 4 {
				n += dmask >> k & 1
			}
			m.run(t, fmt.Sprintf("image_load %s, v[0:1], s[0:7] dmask:%#x unorm", regs[n], dmask))
			at := 4
			for k := range 4 {
				if dmask>>k&1 == 0 {
					continue
				}
				for l := range 64 {
					want := math.Float32bits(float32(colour(l&7, l>>3, k)) / 255)
					if l >= 1 && l < 4 || l >= 60 {
						want = 0x5555
					}
					require.Equal(t, want, m.U32(fmt.Sprintf("v%d", at), l))
				}
				at++
			}
			require.Equal(t, uint32(0x5555), m.U32(fmt.Sprintf("v%d", at), 0), "the register behind")
		}
	})
}

func TestImageLoadOutsideGivesZeroBeforeSelection(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := newImage(t, g, mem.Fmt8x4, mem.Unorm, func(x, y, k int) byte { return 255 })
		m.resource(func(w *[8]uint32) { w[3] = w[3]&^(7<<9) | 1<<9 }) // DST_SEL_W: one
		m.Set("v0", lanesOf(func(l int) uint32 { return uint32(l) - 1 }))
		m.run(t, "image_load v[4:7], v[0:1], s[0:7] dmask:0xf unorm")
		require.Equal(t, []uint32{0, 0, 0x3f800000}, []uint32{m.U32("v4", 0), m.U32("v6", 9), m.U32("v7", 0)})
		require.Equal(t, []uint32{0x3f800000, 0x3f800000}, []uint32{m.U32("v4", 1), m.U32("v4", 8)})
		// A store outside does nothing.
		before := m.buf.Bytes()
		m = newImage(t, g, mem.Fmt8x4, mem.Unorm, func(x, y, k int) byte { return 255 })
		m.Set("v0", lanesOf(func(l int) uint32 { return uint32(l) + 8 }))
		m.run(t, "image_store v[4:7], v[0:1], s[0:7] dmask:0xf unorm")
		require.Equal(t, before, m.buf.Bytes())
	})
}

func TestImageStoresAWholeTexel(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := newImage(t, g, mem.Fmt8x4, mem.Unorm, colour)
		m.Set("v4", lanesF(func(l int) float64 { return float64(l) / 255 }))
		m.Set("v5", lanesF(func(l int) float64 { return float64(2*l) / 255 }))
		m.run(t, "image_store v[4:5], v[0:1], s[0:7] dmask:0x9 unorm")
		for l := range 64 {
			at := l>>3*256 + l&7*4
			require.Equal(t, []byte{byte(l), 0, 0, byte(2 * l)}, m.buf.Bytes()[at:at+4], "components that DMASK leaves out are 0")
		}
		// BGRA.
		m = newImage(t, g, mem.Fmt8x4, mem.Uint, colour)
		m.resource(func(w *[8]uint32) { w[3] = w[3]&^0xfff | 6 | 5<<3 | 4<<6 | 7<<9 })
		for k := range 4 {
			m.Set(fmt.Sprintf("v%d", 4+k), 10+k)
		}
		m.run(t, "image_store v[4:7], v[0:1], s[0:7] dmask:0xf unorm\ns_waitcnt vmcnt(0)\nimage_load v[8:11], v[0:1], s[0:7] dmask:0xf unorm")
		require.Equal(t, []byte{12, 11, 10, 13}, m.buf.Bytes()[:4])
		for k := range 4 {
			require.Equal(t, uint32(10+k), m.U32(fmt.Sprintf("v%d", 8+k), 0))
		}
	})
}

func TestImageUnconvertedTexels(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := newImage(t, g, mem.Fmt32x2, mem.Float, func(x, y, k int) byte { return byte(0x80 + x + 8*y + k) })
		m.run(t, "image_load_pck v[4:5], v[0:1], s[0:7] dmask:0x3 unorm")
		require.Equal(t, []uint32{0x8c8b8a89, 0x908f8e8d}, []uint32{m.U32("v4", 9), m.U32("v5", 9)})
		m = newImage(t, g, mem.Fmt16, mem.Unorm, func(x, y, k int) byte { return byte(0x80 + x + 8*y + k) })
		m.Set("v8", 0x12345678)
		m.run(t, "image_load_pck v4, v[0:1], s[0:7] dmask:0x1 unorm\nimage_load_pck_sgn v5, v[0:1], s[0:7] dmask:0x1 unorm\n"+
			"image_load_mip_pck_sgn v6, v[0:2], s[0:7] dmask:0x1 unorm\nimage_store_pck v8, v[0:1], s[0:7] dmask:0x1 unorm")
		require.Equal(t, []uint32{0x8a89, 0xffff8a89, 0xffff8a89}, []uint32{m.U32("v4", 9), m.U32("v5", 9), m.U32("v6", 9)})
		require.Equal(t, []byte{0x78, 0x56, 0x78, 0x56}, m.buf.Bytes()[:4])
	})
}

// TestImageArraysNeedDA: without DA there is no index register, and the first slice of the view is
// meant; without slices it is ignored.
func TestImageArraysNeedDA(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, c := range []struct {
			typ    mem.ImageType
			da     string
			row    uint32 // the row of the 2D image that lane 11 reads
			column uint32
		}{{mem.Image2D, "", 1, 3}, {mem.Image2D, " da", 1, 3}, {mem.Image1DArray, " da", 2, 3}, {mem.Image1DArray, "", 1, 3}, {mem.Image1D, "", 0, 3}, {mem.Image1D, " da", 0, 3}} {
			m := newImage(t, g, mem.Fmt32, mem.Uint, func(x, y, k int) byte { return []byte{byte(x), byte(y), 0, 0}[k] })
			m.resource(func(w *[8]uint32) {
				w[3] = w[3]&^(15<<28) | uint32(c.typ)<<28
				if c.typ == mem.Image1DArray { // a view of slices 1 to 5
					w[5] = 1 | 5<<13
					w[4] |= 7
					if g == isa.GCN14 {
						w[5] = 1
						w[4] = w[4]&^7 | 5
					}
				}
			})
			m.run(t, "image_load v4, v[0:2], s[0:7] dmask:0x1 unorm"+c.da)
			require.Equal(t, c.column|c.row<<8, m.U32("v4", 11), "%s%s", c.typ, c.da)
		}
	})
}

func TestImageAtomics(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		word := func(x, y, k int) byte { return []byte{byte(x), byte(y), 1, 0, 0xff, 0, 0, 0}[k] }
		m := newImage(t, g, mem.Fmt32, mem.Uint, word)
		m.Set("v4", lanesOf(func(l int) uint32 { return uint32(l) << 20 }))
		m.Set("v5", lanesOf(func(l int) uint32 { return uint32(l) << 20 }))
		m.run(t, "image_atomic_add v4, v[0:1], s[0:7] dmask:0x1 unorm glc\ns_waitcnt vmcnt(0)\nimage_atomic_or v5, v[0:1], s[0:7] dmask:0x1 unorm")
		for l := range 64 {
			old := uint32(l&7 | l>>3<<8 | 1<<16)
			require.Equal(t, []uint32{old, uint32(l) << 20}, []uint32{m.U32("v4", l), m.U32("v5", l)})
			require.Equal(t, (old+uint32(l)<<20)|uint32(l)<<20, binary.LittleEndian.Uint32(m.buf.Bytes()[l>>3*256+l&7*4:]))
		}
		// Compare and swap, 64 bits: new value, then comparand, which stays.
		m = newImage(t, g, mem.Fmt32x2, mem.Uint, word)
		m.Set("v4", 0x1111)
		m.Set("v5", 0x2222)
		m.Set("v6", 1<<16|3<<8|2)
		m.Set("v7", 0xff)
		m.run(t, "image_atomic_cmpswap v[4:7], v[0:1], s[0:7] dmask:0xf unorm glc")
		for l := range 64 {
			old := uint32(l&7 | l>>3<<8 | 1<<16)
			want := []uint32{old, 0xff}
			if l == 3*8+2 {
				want = []uint32{0x1111, 0x2222}
			}
			b := m.buf.Bytes()[l>>3*256+l&7*8:]
			require.Equal(t, want, []uint32{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])})
			require.Equal(t, []uint32{old, 0xff, 1<<16 | 3<<8 | 2, 0xff}, []uint32{m.U32("v4", l), m.U32("v5", l), m.U32("v6", l), m.U32("v7", l)})
		}
	})
}

func TestImageResinfo(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := newImage(t, g, mem.Fmt8x4, mem.Unorm, colour)
		m.run(t, "image_get_resinfo v[4:7], v8, s[0:7] dmask:0xf unorm\nimage_get_resinfo v10, v8, s[0:7] dmask:0x2 unorm")
		require.Equal(t, []uint32{8, 8, 1, 1, 8}, []uint32{m.U32("v4", 0), m.U32("v5", 0), m.U32("v6", 0), m.U32("v7", 0), m.U32("v10", 0)})
	})
}

func TestImageGetLOD(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := newImage(t, g, mem.Fmt8x4, mem.Unorm, colour)
		m.Set("v0", lanesF(func(l int) float64 { return float64(l&1) / 2 })) // four texels a lane
		m.Set("v1", 0)
		m.run(t, "image_get_lod v[4:5], v[0:1], s[0:7], s[8:11] dmask:0x3")
		require.Equal(t, []float32{0, 2}, []float32{m.F32("v4", 7), m.F32("v5", 7)})
	})
}

// TestImageUnnormalisedByInstruction: the UNORM bit.
func TestImageUnnormalisedByInstruction(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := newImage(t, g, mem.Fmt8x4, mem.Uint, colour)
		m.Set("v0", lanesF(func(l int) float64 { return float64(l&7) + 0.25 }))
		m.Set("v1", lanesF(func(l int) float64 { return float64(l>>3) + 0.75 }))
		m.run(t, "image_sample_lz v[4:5], v[0:1], s[0:7], s[8:11] dmask:0x5 unorm")
		for l := range 64 {
			require.Equal(t, []uint32{uint32(colour(l&7, l>>3, 0)), uint32(colour(l&7, l>>3, 2))}, []uint32{m.U32("v4", l), m.U32("v5", l)})
		}
	})
}

// halfBits is exact for the numbers used here.
func halfBits(x float64) uint32 {
	if x == 0 {
		return 0
	}
	f, e := math.Frexp(math.Abs(x))
	s := uint32(0)
	if x < 0 {
		s = 0x8000
	}
	return s | uint32(e+14)<<10 | uint32(f*2048)&0x3ff
}

// TestImageD16: one component per register on GCN 1.2; on GCN 1.4 two, and an odd last one keeps
// the upper half (errata B-29, B-31).
func TestImageD16(t *testing.T) {
	value := func(x, y, k int) float64 { return float64(x+8*y) + float64(k)/4 }
	texel := func(x, y, b int) byte { return byte(math.Float32bits(float32(value(x, y, b/4))) >> (b % 4 * 8)) }
	for _, policy := range []string{"late", "asap", "random:3"} {
		m := newImage(t, isa.GCN12, mem.Fmt32x4, mem.Float, texel, simtest.Policy(policy))
		for v := 4; v < 8; v++ {
			m.Set(fmt.Sprintf("v%d", v), 0x77777777)
		}
		m.run(t, "image_load v[4:6], v[0:1], s[0:7] dmask:0x7 unorm d16")
		for l := range 64 {
			for k := range 3 {
				require.Equal(t, halfBits(value(l&7, l>>3, k)), m.U32(fmt.Sprintf("v%d", 4+k), l))
			}
		}
		require.Equal(t, uint32(0x77777777), m.U32("v7", 0))

		m = newImage(t, isa.GCN14, mem.Fmt32x4, mem.Float, texel, simtest.Policy(policy))
		for v := 4; v < 16; v++ {
			m.Set(fmt.Sprintf("v%d", v), 0x77777777)
		}
		m.Set("v20", lanesF(func(l int) float64 { return (float64(l&7) + 0.5) / 8 }))
		m.Set("v21", lanesF(func(l int) float64 { return (float64(l>>3) + 0.5) / 8 }))
		m.run(t, "image_load v[4:5], v[0:1], s[0:7] dmask:0x7 unorm d16\nimage_sample_lz v[8:9], v[20:21], s[0:7], s[8:11] dmask:0x7 d16\n"+
			"image_gather4_lz v[12:13], v[20:21], s[0:7], s[8:11] dmask:0x1 d16")
		for l := range 64 {
			h := func(k int) uint32 { return halfBits(value(l&7, l>>3, k)) }
			for _, v := range []int{4, 8} {
				require.Equal(t, []uint32{h(0) | h(1)<<16, h(2) | 0x77770000}, []uint32{m.U32(fmt.Sprintf("v%d", v), l), m.U32(fmt.Sprintf("v%d", v+1), l)}, policy)
			}
		}
		require.Equal(t, uint32(0x77777777), m.U32("v6", 0))
		require.Equal(t, uint32(0x77777777), m.U32("v14", 0))
	}
	// Stores.
	for _, g := range []isa.Gen{isa.GCN12, isa.GCN14} {
		m := newImage(t, g, mem.Fmt32x2, mem.Float, func(int, int, int) byte { return 0 })
		data := "v[4:5]"
		m.Set("v4", lanesOf(func(l int) uint32 { return 0x77770000 | halfBits(float64(l)) }))
		m.Set("v5", lanesOf(func(l int) uint32 { return 0x77770000 | halfBits(float64(-l)) }))
		if g == isa.GCN14 {
			data = "v4"
			m.Set("v4", lanesOf(func(l int) uint32 { return halfBits(float64(-l))<<16 | halfBits(float64(l)) }))
		}
		m.run(t, "image_store "+data+", v[0:1], s[0:7] dmask:0x3 unorm d16")
		for l := range 64 {
			b := m.buf.Bytes()[l>>3*256+l&7*8:]
			require.Equal(t, []float32{float32(l), float32(-l)},
				[]float32{math.Float32frombits(binary.LittleEndian.Uint32(b)), math.Float32frombits(binary.LittleEndian.Uint32(b[4:]))})
		}
	}
}

// TestImageA16: on GCN 1.4 two addresses share a register; derivatives of each direction and
// coordinates each begin a new one.
func TestImageA16(t *testing.T) {
	number := func(x, y, k int) byte { return byte(math.Float32bits(float32(x+8*y)) >> (8 * k)) }
	m := newImage(t, isa.GCN14, mem.Fmt32, mem.Float, number)
	m.Set("v16", lanesOf(func(l int) uint32 { return uint32(l&7 | l>>3<<16) }))
	m.Set("v17", 0x77770000) // level 0
	pair := func(a, b func(l int) float64) [isa.Lanes]uint32 {
		return lanesOf(func(l int) uint32 { return halfBits(a(l)) | halfBits(b(l))<<16 })
	}
	zero := func(int) float64 { return 0 }
	m.Set("v20", 0x3f01)
	m.Set("v21", lanesF(func(int) float64 { return 20.5 }))
	m.Set("v22", pair(func(int) float64 { return 2 }, zero))
	m.Set("v23", pair(zero, func(int) float64 { return 2 }))
	m.Set("v24", pair(func(l int) float64 { return (float64(l&7) + 0.5) / 8 }, func(l int) float64 { return (float64(l>>3) + 0.5) / 8 }))
	m.Set("s8", 2|2<<3|1<<12)
	m.run(t, "image_load v4, v16, s[0:7] dmask:0x1 unorm a16\nimage_load_mip v5, v[16:17], s[0:7] dmask:0x1 unorm a16\n"+
		"image_sample_lz v6, v24, s[0:7], s[8:11] dmask:0x1 a16\nimage_sample_d v7, v[22:24], s[0:7], s[8:11] dmask:0x1 a16\n"+
		"image_sample_c_d_o v8, v[20:24], s[0:7], s[8:11] dmask:0x1 a16")
	for l := range 64 {
		for _, v := range []string{"v4", "v5", "v6", "v7"} {
			require.Equal(t, float32(l), m.F32(v, l), v)
		}
		want := float32(0)
		if 20.5 < float32(min(l&7+1, 7)+8*max(l>>3-1, 0)) {
			want = 1
		}
		require.Equal(t, want, m.F32("v8", l))
	}
}

// TestImageR128: four registers hold the resource; on GCN 1.4 the bit means something else.
func TestImageR128(t *testing.T) {
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12} {
		m := newImage(t, g, mem.Fmt8x4, mem.Uint, colour)
		for _, s := range []string{"s4", "s5", "s6", "s7"} {
			m.Set(s, -1)
		}
		m.run(t, "image_load v4, v[0:1], s[0:7] dmask:0x1 unorm r128")
		require.Equal(t, uint32(colour(3, 0, 0)), m.U32("v4", 3))
		require.Zero(t, m.U32("v4", 8+3), "without a pitch field rows have the least pitch, 16 texels, and the image has 64")
		require.Equal(t, uint32(colour(3, 1, 0)), m.U32("v4", 4*8+3))
	}
}

// TestImageStatusRegister: TFE and LWE have one register behind the data, which is 0: nothing
// failed.
func TestImageStatusRegister(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, mod := range []string{"tfe", "lwe"} {
			m := newImage(t, g, mem.Fmt8x4, mem.Uint, colour)
			for v := 4; v < 8; v++ {
				m.Set(fmt.Sprintf("v%d", v), 0x7777)
			}
			regs := map[string]string{"tfe": "v[4:6]", "lwe": "v[4:5]"}[mod]
			m.run(t, "image_load "+regs+", v[0:1], s[0:7] dmask:0x3 unorm "+mod)
			require.Equal(t, []uint32{uint32(colour(1, 1, 0)), uint32(colour(1, 1, 1)), 0, 0x7777},
				[]uint32{m.U32("v4", 9), m.U32("v5", 9), m.U32("v6", 9), m.U32("v7", 9)}, mod)
		}
	})
}

// TestImageOperationsAreInFlight: a register holds its old value until the load has returned, and a
// store on GCN 1.0 reads its data after issue.
func TestImageOperationsAreInFlight(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := newImage(t, g, mem.Fmt8x4, mem.Uint, colour, simtest.Policy("late"))
		m.Set("v4", 0x1234)
		m.Set("v6", 7)
		m.run(t, "image_load v4, v[0:1], s[0:7] dmask:0x1 unorm\nv_mov_b32 v5, v4\nv_mov_b32 v0, 0\ns_waitcnt vmcnt(0)\n"+
			"image_store v6, v[0:1], s[0:7] dmask:0x1 unorm\nv_mov_b32 v6, 9")
		require.Equal(t, []uint32{0x1234, uint32(colour(1, 1, 0))}, []uint32{m.U32("v5", 9), m.U32("v4", 9)})
		want := byte(7)
		if g == isa.GCN10 {
			want = 9
		}
		require.Equal(t, want, m.buf.Bytes()[0])
	})
}

func TestImageFaultsByName(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, c := range []struct {
			change func(w *[8]uint32)
			text   string
			want   string
		}{
			{func(w *[8]uint32) { w[3] = w[3]&^(31<<20) | 31<<20 }, "image_load v4, v[0:1], s[0:7] dmask:0x1 unorm", "tiling index 31: no driver"},
			{func(w *[8]uint32) { w[1] = w[1]&^(63<<20) | 0x23<<20 }, "image_load v4, v[0:1], s[0:7] dmask:0x1 unorm", "BC1"},
			{func(w *[8]uint32) { w[3] = w[3]&^(15<<28) | 14<<28 }, "image_load v4, v[0:1], s[0:7] dmask:0x1 unorm", "2D MSAA"},
			{func(w *[8]uint32) { w[1] = w[1]&^(15<<26) | 2<<26 }, "image_store v4, v[0:1], s[0:7] dmask:0x1 unorm", "uscaled"},
			{nil, "image_load v4, v[0:1], s[0:7] unorm", "dmask is 0"},
			{nil, "image_sample v4, v[0:1], s[0:7], s[12:15] dmask:0x1", "anisotropic filter of ratio 4"},
			{nil, "image_gather4_lz v[4:7], v[0:1], s[0:7], s[8:11] dmask:0x3", "gather4 with dmask 0x3"},
			{nil, "image_atomic_add v[4:5], v[0:1], s[0:7] dmask:0x3 unorm", "atomic with dmask 0x3"},
			{func(w *[8]uint32) { w[0] += 0x10 }, "image_load v4, v[0:1], s[0:7] dmask:0x1 unorm", "lane 0"},
			{func(w *[8]uint32) { w[0] += 0x10 }, "image_sample_lz v4, v[0:1], s[0:7], s[8:11] dmask:0x1 unorm", "lane 0"},
		} {
			m := newImage(t, g, mem.Fmt8x4, mem.Uint, colour)
			m.Set("s[12:15]", [4]uint32{2 << 9, 0, 3<<20 | 3<<22})
			if c.change != nil {
				m.resource(c.change)
			}
			if g == isa.GCN14 {
				c.want = strings.Replace(c.want, "tiling index 31: no driver", "swizzle mode 31, VAR_R_X: no driver", 1)
			}
			m.Asm(c.text + "\ns_waitcnt vmcnt(0)\ns_endpgm")
			err := m.Run()
			require.ErrorContains(t, err, c.want, c.text)
			var f *sim.Fault
			require.ErrorAs(t, err, &f)
		}
	})
}

// TestImageBorderTable: the machine's table of border colours.
func TestImageBorderTable(t *testing.T) {
	m := newImage(t, isa.GCN12, mem.Fmt8x4, mem.Unorm, colour, simtest.Options(sim.Options{BorderColors: 0x8000}))
	m.BufferAt(0x8000, []float32{0, 0, 0, 0, 1, 2, 3, 4})
	m.Set("s[8:11]", [4]uint32{6 | 6<<3, 0, 0, 3<<30 | 1})
	m.Set("v0", lanesF(func(l int) float64 { return -1 }))
	m.run(t, "image_sample_lz v[4:7], v[0:1], s[0:7], s[8:11] dmask:0xf")
	require.Equal(t, []float32{1, 2, 3, 4}, []float32{m.F32("v4", 0), m.F32("v5", 0), m.F32("v6", 0), m.F32("v7", 0)})
}

// mipped has an 8 by 8 image of single-precision texels with four levels: texel x, y of level l is
// x + 8 y + 64 l. The sampler takes the nearest texel of the nearest level, clamps to the edge and
// compares with "less".
func mipped(t *testing.T, g isa.Gen) (*imageMachine, mem.Image) {
	m := &imageMachine{Machine: simtest.New(t, g), g: g}
	m.res, _ = mem.LinearImage2D(g, imageAt, mem.Fmt32, mem.Float, 8, 8)
	m.res[3] |= 3 << 16
	if g == isa.GCN14 {
		m.res[4] = (8 + 4 + 2 + 1 - 1) << 13 // rows of the chain
		m.res[5] = 3 << 28
	} else {
		m.res[3] |= 1 << 25
	}
	im := mem.DecodeImage(g, m.res, false)
	b := make([]byte, im.Size())
	for l := range 4 {
		for i := range 64 >> (2 * l) {
			x, y := i%(8>>l), i/(8>>l)
			binary.LittleEndian.PutUint32(b[im.Address(l, x, y, 0)-imageAt:], math.Float32bits(texelAt(x, y, l)))
		}
	}
	m.buf = m.BufferAt(imageAt, b)
	m.Set("s[0:7]", m.res)
	m.Set("s[8:11]", [4]uint32{2 | 2<<3 | 1<<12, 0xfff << 12, 1 << 26})
	return m, im
}

// texelAt clamps to the edge.
func texelAt(x, y, level int) float32 {
	top := 8>>level - 1
	return float32(min(max(x, 0), top) + 8*min(max(y, 0), top) + 64*level)
}

// TestEveryImageInstruction goes through the rows and builds the case from the name: which
// registers there are, in which order, and what comes out. Coordinates of neighbouring lanes are
// one texel apart, of lanes 2 and 0 of each four two: the implicit level is 1.
func TestEveryImageInstruction(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, f := range isa.Forms(g) {
			if f.Fmt != isa.MIMG {
				continue
			}
			name := strings.TrimPrefix(f.Name, "image_")
			switch {
			case strings.HasPrefix(name, "gather4h"), strings.HasPrefix(name, "gather8h"):
				rowCase(t, g, name)
			case strings.HasPrefix(name, "atomic_"):
				atomicCase(t, g, name)
			case strings.HasPrefix(name, "sample"), strings.HasPrefix(name, "gather4"):
				sampleCase(t, g, name)
			default:
				plainCase(t, g, name)
			}
		}
	})
}

// rowCase gathers texels of a row from an image of bytes: level 0, the edge repeats.
func rowCase(t *testing.T, g isa.Gen, name string) {
	value := func(x, y int) byte { return byte(min(max(x, 0), 15)*16 + min(max(y, 0), 7) + 1) }
	m := &imageMachine{Machine: simtest.New(t, g), g: g}
	var size uint64
	m.res, size = mem.LinearImage2D(g, imageAt, mem.Fmt8, mem.Uint, 16, 8)
	im := mem.DecodeImage(g, m.res, false)
	b := make([]byte, size)
	for i := range 16 * 8 {
		b[im.Address(0, i%16, i/16, 0)-imageAt] = value(i%16, i/16)
	}
	m.BufferAt(imageAt, b)
	m.Set("s[0:7]", m.res)
	m.Set("s[8:11]", [4]uint32{2 | 2<<3 | 1<<12, 0xfff << 12, 1 << 26})
	// Each lane is at the corner where four texels meet: the left upper one has its number.
	m.Set("v16", lanesF(func(l int) float64 { return float64(l&7+1) / 16 }))
	m.Set("v17", lanesF(func(l int) float64 { return float64(l>>3&3+1) / 8 }))
	m.run(t, fmt.Sprintf("image_%s v[4:7], v[16:17], s[0:7], s[8:11] dmask:0x1", name))
	for l := range 64 {
		x, y := l&7, l>>3&3
		var want [4]uint32
		for n := range 8 {
			switch v := uint32(value(x+n, y)); {
			case name == "gather4h" && n < 4:
				want[n] = v
			case name == "gather8h_pck", name == "gather4h_pck" && n < 4:
				want[n/4] |= v << (8 * (n & 3))
			}
		}
		for k, w := range want {
			require.Equal(t, w, m.U32(fmt.Sprintf("v%d", 4+k), l), "%s lane %d register %d", name, l, k)
		}
	}
}

func sampleCase(t *testing.T, g isa.Gen, name string) {
	has := map[string]bool{}
	parts := strings.Split(name, "_")
	for _, p := range parts[1:] {
		require.Contains(t, []string{"c", "d", "cd", "l", "b", "lz", "cl", "o"}, p)
		has[p] = true
	}
	x, y := func(l int) float64 { return (float64(l&7) + 0.5) / 8 }, func(l int) float64 { return (float64(l>>3) + 0.5) / 8 }
	number := func(v float64) [isa.Lanes]uint32 { return lanesF(func(int) float64 { return v }) }
	var regs [][isa.Lanes]uint32
	dx, dy, level := 0, 0, 1.0
	if has["o"] {
		dx, dy = 1, -1
		regs = append(regs, lanesOf(func(int) uint32 { return 0x3f01 }))
	}
	if has["b"] {
		level++
		regs = append(regs, number(1))
	}
	if has["c"] {
		regs = append(regs, number(20.5))
	}
	if has["d"] || has["cd"] {
		level = 1.25
		regs = append(regs, number(math.Exp2(1.25)/8), number(0), number(0.1), number(-0.1)) // dx/dh, dy/dh, dx/dv, dy/dv
	}
	regs = append(regs, lanesF(x), lanesF(y))
	switch {
	case has["lz"]:
		level = 0
	case has["l"]:
		level = 2.75
		regs = append(regs, number(level))
	case has["cl"]:
		level = max(level, 1.75)
		regs = append(regs, number(1.75))
	}
	lod := int(level + 0.5)
	m, _ := mipped(t, g)
	for i, r := range regs {
		m.Set(fmt.Sprintf("v%d", 16+i), r)
	}
	data := "v4"
	if parts[0] == "gather4" {
		data = "v[4:7]"
	}
	// The assembler asks for no particular number of address registers.
	m.run(t, fmt.Sprintf("image_%s %s, v[16:%d], s[0:7], s[8:11] dmask:0x1", name, data, 15+len(regs)))
	for l := range 64 {
		size := float64(int(8) >> lod)
		want := []float32{texelAt(int(math.Floor(x(l)*size))+dx, int(math.Floor(y(l)*size))+dy, lod)}
		if parts[0] == "gather4" {
			x0, y0 := int(math.Floor(x(l)*size-0.5))+dx, int(math.Floor(y(l)*size-0.5))+dy
			want = []float32{texelAt(x0, y0+1, lod), texelAt(x0+1, y0+1, lod), texelAt(x0+1, y0, lod), texelAt(x0, y0, lod)}
		}
		for k, w := range want {
			if has["c"] {
				w = map[bool]float32{true: 1}[20.5 < w]
			}
			require.Equal(t, w, m.F32(fmt.Sprintf("v%d", 4+k), l), "%s lane %d component %d", name, l, k)
		}
	}
}

func plainCase(t *testing.T, g isa.Gen, name string) {
	m, im := mipped(t, g)
	level, addr := 0, "v[0:1]"
	if strings.Contains(name, "_mip") {
		level, addr = 1, "v[0:2]"
	}
	coord := func(l int) (x, y int) { return l & 7, l >> 3 }
	inside := func(l int) bool { return l&7 < 8>>level && l>>3 < 8>>level }
	m.Set("v0", lanesOf(func(l int) uint32 { return uint32(l & 7) }))
	m.Set("v1", lanesOf(func(l int) uint32 { return uint32(l >> 3) }))
	m.Set("v2", 1)
	m.Set("v4", lanesF(func(l int) float64 { return 1000 + float64(l) }))
	switch name {
	case "load", "load_mip", "load_pck", "load_pck_sgn", "load_mip_pck", "load_mip_pck_sgn":
		m.run(t, "image_"+name+" v4, "+addr+", s[0:7] dmask:0x1 unorm")
		for l := range 64 {
			want := float32(0)
			if x, y := coord(l); inside(l) {
				want = texelAt(x, y, level)
			}
			require.Equal(t, want, m.F32("v4", l), "%s lane %d", name, l)
		}
	case "store", "store_mip", "store_pck", "store_mip_pck":
		want := append([]byte(nil), m.buf.Bytes()...)
		for l := range 64 {
			if x, y := coord(l); inside(l) {
				binary.LittleEndian.PutUint32(want[im.Address(level, x, y, 0)-imageAt:], math.Float32bits(1000+float32(l)))
			}
		}
		m.run(t, "image_"+name+" v4, "+addr+", s[0:7] dmask:0x1 unorm")
		require.Equal(t, want, m.buf.Bytes(), name)
	case "get_resinfo":
		m.run(t, "image_get_resinfo v[4:7], v2, s[0:7] dmask:0xf")
		require.Equal(t, []uint32{4, 4, 1, 4}, []uint32{m.U32("v4", 0), m.U32("v5", 0), m.U32("v6", 0), m.U32("v7", 0)})
	case "get_lod":
		m.Set("v0", lanesF(func(l int) float64 { return float64(l&1) * 16 / 8 }))
		m.run(t, "image_get_lod v[4:5], v[0:1], s[0:7], s[8:11] dmask:0x3")
		require.Equal(t, []float32{3, 4}, []float32{m.F32("v4", 9), m.F32("v5", 9)}, "the level taken, and the one before limits")
	default:
		require.Fail(t, "no case", name)
	}
}

func atomicCase(t *testing.T, g isa.Gen, name string) {
	op := strings.TrimPrefix(name, "atomic_")
	swap := strings.HasSuffix(op, "cmpswap")
	r := rand.New(rand.NewPCG(9, uint64(len(op))))
	for _, d := range []mem.DataFormat{mem.Fmt32, mem.Fmt32x2} {
		n := d.Bytes()
		for _, glc := range []string{"", " glc"} {
			m := newImage(t, g, d, mem.Uint, func(_, _, _ int) byte { return byte(r.IntN(3)) })
			m.Set("v0", lanesOf(func(l int) uint32 { return uint32(l & 7) }))
			before := append([]byte(nil), m.buf.Bytes()...)
			regs := n / 4
			if swap {
				regs *= 2
			}
			var in [4][isa.Lanes]uint32
			for k := range regs {
				in[k] = lanesOf(func(l int) uint32 {
					at := l>>3*len(before)/8 + l&7*n
					if k >= n/4 && l&1 == 0 { // a comparand that fits
						return binary.LittleEndian.Uint32(before[at+4*(k-n/4):])
					}
					return uint32(r.IntN(3)) * 0x01000001
				})
				m.Set(fmt.Sprintf("v%d", 4+k), in[k])
			}
			text := map[int]string{1: "v4", 2: "v[4:5]", 4: "v[4:7]"}[regs]
			m.run(t, fmt.Sprintf("image_%s %s, v[0:1], s[0:7] dmask:%#x unorm%s", name, text, 1<<regs-1, glc))
			for l := range 64 {
				at := l>>3*len(before)/8 + l&7*n
				word := func(b []byte) uint64 {
					if n == 4 {
						return uint64(binary.LittleEndian.Uint32(b[at:]))
					}
					return binary.LittleEndian.Uint64(b[at:])
				}
				pair := func(k int) uint64 {
					if n == 4 {
						return uint64(in[k][l])
					}
					return uint64(in[k][l]) | uint64(in[k+1][l])<<32
				}
				a, c := pair(0), uint64(0)
				if swap {
					c = pair(n / 4)
				}
				require.Equal(t, refAtomic(op, 8*n, word(before), a, c, false), word(m.buf.Bytes()), "%s %d lane %d", name, n, l)
				for k := range regs {
					want := in[k][l]
					if k < n/4 && glc != "" {
						want = uint32(word(before) >> (32 * k))
					}
					require.Equal(t, want, m.U32(fmt.Sprintf("v%d", 4+k), l), "%s%s %d lane %d register %d", name, glc, n, l, k)
				}
			}
		}
	}
}

// A load into a register of addresses that nothing has waited for is found whichever register it
// is, and none behind the last one. How many there are is counted by the list of Vega's ISA manual,
// 8.2.4.
func TestAllAddressRegistersOfImagesAreChecked(t *testing.T) {
	const d1, d2, d3 = 8, 9, 10 // TYPE
	for _, c := range []struct {
		code  string
		kind  uint32
		count int
		gens  isa.Gen
	}{
		{"image_load v30, v0, s[0:7] dmask:0x1 unorm", d1, 1, isa.AllGens},
		{"image_load v30, v0, s[0:7] dmask:0x1 unorm", d2, 2, isa.AllGens},
		{"image_load v30, v0, s[0:7] dmask:0x1 unorm", d3, 3, isa.AllGens},
		{"image_load v30, v0, s[0:7] dmask:0x1 unorm da", d2, 3, isa.AllGens},
		{"image_load_mip v30, v0, s[0:7] dmask:0x1 unorm", d2, 3, isa.AllGens},
		{"image_store v30, v0, s[0:7] dmask:0x1 unorm", d2, 2, isa.AllGens},
		{"image_get_resinfo v30, v0, s[0:7] dmask:0x1", d2, 1, isa.AllGens},
		{"image_sample v30, v0, s[0:7], s[8:11] dmask:0x1", d2, 2, isa.AllGens},
		{"image_sample_l v30, v0, s[0:7], s[8:11] dmask:0x1", d2, 3, isa.AllGens},
		{"image_sample_lz v30, v0, s[0:7], s[8:11] dmask:0x1", d2, 2, isa.AllGens},
		{"image_sample_b_cl v30, v0, s[0:7], s[8:11] dmask:0x1", d2, 4, isa.AllGens},
		{"image_sample_d v30, v0, s[0:7], s[8:11] dmask:0x1", d2, 6, isa.AllGens},
		{"image_sample_o v30, v0, s[0:7], s[8:11] dmask:0x1", d2, 3, isa.AllGens},
		{"image_gather4 v[30:33], v0, s[0:7], s[8:11] dmask:0x1", d2, 2, isa.AllGens},
		{"image_get_lod v[30:31], v0, s[0:7], s[8:11] dmask:0x3", d2, 2, isa.AllGens},
		{"image_load v30, v0, s[0:7] dmask:0x1 unorm a16", d2, 1, isa.GCN14},
		{"image_sample_d v30, v0, s[0:7], s[8:11] dmask:0x1 a16", d2, 3, isa.GCN14},
	} {
		testcase.EachGen(t, c.gens, func(t *testing.T, g isa.Gen) {
			for reg := range c.count + 1 {
				m := newImage(t, g, mem.Fmt8x4, mem.Unorm, colour, simtest.Options(sim.Options{Check: true}))
				m.resource(func(w *[8]uint32) { w[3] = w[3]&^(15<<28) | c.kind<<28 })
				m.Set("s[12:15]", m.Buffer(make([]byte, 64)))
				for v := range 32 {
					m.Set(fmt.Sprintf("v%d", v), [isa.Lanes]uint32{})
				}
				m.Asm(fmt.Sprintf("buffer_load_dword v%d, off, s[12:15], 0\n%s\ns_waitcnt vmcnt(0) expcnt(0)\ns_endpgm", reg, c.code))
				require.NoError(t, m.Run(), c.code)
				name := fmt.Sprintf("%s of type %d, v%d: %v", c.code, c.kind, reg, m.Findings())
				if reg == c.count {
					require.Empty(t, m.Findings(), name)
					continue
				}
				require.Len(t, m.Findings(), 1, name)
				require.Equal(t, waitcnt.RuleRAW, m.Findings()[0].Rule, name)
				require.Equal(t, fmt.Sprintf("v%d", reg), m.Findings()[0].Register, name)
			}
		})
	}
}
