package codeobj

import (
	"bytes"
	"cmp"
	"debug/elf"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// Write makes a loadable code object of what an assembly gave: a shared object as ld.lld -shared makes
// them, with a dynamic symbol table, notes, and the symbols and sections that are not loaded. Everything
// that code refers to must be in the unit. Errors are *Error; where a line of the text is to blame, the
// message begins with it.
//
//	unit ── tables for the loader, empty ──> place ──> tables with addresses ──> file
func Write(u *asm.Unit) ([]byte, error) {
	w := &writer{unit: *u}
	w.unit.Sections = slices.Clone(u.Sections)
	if err := w.check(); err != nil {
		return nil, err
	}
	if err := w.addTables(); err != nil {
		return nil, err
	}
	// How many relocations are left for the loader does not depend on addresses.
	first, err := place(&w.unit, headSize, MaxSpan)
	if err != nil {
		return nil, err
	}
	for i := range first.relocs {
		if err := w.checkDynamic(&first.relocs[i]); err != nil {
			return nil, err
		}
	}
	w.resize(w.rela, make([]byte, relaSize*len(first.relocs)))
	if w.placed, err = place(&w.unit, headSize, MaxSpan); err != nil {
		return nil, err
	}
	w.addLineTable()
	w.fillTables()
	return w.file()
}

// headSize is what is in front of the first section: the ELF header and the program headers.
const (
	maxHeaders = 9
	headSize   = 64 + maxHeaders*56
)

// writer makes one file.
type writer struct {
	unit   asm.Unit // with the sections below, behind its own
	placed *placed

	note, dynsym, hash, dynstr, rela, dynamic int // indices of sections; note is -1 where there is none

	exported []int // symbols of .dynsym, which begins with one more
	export   map[string]int
}

// position names a line of the text.
func (w *writer) position(p asm.Pos) string {
	if p.Line == 0 || p.File >= len(w.unit.Files) {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d: ", w.unit.Files[p.File], p.Line, p.Col)
}

// check looks for what no object can have.
func (w *writer) check() error {
	for i := range w.unit.Sections {
		s := &w.unit.Sections[i]
		for _, r := range s.Relocs {
			if r.Symbol < 0 || r.Symbol >= len(w.unit.Symbols) {
				return errAt("section "+s.Name, r.Offset, "%v: symbol %d of %d", RelocType(r.Type), r.Symbol, len(w.unit.Symbols))
			}
			y := &w.unit.Symbols[r.Symbol]
			weak := elf.SymBind(y.Bind) == elf.STB_WEAK && RelocType(r.Type) == RelocAbs64
			if y.Section == asm.Undefined && loaded(s) && !weak {
				return errIn("symbols", "%s%q is not defined", w.position(r.Pos), y.Name)
			}
		}
	}
	return nil
}

// checkDynamic refuses what cannot be left for the loader.
func (w *writer) checkDynamic(r *Relocation) error {
	if r.Type == RelocAbs64 {
		return nil
	}
	for i := range w.unit.Sections {
		for _, x := range w.unit.Sections[i].Relocs {
			if RelocType(x.Type) == r.Type && w.unit.Symbols[x.Symbol].Name == r.Symbol.Name {
				return errIn("relocation", "%s%v: the address of %q is known when the object is loaded; write the distance to it, %s@rel32@lo, or .quad",
					w.position(x.Pos), r.Type, r.Symbol.Name, r.Symbol.Name)
			}
		}
	}
	return errAt("relocation", r.Offset, "%v is not for objects that a loader takes", r.Type)
}

func (w *writer) resize(section int, data []byte) {
	w.unit.Sections[section].Size, w.unit.Sections[section].Data = uint64(len(data)), data
}

// notes are the notes of all sorts.
func (w *writer) notes() (data []byte, err error) {
	add := func(name string, typ uint32, desc []byte) {
		data = le.AppendUint32(le.AppendUint32(le.AppendUint32(data, uint32(len(name)+1)), uint32(len(desc))), typ)
		for _, b := range [][]byte{append([]byte(name), 0), desc} {
			data = append(data, b...)
			for len(data)%4 != 0 {
				data = append(data, 0)
			}
		}
	}
	for _, n := range w.unit.Notes {
		add(n.Name, n.Type, n.Desc)
	}
	for _, m := range w.unit.Metadata {
		tree, err := parseYAML([]byte(m.Text))
		if err != nil {
			return nil, &Error{Section: "metadata", Offset: -1, Msg: w.position(m.Pos) + "it is not YAML as metadata are", Err: err}
		}
		if m.V2 {
			add("AMD", noteMetadata, []byte(m.Text))
			continue
		}
		b := &bytes.Buffer{}
		if err := encode(msgpack.NewEncoder(b), tree); err != nil {
			return nil, &Error{Section: "metadata", Offset: -1, Msg: w.position(m.Pos) + "it cannot be written as MessagePack", Err: err}
		}
		add("AMDGPU", noteMsgpack, b.Bytes())
	}
	for i := range w.unit.Sections {
		if s := &w.unit.Sections[i]; elf.SectionType(s.Type) == elf.SHT_NOTE {
			data = append(data, s.Data...)
			s.Flags &^= uint64(elf.SHF_ALLOC)
		}
	}
	return data, nil
}

// encode writes a tree, maps in the order of their keys, as LLVM does.
func encode(e *msgpack.Encoder, v any) error {
	switch v := v.(type) {
	case nil:
		return e.EncodeNil()
	case bool:
		return e.EncodeBool(v)
	case int64:
		return e.EncodeInt(v)
	case uint64:
		return e.EncodeUint(v)
	case float64:
		return e.EncodeFloat64(v)
	case string:
		return e.EncodeString(v)
	case []any:
		if err := e.EncodeArrayLen(len(v)); err != nil {
			return err
		}
		for _, x := range v {
			if err := encode(e, x); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		if err := e.EncodeMapLen(len(v)); err != nil {
			return err
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if err := e.EncodeString(k); err != nil {
				return err
			}
			if err := encode(e, v[k]); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%T is no value of metadata", v)
}

// addTables adds what a loader reads, with sizes where they are known.
func (w *writer) addTables() error {
	notes, err := w.notes()
	if err != nil {
		return err
	}
	add := func(name string, typ elf.SectionType, flags elf.SectionFlag, align, entry uint64, data []byte) int {
		w.unit.Sections = append(w.unit.Sections, asm.Section{Name: name, Type: uint32(typ), Flags: uint64(flags | elf.SHF_ALLOC), Align: align,
			EntSize: entry, Data: data, Size: uint64(len(data))})
		return len(w.unit.Sections) - 1
	}
	w.note = -1
	if len(notes) > 0 {
		w.note = add(".note", elf.SHT_NOTE, 0, 4, 0, notes)
	}
	w.export = map[string]int{}
	names := []byte{0}
	for i := range w.unit.Symbols {
		y := &w.unit.Symbols[i]
		weak := y.Section == asm.Undefined && elf.SymBind(y.Bind) == elf.STB_WEAK
		if y.Temporary || y.Name == "" || elf.SymBind(y.Bind) == elf.STB_LOCAL || !weak && (y.Section == asm.Undefined || hidden(y)) {
			continue
		}
		w.exported = append(w.exported, i)
		w.export[y.Name] = len(w.exported)
		names = append(append(names, y.Name...), 0)
	}
	n := len(w.exported) + 1
	w.dynsym = add(".dynsym", elf.SHT_DYNSYM, 0, 8, 24, make([]byte, 24*n))
	w.hash = add(".hash", elf.SHT_HASH, 0, 4, 4, w.hashTable())
	w.dynstr = add(".dynstr", elf.SHT_STRTAB, 0, 1, 0, names)
	w.rela = add(".rela.dyn", elf.SHT_RELA, 0, 8, relaSize, nil)
	w.dynamic = add(".dynamic", elf.SHT_DYNAMIC, elf.SHF_WRITE, 8, 16, make([]byte, 16*10))
	return nil
}

// hidden reports whether a symbol is not for other objects: STV_INTERNAL or STV_HIDDEN.
func hidden(y *asm.Symbol) bool { return y.Visibility == 1 || y.Visibility == 2 }

// preemptible reports whether another object may take a symbol's place: the loader looks it up.
func preemptible(y *asm.Symbol) bool {
	return y.Visibility == 0 && elf.SymBind(y.Bind) != elf.STB_LOCAL && !y.Temporary
}

// hashTable is DT_HASH (System V ABI, "Hash Table").
func (w *writer) hashTable() []byte {
	n := uint32(len(w.exported) + 1)
	table := make([]uint32, 2+n+n)
	table[0], table[1] = n, n
	bucket, chain := table[2:2+n], table[2+n:]
	for i, y := range w.exported {
		h := uint32(0)
		for _, c := range []byte(w.unit.Symbols[y].Name) {
			h = h<<4 + uint32(c)
			top := h & 0xf0000000
			h ^= top >> 24
			h &^= top
		}
		at := &bucket[h%n]
		for *at != 0 {
			at = &chain[*at]
		}
		*at = uint32(i + 1)
	}
	var b []byte
	for _, v := range table {
		b = le.AppendUint32(b, v)
	}
	return b
}

// sectionBytes are the bytes of a section where it is loaded.
func (w *writer) sectionBytes(i int) []byte {
	b, _ := segmentBytes(w.placed.segments, w.placed.addr[i], w.unit.Sections[i].Size)
	return b
}

// fillTables writes the tables for the loader, now that addresses are known.
func (w *writer) fillTables() {
	index := w.sectionIndices()
	dynsym, name := w.sectionBytes(w.dynsym)[24:], uint32(1)
	for _, i := range w.exported {
		w.putSymbol(dynsym, i, name, index)
		name += uint32(len(w.unit.Symbols[i].Name)) + 1
		dynsym = dynsym[24:]
	}
	rela, relative := w.sectionBytes(w.rela), 0
	type entry struct {
		off, info uint64
		addend    int64
	}
	var list []entry
	for _, r := range w.placed.relocs {
		e := entry{off: r.Offset, info: uint64(RelocRelative64), addend: int64(r.Symbol.Addr) + r.Addend}
		if i, ok := w.export[r.Symbol.Name]; ok && preemptible(&w.unit.Symbols[w.exported[i-1]]) {
			e.info, e.addend = uint64(i)<<32|uint64(RelocAbs64), r.Addend
		} else {
			relative++
		}
		list = append(list, e)
	}
	// Relative ones first, as DT_RELACOUNT promises.
	slices.SortStableFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.info>>32, b.info>>32), cmp.Compare(a.off, b.off))
	})
	for i, e := range list {
		b := rela[relaSize*i:]
		le.PutUint64(b, e.off)
		le.PutUint64(b[8:], e.info)
		le.PutUint64(b[16:], uint64(e.addend))
	}
	dynamic := w.sectionBytes(w.dynamic)
	put := func(tag elf.DynTag, v uint64) {
		le.PutUint64(dynamic, uint64(tag))
		le.PutUint64(dynamic[8:], v)
		dynamic = dynamic[16:]
	}
	const dtRelaCount = 0x6ffffff9
	at := func(section int) uint64 { return w.placed.addr[section] }
	if len(rela) > 0 {
		put(elf.DT_RELA, at(w.rela))
		put(elf.DT_RELASZ, uint64(len(rela)))
		put(elf.DT_RELAENT, relaSize)
		put(dtRelaCount, uint64(relative))
	}
	put(elf.DT_SYMTAB, at(w.dynsym))
	put(elf.DT_SYMENT, 24)
	put(elf.DT_STRTAB, at(w.dynstr))
	put(elf.DT_STRSZ, w.unit.Sections[w.dynstr].Size)
	put(elf.DT_HASH, at(w.hash))
}

// order lists the unit's sections as the file's headers do: the loaded ones by address, then the others.
// Notes are in one section; empty sections are left out, as a linker does.
func (w *writer) order() (list []int) {
	for i := range w.unit.Sections {
		s := &w.unit.Sections[i]
		if s.Size > 0 && (loaded(s) || elf.SectionType(s.Type) != elf.SHT_NOTE) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(w.placed.addr[a], w.placed.addr[b]) })
	return list
}

