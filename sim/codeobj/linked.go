package codeobj

import (
	"cmp"
	"debug/elf"
	"slices"
)

const (
	relaSize = 24

	maxRelro    = 16 // linkers write one
	maxNoteSegs = 16 // linkers write one; many, all over the same bytes, would cost much time
)

// linked is a shared object on its way to being an Object: what its program headers and its dynamic
// section say.
type linked struct {
	*elfFile
	segments []Segment
	symbols  []Symbol
	relocs   []Relocation
	notes    []noteBytes
	relro    [][2]uint64 // first address and end of each PT_GNU_RELRO
	exports  []string
	dynSyms  []Symbol // with the null symbol, as relocations count
}

// readLinked reads a linked object of 64 bits.
func readLinked(f *elfFile) (*linked, error) {
	l := &linked{elfFile: f}
	dynamic, err := l.loadSegments()
	if err != nil {
		return nil, err
	}
	if dynamic != nil {
		if err := l.dynamic(dynamic); err != nil {
			return nil, err
		}
	}
	return l, l.addStatic()
}

// loadSegments reads the segments; it returns the dynamic section.
func (f *linked) loadSegments() (dynamic []byte, err error) {
	headers, err := f.programHeaders()
	if err != nil {
		return nil, err
	}
	const where = "program header"
	for _, p := range headers {
		if p.typ == elf.PT_GNU_RELRO && len(f.relro) < maxRelro && p.mem <= MaxSpan && p.addr <= MaxSpan {
			f.relro = append(f.relro, [2]uint64{p.addr, p.addr + p.mem})
		}
		if p.typ != elf.PT_LOAD && p.typ != elf.PT_DYNAMIC && p.typ != elf.PT_NOTE {
			continue
		}
		if p.off > uint64(len(f.data)) || p.size > uint64(len(f.data))-p.off {
			return nil, errAt(where, p.at, "%v: bytes %#x to %#x are beyond the end of the file at %#x", p.typ, p.off,
				p.off+p.size, len(f.data))
		}
		contents := f.data[p.off : p.off+p.size : p.off+p.size]
		switch p.typ {
		case elf.PT_DYNAMIC:
			dynamic = contents
		case elf.PT_NOTE:
			if f.notes = append(f.notes, noteBytes{contents, p.off}); len(f.notes) > maxNoteSegs {
				return nil, errAt(where, p.at, "there are more than %d note segments", maxNoteSegs)
			}
		case elf.PT_LOAD:
			switch {
			case p.size > p.mem:
				return nil, errAt(where, p.at, "its size in memory (%#x) is less than its size in the file (%#x)",
					p.mem, p.size)
			case p.addr > MaxSpan || p.mem > MaxSpan-p.addr:
				return nil,
					errAt(where, p.at,
						"addresses %#x with %#x bytes are beyond the %#x bytes that an object may take", p.addr, p.mem,
						uint64(MaxSpan))
			case p.align&(p.align-1) != 0 || p.align > MaxSpan:
				return nil, errAt(where, p.at, "its alignment %#x is not a power of two up to %#x", p.align,
					uint64(MaxSpan))
			}
			if p.mem > 0 {
				f.segments = append(f.segments, Segment{Addr: p.addr, Data: contents, MemSize: p.mem,
					Align: max(p.align, 1), Flags: p.flags})
			}
		}
	}
	slices.SortStableFunc(f.segments, func(a, b Segment) int { return cmp.Compare(a.Addr, b.Addr) })
	for i := 1; i < len(f.segments); i++ {
		if a, b := &f.segments[i-1], &f.segments[i]; a.End() > b.Addr {
			return nil, errIn("program headers", "the segments at %#x (%#x bytes) and %#x overlap", a.Addr, a.MemSize,
				b.Addr)
		}
	}
	if len(f.segments) == 0 {
		return nil, errAt("program headers", f.phoff, "there is no segment to load")
	}
	return dynamic, nil
}

// dynamic reads the dynamic symbols and relocations.
func (f *linked) dynamic(dyn []byte) error {
	const where = ".dynamic"
	val := map[elf.DynTag]uint64{}
	for ; len(dyn) >= f.dyn; dyn = dyn[f.dyn:] {
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
		tab, ok := segmentBytes(f.segments, symtab, uint64(n)*uint64(f.sym))
		if !ok {
			return errAt(".dynsym", symtab, "its %d symbols are not inside a segment's contents", n)
		}
		names, ok := segmentBytes(f.segments, val[elf.DT_STRTAB], val[elf.DT_STRSZ])
		if !ok {
			return errAt(".dynstr", val[elf.DT_STRTAB], "its %d bytes are not inside a segment's contents",
				val[elf.DT_STRSZ])
		}
		syms, err := f.elfFile.symbols(".dynsym", tab, names)
		if err != nil {
			return err
		}
		for i := range syms {
			f.dynSyms = append(f.dynSyms, syms[i].Symbol)
		}
		slices.SortStableFunc(syms, func(a, b elfSymbol) int { return cmp.Compare(a.name, b.name) })
		for i := range syms {
			if syms[i].Name != "" {
				f.exports = append(f.exports, syms[i].Name)
			}
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
			return errAt(where, addr,
				"%v: %d bytes of relocations are not inside a segment's contents or no multiple of %d", t[0],
				val[t[1]], relaSize)
		}
		if err := f.dynamicRelocs(tab); err != nil {
			return err
		}
	}
	return nil
}

// numDynamic is the number of dynamic symbols: the hash table knows, or the section header.
func (f *linked) numDynamic(symtab uint64, val map[elf.DynTag]uint64) (int, error) {
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
	for _, s := range sections {
		if s.typ == elf.SHT_DYNSYM && s.addr == symtab {
			return int(min(s.size/uint64(f.sym), uint64(len(f.data)))), nil
		}
	}
	return 0,
		errIn(".dynamic",
			"neither DT_HASH nor a section header tells the number of symbols; link with --hash-style=both")
}

func (f *linked) dynamicRelocs(tab []byte) error {
	list, _ := f.relocations(tab, false)
	for _, e := range list {
		r := Relocation{Offset: e.off, Type: e.typ, Addend: e.addend}
		switch r.Type {
		case relocNone:
			continue
		case RelocRelative64:
		case RelocAbs64:
			if e.sym >= len(f.dynSyms) {
				return errAt("relocation", r.Offset, "%v: symbol %d of %d", r.Type, e.sym, len(f.dynSyms))
			}
			r.Symbol = f.dynSyms[e.sym]
		default:
			return errAt("relocation", r.Offset, "%v is not supported in a linked object; link with ld.lld -shared",
				r.Type)
		}
		if _, ok := segmentBytes(f.segments, r.Offset, 8); !ok {
			return errAt("relocation", r.Offset, "%v: not inside a segment's contents", r.Type)
		}
		f.relocs = append(f.relocs, r)
	}
	return nil
}

// addStatic adds the symbols of .symtab that are not dynamic: local functions and data.
func (f *linked) addStatic() error {
	sections, err := f.sections()
	if err != nil {
		return err
	}
	syms, err := f.staticSymbols(sections)
	if err != nil {
		return err
	}
	have := map[Symbol]bool{}
	for _, s := range f.symbols {
		have[Symbol{Name: s.Name, Addr: s.Addr}] = true
	}
	for _, s := range syms {
		key := Symbol{Name: s.Name, Addr: s.Addr}
		if s.Name != "" && s.Type != elf.STT_SECTION && s.Type != elf.STT_FILE && !have[key] {
			have[key] = true
			f.symbols = append(f.symbols, s.Symbol)
		}
	}
	return nil
}
