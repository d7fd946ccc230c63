package hostcode

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// inst is an instruction of a unit.
type inst struct {
	r      *engine.Rec
	recipe *isa.Recipe // nil: it does nothing
	vector bool
	hold   *engine.Operand // no instruction: what an operand holds now is copied to where it says
	lds    *ldsParts       // no instruction: what returns here of an operation of LDS
}

// step is what is executed one after the other: scalar instructions, then vector instructions slice
// by slice.
type step struct {
	scalars []inst
	vectors []inst
	// what the vector instructions have to do with scalar registers
	reads, masks, writes scalars
	vreads, vwrites      rows            // vector registers
	control              control         // of floating point
	dests                map[uint16]bool // mask results
	exec                 bool            // EXEC is a mask result: the last vector instruction is v_cmpx
	loads, stores        bool            // of LDS
	execFrom             engine.Ref      // where the active lanes are
	permuted             bool            // it is one instruction, with DPP, which may write fewer lanes
}

// rows is a set of vector registers.
type rows [4]uint64

func (s *rows) add(code uint16, n uint8) {
	for i := range uint16(n) {
		v := uint8(code - isa.CodeVGPR + i)
		s[v>>6] |= 1 << (v & 63)
	}
}

func (s *rows) has(code uint16) bool { v := uint8(code - isa.CodeVGPR); return s[v>>6]>>(v&63)&1 != 0 }

func (s *rows) meets(t *rows) bool { return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0 }

// scalars is a set of scalar registers.
type scalars [2]uint64

func (s *scalars) add(code uint16, n uint8) {
	for i := range uint16(n) {
		s[(code+i)>>6&1] |= 1 << ((code + i) & 63)
	}
}

func (s *scalars) meets(t *scalars) bool { return s[0]&t[0]|s[1]&t[1] != 0 }

func (s *scalars) join(t *scalars) { s[0] |= t[0]; s[1] |= t[1] }

// Limits of a unit.
const (
	maxInsts = 256
	maxDests = 4 // mask results of a step: each has a general register
)

// usable reports whether there is a recipe for an instruction, as it is encoded.
func usable(r *engine.Rec, fp *isa.FPMode, has isa.Features) (inst, bool) {
	x := r.X
	if x == nil || x.Err != nil || x.Inst.Form == nil {
		return inst{}, false
	}
	d := x.Inst.Form.Desc
	if d.Do == isa.CtlNop || d.Do == isa.CtlVNop {
		return inst{r: r}, true
	}
	if d.Host == nil {
		return inst{}, false
	}
	if _, ok := d.Do.(isa.Vector); ok {
		return inst{r: r, recipe: d.Host, vector: true}, usableVector(r, fp, has)
	}
	return inst{r: r, recipe: d.Host}, usableScalar(r, d.Host)
}

func usableVector(r *engine.Rec, fp *isa.FPMode, has isa.Features) bool {
	x := r.X
	f := x.Inst.Form
	switch f.Fmt {
	case isa.VOP1, isa.VOP2, isa.VOPC, isa.VOP3, isa.VOP3B, isa.VOP3P:
	default:
		return false
	}
	if x.Inst.Sub == isa.DPP && (x.NS[0] != 1 || r.A < isa.CodeVGPR || r.A >= engine.SrcConst) ||
		saturates(r, has) && f.Desc.Host.Sat == nil {
		return false
	}
	if x.ND > 2 || x.ND == 0 && x.MaskDst == engine.NoMask || x.ND == 2 && r.D == isa.CodeVGPR+255 {
		return false
	}
	for i, code := range r.Sources() {
		if x.NS[i] > 2 || code >= 128 && code < isa.CodeVGPR || x.NS[i] == 2 && (code == 127 || code == isa.CodeVGPR+255) {
			return false
		}
	}
	if in := x.MaskIn(); in != engine.NoMask && in >= 127 || x.MaskDst != engine.NoMask && x.MaskDst >= 127 {
		return false
	}
	return rulesAllow(r, x.Inst.Form.Desc.Host, fp, has)
}

