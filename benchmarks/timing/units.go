package timing

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// More documents.
const (
	table25   = oclg + "table 2.5"
	mi250     = "omniperf, MI250"
	mi308     = "a pointer chase on MI308X"
	lottes    = "T. Lottes, GDC 2017"
	boards    = "streaming on real boards reaches 75 to 94 % of the pins' rate"
	discrete  = "not published for discrete boards; what is reported lies between"
	latencies = oclg + "2.6.1"
)

// group makes rows of one kind on several chips.
type group struct {
	rows []Row
}

// add adds a row for each of the chips.
func (g *group) add(chips []string, id, what, unit string, tier Tier, how string, measure Benchmark, claims ...Claim) {
	for _, name := range chips {
		g.rows = append(g.rows, Row{ID: id + "/" + name, Chip: name, What: what, Unit: unit, Tier: tier, Claims: claims, How: how, Measure: measure})
	}
}

// aTurn is the resolution of what many waves take together: they begin and end in turns of four
// clocks, which is half a percent of the shortest run here.
const aTurn = 0.005

// resolution says how well the benchmark of the rows added last, of so many chips, tells figures
// apart.
func (g *group) resolution(chips int, r float64) {
	for i := len(g.rows) - chips; i < len(g.rows); i++ {
		g.rows[i].Resolution = r
	}
}

// settle says that the rows added last, of so many chips, do not follow a claim.
func (g *group) settle(chips int, c Claim) {
	for i := len(g.rows) - chips; i < len(g.rows); i++ {
		g.rows[i].Settled = append(g.rows[i].Settled, c)
	}
}

// alsoOn adds a claim to the row of a chip that was added last, insteadOn makes it take the place of the others.
func (g *group) alsoOn(chip string, c Claim) {
	r := g.lastOn(chip)
	r.Claims = append(r.Claims, c)
}

func (g *group) insteadOn(chip string, c Claim) {
	r := g.lastOn(chip)
	r.Claims, r.Settled = []Claim{c}, append(r.Settled, r.Claims...)
}

func (g *group) lastOn(chip string) *Row {
	i := len(g.rows) - 1
	for g.rows[i].Chip != chip {
		i--
	}
	return &g.rows[i]
}

// ldsRows are the throughput of LDS, from all SIMDs of a compute unit, and its bank conflicts.
func ldsRows() ([]Row, error) {
	var g group
	list, err := opcodes()
	if err != nil {
		return nil, err
	}
	const waves = 16
	throughput := func(prep, text string) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			v, err := together(run, c, Kernel{Waves: waves, LDS: 32 << 10}, prep, text, 32, 96)
			return v / waves, err
		}
	}
	for _, p := range list {
		per, ok := strings.CutPrefix(p.lines[0]["clrx_throughput_per_clk"], "1/")
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(per, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		for _, name := range everyGen() {
			f := formOf(genOf(name), p.name)
			if f == nil {
				continue
			}
			in, err := sample(f, false)
			if err != nil {
				return nil, err
			}
			claims := []Claim{is(n, clrx)}
			tier := TierB
			switch p.name {
			case "ds_read_b32", "ds_read_b64": // 128 bytes a clock
				tier, claims = TierA, append(claims, is(n, oclg+"2.4 and table 2.5: 128 bytes a clock"))
			case "ds_read_b128":
				claims = append(claims, is(2*n, oclg+"2.4: float4 has half of the peak"))
			}
			g.add([]string{name}, "lds-rate/"+p.name, "compute unit's clocks for one "+p.name, "clocks", tier,
				"16 waves of a compute unit: "+in.String(), throughput(prepare(&in), in.String()), claims...)
			g.resolution(1, aTurn)
		}
	}
	// Conflicts: OCLG 2.2 and 2.9 check halves of a wave, 32 banks; the same dword is no conflict.
	// The Vega ISA has 64 clocks at worst.
	for _, stride := range []int{1, 2, 3, 4, 8, 16, 32, 33} {
		most := 1 // lanes of a half in one bank
		for stride%(2*most) == 0 && most < 32 {
			most *= 2
		}
		prep := fmt.Sprintf("s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\nv_mul_u32_u24 v1, %d, v1\n", 4*stride)
		if 4*stride > 64 { // no inline constant
			prep = fmt.Sprintf("s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\ns_movk_i32 s15, %d\nv_mul_u32_u24 v1, s15, v1\n", 4*stride)
		}
		claims := []Claim{is(2*float64(most), oclg+"2.2: halves of 32 lanes, 32 banks; Vega ISA: at most 64 clocks")}
		tier := TierC
		if stride == 1 {
			tier, claims = TierA, append(claims, is(2, clrx))
		}
		g.add(everyGen(), fmt.Sprintf("lds-conflict/stride-%d", stride),
			fmt.Sprintf("compute unit's clocks for one ds_read_b32 of every %d. dword", stride), "clocks", tier,
			"16 waves of a compute unit", throughput(prep, "ds_read_b32 v4, v1"), claims...)
		g.resolution(len(everyGen()), aTurn)
		if most > 1 {
			g.settle(len(everyGen()), is(float64(most)+1, mi250+", a descendant: n lanes of a bank take n+1"))
		}
	}
	g.add(everyGen(), "lds-conflict/broadcast", "compute unit's clocks for one ds_read_b32 of the same dword", "clocks", TierC,
		"16 waves of a compute unit", throughput("s_mov_b32 m0, -1\nv_mov_b32 v1, 64\n", "ds_read_b32 v4, v1"), is(2, oclg+"2.2: the same address is broadcast"))
	g.resolution(len(everyGen()), aTurn)
	return g.rows, nil
}

