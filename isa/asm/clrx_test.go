package asm

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

const clrxData = "../../testdata/asm/clrx/"

// target is the target of a golden's name: gfx803 of "lines-gfx803.txt".
func clrxGolden(t *testing.T, path string) (name string, target isa.Target) {
	name, gpu, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".txt"), "-")
	target, err := isa.FindTarget(gpu)
	require.NoError(t, err)
	return name, target
}

// Each instruction in CLRX's spelling has the bytes that LLVM's assembler makes of its own; what is
// printed in CLRX's spelling assembles to the same bytes.
func TestCLRXInstructionsHaveLLVMsBytes(t *testing.T) {
	paths, err := filepath.Glob(clrxData + "lines-*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		_, target := clrxGolden(t, path)
		for _, line := range goldens(t, path) {
			want, err := hex.DecodeString(line[0])
			require.NoError(t, err)
			p, err := CodeIn(isa.SyntaxCLRX, target, line[1])
			require.NoError(t, err, "%s: %s", target.Name, line[1])
			require.Equal(t, want, p.Code, "%s: %s", target.Name, line[1])
			again(t, target, want)
		}
	}
}

// again prints an instruction in CLRX's spelling and assembles that.
func again(t *testing.T, target isa.Target, code []byte) {
	in, err := target.Decode(code)
	if err != nil || isa.Executable(&in) != nil {
		return
	}
	if p, err := CodeFor(target, in.String()); err != nil || string(p.Code) != string(code) {
		return // LLVM's text does not say it either
	}
	text := string(in.AppendSyntax(nil, isa.SyntaxCLRX))
	p, err := CodeIn(isa.SyntaxCLRX, target, text)
	require.NoError(t, err, "%s: %s of %s", target.Name, text, in.String())
	require.Equal(t, code, p.Code, "%s: %s of %s", target.Name, text, in.String())
}

// Every instruction that LLVM's assembler makes of the golden lines is printed so that it assembles
// to the same bytes.
func TestCLRXTextsOfAllFormsAssemble(t *testing.T) {
	for target := range asmTargets {
		paths, err := filepath.Glob("../../testdata/isa/asm/" + target + "*.txt")
		require.NoError(t, err)
		more, err := filepath.Glob("../../testdata/isa/" + target + "/*.txt")
		require.NoError(t, err)
		g, err := isa.FindTarget(target)
		require.NoError(t, err)
		for _, path := range append(paths, more...) {
			for i, line := range goldens(t, path) {
				if testing.Short() && i%8 != 0 {
					continue
				}
				code, err := hex.DecodeString(line[0])
				if err != nil {
					continue
				}
				again(t, g, code)
			}
		}
	}
}

// Texts in CLRX's dialect have the bytes that LLVM makes of the same code in its own: statements,
// macros, loops, scopes, names of registers, conditions; kernels with their configuration.
func TestCLRXTextsHaveLLVMsBytes(t *testing.T) {
	paths, err := filepath.Glob(clrxData + "*-*.txt")
	require.NoError(t, err)
	n := 0
	for _, path := range paths {
		name, target := clrxGolden(t, path)
		if name == "lines" {
			continue
		}
		n++
		src, err := os.ReadFile(clrxData + name + ".s")
		require.NoError(t, err)
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		want := strings.Join(strings.Fields(string(b)), "")
		u, _, err := Assemble(string(src), Options{Target: target, Syntax: isa.SyntaxCLRX})
		require.NoError(t, err, path)
		require.Equal(t, want, hex.EncodeToString(u.Sections[0].Data), path)
	}
	require.GreaterOrEqual(t, n, 4)
}

