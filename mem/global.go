package mem

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// What can be wrong with an access or a mapping. [AccessError] and [MapError] wrap these.
var (
	ErrUnmapped   = errors.New("address not mapped")
	ErrReadOnly   = errors.New("range is read-only")
	ErrMisaligned = errors.New("atomic address not a multiple of its size")
	ErrOverlap    = errors.New("overlaps another range")
	ErrLimit      = errors.New("over the limit of mapped bytes")
	ErrBadRange   = errors.New("empty range, end above the highest address, or alignment not a power of two")
	ErrNoSpace    = errors.New("no free addresses")
)

// Layout of the address space. The values are this simulator's own; only the order matters to programs.
const (
	// MaxAddress is the exclusive end of what can be mapped. The shared and private apertures of FLAT instructions lie above it.
	MaxAddress = uint64(1) << 47

	anywhereStart = uint64(1) << 33 // above 4 GiB, so that a program that drops the high half of an address is found out
	anywhereEnd   = uint64(1) << 40
	guardBytes    = uint64(1) << 16 // unmapped on both sides of what MapAnywhere places
	mapAlign      = uint64(4096)

	// DefaultLimit is the Limit of a new [Global]: 4 GiB.
	DefaultLimit = uint64(4) << 30

	pageShift = 12
	// PageBytes is the unit of change tracking.
	PageBytes = 1 << pageShift
)

// MapError says why a range could not be mapped, or unmapped. It unwraps to [ErrOverlap], [ErrLimit], [ErrBadRange] or [ErrNoSpace],
// and on unmapping to [ErrUnmapped].
type MapError struct {
	Name       string // the new range
	Base, Size uint64 // where and how large; Base is 0 where MapAnywhere was to choose it
	Mapped     uint64 // bytes mapped already
	Limit      uint64 // the limit in force
	Other      *Range // the range overlapped, for ErrOverlap
	Err        error
}

func (e *MapError) Error() string {
	s := fmt.Sprintf("mem: map %q, 0x%x bytes at 0x%x: %v", e.Name, e.Size, e.Base, e.Err)
	switch {
	case e.Other != nil:
		s += fmt.Sprintf(": %s", e.Other)
	case errors.Is(e.Err, ErrLimit):
		s += fmt.Sprintf(": 0x%x bytes mapped, limit 0x%x; make the buffer smaller or raise the limit", e.Mapped, e.Limit)
	}
	return s
}

// Unwrap returns the sentinel.
func (e *MapError) Unwrap() error { return e.Err }

// AccessError says which access failed. It unwraps to [ErrUnmapped], [ErrReadOnly] or [ErrMisaligned].
type AccessError struct {
	Addr   uint64 // first byte of the access
	Size   int    // bytes
	Write  bool   // a store or an atomic
	Lane   int    // the lane of a vector access, -1 for a scalar one
	Below  *Range // the nearest range that begins at or below Addr, nil if none
	Above  *Range // the nearest range that begins above Addr, nil if none
	Reason error
}

func (e *AccessError) Error() string {
	var b strings.Builder
	b.WriteString("mem: ")
	if e.Lane >= 0 {
		fmt.Fprintf(&b, "lane %d: ", e.Lane)
	}
	verb := "read"
	if e.Write {
		verb = "write"
	}
	fmt.Fprintf(&b, "%s of %d bytes at 0x%x: %v", verb, e.Size, e.Addr, e.Reason)
	switch {
	case !errors.Is(e.Reason, ErrUnmapped):
		if e.Below != nil {
			fmt.Fprintf(&b, " (%s)", e.Below)
		}
	case e.Below == nil && e.Above == nil:
		b.WriteString("; nothing is mapped")
	default:
		b.WriteString("; nearest:")
		if r := e.Below; r != nil {
			if end := e.Addr + uint64(e.Size); e.Addr < r.End() {
				fmt.Fprintf(&b, " %s, which it leaves by 0x%x bytes", r, end-r.End())
			} else {
				fmt.Fprintf(&b, " %s, 0x%x bytes past its end", r, e.Addr-r.End())
			}
		}
		if r := e.Above; r != nil {
			if e.Below != nil {
				b.WriteString(";")
			}
			fmt.Fprintf(&b, " %s, 0x%x bytes before its start", r, r.Base-e.Addr)
		}
	}
	return b.String()
}

