package run_test

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// A kernel in each of CLRX's formats runs, as text and as the file that is made of it: its arguments,
// work-groups and registers are those of the format.
func TestCLRXFormatsRun(t *testing.T) {
	for name, abi := range map[string]codeobj.ABI{"hsa": codeobj.HSA, "amd": codeobj.OpenCL12, "amdcl2": codeobj.OpenCL20, "gallium": codeobj.Gallium, "gallium4": codeobj.Mesa} {
		t.Run(name, func(t *testing.T) {
			path := "../../../testdata/asm/clrx/" + name + ".s"
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			target, ok := asm.TargetOf(string(src))
			require.True(t, ok)
			u, _, err := asm.Assemble(string(src), asm.Options{Target: target, Syntax: isa.SyntaxCLRX})
			require.NoError(t, err)
			data, err := codeobj.Write(u)
			require.NoError(t, err)
			o, err := codeobj.LoadFor(data, target.Name)
			require.NoError(t, err)
			require.Equal(t, abi, o.ABI)
			file := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.WriteFile(file, data, 0o600))
			for _, code := range []string{path, file} {
				abs, err := filepath.Abs(code)
				require.NoError(t, err)
				doc, err := json.Marshal(map[string]any{"code": abs, "gpu": target.Name, "buffers": []any{map[string]any{"name": "out", "size": 512}},
					"launches": []any{map[string]any{"kernel": "k", "grid": []int{128}, "group": []int{64},
						"args": []any{map[string]any{"buffer": "out"}, map[string]any{"u32": 7}}}}})
				require.NoError(t, err)
				at := filepath.Join(t.TempDir(), "launch.json")
				require.NoError(t, os.WriteFile(at, doc, 0o600))
				f, err := launch.Load(at)
				require.NoError(t, err)
				f.Text.Syntax = isa.SyntaxCLRX
				out, err := run.Run(f, sim.Options{})
				require.NoError(t, err)
				require.Nil(t, out.Fault)
				got := make([]byte, 512)
				require.NoError(t, out.Device.Mem.Read(out.Buffers["out"].Base, got))
				for i := 0; i < len(got); i += 4 {
					require.EqualValues(t, 7, binary.LittleEndian.Uint32(got[i:]), "item %d", i/4)
				}
			}
		})
	}
}
