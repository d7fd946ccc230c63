//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
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
		var dir string
		var out, stderr strings.Builder
		var e *exec.ExitError
		// On a busy machine the signal may come before it is waited for, which kills the process, or
		// before the first instruction.
		early := func() bool {
			return e == nil || e.ExitCode() < 0 || strings.Contains(stderr.String(), ", after 0 instructions")
		}
		for wait := 250 * time.Millisecond; wait < time.Minute && early(); wait *= 2 {
			dir = t.TempDir()
			out.Reset()
			stderr.Reset()
			require.NoError(t, os.Symlink(exe, filepath.Join(dir, "gcnsim"))) // see testscript.Main
			require.NoError(t, os.WriteFile(filepath.Join(dir, "loop.s"), []byte("top: s_branch top\n"), 0o600))
			cmd := exec.Command(filepath.Join(dir, "gcnsim"), strings.Fields(c.args)...)
			cmd.Dir = dir
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			defer in.Close()
			cmd.Stdout, cmd.Stderr = &out, &stderr
			require.NoError(t, cmd.Start())
			time.Sleep(wait)
			require.NoError(t, cmd.Process.Signal(c.signal))
			require.True(t, errors.As(cmd.Wait(), &e), c.args)
		}
		require.Equal(t, c.status, e.ExitCode(), "%s: %s", c.args, &stderr)
		require.Contains(t, stderr.String(), "interrupted", c.args)
		if c.out != "" { // one launch
			require.Regexp(t, `(?m)^gcnsim: wave 0 of group 0,0,0: running at 00000000  s_branch 65535, after [1-9][0-9]* instructions$`,
				stderr.String(), c.args)
			require.Regexp(t, `(?m)^gcnsim: no work-group had ended after `, stderr.String(), c.args)
		}
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
		args := strings.Fields(line + " --gpu fiji --max-insts 1000000000000 --timeout 100ms")
		code, _, stderr := command(t, "", args...)
		require.Equal(t, exitFailed, code, line)
		require.Contains(t, stderr, "limit reached: 100ms (--timeout raises the limit)", line)
	}
	code, _, stderr := command(t, "", "run", "loop.s", "--gpu", "fiji", "--timeout", "-1s")
	require.Equal(t, exitUsage, code)
	require.Contains(t, stderr, "--timeout")
}

// lines are what a program writes, and may be read while it runs.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// SIGQUIT says where each wave of an endless program is; the run goes on, and can be asked again.
func TestQuitSaysHowFarARunIs(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	for _, args := range []string{"", "--mode timing"} {
		dir := t.TempDir()
		require.NoError(t, os.Symlink(exe, filepath.Join(dir, "gcnsim")))
		// The first work-group ends, the other two do not.
		require.NoError(t, os.WriteFile(filepath.Join(dir, "loop.s"),
			[]byte("s_cmp_eq_u32 s8, 0\ns_cbranch_scc1 end\ntop: s_branch top\nend: s_endpgm\n"), 0o600))
		line := "run loop.s --gpu fiji --max-insts 1000000000000 --workers 2 --grid 192 --no-check --reg s8=group_x " + args
		var out string
		complete := func() bool { // twice asked, and at the end
			for g := 1; g <= 2; g++ {
				if strings.Count(out, fmt.Sprintf("wave 0 of group %d,0,0: running at 00000008  s_branch 65535, after ", g)) != 3 {
					return false
				}
			}
			return !strings.Contains(out, ", after 0 instructions")
		}
		// On a busy machine a signal may come before the run has got so far.
		for wait := 250 * time.Millisecond; wait < time.Minute && !complete(); wait *= 2 {
			stderr := &lines{}
			cmd := exec.Command(filepath.Join(dir, "gcnsim"), strings.Fields(line)...)
			cmd.Dir, cmd.Stderr = dir, stderr
			require.NoError(t, cmd.Start())
			time.Sleep(wait)
			for asked := 1; asked <= 2; asked++ {
				if cmd.Process.Signal(syscall.SIGQUIT) != nil {
					break
				}
				for end := time.Now().Add(4 * wait); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
					if strings.Count(stderr.String(), "running at 00000008  s_branch 65535") >= 2*asked {
						break
					}
				}
			}
			_ = cmd.Process.Signal(syscall.SIGINT)
			_ = cmd.Wait() // with the status of an interrupt, or of an early signal
			out = stderr.String()
		}
		require.True(t, complete(), out)
		require.NotContains(t, out, "of group 0,0,0", "it has ended")
		require.Regexp(t, `(?m)^gcnsim: 1 of 3 work-groups, [0-9.e-]+ a second, [0-9ms]+ left$`, out)
		require.Regexp(t, `(?m)^gcnsim: 1 of 3 work-groups had ended after [0-9.]+m?s$`, out)
	}
}
