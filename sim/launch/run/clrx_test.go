package run_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/disasm"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// A kernel in each of CLRX's formats runs, as text and as the file that is made of it: its arguments,
// work-groups and registers are those of the format.
func TestCLRXFormatsRun(t *testing.T) {
	for name, abi := range map[string]codeobj.ABI{"hsa": codeobj.HSA, "amd": codeobj.OpenCL12, "amdcl2": codeobj.OpenCL20,
		"amdcl2data": codeobj.OpenCL20, "amdcl2data 191205": codeobj.OpenCL20, "gallium": codeobj.Gallium, "gallium4": codeobj.Mesa} {
		t.Run(name, func(t *testing.T) {
			name, driver, _ := strings.Cut(name, " ")
			src, err := os.ReadFile("../../../testdata/asm/clrx/" + name + ".s")
			require.NoError(t, err)
			if driver != "" { // one whose files have another order
				src = bytes.Replace(src, []byte(".64bit\n"), []byte(".64bit\n.driver_version "+driver+"\n"), 1)
			}
			path := filepath.Join(t.TempDir(), "text.s")
			require.NoError(t, os.WriteFile(path, src, 0o600))
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
			var again bytes.Buffer // its own text
			require.NoError(t, disasm.WriteCLRX(&again, o))
			back := filepath.Join(t.TempDir(), name+".s")
			require.NoError(t, os.WriteFile(back, again.Bytes(), 0o600))
			args := []any{map[string]any{"buffer": "out"}, map[string]any{"u32": 7}}
			if name == "amdcl2data" {
				args = args[:1]
			}
			for _, code := range []string{path, file, back} {
				abs, err := filepath.Abs(code)
				require.NoError(t, err)
				doc, err := json.Marshal(map[string]any{"code": abs, "gpu": target.Name, "buffers": []any{map[string]any{"name": "out", "size": 512}},
					"launches": []any{map[string]any{"kernel": "k", "grid": []int{128}, "group": []int{64},
						"args": args}}})
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
