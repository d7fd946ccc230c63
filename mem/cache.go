package mem

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// LineBytes is the size of a cache line.
const LineBytes = 64

// The scalar data cache (kcache) of all four generations: 16 KiB, 4 ways (CLRX GcnTimings and AMD's
// guides; shared by up to four compute units).
const (
	KCacheBytes = 16 << 10 // size of the contents
	KCacheWays  = 4        // lines of a set
)

// CacheFlags modify a cache access (errata M-23).
type CacheFlags uint8

// The flags.
const (
	// GLC: a load misses on purpose, the line that matched is evicted; a store is written through.
	GLC CacheFlags = 1 << iota
	// NV marks the line non-volatile: the *_VOL operations leave it alone. Any access without it
	// makes the line volatile again.
	NV
)

// CacheStats counts since the cache was made. An access that touches two lines counts for both.
type CacheStats struct {
	Hits       uint64 `json:"hits"`       // lines of reads that had all bytes that were asked for
	Misses     uint64 `json:"misses"`     // other lines of reads
	Writes     uint64 `json:"writes"`     // lines written
	Evictions  uint64 `json:"evictions"`  // lines replaced
	Writebacks uint64 `json:"writebacks"` // lines whose dirty bytes went to memory
}

// CacheLine is a valid line, for a dump.
type CacheLine struct {
	Addr  uint64          // multiple of LineBytes
	Valid uint64          // bytes that are present
	Dirty uint64          // bytes not yet written to memory
	NV    bool            // non-volatile: *_VOL operations leave it alone
	Data  [LineBytes]byte // contents; only the bytes of Valid count
}

type line struct {
	CacheLine
	used uint64 // time of last use; up to Cache.born: the way is free
}

// Cache is the scalar data cache with its contents, a real copy. What the vector path stores later
// stays unseen until the line is invalidated or replaced. What scalar stores write stays unseen by
// the vector path until it is written back. It is for one goroutine at a time; the memory below may
// be in use by others.
//
// A line is filled from memory by reads only. Stores set bytes and mark them dirty. Which bytes of
// a line a store miss brings in on the hardware is not documented.
type Cache struct {
	Stats CacheStats

	g     *Global
	ways  int
	sets  uint64 // a power of two
	lines []line // set by set
	clock uint64
	born  uint64 // time of the last Reset
	wrote bool   // there may be dirty bytes
	below finder // of g
}

// NewCache returns an empty cache of the given size over g. bytes must be ways*LineBytes times a
// power of two.
func NewCache(g *Global, bytes, ways int) (*Cache, error) {
	if ways < 1 || bytes < ways*LineBytes || bytes%(ways*LineBytes) != 0 ||
		bits.OnesCount(uint(bytes/(ways*LineBytes))) != 1 {
		return nil, fmt.Errorf("mem: cache of %d bytes with %d ways: needs a power of two of sets of %d-byte lines",
			bytes, ways, LineBytes)
	}
	n := bytes / LineBytes
	return &Cache{g: g, ways: ways, sets: uint64(n / ways), lines: make([]line, n)}, nil
}

// Reset makes the cache an empty one over g, as a new one is. Dirty bytes are lost.
func (c *Cache) Reset(g *Global) {
	if g != c.g {
		c.Forget()
	}
	c.g, c.born, c.wrote, c.Stats = g, c.clock, false, CacheStats{}
}

// Forget drops what the cache remembers of where memory is, which it would keep from being freed.
func (c *Cache) Forget() { c.below = finder{} }

// has reports whether a way holds a line.
func (c *Cache) has(l *line) bool { return l.used > c.born }

func (c *Cache) set(addr uint64) []line {
	i := int(addr/LineBytes&(c.sets-1)) * c.ways
	return c.lines[i : i+c.ways]
}

// lookup returns the line of an aligned address, nil if it is not there.
func (c *Cache) lookup(base uint64) *line {
	set := c.set(base)
	for i := range set {
		if l := &set[i]; c.has(l) && l.Addr == base {
			return l
		}
	}
	return nil
}

// allocate returns the line of an aligned address, empty if it was not there.
func (c *Cache) allocate(base uint64) (*line, error) {
	l := c.lookup(base)
	if l == nil {
		set := c.set(base)
		l = &set[0]
		for i := range set[1:] {
			if c.has(l) && set[i+1].used < l.used {
				l = &set[i+1]
			}
		}
		if c.has(l) {
			if err := c.writeback(l); err != nil {
				return nil, err
			}
			c.Stats.Evictions++
		}
		*l = line{CacheLine: CacheLine{Addr: base}}
	}
	c.clock++
	l.used = c.clock
	return l, nil
}

