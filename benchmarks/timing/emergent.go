package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// What emergent rows compare with, beside published figures.
const (
	little   = "Little's law: what is under way is rate times latency; no less than one wave takes, nor than the unit needs for all"
	shares   = "exact consequence of who shares what"
	inOrder  = "exact consequence of {priority, age}, oldest first (AMD Vega ISA, S_SETPRIO)"
	perftest = "sebbbi/perftest, README: clocks of a compute unit; rows of four lanes a clock have a mean of 16"
)

// tagBanks says why lanes whose lines differ can take longer than four a clock.
const tagBanks = "AMD counts TCP_READ_TAGCONFLICT_STALL_CYCLES; perftest's random elements of 16 bytes: 17.9 to 19.9 clocks"

// few are the chips of the rows for which one chip of each kind of fetch and cache is enough.
var few = []string{"tahiti", "fiji", "vega10"}

// with is a chip with so many compute units, all in one shader array.
func with(c *chip.Chip, cus int) *chip.Chip {
	x := *c
	x.Figures[chip.SEs].Value, x.Figures[chip.Arrays].Value, x.Figures[chip.CUs].Value = 1, 1, float64(cus)
	return &x
}

// tolerance of the rows added last, of so many chips.
func (g *group) emergent(chips int, resolution float64) {
	for i := len(g.rows) - chips; i < len(g.rows); i++ {
		g.rows[i].Kind, g.rows[i].Resolution = Emergent, resolution
	}
}

// add1 adds an emergent row for each of the chips.
func (g *group) add1(chips []string, id, what, unit string, tier Tier, resolution float64, how string, measure Benchmark, claims ...Claim) {
	g.add(chips, id, what, unit, tier, how, measure, claims...)
	g.emergent(len(chips), resolution)
}

// onOne is the clocks that each further iteration of a loop takes on one compute unit, by work-groups
// of so many waves each.
func onOne(run Machine, c *chip.Chip, k Kernel, waves, groups int, prep, body string, short, long uint32) (float64, error) {
	k.Waves, k.Groups, k.Source = waves, groups, looped(prep, body)
	if k.VGPRs == 0 {
		k.VGPRs = 24
	}
	k.SGPRs = 40
	return rate(run, with(c, 1), k, short, long)
}

// over divides one measurement by another.
func over(a, b func() (float64, error)) (float64, error) {
	x, err := a()
	if err != nil {
		return 0, err
	}
	y, err := b()
	return x / y, err
}

// access is a kind of operation that waves wait for.
type access struct {
	id, prep, code string
	lds            int
	valu           int // vector instructions beside each: few enough that no number of waves just fills the time
}

var accesses = []access{
	{"l1", fmt.Sprintf("v_mov_b32 v4, 0x%x\n", resultBytes), "buffer_load_dword v5, v4, s[4:7], 0 offen\ns_waitcnt vmcnt(0)", 0, 8},
	{"lds", "s_mov_b32 m0, -1\nv_mov_b32 v4, 0\n", "ds_read_b32 v5, v4\ns_waitcnt lgkmcnt(0)", 256, 3},
	{"kcache", "", "s_load_dword s16, s[2:3], 0x0\ns_waitcnt lgkmcnt(0)", 0, 3},
}

// ofWaves are registers of a wave with which so many fit a SIMD (CLRX GcnTimings, occupancy table).
var ofWaves = map[int]int{1: 256, 2: 128, 3: 84, 4: 64, 6: 40, 8: 32, 10: 24}

// hidingRows are waves that hide the latency of each other's operations. Work-groups follow each
// other, so that no wave is the last one.
func hidingRows(g *group) {
	for _, a := range accesses {
		const times = 16
		src := a.prep + repeat(times, a.code+"\n"+repeat(a.valu, "v_mul_f32 v6, v6, v7")) + "\ns_endpgm"
		// each is the clocks of a compute unit for one operation of a wave on each SIMD.
		each := func(run Machine, c *chip.Chip, waves int) (float64, error) {
			at := func(groups int) func() (float64, error) {
				return func() (float64, error) {
					out, err := run(with(c, 1), &Kernel{Waves: 4, Groups: groups, VGPRs: ofWaves[waves], SGPRs: 40, LDS: a.lds, Source: src})
					if err != nil {
						return 0, err
					}
					return float64(out.Clocks), nil
				}
			}
			v, err := less(at(9*waves), at(3*waves))
			return v / float64(6*waves*times), err
		}
		for _, waves := range []int{2, 3, 4, 6, 8, 10} {
			g.add1([]string{"tahiti", "fiji"}, fmt.Sprintf("hiding/%s-%d-waves", a.id, waves),
				fmt.Sprintf("time of an operation of %s and %d vector instructions where %d waves fit a SIMD, by the bound", a.id, a.valu, waves),
				"ratio", TierC, 0, "all SIMDs of a compute unit; the bound is that of one wave on each by their number, or that of the vector instructions", func(run Machine, c *chip.Chip) (float64, error) {
					one, err := each(run, c, 1)
					if err != nil {
						return 0, err
					}
					t, err := each(run, c, waves)
					return t / max(one/float64(waves), float64(4*a.valu)), err
				}, between(0.95, 1.2, little))
		}
	}
}

