package isa

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The name that is meant is the one that comparing all names in full finds.
func TestNearestNameIsThatOfAFullSearch(t *testing.T) {
	names := slices.Sorted(maps.Keys(GCN12.Target().table().byName))
	full := func(name string) (found string) {
		best := min(max(1, len(name)/3), 3)
		for _, n := range names {
			if d := editDistance(name, n, 1000); n != name && (d < best || d == best && found == "") {
				best, found = d, n
			}
		}
		return found
	}
	r := rand.New(rand.NewPCG(1, 1))
	found := 0
	tries := []string{"", "v", "v_mov", "V_MOV_B32", "ä", strings.Repeat("s_load_", 9)}
	for range 30 {
		b := []byte(names[r.IntN(len(names))])
		for range 1 + r.IntN(4) {
			switch at := r.IntN(len(b)); r.IntN(4) {
			case 0:
				b[at] = "abz_0196"[r.IntN(8)]
			case 1:
				b = slices.Delete(b, at, at+1)
			case 2:
				b = slices.Insert(b, at, "x_2"[r.IntN(3)])
			case 3:
				b[at], b[len(b)-1-at] = b[len(b)-1-at], b[at]
			}
		}
		tries = append(tries, string(b))
	}
	for _, name := range tries {
		want := full(name)
		if want != "" {
			found++
		}
		require.Equal(t, want, Nearest(name, names), name)
	}
	require.Greater(t, found, 15)
}

// Edits are counted one by one.
func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "abc", 0}, {"abc", "ab", 1}, {"abc", "abxc", 1}, {"abc", "axc", 1}, {"abc", "acb", 1}, {"abc", "cab", 2},
		{"v_mov_b33", "v_mov_b32", 1}, {"v_mvo_b33", "v_mov_b32", 2}, {"", "abc", 3},
		{strings.Repeat("a", 60), strings.Repeat("a", 58), 2}, {strings.Repeat("a", 58), strings.Repeat("a", 60), 2},
	} {
		require.Equal(t, c.want, editDistance(c.a, c.b, 5), "%s %s", c.a, c.b)
	}
	require.Greater(t, editDistance("abcdef", "uvwxyz", 2), 2)
}
