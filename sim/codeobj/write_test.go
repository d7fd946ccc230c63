package codeobj

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// unitOf reads a relocatable object as the unit that an assembler would have given.
func unitOf(t testing.TB, data []byte) (*asm.Unit, *Object) {
	f, err := readHeader(data)
	require.NoError(t, err)
	u, err := readUnit(f)
	require.NoError(t, err)
	o, err := Load(data)
	require.NoError(t, err)
	u.Target, u.Version, u.TargetID = o.ISA(), o.Version, o.TargetID()
	return u, o
}

// What Write makes is what was in the unit: for the own loader, and for another reader of ELF
// files.
func TestWrittenObjectsHoldTheirUnit(t *testing.T) {
	files := contained(t, "HSA-")
	files["got.o"] = contained(t, "got.")["got.o"]
	for name, data := range files {
		u, from := unitOf(t, data)
		out, err := Write(u)
		require.NoError(t, err, name)
		o, err := Load(out)
		require.NoError(t, err, name)
		require.Equal(t, []any{from.ABI, from.Version, from.Target, from.Flags},
			[]any{o.ABI, o.Version, o.Target, o.Flags}, name)
		require.Len(t, o.Kernels, len(from.Kernels))
		for i := range o.Kernels {
			want, k := from.Kernels[i], o.Kernels[i]
			require.Zero(t, k.Entry%256, "the hardware needs it")
			require.Equal(t, k.Entry, k.DescAddr+uint64(k.Desc.EntryOffset))
			want.Entry, want.DescAddr, want.Desc.EntryOffset = k.Entry, k.DescAddr, k.Desc.EntryOffset
			require.Equal(t, want, k, name)
		}
		f, err := elf.NewFile(bytes.NewReader(out))
		require.NoError(t, err, name)
		require.Equal(t, elf.ET_DYN, f.Type)
		dyn, err := f.DynamicSymbols()
		require.NoError(t, err)
		var names []string
		for _, s := range dyn {
			names = append(names, s.Name)
		}
		for _, k := range o.Kernels {
			require.Contains(t, names, k.Name)
			require.Contains(t, names, k.Symbol)
		}
		syms, err := f.Symbols()
		require.NoError(t, err)
		local := true
		for _, s := range syms {
			isLocal := elf.ST_BIND(s.Info) == elf.STB_LOCAL
			require.True(t, local || !isLocal, "local symbols come first")
			local = isLocal
			if s.Section > elf.SHN_UNDEF && s.Section < elf.SHN_LORESERVE {
				sec := f.Sections[s.Section]
				require.True(t, s.Value >= sec.Addr && s.Value <= sec.Addr+sec.Size, "%s: %s in %s", name, s.Name,
					sec.Name)
			}
		}
		require.NotContains(t, names, "word", "hidden symbols are not for others")
		for _, p := range f.Progs {
			if p.Type == elf.PT_LOAD {
				require.Equal(t, p.Off%pageSize, p.Vaddr%pageSize, "pages of the file can be mapped")
			}
		}
		for _, s := range f.Sections {
			if s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS { // section and segment are the same bytes
				want, err := s.Data()
				require.NoError(t, err)
				got, ok := o.Bytes(s.Addr, s.Size)
				require.True(t, ok, s.Name)
				require.Equal(t, want, got, s.Name)
			}
		}
	}
}

// LLVM's reader, where it is installed, has no complaint.
func TestReadelfAcceptsWrittenObjects(t *testing.T) {
	tool, err := exec.LookPath("llvm-readelf-22")
	if err != nil {
		t.Skip("llvm-readelf-22 is not installed")
	}
	for name, data := range contained(t, "HSA-") {
		u, _ := unitOf(t, data)
		out, err := Write(u)
		require.NoError(t, err, name)
		file := filepath.Join(t.TempDir(), "x.co")
		require.NoError(t, os.WriteFile(file, out, 0o600))
		cmd := exec.Command(tool, "-a", file)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		text, err := cmd.Output()
		require.NoError(t, err)
		require.Empty(t, stderr.String())
		require.Contains(t, string(text), "NT_AMDGPU_METADATA")
		require.NotContains(t, string(text), "<corrupt")
	}
}