// load is a vector load with addresses.
type load struct {
	id, prep, code string
	clocks         float64 // of the compute unit
	source         string
}

// throughL1 are loads whose cost is the same in the tables of both boards.
var throughL1 = []load{
	{"x1", "v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 2, v1\n", "buffer_load_dword v4, v1, s[4:7], 0 offen", 4, "OCLG, table 2.5: 64 bytes a clock"},
	{"x4", "v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 4, v1\n", "buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen", 16, "OCLG, table 2.5: 64 bytes a clock"},
	{"x1-spread", "v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 6, v1\n", "buffer_load_dword v4, v1, s[4:7], 0 offen", 16, "OCLG, 2.4: four addresses a clock"},
}

// byWavesRows are bandwidths that waves reach together.
func byWavesRows(g *group) {
	for _, x := range throughL1 {
		body := repeat(8, x.code) + "\ns_waitcnt vmcnt(0)"
		for _, waves := range []int{1, 2, 4, 8} {
			g.add1([]string{"hawaii-r9", "vega10"}, fmt.Sprintf("l1-by-waves/%s-%d-waves", x.id, waves),
				fmt.Sprintf("time of eight loads by %d waves on each SIMD, by the bound", waves), "ratio", TierC, 0,
				"one compute unit reads 4 KiB; the bound is one wave's time, or the unit's for all loads", func(run Machine, c *chip.Chip) (float64, error) {
					one, err := onOne(run, c, Kernel{}, 1, 1, x.prep, body, 8, 24)
					if err != nil {
						return 0, err
					}
					t, err := onOne(run, c, Kernel{}, 4, waves, x.prep, body, 8, 24)
					return t / max(one, float64(waves*4*8)*x.clocks), err
				}, between(0.97, 1.25, little+"; "+x.source))
		}
	}
	// A wave alone has one way to LDS, of two; all waves have both.
	for _, x := range []struct {
		id, code     string
		bytes        int     // of a lane in a row
		issue, group float64 // clocks of one wave, and of the compute unit
	}{
		{"read-b64", "ds_read_b64 v[4:5], v1", 8, 8, 4}, {"read2-b64", "ds_read2_b64 v[4:7], v1 offset1:64", 8, 16, 8},
		{"write-b32", "ds_write_b32 v1, v4", 4, 8, 4}, {"write2-b32", "ds_write2_b32 v1, v4, v5 offset1:64", 4, 12, 6},
	} {
		for _, waves := range []int{1, 4, 16} {
			g.add1([]string{"tahiti", "vega10"}, fmt.Sprintf("lds-by-waves/%s-%d-waves", x.id, waves), fmt.Sprintf("clocks in which each of %d waves of a compute unit has executed %s",
				waves, strings.Fields(x.code)[0]), "clocks", TierB, 0.02, "waves that a barrier keeps together", func(run Machine, c *chip.Chip) (float64, error) {
				return together(run, c, Kernel{Waves: waves, LDS: 8192}, fmt.Sprintf("s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, %d, v1\n", log2(x.bytes)), x.code, 16, 80)
			}, is(max(x.issue, x.group*float64(waves)), clrx+": issue of one wave, and throughput of a compute unit"))
		}
	}
	for _, cus := range []int{2, 4, 8, 16, 32} {
		for _, name := range []string{"hawaii-r9", "fiji"} {
			c, err := chip.Lookup(name)
			least := 0.0
			if err == nil {
				least = meeting(&c, cus)
			}
			g.add1([]string{name}, fmt.Sprintf("l2-by-units/%d", cus),
				fmt.Sprintf("bytes a clock that %d compute units read from L2, by what one reads so often, or all channels deliver", cus),
				"ratio", TierC, 0, "loads past L1 in 256 KiB", func(run Machine, c *chip.Chip) (float64, error) {
					one, err := stream(1, 64<<10, 8, 24)(run, with(c, 1))
					if err != nil {
						return 0, err
					}
					v, err := stream(cus, 256<<10, 8, 24)(run, with(c, cus))
					return v / min(float64(cus)*one, 64*float64(c.Int(chip.L2Channels))), err
				}, between(0.98*least, 1.05, "OCLG, 2.4: 64 bytes a clock and channel; no less than where channels are chosen at random (mean value analysis of queues)"))
		}
	}
}

