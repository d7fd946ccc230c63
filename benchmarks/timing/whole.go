package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// clpeak's logs have the bandwidth that each board reaches with one, two and four floats a lane.
const clpeak = "krrishnarraj/clpeak, results/AMD_Accelerated_Parallel_Processing/"

// logged is a log of a board whose memory is that of the chip here, or of as many bytes a second.
type logged struct {
	chip, log string
	pins      float64    // GB/s of the board
	gbs       [3]float64 // with float, float2, float4
	wide      [2]float64 // with float8, float16
	apart     bool       // the driver is one of those that load the parts of an element apart, see memoryStream
	// What a log does not say: boards of that name with memory of fewer bytes a second, and who lists them.
	least     float64 // 0: there are none
	leastFrom string
}

var streamLogs = []logged{
	{"capeverde", "Capeverde.log", 72, [3]float64{60.35, 63.30, 63.32}, [2]float64{33.13, 16.93}, true, 0, ""},
	{"kaveri", "AMD_A10-7850K_APU.log", 34.1, [3]float64{27.21, 28.08, 22.67}, [2]float64{15.10, 8.28}, true, 29.9, "the log does not say whether DDR3-2133 or 1866, and less than 28.08 GB/s it cannot be"},
	{"bonaire", "R7_260X.log", 104, [3]float64{79.62, 81.41, 76.34}, [2]float64{42.10, 21.99}, true, 96,
		"the log's board has 1175 MHz, not the 1100 of AMD's; game-debate.com has R7 260X with memory at 1500 MHz beside those at 1625"},
	{"hawaii-r9", "R9_290x.log", 320, [3]float64{268.69, 270.56, 265.80}, [2]float64{154.00, 77.25}, true, 0, ""},
	{"tonga", "R9_380X.log", 182.4, [3]float64{159.85, 168.05, 168.71}, [2]float64{88.07, 44.60}, true, 0, ""},
	{"fiji", "R9_Nano.log", 512, [3]float64{441.14, 453.39, 445.10}, [2]float64{205.38, 103.30}, true, 0, ""},
	{"rx570", "RX_570.log", 224, [3]float64{182.67, 191.18, 193.05}, [2]float64{163.17, 139.53}, false, 0, ""},
	{"vega20", "Radeon-VII-Pro.log", 1024, [3]float64{783.04, 741.34, 723.88}, [2]float64{732.36, 679.49}, false, 0, ""},
}

// measured are other measurements of such streams: GB/s with so many dwords a lane.
var measured = map[string]map[int][]Claim{
	"vega20": {
		1:  {is(814, wikiMI50), is(796.86, proVII), is(822.46, radeonVII), is(765.79, clpeakMI50), is(767.51, clpeakMI50New), is(766.24, clpeakMI50Old)},
		2:  {is(827.75, proVII), is(840, radeonVII), is(655.94, clpeakMI50), is(748.01, clpeakMI50New), is(756.53, clpeakMI50Old)},
		4:  {between(867, 873, wikiMI50), is(822.74, proVII), is(840.63, radeonVII), is(645.82, clpeakMI50), is(675.73, clpeakMI50New), is(740.95, clpeakMI50Old)},
		8:  {is(793.45, proVII), is(782.67, radeonVII), is(652.67, clpeakMI50), is(717.26, clpeakMI50New), is(727.71, clpeakMI50Old)},
		16: {is(660.62, proVII), is(692.59, radeonVII), is(582.26, clpeakMI50), is(585.05, clpeakMI50New), is(685.31, clpeakMI50Old)},
	},
}

const (
	wikiMI50  = "skyne98.github.io/wiki-gfx906, Latency-Hiding Ops: MI50"
	proVII    = "krrishnarraj/clpeak #109: Radeon Pro VII"
	radeonVII = "krrishnarraj/clpeak #103: Radeon VII"
	// The logs of one board, with three drivers.
	clpeakMI50    = clpeak + "Radeon-MI50-PCIeGen4.log"
	clpeakMI50New = clpeak + "Radeon-MI50-PCIeGen4-rocm3.10.log"
	clpeakMI50Old = "krrishnarraj/clpeak, results/old/AMD_Accelerated_Parallel_Processing/Radeon-MI50-PCIeGen3.log"
)

// part is what a stream reaches of pins' rates from least to most, within 5 %.
func part(lo, hi, least, most float64, source string) Claim {
	return between(0.95*lo/most, 1.05*hi/least, source+", within 5 %")
}

// alsoMeasured is what others have measured of the streams of a board.
func alsoMeasured(l *logged, dwords int) (claims []Claim) {
	for _, c := range measured[l.chip][dwords] {
		claims = append(claims, part(c.Lo, c.Hi, l.pins, l.pins, c.Source+fmt.Sprintf(", %v GB/s", c)))
	}
	return claims
}

// memoryStream is the part of the pins' rate that a launch reads memory at: each work-item reads 16
// elements, a work-group's or the grid's size apart, whichever is faster, and writes a float, as clpeak's
// do, whose rate is that of what is read.
//
// With float8 and float16, boards come to half and a quarter of what they reach with float4 in logs of AMD's
// drivers up to 1912, and not in later ones. So it is where the loads of an element are apart: what other
// waves load between them takes the places of its lines in L1 and L2, and they are read from memory again.
// That these drivers' compilers take the first 16 bytes of the four elements of clpeak's unrolled loop, then
// the next 16, is read from that: nobody has published their code. Such elements are measured a work-group's
// size apart only: neither order is mostly faster, and they differ by less than 3 %.
func memoryStream(dwords int, apart bool) Benchmark {
	near, far := streamOf(16, dwords, apart, false), streamOf(16, dwords, apart, true)
	if apart {
		return near
	}
	return func(run Machine, c *chip.Chip) (float64, error) {
		x, err := near(run, c)
		if err != nil {
			return 0, err
		}
		y, err := far(run, c)
		return max(x, y), err
	}
}

