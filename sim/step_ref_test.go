package sim_test

import (
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/vecref"
	"github.com/gcnsim/gcnsim/sim"
)

// The vector ALU around its arithmetic, a second time: where operands come from, what the modifiers
// do to them, which lanes are written and where a result goes, lane by lane from the AMD manuals
// and semantics.md 20-23, 27, 34, 53 and 56-59. What is computed in a lane is package vecref's.

// stepState is everything that a vector instruction can see or change.
type stepState struct {
	s    [256]uint32 // by operand code
	v    [256]isa.Row
	scc  bool
	mode uint32

	vWritten [256]uint64 // lanes that the instruction wrote
	sWritten [4]uint64   // scalar registers that it wrote, one bit each
}

func (st *stepState) s64(code int) uint64 { return uint64(st.s[code]) | uint64(st.s[code+1])<<32 }
func (st *stepState) setS64(code int, v uint64) {
	st.s[code], st.s[code+1] = uint32(v), uint32(v>>32)
}

// writeS64 is setS64 by the instruction.
func (st *stepState) writeS64(code int, v uint64) {
	st.setS64(code, v)
	st.sWritten[code/64] |= 3 << (code % 64)
}

// stepMode reads MODE: FP_ROUND 3:0, FP_DENORM 7:4, DX10_CLAMP 8, IEEE 9, FP16_OVFL 23 on GCN 1.4.
func stepMode(mode uint32, g isa.Gen) (m isa.FPMode) {
	field := func(round, denorm uint32) (r isa.FPRule) {
		r = [4]isa.FPRule{isa.RoundNearest, isa.RoundUp, isa.RoundDown, isa.RoundZero}[round&3]
		if denorm&1 != 0 {
			r |= isa.DenormIn
		}
		if denorm&2 != 0 {
			r |= isa.DenormOut
		}
		return r
	}
	m.F32 = field(mode, mode>>4)
	m.F64 = field(mode>>2, mode>>6)
	m.F16 = m.F64
	if mode>>23&1 != 0 && g == isa.GCN14 {
		m.F16 |= isa.FP16Ovfl
	}
	m.DX10Clamp, m.IEEE = mode>>8&1 != 0, mode>>9&1 != 0
	return m
}

// constant is the value of an inline constant or literal for an operand type (semantics.md 56).
func stepConstant(o isa.Operand) (v uint64, ok bool) {
	floats := [9]struct {
		h uint16
		s uint32
		d uint64
	}{
		{0x3800, 0x3f000000, 0x3fe0000000000000}, {0xb800, 0xbf000000, 0xbfe0000000000000}, // 0.5, -0.5
		{0x3c00, 0x3f800000, 0x3ff0000000000000}, {0xbc00, 0xbf800000, 0xbff0000000000000}, // 1, -1
		{0x4000, 0x40000000, 0x4000000000000000}, {0xc000, 0xc0000000, 0xc000000000000000}, // 2, -2
		{0x4400, 0x40800000, 0x4010000000000000}, {0xc400, 0xc0800000, 0xc010000000000000}, // 4, -4
		{0x3118, 0x3e22f983, 0x3fc45f306dc9c882}, // 1/(2*pi)
	}
	wide := o.Type.Dwords() == 2
	switch c := int(o.Code); {
	case c >= 128 && c <= 192:
		return uint64(c - 128), true
	case c > 192 && c <= 208:
		return uint64(int64(192 - c)), true
	case c >= 240 && c <= 248:
		switch {
		case wide:
			return floats[c-240].d, true
		case o.Type == isa.F16 || o.Type == isa.V2F16:
			return uint64(floats[c-240].h), true
		}
		return uint64(floats[c-240].s), true
	case c == 255 && o.Type == isa.F64:
		return uint64(o.Val) << 32, true
	case c == 255 && o.Type == isa.I64:
		return uint64(int64(int32(o.Val))), true
	case c == 255:
		return uint64(o.Val), true
	}
	return 0, false
}

// bit is bit i of a mask.
func bit(m uint64, i int) bool { return m>>i&1 != 0 }

// indexBit is the bit of M0[15:12] that has the register of an operand indexed: 0-2 the sources, 3
// the destination. The literal is source 1 of v_madmk and its register source 2 (Vega ISA, "VGPR
// Indexing").
func indexBit(f *isa.Form, role byte) int {
	switch {
	case role == 'd':
		return 3
	case role == 'b' && strings.HasPrefix(f.Desc.Name, "v_madmk"):
		return 2
	}
	return int(role - 'a')
}

// register is the vector register that an operand names: with GPR indexing M0[7:0] is added where
// the operand's bit is set. Registers past the last one have numbers of 256 and more.
func (st *stepState) register(o isa.Operand, which int) int {
	n := int(o.Code) - 256
	if st.mode>>27&1 != 0 && st.s[124]>>(12+which)&1 != 0 {
		n += int(st.s[124] & 255)
	}
	return n
}

