package timing

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// walk is a lane that follows pointers on one compute unit: n of them, so many bytes apart, again and
// again. It is in nanoseconds a step, after the first round.
type walk struct {
	n, stride int
	page      int // bytes; 0: the chip's
	// unkept says that L2 keeps nothing. The chase that was measured on Kaveri is in memory that the CPU
	// shares, where its figures know no size of L2.
	unkept bool
}

// steps is a walk with the address arithmetic that LLVM has for next = array[next], as far as it is not
// done before.
func (x walk) steps(run Machine, c *chip.Chip) (float64, error) {
	const unrolled, rounds = 64, 16
	k := Kernel{Buffer: uint64(x.n * x.stride), VGPRs: 24, SGPRs: 40, Spread: x.stride, Fill: func(uint64) (b []byte) {
		for i := range x.n {
			b = binary.LittleEndian.AppendUint32(b, uint32((resultBytes+(i+1)%x.n*x.stride)/4))
		}
		return b
	}}
	k.Source = looped(fmt.Sprintf("s_mov_b64 exec, 1\nv_mov_b32 v6, 0x%x\nv_mov_b32 v7, 0\nv_mov_b32 v8, s3\n", resultBytes/4),
		repeat(unrolled, "v_lshl_b64 v[4:5], v[6:7], 2\nv_add_i32 v4, vcc, s2, v4\nv_addc_u32 v5, vcc, v8, v5, vcc\nflat_load_dword v6, v[4:5]\ns_waitcnt vmcnt(0) & lgkmcnt(0)"))
	one := with(c, 1)
	if x.page != 0 {
		one.Figures[chip.TLBPage].Value = float64(x.page)
	}
	if x.unkept {
		one.Figures[chip.L2Bytes].Value = float64(c.Int(chip.L2Line) * c.Int(chip.L2Ways) * c.Int(chip.L2Channels))
	}
	first := uint32(x.n/unrolled + 2)
	v, err := rate(run, one, k, first, first+rounds)
	return v / unrolled * 1000 / c.Figures[chip.EngineMHz].Value, err
}

// chaseOn is a chain through memory on one compute unit, without address arithmetic.
func chaseOn(n, stride, short, long int) Benchmark {
	b := chase(n, stride, short, long)
	return func(run Machine, c *chip.Chip) (float64, error) { return b(run, with(c, 1)) }
}

