package asm

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

var update = flag.Bool("update", false, "write the expected texts of errors")

// Each text of testdata/asm/errors has a mistake; the file beside it is what a person reads of it.
func TestErrorTexts(t *testing.T) {
	sources, err := filepath.Glob("../../testdata/asm/errors/*.s")
	require.NoError(t, err)
	require.Greater(t, len(sources), 100)
	for _, path := range sources {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		first, _, _ := strings.Cut(string(src), "\n")
		target, err := isa.FindTarget(strings.TrimPrefix(first, "; gpu: "))
		require.NoError(t, err, path)
		_, _, err = Assemble(string(src), Options{Target: target, File: filepath.Base(path), Open: func(name string, _ int64) ([]byte, string, error) {
			return nil, "", errors.New("there is no " + name)
		}})
		require.Error(t, err, path)
		golden := strings.TrimSuffix(path, ".s") + ".txt"
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(err.Error()+"\n"), 0o644))
		}
		want, readErr := os.ReadFile(golden)
		require.NoError(t, readErr)
		require.Equal(t, string(want), err.Error()+"\n", path)
	}
}
