package timing

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// mi25 has measured loops on a Radeon Instinct MI25, of Vega 10, at 1536 MHz. Its README has times, and of most
// loops what the compiler made of them, with addresses.
const mi25 = "fsword73/HIP-Performance-Optmization-on-VEGA64, README, MI25 at 1536 MHz"

// mi25At is the chip at that clock.
func mi25At(c *chip.Chip) *chip.Chip {
	x := *c
	x.Figures[chip.EngineMHz].Value = 1536
	return &x
}

// mi25Rows are loops of one wave on each SIMD, and of one lane that waits for each of its loads.
func mi25Rows(g *group) {
	one := []string{"vega10"}
	add := func(id, what, unit string, resolution float64, how string, measure Benchmark, claims ...Claim) {
		g.add1(one, "mi25/"+id, what, unit, TierB, resolution, how, func(run Machine, c *chip.Chip) (float64, error) { return measure(run, mi25At(c)) }, claims...)
	}
	// restate adds one from which a figure of the chip was read.
	restate := func(id, what, unit string, how string, measure Benchmark, claims ...Claim) {
		g.add(one, id, what, unit, TierB, how, func(run Machine, c *chip.Chip) (float64, error) { return measure(run, mi25At(c)) }, claims...)
		g.resolution(len(one), 0.02)
	}
	// A loop of so many multiplications that depend on each other, of 8 bytes each, and two scalar
	// instructions; off is the place of its first dword in a block of 32 bytes.
	loop := func(mads, off int) string {
		const mad = "v_mad_f32 v3, v1, v3, v2\n"
		return ".p2align 6\n" + strings.Repeat("s_nop 0\n", off) + "again:\n" + strings.Repeat(mad, mads-1) +
			fmt.Sprintf("s_sub_i32 s%d, s%[1]d, 1\ns_cmp_lg_u32 s%[1]d, 0\n", sgprTimes) + mad + "s_cbranch_scc1 again\ns_endpgm"
	}
	for _, x := range []struct {
		id               string
		waves, mads, off int
		want             Claim
	}{
		{"fetch/mi25-40-mads", 4, 40, 3, is(44.16, mi25+", example 5a: 3.774 ms for a million; the loop begins at 0x124c")},
		{"100-mads-across-blocks", 4, 100, 3, between(47.5, 49, mi25+", example 2b: 48")},
		{"100-mads-aligned", 4, 100, 2, between(58.5, 60, mi25+", example 2c: 59, and its code lies four bytes elsewhere")},
		{"100-mads-2-waves", 8, 100, 2, between(61.5, 62.5, mi25+", example 2d: 62")},
		{"100-mads-3-waves", 12, 100, 2, between(62.5, 63.5, mi25+", example 2d: 63")},
		{"100-mads-4-waves", 16, 100, 2, is(62.72, mi25+", example 2e: 10.630 ms for a million")},
	} {
		what, how := fmt.Sprintf("multiplications a clock of a compute unit with %d waves, in a loop of %d", x.waves, x.mads), "one work-group"
		measure := func(run Machine, c *chip.Chip) (float64, error) {
			v, err := rate(run, c, Kernel{Waves: x.waves, VGPRs: 24, Source: loop(x.mads, x.off)}, 20, 60)
			return float64(64*x.waves*x.mads) / v, err
		}
		if strings.HasPrefix(x.id, "fetch/") {
			restate(x.id, what, "lanes/clock", how, measure, x.want)
			continue
		}
		add(x.id, what, "lanes/clock", 0.02, how, measure, x.want)
	}

	// One lane reads a dword, and what it has read is part of the next address: a line further on, in so many bytes.
	chase := func(bytes int) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			src := fmt.Sprintf(`s_mov_b64 exec, 1
				s_add_u32 s8, s2, 0x%x
				s_addc_u32 s9, s3, 0
				s_mov_b32 s14, 0x%x
				s_mov_b32 s12, 1
				s_mov_b32 s15, 1
				s_add_u32 s16, s1, 1
				v_mov_b32 v2, 16
				.p2align 6
				.rept 12
				s_nop 0
				.endr
			again:
				s_waitcnt vmcnt(0)
				v_mul_lo_u32 v2, v2, s12
				v_mov_b32 v4, s9
				v_mul_lo_u32 v2, v2, s15
				s_add_i32 s15, s15, 1
				s_cmp_lg_u32 s16, s15
				v_add_u32 v2, -1, v2
				v_and_b32 v2, s14, v2
				v_ashrrev_i32 v3, 31, v2
				v_lshlrev_b64 v[2:3], 2, v[2:3]
				v_add_co_u32 v2, vcc, s8, v2
				v_addc_co_u32 v3, vcc, v4, v3, vcc
				global_load_dword v2, v[2:3], off
				s_cbranch_scc1 again
				s_endpgm`, resultBytes, bytes/4-1)
			rounds := uint32(bytes / 64)
			k := Kernel{VGPRs: 24, SGPRs: 40, Buffer: uint64(bytes), Source: src, Fill: func(uint64) []byte {
				var b []byte
				for range bytes / 4 {
					b = binary.LittleEndian.AppendUint32(b, 16)
				}
				return b
			}}
			return rate(run, with(c, 1), k, 2*rounds, 4*rounds)
		}
	}
	restate("latency/mi25-4-kib", "step of a chain of loads with address arithmetic in 4 KiB, a line a step", "clocks", "one lane; the code is that of its compiler, where it lies",
		chase(4<<10), is(239.5, mi25+", example 6c"))
	restate("latency/mi25-128-kib", "step of a chain of loads with address arithmetic in 128 KiB, a line a step", "clocks", "one lane; the code is that of its compiler, where it lies",
		chase(128<<10), is(376.6, mi25+", example 6d"))

	// The same where each load comes from memory, a KiB further on, as its compiler has unrolled it.
	restate("latency/mi25-memory", "step of a chain of loads from memory with address arithmetic, a KiB a step", "clocks", "one lane", func(run Machine, c *chip.Chip) (float64, error) {
		const steps, unrolled = 8192, 4
		src := fmt.Sprintf("s_mov_b64 exec, 1\ns_add_u32 s8, s2, 0x%x\ns_addc_u32 s9, s3, 0\nv_mov_b32 v4, s9\ns_mov_b32 s15, 1\nv_mov_b32 v2, 0x100\nagain:\n%s\n"+
			"s_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 again\ns_endpgm", resultBytes, repeat(unrolled, `v_mul_lo_u32 v2, v2, s15
				s_add_i32 s15, s15, 1
				v_ashrrev_i32 v3, 31, v2
				v_lshlrev_b64 v[2:3], 2, v[2:3]
				v_add_co_u32 v2, vcc, s8, v2
				v_addc_co_u32 v3, vcc, v4, v3, vcc
				global_load_dword v2, v[2:3], off
				s_waitcnt vmcnt(0)`))
		k := Kernel{VGPRs: 24, SGPRs: 40, Buffer: (steps + 1) << 10, Source: src, Spread: 1024, Fill: func(uint64) []byte {
			var b []byte
			for range steps {
				b = binary.LittleEndian.AppendUint32(b, 256)
			}
			return b
		}}
		v, err := rate(run, with(c, 1), k, steps/8, steps/4-8)
		return v / unrolled, err
	}, is(647.5, mi25+", example 6a: 442.05 ms for 1048576"))

	// One lane, or all with a stride, read LDS.
	lds := func(lanes string, body string, prep string) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			k := Kernel{VGPRs: 24, SGPRs: 40, LDS: 16 << 10, Source: looped(lanes+"v_and_b32 v5, 63, v0\ns_movk_i32 s14, 0xfff\n"+prep, repeat(100, body))}
			v, err := rate(run, with(c, 1), k, 4, 12)
			return v / 100, err
		}
	}
	restate("latency/mi25-lds", "step of a chain of reads of LDS, with two vector instructions", "clocks", "one lane", lds("s_mov_b64 exec, 1\n",
		"v_and_b32 v0, s15, v0\nv_lshlrev_b32 v0, 2, v0\nds_read_b32 v0, v0\ns_waitcnt lgkmcnt(0)", "s_mov_b32 s15, 0\n"), between(63, 64, mi25+", example 9a: 63"))
	for _, x := range []struct {
		stride int
		lo, hi float64
	}{{1, 85, 88}, {2, 90, 91}, {3, 85, 88}, {4, 93, 94}, {8, 99, 100}, {16, 115, 116}} {
		add(fmt.Sprintf("lds-stride-%d", x.stride), fmt.Sprintf("step of a chain of reads of LDS whose lanes are %d dwords apart", x.stride), "clocks", 0.03, "one wave",
			lds("", "v_add_u32 v4, v4, v5\nv_mul_lo_u32 v4, v4, s15\nv_and_b32 v4, s14, v4\nv_lshlrev_b32 v4, 2, v4\nds_read_b32 v4, v4\ns_waitcnt lgkmcnt(0)",
				fmt.Sprintf("s_movk_i32 s15, %d\nv_mov_b32 v4, 0\n", x.stride)), between(x.lo, x.hi, mi25+", example 9b; strides of odd numbers of dwords take 85 to 87"))
	}
}
