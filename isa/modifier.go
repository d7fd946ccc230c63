package isa

import (
	"math/bits"
	"strings"
	"unsafe"
)

// modRow is a modifier: the only place that says which field of which formats holds it, where it
// is kept in [Mods], and how it is written. Decode, Encode, the printer and the assembler go
// through these rows. What a row cannot say is code: the functions that it names, decoder.mods and
// encodeMods.
type modRow struct {
	letter byte // the field in the pictures; 0: the row is text only
	fmts   formats
	need   Features           // of the targets that have it
	not    Features           // of those that have it no more
	form   func(f *Form) bool // which forms are written with it; nil: all

	// Where it is kept: one of these, none for text only.
	flag func(m *Mods) *bool
	num  func(m *Mods) *uint8
	wide func(m *Mods) *uint16

	// How it is written. No name: it is never written, or with an operand.
	name, also string              // the modifier's names; the first one is printed
	values     []string            // names of the values
	prefix     string              // of the names of values, may be left out
	text       modText             // when and how it is printed
	absent     func(f *Form) uint8 // the value where it is not written; nil: 0
	parse      func(b *builder, md *modifier) error
}

// modText says how a modifier is printed.
type modText uint8

const (
	textFlag   modText = iota // " name" where it is set
	textValued                // " name:1" where it is set; name:0 is an old spelling of the same
	textHex                   // " name:0x1" where it is not absent
	textHexAll                // the same, always
	textName                  // " name:VALUE", always
	textMask                  // " name:[0,1]", a bit for each source, where it is not absent
	textNever                 // it is read, and not printed

	// In a form of their own. No functions: a call through one would make each printing allocate.
	textFormat
	textOffset
	textTwoOffsets
	textOpSel
	textOmod
	textLanes
)

// formats is a set of formats.
type formats uint32

func formatSet(list ...Format) (s formats) {
	for _, f := range list {
		s |= 1 << f
	}
	return s
}

func (s formats) has(f Format) bool { return s>>f&1 != 0 }

var (
	inBuffers = formatSet(MUBUF, MTBUF)
	inFlat    = formatSet(FLAT, GLOBAL, SCRATCH)
	inVector  = inBuffers | inFlat | formatSet(MIMG)
	inVOP3    = formatSet(VOP3, VOP3B)
	inSDWA    = formatSet(SDWA, SDWAB)
	inDPP     = formatSet(DPP)
	inSub     = inSDWA | inDPP
)

// Which forms are written with a row's modifier.
func (f *Form) twoOffsets() bool  { return f.memory().Two }
func (f *Form) oneOffset() bool   { return !f.memory().Two }
func (f *Form) storesLDS() bool   { return f.memory().Kind == MemLdsStore }
func (f *Form) notLDSStore() bool { return f.memory().Kind != MemLdsStore }
func (f *Form) notCompare() bool  { return f.Fmt != VOPC }
func (f *Form) twoSources() bool  { return f.hasRole('b') }
func (f *Form) takesOpSel() bool {
	return f.Fmt == VOP3P && !f.bytes() || f.hasRole('z') || f.Desc.Flag&OpSel != 0
}

// packed reports whether the form is packed math, whose sources have several parts, and not one of
// the mixed-precision instructions.
func (f *Form) packed() bool { return f.Desc.Flag&Mix == 0 }

// bytes reports whether the sources have parts that op_sel does not choose.
func (f *Form) bytes() bool { return len(f.Args) > 1 && f.Args[1].Type.IsBytes() }

// halfAttribute reports whether the form interpolates f16 attributes.
func (f *Form) halfAttribute() bool {
	a := f.arg('z')
	return a != nil && a.Type == AttrHT
}

// opSelHiAbsent is the value of op_sel_hi that is not written: packed sources give their high half
// to the high result.
func opSelHiAbsent(f *Form) uint8 {
	if f.packed() {
		return f.sources()
	}
	return 0
}

