package isa

import (
	"errors"
	"fmt"
)

// operand reads one argument of the form.
func (d *decoder) operand(a *Arg) (Operand, error) {
	o := Operand{Kind: KindReg, Role: a.Role, Type: a.Type, Dwords: typeDwords[a.Type]}
	m := &d.in.Mod
	if a.Implicit {
		o.Code = CodeVCCLo
		if d.in.Sub == SDWAB && a.Write && d.subget('E') != 0 {
			o.Code = alignCode(d.f.Gen, uint16(d.subget('e')), 2)
		}
		return o, d.checkReg(a, &o)
	}
	switch a.Type {
	case Simm16:
		o.Kind, o.Val = KindImm, uint32(int32(int16(d.get(a.Role))))
		return o, nil
	case Rel16:
		o.Kind, o.Val = KindLabel, uint32(int32(int16(d.get(a.Role))))
		return o, nil
	case Imm16, EndT, WaitT, MsgT, HwregT, ProbeT, GprIdx, TargetT, ParamT:
		o.Kind, o.Val = KindImm, d.get(a.Role)
		return o, nil
	case AttrT, AttrHT:
		if m.High && a.Type == AttrT {
			return o, errors.New("the upper half of a 32-bit attribute")
		}
		o.Kind, o.Val = KindImm, uint32(m.Attr)<<2|uint32(m.Chan)
		return o, nil
	}
	switch {
	case a.Role == 'K':
		o.Code = CodeLiteral
	case a.Role == 'f':
		if err := d.scalarOffset(&o); err != nil || o.Kind == KindImm {
			return o, err
		}
	default:
		o.Code = d.code(a)
		d.memory(a, &o)
	}
	if o.Kind == KindOff {
		o.Code, o.Dwords = 0, 0
		return o, nil
	}
	if o.Code == CodeLiteral {
		return o, d.literal(a, &o)
	}
	o.Code = alignCode(d.f.Gen, o.Code, int(o.Dwords))
	if a.Type == ExpT {
		if m.DMask>>(a.Role-'a')&1 == 0 {
			o.Kind, o.Code, o.Dwords = KindOff, 0, 0
			return o, nil
		}
	}
	return o, d.checkReg(a, &o)
}

// code is the 9-bit source code that a field holds.
func (d *decoder) code(a *Arg) uint16 {
	v := uint16(d.get(exportField(d.in, a.Role)))
	if d.sub != nil {
		switch {
		case a.Role == 'a':
			v = uint16(d.subget('a'))
			if d.subget('P') == 0 {
				v += CodeVGPR
			}
			return v
		case a.Role == 'b' && d.subget('Q') != 0:
			return v
		}
	}
	switch a.Role {
	case 's':
		return v * 2 // pairs
	case 'r', 'q':
		return v * 4 // quads
	case 't':
		return v
	}
	// An 8-bit field of a vector format is a VGPR, except for a destination in scalar registers.
	if d.f.vector() && d.l.width(a.Role) == 8 && a.Type != Mask && a.File != 's' {
		v += CodeVGPR
	}
	return v
}

// exportField is the field that holds the operand with a role: its own, but for compressed exports,
// where one register holds two channels.
func exportField(in *Inst, role byte) byte {
	if in.Form.Fmt == EXP && in.Mod.Compr && role >= 'a' {
		return 'a' + (role-'a')/2
	}
	return role
}

// vector reports whether the 8-bit fields of the format are vector registers.
func (f *Form) vector() bool { return f.Fmt >= VOP2 && f.Fmt <= EXP }

// isVALU reports whether the format is one of the vector ALU's, whose sources have abs, neg or
// selects.
func (f *Form) isVALU() bool { return f.Fmt >= VOP2 && f.Fmt <= VINTRP }

// isSALU reports whether the format is one of the scalar ALU's.
func (f *Form) isSALU() bool { return f.Fmt >= SOP2 && f.Fmt <= SOPP }

// literal reads the dword behind the instruction. Several operands can be the one literal.
func (d *decoder) literal(a *Arg, o *Operand) error {
	if a.File != 0 && a.File != 'l' || a.Write {
		return fmt.Errorf("operand %c: a literal is no register", o.Role)
	}
	if d.l.words == 2 && d.f.Fmt != SMRD || d.sub != nil {
		return fmt.Errorf("operand %c: no literal there", o.Role)
	}
	if d.have < 8 {
		return ErrShort
	}
	d.in.Len = 8
	o.Val = d.in.Word[1]
	return nil
}

