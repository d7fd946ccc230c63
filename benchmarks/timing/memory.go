package timing

import (
	"fmt"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// partOf is a chip with so many compute units and channels of memory, each as on the whole chip.
func partOf(c *chip.Chip, cus, channels int) *chip.Chip {
	x := with(c, cus)
	all := x.Figures[chip.DRAMChannels].Value
	x.Figures[chip.DRAMGBs].Value *= float64(channels) / all
	x.Figures[chip.DRAMChannels].Value = float64(channels)
	x.Figures[chip.L2Channels].Value, x.Figures[chip.L2Bytes].Value = 1, 64<<10
	return x
}

// pins is the part of the pins' rate that so many bytes in so many clocks are.
func pins(c *chip.Chip, bytes, clocks float64) float64 {
	return bytes / clocks * c.Figures[chip.EngineMHz].Value / 1000 / c.Figures[chip.DRAMGBs].Value
}

// lineNS is for how long a line keeps the bus of a channel of memory, in nanoseconds.
func lineNS(c *chip.Chip) float64 {
	return float64(c.Int(chip.L2Line)) * float64(c.Int(chip.DRAMChannels)) / c.Figures[chip.DRAMGBs].Value
}

// memoryRows are what follows from the rules of memory, on a part of it that few waves fill.
func memoryRows(g *group) {
	add := func(name, id, what, how string, measure Benchmark, bound func(c *chip.Chip) float64, lo, hi float64, source string) {
		g.add1([]string{name}, "memory-rules/"+id, what+", by the bound", "ratio", TierC, 0, how, func(run Machine, c *chip.Chip) (float64, error) {
			v, err := measure(run, c)
			return v / bound(c), err
		}, between(lo, hi, source))
	}
	// A line of each row, of all banks in turn.
	rows := func(run Machine, c *chip.Chip) (float64, error) {
		x := partOf(c, 1, 1)
		row, body := c.Int(chip.DRAMRow), ""
		const loads = 8
		for range loads {
			body += fmt.Sprintf("buffer_load_dword v4, v1, s[4:7], s14 offen\ns_add_u32 s14, s14, 0x%x\n", 64*row)
		}
		prep := fmt.Sprintf("s_movk_i32 s14, 0x%x\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, %d, v1\n", resultBytes, log2(row))
		v, err := rate(run, x, Kernel{VGPRs: 24, Buffer: uint64(64 * row * loads * 12), Source: looped(prep, body)}, 4, 12)
		return pins(x, 64*64*loads, v), err
	}
	add("fiji", "activations", "part of the pins' rate of a line of each row", "one wave, one channel of memory", rows,
		func(c *chip.Chip) float64 { return lineNS(c) / c.Figures[chip.DRAMRRD].Value }, 0.85, 1.01,
		"exact consequence of JEDEC's tFAW: four rows of a channel are opened in 30 ns")
	// Whole rows, again and again, all of them of one group of four banks: the clock spreads rows over banks
	// by the exclusive or of their numbers' digits of four bits.
	group := func(run Machine, c *chip.Chip) (float64, error) {
		x := partOf(c, 1, 1)
		// L2 keeps less than a round. The rows lie within 64 KiB, of which buffers begin at a multiple.
		x.Figures[chip.L2Bytes].Value = float64(c.Int(chip.L2Line) * c.Int(chip.L2Ways))
		const bytes = 64 << 10
		row, body := c.Int(chip.DRAMRow), ""
		for k := range bytes / row / 4 {
			for at := 0; at < row; at += 1024 {
				body += fmt.Sprintf("s_mov_b32 s14, 0x%x\nbuffer_load_dwordx4 v[4:7], v1, s[4:7], s14 offen glc\ns_waitcnt vmcnt(8)\n", bytes+(4*k+k/4)*row+at)
			}
		}
		v, err := rate(run, x, Kernel{VGPRs: 24, Buffer: 128 << 10, Source: looped("v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 4, v1\n", body)}, 16, 64)
		return pins(x, bytes/4, v), err
	}
	for _, name := range []string{"polaris10", "vega20"} {
		add(name, "groups", "part of the pins' rate of rows of one group of banks", "one wave, one channel of memory", group,
			func(c *chip.Chip) float64 { return 1 / c.Figures[chip.DRAMCCDL].Value }, 0.85, 1.01,
			"exact consequence of JEDEC's tCCDL: accesses of a group of banks are further apart than the bus needs")
	}
	// Lines that are read and written: the bus turns around for each batch of writes.
	both := func(run Machine, c *chip.Chip) (float64, error) {
		x := partOf(c, 4, 2)
		const piece, groups = 256 * 16, 512
		at := func(n int) func() (float64, error) {
			return func() (float64, error) {
				src := fmt.Sprintf("%ss_lshl_b32 s9, s9, 12\ns_add_u32 s9, s9, 0x%x\nv_lshlrev_b32 v1, 4, v0\nbuffer_load_dwordx4 v[4:7], v1, s[4:7], s9 offen\ns_add_u32 s9, s9, 0x%x\n"+
					"s_waitcnt vmcnt(0)\nbuffer_store_dwordx4 v[4:7], v1, s[4:7], s9 offen\ns_endpgm", numbered, resultBytes, 8<<20)
				out, err := run(x, &Kernel{Waves: 4, Groups: n, VGPRs: 24, LDS: 1024, Buffer: 16 << 20, Source: src})
				if err != nil {
					return 0, err
				}
				return float64(out.Clocks), nil
			}
		}
		v, err := less(at(2*groups), at(groups))
		return pins(x, 2*piece*groups, v), err
	}
	for _, name := range []string{"polaris10", "vega20"} {
		add(name, "turnaround", "part of the pins' rate of a copy, where the bus turns around for each batch of writes", "four compute units, two channels of memory", both,
			func(c *chip.Chip) float64 {
				lines := 2 * float64(c.Int(chip.DRAMBatch)) * lineNS(c)
				return lines / (lines + c.Figures[chip.DRAMTurn].Value*1000/c.Figures[chip.MemoryMHz].Value)
			}, 0.8, 1.0, "exact consequence: reads of as many lines and a batch of writes, and what going to writes and back takes")
	}
	// One compute unit.
	one := func(run Machine, c *chip.Chip) (float64, error) { return stream(1, 16<<20, 4, 24)(run, with(c, 1)) }
	for _, name := range []string{"fiji", "hawaii-r9", "vega10"} {
		add(name, "one-unit", "bytes a clock that one compute unit reads from memory", "eight waves with four loads of 1 KiB each under way", one,
			func(c *chip.Chip) float64 {
				return float64(c.Int(chip.L1Misses)*c.Int(chip.L1Line)) * 1000 / c.Figures[chip.EngineMHz].Value / c.Figures[chip.DRAMLatency].Value
			}, 0.75, 1.0, "Little's law: no more lines than it can have on their way, for as long as memory takes longer than L1")
	}
	rowRows(g)
	// A line of L2 in each clock.
	lines := func(run Machine, c *chip.Chip) (float64, error) {
		at := func(apart int) func() (float64, error) {
			return func() (float64, error) {
				prep := fmt.Sprintf("s_mov_b64 exec, -1\nv_and_b32 v1, 63, v0\nv_xor_b32 v1, 3, v1\nv_lshlrev_b32 v1, %d, v1\ns_movk_i32 s14, 0x%x\n", log2(apart), resultBytes)
				return slope(run, with(c, 1), Kernel{}, prep, "buffer_load_dword v4, v1, s[4:7], s14 offen glc\ns_waitcnt vmcnt(0)", 8, 24)
			}
		}
		return less(at(c.Int(chip.L2Line)), at(4))
	}
	g.add1(few, "memory-rules/lines-a-clock", "clocks that a load of 64 lines of L2 takes longer than one of four", "clocks", TierC, 0,
		"one wave waits for each; the lanes of both are taken four a clock", lines, between(56, 68, "behardware.com, Radeon HD 7970: 64 bytes a clock between L1 and L2, a line: 60 more of them"))
	// Lines of two pages in turn.
	g.add1([]string{"hawaii-r9", "fiji", "vega10"}, "memory-rules/two-pages", "time of loads from two pages in turn, by that of loads from one", "ratio", TierD, 0,
		"16 waves of a compute unit; a load takes a line from L2", func(run Machine, c *chip.Chip) (float64, error) {
			at := func(apart int) func() (float64, error) {
				return func() (float64, error) {
					prep := fmt.Sprintf("s_lshr_b32 s9, s8, 6\ns_lshl_b32 s9, s9, 8\ns_add_u32 s9, s9, 0x%x\ns_add_u32 s18, s9, 0x%x\nv_and_b32 v1, 15, v0\nv_lshlrev_b32 v1, 2, v1\n", resultBytes, apart)
					return together(run, with(c, 1), Kernel{Waves: 16, Buffer: uint64(2 * c.Int(chip.TLBPage))}, prep,
						"buffer_load_dword v4, v1, s[4:7], s9 offen glc\nbuffer_load_dword v5, v1, s[4:7], s18 offen offset:64 glc\n"+
							"buffer_load_dword v6, v1, s[4:7], s9 offen offset:128 glc\nbuffer_load_dword v7, v1, s[4:7], s18 offen offset:192 glc\ns_waitcnt vmcnt(0)", 8, 24)
				}
			}
			return over(at(c.Int(chip.TLBPage)), at(0))
		}, between(0.95, 1.05, "exact consequence of a compute unit keeping translations: ROCm Compute Profiler, Vector L1 cache: a lookaside buffer of its own, to reduce the cost of repeated translations"))
}

// rowRows are reads of two rows of a bank that does nothing else.
func rowRows(g *group) {
	for _, name := range []string{"tahiti", "polaris10", "fiji", "vega10"} {
		least, most, n := 0.0, 0.0, 0
		if c, err := chip.Lookup(name); err == nil {
			f := &c.Figures
			rcd, rp, ras := f[chip.DRAMRCD].Value, f[chip.DRAMRP].Value, f[chip.DRAMRAS].Value
			n = rowLines(&c)
			reads := float64(n) * lineNS(&c)
			least, most = (ras-rcd)/(ras+rp), 1.01*reads/(reads+rp+rcd)
		}
		g.add1([]string{name}, "memory-rules/two-rows", "part of the pins' rate at which two rows of a bank are read whose lines come in turn", "ratio", TierC, 0,
			fmt.Sprintf("one wave, one channel of memory; each load reads %d lines of each of two rows", n), twoRows,
			between(least, most, "exact consequence of JEDEC's tRCD, tRAS and tRP: reads of the open row go first (Rixner et al., Memory Access Scheduling, ISCA 2000) "+
				"until it can be closed, at least; nothing is read while it is closed and another one opened, at most"))
	}
}

// rowLines is how many lines of a row a load of [twoRows] reads.
func rowLines(c *chip.Chip) int { return min(32, c.Int(chip.DRAMRow)/c.Int(chip.L2Line)) }

// twoRows is the part of the pins' rate at which loads read pairs of rows of one bank. The clock spreads rows over
// banks by the exclusive or of their numbers' digits of four bits: each pair of digits is the same here.
func twoRows(run Machine, c *chip.Chip) (float64, error) {
	const (
		pairs = 8
		all   = 1 << 16 // rows; the first one's number is a multiple
		next  = 0x1100  // after the pairs
	)
	x := partOf(c, 1, 1)
	row, n := c.Int(chip.DRAMRow), rowLines(c)
	prep := fmt.Sprintf("s_sub_u32 s14, 0, s2\ns_and_b32 s14, s14, 0x%x\nv_and_b32 v1, 63, v0\nv_and_b32 v2, 1, v1\nv_mul_u32_u24 v2, 0x11, v2\nv_lshlrev_b32 v2, %d, v2\n"+
		"v_lshrrev_b32 v1, 1, v1\nv_and_b32 v1, %d, v1\nv_lshlrev_b32 v1, %d, v1\nv_or_b32 v1, v1, v2\n", all*row-1, log2(row), n-1, log2(c.Int(chip.L2Line)))
	body := ""
	for i := range pairs {
		step := 0x22
		if i == pairs-1 {
			step = next - (pairs-1)*step
		}
		body += fmt.Sprintf("buffer_load_dword v4, v1, s[4:7], s14 offen\ns_add_u32 s14, s14, 0x%x\ns_waitcnt vmcnt(7)\n", step*row)
	}
	v, err := rate(run, x, Kernel{VGPRs: 24, Buffer: uint64(2 * all * row), Source: looped(prep, body)}, 4, 12)
	return pins(x, float64(pairs*2*n*c.Int(chip.L2Line)), v), err
}
