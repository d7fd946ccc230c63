package isa

import (
	"errors"
	"fmt"
)

// ErrReserved is wrapped by every error of [Inst.Reserved].
var ErrReserved = errors.New("the encoding is reserved on this generation")

// Reserved reports what in the instruction the hardware does not have. [Decode] accepts it all the
// same, because LLVM's disassembler prints it: registers past the end of the register files, codes
// that later generations use, 64-bit operands with DPP, fields that the manuals reserve. Whoever
// executes an instruction refuses it with this error; whoever lists it need not. It is nil for
// everything that LLVM's assembler makes.
func (i *Inst) Reserved() error {
	f := i.Form
	fail := func(format string, args ...any) error {
		return fmt.Errorf("isa: %s on %v: %w: %s", f.Name, f.Gen, ErrReserved, fmt.Sprintf(format, args...))
	}
	for k := range i.Operands() {
		o := &i.Ops[k]
		end := int(o.Code) + int(o.Dwords)
		switch {
		case o.Type == ParamT && o.Val > 2:
			return fail("interpolation parameter %d", o.Val)
		case o.Type == TargetT && (o.Val == 10 || o.Val == 11 || o.Val >= 16 && o.Val < 32):
			return fail("export target %d", o.Val)
		case o.Kind != KindReg:
		case o.IsVGPR() && end > 2*CodeVGPR:
			return fail("%d registers from v%d on", o.Dwords, o.Code-CodeVGPR)
		case int(o.Code) < MaxSGPR(f.Gen) && end > MaxSGPR(f.Gen):
			return fail("%d registers from s%d on", o.Dwords, o.Code)
		case o.Code >= ttmpBase(f.Gen) && o.Code < CodeM0 && end > CodeM0:
			return fail("%d registers from ttmp%d on", o.Dwords, o.Code-ttmpBase(f.Gen))
		case i.Sub == DPP && o.Role == 'a' && o.Dwords == 2:
			return fail("a 64-bit source with DPP")
		}
		for j := range singles {
			if s := &singles[j]; o.Kind == KindReg && s.code == o.Code && s.reserved&f.Gen != 0 {
				return fail("operand %s", s.name)
			}
		}
	}
	if f.Fmt == FLAT && i.Mod.Offset>>flatOffsetBits(f) != 0 {
		return fail("offset %d", i.Mod.Offset)
	}
	return nil
}

// flatOffsetBits is the width of the unsigned offset of FLAT instructions: 12 bits from GCN 1.4 on
// (AMD Vega ISA, "FLAT"), none before.
func flatOffsetBits(f *Form) int {
	if f.Has(FeatureFlatOffsets) {
		return 12
	}
	return 0
}