// Unwrap returns the sentinel.
func (e *AccessError) Unwrap() error { return e.Reason }

// Range is one mapped piece of global memory.
type Range struct {
	Name string // for messages
	Base uint64 // first address
	data []byte // host and guest addresses agree modulo 8, for atomics

	readOnly bool

	// dirty has one flag per page: 0 until the page is first written. The page's old bytes are in saved before the flag is set, and the
	// flag is set before anything is written, so a writer that sees 1 may go on with no lock.
	dirty []uint32
	mu    sync.Mutex
	saved map[int][]byte
}

// Size is the length in bytes.
func (r *Range) Size() uint64 { return uint64(len(r.data)) }

// End is the address after the last byte.
func (r *Range) End() uint64 { return r.Base + uint64(len(r.data)) }

// ReadOnly reports whether simulated stores to the range fault.
func (r *Range) ReadOnly() bool { return r.readOnly }

// SetReadOnly makes simulated stores to the range fault, or not. Call it when nothing runs.
func (r *Range) SetReadOnly(on bool) { r.readOnly = on }

func (r *Range) String() string {
	ro := ""
	if r.readOnly {
		ro = " read-only"
	}
	return fmt.Sprintf("%q 0x%x-0x%x%s", r.Name, r.Base, r.End()-1, ro)
}

// holds reports whether n bytes at addr lie in the range.
func (r *Range) holds(addr, n uint64) bool {
	return addr >= r.Base && addr-r.Base < r.Size() && n <= r.Size()-(addr-r.Base)
}

// at is the host address of a guest address in the range.
func (r *Range) at(addr uint64) unsafe.Pointer { return unsafe.Pointer(&r.data[addr-r.Base]) }

// touch makes the pages of offsets lo to hi (inclusive) ready to be written.
func (r *Range) touch(lo, hi uint64) {
	for p := int(lo >> pageShift); p <= int(hi>>pageShift); p++ {
		if atomic.LoadUint32(&r.dirty[p]) == 0 {
			r.save(p)
		}
	}
}

func (r *Range) save(p int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dirty[p] != 0 {
		return
	}
	lo := p << pageShift
	if r.saved == nil {
		r.saved = map[int][]byte{}
	}
	r.saved[p] = slices.Clone(r.data[lo:min(lo+PageBytes, len(r.data))])
	atomic.StoreUint32(&r.dirty[p], 1)
}

// Global is the memory that all waves, and the host, share: a sparse 64-bit address space of mapped ranges. Its methods that access
// bytes may be used by several goroutines at once; two accesses to one byte of which one is a plain write are a race of the
// simulated program. Mapping may go on while others access. The zero value has nothing mapped and a limit of 0 bytes: use
// [NewGlobal].
type Global struct {
	// Limit is the most bytes that may be mapped in all.
	Limit uint64

	mu     sync.Mutex
	ranges atomic.Pointer[[]*Range] // sorted by Base, replaced as a whole
	mapped uint64
	next   uint64
}

// NewGlobal returns an empty memory with [DefaultLimit].
func NewGlobal() *Global { return &Global{Limit: DefaultLimit} }

// Ranges returns the mapped ranges in address order. The slice must not be changed.
func (g *Global) Ranges() []*Range {
	if p := g.ranges.Load(); p != nil {
		return *p
	}
	return nil
}

// Mapped is the number of bytes mapped in all.
func (g *Global) Mapped() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.mapped
}

// search returns the index of the first range that begins above addr.
func search(rs []*Range, addr uint64) int {
	return sort.Search(len(rs), func(i int) bool { return rs[i].Base > addr })
}

// Map maps size zero bytes at base. base needs no alignment. The error is a *MapError.
func (g *Global) Map(name string, base, size uint64) (*Range, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.mapAt(name, base, size)
}

