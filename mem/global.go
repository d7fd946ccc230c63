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
	ErrUse        = errors.New("over the limit of memory in use (--max-mem raises the limit)")
	ErrBadRange   = errors.New("empty range, addresses that do not exist, or alignment not a power of two")
	ErrNoSpace    = errors.New("no free addresses")
)

// Layout of the address space. The values are this simulator's own; only the order matters to
// programs.
const (
	// MaxAddress is the exclusive end of the lower half of what can be mapped. The shared and private
	// apertures of FLAT instructions lie above it.
	MaxAddress = uint64(1) << 47

	// UpperHalf is where the upper half begins: addresses of 48 bits of which the highest is extended to
	// 64 (Linux amdgpu_gmc.h, AMDGPU_GMC_HOLE_START and AMDGPU_GMC_HOLE_END). Drivers keep descriptors
	// there. See [Global.Upper].
	UpperHalf = uint64(0xffff8000_00000000)

	// upperEnd is its exclusive end: the last bytes cannot be mapped, so that no range ends at 2^64.
	upperEnd = math.MaxUint64 - guardBytes + 1

	// above 4 GiB, so that a program that drops the high half of an address is found out
	anywhereStart = uint64(1) << 33
	anywhereEnd   = uint64(1) << 46
	guardBytes    = uint64(1) << 16 // unmapped on both sides of what MapAnywhere places
	mapAlign      = uint64(4096)
	maxAlign      = uint64(1) << 40

	// DefaultLimit is the Limit, and the UseLimit, of a new [Global]: 4 GiB.
	DefaultLimit = uint64(4) << 30

	pageShift = 12
	// PageBytes is the unit of change tracking.
	PageBytes = 1 << pageShift
)

// MapError says why a range could not be mapped, or unmapped. It unwraps to [ErrOverlap],
// [ErrLimit], [ErrBadRange] or [ErrNoSpace], and on unmapping to [ErrUnmapped].
type MapError struct {
	Name       string // the new range
	Base, Size uint64 // where and how large; Base is 0 where MapAnywhere was to choose it
	Mapped     uint64 // bytes mapped already
	Limit      uint64 // the limit in force
	Other      *Range // the range overlapped, for ErrOverlap
	Err        error  // the sentinel
}

// Error names the new range, where it was to be, the reason and what is in its way.
func (e *MapError) Error() string {
	s := fmt.Sprintf("mem: map %q, 0x%x bytes at 0x%x: %v", e.Name, e.Size, e.Base, e.Err)
	switch {
	case e.Other != nil:
		s += fmt.Sprintf(": %s", e.Other)
	case errors.Is(e.Err, ErrLimit):
		s += fmt.Sprintf(": 0x%x bytes mapped, limit 0x%x; make the buffer smaller or raise the limit", e.Mapped,
			e.Limit)
	}
	return s
}

// Unwrap returns the sentinel.
func (e *MapError) Unwrap() error { return e.Err }

// AccessError says which access failed. It unwraps to [ErrUnmapped], [ErrReadOnly],
// [ErrMisaligned], [ErrUse] or [ErrSupply].
type AccessError struct {
	Addr   uint64 // first byte of the access
	Size   int    // bytes
	Write  bool   // a store or an atomic
	Lane   int    // the lane of a vector access, -1 for a scalar one
	Below  *Range // the nearest range that begins at or below Addr, nil if none
	Above  *Range // the nearest range that begins above Addr, nil if none
	Reason error  // one of the errors that it unwraps to
}

// Error names the access, the reason and the nearest ranges.
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

