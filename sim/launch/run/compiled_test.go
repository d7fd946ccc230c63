package run_test

import (
	"archive/zip"
	"encoding/binary"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

var compiled = flag.String("compiled", "",
	"folder with the texts of more kernels, from testdata/compiled/make.py --all or --debug")

// What clang writes as text is assembled to what clang itself makes of it: every kernel's
// descriptor and code, data, notes and source lines, to the byte; so it does the same. The sample runs,
// too.
func TestCompilersTextIsItsObject(t *testing.T) {
	sample := t.TempDir()
	z, err := zip.OpenReader("../../../testdata/compiled/texts.zip")
	require.NoError(t, err)
	defer z.Close()
	require.NoError(t, os.CopyFS(sample, z))
	dirs := []string{sample + "/plain", sample + "/debug"}
	if *compiled != "" {
		dirs = append(dirs, *compiled)
	}
	for _, dir := range dirs {
		files, err := filepath.Glob(dir + "/*.s")
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, path := range files {
			name, stem, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".s"), ".")
			object := strings.TrimSuffix(path, ".s") + ".hsaco" // of --debug
			if _, err := os.Stat(object); err != nil {
				object = filepath.Join(kernels, name, stem+".hsaco")
			}
			want, _, err := run.ReadCode(object, "", launch.Text{})
			require.NoError(t, err)
			o, raw, err := run.ReadCode(path, "", launch.Text{})
			require.NoError(t, err, path)
			require.False(t, raw, path)
			require.Equal(t, []any{want.Target, want.Version, want.Flags}, []any{o.Target, o.Version, o.Flags}, path)
			for j := range min(len(o.Kernels), len(want.Kernels)) {
				untold(want, o, &want.Kernels[j], &o.Kernels[j])
			}
			require.Equal(t, want.Kernels, o.Kernels, path)
			require.Equal(t, want.Relocations, o.Relocations, path)
			require.Len(t, o.Segments, len(want.Segments), path)
			for i := range want.Segments {
				a, b := want.Segments[i], o.Segments[i]
				require.Equal(t, []any{a.Addr, a.MemSize, a.Flags}, []any{b.Addr, b.MemSize, b.Flags},
					"%s: segment %d", path, i)
				if i == 0 { // the ELF header says where in the file the sections are listed
					a.Data, b.Data = a.Data[64:], b.Data[64:]
				}
				for j := range min(len(a.Data), len(b.Data)) {
					if a.Data[j] != b.Data[j] {
						require.Failf(t, "other bytes", "%s: segment %d at %#x", path, i, j)
					}
				}
				require.Len(t, b.Data, len(a.Data), path)
			}
			require.Equal(t, want.SourceLines(), o.SourceLines(), path)
			if dir != *compiled {
				runsAsExpected(t, filepath.Join(kernels, name, stem+".json"), o)
			}
		}
	}
}

// untold puts into a kernel's descriptor what LLVM's compiler writes into its objects and not into
// its texts, so that llvm-mc makes other descriptors of them, too: on gfx6 its assembler counts 4
// SGPRs for FLAT_SCRATCH, its compiler does not; before version 5 the text does not say that the
// stack is dynamic.
func untold(want, o *codeobj.Object, a, b *codeobj.Kernel) {
	desc, ok := o.Bytes(b.DescAddr, abi.Size)
	if !ok {
		return
	}
	const rsrc1, properties, sgprs, dynamicStack = 48, 56, 1 << 6, 1 << 11
	if want.Gen == isa.GCN10 && b.Desc.Rsrc1 == a.Desc.Rsrc1+sgprs {
		b.Desc.Rsrc1, b.Desc.SGPRs = a.Desc.Rsrc1, a.Desc.SGPRs
		binary.LittleEndian.PutUint32(desc[rsrc1:], a.Desc.Rsrc1)
	}
	if want.Version < 5 && a.Desc.DynamicStack && !b.Desc.DynamicStack {
		b.Desc.DynamicStack = true
		binary.LittleEndian.PutUint16(desc[properties:], binary.LittleEndian.Uint16(desc[properties:])|dynamicStack)
	}
}

// runsAsExpected runs a launch file with another object.
func runsAsExpected(t *testing.T, file string, o *codeobj.Object) {
	f, err := launch.Load(file)
	require.NoError(t, err)
	out, err := run.Object(f, o, false, sim.Options{})
	require.NoError(t, err, file)
	require.Nil(t, out.Fault, file)
	require.Empty(t, out.Unmet, file)
}