// addInt is an integer addition of a generation, with the carry that it writes.
func addInt(name string) string {
	switch genOf(name) {
	case isa.GCN10, isa.GCN11:
		return "v_add_i32 v4, vcc, v4, v5"
	case isa.GCN12:
		return "v_add_u32 v4, vcc, v4, v5"
	}
	return "v_add_co_u32 v4, vcc, v4, v5"
}

// scalarRows are scalar instructions, what they wait for, and branches.
func scalarRows() ([]Row, error) {
	var g group
	all := everyGen()
	exec := "s_mov_b64 exec, -1\n"
	single := func(prep, code string) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) { return slope(run, c, Kernel{}, prep, code, 64, 128) }
	}
	// extra is what the second code takes longer than the first one, which has as many dwords.
	extra := func(prep, without, with string, dwords, at int) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			a, err := placedCost(run, c, Kernel{}, prep, without, dwords, at)
			if err != nil {
				return 0, err
			}
			b, err := placedCost(run, c, Kernel{}, prep, with, dwords, at)
			return b - a, err
		}
	}
	const nine = oclg + "2.9: four clocks, latency four"
	g.add(all, "scalar/chain", "s_add_u32 that needs the one before", "clocks", TierA,
		"one wave", single("", "s_add_u32 s16, s16, s16"), is(4, clrx), is(4, nine))
	g.add(all, "scalar/independent", "s_add_u32 that needs nothing", "clocks", TierA,
		"one wave", single("", "s_add_u32 s16, s17, s18"), is(4, clrx), is(4, nine))
	g.add(all, "valu/chain", "v_mul_f32 that needs the one before", "clocks", TierA,
		"one wave", single(exec, "v_mul_f32 v4, v4, v5"), is(4, clrx), is(4, oclg+"2.6.1: latency 4"))
	g.add(all, "issue-pair/one-wave", "v_mul_f32 and s_mov_b32 of one wave", "clocks", TierA,
		"one wave", single(exec, "v_mul_f32 v4, v4, v5\ns_mov_b32 s16, s17"),
		is(8, clrx+": four each"), is(8, oclg+"2.9: four each, one after the other"))
	g.add(all, "issue-pair/two-waves", "v_mul_f32 and s_mov_b32 of each of two waves of a SIMD", "clocks", TierC,
		"eight waves that a barrier keeps together",
		func(run Machine, c *chip.Chip) (float64, error) {
			v, err := together(run, c, Kernel{Waves: 8}, "", "v_mul_f32 v4, v4, v5\ns_mov_b32 s16, s17", 64, 192)
			return v / 2, err
		}, is(4, oclg+"2.9: one vector and one scalar instruction in four clocks"))
	g.resolution(len(all), aTurn)
	// CLRX: 16 clocks between an integer addition or v_readlane and any scalar ALU instruction.
	for _, x := range []struct {
		id, code string
		delay    float64
	}{
		{"v_add", "", 16}, {"v_readlane", "v_readlane_b32 s16, v4, 0", 16},
		{"v_readfirstlane", "v_readfirstlane_b32 s16, v4", 16}, {"v_mul_f32", "v_mul_f32 v4, v4, v5", 0},
	} {
		for _, name := range all {
			code := x.code
			if code == "" {
				code = addInt(name)
			}
			dwords := 3
			if x.id == "v_readlane" && genOf(name) >= isa.GCN12 {
				dwords = 4
			}
			g.add([]string{name}, "valu-to-salu/"+x.id, "delay of a scalar instruction after "+strings.Fields(code)[0], "clocks", TierB,
				"one wave; against the two with v_nop and s_nop between them: "+code,
				extra(exec, code+"\nv_nop\ns_mov_b32 s17, s18", code+"\ns_mov_b32 s17, s18\nv_nop", dwords, 0), is(x.delay, clrx+", Instruction scheduling"))
		}
	}
	g.add([]string{"vega10"}, "valu-to-salu/v_add_u32", "delay of a scalar instruction after v_add_u32, which writes no carry", "clocks", TierE,
		"one wave; against the two with v_nop between them",
		extra(exec, "v_add_u32 v4, v4, v5\nv_nop\ns_mov_b32 s17, s18", "v_add_u32 v4, v4, v5\ns_mov_b32 s17, s18\nv_nop", 3, 0),
		is(16, clrx+", Instruction scheduling, \"any integer V_ADD\", written when all of them wrote a carry"))
	for n := range 8 {
		g.add(all, fmt.Sprintf("scalar/s_nop-%d", n), fmt.Sprintf("s_nop %d", n), "clocks", TierE, "one wave", single("", fmt.Sprintf("s_nop %d", n)),
			is(4*float64(n+1), "a guess: four clocks for a wait state"))
	}
	for _, x := range []struct {
		n    int
		gens isa.Gen
	}{{1, isa.AllGens}, {2, isa.AllGens}, {4, isa.AllGens}, {7, isa.AllGens}, {15, isa.GCN12 | isa.GCN14}, {127, isa.GCN14}} {
		for _, name := range all {
			if genOf(name)&x.gens != 0 {
				g.add([]string{name}, fmt.Sprintf("scalar/s_sleep-%d", x.n), fmt.Sprintf("s_sleep %d", x.n), "clocks", TierC,
					"one wave", func(run Machine, c *chip.Chip) (float64, error) {
						// A sleep before begins all pieces at the same time of the clock that ends
						// sleeps.
						return slope(run, c, Kernel{}, ".p2align 6\ns_sleep 1\n", fmt.Sprintf("s_sleep %d", x.n), 8, 16)
					}, between(float64(64*x.n+1), float64(64*x.n+64), vegaISA+": 64*k + 1..64"))
			}
		}
	}

	// Branches.
	const notTaken = "s_cbranch_scc1 0"
	scc0 := "s_cmp_lg_u32 s16, s16\n"
	g.add(all, "branch/not-taken", "conditional branch that is not taken", "clocks", TierA,
		"one wave; first in blocks of 32 bytes, less the fillers", func(run Machine, c *chip.Chip) (float64, error) {
			return placedCost(run, c, Kernel{}, scc0, notTaken, 1, 0)
		}, is(4, clrx), is(4, oclg+"2.8.3"))
	skip := "s_branch 7\n" + strings.Repeat(filler, 7)
	g.add(all, "branch/taken", "branch to the next block of 32 bytes", "clocks", TierB, "one wave", single("", skip), is(20, clrx+` ("???")`),
		is(16, oclg+"2.8.3: four slots, \"a total of 16\""))
	for _, x := range []struct{ id, code string }{{"next", "s_branch 0"}, {"conditional-next", "s_cbranch_scc0 0"}} {
		g.add(all, "branch/taken-to-"+x.id, x.code+", whose target is the next instruction", "clocks", TierB, "one wave; first in blocks of 32 bytes, less the fillers",
			func(run Machine, c *chip.Chip) (float64, error) {
				return placedCost(run, c, Kernel{}, scc0, x.code, 1, 0)
			},
			is(20, clrx+` ("???")`), is(16, oclg+"2.8.3: four slots, \"a total of 16\""))
	}
	g.add(all, "branch/conditional-taken", "conditional branch to the next block of 32 bytes", "clocks", TierB,
		"one wave", single(scc0, strings.Replace(skip, "s_branch", "s_cbranch_scc0", 1)),
		is(20, clrx+` ("???")`), is(16, oclg+"2.8.3: four slots, \"a total of 16\""))
	// CLRX: a branch right after what changes its condition.
	for _, x := range []struct{ id, writer, branch string }{
		{"scc", "s_cmp_lg_u32 s16, s16", "s_cbranch_scc1 0"},
		{"vccz", "v_cmp_eq_f32 vcc, v4, v4", "s_cbranch_vccz 0"}, {"execz", "s_mov_b64 exec, -1", "s_cbranch_execz 0"},
		{"scc-after-exec", "s_mov_b64 exec, -1", "s_cbranch_scc1 0"},
	} {
		g.add(all, "branch/after-"+x.id, "delay of a branch on "+strings.Split(x.id, "-")[0]+" after "+strings.Fields(x.writer)[0], "clocks", TierB,
			"one wave; against the two with v_nop between them",
			extra(exec+scc0, x.writer+"\nv_nop\n"+x.branch, x.writer+"\n"+x.branch+"\nv_nop", 3, 0), is(4, clrx+", Instruction scheduling"))
	}
	// OCLG's example: if (A > B) C += D; else C -= D. CLRX's rules add a delay to a branch after
	// its condition, and have 20 for one that is taken.
	divergent := "v_cmp_gt_f32 vcc, v4, v5\ns_mov_b64 s[16:17], exec\ns_and_b64 exec, exec, vcc\ns_cbranch_execz 1\nv_add_f32 v6, v6, v7\n" +
		"s_andn2_b64 exec, s[16:17], exec\ns_cbranch_execz 1\nv_sub_f32 v6, v6, v7\ns_mov_b64 exec, s[16:17]"
	halves := exec + "v_mov_b32 v4, 1.0\nv_mov_b32 v5, 2.0\ns_mov_b32 exec_hi, 0\nv_mov_b32 v4, 4.0\n" + exec
	g.add([]string{"fiji", "vega10"}, "branch/if-else-divergent", "if (a > b) c += d; else c -= d; where lanes differ", "clocks", TierC,
		"one wave", single(halves, divergent),
		is(36, oclg+"2.8.3, \"~36\""), is(44, "the same with "+clrx+"'s delay of branches after their condition"))
	uniform := "s_cmp_lg_u32 s16, s16\ns_cbranch_scc1 2\nv_add_f32 v6, v6, v7\ns_branch 4\nv_sub_f32 v6, v6, v7\nv_nop\nv_nop\nv_nop"
	g.add([]string{"fiji", "vega10"}, "branch/if-else-uniform", "if (a > b) c += d; else c -= d; where all lanes agree", "clocks", TierC,
		"one wave", single(exec, uniform),
		is(28, oclg+"2.8.3, \"~28\""), is(36, "the same with "+clrx+"'s delay of branches after their condition and 20 for a taken one"))
	return g.rows, nil
}

