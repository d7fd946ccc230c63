package timing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
)

var (
	long   = flag.Bool("long", false, "measure all rows instead of one in 13")
	share  = flag.Int("part", -1, "measure this part of 39, with the rows that take long: a number above begins again")
	update = flag.Bool("update", false, "with -long: write what was measured into docs/clock.md, and take rows that are met out of tables/misses.tsv")
)

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

func allRows(t *testing.T) []Row {
	rows, err := Rows()
	require.NoError(t, err)
	return rows
}

func TestEveryRowHasASourceAndABenchmark(t *testing.T) {
	ids := map[string]bool{}
	id := regexp.MustCompile(`^[a-z0-9-]+/[a-z0-9_.-]+/[a-z0-9-]+$|^bandwidth/(l2|dram)/[a-z0-9-]+$`)
	for _, r := range allRows(t) {
		require.Regexp(t, id, r.ID)
		require.False(t, ids[r.ID], "%s is there twice", r.ID)
		ids[r.ID] = true
		require.True(t, strings.HasSuffix(r.ID, "/"+r.Chip), r.ID)
		_, err := chip.Lookup(r.Chip)
		require.NoError(t, err, r.ID)
		require.NotEmpty(t, r.What, r.ID)
		require.NotEmpty(t, r.Unit, r.ID)
		require.NotEmpty(t, r.How, r.ID)
		require.Contains(t, "ABCDE", string(r.Tier), r.ID)
		if r.Tier != TierE {
			require.NotEmpty(t, r.Claims, r.ID)
			require.NotNil(t, r.Measure, r.ID)
		}
		if r.Measure == nil {
			require.Contains(t, r.How, "no benchmark: ", r.ID)
		}
		for _, c := range append(append([]Claim(nil), r.Claims...), r.Settled...) {
			require.Greater(t, len(c.Source), 5, r.ID)
			require.LessOrEqual(t, c.Lo, c.Hi, r.ID)
		}
		sources := map[string]bool{}
		for _, c := range r.Claims {
			sources[c.Source] = true
		}
		_, disputed := r.claimed()
		if r.Tier == TierA {
			require.False(t, disputed, "%s: sources disagree", r.ID)
			require.Greater(t, len(sources), 1, "%s: tier A needs two sources", r.ID)
		}
	}
	require.Greater(t, len(ids), 4000)
}

// Every published opcode that a generation has is a row there.
func TestEveryPublishedOpcodeIsARow(t *testing.T) {
	ids := map[string]bool{}
	for _, r := range allRows(t) {
		ids[r.ID] = true
	}
	list, err := opcodes()
	require.NoError(t, err)
	lines, gens := 0, 0
	for _, p := range list {
		lines += len(p.lines)
		found := false
		for _, name := range everyGen() {
			if len(isa.Lookup(genOf(name), p.name)) > 0 {
				found = true
				require.True(t, ids["issue/"+p.name+"/"+name], "%s on %s", p.name, name)
				gens++
			}
		}
		require.True(t, found, "no generation has %s", p.name)
	}
	require.Equal(t, 711, lines, "716 lines, of which no generation has 5")
	require.Greater(t, gens, 2000)
}

