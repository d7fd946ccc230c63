package isa

// Limits are what a target has of registers, waves and LDS: the only list of them. What a chip's
// driver sets differently is in package chip, with its source.
type Limits struct {
	// Registers.
	VGPRs       int // vector registers of a SIMD, 64 lanes each; also the most of a wave
	VGPRGranule int // they are given out in multiples of these
	SGPRs       int // scalar registers of a SIMD
	SGPRGranule int // they are given out in multiples of these
	WaveSGPRs   int // the most scalar registers that a wave asks for, VCC and its like included
	FixedSGPRs  int // what each wave must ask for; 0: what it needs
	UserSGPRs   int // the most user SGPRs of a kernel

	// Waves.
	SIMDs      int // of a compute unit
	Waves      int // of a SIMD
	Groups     int // work-groups of more than one wave on a compute unit: each has a barrier
	GroupItems int // work-items of a work-group

	// Local and global data share, in bytes.
	LDS        int // of a compute unit
	GroupLDS   int // the most of a work-group
	LDSGranule int // it is given out in multiples of this
	LDSBanks   int // number of banks, 16 or 32
	GDS        int // of the chip
}

// Limits are the limits of targets with the features. Sources: LLVM 22, AMDGPUBaseInfo.cpp
// (getTotalNumSGPRs, getSGPRAllocGranule, getTotalNumVGPRs, getVGPRAllocGranule,
// getMaxWorkGroupsPerCU, FIXED_NUM_SGPRS_FOR_INIT_BUG), AMDGPUUsage ("compute_pgm_rsrc1",
// "compute_pgm_rsrc2"); AMD PAL, gfx6Device.cpp and gfx9Device.cpp.
func (x Features) Limits() Limits {
	l := Limits{
		VGPRs: 256, VGPRGranule: 4, SGPRs: 512, SGPRGranule: 8, WaveSGPRs: 104, UserSGPRs: MaxUserSGPRs,
		SIMDs: 4, Waves: 10, Groups: 16, GroupItems: MaxGroupItems,
		LDS: MaxLDS, GroupLDS: 32 << 10, LDSGranule: 256, LDSBanks: 32, GDS: 64 << 10,
	}
	if x.Has(FeatureSGPR800) {
		l.SGPRs, l.SGPRGranule = 800, 16
	}
	if x.Has(FeatureSGPRInit) {
		l.FixedSGPRs = 96
	}
	if x.Has(FeatureLDS64K) {
		l.GroupLDS, l.LDSGranule = 64<<10, 512
	}
	if x.Has(FeatureLDSBanks16) {
		l.LDSBanks = 16
	}
	return l
}

// Limits are those of the target.
func (t Target) Limits() Limits { return t.Has().Limits() }

// The limits that all targets share.
const (
	MaxGroupItems = 1024                  // work-items of a work-group
	MaxGroupWaves = MaxGroupItems / Lanes // waves of it
	MaxUserSGPRs  = 16                    // user SGPRs of a kernel
	MaxLDS        = 64 << 10              // bytes of LDS of a compute unit
)

// ExtraSGPRs is how many scalar registers a kernel asks for behind the numbered ones that it uses:
// for VCC, FLAT_SCRATCH and XNACK_MASK. Who uses one has all that lie behind it, too. Source: LLVM
// 22, AMDGPUBaseInfo.cpp, getNumExtraSGPRs.
func (x Features) ExtraSGPRs(vcc, flatScratch, xnack bool) int64 {
	behind := x.Has(FeatureSGPR800) // VCC is behind XNACK_MASK, and that behind FLAT_SCRATCH
	switch {
	case flatScratch && behind:
		return 6
	case flatScratch, xnack && behind:
		return 4
	case vcc:
		return 2
	}
	return 0
}