// saturates reports whether CLAMP makes the instruction another one.
func saturates(r *engine.Rec, has isa.Features) bool {
	x := &r.X.Inst
	return x.Mod.Clamp && x.Form.Desc.Flag&isa.IntClamp != 0 && has.Has(isa.FeatureIntClamp)
}

// each calls f once for each part of a recipe.
func each(r *isa.Recipe, f func(e *isa.HostExpr)) {
	seen := map[*isa.HostExpr]bool{}
	var walk func(e *isa.HostExpr)
	walk = func(e *isa.HostExpr) {
		if e == nil || seen[e] {
			return
		}
		seen[e] = true
		f(e)
		walk(e.X)
		walk(e.Y)
		walk(e.Z)
	}
	for _, e := range results(r) {
		walk(e)
	}
}

// results are what a recipe has expressions for, some of them nil.
func results(r *isa.Recipe) [8]*isa.HostExpr {
	return [...]*isa.HostExpr{r.D, r.DHi, r.Out, r.SCC, r.Exec, r.Jump, r.Lane, r.Sat}
}

func usableScalar(r *engine.Rec, recipe *isa.Recipe) bool {
	x := r.X
	vectorA, vectorD := lanesOf(r, recipe)
	for i, code := range [...]uint16{r.A, r.B} {
		if code != engine.SrcConst && !(i == 0 && vectorA) && (code >= 128 || code == 127 && x.NS[i] > 1) {
			return false
		}
	}
	return vectorD || r.D == engine.NoMask || r.D < 127 || r.D == 127 && x.ND == 1
}

// lanesOf reports whether a scalar instruction reads a lane of vector register A, and whether it
// writes one of vector register D.
func lanesOf(r *engine.Rec, recipe *isa.Recipe) (a, d bool) {
	each(recipe, func(e *isa.HostExpr) { a = a || e.Kind == isa.HostLane })
	return a && r.A >= isa.CodeVGPR && r.A < engine.SrcConst, recipe.Lane != nil
}

// scan collects the instructions of a run from a dword on: up to limit of them, the last one may be
// a branch; waits says that there may be waits, which do nothing.
func scan(p *engine.ProgramCore, slot uint32, limit int, fp *isa.FPMode, waits bool) (list []inst, next uint32) {
	recs := p.Recs()
	for len(list) < limit {
		r := &recs[slot]
		in, ok := usable(r, fp, p.Features())
		if !ok && waits && isWait(r) {
			in, ok = inst{r: r}, true
		}
		if !ok {
			break
		}
		list = append(list, in)
		slot += uint32(r.Len)
		if in.recipe != nil && in.recipe.Jump != nil {
			break
		}
	}
	return list, slot
}

