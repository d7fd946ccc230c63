package timing

import (
	"fmt"
	"math"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// Tier is how far a published figure can be relied on.
type Tier byte

// The tiers.
const (
	TierA Tier = 'A' // two sources agree, one of which measured on a GCN chip
	TierB Tier = 'B' // one measurement on a GCN chip, or several sources that disagree
	TierC Tier = 'C' // AMD's documents or tools only
	TierD Tier = 'D' // measured on a descendant of GCN, or inferred
	TierE Tier = 'E' // a guess, or nothing published: shown, never scored
)

// Tiers are all tiers with what they mean.
var tiers = [...]struct {
	tier Tier
	doc  string
}{
	{TierA, "two sources agree"}, {TierB, "one measurement, or more that disagree"}, {TierC, "AMD's documents or tools only"},
	{TierD, "a descendant of GCN, or inferred"}, {TierE, "a guess, or nothing published: not scored"},
}

// Kind is what a row tests.
type Kind uint8

// The kinds.
const (
	// Parameter rows restate a figure of the chip: they show that the clock does what it is told.
	Parameter Kind = iota
	// Rule rows run a published rule: of units, alignment, allocation.
	Rule
	// Emergent rows compare what no figure says: it comes out of the parts of the model together.
	Emergent
)

// kinds are all kinds with what they mean, in the order of the summary.
var kinds = [...]struct {
	kind Kind
	doc  string
}{
	{Emergent, "comes out of the model"}, {Rule, "a published rule, run"}, {Parameter, "restates a figure"},
}

// String is "emergent".
func (k Kind) String() string { return [...]string{"parameter", "rule", "emergent"}[k] }

// Claim is what a source says: a number, or an interval.
type Claim struct {
	Lo     float64 `json:"lo"`     // in the row's unit
	Hi     float64 `json:"hi"`     // the same; for a number that of Lo
	Source string  `json:"source"` // who says so; of Settled with the reason
}

// is claims a number.
func is(v float64, source string) Claim { return Claim{v, v, source} }

// between claims an interval.
func between(lo, hi float64, source string) Claim { return Claim{lo, hi, source} }

// String is "8" or "16-24".
func (c Claim) String() string {
	if c.Lo == c.Hi {
		return number(c.Lo)
	}
	return number(c.Lo) + "-" + number(c.Hi)
}

// number is a figure with three digits after the point at most.
func number(v float64) string {
	s := fmt.Sprintf("%.3f", v)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Benchmark measures a figure of a chip on a machine.
type Benchmark func(run Machine, c *chip.Chip) (float64, error)

// Row is one published figure, or one on which sources disagree, and how it is measured.
type Row struct {
	ID     string  // unique: group, what, and chip, "issue/v_add_f32/tahiti"
	Chip   string  // name of the chip
	What   string  // what is measured
	Unit   string  // of the figure
	Tier   Tier    // how far Claims can be relied on
	Kind   Kind    // what it tests
	Claims []Claim // what the sources say; none in tier E only
	// Settled are claims that are not followed, each with the reason why another source decides.
	Settled []Claim
	How     string // the benchmark in short
	// Resolution is how well the benchmark tells figures apart, as a part of the figure: those of
	// throughputs come from runs whose ends differ. 0: exactly.
	Resolution float64
	// Slow rows take a second and more; they are measured where they are asked for.
	Slow bool
	// Miss says why the model is known to miss the figure; empty: it is meant to be met.
	Miss string
	// Measure runs the benchmark; nil where there can be none, How says why.
	Measure Benchmark
}

// Verdict says how a simulated figure compares with the published ones.
type Verdict string

// The verdicts.
const (
	Exact     Verdict = "exact"      // all sources say this number
	Inside    Verdict = "inside"     // inside the published interval
	Disputed  Verdict = "disputed"   // sources disagree; the figure is one of theirs or between them
	Outside   Verdict = "outside"    // no source allows it
	KnownMiss Verdict = "known miss" // outside, and the row says why
	NotScored Verdict = "not scored" // tier E
	Failed    Verdict = "failed"     // the benchmark did not run
	NoBench   Verdict = "none"       // there is no benchmark
)

// verdicts are all verdicts in the order of the summary.
var verdicts = [...]Verdict{Exact, Inside, Disputed, KnownMiss, Outside, Failed, NotScored, NoBench}

// claimed is the interval that covers all claims, and whether they are not all the same.
func (r *Row) claimed() (c Claim, disputed bool) {
	if len(r.Claims) == 0 {
		return Claim{math.NaN(), math.NaN(), ""}, false
	}
	c = r.Claims[0]
	for _, x := range r.Claims[1:] {
		disputed = disputed || x.Lo != r.Claims[0].Lo || x.Hi != r.Claims[0].Hi
		c.Lo, c.Hi = min(c.Lo, x.Lo), max(c.Hi, x.Hi)
	}
	return c, disputed
}

// tolerance is how far two figures may differ and be the same: what rounding leaves.
const tolerance = 1e-9

// judge compares a simulated figure with what is published.
func (r *Row) judge(v float64) Verdict {
	want, disputed := r.claimed()
	slack := tolerance + r.Resolution*want.Hi
	switch {
	case r.Tier == TierE || len(r.Claims) == 0:
		return NotScored
	case !(v >= want.Lo-slack && v <= want.Hi+slack): // NaN is outside
		if r.Miss != "" && v == v {
			return KnownMiss
		}
		return Outside
	case disputed:
		return Disputed
	case want.Lo == want.Hi:
		return Exact
	}
	return Inside
}

// expected is the text of all claims: "8", or "8 (CLRX GcnTimings) or 4 (AMD CodeXL)" where they
// differ.
func (r *Row) expected() string {
	c, disputed := r.claimed()
	if len(r.Claims) == 0 {
		return "?"
	}
	if !disputed {
		return c.String()
	}
	var list []string
	for _, c := range r.Claims {
		if s := c.String(); len(list) == 0 || list[len(list)-1] != s {
			list = append(list, s)
		}
	}
	return strings.Join(list, " or ")
}

// sources names what is published and by whom.
func (r *Row) sources() string {
	_, disputed := r.claimed()
	var list []string
	for _, c := range r.Claims {
		if disputed {
			list = append(list, c.Source+": "+c.String())
		} else {
			list = append(list, c.Source)
		}
	}
	s := strings.Join(list, "; ")
	for _, c := range r.Settled {
		s += "; not followed: " + c.String() + ", " + c.Source
	}
	if r.Miss != "" {
		s += "; known miss: " + r.Miss
	}
	return s
}
