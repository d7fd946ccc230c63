package hostcode

import (
	"slices"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// A path that is mostly left at one place, with nothing outstanding, grows there: there is another one in its place
// that goes on where waves go on, and grows in its turn. So loops that are gone round a few times become straight,
// and what comes behind a loop is in one piece with it. A path that is left elsewhere costs what it did.

// way says where a path goes on behind so many instructions, which it does not by itself.
type way struct {
	after int
	to    uint32
}

// growth is what is known of where a path is left.
type growth struct {
	in    atomic.Pointer[path] // what has grown of it, the last one; of the path that begins there only
	root  *path                // the path of which this one has grown, nil where it has not
	less  *path                // and the last one before it
	over  atomic.Bool          // it does not grow any more
	left  atomic.Uint32        // how often it has been left with nothing outstanding
	most  atomic.Uint64        // where most often, a way, of which the instructions are in the upper half
	votes atomic.Int32         // how much more often than elsewhere, at least

	refused         atomic.Uint32 // how often one that has grown has not been followed
	entered, rounds atomic.Uint64 // of the first times that a loop was gone round
}

// manyRounds are those of a loop that does not become straight.
const manyRounds = 4

// leftOften is how often a path is left until it may grow, leftAlike how much more often than elsewhere it then has
// to have been left at one place: three of four times. They are variables for tests.
var leftOften, leftAlike uint32 = 32, 16

// leaves counts that a wave leaves the path behind so many instructions with nothing outstanding, and goes on at
// a dword.
func (x *Runs) leaves(p *path, after int, to, mode uint32) {
	g := &p.growth
	if p.loop || p.turns != nil {
		g.over.Store(true)
		return
	}
	here := uint64(after)<<32 | uint64(to)
	switch v := g.votes.Load(); {
	case v == 0:
		g.most.Store(here)
		g.votes.Store(1)
	case g.most.Load() == here:
		g.votes.Store(v + 1)
	default:
		g.votes.Store(v - 1)
	}
	if g.left.Add(1) != leftOften {
		return
	}
	g.over.Store(true)
	if most := g.most.Load(); g.votes.Load() >= int32(leftAlike) && !x.manyRounds(uint32(most)) {
		x.grow(p, way{int(most >> 32), uint32(most)}, mode)
	}
}

// goneRound counts how often a wave has gone round a loop.
func (p *path) goneRound(times uint64) {
	if p.entered.Load() < uint64(leftOften) {
		p.rounds.Add(times)
		p.entered.Add(1)
	}
}

// manyRounds reports whether a loop begins at a dword that is mostly gone round many times.
func (x *Runs) manyRounds(at uint32) bool {
	if int(at) >= len(x.paths) {
		return true
	}
	p := x.paths[at].Load()
	return p != nil && p.loop && p.rounds.Load() >= manyRounds*p.entered.Load()
}

// grow puts a path in the place of p that goes on where p is left.
func (x *Runs) grow(p *path, at way, mode uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	q := x.path(p.recs[0].Slot, mode, nil, append(slices.Clone(p.ways), at), nil)
	if q == noPath || q.n <= p.n || !q.fits(x.prog) {
		return
	}
	if _, ok := q.fixedM0(); !ok {
		if _, ok = p.fixedM0(); ok {
			return
		}
	}
	if q.root, q.less = p, p; p.root != nil {
		q.root = p.root
	}
	q.root.in.Store(q)
}

// shrink takes a path away that cannot be one piece of host code.
func (p *path) shrink() {
	if p.root != nil {
		p.root.in.CompareAndSwap(p, p.less)
	}
}

// fits reports whether there are windows for all operations of a path, and enough room for their notes.
func (p *path) fits(prog *engine.ProgramCore) bool {
	windows, bytes := 0, 0
	for i := range p.ops {
		o := &p.ops[i]
		if o.ds {
			bytes += rowBytes * (2 + len(o.LDSDataRefs()))
			continue
		}
		windows++
		bytes += engine.GlobalNoteBytes + hostLine
		if a, ok := prog.HostAccess(&o.Direct); ok && a.Store {
			bytes += rowBytes * len(a.Data)
		}
	}
	return windows <= engine.NumWindows && bytes <= engine.NotesBytes/2
}
