package isa

import (
	"encoding/hex"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/isa/internal/oracle"
)

var long = flag.Bool("long", false, "compare at least 200000 encodings per generation with LLVM, 20000 for each of SMRD, SMEM, SOPP, DS and MUBUF")

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

func targetNamed(t *testing.T, name string) Target {
	x, err := FindTarget(name)
	require.NoError(t, err)
	return x
}

// verdict is what LLVM and this package say of one encoding.
type verdict struct {
	g      Gen
	code   []byte
	in     Inst
	err    error  // ours
	text   string // LLVM's; empty when it refuses
	remark bool   // LLVM says in the text that an operand is not legal
}

func (v *verdict) bit(word, n int) bool {
	return len(v.code) > 4*word+n/8 && v.code[4*word+n/8]>>(n%8)&1 != 0
}

func (v *verdict) fmt() Format {
	if v.err != nil {
		return NoFormat
	}
	return v.in.Form.Fmt
}

// allowed are the differences from LLVM 22 that are meant. Each row has an encoding that shows it,
// with LLVM's answer ("" when it refuses), so that a row that no longer differs fails. The last
// ones are opcodes for which testdata/isa/opcodes.tsv overrules LLVM.
var allowed = [...]struct {
	name, reason string
	g            Gen
	hex, llvm    string
	match        func(v *verdict) bool
}{
	{"remark", "LLVM prints an operand and says in a comment that it is not legal there; refused here", GCN14,
		"fe0080be", "s_mov_b32 s0, src_lds_direct/*Invalid register, operand has 'SReg_32' register class*/",
		func(v *verdict) bool { return v.err != nil && v.remark }},
	{"lane read to M0", "LLVM 22 takes M0 out of the destinations; its own tests of GCN had v_readfirstlane_b32 m0, v0 from its compiler", GCN14,
		"6905f87e", "v_readfirstlane_b32 m0/*Invalid register, operand has 'SReg_32_XM0' register class*/, v105",
		func(v *verdict) bool {
			return v.err == nil && strings.HasPrefix(v.in.String(), "v_read") && notM0.ReplaceAllString(v.text, "m0") == v.in.String()
		}},
	{"flat bit 55", "TFE (GCN 1.1, 1.2) and NV (GCN 1.4) of FLAT in AMD's manuals; LLVM prints accumulator registers of a later generation", GCN14,
		"000050dc02008001", "flat_load_dword a1/*Invalid register, operand has 'VGPR_32' register class*/, v[2:3]",
		func(v *verdict) bool { return v.fmt() >= FLAT && v.fmt() <= SCRATCH && v.bit(1, 23) }},
	{"result in a source", "LLVM takes codes of read-only sources as scalar destination of a vector instruction; nothing can be written there", GCN12,
		"fd0041d002070200", "v_cmp_lt_f32_e64 src_scc, v2, v3",
		func(v *verdict) bool {
			name, rest, _ := strings.Cut(v.text, " ")
			return errors.Is(v.err, ErrOperand) && strings.HasPrefix(name, "v_") && strings.HasPrefix(rest, "src_")
		}},
	{"mask in VGPRs", "LLVM takes a VGPR pair as carry or condition; the hardware reads it from SGPRs (AMD ISA manuals, VOP3)", GCN12,
		"010000d102071604", "v_cndmask_b32_e64 v1, v2, v3, v[5:6]",
		func(v *verdict) bool {
			return errors.Is(v.err, ErrOperand) && v.bit(1, 26) && (strings.Contains(v.text, "cndmask") || strings.Contains(v.text, "_e64") && strings.HasSuffix(strings.TrimSuffix(v.text, " clamp"), "]"))
		}},
	{"v_nop with SDWA or DPP", "LLVM has such forms of v_nop, 8 bytes long, in some encodings; v_nop has no source and takes no second dword", GCN12,
		"fa00007e00e400ff", "v_nop quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
		func(v *verdict) bool { return v.in.String() == "v_nop" && strings.HasPrefix(v.text, "v_nop") }},
	{"image address", "GCN 1.0 to 1.4 do not encode the dimension: the number of address registers in a text is lost in its encoding", GCN10,
		"000100f002010200", "image_load v1, v[2:5], s[8:15] dmask:0x1",
		func(v *verdict) bool {
			return v.g&(GCN10|GCN11) != 0 && v.fmt() == MIMG && addressTuple.ReplaceAllString(v.text, ", v$1,") == addressTuple.ReplaceAllString(v.in.String(), ", v$1,")
		}},
	{"VOP3B clamp", "LLVM assembles clamp with a scalar destination on GCN 1.0 and 1.1, where no bit holds it", GCN10,
		"0106dad202070604", "v_div_scale_f32 v1, s[6:7], v2, v3, v1 clamp",
		func(v *verdict) bool {
			return v.fmt() == VOP3B && strings.Replace(v.text, " clamp", "", 1) == v.in.String()
		}},
	{"lit", "lit() in a text is printed back by LLVM although the number is no inline constant of the generation", GCN11,
		"fffff28483f9223e", "s_max_u32 ttmp2, lit(0x3e22f983), lit(0x3e22f983)",
		func(v *verdict) bool {
			return v.g&(GCN10|GCN11) != 0 && v.err == nil && strings.NewReplacer("lit(", "", ")", "").Replace(v.text) == strings.NewReplacer("lit(", "", ")", "").Replace(v.in.String())
		}},
	{"source for a VGPR", "LLVM takes codes of read-only scalar sources where only a VGPR can stand", GCN12,
		"000070d21ddad506", "v_interp_p1_f32_e64 v0, src_private_base, attr29.x",
		func(v *verdict) bool {
			return errors.Is(v.err, ErrOperand) && specialSource.MatchString(v.text) && !v.remark
		}},
	{"too early", "LLVM assembles it on a generation that no manual and no other tool gives it to", GCN10, "00008bbf", "s_setkill 0",
		func(v *verdict) bool { return errors.Is(v.err, ErrOpcode) && v.text != "" && v.g&(GCN10|GCN11) != 0 }},
	{"gather pck", "in AMD's Vega manual, CLRX and gem5; not in LLVM", GCN14, "000f28f102000300", "",
		func(v *verdict) bool {
			return v.text == "" && v.fmt() == MIMG && strings.HasSuffix(v.in.Form.Name, "h_pck")
		}},
	{"sext of a condition's sources", "in no manual is sext for some instructions only, and ACO has it in v_cndmask_b32; LLVM takes its sources for floating point",
		GCN14, "f940090004060b86", "", func(v *verdict) bool {
			return v.text == "" && v.err == nil && v.in.Form.Desc.Flag&HasMods != 0 && strings.Contains(v.in.String(), "sext(")
		}},
	{"condxchg b128", "in AMD's CI and GCN3 manuals, CLRX and ACO; not in LLVM", GCN12, "0000fad902040008", "",
		func(v *verdict) bool {
			return v.text == "" && v.fmt() == DS && v.in.Form.Name == "ds_condxchg32_rtn_b128"
		}},
	{"readfirstlane VOP3", "the VOP3 form is in CLRX, ACO and AMD's tables; not in LLVM", GCN14, "010042d102010000", "",
		func(v *verdict) bool {
			return v.text == "" && v.fmt() == VOP3 && v.in.Form.Name == "v_readfirstlane_b32_e64"
		}},
	{"mqsad", "GCN 1.0 has v_mqsad_u8, renamed by GCN 1.1; LLVM uses the later name", GCN10, "0100e6d202070604", "v_mqsad_pk_u16_u8 v[1:2], v[2:3], v3, v[1:2]",
		func(v *verdict) bool {
			return v.g == GCN10 && strings.Replace(v.text, "_pk_u16_u8", "_u8", 1) == v.in.String()
		}},
}

