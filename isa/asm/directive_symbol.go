package asm

import (
	"math"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// setDirective is .set, .equ and .equiv: name, expression.
func (a *assembler) setDirective(word string, _ *statement, _ int) error {
	col := a.scan.Peek().Col
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	if !a.scan.Accept(",") {
		return errAt(a.scan.Peek().Col, "%s takes a name, a comma and a value", word)
	}
	if a.clrx != nil && a.scan.Accept("%") {
		return a.clrxOperandHere(name)
	}
	return a.set(name, col, word != ".equiv")
}

// attribute is .globl and its like.
func (a *assembler) attribute(word string, _ *statement, _ int) error {
	if a.scan.Peek().Kind == isa.TokEnd {
		return errAt(a.scan.Peek().Col, "%s takes the names of symbols", word)
	}
	return a.items(func(int) error {
		name, err := a.name("a symbol's name")
		if err != nil {
			return err
		}
		s := a.symbol(a.fullName(name))
		switch word {
		case ".globl", ".global":
			s.bind, s.bound = stbGlobal, true
		case ".weak":
			s.bind, s.bound = stbWeak, true
		case ".local":
			s.bind, s.bound = 0, true
		case ".hidden":
			s.vis = stvHidden
		case ".protected":
			s.vis = stvProtected
		case ".internal":
			s.vis = stvInternal
		}
		return nil
	})
}

// typeOf is .type name, @function.
func (a *assembler) typeOf(word string, _ *statement, _ int) error {
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	a.scan.Accept(",")
	for a.scan.Accept("%") || a.scan.Accept("#") {
	}
	t := a.scan.Next()
	types := map[string]uint8{"function": sttFunc, "stt_func": sttFunc, "object": sttObject, "stt_object": sttObject,
		"notype": 0, "stt_notype": 0,
		"common": sttCommon, "stt_common": sttCommon, "tls_object": sttTLS, "stt_tls": sttTLS, "gnu_unique_object": sttObject,
		"gnu_indirect_function": sttIFunc, "amdgpu_hsa_kernel": sttKernel}
	typ, ok := types[strings.ToLower(strings.TrimPrefix(t.Text, "@"))]
	if !ok {
		return errAt(t.Col, "a symbol's type is @function, @object or @notype, not %s", t)
	}
	if s := a.symbol(name); s.typ != sttKernel {
		s.typ = typ
	}
	return a.scan.End()
}

// sizeOf is .size name, expression.
func (a *assembler) sizeOf(word string, _ *statement, _ int) error {
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	if !a.scan.Accept(",") {
		return errAt(a.scan.Peek().Col, "%s takes a name, a comma and a size", word)
	}
	v, err := a.scan.Expr()
	if err != nil {
		return err
	}
	a.symbol(name).sizeExpr = &v
	return a.scan.End()
}

// commonSymbol is .comm name, size[, alignment], .lcomm and .amdgpu_lds.
func (a *assembler) commonSymbol(word string, _ *statement, _ int) error {
	col := a.scan.Peek().Col
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	if !a.scan.Accept(",") {
		return errAt(a.scan.Peek().Col, "%s takes a name, a comma and a size", word)
	}
	sizeCol := a.scan.Peek().Col
	size, err := a.scan.Known()
	if err != nil {
		return err
	}
	align := int64(1)
	if word == ".amdgpu_lds" {
		align = 4
	}
	if a.scan.Accept(",") {
		alignCol := a.scan.Peek().Col
		if align, err = a.scan.Known(); err != nil {
			return err
		}
		if align <= 0 || align&(align-1) != 0 || align >= 1<<31 {
			return errAt(alignCol, "the alignment %d is no power of two", align)
		}
	}
	if size < 0 || size > math.MaxUint32 {
		return errAt(sizeCol, "the size is %d", size)
	}
	if word == ".amdgpu_lds" && size > ldsBytes {
		return errAt(sizeCol, "the size is %d: a group has at most %d bytes of LDS", size, ldsBytes)
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	s := a.symbol(name)
	if s.kind != undefined {
		return errAt(col, "%s is defined already, at %s", name, a.where(s.pos))
	}
	s.pos = a.column(col).pos
	if word == ".lcomm" {
		bss := a.section(".bss", nobits, shfAlloc|shfWrite, 0)
		bss.align = max(bss.align, align)
		bss.add(&fragment{kind: fragAlign, align: align, fillLen: 1, place: a.column(col)})
		f := bss.data()
		s.kind, s.sec, s.f, s.at, s.typ = label, bss, f, len(f.data), sttObject
		bss.add(&fragment{kind: fragFixed, n: size, fillLen: 1})
		return nil
	}
	s.kind, s.size, s.align, s.lds, s.typ = common, size, align, word == ".amdgpu_lds", sttObject
	return nil
}

const ldsBytes = 64 << 10
