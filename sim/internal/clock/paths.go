package clock

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// A recorder lets host code execute paths, memory accesses included ([engine.Host]). Operations access memory
// when a wait of the path wants them to have returned, and the recorder is told of them then. Their entries are
// kept until the round of the path is over, or the wave has left it: then all of the round go to the tape, in the
// order of the program.

// tapedPath is what a path leaves in tapes.
type tapedPath struct {
	path  engine.Path
	insts int
	ops   []pathOp
	lds   bool        // some access LDS
	list  []tapedInst // nil: it is not followed
	next  *tapedPath  // another one that begins at the same dword
}

// tapedInst is an instruction of a path that is not costPlain.
type tapedInst struct {
	at     int       // its number
	op     *directOp // of a memory operation
	entry  uint64    // of others, where the path goes on behind it
	behind uint32    // of a branch: the dword behind it; else 0
}

// pathOp is a memory operation of a path.
type pathOp struct {
	*directOp
	same int32 // as [engine.Path] says
}

// onPath is where a wave is that follows a path.
type onPath struct {
	path   *tapedPath // nil: on none
	w      *clockWave
	before int // instructions that the wave had executed, of those of this call, when it came to the path
	rounds int // whole ones that are in the tape
	told   int // operations of the round
	again  bool
	prio   uint64
	first  uint32 // dword
}

// noPathBehind is no dword: no path begins where the wave is.
const noPathBehind = engine.NoDword - 1

// pathTurn is how many instructions of paths are executed before somebody looks whether the launch has been
// stopped.
const pathTurn = 1 << 12

// instByInst says that neither paths nor loops are followed, and whenFollowed is called with how many instructions of
// one have been executed: for tests.
var (
	instByInst   = false
	whenFollowed func(n int)
)

// branchEntry is the entry of a branch, behind which a dword lies, that goes on at another one.
func branchEntry(behind, next uint32) uint64 {
	e := uint64(next) << 32
	if next != behind {
		e |= tapeJumped
	}
	return e
}

// tapedPath finds what a path leaves that begins at a dword.
func (k *Clock) tapedPath(hp engine.Path, first uint32) *tapedPath {
	for p := k.paths[first]; p != nil; p = p.next {
		if p.path == hp {
			return p
		}
	}
	recs := hp.Recs()
	p := &tapedPath{path: hp, insts: len(recs), next: k.paths[first]}
	k.paths[first] = p
	list := []tapedInst{}
	for i, r := range recs {
		c := &k.costs[r.Slot]
		t := tapedInst{at: i}
		switch {
		case c.flags&(costTells|costAsItIssues|costProbe|costJumps) != 0:
			return p
		case c.flags&costPlain != 0:
			continue
		case k.direct[r.Slot] != nil:
			t.op = k.direct[r.Slot]
			p.ops = append(p.ops, pathOp{t.op, int32(hp.Same(len(p.ops)))})
			p.lds = p.lds || t.op.inLDS()
		case c.flags&costBranch != 0:
			next := recs[(i+1)%len(recs)].Slot
			t.behind = r.Slot + uint32(r.Len)
			t.entry = branchEntry(t.behind, next)
		case r.X.Inst.Form.Desc.Do != isa.CtlNop && r.X.Inst.Form.Desc.Do != isa.CtlVNop:
			return p
		}
		list = append(list, t)
	}
	p.list = list
	return p
}

// path lets the wave follow a path, if one begins where it is. last is the dword of the instruction before, or
// engine.NoDword. done says that it has executed something, ok is false where that cannot be recorded.
func (x *recorder) path(w *clockWave, last uint32) (done, ok bool) {
	v, k := w.w, w.cl.k
	h := v.Host()
	hp := h.Path(v, last)
	if hp == nil {
		return false, true
	}
	first := v.IP()
	p := k.tapedPath(hp, first)
	switch {
	case p.list == nil:
		h.Refused(hp)
		return false, true
	case x.dry && p.lds:
		return false, true
	}
	waits := v.Waits
	x.on = onPath{path: p, w: w, prio: uint64(v.Prio) << tapePrio, first: first}
	x.rounds++
	all := h.Follow(v, hp, min(x.left, pathTurn), engine.How{})
	v.Waits = waits // to the clock, nothing waits here
	if x.left -= all; whenFollowed != nil {
		whenFollowed(all)
	}
	x.rest(all, v.IP())
	x.on = onPath{}
	if !x.fits || v.Stop()&engine.StopFault != 0 {
		return false, false
	}
	return all > 0, retireAll(v) && v.Stop() == 0
}

// rest puts what is left of a path that the wave has left at a dword, when it had executed so many instructions,
// into the tape.
func (x *recorder) rest(all int, at uint32) {
	on := &x.on
	for all -= on.before; all > (on.rounds+1)*on.path.insts; {
		x.round(on.path.insts, on.first)
	}
	if all > 0 {
		x.round(all-on.rounds*on.path.insts, at)
	}
}

