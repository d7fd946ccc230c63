package hostcode

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// control is what code needs the host's floating-point control register to hold: value in the bits of
// mask, anything in the others.
type control struct{ mask, value uint32 }

// The register's parts.
const (
	mxcsr       = 0x1f80 // no exceptions
	mxcsrRound  = 3 << 13
	mxcsrDenorm = 1 << 6 // denormal sources count as zero
)

func (c control) agrees(d control) bool { return (c.value^d.value)&c.mask&d.mask == 0 }

func (c control) with(d control) control {
	return control{c.mask | d.mask, c.value&^d.mask | d.value}
}

func keeps(r isa.FPRule) bool {
	return r&(isa.DenormIn|isa.DenormOut) == isa.DenormIn|isa.DenormOut
}
func flushes(r isa.FPRule) bool { return r&(isa.DenormIn|isa.DenormOut) == 0 }
func nearest(r isa.FPRule) bool { return r&3 == isa.RoundNearest }

// rounding is that of a rule.
func rounding(r isa.FPRule) control {
	return control{mxcsrRound, [4]uint32{0, 2, 1, 3}[r&3] << 13}
}

// denormals says whether denormal sources count as zero.
func denormals(zero bool) control {
	if zero {
		return control{mxcsrDenorm, mxcsrDenorm}
	}
	return control{mask: mxcsrDenorm}
}

// control is what an instruction needs. Results are flushed by instructions: the host's own flush
// takes for denormal what only rounds up to the smallest normal number.
func (in *inst) control(fp *isa.FPMode) control {
	if in.recipe == nil || !in.vector {
		return control{}
	}
	kept := denormals(false)
	single := rounding(fp.F32)
	var as control // as MODE says of single precision, which makes no difference where it flushes
	if fp.F32&isa.DenormIn != 0 {
		as = kept
	}
	switch in.recipe.FP {
	case isa.HostFlushed:
		return single.with(denormals(true))
	case isa.HostSingle, isa.HostNarrow, isa.HostSingleNearest:
		return single.with(kept)
	case isa.HostNearest:
		return rounding(isa.RoundNearest).with(as)
	case isa.HostHalf, isa.HostHalfKept, isa.HostHalfNearest:
		return rounding(fp.F16).with(as)
	case isa.HostDouble:
		return rounding(fp.F64).with(denormals(fp.F64&isa.DenormIn == 0))
	case isa.HostDoubleNearest:
		return rounding(isa.RoundNearest).with(kept)
	}
	byMode, hosts := in.scales(fp), false
	each(in.recipe, func(e *isa.HostExpr) {
		byMode = byMode || e.Kind.Single()
		hosts = hosts || e.Kind >= isa.HostRAdd && e.Kind <= isa.HostRRsq
	})
	switch {
	case byMode:
		return single.with(denormals(fp.F32&isa.DenormIn == 0))
	case hosts:
		return as
	}
	return control{}
}

// resultType is the type of an instruction's vector result.
func (in *inst) resultType() isa.Type { return in.r.X.Operand('d').Type }

// scales reports whether an output modifier of the instruction does something: the hardware ignores it
// where denormal results are kept, and with MODE.IEEE.
func (in *inst) scales(fp *isa.FPMode) bool {
	return in.r.X.Inst.Mod.Omod != 0 && !fp.IEEE && in.resultType() == isa.F32 && fp.F32&isa.DenormOut == 0
}

// byMode reports whether the instruction's code depends on MODE's rules of floating point.
func (in *inst) byMode() bool {
	if in.recipe == nil || !in.vector {
		return false
	}
	m := &in.r.X.Inst.Mod
	yes := in.recipe.FP != isa.HostByMode || m.Omod != 0 || m.Clamp
	each(in.recipe, func(e *isa.HostExpr) { yes = yes || e.Kind.Float() })
	return yes
}

// rulesAllow reports whether the recipe of an instruction holds under MODE's rules.
func rulesAllow(r *engine.Rec, recipe *isa.Recipe, fp *isa.FPMode, has isa.Features) bool {
	in := inst{r: r, recipe: recipe, vector: true}
	if t := in.resultType(); r.X.Inst.Mod.Omod != 0 && !fp.IEEE &&
		(t == isa.F16 && fp.F16&isa.DenormOut == 0 || t == isa.F64 && fp.F64&isa.DenormOut == 0) {
		return false
	}
	if c, single := in.control(fp), rounding(fp.F32); in.scales(fp) &&
		(c.mask&single.mask != single.mask || c.value&single.mask != single.value) {
		return false // what an output modifier makes too large or too small is rounded as MODE says
	}
	half := !has.Has(isa.FeatureF16) || fp.F16&isa.FP16Ovfl == 0
	switch recipe.FP {
	case isa.HostSingleNearest:
		return nearest(fp.F32)
	case isa.HostHalf:
		return half
	case isa.HostHalfKept:
		return half && (!has.Has(isa.FeatureF16) || keeps(fp.F16))
	case isa.HostHalfNearest:
		return half && nearest(fp.F16)
	case isa.HostNarrow, isa.HostDoubleNearest:
		return keeps(fp.F64)
	case isa.HostDouble:
		return keeps(fp.F64) || flushes(fp.F64)
	case isa.HostByMode:
		one := in.scales(fp)
		each(recipe, func(e *isa.HostExpr) { one = one || e.Kind.Single() })
		return !one || keeps(fp.F32) || flushes(fp.F32)
	}
	return true
}
