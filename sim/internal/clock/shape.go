package clock

import (
	"math/bits"
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
	entry
	own    [2]uint64 // the entry, where there are no lines
	issued []uint64  // the entry, where a wave has left a path before it returned
	shape  shape

	// of an operation that stands in a path more than once
	told    bool    // the path has been told of it
	earlier []entry // what it was told of it before that
	out     int     // of these, how many are in the tape

	asked lastAsked
}

// lastAsked is what an operation of LDS asked for when a path was last told of it.
type lastAsked struct {
	round uint64 // as recorder.rounds counts them
	exec  uint64
	op    int32  // its number in the path
	kept  uint32 // how often the pattern of its banks had been kept that has its addresses, moved; 0: it has others
}

// entry is an entry of a tape without what depends on the wave.
type entry struct {
	words []uint64 // lines are counted from base
	base  uint64
}

// keep keeps the entry, as there will be another one.
func (o *directOp) keep() {
	n := len(o.earlier)
	o.earlier = slices.Grow(o.earlier, 1)[:n+1]
	x := &o.earlier[n]
	x.words, x.base = append(x.words[:0], o.words...), o.base
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
	o.own[0] = o.first()
	return o
}

// first is what the first word of the entry always has.
func (o *directOp) first() uint64 {
	e := tapeOp | uint64(o.class)<<tapeClass
	if !o.Rec.X.Event.LateData {
		e |= tapeCaptured
	}
	return e
}

// inLDS reports whether it is one of LDS, and not only of lanes.
func (o *directOp) inLDS() bool {
	kind := o.Rec.X.Mem.Kind
	return o.class == waitcnt.LDS && (kind == isa.MemLoad || kind == isa.MemStore || kind == isa.MemAtomic)
}

// scalar enters the address of a load of scalar memory.
func (o *directOp) scalar(addr uint64) { o.own[1], o.words, o.base = narrow(addr), o.own[:], 0 }

// quiet enters that no lane accesses global memory.
func (o *directOp) quiet() { o.words, o.base = o.own[:], 0 }

// shape is what an operation of vector memory has last asked for. Mostly it asks for the same again, some
// lines of L1 further on, for which nothing has to be worked out: what L1 does depends on how far lines are
// from each other, not on where they are.
type shape struct {
	words  []uint64 // the entry, with lines counted from that of the first lane; none: it is not known
	exec   uint64
	within uint64  // how far into its line the address of the first lane is, as far as that matters
	off    isa.Row // how far lanes are from each other, if they are not dense
	dense  bool    // all lanes lie one behind the other
}

// reach enters what the lanes of an operation ask for, at low plus off; dense says that these are all lanes, one
// behind the other from low on.
func (x *recorder) reach(o *directOp, exec, low uint64, off *isa.Row, dense bool) {
	s, line, first, by := &o.shape, x.u.k.p.l1Line, low, uint32(0)
	if !dense {
		f := bits.TrailingZeros64(exec) & 63
		first += uint64(off[f])
		by = off[f] - s.off[f]
	}
	within := first & (line - 1)
	o.base = narrow(first) - within
	if dense && within != 0 && quarterLanes*uint64(o.Bytes())&(line-1) == 0 {
		within = 1 // each quarter begins and ends within a line, wherever
	}
	if len(s.words) == 0 || s.within != within || s.dense != dense ||
		!dense && (s.exec != exec || !mem.Shifted(off, &s.off, exec, by)) {
		x.shaped(o, exec, low, off, dense)
		s.exec, s.within, s.dense = exec, within, dense
	}
	o.words = s.words
}

// shaped makes the shape be that of an access that begins in the line at base.
func (x *recorder) shaped(o *directOp, exec, low uint64, off *isa.Row, dense bool) {
	s, a := &o.shape, &x.a
	*a = access{class: o.class, lines: a.lines[:0]}
	k, size := &x.u.k.costs[o.Rec.Slot], uint64(max(o.Bytes(), 1))
	if dense {
		x.u.inARow(a, low, size, k.addr)
	} else {
		for i, n := range off {
			x.addr[i] = low + uint64(n)
		}
		x.u.quarters(a, &x.addr, exec, size, k.addr, k.asks)
		s.off = *off
	}
	t := tape{words: s.words[:0]}
	if !t.put(o.first(), a) {
		x.fits = false
		s.words = s.words[:0]
		return
	}
	s.words = t.words
	for i := range s.words[2:] {
		s.words[2+i] -= o.base
	}
}

// enter adds an entry; e is what depends on the wave.
func (p *tape) enter(x *entry, e uint64) {
	words, base := x.words, x.base
	at, n := len(p.words), len(words)
	p.words = slices.Grow(p.words, n)[:at+n]
	to := p.words[at:]
	if to[0] = e | words[0]; n == 1 {
		return
	}
	to[1] = words[1]
	for i, l := range words[2:] {
		to[2+i] = l + base
	}
}
