package mem

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// scattered is a memory whose ranges are all in blocks.
func scattered() *Global {
	g := NewGlobal()
	g.flat = 1 << 60
	return g
}

// twins are two memories with the same ranges, in one piece and in blocks: odd ends, ends that
// touch, one read-only, one filled.
func twins(t *testing.T) (list [2]*Global) {
	for i := range list {
		list[i] = []*Global{NewGlobal(), scattered()}[i]
		for _, r := range []struct {
			base, size uint64
		}{{0x1fff3, 0x2001d}, {0x40010, 0x100}, {0x50001, 0x30000}, {0x90000, 0x18000}, {0xb0000, 0x20000}} {
			rg := mustMap(t, list[i], "r", r.base, r.size)
			require.Equal(t, i == 0, rg.block != nil)
			switch r.base {
			case 0x90000:
				rg.SetReadOnly(true)
			case 0xb0000:
				rg.Fill(0xa5)
			}
		}
	}
	return list
}

// somewhere is somewhere in or beside the ranges of twins, often at an edge of a block.
func somewhere(r *rand.Rand) uint64 {
	a := r.Uint64N(0xe0000)
	if r.IntN(2) == 0 {
		a = a&^0xffff + r.Uint64N(64) - 32
	}
	if r.IntN(3) > 0 {
		a &^= 7
	}
	return a
}

// changed is the bytes that have changed, before and after.
func changed(g *Global) map[uint64][2]byte {
	list := map[uint64][2]byte{}
	for _, s := range g.Changed() {
		for i := range s.After {
			if s.Before[i] != s.After[i] {
				list[s.Addr+uint64(i)] = [2]byte{s.Before[i], s.After[i]}
			}
		}
	}
	return list
}

// Whatever is done, memory in blocks does what memory in one piece does: contents, errors, what has
// changed.
func TestMemoryInBlocksIsAsInOnePiece(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 23))
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	for range rounds {
		gs := twins(t)
		var last [2]string
		both := func(f func(g *Global, i int) error) {
			for i, g := range gs {
				last[i] = ""
				if err := f(g, i); err != nil {
					last[i] = err.Error()
				}
			}
			require.Equal(t, last[0], last[1])
		}
		var qs [2]Atomic
		for range 300 {
			addr, n := somewhere(r), r.IntN(300)
			if r.IntN(20) == 0 {
				n = r.IntN(0x30000)
			}
			switch r.IntN(7) {
			case 0:
				var b [2][]byte
				both(func(g *Global, i int) error { b[i] = make([]byte, n); return g.Read(addr, b[i]) })
				require.Equal(t, b[0], b[1])
			case 1:
				b := make([]byte, n)
				for i := range b {
					b[i] = byte(r.Uint32())
				}
				both(func(g *Global, _ int) error { return g.Write(addr, b) })
			case 2:
				op, src, width := isa.AtomAdd, r.Uint64(), 4<<r.IntN(2)
				var old [2]uint64
				both(func(g *Global, i int) (err error) { old[i], err = g.RMW(addr, width, op, src, 0, false); return err })
				require.Equal(t, old[0], old[1])
			default:
				kind, bytes, exec := r.IntN(3), []int{1, 2, 4, 8, 12, 16}[r.IntN(6)], r.Uint64()|r.Uint64()
				if kind == 2 {
					bytes = 4 << r.IntN(2)
				}
				var at [64]uint64
				stride := []uint64{0, uint64(bytes), 0x400, 0x1000, 0x7fff}[r.IntN(5)]
				for l := range at {
					at[l] = addr + uint64(l)*stride
					if stride == 0 {
						at[l] = somewhere(r)
					}
				}
				if r.IntN(2) == 0 {
					exec = AllLanes
				}
				var data [4]Row
				for i := range data {
					for l := range data[i] {
						data[i][l] = r.Uint32()
					}
				}
				var got [2][4]Row
				both(func(g *Global, i int) error {
					got[i] = data
					q := &qs[i]
					q.Exec, q.Addr, q.Bytes, q.Ext = exec, at, bytes, ExtZero
					q.Rows = []*Row{&got[i][0], &got[i][1], &got[i][2], &got[i][3]}[:(bytes+3)/4]
					switch kind {
					case 0:
						return g.Gather(&q.Access)
					case 1:
						return g.Scatter(&q.Access)
					}
					q.Op, q.Src, q.Alone = isa.AtomAdd, []*Row{&data[2], &data[3]}, n&1 == 0
					return g.AtomicLanes(q)
				})
				require.Equal(t, got[0], got[1])
			}
			if r.IntN(100) == 0 {
				both(func(g *Global, _ int) error { g.ResetChanges(); return nil })
			}
		}
		require.Equal(t, changed(gs[0]), changed(gs[1]))
		for k := range gs[0].Ranges() {
			x, y := gs[0].Ranges()[k], gs[1].Ranges()[k]
			p, q := make([]byte, x.Size()), make([]byte, y.Size())
			require.NoError(t, errors.Join(gs[0].Read(x.Base, p), gs[1].Read(y.Base, q)))
			require.Equal(t, p, q)
			for _, rg := range []*Range{x, y} { // what is not used is what it was filled with
				at := uint64(0)
				for at < rg.Size() {
					lo, hi, ok := rg.Used(at)
					if !ok {
						lo, hi = rg.Size(), rg.Size()
					}
					require.GreaterOrEqual(t, lo, at)
					for _, v := range p[at:lo] {
						require.Equal(t, rg.filler()[0], v)
					}
					at = hi
				}
			}
		}
		for i, g := range gs {
			for _, rg := range append([]*Range{}, g.Ranges()...) {
				require.NoError(t, g.Unmap(rg))
			}
			require.Zero(t, g.inUse())
			require.Zero(t, g.flat&(1<<60-1), i)
		}
	}
}

