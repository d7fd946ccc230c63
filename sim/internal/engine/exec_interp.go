package engine

import "github.com/gcnsim/gcnsim/isa"

// interp is what an interpolation instruction needs beyond its record.
type interp struct {
	isa.Interp
	attr, channel uint32
	high          bool // 16-bit: the upper halves of the parameters
	highC         bool // and of the third source, where it holds one
}

// bindInterp binds a VINTRP instruction or its VOP3 form: source A is the coordinate, B and C are
// parameters, or C is the third source.
func (p *Program) bindInterp(r *Rec, do isa.Interp) {
	x := r.X
	x.vec = do.Run
	r.run = vector(execInterp)
	r.A, r.B, r.c, r.D = SrcConst, SrcConst, SrcConst, NoMask
	in := &x.Inst
	x.interp = &interp{Interp: do}
	if in.Mod.Clamp {
		x.clamp = true
	}
	for i, a := range in.Form.Args {
		o := in.Ops[i]
		switch {
		case a.Write:
			r.D, x.ND = o.Code, o.Dwords
			if a.Read {
				x.alu |= aluReadD
			}
		case a.Type == isa.AttrT || a.Type == isa.AttrHT:
			x.interp.attr, x.interp.channel = o.Val>>2&63, o.Val&3
			x.interp.high = in.Mod.High
		case a.Type == isa.ParamT:
			if do.B == isa.PSelected {
				x.interp.B = [...]isa.Param{isa.P10, isa.P20, isa.P0, isa.NoParam}[o.Val&3]
			}
		case a.Role == 'c':
			r.c = p.source(r, 2, o)
			// S2 of v_interp_p1lv_f16 holds two parameters; the attribute's half counts for it, too
			// (AMD Vega ISA: "S2.u >> (attr_word * 16)").
			x.interp.highC = in.Mod.High && o.Type == isa.F16
		default:
			r.A = p.source(r, 0, o)
		}
	}
}

// params reads a parameter for each lane into row. M0[15:0] is the byte offset in LDS, and bit k of
// M0[30:16] starts a new primitive at lane 4*(k+1). Each attribute and primitive has 12 dwords: P0
// and P10 of X, Y, Z, W in turn, then P20 of X, Y, Z, W. Source: CLRX GcnInstrsVintrp.
func (w *Wave) params(b *Bound, which isa.Param, row *isa.Row) {
	x := b.interp
	lds := w.group.LDS.Bytes()
	mask := w.M0() >> 16 & 0x7fff
	prims := uint32(1)
	for m := mask; m != 0; m &= m - 1 {
		prims++
	}
	var word uint32
	switch which {
	case isa.P0:
		word = x.channel * 2
	case isa.P10:
		word = x.channel*2 + 1
	case isa.P20:
		word = x.channel + 8
	}
	prim := uint32(0)
	for q := 0; q < isa.Lanes/4; q++ {
		if q > 0 {
			prim += mask >> (q - 1) & 1
		}
		at := int(w.M0()&0xffff) + 4*int(12*(x.attr*prims+prim)+word)
		v := uint32(0)
		if len(lds) == 0 && q == 0 && which != isa.NoParam && w.exec() != 0 {
			w.noLDSNow(b, uint32(at), 4)
		}
		if at+4 <= len(lds) && which != isa.NoParam {
			v = uint32(lds[at]) | uint32(lds[at+1])<<8 | uint32(lds[at+2])<<16 | uint32(lds[at+3])<<24
		}
		if x.high {
			v >>= 16
		}
		for l := 4 * q; l < 4*q+4; l++ {
			row[l] = v
		}
	}
}

// execInterp executes an interpolation instruction; it reads LDS at once, in order with the wave's
// other instructions (counters.md 1).
func execInterp(w *Wave, r *Rec) {
	x, k := r.X, &w.vec
	exec := w.exec()
	w.fetch(x, 0, r.A, &k.A)
	if o, ok := sourceOperand(x, 1); ok { // the VOP3 forms have the coordinate in source 1
		w.modify(x, 1, o, &k.A)
	}
	k.B[0], k.C[0] = &w.mods.alt[0], &w.mods.alt[1]
	w.params(x, x.interp.B, k.B[0])
	if r.c == SrcConst {
		w.params(x, x.interp.C, k.C[0])
	} else {
		w.fetch(x, 2, r.c, &k.C)
		if x.interp.highC {
			row := &w.mods.alt[1]
			for l, v := range k.C[0] {
				row[l] = v >> 16
			}
			k.C[0] = row
		}
		if o, ok := sourceOperand(x, 2); ok {
			w.modify(x, 2, o, &k.C)
		}
	}
	w.kernel(x, k, exec)
	v := int(r.D - isa.CodeVGPR)
	k.D[0] = &w.dst[0]
	w.dst[0] = w.V[uint8(v)]
	x.vec(k)
	w.finish(x, exec, v)
}
