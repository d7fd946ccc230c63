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
		if err == nil && Whole(o) == nil {
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

func textOf(t *testing.T, o *codeobj.Object) string {
	var b bytes.Buffer
	require.NoError(t, Write(&b, o))
	return b.String()
}

// The text assembles to what was loaded, to the byte: code, data, tables for the loader, notes.
// Headers are not compared: linkers differ in what is not for the program.
func TestTextAssemblesToTheSameObject(t *testing.T) {
	objects(t, func(path string, o *codeobj.Object) {
		src := textOf(t, o)
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

// The text of a relocatable object is that of what it is linked to, and assembles to that.
func TestTextOfRelocatableObjects(t *testing.T) {
	files, err := filepath.Glob(testdata + "containers/HSA-*.o")
	require.NoError(t, err)
	for _, path := range append(files, testdata+"containers/got.o") {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		o, err := codeobj.Load(data)
		require.NoError(t, err)
		linked, err := o.Linked()
		require.NoError(t, err, path)
		require.NoError(t, Whole(linked), path)
		lld, err := os.ReadFile(filepath.Join(testdata+"containers/lld", strings.TrimSuffix(filepath.Base(path), ".o")+".co"))
		if strings.HasSuffix(path, "got.o") {
			lld, err = os.ReadFile(testdata + "containers/got.co")
		}
		require.NoError(t, err)
		theirs, err := codeobj.Load(lld)
		require.NoError(t, err)
		out := assembled(t, linked, textOf(t, linked))
		require.Len(t, out.Segments, len(theirs.Segments), path)
		for i := range out.Segments {
			a, b, c := theirs.Segments[i], linked.Segments[i], out.Segments[i]
			require.Equal(t, []any{a.Addr, a.Flags, b.Addr, b.Flags}, []any{c.Addr, c.Flags, c.Addr, c.Flags}, path)
			const headers = 64 + 9*56
			if a.Addr == 0 {
				b.Data, c.Data = b.Data[headers:], c.Data[headers:]
				a.Data = c.Data // whose tables are in another order
			}
			require.True(t, bytes.Equal(a.Data, c.Data) && bytes.Equal(b.Data, c.Data), "%s: segment %d", path, i)
		}
	}
	data, err := os.ReadFile(testdata + "containers/undefined.o")
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	_, err = o.Linked()
	require.ErrorContains(t, err, `"other" is not defined`)
}

// The text of an object of Mesa, PAL or Gallium gives it back, relocatable or linked: with addresses
// that only a loader knows, registers of kernels, notes. What drivers link themselves stays relocatable.
func TestTextOfOtherConventions(t *testing.T) {
	relocatable := 0
	for _, glob := range []string{"mesa3d-*.o", "pal-*.o", "gallium-*.o", "lld/pal-*.co"} {
		files, err := filepath.Glob(testdata + "containers/" + glob)
		require.NoError(t, err)
		require.Len(t, files, 4, glob)
		for _, path := range files {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			o, err := codeobj.Load(data)
			require.NoError(t, err)
			linked, err := o.Linked()
			require.NoError(t, err, path)
			require.NoError(t, Whole(linked), path)
			require.Equal(t, o.ABI, linked.ABI)
			require.Equal(t, o.Flags, linked.Flags, path)
			if linked.Relocatable() {
				relocatable++
			}
			require.Equal(t, o.Notes(), linked.Notes(), path)
			src := textOf(t, linked)
			out := assembled(t, linked, src)
			require.Equal(t, []any{linked.Target, linked.ABI, linked.Version, linked.Flags}, []any{out.Target, out.ABI, out.Version, out.Flags}, path)
			require.Equal(t, contents(t, linked), contents(t, out), path)
			require.Equal(t, o.Notes(), out.Notes(), path)
			require.Equal(t, linked.Relocations, out.Relocations, path)
			require.Equal(t, kernelsOf(linked), kernelsOf(out), path)
			for i := range linked.Kernels { // nothing of it comes from linking
				a, b := o.Kernels[i], out.Kernels[i]
				require.Equal(t, []any{a.Name, a.Desc, a.Args, a.UserData, a.CodeSize}, []any{b.Name, b.Desc, b.Args, b.UserData, b.CodeSize}, path)
			}
			// An instruction may be added: what the code finds is the same.
			longer := assembled(t, linked, strings.Replace(src, "\ts_endpgm", "\ts_nop 7\n\ts_endpgm", 1))
			require.Len(t, longer.Kernels, len(linked.Kernels))
			require.Equal(t, linked.Kernels[0].Desc, longer.Kernels[0].Desc)
			require.Len(t, longer.Relocations, len(linked.Relocations))
			require.Equal(t, src, textOf(t, out))
		}
	}
	require.Equal(t, 4, relocatable, "those of Mesa have absolute addresses")
}

// What the default syntax cannot say it names, with the way out.
func TestWholeSaysWhatCannotBeSaid(t *testing.T) {
	clrxSamples(t, func(t *testing.T, name string, o *codeobj.Object) {
		if o.Container() == nil {
			return
		}
		require.ErrorContains(t, Whole(o), "LLVM's syntax has no directives for the container of "+o.ABI.String()+"; --syntax clrx writes all of it")
		var b bytes.Buffer
		require.NoError(t, WriteCode(&b, o, Whole(o)))
		require.True(t, strings.HasPrefix(b.String(), "; code only: LLVM's syntax has no directives"))
	})
}

// Symbols come back where code computes addresses: in the text there is no distance between
// sections but as symbols.
func TestComputedAddressesAreSymbols(t *testing.T) {
	data, err := os.ReadFile(testdata + "containers/got.co")
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	src := textOf(t, o)
	for _, want := range []string{"word@gotpcrel32@lo+(.Lend_150c-4-.Lpc_1504)",
		"word@gotpcrel32@hi+(.Lend_1514-4-.Lpc_1504)",
		"word@rel32@lo+(", "pointers@rel32@hi+(", "\t.quad third\n", "s_branch more ", "\t.amdhsa_kernel k\n",
		"\t.size k, .-k\n"} {
		require.Contains(t, src, want)
	}
}

// Source lines are comments where the object has debug information.
func TestSourceLinesAreComments(t *testing.T) {
	data, err := os.ReadFile(testdata + "containers/lines.co")
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	src := textOf(t, o)
	require.Regexp(t, `(?m)^; .*one\.cl:3\n`, src)
	require.Regexp(t, `(?m)^; .*one\.cl:4\n`, src)
}

// FuzzWhole: of any object that loads there is a text or there is none, and what assembles can be
// loaded.
func FuzzWhole(f *testing.F) {
	for _, name := range []string{"codeobj/kern-gfx803-v5.co", "codeobj/kern-gfx900-v2.co",
		"codeobj/reloc-gfx900-v5.co", "containers/got.co",
		"containers/lines.co"} {
		data, err := os.ReadFile(testdata + name)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := codeobj.Load(data)
		if err != nil || Whole(o) != nil {
			return
		}
		var b bytes.Buffer
		require.NoError(t, Write(&b, o))
		u, _, err := asm.Assemble(b.String(), asm.Options{Target: o.ISA()})
		if err != nil {
			return
		}
		if out, err := codeobj.Write(u); err == nil {
			_, _ = codeobj.Load(out) // an error: a descriptor that nobody can use
		}
	})
}
