package sim

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
	aluPacked                         // VOP3P with packed operands
	aluMix                            // v_mad_mix*
	aluClampBit                       // CLAMP is set
)

const allLanes = ^uint64(0)

// bindVector binds a VALU instruction.
func (p *Program) bindVector(r *Rec) {
	x := r.x
	in := &x.in
	m := &in.Mod
	r.a, r.b, r.c, r.d = srcConst, srcConst, srcConst, noMask
	for i := range x.ns {
		x.ns[i] = 0
	}
	for i, a := range in.Form.Args {
		o := in.Ops[i]
		switch {
		case a.Type == isa.Mask && a.Write:
			x.mask = o.Code
		case a.Type == isa.Mask:
			x.inMask = p.source(r, 2, o)
			x.ns[2] = 0
			x.inRole = 2
		case a.Role == 'K':
			x.k = o.Val
		case a.Write:
			r.d, x.nd = o.Code, o.Dwords
			if a.Read {
				x.alu |= aluReadD
			}
			if a.Type.Is16() {
				x.alu |= aluD16
			}
		case a.Role == 'a':
			r.a = p.source(r, 0, o)
		case a.Role == 'b':
			r.b = p.source(r, 1, o)
		case a.Role == 'c':
			r.c = p.source(r, 2, o)
		}
	}
	if in.Form.Desc.Reads("vcc") && x.inMask == noMask {
		x.inMask = isa.CodeVCCLo
	}
	if writesExec(in.Form) {
		x.alu |= aluWriteExec
	}
	if m.Clamp {
		x.alu |= aluClampBit
	}
	if in.Sub != isa.NoFormat || m.Abs != 0 || m.Neg != 0 || m.Omod != 0 || m.Clamp || m.OpSel != 0 {
		x.alu |= aluMods
	}
	switch {
	case in.Form.Fmt == isa.VOP3P && in.Form.Args[0].Type.IsPacked():
		x.alu |= aluPacked
		r.run = execPacked
	case in.Form.Fmt == isa.VOP3P:
		x.alu |= aluMix
		r.run = execMix
	case x.alu&(aluMods|aluD16) != 0:
		r.run = execVectorMods
	default:
		r.run = execVector
	}
}

// fetch points rows at a source: the register itself, a constant's rows, or a broadcast of scalar registers in w.src[i].
func (w *Wave) fetch(x *bound, i int, code uint16, rows *[4]*isa.Row) {
	n := int(x.ns[i])
	switch {
	case code >= isa.CodeVGPR && code < srcConst:
		v := code - isa.CodeVGPR
		for j := 0; j < n; j++ {
			rows[j&3] = &w.V[uint8(int(v)+j)]
		}
	case code == srcConst:
		if c := x.row[i]; c != nil {
			rows[0], rows[1] = &c[0], &c[1]
		}
	case code < 128:
		for j := 0; j < n; j++ {
			row := &w.src[i][j&3]
			v := w.S[uint8(int(code)+j)]
			for l := range row {
				row[l] = v
			}
			rows[j&3] = row
		}
	default:
		v := w.special(code)
		if code == isa.CodeLDSDirect {
			v = uint64(w.ldsDirect())
		}
		for j := 0; j < n && j < 2; j++ {
			row := &w.src[i][j]
			for l := range row {
				row[l] = uint32(v >> (32 * j))
			}
			rows[j] = row
		}
	}
}

// maskIn reads the condition mask of the instruction.
func (w *Wave) maskIn(x *bound) uint64 {
	switch {
	case x.inMask == noMask:
		return 0
	case x.inMask == srcConst:
		return x.val[x.inRole]
	case x.inMask < 128:
		return w.s64(x.inMask)
	}
	return w.special(x.inMask)
}

// maskOut writes the mask result: bits of inactive lanes are 0 (semantics.md 27).
func (w *Wave) maskOut(x *bound, out, exec uint64) {
	out &= exec
	if x.mask != noMask {
		w.setS64(x.mask, out)
	}
	if x.alu&aluWriteExec != 0 {
		w.SetExec(out)
	}
}

// execVector executes a VALU instruction without modifiers and without 16-bit results.
func execVector(w *Wave, r *Rec) {
	if w.Mode&(modeGprIdx|modeVSkip) != 0 {
		execVectorIndexed(w, r)
		return
	}
	x, k := r.x, &w.vec
	exec := w.exec()
	w.fetch(x, 0, r.a, &k.A)
	w.fetch(x, 1, r.b, &k.B)
	w.fetch(x, 2, r.c, &k.C)
	if x.inMask != noMask {
		k.In = w.maskIn(x)
	}
	w.kernel(x, k, exec)
	nd := int(x.nd)
	if nd == 0 {
		x.vec(k)
		w.maskOut(x, k.Out, exec)
		return
	}
	d := int(r.d - isa.CodeVGPR)
	if exec == allLanes {
		for j := 0; j < nd; j++ {
			k.D[j&3] = &w.V[uint8(d+j)]
			w.VWritten[uint8(d+j)] = allLanes
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
	if x.mask != noMask || x.alu&aluWriteExec != 0 {
		w.maskOut(x, k.Out, exec)
	}
}

// kernel fills in what every vector kernel gets.
func (w *Wave) kernel(x *bound, k *isa.Vec, exec uint64) {
	k.Exec = exec
	k.FP = w.mode()
	k.Gen = w.prog.Gen
	k.K = x.k
	k.Clamp = x.alu&aluClampBit != 0
}

// merge copies the lanes of m.
func merge(dst, src *isa.Row, m uint64) {
	if m == allLanes {
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
	for i := range dst {
		keep := uint32(m>>(i&63)&1) - 1 // all ones where the lane is inactive
		dst[i] = dst[i]&keep | src[i]&^keep
	}
}