// source reads a source operand in one lane. A vector register out of range is VGPR 0 (semantics.md
// 55).
func (st *stepState) source(o isa.Operand, which, lane int) (v [4]uint32) {
	if c, ok := stepConstant(o); ok {
		return [4]uint32{uint32(c), uint32(c >> 32)}
	}
	flag := func(b bool) [4]uint32 {
		if b {
			return [4]uint32{1}
		}
		return [4]uint32{}
	}
	switch {
	case o.Code >= 256:
		n := st.register(o, which)
		if n+int(o.Dwords) > 256 {
			n = 0
		}
		for j := range int(o.Dwords) {
			v[j] = st.v[n+j][lane]
		}
	case o.Code == 251:
		return flag(st.s64(106) == 0)
	case o.Code == 252:
		return flag(st.s64(126) == 0)
	case o.Code == 253:
		return flag(st.scc)
	default:
		for j := range int(o.Dwords) {
			v[j] = st.s[int(o.Code)+j]
		}
	}
	return v
}

// dppLane is the lane that lane l reads under a DPP control, -1 where there is none (Vega ISA,
// table "DPP_CTRL"; semantics.md 59).
func dppLane(ctrl uint16, l int) int {
	n, row, k := l%16, l/16, int(ctrl%16)
	inRow := func(p int) int {
		if p < 0 || p > 15 {
			return -1
		}
		return row*16 + p
	}
	inWave := func(p int) int {
		if p < 0 || p > 63 {
			return -1
		}
		return p
	}
	switch {
	case ctrl <= 0xff:
		sel := [4]int{int(ctrl % 4), int(ctrl / 4 % 4), int(ctrl / 16 % 4), int(ctrl / 64)}
		return l/4*4 + sel[l%4]
	case ctrl >= 0x101 && ctrl <= 0x10f:
		return inRow(n + k)
	case ctrl >= 0x111 && ctrl <= 0x11f:
		return inRow(n - k)
	case ctrl >= 0x121 && ctrl <= 0x12f:
		return inRow((n + 16 - k) % 16)
	case ctrl == 0x130:
		return inWave(l + 1)
	case ctrl == 0x134:
		return (l + 1) % 64
	case ctrl == 0x138:
		return inWave(l - 1)
	case ctrl == 0x13c:
		return (l + 63) % 64
	case ctrl == 0x140:
		return inRow(15 - n)
	case ctrl == 0x141:
		return row*16 + n/8*8 + 7 - n%8
	case ctrl == 0x142 && row > 0:
		return (row-1)*16 + 15
	case ctrl == 0x143 && l >= 32:
		return 31
	}
	return -1
}

// field cuts an SDWA selection out of a dword: 0-3 bytes, 4 and 5 words, 6 all.
func field(sel uint8) (shift, width uint) {
	switch {
	case sel < 4:
		return 8 * uint(sel), 8
	case sel < 6:
		return 16 * uint(sel-4), 16
	}
	return 0, 32
}

func selected(v uint32, sel uint8, sext bool) uint32 {
	shift, width := field(sel)
	u := uint64(v) >> shift & (1<<width - 1)
	if sext && u>>(width-1) == 1 {
		u |= ^uint64(0) << width
	}
	return uint32(u)
}

// placed puts a sub-dword result into its register (semantics.md 58).
func placed(v, old uint32, s isa.SDWAMods) uint32 {
	shift, width := field(s.DstSel)
	if width == 32 {
		return v
	}
	var d uint32
	top := v>>(width-1)&1 == 1
	for i := range uint(32) {
		var one bool
		switch {
		case i >= shift && i < shift+width:
			one = v>>(i-shift)&1 == 1
		case s.DstUnused == 1:
			one = i >= shift+width && top
		case s.DstUnused == 2:
			one = old>>i&1 == 1
		}
		if one {
			d |= 1 << i
		}
	}
	return d
}

// keepsUpper are the instructions of GCN 1.4 whose 16-bit result leaves the upper half of its
// register alone; all others, and all of GCN 1.2, clear it (LLVM
// GCNSubtarget::zeroesHigh16BitsOfDest; semantics.md 23).
var keepsUpper = []string{"v_mac_f16", "v_madmk_f16", "v_madak_f16", "v_mad_f16", "v_mad_u16", "v_mad_i16", "v_fma_f16", "v_div_fixup_f16",
	"v_add_i16", "v_sub_i16", "v_min3_f16", "v_min3_i16", "v_min3_u16", "v_max3_f16", "v_max3_i16", "v_max3_u16", "v_med3_f16", "v_med3_i16", "v_med3_u16"}

