package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// A stranger's launch file cannot fill the disk: what is saved is bounded as what is in use is.
// What nothing has written is left out of the file, however large the buffer.
func TestSaveIsBounded(t *testing.T) {
	for _, c := range []struct {
		name, fill string
		fails      bool
	}{
		{"zeros", "", false},
		{"a pattern", `"fill": 7, `, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "l.json")
			require.NoError(t, os.WriteFile(filepath.Join(dir, "e.s"), []byte("s_endpgm\n"), 0o600))
			require.NoError(t, os.WriteFile(path, []byte(`{"code": "e.s", "gpu": "gfx900",
				"buffers": [{"name": "a", "size": "0x10000000000", `+c.fill+`"save": "a.bin"}],
				"launches": [{"entry": 0, "grid": [64], "group": [64]}]}`), 0o600))
			f, err := launch.Load(path)
			require.NoError(t, err)
			_, err = Run(f, sim.Options{})
			left, e := os.ReadDir(dir)
			require.NoError(t, e)
			if c.fails {
				require.ErrorIs(t, err, mem.ErrUse)
				require.ErrorContains(t, err, "--max-mem")
				require.Len(t, left, 2, "no file is left behind")
				return
			}
			require.NoError(t, err)
			require.Len(t, left, 3)
		})
	}
}

// Contents that cannot be had, or are none for the buffer, are errors that name the buffer and the
// field; an expectation of another length is one that does not hold.
func TestFilesOfBuffersFit(t *testing.T) {
	for _, c := range []struct{ name, buffer, err, mismatch string }{
		{"the first bytes", `"size": 4, "init": "two", "fill": 7, "expect": {"file": "four"}`, "", ""},
		{"too long", `"size": 1, "init": "two"`, `buffer "a": init: two has more than the buffer's 1 bytes`, ""},
		{"missing", `"size": 4, "init": "none"`, `l.json: buffer "a": init: cannot be opened`, ""},
		{"too short to compare", `"size": 4, "expect": {"file": "two"}`, "", "it has 4 bytes, should have 2"},
		{"too long to compare", `"size": 1, "expect": {"file": "two"}`, `buffer "a": expect.file: two has more than the buffer's 1 bytes`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"e.s": "s_endpgm\n", "two": "\x01\x02", "four": "\x01\x02\x07\x07",
				"l.json": `{"code": "e.s", "gpu": "gfx900", "buffers": [{"name": "a", ` + c.buffer + `}],
					"launches": [{"entry": 0, "grid": [64], "group": [64]}]}`,
			} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
			f, err := launch.Load(filepath.Join(dir, "l.json"))
			require.NoError(t, err)
			out, err := Run(f, sim.Options{})
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			if c.mismatch == "" {
				require.Empty(t, out.Unmet)
				return
			}
			require.Len(t, out.Unmet, 1)
			require.Equal(t, c.mismatch, out.Unmet[0].Mismatch.String())
		})
	}
}