// fetchRows are the rules of alignment (CLRX GcnTimings, "Instruction alignment").
func fetchRows() ([]Row, error) {
	var g group
	all := everyGen()
	const rules = clrx + ", Instruction alignment"
	const long = "v_mul_f32_e64 v4, v4, v5"
	for at := range blockDwords {
		for _, name := range all {
			slow := slowLong(genOf(name))
			extra := 0.0
			if slow && at > 2 {
				extra = 4
			}
			g.add([]string{name}, fmt.Sprintf("fetch/long-at-%d", at),
				fmt.Sprintf("instruction of 8 bytes at dword %d of a block of 32 bytes, more than elsewhere", at), "clocks", TierB,
				"one wave; less four clocks and the fillers: "+long, func(run Machine, c *chip.Chip) (float64, error) {
					v, err := placedCost(run, c, Kernel{}, "s_mov_b64 exec, -1\n", long, 2, at)
					return v - 4, err
				}, is(extra, rules))
			if !slow {
				continue
			}
			extra = 0
			if at > 4 {
				extra = 4 * float64(at-4)
			}
			g.add([]string{name}, fmt.Sprintf("fetch/jump-to-%d", at),
				fmt.Sprintf("jump to dword %d of a block of 32 bytes, more than to its first one", at), "clocks", TierB,
				"one wave; less the fillers", func(run Machine, c *chip.Chip) (float64, error) {
					var cost [2]float64
					for i, to := range [...]int{0, at} {
						// A jump from the first dword of one block into the next one; the fillers
						// behind the target are executed.
						code := fmt.Sprintf("s_branch %d\n", 7+to) + strings.Repeat(filler, 15)
						v, err := slope(run, c, Kernel{}, "", code, 16, 48)
						if err != nil {
							return 0, err
						}
						f, err := slope(run, c, Kernel{}, "", strings.Repeat(filler, blockDwords), 16, 48)
						if err != nil {
							return 0, err
						}
						cost[i] = v - float64(blockDwords-to)*f/blockDwords
					}
					return cost[1] - cost[0], nil
				}, is(extra, rules+": 1 to 3 penalties behind the fifth dword"))
			extra = 0
			if at > 3 {
				extra = 4 * float64(at-3)
			}
			g.add([]string{name}, fmt.Sprintf("fetch/branch-at-%d", at),
				fmt.Sprintf("branch not taken at dword %d of a block of 32 bytes, more than elsewhere", at), "clocks", TierB,
				"one wave; less four clocks and the fillers", func(run Machine, c *chip.Chip) (float64, error) {
					v, err := placedCost(run, c, Kernel{}, "s_cmp_lg_u32 s16, s16\n", "s_cbranch_scc1 0", 1, at)
					return v - 4, err
				}, is(extra, rules+": 1 to 4 penalties in the second half"))
		}
	}
	// Work-groups follow each other, so that no wave is alone at the end.
	g.add(all, "fetch/long-hidden", "instructions of 8 bytes of four waves on a SIMD", "clocks", TierB, "one compute unit, 36 waves of each SIMD against 12: "+long,
		func(run Machine, c *chip.Chip) (float64, error) {
			const n = 256
			at := func(groups int) func() (float64, error) {
				return func() (float64, error) {
					out, err := run(with(c, 1), &Kernel{Waves: 4, Groups: groups, VGPRs: 64, Source: repeat(n, long) + "\ns_endpgm"})
					if err != nil {
						return 0, err
					}
					return float64(out.Clocks), nil
				}
			}
			v, err := less(at(36), at(12))
			return v / (24 * n), err
		}, is(4, rules+": masked if there are more waves"))
	g.resolution(len(all), aTurn)
	return g.rows, nil
}

