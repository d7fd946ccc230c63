package mem

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Range is one mapped piece of global memory. It takes memory of the host as it is written.
//
//	small   one block: host addresses are one after the other, and most accesses are in one block
//	large   table -> leaves of 512 -> blocks of 64 KiB, made when they are first written
//
// What nothing has written reads as the byte of [Range.Fill].
type Range struct {
	Name string // for messages
	Base uint64 // first address

	*block   // the whole range, where it is small
	table    []atomic.Pointer[leaf]
	size     uint64
	fill     []byte // a block of it; nil is 0
	readOnly bool
	g        *Global
	supply   Supplier   // nil: what nothing has written is fill
	mu       sync.Mutex // of what is made, and of block.saved
}

const (
	blockShift = 16
	blockBytes = 1 << blockShift
	leafShift  = 9
)

// leaf is the part of a table for 32 MiB.
type leaf [1 << leafShift]atomic.Pointer[block]

// block is memory whose host addresses are one after the other. Host and guest addresses agree
// modulo 8, for atomics.
type block struct {
	base uint64 // guest address of data[0]
	data []byte
	r    *Range

	// pages has the state of each page. The old bytes of a page are in saved before it becomes
	// dirty, and it is dirty before anything is written. So a writer that sees a dirty page may go
	// on with no lock.
	pages []uint32
	one   [1]uint32 // pages of a small block
	saved [][]byte  // by page; nil: what the range was filled with

	// What snapshots share with the block: by page, what it holds, nil where nobody shares it; and
	// all of it, until something is written.
	cells []*cell
	kept  *blockState
}

// The states of a page.
const (
	pageVacant = iota // never written
	pageDirty         // written since the last ResetChanges
	pageHeld          // written before it
	pageClean         // written since it, but not since the last [Global.Snapshot]
)

// maxFlat is how many bytes of ranges are in one piece, under a limit of memory in use: they may
// take memory of the host although they are not in use, so it is a small part of it.
func maxFlat(limit uint64) uint64 { return min(max(limit/16, 16<<20), limit, DefaultLimit/16) }

// flatten makes the range one block.
func (r *Range) flatten() { r.block = newBlock(r, r.Base, r.size) }

// scatter makes it a table of blocks.
func (r *Range) scatter() {
	r.block = nil
	r.table = make([]atomic.Pointer[leaf], (r.End()-1)>>(blockShift+leafShift)-r.Base>>(blockShift+leafShift)+1)
}

func newBlock(r *Range, base, size uint64) *block {
	// Words, not bytes, so that the host address is a multiple of 8 where the guest's is.
	skip := base & 7
	words := make([]uint64, (skip+size+7)/8)
	b := &block{base: base, r: r,
		data: unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)[skip : skip+size : skip+size]}
	if b.pages = b.one[:]; size > PageBytes {
		b.pages = make([]uint32, (size+PageBytes-1)>>pageShift)
	}
	return b
}

// Size is the length in bytes.
func (r *Range) Size() uint64 { return r.size }

// End is the address after the last byte.
func (r *Range) End() uint64 { return r.Base + r.size }

// ReadOnly reports whether simulated stores to the range fault.
func (r *Range) ReadOnly() bool { return r.readOnly }

// SetReadOnly makes simulated stores to the range fault, or not. Call it when nothing runs.
func (r *Range) SetReadOnly(on bool) {
	r.readOnly = on
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	rs := slices.Clone(r.g.Ranges()) // another state: see Mapping
	r.g.ranges.Store(&rs)
}

// Fill makes every byte v. Call it before anything is written. It takes no memory of the host but
// for small ranges.
func (r *Range) Fill(v byte) {
	const small = 1 << 20
	r.fill = bytes.Repeat([]byte{v}, blockBytes)
	switch {
	case r.block == nil:
	case r.size > small:
		r.g.mu.Lock()
		r.g.flat -= r.size
		r.g.mu.Unlock()
		r.scatter()
	default:
		for i := range r.data {
			r.data[i] = v
		}
	}
}

// String is the name, the first and last address, and "read-only" where it is.
func (r *Range) String() string {
	ro := ""
	if r.readOnly {
		ro = " read-only"
	}
	return fmt.Sprintf("%q 0x%x-0x%x%s", r.Name, r.Base, r.End()-1, ro)
}

// holds reports whether n bytes at addr lie in the range.
func (r *Range) holds(addr, n uint64) bool {
	return addr >= r.Base && addr-r.Base < r.size && n <= r.size-(addr-r.Base)
}

// zeros is what a block holds that nothing has written or filled.
var zeros [blockBytes]byte

// filler is a block of what the range is filled with.
func (r *Range) filler() []byte { return filler(r.fill) }

// filler is fill, or zeros where that is nil.
func filler(fill []byte) []byte {
	if fill != nil {
		return fill
	}
	return zeros[:]
}

// slot is the place of an address's leaf in the table, and of its block there.
func (r *Range) slot(addr uint64) (l, b uint64) {
	return addr>>(blockShift+leafShift) - r.Base>>(blockShift+leafShift), addr >> blockShift & (1<<leafShift - 1)
}

// blockOf is the block that holds an address of the range, nil where it is not in use.
func (r *Range) blockOf(addr uint64) *block {
	if r.block != nil {
		return r.block
	}
	i, k := r.slot(addr)
	l := r.table[i].Load()
	if l == nil {
		return nil
	}
	return l[k].Load()
}

