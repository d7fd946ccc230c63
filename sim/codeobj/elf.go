package codeobj

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"strings"
)

var le = binary.LittleEndian

// elfFile is an ELF file of 32 or 64 bits. It is the one place that knows the layout of ELF's
// structures (System V ABI, chapters 4 and 5); what they mean for a GPU is the business of others.
// (debug/elf is not used to read them: it has no e_flags, wants section headers for dynamic
// symbols, and knows no AMDGPU relocation.)
type elfFile struct {
	data       []byte
	wide       bool // ELFCLASS64
	osabi, abi byte
	typ        elf.Type
	machine    uint16
	flags      uint32

	phoff, shoff               uint64
	phnum, phsize              int
	shnum, shsize, shstrndx    int
	ehdr, phdr, shdr, sym, dyn int // sizes of the structures in this class
}

// elfProg is a program header.
type elfProg struct {
	typ                  elf.ProgType
	flags                elf.ProgFlag
	off, addr, size, mem uint64
	align                uint64
	at                   uint64 // file offset of the header itself
}

// elfSection is a section header.
type elfSection struct {
	name            string
	typ             elf.SectionType
	flags           elf.SectionFlag
	addr, off, size uint64
	link, info      int
	align, entsize  uint64
}

// elfSymbol is an entry of a symbol table.
type elfSymbol struct {
	Symbol
	section int    // index of its section; a special SHN_* value as it stands
	name    uint32 // place of its name in the string table
}

// elfReloc is a relocation of a section.
type elfReloc struct {
	off    uint64
	typ    RelocType
	sym    int
	addend int64
}

// IsELF reports whether data starts as an ELF file does.
func IsELF(data []byte) bool { return bytes.HasPrefix(data, []byte(elf.ELFMAG)) }

// readHeader reads the header.
func readHeader(d []byte) (*elfFile, error) {
	const where = "ELF header"
	f := &elfFile{data: d, ehdr: 64, phdr: 56, shdr: 64, sym: 24, dyn: 16}
	switch {
	case !IsELF(d):
		return nil, errAt(where, 0, "this is not an ELF file")
	case len(d) < elf.EI_NIDENT:
		return nil, errAt(where, uint64(len(d)), "the file ends inside it")
	}
	switch elf.Class(d[elf.EI_CLASS]) {
	case elf.ELFCLASS64:
		f.wide = true
	case elf.ELFCLASS32:
		f.ehdr, f.phdr, f.shdr, f.sym, f.dyn = 52, 32, 40, 16, 8
	default:
		return nil, errAt(where, uint64(elf.EI_CLASS), "its class is %d; only 32-bit and 64-bit ELF files are known",
			d[elf.EI_CLASS])
	}
	switch {
	case d[elf.EI_DATA] != byte(elf.ELFDATA2LSB):
		return nil, errAt(where, uint64(elf.EI_DATA), "not a little-endian ELF file")
	case len(d) < f.ehdr:
		return nil, errAt(where, uint64(len(d)), "the file ends inside it")
	}
	f.osabi, f.abi = d[elf.EI_OSABI], d[elf.EI_ABIVERSION]
	f.typ, f.machine = elf.Type(le.Uint16(d[16:])), le.Uint16(d[18:])
	rest := d[40:]
	if f.wide {
		f.phoff, f.shoff = le.Uint64(d[32:]), le.Uint64(d[40:])
		rest = d[48:]
	} else {
		f.phoff, f.shoff = uint64(le.Uint32(d[28:])), uint64(le.Uint32(d[32:]))
		rest = d[36:]
	}
	half := func(i int) int { return int(le.Uint16(rest[i:])) }
	f.flags = le.Uint32(rest)
	f.phsize, f.phnum, f.shsize, f.shnum, f.shstrndx = half(6), half(8), half(10), half(12), half(14)
	return f, nil
}

// span returns size bytes at a file offset.
func (f *elfFile) span(where string, off, size uint64) ([]byte, error) {
	if off > uint64(len(f.data)) || size > uint64(len(f.data))-off {
		return nil, errAt(where, off, "its %d bytes reach beyond the end of the file at %#x", size, len(f.data))
	}
	return f.data[off : off+size : off+size], nil
}

// table returns n entries at a file offset, which are to have size bytes each.
func (f *elfFile) table(where string, off uint64, n, entry, size int) ([]byte, error) {
	if n > 0 && entry != size {
		return nil, errAt(where, off, "its entries have %d bytes instead of %d", entry, size)
	}
	return f.span(where, off, uint64(n)*uint64(size))
}

// programHeaders reads the program headers.
func (f *elfFile) programHeaders() ([]elfProg, error) {
	t, err := f.table("program headers", f.phoff, f.phnum, f.phsize, f.phdr)
	if err != nil {
		return nil, err
	}
	out := make([]elfProg, 0, f.phnum)
	for i := 0; i < len(t); i += f.phdr {
		p := t[i:]
		h := elfProg{typ: elf.ProgType(le.Uint32(p)), at: f.phoff + uint64(i)}
		if f.wide {
			h.flags = elf.ProgFlag(le.Uint32(p[4:]))
			h.off, h.addr, h.size, h.mem, h.align = le.Uint64(p[8:]), le.Uint64(p[16:]), le.Uint64(p[32:]),
				le.Uint64(p[40:]), le.Uint64(p[48:])
		} else {
			w := func(i int) uint64 { return uint64(le.Uint32(p[i:])) }
			h.off, h.addr, h.size, h.mem, h.align = w(4), w(8), w(16), w(20), w(28)
			h.flags = elf.ProgFlag(w(24))
		}
		out = append(out, h)
	}
	return out, nil
}

