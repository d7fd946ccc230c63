package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// boardAs is a board of a chip as a log or a list describes it.
type boardAs struct {
	cus            int
	engine, memory float64 // MHz
	gbs            float64 // GB/s of the pins
}

// on measures on the board.
func (b *boardAs) on(measure Benchmark) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		x := *c
		x.Figures[chip.CUs].Value, x.Figures[chip.EngineMHz].Value = float64(b.cus), b.engine
		x.Figures[chip.MemoryMHz].Value, x.Figures[chip.DRAMGBs].Value = b.memory, b.gbs
		return measure(run, &x)
	}
}

// boardRows are streams and whole kernels on boards whose clocks or compute units are not those of the chip here.
func boardRows(g *group) {
	slow := func() { g.rows[len(g.rows)-1].Slow = true }
	for _, x := range []struct {
		chip, id, log string
		board         boardAs
		most          float64 // GB/s of the pins of boards of the same name; 0: there are no others
		gbs           [5]float64
	}{
		{"hawaii", "w8100", "results/old/AMD_Accelerated_Parallel_Processing/AMD_Hawaii_W8100.log", boardAs{40, 824, 1250, 320}, 0, [5]float64{270.25, 276.32, 276.61, 155.61, 78.30}},
		{"hawaii-r9", "r9-390", "results/old/AMD_Accelerated_Parallel_Processing/R9_390.log", boardAs{40, 1000, 1500, 384}, 0, [5]float64{325.28, 335.50, 326.06, 185.19, 92.65}},
		{"tahiti", "1000-mhz", "results/AMD_Accelerated_Parallel_Processing/Tahiti.log", boardAs{32, 1000, 1375, 264}, 288, [5]float64{211.27, 220.40, 217.36, 116.76, 59.32}},
	} {
		for i, dwords := range [...]int{1, 2, 4, 8, 16} {
			g.add1([]string{x.chip}, fmt.Sprintf("dram-stream/%s-float%d", x.id, dwords), fmt.Sprintf("part of the pins' rate at which memory is read, %d bytes a lane, by a board with the clocks of a log", 4*dwords),
				"ratio", TierB, 0, "all compute units, 16 times of each work-item", x.board.on(memoryStream(dwords, dwords > 4)),
				part(x.gbs[i], x.gbs[i], x.board.gbs, max(x.most, x.board.gbs), fmt.Sprintf("krrishnarraj/clpeak, %s: %v GB/s", x.log, x.gbs[i])))
			slow()
		}
	}
	oclBenchmarkRows(g)
	gpuStreamRows(g)
	latticeRows(g)

	// The page tables of drivers that are older than the larger fragments.
	const ethminer = "ethereum-mining/ethminer #520, RX 480: 24 MH/s in epoch 6 (1.05 GiB), 19 in epoch 162 (2.27 GiB), which larger fragments mend; within 5 %"
	g.add1([]string{"polaris10"}, "ethash/2-gib-by-1", "rate of random reads of 128 bytes from 2 GiB, by that from 1 GiB, with fragments of 64 KiB", "ratio", TierB, 0,
		"all compute units; eight lanes read 16 bytes each of a piece", func(run Machine, c *chip.Chip) (float64, error) {
			x := *c
			x.Figures[chip.TLBPage].Value = 64 << 10
			return over(func() (float64, error) { return gather(128, 2<<30)(run, &x) }, func() (float64, error) { return gather(128, 1<<30)(run, &x) })
		}, between(0.95*19/24, 1.05*19/24, ethminer))
	slow()
}

// oclBenchmarkRows are OpenCL-Benchmark's kernels of memory, with 16 floats of each work-item.
func oclBenchmarkRows(g *group) {
	const gbs = 1024
	vii := boardAs{60, 1801, 1000, gbs}
	for _, x := range []struct {
		id, what string
		gbs      float64
		measure  Benchmark
	}{
		{"coalesced-read", "16 floats of a work-item are read, the grid's size apart", 693.40, streamOf(16, 1, false, true)},
		{"misaligned-read", "16 floats of a work-item are read, one after the other, by loads of 16 bytes", 805.20, streamOf(1, 16, false, false)},
		{"coalesced-write", "16 floats of a work-item are written, the grid's size apart", 654.52, stores(true)},
		{"misaligned-write", "16 floats of a work-item are written, one after the other, by stores of 16 bytes", 400.12, stores(false)},
	} {
		g.add1([]string{"vega20"}, "opencl-benchmark/"+x.id, "part of the pins' rate at which "+x.what, "ratio", TierB, 0, "all compute units", vii.on(x.measure),
			part(x.gbs, x.gbs, gbs, gbs, fmt.Sprintf("ProjectPhysX/OpenCL-Benchmark, README, Radeon VII: %v of %v GB/s", x.gbs, gbs)))
		g.rows[len(g.rows)-1].Slow = true
	}
}

