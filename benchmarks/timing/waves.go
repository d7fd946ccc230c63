package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// cacheRows are the scalar and instruction caches: how much they hold, and who shares it.
func cacheRows(g *group) {
	const lru = table25 + ": 16 KB for four compute units; a loop over more than a cache with LRU replacement misses it throughout"
	// scalar is the time of a loop of waves that each read a line after the other of their own bytes.
	scalar := func(run Machine, c *chip.Chip, cus, bytes int) (float64, error) {
		prep := numbered + fmt.Sprintf("s_mul_i32 s9, s9, 0x%x\ns_add_u32 s16, s2, s9\ns_addc_u32 s17, s3, 0\n", bytes)
		step := "s_load_dword s18, s[16:17], 0x0\ns_waitcnt lgkmcnt(0)\ns_add_u32 s16, s16, 64\ns_addc_u32 s17, s17, 0"
		body := repeat(bytes/64, step) + fmt.Sprintf("\ns_sub_u32 s16, s16, 0x%x\ns_subb_u32 s17, s17, 0", bytes)
		k := Kernel{Waves: 1, Groups: cus, LDS: 1024, VGPRs: 24, Buffer: uint64(cus * bytes), Source: looped(prep, body)}
		return rate(run, with(c, cus), k, 2, 6)
	}
	for _, x := range []struct {
		id       string
		cus, kib int
		want     Claim
	}{
		{"8-kib", 1, 8, between(0.97, 1.03, lru)}, {"12-kib", 1, 12, between(0.97, 1.03, lru)},
		{"24-kib", 1, 24, between(1.5, 12, lru)}, {"48-kib", 1, 48, between(1.5, 12, lru)},
		{"2-units-6-kib", 2, 6, between(0.97, 1.05, lru)}, {"2-units-12-kib", 2, 12, between(1.5, 12, lru)},
	} {
		g.add1([]string{"tahiti", "vega10"}, "kcache-size/"+x.id, fmt.Sprintf("time of a scalar load on %d compute units that go through %d KiB each, by that in 2 KiB", x.cus, x.kib),
			"ratio", TierC, 0, "one wave on each reads a line after the other, again and again", func(run Machine, c *chip.Chip) (float64, error) {
				v, err := over(func() (float64, error) { return scalar(run, c, x.cus, x.kib<<10) }, func() (float64, error) { return scalar(run, c, 1, 2<<10) })
				return v * 2 / float64(x.kib), err
			}, x.want)
	}
	sharedBankRows(g)
	g.add1([]string{"tahiti", "fiji"}, "kcache-units/4-missing", "lines a clock that four compute units with one scalar cache read past it",
		"lines/clock", TierC, 0, "32 waves on each read a line after the other of 2 KiB of their own", func(run Machine, c *chip.Chip) (float64, error) {
			const lines, waves, cus = 32, 32, 4
			prep := numbered + fmt.Sprintf("s_mul_i32 s9, s9, 0x%x\ns_add_u32 s16, s2, s9\ns_addc_u32 s17, s3, 0\n", 64*lines)
			body := repeat(lines/8, repeat(8, "s_load_dword s18, s[16:17], 0x0\ns_add_u32 s16, s16, 64")+"\ns_waitcnt lgkmcnt(0)") +
				fmt.Sprintf("\ns_sub_u32 s16, s16, 0x%x", 64*lines)
			k := Kernel{Waves: 1, Groups: waves * cus, VGPRs: 24, SGPRs: 40, LDS: 1024, Buffer: uint64(64 * lines * waves * cus), Source: looped(prep, body)}
			v, err := rate(run, with(c, cus), k, 4, 12)
			return float64(lines*waves*cus) / v, err
		}, between(0.8, 1.01, "behardware.com, Radeon HD 7970: each L1 cache, that for scalar data among them, gets 64 bytes a clock from L2"))
	const code = "GCN white paper: 32 KB for four compute units, four ways of 64 bytes, 32 bytes a clock"
	for _, x := range []struct {
		kib  int
		want Claim
	}{{16, between(0.99, 1.01, code)}, {28, between(0.99, 1.01, code)}, {40, between(1.2, 8, code)}, {64, between(1.2, 8, code)}} {
		g.add1([]string{"tahiti", "fiji"}, fmt.Sprintf("icache-size/%d-kib", x.kib), fmt.Sprintf("clocks of an instruction in a loop of %d KiB, by four", x.kib),
			"ratio", TierC, 0, "one wave", func(run Machine, c *chip.Chip) (float64, error) {
				n := x.kib << 8
				// The way back is further than a branch goes.
				body := fmt.Sprintf("s_getpc_b64 s[16:17]\nback:\n%s\ns_sub_u32 s1, s1, 1\ns_cmp_eq_u32 s1, 0\ns_cbranch_scc1 done\ns_setpc_b64 s[16:17]\ndone:\ns_endpgm\n",
					repeat(n, strings.TrimSpace(filler)))
				v, err := rate(run, with(c, 1), Kernel{VGPRs: 24, Source: body}, 2, 4)
				return v / float64(n) / 4, err
			}, x.want)
	}
	// Compute units that share the cache: the second half of the wave's code is its own.
	g.add1([]string{"tahiti"}, "icache-units/4-own-code", "time of a loop of 12 KiB on four compute units with code of their own, by that with the same code",
		"ratio", TierC, 0, "one wave on each", func(run Machine, c *chip.Chip) (float64, error) {
			at := func(own bool) func() (float64, error) {
				return func() (float64, error) {
					var b strings.Builder
					b.WriteString(numbered)
					if own {
						for i := range 4 {
							fmt.Fprintf(&b, "s_cmp_eq_u32 s9, %d\ns_cbranch_scc1 part%[1]d\n", i)
						}
					}
					for i := range 4 {
						fmt.Fprintf(&b, "part%d:\n%s\ns_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 part%[1]d\ns_endpgm\n", i, repeat(3072, strings.TrimSpace(filler)))
					}
					return rate(run, with(c, 4), Kernel{Waves: 1, Groups: 4, LDS: 1024, VGPRs: 24, Source: b.String()}, 2, 6)
				}
			}
			return over(at(true), at(false))
		}, between(1.1, 8, code))
}

