package chip

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// otherNames are the names of opcodes.tsv that LLVM spells in another way. Empty: no generation has
// the instruction.
func otherNames(t *testing.T) map[string]string {
	names := map[string]string{}
	for _, r := range table(t, "names.tsv") {
		names[r["published"]] = r["llvm"]
	}
	return names
}

// notFollowed are the disagreements between a document and this package: which document is not
// followed for which instructions, and why.
var notFollowed = []struct {
	source string // column group of opcodes.tsv
	name   string // of instructions
	why    string
	used   bool
}{
	{source: "codexl", name: `^s_\w+_saveexec_b64$|^s_setreg`, why: "CLRX measured 8"},
	{source: "codexl", name: `^s_(nop|sleep|barrier|endpgm|setprio|sethalt|sendmsg|sendmsghalt|trap|ttracedata|icache_inv|incperflevel|decperflevel)$|` +
		`^s_(rfe|setpc|swappc)_b64$`, why: "CodeXL counts 1 where no unit is busy; a lone wave still issues once in 4 clocks"},
	{source: "codexl", name: `^v_\w+_[fiub]64$|^v_\w+_[iu]32_f64$|^v_cvt_f64_|^v_cvt_f32_f64$`,
		why: "CLRX measured by double-precision class, and AMD's OpenCL guide agrees on add, mul and fma"},
	{source: "codexl", name: `^v_log_f32$`, why: "CLRX measured 16, and CodeXL itself has 16 for v_log_clamp_f32"},
	{source: "codexl", name: `^v_div_(fixup|fmas|scale)_f32$`, why: "CLRX measured 16 on all chips; CodeXL has 4 for half and quarter devices"},
	{source: "clrx", name: `^v_mul_(lo|hi)_[iu]32$`, why: "measured 8 on Hawaii and Vega 20 in published logs, as CodeXL and AMD's OpenCL guide have"},
	{source: "codexl", name: `^v_mad_[iu]64_[iu]32$`, why: "CLRX measured 16 without distinction; disputed on half-rate devices"},
	{source: "codexl", name: `^v_fma_f32$`, why: "slow where f64 has 1/16 of the rate: CLRX note 1 (16) and AMD's OpenCL guide (64) against CodeXL's 4"},
	{source: "clrx", name: `^v_fma_f32$`, why: "Vega has a fast f32 fma whatever its f64 is (LLVM FeatureFastFMAF32); CLRX's note is older"},
}

// columns are those of opcodes.tsv that speak of a chip.
func columns(c *Chip) map[string]string {
	m := map[string]string{"codexl_scalar": "codexl"}
	switch c.Int(DPRatio) {
	case 2:
		m["clrx_half_dp(Hawaii FirePro)"], m["codexl_half"] = "clrx", "codexl"
	case 4:
		m["clrx_quarter_dp(Tahiti)"], m["codexl_quarter"] = "clrx", "codexl"
	case 8:
		m["clrx_eighth_dp(R9 290)"] = "clrx" // CodeXL knows no such class
	case 16:
		m["clrx_16th_dp(others)"], m["codexl_hybrid"] = "clrx", "codexl"
	}
	return m
}

var glc = regexp.MustCompile(`^(\d+)\+GLC(\d)$`)

// agrees tells whether a cell of the table allows the clocks of the instruction; known is false
// where the cell says nothing.
func agrees(t *testing.T, cell string, c *Chip, f *isa.Form) (known, ok bool) {
	got := c.Issue(&isa.Inst{Form: f})
	switch m := glc.FindStringSubmatch(cell); {
	case cell == "" || cell == "?":
		return false, true
	case m != nil:
		with := c.Issue(&isa.Inst{Form: f, Mod: isa.Mods{GLC: true}})
		return true, got == number(t, m[1]) && with == number(t, m[1])+number(t, m[2])
	case cell == "4 or 16 (1)": // note 1: 4 where f64 has 1/2, 1/4 or 1/8 of the rate, 16 elsewhere
		if c.Int(DPRatio) <= 8 {
			return true, got == 4
		}
		return true, got == 16
	case strings.Contains(cell, "-"):
		lo, hi, _ := strings.Cut(cell, "-")
		return true, got >= number(t, lo) && got <= number(t, hi)
	}
	return true, got == number(t, strings.TrimSuffix(cell, "?"))
}

