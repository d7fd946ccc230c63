package isa

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// asmTargets are the LLVM targets of the golden files.
var asmTargets = map[string]Gen{"gfx600": GCN10, "gfx700": GCN11, "gfx803": GCN12, "gfx900": GCN14}

// asmDifferences are lines of testdata/isa/asm/lines.txt where this assembler and llvm-mc differ on purpose, with the reason. want is the result here,
// in the generations of gens.
var asmDifferences = []struct {
	line string
	gens Gen
	want string
	why  string
}{
	{"buffer_load_dword v0, off, s[4:7], 0 offset:4096", AllGens, "error", "llvm-mc drops the bit that does not fit"},
	{"buffer_load_dwordx3 v[0:2], off, s[4:7], m0", GCN10, "error", "absent on GCN 1.0 (errata B-8)"},
	{"exp mrt0 v0, off, v1, off compr", GCN10 | GCN11, "050400f800010000", "a channel that is off is off, as the disassembler of LLVM prints it"},
	{"exp mrt0 v0, off, v1, off compr", GCN12 | GCN14, "050400c400010000", "a channel that is off is off, as the disassembler of LLVM prints it"},
	{"exp mrt0 v0, v1, v2, v3 compr", AllGens, "error", "llvm-mc drops v1 and v3"},
	{"exp mrt7 v0, v0, off, off compr done vm", GCN10 | GCN11, "731c00f800000000", "the disassembler of LLVM prints it"},
	{"exp mrt7 v0, v0, off, off compr done vm", GCN12 | GCN14, "731c00c400000000", "the disassembler of LLVM prints it"},
	{"image_load v[0:1], v[4:5], s[0:7] dmask:0x9 da glc", AllGens, "006900f004000000", "the number of address registers is not encoded"},
	{"v_mov_b32 v0, xnack_mask_hi", GCN12, "6902007e", "the disassembler of LLVM prints it"},
	{"v_add_co_u32 v0, s[0:1], v1, v2", GCN12, "000019d101050200", "the name of GCN 1.4 is clear"},
	{"v_add_co_u32 v0, vcc, v1, v2", GCN12, "01050032", "the name of GCN 1.4 is clear"},
	{"v_add_co_u32 v0, vcc, v1, v2", GCN10 | GCN11, "0105004a", "the shorter encoding"},
	{"v_add_i32 v0, vcc, v1, v2", GCN12, "01050032", "the name of GCN 1.0 is clear"},
	{"v_add_u32 v0, vcc, v1, v2", GCN10 | GCN11, "0105004a", "the name of GCN 1.2 is clear"},
	{"v_addc_co_u32 v0, vcc, v1, v2, vcc", GCN12, "01050038", "the name of GCN 1.4 is clear"},
	{"v_addc_co_u32 v0, vcc, v1, v2, vcc", GCN10 | GCN11, "01050050", "the name of GCN 1.4 is clear"},
	{"v_addc_u32 v0, vcc, v1, v2, vcc", GCN14, "01050038", "the name of GCN 1.2 is clear"},
	{"v_addc_u32 v0, s[0:1], v1, v2, s[2:3]", GCN14, "00001cd101050a00", "the name of GCN 1.2 is clear"},
	{"s_buffer_load_dwordx2 s[6:7], s[4:7], -1", GCN14, "820126c0ffff1f00", "the field is signed for buffers too (errata M-6)"},
	{"s_buffer_load_dwordx2 s[6:7], s[4:7], -16", GCN14, "820126c0f0ff1f00", "the field is signed for buffers too (errata M-6)"},
	{"s_buffer_load_dwordx2 s[6:7], s[4:7], -17", GCN14, "820126c0efff1f00", "the field is signed for buffers too (errata M-6)"},
	{"s_mov_b64 s[2:3], -17", AllGens, "error", "a literal of 64 bits is zero-extended: llvm-mc makes it 0xffffffef"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 1.0", GCN10 | GCN11, "01f880ba0000803f", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 1.0", GCN12 | GCN14, "01f800ba0000803f", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), -4.0", GCN10 | GCN11, "01f880ba000080c0", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), -4.0", GCN12 | GCN14, "01f800ba000080c0", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0.15915494", GCN10 | GCN11, "01f880ba83f9223e", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0.15915494", GCN12 | GCN14, "01f800ba83f9223e", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 2.5", GCN10 | GCN11, "01f880ba00002040", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 2.5", GCN12 | GCN14, "01f800ba00002040", "llvm-mc takes half of a double"},
}

