package asm

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// asmDifferences are lines of testdata/isa/asm/lines.txt where this assembler and llvm-mc differ on purpose, with the reason. want is the result here,
// in the generations of gens.
var asmDifferences = []struct {
	line string
	gens isa.Gen
	want string
	why  string
}{
	{"buffer_load_dword v0, off, s[4:7], 0 offset:4096", isa.AllGens, "error", "llvm-mc drops the bit that does not fit"},
	{"buffer_load_dwordx3 v[0:2], off, s[4:7], m0", isa.GCN10, "error", "absent on GCN 1.0 (errata B-8)"},
	{"exp mrt0 v0, off, v1, off compr", isa.GCN10 | isa.GCN11, "050400f800010000", "a channel that is off is off, as the disassembler of LLVM prints it"},
	{"exp mrt0 v0, off, v1, off compr", isa.GCN12 | isa.GCN14, "050400c400010000", "a channel that is off is off, as the disassembler of LLVM prints it"},
	{"exp mrt0 v0, v1, v2, v3 compr", isa.AllGens, "error", "llvm-mc drops v1 and v3"},
	{"exp mrt7 v0, v0, off, off compr done vm", isa.GCN10 | isa.GCN11, "731c00f800000000", "the disassembler of LLVM prints it"},
	{"exp mrt7 v0, v0, off, off compr done vm", isa.GCN12 | isa.GCN14, "731c00c400000000", "the disassembler of LLVM prints it"},
	{"image_load v[0:1], v[4:5], s[0:7] dmask:0x9 da glc", isa.AllGens, "006900f004000000", "the number of address registers is not encoded"},
	{"v_mov_b32 v0, xnack_mask_hi", isa.GCN12, "6902007e", "the disassembler of LLVM prints it"},
	{"v_add_co_u32 v0, s[0:1], v1, v2", isa.GCN12, "000019d101050200", "the name of GCN 1.4 is clear"},
	{"v_add_co_u32 v0, vcc, v1, v2", isa.GCN12, "01050032", "the name of GCN 1.4 is clear"},
	{"v_add_co_u32 v0, vcc, v1, v2", isa.GCN10 | isa.GCN11, "0105004a", "the shorter encoding"},
	{"v_add_i32 v0, vcc, v1, v2", isa.GCN12, "01050032", "the name of GCN 1.0 is clear"},
	{"v_add_u32 v0, vcc, v1, v2", isa.GCN10 | isa.GCN11, "0105004a", "the name of GCN 1.2 is clear"},
	{"v_add_i32 v0, vcc, v1, v2", isa.GCN14, "01050032", "the register for the carry says which addition it is"},
	{"v_add_u32 v0, vcc, v1, v2", isa.GCN14, "01050032", "the register for the carry says which addition it is"},
	{"v_addc_co_u32 v0, vcc, v1, v2, vcc", isa.GCN12, "01050038", "the name of GCN 1.4 is clear"},
	{"v_addc_co_u32 v0, vcc, v1, v2, vcc", isa.GCN10 | isa.GCN11, "01050050", "the name of GCN 1.4 is clear"},
	{"v_addc_u32 v0, vcc, v1, v2, vcc", isa.GCN14, "01050038", "the name of GCN 1.2 is clear"},
	{"v_addc_u32 v0, s[0:1], v1, v2, s[2:3]", isa.GCN14, "00001cd101050a00", "the name of GCN 1.2 is clear"},
	{"s_buffer_load_dwordx2 s[6:7], s[4:7], -1", isa.GCN14, "820126c0ffff1f00", "the field is signed for buffers too (errata M-6)"},
	{"s_buffer_load_dwordx2 s[6:7], s[4:7], -16", isa.GCN14, "820126c0f0ff1f00", "the field is signed for buffers too (errata M-6)"},
	{"s_buffer_load_dwordx2 s[6:7], s[4:7], -17", isa.GCN14, "820126c0efff1f00", "the field is signed for buffers too (errata M-6)"},
	{"s_mov_b64 s[2:3], -17", isa.AllGens, "error", "a literal of 64 bits is zero-extended: llvm-mc makes it 0xffffffef"},
	{"tbuffer_load_format_x v4, off, s[8:11], format:5, 0", isa.AllGens, "000028e800040280", "LLVM took it until version 12"},
	{"global_load_dword v1, v[2:3], s[4:5]", isa.GCN14, "008050dc02000401", "LLVM before 10 wanted a pair, of which it encoded the first"},
	{"v_fract_f64 v[4:5], 1e400", isa.AllGens, "error", "llvm-mc makes it infinity"},
	{"v_fract_f64 v[4:5], -4660", isa.AllGens, "error", "a literal is the upper half of a double: llvm-mc takes the lower half of the integer for it"},
	{"v_ceil_f64 v[4:5], abs(1)", isa.GCN11 | isa.GCN12 | isa.GCN14, "8130087e", "the same value in the shorter encoding"},
	{"v_exp_f32 v4, |2+2|", isa.GCN10 | isa.GCN11, "844a087e", "an expression is a number"},
	{"v_exp_f32 v4, |2+2|", isa.GCN12 | isa.GCN14, "8440087e", "an expression is a number"},
	{"v_cmp_lt_f32_e64 s[4:5], v6, v7 clamp", isa.GCN10 | isa.GCN11, "040802d0060f0200", "the encoding has the bit, and disassembly shows it"},
	{"v_div_scale_f32 v4, vcc, v5, v6, v7 clamp", isa.GCN10 | isa.GCN11, "error", "llvm-mc drops clamp: the encoding has no bit for it"},
	{"v_pk_add_f16 v4, v5, v6 op_sel:[1,0,1]", isa.GCN14, "error", "llvm-mc drops the third bit"},
	{"v_nop_sdwa", isa.GCN12 | isa.GCN14, "error", "there is no operand of which a part could be taken"},
	{"v_ashrrev_i32 v4, lds_direct, v5", isa.GCN10 | isa.GCN11, "fe0a0830", "the disassembler of LLVM prints it"},
	{"v_ashrrev_i32 v4, lds_direct, v5", isa.GCN12 | isa.GCN14, "fe0a0822", "the disassembler of LLVM prints it"},
	{"v_fma_f32 v4, v5, v6, lds_direct", isa.GCN10 | isa.GCN11, "040096d2050dfa03", "the disassembler of LLVM prints it"},
	{"v_fma_f32 v4, v5, v6, lds_direct", isa.GCN12 | isa.GCN14, "0400cbd1050dfa03", "the disassembler of LLVM prints it"},
	{"v_subrev_u16 v4, lds_direct, v5", isa.GCN12 | isa.GCN14, "fe0a0850", "the disassembler of LLVM prints it"},
	{"s_load_dword m0, s[4:5], s6", isa.GCN10 | isa.GCN11, "06043ec0", "the encoding has the register, and disassembly shows it"},
	{"s_cbranch_g_fork s[4:5], 0x1234", isa.GCN10 | isa.GCN11, "04ff809534120000", "the encoding has a literal, and disassembly shows it"},
	{"s_cbranch_g_fork s[4:5], 0x1234", isa.GCN12 | isa.GCN14, "04ff809434120000", "the encoding has a literal, and disassembly shows it"},
	{"image_gather4 v[4:7], v[8:9], s[8:15], s[12:15] dmask:0x3", isa.AllGens, "000300f108046200", "the disassembler of LLVM prints it"},
	{"image_atomic_add v4, v[8:9], s[8:15]", isa.GCN10 | isa.GCN11, "000044f008040200", "the disassembler of LLVM prints it"},
	{"image_atomic_add v4, v[8:9], s[8:15]", isa.GCN12 | isa.GCN14, "000048f008040200", "the disassembler of LLVM prints it"},
	{"image_sample v4, v[8:13], s[8:15], s[12:15] dmask:0x1", isa.AllGens, "000180f008046200", "the number of address registers is not encoded"},
	{"v_mac_f32_sdwa v4, v5, v6 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:BYTE_2", isa.GCN12, "f90c082c05000302",
		"the disassembler of LLVM prints it"},
	{"v_mad_legacy_f16 v4, v5, v6, v7", isa.GCN12, "0400ead1050d1e04", "the name of GCN 1.4 is clear"},
	{"v_add_f32 v4, v5, v6,", isa.AllGens, "error", "an operand is missing behind the comma"},
	{"s_setkill 3", isa.GCN10, "error", "absent on GCN 1.0"},
	{"s_cbranch_cdbgsys 5", isa.GCN10, "error", "absent on GCN 1.0"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 1.0", isa.GCN10 | isa.GCN11, "01f880ba0000803f", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 1.0", isa.GCN12 | isa.GCN14, "01f800ba0000803f", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), -4.0", isa.GCN10 | isa.GCN11, "01f880ba000080c0", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), -4.0", isa.GCN12 | isa.GCN14, "01f800ba000080c0", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0.15915494", isa.GCN10 | isa.GCN11, "01f880ba83f9223e", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0.15915494", isa.GCN12 | isa.GCN14, "01f800ba83f9223e", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 2.5", isa.GCN10 | isa.GCN11, "01f880ba00002040", "llvm-mc takes half of a double"},
	{"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 2.5", isa.GCN12 | isa.GCN14, "01f800ba00002040", "llvm-mc takes half of a double"},
}

