package waitcnt

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// MaxOps is the most operations that can be outstanding in a wave: the sum of the counters' maxima,
// rounded up.
const MaxOps = 96

// Op is one outstanding operation.
type Op struct {
	Seq   uint32             // number of the operation in its wave, from 0, in the order of issue
	Slot  uint8              // the caller's name for its payload
	Class Class              // decides the order of return
	Left  [NumCounters]uint8 // what it still holds of each counter
}

// File is the counter state of one wave: plain data, no pointers, copyable.
type File struct {
	Gen   isa.Gen            // the single generation: how high the counters go
	Count [NumCounters]uint8 // the counters' values
	seq   uint32
	n     int
	ops   [MaxOps]Op // outstanding, in the order of issue
}

// Ops returns the outstanding operations, oldest first. The slice is valid until the next call of
// Issue or Retire.
func (f *File) Ops() []Op { return f.ops[:f.n] }

// Reset makes it the counter state of a wave that begins: nothing is outstanding.
func (f *File) Reset(gen isa.Gen) {
	f.Gen, f.Count, f.seq, f.n = gen, [NumCounters]uint8{}, 0, 0 // what lies in ops behind n is not looked at
}

// Seq is the number that the next operation gets.
func (f *File) Seq() uint32 { return f.seq }

// Pass counts n operations that have been issued and are complete.
func (f *File) Pass(n int) { f.seq += uint32(n) }

// Issue adds an operation. The caller must have made room: [File.Room] must hold.
func (f *File) Issue(e Event, slot uint8) {
	op := &f.ops[f.n] // field by field: a copy of a new Op waits for the host to write it first
	op.Seq, op.Slot, op.Class = f.seq, slot, e.Class
	op.Left[VM], op.Left[LGKM], op.Left[EXP] = e.Add[VM], e.Add[LGKM], e.Add[EXP]
	f.n++
	f.seq++
	f.Count[VM] += e.Add[VM]
	f.Count[LGKM] += e.Add[LGKM]
	f.Count[EXP] += e.Add[EXP]
}

// Room returns the wait that must hold before the event can issue: a counter never exceeds its
// maximum.
func (f *File) Room(e Event) Wait {
	w := Wait{NoWait, NoWait, NoWait}
	for c, a := range e.Add {
		if a != 0 {
			w[c] = Max(f.Gen, Counter(c)) - int(a)
		}
	}
	return w
}

// Over returns the first counter that is higher than the wait allows.
func (f *File) Over(w Wait) (Counter, bool) {
	return f.OverIn(&w)
}

// OverIn is [File.Over] without a copy of the wait.
func (f *File) OverIn(w *Wait) (Counter, bool) {
	switch {
	case int(f.Count[VM]) > w[VM]:
		return VM, true
	case int(f.Count[LGKM]) > w[LGKM]:
		return LGKM, true
	case int(f.Count[EXP]) > w[EXP]:
		return EXP, true
	}
	return 0, false
}

// Eligible lists, oldest first, the indices in [File.Ops] of the operations one of which returns
// next when counter c has to fall: of an ordered class that has an operation holding c, its oldest
// operation (which may not hold c itself: then it stands in the way); of others, every one that
// holds c. EXP falls when data have been read, before and apart from the rest. The result is
// appended to buf.
func (f *File) Eligible(c Counter, buf []int) []int {
	if c == EXP {
		return f.eligibleEXP(buf)
	}
	var head [NumClasses]int8
	for i := range f.ops[:f.n] {
		op := &f.ops[i]
		if !op.Class.Ordered() || c == LGKM && op.flat() {
			if op.Left[c] != 0 {
				buf = append(buf, i)
			}
			continue
		}
		h := &head[op.Class]
		if *h == 0 && op.Left[VM]|op.Left[LGKM] != 0 {
			*h = int8(i + 1)
		}
		if *h > 0 && op.Left[c] != 0 {
			buf = append(buf, int(*h-1))
			*h = -1
		}
	}
	// Heads were found in the order of the operation that holds c; restore the order of issue.
	slices.Sort(buf)
	return buf
}

// Latest is the last of what Eligible lists, -1 where that is nothing.
func (f *File) Latest(c Counter) int {
	if c == EXP {
		var buf [MaxOps]int
		list := f.eligibleEXP(buf[:0])
		if len(list) == 0 {
			return -1
		}
		return list[len(list)-1]
	}
	if f.n == 1 && f.ops[0].Left[c] != 0 {
		return 0
	}
	var head [NumClasses]int8 // the oldest of each class, plus 1
	last := -1
	for i := range f.ops[:f.n] {
		op := &f.ops[i]
		switch h := &head[op.Class]; {
		case !op.Class.Ordered() || c == LGKM && op.flat():
			if op.Left[c] != 0 {
				last = i
			}
		default:
			if *h == 0 && op.Left[VM]|op.Left[LGKM] != 0 {
				*h = int8(i + 1)
			}
			if op.Left[c] != 0 {
				last = max(last, int(*h)-1)
			}
		}
	}
	return last
}