// Global is the memory that all waves, and the host, share: a sparse 64-bit address space of mapped
// ranges. Its methods that access bytes may be used by several goroutines at once; two accesses to
// one byte of which one is a plain write are a race of the simulated program. Mapping may go on
// while others access. The zero value has nothing mapped and a limit of 0 bytes: use [NewGlobal].
type Global struct {
	// Limit is the most bytes that may be mapped in all.
	Limit uint64
	// UseLimit is the most bytes that may be in use: mapped memory takes memory of the host when it
	// is first written, in pages of PageBytes, or blocks of 64 KiB where a range is large.
	UseLimit uint64
	// Upper says that addresses from [UpperHalf] on can be mapped: GCN 1.4 has them.
	Upper bool
	// NoHistory says that nobody asks for [Global.Changed], which then returns nothing: what memory
	// held before it was written is not kept. Set it before anything is written.
	NoHistory bool

	mu     sync.Mutex
	ranges atomic.Pointer[[]*Range] // sorted by Base, replaced as a whole
	mapped uint64
	next   uint64
	flat   uint64 // bytes of ranges that are in one piece
	use    atomic.Uint64
}

// NewGlobal returns an empty memory with [DefaultLimit], for both limits.
func NewGlobal() *Global { return &Global{Limit: DefaultLimit, UseLimit: DefaultLimit} }

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

// inUse is the number of bytes that have been written and so take memory of the host, in whole
// pages or blocks.
func (g *Global) inUse() uint64 { return g.use.Load() }

// charge accounts for n bytes that come into use, or reports that they are too many.
func (g *Global) charge(n uint64) error {
	for {
		now := g.use.Load()
		if now > g.UseLimit || n > g.UseLimit-now {
			return fmt.Errorf("%w: %d bytes are in use, limit %d", ErrUse, now, g.UseLimit)
		}
		if g.use.CompareAndSwap(now, now+n) {
			return nil
		}
	}
}

// search returns the index of the first range that begins above addr.
func search(rs []*Range, addr uint64) int {
	return sort.Search(len(rs), func(i int) bool { return rs[i].Base > addr })
}

// mappable reports whether all of size bytes at base are in one half of the addresses, which there is.
func (g *Global) mappable(base, size uint64) bool {
	end := MaxAddress
	if base >= UpperHalf && g.Upper {
		end = upperEnd
	}
	return size > 0 && base < end && size <= end-base
}

// Canonical is an address of 48 bits as one of 64: the highest of the bits is that of the half.
func Canonical(addr uint64) uint64 { return uint64(int64(addr<<16) >> 16) }

// Map maps size zero bytes at base. base needs no alignment. The error is a *MapError.
func (g *Global) Map(name string, base, size uint64) (*Range, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.mapAt(name, base, size)
}

