package engine

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
)

// aluFlags say what an ALU executor must do around the kernel.
type aluFlags uint16

const (
	aluReadD     aluFlags = 1 << iota // the kernel reads the destination's old value
	aluWriteExec                      // the mask result also goes to EXEC, or the scalar kernel writes it
	aluD16                            // 16-bit destination
	aluMods                           // some source or result modifier is present
)

// AllLanes is EXEC with all 64 lanes.
const AllLanes = ^uint64(0)

// bindVector binds a VALU instruction.
func (p *Program) bindVector(r *Rec) {
	x := r.X
	in := &x.Inst
	m := &in.Mod
	r.A, r.B, r.c, r.D = SrcConst, SrcConst, SrcConst, NoMask
	for i := range x.NS {
		x.NS[i] = 0
	}
	mix := in.Form.Desc.Flag&isa.Mix != 0
	for i, a := range in.Form.Args {
		o := in.Ops[i]
		if mix && !a.Write && m.OpSelHi>>(a.Role-'a')&1 != 0 {
			o.Type = isa.F16 // a constant is a half where the source is one (semantics.md 57)
		}
		switch {
		case a.Type == isa.Mask && a.Write:
			x.MaskDst = o.Code
		case a.Type == isa.Mask:
			x.inMask = p.source(r, 2, o)
			x.NS[2] = 0
			x.inRole = 2
		case a.Role == 'K':
			x.k = o.Val
		case a.Write:
			r.D, x.ND = o.Code, o.Dwords
			if a.Read {
				x.alu |= aluReadD
			}
			if a.Type.Is16() {
				x.alu |= aluD16
			}
		case a.Role == 'a':
			r.A = p.source(r, 0, o)
		case a.Role == 'b':
			r.B = p.source(r, 1, o)
		case a.Role == 'c':
			r.c = p.source(r, 2, o)
		}
	}
	if in.Form.Desc.Reads("vcc") && x.inMask == NoMask {
		x.inMask = isa.CodeVCCLo
	}
	if writesExec(in.Form) {
		x.alu |= aluWriteExec
	}
	if m.Clamp {
		x.clamp = true
	}
	if in.Sub != isa.NoFormat || m.Abs != 0 || m.Neg != 0 || m.Omod != 0 || m.Clamp || m.OpSel != 0 {
		x.alu |= aluMods
	}
	switch {
	case in.Form.Fmt == isa.VOP3P && in.Form.Desc.Flag&isa.Mix != 0:
		r.run = execMix
	case in.Form.Fmt == isa.VOP3P && in.Form.Args[0].Type.IsPacked():
		r.run = execPacked
	case in.Form.Fmt == isa.VOP3P:
		r.run = execDot
	case x.alu&(aluMods|aluD16) != 0:
		r.run = execVectorMods
	case x.plain():
		r.run = execVector32
		for i, code := range [...]uint16{r.A, r.B, r.c} {
			if code != SrcConst || x.row[i] != nil {
				x.nsrc = uint8(i + 1)
			}
		}
		for i := range x.row[:x.nsrc] {
			if x.row[i] == nil {
				x.row[i] = &zeroRows
			}
		}
	default:
		r.run = execVector
	}
}

// zeroRows stands for a source that the instruction does not have.
var zeroRows [2]isa.Row

// plain reports whether every source is one dword and the results are one vector register, one mask
// or both: execVector32 can execute it.
func (x *Bound) plain() bool {
	return max(x.NS[0], x.NS[1], x.NS[2]) <= 1 && x.alu&aluWriteExec == 0 &&
		(x.ND == 1 || x.ND == 0 && x.MaskDst != NoMask)
}

// broadcast is a scalar value in every lane. A new Wave's are right: zero in every lane.
type broadcast struct {
	v   uint32
	row isa.Row
}