// plan puts instructions into steps. A scalar instruction goes before the vector instructions of the
// step that it stands behind where neither concerns the other.
func plan(list []inst, fp *isa.FPMode) []*step {
	var steps []*step
	s := &step{dests: map[uint16]bool{}, execFrom: isa.CodeExecLo}
	next := func() {
		steps = append(steps, s)
		s = &step{dests: map[uint16]bool{}, execFrom: isa.CodeExecLo}
	}
	for _, in := range list {
		switch {
		case in.lds != nil:
			// Each lane of a store comes before what the next operation does, slice or not.
			exec := in.lds.parts[0].Exec
			if s.exec || s.permuted || s.stores || in.lds.store && s.loads || len(s.vectors) > 0 && s.execFrom != exec {
				next()
			}
			s.loads, s.stores, s.execFrom = !in.lds.store, in.lds.store, exec
			for i := range in.lds.parts {
				p := &in.lds.parts[i]
				for _, at := range append([]engine.Ref{p.Addr}, p.Rows...) {
					if at < engine.Held {
						s.vreads.add(uint16(at), 1)
					}
				}
				for _, at := range p.Rows {
					if !in.lds.store {
						s.vwrites.add(uint16(at), 1)
					}
				}
			}
			s.masks.add(isa.CodeExecLo, 2)
			s.vectors = append(s.vectors, in)
			continue
		case in.hold != nil && in.vector:
			if s.permuted {
				next()
			}
			s.vectors = append(s.vectors, in)
			s.vreads.add(in.hold.Code, 1)
			continue
		case in.hold == nil && (in.recipe == nil || in.recipe.Jump != nil):
			continue
		}
		if !in.vector {
			reads, writes := in.scalarUses()
			if len(s.vectors) > 0 && (reads.meets(&s.writes) || writes.meets(&s.writes) || writes.meets(&s.reads) ||
				writes.meets(&s.masks) || s.lanesMeet(&in)) {
				next()
			}
			s.scalars = append(s.scalars, in)
			continue
		}
		x := in.r.X
		var reads, masks, writes scalars
		for i, code := range in.r.Sources() {
			if code < 128 {
				reads.add(code, max(x.NS[i], 1))
			}
		}
		from := x.MaskIn()
		if from != engine.NoMask {
			masks.add(from, 2)
		}
		masks.add(isa.CodeExecLo, 2)
		if x.MaskDst != engine.NoMask {
			writes.add(x.MaskDst, 2)
		}
		if x.Inst.Form.Desc.Writes("exec") {
			writes.add(isa.CodeExecLo, 2)
		}
		// What a vector instruction writes, a later one finds in a mask register: as that mask only.
		partly := false
		for d := range s.dests {
			var w scalars
			w.add(d, 2)
			partly = partly || w.meets(&masks) && d != from || w.meets(&writes) && d != x.MaskDst
		}
		control := in.control(fp)
		permuted := x.Inst.Sub == isa.DPP
		alone := s.permuted || permuted && len(s.vectors) > 0
		if alone || partly || s.exec || s.execFrom != isa.CodeExecLo || reads.meets(&s.writes) ||
			!s.control.agrees(control) ||
			len(s.dests) == maxDests && x.MaskDst != engine.NoMask && !s.dests[x.MaskDst] {
			next()
		}
		s.vectors, s.permuted = append(s.vectors, in), permuted
		s.control = s.control.with(control)
		for i, code := range in.r.Sources() {
			if code >= isa.CodeVGPR && code < engine.SrcConst {
				s.vreads.add(code, x.NS[i])
			}
		}
		if x.ND > 0 {
			s.vwrites.add(in.r.D, x.ND)
		}
		s.reads.join(&reads)
		s.masks.join(&masks)
		s.writes.join(&writes)
		if x.MaskDst != engine.NoMask {
			s.dests[x.MaskDst] = true
		}
		s.exec = x.Inst.Form.Desc.Writes("exec") || s.dests[isa.CodeExecLo]
	}
	next()
	return steps
}

// lanesMeet reports whether a scalar instruction reads or writes lanes of a vector register that the
// step's vector instructions have to do with: they would come behind it.
func (s *step) lanesMeet(in *inst) bool {
	if in.hold != nil {
		return false
	}
	a, d := lanesOf(in.r, in.recipe)
	return a && s.vwrites.has(in.r.A) || d && (s.vreads.has(in.r.D) || s.vwrites.has(in.r.D))
}

// scalarUses are the scalar registers that a scalar instruction reads and writes.
func (in *inst) scalarUses() (reads, writes scalars) {
	if in.hold != nil {
		reads.add(in.hold.Code, in.hold.N)
		return reads, writes
	}
	x := in.r.X
	for i, code := range [...]uint16{in.r.A, in.r.B} {
		if code < 128 {
			reads.add(code, max(x.NS[i], 1))
		}
	}
	each(in.recipe, func(e *isa.HostExpr) {
		switch e.Kind {
		case isa.HostExec:
			reads.add(isa.CodeExecLo, 2)
		case isa.HostVCC:
			reads.add(isa.CodeVCCLo, 2)
		}
	})
	if in.r.D < 128 {
		writes.add(in.r.D, x.ND)
		reads.add(in.r.D, x.ND)
	}
	if in.recipe.Exec != nil {
		writes.add(isa.CodeExecLo, 2)
	}
	return reads, writes
}
