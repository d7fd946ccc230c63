package objcheck_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/check/objcheck"
)

func kernel(t *testing.T, name string) *codeobj.Object {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/kernels", name))
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	return o
}

// Waves begin at a shader of a graphics stage of a PAL pipeline, too: nobody calls it.
func TestShadersOfPALPipelinesAreNoFunctions(t *testing.T) {
	for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		data, err := os.ReadFile("../../../testdata/containers/pal-" + gpu + ".o")
		require.NoError(t, err)
		require.Equal(t, 1, bytes.Count(data, []byte("\xa3.cs")))
		o, err := codeobj.Load(bytes.Replace(data, []byte("\xa3.cs"), []byte("\xa3.ps"), 1))
		require.NoError(t, err)
		require.Empty(t, o.Kernels)
		require.Equal(t, []string{"scale"}, o.Shaders)
		in, err := objcheck.Input(o)
		require.NoError(t, err)
		for _, e := range in.Entries {
			require.Equal(t, e.Name == "scale", e.Kernel, e.Name)
		}
	}
}

// vecadd's descriptor (vecadd.cl compiled by clang): llvm-readelf shows .text at 0x1900 with 0x134
// bytes; it asks for the scratch resource, the kernarg pointer, three work-group ids and the wave's
// scratch offset where the disassembly uses them.
func TestObjectGivesKernelsAndWhatTheABISets(t *testing.T) {
	in, err := objcheck.Input(kernel(t, "vecadd/gfx900-O2.hsaco"))
	require.NoError(t, err)
	require.Equal(t, isa.GCN14, in.Gen)
	require.EqualValues(t, 0x1900, in.Base)
	require.Len(t, in.Code, 0x134)
	require.Len(t, in.Entries, 2)
	require.Equal(t, check.Entry{Name: "__clang_ocl_kern_imp_vecadd", Addr: 0x19a4, LDS: true}, in.Entries[1], "a function of the symbol table")
	e := in.Entries[0]
	require.Equal(t, "vecadd", e.Name)
	require.EqualValues(t, 0x1900, e.Addr)
	require.True(t, e.Kernel)
	require.False(t, e.LDS, "no static LDS, no local argument")
	written := map[uint16]bool{}
	for _, u := range e.Written {
		require.True(t, u.Write)
		for i := range uint16(u.Dwords) {
			written[u.Code+i] = true
		}
	}
	for _, code := range []uint16{4, 5, 6, isa.CodeExecLo, isa.CodeExecHi, isa.CodeVGPR} { // kernarg pointer s[4:5], work-group id s6, work-item id v0
		require.True(t, written[code], "%d", code)
	}
	require.False(t, written[isa.CodeVCCLo])
	require.False(t, written[isa.CodeVGPR+10])
	require.Nil(t, in.Places)
}

// llvm-readelf shows of globals: relative relocations at 0x39d8 and 0x39e0 with addends 0xdf4 and
// 0xde0, inside PT_GNU_RELRO (0x39d8, 0x628 bytes), and writable data at 0x4aa0.
func TestObjectReadsOnlyWhatNoProgramChanges(t *testing.T) {
	in, err := objcheck.Input(kernel(t, "globals/gfx900-O2.hsaco"))
	require.NoError(t, err)
	for addr, want := range map[uint64]uint64{0x39d8: 0xdf4, 0x39e0: 0xde0} {
		b, ok := in.Read(addr, 8)
		require.True(t, ok)
		require.Equal(t, want, binary.LittleEndian.Uint64(b))
	}
	for _, bad := range []struct {
		addr uint64
		n    int
	}{{0x4aa0, 4}, {1 << 40, 4}, {0x39d8, -1}, {^uint64(0), 8}, {0x39d8 + 0xc8 - 4, 8}} {
		_, ok := in.Read(bad.addr, bad.n)
		require.False(t, ok, "%#x", bad.addr)
	}
	_, ok := in.Read(0xd00, 64) // the descriptor of update, in a read-only segment
	require.True(t, ok)
}

// reloc.c's undefined symbols are for another object to define: what will be there is not known.
func TestObjectDoesNotReadWhatAnotherObjectDefines(t *testing.T) {
	data, err := os.ReadFile("../../../testdata/codeobj/reloc-gfx900-v5.co")
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	in, err := objcheck.Input(o)
	require.NoError(t, err)
	undefined := 0
	for _, r := range o.Relocations {
		if r.Type == codeobj.RelocAbs64 && !r.Symbol.Defined {
			undefined++
			_, ok := in.Read(r.Offset, 8)
			require.False(t, ok, "%#x", r.Offset)
		}
	}
	require.Positive(t, undefined)
}