func TestVerdicts(t *testing.T) {
	a, b := is(8, "one"), is(4, "two")
	for _, x := range []struct {
		name string
		row  Row
		v    float64
		want Verdict
	}{
		{"the number", Row{Tier: TierB, Claims: []Claim{a}}, 8, Exact},
		{"another number", Row{Tier: TierB, Claims: []Claim{a}}, 8.01, Outside},
		{"less", Row{Tier: TierB, Claims: []Claim{a}}, 7, Outside},
		{"what two say", Row{Tier: TierA, Claims: []Claim{a, is(8, "three")}}, 8, Exact},
		{"in an interval", Row{Tier: TierC, Claims: []Claim{between(16, 24, "one")}}, 20, Inside},
		{"its end", Row{Tier: TierC, Claims: []Claim{between(16, 24, "one")}}, 24, Inside},
		{"behind its end", Row{Tier: TierC, Claims: []Claim{between(16, 24, "one")}}, 24.5, Outside},
		{"what one of two says", Row{Tier: TierB, Claims: []Claim{a, b}}, 4, Disputed},
		{"between two", Row{Tier: TierB, Claims: []Claim{a, b}}, 6, Disputed},
		{"what neither says", Row{Tier: TierB, Claims: []Claim{a, b}}, 12, Outside},
		{"a number and an interval", Row{Tier: TierB, Claims: []Claim{a, between(8, 9, "two")}}, 8, Disputed},
		{"a guess", Row{Tier: TierE, Claims: []Claim{a}}, 100, NotScored},
		{"nothing published", Row{Tier: TierE}, 4, NotScored},
		{"within the resolution", Row{Tier: TierB, Claims: []Claim{a}, Resolution: 0.01}, 8.05, Exact},
		{"beyond the resolution", Row{Tier: TierB, Claims: []Claim{a}, Resolution: 0.01}, 8.1, Outside},
		{"no number", Row{Tier: TierB, Claims: []Claim{a}}, math.NaN(), Outside},
		{"infinity", Row{Tier: TierB, Claims: []Claim{a}}, math.Inf(1), Outside},
	} {
		require.Equal(t, x.want, x.row.judge(x.v), x.name)
	}
}

// By hand from the published tables.
func TestClaimsAreThoseOfTheTables(t *testing.T) {
	byID := map[string]*Row{}
	rows := allRows(t)
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	for id, want := range map[string]string{
		"issue/v_add_f32/tahiti":              "A 4",
		"issue/v_add_f64/tahiti":              "A 8",  // CLRX, OCLG; not CodeXL's 4
		"issue/v_add_f64/fiji":                "B 32", // CLRX only
		"issue/v_cmp_eq_f64/hawaii":           "B 4 or 8",
		"issue/v_cmp_eq_f64/hawaii-r9":        "B 16",
		"issue/v_cmp_eq_f64/vega10":           "A 32",
		"issue/v_mul_lo_u32/hawaii":           "A 8",
		"issue/v_mul_lo_u32/hawaii-r9":        "B 8",
		"issue/v_mul_lo_u32/fiji":             "A 16",
		"issue/v_fma_f32/tahiti":              "A 4",
		"issue/v_fma_f32/fiji":                "B 16 or 4 or 64",
		"issue/v_fma_f32/vega10":              "B 16 or 4",
		"issue/s_and_saveexec_b64/fiji":       "B 8 or 4",
		"issue/s_load_dwordx16/vega10":        "B 16-24",
		"issue/buffer_atomic_add/tahiti":      "B 16",
		"issue/buffer_atomic_add.glc/tahiti":  "B 17",
		"issue/buffer_atomic_sub_x2.glc/fiji": "B 18",
		"issue/buffer_load_dwordx2/fiji":      "B 18",
		"issue/v_mul_f16/vega10":              "C 4",
		"issue/ds_read_b96/hawaii-r9":         "B 16",
		"issue/ds_condxchg32_rtn_b64/fiji":    "E ?",
		"lds-rate/ds_read_b32/tahiti":         "A 2",
		"lds-rate/ds_read_b128/fiji":          "B 8 or 16",
		"lds-conflict/stride-32/vega10":       "C 64",
		"branch/taken/fiji":                   "B 20 or 16",
		"co-issue/6-waves/fiji":               "B 5 or 5-6.79",
		"fetch/long-at-3/tahiti":              "B 4",
		"fetch/long-at-3/fiji":                "B 0",
		"occupancy/clrx-lds-5/tahiti":         "A 5",
		"occupancy/most/tonga":                "C 8 or 10",
		"bandwidth/l2/tahiti":                 "C 768", // 710 GB/s at 925 MHz
	} {
		r := byID[id]
		require.NotNil(t, r, id)
		require.Equal(t, want, string(r.Tier)+" "+r.expected(), id)
	}
	require.Contains(t, byID["issue/v_add_f64/tahiti"].sources(), "not followed: 4, AMD CodeXL")
	require.Contains(t, byID["branch/taken/fiji"].sources(), `CLRX GcnTimings ("???"): 20`)
}