// streamOf is that part for so many elements of a work-item, which are the grid's size apart where far is
// set, and else a work-group's.
func streamOf(fetches, dwords int, apart, far bool) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		piece := 256 * dwords * 4 // bytes of a fetch of a work-group
		launch := func(n int) (float64, error) {
			first, next := piece*fetches, piece
			if far {
				first, next = piece, n*piece
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%ss_lshl_b32 s10, s9, 10\ns_add_u32 s10, s10, 0x%x\nv_lshlrev_b32 v2, 2, v0\n", numbered, resultBytes+n*piece*fetches)
			fmt.Fprintf(&b, "s_mul_i32 s9, s9, 0x%x\ns_add_u32 s9, s9, 0x%x\nv_mul_u32_u24 v1, %d, v0\n", first, resultBytes, dwords*4)
			if apart {
				fetchApart(&b, fetches, dwords/4, next)
			} else {
				fetchOnce(&b, fetches, dwords, next)
			}
			b.WriteString("s_waitcnt vmcnt(0)\nbuffer_store_dword v4, v2, s[4:7], s10 offen\ns_endpgm")
			out, err := run(c, &Kernel{Waves: 4, Groups: n, VGPRs: 24, LDS: 1024, Buffer: uint64(n * (piece*fetches + 1024)), Source: b.String()})
			if err != nil {
				return 0, err
			}
			return float64(out.Clocks), nil
		}
		// As many work-groups as the chip holds, and twice as many again: what is longer is the stream. Where
		// lines are read again, a launch is so long that its begin and end do not count.
		base := max(c.Int(chip.CUs)*10, 8<<20/(piece*fetches))
		if apart {
			v, err := launch(2 * base)
			return pins(c, float64(2*base*piece*fetches), v), err
		}
		v, err := less(func() (float64, error) { return launch(2 * base) }, func() (float64, error) { return launch(base) })
		return pins(c, float64(base*piece*fetches), v), err
	}
}

// fetchOnce loads elements of so many dwords that are so many bytes apart, one after the other, from s9 on.
func fetchOnce(b *strings.Builder, fetches, dwords, next int) {
	width := min(dwords, 4) // of a load
	op := [5]string{1: "buffer_load_dword v%d", 2: "buffer_load_dwordx2 v[%d:%d]", 4: "buffer_load_dwordx4 v[%d:%d]"}[width]
	for i := range fetches {
		dst := fmt.Sprintf(op, 4+4*(i%5))
		if dwords > 1 {
			dst = fmt.Sprintf(op, 4+4*(i%5), 3+4*(i%5)+width)
		}
		for at := 0; at < dwords; at += width {
			fmt.Fprintf(b, "%s, v1, s[4:7], s9 offen offset:%d\n", dst, 4*at)
		}
		fmt.Fprintf(b, "s_add_u32 s9, s9, 0x%x\n", next)
	}
}

// fetchApart loads four elements at a time, of so many parts of 16 bytes: the first parts of all four, waits
// for them, and goes on with the next ones.
func fetchApart(b *strings.Builder, fetches, parts, next int) {
	at := [...]string{"s9", "s11", "s12", "s13"}
	for k := 1; k < len(at); k++ {
		fmt.Fprintf(b, "s_add_u32 %s, s9, 0x%x\n", at[k], k*next)
	}
	for range fetches / len(at) {
		for part := range parts {
			for k, s := range at {
				fmt.Fprintf(b, "buffer_load_dwordx4 v[%d:%d], v1, s[4:7], %s offen offset:%d\n", 4+4*k, 7+4*k, s, 16*part)
			}
			b.WriteString("s_waitcnt vmcnt(0)\n")
		}
		for _, s := range at {
			fmt.Fprintf(b, "s_add_u32 %s, %s, 0x%x\n", s, s, len(at)*next)
		}
	}
}