func (g *Global) mapAt(name string, base, size uint64) (*Range, error) {
	fail := func(err error, other *Range) (*Range, error) {
		return nil, &MapError{Name: name, Base: base, Size: size, Mapped: g.mapped, Limit: g.Limit, Other: other, Err: err}
	}
	if size == 0 || base >= MaxAddress || size > MaxAddress-base {
		return fail(ErrBadRange, nil)
	}
	if g.mapped > g.Limit || size > g.Limit-g.mapped || size > math.MaxInt-16 {
		return fail(ErrLimit, nil)
	}
	rs := g.Ranges()
	i := search(rs, base)
	if i > 0 && rs[i-1].End() > base {
		return fail(ErrOverlap, rs[i-1])
	}
	if i < len(rs) && rs[i].Base < base+size {
		return fail(ErrOverlap, rs[i])
	}
	// Words, not bytes, so that the host address is a multiple of 8 where the guest's is.
	skip := base & 7
	words := make([]uint64, (skip+size+7)/8)
	r := &Range{
		Name: name, Base: base,
		data:  unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)[skip : skip+size : skip+size],
		dirty: make([]uint32, (size+PageBytes-1)>>pageShift),
	}
	rs = slices.Insert(slices.Clone(rs), i, r)
	g.ranges.Store(&rs)
	g.mapped += size
	return r, nil
}

// MapAnywhere maps size zero bytes at an address of its choice, a multiple of align (0, or a power of two) and of 4 KiB, between
// 8 GiB and 1 TiB, with at least 64 KiB unmapped on both sides. The same calls in the same order give the same addresses. The error
// is a *MapError.
func (g *Global) MapAnywhere(name string, size, align uint64) (*Range, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	fail := func(err error) (*Range, error) {
		return nil, &MapError{Name: name, Size: size, Mapped: g.mapped, Limit: g.Limit, Err: err}
	}
	if size == 0 || align&(align-1) != 0 {
		return fail(ErrBadRange)
	}
	align = max(align, mapAlign)
	if g.mapped > g.Limit || size > g.Limit-g.mapped {
		return fail(ErrLimit)
	}
	rs := g.Ranges()
	addr := max(g.next, anywhereStart)
	for {
		base := (addr + align - 1) &^ (align - 1)
		if base < addr || base >= anywhereEnd || size > anywhereEnd-base {
			return fail(ErrNoSpace)
		}
		// The last range that begins before our end and guard is the only one that can be in the way.
		i := search(rs, base+size+guardBytes-1)
		if i > 0 && rs[i-1].End()+guardBytes > base {
			addr = rs[i-1].End() + guardBytes
			continue
		}
		r, err := g.mapAt(name, base, size)
		if err == nil {
			g.next = r.End() + guardBytes
		}
		return r, err
	}
}

// Find returns the range that holds addr, nil if none does.
func (g *Global) Find(addr uint64) *Range {
	rs := g.Ranges()
	if i := search(rs, addr); i > 0 && addr < rs[i-1].End() {
		return rs[i-1]
	}
	return nil
}

// fault makes the error for n bytes at addr. lane is -1 for a scalar access.
func (g *Global) fault(addr uint64, n int, write bool, lane int, reason error) error {
	e := &AccessError{Addr: addr, Size: n, Write: write, Lane: lane, Reason: reason}
	rs := g.Ranges()
	i := search(rs, addr)
	if i > 0 {
		e.Below = rs[i-1]
	}
	if i < len(rs) {
		e.Above = rs[i]
	}
	return e
}

// Slice returns n bytes at addr themselves, not a copy, or nil where they do not lie in one range. It is for reading; writes through
// it escape [Global.Changed] and read-only protection.
func (g *Global) Slice(addr uint64, n int) []byte {
	r := g.Find(addr)
	if r == nil || n < 0 || !r.holds(addr, uint64(n)) {
		return nil
	}
	return r.data[addr-r.Base:][:n:n]
}