// meeting is the part of what compute units or channels of L2 could do that is left where pieces of
// 256 bytes meet at the same channels by chance: a closed network of queues, solved by mean value
// analysis (Reiser and Lavenberg, 1980). Its servers take random times: those of L2 are even, and reach
// more.
func meeting(c *chip.Chip, cus int) float64 {
	channels := float64(c.Int(chip.L2Channels))
	piece := float64(c.Int(chip.L2Interleave) / c.Int(chip.L2Line))      // clocks of a channel
	away := float64(c.Int(chip.L2Latency)-c.Int(chip.L1Latency)) / piece // between them
	queue, rate := 0.0, 0.0
	for n := range cus * c.Int(chip.L1Misses) / int(piece) {
		wait := 1 + queue
		rate = float64(n+1) / (away + wait) // pieces in the time of one
		queue = rate * wait / channels
	}
	return min(1, rate/min(float64(cus), channels))
}

// l1Row is a row of perftest's tables: clocks on R9 390X and Radeon VII, dword random 16; 0: none.
type l1Row struct {
	id, code            string
	format              uint32 // of a typed load: NFMT << 12 | DFMT << 15; 0: untyped
	bytes, start        int
	uniform, lin, chaos [2]float64
}

const f32, unorm = 7 << 12, 0

var l1Rows = []l1Row{
	{"dword", "buffer_load_dword v4", 0, 4, 0, [2]float64{}, [2]float64{4.18, 4.70}, [2]float64{16, 16}},
	{"dwordx2", "buffer_load_dwordx2 v[4:5]", 0, 8, 0, [2]float64{}, [2]float64{17.98, 16.34}, [2]float64{17.99, 16.12}},
	{"dwordx3", "buffer_load_dwordx3 v[4:6]", 0, 12, 0, [2]float64{}, [2]float64{16, 16.27}, [2]float64{31.95, 31.97}},
	{"dwordx4", "buffer_load_dwordx4 v[4:7]", 0, 16, 0, [2]float64{}, [2]float64{16.02, 16.50}, [2]float64{17.88, 18.11}},
	{"dwordx2-off-4", "buffer_load_dwordx2 v[4:5]", 0, 8, 4, [2]float64{}, [2]float64{17.96, 16.27}, [2]float64{17.96, 16.04}},
	{"dwordx4-off-4", "buffer_load_dwordx4 v[4:7]", 0, 16, 4, [2]float64{}, [2]float64{15.98, 16.31}, [2]float64{19.74, 19.91}},
	{"r32f", "buffer_load_format_x v4", f32 | 4<<15, 4, 0, [2]float64{4.03, 4.53}, [2]float64{4.04, 4.70}, [2]float64{15.97, 16}},
	{"rg32f", "buffer_load_format_xy v[4:5]", f32 | 11<<15, 8, 0, [2]float64{17.96, 16.22}, [2]float64{17.96, 16.06}, [2]float64{17.96, 16.20}},
	{"rgba32f", "buffer_load_format_xyzw v[4:7]", f32 | 14<<15, 16, 0, [2]float64{15.97, 16.01}, [2]float64{16.17, 16.44}, [2]float64{17.97, 18.07}},
	{"r8", "buffer_load_format_x v4", unorm | 1<<15, 1, 0, [2]float64{4.10, 4.42}, [2]float64{4.10, 4.52}, [2]float64{16, 15.99}},
	{"rg8", "buffer_load_format_xy v[4:5]", unorm | 3<<15, 2, 0, [2]float64{}, [2]float64{18.06, 16.03}, [2]float64{}},
	{"rgba8", "buffer_load_format_xyzw v[4:7]", unorm | 10<<15, 4, 0, [2]float64{16, 16.01}, [2]float64{16.24, 16.17}, [2]float64{16, 16.21}},
	{"rgba16f", "buffer_load_format_xyzw v[4:7]", f32 | 12<<15, 8, 0, [2]float64{}, [2]float64{16.19, 16.40}, [2]float64{15.97, 16.10}},
}