// streams are instructions of different kinds, none of which takes longer than four clocks.
var streams = [...]string{"v_mul_f32 v4, v4, v5", "s_mov_b32 s16, s17", "s_cbranch_scc1 0", "ds_read_b32 v4, v1", "s_nop 0", "s_nop 0"}

// coissue is how many instructions a SIMD issues in four clocks from k waves, each of which has
// instructions of one kind only. Up to four waves are one work-group: between barriers each
// executes its instructions so and so many times, and the time that all need for more of them is
// taken by the first. More are two work-groups of three waves on one compute unit, each with its
// barrier, of which a pass in the middle counts. The waves of the other SIMDs end at once.
func coissue(k int) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const short, long, passes = 128, 640, 4
		per, groups := k, 1
		if k > 4 {
			per, groups = 3, 2
		}
		var b strings.Builder
		// s8 becomes the number of the wave's stream, s9 the place of its work-group's results.
		b.WriteString(numbered + `
			s_and_b32 s14, s8, 3
			s_cmp_lg_u32 s14, 0
			s_cbranch_scc1 out
			s_lshr_b32 s8, s8, 2
			s_mul_i32 s14, s9, ` + strconv.Itoa(per) + `
			s_add_u32 s8, s8, s14
			s_lshl_b32 s9, s9, 8
			s_mov_b32 s0, ` + strconv.Itoa(passes) + "\n")
		for i := range k {
			fmt.Fprintf(&b, "s_cmp_eq_u32 s8, %d\ns_cbranch_scc1 stream%[1]d\n", i)
		}
		b.WriteString("out:\ns_endpgm\n")
		for i := range k {
			fmt.Fprintf(&b, "stream%d:\n", i)
			for r, n := range [...]int{short, long} {
				at := 20 + 4*r
				timer := [2]string{}
				if i%per == 0 {
					timer[0] = fmt.Sprintf("s_memtime s[%d:%d]\ns_waitcnt lgkmcnt(0)\n", at, at+1)
					timer[1] = fmt.Sprintf("s_memtime s[%d:%d]\ns_waitcnt lgkmcnt(0)\ns_sub_u32 s%d, s%[1]d, s%[3]d\n", at+2, at+3, at)
				}
				// SCC is 0: the branches of the streams are not taken.
				// No instruction of the streams lies in two blocks of code.
				place := ""
				if c.Target.Gen == isa.GCN14 {
					if place = ".p2align 3\n"; timer[0] == "" {
						place += "s_nop 0\n"
					}
				}
				fmt.Fprintf(&b, "s_cmp_lg_u32 s8, s8\n%s%ss_barrier\n%s\ns_barrier\n%s", place, timer[0], repeat(n, streams[i]), timer[1])
			}
			if i%per == 0 {
				b.WriteString("s_sub_u32 s20, s24, s20\ns_lshl_b32 s14, s0, 2\ns_add_u32 s14, s14, s9\nv_mov_b32 v3, s20\ns_mov_b64 exec, 1\n" +
					"buffer_store_dword v3, off, s[4:7], s14\ns_waitcnt 0\ns_mov_b64 exec, -1\n")
			}
			fmt.Fprintf(&b, "s_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 stream%d\ns_endpgm\n", i)
		}
		one := *c
		for _, f := range [...]chip.Field{chip.SEs, chip.Arrays, chip.CUs} {
			one.Figures[f].Value = 1
		}
		out, err := run(&one, &Kernel{Source: b.String(), Waves: 4*(per-1) + 1, Groups: groups, LDS: 1024, VGPRs: 24})
		if err != nil {
			return 0, err
		}
		total := 0.0
		for g := range groups {
			t := out.Times[64*g+passes/2]
			if t == 0 {
				return 0, fmt.Errorf("work-group %d took no time", g)
			}
			total += 4 * float64(min(per, k-g*per)*(long-short)) / float64(t)
		}
		return total, nil
	}
}

