//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// stoodInTheLoop is what the end of a run says of a wave that has got into the endless loop. With a
// clock it may have issued nothing yet: it computes millions of instructions ahead.
var stoodInTheLoop = regexp.MustCompile(
	`(?m)^gcnsim: wave 0 of group 0,0,0: running at 00000000  s_branch 65535, after [0-9]+ instructions$`)

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
		// before the first instruction: then once more, later.
		early := func() bool {
			ran := c.out == "" || stoodInTheLoop.MatchString(stderr.String())
			return e == nil || e.ExitCode() < 0 || !ran
		}
		for wait := 100 * time.Millisecond; wait < 30*time.Second && early(); wait *= 2 {
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
			require.Regexp(t, stoodInTheLoop, stderr.String(), c.args)
			require.Regexp(t, `(?m)^gcnsim: 0 of 1 waves had ended after `, stderr.String(), c.args)
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

// SIGQUIT says of each verb that may take long how far it is, and where each wave is; the verb goes
// on, and can be asked again. An interrupt says the same, and what there is by then is written.
func TestQuitSaysHowFarAVerbIs(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	// The first work-group ends, the other two do not.
	write("loop.s", "s_cmp_eq_u32 s8, 0\ns_cbranch_scc1 end\ntop: s_branch top\nend: s_endpgm\n")
	write("loop.gcn", "gpu gfx900\ntest ends\n  code\n    s_nop 0\ntest loops\n  given s8 = 1\n  code loop.s\n")
	write("sweep.json", `{"command": {"run": ["sleep", "{seed}"]}, "seeds": {"from": 0, "to": 600, "step": 600}}`)
	signals := make(chan os.Signal, 1) // the process lives, however early a signal comes
	signal.Notify(signals, syscall.SIGQUIT, os.Interrupt)
	defer signal.Stop(signals)
	self, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)
	const (
		loops = "loop.s --gpu fiji --max-insts 1000000000000 --workers 2 --grid 192 --reg s8=group_x"
		waves = `1 of 3 waves, [0-9.e+-]+ a second, [0-9hms]+ left`
	)
	for _, c := range []struct {
		line   string
		asked  string // how far it is
		waves  int    // that stand in the loop
		ended  string // how far it was
		out    string // that is there in the end
		status int
	}{
		{"run --no-check " + loops, waves, 2, "1 of 3 waves", "status=fault", 130},
		{"run --mode timing " + loops, waves, 2, "1 of 3 waves", "status=fault", 130},
		{"run --order all " + loops, waves, 2, "1 of 3 waves", "", 130},
		{"run --mode timing --what-if l1=perfect " + loops, waves, 2, "1 of 3 waves", "", 130},
		{"bench " + loops, waves, 2, "1 of 3 waves", "", 130},
		{"bench --mode timing " + loops, waves, 2, "1 of 3 waves", "", 130},
		{"timeline " + loops, waves, 2, "1 of 3 waves", "group 0,0,0 wave 0", 130},
		{"annotate " + loops, waves, 2, "1 of 3 waves", "top: s_branch top", 130},
		{"annotate --counts " + loops, waves, 2, "1 of 3 waves", "top: s_branch top", 130},
		{"report --html r.html " + loops, waves, 2, "1 of 3 waves", "", 130},
		{"test --jobs 1 --max-insts 1000000000000 loop.gcn", `1 of 2 cases, [0-9.e+-]+ a second, [0-9hms]+ left`, 0, "1 of 2 cases", "", 130},
		{"sweep run --jobs 2 sweep.json", `1 of 2 tasks, [0-9.e+-]+ a second, [0-9hms]+ left`, 0, "1 of 2 tasks", "", 130},
	} {
		stderr, status, out := &written{}, make(chan int, 1), &written{}
		go func() { status <- runCommand(strings.Fields(c.line), streams{strings.NewReader(""), out, stderr}) }()
		asked := regexp.MustCompile("(?m)^gcnsim: " + c.asked + "$")
		stands := func(text string) (n int) {
			for g := 1; g <= 2; g++ {
				at := fmt.Sprintf("wave 0 of group %d,0,0: running at 00000008  s_branch 65535, after ", g)
				n += min(1, strings.Count(text, at))
			}
			return n
		}
		require.Eventually(t, func() bool {
			require.NoError(t, self.Signal(syscall.SIGQUIT))
			text := stderr.String()
			return len(asked.FindAllString(text, 3)) > 1 && stands(text) == c.waves
		}, time.Minute, 20*time.Millisecond, "%s: %s", c.line, stderr)
		before := len(stderr.String())
		require.NoError(t, self.Signal(os.Interrupt))
		require.Equal(t, c.status, <-status, c.line)
		text := stderr.String()
		require.NotContains(t, text[before:], "of group 0,0,0", "%s: it has ended", c.line)
		require.Regexp(t, "(?m)^gcnsim: "+c.ended+" (had ended after [0-9.]+m?s|have a result; .*)$", text[before:], c.line)
		require.Equal(t, c.waves, stands(text[before:]), "%s: %s", c.line, text)
		require.Contains(t, text[before:], "interrupted", c.line)
		require.Contains(t, out.String(), c.out, c.line)
	}
}

// Where somebody looks, there is a line about how far it is: from a second on, until the verb writes.
func TestALineSaysHowFarAVerbIs(t *testing.T) {
	var b written
	s := newStanding(&b)
	s.line = true
	done := s.several("files", 10)
	done.there(2)
	done.add(4)
	done.begin = time.Now().Add(-8 * time.Second)
	s.show()
	require.Regexp(t, `^\r6 of 10 files, 0\.5 a second, 8s left\x1b\[K$`, b.String())
	_, err := s.Write([]byte("more\n"))
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(b.String(), "left\x1b[K\r\x1b[Kmore\n"), "%q", b.String())
	s.output(false) // to a file: the work may go on
	s.show()
	require.Equal(t, 2, strings.Count(b.String(), "6 of 10"))
	s.output(true)
	s.show()
	require.Equal(t, 2, strings.Count(b.String(), "6 of 10"))
	steps := s.steps()
	steps("fir: sample %d of %d\n", 1, 5)
	s.say()
	require.True(t, strings.HasSuffix(b.String(), "gcnsim: fir: sample 1 of 5; 6 of 10 files, 0.5 a second, 8s left\n"), "%q", b.String())
	done.over()
	s.stop(true)
	require.True(t, strings.HasSuffix(b.String(), "left\ngcnsim: fir: sample 1 of 5\n"), "%q", b.String())
}
