package timing

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// The documents that many rows cite.
const (
	clrx    = "CLRX GcnTimings"                 // measured by its author
	codexl  = "AMD CodeXL"                      // tables of AMD's emulator
	oclg    = "AMD OpenCL Optimization Guide, " // section follows
	vegaISA = "AMD Vega ISA manual"             //
	logs    = "published logs of Hawaii and Vega 20"
)

// class is a chip for the rows of an opcode: one for each generation and rate of double precision.
// CLRX GcnTimings (DPFACTOR) and AMD's OpenCL guide (2.7.1) say which chips have which rate; Vega
// 20 has half (AMD's figures of Radeon Instinct MI50), Vega 10 a sixteenth.
type class struct {
	chip         string
	clrx, codexl string // columns of opcodes.tsv
}

// The first of each generation stands for it where the rate of double precision does not matter.
var classes = [...]class{
	{"tahiti", "clrx_quarter_dp(Tahiti)", "codexl_quarter"},
	{"pitcairn", "clrx_16th_dp(others)", "codexl_hybrid"},
	{"hawaii-r9", "clrx_eighth_dp(R9 290)", ""}, // CodeXL has no such class
	{"hawaii", "clrx_half_dp(Hawaii FirePro)", "codexl_half"},
	{"bonaire", "clrx_16th_dp(others)", "codexl_hybrid"},
	{"fiji", "clrx_16th_dp(others)", "codexl_hybrid"},
	{"vega10", "clrx_16th_dp(others)", "codexl_hybrid"},
	{"vega20", "clrx_half_dp(Hawaii FirePro)", "codexl_half"},
}

// further are claims about opcodes that are in no table.
var further = [...]struct {
	name  *regexp.Regexp
	chips string // names, or empty for all
	claim Claim
}{
	{regexp.MustCompile(`^v_mul_(lo|hi)_[iu]32$`), "hawaii hawaii-r9 vega20", is(8, logs)},
	{regexp.MustCompile(`^v_mul_(lo|hi)_[iu]32$`), "hawaii", is(8, oclg+"table 2.3")},
	{regexp.MustCompile(`^v_add_f64$`), "tahiti", is(8, oclg+"2.9: half of f32's rate on Tahiti")},
	{regexp.MustCompile(`^v_add_f64$`), "pitcairn", is(32, oclg+"2.9: a quarter of Tahiti's rate")},
	{regexp.MustCompile(`^v_(mul|fma)_f64$`), "tahiti", is(16, oclg+"2.9: a quarter of f32's rate on Tahiti")},
	{regexp.MustCompile(`^v_(mul|fma)_f64$`), "pitcairn", is(64, oclg+"2.9: a quarter of Tahiti's rate")},
	{regexp.MustCompile(`^v_add_f64$`), "hawaii", is(4, oclg+"2.7.1")},
	{regexp.MustCompile(`^v_(mul|fma)_f64$`), "hawaii", is(8, oclg+"2.7.1")},
	{regexp.MustCompile(`^v_add_f64$`), "hawaii-r9", is(16, oclg+"2.7.1")},
	{regexp.MustCompile(`^v_(mul|fma)_f64$`), "hawaii-r9", is(32, oclg+"2.7.1")},
	{regexp.MustCompile(`^v_fma_f32$`), "tahiti hawaii", is(4, oclg+"table 2.3")},
	{regexp.MustCompile(`^v_fma_f32$`), "pitcairn bonaire fiji", is(64, oclg+"table 2.3")},
	{regexp.MustCompile(`^v_fma_f32$`), "vega10", is(4, "LLVM, FeatureFastFMAF32 of gfx900")},
	{regexp.MustCompile(`^v_cvt_(f32_[iu]32|[iu]32_f32)$`), "", is(16, oclg+"table 2.3")},
	{regexp.MustCompile(`^v_(exp|log|rcp|rsq|sqrt|sin|cos)_f32$`), "hawaii", is(8, oclg+"table 2.3, FirePro W9100")},
	{regexp.MustCompile(`^s_(nop|barrier|setprio|sethalt|sendmsg|ttracedata|icache_inv|incperflevel|decperflevel)$`), "",
		is(4, oclg+"2.9: a wave issues once in four clocks")},
}

