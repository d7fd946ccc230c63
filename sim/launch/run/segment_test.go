package run_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// Kernels with segments of 12 to 124 bytes, as clang 22 compiles them: loads of 4, 8 and 16 dwords
// reach behind the arguments, up to the end of the segment's last 64 bytes.
func TestKernargSegmentsOfEverySize(t *testing.T) {
	here, err := filepath.Abs("testdata")
	require.NoError(t, err)
	for _, target := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 21, 29} {
			args := []map[string]any{{"u32": 0x100000}, {"u32": 0}}
			sum := 0
			for i := range n {
				args = append(args, map[string]any{"u32": 1000*n + i})
				sum += 1000*n + i
			}
			text, err := json.Marshal(map[string]any{
				"code":    filepath.Join(here, "kernarg-"+target+".co"),
				"buffers": []any{map[string]any{"name": "out", "addr": "0x100000", "size": 4}},
				"launches": []any{map[string]any{
					"kernel": fmt.Sprintf("sum%d", n), "grid": []int{1}, "group": []int{1}, "args": args,
				}},
			})
			require.NoError(t, err)
			path := filepath.Join(t.TempDir(), "k.json")
			require.NoError(t, os.WriteFile(path, text, 0o644))
			f, err := launch.Load(path)
			require.NoError(t, err)
			for _, opt := range []sim.Options{{}, {Check: true}, {Timing: &sim.TimingOptions{Chip: small(t, target)}}} {
				out, err := run.Run(f, opt)
				require.NoError(t, err)
				require.Nil(t, out.Fault, "%s sum%d", target, n)
				var got [4]byte
				require.NoError(t, out.Device.Mem.Read(0x100000, got[:]))
				require.Equal(t, []byte{byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)}, got[:], "%s sum%d", target, n)
				require.Empty(t, out.Launches[0].Result.Findings)
			}
		}
	}
}