func absentDWord(*Form) uint8    { return selDWord }
func absentPreserve(*Form) uint8 { return unusedPreserve }
func absentAll(*Form) uint8      { return 15 }
func absentByte(*Form) uint8     { return 1 }

// modRows are the modifiers, in the order in which LLVM prints them.
// Sources: AMD ISA manuals, microcode formats; names as LLVM's, CLRX's beside them.
var modRows = []modRow{
	// Vector and scalar memory.
	{letter: 'D', fmts: formatSet(MTBUF), num: func(m *Mods) *uint8 { return &m.DFmt }, name: "dfmt",
		text: textNever, absent: absentByte},
	{letter: 'F', fmts: formatSet(MTBUF), num: func(m *Mods) *uint8 { return &m.NFmt }, name: "nfmt",
		text: textNever},
	{fmts: formatSet(MTBUF), name: "format", text: textFormat, parse: (*builder).format},
	{letter: 'I', fmts: inBuffers, flag: func(m *Mods) *bool { return &m.IdxEn }, name: "idxen"},
	{letter: 'O', fmts: inBuffers, flag: func(m *Mods) *bool { return &m.OffEn }, name: "offen"},
	{letter: 'X', fmts: inBuffers, flag: func(m *Mods) *bool { return &m.Addr64 }, name: "addr64"},
	{fmts: inBuffers | inFlat | formatSet(SMEM, DS), form: (*Form).oneOffset, name: "offset",
		also: "inst_offset", text: textOffset, parse: (*builder).offset},
	{fmts: formatSet(DS), form: (*Form).twoOffsets, name: "offset0", also: "offset1",
		text: textTwoOffsets, parse: (*builder).twoOffsets},
	{letter: 'G', fmts: formatSet(DS), flag: func(m *Mods) *bool { return &m.GDS }, name: "gds"},
	{letter: 'm', fmts: formatSet(MIMG), num: func(m *Mods) *uint8 { return &m.DMask }, name: "dmask",
		text: textHex},
	{letter: 'U', fmts: formatSet(MIMG), flag: func(m *Mods) *bool { return &m.Unorm }, name: "unorm"},
	{letter: 'S', fmts: formatSet(MUBUF), form: (*Form).storesLDS,
		flag: func(m *Mods) *bool { return &m.LDS }, name: "lds"},
	{letter: 'G', fmts: inVector | formatSet(SMEM), flag: func(m *Mods) *bool { return &m.GLC },
		name: "glc"},
	{letter: 'L', fmts: inVector, flag: func(m *Mods) *bool { return &m.SLC }, name: "slc"},
	{letter: 'R', fmts: formatSet(MIMG), need: FeatureR128,
		flag: func(m *Mods) *bool { return &m.R128 }, name: "r128"},
	{letter: 'R', fmts: formatSet(MIMG), not: FeatureR128, flag: func(m *Mods) *bool { return &m.R128 },
		name: "a16"},
	{letter: 'T', fmts: inVector, flag: func(m *Mods) *bool { return &m.TFE }, name: "tfe"},
	{letter: 'W', fmts: formatSet(MIMG), flag: func(m *Mods) *bool { return &m.LWE }, name: "lwe"},
	{letter: 'Y', fmts: formatSet(MIMG), flag: func(m *Mods) *bool { return &m.DA }, name: "da"},
	{letter: 'Z', fmts: formatSet(MIMG), flag: func(m *Mods) *bool { return &m.D16 }, name: "d16"},
	{letter: 'S', fmts: inBuffers | inFlat, form: (*Form).notLDSStore,
		flag: func(m *Mods) *bool { return &m.LDS }, name: "lds"},
	{letter: 'V', fmts: inFlat | formatSet(SMEM), flag: func(m *Mods) *bool { return &m.NV },
		name: "nv", text: textNever},
	{letter: 'I', fmts: formatSet(SMRD, SMEM), flag: func(m *Mods) *bool { return &m.Imm }},
	{letter: 'E', fmts: formatSet(SMEM), flag: func(m *Mods) *bool { return &m.SOE }},

	// Exports.
	{letter: 'm', fmts: formatSet(EXP), num: func(m *Mods) *uint8 { return &m.DMask }},
	{letter: 'k', fmts: formatSet(EXP), num: func(m *Mods) *uint8 { return &m.Target }},
	{letter: 'B', fmts: formatSet(EXP), flag: func(m *Mods) *bool { return &m.Done }, name: "done"},
	{letter: 'K', fmts: formatSet(EXP), flag: func(m *Mods) *bool { return &m.Compr }, name: "compr"},
	{letter: 'w', fmts: formatSet(EXP), flag: func(m *Mods) *bool { return &m.VM }, name: "vm"},

	// Vector arithmetic.
	{fmts: inVOP3, form: (*Form).halfAttribute, flag: func(m *Mods) *bool { return &m.High },
		name: "high"},
	{letter: 'H', fmts: inVOP3 | formatSet(VOP3P), num: func(m *Mods) *uint8 { return &m.OpSel },
		name: "op_sel", form: (*Form).takesOpSel, text: textOpSel, parse: (*builder).opSel},
	{letter: 'h', fmts: formatSet(VOP3P), num: func(m *Mods) *uint8 { return &m.OpSelHi },
		name: "op_sel_hi", text: textMask, absent: opSelHiAbsent},
	// Of mixed precision, whose sources are no pairs, these bits are neg and abs of a source.
	{letter: 'N', fmts: formatSet(VOP3P), form: (*Form).packed, num: func(m *Mods) *uint8 { return &m.Neg },
		name: "neg_lo", text: textMask},
	{letter: 'A', fmts: formatSet(VOP3P), form: (*Form).packed, num: func(m *Mods) *uint8 { return &m.NegHi },
		name: "neg_hi", text: textMask},
	{letter: 'N', fmts: inVOP3 | inSub, num: func(m *Mods) *uint8 { return &m.Neg }},
	{letter: 'A', fmts: inVOP3 | inSub, num: func(m *Mods) *uint8 { return &m.Abs }},
	{letter: 'C', fmts: inVOP3 | inSDWA | formatSet(VOP3P), flag: func(m *Mods) *bool { return &m.Clamp },
		name: "clamp"},
	{letter: 'M', fmts: inVOP3 | inSDWA, num: func(m *Mods) *uint8 { return &m.Omod }, name: "mul",
		also: "div", text: textOmod, parse: (*builder).omod},
	{letter: 'j', fmts: formatSet(SDWA), num: func(m *Mods) *uint8 { return &m.SDWA.DstSel },
		name: "dst_sel", form: (*Form).notCompare, values: selNames[:selDWord+1], text: textName, absent: absentDWord},
	{letter: 'k', fmts: formatSet(SDWA), num: func(m *Mods) *uint8 { return &m.SDWA.DstUnused },
		name: "dst_unused", form: (*Form).notCompare, values: unusedNames[:unusedPreserve+1], prefix: "UNUSED_",
		text: textName, absent: absentPreserve},
	{letter: 'l', fmts: inSDWA, num: func(m *Mods) *uint8 { return &m.SDWA.Sel[0] }, name: "src0_sel",
		values: selNames[:selDWord+1], text: textName, absent: absentDWord},
	{letter: 'm', fmts: inSDWA, num: func(m *Mods) *uint8 { return &m.SDWA.Sel[1] }, name: "src1_sel",
		form: (*Form).twoSources, values: selNames[:selDWord+1], text: textName, absent: absentDWord},
	{letter: 'X', fmts: inSDWA, flag: func(m *Mods) *bool { return &m.SDWA.Sext[0] }},
	{letter: 'Y', fmts: inSDWA, flag: func(m *Mods) *bool { return &m.SDWA.Sext[1] }},
	{letter: 'D', fmts: inDPP, wide: func(m *Mods) *uint16 { return &m.DPP.Ctrl }, name: "quad_perm",
		text: textLanes, parse: (*builder).quadPerm},
	{letter: 'r', fmts: inDPP, num: func(m *Mods) *uint8 { return &m.DPP.RowMask }, name: "row_mask",
		text: textHexAll, absent: absentAll},
	{letter: 'k', fmts: inDPP, num: func(m *Mods) *uint8 { return &m.DPP.BankMask }, name: "bank_mask",
		text: textHexAll, absent: absentAll},
	{letter: 'B', fmts: inDPP, flag: func(m *Mods) *bool { return &m.DPP.BoundCtrl }, name: "bound_ctrl",
		text: textValued},
}

