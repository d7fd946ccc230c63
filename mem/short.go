package mem

import "math/bits"

// Short has of each lane of a row the low 16 bits.
type Short [64]uint16

// Shorten makes dst of src. It reports in ok whether each lane of m is below a limit and has none of
// bits: those lanes of dst are what they should be then. dense says that each of the 64 lanes of src
// lies 4 behind the one before.
func Shorten(dst *Short, src *Row, m uint64, below, bits uint32) (ok, dense bool) {
	switch {
	case vector:
		return shortVec(dst, src, m, below, bits)
	case vector8:
		return short8(dst, src, m, below, bits)
	}
	ok = true
	for i, v := range src {
		dst[i] = uint16(v)
		if m>>i&1 != 0 && (v >= below || v&bits != 0) {
			ok = false
		}
	}
	return ok, Contiguous(src[:], 4)
}

// ShortRow has rows of which only the lanes of M matter.
type ShortRow struct {
	At Short
	M  uint64
}

// Reach says that accesses reach to End behind what row number Reg has, which must have none of the
// bits of Clear.
type Reach struct{ Reg, End, Clear uint32 }

// ShortenAll makes rows of those of regs that a list names, for the lanes of m. It reports false
// where a lane has bits that it must not have, or reaches beyond a limit, which no End does.
func ShortenAll(dst []ShortRow, regs []Row, list []Reach, m uint64, limit uint32) bool {
	if len(list) == 0 {
		return true
	}
	dst = dst[:len(list)]
	switch {
	case vector:
		return shortAllVec(&dst[0], &regs[0], &list[0], len(list), m, limit)
	case vector8:
		return shortAll8(&dst[0], &regs[0], &list[0], len(list), m, limit)
	}
	for i := range list {
		r := &list[i]
		dst[i].M = m
		if ok, _ := Shorten(&dst[i].At, &regs[r.Reg], m, limit-r.End+1, r.Clear); !ok {
			return false
		}
	}
	return true
}

// Lengthen is the reverse of [Shorten]: the lanes that are not of m become 0.
func Lengthen(dst *Row, src *Short, m uint64) {
	*dst = Row{}
	for ; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		dst[l] = uint32(src[l])
	}
}

// Since is how many of the first dwords are not below least.
func Since(src []uint32, least uint32) int {
	n := 0
	if vector || vector8 {
		n = len(src) &^ 7
		if k := since8(src[:n], least); k < n {
			return k
		}
	}
	for n < len(src) && src[n] >= least {
		n++
	}
	return n
}
