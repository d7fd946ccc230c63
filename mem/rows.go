package mem

import (
	"math/bits"
	"runtime"
	"unsafe"
)

// Row is one vector register: a dword of each of the 64 lanes.
type Row = [64]uint32

// AllLanes is the EXEC mask with every lane active.
const AllLanes = ^uint64(0)

// Lane4 holds lane*4 in each lane: the address row of the "add thread id" forms
// (DS_READ_ADDTID_B32, loads to LDS).
var Lane4 = func() (r Row) {
	for i := range r {
		r[i] = uint32(i) * 4
	}
	return r
}()

// bigEndian is a constant so that the swaps below vanish on the little-endian hosts that nearly
// everybody has. GCN is little-endian.
const bigEndian = runtime.GOARCH == "s390x" || runtime.GOARCH == "ppc64" || runtime.GOARCH == "mips" ||
	runtime.GOARCH == "mips64"

func le16(x uint16) uint16 {
	if bigEndian {
		return bits.ReverseBytes16(x)
	}
	return x
}

func le32(x uint32) uint32 {
	if bigEndian {
		return bits.ReverseBytes32(x)
	}
	return x
}

func le64(x uint64) uint64 {
	if bigEndian {
		return bits.ReverseBytes64(x)
	}
	return x
}

// The accessors below take unaligned pointers; callers have checked the bounds for all lanes at
// once.

func ld16(p unsafe.Pointer) uint32    { return uint32(le16(*(*uint16)(p))) }
func ld32(p unsafe.Pointer) uint32    { return le32(*(*uint32)(p)) }
func ld64(p unsafe.Pointer) uint64    { return le64(*(*uint64)(p)) }
func st16(p unsafe.Pointer, v uint32) { *(*uint16)(p) = le16(uint16(v)) }
func st32(p unsafe.Pointer, v uint32) { *(*uint32)(p) = le32(v) }
func st64(p unsafe.Pointer, v uint64) { *(*uint64)(p) = le64(v) }

// address is a byte address: 32 bits in LDS and GDS, 64 in global memory.
type address interface{ uint32 | uint64 }

// Contiguous reports whether lane i's address is that of lane 0 plus i*n, for all lanes of a. a is
// not empty.
func Contiguous[A address](a []A, n A) bool {
	last := len(a) - 1
	if a[last]-a[0] != A(last)*n {
		return false
	}
	var diff, want A = 0, a[0]
	for _, v := range a {
		diff |= v ^ want
		want += n
	}
	return diff == 0
}

// span returns the lowest and highest address of the lanes in m, which is not 0.
func span[A address](a *[64]A, m uint64) (lo, hi A) {
	if m == AllLanes {
		lo, hi = a[0], a[0]
		for _, v := range a[1:] {
			lo, hi = min(lo, v), max(hi, v)
		}
		return lo, hi
	}
	lo, hi = ^A(0), 0
	for ; m != 0; m &= m - 1 {
		v := a[bits.TrailingZeros64(m)&63]
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

// misaligned reports whether the address of some lane of m has a bit of mask set.
func misaligned[A address](a *[64]A, m uint64, mask A) bool {
	var or A
	for ; m != 0; m &= m - 1 {
		or |= a[bits.TrailingZeros64(m)&63]
	}
	return or&mask != 0
}

// loadRows reads n bytes for each lane of m into rows (one row per dword; n of 1 and 2 zero-extends
// into the first). p is the host address of guest address lo. dense promises that m is all lanes
// and that the addresses are contiguous.
func loadRows[A address](p unsafe.Pointer, a *[64]A, lo A, m uint64, n int, rows []*Row, dense bool) {
	r := rows[0]
	switch {
	case n == 1 && m == AllLanes:
		d := r[:] // a slice of known length: through the pointer the compiler would check for nil in each lane
		for i, v := range a[:] {
			d[i] = uint32(*(*byte)(unsafe.Add(p, uintptr(v-lo))))
		}
	case n == 1:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			r[i] = uint32(*(*byte)(unsafe.Add(p, uintptr(a[i]-lo))))
		}
	case n == 2 && m == AllLanes:
		d := r[:]
		for i, v := range a[:] {
			d[i] = ld16(unsafe.Add(p, uintptr(v-lo)))
		}
	case n == 2:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			r[i] = ld16(unsafe.Add(p, uintptr(a[i]-lo)))
		}
	case n == 4 && dense && !bigEndian:
		*r = *(*Row)(unsafe.Add(p, uintptr(a[0]-lo)))
	case n == 8 && m == AllLanes:
		d0, d1 := r[:], rows[1][:]
		for i, v := range a[:] {
			x := ld64(unsafe.Add(p, uintptr(v-lo)))
			d0[i], d1[i] = uint32(x), uint32(x>>32)
		}
	case m == AllLanes:
		for k, r := range rows[:n/4] {
			pk, d := unsafe.Add(p, 4*k), r[:]
			for i, v := range a[:] {
				d[i] = ld32(unsafe.Add(pk, uintptr(v-lo)))
			}
		}
	default:
		for k, r := range rows[:n/4] {
			pk := unsafe.Add(p, 4*k)
			for t := m; t != 0; t &= t - 1 {
				i := bits.TrailingZeros64(t) & 63
				r[i] = ld32(unsafe.Add(pk, uintptr(a[i]-lo)))
			}
		}
	}
}

