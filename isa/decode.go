package isa

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The reasons why bytes are no instruction.
var (
	ErrShort   = errors.New("the code ends inside the instruction")
	ErrFormat  = errors.New("no instruction format has this prefix")
	ErrOpcode  = errors.New("no instruction has this opcode")
	ErrOperand = errors.New("an operand is not valid here")
)

// DecodeError says why and where bytes could not be decoded.
type DecodeError struct {
	Gen    Gen    // the generation that it was decoded for
	Offset int    // byte offset in the input
	Word   uint32 // the first dword
	Detail string // which field, which value
	Err    error  // ErrShort, ErrFormat, ErrOpcode, ErrOperand
}

// Error names generation, offset, first dword and reason.
func (e *DecodeError) Error() string {
	s := fmt.Sprintf("isa: offset %#x: %08x on %v: %v", e.Offset, e.Word, e.Gen, e.Err)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the reason.
func (e *DecodeError) Unwrap() error { return e.Err }

// Decode is [Target.Decode] of the target that stands for a generation.
func Decode(g Gen, code []byte) (Inst, error) { return g.table().decode(code) }

// Decode decodes the instruction at the start of code (bytes in memory order) as the target does.
// Errors are of type *[DecodeError].
func (t Target) Decode(code []byte) (Inst, error) { return t.table().decode(code) }

func (t *table) decode(code []byte) (Inst, error) {
	var in Inst
	fail := func(err error, format string, args ...any) (Inst, error) {
		var w uint32
		if len(code) >= 4 {
			w = binary.LittleEndian.Uint32(code)
		}
		return Inst{}, &DecodeError{Gen: t.has.Gen(), Word: w, Err: err, Detail: fmt.Sprintf(format, args...)}
	}
	if len(code) < 4 {
		return fail(ErrShort, "%d bytes left", len(code))
	}
	in.Word[0] = binary.LittleEndian.Uint32(code)
	if len(code) >= 8 {
		in.Word[1] = binary.LittleEndian.Uint32(code[4:])
	}
	var l *layout
	for _, x := range t.order {
		if in.Word[0]&x.mask[0] == x.match[0] {
			l = x
			break
		}
	}
	if l == nil {
		return fail(ErrFormat, "")
	}
	op := l.get(&in.Word, 'o')
	f := t.byOp[l.fmt][op]
	if f == nil {
		return fail(ErrOpcode, "%v opcode %d", l.fmt, op)
	}
	in.Form = f
	in.Len = 4 * f.layout.words
	if len(code) < int(in.Len) {
		return fail(ErrShort, "%v takes %d bytes, %d left", f.Fmt, in.Len, len(code))
	}
	d := decoder{in: &in, f: f, l: f.layout, have: len(code)}
	if err := d.run(); err != nil {
		if errors.Is(err, ErrShort) {
			return fail(ErrShort, "%s takes a literal", f.Name)
		}
		return fail(ErrOperand, "%s: %v", f.Name, err)
	}
	return in, nil
}

// decoder holds the state of one decoding.
type decoder struct {
	in   *Inst
	f    *Form
	l    *layout
	sub  *layout // second dword of SDWA and DPP
	have int
}

func (d *decoder) get(c byte) uint32 { return d.l.get(&d.in.Word, c) }

// subget reads a field of the SDWA or DPP dword.
func (d *decoder) subget(c byte) uint32 {
	w := [2]uint32{d.in.Word[1]}
	return d.sub.get(&w, c)
}

func (d *decoder) run() error {
	if err := d.second(); err != nil {
		return err
	}
	if d.l.words == 2 && d.in.Word[1]&d.l.mask[1] != d.l.match[1] {
		return errors.New("bits that must be zero are set")
	}
	d.mods()
	if err := d.checkMods(); err != nil {
		return err
	}
	if len(d.f.Args) == 0 && (d.f.Fmt == SOPP || d.f.Fmt == VOP1 || d.f.Fmt == VOP3) {
		if v := d.get('i') | d.get('d'); v != 0 {
			return fmt.Errorf("the field of the operand that it does not have is %#x", v)
		}
	}
	for i := range d.f.Args {
		if d.absent(&d.f.Args[i]) {
			continue
		}
		o, err := d.operand(&d.f.Args[i])
		if err != nil {
			return err
		}
		d.in.Ops[d.in.NOps] = o
		d.in.NOps++
	}
	if d.in.Len == 4 {
		d.in.Word[1] = 0
	}
	return d.check()
}

// take makes the instruction one dword longer.
func (d *decoder) take() error {
	if d.in.Len == 8 {
		return errors.New("a second literal")
	}
	if d.have < 8 {
		return ErrShort
	}
	d.in.Len = 8
	return nil
}

// second finds the SDWA or DPP dword.
func (d *decoder) second() error {
	f := d.f
	if f.Fmt != VOP1 && f.Fmt != VOP2 && f.Fmt != VOPC || !f.Has(FeatureSDWA) && !f.Has(FeatureDPP) ||
		len(f.Args) == 0 {
		return nil
	}
	switch d.get('a') {
	case CodeSDWA:
		if !f.HasSDWA() {
			return errors.New("no SDWA form")
		}
		d.in.Sub = SDWA
		if f.Fmt == VOPC && f.Has(FeatureSDWASdst) {
			d.in.Sub = SDWAB
		}
	case CodeDPP:
		if !f.HasDPP() {
			return errors.New("no DPP form")
		}
		d.in.Sub = DPP
	default:
		return nil
	}
	d.sub = f.table.layouts[d.in.Sub]
	return d.take()
}

// HasSDWA reports whether the form, a VOP1, VOP2 or VOPC, has a sub-dword form.
func (f *Form) HasSDWA() bool {
	if !f.Has(FeatureSDWA) || f.Desc.Flag&NoSDWA != 0 || f.Desc.Flag&SDWAMac != 0 && !f.Has(FeatureSDWAMac) {
		return false
	}
	return f.narrow()
}

// HasDPP reports whether the form, a VOP1 or VOP2, has a data-parallel form. 64-bit operands are
// decoded as LLVM decodes them; see [Inst.Reserved].
func (f *Form) HasDPP() bool {
	return f.Has(FeatureDPP) && f.Fmt != VOPC && f.Desc.Flag&NoDPP == 0 && len(f.Args) > 0
}

// narrow reports whether no operand is wider than a dword.
func (f *Form) narrow() bool {
	for i := range f.Args {
		if t := f.Args[i].Type; t != Mask && t.Dwords() != 1 {
			return false
		}
	}
	return len(f.Args) > 0
}

// arg is the argument with a role, nil where the form has none.
func (f *Form) arg(role byte) *Arg {
	for i := range f.Args {
		if f.Args[i].Role == role {
			return &f.Args[i]
		}
	}
	return nil
}

// hasRole reports whether the form has an argument with the role.
func (f *Form) hasRole(role byte) bool { return f.arg(role) != nil }

// mods reads every modifier field that the format has.
func (d *decoder) mods() {
	m := &d.in.Mod
	for i := range d.l.mods {
		x := &d.l.mods[i]
		if x.letter != 0 {
			x.set(m, d.get(x.letter))
		}
	}
	if d.sub != nil {
		for i := range d.sub.mods {
			x := &d.sub.mods[i]
			x.set(m, d.subget(x.letter))
		}
	}
	switch d.f.Fmt {
	case DS:
		m.Offset = int32(d.get('y')<<8 | d.get('x'))
	case VINTRP:
		m.Attr, m.Chan = uint8(d.get('p')), uint8(d.get('n'))
	case VOP3:
		if d.f.hasRole('z') {
			// SRC0 is the attribute.
			v := d.get('a')
			m.Attr, m.Chan, m.High = uint8(v&63), uint8(v>>6&3), v>>8 != 0
		}
	default:
		if d.l.has('f') {
			m.Offset = signExtend(d.get('f'), d.l.width('f'), d.f.signedOffset())
		}
	}
	if (d.f.Fmt == SMRD || d.f.Fmt == SMEM) && !d.f.hasRole('f') {
		m.Offset, m.SOE = 0, false
		m.Imm = m.Imm && d.f.Fmt == SMEM
	}
	if a := d.f.arg('d'); d.f.Fmt == SMEM && (a == nil || a.Type == ProbeT || !d.f.hasRole('f')) {
		m.GLC = false // nothing to cache
	}
}

// signedOffset reports whether the immediate offset is signed.
func (f *Form) signedOffset() bool {
	return f.Fmt == SMEM && f.Has(FeatureSMEMOffsets) || f.Fmt == GLOBAL || f.Fmt == SCRATCH
}

func signExtend(v uint32, width int, signed bool) int32 {
	if !signed || width == 0 {
		return int32(v)
	}
	return int32(v<<(32-width)) >> (32 - width)
}
