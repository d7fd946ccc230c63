package objcheck_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
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
	require.Nil(t, in.Lines)
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
	require.Equal(t, 2, in.Lines(0))
	require.Equal(t, 5, in.Lines(4))
	require.Zero(t, in.Lines(8))
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
