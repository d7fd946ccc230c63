package mem

import (
	"fmt"
	"math"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
)

// apply32 is the table of what atomics mean, for 32 bits: the new value of the word. src is the
// (first) data operand, cmp the second where there is one. DS_CMPST has its operands the other way
// round (errata D-14): the caller passes what is stored as src. flush is for AtomFAdd only:
// denormal inputs and results become zeros of the same sign. Minimum and maximum keep denormals,
// and a NaN in src never replaces (errata B-27, D-15).
func apply32(op isa.AtomicOp, old, src, cmp uint32, flush bool) uint32 {
	if op == isa.AtomFAdd {
		return fadd32(old, src, flush)
	}
	return apply(op, old, src, cmp)
}

// apply64 is apply32 for 64 bits.
func apply64(op isa.AtomicOp, old, src, cmp uint64, flush bool) uint64 {
	if op == isa.AtomFAdd {
		return fadd64(old, src, flush)
	}
	return apply(op, old, src, cmp)
}

func apply[T uint32 | uint64](op isa.AtomicOp, old, src, cmp T) T {
	sign := ^(^T(0) >> 1) // flipping the sign bit turns signed order into unsigned order
	pick := func(take bool) T {
		if take {
			return src
		}
		return old
	}
	switch op {
	case isa.AtomSwap:
		return src
	case isa.AtomCmpSwap:
		return pick(old == cmp)
	case isa.AtomAdd:
		return old + src
	case isa.AtomSub:
		return old - src
	case isa.AtomRSub:
		return src - old
	case isa.AtomSMin:
		return pick(src^sign < old^sign)
	case isa.AtomUMin:
		return pick(src < old)
	case isa.AtomSMax:
		return pick(src^sign > old^sign)
	case isa.AtomUMax:
		return pick(src > old)
	case isa.AtomAnd:
		return old & src
	case isa.AtomOr:
		return old | src
	case isa.AtomXor:
		return old ^ src
	case isa.AtomInc:
		if old >= src {
			return 0
		}
		return old + 1
	case isa.AtomDec:
		if old == 0 || old > src {
			return src
		}
		return old - 1
	case isa.AtomFCmpSwap:
		return pick(asFloat(old) == asFloat(cmp))
	case isa.AtomFMin:
		return pick(asFloat(src) < asFloat(old))
	case isa.AtomFMax:
		return pick(asFloat(src) > asFloat(old))
	case isa.AtomMskOr:
		return old&^src | cmp
	case isa.AtomWrap:
		if old >= src {
			return old - src
		}
		return old + cmp
	}
	return old // AtomNone
}