// dramRows are streams, chains and gathers of memory.
func dramRows(g *group) {
	for i := range streamLogs {
		l := &streamLogs[i]
		for j, dwords := range [...]int{1, 2, 4, 8, 16} {
			gbs := append(l.gbs[:], l.wide[:]...)[j]
			least, from := l.pins, fmt.Sprintf("%s%s: %v of %v GB/s", clpeak, l.log, gbs, l.pins)
			if l.least != 0 {
				least, from = l.least, fmt.Sprintf("%s%s: %v of %v to %v GB/s (%s)", clpeak, l.log, gbs, l.least, l.pins, l.leastFrom)
			}
			how, apart := "all compute units, 16 loads of each work-item", false
			if dwords > 4 {
				if how, apart = "all compute units, 16 times of each work-item, by several loads of 16 bytes", l.apart; apart {
					how += " that are apart"
				}
			}
			claims := []Claim{part(gbs, gbs, least, l.pins, from)}
			claims = append(claims, alsoMeasured(l, dwords)...)
			g.add1([]string{l.chip}, fmt.Sprintf("dram-stream/float%d", dwords), fmt.Sprintf("part of the pins' rate at which memory is read, %d bytes a lane", 4*dwords),
				"ratio", TierB, 0, how, memoryStream(dwords, apart), claims...)
			g.rows[len(g.rows)-1].Slow = dwords > 4 || l.chip != "capeverde" && (l.chip != "bonaire" || dwords != 4)
		}
	}
	chaseRows(g)
	slow := func() { g.rows[len(g.rows)-1].Slow = true }
	// Random lines of 128 bytes: Ethash reads 64 of them for a hash.
	for _, x := range []struct {
		chip, source string
		lo, hi       float64 // MH/s
		pins         float64 // of the board
	}{
		{"polaris10", "nanopool/nanominer #32 and nicehash/NiceHashMiner-Archived #270: RX 480 as delivered", 19, 24.5, 256},
		{"fiji", "nanopool/Claymore-Dual-Miner #120: R9 Fury", 26.4, 31.9, 512},
	} {
		lo, hi := x.lo*8192e-3/x.pins, x.hi*8192e-3/x.pins
		g.add1([]string{x.chip}, "ethash/128-bytes", "part of the pins' rate at which random pieces of 128 bytes are read", "ratio", TierB, 0,
			"all compute units; eight lanes read 16 bytes each of a piece", gather(128, 1<<30), between(lo, hi, fmt.Sprintf("%s: %v-%v MH/s, 8 KiB a hash of 1 GiB and more (Ethash, DATASET_BYTES_INIT)", x.source, x.lo, x.hi)))
		g.add1([]string{x.chip}, "gather/64-bytes-against-128", "rate of random pieces of 64 bytes by that of 128 bytes, in bytes", "ratio", TierD, 0,
			"all compute units", func(run Machine, c *chip.Chip) (float64, error) {
				return over(func() (float64, error) { return gather(64, 64<<20)(run, c) }, func() (float64, error) { return gather(128, 64<<20)(run, c) })
			}, between(0.4, 1.0, "a burst is 64 bytes or less, and an open row serves both halves of 128"))
		slow()
	}
	g.rows[len(g.rows)-2].Slow = true
	// Boards with clocks of engine and memory that are said, within 5 %.
	for _, x := range []struct {
		chip, id, source string
		mhs              []float64
		pins             float64 // GB/s
		engine, memory   float64 // MHz
	}{
		{"vega20", "untuned", "todxx/teamredminer #184 (Radeon VII, no tuning of clocks and timings), #136 (265 MH/s of three)", []float64{90.62, 88.3}, 1024, 1746, 1000},
		{"vega10", "1050-mhz", "ethereum-mining/ethminer #462: RX Vega 64, engine at 850 MHz, memory at 1050", []float64{42}, 537.6, 850, 1050},
		{"vega56", "1023-mhz", "ethereum-mining/ethminer #837: six RX Vega 56 with 229 MH/s, engine at 1107 MHz, memory at 1023", []float64{229 / 6.0}, 523.8, 1107, 1023},
	} {
		var claims []Claim
		for _, v := range x.mhs {
			claims = append(claims, part(v*8192e-3, v*8192e-3, x.pins, x.pins, fmt.Sprintf("%s: %.1f MH/s", x.source, v)))
		}
		g.add1([]string{x.chip}, "ethash/"+x.id, "part of the pins' rate at which random pieces of 128 bytes are read, by boards with the clocks of a log", "ratio", TierB, 0,
			"all compute units; eight lanes read 16 bytes each of a piece", func(run Machine, c *chip.Chip) (float64, error) {
				b := *c
				b.Figures[chip.DRAMGBs].Value, b.Figures[chip.MemoryMHz].Value, b.Figures[chip.EngineMHz].Value = x.pins, x.memory, x.engine
				return gather(128, 1<<30)(run, &b)
			}, claims...)
		slow()
	}
	for i := range streamLogs {
		if l := &streamLogs[i]; l.chip == "capeverde" || l.chip == "rx570" {
			g.add1([]string{l.chip}, "gather/4-bytes", "part of the pins' rate at which memory is read for random dwords, in lines of 64 bytes", "ratio", TierD, 0,
				"all compute units, 64 MiB", gather(4, 64<<20), between(0.1, l.gbs[2]/l.pins, fmt.Sprintf(
					"a gather opens rows that a stream has open: less than the board's stream reaches (%s%s: %v of %v GB/s)", clpeak, l.log, l.gbs[2], l.pins)))
			slow()
		}
	}
	// One compute unit.
	g.add1([]string{"fiji", "vega10", "hawaii-r9"}, "dram-stream/one-unit", "bytes a clock that one compute unit reads from memory", "bytes/clock", TierE, 0,
		"eight waves with four loads of 1 KiB each under way", func(run Machine, c *chip.Chip) (float64, error) { return stream(1, 16<<20, 4, 24)(run, with(c, 1)) },
		between(8, 40, "a guess: nobody has published how many misses a unit has under way"))
}

// less is the difference of two measurements.
func less(a, b func() (float64, error)) (float64, error) {
	x, err := a()
	if err != nil {
		return 0, err
	}
	y, err := b()
	return x - y, err
}

