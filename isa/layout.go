package isa

import (
	"fmt"
	"strings"
)

// Format is an instruction encoding (microcode format).
type Format uint8

// The formats. GLOBAL and SCRATCH are the FLAT encoding with SEG = 2 and 1 (GCN 1.4). VOP3B is VOP3
// with a scalar destination. SDWA and DPP are the second dwords that a VOP1, VOP2 or VOPC
// instruction takes when its SRC0 field is 249 or 250.
const (
	NoFormat Format = iota // none: of [Inst], no second dword for SDWA or DPP
	SOP2                   // SALU, two sources
	SOPK                   // SALU, 16-bit constant
	SOP1                   // SALU, one source
	SOPC                   // SALU, comparison
	SOPP                   // branches and control, 16-bit constant
	SMRD                   // scalar memory, GCN 1.0 and 1.1
	SMEM                   // scalar memory, from GCN 1.2 on
	VOP2                   // VALU, two sources
	VOP1                   // VALU, one source
	VOPC                   // VALU, comparison
	VOP3                   // VALU, 64 bits: up to three sources, modifiers
	VOP3B                  // VALU, 64 bits, scalar destination
	VOP3P                  // VALU, 64 bits, packed math
	VINTRP                 // interpolation
	DS                     // LDS and GDS
	MUBUF                  // buffers, untyped
	MTBUF                  // buffers, typed
	MIMG                   // images
	FLAT                   // 64-bit addresses, of memory, LDS or scratch
	GLOBAL                 // 64-bit addresses, of memory only
	SCRATCH                // offsets in scratch
	EXP                    // exports
	SDWA                   // sub-dword selects
	SDWAB                  // VOPC with SDWA on GCN 1.4: an SGPR destination in place of the destination selects
	DPP                    // data-parallel primitives

	numFormats
)

var formatNames = [numFormats]string{"?", "SOP2", "SOPK", "SOP1", "SOPC", "SOPP", "SMRD", "SMEM", "VOP2", "VOP1",
	"VOPC", "VOP3", "VOP3B", "VOP3P",
	"VINTRP", "DS", "MUBUF", "MTBUF", "MIMG", "FLAT", "GLOBAL", "SCRATCH", "EXP", "SDWA", "SDWAB", "DPP"}

// String is the manuals' name of the format.
func (f Format) String() string {
	if f < numFormats {
		return formatNames[f]
	}
	return "?"
}

// A picture draws an encoding bit by bit, most significant bit first. A "|" stands between dwords,
// of which the one at the lower address comes first. '0' and '1' are fixed, '.' is ignored. A
// letter is a bit of the field with that letter. A field that appears in several places is read
// left to right. Field letters:
//
//	o opcode         d destination    e scalar destination   a b c sources 0-2
//	i immediate      s sbase          f offset               r resource          q sampler
//	t scalar offset  v vector address x y  DS offset0, offset1
//	A abs  N neg  M omod  C clamp  H op_sel  h op_sel_hi
//	I imm or idxen   O offen  G glc or gds  L slc  S lds  T tfe  X addr64  V nv  E soe
//	D dfmt  F nfmt   m dmask  U unorm  W lwe  R r128 (a16)  Y da  Z d16
//	p parameter attribute  n its channel   k exp target  K compr  B done  w valid mask  1-4 vsrc are a b c d
//	j k l SDWA and DPP selects, see their pictures
type picture struct {
	fmt  Format
	gens Gen
	bits string
}

