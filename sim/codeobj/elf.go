package codeobj

import (
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/binary"
	"slices"
	"strings"
)

// ELF64 structure sizes.
const (
	ehdrSize, phdrSize, shdrSize, symSize, relaSize, dynSize = 64, 56, 64, 24, 24, 16

	osabiHSA   = 64  // ELFOSABI_AMDGPU_HSA
	machineGPU = 224 // EM_AMDGPU

	maxRelro    = 16 // linkers write one
	maxNoteSegs = 16 // linkers write one; many, all over the same bytes, would cost much time
)

var (
	le         = binary.LittleEndian
	abiVersion = [...]int{2, 3, 4, 5, 6} // by EI_ABIVERSION
)

// file is an ELF file on its way to being an Object. (debug/elf is not used to read it: it has no e_flags, wants section headers for
// dynamic symbols, and knows no AMDGPU relocation.)
type file struct {
	data     []byte
	version  int
	flags    uint32
	segments []Segment
	symbols  []Symbol
	relocs   []Relocation
	noteSegs [][2]uint64 // file offset and size of each PT_NOTE
	relro    [][2]uint64 // first address and end of each PT_GNU_RELRO
	dynSyms  []Symbol    // with the null symbol, as relocations count
}

func parseELF(data []byte) (*file, error) {
	f := &file{data: data}
	if err := f.header(); err != nil {
		return nil, err
	}
	dynamic, err := f.programHeaders()
	if err != nil {
		return nil, err
	}
	if dynamic != nil {
		if err := f.dynamic(dynamic); err != nil {
			return nil, err
		}
	}
	return f, f.staticSymbols()
}

func (f *file) header() error {
	const where = "ELF header"
	d := f.data
	switch {
	case bytes.HasPrefix(d, []byte("__CLANG_OFFLOAD_BUNDLE__")), bytes.HasPrefix(d, []byte("CCOB")):
		return errAt(where, 0, "this is an offload bundle; take the code object out with clang-offload-bundler --unbundle")
	case !IsELF(d):
		return errAt(where, 0, "this is not an ELF file")
	case len(d) < ehdrSize:
		return errAt(where, uint64(len(d)), "the file ends inside it")
	case d[elf.EI_CLASS] != byte(elf.ELFCLASS64):
		return errAt(where, uint64(elf.EI_CLASS), "not a 64-bit ELF file")
	case d[elf.EI_DATA] != byte(elf.ELFDATA2LSB):
		return errAt(where, uint64(elf.EI_DATA), "not a little-endian ELF file")
	case le.Uint16(d[18:]) != machineGPU:
		return errAt(where, 18, "its machine is %v, not AMD GPU (%d)", elf.Machine(le.Uint16(d[18:])), machineGPU)
	case d[elf.EI_OSABI] != osabiHSA:
		return errAt(where, uint64(elf.EI_OSABI), "its OS ABI is %d, not HSA (%d); compile for the target amdgcn-amd-amdhsa", d[elf.EI_OSABI],
			osabiHSA)
	case int(d[elf.EI_ABIVERSION]) >= len(abiVersion):
		return errAt(where, uint64(elf.EI_ABIVERSION), "its ABI version is %d; 0 to %d (code object versions 2 to 6) are supported",
			d[elf.EI_ABIVERSION], len(abiVersion)-1)
	}
	switch t := elf.Type(le.Uint16(d[16:])); t {
	case elf.ET_DYN:
	case elf.ET_REL:
		return errAt(where, 16, "this is a relocatable object; link it first: ld.lld -shared in.o -o out.co")
	default:
		return errAt(where, 16, "its type is %v, not a linked shared object (ET_DYN)", t)
	}
	f.version = abiVersion[d[elf.EI_ABIVERSION]]
	f.flags = le.Uint32(d[48:])
	return nil
}

// table returns n entries of size bytes at a file offset.
func (f *file) table(where string, off uint64, n, entry, want int) ([]byte, error) {
	size := uint64(n) * uint64(entry)
	switch {
	case n > 0 && entry != want:
		return nil, errAt(where, off, "its entries have %d bytes instead of %d", entry, want)
	case off > uint64(len(f.data)) || size > uint64(len(f.data))-off:
		return nil, errAt(where, off, "its %d bytes reach beyond the end of the file at %#x", size, len(f.data))
	}
	return f.data[off : off+size], nil
}

