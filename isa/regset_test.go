package isa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A set of registers is what a map of codes would be.
func TestRegSetIsAMapOfCodes(t *testing.T) {
	codes := []uint16{CodeSCC}
	for c := uint16(0); c < 512; c++ {
		if c < 128 || c >= CodeVGPR {
			codes = append(codes, c)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	of := func() (s RegSet, m map[uint16]bool) {
		m = map[uint16]bool{}
		for range random.IntN(12) {
			c := codes[random.IntN(len(codes))]
			n := 1 + random.IntN(4)
			if c == CodeSCC {
				n = 1
			}
			s.Add(c, n)
			for i := range uint16(n) {
				if c+i < 512 && (c == CodeSCC || c+i < 128 || c >= CodeVGPR) {
					m[c+i] = true
				}
			}
		}
		return s, m
	}
	require.False(t, (&RegSet{}).Has(200), "a constant is in no set")
	for range 2000 {
		a, am := of()
		b, bm := of()
		meets := false
		for c := range am {
			meets = meets || bm[c] && c != CodeSCC
		}
		require.Equal(t, meets, a.Meets(&b))
		require.Equal(t, len(am) > 0, a.Any())
		rank := 0
		var listed []uint16
		for c := uint16(0); c < 512; c++ {
			if am[c] != a.Has(c) { // require is slow where it is asked a million times
				t.Fatalf("code %d: Has is %v", c, a.Has(c))
			}
			if c == CodeSCC {
				continue
			}
			if rank != a.Rank(c) {
				t.Fatalf("code %d: rank %d, want %d", c, a.Rank(c), rank)
			}
			if am[c] {
				rank++
				listed = append(listed, c)
			}
		}
		var each []uint16
		a.Each(func(c uint16) bool { each = append(each, c); return true })
		require.Equal(t, listed, each)
		join, less := a, a
		join.Join(&b)
		less.Subtract(&b)
		for _, c := range codes {
			if join.Has(c) != (am[c] || bm[c]) || less.Has(c) != (am[c] && !bm[c]) {
				t.Fatalf("code %d: in the union %v, in the difference %v", c, join.Has(c), less.Has(c))
			}
			if less.Remove(c); less.Has(c) {
				t.Fatalf("code %d is left", c)
			}
		}
	}
}
