package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// texel is a format of images.
type texel struct {
	id    string
	data  mem.DataFormat
	num   mem.NumFormat
	comps int
}

var texels = []texel{
	{"r8", mem.Fmt8, mem.Unorm, 1}, {"rg8", mem.Fmt8x2, mem.Unorm, 2}, {"rgba8", mem.Fmt8x4, mem.Unorm, 4},
	{"r32f", mem.Fmt32, mem.Float, 1}, {"rg32f", mem.Fmt32x2, mem.Float, 2}, {"rgba16f", mem.Fmt16x4, mem.Float, 4}, {"rgba32f", mem.Fmt32x4, mem.Float, 4},
}

// lanesOfAnImage are the texels that lanes ask for: v[1:2] become x and y.
var lanesOfAnImage = []struct{ id, what, code string }{
	{"uniform", "one texel", "v_mov_b32 v1, 1\nv_mov_b32 v2, 1\n"},
	{"row", "64 in a row", "v_and_b32 v1, 63, v0\nv_mov_b32 v2, 1\n"},
	{"block", "8 rows of 8", "v_and_b32 v1, 7, v0\nv_bfe_u32 v2, v0, 3, 3\n"},
}

// imageBenchmark is the clocks of a compute unit for an image instruction of a wave, where all waves
// hit L1: the image has 8 rows of 64 texels, its resource is in s[16:23], and a sampler with a linear
// or no filter in s[24:27].
func imageBenchmark(x *texel, lanes, op string, linear, floats bool) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const waves = 16
		words, size := mem.LinearImage2D(c.Target.Gen, 0, x.data, x.num, 64, 8)
		var b strings.Builder
		fmt.Fprintf(&b, "%ss_add_u32 s16, s2, 0x%x\ns_addc_u32 s17, s3, 0\ns_lshr_b64 s[16:17], s[16:17], 8\ns_or_b32 s17, s17, 0x%x\n", lanes, resultBytes, words[1])
		for i, w := range words[2:] {
			fmt.Fprintf(&b, "s_mov_b32 s%d, 0x%x\n", 18+i, w)
		}
		filter := 0
		if linear {
			filter = 1<<20 | 1<<22
		}
		fmt.Fprintf(&b, "s_movk_i32 s24, 0x%x\ns_mov_b32 s25, 0x%x\ns_mov_b32 s26, 0x%x\ns_mov_b32 s27, 0\n", 2|2<<3|2<<6, 0xfff<<12, filter)
		if floats {
			b.WriteString("v_cvt_f32_u32 v1, v1\nv_cvt_f32_u32 v2, v2\n")
		}
		dst := "v4"
		if x.comps > 1 {
			dst = fmt.Sprintf("v[4:%d]", 3+x.comps)
		}
		code := fmt.Sprintf("%s %s, v[1:2], s[16:23]", op, dst)
		if floats {
			code += ", s[24:27]"
		}
		code += fmt.Sprintf(" dmask:0x%x unorm", 1<<x.comps-1)
		v, err := together(run, c, Kernel{Waves: waves, Buffer: max(size, 64<<10)}, b.String(), code, 16, 48)
		return v / waves, err
	}
}

