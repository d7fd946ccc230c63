package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

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
