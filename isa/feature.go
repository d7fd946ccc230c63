package isa

import "strings"

// Features is a set of what a target has. Decoding, encoding, limits and hazards ask for the
// feature that they come with, never for the number of a target. The four lowest bits are the
// generation whose encodings the target has, see [Features.Gen].
type Features uint64

// The features. LLVM has most of them under the names that String gives.
const (
	// Arithmetic and its encodings.

	FeatureFrexp        Features = 1 << (iota + 4) // v_frexp_* keep infinity and NaN; v_fract_* stays below 1
	FeatureIntClamp                                // CLAMP of integer results
	FeatureInv2Pi                                  // the inline constant 1/(2*pi)
	FeatureF16                                     // arithmetic in half precision
	FeatureSDWA                                    // sub-dword forms
	FeatureSDWAMac                                 // v_mac has one, too
	FeatureSDWASdst                                // those of comparisons name their destination
	FeatureDPP                                     // data-parallel forms
	FeatureOpSel                                   // op_sel in VOP3
	FeatureKeep16                                  // more of the 16-bit results keep the upper half of their register
	FeatureFP16Ovfl                                // MODE.FP16_OVFL
	FeatureMinMaxDenorm                            // min, max and med3 obey MODE's denormal bits
	FeatureMadMix                                  // v_mad_mix_f32, v_mad_mixlo_f16, v_mad_mixhi_f16
	FeatureFmaMix                                  // v_fma_mix_f32, v_fma_mixlo_f16, v_fma_mixhi_f16
	FeatureDL                                      // v_fmac_f32, v_xnor_b32
	FeatureDot1                                    // v_dot4_i32_i8, v_dot8_i32_i4
	FeatureDot2                                    // v_dot2_i32_i16, v_dot2_u32_u16
	FeatureDot7                                    // v_dot4_u32_u8, v_dot8_u32_u4
	FeatureDot10                                   // v_dot2_f32_f16

	// Memory.

	FeatureFlat             // FLAT instructions and FLAT_SCRATCH
	FeatureFlatOffsets      // FLAT has an offset, and FLAT_SCRATCH is an address
	FeatureSMRDLiteral      // the offset of SMRD can be a literal
	FeatureSMEMOffsets      // SMEM has signed offsets, and an offset register beside them
	FeatureScalarStores     // SMEM stores
	FeatureApertures        // the apertures of LDS and scratch are operands, and in HW_REG_SH_MEM_BASES
	FeatureUpperHalf        // addresses have 48 bits, the highest of which is extended; else 40 (Linux gmc_v8_0.c)
	FeatureUnalignedVMem    // buffer and flat memory at any address, where the driver allows it
	FeatureUnalignedLDS     // LDS at any address
	FeatureLDS64K           // a work-group can have 64 KiB of LDS, in steps of 512 bytes; else 32 KiB, of 256
	FeatureLDSNeedsM0       // M0 is the limit of LDS addresses
	FeatureLDSBanks16       // LDS has 16 banks; else 32
	FeatureLDSOffset        // transfers between memory and LDS add the instruction's offset to the address in LDS
	FeatureSwizzleModes     // ds_swizzle can rotate and do butterflies
	FeatureUnalignedScratch // scratch at any address: what leaves a swizzled element goes on in the next one
	FeatureUnpackedD16      // each 16-bit component of a buffer or image has a register of its own
	FeaturePackedD16        // two of them share one
	FeatureR128             // images can have resources of 128 bits; else the bit means 16-bit addresses
	FeatureXNACK            // memory instructions can be repeated after page faults
	FeatureSRAMECC          // registers have ECC: a 16-bit load writes all 32 bits
	FeatureStoreExpcnt      // vector stores hold EXPCNT until they have read their data

	// Limits.

	FeatureVmcnt6   // vmcnt has six bits; else four
	FeatureNop16    // s_nop makes up to 16 wait states; else eight
	FeatureSGPR800  // a SIMD has 800 SGPRs, given out by 16, and a wave 102 of them; else 512, eight and 104
	FeatureSleep4   // s_sleep has four bits; else three
	FeatureSleep7   // seven
	FeatureCount16  // kernel descriptors count SGPRs by 16; else by eight
	FeatureSGPRInit // each wave must have 96 SGPRs: the hardware sets those of others wrongly

	// Hazards.

	HazardSMRD      // scalar memory, after writes of its address, resource or offset
	HazardInterp    // v_readlane, after interpolation
	HazardWideStore // a VALU write of the data of a store of more than 64 bits
	HazardVMemSGPR  // vector memory, after a VALU write of its scalar registers
	HazardSetReg2   // s_setreg, after s_setreg of the same register: two wait states, not one
	HazardM0Message // messages and GDS, after a write of M0
	HazardM0LDS     // interpolation, s_movrel and LDS transfers, after a write of M0
	HazardTrapSts   // s_rfe, after s_setreg of TRAPSTS
	HazardFetch16   // the instruction buffer has 16 dwords; else 12
	HazardVCCZ      // a branch on VCCZ, after a scalar load

	// Rates.

	FeatureFastFMA32 // v_fma_f32 at full rate
	FeatureHalf64    // f64 at half the rate of f32; else at a quarter or less

	endFeatures
)

