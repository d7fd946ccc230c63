package waitcnt

import "slices"

// Bound limits how many operations a [Board] keeps. On one path the counters do. There may be any
// number where paths meet again and again, and of scalar memory, of which the counters say little.
// At the limit operations that are alike become one, with the weaker proof of the two. A use that
// comes too early for one of them comes too early for the one that stands for both. If there are
// still too many, some are forgotten, and Lost is set.
type Bound struct {
	Most int // operations on the list
	// Alike numbers what an operation does: those with one number have the same registers and the
	// same effects.
	Alike func(id uint32) uint32
	// Lanes is a name for the lanes of either of two [Pending.Mask]s.
	Lanes func(p, q uint32) uint32
	// Apart reports whether no run has operations of both of two [Pending.Mask]s. May be nil.
	Apart func(p, q uint32) bool
	Lost  bool // something was forgotten
	// Keep says that nothing is forgotten because a counter's width speaks for its completion.
	Keep bool
}

func (b *Bound) either(p, q uint32) uint32 {
	if p == q {
		return p
	}
	if b == nil || b.Lanes == nil {
		return 0
	}
	return b.Lanes(p, q)
}

// An operation is on the list twice where paths meet that no run takes both of, and that have counted
// differently since its issue. One side of an if has issued more operations. Where that side is
// skipped, the other one waits for all. Joined, the operation would have the lower count, and be
// outstanding behind the other side.

// apart reports whether two entries of an operation say more than one that stands for both.
func (b *Board) apart(p, q *Pending) bool {
	if b.Bound == nil || b.Bound.Apart == nil || p.counted(q) {
		return false
	}
	x, y := p.Mask, q.Mask
	if !p.Data() {
		x = p.Late
	}
	if !q.Data() {
		y = q.Late
	}
	return x != y && b.Bound.Apart(x, y)
}

// counted reports whether waits say the same of both.
func (p *Pending) counted(q *Pending) bool {
	if p.Open != q.Open || p.Pressure != q.Pressure || p.Ordered != q.Ordered || p.Strict != q.Strict ||
		p.Loose != q.Loose {
		return false
	}
	for c := range p.After {
		if p.Holds(Counter(c)) && p.After[c] != q.After[c] {
			return false
		}
	}
	return true
}

// reunite makes one of two entries of an operation that are not apart any more. It reports whether
// there are any.
func (b *Board) reunite() bool {
	if !b.twins {
		return false
	}
	b.twins = false
	ids := newIndex(len(b.List))
	out := b.List[:0]
	for i := range b.List {
		q := b.List[i]
		switch j := ids.find(out, &q, number); {
		case j < 0:
			ids.add(&q, len(out)+1, number)
		case b.apart(&out[j], &q):
			b.twins = true
		default:
			out[j].join(&q, b.Bound)
			continue
		}
		out = append(out, q)
	}
	changed := len(out) < len(b.List)
	b.List = out
	return changed
}

func (b *Board) keeps() bool { return b.Bound != nil && b.Bound.Keep }

// kind is what alike operations have in common.
func (b *Board) kind(p *Pending) uint32 { return b.Bound.Alike(p.ID) }

// alike finds the operation that can stand for another one.
func (b *Board) alike(q *Pending) int {
	k := b.kind(q)
	for i := range b.List {
		if p := &b.List[i]; p.Class == q.Class && p.Weak == q.Weak && b.kind(p) == k {
			return i
		}
	}
	return -1
}

// shrink keeps the bound. Of what it must forget the oldest is the most likely to be complete. It
// forgets more than it must, not to have to so often.
func (b *Board) shrink() {
	if b.Bound == nil || len(b.List) <= b.Bound.Most {
		return
	}
	b.Full = true
	kinds := newIndex(len(b.List))
	out := b.List[:0]
	for i := range b.List {
		q := b.List[i]
		if j := kinds.find(out, &q, b.kind); j >= 0 {
			out[j].join(&q, b.Bound)
			continue
		}
		out = append(out, q)
		kinds.add(&q, len(out), b.kind)
	}
	if most := b.Bound.Most; len(out) > most {
		b.Bound.Lost = true
		left := most - most/8
		out = slices.Delete(out, 0, len(out)-left)
	}
	b.List = out
}

// index finds operations in a list: a table with open addressing.
type index struct {
	at []uint16 // position + 1
}

// newIndex makes an index for at most n operations.
func newIndex(n int) index {
	size := 32
	for size < 2*n {
		size *= 2
	}
	return index{make([]uint16, size)}
}

// find returns the position of the operation that has the key, class and doubt of q, -1 where there
// is none.
func (x *index) find(list []Pending, q *Pending, key func(*Pending) uint32) int {
	return x.findOther(list, q, key, -1)
}

// findOther is find of an operation that is not at a position.
func (x *index) findOther(list []Pending, q *Pending, key func(*Pending) uint32, not int) int {
	k := key(q)
	for h := x.hash(k); x.at[h] != 0; h = (h + 1) & (len(x.at) - 1) {
		i := int(x.at[h] - 1)
		if p := &list[i]; i != not && p.Class == q.Class && p.Weak == q.Weak && key(p) == k {
			return i
		}
	}
	return -1
}

func (x *index) hash(k uint32) int { return int(k*0x9e3779b1>>8) & (len(x.at) - 1) }

// add enters an operation at a position, counted from 1.
func (x *index) add(q *Pending, at int, key func(*Pending) uint32) {
	h := x.hash(key(q))
	for x.at[h] != 0 {
		h = (h + 1) & (len(x.at) - 1)
	}
	x.at[h] = uint16(at)
}

// addAll enters a list.
func (x *index) addAll(list []Pending, key func(*Pending) uint32) {
	for i := range list {
		x.add(&list[i], i+1, key)
	}
}
