package run_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// What work-groups of these kernels exchange through LDS is ordered by barriers only: without them,
// waves race.
func TestKernelsWithoutTheirBarriersRace(t *testing.T) {
	barrier, nop := []byte{0, 0, 0x8a, 0xbf}, []byte{0, 0, 0x80, 0xbf} // s_barrier, s_nop 0 of every generation (AMD ISA manuals, SOPP)
	for _, kernel := range []string{"bitonic", "fft", "matmul", "ntt", "reduce", "subdword", "radix"} {
		for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
			t.Run(kernel+"/"+gpu, func(t *testing.T) {
				dir := t.TempDir()
				require.NoError(t, os.CopyFS(dir, os.DirFS(kernels+kernel)))
				code := filepath.Join(dir, gpu+"-O2.hsaco")
				object, err := os.ReadFile(code)
				require.NoError(t, err)
				require.Contains(t, string(object), string(barrier))
				require.NoError(t, os.WriteFile(code, bytes.ReplaceAll(object, barrier, nop), 0o666))
				f, err := launch.Load(filepath.Join(dir, gpu+"-O2.json"))
				require.NoError(t, err)
				out, err := run.Run(f, sim.Options{Check: true})
				require.NoError(t, err)
				races := 0
				for _, l := range out.Launches {
					for _, x := range l.Result.Findings {
						if x.Rule == waitcnt.RuleLDSRace && x.Severity == waitcnt.Error {
							races++
							require.NotNil(t, x.ProducerPC)
							require.Equal(t, "lds", x.Memory.Space)
						}
					}
				}
				require.NotZero(t, races)
			})
		}
	}
}