// sharedBankRows are compute units that share a scalar or an instruction cache, and its banks.
func sharedBankRows(g *group) {
	const (
		ways    = table25 + ": 16 bytes a clock for each compute unit"
		serial  = "AMD counts SQC_DCACHE_REQ for each bank, behind \"bank-serialization\" (ROCm, gfx908_metrics.xml); banks of RDNA, a descendant, read a line a clock (white paper)"
		aLine   = "ROCm Compute Profiler, gfx906, scalar L1D speed-of-light: a request a clock is all that a cache does; it says the same of instruction caches, which feed four compute units (white paper)"
		readers = "16 waves on each"
	)
	// loads are those a clock by so many compute units: work-groups are one line apart, of so many.
	loads := func(run Machine, c *chip.Chip, cus, lines int, load string) func() (float64, error) {
		return func() (float64, error) {
			const times, waves = 64, 16
			prep := numbered + fmt.Sprintf("s_and_b32 s9, s9, %d\ns_lshl_b32 s9, s9, 6\ns_add_u32 s16, s2, s9\ns_addc_u32 s17, s3, 0\n", lines-1)
			k := Kernel{Waves: waves, Groups: cus, VGPRs: 24, SGPRs: 48, LDS: 1024, Source: looped(prep, repeat(times, load)+"\ns_waitcnt lgkmcnt(0)")}
			v, err := rate(run, with(c, cus), k, 4, 12)
			return float64(cus*waves*times) / v, err
		}
	}
	for _, cus := range []int{2, 4} {
		g.add1([]string{"tahiti", "fiji"}, fmt.Sprintf("kcache-units/%d", cus), fmt.Sprintf("scalar loads of 64 bytes of one line on %d compute units that share the cache, by those of one", cus),
			"ratio", TierC, 0.05, readers, func(run Machine, c *chip.Chip) (float64, error) {
				const x16 = "s_load_dwordx16 s[20:35], s[16:17], 0x0"
				return over(loads(run, c, cus, 1, x16), loads(run, c, 1, 1, x16))
			}, is(float64(cus), ways))
	}
	for _, x := range []struct {
		cus, lines int
		clock      float64
	}{{1, 1, 1}, {2, 1, 1}, {4, 1, 1}, {2, 2, 2}, {4, 2, 2}} {
		g.add1([]string{"tahiti", "fiji"}, fmt.Sprintf("kcache-banks/%d-units-%d-lines", x.cus, x.lines),
			fmt.Sprintf("scalar loads a clock of a dword of %d lines by %d compute units that share the cache", x.lines, x.cus), "loads/clock", TierD, 0.08, readers,
			func(run Machine, c *chip.Chip) (float64, error) {
				return loads(run, c, x.cus, x.lines, "s_load_dword s20, s[16:17], 0x0")()
			}, is(x.clock, serial))
		if x.clock > 1 {
			g.settle(2, is(1, aLine))
		}
	}
	// Waves of loops that are shorter than a block of 32 bytes: each round asks for that block, and for the one
	// behind it, which is in another bank.
	const fetched = "GCN white paper: four banks, 32 bytes a clock; a bank delivers a block of 32 bytes, and neighbouring blocks are in different ones (assumed)"
	for _, x := range []struct {
		id, what  string
		cus, code int
		want      Claim
	}{
		{"1-unit", "one compute unit", 1, 1, is(0.5, fetched)}, {"4-units", "four compute units in the same code", 4, 1, is(1, fetched)},
		{"2-units", "two compute units in the same code", 2, 1, between(0.7, 1, fetched+": neither banks nor compute units would be idle at 1")},
		{"4-units-2-loops", "four compute units, of which two each are in the same code", 4, 2, is(2, fetched)},
	} {
		g.add1([]string{"fiji", "polaris10"}, "icache-banks/"+x.id, "rounds a clock of loops of three instructions on "+x.what+", which share the instruction cache", "rounds/clock", TierD, 0.06, readers,
			func(run Machine, c *chip.Chip) (float64, error) {
				const waves = 16
				var b strings.Builder
				fmt.Fprintf(&b, "%ss_and_b32 s9, s9, %d\ns_cmp_lg_u32 s9, 0\ns_cbranch_scc1 part1\n.p2align 7\n", numbered, x.code-1)
				for i := range 2 {
					fmt.Fprintf(&b, "part%d:\ns_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 part%[1]d\ns_endpgm\n.p2align 6\n", i)
				}
				k := Kernel{Waves: waves, Groups: x.cus, VGPRs: 24, LDS: 1024, Source: b.String()}
				v, err := rate(run, with(c, x.cus), k, 200, 600)
				return float64(waves*x.cus) / v, err
			}, x.want)
	}
}

