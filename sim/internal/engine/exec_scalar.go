package engine

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
)

// JumpError is a branch to an address outside the code: to Target, where the code is from Base to
// in front of End. All are addresses in memory; Bias is where the module is loaded.
type JumpError struct{ Target, Base, End, Bias uint64 }

// Error names the target and the code's range.
func (e *JumpError) Error() string {
	if e.Target%4 != 0 {
		return fmt.Sprintf("jump to %#x, which is not a multiple of 4", e.Target)
	}
	return fmt.Sprintf("jump to %#x, outside the code %#x-%#x (addresses in memory; the module is loaded at %#x)",
		e.Target, e.Base, e.End, e.Bias)
}

// Unwrap returns ErrNoCode.
func (e *JumpError) Unwrap() error { return ErrNoCode }

// bindScalar binds a SALU or branch instruction: its sources are the operands that are only read,
// in order.
func (p *Program) bindScalar(r *Rec) {
	x := r.X
	r.run = execScalar
	r.A, r.B, r.D = SrcConst, SrcConst, NoMask
	n := 0
	for i, a := range x.Inst.Form.Args {
		o := x.Inst.Ops[i]
		switch {
		case a.Write:
			r.D, x.ND = o.Code, o.Dwords
			if a.Read {
				x.alu |= aluReadD
			}
		case o.Kind == isa.KindImm || o.Kind == isa.KindLabel:
			x.Imm = int32(o.Val)
		case a.Role == 'd':
			// A compare with an immediate reads the register in the destination field.
			r.A = p.source(r, 0, o)
			n++
		case n == 0:
			r.A = p.source(r, 0, o)
			n++
		default:
			r.B = p.source(r, 1, o)
			n++
		}
	}
	if writesExec(x.Inst.Form) {
		x.alu |= aluWriteExec
	}
	if plainScalar(x.Inst.Form.Desc) {
		r.run = execScalarPlain
	}
}

// plainScalar reports whether a row has nothing to do with EXEC, VCC and the program counter.
func plainScalar(d *isa.Desc) bool {
	return !(d.Reads("exec") || d.Reads("vcc") || d.Reads("pc") || d.Writes("exec") || d.Writes("pc"))
}

// writesExec reports whether the row's implicit registers name EXEC as written.
func writesExec(f *isa.Form) bool { return f.Desc.Writes("exec") }

// scalar reads a scalar source: n dwords at most 2.
func (w *Wave) scalar(x *Bound, i int, code uint16) uint64 {
	if code < 128 {
		if x.NS[i] > 1 {
			return w.s64(code)
		}
		return uint64(w.S[uint8(code)])
	}
	if code == SrcConst {
		return x.Const[i]
	}
	return w.special(code)
}

// special reads the scalar operands that are no registers and no constants.
func (w *Wave) special(code uint16) uint64 {
	b2u := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	d := w.group.disp
	switch code {
	case isa.CodeVCCZ:
		return b2u(w.VCC() == 0)
	case isa.CodeExecZ:
		return b2u(w.exec() == 0)
	case isa.CodeSCC:
		return b2u(w.SCC)
	case isa.CodeSharedBase:
		return d.SharedBase
	case isa.CodeSharedLimit:
		return d.SharedBase | 0xffffffff
	case isa.CodePrivateBase:
		return d.privateBase
	case isa.CodePrivateLimit:
		return d.privateBase | 0xffffffff
	}
	return 0
}

// execScalar executes a SALU or branch instruction.
func execScalar(w *Wave, r *Rec) {
	k := &w.sca
	k.Exec = w.exec()
	k.VCC = w.VCC()
	pc := w.prog.addr(w.ip)
	k.PC = pc
	execScalarPlain(w, r)
	if r.X.alu&aluWriteExec != 0 {
		w.SetExec(k.Exec)
	}
	if k.PC != pc {
		w.jump(r, k.PC)
	}
}

// execScalarPlain executes a SALU instruction whose row is plainScalar.
func execScalarPlain(w *Wave, r *Rec) {
	x, k := r.X, &w.sca
	k.A = w.scalar(x, 0, r.A)
	k.B = w.scalar(x, 1, r.B)
	k.Imm = x.Imm
	k.SCC = w.SCC
	k.Keep = false
	k.D = k.A // rows that only read the destination field (s_cmpk_*) find it there
	if x.alu&aluReadD != 0 {
		if x.ND > 1 {
			k.D = w.s64(r.D)
		} else {
			k.D = uint64(w.S[uint8(r.D)])
		}
	}
	x.sca(k)
	w.SCC = k.SCC
	if r.D != NoMask && !k.Keep {
		if x.ND > 1 {
			w.setS64(r.D, k.D)
		} else {
			w.setS32(r.D, uint32(k.D))
		}
	}
}
