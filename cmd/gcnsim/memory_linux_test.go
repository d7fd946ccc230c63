//go:build !race

package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A checked run takes at most 1.5 times its buffers and 50 MB, whether work-groups run one after the other or
// at the same time, and whether its buffers are in one piece or not (those that are filled).
func TestACheckedRunTakesLittleMoreThanItsBuffers(t *testing.T) {
	const n = 4096
	exe, err := os.Executable()
	require.NoError(t, err)
	code, err := filepath.Abs(root + "/benchmarks/suite/cl/transpose.hsaco")
	require.NoError(t, err)
	dir := t.TempDir()
	gcnsim := filepath.Join(dir, "gcnsim")
	require.NoError(t, os.Symlink(exe, gcnsim)) // see testscript.Main
	resident := filepath.Join(dir, "resident")
	require.NoError(t, os.Symlink(exe, resident))
	in, out := make([]byte, 4*n*n), make([]byte, 4*n*n)
	for y := range n {
		for x := range n {
			v := uint32(y*n + x)
			binary.LittleEndian.PutUint32(in[4*v:], v)
			binary.LittleEndian.PutUint32(out[4*(x*n+y):], v)
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "out"), out, 0o666))
	for _, fill := range []string{"", `, "fill": "0xff"`} {
		text := fmt.Sprintf(`{"code": %q, "gpu": "gfx803", "buffers": [{"name": "in", "size": %d, "init": "in"},
			{"name": "out", "size": %[2]d%s, "expect": {"file": "out"}}], "launches": [{"kernel": "transpose",
			"grid": [%d, %[4]d, 1], "group": [16, 16, 1], "args": [{"buffer": "in"}, {"buffer": "out"}, {"i32": %[5]d}]}]}`,
			code, len(in), fill, n/4, n)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "t.json"), []byte(text), 0o666))
		for _, workers := range []string{"1", "2", "4"} {
			c := exec.Command(resident, gcnsim, "run", "--launch", "t.json", "--workers", workers)
			c.Dir = dir
			var said, most strings.Builder
			c.Stdout, c.Stderr = &most, &said
			require.NoError(t, c.Run(), "%s", &said)
			require.Contains(t, said.String(), "races=0")
			took, err := strconv.ParseInt(most.String(), 10, 64)
			require.NoError(t, err)
			t.Logf("%s workers%s: %d KiB", workers, fill, took>>10)
			require.Less(t, took, int64(2*len(in)*3/2+50e6), "%s workers%s", workers, fill)
		}
	}
}