// negates reports whether abs and neg act on a source: on floating-point numbers, and in
// v_cndmask_b32 (semantics.md 20, 28).
func negates(f *isa.Form, t isa.Type) bool { return t.IsFloat() || f.Desc.Name == "v_cndmask_b32" }

// signed applies abs, then neg.
func signed(v [4]uint32, t isa.Type, abs, neg bool) [4]uint32 {
	j, sign := 0, uint32(1)<<31
	switch {
	case t == isa.F16:
		sign = 1 << 15
	case t.Dwords() == 2:
		j = 1
	}
	if abs {
		v[j] &^= sign
	}
	if neg {
		v[j] ^= sign
	}
	return v
}

// stepInst is an instruction with its operands by what they are.
type stepInst struct {
	*isa.Inst
	src      [3]*isa.Operand
	dst      *isa.Operand
	typ      isa.Type // of dst
	mask, in int      // codes of mask result and condition mask, -1 for none
	k        uint32
	packed   bool
	mix      bool
	dot      bool
}

func newStepInst(in *isa.Inst) *stepInst {
	x := &stepInst{Inst: in, mask: -1, in: -1}
	for i, a := range in.Form.Args {
		o := &in.Ops[i]
		switch {
		case a.Type == isa.Mask && a.Write:
			x.mask = int(o.Code)
		case a.Type == isa.Mask:
			x.in = int(o.Code)
		case a.Role == 'K':
			x.k = o.Val
		case a.Write:
			x.dst, x.typ = o, a.Type
		default:
			x.src[a.Role-'a'] = o
		}
	}
	if strings.HasPrefix(in.Form.Desc.Name, "v_div_fmas") {
		x.in = 106
	}
	x.mix = strings.Contains(in.Form.Desc.Name, "_mix")
	x.dot = strings.HasPrefix(in.Form.Desc.Name, "v_dot")
	x.packed = in.Form.Fmt == isa.VOP3P && !x.mix && !x.dot
	return x
}

// lane evaluates one lane; half is 0 but for the upper result of a packed instruction.
func (st *stepState) lane(x *stepInst, fp isa.FPMode, l, half int) *vecref.Lane {
	m := &x.Mod
	v := &vecref.Lane{Desc: x.Form.Desc, Args: x.Form.Args, Gen: x.Form.Gen, FP: fp, Clamp: m.Clamp, Index: l, K: x.k}
	if x.in >= 0 {
		v.In = bit(st.s64(x.in), l)
	}
	for i, o := range x.src {
		if o == nil {
			continue
		}
		from := l
		if x.Sub == isa.DPP && i == 0 {
			from = dppLane(m.DPP.Ctrl, l)
		}
		var s [4]uint32
		if from >= 0 && (x.Sub != isa.DPP || i != 0 || bit(st.s64(126), from)) {
			o := *o
			if x.mix && bit(uint64(m.OpSelHi), i) {
				o.Type = isa.F16 // a constant is a half where the source is one
			}
			s = st.source(o, indexBit(x.Form, o.Role), from)
		}
		abs, neg, hi := bit(uint64(m.Abs), i), bit(uint64(m.Neg), i), bit(uint64(m.OpSel), i)
		switch {
		case x.mix:
			s[0] = vecref.MixSource(s[0], bit(uint64(m.OpSelHi), i), hi, bit(uint64(m.NegHi), i), neg, fp)
		case x.dot && o.Type.IsPacked(): // two halves, chosen and negated each for itself
			pick := func(high, negative bool) uint32 {
				v := s[0]
				if high {
					v >>= 16
				}
				if negative && o.Type == isa.V2F16 {
					v ^= 0x8000
				}
				return v & 0xffff
			}
			s[0] = pick(hi, bit(uint64(m.Neg), i)) | pick(bit(uint64(m.OpSelHi), i), bit(uint64(m.NegHi), i))<<16
		case x.dot:
			if i == 2 && o.Type == isa.F32 && bit(uint64(m.Neg), i) {
				s[0] ^= 1 << 31
			}
		case x.packed:
			if half == 1 {
				hi, neg = bit(uint64(m.OpSelHi), i), bit(uint64(m.NegHi), i)
			}
			if hi {
				s[0] >>= 16
			}
			if o.Type == isa.V2F16 && neg {
				s[0] ^= 0x8000
			}
		default:
			if (x.Sub == isa.SDWA || x.Sub == isa.SDWAB) && i < 2 {
				s[0] = selected(s[0], m.SDWA.Sel[i], m.SDWA.Sext[i])
			}
			if hi && o.Type.Is16() {
				s[0] >>= 16
			}
			if negates(x.Form, o.Type) {
				s = signed(s, o.Type, abs, neg)
			}
		}
		v.Src[i] = s
	}
	if x.dst != nil {
		for j := range int(x.dst.Dwords) {
			v.Old[j] = st.v[st.register(*x.dst, 3)+j][l]
		}
	}
	v.Eval()
	return v
}