// sectionIndices are the indices of the unit's sections in the file; 0 for those that are left out.
func (w *writer) sectionIndices() []int {
	index := make([]int, len(w.unit.Sections))
	for i, s := range w.order() {
		index[s] = i + 1
	}
	return index
}

// putSymbol writes an entry of a symbol table.
func (w *writer) putSymbol(b []byte, i int, name uint32, index []int) {
	y := &w.unit.Symbols[i]
	bind, section := elf.SymBind(y.Bind), uint16(elf.SHN_UNDEF)
	value := y.Value
	switch {
	case y.Section == asm.Absolute:
		section = uint16(elf.SHN_ABS)
	case y.Section >= 0:
		section = uint16(index[y.Section])
		if at := w.placed.addr[y.Section]; at != notLoaded {
			value += at
		}
		if section == 0 {
			section = uint16(elf.SHN_ABS) // of a section that is empty
		}
	}
	if hidden(y) {
		bind = elf.STB_LOCAL
	}
	le.PutUint32(b, name)
	b[4], b[5] = elf.ST_INFO(bind, elf.SymType(y.Type)), y.Visibility
	le.PutUint16(b[6:], section)
	le.PutUint64(b[8:], value)
	le.PutUint64(b[16:], y.Size)
}

// header is a section header.
type header struct {
	name            string
	typ             elf.SectionType
	flags           uint64
	addr, off, size uint64
	link, info      int
	align, entry    uint64
	contents        []byte // of what is not loaded
}

