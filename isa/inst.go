package isa

// MaxOperands is the most operands that one instruction has in assembly order.
const MaxOperands = 8

// Inst is one decoded instruction: a plain value, comparable, without references to the bytes it
// came from.
type Inst struct {
	Form *Form                // the row, format and opcode in one generation
	Len  uint8                // bytes: 4, 8 (12 for none of these generations)
	NOps uint8                // operands used in Ops
	Sub  Format               // SDWA, SDWAB, DPP or NoFormat
	Ops  [MaxOperands]Operand // in assembly order; the first NOps count
	Mod  Mods                 // the encoded bits that are no operand
	// the instruction's dwords as read; the second is the literal where the format has one dword
	// and takes a literal
	Word [2]uint32
}

// Operands returns the operands in assembly order.
func (i *Inst) Operands() []Operand { return i.Ops[:i.NOps] }

// Operand returns the operand of a role.
func (i *Inst) Operand(role byte) (Operand, bool) {
	for _, o := range i.Ops[:i.NOps] {
		if o.Role == role {
			return o, true
		}
	}
	return Operand{}, false
}

// Mods are the modifiers of an instruction: every encoded bit that is no operand. A field that the
// format lacks is zero.
type Mods struct {
	Abs, Neg     uint8    // bit n: source n (VOP3, SDWA, DPP); VOP3P: Neg is neg_lo
	NegHi        uint8    // VOP3P
	OpSel        uint8    // bits 0-2 sources, bit 3 destination
	OpSelHi      uint8    // VOP3P
	Omod         uint8    // 0 none, 1 *2, 2 *4, 3 /2
	Clamp        bool     // vector arithmetic: clamp the result
	Offset       int32    // byte offset (SMRD: dwords); the two 8-bit DS offsets are Offset & 0xff and Offset >> 8
	Imm, SOE, NV bool     // SMEM, FLAT (NV)
	GLC, SLC     bool     // globally coherent (of atomics: return the value before); system level coherent
	TFE, LDS     bool     // TFE: a status register follows the results; LDS: data goes to or comes from LDS, not VGPRs
	GDS          bool     // DS: the global data share
	OffEn, IdxEn bool     // buffers: a VGPR holds a byte offset, an index
	Addr64       bool     // buffers, GCN 1.0 and 1.1: two VGPRs hold 64 bits that are added to the base
	DFmt, NFmt   uint8    // MTBUF: data format (mem.DataFormat), number format (mem.NumFormat)
	DMask        uint8    // MIMG; EXP: enabled channels
	Unorm, DA    bool     // MIMG: coordinates count texels; an array index or cube face follows them
	LWE, R128    bool     // MIMG: LWE as TFE; R128: the T# has 128 bits, or, without FeatureR128, A16
	D16          bool     // MIMG: data of 16 bits
	Attr, Chan   uint8    // interpolation
	High         bool     // interpolation: the upper half of the attribute
	Target       uint8    // EXP
	Compr, Done  bool     // EXP: one register holds two channels; the last export of its kind
	VM           bool     // EXP: EXEC is the mask of valid pixels
	SDWA         SDWAMods // where Sub is SDWA or SDWAB
	DPP          DPPMods  // where Sub is DPP
}

// SDWAMods are the selects of a sub-dword instruction. A select is 0-3 byte, 4-5 word, 6 dword.
type SDWAMods struct {
	DstSel, DstUnused uint8    // DstUnused: 0 pad, 1 sign-extend, 2 preserve
	Sel               [2]uint8 // selects of sources 0 and 1
	Sext              [2]bool  // sources 0 and 1: sign-extend what is selected
}

// DPPMods are the controls of a data-parallel-primitive instruction.
type DPPMods struct {
	Ctrl              uint16 // which lane each lane reads: the 9 bits of dpp_ctrl
	RowMask, BankMask uint8  // 4 bits each: rows of 16 lanes, and banks of 4 lanes in each row, that are written
	BoundCtrl         bool   // the encoded bit: set means an invalid source lane reads as 0
}
