package codeobj

import (
	"cmp"
	"debug/elf"
	"maps"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

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
		if s.Size == 0 || !loaded(s) && elf.SectionType(s.Type) == elf.SHT_NOTE && i != w.noteBeside {
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
		case "unknown", "":
			if id[0] == "amdgcn" {
				return 0
			}
		}
	}
	return osabiHSA
}

// flags are e_flags: the processor and, for features that it can have on and off, what the target
// or its name in the text says (LLVM AMDGPUUsage, EF_AMDGPU_FEATURE_*_V4; before version 4 one bit
// each).
func (w *writer) flags() uint32 {
	t := w.unit.Target
	f := uint32(t.Flag)
	if isa.Processor(w.unit.TargetID) == isa.GenericGCN14 {
		t, f = isa.GCN14.Target(), genericFlag|genericVersion
	}
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
		version := cmp.Or(w.unit.Version, latest)
		if w.osabi() != osabiHSA {
			version = 3
		}
		switch {
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
