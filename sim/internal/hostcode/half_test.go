package hostcode_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// Chains of arithmetic with halves, packed or not, leave the same in each tier, whatever reads what is rounded on the
// way: other arithmetic, the other half of an instruction, integers, comparisons. There are denormals and NaNs among them.
func TestChainsOfHalvesAgree(t *testing.T) {
	n := 150
	if *long {
		n = 5000
	}
	for _, g := range []isa.Gen{isa.GCN12, isa.GCN14} {
		for _, tier := range tiers(t) {
			x := newGenerator(uint64(g)+5, g)
			var arithmetic, others, integers []*isa.Form
			for _, f := range x.forms {
				switch name := f.Base(); {
				case strings.HasSuffix(name, "f16") && !strings.HasPrefix(name, "v_cmp"):
					arithmetic = append(arithmetic, f)
				case strings.Contains(name, "f16"):
					others = append(others, f)
				case name == "v_or_b32", name == "v_and_b32", name == "v_lshlrev_b32", name == "v_lshrrev_b32", name == "v_xor_b32":
					integers = append(integers, f)
				}
			}
			for range n {
				var body []string
				for i := range 12 {
					body = append(body, fmt.Sprintf("v_mov_b32 v%d, v%d", i, 20+i))
				}
				for range 2 + x.IntN(14) {
					forms := arithmetic
					switch x.IntN(8) {
					case 0:
						forms = others
					case 1, 2:
						forms = integers
					}
					text, ok := x.form(g, forms[x.IntN(len(forms))])
					require.True(t, ok)
					body = append(body, text)
				}
				src, l := x.loop(body)
				rows := l.Registers[0].Vector
				half := func() uint32 {
					if x.IntN(40) == 0 {
						return special16[x.IntN(len(special16))] & 0xffff
					}
					return 0x3000 + x.Uint32()&0x8fff
				}
				for i := range rows {
					for j := range rows[i] {
						rows[i][j] = half() | half()<<16
					}
				}
				compare(t, g, src, l, tier)
			}
		}
	}
}

// Halves that shifts pack and take apart, or nearly so.
func TestHalvesPackedByHandAgree(t *testing.T) {
	for _, left := range []int{15, 16, 17} {
		for _, right := range []int{15, 16, 17} {
			for _, tier := range tiers(t) {
				src, l := newGenerator(uint64(left), isa.GCN14).loop([]string{fmt.Sprintf(`
					v_mul_f16 v1, v20, v21
					v_mul_f16 v2, v22, v21
					v_lshlrev_b32 v3, %d, v1
					v_or_b32 v2, v2, v3
					v_lshrrev_b32 v4, %d, v2
					v_add_f16 v5, v4, v21
					v_add_f16 v6, v2, v21
					v_pk_mul_f16 v7, v20, v21
					v_lshrrev_b32 v8, %[2]d, v7
					v_add_f16 v8, v8, v21`, left, right)})
				rows := l.Registers[0].Vector
				for j := range rows[20] {
					rows[20][j], rows[21][j], rows[22][j] = 0x3c013c01+0x10001*uint32(j), 0x3d003d00+0x10001*uint32(j), 0xb412+uint32(j)
				}
				compare(t, isa.GCN14, src, l, tier)
			}
		}
	}
}

// A NaN of which the host's sign is another is found where halves are read as singles.
func TestNaNsOfHalvesAreFound(t *testing.T) {
	for _, readers := range []string{
		"v_cvt_f32_f16 v4, v1", "v_add_f16 v4, v1, v1\nv_cvt_f32_f16 v4, v4", "v_or_b32 v4, v1, v1", "v_add_f16 v4, v1, v2",
		"v_cvt_f32_f16 v4, v1\nv_cvt_f32_f16 v5, -v1", "v_cmp_lt_f16 vcc, v1, v2", "v_min_f16 v4, v1, v2",
	} {
		for _, tier := range tiers(t) {
			for seed := range uint64(8) { // EXEC, MODE
				src, l := newGenerator(seed, isa.GCN14).loop([]string{"v_mul_f16 v1, v20, v21", readers, "v_mov_b32 v1, 0"})
				rows := l.Registers[0].Vector
				for i := range rows {
					for j := range rows[i] {
						rows[i][j] = 0x3c00
					}
				}
				rows[20][5], rows[21][5] = 0x7c00, 0 // infinity times zero
				compare(t, isa.GCN14, src, l, tier)
			}
		}
	}
}

// The single of each half that is no NaN has its value.
func TestSinglesOfHalves(t *testing.T) {
	for h := range uint32(1 << 16) {
		e, digits := int(h>>10&31), float64(h&1023)
		want := math.Ldexp(digits, -24)
		switch {
		case e == 31 && digits > 0:
			continue
		case e == 31:
			want = math.Inf(1)
		case e > 0:
			want = math.Ldexp(1024+digits, e-25)
		}
		if h>>15 != 0 {
			want = math.Copysign(want, -1)
		}
		require.Equal(t, math.Float32bits(float32(want)), hostcode.SingleOf(h), h)
	}
}