func (g *Global) mapAt(name string, base, size uint64) (*Range, error) {
	fail := func(err error, other *Range) (*Range, error) {
		return nil, &MapError{Name: name, Base: base, Size: size, Mapped: g.mapped, Limit: g.Limit, Other: other,
			Err: err}
	}
	if !g.mappable(base, size) {
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
	r := &Range{Name: name, Base: base, size: size, g: g}
	if size <= maxFlat(g.UseLimit)-min(g.flat, maxFlat(g.UseLimit)) {
		r.flatten()
		g.flat += size
	} else {
		r.scatter()
	}
	more := make([]*Range, len(rs)+1) // another state: see Mapping
	copy(more, rs[:i])
	more[i] = r
	copy(more[i+1:], rs[i:])
	g.ranges.Store(&more)
	g.mapped += size
	return r, nil
}

// MapAnywhere maps size zero bytes at an address of its choice between 8 GiB and 64 TiB. The
// address is a multiple of align (0, or a power of two up to 2^40) and of 4 KiB. At least 64 KiB on
// both sides are unmapped. The same calls in the same order give the same addresses. The error is a
// *MapError.
func (g *Global) MapAnywhere(name string, size, align uint64) (*Range, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	fail := func(err error) (*Range, error) {
		return nil, &MapError{Name: name, Size: size, Mapped: g.mapped, Limit: g.Limit, Err: err}
	}
	if size == 0 || align&(align-1) != 0 {
		return fail(ErrBadRange)
	}
	if align > maxAlign {
		return fail(ErrNoSpace)
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
		// The last range that begins before our end and guard is the only one that can be in the
		// way.
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

// Unmapped reports whether no range holds an address from one on to before another.
func (g *Global) Unmapped(from, to uint64) bool {
	rs := g.Ranges()
	i := search(rs, from)
	return (i == 0 || from >= rs[i-1].End()) && (i == len(rs) || rs[i].Base >= to)
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

// Slice returns n bytes at addr themselves, not a copy. It returns nil where they do not lie in one
// range or, in a large range, in one block of 64 KiB. It is for reading; writes through it escape
// [Global.Changed] and read-only protection, and what is not in use yet is not there.
func (g *Global) Slice(addr uint64, n int) []byte {
	w := g.window(addr)
	if w == nil || n < 0 || n > len(w) {
		return nil
	}
	return w[:n:n]
}

// Writable is [Global.Slice] for writing: the pages count as written from now on. It is the host's
// way in, so read-only ranges are allowed. It is nil, too, where the limit of memory in use does
// not allow it.
func (g *Global) Writable(addr uint64, n int) []byte {
	r := g.Find(addr)
	if r == nil || n < 0 || !r.holds(addr, uint64(n)) {
		return nil
	}
	b, err := r.grow(addr)
	if err != nil || uint64(n) > b.end()-addr {
		return nil
	}
	if n > 0 && b.touch(addr, addr+uint64(n)-1) != nil {
		return nil
	}
	return b.data[addr-b.base:][:n:n]
}

// window is the memory from addr to the end of its block, for reading; nil where nothing is mapped.
func (g *Global) window(addr uint64) []byte {
	r := g.Find(addr)
	if r == nil {
		return nil
	}
	return r.window(addr)
}

// pieces calls f for the parts of n bytes at addr, one per range. Nothing has been done when it
// fails.
func (g *Global) pieces(addr uint64, n int, write bool, f func(r *Range, off uint64, lo, hi int) error) error {
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
			if err := r.ready(at, uint64(k)); err != nil {
				return g.fault(at, n-done, write, -1, err)
			}
			if pass == 1 {
				if err := f(r, at-r.Base, done, done+k); err != nil {
					return g.fault(at, n-done, write, -1, err)
				}
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
	return g.pieces(addr, len(b), false, func(r *Range, off uint64, lo, hi int) error {
		for lo < hi {
			n := copy(b[lo:hi], r.window(r.Base+off))
			lo, off = lo+n, off+uint64(n)
		}
		return nil
	})
}

// Write copies b to memory at addr, all of it or, with an *AccessError, none; where the error is
// [ErrUse], some of it.
func (g *Global) Write(addr uint64, b []byte) error {
	return g.pieces(addr, len(b), true, func(r *Range, off uint64, lo, hi int) error {
		for lo < hi {
			at := r.Base + off
			to, err := r.grow(at)
			if err != nil {
				return err
			}
			n := int(min(uint64(hi-lo), to.end()-at))
			if err := to.touch(at, at+uint64(n)-1); err != nil {
				return err
			}
			copy(to.data[at-to.base:], b[lo:lo+n])
			lo, off = lo+n, off+uint64(n)
		}
		return nil
	})
}

// Span is a run of changed memory.
type Span struct {
	Addr   uint64 // of the first byte
	Range  *Range // the range that it lies in
	Before []byte // contents at the last ResetChanges
	After  []byte // contents now
}

// Changed returns what differs from the contents at the last [Global.ResetChanges] (or at mapping),
// in address order: maximal runs of aligned dwords that differ, cut at the ends of ranges. A page
// that was written with what it held is not in it. Call it when nothing runs.
func (g *Global) Changed() []Span {
	var out []Span
	if g.NoHistory {
		return nil
	}
	for _, r := range g.Ranges() {
		r.mu.Lock()
		r.each(func(b *block) { out = b.changed(out) })
		r.mu.Unlock()
	}
	return out
}

// changed appends what differs in a block.
func (b *block) changed(out []Span) []Span {
	for p, state := range b.pages {
		if state != pageDirty && state != pageClean {
			continue
		}
		lo := uint64(p) << pageShift
		cur := b.data[lo:min(lo+PageBytes, uint64(len(b.data)))]
		old := b.r.filler()[:len(cur)]
		if b.saved != nil && b.saved[p] != nil {
			old = b.saved[p]
		}
		for i := 0; i < len(old); {
			// The dword that holds guest address base+lo+i, as far as it is in this page.
			k := min(i+4-int((b.base+lo+uint64(i))&3), len(old))
			if string(old[i:k]) != string(cur[i:k]) {
				at := b.base + lo + uint64(i)
				if n := len(out); n > 0 && out[n-1].Range == b.r && out[n-1].Addr+uint64(len(out[n-1].After)) == at {
					s := &out[n-1]
					s.Before, s.After = append(s.Before, old[i:k]...), append(s.After, cur[i:k]...)
				} else {
					out = append(out, Span{at, b.r, slices.Clone(old[i:k]), slices.Clone(cur[i:k])})
				}
			}
			i = k
		}
	}
	return out
}

// ResetChanges makes the present contents the ones that [Global.Changed] compares with. Call it
// when nothing runs.
func (g *Global) ResetChanges() {
	for _, r := range g.Ranges() {
		r.mu.Lock()
		r.each(func(b *block) {
			for p := range b.pages {
				if b.pages[p] == pageDirty || b.pages[p] == pageClean {
					atomic.StoreUint32(&b.pages[p], pageHeld)
				}
			}
			b.saved, b.kept = nil, nil
		})
		r.mu.Unlock()
	}
}

// Access is one vector load or store: an address for each lane, and rows for the data. Keep one per
// wave and use it again: it has room for what the methods need, and remembers the range it found
// last.
type Access struct {
	Addr  [64]uint64 // first byte of each lane's element; alignment is the caller's rule, any is accepted
	tmp   [2]Row
	own   Row    // see off
	Exec  uint64 // lanes that take part
	Bytes int    // per lane: 1, 2, 4, 8, 12, 16
	Ext   Ext    // how 1 and 2 bytes meet a dword
	Rows  []*Row // data, one row per dword (one for 1 and 2 bytes)

	// Part, if not nil, has the lanes whose dword k is in range (see [BufferQuery]). Other lanes of
	// Exec read 0 there, and do not write.
	Part *[4]uint64

	// Hint is a number that accesses have in common that are likely to lie in one range.
	Hint uint8

	finder
	one [1]*Row

	// What [Access.Reach] has found: in is where all lanes' elements lie, off how far they lie behind the
	// lowest one; dense promises all lanes, one after the other.
	in    *block
	off   *Row // own, or one of laneSteps
	dense bool
	low   uint64 // the lowest one's address
	more  uint64 // how far behind it the highest one's is
}

// Forget drops what the access remembers of memory, which it would keep from being freed.
func (q *Access) Forget() { q.finder, q.in = finder{}, nil }

// find is that of finder, for the access's hint.
func (q *Access) find(g *Global, addr uint64) *block { return q.finder.find(g, addr, q.Hint) }

// numHints is how many blocks a finder remembers.
const numHints = 8

// finder finds blocks of memory, of which it remembers the last ones, by a number that the caller has
// for each.
type finder struct {
	hints [numHints]*block
	// the list of ranges that the hints were found in: another memory, or a change of mapping, has
	// another list
	seen *[]*Range
}

// find returns the block of addr, the last one of number i if it fits; nil where nothing is mapped or in
// use.
func (q *finder) find(g *Global, addr uint64, i uint8) *block {
	now := g.ranges.Load()
	if b := q.hints[i%numHints]; b != nil && q.seen == now && addr-b.base < uint64(len(b.data)) {
		return b
	}
	return q.look(g, addr, i, now)
}

// look is find for what is not remembered; now is the present list of ranges.
func (q *finder) look(g *Global, addr uint64, i uint8, now *[]*Range) *block {
	r := g.Find(addr)
	if r == nil {
		return nil
	}
	b := r.blockOf(addr)
	if b == nil {
		return nil
	}
	if q.seen != now {
		q.hints, q.seen = [numHints]*block{}, now
	}
	q.hints[i%numHints] = b
	return b
}

// slice returns n bytes at addr themselves, for reading: nil where they do not lie in one block that is
// in use.
func (q *finder) slice(g *Global, addr uint64, n int) []byte {
	b := q.find(g, addr, 0)
	if b == nil || !b.holds(addr, uint64(n)) {
		return nil
	}
	return b.data[addr-b.base:][:n:n]
}

// findForWrite is find for what is going to be written: it comes into use. The error is the reason
// of an *AccessError.
func (q *Access) findForWrite(g *Global, addr, n uint64) (*block, error) {
	b := q.find(g, addr)
	if b == nil {
		r := g.Find(addr)
		switch {
		case r == nil:
			return nil, ErrUnmapped
		case r.readOnly:
			return nil, ErrReadOnly
		}
		var err error
		if b, err = r.grow(addr); err != nil {
			return nil, err
		}
	}
	switch {
	case !b.holds(addr, n):
		return nil, nil
	case b.r.readOnly:
		return nil, ErrReadOnly
	}
	return b, nil
}

// whole returns the block that holds the elements of all lanes of m, nil if there is none. It also
// returns the lowest and highest address, and whether the lanes are all 64 and lie one after the
// other.
func (q *Access) whole(g *Global, m uint64) (b *block, lo, hi uint64, dense bool) {
	n := uint64(q.Bytes)
	lo, hi, dense = spanOf(&q.Addr, m, n)
	dense = dense && m == AllLanes
	if b = q.find(g, lo); b == nil || hi-lo >= uint64(len(b.data)) || !b.holds(lo, hi-lo+n) {
		return nil, lo, hi, dense
	}
	return b, lo, hi, dense
}

// inRange returns the lanes that access memory with all their dwords. mixed is set where some lane
// has dwords in and out of range.
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

// Gather loads. Lanes outside Exec keep their data. At the first lane whose address is not mapped
// it stops with an *AccessError that names the lane; the lanes before it have their data.
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
		if r, lo, hi, dense := q.whole(g, m); r != nil && (m == AllLanes || hi-lo < maxOffset) {
			q.load(r.at(lo), lo, m, rows, dense)
		} else if ok, e := g.gatherSlow(q, m, rows); e != nil {
			done, err = q.Exec&^m|ok, e
		}
	}
	if q.Bytes < 4 {
		q.Ext.merge(q.Rows[0], &q.tmp[0], done, q.Bytes)
	}
	return err
}

// load and store move the elements of the lanes of m, which lie in one block: p is the host address
// of the lowest one, lo.
func (q *Access) load(p unsafe.Pointer, lo, m uint64, rows []*Row, dense bool) {
	if !vector || dense && q.Bytes == 4 || q.Bytes < 4 {
		loadRows(p, &q.Addr, lo, m, q.Bytes, rows, dense)
		return
	}
	load64(p, &q.Addr, lo, m, rows[:q.Bytes/4], &q.tmp[1])
}

func (q *Access) store(p unsafe.Pointer, lo, hi, m uint64, rows []*Row, dense bool) {
	switch {
	case !vector, dense, q.Bytes != 4, hi-lo >= maxOffset:
		storeRows(p, &q.Addr, lo, m, q.Bytes, rows, dense)
	case m == AllLanes:
		scatterAll64(p, &q.Addr, lo, rows[0])
	default:
		narrowVec(&q.tmp[1], &q.Addr, lo)
		store32(p, &q.tmp[1], m, rows[0])
	}
}

// maxOffset is what offsets in a vector are below.
const maxOffset = 1 << 31

// run is the lanes of m from the first on whose elements lie in the n bytes at base, up to one that
// does not.
func (q *Access) run(m, base, n uint64) (part uint64) {
	for ; m != 0; m &= m - 1 {
		off := q.Addr[bits.TrailingZeros64(m)&63] - base
		if off >= n || uint64(q.Bytes) > n-off {
			break
		}
		part |= m & -m
	}
	return part
}

// gatherSlow loads from several ranges and blocks: the lanes one after the other, those that lie in
// one block together. It returns the lanes done.
func (g *Global) gatherSlow(q *Access, m uint64, rows []*Row) (done uint64, err error) {
	for m != 0 {
		i := bits.TrailingZeros64(m) & 63
		part, base, w := uint64(0), uint64(0), []byte(nil)
		if r := g.Find(q.Addr[i]); r != nil {
			base, w = r.around(q.Addr[i])
			part = q.run(m, base, uint64(len(w)))
		}
		if part == 0 {
			if err := g.loadLane(q, i, q.Addr[i], q.Bytes, rows); err != nil {
				return done, err
			}
			part = 1 << i
		} else {
			loadRows(unsafe.Pointer(&w[0]), &q.Addr, base, part, q.Bytes, rows, false)
		}
		done |= part
		m &^= part
	}
	return done, nil
}

// reason is that of an *AccessError.
func reason(err error) error {
	var e *AccessError
	if errors.As(err, &e) {
		return e.Reason
	}
	return err
}

func (g *Global) loadLane(q *Access, i int, addr uint64, n int, rows []*Row) error {
	var b [16]byte
	if r := q.find(g, addr); r != nil && r.holds(addr, uint64(n)) {
		loadLane(r.at(addr), i, n, rows)
		return nil
	}
	// Two ranges may touch each other and hold the element together.
	if err := g.Read(addr, b[:n]); err != nil {
		return g.fault(addr, n, false, i, reason(err))
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
	} else if err := g.Read(addr, b[:n]); err != nil {
		return w, g.fault(addr, n, false, i, reason(err))
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

// Scatter stores. Where lanes overlap the highest lane's data stays. At the first lane whose
// address is not mapped or is read-only it stops with an *AccessError that names the lane; the
// lanes before it have stored.
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
	if b, lo, hi, dense := q.whole(g, m); b != nil && !b.r.readOnly {
		if err := b.touchLanes(&q.Addr, m, lo, hi, uint64(q.Bytes)); err == nil {
			q.store(b.at(lo), lo, hi, m, rows, dense)
			return nil
		}
	}
	return g.scatterSlow(q, m, rows)
}

// scatterSlow is as gatherSlow.
func (g *Global) scatterSlow(q *Access, m uint64, rows []*Row) error {
	for m != 0 {
		i := bits.TrailingZeros64(m) & 63
		b, err := q.findForWrite(g, q.Addr[i], uint64(q.Bytes))
		part := uint64(1) << i
		if b != nil {
			part = q.run(m, b.base, uint64(len(b.data)))
			lo, hi := span(&q.Addr, part)
			if b.touchLanes(&q.Addr, part, lo, hi, uint64(q.Bytes)) == nil {
				storeRows(b.at(lo), &q.Addr, lo, part, q.Bytes, rows, false)
				m &^= part
				continue
			}
			part = 1 << i // the limit is near: what fits is stored
		}
		if err == nil {
			err = g.storeLane(q, i, q.Addr[i], q.Bytes, rows)
		} else {
			err = g.fault(q.Addr[i], q.Bytes, true, i, err)
		}
		if err != nil {
			return err
		}
		m &^= part
	}
	return nil
}

// touchLanes is touch for the elements of n bytes of the lanes of m, whose addresses lie from lo to
// hi.
func (b *block) touchLanes(a *[64]uint64, m, lo, hi, n uint64) error {
	if hi-lo < 16*PageBytes { // a few pages too many cost less than 64 look-ups
		return b.touch(lo, hi+n-1)
	}
	for ; m != 0; m &= m - 1 {
		at := a[bits.TrailingZeros64(m)&63]
		if err := b.touch(at, at+n-1); err != nil {
			return err
		}
	}
	return nil
}

func (g *Global) storeLane(q *Access, i int, addr uint64, n int, rows []*Row) error {
	b, err := q.findForWrite(g, addr, uint64(n))
	if b != nil {
		if err := b.touch(addr, addr+uint64(n)-1); err != nil {
			return g.fault(addr, n, true, i, err)
		}
		storeLane(b.at(addr), i, n, rows)
		return nil
	}
	var buf [16]byte
	storeLane(unsafe.Pointer(&buf), i, n, rows)
	if err == nil || errors.Is(err, ErrReadOnly) {
		err = reason(g.Write(addr, buf[:n]))
	}
	if err != nil {
		return g.fault(addr, n, true, i, err)
	}
	return nil
}
