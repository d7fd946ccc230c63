package codeobj

import (
	"debug/elf"
	"encoding/binary"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// cl20Versions are the drivers at which numbers of GPUs changed: the first that does not belong to a
// column of cl20Devices.
var cl20Versions = [...]int{191205, 200406, 203603, 223600, 226400, 234800, 244200, 248200, 252700, 258000}

// Drivers of OpenCL 2.0 at which the file changed, and two with notes of their own.
const (
	cl20Before  = 180005 // one of the first
	cl20HSA     = 191205 // an HSA object in .text
	cl20Ordered = 200406 // its tables before its contents
	cl20Generic = 223600 // kernels name the architecture
	cl20Pro1    = 203603
	cl20Pro2    = 207903
)

// cl20Devices are the GPUs: the version in the note of the HSA object, the number in e_flags by
// version of the driver (one number: always the same; 0: the driver does not know the GPU).
var cl20Devices = map[string]struct {
	isa   [3]uint32
	flags []uint32
}{
	"bonaire": {[3]uint32{7, 0, 0}, []uint32{6}}, "spectre": {[3]uint32{7, 0, 0}, []uint32{1}},
	"spooky": {[3]uint32{7, 0, 0}, []uint32{2}}, "kalindi": {[3]uint32{7, 0, 0}, []uint32{3}},
	"mullins": {[3]uint32{7, 0, 0}, []uint32{4}}, "hawaii": {[3]uint32{7, 0, 1}, []uint32{7}},
	"iceland": {[3]uint32{8, 0, 0}, []uint32{8}}, "tonga": {[3]uint32{8, 0, 0}, []uint32{9}},
	"carrizo":   {[3]uint32{8, 0, 1}, []uint32{15, 16, 15, 13, 12, 13, 14, 12, 12, 12, 12}},
	"fiji":      {[3]uint32{8, 0, 4}, []uint32{16, 17, 16, 14, 13, 14, 15, 13, 13, 13, 13}},
	"stoney":    {[3]uint32{8, 1, 0}, []uint32{0, 0, 17, 15, 14, 15, 16, 14, 14, 14, 14}},
	"ellesmere": {[3]uint32{8, 0, 4}, []uint32{0, 0, 12, 17, 16, 17, 18, 16, 18, 18, 18}},
	"baffin":    {[3]uint32{8, 0, 4}, []uint32{0, 0, 13, 16, 15, 16, 17, 15, 16, 16, 16}},
	"gfx804":    {[3]uint32{8, 0, 4}, []uint32{0, 0, 0, 0, 18, 18, 19, 18, 20, 21, 21}},
	"gfx900":    {[3]uint32{9, 0, 0}, []uint32{0, 0, 0, 0, 17, 19, 20, 17, 19, 20, 20}},
	"gfx901":    {[3]uint32{9, 0, 1}, []uint32{0, 0, 0, 0, 0, 20, 21, 19, 21, 23, 23}},
	"gfx902":    {[3]uint32{9, 0, 2}, []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 24}},
	"gfx903":    {[3]uint32{9, 0, 3}, []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 25}},
	"gfx904":    {[3]uint32{9, 0, 4}, []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26}},
	"gfx905":    {[3]uint32{9, 0, 5}, []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 27, 27}},
	"gfx906":    {[3]uint32{9, 0, 6}, []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28}},
	"gfx907":    {[3]uint32{9, 0, 7}, []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29}},
}

// cl20Flags is the number of a GPU.
func cl20Flags(device string, driver int) (uint32, error) {
	d, ok := cl20Devices[device]
	if !ok {
		return 0, errIn("OpenCL 2.0",
			"drivers of OpenCL 2.0 know no GPU %q: name one of GCN 1.1 or later, .gpu Hawaii or the like", device)
	}
	if len(d.flags) == 1 {
		return d.flags[0], nil
	}
	column := 0
	for column < len(cl20Versions) && driver >= cl20Versions[column] {
		column++
	}
	if d.flags[column] == 0 {
		return 0, errIn("OpenCL 2.0", "driver %d.%02d does not know the GPU %s; name another one: .driver_version 258000",
			driver/100,
			driver%100, device)
	}
	return d.flags[column], nil
}

// cl20ISAMetadata is what the files of the first drivers have of each kernel's code.
var cl20ISAMetadata = []byte{0, 0, 104, 0, 0, 0, 0, 0, 0, 0, 0, 8, 66, 9, 0, 0, 0, 0, 0, 0}

