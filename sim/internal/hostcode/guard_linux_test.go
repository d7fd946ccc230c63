package hostcode_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// guards is memory between pages that nobody may touch. A test that touches those pages crashes.
type guards struct{ maps [][]byte }

// bytes returns n bytes, at the end of their pages or at the beginning.
func (p *guards) bytes(t testing.TB, n int, atEnd bool) []byte {
	page := unix.Getpagesize()
	size := (n + page - 1) &^ (page - 1)
	m, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	require.NoError(t, err)
	p.maps = append(p.maps, m)
	require.NoError(t, unix.Mprotect(m[page:page+size], unix.PROT_READ|unix.PROT_WRITE))
	if atEnd {
		return m[page+size-n : page+size]
	}
	return m[page : page+n]
}

// free gives the memory back.
func (p *guards) free(t testing.TB) {
	for _, m := range p.maps {
		require.NoError(t, unix.Munmap(m))
	}
	p.maps = nil
}

// Host code touches nothing but the wave and its registers: units and the code of paths of random
// programs are executed on copies of both that lie between guard pages, with all lanes active, some
// and none, and leave there what they leave elsewhere.
func TestHostCodeStaysWithinTheWave(t *testing.T) {
	n := 6
	if *long {
		n = 200
	}
	done := 0
	for _, tier := range tiers(t) {
		for _, g := range []isa.Gen{isa.GCN10, isa.GCN12, isa.GCN14} {
			x := newGenerator(uint64(g)+31, g)
			for _, atEnd := range []bool{false, true} {
				var pages guards
				wave, rows := pages.bytes(t, hostcode.WaveBytes, atEnd), pages.bytes(t, hostcode.RowBytes, atEnd)
				for range n {
					src, l, _ := x.memoryLoop(t, g)
					x.addresses(&l)
					l.Grid[0], l.Group[0] = 64, 64
					p, err := asm.Code(g, src)
					require.NoError(t, err, src)
					d := sim.NewDevice(g)
					l.Prog, err = d.Load(p.Code)
					require.NoError(t, err)
					l.Options.MaxInsts = 20000
					l.Options.Hooks = &sim.Hooks{GroupEnd: func(g *sim.Group) { // instructions are bound by then
						ran, diff := hostcode.RunGuarded(g.Waves[0], tier, wave, rows)
						require.Empty(t, diff, src)
						done += ran
					}}
					_, err = d.Run(&l)
					require.NoError(t, err)
				}
				pages.free(t)
			}
		}
	}
	require.Greater(t, done, 100*n)
}