// pictures: one line per format and set of generations. Order matters only where one prefix
// contains another: the longer one comes first. Sources: AMD ISA manuals, microcode format chapters
// (CI, GCN3, Vega); prefixes and opcode fields verified on words that LLVM 22 assembles.
var pictures = [...]picture{
	{SOP1, AllGens, "101111101 ddddddd oooooooo aaaaaaaa"},
	{SOPC, AllGens, "101111110 ooooooo bbbbbbbb aaaaaaaa"},
	{SOPP, AllGens, "101111111 ooooooo iiiiiiiiiiiiiiii"},
	{SOPK, AllGens, "1011 ooooo ddddddd iiiiiiiiiiiiiiii"},
	{SOP2, AllGens, "10 ooooooo ddddddd bbbbbbbb aaaaaaaa"},
	{SMRD, GCN10 | GCN11, "11000 ooooo ddddddd ssssss I ffffffff"},
	{SMEM, GCN12, "110000 oooooooo I G ... ddddddd ssssss | ............ ffffffffffffffffffff"},
	{SMEM, GCN14, "110000 oooooooo I G V E . ddddddd ssssss | ttttttt .... fffffffffffffffffffff"},
	{VOP1, AllGens, "0111111 dddddddd oooooooo aaaaaaaaa"},
	{VOPC, AllGens, "0111110 oooooooo bbbbbbbb aaaaaaaaa"},
	{VOP2, AllGens, "0 oooooo dddddddd bbbbbbbb aaaaaaaaa"},
	{VOP3P, GCN14, "110100111 ooooooo C h HHH AAA dddddddd | NNN hh ccccccccc bbbbbbbbb aaaaaaaaa"},
	{VOP3, GCN10 | GCN11, "110100 ooooooooo ..... C AAA dddddddd | NNN MM ccccccccc bbbbbbbbb aaaaaaaaa"},
	{VOP3, GCN12, "110100 oooooooooo C .... AAA dddddddd | NNN MM ccccccccc bbbbbbbbb aaaaaaaaa"},
	{VOP3, GCN14, "110100 oooooooooo C HHHH AAA dddddddd | NNN MM ccccccccc bbbbbbbbb aaaaaaaaa"},
	{VOP3B, GCN10 | GCN11, "110100 ooooooooo .. eeeeeee dddddddd | NNN MM ccccccccc bbbbbbbbb aaaaaaaaa"},
	{VOP3B, GCN12 | GCN14, "110100 oooooooooo C eeeeeee dddddddd | NNN MM ccccccccc bbbbbbbbb aaaaaaaaa"},
	{VINTRP, GCN10 | GCN11, "110010 dddddddd oo pppppp nn aaaaaaaa"},
	{VINTRP, GCN12 | GCN14, "110101 dddddddd oo pppppp nn aaaaaaaa"},
	{DS, GCN10 | GCN11, "110110 oooooooo G . yyyyyyyy xxxxxxxx | dddddddd bbbbbbbb aaaaaaaa vvvvvvvv"},
	{DS, GCN12 | GCN14, "110110 0 oooooooo G yyyyyyyy xxxxxxxx | dddddddd bbbbbbbb aaaaaaaa vvvvvvvv"},
	{MUBUF, GCN10 | GCN11, "111000 . ooooooo . S X G I O ffffffffffff | tttttttt T L . rrrrr dddddddd vvvvvvvv"},
	{MUBUF, GCN12 | GCN14, "111000 . ooooooo L S . G I O ffffffffffff | tttttttt T . . rrrrr dddddddd vvvvvvvv"},
	{MTBUF, GCN10 | GCN11, "111010 FFF DDDD ooo X G I O ffffffffffff | tttttttt T L . rrrrr dddddddd vvvvvvvv"},
	{MTBUF, GCN12 | GCN14, "111010 FFF DDDD oooo G I O ffffffffffff | tttttttt T L . rrrrr dddddddd vvvvvvvv"},
	{MIMG, GCN10 | GCN11, "111100 L ooooooo W T R Y G U mmmm .......0 | ...... qqqqq rrrrr dddddddd vvvvvvvv"},
	{MIMG, GCN12 | GCN14, "111100 L ooooooo W T R Y G U mmmm .......0 | Z ..... qqqqq rrrrr dddddddd vvvvvvvv"},
	{FLAT, GCN11, "110111 . ooooooo L G ................ | dddddddd T ....... aaaaaaaa vvvvvvvv"},
	{FLAT, GCN12, "110111 . ooooooo L G 000 fffffffffffff | dddddddd T 0000000 aaaaaaaa vvvvvvvv"},
	{FLAT, GCN14, "110111 . ooooooo L G 00 0 fffffffffffff | dddddddd V 0000000 aaaaaaaa vvvvvvvv"},
	{SCRATCH, GCN14, "110111 . ooooooo L G 01 S fffffffffffff | dddddddd V ttttttt aaaaaaaa vvvvvvvv"},
	{GLOBAL, GCN14, "110111 . ooooooo L G 10 S fffffffffffff | dddddddd V ttttttt aaaaaaaa vvvvvvvv"},
	{EXP, GCN10 | GCN11, "111110 ............. w B K kkkkkk mmmm | dddddddd cccccccc bbbbbbbb aaaaaaaa"},
	{EXP, GCN12 | GCN14, "110001 ............. w B K kkkkkk mmmm | dddddddd cccccccc bbbbbbbb aaaaaaaa"},
}

