package chip

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

func TestEveryFigureHasARangeAndASource(t *testing.T) {
	names := map[string]bool{}
	for f := range NumFields {
		i := f.Info()
		require.NotEmpty(t, i.Name)
		require.NotEmpty(t, i.Doc, i.Name)
		require.Less(t, i.Min, i.Max, i.Name)
		require.False(t, names[i.Name], i.Name)
		names[i.Name] = true
		back, ok := fieldOf(i.Name)
		require.True(t, ok)
		require.Equal(t, f, back)
	}
	for _, c := range All() {
		require.NoError(t, c.Validate())
		require.NotEmpty(t, c.Product, c.Name)
		for f := range NumFields {
			require.Greater(t, len(c.Figures[f].Source), 10, "%s %v", c.Name, f)
		}
	}
}

// TestEveryFigureActs: what a chip can be given changes costs, occupancy or the clock. A figure that no
// code reads would only seem to.
func TestEveryFigureActs(t *testing.T) {
	read := map[string]bool{}
	for _, dir := range []string{".", "../internal/clock"} {
		list, err := filepath.Glob(dir + "/*.go")
		require.NoError(t, err)
		for _, name := range list {
			if base := filepath.Base(name); base == "field.go" || base == "table.go" || strings.HasSuffix(base, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					read[id.Name] = true
				}
				return true
			})
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "field.go", nil, 0)
	require.NoError(t, err)
	figures := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.ValueSpec); ok && figures < int(NumFields) {
			for _, id := range s.Names {
				require.True(t, read[id.Name], "%s is read nowhere", id.Name)
				figures++
			}
		}
		return true
	})
	require.Equal(t, int(NumFields), figures)
}

// What has been found out about one chip is a fact of that chip; for others it is an assumption, and is
// named so. A source that is about several chips names one of this chip's kind.
func TestWhatIsKnownOfAnotherChipIsAssumed(t *testing.T) {
	about := map[string][]string{"Kaveri": {"kaveri"}, "RX 480": {"polaris10"}, "Vega 20": {"vega20"}, "Hawaii": {"hawaii", "hawaii-r9"},
		"Tahiti": {"tahiti", "pitcairn", "capeverde"}, "MI308X": nil, "R9 290X": {"hawaii-r9"}, "MI50": {"vega20"}}
	// CLRX, which these name first, measured on chips of several generations.
	several := map[Field]bool{L1Pair: true, FMA32Cycles: true, DPRatio: true}
	seen := 0
	for _, c := range All() {
		for f := range NumFields {
			g := c.Figures[f]
			own, other := false, false
			for name, chips := range about {
				if strings.Contains(g.Source, name) {
					mine := slices.Contains(chips, c.Name)
					own, other = own || mine, other || !mine
				}
			}
			if other && !own && !several[f] {
				seen++
				require.True(t, g.Assumed, "%s %v: %s", c.Name, f, g.Source)
			}
			if strings.HasPrefix(g.Source, nobody) || strings.Contains(g.Source, "not published") {
				require.True(t, g.Assumed, "%s %v: %s", c.Name, f, g.Source)
			}
		}
	}
	require.Greater(t, seen, 100)
}

func TestEveryNameIsOneOfIsa(t *testing.T) {
	for i := range chips {
		c := all()[i]
		require.NotEmpty(t, c.Target.Name, c.Name)
		for _, n := range chips[i].names {
			named, err := isa.FindTarget(n)
			require.NoError(t, err)
			require.Equal(t, c.Target.Name, named.Name)
			back, err := Lookup(strings.ToUpper(n))
			require.NoError(t, err)
			require.Equal(t, c.Name, back.Name)
		}
	}
}

func TestLookupOfTargetsAndGenerations(t *testing.T) {
	for name, want := range map[string]string{
		"gfx600": "tahiti", "gcn1.0": "tahiti", "1.1": "kaveri", "gcn1.2": "fiji", "GCN 1.4": "vega10", "gfx803": "fiji",
		"gfx906": "vega20", "gfx701": "hawaii", "gfx702": "hawaii-r9", "gfx802": "tonga", "gfx704": "bonaire", "vega": "vega10", "verde": "capeverde",
	} {
		require.Equal(t, want, lookup(t, name).Name, name)
	}
	for _, g := range isa.Gens() {
		found := false
		for _, c := range All() {
			found = found || c.Target.Gen == g
		}
		require.True(t, found, g)
	}
	for board, want := range map[string]string{"rx480": "polaris10", "RX 580": "rx580", "Radeon RX 580": "rx580", "mi50": "vega20",
		"instinct-mi60": "mi60", "R9 290X": "hawaii-r9", "AMD Radeon R9 Fury X": "fiji", "vega56": "vega56", "hd7970": "tahiti"} {
		require.Equal(t, want, lookup(t, board).Name, board)
	}
	_, err := Lookup("r9 nano")
	require.ErrorContains(t, err, "no figures of r9 nano are known: it is a board of fiji")
	_, err = Lookup("rx58O")
	require.ErrorContains(t, err, "did you mean rx580?")
	_, err = Lookup("raven")
	require.ErrorContains(t, err, "no figures of raven are known: take a chip of its generation, GCN 1.4 (gfx9)")
	require.ErrorContains(t, err, "there are vega10 vega56 vega20 mi60")
	require.NotContains(t, err.Error(), "fiji")
	_, err = Lookup("rdna")
	require.ErrorContains(t, err, `unknown GPU "rdna"`)
}

