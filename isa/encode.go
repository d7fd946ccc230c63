package isa

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrEncode is wrapped by every error of [Encode].
var ErrEncode = errors.New("the instruction cannot be encoded")

// Encode makes the bytes of an instruction in memory order. It is the inverse of [Decode]: operands and modifiers are read from in, its Word and
// Len are not.
func Encode(in *Inst) ([]byte, error) {
	f := in.Form
	fail := func(format string, args ...any) error {
		return fmt.Errorf("isa: %s on %v: %w: %s", f.Name, f.Gen, ErrEncode, fmt.Sprintf(format, args...))
	}
	t := mustTable()
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
		if sub = t.layouts[f.Gen.Index()][in.Sub]; sub == nil {
			return nil, fail("%v does not exist there", in.Sub)
		}
		n = 2
	}
	encodeMods(in, put, subput)
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
func encodeMods(in *Inst, put, subput func(byte, uint32)) {
	m, f := &in.Mod, in.Form
	switch f.Fmt {
	case SMRD:
		put('I', b2u(m.Imm))
	case SMEM:
		put('I', b2u(m.Imm))
		put('G', b2u(m.GLC))
		put('V', b2u(m.NV))
		put('E', b2u(m.SOE))
	case VOP3, VOP3B, VOP3P:
		abs := m.Abs
		if f.Fmt == VOP3P {
			abs = m.NegHi
		}
		put('A', uint32(abs))
		put('N', uint32(m.Neg))
		put('M', uint32(m.Omod))
		put('C', b2u(m.Clamp))
		put('H', uint32(m.OpSel))
		if f.Fmt == VOP3P {
			put('h', uint32(m.OpSelHi|7&^f.sources())) // set for the sources that do not exist, as assemblers do
		}
	case DS:
		put('G', b2u(m.GDS))
		put('x', uint32(m.Offset)&0xff)
		put('y', uint32(m.Offset)>>8)
	case MUBUF, MTBUF:
		put('f', uint32(m.Offset))
		put('O', b2u(m.OffEn))
		put('I', b2u(m.IdxEn))
		put('G', b2u(m.GLC))
		put('L', b2u(m.SLC))
		put('T', b2u(m.TFE))
		put('S', b2u(m.LDS))
		put('X', b2u(m.Addr64))
		put('D', uint32(m.DFmt))
		put('F', uint32(m.NFmt))
	case MIMG:
		put('m', uint32(m.DMask))
		put('U', b2u(m.Unorm))
		put('G', b2u(m.GLC))
		put('L', b2u(m.SLC))
		put('Y', b2u(m.DA))
		put('R', b2u(m.R128))
		put('T', b2u(m.TFE))
		put('W', b2u(m.LWE))
		put('Z', b2u(m.D16))
	case FLAT, GLOBAL, SCRATCH:
		put('G', b2u(m.GLC))
		put('L', b2u(m.SLC))
		put('T', b2u(m.TFE))
		put('V', b2u(m.NV))
		put('S', b2u(m.LDS))
		put('f', uint32(m.Offset)&(1<<f.layout.width('f')-1))
	case EXP:
		put('m', uint32(m.DMask))
		put('k', uint32(m.Target))
		put('K', b2u(m.Compr))
		put('B', b2u(m.Done))
		put('w', b2u(m.VM))
	}
	switch in.Sub {
	case SDWA, SDWAB:
		s := &m.SDWA
		subput('A', uint32(m.Abs))
		subput('N', uint32(m.Neg))
		subput('M', uint32(m.Omod))
		subput('C', b2u(m.Clamp))
		subput('l', uint32(s.Sel[0]))
		subput('m', uint32(s.Sel[1]))
		subput('X', b2u(s.Sext[0]))
		subput('Y', b2u(s.Sext[1]))
		if in.Sub == SDWA {
			subput('j', uint32(s.DstSel))
			subput('k', uint32(s.DstUnused))
		}
	case DPP:
		p := &m.DPP
		subput('A', uint32(m.Abs))
		subput('N', uint32(m.Neg))
		subput('D', uint32(p.Ctrl))
		subput('r', uint32(p.RowMask))
		subput('k', uint32(p.BankMask))
		subput('B', b2u(p.BoundCtrl))
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