// l1Scale is the factor that makes 16 of the mean of a board's rows that take four lanes a clock.
// Perftest has times, and rows of equal cost differ by 3 %: a scale from one row would give its
// error to all.
func l1Scale(board int) float64 {
	sum, n := 0.0, 0.0
	for i := range l1Rows {
		x := &l1Rows[i]
		for _, v := range [...]float64{x.uniform[board], x.lin[board], x.chaos[board]} {
			if v > 15 && v < 17 {
				sum += v
				n++
			}
		}
	}
	return 16 * n / sum
}

// l1Benchmark is perftest's: all waves of a compute unit load from 16 KiB; from one load to the
// next, all addresses move on by one element. lane is the code that makes v1 the lane's element.
func l1Benchmark(x *l1Row, lane string) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const loads, waves = 16, 16
		prep := fmt.Sprintf("%sv_mul_u32_u24 v1, %d, v1\ns_mov_b64 s[16:17], s[4:5]\ns_mov_b32 s18, s6\n", lane, x.bytes)
		if x.format == 0 {
			prep += "s_mov_b32 s19, s7\n"
		} else {
			prep += fmt.Sprintf("s_mov_b32 s19, 0x%x\n", x.format|4|5<<3|6<<6|7<<9)
			prep += "s_and_b32 s17, s17, 0xffff\n" // no stride: offsets are bytes
		}
		var body strings.Builder
		for i := range loads {
			fmt.Fprintf(&body, "%s, v1, s[16:19], 0 offen offset:%d\n", x.code, x.start+i*x.bytes)
		}
		v, err := together(run, c, Kernel{Waves: waves}, prep, body.String(), 2, 6)
		return v / (loads * waves), err
	}
}

// What makes v1 the element that a lane loads from first.
const (
	uniformLanes = "v_mov_b32 v1, 0\n"
	linearLanes  = "s_movk_i32 s15, 0xff\nv_and_b32 v1, s15, v0\n"
	randomLanes  = "v_mul_u32_u24 v1, 3, v0\nv_and_b32 v1, 15, v1\n" // elements 0, 3, 6, 9, 12, 15, 2 and so on
)

// coalescingRows are what L1's address unit takes for patterns of addresses.
func coalescingRows(g *group) {
	for i := range l1Rows {
		x := &l1Rows[i]
		for _, p := range []struct {
			id, lane string
			clocks   [2]float64
		}{{"uniform", uniformLanes, x.uniform}, {"linear", linearLanes, x.lin}, {"random", randomLanes, x.chaos}} {
			for b, name := range []string{"hawaii-r9", "vega20"} {
				if p.clocks[b] == 0 {
					continue
				}
				how, measure := "16 waves that hit L1; each load lies one element behind the one before", l1Benchmark(x, p.lane)
				if p.clocks[b] < 5 {
					loop := perftestLoop{strings.Fields(x.code)[0], 1, x.bytes, x.format, p.id == "uniform", p.lane, unrolledBy(name, false)}
					how, measure = "perftest's launch on the compute units that share an instruction cache, by one with random dwords", loop.measured
				}
				g.add1([]string{name}, "l1-pattern/"+x.id+"-"+p.id, fmt.Sprintf("compute unit's clocks for %s, %s addresses", strings.Fields(x.code)[0], p.id),
					"clocks", TierB, 0.02, how, measure, is(p.clocks[b]*l1Scale(b), perftest))
				g.rows[len(g.rows)-1].Slow = p.clocks[b] < 5 && (x.id != "r32f" || p.id != "linear" || name != "vega20")
			}
		}
	}
	// The same lines of 64 bytes for all four quarters, further and further apart.
	for _, stride := range []int{2, 4, 8, 16, 32} {
		prep := fmt.Sprintf("v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, %d, v1\n", log2(4*stride))
		claims := []Claim{is(16, "OCLG, 2.4: four addresses a clock, unless a quarter is linear ("+perftest+")")}
		if stride > 16 {
			claims = append(claims, is(32, "four banks of tags, of which lanes 128 bytes apart meet two ("+tagBanks+")"))
		}
		g.add1(few, fmt.Sprintf("l1-stride/%d", stride), fmt.Sprintf("compute unit's clocks for a load of every %d. dword", stride), "clocks", TierB, 0.02,
			"16 waves that hit L1", func(run Machine, c *chip.Chip) (float64, error) {
				v, err := together(run, c, Kernel{Waves: 16}, prep, "buffer_load_dword v4, v1, s[4:7], 0 offen", 16, 48)
				return v / 16, err
			}, claims...)
	}
}

