package mem

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// Resolve computes positions in LDS: each lane of dst becomes that of src plus offset, without the
// bits of clear. Of the lanes of m it returns the highest position, and in low the bits that any
// has. dense says that each of the 64 lanes lies 4 behind the one before. dst may be src.
func Resolve(dst, src *Row, offset, clear uint32, m uint64) (top, low uint32, dense bool) {
	switch {
	case vector:
		return resolveVec(dst, src, offset, clear, m)
	case vector8:
		return resolve8(dst, src, offset, clear, m)
	}
	for i, v := range src {
		v = (v + offset) &^ clear
		dst[i] = v
		on := -uint32(m >> i & 1)
		top, low = max(top, v&on), low|v&on
	}
	return top, low, Contiguous(dst[:], 4)
}

// Shifted reports whether the lanes of m of a are those of b plus by.
func Shifted(a, b *Row, m uint64, by uint32) bool {
	switch {
	case vector:
		return shiftedVec(a, b, m, by)
	case vector8:
		return shifted8(a, b, m, by)
	}
	diff := uint32(0)
	for i, v := range a {
		diff |= (v - b[i] - by) & -uint32(m>>i&1)
	}
	return diff == 0
}

// Addresses sets each lane of dst to that of lo plus add. Where hi is not nil, its lane is the
// upper half of the address.
func Addresses(dst *[64]uint64, lo, hi *Row, add uint64) {
	switch {
	case vector:
		pairVec(dst, lo, hi, add)
	case hi == nil:
		for i, v := range lo {
			dst[i] = uint64(v) + add
		}
	default:
		for i, v := range lo {
			dst[i] = uint64(v) | uint64(hi[i])<<32
			dst[i] += add
		}
	}
}

// Extent is the lowest and the highest address of the lanes of m: none below the other where m is
// 0.
func Extent(a *[64]uint64, m uint64) (lo, hi uint64) {
	lo, hi, _ = spanOf(a, m, 0)
	return lo, hi
}

// spanOf is [Extent]; dense is set where each address of the 64 lanes lies step behind the one
// before.
func spanOf(a *[64]uint64, m, step uint64) (lo, hi uint64, dense bool) {
	if vector {
		return spanVec(a, m, step)
	}
	if m == AllLanes && Contiguous(a[:], step) {
		return a[0], a[63], true
	}
	lo, hi = span(a, m)
	return lo, hi, false
}

// load32 loads dwords for the lanes of m into rows, that of row k from p plus the lane's offset
// plus 4k.
func load32(p unsafe.Pointer, off *Row, m uint64, rows []*Row) {
	for k, r := range rows {
		if vector8 {
			gather8(r, unsafe.Add(p, 4*k), off, m)
		} else {
			gatherVec(r, unsafe.Add(p, 4*k), off, m)
		}
	}
}

// load64 is load32 by addresses: p is the host address of lo, and none is 2 GiB above it.
func load64(p unsafe.Pointer, a *[64]uint64, lo, m uint64, rows []*Row, tmp *Row) {
	if m != AllLanes {
		narrowVec(tmp, a, lo)
	}
	for k, r := range rows {
		if m == AllLanes {
			gatherAll64(r, unsafe.Add(p, 4*k), a, lo)
		} else {
			gatherVec(r, unsafe.Add(p, 4*k), tmp, m)
		}
	}
}

// store32 stores a dword for each lane of m.
func store32(p unsafe.Pointer, off *Row, m uint64, r *Row) {
	if vector8 {
		scatter8(p, off, r, m)
		return
	}
	scatterVec(p, off, r, m)
}

// moved moves elements of 8 or 16 bytes of all lanes between rows and memory, from p plus each
// lane's offset. It reports false, with nothing done, where there is no function for it.
func moved(p unsafe.Pointer, off *Row, n int, rows []*Row, store bool) bool {
	if !several || n != 8 && n != 16 {
		return false
	}
	var list [4]*Row
	copy(list[:], rows)
	switch {
	case n == 16 && store:
		store4(p, off, &list)
	case n == 16:
		load4(&list, p, off)
	case store:
		store2(p, off, &list)
	default:
		load2(&list, p, off)
	}
	return true
}

// Below reports whether the lanes of m are below top.
func Below(r *Row, m uint64, top uint32) bool {
	switch {
	case vector:
		return belowVec(r, m, top)
	case vector8 && m != 0 && alike8(r, m, r[bits.TrailingZeros64(m)&63]):
		return r[bits.TrailingZeros64(m)&63] < top
	}
	for ; m != 0; m &= m - 1 {
		if r[bits.TrailingZeros64(m)&63] >= top {
			return false
		}
	}
	return true
}