var (
	notM0         = regexp.MustCompile(`m0/\*[^*]*'SReg_32_XM0'[^*]*\*/`)
	specialSource = regexp.MustCompile(`, -?\|?src_`)
)

// addressTuple is the second operand of an image instruction.
var addressTuple = regexp.MustCompile(`, v\[?(\d+)(?::\d+\])?,`)

// agree reports whether both say the same, or which row allows that they do not. why tells what
// differs when no row does.
func agree(v *verdict, length int) (row, why string) {
	ours := ""
	if v.err == nil {
		ours = v.in.String()
	}
	if ours == v.text && (v.err != nil || int(v.in.Len) == length) {
		return "", ""
	}
	for i := range allowed {
		if allowed[i].match(v) {
			return allowed[i].name, ""
		}
	}
	why = hex.EncodeToString(v.code) + " on " + v.g.String() + "\n  LLVM " + v.text + "\n  here " + ours
	if v.err != nil {
		why += v.err.Error()
	}
	return "", why
}

func decodeVerdict(x Target, code []byte, text string, remark bool) *verdict {
	v := verdict{g: x.Gen, code: code, text: text, remark: remark}
	v.in, v.err = x.Decode(code)
	return &v
}

func TestEachAllowedMismatchIsOne(t *testing.T) {
	for _, row := range allowed {
		code, err := hex.DecodeString(row.hex)
		require.NoError(t, err)
		v := decodeVerdict(row.g.Target(), code, row.llvm, strings.Contains(row.llvm, "/*"))
		got, why := agree(v, len(code))
		require.Empty(t, why)
		require.Equal(t, row.name, got, row.reason)
	}
}

