package mem

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
)

// tiers are the kinds of hosts that the one that runs the tests can be: as vector and vector8 say.
func tiers() [][2]bool {
	t := [][2]bool{{false, false}}
	if cpu.X86.HasAVX2 {
		t = append(t, [2]bool{false, true})
	}
	if vector {
		t = append(t, [2]bool{true, false})
	}
	return t
}

func TestRowsAreShortenedOnEachHost(t *testing.T) {
	was, was8 := vector, vector8
	defer func() { vector, vector8 = was, was8 }()
	r := rand.New(rand.NewPCG(1, 2))
	all, passed, contiguous := tiers(), 0, 0
	for i := range 4000 {
		var src Row
		base, step := r.Uint32N(1<<16), []uint32{0, 4, 4, 8, 1}[r.IntN(5)]
		for l := range src {
			src[l] = base + uint32(l)*step
		}
		for range r.IntN(3) { // few lanes decide
			src[r.IntN(64)] = []uint32{r.Uint32(), r.Uint32N(1 << 17), 0xffff, 1 << 16, 0}[r.IntN(5)]
		}
		m := []uint64{AllLanes, r.Uint64(), 1 << r.IntN(64), AllLanes &^ (1 << r.IntN(64)), 0}[r.IntN(5)]
		below := []uint32{base, base + 1, base + 63*step, base + 63*step + 1, 1 << 16, 1, r.Uint32N(1 << 16)}[r.IntN(7)]
		below = min(below, 1<<16)
		low := []uint32{0, 1, 3, 7, 15}[r.IntN(5)]
		ok, dense := true, true
		for l, v := range src {
			ok = ok && (m>>l&1 == 0 || v < below && v&low == 0)
			dense = dense && v == src[0]+4*uint32(l)
		}
		for _, tier := range all {
			vector, vector8 = tier[0], tier[1]
			var got Short
			gotOK, gotDense := Shorten(&got, &src, m, below, low)
			if m != 0 {
				require.Equal(t, ok, gotOK, "%v %x %x %x %v", tier, m, below, low, src)
			}
			require.Equal(t, dense, gotDense, "%v %v", tier, src)
			if !ok {
				continue
			}
			var row, want Row
			for l := range want {
				if m>>l&1 != 0 {
					want[l] = src[l]
				}
			}
			row[i%64] = 1 // what was there does not matter
			Lengthen(&row, &got, m)
			require.Equal(t, want, row, fmt.Sprint(tier))
			passed++
		}
		if dense {
			contiguous++
		}
	}
	require.Greater(t, passed, 500)
	require.Greater(t, contiguous, 100)
}

func TestRowsAreApartOnEachHost(t *testing.T) {
	was, was8 := vector, vector8
	defer func() { vector, vector8 = was, was8 }()
	for _, tier := range tiers() {
		vector, vector8 = tier[0], tier[1]
		TestRowsAreAsFarApartAsTheirLanes(t)
	}
}

func TestSinceFindsTheFirstDwordBelow(t *testing.T) {
	was, was8 := vector, vector8
	defer func() { vector, vector8 = was, was8 }()
	all := tiers()
	for n := range 40 {
		src := make([]uint32, n, n+1)
		for at := range n + 1 {
			for _, least := range []uint32{0, 1, 5, 1 << 31, 1<<32 - 1} {
				for i := range src {
					src[i] = least + uint32(i)&1
					if i&1 == 1 && least == 1<<32-1 {
						src[i] = least
					}
				}
				want := n
				if at < n && least > 0 {
					src[at], want = least-1, at
				}
				src[:n+1][n] = 0
				for _, tier := range all {
					vector, vector8 = tier[0], tier[1]
					require.Equal(t, want, Since(src, least), "%v %d %d %d", tier, n, at, least)
				}
			}
		}
	}
}

func TestRegistersAreShortenedTogether(t *testing.T) {
	was, was8 := vector, vector8
	defer func() { vector, vector8 = was, was8 }()
	r := rand.New(rand.NewPCG(3, 4))
	regs, all, good := new([256]Row), tiers(), 0
	for range 3000 {
		list := make([]Reach, r.IntN(6))
		m := []uint64{AllLanes, r.Uint64(), 1 << r.IntN(64)}[r.IntN(3)]
		limit := 64 + r.Uint32N(1<<16-64)
		want := true
		for i := range list {
			x := Reach{uint32(3*i) + r.Uint32N(3), 4 + r.Uint32N(16), []uint32{0, 1, 3, 7}[r.IntN(4)]}
			list[i] = x
			for l := range regs[x.Reg] {
				regs[x.Reg][l] = r.Uint32N(limit-x.End+1) &^ x.Clear
			}
			if l := r.IntN(64); r.IntN(8) == 0 {
				regs[x.Reg][l] = []uint32{limit - x.End, limit - x.End + 1, limit, 1 << 16, 1<<32 - 1, 1}[r.IntN(6)]
			}
		}
		for _, x := range list {
			for l, v := range regs[x.Reg] {
				want = want && (m>>l&1 == 0 || v <= limit-x.End && v&x.Clear == 0)
			}
		}
		for _, tier := range all {
			vector, vector8 = tier[0], tier[1]
			got := make([]ShortRow, len(list)+1)
			require.Equal(t, want, ShortenAll(got, regs[:], list, m, limit), "%v %v %x %x", tier, list, m, limit)
			require.Zero(t, got[len(list)])
			if !want {
				continue
			}
			for i, x := range list {
				require.Equal(t, m, got[i].M)
				for l, v := range regs[x.Reg] {
					if m>>l&1 != 0 {
						require.Equal(t, v, uint32(got[i].At[l]))
					}
				}
			}
			good++
		}
	}
	require.Greater(t, good, 2000)
}
