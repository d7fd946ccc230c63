package codeobj

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

func bundleFile(t testing.TB, name string) []byte {
	data, err := os.ReadFile("../../testdata/containers/" + name)
	require.NoError(t, err)
	return data
}

// packedBundle is a bundle packed as the versions of the compressed form have it.
func packedBundle(t testing.TB, plain []byte, version, method uint16) []byte {
	var b bytes.Buffer
	if method == 0 {
		w := zlib.NewWriter(&b)
		_, err := w.Write(plain)
		require.NoError(t, err)
		require.NoError(t, w.Close())
	} else {
		w, err := zstd.NewWriter(&b)
		require.NoError(t, err)
		_, err = w.Write(plain)
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	le := binary.LittleEndian
	out := le.AppendUint16(le.AppendUint16([]byte("CCOB"), version), method)
	switch version {
	case 1:
		out = le.AppendUint32(out, uint32(len(plain)))
	case 2:
		out = le.AppendUint32(le.AppendUint32(out, uint32(24+b.Len())), uint32(len(plain)))
	case 3:
		out = le.AppendUint64(le.AppendUint64(out, uint64(32+b.Len())), uint64(len(plain)))
	}
	return append(append(out, "hash hash"[:8]...), b.Bytes()...)
}

// A code object is chosen by number, id, target or GPU, from bundles that clang made, plain, packed in
// all forms, and in a program of the host.
func TestBundlesChooseByTarget(t *testing.T) {
	plain, fat := bundleFile(t, "dev.hipfb"), bundleFile(t, "fat.o")
	files := map[string][]byte{"plain": plain, "clang's": bundleFile(t, "dev.ccob")}
	for _, method := range []uint16{0, 1} {
		for version := uint16(1); version <= 3; version++ {
			files[string([]byte{'v', byte('0' + version), byte('a' + method)})] = packedBundle(t, plain, version, method)
		}
	}
	for name, data := range files {
		for want, target := range map[[2]string]string{{"", "gfx803"}: "gfx803", {"", "fiji"}: "gfx803", {"", "vega10"}: "gfx900",
			{"", "gfx900:xnack-"}: "gfx900", {"1", ""}: "gfx900", {"gfx803", ""}: "gfx803",
			{"hipv4-amdgcn-amd-amdhsa--gfx900", ""}: "gfx900", {"gfx900", "gfx803"}: "gfx900"} {
			one, err := Choose(data, want[0], want[1])
			require.NoError(t, err, "%s %v", name, want)
			o, err := Load(one)
			require.NoError(t, err)
			require.Equal(t, target, o.Target, "%s %v", name, want)
		}
		o, err := LoadFor(data, "gfx900")
		require.NoError(t, err)
		require.Equal(t, "gfx900", o.Target)
	}
	for want, target := range map[string]string{"gfx906:xnack+": "xnack+", "gfx906:sramecc-:xnack-": "xnack-"} {
		one, err := Choose(fat, "", want)
		require.NoError(t, err)
		o, err := Load(one)
		require.NoError(t, err)
		require.Contains(t, o.ISA().ID(), target)
	}
	// A processor's own code comes before that of all of GCN 1.4.
	for gpu, flags := range map[string]uint32{"gfx900": 0x12c, "gfx906": 0x1000151, "vega20": 0x1000151, "gfx9-generic": 0x1000151, "fiji": 0x2a} {
		one, err := Choose(bundleFile(t, "generic.hipfb"), "", gpu)
		require.NoError(t, err, gpu)
		o, err := Load(one)
		require.NoError(t, err, gpu)
		require.Equal(t, flags, o.Flags, gpu)
	}
	for _, c := range []struct{ data, want, gpu, err string }{
		{"plain", "", "", "name one of its code objects, --bundle NUMBER or --gpu TARGET: 0 gfx803, 1 gfx900"},
		{"plain", "", "gfx906", `none of its code objects is "gfx906": 0 gfx803, 1 gfx900`},
		{"plain", "7", "", `none of its code objects is "7": 0 gfx803, 1 gfx900`},
		{"fat", "", "gfx906", "name one of its code objects, --bundle NUMBER or --gpu TARGET: 2 gfx906:xnack+, 3 gfx906:xnack-"},
		{"fat", "gfx906", "", `"gfx906" may be several, name one by its number, --bundle NUMBER: 2 gfx906:xnack+, 3 gfx906:xnack-`},
		{"fat", "gfx700", "", `none of its code objects is "gfx700": 0 gfx1030 (RDNA 2), 1 gfx803`},
	} {
		data := plain
		if c.data == "fat" {
			data = fat
		}
		_, err := Choose(data, c.want, c.gpu)
		require.ErrorContains(t, err, c.err)
	}
	one, err := Choose(fat, "gfx1030", "")
	require.NoError(t, err)
	_, err = Load(one)
	require.ErrorContains(t, err, "it is for gfx1030, which is RDNA 2")
}

// A program linked of several objects has their bundles one behind the other.
func TestProgramsHaveSeveralBundles(t *testing.T) {
	fat := bundleFile(t, "fat.o")
	section := fatBinary(fat)
	require.NotNil(t, section)
	one, err := Entries(fat)
	require.NoError(t, err)
	twice := append(append(bytes.Clone(section), make([]byte, 4096)...), packedBundle(t, bundleFile(t, "dev.hipfb"), 3, 1)...)
	list, err := Entries(inELF(twice))
	require.NoError(t, err)
	require.Len(t, list, len(one)+2)
	_, err = Choose(inELF(twice), "", "gfx803")
	require.ErrorContains(t, err, "1 gfx803, 4 gfx803")
	_, err = Choose(inELF(nil), "", "")
	require.ErrorContains(t, err, "it has no code for a GPU")
}

// inELF is a host's file with a section .hip_fatbin.
func inELF(section []byte) []byte {
	return elfOut{wide: true, typ: 1, machine: 62, regions: []outRegion{
		{name: ".shstrtab", typ: 3, table: nameTable}, {name: ".hip_fatbin", typ: 1, align: 4096, data: section}, {table: sectionTable}}}.bytes()
}

// Sizes that cannot be are refused before memory is taken for them.
func TestBundleErrorsNameThePlace(t *testing.T) {
	plain := bundleFile(t, "dev.hipfb")
	packed := packedBundle(t, plain, 3, 1)
	put := func(data []byte, at int, v uint64) []byte {
		data = bytes.Clone(data)
		binary.LittleEndian.PutUint64(data[at:], v)
		return data
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{plain[:24], "offload bundle at 0x18: it ends inside its table of entries"},
		{put(plain, 24, 1<<40), "offload bundle at 0x18: it has 1099511627776 entries; at most 4096 are supported"},
		{put(plain, 32+16, 1<<60), "entry 0: its id has 1152921504606846976 bytes"},
		{put(plain, 32+16+8+len("host-x86_64-unknown-linux-gnu-")+8, 1<<62), "are beyond the end of the bundle's 11624"},
		{packed[:10], "compressed offload bundle at 0x0: the file ends inside its header"},
		{put(packed, 16, 1<<62), "it has 4611686018427387904 bytes when unpacked; at most 1073741824 are supported"},
		{put(packed, 16, 1<<29), "it does not have the 536870912 bytes that its header says"},
		{put(packed, 16, 5), "it does not have the 5 bytes that its header says"},
		{put(packed, 8, 1<<40), "its size is 1099511627776"},
		{append([]byte("CCOB\x09\x00"), packed[6:]...), "its version is 9; 1 to 3 are known"},
		{append([]byte("CCOB\x03\x00\x07\x00"), packed[8:]...), "its method is 7; known are 0 (zlib) and 1 (zstd)"},
		{append(bytes.Clone(packed[:40]), make([]byte, len(packed)-40)...), "compressed offload bundle at 0x0: it cannot be unpacked"},
		{[]byte("BC\xc0\xde1234"), "this is LLVM bitcode: compile it to a code object"},
	} {
		_, err := Load(c.data)
		require.ErrorContains(t, err, c.want)
		var e *Error
		require.True(t, errors.As(err, &e))
	}
}

// FuzzBundle: no input may crash the reader of bundles, take much memory, or choose what is not there.
func FuzzBundle(f *testing.F) {
	plain := bundleFile(f, "dev.hipfb")
	f.Add(plain)
	f.Add(bundleFile(f, "fat.o"))
	f.Add(packedBundle(f, plain, 2, 0))
	f.Add(packedBundle(f, plain, 3, 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		if list, err := Entries(data); err == nil {
			for i := range list {
				require.LessOrEqual(t, len(list[i].Data), maxUnpacked)
			}
			for _, want := range []string{"", "0", "gfx803"} {
				if one, err := Choose(data, want, ""); err == nil {
					require.NotEmpty(t, one)
				}
			}
		} else {
			var e *Error
			require.True(t, errors.As(err, &e), "%v", err)
			require.Less(t, len(strings.Split(err.Error(), "\n")), 2)
		}
	})
}
