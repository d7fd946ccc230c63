package timing

import (
	"fmt"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// orderRows are what follows from rules of order, replacement and sharing. Each is there because a
// break of the clock went unnoticed without it.
func orderRows(g *group) {
	const manuals = "AMD CI, GCN3 and Vega ISA, 4.4: returns in the order of issue"
	pair := func(prep, both, first string, k Kernel) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			return over(func() (float64, error) { return slope(run, c, k, prep, both, 8, 24) }, func() (float64, error) { return slope(run, c, k, prep, first, 8, 24) })
		}
	}
	vmem := fmt.Sprintf("v_mov_b32 v1, 0x%x\ns_mov_b64 exec, 1\n", resultBytes)
	const slow, quick = "buffer_load_dword v4, v1, s[4:7], 0 offen glc\n", "buffer_load_dword v5, v1, s[4:7], 0 offen offset:64\n"
	g.add1(few, "return-order/vmem", "time until the first of a load past L1 and one that hits has returned, by that of the first alone", "ratio", TierC, 0,
		"one lane; s_waitcnt vmcnt(1) against vmcnt(0)", pair(vmem, slow+quick+"s_waitcnt vmcnt(1)", slow+"s_waitcnt vmcnt(0)", Kernel{}), between(0.93, 1.15, manuals))
	lds := "s_mov_b32 m0, -1\nv_mov_b32 v1, 0\ns_mov_b64 exec, 1\n"
	g.add1(few[1:], "return-order/lds", "time until the first of a read of 16 bytes of LDS and one of four has returned, by that of the first alone", "ratio", TierC, 0,
		"one lane; s_waitcnt lgkmcnt(1) against lgkmcnt(0)", pair(lds, "ds_read_b128 v[4:7], v1\nds_read_b32 v8, v1\ns_waitcnt lgkmcnt(1)", "ds_read_b128 v[4:7], v1\ns_waitcnt lgkmcnt(0)", Kernel{LDS: 1024}),
		between(0.93, 1.25, manuals))
	g.add1(few, "l1-glc/load", "time of a load with GLC by that of one without, in a line of L1", "ratio", TierC, 0, "one lane waits for each",
		pair(vmem, slow+"s_waitcnt vmcnt(0)", "buffer_load_dword v4, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)", Kernel{}), between(1.3, 3, "AMD Vega ISA, 9.1: with GLC a load misses L1; "+discrete))

	// A line that is read between all others stays in a cache that replaces what was used least recently.
	kcache := func(hot bool, lines int) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			body := ""
			for i := range lines {
				if hot {
					body += "s_load_dword s20, s[16:17], 0x0\ns_waitcnt lgkmcnt(0)\n"
				}
				body += "s_add_u32 s18, s18, 0x1000\ns_addc_u32 s19, s19, 0\ns_load_dword s21, s[18:19], 0x0\ns_waitcnt lgkmcnt(0)\n"
				if i == lines-1 {
					body += fmt.Sprintf("s_sub_u32 s18, s18, 0x%x\ns_subb_u32 s19, s19, 0", 0x1000*lines)
				}
			}
			prep := "s_mov_b64 s[16:17], s[2:3]\ns_mov_b64 s[18:19], s[2:3]\n"
			v, err := onOne(run, c, Kernel{Buffer: 1 << 20}, 1, 1, prep, body, 4, 12)
			return v / float64(lines), err
		}
	}
	g.add1([]string{"tahiti", "fiji"}, "replacement/hot-line", "time of a scalar load of a line that is read before each of eight others of its set", "clocks", TierD, 0,
		"with it, less without it", func(run Machine, c *chip.Chip) (float64, error) {
			return less(func() (float64, error) { return kcache(true, 8)(run, c) }, func() (float64, error) { return kcache(false, 8)(run, c) })
		}, between(20, 50, "it hits always, as Kaveri's caches replace the line that was used least recently (hsa-micro-benchmarks); "+clrx+" and Mesa ACO for the time"))

	// LDS works for the lanes that are on.
	g.add1(few, "conflicts/lanes-change", "compute unit's clocks for a ds_read_b32 of one bank, which has all lanes one time and one lane the next time", "clocks", TierC, 0.03,
		"16 waves of a compute unit", func(run Machine, c *chip.Chip) (float64, error) {
			prep := "s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 7, v1\ns_mov_b64 s[20:21], -2\n"
			v, err := onOne(run, c, Kernel{LDS: 32 << 10}, 16, 1, prep, repeat(16, "ds_read_b32 v4, v1")+"\ns_waitcnt lgkmcnt(0)\ns_xor_b64 exec, exec, s[20:21]", 8, 24)
			return v / (16 * 16), err
		}, between(31, 36, "OCLG, 2.2: 64 clocks and 2, in turn"))

	// The four banks of an instruction cache deliver 32 bytes a clock each: more than its compute units
	// ask for.
	for _, waves := range []int{8, 12, 40} {
		most := min(20, float64(waves)) // an instruction of each wave in four clocks, on four compute units
		g.add1([]string{"tahiti", "fiji"}, fmt.Sprintf("icache-rate/%d-waves", waves), fmt.Sprintf("instructions a clock that four compute units execute with %d waves each that need no units", waves),
			"instructions/clock", TierC, 0, "s_nop", func(run Machine, c *chip.Chip) (float64, error) {
				const n = 256
				k := Kernel{Waves: 4, Groups: waves, VGPRs: 24, SGPRs: 40, Source: looped("", repeat(n, "s_nop 0"))}
				v, err := rate(run, with(c, 4), k, 2, 6)
				return float64(4*waves) * n / v, err
			}, between(0.8*most, 1.01*min(1.04*27.2, float64(waves)), "GCN white paper: four banks, 32 bytes of code a clock; "+
				"CLRX: five instructions a clock and compute unit; omniperf: 6.8 of s_nop, of MI250, a descendant, within 5 %"))
	}
	g.add1([]string{"vega10", "polaris10"}, "icache-prefetch/cold-code", "time of code that runs for the first time, by that without prefetch", "ratio", TierC, 0,
		"one wave, 8 KiB", func(run Machine, c *chip.Chip) (float64, error) {
			at := func(lines float64) func() (float64, error) {
				return func() (float64, error) {
					x := with(c, 1)
					x.Figures[chip.PrefetchLines].Value = lines
					out, err := run(x, &Kernel{VGPRs: 24, Source: repeat(2048, "v_nop") + "\ns_endpgm"})
					if err != nil {
						return 0, err
					}
					return float64(out.Clocks), nil
				}
			}
			return over(at(c.Figures[chip.PrefetchLines].Value), at(0))
		}, between(0.25, 0.8, "AMD PAL, shaderPrefetchBytes: two lines; of three lines one is waited for"))

	// s_wakeup ends the sleep of the other waves of its work-group.
	g.add1([]string{"vega10"}, "wakeup/sleeper", "clocks of a work-group of which one wave sleeps for 6,400 clocks and the other wakes it after some 400", "clocks", TierC, 0,
		"two waves", func(run Machine, c *chip.Chip) (float64, error) {
			src := "v_readfirstlane_b32 s8, v0\ns_nop 4\ns_cmp_lg_u32 s8, 0\ns_cbranch_scc1 sleep\n" + repeat(100, "v_mul_f32 v4, v4, v5") + "\ns_wakeup\ns_endpgm\nsleep:\ns_sleep 100\ns_endpgm"
			out, err := run(with(c, 1), &Kernel{Source: src, Waves: 2, VGPRs: 24})
			if err != nil {
				return 0, err
			}
			return float64(out.Clocks), nil
		}, between(400, 6300, "AMD Vega ISA, S_WAKEUP: waves of the work-group that sleep go on"))

	// Work-groups go to all compute units.
	g.add1(few, "dispatch/one-each", "time of 16 work-groups of vector instructions on 16 compute units, by that of one", "ratio", TierC, 0, "16 waves each, 10 rounds of 200 instructions",
		func(run Machine, c *chip.Chip) (float64, error) {
			at := func(groups int) func() (float64, error) {
				return func() (float64, error) {
					return rate(run, with(c, 16), Kernel{Waves: 16, Groups: groups, VGPRs: 24, SGPRs: 40, Source: looped("", repeat(200, "v_mul_f32 v4, v4, v5"))}, 2, 6)
				}
			}
			return over(at(16), at(1))
		}, between(0.98, 1.1, "each compute unit has a work-group; Linux amdgpu and AMD PAL spread work over shader arrays"))
}
