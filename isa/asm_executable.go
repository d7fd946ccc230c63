package isa

import (
	"fmt"
	"strings"
)

// Executable reports what an instruction can encode but hardware cannot do: what is reserved, and
// two different scalar values on the constant bus of a VALU instruction (SGPRs, VCC, M0 and the
// like, a literal). Source: AMD ISA manuals, "VALU operands"; LLVM validateConstantBusLimitations.
func Executable(in *Inst) error {
	if err := in.Reserved(); err != nil {
		return err
	}
	if !in.Form.isVALU() {
		return nil
	}
	type scalar struct {
		code uint16
		size uint8
		val  uint32
	}
	var bus scalar
	used := false
	use := func(s scalar) error {
		if used && s != bus {
			return fmt.Errorf("%s reads two scalar values: a vector instruction has one for SGPRs, VCC and a literal together",
				in.Form.Base())
		}
		bus, used = s, true
		return nil
	}
	if strings.Contains(in.Form.Desc.Imp, "<vcc") {
		if err := use(scalar{CodeVCCLo, 2, 0}); err != nil {
			return err
		}
	}
	if strings.Contains(in.Form.Desc.Imp, "<m0") {
		if err := use(scalar{CodeM0, 1, 0}); err != nil {
			return err
		}
	}
	for i, o := range in.Operands() {
		switch {
		case o.Kind != KindReg || !in.Form.Args[i].Read || o.IsVGPR() || o.Code == CodeLDSDirect:
		case o.IsConst() && o.Code != CodeLiteral:
		case o.Code == CodeM0 && in.Form.Desc.Do == CtlWriteLane:
			// beside an SGPR (semantics.md 31)
		default:
			if err := use(scalar{o.Code, o.Dwords, o.Val}); err != nil {
				return err
			}
		}
	}
	return nil
}