// programHeaders reads the segments; it returns the dynamic section.
func (f *file) programHeaders() (dynamic []byte, err error) {
	d := f.data
	t, err := f.table("program headers", le.Uint64(d[32:]), int(le.Uint16(d[56:])), int(le.Uint16(d[54:])), phdrSize)
	if err != nil {
		return nil, err
	}
	const where = "program header"
	base := le.Uint64(d[32:])
	for i := 0; i < len(t); i += phdrSize {
		p, at := t[i:], base+uint64(i)
		typ, flags := elf.ProgType(le.Uint32(p)), elf.ProgFlag(le.Uint32(p[4:]))
		off, addr, size, mem, align := le.Uint64(p[8:]), le.Uint64(p[16:]), le.Uint64(p[32:]), le.Uint64(p[40:]), le.Uint64(p[48:])
		if typ == elf.PT_GNU_RELRO && len(f.relro) < maxRelro && mem <= MaxSpan && addr <= MaxSpan {
			f.relro = append(f.relro, [2]uint64{addr, addr + mem})
		}
		if typ != elf.PT_LOAD && typ != elf.PT_DYNAMIC && typ != elf.PT_NOTE {
			continue
		}
		if off > uint64(len(d)) || size > uint64(len(d))-off {
			return nil, errAt(where, at, "%v: bytes %#x to %#x are beyond the end of the file at %#x", typ, off, off+size, len(d))
		}
		switch typ {
		case elf.PT_DYNAMIC:
			dynamic = d[off : off+size]
		case elf.PT_NOTE:
			if f.noteSegs = append(f.noteSegs, [2]uint64{off, size}); len(f.noteSegs) > maxNoteSegs {
				return nil, errAt(where, at, "there are more than %d note segments", maxNoteSegs)
			}
		case elf.PT_LOAD:
			switch {
			case size > mem:
				return nil, errAt(where, at, "its size in memory (%#x) is less than its size in the file (%#x)", mem, size)
			case addr > MaxSpan || mem > MaxSpan-addr:
				return nil, errAt(where, at, "addresses %#x with %#x bytes are beyond the %#x bytes that an object may take", addr, mem, uint64(MaxSpan))
			case align&(align-1) != 0 || align > MaxSpan:
				return nil, errAt(where, at, "its alignment %#x is not a power of two up to %#x", align, uint64(MaxSpan))
			}
			if mem > 0 {
				f.segments = append(f.segments, Segment{Addr: addr, Data: d[off : off+size : off+size], MemSize: mem, Align: max(align, 1), Flags: flags})
			}
		}
	}
	slices.SortStableFunc(f.segments, func(a, b Segment) int { return cmp.Compare(a.Addr, b.Addr) })
	for i := 1; i < len(f.segments); i++ {
		if a, b := &f.segments[i-1], &f.segments[i]; a.End() > b.Addr {
			return nil, errIn("program headers", "the segments at %#x (%#x bytes) and %#x overlap", a.Addr, a.MemSize, b.Addr)
		}
	}
	if len(f.segments) == 0 {
		return nil, errAt("program headers", base, "there is no segment to load")
	}
	return dynamic, nil
}

// dynamic reads the dynamic symbols and relocations.
func (f *file) dynamic(dyn []byte) error {
	const where = ".dynamic"
	val := map[elf.DynTag]uint64{}
	for ; len(dyn) >= dynSize; dyn = dyn[dynSize:] {
		tag := elf.DynTag(le.Uint64(dyn))
		if tag == elf.DT_NULL {
			break
		}
		val[tag] = le.Uint64(dyn[8:])
	}
	const dtRelr = 36
	for _, tag := range []elf.DynTag{elf.DT_REL, dtRelr} {
		if _, ok := val[tag]; ok {
			return errIn(where, "it has relocations of kind %v; only DT_RELA is supported", tag)
		}
	}
	if symtab, ok := val[elf.DT_SYMTAB]; ok {
		n, err := f.numDynamic(symtab, val)
		if err != nil {
			return err
		}
		tab, ok := segmentBytes(f.segments, symtab, uint64(n)*symSize)
		if !ok {
			return errAt(".dynsym", symtab, "its %d symbols are not inside a segment's contents", n)
		}
		names, ok := segmentBytes(f.segments, val[elf.DT_STRTAB], val[elf.DT_STRSZ])
		if !ok {
			return errAt(".dynstr", val[elf.DT_STRTAB], "its %d bytes are not inside a segment's contents", val[elf.DT_STRSZ])
		}
		if f.dynSyms, err = parseSymbols(".dynsym", tab, names); err != nil {
			return err
		}
		if n > 0 {
			f.symbols = append(f.symbols, f.dynSyms[1:]...)
		}
	}
	for _, t := range [][2]elf.DynTag{{elf.DT_RELA, elf.DT_RELASZ}, {elf.DT_JMPREL, elf.DT_PLTRELSZ}} {
		addr, ok := val[t[0]]
		if !ok || val[t[1]] == 0 {
			continue
		}
		if e, ok := val[elf.DT_RELAENT]; t[0] == elf.DT_RELA && ok && e != relaSize {
			return errIn(where, "relocations have %d bytes instead of %d", e, relaSize)
		}
		tab, ok := segmentBytes(f.segments, addr, val[t[1]])
		if !ok || len(tab)%relaSize != 0 {
			return errAt(where, addr, "%v: %d bytes of relocations are not inside a segment's contents or no multiple of %d", t[0], val[t[1]], relaSize)
		}
		if err := f.relocations(tab); err != nil {
			return err
		}
	}
	return nil
}