// file writes everything one behind the other.
func (w *writer) file() ([]byte, error) {
	p := w.placed
	var out []byte
	offs := make([]uint64, len(p.segments))
	for i := range p.segments {
		offs[i] = uint64(len(out))
		out = append(out, p.segments[i].Data...)
	}
	offset := func(addr uint64) uint64 { // in the file, of what is loaded
		for i := range p.segments {
			if s := &p.segments[i]; addr >= s.Addr && addr-s.Addr <= uint64(len(s.Data)) && (addr-s.Addr < uint64(len(s.Data)) || i == len(p.segments)-1) {
				return offs[i] + addr - s.Addr
			}
		}
		return 0
	}
	index := w.sectionIndices()
	list := []header{{}}
	for _, i := range w.order() {
		s := &w.unit.Sections[i]
		h := header{name: s.Name, typ: elf.SectionType(s.Type), flags: s.Flags, size: s.Size, align: max(s.Align, 1), entry: s.EntSize}
		if p.addr[i] != notLoaded {
			h.addr, h.off = p.addr[i], offset(p.addr[i])
		} else {
			var err error
			if h.contents, err = w.unloaded(s); err != nil {
				return nil, err
			}
		}
		switch i {
		case w.dynsym:
			h.link, h.info = index[w.dynstr], 1
		case w.hash, w.rela:
			h.link = index[w.dynsym]
		case w.dynamic:
			h.link = index[w.dynstr]
		}
		list = append(list, h)
	}
	if len(p.got) > 0 {
		first := slices.Min(slices.Collect(maps.Values(p.got)))
		list = append(list, header{name: ".got", typ: elf.SHT_PROGBITS, flags: uint64(elf.SHF_ALLOC | elf.SHF_WRITE), addr: first, off: offset(first),
			size: uint64(8 * len(p.got)), align: 8, entry: 8})
	}
	symtab, names, locals := w.symtab(index)
	list = append(list, header{name: ".symtab", typ: elf.SHT_SYMTAB, size: uint64(len(symtab)), link: len(list) + 1, info: locals, align: 8, entry: 24, contents: symtab},
		header{name: ".strtab", typ: elf.SHT_STRTAB, size: uint64(len(names)), align: 1, contents: names})
	shstr := []byte{0}
	var nameAt []uint32
	list = append(list, header{name: ".shstrtab", typ: elf.SHT_STRTAB, align: 1})
	for i := range list {
		if list[i].name == "" {
			nameAt = append(nameAt, 0)
			continue
		}
		nameAt = append(nameAt, uint32(len(shstr)))
		shstr = append(append(shstr, list[i].name...), 0)
	}
	list[len(list)-1].contents, list[len(list)-1].size = shstr, uint64(len(shstr))
	for i := range list {
		if h := &list[i]; h.addr == 0 && h.typ != elf.SHT_NULL {
			for uint64(len(out))%h.align != 0 {
				out = append(out, 0)
			}
			h.off = uint64(len(out))
			out = append(out, h.contents...)
		}
	}
	for len(out)%8 != 0 {
		out = append(out, 0)
	}
	shoff := uint64(len(out))
	for i, h := range list {
		out = le.AppendUint32(le.AppendUint32(out, nameAt[i]), uint32(h.typ))
		for _, v := range []uint64{h.flags, h.addr, h.off, h.size} {
			out = le.AppendUint64(out, v)
		}
		out = le.AppendUint32(le.AppendUint32(out, uint32(h.link)), uint32(h.info))
		out = le.AppendUint64(le.AppendUint64(out, h.align), h.entry)
	}
	w.putHead(out, offs, shoff, len(list))
	return out, nil
}