// A few rows of each group run. That they are exact is the concern of the suite itself.
func TestBenchmarksMeasure(t *testing.T) {
	want := regexp.MustCompile(`^(issue/(v_mul_f32|v_add_f64|v_mqsad_u32_u8|ds_write_b64|buffer_load_dword|buffer_atomic_add.glc|s_load_dwordx4|s_setprio|s_add_u32)|` +
		`lds-rate/ds_read_b32|lds-conflict/stride-8|scalar/(chain|s_sleep-2)|branch/taken|` +
		`fetch/(long-at-4|jump-to-6|long-hidden)|co-issue/[26]-waves|latency/(l1|l2|kcache)|` +
		`launch/empty|occupancy/most|bandwidth/(kcache|l1-x4))/`)
	var rows []Row
	for _, r := range allRows(t) {
		if want.MatchString(r.ID) {
			rows = append(rows, r)
		}
	}
	require.Greater(t, len(rows), 80)
	calls := 0
	results, err := Run(context.Background(), rows, NewSimulator(), 2, func(int) { calls++ })
	require.NoError(t, err)
	require.Equal(t, len(rows), calls)
	for i := range results {
		r := &results[i]
		require.Same(t, &rows[i], r.Row)
		require.NoError(t, r.Err, r.Row.ID)
		require.NotEqual(t, Failed, r.Verdict, r.Row.ID)
		require.GreaterOrEqual(t, r.Value, 0.0, r.Row.ID)
		require.Less(t, r.Value, 1e4, r.Row.ID)
	}
}

// Every benchmark of an opcode assembles and runs without a fault, on every generation: short runs
// without a clock.
func TestEveryOpcodeLoopRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("runs thousands of kernels")
	}
	var rows []Row
	for i, r := range allRows(t) {
		if strings.HasPrefix(r.ID, "issue/") && r.Measure != nil && (*long || i%3 == 0) {
			rows = append(rows, r)
		}
	}
	functional := func(c *chip.Chip, k *Kernel) (*Outcome, error) { return run(c, k, nil) }
	results, err := Run(context.Background(), rows, functional, 2, nil)
	require.NoError(t, err)
	for i := range results {
		require.NoError(t, results[i].Err, results[i].Row.ID)
	}
	require.Greater(t, len(results), 800)
}