// numDynamic is the number of dynamic symbols: the hash table knows, or the section header.
func (f *file) numDynamic(symtab uint64, val map[elf.DynTag]uint64) (int, error) {
	if h, ok := val[elf.DT_HASH]; ok {
		b, ok := segmentBytes(f.segments, h, 8)
		if !ok {
			return 0, errAt(".hash", h, "it is not inside a segment's contents")
		}
		return int(le.Uint32(b[4:])), nil // nchain
	}
	sections, err := f.sections()
	if err != nil {
		return 0, err
	}
	for s := sections; len(s) > 0; s = s[shdrSize:] {
		if elf.SectionType(le.Uint32(s[4:])) == elf.SHT_DYNSYM && le.Uint64(s[16:]) == symtab {
			return int(min(le.Uint64(s[32:])/symSize, uint64(len(f.data)))), nil
		}
	}
	return 0, errIn(".dynamic", "neither DT_HASH nor a section header tells the number of symbols; link with --hash-style=both")
}

func (f *file) relocations(tab []byte) error {
	for ; len(tab) > 0; tab = tab[relaSize:] {
		r := Relocation{Offset: le.Uint64(tab), Type: RelocType(le.Uint32(tab[8:])), Addend: int64(le.Uint64(tab[16:]))}
		sym := int(le.Uint32(tab[12:]))
		switch r.Type {
		case 0: // R_AMDGPU_NONE
			continue
		case RelocRelative64:
		case RelocAbs64:
			if sym >= len(f.dynSyms) {
				return errAt("relocation", r.Offset, "%v: symbol %d of %d", r.Type, sym, len(f.dynSyms))
			}
			r.Symbol = f.dynSyms[sym]
		default:
			return errAt("relocation", r.Offset, "%v is not supported in a linked object; link with ld.lld -shared", r.Type)
		}
		if _, ok := segmentBytes(f.segments, r.Offset, 8); !ok {
			return errAt("relocation", r.Offset, "%v: not inside a segment's contents", r.Type)
		}
		f.relocs = append(f.relocs, r)
	}
	return nil
}

func (f *file) sections() ([]byte, error) {
	off, n := le.Uint64(f.data[40:]), int(le.Uint16(f.data[60:]))
	if off == 0 || n == 0 {
		return nil, nil
	}
	return f.table("section headers", off, n, int(le.Uint16(f.data[58:])), shdrSize)
}

// staticSymbols adds the symbols of .symtab that are not dynamic: local functions and data.
func (f *file) staticSymbols() error {
	sections, err := f.sections()
	if err != nil {
		return err
	}
	contents := func(s []byte) ([]byte, error) {
		size := le.Uint64(s[32:])
		return f.table("section", le.Uint64(s[24:]), int(min(size, uint64(len(f.data))+1)), 1, 1)
	}
	have := map[Symbol]bool{}
	for _, s := range f.symbols {
		have[Symbol{Name: s.Name, Addr: s.Addr}] = true
	}
	for i := 0; i < len(sections); i += shdrSize {
		s := sections[i:]
		if elf.SectionType(le.Uint32(s[4:])) != elf.SHT_SYMTAB {
			continue
		}
		i = len(sections) // there is only one
		link := uint64(le.Uint32(s[40:])) * shdrSize
		if link >= uint64(len(sections)) {
			return errIn(".symtab", "its string table is section %d of %d", link/shdrSize, len(sections)/shdrSize)
		}
		tab, err := contents(s)
		if err != nil {
			return err
		}
		names, err := contents(sections[link:])
		if err != nil {
			return err
		}
		syms, err := parseSymbols(".symtab", tab[:len(tab)/symSize*symSize], names)
		if err != nil {
			return err
		}
		for _, s := range syms {
			key := Symbol{Name: s.Name, Addr: s.Addr}
			if s.Name != "" && s.Type != elf.STT_SECTION && s.Type != elf.STT_FILE && !have[key] {
				have[key] = true
				f.symbols = append(f.symbols, s)
			}
		}
	}
	return nil
}

func parseSymbols(where string, tab, strtab []byte) ([]Symbol, error) {
	out := make([]Symbol, 0, len(tab)/symSize)
	all := string(strtab)
	budget := 8*len(all) + 1<<20 // against a small file with many names of the same long string
	for i := 0; i < len(tab); i += symSize {
		s := tab[i:]
		name := uint64(le.Uint32(s))
		if name > uint64(len(all)) {
			return nil, errIn(where, "symbol %d: its name is at byte %#x of a string table of %#x bytes", i/symSize, name, len(all))
		}
		str, _, _ := strings.Cut(all[name:], "\x00")
		if budget -= len(str); budget < 0 {
			return nil, errIn(where, "symbol %d: the names share the string table more than any linker's do", i/symSize)
		}
		section := elf.SectionIndex(le.Uint16(s[6:]))
		out = append(out, Symbol{
			Name: str, Addr: le.Uint64(s[8:]), Size: le.Uint64(s[16:]),
			Type: elf.ST_TYPE(s[4]), Bind: elf.ST_BIND(s[4]), Defined: section != elf.SHN_UNDEF, Abs: section == elf.SHN_ABS,
		})
	}
	return out, nil
}
