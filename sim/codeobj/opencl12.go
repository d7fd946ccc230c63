package codeobj

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// AMD OpenCL 1.2, as Catalyst and CLRX make it: an ELF file of 32 or 64 bits (by the size of
// pointers) with three symbols for each kernel. NAME_kernel in .text is an ELF file again, of 32
// bits. NAME_metadata in .rodata is text about the arguments.
//
//	outer ELF ─ .text ─ inner ELF for each kernel ─ table of encodings: machine, offset, size
//	                                                 notes "ATI CAL": registers, user data
//	                                                 .text: the code
//
// Sources: CLRX documentation (BinaryFormats, ClrxAsmAmd, AmdAbi); the layouts of the notes are
// those that CLRX's disassembler lists.

// calMachines are the GPUs: the drivers' name, machine of the outer ELF file, of the encoding, LLVM's
// target.
var calMachines = [...]struct {
	device   string
	outer    uint16
	encoding uint32
	target   string
}{
	{"tahiti", 0x3fd, 0x1a, "gfx600"}, {"pitcairn", 0x3fe, 0x1b, "gfx601"}, {"capeverde", 0x3ff, 0x1c, "gfx601"},
	{"oland", 0x402, 0x20, "gfx602"}, {"hainan", 0x407, 0x25, "gfx602"}, {"bonaire", 0x403, 0x21, "gfx704"},
	{"spectre", 0x404, 0x22, "gfx700"}, {"spooky", 0x405, 0x23, "gfx700"}, {"kalindi", 0x406, 0x24, "gfx703"},
	{"mullins", 0x40b, 0x2b, "gfx703"}, {"hawaii", 0x408, 0x27, "gfx701"}, {"iceland", 0x409, 0x29, "gfx802"},
	{"tonga", 0x40a, 0x2a, "gfx802"}, {"fiji", 0x40c, 0x2d, "gfx803"}, {"carrizo", 0x40d, 0x2e, "gfx801"},
	{"ellesmere", 0x40e, 0x2f, "gfx803"}, {"baffin", 0x40f, 0x2c, "gfx803"}, {"stoney", 0x411, 0x31, "gfx810"},
	{"gfx804", 0x412, 0x32, "gfx803"},
}

// constantsAreUAVs is the first driver with the program's constants among the UAVs.
const constantsAreUAVs = 134805

// Machines of the outer file that AMD's driver used for its GPUs.
const firstCAL, lastCAL = 0x3f1, 0x4ff

// Notes "ATI CAL", and registers of the one with the program's.
const (
	calProgInfo = 1
	calEncoding = 0x70000002 // type of the program header of the table of encodings

	calUserCount = 0x80001000
	calUserFirst = 0x80001001 // class, slot, first register, count; 16 times
	calVGPRs     = 0x80001041
	calSGPRs     = 0x80001042
	calFloatMode = 0x80001043
	calIEEE      = 0x80001044
	calScratch   = 0x80001045 // dwords of a work-item
	calRsrc2     = 0x2e13     // COMPUTE_PGM_RSRC2

	maxCALUser = 16
	maxSlot    = 1023 // the last entry of a table (CLRX documentation, ClrxAsmAmd: .arg)
)

// calUser are the classes of user data, by number, and what is known of them.
var calUser = [...]struct {
	name    string
	table   Table
	pointer bool
}{
	{"IMM_RESOURCE", Images, false}, {"IMM_SAMPLER", Samplers, false}, {"IMM_CONST_BUFFER", ConstBuffers, false},
	{name: "IMM_VERTEX_BUFFER"}, {"IMM_UAV", UAVs, false}, {name: "IMM_ALU_FLOAT_CONST"},
	{name: "IMM_ALU_BOOL32_CONST"}, {name: "IMM_GDS_COUNTER_RANGE"}, {name: "IMM_GDS_MEMORY_RANGE"},
	{name: "IMM_GWS_BASE"}, {name: "IMM_WORK_ITEM_RANGE"}, {name: "IMM_WORK_GROUP_RANGE"},
	{name: "IMM_DISPATCH_ID"}, {name: "IMM_SCRATCH_BUFFER"}, {name: "IMM_HEAP_BUFFER"}, {name: "IMM_KERNEL_ARG"},
	{name: "SUB_PTR_FETCH_SHADER"}, {"PTR_RESOURCE_TABLE", Images, true}, {name: "PTR_INTERNAL_RESOURCE_TABLE"},
	{"PTR_SAMPLER_TABLE", Samplers, true}, {"PTR_CONST_BUFFER_TABLE", ConstBuffers, true},
	{name: "PTR_VERTEX_BUFFER_TABLE"}, {name: "PTR_SO_BUFFER_TABLE"}, {"PTR_UAV_TABLE", UAVs, true},
	{"PTR_INTERNAL_GLOBAL_TABLE", DriverBuffers, true}, {name: "PTR_EXTENDED_USER_DATA"},
	{name: "PTR_INDIRECT_RESOURCE"}, {name: "PTR_INDIRECT_INTERNAL_RESOURCE"}, {name: "PTR_INDIRECT_UAV"},
	{name: "IMM_CONTEXT_BASE"}, {name: "IMM_LDS_ESGS_SIZE"}, {name: "IMM_GLOBAL_OFFSET"},
	{name: "IMM_GENERIC_USER_DATA"},
}