// The second dwords of SDWA and DPP. A and N are as elsewhere, source 1 first. Of SDWA, j is
// DST_SEL, k DST_UNUSED, l SRC0_SEL and m SRC1_SEL. X and Y are sext of sources 0 and 1, P and Q
// say that they are SGPRs. e is the scalar destination, and E its enable. Of DPP, D is DPP_CTRL, B
// the bound control, k the bank mask and r the row mask.
var subPictures = [...]picture{
	{SDWA, GCN12, ".. A N Y mmm .. A N X lll .. C kk jjj aaaaaaaa"},
	{SDWA, GCN14, "Q . A N Y mmm P . A N X lll MM C kk jjj aaaaaaaa"},
	{SDWAB, GCN14, "Q . A N Y mmm P . A N X lll E eeeeeee aaaaaaaa"},
	{DPP, GCN12 | GCN14, "rrrr kkkk A N A N B .. DDDDDDDDD aaaaaaaa"},
}

// span is a run of bits of one field: bits lo.. of dword word.
type span struct{ word, lo, width uint8 }

// layout is a compiled picture.
type layout struct {
	fmt         Format
	words       uint8
	mask, match [2]uint32 // fixed bits
	used        [2]uint32 // bits that are fixed or belong to a field
	field       [128][]span
	mods        []layoutMod // its modifiers
}

func compile(p picture, has Features) (*layout, error) {
	l := &layout{fmt: p.fmt, mods: modsIn(p.fmt, has)}
	for w, text := range strings.Split(p.bits, "|") {
		text = strings.ReplaceAll(text, " ", "")
		if len(text) != 32 || w > 1 {
			return nil, fmt.Errorf("isa: picture of %v dword %d has %d bits", p.fmt, w, len(text))
		}
		l.words++
		for i := 0; i < 32; i++ {
			bit, c := uint8(31-i), text[i]
			if c != '.' {
				l.used[w] |= 1 << bit
			}
			switch c {
			case '.':
			case '1':
				l.match[w] |= 1 << bit
				fallthrough
			case '0':
				l.mask[w] |= 1 << bit
			default:
				s := l.field[c]
				if n := len(s); n > 0 && s[n-1].word == uint8(w) && s[n-1].lo == bit+1 {
					s[n-1].lo--
					s[n-1].width++
				} else {
					s = append(s, span{uint8(w), bit, 1})
				}
				l.field[c] = s
			}
		}
	}
	return l, nil
}

// get reads field c of the words; 0 where the format has no such field.
func (l *layout) get(w *[2]uint32, c byte) uint32 {
	var v uint32
	for _, s := range l.field[c] {
		v = v<<s.width | w[s.word]>>s.lo&(1<<s.width-1)
	}
	return v
}

// has reports whether the format has field c.
func (l *layout) has(c byte) bool { return len(l.field[c&127]) > 0 }

// width is the number of bits of field c, 0 where there is none.
func (l *layout) width(c byte) (n int) {
	for _, s := range l.field[c] {
		n += int(s.width)
	}
	return n
}

// put writes v into field c. It reports whether v fits (also false when the format has no such
// field and v is not 0).
func (l *layout) put(w *[2]uint32, c byte, v uint32) bool {
	spans := l.field[c]
	for i := len(spans) - 1; i >= 0; i-- {
		s := spans[i]
		m := uint32(1)<<s.width - 1
		w[s.word] = w[s.word]&^(m<<s.lo) | v&m<<s.lo
		v >>= s.width
	}
	return v == 0
}
