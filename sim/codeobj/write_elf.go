package codeobj

import (
	"debug/elf"
	"slices"
)

// elfOut is an ELF file of 32 or 64 bits in which regions lie one behind the other: the containers
// of AMD's OpenCL drivers, whose readers expect a certain order.
type elfOut struct {
	wide       bool
	osabi, abi byte
	typ        elf.Type
	machine    uint16
	flags      uint32
	regions    []outRegion
	programs   []outProgram
}

// outRegion is a section, or bytes without one.
type outRegion struct {
	name    string // empty: no section
	typ     elf.SectionType
	flags   elf.SectionFlag
	align   int // of its place in the file, 0 as 1
	addr    int
	link    int // index of a section
	info    int
	entsize int
	zero    int // bytes in memory of a section without contents
	data    []byte
	table   outTable
}

// outTable says that a region is one of the file's own tables.
type outTable uint8

const (
	noTable outTable = iota
	programTable
	sectionTable
	nameTable // .shstrtab, with the region's data behind it
)

// outProgram is a program header of regions. memory says that they take memory.
type outProgram struct {
	typ          elf.ProgType
	flags        elf.ProgFlag
	first, count int // regions
	memory       bool
	align        int
}

// outSymbol is an entry of a symbol table.
type outSymbol struct {
	name        string
	section     int
	value, size int
	typ         elf.SymType
	bind        elf.SymBind
	visibility  uint8
}

// word appends a number of 32 or 64 bits.
func word(b []byte, wide bool, v int) []byte {
	if wide {
		return le.AppendUint64(b, uint64(v))
	}
	return le.AppendUint32(b, uint32(v))
}

// symbolTable is the contents of .symtab and .strtab, with an empty first symbol.
func symbolTable(wide bool, list []outSymbol) (table, names []byte) {
	names = []byte{0}
	size := 16
	if wide {
		size = 24
	}
	table = make([]byte, size)
	for _, y := range list {
		at := uint32(len(names))
		if y.name == "" {
			at = 0
		} else {
			names = append(append(names, y.name...), 0)
		}
		info := byte(y.bind)<<4 | byte(y.typ)
		table = le.AppendUint32(table, at)
		if !wide {
			table = le.AppendUint32(le.AppendUint32(table, uint32(y.value)), uint32(y.size))
		}
		table = le.AppendUint16(append(table, info, y.visibility), uint16(y.section))
		if wide {
			table = le.AppendUint64(le.AppendUint64(table, uint64(y.value)), uint64(y.size))
		}
	}
	return table, names
}

// bytes makes the file. Section 0 is the empty one.
func (e elfOut) bytes() []byte {
	e.regions = slices.Clone(e.regions)
	sizes := struct{ header, program, section int }{52, 32, 40}
	if e.wide {
		sizes.header, sizes.program, sizes.section = 64, 56, 64
	}
	names := []byte{0}
	var sections []int // regions
	at := map[string]int{}
	for i := range e.regions {
		if n := e.regions[i].name; n != "" {
			at[n] = len(names)
			names = append(append(names, n...), 0)
			sections = append(sections, i)
		}
	}
	place, size := make([]int, len(e.regions)), make([]int, len(e.regions))
	end, shoff, phoff, shstrndx := sizes.header, 0, 0, 0
	for i := range e.regions {
		r := &e.regions[i]
		switch r.table {
		case programTable:
			size[i], phoff = len(e.programs)*sizes.program, end
		case sectionTable:
			size[i], r.align = (len(sections)+1)*sizes.section, max(r.align, len(word(nil, e.wide, 0)))
		case nameTable:
			r.data = append(names, r.data...)
		}
		if r.table == noTable || r.table == nameTable {
			size[i] = len(r.data)
		}
		align := max(r.align, 1)
		end = (end + align - 1) / align * align
		place[i] = end
		if end += size[i]; r.table == sectionTable {
			shoff = place[i]
		}
	}
	b := append([]byte(elf.ELFMAG), 1, 1, 1, e.osabi, e.abi, 0, 0, 0, 0, 0, 0, 0)
	if e.wide {
		b[elf.EI_CLASS] = 2
	}
	half := func(list ...int) {
		for _, v := range list {
			b = le.AppendUint16(b, uint16(v))
		}
	}
	half(int(e.typ), int(e.machine))
	b = le.AppendUint32(b, 1)
	b = word(word(word(b, e.wide, 0), e.wide, phoff), e.wide, shoff)
	b = le.AppendUint32(b, e.flags)
	entry := sizes.program
	if len(e.programs) == 0 {
		entry = 0
	}
	for i, n := range sections {
		if e.regions[n].table == nameTable {
			shstrndx = i + 1
		}
	}
	half(sizes.header, entry, len(e.programs), sizes.section, len(sections)+1, shstrndx)
	for i := range e.regions {
		r := &e.regions[i]
		for len(b) < place[i] {
			b = append(b, 0)
		}
		switch r.table {
		case programTable:
			for _, p := range e.programs {
				b = e.program(b, &p, place, size)
			}
		case sectionTable:
			b = append(b, make([]byte, sizes.section)...)
			for _, n := range sections {
				s := &e.regions[n]
				b = le.AppendUint32(le.AppendUint32(b, uint32(at[s.name])), uint32(s.typ))
				for _, v := range [...]int{int(s.flags), s.addr, place[n], size[n] + s.zero} {
					b = word(b, e.wide, v)
				}
				b = le.AppendUint32(le.AppendUint32(b, uint32(s.link)), uint32(s.info))
				b = word(word(b, e.wide, s.align), e.wide, s.entsize)
			}
		default:
			b = append(b, r.data...)
		}
	}
	return b
}

func (e *elfOut) program(b []byte, p *outProgram, place, size []int) []byte {
	off, last := place[p.first], p.first+p.count-1
	n, mem := place[last]+size[last]-off, 0
	if p.memory {
		mem = max(n, e.regions[last].addr+size[last]+e.regions[last].zero-e.regions[p.first].addr)
	}
	b = le.AppendUint32(b, uint32(p.typ))
	if e.wide {
		b = le.AppendUint32(b, uint32(p.flags))
	}
	for _, v := range [...]int{off, e.regions[p.first].addr, 0, n, mem} {
		b = word(b, e.wide, v)
	}
	if !e.wide {
		b = le.AppendUint32(b, uint32(p.flags))
	}
	return word(b, e.wide, p.align)
}
