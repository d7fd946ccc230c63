package codeobj

import (
	"bytes"
	"debug/elf"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa/asm"
)

// The HSA object in a container of OpenCL 2.0 (CLRX documentation, BinaryFormats).

// Flags of AMD's sections in HSA objects of old, over ALLOC, WRITE and EXECINSTR.
const hsaGlobalData, hsaAgentData, hsaCode = 0x900000, 0xa00000, 0xc00000

// cl20Sections are the kinds of data of a program in the order of AMD's drivers: the name in the
// assembly's unit and in the object.
var cl20Sections = [...]struct {
	unit, object string
	typ          elf.SectionType
	flags        elf.SectionFlag
}{
	{".data", ".hsadata_global_agent", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_WRITE | hsaGlobalData},
	{".bss", ".hsabss_global_agent", elf.SHT_NOBITS, elf.SHF_ALLOC | elf.SHF_WRITE | hsaGlobalData},
	{".rodata", ".hsadata_readonly_agent", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_WRITE | hsaAgentData},
}

// cl20Constants is the last of cl20Sections.
const cl20Constants = len(cl20Sections) - 1

// cl20Data is the kind of data that a section of the unit is, or -1.
func cl20Data(s *asm.Section) int {
	for i, d := range cl20Sections {
		if s.Name == d.unit {
			return i
		}
	}
	return -1
}

// hsaWriter makes the relocatable HSA object of a program: its data and the code of all kernels, with
// relocations for addresses of data and of samplers.
type hsaWriter struct {
	u       *asm.Unit
	ordered bool // the tables before the contents

	text []byte
	base map[int]int // of sections of code in text
	data [len(cl20Sections)]*asm.Section

	dataSection     [len(cl20Sections)]int // numbers of sections
	code, samplerAt int
	samplerOffsets  []uint64

	symbols       []outSymbol
	dataSymbol    [len(cl20Sections)]int
	samplerSymbol int
	first         int // symbols in front of those above: the empty one, or none
}

// hsaObject makes the object.
func hsaObject(u *asm.Unit) ([]byte, error) {
	w := &hsaWriter{u: u, ordered: u.Container.Driver >= cl20Ordered, base: map[int]int{}}
	for i := range u.Sections {
		s := &u.Sections[i]
		kind := cl20Data(s)
		switch {
		case elf.SectionFlag(s.Flags)&elf.SHF_EXECINSTR != 0 && s.Size > 0:
			w.text = append(w.text, make([]byte, -len(w.text)&255)...)
			w.base[i] = len(w.text)
			w.text = append(w.text, s.Data...)
		case kind >= 0 && s.Size > 0:
			if s.Size > MaxSpan || s.Align > maxAlign {
				return nil, errIn("section "+s.Name, "its %d bytes with alignment %d are too many", s.Size, s.Align)
			}
			w.data[kind] = s
		case loaded(s) && s.Size > 0:
			return nil, errIn("section "+s.Name,
				"the container of OpenCL 2.0 is written with code, .globaldata, .rwdata and .bssdata only")
		}
	}
	if w.ordered {
		w.first, w.code = 1, 4
	} else {
		w.code = 1
	}
	for i, s := range w.data {
		if s != nil {
			w.dataSection[i] = w.code
			w.code++
		}
	}
	if err := w.placeSamplers(); err != nil {
		return nil, err
	}
	w.addSymbols()
	relocs, err := w.relocations()
	if err != nil {
		return nil, err
	}
	return w.file(relocs), nil
}

// placeSamplers finds where the constants have the addresses of samplers.
func (w *hsaWriter) placeSamplers() error {
	box := w.u.Container
	n := len(box.Samplers) / 8
	if n == 0 {
		return nil
	}
	constants := w.data[cl20Constants]
	if constants == nil || constants.Size < uint64(8*n) {
		return errIn("samplers", "the constants have no room for the addresses of %d: .globaldata with %d bytes is needed", n,
			8*n)
	}
	if w.samplerOffsets = box.SamplerPlaces; w.samplerOffsets == nil {
		for i := range n {
			w.samplerOffsets = append(w.samplerOffsets, (constants.Size-uint64(8*n))&^7+uint64(8*i))
		}
	}
	for i, at := range w.samplerOffsets {
		if at+8 > constants.Size {
			return errIn("samplers", "the address of sampler %d is to be at %d of the constants, which have %d bytes", i, at,
				constants.Size)
		}
	}
	for i := range box.Kernels {
		for _, s := range box.Kernels[i].Samplers {
			if s >= n {
				return errIn("kernel "+box.Kernels[i].Name, "sampler %d is one of %d", s, n)
			}
		}
	}
	// behind the symbol table that the ordered object has there
	if w.samplerAt = w.code + 1; w.ordered {
		w.samplerAt++
	}
	return nil
}

