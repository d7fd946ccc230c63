package isa

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Gen is a set of GCN generations, one bit each. A row, a layout or a hazard names the generations
// it holds for with such a set; a decoder, a wave or a chip has exactly one bit set.
type Gen uint8

// The four generations. The names follow AMD's "GCN 1.x" as CLRX uses them; LLVM's target names are
// in [Targets].
const (
	GCN10 Gen = 1 << iota // GCN 1.0, Southern Islands, gfx6
	GCN11                 // GCN 1.1, Sea Islands, gfx7
	GCN12                 // GCN 1.2, Volcanic Islands ("GCN3"), gfx8
	GCN14                 // GCN 1.4, Vega, gfx9

	AllGens = GCN10 | GCN11 | GCN12 | GCN14 // every generation
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

// Target is one LLVM processor of these generations. The zero Features stand for those of Gen.
type Target struct {
	Name     string   // LLVM's name, "gfx803"
	Gen      Gen      // the single generation that it belongs to
	Features Features // what it has
	Flag     uint8    // low byte of an AMDGPU ELF's e_flags (EF_AMDGPU_MACH_*)
	// code names, lower case; hawaii-r9 is the Hawaii of consumer boards, for which LLVM has a
	// target but no name
	Chips  []string
	stands bool // for its generation, where only that is named

	// What code is for, where a target can be set in two ways: the "sramecc" and "xnack" of LLVM's
	// target IDs ("gfx906:sramecc-:xnack+").
	SRAMECC, XNACK Setting
}

// Setting is how a feature that can be turned on and off is set.
type Setting uint8

// The settings.
const (
	SettingAny Setting = iota // code works with both
	SettingOff                // code works only where it is off: "-"
	SettingOn                 // code works only where it is on: "+"
)

// String is "+", "-" or nothing, as target IDs have it.
func (s Setting) String() string { return [...]string{"", "-", "+"}[s] }

// ID is LLVM's target ID: the name, with the settings that are not left open.
func (t Target) ID() string {
	id := t.Name
	if t.SRAMECC != SettingAny {
		id += ":sramecc" + t.SRAMECC.String()
	}
	if t.XNACK != SettingAny {
		id += ":xnack" + t.XNACK.String()
	}
	return id
}

// A target's features are those of its generation with its own.
const (
	gfx801 = gcn12 | FeatureUnpackedD16
	gfx906 = gcn14 | FeatureFmaMix | FeatureDL | FeatureDot1 | FeatureDot2 | FeatureDot7 | FeatureDot10 |
		FeatureSRAMECC | FeatureHalf64
)

// targets: LLVM 22, AMDGPU.td (FeatureISAVersion*), GCNProcessors.td; AMDGPUUsage, "Processors" and
// "AMDGPU ELF Header".
var targets = [...]Target{
	{"gfx600", GCN10, gcn10 | FeatureFastFMA32 | FeatureHalf64, 0x20, []string{"tahiti"}, true, 0, 0},
	{"gfx601", GCN10, gcn10, 0x21, []string{"pitcairn", "verde", "capeverde"}, false, 0, 0},
	{"gfx602", GCN10, gcn10, 0x3a, []string{"hainan", "oland"}, false, 0, 0},
	{"gfx700", GCN11, gcn11, 0x22, []string{"kaveri"}, true, 0, 0},
	{"gfx701", GCN11, gcn11 | FeatureFastFMA32 | FeatureHalf64, 0x23, []string{"hawaii"}, false, 0, 0},
	{"gfx702", GCN11, gcn11 | FeatureFastFMA32 | FeatureLDSBanks16, 0x24, []string{"hawaii-r9"}, false, 0, 0},
	{"gfx703", GCN11, gcn11 | FeatureLDSBanks16, 0x25, []string{"kabini", "mullins"}, false, 0, 0},
	{"gfx704", GCN11, gcn11, 0x26, []string{"bonaire"}, false, 0, 0},
	{"gfx705", GCN11, gcn11 | FeatureLDSBanks16, 0x3b, nil, false, 0, 0},
	{"gfx801", GCN12, gfx801 | FeatureXNACK | FeatureFastFMA32 | FeatureHalf64, 0x28, []string{"carrizo"}, false, 0, 0},
	{"gfx802", GCN12, gfx801 | FeatureSGPRInit, 0x29, []string{"tonga", "iceland"}, false, 0, 0},
	{"gfx803", GCN12, gfx801, 0x2a, []string{"fiji", "polaris10", "polaris11", "polaris12"}, true, 0, 0},
	{"gfx805", GCN12, gfx801 | FeatureSGPRInit, 0x3c, []string{"tongapro"}, false, 0, 0},
	{"gfx810", GCN12, gcn12 | FeaturePackedD16 | FeatureXNACK | FeatureLDSBanks16, 0x2b, []string{"stoney"}, false, 0, 0},
	{"gfx900", GCN14, gcn14 | FeatureMadMix, 0x2c, []string{"vega10", "vega"}, true, 0, 0},
	{"gfx902", GCN14, gcn14 | FeatureMadMix, 0x2d, []string{"raven"}, false, 0, 0},
	{"gfx904", GCN14, gcn14 | FeatureFmaMix, 0x2e, []string{"vega12"}, false, 0, 0},
	{"gfx906", GCN14, gfx906, 0x2f, []string{"vega20"}, false, 0, 0},
	{"gfx909", GCN14, gcn14 | FeatureMadMix, 0x31, []string{"raven2"}, false, 0, 0},
	{"gfx90c", GCN14, gcn14 | FeatureMadMix, 0x32, []string{"renoir"}, false, 0, 0},
}

// Has are the target's features: those of its generation where it has no name. ECC of registers is
// one of them unless it is set off: code that leaves it open has to work with it.
func (t Target) Has() Features {
	has := t.Features
	if has == 0 {
		has = t.Gen.Features()
	}
	if t.SRAMECC == SettingOff {
		has &^= FeatureSRAMECC
	}
	return has
}

// Targets returns every LLVM target of the four generations.
func Targets() []Target { return append([]Target(nil), targets[:]...) }

// FindTarget resolves what a user calls a GPU: a generation ("gcn1.2", "1.2"), a target ("gfx803"),
// a chip ("fiji") or a board ("rx580", "Radeon RX 580"). A generation stands for the target that
// compilers use for it by default. Settings may follow, as in LLVM's target IDs:
// "gfx906:sramecc-:xnack+".
func FindTarget(name string) (Target, error) {
	n, settings, _ := strings.Cut(strings.ToLower(strings.TrimSpace(name)), ":")
	chip := ChipOf(n)
	n = strings.ReplaceAll(strings.TrimPrefix(n, "gcn"), " ", "")
	var known []string
	for i, t := range targets {
		named := slices.Contains(t.Chips, n) || chip != "" && slices.Contains(t.Chips, chip)
		if t.Name == n || named || t.stands && (generationNames[t.Gen] == n || t.Gen == GCN14 && n == GenericGCN14) {
			err := targets[i].set(&t, settings)
			return t, err
		}
		known = append(known, t.Name)
	}
	like := ""
	if f := Foreign(n); f != "" {
		like = "it is " + f + "; "
	} else if near := Nearest(strings.ToLower(name), GPUNames()); near != "" {
		like = "did you mean " + near + "? "
	}
	return Target{}, fmt.Errorf("unknown GPU %q: %swant gcn1.0, gcn1.1, gcn1.2, gcn1.4, one of %s, "+
		"a chip such as tahiti, hawaii, fiji, vega10, or a board such as rx580, mi50", name, like, strings.Join(known, " "))
}

// GenericGCN14 is LLVM's processor of code that runs on every target of GCN 1.4 (LLVM AMDGPUUsage, "Generic
// Processors").
const GenericGCN14 = "gfx9-generic"

// Processor is the processor of a target's id: gfx906 of "amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-".
func Processor(id string) string {
	name, _, _ := strings.Cut(id, ":")
	name, _, _ = strings.Cut(name, "+")
	if strings.HasSuffix(name, GenericGCN14) {
		return GenericGCN14
	}
	return name[strings.LastIndexByte(name, '-')+1:]
}

// Foreign names the instruction set of a processor of AMD's that is none of GCN 1.0 to 1.4, as LLVM calls processors:
// "gfx1030" has RDNA 2. It is empty for others.
func Foreign(processor string) string {
	for _, f := range [...]struct{ prefix, name string }{
		{"gfx12", "RDNA 4"}, {"gfx115", "RDNA 3.5"}, {"gfx11", "RDNA 3"}, {"gfx103", "RDNA 2"}, {"gfx10-3", "RDNA 2"}, {"gfx10", "RDNA"},
		{"gfx908", "CDNA"}, {"gfx90a", "CDNA 2"}, {"gfx94", "CDNA 3"}, {"gfx9-4", "CDNA 3"}, {"gfx95", "CDNA 4"},
	} {
		if strings.HasPrefix(processor, f.prefix) {
			return f.name
		}
	}
	return ""
}

// generationNames are what users call generations, without "gcn".
var generationNames = map[Gen]string{GCN10: "1.0", GCN11: "1.1", GCN12: "1.2", GCN14: "1.4"}

// set puts the settings of a target ID into to.
func (t *Target) set(to *Target, settings string) error {
	for settings != "" {
		var one string
		one, settings, _ = strings.Cut(settings, ":")
		v := SettingOff
		feature, ok := strings.CutSuffix(one, "-")
		if !ok {
			feature, ok = strings.CutSuffix(one, "+")
			v = SettingOn
		}
		at, need := &to.XNACK, FeatureXNACK
		switch feature {
		case "xnack":
		case "sramecc":
			at, need = &to.SRAMECC, FeatureSRAMECC
		default:
			ok = false
		}
		switch {
		case !ok:
			return fmt.Errorf("setting %q of %s: want xnack+, xnack-, sramecc+ or sramecc-", one, t.Name)
		case !t.Features.Has(need):
			return fmt.Errorf("%s has no %s", t.Name, feature)
		}
		*at = v
	}
	return nil
}
