package codeobj

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj/objtest"
)

const containers = "../../testdata/containers/"

// contained returns the files of testdata/containers whose names begin so.
func contained(t testing.TB, prefix string) map[string][]byte {
	names, err := filepath.Glob(containers + prefix + "*o")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	out := map[string][]byte{}
	for _, n := range names {
		data, err := os.ReadFile(n)
		require.NoError(t, err)
		out[filepath.Base(n)] = data
	}
	return out
}

// endpgm is code that ends at once.
var endpgm = []byte{0, 0, 0x81, 0xbf}

// Small containers of each kind that objtest writes.
func configFile(gpu uint32) []byte {
	f := objtest.ELF{Wide: true, Type: elf.ET_REL, Machine: 224, Flags: gpu, Sections: []objtest.Section{
		{Name: ".text", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR,
			Data: append(make([]byte, 256), endpgm...)},
		objtest.Config(0xb848, 0x1041, 0xb84c, 0x1398, 0xb860, 3<<12, 0xb848, 0, 0xb84c, 4, 0xb860, 0)},
		Symbols: []objtest.Symbol{{Name: "second", Value: 256, Bind: elf.STB_GLOBAL},
			{Name: "first", Bind: elf.STB_GLOBAL}}}
	return f.Bytes()
}

func galliumContainer(gpu uint32) []byte {
	return objtest.Gallium(configFile(gpu), objtest.GalliumKernel{Name: "second", Offset: 256,
		Args: [][6]uint32{{3, 4, 4, 4, 0, 0}, {4, 4, 4, 4, 0, 0}}},
		objtest.GalliumKernel{Name: "first"})
}

func openCL12File(wide bool) []byte {
	return objtest.OpenCL12(wide, 0x40c, 0x2d, []byte("0123"), objtest.CALKernel{Name: "k", Code: endpgm,
		Metadata: []string{"memory:hwlocal:512", "cws:64:2:1", "cbid:10", "value:v:float:3:1:0",
			"value:s:struct:24:1:16",
			"pointer:l:u32:1:1:48:hl:1:4:RW:0:0", "pointer:p:u32:1:1:64:uav:12:4:RW:0:0", "image:i:2D:RO:0:1:80",
			"reflection:0:float3"},
		ProgInfo: [][2]uint32{{0x80001000, 2}, {0x80001001, 2}, {0x80001002, 1}, {0x80001003, 4}, {0x80001004, 4},
			{0x80001005, 0x11}, {0x80001006, 0}, {0x80001007, 2}, {0x80001008, 2},
			{0x80001041, 5}, {0x80001042, 20}, {0x80001043, 0xf0}, {0x80001044, 1}, {0x80001045, 10},
			{0x2e13, 8<<1 | 3<<7 | 1<<11}}})
}

func openCL20File(wide, old bool) []byte {
	return objtest.OpenCL20(wide, old, 16, [3]uint32{8, 0, 3}, objtest.CL20Kernel{Name: "k",
		Code: objtest.CodeT(1, 6<<1, 9, 0, 64, endpgm),
		Args: []objtest.CL20Arg{{Name: "v", TypeName: "float3", Type: 11, Elems: 3, Kind: 4},
			{Name: "s", TypeName: "struct x", Type: 15, Elems: 24, Kind: 4},
			{Name: "l", TypeName: "uint*", Type: 7, Space: 3, Kind: 5, Pointer: true},
			{Name: "p", TypeName: "uint*", Type: 7, Space: 5, Kind: 5, Pointer: true, IsConst: true},
			{Name: "i", TypeName: "image2d_t", Type: 1, Kind: 2}}})
}

