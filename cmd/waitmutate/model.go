package main

import (
	"encoding/binary"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// verdict is what the model says of a program.
type verdict uint8

const (
	unknown verdict = iota // too many states, or a jump that the model does not follow
	safe                   // no path and no order of return touches a register too early
	broken                 // one does
)

// inst is a decoded instruction as the model sees it.
type inst struct {
	in     isa.Inst
	pc     uint64
	next   []uint64 // where execution goes on; none where the wave ends
	opaque bool     // it goes where the model cannot follow
	call   bool     // it is a call: a return goes on behind it
	// it is a jump through registers: a return where all that was seen of it are returns, or it
	// takes a function's link register
	ret    bool
	isWait bool
	wait   waitcnt.Wait
	end    bool
	bar    bool
	ev     waitcnt.Event
	uses   []isa.Use
	lds    bool // the operation accesses LDS
	memory bool // the operation changes memory or LDS: other waves may rely on it behind a barrier
	writes bool // it has a destination register
}

// linkRegister is the first of the two in which functions get their return address (LLVM AMDGPU
// usage, calling conventions).
const linkRegister = 30

// program is the code of one kernel as far as branches reach, decoded.
type program struct {
	gen      isa.Gen
	entry    uint64
	list     []inst
	index    map[uint64]int
	calls    bool // something is called or jumps through registers
	kinds    []*follower
	compared []comparison // by instruction
}

// newProgram decodes what a kernel reaches. Jumps through registers go to the targets that a run
// has shown, and are opaque without any.
func newProgram(g isa.Gen, base uint64, code []byte, entry uint64, targets map[uint64][]uint64) *program {
	p := &program{gen: g, entry: entry, index: map[uint64]int{}}
	behind := map[uint64]bool{} // calls: returns go there
	for pc := range targets {
		if in, err := isa.Decode(g, code[pc-base:]); err == nil {
			if _, link := in.Operand('d'); link {
				behind[pc+uint64(in.Len)] = true
			}
		}
	}
	todo := []uint64{entry}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, ok := p.index[pc]; ok || pc-base >= uint64(len(code)) {
			continue
		}
		n := newInst(g, pc, code[pc-base:])
		p.calls = p.calls || n.call || n.ret
		if (n.call || n.ret) && len(targets[pc]) > 0 {
			n.next, n.opaque = targets[pc], false
		}
		if n.ret && len(n.next) > 0 {
			jumps := slices.DeleteFunc(slices.Clone(n.next), func(pc uint64) bool { return behind[pc] })
			n.opaque = len(jumps) > 0 && len(jumps) < len(n.next)
			n.ret, n.next = len(jumps) == 0, jumps
		}
		if a, _ := n.in.Operand('a'); n.ret && n.opaque && a.Code != linkRegister {
			n.ret = false
		}
		p.index[pc] = len(p.list)
		p.list = append(p.list, n)
		todo = append(todo, n.next...)
		if n.call {
			todo = append(todo, pc+uint64(n.in.Len))
		}
	}
	return p
}

func newInst(g isa.Gen, pc uint64, code []byte) inst {
	in, err := isa.Decode(g, code)
	if err != nil {
		return inst{pc: pc, opaque: true}
	}
	n := inst{in: in, pc: pc, ev: waitcnt.EventOf(&in)}
	n.uses = n.in.Uses(nil)
	for i := range n.uses {
		n.writes = n.writes || n.uses[i].Write
	}
	after := pc + uint64(in.Len)
	d := in.Form.Desc
	ctl, isCtl := d.Do.(isa.Control)
	mem, isMem := d.Do.(isa.Memory)
	if isMem {
		n.lds = n.ev.Class == waitcnt.LDS && mem.Kind != isa.MemSwizzle && mem.Kind != isa.MemPermute &&
			mem.Kind != isa.MemBPermute
		n.memory = n.lds || mem.Kind != isa.MemLoad && mem.Kind != isa.MemLoadFormat && n.ev.Class != waitcnt.LDS ||
			in.Mod.LDS
	}
	switch {
	case isCtl && ctl == isa.CtlWaitcnt:
		o, _ := in.Operand('i')
		n.isWait, n.wait = true, waitcnt.DecodeWait(g, uint16(o.Val))
	case in.Ends():
		n.end = true
		return n
	case isCtl && ctl == isa.CtlBarrier:
		n.bar = true
	}
	if !d.Writes("pc") {
		n.next = []uint64{after}
		return n
	}
	_, link := in.Operand('d')
	for _, o := range in.Operands() {
		if o.Kind == isa.KindLabel && !link {
			n.next = append(n.next, after+uint64(int64(int32(o.Val)))*4)
		}
	}
	if len(n.next) == 0 {
		n.opaque, n.call, n.ret = true, link, !link
		return n
	}
	if isCtl || d.Reads("scc") || d.Reads("vcc") || d.Reads("exec") {
		n.next = append(n.next, after)
	}
	return n
}