// coissueRows are the instructions that a SIMD issues in its turn.
func coissueRows() ([]Row, error) {
	var g group
	for k, want := range []float64{1, 2, 3, 4, 5, 5} {
		claims := []Claim{is(want, clrx+", occupancy table"), is(want, lottes)}
		tier := TierA
		if k == 5 { // two of six waves have instructions that take no unit
			tier, claims = TierB, append(claims, between(5, 6.79, mi250+", s_nop: above 5"))
		}
		g.add(everyGen(), fmt.Sprintf("co-issue/%d-waves", k+1),
			fmt.Sprintf("instructions that a SIMD issues in four clocks from %d waves", k+1), "instructions", tier,
			"waves of one kind each: VALU, SALU, branch, LDS, s_nop, s_nop", coissue(k+1), claims...)
	}
	return g.rows, nil
}

// chain is a buffer in which each element of so many bytes holds the offset, from the resource's
// beginning, of the one that is visited next.
func chain(n, stride int) func(base uint64) []byte {
	return func(uint64) []byte {
		b := make([]byte, n*stride)
		for i := range n {
			binary.LittleEndian.PutUint32(b[i*stride:], uint32(resultBytes+(i+1)%n*stride))
		}
		return b
	}
}

// chase follows pointers through the vector caches. The elements are visited in order, so that a
// chain that is longer than a cache with LRU replacement always misses it.
func chase(n, stride, short, long int) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		k := Kernel{Buffer: uint64(n * stride), Fill: chain(n, stride)}
		step := "buffer_load_dword v4, v4, s[4:7], 0 offen\ns_waitcnt vmcnt(0)"
		k.Source = fmt.Sprintf("v_mov_b32 v4, 0x%x\n", resultBytes) + timed("s_mov_b64 exec, 1\n", repeat(short, step), repeat(long, step))
		out, err := run(c, &k)
		if err != nil {
			return 0, err
		}
		return out.difference(0, long-short)
	}
}