func TestIssueAgreesWithPublishedTables(t *testing.T) {
	rules := append(notFollowed[:0:0], notFollowed...)
	others := otherNames(t)
	names := map[string]bool{}
	cells, equal, exactRows := 0, 0, 0
	var silent []string                    // rows without a number for an instruction that exists
	differ := map[string]map[string]bool{} // rows by rule
	for _, r := range table(t, "opcodes.tsv") {
		name := strings.ToLower(r["opcode"])
		if other, ok := others[name]; ok {
			names[name] = true
			name = other
		}
		found, followed, before := false, true, cells
		for _, c := range All() {
			for _, f := range isa.Lookup(c.Target.Gen, name) {
				found = true
				for column, source := range columns(&c) {
					known, ok := agrees(t, r[column], &c, f)
					if !known {
						continue
					}
					cells++
					if ok {
						equal++
						continue
					}
					followed = false
					why := ""
					for i := range rules {
						if u := &rules[i]; u.source == source && regexp.MustCompile(u.name).MatchString(name) {
							require.Empty(t, why, "%s: two reasons", name)
							why, u.used = u.why, true
						}
					}
					require.NotEmpty(t, why, "%s on %s: %s has %s, not %d", name, c.Name, column, r[column], c.Issue(&isa.Inst{Form: f}))
					if differ[why] == nil {
						differ[why] = map[string]bool{}
					}
					differ[why][name] = true
				}
			}
		}
		require.Equal(t, name != "", found, r["opcode"])
		if found && cells == before {
			silent = append(silent, name)
		}
		if r["agree"] == "yes" {
			require.True(t, followed, "%s: two sources agree", name)
			exactRows++
		}
	}
	for name := range others {
		require.True(t, names[name], "%s is not in the table", name)
	}
	for _, u := range rules {
		require.True(t, u.used, "no instruction differs: %s %s", u.source, u.name)
		t.Logf("%s is not followed for %d instructions: %s", u.source, len(differ[u.why]), u.why)
	}
	t.Logf("%d rows have no number: %v", len(silent), silent)
	t.Logf("%d of %d figures as published, for each chip and encoding; all of the %d rows on which two sources agree", equal, cells, exactRows)
	require.NotZero(t, exactRows)
}

func TestLDSThroughputAgreesWithCLRX(t *testing.T) {
	rows := 0
	for _, r := range table(t, "opcodes.tsv") {
		want, ok := strings.CutPrefix(r["clrx_throughput_per_clk"], "1/")
		if !ok {
			continue
		}
		rows++
		for _, c := range All() {
			for _, f := range isa.Lookup(c.Target.Gen, strings.ToLower(r["opcode"])) {
				_, busy, _ := c.LDS(&isa.Inst{Form: f})
				require.Equal(t, number(t, want), busy, "%s on %s", f.Name, c.Name)
			}
		}
	}
	require.Equal(t, 127, rows)
}

// Rows of AMD's and CLRX's documents that are no line of the table.
func TestIssueOfDoublePrecisionByChip(t *testing.T) {
	for name, want := range map[string][2]int{ // v_add_f64, v_fma_f64: CLRX GcnTimings, DPFACTOR*4 and DPFACTOR*8
		"hawaii": {4, 8}, "vega20": {4, 8}, "tahiti": {8, 16}, "hawaii-r9": {16, 32}, "fiji": {32, 64}, "pitcairn": {32, 64}, "vega10": {32, 64},
	} {
		c, err := Lookup(name)
		require.NoError(t, err)
		for i, op := range []string{"v_add_f64", "v_fma_f64"} {
			require.Equal(t, want[i], c.Issue(&isa.Inst{Form: isa.Lookup(c.Target.Gen, op)[0]}), "%s on %s", op, name)
		}
	}
}

func TestEveryInstructionTakesTime(t *testing.T) {
	for _, c := range All() {
		for _, f := range isa.Forms(c.Target.Gen) {
			in := isa.Inst{Form: f, Mod: isa.Mods{DMask: 15}}
			require.GreaterOrEqual(t, c.Issue(&in), 4, "%s on %s", f.Name, c.Name)
			if f.Fmt == isa.DS {
				_, busy, _ := c.LDS(&in)
				require.Positive(t, busy, "%s on %s", f.Name, c.Name)
			}
		}
	}
}

func ExampleChip_Issue() {
	for _, name := range []string{"tahiti", "hawaii", "vega20"} {
		c, err := Lookup(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(name)
		for _, op := range []string{"v_mul_lo_u32", "v_add_f64", "v_rcp_f32"} {
			fmt.Print(" ", op, " ", strconv.Itoa(c.Issue(&isa.Inst{Form: isa.Lookup(c.Target.Gen, op)[0]})))
		}
		fmt.Println()
	}
	// Output:
	// tahiti v_mul_lo_u32 16 v_add_f64 8 v_rcp_f32 16
	// hawaii v_mul_lo_u32 8 v_add_f64 4 v_rcp_f32 16
	// vega20 v_mul_lo_u32 8 v_add_f64 4 v_rcp_f32 16
}
