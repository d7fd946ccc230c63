package sim_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
)

// wholeImage is a line of testdata/tiles/gfx9-whole.txt: an image and where AMD's address library
// puts each of its texels, by level, x, y and slice.
type wholeImage struct {
	words [8]uint32 // its T#, at imageAt
	size  uint64
	at    map[[4]int]uint64
}

// wholeImages reads the file.
func wholeImages(t *testing.T) (list []wholeImage) {
	text, err := os.ReadFile("../testdata/tiles/gfx9-whole.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		v := wholeImage{at: map[[4]int]uint64{}}
		is, of, _ := strings.Cut(line, " = ")
		var chip string
		var mode, bytes, dim, w, h, slices, levels, pitch uint32
		_, err := fmt.Sscan(is, &chip, &mode, &bytes, &dim, &w, &h, &slices, &levels, &pitch)
		require.NoError(t, err)
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
		v.words, _ = mem.LinearImage2D(isa.GCN14, imageAt, mem.Fmt32, mem.Uint, int(w), int(h))
		v.words[3] = v.words[3]&0x0fffffff | uint32(mem.Image2DArray)<<28 | mode<<20 | (levels-1)<<16
		v.words[4] = (pitch-1)<<13 | slices - 1
		v.words[5] = (levels - 1) << 28
		list = append(list, v)
	}
	return list
}

// tiledWays are the ways of this host to execute a launch.
func tiledWays(t *testing.T) map[string]sim.Options {
	ways := map[string]sim.Options{"clock": {Workers: 1, Timing: &sim.TimingOptions{Chip: testcase.FirstChip(t, isa.GCN14)}}}
	for _, host := range []string{"go", "avx2", "avx512"} {
		for _, check := range []bool{false, true} {
			ways[fmt.Sprintf("%s checked=%t", host, check)] = sim.Options{Workers: 1, Host: host, Check: check}
		}
	}
	return ways
}

// TestTiledImagesOfAKernel: 512 work-items load and sample a texel each of a tiled image whose
// texels lie where AMD's address library puts them, write what they got to a buffer, and store it
// with 1000 added. The others have no texel.
func TestTiledImagesOfAKernel(t *testing.T) {
	for _, v := range wholeImages(t) {
		for name, o := range tiledWays(t) {
			t.Run(name, func(t *testing.T) {
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

// tiledKernel runs the kernel for a level and slice.
func tiledKernel(t *testing.T, v *wholeImage, level, slice int, o sim.Options) {
	const width, height = 32, 16
	value := func(k [4]int) uint32 { return uint32(k[0]<<24 | k[3]<<16 | k[2]<<8 | k[1]) }
	d := sim.NewDevice(isa.GCN14)
	rg, err := d.Mem.Map("image", imageAt, v.size)
	require.NoError(t, err)
	texels := make([]byte, v.size)
	for k, at := range v.at {
		binary.LittleEndian.PutUint32(texels[at:], value(k))
	}
	require.NoError(t, d.Mem.Write(rg.Base, texels))
	out, err := d.Mem.MapAnywhere("out", width*height*8, 256)
	require.NoError(t, err)
	var text strings.Builder
	for i, w := range append(v.words[:], 2|2<<3|2<<6, 0xfff<<12, 1<<26, 0) {
		fmt.Fprintf(&text, "s_mov_b32 s%d, 0x%x\n", 8+i, w)
	}
	fmt.Fprintf(&text, `v_and_b32 v1, 31, v0
v_lshrrev_b32 v2, 5, v0
v_mov_b32 v3, %d
v_mov_b32 v4, %d
image_load_mip v8, v[1:4], s[8:15] dmask:0x1 unorm da
s_waitcnt vmcnt(0)
v_cvt_f32_u32 v16, v1
v_cvt_f32_u32 v17, v2
v_cvt_f32_u32 v18, v3
v_cvt_f32_u32 v19, v4
image_sample_l v9, v[16:19], s[8:15], s[16:19] dmask:0x1 unorm da
s_waitcnt vmcnt(0)
v_lshlrev_b32 v10, 3, v0
global_store_dwordx2 v10, v[8:9], s[0:1]
v_add_u32 v8, 1000, v8
image_store_mip v8, v[1:4], s[8:15] dmask:0x1 unorm da
s_endpgm
`, slice, level)
	code, err := asm.Code(isa.GCN14, text.String())
	require.NoError(t, err)
	prog, err := d.Load(code.Code)
	require.NoError(t, err)
	desc, err := abi.FromRegisters(0, 2<<1, isa.GCN14.Target().Has(), abi.KernargSegmentPtr)
	require.NoError(t, err)
	res, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{width * height, 1, 1}, Group: [3]uint32{width * height, 1, 1}, Desc: &desc, Options: o,
		Registers: []sim.RegInit{{Code: 0, Scalar: []uint32{uint32(out.Base), uint32(out.Base >> 32)}}}})
	if err != nil && strings.HasPrefix(o.Host, "avx") {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.Nil(t, res.Fault)
	require.Empty(t, res.Findings)
	got := make([]byte, width*height*8)
	require.NoError(t, d.Mem.Read(out.Base, got))
	for i := range width * height {
		k := [4]int{level, i % width, i / width, slice}
		at, inside := v.at[k]
		loaded, sampled := binary.LittleEndian.Uint32(got[8*i:]), binary.LittleEndian.Uint32(got[8*i+4:])
		if !inside {
			require.Zero(t, loaded, "%v", k)
			continue
		}
		require.Equal(t, value(k), loaded, "%v", k)
		require.Equal(t, value(k), sampled, "%v", k)
		binary.LittleEndian.PutUint32(texels[at:], value(k)+1000)
	}
	after := make([]byte, v.size)
	require.NoError(t, d.Mem.Read(imageAt, after))
	require.Equal(t, texels, after)
}