// gpuStreamRows are results of the first versions of BabelStream, whose three arrays have 400 MiB each.
func gpuStreamRows(g *group) {
	for _, x := range []struct {
		chip, id, source string
		board            boardAs
		waves            int
		least, most      float64 // GB/s of the pins
		gbs              [4]float64
	}{
		{"fiji", "fury-x", babelResults + "opencl/amd-r9-fury-x", boardAs{64, 1050, 500, 512}, 4, 512, 512, [4]float64{351.14, 400.26, 388.74, 385.24}},
		{"fiji", "nano", babelResults + "v1.0/hip/amd-fiji-nano", boardAs{64, 1000, 500, 512}, 16, 512, 512, [4]float64{375.82, 375.09, 425.65, 424.71}},
		{"kaveri", "a10", babelResults + "v1.0/opencl/amd-a10-7850k-radeon-r7, which does not say whether DDR3-1333 or up to 2133", boardAs{8, 720, 1066, 34.1}, 4, 21.3, 34.1, [4]float64{16.90, 16.69, 16.33, 16.26}},
	} {
		v := streamVersion{x.waves, 3, 400 << 20, 4 << 20}
		for i, gbs := range x.gbs {
			k := &streamKernels[i]
			what, claim := "part of the pins' rate that "+k.what+" moves, with arrays of 400 MiB", part(gbs, gbs, x.least, x.most, fmt.Sprintf("%s: %v GB/s", x.source, gbs))
			g.add1([]string{x.chip}, "babelstream/400-mib-"+x.id+"-"+k.id, what, "ratio", TierB, 0, "all compute units, one double of each work-item", x.board.on(v.part(k)), claim)
			g.rows[len(g.rows)-1].Slow = true
			if x.id == "nano" && len(k.read) > 1 {
				g.add1([]string{x.chip}, "babelstream/sixteenth-nano-"+k.id, what, "ratio", TierB, 0, "a sixteenth of the board and of the arrays, one double of each work-item", x.board.on(v.sixteenth(k)), claim)
			}
		}
	}
}

// latticeRows are a lattice Boltzmann method on boards.
func latticeRows(g *group) {
	const fluid = "ProjectPhysX/FluidX3D, README (8986874): "
	type listed struct {
		name      string
		gbs       float64 // of the pins, as the list has them
		full      float64 // million cells a second, by values of four bytes
		half      float64 // and by values of two
		fullParts float64 // the list's part of the pins, where its figure is another one; 0: it is not
	}
	for _, x := range []struct {
		chip, id string
		board    boardAs
		of       []listed
	}{
		{"vega20", "vii", boardAs{60, 1801, 1000, 1024}, []listed{{"Radeon VII", 1024, 4898, 7778, 0}, {"Instinct MI50", 1024, 4446, 8477, 0}, {"Instinct MI60", 1024, 3570, 5047, 0}}},
		{"vega10", "vega-64", boardAs{64, 1630, 945, 484}, []listed{{"RX Vega 64", 484, 1875, 2878, 0}}},
		{"polaris10", "rx-480", boardAs{36, 1266, 2000, 256}, []listed{{"RX 480", 256, 1104, 1908, 0}}},
		{"rx580", "rx-580", boardAs{36, 1411, 2000, 256}, []listed{{"RX 580 4GB", 256, 946, 1848, 0}, {"RX 590", 256, 1257, 1573, 0}}},
		{"rx570", "rx-570", boardAs{32, 1244, 1750, 224}, []listed{{"RX 570 4GB (its figure, 2021, is more than the pins allow: by its 70 %)", 224, 0, 1814, 0.70}, {"RX 580 2048SP", 224, 868, 1622, 0}}},
		{"hawaii-r9", "r9-390x", boardAs{44, 1050, 1500, 384}, []listed{{"R9 390X", 384, 1733, 2217, 0}}},
		{"hawaii-r9", "r9-290x", boardAs{44, 1000, 1250, 320}, []listed{{"R9 290X", 320, 1245, 1699, 0}}},
		{"hawaii-r9", "r9-290", boardAs{40, 947, 1250, 320}, []listed{{"R9 290", 320, 1136, 1647, 0}}},
		{"tonga", "r9-285", boardAs{28, 918, 1375, 176}, []listed{{"R9 285", 176, 782, 1409, 0}}},
		{"bonaire", "hd-7790", boardAs{14, 1050, 1600, 102.4}, []listed{{"HD 7790", 102.4, 395, 661, 0}}},
		{"fiji", "fury-x", boardAs{64, 1050, 500, 512}, []listed{{"R9 Fury X", 512, 1628, 2880, 0}, {"R9 Nano", 512, 1575, 2761, 0}}},
	} {
		for _, bytes := range [...]int{4, 2} {
			var claims []Claim
			for _, l := range x.of {
				cells := l.full
				if bytes == 2 {
					cells = l.half
				}
				gbs := cells * float64(cellBytes(bytes)) / 1000
				if cells == 0 {
					gbs = l.fullParts * l.gbs
				}
				claims = append(claims, part(gbs, gbs, l.gbs, l.gbs, fmt.Sprintf("%s%s, %v million cells a second", fluid, l.name, cells)))
			}
			g.add1([]string{x.chip}, fmt.Sprintf("lattice/%s-%d-bytes", x.id, bytes), fmt.Sprintf("part of the pins' rate that a lattice Boltzmann method moves whose cells have 19 values of %d bytes", bytes), "ratio", TierB, 0,
				"all compute units, a cell of each work-item", x.board.on(lattice(bytes)), claims...)
			g.rows[len(g.rows)-1].Slow = true
		}
	}
}

