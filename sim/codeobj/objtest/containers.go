package objtest

import (
	"debug/elf"
	"fmt"
	"strings"
)

// code is the flags of a section with instructions.
const code = elf.SHF_ALLOC | elf.SHF_EXECINSTR

// GalliumKernel is a kernel of Clover's container: its offset in .text and its arguments, six
// numbers each: type, size, size on the device, alignment, sign extension, meaning.
type GalliumKernel struct {
	Name   string
	Offset uint32
	Args   [][6]uint32
}

// Gallium is Clover's container around an ELF file.
func Gallium(file []byte, kernels ...GalliumKernel) []byte {
	b := le.AppendUint32(nil, uint32(len(kernels)))
	for _, k := range kernels {
		b = append(le.AppendUint32(b, uint32(len(k.Name))), k.Name...)
		for _, v := range []uint32{0, k.Offset, uint32(len(k.Args))} {
			b = le.AppendUint32(b, v)
		}
		for _, a := range k.Args {
			for _, v := range a {
				b = le.AppendUint32(b, v)
			}
		}
	}
	n := uint32(len(file))
	for _, v := range []uint32{1, 0, 0, n, n + 4, n} { // a section of number 0 with code
		b = le.AppendUint32(b, v)
	}
	return append(b, file...)
}

// Config is a section .AMDGPU.config: pairs of a register and its value.
func Config(pairs ...uint32) Section {
	var b []byte
	for _, v := range pairs {
		b = le.AppendUint32(b, v)
	}
	return Section{Name: ".AMDGPU.config", Type: elf.SHT_PROGBITS, Data: b}
}

// CALKernel is a kernel of AMD OpenCL 1.2.
type CALKernel struct {
	Name     string
	Metadata []string    // lines without the semicolon
	ProgInfo [][2]uint32 // registers and values
	Code     []byte
}

// OpenCL12 is the container of AMD OpenCL 1.2, for pointers of 32 or 64 bits.
func OpenCL12(wide bool, machine uint16, encoding uint32, global []byte, kernels ...CALKernel) []byte {
	out := &ELF{Wide: wide, Type: elf.ET_EXEC, Machine: machine, Sections: []Section{
		{Name: ".rodata", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC},
		{Name: ".text", Type: elf.SHT_PROGBITS, Flags: code}}}
	put := func(section int, name string, data []byte, typ elf.SymType) {
		s := &out.Sections[section]
		out.Symbols = append(out.Symbols, Symbol{Name: "__OpenCL_" + name, Section: section,
			Value: uint64(len(s.Data)), Size: uint64(len(data)), Type: typ})
		s.Data = append(s.Data, data...)
	}
	if global != nil {
		put(0, "2_global", global, elf.STT_OBJECT)
	}
	for _, k := range kernels {
		text := ";ARGSTART:__OpenCL_" + k.Name + "_kernel\n"
		for _, l := range k.Metadata {
			text += ";" + l + "\n"
		}
		put(0, k.Name+"_metadata", []byte(text+";ARGEND:__OpenCL_"+k.Name+"_kernel\n"), elf.STT_OBJECT)
		put(1, k.Name+"_kernel", k.inner(encoding), elf.STT_FUNC)
		put(0, k.Name+"_header", make([]byte, 32), elf.STT_OBJECT)
	}
	return out.Bytes()
}

// inner is the file of one kernel.
func (k *CALKernel) inner(encoding uint32) []byte {
	var info []byte
	for _, p := range k.ProgInfo {
		info = le.AppendUint32(le.AppendUint32(info, p[0]), p[1])
	}
	notes := append(Note("ATI CAL", 2, nil), Note("ATI CAL", 1, info)...)
	e := &ELF{OSABI: 100, ABI: 1, Type: elf.ET_EXEC, Machine: 0x7d, Flags: 1, Sections: []Section{
		{Name: ".encodings", Type: elf.SHT_PROGBITS, Data: make([]byte, 20)},
		{Name: ".note", Type: elf.SHT_PROGBITS, Data: notes},
		{Name: ".text", Type: elf.SHT_PROGBITS, Data: k.Code},
		{Name: ".data", Type: elf.SHT_PROGBITS, Data: make([]byte, 64)},
	}, Progs: []Prog{{0x70000002, 0}, {elf.PT_NOTE, 1}, {elf.PT_LOAD, 2}}}
	table := e.Sections[0].Data
	le.PutUint32(table, encoding)
	le.PutUint32(table[4:], 4)
	le.PutUint32(table[12:], uint32(len(e.Bytes()))) // the whole file is of this encoding
	return e.Bytes()
}

// CL20Kernel is a kernel of AMD OpenCL 2.0: an amd_kernel_code_t with its code.
type CL20Kernel struct {
	Name string
	Args []CL20Arg
	Code []byte
}

// CL20Arg is an argument: its type's number, elements or bytes, and for pointers the space (3
// local, 4 global, 5 constant).
type CL20Arg struct {
	Name, TypeName   string
	Type, Elems      uint32
	Space            uint32
	Kind             uint32 // 4 value, 5 pointer, 2 image, 1 sampler
	Pointer, IsConst bool
}