// spread returns a row that has v in every lane, for source i. Loops use the same few scalar
// registers again and again. So rows are kept by the low bits of the operand's code, and made anew
// only when the value has changed. The two dwords of a pair never share a row.
func (w *Wave) spread(i int, code uint16, v uint32) *isa.Row {
	b := &w.spreads[i][code%numSpreads]
	if b.v != v {
		b.v = v
		row := &b.row
		for l := range row[:16] {
			row[l] = v
		}
		part := (*[16]uint32)(row[:16])
		*(*[16]uint32)(row[16:32]) = *part
		*(*[16]uint32)(row[32:48]) = *part
		*(*[16]uint32)(row[48:64]) = *part
	}
	return &b.row
}

// numSpreads is how many broadcast rows each source keeps: 2 KiB, small against the first-level
// cache.
const numSpreads = 8

// source32 returns the row of a source of one dword.
func (w *Wave) source32(x *Bound, i int, code uint16) *isa.Row {
	if code-isa.CodeVGPR < SrcConst-isa.CodeVGPR {
		return &w.V[uint8(code-isa.CodeVGPR)]
	}
	return w.scalar32(x, i, code)
}

// scalar32 is source32 for constants and scalar operands.
func (w *Wave) scalar32(x *Bound, i int, code uint16) *isa.Row {
	switch {
	case code == SrcConst:
		return &x.row[i][0]
	case code < 128:
		return w.spread(i, code, w.S[code])
	case code == isa.CodeLDSDirect:
		return w.spread(i, code, w.ldsDirect(x))
	}
	return w.spread(i, code, uint32(w.special(code)))
}

// fetch points rows at a source: the register itself, a constant's rows, or a broadcast of scalar
// registers.
func (w *Wave) fetch(x *Bound, i int, code uint16, rows *[4]*isa.Row) {
	n := int(x.NS[i])
	switch {
	case code >= isa.CodeVGPR && code < SrcConst:
		v := code - isa.CodeVGPR
		for j := 0; j < n; j++ {
			rows[j&3] = &w.V[uint8(int(v)+j)]
		}
	case code == SrcConst:
		if c := x.row[i]; c != nil {
			rows[0], rows[1] = &c[0], &c[1]
		}
	case code < 128:
		for j := 0; j < n; j++ {
			c := code + uint16(j)
			rows[j&3] = w.spread(i, c, w.S[uint8(c)])
		}
	default:
		v := w.special(code)
		if code == isa.CodeLDSDirect {
			v = uint64(w.ldsDirect(x))
		}
		for j := 0; j < n && j < 2; j++ {
			rows[j] = w.spread(i, code+uint16(j), uint32(v>>(32*j)))
		}
	}
}

// maskIn reads the condition mask of the instruction.
func (w *Wave) maskIn(x *Bound) uint64 {
	switch {
	case x.inMask == NoMask:
		return 0
	case x.inMask == SrcConst:
		return x.Const[x.inRole]
	case x.inMask < 128:
		return w.s64(x.inMask)
	}
	return w.special(x.inMask)
}

// maskOut writes the mask result: bits of inactive lanes are 0 (semantics.md 27).
func (w *Wave) maskOut(x *Bound, out, exec uint64) {
	out &= exec
	if x.MaskDst != NoMask {
		w.setS64(x.MaskDst, out)
	}
	if x.alu&aluWriteExec != 0 {
		w.SetExec(out)
	}
}

// execVector32 executes a plain VALU instruction: what most are. It does what execVector does, with
// nothing to loop over.
func execVector32(w *Wave, r *Rec) {
	if w.Mode&(ModeGPRIdx|ModeVSkip) != 0 {
		execVectorIndexed(w, r)
		return
	}
	x, k := r.X, &w.vec
	switch x.nsrc {
	case 3:
		k.C[0] = w.source32(x, 2, r.c)
		fallthrough
	case 2:
		k.B[0] = w.source32(x, 1, r.B)
		fallthrough
	case 1:
		k.A[0] = w.source32(x, 0, r.A)
	}
	if x.inMask != NoMask {
		k.In = w.maskIn(x)
	}
	exec := w.exec()
	w.kernel(x, k, exec)
	if x.ND == 0 {
		x.vec(k)
	} else {
		d := uint8(r.D - isa.CodeVGPR)
		row := &w.V[d]
		w.VWritten[d] |= exec
		if exec == AllLanes {
			k.D[0] = row
			x.vec(k)
		} else {
			k.D[0] = &w.dst[0]
			if x.alu&aluReadD != 0 {
				w.dst[0] = *row
			}
			x.vec(k)
			merge(row, &w.dst[0], exec)
		}
	}
	if x.MaskDst != NoMask {
		w.setS64(x.MaskDst, k.Out&exec) // bits of inactive lanes are 0 (semantics.md 27)
	}
}