// What a target's features say of rates is what its chips have: f64 at half rate, and f32 fused
// multiply-add at full rate (LLVM, HalfRate64Ops and FeatureFastFMAF32). Tahiti's f64 is at a
// quarter of the rate of f32 for all but additions, which LLVM calls half rate.
func TestRatesAgreeWithTheFeaturesOfTheTarget(t *testing.T) {
	for _, c := range All() {
		want := 16
		if c.Target.Features.Has(isa.FeatureFastFMA32) {
			want = 4
		}
		require.Equal(t, want, c.Int(FMA32Cycles), c.Name)
		require.Equal(t, c.Target.Features.Has(isa.FeatureHalf64), c.Int(DPRatio) <= 4, c.Name)
	}
}

// A target with fixed SGPRs holds as many waves as these allow.
func TestFixedRegistersLimitTheWaves(t *testing.T) {
	c := lookup(t, "tonga")
	l := c.Target.Limits()
	require.Equal(t, 96, l.FixedSGPRs)
	require.Equal(t, l.SGPRs/l.FixedSGPRs, c.Int(Waves))
	o, err := c.Occupancy(Need{VGPRs: 4, SGPRs: 8, Group: 64})
	require.NoError(t, err)
	require.Equal(t, 8, o.Waves)
}

// AMD OpenCL Optimization Guide, table 2.5: what the figures of a chip amount to on the whole chip,
// in kB and GB/s.
func TestChipsAddUpToTheOpenCLGuide(t *testing.T) {
	for name, want := range map[string]struct{ constant, l2, lds, constRate, l1Rate, l2Rate int }{
		"capeverde": {64, 512, 1280, 160, 640, 256},
		"pitcairn":  {128, 512, 2560, 320, 1280, 512},
		"tahiti":    {128, 768, 3789, 474, 1894, 710},
	} {
		c := lookup(t, name)
		ghz := c.Figures[EngineMHz].Value / 1000
		rate := func(bytes int) int { return int(float64(bytes)*ghz + 0.5) }
		require.Equal(t, want.constant, c.groupsOf(c.Int(KCacheCUs))*c.Int(KCacheBytes)/1024, name)
		require.Equal(t, want.l2, c.Int(L2Bytes)/1024, name)
		require.Equal(t, want.lds, rate(c.Int(CUs)*c.Int(LDSPorts)*c.Int(LDSPortBytes)), name)
		require.Equal(t, want.constRate, rate(c.Int(CUs)*c.Int(KCacheRate)), name)
		require.Equal(t, want.l1Rate, rate(c.Int(CUs)*c.Int(L1Rate)), name)
		require.Equal(t, want.l2Rate, rate(c.Int(L2Channels)*c.Int(L2Rate)), name)
	}
}

// The bandwidth of a board is its bus's width times its memory's rate. Widths: AMD's product
// specifications.
func TestBandwidthIsWidthTimesRate(t *testing.T) {
	for name, x := range map[string]struct{ bits, perClock float64 }{
		"tahiti": {384, 4}, "pitcairn": {256, 4}, "capeverde": {128, 4}, "bonaire": {128, 4}, "hawaii": {512, 4}, "hawaii-r9": {512, 4}, "kaveri": {128, 2},
		"tonga": {256, 4}, "fiji": {4096, 2}, "polaris10": {256, 4}, "polaris11": {128, 4}, "vega10": {2048, 2}, "vega20": {4096, 2},
	} {
		c := lookup(t, name)
		require.InEpsilon(t, c.Figures[DRAMGBs].Value, c.Figures[MemoryMHz].Value*x.bits/8*x.perClock/1000, 0.001, name)
	}
}

func TestCachesDoNotSpanShaderArrays(t *testing.T) {
	for name, want := range map[string]int{ // 4 arrays of 11: 4+4+3; of 16 by threes: 6; 15 by threes: 5; 8 by fours: 2
		"hawaii": 12, "vega10": 24, "vega20": 20, "kaveri": 2, "polaris10": 12, "bonaire": 4,
	} {
		c := lookup(t, name)
		require.Equal(t, want, c.groupsOf(c.Int(KCacheCUs)), name)
	}
}

func TestChipsReadBackFromJSON(t *testing.T) {
	for _, c := range All() {
		data, err := json.Marshal(c)
		require.NoError(t, err)
		from, ok := of(c.Target.Name)
		require.True(t, ok)
		back, err := from.Override(bytes.NewReader(data), "unused")
		require.NoError(t, err)
		require.Equal(t, c, back)
	}
}

