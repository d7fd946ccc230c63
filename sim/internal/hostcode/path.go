package hostcode

import (
	"math/bits"
	"slices"
	"sort"
	"sync/atomic"
	"unsafe"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// path is a run of instructions with memory and waits, which a wave enters with nothing outstanding:
// host code up to a wait at which something returns, the accesses of what returns, host code again. A loop
// without memory is a path, too, where it changes EXEC or has branches: what a checked wave asks is asked once for
// all of it.
//
//	instructions   v_a  load 0  v_b  ds_read 1  v_c  s_waitcnt  v_d  s_cbranch
//	parts          [host code of a, b and c     ][0, 1         ][host code of d]
//
// What returns when is the same each time: it is worked out once, with [waitcnt.File]. An operation
// is accessed when it returns, from registers to registers, with no token. What it reads at issue and
// something changes before its return is held ([engine.Held]). Wherever the path is left, what is
// outstanding becomes tokens, and executors go on: at a branch to elsewhere, at the end, and before
// a wait where an access is not as usual.
//
// Where a branch to elsewhere is often taken with something outstanding, there is another path that
// turns there: it begins as this one does and goes on at the branch's other end. A wave changes over
// to it at the branch.
type path struct {
	n      int           // instructions
	least  int           // the least budget: a path that ends at an s_endpgm, which waits, does so in one turn
	recs   []*engine.Rec // these
	parts  []part
	behind part // of where it ends, what [path.leave] wants to know
	ops    []operation
	backs  []back
	end    uint32               // where the wave goes on behind the last part
	loop   bool                 // that is where the path begins
	fp     bool                 // depends on MODE's rules of floating point
	mode   uint32               // these
	number int                  // of the run
	next   atomic.Pointer[path] // for another MODE
	wanted atomic.Uint32        // how often there was none
	missed atomic.Uint32        // how often an access was not as usual

	told [][]uint8 // those of parts, by part.list

	whole    [2]atomic.Pointer[whole] // 1: with notes
	followed [2]atomic.Uint32         // how often there was none

	ways  []way  // where it goes on where a path would end, or go on elsewhere
	turns []int  // numbers of the branches that go the other way than a path would without them
	from  int    // the part behind the last of these
	moves []move // what is held from there on
	held  [2]uint16

	growth
}

// move puts n registers from a code on into the place at, where they are held.
type move struct {
	code uint16
	n    uint8
	at   engine.Ref
}

// turn is where a path may change over to another one.
type turn struct {
	path   atomic.Pointer[path] // noPath: there is none
	wanted atomic.Uint32        // how often it was wanted
}

// maxTurns is the most turns of a path.
const maxTurns = 4

// operation is a memory operation of a path.
type operation struct {
	engine.Direct
	at   int  // number of its instruction
	same int  // the operation of LDS before it that has the same lanes, addresses and M0; -1: there is none
	ds   bool // it is one of LDS, or of lanes
	// proved is the instruction that proves it complete, which may come after its return. doubt says
	// that it does: its lanes are at hand up to there, and all that an operation of LDS has read.
	proved int
	doubt  bool
	code   []inst // what makes the access, behind the wait at which it returns; none: [engine.WaveCore.Access] does

	inCode bool // there is code
}

// back is the return of an operation, or of a part of one.
type back struct {
	op       uint8
	counter  waitcnt.Counter
	complete bool
}

// part is host code, or a wait.
type part struct {
	code   uintptr   // 0: a wait
	insts  []inst    // what the code is made of
	branch bool      // the code ends with a branch
	stay   bool      // the path goes on where it is taken, or else where it is not
	ends   [2]uint32 // where the wave goes on: not taken, taken
	turn   *turn     // nil where the path does not change over to another one
	after  int       // instructions up to the end of the part
	issued int       // operations that have been issued then

	slot     uint32 // of the wait
	lo, hi   int    // what returns, in path.backs
	lds      bool   // some of it is accessed by the code behind the wait
	access   []access
	waits    uint64 // what it adds to Waits
	verified []uint8
	told     []uint8 // operations of LDS that have been issued since the last one, where one of them returns
	mask     uint64  // these
	list     int     // their number in path.told
	lists    int     // those that have been told of at its end
	looked   int     // operations up to the last one of which has been told
}

// access is an operation that returns.
type access struct {
	*operation
	op uint8 // its number
	k  int   // the return's
}

// noPath is in place of a path where there cannot be one.
var noPath = &path{}

// Limits of a path.
const (
	maxPath    = 512 // instructions
	maxOps     = 64
	maxModes   = 4  // paths that begin at an instruction
	maxUnusual = 64 // times that a path is left where an access is not as usual, until there is none
)

// turn is the path to which a wave changes over that leaves a path behind part s, where n is what is left
// of its budget; nil where there is none.
func (x *Runs) turn(p *path, s *part, w *engine.WaveCore, n int) *path {
	if s.turn == nil {
		return nil
	}
	q := s.turn.path.Load()
	if q == nil {
		if s.turn.wanted.Add(1) != hot {
			return nil
		}
		q = x.newTurn(p, s, w.Mode)
	}
	if q == noPath || q.least > n || q.fp && q.mode != w.Mode&modeFP || q.missed.Load() > maxUnusual {
		return nil
	}
	return q
}

// newTurn makes the path that turns where the path p is left behind part s.
func (x *Runs) newTurn(p *path, s *part, mode uint32) *path {
	x.mu.Lock()
	defer x.mu.Unlock()
	ways := p.ways[:sort.Search(len(p.ways), func(i int) bool { return p.ways[i].after >= s.after })]
	q := x.path(p.recs[0].Slot, mode, append(slices.Clone(p.turns), s.after-1), ways, p)
	s.turn.path.Store(q)
	return q
}

// hold puts what is held from the last turn of the path on into its places.
func (p *path) hold(w *engine.WaveCore) {
	for _, m := range p.moves {
		w.Hold(m.code, m.n, m.at)
	}
}

// Recs are the instructions of the path.
func (p *path) Recs() []*engine.Rec { return p.recs }

// Same is the operation before one of LDS that has the same lanes, addresses and M0: see [engine.Path].
func (p *path) Same(op int) int { return p.ops[op].same }

// Op is a memory operation.
func (p *path) Op(n int) *engine.Direct { return &p.ops[n].Direct }

// Told are the operations of LDS that are told of together.
func (p *path) Told() [][]uint8 { return p.told }

// Path is the path that begins at the wave's program counter: see [engine.Host].
func (x *Runs) Path(w *engine.WaveCore, last uint32) engine.Path {
	ip := w.IP()
	p := x.paths[ip].Load()
	switch {
	case p == noPath || !w.DirectAllowed() || len(w.Counters.Ops()) > 0:
		return nil
	case p == nil:
		if begins := last == engine.NoDword || x.before[last] || isJump(&x.prog.Recs()[last]); !begins ||
			x.reached[ip].Add(1) != hot {
			return nil
		}
		p = x.newPath(ip, w.Mode)
	}
	if p = x.choose(p, w); p == nil {
		return nil
	}
	return p
}

// isJump reports whether host code goes elsewhere with an instruction.
func isJump(r *engine.Rec) bool { return hasRecipe(r) && r.X.Inst.Form.Desc.Host.Jump != nil }

// Refused is called where a path of [Runs.Path] is not followed: one that has grown and often is not, shrinks.
func (x *Runs) Refused(p engine.Path) {
	if q := p.(*path); q.root != nil && q.refused.Add(1) == leftAlike {
		q.shrink()
	}
}

// Follow executes a path of [Runs.Path].
func (x *Runs) Follow(w *engine.WaveCore, p engine.Path, budget int, how engine.How) int {
	return x.follow(p.(*path), w, budget, how)
}

// choose is the path for the wave's MODE where p is the first that begins there, nil where there is
// none.
func (x *Runs) choose(p *path, w *engine.WaveCore) *path {
	if p == noPath {
		return nil
	}
	for p.fp && p.mode != w.Mode&modeFP {
		o := p.next.Load()
		if o == nil {
			if p.wanted.Add(1) != manyMissed {
				return nil
			}
			if o = x.pathFor(p, w); o == nil {
				return nil
			}
		}
		p = o
	}
	if q := p.in.Load(); q != nil && (!q.fp || q.mode == w.Mode&modeFP) {
		return q
	}
	return p
}

// follow executes a path, a loop as often as budget allows. It returns how many instructions that were: 0 where
// the path does not fit.
func (x *Runs) follow(p *path, w *engine.WaveCore, budget int, how engine.How) (n int) {
	if p.least > budget || w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip) != 0 || p.missed.Load() > maxUnusual {
		return 0
	}
	self, v := unsafe.Pointer(w), unsafe.Pointer(w.V)
	told := w.Direct()
	rounds := uint64(0) // of which the instructions are not counted yet
	for {
		done, quiet, base := uint64(0), uint64(0), w.Insts // quiet: those of which nothing more is told
		first, branch := 0, -1                             // the part to go on with; one that has led elsewhere
		h, known := (*whole)(nil), (*engine.Windows)(nil)
		if !how.Apart {
			h, known = x.hotPath(p, w, told != nil)
		}
		learning := known
	whole:
		if h != nil {
			times := 1
			if p.loop && !how.Once && !h.stores {
				times = max(1, min(budget-n, maxWhole)/p.n)
				if h.round > 0 {
					times = min(times, engine.NotesBytes/h.round)
				}
			}
			if told != nil {
				w.OpenNotes(h.lds, h.m0At(w))
			}
			code := h.code
			if first > 0 {
				code += uintptr(h.entries[first])
			}
			left, why := enter(code, self, v, times)
			times -= left
			at := why >> endBits
			if why &= 1<<endBits - 1; why == endAll {
				times-- // the last round ends below
				at = len(p.parts)
			}
			h.wrote(w, times, at)
			if told != nil {
				quiet = p.tellNoted(w, h, times, first, at, quiet, base)
			}
			if wholeEnded != nil {
				wholeEnded(times, why != endUnusual)
			}
			known.Ran(why != endUnusual || times > 1)
			if times > 0 {
				w.Counters.Pass(len(p.ops) * times)
				w.Advance(p.n*times, p.end)
				w.Waits += h.waits[len(p.parts)] * uint64(times)
				rounds += uint64(times)
				n += p.n * times
				base = w.Insts
			}
			w.Waits += h.waits[at] - h.waits[first]
			done, first = h.done[at], at
			if branch = -1; why == endAll || why == endBranch {
				branch = at
			}
			if learning = nil; why == endUnusual {
				learning = known
			}
		}
		for i := first; i < len(p.parts); i++ {
			s := &p.parts[i]
			if h != nil && i > first && s.code == 0 && h.entries[i] >= 0 {
				first = i
				goto whole
			}
			if s.code != 0 {
				taken := !s.stay
				if i != branch {
					_, out := enter(s.code, self, v, 1)
					taken = out&0xff != 0
				}
				if s.branch && taken != s.stay {
					p.gone(w, rounds)
					rounds = 0
					at := s.ends[0]
					if taken {
						at = s.ends[1]
					}
					if !p.over.Load() {
						x.leaves(p, s.after, at, w.Mode)
					}
					if s.issued > bits.OnesCount64(done) {
						q := x.turn(p, s, w, budget-n)
						if q != nil && told != nil && quiet>>s.looked != 0 {
							told.LeftLDS(s.lists)
							quiet &= 1<<s.looked - 1
						}
						if q != nil && (told == nil || told.Turns(q, n)) {
							q.hold(w)
							p, i, how.Once, h, learning, branch = q, q.from-1, true, nil, nil, -1
							continue
						}
					}
					p.leave(w, s, s.hi, done, at)
					return n + s.after
				}
				continue
			}
			if told != nil {
				if s.mask&^quiet != 0 {
					if quiet |= told.ReachedLDS(s.list, s.list+1); s.mask&^quiet != 0 {
						p.reached(w, s, quiet, base)
					}
				}
				w.Insts = base + uint64(s.after) + 1
			}
			k := s.lo // up to here all has returned, if not everything is as usual
			for _, j := range s.verified {
				if !w.Global(&p.ops[j].Direct) {
					goto unusual
				}
			}
			if s.lds && !w.OpenLDS(w.M0()) {
				goto unusual
			}
			for j := range s.access {
				o := &s.access[j]
				if !o.inCode && !w.Access(&o.Direct) {
					p.catchUp(w, s.lo, o.k)
					k = o.k
					goto unusual
				}
				if learning != nil && !o.ds && h.window(o.op) >= 0 {
					learning.Learn(w, h.window(o.op), &o.Direct)
				}
				if done |= 1 << o.op; told != nil && o.ds && quiet>>o.op&1 == 0 {
					told.ReturnedLDS(int(o.op), &o.Direct)
				}
			}
			w.Insts = base
			w.Waits += s.waits
			continue
		unusual:
			if !w.Refused() {
				p.missed.Add(1)
			}
			w.Insts = base
			p.gone(w, rounds)
			p.leave(w, s, k, done, s.slot)
			return n + s.after
		}
		n += p.n
		if !p.loop || how.Once || budget-n < p.n {
			p.gone(w, rounds)
			if !p.over.Load() {
				x.leaves(p, p.n, p.end, w.Mode)
			}
			p.leave(w, &p.behind, len(p.backs), done, p.end)
			return n
		}
		w.Counters.Pass(len(p.ops))
		w.Advance(p.n, p.end)
		rounds++
	}
}

