package objtest

import (
	"debug/elf"
	"encoding/binary"
)

var le = binary.LittleEndian

// ELF is an ELF file of 32 or 64 bits. Tables of sections, names and symbols are added.
type ELF struct {
	Wide       bool
	OSABI, ABI byte
	Type       elf.Type
	Machine    uint16
	Flags      uint32
	Sections   []Section
	Symbols    []Symbol
	Progs      []Prog
}

// Section is a section; Info is the section that relocations are for.
type Section struct {
	Name  string
	Type  elf.SectionType
	Flags elf.SectionFlag
	Data  []byte
	Info  int // index into Sections
}

// Symbol is a symbol of a section, an index into Sections.
type Symbol struct {
	Name        string
	Section     int
	Value, Size uint64
	Type        elf.SymType
	Bind        elf.SymBind
}

// Prog is a program header for the contents of a section.
type Prog struct {
	Type    elf.ProgType
	Section int
}

// word appends an address or offset.
func (e *ELF) word(b []byte, v uint64) []byte {
	if e.Wide {
		return le.AppendUint64(b, v)
	}
	return le.AppendUint32(b, uint32(v))
}

// Bytes is the file.
func (e *ELF) Bytes() []byte {
	strs, symtab := []byte{0}, make([]byte, e.symSize())
	name := func(s string) uint32 {
		at := len(strs)
		strs = append(append(strs, s...), 0)
		return uint32(at)
	}
	for _, y := range e.Symbols {
		info, section := elf.ST_INFO(y.Bind, y.Type), uint16(y.Section+1)
		symtab = le.AppendUint32(symtab, name(y.Name))
		if e.Wide {
			symtab = le.AppendUint16(append(symtab, info, 0), section)
			symtab = le.AppendUint64(le.AppendUint64(symtab, y.Value), y.Size)
			continue
		}
		symtab = le.AppendUint32(le.AppendUint32(symtab, uint32(y.Value)), uint32(y.Size))
		symtab = le.AppendUint16(append(symtab, info, 0), section)
	}
	list := append([]Section{{}}, e.Sections...)
	for i := range list {
		if list[i].Type == elf.SHT_REL || list[i].Type == elf.SHT_RELA {
			list[i].Info++
		}
	}
	n := len(list)
	list = append(list, Section{Name: ".symtab", Type: elf.SHT_SYMTAB, Data: symtab, Info: 1},
		Section{Name: ".strtab", Type: elf.SHT_STRTAB})
	names := make([]uint32, len(list))
	for i := range list {
		names[i] = name(list[i].Name)
	}
	list[n+1].Data = strs

	ehdr, phdr, shdr := 52, 32, 40
	if e.Wide {
		ehdr, phdr, shdr = 64, 56, 64
	}
	body := make([]byte, ehdr+phdr*len(e.Progs))
	offs := make([]int, len(list))
	for i := range list {
		for len(body)%8 != 0 {
			body = append(body, 0)
		}
		offs[i] = len(body)
		body = append(body, list[i].Data...)
	}
	shoff := len(body)
	for i, s := range list {
		link, ent := 0, 0
		switch s.Type {
		case elf.SHT_SYMTAB:
			link, ent = n+1, e.symSize()
		case elf.SHT_REL, elf.SHT_RELA:
			link = n
		}
		align := uint64(8)
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			align = 256
		}
		body = le.AppendUint32(le.AppendUint32(body, names[i]), uint32(s.Type))
		for _, v := range []uint64{uint64(s.Flags), 0, uint64(offs[i]), uint64(len(s.Data))} {
			body = e.word(body, v)
		}
		body = le.AppendUint32(le.AppendUint32(body, uint32(link)), uint32(s.Info))
		body = e.word(e.word(body, align), uint64(ent))
	}
	h := append([]byte(elf.ELFMAG), 1, 1, 1, e.OSABI, e.ABI, 0, 0, 0, 0, 0, 0, 0)
	if e.Wide {
		h[4] = 2
	}
	h = le.AppendUint32(le.AppendUint16(le.AppendUint16(h, uint16(e.Type)), e.Machine), 1)
	phoff := uint64(0)
	if len(e.Progs) > 0 {
		phoff = uint64(ehdr)
	}
	h = e.word(e.word(e.word(h, 0), phoff), uint64(shoff))
	h = le.AppendUint32(h, e.Flags)
	for _, v := range []int{ehdr, phdr, len(e.Progs), shdr, len(list), n + 1} {
		h = le.AppendUint16(h, uint16(v))
	}
	for _, p := range e.Progs {
		off, size := uint64(offs[p.Section+1]), uint64(len(list[p.Section+1].Data))
		h = le.AppendUint32(h, uint32(p.Type))
		if e.Wide {
			h = le.AppendUint32(h, 4)
		}
		for _, v := range []uint64{off, 0, 0, size, size} {
			h = e.word(h, v)
		}
		if !e.Wide {
			h = le.AppendUint32(h, 4)
		}
		h = e.word(h, 4)
	}
	copy(body, h)
	return body
}

func (e *ELF) symSize() int {
	if e.Wide {
		return 24
	}
	return 16
}

// Note is a record of a note section.
func Note(vendor string, typ uint32, desc []byte) []byte {
	name := append([]byte(vendor), 0)
	b := le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, uint32(len(name))), uint32(len(desc))), typ)
	b = append(b, name...)
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	b = append(b, desc...)
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}

// CodeT is an amd_kernel_code_t with its code behind it (AMDKernelCodeT.h).
func CodeT(rsrc1, rsrc2, properties, lds, kernarg uint32, code []byte) []byte {
	b := make([]byte, 256)
	le.PutUint32(b, 1)
	le.PutUint16(b[8:], 1)
	le.PutUint64(b[16:], 256)
	le.PutUint32(b[48:], rsrc1)
	le.PutUint32(b[52:], rsrc2)
	le.PutUint32(b[56:], properties)
	le.PutUint32(b[64:], lds)
	le.PutUint64(b[72:], uint64(kernarg))
	b[100], b[101], b[102], b[103] = 4, 4, 4, 6
	return append(b, code...)
}
