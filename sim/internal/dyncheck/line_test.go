package dyncheck

import (
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// plainAccess is an access to a dword as a list has it.
type plainAccess struct {
	group, spell int
	wave         uint8
	kind         accessKind
}

// meets reports whether two accesses of one dword may race, by what a shadow of lines knows.
func (a plainAccess) meets(b plainAccess) bool {
	writes := func(k accessKind) bool { return k == plainWrite || k == atomicAccess }
	switch {
	case !writes(a.kind) && !writes(b.kind), a.kind == atomicAccess && b.kind == atomicAccess:
		return false
	case a.kind == atomicAccess, b.kind == atomicAccess: // of one wave, too
		return true
	}
	return a.group != b.group || a.spell == b.spell && a.wave != b.wave
}

// A shadow of lines finds the first accesses of a launch that may race, and no others: the same as a
// list of all that was accessed.
func TestShadowOfLinesIsAList(t *testing.T) {
	var s lineShadow
	var shape lineShape
	var room isa.Row
	r := rand.New(rand.NewPCG(3, 4))
	met, accesses := 0, 0
	for range 600 {
		if r.IntN(200) == 0 {
			s = lineShadow{spell: maxTag/2 - uint32(r.IntN(4))*tagStep, leaves: s.leaves, list: s.list}
		}
		s.begin()
		list := map[uint64][]plainAccess{}
		kinds := []accessKind{plainRead, plainRead, plainRead, plainWrite, coherentRead, atomicAccess}[:3+r.IntN(4)]
		near := uint64(1) << (4 + r.IntN(8))
		base := uint64(r.IntN(20)) << 18
		over := false
		for group := 0; group < 6 && !over; group++ {
			require.True(t, s.next())
			s.group = s.spell
			for spell := 0; spell < 3 && !over; spell++ {
				if spell > 0 {
					require.True(t, s.next())
				}
				for range r.IntN(12) {
					a := plainAccess{group, spell, uint8(r.IntN(maxWaves)), kinds[r.IntN(len(kinds))]}
					n := []uint64{1, 2, 4, 8, 16, 64, 256}[r.IntN(7)]
					var off isa.Row
					exec := uint64(1)
					if n <= 16 {
						if exec = r.Uint64(); r.IntN(2) == 0 {
							exec = ^uint64(0)
						}
						step := []uint32{uint32(n), uint32(n), 64, 20, 0}[r.IntN(5)]
						for l := range off {
							if off[l] = uint32(l) * step; step == 20 {
								off[l] = 4 * r.Uint32N(64)
							}
						}
					}
					if r.IntN(2) == 0 { // offsets count from the first lane that takes part
						first := off[bits.TrailingZeros64(exec)]
						for l := range off {
							if off[l] -= first; exec>>l&1 != 0 && int32(off[l]) < 0 {
								off[l] = 0
							}
						}
					}
					low := base + uint64(r.IntN(40))*near
					if r.IntN(3) > 0 {
						low &^= n - 1
					}
					both := []plainAccess{a} // a write may be one of what the wave reads
					if also := a; a.kind == plainWrite && r.IntN(2) == 0 {
						also.kind = plainRead
						both = append(both, also)
					}
					want := true
					dwords := map[uint64]bool{}
					for l, o := range off {
						if exec>>l&1 == 0 {
							continue
						}
						for b := range n {
							dwords[(low+uint64(o)+b)>>2] = true
						}
					}
					for d := range dwords {
						for _, b := range list[d] {
							for _, a := range both {
								want = want && !a.meets(b)
							}
						}
						list[d] = append(list[d], both...)
					}
					free := true
					if n > 16 {
						free = s.access(a.kind, a.wave, low, n, len(both) > 1).free()
					} else {
						if !shape.is(&off, exec, uint32(n)) {
							shape.take(&off, exec, uint32(n))
						}
						free = s.shaped(a.kind, a.wave, low, &shape, &room, len(both) > 1).free()
					}
					require.Equal(t, want, free, "%+v", a)
					accesses++
					if over = !free; over {
						met++
						break
					}
				}
			}
		}
	}
	t.Log(accesses, met)
	require.Greater(t, met, 100)
	require.Less(t, met, 560)
}

// Most accesses of few dwords are reads, which many work-groups make: what they meet is what a list says.
func TestReadsOfManyMeetWrites(t *testing.T) {
	var s lineShadow
	r := rand.New(rand.NewPCG(7, 8))
	met := 0
	for range 4000 {
		s.begin()
		list := map[uint64][]plainAccess{}
		free := true
		for group := 0; group < 8 && free; group++ {
			require.True(t, s.next())
			s.group = s.spell
			for spell := 0; spell < 2 && free; spell++ {
				if spell > 0 {
					require.True(t, s.next())
				}
				for range r.IntN(4) {
					a := plainAccess{group, spell, uint8(r.IntN(2)), []accessKind{plainRead, plainWrite}[r.IntN(8)/7]}
					first, n := uint64(r.IntN(32)), uint64(1+r.IntN(6))
					want := true
					for d := first; d < first+n; d++ {
						for _, b := range list[d] {
							want = want && !a.meets(b)
						}
						list[d] = append(list[d], a)
					}
					free = s.access(a.kind, a.wave, 4*first, 4*n, false).free()
					require.Equal(t, want, free, "%+v", a)
					if !free {
						met++
						break
					}
				}
			}
		}
	}
	require.Greater(t, met, 2000)
	require.Less(t, met, 3900)
}

// What a work-group has marked before says nothing of other words, or of the next launch on the device: a dword
// that another work-group has written is foreign.
func TestMarksOfOthersAreForeign(t *testing.T) {
	const addr, other = 0x8000, 0x8000 + 64*64
	for _, n := range []uint64{4, 256, 512} { // known by line, and by block
		t.Run(strconv.Itoa(int(n)), func(t *testing.T) { testMarks(t, addr, other, n) })
	}
}

func testMarks(t *testing.T, addr, other, n uint64) {
	var a, b lineShadow
	for launch := range 3 {
		all := new(written)
		for _, s := range []*lineShadow{&a, &b} {
			s.all = all
			s.begin()
		}
		if launch > 0 {
			b.access(plainWrite, 0, addr, n, false)
		}
		b.access(plainWrite, 0, other, n, false)
		require.False(t, b.foreign)
		a.access(plainWrite, 0, addr, 4, false)
		require.Equal(t, launch > 0, a.foreign, "launch %d", launch)
		require.True(t, a.next())
		for range 2 {
			a.access(plainWrite, 0, addr, n, false)
		}
		a.foreign = false
		a.access(plainWrite, 0, other, n, false)
		require.True(t, a.foreign, "launch %d", launch)
		a.access(plainWrite, 0, addr, n, false)
	}
}
