package abi

import (
	"encoding/binary"
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
)

// The bytes of a descriptor, by layout.
const (
	Size   = 64  // kernel descriptor of code objects of versions 3 and later (AMDHSAKernelDescriptor.h)
	SizeV2 = 256 // amd_kernel_code_t of version 2 (AMDKernelCodeT.h)
)

// MaxKernarg is the largest kernarg segment that is taken, and the largest alignment of one, in
// bytes: hardware and compilers stop at some KiB.
const MaxKernarg = 1 << 20

// Descriptor is what the hardware and the dispatcher are told about a kernel.
type Descriptor struct {
	LDSBytes     uint32 // static LDS of a work-group
	PrivateBytes uint32 // scratch of a work-item
	KernargBytes uint64 // kernarg segment; 0 in some version 3 objects, whose metadata have the figure
	// alignment of the kernarg segment; 0 where the layout has no field for it (versions 3 and
	// later)
	KernargAlign uint64
	GDSBytes     uint32 // version 2 only
	EntryOffset  int64  // from the descriptor to the first instruction

	Rsrc1, Rsrc2, Rsrc3 uint32 // COMPUTE_PGM_RSRC1 to 3 as they stand; the fields below are taken from them

	VGPRs     int   // vector registers allocated to a wave, a multiple of 4; 0 where nothing says how many
	SGPRs     int   // scalar registers allocated to a wave, a multiple of 8 (gfx9: 16), with VCC and the like
	Priority  uint8 // initial wave priority, 0 to 3
	FloatMode uint8 // initial MODE[7:0]: round f32 1:0, f16 and f64 3:2, denormals f32 5:4, f16 and f64 7:6
	Priv      bool  // start in privileged mode
	DX10Clamp bool  // MODE.DX10_CLAMP
	Debug     bool  // start in debug mode
	IEEE      bool  // MODE.IEEE
	FP16Ovfl  bool  // MODE.FP16_OVFL, gfx9 only

	Scratch     bool // waves get scratch memory, and its offset in an SGPR
	UserSGPRs   int  // SGPRs before the work-group ids, 0 to 16
	TrapHandler bool // a trap handler is asked for
	WorkItemIDs int  // VGPRs with work-item ids: 1 is X, 2 is X Y, 3 is X Y Z
	// enabled exceptions, MODE.EXCP_EN order: invalid, denormal, divide by 0, overflow, underflow,
	// inexact, int divide
	Exceptions uint8

	DynamicStack bool // PrivateBytes is only what is known at compile time

	roles uint32 // bit r is set when Role r is present
}

// SGPRRange says what a run of SGPRs holds.
type SGPRRange struct {
	Role         Role // what they hold
	First, Count int  // number of the first register; registers, 1 to 4
}

// Has reports whether the kernel asks for r.
func (d *Descriptor) Has(r Role) bool { return d.roles>>r&1 != 0 }

// InitialSGPRs lists the SGPRs that are set when a wave starts, in order. All others are undefined.
// LLVM AMDGPUUsage, "Initial Kernel Execution State".
func (d *Descriptor) InitialSGPRs() []SGPRRange {
	var out []SGPRRange
	next := 0
	for r := range NumRoles {
		if r == WorkGroupIDX {
			next = d.UserSGPRs
		}
		if d.Has(r) {
			out = append(out, SGPRRange{r, next, r.Count()})
			next += r.Count()
		}
	}
	return out
}

// InitialRegisters lists the registers that are set when a wave starts, as an instruction's writes:
// those of [Descriptor.InitialSGPRs], the work-item ids and EXEC. All others are undefined.
func (d *Descriptor) InitialRegisters() []isa.Use {
	set := func(code uint16, n int) isa.Use { return isa.Use{Code: code, Dwords: uint8(n), Bytes: 15, Write: true} }
	out := []isa.Use{set(isa.CodeExecLo, 2), set(isa.CodeVGPR, d.WorkItemIDs)}
	for _, r := range d.InitialSGPRs() {
		out = append(out, set(uint16(r.First), r.Count))
	}
	return out
}