// execVector executes a VALU instruction without modifiers and without 16-bit results.
func execVector(w *Wave, r *Rec) {
	if w.Mode&(ModeGPRIdx|ModeVSkip) != 0 {
		execVectorIndexed(w, r)
		return
	}
	x, k := r.X, &w.vec
	exec := w.exec()
	w.fetch(x, 0, r.A, &k.A)
	w.fetch(x, 1, r.B, &k.B)
	w.fetch(x, 2, r.c, &k.C)
	if x.inMask != NoMask {
		k.In = w.maskIn(x)
	}
	w.kernel(x, k, exec)
	nd := int(x.ND)
	if nd == 0 {
		x.vec(k)
		w.maskOut(x, k.Out, exec)
		return
	}
	d := int(r.D - isa.CodeVGPR)
	if exec == AllLanes {
		for j := 0; j < nd; j++ {
			k.D[j&3] = &w.V[uint8(d+j)]
			w.VWritten[uint8(d+j)] = AllLanes
		}
		x.vec(k)
	} else {
		for j := 0; j < nd; j++ {
			k.D[j&3] = &w.dst[j&3]
			if x.alu&aluReadD != 0 {
				w.dst[j&3] = w.V[uint8(d+j)]
			}
		}
		x.vec(k)
		for j := 0; j < nd; j++ {
			merge(&w.V[uint8(d+j)], &w.dst[j&3], exec)
			w.VWritten[uint8(d+j)] |= exec
		}
	}
	if x.MaskDst != NoMask || x.alu&aluWriteExec != 0 {
		w.maskOut(x, k.Out, exec)
	}
}

// kernel fills in what every vector kernel gets.
func (w *Wave) kernel(x *Bound, k *isa.Vec, exec uint64) {
	if w.fpMode != uint64(w.Mode) {
		w.mode()
	}
	k.Exec = exec
	k.K = x.k
	k.Clamp = x.clamp
}

// merge copies the lanes of m.
func merge(dst, src *isa.Row, m uint64) {
	if m == AllLanes {
		*dst = *src
		return
	}
	if bits.OnesCount64(m) < 16 {
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			dst[i] = src[i]
		}
		return
	}
	// Active lanes tend to be neighbours: eight lanes at a time are all active or none is, often.
	for i := 0; i < len(dst); i += 8 {
		d, s := (*[8]uint32)(dst[i:]), (*[8]uint32)(src[i:])
		switch m := uint8(m >> i); m {
		case 0:
		case 0xff:
			*d = *s
		default:
			mergeSome(d, s, uint32(m))
		}
	}
}

// mergeSome writes those of eight lanes that m has. Shifts by constants take one instruction each,
// and masks in place of branches cost the same whichever lanes are active.
func mergeSome(d, s *[8]uint32, m uint32) {
	d[0] ^= (d[0] ^ s[0]) & -(m & 1)
	d[1] ^= (d[1] ^ s[1]) & -(m >> 1 & 1)
	d[2] ^= (d[2] ^ s[2]) & -(m >> 2 & 1)
	d[3] ^= (d[3] ^ s[3]) & -(m >> 3 & 1)
	d[4] ^= (d[4] ^ s[4]) & -(m >> 4 & 1)
	d[5] ^= (d[5] ^ s[5]) & -(m >> 5 & 1)
	d[6] ^= (d[6] ^ s[6]) & -(m >> 6 & 1)
	d[7] ^= (d[7] ^ s[7]) & -(m >> 7 & 1)
}
