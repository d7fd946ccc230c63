package oracle

import "strings"

// llvm-mc 22.1 crashes, more often than not, when a source of a 64-bit encoding is the literal code
// and when an SDWA select is 7. A crash costs a tenth of a second, so the common cases are asked in
// a form that gives the same answer without it.
const (
	literalCode = 255
	// the DPP marker: as invalid as a literal wherever a 64-bit encoding reads a source, and
	// ignored where that is ignored
	reservedCode = 250
	// The VOP3 opcodes whose vector destination field is a scalar operand: those of VOPC, which are
	// below compares, and v_readlane_b32.
	compares, readlane = 256, 649
)

// The SDWA fields that have one value without a meaning, a value to ask with in its place, and how
// LLVM's text names them. LLVM decodes them and has no text for them: it crashes of a select, and
// prints some other name for dst_unused. Both count as invalid.
var sdwaSelects = []struct {
	field     field
	bad, good uint32
	name      string
	dst       bool // says where the result goes
}{
	{field{1, 8, 3, bits, 0}, 7, 6, " dst_sel:", true},
	{field{1, 11, 2, bits, 0}, 3, 0, " dst_unused:", true},
	{field{1, 16, 3, bits, 0}, 7, 6, " src0_sel:", false},
	{field{1, 24, 3, bits, 0}, 7, 6, " src1_sel:", false},
}

const vopc = 0x7c000000 >> 25 // the prefix of VOPC

// defuse returns w, or a copy in which what makes llvm-mc crash is replaced by something that it
// rejects in the same places.
func defuse(target string, w []byte) []byte {
	if len(w) != 8 || targetBit[target]&(gfx8|gfx9) == 0 {
		return w
	}
	words := [2]uint32{le32(w), le32(w[4:])}
	was := words
	for _, f := range formats {
		if f.targets&targetBit[target] == 0 {
			continue
		}
		for _, s := range f.shapes {
			if s.dwords != 2 || words[0]&s.fixed != s.match || int(words[0]>>s.opLo&(1<<s.opBits-1)) >= s.ops {
				continue
			}
			if f.name == "SDWA" {
				for _, x := range sdwaSelects {
					if x.dst && s.match>>25 == vopc {
						continue // ignored there, or a scalar destination
					}
					if x.field.get(words) == x.bad {
						x.field.put(&words, x.good)
					}
				}
				continue
			}
			op := words[0] >> s.opLo & (1<<s.opBits - 1)
			for _, x := range s.fields {
				scalarDst := f.name == "VOP3" && x == vop3Fields[0] && (op < compares || op == readlane)
				if (x.kind == src || scalarDst) && x.get(words) == literalCode {
					x.put(&words, reservedCode)
				}
			}
		}
	}
	if words == was {
		return w
	}
	out := make([]byte, 8)
	for i := range out {
		out[i] = byte(words[i/4] >> (i % 4 * 8))
	}
	return out
}

// undefuse turns the answer to the defused candidate into the one to the original w: an SDWA field
// without a meaning that LLVM would have to print makes it invalid.
func undefuse(w []byte, r Result) Result {
	words := [2]uint32{le32(w), le32(w[4:])}
	for _, x := range sdwaSelects {
		if x.field.get(words) == x.bad && strings.Contains(r.Text, x.name) {
			return Result{}
		}
	}
	return r
}

func (f field) get(w [2]uint32) uint32 { return w[f.word] >> f.lo & (1<<f.width - 1) }
