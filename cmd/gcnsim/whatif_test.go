package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/report"
)

// What-if runs the launch with each change and with all together, and ranks them by time.
func TestWhatIf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.s")
	// Vector instructions, then a load from memory that everybody waits for.
	require.NoError(t, os.WriteFile(file, []byte(".rept 200\nv_mul_f32 v4, v4, v5\n.endr\ns_load_dword s8, s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\ns_endpgm"), 0o600))
	run := func(list string, more ...string) (int, string, string) {
		return command(t, "", append([]string{"run", file, "--gpu", "fiji", "--mode", "timing", "--grid", "4096", "--group", "64", "--buffer", "b:4096",
			"--reg", "s[4:5]=buffer:b", "--what-if", list}, more...)...)
	}
	code, out, _ := run("clock=x2,l2=perfect,valu_cycles=8,cus=+0,waves=+1", "--dump-format", "json")
	require.Zero(t, code, out)
	var doc struct {
		Chip   string
		WhatIf []report.WhatIf `json:"what_if"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	require.Equal(t, "fiji", doc.Chip)
	at := map[string]report.WhatIf{}
	last := 0.0
	for _, x := range doc.WhatIf {
		at[x.Change] = x
		if x.Error == "" {
			require.GreaterOrEqual(t, x.Microseconds, last, "the quickest first")
			last = x.Microseconds
		}
	}
	require.Len(t, at, 7)
	base := at[""]
	require.InDelta(t, float64(base.Cycles)/1050, base.Microseconds, 1e-9)
	require.Equal(t, base.Cycles, at["cus=+0"].Cycles)
	require.InDelta(t, float64(at["clock=x2"].Cycles)/2100, at["clock=x2"].Microseconds, 1e-9)
	require.Less(t, at["l2=perfect"].Cycles, base.Cycles)
	// 200 instructions of eight clocks instead of four.
	require.InDelta(t, float64(base.Cycles)+800, float64(at["valu_cycles=8"].Cycles), 500, "the first wave's code comes meanwhile")
	require.Contains(t, at["waves=+1"].Error, "fiji has 1 to 10")
	both := at["clock=x2,l2=perfect,valu_cycles=8,cus=+0"]
	require.Empty(t, both.Error, "all that can be had, together")
	require.InDelta(t, both.Microseconds/base.Microseconds, both.Time, 1e-9)

	code, out, _ = run("waves=2,waves=10")
	require.Zero(t, code)
	require.Regexp(t, `(?m)^what if, on fiji$`, out)
	require.Regexp(t, `(?m)^[0-9.]+ us +\d+ +as it is$`, out)
	require.Regexp(t, `(?m)^[0-9.]+ us +\+0\.0 % +\d+ +waves=10$`, out)

	for list, why := range map[string]string{
		"l1": "want NAME=VALUE", "l1=": "want NAME=VALUE", "nothing=perfect": "want one of barrier, branch", "speed=1": "want waves, clock, a figure", "clock=fast": "want a number",
		"clock=x-1": "want a number", "clock=5%": "want a number", "waves=x+1": "want a number",
	} {
		code, _, errs := run(list)
		require.Equal(t, 2, code, list)
		require.Contains(t, errs, why, list)
	}
	code, out, _ = run("cus=0")
	require.Zero(t, code)
	require.Contains(t, out, "cus is 0: want 1 to 1024")
	code, _, errs := command(t, "", "run", file, "--gpu", "fiji", "--what-if", "l1=perfect")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "needs --mode timing")
	code, _, errs = run("l1=perfect", "--dump")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "--what-if and --dump")
}

// More waves are had with fewer registers, fewer with more.
func TestWhatIfWaves(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.s")
	// 84 registers: three waves on a SIMD; each follows a chain of loads.
	require.NoError(t, os.WriteFile(file, []byte("v_mov_b32 v83, 0\n.rept 20\nbuffer_load_dword v1, v83, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n.endr\ns_endpgm"), 0o600))
	code, out, _ := command(t, "", "run", file, "--gpu", "fiji", "--mode", "timing", "--grid", "196608", "--group", "64", "--buffer", "b:4096", "--reg", "s[4:7]=buffer:b",
		"--what-if", "waves=+3,waves=-2", "--dump-format", "json")
	require.Zero(t, code, out)
	var doc struct {
		WhatIf []report.WhatIf `json:"what_if"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	at := map[string]report.WhatIf{}
	for _, x := range doc.WhatIf {
		at[x.Change] = x
	}
	require.Less(t, at["waves=+3"].Time, 0.8, out)
	require.Greater(t, at["waves=-2"].Time, 1.8, out)
}