// goldens reads a file of lines "hex | text".
func goldens(t *testing.T, path string) (list [][2]string) {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	for sc := bufio.NewScanner(file); sc.Scan(); {
		code, text, ok := strings.Cut(sc.Text(), " | ")
		if !ok || strings.HasPrefix(code, "#") {
			continue
		}
		list = append(list, [2]string{strings.ReplaceAll(strings.TrimSpace(code), " ", ""), text})
	}
	require.NotEmpty(t, list, path)
	return list
}

// parseHex assembles one line to hexadecimal, or "error".
func parseHex(g Gen, line string) (string, error) {
	in, err := ParseInst(g, line)
	if err != nil {
		return "error", err
	}
	code, err := Encode(&in)
	return hex.EncodeToString(code), err
}

// TestAssemblerAgreesWithLLVM assembles hand-written lines and compares them with llvm-mc, which also says which lines are errors.
func TestAssemblerAgreesWithLLVM(t *testing.T) {
	used := map[int]bool{}
	for target, g := range asmTargets {
		for _, line := range goldens(t, "../testdata/isa/asm/"+target+".txt") {
			want, text := line[0], line[1]
			for i, d := range asmDifferences {
				if d.line == text && d.gens&g != 0 {
					require.NotEqual(t, want, d.want, "%s %s: no difference any more", target, text)
					want, used[i] = d.want, true
				}
			}
			p, err := Assemble(g, text)
			got := hex.EncodeToString(p.Code)
			if err != nil {
				require.IsType(t, &SyntaxError{}, err)
				got = "error"
			}
			require.Equal(t, want, got, "%s: %s: %v", target, text, err)
		}
	}
	require.Len(t, used, len(asmDifferences), "a difference that no line shows")
}

// unreadable are instructions whose text, as LLVM prints it, does not determine their bytes or is refused by llvm-mc too.
var unreadable = []struct {
	why string
	is  func(in *Inst) bool
}{
	{"only the low half of a literal of a 16-bit operand is printed", func(in *Inst) bool {
		return hasOperand(in, func(o Operand) bool { return o.Code == CodeLiteral && o.Type.Is16() })
	}},
	{"a literal whose double is an inline constant is printed as that", func(in *Inst) bool {
		return hasOperand(in, func(o Operand) bool { return o.Code == CodeLiteral && o.Type == F64 })
	}},
	{"inline floating-point constants of 16-bit integers are printed as their half-precision bits", func(in *Inst) bool {
		return hasOperand(in, func(o Operand) bool { return o.Code >= 240 && o.Code <= codeInv2Pi && o.Type.Is16() && o.Type != F16 })
	}},
	{"bits outside the fields of s_waitcnt and s_sendmsg are not printed", func(in *Inst) bool {
		return hasOperand(in, func(o Operand) bool { return o.Type == WaitT || o.Type == MsgT })
	}},
	{"IMM is not printed where there is no address", func(in *Inst) bool { return in.Form.Fmt == SMRD && !in.Form.hasRole('f') }},
	{"NV is not printed", func(in *Inst) bool { return in.Mod.NV }},
	{"a register offset of SMEM has two encodings", func(in *Inst) bool { return in.Mod.SOE && !in.Mod.Imm }},
	{"patterns of ds_swizzle have several encodings", func(in *Inst) bool {
		m, ok := in.Form.Desc.Do.(Memory)
		return ok && m.Kind == MemSwizzle
	}},
	{"VOP3 and DPP forms without operands are printed without suffix", func(in *Inst) bool {
		return len(in.Form.Args) == 0 && (in.Form.Fmt == VOP3 || in.Form.Fmt == VOP1)
	}},
}

// hasOperand reports whether a register, constant or immediate has a property.
func hasOperand(in *Inst, is func(Operand) bool) bool {
	return slices.ContainsFunc(in.Operands(), func(o Operand) bool { return (o.Kind == KindReg || o.Kind == KindImm) && is(o) })
}

// whyUnreadable is the index of the reason why the instruction's text does not give its bytes, or -1.
func whyUnreadable(in *Inst) int {
	for i, u := range unreadable {
		if u.is(in) {
			return i
		}
	}
	return -1
}

// llvmSlips are golden lines whose text is not what their bytes mean.
var llvmSlips = []struct {
	why string
	is  func(in *Inst, text string) bool
}{
	{"bits 12:11 of the SGPR destination are dropped in SDWA compares", func(in *Inst, _ string) bool { return in.Sub == SDWAB }},
	{"TFE is taken for the bit of accumulation registers, which these generations do not have", func(in *Inst, text string) bool {
		return in.Form.Fmt == FLAT && strings.ContainsAny(strings.Fields(text)[1], "a") || in.Form.Fmt == FLAT && strings.Contains(text, ", a")
	}},
}