// unloaded is a section that is not loaded, as those of debug information: distances and addresses in it
// are those of the object's own addresses.
func (w *writer) unloaded(s *asm.Section) ([]byte, error) {
	data := slices.Clone(s.Data)
	for _, r := range s.Relocs {
		t := RelocType(r.Type)
		if !t.known() || relocs[t].got || r.Offset+uint64(relocs[t].size) > uint64(len(data)) {
			return nil, errAt("section "+s.Name, r.Offset, "%v cannot be applied here", t)
		}
		y := &w.unit.Symbols[r.Symbol]
		v := y.Value
		if y.Section >= 0 && w.placed.addr[y.Section] != notLoaded {
			v += w.placed.addr[y.Section]
		}
		if y.Section == asm.Undefined {
			v = 0
		}
		if err := t.apply(data[r.Offset:], v, uint64(r.Addend), r.Offset); err != nil {
			return nil, errAt("section "+s.Name, r.Offset, "%v", err)
		}
	}
	return data, nil
}

// symtab is the table of all symbols, local ones first, with its names.
func (w *writer) symtab(index []int) (tab, names []byte, locals int) {
	var list []int
	for i := range w.unit.Symbols {
		y := &w.unit.Symbols[i]
		if typ := elf.SymType(y.Type); !y.Temporary && y.Name != "" && y.Section != asm.Undefined && typ != elf.STT_SECTION {
			list = append(list, i)
		}
	}
	local := func(i int) bool {
		y := &w.unit.Symbols[i]
		return elf.SymBind(y.Bind) == elf.STB_LOCAL || hidden(y)
	}
	slices.SortStableFunc(list, func(a, b int) int {
		switch {
		case local(a) == local(b):
			return 0
		case local(a):
			return -1
		}
		return 1
	})
	tab, names, locals = make([]byte, 24*(len(list)+1)), []byte{0}, 1
	for n, i := range list {
		w.putSymbol(tab[24*(n+1):], i, uint32(len(names)), index)
		names = append(append(names, w.unit.Symbols[i].Name...), 0)
		if local(i) {
			locals++
		}
	}
	return tab, names, locals
}