// scalarOffset reads the offset of SMRD and SMEM: an immediate, or the code of a register.
func (d *decoder) scalarOffset(o *Operand) error {
	m := &d.in.Mod
	switch {
	case m.Imm && !m.SOE:
		o.Kind, o.Val = KindImm, uint32(m.Offset)
	case m.SOE:
		// Both IMM settings take the register from SOFFSET; with IMM the offset is added (errata
		// M-7).
		o.Code = uint16(d.get('t'))
	case d.f.Fmt == SMRD:
		o.Code = uint16(m.Offset)
		if o.Code == CodeLiteral && !d.f.Has(FeatureSMRDLiteral) {
			return errors.New("a literal offset exists from GCN 1.1 on (errata R-2)")
		}
		if o.Code >= CodeZero && o.Code != CodeLiteral {
			return errors.New("the offset is neither a scalar register nor a literal (errata R-3)")
		}
	default:
		o.Code = uint16(m.Offset) & 0x7f
	}
	if !m.Imm {
		m.Offset = 0
	}
	return nil
}

// absent reports whether the modifiers leave an operand out: the data of a load to LDS, the result
// of a FLAT atomic without GLC.
func (d *decoder) absent(a *Arg) bool {
	if a.Role != 'd' {
		return false
	}
	switch d.f.Fmt {
	case MUBUF:
		return d.in.Mod.LDS
	case FLAT, GLOBAL, SCRATCH:
		return d.in.Mod.LDS || !d.in.Mod.GLC && d.f.memory().Kind == MemAtomic
	}
	return false
}

// memory is the meaning of a memory instruction, the zero value where the form is none.
func (f *Form) memory() Memory {
	m, _ := f.Desc.Do.(Memory)
	return m
}

// memory sets kind and width of an operand that depend on modifiers.
func (d *decoder) memory(a *Arg, o *Operand) {
	m := &d.in.Mod
	noBase := (d.f.Fmt == GLOBAL || d.f.Fmt == SCRATCH) && d.get('t') == 0x7f
	switch a.Role {
	case 't':
		if noBase {
			o.Kind = KindOff
		}
	case 'v':
		switch d.f.Fmt {
		case MUBUF, MTBUF:
			switch {
			case m.Addr64 || m.OffEn && m.IdxEn:
			case m.OffEn || m.IdxEn:
				o.Dwords = 1
			default:
				o.Kind = KindOff
			}
		case GLOBAL:
			if !noBase {
				o.Dwords = 1
			}
		case SCRATCH:
			if !noBase {
				o.Kind = KindOff
			}
		}
	case 'd':
		switch d.f.Fmt {
		case MIMG:
			o.Dwords = d.image(o.Dwords)
		case MUBUF, FLAT:
			if m.TFE {
				o.Dwords++
			}
		}
	}
}

// image is the data width of an image instruction: one register for each component of DMASK, and
// one for the status of TFE. least is the row's width.
func (d *decoder) image(least uint8) uint8 {
	m, mem := &d.in.Mod, d.f.memory()
	n := uint8(0)
	for v := m.DMask; v != 0; v &= v - 1 {
		n++
	}
	n = max(n, 1)
	if mem.Half {
		n = 4
	}
	if m.D16 && d.f.Has(FeaturePackedD16) {
		n = (n + 1) / 2
	}
	if m.TFE {
		n++
	}
	// Where LLVM has no form of this width it prints the row's.
	if mem.Kind == MemAtomic && (n < least || n > 2*least+1) || mem.Half && n == 3 || d.get('d')+uint32(n) > 256 {
		return least
	}
	return n
}

// checkReg reports whether the register of an operand exists and may stand there.
func (d *decoder) checkReg(a *Arg, o *Operand) error {
	var buf [24]byte
	if _, ok := appendReg(buf[:0], d.f.Gen, o.Code, int(o.Dwords)); !ok {
		return fmt.Errorf("operand %c: no operand of %d dwords has code %d", o.Role, o.Dwords, o.Code)
	}
	bad := false
	switch {
	case d.f.Fmt == SMEM && a.Role == 'd':
		// Errata M-9: SGPRs and VCC only.
		bad = o.Code == CodeM0 || o.Code&^1 == CodeExecLo
	case a.Type == Mask && !a.Write:
		bad = o.IsConst() || o.IsVGPR()
	case a.File == 'v':
		bad = !o.IsVGPR() && o.Code != codeNull && (a.Write || o.Code != CodeLDSDirect || d.f.arg('d').File != 's')
	case a.Write:
		bad = !o.IsVGPR() && !o.IsSGPR()
	case a.Role == 't':
		// as LLVM's register classes
		bad = o.Code == CodeLDSDirect || d.f.Fmt == GLOBAL && o.Code&^1 == CodeExecLo && !d.in.Mod.LDS
	case d.f.isSALU():
		bad = o.Code == CodeLDSDirect || a.File == 's' && o.IsConst()
	case a.File == 's', a.File == 'l':
		// as LLVM's register classes: before GCN 1.2 v_writelane_b32 takes what LDS has for its data
		bad = o.IsVGPR() || o.Code == CodeLDSDirect && (a.File == 's' || d.f.Fmt == VOP3)
	}
	if bad {
		return fmt.Errorf("operand %c: code %d is not a register that it can use", o.Role, o.Code)
	}
	return nil
}

