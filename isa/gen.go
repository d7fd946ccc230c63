package isa

import (
	"fmt"
	"math/bits"
	"strings"
)

// Gen is a set of GCN generations, one bit each. A row, a layout or a hazard names the generations it holds for with such a set; a
// decoder, a wave or a chip has exactly one bit set.
type Gen uint8

// The four generations. The names follow AMD's "GCN 1.x" as CLRX uses them; LLVM's target names are in [Targets].
const (
	GCN10 Gen = 1 << iota // GCN 1.0, Southern Islands, gfx6
	GCN11                 // GCN 1.1, Sea Islands, gfx7
	GCN12                 // GCN 1.2, Volcanic Islands ("GCN3"), gfx8
	GCN14                 // GCN 1.4, Vega, gfx9

	AllGens = GCN10 | GCN11 | GCN12 | GCN14
)

// Gens lists the single generations in order.
var gens = [...]Gen{GCN10, GCN11, GCN12, GCN14}

// Gens returns the four single generations, oldest first.
func Gens() []Gen { return append([]Gen(nil), gens[:]...) }

// Has reports whether every generation of h is in g.
func (g Gen) Has(h Gen) bool { return h != 0 && g&h == h }

// Index is the position of a single generation in [Gens], 0 to 3.
func (g Gen) Index() int { return bits.TrailingZeros8(uint8(g)) & 3 }

// String is "GCN 1.2 (gfx8)" for one generation and such names joined by "+" for a set.
func (g Gen) String() string {
	s := ""
	for i, h := range gens {
		if g&h == 0 {
			continue
		}
		if s != "" {
			s += "+"
		}
		s += [...]string{"GCN 1.0 (gfx6)", "GCN 1.1 (gfx7)", "GCN 1.2 (gfx8)", "GCN 1.4 (gfx9)"}[i]
	}
	if s == "" {
		return "no generation"
	}
	return s
}

// Target is one LLVM processor of these generations.
type Target struct {
	Name  string   // LLVM's name, "gfx803"
	Gen   Gen      // the single generation it belongs to
	Flag  uint8    // low byte of an AMDGPU ELF's e_flags (EF_AMDGPU_MACH_*, LLVM AMDGPUUsage)
	Chips []string // code names, lower case; hawaii-r9 is the Hawaii of consumer boards, for which LLVM has a target but no name
}

// targets: LLVM AMDGPUUsage, "Processors" and "AMDGPU ELF Header".
var targets = [...]Target{
	{"gfx600", GCN10, 0x20, []string{"tahiti"}},
	{"gfx601", GCN10, 0x21, []string{"pitcairn", "verde", "capeverde"}},
	{"gfx602", GCN10, 0x3a, []string{"hainan", "oland"}},
	{"gfx700", GCN11, 0x22, []string{"kaveri"}},
	{"gfx701", GCN11, 0x23, []string{"hawaii"}},
	{"gfx702", GCN11, 0x24, []string{"hawaii-r9"}},
	{"gfx703", GCN11, 0x25, []string{"kabini", "mullins"}},
	{"gfx704", GCN11, 0x26, []string{"bonaire"}},
	{"gfx705", GCN11, 0x3b, nil},
	{"gfx801", GCN12, 0x28, []string{"carrizo"}},
	{"gfx802", GCN12, 0x29, []string{"tonga", "iceland"}},
	{"gfx803", GCN12, 0x2a, []string{"fiji", "polaris10", "polaris11", "polaris12"}},
	{"gfx805", GCN12, 0x3c, []string{"tongapro"}},
	{"gfx810", GCN12, 0x2b, []string{"stoney"}},
	{"gfx900", GCN14, 0x2c, []string{"vega10", "vega"}},
	{"gfx902", GCN14, 0x2d, []string{"raven"}},
	{"gfx904", GCN14, 0x2e, []string{"vega12"}},
	{"gfx906", GCN14, 0x2f, []string{"vega20"}},
}

// Targets returns every LLVM target of the four generations.
func Targets() []Target { return append([]Target(nil), targets[:]...) }

// FindTarget resolves what a user calls a GPU: a generation ("gcn1.2", "1.2"), a target ("gfx803") or a chip ("fiji"). A generation stands for the target
// that compilers use for it by default.
func FindTarget(name string) (Target, error) {
	n := strings.ToLower(strings.TrimSpace(name))
	n = strings.ReplaceAll(strings.TrimPrefix(n, "gcn"), " ", "")
	gens := map[string]string{"1.0": "gfx600", "1.1": "gfx700", "1.2": "gfx803", "1.4": "gfx900"}
	if t, ok := gens[n]; ok {
		n = t
	}
	var known []string
	for _, t := range targets {
		if t.Name == n {
			return t, nil
		}
		for _, c := range t.Chips {
			if c == n {
				return t, nil
			}
		}
		known = append(known, t.Name)
	}
	return Target{}, fmt.Errorf("unknown GPU %q: want gcn1.0, gcn1.1, gcn1.2, gcn1.4, one of %s, or a chip such as tahiti, hawaii, fiji, vega10",
		name, strings.Join(known, " "))
}