// gather is the part of the pins' rate that lines for random pieces of memory take: each lane, or
// each group of lanes with 16 bytes of a piece, has its own sequence.
func gather(bytes int, footprint uint64) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		// v2 is a linear congruential sequence of the piece, v3 the lane's place in it.
		width, op, dst := 16, "buffer_load_dwordx4 v[%d:%d]", 3
		if bytes < 16 {
			width, op, dst = 4, "buffer_load_dword v%d", 0
		}
		lanes := max(1, bytes/width)
		var b strings.Builder
		fmt.Fprintf(&b, "%ss_lshl_b32 s9, s9, 9\nv_add_u32_any v2, s9, v0\nv_lshrrev_b32 v2, %d, v2\ns_mov_b32 s16, 0x9e3779b1\nv_mul_lo_u32 v2, v2, s16\n"+
			"v_and_b32 v3, %d, v0\nv_lshlrev_b32 v3, %d, v3\ns_mov_b32 s17, 0x%x\n", numbered, log2(lanes), lanes-1, log2(width), footprint-uint64(max(bytes, 4)))
		body := ""
		for i := range 4 {
			code := fmt.Sprintf(op, 4+4*i, 4+4*i+dst)
			if dst == 0 {
				code = fmt.Sprintf(op, 4+4*i)
			}
			body += fmt.Sprintf("v_mul_lo_u32 v2, v2, s16\nv_alignbit_b32 v1, v2, v2, 7\nv_and_b32 v1, s17, v1\nv_or_b32 v1, v1, v3\n%s, v1, s[4:7], s18 offen\n", code)
		}
		body += "s_waitcnt vmcnt(0)"
		src := strings.ReplaceAll(looped(b.String()+fmt.Sprintf("s_movk_i32 s18, 0x%x\n", resultBytes), body), "v_add_u32_any v2, ", addTo(c, "v2"))
		waves := 8
		groups := c.Int(chip.CUs) * 2
		v, err := rate(run, c, Kernel{Waves: waves, Groups: groups, VGPRs: 24, LDS: 1024, Buffer: footprint, Source: src}, 2, 6)
		if err != nil {
			return 0, err
		}
		pieces := float64(groups * waves * 4 * 64 / lanes)
		return pins(c, pieces*float64(max(bytes, 64)), v), nil
	}
}

// addTo is the beginning of an integer addition to a register, with the carry where there is one.
func addTo(c *chip.Chip, dst string) string {
	in := addInt(c.Name)
	name, _, _ := strings.Cut(in, " ")
	if strings.Contains(in, "vcc") {
		return name + " " + dst + ", vcc, "
	}
	return name + " " + dst + ", "
}

// sgemm is the part of the f32 peak that a matrix multiplication reaches whose lanes have tile x
// tile elements each: work-groups of 256 lanes read 8 columns and rows at a time into LDS.
func sgemm(tile int, fma string) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const depth = 8
		side := 16 * tile // of a work-group's part of the result
		var b strings.Builder
		// v1, v2: the lane's row and column in LDS; v3: where it loads from and stores to.
		fmt.Fprintf(&b, "s_mov_b32 m0, -1\nv_and_b32 v1, 15, v0\nv_mul_u32_u24 v1, %d, v1\nv_lshrrev_b32 v2, 4, v0\nv_mul_u32_u24 v2, %d, v2\nv_lshlrev_b32 v3, 2, v0\n"+
			"s_movk_i32 s14, 0x%x\n", 4*tile, 4*tile, resultBytes)
		acc, a, bb, pre := 4, 4+tile*tile, 4+tile*tile+tile, 4+tile*tile+2*tile
		loads := 2 * side * depth / 256 // dwords of a lane
		for i := range loads {
			fmt.Fprintf(&b, "buffer_load_dword v%d, v3, s[4:7], s14 offen offset:%d\n", pre+i, 1024*i%4096)
		}
		b.WriteString("again:\ns_waitcnt vmcnt(0)\ns_barrier\n")
		for i := range loads {
			fmt.Fprintf(&b, "ds_write_b32 v3, v%d offset:%d\n", pre+i, 1024*i)
		}
		b.WriteString("s_waitcnt lgkmcnt(0)\ns_barrier\ns_add_u32 s14, s14, 0x1000\ns_and_b32 s14, s14, 0x3ffff\ns_or_b32 s14, s14, 0x1000\n")
		for i := range loads {
			fmt.Fprintf(&b, "buffer_load_dword v%d, v3, s[4:7], s14 offen offset:%d\n", pre+i, 1024*i%4096)
		}
		for k := range depth {
			for i := 0; i < tile; i += 2 {
				fmt.Fprintf(&b, "ds_read2_b32 v[%d:%d], v1 offset0:%d offset1:%d\n", a+i, a+i+1, (k*side+i)%256, (k*side+i+1)%256)
				fmt.Fprintf(&b, "ds_read2_b32 v[%d:%d], v2 offset0:%d offset1:%d\n", bb+i, bb+i+1, (k*side+i)%256, (k*side+i+1)%256)
			}
			b.WriteString("s_waitcnt lgkmcnt(0)\n")
			for i := range tile {
				for j := range tile {
					fmt.Fprintf(&b, fma+"\n", acc+i*tile+j, a+i, bb+j)
				}
			}
		}
		b.WriteString("s_sub_u32 s1, s1, 1\ns_cmp_lg_u32 s1, 0\ns_cbranch_scc1 again\ns_endpgm\n")
		vgprs := pre + loads
		groups := 4 // fill the unit where registers allow
		k := Kernel{Waves: 4, Groups: groups, VGPRs: vgprs, LDS: 2 * side * depth * 4, Buffer: 512 << 10, Source: b.String()}
		v, err := rate(run, with(c, 1), k, 8, 24)
		// Vector instructions of the result's elements, by the clocks that all SIMDs have for them.
		return float64(groups*depth*tile*tile*4) / v, err
	}
}

