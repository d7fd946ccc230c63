package waitcnt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Pending is an operation that the waits executed since its issue do not prove complete. It says
// nothing of whether the operation *is* complete: that is a matter of timing.
type Pending struct {
	ID    uint32 // the caller's name for the instruction
	Op    uint32 // the caller's number of the operation; 0: any that the instruction has begun
	Class Class  // decides the order of return
	// Weak marks a doubt that holds only if a lane of a FLAT instruction addressed LDS: FLAT then
	// returns out of order, and LGKM counts its data.
	Weak bool
	Open uint8 // the counters, one bit each, that are not yet proved to have been given back
	// Pressure are the counters of Open that have been given back only because the counter is too
	// narrow to hold what was issued since.
	Pressure uint8
	// what the counter holds at least while the operation is outstanding: its own units and those
	// of younger ones in its order
	After  [NumCounters]uint8
	Strict uint8 // After[VM] without what FLAT added
	// Loose is After of VM and LGKM if FLAT kept the order of return in both, as AMD's older
	// compilers had it; Ordered are the counters of Open that waits prove given back only if it
	// does.
	Loose   [2]uint8
	Ordered uint8
	// Told is the caller's: what it has said of the operation on every path, one bit each. It
	// begins at 0.
	Told      uint8
	Seen      [NumCounters]uint8  // the wait since its issue that came nearest to a proof, NoWait where there was none
	SeenAfter [NumCounters]uint8  // After at that wait
	SeenAt    [NumCounters]uint32 // the caller's name for that wait
	Mask      uint32              // the caller's name for its lanes, where it does not know them; 0: any. See [Bound]
	Late      uint32              // the same, of those whose data may still be read
	Lanes     uint64              // lanes that the operation works on
}

// Holds reports whether the counter may still hold units of the operation.
func (p *Pending) Holds(c Counter) bool { return p.Open>>c&1 != 0 }

// Data reports whether the results, or the effect on memory, may still be outstanding.
func (p *Pending) Data() bool { return p.Open&(1<<VM|1<<LGKM) != 0 }

// need is the weakest wait that proves the operation complete. With exp it is a wait for EXP alone,
// which proves that the data has been read. A count that s_waitcnt cannot express, because so much
// has been issued since, becomes the highest that it can.
func (p *Pending) need(g isa.Gen, exp bool) Wait {
	w := Wait{NoWait, NoWait, NoWait}
	for c := VM; c < NumCounters; c++ {
		if p.Holds(c) && (c == EXP) == exp {
			w[c] = min(int(p.After[c]), Max(g, c)) - 1
		}
	}
	return w
}

// have is the wait since the operation's issue that came nearest to a proof, of the counters that
// Need names.
func (p *Pending) have(exp bool) Wait {
	w := Wait{NoWait, NoWait, NoWait}
	for c := VM; c < NumCounters; c++ {
		if p.Holds(c) && (c == EXP) == exp {
			w[c] = int(p.Seen[c])
		}
	}
	return w
}

// Board knows which operations of a wave the executed waits do not prove complete. It is the rule
// book of both checkers: the dynamic one keeps a Board for each wave, the static one a Board for
// each place in the program, joined over all paths.
//
//	Issue   an operation begins; those of its class get older
//	Wait    a counter was waited for: what must have been given back leaves the board
//	Join    two paths meet: what is pending on either is pending
//
// The rule: while an operation is outstanding, so is everything younger in its order of return. So
// it is complete when the counter has fallen below its own units plus theirs. Scalar memory has no
// order: only zero proves it. Sources: counters.md 2; AMD ISA manuals, 4.4.
type Board struct {
	Gen isa.Gen // the single generation: how high the counters go
	// FlatLDS says that FLAT instructions may address LDS as far as the caller knows.
	FlatLDS bool
	// Op is the number that operations get which are entered: see [Pending.Op].
	Op uint32
	// Bound limits the list; nil: nothing does but what the counters hold, which is enough for one
	// path.
	Bound *Bound
	Full  bool      // the bound was met, here or on a path that leads here
	List  []Pending // oldest first where one path leads here
	twins bool      // some operation may be on the list twice: see apart
}

// Reset empties the board.
func (b *Board) Reset() { b.List, b.twins = b.List[:0], false }

// Clone is a copy that shares nothing.
func (b *Board) Clone() Board {
	c := *b
	c.List = append([]Pending(nil), b.List...)
	return c
}

