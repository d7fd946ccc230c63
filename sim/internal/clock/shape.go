package clock

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// directOp is a memory operation that recorders access from registers to registers.
type directOp struct {
	engine.Direct
	class waitcnt.Class
	first uint64    // what the first word of its entry always has
	none  [2]uint64 // its entry where no lane is active; vector memory
	shape shape
}

// newDirectOp is nil where there is none for a record.
func (k *Clock) newDirectOp(r *engine.Rec) *directOp {
	d, ok := k.prog.NewDirect(r)
	if !ok {
		return nil
	}
	o := &directOp{Direct: d, class: r.X.Event.Class}
	if d.Flat {
		o.class = waitcnt.VMem
	}
	o.first = tapeOp | tapeCaptured | uint64(o.class)<<tapeClass
	o.none[0] = o.first
	return o
}

// shape is what an operation of vector memory has last asked for. Mostly it asks for the same again, some
// lines of L1 further on, for which nothing has to be worked out: what L1 does depends on how far lines are
// from each other, not on where they are.
type shape struct {
	words  []uint64 // the entry, with lines counted from that of the lowest address; none: it is not known
	exec   uint64
	within uint64  // how far into its line the lowest address is
	off    isa.Row // how far lanes are from there, if they are not dense
	dense  bool    // all lanes lie one behind the other
}

// is reports whether another access has the shape.
func (s *shape) is(exec, within uint64, off *isa.Row, dense bool) bool {
	return len(s.words) > 0 && s.within == within && s.dense == dense &&
		(dense || s.exec == exec && mem.Shifted(off, &s.off, exec, 0))
}

// shaped makes the shape of an operation be that of its access, which begins in the line at base. It reports
// false where that cannot be said in an entry.
func (x *recorder) shaped(o *directOp, q *mem.Access, base uint64) bool {
	low, off, dense := q.Found()
	s, a := &o.shape, &x.a
	if s.is(q.Exec, low-base, off, dense) {
		return true
	}
	*a = access{class: o.class, lines: a.lines[:0]}
	k, size := x.u.cl.costAt(o.Rec.Slot), uint64(max(q.Bytes, 1))
	if dense {
		x.u.inARow(a, low, size, k.addr)
	} else {
		for i, n := range off {
			x.addr[i] = low + uint64(n)
		}
		x.u.quarters(a, &x.addr, q.Exec, size, k.addr, k.asks)
		s.off = *off
	}
	t := tape{words: s.words[:0]}
	ok := t.put(o.first, a)
	s.words, s.exec, s.within, s.dense = t.words, q.Exec, low-base, dense
	for i := range s.words[2:] {
		s.words[2+i] -= base
	}
	if !ok {
		s.words = s.words[:0]
	}
	return ok
}

// enter adds an entry whose lines are counted from base.
func (p *tape) enter(words []uint64, e, base uint64) {
	at, n := len(p.words), len(words)
	p.words = slices.Grow(p.words, n)[:at+n]
	to := p.words[at:]
	to[0], to[1] = e|words[0], words[1]
	for i, l := range words[2:] {
		to[2+i] = l + base
	}
}