// A clock whose chip has a wrong figure fails the row that measures it: the benchmarks see what
// they are meant to see.
func TestWrongFiguresAreOutside(t *testing.T) {
	byID := map[string]*Row{}
	rows := allRows(t)
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	for _, x := range []struct {
		field chip.Field
		value float64
		row   string
	}{
		{chip.VALUCycles, 8, "valu/chain/fiji"},
		{chip.HalfCycles, 4, "issue/v_swap_b32/vega10"},
		{chip.QuarterCycles, 8, "issue/v_exp_f32/fiji"},
		{chip.Mul32Cycles, 16, "issue/v_mul_lo_u32/hawaii"},
		{chip.Mul64Cycles, 8, "issue/v_mad_u64_u32/fiji"},
		{chip.FMA32Cycles, 80, "issue/v_fma_f32/fiji"},
		{chip.DPRatio, 8, "issue/v_mul_f64/tahiti"},
		{chip.SALUCycles, 8, "scalar/chain/fiji"},
		{chip.SALU2Cycles, 12, "issue/s_or_saveexec_b64/tahiti"},
		{chip.BranchCycles, 8, "branch/not-taken/fiji"},
		{chip.TakenCycles, 24, "branch/taken/fiji"},
		{chip.SleepCycles, 128, "scalar/s_sleep-7/fiji"},
		{chip.SMEMCycles, 8, "issue/s_load_dwordx4/fiji"},
		{chip.SMEM8Cycles, 4, "issue/s_load_dwordx8/fiji"},
		{chip.SMEM16Cycles, 8, "issue/s_load_dwordx16/fiji"},
		{chip.Load1Cycles, 4, "issue/buffer_load_dword/fiji"},
		{chip.Load2Cycles, 16, "issue/buffer_load_dwordx2/tahiti"},
		{chip.Load4Cycles, 18, "issue/buffer_load_dwordx4/fiji"},
		{chip.StoreCycles, 8, "issue/buffer_store_byte/fiji"},
		{chip.AtomicCycles, 17, "issue/buffer_atomic_or.glc/fiji"},
		{chip.CmpSwapCycles, 16, "issue/buffer_atomic_cmpswap/tahiti"},
		{chip.VALUToSALU, 12, "valu-to-salu/v_readlane/fiji"},
		{chip.ConditionDelay, 0, "branch/after-vccz/fiji"},
		{chip.AlignPenalty, 0, "fetch/long-at-5/tahiti"},
		{chip.AlignPenalty, 8, "fetch/jump-to-7/tahiti"},
		{chip.AlignPenalty, 4, "fetch/long-at-3/fiji"},
		{chip.IssueWidth, 3, "co-issue/4-waves/fiji"},
		{chip.LDSPorts, 1, "lds-rate/ds_read_b32/fiji"},
		{chip.LDSPortBytes, 32, "issue/ds_write_b64/fiji"},
		{chip.LDSBanks, 16, "lds-conflict/stride-16/fiji"},
		{chip.LDSHalf, 16, "lds-conflict/stride-1/fiji"},
		{chip.LDSLatency, 40, "latency/lds-b32/fiji"},
		{chip.KCacheRate, 32, "bandwidth/kcache/fiji"},
		{chip.L1Rate, 32, "bandwidth/l1-x4/fiji"},
		{chip.L1Latency, 150, "latency/l1/fiji"},
		{chip.L2Latency, 300, "latency/l2/fiji"},
		{chip.L2Rate, 32, "bandwidth/l2/capeverde"},
		{chip.L2Channels, 2, "bandwidth/l2/capeverde"},
		{chip.DRAMLatency, 700, "latency/dram/fiji"},
		{chip.DRAMRFC, 600, "bandwidth/dram/capeverde"},
		{chip.Waves, 9, "occupancy/clrx-vgprs-10/tahiti"},
		{chip.VGPRGranule, 8, "occupancy/clrx-vgprs-9/tahiti"},
		{chip.SGPRGranule, 32, "occupancy/clrx-sgprs-7/tahiti"},
		{chip.LDSBytes, 32 << 10, "occupancy/clrx-lds-8/tahiti"},
	} {
		t.Run(fmt.Sprintf("%v=%v", x.field, x.value), func(t *testing.T) {
			r := byID[x.row]
			require.NotNil(t, r, x.row)
			c, err := chip.Lookup(r.Chip)
			require.NoError(t, err)
			v, err := r.Measure(Simulate, &c)
			require.NoError(t, err)
			require.NotEqual(t, Outside, r.judge(v), "%s: %v", x.row, v)
			c.Figures[x.field].Value = x.value
			v, err = r.Measure(Simulate, &c)
			require.NoError(t, err)
			require.Equal(t, Outside, r.judge(v), "%s: %v", x.row, v)
		})
	}
}

// Each kind of thing that no figure says has emergent rows.
func TestEmergentRows(t *testing.T) {
	groups := map[string]int{}
	kinds := map[Kind]int{}
	for _, r := range allRows(t) {
		kinds[r.Kind]++
		known := r.Kind == Emergent
		for _, k := range kindsOf {
			known = known || strings.HasPrefix(r.ID, k.prefix)
		}
		require.True(t, known, "%s: nothing says of which kind it is", r.ID)
		if r.Kind == Emergent {
			groups[r.Group()]++
		}
	}
	require.Greater(t, kinds[Emergent], 150)
	require.Greater(t, kinds[Rule], 1000)
	for _, g := range strings.Fields("hiding l1-by-waves l2-by-units l1-pattern l1-stride conflicts lds-atomics atomics kcache-size kcache-units icache-size icache-units " +
		"barrier-late sleep setprio turnaround launch occupancy-time dram-stream gather ethash chase divergence mix stores return-order l1-glc replacement icache-rate icache-prefetch wakeup dispatch sgemm memcpy reduction fft nbody sha256 mad") {
		require.NotZero(t, groups[g], g)
	}
}

