package asm

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
)

// relocsByName are the relocations that .reloc takes (LLVM AMDGPUUsage, "Relocation Records"; the
// last ones are GNU as's names).
var relocsByName = map[string]uint32{"R_AMDGPU_NONE": relocNone, "R_AMDGPU_ABS32_LO": RelocAbs32Lo, "R_AMDGPU_ABS32_HI": RelocAbs32Hi,
	"R_AMDGPU_ABS64": RelocAbs64, "R_AMDGPU_REL32": RelocRel32, "R_AMDGPU_REL64": RelocRel64, "R_AMDGPU_ABS32": RelocAbs32,
	"R_AMDGPU_GOTPCREL": RelocGotPCRel, "R_AMDGPU_GOTPCREL32_LO": RelocGotPCRel32Lo, "R_AMDGPU_GOTPCREL32_HI": RelocGotPCRel32Hi,
	"R_AMDGPU_REL32_LO": RelocRel32Lo, "R_AMDGPU_REL32_HI": RelocRel32Hi, "R_AMDGPU_REL16": RelocRel16,
	"BFD_RELOC_NONE": relocNone, "BFD_RELOC_32": RelocAbs32, "BFD_RELOC_64": RelocAbs64}

// relocNone is R_AMDGPU_NONE, which changes nothing.
const relocNone = 0

// givenReloc is what .reloc asks for.
type givenReloc struct {
	offset, value isa.Value
	typ           uint32
	place         place
}

// reloc is .reloc OFFSET, NAME[, VALUE].
func (a *assembler) reloc(_ string, _ *statement, from int) error {
	offset, err := a.scan.Expr()
	if err != nil {
		return err
	}
	if !a.scan.Accept(",") {
		return errAt(a.scan.Peek().Col, ".reloc takes an offset, a relocation's name and a value")
	}
	t := a.scan.Next()
	typ, ok := relocsByName[t.Text]
	if !ok {
		return errAt(t.Col, "there is no relocation %s: R_AMDGPU_ABS32_LO, R_AMDGPU_REL64 and the like are", t)
	}
	r := givenReloc{offset: offset, typ: typ, place: a.column(from)}
	switch {
	case a.scan.Accept(","):
		if r.value, err = a.scan.Expr(); err != nil {
			return err
		}
	case typ != relocNone:
		return errAt(a.scan.Peek().Col, "%s needs a value: a symbol, or one with a number", t)
	}
	if len(a.sec.relocs) >= a.most.symbols {
		return errAt(from, "too many relocations")
	}
	a.sec.relocs = append(a.sec.relocs, r)
	return a.scan.End()
}

// givenRelocs are the relocations of a section that .reloc asks for, after the layout.
func (a *assembler) givenRelocs(s *section) (list []Reloc) {
	for i := range s.relocs {
		g := &s.relocs[i]
		if r, ok, err := a.givenReloc(s, g); err != nil {
			a.errorAt(g.place, ".reloc: "+err.Error())
		} else if ok {
			list = append(list, r)
		}
	}
	return list
}

func (a *assembler) givenReloc(s *section, g *givenReloc) (r Reloc, ok bool, err error) {
	at := reloc{c: g.offset.Int}
	if g.offset.Expr != nil {
		if at, err = a.eval(g.offset.Expr, true); err != nil {
			return r, false, err
		}
		a.cancel(&at, true)
	}
	if at.add != nil && at.sub == nil && at.add.kind == label && at.add.sec == s {
		at.c, at.add = at.c+at.add.offset(), nil
	}
	switch {
	case at.add != nil || at.sub != nil:
		return r, false, fmt.Errorf("the offset is a number or a label of this section, %s", s.name)
	case at.c < 0 || at.c >= s.size:
		return r, false, fmt.Errorf("the offset %d is not in the section %s, which has %d bytes", at.c, s.name, s.size)
	case g.typ == relocNone:
		return r, false, nil
	}
	v := reloc{c: g.value.Int}
	if g.value.Expr != nil {
		if v, err = a.eval(g.value.Expr, true); err != nil {
			return r, false, err
		}
		a.cancel(&v, true)
	}
	switch {
	case v.add == nil || v.sub != nil || v.modifier != "":
		return r, false, fmt.Errorf("the value is a symbol, or one with a number")
	case a.raw():
		return r, false, fmt.Errorf("the address of %s is known only in a code object, and this is raw code", v.add.name)
	}
	return Reloc{Offset: uint64(at.c), Type: g.typ, Symbol: a.export(v.add), Addend: v.c, Pos: g.place.pos}, true, nil
}