// sourceMods returns the sources that are floating-point numbers, on which abs and neg act, and the
// others; one bit each.
func (f *Form) sourceMods() (float, integer uint8) {
	for i := range f.Args {
		a := &f.Args[i]
		s := sourceIndex(a.Role)
		switch {
		case s < 0 || a.Type == Mask || a.Type == ParamT:
		case a.Type.IsFloat() || f.Desc.Flag&HasMods != 0:
			float |= 1 << s
		default:
			integer |= 1 << s
		}
	}
	return float, integer
}

// signed are the sources that SDWA can sign-extend, one bit each. AMD's manuals except none; LLVM takes those of
// v_cndmask_b32 for floating point, Mesa's compiler extends them.
func (f *Form) signed() uint8 {
	float, integer := f.sourceMods()
	if f.Desc.Flag&HasMods != 0 {
		integer |= float
	}
	return integer
}

// hasFloat reports whether a source is a floating-point number.
func (f *Form) hasFloat() bool {
	float, _ := f.sourceMods()
	return float != 0
}

// sources has one bit for each source.
func (f *Form) sources() uint8 {
	float, integer := f.sourceMods()
	return float | integer
}

// result is the type of the destination.
func (f *Form) result() Type {
	if a := f.arg('d'); a != nil {
		return a.Type
	}
	return NoType
}

// checkMods reports source and result modifiers that the form does not have.
func (d *decoder) checkMods() error {
	switch {
	case d.sub != nil:
		return d.checkSub()
	case d.f.Fmt == VOP3 || d.f.Fmt == VOP3B:
		return d.checkVOP3()
	case d.f.Fmt == VOP3P:
		m := &d.in.Mod
		all := d.f.sources()
		if (m.Neg|m.NegHi|m.OpSel)&^all != 0 {
			return errors.New("modifiers of a source that does not exist")
		}
		if d.f.bytes() && m.OpSel != 0 {
			return errors.New("op_sel of sources that have no halves")
		}
		if m.OpSelHi &= all; d.f.bytes() {
			m.OpSelHi = all // these bits do nothing
		}
	}
	return nil
}

func (d *decoder) checkVOP3() error {
	m, f := &d.in.Mod, d.f
	float, integer := f.sourceMods()
	if m.Abs|m.Neg != 0 {
		if float != 0 && f.result() != Mask {
			// v_ldexp and the like: the bits exist and do nothing.
			m.Abs, m.Neg = m.Abs&^integer, m.Neg&^integer
		}
		if (m.Abs|m.Neg)&^float != 0 {
			return errors.New("abs or neg of a source that has none")
		}
	}
	if m.Omod != 0 && !f.hasOmod3(float) {
		return errors.New("omod of a result that has none")
	}
	if m.Clamp && !f.hasClamp(float, integer) {
		return errors.New("clamp of a result that has none")
	}
	switch {
	case f.Desc.Flag&OpSel == 0 || !f.Has(FeatureOpSel):
		m.OpSel = 0 // these bits do nothing
	case f.hasRole('z'):
		m.OpSel &^= 2 // interpolation: attribute, third source and result have halves
	case m.OpSel&7&^(float|integer) != 0:
		return errors.New("op_sel of a source that does not exist")
	}
	return nil
}

// hasOmod3 reports whether the VOP3 form has output modifiers: results that are floating-point
// numbers or made from one.
func (f *Form) hasOmod3(float uint8) bool {
	switch {
	case f.Desc.Flag&NoOmod != 0:
		return false
	case f.Desc.Flag&HasOmod != 0 || f.hasOmod():
		return true
	}
	switch f.result() {
	case I16, U16, I32, U32:
		return float != 0
	}
	return false
}

// hasClamp reports whether the VOP3 form has CLAMP.
func (f *Form) hasClamp(float, integer uint8) bool {
	flag := f.Desc.Flag
	switch {
	case flag&NoClamp != 0 || f.result() == Mask && integer != 0 && f.Fmt == VOP3:
		return false
	case flag&(IntClamp|HasClamp) != 0 && f.Has(FeatureIntClamp) || flag&HasClampG9 != 0 && f.Has(FeatureOpSel):
		return true
	}
	return float != 0 || f.hasOmod()
}