// Entry is what a board makes of an event: worked out once, it enters any number of operations.
type Entry struct {
	ev     Event
	class  Class                // of its order of return
	active [NumCounters]Counter // the n counters that it raises
	n      uint8
	room   [NumCounters]uint8 // the most that those hold when it is issued
	// quiet says that it raises EXP too, but holds no register by it: nobody asks whether EXP has
	// fallen, so that Open leaves it out. It still needs room in the counter.
	quiet bool
	loose uint8 // counters that it adds to Loose of older operations, one bit each
	p     Pending
}

// NewEntry is the entry of an event.
func NewEntry(g isa.Gen, e Event) Entry {
	en := Entry{ev: e, class: e.Class, p: Pending{Seen: [NumCounters]uint8{NoWait, NoWait, NoWait}}}
	p := &en.p
	if e.Class == Flat {
		// In memory, FLAT is ordered with vector memory; compilers rely on it where they know the
		// address space.
		en.class = VMem
	}
	p.Class, p.Strict = en.class, e.Add[VM]
	p.Loose, en.loose = [2]uint8{e.Add[VM], e.Add[LGKM]}, looseOf[e.Class]
	if e.Class == VMem {
		en.loose = 1 << VM
	}
	for c, a := range e.Add {
		if a == 0 {
			continue
		}
		if Counter(c) == EXP && !e.LateData {
			en.quiet = true
			continue
		}
		en.active[en.n], en.room[c] = Counter(c), uint8(Max(g, Counter(c)))-a
		en.n++
		if e.Class == Flat && Counter(c) == LGKM {
			continue
		}
		p.Open |= 1 << c
		p.After[c] = a
		if !p.Class.Ordered() {
			p.After[c] = 1
		}
	}
	return en
}

// Issue is [Board.Enter] of an event that is met once.
func (b *Board) Issue(e Event, id uint32, lanes uint64, merge bool) {
	en := NewEntry(b.Gen, e)
	b.Enter(&en, id, lanes, merge)
}

// Enter enters an operation. Where merge is set, an older operation of the same ID and Op is
// replaced (all lanes of an instruction are one to the static checker). An event that counts
// nothing is not entered.
func (b *Board) Enter(e *Entry, id uint32, lanes uint64, merge bool) {
	if e.n == 0 {
		return
	}
	b.younger(e)
	b.add(&e.p, id, lanes, merge)
	if b.FlatLDS && e.ev.Class == Flat {
		p := e.p
		p.Weak = true
		p.inLDS()
		b.add(&p, id, lanes, merge)
	}
}

// IssueMask is [Board.Issue] of an operation of all executions of an instruction, in lanes that the
// caller names.
func (b *Board) IssueMask(e Event, id, mask uint32) {
	en := NewEntry(b.Gen, e)
	en.p.Mask, en.p.Late = mask, mask
	b.Enter(&en, id, ^uint64(0), true)
}

// PassEvent is [Board.Pass] of an event that is met once.
func (b *Board) PassEvent(e Event) {
	if en := NewEntry(b.Gen, e); en.n > 0 {
		b.Pass(&en)
	}
}

// Pass is [Board.Enter] of an operation that nobody will ask about: others get older, it is not
// entered.
func (b *Board) Pass(e *Entry) { b.younger(e) }

// PassLDS is [Board.IssueLDS] of an operation that nobody will ask about.
func (b *Board) PassLDS() {
	e := NewEntry(b.Gen, Event{Class: NoClass, Add: [NumCounters]uint8{VM: 1, LGKM: 1}}) // ordered with nothing
	e.loose = looseOf[Flat]
	b.younger(&e)
}

// IssueLDS enters a FLAT operation that is known to address LDS.
func (b *Board) IssueLDS(id uint32, lanes uint64) {
	b.PassLDS()
	p := Pending{Seen: [NumCounters]uint8{NoWait, NoWait, NoWait}}
	p.inLDS()
	b.add(&p, id, lanes, false)
}

// inLDS makes p a FLAT operation that addresses LDS: it has no order, and takes one unit of both
// counters.
func (p *Pending) inLDS() {
	p.Class, p.Open, p.After, p.Strict = Flat, 1<<VM|1<<LGKM, [NumCounters]uint8{VM: 1, LGKM: 1}, 1
	p.Loose = [2]uint8{1, 1}
}

// looseOf are the counters, by class, whose order of return is in doubt because of FLAT: what FLAT
// that addresses LDS holds, and LGKM of LDS with FLAT behind it.
var looseOf = [NumClasses]uint8{Flat: 1<<VM | 1<<LGKM, LDS: 1 << LGKM}