// .file and .loc become a table of lines, as LLVM writes it: min_inst_length 4, a sequence for each
// section.
func TestLineTable(t *testing.T) {
	u, _ := unitOf(t, contained(t, "got.")["got.o"])
	u.DebugFiles = []asm.DebugFile{{Number: 0, Dir: "/src", Name: "k.cl", MD5: "3527e4a0ecadc88d1606f46644886316"},
		{Number: 1, Dir: "/inc", Name: "x.h"}}
	u.DebugLines = []asm.DebugLine{{Offset: 0, File: 0, Line: 7, Col: 3, IsStmt: true},
		{Offset: 8, File: 0, Line: 700, Col: 4, PrologueEnd: true},
		{Offset: 16, File: 1, Line: 5}}
	out, err := Write(u)
	require.NoError(t, err)
	f, err := elf.NewFile(bytes.NewReader(out))
	require.NoError(t, err)
	got, err := f.Section(".debug_line").Data()
	require.NoError(t, err)
	text := f.Section(".text").Addr
	// Written by hand from DWARF 5, 6.2.4 and 6.2.5.
	want := []byte{5, 0, 8, 0, 0x53, 0, 0, 0, 4, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 8, 2}
	want = append(want, "/src\x00/inc\x00\x03\x01\x08\x02\x0f\x05\x1e\x02k.cl\x00\x00"...)
	want = append(want, 0x35, 0x27, 0xe4, 0xa0, 0xec, 0xad, 0xc8, 0x8d, 0x16, 0x06, 0xf4, 0x66, 0x44, 0x88, 0x63, 0x16)
	want = append(want, "x.h\x00\x01"...)
	want = append(want, make([]byte, 16)...)
	want = le.AppendUint64(append(want, 0, 9, 2), text)
	want = append(want, 4, 0, 5, 3, 3, 6, 2, 0, 1) // file 0, column 3, line 7
	// column 4, no statement, prologue end, 693 lines and 2 instructions on
	want = append(want, 5, 4, 6, 10, 3, 0xb5, 5, 2, 2, 1)
	want = append(want, 4, 1, 5, 0, 3, 0xc9, 0x7a, 2, 2, 1) // file 1, 695 lines back
	want = append(want, 2, byte((0x7c-16)/4), 0, 1, 1)      // the end of .text
	require.Equal(t, append(le.AppendUint32(nil, uint32(len(want))), want...), got)
}

func TestWriteErrorsNameTheLine(t *testing.T) {
	base := func() *asm.Unit {
		u, _ := unitOf(t, contained(t, "got.")["got.o"])
		u.Files = []string{"k.s"}
		return u
	}
	pos := asm.Pos{Line: 12, Col: 3}
	for _, c := range []struct {
		edit func(u *asm.Unit)
		want string
	}{
		{func(u *asm.Unit) {
			u.Symbols = append(u.Symbols, asm.Symbol{Name: "other", Section: asm.Undefined, Bind: 1})
			u.Sections[0].Relocs = append(u.Sections[0].Relocs, asm.Reloc{Type: uint32(RelocRel32Lo),
				Symbol: len(u.Symbols) - 1, Pos: pos})
		}, `symbols: k.s:12:3: "other" is not defined`},
		{func(u *asm.Unit) {
			u.Symbols = append(u.Symbols, asm.Symbol{Name: "here", Section: 0})
			u.Sections[0].Relocs = append(u.Sections[0].Relocs, asm.Reloc{Type: uint32(RelocAbs32Lo),
				Symbol: len(u.Symbols) - 1, Pos: pos})
		},
			`k.s:12:3: R_AMDGPU_ABS32_LO: the address of "here" is known when the object is loaded; write the distance to it, here@rel32@lo, or .quad`},
		{func(u *asm.Unit) { u.Metadata = []asm.Metadata{{Text: "a: *x\n", Pos: pos}} },
			"metadata: k.s:12:3: it is not YAML"},
		{func(u *asm.Unit) { u.Sections[0].Relocs[0].Symbol = 1 << 20 }, "symbol 1048576 of"},
		{func(u *asm.Unit) { u.Sections[0].Align = 3 }, "its alignment 0x3 is not a power of two"},
		{func(u *asm.Unit) {
			u.Symbols = append(u.Symbols, asm.Symbol{Name: "block", Section: asm.Common, LDS: true, Bind: 1})
			u.Sections[0].Relocs = append(u.Sections[0].Relocs, asm.Reloc{Type: uint32(RelocAbs32Lo),
				Symbol: len(u.Symbols) - 1, Pos: pos})
		}, `symbol "block" is a block of LDS`},
	} {
		u := base()
		c.edit(u)
		_, err := Write(u)
		require.ErrorContains(t, err, c.want)
		var e *Error
		require.ErrorAs(t, err, &e)
	}
}

