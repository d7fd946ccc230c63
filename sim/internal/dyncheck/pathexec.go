package dyncheck

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// How EXEC changes on a path: what has been written in all lanes that it has need not have been before.

// savedExec is a scalar register that holds what EXEC was, of which EXEC has had no other lanes since.
type savedExec struct {
	code   uint16
	ops    int         // issued then
	wider  int         // then
	inside bool        // then
	wrote  isa.RegSet  // then
	saved  []savedExec // then, of pathAsk.under
}

// exec follows EXEC past an instruction that computes.
func (a *pathAsk) exec(r *engine.Rec, t *usage) {
	in := r.X.Inst.Form.Desc.Host
	_, scalar := r.X.Inst.Form.Desc.Do.(isa.Scalar)
	writes := func(code uint16) bool { return t.begun.S[code>>6]>>(code&63)&3 != 0 }
	was := savedExec{ops: len(a.ops), wider: a.wider, inside: a.inside, wrote: a.wrote, saved: a.saved}
	saves := scalar && in != nil && in.D != nil && r.X.ND == 2 && r.D < isa.CodeExecLo && isExec(r, in.D)
	if writes(isa.CodeExecLo) {
		a.changed, a.full, a.some = true, false, false
	}
	if writes(isa.CodeExecLo) && scalar { // a comparison only takes lanes away
		e := (*isa.HostExpr)(nil)
		switch {
		case in != nil && in.Exec != nil:
			e = in.Exec
		case in != nil && r.D == isa.CodeExecLo && r.X.ND == 2:
			e = in.D
		}
		u := a.under
		switch k := a.restores(r, e); {
		case k >= 0:
			a.wrote.V = a.saved[k].wrote.V
			a.inside = a.saved[k].inside
			a.saved = a.saved[:k+1]
			a.others()
		case u != nil && gives(r, e) == u.code:
			for i := range a.wrote.V { // written in more lanes
				a.wrote.V[i] |= u.wrote.V[i]
			}
			a.saved, a.wider, a.inside = u.saved, u.wider, u.inside
		case !within(r, e):
			a.wrote.V, a.saved = [4]uint64{}, nil
			a.flags |= usageAllLanes
			a.others()
			a.inside, a.full = false, isAll(r, e)
		}
	}
	if writes(isa.CodeExecLo) {
		a.under = nil
	}
	a.overwrites(t)
	if was.code = r.D; saves && a.wider == was.wider {
		was.saved = nil
		a.saved = append(a.saved, was)
	} else if saves && in.Exec != nil && widens(r, in.Exec) {
		was.saved = kept(was.saved, t)
		a.under = &was
	}
}

// hasLanesBehind reports whether EXEC has lanes where a path goes on with r behind a branch, because that says so.
func hasLanesBehind(branch, r *engine.Rec) bool {
	is, whereEmpty := branch.ByLanes()
	taken := r.Slot != branch.Slot+uint32(branch.Len)
	return is && branch.X.Imm != 0 && taken != whereEmpty
}

// others notes that EXEC may have lanes now that it had not before.
func (a *pathAsk) others() {
	a.most++
	a.wider = a.most
}

// overwrites forgets what was saved in registers that an instruction writes.
func (a *pathAsk) overwrites(t *usage) {
	a.saved = kept(a.saved, t)
	if a.under != nil {
		if a.under.saved = kept(a.under.saved, t); a.under.gone(t) {
			a.under = nil
		}
	}
}

// kept are those of a list that are still there behind an instruction.
func kept(list []savedExec, t *usage) []savedExec {
	return slices.DeleteFunc(list, func(s savedExec) bool { return s.gone(t) })
}

// gone reports whether an instruction writes the register.
func (s *savedExec) gone(t *usage) bool { return t.begun.S[s.code>>6]>>(s.code&63)&3 != 0 }

// widens reports whether an expression of the instruction at r has all lanes that EXEC has.
func widens(r *engine.Rec, e *isa.HostExpr) bool {
	return isExec(r, e) || e.Kind == isa.HostOr && (widens(r, e.X) || widens(r, e.Y))
}

// isAll reports whether an expression of the instruction at r has all lanes because of the constant -1. e may be nil.
func isAll(r *engine.Rec, e *isa.HostExpr) bool {
	const minusOne = isa.CodeZero + 65
	switch {
	case e == nil:
	case e.Kind == isa.HostOr:
		return isAll(r, e.X) || isAll(r, e.Y)
	case e.Kind == isa.HostA:
		o, _ := r.X.Inst.Operand('a')
		return o.IsConst() && o.Code == minusOne
	case e.Kind == isa.HostB:
		o, _ := r.X.Inst.Operand('b')
		return o.IsConst() && o.Code == minusOne
	}
	return false
}

// isExec reports whether an expression of the instruction at r is EXEC.
func isExec(r *engine.Rec, e *isa.HostExpr) bool {
	switch e.Kind {
	case isa.HostExec:
		return true
	case isa.HostA:
		return r.A == isa.CodeExecLo && r.X.NS[0] == 2
	case isa.HostB:
		return r.B == isa.CodeExecLo && r.X.NS[1] == 2
	}
	return false
}

// within reports whether an expression of the instruction at r has only lanes that EXEC has. e may
// be nil.
func within(r *engine.Rec, e *isa.HostExpr) bool {
	switch {
	case e == nil:
		return false
	case e.Kind == isa.HostAnd:
		return within(r, e.X) || within(r, e.Y)
	case e.Kind == isa.HostAndNot:
		return within(r, e.X)
	}
	return isExec(r, e)
}

// restores finds what was saved and an expression of the instruction at r gives back, -1 where it
// does not. e may be nil.
func (a *pathAsk) restores(r *engine.Rec, e *isa.HostExpr) int {
	if e == nil {
		return -1
	}
	if e.Kind == isa.HostOr {
		x, y := e.X, e.Y
		if isExec(r, y) {
			x, y = y, x
		}
		if !isExec(r, x) {
			return -1
		}
		e = y
	}
	code := gives(r, e)
	return slices.IndexFunc(a.saved, func(s savedExec) bool { return s.code == code })
}

// gives is the register that an expression of the instruction at r is, [engine.NoMask] where it is another one.
// e may be nil.
func gives(r *engine.Rec, e *isa.HostExpr) uint16 {
	switch {
	case e == nil:
	case e.Kind == isa.HostA && r.X.NS[0] == 2:
		return r.A
	case e.Kind == isa.HostB && r.X.NS[1] == 2:
		return r.B
	}
	return engine.NoMask
}
