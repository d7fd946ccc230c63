package mem

import (
	"math/bits"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
)

// LDSLimit is the number of LDS bytes that an instruction can reach: MIN(M0, size), on GCN 1.4 size
// alone (errata D-22).
func LDSLimit(has isa.Features, m0, size uint32) uint32 {
	if !has.Has(isa.FeatureLDSNeedsM0) {
		return size
	}
	return min(m0, size)
}

// DSAlignMask has the low address bits that a DS access of n bytes ignores. On GCN 1.4 none:
// unaligned accesses work (errata D-23).
func DSAlignMask(has isa.Features, n int) uint32 {
	switch {
	case has.Has(isa.FeatureUnalignedLDS) || n == 1:
		return 0
	case n <= 8:
		return uint32(n) - 1
	}
	return 15
}

// PairOffsets turns the two 8-bit offsets of the READ2, WRITE2 and WRXCHG2 forms into bytes: units
// of the element, and of 64 elements in the ST64 forms (errata D-13).
func PairOffsets(offset0, offset1 uint8, bytes int, st64 bool) (o0, o1 uint32) {
	unit := uint32(bytes)
	if st64 {
		unit *= 64
	}
	return uint32(offset0) * unit, uint32(offset1) * unit
}

// LDS is the local data share of one work-group, or the storage of a [GDS]. It is not for use by
// several goroutines at once.
type LDS struct {
	b []byte
}

// behindLDS is how many bytes there are behind the last one: host code loads dwords where a byte is
// wanted, and stores elements from [LDSWaste] on that are to be stored nowhere.
const behindLDS = LDSWaste + 16

// LDSWaste is how far behind the last byte host code may store an element that says nothing.
const LDSWaste = 4

// NewLDS returns size zero bytes.
func NewLDS(size int) *LDS { return &LDS{make([]byte, size, size+behindLDS)} }

// Reset gives it size bytes, all zero, as [NewLDS] does. What [LDS.Bytes] returned before must not
// be used any more.
func (l *LDS) Reset(size int) {
	if cap(l.b) < size+behindLDS {
		l.b = make([]byte, size, size+behindLDS)
		return
	}
	l.b = l.b[:size]
	clear(l.b)
}

// Cap is how many bytes of the host's memory it keeps.
func (l *LDS) Cap() int { return cap(l.b) }

// Bytes is the contents themselves, for set-up and dump.
func (l *LDS) Bytes() []byte { return l.b }

// DSAccess is one vector access to LDS or GDS. Keep one per wave and use it again. A lane's address
// is (Addr + offset, 32 bits, wrapping) &^ Mask; it is in range if the whole element lies below
// Limit (and in the memory). Out of range reads and atomics return 0, and nothing is written
// (errata D-22; GCN3 and Vega ISA "LDS address out of range").
type DSAccess struct {
	Exec   uint64 // active lanes
	Addr   *Row   // byte addresses
	Offset uint32 // 16-bit offset of the one-address forms
	Base   uint32 // added after the range check: 0 for LDS, M0[31:16] for GDS
	Limit  uint32 // bytes that can be reached: see [LDSLimit] and [GDSWindow]
	Bytes  int    // 1, 2, 4, 8, 12, 16; the two-address forms and atomics 4 or 8
	Mask   uint32 // see [DSAlignMask]
	Ext    Ext    // below a dword: how loads fill their register, which half stores take
	Rows   []*Row // data; for two addresses the rows of the first, then those of the second

	off    [2]Row
	packed [2]bool // off's dwords lie one after the other, where vector says that this is known
	tmp    Row
	one    [1]*Row
}

// resolve sets q.off[k] to the positions in l and returns the lanes in range.
func (l *LDS) resolve(q *DSAccess, k int, offset uint32) (ok uint64) {
	room := uint64(0)
	if uint64(q.Base) < uint64(len(l.b)) {
		room = min(uint64(q.Limit), uint64(len(l.b))-uint64(q.Base))
	}
	n := uint64(q.Bytes)
	if room < n {
		return 0
	}
	off, addr, base, mask := &q.off[k], q.Addr, q.Base, q.Mask
	if (vector || vector8) && base == 0 {
		var top uint32
		if top, _, q.packed[k] = Resolve(off, addr, offset, mask, q.Exec); uint64(top)+n <= room {
			return q.Exec
		}
		for i, v := range off {
			_, out := bits.Sub64(room-n, uint64(v), 0)
			ok |= (1 - out) << i
		}
		return ok & q.Exec
	}
	q.packed[k] = false
	top, top1 := uint32(0), uint32(0) // two: each waits for the lane before
	for i := 0; i < isa.Lanes; i += 2 {
		v, v1 := (addr[i]+offset)&^mask, (addr[i+1]+offset)&^mask
		off[i], off[i+1] = v+base, v1+base
		top, top1 = max(top, v), max(top1, v1)
	}
	if uint64(max(top, top1))+n <= room {
		return q.Exec
	}
	for i, v := range off {
		_, out := bits.Sub64(room-n, uint64(v-q.Base), 0)
		ok |= (1 - out) << i
	}
	return ok & q.Exec
}

