package mem

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// What Reach has found, Load and Store move as Gather and Scatter do; where it finds nothing,
// something is unusual.
func TestReachedAccessesMoveWhatOthersMove(t *testing.T) {
	const base, size = uint64(0x3_ffff_f000), 0x4000 // around a multiple of 4 GiB
	r := rand.New(rand.NewPCG(3, 4))
	memory := func() (*Global, *Range) {
		g := NewGlobal()
		rg, err := g.Map("m", base, size)
		require.NoError(t, err)
		b := g.Writable(base, size)
		for i := range b {
			b[i] = byte(i * 29 >> 3)
		}
		return g, rg
	}
	g, rg := memory()
	h, _ := memory()
	var got, want Access
	var lo, hi, off Row
	rows := func() (list []*Row) {
		for k := range 4 {
			x := new(Row)
			for i := range x {
				x[i] = uint32(k<<8|i) * 0x01010101
			}
			list = append(list, x)
		}
		return list
	}
	masks := []uint64{AllLanes, 0, 1, 1 << 63, 0xffffffff, r.Uint64(), r.Uint64() & r.Uint64() & r.Uint64()}
	for round := range 4000 {
		n := []int{1, 2, 4, 4, 4, 8, 12, 16}[r.IntN(8)]
		m := masks[r.IntN(len(masks))]
		outside := r.IntN(8) == 0
		start := r.Uint64N(size - 64*16)
		add := r.Uint64N(64)
		for i := range lo {
			a := r.Uint64N(size - 15)
			switch round % 3 {
			case 0:
				a = start + uint64(i*n)
			case 1:
				a &^= 3
			}
			if m>>i&1 == 0 {
				a = r.Uint64()
			}
			if outside && i%16 == 5 {
				a = size - uint64(r.IntN(2*n))
			}
			off[i] = uint32(a)
			a += base
			want.Addr[i] = a
			lo[i], hi[i] = uint32(a-add), uint32((a-add)>>32)
		}
		in := true
		for i, a := range want.Addr {
			in = in && (m>>i&1 == 0 || a >= base && a+uint64(n) <= base+size)
		}
		write := r.IntN(2) == 0
		rg.SetReadOnly(write && r.IntN(16) == 0)
		got.Exec, got.Bytes, got.Ext = m, n, Ext(r.IntN(6))
		want.Exec, want.Bytes, want.Ext = m, n, got.Ext
		ok := false
		what := fmt.Sprintf("round %d: %d bytes, lanes %#x, write %v", round, n, m, write)
		switch r.IntN(4) {
		case 0:
			ok = got.Reach(g, &lo, &hi, add, 1<<48, write)
		case 1:
			got.Addr = want.Addr
			ok = got.ReachLanes(g, write)
		case 2:
			clear, fits := uint32(0), uint64(size)
			if r.IntN(2) == 0 {
				clear = 3
				for i := range want.Addr {
					want.Addr[i] &^= 3
				}
			}
			for i := range off {
				off[i] -= uint32(add)
			}
			ok = got.ReachOffsets(g, base, &off, uint32(add), clear, fits, write)
			if m != 0 && in && !rg.ReadOnly() {
				require.True(t, ok || clear > 0 && n < 4, what)
			}
			in = ok
		default:
			for i, a := range want.Addr {
				if lo[i] = uint32(a - base + add); m>>i&1 == 0 {
					want.Addr[i] = base - add + uint64(lo[i])
				}
			}
			ok = got.Reach(g, &lo, nil, base-add, 1<<48, write)
		}
		require.Equal(t, m == 0 || in && !rg.ReadOnly(), ok, what)
		if !ok {
			continue
		}
		if write {
			data := rows()
			got.Store(data)
			want.Rows = data[:(n+3)/4]
			require.NoError(t, h.Scatter(&want), what)
			require.Equal(t, h.Slice(base, size), g.Slice(base, size), what)
			continue
		}
		x, y := rows(), rows()
		got.Load(x)
		want.Rows = y[:(n+3)/4]
		require.NoError(t, h.Gather(&want), what)
		require.Equal(t, y, x, what)
	}
	require.False(t, got.Reach(g, &lo, &hi, 0, base, false) && got.Exec != 0, "above the top")
}