// sections reads the section headers; there may be none.
func (f *elfFile) sections() ([]elfSection, error) {
	if f.shoff == 0 || f.shnum == 0 {
		return nil, nil
	}
	t, err := f.table("section headers", f.shoff, f.shnum, f.shsize, f.shdr)
	if err != nil {
		return nil, err
	}
	out := make([]elfSection, 0, f.shnum)
	names := make([]uint32, 0, f.shnum)
	for ; len(t) > 0; t = t[f.shdr:] {
		names = append(names, le.Uint32(t))
		s := elfSection{typ: elf.SectionType(le.Uint32(t[4:]))}
		if f.wide {
			s.flags = elf.SectionFlag(le.Uint64(t[8:]))
			s.addr, s.off, s.size = le.Uint64(t[16:]), le.Uint64(t[24:]), le.Uint64(t[32:])
			s.link, s.info = int(le.Uint32(t[40:])), int(le.Uint32(t[44:]))
			s.align, s.entsize = le.Uint64(t[48:]), le.Uint64(t[56:])
		} else {
			w := func(i int) uint64 { return uint64(le.Uint32(t[i:])) }
			s.flags = elf.SectionFlag(w(8))
			s.addr, s.off, s.size = w(12), w(16), w(20)
			s.link, s.info, s.align, s.entsize = int(w(24)), int(w(28)), w(32), w(36)
		}
		out = append(out, s)
	}
	if f.shstrndx >= len(out) {
		return out, nil // without names, as stripped files may be
	}
	strs, err := f.contents(&out[f.shstrndx])
	if err != nil {
		return out, nil
	}
	for i := range out {
		if int64(names[i]) < int64(len(strs)) {
			name, _, _ := bytes.Cut(strs[names[i]:min(len(strs), int(names[i])+maxName)], []byte{0})
			out[i].name = string(name)
		}
	}
	return out, nil
}

// maxName is the most bytes of a section's name that are read: many sections may share a long one.
const maxName = 256

// contents are the bytes of a section in the file.
func (f *elfFile) contents(s *elfSection) ([]byte, error) {
	if s.typ == elf.SHT_NOBITS {
		return nil, nil
	}
	where := s.name
	if where == "" {
		where = "section"
	}
	return f.span(where, s.off, s.size)
}

// sectionNamed finds a section, or returns nil.
func sectionNamed(list []elfSection, name string) *elfSection {
	for i := range list {
		if list[i].name == name {
			return &list[i]
		}
	}
	return nil
}

// staticSymbols reads .symtab, the null symbol included; there may be none.
func (f *elfFile) staticSymbols(sections []elfSection) ([]elfSymbol, error) {
	for i := range sections {
		s := &sections[i]
		if s.typ != elf.SHT_SYMTAB {
			continue
		}
		if s.link >= len(sections) {
			return nil, errIn(".symtab", "its string table is section %d of %d", s.link, len(sections))
		}
		tab, err := f.contents(s)
		if err != nil {
			return nil, err
		}
		names, err := f.contents(&sections[s.link])
		if err != nil {
			return nil, err
		}
		return f.symbols(".symtab", tab[:len(tab)/f.sym*f.sym], names)
	}
	return nil, nil
}

// symbols reads a symbol table.
func (f *elfFile) symbols(where string, tab, strtab []byte) ([]elfSymbol, error) {
	out := make([]elfSymbol, 0, len(tab)/f.sym)
	all := string(strtab)
	budget := 8*len(all) + 1<<20 // against a small file with many names of the same long string
	for i := 0; i < len(tab); i += f.sym {
		s := tab[i:]
		name := uint64(le.Uint32(s))
		if name > uint64(len(all)) {
			return nil, errIn(where, "symbol %d: its name is at byte %#x of a string table of %#x bytes", i/f.sym,
				name, len(all))
		}
		str, _, _ := strings.Cut(all[name:], "\x00")
		if budget -= len(str); budget < 0 {
			return nil, errIn(where, "symbol %d: the names share the string table more than any linker's do", i/f.sym)
		}
		y := elfSymbol{Symbol: Symbol{Name: str}, name: uint32(name)}
		info, other := byte(0), byte(0)
		if f.wide {
			info, other, y.section = s[4], s[5], int(le.Uint16(s[6:]))
			y.Addr, y.Size = le.Uint64(s[8:]), le.Uint64(s[16:])
		} else {
			y.Addr, y.Size = uint64(le.Uint32(s[4:])), uint64(le.Uint32(s[8:]))
			info, other, y.section = s[12], s[13], int(le.Uint16(s[14:]))
		}
		y.Type, y.Bind, y.Visibility = elf.ST_TYPE(info), elf.ST_BIND(info), elf.ST_VISIBILITY(other)
		y.Defined, y.Abs = y.section != int(elf.SHN_UNDEF), y.section == int(elf.SHN_ABS)
		out = append(out, y)
	}
	return out, nil
}

// relocations reads the entries of SHT_RELA or, where implicit is set, SHT_REL, whose addends are
// in the words that they change.
func (f *elfFile) relocations(tab []byte, implicit bool) (out []elfReloc, size int) {
	word, info := 4, 8
	if f.wide {
		word, info = 8, 32
	}
	size = 2 * word
	if !implicit {
		size = 3 * word
	}
	read := func(b []byte) uint64 {
		if f.wide {
			return le.Uint64(b)
		}
		return uint64(le.Uint32(b))
	}
	for ; len(tab) >= size; tab = tab[size:] {
		i := read(tab[word:])
		r := elfReloc{off: read(tab), typ: RelocType(i & (1<<info - 1)), sym: int(i >> info)}
		if !implicit {
			if r.addend = int64(read(tab[2*word:])); !f.wide {
				r.addend = int64(int32(r.addend))
			}
		}
		out = append(out, r)
	}
	return out, size
}
