package engine

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
)

// modScratch holds rows that the modifier pipeline works in.
type modScratch struct {
	src [3][2]isa.Row
	alt [4]isa.Row
}

// execVectorMods executes a VALU instruction with modifiers, sub-dword selects, a data-parallel
// permutation or 16-bit operands: sources are copied and modified, the kernel runs into scratch
// rows, the result is modified and merged.
func execVectorMods(w *Wave, r *Rec) {
	if w.Mode&(ModeGPRIdx|ModeVSkip) != 0 {
		execVectorIndexed(w, r)
		return
	}
	x, k := r.X, &w.vec
	exec := w.exec()
	w.fetch(x, 0, r.A, &k.A)
	w.fetch(x, 1, r.B, &k.B)
	w.fetch(x, 2, r.c, &k.C)
	in := &x.Inst
	// Lanes that are written: DPP can take some out.
	wr := exec
	for i, rows := range [...]*[4]*isa.Row{&k.A, &k.B, &k.C} {
		o, ok := sourceOperand(x, i)
		if !ok {
			continue
		}
		if in.Sub == isa.DPP && i == 0 {
			wr = w.dpp(&in.Mod.DPP, rows, exec)
		}
		w.modify(x, i, o, rows)
	}
	if in.Sub == isa.DPP {
		wr &= DPPMask(&in.Mod.DPP)
	}
	if x.inMask != NoMask {
		k.In = w.maskIn(x)
	}
	w.kernel(x, k, exec)
	nd := int(x.ND)
	if nd == 0 {
		x.vec(k)
		w.maskOut(x, k.Out, wr)
		return
	}
	v := int(r.D - isa.CodeVGPR)
	for j := 0; j < nd; j++ {
		k.D[j&3] = &w.dst[j&3]
		if x.alu&aluReadD != 0 {
			w.dst[j&3] = w.V[uint8(v+j)]
		}
	}
	x.vec(k)
	w.finish(x, wr, v)
	if x.MaskDst != NoMask || x.alu&aluWriteExec != 0 {
		w.maskOut(x, k.Out, wr)
	}
}

// sourceOperand returns the operand that is source i (a, b, c).
func sourceOperand(x *Bound, i int) (isa.Operand, bool) {
	j := x.role['a'+i]
	if j < 0 || x.Inst.Ops[j].Type == isa.Mask {
		return isa.Operand{}, false
	}
	return x.Inst.Ops[j], true
}

// modify applies SDWA selects, op_sel, abs and neg to source i; the rows are copied first.
func (w *Wave) modify(x *Bound, i int, o isa.Operand, rows *[4]*isa.Row) {
	m := &x.Inst.Mod
	sub := x.Inst.Sub == isa.SDWA || x.Inst.Sub == isa.SDWAB
	abs, neg := m.Abs>>i&1 != 0, m.Neg>>i&1 != 0
	if !o.Type.IsFloat() && x.Inst.Form.Desc.Flag&isa.HasMods == 0 {
		abs, neg = false, false
	}
	hi := o.Type.Is16() && m.OpSel>>i&1 != 0
	sel := uint8(6)
	sext := false
	if sub && i < 2 {
		sel, sext = m.SDWA.Sel[i], m.SDWA.Sext[i]
	}
	if !abs && !neg && !hi && sel == 6 {
		return
	}
	last := max(int(o.Dwords)-1, 0)
	dst := &w.mods.src[i][last&1]
	*dst = *rows[last]
	rows[last] = dst
	switch {
	case sel < 4:
		sh := uint(sel) * 8
		for l, v := range dst {
			v = v >> sh & 0xff
			if sext {
				v = uint32(int32(int8(v)))
			}
			dst[l] = v
		}
	case sel < 6:
		sh := uint(sel-4) * 16
		for l, v := range dst {
			v = v >> sh & 0xffff
			if sext {
				v = uint32(int32(int16(v)))
			}
			dst[l] = v
		}
	}
	if hi {
		for l, v := range dst {
			dst[l] = v >> 16
		}
	}
	// The sign bit: of the half for 16-bit operands, of the high dword for 64-bit ones.
	sign := uint32(1 << 31)
	if o.Type.Is16() {
		sign = 1 << 15
	}
	if abs {
		for l := range dst {
			dst[l] &^= sign
		}
	}
	if neg {
		for l := range dst {
			dst[l] ^= sign
		}
	}
}