// Apart is how much more a lane of m has in a than in b, and whether that is the same for all of them. It may
// say that it is not where that would take long to find out, or m is 0.
func Apart(a, b *Row, m uint64) (d uint32, same bool) {
	switch {
	case m == 0:
	case vector:
		return apartVec(a, b, m)
	case vector8:
		first := bits.TrailingZeros64(m) & 63
		d = a[first] - b[first]
		return d, shifted8(a, b, m, d)
	}
	return 0, false
}

// Mark stores v into the dwords of dst that lie at the byte offsets of the lanes of m, multiples of
// 4, of which the highest is top. dense promises that the offsets of all 64 lanes lie one behind
// the other.
func Mark(dst []uint32, at *Row, m uint64, top, v uint32, dense bool) {
	if m == 0 {
		return
	}
	_ = dst[top>>2]
	switch {
	case !vector || top >= maxOffset:
		for ; m != 0; m &= m - 1 {
			dst[at[bits.TrailingZeros64(m)&63]>>2] = v
		}
	case dense && m == AllLanes:
		fillVec((*Row)(dst[at[0]>>2:]), v)
	default:
		markVec(unsafe.Pointer(&dst[0]), at, m, v)
	}
}

// Stamps compares the dwords of src that lie at the byte offsets of the lanes of m, as [Mark] has
// them. below has the lanes whose dword is below least. other has those whose dword is not, and
// whose low four bits are not those of tag. tmp is room.
func Stamps(src []uint32, at *Row, m uint64, top, least, tag uint32, dense bool, tmp *Row) (below, other uint64) {
	if m == 0 {
		return 0, 0
	}
	_ = src[top>>2]
	switch {
	case !vector || top >= maxOffset:
		for ; m != 0; m &= m - 1 {
			switch v := src[at[bits.TrailingZeros64(m)&63]>>2]; {
			case v < least:
				below |= m & -m
			case (v^tag)&15 != 0:
				other |= m & -m
			}
		}
		return below, other
	case dense && m == AllLanes:
		tmp = (*Row)(src[at[0]>>2:])
	default:
		gatherVec(tmp, unsafe.Pointer(&src[0]), at, m)
	}
	below, other = stampsVec(tmp, least, tag)
	return below & m, other &^ below & m
}

// Neighbours compares the address of each lane but the last with that of the next lane. The lane is
// in next where the next address lies step further on, and in same where both are equal.
func Neighbours(a *[64]uint64, step uint64) (next, same uint64) {
	if vector {
		return neighboursVec(a, step)
	}
	return neighbours(a[:], step)
}

func neighbours[T uint32 | uint64](a []T, step T) (next, same uint64) {
	for i, v := range a[1:] {
		switch v - a[i] {
		case 0:
			same |= 1 << i
		case step:
			next |= 1 << i
		}
	}
	return next, same
}

// Pack puts the dwords of lanes l to before end of a row into dst, one after the other.
func Pack(dst []byte, r *Row, l, end int) {
	src := r[l:end]
	dst = dst[:4*len(src)]
	if !bigEndian {
		copy(dst, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(src))), len(dst)))
		return
	}
	for i, v := range src {
		binary.LittleEndian.PutUint32(dst[4*i:], v)
	}
}

// Steps compares the offset of each lane but the last with that of the next lane. The lane is in
// next where the next offset lies step further on, and in same where both are equal.
func Steps(a *Row, step uint32) (next, same uint64) {
	if vector {
		return stepsVec(a, step)
	}
	return neighbours(a[:], step)
}

// LineBits makes each lane of dst the dwords, as bits, that the lane's n bytes have in their line
// of 64 bytes; 0 for lanes that are not in m. The bytes begin at the lane's offset from low. change
// has the lanes, but the first, whose line is another one than that of the lane before. Where the
// bytes of a lane of m may lie in two lines, aligned is false and the other results mean nothing. n
// is a power of 2 and at most 16, offsets are below 2 GiB.
func LineBits(dst, off *Row, low, n uint32, m uint64) (change uint64, aligned bool) {
	low &= 63
	width := uint32(1)<<((n+3)/4) - 1
	odd := uint32(0)
	if vector {
		change, odd = lineBitsVec(dst, off, low, width, m)
	} else {
		line := (off[0] + low) >> 6
		for i, v := range off {
			v += low
			on := -uint32(m >> i & 1)
			dst[i] = width << (v >> 2 & 15) & on
			odd |= v & on
			if v>>6 != line {
				change |= 1 << i
				line = v >> 6
			}
		}
	}
	return change, odd&(n-1) == 0
}