// syncRows are barriers, sleep, priority, and work-groups that follow each other.
func syncRows(g *group) {
	const aBarrier = "a barrier ends no sooner than the last wave arrives; CodeXL and AMD's guides count it as one instruction"
	for _, late := range []int{64, 256} {
		g.add1(few, fmt.Sprintf("barrier-late/%d", late), fmt.Sprintf("clocks that a work-group needs more than its slowest wave, which has %d vector instructions before each barrier", late),
			"clocks", TierC, 0, "16 waves, one of which comes late", func(run Machine, c *chip.Chip) (float64, error) {
				prep := "v_readfirstlane_b32 s8, v0\ns_nop 4\n"
				body := fmt.Sprintf("s_cmp_lg_u32 s8, 0\ns_cbranch_scc1 early\n%s\nearly:\ns_barrier", repeat(late, "v_mul_f32 v4, v4, v5"))
				v, err := onOne(run, c, Kernel{}, 16, 1, prep, body, 8, 24)
				return v - float64(4*late), err
			}, between(0, 120, aBarrier))
	}
	g.add1(few, "barrier-alone/1-wave", "clocks of s_barrier in a work-group of one wave", "clocks", TierC, 0, "no barrier is allocated (AMD CI ISA, 4.3)",
		func(run Machine, c *chip.Chip) (float64, error) {
			return slope(run, c, Kernel{}, "", "s_barrier", 16, 48)
		}, between(4, 8, "one instruction"))
	g.add1(few, "barrier-groups/2", "time of two work-groups with barriers on a compute unit, by that of one", "ratio", TierC, 0,
		"eight waves each, 32 vector instructions between barriers: half of the SIMDs' time", func(run Machine, c *chip.Chip) (float64, error) {
			at := func(n int) func() (float64, error) {
				return func() (float64, error) {
					return onOne(run, c, Kernel{}, 4, n, "", repeat(4, repeat(32, "v_mul_f32 v4, v4, v5")+"\ns_barrier"), 8, 24)
				}
			}
			return over(at(2), at(1))
		}, between(1.5, 2.02, "each SIMD has two waves' vector instructions to issue: twice the time, less what barriers leave idle"))

	// A wave that sleeps takes no turns of the others.
	g.add1(few, "sleep/neighbour", "time of a wave of vector instructions beside three that sleep, by that alone", "ratio", TierC, 0.01, "waves of one SIMD",
		func(run Machine, c *chip.Chip) (float64, error) {
			at := func(n int) func() (float64, error) {
				return func() (float64, error) {
					return worker(run, c, n, "s_sleep 7", "v_mul_f32 v4, v4, v5", 400, 0, 0)
				}
			}
			return over(at(4), at(1))
		}, is(1, "AMD Vega ISA, S_SLEEP: the wave issues nothing"))
	for _, x := range []struct {
		id                 string
		others             int
		prio, otherPrio    int
		what, code, source string
		want               Claim
	}{
		{"equal-oldest", 3, 0, 0, "the oldest wave of four of the same priority", "v_mul_f32 v4, v4, v5", inOrder, is(1, inOrder)},
		{"highest", 3, 3, 0, "a wave of priority 3 beside three of priority 0", "v_mul_f32 v4, v4, v5", inOrder, is(1, inOrder)},
		{"lowest", 3, 0, 3, "a wave of priority 0 beside three of priority 3, all with vector instructions", "v_mul_f32 v4, v4, v5", inOrder, between(3.5, 4.1, inOrder+": it goes last")},
		{"other-unit", 3, 0, 3, "a wave of scalar instructions of priority 0 beside three of vector instructions of priority 3", "s_mov_b32 s16, s17", inOrder,
			is(1, "one instruction of each kind in a turn ("+lottes+")")},
	} {
		g.add1([]string{"fiji", "vega10"}, "setprio/"+x.id, "time of "+x.what+", by that alone", "ratio", TierC, 0.03, "waves of one SIMD, each 400 instructions",
			func(run Machine, c *chip.Chip) (float64, error) {
				alone, err := worker(run, c, 1, "v_mul_f32 v4, v4, v5", x.code, 400, x.prio, x.otherPrio)
				if err != nil {
					return 0, err
				}
				v, err := worker(run, c, x.others+1, "v_mul_f32 v4, v4, v5", x.code, 400, x.prio, x.otherPrio)
				return v / alone, err
			}, x.want)
	}

	// What delays a wave that depends on itself is masked by waves that issue, not by those that sleep.
	for _, x := range []struct {
		id, what, neighbour string
		want                Claim
	}{
		{"asleep", "three that sleep", "s_sleep 7", between(0.96, 1, clrx+": delays are masked by waves that are executed, which these are when they wake up")},
		{"at-work", "three of vector instructions", repeat(8, "v_mul_f32 v4, v4, v5"), between(0.3, 0.5, clrx+": the delay of 16 clocks is masked if there are more waves: 8 of 24 clocks are left")},
	} {
		g.add1(few, "masked/"+x.id, "time of a wave of integer additions, each before a scalar instruction, beside "+x.what+", by that alone", "ratio", TierB, 0.01,
			"waves of one SIMD, of which this one has the highest priority", func(run Machine, c *chip.Chip) (float64, error) {
				own := addInt(c.Name) + "\ns_mov_b32 s16, s17"
				return over(func() (float64, error) { return worker(run, c, 4, x.neighbour, own, 100, 3, 0) }, func() (float64, error) { return worker(run, c, 1, x.neighbour, own, 100, 3, 0) })
			}, x.want)
	}

	// Work-groups that do not fit wait for others to end.
	const aFollower = "a wave starts when one has ended: its instructions, s_endpgm, its first fetch, and a launch of a few clocks"
	for _, valu := range []int{1000, 200, 50} {
		g.add1(few, fmt.Sprintf("turnaround/%d", valu),
			fmt.Sprintf("clocks of a further round of waves that fill the compute unit, each with %d vector instructions", valu), "clocks", TierC, 0,
			"one wave on each SIMD (256 VGPRs), 24 rounds against 8", func(run Machine, c *chip.Chip) (float64, error) {
				at := func(rounds int) func() (float64, error) {
					return func() (float64, error) {
						out, err := run(with(c, 1), &Kernel{VGPRs: 256, Waves: 1, Groups: 4 * rounds, Source: repeat(valu, "v_mul_f32 v4, v4, v5") + "\ns_endpgm"})
						if err != nil {
							return 0, err
						}
						return float64(out.Clocks), nil
					}
				}
				v, err := less(at(24), at(8))
				return v / 16, err
			}, between(float64(4*valu), float64(4*valu)+40, aFollower))
	}
	g.add1(few, "turnaround/16-units", "clocks of a further round of waves that fill 16 compute units, each with 1000 vector instructions", "clocks", TierC, 0,
		"one wave on each SIMD (256 VGPRs), 12 rounds against 4", func(run Machine, c *chip.Chip) (float64, error) {
			at := func(rounds int) func() (float64, error) {
				return func() (float64, error) {
					out, err := run(with(c, 16), &Kernel{VGPRs: 256, Waves: 1, Groups: 16 * 4 * rounds, Source: repeat(1000, "v_mul_f32 v4, v4, v5") + "\ns_endpgm"})
					if err != nil {
						return 0, err
					}
					return float64(out.Clocks), nil
				}
			}
			v, err := less(at(12), at(4))
			return v / 8, err
		}, between(4000, 4040, aFollower))
	for _, x := range []struct {
		id, what string
		cus      int
	}{{"empty-groups", "one compute unit", 1}, {"empty-groups-16-units", "the 16 compute units of a shader engine", 16}} {
		further := func(run Machine, c *chip.Chip) (float64, error) {
			var clocks [2]uint64
			for i, n := range [...]int{1024, 2048} {
				out, err := run(with(c, x.cus), &Kernel{VGPRs: 24, Groups: n, Source: "s_endpgm"})
				if err != nil {
					return 0, err
				}
				clocks[i] = out.Clocks
			}
			return float64(clocks[1]-clocks[0]) / 1024, nil
		}
		if x.cus == 1 {
			g.add1(few, "launch/engine-keeps-up", "clocks of a further empty work-group, by those between two waves that a shader engine starts", "ratio", TierC, 0,
				"2048 against 1024 work-groups of one wave", func(run Machine, c *chip.Chip) (float64, error) {
					v, err := further(run, c)
					return v / c.Figures[chip.LaunchCycles].Value, err
				}, between(0.98, 1.1, "exact consequence: an empty wave ends sooner than the engine starts another 40"))
		}
		g.add1(few, "launch/"+x.id, "clocks that a further empty work-group takes on "+x.what, "clocks", TierD, 0, "2048 against 1024 work-groups of one wave",
			further, between(1, 20, "a wave is launched no more often than one in a clock (AMD's drivers count one SPI for each engine), and 40 waves hide one empty wave's fetch"))
	}
}