func TestKnownMissesAreShownAndDoNotFail(t *testing.T) {
	r := Row{ID: "x/a/fiji", Chip: "fiji", Tier: TierB, Kind: Emergent, Miss: "it has no banks", Claims: []Claim{is(8, "one")}}
	require.Equal(t, KnownMiss, r.judge(9))
	require.Equal(t, Exact, r.judge(8))
	require.Equal(t, Outside, r.judge(math.NaN()), "a benchmark that measures nothing is no known miss")
	r.Measure = func(Machine, *chip.Chip) (float64, error) { return 10, nil }
	results, err := Run(context.Background(), []Row{r}, nil, 1, nil)
	require.NoError(t, err)
	require.False(t, results[0].Bad())
	var text bytes.Buffer
	require.NoError(t, WriteText(&text, results, results))
	require.Contains(t, text.String(), "known miss: it has no banks")
	require.Contains(t, text.String(), "\nemergent rows: 1, of which 0 are as published, 1 known misses, 0 outside, 0 failed\n")
	text.Reset()
	require.NoError(t, WriteGroups(&text, results))
	require.Regexp(t, `(?m)^x +emergent +1 +0 +1 +0 +25 % +25 %$`, text.String())

	require.ErrorContains(t, addMisses(nil), "misses.tsv: there is no row ")
}

// A log of a board is compared with a chip whose memory delivers as many bytes a second: how much of the
// pins' rate a stream reaches depends on that rate.
func TestStreamsRunOnChipsWithTheMemoryOfTheBoard(t *testing.T) {
	for _, l := range streamLogs {
		c, err := chip.Lookup(l.chip)
		require.NoError(t, err)
		require.InEpsilon(t, c.Figures[chip.DRAMGBs].Value, l.pins, 1e-9, "%s ran on a board of %v GB/s", l.log, l.pins)
	}
}

// sampled is of how many rows a plain run measures one: a prime, so that each group and chip has some. A
// run with -part measures one of sampledParts.
const sampled, sampledParts = 13, 39

// docs/clock.md shows the suite as it is measured.
func TestTheClocksPageShowsTheSuiteAsMeasured(t *testing.T) {
	file, err := os.ReadFile("../../docs/clock.md")
	require.NoError(t, err)
	page := strings.Join(strings.Fields(string(file)), " ")
	rows := allRows(t)
	if !*long {
		var some []Row
		for i := range rows {
			if *share < 0 && i%sampled == 0 && !rows[i].Slow || *share >= 0 && i%sampledParts == *share%sampledParts {
				some = append(some, rows[i])
			}
		}
		results, err := Run(context.Background(), some, NewSimulator(), runtime.GOMAXPROCS(0), nil)
		require.NoError(t, err)
		for i := range results {
			require.False(t, results[i].Bad(), "%s is %v, and the page has none such: expected %s, simulated %v %v",
				results[i].Row.ID, results[i].Verdict, results[i].Expected, results[i].Value, results[i].Err)
		}
		requireMisses(t, results)
		require.Contains(t, page, fmt.Sprintf(" all %d ", len(rows)))
		groups := map[string]int{}
		for _, r := range rows {
			if r.Kind == Emergent && r.Tier != TierE {
				groups[r.Group()]++
			}
		}
		for name, n := range groups {
			require.Contains(t, page, fmt.Sprintf(" %s emergent %d ", name, n), "gcnsim validate --long --groups has it")
		}
		return
	}
	results, err := Run(context.Background(), rows, NewSimulator(), runtime.GOMAXPROCS(0), nil)
	require.NoError(t, err)
	var text, groups bytes.Buffer
	require.NoError(t, writeSummary(&text, results))
	require.NoError(t, WriteGroups(&groups, results))
	if *update {
		s := withBlock(t, string(file), "--summary", text.String())
		s = withBlock(t, s, "--groups", groups.String())
		require.NoError(t, os.WriteFile("../../docs/clock.md", []byte(s), 0o644))
		page = strings.Join(strings.Fields(s), " ")
	}
	text.Write(groups.Bytes())
	for _, line := range strings.Split(strings.TrimSpace(text.String()), "\n") {
		require.Contains(t, page, strings.Join(strings.Fields(line), " "), "gcnsim validate --long --summary and --groups have it")
	}
	if *update {
		kept := "row\twhy\n"
		for i := range results {
			if r := &results[i]; r.Verdict == KnownMiss {
				kept += r.Row.ID + "\t" + r.Row.Miss + "\n"
				continue
			}
			results[i].Row.Miss = ""
		}
		require.NoError(t, os.WriteFile("tables/misses.tsv", []byte(kept), 0o644))
	}
	requireMisses(t, results)
}