// Writable is [Global.Slice] for writing: the pages count as written from now on. It is the host's way in, so read-only ranges are
// allowed.
func (g *Global) Writable(addr uint64, n int) []byte {
	b := g.Slice(addr, n)
	if len(b) != 0 {
		r := g.Find(addr)
		r.touch(addr-r.Base, addr-r.Base+uint64(n)-1)
	}
	return b
}

// pieces calls f for the parts of n bytes at addr, one per range. Nothing has been done when it fails.
func (g *Global) pieces(addr uint64, n int, write bool, f func(r *Range, off uint64, lo, hi int)) error {
	for pass := range 2 {
		for done := 0; done < n; {
			at := addr + uint64(done)
			r := g.Find(at)
			if r == nil || at < addr {
				return g.fault(addr, n, write, -1, ErrUnmapped)
			}
			if write && r.readOnly {
				return g.fault(at, n-done, write, -1, ErrReadOnly)
			}
			k := int(min(uint64(n-done), r.End()-at))
			if pass == 1 {
				f(r, at-r.Base, done, done+k)
			}
			done += k
		}
	}
	return nil
}

// Read copies memory at addr to b, all of it or, with an *AccessError, none.
func (g *Global) Read(addr uint64, b []byte) error {
	if s := g.Slice(addr, len(b)); s != nil {
		copy(b, s)
		return nil
	}
	return g.pieces(addr, len(b), false, func(r *Range, off uint64, lo, hi int) { copy(b[lo:hi], r.data[off:]) })
}

// Write copies b to memory at addr, all of it or, with an *AccessError, none.
func (g *Global) Write(addr uint64, b []byte) error {
	return g.pieces(addr, len(b), true, func(r *Range, off uint64, lo, hi int) {
		r.touch(off, off+uint64(hi-lo)-1)
		copy(r.data[off:], b[lo:hi])
	})
}

// Span is a run of changed memory.
type Span struct {
	Addr   uint64
	Range  *Range
	Before []byte // contents at the last ResetChanges
	After  []byte // contents now
}

// Changed returns what differs from the contents at the last [Global.ResetChanges] (or at mapping), in address order: maximal runs
// of aligned dwords that differ, cut at the ends of ranges. A page that was written with what it held is not in it. Call it when
// nothing runs.
func (g *Global) Changed() []Span {
	var out []Span
	for _, r := range g.Ranges() {
		r.mu.Lock()
		pages := make([]int, 0, len(r.saved))
		for p := range r.saved {
			pages = append(pages, p)
		}
		slices.Sort(pages)
		for _, p := range pages {
			old := r.saved[p]
			lo := uint64(p) << pageShift
			cur := r.data[lo:][:len(old)]
			for i := 0; i < len(old); {
				// The dword that holds guest address Base+lo+i, as far as it is in this page.
				k := min(i+4-int((r.Base+lo+uint64(i))&3), len(old))
				if string(old[i:k]) != string(cur[i:k]) {
					at := r.Base + lo + uint64(i)
					if n := len(out); n > 0 && out[n-1].Range == r && out[n-1].Addr+uint64(len(out[n-1].After)) == at {
						s := &out[n-1]
						s.Before, s.After = append(s.Before, old[i:k]...), append(s.After, cur[i:k]...)
					} else {
						out = append(out, Span{at, r, slices.Clone(old[i:k]), slices.Clone(cur[i:k])})
					}
				}
				i = k
			}
		}
		r.mu.Unlock()
	}
	return out
}

// ResetChanges makes the present contents the ones that [Global.Changed] compares with. Call it when nothing runs.
func (g *Global) ResetChanges() {
	for _, r := range g.Ranges() {
		r.mu.Lock()
		for p := range r.saved {
			atomic.StoreUint32(&r.dirty[p], 0)
		}
		r.saved = nil
		r.mu.Unlock()
	}
}