// worker runs waves on one SIMD, of which one executes n times its own code and the others a
// neighbour's, for as long as anybody could look. It returns the clocks of that one. It is the
// oldest wave unless another has a higher priority. A pass before brings the code to the cache.
func worker(run Machine, c *chip.Chip, waves int, neighbour, own string, n, prio, otherPrio int) (float64, error) {
	src := fmt.Sprintf(`v_readfirstlane_b32 s8, v0
		s_nop 4
		s_lshr_b32 s8, s8, 6
		s_and_b32 s9, s8, 3
		s_cmp_lg_u32 s9, 0
		s_cbranch_scc1 out
		s_mov_b32 s0, 2
		s_cmp_lg_u32 s8, 0
		s_cbranch_scc1 other
		s_setprio %d
	again:
		s_barrier
		.p2align 6
		s_memtime s[10:11]
		s_waitcnt lgkmcnt(0)
		.p2align 6
		%s
		s_memtime s[12:13]
		s_waitcnt lgkmcnt(0)
		s_sub_u32 s10, s12, s10
		s_sub_u32 s0, s0, 1
		s_cmp_lg_u32 s0, 0
		s_cbranch_scc1 again
		s_mov_b64 exec, 1
		v_mov_b32 v3, s10
		buffer_store_dword v3, off, s[4:7], 0
		s_branch out
	other:
		s_setprio %d
	next:
		s_barrier
		%s
		s_sub_u32 s0, s0, 1
		s_cmp_lg_u32 s0, 0
		s_cbranch_scc1 next
	out:
		s_endpgm`, prio, repeat(n, own), otherPrio, repeat(n, neighbour))
	// Of a work-group of 4w-3 waves, w are on the first SIMD; the others end at once.
	out, err := run(with(c, 1), &Kernel{Source: src, Waves: 4*waves - 3, VGPRs: 24})
	if err != nil {
		return 0, err
	}
	if out.Times[0] == 0 {
		return 0, fmt.Errorf("the wave has stored no time")
	}
	return float64(out.Times[0]), nil
}

