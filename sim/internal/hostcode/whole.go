package hostcode

import (
	"slices"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// whole is one piece of host code for all of a path, round a loop of it, too: it makes the accesses of
// memory itself. Where one of them is not as it was when [engine.Windows] learnt of it, where it is none
// that host code makes, and where a branch leads elsewhere, the code ends in front of that, and the wave goes
// on with the path's parts.
type whole struct {
	code    uintptr
	entries []int // of each part: where the code goes on there, from code on; -1: it does not
	id      uint64
	windows []int    // of each operation, -1: it has none
	done    []uint64 // operations that are complete before each part, and behind the last one
	waits   []uint64 // waits before each part, and behind the last one
	// scalar registers that are written in a round that ends at each part, and behind the last one: the code does
	// not note them
	written []scalars
	lds     bool
	m0      fixedM0
	stores  bool             // stores are only noted
	notes   []engine.Note    // of each operation, where accesses are noted
	loud    map[int]int      // in the notes of a round, by part: whether something of LDS has been noted there
	round   int              // bytes of the notes of a round
	tells   []tell           // of each wait
	before  []before         // of each part
	memory  []engine.NotedOp // of all waits
	global  bool             // of nothing else is told
	loads   []uint8          // its accesses, where they are plain loads of global and scalar memory only
}

// noWhole is in place of one where there cannot be one.
var noWhole = &whole{}

// wholes numbers them.
var wholes atomic.Uint64

// Why the code of a path has ended. The number of the part goes above.
const (
	endAll     = iota // behind the last part
	endBranch         // the branch of the part leads elsewhere
	endUnusual        // the wait of the part is not as usual
	endPart           // it never is
	endBits    = 2
)

// hotWhole is how often a path is followed before it is made as a whole.
var hotWhole uint32 = 48

// wholeEnded is called where such code has ended: for tests.
var wholeEnded func(rounds int, usual bool)

// maxWhole is the most instructions that such code executes without a look at what others want.
const maxWhole = 1 << 10

// hotPath is the path as a whole, nil where there is no such code; noted says that it notes accesses. known
// are its windows.
func (x *Runs) hotPath(p *path, w *engine.WaveCore, noted bool) (h *whole, known *engine.Windows) {
	i := 0
	if noted {
		i = 1
	}
	h = p.whole[i].Load()
	if h == nil {
		if p.followed[i].Add(1) != hotWhole {
			return nil, nil
		}
		h = x.newWhole(p, noted)
		if p.whole[i].Store(h); h == noWhole {
			p.shrink()
		}
	}
	if h == noWhole || h.lds && (h.m0.first && w.M0() != h.m0.value || !w.OpenLDS(h.m0At(w))) {
		return nil, nil
	}
	if known = w.OpenWindows(h.id); !known.Worth() {
		return nil, nil
	}
	return h, known
}

// wrote notes the scalar registers that code has written that went round some times and ended at a part.
func (h *whole) wrote(w *engine.WaveCore, times, at int) {
	if times > 0 {
		at = len(h.written) - 1
	}
	for i, m := range h.written[at] {
		w.SWritten[i] |= m
	}
}

// window is the number of an operation's window, -1 where it has none.
func (h *whole) window(op uint8) int {
	if int(op) < len(h.windows) {
		return h.windows[op]
	}
	return -1
}

func (x *Runs) newWhole(p *path, noted bool) *whole {
	x.mu.Lock()
	defer x.mu.Unlock()
	h := noWhole
	for limit := maxPath; limit > 8 && !x.over; limit /= 4 {
		b := &wholeCoder{coder: newCoder(x.prog, x.backend, isa.NewFPMode(p.mode, x.prog.Features())), p: p,
			h: &whole{id: wholes.Add(1), written: make([]scalars, len(p.parts)+1)}, limit: limit, noted: noted}
		code, err := b.make()
		if err != nil {
			continue
		}
		if b.useful || p.loop && len(p.ops) == 0 {
			if at, err := x.arena.add(code); err == nil && at != 0 {
				h = b.h
				h.code = at
				for i, l := range b.entries {
					if l != noLabel {
						h.entries[i] = b.labels[l]
					}
				}
			} else {
				x.over = true
			}
		}
		break
	}
	return h
}

// wholeCoder makes the code of a whole path.
type wholeCoder struct {
	*coder
	p      *path
	h      *whole
	limit  int    // the most instructions that are made into code at a time
	list   []inst // those that are not made yet
	out    label  // where the code ends
	useful bool
	all    control // of all steps
	now    uint32  // what the host's floating-point control is; 0: it is not known
	reach  reaches
	noted  bool // what is accessed is noted
	// of LDS, whose addresses have been compared with what is quiet: the first of those with the same
	compared []int
	fixed    bool // see fixedM0

	pending bool    // there are stores that are only noted
	entries []label // as in whole
}

// ahead finds what all steps of the path need of the host's floating-point control.
func (b *wholeCoder) ahead() (float, several bool) {
	var steps []*step
	for i := range b.p.parts {
		steps = append(steps, plan(computed(b.p.parts[i].insts), &b.fp)...)
	}
	modes, several := controls(steps)
	for _, s := range steps {
		b.all = s.control.with(b.all)
	}
	return several || len(modes) > 0 && modes[0] != mxcsr, several
}

// computed are the instructions of a list without the accesses of LDS.
func computed(list []inst) (l []inst) {
	for _, in := range list {
		if in.lds == nil {
			l = append(l, in)
		}
	}
	return l
}

// make makes the code.
func (b *wholeCoder) make() ([]byte, error) {
	p, h := b.p, b.h
	float, several := b.ahead()
	h.m0, b.fixed = p.fixedM0()
	if float {
		b.legacy(false, 3, mem(rdi, offMXCSR), 0, 0x0f, 0xae)
		if !several {
			b.now = mxcsr | b.all.value
			b.setMXCSR(b.now)
		}
	}
	if !float {
		b.now = mxcsr
	}
	again, first := b.label(), b.now // what each round begins with, wherever the code has been entered
	b.out = b.label()
	b.place(again)
	complete, waits := uint64(0), uint64(0)
	reached := true // what is made is
	for i := range p.parts {
		s := &p.parts[i]
		h.done, h.waits, h.entries = append(h.done, complete), append(h.waits, waits), append(h.entries, -1)
		b.entries = append(b.entries, noLabel)
		if s.code == 0 {
			if err := b.flush(); err != nil {
				return nil, err
			}
			if !reached {
				b.now = first
			}
			now := b.now
			made := b.label()
			b.place(made)
			var err error
			if reached, err = b.wait(i); err != nil {
				return nil, err
			}
			if reached {
				b.entries[i] = b.entry(made, float, now)
			} else {
				b.pending = false // Go is told before it goes on
				b.leave(i<<endBits|endPart, 0)
			}
			for _, a := range s.access {
				complete |= 1 << a.op
			}
			waits += s.waits
			continue
		}
		if !reached {
			continue
		}
		b.list = append(b.list, computed(s.insts)...)
		if !s.branch {
			continue
		}
		last := &s.insts[len(s.insts)-1]
		if err := b.flush(); err != nil {
			return nil, err
		}
		if last.recipe.Jump.Kind != isa.HostImm {
			leaves, err := b.branch(last)
			if err != nil {
				return nil, err
			}
			if s.stay {
				leaves = not(leaves)
			}
			b.leave(i<<endBits|endBranch, leaves)
		}
	}
	if err := b.flush(); err != nil {
		return nil, err
	}
	h.done, h.waits = append(h.done, complete), append(h.waits, waits)
	if b.noted {
		h.align()
		b.bind()
		h.tells, h.memory = h.tellsOf(p)
		h.before = p.befores(h.tells)
		h.global = !slices.ContainsFunc(h.tells, func(t tell) bool { return t.mask|t.ds != 0 })
		if p.loop {
			h.loads = p.loads()
		}
	}
	if b.noted && p.loop && !h.stores {
		b.legacy(true, 0, mem(rdi, engine.NotesOffset), 4, 0x81) // add qword, imm32
		b.imm32(uint32(h.round))
	}
	h.written[len(p.parts)] = b.swrite
	b.legacy(true, 1, regOp(r8), 0, 0xff) // dec r8
	if p.loop && !h.stores {
		b.jump(jne, again)
	}
	b.emit(0xb8) // mov eax, imm32
	b.imm32(endAll)
	b.place(b.out)
	if float {
		b.legacy(false, 2, mem(rdi, offMXCSR), 0, 0x0f, 0xae)
	}
	b.emit(0xc3)
	for i := 0; i < len(b.outside); i++ { // they add more
		if err := b.outside[i](); err != nil {
			return nil, err
		}
	}
	b.reach.subroutines(b.coder)
	return b.finish(), nil
}

// entry is where the code begins that goes on at a wait, where the host's floating-point control is now.
func (b *wholeCoder) entry(at label, float bool, now uint32) label {
	if !float {
		return at
	}
	l := b.label()
	b.outside = append(b.outside, func() error {
		b.place(l)
		b.legacy(false, 3, mem(rdi, offMXCSR), 0, 0x0f, 0xae)
		if now != 0 {
			b.setMXCSR(now)
		}
		b.jump(0, at)
		return nil
	})
	return l
}

// leave ends the code with a result, at once or where a jump's condition holds.
func (b *wholeCoder) leave(result int, condition byte) {
	if condition == 0 {
		b.jump(0, b.leaving(result))
		return
	}
	b.jump(condition, b.leaving(result))
}

// leaving is where the code ends with a result.
func (b *wholeCoder) leaving(result int) label {
	l := b.label()
	b.h.written[result>>endBits] = b.swrite
	b.outside = append(b.outside, func() error {
		b.place(l)
		b.emit(0xb8) // mov eax, imm32
		b.imm32(uint32(result))
		b.jump(0, b.out)
		return nil
	})
	return l
}

// flush makes the code of the instructions that are in the list.
func (b *wholeCoder) flush() error {
	list := b.list
	b.list = nil
	for len(list) > 0 {
		n := min(len(list), b.limit)
		steps := plan(list[:n], &b.fp)
		dests, err := b.steps(steps, func(i int) { b.rules(steps[i].control) })
		if err != nil {
			return err
		}
		b.wroteVectors(dests)
		list = list[n:]
	}
	b.wroteVectors(nil)
	return nil
}

// rules makes the host's floating-point control be what a step needs.
func (b *wholeCoder) rules(need control) {
	if need.mask == 0 || b.now != 0 && (b.now^need.value)&need.mask == 0 {
		return
	}
	b.now = mxcsr | b.all.with(need).value
	b.setMXCSR(b.now)
}

// wait makes the accesses of what returns at the wait that is part i. It reports false where host code
// does not make all of them.
func (b *wholeCoder) wait(i int) (ok bool, err error) {
	s := &b.p.parts[i]
	type made struct {
		a      engine.HostAccess
		window int
		note   int // where it is noted, -1
		fills  int // 1: it may fill a line of the scalar cache
	}
	var list []made
	var ops []uint8
	stored, storing, fills := b.pending, false, 0
	for _, x := range s.access {
		if x.ds { // LDS is as large all the time as M0 says now
			if !b.fixed || len(ldsInsts(b.prog, &x.Direct)) == 0 {
				return false, nil
			}
			continue
		}
		a, ok := b.prog.HostAccess(&x.Direct)
		window := b.window(int(x.op))
		switch {
		case !ok || window < 0:
			return false, nil
		case !a.Store && !a.Scalar && stored:
			return false, nil // it might load what is not stored yet
		case a.Store && b.noted && a.Bytes > 4:
			return false, nil // to note several rows costs more than to come back from Go
		case a.Store && !b.noted && !movable(&x.Direct, &a):
			return false, nil
		}
		list = append(list, made{a, window, -1, 0})
		if a.Scalar && !stored && !storing { // else memory lacks what is stored yet
			fills++
			list[len(list)-1].fills = 1
		}
		storing = storing || a.Store
		stored = stored || b.noted && a.Store
		ops = append(ops, x.op)
	}
	for _, k := range s.verified {
		if a, ok := b.prog.HostAccess(&b.p.ops[k].Direct); !ok || a.Hi == engine.NoRef {
			return false, nil
		}
	}
	var copies ldsCopies
	if b.noted {
		var ok bool
		if copies, ok = b.room(i); !ok {
			return false, nil
		}
	}
	unusual := b.leaving(i<<endBits | endUnusual)
	b.noteLDS(i, &copies)
	for _, k := range s.verified {
		a, _ := b.prog.HostAccess(&b.p.ops[k].Direct)
		b.global(&a, unusual)
	}
	for i, m := range list {
		if b.noted {
			m.note = b.h.notes[ops[i]].At
		}
		if m.a.Scalar {
			b.findScalar(&m.a, m.window, unusual, m.note, m.fills*fills)
			continue
		}
		b.find(&m.a, m.window, unusual, m.note)
		for j, at := range m.a.Data {
			if b.noted && m.a.Store {
				b.noteRow(at, int(b.h.notes[ops[i]].Data[j]))
			}
		}
	}
	for _, m := range list {
		if m.a.Scalar {
			b.loadScalar(&m.a, m.window, b.scalarResult(i, m.window), m.fills*fills)
		}
	}
	for _, x := range s.access {
		if x.ds {
			b.h.lds, b.useful = true, true
			b.list = append(b.list, ldsInsts(b.prog, &x.Direct)...)
			continue
		}
		b.useful = true
		switch a, _ := b.prog.HostAccess(&x.Direct); {
		case a.Scalar:
		case a.Store && b.noted: // when it is told of
			b.h.stores, b.pending = true, true
		case a.Bytes > 4 || a.Store && a.Bytes < 4:
			if err := b.flush(); err != nil {
				return false, err
			}
			b.move(&a, b.h.windows[x.op])
		default:
			b.list = append(b.list, globalInst(&x.Direct, &a, b.h.windows[x.op]))
		}
	}
	return true, nil
}

// movable reports whether a store can be made at once: registers follow one another, and nothing is done with what
// they hold.
func movable(d *engine.Direct, a *engine.HostAccess) bool {
	for j, r := range a.Data {
		if r != a.Data[0]+engine.Ref(j) {
			return false
		}
	}
	return d.Rec.X.Mem.D16 != isa.D16Hi
}

// move makes an access that is no dword, once it is found: see move.go.
func (b *wholeCoder) move(a *engine.HostAccess, window int) {
	b.movTo(true, r9, regAt(a.Exec))
	b.movTo(true, r15, inPlace(window, engine.PlaceBase))
	b.movTo(false, rcx, inPlace(window, engine.PlacePlus))
	f := finder{what: loadRows, step: a.Bytes}
	if a.Store {
		f.what = storeRows
	}
	if stepOf(a) > 0 {
		b.movTo(true, r10, inPlace(window, engine.PlaceDense))
	}
	b.lea(r12, rowAt(a.Lo))
	b.lea(rdx, rowAt(a.Data[0]))
	b.call(f)
	if !a.Store {
		var rows []uint8
		for _, r := range a.Data {
			rows = append(rows, uint8(r-isa.CodeVGPR))
		}
		b.wroteV(rows)
	}
}

// fixedM0 is what a path makes M0, always the same.
type fixedM0 struct {
	written bool // something does, or else M0 stays what it is
	first   bool // M0 has to be that already where the path begins, as an operation of LDS comes first
	value   uint32
}

// m0At is M0 at the operations of LDS, where the wave is about to execute the code.
func (h *whole) m0At(w *engine.WaveCore) uint32 {
	if h.m0.written {
		return h.m0.value
	}
	return w.M0()
}

// fixedM0 finds what the path makes M0. ok is false where it may be something else each time.
func (p *path) fixedM0() (m fixedM0, ok bool) {
	const bit = uint64(1) << (isa.CodeM0 & 63)
	at := len(p.recs) // the first instruction that writes it
	for i := range p.parts {
		for _, in := range computed(p.parts[i].insts) {
			if in.hold != nil {
				continue
			}
			if s, _ := in.writes(); s[isa.CodeM0>>6]&bit == 0 {
				continue
			}
			v, known := in.constant()
			if !known || m.written && v != m.value {
				return m, false
			}
			m.written, m.value = true, v
			at = min(at, slices.Index(p.recs, in.r))
		}
	}
	for i := range p.ops {
		o := &p.ops[i]
		if s, _ := o.Results(); s[isa.CodeM0>>6]&bit != 0 {
			return m, false
		}
		m.first = m.first || o.ds && o.at < at && m.written
	}
	return m, true
}

// constant is the dword that a scalar instruction makes its result, where it always makes the same.
func (in *inst) constant() (v uint32, ok bool) {
	d := in.recipe.D
	switch {
	case in.vector || d == nil || in.r.X.ND != 1:
		return 0, false
	case d.Kind == isa.HostK:
		return uint32(in.r.X.Imm), true
	case d.Kind == isa.HostA && in.r.A == engine.SrcConst:
		return uint32(in.r.X.Const[0]), true
	}
	return 0, false
}

// window is the number of an operation's window, -1 where there are none left.
func (b *wholeCoder) window(op int) int {
	h := b.h
	for len(h.windows) <= op {
		h.windows = append(h.windows, -1)
	}
	if h.windows[op] < 0 {
		n := 0
		for _, v := range h.windows {
			if v >= 0 {
				n++
			}
		}
		if n == engine.NumWindows {
			return -1
		}
		h.windows[op] = n
	}
	return h.windows[op]
}

// scalarResult is the first register that the operation of a window writes, of those that return at a part.
func (b *wholeCoder) scalarResult(part, window int) uint16 {
	for _, x := range b.p.parts[part].access {
		if !x.ds && b.h.windows[x.op] == window {
			return x.Rec.D
		}
	}
	return 0
}

// globalInst is a load or store of global memory as host code makes it, once it is found.
func globalInst(d *engine.Direct, a *engine.HostAccess, window int) inst {
	part := engine.LDSPart{Bytes: a.Bytes, Exec: a.Exec, Addr: a.Lo, Rows: a.Data}
	return inst{vector: true, lds: &ldsParts{parts: []engine.LDSPart{part}, store: a.Store, how: &d.Rec.X.Mem,
		window: window + 1}}
}
