package isa

// MaxOperands is the most operands that one instruction has in assembly order.
const MaxOperands = 8

// Inst is one decoded instruction: a plain value, comparable, without references to the bytes it
// came from.
type Inst struct {
	Form *Form  // the row, format and opcode in one generation
	Len  uint8  // bytes: 4, 8 (12 for none of these generations)
	NOps uint8  // operands used in Ops
	Sub  Format // SDWA, SDWAB, DPP or NoFormat
	Ops  [MaxOperands]Operand
	Mod  Mods
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
	Abs, Neg     uint8 // bit n: source n (VOP3, SDWA, DPP); VOP3P: Neg is neg_lo
	NegHi        uint8 // VOP3P
	OpSel        uint8 // bits 0-2 sources, bit 3 destination
	OpSelHi      uint8 // VOP3P
	Omod         uint8 // 0 none, 1 *2, 2 *4, 3 /2
	Clamp        bool
	Offset       int32 // byte offset (SMRD: dwords); the two 8-bit DS offsets are Offset & 0xff and Offset >> 8
	Imm, SOE, NV bool  // SMEM, FLAT (NV)
	GLC, SLC     bool
	TFE, LDS     bool
	GDS          bool
	OffEn, IdxEn bool
	Addr64       bool
	DFmt, NFmt   uint8
	DMask        uint8 // MIMG; EXP: enabled channels
	Unorm, DA    bool
	LWE, R128    bool
	D16          bool
	Attr, Chan   uint8 // interpolation
	High         bool  // interpolation: the upper half of the attribute
	Target       uint8 // EXP
	Compr, Done  bool
	VM           bool
	SDWA         SDWAMods
	DPP          DPPMods
}

// SDWAMods are the selects of a sub-dword instruction. A select is 0-3 byte, 4-5 word, 6 dword.
type SDWAMods struct {
	DstSel, DstUnused uint8 // DstUnused: 0 pad, 1 sign-extend, 2 preserve
	Sel               [2]uint8
	Sext              [2]bool
}

// DPPMods are the controls of a data-parallel-primitive instruction.
type DPPMods struct {
	Ctrl              uint16
	RowMask, BankMask uint8
	BoundCtrl         bool // the encoded bit: set means an invalid source lane reads as 0
}
