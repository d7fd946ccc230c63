//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// An endless program ends at an interrupt with what it has: verdict, trace and profile. Verbs that
// only read end at once.
func TestInterruptsEndWithWhatThereIs(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	for _, c := range []struct {
		args   string
		signal syscall.Signal
		status int
		files  []string
		out    string
	}{
		{"--profile cpu run loop.s --gpu fiji --max-insts 1000000000000 --trace t.txt", syscall.SIGINT, 130, []string{"t.txt", "cpu.pprof"}, "status=fault"},
		{"--profile trace run loop.s --gpu fiji --max-insts 1000000000000 --mode timing", syscall.SIGTERM, 143, []string{"trace.out"}, "status=fault"},
		{"--profile mem bench loop.s --gpu fiji --max-insts 1000000000000", syscall.SIGINT, 130, []string{"mem.pprof"}, ""},
		{"--profile cpu run loop.s --gpu fiji --max-insts 1000000000000 --order all", syscall.SIGINT, 130, []string{"cpu.pprof"}, ""},
		{"--profile cpu decode --gpu fiji", syscall.SIGINT, 130, []string{"cpu.pprof"}, ""},
	} {
		dir := t.TempDir()
		require.NoError(t, os.Symlink(exe, filepath.Join(dir, "gcnsim"))) // see testscript.Main
		require.NoError(t, os.WriteFile(filepath.Join(dir, "loop.s"), []byte("top: s_branch top\n"), 0o600))
		var out, stderr strings.Builder
		var begin time.Time
		var e *exec.ExitError
		// A busy machine may take longer until the signal is waited for: it kills the process then.
		for wait := 250 * time.Millisecond; wait < time.Minute && (e == nil || e.ExitCode() < 0); wait *= 2 {
			cmd := exec.Command(filepath.Join(dir, "gcnsim"), strings.Fields(c.args)...)
			cmd.Dir = dir
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			defer in.Close()
			cmd.Stdout, cmd.Stderr = &out, &stderr
			require.NoError(t, cmd.Start())
			time.Sleep(wait)
			require.NoError(t, cmd.Process.Signal(c.signal))
			begin = time.Now()
			require.True(t, errors.As(cmd.Wait(), &e), c.args)
		}
		require.Equal(t, c.status, e.ExitCode(), "%s: %s", c.args, &stderr)
		require.Less(t, time.Since(begin), 4*time.Second, c.args)
		require.Contains(t, stderr.String(), "interrupted", c.args)
		require.Contains(t, out.String(), c.out, c.args)
		for _, name := range c.files {
			info, err := os.Stat(filepath.Join(dir, name))
			require.NoError(t, err, c.args)
			require.Positive(t, info.Size(), "%s: %s", c.args, name)
		}
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 2+len(c.files), "%s: nothing else is left", c.args)
	}
}

// --timeout is a limit of every verb that may take long.
func TestTimeout(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("loop.s", []byte("top: s_branch top\n"), 0o600))
	for _, line := range []string{"run loop.s", "run loop.s --mode timing", "run loop.s --order all", "run loop.s --no-check --workers 2 --grid 4096", "bench loop.s"} {
		begin := time.Now()
		args := strings.Fields(line + " --gpu fiji --max-insts 1000000000000 --timeout 100ms")
		code, _, stderr := command(t, "", args...)
		require.Equal(t, exitFailed, code, line)
		require.Contains(t, stderr, "limit reached: 100ms (--timeout raises the limit)", line)
		require.Less(t, time.Since(begin), 4*time.Second, line)
	}
	code, _, stderr := command(t, "", "run", "loop.s", "--gpu", "fiji", "--timeout", "-1s")
	require.Equal(t, exitUsage, code)
	require.Contains(t, stderr, "--timeout")
}