// settled are sources that are not followed for an opcode because others decide.
var settled = [...]struct {
	name               *regexp.Regexp
	chips, source, why string
}{
	{regexp.MustCompile(`^v_mul_(lo|hi)_[iu]32$`), "hawaii hawaii-r9 vega20", clrx, "which does not tell chips apart: measured 8 elsewhere"},
	{regexp.MustCompile(`^v_cvt_f32_u32$`), "hawaii hawaii-r9 vega20", oclg + "table 2.3",
		"against perftest's uniform raw loads: four components, each converted and added, take a compute unit 8.1 clocks, and not 20"},
	{regexp.MustCompile(`^v_add_f64$`), "", codexl, "which has the rate of f32, against AMD's OpenCL guide"},
}

// unrepeatable are instructions that no loop can repeat, and why.
var unrepeatable = map[string]string{
	"s_endpgm":      "it ends the wave",
	"s_setpc_b64":   "it jumps: the branch rows measure that",
	"s_swappc_b64":  "it jumps: the branch rows measure that",
	"s_rfe_b64":     "it returns from a trap handler",
	"s_trap":        "it enters a trap handler",
	"s_sendmsghalt": "it halts the wave",
	"s_sleep":       "its time is its operand: the scalar rows measure that",
}

func among(list, name string) bool {
	if list == "" {
		return true
	}
	for _, x := range strings.Fields(list) {
		if x == name {
			return true
		}
	}
	return false
}

var withGLC = regexp.MustCompile(`^(\d+)\+GLC(\d)$`)

// cell reads a cell of a table; none is known where it says nothing. chip decides cells that say
// several things.
func cell(text, source string, slowFMA, glc bool) (c Claim, known bool, err error) {
	plus := 0.0
	if m := withGLC.FindStringSubmatch(text); m != nil {
		text = m[1]
		if glc {
			plus = float64(m[2][0] - '0')
		}
	}
	switch {
	case text == "" || text == "?":
		return c, false, nil
	case text == "4 or 16 (1)": // note 1: 4 where f64 has 1/2, 1/4 or 1/8 of the rate, 16 elsewhere
		if text = "4"; slowFMA {
			text = "16"
		}
	case strings.HasSuffix(text, "?"):
		text, source = strings.TrimSuffix(text, "?"), source+` ("`+text+`")`
	}
	lo, hi, interval := strings.Cut(text, "-")
	if !interval {
		hi = lo
	}
	if c.Lo, err = strconv.ParseFloat(lo, 64); err != nil {
		return c, false, err
	}
	if c.Hi, err = strconv.ParseFloat(hi, 64); err != nil {
		return c, false, err
	}
	c.Lo, c.Hi, c.Source = c.Lo+plus, c.Hi+plus, source
	return c, true, nil
}

// published is what opcodes.tsv says of an instruction; several of its lines may be one.
type published struct {
	name  string // LLVM's
	lines []map[string]string
}

// opcodes reads opcodes.tsv, in its order; names that no generation has are left out.
func opcodes() ([]*published, error) {
	lines, err := table("opcodes.tsv")
	if err != nil {
		return nil, err
	}
	others, err := table("names.tsv")
	if err != nil {
		return nil, err
	}
	llvm := map[string]string{}
	for _, r := range others {
		llvm[r["published"]] = r["llvm"]
	}
	var list []*published
	byName := map[string]*published{}
	for _, l := range lines {
		name := strings.ToLower(l["opcode"])
		if other, ok := llvm[name]; ok {
			name = other
		}
		if name == "" {
			continue
		}
		p := byName[name]
		if p == nil {
			p = &published{name: name}
			byName[name] = p
			list = append(list, p)
		}
		p.lines = append(p.lines, l)
	}
	return list, nil
}