func TestContainersNameKernelsAndArguments(t *testing.T) {
	load := func(data []byte) *Object {
		o, err := Load(data)
		require.NoError(t, err)
		return o
	}
	o := load(galliumContainer(0x2a))
	require.Equal(t, []any{Gallium, "gfx803"}, []any{o.ABI, o.Target})
	k, err := o.Kernel("second")
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{k.Desc.UserSGPRs, k.Desc.WorkItemIDs},
		"registers are in order of address, not of symbols")
	require.Equal(t, []Arg{{Name: "a0", Offset: 36, Size: 4, ValueKind: DynamicSharedPointer, AddressSpace: "local",
		PointeeAlign: 1},
		{Name: "a1", Offset: 40, Size: 4, ValueKind: Image}}, k.Args[:2])
	k, err = o.Kernel("first")
	require.NoError(t, err)
	require.Equal(t, []int{8, 12, 3, 48}, []int{k.Desc.VGPRs, k.Desc.UserSGPRs, k.Desc.WorkItemIDs,
		int(k.Desc.PrivateBytes)})
	require.Equal(t, uint64(256), k.CodeSize)
	require.Equal(t, []abi.SGPRRange{{Role: abi.KernargSegmentPtr, First: 0, Count: 2},
		{Role: abi.WorkGroupIDX, First: 12, Count: 1},
		{Role: abi.WorkGroupIDY, First: 13, Count: 1}, {Role: abi.WorkGroupIDZ, First: 14, Count: 1}},
		k.Desc.InitialSGPRs()[:4])

	for _, wide := range []bool{false, true} {
		pointer := uint32(4)
		if wide {
			pointer = 8
		}
		o := load(openCL12File(wide))
		require.Equal(t, []any{OpenCL12, "gfx803"}, []any{o.ABI, o.Target})
		k, err := o.Kernel("")
		require.NoError(t, err)
		require.Equal(t, []any{"k", 8, uint8(0xf0), true, uint32(512), uint32(40), 2, [3]uint32{64, 2, 1},
			Slot{UAVs, 10}},
			[]any{k.Name, k.Desc.VGPRs, k.Desc.FloatMode, k.Desc.IEEE, k.Desc.LDSBytes, k.Desc.PrivateBytes,
				k.Desc.WorkItemIDs, k.ReqdGroupSize, k.Constants})
		require.Equal(t, []UserData{{ConstBuffers, false, 1, 4, 4, "IMM_CONST_BUFFER"},
			{Images, true, 0, 2, 2, "PTR_RESOURCE_TABLE"}}, k.UserData)
		require.Equal(t, []Arg{{Name: "v", TypeName: "float3", Size: 16, ValueKind: ByValue},
			{Name: "s", Offset: 16, Size: 24, ValueKind: ByValue},
			{Name: "l", Offset: 48, Size: 4, ValueKind: DynamicSharedPointer, AddressSpace: "local", PointeeAlign: 1},
			{Name: "p", Offset: 64, Size: 4, ValueKind: GlobalBuffer, AddressSpace: "global", Slot: Slot{UAVs, 12}},
			{Name: "i", Offset: 80, Size: 32, ValueKind: Image, Access: "read_only", Slot: Slot{Images, 0}}}, k.Args,
			"pointers have 64 bits where the metadata say so")
		code, _ := o.Bytes(k.Entry, k.CodeSize)
		require.Equal(t, endpgm, code)

		for _, old := range []bool{false, true} {
			o := load(openCL20File(wide, old))
			require.Equal(t, []any{OpenCL20, "gfx803"}, []any{o.ABI, o.Target})
			k, err := o.Kernel("k")
			require.NoError(t, err)
			require.Len(t, k.Args, 11)
			require.Equal(t, ValueKind("hidden_global_offset_z"), k.Args[2].ValueKind)
			require.Equal(t, 2*pointer, k.Args[2].Offset)
			at := 6 * pointer
			next := (at + 12 + pointer - 1) &^ (pointer - 1)
			require.Equal(t, []Arg{{Name: "v", TypeName: "float3", Offset: at, Size: 12, ValueKind: ByValue},
				{Name: "s", TypeName: "struct x", Offset: next, Size: pointer, Pointee: 24, ValueKind: ByReference},
				{Name: "l", TypeName: "uint*", Offset: next + pointer, Size: pointer, ValueKind: DynamicSharedPointer,
					AddressSpace: "local", PointeeAlign: 1},
				{Name: "p", TypeName: "uint*", Offset: next + 2*pointer, Size: pointer, ValueKind: GlobalBuffer,
					AddressSpace: "constant", Const: true},
				{Name: "i", TypeName: "image2d_t", Offset: next + 3*pointer, Size: pointer, ValueKind: Image}},
				k.Args[6:])
			require.Equal(t, endpgm, o.Segments[0].Data[k.Entry-o.Segments[0].Addr:][:4])
		}
	}
	for name, data := range contained(t, "pal-") {
		o := load(data)
		k, err := o.Kernel("scale")
		require.NoError(t, err, name)
		require.Equal(t, PAL, o.ABI)
		require.Len(t, k.UserData, 2)
		require.Equal(t, []abi.SGPRRange{{Role: abi.WorkGroupIDX, First: 2, Count: 1}}, k.Desc.InitialSGPRs())
	}
}

