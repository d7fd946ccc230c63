package chip

import (
	"cmp"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// row is a figure of a chip, of a generation or of all.
type row struct {
	field   Field
	value   float64
	source  string
	assumed bool
	limit   func(l isa.Limits) int // nil: value
	// of are the chips that the source is about; of others the figure is assumed. None: it is about all.
	of []string
}

// given is a figure from a document. Where that is about some chips, these are named.
func given(f Field, v float64, source string, of ...string) row {
	return row{f, v, source, false, nil, of}
}

// limit is a figure that the target's limits give, with the documents that say the same.
func limit(f Field, of func(l isa.Limits) int, source string) row {
	return row{f, 0, source, false, of, nil}
}

// guess is a figure that no document decides; why says why it is what it is.
func guess(f Field, v float64, why string) row { return row{f, v, why, true, nil, nil} }

// The documents that give many figures.
const (
	oclg        = "AMD OpenCL Optimization Guide, "                                                         // section follows
	table25     = oclg + "table 2.5"                                                                        // "Parameters for AMD 7xxx Devices"
	pal6        = "AMD PAL, gfx6Device.cpp, InitializeGpuChipProperties (2abc775b)"                         // gfx6 to gfx8
	pal9        = "AMD PAL, gfx9Device.cpp, InitializeGpuChipProperties (2abc775b)"                         //
	clrx        = "CLRX GcnTimings"                                                                         // measured by its author
	kfd         = "Linux amdkfd, kfd_crat.c"                                                                // cache tables
	white       = "AMD GCN whitepaper (2012)"                                                               //
	nobody      = "no published figure; "                                                                   // the reason for the choice follows
	aco         = "Mesa ACO, aco_statistics.cpp"                                                            // a compiler's model, not a measurement
	mgpu        = nobody + "as in the configurations of Multi2Sim and MGPUSim"                              // simulators
	discr       = "latency of discrete GCN boards is not published; the middle of what is reported"         // an interval follows
	kaveriChase = "hsa-micro-benchmarks, pointer chase on Kaveri"                                           //
	strap       = "memory timings in the BIOS of a Radeon RX 480 for 2000 MHz (overclock.net, R_Timings): " // name and clocks follow
	gem5        = "gem5, "                                                                                  // a class follows; from JEDEC's and vendors' figures
	gem5HBM2    = gem5 + "HBM_2000_4H_1x64 (JEDEC)"
	gem5TLB     = "gem5's GPUTLBOptions"                                                                   //
	cheese      = "Chips and Cheese, GCN, AMD's GPU Architecture Modernization (2023), HD 7950 and R9 390" // measured
	rrze        = "RRZE-HPC/gpu-benches, gpu-latency/mi100.txt"                                            //
	mi25        = "fsword73/HIP-Performance-Optmization-on-VEGA64, README, MI25"                           // measured
	vegaISA     = "AMD Vega ISA manual, "                                                                  // section follows
)

// common holds for every chip where nothing below says otherwise.
var common = []row{
	limit(SIMDs, func(l isa.Limits) int { return l.SIMDs }, oclg+"2.1"),
	limit(Waves, func(l isa.Limits) int { return l.Waves }, oclg+"2.9: 10 wavefronts per vector unit"),
	limit(VGPRs, func(l isa.Limits) int { return l.VGPRs }, oclg+"2.1; "+pal6),
	limit(VGPRGranule, func(l isa.Limits) int { return l.VGPRGranule }, oclg+"2.9; "+pal6),
	limit(SGPRMax, func(l isa.Limits) int { return l.WaveSGPRs }, "AMD PAL, gfx6Chip.h and gfx9Chip.h, MaxSgprsAvailable"),
	limit(Groups, func(l isa.Limits) int { return l.Groups }, oclg+"2.6.2: 16 work-groups per compute unit if they are larger than a wavefront"),
	limit(GroupWaves, func(l isa.Limits) int { return l.GroupItems / isa.Lanes }, "AMD Sea Islands ISA manual 4.3: 1024 work-items"),

	given(IssueWidth, 5, clrx+", occupancy table; "+white),
	given(VALUCycles, 4, clrx+"; "+oclg+"2.6.1: latency 4"),
	given(HalfCycles, 8, clrx+", V_SWAP_B32"),
	given(QuarterCycles, 16, clrx+"; AMD CodeXL; "+oclg+"table 2.3 has half rate for FirePro W9100 instead"),
	given(Mul32Cycles, 16, clrx+"; AMD CodeXL, quarter and hybrid devices"),
	given(Mul64Cycles, 16, clrx+"; AMD CodeXL, quarter and hybrid devices"),
	given(FMA32Cycles, 16, clrx+", note 1; "+oclg+"table 2.3 has 1/16 rate, AMD CodeXL 4"),
	given(DPRatio, 16, clrx+", DPFACTOR; "+oclg+"2.7.1"),
	given(InterpCycles, 4, "AMD CodeXL, V_INTERP_*_F16"),
	given(SALUCycles, 4, clrx+"; "+oclg+"2.9: four cycles, latency four"),
	given(SALU2Cycles, 8, clrx+"; AMD CodeXL has 4"),
	given(BranchCycles, 4, clrx+"; "+oclg+"2.8.3"),
	guess(TakenCycles, 20, clrx+" has 20 (???), "+oclg+"2.8.3 has four slots more than the 4 of a branch not taken, \"16\": 20 if that is what is added"),
	guess(InternalCycles, 4, nobody+"a wave issues at most one instruction in 4 clocks ("+oclg+"2.9)"),
	guess(WaitStateCycles, 4, nobody+"a wait state is the issue of one instruction"),
	given(SleepCycles, 64, vegaISA+"S_SLEEP: 64*k + 1..64 clocks"),
	guess(MessageCycles, 4, nobody+"as a scalar instruction"),
	guess(ExportCycles, 16, aco+" and LLVM SISchedule.td; neither is a measurement"),
	given(SMEMCycles, 4, clrx),
	given(SMEM8Cycles, 8, clrx),
	guess(SMEM16Cycles, 20, clrx+" has 16-24: the middle"),
	given(Load1Cycles, 8, clrx),
	given(Load2Cycles, 18, clrx),
	given(Load4Cycles, 16, clrx),
	given(StoreCycles, 16, clrx),
	given(AtomicCycles, 16, clrx),
	given(CmpSwapCycles, 32, clrx),
	given(VALUToSALU, 16, clrx+", Instruction scheduling"),
	given(ConditionDelay, 4, clrx+", Instruction scheduling"),
	guess(BarrierCycles, 16, nobody+"one turn of all four SIMDs; LLVM's 2000 is a guess too"),
	guess(LaunchCycles, 4, nobody+"one wave in a turn of a SIMD: four engines launch one in a cycle then, as one ACE does ("+cheese+")"),

	given(FetchBytes, 32, white+": 32 bytes a cycle"),
	given(ICacheBanks, 4, white+": four banks, which feed four compute units"),
	given(AlignPenalty, 0, clrx+": full speed from the instruction cache from GCN 1.2 on"),
	guess(SplitFetch, 0, "measured of Vega 10 only; "+clrx+": full speed from the instruction cache from GCN 1.2 on, and GCN 1.0 and 1.1 have align_penalty"),
	given(PrefetchLines, 0, pal6+": no shaderPrefetchBytes"),
	given(ICacheBytes, 32<<10, white+"; "+pal6),
	given(ICacheLine, 64, white+"; "+kfd),
	given(ICacheWays, 4, white),
	given(ICacheCUs, 4, white),
	guess(ICacheMiss, 240, nobody+"as a vector load that hits L2"),

	limit(LDSBytes, func(l isa.Limits) int { return l.LDS }, oclg+"2.1; "+pal6+", ldsSizePerCu"),
	limit(LDSGroup, func(l isa.Limits) int { return l.GroupLDS }, pal6+", ldsSizePerThreadGroup"),
	limit(LDSGranule, func(l isa.Limits) int { return l.LDSGranule }, pal6+", Gfx7LdsDwGranularity; LLVM AMDGPUUsage, GRANULATED_LDS_SIZE"),
	limit(LDSBanks, func(l isa.Limits) int { return l.LDSBanks }, oclg+"2.2"),
	given(LDSPorts, 2, oclg+"2.4 (128 bytes a cycle in all) and "+clrx+" (twice the throughput of one wave)"),
	given(LDSPortBytes, 64, oclg+"2.4: two dwords for each of 16 lanes, from two ports"),
	given(LDSHalf, 32, oclg+"2.2: threads 0-31, then 32-63"),
	guess(LDSLatency, 28, "not published for GCN; a step of a pointer chase on MI308X, a descendant, takes 31-32, of which 4 are the issue of its s_waitcnt"),
	guess(LDSLatency8, 40, "as lds_latency: 44 on MI308X"),
	guess(LDSLatency16, 44, "as lds_latency: 48 on MI308X"),
	guess(LDSLatencyWrite, 35, "as lds_latency: 39 on MI308X"),
	guess(GDSLatency, 240, nobody+"as a vector load that hits L2: GDS is one for the whole chip, too"),

	given(KCacheBytes, 16<<10, table25+": 16 kB / 4 CUs; "+pal6+", scalarCacheSizePerCu"),
	given(KCacheLine, 64, vegaISA+"S_DCACHE_DISCARD; "+kfd),
	guess(KCacheWays, 4, mgpu),
	given(KCacheCUs, 4, table25+": 16 kB / 4 CUs"),
	given(KCacheRate, 16, table25+": constant cache 474 GB/s on Tahiti XT is 16 bytes per clock and compute unit", "tahiti", "pitcairn", "capeverde"),
	guess(KCacheBanks, 2, "AMD RDNA white paper, of a descendant: two banks of 128 lines, each of which reads a line; the error counters of Vega 20 name banks A and B (Linux amdgpu, gfx_v9_0.c)"),
	given(KCacheLatency, 30, aco+"; "+cheese+": a step of a chain just under 50 ns, of which 18 cycles are LLVM's address arithmetic and wait", "tahiti", "hawaii", "hawaii-r9"),
	given(L1Bytes, 16<<10, table25+"; "+pal6+", tcpSizeInBytes"),
	given(L1Line, 64, kfd+"; "+oclg+"2.1"),
	given(L1Ways, 64, "pointer chases of hsa-micro-benchmarks on Kaveri: 4 sets of 64 ways predict hit or miss at all 368 points, 64 sets of 4 ways at 296", "kaveri"),
	given(L1Rate, 64, oclg+"2.1: 4 threads a clock, 128 bits each"),
	given(L1Banks, 4, "one for each of the 4 sets that Kaveri's pointer chases show; four, by the line's address, give what sebbbi/perftest measured of four-component elements that lie in several lines, on Hawaii and Vega 20", "hawaii", "hawaii-r9", "vega20"),
	given(L1Pair, 2, clrx+" and sebbbi/perftest, Hawaii: 18 clocks for two components, 16 for three and four"),
	guess(L1Latency, 120, discr+", 100-140; a step of a pointer chase on MI100, a descendant, takes 130-141 ("+rrze+")"),
	given(L2Line, 64, "Mesa ac_gpu_info.c: TC L2 line size on GCN; "+kfd),
	guess(L2Ways, 16, mgpu),
	given(L2Rate, 64, oclg+"2.4: up to 64 bytes a cycle and channel"),
	given(L2Interleave, 256, oclg+"2.1.1: channels change every 256 bytes"),
	guess(L2Latency, 240, discr+", 190-290; 247-282 on MI100 ("+rrze+")"),
	guess(DRAMLatency, 214, kaveriChase+": 500-527 ns from memory less 292-306 from L1; no discrete board has been measured like that, and "+oclg+"2.6.1 has 300 to 600 clocks in all"),
	given(DRAMBanks, 16, "JEDEC JESD212 (GDDR5)"),
	given(DRAMGroups, 4, "JEDEC JESD212"),
	given(DRAMCCDL, 1.5, strap+"TCCDL 3, bursts of 2", "polaris10"),
	guess(DRAMRow, 2048, "GDDR5 of 32 bits (JEDEC JESD212); gem5 has 256 bytes for H5GQ1H24AFR"),
	given(DRAMRCD, 14.5, strap+"TRCDR 29", "polaris10"),
	given(DRAMRP, 13.5, strap+"TRP 27", "polaris10"),
	given(DRAMRAS, 30, strap+"TRC 87 less TRP 27", "polaris10"),
	given(DRAMRRD, 3.5, strap+"TRRD 7", "polaris10"),
	given(DRAMWR, 12, gem5+"GDDR5_4000_2x32"),
	given(DRAMRFC, 109.5, strap+"TRFC 219", "polaris10"),
	given(DRAMREFI, 1953, "JEDEC JESD212: 16384 refreshes in 32 ms"),
	given(DRAMTurn, 44, strap+"TR2W 31 and TW2R 17, less two bursts of 2", "polaris10"),
	guess(DRAMBatch, 32, nobody+"gem5's controllers have 16 and more"),
	guess(DRAMQueue, 24, nobody+"gem5's controllers have 32 and 64; chosen by the streams of boards with GDDR5"),
	guess(DRAMPasses, 31, nobody+"of controllers for GDDR5 and HBM; AMD's AGESA sets DcqBypassMax, how often the oldest request may be passed, to 31 for Trinity and Carrizo, which came before and after Kaveri"),
	guess(L1Misses, 128, nobody+"nearly three times what "+table25+"'s 24 bytes a clock and compute unit from L2 need: 45 lines of 64 bytes are on their way for 120 clocks"),
	given(TLBPage, 2<<20, "Linux amdgpu, gmc_v6_0.c to gmc_v9_0.c: fragments of 2^9 pages of 4 KiB"),
	given(TLBEntries, 32, kaveriChase+": 64 MiB of pages of 2 MiB are kept, 128 MiB are not, by steps of 256 KiB to 2 MiB, which allows up to 63; "+gem5TLB, "kaveri"),
	given(TLB2Entries, 16384, kaveriChase+": 64 MiB of pages of 4 KiB are kept, 128 MiB are not, by 4 KiB a step and by 64 KiB", "kaveri"),
	guess(TLB2Ways, 16, nobody+gem5TLB+" has 32"),
	guess(TLB2Page, 1<<30, nobody+"Ethash, which reads a GiB and more at random, is no slower for it on boards with pages of 2 MiB"),
	given(TLB2Latency, 20, kaveriChase+", 64 KiB a step over 8 to 64 MiB: 20-40 ns more with pages of 4 KiB than with 2 MiB", "kaveri"),
	guess(TLBWalk, 391, kaveriChase+", 64 KiB a step: 370-412 ns more with pages of 4 KiB than with 2 MiB; other chips have not been measured"),
}

// generations are what chips of a generation have in common.
var generations = map[isa.Gen][]row{
	isa.GCN10: {
		limit(SGPRs, func(l isa.Limits) int { return l.SGPRs }, oclg+"2.1; "+pal6), limit(SGPRGranule, func(l isa.Limits) int { return l.SGPRGranule }, oclg+"2.9; "+pal6),
		limit(LDSGroup, func(l isa.Limits) int { return l.GroupLDS }, oclg+"2.9; "+pal6+", ldsSizePerThreadGroup"), limit(LDSGranule, func(l isa.Limits) int { return l.LDSGranule }, oclg+"2.9; "+pal6+", Gfx6LdsDwGranularity"),
		given(AlignPenalty, 4, clrx+", Instruction alignment"),
	},
	isa.GCN11: {
		limit(SGPRs, func(l isa.Limits) int { return l.SGPRs }, pal6), limit(SGPRGranule, func(l isa.Limits) int { return l.SGPRGranule }, pal6), given(AlignPenalty, 4, clrx+", Instruction alignment"),
		guess(ICacheBytes, 32<<10, white+", as AMD PAL has for the next generation; "+kfd+" has 16 kB \"per bank\" for Kaveri and Hawaii"),
		guess(ICacheCUs, 4, white+"; "+kfd+" has 2 for Kaveri and Hawaii, beside sizes \"per bank\""),
		guess(KCacheBytes, 16<<10, white+", as AMD PAL has for the next generation; "+kfd+" has 8 kB \"per bank\" for Kaveri and Hawaii"),
		guess(KCacheCUs, 4, white+"; "+kfd+" has 2 for Kaveri and Hawaii, beside sizes \"per bank\""),
	},
	isa.GCN12: {
		limit(SGPRs, func(l isa.Limits) int { return l.SGPRs }, pal6), limit(SGPRGranule, func(l isa.Limits) int { return l.SGPRGranule }, pal6),
		given(ICacheCUs, 4, kfd+", carrizo_cache_info"), given(KCacheCUs, 4, kfd+", carrizo_cache_info"),
	},
	isa.GCN14: {
		limit(SGPRs, func(l isa.Limits) int { return l.SGPRs }, "AMD PAL, gfx9Chip.h, Gfx9PhysicalSgprsPerSimd"), limit(SGPRGranule, func(l isa.Limits) int { return l.SGPRGranule }, pal9),
		limit(VGPRGranule, func(l isa.Limits) int { return l.VGPRGranule }, pal9), limit(Waves, func(l isa.Limits) int { return l.Waves }, "AMD PAL, gfx9Chip.h, Gfx9NumWavesPerSimd"),
		limit(Groups, func(l isa.Limits) int { return l.Groups }, pal9+", numSqcBarriersPerCu"),
		limit(LDSGroup, func(l isa.Limits) int { return l.GroupLDS }, pal9), limit(LDSGranule, func(l isa.Limits) int { return l.LDSGranule }, pal9+", ldsGranularity"),
		given(FMA32Cycles, 4, "LLVM, FeatureFastFMAF32 of gfx900"),
		given(L1Pair, 0, "sebbbi/perftest, Vega 20: 16 clocks for two components, as for three and four", "vega20"),
		given(PrefetchLines, 2, pal9+", shaderPrefetchBytes"),
		given(ICacheBytes, 32<<10, pal9+"; "+kfd), given(KCacheBytes, 16<<10, pal9+"; "+kfd),
		given(L1Bytes, 16<<10, pal9+"; "+kfd),
		given(ICacheCUs, 3, kfd+", vega10_cache_info and vega20_cache_info"), given(KCacheCUs, 3, kfd+", vega10_cache_info and vega20_cache_info"),
		given(SEs, 4, pal9), given(Arrays, 1, pal9), given(L2Channels, 16, pal9), given(L2Bytes, 4<<20, pal9+"; Mesa ac_gpu_info: 256 kB per channel"),
	},
}

// entry is a chip as it is written down here, or another board of it.
type entry struct {
	names   []string // the first is its own; package isa has them all
	product string
	rows    []row
}

// size are the figures that AMD's drivers give for a chip.
func size(source string, ses, arrays, cus, channels int, l2 int) []row {
	return []row{
		given(SEs, float64(ses), source), given(Arrays, float64(arrays), source), given(CUs, float64(cus), source),
		given(L2Channels, float64(channels), source+", numTccBlocks"), given(L2Bytes, float64(l2), source+", tccSizeInBytes"),
	}
}

// board are the figures of a board.
func board(engine, memory, gbs float64, source string) []row {
	return []row{given(EngineMHz, engine, source), given(MemoryMHz, memory, source), given(DRAMGBs, gbs, source)}
}

// fastDP are the rates of a chip whose f64 is faster than 1/16.
func fastDP(ratio float64, source string) []row {
	return []row{given(DPRatio, ratio, source),
		given(FMA32Cycles, 4, clrx+", note 1: 4 where f64 has 1/2, 1/4 or 1/8 of the rate; "+oclg+"table 2.3")}
}

// eightWaves is the limit of the chips that hold fewer waves.
func eightWaves() row {
	return given(Waves, 8, pal6+", numWavesPerSimd; other tables have 10")
}

// gddr5 are the channels of a bus of GDDR5 of so many bits.
func gddr5(bits int) row {
	return given(DRAMChannels, float64(bits/32), "JEDEC JESD212: 32 bits a device, each with its commands")
}

// hbm is memory of so many stacks of HBM of the first generation.
func hbm(stacks int) []row {
	const source = gem5 + "HBM_1000_4H_1x128 (JEDEC, MemCon 2014)"
	return []row{
		given(DRAMChannels, float64(8*stacks), "JEDEC JESD235: 8 channels a stack"), given(DRAMBanks, 8, source), given(DRAMRow, 2048, source),
		given(DRAMGroups, 1, source), given(DRAMCCDL, 1, source),
		given(DRAMRCD, 15, source), given(DRAMRP, 15, source), given(DRAMRAS, 33, source), given(DRAMRRD, 7.5, source+": four in 30 ns"),
		given(DRAMWR, 18, source), given(DRAMRFC, 160, source), given(DRAMREFI, 3900, source),
		guess(DRAMQueue, 16, nobody+"half of gem5's least, for channels of half the rate; chosen by the streams of Fiji"), guess(DRAMTurn, 10, source+" has 4 ns from reads to writes and 10 back; latencies differ by some 6 ns more"),
	}
}

// hbm2 is the same of the second, whose channels are used as two of half the width.
func hbm2(stacks int) []row {
	// Names and clocks follow.
	const source = "memory timings of a Radeon VII, in clocks of 1 ns (Eliovp/amdmemorytweak #16): "
	of := []string{"vega20", "mi60"}
	// A Vega Frontier Edition has the same, but for RCDRD (Eliovp/amdmemorytweak #67).
	both := append([]string{"vega10"}, of...)
	return []row{
		given(DRAMChannels, float64(16*stacks), "JEDEC JESD235A: 16 pseudo channels a stack"), given(DRAMBanks, 16, gem5HBM2), given(DRAMRow, 1024, gem5HBM2),
		given(DRAMGroups, 4, gem5HBM2), given(DRAMCCDL, 1.5, source+"RDRDSCL 3, bursts of 2", both...),
		given(DRAMRCD, 14, source+"RCDRD 14", of...), given(DRAMRP, 14, source+"RP 14", both...), given(DRAMRAS, 33, source+"RAS 33", both...),
		given(DRAMRRD, 4, source+"RRDS 4, FAW 16", both...), given(DRAMWR, 16, source+"WR 16", of...), given(DRAMRFC, 260, source+"RFC 260", of...), given(DRAMREFI, 3900, source+"REF 3900", of...),
		guess(DRAMQueue, 8, nobody+"half of HBM's: a pseudo channel is half of a channel"), guess(DRAMBatch, 16, nobody+"half of HBM's: a pseudo channel is half of a channel"),
		given(DRAMTurn, 30, source+"RDWR 21, and CWL 7, WTRS 4 and a burst of 2, less two bursts", of...),
	}
}

// ddr3 are two channels of DDR3.
func ddr3() []row {
	const source = "JEDEC JESD79-3 (DDR3-2133)"
	return []row{
		given(DRAMChannels, 2, "two channels of 64 bits"), given(DRAMBanks, 8, source), given(DRAMRow, 8192, source+", eight devices of 8 bits"),
		given(DRAMGroups, 1, source), given(DRAMCCDL, 1, source),
		given(DRAMRCD, 13.1, source), given(DRAMRP, 13.1, source), given(DRAMRAS, 33, source), given(DRAMRRD, 6.25, source+": four in 25 ns"),
		given(DRAMWR, 15, source), given(DRAMRFC, 260, source+", 4 Gbit"), given(DRAMREFI, 7800, source),
		guess(DRAMTurn, 20, source+": 7.5 ns after writes, and latencies that differ"),
	}
}

// prefetch is the prefetch of Polaris.
func prefetch() row { return given(PrefetchLines, 2, pal6+", shaderPrefetchBytes") }

// join makes one list of several.
func join(lists ...[]row) []row {
	var out []row
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// polaris10, vega10 and vega20 are what the boards of a chip have in common.
func polaris10() []row {
	return join([]row{gddr5(256)}, size(pal6, 4, 1, 36, 8, 2<<20), []row{eightWaves(), prefetch()})
}

func vega10() []row {
	return join(hbm2(2), []row{
		given(CUs, 64, pal9),
		given(SplitFetch, 8, mi25+": loops of one wave take four cycles more for each block whose first instruction of 8 bytes begins in the one before; four others pass while instructions issue"),
		given(L1Latency, 136, mi25+", example 6c: a step of 239.5 cycles, of which 100 are address arithmetic and wait; 139, and no more than the 140 that is reported of discrete boards"),
		given(L2Latency, 276, mi25+", example 6d: 137 cycles more than from L1"),
		guess(L1Misses, 140, nobody+"as many as L2 answers in the 140 cycles that it takes longer than L1, a line a cycle: stores take 16 cycles"),
		given(DRAMLatency, 257, mi25+", example 6a: 647 cycles at 1536 MHz, less 64 of address arithmetic, what L1 takes, and a row that is opened"),
		given(LDSLatency, 51, mi25+", example 9a: 63 cycles a step, of which 12 are two vector instructions and the wait"),
		guess(LDSLatency8, 63, "as much more than lds_latency as on MI308X, a descendant"), guess(LDSLatency16, 67, "as lds_latency_8"), guess(LDSLatencyWrite, 58, "as lds_latency_8"),
		given(DRAMRCD, 16, "memory timings of a Radeon Vega Frontier Edition, in clocks of 1 ns "+
			"(Eliovp/amdmemorytweak #67): RCDRD 16", "vega10"),
	})
}

func vega20() []row {
	return join(hbm2(4), fastDP(2, "gpu.spicedreamphone.com, Radeon Instinct MI50: f64 1:2"), []row{
		given(Mul32Cycles, 8, "measured 8 in published logs; AMD CodeXL, half-rate devices"),
	})
}

// chips, by generation; the first of a target or generation is its default.
var chips = []entry{
	{[]string{"tahiti"}, "Radeon HD 7970", join([]row{gddr5(384)}, size(pal6, 2, 2, 32, 12, 768<<10), fastDP(4, clrx+", DPFACTOR; "+oclg+"2.7.1"), []row{
		given(EngineMHz, 925, table25), given(DRAMGBs, 264, table25), given(MemoryMHz, 1375, "fpsbench.com, Radeon HD 7970; 264 GB/s on 384 bits"),
	})},
	{[]string{"pitcairn"}, "Radeon HD 7870", join([]row{gddr5(256)}, size(pal6, 2, 2, 20, 8, 512<<10), []row{
		given(EngineMHz, 1000, table25), given(DRAMGBs, 153.6, table25+" (154)"), given(MemoryMHz, 1200, "neoseeker.com, HD 7870: 4.8 Gbit/s a pin"),
	})},
	{[]string{"capeverde", "verde"}, "Radeon HD 7770", join([]row{gddr5(128)}, size(pal6, 1, 2, 10, 4, 512<<10), []row{
		given(EngineMHz, 1000, table25), given(DRAMGBs, 72, table25), given(MemoryMHz, 1125, "nordichardware.se, HD 7770: 4.5 Gbit/s a pin"),
	})},
	{[]string{"kaveri"}, "A10-7850K", join(ddr3(), []row{
		given(TLB2Page, 4096, kaveriChase+", steps of 2 MiB over 128 MiB and more: 970-990 ns with pages of 2 MiB, each of which is looked up"),
		given(TLBPage, 4096, kaveriChase+": 4 KiB, unless its memory is asked for in huge pages"),
		given(L1Latency, 168, kaveriChase+": 292-306 ns a step at 720 MHz are 210-220 cycles, of which 44 are the shift, additions and wait that LLVM has for it"),
		guess(L2Latency, 288, nobody+"as much longer than from L1 as on discrete boards: the chase's memory, which the CPU shares, is not kept in L2"),
	}, size(pal6, 1, 1, 8, 4, 512<<10), []row{
		given(EngineMHz, 720, "hardwareluxx.de, A10-7800"),
		given(MemoryMHz, 1066, "hardwareluxx.de, A10-7800: DDR3-2133"), given(DRAMGBs, 34.1, "two channels of 8 bytes of DDR3-2133"),
	})},
	{[]string{"hawaii"}, "FirePro W9100", join([]row{gddr5(512)}, size(pal6, 4, 1, 44, 16, 1<<20), fastDP(2, clrx+", DPFACTOR; "+oclg+"2.7.1: AMD FirePro 9100"), hawaiiMul(), []row{
		guess(EngineMHz, 930, "no document at hand; the clock at which 44 compute units give the 2.62 TFLOPS of f64 that AMD advertised"),
		guess(MemoryMHz, 1250, "as on Radeon R9 290X: 320 GB/s on 512 bits"), given(DRAMGBs, 320, "computerbase.de, FirePro W8100"),
	})},
	{[]string{"hawaii-r9"}, "Radeon R9 290X", join([]row{gddr5(512)}, size(pal6, 4, 1, 44, 16, 1<<20), fastDP(8, clrx+", DPFACTOR; "+oclg+"2.7.1: R9 290"), hawaiiMul(),
		board(1000, 1250, 320, "sweclockers.com, Radeon R9 290X"), []row{
			given(LDSBanks, 32, oclg+"2.2; the silicon is that of hawaii, although LLVM has 16 for gfx702"),
		})},
	{[]string{"bonaire"}, "Radeon R7 260X", join([]row{gddr5(128)}, size(pal6, 2, 1, 14, 4, 512<<10), board(1100, 1625, 104, "techpowerup.com, Radeon R7 260X"))},
	{[]string{"fiji"}, "Radeon R9 Fury X", join(hbm(4), size(pal6, 4, 1, 64, 16, 2<<20), board(1050, 500, 512, "amdarea51.de, Radeon R9 Fury X"))},
	{[]string{"polaris10"}, "Radeon RX 480", join(polaris10(), board(1266, 2000, 256, "fpsbench.com, Radeon RX 480"))},
	{[]string{"rx570"}, "Radeon RX 570", join(polaris10(), board(1244, 1750, 224, "mybroadband.co.za, Radeon RX 570"), []row{given(CUs, 32, "hothardware.com, Radeon RX 570")})},
	{[]string{"rx580"}, "Radeon RX 580", join(polaris10(), board(1340, 2000, 256, "fpsbench.com, Radeon RX 580"))},
	{[]string{"polaris11"}, "Radeon RX 560", join([]row{gddr5(128)}, size(pal6, 2, 1, 16, 4, 1<<20), board(1275, 1750, 112, "fpsbench.com, Radeon RX 560"), []row{eightWaves(), prefetch()})},
	{[]string{"tonga"}, "Radeon R9 380X", join([]row{gddr5(256)}, size(pal6, 4, 1, 32, 12, 768<<10), board(970, 1425, 182.4, "amdarea51.de, Radeon R9 380X"), []row{
		given(Waves, 8, pal6+", numWavesPerSimd: each wave needs 96 SGPRs (LLVM FeatureSGPRInitBug)"),
		limit(SGPRMax, func(l isa.Limits) int { return l.FixedSGPRs }, "AMD PAL, gfx6Chip.h, MaxSgprsAvailableWithSpiBug; LLVM FeatureSGPRInitBug"),
	})},
	{[]string{"vega10", "vega"}, "Radeon RX Vega 64", join(vega10(), []row{
		given(EngineMHz, 1546, "geektopia.es, RX Vega 64, boost"), given(MemoryMHz, 945, "483.8 GB/s on 2048 bits"),
		given(DRAMGBs, 483.8, "geektopia.es, RX Vega 64: 1.9 Gbit/s a pin on 2048 bits; AMD: 484 GB/s"),
	})},
	{[]string{"vega56"}, "Radeon RX Vega 56", join(vega10(), board(1471, 800, 409.6, "amdarea51.de, Radeon RX Vega 56"), []row{given(CUs, 56, "amdarea51.de, Radeon RX Vega 56")})},
	{[]string{"vega20"}, "Radeon Instinct MI50", join(vega20(), []row{given(CUs, 60, "gpu.spicedreamphone.com, Radeon Instinct MI50; the silicon has 64 ("+pal9+")")},
		board(1746, 1000, 1024, "gpu.spicedreamphone.com, Radeon Instinct MI50"))},
	{[]string{"mi60"}, "Radeon Instinct MI60", join(vega20(), board(1800, 1000, 1024, "sysrqmts.com, Radeon Instinct MI60"), []row{given(CUs, 64, "sysrqmts.com, Radeon Instinct MI60")})},
}

// hawaiiMul are the integer multiplications of Hawaii.
func hawaiiMul() []row {
	return []row{
		given(Mul32Cycles, 8, "measured 8 in published logs; AMD CodeXL, half-rate devices, and "+oclg+"table 2.3 agree, "+clrx+" has 16"),
		guess(Mul64Cycles, 16, clrx+"; AMD CodeXL has 8 for half-rate devices"),
	}
}

// chip puts together what is said of all chips, of the generation and of this one; the later wins.
func (e *entry) chip() Chip {
	c := Chip{Name: e.names[0], Product: e.product}
	for _, t := range isa.Targets() {
		if slices.Contains(t.Chips, cmp.Or(isa.ChipOf(c.Name), c.Name)) {
			c.Target = t
		}
	}
	limits := c.Target.Limits()
	for _, r := range join(common, generations[c.Target.Gen], e.rows) {
		if r.limit != nil {
			r.value = float64(r.limit(limits))
		}
		assumed := r.assumed || r.of != nil && !slices.Contains(r.of, c.Name)
		c.Figures[r.field] = Figure{r.value, r.source, assumed}
	}
	return c
}