// wholeRows are kernels that others have published the rates of.
func wholeRows(g *group) {
	const aizu = "Matsumoto, Nakasato, Sedukhin, MCSoC 2012, doi:10.1109/MCSoC.2012.30, HD 7970: "
	const ldsBound = "OCLG, 2.4: LDS against vector instructions, clocks of a wave for a row and column: no more than the longer allows, no less than both in turn and an eighth for the rest: "
	const mac = "v_mac_f32 v%d, v%d, v%d"
	g.add1([]string{"tahiti"}, "sgemm/best-tile", "part of the f32 peak of a matrix multiplication with 8 x 8 elements a lane", "ratio", TierB, 0,
		"one compute unit, 128 x 128 elements of a work-group, 8 deep in LDS", sgemm(8, mac), between(0.62, 0.85, aizu+"2646 GFlop/s, 70 %; R9 280X, clBLAS tuned: 2546 (cnugteren.github.io/tutorial)"))
	g.add1([]string{"tahiti"}, "sgemm/4-by-4", "the same with 4 x 4 elements a lane", "ratio", TierB, 0, "64 x 64 elements of a work-group", sgemm(4, mac),
		between(0.43, 0.85, ldsBound+"16 to 16"))
	g.add1([]string{"tahiti"}, "sgemm/2-by-2", "the same with 2 x 2 elements a lane", "ratio", TierC, 0, "32 x 32 elements of a work-group", sgemm(2, mac),
		between(0.28, 0.5, ldsBound+"8 to 4"))
	const gist = "oclHashcat 1.00, R9 290X at 1 GHz (gist.github.com/epixoip/8171031): "
	g.add1([]string{"hawaii-r9"}, "sha256/hash", "clocks of a compute unit for 64 hashes", "clocks", TierB, 0, "SHA-256 of one block, 16 waves",
		func(run Machine, c *chip.Chip) (float64, error) { return hashes(run, c, sha256()) }, between(44*64*1000/1408.8*0.9, 44*64*1000/1398.1*1.05, gist+"1398-1409 MH/s, within 10 %"))
	g.add1([]string{"hawaii-r9"}, "sha1/hash", "clocks of a compute unit for 64 hashes", "clocks", TierB, 0, "SHA-1 of one block, 16 waves",
		func(run Machine, c *chip.Chip) (float64, error) { return hashes(run, c, sha1()) }, between(44*64*1000/3433.3*0.95, 44*64*1000/3394.2*1.25,
			gist+"3394-3433 MH/s, of which it computes some words of the schedule once for many hashes"))
	g.add1([]string{"capeverde", "polaris10"}, "memcpy/x4", "part of the pins' rate of a copy, reads and writes", "ratio", TierD, 0, "all compute units, 16 bytes a lane",
		memcpy, between(0.65, 0.94, "copies reach less than reads, and no more ("+clpeak+"): buses turn around"))
	g.rows[len(g.rows)-1].Slow = true
	for _, x := range []struct {
		chip, source string
		part         [2]float64
	}{
		{"tonga", clpeak + "R9_380X.log, 4178 GFlop/s at 1040 MHz", [2]float64{0.975, 1}},
		{"rx570", clpeak + "RX_570.log, 5134 GFlop/s at 1268 MHz", [2]float64{0.975, 1}},
		{"kaveri", clpeak + "AMD_A10-7850K_APU.log, 733 GFlop/s at 720 MHz", [2]float64{0.975, 1}},
		{"capeverde", clpeak + "Capeverde.log, 836 GFlop/s of 8 compute units at 820 MHz or more", [2]float64{0.975, 1}},
		{"hawaii-r9", clpeak + "R9_390.log, 5079 GFlop/s at 1000 MHz", [2]float64{0.975, 1}},
	} {
		g.add1([]string{x.chip}, "mad/float", "part of the f32 peak of a chain of multiply-adds", "ratio", TierB, 0, "one compute unit, eight waves on each SIMD, 16 x 128 instructions",
			mads("v_mac_f32 v4, v5, v4\nv_mac_f32 v5, v4, v5"), between(x.part[0], x.part[1]+1e-9, x.source))
	}
	// GFlop/s of f64 by those that f32 has at most; the rate is AMD's.
	for _, x := range []struct {
		chip, log string
		gflops    float64
		peak      float64 // of f32, by the log's compute units and clock
		rate      float64
	}{
		{"tahiti", "Tahiti.log, whose clock is that of its 3817 GFlop/s of f32 at least", 907.47, 3817.28, 4},
		{"capeverde", "Capeverde.log, whose clock is that of its 836 GFlop/s of f32 at least", 52.20, 835.89, 16},
		{"kaveri", "AMD_A10-7850K_APU.log, 720 MHz", 45.98, 737.28, 16},
		{"bonaire", "R7_260X.log, 1175 MHz", 129.25, 2105.6, 16},
		{"hawaii-r9", "R9_390.log, 1000 MHz", 638.55, 5120, 8},
		{"tonga", "R9_380X.log, 1040 MHz", 263.5, 4259.84, 16},
		{"rx570", "RX_570.log, 1268 MHz", 323.55, 5193.73, 16},
		{"vega20", "Radeon-VII-Pro.log, 1700 MHz", 6206.76, 13056, 2},
	} {
		g.add1([]string{x.chip}, "mad/double", "part of the f32 peak of a chain of multiply-adds of f64", "ratio", TierB, 0, "one compute unit, eight waves on each SIMD, 16 x 128 instructions",
			mads("v_fma_f64 v[4:5], v[6:7], v[4:5], v[4:5]\nv_fma_f64 v[6:7], v[4:5], v[6:7], v[6:7]"), between(x.gflops/x.peak, 1/x.rate+1e-9,
				fmt.Sprintf("%s%s: %v GFlop/s; no more than AMD's rate of f64, 1/%v", clpeak, x.log, x.gflops, x.rate)))
	}
	// Additions and multiplications of integers, and of halves, by what f32 has at most by the log's clock.
	for _, x := range []struct {
		chip, id, what, source, pair string
		ops, peak, most              float64 // most is by the clocks of the instructions
	}{
		{"tonga", "int", "integers", clpeak + "R9_380X.log", intPair, 842.52, 4259.84, 0.2},
		{"rx570", "int", "integers", clpeak + "RX_570.log", intPair, 1032.21, 5193.73, 0.2},
		{"capeverde", "int", "integers", clpeak + "Capeverde.log, 8 compute units at 820 MHz or more", intPair, 167.80, 839.68, 0.2},
		{"fiji", "int", "integers", "ekondis/mixbench, results/HIP/alt_R9-Nano-dROC1.4.log", intPair, 1619.25, 8192, 0.2},
		{"polaris11", "int", "integers", "ekondis/mixbench, results/HIP/alt_RX-460-dROC1.5.log", intPair, 426.65, 2168.32, 0.2},
		{"hawaii", "int", "integers", "krrishnarraj/clpeak, results/old/AMD_Accelerated_Parallel_Processing/AMD_Hawaii_W8100.log", intPair, 1389.48, 4218.88, 1.0 / 3},
		{"hawaii-r9", "int", "integers", clpeak + "R9_390.log", intPair, 1701.13, 5120, 1.0 / 3},
		{"vega20", "int", "integers", clpeak + "Radeon-VII-Pro.log", intPair, 4186.51, 13056, 1.0 / 3},
		{"rx570", "half", "halves", clpeak + "RX_570.log", "v_mac_f16 v4, v5, v4\nv_mac_f16 v5, v4, v5", 5119.05, 5193.73, 1},
	} {
		g.add1([]string{x.chip}, "mad/"+x.id, "part of the f32 peak of a chain of multiply-adds of "+x.what, "ratio", TierB, 0, "one compute unit, eight waves on each SIMD, 16 x 128 times",
			func(run Machine, c *chip.Chip) (float64, error) {
				return mads(strings.NewReplacer("v_add v4, ", addTo(c, "v4"), "v_add v5, ", addTo(c, "v5")).Replace(x.pair))(run, c)
			}, between(x.ops/x.peak, x.most+1e-9, fmt.Sprintf("%s: %v of %v Gop/s; no more than the instructions' clocks", x.source, x.ops, x.peak)))
	}
	g.add1([]string{"fiji", "vega10"}, "reduction/lds", "clocks of a compute unit for the sum of 256 dwords in LDS by a work-group", "clocks", TierD, 0, "four work-groups; halves added to halves, a barrier each time",
		reduction, between(8*8*4/4, 900, "no less than its LDS operations and additions take, no more than eight steps of LDS latency (64 clocks with issue) and a barrier each"))
	g.add1([]string{"hawaii-r9", "fiji"}, "nbody/interaction", "part of a clock of each lane's SIMD that an interaction takes more than its instructions", "ratio", TierC, 0,
		"one compute unit, bodies in LDS, read by all lanes", nbody, between(1, 1.12, oclg+"2.2 and "+clrx+": 12 instructions of four clocks and v_rsq_f32 of 16, LDS broadcasts under way beside them"))
	g.add1([]string{"tahiti", "fiji"}, "fft/radix-4-step", "clocks of a compute unit for a step of 64 butterflies with an exchange through LDS", "clocks", TierC, 0,
		"four waves on each SIMD", fftStep, between(44, 100, "no less than LDS takes ("+clrx+": eight dwords in, eight out of 64 lanes) or 34 vector instructions on four SIMDs, no more than both in turn"))
}