func isOpenCL12(_ []byte, f *elfFile) bool {
	return f != nil && (f.machine >= firstCAL && f.machine <= lastCAL || f.machine == machineCAL)
}

// loadOpenCL12 reads the outer file, or an inner one alone.
func loadOpenCL12(data []byte, f *elfFile, gpu string) (*Object, error) {
	b := &calBuilder{unit: &asm.Unit{}, size: uint64(len(data)), box: &asm.Container{Kind: "amd", Wide: f.wide}}
	if f.machine == machineCAL {
		if err := b.kernel("main", f, nil, nil, gpu); err != nil {
			return nil, err
		}
		b.box = nil // there is no container
		return b.object()
	}
	for _, m := range calMachines {
		if m.outer == f.machine {
			gpu = m.target
			b.encoding, b.box.Device = m.encoding, m.device
		}
	}
	if b.encoding == 0 {
		return nil,
			errAt("ELF header", 18, "its machine %#x is none of the GCN GPUs that AMD OpenCL 1.2 was made for",
				f.machine)
	}
	sections, err := f.sections()
	if err != nil {
		return nil, err
	}
	syms, err := f.staticSymbols(sections)
	if err != nil {
		return nil, err
	}
	calComment(b.box, f, sections, syms)
	text := map[string][]byte{}
	for i := range syms {
		if name, ok := strings.CutPrefix(syms[i].Name, "__OpenCL_"); ok {
			if text[name], err = f.symbolBytes(&syms[i], sections); err != nil {
				return nil, err
			}
			if strings.HasSuffix(name, "_global") { // data of the program: constants
				b.data(name, text[name])
			}
		}
	}
	for i := range syms {
		y := &syms[i]
		name, ok := strings.CutPrefix(y.Name, "__OpenCL_")
		name, kernel := strings.CutSuffix(name, "_kernel")
		if !ok || !kernel {
			continue
		}
		inner := text[name+"_kernel"]
		h, err := readHeader(inner)
		if err == nil {
			err = b.kernel(name, h, text[name+"_metadata"], text[name+"_header"], gpu)
		}
		if err != nil {
			return nil, inside(err, "kernel "+name, sections[y.section].off+y.Addr)
		}
	}
	return b.object()
}

// symbolBytes are the contents that a symbol of a file without addresses names.
func (f *elfFile) symbolBytes(y *elfSymbol, sections []elfSection) ([]byte, error) {
	where := "symbol " + y.Name
	if y.section <= 0 || y.section >= len(sections) {
		return nil, errIn(where, "it is in section %d of %d", y.section, len(sections))
	}
	data, err := f.contents(&sections[y.section])
	if err != nil {
		return nil, err
	}
	if y.Addr > uint64(len(data)) || y.Size > uint64(len(data))-y.Addr {
		return nil, errAt(where, y.Addr, "its %d bytes are beyond the section's %d", y.Size, len(data))
	}
	return data[y.Addr : y.Addr+y.Size : y.Addr+y.Size], nil
}

// calBuilder collects the kernels of a file, each with a section of its own.
type calBuilder struct {
	unit     *asm.Unit
	kernels  []Kernel
	target   isa.Target
	encoding uint32
	size     uint64 // of the file
	taken    uint64 // bytes of sections until now
	box      *asm.Container
}