// writeback writes the dirty bytes to memory, run by run.
func (c *Cache) writeback(l *line) error {
	if l.Dirty == 0 {
		return nil
	}
	for m := l.Dirty; m != 0; {
		lo := bits.TrailingZeros64(m)
		n := bits.TrailingZeros64(^(m >> lo))
		if err := c.g.Write(l.Addr+uint64(lo), l.Data[lo:lo+n]); err != nil {
			return err
		}
		m &^= byteMask(lo, n)
	}
	l.Dirty = 0
	c.Stats.Writebacks++
	return nil
}

// byteMask has n bits set from bit lo up.
func byteMask(lo, n int) uint64 { return ^uint64(0) >> (64 - n) << lo }

// fill brings in the bytes that are not valid, as far as they are mapped.
func (c *Cache) fill(l *line) {
	if b := c.below.slice(c.g, l.Addr, LineBytes); b != nil && l.Valid == 0 {
		snapshot(l.Data[:], b)
		l.Valid = ^uint64(0)
		return
	}
	for m := ^l.Valid; m != 0; {
		lo := bits.TrailingZeros64(m)
		n := bits.TrailingZeros64(^(m >> lo))
		m &^= byteMask(lo, n)
		for n > 0 {
			at := l.Addr + uint64(lo)
			k := 1
			if r := c.g.Find(at); r != nil {
				if w := r.window(at); len(w) > 0 { // else nobody can supply it
					k = min(n, len(w))
					snapshot(l.Data[lo:lo+k], w[:k])
					l.Valid |= byteMask(lo, k)
				}
			}
			lo, n = lo+k, n-k
		}
	}
}

// snapshot copies without telling the race detector: a line has bytes around the ones the program
// asked for, and that another wave writes those meanwhile is no race of the program's. Bytes that
// are torn off a neighbour's store are what the hardware gives too.
//
//go:norace
func snapshot(dst, src []byte) {
	i := 0
	for ; i+8 <= len(src); i += 8 {
		*(*uint64)(unsafe.Pointer(&dst[i])) = *(*uint64)(unsafe.Pointer(&src[i]))
	}
	for ; i < len(src); i++ {
		dst[i] = src[i]
	}
}

// check fails unless n bytes at addr can be accessed.
func (c *Cache) check(addr uint64, n int, write bool) error {
	if !write && c.below.slice(c.g, addr, n) != nil {
		return nil
	}
	return c.g.pieces(addr, n, write, func(*Range, uint64, int, int) error { return nil })
}

// lines calls f for each line of n bytes at addr: the line's address, the first byte in it, and the
// bytes of the access there.
func lines(addr uint64, n int, f func(base uint64, at, lo, hi int) error) error {
	for done := 0; done < n; {
		a := addr + uint64(done)
		at := int(a % LineBytes)
		k := min(LineBytes-at, n-done)
		if err := f(a-uint64(at), at, done, done+k); err != nil {
			return err
		}
		done += k
	}
	return nil
}

// Read copies bytes at addr to dst, from the cache where it has them. Unmapped memory gives an
// *AccessError, unless the cache still holds all the bytes.
func (c *Cache) Read(addr uint64, dst []byte, f CacheFlags) error {
	return lines(addr, len(dst), func(base uint64, at, lo, hi int) error {
		want := byteMask(at, hi-lo)
		l := c.lookup(base)
		if l != nil && f&GLC != 0 {
			if err := c.drop(l); err != nil {
				return err
			}
			l = nil
		}
		if l != nil && l.Valid&want == want {
			c.Stats.Hits++
			c.clock++
			l.used = c.clock
		} else {
			c.Stats.Misses++
			if err := c.check(base+uint64(at), hi-lo, false); err != nil {
				return err
			}
			var err error
			if l, err = c.allocate(base); err != nil {
				return err
			}
			c.fill(l)
		}
		l.NV = f&NV != 0
		copy(dst[lo:hi], l.Data[at:])
		return nil
	})
}

// drop writes a line back and frees it.
func (c *Cache) drop(l *line) error {
	if err := c.writeback(l); err != nil {
		return err
	}
	l.used = 0
	return nil
}