// finish applies omod and clamp to the results in w.dst and writes them to the destination
// registers for the lanes of wr.
func (w *Wave) finish(x *Bound, wr uint64, v int) {
	m := &x.Inst.Mod
	f := x.Inst.Form
	t := isa.NoType
	for i, a := range f.Args {
		if a.Write && x.Inst.Ops[i].IsVGPR() {
			t = a.Type
			break
		}
	}
	w.result(t, m.Omod, m.Clamp, wr)
	row := &w.dst[0]
	old := &w.V[uint8(v)]
	switch {
	case x.Inst.Sub == isa.SDWA:
		if t.Is16() {
			for l := range row {
				row[l] &= 0xffff
			}
		}
		w.dstSel(&m.SDWA, row, old)
	case t.Is16() && f.Fmt == isa.VOP3 && m.OpSel&8 != 0:
		for l := range row {
			row[l] = old[l]&0xffff | row[l]<<16
		}
	case t.Is16() && (f.Keeps16() || f.Desc.Flag&isa.OpSel != 0):
		for l := range row {
			row[l] = old[l]&0xffff0000 | row[l]&0xffff
		}
	case t.Is16():
		for l := range row {
			row[l] &= 0xffff
		}
	}
	for j := 0; j < int(x.ND); j++ {
		merge(&w.V[uint8(v+j)], &w.dst[j&3], wr)
		w.VWritten[uint8(v+j)] |= wr
	}
}

// result applies omod and clamp to w.dst by the destination's type.
func (w *Wave) result(t isa.Type, omod uint8, clamp bool, m uint64) {
	if omod == 0 && !clamp || !t.IsFloat() {
		return
	}
	fp := w.mode()
	for ; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		switch t {
		case isa.F16:
			v := isa.OmodF16(w.dst[0][l]&0xffff, omod, fp.F16, fp.IEEE)
			if clamp {
				v = isa.ClampF16(v, fp.DX10Clamp)
			}
			w.dst[0][l] = v
		case isa.F32:
			v := isa.OmodF32(w.dst[0][l], omod, fp.F32, fp.IEEE)
			if clamp {
				v = isa.ClampF32(v, fp.DX10Clamp)
			}
			w.dst[0][l] = v
		case isa.F64:
			v := isa.OmodF64(uint64(w.dst[0][l])|uint64(w.dst[1][l])<<32, omod, fp.F64, fp.IEEE)
			if clamp {
				v = isa.ClampF64(v, fp.DX10Clamp)
			}
			w.dst[0][l], w.dst[1][l] = uint32(v), uint32(v>>32)
		}
	}
}

// dstSel places a sub-dword result: SDWA's DST_SEL and DST_UNUSED (semantics.md 58).
func (w *Wave) dstSel(s *isa.SDWAMods, row, old *isa.Row) {
	width, sh := uint(32), uint(0)
	switch {
	case s.DstSel < 4:
		width, sh = 8, uint(s.DstSel)*8
	case s.DstSel < 6:
		width, sh = 16, uint(s.DstSel-4)*16
	default:
		return
	}
	field := uint32(1<<width-1) << sh
	for l, v := range row {
		v = v << sh & field
		switch s.DstUnused {
		case 1: // sign-extend above, zero below
			v = uint32(int32(v<<(32-sh-width)) >> (32 - sh - width))
		case 2:
			v |= old[l] &^ field
		}
		row[l] = v
	}
}

// DPPMask is the lanes that row_mask and bank_mask let through.
func DPPMask(p *isa.DPPMods) uint64 {
	var bank uint64 // one row of 16 lanes: banks of 4
	for b := 0; b < 4; b++ {
		if p.BankMask>>b&1 != 0 {
			bank |= 0xf << (4 * b)
		}
	}
	var m uint64
	for r := 0; r < 4; r++ {
		if p.RowMask>>r&1 != 0 {
			m |= bank << (16 * r)
		}
	}
	return m
}

// dpp permutes source 0 and returns the lanes that may be written: without bound_ctrl, lanes that
// have no valid source keep their result register.
func (w *Wave) dpp(p *isa.DPPMods, rows *[4]*isa.Row, exec uint64) uint64 {
	src := rows[0]
	dst := &w.mods.src[0][0]
	out := &w.mods.alt[0]
	wr := exec
	for l := 0; l < 64; l++ {
		from := DPPSource(p.Ctrl, l)
		switch {
		case from >= 0 && exec>>from&1 != 0:
			out[l] = src[from]
		case p.BoundCtrl:
			out[l] = 0
		default:
			out[l] = 0
			wr &^= 1 << l
		}
	}
	*dst = *out
	rows[0] = dst
	return wr
}