// addSymbols adds the kernels with their samplers, other samplers, and the sections.
func (w *hsaWriter) addSymbols() {
	box := w.u.Container
	add := func(name string, section, value, size int, typ elf.SymType, bind elf.SymBind) {
		w.symbols = append(w.symbols, outSymbol{name, section, value, size, typ, bind, 0})
	}
	named := map[int]bool{}
	sampler := func(i int) {
		if !named[i] {
			named[i] = true
			add(fmt.Sprintf("&input_bc::&_.Samp%d", i), w.dataSection[cl20Constants], int(w.samplerOffsets[i]), 8,
				elf.STT_OBJECT,
				elf.STB_LOCAL)
		}
	}
	places, sizes := make([]int, 0, len(box.Kernels)), make([]int, len(box.Kernels))
	for i := range box.Kernels {
		k := &box.Kernels[i]
		at := w.base[k.Section]
		own := func(y asm.Symbol) bool { return y.Name == k.Name && y.Section == k.Section }
		if j := slices.IndexFunc(w.u.Symbols, own); j >= 0 {
			at += int(w.u.Symbols[j].Value)
			sizes[i] = int(min(w.u.Symbols[j].Size, uint64(len(w.text)-at)))
		}
		places = append(places, at)
	}
	for i := range box.Kernels {
		k := &box.Kernels[i]
		for _, s := range k.Samplers {
			sampler(s)
		}
		end := w.base[k.Section] + len(w.u.Sections[k.Section].Data)
		for _, p := range places {
			if p > places[i] {
				end = min(end, p)
			}
		}
		if sizes[i] == 0 {
			sizes[i] = end - places[i]
		}
		add(cl20New+k.Name+cl20NewEnd, w.code, places[i], sizes[i], SymKernel, elf.STB_GLOBAL)
	}
	for i := range w.samplerOffsets {
		sampler(i)
	}
	for i, s := range w.data {
		if s != nil {
			w.dataSymbol[i] = w.first + len(w.symbols)
			add("__hsa_section"+cl20Sections[i].object, w.dataSection[i], 0, 0, elf.STT_SECTION, elf.STB_LOCAL)
		}
	}
	add("__hsa_section.hsatext", w.code, 0, 0, elf.STT_SECTION, elf.STB_LOCAL)
	w.samplerSymbol = w.first + len(w.symbols)
	const sttSampler = 12
	for i := range w.samplerOffsets {
		add("", w.samplerAt, 8*i, 0, sttSampler, elf.STB_LOCAL)
	}
}

// relocations are those of the code.
func (w *hsaWriter) relocations() (list []byte, err error) {
	for i := range w.u.Sections {
		s := &w.u.Sections[i]
		base, code := w.base[i]
		for _, r := range s.Relocs {
			y := &w.u.Symbols[r.Symbol]
			kind := -1
			if y.Section >= 0 {
				kind = cl20Data(&w.u.Sections[y.Section])
			}
			if r.Type != asm.RelocAbs32Lo && r.Type != asm.RelocAbs32Hi || kind < 0 || !code {
				return nil, errIn("relocation", "%sOpenCL 2.0 has relocations for the halves of addresses of data in code only: "+
					"%s&0xffffffff and %s>>32", positionIn(w.u, r.Pos), y.Name, y.Name)
			}
			list = le.AppendUint64(list, uint64(base)+r.Offset)
			list = le.AppendUint64(list, uint64(w.dataSymbol[kind])<<32|uint64(r.Type))
			list = le.AppendUint64(list, uint64(int64(y.Value)+r.Addend))
		}
	}
	return list, nil
}

// samplerRelocations are those of the constants.
func (w *hsaWriter) samplerRelocations() (list []byte) {
	for i, at := range w.samplerOffsets {
		list = le.AppendUint64(list, at)
		list = le.AppendUint64(list, uint64(w.samplerSymbol+i)<<32|samplerInit)
		list = le.AppendUint64(list, 0)
	}
	return list
}