// asFloat gives the value for comparison; widening an f32 is exact.
func asFloat[T uint32 | uint64](x T) float64 {
	if unsafe.Sizeof(x) == 4 {
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(uint64(x))
}

// NaNs are chosen here and not left to the host: the quieted NaN of memory, else of the operand,
// else the positive default NaN. Which NaN the hardware's LDS adder returns is not documented.

func fadd32(old, src uint32, flush bool) uint32 {
	const exp, quiet = 0x7f800000, 0x00400000
	fl := func(x uint32) uint32 {
		if flush && x&exp == 0 {
			return x & (1 << 31)
		}
		return x
	}
	switch {
	case old&^(1<<31) > exp:
		return old | quiet
	case src&^(1<<31) > exp:
		return src | quiet
	}
	sum := math.Float32bits(math.Float32frombits(fl(old)) + math.Float32frombits(fl(src)))
	if sum&^(1<<31) > exp {
		return exp | quiet
	}
	return fl(sum)
}

func fadd64(old, src uint64, flush bool) uint64 {
	const exp, quiet = 0x7ff << 52, 1 << 51
	fl := func(x uint64) uint64 {
		if flush && x&exp == 0 {
			return x & (1 << 63)
		}
		return x
	}
	switch {
	case old&^(1<<63) > exp:
		return old | quiet
	case src&^(1<<63) > exp:
		return src | quiet
	}
	sum := math.Float64bits(math.Float64frombits(fl(old)) + math.Float64frombits(fl(src)))
	if sum&^(1<<63) > exp {
		return exp | quiet
	}
	return fl(sum)
}

func rmw32(p unsafe.Pointer, op isa.AtomicOp, src, cmp uint32, flush bool) uint32 {
	w := (*uint32)(p)
	for {
		h := atomic.LoadUint32(w)
		old := le32(h)
		if atomic.CompareAndSwapUint32(w, h, le32(apply32(op, old, src, cmp, flush))) {
			return old
		}
	}
}

func rmw64(p unsafe.Pointer, op isa.AtomicOp, src, cmp uint64, flush bool) uint64 {
	w := (*uint64)(p)
	for {
		h := atomic.LoadUint64(w)
		old := le64(h)
		if atomic.CompareAndSwapUint64(w, h, le64(apply64(op, old, src, cmp, flush))) {
			return old
		}
	}
}

// rmw does one atomic on the first width (4 or 8) bytes of p and returns the word before it. Other
// goroutines may do atomics and plain stores on the same word at the same time: nothing is lost. p
// must lie on a multiple of width in host memory, as words of mapped memory do whose address is
// one; otherwise the result is [ErrMisaligned] and nothing is done.
func rmw(p []byte, width int, op isa.AtomicOp, src, cmp uint64, flush bool) (old uint64, err error) {
	if (width != 4 && width != 8) || len(p) < width {
		return 0, fmt.Errorf("mem: atomic of width %d on %d bytes: width must be 4 or 8 and fit", width, len(p))
	}
	q := unsafe.Pointer(&p[0])
	if uintptr(q)&uintptr(width-1) != 0 {
		return 0, fmt.Errorf("mem: atomic of width %d: %w", width, ErrMisaligned)
	}
	if width == 4 {
		return uint64(rmw32(q, op, uint32(src), uint32(cmp), flush)), nil
	}
	return rmw64(q, op, src, cmp, flush), nil
}

// RMW does one atomic on global memory for a scalar instruction, and returns the word before it.
// The error is an *AccessError.
func (g *Global) RMW(addr uint64, width int, op isa.AtomicOp, src, cmp uint64, flush bool) (old uint64, err error) {
	r := g.Find(addr)
	switch {
	case r == nil || !r.holds(addr, uint64(width)):
		return 0, g.fault(addr, width, true, -1, ErrUnmapped)
	case r.readOnly:
		return 0, g.fault(addr, width, true, -1, ErrReadOnly)
	case addr&uint64(width-1) != 0:
		return 0, g.fault(addr, width, true, -1, ErrMisaligned)
	}
	b, err := r.grow(addr)
	if err == nil {
		err = b.touch(addr, addr+uint64(width)-1)
	}
	if err != nil {
		return 0, g.fault(addr, width, true, -1, err)
	}
	off := addr - b.base // an aligned word does not leave its block
	return rmw(b.data[off:off+uint64(width)], width, op, src, cmp, flush)
}

// Atomic is one vector atomic. Access.Rows receives the words before (nil where the program does
// not want them; they may be the same rows as Src). Lanes out of range by Access.Part do nothing
// and return 0.
type Atomic struct {
	Access
	Op    isa.AtomicOp // what becomes of the word
	Src   []*Row       // data, one row for 4 bytes, two for 8
	Cmp   []*Row       // second operand of AtomCmpSwap, AtomFCmpSwap, AtomMskOr, AtomWrap; else ignored
	Flush bool         // AtomFAdd only: denormal inputs and results become zeros of the same sign

	// Alone promises that no other goroutine accesses the memory meanwhile: plain instead of locked
	// instructions, some five times faster.
	Alone bool
}

// operands64 returns lane i's operands.
func operands64(src, cmp []*Row, i int) (s, c uint64) {
	s = uint64(src[0][i]) | uint64(src[1][i])<<32
	if len(cmp) > 1 {
		c = uint64(cmp[0][i]) | uint64(cmp[1][i])<<32
	}
	return s, c
}

// noRow stands in for an operand that an operation does not have. It is never written.
var noRow Row

// cmp32 returns the second operand's row.
func cmp32(cmp []*Row) *Row {
	if len(cmp) == 0 {
		return &noRow
	}
	return cmp[0]
}

// atomicPlain does atomics lane by lane with ordinary loads and stores: LDS, and global memory that
// nobody else uses. ret may be nil. p is the host address of guest address lo.
func atomicPlain[A address](p unsafe.Pointer, a *[64]A, lo A, m uint64, n int, op isa.AtomicOp, src, cmp, ret []*Row,
	flush bool) {
	if n == 8 {
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			q := unsafe.Add(p, uintptr(a[i]-lo))
			s, c := operands64(src, cmp, i)
			old := ld64(q)
			st64(q, apply64(op, old, s, c, flush))
			if len(ret) > 1 {
				ret[0][i], ret[1][i] = uint32(old), uint32(old>>32)
			}
		}
		return
	}
	s, c := src[0], cmp32(cmp)
	r := (*Row)(nil)
	if len(ret) > 0 {
		r = ret[0]
	}
	if op == isa.AtomAdd && r == nil { // by far the most frequent; no call
		if m == 1<<64-1 {
			for i, at := range a {
				q := unsafe.Add(p, uintptr(at-lo))
				st32(q, ld32(q)+s[i])
			}
			return
		}
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			q := unsafe.Add(p, uintptr(a[i]-lo))
			st32(q, ld32(q)+s[i])
		}
		return
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		q := unsafe.Add(p, uintptr(a[i]-lo))
		old := ld32(q)
		st32(q, apply32(op, old, s[i], c[i], flush))
		if r != nil {
			r[i] = old
		}
	}
}