// latencyRows are the times of one access after the other.
func latencyRows() ([]Row, error) {
	var g group
	all := everyGen()
	one := func(k Kernel, prep, code string) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) { return placedCost(run, c, k, prep, code, 3, 0) }
	}
	const how = "one lane follows pointers"
	g.add(all, "latency/l1", "vector load that hits L1", "clocks", TierD, how, chase(1, 64, 16, 48), between(100, 140, discrete))
	g.add(all, "latency/l2", "vector load that hits L2", "clocks", TierD, how+" through 64 KiB", chase(1024, 64, 128, 896), between(190, 290, discrete))
	g.add(all, "latency/dram", "vector load from memory", "clocks", TierC,
		how+" that it meets for the first time", chase(1024, 8192+256, 64, 192), between(300, 600, latencies))
	g.alsoOn("vega10", between(575, 650, mi25+", examples 6a and 6b: 647 to 706 with address arithmetic, less that"))
	g.add(all, "latency/kcache", "scalar load that hits the scalar cache", "clocks", TierE, "one wave follows a pointer",
		func(run Machine, c *chip.Chip) (float64, error) {
			k := Kernel{Fill: func(base uint64) []byte { return binary.LittleEndian.AppendUint64(nil, base) }}
			prep := fmt.Sprintf("s_add_u32 s16, s2, 0x%x\ns_addc_u32 s17, s3, 0\n", resultBytes)
			return slope(run, c, k, prep, "s_load_dwordx2 s[16:17], s[16:17], 0x0\ns_waitcnt lgkmcnt(0)", 16, 48)
		}, is(30, "Mesa ACO's model, not a measurement"))
	lds := Kernel{LDS: 1024}
	prep := "s_mov_b64 exec, 1\ns_mov_b32 m0, -1\nv_mov_b32 v1, 0\nv_mov_b32 v4, 0\nv_mov_b32 v5, 0\n"
	// On Vega 10 it has been measured. What other accesses take more is MI308X's.
	for _, x := range []struct {
		id, what, code string
		from           int // of the generations
		more           float64
		claim          Claim
	}{
		{"lds-b32", "ds_read_b32", "ds_read_b32 v4, v4", 0, 0, between(31, 32, mi308)},
		{"lds-b64", "ds_read_b64", "ds_read_b64 v[4:5], v4", 0, 12, is(44, mi308)},
		{"lds-b128", "ds_read_b128", "ds_read_b128 v[4:7], v4", 1, 16, is(48, mi308)},
		{"lds-write", "ds_write_b32", "ds_write_b32 v1, v4", 0, 8, between(36, 40, mi308+": 39; here a step ends in a turn of the wave's SIMD")},
	} {
		g.add(all[x.from:], "latency/"+x.id, x.what, "clocks", TierD, how, one(lds, prep, x.code+"\ns_waitcnt lgkmcnt(0)"), x.claim)
		g.insteadOn("vega10", between(55+x.more, 56+x.more, mi25+", example 9a: 63 clocks a step of a chain of ds_read_b32, less two vector instructions; others as much more as on MI308X"))
	}
	g.add(all, "barrier/16-waves", "s_barrier of sixteen waves that arrive together", "clocks", TierE, "one work-group",
		func(run Machine, c *chip.Chip) (float64, error) {
			v, err := rate(run, c, Kernel{Waves: 16, Source: looped("", repeat(16, "s_barrier"))}, 4, 12)
			return v / 16, err
		}, is(2000, "LLVM SISchedule.td, a guess"))
	g.add(all, "launch/empty", "launch of one empty wave, to its end", "clocks", TierE, "s_endpgm", func(run Machine, c *chip.Chip) (float64, error) {
		out, err := run(c, &Kernel{Source: "s_endpgm"})
		if err != nil {
			return 0, err
		}
		return float64(out.Clocks), nil
	})
	return g.rows, nil
}