// cellBytes is what a cell's step moves: 19 values of so many bytes are read and written, and its flags read.
func cellBytes(value int) int { return 2*19*value + 1 }

// directions are how far the neighbours of a cell are whose values it takes, in cells of a box of 256 x 256 x 256.
var directions = [...]int{1, 256, 65536, 257, 65537, 65792, -255, -65535, -65280}

// neighbour is how far the cell is whose value in an array is taken.
func neighbour(array int) int {
	if array%2 == 0 {
		return 0
	}
	return directions[array/2]
}

// lattice is the part of the pins' rate that a step of a lattice Boltzmann method moves (D3Q19, as FluidX3D
// has it): 19 values of a cell, of so many bytes, are in as many arrays of 2^24. A work-item reads ten of its
// own and one of each of nine neighbours, computes, and writes to the same places. That the program computes
// with 64 registers and 200 instructions is assumed: more or fewer registers change 3 %.
func lattice(bytes int) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const cells, group, computes = 1 << 24, 256, 200
		load, store := "buffer_load_dword", "buffer_store_dword"
		if bytes == 2 {
			load, store = "buffer_load_ushort", "buffer_store_short"
		}
		var b strings.Builder
		// The first work-group's cells have neighbours on all sides.
		fmt.Fprintf(&b, "%ss_lshl_b32 s9, s9, 8\ns_add_u32 s9, s9, 0x%x\ns_add_u32 s10, s9, 0x%x\ns_lshl_b32 s9, s9, %d\nv_lshlrev_b32 v1, %[4]d, v0\nbuffer_load_ubyte v3, v0, s[4:7], s10 offen\n",
			numbered, resultBytes/bytes+1<<16, 19*bytes*cells, log2(bytes))
		for i := range 19 {
			fmt.Fprintf(&b, "s_add_u32 s%d, s9, 0x%x\n", 16+i, uint32(bytes*(cells*i+neighbour(i))))
		}
		b.WriteString("s_waitcnt vmcnt(0)\n")
		for i := range 19 {
			fmt.Fprintf(&b, "%s v%d, v1, s[4:7], s%d offen\n", load, 4+i, 16+i)
		}
		b.WriteString("s_waitcnt vmcnt(0)\n")
		for i := range computes {
			fmt.Fprintf(&b, "v_mac_f32 v%d, v%d, v%d\n", 4+i%19, 4+(i+1)%19, 4+(i+2)%19)
		}
		for i := range 19 {
			fmt.Fprintf(&b, "%s v%d, v1, s[4:7], s%d offen\n", store, 4+i, 16+i)
		}
		clocks := func(n int) func() (float64, error) {
			return func() (float64, error) {
				out, err := run(c, &Kernel{Waves: group / 64, Groups: n, VGPRs: 64, SGPRs: 48, LDS: 1024, Buffer: uint64(20 * bytes * cells), Source: b.String() + "s_endpgm"})
				if err != nil {
					return 0, err
				}
				return float64(out.Clocks), nil
			}
		}
		base := c.Int(chip.CUs) * 16
		v, err := less(clocks(2*base), clocks(base))
		return pins(c, float64(cellBytes(bytes)*group*base), v), err
	}
}

// stores is the part of the pins' rate that a launch writes memory at: each work-item writes 16 floats, the
// grid's size apart where far is set, and else in a row, by four stores of 16 bytes.
func stores(far bool) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const floats, group = 16, 256
		clocks := func(n int) func() (float64, error) {
			return func() (float64, error) {
				var b strings.Builder
				b.WriteString(numbered)
				if far {
					fmt.Fprintf(&b, "s_lshl_b32 s9, s9, 10\ns_add_u32 s9, s9, 0x%x\nv_lshlrev_b32 v1, 2, v0\n", resultBytes)
					for range floats {
						fmt.Fprintf(&b, "buffer_store_dword v4, v1, s[4:7], s9 offen\ns_add_u32 s9, s9, 0x%x\n", 4*group*n)
					}
				} else {
					fmt.Fprintf(&b, "s_lshl_b32 s9, s9, 14\ns_add_u32 s9, s9, 0x%x\nv_lshlrev_b32 v1, 6, v0\n", resultBytes)
					for i := range floats / 4 {
						fmt.Fprintf(&b, "buffer_store_dwordx4 v[4:7], v1, s[4:7], s9 offen offset:%d\n", 16*i)
					}
				}
				out, err := run(c, &Kernel{Waves: group / 64, Groups: n, VGPRs: 24, LDS: 1024, Buffer: uint64(4 * floats * group * n), Source: b.String() + "s_endpgm"})
				if err != nil {
					return 0, err
				}
				return float64(out.Clocks), nil
			}
		}
		base := c.Int(chip.CUs) * 20
		v, err := less(clocks(3*base), clocks(base))
		return pins(c, float64(2*base*4*floats*group), v), err
	}
}