// e_flags say what the target's name says of XNACK and SRAM ECC (LLVM AMDGPUUsage,
// EF_AMDGPU_FEATURE_*).
func TestWrittenFlags(t *testing.T) {
	for _, c := range []struct {
		gpu, id string
		version int
		want    uint32
	}{
		{"gfx803", "amdgcn-amd-amdhsa--gfx803", 6, 0x2a}, {"gfx900", "amdgcn-amd-amdhsa--gfx900", 6, 0x12c},
		{"gfx900", "", 0, 0x12c},
		{"gfx900", "amdgcn-amd-amdhsa--gfx900:xnack+", 5, 0x32c}, {"gfx900", "amdgcn-amd-amdhsa--gfx900:xnack-", 4,
			0x22c},
		{"gfx906", "amdgcn-amd-amdhsa--gfx906", 5, 0x52f}, {"gfx906", "amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-", 5,
			0xe2f},
		{"gfx906", "amdgcn-amd-amdhsa--gfx906:sramecc+:xnack+", 3, 0x32f}, {"gfx900", "", 2, 0x2c},
		{"gfx906:sramecc-:xnack+", "", 6, 0xb2f},
		{"gfx900", "amdgcn-amd-amdhsa--gfx9-generic", 6, 0x1000151}, // llvm-readelf 22: gfx9-generic, xnack, generic_v1
		{"gfx906", "amdgcn-amd-amdhsa--gfx9-generic:xnack-", 6, 0x1000251},
	} {
		target, err := isa.FindTarget(c.gpu)
		require.NoError(t, err)
		w := &writer{unit: asm.Unit{Target: target, TargetID: c.id, Version: c.version}}
		require.Equal(t, c.want, w.flags(), "%+v", c)
	}
}

// All that is loaded is what ld.lld -shared makes of the same object, but for the place and the
// number of the section headers in the ELF header.
func TestWriteEqualsLLD(t *testing.T) {
	files := contained(t, "HSA-")
	files["got.o"] = contained(t, "got.")["got.o"]
	for name, data := range files {
		linked, err := os.ReadFile(containers + "lld/" + strings.TrimSuffix(name, ".o") + ".co")
		require.NoError(t, err)
		want, err := Load(linked)
		require.NoError(t, err)
		u, _ := unitOf(t, data)
		out, err := Write(u)
		require.NoError(t, err)
		got, err := Load(out)
		require.NoError(t, err)
		for _, o := range []*Object{want, got} {
			clear(o.Segments[0].Data[40:48])
			clear(o.Segments[0].Data[60:64])
		}
		require.Equal(t, want.Segments, got.Segments, name)
		require.Equal(t, want.Relocations, got.Relocations, name)
		require.Equal(t, want.Kernels, got.Kernels, name)
	}
}

// What sections take in memory is bounded as a whole, not one by one.
func TestSectionsTogetherAreBounded(t *testing.T) {
	u := &asm.Unit{Sections: []asm.Section{
		{Name: ".text", Type: 1, Flags: 6, Align: 4, Data: []byte{0, 0, 0x81, 0xbf}, Size: 4},
		{Name: ".bss", Type: 8, Flags: 3, Align: 4, Size: MaxSpan - 64}}}
	_, err := place(u, 0, 1<<20)
	require.ErrorContains(t, err, "sections: they take 0x1")
	u.Sections[1].Size = MaxSpan - 3*pageSize
	_, err = place(u, 0, 1<<20)
	require.NoError(t, err)
}