// The linker resolves the same relocations to the same distances.
func TestRelocationsEqualTheLinkers(t *testing.T) {
	files := contained(t, "got.")
	own, err := Load(files["got.o"])
	require.NoError(t, err)
	linked, err := Load(files["got.co"])
	require.NoError(t, err)
	// The offsets differ with the layout; what they lead to does not.
	target := func(o *Object, i int) uint64 { // of the i-th s_getpc_b64 with its s_add_u32
		k, err := o.Kernel("k")
		require.NoError(t, err)
		code, ok := o.Bytes(k.Entry, k.CodeSize)
		require.True(t, ok)
		for at := 0; ; at += 4 {
			if op := binary.LittleEndian.Uint32(code[at:]); op&0xff80ffff == 0xbe801c00 { // s_getpc_b64
				if i--; i < 0 {
					lo, hi := binary.LittleEndian.Uint32(code[at+8:]), binary.LittleEndian.Uint32(code[at+16:])
					return k.Entry + uint64(at) + 4 + (uint64(lo) | uint64(hi)<<32)
				}
			}
		}
	}
	word := func(o *Object, addr uint64, n int) []byte {
		image, err := o.Image(0, nil)
		require.NoError(t, err)
		b, ok := segmentBytes(image, addr, uint64(n))
		require.True(t, ok, "%#x", addr)
		return b
	}
	u, _ := unitOf(t, files["got.o"])
	out, err := Write(u)
	require.NoError(t, err)
	written, err := Load(out)
	require.NoError(t, err)
	for _, o := range []*Object{own, linked, written} {
		require.Equal(t, "\xe8\x03\x00\x00\xc8\x00\x00\x00", string(word(o, target(o, 1), 8)), "word@rel32")
		require.Equal(t, target(o, 1), binary.LittleEndian.Uint64(word(o, target(o, 0), 8)),
			"word@gotpcrel32: the entry is word's address")
		third := binary.LittleEndian.Uint64(word(o, target(o, 2), 8))
		require.Equal(t, "\x1e\x00\x00\x00", string(word(o, third, 4)), "pointers, a word of 64 bits")
		require.True(t, o.Constant(target(o, 0), 8), "the table is read-only after relocation")
	}
}

func TestUndefinedSymbolsAreNamed(t *testing.T) {
	o, err := Load(contained(t, "undefined")["undefined.o"])
	require.NoError(t, err)
	require.Equal(t, []string{"other", "table"}, o.Unresolved())
	_, err = o.Image(0, func(name string) (uint64, bool) { return 0x1000, name == "table" })
	require.ErrorContains(t, err,
		`symbol "other" is not defined in the object; link it with what defines it (ld.lld -shared)`)
	_, err = o.Image(0, func(string) (uint64, bool) { return 0x1000, true })
	require.NoError(t, err)
}

