package hostcode

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
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
			if _, v := in.writes(); t.readLate(f, v) {
				break
			}
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
			_, empty := r.ByLanes() // seldom taken, wherever it leads: where loops end, or lanes have nothing to do
			back := to <= int64(t.end) && !empty
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
			if !t.wait(f, r.X.Wait, &p) {
				break
			}
			b.Wait(r.X.Wait, r.Slot)
			t.prove(b)
			t.list = append(t.list, p)
			t.end = next
			continue
		}
		if r.X.Inst.Ends() {
			if t.wait(f, waitcnt.Wait{}, &p) && p.over {
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
		if !t.wait(f, r.X.Wait, &p) {
			break
		}
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

// readLate reports whether an operation of the file has to read its data yet, and they are in some of these vector
// registers: a path ends in front of what changes them.
func (t *trace) readLate(f *waitcnt.File, v [4]uint64) bool {
	if v == [4]uint64{} || f.Count[waitcnt.EXP] == 0 {
		return false
	}
	for _, o := range f.Ops() {
		if o.Left[waitcnt.EXP] == 0 {
			continue
		}
		for i, late := range t.ops[o.Slot].Late() {
			if late&v[i] != 0 {
				return true
			}
		}
	}
	return false
}

// wait lets operations return until the counters are within limits. It reports false, and lets none return, where
// results would come where another operation has to read its data yet.
func (t *trace) wait(f *waitcnt.File, need waitcnt.Wait, p *pathInst) bool {
	for c, over := f.Over(need); over; c, over = f.Over(need) {
		p.over = true
		i := f.Latest(c)
		op := f.Ops()[i]
		f.Retire(i, c)
		t.backs = append(t.backs, back{op.Slot, c, op.Completes(c)})
		if _, v := t.ops[op.Slot].Results(); op.Completes(c) && t.readLate(f, v) {
			t.backs = t.backs[:p.lo]
			return false
		}
	}
	p.hi = len(t.backs)
	return true
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
		turns: t.turns, ways: t.ways, held: t.held, number: x.number()}
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
	p.behind = part{after: p.n, issued: len(p.ops), looked: looked, lists: len(p.told)}
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
