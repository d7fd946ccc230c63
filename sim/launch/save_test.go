package launch

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
)

// A stranger's launch file cannot fill the disk: what is saved is bounded as what is in use is. What nothing has
// written is left out of the file, however large the buffer.
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
			f, err := Load(path)
			require.NoError(t, err)
			_, err = f.Run(sim.Options{})
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