// Version 2 of old: no processor in e_flags, and its note in a section that no program header
// names.
func TestOldObjectHasItsTargetInANoteSection(t *testing.T) {
	data, err := os.ReadFile(dir + "kern-gfx700-v2.co")
	require.NoError(t, err)
	data[48] = 0
	for p := data[64 : 64+56*int(data[56])]; len(p) > 0; p = p[56:] {
		if p[0] == 4 { // PT_NOTE
			p[0] = 0
		}
	}
	o, err := Load(data)
	require.NoError(t, err)
	require.Equal(t, "gfx700", o.Target)
	clear(data[40:48]) // no section headers: nothing says it
	_, err = Load(data)
	require.ErrorContains(t, err, "nothing in the file says which GPU the code is for; name it (--gpu gfx803")
	o, err = LoadFor(data, "gfx700")
	require.NoError(t, err)
	require.Equal(t, "gfx700", o.Target)
}

// What LLVM 22 makes of four functions for amdgcn--: a pixel shader, a kernel, a vertex shader, a
// kernel. Each begins with another register.
func TestConfigOfShadersBetweenKernels(t *testing.T) {
	f := objtest.ELF{Wide: true, Type: elf.ET_REL, Machine: 224, Flags: 0x2a, Sections: []objtest.Section{
		{Name: ".text", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR, Data: append(make([]byte, 768), endpgm...)},
		objtest.Config(45096, 0, 165608, 0, 45100, 0, 165580, 1, 165584, 1, 4, 0, 8, 0,
			47176, 11468800, 47180, 5008, 47200, 0, 4, 0, 8, 0,
			45352, 0, 165608, 0, 4, 0, 8, 0,
			47176, 11468801, 47180, 5008, 47200, 0, 4, 0, 8, 0)}}
	for i, name := range []string{"pixel", "one", "vertex", "two"} {
		f.Symbols = append(f.Symbols, objtest.Symbol{Name: name, Value: uint64(256 * i), Bind: elf.STB_GLOBAL})
	}
	o, err := Load(f.Bytes())
	require.NoError(t, err)
	require.Equal(t, []string{"pixel", "vertex"}, o.Shaders)
	require.Len(t, o.Kernels, 2)
	require.Equal(t, "one", o.Kernels[0].Name)
	require.Equal(t, "two", o.Kernels[1].Name)
	require.Equal(t, uint64(768), o.Kernels[1].Entry)
	require.Equal(t, o.Kernels[0].Desc.VGPRs+4, o.Kernels[1].Desc.VGPRs) // PGM_RSRC1[5:0] counts in fours
}

// What clang 22 makes of a function, of a kernel without arguments, and LLVM of a pixel shader without
// code, for amdgcn--.
func TestConfigOfFunctionsAndOfKernelsWithoutArguments(t *testing.T) {
	code := append(make([]byte, 256), endpgm...)
	f := objtest.ELF{Wide: true, Type: elf.ET_REL, Machine: 224, Flags: 0x2a, Sections: []objtest.Section{
		{Name: ".text", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR, Data: code},
		objtest.Config(0xb848, 0, 0xb84c, 0, 0xb860, 0, 4, 0, 8, 0,
			0xb848, 0xaf0000, 0xb84c, 0x80, 0xb860, 0, 4, 0, 8, 0,
			0xb028, 64, 0x286e8, 0, 0xb02c, 0, 0x286cc, 1, 0x286d0, 1, 4, 0, 8, 0)},
		Symbols: []objtest.Symbol{{Name: "f", Bind: elf.STB_GLOBAL}, {Name: "noargs", Value: 256, Bind: elf.STB_GLOBAL},
			{Name: "empty", Value: uint64(len(code)), Bind: elf.STB_GLOBAL}}}
	o, err := Load(f.Bytes())
	require.NoError(t, err)
	require.Equal(t, []string{"empty"}, o.Shaders)
	require.Len(t, o.Kernels, 1)
	require.Equal(t, "noargs", o.Kernels[0].Name)
	require.Zero(t, o.Kernels[0].Desc.UserSGPRs)
}