// place makes the registers of the destination from a result.
func (x *stepInst) place(v uint64, old uint32, fp isa.FPMode) [2]uint32 {
	m := &x.Mod
	if x.mix {
		if x.typ == isa.F16 {
			v = uint64(vecref.MixHalf(uint32(v), fp))
		}
	} else {
		v = vecref.Omod(v, x.typ, m.Omod, fp)
	}
	if m.Clamp {
		v = vecref.Clamp(v, x.typ, fp)
	}
	lo := uint32(v)
	keep := x.Form.Gen == isa.GCN14 && slices.Contains(keepsUpper, x.Form.Base())
	switch name := x.Form.Desc.Name; {
	case strings.HasSuffix(name, "_mixhi_f16"):
		lo = old&0xffff | lo<<16
	case strings.HasSuffix(name, "_mixlo_f16"):
		lo = old&^0xffff | lo&0xffff
	case x.Sub == isa.SDWA:
		if x.typ.Is16() {
			lo &= 0xffff
		}
		lo = placed(lo, old, m.SDWA)
	case x.typ.Is16() && m.OpSel&8 != 0:
		lo = old&0xffff | lo<<16
	case x.typ.Is16() && keep:
		lo = old&^0xffff | lo&0xffff
	case x.typ.Is16():
		lo &= 0xffff
	}
	return [2]uint32{lo, uint32(v >> 32)}
}

// step executes an instruction on the state. got is the machine after it: where a result is
// approximated, the machine's is taken if it is one of those that are right.
func (st *stepState) step(in *isa.Inst, got *sim.Wave) {
	if st.mode>>28&1 != 0 { // VSKIP
		return
	}
	x := newStepInst(in)
	fp := stepMode(st.mode, in.Form.Gen)
	exec := st.s64(126)
	out, reg, dwords := uint64(0), 0, 0
	if x.dst != nil {
		reg, dwords = st.register(*x.dst, 3), int(x.dst.Dwords)
	}
	if reg+dwords > 256 { // out of range: no result is written, mask results included (semantics.md 55)
		return
	}
	var d [4]isa.Row
	wr := exec
	for l := range isa.Lanes {
		if !bit(exec, l) {
			continue
		}
		if in.Sub == isa.DPP {
			p := &in.Mod.DPP
			from := dppLane(p.Ctrl, l)
			if from >= 0 && !bit(exec, from) {
				from = -1
			}
			if from < 0 && !p.BoundCtrl || !bit(uint64(p.RowMask), l/16) || !bit(uint64(p.BankMask), l%16/4) {
				wr &^= 1 << l
				continue
			}
		}
		v := st.lane(x, fp, l, 0)
		if v.Out {
			out |= 1 << l
		}
		switch {
		case dwords == 0:
		case dwords > 2:
			for j := range d {
				d[j][l] = v.D[j]
			}
		default:
			var hi []uint64
			if x.packed {
				hi = st.lane(x, fp, l, 1).Results()
			} else {
				hi = []uint64{0}
			}
			old := st.v[reg][l]
			list := v.Results()
			pick := func(lo, hi uint64) bool {
				var r [2]uint32
				if x.packed {
					t := isa.NoType
					if x.typ == isa.V2F16 {
						t = isa.F16
					}
					if in.Mod.Clamp {
						lo, hi = vecref.Clamp(lo, t, fp), vecref.Clamp(hi, t, fp)
					}
					r[0] = uint32(lo)&0xffff | uint32(hi)<<16
				} else {
					r = x.place(lo, old, fp)
				}
				d[0][l], d[1][l] = r[0], r[1]
				return got.V[reg][l] == r[0] && (dwords < 2 || got.V[reg+1][l] == r[1])
			}
			found := false
			for _, lo := range list {
				if found = pick(lo, hi[0]); found {
					break
				}
			}
			if !found {
				pick(list[0], hi[0])
			}
		}
	}
	for j := range dwords {
		st.vWritten[reg+j] = wr
		for l := range isa.Lanes {
			if bit(wr, l) {
				st.v[reg+j][l] = d[j][l]
			}
		}
	}
	if x.mask >= 0 {
		st.writeS64(x.mask, out) // inactive lanes have 0 (semantics.md 27)
	}
	if strings.HasPrefix(in.Form.Desc.Name, "v_cmpx") || strings.HasPrefix(in.Form.Desc.Name, "v_cmpsx") {
		st.writeS64(126, out)
	}
}