// DPPSource is the lane that lane l reads under a DPP_CTRL, -1 where there is none. Source: GCN3
// and Vega ISA, "DPP"; semantics.md 59.
func DPPSource(ctrl uint16, l int) int {
	row, pos := l&^15, l&15
	k := int(ctrl & 15)
	switch {
	case ctrl < 0x100: // quad_perm
		return l&^3 | int(ctrl>>(2*uint(l&3)))&3
	case ctrl > 0x100 && ctrl < 0x110: // row_shl
		if pos+k < 16 {
			return l + k
		}
	case ctrl > 0x110 && ctrl < 0x120: // row_shr
		if pos-k >= 0 {
			return l - k
		}
	case ctrl > 0x120 && ctrl < 0x130: // row_ror
		return row | (pos-k)&15
	case ctrl == 0x130: // wave_shl
		if l < 63 {
			return l + 1
		}
	case ctrl == 0x134: // wave_rol
		return (l + 1) & 63
	case ctrl == 0x138: // wave_shr
		return l - 1
	case ctrl == 0x13c: // wave_ror
		return (l - 1) & 63
	case ctrl == 0x140: // row_mirror
		return row | 15 - pos
	case ctrl == 0x141: // row_half_mirror
		return l&^7 | 7 - l&7
	case ctrl == 0x142: // row_bcast15: rows 1-3 read the last lane of the row before
		if row > 0 {
			return row - 1
		}
	case ctrl == 0x143: // row_bcast31
		if l >= 32 {
			return 31
		}
	}
	return -1
}

// execPacked executes a packed instruction: the kernel runs once for the low and once for the high
// results (semantics.md 57).
func execPacked(w *Wave, r *Rec) {
	if w.Mode&(ModeGPRIdx|ModeVSkip) != 0 {
		execVectorIndexed(w, r)
		return
	}
	x, k := r.X, &w.vec
	m := &x.Inst.Mod
	exec := w.exec()
	var rows [3][4]*isa.Row
	w.fetch(x, 0, r.A, &rows[0])
	w.fetch(x, 1, r.B, &rows[1])
	w.fetch(x, 2, r.c, &rows[2])
	w.kernel(x, k, exec)
	f16 := x.Inst.Form.Args[0].Type == isa.V2F16
	for half := 0; half < 2; half++ {
		sel, neg := m.OpSel, m.Neg
		if half == 1 {
			sel, neg = m.OpSelHi, m.NegHi
		}
		for i, dst := range [...]*[4]*isa.Row{&k.A, &k.B, &k.C} {
			if _, ok := sourceOperand(x, i); !ok {
				continue
			}
			src, out := rows[i][0], &w.mods.src[i][0]
			sh := uint(sel>>i&1) * 16
			flip := uint32(0)
			if neg>>i&1 != 0 && f16 {
				flip = 0x8000
			}
			for l, v := range src {
				out[l] = v>>sh&0xffff ^ flip
			}
			dst[0] = out
		}
		k.D[0] = &w.mods.alt[half]
		x.vec(k)
		if f16 && m.Clamp {
			w.dst[0] = w.mods.alt[half]
			w.result(isa.F16, 0, true, exec)
			w.mods.alt[half] = w.dst[0]
		}
	}
	for l := range w.dst[0] {
		w.dst[0][l] = w.mods.alt[0][l]&0xffff | w.mods.alt[1][l]<<16
	}
	d := uint8(r.D - isa.CodeVGPR)
	merge(&w.V[d], &w.dst[0], exec)
	w.VWritten[d] |= exec
}

// execDot executes a dot product: packed sources, one result. op_sel and op_sel_hi choose the
// halves for the low and the high product. neg_lo and neg_hi negate them where they are numbers in
// half precision; neg_lo of the addend then negates the addend.
func execDot(w *Wave, r *Rec) {
	if w.Mode&(ModeGPRIdx|ModeVSkip) != 0 {
		execVectorIndexed(w, r)
		return
	}
	x, k := r.X, &w.vec
	m := &x.Inst.Mod
	exec := w.exec()
	codes := [3]uint16{r.A, r.B, r.c}
	w.kernel(x, k, exec)
	f16 := x.Inst.Form.Args[1].Type == isa.V2F16
	for i, dst := range [...]*[4]*isa.Row{&k.A, &k.B, &k.C} {
		w.fetch(x, i, codes[i], dst)
		neg, negHi := f16 && m.Neg>>i&1 != 0, f16 && m.NegHi>>i&1 != 0
		src, out := dst[0], &w.mods.src[i][0]
		flip := uint32(0)
		switch {
		case i == 2:
			if neg {
				flip = 1 << 31
			}
			for l, v := range src {
				out[l] = v ^ flip
			}
		case x.Inst.Form.Args[1].Type.IsBytes():
			*out = *src
		default:
			if neg {
				flip = 0x8000
			}
			if negHi {
				flip |= 1 << 31
			}
			lo, hi := uint(m.OpSel>>i&1)*16, uint(m.OpSelHi>>i&1)*16
			for l, v := range src {
				out[l] = (v>>lo&0xffff | v>>hi<<16) ^ flip
			}
		}
		dst[0] = out
	}
	k.D[0] = &w.dst[0]
	x.vec(k)
	if f16 {
		w.result(isa.F32, 0, m.Clamp, exec)
	}
	d := uint8(r.D - isa.CodeVGPR)
	merge(&w.V[d], &w.dst[0], exec)
	w.VWritten[d] |= exec
}