// intPair are two multiply-adds of integers; v_add is the chip's addition.
const intPair = "v_mul_lo_u32 v4, v5, v4\nv_add v4, v4, v5\nv_mul_lo_u32 v5, v4, v5\nv_add v5, v5, v4"

// hashes is the clocks of a compute unit for 64 hashes: 16 waves compute them again and again.
func hashes(run Machine, c *chip.Chip, body string) (float64, error) {
	v, err := onOne(run, c, Kernel{VGPRs: 48}, 4, 4, "", body, 1, 2)
	return v / 16, err
}

// sha256 are the vector instructions of a block: w0 to w15 are v16 to v31, a to h v4 to v11.
func sha256() string {
	var b strings.Builder
	add := func(d, x, y string) { fmt.Fprintf(&b, "v_add_i32 %s, vcc, %s, %s\n", d, x, y) }
	v := func(n int) string { return fmt.Sprintf("v%d", n) }
	sigma := func(d, x string, r [3]int, shift bool) {
		fmt.Fprintf(&b, "v_alignbit_b32 %s, %s, %[2]s, %d\nv_alignbit_b32 v13, %[2]s, %[2]s, %d\n", d, x, r[0], r[1])
		if shift {
			fmt.Fprintf(&b, "v_lshrrev_b32 v14, %d, %s\n", r[2], x)
		} else {
			fmt.Fprintf(&b, "v_alignbit_b32 v14, %s, %[1]s, %d\n", x, r[2])
		}
		fmt.Fprintf(&b, "v_xor_b32 %s, %[1]s, v13\nv_xor_b32 %[1]s, %[1]s, v14\n", d)
	}
	for i := range 64 {
		w := v(16 + i%16)
		if i >= 16 {
			sigma("v12", v(16+(i+1)%16), [3]int{7, 18, 3}, true)
			add(w, w, "v12")
			sigma("v12", v(16+(i+14)%16), [3]int{17, 19, 10}, true)
			add(w, w, "v12")
			add(w, w, v(16+(i+9)%16))
		}
		r := func(n int) string { return v(4 + (n+8*64-i)%8) } // a to h turn
		a, bb, cc, d, e, f, gg, h := r(0), r(1), r(2), r(3), r(4), r(5), r(6), r(7)
		sigma("v12", e, [3]int{6, 11, 25}, false)
		add(h, h, "v12")
		fmt.Fprintf(&b, "v_bfi_b32 v12, %s, %s, %s\n", e, f, gg)
		add(h, h, "v12")
		add(h, "s20", h)
		add(h, h, w)
		add(d, d, h)
		sigma("v12", a, [3]int{2, 13, 22}, false)
		add(h, h, "v12")
		fmt.Fprintf(&b, "v_xor_b32 v12, %s, %s\nv_bfi_b32 v12, v12, %s, %s\n", a, bb, cc, bb)
		add(h, h, "v12")
	}
	return b.String()
}

