package isa

import (
	"math/big"

	"github.com/gcnsim/gcnsim/isa/internal/exact"
)

// oFormat is a format of the oracle (package exact) with the code under test, and the oracle's
// functions taking this package's rules.
type oFormat struct {
	exact.Format
	f fpFormat
}

var oFormats = []oFormat{{exact.F16, fp16}, {exact.F32, fp32}, {exact.F64, fp64}}

type oNum = exact.Num

const (
	oFinite = exact.Finite
	oInf    = exact.Inf
	oNaN    = exact.NaN
)

func (f oFormat) decode(x uint64, r FPRule) oNum   { return f.Decode(x, exact.Rule(r)) }
func (f oFormat) encode(v oNum, r FPRule) uint64   { return f.Encode(v, exact.Rule(r)) }
func (f oFormat) value(x uint64, r FPRule) float64 { return f.Value(x, exact.Rule(r)) }
func (f oFormat) oAdd(x, y oNum, r FPRule) oNum    { return f.Add(x, y, exact.Rule(r)) }
func (f oFormat) oFMA(x, y, z oNum, r FPRule) oNum { return f.FMA(x, y, z, exact.Rule(r)) }
func (f oFormat) minMaxText(a, b uint64, isMax bool, r FPRule, ieee bool) uint64 {
	return f.MinMaxText(a, b, isMax, exact.Rule(r), ieee)
}
func oInt(x oNum, r FPRule, lo, hi *big.Int) *big.Int { return exact.Int(x, exact.Rule(r), lo, hi) }
func oIntegral(x oNum, r FPRule) *big.Int             { return exact.Integral(x, exact.Rule(r)) }
