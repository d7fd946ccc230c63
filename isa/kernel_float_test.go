package isa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The host's vector instructions against arithmetic with integers: what they accept is right, they
// accept all ordinary rows and nothing else, and leave the destination alone where they do not.
func TestRowsAreExact(t *testing.T) {
	if !haveRows {
		t.Skip("the host has no AVX2 and FMA, or GODEBUG switches them off")
	}
	two := func(f func(d, a, b *Row, limit uint32) bool) func(d, a, b, c *Row, limit uint32) bool {
		return func(d, a, b, _ *Row, limit uint32) bool { return f(d, a, b, limit) }
	}
	soft := func(x uint64) uint32 { return uint32(x) }
	product := func(a, b uint32) uint32 { return soft(fp32.mul(uint64(a), uint64(b), KeepAll)) }
	for _, op := range []struct {
		name string
		rows func(d, a, b, c *Row, limit uint32) bool
		lane func(a, b, c uint32) (result, inner uint32) // inner: a value on the way, or the result again
		uses int
	}{
		{"add", two(addRows), func(a, b, _ uint32) (uint32, uint32) {
			s := soft(fp32.add(uint64(a), uint64(b), KeepAll))
			return s, s
		}, 2},
		{"sub", two(subRows), func(a, b, _ uint32) (uint32, uint32) {
			s := soft(fp32.sub(uint64(a), uint64(b), KeepAll))
			return s, s
		}, 2},
		{"mul", two(mulRows), func(a, b, _ uint32) (uint32, uint32) {
			p := product(a, b)
			return p, p
		}, 2},
		{"mad", madRows, func(a, b, c uint32) (uint32, uint32) {
			p := product(a, b)
			return soft(fp32.add(uint64(p), uint64(c), KeepAll)), p
		}, 3},
		{"fma", fmaRows, func(a, b, c uint32) (uint32, uint32) {
			s := soft(fp32.fma(uint64(a), uint64(b), uint64(c), 0, KeepAll))
			return s, s
		}, 3},
	} {
		t.Run(op.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			special := []uint32{0, sign32, inf32, sign32 | inf32, 0x7fc00000, 0x7f800001, 0xffc00001, 1, 0x807fffff, 0x00800000, 0x007fffff, 0x7f7fffff, 0x3f800000}
			value := func(odd bool) uint32 {
				if odd {
					switch r.IntN(6) {
					case 0:
						return special[r.IntN(len(special))]
					case 1, 2: // products, differences and their sums may be denormal
						return r.Uint32()&^inf32 | uint32([]int{1, 2 + r.IntN(20), 50 + r.IntN(25)}[r.IntN(3)])<<23
					case 3:
						return r.Uint32() & sign32
					}
				}
				return r.Uint32()&^inf32 | uint32(100+r.IntN(55))<<23
			}
			accepted := 0
			const rounds = 4000
			for round := range rounds {
				var in [3]Row
				for l := range Lanes {
					odd := round%4 != 0 && (round%4 == 1 || l == round/4%Lanes) // ordinary rows, odd ones, and one odd lane in ordinary rows
					for k := range in {
						in[k][l] = value(odd)
					}
				}
				limit := []uint32{denormals, noDenormals}[round/8%2]
				var want Row
				ordinary := true
				for l := range Lanes {
					q, inner := op.lane(in[0][l], in[1][l], in[2][l])
					want[l] = q
					ordinary = ordinary && !isNaN32(q)
					for _, x := range append([]uint32{q, inner}, in[0][l], in[1][l], in[2][l])[:2+op.uses] {
						ordinary = ordinary && (limit == noDenormals || !isDenorm32(x))
					}
				}
				for _, d := range []*Row{{}, &in[0], &in[1], &in[2]} { // the destination may be a source, which is the last use of it
					x := in
					before := *d
					out := d
					for k := range in {
						if d == &in[k] {
							out = &x[k]
						}
					}
					ok := op.rows(out, &x[0], &x[1], &x[2], limit)
					require.Equal(t, ordinary, ok, "round %d", round)
					if ok {
						require.Equal(t, want, *out, "round %d", round)
						accepted++
					} else {
						require.Equal(t, before, *out, "round %d: refused, and written", round)
					}
				}
			}
			require.Greater(t, accepted, rounds, "ordinary rows")
			require.Less(t, accepted, 3*rounds, "others")
		})
	}
}