// TestAssemblerAgreesWithLLVM assembles hand-written lines and compares them with llvm-mc, which also says which lines are errors.
func TestAssemblerAgreesWithLLVM(t *testing.T) {
	used := map[int]bool{}
	for target, g := range asmTargets {
		for _, line := range goldens(t, "../../testdata/isa/asm/"+target+".txt") {
			want, text := line[0], line[1]
			for i, d := range asmDifferences {
				if d.line == text && d.gens&g != 0 {
					require.NotEqual(t, want, d.want, "%s %s: no difference any more", target, text)
					want, used[i] = d.want, true
				}
			}
			p, err := Code(g, text)
			got := hex.EncodeToString(p.Code)
			if err != nil {
				require.IsType(t, Errors{}, err)
				got = "error"
			}
			require.Equal(t, want, got, "%s: %s: %v", target, text, err)
		}
	}
	require.Len(t, used, len(asmDifferences), "a difference that no line shows")
}

// dwords makes code from dwords.
func dwords(list ...uint32) []byte {
	var b []byte
	for _, w := range list {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// Flags of a section may be words, as LLVM takes them from Solaris' assembler: AMD's Tensile writes #alloc.
func TestFlagsOfSectionsAsWords(t *testing.T) {
	for words, letters := range map[string]string{
		".rodata,#alloc":                         `.rodata,"a"`,
		".data,#alloc, #write":                   `.data,"aw"`,
		".foo,#alloc,#execinstr,#write,#tls":     `.foo,"axwT"`,
		".text.more,#execinstr,#alloc // a word": `.text.more,"ax"`,
	} {
		of := func(section string) []Section {
			u, _, err := Assemble(".section "+section+"\n.long 1\n", Options{Target: isa.GCN14.Target()})
			require.NoError(t, err, section)
			return u.Sections
		}
		require.Equal(t, of(letters), of(words))
	}
}

// Editors of Windows begin a file with a byte order mark.
func TestAByteOrderMarkIsNoCharacter(t *testing.T) {
	p, err := Code(isa.GCN14, "\ufeffs_endpgm")
	require.NoError(t, err)
	require.Equal(t, dwords(0xbf810000), p.Code)
	_, err = Code(isa.GCN14, "s_nop 0\n\ufeffs_endpgm")
	require.ErrorContains(t, err, "unexpected character")
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
	p, err := Code(isa.GCN12, source)
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
	require.Equal(t, isa.Line{Offset: 0, Len: 4, Line: 7}, p.Lines[0])
	require.Equal(t, isa.Line{Offset: 0x58, Len: 4, Line: 29}, p.Lines[len(p.Lines)-1])
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
		{"s_mov_b32 s0, s1, s2", 1, 19, "takes 2 operands"},
		{"s_mov_b32 s0", 1, 13, "takes 2 operands"},
		{"s_mov_b32 s0, s200", 1, 15, "register index is out of range"},
		{"s_mov_b64 s[1:2], 0", 1, 11, "multiple of 2"},
		{"v_mov_b32 v0, 1 %", 1, 18, "expected an operand"},
		{"v_mov_b32 v0, \x01", 1, 15, "unexpected character"},
		{"v_add_f32 v0, v1, v2 offen", 1, 22, "takes 3 operands"},
		{"v_add_f32 v0, s1, s2", 1, 1, "two scalar values"},
		{"v_div_fmas_f32 v0, s1, v2, v3", 1, 1, "two scalar values"},
		{"v_writelane_b32 v0, s1, s2", 1, 1, "two scalar values"},
		{"s_branch nowhere", 1, 10, "the label nowhere is not defined"},
		{"s_branch 3f\n1:", 1, 10, "there is no label 3: behind"},
		{"a:\na:", 2, 1, "defined twice"},
		{"v0: s_nop 0", 1, 1, "is a register"},
		{".bogus", 1, 1, "the directive .bogus is not known"},
		{".section .foo,#exclude", 1, 16, "expected #alloc, #write, #execinstr or #tls, found exclude"},
		{".section .foo,#alloc,@nobits", 1, 22, "expected #alloc, #write, #execinstr or #tls, found @nobits"},
		{".section .foo,#alloc,", 1, 22, "expected #alloc, #write, #execinstr or #tls, found the end of the line"},
		{".amdcl2", 1, 1, "the directive .amdcl2 is not known: it is one of CLRX's dialect, which --syntax clrx reads"},
		{".byte 256", 1, 7, "does not fit"},
		{".rept 3\ns_nop 0", 1, 1, "without .endr"},
		{"s_nop 0\n.endr", 2, 1, ".endr without .rept"},
		{".rept 1000000000\ns_nop 0\n.endr", 1, 1, "at most 1048576 copies and 128 MiB of text are possible"},
		{".zero 1000000000000", 1, 7, "at most 64 MiB"},
		{".p2align 40", 1, 10, "alignment"},
		{"s_nop 0\n/* no end", 2, 1, "the comment does not end"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM, \"01\")", 1, 30, "5 characters"},
		{"s_waitcnt vmcnt(99)", 1, 17, "vmcnt is 0 to 15"},
		{"x = 1/0", 1, 6, "division by zero"},
		{"s_mov_b32 s0, 1e99", 1, 15, "out of the range"},
	} {
		_, err := Code(isa.GCN12, c.source)
		var all Errors
		require.ErrorAs(t, err, &all, c.source)
		e := all[0]
		require.Contains(t, e.Msg, c.msg, c.source)
		require.Equal(t, [2]int{c.line, c.col}, [2]int{e.Line, e.Col}, "%s: %v", c.source, err)
		require.Equal(t, strings.Split(c.source, "\n")[c.line-1], e.Text)
	}
}

func TestBranchOutOfRangeIsAnError(t *testing.T) {
	_, err := Code(isa.GCN14, "s_branch end\n.zero 131068\nend:\n")
	require.NoError(t, err)
	_, err = Code(isa.GCN14, "s_branch end\n.zero 131072\nend:\n")
	require.ErrorContains(t, err, "a branch reaches")
}

// TestKernelsAssembleAsWithLLVM assembles the hand-written kernels and compares them with the binaries that llvm-mc and ld.lld made of them.
func TestKernelsAssembleAsWithLLVM(t *testing.T) {
	sources, err := filepath.Glob("../../testdata/kernels/*/*.s")
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
			p, err := Code(g, string(source))
			require.NoError(t, err, "%s for %s", path, target)
			require.Equal(t, hex.Dump(binary), hex.Dump(p.Code), "%s for %s", path, target)
			n++
		}
	}
	require.NotZero(t, n)
}

