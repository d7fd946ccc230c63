package mem

import (
	"errors"
	"fmt"
)

// ErrSupply is the reason of an access to memory whose [Supplier] has failed. The error wraps the
// supplier's too.
var ErrSupply = errors.New("the memory could not be supplied")

// Supplier gives the contents of a piece of a range: it fills piece, which lies at an address of
// the simulated program and holds what the range was filled with. It must not use the memory. An
// error makes the access fail; the next one asks again.
type Supplier func(addr uint64, piece []byte) error

// Supply makes the contents of the range come from a function, piece by piece, when a piece is
// first read or written. A piece has 64 KiB and begins at a multiple of that, but at the ends of
// the range. [Global.Changed] compares with what was supplied. Work-groups that run at the same
// time may call the function from several goroutines, but never at once for one piece. Call Supply
// before anything is written.
func (r *Range) Supply(f Supplier) {
	r.supply = f
	if r.block != nil {
		r.g.mu.Lock()
		r.g.flat -= r.size
		r.g.mu.Unlock()
		r.scatter()
	}
}

// supplied fills a new block.
func (r *Range) supplied(b *block) error {
	if r.supply == nil {
		return nil
	}
	if err := r.supply(b.base, b.data); err != nil {
		return fmt.Errorf("%w: %d bytes at %#x: %w", ErrSupply, len(b.data), b.base, err)
	}
	for p := range b.pages {
		b.pages[p] = pageHeld
	}
	return nil
}

// ready makes n bytes at an address ready to be read: they are there, unless a supplier fails.
func (r *Range) ready(addr, n uint64) error {
	if r.supply == nil {
		return nil
	}
	for at := addr; at < addr+n; {
		b, err := r.grow(at)
		if err != nil {
			return err
		}
		at = b.end()
	}
	return nil
}