// inOrder reports whether a wait proves the operation complete if FLAT keeps the order: by one
// s_waitcnt for all counters in doubt. A wait for one of them has another purpose where FLAT
// addresses memory, as compilers know of it.
func (p *Pending) inOrder(doubt uint8, w *Wait) bool {
	for c := VM; c <= LGKM; c++ {
		if doubt>>c&1 != 0 && (w[c] == 0 || int(p.Loose[c]) <= w[c]) {
			return false
		}
	}
	return p.Open&(1<<VM|1<<LGKM) == doubt
}

// grow adds units to Loose.
func (p *Pending) grow(c Counter, add uint8) {
	p.Loose[c] = uint8(min(int(p.Loose[c])+int(add), NoWait-1))
}

// remembered bounds the list. An operation whose completion only a counter's width proves is
// forgotten when so many more units than the counter holds have been issued since.
const remembered = 4

// younger makes what is outstanding older by an event: units are added in the order of its class,
// and what must be complete because the event found room in the counters is noted. Source of the
// latter: counters.md 1; that issue stalls at the maximum is not in AMD's manuals, so what rests on
// it is told apart.
func (b *Board) younger(e *Entry) {
	if len(b.List) == 0 {
		return
	}
	if e.quiet {
		b.roomForEXP(e.ev.Add[EXP])
	}
	flat := e.ev.Class == Flat
	if e.n == 1 && !b.FlatLDS {
		b.younger1(e.active[0], e)
		return
	}
	out := 0
	for i := range b.List {
		p := &b.List[i]
		same := p.Class == e.class && p.Class.Ordered()
		last := false
		for _, c := range e.active[:e.n] {
			after := p.After[c]
			last = last || after > e.room[c]+e.ev.Add[c]+remembered && p.completes(c)
			if p.Open>>c&1 == 0 {
				continue
			}
			if after > e.room[c] {
				p.press(c)
			}
			if e.loose&looseOf[p.Class]>>c&1 != 0 {
				p.grow(c, e.ev.Add[c])
			}
			if same && !(flat && c == LGKM) {
				p.After[c] = uint8(min(int(after)+int(e.ev.Add[c]), NoWait-1))
			}
		}
		if last && !b.keeps() {
			continue
		}
		if same && !flat {
			p.Strict = uint8(min(int(p.Strict)+int(e.ev.Add[VM]), NoWait-1))
		}
		if out != i {
			b.List[out] = *p
		}
		out++
	}
	b.List = b.List[:out]
}

// younger1 is younger for an event that raises one counter only, and a board without FLAT in doubt:
// what most events and boards are.
func (b *Board) younger1(c Counter, e *Entry) {
	bit, room, add, ordered := uint8(1)<<c, e.room[c], e.ev.Add[c], e.class.Ordered()
	forget := room + add + remembered
	if b.keeps() {
		forget = NoWait
	}
	head, out := 0, 0 // those forgotten at the head, which are most, leave together
	for i := range b.List {
		p := &b.List[i]
		after := p.After[c]
		if after > room {
			if after > forget && p.completes(c) {
				if head == i {
					head, out = i+1, i+1
				}
				continue
			}
			if p.Open&bit != 0 {
				p.press(c)
			}
		}
		if p.Class == e.class && ordered && p.Open&bit != 0 {
			if after < NoWait-4 { // no more than what no wait can ask for
				p.After[c] = after + add
			}
		}
		if bit&e.loose&looseOf[p.Class] != 0 {
			p.grow(c, add)
		}
		if out != i {
			b.List[out] = *p
		}
		out++
	}
	b.List = slices.Delete(b.List[:out], 0, head)
}

// completes reports whether an operation is complete when counter c has fallen: EXP tells of the
// reading of data only.
func (p *Pending) completes(c Counter) bool { return c != EXP || !p.Data() }

// roomForEXP notes what must have read its data because an event that adds to EXP found room in it.
func (b *Board) roomForEXP(add uint8) {
	room := uint8(Max(b.Gen, EXP)) - add
	for i := range b.List {
		if p := &b.List[i]; p.Holds(EXP) && p.After[EXP] > room {
			p.press(EXP)
		}
	}
}

// press notes that counter c can no longer hold the operation's units.
func (p *Pending) press(c Counter) {
	p.Pressure |= 1 << c
	if p.Data() && p.Open&^p.Pressure&(1<<VM|1<<LGKM) == 0 {
		p.Pressure |= p.Open // what has returned has also read its data
	}
}

