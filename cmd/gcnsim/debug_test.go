package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/require"
)

// An editor connects, launches what its configuration names, with any flags of the command line, and
// steps; then another one does. What a configuration says wrong is told.
func TestEditorsConnectAndLaunch(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "k.s")
	require.NoError(t, os.WriteFile(file, []byte("v_add_u32 v1, v0, v0\ns_endpgm\n"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	said, say := io.Pipe()
	done := make(chan error, 1)
	var words cli
	parser, err := newParser(&words, streams{out: io.Discard, err: io.Discard})
	require.NoError(t, err)
	require.NoError(t, parseWords(parser, []string{"debug", "--dap", "--listen", "localhost:0"}))
	go func() {
		done <- words.Debug.serveEditors(streams{strings.NewReader(""), io.Discard, say}, ctx)
	}()
	line, err := bufio.NewReader(said).ReadString('\n')
	require.NoError(t, err)
	_, at, ok := strings.Cut(strings.TrimSpace(line), "may connect to ")
	require.True(t, ok, line)
	go func() { _, _ = io.Copy(io.Discard, said) }()

	for _, c := range []struct {
		args  map[string]any
		wrong string
	}{
		{args: map[string]any{"program": file, "gpu": "gfx900", "flags": []string{"--reg", "v0=lane"}}},
		{args: map[string]any{"program": file, "gpu": "vega10", "mode": "timing", "flags": []string{"--reg", "v0=lane"}}},
		{args: map[string]any{"launchFile": filepath.Join(root, "testdata/debug/lane.json")}},
		{args: map[string]any{"program": filepath.Join(root, "testdata/gcn/tour.gcn"), "flags": []string{"--case", "compare/gfx900"}}},
		{map[string]any{"program": file, "gpu": "gfx1"}, "gfx1"},
		{map[string]any{"program": file, "gpu": "gfx900", "flags": []string{"--dance"}}, "--dance"},
		{map[string]any{"program": file, "flags": []string{"--help"}}, "--help is for a command line"},
		{map[string]any{"program": file, "gpu": "gfx900", "flags": []string{"--reg", "v0"}}, "want NAME=VALUE"},
		{map[string]any{"program": filepath.Join(dir, "no.s"), "gpu": "gfx900"}, "cannot be read"},
		{map[string]any{"program": 3}, "launch: "},
		{map[string]any{}, "what?"},
	} {
		conn, err := net.Dial("tcp", at)
		require.NoError(t, err)
		require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
		r, seq := bufio.NewReader(conn), 0
		ask := func(command string, args any) dap.ResponseMessage {
			seq++
			data, err := json.Marshal(map[string]any{"seq": seq, "type": "request", "command": command, "arguments": args})
			require.NoError(t, err)
			require.NoError(t, dap.WriteBaseMessage(conn, data))
			for {
				m, err := dap.ReadProtocolMessage(r)
				require.NoError(t, err)
				if a, ok := m.(dap.ResponseMessage); ok && a.GetResponse().RequestSeq == seq {
					return a
				}
			}
		}
		require.True(t, ask("initialize", map[string]any{}).GetResponse().Success)
		launched := ask("launch", c.args).GetResponse()
		require.Equal(t, c.wrong == "", launched.Success, "%v: %s", c.args, launched.Message)
		require.Contains(t, launched.Message, c.wrong)
		if c.wrong == "" {
			require.True(t, ask("configurationDone", nil).GetResponse().Success)
			require.True(t, ask("stepIn", map[string]any{"threadId": 1}).GetResponse().Success)
		}
		require.True(t, ask("disconnect", nil).GetResponse().Success)
		conn.Close()
	}
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
}
