package run_test

import (
	"archive/zip"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// samples are files that CLRX's assembler made, by name: FORMAT-GPU-DRIVER-BITS.
func samples(t testing.TB) map[string][]byte {
	r, err := zip.OpenReader("../../../testdata/clrx/samples.zip")
	require.NoError(t, err)
	defer r.Close()
	files := map[string][]byte{}
	for _, f := range r.File {
		in, err := f.Open()
		require.NoError(t, err)
		files[f.Name], err = io.ReadAll(in)
		require.NoError(t, err)
	}
	return files
}

// sampleLaunch is a launch of a sample's kernel and what it leaves in buffer a.
type sampleLaunch struct {
	kernel string
	args   []any
	want   func(i int) uint32
}

func sampleLaunches(name string) []sampleLaunch {
	table := [4]uint32{3, 1, 4, 1}
	pair := map[string]any{"bytes": strings.Repeat("0b00000000000000", 3)}
	picture := map[string]any{"bytes": strings.Repeat("01000000", 8)}
	same := func(i int) uint32 { return uint32(i) }
	switch format, _, _ := strings.Cut(name, "-"); format {
	case "amd":
		return []sampleLaunch{{"sum", []any{u32(100), buf("a"), buf("b"), buf("t"), map[string]any{"i8": -3},
			map[string]any{"bytes": "00000000" + "00000000" + "21000000" + "00000000"}, pair,
			map[string]any{"u64": 1000}},
			func(i int) uint32 { return uint32(6*i) + table[i&3] + 100 - 3 + 0x21 + 11 + 1000 + 7000 }},
			{"picture", []any{picture, picture, u32(0x13)}, same}, {"scratched", []any{u32(9), buf("a"), map[string]any{"local": 256}}, func(i int) uint32 { return uint32(i) + 9 }}}
	case "amdcl2":
		constants, three := uint32(7000), "0000000000000000" // such vectors have 4 elements
		if strings.Contains(name, "-180005-") {              // such drivers have no data of the program
			constants, three = 0, "000000000000"
		}
		vector := map[string]any{"bytes": strings.Repeat("00", len(three))}
		return []sampleLaunch{{"picture", []any{buf("a"), buf("a"), buf("b"), pair, vector, map[string]any{"local": 64}}, same},
			{"sum", []any{buf("a"), buf("b"), buf("t"), u32(100), map[string]any{"u8": 7},
				map[string]any{"bytes": three}, map[string]any{"u64": 1}},
				func(i int) uint32 { return uint32(6*i) + table[i&3] + 107 + constants }}}
	}
	return []sampleLaunch{{"sum", []any{u32(100), buf("a")}, func(i int) uint32 { return uint32(i) + 100 }}}
}

// runSample runs the kernels of a file and compares what they leave.
func runSample(t *testing.T, name string, data []byte) {
	gpu := ""
	if strings.HasPrefix(name, "gallium") { // the file does not say it
		gpu = map[string]string{"tahiti": "gfx600", "tonga": "gfx802", "fiji": "gfx803"}[strings.Split(name, "-")[1]]
	}
	for _, l := range sampleLaunches(name) {
		dir := t.TempDir()
		path := filepath.Join(dir, "code")
		require.NoError(t, os.WriteFile(path, data, 0o600))
		doc, err := json.Marshal(map[string]any{"code": path, "gpu": gpu,
			"buffers": []any{
				map[string]any{"name": "a", "size": 512, "addr": "0x10000", "init": map[string]any{"u32": "0..127"}},
				map[string]any{"name": "b", "size": 512, "addr": "0x20000", "init": map[string]any{"u32": "0..635 step 5"}},
				map[string]any{"name": "t", "size": 16, "addr": "0x30000", "init": map[string]any{"u32": []int{3, 1, 4, 1}}}},
			"launches": []any{map[string]any{"kernel": l.kernel, "grid": []int{128}, "group": []int{64}, "args": l.args}}})
		require.NoError(t, err)
		if gpu == "" {
			doc = []byte(strings.Replace(string(doc), `"gpu":"",`, "", 1))
		}
		at := filepath.Join(dir, "launch.json")
		require.NoError(t, os.WriteFile(at, doc, 0o600))
		f, err := launch.Load(at)
		require.NoError(t, err)
		out, err := run.Run(f, sim.Options{Check: true})
		require.NoError(t, err)
		require.Nil(t, out.Fault, "%s: %v", l.kernel, out.Fault)
		require.Empty(t, out.Launches[0].Result.Findings, l.kernel)
		got := make([]byte, 512)
		require.NoError(t, out.Device.Mem.Read(out.Buffers["a"].Base, got))
		for i := range 128 {
			require.Equal(t, l.want(i), binary.LittleEndian.Uint32(got[4*i:]), "%s: item %d", l.kernel, i)
		}
	}
}

// Files that CLRX's assembler made for drivers of all times run with the arguments that their
// containers name, and leave what their sources say.
func TestSamplesOfCLRXRun(t *testing.T) {
	for name, data := range samples(t) {
		t.Run(name, func(t *testing.T) { runSample(t, name, data) })
	}
}