// setResources decodes COMPUTE_PGM_RSRC1 and 2 and the properties, which mean the same in both
// layouts.
func (d *Descriptor) setResources(rsrc1, rsrc2 uint32, props uint32, has isa.Features) error {
	d.Rsrc1, d.Rsrc2 = rsrc1, rsrc2
	bit := func(v uint32, n int) bool { return v>>n&1 != 0 }

	d.VGPRs = int(rsrc1&63)*4 + 4
	d.SGPRs = int(rsrc1>>6&15)*8 + 8
	if has.Has(isa.FeatureCount16) {
		// the field still counts 8, but gfx9 allocates 16 (LLVM AMDGPUBaseInfo,
		// getSGPRAllocGranule)
		d.SGPRs = (d.SGPRs + 15) &^ 15
	}
	d.Priority = uint8(rsrc1 >> 10 & 3)
	d.FloatMode = uint8(rsrc1 >> 12)
	d.Priv, d.DX10Clamp, d.Debug, d.IEEE = bit(rsrc1, 20), bit(rsrc1, 21), bit(rsrc1, 22), bit(rsrc1, 23)
	d.FP16Ovfl = has.Has(isa.FeatureFP16Ovfl) && bit(rsrc1, 26)

	d.Scratch = bit(rsrc2, 0)
	d.UserSGPRs = int(rsrc2 >> 1 & 31)
	d.TrapHandler = bit(rsrc2, 6)
	d.WorkItemIDs = int(rsrc2>>11&3) + 1
	d.Exceptions = uint8(rsrc2 >> 24 & 0x7f)

	d.roles = props & (1<<WorkGroupIDX - 1)
	d.roles |= rsrc2 >> 7 & 0xf << WorkGroupIDX
	if d.Scratch {
		d.roles |= 1 << ScratchWaveOffset
	}
	asked := 0
	for r := range WorkGroupIDX {
		if d.Has(r) {
			asked += r.Count()
		}
	}
	switch {
	case bit(props, 10):
		return fmt.Errorf("it wants waves of 32 lanes, which GCN has not")
	case d.WorkItemIDs > 3:
		return fmt.Errorf("compute_pgm_rsrc2 has work-item id mode 3, which is undefined")
	case d.UserSGPRs > has.Limits().UserSGPRs:
		return fmt.Errorf("compute_pgm_rsrc2 has %d user SGPRs; there are at most %d",
			d.UserSGPRs, has.Limits().UserSGPRs)
	case asked > d.UserSGPRs:
		return fmt.Errorf("its properties ask for %d user SGPRs but compute_pgm_rsrc2 has %d", asked, d.UserSGPRs)
	}
	return nil
}

// Decode decodes the [Size] bytes of versions 3 and later.
func Decode(b []byte, has isa.Features) (Descriptor, error) {
	le := binary.LittleEndian
	props := uint32(le.Uint16(b[56:]))
	d := Descriptor{
		LDSBytes:     le.Uint32(b),
		PrivateBytes: le.Uint32(b[4:]),
		KernargBytes: uint64(le.Uint32(b[8:])),
		EntryOffset:  int64(le.Uint64(b[16:])),
		Rsrc3:        le.Uint32(b[44:]),
		DynamicStack: props>>11&1 != 0,
	}
	if p := le.Uint16(b[58:]); p != 0 {
		return d, fmt.Errorf("it preloads arguments into SGPRs (%#x), which no GCN 1.0 to 1.4 processor does", p)
	}
	props &^= 7 << 7 // the work-group counts of version 2 are reserved bits here
	return d, d.setResources(le.Uint32(b[48:]), le.Uint32(b[52:]), props, has)
}

// DecodeV2 decodes the [SizeV2] bytes of version 2's amd_kernel_code_t.
func DecodeV2(b []byte, has isa.Features) (Descriptor, error) {
	le := binary.LittleEndian
	props := le.Uint32(b[56:])
	d := Descriptor{
		EntryOffset:  int64(le.Uint64(b[16:])),
		PrivateBytes: le.Uint32(b[60:]),
		LDSBytes:     le.Uint32(b[64:]),
		GDSBytes:     le.Uint32(b[68:]),
		KernargBytes: le.Uint64(b[72:]),
		DynamicStack: props>>20&1 != 0,
		KernargAlign: 1 << min(b[100], 63),
	}
	if d.KernargBytes == 0 { // there is nothing to align: texts by hand have bytes here, which are no power of two
		d.KernargAlign = 1
	}
	switch major := le.Uint32(b); {
	case major != 1:
		return d, fmt.Errorf("amd_kernel_code_t has version %d; only 1 is known", major)
	case b[103] != 6:
		return d, fmt.Errorf("it wants waves of 2^%d lanes; GCN has 64", b[103])
	case d.PrivateBytes > 0 && props>>17&3 != 1:
		return d, fmt.Errorf("its scratch has element size code %d; only 1 (4 bytes) is supported", props>>17&3)
	case d.KernargAlign > MaxKernarg:
		return d, fmt.Errorf("it wants arguments aligned to 2^%d bytes", b[100])
	}
	return d, d.setResources(le.Uint32(b[48:]), le.Uint32(b[52:]), props, has)
}

// FromRegisters makes the descriptor of a kernel whose object has no descriptor but values of
// COMPUTE_PGM_RSRC1 and 2. The roles are those of its user SGPRs, in the order of [Role] and from
// s0 on. LDS is as large as COMPUTE_PGM_RSRC2 says: the field counts 64 dwords on gfx6, 128 on
// others (LLVM SIProgramInfo, LDS_SIZE).
func FromRegisters(rsrc1, rsrc2 uint32, has isa.Features, user ...Role) (Descriptor, error) {
	props := uint32(0)
	for _, r := range user {
		props |= 1 << r
	}
	d := Descriptor{LDSBytes: rsrc2 >> 15 & 0x1ff * uint32(has.Limits().LDSGranule)}
	return d, d.setResources(rsrc1, rsrc2, props, has)
}