// board is a chip on a board with published bandwidths.
type board struct {
	chip     string
	cus      int
	mhz, gbs float64 // engine clock; DRAM
	channels int     // of L2
	source   string
}

// boardsOf: AMD OpenCL Optimization Guide, table 2.5, for GCN 1.0; channels of the others by AMD
// PAL (numTccBlocks), their clocks and bandwidths by the reviews that name the board.
var boardsOf = [...]board{
	{"tahiti", 32, 925, 264, 12, table25 + ", Tahiti XT"},
	{"pitcairn", 20, 1000, 153.6, 8, table25 + ", Pitcairn XT"},
	{"capeverde", 10, 1000, 72, 4, table25 + ", Verde XT"},
	{"hawaii-r9", 44, 1000, 320, 16, "Radeon R9 290X, 512 bits at 5 Gbit/s"},
	{"bonaire", 14, 1100, 104, 4, "Radeon R7 260X, 128 bits at 6.5 Gbit/s"},
	{"tonga", 32, 970, 182.4, 12, "Radeon R9 380X, 256 bits at 5.7 Gbit/s"},
	{"fiji", 64, 1050, 512, 16, "Radeon R9 Fury X, 4096 bits at 1 Gbit/s"},
	{"polaris10", 36, 1266, 256, 8, "Radeon RX 480, 256 bits at 8 Gbit/s"},
	{"polaris11", 16, 1275, 112, 4, "Radeon RX 560, 128 bits at 7 Gbit/s"},
	{"vega10", 64, 1546, 484, 16, "Radeon RX Vega 64, AMD: 484 GB/s"},
	{"vega20", 60, 1746, 1024, 16, "Radeon Instinct MI50, AMD: 1 TB/s"},
}