// layoutMod is a modifier of a format on a target.
type layoutMod struct {
	*modRow
	at uintptr // where Mods keeps it
}

// modsIn are the modifiers of a format on a target with some features.
func modsIn(f Format, has Features) (list []layoutMod) {
	var m Mods
	for i := range modRows {
		x := &modRows[i]
		if !x.fmts.has(f) || !has.Has(x.need) || x.not != 0 && has.Has(x.not) {
			continue
		}
		at := unsafe.Pointer(&m)
		switch {
		case x.flag != nil:
			at = unsafe.Pointer(x.flag(&m))
		case x.num != nil:
			at = unsafe.Pointer(x.num(&m))
		case x.wide != nil:
			at = unsafe.Pointer(x.wide(&m))
		}
		list = append(list, layoutMod{x, uintptr(at) - uintptr(unsafe.Pointer(&m))})
	}
	return list
}

// writes reports whether text of the form with the layout may have the modifier.
func (x *modRow) writes(f *Form, l *layout) bool {
	return x.name != "" && (x.letter == 0 || l.has(x.letter)) && (x.form == nil || x.form(f))
}

// place is where m keeps the modifier. A call of the row's function would make m escape, and each
// decoding allocate.
func (x *layoutMod) place(m *Mods) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(m), x.at) }

