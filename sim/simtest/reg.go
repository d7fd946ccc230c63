package simtest

import (
	"fmt"
	"regexp"
	"strconv"

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

// named are the registers without a number.
var named = map[string]register{
	"vcc": {scalarReg, isa.CodeVCCLo, 2}, "vcc_lo": {scalarReg, isa.CodeVCCLo, 1}, "vcc_hi": {scalarReg, isa.CodeVCCHi, 1},
	"exec": {scalarReg, isa.CodeExecLo, 2}, "exec_lo": {scalarReg, isa.CodeExecLo, 1}, "exec_hi": {scalarReg, isa.CodeExecHi, 1},
	"m0": {scalarReg, isa.CodeM0, 1}, "scc": {sccBit, 0, 1}, "mode": {modeReg, 0, 1},
}

var numbered = regexp.MustCompile(`^([sv])(?:(\d{1,3})|\[(\d{1,3}):(\d{1,3})\])$`)

// parse reads a register name for a generation.
func parse(g isa.Gen, name string) (register, error) {
	if r, ok := named[name]; ok {
		return r, nil
	}
	m := numbered.FindStringSubmatch(name)
	if m == nil {
		return register{}, fmt.Errorf("unknown register %q: the names are sN, s[A:B], vN, v[A:B], exec, vcc, m0, scc, mode", name)
	}
	first, last := m[2], m[2]
	if first == "" {
		first, last = m[3], m[4]
	}
	lo, _ := strconv.Atoi(first)
	hi, _ := strconv.Atoi(last)
	r, most := register{scalarReg, uint16(lo), hi - lo + 1}, isa.MaxSGPR(g)
	if m[1] == "v" {
		r.kind, r.code, most = vectorReg, isa.CodeVGPR+uint16(lo), 256
	}
	switch {
	case hi < lo:
		return r, fmt.Errorf("register %q: the range runs backwards", name)
	case hi >= most:
		return r, fmt.Errorf("register %q: %v has %s0 to %s%d", name, g, m[1], m[1], most-1)
	}
	return r, nil
}
