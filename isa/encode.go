package isa

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrEncode is wrapped by every error of [Encode].
var ErrEncode = errors.New("the instruction cannot be encoded")

// Encode makes the bytes of an instruction in memory order. It is the inverse of [Decode]: operands
// and modifiers are read from in, its Word and Len are not.
func Encode(in *Inst) ([]byte, error) {
	if in == nil || in.Form == nil {
		return nil, fmt.Errorf("isa: %w: it has no form: instructions come from Decode or ParseInst", ErrEncode)
	}
	f := in.Form
	fail := func(format string, args ...any) error {
		return fmt.Errorf("isa: %s on %v: %w: %s", f.Name, f.Gen, ErrEncode, fmt.Sprintf(format, args...))
	}
	l := f.layout
	w := l.match
	n := int(l.words)
	var err error
	put := func(c byte, v uint32) {
		if !l.put(&w, c, v) && err == nil {
			err = fail("%#x does not fit field %q", v, c)
		}
	}
	put('o', uint32(f.Op))
	var sub *layout
	var sw [2]uint32
	subput := func(c byte, v uint32) {
		if !sub.put(&sw, c, v) && err == nil {
			err = fail("%#x does not fit field %q of %v", v, c, in.Sub)
		}
	}
	if in.Sub != NoFormat {
		if sub = f.table.layouts[in.Sub]; sub == nil {
			return nil, fail("%v does not exist there", in.Sub)
		}
		n = 2
	}
	encodeMods(in, sub, put, subput)
	literal, haveLiteral := uint32(0), false
	for _, o := range in.Operands() {
		if o.Kind == KindReg && o.Code == CodeLiteral {
			if haveLiteral && literal != o.Val {
				return nil, fail("two different literals")
			}
			literal, haveLiteral = o.Val, true
		}
		encodeOperand(in, l, o, put, subput)
	}
	switch in.Sub {
	case SDWA, SDWAB:
		put('a', CodeSDWA)
	case DPP:
		put('a', CodeDPP)
	}
	if err != nil {
		return nil, err
	}
	if haveLiteral {
		if n == 2 {
			return nil, fail("no room for a literal")
		}
		w[1], n = literal, 2
	}
	if sub != nil {
		w[1] = sw[0]
	}
	out := make([]byte, 4*n)
	for i := 0; i < n; i++ {
		binary.LittleEndian.PutUint32(out[4*i:], w[i])
	}
	return out, nil
}

func b2u(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// encodeMods writes the modifier fields: the inverse of decoder.mods.
func encodeMods(in *Inst, sub *layout, put, subput func(byte, uint32)) {
	m, f := &in.Mod, in.Form
	for i := range f.layout.mods {
		x := &f.layout.mods[i]
		if x.letter != 0 {
			put(x.letter, x.get(m))
		}
	}
	if sub != nil {
		for i := range sub.mods {
			x := &sub.mods[i]
			subput(x.letter, x.get(m))
		}
	}
	switch f.Fmt {
	case VOP3P:
		// Set for the sources that do not exist, as assemblers do.
		put('h', uint32(m.OpSelHi|7&^f.sources()))
	case DS:
		put('x', uint32(m.Offset)&0xff)
		put('y', uint32(m.Offset)>>8)
	case MUBUF, MTBUF:
		put('f', uint32(m.Offset))
	case FLAT, GLOBAL, SCRATCH:
		put('f', uint32(m.Offset)&(1<<f.layout.width('f')-1))
	}
}

// encodeOperand writes one operand: the inverse of decoder.operand.
func encodeOperand(in *Inst, l *layout, o Operand, put, subput func(byte, uint32)) {
	code := uint32(o.Code)
	if o.Role == 'K' {
		return
	}
	if !l.has(o.Role) && o.Role != 'z' {
		if in.Sub == SDWAB && o.Code != CodeVCCLo {
			subput('E', 1)
			subput('e', code)
		}
		return
	}
	switch o.Type {
	case AttrT, AttrHT:
		if in.Form.Fmt == VINTRP {
			put('p', o.Val>>2)
			put('n', o.Val&3)
		} else {
			put('a', o.Val>>2|o.Val&3<<6|b2u(in.Mod.High)<<8)
		}
		return
	case Simm16, Rel16:
		put(o.Role, o.Val&0xffff)
		return
	}
	if o.Kind == KindImm && o.Role != 'f' {
		put(o.Role, o.Val)
		return
	}
	switch f := in.Form; f.Fmt {
	case SMRD, SMEM:
		switch {
		case o.Role == 's':
			put('s', code/2)
		case o.Role != 'f':
			put(o.Role, code)
		case o.Kind == KindImm && f.Fmt == SMEM:
			put('f', o.Val&(1<<l.width('f')-1))
		case o.Kind == KindImm:
			put('f', o.Val)
		case in.Mod.SOE:
			put('t', code)
			if in.Mod.Imm {
				put('f', uint32(in.Mod.Offset)&(1<<l.width('f')-1))
			}
		default:
			put('f', code)
		}
		return
	case MUBUF, MTBUF, MIMG, FLAT, GLOBAL, SCRATCH, DS, EXP:
		switch {
		case o.Kind == KindOff && o.Role != 't':
		case f.Fmt == EXP:
			put(exportField(in, o.Role), code&0xff)
		case o.Role == 'r' || o.Role == 'q':
			put(o.Role, code/4)
		case o.Role == 't' && o.Kind == KindOff:
			put('t', 0x7f)
		case o.Role == 't':
			put('t', code)
		default:
			put(o.Role, code&0xff)
		}
		return
	}
	switch {
	case in.Sub != NoFormat && o.Role == 'a':
		subput('a', code&0xff)
		if !o.IsVGPR() {
			subput('P', 1)
		}
	case (in.Sub == SDWA || in.Sub == SDWAB) && o.Role == 'b' && !o.IsVGPR():
		put('b', code&0xff)
		subput('Q', 1)
	case l.width(o.Role) == 8:
		put(o.Role, code&0xff)
	default:
		put(o.Role, code)
	}
}