// dense reports whether the lanes of ok are all 64 and their dwords lie one after the other.
func (q *DSAccess) dense(k int, ok uint64) bool {
	if q.Bytes != 4 || ok != AllLanes {
		return false
	}
	return q.packed[k] || !vector && !vector8 && Contiguous(q.off[k][:], 4)
}

// Read loads (DS_READ_*). Lanes outside Exec keep their data.
func (l *LDS) Read(q *DSAccess) { l.read(q, 0, l.resolve(q, 0, q.Offset), q.Rows) }

func (l *LDS) read(q *DSAccess, k int, ok uint64, rows []*Row) {
	dst := rows
	if q.Bytes < 4 {
		q.one[0] = &q.tmp
		rows = q.one[:]
	}
	if out := q.Exec &^ ok; out != 0 {
		zeroLanes(rows[:(q.Bytes+3)/4], out)
	}
	switch dense := q.dense(k, ok); {
	case ok == 0:
	case ok == AllLanes && moved(unsafe.Pointer(&l.b[0]), &q.off[k], q.Bytes, rows, false):
	case (vector || vector8) && q.Bytes >= 4 && !dense:
		load32(unsafe.Pointer(&l.b[0]), &q.off[k], ok, rows[:q.Bytes/4])
	default:
		loadRows(unsafe.Pointer(&l.b[0]), &q.off[k], 0, ok, q.Bytes, rows, dense)
	}
	if q.Bytes < 4 {
		q.Ext.merge(dst[0], &q.tmp, q.Exec, q.Bytes)
	}
}

// Write stores (DS_WRITE_*). Where lanes overlap the highest lane's data stays.
func (l *LDS) Write(q *DSAccess) {
	rows := q.Rows
	if q.Bytes < 4 {
		q.one[0] = q.Ext.shiftedHi(rows[0], &q.tmp)
		rows = q.one[:]
	}
	l.write(q, 0, l.resolve(q, 0, q.Offset), rows)
}

func (l *LDS) write(q *DSAccess, k int, ok uint64, rows []*Row) {
	switch dense := q.dense(k, ok); {
	case ok == 0:
	case ok == AllLanes && moved(unsafe.Pointer(&l.b[0]), &q.off[k], q.Bytes, rows, true):
	case (vector || vector8) && q.Bytes == 4 && !dense:
		store32(unsafe.Pointer(&l.b[0]), &q.off[k], ok, rows[0])
	default:
		storeRows(unsafe.Pointer(&l.b[0]), &q.off[k], 0, ok, q.Bytes, rows, dense)
	}
}

// Read2 loads from Addr+o0 into the first rows and from Addr+o1 into the others. See [PairOffsets].
func (l *LDS) Read2(q *DSAccess, o0, o1 uint32) {
	ok0, ok1 := l.resolve(q, 0, o0), l.resolve(q, 1, o1) // both before a row is written: it may be the address row
	l.read(q, 0, ok0, q.Rows)
	l.read(q, 1, ok1, q.Rows[q.Bytes/4:])
}

// Write2 stores the first rows at Addr+o0, then the others at Addr+o1; with equal offsets only the
// first (errata D-13, Vega ISA).
func (l *LDS) Write2(q *DSAccess, o0, o1 uint32) {
	l.write(q, 0, l.resolve(q, 0, o0), q.Rows)
	if o0 != o1 {
		l.write(q, 1, l.resolve(q, 1, o1), q.Rows[q.Bytes/4:])
	}
}

