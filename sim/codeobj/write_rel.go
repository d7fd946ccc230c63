package codeobj

import (
	"cmp"
	"debug/elf"
	"slices"

	"github.com/gcnsim/gcnsim/isa/asm"
)

// relocatable writes the unit as it is, with its relocations: the drivers that load Mesa's and PAL's
// objects link them themselves, so that code may have absolute addresses.
func (w *writer) relocatable(u *asm.Unit) ([]byte, error) {
	w.unit = *u
	w.unit.Sections = slices.Clone(u.Sections)
	notes, err := w.notes()
	if err != nil {
		return nil, err
	}
	e := elfOut{wide: true, osabi: w.osabi(), typ: elf.ET_REL, machine: machineGPU, flags: w.flags()}
	index := make([]int, len(u.Sections))
	n := 0 // sections until now
	add := func(r outRegion) {
		e.regions = append(e.regions, r)
		if r.name != "" {
			n++
		}
	}
	for i := range u.Sections {
		s := &u.Sections[i]
		if elf.SectionType(s.Type) == elf.SHT_NOTE && !loaded(&w.unit.Sections[i]) { // part of notes
			continue
		}
		r := outRegion{name: s.Name, typ: elf.SectionType(s.Type), flags: elf.SectionFlag(s.Flags),
			align:   int(max(s.Align, 1)),
			entsize: int(s.EntSize), data: s.Data}
		if s.Data == nil {
			r.zero = int(s.Size)
		}
		add(r)
		index[i] = n
	}
	if len(notes) > 0 {
		add(outRegion{name: ".note", typ: elf.SHT_NOTE, align: 4, data: notes})
	}
	symbols, places, locals := w.relocatableSymbols(index)
	table, names := symbolTable(true, symbols)
	symtab := n + 1
	for i := range u.Sections {
		if len(u.Sections[i].Relocs) > 0 {
			symtab++
		}
	}
	for i := range u.Sections {
		s := &u.Sections[i]
		if len(s.Relocs) == 0 {
			continue
		}
		var list []byte
		for _, r := range s.Relocs {
			list = le.AppendUint64(list, r.Offset)
			list = le.AppendUint64(list, uint64(places[r.Symbol])<<32|uint64(r.Type))
			addend := r.Addend
			if y := &u.Symbols[r.Symbol]; y.Temporary {
				addend += int64(y.Value)
			}
			list = le.AppendUint64(list, uint64(addend))
		}
		const infoLink = 0x40
		add(outRegion{name: ".rela" + s.Name, typ: elf.SHT_RELA, flags: infoLink, align: 8, link: symtab, info: index[i],
			entsize: relaSize, data: list})
	}
	add(outRegion{name: ".symtab", typ: elf.SHT_SYMTAB, align: 8, link: symtab + 1, info: locals,
		entsize: symbolSize(true),
		data:    table})
	add(outRegion{name: ".strtab", typ: elf.SHT_STRTAB, align: 1, data: names})
	add(outRegion{name: ".shstrtab", typ: elf.SHT_STRTAB, align: 1, table: nameTable})
	add(outRegion{table: sectionTable})
	return e.bytes(), nil
}

// relocatableSymbols lists the symbols of the table behind the empty one, local ones first: places are
// their numbers by symbol of the unit. Temporary symbols are their sections.
func (w *writer) relocatableSymbols(index []int) (list []outSymbol, places []int, locals int) {
	u := &w.unit
	used := map[int]bool{}
	for i := range u.Sections {
		for _, r := range u.Sections[i].Relocs {
			used[r.Symbol] = true
		}
	}
	var order []int
	for i := range u.Symbols {
		if y := &u.Symbols[i]; used[i] || !y.Temporary && y.Name != "" && y.Section != asm.Undefined {
			order = append(order, i)
		}
	}
	local := func(i int) int {
		if y := &u.Symbols[i]; y.Temporary || elf.SymBind(y.Bind) == elf.STB_LOCAL {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(local(a), local(b)) })
	places, locals = make([]int, len(u.Symbols)), 1
	for _, i := range order {
		y := &u.Symbols[i]
		s := outSymbol{name: y.Name, value: int(y.Value), size: int(y.Size), typ: elf.SymType(y.Type),
			bind:       elf.SymBind(y.Bind),
			visibility: y.Visibility}
		switch {
		case y.Section >= 0:
			s.section = index[y.Section]
		case y.Section == asm.Absolute:
			s.section = int(elf.SHN_ABS)
		}
		if y.Temporary && y.Section >= 0 {
			s = outSymbol{section: index[y.Section], typ: elf.STT_SECTION}
		}
		list = append(list, s)
		places[i] = len(list)
		if local(i) == 0 {
			locals++
		}
	}
	return list, places, locals
}