// TestGoldenTextAssembles reads the disassembler's goldens backwards. Words whose ignored bits are set come out with these bits clear.
func TestGoldenTextAssembles(t *testing.T) {
	used := map[string]bool{}
	for target, g := range asmTargets {
		files, err := filepath.Glob("../testdata/isa/" + target + "/*.txt")
		require.NoError(t, err)
		exact, same := 0, 0
		for _, path := range files {
			for _, line := range goldens(t, path) {
				code, err := hex.DecodeString(line[0])
				if err != nil || strings.Contains(line[1], "/*") || strings.HasPrefix(line[1], "!") {
					continue // invalid words and those that LLVM prints a remark on
				}
				got, parseErr := parseHex(g, line[1])
				if got == line[0] {
					exact++
					continue
				}
				in, err := Decode(g, code)
				if err != nil {
					continue // the tests of the decoder hold the reasons
				}
				if whyUnreadable(&in) >= 0 {
					continue
				}
				slip := false
				for _, s := range llvmSlips {
					if s.is(&in, line[1]) {
						slip, used[s.why] = true, true
					}
				}
				if slip {
					continue
				}
				require.NoError(t, parseErr, "%s: %s", path, line)
				want, err := Encode(&in)
				require.NoError(t, err)
				require.Equal(t, hex.EncodeToString(want), got, "%s: %s", path, line)
				same++
			}
		}
		t.Logf("%s: %d lines exact, %d but for ignored bits", target, exact, same)
		require.Greater(t, exact, same)
	}
	for _, s := range llvmSlips {
		require.True(t, used[s.why], "no line shows: %s", s.why)
	}
}

// TestPrintedTextReadsBack decodes random words of every form, prints them and reads the text: the same bytes, and the same text, must come out.
func TestPrintedTextReadsBack(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 8
	}
	rng := rand.New(rand.NewPCG(3, 4))
	used := map[int]bool{}
	for _, g := range variants() {
		valid := 0
		for _, f := range g.Forms() {
			for range n {
				in, ok := randomInst(rng, f)
				if !ok {
					continue
				}
				valid++
				if i := whyUnreadable(&in); i >= 0 {
					used[i] = true
					continue
				}
				text := in.String()
				back, err := g.ParseInst(text)
				require.NoError(t, err, "%v: %s", g.Name, text)
				require.Equal(t, text, back.String(), "%v", g.Name)
				want, err := Encode(&in)
				require.NoError(t, err)
				got, err := Encode(&back)
				require.NoError(t, err)
				require.Equal(t, want, got, "%v: %s", g.Name, text)
			}
		}
		require.Greater(t, valid, 1000)
	}
	if !testing.Short() {
		require.Len(t, used, len(unreadable), "a reason that no instruction shows")
	}
}

// randomInst decodes a random word of a form; some have few bits set, some an SDWA, DPP or literal dword behind them.
func randomInst(rng *rand.Rand, f *Form) (Inst, bool) {
	var w [2]uint32
	for i := range w {
		w[i] = rng.Uint32()
		if rng.IntN(3) == 0 {
			w[i] &= rng.Uint32() & rng.Uint32()
		}
		w[i] = w[i]&^f.layout.mask[i] | f.layout.match[i]
	}
	f.layout.put(&w, 'o', uint32(f.Op))
	if f.layout.width('a') == 9 && f.layout.words == 1 {
		if special := [...]uint32{CodeSDWA, CodeDPP, CodeLiteral, 0, 0}[rng.IntN(5)]; special != 0 {
			f.layout.put(&w, 'a', special)
		}
	}
	var code [8]byte
	binary.LittleEndian.PutUint32(code[:], w[0])
	binary.LittleEndian.PutUint32(code[4:], w[1])
	in, err := f.table.decode(code[:])
	return in, err == nil && in.Form == f
}