func (b *calBuilder) section(name string, flags elf.SectionFlag, data []byte) int {
	b.taken += uint64(len(data))
	b.unit.Sections = append(b.unit.Sections, asm.Section{Name: name, Type: uint32(elf.SHT_PROGBITS),
		Flags: uint64(flags | elf.SHF_ALLOC),
		Align: 256, Data: data, Size: uint64(len(data))})
	return len(b.unit.Sections) - 1
}

// data adds the program's constants.
func (b *calBuilder) data(name string, data []byte) {
	s := b.section(".rodata", 0, data)
	b.unit.Symbols = append(b.unit.Symbols, asm.Symbol{Name: name, Section: s, Size: uint64(len(data)),
		Type: uint8(elf.STT_OBJECT)})
}

// kernel adds the kernel of an inner file.
func (b *calBuilder) kernel(name string, f *elfFile, metadata, header []byte, gpu string) error {
	code, notes, machine, err := f.encoding(b.encoding)
	if err != nil {
		return err
	}
	for _, m := range calMachines {
		if m.encoding == machine && gpu == "" {
			gpu = m.target
		}
	}
	t, ok := targetNamed(gpu)
	if !ok {
		return errIn("encodings", "machine %#x is none of the known GCN GPUs", machine)
	}
	b.target = t
	if b.taken > 2*b.size {
		return errIn("encodings", "the kernels have more bytes than the file: they overlap")
	}
	s := b.section(".text."+name, elf.SHF_EXECINSTR, code)
	b.unit.Symbols = append(b.unit.Symbols, asm.Symbol{Name: name, Section: s, Size: uint64(len(code)),
		Type: uint8(elf.STT_FUNC),
		Bind: uint8(elf.STB_GLOBAL)})
	k := Kernel{Name: name, Symbol: name, CodeSize: uint64(len(code)), KernargAlign: 16}
	if err := k.calNotes(notes, t.Gen); err != nil {
		return err
	}
	if err := k.calMetadata(string(metadata)); err != nil {
		return err
	}
	b.kernels = append(b.kernels, k)
	b.box.Kernels = append(b.box.Kernels, calContainerKernel(name, f, metadata, header, notes))
	return nil
}

// encoding finds the code for a machine, or the only code where that is 0.
func (f *elfFile) encoding(machine uint32) (code []byte, notes []noteBytes, found uint32, err error) {
	headers, err := f.programHeaders()
	if err != nil {
		return nil, nil, 0, err
	}
	if len(headers) == 0 || headers[0].typ != calEncoding {
		return nil, nil, 0, errIn("program headers", "the first one is no table of encodings")
	}
	table, err := f.span("encodings", headers[0].off, headers[0].size)
	if err != nil {
		return nil, nil, 0, err
	}
	const entrySize = 20
	first, size := uint64(0), uint64(0)
	for e := table; len(e) >= entrySize && found == 0; e = e[entrySize:] {
		if m := le.Uint32(e); m == machine || machine == 0 && len(table) < 2*entrySize || len(table) < 2*entrySize {
			found, first, size = m, uint64(le.Uint32(e[8:])), uint64(le.Uint32(e[12:]))
		}
	}
	if found == 0 {
		return nil, nil, 0, errAt("encodings", headers[0].off, "none of the %d is for machine %#x",
			len(table)/entrySize, machine)
	}
	within := func(off, n uint64) bool { return off >= first && off-first <= size && n <= size-(off-first) }
	for _, p := range headers[1:] {
		if p.typ == elf.PT_NOTE && within(p.off, p.size) && len(notes) < maxNoteSegs {
			data, err := f.span("notes", p.off, p.size)
			if err != nil {
				return nil, nil, 0, err
			}
			notes = append(notes, noteBytes{data, p.off})
		}
	}
	sections, err := f.sections()
	if err != nil {
		return nil, nil, 0, err
	}
	for i := range sections {
		if s := &sections[i]; s.name == ".text" && within(s.off, s.size) && s.size > 0 {
			if code, err = f.contents(s); err != nil {
				return nil, nil, 0, err
			}
			return code, notes, found, nil
		}
	}
	return nil, nil, 0, errIn("sections", "the encoding for machine %#x has no .text", found)
}