// putHead writes the ELF header and the program headers.
func (w *writer) putHead(out []byte, offs []uint64, shoff uint64, sections int) {
	p := w.placed
	h := append([]byte(elf.ELFMAG), byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), 1, w.osabi(), w.abiVersion())
	copy(out, h)
	le.PutUint16(out[16:], uint16(elf.ET_DYN))
	le.PutUint16(out[18:], machineGPU)
	le.PutUint32(out[20:], 1)
	le.PutUint64(out[32:], 64)
	le.PutUint64(out[40:], shoff)
	le.PutUint32(out[48:], w.flags())
	n := 0
	put := func(typ elf.ProgType, flags elf.ProgFlag, off, addr, size, mem, align uint64) {
		b := out[64+56*n:]
		n++
		le.PutUint32(b, uint32(typ))
		le.PutUint32(b[4:], uint32(flags))
		for i, v := range []uint64{off, addr, addr, size, mem, align} {
			le.PutUint64(b[8+8*i:], v)
		}
	}
	put(elf.PT_PHDR, elf.PF_R, 64, 64, maxHeaders*56, maxHeaders*56, 8)
	for i := range p.segments {
		s := &p.segments[i]
		put(elf.PT_LOAD, s.Flags, offs[i], s.Addr, uint64(len(s.Data)), s.MemSize, s.Align)
	}
	section := func(typ elf.ProgType, flags elf.ProgFlag, i int) {
		addr, size := p.addr[i], w.unit.Sections[i].Size
		for j := range p.segments {
			if s := &p.segments[j]; addr >= s.Addr && addr < s.End() {
				put(typ, flags, offs[j]+addr-s.Addr, addr, size, size, w.unit.Sections[i].Align)
			}
		}
	}
	section(elf.PT_DYNAMIC, elf.PF_R|elf.PF_W, w.dynamic)
	for j := range p.segments {
		if s := &p.segments[j]; s.Addr == p.relro[0] {
			put(elf.PT_GNU_RELRO, elf.PF_R, offs[j], s.Addr, uint64(len(s.Data)), s.MemSize, 1)
		}
	}
	put(elf.PT_GNU_STACK, elf.PF_R|elf.PF_W, 0, 0, 0, 0, 0)
	if w.note >= 0 {
		section(elf.PT_NOTE, elf.PF_R, w.note)
	}
	le.PutUint16(out[52:], 64)
	le.PutUint16(out[54:], 56)
	le.PutUint16(out[56:], uint16(n))
	le.PutUint16(out[58:], 64)
	le.PutUint16(out[60:], uint16(sections))
	le.PutUint16(out[62:], uint16(sections-1))
}

