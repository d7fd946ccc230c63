package mem

import "math/bits"

// A vector access can be made in two steps. Reach finds the memory. It reports false, with nothing
// done, where not all lanes lie in one block, or anything else is unusual. After it Load or Store
// cannot fail. Addr and Part are not used.

// Reach finds the memory of the lanes of Exec, each at the 64-bit address of lo and hi (nil: 0)
// plus add. No address may be top or above it.
func (q *Access) Reach(g *Global, lo, hi *Row, add, top uint64, write bool) bool {
	if q.Exec == 0 {
		return true
	}
	var low, high uint64
	first := uint32(0)
	if hi != nil {
		first = hi[bits.TrailingZeros64(q.Exec)&63]
	}
	switch {
	case vector:
		low, high, q.dense = reachVec(&q.off, lo, hi, add, q.Exec, uint64(q.Bytes))
	case vector8 && (hi == nil || alike8(hi, q.Exec, first)):
		add += uint64(first) << 32
		low32, high32, dense := reach8(&q.off, lo, 0, 0, q.Exec, uint32(q.Bytes))
		low, high = uint64(low32)+add, uint64(high32)+add
		q.dense = dense && q.Exec == AllLanes && high32-low32 == 63*uint32(q.Bytes)
	default:
		Addresses(&q.Addr, lo, hi, add)
		low, high, q.dense = spanOf(&q.Addr, q.Exec, uint64(q.Bytes))
		for i, a := range &q.Addr {
			q.off[i] = uint32(a - low)
		}
	}
	return high < top && q.reached(g, low, high-low, write)
}

// ReachOffsets is Reach for lanes at base plus a 32-bit offset. A lane's offset is that of off plus
// add, wrapped to 32 bits, without the bits of clear. The last byte of each lane's element has to
// be less than limit bytes behind base.
func (q *Access) ReachOffsets(g *Global, base uint64, off *Row, add, clear uint32, limit uint64, write bool) bool {
	if q.Exec == 0 {
		return true
	}
	var low, high uint32
	switch {
	case vector:
		low, high, q.dense = reachOffsetsVec(&q.off, off, add, clear, q.Exec, uint32(q.Bytes))
	case vector8:
		low, high, q.dense = reach8(&q.off, off, add, clear, q.Exec, uint32(q.Bytes))
	default:
		q.dense = false
		for i, v := range off {
			q.off[i] = (v + add) &^ clear
		}
		low, high = span(&q.off, q.Exec)
		q.dense = Contiguous(q.off[:], uint32(q.Bytes))
		for i := range q.off {
			q.off[i] -= low
		}
	}
	if uint64(high)+uint64(max(q.Bytes, int(clear)+1)) > limit || base&uint64(clear) != 0 ||
		base+uint64(high) > addressMask {
		return false
	}
	return q.reached(g, base+uint64(low), uint64(high-low), write)
}

// ReachLanes is Reach for the addresses in Addr.
func (q *Access) ReachLanes(g *Global, write bool) bool {
	if q.Exec == 0 {
		return true
	}
	low, high, dense := spanOf(&q.Addr, q.Exec, uint64(q.Bytes))
	if q.dense = dense; vector {
		narrowVec(&q.off, &q.Addr, low)
	} else {
		for i, a := range &q.Addr {
			q.off[i] = uint32(a - low)
		}
	}
	return q.reached(g, low, high-low, write)
}

// reached finds the block of the addresses from low on, the last of which is more above it.
func (q *Access) reached(g *Global, low, more uint64, write bool) bool {
	n := uint64(q.Bytes)
	b := q.find(g, low)
	if b == nil || more >= maxOffset || !b.holds(low, more+n) {
		return false
	}
	if q.dense = q.dense && q.Exec == AllLanes; write {
		if b.r.readOnly || !q.touch(b, low, more+n) {
			return false
		}
	}
	q.p, q.low = b.at(low), low
	return true
}

// Found is what Reach has found: the lowest address, how far the lanes' lie behind it, and whether
// all lanes take part and lie one after the other. off is valid until the next access.
func (q *Access) Found() (low uint64, off *Row, dense bool) { return q.low, &q.off, q.dense }

// touch makes the pages of n bytes at low, in which the lanes lie, ready to be written.
func (q *Access) touch(b *block, low, n uint64) bool {
	if n < 16*PageBytes {
		return b.touch(low, low+n-1) == nil
	}
	for m := q.Exec; m != 0; m &= m - 1 {
		at := low + uint64(q.off[bits.TrailingZeros64(m)&63])
		if b.touch(at, at+uint64(q.Bytes)-1) != nil {
			return false
		}
	}
	return true
}

// Load loads what Reach has found into rows.
func (q *Access) Load(rows []*Row) {
	switch {
	case q.Exec == 0:
	case q.Bytes < 4:
		q.one[0] = &q.tmp[0]
		loadRows(q.p, &q.off, 0, q.Exec, q.Bytes, q.one[:], false)
		q.Ext.merge(rows[0], &q.tmp[0], q.Exec, q.Bytes)
	case q.Exec == AllLanes && moved(q.p, &q.off, q.Bytes, rows, false):
	case !vector && !vector8 || q.dense && q.Bytes == 4:
		loadRows(q.p, &q.off, 0, q.Exec, q.Bytes, rows, q.dense)
	default:
		load32(q.p, &q.off, q.Exec, rows[:q.Bytes/4])
	}
}

// Store stores rows where Reach has found it. Where lanes overlap the highest lane's data stays.
func (q *Access) Store(rows []*Row) {
	if q.Exec == 0 {
		return
	}
	if q.Bytes < 4 {
		q.one[0] = q.Ext.shiftedHi(rows[0], &q.tmp[0])
		rows = q.one[:]
	}
	if q.Exec == AllLanes && moved(q.p, &q.off, q.Bytes, rows, true) {
		return
	}
	if !vector && !vector8 || q.dense || q.Bytes != 4 {
		storeRows(q.p, &q.off, 0, q.Exec, q.Bytes, rows, q.dense)
		return
	}
	store32(q.p, &q.off, q.Exec, rows[0])
}

// Raw reports whether an address of the buffer is Base plus the scalar offset plus a byte offset,
// and the range check counts bytes only. Then the byte offset must be below limit.
func (r *Resource) Raw(q *BufferQuery) (limit uint64, ok bool) {
	if r.strideFor(q.Format) != 0 || r.Swizzle || r.AddTID || q.Idxen || q.Addr64 || r.Disabled(q.Format) {
		return 0, false
	}
	rule, limit := r.rule(q, 0)
	return limit, rule == ruleBytes
}

// AlignMask has the bits of addresses that the access ignores, where it is [Resource.Raw].
func (q *BufferQuery) AlignMask() uint32 { return uint32(q.alignMask(false)) }

// Hit copies bytes at addr to dst from the cache, as [Cache.Read] without flags does, where it has
// them all in one line. Otherwise it reports false with nothing changed.
func (c *Cache) Hit(addr uint64, dst []byte) bool {
	at := int(addr % LineBytes)
	if at+len(dst) > LineBytes {
		return false
	}
	want := byteMask(at, len(dst))
	l := c.lookup(addr - uint64(at))
	if l == nil || l.Valid&want != want {
		return false
	}
	c.Stats.Hits++
	c.clock++
	l.used = c.clock
	l.NV = false
	copy(dst, l.Data[at:])
	return true
}

// Readable reports whether [Cache.Read] of n bytes at addr cannot fail.
func (c *Cache) Readable(addr uint64, n int) bool {
	return !c.wrote && c.check(addr, n, false) == nil
}