// Write stores src at addr in the cache (a scalar store). Memory that is not mapped, or read-only,
// gives an *AccessError and nothing is stored.
func (c *Cache) Write(addr uint64, src []byte, f CacheFlags) error {
	if err := c.check(addr, len(src), true); err != nil {
		return err
	}
	return lines(addr, len(src), func(base uint64, at, lo, hi int) error {
		l, err := c.allocate(base)
		if err != nil {
			return err
		}
		c.Stats.Writes++
		m := byteMask(at, hi-lo)
		copy(l.Data[at:], src[lo:hi])
		c.wrote = true
		l.Valid |= m
		l.Dirty |= m
		l.NV = f&NV != 0
		if f&GLC != 0 {
			return c.writeback(l)
		}
		return nil
	})
}

// Invalidate is S_DCACHE_INV: every line goes, also dirty ones. It returns the number of dirty
// bytes that are lost, which is a defect of the program if not 0 (it lacks an S_DCACHE_WB). That
// the hardware does not save them is a judgement from the existence of S_DCACHE_WB; HW-unverified.
func (c *Cache) Invalidate() (lost int) { return c.invalidate(true) }

// InvalidateVolatile is S_DCACHE_INV_VOL: as [Cache.Invalidate], but lines marked NV stay.
func (c *Cache) InvalidateVolatile() (lost int) { return c.invalidate(false) }

func (c *Cache) invalidate(nv bool) (lost int) {
	for i := range c.lines {
		if l := &c.lines[i]; c.has(l) && (nv || !l.NV) {
			lost += bits.OnesCount64(l.Dirty)
			l.used = 0
		}
	}
	return lost
}

// Writeback is S_DCACHE_WB: dirty bytes go to memory, the lines stay (errata M-4). It fails only
// where memory has become read-only.
func (c *Cache) Writeback() error { return c.writebackAll(true) }

// WritebackVolatile is S_DCACHE_WB_VOL: as [Cache.Writeback], but only for lines not marked NV.
func (c *Cache) WritebackVolatile() error { return c.writebackAll(false) }

func (c *Cache) writebackAll(nv bool) error {
	if !c.wrote {
		return nil
	}
	for i := range c.lines {
		if l := &c.lines[i]; c.has(l) && (nv || !l.NV) {
			if err := c.writeback(l); err != nil {
				return err
			}
		}
	}
	c.wrote = !nv
	return nil
}

// Discard is S_DCACHE_DISCARD (n = 1) and S_DCACHE_DISCARD_X2 (n = 2): n consecutive lines from
// that of addr on are dropped if they are dirty, without writing them back (errata M-13). It
// returns the number of dirty bytes dropped.
func (c *Cache) Discard(addr uint64, n int) (dropped int) {
	for k := range n {
		if l := c.lookup(addr&^(LineBytes-1) + uint64(k)*LineBytes); l != nil && l.Dirty != 0 {
			dropped += bits.OnesCount64(l.Dirty)
			l.used = 0
		}
	}
	return dropped
}

// Lines returns the lines that are present, in order of set and way.
func (c *Cache) Lines() (out []CacheLine) {
	for i := range c.lines {
		if c.has(&c.lines[i]) {
			out = append(out, c.lines[i].CacheLine)
		}
	}
	return out
}

// Stale returns, as bits from 0 up, which of n bytes at addr are stale: a read would take them from
// the cache, memory holds something else, and the cache itself did not change them. n is at most
// 64, and the bytes lie in one line. It is how a missing S_DCACHE_INV is found out.
//
// It does not tell the race detector: see [snapshot].
//
//go:norace
func (c *Cache) Stale(addr uint64, n int) (diff uint64) {
	at := int(addr % LineBytes)
	l := c.lookup(addr - uint64(at))
	if l == nil {
		return 0
	}
	n = min(n, LineBytes-at)
	have := (l.Valid &^ l.Dirty) >> at
	b := c.below.slice(c.g, addr, n)
	if b == nil {
		b = c.g.Slice(addr, n)
	}
	if b != nil {
		if string(b) == string(l.Data[at:at+n]) {
			return 0
		}
		for k, v := range b {
			if have>>k&1 != 0 && v != l.Data[at+k] {
				diff |= 1 << k
			}
		}
		return diff
	}
	for k := range n { // not all of it is mapped, or in one piece
		if b := c.g.Slice(addr+uint64(k), 1); have>>k&1 != 0 && b != nil && b[0] != l.Data[at+k] {
			diff |= 1 << k
		}
	}
	return diff
}

// Evict writes the line that holds addr back and drops it, as a scalar atomic does, which acts on
// memory itself. It does nothing where no line holds addr.
func (c *Cache) Evict(addr uint64) error {
	if l := c.lookup(addr &^ (LineBytes - 1)); l != nil {
		return c.drop(l)
	}
	return nil
}
