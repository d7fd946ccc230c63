package isa

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
)

// Bits draws the encoding of the form, most significant bit first. A "|" stands between dwords, of
// which the one at the lower address comes first. '0' and '1' are fixed bits, the opcode's among
// them; '.' is ignored. A letter is a bit of the field with that letter: the role of an operand
// (see [Arg]), or a modifier.
func (f *Form) Bits() string { return drawn(f.layout, uint32(f.Op)) }

// SubBits draws the second dword of the form in SDWA or DPP, as [Form.Bits] does, and "" where the
// form has none.
func (f *Form) SubBits(sub Format) string {
	switch {
	case f.Fmt != VOP1 && f.Fmt != VOP2 && f.Fmt != VOPC:
		return ""
	case sub == SDWA && f.HasSDWA():
		if f.Fmt == VOPC && f.table.layouts[SDWAB] != nil {
			sub = SDWAB
		}
	case sub == DPP && f.HasDPP():
	default:
		return ""
	}
	return drawn(f.table.layouts[sub], 0)
}

// drawn is the picture of a layout with its opcode filled in, a space between fields.
func drawn(l *layout, op uint32) string {
	bits := [64]byte{}
	for i := range bits {
		bits[i] = '.'
		word, bit := i/32, 31-i%32
		if l.mask[word]>>bit&1 != 0 {
			bits[i] = '0' + byte(l.match[word]>>bit&1)
		}
	}
	for c, spans := range l.field {
		for _, s := range spans {
			for bit := s.lo; bit < s.lo+s.width; bit++ {
				bits[int(s.word)*32+31-int(bit)] = byte(c)
			}
		}
	}
	var number [2]uint32
	l.put(&number, 'o', op)
	var b strings.Builder
	kind := func(c byte) byte {
		if c == '1' {
			return '0'
		}
		return c
	}
	for i := range 32 * int(l.words) {
		switch {
		case i == 32:
			b.WriteString(" | ")
		case i > 0 && kind(bits[i]) != kind(bits[i-1]):
			b.WriteByte(' ')
		}
		c := bits[i]
		if c == 'o' {
			c = '0' + byte(number[i/32]>>(31-i%32)&1)
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Example is an instruction of the form that assembles, with small register numbers: vector and
// scalar registers from 4 on, without modifiers where the form can be without. It is false for
// forms that need more luck than is tried.
func (f *Form) Example() (Inst, bool) {
	r := rand.New(rand.NewPCG(1, uint64(f.Op)))
	for try := range 200 {
		w := f.layout.match
		f.layout.put(&w, 'o', uint32(f.Op))
		next := uint32(4)
		for i := range f.Args {
			a := &f.Args[i]
			v := next
			switch width := f.layout.width(a.Role); {
			case width == 0:
				continue
			case a.Role == 's': // pairs of registers
				v /= 2
			case a.Role == 'r' || a.Role == 'q': // groups of four
				v /= 4
			case width == 9 && f.vector() && a.File != 's' && a.File != 'l':
				v += CodeVGPR
			case a.Type == AttrT || a.Type == AttrHT || a.Type == ParamT || a.Type == TargetT || a.Role == 'i':
				v = 0
			}
			if try > 0 && r.IntN(3) == 0 {
				v = r.Uint32() & (1<<f.layout.width(a.Role) - 1)
			}
			f.layout.put(&w, a.Role, v)
			next += 4
		}
		for _, m := range []byte("mwOGS") { // masks, offen; gds and lds where nothing else will do
			if n := f.layout.width(m); n > 0 && (m == 'm' || m == 'w' || m == 'O' && try&1 == 0 || try > 10 && r.IntN(2) == 0) {
				f.layout.put(&w, m, 1)
			}
		}
		if try > 20 {
			w[1] ^= r.Uint32() & r.Uint32() & r.Uint32() &^ f.layout.mask[1]
		}
		var code [8]byte
		binary.LittleEndian.PutUint32(code[:], w[0])
		binary.LittleEndian.PutUint32(code[4:], w[1])
		in, err := f.table.decode(code[:])
		if err != nil || in.Form != f || Executable(&in) != nil {
			continue
		}
		if back, err := f.table.parse(in.String(), SyntaxLLVM, nil); err == nil && back.Form.Base() == f.Base() {
			return in, true
		}
	}
	return Inst{}, false
}