// claims are what is published of the instruction on a chip of a class, and what of it is settled.
func (p *published) claims(c class, glc bool) (claims, not []Claim, err error) {
	add := func(x Claim) {
		for _, s := range settled {
			if strings.HasPrefix(x.Source, s.source) && among(s.chips, c.chip) && s.name.MatchString(p.name) {
				x.Source += ", " + s.why
				not = append(not, x)
				return
			}
		}
		for _, y := range claims {
			if y == x {
				return
			}
		}
		claims = append(claims, x)
	}
	for _, l := range p.lines {
		for _, col := range [...]struct{ name, source string }{{c.clrx, clrx}, {c.codexl, codexl},
			{"codexl_scalar", codexl}} {
			x, known, err := cell(l[col.name], col.source, c.clrx == "clrx_16th_dp(others)", glc)
			if err != nil {
				return nil, nil, fmt.Errorf("%s, %s: %w", p.name, col.name, err)
			}
			if known {
				add(x)
			}
		}
	}
	for _, f := range further {
		// One that settles needs something to settle.
		if among(f.chips, c.chip) && len(claims)+len(not) > 0 && f.name.MatchString(p.name) {
			add(f.claim)
		}
	}
	return claims, not, nil
}

// tierOf is the tier of claims about opcodes: CLRX and the logs are measurements, the others are
// AMD's.
func tierOf(claims []Claim) Tier {
	r := Row{Claims: claims}
	_, disputed := r.claimed()
	measured := 0
	for _, c := range claims {
		if strings.HasPrefix(c.Source, clrx) || c.Source == logs {
			measured++
		}
	}
	switch {
	case len(claims) == 0:
		return TierE
	case measured == 0:
		return TierC
	case len(claims) > 1 && !disputed:
		return TierA
	}
	return TierB
}

// variant is an instruction with a flag that changes its time.
type variant struct {
	suffix string
	glc    bool
}

// issueRows are the clocks that each published opcode takes of a lone wave.
func issueRows() ([]Row, error) {
	list, err := opcodes()
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, p := range list {
		variants := []variant{{}}
		if strings.Contains(p.lines[0]["clrx_raw"], "GLC") {
			variants = append(variants, variant{" glc", true})
		}
		for _, v := range variants {
			done := map[isa.Gen]bool{}
			for i, c := range classes {
				gen := genOf(c.chip)
				f := formOf(gen, p.name)
				if f == nil {
					continue
				}
				depends, err := p.byClass(i, v.glc)
				if err != nil {
					return nil, err
				}
				if done[gen] && !depends {
					continue
				}
				done[gen] = true
				r := Row{ID: "issue/" + p.name + strings.ReplaceAll(v.suffix, " ", ".") + "/" + c.chip, Chip: c.chip,
					Unit: "clocks",
					What: "issue of " + p.name + v.suffix + ", one wave"}
				if r.Claims, r.Settled, err = p.claims(c, v.glc); err != nil {
					return nil, err
				}
				r.Tier = tierOf(r.Claims)
				if why := unrepeatable[p.name]; why != "" {
					r.Tier, r.How = TierE, "no benchmark: "+why
				} else if err := r.issue(f, v.glc); err != nil {
					return nil, err
				}
				rows = append(rows, r)
			}
		}
	}
	return rows, nil
}

// byClass reports whether what is published depends on the class, among those of the generation of
// class i.
func (p *published) byClass(i int, glc bool) (bool, error) {
	a, _, err := p.claims(classes[i], glc)
	if err != nil {
		return false, err
	}
	for _, other := range classes {
		if genOf(other.chip) != genOf(classes[i].chip) {
			continue
		}
		b, _, err := p.claims(other, glc)
		if err != nil {
			return false, err
		}
		if (&Row{Claims: a}).expected() != (&Row{Claims: b}).expected() {
			return true, nil
		}
	}
	return false, nil
}
