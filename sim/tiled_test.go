package sim_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
)

// wholeImage is a line of a file of testdata/tiles: an image and where AMD's address library puts each
// of its texels, by level, x, y and slice.
type wholeImage struct {
	chip  string
	gen   isa.Gen
	words [8]uint32 // its T#, at imageAt
	size  uint64
	at    map[[4]int]uint64
}

// wholeImages reads the files.
func wholeImages(t *testing.T) (list []wholeImage) {
	var text []byte
	for _, name := range []string{"gfx6", "gfx9"} {
		part, err := os.ReadFile("../testdata/tiles/" + name + "-whole.txt")
		require.NoError(t, err)
		text = append(text, part...)
	}
	for line := range strings.Lines(string(text)) {
		v := wholeImage{at: map[[4]int]uint64{}}
		is, of, _ := strings.Cut(line, " = ")
		var mode, bytes, dim, w, h, slices, levels, pitch, start uint32
		_, err := fmt.Sscan(is, &v.chip, &mode, &bytes, &dim, &w, &h, &slices, &levels, &pitch, &start)
		require.NoError(t, err)
		target, err := isa.FindTarget(v.chip)
		require.NoError(t, err)
		v.gen = target.Gen
		fields := strings.Fields(of)
		_, err = fmt.Sscan(strings.Join(fields[:2], " "), &pitch, &v.size)
		require.NoError(t, err)
		for _, f := range fields[3:] {
			var level, x, y, z int
			var at uint64
			_, err := fmt.Sscanf(f, "%d,%d,%d,%d:%x", &level, &x, &y, &z, &at)
			require.NoError(t, err)
			v.at[[4]int{level, x, y, z}] = at
		}
		v.words, _ = mem.LinearImage2D(v.gen, imageAt+uint64(start)<<8, mem.Fmt32, mem.Uint, int(w), int(h))
		v.words[3] = v.words[3]&0x000fffff | uint32(mem.Image2DArray)<<28 | mode<<20 | (levels-1)<<16
		v.words[4] = (pitch-1)<<13 | slices - 1
		if v.gen == isa.GCN14 {
			v.words[5] = (levels - 1) << 28
		} else {
			v.words[5] = (slices - 1) << 13
			v.words[3] |= min(levels-1, 1) << 25
		}
		list = append(list, v)
	}
	return list
}

// tiledWays are the ways of this host to execute a launch.
func tiledWays(t *testing.T, v *wholeImage) map[string]sim.Options {
	c := testcase.FirstChip(t, v.gen)
	if named, err := chip.Lookup(v.chip); err == nil {
		c = named
	}
	ways := map[string]sim.Options{"clock": {Workers: 1, Timing: &sim.TimingOptions{Chip: c}}}
	for _, host := range []string{"go", "avx2", "avx512"} {
		for _, check := range []bool{false, true} {
			ways[fmt.Sprintf("%s checked=%t", host, check)] = sim.Options{Workers: 1, Host: host, Check: check}
		}
	}
	return ways
}

// TestTiledImagesOfAKernel: 512 work-items load and sample a texel each of a tiled image whose
// texels lie where AMD's address library puts them, write what they got to a buffer, and store it
// with two bits changed. The others have no texel.
func TestTiledImagesOfAKernel(t *testing.T) {
	for _, v := range wholeImages(t) {
		for name, o := range tiledWays(t, &v) {
			t.Run(v.chip+" "+name, func(t *testing.T) {
				levels := 1
				for k := range v.at {
					levels = max(levels, k[0]+1)
				}
				for level := range levels {
					for slice := range 3 {
						if _, ok := v.at[[4]int{level, 0, 0, slice}]; ok {
							tiledKernel(t, &v, level, slice, o)
						}
					}
				}
			})
		}
	}
}

// The work-items of the kernels: each has the texel at its place, if there is one.
const tiledWidth, tiledHeight = 32, 16

// tiledValue is what a texel of a whole image holds.
func tiledValue(k [4]int) uint32 { return uint32(k[0]<<24 | k[3]<<16 | k[2]<<8 | k[1]) }

