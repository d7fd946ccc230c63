package run_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// What buffers begin with, and what they must hold, is read piece by piece: a launch takes memory for its
// buffers, once, and little else.
func TestFilesOfBuffersAreNotCopied(t *testing.T) {
	const size = 24 << 20
	dir := t.TempDir()
	write := func(name string, data []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	write("in.bin", bytes.Repeat([]byte{1, 2, 3, 4}, size/4))
	write("end.bin", []byte{0, 0, 0x81, 0xbf}) // s_endpgm
	write("l.json", fmt.Appendf(nil, `{"code": "end.bin", "gpu": "gfx900",
		"buffers": [{"name": "in", "size": %d, "init": "in.bin", "expect": {"file": "in.bin"}}],
		"launches": [{"entry": 0, "grid": [64, 1, 1], "group": [64, 1, 1]}]}`, size))
	f, err := launch.Load(filepath.Join(dir, "l.json"))
	require.NoError(t, err)
	for _, check := range []bool{false, true} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		out, err := run.Run(f, sim.Options{Check: check, Workers: 1})
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		require.Empty(t, out.Unmet)
		require.Nil(t, out.Fault)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(size+size/4), "check %t", check)
	}
}