// eligibleEXP is Eligible for EXP. Its holders, of which the counter allows few, are among the
// youngest operations: the search goes back from there.
func (f *File) eligibleEXP(buf []int) []int {
	var head [NumClasses]int8
	for i, left := f.n-1, f.Count[EXP]; i >= 0 && left > 0; i-- {
		op := &f.ops[i]
		if op.Left[EXP] == 0 {
			continue
		}
		left -= op.Left[EXP]
		if op.Class.Ordered() {
			head[op.Class] = int8(i + 1)
		} else {
			buf = append(buf, i)
		}
	}
	for _, h := range head {
		if h > 0 {
			buf = append(buf, int(h-1))
		}
	}
	if len(buf) > 1 {
		slices.Sort(buf)
	}
	return buf
}

// Find returns the index in [File.Ops] of the operation with a number, -1 where it is not
// outstanding.
func (f *File) Find(seq uint32) int {
	for i := range f.ops[:f.n] {
		if f.ops[i].Seq == seq {
			return i
		}
	}
	return -1
}

// May reports whether the operations' orders of return allow a step now.
func (f *File) May(s Step) bool {
	i := f.Find(s.Op)
	if i < 0 {
		return false
	}
	op := &f.ops[i]
	switch s.Kind {
	case StepData:
		return op.Left[EXP] != 0 && f.oldest(i, func(o *Op) bool { return o.Left[EXP] != 0 })
	case StepUnit:
		return op.Unit()
	}
	return f.oldest(i, func(*Op) bool { return true })
}

// Must reports whether operation i has to give back some of counter c before the wait is over,
// whatever else returns: it holds more of the counter, with those of its class that can only return
// after it, than may stay outstanding.
func (f *File) Must(i int, c Counter, need Wait) bool {
	held := 0
	for j := i; j < f.n; j++ {
		if j == i || f.ops[i].Class.Ordered() && f.ops[j].Class == f.ops[i].Class {
			held += int(f.ops[j].Left[c])
		}
	}
	return held > need[c]
}

// oldest reports whether no older operation of an ordered class for which holds is true stands
// before operation i.
func (f *File) oldest(i int, holds func(*Op) bool) bool {
	c := f.ops[i].Class
	if !c.Ordered() {
		return true
	}
	for j := range f.ops[:i] {
		if f.ops[j].Class == c && holds(&f.ops[j]) {
			return false
		}
	}
	return true
}

// Partial reports whether the next return of the operation gives back one unit of several and
// completes nothing: the units of a scalar load of two or more dwords come back one by one (GCN3
// ISA 4.4: the counter is "decremented by 1 for each Dword returned"), so that a wait for LGKM 1
// after two such loads lets half of either be missing.
func (o *Op) Partial() bool { return o.Class == SMem && o.Left[LGKM] > 1 }

// flat reports whether the operation is a FLAT one on memory that still holds both counters. LGKM
// is LDS's, which has nothing to do with it, so it says nothing of the data (Vega ISA 4.4 and 9:
// FLAT takes both counters, and only waiting for both is of use where the address space is not
// known).
func (o *Op) flat() bool { return o.Class == VMem && o.Left[LGKM] != 0 && o.Left[VM] != 0 }

// Completes reports whether the operation's memory has been accessed and its results are in
// registers when counter c is given back.
func (o *Op) Completes(c Counter) bool {
	switch {
	case c == EXP:
		return o.Left[VM]|o.Left[LGKM] == 0
	case c == LGKM:
		return !o.Unit()
	}
	return true
}

// Unit reports whether a unit of LGKM can come back that completes nothing: of an operation that is
// [Op.Partial], or of a FLAT one on memory.
func (o *Op) Unit() bool { return o.Partial() || o.flat() }

// Retire gives back what the operation holds of counter c, or one unit of it where it is
// [Op.Partial]; EXP always falls before VM and LGKM, and with VM what a FLAT operation still holds
// of LGKM. The counters' values are in count. It reports whether the operation is complete.
func (o *Op) Retire(c Counter, count *[NumCounters]uint8) (complete bool) {
	if o.Partial() || c == LGKM && o.flat() {
		count[LGKM]--
		o.Left[LGKM]--
		return false
	}
	count[EXP] -= o.Left[EXP]
	o.Left[EXP] = 0
	if c != EXP {
		count[VM] -= o.Left[VM]
		count[LGKM] -= o.Left[LGKM]
		o.Left[VM], o.Left[LGKM] = 0, 0
	}
	return o.Left[VM]|o.Left[LGKM] == 0
}

// Retire is [Op.Retire] of operation i. It returns what the operation held before and whether it is
// complete, in which case it has left the file.
func (f *File) Retire(i int, c Counter) (before Op, complete bool) {
	op := &f.ops[i]
	before = *op
	if complete = op.Retire(c, &f.Count); complete {
		if f.n--; i < f.n {
			copy(f.ops[i:f.n], f.ops[i+1:f.n+1])
		}
	}
	return before, complete
}