func ExampleCode() {
	p, err := Code(isa.GCN14, `
loop:
	v_add_u32 v0, v0, v1
	s_sub_u32 s0, s0, 1
	s_cbranch_scc0 loop
	s_endpgm
`)
	fmt.Printf("%x %v %v\n", p.Code, p.Labels, err)
	// Output: 0003006800818080fdff84bf000081bf map[loop:0] <nil>
}

// fuzzLimits keep random texts short: what they may ask for by default takes a second with coverage, and the
// search for a shorter text tries each of them often.
var fuzzLimits = limits{size: 1 << 20, statements: 1 << 12, made: 1 << 11, expanded: 1 << 18, rounds: 1 << 8, symbols: 1 << 10, steps: 1 << 16}

func FuzzAssemble(f *testing.F) {
	lines, err := os.ReadFile("../../testdata/isa/asm/lines.txt")
	require.NoError(f, err)
	for line := range strings.Lines(string(lines)) {
		f.Add(line)
	}
	f.Add("a: .rept 3\n s_branch a\n .endr\n .set x, 1<<3|2\n .long x, a-1b, -(2)\n1:\n .p2align 3,,4\n .fill 2,4,x")
	f.Fuzz(func(t *testing.T, source string) {
		u, _, err := Assemble(source, Options{Target: isa.GCN14.Target(), limits: &fuzzLimits})
		if err != nil {
			require.IsType(t, Errors{}, err)
			require.NotEmpty(t, err.Error())
			return
		}
		for i := range u.Sections {
			require.LessOrEqual(t, int64(len(u.Sections[i].Data)), 2*fuzzLimits.size)
		}
	})
}