// Each generation has the features of the one before, with what changed.
// Sources: LLVM 22, AMDGPU.td (FeatureSouthernIslands, FeatureSeaIslands, FeatureVolcanicIslands,
// FeatureGFX9) and GCNSubtarget.h; of what LLVM does not name, the AMD ISA manual of the
// generation.
const (
	gcn10 = Features(GCN10) | FeatureLDSNeedsM0 | FeatureR128 | FeatureStoreExpcnt |
		HazardSMRD | HazardInterp | HazardVCCZ

	gcn11 = gcn10&^(Features(GCN10)|FeatureStoreExpcnt|HazardSMRD|HazardInterp) | Features(GCN11) |
		FeatureFrexp | FeatureSMRDLiteral | FeatureFlat | FeatureUnalignedVMem | FeatureLDS64K | HazardWideStore

	gcn12 = gcn11&^(Features(GCN11)|HazardVCCZ) | Features(GCN12) |
		FeatureIntClamp | FeatureInv2Pi | FeatureF16 | FeatureSDWA | FeatureSDWAMac | FeatureDPP |
		FeatureScalarStores | FeatureLDSOffset | FeatureSleep4 | FeatureSGPR800 |
		HazardVMemSGPR | HazardSetReg2 | HazardM0Message | HazardTrapSts

	gcn14 = gcn12&^(Features(GCN12)|FeatureSDWAMac|FeatureLDSNeedsM0|FeatureR128) | Features(GCN14) |
		FeatureSDWASdst | FeatureOpSel | FeaturePackedD16 | FeatureKeep16 | FeatureFP16Ovfl | FeatureMinMaxDenorm |
		FeatureFlatOffsets | FeatureSMEMOffsets | FeatureApertures | FeatureUpperHalf | FeatureUnalignedLDS |
		FeatureSwizzleModes | FeatureUnalignedScratch | FeatureSleep7 | FeatureCount16 | FeatureXNACK |
		FeatureVmcnt6 | FeatureNop16 | FeatureFastFMA32 |
		HazardM0LDS | HazardFetch16
)