// imageRows are loads, stores and samples of images.
func imageRows(g *group) {
	const four = "AMD: four texture units a compute unit, so 118.4 Gtexel/s of Radeon HD 7970 (32 units at 925 MHz), whatever lanes ask for"
	chips := []string{"hawaii-r9", "fiji", "vega10"}
	for i := range texels {
		x := &texels[i]
		for _, p := range lanesOfAnImage {
			g.add1(chips, "image-load/"+x.id+"-"+p.id, "compute unit's clocks for image_load of "+x.id+", "+p.what, "clocks", TierC, 0.02, "16 waves that hit L1",
				imageBenchmark(x, p.code, "image_load", false, false), is(16, four))
		}
		g.add1(chips, "image-store/"+x.id, "compute unit's clocks for image_store of "+x.id, "clocks", TierC, 0.05, "16 waves store to the same lines",
			imageBenchmark(x, lanesOfAnImage[1].code, "image_store", false, false), is(16, clrx+", stores of buffers; "+four))
		// A unit filters 32 bits of four texels a clock: wider texels take turns.
		want := 16 * float64(max(1, x.data.Bytes()/4))
		g.add1(chips, "image-sample/"+x.id+"-linear", "compute unit's clocks for image_sample_lz of "+x.id+" with a linear filter", "clocks", TierC, 0.02, "16 waves that hit L1",
			imageBenchmark(x, lanesOfAnImage[2].code, "image_sample_lz", true, true), is(want, four+"; half of it for texels of 64 bits, a quarter for 128 (AMD GPUOpen)"))
		g.add1(chips, "image-sample/"+x.id+"-point", "compute unit's clocks for image_sample_lz of "+x.id+" without a filter", "clocks", TierC, 0.02, "16 waves that hit L1",
			imageBenchmark(x, lanesOfAnImage[2].code, "image_sample_lz", false, true), is(16, four))
	}
	// Parts of a dword: as a typed load of one component.
	for _, x := range []struct {
		op    string
		bytes int
	}{{"ubyte", 1}, {"sbyte", 1}, {"ushort", 2}, {"sshort", 2}} {
		prep := fmt.Sprintf("v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, %d, v1\n", log2(x.bytes))
		g.add1(chips, "l1-parts/"+x.op, "compute unit's clocks for buffer_load_"+x.op+" of lanes in a row", "clocks", TierB, 0.03, "16 waves that hit L1",
			func(run Machine, c *chip.Chip) (float64, error) {
				v, err := together(run, c, Kernel{Waves: 16}, prep, "buffer_load_"+x.op+" v4, v1, s[4:7], 0 offen", 16, 48)
				return v / 16, err
			}, is(4, perftest+": one component in a row takes a clock for a quarter of a wave, whatever its bytes (R8: 4.1)"))
	}
	// Each quarter of a wave has a row of its own: 16 texels of an image in a buffer.
	for _, x := range []struct {
		op    string
		bytes int
	}{{"ubyte", 1}, {"ushort", 2}} {
		prep := fmt.Sprintf("v_and_b32 v1, 15, v0\nv_lshlrev_b32 v1, %d, v1\nv_and_b32 v2, 48, v0\nv_lshlrev_b32 v2, 4, v2\nv_or_b32 v1, v1, v2\n", log2(x.bytes))
		g.add1(chips, "l1-parts/"+x.op+"-tile", "compute unit's clocks for buffer_load_"+x.op+" of four rows of 16 lanes", "clocks", TierB, 0.03, "16 waves that hit L1; rows are 256 bytes apart",
			func(run Machine, c *chip.Chip) (float64, error) {
				v, err := together(run, c, Kernel{Waves: 16}, prep, "buffer_load_"+x.op+" v4, v1, s[4:7], 0 offen", 16, 48)
				return v / 16, err
			}, is(4, perftest+": one component in a row takes a clock for a quarter of a wave, whatever its bytes (R8: 4.1); AMD GPUOpen, Understanding Memory Coalescing on GCN: quarters are looked at one by one"))
	}
	// Past L1 a wave's lines go to L2 one a clock.
	for _, x := range []struct {
		id, code string
		shift    int
		clocks   float64
	}{{"x1", "buffer_load_dword v4", 2, 4}, {"x2", "buffer_load_dwordx2 v[4:5]", 3, 16}, {"x4", "buffer_load_dwordx4 v[4:7]", 4, 16}} {
		prep := fmt.Sprintf("v_lshlrev_b32 v1, %d, v0\n", x.shift)
		g.add1([]string{"fiji", "vega10"}, "l1-glc/"+x.id+"-rate", "compute unit's clocks for "+strings.Fields(x.code)[0]+" with GLC, by the most of its address unit's and of its lines'", "ratio", TierC, 0,
			"16 waves, each its own lines", func(run Machine, c *chip.Chip) (float64, error) {
				v, err := together(run, c, Kernel{Waves: 16}, prep, x.code+", v1, s[4:7], 0 offen glc", 16, 48)
				return v / 16 / max(x.clocks, float64(int(64)<<x.shift/64)), err
			}, between(0.97, 1.2, "AMD Vega ISA, 9.1: with GLC a load misses L1; behardware.com, Radeon HD 7970: 64 bytes a clock from L2"))
	}
	// Structures of 64 bytes: each of the four loads that read them needs all lines.
	g.add1([]string{"tahiti", "fiji", "vega10"}, "l1-merge/structures", "time of four loads of a wave that read a line of each lane, by that of four that read each its own lines", "ratio", TierC, 0,
		"two waves; all miss L1", func(run Machine, c *chip.Chip) (float64, error) {
			at := func(lane, load int) func() (float64, error) {
				clocks := func(rounds int) func() (float64, error) {
					return func() (float64, error) {
						var b strings.Builder
						fmt.Fprintf(&b, "v_readfirstlane_b32 s8, v0\ns_nop 4\ns_lshr_b32 s8, s8, 6\ns_lshl_b32 s9, s8, 12\ns_movk_i32 s11, 0x%x\ns_add_u32 s9, s9, s11\n"+
							"s_movk_i32 s10, 0x2000\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, %d, v1\n", resultBytes, log2(lane))
						for i := range 4 * rounds {
							fmt.Fprintf(&b, "buffer_load_dwordx4 v[%d:%d], v1, s[4:7], s9 offen offset:%d\n", 4+4*(i%4), 7+4*(i%4), i%4*load)
							if i%4 == 3 {
								b.WriteString("s_add_u32 s9, s9, s10\n")
							}
						}
						out, err := run(with(c, 1), &Kernel{Waves: 2, VGPRs: 24, Buffer: 1 << 20, Source: b.String() + "s_endpgm"})
						if err != nil {
							return 0, err
						}
						return float64(out.Clocks), nil
					}
				}
				return func() (float64, error) { return less(clocks(24), clocks(8)) }
			}
			return over(at(64, 16), at(16, 1024))
		}, between(0.95, 1.1, "exact consequence of a line on its way being asked for once: both read the same lines, which are fewer than L1 holds"))
	// Two waves read the same lines, of which far more are asked for than L1 holds.
	g.add1([]string{"tahiti", "fiji", "vega10"}, "l1-merge/pairs", "time of 16 waves of which two each read the same lines, by that of eight that read these lines", "ratio", TierC, 0,
		"one channel of L2; a line of each lane, eight loads under way", func(run Machine, c *chip.Chip) (float64, error) {
			x := with(c, 1)
			x.Figures[chip.L2Channels].Value, x.Figures[chip.L2Bytes].Value = 1, 512<<10
			at := func(shift int) func() (float64, error) {
				return func() (float64, error) {
					prep := fmt.Sprintf("s_lshr_b32 s9, s8, %d\ns_lshl_b32 s9, s9, 12\ns_add_u32 s9, s9, 0x%x\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 6, v1\n", 6+shift, resultBytes)
					code := ""
					for i := range 8 {
						code += fmt.Sprintf("s_add_u32 s18, s9, 0x%x\nbuffer_load_dword v%d, v1, s[4:7], s18 offen\n", i<<15, 4+i)
					}
					return together(run, x, Kernel{Waves: 8 << shift, VGPRs: 24, Buffer: 512 << 10}, prep, code+"s_waitcnt vmcnt(0)\ns_barrier", 2, 6)
				}
			}
			return over(at(1), at(0))
		}, between(0.95, 1.1, "exact consequence of a line on its way being asked for once: the lines that L2 is asked for are the same"))
	// Uniform raw loads are scalar ones.
	for _, x := range []struct {
		n      int
		clocks [2]float64 // R9 390X, Radeon VII
	}{{1, [2]float64{3.74, 3.63}}, {2, [2]float64{4.17, 4.42}}, {3, [2]float64{6.15, 6.32}}, {4, [2]float64{8.14, 8.14}}} {
		op := fmt.Sprintf("s_buffer_load_dwordx%d", x.n)
		switch x.n {
		case 1:
			op = "s_buffer_load_dword"
		case 3:
			op = "s_buffer_load_dwordx4"
		}
		for b, name := range []string{"hawaii-r9", "vega20"} {
			loop := perftestLoop{op, x.n, 4 * x.n, 0, true, uniformLanes, unrolledBy(name, true)}
			g.add1([]string{name}, fmt.Sprintf("kcache-uniform/x%d", x.n), fmt.Sprintf("compute unit's clocks for a uniform load of %d components, each converted and added", x.n), "clocks",
				TierB, 0.03, "perftest's launch on the compute units that share an instruction cache, by one with random dwords", loop.measured, is(x.clocks[b]*l1Scale(b), perftest))
			g.rows[len(g.rows)-1].Slow = true
		}
	}
}