// reached tells of the operations of LDS at a wait one by one, but for those of quiet.
func (p *path) reached(w *engine.WaveCore, s *part, quiet, base uint64) {
	for _, k := range s.told {
		if quiet>>k&1 == 0 {
			o := &p.ops[k]
			w.Insts = base + uint64(o.at) + 1
			w.ReachedOne(int(k), &o.Direct)
		}
	}
}

// catchUp makes the accesses of LDS among what has returned from number lo to before k, which the code
// behind the wait would have made.
func (p *path) catchUp(w *engine.WaveCore, lo, k int) {
	for i := lo; i < k; i++ {
		if b := &p.backs[i]; b.complete && p.ops[b.op].inCode {
			w.Access(&p.ops[b.op].Direct)
		}
	}
}

// leave leaves the path at part s: the wave goes on at a dword, and what is outstanding becomes
// tokens. Returns up to number k have happened. done are the operations that are complete.
func (p *path) leave(w *engine.WaveCore, s *part, k int, done uint64, at uint32) {
	base := w.Insts
	if e := w.Direct(); e != nil && s.lists < len(p.told) {
		e.LeftLDS(s.lists)
	}
	w.Advance(s.after, at)
	p.count(w, s.after, 1)
	if s.issued == bits.OnesCount64(done) {
		w.Counters.Pass(s.issued)
		return
	}
	tokens, told := 0, 0
	for i := range p.ops[:s.issued] {
		o := &p.ops[i]
		told = p.tell(w, told, o.at)
		e := w.Direct()
		told++
		if done>>i&1 != 0 {
			w.Counters.Pass(1)
			if e != nil {
				p.passed(w, e, o, base)
			}
			continue
		}
		if e != nil && i < s.looked && o.ds {
			e.Again(i)
		}
		read := slices.ContainsFunc(p.backs[:k], func(b back) bool { return int(b.op) == i && o.DataRead(b.counter) })
		w.Issue(&o.Direct, base+uint64(o.at)+1, read)
		for _, b := range p.backs[:k] { // a part of it has returned: there is room for the next one
			if int(b.op) == i {
				w.Retire(tokens, b.counter)
			}
		}
		tokens++
	}
	p.tell(w, told, s.after)
}

