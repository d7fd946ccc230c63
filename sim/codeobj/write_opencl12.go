package codeobj

import (
	"debug/elf"
	"fmt"

	"github.com/gcnsim/gcnsim/isa/asm"
)

// calDevice finds a GPU by the name that drivers have for it.
func calDevice(name string) (machine uint16, encoding uint32, ok bool) {
	for _, m := range calMachines {
		if m.device == name {
			return m.outer, m.encoding, true
		}
	}
	return 0, 0, false
}

// openCL12 writes the container of AMD OpenCL 1.2, in the order of AMD's drivers: metadata and
// headers of the kernels in .rodata, behind the program's constants, an ELF file for each in .text.
func openCL12(u *asm.Unit) ([]byte, error) {
	box := u.Container
	machine, encoding, ok := calDevice(box.Device)
	if !ok {
		return nil, errIn("OpenCL 1.2", "drivers of OpenCL 1.2 know no GPU %q: name another one, .gpu Pitcairn or the like",
			box.Device)
	}
	var symbols []outSymbol
	var rodata, text []byte
	put := func(to *[]byte, name string, data []byte, section int, typ elf.SymType) {
		symbols = append(symbols, outSymbol{"__OpenCL_" + name, section, len(*to), len(data), typ, elf.STB_LOCAL, 0})
		*to = append(*to, data...)
	}
	const inRodata, inText, inComment = 4, 5, 6
	if box.Options != "" {
		symbols = append(symbols, outSymbol{"__OpenCL_compile_options", inComment, 0, len(box.Options), elf.STT_OBJECT,
			elf.STB_LOCAL, 0})
	}
	for i := range u.Sections {
		s := &u.Sections[i]
		if len(s.Relocs) > 0 {
			return nil, errIn("section "+s.Name, "%sOpenCL 1.2 has no relocations: a kernel finds the program's constants "+
				"by their resource", positionIn(u, s.Relocs[0].Pos))
		}
		if s.Name == ".rodata" && s.Size > 0 {
			name := "0_global"
			if box.Driver < constantsAreUAVs {
				name = "2_global"
			}
			put(&rodata, name, s.Data, inRodata, elf.STT_OBJECT)
		}
	}
	for i := range box.Kernels {
		k := &box.Kernels[i]
		put(&rodata, k.Name+"_metadata", k.Metadata, inRodata, elf.STT_OBJECT)
		put(&text, k.Name+"_kernel", calInner(k, u.Sections[k.Section].Data, encoding), inText, elf.STT_FUNC)
		put(&rodata, k.Name+"_header", k.Header, inRodata, elf.STT_OBJECT)
	}
	info := box.DriverInfo
	if info == "" {
		v := fmt.Sprintf("%d.%d", box.Driver/100, box.Driver%100)
		info = "@(#) OpenCL 1.2 AMD-APP (" + v + ").  Driver version: " + v + " (VM)"
	}
	table, names := symbolTable(box.Wide, symbols)
	return (&elfOut{wide: box.Wide, typ: elf.ET_EXEC, machine: machine, regions: []outRegion{
		{name: ".shstrtab", typ: elf.SHT_STRTAB, flags: elf.SHF_STRINGS, align: 1, table: nameTable},
		{name: ".strtab", typ: elf.SHT_STRTAB, flags: elf.SHF_STRINGS, align: 1, data: names},
		{name: ".symtab", typ: elf.SHT_SYMTAB, align: 8, link: 2, entsize: symbolSize(box.Wide), data: table},
		{name: ".rodata", typ: elf.SHT_PROGBITS, flags: elf.SHF_ALLOC, align: 1, data: rodata},
		{name: ".text", typ: elf.SHT_PROGBITS, flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR, align: 1, data: text},
		{name: ".comment", typ: elf.SHT_PROGBITS, align: 1, data: []byte(box.Options + info)},
		{table: sectionTable},
	}}).bytes(), nil
}

// symbolSize is the bytes of a symbol.
func symbolSize(wide bool) int {
	if wide {
		return 24
	}
	return 16
}

// positionIn names a line of the text.
func positionIn(u *asm.Unit, p asm.Pos) string { return (&writer{unit: *u}).position(p) }

// calDataBytes is the size of .data, which nothing reads.
const calDataBytes = 4736

// calInner is the ELF file of a kernel.
func calInner(k *asm.ContainerKernel, code []byte, encoding uint32) []byte {
	const headers = 0x1c0 // before the notes
	data := k.Data
	if data == nil {
		data = make([]byte, calDataBytes)
	}
	var notes []byte
	for _, n := range k.Notes {
		notes = le.AppendUint32(le.AppendUint32(le.AppendUint32(notes, uint32(len(n.Name)+1)), uint32(len(n.Desc))), n.Type)
		notes = append(append(append(notes, n.Name...), 0), n.Desc...)
	}
	symbols, _ := symbolTable(false, nil)
	e := elfOut{osabi: 0x64, abi: 1, typ: elf.ET_EXEC, machine: machineCAL, flags: 1, regions: []outRegion{
		{table: programTable},
		{data: make([]byte, 20)},
		{name: ".shstrtab", typ: elf.SHT_STRTAB, table: nameTable, data: []byte{0}},
		{table: sectionTable},
		{data: notes},
		{name: ".text", typ: elf.SHT_PROGBITS, data: code},
		{name: ".data", typ: elf.SHT_PROGBITS, data: data},
		{name: ".symtab", typ: elf.SHT_SYMTAB, link: 5, info: 1, entsize: 16, data: symbols},
		{name: ".strtab", typ: elf.SHT_STRTAB, data: []byte{0, 0}},
	}, programs: []outProgram{{typ: calEncoding, first: 1, count: 1}, {typ: elf.PT_NOTE, first: 4, count: 1},
		{typ: elf.PT_LOAD, first: 5, count: 4, memory: true}}}
	size := len(e.bytes())
	table := e.regions[1].data
	for i, v := range [...]uint32{encoding, 4, headers, uint32(size - headers)} {
		le.PutUint32(table[4*i:], v)
	}
	return e.bytes()
}
