package chip

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
)

// Issue is the number of clocks from the issue of an instruction to that of the next one, for a lone
// wave. It has no waiting for results, for fetch, or for units that other waves use. A branch counts
// as not taken; s_nop and s_sleep as one wait state.
//
// approximate: formats for which nobody has published figures (MTBUF, MIMG, FLAT and the like) take
// the clocks of MUBUF with as much data; cache control is like a load.
func (c *Chip) Issue(in *isa.Inst) int {
	switch in.Form.Latency() {
	case isa.LatInternal:
		return c.Int(InternalCycles)
	case isa.LatBranch:
		return c.Int(BranchCycles)
	case isa.LatMessage:
		return c.Int(MessageCycles)
	case isa.LatSALU:
		return c.Int(SALUCycles)
	case isa.LatSALU2:
		return c.Int(SALU2Cycles)
	case isa.LatSMEM:
		return c.smem(in)
	case isa.LatVALU2:
		return c.Int(HalfCycles)
	case isa.LatQuarter:
		return c.Int(QuarterCycles)
	case isa.LatMul32:
		return c.Int(Mul32Cycles)
	case isa.LatMul64:
		return c.Int(Mul64Cycles)
	case isa.LatFMA32:
		return c.Int(FMA32Cycles)
	case isa.LatDouble:
		return max(c.Int(VALUCycles), c.Int(VALUCycles)*c.Int(DPRatio)/2)
	case isa.LatDouble2:
		return c.Int(VALUCycles) * c.Int(DPRatio)
	case isa.LatInterp:
		return c.Int(InterpCycles)
	case isa.LatVMEM:
		return c.vmem(in)
	case isa.LatLDS, isa.LatGDS:
		issue, _, _ := c.LDS(in)
		return issue
	case isa.LatExport:
		return c.Int(ExportCycles)
	}
	return c.Int(VALUCycles)
}

// smem: CLRX GcnTimings, SMRD.
func (c *Chip) smem(in *isa.Inst) int {
	switch m, _ := in.Form.Desc.Do.(isa.Memory); {
	case m.Size > 32:
		return c.Int(SMEM16Cycles)
	case m.Size > 16:
		return c.Int(SMEM8Cycles)
	}
	return c.Int(SMEMCycles)
}

// vmem: CLRX GcnTimings, MUBUF.
func (c *Chip) vmem(in *isa.Inst) int {
	m, _ := in.Form.Desc.Do.(isa.Memory)
	dwords := (int(m.Size) + 3) / 4
	if in.Form.Fmt == isa.MIMG && m.Kind == isa.MemImage {
		dwords = bits.OnesCount8(in.Mod.DMask)
	}
	switch m.Kind {
	case isa.MemStore, isa.MemStoreFormat, isa.MemLdsStore:
		return c.Int(StoreCycles)
	case isa.MemAtomic:
		switch {
		case m.Atom == isa.AtomCmpSwap || m.Atom == isa.AtomFCmpSwap:
			return c.Int(CmpSwapCycles)
		case in.Mod.GLC:
			return c.Int(AtomicCycles) + dwords
		}
		return c.Int(AtomicCycles)
	case isa.MemImage:
		if m.Image.Op == isa.ImageStore {
			return c.Int(StoreCycles)
		}
	}
	switch {
	case dwords <= 1:
		return c.Int(Load1Cycles)
	case dwords == 2:
		return c.Int(Load2Cycles)
	}
	return c.Int(Load4Cycles)
}

// lanes is the number of lanes of a wave.
const lanes = 64

// LDS is the clocks of an LDS or GDS instruction without bank conflicts. issue is from a lone
// wave's instruction to its next one. busy is for how long it keeps the compute unit's LDS from the
// instructions of other waves. Address and data in share the way to LDS; data out have their own.
// Source: this form gives the measurements of CLRX GcnTimings, DS, but for the cases below, which
// are as measured.
//
// ret is from the start of an LDS instruction to its return. Figures are published for plain reads
// and writes only: another instruction returns as much later than these as its issue takes longer.
func (c *Chip) LDS(in *isa.Inst) (issue, busy, ret int) {
	m, _ := in.Form.Desc.Do.(isa.Memory)
	into, out := 4, 0 // bytes of a lane: the address, data
	for _, a := range in.Form.Args {
		switch a.Role {
		case 'a', 'b':
			into += 4 * a.Type.Dwords()
		case 'd':
			out += 4 * a.Type.Dwords()
		}
	}
	size := int(m.Size)
	switch {
	case m.Kind == isa.MemStore && m.Src2: // both addresses travel, as do the data
		into += 2 * size
	case m.Src2:
		out = size
	case out == 12: // three dwords go out like four
		out = 16
	}
	issue = max(c.Int(VALUCycles), c.port(max(into, out)))
	busy = max(into, out)
	switch {
	case m.Src2:
		busy = 2 * size
	case m.Kind == isa.MemStore && !m.Two && (size == 8 || size == 12):
		busy += 4 // as much as one dword more
	case m.Kind == isa.MemAtomic && m.Two && size == 8:
		busy += 4
	}
	latency, plain := LDSLatency, max(8, out) // bytes of a plain instruction
	switch {
	case out > 8:
		latency = LDSLatency16
	case out > 4:
		latency = LDSLatency8
	case out > 0:
		plain = 4
	default:
		latency = LDSLatencyWrite
	}
	ret = c.Int(latency) + max(0, issue-max(c.Int(VALUCycles), c.port(plain)))
	return issue, max((c.port(busy)+c.Int(LDSPorts)-1)/c.Int(LDSPorts), 1), ret
}

// port is the clocks that so many bytes of each lane take through a port of LDS.
func (c *Chip) port(bytes int) int {
	return (bytes*lanes + c.Int(LDSPortBytes) - 1) / c.Int(LDSPortBytes)
}