// Atomic does a read-modify-write for each lane, in ascending order. Rows receive the words before;
// nil for none. It may be the same rows as src. For cmp and flush see [Atomic].
func (l *LDS) Atomic(q *DSAccess, op isa.AtomicOp, src, cmp []*Row, flush bool) {
	l.atomic(q, 0, l.resolve(q, 0, q.Offset), op, src, cmp, q.Rows, flush)
}

func (l *LDS) atomic(q *DSAccess, k int, ok uint64, op isa.AtomicOp, src, cmp, ret []*Row, flush bool) {
	if ok != 0 {
		atomicPlain(unsafe.Pointer(&l.b[0]), &q.off[k], 0, ok, q.Bytes, op, src, cmp, ret, flush)
	}
	if out := q.Exec &^ ok; out != 0 && len(ret) > 0 {
		zeroLanes(ret[:q.Bytes/4], out)
	}
}

// Exchange2 is DS_WRXCHG2*: all lanes exchange at Addr+o0, then all at Addr+o1. src has the rows of
// both data operands, q.Rows receives both words before. src and q.Rows must not be the same rows.
func (l *LDS) Exchange2(q *DSAccess, o0, o1 uint32, src []*Row) {
	n := q.Bytes / 4
	ok0, ok1 := l.resolve(q, 0, o0), l.resolve(q, 1, o1)
	l.atomic(q, 0, ok0, isa.AtomSwap, src[:n], nil, q.Rows[:n], false)
	l.atomic(q, 1, ok1, isa.AtomSwap, src[n:], nil, q.Rows[n:], false)
}

// word and setWord access one element of q.Bytes (4 or 8) at a byte address that is in range.
func (l *LDS) word(at uint32, n int) uint64 {
	p := unsafe.Pointer(&l.b[at])
	if n == 8 {
		return ld64(p)
	}
	return uint64(ld32(p))
}

func (l *LDS) setWord(at uint32, n int, v uint64) {
	p := unsafe.Pointer(&l.b[at])
	if n == 8 {
		st64(p, v)
		return
	}
	st32(p, uint32(v))
}

// Src2 is DS_*_SRC2_* (errata D-17, Vega ISA): MEM[A] = op(MEM[A], MEM[B]); the WRITE forms are
// isa.AtomSwap. With bit 7 of offset1 clear A is ADDR and B is A + 4*signed{offset1[6],
// offset1[6:0], offset0}; with it set A is ADDR[16:0] and B is A + 4*signed(ADDR[31:17]). A out of
// range: nothing happens; B out of range: it reads 0.
func (l *LDS) Src2(q *DSAccess, op isa.AtomicOp, offset0, offset1 uint8, flush bool) {
	addr := q.Addr
	a, b := Src2Addrs(addr, offset0, offset1)
	q.Addr = &a
	okA := l.resolve(q, 0, 0)
	q.Addr = &b
	okB := l.resolve(q, 1, 0)
	q.Addr = addr
	for m := okA; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		src := uint64(0)
		if okB>>i&1 != 0 {
			src = l.word(q.off[1][i], q.Bytes)
		}
		at := q.off[0][i]
		old := l.word(at, q.Bytes)
		if q.Bytes == 8 {
			l.setWord(at, 8, apply64(op, old, src, 0, flush))
		} else {
			l.setWord(at, 4, uint64(apply32(op, uint32(old), uint32(src), 0, flush)))
		}
	}
}

// Src2Addrs are the addresses A and B of [LDS.Src2].
func Src2Addrs(addr *Row, offset0, offset1 uint8) (a, b Row) {
	for i, v := range addr {
		if offset1&0x80 != 0 {
			a[i] = v & 0x1ffff
			b[i] = a[i] + uint32(int32(v)>>17)*4
		} else {
			a[i] = v
			b[i] = v + uint32(int32(uint32(offset1)<<25|uint32(offset0)<<17)>>17)*4
		}
	}
	return a, b
}

