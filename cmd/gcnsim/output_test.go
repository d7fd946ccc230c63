package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var errFull = errors.New("the disk is full")

// full is a disk with room for some bytes.
type full struct{ room int }

func (f *full) Write(b []byte) (int, error) {
	n := min(len(b), f.room)
	if f.room -= n; n < len(b) {
		return n, errFull
	}
	return n, nil
}

// Errors quote input. A terminal gets no control characters of it, and no endless line.
func TestErrorsAreFitForATerminal(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ text, want string }{
		{"s_nop 0\n\x1b[31m foo\n", `k.s:2:1: error: unexpected character '\x1b'` + "\n" + `\x1b[31m foo`},
		{"\ts_nop \xff\u0085\x7f\n", "\n\ts_nop " + `\xff\u0085\x7f` + "\n"},
		{strings.Repeat("x", 1_000_000) + "\n", "bytes left out) ...xxx"},
		{"s_nop größe\n", "s_nop größe\n"},
	} {
		var out, stderr bytes.Buffer
		path := filepath.Join(dir, "k.s")
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		require.Equal(t, exitUsage, runCommand([]string{"run", path, "--gpu", "fiji"}, streams{strings.NewReader(""), &out, &stderr}))
		require.Contains(t, stderr.String(), c.want)
		require.Less(t, stderr.Len(), 5000)
		require.NotContains(t, stderr.String(), "\x1b")
	}
}

// No verb ends well when some of its output is lost, whether that is all of it or only the end.
func TestLostOutputIsAnError(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	asm := filepath.Join(dir, "k.s")
	require.NoError(t, os.WriteFile(asm, []byte("s_mov_b32 s0, 0\nv_mov_b32 v1, v0\ns_endpgm\n"), 0o600))
	for _, line := range []string{
		"run k.s --gpu fiji", "run k.s --gpu fiji --dump", "run k.s --gpu fiji --dump --dump-format json", "run k.s --gpu fiji --order all",
		"run k.s --gpu fiji --order all --dump-format json", "run k.s --gpu fiji --mode timing --dump=stalls",
		"check k.s --gpu fiji", "check k.s --gpu fiji --format json", "check k.s --gpu fiji --format sarif", "check --list-rules", "check --explain all",
		"decode --gpu fiji", "disasm k.s --gpu fiji", "asm k.s --gpu fiji -o -", "isa s_nop", "isa s_nop --format json", "isa s_nop --format md",
		"chips", "chips fiji", "chips fiji --format json", "occupancy --gpu fiji", "occupancy --gpu fiji --format json", "version",
		"completion bash", "completion zsh", "completion fish", "--help", "run --help",
		"bench k.s --gpu fiji --count 1 --min-time 1ns", "bench k.s --gpu fiji --count 1 --min-time 1ns --format text",
		"bench k.s --gpu fiji --count 1 --min-time 1ns --format json", "bench k.s --gpu fiji --mode timing", "bench k.s --gpu fiji,tahiti --mode timing --format text",
		"validate --gpu tahiti --filter ^issue/v_add_f32 --summary",
	} {
		var whole, stderr bytes.Buffer
		const in = "81020a02\n"
		args := strings.Fields(line)
		require.Zero(t, runCommand(args, streams{strings.NewReader(in), &whole, &stderr}), "%s: %s", line, &stderr)
		for _, room := range []int{0, whole.Len() / 2} { // what bench writes has another length each time
			stderr.Reset()
			require.Equal(t, exitUsage, runCommand(args, streams{strings.NewReader(in), &full{max(room, 0)}, &stderr}), "%s: room for %d bytes", line, room)
			require.Contains(t, stderr.String(), errFull.Error(), line)
			require.Equal(t, 1, strings.Count(stderr.String(), errFull.Error()), "%s: %s", line, &stderr)
		}
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full")
	}
	for _, line := range []string{"run k.s --gpu fiji --trace /dev/full", "asm k.s --gpu fiji -o /dev/full", "check k.s --gpu fiji -o /dev/full",
		"check k.s --gpu fiji --format json -o /dev/full", "check k.s --gpu fiji --format sarif -o /dev/full", "run --launch save.json --allow-dir /dev",
		"--profile cpu run k.s --gpu fiji", "--profile mem run k.s --gpu fiji", "--profile trace run k.s --gpu fiji"} {
		for _, name := range []string{"cpu.pprof", "mem.pprof", "trace.out"} {
			_ = os.Remove(name) // the first time there is none
			require.NoError(t, os.Symlink("/dev/full", name))
		}
		require.NoError(t, os.WriteFile("save.json", []byte(`{"code": "k.s", "gpu": "fiji", "buffers": [{"name": "a", "size": 4, "save": "/dev/full"}],
			"launches": [{"grid": [64], "group": [64]}]}`), 0o600))
		code, _, stderr := command(t, "", strings.Fields(line)...)
		require.Equal(t, exitUsage, code, line)
		require.Contains(t, stderr, "no space left", line)
	}
}
