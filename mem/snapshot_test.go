package mem

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// world is all that one can see of a memory.
func world(t *testing.T, g *Global) string {
	text := fmt.Sprintf("%d %d\n", g.Mapped(), g.inUse())
	for _, r := range g.Ranges() {
		b := make([]byte, r.Size())
		require.NoError(t, g.Read(r.Base, b))
		text += fmt.Sprintf("%v %x\n", r, b)
	}
	for _, s := range g.Changed() {
		text += fmt.Sprintf("%#x %x %x\n", s.Addr, s.Before, s.After)
	}
	return text
}

// However memory was written, mapped and unmapped, a snapshot brings back what it was, again and
// again, in any order of snapshots.
func TestSnapshotsBringBackWhatMemoryWas(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := NewGlobal()
		g.UseLimit = 1 << 22
		var buffers []*Range
		for i, size := range []uint64{100, PageBytes, 3*PageBytes + 5, 200_000} {
			rg, err := g.Map(fmt.Sprint(i), uint64(i+1)<<20+r.Uint64N(9), size)
			require.NoError(t, err)
			if i%2 == 1 {
				rg.Fill(byte(i))
			}
			if size > 100_000 { // as a large one is
				rg.scatter()
			}
			buffers = append(buffers, rg)
		}
		type kept struct {
			s    *Snapshot
			want string
		}
		var list []kept
		for range 60 {
			switch k := r.IntN(12); {
			case k < 7:
				rg := buffers[r.IntN(len(buffers))]
				b := make([]byte, 1+r.Uint64N(min(rg.Size(), 5000)))
				for i := range b {
					b[i] = byte(r.Uint32())
				}
				_ = g.Write(rg.Base+r.Uint64N(rg.Size()-uint64(len(b))+1), b) // it may be unmapped
			case k == 7:
				if _, err := g.MapAnywhere("more", 10+r.Uint64N(9000), 0); err != nil {
					t.Fatal(err)
				}
				if rs := g.Ranges(); r.IntN(2) == 0 {
					require.NoError(t, g.Unmap(rs[r.IntN(len(rs))]))
				}
			case k == 8 && r.IntN(4) == 0:
				g.ResetChanges()
			case k < 10:
				list = append(list, kept{g.Snapshot(), world(t, g)})
			case len(list) > 0:
				x := list[r.IntN(len(list))]
				require.NoError(t, g.Restore(x.s))
				require.Equal(t, x.want, world(t, g))
			}
		}
		for _, i := range r.Perm(len(list)) {
			require.NoError(t, g.Restore(list[i].s))
			require.Equal(t, list[i].want, world(t, g))
		}
		require.ErrorIs(t, NewGlobal().Restore(g.Snapshot()), ErrOtherMemory)
	}
}

// What an access remembers of memory is not what a restored one has.
func TestAccessesSeeRestoredMemory(t *testing.T) {
	g := NewGlobal()
	rg, err := g.Map("a", 1<<20, 2*PageBytes)
	require.NoError(t, err)
	var q Access
	row := Row{}
	q.Exec, q.Bytes, q.Rows = 1, 4, []*Row{&row}
	q.Addr[0] = rg.Base
	store := func(v uint32) {
		row[0] = v
		require.NoError(t, g.Scatter(&q))
	}
	load := func() uint32 {
		row[0] = 99
		require.NoError(t, g.Gather(&q))
		return row[0]
	}
	empty := g.Snapshot()
	store(1)
	one := g.Snapshot()
	store(2)
	require.NoError(t, g.Restore(one))
	require.EqualValues(t, 1, load())
	store(3)
	require.NoError(t, g.Restore(one))
	require.EqualValues(t, 1, load())
	require.NoError(t, g.Restore(empty))
	require.EqualValues(t, 0, load())
	require.Empty(t, g.Changed())
	require.NoError(t, g.Restore(one))
	require.EqualValues(t, 1, load())
}

// Snapshots copy only what is written after them.
func TestSnapshotsShareWhatNothingWrites(t *testing.T) {
	g := NewGlobal()
	rg, err := g.Map("a", 1<<20, 64*PageBytes)
	require.NoError(t, err)
	require.NoError(t, g.Write(rg.Base, make([]byte, 64*PageBytes)))
	copies := func(s *Snapshot) (n int) {
		for _, c := range s.ranges[0].blocks[0].cells {
			if c.data != nil {
				n++
			}
		}
		return n
	}
	a := g.Snapshot()
	b := g.Snapshot()
	require.Same(t, a.ranges[0].blocks[0], b.ranges[0].blocks[0])
	require.Zero(t, copies(a))
	require.NoError(t, g.Write(rg.Base+5*PageBytes-1, []byte{1, 2}))
	require.Equal(t, 2, copies(a))
	c := g.Snapshot()
	require.NoError(t, g.Write(rg.Base+5*PageBytes, []byte{3}))
	require.Equal(t, 2, copies(a))
	require.Equal(t, 1, copies(c), "the one that was written again")
}
