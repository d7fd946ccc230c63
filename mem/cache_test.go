package mem

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func newCache(t *testing.T) (*Global, *Cache) {
	g := NewGlobal()
	mustMap(t, g, "r", 0x1000, 1<<16)
	c, err := NewCache(g, KCacheBytes, KCacheWays)
	require.NoError(t, err)
	return g, c
}

func read4(t *testing.T, c *Cache, addr uint64, f CacheFlags) []byte {
	b := make([]byte, 4)
	require.NoError(t, c.Read(addr, b, f))
	return b
}

func TestCacheIsNotCoherentWithVectorStores(t *testing.T) {
	g, c := newCache(t)
	old, now := []byte{0, 0, 0, 0}, []byte{1, 2, 3, 4}
	require.Equal(t, old, read4(t, c, 0x1000, 0))
	require.NoError(t, g.Write(0x1004, now))
	require.Equal(t, old, read4(t, c, 0x1004, 0), "the same line is stale")
	require.Equal(t, uint64(0b1111), c.Stale(0x1004, 4))
	require.Equal(t, now, read4(t, c, 0x1004, GLC), "GLC misses on purpose")
	require.NoError(t, g.Write(0x1008, now))
	require.Equal(t, old, read4(t, c, 0x1008, 0))
	require.Zero(t, c.Invalidate())
	require.Equal(t, now, read4(t, c, 0x1008, 0))
	require.Zero(t, c.Stale(0x1008, 4))
}

func TestErrataM4ScalarStoresNeedWriteback(t *testing.T) {
	g, c := newCache(t)
	v := []byte{1, 2, 3, 4}
	require.NoError(t, c.Write(0x1010, v, 0))
	require.Equal(t, v, read4(t, c, 0x1010, 0))
	require.Equal(t, make([]byte, 4), g.Slice(0x1010, 4))
	require.NoError(t, g.Write(0x1014, []byte{9}))
	require.NoError(t, c.Writeback())
	require.Equal(t, v, g.Slice(0x1010, 4))
	require.Equal(t, byte(9), g.Slice(0x1014, 1)[0], "only dirty bytes are written")
	require.Len(t, c.Lines(), 1, "lines stay")
	require.NoError(t, c.Writeback())
	require.Equal(t, uint64(1), c.Stats.Writebacks)
	require.NoError(t, c.Write(0x1020, v, GLC))
	require.Equal(t, v, g.Slice(0x1020, 4), "write-through")
	require.NoError(t, c.Write(0x1030, v, 0))
	require.Equal(t, 4, c.Invalidate(), "dirty bytes lost")
	require.Equal(t, make([]byte, 4), read4(t, c, 0x1030, 0))
}

func TestErrataM13DiscardDropsDirtyLines(t *testing.T) {
	g, c := newCache(t)
	for i := range uint64(3) {
		require.NoError(t, c.Write(0x1000+64*i, []byte{1}, 0))
	}
	require.Equal(t, 2, c.Discard(0x103f, 2))
	require.NoError(t, c.Writeback())
	require.Equal(t, []byte{0, 0, 1}, []byte{g.Slice(0x1000, 1)[0], g.Slice(0x1040, 1)[0], g.Slice(0x1080, 1)[0]})
	require.Zero(t, c.Discard(0x1080, 1), "clean lines stay")
	require.Len(t, c.Lines(), 1)
}

func TestErrataM23VolatileOperationsSpareNV(t *testing.T) {
	g, c := newCache(t)
	require.NoError(t, c.Write(0x1000, []byte{1}, NV))
	require.NoError(t, c.Write(0x1040, []byte{2}, 0))
	require.NoError(t, c.WritebackVolatile())
	require.Equal(t, []byte{0}, g.Slice(0x1000, 1))
	require.Equal(t, []byte{2}, g.Slice(0x1040, 1))
	require.Zero(t, c.InvalidateVolatile())
	lines := c.Lines()
	require.Len(t, lines, 1)
	require.True(t, lines[0].NV)
	require.Equal(t, uint64(1), lines[0].Dirty)
}

func TestCacheReplacesLeastRecentlyUsed(t *testing.T) {
	g, c := newCache(t)
	const way = KCacheBytes / KCacheWays
	require.NoError(t, c.Write(0x1000, []byte{7}, 0))
	for i := range uint64(3) {
		read4(t, c, 0x1000+(i+1)*way, 0)
	}
	read4(t, c, 0x1000+way, 0)
	read4(t, c, 0x1000+4*way, 0)
	require.Equal(t, CacheStats{Hits: 1, Misses: 4, Writes: 1, Evictions: 1, Writebacks: 1}, c.Stats)
	require.Equal(t, byte(7), g.Slice(0x1000, 1)[0], "eviction writes back")
	read4(t, c, 0x1000+way, 0)
	require.Equal(t, uint64(2), c.Stats.Hits)
	read4(t, c, 0x1000, 0)
	require.Equal(t, uint64(5), c.Stats.Misses)
}

func TestCacheErrors(t *testing.T) {
	g := NewGlobal()
	mustMap(t, g, "r", 0x1010, 0x28)
	ro := mustMap(t, g, "ro", 0x2000, 64)
	c, err := NewCache(g, KCacheBytes, KCacheWays)
	require.NoError(t, err)
	require.Equal(t, make([]byte, 4), read4(t, c, 0x1034, 0), "a line that is mapped in part")
	require.ErrorIs(t, c.Read(0x1038, make([]byte, 4), 0), ErrUnmapped)
	require.ErrorIs(t, c.Write(0x100c, make([]byte, 4), 0), ErrUnmapped)
	ro.SetReadOnly(true)
	require.ErrorIs(t, c.Write(0x2000, make([]byte, 4), 0), ErrReadOnly)
	for _, bad := range [][2]int{{0, 1}, {64, 0}, {100, 1}, {3 * 64, 1}} {
		_, err := NewCache(g, bad[0], bad[1])
		require.Error(t, err)
	}
}

// With invalidation before every read and write-back after every write the cache is memory.
func TestCacheWithWritebackIsMemory(t *testing.T) {
	rnd := rand.New(rand.NewPCG(17, 18))
	g := NewGlobal()
	mustMap(t, g, "r", 0x1000, 2048)
	c, err := NewCache(g, 1024, 2)
	require.NoError(t, err)
	ref := make([]byte, 2048)
	for range 5000 {
		n := 1 + rnd.IntN(64)
		at := rnd.IntN(2048 - n)
		b := make([]byte, n)
		if rnd.IntN(2) == 0 {
			for i := range b {
				b[i] = byte(rnd.Uint32())
			}
			copy(ref[at:], b)
			require.NoError(t, c.Write(0x1000+uint64(at), b, CacheFlags(rnd.IntN(4))))
		} else {
			require.NoError(t, c.Read(0x1000+uint64(at), b, CacheFlags(rnd.IntN(4))))
			require.True(t, bytes.Equal(ref[at:at+n], b))
		}
	}
	require.NoError(t, c.Writeback())
	require.Equal(t, ref, g.Slice(0x1000, 2048))
}

func BenchmarkCacheRead(b *testing.B) {
	g := NewGlobal()
	mustMap(b, g, "r", 0x1000, 1<<16)
	c, _ := NewCache(g, KCacheBytes, KCacheWays)
	dst := make([]byte, 16)
	for b.Loop() {
		if c.Read(0x1040, dst, 0) != nil {
			b.Fatal()
		}
	}
}