// add adds an operation with the state of p.
func (b *Board) add(p *Pending, id uint32, lanes uint64, merge bool) {
	n := *p
	if merge || !p.Class.Ordered() {
		for i := 0; i < len(b.List); i++ {
			if q := &b.List[i]; q.ID == id && q.Op == b.Op && q.Class == p.Class && q.Weak == p.Weak {
				lanes |= q.Lanes
				n.joinMasks(q, b.Bound)
				b.List = append(b.List[:i], b.List[i+1:]...)
				if !b.twins {
					break
				}
				i--
			}
		}
	}
	if b.Full {
		q := *p
		q.ID, q.Op, q.Lanes, q.Mask, q.Late = id, b.Op, lanes, n.Mask, n.Late
		if i := b.alike(&q); i >= 0 {
			b.List[i].join(&q, b.Bound)
			return
		}
	}
	b.List = append(b.List, *p)
	q := &b.List[len(b.List)-1]
	q.ID, q.Op, q.Lanes, q.Mask, q.Late = id, b.Op, lanes, n.Mask, n.Late
	b.shrink()
}

// Wait takes off the board what a wait proves complete; at is the caller's name for the wait. It
// reports whether it proved anything.
func (b *Board) Wait(w Wait, at uint32) bool { return b.WaitIn(&w, at) }

// WaitIn is [Board.Wait] without a copy of the wait.
func (b *Board) WaitIn(w *Wait, at uint32) bool {
	asks := uint8(0)
	for c, n := range w {
		if n != NoWait {
			asks |= 1 << c
		}
	}
	out, proved := 0, false
	for i := range b.List {
		p := &b.List[i]
		before := p.Open
		if before&asks == 0 && before != 0 { // neither proved nor seen
			if out != i {
				b.List[out] = *p
			}
			out++
			continue
		}
		if l := looseOf[p.Class]; l != 0 && p.inOrder(l, w) {
			p.Ordered |= l
		}
		for c, n := range w {
			if n == NoWait || !p.Holds(Counter(c)) {
				continue
			}
			if p.Seen[c] == NoWait || n-int(p.After[c]) <= int(p.Seen[c])-int(p.SeenAfter[c]) {
				p.Seen[c], p.SeenAfter[c], p.SeenAt[c] = uint8(n), p.After[c], at
			}
			if int(p.After[c]) > n {
				if Counter(c) == VM && b.FlatLDS && !p.Weak && int(p.Strict) <= n && p.Class == VMem {
					p.Weak, p.After[VM] = true, p.Strict
					continue
				}
				p.Open &^= 1 << c
			}
		}
		proved = proved || p.Open != before
		// What is complete has also read its data.
		if p.Open == 0 || before&(1<<VM|1<<LGKM) != 0 && !p.Data() {
			continue
		}
		if out != i {
			b.List[out] = *p
		}
		out++
	}
	b.List = b.List[:out]
	return proved
}

// Join adds what is pending on another path to the same place. It reports whether the board
// changed.
func (b *Board) Join(o *Board) bool {
	changed := o.Full && !b.Full
	b.Full, b.twins = b.Full || o.Full, b.twins || o.twins
	var ids, kinds index
	byNumber := func() *index {
		if ids.at == nil {
			ids = newIndex(len(b.List) + len(o.List))
			ids.addAll(b.List, number)
		}
		return &ids
	}
	next := 0
	for i := range o.List {
		q := &o.List[i]
		j := next // mostly both lists have the same order
		if j >= len(b.List) || !b.List[j].same(q) {
			j = byNumber().find(b.List, q, number)
		}
		if j >= 0 && !b.Full && b.apart(&b.List[j], q) {
			// With the other entry of the operation, if there is one that it is not apart from.
			switch k := byNumber().findOther(b.List, q, number, j); {
			case k < 0:
				j, b.twins = -1, true
			case !b.apart(&b.List[k], q):
				j = k
			}
		}
		if j < 0 && b.Full {
			if kinds.at == nil {
				kinds = newIndex(len(b.List) + len(o.List))
				kinds.addAll(b.List, b.kind)
			}
			j = kinds.find(b.List, q, b.kind)
			if j < 0 && len(b.List) >= b.Bound.Most {
				b.Bound.Lost = true
				continue
			}
		}
		if j >= 0 {
			next = j + 1
			changed = b.List[j].join(q, b.Bound) || changed
			continue
		}
		b.List = append(b.List, *q)
		changed = true
		if kinds.at != nil {
			kinds.add(q, len(b.List), b.kind)
		}
	}
	changed = b.reunite() || changed
	b.shrink()
	return changed
}

func number(p *Pending) uint32 { return p.ID }

// same reports whether two entries are of one operation.
func (p *Pending) same(q *Pending) bool {
	return p.ID == q.ID && p.Class == q.Class && p.Weak == q.Weak
}