// requireMisses: rows that are listed as missed are.
func requireMisses(t *testing.T, results []Result) {
	for i := range results {
		r := &results[i]
		require.False(t, r.Row.Miss != "" && r.Verdict != KnownMiss, "%s is %v now: take it out of tables/misses.tsv", r.Row.ID, r.Verdict)
	}
}

// withBlock is a page with the indented block behind the first mention of a flag of validate put
// anew.
func withBlock(t *testing.T, page, flag, text string) string {
	at := strings.Index(page, "gcnsim validate --long "+flag)
	require.Positive(t, at, flag)
	begin := at + strings.Index(page[at:], "\n    ") + 1
	end := begin
	for line := range strings.Lines(page[begin:]) {
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "    ") {
			break
		}
		end += len(line)
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			b.WriteString("    " + line)
		}
		b.WriteByte('\n')
	}
	return page[:begin] + b.String() + "\n" + page[end:]
}

func TestFailedBenchmarksAreNamed(t *testing.T) {
	boom := errors.New("no such machine")
	rows := []Row{
		{ID: "x/a/fiji", Chip: "fiji", Tier: TierA, Claims: []Claim{is(1, "somebody")}, Measure: func(Machine, *chip.Chip) (float64, error) { return 0, boom }},
		{ID: "x/b/fiji", Chip: "fiji", Tier: TierE, How: "no benchmark: it ends the wave"},
		{ID: "x/c/fiji", Chip: "fiji", Tier: TierB, Unit: "clocks", Claims: []Claim{is(2, "somebody"), is(3, "another")},
			Measure: func(Machine, *chip.Chip) (float64, error) { return 2, nil }},
		{ID: "x/d/none", Chip: "none", Tier: TierC, Claims: []Claim{is(1, "somebody")}, Measure: func(Machine, *chip.Chip) (float64, error) { return 1, nil }},
	}
	results, err := Run(context.Background(), rows, nil, 1, nil)
	require.NoError(t, err)
	var verdicts []Verdict
	bad := 0
	for i := range results {
		verdicts = append(verdicts, results[i].Verdict)
		if results[i].Bad() {
			bad++
		}
	}
	require.Equal(t, []Verdict{Failed, NoBench, Disputed, Failed}, verdicts)
	require.Equal(t, 2, bad)

	var text bytes.Buffer
	require.NoError(t, WriteText(&text, results, results))
	require.Contains(t, text.String(), "no such machine")
	require.Regexp(t, `(?m)^disputed +B +x/c/fiji +2 or 3 +2 +clocks +somebody: 2; another: 3$`, text.String())
	require.Regexp(t, `(?m)^all +4 +0 +0 +1 +0 +0 +2 +0 +1`, text.String())

	var js bytes.Buffer
	require.NoError(t, WriteJSON(&js, results[2:3], results))
	var out struct {
		Rows []struct {
			ID        string
			Simulated float64
			Disputed  bool
			Verdict   string
			Claims    []Claim
		}
		Summary []map[string]any
		Kinds   []map[string]any
	}
	require.NoError(t, json.Unmarshal(js.Bytes(), &out))
	require.Len(t, out.Rows, 1)
	require.Equal(t, "x/c/fiji", out.Rows[0].ID)
	require.Equal(t, 2.0, out.Rows[0].Simulated)
	require.True(t, out.Rows[0].Disputed)
	require.Len(t, out.Rows[0].Claims, 2)
	require.Len(t, out.Summary, 5)
	require.EqualValues(t, 1, out.Summary[0]["failed"])
	require.Len(t, out.Kinds, 3)
	require.EqualValues(t, 2, out.Kinds[2]["failed"], "parameter")

	Sort(results)
	require.Equal(t, "x/a/fiji", results[0].Row.ID)
	require.Equal(t, Disputed, results[2].Verdict)

	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err = Run(ctx, rows, nil, 1, nil)
	require.ErrorIs(t, err, context.Canceled)
}
