package oracle

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var long = flag.Bool("long", false, "ask LLVM about all opcodes of all targets")

func needLLVM(t testing.TB) {
	if _, err := Find(); err != nil {
		t.Skip(err)
	}
}

func TestDisassembleFindsLengthAndValidity(t *testing.T) {
	needLLVM(t)
	cases := []struct {
		name, mcpu string
		word       []byte
		want       Result
	}{
		{"one dword, a valid instruction behind", "gfx803", []byte{0, 1, 0, 0x80, 0, 1, 0, 0x80}, Result{Valid: true, Len: 4, Text: "s_add_u32 s0, s0, s1"}},
		{"one dword, garbage behind", "gfx803", []byte{0, 1, 0, 0x80, 255, 255, 255, 255}, Result{Valid: true, Len: 4, Text: "s_add_u32 s0, s0, s1"}},
		{"one dword, an instruction of two dwords behind", "gfx803", []byte{0, 1, 0, 0x80, 0, 0, 0x6c, 0xd8}, Result{Valid: true, Len: 4, Text: "s_add_u32 s0, s0, s1"}},
		{"literal", "gfx803", []byte{255, 1, 0, 0x80, 0x41, 0, 0, 0}, Result{Valid: true, Len: 8, Text: "s_add_u32 s0, 0x41, s1"}},
		{"two dwords", "gfx900", []byte{0, 0, 0x6c, 0xd8, 2, 0, 0, 8}, Result{Valid: true, Len: 8, Text: "ds_read_b32 v8, v2"}},
		{"cut short", "gfx900", []byte{0, 0, 0x6c, 0xd8}, Result{}},
		{"invalid", "gfx900", []byte{255, 255, 255, 255, 0, 1, 0, 0x80}, Result{}},
		{"literal in VOP3 (crashes llvm-mc 22.1)", "gfx900", []byte{1, 0, 1, 0xd1, 0xff, 6, 2, 0}, Result{}},
		{"the literal code in a field that is no source", "gfx803", []byte{0x66, 0, 0x75, 0xd2, 0xff, 8, 0x3b, 6},
			Result{Valid: true, Len: 8, Text: "v_interp_p1lv_f16 v102, v132, attr63.w, v142"}},
		{"the literal code in an ignored field", "gfx803", []byte{1, 0, 1, 0xd1, 2, 7, 0xfe, 3}, Result{Valid: true, Len: 8, Text: "v_add_f32_e64 v1, v2, v3"}},
		{"the padding itself", "gfx900", []byte{0x34, 0x12, 0x80, 0xbf, 0x35, 0x12, 0x80, 0xbf}, Result{Valid: true, Len: 4, Text: "s_nop 0x1234"}},
		{"remark", "gfx900", []byte{0xfe, 0, 0x80, 0xbe, 0, 0, 0, 0},
			Result{Valid: true, Len: 4, Text: "s_mov_b32 s0, src_lds_direct/*Invalid register, operand has 'SReg_32' register class*/", Remark: true}},
	}
	for _, mcpu := range []string{"gfx803", "gfx900"} {
		var words [][]byte
		var want []Result
		for _, c := range cases {
			if c.mcpu == mcpu {
				words, want = append(words, c.word), append(want, c.want)
			}
		}
		got, err := Disassemble(mcpu, words)
		require.NoError(t, err)
		for i := range want {
			got[i].Crashed = got[i].Crashed || want[i].Crashed && !got[i].Valid // it does not crash every time
		}
		require.Equal(t, want, got)
	}
}

func TestAssembleAnswersEachLine(t *testing.T) {
	needLLVM(t)
	got, err := Assemble("gfx600", []string{"s_load_dword s5, s[2:3], 0x1", "nonsense", "", "s_load_dword s5, s[2:3], 0x100", "s_branch 4", "s_branch label", "x:"})
	require.NoError(t, err)
	require.Equal(t, []byte{0x01, 0x83, 0x02, 0xc0}, got[0].Bytes)
	require.Equal(t, "s_load_dword s5, s[2:3], 0x1", got[0].Text)
	require.Equal(t, []byte{0x04, 0x00, 0x82, 0xbf}, got[4].Bytes)
	for _, i := range []int{1, 2, 3, 5, 6} {
		require.Error(t, got[i].Err, i)
		require.Nil(t, got[i].Bytes, i)
	}
}

