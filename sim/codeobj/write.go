package codeobj

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// Write makes a loadable code object of what an assembly gave: a shared object as ld.lld -shared
// makes them, with a dynamic symbol table, notes, and the symbols and sections that are not loaded.
// An object for Mesa or PAL whose code has absolute addresses is relocatable.
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
			if w.osabi() != osabiHSA && RelocType(first.relocs[i].Type).known() {
				return (&writer{}).relocatable(u)
			}
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
	noteBeside                                         int // the same, of notes that are not loaded

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