// passed tells of an operation that is complete. Insts is that of its issue.
func (p *path) passed(w *engine.WaveCore, e engine.DirectEvents, o *operation, base uint64) {
	end := w.Insts
	w.Insts = base + uint64(o.at) + 1
	d := &o.Direct
	if !o.doubt {
		d = nil
	}
	e.Passed(o.Rec, d)
	w.Insts = end
}

// tell tells of the waits from instruction i to before end. It returns end.
func (p *path) tell(w *engine.WaveCore, i, end int) int {
	if e := w.Direct(); e != nil {
		for ; i < end; i++ {
			if r := p.recs[i]; isWait(r) {
				e.Passed(r, nil)
			}
		}
	}
	return end
}

// gone counts the instructions of all of the path as often as times says.
func (p *path) gone(w *engine.WaveCore, times uint64) {
	if p.count(w, p.n, times); p.loop {
		p.goneRound(times)
	}
}

// count counts the first n instructions of the path as often as times says.
func (p *path) count(w *engine.WaveCore, n int, times uint64) {
	if times > 0 {
		w.Ran(p.number, p.recs, n, times)
	}
}

// pathFor makes a path that begins where another one does, for another MODE; nil where there is none.
func (x *Runs) pathFor(p *path, w *engine.WaveCore) *path {
	x.mu.Lock()
	defer x.mu.Unlock()
	first := x.paths[w.IP()].Load()
	n := 1
	for q := first; q.next.Load() != nil; q = q.next.Load() {
		n++
	}
	if o := x.path(w.IP(), w.Mode, nil, nil, nil); o != noPath && n < maxModes {
		p.next.Store(o)
		return o
	}
	return nil
}
