package isa

// Lat is a latency class: what kind of time an instruction takes. A chip gives each class its
// cycles.
type Lat uint8

// The classes. Sources: CLRX GcnTimings, AMD CodeXL's tables
// (benchmarks/timing/tables/opcodes.tsv).
const (
	LatDerived  Lat = iota // in a row: from the format and the operand types
	LatInternal            // takes no unit: s_nop, s_waitcnt, s_sleep, ...
	LatBranch              // branches
	LatMessage             // s_sendmsg, traps, debugging
	LatSALU                // scalar ALU, full rate
	LatSALU2               // scalar ALU, half rate: s_*_saveexec, s_setreg
	LatSMEM                // scalar memory
	LatVALU                // vector ALU, full rate: one instruction in 4 clocks
	LatVALU2               // vector ALU, half rate on every chip: v_swap
	LatQuarter             // vector ALU, quarter rate: transcendental, sums of absolute differences of quads, ...
	LatMul32               // vector ALU, 32-bit integer multiply: its rate is the chip's
	LatMul64               // vector ALU, 32-bit integer multiply with a 64-bit result and addend
	LatFMA32               // vector ALU, f32 fused multiply-add: full rate where double precision is fast
	LatDouble              // vector ALU at the chip's double-precision rate: f64 add and compare, 64-bit shifts
	LatDouble2             // at half of that rate: f64 multiply, fma, reciprocal, square root
	LatInterp              // interpolation
	LatVMEM                // buffer, flat and image memory
	LatLDS                 // local data share
	LatGDS                 // global data share
	LatExport              // exports

	numLats
)

// String is the class's name in the instruction table.
func (l Lat) String() string {
	return [numLats]string{"", "internal", "branch", "message", "salu", "salu half rate", "smem", "valu",
		"valu half rate", "valu quarter rate",
		"valu 32-bit multiply", "valu 64-bit multiply-add", "valu f32 fma", "valu double", "valu double, half rate", "interpolation",
		"vmem", "lds", "gds", "export"}[l]
}

// Latency is the latency class of the form.
func (f *Form) Latency() Lat {
	d := f.Desc
	if d.Lat != LatDerived {
		return d.Lat
	}
	switch f.Fmt {
	case SOPP:
		if _, ok := d.Do.(Scalar); ok {
			return LatBranch
		}
		switch d.Do {
		case CtlCDbgSys, CtlCDbgUser, CtlCDbgOr, CtlCDbgAnd, CtlEndpgm:
			return LatBranch
		case CtlSendMsg, CtlSendMsgHalt, CtlTrap, CtlIncPerf, CtlDecPerf, CtlTTrace, CtlIcacheInv:
			return LatMessage
		}
		return LatInternal
	case SOP1, SOP2, SOPC, SOPK:
		if d.Writes("pc") {
			return LatBranch
		}
		return LatSALU
	case SMRD, SMEM:
		return LatSMEM
	case DS:
		if m, ok := d.Do.(Memory); ok && m.Kind >= MemGwsInit && m.Kind <= MemGwsBarrier || ok && m.Kind == MemOrdered {
			return LatGDS
		}
		return LatLDS
	case MUBUF, MTBUF, MIMG, FLAT, GLOBAL, SCRATCH:
		return LatVMEM
	case EXP:
		return LatExport
	}
	if _, ok := d.Do.(Interp); ok {
		return LatInterp
	}
	for _, a := range f.Args {
		if a.Type.Is64() {
			return LatDouble
		}
	}
	return LatVALU
}