// CondExchange is DS_CONDXCHG32_RTN_B64 (two dwords) and _B128 (four), by the number of data rows
// (errata D-16, CDNA ISA): the address (Addr + Offset) & 0xfff8 (B128: & 0xfff0, HW-unverified);
// each dword is returned in its row of q.Rows and, where bit 31 of the data is set, replaced by the
// other 31 bits. data and q.Rows must not be the same rows. q.Bytes and q.Mask are ignored.
func (l *LDS) CondExchange(q *DSAccess, data []*Row) {
	n := len(data)
	bytes, mask, addr, offset := q.Bytes, q.Mask, q.Addr, q.Offset
	for i, v := range addr {
		q.tmp[i] = (v + offset) & 0xffff &^ uint32(4*n-1)
	}
	q.Bytes, q.Mask, q.Addr = 4*n, 0, &q.tmp
	ok := l.resolve(q, 0, 0)
	q.Bytes, q.Mask, q.Addr = bytes, mask, addr
	for m := ok; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		for k, d := range data {
			at := q.off[0][i] + uint32(4*k)
			q.Rows[k][i] = uint32(l.word(at, 4))
			if d[i]>>31 != 0 {
				l.setWord(at, 4, uint64(d[i]&0x7fffffff))
			}
		}
	}
	zeroLanes(q.Rows[:n], q.Exec&^ok)
}

// AppendBase is M0's base field, which DS_APPEND and DS_CONSUME add to their offset in LDS as they
// do in GDS: bits 31-16 (errata D-20). LLVM passes the address as if it were in bits 15-0:
// disputed.
func AppendBase(m0 uint32) uint32 { return m0 >> 16 }

// AppendConsume is DS_APPEND, or with consume DS_CONSUME (errata D-20): the counter at (base +
// offset) &^ 3 grows, or shrinks, by the number of lanes of exec, and each of them receives the
// value before in dst. base is M0's base field, see [AppendBase]; GDS takes its limit from M0 too
// ([GDSWindow]). Out of range (offset against limit) gives 0.
func (l *LDS) AppendConsume(exec uint64, base, offset, limit uint32, consume bool, dst *Row) {
	if exec == 0 {
		return
	}
	at, old := (uint64(base)+uint64(offset))&^3, uint64(0)
	if uint64(offset)&^3+4 <= uint64(limit) && at+4 <= uint64(len(l.b)) {
		old = l.word(uint32(at), 4)
		n := uint64(bits.OnesCount64(exec))
		if consume {
			n = -n
		}
		l.setWord(uint32(at), 4, old+n)
	}
	for m := exec; m != 0; m &= m - 1 {
		dst[bits.TrailingZeros64(m)&63] = uint32(old)
	}
}

// Swizzle is DS_SWIZZLE_B32 (errata D-18). src is the register in the ADDR field. Lanes outside
// exec keep their data; a source lane outside it gives 0. dst and src may be the same row.
func Swizzle(has isa.Features, offset uint16, exec uint64, src, dst *Row) {
	in := *src
	o := int(offset)
	modes := has.Has(isa.FeatureSwizzleModes)
	for m := exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		lane, half := i&31, i&32
		var j int
		switch {
		case o&0x8000 == 0:
			j = (lane&o|o>>5)&31 ^ o>>10&31 | half
		case modes && o >= 0xe000: // FFT
			k := o & 31
			j = int(bits.Reverse8(uint8(lane))>>3)>>bits.OnesCount(uint(k)) | lane&k | half
		case modes && o >= 0xc000: // rotate
			k, r := o&31, o>>5&31
			if o&0x400 != 0 {
				r = -r
			}
			j = lane&k | (lane+r)&31&^k | half
		default: // quad permute
			j = i&^3 + o>>(2*(i&3))&3
		}
		dst[i] = 0
		if exec>>j&1 != 0 {
			dst[i] = in[j&63]
		}
	}
}

// Permute is DS_PERMUTE_B32 (errata D-19): each lane of exec sends data to lane ((addr + offset)/4)
// mod 64; the highest-numbered sender wins, a lane that nobody sends to gets 0. Lanes outside exec
// keep their data. Rows may be the same.
func Permute(exec uint64, addr, data *Row, offset uint16, dst *Row) {
	var t Row
	for m := exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		t[(addr[i]+uint32(offset))>>2&63] = data[i]
	}
	copyLanes(dst, &t, exec)
}

// BPermute is DS_BPERMUTE_B32 (errata D-19): each lane of exec receives from lane ((addr +
// offset)/4) mod 64, 0 where that is not in exec. Lanes outside exec keep their data. Rows may be
// the same.
func BPermute(exec uint64, addr, data *Row, offset uint16, dst *Row) {
	var t Row
	for m := exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		j := (addr[i] + uint32(offset)) >> 2 & 63
		if exec>>j&1 != 0 {
			t[i] = data[j]
		}
	}
	copyLanes(dst, &t, exec)
}