// cl20ISA is the version of the processor that the HSA object for a GPU names.
func cl20ISA(device string, driver int) [3]uint32 {
	v := cl20Devices[device].isa
	if device == "fiji" && driver < cl20Ordered {
		v[2] = 1
	}
	return v
}

// openCL20 writes the container of AMD OpenCL 2.0, in the order of AMD's drivers: metadata in .rodata,
// and in .text an HSA object, or for old drivers a stub and the code of each kernel.
func openCL20(u *asm.Unit) ([]byte, error) {
	box := u.Container
	flags, err := cl20Flags(box.Device, box.Driver)
	if err != nil {
		return nil, err
	}
	var symbols []outSymbol
	var rodata, text []byte
	put := func(to *[]byte, name string, data []byte, section int, typ elf.SymType) {
		symbols = append(symbols, outSymbol{name, section, len(*to), len(data), typ, elf.STB_LOCAL, 0})
		*to = append(*to, data...)
	}
	const inComment, inRodata, inText = 4, 5, 6
	if box.Options != "" {
		symbols = append(symbols, outSymbol{"__OpenCL_compiler_options", inComment, 0, len(box.Options), elf.STT_OBJECT,
			elf.STB_LOCAL, 0})
	}
	for i := range box.Kernels {
		k := &box.Kernels[i]
		put(&rodata, cl20Meta+k.Name+cl20MetaEnd, k.Metadata, inRodata, elf.STT_OBJECT)
	}
	version := box.ACLVersion
	if box.Driver >= cl20HSA {
		if text, err = hsaObject(u); err != nil {
			return nil, err
		}
		if version == "" {
			version = "AMD-COMP-LIB-v0.8 (0.0.SC_BUILD_NUMBER)"
		}
	} else {
		if version == "" {
			version = "AMD-COMP-LIB-v0.8 (0.0.326)"
		}
		for i := range u.Sections {
			if s := &u.Sections[i]; len(s.Relocs) > 0 || cl20Data(s) >= 0 && s.Size > 0 {
				return nil, errIn("section "+s.Name, "drivers before 1912.05 have no data of the program and no relocations: "+
					"name a later one, .driver_version 191205")
			}
		}
		for i := range box.Kernels {
			k := &box.Kernels[i]
			code, stub, meta := u.Sections[k.Section].Data, k.Stub, k.ISAMetadata
			switch {
			case len(code) < abi.SizeV2:
				return nil, errIn("kernel "+k.Name, "its code has no room for an amd_kernel_code_t")
			case stub == nil:
				stub = cl20Stub(u.Target, code)
			case len(stub) < 4 || le.Uint32(stub) != uint32(len(stub)):
				return nil, errIn("kernel "+k.Name, ".stub has %d bytes and does not begin with this number", len(stub))
			}
			if meta == nil {
				meta = cl20ISAMetadata
			}
			put(&text, cl20Old+k.Name+cl20OldEnd, slices.Concat(stub, code), inText, elf.STT_FUNC)
			put(&rodata, cl20Old+k.Name+cl20MetaEnd, meta, inRodata, elf.STT_OBJECT)
		}
	}
	symbols = append(symbols, outSymbol{"acl_version_string", inComment, len(box.Options), len(version), elf.STT_OBJECT,
		elf.STB_LOCAL, 0})
	table, names := symbolTable(box.Wide, symbols)
	machine := uint16(machineCL32)
	if box.Wide {
		machine = machineCL64
	}
	return elfOut{wide: box.Wide, typ: elf.ET_EXEC, machine: machine, flags: flags, regions: []outRegion{
		{name: ".shstrtab", typ: elf.SHT_STRTAB, flags: elf.SHF_STRINGS, align: 1, table: nameTable},
		{name: ".strtab", typ: elf.SHT_STRTAB, flags: elf.SHF_STRINGS, align: 1, data: names},
		{name: ".symtab", typ: elf.SHT_SYMTAB, align: 8, link: 2, entsize: symbolSize(box.Wide), data: table},
		{name: ".comment", typ: elf.SHT_PROGBITS, align: 1, data: []byte(box.Options + version)},
		{name: ".rodata", typ: elf.SHT_PROGBITS, flags: elf.SHF_ALLOC, align: 1, data: rodata},
		{name: ".text", typ: elf.SHT_PROGBITS, flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR, align: 1, data: text},
		{table: sectionTable},
	}}.bytes(), nil
}