// OpenCL20 is the container of AMD OpenCL 2.0, for pointers of 32 or 64 bits. gpu is its
// generation, minor number and stepping; old containers, of the first drivers, have flags instead.
func OpenCL20(wide, old bool, flags uint32, gpu [3]uint32, kernels ...CL20Kernel) []byte {
	out := &ELF{Wide: wide, Type: elf.ET_EXEC, Machine: 0xaf5a, Flags: flags, Sections: []Section{
		{Name: ".rodata", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC},
		{Name: ".text", Type: elf.SHT_PROGBITS, Flags: code}}}
	if wide {
		out.Machine = 0xaf5b
	}
	put := func(section int, name string, data []byte, typ elf.SymType) {
		s := &out.Sections[section]
		out.Symbols = append(out.Symbols, Symbol{Name: name, Section: section, Value: uint64(len(s.Data)),
			Size: uint64(len(data)), Type: typ})
		s.Data = append(s.Data, data...)
	}
	isa := append(le.AppendUint16(le.AppendUint16(nil, 4), 7), make([]byte, 0)...)
	for _, v := range gpu {
		isa = le.AppendUint32(isa, v)
	}
	in := &ELF{Wide: true, OSABI: 64, Type: elf.ET_REL, Machine: 224, Sections: []Section{
		{Name: ".hsatext", Type: elf.SHT_PROGBITS, Flags: code | elf.SHF_WRITE},
		{Name: ".note", Type: elf.SHT_NOTE, Data: Note("AMD", 3, append(isa, "AMD\x00AMDGPU\x00"...))}}}
	for _, k := range kernels {
		put(0, "__OpenCL_&__OpenCL_"+k.Name+"_kernel_metadata", k.metadata(wide), elf.STT_OBJECT)
		if old {
			stub := le.AppendUint32(nil, 64)
			put(1, "__ISA_&__OpenCL_"+k.Name+"_kernel_binary", append(append(stub, make([]byte, 60)...), k.Code...),
				elf.STT_FUNC)
			continue
		}
		s := &in.Sections[0]
		for len(s.Data)%256 != 0 {
			s.Data = append(s.Data, 0)
		}
		in.Symbols = append(in.Symbols, Symbol{Name: "&__OpenCL_" + k.Name + "_kernel", Value: uint64(len(s.Data)),
			Size: uint64(len(k.Code)),
			Type: 10, Bind: elf.STB_GLOBAL})
		s.Data = append(s.Data, k.Code...)
	}
	if !old {
		out.Sections[1].Data = in.Bytes()
	}
	return out.Bytes()
}

// metadata is a header, two names, and an entry for each argument and an empty one, then their
// names.
func (k *CL20Kernel) metadata(wide bool) []byte {
	word, header, names, count, entry := 4, 0x98, 72, 104, 64
	if wide {
		word, header, names, count, entry = 8, 0xe0, 96, 160, 88
	}
	put := func(b []byte, v uint64) {
		if wide {
			le.PutUint64(b, v)
			return
		}
		le.PutUint32(b, uint32(v))
	}
	args := []CL20Arg{{Name: "_.global_offset_0"}, {Name: "_.global_offset_1"}, {Name: "_.global_offset_2"},
		{Name: "_.printf_buffer"},
		{Name: "_.vqueue_pointer"}, {Name: "_.aqlwrap_pointer"}}
	for i := range args {
		args[i].TypeName, args[i].Type, args[i].Elems, args[i].Kind = "size_t", 9, 1, 4
	}
	args = append(args, k.Args...)
	h := make([]byte, header)
	first, second := fmt.Sprintf("__OpenCL_%s_kernel", k.Name), k.Name
	put(h, uint64(header))
	put(h[names:], uint64(len(first)))
	put(h[names+word:], uint64(len(second)))
	le.PutUint64(h[count:], uint64(len(args)))
	h = append(h, first+"\x00"+second+"\x00"...)
	var text strings.Builder
	for i, a := range append(args, CL20Arg{}) {
		e := make([]byte, entry)
		put(e, uint64(entry))
		put(e[word:], uint64(len(a.Name)))
		put(e[2*word:], uint64(len(a.TypeName)))
		at := 5 * word // number of elements
		le.PutUint32(e[at:], a.Elems)
		le.PutUint32(e[at+8:], uint32(16*i))
		le.PutUint32(e[at+12:], a.Type)
		le.PutUint32(e[at+24:], a.Space)
		if a.Pointer {
			le.PutUint32(e[at+28:], 1)
		}
		le.PutUint32(e[at+36:], a.Kind)
		if a.IsConst {
			e[at+40] = 1
		}
		if i < len(args) {
			text.WriteString(a.Name + "\x00" + a.TypeName + "\x00")
		} else {
			e = make([]byte, entry) // the last one is empty
		}
		h = append(h, e...)
	}
	return append(h, text.String()...)
}