func log2(n int) (k int) {
	for ; n > 1; n /= 2 {
		k++
	}
	return k
}

// banks is what the banks of LDS need for an access of all lanes: in each half of a wave, the most
// different dwords of one bank (OCLG, 2.2).
func banks(addr func(lane int) int, dwords int) (clocks float64) {
	for half := 0; half < 64; half += 32 {
		seen := map[int]bool{}
		count := map[int]int{}
		most := 0
		for l := half; l < half+32; l++ {
			for k := range dwords {
				d := addr(l)/4 + k
				if !seen[d] {
					seen[d] = true
					count[d%32]++
					most = max(most, count[d%32])
				}
			}
		}
		clocks += float64(most)
	}
	return clocks
}

// conflictRows are bank conflicts by width and stride, and operations on one address.
func conflictRows(g *group) {
	const rule = "OCLG, 2.2: halves of 32 lanes, 32 banks, one dword of a bank a clock"
	for _, w := range []struct {
		name, code string
		dwords     int
		base       float64 // clocks without conflicts, CLRX
	}{
		{"read-b32", "ds_read_b32 v4, v1", 1, 2}, {"read-b64", "ds_read_b64 v[4:5], v1", 2, 4},
		{"write-b32", "ds_write_b32 v1, v4", 1, 4}, {"write-b64", "ds_write_b64 v1, v[4:5]", 2, 8},
	} {
		for _, stride := range []int{5, 6, 10, 12, 20, 24, 40, 48, 64} { // dwords
			if stride%w.dwords != 0 {
				continue
			}
			prep := fmt.Sprintf("s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\ns_movk_i32 s15, %d\nv_mul_u32_u24 v1, s15, v1\n", 4*stride)
			want := max(w.base, banks(func(l int) int { return 4 * stride * l }, w.dwords))
			g.add1([]string{"fiji"}, fmt.Sprintf("conflicts/%s-%d", w.name, stride),
				fmt.Sprintf("compute unit's clocks for %s, lanes %d dwords apart", strings.Fields(w.code)[0], stride), "clocks", TierC, 0.02,
				"16 waves of a compute unit", func(run Machine, c *chip.Chip) (float64, error) {
					v, err := together(run, c, Kernel{Waves: 16, LDS: 32 << 10}, prep, w.code, 16, 48)
					return v / 16, err
				}, is(want, rule+", and "+clrx+" without conflicts"))
		}
	}
	// The halves of a wave each have their lanes in one bank, another one each.
	prep := "s_mov_b32 m0, -1\nv_and_b32 v1, 31, v0\nv_lshlrev_b32 v1, 7, v1\nv_and_b32 v2, 32, v0\nv_lshrrev_b32 v2, 3, v2\nv_or_b32 v1, v1, v2\n"
	g.add1(few, "conflicts/half-and-half", "compute unit's clocks for a ds_read_b32 whose halves ask one bank each for all lanes", "clocks", TierC, 0.02,
		"16 waves of a compute unit", func(run Machine, c *chip.Chip) (float64, error) {
			v, err := together(run, c, Kernel{Waves: 16, LDS: 32 << 10}, prep, "ds_read_b32 v4, v1", 16, 48)
			return v / 16, err
		}, is(64, rule+": the halves follow each other"))
	for _, different := range []int{1, 2, 4, 8, 16} {
		prep := fmt.Sprintf("s_mov_b32 m0, -1\nv_and_b32 v1, %d, v0\nv_lshlrev_b32 v1, 2, v1\nv_mov_b32 v4, 1\n", different-1)
		g.add1([]string{"hawaii-r9", "fiji"}, fmt.Sprintf("lds-atomics/%d-addresses", different),
			fmt.Sprintf("compute unit's clocks for a ds_add_u32 of all lanes to %d dwords", different), "clocks", TierC, 0.02,
			"16 waves of a compute unit", func(run Machine, c *chip.Chip) (float64, error) {
				v, err := together(run, c, Kernel{Waves: 16, LDS: 4096}, prep, "ds_add_u32 v1, v4", 16, 48)
				return v / 16, err
			}, is(64/float64(different), "an atomic reads what the one before has written: lanes of one dword follow each other; Vega ISA: 64 clocks at most"))
	}
	for _, x := range []struct {
		id, code string
		shift    int
	}{{"x1", "buffer_store_dword v4", 2}, {"x4", "buffer_store_dwordx4 v[4:7]", 4}} {
		g.add1([]string{"tahiti", "fiji"}, "stores/"+x.id, "compute unit's clocks for "+strings.Fields(x.code)[0], "clocks", TierB, 0.1, "16 waves store to the same lines",
			func(run Machine, c *chip.Chip) (float64, error) {
				v, err := together(run, c, Kernel{Waves: 16}, fmt.Sprintf("v_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, %d, v1\ns_movk_i32 s18, 0x%x\n", x.shift, resultBytes),
					x.code+", v1, s[4:7], s18 offen", 16, 48)
				return v / 16, err
			}, is(16, clrx+", of one wave: four lanes a clock"))
	}
	for _, x := range []struct {
		id, code, source string
		clocks           float64
	}{
		{"add", "buffer_atomic_add v4", ", of one wave: four lanes a clock", 16},
		{"cmpswap", "buffer_atomic_cmpswap v[4:5]", ", of one wave: comparand and value, four lanes a clock", 32},
	} {
		for _, p := range []struct{ id, what, prep string }{{"", "each lane's dword", ""}, {"-permuted", "a lane's dword nearby", "v_xor_b32 v1, 3, v1\n"}} {
			g.add1([]string{"tahiti", "fiji"}, "atomics/"+x.id+p.id, "compute unit's clocks for a "+strings.Fields(x.code)[0]+" of "+p.what, "clocks", TierB, 0.1,
				"16 waves of a compute unit", func(run Machine, c *chip.Chip) (float64, error) {
					prep := "v_and_b32 v1, 63, v0\n" + p.prep + "v_lshlrev_b32 v1, 2, v1\n"
					v, err := together(run, c, Kernel{Waves: 16}, prep, x.code+", v1, s[4:7], 0 offen offset:2048", 16, 48)
					return v / 16, err
				}, is(x.clocks, clrx+x.source))
		}
	}
	g.add1([]string{"tahiti", "fiji"}, "atomics/lines", "compute unit's clocks for a buffer_atomic_add of dwords 36 bytes apart, which lie in 36 lines", "clocks", TierC, 0.03,
		"4 waves of a compute unit", func(run Machine, c *chip.Chip) (float64, error) {
			v, err := together(run, c, Kernel{Waves: 4}, "v_and_b32 v1, 63, v0\nv_mul_u32_u24 v1, 36, v1\ns_movk_i32 s18, 0x1000\n", "buffer_atomic_add v4, v1, s[4:7], s18 offen", 16, 48)
			return v / 4, err
		}, is(36, "behardware.com, Radeon HD 7970: 64 bytes a clock between L1 and L2, a line"))
	// A histogram in memory: each lane adds 1 to the bin that its data name.
	for _, x := range []struct {
		id   string
		bins int
	}{{"256-bins", 256}, {"16-bins", 16}} {
		g.add1(few, "atomics/equal-against-"+x.id, fmt.Sprintf("time of a histogram of equal values by that over %d bins", x.bins), "ratio", TierD, 0,
			"16 compute units, global atomics without return", func(run Machine, c *chip.Chip) (float64, error) {
				at := func(mask int) func() (float64, error) {
					return func() (float64, error) {
						k := Kernel{Waves: 4, Groups: 16, VGPRs: 24}
						prep := fmt.Sprintf("s_movk_i32 s15, 0x%x\nv_mul_u32_u24 v1, 13, v0\nv_and_b32 v1, s15, v1\nv_lshlrev_b32 v1, 2, v1\nv_mov_b32 v4, 1\n"+
							"s_movk_i32 s14, 0x%x\n", mask, resultBytes)
						k.Source = looped(prep, repeat(4, "buffer_atomic_add v4, v1, s[4:7], s14 offen")+"\ns_waitcnt vmcnt(0)")
						return rate(run, with(c, 16), k, 4, 12)
					}
				}
				return over(at(0), at(x.bins-1))
			}, between(1.2, 64, "an atomic reads what the one before has written: operations on one address follow each other"))
	}
}