// featureNames are the names of features, LLVM's where it has the feature.
var featureNames = map[Features]string{
	FeatureFrexp: "frexp-keeps-special", FeatureIntClamp: "int-clamp-insts", FeatureInv2Pi: "inv-2pi-inline-imm",
	FeatureF16: "16-bit-insts", FeatureSDWA: "sdwa", FeatureSDWAMac: "sdwa-mav", FeatureSDWASdst: "sdwa-sdst",
	FeatureDPP: "dpp", FeatureOpSel: "op-sel", FeatureKeep16: "16-bit-keeps-upper-half", FeatureFP16Ovfl: "fp16-ovfl",
	FeatureMinMaxDenorm: "min-max-denormals", FeatureMadMix: "mad-mix-insts", FeatureFmaMix: "fma-mix-insts",
	FeatureDL: "dl-insts", FeatureDot1: "dot1-insts", FeatureDot2: "dot2-insts", FeatureDot7: "dot7-insts",
	FeatureDot10: "dot10-insts",

	FeatureFlat: "flat-address-space", FeatureFlatOffsets: "flat-inst-offsets", FeatureSMEMOffsets: "smem-signed-offsets", FeatureSMRDLiteral: "smrd-literal",
	FeatureScalarStores: "scalar-stores", FeatureApertures: "aperture-regs", FeatureUpperHalf: "addresses-48",
	FeatureUnalignedVMem: "unaligned-buffer-access", FeatureUnalignedLDS: "unaligned-ds-access",
	FeatureLDS64K: "addressablelocalmemorysize65536", FeatureLDSNeedsM0: "lds-needs-m0",
	FeatureLDSBanks16: "ldsbankcount16", FeatureSwizzleModes: "swizzle-modes", FeatureLDSOffset: "lds-offset", FeatureUnalignedScratch: "unaligned-scratch-access", FeatureUnpackedD16: "unpacked-d16-vmem",
	FeaturePackedD16: "packed-d16-vmem",
	FeatureR128:      "mimg-r128", FeatureXNACK: "xnack-support", FeatureSRAMECC: "sramecc-support",
	FeatureStoreExpcnt: "store-expcnt",

	FeatureVmcnt6: "vmcnt-6", FeatureNop16: "nop-16", FeatureSGPR800: "sgpr-800", FeatureSleep4: "sleep-4", FeatureSleep7: "sleep-7", FeatureCount16: "sgpr-count-16", FeatureSGPRInit: "sgpr-init-bug",

	HazardSMRD: "smrd-hazards", HazardInterp: "interp-readlane-hazard", HazardWideStore: "wide-store-hazard",
	HazardVMemSGPR: "vmem-sgpr-hazard", HazardSetReg2: "setreg-hazard-2", HazardM0Message: "m0-message-hazard",
	HazardM0LDS: "m0-lds-hazard", HazardTrapSts: "trapsts-hazard", HazardFetch16: "fetch-16", HazardVCCZ: "vccz-bug",

	FeatureFastFMA32: "fast-fmaf", FeatureHalf64: "half-rate-64-ops",
}

// Has reports whether every feature of y is in x.
func (x Features) Has(y Features) bool { return x&y == y }

// Gen is the generation whose encodings a target with the features has.
func (x Features) Gen() Gen { return Gen(x) & AllGens }

// Gens are the generations with targets that have the features.
func (x Features) Gens() (set Gen) {
	for i := range targets {
		if targets[i].Features.Has(x) {
			set |= targets[i].Gen
		}
	}
	return set
}

// String is the names of the features, joined by spaces, after the generation.
func (x Features) String() string {
	s := []string{x.Gen().String()}
	for y := x &^ Features(AllGens) & (endFeatures - 1); y != 0; y &= y - 1 {
		s = append(s, featureNames[y&-y])
	}
	return strings.Join(s, " ")
}

// Features are those of the target that stands for the generation where only that is named:
// gfx600, gfx700, gfx803, gfx900.
func (g Gen) Features() Features {
	if t := g.standing(); t != nil {
		return t.Features
	}
	return 0
}

// Target is the target that stands for the generation where only that is named.
func (g Gen) Target() Target {
	if t := g.standing(); t != nil {
		return *t
	}
	return Target{Gen: g}
}

func (g Gen) standing() *Target {
	for i := range targets {
		if t := &targets[i]; t.stands && t.Gen == g {
			return t
		}
	}
	return nil
}
