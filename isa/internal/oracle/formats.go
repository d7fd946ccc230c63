package oracle

import (
	"fmt"
	"slices"
)

// kind says what good values of a field are, so that random candidates are mostly meaningful.
type kind uint8

const (
	bits kind = iota // any value
	vgpr             // a vector register
	src              // a source operand code of 8 or 9 bits
	sgpr             // a 7-bit scalar register
	quad             // a register number divided by 4
)

// field is a run of bits. rare is the percentage of candidates that leave it 0.
type field struct {
	word, lo, width int
	kind            kind
	rare            int
}

// shape is one way a format is encoded: the fixed bits (a mask and their values) and the opcode
// field in the first dword.
type shape struct {
	fixed, match uint32
	opLo, opBits int
	ops          int // opcode values 0..ops-1 belong to the format
	dwords       int
	fields       []field
}

// target sets of a format
const (
	gfx6 = 1 << iota
	gfx7
	gfx8
	gfx9
)

var targetBit = map[string]int{"gfx600": gfx6, "gfx700": gfx7, "gfx803": gfx8, "gfx900": gfx9, "gfx810": gfx8, "gfx904": gfx9, "gfx906": gfx9}

// format is a format on some targets. Sources: the microcode format chapters of the AMD manuals;
// the CI manual's for gfx6 and gfx7, of which only the fixed bits are used (to sort assembled
// instructions). Order matters to formatOf: longer prefixes come first.
type format struct {
	name    string
	targets int
	shapes  []shape
}

const all = gfx6 | gfx7 | gfx8 | gfx9