// get is the modifier's value.
func (x *layoutMod) get(m *Mods) uint32 {
	switch {
	case x.flag != nil:
		return b2u(*(*bool)(x.place(m)))
	case x.num != nil:
		return uint32(*(*uint8)(x.place(m)))
	}
	return uint32(*(*uint16)(x.place(m)))
}

// set sets the modifier.
func (x *layoutMod) set(m *Mods, v uint32) {
	switch {
	case x.flag != nil:
		*(*bool)(x.place(m)) = v != 0
	case x.num != nil:
		*(*uint8)(x.place(m)) = uint8(v)
	default:
		*(*uint16)(x.place(m)) = uint16(v)
	}
}

// absentValue is the value of a modifier that is not written.
func (x *modRow) absentValue(f *Form) uint8 {
	if x.absent == nil {
		return 0
	}
	return x.absent(f)
}

// mods appends everything behind the operands.
func (p *printer) mods() {
	l := p.f.layout
	if p.in.Sub != NoFormat {
		l = p.f.table.layouts[p.in.Sub]
	}
	for i := range l.mods {
		x := &l.mods[i]
		if x.text != textNever && x.writes(p.f, l) {
			p.mod(x)
		}
	}
}

// mod appends one modifier.
func (p *printer) mod(x *layoutMod) {
	switch x.text {
	case textFormat:
		p.format()
		return
	case textOffset:
		p.immOffset()
		return
	case textTwoOffsets:
		p.twoOffsets()
		return
	case textOpSel:
		p.opSel()
		return
	case textOmod:
		p.omod()
		return
	case textLanes:
		p.dppControl()
		return
	}
	v := x.get(&p.in.Mod)
	if x.text != textName && x.text != textHexAll && v == uint32(x.absentIn(p.syntax, p.f)) {
		return
	}
	p.b = append(p.b, ' ')
	p.s(x.name)
	switch x.text {
	case textValued:
		if !p.clrx() {
			p.s(":1")
		}
	case textHex, textHexAll:
		p.b = append(p.b, ':')
		p.hex(uint64(v))
	case textMask:
		p.list(":", uint8(v), bits.Len8(p.f.sources()))
	case textName:
		p.b = append(p.b, ':')
		if int(v) >= len(x.values) {
			p.b = append(p.b, '?')
			return
		}
		if p.clrx() {
			p.s(strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(x.values[v], x.prefix), "_", "")))
			return
		}
		p.s(x.values[v])
	}
}

