package dyncheck

import (
	"encoding/binary"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// What stores have stored is in memory until something else is stored there. The store that does so, and
// an atomic, has an entry before its own with what was in memory before; unless it was that of a work-group
// of another track (written.go). To make notes, one goes back to what memory held when the track began, store
// by store, and then forward again with the notes: behind each store it held what that one has stored.
// Memory itself stays as it is: what it held otherwise lies in pages of the track's past.

// before enters what is in memory where an access is about to write.
func (t *track) before(g *globalAccess, k accessKey, what trackedKind, low, exec uint64, rows uint32) {
	e := t.enter(trackBefore)
	if e.off = rows; what == trackDense {
		e.off = ofDense
	}
	e.low, e.accessKey, e.data = low, k, uint32(t.used)
	n := int(k.bytes())
	for i := range (n + 3) / 4 {
		_, t.data[i] = t.row()
	}
	for m := exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		if b := t.memory(e, l); b != nil { // else the access is going to fail
			t.load(b, l)
			e.exec |= 1 << l
		}
	}
	t.undone = true
}

// memory is where a lane of an entry has its element; nil: not in one piece.
func (t *track) memory(e *tracked, l int) []byte {
	return t.check.Mem.Slice(t.addressOf(e, l), int(e.bytes()))
}

// addressOf is the address of a lane of an entry.
func (t *track) addressOf(e *tracked, l int) uint64 {
	if e.what != trackDense && e.off != ofDense {
		return e.low + uint64(t.rowAt(e.off)[l])
	}
	return e.low + uint64(l)*uint64(e.bytes())
}

// load puts a lane's element into data.
func (t *track) load(b []byte, l int) {
	switch len(b) {
	case 1:
		t.data[0][l] = uint32(b[0])
	case 2:
		t.data[0][l] = uint32(binary.LittleEndian.Uint16(b))
	default:
		for k := range len(b) / 4 {
			t.data[k][l] = binary.LittleEndian.Uint32(b[4*k:])
		}
	}
}

// past is what memory held at some time, as far as a track knows: by page.
type past map[uint64]*savedPage

// peek makes b what bytes from addr on held at the time of the past.
func (t *track) peek(addr uint64, b []byte) {
	t.check.left(addr, b)
	if len(t.past) == 0 {
		return
	}
	inPages(addr, b, func(at uint64, b []byte) {
		if p := t.past[at>>writtenShift]; p != nil {
			p.over(at, b)
		}
	})
}

// poke makes b what bytes from addr on held.
func (t *track) poke(addr uint64, b []byte) {
	var room [16 + 8]byte
	first, end := addr&^3, (addr+uint64(len(b))+3)&^3
	all := room[:end-first]
	t.peek(first, all)
	copy(all[addr-first:], b)
	inPages(first, all, func(at uint64, b []byte) {
		p := t.past[at>>writtenShift]
		if p == nil {
			if p = new(savedPage); t.past == nil {
				t.past = past{}
			}
			t.past[at>>writtenShift] = p
		}
		p.put(at, b)
	})
}

// back goes back to what memory held when the track began.
func (t *track) back() {
	t.past = nil
	for i := t.n - 1; i >= 0 && t.undone; i-- {
		if e := t.entry(i); e.what == trackBefore {
			t.exchange(e)
		}
	}
}

// exchange exchanges what an entry has of memory and what was there. Lanes may have the same bytes.
func (t *track) exchange(e *tracked) {
	var was [4]isa.Row
	var room [16]byte
	n, b := (e.bytes()+3)/4, room[:e.bytes()]
	for k := range n {
		t.data[k] = &was[k]
	}
	for m := e.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		t.peek(t.addressOf(e, l), b)
		t.load(b, l)
	}
	for m := e.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		switch len(b) {
		case 1:
			b[0] = byte(t.rowAt(e.data)[l])
		case 2:
			binary.LittleEndian.PutUint16(b, uint16(t.rowAt(e.data)[l]))
		default:
			for k := range n {
				binary.LittleEndian.PutUint32(b[4*k:], t.rowAt(e.data + k)[l])
			}
		}
		t.poke(t.addressOf(e, l), b)
	}
	for k := range n {
		*t.rowAt(e.data + k) = was[k]
	}
}

// stored is called before something else is entered: what was copied of the last store, which could fail,
// is in memory now, if it has not failed. Then the copy goes.
func (t *track) stored() {
	e := t.fresh
	if t.fresh = nil; t.isThere(e) && (t.shadow.all == nil || !t.shadow.all.on.Load()) {
		t.copied, e.has, e.ext = int(e.data), dataInMemory, mem.ExtZero
	}
}

// loadStored makes data what an entry has stored, which memory held at the time of the past.
func (t *track) loadStored(e *tracked) {
	var room [16]byte
	b := room[:e.bytes()]
	for k := range t.data {
		t.data[k] = &t.found[k]
	}
	for m := e.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		t.peek(t.addressOf(e, l), b)
		t.load(b, l)
	}
}

// keepData makes the track have from here on what is stored: something is going to change memory of
// which the track does not know when.
func (g *group) keepData() {
	if g.global == nil || g.global.track == nil || g.global.track.keep {
		return
	}
	t := g.global.track
	t.fresh = nil
	t.unbatch()
	t.back()
	for i := range t.n {
		switch e := t.entry(i); {
		case e.what == trackBefore:
			t.exchange(e)
			e.what = trackNone
		case e.has == dataInMemory:
			t.loadStored(e)
			e.ext = mem.ExtZero
			t.copy(e, t.data[:(e.bytes()+3)/4])
		}
	}
	t.keep, t.undone, t.past = true, false, nil
}
