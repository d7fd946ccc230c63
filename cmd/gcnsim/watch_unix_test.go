//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// written is output that others read while it is written.
type written struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

// A watch runs the cases again when the file changes, when its code does, and when a file comes into its
// folder, also after a file that is wrong.
func TestWatchRunsAgainWhenAFileChanges(t *testing.T) {
	dir := t.TempDir()
	other := t.TempDir()
	write := func(name, text string) { // at once: a file that is half written is a change too
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(other, name), []byte(text), 0o600))
		require.NoError(t, os.Rename(filepath.Join(other, name), filepath.Join(dir, name)))
	}
	write("k.s", "s_mov_b32 s0, 1\ns_endpgm\n")
	write("k.gcn", "gpu gfx900\ntest a\n  code k.s\n  expect s0 = 1\n")
	var out, errs written
	status := make(chan int)
	go func() {
		status <- runCommand([]string{"test", "--watch", "--timeout", "1m", dir}, streams{nil, &out, &errs})
	}()
	runs := 0
	wait := func(want string) {
		t.Helper()
		runs++
		require.Eventually(t, func() bool { return strings.Count(errs.String(), "waiting for a file") == runs }, time.Minute, 10*time.Millisecond)
		require.True(t, strings.HasSuffix(out.String(), want), "%s", out.String())
	}
	wait("cases=1 passed=1 failed=0 errors=0 skipped=0\n")
	write("k.s", "s_mov_b32 s0, 2 // another\ns_endpgm\n")
	wait("cases=1 passed=0 failed=1 errors=0 skipped=0\n")
	write("k.gcn", "gpu gfx900\ntest a\n  code k.s\n  expect s0 = 2\n  expect s0 = 2 + 0\n")
	wait("cases=1 passed=1 failed=0 errors=0 skipped=0\n")
	write("more.gcn", "tset\n")
	wait("cases=1 passed=1 failed=0 errors=0 skipped=0\n")
	require.Contains(t, errs.String(), "more.gcn:1:1: error: ")
	write("more.gcn", "gpu gfx900\ntest b\n  code\n    s_nop 0\n")
	wait("cases=2 passed=2 failed=0 errors=0 skipped=0\n")
	p, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)
	require.NoError(t, p.Signal(os.Interrupt))
	require.Equal(t, exitInterrupted+2, <-status)
}

// writesOnce calls once before the first write.
type writesOnce struct {
	written
	once func()
	done bool
}

func (w *writesOnce) Write(b []byte) (int, error) {
	if !w.done {
		w.done = true
		w.once()
	}
	return w.written.Write(b)
}

func TestWatchSeesWhatChangesDuringARun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("k.s", "s_mov_b32 s0, 1\ns_endpgm\n")
	write("k.gcn", "gpu gfx900\ntest a\n  code k.s\n  expect s0 = 2\n")
	// The verdict is written when the case has run.
	out := writesOnce{once: func() { write("k.s", "s_mov_b32 s0, 2 // another\ns_endpgm\n") }}
	var errs written
	status := make(chan int)
	go func() {
		status <- runCommand([]string{"test", "--watch", "--timeout", "1m", dir}, streams{nil, &out, &errs})
	}()
	require.Eventually(t, func() bool { return strings.Contains(out.String(), "cases=1 passed=1") }, time.Minute, 10*time.Millisecond)
	p, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)
	require.NoError(t, p.Signal(os.Interrupt))
	require.Equal(t, exitInterrupted+2, <-status)
}