// round puts the first n instructions of a round, behind which the wave is at a dword, into the tape.
func (x *recorder) round(n int, at uint32) {
	on := &x.on
	t := &on.w.rec
	for i := range on.path.list {
		in := &on.path.list[i]
		if in.at >= n {
			break
		}
		switch {
		case in.op != nil:
			if o := in.op; o.out < len(o.earlier) {
				t.enter(&o.earlier[o.out], on.prio)
				o.out++
			} else {
				t.enter(&o.entry, on.prio)
				o.told, o.earlier, o.out = false, o.earlier[:0], 0
			}
		case in.at == n-1 && in.behind != 0:
			t.words = append(t.words, on.prio|branchEntry(in.behind, at))
		default:
			t.words = append(t.words, on.prio|in.entry)
		}
	}
	on.rounds++
	on.told = 0
	x.rounds++
}

// told is the operation of which something is about to be told. Where all of a round have been told of, it is of
// the next one.
func (x *recorder) told(d *engine.Direct) *directOp {
	o := x.u.k.direct[d.Rec.Slot]
	if x.on.path != nil {
		x.tells(o)
	}
	return o
}

// tells is told on a path.
func (x *recorder) tells(o *directOp) {
	on := &x.on
	if on.told == len(on.path.ops) {
		x.round(on.path.insts, on.first)
	}
	on.told++
	if o.told {
		o.keep()
	}
	o.told = true
}

// ReachedLDS is told of operations of LDS on a path. Mostly one before has had the same addresses.
func (x *recorder) ReachedLDS(n, _ int) (looked uint64) {
	p := x.on.path
	for _, i := range p.path.Told()[n] {
		o := &p.ops[i]
		x.tells(o.directOp)
		k := &x.u.cl.code[o.Rec.Slot]
		var before *bankPattern
		if o.same >= 0 {
			b := p.ops[o.same].directOp
			if q := &b.asked; q.round == x.rounds && q.op == o.same {
				if before = x.u.cl.code[b.Rec.Slot].banks; before.kept != q.kept {
					before = nil
				} else if k.banks.again(&x.a, q.exec, before) {
					o.asked = lastAsked{x.rounds, q.exec, int32(i), k.banks.kept}
					x.lds(o.directOp)
					looked |= 1 << i
					continue
				}
			}
		}
		exec, _, addr := x.on.w.w.LDSOperandsOf(int(i), p.path.Op(int(i))) // where the path has them
		o.asked = lastAsked{x.rounds, exec, int32(i), 0}
		if x.bank.ask(&x.a, k, exec, false, addr) {
			if o.asked.kept = k.banks.kept; before != nil {
				k.banks.compare(before)
			}
		}
		x.lds(o.directOp)
		looked |= 1 << i
	}
	return looked
}

// ReachedNoted is told of what host code has noted.
func (x *recorder) ReachedNoted(list []engine.NotedOp) int {
	w := x.on.w.w
	notes := w.Noted()
	for i := range list {
		n := &list[i]
		o := x.told(n.D)
		if n.Scalar {
			o.scalar(notes.Scalar(n))
			continue
		}
		exec, low, off, dense := notes.Global(n)
		if exec == 0 {
			o.quiet()
			continue
		}
		x.reach(o, exec, low, off, dense)
		if !n.Store {
			continue
		}
		q, rows := w.NotedAccess(n, exec), w.NotedData(n)
		if dense {
			q.WasDense(low)
		} else {
			q.WasAt(low, off)
		}
		low, off, _ = q.Found()
		q.LoadFound(x.u.k.r.Mem, x.undo.add(undone{low: low, exec: exec, bytes: q.Bytes, ext: q.Ext, n: len(rows)}, off))
		w.StoreNoted(q, rows)
	}
	return len(list)
}

// ReachedRuns wants to be told of each access.
func (x *recorder) ReachedRuns([]engine.Run) bool { return false }

// Turns goes on along another path, which is the same up to where the wave is.
func (x *recorder) Turns(hp engine.Path, n int) bool {
	on := &x.on
	p := x.u.k.tapedPath(hp, on.first)
	if p.list == nil {
		return false
	}
	if on.before+on.rounds*on.path.insts < n {
		x.round(on.path.insts, on.first)
	}
	on.path, on.before, on.rounds = p, n, 0
	return true
}

// Again is told that the next operation to be issued has been told of already.
func (x *recorder) Again(int) { x.on.again = true }

// Issue is told of the operations that are outstanding where a wave leaves a path.
func (x *recorder) Issue(t *engine.Token, ev waitcnt.Event) {
	on := &x.on
	if on.path == nil {
		return
	}
	o := x.u.k.direct[t.Rec.Slot]
	if !on.again {
		o = x.told(&o.Direct)
	}
	on.again = false
	x.fits = x.fits && t.Split == nil
	x.a.ask(x.u, &x.u.cl.code[t.Rec.Slot], t, ev.Class)
	issued := tape{words: o.issued[:0]}
	x.fits = issued.put(0, &x.a) && x.fits
	o.issued = issued.words
	o.words, o.base = o.issued, 0
}