// Access is one vector load or store: an address for each lane, and rows for the data. Keep one per wave and use it again: it has
// room for what the methods need, and remembers the range it found last.
type Access struct {
	Exec  uint64     // lanes that take part
	Addr  [64]uint64 // first byte of each lane's element; alignment is the caller's rule, any is accepted
	Bytes int        // per lane: 1, 2, 4, 8, 12, 16
	Ext   Ext        // how 1 and 2 bytes meet a dword
	Rows  []*Row     // data, one row per dword (one for 1 and 2 bytes)

	// Part, if not nil, has the lanes whose dword k is in range (see [BufferQuery]). Other lanes of Exec read 0 there, and do not write.
	Part *[4]uint64

	hint *Range
	seen *[]*Range // the list of ranges that hint was found in: another memory, or a change of mapping, has another list
	tmp  [2]Row
	one  [1]*Row
}

// find returns the range of addr, the last one if it fits.
func (q *Access) find(g *Global, addr uint64) *Range {
	now := g.ranges.Load()
	if r := q.hint; r != nil && q.seen == now && addr-r.Base < uint64(len(r.data)) {
		return r
	}
	r := g.Find(addr)
	if r != nil {
		q.hint, q.seen = r, now
	}
	return r
}

// whole returns the range that holds the elements of all lanes of m, nil if there is none, the lowest and highest address, and whether
// the lanes are all 64 and lie one after the other.
func (q *Access) whole(g *Global, m uint64) (r *Range, lo, hi uint64, dense bool) {
	n := uint64(q.Bytes)
	if dense = m == AllLanes && Contiguous(q.Addr[:], n); dense {
		lo, hi = q.Addr[0], q.Addr[63]
	} else {
		lo, hi = span(&q.Addr, m)
	}
	if r = q.find(g, lo); r == nil || hi-lo >= r.Size() || !r.holds(lo, hi-lo+n) {
		return nil, lo, hi, dense
	}
	return r, lo, hi, dense
}

// inRange returns the lanes that access memory with all their dwords. mixed is set where some lane has dwords in and out of range.
func (q *Access) inRange() (m uint64, mixed bool) {
	m = q.Exec
	if q.Part == nil {
		return m, false
	}
	m &= q.Part[0]
	for k := 1; k < (q.Bytes+3)/4; k++ {
		mixed = mixed || (q.Part[k]^q.Part[0])&q.Exec != 0
	}
	return m, mixed
}

// Gather loads. Lanes outside Exec keep their data. At the first lane whose address is not mapped it stops with an *AccessError that
// names the lane; the lanes before it have their data.
func (g *Global) Gather(q *Access) error {
	m, mixed := q.inRange()
	if mixed {
		return g.gatherMixed(q)
	}
	rows := q.Rows
	if q.Bytes < 4 {
		q.one[0] = &q.tmp[0]
		rows = q.one[:]
	}
	if out := q.Exec &^ m; out != 0 {
		zeroLanes(rows[:(q.Bytes+3)/4], out)
	}
	err := error(nil)
	done := q.Exec
	if m != 0 {
		if r, lo, _, dense := q.whole(g, m); r != nil {
			loadRows(r.at(lo), &q.Addr, lo, m, q.Bytes, rows, dense)
		} else if ok, e := g.gatherSlow(q, m, rows); e != nil {
			done, err = q.Exec&^m|ok, e
		}
	}
	if q.Bytes < 4 {
		q.Ext.merge(q.Rows[0], &q.tmp[0], done, q.Bytes)
	}
	return err
}

// gatherSlow loads lane by lane, for lanes in several ranges. It returns the lanes done.
func (g *Global) gatherSlow(q *Access, m uint64, rows []*Row) (done uint64, err error) {
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		if err := g.loadLane(q, i, q.Addr[i], q.Bytes, rows); err != nil {
			return done, err
		}
		done |= 1 << i
	}
	return done, nil
}

func (g *Global) loadLane(q *Access, i int, addr uint64, n int, rows []*Row) error {
	var b [16]byte
	if r := q.find(g, addr); r != nil && r.holds(addr, uint64(n)) {
		loadLane(r.at(addr), i, n, rows)
		return nil
	}
	// Two ranges may touch each other and hold the element together.
	if g.Read(addr, b[:n]) != nil {
		return g.fault(addr, n, false, i, ErrUnmapped)
	}
	loadLane(unsafe.Pointer(&b), i, n, rows)
	return nil
}