// contents is the memory of the image.
func (v *wholeImage) contents() []byte {
	texels := make([]byte, v.size)
	for k, at := range v.at {
		binary.LittleEndian.PutUint32(texels[at:], tiledValue(k))
	}
	return texels
}

// run runs a body with x, y, slice and level in v1 to v4, the image in s[8:15], a sampler of texel
// coordinates in s[16:19] and the output, a buffer of a width per work-item, in s[20:23] with the
// work-item's offset in v10. It returns the output and the image.
func (v *wholeImage) run(t *testing.T, level, slice, width int, body string, o sim.Options) (out, image []byte, res *sim.Result) {
	const items = tiledWidth * tiledHeight
	target, err := isa.FindTarget(v.chip)
	require.NoError(t, err)
	d := sim.NewDeviceFor(target)
	d.Chip = v.chip
	rg, err := d.Mem.Map("image", imageAt, v.size)
	require.NoError(t, err)
	require.NoError(t, d.Mem.Write(rg.Base, v.contents()))
	to, err := d.Mem.MapAnywhere("out", uint64(items*width), 256)
	require.NoError(t, err)
	rsrc := mem.RawBuffer(to.Base, to.Size())
	var text strings.Builder
	for i, w := range append(v.words[:], 2|2<<3|2<<6, 0xfff<<12, 1<<26, 0, rsrc[0], rsrc[1], rsrc[2], rsrc[3]) {
		fmt.Fprintf(&text, "s_mov_b32 s%d, 0x%x\n", 8+i, w)
	}
	fmt.Fprintf(&text, `v_and_b32 v1, 31, v0
v_lshrrev_b32 v2, 5, v0
v_mov_b32 v3, %d
v_mov_b32 v4, %d
v_lshlrev_b32 v10, %d, v0
%s
s_endpgm
`, slice, level, bits.TrailingZeros(uint(width)), body)
	code, err := asm.Code(v.gen, text.String())
	require.NoError(t, err)
	prog, err := d.Load(code.Code)
	require.NoError(t, err)
	desc, err := abi.FromRegisters(0, 2<<1, target.Has(), abi.KernargSegmentPtr)
	require.NoError(t, err)
	res, err = d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{items, 1, 1}, Group: [3]uint32{items, 1, 1}, Desc: &desc, Options: o})
	if err != nil && strings.HasPrefix(o.Host, "avx") {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.Nil(t, res.Fault)
	require.Empty(t, res.Findings)
	out, image = make([]byte, to.Size()), make([]byte, v.size)
	require.NoError(t, d.Mem.Read(to.Base, out))
	require.NoError(t, d.Mem.Read(imageAt, image))
	return out, image, res
}

// tiledKernel runs the kernel for a level and slice.
func tiledKernel(t *testing.T, v *wholeImage, level, slice int, o sim.Options) {
	got, after, _ := v.run(t, level, slice, 8, `image_load_mip v8, v[1:4], s[8:15] dmask:0x1 unorm da
s_waitcnt vmcnt(0)
v_cvt_f32_u32 v16, v1
v_cvt_f32_u32 v17, v2
v_cvt_f32_u32 v18, v3
v_cvt_f32_u32 v19, v4
image_sample_l v9, v[16:19], s[8:15], s[16:19] dmask:0x1 unorm da
s_waitcnt vmcnt(0)
buffer_store_dwordx2 v[8:9], v10, s[20:23], 0 offen
s_waitcnt vmcnt(0) expcnt(0)
v_xor_b32 v8, 0x1200, v8
image_store_mip v8, v[1:4], s[8:15] dmask:0x1 unorm da`, o)
	texels := v.contents()
	for i := range tiledWidth * tiledHeight {
		k := [4]int{level, i % tiledWidth, i / tiledWidth, slice}
		at, inside := v.at[k]
		loaded, sampled := binary.LittleEndian.Uint32(got[8*i:]), binary.LittleEndian.Uint32(got[8*i+4:])
		if !inside {
			require.Zero(t, loaded, "%v", k)
			continue
		}
		require.Equal(t, tiledValue(k), loaded, "%v", k)
		require.Equal(t, tiledValue(k), sampled, "%v", k)
		binary.LittleEndian.PutUint32(texels[at:], tiledValue(k)^0x1200)
	}
	require.Equal(t, texels, after)
}

