package dyncheck

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// An access that has the shape of one before it, or of some of its lanes, is at the addresses that it had.
func TestAccessesAreWhereTheirShapesSay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	whole, part := 0, 0
	const mapped = 2048 // nothing lies before it
	g := mem.NewGlobal()
	_, err := g.Map("memory", mapped, 64<<10)
	require.NoError(t, err)
	for range 4000 {
		tr := &track{check: &Checker{Dispatch: &engine.Dispatch{Mem: g}}}
		first := keyOf(2*uint32(r.IntN(4)), 4, 0, 0, plainRead)
		var off isa.Row
		at, low := uint32(0), 64*uint64(1+r.IntN(100))+4*uint64(r.IntN(16))
		for l := range off {
			if at += 4; l&15 == 0 {
				at += 4 * uint32(1+r.IntN(40))
			}
			off[l] = at
		}
		for l := range off {
			off[l] -= min(off[0], off[l])
		}
		h := tr.shape(&off, engine.AllLanes, first)
		h.lay(low, &tr.room)
		tr.whole[r.IntN(3)] = h

		// The same lanes at another place, or from another base on.
		a := noted{k: keyOf(2*uint32(r.IntN(4)), 4, 0, 0, plainWrite), exec: engine.AllLanes}
		if r.IntN(3) > 0 {
			a.exec = r.Uint64() & r.Uint64()
			a.exec |= 1 << r.IntN(64)
		}
		base := uint32(4 * r.IntN(200))
		a.low = low + 64*uint64(r.IntN(50)) + 4*uint64(r.IntN(2)) - min(low, uint64(base))
		want, raw := [isa.Lanes]uint64{}, isa.Row{}
		for l := range raw {
			raw[l] = off[l] + base
			if a.exec>>l&1 == 0 || r.IntN(200) == 0 {
				raw[l] = 4 * uint32(r.IntN(1000))
			}
			want[l] = a.low + uint64(raw[l])
		}
		if a.off = &raw; !tr.like(&a) {
			continue
		}
		if whole++; a.part {
			whole, part = whole-1, part+1
		}
		for l := range want {
			if a.exec>>l&1 != 0 {
				require.Equal(t, want[l], a.low+uint64(a.h.off[l]), "lane %d", l)
			}
		}
		if a.part {
			require.GreaterOrEqual(t, a.low, uint64(mapped), "that of all lanes is made from there on")
			require.Equal(t, a.h.phase, uint32(a.low)&63)
		}
	}
	t.Log(whole, part)
	if whole+part > 0 { // the host has AVX-512
		require.Greater(t, whole, 50)
		require.Greater(t, part, 50)
	}
}
