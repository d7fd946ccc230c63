package dyncheck

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// What is known by block is what would be known by line: accesses meet the same, and the cells are the same when
// all pages are known by line.
func TestBlocksAreLines(t *testing.T) {
	var s, fine lineShadow
	var shape lineShape
	var room isa.Row
	r := rand.New(rand.NewPCG(5, 6))
	blocks, met := 0, 0
	for range 2000 {
		const base, pages = 3 << leafBits, uint64(4)
		s.begin()
		fine.begin()
		keys := []uint64{base>>leafBits - 1, base >> leafBits}
		for _, key := range keys {
			fine.refine(fine.leaf(key), ^uint64(0))
		}
		for range 1 + r.IntN(3) {
			require.True(t, s.next() && fine.next())
			if r.IntN(2) == 0 {
				s.group = s.spell
			}
			fine.group = s.group
			for range r.IntN(8) {
				kind := []accessKind{plainRead, plainWrite, plainWrite, coherentRead, atomicAccess}[(3+r.IntN(22))/5]
				wave, also := uint8(r.IntN(2)), kind == plainWrite && r.IntN(2) == 0
				addr := base - pages<<writtenShift + uint64(r.IntN(int(2*pages<<writtenShift)))
				if r.IntN(4) > 0 {
					addr &^= []uint64{3, 15, 63, 255, 255, 255, 4095}[r.IntN(7)]
				}
				of, ofFine := lineMet(0), lineMet(0)
				if r.IntN(2) == 0 {
					n := []uint64{4, 64, 252, 256, 256, 260, 512, 1024, 4096, 8192}[r.IntN(10)]
					of = s.access(kind, wave, addr, n, also)
					ofFine = fine.access(kind, wave, addr, n, also)
				} else {
					n := []uint32{4, 4, 8, 16}[r.IntN(4)]
					var off isa.Row
					many, gap := []int{4, 16, 32, 64}[r.IntN(4)], []uint32{0, 16, 64, 192, 256, 768, 4096}[r.IntN(7)]
					for l := range off {
						off[l] = uint32(l)*n + uint32(l/many)*gap
					}
					exec := uint64(engine.AllLanes)
					if r.IntN(4) == 0 {
						exec &^= 1 << r.IntN(64)
					}
					if !shape.is(&off, exec, n) {
						shape.take(&off, exec, n)
					}
					if r.IntN(3) == 0 && shape.partsAt(addr, n, &room) {
						part := r.Uint64() | 1
						of, ofFine = s.some(kind, wave, addr, &shape, part), fine.some(kind, wave, addr, &shape, part)
					} else {
						of = s.shaped(kind, wave, addr, &shape, &room, also)
						ofFine = fine.shaped(kind, wave, addr, &shape, &room, also)
					}
				}
				require.Equal(t, ofFine, of)
				if met++; of == 0 {
					met--
				}
			}
		}
		for _, key := range keys {
			l, f := s.leaf(key), fine.leaf(key)
			for i, c := range l.blocks {
				if c.tag >= s.launch && l.fine&pageOf(uint64(i)*blockLines) == 0 {
					blocks++
				}
			}
			s.refine(l, ^uint64(0))
			for i, c := range l.lines {
				if d := f.lines[i]; c != d && max(c.tag, d.tag) >= s.launch {
					require.Equal(t, d, c, "line %d", i)
				}
			}
		}
	}
	t.Log(blocks, met)
	require.Greater(t, blocks, 2000)
	require.Greater(t, met, 1000)
}
