package disasm

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

var long = flag.Bool("long", false, "all objects of testdata")

const testdata = "../../testdata/"

// objects calls f for the code objects of testdata that have a text.
func objects(t *testing.T, f func(path string, o *codeobj.Object)) {
	n := 0
	require.NoError(t, filepath.WalkDir(testdata, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".co") && !strings.HasSuffix(path, ".hsaco") {
			return err
		}
		if n++; !*long && strings.Contains(path, "/kernels/") && n%16 != 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		o, err := codeobj.Load(data)
		if err == nil && Whole(o) {
			f(path, o)
		}
		return nil
	}))
}

// assembled makes an object of a text.
func assembled(t *testing.T, o *codeobj.Object, src string) *codeobj.Object {
	u, _, err := asm.Assemble(src, asm.Options{Target: o.ISA()})
	require.NoError(t, err)
	data, err := codeobj.Write(u)
	require.NoError(t, err)
	out, err := codeobj.Load(data)
	require.NoError(t, err)
	return out
}

func listing(t *testing.T, o *codeobj.Object) string {
	var b bytes.Buffer
	require.NoError(t, Write(&b, o))
	return b.String()
}

// The text assembles to what was loaded, to the byte: code, data, tables for the loader, notes. Headers
// are not compared: linkers differ in what is not for the program.
func TestTextAssemblesToTheSameObject(t *testing.T) {
	objects(t, func(path string, o *codeobj.Object) {
		src := listing(t, o)
		out := assembled(t, o, src)
		const headers = 64 + 9*56
		require.Equal(t, []any{o.Target, o.Version, o.Flags}, []any{out.Target, out.Version, out.Flags}, path)
		require.Len(t, out.Segments, len(o.Segments), path)
		for i := range o.Segments {
			a, b := o.Segments[i], out.Segments[i]
			require.Equal(t, []any{a.Addr, a.Flags}, []any{b.Addr, b.Flags}, path)
			if a.Addr == 0 {
				a.Data, b.Data = a.Data[headers:], b.Data[headers:]
			}
			require.True(t, bytes.Equal(a.Data, b.Data), "%s: segment %d", path, i)
		}
		require.Equal(t, o.Kernels, out.Kernels, path)
		require.Equal(t, o.Relocations, out.Relocations, path)
	})
}
