package isa

import "testing"

// benchmarkModes are the default of the generation in the ABI of compiled code: f32 denormals flushed before GCN 1.4, kept on it.
var benchmarkModes = []struct {
	name string
	g    Gen
	fp   FPMode
}{
	{"flush", GCN12, FPMode{F32: FlushAll, F64: KeepAll, F16: KeepAll, IEEE: true}},
	{"keep", GCN14, FPMode{F32: KeepAll, F64: KeepAll, F16: KeepAll, IEEE: true}},
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
		do := d.Do.(Vector)
		args, err := parseArgs(d.Args)
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range benchmarkModes {
			isFloat := false
			for _, a := range args {
				isFloat = isFloat || a.Type.IsFloat()
			}
			sub := name
			if isFloat {
				sub += "/" + m.name
			} else if m.g != GCN14 {
				continue
			}
			b.Run(sub, func(b *testing.B) {
				c := newVecCase()
				c.Gen, c.FP, c.In = m.g, m.fp, 0x0123456789abcdef
				for i := range Lanes { // moderate numbers of the operands' types
					for j := range 4 {
						v := uint32(i*2654435761) >> (j + 2)
						c.A[j][i], c.B[j][i], c.C[j][i] = v, v>>3^0x5555, v<<2
					}
					for r, row := range [...]*[4]*Row{&c.A, &c.B, &c.C} {
						for _, a := range args {
							if a.Role != "abc"[r] {
								continue
							}
							switch a.Type {
							case F32:
								row[0][i] = b32(float32(i+r+1) * 1.37)
							case F64:
								u := b64(float64(i+r+1) * 1.37)
								row[0][i], row[1][i] = uint32(u), uint32(u>>32)
							case F16, V2F16:
								row[0][i] = 0x3c00 + uint32(i*7+r)
							}
						}
					}
				}
				if name == "v_perm_b32" {
					for i := range Lanes {
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

func rowNamed(tb testing.TB, name string) *Desc {
	for _, d := range Rows() {
		if d.Name == name {
			return d
		}
	}
	tb.Fatalf("no row %s", name)
	return nil
}