// TestAllowedMismatchesQuoteLLVM asks LLVM for the answers in the rows, so that a row that a later
// release no longer needs fails.
func TestAllowedMismatchesQuoteLLVM(t *testing.T) {
	if _, err := oracle.Find(); err != nil {
		t.Skip(err)
	}
	for _, row := range allowed {
		target := row.g.Target().Name
		code, err := hex.DecodeString(row.hex)
		require.NoError(t, err)
		if row.g&(GCN10|GCN11) != 0 {
			a, err := oracle.Assemble(target, []string{row.llvm})
			require.NoError(t, err)
			require.NoError(t, a[0].Err, row.name)
			require.Equal(t, row.hex, hex.EncodeToString(a[0].Bytes), row.name)
			continue
		}
		a, err := oracle.Disassemble(target, [][]byte{append(code, make([]byte, 8-len(code))...)})
		require.NoError(t, err)
		require.Equal(t, row.llvm, a[0].Text, row.name)
	}
}

// TestGoldenEncodings compares Decode with LLVM's answers in testdata/isa/<target>/<format>.txt,
// and Encode with Decode.
func TestGoldenEncodings(t *testing.T) {
	for _, target := range oracle.Targets {
		x := targetNamed(t, target)
		files, err := filepath.Glob("../testdata/isa/" + target + "/*.txt")
		require.NoError(t, err)
		require.NotEmpty(t, files, target)
		for _, file := range files {
			name := target + "/" + strings.TrimSuffix(filepath.Base(file), ".txt")
			t.Run(name, func(t *testing.T) {
				lines, err := oracle.ReadGolden(file)
				require.NoError(t, err)
				bad, used := 0, 0
				for _, l := range lines {
					v := decodeVerdict(x, l.Bytes, l.Text, l.Remark)
					row, why := agree(v, len(l.Bytes))
					if row != "" {
						used++
					}
					if why != "" {
						if bad++; bad <= 10 {
							t.Errorf("line %d: %s", l.Line, why)
						}
						continue
					}
					if v.err == nil {
						requireInverse(t, x, &v.in, l.Bytes, x.Gen&(GCN10|GCN11) != 0 && row == "")
					}
				}
				t.Logf("%d lines, %d allowed mismatches, %d bad", len(lines), used, bad)
			})
		}
	}
}

// requireInverse checks that Encode gives an encoding of the same instruction: the same bytes where
// they are an assembler's, else bytes that decode to the same and encode to themselves.
func requireInverse(t *testing.T, x Target, in *Inst, code []byte, canonical bool) {
	out, err := Encode(in)
	require.NoError(t, err, "%x %s", code, in)
	if canonical {
		require.Equal(t, hex.EncodeToString(code), hex.EncodeToString(out), in.String())
	}
	back, err := x.Decode(out)
	require.NoError(t, err, "%x -> %x %s", code, out, in)
	same := *in
	same.Word = back.Word
	require.Equal(t, same, back, "%x -> %x", code, out)
	require.Equal(t, in.String(), back.String())
	again, err := Encode(&back)
	require.NoError(t, err)
	require.Equal(t, hex.EncodeToString(out), hex.EncodeToString(again), in.String())
}