func TestCLRXSpellings(t *testing.T) {
	for _, c := range []struct {
		g          Gen
		clrx, llvm string
	}{
		{AllGens, "s_waitcnt vmcnt(0)&lgkmcnt(0)", "s_waitcnt vmcnt(0) lgkmcnt(0)"},
		{AllGens, "v_cmp_lg_i32 vcc, v0, v1", "v_cmp_ne_i32 vcc, v0, v1"},
		{AllGens, "v_cmp_tru_u32 vcc, v0, v1", "v_cmp_t_u32 vcc, v0, v1"},
		{AllGens, "v_cmp_t_f32 vcc, v0, v1", "v_cmp_tru_f32 vcc, v0, v1"},
		{GCN12 | GCN14, "s_cmp_ne_u64 s[0:1], s[2:3]", "s_cmp_lg_u64 s[0:1], s[2:3]"},
		{GCN12 | GCN14, "v_mul_lo_i32 v0, v1, v2", "v_mul_lo_u32 v0, v1, v2"},
		{GCN11 | GCN12 | GCN14, "buffer_wbinvl1_sc", "buffer_wbinvl1_vol"},
		{AllGens, "s_getreg_b32 s0, hwreg(mode, 0, 4)", "s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)"},
		{AllGens, "s_sendmsg sendmsg(gs, emit, 1)", "s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 1)"},
		{GCN12, "v_mov_b32 v0, v1 wave_shl", "v_mov_b32 v0, v1 wave_shl:1"},
		{GCN12, "v_mov_b32 v0, v1 row_bcast31 bound_ctrl", "v_mov_b32 v0, v1 row_bcast:31 bound_ctrl:1"},
		{GCN12, "v_mov_b32 v0, v1 dst_sel:byte_1 dst_unused:sext src0_sel:word_0",
			"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0"},
		{GCN14, "flat_load_dword v0, v[1:2] inst_offset:16", "flat_load_dword v0, v[1:2] offset:16"},
		{AllGens, "tbuffer_load_format_x v0, off, s[0:3], 0 format:[32,float]", "tbuffer_load_format_x v0, off, s[0:3], 0 dfmt:4 nfmt:7"},
		{AllGens, "S_MOV_B32 s0, 1", "s_mov_b32 s0, 1"},
	} {
		for _, g := range Gens() {
			if c.g&g == 0 {
				continue
			}
			want, err := parseHex(g, c.llvm)
			require.NoError(t, err, "%v: %s", g, c.llvm)
			got, err := parseHex(g, c.clrx)
			require.NoError(t, err, "%v: %s", g, c.clrx)
			require.Equal(t, want, got, "%v: %s", g, c.clrx)
		}
	}
}