// chaseRows are pointer chases, in nanoseconds.
func chaseRows(g *group) {
	const source = "hsa-micro-benchmarks, Kaveri A10-7850K: "
	latency := func(n, stride, short, long int) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			v, err := chaseOn(n, stride, short, long)(run, c)
			return v * 1000 / c.Figures[chip.EngineMHz].Value, err
		}
	}
	minus := func(a, b Benchmark) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			return less(func() (float64, error) { return a(run, c) }, func() (float64, error) { return b(run, c) })
		}
	}
	l1, memory := latency(1, 64, 16, 48), latency(65536, 64, 64, 1024) // a line a step
	g.add1([]string{"kaveri"}, "chase/memory-over-l1", "load from memory, longer than one that hits L1", "ns", TierB, 0, "one lane follows pointers",
		minus(memory, l1), between(500-306, 527-292, source+"500-527 less 292-306"))
	for _, x := range []struct {
		id      string
		n       int
		min, hi float64
	}{{"8-kib", 128, -1, 30}, {"16-kib", 256, -1, 30}, {"32-kib", 512, 40, 235}} {
		g.add1([]string{"kaveri"}, "chase/l1-"+x.id, fmt.Sprintf("load in a chain of lines through %s, longer than one of 64 bytes", strings.ReplaceAll(x.id, "-", " ")),
			"ns", TierB, 0, "one lane follows pointers, again and again", minus(latency(x.n, 64, 2*x.n, 6*x.n), l1),
			between(x.min, x.hi, source+"292-306 up to 16 KB, then more"))
	}

	// Steps as they were measured, with pages of 4 KiB and of 2 MiB.
	g.add([]string{"kaveri"}, "latency/chase-16-kib", "step of a pointer chase through 16 KiB, a line a step", "ns", TierB, "one lane follows pointers",
		walk{n: 256, stride: 64}.steps, between(292, 306, source+"up to 16 KB"))
	for _, x := range []struct {
		stride, bytes int
		small, large  [2]float64 // ns with pages of 4 KiB, and of 2 MiB, of which smaller arrays have none
	}{
		{64, 64 << 10, [2]float64{500, 522}, [2]float64{}},
		{64, 1 << 20, [2]float64{500, 522}, [2]float64{}},
		{4096, 256 << 10, [2]float64{292, 306}, [2]float64{}},
		{4096, 1 << 20, [2]float64{578, 600}, [2]float64{}},
		{4096, 16 << 20, [2]float64{578, 600}, [2]float64{559, 578}},
		{4096, 128 << 20, [2]float64{628, 652}, [2]float64{559, 578}},
		{64 << 10, 4 << 20, [2]float64{292, 306}, [2]float64{292, 306}},
		{64 << 10, 64 << 20, [2]float64{589, 600}, [2]float64{560, 575}},
		{64 << 10, 128 << 20, [2]float64{940, 975}, [2]float64{560, 575}},
		{256 << 10, 256 << 20, [2]float64{983, 998}, [2]float64{601, 627}},
		{1 << 20, 512 << 20, [2]float64{975, 1000}, [2]float64{764, 781}},
		{2 << 20, 512 << 20, [2]float64{982, 996}, [2]float64{976, 993}},
	} {
		for _, p := range []struct {
			name  string
			bytes int
			want  [2]float64
		}{{"4-kib", 4 << 10, x.small}, {"2-mib", 2 << 20, x.large}} {
			if p.want[1] == 0 {
				continue
			}
			g.add1([]string{"kaveri"}, fmt.Sprintf("chase/%d-kib-by-%d-bytes-%s-pages", x.bytes>>10, x.stride, p.name),
				fmt.Sprintf("step of a pointer chase through %d KiB, %d bytes a step, pages of %s", x.bytes>>10, x.stride, strings.ReplaceAll(p.name, "-", " ")), "ns", TierB, 0.05,
				"one lane follows pointers, again and again; L2 keeps nothing", walk{x.bytes / x.stride, x.stride, p.bytes, true}.steps, between(p.want[0], p.want[1], source+"with and without huge pages, within 5 %"))
			g.rows[len(g.rows)-1].Slow = x.bytes > 16<<20 && (x.stride == 4096 || p.bytes > 4<<10)
		}
	}

	// The scalar cache.
	g.add1([]string{"hawaii-r9"}, "chase/scalar", "step of a wave that follows pointers in the scalar cache, with the arithmetic of an address", "ns", TierB, 0,
		"one wave; a shift, an addition of two halves, a load", func(run Machine, c *chip.Chip) (float64, error) {
			v, err := slope(run, c, Kernel{}, "s_mov_b64 s[16:17], 0\n", "s_lshl_b64 s[18:19], s[16:17], 2\ns_add_u32 s18, s2, s18\ns_addc_u32 s19, s3, s19\ns_load_dword s16, s[18:19], 0x0\ns_waitcnt lgkmcnt(0)", 16, 48)
			return v * 1000 / c.Figures[chip.EngineMHz].Value, err
		}, between(45, 50, "Chips and Cheese, GCN, AMD's GPU Architecture Modernization (2023), Radeon HD 7950 and R9 390: just under 50 ns"))
	g.add1([]string{"vega10", "vega20"}, "chase/memtime", "s_memtime and the wait for it", "clocks", TierD, 0, "one wave", func(run Machine, c *chip.Chip) (float64, error) {
		return slope(run, c, Kernel{}, "", "s_memtime s[16:17]\ns_waitcnt lgkmcnt(0)", 16, 48)
	}, between(33, 49, "gem5 #1053: 41 clocks by microbenchmarks for its model of Vega, which does not say on which board; within two turns of a SIMD"))
}