// TestAgainstLLVM compares text, length and validity with LLVM 22 itself on random encodings of
// each format of the two generations that it can disassemble. For the other two it assembles what
// is printed here. Of targets that do not stand for their generation it takes the formats in which
// they have instructions of their own; -long takes all.
func TestAgainstLLVM(t *testing.T) {
	if _, err := oracle.Find(); err != nil {
		t.Skip(err)
	}
	for _, target := range oracle.Targets {
		x := targetNamed(t, target)
		formats := oracle.Own(target)
		if *long {
			formats = oracle.Formats(target)
		}
		old := x.Gen&(GCN10|GCN11) != 0
		count := func(format string) int {
			n := 1200
			switch {
			case *long:
				n = 200000/len(formats) + 1
				switch format {
				case "SMRD", "SMEM", "SOPP", "DS", "MUBUF":
					n = max(n, 20000)
				}
			case testing.Short():
				n = 300
			case old:
				n /= 10 // making texts takes long
			}
			return n
		}
		if old {
			reassemble(t, x, formats, count)
		} else {
			disassemble(t, x, formats, count)
		}
	}
}

// disassemble compares encodings of a target with LLVM's disassembly.
func disassemble(t *testing.T, x Target, formats []string, count func(format string) int) {
	of := map[string][][]byte{}
	var all [][]byte
	for _, format := range formats {
		words, err := oracle.RandomEncodings(x.Name, format, count(format), 2)
		require.NoError(t, err)
		of[format], all = words, append(all, words...)
	}
	answers, err := oracle.Disassemble(x.Name, all) // a process for all: it takes longer to start than to answer
	require.NoError(t, err)
	for _, format := range formats {
		words, answered := of[format], answers[:len(of[format])]
		answers = answers[len(words):]
		t.Run(x.Name+"/"+format, func(t *testing.T) {
			bad, valid, used := 0, 0, map[string]int{}
			for i, a := range answered {
				v := decodeVerdict(x, words[i], a.Text, a.Remark)
				row, why := agree(v, a.Len)
				if a.Valid {
					valid++
				}
				if row != "" {
					used[row]++
				}
				if why != "" {
					if bad++; bad <= 5 {
						t.Error(why)
					}
				} else if v.err == nil {
					requireInverse(t, x, &v.in, words[i], false)
				}
			}
			t.Logf("%d encodings, %d valid, %d bad, allowed %v", len(words), valid, bad, used)
		})
	}
}

// reassemble checks encodings of a target that LLVM cannot disassemble: what is printed here
// assembles to the encoding that Encode gives.
func reassemble(t *testing.T, x Target, formats []string, count func(format string) int) {
	byCount := map[int][]string{}
	for _, format := range formats {
		byCount[count(format)] = append(byCount[count(format)], format)
	}
	for n, formats := range byCount {
		of, err := oracle.Texts(x.Name, formats, n, 2)
		require.NoError(t, err)
		var texts []string
		var want [][]byte
		for _, format := range formats {
			t.Logf("%s %s: %d texts", x.Name, format, len(of[format]))
			for _, l := range of[format] {
				v := decodeVerdict(x, l.Bytes, l.Text, l.Remark)
				row, why := agree(v, len(l.Bytes))
				require.Empty(t, why)
				if v.err != nil || row == "mqsad" || len(v.in.Form.Args) == 0 && v.in.Form.Fmt == VOP3 {
					continue // LLVM's text of v_nop does not tell its two encodings apart
				}
				if o, ok := v.in.Operand('i'); ok && o.Type == MsgT && o.Val&^0x37f != 0 {
					continue // LLVM's text of a message drops the bits outside its three fields
				}
				requireInverse(t, x, &v.in, l.Bytes, true)
				texts, want = append(texts, v.in.String()), append(want, l.Bytes)
			}
		}
		answers, err := oracle.Assemble(x.Name, texts)
		require.NoError(t, err)
		for i, a := range answers {
			require.NoError(t, a.Err, "%x %s", want[i], texts[i])
			require.Equal(t, hex.EncodeToString(want[i]), hex.EncodeToString(a.Bytes), texts[i])
		}
	}
}

// TestErrataEncodings checks the encodings that docs/errata.md rests on, which llvm-mc 22.1.8 made
// (testdata/isa/errata.txt: target, text, bytes).
func TestErrataEncodings(t *testing.T) {
	data, err := os.ReadFile("../testdata/isa/errata.txt")
	require.NoError(t, err)
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, " | ")
		require.Len(t, f, 3, line)
		g := targetNamed(t, f[0])
		code, err := hex.DecodeString(f[1])
		require.NoError(t, err, line)
		in, err := g.Decode(code)
		require.NoError(t, err, line)
		require.Equal(t, f[2], in.String())
		require.Equal(t, len(code), int(in.Len), line)
		require.NoError(t, in.Reserved(), line)
		requireInverse(t, g, &in, code, true)
		n++
	}
	require.Greater(t, n, 70)
}