// occupancyTimeRows are kernels that wait for memory, with fewer waves.
func occupancyTimeRows(g *group) {
	const lazy = "loads of one lane that hit L2, one after the other: the time of a wave does not depend on the others"
	body := func() (prep, code string) {
		return fmt.Sprintf("s_mov_b64 exec, 1\nv_mov_b32 v1, 0x%x\n", resultBytes), repeat(8, "buffer_load_dword v0, v1, s[4:7], 0 offen glc\ns_waitcnt vmcnt(0)")
	}
	// time is the clocks of 40 waves, which need several rounds where fewer fit.
	time := func(run Machine, c *chip.Chip, k Kernel) (float64, error) {
		if k.Waves, k.Groups = 1, 120; k.SGPRs == 0 {
			k.SGPRs = 40
		}
		prep, code := body()
		k.Source = looped(prep, code)
		return rate(run, with(c, 1), k, 8, 24)
	}
	add := func(chips []string, id, what string, k Kernel, waves int, source string) { // waves of a compute unit
		g.add1(chips, "occupancy-time/"+id, "time of 120 waves with "+what+", by that of 40 at a time", "ratio", TierC, 0.06, lazy,
			func(run Machine, c *chip.Chip) (float64, error) {
				return over(func() (float64, error) { return time(run, c, k) }, func() (float64, error) { return time(run, c, Kernel{VGPRs: 24}) })
			}, is(float64((120+waves-1)/waves)/3, source+": rounds of so many waves, all of which wait"))
	}
	const tableSays = clrx + ", occupancy table"
	for _, x := range []struct{ vgprs, waves int }{{32, 8}, {40, 6}, {48, 5}, {64, 4}, {84, 3}, {128, 2}, {256, 1}} {
		add([]string{"tahiti", "fiji"}, fmt.Sprintf("vgprs-%d", x.vgprs), fmt.Sprintf("%d VGPRs", x.vgprs), Kernel{VGPRs: x.vgprs}, 4*x.waves, tableSays)
	}
	for _, x := range []struct{ sgprs, waves int }{{64, 8}, {80, 6}, {96, 5}} {
		add([]string{"tahiti"}, fmt.Sprintf("sgprs-%d", x.sgprs), fmt.Sprintf("%d SGPRs", x.sgprs), Kernel{VGPRs: 24, SGPRs: x.sgprs}, 4*x.waves, tableSays)
	}
	for _, x := range []struct{ lds, waves int }{{4096, 4}, {8192, 2}, {16384, 1}} {
		add([]string{"tahiti", "vega10"}, fmt.Sprintf("lds-%d", x.lds), fmt.Sprintf("%d bytes of LDS each", x.lds), Kernel{VGPRs: 24, LDS: x.lds}, 4*x.waves, tableSays)
	}
	// One register, or some bytes, more than a granule is long take another granule.
	for _, x := range []struct{ vgprs, waves int }{{25, 9}, {41, 5}} {
		add([]string{"tahiti", "fiji", "vega10"}, fmt.Sprintf("vgprs-%d", x.vgprs), fmt.Sprintf("%d VGPRs", x.vgprs), Kernel{VGPRs: x.vgprs}, 4*x.waves,
			oclg+"2.9 and AMD PAL: registers in fours")
	}
	add([]string{"tahiti"}, "sgprs-49", "49 SGPRs", Kernel{VGPRs: 24, SGPRs: 49}, 4*9, oclg+"2.9 and AMD PAL: registers in eights")
	for _, x := range []struct {
		name    string
		granule int
	}{{"tahiti", 256}, {"hawaii-r9", 512}, {"vega10", 512}} {
		const bytes = 3121 // 20 times that are 64 KiB, 20 times the next granule are more
		add([]string{x.name}, fmt.Sprintf("lds-%d", bytes), fmt.Sprintf("%d bytes of LDS each", bytes), Kernel{VGPRs: 24, LDS: bytes}, 64<<10/((bytes+x.granule-1)/x.granule*x.granule),
			fmt.Sprintf("AMD PAL and Mesa: LDS in pieces of %d bytes", x.granule))
	}
	g.add1(few, "occupancy-time/groups", "time of 40 work-groups of two waves, by that of 16", "ratio", TierC, 0.06, lazy,
		func(run Machine, c *chip.Chip) (float64, error) {
			at := func(n int) func() (float64, error) {
				return func() (float64, error) {
					prep, code := body()
					return rate(run, with(c, 1), Kernel{VGPRs: 24, SGPRs: 40, Waves: 2, Groups: n, Source: looped(prep, code)}, 8, 24)
				}
			}
			return over(at(40), at(16))
		}, is(3, oclg+"2.6.2: 16 work-groups of a compute unit, if they are larger than a wave; wave places alone would hold 20"))
	g.add1([]string{"polaris10", "fiji"}, "occupancy-time/most", "time of 32 more waves than fit ten on a SIMD, by that of 32", "ratio", TierC, 0.06, lazy,
		func(run Machine, c *chip.Chip) (float64, error) {
			at := func(n int) func() (float64, error) {
				return func() (float64, error) {
					prep, code := body()
					return rate(run, with(c, 1), Kernel{VGPRs: 24, SGPRs: 40, Groups: n, Source: looped(prep, code)}, 16, 48)
				}
			}
			return over(at(40), at(32))
		})
	for i := len(g.rows) - 2; i < len(g.rows); i++ {
		want := 1.0
		if g.rows[i].Chip == "polaris10" {
			want = 2
		}
		g.rows[i].Claims = []Claim{is(want, "AMD PAL, numWavesPerSimd: eight on Polaris, ten on Fiji")}
	}
}