// checkSub checks the modifiers of the second dword of SDWA and DPP.
func (d *decoder) checkSub() error {
	m, f := &d.in.Mod, d.f
	float, integer := f.sourceMods()
	if d.in.Sub == DPP && float != 0 {
		m.Abs, m.Neg = m.Abs&^integer, m.Neg&^integer // these bits do nothing
	}
	sext := b2u(m.SDWA.Sext[0]) | b2u(m.SDWA.Sext[1])<<1
	switch {
	case (m.Abs|m.Neg)&^float != 0:
		return errors.New("abs or neg of a source that is not floating point")
	case uint8(sext)&^f.signed() != 0:
		return errors.New("sext of a source that is no integer")
	case uint8(sext)&(m.Abs|m.Neg) != 0:
		return errors.New("sext, and abs or neg, of one source")
	case m.Omod != 0 && !f.hasOmod():
		return errors.New("omod of a result that is not floating point")
	}
	if d.in.Sub == DPP {
		if c := &m.DPP; !c.Valid() {
			return fmt.Errorf("DPP_CTRL %#x is reserved", c.Ctrl)
		}
		return nil
	}
	if f.Fmt == VOP1 && (m.SDWA.Sel[1] != 0 || (m.Abs|m.Neg)&2 != 0 || m.SDWA.Sext[1] || d.subget('Q') != 0) {
		return errors.New("selects of a second source")
	}
	if f.Fmt == VOPC {
		m.SDWA.DstSel, m.SDWA.DstUnused = 0, 0 // these bits do nothing
	}
	if m.SDWA.Sel[0] == 7 || m.SDWA.Sel[1] == 7 || m.SDWA.DstUnused == 3 || m.SDWA.DstSel == 7 {
		return errors.New("a select of 7 or an unused-mode of 3 is reserved")
	}
	return nil
}

// hasOmod reports whether the result is one floating-point number.
func (f *Form) hasOmod() bool {
	t := f.result()
	return t == F16 || t == F32 || t == F64
}

// check holds what concerns several operands or modifiers, and fields that must be zero.
func (d *decoder) check() error {
	m, f := &d.in.Mod, d.f
	switch f.Fmt {
	case SMEM:
		if m.Imm && !f.hasRole('f') {
			return errors.New("an immediate offset where there is no address")
		}
	case DS:
		return d.checkDS()
	case MUBUF, MTBUF, GLOBAL, SCRATCH:
		return d.checkBuffer()
	case MIMG:
		if !f.hasRole('q') && d.get('q') != 0 {
			return errors.New("a sampler where there is none")
		}
		if m.D16 && (f.Desc.Flag&NoD16 != 0 || f.memory().Kind == MemAtomic) {
			return errors.New("d16 of an instruction that has none")
		}
	}
	return nil
}

// checkDS: unused operands are zero, and GDS is set where the instruction works on GDS only.
func (d *decoder) checkDS() error {
	for _, c := range [...]byte{'a', 'b', 'd', 'v'} {
		if !d.f.hasRole(c) && d.get(c) != 0 {
			return fmt.Errorf("field %c of an operand that it does not have is %#x", c, d.get(c))
		}
	}
	m := &d.in.Mod
	switch d.f.memory().Kind {
	case MemNop:
		if m.GDS || m.Offset != 0 {
			return errors.New("an offset or gds where there is no address")
		}
	case MemPermute, MemBPermute:
		if m.GDS {
			return errors.New("gds of an exchange between lanes")
		}
	case MemGwsBR, MemGwsInit, MemGwsV, MemGwsP, MemGwsRelease, MemGwsBarrier, MemOrdered:
		if !m.GDS {
			return errors.New("it needs gds")
		}
	}
	return nil
}

// checkBuffer: LDS is for plain loads of at most a dword, TFE excludes it; atomics have neither.
func (d *decoder) checkBuffer() error {
	m, mem := &d.in.Mod, d.f.memory()
	switch {
	case mem.Kind == MemInvalidate:
		if m.OffEn || m.IdxEn || m.GLC || m.LDS || m.TFE || d.in.Word[0]>>15&1 != 0 {
			return errors.New("modifiers of a cache operation")
		}
		*m = Mods{}
	case mem.Kind == MemLdsStore:
		if !m.LDS || m.OffEn || m.IdxEn || m.TFE {
			return errors.New("it needs lds and takes no address or tfe")
		}
	case m.TFE && (m.LDS || mem.Kind == MemAtomic || d.f.Fmt == MTBUF):
		return errors.New("tfe of an instruction that has none")
	case m.LDS && (mem.Kind != MemLoad && mem.Kind != MemLoadFormat || mem.Size > 4 || mem.D16 != D16None):
		return errors.New("lds of an instruction that has none")
	}
	return nil
}