// A terabyte may be mapped; what is read takes nothing, what is written a block, and the limit says
// so before anything is taken.
func TestLargeMemoryTakesWhatIsUsed(t *testing.T) {
	g := NewGlobal()
	g.Limit, g.UseLimit = MaxAddress, 1<<20
	r, err := g.MapAnywhere("huge", 1<<40, 256)
	require.NoError(t, err)
	r.Fill(7)
	b := make([]byte, 16)
	require.NoError(t, g.Read(r.Base+1<<39, b))
	require.Equal(t, byte(7), b[15])
	require.Zero(t, g.inUse())
	for i := range uint64(16) {
		require.NoError(t, g.Write(r.Base+i<<36, b[:1]))
		require.EqualValues(t, (i+1)*blockBytes, g.inUse()+uint64(g.blockStart(r)))
	}
	err = g.Write(r.Base+1<<35, b[:1])
	require.ErrorIs(t, err, ErrUse)
	require.ErrorContains(t, err, "--max-mem")
	_, err = g.RMW(r.Base+1<<35, 4, isa.AtomAdd, 1, 0, false)
	require.ErrorIs(t, err, ErrUse)
	require.Nil(t, g.Writable(r.Base+1<<35, 1))
	q := &Access{Exec: AllLanes, Bytes: 4, Rows: []*Row{new(Row)}}
	for l := range q.Addr {
		q.Addr[l] = r.Base + uint64(l)<<30 + 8
	}
	var e *AccessError
	require.ErrorAs(t, g.Scatter(q), &e)
	require.ErrorIs(t, e, ErrUse)
	require.Equal(t, 1, e.Lane, "lane 0 writes what is in use")
	require.NoError(t, g.Gather(q))
	lo, hi, ok := r.Used(1)
	require.True(t, ok)
	require.Less(t, lo, hi)
	require.NoError(t, g.Unmap(r))
	require.Zero(t, g.inUse())

	small := NewGlobal()
	s := mustMap(t, small, "small", 0x10000, 4*PageBytes)
	small.UseLimit = 3*PageBytes - 1
	for p := range uint64(4) {
		err := small.Write(s.Base+p*PageBytes, b)
		require.Equal(t, p >= 2, errors.Is(err, ErrUse))
	}
	require.EqualValues(t, 2*PageBytes, small.inUse())
}

// blockStart is what the first block of a range lacks before it.
func (g *Global) blockStart(r *Range) int { return int(r.Base & (blockBytes - 1)) }

// Blocks that several goroutines write first at the same time are made once.
func TestBlocksAreMadeOnce(t *testing.T) {
	g := scattered()
	r := mustMap(t, g, "r", 0x10000, 64*blockBytes)
	var wg sync.WaitGroup
	for w := range uint64(8) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range uint64(64 * 16) {
				if g.Write(r.Base+i*4096+8*w, []byte{byte(w + 1)}) != nil {
					return
				}
			}
		}()
	}
	wg.Wait()
	require.Equal(t, r.Size(), g.inUse())
	for i := range uint64(64 * 16) {
		for w := range uint64(8) {
			require.Equal(t, []byte{byte(w + 1)}, g.Slice(r.Base+i*4096+8*w, 1))
		}
	}
}
