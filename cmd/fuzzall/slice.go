package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// What the fuzzer prints.
var (
	inputsLine = regexp.MustCompile(`(?:gathering baseline coverage|testing seed corpus): \d+/(\d+) completed`)
	execsLine  = regexp.MustCompile(`execs: (\d+) (?:.*new interesting: (\d+))?`)
	inputLine  = regexp.MustCompile(`Failing input written to (\S+)`)
	seedLine   = regexp.MustCompile(`failure while testing seed corpus entry: \w+/(\S+)`)
	noMemory   = regexp.MustCompile(`out of memory|cannot allocate memory`)
	lostWorker = "fuzzing process hung or terminated unexpectedly"
)

// slice fuzzes a target for the executions that are planned.
func (c *cli) slice(ctx context.Context, s *state, t *target) (r slice, err error) {
	tmp := filepath.Join(s.dir, "tmp", strings.ReplaceAll(t.name(), "/", "-"))
	if err := errors.Join(os.RemoveAll(tmp), os.MkdirAll(tmp, 0o777), os.MkdirAll(s.corpus(t), 0o777)); err != nil {
		return r, err
	}
	defer os.RemoveAll(tmp)
	r.Blind = t.blind
	start := time.Now()
	args := []string{"-test.run=^$", "-test.fuzz=^" + t.Name + "$", "-test.fuzzcachedir=" + s.corpus(t),
		fmt.Sprintf("-test.fuzztime=%dx", t.planned), "-test.fuzzminimizetime=10x", "-test.parallel=1"}
	// A target that has become slow ends its slice early; what it did counts.
	end, cancel := context.WithTimeout(ctx, 5*c.Slice+time.Minute)
	defer cancel()
	binary := t.guided
	if t.blind {
		binary = t.plain
	}
	cmd := c.limited(end, t, binary, 0, args...)
	cmd.Env = append(cmd.Env, "TMPDIR="+tmp)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // the fuzzer ends in order
	cmd.WaitDelay = time.Minute
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return r, err
	}
	ended := make(chan struct{})
	go c.watch(cmd.Process.Pid, tmp, ended)
	err = cmd.Wait()
	close(ended)

	r.Seconds = time.Since(start).Seconds()
	for _, m := range execsLine.FindAllStringSubmatch(out.String(), -1) {
		r.Execs, _ = strconv.ParseInt(m[1], 10, 64)
		r.New, _ = strconv.Atoi(m[2])
	}
	if m := inputsLine.FindStringSubmatch(out.String()); m != nil {
		t.inputs, _ = strconv.ParseInt(m[1], 10, 64)
	}
	if t.speed[t.blind] = float64(r.Execs) / r.Seconds; !t.blind && r.Execs > 0 {
		t.yield = float64(r.New) / float64(r.Execs)
	}
	t.slices++
	var exit *exec.ExitError
	switch {
	case (err == nil || end.Err() != nil && !inputLine.Match(out.Bytes())) && r.Execs > 0:
		t.engine = 0
		return r, nil
	case err == nil: // it did not come past the inputs that it has; the next plan knows their number
	case !errors.As(err, &exit):
		return r, err
	}
	r.Failure, err = c.judge(ctx, s, t, out.String())
	return r, err
}

// found is the file of the input that failed; empty where it is one of the package's own, or none is
// named. An input that the fuzzer has kept as interesting may fail when it is tried again: it calls
// that one a seed too.
func found(s *state, t *target, out string) string {
	if m := inputLine.FindStringSubmatch(out); m != nil {
		return filepath.Join(t.dir, m[1])
	}
	if m := seedLine.FindStringSubmatch(out); m != nil {
		kept := filepath.Join(s.corpus(t), t.Name, m[1])
		if _, err := os.Stat(kept); err == nil {
			return kept
		}
	}
	return ""
}

// judge finds out what made a slice fail; it is nil if nothing did that counts.
func (c *cli) judge(ctx context.Context, s *state, t *target, out string) (*failure, error) {
	f := &failure{Dir: c.below(t.dir), Message: message(out)}
	if input := found(s, t, out); input != "" {
		t.engine = 0
		kept := filepath.Join(s.dir, "failures", t.Package, t.Name, filepath.Base(input))
		if err := os.MkdirAll(filepath.Dir(kept), 0o777); err != nil {
			return nil, err
		}
		if err := move(input, kept); err != nil {
			return nil, err
		}
		v, err := c.alone(ctx, t, kept)
		switch {
		case err != nil:
			return nil, err
		case v.kind != "":
			f.Kind, f.Message = v.kind, v.message
		case strings.Contains(out, lostWorker):
			return nil, os.Remove(kept) // slow because others were busy, or much garbage was left by its predecessors
		default:
			f.Kind = "flaky"
		}
		f.Input = kept
		return f, nil
	}
	if m := seedLine.FindStringSubmatch(out); m != nil {
		v, err := c.single(ctx, t, m[1])
		if err != nil {
			return nil, err
		}
		if v.kind != "" || !strings.Contains(out, lostWorker) {
			t.broken = true
			f.Kind = "seed"
			return f, nil
		}
	}
	if t.engine++; t.engine < 3 {
		return nil, nil
	}
	t.broken = true
	f.Kind = "engine"
	return f, nil
}

// verdict is what an input did when it ran alone.
type verdict struct {
	kind    string // of failure; empty if there was none
	message string
}