// element reads n bytes as dwords: 1, 2, or a multiple of 4 up to 16.
func (g *Global) element(q *Access, i int, addr uint64, n int) (w [4]uint32, err error) {
	var b [16]byte
	p := unsafe.Pointer(&b)
	if r := q.find(g, addr); r != nil && r.holds(addr, uint64(n)) {
		p = r.at(addr)
	} else if g.Read(addr, b[:n]) != nil {
		return w, g.fault(addr, n, false, i, ErrUnmapped)
	}
	switch n {
	case 1:
		w[0] = uint32(*(*uint8)(p))
	case 2:
		w[0] = ld16(p)
	default:
		for k := range n / 4 {
			w[k] = ld32(unsafe.Add(p, 4*k))
		}
	}
	return w, nil
}

// loadLane and storeLane move one lane's element.
func loadLane(p unsafe.Pointer, i, n int, rows []*Row) {
	var a [64]uint32
	loadRows(p, &a, 0, 1<<i, n, rows, false)
}

func storeLane(p unsafe.Pointer, i, n int, rows []*Row) {
	var a [64]uint32
	storeRows(p, &a, 0, 1<<i, n, rows, false)
}

func (g *Global) gatherMixed(q *Access) error {
	for m := q.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		for k, r := range q.Rows[:q.Bytes/4] {
			r[i] = 0
			if q.Part[k]>>i&1 != 0 {
				if err := g.loadLane(q, i, q.Addr[i]+uint64(4*k), 4, q.Rows[k:]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Scatter stores. Where lanes overlap the highest lane's data stays. At the first lane whose address is not mapped or is read-only it
// stops with an *AccessError that names the lane; the lanes before it have stored.
func (g *Global) Scatter(q *Access) error {
	m, mixed := q.inRange()
	if mixed {
		for m = q.Exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			for k := range q.Bytes / 4 {
				if q.Part[k]>>i&1 != 0 {
					if err := g.storeLane(q, i, q.Addr[i]+uint64(4*k), 4, q.Rows[k:]); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	if m == 0 {
		return nil
	}
	rows := q.Rows
	if q.Bytes < 4 {
		q.one[0] = q.Ext.shiftedHi(rows[0], &q.tmp[0])
		rows = q.one[:]
	}
	if r, lo, hi, dense := q.whole(g, m); r != nil && !r.readOnly {
		r.touchLanes(&q.Addr, m, lo, hi, uint64(q.Bytes))
		storeRows(r.at(lo), &q.Addr, lo, m, q.Bytes, rows, dense)
		return nil
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		if err := g.storeLane(q, i, q.Addr[i], q.Bytes, rows); err != nil {
			return err
		}
	}
	return nil
}

// touchLanes is touch for the elements of n bytes of the lanes of m, whose addresses lie from lo to hi.
func (r *Range) touchLanes(a *[64]uint64, m, lo, hi, n uint64) {
	if hi-lo < 16*PageBytes { // a few pages too many cost less than 64 look-ups
		r.touch(lo-r.Base, hi-r.Base+n-1)
		return
	}
	for ; m != 0; m &= m - 1 {
		off := a[bits.TrailingZeros64(m)&63] - r.Base
		r.touch(off, off+n-1)
	}
}

func (g *Global) storeLane(q *Access, i int, addr uint64, n int, rows []*Row) error {
	if r := q.find(g, addr); r != nil && r.holds(addr, uint64(n)) && !r.readOnly {
		r.touch(addr-r.Base, addr-r.Base+uint64(n)-1)
		storeLane(r.at(addr), i, n, rows)
		return nil
	}
	var b [16]byte
	storeLane(unsafe.Pointer(&b), i, n, rows)
	if err := g.Write(addr, b[:n]); err != nil {
		return g.fault(addr, n, true, i, errors.Unwrap(err))
	}
	return nil
}
