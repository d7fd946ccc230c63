package hostcode

import (
	"math/bits"
	"slices"
	"sort"
	"sync/atomic"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
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
	looked int           // operations up to the last one of LDS of which has been told when it ends
	least  int           // the least budget: a path that ends at an s_endpgm, which waits, does so in one turn
	recs   []*engine.Rec // these
	parts  []part
	ops    []operation
	backs  []back
	end    uint32               // where the wave goes on behind the last part
	loop   bool                 // that is where the path begins
	fp     bool                 // depends on MODE's rules of floating point
	mode   uint32               // these
	spans  []span               // recs where they lie one behind the other
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

// span is a run of instructions of a dword each that follow one another in the program, too.
type span struct {
	first, n int // the number of the first one, how many
	slot     uint32
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

// pathInst is an instruction of a path.
type pathInst struct {
	inst
	op     int // its operation, -1
	lo, hi int // what returns before it is issued, or at it where it is a wait
	over   bool
	end    bool // no instruction of the path, but the s_endpgm behind it
}

// trace is what a path is made of.
type trace struct {
	list  []pathInst
	ops   []operation
	backs []back
	end   uint32
	loop  bool
	turns []int
	ways  []way     // those that it has gone
	held  [2]uint16 // places that are in use, of scalar and of vector registers
}

// trace follows a program from a dword on: straight on, past branches forward, and back where it has not been
// yet and something is outstanding, or nothing has returned yet. The branches of turns go the other way. Where
// ways say so, it goes on where it would end, or elsewhere, and may come to where it has been.
func (x *Runs) trace(ip uint32, limit int, fp *isa.FPMode, turns []int, ways []way) *trace {
	recs := x.prog.Recs()
	t := &trace{end: ip, turns: turns}
	f := &waitcnt.File{Gen: x.prog.Gen}
	b := &waitcnt.Board{Gen: x.prog.Gen}
	quiet := *t                              // where nothing was outstanding last
	seen, passed := map[uint32]bool{}, false // passed: it has gone on over a jump back in front of all memory
	for int(t.end) < len(recs)-1 {
		if n := len(t.ways); n < len(ways) && ways[n].after == len(t.list) {
			t.end, t.ways = ways[n].to, ways[:n+1]
			seen = map[uint32]bool{ip: true}
		} else if seen[t.end] {
			if t.loop = t.end == ip && len(f.Ops()) == 0; t.loop && passed {
				return &trace{end: ip, turns: turns} // the loop has a beginning of its own, which is better
			}
			break
		}
		seen[t.end] = true
		if len(f.Ops()) == 0 {
			quiet = *t
		}
		if len(t.list) == limit {
			return t.endAt(&quiet)
		}
		r := &recs[t.end]
		if r.X == nil || r.X.Err != nil || r.X.Inst.Form == nil {
			break
		}
		next := t.end + uint32(r.Len)
		p := pathInst{inst: inst{r: r}, op: -1, lo: len(t.backs), hi: len(t.backs)}
		if in, ok := usable(r, fp, x.prog.Features()); ok {
			p.inst = in
			t.list = append(t.list, p)
			if in.recipe == nil || in.recipe.Jump == nil {
				t.end = next
				continue
			}
			to := int64(next) + int64(r.X.Imm)
			if to < 0 || to >= int64(len(recs)) {
				t.list = t.list[:len(t.list)-1] // the executor's fault
				break
			}
			back := to <= int64(t.end)
			taken := in.recipe.Jump.Kind == isa.HostImm || back && (!seen[uint32(to)] || uint32(to) == ip && len(f.Ops()) == 0)
			turned := slices.Contains(turns, len(t.list)-1)
			if t.end = next; taken != turned {
				t.end = uint32(to)
			}
			loop := back && !taken && !turned || t.end == uint32(to) && back && t.end != ip && len(f.Ops()) == 0
			if n := len(t.ways); n < len(ways) && ways[n].after == len(t.list) {
				continue
			}
			if loop && len(t.backs) > 0 { // without memory this would be no path
				return t // a loop that does not begin with the path: where nothing is outstanding, one can begin there
			}
			passed = passed || loop && t.end == uint32(to)
			continue
		}
		if isWait(r) {
			t.wait(f, r.X.Wait, &p)
			b.Wait(r.X.Wait, r.Slot)
			t.prove(b)
			t.list = append(t.list, p)
			t.end = next
			continue
		}
		if r.X.Inst.Form.Desc.Do == isa.CtlEndpgm {
			if t.wait(f, waitcnt.Wait{}, &p); p.over {
				p.end = true
				t.list = append(t.list, p)
			}
			break
		}
		d, ok := x.prog.NewDirect(r)
		if !ok {
			break
		}
		if len(t.ops) == maxOps {
			return t.endAt(&quiet)
		}
		t.wait(f, r.X.Wait, &p)
		p.op = len(t.ops)
		ev := r.X.Event
		if d.Flat {
			ev.Class = waitcnt.VMem
		}
		f.Issue(ev, uint8(p.op))
		b.Op = uint32(p.op)
		b.Enter(&r.X.Entry, r.Slot, engine.AllLanes, false)
		t.prove(b)
		t.ops = append(t.ops, operation{Direct: d, at: len(t.list), same: -1, proved: maxPath,
			ds: r.X.Inst.Form.Fmt == isa.DS})
		t.list = append(t.list, p)
		t.end = next
	}
	return t
}

// prove notes which operations the instruction behind the list proves complete: those that have left
// the board.
func (t *trace) prove(b *waitcnt.Board) {
	for i := range t.ops {
		o := &t.ops[i]
		on := func(q waitcnt.Pending) bool { return int(q.Op) == i }
		if o.proved == maxPath && !slices.ContainsFunc(b.List, on) {
			o.proved = len(t.list)
		}
	}
}

// leastQuiet is the least number of instructions of a path that is cut off where nothing is outstanding.
const leastQuiet = 16

// endAt ends what is longer than a path may be where nothing was outstanding, if that is not too near:
// another path can begin there.
func (t *trace) endAt(quiet *trace) *trace {
	if len(quiet.list) < leastQuiet {
		return t
	}
	return quiet
}

// wait lets operations return until the counters are within limits.
func (t *trace) wait(f *waitcnt.File, need waitcnt.Wait, p *pathInst) {
	for c, over := f.Over(need); over; c, over = f.Over(need) {
		p.over = true
		i := f.Latest(c)
		op := f.Ops()[i]
		f.Retire(i, c)
		t.backs = append(t.backs, back{op.Slot, c, op.Completes(c)})
	}
	p.hi = len(t.backs)
}

// path makes the path that begins at a dword, noPath where there is none. turns are the branches at which
// it goes the other way: at the last of them it leaves the path before, nil where there are none.
func (x *Runs) path(ip, mode uint32, turns []int, ways []way, before *path) *path {
	fp := isa.NewFPMode(mode, x.prog.Features())
	for limit := maxPath; limit > 1 && !x.over; {
		t := x.trace(ip, limit, &fp, turns, ways)
		complete := func(b back) bool { return b.complete }
		if !slices.ContainsFunc(t.backs[t.sure(before):], complete) && (before != nil || !t.loop || !t.broken()) {
			return noPath
		}
		if at := t.hold(before); at >= 0 {
			limit = at
			continue
		}
		p, err := x.parts(t, fp, mode)
		if err != nil {
			limit = len(t.list) / 2
			continue
		}
		if before != nil && p != noPath && !p.turned(before) {
			return noPath
		}
		return p
	}
	return noPath
}

// broken reports whether the trace changes EXEC or has several branches, so that a round of it is not one run of
// instructions.
func (t *trace) broken() bool {
	branches := 0
	for i := range t.list {
		p := &t.list[i]
		switch {
		case p.recipe == nil:
		case p.recipe.Exec != nil || p.r.D == isa.CodeExecLo || p.r.D == isa.CodeExecHi:
			return true
		case p.recipe.Jump != nil:
			branches++
		}
	}
	return branches > 1
}

// sure is how many returns there are before the last turn of a path that turns where before does not.
// before may be nil.
func (t *trace) sure(before *path) int {
	if before == nil {
		return 0
	}
	return t.before(t.turns[len(t.turns)-1] + 1)
}

// turned finds where a wave that has followed the path before goes on in this one, and what has to be
// held then. It reports false where it cannot.
func (p *path) turned(before *path) bool {
	at := p.turns[len(p.turns)-1] + 1
	p.from = 1 + slices.IndexFunc(p.parts, func(s part) bool { return s.branch && s.after == at })
	if p.from == 0 {
		return false
	}
	for i := range p.ops[:p.parts[p.from-1].issued] {
		for j, o := range p.ops[i].Operands {
			// What before has not held has not changed up to the branch.
			if o.N > 0 && o.At >= engine.Held && before.ops[i].Operands[j].At < engine.Held {
				p.moves = append(p.moves, move{o.Code, o.N, o.At})
			}
		}
	}
	return true
}

// writes are the registers that an instruction of host code writes.
func (in *inst) writes() (s scalars, v [4]uint64) {
	if in.recipe == nil {
		return s, v
	}
	x := in.r.X
	switch {
	case in.recipe.Jump != nil:
		return s, v
	case !in.vector:
		_, s = in.scalarUses()
	}
	if in.vector && x.MaskDst != engine.NoMask {
		s.add(x.MaskDst, 2)
	}
	if in.vector && x.Inst.Form.Desc.Writes("exec") {
		s.add(isa.CodeExecLo, 2)
	}
	if in.r.D >= isa.CodeVGPR && in.r.D < engine.SrcConst {
		for j := range uint16(max(x.ND, 1)) {
			n := in.r.D - isa.CodeVGPR + j
			v[n>>6&3] |= 1 << (n & 63)
		}
	}
	return s, v
}

// hold finds what operations read that changes before they return, or before somebody asks what one
// in doubt has accessed, and gives it a place. Where there are too few places it returns the
// instruction before which the path has to end, else -1. What the path before has held, if it is not
// nil, is where that has it.
func (t *trace) hold(before *path) int {
	ns, nv, turn := uint16(0), uint16(0), 0
	if before != nil {
		ns, nv, turn = before.held[0], before.held[1], t.turns[len(t.turns)-1]
	}
	defer func() { t.held = [2]uint16{ns, nv} }()
	for i := range t.ops {
		o := &t.ops[i]
		var s scalars
		var v [4]uint64
		returned := false
		changes := func(ws scalars, wv [4]uint64) {
			if returned && !o.ds {
				s[1] |= ws[1] & (3 << (isa.CodeExecLo & 63))
				return
			}
			s.join(&ws)
			for j := range v {
				v[j] |= wv[j]
			}
		}
		for k := o.at + 1; k < len(t.list) && (!returned || o.doubt && k <= o.proved); k++ {
			in := &t.list[k]
			for _, b := range t.backs[in.lo:in.hi] {
				if !b.complete {
					continue
				}
				if int(b.op) == i {
					if returned, o.doubt = true, k < o.proved; !o.doubt {
						break
					}
				}
				changes(t.ops[b.op].Results())
			}
			if in.op < 0 {
				changes(in.writes())
			}
		}
		for j := range o.Operands {
			p := &o.Operands[j]
			if p.N == 0 {
				continue
			}
			if o.at < turn && before.ops[i].Operands[j].At >= engine.Held {
				p.At = before.ops[i].Operands[j].At
				continue
			}
			if p.Code >= isa.CodeVGPR {
				if n := p.Code - isa.CodeVGPR; v[n>>6&3]>>(n&63)&1 != 0 {
					p.At = engine.Held + engine.Ref(nv)
					nv++
				}
				continue
			}
			var r scalars
			r.add(p.Code, p.N)
			if r.meets(&s) {
				p.At = engine.Held + engine.Ref(ns)
				ns += uint16(p.N)
			}
		}
		if ns > engine.HeldScalars || nv > engine.HeldRows {
			return o.at
		}
	}
	return -1
}

// alike finds operations of LDS that have the lanes, addresses and limit of one before them: nothing has
// written EXEC, M0 or the address register since.
func (t *trace) alike() {
	var last [256]int // by the address register, the number from 1; 0: there is none
	for i := range t.list {
		in := &t.list[i]
		var s scalars
		var v [4]uint64
		for _, b := range t.backs[in.lo:in.hi] {
			if b.complete {
				s, v = t.ops[b.op].Results()
				forget(&last, s, v)
			}
		}
		if in.op < 0 {
			s, v = in.writes()
			forget(&last, s, v)
			continue
		}
		o := &t.ops[in.op]
		if addr, ok := o.LDSAddress(); ok {
			o.same = last[addr] - 1
			last[addr] = in.op + 1
		}
	}
}

// forget forgets what registers that are written held.
func forget(last *[256]int, s scalars, v [4]uint64) {
	if s[1]>>(isa.CodeExecLo&63)&3 != 0 || s[isa.CodeM0>>6]>>(isa.CodeM0&63)&1 != 0 {
		*last = [256]int{}
		return
	}
	for i, m := range v {
		for ; m != 0; m &= m - 1 {
			last[64*i+bits.TrailingZeros64(m)] = 0
		}
	}
}

// parts makes the code of a path.
func (x *Runs) parts(t *trace, fp isa.FPMode, mode uint32) (*path, error) {
	t.alike()
	n := len(t.list)
	if n > 0 && t.list[n-1].end {
		n--
	}
	p := &path{n: n, least: len(t.list), ops: t.ops, backs: t.backs, end: t.end, loop: t.loop, mode: mode & modeFP,
		turns: t.turns, ways: t.ways, held: t.held}
	var blob []byte
	var list []inst
	issued, looked := 0, 0
	var emit func(list []inst) error
	emit = func(list []inst) error {
		code, err := compile(x.prog, list, false, x.backend, fp)
		if err != nil && len(list) > 1 {
			if err = emit(list[:len(list)/2]); err == nil {
				err = emit(list[len(list)/2:])
			}
			return err
		}
		for len(blob)%64 != 0 {
			blob = append(blob, 0xcc)
		}
		p.parts = append(p.parts, part{code: uintptr(len(blob)) + 1, insts: list})
		blob = append(blob, code...)
		return err
	}
	flush := func(after int) error {
		if len(list) == 0 {
			return nil
		}
		if err := emit(list); err != nil {
			return err
		}
		s := &p.parts[len(p.parts)-1]
		s.after, s.issued, s.looked, s.hi, s.lo = after, issued, looked, t.before(after), t.before(after)
		s.lists = len(p.told)
		list = nil
		return nil
	}
	verified := 0
	for i := range t.list {
		in := &t.list[i]
		if !in.end {
			p.recs = append(p.recs, in.r)
		}
		if in.over {
			if err := flush(i); err != nil {
				return nil, err
			}
			s := part{after: i, issued: issued, slot: in.r.Slot, lo: in.lo, hi: in.hi}
			t.defers(x.prog, in)
			for _, b := range t.backs[in.lo:in.hi] {
				if code := t.ops[b.op].code; b.complete && len(code) > 0 {
					s.lds, t.ops[b.op].inCode = true, true
					list = append(list, code...)
				}
			}
			if in.op < 0 && !in.end {
				s.waits = 1
			}
			first := -1
			for _, b := range t.backs[in.lo:in.hi] {
				if b.complete && first < 0 {
					first = int(b.op)
				}
			}
			for ; verified < issued; verified++ {
				if t.ops[verified].Flat && verified != first {
					s.verified = append(s.verified, uint8(verified))
				}
			}
			if slices.ContainsFunc(t.backs[in.lo:in.hi], func(b back) bool { return b.complete && t.ops[b.op].ds }) {
				for ; looked < issued; looked++ {
					if t.ops[looked].ds {
						s.told = append(s.told, uint8(looked))
					}
				}
			}
			if s.looked = looked; len(s.told) > 0 {
				for _, k := range s.told {
					s.mask |= 1 << k
				}
				s.list = len(p.told)
				p.told = append(p.told, s.told)
			}
			s.lists = len(p.told)
			p.parts = append(p.parts, s)
		}
		switch {
		case in.op >= 0:
			issued++
			list = append(list, holds(&t.ops[in.op])...)
		case in.end, isWait(in.r):
		default:
			p.fp = p.fp || in.byMode()
			if list = append(list, in.inst); in.recipe == nil || in.recipe.Jump == nil {
				break
			}
			if err := flush(i + 1); err != nil {
				return nil, err
			}
			s := &p.parts[len(p.parts)-1]
			next := in.r.Slot + uint32(in.r.Len)
			s.branch, s.ends = true, [2]uint32{next, uint32(int64(next) + int64(in.r.X.Imm))}
			goes := t.end
			if i+1 < len(t.list) {
				goes = t.list[i+1].r.Slot
			}
			s.stay = goes != next
			// A turn goes the other way than a path does by itself.
			own := !slices.ContainsFunc(p.ways, func(w way) bool { return w.after == i+1 })
			if own && len(p.turns) < maxTurns && (i+1 < len(t.list) || !t.loop) && in.recipe.Jump.Kind != isa.HostImm {
				s.turn = new(turn)
			}
		}
	}
	if err := flush(len(t.list)); err != nil {
		return nil, err
	}
	p.looked = looked
	for i, r := range p.recs {
		if n := len(p.spans); n > 0 && r.Slot == p.spans[n-1].slot+uint32(p.spans[n-1].n) {
			p.spans[n-1].n++
		} else {
			p.spans = append(p.spans, span{i, 1, r.Slot})
		}
	}
	for i := range p.parts {
		s := &p.parts[i]
		for k := s.lo; k < s.hi; k++ {
			if b := &p.backs[k]; b.complete {
				s.access = append(s.access, access{&p.ops[b.op], b.op, k})
			}
		}
	}
	var err error
	if x.arena == nil {
		if x.arena, err = newArena(x); err != nil {
			x.over = true
			return nil, err
		}
	}
	base := uintptr(0)
	if len(blob) > 0 {
		if base, err = x.arena.add(blob); err != nil || base == 0 {
			x.over = true
			return noPath, nil
		}
	}
	for i := range p.parts {
		if s := &p.parts[i]; s.code != 0 {
			s.code += base - 1
		}
	}
	return p, nil
}

// before is how many returns there have been before an instruction.
func (t *trace) before(i int) int {
	if i < len(t.list) {
		return t.list[i].lo
	}
	return len(t.backs)
}

// holds are the copies of what an operation reads.
func holds(o *operation) (list []inst) {
	for i := range o.Operands {
		if p := &o.Operands[i]; p.N > 0 && p.At >= engine.Held {
			list = append(list, inst{hold: p, vector: p.Code >= isa.CodeVGPR})
		}
	}
	return list
}

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
func (x *Runs) Follow(w *engine.WaveCore, p engine.Path, budget int, once bool) int {
	return x.follow(p.(*path), w, budget, once)
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

// follow executes a path, a loop as often as budget allows if once is not set. It returns how many
// instructions that were: 0 where the path does not fit.
func (x *Runs) follow(p *path, w *engine.WaveCore, budget int, once bool) (n int) {
	if p.least > budget || w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip) != 0 || p.missed.Load() > maxUnusual {
		return 0
	}
	self, v := unsafe.Pointer(w), unsafe.Pointer(w.V)
	told := w.Direct()
	rounds := uint64(0) // of which the instructions are not counted yet
	for {
		done, quiet, base := uint64(0), uint64(0), w.Insts // quiet: those of which nothing more is told
		first, branch := 0, -1                             // the part to go on with; one that has led elsewhere
		h, known := x.hotPath(p, w, told != nil)
		learning := known
	whole:
		if h != nil {
			times := 1
			if p.loop && !once && !h.stores {
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
							p, i, once, h, learning, branch = q, q.from-1, true, nil, nil, -1
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
			p.missed.Add(1)
			w.Insts = base
			p.gone(w, rounds)
			p.leave(w, s, k, done, s.slot)
			return n + s.after
		}
		n += p.n
		if !p.loop || once || budget-n < p.n {
			p.gone(w, rounds)
			if !p.over.Load() {
				x.leaves(p, p.n, p.end, w.Mode)
			}
			p.leave(w, &part{after: p.n, issued: len(p.ops), looked: p.looked, lists: len(p.told)}, len(p.backs), done, p.end)
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
		w.Issue(&o.Direct, base+uint64(o.at)+1)
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
	if times == 0 {
		return
	}
	for _, c := range [...][]uint64{w.Counts(), w.HostCounts()} {
		if c == nil {
			continue
		}
		for i := range p.spans {
			s := &p.spans[i]
			if s.first >= n {
				break
			}
			part := c[s.slot:][:min(s.n, n-s.first)]
			for j := range part {
				part[j] += times
			}
		}
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
