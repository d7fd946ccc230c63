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

// A scalar cache has a line, or says that it has not, and nothing changes then.
func TestCacheHit(t *testing.T) {
	g := NewGlobal()
	_, err := g.Map("m", 0x1000, 256)
	require.NoError(t, err)
	c, err := NewCache(g, KCacheBytes, KCacheWays)
	require.NoError(t, err)
	buf := make([]byte, 16)
	require.False(t, c.Hit(0x1010, buf))
	require.Zero(t, c.Stats)
	require.NoError(t, c.Read(0x1010, buf, 0))
	require.NoError(t, g.Write(0x1010, []byte{1}))
	require.True(t, c.Hit(0x1010, buf))
	require.Zero(t, buf[0], "the line is a copy")
	require.False(t, c.Hit(0x1038, buf), "two lines")
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