// op is an outstanding operation: its instruction, its order, and what it still holds of each
// counter.
type op struct {
	at    uint16 // index in program.list; noRegs or storeOnly where its registers do not matter
	class waitcnt.Class
	left  [waitcnt.NumCounters]uint8
	exp   bool // it still reads its data: EXP is held
}

// Operations that only count, and those that also change memory: which instruction it was does not
// matter.
const (
	noRegs    = 0xffff
	storeOnly = 0xfffe
)

// place is a state of the model: where the wave is, what is outstanding, oldest first, and where
// the calls return to.
type place struct {
	at    int
	ops   []op
	stack []uint64
	lane  lane
}

// explorer follows a program over all paths and orders of return.
type explorer struct {
	p       *program
	f       *follower                 // the lane that is followed
	watched [waitcnt.NumCounters]bool // operations that hold none of these are left out
	flatLDS bool                      // FLAT may address LDS
	replace map[uint64]waitcnt.Wait   // waits that ask for something else
	limit   int                       // states
	seen    map[string]bool           // states met
	todo    []place                   // states to go on from
	key     []byte
}

// explore says whether the program, with some waits replaced, can touch a register of an operation
// that holds the counter before the operation is done.
func (p *program) explore(c waitcnt.Counter, flatLDS bool, replace map[uint64]waitcnt.Wait, limit int) verdict {
	if p == nil {
		return unknown
	}
	if len(p.list) >= storeOnly {
		return unknown
	}
	if p.kinds == nil {
		p.kinds, p.compared = p.followers(), p.comparisons()
	}
	for _, f := range p.kinds {
		e := &explorer{p: p, f: f, flatLDS: flatLDS, replace: replace, limit: limit, seen: map[string]bool{}}
		e.watch(c)
		if v := e.run(); v != safe {
			return v
		}
	}
	return safe
}

// run follows one lane, which may be active where the program begins or not.
func (e *explorer) run() verdict {
	for _, active := range []bool{true, false} {
		e.push(e.p.entry, nil, nil, lane{}.with(0, active))
		for len(e.todo) > 0 {
			s := e.todo[len(e.todo)-1]
			e.todo = e.todo[:len(e.todo)-1]
			if v := e.step(s); v != safe {
				return v
			}
		}
	}
	return safe
}

// watch says which operations matter for a counter: those that hold it, and those that hold another
// counter that those hold. What an operation holds of a counter is known only together with
// everything else that the counter counts.
func (e *explorer) watch(c waitcnt.Counter) {
	e.watched[c] = true
	for again := true; again; {
		again = false
		for i := range e.p.list {
			ev := &e.p.list[i].ev
			if !e.holds(ev) || ev.Class == waitcnt.Flat && !e.flatLDS {
				continue
			}
			for d, n := range ev.Add {
				if n > 0 && !e.watched[d] {
					e.watched[d], again = true, true
				}
			}
		}
	}
}

// holds reports whether an event adds to a watched counter.
func (e *explorer) holds(ev *waitcnt.Event) bool {
	for c, n := range ev.Add {
		if n > 0 && e.watched[c] {
			return true
		}
	}
	return false
}

// met reports whether a state has been met before, and notes it. within says that the instruction
// is waiting.
func (e *explorer) met(at int, ops []op, stack []uint64, l lane, within bool) bool {
	k := binary.LittleEndian.AppendUint16(e.key[:0], uint16(at))
	k = binary.LittleEndian.AppendUint64(k, l.known)
	k = binary.LittleEndian.AppendUint64(k, l.ones)
	k = binary.LittleEndian.AppendUint64(k, l.answers.known)
	k = binary.LittleEndian.AppendUint64(k, l.answers.ones)
	k = append(k, byte(l.answers.asked))
	if within {
		k = append(k, 0)
	}
	for _, pc := range stack {
		k = binary.LittleEndian.AppendUint64(k, pc)
	}
	for i := range ops {
		o := &ops[i]
		k = append(k, byte(o.at), byte(o.at>>8), byte(o.class), o.left[0], o.left[1], o.left[2])
	}
	e.key = k
	if e.seen[string(k)] {
		return true
	}
	e.seen[string(k)] = true
	return false
}

