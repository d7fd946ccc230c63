package engine

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Hardware register numbers of s_getreg and s_setreg (semantics.md 50).
const (
	hwMode     = 1
	hwStatus   = 2
	hwTrapSts  = 3
	hwID       = 4
	hwGprAlloc = 5
	hwLdsAlloc = 6
	hwIbSts    = 7
	hwShMem    = 15 // GCN 1.4: SH_MEM_BASES
)

// trapStsExcp is TRAPSTS.EXCP, the accumulated exceptions.
const trapStsExcp = 0x1ff

// status assembles the STATUS register (AMD ISA manuals, "STATUS"). TRAP_EN is set: drivers install
// a trap handler, whatever the kernel descriptor asks for (LLVM AMDGPUUsage, ENABLE_TRAP_HANDLER);
// see [execTrap].
func (w *Wave) status() uint32 {
	b := func(c bool, n uint) uint32 {
		if c {
			return 1 << n
		}
		return 0
	}
	return b(w.SCC, 0) | uint32(w.Prio&3)<<3 | b(w.Priv, 5) | 1<<6 | b(w.exec() == 0, 9) | b(w.VCC() == 0,
		10) | b(len(w.group.Waves) > 1, 11) |
		b(w.stop&stopHalt != 0, 13) | 1<<16 | b(w.CondDbgUser, 20) | b(w.CondDbgSys, 21)
}

// hwreg reads a hardware register; ok is false where the generation has none of this number.
func (w *Wave) hwreg(id int32) (v uint32, ok bool) {
	switch id {
	case hwMode:
		return w.Mode, true
	case hwStatus:
		return w.status(), true
	case hwTrapSts:
		return w.TrapSts, true
	case hwID:
		// WAVE_ID 3:0, SIMD_ID 5:4, CU_ID 11:8: the functional driver has one compute unit.
		return uint32(w.Num/4&15) | uint32(w.Num&3)<<4, true
	case hwGprAlloc:
		return 0, true
	case hwLdsAlloc:
		return uint32(len(w.group.LDS.Bytes())/256) << 12, true
	case hwIbSts:
		c := w.Counters.Count
		vm := uint32(c[waitcnt.VM])
		v := vm&15 | uint32(c[waitcnt.EXP])<<4 | uint32(c[waitcnt.LGKM])<<8
		if w.prog.features.Has(isa.FeatureVmcnt6) {
			v |= vm >> 4 << 22
		}
		return v, true
	case hwShMem:
		if w.prog.features.Has(isa.FeatureApertures) {
			d := w.group.disp
			return uint32(d.privateBase>>48) | uint32(d.SharedBase>>48)<<16, true
		}
	}
	return 0, false
}

func execGetReg(w *Wave, r *Rec) {
	id, off, size := hwField(r.X.Imm)
	v, ok := w.hwreg(id)
	if !ok {
		w.fault(r, -1, fmt.Errorf("%w: hardware register %d cannot be read on %v", ErrOperand, id, w.prog.Gen))
		return
	}
	w.setS32(r.D, uint32(uint64(v)>>off&(1<<size-1)))
}

// hwField splits SIMM16: {size-1, offset, id}.
func hwField(simm int32) (id int32, off, size uint) {
	return simm & 63, uint(simm >> 6 & 31), uint(simm>>11&31) + 1
}

// setReg writes a field of a hardware register. User code can write MODE and TRAPSTS; writes to
// others are ignored as hardware does.
func (w *Wave) setReg(r *Rec, v uint32) {
	id, off, size := hwField(r.X.Imm)
	m := uint32((uint64(1)<<size - 1) << off)
	switch id {
	case hwMode:
		w.Mode = w.Mode&^m | v<<off&m
	case hwTrapSts:
		w.TrapSts = w.TrapSts&^m | v<<off&m
	case hwStatus, hwID, hwGprAlloc, hwLdsAlloc, hwIbSts:
	default:
		w.fault(r, -1, fmt.Errorf("%w: hardware register %d cannot be written on %v", ErrOperand, id, w.prog.Gen))
	}
}