// file puts everything one behind the other.
func (w *hsaWriter) file(relocs []byte) []byte {
	table, names := symbolTable(true, w.symbols)
	if !w.ordered { // it has no empty symbol and no empty name
		table, names = table[symbolSize(true):], names[1:]
		for i := 0; i < len(table); i += symbolSize(true) {
			at := le.Uint32(table[i:])
			if at == 0 {
				at = uint32(bytes.IndexByte(names, 0)) + 1
			}
			le.PutUint32(table[i:], at-1)
		}
	}
	e := elfOut{wide: true, osabi: osabiHSA, typ: elf.ET_REL, machine: machineGPU}
	index := map[string]int{}
	add := func(r outRegion) {
		e.regions = append(e.regions, r)
		if r.name != "" {
			index[r.name] = len(index) + 1
		}
	}
	notes := outRegion{name: ".note", typ: elf.SHT_NOTE, align: 8, data: cl20Notes(w.u.Container)}
	strings := outRegion{name: ".strtab", typ: elf.SHT_STRTAB, flags: elf.SHF_STRINGS, align: 1, data: names}
	shstrings := outRegion{name: ".shstrtab", typ: elf.SHT_STRTAB, flags: elf.SHF_STRINGS, align: 1, table: nameTable}
	syms := outRegion{name: ".symtab", typ: elf.SHT_SYMTAB, align: 8, entsize: symbolSize(true), data: table}
	add(outRegion{table: programTable})
	if w.ordered {
		strings.align, shstrings.align = 8, 8
		add(shstrings)
		add(strings)
		add(notes)
	}
	end := w.addData(&e, add)
	access := elf.PF_R | elf.PF_X
	if !w.ordered {
		access = elf.PF_R | elf.PF_W
	}
	e.programs = append(e.programs, outProgram{typ: elf.PT_LOOS + 3, flags: access, first: len(e.regions), count: 1,
		memory: true, align: 256})
	add(outRegion{name: ".hsatext", typ: elf.SHT_PROGBITS, align: 256, addr: (end + 255) &^ 255, data: w.text,
		flags: elf.SHF_ALLOC | elf.SHF_WRITE | elf.SHF_EXECINSTR | hsaCode})
	if w.ordered {
		add(syms)
	}
	if samplers := w.u.Container.Samplers; len(samplers) > 0 {
		align := 1
		if w.ordered {
			align = 8
		}
		add(outRegion{name: SamplerSection, typ: elf.SHT_PROGBITS, flags: elf.SHF_MERGE, align: align, entsize: 8,
			data: samplers})
		add(outRegion{name: ".rela" + cl20Sections[cl20Constants].object, typ: elf.SHT_RELA, align: 8,
			info: w.dataSection[cl20Constants], entsize: relaSize, data: w.samplerRelocations()})
	}
	if len(relocs) > 0 {
		add(outRegion{name: ".rela.hsatext", typ: elf.SHT_RELA, align: 8, info: w.code, entsize: relaSize, data: relocs})
	}
	if !w.ordered {
		add(notes)
		add(strings)
		add(syms)
		add(shstrings)
	}
	for i := range e.regions {
		switch r := &e.regions[i]; {
		case r.name == ".symtab":
			r.link = index[".strtab"]
		case r.typ == elf.SHT_RELA:
			r.link = index[".symtab"]
		}
	}
	add(outRegion{table: sectionTable})
	return e.bytes()
}

// addData adds the sections of data with their program headers: one for what kernels write, one for
// constants. It returns the address behind them.
func (w *hsaWriter) addData(e *elfOut, add func(outRegion)) (end int) {
	var written int // bytes of what kernels write
	for i, s := range w.data {
		if s == nil {
			continue
		}
		d := &cl20Sections[i]
		align := max(8, int(s.Align))
		if i == cl20Constants && s.Align < 8 {
			align = 8
		}
		r := outRegion{name: d.object, typ: d.typ, flags: d.flags, align: align, addr: (end + align - 1) &^ (align - 1),
			data: s.Data}
		size := int(s.Size)
		switch {
		case d.typ == elf.SHT_NOBITS:
			r.zero = size
		case i == cl20Constants && !w.ordered: // all data together fill 256 bytes
			r.data = append(slices.Clone(s.Data), make([]byte, -(size+written)&255)...)
			size = len(r.data)
		}
		if i != cl20Constants {
			written += size
		}
		end = r.addr + size
		if n := len(e.programs); i < cl20Constants && n > 0 {
			e.programs[n-1].count++
		} else {
			typ := elf.PT_LOOS + 1
			if i == cl20Constants {
				typ++
			}
			e.programs = append(e.programs, outProgram{typ: typ, flags: elf.PF_R | elf.PF_W, first: len(e.regions), count: 1,
				memory: true, align: align})
		}
		add(r)
	}
	return end
}