// Each row changes a good container and expects the error to name the place and what is wrong.
func TestContainerErrorsNameThePlace(t *testing.T) {
	put := func(data []byte, after string, skip int, v uint32) []byte {
		i := strings.Index(string(data), after)
		require.GreaterOrEqual(t, i, 0)
		binary.LittleEndian.PutUint32(data[i+len(after)+skip:], v)
		return data
	}
	replace := func(data []byte, old, new string) []byte {
		require.Contains(t, string(data), old)
		return []byte(strings.Replace(string(data), old, new, 1))
	}
	lds := objtest.OpenCL12(false, 0x3f2, 0x1b, nil)
	rel := contained(t, "HSA-gfx803-v6")["HSA-gfx803-v6.o"]
	for _, c := range []struct {
		data []byte
		want string
	}{
		{galliumContainer(0), "nothing in the file says which GPU the code is for"},
		{galliumContainer(0x33), "it is for gfx1010, which is RDNA"},
		{put(galliumContainer(0x2a), "first", 4, 4), "kernel first at 0x4: its entry is not a multiple of 256"},
		{put(galliumContainer(0x2a), "first", 0, 7),
			"kernel first: it is in section 7 of the container, the code in 0"},
		{put(galliumContainer(0x2a), "second", 12+24+12, 3), "kernel second: argument 10 has 4 bytes and alignment 3"},
		{replace(galliumContainer(0x2a), "\x48\xb8\x00\x00\x00\x00\x00\x00", "\x00\xb1\x00\x00\x00\x00\x00\x00"),
			"kernel second at 0x100: .AMDGPU.config has no registers for it"},
		{lds, "ELF header at 0x12: its machine 0x3f2 is none of the GCN GPUs"},
		{objtest.OpenCL12(false, 0x3fe, 0x1b, nil), "symbols: none of them is a kernel with code for a GPU"},
		{replace(openCL12File(true), "uav:12", "uav:zz"), "kernel k metadata: the line"},
		{replace(openCL12File(true), "value:v:float:3", "value:v:floot:3"), "kernel k metadata: the line"},
		{replace(openCL12File(true), "value:v:float:3", "value:vfloat::3"), "kernel k metadata: the line"},
		{put(openCL12File(false), "\x00\x10\x00\x80", 0, 99), "notes: there are 99 kinds of user data; at most 16"},
		{put(openCL12File(false), "\x03\x10\x00\x80", 0, 15),
			"notes: user data 0 (IMM_CONST_BUFFER) have 4 registers from s15 on"},
		{put(openCL12File(false), "\x13\x2e\x00\x00", 0, 0x1800), "compute_pgm_rsrc2 has work-item id mode 3"},
		{replace(openCL12File(false), "\x02\x00\x00\x70", "\x03\x00\x00\x70"), "kernel k: ELF file at 0x"},
		{put(openCL20File(true, true),
			"\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", -20, 1<<20),
			"kernel k: its 324 bytes have no room for a stub"},
		{replace(openCL20File(true, false), "AMD\x00\x04\x00\x07\x00\x08", "AMD\x00\x04\x00\x07\x00\x0c"),
			".text: ELF file at 0x"},
		{replace(openCL20File(true, false), "\xe0\x00\x00\x00\x00", "\xe0\x00\x00\x00\x01"),
			"kernel k metadata: its header of 0x1000000e0 bytes"},
		{put(openCL20File(false, false), "__OpenCL_k_kernel\x00k\x00", 7*64+20, 1<<30),
			`kernel k metadata: argument "s" has 1073741824 bytes`},
		{replace(contained(t, "pal-gfx803")["pal-gfx803.o"], "amdpal.pipelines\x91", "amdpal.pipelines\xc1"),
			"metadata (msgpack)"},
		{append([]byte(nil), rel[:200]...), "section headers"},
	} {
		_, err := Load(c.data)
		require.ErrorContains(t, err, c.want)
		var e *Error
		require.True(t, errors.As(err, &e))
	}
}