// push enters a state unless it has been met.
func (e *explorer) push(pc uint64, ops []op, stack []uint64, l lane) {
	at := e.p.index[pc]
	l = l.only(e.f.live[at])
	if !e.met(at, ops, stack, l, false) {
		e.todo = append(e.todo, place{at, ops, stack, l})
	}
}

// follow pushes where the wave goes behind an instruction. Functions wait for everything where they
// begin and before they return (LLVM SIInsertWaitcnts); this is taken for granted of those that are
// not known, because no run calls them, and of calls deeper than maxDepth.
func (e *explorer) follow(at int, ops []op, stack []uint64, l lane) verdict {
	n := &e.p.list[at]
	switch {
	case n.call && (n.opaque || len(stack) == maxDepth):
		e.push(n.pc+uint64(n.in.Len), nil, stack, lane{1, l.ones & 1, answers{}}) // EXEC is as before
		return safe
	case n.call:
		stack = append(slices.Clone(stack), n.pc+uint64(n.in.Len))
	case n.ret && len(stack) > 0:
		top := len(stack) - 1
		e.push(stack[top], ops, stack[:top:top], l)
		return safe
	case n.ret && len(ops) == 0:
		return safe
	case n.ret:
		return unknown
	}
	l.answers = l.answers.after(&e.p.compared[at], n)
	for _, x := range e.f.after(at, n, l) {
		for i, pc := range n.next {
			y, ok := e.f.branch(n, i, x)
			told, can := x.answers.branch(n, i)
			if y.answers = told; ok && can {
				e.push(pc, ops, stack, y)
			}
		}
	}
	return safe
}

// maxDepth bounds the calls within calls.
const maxDepth = 4

func (e *explorer) step(s place) verdict {
	n := &e.p.list[s.at]
	if n.opaque && !n.call && !n.ret || len(e.seen) > e.limit {
		return unknown
	}
	if n.end {
		return safe
	}
	if e.conflict(n, s.ops, s.lane.active()) {
		return broken
	}
	if n.isWait {
		w := n.wait
		if r, ok := e.replace[n.pc]; ok {
			w = r
		}
		e.returns(s.at, s.ops, s.stack, s.lane, w)
		return safe
	}
	if !e.holds(&n.ev) {
		return e.follow(s.at, s.ops, s.stack, s.lane)
	}
	for _, added := range e.issued(s.at, n, s.lane.active()) {
		ops := s.ops
		for _, o := range added {
			ops = add(ops, o)
		}
		room := waitcnt.Wait{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}
		// No more than the counter holds: issue waits for room.
		for c := range room {
			if n.ev.Add[c] > 0 {
				room[c] = waitcnt.Max(e.p.gen, waitcnt.Counter(c))
			}
		}
		e.returns(s.at, ops, s.stack, s.lane, room)
	}
	return safe
}

// add is a list of outstanding operations with one more. Only operations of an ordered class have
// an order among themselves, so one order of classes stands for all. Of an ordered class only the
// youngest operation of an instruction keeps its registers: the older ones are done when it is. So
// a loop of stores has one state for each length of the list, not one for each choice of the trips
// in which the lane was active.
func add(ops []op, o op) []op {
	ops = slices.Clone(ops)
	i, ordered := 0, o.class.Ordered()
	for ; i < len(ops); i++ {
		x := &ops[i]
		switch {
		case x.class > o.class || x.class == o.class && !ordered && x.at >= o.at:
			return slices.Insert(ops, i, o)
		case x.class == o.class && ordered && x.at == o.at:
			x.at = noRegs
		}
	}
	return append(ops, o)
}