// divergenceRows are lanes that do not agree.
func divergenceRows(g *group) {
	// Lanes leave a loop when they have gone round often enough.
	loop := func(trips string) string {
		return "v_and_b32 v2, 63, v0\n" + trips + "s_mov_b64 s[16:17], exec\nv_mov_b32 v3, 0\nround:\n" +
			repeat(16, "v_mul_f32 v4, v4, v5") + "\nv_add_f32 v3, 1.0, v3\nv_cmp_lt_f32 vcc, v3, v2\ns_and_b64 exec, exec, vcc\ns_cbranch_execnz round\ns_mov_b64 exec, s[16:17]\n"
	}
	for _, x := range []struct {
		id, what, trips string
		rounds          float64 // by those of the reference, 32
	}{
		{"one-lane-64", "one lane goes round 64 times, the others once", "v_cmp_eq_u32 vcc, 0, v2\nv_mov_b32 v2, 1.0\nv_mov_b32 v3, 0x42800000\nv_cndmask_b32 v2, v2, v3, vcc\n", 2},
		{"lanes-1-to-64", "lane n goes round n times", "v_cvt_f32_u32 v2, v2\nv_add_f32 v2, 1.0, v2\n", 2},
		{"all-16", "all lanes go round 16 times", "v_mov_b32 v2, 0x41800000\n", 0.5},
	} {
		g.add1(few, "divergence/loop-"+x.id, "time of a loop where "+x.what+", by one where all go round 32 times", "ratio", TierC, 0.01, "one wave, 16 vector instructions a round",
			func(run Machine, c *chip.Chip) (float64, error) {
				at := func(trips string) func() (float64, error) {
					return func() (float64, error) {
						src := timed("s_mov_b64 exec, -1\n", loop(trips), strings.ReplaceAll(loop(trips), "round", "again2"))
						out, err := run(with(c, 1), &Kernel{Source: src})
						if err != nil {
							return 0, err
						}
						return float64(out.Times[0]) - 60, nil
					}
				}
				return over(at(x.trips), at("v_mov_b32 v2, 0x42000000\n"))
			}, between(x.rounds*0.97, x.rounds*1.03, "AMD OpenCL Optimization Guide, 2.8.3: a wave goes on until its last lane is done"))
	}
	for _, sides := range []int{1, 2, 4, 8} {
		g.add1([]string{"fiji", "vega10"}, fmt.Sprintf("divergence/switch-%d", sides), fmt.Sprintf("time of a choice among %d pieces of 64 vector instructions which lanes take in turn, by one piece", sides),
			"ratio", TierC, 0.02, "one wave; each piece has its mask and a branch around it", func(run Machine, c *chip.Chip) (float64, error) {
				code := func(n int) string {
					var b strings.Builder
					fmt.Fprintf(&b, "v_and_b32 v2, %d, v0\ns_mov_b64 s[16:17], exec\n", n-1)
					for i := range n {
						fmt.Fprintf(&b, "s_mov_b64 exec, s[16:17]\nv_cmp_eq_u32 vcc, %d, v2\ns_and_b64 exec, s[16:17], vcc\ns_cbranch_execz 64\n%s\n", i, repeat(64, "v_mul_f32 v4, v4, v5"))
					}
					return b.String() + "s_mov_b64 exec, s[16:17]\n"
				}
				a, err := slope(run, c, Kernel{}, "s_mov_b64 exec, -1\n", code(sides), 2, 6)
				if err != nil {
					return 0, err
				}
				b, err := slope(run, c, Kernel{}, "s_mov_b64 exec, -1\n", code(1), 2, 6)
				return a / b, err
			}, between(0.95*float64(sides), float64(sides), "AMD OpenCL Optimization Guide, 2.8.3: all pieces are executed, one after the other"))
	}
	// Lanes that are off do not make it faster.
	for _, lanes := range []int{1, 16, 32} {
		g.add1(few, fmt.Sprintf("divergence/%d-lanes", lanes), fmt.Sprintf("time of vector instructions with %d lanes on, by that with 64", lanes), "ratio", TierC, 0.001, "one wave",
			func(run Machine, c *chip.Chip) (float64, error) {
				at := func(mask string) func() (float64, error) {
					return func() (float64, error) {
						return slope(run, c, Kernel{}, mask, "v_mul_f32 v4, v4, v5", 64, 192)
					}
				}
				return over(at(fmt.Sprintf("s_bfm_b64 exec, %d, 0\n", lanes)), at("s_mov_b64 exec, -1\n"))
			}, is(1, "AMD Vega ISA, 3.3: EXEC is not looked at for time"))
	}
}

