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
	"go.yaml.in/yaml/v3"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// Write makes a loadable code object of what an assembly gave: a shared object as ld.lld -shared
// makes them, with a dynamic symbol table, notes, and the symbols and sections that are not loaded.
// Everything that code refers to must be in the unit. Errors are *Error; where a line of the text
// is to blame, the message begins with it.
//
//	unit ── tables for the loader, empty ──> place ──> tables with addresses ──> file
func Write(u *asm.Unit) ([]byte, error) { return (&writer{}).write(u) }

// write makes the file that the unit asks for: an object, or a container with one.
func (w *writer) write(u *asm.Unit) ([]byte, error) {
	if u.Container != nil {
		switch u.Container.Kind {
		case "amd":
			return openCL12(u)
		case "amdcl2":
			return openCL20(u)
		}
	}
	data, err := w.object(u)
	if err == nil && u.Container != nil && u.Container.Kind == "gallium" {
		return gallium(data, u.Container)
	}
	return data, err
}

func (w *writer) object(u *asm.Unit) ([]byte, error) {
	w.unit = *u
	w.unit.Sections = slices.Clone(u.Sections)
	w.unit.Symbols = slices.Clone(u.Symbols)
	sections := map[string]int{}
	for i := range u.Sections {
		sections[u.Sections[i].Name] = i
	}
	for i := range w.unit.Symbols { // the name of a section is its beginning
		y := &w.unit.Symbols[i]
		if s, ok := sections[y.Name]; ok && y.Section == asm.Undefined {
			*y = asm.Symbol{Name: y.Name, Section: s, Type: uint8(elf.STT_SECTION), Pos: y.Pos}
		}
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	if err := w.addTables(); err != nil {
		return nil, err
	}
	// How many relocations are left for the loader, and how many segments there are, does not
	// depend on addresses.
	first, err := placeIn(w.order, &w.unit, ehdrSize, MaxSpan)
	if err != nil {
		return nil, err
	}
	for i := range first.relocs {
		if err := w.checkDynamic(&first.relocs[i]); err != nil {
			return nil, err
		}
	}
	w.sizeTables(first)
	if w.placed, err = placeIn(w.order, &w.unit, uint64(ehdrSize+phdrSize*w.headers), MaxSpan); err != nil {
		return nil, err
	}
	w.addLineTable()
	w.listHeaders()
	w.fillTables()
	return w.file()
}

// LoadUnit makes an object of what an assembly gave, as Load does of what [Write] writes. Lines are
// those of the text itself, not of files that it includes.
func LoadUnit(u *asm.Unit) (*Object, error) {
	w := &writer{}
	data, err := w.write(u)
	if err != nil {
		return nil, err
	}
	o, err := LoadFor(data, u.Target.Name)
	if err != nil {
		return nil, err
	}
	base := o.bases(u)
	if w.placed != nil {
		base = w.placed.addr
	}
	for _, l := range u.Lines {
		if at := base[l.Section]; at != notLoaded && l.Pos.File == 0 {
			o.Lines = append(o.Lines, isa.Line{Offset: int(at + l.Offset), Len: int(l.Len), Line: l.Pos.Line,
				Data: l.Data})
		}
	}
	slices.SortFunc(o.Lines, func(a, b isa.Line) int { return cmp.Compare(a.Offset, b.Offset) })
	return o, nil
}

// bases are the addresses of a unit's sections in the object that was made of it, where a container
// with the code of kernels has them.
func (o *Object) bases(u *asm.Unit) []uint64 {
	list := slices.Repeat([]uint64{notLoaded}, len(u.Sections))
	if u.Container == nil {
		return list
	}
	for i := range u.Container.Kernels {
		k := &u.Container.Kernels[i]
		j := slices.IndexFunc(u.Symbols, func(y asm.Symbol) bool { return y.Name == k.Name && y.Section == k.Section })
		if loaded, err := o.Kernel(k.Name); err == nil && j >= 0 {
			list[k.Section] = loaded.DescAddr - u.Symbols[j].Value
		}
	}
	return list
}

// Sizes of structures in files of 64 bits.
const ehdrSize, phdrSize, dynSize, symSize = 64, 56, 16, 24

// writer makes one file.
type writer struct {
	unit   asm.Unit // with the sections below, behind its own
	placed *placed

	note, dynsym, gnuHash, hash, dynstr, rela, dynamic int // indices of sections; note is -1 where there is none

	order    []int // of sections in memory
	headers  int   // program headers
	exported []int // symbols of .dynsym, which begins with one more
	byName   []int // the same, as .dynstr has them
	export   map[string]int
	sections []header
	index    []int // by section of the unit: its index among the headers, 0 where it has none
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
				return errAt("section "+s.Name, r.Offset, "%v: symbol %d of %d", RelocType(r.Type), r.Symbol,
					len(w.unit.Symbols))
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
				return errIn("relocation",
					"%s%v: the address of %q is known when the object is loaded; write the distance to it, %s@rel32@lo, or .quad",
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
			return nil,
				&Error{Section: "metadata", Offset: -1, Msg: w.position(m.Pos) + "it is not YAML as metadata are",
					Err: err}
		}
		if m.V2 {
			add("AMD", noteMetadata, []byte(m.Text))
			continue
		}
		b := &bytes.Buffer{}
		if err := encode(msgpack.NewEncoder(b), tree); err != nil {
			return nil,
				&Error{Section: "metadata", Offset: -1,
					Msg: w.position(m.Pos) + "it cannot be written as MessagePack", Err: err}
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
		w.unit.Sections = append(w.unit.Sections, asm.Section{Name: name, Type: uint32(typ),
			Flags: uint64(flags | elf.SHF_ALLOC), Align: align,
			EntSize: entry, Data: data, Size: uint64(len(data))})
		return len(w.unit.Sections) - 1
	}
	w.note = -1
	if len(notes) > 0 {
		w.note = add(".note", elf.SHT_NOTE, 0, 4, 0, notes)
	}
	w.export = map[string]int{}
	for i := range w.unit.Symbols {
		y := &w.unit.Symbols[i]
		if y.Temporary || y.Name == "" || elf.SymBind(y.Bind) == elf.STB_LOCAL || hidden(y) {
			continue
		}
		w.exported = append(w.exported, i)
	}
	table := w.sortExported()
	names := []byte{0}
	for i, y := range w.exported {
		w.export[w.unit.Symbols[y].Name] = i + 1
	}
	for _, y := range w.byName {
		names = append(append(names, w.unit.Symbols[y].Name...), 0)
	}
	own := len(w.unit.Sections)
	w.dynsym = add(".dynsym", elf.SHT_DYNSYM, 0, 8, symSize, make([]byte, symSize*(len(w.exported)+1)))
	w.gnuHash = add(".gnu.hash", elf.SHT_GNU_HASH, 0, 8, 0, table)
	w.hash = add(".hash", elf.SHT_HASH, 0, 4, 4, w.hashTable())
	w.dynstr = add(".dynstr", elf.SHT_STRTAB, 0, 1, 0, names)
	w.rela = add(".rela.dyn", elf.SHT_RELA, 0, 8, relaSize, nil)
	w.dynamic = add(".dynamic", elf.SHT_DYNAMIC, elf.SHF_WRITE, 8, dynSize, nil)
	// In memory the tables come first, as with lld.
	if w.note >= 0 {
		own--
		w.order = append(w.order, w.note)
	}
	w.order = append(w.order, w.dynsym, w.gnuHash, w.hash, w.dynstr, w.rela)
	seen := map[string]int{}
	var units []int
	for i := range own {
		name := outputName(w.unit.Sections[i].Name)
		if _, ok := seen[name]; !ok {
			seen[name] = len(seen)
		}
		units = append(units, i)
	}
	slices.SortStableFunc(units, func(a, b int) int {
		return cmp.Compare(seen[outputName(w.unit.Sections[a].Name)], seen[outputName(w.unit.Sections[b].Name)])
	})
	w.order = append(append(w.order, units...), w.dynamic)
	return nil
}

// sizeTables sets what follows from the relocations and segments.
func (w *writer) sizeTables(p *placed) {
	w.resize(w.rela, make([]byte, relaSize*len(p.relocs)))
	entries := 7 // with the one that ends it
	if len(p.relocs) > 0 {
		entries += 4
	}
	w.resize(w.dynamic, make([]byte, dynSize*entries))
	w.headers = 4 + len(p.segments) // itself, dynamic section, what is read-only after relocation, stack
	if len(p.segments) == 0 || p.relro[0] == p.relro[1] {
		w.headers++ // the segment of .dynamic
	}
	if w.note >= 0 {
		w.headers++
	}
}

// sortExported puts the exported symbols into the order that their GNU hash table needs, and makes
// it: as lld does, with a bucket for four symbols.
func (w *writer) sortExported() []byte {
	w.byName = slices.Clone(w.exported)
	n := uint32(len(w.exported))
	buckets := max(n/4, 1)
	words := uint32(1)
	for words <= n*12/64 {
		words *= 2
	}
	hash := func(y int) uint32 {
		h := uint32(5381)
		for _, c := range []byte(w.unit.Symbols[y].Name) {
			h = h*33 + uint32(c)
		}
		return h
	}
	undefined := func(y int) bool { return w.unit.Symbols[y].Section == asm.Undefined }
	slices.SortStableFunc(w.exported, func(a, b int) int { // those of other objects are not in the table
		if undefined(a) != undefined(b) {
			if undefined(a) {
				return -1
			}
			return 1
		}
		if undefined(a) {
			return 0
		}
		return cmp.Compare(hash(a)%buckets, hash(b)%buckets)
	})
	first := uint32(slices.IndexFunc(w.exported, func(y int) bool { return !undefined(y) }))
	if int32(first) < 0 {
		first = n
	}
	const shift = 26
	bloom, table, chain := make([]uint64, words), make([]uint32, buckets), make([]uint32, n-first)
	for i, y := range w.exported[first:] {
		h := hash(y)
		bloom[h/64%words] |= 1<<(h%64) | 1<<(h>>shift%64)
		if table[h%buckets] == 0 {
			table[h%buckets] = first + uint32(i) + 1
		}
		chain[i] = h &^ 1
		if i+1 == len(chain) || hash(w.exported[int(first)+i+1])%buckets != h%buckets {
			chain[i] |= 1 // the last of its bucket
		}
	}
	var b []byte
	for _, v := range []uint32{buckets, first + 1, words, shift} {
		b = le.AppendUint32(b, v)
	}
	for _, v := range bloom {
		b = le.AppendUint64(b, v)
	}
	for _, v := range append(table, chain...) {
		b = le.AppendUint32(b, v)
	}
	return b
}

// outputName is the section that a linker puts a section into: .text.hot is a part of .text (lld,
// getOutputSectionName).
func outputName(name string) string {
	for _, out := range [...]string{".data.rel.ro", ".text", ".rodata", ".data", ".bss"} {
		if name == out || strings.HasPrefix(name, out+".") {
			return out
		}
	}
	return name
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
		chain[i+1] = bucket[h%n]
		bucket[h%n] = uint32(i + 1)
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
	names, name := map[int]uint32{}, uint32(1)
	for _, i := range w.byName {
		names[i] = name
		name += uint32(len(w.unit.Symbols[i].Name)) + 1
	}
	dynsym := w.sectionBytes(w.dynsym)
	for n, i := range w.exported {
		w.putSymbol(dynsym[symSize*(n+1):], i, names[i])
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
	put(elf.DT_GNU_HASH, at(w.gnuHash))
	put(elf.DT_HASH, at(w.hash))
}

// header is a section header.
type header struct {
	name            string
	typ             elf.SectionType
	flags           uint64
	addr, off, size uint64
	link, info      int
	align, entry    uint64
	unit            int    // section of the unit, or -1
	contents        []byte // of what is not loaded
}

// listHeaders lists the sections as the file's headers do: the loaded ones by address, then the
// others. Notes are in one section; empty sections are left out, as a linker does.
func (w *writer) listHeaders() {
	w.sections = []header{{unit: -1}}
	p := w.placed
	for i := range w.unit.Sections {
		s := &w.unit.Sections[i]
		if s.Size == 0 || !loaded(s) && elf.SectionType(s.Type) == elf.SHT_NOTE {
			continue
		}
		w.sections = append(w.sections, header{name: outputName(s.Name), typ: elf.SectionType(s.Type), flags: s.Flags,
			addr: p.addr[i], size: s.Size,
			align: max(s.Align, 1), entry: s.EntSize, unit: i})
	}
	got := header{name: ".got", typ: elf.SHT_PROGBITS, flags: uint64(elf.SHF_ALLOC | elf.SHF_WRITE),
		size: uint64(8 * len(p.got)), align: 8, unit: -1}
	if len(p.got) > 0 {
		got.addr = slices.Min(slices.Collect(maps.Values(p.got)))
		w.sections = append(w.sections, got)
	}
	for i := range p.segments {
		if s := &p.segments[i]; s.Addr == p.relro[0] && s.MemSize > uint64(len(s.Data)) {
			at := s.Addr + uint64(len(s.Data))
			w.sections = append(w.sections, header{name: ".relro_padding", typ: elf.SHT_NOBITS, flags: got.flags,
				addr: at, size: s.End() - at, align: 1, unit: -1})
		}
	}
	slices.SortStableFunc(w.sections[1:], func(a, b header) int { return cmp.Compare(a.addr, b.addr) })
	w.index = make([]int, len(w.unit.Sections))
	list := w.sections[:1]
	for _, h := range w.sections[1:] {
		// a further part of it
		if last := &list[len(list)-1]; h.addr != notLoaded && h.name == last.name && h.unit >= 0 {
			if last.flags != h.flags || last.entry != h.entry {
				last.entry = 0
				last.flags = (last.flags | h.flags) &^ uint64(elf.SHF_MERGE|elf.SHF_STRINGS)
			}
			last.size, last.align = h.addr+h.size-last.addr, max(last.align, h.align)
		} else {
			list = append(list, h)
		}
		if h.unit >= 0 {
			w.index[h.unit] = len(list) - 1
		}
	}
	w.sections = list
}

// putSymbol writes an entry of a symbol table.
func (w *writer) putSymbol(b []byte, i int, name uint32) {
	y := &w.unit.Symbols[i]
	bind, section := elf.SymBind(y.Bind), uint16(elf.SHN_UNDEF)
	value := y.Value
	switch {
	case y.Section == asm.Absolute:
		section = uint16(elf.SHN_ABS)
	case y.Section >= 0:
		section = uint16(w.index[y.Section])
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

// file writes everything one behind the other.
func (w *writer) file() ([]byte, error) {
	p := w.placed
	var out []byte
	offs := make([]uint64, len(p.segments))
	for i := range p.segments {
		for (uint64(len(out))-p.segments[i].Addr)%pageSize != 0 {
			out = append(out, 0)
		}
		offs[i] = uint64(len(out))
		out = append(out, p.segments[i].Data...)
	}
	offset := func(addr uint64) uint64 { // in the file, of what is loaded
		at := uint64(0)
		for i := range p.segments {
			if s := &p.segments[i]; addr >= s.Addr {
				at = offs[i] + min(addr-s.Addr, uint64(len(s.Data)))
			}
		}
		return at
	}
	list := w.sections
	for i := range list {
		h := &list[i]
		if h.addr != notLoaded && h.typ != elf.SHT_NULL {
			h.off = offset(h.addr)
		} else if h.unit >= 0 {
			var err error
			if h.contents, err = w.unloaded(&w.unit.Sections[h.unit]); err != nil {
				return nil, err
			}
		}
		switch {
		case h.unit < 0:
		case h.unit == w.dynsym:
			h.link, h.info = w.index[w.dynstr], 1
		case h.unit == w.gnuHash || h.unit == w.hash || h.unit == w.rela:
			h.link = w.index[w.dynsym]
		case h.unit == w.dynamic:
			h.link = w.index[w.dynstr]
		}
	}
	symtab, names, locals := w.symtab()
	list = append(list, header{name: ".symtab", typ: elf.SHT_SYMTAB, addr: notLoaded, size: uint64(len(symtab)),
		link: len(list) + 2, info: locals, align: 8,
		entry: symSize, contents: symtab}, header{name: ".shstrtab", typ: elf.SHT_STRTAB, addr: notLoaded, align: 1},
		header{name: ".strtab", typ: elf.SHT_STRTAB, addr: notLoaded, size: uint64(len(names)), align: 1,
			contents: names})
	shstr, nameAt := []byte{0}, make([]uint32, len(list))
	for i := 1; i < len(list); i++ {
		nameAt[i] = uint32(len(shstr))
		shstr = append(append(shstr, list[i].name...), 0)
	}
	shstrndx := len(list) - 2
	list[shstrndx].contents, list[shstrndx].size = shstr, uint64(len(shstr))
	for i := range list {
		h := &list[i]
		if h.addr != notLoaded {
			continue
		}
		for h.addr = 0; uint64(len(out))%h.align != 0; {
			out = append(out, 0)
		}
		h.off = uint64(len(out))
		out = append(out, h.contents...)
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
	w.putHead(out, offs, shoff, len(list), shstrndx)
	return out, nil
}

// unloaded is a section that is not loaded, as those of debug information: distances and addresses
// in it are those of the object's own addresses.
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
func (w *writer) symtab() (tab, names []byte, locals int) {
	var list []int
	for i := range w.unit.Symbols {
		y := &w.unit.Symbols[i]
		if typ := elf.SymType(y.Type); !y.Temporary && y.Name != "" && y.Section != asm.Undefined &&
			typ != elf.STT_SECTION {
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
		w.putSymbol(tab[24*(n+1):], i, uint32(len(names)))
		names = append(append(names, w.unit.Symbols[i].Name...), 0)
		if local(i) {
			locals++
		}
	}
	return tab, names, locals
}

// putHead writes the ELF header and the program headers.
func (w *writer) putHead(out []byte, offs []uint64, shoff uint64, sections, shstrndx int) {
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
		b := out[ehdrSize+phdrSize*n:]
		n++
		le.PutUint32(b, uint32(typ))
		le.PutUint32(b[4:], uint32(flags))
		for i, v := range []uint64{off, addr, addr, size, mem, align} {
			le.PutUint64(b[8+8*i:], v)
		}
	}
	put(elf.PT_PHDR, elf.PF_R, ehdrSize, ehdrSize, uint64(phdrSize*w.headers), uint64(phdrSize*w.headers), 8)
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
	le.PutUint16(out[62:], uint16(shstrndx))
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

// flags are e_flags: the processor and, for features that it can have on and off, what the target
// or its name in the text says (LLVM AMDGPUUsage, EF_AMDGPU_FEATURE_*_V4; before version 4 one bit
// each).
func (w *writer) flags() uint32 {
	t := &w.unit.Target
	f := uint32(t.Flag)
	for _, x := range []struct {
		name    string
		has     isa.Features
		setting isa.Setting
		shift   int
		v3      uint32
	}{{"xnack", isa.FeatureXNACK, t.XNACK, 8, 0x100}, {"sramecc", isa.FeatureSRAMECC, t.SRAMECC, 10, 0x200}} {
		if (t.Has()|t.Features)&x.has == 0 { // Has leaves out what is set off
			continue
		}
		on := x.setting == isa.SettingOn || strings.Contains(w.unit.TargetID, ":"+x.name+"+")
		off := x.setting == isa.SettingOff || strings.Contains(w.unit.TargetID, ":"+x.name+"-")
		switch version := cmp.Or(w.unit.Version, latest); {
		case version < 4 && on:
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

// MetadataTextV2 is the text of the metadata of code object version 2 in the contents of a note section, or empty.
func MetadataTextV2(note []byte) (text string) {
	_ = eachNote([]noteBytes{{note, 0}}, func(vendor string, typ uint32, desc []byte, _ uint64) error {
		if vendor == "AMD" && typ == noteMetadata {
			text = strings.TrimRight(string(desc), "\x00")
		}
		return nil
	})
	return text
}

// MetadataText is the YAML of the only MessagePack note of an object, as .amdgpu_metadata takes it.
// exact says that [Write] makes the same bytes of it again.
func MetadataText(note []byte) (text string, exact bool) {
	_ = eachNote([]noteBytes{{note, 0}}, func(vendor string, typ uint32, desc []byte, _ uint64) error {
		if vendor != "AMDGPU" || typ != noteMsgpack || text != "" {
			return nil
		}
		tree, err := parseMsgpack(desc)
		if err != nil {
			return nil
		}
		out, err := yaml.Marshal(tree)
		if err != nil {
			return nil
		}
		again := &writer{unit: asm.Unit{Metadata: []asm.Metadata{{Text: string(out)}}}}
		b, err := again.notes()
		text, exact = string(out), err == nil && bytes.Equal(b, note)
		return nil
	})
	return text, exact
}