// opcodes.txt says of each opcode whether LLVM knows it. A plain run asks about one target's own
// formats.
func TestOpcodesAreThoseThatLLVMKnows(t *testing.T) {
	needLLVM(t)
	have := map[string]string{} // by target and format
	for line := range strings.Lines(opcodeFile) {
		if words := strings.Fields(line); words[0] != "#" {
			have[words[0]+" "+words[1]] = line
		}
	}
	for _, target := range Targets {
		formats := Formats(target)
		if targetBit[target]&(gfx6|gfx7) != 0 || !*long && target != "gfx906" {
			continue
		}
		if !*long {
			formats = Own(target)
		}
		var got, want strings.Builder
		for _, f := range formats {
			want.WriteString(have[target+" "+f])
		}
		require.NoError(t, askOpcodes(&got, target, formats))
		require.Equal(t, want.String(), got.String())
	}
}

func TestRandomEncodingsAreReproducible(t *testing.T) {
	for _, target := range []string{"gfx803", "gfx900"} {
		for _, f := range Formats(target) {
			a, err := RandomEncodings(target, f, 500, 1)
			require.NoError(t, err)
			b, err := RandomEncodings(target, f, 500, 1)
			require.NoError(t, err)
			require.Equal(t, a, b)
			require.Len(t, a, 500)
		}
	}
	_, err := RandomEncodings("gfx900", "SMRD", 1, 1)
	require.Error(t, err)
}

func TestDefusedCandidatesHaveTheSameAnswer(t *testing.T) {
	needLLVM(t)
	path, err := Find()
	require.NoError(t, err)
	for _, target := range []string{"gfx803", "gfx900"} {
		var words [][]byte
		for _, f := range []string{"VOP3", "SDWA", "MUBUF", "MTBUF", "VOPC"} {
			candidates, err := RandomEncodings(target, f, 3000, 3)
			require.NoError(t, err)
			n := 0
			for _, w := range candidates {
				if f == "SDWA" && w[5]&0x18 == 0x18 && w[3]&0xfe != 0x7c {
					continue // the raw answer names dst_unused wrongly
				}
				if &defuse(target, w)[0] != &w[0] && n < 12 {
					words = append(words, w)
					n++
				}
			}
		}
		require.NotEmpty(t, words)
		got, err := Disassemble(target, words)
		require.NoError(t, err)
		raw := make([]Result, len(words))
		for i := range raw {
			require.NoError(t, disassembleRange(path, target, words[i:i+1], raw[i:i+1])) // alone, as most crash
			raw[i].Crashed = false
			require.Equal(t, raw[i], got[i], "%s %x", target, words[i])
		}
	}
}

func TestTextsAreDistinctAndOfTheirFormat(t *testing.T) {
	needLLVM(t)
	for _, target := range []string{"gfx600", "gfx700"} {
		texts, err := Texts(target, Formats(target), 300, 2)
		require.NoError(t, err)
		for _, f := range Formats(target) {
			require.Len(t, texts[f], 300, "%s %s", target, f)
			seen := map[string]bool{}
			for _, g := range texts[f] {
				require.False(t, seen[string(g.Bytes)], "%x", g.Bytes)
				seen[string(g.Bytes)] = true
				require.Equal(t, f, formatOf(target, g.Bytes), g)
			}
		}
	}
}

func TestTemplatesHaveNoUnknownPlaceholder(t *testing.T) {
	ts, err := templates()
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 1))
	for _, x := range ts {
		for _, m := range x.mnemonics {
			require.NotContains(t, m, "{")
		}
		for _, o := range x.operands {
			for range 50 {
				require.NotContains(t, expand(r, o), "{", o)
			}
		}
	}
}

