package simtest

import (
	"errors"
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
)

// regKind is a class of registers.
type regKind uint8

const (
	scalarReg regKind = iota
	vectorReg
	sccBit
	modeReg
)

// register is a parsed name: n registers from a source code on.
type register struct {
	kind regKind
	code uint16
	n    int
}

// parse reads a register name for a generation: those of [isa.ParseReg] and "mode".
func parse(g isa.Gen, name string) (register, error) {
	if name == "mode" {
		return register{kind: modeReg, n: 1}, nil
	}
	code, n, err := isa.ParseReg(g, name)
	switch {
	case errors.Is(err, isa.ErrUnknownRegister):
		return register{}, fmt.Errorf("%w: the names are sN, s[A:B], vN, v[A:B], exec, vcc, m0, scc, mode", err)
	case err != nil:
		return register{}, err
	case code == isa.CodeSCC:
		return register{kind: sccBit, n: 1}, nil
	case code >= isa.CodeVGPR:
		return register{vectorReg, code, n}, nil
	}
	return register{scalarReg, code, n}, nil
}