// limits are the addresses at which the block of an address begins and ends.
func (r *Range) limits(addr uint64) (lo, hi uint64) {
	if r.block != nil {
		return r.Base, r.End()
	}
	lo = addr &^ (blockBytes - 1)
	return max(lo, r.Base), min(lo+blockBytes, r.End())
}

// around is the contents of the block of an address, for reading, and the address of the first
// byte. It is empty where it should be supplied, and cannot be: see ready.
func (r *Range) around(addr uint64) (base uint64, w []byte) {
	if b := r.blockOf(addr); b != nil {
		return b.base, b.data
	}
	lo, hi := r.limits(addr)
	if r.supply != nil {
		b, err := r.grow(addr)
		if err != nil {
			return lo, nil
		}
		return b.base, b.data
	}
	at := lo & (blockBytes - 1)
	return lo, r.filler()[at : at+hi-lo]
}

// window is the memory from addr to the end of its block, for reading.
func (r *Range) window(addr uint64) []byte {
	base, w := r.around(addr)
	return w[min(addr-base, uint64(len(w))):]
}

// grow is the block that holds an address of the range; it comes into use if it is not. The error
// wraps [ErrUse] or [ErrSupply].
func (r *Range) grow(addr uint64) (*block, error) {
	if b := r.blockOf(addr); b != nil {
		return b, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if b := r.blockOf(addr); b != nil {
		return b, nil
	}
	lo, hi := r.limits(addr)
	if err := r.g.charge(hi - lo); err != nil {
		return nil, err
	}
	b := newBlock(r, lo, hi-lo)
	if r.fill != nil {
		copy(b.data, r.fill)
	}
	if err := r.supplied(b); err != nil {
		r.g.use.Add(-(hi - lo))
		return nil, err
	}
	r.place(b)
	return b, nil
}

// each calls f for the blocks that are in use, in address order.
func (r *Range) each(f func(b *block)) {
	if r.block != nil {
		f(r.block)
		return
	}
	for i := range r.table {
		if l := r.table[i].Load(); l != nil {
			for k := range l {
				if b := l[k].Load(); b != nil {
					f(b)
				}
			}
		}
	}
}

// inUse is how much the range has been charged.
func (r *Range) inUse() (n uint64) {
	r.each(func(b *block) {
		if r.block == nil {
			n += uint64(len(b.data))
			return
		}
		for p := range b.pages {
			if b.pages[p] != pageVacant {
				n += b.page(p)
			}
		}
	})
	return n
}

// Used finds the first bytes at or after an offset that something may have written: those from lo
// to hi, in whole pages or blocks but for the ends of the range. All before lo is what the range
// was filled with. ok is false where nothing follows. Call it when nothing runs.
func (r *Range) Used(off uint64) (lo, hi uint64, ok bool) {
	if r.block != nil {
		p := int(off >> pageShift)
		for p < len(r.pages) && r.pages[p] == pageVacant {
			p++
		}
		e := p
		for e < len(r.pages) && r.pages[e] != pageVacant {
			e++
		}
		return max(off, uint64(p)<<pageShift), min(uint64(e)<<pageShift, r.size), off < r.size && p < len(r.pages)
	}
	for off < r.size {
		i, _ := r.slot(r.Base + off)
		if r.table[i].Load() == nil {
			off = (r.Base+off)>>(blockShift+leafShift)<<(blockShift+leafShift) + 1<<(blockShift+leafShift) - r.Base
			continue
		}
		_, end := r.limits(r.Base + off)
		if r.blockOf(r.Base+off) != nil {
			return off, end - r.Base, true
		}
		off = end - r.Base
	}
	return 0, 0, false
}

// end is the address after the last byte.
func (b *block) end() uint64 { return b.base + uint64(len(b.data)) }

// holds reports whether n bytes at addr lie in the block.
func (b *block) holds(addr, n uint64) bool {
	size := uint64(len(b.data))
	return addr >= b.base && addr-b.base < size && n <= size-(addr-b.base)
}

// at is the host address of a guest address in the block.
func (b *block) at(addr uint64) unsafe.Pointer { return unsafe.Pointer(&b.data[addr-b.base]) }

// page is how many bytes page p has.
func (b *block) page(p int) uint64 {
	return min(PageBytes, uint64(len(b.data))-uint64(p)<<pageShift)
}

// touch makes the pages of addresses lo to hi (inclusive) ready to be written. The error wraps
// [ErrUse].
func (b *block) touch(lo, hi uint64) error {
	for p := int((lo - b.base) >> pageShift); p <= int((hi-b.base)>>pageShift); p++ {
		if atomic.LoadUint32(&b.pages[p]) != pageDirty {
			if err := b.save(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *block) save(p int) error {
	r := b.r
	r.mu.Lock()
	defer r.mu.Unlock()
	if b.pages[p] == pageDirty {
		return nil
	}
	b.part(p)
	switch b.pages[p] {
	case pageClean:
	case pageHeld:
		if r.g.NoHistory {
			break
		}
		if b.saved == nil {
			b.saved = make([][]byte, len(b.pages))
		}
		b.saved[p] = slices.Clone(b.contents(p))
	default:
		if r.block != nil { // the blocks of a table have been charged as a whole
			if err := r.g.charge(b.page(p)); err != nil {
				return err
			}
		}
	}
	atomic.StoreUint32(&b.pages[p], pageDirty)
	return nil
}