// usable loads data and uses all of what is loaded.
func usable(t *testing.T, data []byte) {
	o, err := LoadFor(data, "gfx803")
	if err != nil {
		var e *Error
		require.True(t, errors.As(err, &e), "%v", err)
		return
	}
	size, align := o.Span()
	require.LessOrEqual(t, size, uint64(MaxSpan))
	_, _ = o.Image(align, func(string) (uint64, bool) { return 0, true }) // an error: a value that does not fit
	o.Unresolved()
	for i := range o.Kernels {
		k := &o.Kernels[i]
		k.InitialRegisters()
		_, ok := o.Bytes(k.Entry, k.CodeSize)
		require.True(t, ok)
		require.LessOrEqual(t, k.KernargSize, uint64(abi.MaxKernarg)+16)
		for j := range k.Args {
			require.LessOrEqual(t, uint64(k.Args[j].Offset)+uint64(k.Args[j].Size), uint64(2*abi.MaxKernarg))
			_ = k.Args[j].String()
		}
	}
}

func fuzzContainer(f *testing.F, seeds ...[]byte) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(usable)
}

func seeds(f *testing.F, prefix string) (list [][]byte) {
	for _, data := range contained(f, prefix) {
		list = append(list, data)
	}
	return list
}

// FuzzRelocatable: no input may crash the loader of relocatable objects, and what it accepts must
// be usable. The others are the same for each container.
func FuzzRelocatable(f *testing.F) {
	fuzzContainer(f, append(seeds(f, "HSA-"), append(seeds(f, "got."), seeds(f, "undefined")...)...)...)
}

func FuzzMesa(f *testing.F) {
	fuzzContainer(f, append(seeds(f, "mesa3d-"), seeds(f, "gallium-")...)...)
}

func FuzzPAL(f *testing.F) { fuzzContainer(f, seeds(f, "pal-")...) }

// samplesOf are some of the files that CLRX made in a format.
func samplesOf(f *testing.F, format string) (list [][]byte) {
	for i, s := range clrxSamples(f) {
		if s.format == format && i%4 == 0 {
			list = append(list, s.data)
		}
	}
	return list
}

func FuzzGallium(f *testing.F) {
	fuzzContainer(f, append(samplesOf(f, "gallium"), galliumContainer(0x2a), galliumContainer(0))...)
}

func FuzzOpenCL12(f *testing.F) {
	fuzzContainer(f, append(samplesOf(f, "amd"), openCL12File(false), openCL12File(true))...)
}

func FuzzOpenCL20(f *testing.F) {
	fuzzContainer(f, append(samplesOf(f, "amdcl2"), openCL20File(false, false), openCL20File(true, false), openCL20File(false, true),
		openCL20File(true, true))...)
}

// FuzzContainerWriters: what assembles in CLRX's dialect makes a file that loads, or an error that says
// why there is none.
func FuzzContainerWriters(f *testing.F) {
	seen := map[string]int{}
	for _, s := range clrxSamples(f) {
		if seen[s.format]++; seen[s.format]%8 == 1 {
			f.Add(s.text)
		}
	}
	f.Add(".amd\n.gpu tonga\n.kernel k\n.header\n.byte 1\n.metadata\n.ascii \";a\"\n.proginfo\n.entry 1,2\n.text\ns_endpgm\n")
	f.Fuzz(func(t *testing.T, text string) {
		target, ok := asm.TargetOf(text)
		if !ok {
			return
		}
		u, _, err := asm.Assemble(text, asm.Options{Target: target, Syntax: isa.SyntaxCLRX})
		if err != nil || u.Container == nil {
			return
		}
		data, err := Write(u)
		if err != nil {
			return
		}
		var e *Error
		if _, err := LoadFor(data, target.Name); err != nil {
			require.True(t, errors.As(err, &e), "%v", err)
		}
		if _, err := LoadUnit(u); err != nil {
			require.True(t, errors.As(err, &e), "%v", err)
		}
	})
}