var formats = []format{
	{"SOP1", all, []shape{{0xff800000, 0xbe800000, 8, 8, 256, 1, []field{{0, 0, 8, src, 0}, {0, 16, 7, sgpr, 0}}}}},
	{"SOPC", all, []shape{{0xff800000, 0xbf000000, 16, 7, 128, 1, []field{{0, 0, 8, src, 0}, {0, 8, 8, src, 0}}}}},
	{"SOPP", all, []shape{{0xff800000, 0xbf800000, 16, 7, 128, 1, []field{{0, 0, 16, bits, 30}}}}},
	{"SOPK", all, []shape{{0xf0000000, 0xb0000000, 23, 5, 29, 1, []field{{0, 0, 16, bits, 0}, {0, 16, 7, sgpr, 0}}}}},
	{"SOP2", all, []shape{{0xc0000000, 0x80000000, 23, 7, 96, 1, []field{{0, 0, 8, src, 0}, {0, 8, 8, src, 0}, {0, 16, 7, sgpr, 0}}}}},
	{"SMRD", gfx6 | gfx7, []shape{{fixed: 0xf8000000, match: 0xc0000000, opLo: 22, opBits: 5, ops: 32, dwords: 1}}},
	{"SMEM", gfx8 | gfx9, []shape{{0xfc000000, 0xc0000000, 18, 8, 256, 2, []field{{0, 0, 6, bits, 0}, {0, 6, 7, sgpr, 0}, {0, 14, 1, bits, 70}, {0, 15, 1, bits, 80},
		{0, 16, 1, bits, 60}, {0, 17, 1, bits, 50}, {1, 0, 7, bits, 0}, {1, 7, 14, bits, 30}, {1, 25, 7, sgpr, 50}}}}},
	{"VOP1", all, []shape{{0xfe000000, 0x7e000000, 9, 8, 256, 1, []field{{0, 0, 9, src, 0}, {0, 17, 8, vgpr, 0}}}}},
	{"VOPC", all, []shape{{0xfe000000, 0x7c000000, 17, 8, 256, 1, []field{{0, 0, 9, src, 0}, {0, 9, 8, vgpr, 0}}}}},
	{"VOP2", all, []shape{{0x80000000, 0x00000000, 25, 6, 62, 1, []field{{0, 0, 9, src, 0}, {0, 9, 8, vgpr, 0}, {0, 17, 8, vgpr, 0}}}}},
	{"VOP3", gfx6 | gfx7, []shape{{fixed: 0xfc000000, match: 0xd0000000, opLo: 17, opBits: 9, ops: 512, dwords: 2}}},
	{"VOP3", gfx8, []shape{{0xfc000000, 0xd0000000, 16, 10, 1024, 2, vop3Fields}}},
	{"VOP3", gfx9, []shape{{0xfc000000, 0xd0000000, 16, 10, 896, 2, vop3Fields}}},
	{"VOP3P", gfx9, []shape{{0xff800000, 0xd3800000, 16, 7, 128, 2, []field{{0, 0, 8, vgpr, 0}, {0, 8, 3, bits, 60}, {0, 11, 3, bits, 50}, {0, 14, 1, bits, 50}, {0, 15, 1, bits, 70},
		{1, 0, 9, src, 0}, {1, 9, 9, src, 0}, {1, 18, 9, src, 20}, {1, 27, 2, bits, 30}, {1, 29, 3, bits, 60}}}}},
	{"SDWA", gfx8 | gfx9, []shape{
		{0x800001ff, 0x000000f9, 25, 6, 62, 2, append([]field{{0, 9, 8, vgpr, 0}, {0, 17, 8, vgpr, 0}}, sdwaFields...)},
		{0xfe0001ff, 0x7e0000f9, 9, 8, 256, 2, append([]field{{0, 17, 8, vgpr, 0}}, sdwaFields[:sdwaOne]...)},
		{0xfe0001ff, 0x7c0000f9, 17, 8, 256, 2, append([]field{{0, 9, 8, vgpr, 0}}, sdwaFields...)}}},
	{"DPP", gfx8 | gfx9, []shape{
		{0x800001ff, 0x000000fa, 25, 6, 62, 2, append([]field{{0, 9, 8, vgpr, 0}, {0, 17, 8, vgpr, 0}}, dppFields...)},
		{0xfe0001ff, 0x7e0000fa, 9, 8, 256, 2, append([]field{{0, 17, 8, vgpr, 0}}, dppFields...)},
		{0xfe0001ff, 0x7c0000fa, 17, 8, 256, 2, append([]field{{0, 9, 8, vgpr, 0}}, dppFields...)}}},
	{"VINTRP", gfx6 | gfx7, []shape{{fixed: 0xfc000000, match: 0xc8000000, opLo: 16, opBits: 2, ops: 4, dwords: 1}}},
	{"VINTRP", gfx8 | gfx9, []shape{{0xfc000000, 0xd4000000, 16, 2, 4, 1, []field{{0, 0, 2, bits, 0}, {0, 2, 6, bits, 30}, {0, 8, 2, bits, 0}, {0, 10, 6, bits, 0}, {0, 18, 8, vgpr, 0}}}}},
	{"DS", gfx6 | gfx7, []shape{{fixed: 0xfc000000, match: 0xd8000000, opLo: 18, opBits: 8, ops: 256, dwords: 2}}},
	{"DS", gfx8 | gfx9, []shape{{0xfc000000, 0xd8000000, 17, 8, 256, 2, []field{{0, 0, 8, bits, 40}, {0, 8, 8, bits, 40}, {0, 16, 1, bits, 70}, {1, 0, 8, vgpr, 20}, {1, 8, 8, vgpr, 50},
		{1, 16, 8, vgpr, 70}, {1, 24, 8, vgpr, 50}}}}},
	{"MUBUF", all, []shape{{0xfc000000, 0xe0000000, 18, 7, 128, 2, []field{{0, 0, 12, bits, 40}, {0, 12, 1, bits, 50}, {0, 13, 1, bits, 50}, {0, 14, 1, bits, 60}, {0, 16, 1, bits, 80},
		{0, 17, 1, bits, 60}, {1, 0, 8, vgpr, 0}, {1, 8, 8, vgpr, 0}, {1, 16, 5, quad, 0}, {1, 23, 1, bits, 80}, {1, 24, 8, src, 0}}}}},
	{"MTBUF", gfx6 | gfx7, []shape{{fixed: 0xfc000000, match: 0xe8000000, opLo: 16, opBits: 3, ops: 8, dwords: 2}}},
	{"MTBUF", gfx8 | gfx9, []shape{{0xfc000000, 0xe8000000, 15, 4, 16, 2, []field{{0, 0, 12, bits, 40}, {0, 12, 1, bits, 50}, {0, 13, 1, bits, 50}, {0, 14, 1, bits, 60}, {0, 19, 4, bits, 0},
		{0, 23, 3, bits, 30}, {1, 0, 8, vgpr, 0}, {1, 8, 8, vgpr, 0}, {1, 16, 5, quad, 0}, {1, 22, 1, bits, 60}, {1, 23, 1, bits, 90}, {1, 24, 8, src, 0}}}}},
	{"MIMG", all, []shape{{0xfc000000, 0xf0000000, 18, 7, 128, 2, []field{{0, 8, 4, bits, 5}, {0, 12, 1, bits, 60}, {0, 13, 1, bits, 60}, {0, 14, 1, bits, 70}, {0, 15, 1, bits, 80},
		{0, 16, 1, bits, 80}, {0, 17, 1, bits, 80}, {0, 25, 1, bits, 70}, {1, 0, 8, vgpr, 0}, {1, 8, 8, vgpr, 0}, {1, 16, 5, quad, 0}, {1, 21, 5, quad, 50},
		{1, 31, 1, bits, 80}}}}},
	{"FLAT", gfx7 | gfx8, []shape{{0xfc000000, 0xdc000000, 18, 7, 128, 2, append([]field{{1, 16, 7, sgpr, 95}}, flatFields...)}}},
	{"FLAT", gfx9, []shape{{0xfc00c000, 0xdc000000, 18, 7, 128, 2, append([]field{{0, 0, 13, bits, 30}, {1, 16, 7, sgpr, 95}}, flatFields...)}}},
	{"SCRATCH", gfx9, []shape{{0xfc00c000, 0xdc004000, 18, 7, 128, 2, append([]field{{0, 0, 13, bits, 30}, {0, 13, 1, bits, 85}, {1, 16, 7, sgpr, 0}}, flatFields...)}}},
	{"GLOBAL", gfx9, []shape{{0xfc00c000, 0xdc008000, 18, 7, 128, 2, append([]field{{0, 0, 13, bits, 30}, {0, 13, 1, bits, 85}, {1, 16, 7, sgpr, 0}}, flatFields...)}}},
	{"EXP", gfx6 | gfx7, []shape{{fixed: 0xfc000000, match: 0xf8000000, ops: 1, dwords: 2}}},
	{"EXP", gfx8 | gfx9, []shape{{0xfc000000, 0xc4000000, 0, 0, 1, 2, []field{{0, 0, 4, bits, 0}, {0, 4, 6, bits, 10}, {0, 10, 1, bits, 50}, {0, 11, 1, bits, 50}, {0, 12, 1, bits, 50},
		{1, 0, 8, vgpr, 0}, {1, 8, 8, vgpr, 0}, {1, 16, 8, vgpr, 0}, {1, 24, 8, vgpr, 0}}}}},
}

