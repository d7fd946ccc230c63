package dump

import (
	"math"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// PerfCounter is what a profiler counts, under the name that rocprof and GPUPerfAPI give it.
type PerfCounter struct {
	Name  string  `json:"name"`  // "SQ_WAVES", "VALUBusy", ...
	Value float64 `json:"value"` // in Unit, of the whole launch
	Unit  string  `json:"unit"`  // "clocks", "4 clocks", "waves", "%", ...
	Doc   string  `json:"doc"`   // what is counted, or a formula of other counters
	// Source is AMD's file that defines it.
	Source string `json:"source"`
}

// tally is what counters are computed from.
type tally struct {
	waves, cycles, waveCycles, waits, waitLDS   float64
	cus, simds                                  float64
	valu, salu, smem, vread, vwrite, lds        float64 // instructions; vector memory without FLAT
	fread, fwrite                               float64 // FLAT, GLOBAL and SCRATCH
	gds, branch, export, message, internal      float64
	valuClocks, saluClocks, ldsClocks, conflict float64
	hit, miss                                   float64 // of L2
	read, written                               float64 // bytes of memory
	kHit, kMiss, iHit, iMiss                    float64
	ses                                         float64 // shader engines
	l1Hit, l1Lines                              float64 // lines that vector L1 had, of those that it was asked for
	writeStall                                  float64 // clocks
	laneClocks                                  float64 // NaN: nobody has counted them

	address []sim.AddressUnit // by number, of all shader engines together
}

// instances is how many units of a shader engine AMD's formulas go over. Those that the chip has not, or
// that are switched off, count nothing.
const instances = 16

// busy is the clocks in which address units work or are stalled: of those of the number with most, with
// fewest, and on average.
func (t *tally) busy() (most, least, mean float64) {
	if len(t.address) >= instances {
		least = math.Inf(1)
	}
	for _, u := range t.address {
		n := float64(u.Busy + u.Stalled)
		most, least, mean = max(most, n), min(least, n), mean+n
	}
	return most, least, mean / float64(max(len(t.address), instances))
}

// stalled is the clocks in which they are stalled: of all, and of those of the number with most.
func (t *tally) stalled() (sum, most float64) {
	for _, u := range t.address {
		sum, most = sum+float64(u.Stalled), max(most, float64(u.Stalled))
	}
	return sum, most
}

// ofEngines is clocks of all shader engines as a percentage.
func (t *tally) ofEngines(clocks float64) float64 { return 100 * ratio(clocks, t.cycles*t.ses) }

// l2Hit is the part of requests that hit L2, in percent.
func (t *tally) l2Hit() float64 { return 100 * ratio(t.hit, t.hit+t.miss) }

// utilisation is how many lanes are active on average, in percent; NaN where nobody has counted them.
func (t *tally) utilisation() float64 {
	if math.IsNaN(t.laneClocks) {
		return t.laneClocks
	}
	return 100 * ratio(t.laneClocks, t.valuClocks*isa.Lanes)
}

// flat is the instructions with a FLAT opcode.
func (t *tally) flat() float64 { return t.fread + t.fwrite }

// perfCounter is a counter of AMD's profilers that the clock has an answer for.
type perfCounter struct {
	name, unit, doc string
	value           func(t *tally) float64 // NaN: it is not known
	gens            isa.Gen                // that have it under this name; 0: all
	source          string                 // where AMD defines it
}

// AMD's definitions.
const (
	hw      = "rocprofiler, test/tool/gfx_metrics.xml (gfx8, gfx9)"
	hw90a   = "rocprofiler, test/tool/gfx_metrics.xml (gfx90a; lists of older targets leave it out)"
	derived = "rocprofiler, test/tool/metrics.xml (gfx8_expr, gfx9_expr, global)"
	gpa     = "GPUPerfAPI 2.23 and 3.6, public counters for OpenCL"
	both    = derived + "; " + gpa
)

// perfCounters are the counters, with AMD's names, units and formulas. Counters of hardware that have
// instances are their sums over the chip. What is not the same here:
//
//   - TA_BUSY_*, MemUnitBusy, MemUnitStalled, TCP_TCP_TA_DATA_STALL_CYCLES_*: L1 of the model takes all that
//     the address unit has, and operations whose lines it cannot ask L2 for yet wait in a queue without an
//     end. Clocks in which some wait behind another one count as stalled where the address unit does not
//     work: on a chip, whose queues have an end, it would have to do then what it has done before.
//   - LDSBankConflict is by compute units, as rocprofiler has it; GPUPerfAPI's is by SIMDs.
//   - SALUBusy is of the whole chip, as rocprofiler's; GPUPerfAPI divides by a shader engine's SIMDs.
//   - TCC_EA_RDREQ_sum and TCC_EA_WRREQ_sum: gfx906 has a second interface to memory, which it counts
//     as TCC_EA1; here they are together, as in FetchSize and WriteSize.
//   - SQ_INSTS_VMEM_WR: that atomics are among writes, with a result or without, no document says.
//   - SQ_INSTS_FLAT_LDS_ONLY is 0, as on chips where EARLY_TA_DONE is off.
//   - TCC_WRREQ_STALL_max is the clocks in which a line that L2 replaces waits for memory to take it.
//   - VALUUtilization takes lanes from EXEC, also of v_readlane_b32 and v_writelane_b32, which ignore it.
var perfCounters = [...]perfCounter{
	{"GRBM_GUI_ACTIVE", "clocks", "clocks in which the GPU is busy", func(t *tally) float64 { return t.cycles }, 0, hw},
	{"GRBM_COUNT", "clocks", "clocks of the launch", func(t *tally) float64 { return t.cycles }, 0, hw},
	{"GPUBusy", "%", "100 * GRBM_GUI_ACTIVE / GRBM_COUNT: a launch is all that the GPU does", func(*tally) float64 { return 100 }, 0, derived},
	{"SQ_WAVES", "waves", "waves that were sent to SQs", func(t *tally) float64 { return t.waves }, 0, hw},
	{"SQ_WAVE_CYCLES", "4 clocks", "quads of clocks that waves spend in SQs", func(t *tally) float64 { return t.waveCycles / 4 }, 0, hw90a},
	{"SQ_WAIT_ANY", "4 clocks", "quads of clocks that waves wait for anything", func(t *tally) float64 { return t.waits / 4 }, 0, hw90a},
	{"SQ_WAIT_INST_LDS", "4 clocks", "quads of clocks that waves wait for LDS to take an instruction", func(t *tally) float64 { return t.waitLDS / 4 }, 0, hw},
	{"SQ_INSTS_VALU", "instructions", "vector instructions issued", func(t *tally) float64 { return t.valu }, 0, hw},
	{"SQ_INSTS_SALU", "instructions", "scalar instructions issued", func(t *tally) float64 { return t.salu }, 0, hw},
	{"SQ_INSTS_SMEM", "instructions", "scalar memory instructions issued", func(t *tally) float64 { return t.smem }, 0, hw},
	{"SQ_INSTS_VMEM_RD", "instructions", "vector memory reads issued, FLAT included", func(t *tally) float64 { return t.vread + t.fread }, 0, hw},
	{"SQ_INSTS_VMEM_WR", "instructions", "vector memory writes and atomics issued, FLAT included", func(t *tally) float64 { return t.vwrite + t.fwrite }, 0, hw},
	{"SQ_INSTS_FLAT", "instructions", "FLAT instructions issued, GLOBAL and SCRATCH included", (*tally).flat, withFlat, hw},
	{"SQ_INSTS_FLAT_LDS_ONLY", "instructions", "FLAT instructions known to access nothing but LDS", func(*tally) float64 { return 0 }, withFlat, hw},
	{"SQ_INSTS_LDS", "instructions", "LDS instructions issued, FLAT included", func(t *tally) float64 { return t.lds + t.flat() }, 0, hw},
	{"SQ_INSTS_GDS", "instructions", "GDS instructions issued", func(t *tally) float64 { return t.gds }, 0, hw},
	{"SQ_INSTS_BRANCH", "instructions", "branches issued", func(t *tally) float64 { return t.branch }, 0, hw90a},
	{"SQ_INSTS_SENDMSG", "instructions", "messages issued", func(t *tally) float64 { return t.message }, 0, hw90a},
	{"SQ_INSTS_EXP_GDS", "instructions", "exports and GDS instructions issued", func(t *tally) float64 { return t.export + t.gds }, 0, hw90a},
	{"SQ_ACTIVE_INST_VALU", "4 clocks", "quads of clocks that each SIMD works on vector instructions", func(t *tally) float64 { return t.valuClocks / 4 }, 0, hw},
	{"SQ_THREAD_CYCLES_VALU", "4 clocks", "quads of clocks that each active lane works on vector instructions", func(t *tally) float64 { return t.laneClocks / 4 }, 0, hw},
	{"SQ_INST_CYCLES_SALU", "4 clocks", "quads of clocks for scalar instructions, loads not among them", func(t *tally) float64 { return t.saluClocks / 4 }, 0, hw},
	{"SQ_LDS_IDX_ACTIVE", "clocks", "clocks in which LDS works on indexed operations", func(t *tally) float64 { return t.ldsClocks }, 0, hw90a},
	{"SQ_LDS_BANK_CONFLICT", "clocks", "clocks in which LDS is stalled by bank conflicts", func(t *tally) float64 { return t.conflict }, 0, hw},
	{"SQC_DCACHE_HITS", "lines", "scalar cache hits", func(t *tally) float64 { return t.kHit }, 0, hw90a},
	{"SQC_DCACHE_MISSES", "lines", "scalar cache misses", func(t *tally) float64 { return t.kMiss }, 0, hw90a},
	{"SQC_ICACHE_HITS", "lines", "instruction cache hits", func(t *tally) float64 { return t.iHit }, 0, hw90a},
	{"SQC_ICACHE_MISSES", "lines", "instruction cache misses", func(t *tally) float64 { return t.iMiss }, 0, hw90a},
	{"TA_FLAT_READ_WAVEFRONTS_sum", "instructions", "FLAT reads that address units process", func(t *tally) float64 { return t.fread }, withFlat, derived},
	{"TA_FLAT_WRITE_WAVEFRONTS_sum", "instructions", "FLAT writes that address units process", func(t *tally) float64 { return t.fwrite }, withFlat, derived},
	{"TA_BUSY_avr", "clocks", "clocks in which an address unit works or is stalled, of all shader engines: mean of 16", func(t *tally) float64 { _, _, mean := t.busy(); return mean }, sinceGCN12, derived},
	{"TA_BUSY_max", "clocks", "clocks in which an address unit works or is stalled, of all shader engines: most of 16", func(t *tally) float64 { most, _, _ := t.busy(); return most }, sinceGCN12, derived},
	{"TA_BUSY_min", "clocks", "clocks in which an address unit works or is stalled, of all shader engines: fewest of 16", func(t *tally) float64 { _, least, _ := t.busy(); return least }, sinceGCN12, derived},
	{"TCP_TCP_TA_DATA_STALL_CYCLES_sum", "clocks", "clocks in which vector L1 stalls the address unit", func(t *tally) float64 { sum, _ := t.stalled(); return sum }, isa.GCN14, derived},
	{"TCP_TCP_TA_DATA_STALL_CYCLES_max", "clocks", "clocks in which vector L1 stalls the address unit, of all shader engines: most of 16", func(t *tally) float64 { _, most := t.stalled(); return most }, isa.GCN14, derived},
	{"TCC_HIT_sum", "lines", "L2 hits", func(t *tally) float64 { return t.hit }, 0, derived},
	{"TCC_MISS_sum", "lines", "L2 misses", func(t *tally) float64 { return t.miss }, 0, derived},
	{"TCC_MC_RDREQ_sum", "32 bytes", "reads of memory by L2", func(t *tally) float64 { return t.read / 32 }, beforeGCN14, derived},
	{"TCC_MC_WRREQ_sum", "32 bytes", "writes to memory by L2", func(t *tally) float64 { return t.written / 32 }, beforeGCN14, derived},
	{"TCC_EA_RDREQ_sum", "64 bytes", "reads of memory by L2", func(t *tally) float64 { return t.read / 64 }, isa.GCN14, derived},
	{"TCC_EA_RDREQ_32B_sum", "32 bytes", "reads of half a line: L2 has none", func(*tally) float64 { return 0 }, isa.GCN14, derived},
	{"TCC_EA_WRREQ_64B_sum", "64 bytes", "writes of a line: all are", func(t *tally) float64 { return t.written / 64 }, isa.GCN14, derived},
	{"TCC_EA_WRREQ_sum", "64 bytes", "writes to memory by L2", func(t *tally) float64 { return t.written / 64 }, isa.GCN14, derived},
	{"TCC_WRREQ_STALL_max", "clocks", "clocks in which a write to memory is stalled, of L2's channel with most of them", func(t *tally) float64 { return t.writeStall }, sinceGCN12, derived},
	{"Wavefronts", "waves", "SQ_WAVES", func(t *tally) float64 { return t.waves }, 0, both},
	{"VALUInsts", "per wave", "SQ_INSTS_VALU / SQ_WAVES", func(t *tally) float64 { return ratio(t.valu, t.waves) }, 0, both},
	{"SALUInsts", "per wave", "SQ_INSTS_SALU / SQ_WAVES", func(t *tally) float64 { return ratio(t.salu, t.waves) }, 0, both},
	{"SFetchInsts", "per wave", "SQ_INSTS_SMEM / SQ_WAVES", func(t *tally) float64 { return ratio(t.smem, t.waves) }, 0, both},
	{"VFetchInsts", "per wave", "(SQ_INSTS_VMEM_RD - TA_FLAT_READ_WAVEFRONTS_sum) / SQ_WAVES", func(t *tally) float64 { return ratio(t.vread, t.waves) }, sinceGCN12, both},
	{"VFetchInsts", "per wave", "SQ_INSTS_VMEM_RD / SQ_WAVES", func(t *tally) float64 { return ratio(t.vread+t.fread, t.waves) }, beforeGCN12, gpa + " (gfx6, gfx7)"},
	{"VWriteInsts", "per wave", "(SQ_INSTS_VMEM_WR - TA_FLAT_WRITE_WAVEFRONTS_sum) / SQ_WAVES", func(t *tally) float64 { return ratio(t.vwrite, t.waves) }, sinceGCN12, both},
	{"VWriteInsts", "per wave", "SQ_INSTS_VMEM_WR / SQ_WAVES", func(t *tally) float64 { return ratio(t.vwrite+t.fwrite, t.waves) }, beforeGCN12, gpa + " (gfx6, gfx7)"},
	{"FlatVMemInsts", "per wave", "(SQ_INSTS_FLAT - SQ_INSTS_FLAT_LDS_ONLY) / SQ_WAVES", func(t *tally) float64 { return ratio(t.flat(), t.waves) }, withFlat, both},
	{"LDSInsts", "per wave", "(SQ_INSTS_LDS - SQ_INSTS_FLAT_LDS_ONLY) / SQ_WAVES", func(t *tally) float64 { return ratio(t.lds+t.flat(), t.waves) }, 0, both},
	{"FlatLDSInsts", "per wave", "SQ_INSTS_FLAT_LDS_ONLY / SQ_WAVES", func(*tally) float64 { return 0 }, withFlat, both},
	{"GDSInsts", "per wave", "SQ_INSTS_GDS / SQ_WAVES", func(t *tally) float64 { return ratio(t.gds, t.waves) }, 0, both},
	{"VALUUtilization", "%", "100 * SQ_THREAD_CYCLES_VALU / (SQ_ACTIVE_INST_VALU * 64)", (*tally).utilisation, 0, both},
	{"VALUBusy", "%", "100 * SQ_ACTIVE_INST_VALU * 4 / SIMDs / GRBM_GUI_ACTIVE", func(t *tally) float64 { return 100 * ratio(t.valuClocks, t.cus*t.simds*t.cycles) }, 0, both},
	{"SALUBusy", "%", "100 * SQ_INST_CYCLES_SALU * 4 / SIMDs / GRBM_GUI_ACTIVE", func(t *tally) float64 { return 100 * ratio(t.saluClocks, t.cus*t.simds*t.cycles) }, 0, both},
	{"MemUnitBusy", "%", "100 * TA_BUSY_max / GRBM_GUI_ACTIVE / shader engines", func(t *tally) float64 { most, _, _ := t.busy(); return t.ofEngines(most) }, 0, both},
	{"MemUnitStalled", "%", "100 * TCP_TCP_TA_DATA_STALL_CYCLES_max / GRBM_GUI_ACTIVE / shader engines", func(t *tally) float64 { _, most := t.stalled(); return t.ofEngines(most) }, 0, both},
	{"ALUStalledByLDS", "%", "100 * SQ_WAIT_INST_LDS * 4 / SQ_WAVES / GRBM_GUI_ACTIVE", func(t *tally) float64 { return 100 * ratio(t.waitLDS, t.waves*t.cycles) }, 0, derived},
	{"LDSBankConflict", "%", "100 * SQ_LDS_BANK_CONFLICT / GRBM_GUI_ACTIVE / compute units", func(t *tally) float64 { return 100 * ratio(t.conflict, t.cycles*t.cus) }, 0, both},
	{"WriteUnitStalled", "%", "100 * TCC_WRREQ_STALL_max / GRBM_GUI_ACTIVE", func(t *tally) float64 { return 100 * ratio(t.writeStall, t.cycles) }, 0, both},
	{"L1CacheHit", "%", "lines that vector L1 has, of those that loads, stores and atomics ask it for", func(t *tally) float64 { return 100 * ratio(t.l1Hit, t.l1Lines) }, isa.GCN14, gpa + " (gfx9)"},
	{"L2CacheHit", "%", "100 * TCC_HIT_sum / (TCC_HIT_sum + TCC_MISS_sum)", (*tally).l2Hit, sinceGCN12, derived + "; " + gpa + " (gfx9)"},
	{"CacheHit", "%", "100 * TCC_HIT_sum / (TCC_HIT_sum + TCC_MISS_sum)", (*tally).l2Hit, beforeGCN14, gpa + " (gfx6 to gfx8)"},
	{"FETCH_SIZE", "KiB", "bytes that were read from memory", func(t *tally) float64 { return t.read / 1024 }, sinceGCN12, derived},
	{"WRITE_SIZE", "KiB", "bytes that were written to memory", func(t *tally) float64 { return t.written / 1024 }, sinceGCN12, derived},
	{"FetchSize", "KiB", "bytes that were read from memory", func(t *tally) float64 { return t.read / 1024 }, 0, both},
	{"WriteSize", "KiB", "bytes that were written to memory", func(t *tally) float64 { return t.written / 1024 }, 0, both},
	{"WRITE_REQ_32B", "32 bytes", "writes to memory", func(t *tally) float64 { return t.written / 32 }, sinceGCN12, derived},
	{"MemWrites32B", "32 bytes", "writes to memory", func(t *tally) float64 { return t.written / 32 }, 0, derived},
}

// Generations that name or define a counter in the same way.
const (
	beforeGCN12 = isa.GCN10 | isa.GCN11 // GPUPerfAPI only
	sinceGCN12  = isa.AllGens &^ beforeGCN12
	beforeGCN14 = isa.AllGens &^ isa.GCN14 // L2 asks memory controllers itself
	withFlat    = isa.AllGens &^ isa.GCN10
)

// perf computes the counters of a launch.
func perf(l *sim.Launch, r *sim.Result, c *chip.Chip) []PerfCounter {
	t := r.Timing
	x := tally{waves: float64(r.Waves), cycles: float64(t.Cycles), waveCycles: float64(t.WaveCycles),
		waits: float64(t.WaveCycles - min(t.WaveCycles, t.Stalls[sim.StallIssue])),
		cus:   float64(c.Int(chip.CUs)), simds: float64(c.Int(chip.SIMDs)), read: float64(t.DRAM.Read), written: float64(t.DRAM.Written),
		writeStall: float64(t.DRAM.WriteStall), laneClocks: math.NaN(), ses: float64(c.Int(chip.SEs)), address: t.AddressUnits}
	for i := range t.Insts {
		in := &t.Insts[i]
		inst, err := l.Prog.Inst(in.PC + l.Prog.Bias)
		if err != nil || inst.Form == nil {
			continue
		}
		n := x.of(&inst)
		*n += float64(in.Issues)
		x.conflict += float64(in.Conflicts)
		x.l1Lines += float64(in.Segments)
		if n == &x.lds {
			x.waitLDS += float64(in.Stalls[sim.StallUnit])
		}
	}
	for i := range t.Units {
		u := &t.Units[i]
		switch u.Name {
		case "valu":
			if x.valuClocks = float64(u.Busy); l.Options.Timing.Lanes {
				x.laneClocks = float64(u.LaneClocks)
			}
		case "scalar":
			x.saluClocks = float64(u.Busy) - x.smem*x.simds // the issue of loads is among them
		case "lds":
			x.ldsClocks = float64(u.Busy)
		}
	}
	for _, k := range t.Caches {
		switch hit, miss := float64(k.Hits), float64(k.Misses); k.Name {
		case "l1":
			x.l1Hit = hit
		case "l2":
			x.hit, x.miss = hit, miss
		case "scalar":
			x.kHit, x.kMiss = hit, miss
		case "instruction":
			x.iHit, x.iMiss = hit, miss
		}
	}
	var list []PerfCounter
	for i := range perfCounters {
		if p := &perfCounters[i]; p.gens == 0 || p.gens&c.Target.Gen != 0 {
			if v := p.value(&x); !math.IsNaN(v) {
				list = append(list, PerfCounter{p.name, v, p.unit, p.doc, p.source})
			}
		}
	}
	return list
}

// of is the count to which an instruction belongs.
func (t *tally) of(in *isa.Inst) *float64 {
	m, _ := in.Form.Desc.Do.(isa.Memory)
	switch in.Form.Latency() {
	case isa.LatSALU, isa.LatSALU2:
		return &t.salu
	case isa.LatSMEM:
		return &t.smem
	case isa.LatBranch:
		return &t.branch
	case isa.LatMessage:
		return &t.message
	case isa.LatExport:
		return &t.export
	case isa.LatInternal:
		return &t.internal
	case isa.LatGDS:
		return &t.gds
	case isa.LatLDS:
		if in.Mod.GDS {
			return &t.gds
		}
		return &t.lds
	case isa.LatVMEM:
		writes := m.Kind == isa.MemStore || m.Kind == isa.MemStoreFormat || m.Kind == isa.MemLdsStore ||
			m.Kind == isa.MemAtomic || m.Kind == isa.MemImage && m.Image.Op == isa.ImageStore
		switch flat := in.Form.Fmt == isa.FLAT; {
		case flat && writes:
			return &t.fwrite
		case flat:
			return &t.fread
		case writes:
			return &t.vwrite
		}
		return &t.vread
	}
	return &t.valu
}

// Roofline is how near a launch comes to what its chip allows: the f32 peak, or its intensity times
// the rate of memory's pins, whichever is less.
type Roofline struct {
	Ops        float64 `json:"ops"`        // floating-point operations of all 64 lanes of each instruction, as [isa.Desc] has them: multiply-adds are two
	PerCycle   float64 `json:"per_cycle"`  // of these
	Peak       float64 `json:"peak"`       // the most in a clock: f32 multiply-adds
	Intensity  float64 `json:"intensity"`  // operations for each byte of memory; 0 where there are no bytes
	Attainable float64 `json:"attainable"` // operations in a clock
	By         string  `json:"by"`         // "compute" or "memory": what limits Attainable
	Share      float64 `json:"share"`      // PerCycle by Attainable, or where nothing is computed the share of the pins
	// ActiveOps are those of Ops in active lanes, where Options.Timing asked for these.
	ActiveOps *float64 `json:"active_ops,omitempty"`
}

// RooflineOf computes it for a launch that ran with a clock.
func RooflineOf(l *sim.Launch, t *sim.Timing) Roofline {
	c := &l.Options.Timing.Chip
	r := Roofline{Peak: 2 * float64(c.Int(chip.CUs)*c.Int(chip.SIMDs)*isa.Lanes) / c.Figures[chip.VALUCycles].Value,
		By: "compute"}
	active := 0.0
	for i := range t.Insts {
		if in, err := l.Prog.Inst(t.Insts[i].PC + l.Prog.Bias); err == nil && in.Form != nil {
			r.Ops += float64(t.Insts[i].Issues) * isa.Lanes * float64(in.Form.Desc.Flops)
			active += float64(t.Insts[i].Lanes) * float64(in.Form.Desc.Flops)
		}
	}
	if l.Options.Timing.Lanes {
		r.ActiveOps = &active
	}
	bytes := float64(t.DRAM.Read + t.DRAM.Written)
	pins := c.Figures[chip.DRAMGBs].Value * 1000 / c.Figures[chip.EngineMHz].Value
	r.PerCycle, r.Intensity, r.Attainable = ratio(r.Ops, float64(t.Cycles)), ratio(r.Ops, bytes), r.Peak
	if bytes > 0 && r.Intensity*pins < r.Peak {
		r.Attainable, r.By = r.Intensity*pins, "memory"
	}
	if r.Share = ratio(r.PerCycle, r.Attainable); r.Ops == 0 {
		r.Share = ratio(bytes, float64(t.Cycles)*pins)
	}
	return r
}

// Limiter is what a launch is limited by.
type Limiter struct {
	Name string  `json:"name"` // of the busiest unit
	Busy float64 `json:"busy"` // its part of the clocks, 0 to 1
	// Why is what waves spent most clocks on, where no unit is busy for most of the time: a reason of
	// [sim.Stall]. It is "issue" only where waves issue for half of their time or more, as there are too
	// few of them; else what they wait for says more.
	Why string `json:"why,omitempty"`
}

// Mostly is the part of the clocks from which a unit counts as what limits a launch: queues begin to
// grow there.
const Mostly = 0.7

// LimiterOf finds what limits a launch. Instructions that take no unit's time, as s_nop, are no unit.
func LimiterOf(t *sim.Timing) (x Limiter) {
	for i := range t.Units {
		if u := &t.Units[i]; u.Utilisation > x.Busy && u.Name != Internal {
			x.Name, x.Busy = u.Name, u.Utilisation
		}
	}
	if x.Busy >= Mostly {
		return x
	}
	why, most := sim.StallIssue, uint64(0)
	for r := sim.StallIssue + 1; int(r) < len(t.Stalls); r++ {
		if t.Stalls[r] > most {
			why, most = r, t.Stalls[r]
		}
	}
	if issue := t.Stalls[sim.StallIssue]; issue > most && 2*issue >= t.Stalls.Total() {
		why, most = sim.StallIssue, issue
	}
	if most > 0 {
		x.Why = why.String()
	}
	return x
}

// Internal is the name that [sim.Timing.Units] has for instructions that take no unit's time.
const Internal = "internal"
