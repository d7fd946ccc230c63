//go:build !race

// The simulated program races, and so its plain accesses do on the host (package sim).

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Work-groups that race end the same way every time with a seed, a list of returns, --deterministic
// or a clock, whatever --workers says; without, the verdict says that another run may differ and
// which flag helps.
func TestARacyRunIsRepeatableOrSaysSo(t *testing.T) {
	dir := t.TempDir()
	racy := filepath.Join(dir, "racy.s")
	fair := filepath.Join(dir, "fair.s")
	for file, body := range map[string]string{
		racy: `
	v_lshlrev_b32 v0, 2, v0
loop:
	global_load_dword v1, v0, s[0:1]
	s_waitcnt vmcnt(0)
	v_add_u32 v1, 1, v1
	global_store_dword v0, v1, s[0:1]
	s_waitcnt vmcnt(0)
	s_add_u32 s4, s4, 1
	s_cmp_lt_u32 s4, 100
	s_cbranch_scc1 loop
	s_endpgm
`,
		fair: `
	v_lshlrev_b32 v0, 2, v0
	global_load_dword v1, v0, s[0:1]
	s_waitcnt vmcnt(0)
	s_endpgm
`,
	} {
		require.NoError(t, os.WriteFile(file, []byte(body), 0o600))
	}
	type doc struct {
		Verdict string      `json:"verdict"`
		Repeat  *repetition `json:"repeat"`
	}
	run := func(file string, args ...string) (doc, string) {
		t.Helper()
		args = append([]string{"run", file, "--gpu", "vega10", "--grid", "2048", "--group", "64", "--buffer", "a:256",
			"--reg", "s[0:1]=buffer:a", "--reg", "s4=0", "--reg", "v0=lane"}, args...)
		_, text, _ := command(t, "", append(args, "--dump", "--all")...)
		_, out, _ := command(t, "", append(args, "--dump-format", "json")...)
		var d doc
		require.NoError(t, json.Unmarshal([]byte(out), &d))
		return d, text
	}
	for _, how := range [][]string{{"--order", "random:7"}, {"--order", "0,1"}, {"--deterministic"}, {"--deterministic", "--order", "asap"},
		{"--workers", "1"}, {"--mode", "timing"}} {
		if how[0] != "--workers" {
			how = append(how, "--workers", "8")
		}
		d, want := run(racy, how...)
		require.NotNil(t, d.Repeat, "%v", how)
		require.True(t, d.Repeat.Same, "%v", how)
		require.NotContains(t, d.Verdict, "repeat=", "%v", how)
		for range 3 {
			_, got := run(racy, how...)
			require.True(t, want == got, "%v", how)
		}
	}
	for _, how := range [][]string{{"--workers", "2"}, {"--workers", "8", "--order", "asap"}} {
		d, text := run(racy, how...)
		require.Equal(t, &repetition{Why: "work-groups race", With: "--deterministic"}, d.Repeat, "%v", how)
		require.Contains(t, d.Verdict, " repeat=--deterministic ", "%v", how)
		require.Contains(t, text, "work-groups race; with --deterministic it is the same every time", "%v", how)
	}
	d, _ := run(fair, "--workers", "2")
	require.Nil(t, d.Repeat)
	d, _ = run(racy, "--workers", "2", "--no-check")
	require.Nil(t, d.Repeat)
	d, _ = run(racy, "--workers", "8", "--grid", "64")
	require.True(t, d.Repeat.Same)
	d, _ = run(racy, "--workers", "8", "--max-insts", "500", "--no-check")
	require.Equal(t, "--deterministic", d.Repeat.With)
}