// sha1 are those of SHA-1: w0 to w15 are v16 to v31, a to e v4 to v8.
func sha1() string {
	var b strings.Builder
	for i := range 80 {
		w := 16 + i%16
		if i >= 16 {
			fmt.Fprintf(&b, "v_xor_b32 v%d, v%[1]d, v%d\nv_xor_b32 v%[1]d, v%[1]d, v%d\nv_xor_b32 v%[1]d, v%[1]d, v%d\nv_alignbit_b32 v%[1]d, v%[1]d, v%[1]d, 31\n",
				w, 16+(i+2)%16, 16+(i+8)%16, 16+(i+13)%16)
		}
		r := func(n int) int { return 4 + (n+5*80-i)%5 }
		a, bb, c, d, e := r(0), r(1), r(2), r(3), r(4)
		switch i / 20 {
		case 0:
			fmt.Fprintf(&b, "v_bfi_b32 v12, v%d, v%d, v%d\n", bb, c, d)
		case 2:
			fmt.Fprintf(&b, "v_xor_b32 v12, v%d, v%d\nv_bfi_b32 v12, v12, v%d, v%d\n", bb, c, d, c)
		default:
			fmt.Fprintf(&b, "v_xor_b32 v12, v%d, v%d\nv_xor_b32 v12, v12, v%d\n", bb, c, d)
		}
		fmt.Fprintf(&b, "v_add_i32 v%d, vcc, v%[1]d, v12\nv_alignbit_b32 v12, v%d, v%[2]d, 27\nv_add_i32 v%[1]d, vcc, v%[1]d, v12\nv_add_i32 v%[1]d, vcc, s20, v%[1]d\n"+
			"v_add_i32 v%[1]d, vcc, v%[1]d, v%d\nv_alignbit_b32 v%d, v%[4]d, v%[4]d, 2\n", e, a, w, bb)
	}
	return b.String()
}

// memcpy is the part of the pins' rate that a copy's reads and writes take together.
func memcpy(run Machine, c *chip.Chip) (float64, error) {
	const piece = 256 * 16
	base := max(c.Int(chip.CUs)*20, 512)
	var clocks [2]uint64
	for i, n := range [...]int{base, 3 * base} {
		half := n * piece
		src := fmt.Sprintf("%ss_lshl_b32 s9, s9, 12\ns_add_u32 s9, s9, 0x%x\nv_lshlrev_b32 v1, 4, v0\nbuffer_load_dwordx4 v[4:7], v1, s[4:7], s9 offen\ns_add_u32 s9, s9, 0x%x\n"+
			"s_waitcnt vmcnt(0)\nbuffer_store_dwordx4 v[4:7], v1, s[4:7], s9 offen\ns_endpgm", numbered, resultBytes, half)
		out, err := run(c, &Kernel{Waves: 4, Groups: n, VGPRs: 24, LDS: 1024, Buffer: uint64(2 * half), Source: src})
		if err != nil {
			return 0, err
		}
		clocks[i] = out.Clocks
	}
	return pins(c, float64(2*2*base*piece), float64(clocks[1]-clocks[0])), nil
}

