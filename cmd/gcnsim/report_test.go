package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/report"
)

// looped is a program that executes 10 of an instruction 60 times.
func looped(inst string) string {
	return "s_mov_b32 m0, -1\ns_movk_i32 s20, 60\nL:\n.rept 10\n" + inst + "\n.endr\ns_sub_u32 s20, s20, 1\n" +
		"s_cmp_lg_u32 s20, 0\ns_cbranch_scc1 L\ns_endpgm"
}

// A report names what limits a launch that was made to be limited by it, and the change that removes
// it saves most.
func TestReportNamesTheLimit(t *testing.T) {
	dir := t.TempDir()
	small := filepath.Join(dir, "small.json")
	require.NoError(t, os.WriteFile(small, []byte(`{"cus": 4}`), 0o600))
	for name, k := range map[string]struct {
		code, limit, best, grid string
	}{
		"vector arithmetic": {looped("v_mul_f32 v4, v4, v5"), "valu busy", "", "8192"},
		"LDS":               {looped("ds_write_b32 v4, v5"), "lds busy", "lds=perfect", "8192"},
		"a load alone":      {looped("s_load_dword s8, s[4:5], 0x0\ns_waitcnt lgkmcnt(0)"), "wait scalar", "kcache=perfect", "1024"},
		"a barrier": {"v_cmp_eq_u32 vcc, 0, v0\ns_cbranch_vccz M\n" +
			strings.Replace(looped("v_mul_f32 v4, v4, v5"), "s_endpgm", "M:\ns_barrier\ns_endpgm", 1), "barrier", "", "8192"},
	} {
		file := filepath.Join(dir, "k.s")
		require.NoError(t, os.WriteFile(file, []byte(k.code), 0o600))
		code, out, errs := command(t, "", "report", file, "--gpu", "fiji", "--figures", small, "--grid", k.grid, "--group", "256", "--buffer", "b:4096",
			"--reg", "v0=local_id", "--reg", "v4=local_id", "--reg", "s[4:5]=buffer:b", "--format", "json", "--what-if",
			"lds=perfect,kcache=perfect")
		require.Zero(t, code, errs)
		var runs []report.Run
		require.NoError(t, json.Unmarshal([]byte(out), &runs))
		require.Len(t, runs, 1)
		require.Equal(t, k.limit, runs[0].Lead.Limit, "%s: %s", name, runs[0].Lead)
		if k.best != "" {
			require.Contains(t, runs[0].Lead.Gain, "Of the changes tried, "+k.best+" saves most", name)
		}
	}
}

func TestReportComparesLaunchesCodesAndChips(t *testing.T) {
	kernels := filepath.Join(root, "testdata", "kernels", "vecadd")
	page := filepath.Join(t.TempDir(), "page.html")
	for name, more := range map[string][]string{
		"launch files": {"--against", filepath.Join(kernels, "gfx900-O0.json")},
		"codes":        {"--against", filepath.Join(kernels, "gfx900-O0.hsaco")},
		"chips":        {"--against-gpu", "vega20"},
	} {
		code, out, errs := command(t, "", append([]string{"report", "--launch", filepath.Join(kernels, "gfx900.json"), "--what-if", "none",
			"-o", page}, more...)...)
		require.Zero(t, code, "%s: %s", name, errs)
		require.Contains(t, out, "vega10: vecadd", name)
		require.Regexp(t, `(?m)^B takes .* times`, out, name)
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		require.Contains(t, string(text), "Differences", name)
	}
	code, _, errs := command(t, "", "report", "--launch", filepath.Join(kernels, "gfx900.json"), "--what-if", "speed")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "want NAME=VALUE")
	code, _, errs = command(t, "", "report", "--launch", filepath.Join(kernels, "gfx900.json"), "--against", "nowhere.co")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "nowhere.co")
}