// calNotes reads the registers.
func (k *Kernel) calNotes(notes []noteBytes, gen isa.Gen) error {
	reg := map[uint32]uint32{}
	err := eachNote(notes, func(vendor string, typ uint32, desc []byte, _ uint64) error {
		for ; vendor == "ATI CAL" && typ == calProgInfo && len(desc) >= 8; desc = desc[8:] {
			reg[le.Uint32(desc)] = le.Uint32(desc[4:])
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, ok := reg[calRsrc2]; !ok {
		return errIn("notes", "the program's registers are missing (note %d of \"ATI CAL\")", calProgInfo)
	}
	// The note has what COMPUTE_PGM_RSRC1 is made of. The driver sets DX10_CLAMP for compute.
	const dx10Clamp = 1 << 21
	rsrc1 := min(max(reg[calVGPRs], 1)-1, 255)/4 | min(max(reg[calSGPRs], 1)+1,
		127)/8<<6 | reg[calFloatMode]&0xff<<12 | reg[calIEEE]&1<<23 | dx10Clamp
	const ldsField = 0x1ff << 15
	if k.Desc, err = abi.FromRegisters(rsrc1, reg[calRsrc2]&^ldsField, gen.Features()); err != nil {
		return errIn("notes", "%v", err)
	}
	k.Desc.PrivateBytes = min(reg[calScratch], 1<<20) * 4
	n := reg[calUserCount]
	if n > maxCALUser {
		return errIn("notes", "there are %d kinds of user data; at most %d are possible", n, maxCALUser)
	}
	for i := range n {
		r := calUserFirst + 4*i
		class := reg[r]
		u := UserData{Slot: int(reg[r+1]), First: int(reg[r+2]), Count: int(reg[r+3]),
			Name: fmt.Sprintf("class %#x", class)}
		if class < uint32(len(calUser)) {
			u.Name, u.Table, u.Pointer = calUser[class].name, calUser[class].table, calUser[class].pointer
		}
		if u.First < 0 || u.First > 16 || u.Count < 0 || u.Count > 16-u.First {
			return errIn("notes", "user data %d (%s) have %d registers from s%d on; there are 16", i, u.Name, u.Count,
				u.First)
		}
		if words := u.Table.Entry() / 4; u.Pointer && u.Count != 2 || !u.Pointer && u.Count != 4 && u.Count != words ||
			u.Slot < 0 || u.Slot > maxSlot {
			u.Table = NoTable
		}
		k.UserData = append(k.UserData, u)
	}
	return nil
}

// calTypes are the sizes of elements.
var calTypes = map[string]uint32{"u8": 1, "i8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4, "u64": 8, "i64": 8,
	"half": 2, "float": 4, "double": 8}

// calMetadata reads the text about the arguments, lines like
// ";pointer:a:float:1:1:16:uav:12:4:RW:0:0".
func (k *Kernel) calMetadata(text string) error {
	if text == "" {
		return nil
	}
	k.HasMetadata = true
	k.Constants = Slot{ConstBuffers, 2} // of drivers before 1348, which name none
	pointer, end := uint32(4), uint32(0)
	if strings.Contains(text, ";memory:64bitABI") {
		pointer = 8
	}
	types, samplers := map[int]string{}, map[string]int{}
	for line := range strings.Lines(strings.TrimRight(text, "\x00")) {
		w := strings.Split(strings.TrimPrefix(strings.TrimRight(line, "\n"), ";"), ":")
		bad := false
		num := func(i int) uint32 {
			if i >= len(w) {
				bad = true
				return 0
			}
			v, err := strconv.ParseUint(w[i], 10, 31)
			bad = bad || err != nil
			return uint32(v)
		}
		slot := func(t Table, i int) Slot {
			n := num(i)
			bad = bad || n > maxSlot
			return Slot{t, int(n)}
		}
		a := Arg{ValueKind: ByValue}
		switch w[0] {
		case "value":
			a.Size, a.Offset = num(3), num(5)
			if len(w) > 2 && w[2] != "struct" {
				n := num(3)
				if n == 3 {
					n = 4
				}
				size := calTypes[w[2]]
				a.Size = n * size
				bad = bad || size == 0 || n > 16
				if size > 0 && size < 4 {
					a.Element, a.Signed = uint8(size), w[2][0] == 'i'
				}
			}
		case "pointer":
			if len(w) < 8 {
				bad = true
				break
			}
			a.ValueKind, a.Size, a.Offset, a.AddressSpace = GlobalBuffer, pointer, num(5), "global"
			switch space := w[6]; space {
			case "hl":
				a.ValueKind, a.AddressSpace, a.PointeeAlign, a.Size = DynamicSharedPointer, "local", 1, 4
			case "uav", "c":
				a.Slot = slot(UAVs, 7)
			case "hc": // drivers before 1348
				a.Slot = slot(ConstBuffers, 7)
			default:
				a.ValueKind = ValueKind("pointer_" + space)
			}
			if w[6] == "c" || w[6] == "hc" {
				a.AddressSpace = "constant"
			}
			if len(w) > 11 {
				a.Const, a.Volatile, a.Restrict = w[9] == "RO", w[10] == "1", w[11] == "1"
			}
		case "image":
			a.ValueKind, a.Size, a.Offset = Image, 32, num(6)
			switch access := append(w, "", "", "")[3]; access {
			case "RO":
				a.Slot, a.Access = slot(Images, 4), "read_only"
			case "WO", "RW":
				a.Slot, a.Access = slot(UAVs, 4), map[string]string{"WO": "write_only", "RW": "read_write"}[access]
			default:
				bad = true
			}
		case "counter":
			a.ValueKind, a.Size, a.Offset = "counter", 4, num(5)
		case "sampler": // with a value where the kernel declares it, else it is an argument's
			switch n := num(2); {
			case n > maxSlot:
				bad = true
			case num(3) == 0 && len(w) > 1:
				samplers[w[1]] = int(n)
			case len(k.Samplers) <= maxSlot:
				k.Samplers = append(k.Samplers, SamplerSlot{int(n), num(4)})
			}
		case "memory":
			if len(w) > 2 && w[1] == "hwlocal" {
				k.Desc.LDSBytes = num(2)
			}
		case "cbid":
			k.Constants = slot(UAVs, 1)
		case "cws":
			k.ReqdGroupSize = [3]uint32{num(1), num(2), num(3)}
		case "reflection":
			if len(w) > 2 {
				types[int(num(1))] = strings.Join(w[2:], ":")
			}
		}
		switch {
		case bad:
			return errIn("kernel "+k.Name+" metadata", "the line %.80q has not the numbers that it should", line)
		case a.Size == 0:
			continue
		case a.Offset > abi.MaxKernarg || a.Size > abi.MaxKernarg || len(k.Args) == maxArgs:
			return errIn("kernel "+k.Name+" metadata", "its arguments have more than %d bytes", abi.MaxKernarg)
		}
		a.Name = w[1]
		end = max(end, a.Offset+a.stored())
		k.Args = append(k.Args, a)
	}
	slices.SortStableFunc(k.Args, func(a, b Arg) int { return cmp.Compare(a.Offset, b.Offset) })
	for i := range k.Args {
		a := &k.Args[i]
		a.TypeName = types[i]
		if n, ok := samplers[a.Name]; ok && a.ValueKind == ByValue {
			a.Slot = Slot{Samplers, n}
		}
	}
	k.KernargSize = uint64(end+15) &^ 15
	return nil
}

// stored is how many bytes of the segment the argument takes.
func (a *Arg) stored() uint32 {
	if a.Element == 0 {
		return a.Size
	}
	return a.Size / uint32(a.Element) * 4
}

// object places the kernels.
func (b *calBuilder) object() (*Object, error) {
	if len(b.kernels) == 0 {
		return nil, errIn("symbols", "none of them is a kernel with code for a GPU")
	}
	p, err := place(b.unit, 0, 8*b.size+1<<20)
	if err != nil {
		return nil, err
	}
	o := p.object()
	o.ABI, o.Gen, o.Target, o.Kernels, o.container = OpenCL12, b.target.Gen, b.target.Name, b.kernels, b.box
	for i := range o.Kernels {
		k := &o.Kernels[i]
		j := slices.IndexFunc(o.Symbols, func(s Symbol) bool { return s.Name == k.Name && s.Type == elf.STT_FUNC })
		k.Entry = o.Symbols[j].Addr
		k.DescAddr = k.Entry
	}
	return o, nil
}