// cl20Notes are the notes of the HSA object: versions, the GPU, and what the finalizer was told. What
// stands behind the options is not said by the format; a zero is written.
func cl20Notes(box *asm.Container) (b []byte) {
	add := func(typ uint32, desc []byte) {
		b = le.AppendUint32(le.AppendUint32(le.AppendUint32(b, 4), uint32(len(desc))), typ)
		b = append(append(b, "AMD\x00"...), desc...)
		b = append(b, make([]byte, -len(desc)&3)...)
	}
	wide := byte(0)
	if box.Wide {
		wide = 1
	}
	isaNote := []byte{4, 0, 7, 0}
	for _, v := range cl20ISA(box.Device, box.Driver) {
		isaNote = le.AppendUint32(isaNote, v)
	}
	isaNote = append(isaNote, "AMD\x00AMDGPU"...)
	options := func(text string, more int) {
		d := binary.LittleEndian.AppendUint16(nil, uint16(len(text)))
		add(5, append(append(d, text...), make([]byte, more)...))
	}
	const call, buffers = "-hsa_call_convention=", " -use-buffer-for-hsa-global"
	add(1, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	add(2, []byte{1, 0, 0, 0, 0, 0, 0, 0, 1, wide, 1, 0})
	if box.Driver < cl20Ordered {
		if box.Wide {
			options(call+"\x00", 1)
		} else {
			options(call+"0"+buffers, 1)
		}
		add(3, append(isaNote, 0, 0, 0, 0))
		add(4, make([]byte, 4+4*int(wide)))
		return b
	}
	add(3, isaNote)
	finalizer := "AMD HSA Runtime Finalizer"
	d := le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, uint32(len(finalizer))), 1), 0)
	add(4, append(append(d, finalizer...), 0, 0, 0, 0))
	if box.Wide || box.Driver == cl20Pro1 || box.Driver == cl20Pro2 {
		options(call+"0", 2)
	} else {
		options(call+"0"+buffers+" ", 2)
	}
	return b
}

// cl20Stub is what stands in front of a kernel's amd_kernel_code_t for old drivers: where that begins,
// and figures about the code.
func cl20Stub(t isa.Target, kernel []byte) []byte {
	const size, end = 0xa60, 0x9a0 // of the stub; where its second half begins
	b := make([]byte, size)
	put := func(at int, v uint32) { le.PutUint32(b[at:], v) }
	setup, code := kernel[:abi.SizeV2], kernel[abi.SizeV2:]
	insts, global, local := uint32(0), uint32(0), uint32(0)
	for at := 0; at < len(code); insts++ {
		in, err := t.Decode(code[at:])
		if err != nil {
			at += 4
			continue
		}
		at += int(in.Len)
		switch in.Form.Fmt {
		case isa.DS:
			local++
		case isa.MUBUF, isa.MTBUF, isa.MIMG, isa.FLAT:
			global++
		}
	}
	sgprs, vgprs := uint32(le.Uint16(setup[92:])), uint32(le.Uint16(setup[86:]))
	all, rsrc2 := uint32(le.Uint16(setup[84:])), le.Uint32(setup[52:])
	private, lds := le.Uint32(setup[60:]), le.Uint32(setup[64:])
	granule := uint32(t.Limits().LDSGranule)
	whole := uint32(len(code)) + abi.SizeV2
	levels := uint32(12)
	if lds != 0 {
		levels = 13
	}
	for at, v := range map[int]uint32{0: size, 4: insts, 8: vgprs, 36: insts, 40: global, 44: local, 52: sgprs + vgprs,
		60:   all,
		0xb8: size, 0x164: 3, 0x168: levels,
		end: size, end + 8: abi.SizeV2, end + 12: whole, end + 0x18: 0x200, end + 0x20: size + whole, end + 0x30: size + whole,
		end + 0x38: vgprs, end + 0x3c: all, end + 0x48: vgprs, end + 0x4c: sgprs, end + 0x50: le.Uint32(setup[48:]) >> 12 & 0xff,
		end + 0x58: 1, end + 0x68: (private + 3) / 4, end + 0x6c: lds, end + 0x70: 1<<32 - 1,
		end + 0xa8: rsrc2&^(0x1ff<<15) | (lds+granule-1)/granule&0x1ff<<15} {
		put(at, v)
	}
	return b
}