// Of several launches times are sums, and a change is made to each of them as if it were alone. What the
// launch before leaves in caches is as --caches says.
func TestWhatIfOfSeveralLaunches(t *testing.T) {
	dir := t.TempDir()
	// 84 registers: 3 waves on a SIMD. They follow a chain of 20 loads; another program of 10 begins at 0xf8.
	code := "v_mov_b32 v83, 0\n"
	for _, n := range []int{20, 10} {
		code += fmt.Sprintf(".rept %d\nbuffer_load_dword v1, v83, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n.endr\ns_endpgm\n", n)
	}
	const long, short = "0x0", "0xf8"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.s"), []byte(code), 0o600))
	type doc struct {
		Chip   string
		WhatIf []report.WhatIf `json:"what_if"`
	}
	run := func(list string, entries []string, more ...string) (map[string]report.WhatIf, []report.WhatIf) {
		var launches []string
		for _, e := range entries {
			launches = append(launches, `{"entry": "`+e+`", "grid": [131072], "group": [64], "registers": {"s[4:7]": "buffer:b"}}`)
		}
		file := filepath.Join(dir, "k.json")
		require.NoError(t, os.WriteFile(file, []byte(`{"code": "k.s", "gpu": "fiji", "buffers": [{"name": "b", "size": 65536, "save": "b.bin"}],
			"launches": [`+strings.Join(launches, ", ")+`]}`), 0o600))
		code, out, errs := command(t, "", append([]string{"run", "--launch", file, "--mode", "timing", "--what-if", list,
			"--dump-format", "json"}, more...)...)
		require.Zero(t, code, "%s%s", out, errs)
		var d doc
		require.NoError(t, json.Unmarshal([]byte(out), &d))
		at := map[string]report.WhatIf{}
		for _, x := range d.WhatIf {
			at[x.Change] = x
		}
		return at, d.WhatIf
	}
	both, list := run("waves=+2,l2=perfect,waves=9,clock=x2", []string{long, short})
	few, _ := run("waves=+2,l2=perfect,clock=x2", []string{long})
	many, _ := run("waves=+2,l2=perfect,clock=x2", []string{short})
	for _, change := range []string{"", "waves=+2", "l2=perfect", "clock=x2"} {
		x := both[change]
		require.Empty(t, x.Error)
		require.Len(t, x.Launches, 2)
		require.Equal(t, few[change].Cycles, x.Launches[0].Cycles, change)
		require.Equal(t, many[change].Cycles, x.Launches[1].Cycles, change)
		require.Equal(t, x.Launches[0].Cycles+x.Launches[1].Cycles, x.Cycles, change)
		require.InDelta(t, few[change].Microseconds+many[change].Microseconds, x.Microseconds, 1e-9, change)
		require.Empty(t, few[change].Launches, "there is one")
	}
	require.Less(t, both["waves=+2"].Launches[0].Cycles, both[""].Launches[0].Cycles)
	require.Less(t, both["waves=+2"].Launches[1].Cycles, both[""].Launches[1].Cycles)
	last := 0.0
	for _, x := range list {
		if x.Error == "" {
			require.GreaterOrEqual(t, x.Microseconds, last, "the quickest first")
			last = x.Microseconds
		}
	}

	warm, _ := run("cus=+0", []string{long, long}, "--caches", "warm")
	require.Less(t, warm["cus=+0"].Launches[1].Cycles, warm["cus=+0"].Launches[0].Cycles, "it finds what the first one has left")
	require.Equal(t, warm[""].Launches, warm["cus=+0"].Launches)

	code2, out, errs := command(t, "", "run", "--launch", filepath.Join(dir, "k.json"), "--mode", "timing", "--what-if", "l2=perfect,waves=0")
	require.Zero(t, code2, errs)
	require.Regexp(t, `(?m)^what if, on fiji, of 2 launches together$`, out)
	require.Regexp(t, `(?m)^time +by +cycles +0:0x0 +1:0x0 +change$`, out)
	require.Regexp(t, `(?m)^[0-9.]+ us +\d+ +\d+ +\d+ +as it is$`, out)
	require.Regexp(t, `(?m)^- +- +- +- +- +waves=0: launch 0: 0 waves on a SIMD`, out)
}

// Of several launches, waves=N is what the registers and LDS of each allow.
func TestWhatIfWavesOfSeveralLaunches(t *testing.T) {
	fiji, err := chip.Lookup("fiji")
	require.NoError(t, err)
	w := &whatIf{opts: sim.TimingOptions{Chip: fiji}}
	for _, n := range []chip.Need{{VGPRs: 84, SGPRs: 16, Group: 64}, {VGPRs: 40, SGPRs: 16, Group: 256, LDS: 4096}} {
		o, err := fiji.Occupancy(n)
		require.NoError(t, err)
		w.base = append(w.base, &sim.Timing{Need: n, Occupancy: o})
	}
	require.Equal(t, []int{3, 6}, []int{w.base[0].Occupancy.Waves, w.base[1].Occupancy.Waves})
	more, err := parseChanges("waves=+2")
	require.NoError(t, err)
	require.NoError(t, more[0].apply(w))
	require.Len(t, w.need, 2)
	for i, n := range w.need {
		o, err := fiji.Occupancy(n)
		require.NoError(t, err)
		require.Equal(t, w.base[i].Occupancy.Waves+2, o.Waves)
		require.Equal(t, w.base[i].Need.Group, n.Group)
	}
	many, err := parseChanges("waves=+5")
	require.NoError(t, err)
	require.ErrorContains(t, many[0].apply(w), "launch 1: 11 waves on a SIMD: fiji has 1 to 10")
}
