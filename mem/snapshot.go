package mem

import (
	"bytes"
	"errors"
	"slices"
	"sync/atomic"
)

// ErrOtherMemory is the error of restoring a snapshot of another memory.
var ErrOtherMemory = errors.New("mem: the snapshot is of another memory")

// Snapshot is what a memory held: its mapping, its bytes, and what [Global.Changed] compares with.
// A page is copied when it is written the next time. Snapshots share the pages that nothing has
// written between them.
type Snapshot struct {
	g            *Global
	ranges       []rangeState
	mapped, next uint64
	flat, use    uint64
}

// rangeState is a range of a snapshot.
type rangeState struct {
	r        *Range
	readOnly bool
	supply   Supplier
	fill     []byte
	flat     *block
	blocks   []*blockState
}

// blockState is a block of a snapshot. Snapshots share it as long as nothing writes the block.
type blockState struct {
	b     *block
	pages []uint32 // their states; pageClean for pageDirty
	cells []*cell  // what they hold; nil: what the range was filled with
	saved [][]byte // as [block] has it
}

// cell is a page as it was. It has no data as long as memory itself still holds them.
type cell struct{ data []byte }

// Snapshot keeps what memory holds. Call it when nothing runs. A slice that [Global.Writable] gave
// before must not be written after it.
func (g *Global) Snapshot() *Snapshot {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := &Snapshot{g: g, mapped: g.mapped, next: g.next, flat: g.flat, use: g.use.Load()}
	for _, r := range g.Ranges() {
		r.mu.Lock()
		k := rangeState{r: r, readOnly: r.readOnly, supply: r.supply, fill: r.fill, flat: r.block}
		r.each(func(b *block) { k.blocks = append(k.blocks, b.keep()) })
		r.mu.Unlock()
		s.ranges = append(s.ranges, k)
	}
	return s
}

// Restore makes memory hold what it held at a snapshot of it. The snapshot can be restored again,
// and so can older and newer ones. Ranges that were mapped since are unmapped, and those that were
// unmapped are mapped again. Call it when nothing runs. The error is [ErrOtherMemory].
func (g *Global) Restore(s *Snapshot) error {
	if s.g != g {
		return ErrOtherMemory
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	list := make([]*Range, len(s.ranges))
	for i := range s.ranges {
		k := &s.ranges[i]
		r := k.r
		r.mu.Lock()
		r.restore(k)
		r.mu.Unlock()
		list[i] = r
	}
	g.ranges.Store(&list) // a new list: what accesses remember of the old one is not used any more
	g.mapped, g.next, g.flat = s.mapped, s.next, s.flat
	g.use.Store(s.use)
	return nil
}

// restore makes the range what it was.
func (r *Range) restore(k *rangeState) {
	refill := !bytes.Equal(r.filler(), filler(k.fill))
	r.readOnly, r.supply, r.fill = k.readOnly, k.supply, k.fill
	if r.block != k.flat {
		if r.block = k.flat; k.flat == nil {
			r.scatter()
		} else {
			r.table = nil
		}
	}
	for i := range r.table {
		if l := r.table[i].Load(); l != nil {
			for j := range l {
				l[j].Store(nil)
			}
		}
	}
	for _, x := range k.blocks {
		if r.block == nil {
			r.place(x.b)
		}
		x.restore(refill)
	}
}

// place puts a block into the table.
func (r *Range) place(b *block) {
	i, k := r.slot(b.base)
	l := r.table[i].Load()
	if l == nil {
		l = new(leaf)
		r.table[i].Store(l)
	}
	l[k].Store(b)
}

// keep is the state of a block.
func (b *block) keep() *blockState {
	if b.kept != nil {
		return b.kept
	}
	if b.cells == nil {
		b.cells = make([]*cell, len(b.pages))
	}
	for p, state := range b.pages {
		switch {
		case state == pageVacant:
			continue
		case state == pageDirty:
			atomic.StoreUint32(&b.pages[p], pageClean)
		}
		if b.cells[p] == nil {
			b.cells[p] = &cell{}
		}
	}
	b.kept = &blockState{b: b, pages: slices.Clone(b.pages), cells: slices.Clone(b.cells), saved: slices.Clone(b.saved)}
	return b.kept
}

// contents are the bytes of a page.
func (b *block) contents(p int) []byte {
	lo := p << pageShift
	return b.data[lo:min(lo+PageBytes, len(b.data))]
}

// part gives the snapshots that share a page with memory a copy of it, before memory changes.
func (b *block) part(p int) {
	if b.kept = nil; b.cells == nil {
		return
	}
	if c := b.cells[p]; c != nil && c.data == nil {
		c.data = slices.Clone(b.contents(p))
	}
	b.cells[p] = nil
}

// restore makes the block what it was; refill says that the range was filled with something else
// since.
func (x *blockState) restore(refill bool) {
	b := x.b
	if b.kept == x && !refill {
		return
	}
	if b.cells == nil {
		b.cells = make([]*cell, len(b.pages))
	}
	for p, c := range x.cells {
		if c == nil || b.cells[p] != c {
			b.part(p)
			switch {
			case c != nil:
				copy(b.contents(p), c.data)
			case refill, b.pages[p] != pageVacant:
				copy(b.contents(p), b.r.filler())
			}
			b.cells[p] = c
		}
		atomic.StoreUint32(&b.pages[p], x.pages[p])
	}
	b.saved, b.kept = slices.Clone(x.saved), x
}