// stream is the bytes a clock that all compute units read. Each wave reads pieces of 4 KiB that
// follow each other wave by wave; where it comes to the end of the footprint, a power of two, it
// begins anew.
func stream(cus int, footprint uint64, short, long uint32) Benchmark {
	return func(run Machine, c *chip.Chip) (float64, error) {
		const waves, loads = 8, 4
		// SGPRs: s9 the bytes that all waves read at a time, s14 the offset.
		all := waves * cus
		prep := numbered + fmt.Sprintf("s_lshl_b32 s9, s9, %d\ns_add_u32 s14, s8, s9\ns_lshl_b32 s14, s14, 12\n"+
			"s_mov_b32 s9, 0x%x\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 4, v1\n",
			bits.TrailingZeros(waves), all<<12)
		body := fmt.Sprintf("s_and_b32 s15, s14, 0x%x\ns_add_u32 s15, s15, 0x%x\n", footprint-1, resultBytes)
		for i := range loads {
			body += fmt.Sprintf("buffer_load_dwordx4 v[%d:%d], v1, s[4:7], s15 offen offset:%d glc\n", 4+4*i, 7+4*i, 1024*i)
		}
		body += "s_add_u32 s14, s14, s9\ns_waitcnt vmcnt(0)"
		k := Kernel{Waves: waves, Groups: cus, VGPRs: 24, LDS: 1024, Buffer: footprint, Source: looped(prep, body)}
		v, err := rate(run, c, k, short, long)
		if err != nil {
			return 0, err
		}
		return float64(all) * loads * 1024 / v, nil
	}
}

// streamRows are bandwidths.
func streamRows() ([]Row, error) {
	var g group
	all := everyGen()
	// One compute unit: waves that read the same few KiB.
	unit := func(k Kernel, prep, code string, bytes float64) Benchmark {
		return func(run Machine, c *chip.Chip) (float64, error) {
			k := k
			k.Waves = 16
			v, err := together(run, c, k, prep, code, 32, 160)
			return bytes * 16 / v, err
		}
	}
	lines := func(bytes int) string {
		return fmt.Sprintf("s_movk_i32 s15, 0x1ff\nv_and_b32 v1, s15, v0\nv_mul_u32_u24 v1, %d, v1\n", bytes)
	}
	const peak = table25 + ": L1 read, 64 bytes a clock and compute unit"
	g.add(all, "bandwidth/l1-x4", "bytes a clock that a compute unit reads from L1, 16 bytes a lane", "bytes/clock", TierC, "16 waves read 8 KiB",
		unit(Kernel{}, lines(16), "buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen", 1024), is(64, peak))
	g.resolution(len(all), aTurn)
	g.add(all, "bandwidth/l1-x1", "bytes a clock that a compute unit reads from L1, 4 bytes a lane", "bytes/clock", TierC, "16 waves read 2 KiB",
		unit(Kernel{}, lines(4), "buffer_load_dword v4, v1, s[4:7], 0 offen", 256), is(64, peak))
	g.resolution(len(all), aTurn)
	g.add(all, "bandwidth/kcache", "bytes a clock that a compute unit reads from the scalar cache", "bytes/clock", TierC, "16 waves read 32 bytes",
		unit(Kernel{}, "", "s_load_dwordx8 s[16:23], s[2:3], 0x0", 32), is(16, table25+": constant cache, 16 bytes a clock and compute unit"))
	g.resolution(len(all), aTurn)
	g.add(all, "bandwidth/lds", "bytes a clock that a compute unit reads from LDS, 8 bytes a lane", "bytes/clock", TierA, "16 waves",
		unit(Kernel{LDS: 8192}, "s_mov_b32 m0, -1\nv_and_b32 v1, 63, v0\nv_lshlrev_b32 v1, 3, v1\n", "ds_read_b64 v[4:5], v1", 512),
		is(128, table25), is(128, clrx+": four clocks for 512 bytes"))
	g.resolution(len(all), aTurn)
	for _, b := range boardsOf {
		one := []string{b.chip}
		l2 := float64(64 * b.channels)
		source := "64 bytes a clock and channel (" + oclg + "2.4), AMD PAL: numTccBlocks"
		if strings.HasPrefix(b.source, table25) {
			source = table25 + ": L2 read"
		}
		g.add(one, "bandwidth/l2", "bytes a clock that the chip reads from L2", "bytes/clock", TierC,
			"all compute units read 256 KiB past L1", stream(b.cus, 256<<10, 8, 40),
			is(l2, source))
		g.resolution(1, 0.03) // a peak: what is asked for is not spread evenly at every clock
		pins := b.gbs * 1000 / b.mhz
		g.add(one, "bandwidth/dram", "bytes a clock that the chip reads from memory", "bytes/clock", TierB,
			"all compute units read up to 64 MiB", stream(b.cus, 64<<20, 4, 24),
			between(0.75*pins, 0.94*pins, boards+" ("+b.source+")"))
	}
	return g.rows, nil
}
