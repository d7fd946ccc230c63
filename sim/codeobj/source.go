package codeobj

import (
	"bytes"
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"slices"
)

// SourceLine says which line of a source file an instruction comes from.
type SourceLine struct {
	Addr uint64 // link-time address from which on it is so
	File string // empty: from here on nothing is known
	Line int    // counted from 1; 0 where File is empty
}

// maxSourceLines bounds the table of lines.
const maxSourceLines = 1 << 22

// SourceLines reads the lines of a linked object's debug information (DWARF), by address. There are
// none where the object has no such information, or none that can be read: it changes nothing that
// is run.
func (o *Object) SourceLines() (list []SourceLine) {
	if o.file == nil {
		return nil
	}
	f, err := elf.NewFile(bytes.NewReader(o.file))
	if err != nil || f.Section(".debug_line") == nil || f.Section(".debug_info") == nil {
		return nil
	}
	d, err := f.DWARF()
	if err != nil {
		return nil
	}
	units := d.Reader()
	for {
		unit, err := units.Next()
		if err != nil || unit == nil {
			break
		}
		units.SkipChildren()
		if unit.Tag != dwarf.TagCompileUnit {
			continue
		}
		lines, err := d.LineReader(unit)
		if err != nil || lines == nil {
			continue
		}
		var e dwarf.LineEntry
		for lines.Next(&e) == nil && len(list) < maxSourceLines {
			s := SourceLine{Addr: e.Address}
			if !e.EndSequence && e.File != nil {
				s.File, s.Line = e.File.Name, e.Line
			}
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b SourceLine) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}
