package objcheck_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/check/objcheck"
)

var long = flag.Bool("long", false, "check all compiled kernels, in place of every second one")

// The kernels that a compiler made have no finding but information: their waits are right.
func TestCompiledKernelsAreClean(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/kernels/*/*.hsaco")
	require.NoError(t, err)
	require.Greater(t, len(files), 500)
	insts := 0
	for i, path := range files {
		if testing.Short() && i%8 != 0 || !*long && i%2 != 0 {
			continue
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		o, err := codeobj.Load(data)
		require.NoError(t, err, path)
		in, err := objcheck.Input(o)
		require.NoError(t, err, path)
		r, err := check.Run(in, check.Options{})
		require.NoError(t, err, path)
		insts += r.Insts
		for _, f := range r.Findings {
			// The hand-written cases are about missing waits.
			if f.Severity > waitcnt.Info && !strings.Contains(path, "kernels/asm/") {
				t.Errorf("%s: %v %s at %v: %s", path, f.Severity, f.Rule, f.PC, f.Message)
			}
		}
	}
	require.Greater(t, insts, 25_000)
}