// Lanes one behind the other lie in memory or do not, to the byte: at both ends of a range, of a block of a
// large range, at 4 GiB. What is stored there is among what has changed.
func TestLanesInARowStayInTheirBlock(t *testing.T) {
	const size = 3 * PageBytes
	for _, base := range []uint64{0x1000, 1<<32 - PageBytes - 4, 0x5_0000_0ffc} {
		for _, n := range []int{1, 2, 4, 8, 12, 16} {
			g := NewGlobal()
			rg, err := g.Map("m", base, size)
			require.NoError(t, err)
			all := uint64(64 * n)
			for _, c := range []struct {
				at uint64
				in bool
			}{{base, true}, {base - 1, false}, {base + size - all, true}, {base + size - all + 1, false}, {base + size, false},
				{base + PageBytes - all/2 - 1, true}, {base + size - uint64(n), false}, {base - all, false}} {
				var lo, hi, off Row
				for i := range lo {
					a := c.at + uint64(i*n)
					lo[i], hi[i], off[i] = uint32(a), uint32(a>>32), uint32(a-base)+20
				}
				q := Access{Exec: AllLanes, Bytes: n}
				for _, write := range []bool{false, true} {
					require.Equal(t, c.in, q.Reach(g, &lo, &hi, 0, 1<<48, write), "%#x, %d bytes", c.at, n)
					if off[0] >= 20 && off[0]-20 <= size { // not below the buffer
						require.Equal(t, c.in, q.ReachOffsets(g, base, &off, ^uint32(19), 0, size, write), "%#x, %d bytes", c.at, n)
						require.Equal(t, c.in && c.at+all < base+size,
							q.ReachOffsets(g, base, &off, ^uint32(19), 0, size-1, write), "%#x, %d bytes", c.at, n)
					}
				}
				if !c.in {
					continue
				}
				require.False(t, q.Reach(g, &lo, &hi, 0, c.at+all-uint64(n), false), "the last lane is at the top")
				g.ResetChanges()
				require.True(t, q.Reach(g, &lo, &hi, 0, c.at+all-uint64(n)+1, true))
				low, where, dense := q.Found()
				require.Equal(t, c.at, low)
				require.True(t, dense)
				require.Equal(t, uint32(63*n), where[63])
				var data [4]Row
				for k := range data {
					for i := range data[k] {
						data[k][i] = uint32(k<<8|i) * 0x01010101
					}
				}
				before := string(rg.contents())
				q.Store([]*Row{&data[0], &data[1], &data[2], &data[3]})
				got := map[uint64]bool{}
				for _, s := range g.Changed() {
					for i := range s.After {
						got[s.Addr+uint64(i)-base] = s.Before[i] != s.After[i]
					}
				}
				for i, v := range rg.contents() {
					if (before[i] != v) != got[uint64(i)] {
						require.Fail(t, "changed", "byte %d of those at %#x", i, base)
					}
				}
				rg.SetReadOnly(true)
				require.False(t, q.Reach(g, &lo, &hi, 0, 1<<48, true))
				require.True(t, q.Reach(g, &lo, &hi, 0, 1<<48, false))
				rg.SetReadOnly(false)
			}
		}
	}
}

// contents is all that a small range holds.
func (r *Range) contents() []byte { return r.data }

// An access remembers blocks by its hint: another memory, or another mapping, is not mistaken for them.
func TestHintsAreOfOneMemory(t *testing.T) {
	memory := func(v byte) *Global {
		g := NewGlobal()
		for i := range uint64(3 * numHints) {
			_, err := g.Map("m", 0x10000*(i+1), 4096)
			require.NoError(t, err)
			require.NoError(t, g.Write(0x10000*(i+1), []byte{v, byte(i)}))
		}
		return g
	}
	g, h := memory(1), memory(2)
	var q Access
	for range 2 {
		for i := range 3 * numHints {
			for v, m := range []*Global{g, h} {
				var lo, to Row
				for l := range lo {
					lo[l] = 0x10000 * uint32(i+1)
				}
				q.Exec, q.Bytes, q.Hint = AllLanes, 2, uint8(5*i)
				require.True(t, q.Reach(m, &lo, nil, 0, 1<<48, false))
				q.Load([]*Row{&to})
				require.Equal(t, uint32(v+1|i<<8), to[63])
			}
		}
	}
	var lo Row
	q.Hint = 3
	require.False(t, q.Reach(g, &lo, nil, 0x8000, 1<<48, false))
	_, err := g.Map("new", 0x8000, 64)
	require.NoError(t, err)
	require.True(t, q.Reach(g, &lo, nil, 0x8000, 1<<48, false))
	was := g.Mapping()
	g.Find(0x8000).SetReadOnly(true)
	require.False(t, was == g.Mapping())
	require.NoError(t, g.Unmap(g.Find(0x8000)))
	require.False(t, q.Reach(g, &lo, nil, 0x8000, 1<<48, false))
}