// TestAtomicsAndGathersOfTiledImages: work-items add to texels of tiled images, and gather the four
// texels around a corner of theirs: below left, below right, right, their own.
func TestAtomicsAndGathersOfTiledImages(t *testing.T) {
	for _, v := range wholeImages(t) {
		for name, o := range tiledWays(t, &v) {
			t.Run(v.chip+" "+name, func(t *testing.T) {
				corner := "0.5" // gathers of integers are half a texel off (Mesa, lower_gather4_integer)
				if v.gen == isa.GCN14 {
					corner = "1.0"
				}
				got, after, _ := v.run(t, 0, 0, 32, `v_cvt_f32_u32 v16, v1
v_cvt_f32_u32 v17, v2
v_add_f32 v16, `+corner+`, v16
v_add_f32 v17, `+corner+`, v17
v_mov_b32 v18, 0
image_gather4_lz v[20:23], v[16:18], s[8:15], s[16:19] dmask:0x1 unorm da
s_waitcnt vmcnt(0)
buffer_store_dwordx4 v[20:23], v10, s[20:23], 0 offen
v_mov_b32 v24, 0x3000
image_atomic_add v24, v[1:4], s[8:15] dmask:0x1 unorm glc da
s_waitcnt vmcnt(0)
buffer_store_dword v24, v10, s[20:23], 0 offen offset:16`, o)
				texels := v.contents()
				for i := range tiledWidth * tiledHeight {
					x, y := i%tiledWidth, i/tiledWidth
					at, inside := v.at[[4]int{0, x, y, 0}]
					if !inside {
						continue
					}
					require.Equal(t, tiledValue([4]int{0, x, y, 0}), binary.LittleEndian.Uint32(got[32*i+16:]), "%d,%d before the addition", x, y)
					binary.LittleEndian.PutUint32(texels[at:], tiledValue([4]int{0, x, y, 0})+0x3000)
					for n, to := range [4][2]int{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
						k := [4]int{0, x + to[0], y + to[1], 0}
						if _, inside := v.at[k]; inside { // others are clamped to the edge
							require.Equal(t, tiledValue(k), binary.LittleEndian.Uint32(got[32*i+4*n:]), "%d,%d gathers %v", x, y, k)
						}
					}
				}
				require.Equal(t, texels, after)
			})
		}
	}
}

// TestLinesOfTiledImages counts the lines of 64 bytes in which the address library puts the texels of
// four lanes, of which the address unit takes so many a clock, and of all: what an access looks up in
// L1, and what it misses in an empty one.
func TestLinesOfTiledImages(t *testing.T) {
	for _, v := range wholeImages(t) {
		o := tiledWays(t, &v)["clock"]
		_, _, res := v.run(t, 0, 0, 4, "image_load_mip v8, v[1:4], s[8:15] dmask:0x1 unorm da\ns_waitcnt vmcnt(0)", o)
		touched, all := 0, map[uint64]bool{}
		for four := range tiledWidth * tiledHeight / 4 {
			lines := map[uint64]bool{}
			for i := four * 4; i < four*4+4; i++ {
				if at, inside := v.at[[4]int{0, i % tiledWidth, i / tiledWidth, 0}]; inside {
					lines[at/64], all[at/64] = true, true
				}
			}
			touched += len(lines)
		}
		var load *sim.InstTiming
		for i := range res.Timing.Insts {
			if in := &res.Timing.Insts[i]; in.Quarters > 0 {
				require.Nil(t, load, "one instruction touches memory")
				load = in
			}
		}
		require.NotNil(t, load)
		require.Equal(t, touched, int(load.Segments), "%s: lines touched", v.chip)
		require.Equal(t, len(all), int(load.Misses), "%s: lines missed", v.chip)
		require.Less(t, len(all), touched, "four lanes' lines are others', too")
	}
}
