package codeobj

import (
	"cmp"
	"debug/elf"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa/asm"
)

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
	w.note, w.noteBeside = -1, -1
	switch {
	case len(notes) == 0:
	case w.osabi() == osabiHSA:
		w.note = add(".note", elf.SHT_NOTE, 0, 4, 0, notes)
	default: // as LLVM does, these are not loaded
		w.noteBeside = add(".note", elf.SHT_NOTE, 0, 4, 0, notes)
		w.unit.Sections[w.noteBeside].Flags = 0
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
	if len(notes) > 0 {
		own--
	}
	if w.note >= 0 {
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
	undefined := func(y int) bool { return w.unit.Symbols[y].Section == asm.Undefined }
	n, hashed := uint32(len(w.exported)), uint32(0)
	for _, y := range w.exported {
		if !undefined(y) {
			hashed++
		}
	}
	buckets := max(hashed/4, 1)
	words := uint32(1)
	for words <= hashed*12/64 {
		words *= 2
	}
	hash := func(y int) uint32 {
		h := uint32(5381)
		for _, c := range []byte(w.unit.Symbols[y].Name) {
			h = h*33 + uint32(c)
		}
		return h
	}
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
