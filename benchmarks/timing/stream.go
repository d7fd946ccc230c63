package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// streamKernel is a kernel of BabelStream (once GPU-STREAM), whose arrays a, b and c hold doubles, or
// one that only reads or only writes.
type streamKernel struct {
	id, what string
	read     []int  // arrays that are read
	write    int    // array that is written; -1: none
	code     string // from v[4:5], v[6:7] and so on to v[4:5]
}

var streamKernels = []streamKernel{
	{"copy", "c = a", []int{0}, 2, ""},
	{"mul", "b = s c", []int{2}, 1, "v_mul_f64 v[4:5], v[4:5], s[16:17]\n"},
	{"add", "c = a + b", []int{0, 1}, 2, "v_add_f64 v[4:5], v[4:5], v[6:7]\n"},
	{"triad", "a = b + s c", []int{1, 2}, 0, "v_fma_f64 v[4:5], v[6:7], s[16:17], v[4:5]\n"},
	{"store", "a = s", nil, 0, ""},
	{"add4", "e = a + b + c + d", []int{0, 1, 2, 3}, 4, "v_add_f64 v[4:5], v[4:5], v[6:7]\nv_add_f64 v[4:5], v[4:5], v[8:9]\nv_add_f64 v[4:5], v[4:5], v[10:11]\n"},
}

// streamVersion is how a version of BabelStream runs its kernels.
type streamVersion struct {
	waves  int // of a work-group
	arrays int
	apart  int // bytes from the begin of an array to that of the next one
	run    int // bytes of an array that the shorter one of two launches goes through
}

// BabelStream has arrays of 2^25 doubles, one after the other. GPU-STREAM 1.0 has five of 200 MiB, which
// lie as its logs say, and work-groups of 1024.
var (
	babelStream = streamVersion{4, 3, arrayBytes, 4 << 20}
	gpuStream   = streamVersion{16, 5, 0xca00000, 4 << 20}
)

const arrayBytes = 1 << 28

// part measures the part of the pins' rate that a kernel moves.
func (s *streamVersion) part(k *streamKernel) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) { return s.measured(k, run, c) }
}

// sixteenth measures that part on a sixteenth of a board, with a sixteenth of the arrays: channels work by
// themselves, and each is asked for as much then.
func (s streamVersion) sixteenth(k *streamKernel) Benchmark {
	const n = 16
	s.apart, s.run = s.apart/n, s.run/n
	return func(run Machine, c *chip.Chip) (float64, error) {
		x := with(c, c.Int(chip.CUs)/n)
		for _, f := range []chip.Field{chip.L2Channels, chip.L2Bytes, chip.DRAMChannels, chip.DRAMGBs} {
			x.Figures[f].Value /= n
		}
		return s.measured(k, run, x)
	}
}

// measured is that part. Each lane has one element.
func (s *streamVersion) measured(k *streamKernel, run Machine, c *chip.Chip) (float64, error) {
	piece := s.waves * 64 * 8 // bytes of a work-group in an array
	src := fmt.Sprintf("%ss_mul_i32 s9, s9, 0x%x\ns_add_u32 s9, s9, 0x%x\nv_lshlrev_b32 v1, 3, v0\ns_mov_b32 s16, 0\ns_mov_b32 s17, 0x40080000\n"+
		"v_mov_b32 v4, 0\nv_mov_b32 v5, 0\n", numbered, piece, resultBytes)
	at := func(array int) string { return [...]string{"s9", "s11", "s12", "s13", "s14"}[array] }
	for i := 1; i < s.arrays; i++ {
		src += fmt.Sprintf("s_add_u32 %s, %s, 0x%x\n", at(i), at(i-1), s.apart)
	}
	for i, a := range k.read {
		src += fmt.Sprintf("buffer_load_dwordx2 v[%d:%d], v1, s[4:7], %s offen\n", 4+2*i, 5+2*i, at(a))
	}
	src += "s_waitcnt vmcnt(0)\n" + k.code
	arrays := len(k.read)
	if k.write >= 0 {
		arrays++
		src += fmt.Sprintf("buffer_store_dwordx2 v[4:5], v1, s[4:7], %s offen\n", at(k.write))
	}
	groups := s.run / piece
	clocks := func(n int) func() (float64, error) {
		return func() (float64, error) {
			out, err := run(c, &Kernel{Waves: s.waves, Groups: n, VGPRs: 24, SGPRs: 40, LDS: 1024, Buffer: uint64(s.arrays * s.apart), Source: src + "s_endpgm"})
			if err != nil {
				return 0, err
			}
			return float64(out.Clocks), nil
		}
	}
	v, err := less(clocks(2*groups), clocks(groups))
	return pins(c, float64(arrays*groups*piece), v), err
}

// dot is the part of the pins' rate that BabelStream's sum of products reads: 256 work-groups go through
// both arrays.
func dot(run Machine, c *chip.Chip) (float64, error) {
	const groups = 256
	step := groups * 256 * 8
	src := strings.TrimSpace(fmt.Sprintf(`%s
	s_lshl_b32 s9, s9, 11
	s_add_u32 s9, s9, 0x%x
	s_add_u32 s11, s9, 0x%x
	v_lshlrev_b32 v1, 3, v0
	s_mov_b32 s14, 0x%x
	v_mov_b32 v8, 0
	v_mov_b32 v9, 0
again:
	buffer_load_dwordx2 v[4:5], v1, s[4:7], s9 offen
	buffer_load_dwordx2 v[6:7], v1, s[4:7], s11 offen
	s_add_u32 s9, s9, s14
	s_add_u32 s11, s11, s14
	s_sub_u32 s1, s1, 1
	s_cmp_lg_u32 s1, 0
	s_waitcnt vmcnt(0)
	v_fma_f64 v[8:9], v[4:5], v[6:7], v[8:9]
	s_cbranch_scc1 again
	s_endpgm`, numbered, resultBytes, arrayBytes, step))
	v, err := rate(run, c, Kernel{Waves: 4, Groups: groups, VGPRs: 24, SGPRs: 40, LDS: 1024, Buffer: 3 * arrayBytes, Source: src}, 16, 64)
	return pins(c, 2*float64(step), v), err
}