// Lanes that are stored to far apart are among what has changed, whatever the access was of before: each page that a
// lane lies in is known to be written.
func TestLanesFarApartHaveChanged(t *testing.T) {
	const apart, size = 4 * PageBytes, 64 * 4 * PageBytes
	for _, before := range []string{"nothing", "a row", "other lanes"} {
		g := NewGlobal()
		_, err := g.Map("m", 0x10000, size)
		require.NoError(t, err)
		var lo, data Row
		q := Access{Exec: AllLanes, Bytes: 4}
		if before != "nothing" {
			for l := range lo {
				lo[l] = 0x10000 + 4*uint32(l)
				if before != "a row" {
					lo[l] ^= 4
				}
			}
			require.True(t, q.Reach(g, &lo, nil, 0, 1<<48, true))
		}
		for l := range lo {
			lo[l], data[l] = 0x10000+apart*uint32(l), uint32(l+1)
		}
		require.True(t, q.Reach(g, &lo, nil, 0, 1<<48, true), before)
		q.Store([]*Row{&data})
		changed := g.Changed()
		require.Len(t, changed, 64, before)
		for l, c := range changed {
			require.Equal(t, uint64(lo[l]), c.Addr, before)
			require.Equal(t, []byte{byte(l + 1), 0, 0, 0}, c.After, before)
		}
	}
}

// A scalar cache has a line, or says that it has not, and nothing changes then.
func TestCacheHit(t *testing.T) {
	g := NewGlobal()
	_, err := g.Map("m", 0x1000, 256)
	require.NoError(t, err)
	c, err := NewCache(g, KCacheBytes, KCacheWays)
	require.NoError(t, err)
	buf := make([]byte, 16)
	require.Nil(t, c.Hit(0x1010, 4))
	require.Zero(t, c.Stats)
	require.NoError(t, c.Read(0x1010, buf, 0))
	require.NoError(t, g.Write(0x1010, []byte{1}))
	require.Equal(t, make([]byte, 16), c.Hit(0x1010, 4), "the line is a copy")
	require.Nil(t, c.Hit(0x1038, 4), "two lines")
	require.Equal(t, CacheStats{Hits: 1, Misses: 1}, c.Stats)
	require.True(t, c.Readable(0x10f0, 16))
	require.False(t, c.Readable(0x10f4, 16))
	require.NoError(t, c.Write(0x1000, buf[:4], 0))
	require.False(t, c.Readable(0x10f0, 16), "what is dirty may have to be written first")
}

// A buffer is raw where nothing but a byte offset counts.
func TestRawBuffers(t *testing.T) {
	for _, c := range []struct {
		name  string
		words func(w *[4]uint32)
		q     BufferQuery
		limit uint64
		raw   bool
	}{
		{"plain", func(*[4]uint32) {}, BufferQuery{Offen: true}, 256, true},
		{"scalar offset", func(*[4]uint32) {}, BufferQuery{SOffset: 16}, 240, true},
		{"index", func(*[4]uint32) {}, BufferQuery{Idxen: true}, 0, false},
		{"stride", func(w *[4]uint32) { w[1] |= 4 << 16 }, BufferQuery{}, 0, false},
		{"swizzle", func(w *[4]uint32) { w[1] |= 1 << 31 }, BufferQuery{}, 0, false},
		{"thread numbers", func(w *[4]uint32) { w[3] |= 1 << 23 }, BufferQuery{}, 0, false},
		{"disabled", func(w *[4]uint32) { w[3] &^= 15 << 15 }, BufferQuery{}, 0, false},
		{"64-bit addresses", func(*[4]uint32) {}, BufferQuery{Addr64: true}, 0, false},
	} {
		w := RawBuffer(0x1000, 256)
		c.words(&w)
		res := DecodeResource(isa.GCN12, w)
		limit, raw := res.Raw(&c.q)
		require.Equal(t, c.raw, raw, c.name)
		if raw {
			require.Equal(t, c.limit, limit, c.name)
		}
	}
}