func TestOverrideChangesFigures(t *testing.T) {
	c := lookup(t, "tahiti")
	const text = `{"name": "mine", "cus": 4, "dram_gbs": 100.5, "l1_latency": {"value": 100, "source": "my log", "unit": "cycles"}}`
	o, err := c.Override(strings.NewReader(text), "mine.json")
	require.NoError(t, err)
	require.Equal(t, "mine", o.Name)
	require.Equal(t, Figure{4, "mine.json", false}, o.Figures[CUs])
	require.Equal(t, Figure{100.5, "mine.json", false}, o.Figures[DRAMGBs])
	require.Equal(t, Figure{100, "my log", false}, o.Figures[L1Latency])
	require.Equal(t, 32, c.Int(CUs), "the chip that it started from stays as it is")
}

func TestOverrideRefuses(t *testing.T) {
	c := lookup(t, "tahiti")
	for text, want := range map[string]string{
		`[]`:                           "want a JSON object of figures",
		``:                             "want a JSON object of figures",
		`{"cus": 4`:                    "EOF",
		`{"cus": }`:                    `line 1: "cus": invalid character '}'`,
		`{"cus": 4} {}`:                "something follows the JSON object",
		`{"cu": 4}`:                    `a chip has no "cu"; it has cus ("gcnsim chips NAME" lists what it has)`,
		`{"clock": 4}`:                 `a chip has no "clock" ("gcnsim chips NAME" lists what it has)`,
		"{\"cus\": 4,\n}":              "line 2: invalid character '}'",
		"{\"cus\": 4\n\"l2_ways\": 4}": "line 2: invalid character '\"'",

		`{"cus": 4, "cus": 5}`:                           `"cus" is given twice`,
		`{"cus": "4"}`:                                   `cus is "4": want a number`,
		`{"cus": null}`:                                  "cus is null: want a number",
		`{"cus": 0}`:                                     "cus is 0: want 1 to 1024",
		`{"cus": 1e300}`:                                 "cus is 1e+300: want 1 to 1024",
		`{"cus": 1.5}`:                                   "cus is 1.5: want a whole number",
		`{"l1_bytes": 12}`:                               "l1_bytes is 12: want 64 to 16777216",
		`{"l1_line": 48}`:                                "l1_line is 48: want a power of two",
		`{"cus": {"source": "x"}}`:                       `cus: it has no "value"`,
		`{"cus": {"value": 4, "sauce": "x"}}`:            "unknown field",
		`{"engine_mhz": {"value": 1, "unit": "GHz"}}`:    `engine_mhz is in "GHz": want "MHz"`,
		`{"l1_latency": {"value": 100}}`:                 "",
		`{"l1_latency": {"value": 9, "source": ""}}`:     "l1_latency has no source",
		`{"name": 5}`:                                    `"name" is 5: want a text`,
		`{"target": "gfx900"}`:                           `"target" is gfx900, but tahiti is a gfx600`,
		`{"cus": 2}`:                                     "2 cus, but 4 shader arrays",
		`{"lds_group": 131072}`:                          "lds_group is more than lds_bytes",
		`{"l2_bytes": 786433}`:                           "l2_bytes is no multiple of 12288 bytes",
		`{"l2_interleave": 32}`:                          "l2_interleave is less than l2_line",
		`{"name": "` + strings.Repeat("x", 1<<20) + `"}`: "more than 1048576 bytes",
	} {
		_, err := c.Override(strings.NewReader(text), "x.json")
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want, text[:min(len(text), 80)])
	}
}

func FuzzOverride(f *testing.F) {
	f.Add(`{"cus": 4, "dram_gbs": 100.5, "l1_latency": {"value": 100, "source": "my log"}}`)
	f.Add(`{"name": "x", "target": "gfx600"}`)
	f.Add(`{"cus": {"value": 4, "unit": ""}, "waves": 1e99}`)
	c, err := Lookup("tahiti")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := c.Override(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		require.NoError(t, o.Validate())
		occ, err := o.Occupancy(Need{VGPRs: 4, SGPRs: 8, LDS: 512, Group: 64})
		if err == nil {
			require.LessOrEqual(t, occ.Waves, o.Int(Waves))
		}
		data, err := json.Marshal(o)
		require.NoError(t, err)
		back, err := c.Override(bytes.NewReader(data), "unused")
		require.NoError(t, err)
		require.Equal(t, o, back)
	})
}

// The package imports package isa and no other of this module, so that everything can import it.
func TestImportsOnlyIsa(t *testing.T) {
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range tree.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			if strings.HasPrefix(path, "github.com/gcnsim/") {
				require.Equal(t, "github.com/gcnsim/gcnsim/isa", path, f.Name())
			}
		}
	}
}

func ExampleLookup() {
	c, err := Lookup("vega10")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Product, c.Target.Name, c.Int(CUs), "compute units")
	f := c.Figures[L2Bytes]
	fmt.Println(f.Value, f.Source)
	// Output:
	// Radeon RX Vega 64 gfx900 64 compute units
	// 4.194304e+06 AMD PAL, gfx9Device.cpp, InitializeGpuChipProperties (2abc775b); Mesa ac_gpu_info: 256 kB per channel
}