// What the dialect has and is not supported is refused by its name, and mistakes say what is wrong.
func TestCLRXRefusals(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{".regvar a:v:4", "text:1:1: error: .regvar is not supported: register variables"},
		{".amd3", ".amd3 is not supported: LLVM 10's format for Navi"},
		{".amd\n.kernel k\n.config\n.dims x", "text:2:1: error: the kernel k: it has no code: .text is missing"},
		{".amd\n.kernel k\n.config\n.userdata PTR_UAV, 0, 2, 2", "there is no class of user data PTR_UAV"},
		{".amd\n.kernel k\n.config\n.userdata PTR_UAV_TABLE, 0, 15, 2", ".userdata takes a class, a slot, the first of 16 registers and how many"},
		{".amd\n.kernel k\n.config\n.cbid 2000", "2000 is out of range: .cbid is at most 1023"},
		{".amd\n.kernel k\n.config\n.arg a, uint*, shared", "a pointer's space is global, constant or local, not \"shared\""},
		{".amd\n.kernel k\n.config\n.arg a, image2d, read_write", "an image is read_only or write_only, not \"read_write\""},
		{".amd\n.kernel k\n.config\n.arg a, uint\n.arg a, int", "the argument a is given already"},
		{".amd\n.kernel k\n.config\n.arg a, uint*, global, , 12\n.arg b, uint*, global, , 12\n.text\ns_endpgm", "argument b: UAV 12 is taken already"},
		{".amd\n.kernel k\n.header\n.text\ns_endpgm", "the kernel k: it has neither .config nor .proginfo"},
		{".amd\n.kernel k\n.config\n.dims x\n.text\ns_endpgm\n.kernel k\n.proginfo\n", "the kernel k is configured; .proginfo gives a part of it as bytes"},
		{".amdcl2\n.driver_version x", "error: "},
		{".rawcode\n.kernel k", "text:2:1: error: .kernel needs a format with kernels before it"},
		{".rocm\n.kernel k\n.config\n.dims w", "text:4:6: error: dimensions are x, y and z"},
		{".rocm\n.kernel k\n.config\n.dims x", "text:2:1: error: the kernel k has no code: a label of its name is missing"},
		{".rocm\n.kernel k\n.config\n.dims x\n.text\nk: s_endpgm", "the configuration of the kernel k has no room: \".skip 256\" must stand behind its label"},
		{".rocm\n.kernel k\n.config\n.vgprsnum 300", "text:4:11: error: 300 registers are more than"},
		{".rocm\n.kernel k\n.config\n.kernarg_segment_align 3", ".kernarg_segment_align takes a power of two, not 3"},
		{".rocm\n.kernel k\n.config\n.floatmode 0x100", "256 is out of range: .floatmode has 8 bits"},
		{".rocm\n.kernel k\n.config\n.arg a, \"x\", 4, , valu, u32", "there is no kind of arguments valu"},
		{".amdcl2\n.kernel k\n.config\n.arg a, foo", "there is no type foo"},
		{".gallium\n.kernel k\n.args\n.arg foo, 4", "there is no type of arguments foo"},
		{".gpu hawaii", "the text is for hawaii (gfx701), but it is assembled for gfx803: give --gpu gfx701"},
		{".gpu navi10", ".gpu: "},
		{".ifarch foo\n.endif", "there is no architecture foo"},
		{".for i=0,i<2\n.endr", ".for takes name=number, condition, next number"},
		{".while 1\n.endr", "rounds: .while does not end"},
		{".ends", ".ends without .scope"},
		{"a = %v[0:1]\nv_mov_b32 a[2], 1", "a has 2 registers: there is no [2:2]"},
		{"v_add_f32 v0, v1, v2 vop3 sdwa", "two encodings are asked for"},
		{"v_fma_f32 v0, v1, v2, v3 dpp", "has no such encoding"},
		{".gallium\n.metadata", ".metadata is not supported here"},
		{".amdcl2\n.metadata", ".metadata is a part of a kernel: .kernel must stand before it"},
		{".amdcl2\n.kernel k\n.config\n.dims x\n.setup", "the kernel k is configured; .setup gives a part of it as bytes"},
		{".amdcl2\n.kernel k\n.setup\n.setup", ".setup of the kernel k is given already"},
		{".amdcl2\n.kernel k\n.stub", ".stub is of drivers before 1912.05"},
		{".amdcl2\n.kernel k\n.setup\n.byte 1\n.text\ns_endpgm", "a kernel without .config has .metadata and .setup"},
		{".amdcl2\n.kernel k\n.metadata\n.setup\n.byte 1\n.text\ns_endpgm", "the kernel k: .setup has 1 bytes instead of 256"},
		{".amdcl2\n.driver_version 180005\n.rwdata", "drivers before 1912.05 have no data of the program"},
		{".amdcl2\n.driver_version 180005\n.sampler 1", "drivers before 1912.05 have no samplers"},
		{".amdcl2\n.bssdata align=3", "an alignment is a power of two up to 65536, not 3"},
		{".amdcl2\n.bssdata align", ".bssdata takes align=NUMBER"},
		{".amdcl2\n.sampler 1\n.samplerinit", ".samplerinit and .sampler exclude each other"},
		{".amdcl2\n.samplerreloc 4, 0", ".samplerreloc takes an offset in the constants, a multiple of 8"},
		{".amdcl2\n.sampler 1, 2\n.samplerreloc 0, 0\n.kernel k\n.config\n.dims x\n.text\ns_endpgm", ".samplerreloc is missing for sampler 1 of 2"},
		{".amdcl2\n.kernel k\n.config\n.sampler -1", "-1 is no number of a sampler"},
		{".rocm\n.rwdata", ".rwdata is not supported here: data that kernels write"},
		{".undef", ".undef takes the name of a symbol"},
		{".scope s; .using t; .undef", ".undef takes the name of a symbol"},
		{".scope s; .using t; .ifdef; .endif; .ends", "text:1:"},
		{".kcode k", ".kcode: there is no kernel k"},
		{"s_nop 1 /* ", "the comment does not end"},
	} {
		target, err := isa.FindTarget("gfx803")
		require.NoError(t, err)
		_, _, err = Assemble(c.text, Options{Target: target, Syntax: isa.SyntaxCLRX})
		require.ErrorContains(t, err, c.want, c.text)
	}
}