// join makes p what holds of it over two paths.
func (p *Pending) join(q *Pending, bound *Bound) bool {
	before := *p
	p.joinMasks(q, bound)
	for c := range p.After {
		switch {
		case !q.Holds(Counter(c)):
		case !p.Holds(Counter(c)):
			p.After[c] = q.After[c]
			p.Seen[c], p.SeenAfter[c], p.SeenAt[c] = q.Seen[c], q.SeenAfter[c], q.SeenAt[c]
		default:
			p.After[c] = min(p.After[c], q.After[c])
			if q.farther(p, Counter(c)) {
				p.Seen[c], p.SeenAfter[c], p.SeenAt[c] = q.Seen[c], q.SeenAfter[c], q.SeenAt[c]
			}
		}
	}
	// Proved by pressure, or if FLAT is ordered: on both paths, or proved outright on one.
	p.Pressure = (p.Pressure | ^p.Open) & (q.Pressure | ^q.Open) & (p.Open | q.Open)
	p.Ordered = (p.Ordered | ^p.Open) & (q.Ordered | ^q.Open) & (p.Open | q.Open)
	p.Open |= q.Open
	p.Strict = min(p.Strict, q.Strict)
	p.Loose[VM], p.Loose[LGKM] = min(p.Loose[VM], q.Loose[VM]), min(p.Loose[LGKM], q.Loose[LGKM])
	p.Lanes |= q.Lanes
	p.Told &= q.Told
	return *p != before
}

// joinMasks gives p the lanes of both, of what each has outstanding.
func (p *Pending) joinMasks(q *Pending, bound *Bound) {
	switch {
	case !q.Data():
	case !p.Data():
		p.Mask = q.Mask
	default:
		p.Mask = bound.either(p.Mask, q.Mask)
	}
	switch {
	case !q.Holds(EXP):
	case !p.Holds(EXP):
		p.Late = q.Late
	default:
		p.Late = bound.either(p.Late, q.Late)
	}
}

// farther reports whether the wait that p has seen is farther from a proof than that of q. Where
// they are equally far, one of them is, so that the order of paths does not matter.
func (p *Pending) farther(q *Pending, c Counter) bool {
	if p.Seen[c] == NoWait || q.Seen[c] == NoWait {
		return p.Seen[c] > q.Seen[c]
	}
	left := func(p *Pending) int { return int(p.Seen[c]) - int(p.SeenAfter[c]) }
	return cmp.Or(cmp.Compare(left(p), left(q)), cmp.Compare(p.Seen[c], q.Seen[c]),
		cmp.Compare(q.SeenAt[c], p.SeenAt[c])) > 0
}

// Judge is the rule that an instruction breaks when it relies on the operation although no wait
// proves it complete. rule is that of an operation of which nothing else is known.
func (p *Pending) Judge(rule string, exp bool) string {
	open := p.Open & (1<<VM | 1<<LGKM)
	if exp {
		open = p.Open & (1 << EXP)
	}
	switch {
	case open&^p.Pressure == 0:
		return RulePressure
	case open&^(p.Pressure|p.Ordered) == 0:
		return RuleFlatOrder
	case p.Weak:
		return RuleFlatLDS
	}
	return rule
}

// Explain fills in what the waits gave and what is needed: Have, Need, and where Have names a wait
// its place and what was issued since in the operation's order of return, which it does not cover.
// addr is the address of what the caller named.
func (b *Board) Explain(f *Finding, p *Pending, exp bool, addr func(id uint32) Addr) {
	have := p.have(exp)
	f.Have, f.Need, f.WaitPC, f.Issued, f.IssuedPC = haveOf(have), p.need(b.Gen, exp).String(), nil, 0, nil
	var text []string
	same := true
	for _, c := range [...]Counter{VM, EXP, LGKM} {
		if have[c] == NoWait {
			continue
		}
		at := addr(p.SeenAt[c])
		text = append(text, fmt.Sprintf("%v(%d) at %v", c, have[c], at))
		if f.WaitPC != nil {
			same = same && *f.WaitPC == at
			continue
		}
		f.WaitPC = &at
		if f.Issued = max(int(p.After[c])-int(p.SeenAfter[c]), 0); f.Issued == 0 {
			continue
		}
		for i := range b.List {
			q := &b.List[i]
			if q.Class == p.Class && (q.ID != p.ID || q.Op != p.Op) && q.Holds(c) &&
				(q.Seen[c] == NoWait || q.SeenAt[c] != p.SeenAt[c]) {
				if at := addr(q.ID); !slices.Contains(f.IssuedPC, at) {
					f.IssuedPC = append(f.IssuedPC, at)
				}
			}
		}
		slices.Sort(f.IssuedPC)
	}
	if !same {
		f.Have = strings.Join(text, ", ")
	}
}
