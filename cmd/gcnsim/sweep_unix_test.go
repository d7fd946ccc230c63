//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A sweep that is killed (kill -9) again and again loses at most what ran then, and ends with the
// tables of one that nobody has killed.
func TestAKilledSweepGoesOn(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	gcnsim := filepath.Join(dir, "gcnsim")
	require.NoError(t, os.Symlink(exe, gcnsim)) // see testscript.Main
	require.NoError(t, os.WriteFile(filepath.Join(dir, "loop.s"), []byte("loop: s_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\n"+
		"s_cbranch_scc1 loop\ns_endpgm\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"programs": [{"name": "loop", "launch": {"code": "loop.s",
		"launches": [{"entry": 0, "grid": [64], "group": [64], "registers": {"s0": "{n}"}}]}}], "gpus": ["fiji"],
		"mode": "functional", "vars": {"n": {"from": 20000, "to": 20299, "step": 1}}}`), 0o666))
	run := func(folder string) *exec.Cmd {
		cmd := exec.Command(gcnsim, "sweep", "s.json", "--dir", folder, "--jobs", "2", "--write", "json")
		cmd.Dir = dir
		return cmd
	}
	// records counts lines of results that are there whole.
	records := func() (n int) {
		parts, err := filepath.Glob(filepath.Join(dir, "killed", "results", "*"))
		require.NoError(t, err)
		for _, p := range parts {
			data, err := os.ReadFile(p)
			require.NoError(t, err)
			n += bytes.Count(data, []byte("\nr ")) + min(1, bytes.Count(data[:min(2, len(data))], []byte("r ")))
			if len(data) > 0 && data[len(data)-1] != '\n' {
				n--
			}
		}
		return n
	}
	for _, most := range []int{20, 60, 120} {
		cmd := run("killed")
		require.NoError(t, cmd.Start())
		for until := time.Now().Add(time.Minute); records() < most && time.Now().Before(until); {
			time.Sleep(2 * time.Millisecond)
		}
		require.NoError(t, cmd.Process.Kill())
		require.Error(t, cmd.Wait(), "it was killed before it ended")
		require.GreaterOrEqual(t, records(), most)
	}
	had := records()
	out, err := run("killed").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `tasks=300 done=300 \(\d+ run, \d+ there already\)`, string(out))
	_, ran, _ := bytes.Cut(out, []byte("("))
	ran, _, _ = bytes.Cut(ran, []byte(" run"))
	require.Equal(t, strconv.Itoa(300-had), string(ran), "nothing is done twice")
	out, err = run("whole").CombinedOutput()
	require.NoError(t, err, "%s", out)
	want, err := os.ReadFile(filepath.Join(dir, "whole", "results.json"))
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(dir, "killed", "results.json"))
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}