var (
	vop3Fields = []field{{0, 0, 8, vgpr, 0}, {0, 8, 3, bits, 75}, {0, 11, 4, bits, 75}, {0, 15, 1, bits, 75}, {1, 0, 9, src, 0}, {1, 9, 9, src, 0}, {1, 18, 9, src, 20},
		{1, 27, 2, bits, 75}, {1, 29, 3, bits, 75}}
	sdwaFields = []field{{1, 0, 8, vgpr, 0}, {1, 8, 3, bits, 20}, {1, 11, 2, bits, 40}, {1, 13, 1, bits, 70}, {1, 14, 2, bits, 80}, {1, 16, 3, bits, 20}, {1, 19, 3, bits, 60},
		{1, 23, 1, bits, 70}, {1, 24, 3, bits, 20}, {1, 27, 3, bits, 60}, {1, 31, 1, bits, 70}}
	dppFields = []field{{1, 0, 8, vgpr, 0}, {1, 8, 8, bits, 0}, {1, 16, 1, bits, 50}, {1, 19, 1, bits, 50}, {1, 20, 4, bits, 70}, {1, 24, 8, bits, 10}}

	flatFields = []field{{0, 16, 1, bits, 60}, {0, 17, 1, bits, 60}, {1, 0, 8, vgpr, 0}, {1, 8, 8, vgpr, 0}, {1, 23, 1, bits, 95}, {1, 24, 8, vgpr, 0}}
)

// sdwaOne is how many of sdwaFields a VOP1 has: it has no second source.
const sdwaOne = 8

// Formats lists the formats of a target (an LLVM processor name), nil for one that this package
// does not know.
func Formats(target string) []string {
	var names []string
	for _, f := range formats {
		if f.targets&targetBit[target] != 0 && !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	return names
}

// Targets are the processors that stand for the generations, and behind them those that have
// instructions of their own.
var Targets = []string{"gfx600", "gfx700", "gfx803", "gfx900", "gfx810", "gfx904", "gfx906"}

// own has, for the targets that do not stand for their generation, the formats in which they have
// instructions that the one that does has not.
var own = map[string][]string{
	"gfx810": {"MUBUF", "MTBUF", "MIMG"},
	"gfx904": {"VOP3P"},
	"gfx906": {"VOP2", "VOP3", "VOP3P", "SDWA", "DPP"},
}

// Own lists the formats in which a target has instructions that no target before it in [Targets]
// has in the same encoding.
func Own(target string) []string {
	if names, ok := own[target]; ok {
		return names
	}
	return Formats(target)
}

func findFormat(target, name string) (format, error) {
	for _, f := range formats {
		if f.name == name && f.targets&targetBit[target] != 0 {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("oracle: %s has no format %q (it has %v)", target, name, Formats(target))
}

// formatOf names the format that the first dword of an instruction belongs to on gfx600 or gfx700;
// "" if none.
func formatOf(target string, b []byte) string {
	if len(b) < 4 {
		return ""
	}
	for _, f := range formats {
		if s := f.shapes[0]; f.targets&targetBit[target] != 0 && le32(b)&s.fixed == s.match {
			return f.name
		}
	}
	return ""
}