// mads is the part of the f32 peak that clpeak's kernel reaches: each lane has one chain, of such pairs.
func mads(pair string) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const n = 16 * 128
		var clocks [2]float64
		for i, rounds := range [...]int{2, 6} {
			src := fmt.Sprintf("s_movk_i32 s1, %d\n", rounds) + looped("", repeat(n/2, pair))
			out, err := run(with(c, 1), &Kernel{Waves: 4, Groups: 8, VGPRs: 24, Source: src})
			if err != nil {
				return 0, err
			}
			clocks[i] = float64(out.Clocks)
		}
		return 4 * n * 8 * 4 / (clocks[1] - clocks[0]), nil
	}
}

// reduction is the sum of 256 dwords by a work-group of four waves.
func reduction(run Machine, c *chip.Chip) (float64, error) {
	var b strings.Builder
	for half := 128; half >= 1; half /= 2 {
		fmt.Fprintf(&b, "v_cmp_gt_u32 vcc, s%d, v0\ns_and_saveexec_b64 s[16:17], vcc\nds_read_b32 v4, v1\nds_read_b32 v5, v1 offset:%d\ns_waitcnt lgkmcnt(0)\nv_add_f32 v4, v4, v5\n"+
			"ds_write_b32 v1, v4\ns_mov_b64 exec, s[16:17]\ns_waitcnt lgkmcnt(0)\ns_barrier\n", 24+log2(half), 4*half)
	}
	prep := "s_mov_b32 m0, -1\nv_lshlrev_b32 v1, 2, v0\n"
	for i := range 8 {
		prep += fmt.Sprintf("s_movk_i32 s%d, %d\n", 24+i, 1<<i)
	}
	v, err := onOne(run, c, Kernel{LDS: 1024}, 4, 4, prep, b.String(), 4, 12)
	return v / 4, err
}

// nbody is the time of interactions by that of their instructions: each lane has a body, and all
// read the same others from LDS.
func nbody(run Machine, c *chip.Chip) (float64, error) {
	const bodies = 16
	var b strings.Builder
	read := func(i int) {
		fmt.Fprintf(&b, "ds_read2_b32 v[%d:%d], v1 offset0:%d offset1:%d\nds_read2_b32 v[%d:%d], v1 offset0:%d offset1:%d\n",
			8+8*(i%2), 9+8*(i%2), 4*i, 4*i+1, 10+8*(i%2), 11+8*(i%2), 4*i+2, 4*i+3)
	}
	read(0)
	for i := range bodies {
		if i+1 < bodies {
			read(i + 1)
			b.WriteString("s_waitcnt lgkmcnt(2)\n")
		} else {
			b.WriteString("s_waitcnt lgkmcnt(0)\n")
		}
		o := 8 + 8*(i%2)
		fmt.Fprintf(&b, "v_sub_f32 v%d, v%[1]d, v4\nv_sub_f32 v%d, v%[2]d, v5\nv_sub_f32 v%d, v%[3]d, v6\nv_mul_f32 v12, v%[1]d, v%[1]d\nv_mac_f32 v12, v%[2]d, v%[2]d\nv_mac_f32 v12, v%[3]d, v%[3]d\n"+
			"v_rsq_f32 v13, v12\nv_mul_f32 v14, v13, v13\nv_mul_f32 v13, v13, v%d\nv_mul_f32 v13, v13, v14\nv_mac_f32 v20, v13, v%[1]d\nv_mac_f32 v21, v13, v%[2]d\nv_mac_f32 v22, v13, v%[3]d\n",
			o, o+1, o+2, o+3)
	}
	v, err := onOne(run, c, Kernel{LDS: 4096}, 4, 4, "s_mov_b32 m0, -1\nv_mov_b32 v1, 0\n", b.String(), 4, 12)
	return v / (4 * bodies * (12*4 + 16)), err
}

// fftStep is the clocks of a compute unit for a radix-4 butterfly of 64 lanes: eight dwords go to
// LDS and eight come back, with 34 vector instructions (16 additions, three complex products).
func fftStep(run Machine, c *chip.Chip) (float64, error) {
	var b strings.Builder
	for i := range 34 {
		fmt.Fprintf(&b, "v_mac_f32 v%d, v%d, v%d\n", 4+i%8, 12+i%8, 4+(i+1)%8)
	}
	for i := range 8 {
		fmt.Fprintf(&b, "ds_write_b32 v1, v%d offset:%d\n", 4+i, 256*i)
	}
	b.WriteString("s_waitcnt lgkmcnt(0)\n")
	for i := range 8 {
		fmt.Fprintf(&b, "ds_read_b32 v%d, v2 offset:%d\n", 4+i, 256*i)
	}
	b.WriteString("s_waitcnt lgkmcnt(0)")
	prep := "s_mov_b32 m0, -1\nv_lshrrev_b32 v3, 6, v0\nv_lshlrev_b32 v3, 11, v3\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 2, v1\nv_or_b32 v1, v1, v3\nv_mov_b32 v2, v1\n"
	v, err := onOne(run, c, Kernel{LDS: 8192}, 4, 4, prep, b.String(), 4, 12)
	return v / 16, err
}

// emergentRows are rows of what comes out of the parts of the model together.
func emergentRows() ([]Row, error) {
	var g group
	for _, add := range []func(*group){hidingRows, byWavesRows, coalescingRows, imageRows, conflictRows, cacheRows, mi25Rows, syncRows, occupancyTimeRows, divergenceRows, mixRows,
		orderRows, warmRows, tiledRows, dramRows, memoryRows, babelRows, boardRows, wholeRows} {
		add(&g)
	}
	return g.rows, nil
}
