package isa

import (
	"encoding/hex"
	"fmt"
	"math/bits"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where LLVM treats a target in another way than the target that stands for its generation, decoder
// and assembler do so too. All else is the same.
func TestTargetsHaveWhatLLVMSaysTheyHave(t *testing.T) {
	data, err := os.ReadFile("../testdata/isa/targets.txt")
	require.NoError(t, err)
	var target Target
	lines := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		if name, ok := strings.CutPrefix(line, "target "); ok {
			name, _, _ := strings.Cut(name, " ")
			target = targetNamed(t, name)
			lines[name] = 0
			continue
		}
		lines[target.Name]++
		f := strings.Split(line, " | ")
		require.Len(t, f, 3, line)
		code, err := hex.DecodeString(f[0])
		require.NoError(t, err)
		for i, x := range []Target{target, target.Gen.Target()} {
			in, err := x.Decode(code)
			if f[1] == f[2] { // of the generation: other tests have it
				want, wantErr := Decode(target.Gen, code)
				require.Equal(t, wantErr == nil, err == nil, line)
				if err == nil {
					require.Equal(t, want.String(), in.String(), line)
				}
				continue
			}
			if f[2-i] == "-" {
				require.Error(t, err, "%s on %s", line, x.Name)
				_, err = assembled(x, f[1+i])
				require.Error(t, err, "%s on %s", f[1+i], x.Name)
				continue
			}
			require.NoError(t, err, "%s on %s", line, x.Name)
			require.Equal(t, f[2-i], in.String(), "%s on %s", line, x.Name)
			requireInverse(t, x, &in, code, false)
			code, err := assembled(x, f[2-i])
			require.NoError(t, err, "%s on %s", line, x.Name)
			back, err := x.Decode(code)
			require.NoError(t, err)
			require.Equal(t, f[2-i], back.String())
		}
	}
	require.Len(t, lines, len(targets)-len(gens), "every target that does not stand for its generation")
}

// A mnemonic that only other targets of the generation have is an error that names these.
func TestMissingInstructionsNameTheTargetsThatHaveThem(t *testing.T) {
	for _, c := range []struct{ target, text, want string }{
		{"gfx900", "v_dot2_f32_f16 v0, v1, v2, v3", "v_dot2_f32_f16 is an instruction of gfx906, and not of this target"},
		{"gfx900", "V_fma_mix_f32 v0, v1, v2, v3", "V_fma_mix_f32 is an instruction of gfx904, gfx906, and not of this target"},
		{"gfx906", "v_mad_mix_f32 v0, v1, v2, v3", "gfx900, gfx902, gfx909, gfx90c"},
		{"gfx906", "v_fmac_f32_sdwa v0, v1, v2", "v_fmac_f32_sdwa"},
		{"gfx803", "v_dot2_f32_f16 v0, v1, v2, v3", "GCN 1.2 (gfx8) has no instruction v_dot2_f32_f16"},
	} {
		_, err := targetNamed(t, c.target).ParseInst(c.text)
		require.ErrorContains(t, err, c.want)
	}
}

// Each feature has one name, the set has room for all, and some target has each and some target
// lacks it.
func TestEachFeatureHasAName(t *testing.T) {
	require.NotZero(t, endFeatures)
	n := bits.TrailingZeros64(uint64(endFeatures)) - bits.OnesCount8(uint8(AllGens))
	require.Len(t, featureNames, n)
	names := map[string]bool{}
	for f, name := range featureNames {
		require.Equal(t, 1, bits.OnesCount64(uint64(f)), name)
		require.False(t, names[name], name)
		names[name] = true
		var has, lacks bool
		for _, x := range targets {
			has, lacks = has || x.Features.Has(f), lacks || !x.Features.Has(f)
		}
		require.True(t, has && lacks, name)
	}
	for _, x := range targets {
		require.Equal(t, x.Gen, x.Features.Gen(), x.Name)
	}
}

// A target without a name has the features of its generation.
func TestGenerationsHaveTheirTarget(t *testing.T) {
	for i, name := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		x := gens[i].Target()
		require.Equal(t, name, x.Name)
		unnamed := Target{Gen: gens[i]}
		require.Equal(t, x.Features, unnamed.Has())
		require.Equal(t, len(x.Forms()), len(unnamed.Forms()))
	}
}

// assembled is the code of an instruction line.
func assembled(t Target, text string) ([]byte, error) {
	in, err := t.ParseInst(text)
	if err != nil {
		return nil, err
	}
	if err := Executable(&in); err != nil {
		return nil, err
	}
	return Encode(&in)
}

// A 16-bit load writes half of its register, and all of it where registers have ECC.
func TestHalvesAreWrittenWholeWithECC(t *testing.T) {
	for id, want := range map[string]uint8{"gfx900": 12, "gfx906": 15, "gfx906:sramecc+": 15, "gfx906:sramecc-": 12} {
		in, err := targetNamed(t, id).ParseInst("buffer_load_short_d16_hi v1, off, s[4:7], 0")
		require.NoError(t, err)
		uses := in.Uses(nil)
		require.Equal(t, want, uses[0].Bytes, id)
		require.True(t, uses[0].Write && !uses[0].Read, id)
	}
}

// Numbers of scalar registers that kernels ask for, as LLVM makes them (testdata/isa/sgprs.sh).
func TestKernelsAskForAsManySGPRsAsLLVMSays(t *testing.T) {
	data, err := os.ReadFile("../testdata/isa/sgprs.txt")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, " | ")
		require.Len(t, f, 3, line)
		var n, vcc, flat, xnack, want int
		_, err := fmt.Sscan(f[1]+" "+f[2], &n, &vcc, &flat, &xnack, &want)
		require.NoError(t, err, line)
		x := targetNamed(t, f[0])
		got := max(n+int(x.Features.ExtraSGPRs(vcc != 0, flat != 0, xnack != 0)), x.Limits().FixedSGPRs)
		require.Equal(t, want, (got+7)&^7, line) // the descriptor counts by eight
		seen[f[0]] = true
	}
	require.Len(t, seen, len(targets))
}