// storeRows is the reverse of loadRows. It goes lane by lane in ascending order, so that where
// lanes overlap the highest lane wins.
func storeRows[A address](p unsafe.Pointer, a *[64]A, lo A, m uint64, n int, rows []*Row, dense bool) {
	r := rows[0]
	switch {
	case n == 1:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			*(*byte)(unsafe.Add(p, uintptr(a[i]-lo))) = byte(r[i])
		}
	case n == 2:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			st16(unsafe.Add(p, uintptr(a[i]-lo)), r[i])
		}
	case n == 4 && dense && !bigEndian:
		*(*Row)(unsafe.Add(p, uintptr(a[0]-lo))) = *r
	case n == 4 && m == AllLanes:
		for i, v := range a {
			st32(unsafe.Add(p, uintptr(v-lo)), r[i])
		}
	case n == 4:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			st32(unsafe.Add(p, uintptr(a[i]-lo)), r[i])
		}
	case n == 8:
		r1 := rows[1]
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			st64(unsafe.Add(p, uintptr(a[i]-lo)), uint64(r[i])|uint64(r1[i])<<32)
		}
	default: // 12 and 16
		r1, r2, r3 := rows[1], rows[2], rows[n/4-1]
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			q := unsafe.Add(p, uintptr(a[i]-lo))
			st64(q, uint64(r[i])|uint64(r1[i])<<32)
			st32(unsafe.Add(q, 8), r2[i])
			if n == 16 {
				st32(unsafe.Add(q, 12), r3[i])
			}
		}
	}
}

// Ext says how a byte or a short meets a 32-bit register. Loads use all six; stores only tell the
// Hi forms (which store bits 16 and up) from the others (which store bits 0 and up). Dword and
// larger accesses ignore it.
type Ext uint8

// The extensions. The D16 forms write one half of the register and keep the other (errata B-29,
// B-30: Vega ISA, LLVM d16PreservesUnusedBits).
const (
	ExtZero   Ext = iota // zero-extend to 32 bits (UBYTE, USHORT)
	ExtSign              // sign-extend to 32 bits (SBYTE, SSHORT)
	ExtLoZero            // zero-extend to 16 bits, write bits 0-15 (UBYTE_D16, SHORT_D16)
	ExtLoSign            // sign-extend to 16 bits, write bits 0-15 (SBYTE_D16)
	ExtHiZero            // zero-extend to 16 bits, write bits 16-31 (UBYTE_D16_HI, SHORT_D16_HI)
	ExtHiSign            // sign-extend to 16 bits, write bits 16-31 (SBYTE_D16_HI)
)

func (e Ext) hi() bool { return e == ExtHiZero || e == ExtHiSign }

// merge writes raw, n bytes zero-extended, into dst as e says, for the lanes of m.
func (e Ext) merge(dst, raw *Row, m uint64, n int) {
	sh := 32 - 8*uint(n)
	switch e {
	case ExtZero:
		copyLanes(dst, raw, m)
	case ExtSign:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			dst[i] = uint32(int32(raw[i]<<sh) >> sh)
		}
	case ExtLoZero, ExtLoSign, ExtHiZero, ExtHiSign:
		signed, up := e == ExtLoSign || e == ExtHiSign, uint(0)
		if e.hi() {
			up = 16
		}
		keep := uint32(0xffff0000) >> up
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			v := raw[i]
			if signed {
				v = uint32(int32(v<<sh) >> sh)
			}
			dst[i] = dst[i]&keep | v&0xffff<<up
		}
	}
}

// copyLanes copies the lanes of m.
func copyLanes(dst, src *Row, m uint64) {
	if m == AllLanes {
		*dst = *src
		return
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		dst[i] = src[i]
	}
}

// zeroLanes clears the lanes of m in every row.
func zeroLanes(rows []*Row, m uint64) {
	for _, r := range rows {
		for t := m; t != 0; t &= t - 1 {
			r[bits.TrailingZeros64(t)&63] = 0
		}
	}
}

// shiftedHi returns the row that a sub-dword store takes its data from: r itself, or its high
// halves in tmp for the D16_HI forms.
func (e Ext) shiftedHi(r, tmp *Row) *Row {
	if !e.hi() {
		return r
	}
	for i, v := range r {
		tmp[i] = v >> 16
	}
	return tmp
}
