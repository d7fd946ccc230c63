package codeobj

import (
	"cmp"
	"debug/elf"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// AMD OpenCL 2.0, as Catalyst and CLRX make it: an ELF file of 32 or 64 bits (by the size of
// pointers). Its .text is an HSA object of version 2; that of the first drivers has, for each
// kernel, a stub and an amd_kernel_code_t with its code. Metadata about the arguments are in
// .rodata. Sources: CLRX documentation (BinaryFormats, ClrxAsmAmdCl2, AmdCl2Abi).

// Names of symbols: of the metadata, of a kernel of the first drivers, of one in an HSA object.
const (
	cl20Meta, cl20MetaEnd = "__OpenCL_&__OpenCL_", "_kernel_metadata"
	cl20Old, cl20OldEnd   = "__ISA_&__OpenCL_", "_kernel_binary"
	cl20New, cl20NewEnd   = "&__OpenCL_", "_kernel"
)

// cl20Targets are the GPUs of the first drivers, by e_flags of the outer file. HSA objects have a
// note.
var cl20Targets = map[uint32]string{
	1: "gfx700", 2: "gfx700", 3: "gfx703", 4: "gfx703", 6: "gfx704", 7: "gfx701", 8: "gfx802", 9: "gfx802",
	15: "gfx801", 16: "gfx803",
}

func isOpenCL20(_ []byte, f *elfFile) bool {
	return f != nil && (f.machine == machineCL32 || f.machine == machineCL64)
}

// inner takes what is between a prefix and a suffix.
func inner(s, prefix, suffix string) (string, bool) {
	if len(s) <= len(prefix)+len(suffix) || !strings.HasPrefix(s, prefix) || !strings.HasSuffix(s, suffix) {
		return "", false
	}
	return s[len(prefix) : len(s)-len(suffix)], true
}

func loadOpenCL20(data []byte, f *elfFile, gpu string) (*Object, error) {
	sections, err := f.sections()
	if err != nil {
		return nil, err
	}
	syms, err := f.staticSymbols(sections)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(syms, func(y elfSymbol) bool { _, ok := inner(y.Name, cl20Meta, cl20MetaEnd); return ok }) {
		return nil, errIn("symbols", "the program has no kernels")
	}
	text := sectionNamed(sections, ".text")
	if text == nil {
		return nil,
			errIn("sections",
				"there is no .text: the program was not compiled for a GPU, or only to an intermediate language")
	}
	code, err := f.contents(text)
	if err != nil {
		return nil, err
	}
	var o *Object
	var h *elfFile
	if IsELF(code) {
		h, err = readHeader(code)
		if err == nil {
			o, err = loadHSA(code, h, gpu)
		}
		if err != nil {
			return nil, inside(err, ".text", text.off)
		}
		for i := range o.Kernels {
			if name, ok := inner(o.Kernels[i].Name, cl20New, cl20NewEnd); ok {
				o.Kernels[i].Name = name
			}
		}
	} else if o, err = cl20Kernels(f, sections, syms, gpu); err != nil {
		return nil, err
	}
	o.ABI, o.Flags = OpenCL20, 0
	order := map[string]int{} // of the metadata
	for i := range syms {
		name, ok := inner(syms[i].Name, cl20Meta, cl20MetaEnd)
		if !ok {
			continue
		}
		k, err := o.Kernel(name)
		if err != nil {
			continue // metadata of a kernel without code for this GPU
		}
		order[name] = i - len(syms)
		meta, err := f.symbolBytes(&syms[i], sections)
		if err != nil {
			return nil, err
		}
		if err := k.cl20Metadata(meta, f.wide); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(o.Kernels, func(a, b Kernel) int { return cmp.Compare(order[a.Name], order[b.Name]) })
	if o.container = cl20Container(f, sections, syms, o); h != nil {
		hsaSamplers(o.container, h)
	}
	return o, nil
}

// cl20Kernels makes an object of the kernels of the first drivers.
func cl20Kernels(f *elfFile, sections []elfSection, syms []elfSymbol, gpu string) (*Object, error) {
	u := &asm.Unit{}
	taken := 0
	for i := range syms {
		name, ok := inner(syms[i].Name, cl20Old, cl20OldEnd)
		if !ok {
			continue
		}
		where := "kernel " + name
		data, err := f.symbolBytes(&syms[i], sections)
		if err != nil {
			return nil, err
		}
		if len(data) < 4 || uint64(le.Uint32(data)) > uint64(len(data)) || len(data)-int(le.Uint32(data)) < abi.SizeV2 {
			return nil, errIn(where, "its %d bytes have no room for a stub and an amd_kernel_code_t", len(data))
		}
		data = data[le.Uint32(data):]
		if taken += len(data); taken > 2*len(f.data) {
			return nil, errIn(where, "the kernels have more bytes than the file: they overlap")
		}
		u.Symbols = append(u.Symbols, asm.Symbol{Name: name, Section: len(u.Sections), Size: uint64(len(data)),
			Type: uint8(SymKernel),
			Bind: uint8(elf.STB_GLOBAL)})
		u.Sections = append(u.Sections, asm.Section{Name: ".text." + name, Type: uint32(elf.SHT_PROGBITS),
			Flags: uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR), Align: 256, Data: data, Size: uint64(len(data))})
	}
	if len(u.Sections) == 0 {
		return nil, errIn("symbols", "none of them is a kernel with code for a GPU")
	}
	p, err := place(u, 0, 8*uint64(len(f.data))+1<<20)
	if err != nil {
		return nil, err
	}
	o := p.object()
	o.Version = 2
	if err := o.setTarget(&notes{target: cl20Targets[f.flags]}, gpu); err != nil {
		return nil, err
	}
	return o, o.addKernels(nil)
}

// cl20Layout are the places of the metadata's fields, by the size of pointers.
type cl20Layout struct {
	word                              int // bytes of a size_t
	reqdSize, nameLen, argsNum, least int // in the header
	hint, hintFrom                    int // length of the vector type's name, in headers from this size on
	oldest                            int // bytes of the header of the first drivers
	arg                               int // bytes of an argument's entry
	name, typ, vec, kind              int // in it: lengths, elements, type; the rest is at fixed distances
	what                              int
}

var cl20Layouts = map[bool]cl20Layout{
	false: {4, 48, 72, 104, 112, 0xa4 - 8, 0xa4, 0x88, 64, 4, 8, 20, 32, 56},
	true:  {8, 56, 96, 160, 168, 0x110 - 16, 0x110, 0xd8, 88, 8, 16, 40, 52, 76},
}

// cl20Sizes are the sizes of elements by type.
var cl20Sizes = map[uint32]uint32{2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 2, 8: 4, 9: 8, 11: 4, 12: 8}

// cl20Setup are the arguments that the driver gives in front of the declared ones.
var cl20Setup = map[string]ValueKind{
	"_.global_offset_0": "hidden_global_offset_x", "_.global_offset_1": "hidden_global_offset_y",
	"_.global_offset_2": "hidden_global_offset_z",
	"_.printf_buffer":   "hidden_printf_buffer", "_.vqueue_pointer": "hidden_default_queue",
	"_.aqlwrap_pointer": "hidden_completion_action",
}

// cl20Metadata reads the arguments. The kernarg segment has them one behind the other, aligned to
// their sizes, vectors to their elements; the metadata's own offsets count 16 bytes for each and
// are of no use. Structures are passed by address (CLRX documentation, AmdCl2Abi).
func (k *Kernel) cl20Metadata(m []byte, wide bool) error {
	l := cl20Layouts[wide]
	where := "kernel " + k.Name + " metadata"
	read := func(at int) uint64 {
		if wide {
			return le.Uint64(m[at:])
		}
		return uint64(le.Uint32(m[at:]))
	}
	short := errIn(where, "its %d bytes end inside it", len(m))
	if len(m) < l.least {
		return short
	}
	header, n := read(0), le.Uint64(m[l.argsNum:])
	names := read(l.nameLen) + read(l.nameLen+l.word) + 2
	if header < uint64(l.least) || header > uint64(len(m)) || names > uint64(len(m)) || n > maxArgs {
		return errIn(where, "its header of %#x bytes, names of %#x and %d arguments cannot be", header, names, n)
	}
	for i := range 3 {
		k.ReqdGroupSize[i] = uint32(read(l.reqdSize + i*l.word))
	}
	at := int(header + names)
	hint := uint64(0)
	if header >= uint64(l.hintFrom) {
		hint = read(l.hint)
	}
	// Drivers of 2016 and later have the vector type's name and one byte more.
	if at+4 <= len(m) && (hint != 0 || le.Uint32(m[at:]) == uint32(l.arg)<<8) {
		at += int(min(hint, uint64(len(m)))) + 1
	}
	text := at + l.arg*int(n+1)
	if at > len(m) || text > len(m) {
		return short
	}
	k.HasMetadata, k.Args = true, nil
	next := uint32(0)
	for i := range int(n) {
		e := m[at+i*l.arg:]
		length := func(at int) uint64 {
			if wide {
				return le.Uint64(e[at:])
			}
			return uint64(le.Uint32(e[at:]))
		}
		cut := func(n uint64) (s string, ok bool) {
			if n >= uint64(len(m)-text) {
				return "", false
			}
			s = string(m[text : text+int(n)])
			text += int(n) + 1
			return s, true
		}
		name, ok1 := cut(length(l.name))
		typ, ok2 := cut(length(l.typ))
		if !ok1 || !ok2 {
			return short
		}
		a, align := cl20Arg(e[l.vec:], l)
		a.Name, a.TypeName = name, typ
		if kind, ok := cl20Setup[name]; ok {
			a.ValueKind, a.Size, align = kind, uint32(l.word), uint32(l.word)
		}
		if a.Size == 0 || align == 0 || max(a.Size, a.Pointee) > abi.MaxKernarg {
			return errIn(where, "argument %q has %d bytes", name, max(a.Size, a.Pointee))
		}
		a.Offset = (next + align - 1) &^ (align - 1)
		if next = a.Offset + a.Size; next > abi.MaxKernarg {
			return errIn(where, "its arguments have more than %d bytes", abi.MaxKernarg)
		}
		k.Args = append(k.Args, a)
	}
	k.KernargSize = max(k.KernargSize, uint64(next))
	return nil
}

// cl20Arg reads an argument's entry from the number of elements on.
func cl20Arg(e []byte, l cl20Layout) (a Arg, align uint32) {
	word := func(at int) uint32 { return le.Uint32(e[at-l.vec:]) }
	vec, typ, kind := word(l.vec), word(l.kind), word(l.what)
	space, pointer := word(l.kind+12), word(l.kind+16)
	ptr := uint32(l.word)
	const local, constant = 3, 5
	const image, sampler, queue, structure = 2, 1, 7, 15
	switch {
	case pointer != 0 && e[l.kind+22-l.vec] != 0:
		a.ValueKind, a.Size = Pipe, ptr
	case pointer != 0 && space == local:
		a = Arg{ValueKind: DynamicSharedPointer, Size: ptr, AddressSpace: "local", PointeeAlign: 1}
	case pointer != 0:
		a = Arg{ValueKind: GlobalBuffer, Size: ptr, AddressSpace: "global", Const: le.Uint32(e[l.what+4-l.vec:]) != 0}
		if space == constant {
			a.AddressSpace = "constant"
		}
		a.Volatile, a.Restrict = e[l.kind+20-l.vec] != 0, e[l.kind+21-l.vec] != 0
	case kind == image:
		a.ValueKind, a.Size = Image, ptr
	case kind == sampler:
		a.ValueKind, a.Size = Sampler, ptr
	case kind == queue:
		a.ValueKind, a.Size = Queue, ptr
	case typ == structure:
		a.ValueKind, a.Size, a.Pointee = ByReference, ptr, vec
	default: // a vector of 3 elements says 3 for drivers before 1912.05, and 4 for others
		a.ValueKind, a.Size = ByValue, min(max(vec, 1), 16)*cl20Sizes[typ]
		return a, cl20Sizes[typ]
	}
	return a, a.Size
}