// LLVM 4 and 5 put an amd_kernel_code_t in front of every function, and calls of functions did not
// exist: the function begins behind it, with a kernel's registers.
func TestFunctionsOfOldCompilersBeginBehindTheirHeader(t *testing.T) {
	const head = "s_endpgm\n.p2align 8\n"
	const header = ":\n.amd_kernel_code_t\nuser_sgpr_count = 2\nenable_sgpr_kernarg_segment_ptr = 1\nkernarg_segment_byte_size = 8\n.end_amd_kernel_code_t\n"
	target, err := isa.FindTarget("gfx803")
	require.NoError(t, err)
	u, _, err := asm.Assemble(".hsa_code_object_version 2,1\n.hsa_code_object_isa 8,0,3,\"AMD\",\"AMDGPU\"\n.text\n.amdgpu_hsa_kernel k\n.p2align 8\n"+
		"k"+header+head+".type f,@function\nf"+header+"s_load_dword s2, s[0:1], 0x0\ns_endpgm\n.p2align 8\n"+
		".type plain,@function\nplain:\ns_endpgm\n", asm.Options{Target: target})
	require.NoError(t, err)
	data, err := codeobj.Write(u)
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	require.Len(t, o.Kernels, 1, "f cannot be launched")
	in, err := objcheck.Input(o)
	require.NoError(t, err)
	k := o.Kernels[0].DescAddr
	require.Len(t, in.Entries, 3)
	for i, e := range []check.Entry{{Name: "k", Addr: k + 256, Kernel: true}, {Name: "f", Addr: k + 2*256 + 256, Kernel: true}, {Name: "plain", Addr: k + 4*256}} {
		require.Equal(t, e, check.Entry{Name: in.Entries[i].Name, Addr: in.Entries[i].Addr, Kernel: in.Entries[i].Kernel})
		require.Equal(t, e.Kernel, in.Data(e.Addr-4))
	}
	r, err := check.Run(in, check.Options{})
	require.NoError(t, err)
	require.Empty(t, r.Findings)
}

func TestRawCodeTakesEntriesInsideIt(t *testing.T) {
	o, err := codeobj.Raw(make([]byte, 8), "gfx900")
	require.NoError(t, err)
	o.Lines = []isa.Line{{Offset: 0, Len: 4, Line: 2}, {Offset: 4, Len: 4, Line: 5}}
	in, err := objcheck.Input(o)
	require.NoError(t, err)
	require.Empty(t, in.Entries)
	require.NoError(t, in.AddEntry(4))
	require.ErrorContains(t, in.AddEntry(2), "0x2 is not the address of an instruction")
	require.Error(t, in.AddEntry(8))
	require.Equal(t, []check.Entry{{Name: "0x4", Addr: 4, Kernel: true, LDS: true}}, in.Entries)
	require.Equal(t, 2, in.Places(0).Line)
	require.Equal(t, 5, in.Places(4).Line)
	require.Zero(t, in.Places(8).Line)
}

// Global labels of a text are kernels unless they name data; other labels name what nothing leads
// to.
func TestInputOfText(t *testing.T) {
	p, err := asm.Code(isa.GCN12, ".globl k, table, missing\nk:\ns_endpgm\nlocal:\ns_mov_b32 s0, s1\ns_endpgm\ntable:\n.long 1, 2\nend:\n")
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"k": true, "table": true}, p.Global)
	o, err := codeobj.Assembled(&p, "gfx803")
	require.NoError(t, err)
	in, err := objcheck.Input(o)
	require.NoError(t, err)
	require.Equal(t, []check.Entry{{Name: "k", Addr: 0, Kernel: true, LDS: true}}, in.Entries)
	for addr, name := range map[uint64]string{0: "k", 4: "local", 8: "", 12: "table", 16: "", 20: "end"} {
		require.Equal(t, name, in.Label(addr))
		require.Equal(t, addr == 12 || addr == 16, in.Data(addr), "%#x", addr)
	}
	r, err := check.Run(in, check.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, r.Unexamined)
	require.Contains(t, r.Findings[0].Message, "(local)")
	l, err := o.Label("local")
	require.NoError(t, err)
	require.EqualValues(t, 4, l.Addr)
	_, err = o.Label("none")
	require.ErrorContains(t, err, "there are: k table")
}

// Without its waits a program has findings in many places. llvm-symbolizer has said where these are.
func TestFindingsNameTheLinesOfDebugInformation(t *testing.T) {
	const dir = "../../../testdata/source/"
	data, err := os.ReadFile(dir + "sum-gfx900-O2.co")
	require.NoError(t, err)
	f, err := elf.NewFile(bytes.NewReader(data))
	require.NoError(t, err)
	code := f.Section(".text")
	for at := code.Offset; at < code.Offset+code.Size; at += 4 {
		if w := binary.LittleEndian.Uint32(data[at:]); w>>16 == 0xbf8c { // s_waitcnt
			binary.LittleEndian.PutUint32(data[at:], 0xbf800000) // s_nop 0
		}
	}
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	in, err := objcheck.Input(o)
	require.NoError(t, err)
	r, err := check.Run(in, check.Options{})
	require.NoError(t, err)
	golden, err := os.ReadFile(dir + "sum-gfx900-O2.txt")
	require.NoError(t, err)
	symbolized := func(pc waitcnt.Addr) (place string, inlined []string) {
		for line := range strings.Lines(string(golden)) {
			f := strings.Fields(line)
			addr, err := strconv.ParseUint(f[0], 0, 64)
			require.NoError(t, err)
			if addr > uint64(pc) {
				break
			}
			place, inlined = f[2], nil
			for i := 1; i < len(f)-2; i += 2 {
				if f[i] != f[i+2] {
					inlined = append(inlined, f[i])
				}
			}
		}
		return strings.ReplaceAll(place[:strings.LastIndexByte(place, ':')], "/./", "/"), inlined
	}
	deep := 0
	for _, x := range r.Findings {
		place, inlined := symbolized(x.PC)
		require.Equal(t, place, fmt.Sprintf("%s:%d", x.File, x.Line), "%v", x.PC)
		require.Equal(t, inlined, x.Inlined, "%v", x.PC)
		deep = max(deep, len(inlined))
		if x.ProducerPC != nil {
			place, _ = symbolized(*x.ProducerPC)
			require.Equal(t, place, fmt.Sprintf("%s:%d", x.ProdFile, x.ProdLine), "%v", *x.ProducerPC)
		}
	}
	require.Greater(t, len(r.Findings), 8)
	require.GreaterOrEqual(t, deep, 2)
}