// asmTargets are the LLVM targets of the golden files.
var asmTargets = map[string]isa.Gen{"gfx600": isa.GCN10, "gfx700": isa.GCN11, "gfx803": isa.GCN12, "gfx900": isa.GCN14}

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

// What a text may ask for is bounded, and each bound says what asked for too much.
func TestTextsCannotAskForUnboundedWork(t *testing.T) {
	for _, c := range []struct {
		syntax     isa.Syntax
		text, want string
	}{
		{isa.SyntaxLLVM, ".rept 100000\ns_nop 0\n.endr", ".rept makes 100000 copies"},
		{isa.SyntaxLLVM, ".macro m\ns_nop 0\n.endm\n.rept 1500\nm\n.endr", "macros, .rept and loops make more than 2048 statements"},
		{isa.SyntaxLLVM, ".zero 0x200000", "at most 1 MiB are possible"},
		{isa.SyntaxLLVM, ".macro m\nm\n.endm\nm", "nest more than 200 deep"},
		{isa.SyntaxCLRX, "x=1\n.while x\nx=x+1\n.endr", "loops go more than 256 rounds"},
	} {
		_, _, err := Assemble(c.text, Options{Target: isa.GCN14.Target(), Syntax: c.syntax, limits: &fuzzLimits})
		require.ErrorContains(t, err, c.want, c.text)
	}
	// A file may have more statements than macros and loops may make.
	_, _, err := Assemble(strings.Repeat("s_nop 0\n", fuzzLimits.made+100), Options{Target: isa.GCN14.Target(), limits: &fuzzLimits})
	require.NoError(t, err)
}