// babel is what BabelStream has measured on a board whose memory is that of the chip here, or of as
// many bytes a second: GB/s of copy, mul, add, triad and dot; 0: none.
type babel struct {
	chip, source string
	pins         float64 // GB/s of the board
	gbs          [5]float64
}

const (
	babelResults = "UoB-HPC/BabelStream, results/"
	gstoner      = "ROCm/ROCm #147, measured by AMD's ROCr test: "
)

var babels = []babel{
	{"tahiti", babelResults + "v1.0/opencl/amd-radeon-7970", 264, [5]float64{211.12, 212.11, 219.48, 219.38}},
	{"tahiti", babelResults + "v1.0/opencl/amd-firepro-s10000", 240, [5]float64{202.33, 202.61, 206.31, 205.84}},
	{"hawaii", babelResults + "v2.0/s9150/ocl", 320, [5]float64{259.81, 260.96, 268.43, 267.51}},
	{"hawaii", babelResults + "v2.0/s9150/acc-pgi-loops", 320, [5]float64{257.00, 258.11, 265.72, 265.50}},
	{"hawaii-r9", babelResults + "opencl/amd-radeon-r9-290x", 320, [5]float64{257.32, 265.16, 272.11, 271.56}},
	{"hawaii-r9", babelResults + "opencl/amd-radeon-r9-295x2", 320, [5]float64{257.40, 266.89, 272.78, 270.80}},
	{"fiji", babelResults + "v2.0/furyx/ocl", 512, [5]float64{429.59, 429.30, 442.44, 442.07}},
	{"fiji", babelResults + "v2.0/furynano/hip", 512, [5]float64{414.10, 416.70, 422.97, 417.45}},
	{"fiji", babelResults + "v2.0/s9300x2/hip", 512, [5]float64{442.19, 442.50, 459.23, 458.68}},
	{"fiji", "UoB-HPC/BabelStream #31: R9 Nano", 512, [5]float64{409.47, 409.62, 418.11, 417.47, 461.46}},
	{"vega20", "Robey and Zamora, Parallel and High Performance Computing, 9.3.2: Vega 20", 1024, [5]float64{764.89, 764.18, 764.06, 763.35, 670.21}},
}

// babelRows are BabelStream's kernels, and what AMD has measured of loads and stores alone.
func babelRows(g *group) {
	add := func(name, id, what string, measure Benchmark, claims []Claim) {
		g.add1([]string{name}, "babelstream/"+id, "part of the pins' rate that "+what+" moves", "ratio", TierB, 0, "all compute units, one double of each work-item", measure, claims...)
		g.rows[len(g.rows)-1].Slow = true
	}
	for _, name := range []string{"tahiti", "hawaii", "hawaii-r9", "fiji", "vega20"} {
		for i := range 5 {
			var claims []Claim
			for _, b := range babels {
				if b.chip == name && b.gbs[i] != 0 {
					claims = append(claims, part(b.gbs[i], b.gbs[i], b.pins, b.pins, fmt.Sprintf("%s: %v of %v GB/s", b.source, b.gbs[i], b.pins)))
				}
			}
			switch {
			case len(claims) == 0:
			case i == 4:
				add(name, "dot", "a sum of products by 256 work-groups", dot, claims)
			default:
				add(name, streamKernels[i].id, streamKernels[i].what, babelStream.part(&streamKernels[i]), claims)
			}
		}
	}
	// GPU-STREAM 1.0, which ROCm's examples have: a board of 64 compute units and one of 56.
	for _, x := range []struct {
		chip, source string
		pins         float64
		gbs          [4]float64 // copy, mul, add4, triad
	}{
		{"vega10", "ROCm/legacy-rocm-build #1399, GPU-STREAM 1.0, HIP", 483.8, [4]float64{384.55, 377.53, 341.16, 349.33}},
		{"vega56", "rocm-arch/rocm-arch #258, GPU-STREAM 1.0, HIP", 409.6, [4]float64{330.02, 330.79, 314.29, 311.38}},
	} {
		for i, k := range []*streamKernel{&streamKernels[0], &streamKernels[1], &streamKernels[5], &streamKernels[3]} {
			add(x.chip, "gpu-stream-"+k.id, k.what, gpuStream.part(k), []Claim{part(x.gbs[i], x.gbs[i], x.pins, x.pins, fmt.Sprintf("%s: %v of %v GB/s", x.source, x.gbs[i], x.pins))})
		}
	}
	const gib = 1.073741824
	for _, x := range []struct {
		chip        string
		load, store float64 // GiB/s
		least, most float64 // GB/s of the pins
	}{{"fiji", 458.7, 333.1, 512, 512}, {"polaris10", 193.5, 174.9, 224, 256}, {"vega10", 347.4, 349.2, 483.8, 483.8}} {
		at := func(v float64) []Claim {
			return []Claim{part(v*gib, v*gib, x.least, x.most, fmt.Sprintf("%s%v GiB/s", gstoner, v))}
		}
		add(x.chip, "store", "a = s", babelStream.part(&streamKernels[4]), at(x.store))
		add(x.chip, "load", "reading alone", memoryStream(4, false), at(x.load))
	}
}
