package isa

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableIsValid(t *testing.T) { require.NoError(t, validate()) }

// Floating-point operations are counted as AMD's Omniperf counts FLOPs: SQ_INSTS_VALU_ADD, _MUL and
// _TRANS once, _FMA twice, of packed instructions for each half.
func TestRowsThatComputeFloats(t *testing.T) {
	got := map[uint8][]string{}
	for _, d := range Rows() {
		if d.Flops > 0 {
			got[d.Flops] = append(got[d.Flops], strings.TrimPrefix(d.Name, "v_"))
		}
	}
	require.Equal(t, map[uint8][]string{
		1: strings.Fields("add_f16 add_f32 add_f64 cos_f16 cos_f32 exp_f16 exp_f32 exp_legacy_f32 log_clamp_f32 log_f16 log_f32 log_legacy_f32 mul_f16 mul_f32 mul_f64 " +
			"mul_legacy_f32 mullit_f32 rcp_clamp_f32 rcp_clamp_f64 rcp_f16 rcp_f32 rcp_f64 rcp_iflag_f32 rcp_legacy_f32 rsq_clamp_f32 rsq_clamp_f64 rsq_f16 rsq_f32 rsq_f64 " +
			"rsq_legacy_f32 sin_f16 sin_f32 sqrt_f16 sqrt_f32 sqrt_f64 sub_f16 sub_f32 subrev_f16 subrev_f32"),
		2: strings.Fields("div_fmas_f32 div_fmas_f64 fma_f16 fma_f32 fma_f64 fma_legacy_f16 fma_mix_f32 fma_mixhi_f16 fma_mixlo_f16 fmac_f32 interp_p1_f32 interp_p1_f32_e64 " +
			"interp_p1ll_f16 interp_p1lv_f16 interp_p2_f16 interp_p2_f32 interp_p2_f32_e64 interp_p2_legacy_f16 mac_f16 mac_f32 mac_legacy_f32 mad_f16 mad_f32 mad_legacy_f16 " +
			"mad_legacy_f32 mad_mix_f32 mad_mixhi_f16 mad_mixlo_f16 madak_f16 madak_f32 madmk_f16 madmk_f32 pk_add_f16 pk_mul_f16"),
		4: strings.Fields("dot2_f32_f16 pk_fma_f16"),
	}, got)
}

// TestTableAgreesWithTheOpcodeList compares every form with the list of opcodes gathered from AMD's
// manuals, LLVM, CLRX and ACO (testdata/isa/opcodes.tsv, whose column "sources" says who has an
// opcode), in both directions.
func TestTableAgreesWithTheOpcodeList(t *testing.T) {
	require.NoError(t, validate())
	file, err := os.Open("../testdata/isa/opcodes.tsv")
	require.NoError(t, err)
	defer file.Close()
	want := map[string]string{} // generation, space, opcode -> mnemonic
	alias := map[string]string{}
	sc := bufio.NewScanner(file)
	sc.Scan()
	for sc.Scan() {
		f := strings.Split(sc.Text(), "\t")
		for i, g := range Gens() {
			if f[3+i] == "-" {
				continue
			}
			op, err := strconv.Atoi(f[3+i])
			require.NoError(t, err)
			key := fmt.Sprintf("%v %s %d", g, f[0], op)
			want[key] = f[1]
			if len(f) > 8 {
				alias[key] = "," + f[8] + ","
			}
		}
	}
	require.Greater(t, len(want), 4000)
	got := map[string]string{}
	for _, g := range Gens() {
		for _, f := range Forms(g) {
			space := f.Fmt.String()
			if f.Fmt == VOP3B {
				space = "VOP3"
			}
			got[fmt.Sprintf("%v %s %d", g, space, f.Op)] = f.Base()
		}
	}
	for key, name := range want {
		_, ok := got[key]
		require.True(t, ok, "%s: %s is in the list only", key, name)
	}
	for key, name := range got {
		_, ok := want[key]
		require.True(t, ok, "%s: %s is not in the list", key, name)
		if want[key] == name || strings.Contains(alias[key], ","+name+",") {
			continue
		}
		t.Errorf("%s: %s here, %s (%s) in the list", key, name, want[key], alias[key])
	}
}
