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
	{"attributes above 32 and modes of more than 4 bits do not exist; llvm-mc refuses them too", func(in *Inst) bool {
		return hasOperand(in, func(o Operand) bool {
			return (o.Type == AttrT || o.Type == AttrHT) && o.Val>>2 > maxAttribute || o.Type == GprIdx && o.Val > 15
		})
	}},
	{"the literal of v_madmk_f16 and v_madak_f16 has 16 bits; llvm-mc refuses what it prints of others", func(in *Inst) bool {
		k, ok := in.Operand('K')
		return ok && in.Form.Args[0].Type == F16 && k.Val > 0xffff
	}},
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
	n := 24
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
			got, err := assembled(GCN11.Target(), in.String())
			require.NoError(t, err)
			require.Equal(t, bytes, got, in.String())
		}
	}
	for _, g := range []Gen{GCN10, GCN11} {
		for _, v := range values {
			bytes := []byte{0xff, 0x0a, 0x03, 0x04, byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
			in, err := Decode(g, bytes)
			require.NoError(t, err)
			require.EqualValues(t, 8, in.Len)
			got, err := assembled(g.Target(), in.String())
			require.NoError(t, err)
			require.Equal(t, bytes, got, in.String())
		}
		bad, err := Decode(g, []byte{0x01, 0xfe, 0x03, 0x04, 0, 0, 0, 0})
		require.ErrorIs(t, err, ErrOperand, "a literal as lane: %v", bad)
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range goldensForFuzz("../testdata/isa/asm/lines.txt") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, source string) {
		for _, g := range Gens() {
			in, err := ParseInst(g, source)
			if err != nil {
				require.IsType(t, &SyntaxError{}, err)
				continue
			}
			code, err := Encode(&in)
			require.NoError(t, err, source)
			again, err := Decode(g, code)
			require.NoError(t, err, source)
			require.Equal(t, in, again, source)
			if whyUnreadable(&again) >= 0 {
				continue
			}
			back, err := ParseInst(g, again.String())
			require.NoError(t, err, "%q printed as %q", source, again.String())
			require.Equal(t, again.String(), back.String())
		}
	})
}
