package mem

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// A vector access can be made in two steps. Reach finds the memory. It reports false, with nothing
// done, where not all lanes lie in one block, or anything else is unusual. After it Load or Store
// cannot fail. Addr and Part are not used.

// laneSteps[n] are the offsets of lanes that lie n bytes behind one another.
var laneSteps = func() (t [17]Row) {
	for n := range t {
		for i := range t[n] {
			t[n][i] = uint32(n * i)
		}
	}
	return t
}()

// LaneSteps are the offsets of lanes that lie n bytes behind one another, 16 at most.
func LaneSteps(n int) *Row { return &laneSteps[n] }

// follows reports whether each lane is n more than the one before, modulo 2^32. n is at most 16.
func follows(r *Row, n int) bool {
	s := &laneSteps[n]
	switch {
	case r[63]-r[0] != s[63]: // so it is mostly
		return false
	case vector:
		return followsVec(r, s)
	case vector8:
		return follows8(r, s)
	}
	return Contiguous(r[:], uint32(n))
}

// Reach finds the memory of the lanes of Exec, each at the 64-bit address of lo and hi (nil: 0)
// plus add. No address may be top or above it.
func (q *Access) Reach(g *Global, lo, hi *Row, add, top uint64, write bool) bool {
	if q.Exec == 0 {
		return true
	}
	n := uint64(q.Bytes)
	if first := uint64(lo[0]); q.Exec == AllLanes && first+63*n < 1<<32 && follows(lo, q.Bytes) &&
		(hi == nil || follows(hi, 0)) {
		if hi != nil {
			first |= uint64(hi[0]) << 32
		}
		low := first + add
		return low < top && top-low > 63*n && q.inARow(g, low, write)
	}
	var low, high uint64
	first := uint32(0)
	if hi != nil {
		first = hi[bits.TrailingZeros64(q.Exec)&63]
	}
	switch {
	case vector:
		low, high, q.dense = reachVec(&q.own, lo, hi, add, q.Exec, n)
	case vector8 && (hi == nil || alike8(hi, q.Exec, first)):
		add += uint64(first) << 32
		low32, high32, dense := reach8(&q.own, lo, 0, 0, q.Exec, uint32(q.Bytes))
		low, high = uint64(low32)+add, uint64(high32)+add
		q.dense = dense && q.Exec == AllLanes && high32-low32 == 63*uint32(q.Bytes)
	default:
		Addresses(&q.Addr, lo, hi, add)
		low, high, q.dense = spanOf(&q.Addr, q.Exec, n)
		for i, a := range &q.Addr {
			q.own[i] = uint32(a - low)
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
	dense := false
	if low = off[0] + add; q.Exec == AllLanes && (low|uint32(q.Bytes))&clear == 0 &&
		uint64(low)+63*uint64(q.Bytes) < 1<<32 && follows(off, q.Bytes) {
		dense, high = true, low+63*uint32(q.Bytes)
	} else {
		switch {
		case vector:
			low, high, q.dense = reachOffsetsVec(&q.own, off, add, clear, q.Exec, uint32(q.Bytes))
		case vector8:
			low, high, q.dense = reach8(&q.own, off, add, clear, q.Exec, uint32(q.Bytes))
		default:
			for i, v := range off {
				q.own[i] = (v + add) &^ clear
			}
			low, high = span(&q.own, q.Exec)
			q.dense = Contiguous(q.own[:], uint32(q.Bytes))
			for i := range q.own {
				q.own[i] -= low
			}
		}
	}
	if uint64(high)+uint64(max(q.Bytes, int(clear)+1)) > limit || base&uint64(clear) != 0 {
		return false
	}
	if dense {
		return q.inARow(g, base+uint64(low), write)
	}
	return q.reached(g, base+uint64(low), uint64(high-low), write)
}

// inARow finds the block of all lanes, which lie one behind the other from low on.
func (q *Access) inARow(g *Global, low uint64, write bool) bool {
	b := q.find(g, low)
	if b == nil {
		return false
	}
	n := 64 * uint64(q.Bytes)
	at := low - b.base
	if uint64(len(b.data))-at < n {
		return false
	}
	if write && (b.r.readOnly || !b.dirty(at, n) && b.touch(low, low+n-1) != nil) {
		return false
	}
	q.found(b, low, n-uint64(q.Bytes), &laneSteps[q.Bytes])
	q.dense = true
	return true
}

// dirty reports whether n bytes, at most a page, from an offset on may be written at once.
func (b *block) dirty(at, n uint64) bool {
	return n <= PageBytes && atomic.LoadUint32(&b.pages[at>>pageShift]) == pageDirty &&
		atomic.LoadUint32(&b.pages[(at+n-1)>>pageShift]) == pageDirty
}

// ReachLanes is Reach for the addresses in Addr.
func (q *Access) ReachLanes(g *Global, write bool) bool {
	if q.Exec == 0 {
		return true
	}
	low, high, dense := spanOf(&q.Addr, q.Exec, uint64(q.Bytes))
	if q.dense = dense; vector {
		narrowVec(&q.own, &q.Addr, low)
	} else {
		for i, a := range &q.Addr {
			q.own[i] = uint32(a - low)
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
	q.found(b, low, more, &q.own)
	return true
}

// found notes what Reach has found. Pointers are written only where they change: the collector may have to
// be told.
func (q *Access) found(b *block, low, more uint64, off *Row) {
	if q.low, q.more = low, more; q.in != b {
		q.in = b
	}
	if q.off != off {
		q.off = off
	}
}

// alone is a list of one row.
func (q *Access) alone(r *Row) []*Row {
	if q.one[0] != r {
		q.one[0] = r
	}
	return q.one[:]
}

// WasDense makes the access what Reach has made of one of all lanes, a dword each, one behind the other from
// low on. It is only to be looked at ([Access.Found]).
func (q *Access) WasDense(low uint64) {
	q.low, q.more, q.dense = low, 63*4, true
	if off := &laneSteps[4]; q.off != off {
		q.off = off
	}
}

// WasAt is WasDense for lanes at a base plus offsets, all below 2 GiB.
func (q *Access) WasAt(base uint64, off *Row) {
	low, high := uint32(0), uint32(0)
	switch {
	case vector:
		low, high, q.dense = reachOffsetsVec(&q.own, off, 0, 0, q.Exec, uint32(q.Bytes))
	case vector8:
		low, high, q.dense = reach8(&q.own, off, 0, 0, q.Exec, uint32(q.Bytes))
	default:
		q.own = *off
		low, high = span(&q.own, q.Exec)
		q.dense = Contiguous(q.own[:], uint32(q.Bytes))
		for i := range q.own {
			q.own[i] -= low
		}
	}
	q.low, q.more = base+uint64(low), uint64(high-low)
	q.dense = q.dense && q.Exec == AllLanes && high-low == 63*uint32(q.Bytes)
	if q.off != &q.own {
		q.off = &q.own
	}
}

// WasLike is WasAt for lanes that off says how far from low on, not to be changed before the access is over.
func (q *Access) WasLike(low uint64, off *Row) {
	q.low, q.more, q.dense = low, maxOffset, false // how far they reach is not known
	if q.off != off {
		q.off = off
	}
}

// Together reports whether x is mapped and y lies in the same piece of memory: then an access can be one from y
// on whose lanes are where x is.
func (q *Access) Together(g *Global, x, y uint64) bool {
	b := q.find(g, x)
	return b != nil && b.holds(y, 1)
}

// LoadFound loads rows from where [Access.WasDense] and its like say, which can be read.
func (q *Access) LoadFound(g *Global, rows []*Row) {
	if b := q.find(g, q.low); q.in != b {
		q.in = b
	}
	q.Load(rows)
}

// StoreFound stores rows where [Access.WasDense] and its like say, which can be written.
func (q *Access) StoreFound(g *Global, rows []*Row) {
	if b := q.find(g, q.low); q.in != b {
		q.in = b
	}
	q.Store(rows)
}

// StoreDwords stores a dword of each lane of exec, each as far from p on as off says. Where lanes overlap the highest
// lane's data stays.
func StoreDwords(p unsafe.Pointer, off *Row, exec uint64, r *Row) {
	if vector || vector8 {
		store32(p, off, exec, r)
		return
	}
	storeRows(p, off, 0, exec, 4, []*Row{r}, false)
}

// Found is what Reach has found: the lowest address, how far the lanes' lie behind it, and whether
// all lanes take part and lie one after the other. off is valid until the next access; it is not to be
// changed.
func (q *Access) Found() (low uint64, off *Row, dense bool) { return q.low, q.off, q.dense }

// Span is how far the highest address is behind the lowest one, or more.
func (q *Access) Span() uint64 { return q.more }

// touch makes the pages of n bytes at low, in which the lanes lie as own says, ready to be written.
func (q *Access) touch(b *block, low, n uint64) bool {
	if n < 16*PageBytes {
		return b.touch(low, low+n-1) == nil
	}
	for m := q.Exec; m != 0; m &= m - 1 {
		at := low + uint64(q.own[bits.TrailingZeros64(m)&63])
		if b.touch(at, at+uint64(q.Bytes)-1) != nil {
			return false
		}
	}
	return true
}

// Load loads what Reach has found into rows.
func (q *Access) Load(rows []*Row) {
	if q.Exec == 0 {
		return
	}
	p := q.in.at(q.low)
	switch {
	case q.dense && q.Bytes == 4 && !bigEndian:
		*rows[0] = *(*Row)(p)
	case q.Bytes < 4:
		loadRows(p, q.off, 0, q.Exec, q.Bytes, q.alone(&q.tmp[0]), false)
		q.Ext.merge(rows[0], &q.tmp[0], q.Exec, q.Bytes)
	case q.Exec == AllLanes && moved(p, q.off, q.Bytes, rows, false):
	case !vector && !vector8:
		loadRows(p, q.off, 0, q.Exec, q.Bytes, rows, q.dense)
	default:
		load32(p, q.off, q.Exec, rows[:q.Bytes/4])
	}
}

// Store stores rows where Reach has found it. Where lanes overlap the highest lane's data stays.
func (q *Access) Store(rows []*Row) {
	if q.Exec == 0 {
		return
	}
	p := q.in.at(q.low)
	switch {
	case q.dense && q.Bytes == 4 && !bigEndian:
		*(*Row)(p) = *rows[0]
		return
	case q.Bytes < 4:
		rows = q.alone(q.Ext.shiftedHi(rows[0], &q.tmp[0]))
	}
	if q.Exec == AllLanes && moved(p, q.off, q.Bytes, rows, true) {
		return
	}
	if !vector && !vector8 || q.dense || q.Bytes != 4 {
		storeRows(p, q.off, 0, q.Exec, q.Bytes, rows, q.dense)
		return
	}
	store32(p, q.off, q.Exec, rows[0])
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

// Hit returns n dwords at addr from the cache, as [Cache.Read] without flags reads them, where it has
// them all in one line. Otherwise it returns nil with nothing changed. The bytes are valid until the
// next access.
func (c *Cache) Hit(addr uint64, n int) []byte {
	at := addr % LineBytes
	if at+4*uint64(n) > LineBytes {
		return nil
	}
	want := byteMask(int(at), 4*n)
	l := c.lookup(addr - at)
	if l == nil || l.Valid&want != want {
		return nil
	}
	c.Stats.Hits++
	c.clock++
	l.used = c.clock
	l.NV = false
	return l.Data[at:][:4*n]
}

// Dwords copies dwords from the bytes of memory.
func Dwords(dst []uint32, src []byte) {
	src = src[:4*len(dst)]
	if !bigEndian {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(dst))), len(src)), src)
		return
	}
	for i := range dst {
		dst[i] = binary.LittleEndian.Uint32(src[4*i:])
	}
}

// Readable reports whether [Cache.Read] of n bytes at addr cannot fail.
func (c *Cache) Readable(addr uint64, n int) bool {
	return !c.wrote && c.check(addr, n, false) == nil
}
