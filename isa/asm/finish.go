package asm

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Bindings, visibilities and types of ELF.
const (
	stbGlobal = 1
	stbWeak   = 2

	stvInternal  = 1
	stvHidden    = 2
	stvProtected = 3

	sttObject = 1
	sttFunc   = 2
	sttCommon = 5
	sttTLS    = 6
	sttIFunc  = 10
	sttKernel = 10 // STT_AMDGPU_HSA_KERNEL
)

// finish lays the sections out and makes the unit.
func (a *assembler) finish() {
	for _, s := range a.secs {
		s.join()
	}
	if a.clrx != nil {
		if a.clrx.finish(a); len(a.errs) > 0 {
			return
		}
	}
	if !a.layout() {
		return
	}
	a.fillKernels()
	u := a.u
	for _, s := range a.secs {
		u.Sections = append(u.Sections, Section{Name: s.name, Type: s.typ, Flags: s.flags, EntSize: s.entSize,
			Align: uint64(s.align), Size: uint64(s.size)})
	}
	for _, sym := range a.list {
		if !sym.predefined && (sym.kind != undefined || sym.bound) {
			a.export(sym)
		}
	}
	for _, k := range a.kernels {
		if k.sym != nil && k.unit >= 0 { // else a key of it is wrong
			u.Kernels[k.unit].Symbol = a.export(k.sym)
		}
	}
	for i, s := range a.secs {
		u.Sections[i].Data, u.Sections[i].Relocs = a.contents(s)
		u.Sections[i].Relocs = append(u.Sections[i].Relocs, a.givenRelocs(s)...)
		for _, l := range s.lines {
			u.Lines = append(u.Lines, Line{Section: i, Offset: uint64(l.f.off) + uint64(l.at), Len: uint64(l.n), Pos: l.pos,
				Data: l.data})
		}
		for _, f := range s.frags {
			if f.kind != fragData && f.size() > 0 && !s.nobits {
				u.Lines = append(u.Lines, Line{Section: i, Offset: uint64(f.off), Len: uint64(f.size()), Pos: f.place.pos,
					Data: true})
			}
		}
		for _, l := range s.locs {
			l.loc.Section, l.loc.Offset = i, uint64(l.f.off)+uint64(l.at)
			u.DebugLines = append(u.DebugLines, l.loc)
		}
	}
	if a.clrx != nil && u.Container != nil {
		a.clrx.fill(a, u)
	}
	slices.SortStableFunc(u.Lines, func(x, y Line) int {
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Offset, y.Offset))
	})
	u.Version = a.version
}

// export is a symbol's index in the unit, to which it is added.
func (a *assembler) export(s *symbol) int {
	u := a.u
	if s.index > 0 {
		return s.index - 1
	}
	u.Symbols = append(u.Symbols, Symbol{})
	s.index = len(u.Symbols)
	x := Symbol{Name: s.name, Bind: s.bind, Visibility: s.vis, Type: s.typ, LDS: s.lds, Pos: s.pos, Section: Undefined,
		Temporary: strings.HasPrefix(s.name, ".L") || s.name == "." || s.name != "" && s.name[0] >= '0' && s.name[0] <= '9'}
	switch s.kind {
	case undefined:
		if !s.bound || s.bind == 0 {
			x.Bind = stbGlobal
		}
	case label:
		x.Section, x.Value = s.sec.index, uint64(s.offset())
	case common:
		x.Section, x.Value, x.Size = Common, uint64(s.align), uint64(s.size)
		if !s.bound {
			x.Bind = stbGlobal
		}
	case variable:
		x.Variable = true
		v := reloc{c: s.val.Int}
		if s.val.Expr != nil {
			var err error
			if v, err = a.eval(s.val.Expr, true); err == nil {
				a.cancel(&v, true)
			} else {
				v = reloc{}
			}
		}
		switch {
		case v.add == nil:
			x.Section, x.Value = Absolute, uint64(v.c)
		case v.add.kind == label && v.sub == nil:
			x.Section, x.Value = v.add.sec.index, uint64(v.add.offset()+v.c)
			if x.Type == 0 {
				x.Type = v.add.typ
			}
		}
	}
	if s.sizeExpr != nil {
		v := reloc{c: s.sizeExpr.Int}
		var err error
		if s.sizeExpr.Expr != nil {
			if v, err = a.eval(s.sizeExpr.Expr, true); err == nil {
				a.cancel(&v, true)
			}
		}
		if err == nil && v.add == nil && v.sub == nil {
			x.Size = uint64(v.c)
		}
	}
	u.Symbols[s.index-1] = x
	return s.index - 1
}

// value is the number of an expression after the layout.
func (a *assembler) value(v isa.Value) (int64, error) {
	if v.Expr == nil {
		return v.Int, nil
	}
	r, err := a.eval(v.Expr, true)
	if err != nil {
		return 0, err
	}
	a.cancel(&r, true)
	if r.add != nil || r.sub != nil {
		return 0, a.unknown([]reloc{r})
	}
	return r.c, nil
}
