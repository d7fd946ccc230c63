package isa

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// operandRows are rows of values at which integer arithmetic does something else, all pairs of them
// among the lanes, and of random ones.
func operandRows(r *rand.Rand, round int) (in [4]Row) {
	edge := []uint32{0, 1, 2, 7, 8, 15, 16, 23, 24, 31, 32, 33, 63, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000,
		0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff}
	for l := range Lanes {
		n := round*Lanes + l
		in[0][l], in[1][l], in[2][l] = edge[n%len(edge)], edge[n/len(edge)%len(edge)], edge[r.IntN(len(edge))]
		for i := range in {
			if i == 3 || n >= len(edge)*len(edge) && r.IntN(4) > 0 {
				in[i][l] = r.Uint32()
			}
		}
	}
	return in
}

// What a row does by its recipe, one operation on rows after the other, is what its function does:
// with every operand in the place of the destination, every mask, and with CLAMP.
func TestRecipesOnRowsAreTheFunctions(t *testing.T) {
	if !haveRows {
		t.Skip("the host has no AVX2, or GODEBUG switches it off")
	}
	found := map[string]bool{}
	for _, d := range theRows() {
		do, ok := d.Do.(Vector)
		if !ok || d.Host == nil {
			continue
		}
		fast := newRowRecipe(d, do)
		if fast == nil {
			continue
		}
		found[d.Name] = true
		t.Run(d.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(len(d.Name))))
			for round := range 40 {
				in := operandRows(r, round)
				mask := [...]uint64{0, ^uint64(0), r.Uint64()}[round%3]
				for alias := range 4 { // which of A, B, C and none the destination is
					var want, got Vec
					for i, v := range [...]Vector{do, fast.vector()} {
						k, rows := [...]*Vec{&want, &got}[i], in
						*k = Vec{Exec: r.Uint64(), In: mask, Clamp: round%2 == 1, Features: FeatureIntClamp, K: 77}
						k.A[0], k.B[0], k.C[0] = &rows[0], &rows[1], &rows[2]
						k.D[0] = &rows[(alias+3)%4]
						v(k)
					}
					if d.Host.D != nil {
						require.Equal(t, *want.D[0], *got.D[0], "round %d, destination %d", round, alias)
					}
					if d.Host.Out != nil {
						require.Equal(t, fmt.Sprintf("%064b", want.Out), fmt.Sprintf("%064b", got.Out), "round %d", round)
					}
					for i := range 3 {
						if got.D[0] != [...]*Row{got.A[0], got.B[0], got.C[0]}[i] {
							require.Equal(t, in[i], *[...]*Row{got.A[0], got.B[0], got.C[0]}[i], "source %d", i)
						}
					}
				}
			}
		})
	}
	for _, name := range []string{"v_add_u32", "v_add_co_u32", "v_mul_lo_u32", "v_mul_hi_i32", "v_cndmask_b32", "v_cmp_gt_i32",
		"v_and_b32", "v_not_b32", "v_ashrrev_i32", "v_sub_u32", "v_subrev_co_u32"} {
		require.True(t, found[name], name)
	}
	t.Logf("%d rows", len(found))
}

// BenchmarkRows compares the two ways.
func BenchmarkRows(b *testing.B) {
	in := operandRows(rand.New(rand.NewPCG(1, 2)), 100)
	var d Row
	for _, x := range theRows() {
		do, ok := x.Do.(Vector)
		if !ok || !haveRows || x.Host == nil {
			continue
		}
		fast := newRowRecipe(x, do)
		if fast == nil {
			continue
		}
		for i, v := range [...]Vector{do, fast.vector()} {
			b.Run(fmt.Sprintf("%s/%s", x.Name, [...]string{"go", "rows"}[i]), func(b *testing.B) {
				k := Vec{In: 0x12345678, A: [4]*Row{&in[0]}, B: [4]*Row{&in[1]}, C: [4]*Row{&in[2]}, D: [4]*Row{&d}}
				for b.Loop() {
					v(&k)
				}
			})
		}
	}
}