// latest is the code object version where the text states none: LLVM 22's.
const latest = 6

// abiVersion is EI_ABIVERSION.
func (w *writer) abiVersion() byte {
	v := cmp.Or(w.unit.Version, latest)
	if i := slices.Index(abiVersion[:], v); i >= 0 && w.osabi() == osabiHSA {
		return byte(i)
	}
	return 0
}

// osabi follows from the operating system of the target's name; HSA where there is none.
func (w *writer) osabi() byte {
	id := strings.Split(w.unit.TargetID, "-")
	if len(id) > 2 {
		switch id[2] {
		case "amdpal":
			return osabiPAL
		case "mesa3d":
			return osabiMesa
		}
	}
	return osabiHSA
}

// flags are e_flags: the processor and, for features that it can have on and off, what the target's name
// says (LLVM AMDGPUUsage, EF_AMDGPU_FEATURE_*_V4; in version 3 one bit each).
func (w *writer) flags() uint32 {
	t := &w.unit.Target
	f := uint32(t.Flag)
	for _, x := range []struct {
		name  string
		has   isa.Features
		shift int
		v3    uint32
	}{{"xnack", isa.FeatureXNACK, 8, 0x100}, {"sramecc", isa.FeatureSRAMECC, 10, 0x200}} {
		if t.Has()&x.has == 0 {
			continue
		}
		on, off := strings.Contains(w.unit.TargetID, ":"+x.name+"+"), strings.Contains(w.unit.TargetID, ":"+x.name+"-")
		switch version := cmp.Or(w.unit.Version, latest); {
		case version == 3 && on:
			f |= x.v3
		case version < 4:
		case on:
			f |= 3 << x.shift
		case off:
			f |= 2 << x.shift
		default:
			f |= 1 << x.shift // any
		}
	}
	return f
}