// dwords makes code from dwords.
func dwords(list ...uint32) []byte {
	var b []byte
	for _, w := range list {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

func TestAssembleProgram(t *testing.T) {
	const source = `
# a line comment as of a preprocessor
	.text
	.globl	kernel ; symbols have no place in raw code
	.set	N, 3
kernel:                       // a label
	s_mov_b32 s0, N           /* inline */
	s_mov_b32 s1, later       ; defined below: a literal
M = N * 2 + 1
loop: s_sub_u32 s0, s0, 1
1:	s_cmp_lg_u32 s0, 0
	s_cbranch_scc1 loop
	s_cbranch_scc0 1f
	s_branch 1b
	.rept 2
	v_mov_b32 v0, M
	.rept N-2
	s_nop 0
	.endr
	.endr
1:	s_branch kernel
	.p2align 4
	.long 1, -2, end-loop
	.byte 1, 0xff
	.short 0x1234
	.quad 0x123456789abcdef0
	.set later, 5
end:
	s_endpgm
`
	p, err := Assemble(GCN12, source)
	require.NoError(t, err)
	want := dwords(
		0xbe800083,    // 0x00 s_mov_b32 s0, 3
		0xbe8100ff, 5, // 0x04 s_mov_b32 s1, 5 as a literal
		0x80808100,    // 0x0c loop: s_sub_u32 s0, s0, 1
		0xbf078000,    // 0x10 1: s_cmp_lg_u32 s0, 0
		0xbf85fffd,    // 0x14 s_cbranch_scc1 0x0c
		0xbf840005,    // 0x18 s_cbranch_scc0 0x30
		0xbf82fffc,    // 0x1c s_branch 0x10
		0x7e000287,    // 0x20 v_mov_b32 v0, 7
		0xbf800000,    // 0x24 s_nop 0
		0x7e000287,    // 0x28
		0xbf800000,    // 0x2c
		0xbf82fff3,    // 0x30 s_branch 0
		0xbf800000,    // 0x34 padding
		0xbf800000,    // 0x38
		0xbf800000,    // 0x3c
		1, 0xfffffffe, // 0x40
		0x58-0x0c,  // 0x48
		0x1234ff01, // 0x4c
		0x9abcdef0, // 0x50
		0x12345678, // 0x54
		0xbf810000, // 0x58 s_endpgm
	)
	require.Equal(t, want, p.Code)
	require.Equal(t, map[string]int{"kernel": 0, "loop": 0x0c, "end": 0x58}, p.Labels)
	require.Equal(t, Line{Offset: 0, Len: 4, Line: 7}, p.Lines[0])
	require.Equal(t, Line{Offset: 0x58, Len: 4, Line: 29}, p.Lines[len(p.Lines)-1])
	at := 0
	for _, l := range p.Lines {
		require.Equal(t, at, l.Offset)
		at += l.Len
	}
	require.Equal(t, len(p.Code), at)
}

func TestSyntaxErrorsSayWhere(t *testing.T) {
	for _, c := range []struct {
		source    string
		line, col int
		msg       string
	}{
		{"s_nop 0\n  s_bogus s0", 2, 3, "has no instruction s_bogus"},
		{"s_mov_b32 s0, foo", 1, 15, "the symbol foo is not defined"},
		{"s_mov_b32 s0, s1, s2", 1, 19, "has only 2 operands"},
		{"s_mov_b32 s0", 1, 13, "needs more operands"},
		{"s_mov_b32 s0, s200", 1, 15, "the symbol s200 is not defined"},
		{"s_mov_b64 s[1:2], 0", 1, 11, "multiple of 2"},
		{"v_mov_b32 v0, 1 %", 1, 18, "expected an operand"},
		{"v_mov_b32 v0, \x01", 1, 15, "unexpected character"},
		{"v_add_f32 v0, v1, v2 offen", 1, 22, "has only 3 operands"},
		{"v_add_f32 v0, s1, s2", 1, 1, "two scalar values"},
		{"v_div_fmas_f32 v0, s1, v2, v3", 1, 1, "two scalar values"},
		{"s_branch nowhere", 1, 10, "the symbol nowhere is not defined"},
		{"s_branch 3f\n1:", 1, 10, "the symbol 3f is not defined"},
		{"a:\na:", 2, 1, "defined twice"},
		{"v0: s_nop 0", 1, 1, "is a register"},
		{".bogus", 1, 1, "the directive .bogus is not known"},
		{".long", 1, 6, "expected an operand"},
		{".byte 256", 1, 7, "does not fit"},
		{".rept 3\ns_nop 0", 1, 1, "without .endr"},
		{"s_nop 0\n.endr", 2, 1, ".endr without .rept"},
		{".rept 1000000000\ns_nop 0\n.endr", 1, 1, "statements"},
		{".zero 1000000000000", 1, 1, "out of range"},
		{".p2align 40", 1, 1, "alignment"},
		{".zero N\na: s_branch a\nN = 4", 2, 1, "depends on a symbol that is defined later"},
		{".zero N\n1: s_branch 1b\nN = 4", 2, 1, "depends on a symbol that is defined later"},
		{"s_nop 0\n/* no end", 2, 1, "the comment does not end"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM, \"01\")", 1, 30, "5 characters"},
		{"s_waitcnt vmcnt(99)", 1, 17, "is not in 0 to 15"},
		{"x = 1/0", 1, 6, "division by zero"},
		{"s_mov_b32 s0, 1e99", 1, 15, "out of the range"},
		{"v_rcp_f64 v[0:1], 0.1", 1, 19, "lower half"},
	} {
		_, err := Assemble(GCN12, c.source)
		var e *SyntaxError
		require.ErrorAs(t, err, &e, c.source)
		require.Contains(t, e.Msg, c.msg, c.source)
		require.Equal(t, [2]int{c.line, c.col}, [2]int{e.Line, e.Col}, "%s: %v", c.source, err)
		require.Equal(t, strings.Split(c.source, "\n")[c.line-1], e.Text)
	}
}

func TestBranchOutOfRangeIsAnError(t *testing.T) {
	_, err := Assemble(GCN14, "s_branch end\n.zero 131068\nend:\n")
	require.NoError(t, err)
	_, err = Assemble(GCN14, "s_branch end\n.zero 131072\nend:\n")
	require.ErrorContains(t, err, "a branch reaches")
}

// TestKernelsAssembleAsWithLLVM assembles the hand-written kernels and compares them with the binaries that llvm-mc and ld.lld made of them.
func TestKernelsAssembleAsWithLLVM(t *testing.T) {
	sources, err := filepath.Glob("../testdata/kernels/*/*.s")
	require.NoError(t, err)
	n := 0
	for _, path := range sources {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		first, _, _ := strings.Cut(string(source), "\n")
		list, ok := strings.CutPrefix(first, "# gpu:")
		if !ok {
			continue
		}
		base := strings.TrimSuffix(path, ".s")
		for _, target := range strings.Fields(list) {
			g, ok := asmTargets[target]
			require.True(t, ok, "%s: %s", path, target)
			binary, err := os.ReadFile(base + "-" + target + ".bin")
			if os.IsNotExist(err) {
				binary, err = os.ReadFile(base + ".bin")
			}
			require.NoError(t, err)
			p, err := Assemble(g, string(source))
			require.NoError(t, err, "%s for %s", path, target)
			require.Equal(t, hex.Dump(binary), hex.Dump(p.Code), "%s for %s", path, target)
			n++
		}
	}
	require.NotZero(t, n)
}

func ExampleAssemble() {
	p, err := Assemble(GCN14, `
loop:
	v_add_u32 v0, v0, v1
	s_sub_u32 s0, s0, 1
	s_cbranch_scc0 loop
	s_endpgm
`)
	fmt.Printf("%x %v %v\n", p.Code, p.Labels, err)
	// Output: 0003006800818080fdff84bf000081bf map[loop:0] <nil>
}

func FuzzParse(f *testing.F) {
	for _, line := range goldensForFuzz("../testdata/isa/asm/lines.txt") {
		f.Add(line)
	}
	f.Add("a: .rept 3\n s_branch a\n .endr\n .set x, 1<<3|2\n .long x, a-1b, -(2)\n1:\n .p2align 3,,4\n .fill 2,4,x")
	f.Fuzz(func(t *testing.T, source string) {
		for _, g := range Gens() {
			if in, err := ParseInst(g, source); err == nil {
				code, err := Encode(&in)
				require.NoError(t, err, source)
				again, err := Decode(g, code)
				require.NoError(t, err, source)
				require.Equal(t, in, again, source)
				back, err := ParseInst(g, again.String())
				require.NoError(t, err, "%q printed as %q", source, again.String())
				require.Equal(t, again.String(), back.String())
			}
			p, err := Assemble(g, source)
			if err == nil {
				require.LessOrEqual(t, len(p.Code), 2*maxCode)
			} else {
				require.IsType(t, &SyntaxError{}, err)
			}
		}
	})
}

// goldensForFuzz reads seed lines.
func goldensForFuzz(path string) []string {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// Literals of SMRD that are the number of an inline constant have no other reading, and v_writelane takes
// literals in its short form (GCN 1.0 and 1.1): text, bytes and text again.
func TestLiteralsThatEqualInlineConstants(t *testing.T) {
	values := []uint32{0, 1, 64, 0xff, 0x100, 0x1234, 0x3e22f983}
	for code := uint16(CodeZero); code < 256; code++ {
		if v, ok := Constant(code, 0, B32); ok {
			values = append(values, uint32(v))
		}
	}
	for _, f := range Forms(GCN11) {
		if f.Fmt != SMRD || !f.hasRole('f') {
			continue
		}
		for _, v := range values {
			// The short form has 8 bits: what fits it must say that it is a literal.
			text := fmt.Sprintf("%#x", v)
			if v < 256 {
				text = "lit(" + text + ")"
			}
			bytes := []byte{0xff, 0, byte(f.Op << 6), 0xc0 | byte(f.Op>>2), byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
			in, err := Decode(GCN11, bytes)
			require.NoError(t, err, "%s %#x", f.Name, v)
			require.EqualValues(t, 8, in.Len)
			require.True(t, strings.HasSuffix(in.String(), ", "+text), "%s: %s", text, in.String())
			p, err := Assemble(GCN11, in.String())
			require.NoError(t, err)
			require.Equal(t, bytes, p.Code, in.String())
		}
	}
	for _, g := range []Gen{GCN10, GCN11} {
		for _, v := range values {
			bytes := []byte{0xff, 0x0a, 0x03, 0x04, byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
			in, err := Decode(g, bytes)
			require.NoError(t, err)
			require.EqualValues(t, 8, in.Len)
			p, err := Assemble(g, in.String())
			require.NoError(t, err)
			require.Equal(t, bytes, p.Code, in.String())
		}
		bad, err := Decode(g, []byte{0x01, 0xfe, 0x03, 0x04, 0, 0, 0, 0})
		require.ErrorIs(t, err, ErrOperand, "a literal as lane: %v", bad)
	}
}