// modifier sets one modifier from its text.
func (b *builder) modifier(md *modifier) error {
	l := b.f.layout
	if b.sub != nil {
		l = b.sub
	}
	for i := range l.mods {
		x := &l.mods[i]
		if (md.name == x.name || md.name == x.also) && x.writes(b.f, l) {
			return b.readMod(x, md, l)
		}
	}
	if b.in.Sub == DPP {
		return b.dppControl(md)
	}
	return b.none(md)
}

// none is the error that the form takes no such modifier.
func (b *builder) none(md *modifier) error {
	return errAt(md.col, "%s has no modifier %s%s", b.f.Base(), md.name, meant(md.name, b.modifierNames()))
}

// readMod sets the modifier of a row.
func (b *builder) readMod(x *layoutMod, md *modifier, l *layout) error {
	if b.clrx() && x.flag != nil && md.val != nil && x.text != textValued {
		v, err := b.integer(md.val, 0, 1)
		*x.flag(&b.in.Mod) = v != 0
		return err
	}
	if (md.val == nil) != (x.flag != nil) && x.text != textValued {
		return b.none(md)
	}
	switch {
	case x.parse != nil:
		return x.parse(b, md)
	case x.flag != nil:
		if md.val != nil {
			// bound_ctrl:0 is the old spelling of the set bit (LLVM convertDppBoundCtrl).
			if _, err := b.integer(md.val, 0, 1); err != nil {
				return err
			}
		}
		*x.flag(&b.in.Mod) = true
		return nil
	case x.text == textMask:
		v, err := b.bitList(md, b.sources())
		x.set(&b.in.Mod, v)
		return err
	}
	limit := int64(1)<<l.width(x.letter) - 1
	if x.values != nil {
		limit = int64(len(x.values)) - 1
		if v, ok := clrxValue(md.val.text, x.values, x.prefix); ok && b.clrx() && md.val.kind == nodeName {
			x.set(&b.in.Mod, v)
			return nil
		}
		for i, s := range x.values {
			if md.val.kind == nodeName && named(md.val, x.prefix, s) {
				x.set(&b.in.Mod, uint32(i))
				return nil
			}
		}
	}
	v, err := b.integer(md.val, 0, limit)
	if err != nil && x.values != nil && md.val.kind == nodeName {
		err = errAt(md.val.col, "%s has no value %s: %s", md.name, md.val.text, strings.Join(x.values, ", "))
	}
	x.set(&b.in.Mod, uint32(v))
	return err
}

// bitList reads a list of n bits; those that are left out at its end are 0.
func (b *builder) bitList(md *modifier, n int) (v uint32, err error) {
	if b.clrx() && md.val.kind != nodeList {
		v, err := b.integer(md.val, 0, 1<<n-1)
		return uint32(v), err
	}
	if md.val.kind != nodeList || len(md.val.args) < 1 || len(md.val.args) > n {
		return 0, errAt(md.val.col, "%s takes a list of %d bits", md.name, n)
	}
	for i := range md.val.args {
		x, err := b.integer(&md.val.args[i], 0, 1)
		if err != nil {
			return 0, err
		}
		v |= uint32(x) << i
	}
	return v, nil
}