// mixRows are waves of several kinds of instruction that share a SIMD.
func mixRows(g *group) {
	for _, x := range []struct {
		id, body string
		chain    int // clocks of one wave
		unit     int // of the unit that all need most
		four     int // of four waves, where the older ones fill the unit and the last one goes by itself
	}{
		{"valu-salu", "v_mul_f32 v4, v4, v5\ns_mov_b32 s16, s17", 8, 4, 0},
		{"2-valu-salu", "v_mul_f32 v4, v4, v5\nv_mul_f32 v6, v6, v5\ns_mov_b32 s16, s17", 12, 8, 0},
		{"valu-2-salu", "v_mul_f32 v4, v4, v5\ns_mov_b32 s16, s17\ns_mov_b32 s18, s17", 12, 8, 0},
		{"valu-salu-nop", "v_mul_f32 v4, v4, v5\ns_mov_b32 s16, s17\ns_nop 0", 12, 4, 24},
		{"exp-3-valu", "v_exp_f32 v4, v5\nv_mul_f32 v6, v6, v5\nv_mul_f32 v7, v7, v5\nv_mul_f32 v8, v8, v5", 28, 28, 0},
		{"exp-4-salu", "v_exp_f32 v4, v5\ns_mov_b32 s16, s17\ns_mov_b32 s16, s17\ns_mov_b32 s16, s17\ns_mov_b32 s16, s17", 32, 16, 0},
		{"valu-branch", "v_mul_f32 v4, v4, v5\ns_cbranch_execz 0", 8, 4, 0},
	} {
		for _, waves := range []int{1, 2, 4} {
			want := float64(max(x.chain, waves*x.unit))
			if waves == 4 {
				want = max(want, float64(x.four))
			}
			g.add1([]string{"fiji", "vega10"}, fmt.Sprintf("mix/%s-%d-waves", x.id, waves), fmt.Sprintf("clocks in which each of %d waves on a SIMD executes %s", waves, strings.ReplaceAll(x.id, "-", " ")),
				"clocks", TierC, 0, "all SIMDs, waves that a barrier keeps together", func(run Machine, c *chip.Chip) (float64, error) {
					return together(run, c, Kernel{Waves: 4 * waves}, "s_cmp_lg_u32 s8, s8\n", x.body, 32, 96)
				}, between(0.99*want, 1.13*want, lottes+" and "+oclg+"2.9: one of a kind in a turn of four clocks, of different waves; "+clrx+" for the clocks"))
		}
	}
	// LDS and vector instructions overlap; so do loads of L1.
	for _, x := range []struct {
		id, prep, body string
		lds            int
		want           float64 // clocks of the compute unit for four waves, one on each SIMD
	}{
		{"lds-under-valu", "s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 2, v1\n", "ds_read_b32 v6, v1\n" + repeat(16, "v_mul_f32 v4, v4, v5"), 1024, 4 * 17},
		{"load-under-valu", "v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 2, v1\n", "buffer_load_dword v6, v1, s[4:7], 0 offen\n" + repeat(16, "v_mul_f32 v4, v4, v5"), 0, 4*16 + 8},
		{"store-under-valu", "v_lshlrev_b32 v1, 2, v0\n", "buffer_store_dword v6, v1, s[4:7], s18 offen\n" + repeat(40, "v_mul_f32 v4, v4, v5"), 0, 4*40 + 16},
	} {
		g.add1([]string{"fiji", "vega10"}, "mix/"+x.id, "clocks of an iteration of one wave on each SIMD", "clocks", TierC, 0, "four waves that a barrier keeps together",
			func(run Machine, c *chip.Chip) (float64, error) {
				return together(run, c, Kernel{Waves: 4, LDS: x.lds}, fmt.Sprintf("s_movk_i32 s18, 0x%x\n", resultBytes)+x.prep, x.body, 8, 24)
			}, between(0.93*x.want, 1.07*x.want, clrx+": issue of each, one after the other; the rest is under way meanwhile"))
	}
}
