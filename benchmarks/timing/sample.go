package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// What the registers of a benchmark are for. The instruction under test has s16 up and v4 up to
// itself.
const (
	sgprCount = 0  // passes that are left
	sgprTimes = 1  // iterations, what [Kernel.Count] says
	sgprBase  = 2  // address of the buffer, two registers
	sgprRes   = 4  // its resource, four registers
	sgprTest  = 16 // destination of the instruction under test; its sources follow, each 16 registers later
	vgprLane  = 0  // number of the work-item in its work-group
	vgprAddr  = 1  // the lane's address in LDS, or offset in the buffer
	vgprTest  = 4  // destination of the instruction under test; its sources follow, each 8 registers later
)

// modeField is the operand of s_getreg and s_setreg that is MODE's rounding: {size-1, offset, id}.
const modeField = 3<<11 | 1

// sample is an instruction of a form with operands that are legal, and as far as can be dependent
// on the one before: a source is the destination where they are alike. Vector ALU operands are
// registers, memory operands coalesced. glc asks for the value that an atomic returns.
func sample(f *isa.Form, glc bool) (isa.Inst, error) {
	in := isa.Inst{Form: f, NOps: uint8(len(f.Args))}
	m, isMem := f.Desc.Do.(isa.Memory)
	vector := f.Fmt >= isa.VOP2 && f.Fmt <= isa.VINTRP
	// Sums of quads need a destination apart from their sources (AMD ISA manuals; LLVM marks them
	// early-clobber).
	apart := f.Latency() == isa.LatQuarter
	var dest isa.Type
	for i, a := range f.Args {
		o := isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords())}
		slot := uint16(strings.IndexByte("dabc", a.Role)) // place among the registers under test
		switch {
		case a.Implicit:
			o.Code = isa.CodeVCCLo
		case a.Type.Dwords() == 0:
			o.Kind = isa.KindImm
			if a.Type == isa.HwregT {
				o.Val = modeField
			}
			if a.Type == isa.Simm16 {
				o.Val = 1
			}
		case a.Role == 'K':
			o.Code = isa.CodeLiteral
		case isMem && a.Role == 'v':
			o.Code = isa.CodeVGPR + vgprAddr
			o.Dwords = 1
		case isMem && a.Role == 'r', isMem && a.Role == 's' && m.Buffer:
			o.Code = sgprRes
		case isMem && a.Role == 's':
			o.Code = sgprBase
		case isMem && a.Role == 't':
			o.Code = isa.CodeZero
		case isMem && a.Role == 'f':
			o.Kind, o.Dwords = isa.KindImm, 0
			in.Mod.Imm = true
		case a.Role == 'e' || a.Type == isa.Mask && vector:
			o.Code = isa.CodeVCCLo
		case slot > 3:
			return in, fmt.Errorf("%s: no operand is known for %c:%v", f.Name, a.Role, a.Type)
		case a.File == 's' || !vector && !isMem || f.Fmt == isa.SMRD || f.Fmt == isa.SMEM:
			o.Code = sgprTest + 16*slot
			if a.Role == 'a' && a.Type == dest {
				o.Code = sgprTest
			}
		default:
			o.Code = isa.CodeVGPR + vgprTest + 8*slot
			if a.Role == 'a' && a.Type == dest && vector && !apart {
				o.Code = isa.CodeVGPR + vgprTest
			}
		}
		if a.Role == 'd' {
			dest = a.Type
		}
		in.Ops[i] = o
	}
	if f.Fmt == isa.MUBUF && len(f.Args) > 0 {
		in.Mod.OffEn = true
		in.Mod.GLC = glc
	}
	words, err := isa.Encode(&in)
	if err != nil {
		return in, err
	}
	return isa.Decode(f.Gen, words)
}

// prepare is the assembly that makes registers ready for a sample: M0, and the lanes' addresses,
// one element after the other.
func prepare(in *isa.Inst) string {
	m, isMem := in.Form.Desc.Do.(isa.Memory)
	m0 := "0"
	if isMem && in.Form.Fmt == isa.DS {
		m0 = "0xffff" // the limit of LDS; for ds_append base 0
	}
	size := 4
	if isMem && m.Size > 4 {
		size = int(m.Size)
	}
	text := fmt.Sprintf("s_mov_b64 exec, -1\ns_mov_b32 m0, %s\nv_mul_u32_u24 v%d, %d, v%d\n", m0, vgprAddr, size,
		vgprLane)
	if in.Form.Fmt == isa.MUBUF {
		text += fmt.Sprintf("v_or_b32 v%d, %d, v%[1]d\n", vgprAddr, resultBytes)
	}
	return text
}

// formOf is the form of a mnemonic that the tables speak of: the shortest encoding.
func formOf(g isa.Gen, name string) *isa.Form {
	for _, f := range isa.Lookup(g, name) {
		if !f.Derived() {
			return f
		}
	}
	return nil
}
