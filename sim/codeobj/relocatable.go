package codeobj

import (
	"cmp"
	"debug/elf"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// readUnit reads a relocatable object. Sections and symbols keep their names.
func readUnit(f *elfFile) (u *asm.Unit, err error) {
	sections, err := f.sections()
	if err != nil {
		return nil, err
	}
	u = &asm.Unit{}
	index := make([]int, len(sections))
	budget := 2*uint64(len(f.data)) + 1<<10 // against sections that share bytes of the file
	for i := range sections {
		s := &sections[i]
		index[i] = asm.Undefined
		switch s.typ {
		case elf.SHT_NULL, elf.SHT_SYMTAB, elf.SHT_STRTAB, elf.SHT_REL, elf.SHT_RELA, elf.SHT_GROUP:
			continue
		}
		data, err := f.contents(s)
		if err != nil {
			return nil, err
		}
		if uint64(len(data)) > budget {
			return nil, errAt("section "+s.name, s.off, "the sections have more bytes than the file: they overlap")
		}
		budget -= uint64(len(data))
		index[i] = len(u.Sections)
		u.Sections = append(u.Sections, asm.Section{Name: s.name, Type: uint32(s.typ), Flags: uint64(s.flags),
			EntSize: s.entsize,
			Align:   max(s.align, 1), Data: data, Size: s.size})
	}
	syms, err := f.staticSymbols(sections)
	if err != nil {
		return nil, err
	}
	for i := range syms {
		y := &syms[i]
		to := asm.Symbol{Name: y.Name, Section: asm.Undefined, Value: y.Addr, Size: y.Size, Type: uint8(y.Type),
			Bind:       uint8(y.Bind),
			Visibility: uint8(y.Visibility)}
		const lds = 0xff00 // SHN_AMDGPU_LDS
		switch {
		case y.section == lds:
			to.Section, to.LDS = asm.Common, true
		case y.section == int(elf.SHN_COMMON):
			to.Section = asm.Common
		case y.Abs || i == 0 && !y.Defined: // a relocation without a symbol has symbol 0
			to.Section = asm.Absolute
		case y.section > 0 && y.section < len(index):
			to.Section = index[y.section]
		case y.Defined:
			return nil, errIn(".symtab", "symbol %d is in section %d of %d", i, y.section, len(index))
		}
		u.Symbols = append(u.Symbols, to)
	}
	for i := range sections {
		s := &sections[i]
		if s.typ != elf.SHT_REL && s.typ != elf.SHT_RELA {
			continue
		}
		if s.info >= len(index) || index[s.info] < 0 {
			return nil, errIn("section "+s.name, "it is for section %d, which has no contents", s.info)
		}
		tab, err := f.contents(s)
		if err != nil {
			return nil, err
		}
		to := &u.Sections[index[s.info]]
		list, size := f.relocations(tab, s.typ == elf.SHT_REL)
		if s.entsize != 0 && s.entsize != uint64(size) {
			return nil, errIn("section "+s.name, "its entries have %d bytes instead of %d", s.entsize, size)
		}
		for _, r := range list {
			if s.typ == elf.SHT_REL && r.typ.known() {
				n := uint64(relocs[r.typ].size)
				if r.off > uint64(len(to.Data)) || n > uint64(len(to.Data))-r.off {
					return nil, errAt("section "+s.name, r.off, "%v: not inside the section's contents", r.typ)
				}
				r.addend = implicitAddend(r.typ, to.Data[r.off:])
			}
			to.Relocs = append(to.Relocs, asm.Reloc{Offset: r.off, Type: uint32(r.typ), Symbol: r.sym,
				Addend: r.addend})
		}
	}
	makeSamplers(u)
	return u, nil
}

// SamplerSection has descriptions of samplers in HSA objects of OpenCL 2.0, and samplerInit is the
// relocation for the address of what a loader makes of one.
const (
	SamplerSection = ".hsaimage_samplerinit"
	samplerInit    = 4
)

// makeSamplers makes sampler resources of what AMD's finalizer says about them. Its objects have a
// section of 8 bytes for each: a size and a kind of 16 bits, then bytes for coordinates (1
// normalized), filter (1 linear), addressing (undefined, edge, border, repeat, mirrored); a loader
// sets pointers to what it makes of them (HSA Programmer's Reference, BrigOperandConstantSampler;
// CLRX documentation, ClrxAsmAmdCl2). Here the resources take the section's place.
func makeSamplers(u *asm.Unit) {
	const from, to = 8, 16 // bytes of a description and of a resource
	n := slices.IndexFunc(u.Sections, func(s asm.Section) bool { return s.Name == SamplerSection })
	if n < 0 {
		return
	}
	s := &u.Sections[n]
	var made []byte
	for b := s.Data; len(b) >= from; b = b[from:] {
		var clamp uint32
		if b[6] < 5 {
			clamp = [...]uint32{0, clampEdge, clampBorder, clampRepeat, clampMirror}[b[6]]
		}
		for _, w := range SamplerWords(b[4] == 1, b[5] == 1, clamp) {
			made = le.AppendUint32(made, w)
		}
	}
	s.Data, s.Size, s.Align, s.Flags = made, uint64(len(made)), 16, uint64(elf.SHF_ALLOC)
	for i := range u.Symbols {
		if y := &u.Symbols[i]; y.Section == n {
			y.Value = y.Value / from * to
		}
	}
	for i := range u.Sections {
		for j := range u.Sections[i].Relocs {
			r := &u.Sections[i].Relocs[j]
			if r.Type == samplerInit && r.Symbol >= 0 && r.Symbol < len(u.Symbols) && u.Symbols[r.Symbol].Section == n {
				r.Type = uint32(RelocAbs64)
			}
		}
	}
}

// Modes of CLAMP_X, _Y and _Z in a sampler resource.
const clampRepeat, clampMirror, clampEdge, clampBorder = 0, 1, 2, 6

// SamplerWords are a sampler resource (Vega ISA, "Image Sampler Definition"): all dimensions clamp in
// the same way, the border is transparent black, all mip levels may be used.
func SamplerWords(normalized, linear bool, clamp uint32) [4]uint32 {
	w := [4]uint32{clamp | clamp<<3 | clamp<<6, 0xfff << 12}
	if !normalized {
		w[0] |= 1 << 15
	}
	if linear {
		w[2] = 1<<20 | 1<<22
	}
	return w
}

// Words are the sampler's resource. Without an addressing mode coordinates are not to leave the image.
func (s SamplerSlot) Words() [4]uint32 {
	clamp := [...]uint32{clampEdge, clampRepeat, clampEdge, clampBorder, clampMirror, clampEdge, clampEdge, clampEdge}
	return SamplerWords(s.Value&1 != 0, s.Value>>4&3 == 2, clamp[s.Value>>1&7])
}

// implicitAddend is the addend in the word that a relocation changes.
func implicitAddend(t RelocType, word []byte) int64 {
	switch relocs[t].size {
	case 2:
		return int64(int16(le.Uint16(word))) * 4
	case 4:
		return int64(int32(le.Uint32(word)))
	}
	return int64(le.Uint64(word))
}

// unitObject makes an Object of a relocatable unit's contents: its segments, symbols and relocations.
func (f *elfFile) unitObject(u *asm.Unit) (*Object, []noteBytes, error) {
	p, err := place(u, 0, 4*uint64(len(f.data))+1<<20)
	if err != nil {
		return nil, nil, err
	}
	o := p.object()
	o.Flags, o.unit = f.flags, u
	return o, unitNotes(u), nil
}

// Linked is a relocatable object as [Write] writes it: linked, unless its code has absolute
// addresses, as drivers link such objects themselves. An object that is linked, that is in a
// container, or that is of AMD's OpenCL drivers is returned as it is. The error says what is not
// defined, or which relocation cannot be left for a loader.
func (o *Object) Linked() (*Object, error) {
	if o.unit == nil || o.container != nil || o.ABI == OpenCL12 || o.ABI == OpenCL20 {
		return o, nil
	}
	u := *o.unit
	u.Target, u.Version, u.TargetID = o.ISA(), o.Version, o.TargetID()
	data, err := Write(&u)
	if err != nil {
		return nil, err
	}
	return LoadFor(data, o.Target)
}

// TargetID is LLVM's name of the object's target with its convention and the features that e_flags set
// on or off, as .amdgcn_target has it: "amdgcn-amd-amdhsa--gfx900:xnack+".
func (o *Object) TargetID() string {
	system := map[ABI]string{Mesa: "mesa-mesa3d", PAL: "amd-amdpal", Gallium: "unknown-unknown"}[o.ABI]
	t, name := o.ISA(), o.Target
	if uint8(o.Flags) == genericFlag {
		t, name = isa.GCN14.Target(), isa.GenericGCN14
	}
	id := "amdgcn-" + cmp.Or(system, "amd-amdhsa") + "--" + name
	for _, f := range [...]struct {
		name  string
		has   isa.Features
		shift int
		v3    uint32
	}{{"sramecc", isa.FeatureSRAMECC, 10, 0x200}, {"xnack", isa.FeatureXNACK, 8, 0x100}} {
		v := o.Flags >> f.shift & 3
		switch {
		case (t.Has()|t.Features)&f.has == 0: // Has leaves out what is set off
		case o.Version < 4 && o.Flags&f.v3 != 0, o.Version > 3 && v == 3:
			id += ":" + f.name + "+"
		case o.Version > 3 && v == 2:
			id += ":" + f.name + "-"
		}
	}
	return id
}

// Relocatable reports whether the object was not linked: its sections were placed here.
func (o *Object) Relocatable() bool { return o.unit != nil }

// unitNotes are the note sections of a unit.
func unitNotes(u *asm.Unit) (notes []noteBytes) {
	for i := range u.Sections {
		if s := &u.Sections[i]; elf.SectionType(s.Type) == elf.SHT_NOTE && len(notes) < maxNoteSegs {
			notes = append(notes, noteBytes{s.Data, 0})
		}
	}
	return notes
}

// object is what is placed as an Object without kernels.
func (p *placed) object() *Object {
	o := &Object{Segments: p.segments, Relocations: p.relocs}
	if p.relro[0] < p.relro[1] {
		o.relro = append(o.relro, p.relro)
	}
	for i := range p.unit.Sections {
		if s := &p.unit.Sections[i]; p.addr[i] != notLoaded && s.Size > 0 {
			o.Sections = append(o.Sections, Section{s.Name, elf.SectionType(s.Type), elf.SectionFlag(s.Flags), p.addr[i], s.Size,
				max(s.Align, 1), s.EntSize})
		}
	}
	slices.SortStableFunc(o.Sections, func(a, b Section) int { return cmp.Compare(a.Addr, b.Addr) })
	for i := range p.unit.Symbols {
		y := &p.unit.Symbols[i]
		if y.Temporary || y.Name == "" || elf.SymType(y.Type) == elf.STT_SECTION ||
			elf.SymType(y.Type) == elf.STT_FILE {
			continue
		}
		if s, err := p.symbol(i); err == nil {
			o.Symbols = append(o.Symbols, s)
		}
	}
	return o
}
