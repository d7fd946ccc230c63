package check

import (
	"container/heap"
	"slices"
)

// item is a block of a context whose state changed, or one of rankJoin and rankExit.
type item struct{ ctx, rank uint32 }

func (i item) before(o item) bool { return i.ctx < o.ctx || i.ctx == o.ctx && i.rank < o.rank }

// worklist gives what is to be done in sweeps: each takes the items in their order, with those that
// are added ahead of it; what is added behind is for the next sweep. So a block is followed once
// for all paths of a sweep that lead to it, and a loop once for all that its turns bring.
type worklist struct {
	now, next itemHeap
	at        item
	in        map[item]bool
}

func (w *worklist) push(i item) {
	if w.in[i] {
		return
	}
	w.in[i] = true
	if w.at.before(i) {
		heap.Push(&w.now, i)
	} else {
		heap.Push(&w.next, i)
	}
}

func (w *worklist) pop() (i item, ok bool) {
	if len(w.now) == 0 {
		w.now, w.next = w.next, w.now
	}
	if len(w.now) == 0 {
		w.at = item{}
		return i, false
	}
	w.at = heap.Pop(&w.now).(item)
	delete(w.in, w.at)
	return w.at, true
}

type itemHeap []item

func (h itemHeap) Len() int           { return len(h) }
func (h itemHeap) Less(i, j int) bool { return h[i].before(h[j]) }
func (h itemHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *itemHeap) Push(x any)        { *h = append(*h, x.(item)) }
func (h *itemHeap) Pop() any {
	n := len(*h) - 1
	x := (*h)[n]
	*h = (*h)[:n]
	return x
}

// discover finds the blocks of the code behind some addresses, as far as the instructions alone
// tell, and puts them in reverse post order: a block comes behind those that lead to it, loops
// apart. A block goes on behind a branch that is not taken, unless something else leads there.
func (a *analysis) discover(pcs ...uint64) {
	var todo []uint32
	lead := func(pc uint64) {
		if a.at(pc) == nil {
			return
		}
		s := a.slot(pc)
		a.lead(s)
		if !a.seen[s] {
			todo = append(todo, s)
		}
	}
	for _, pc := range pcs {
		lead(pc)
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for n := a.at(a.pc(s)); n != nil && !a.seen[n.slot]; n = a.at(n.next()) {
			a.seen[n.slot] = true
			a.exits(n, lead)
			if !n.flow.falls() {
				break
			}
			if next := a.at(n.next()); next != nil && a.seen[next.slot] {
				a.lead(next.slot)
			}
		}
	}
	a.sort(pcs)
}

// falls reports whether the block goes on behind the instruction.
func (f flow) falls() bool { return f == flowNext || f == flowBranch }

// exits calls a function for each address that an instruction leads to as the beginning of a block.
func (a *analysis) exits(n *node, lead func(pc uint64)) {
	if n.direct {
		lead(n.target)
	}
	switch n.flow {
	case flowFork:
		if n.direct {
			a.fork(n.target)
			a.fork(n.next())
		}
		lead(n.next())
	case flowCall, flowJoin:
		lead(n.next())
	}
}

// fork notes a side of a fork.
func (a *analysis) fork(pc uint64) {
	if !a.forked[pc] && a.emit == nil {
		a.forked[pc] = true
		a.forks = append(a.forks, pc)
		for _, c := range a.order {
			if c.join != nil {
				a.work.push(item{uint32(c.index), rankJoin})
			}
		}
	}
}

// lead makes a block begin. What was followed through here before is followed again, to end here.
func (a *analysis) lead(s uint32) {
	if a.leader[s] {
		return
	}
	a.leader[s] = true
	a.blocks++
	if h := a.head[s]; h != 0 {
		for _, c := range a.order {
			if c.states[h-1] != nil {
				a.work.push(item{uint32(c.index), a.rank[h-1]})
			}
		}
	}
}

// sort ranks the blocks that are reached from some addresses and have no rank yet: depth first,
// each behind its successors, then turned round.
func (a *analysis) sort(pcs []uint64) {
	type visit struct {
		slot uint32
		todo []uint32
	}
	var post []uint32
	var stack []visit
	const entered = ^uint32(0)
	enter := func(s uint32) {
		if a.rank[s] != 0 {
			return
		}
		a.rank[s] = entered
		stack = append(stack, visit{s, a.successors(s)})
	}
	for _, pc := range slices.Backward(pcs) {
		if a.at(pc) == nil {
			continue
		}
		enter(a.slot(pc))
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if n := len(top.todo); n > 0 {
				s := top.todo[n-1]
				top.todo = top.todo[:n-1]
				enter(s)
				continue
			}
			post = append(post, top.slot)
			stack = stack[:len(stack)-1]
		}
	}
	for _, s := range slices.Backward(post) {
		a.ranked = append(a.ranked, s)
		a.rank[s] = uint32(len(a.ranked))
	}
}

// successors are the blocks that a block leads to.
func (a *analysis) successors(s uint32) (list []uint32) {
	add := func(pc uint64) {
		if a.at(pc) != nil {
			list = append(list, a.slot(pc))
		}
	}
	for n := a.at(a.pc(s)); n != nil; n = a.at(n.next()) {
		if n.slot != s && a.leader[n.slot] {
			add(n.pc)
			break
		}
		a.exits(n, add)
		if !n.flow.falls() {
			break
		}
	}
	return list
}
