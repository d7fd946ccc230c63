package run

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// FuzzRun: any launch file runs any code object, or any bytes as a raw binary, to an end, a fault
// or an error, within its limits of memory and instructions.
func FuzzRun(f *testing.F) {
	const kernels = "../../../testdata/kernels/"
	for _, name := range []string{"vecadd/gfx600-O2", "vecadd/gfx900-O2", "calls/gfx803-O2", "reduce/gfx700-O2", "spill/gfx900-O2", "ids3d/gfx803-O2"} {
		file, err := os.ReadFile(kernels + name + ".json")
		require.NoError(f, err)
		object, err := os.ReadFile(kernels + name + ".hsaco")
		require.NoError(f, err)
		f.Add(file, object, uint8(len(object)))
	}
	texts, err := filepath.Glob(kernels + "asm/*.json")
	require.NoError(f, err)
	for i, text := range texts {
		file, err := os.ReadFile(text)
		require.NoError(f, err)
		f.Add(file, []byte{0, 0, 0x81, 0xbf}, uint8(i))
	}
	for i, e := range []string{
		`{"buffers": [{"name": "a", "size": 4096}, {"name": "h", "addr": "0x100000", "size": 4096, "fill": 3}], "launches": [
			{"kernel": "k", "grid": [1024, 1, 1], "group": [256, 1, 1], "dynamic_lds": 8, "args": [{"buffer": "a", "offset": 16}, {"local": 64}]},
			{"entry": 0, "grid": [64], "group": [64], "kernarg": "h", "registers": {"s[4:7]": "buffer:a", "v0": "lane", "m0": -1}}]}`,
		`{"launches": [{"grid": ["0x40", 2], "group": [8, 2], "registers": {"s0": 1, "s[8:11]": [1, 2, "0x3", -4], "v[2:3]": ["-1", 5],
			"vcc": 0, "scc": 1, "mode": "0xf0", "exec": "0xff"}}]}`,
		`{"buffers": [{"name": "a", "size": 64, "init": [{"u8": "1..4"}, {"f32": 1.5}], "expect": [{"i16": {"0..3": 7}}, {"f16 ulp 1": ["0..1", null]}]}],
			"launches": [{"abi": "hsa", "grid": [130], "group": [70], "dynamic_lds": 64, "args": [{"buffer": "a"}], "registers": {"v3": "local_id",
			"s9": "wave"}, "expect": [{"registers": {"v0": "0..63", "s[4:5]": "kernarg", "exec": 1, "mode": 0, "v3": {"f32": "1 x 64"}}, "lds": [1, 2]},
			{"group": [1], "wave": 0, "registers": {"v[1:2]": 7, "s[0:1]": {"f64": 1}}}]}]}`,
	} {
		f.Add([]byte(e), []byte{0, 0, 0x80, 0xbe, 0, 0, 0x81, 0xbf}, uint8(i))
	}
	f.Fuzz(func(t *testing.T, data, code []byte, flags uint8) {
		if len(data) > 1<<13 || len(code) > 1<<14 {
			return
		}
		file, err := launch.Parse(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		for i := range file.Buffers { // files of the host are another test's
			b := &file.Buffers[i]
			b.Init.File, b.Save = "", ""
			b.Expect = slices.DeleteFunc(b.Expect, func(e launch.Expect) bool { return e.File != "" })
		}
		var o *codeobj.Object
		raw := !codeobj.IsELF(code)
		if raw {
			o, err = codeobj.Raw(code, []string{"gfx600", "gfx700", "gfx803", "gfx900"}[flags&3])
		} else {
			o, err = codeobj.Load(code)
		}
		if err != nil {
			return
		}
		opts := sim.Options{MaxMem: 8 << 20, MaxInsts: 300, Deterministic: flags&4 != 0, Workers: 1, Check: flags&8 != 0}
		out, err := Object(file, o, raw, opts)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		if out.Fault != nil {
			require.NotEmpty(t, out.Fault.Error())
			var defect *sim.DefectError
			if errors.As(out.Fault, &defect) {
				require.Failf(t, "defect", "%v\n%s", out.Fault, defect.Stack)
			}
		}
		require.NoError(t, Explain(file, out, opts))
		for i := range out.Unmet {
			require.NotEmpty(t, out.Unmet[i].What()+out.Unmet[i].Details())
		}
		require.LessOrEqual(t, out.Device.Mem.Mapped(), opts.MaxMem)
		require.Contains(t, isa.Gens(), out.Gen)
	})
}