func TestRemarks(t *testing.T) {
	for text, want := range map[string]bool{
		"v_cmp_class_f32_e64 src_scc, v101, s0":                     true,
		"v_readfirstlane_b32 src_execz, v245":                       true,
		"flat_atomic_add_x2 a[77:78], v[0:1], a[215:216] glc":       true,
		"flat_load_dword a8/*Invalid register*/, v[2:3]":            true,
		"v_add_f32_dpp v1, v2, v3 /* Invalid dpp_ctrl value */ x":   true,
		"v_mov_b32_e32 v0, src_scc":                                 false,
		"s_mov_b32 s0, src_shared_base":                             false,
		"exp mrt0 v1, v2, v3, v4":                                   false,
		"v_interp_p1_f32_e32 v1, v3, attr5.z":                       false,
		"s_setpc_b64 src_scc":                                       false,
		"v_cmp_lt_f32_e64 s[0:1], |v2|, -|v3|":                      false,
		"image_sample v[4:7], v2, s[8:15], s[16:19] dmask:0xf a16":  false,
		"buffer_load_dword v4, v[2:3], s[4:7], s8 addr64 offset:16": false,
	} {
		require.Equal(t, want, hasRemark(text), text)
	}
}

func TestReadGolden(t *testing.T) {
	gs, err := parseGolden("x", strings.NewReader("# head\n\n00010080 | s_add_u32 s0, s0, s1\nffffffff | !\nfe0080be | s_mov_b32 s0, x/*Invalid*/\n"))
	require.NoError(t, err)
	require.Equal(t, []Golden{
		{Bytes: []byte{0, 1, 0, 0x80}, Text: "s_add_u32 s0, s0, s1", Valid: true, Line: 3},
		{Bytes: []byte{255, 255, 255, 255}, Line: 4},
		{Bytes: []byte{0xfe, 0, 0x80, 0xbe}, Text: "s_mov_b32 s0, x/*Invalid*/", Valid: true, Remark: true, Line: 5},
	}, gs)
	require.Equal(t, "00010080 | s_add_u32 s0, s0, s1", gs[0].String())
	require.Equal(t, "ffffffff | !", gs[1].String())
	for _, bad := range []string{"00", "0 | x", "zz | x", " | x", "00 |x"} {
		_, err := parseGolden("file", strings.NewReader(bad))
		require.ErrorContains(t, err, "file:1", bad)
	}
}

func FuzzReadGolden(f *testing.F) {
	f.Add("# head\n00010080 | s_add_u32 s0, s0, s1\nffffffff | !\n")
	f.Fuzz(func(t *testing.T, s string) {
		gs, err := parseGolden("x", strings.NewReader(s))
		if err != nil {
			return
		}
		for _, g := range gs {
			again, err := parseGolden("x", strings.NewReader(g.String()))
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.Equal(t, g.Bytes, again[0].Bytes)
			require.Equal(t, g.Text, again[0].Text)
		}
	})
}

// BenchmarkDisassemble reports candidates per second and how many of 20,000 are valid, decoded with
// a remark, or crash llvm-mc.
func BenchmarkDisassemble(b *testing.B) {
	needLLVM(b)
	const n = 20000
	for _, target := range []string{"gfx803", "gfx900"} {
		for _, f := range Formats(target) {
			b.Run(target+"/"+f, func(b *testing.B) {
				words, err := RandomEncodings(target, f, n, 7)
				require.NoError(b, err)
				var res []Result
				for b.Loop() {
					res, err = Disassemble(target, words)
					require.NoError(b, err)
				}
				valid, remarks, crashes := 0, 0, 0
				for _, r := range res {
					valid += one(r.Valid)
					remarks += one(r.Remark)
					crashes += one(r.Crashed)
				}
				b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "inst/s")
				b.ReportMetric(float64(valid), "valid")
				b.ReportMetric(float64(remarks), "remarks")
				b.ReportMetric(float64(crashes), "crashes")
			})
		}
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