// AtomicLanes does a vector atomic, lanes in ascending order; the lanes are not one indivisible
// step except where they share one address. A 64-bit atomic whose address is no multiple of 8, or a
// 32-bit one off a multiple of 4, faults with [ErrMisaligned]. At the first lane that faults it
// stops with an *AccessError that names the lane; the lanes before it are done.
func (g *Global) AtomicLanes(q *Atomic) error {
	m, mixed := q.inRange()
	if mixed {
		m &= q.Part[1]
	}
	if out := q.Exec &^ m; out != 0 {
		zeroLanes(q.Rows, out)
	}
	if m == 0 {
		return nil
	}
	n := uint64(q.Bytes)
	b, lo, hi, _ := q.whole(g, m)
	if b == nil || b.r.readOnly || misaligned(&q.Addr, m, n-1) || b.touchLanes(&q.Addr, m, lo, hi, n) != nil {
		return g.atomicSlow(q, m)
	}
	switch {
	case q.Alone:
		atomicPlain(b.at(lo), &q.Addr, lo, m, q.Bytes, q.Op, q.Src, q.Cmp, q.Rows, q.Flush)
	case lo == hi:
		q.atomicOne(b.at(lo), m)
	case n == 8:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			q.lane64(b.at(q.Addr[i]), i)
		}
	default:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			q.lane32(b.at(q.Addr[i]), i)
		}
	}
	return nil
}

func (q *Atomic) lane32(p unsafe.Pointer, i int) {
	old := rmw32(p, q.Op, q.Src[0][i], cmp32(q.Cmp)[i], q.Flush)
	if len(q.Rows) > 0 {
		q.Rows[0][i] = old
	}
}

func (q *Atomic) lane64(p unsafe.Pointer, i int) {
	s, c := operands64(q.Src, q.Cmp, i)
	old := rmw64(p, q.Op, s, c, q.Flush)
	if len(q.Rows) > 1 {
		q.Rows[0][i], q.Rows[1][i] = uint32(old), uint32(old>>32)
	}
}

// atomicOne does all lanes of m on the one word at p with a single exchange: the lanes are worked
// out one after the other in a copy, and the result is put in place if the word is still what it
// was.
func (q *Atomic) atomicOne(p unsafe.Pointer, m uint64) {
	if q.Bytes == 8 {
		for {
			h := atomic.LoadUint64((*uint64)(p))
			cur := le64(h)
			for t := m; t != 0; t &= t - 1 {
				i := bits.TrailingZeros64(t) & 63
				s, c := operands64(q.Src, q.Cmp, i)
				q.tmp[0][i], q.tmp[1][i] = uint32(cur), uint32(cur>>32)
				cur = apply64(q.Op, cur, s, c, q.Flush)
			}
			if atomic.CompareAndSwapUint64((*uint64)(p), h, le64(cur)) {
				break
			}
		}
	} else {
		s, c := q.Src[0], cmp32(q.Cmp)
		for {
			h := atomic.LoadUint32((*uint32)(p))
			cur := le32(h)
			for t := m; t != 0; t &= t - 1 {
				i := bits.TrailingZeros64(t) & 63
				q.tmp[0][i] = cur
				cur = apply32(q.Op, cur, s[i], c[i], q.Flush)
			}
			if atomic.CompareAndSwapUint32((*uint32)(p), h, le32(cur)) {
				break
			}
		}
	}
	for k, r := range q.Rows {
		copyLanes(r, &q.tmp[k], m)
	}
}

// atomicSlow goes lane by lane, for lanes in several ranges and lanes that fault.
func (g *Global) atomicSlow(q *Atomic, m uint64) error {
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		addr, n := q.Addr[i], uint64(q.Bytes)
		b, err := q.findForWrite(g, addr, n)
		switch {
		case err != nil:
			return g.fault(addr, q.Bytes, true, i, err)
		case b == nil && !g.Find(addr).holds(addr, n):
			return g.fault(addr, q.Bytes, true, i, ErrUnmapped)
		case addr&(n-1) != 0:
			return g.fault(addr, q.Bytes, true, i, ErrMisaligned)
		}
		if err := b.touch(addr, addr+n-1); err != nil {
			return g.fault(addr, q.Bytes, true, i, err)
		}
		if n == 8 {
			q.lane64(b.at(addr), i)
		} else {
			q.lane32(b.at(addr), i)
		}
	}
	return nil
}