// issued is what an instruction puts in flight, one list for each way. FLAT is a memory operation,
// whose LGKM unit is of no interest to its data, or an LDS one. Without the lane that is followed
// an operation only counts.
func (e *explorer) issued(at int, n *inst, active bool) [][]op {
	o := op{at: noRegs, class: n.ev.Class, left: n.ev.Add, exp: n.ev.LateData}
	switch {
	case !active && n.in.UsesExec():
	case n.writes || n.ev.LateData || n.in.Mod.LDS:
		o.at = uint16(at)
	case n.memory:
		o.at = storeOnly
	}
	if n.ev.Class != waitcnt.Flat {
		return [][]op{{o}}
	}
	mem, unit := o, op{at: noRegs, class: waitcnt.Flat}
	mem.class, mem.left[waitcnt.LGKM] = waitcnt.VMem, 0
	unit.left[waitcnt.LGKM] = 1
	var parts []op
	if e.watched[waitcnt.VM] {
		parts = append(parts, mem)
	}
	if e.watched[waitcnt.LGKM] {
		parts = append(parts, unit)
	}
	both := [][]op{parts}
	if e.flatLDS {
		both = append(both, []op{o})
	}
	return both
}

// returns pushes every state that a wait can end in. Nothing returns that need not: what is
// outstanding longer can only break more.
func (e *explorer) returns(at int, ops []op, stack []uint64, l lane, w waitcnt.Wait) {
	for c := waitcnt.VM; c < waitcnt.NumCounters; c++ {
		if w[c] == waitcnt.NoWait {
			continue
		}
		sum := 0
		for i := range ops {
			sum += int(ops[i].left[c])
		}
		if sum <= w[c] {
			continue
		}
		for i := range ops {
			o := &ops[i]
			if o.left[c] == 0 || o.class.Ordered() && older(ops[:i], o.class, c) {
				continue
			}
			rest := append([]op(nil), ops...)
			rest[i].left[c]--
			left := &rest[i].left
			// What has returned has also read its data.
			if left[waitcnt.VM] == 0 && left[waitcnt.LGKM] == 0 && (c != waitcnt.EXP || left[waitcnt.EXP] == 0) {
				rest = append(rest[:i], rest[i+1:]...)
			}
			if len(e.seen) <= e.limit && !e.met(at, rest, stack, l, true) {
				e.returns(at, rest, stack, l, w)
			}
		}
		return
	}
	e.follow(at, ops, stack, l) // neither a wait nor a memory operation is a call
}

// older reports whether an older operation of an ordered class holds the counter.
func older(ops []op, class waitcnt.Class, c waitcnt.Counter) bool {
	for i := range ops {
		if ops[i].class == class && ops[i].left[c] > 0 {
			return true
		}
	}
	return false
}

// conflict reports whether the instruction accesses a register of an outstanding operation too
// early. active says that it acts on the lane that is followed.
func (e *explorer) conflict(n *inst, ops []op, active bool) bool {
	for i := range ops {
		o := &ops[i]
		if o.at == noRegs {
			continue
		}
		data := o.left[waitcnt.VM] > 0 || o.left[waitcnt.LGKM] > 0
		if o.at == storeOnly {
			if n.bar && data {
				return true
			}
			continue
		}
		p := &e.p.list[o.at]
		if n.bar && data && p.memory || n.lds && data && p.in.Mod.LDS {
			return true
		}
		late := p.ev.LateData && o.left[waitcnt.EXP] > 0
		ordered := n.ev.Counts() && o.class.Ordered() &&
			(n.ev.Class == o.class || n.ev.Class == waitcnt.Flat && o.class == waitcnt.VMem)
		for j := range n.uses {
			u := &n.uses[j]
			if u.Code >= isa.CodeVGPR && !e.f.accesses(n, u, active) {
				continue
			}
			for k := range p.uses {
				w := &p.uses[k]
				switch {
				case !shared(u, w):
				case data && w.Write && (u.Read || u.Write && !ordered):
					return true
				case late && w.Read && w.Code >= isa.CodeVGPR &&
					(w.Part == isa.PartData || o.class != waitcnt.VMem) && u.Write && !ordered:
					return true
				}
			}
			if late && o.class != waitcnt.VMem && u.Write && u.Code == isa.CodeExecLo {
				return true
			}
		}
	}
	return false
}

// shared reports whether two uses have a byte of a register in common.
func shared(u, w *isa.Use) bool {
	lo, hi := max(u.Code, w.Code), min(u.Code+uint16(u.Dwords), w.Code+uint16(w.Dwords))
	for c := lo; c < hi; c++ {
		a, b := uint8(15), uint8(15)
		if c == u.Code+uint16(u.Dwords)-1 {
			a = u.Bytes
		}
		if c == w.Code+uint16(w.Dwords)-1 {
			b = w.Bytes
		}
		if a&b != 0 {
			return true
		}
	}
	return false
}