// alone runs a target with one input, kept in a file.
func (c *cli) alone(ctx context.Context, t *target, input string) (v verdict, err error) {
	// The test binary takes inputs from the package's testdata.
	seeds := filepath.Join(t.dir, "testdata", "fuzz", t.Name)
	if err := os.MkdirAll(seeds, 0o777); err != nil {
		return v, err
	}
	name := "fuzzall-" + filepath.Base(input)
	if err := copyFile(input, filepath.Join(seeds, name)); err != nil {
		return v, err
	}
	defer func() {
		err = errors.Join(err, os.Remove(filepath.Join(seeds, name)))
		for dir := seeds; dir != t.dir && os.Remove(dir) == nil; { // empty ones are the fuzzer's
			dir = filepath.Dir(dir)
		}
	}()
	return c.single(ctx, t, name)
}

// single runs a target with the input of that name.
func (c *cli) single(ctx context.Context, t *target, name string) (v verdict, err error) {
	wait, cancel := context.WithTimeout(ctx, 30*c.Hang)
	defer cancel()
	cmd := c.limited(wait, t, t.plain, c.Hang+time.Second, "-test.run=^"+t.Name+"$/^"+name+"$")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if ctx.Err() != nil || err != nil && !errors.As(err, &exit) {
		return v, errors.Join(ctx.Err(), err)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	v.message = message(string(out))
	switch {
	case cpu > c.Hang:
		v.kind, v.message = "hang", fmt.Sprintf("more than %v\n%s", c.Hang, v.message)
	case wait.Err() != nil:
		v.kind, v.message = "hang", fmt.Sprintf("not done after %v, of which it worked %v\n%s", 30*c.Hang, cpu,
			v.message)
	case err != nil && noMemory.Match(out):
		v.kind = "memory"
	case err != nil:
		v.kind = "crash"
	}
	return v, nil
}

// limited is a run of a binary in the target's folder under the memory limit, and under one of
// processor time if cpu is not 0.
func (c *cli) limited(ctx context.Context, t *target, binary string, cpu time.Duration, args ...string) *exec.Cmd {
	// The kernel holds the limit, so that the allocation that breaks it is known. The collector
	// begins to work harder at half of it: garbage is no need.
	limits := fmt.Sprintf("ulimit -d %d", c.Memory<<10)
	if cpu > 0 {
		// The hard limit too: Go's runtime takes no notice of the signal of the soft one.
		limits += fmt.Sprintf(" && ulimit -t %d", int(cpu.Seconds()))
	}
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", limits + ` && exec "$0" "$@"`, binary}, args...)...)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", fmt.Sprintf("GOMEMLIMIT=%dMiB", c.Memory/2))
	return cmd
}

// watch aborts the fuzzer's worker when one input uses more processor time than an input may, until
// ended is closed. The fuzzer then takes the input for one that crashes, and keeps it.
//
// The worker counts its executions in the first eight bytes of a file that it shares with the
// fuzzer. Should another version of Go keep them elsewhere, inputs are aborted that are no hang, or
// hangs are found after ten seconds by the fuzzer itself; both are judged by a run alone.
func (c *cli) watch(fuzzer int, tmp string, ended <-chan struct{}) {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	var worker int
	var count int64
	var since time.Duration // the worker's processor time when it began with the input
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
		}
		n, ok := executions(tmp)
		pid, cpu := child(fuzzer)
		if !ok || pid == 0 || pid != worker || n != count {
			worker, count, since = pid, n, cpu
		} else if cpu-since > c.Hang {
			if p, err := os.FindProcess(pid); err == nil {
				_ = p.Signal(syscall.SIGABRT)
			}
			worker = 0
		}
	}
}

// executions reads the count of a worker's executions.
func executions(tmp string) (int64, bool) {
	files, _ := filepath.Glob(filepath.Join(tmp, "fuzz-*"))
	if len(files) != 1 {
		return 0, false
	}
	f, err := os.Open(files[0])
	if err != nil {
		return 0, false
	}
	defer f.Close()
	var b [8]byte
	if _, err := io.ReadFull(f, b[:]); err != nil {
		return 0, false
	}
	return int64(binary.NativeEndian.Uint64(b[:])), true
}

// child finds the process that a process started, and the processor time that it used; 0 if there
// is none, or the system has no /proc.
func child(parent int) (pid int, cpu time.Duration) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		data, _ := os.ReadFile(file)
		// pid (name) state ppid ... with utime and stime as fields 14 and 15, in ticks of 10 ms
		end := bytes.LastIndexByte(data, ')')
		if end < 0 {
			continue
		}
		f := strings.Fields(string(data[end+1:]))
		if len(f) < 13 || f[1] != strconv.Itoa(parent) {
			continue
		}
		pid, _ = strconv.Atoi(strings.Split(file, "/")[2])
		user, _ := strconv.Atoi(f[11])
		system, _ := strconv.Atoi(f[12])
		return pid, time.Duration(user+system) * 10 * time.Millisecond
	}
	return 0, 0
}

// message is what tells most of a run's output: its end, without lines of progress.
func message(out string) string {
	var lines []string
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "fuzz: ") {
			lines = append(lines, strings.TrimRight(line, "\n"))
		}
	}
	const most = 40
	if len(lines) > most {
		lines = append(lines[:most:most], "...")
	}
	return strings.Join(lines, "\n")
}

// below names a folder from the tree on, as go test takes it.
func (c *cli) below(dir string) string {
	top, err := filepath.Abs(c.dir)
	if err != nil {
		return dir
	}
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		return dir
	}
	return "./" + filepath.ToSlash(rel)
}

// move moves a file, to another file system too.
func move(from, to string) error {
	if err := copyFile(from, to); err != nil {
		return err
	}
	return os.Remove(from)
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}
