package isa_test

import (
	"math"
	"slices"
	"testing"

	"github.com/gcnsim/gcnsim/isa"
)

// benchmarkModes are the default of the generation in the ABI of compiled code: f32 denormals
// flushed before GCN 1.4, kept on it.
var benchmarkModes = []struct {
	name string
	g    isa.Gen
	fp   isa.FPMode
}{
	{"flush", isa.GCN12, isa.FPMode{F32: isa.FlushAll, F64: isa.KeepAll, F16: isa.KeepAll, IEEE: true}},
	{"keep", isa.GCN14, isa.FPMode{F32: isa.KeepAll, F64: isa.KeepAll, F16: isa.KeepAll, IEEE: true}},
}

// BenchmarkVector measures one call of a kernel: 64 lanes.
func BenchmarkVector(b *testing.B) {
	for _, name := range []string{
		"v_mov_b32", "v_add_f32", "v_sub_f32", "v_mul_f32", "v_mad_f32", "v_mac_f32", "v_fma_f32",
		"v_min_f32", "v_max_f32", "v_cmp_lt_f32", "v_cmp_nge_f32",
		"v_cvt_f32_i32", "v_cvt_f32_u32", "v_cvt_i32_f32", "v_cvt_u32_f32", "v_cvt_f32_ubyte0",
		"v_and_b32", "v_not_b32", "v_lshlrev_b32", "v_ashrrev_i32", "v_bfe_u32", "v_bfe_i32", "v_bfi_b32", "v_alignbit_b32", "v_perm_b32",
		"v_add_co_u32", "v_addc_co_u32", "v_subb_co_u32", "v_add_u32", "v_sub_u32", "v_add3_u32", "v_lshl_add_u32", "v_min_i32", "v_med3_i32",
		"v_mul_lo_u32", "v_mul_hi_u32", "v_mul_u32_u24", "v_mad_u32_u24", "v_mad_i32_i24", "v_mad_u64_u32", "v_lshlrev_b64", "v_lshl_b64",
		"v_cndmask_b32", "v_cmp_lt_u32", "v_cmp_ne_i32", "v_cmp_eq_u64", "v_mbcnt_lo_u32_b32", "v_sad_u8",
		"v_add_f64", "v_fma_f64", "v_add_f16", "v_pk_fma_f16", "v_rcp_f32", "v_exp_f32", "v_cvt_f16_f32", "v_cvt_f32_f16",
	} {
		d := rowNamed(b, name)
		do := d.Do.(isa.Vector)
		args := rowArgs(d)
		for _, m := range benchmarkModes {
			isFloat := false
			for _, a := range args {
				isFloat = isFloat || a.Type.IsFloat()
			}
			sub := name
			if isFloat {
				sub += "/" + m.name
			} else if m.g != isa.GCN14 {
				continue
			}
			b.Run(sub, func(b *testing.B) {
				c := newVecCase()
				c.Features, c.FP, c.In = m.g.Features(), m.fp, 0x0123456789abcdef
				for i := range isa.Lanes { // moderate numbers of the operands' types
					for j := range 4 {
						v := uint32(i*2654435761) >> (j + 2)
						c.A[j][i], c.B[j][i], c.C[j][i] = v, v>>3^0x5555, v<<2
					}
					for r, row := range [...]*[4]*isa.Row{&c.A, &c.B, &c.C} {
						for _, a := range args {
							if a.Role != "abc"[r] {
								continue
							}
							switch a.Type {
							case isa.F32:
								row[0][i] = math.Float32bits(float32(i+r+1) * 1.37)
							case isa.F64:
								u := math.Float64bits(float64(i+r+1) * 1.37)
								row[0][i], row[1][i] = uint32(u), uint32(u>>32)
							case isa.F16, isa.V2F16:
								row[0][i] = 0x3c00 + uint32(i*7+r)
							}
						}
					}
				}
				if name == "v_perm_b32" {
					for i := range isa.Lanes {
						c.C[0][i] = 0x05040100
					}
				}
				for b.Loop() {
					do(&c.Vec)
				}
			})
		}
	}
}

func rowNamed(tb testing.TB, name string) *isa.Desc {
	rows := isa.Rows()
	i := slices.IndexFunc(rows, func(d *isa.Desc) bool { return d.Name == name })
	if i < 0 {
		tb.Fatalf("no row %s", name)
	}
	return rows[i]
}