// .cf_... and what else says nothing about code is accepted.
func TestCLRXIgnoresWhatSaysNothing(t *testing.T) {
	p, err := CodeIn(isa.SyntaxCLRX, isa.GCN12.Target(), ".cf_start\n.cf_jump a, b\n.policy 200\ns_endpgm\n.cf_end")
	require.NoError(t, err)
	require.Equal(t, []byte{0, 0, 0x81, 0xbf}, p.Code)
}

// A text names its target by .gpu or .arch.
func TestCLRXTargets(t *testing.T) {
	for text, want := range map[string]string{".rocm; .gpu x\n.gpu Fiji # card\n": "gfx803", "  .arch GCN1.1\n": isa.GCN11.Target().Name, ".gpu Raven;": "gfx902"} {
		got, ok := TargetOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, got.Name, text)
	}
	_, ok := TargetOf(".gpu gfx1010\n")
	require.False(t, ok)
}

// FuzzCLRX: any text assembles or has errors; nothing hangs or takes unbounded memory.
func FuzzCLRX(f *testing.F) {
	for _, name := range []string{"pseudo", "rocm"} {
		b, err := os.ReadFile(clrxData + name + ".s")
		require.NoError(f, err)
		// In pieces: go test looks for the shortest part of a text that reaches new code, in a time that grows
		// with the square of its length.
		for piece := range slices.Chunk(strings.SplitAfter(string(b), "\n"), 8) {
			f.Add(strings.Join(piece, ""))
		}
	}
	lines, err := os.ReadFile(clrxData + "lines.tsv")
	require.NoError(f, err)
	for line := range strings.Lines(string(lines)) {
		f.Add(strings.Split(line+"||", "|")[1])
	}
	f.Add(".gallium\n.kernel k\n.args\n.arg global, 8\n.arg gridoffset\n.config\n.dims xyz\n.text\nk: s_endpgm")
	f.Add(".amdcl2\n.kernel k\n.config\n.useargs;.setupargs\n.arg a, uint*, global\n.arg b, float3\n.text\ns_endpgm")
	f.Add(".scope a; .using b; .enum >3, x, y; .while x<5; .for i=0,i<2,i+1; .endr; x = x + 1; .endr; .ends; .undef x; .string16 \"a\"; .half 1.5h")
	f.Fuzz(func(t *testing.T, source string) {
		u, _, err := Assemble(source, Options{Target: isa.GCN12.Target(), Syntax: isa.SyntaxCLRX, limits: &fuzzLimits})
		if err != nil {
			require.IsType(t, Errors{}, err)
			require.NotEmpty(t, err.Error())
			return
		}
		for i := range u.Sections {
			require.LessOrEqual(t, len(u.Sections[i].Data), 2*int(fuzzLimits.size))
		}
	})
}