// execMix executes v_mad_mix* and v_fma_mix*: sources are whole f32 registers or selected halves;
// neg_hi is abs (semantics.md 57).
func execMix(w *Wave, r *Rec) {
	if w.Mode&(ModeGPRIdx|ModeVSkip) != 0 {
		execVectorIndexed(w, r)
		return
	}
	x, k := r.X, &w.vec
	m := &x.Inst.Mod
	exec := w.exec()
	codes := [3]uint16{r.A, r.B, r.c}
	w.kernel(x, k, exec)
	for i, dst := range [...]*[4]*isa.Row{&k.A, &k.B, &k.C} {
		w.fetch(x, i, codes[i], dst)
		out := &w.mods.src[i][0]
		half, hi := m.OpSelHi>>i&1 != 0, m.OpSel>>i&1 != 0
		abs, neg := m.NegHi>>i&1 != 0, m.Neg>>i&1 != 0
		for l, v := range dst[0] {
			out[l] = isa.MixSource(v, half, hi, abs, neg, k.FP)
		}
		dst[0] = out
	}
	k.D[0] = &w.dst[0]
	x.vec(k)
	d := uint8(r.D - isa.CodeVGPR)
	t := x.Inst.Form.Args[0].Type
	if t == isa.F32 {
		w.result(isa.F32, 0, m.Clamp, exec)
	} else {
		old := &w.V[d]
		hi := x.Inst.Form.Desc.Flag&isa.MixHi != 0
		for l, v := range w.dst[0] {
			w.dst[0][l] = isa.CvtF16F32(v, k.FP)
		}
		w.result(isa.F16, 0, m.Clamp, exec)
		for l, v := range w.dst[0] {
			if hi {
				w.dst[0][l] = old[l]&0xffff | v<<16
			} else {
				w.dst[0][l] = old[l]&0xffff0000 | v&0xffff
			}
		}
	}
	merge(&w.V[d], &w.dst[0], exec)
	w.VWritten[d] |= exec
}

// execVectorIndexed executes a VALU instruction while MODE has vector skipping or GPR indexing on.
func execVectorIndexed(w *Wave, r *Rec) {
	if w.Mode&ModeVSkip != 0 {
		return
	}
	x := r.X
	t := &w.indexed
	*t = *r
	// The multiplier's constant takes the place of source 1 in v_madmk: its register is source 2
	// (Vega ISA, "VGPR Indexing", special cases).
	bitB := uint(1)
	if k := x.role['K']; k >= 0 && k < x.role['b'] {
		bitB = 2
	}
	t.A, _ = w.indexedReg(r.A, 0, x.NS[0])
	t.B, _ = w.indexedReg(r.B, bitB, x.NS[1])
	t.c, _ = w.indexedReg(r.c, 2, x.NS[2])
	var ok bool
	if t.D, ok = w.indexedReg(r.D, 3, x.ND); !ok {
		return
	}
	// The saved MODE keeps the executors from coming back here.
	m := w.Mode
	w.Mode &^= ModeGPRIdx | ModeVSkip
	t.run(w, t)
	w.Mode = m
}

// indexedReg is the register that an operand of n dwords names under GPR indexing; bit is that of
// the operand in M0[15:12]. ok is false past the last register: a source is then VGPR 0, and an
// instruction with such a destination writes nothing, masks included (Vega ISA, "Out-of-Range
// behavior").
func (w *Wave) indexedReg(code uint16, bit uint, n uint8) (_ uint16, ok bool) {
	if code < isa.CodeVGPR || code >= SrcConst || w.M0()>>(12+bit)&1 == 0 {
		return code, true
	}
	if code += uint16(w.M0() & 0xff); code+uint16(n) > SrcConst {
		return isa.CodeVGPR, false
	}
	return code, true
}
