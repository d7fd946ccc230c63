package clock

import (
	"slices"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Kinds of request.
const (
	askFetch = iota
	askScalar
	askLDS // asks for nothing: an operation behind one that may access LDS
	askLoad
	askWrite // stores: memory is accessed when the request is served
	askAtomic
)

// request is what a compute unit asks of L2 in a window. Requests are served after the window, in
// the order of their clocks.
type request struct {
	clock uint64 // when an L2 that has nothing else to do and the line answers [params.l2Latency] later
	base  uint64 // the operation returns no earlier
	w     *clockWave
	cu    *clockCU
	lines []lineRequest // of a fetch, or of scalar memory
	// Vector memory: the next n of [vectorPath.asked], or, if taped, n runs of lines that the wave's tape has from at
	// on, of the first of which so many lines have been sent.
	n, at uint32
	part  uint8
	taped bool
	kind  uint8
	slot  uint8 // token
	gen   uint32
	order int // of the compute unit's requests
}

// lineRequest is one line of a request.
type lineRequest struct {
	addr   uint64 // and lineMerged
	at     int32  // place in the tags, -1 where the cache does not keep it
	number uint32 // loads: of the miss that brings the line; atomics: how often it is asked for, if more than once
}

// lineMerged is a bit of [lineRequest.addr], as no line is that short: another request has asked for the line.
const lineMerged = 1

// ask adds a request.
func (u *clockCU) ask(r request) {
	cl := u.cl
	r.cu, r.order = u, len(cl.requests)
	cl.requests = append(cl.requests, r)
}

// askFor adds a request for the lines that have been added from first on.
func (u *clockCU) askFor(r request, first int) {
	r.lines = u.cl.lines[first:len(u.cl.lines):len(u.cl.lines)]
	u.ask(r)
}

// line adds a line to be asked for, and returns the number of those before.
func (u *clockCU) line(addr uint64, at int, merged bool) int {
	if merged {
		addr |= lineMerged
	}
	u.cl.lines = append(u.cl.lines, lineRequest{addr: addr, at: int32(at)})
	return len(u.cl.lines) - 1
}

// serve serves the requests up to a clock, in the order of their clocks, and lets stores and
// atomics access memory. It reports whether the program has failed.
func (k *Clock) serve(end uint64) (faulted bool) {
	keys := k.addKeys(k.keys[:0], -1, k.requests)
	for i, cl := range k.clusters {
		keys = k.addKeys(keys, i, cl.requests)
		cl.lines, cl.served = cl.served[:0], cl.lines
		faulted = faulted || cl.faulted
	}
	k.keys = keys
	keys = k.sort(keys, end)
	// What had to wait goes first.
	busy := 0
	for _, u := range k.waiting {
		q := &u.waiting
		for q.any() && q.until < end {
			r := &q.list[q.head]
			if !k.send(r, end) {
				break
			}
			r.base = max(r.base, end) // all have been simulated up to there
			faulted = k.answer(r) || faulted
			q.pop()
			if q.any() {
				u.path.waits(q.list[q.head].clock, min(u.path.port, end))
			}
		}
		if q.any() {
			k.waiting[busy] = u
			busy++
		}
	}
	k.waiting = k.waiting[:busy]
	n := 0
	for ; n < len(keys) && keys[n].clock < end; n++ {
		r := k.request(&keys[n])
		if r.kind >= askLDS && r.cu.waiting.any() {
			r.cu.waiting.push(r)
			continue
		}
		if r.kind >= askLoad {
			r.cu.path.waits(r.clock, min(r.cu.path.port, end))
		}
		if !k.send(r, end) {
			k.waiting = append(k.waiting, r.cu)
			r.cu.waiting.push(r)
			continue
		}
		faulted = k.answer(r) || faulted
	}
	for _, u := range k.waiting {
		if q := &u.waiting; len(q.list) > q.head+1 {
			u.path.waits(q.list[q.head+1].clock, end)
		}
	}
	rest, kept := k.rest[:0], k.kept[1][:0]
	for i := range keys[n:] {
		r := *k.request(&keys[n+i])
		r.order -= 1 << 32 // before those to come
		at := len(kept)
		kept = append(kept, r.lines...)
		r.lines = kept[at:len(kept):len(kept)]
		rest = append(rest, r)
	}
	k.kept[0], k.kept[1] = kept, k.kept[0]
	k.requests, k.rest = rest, k.requests
	for _, cl := range k.clusters {
		cl.requests = cl.requests[:0]
	}
	return faulted
}

// requestKey is where a request is and when its turn comes: requests are not moved to sort them.
type requestKey struct {
	clock   uint64
	order   int
	cu      int32
	cluster int32 // -1: it is one of those left from earlier windows
	at      int32
}

// before reports whether a request comes before another one.
func (x *requestKey) before(y *requestKey) bool {
	switch {
	case x.clock != y.clock:
		return x.clock < y.clock
	case x.cu != y.cu:
		return x.cu < y.cu
	}
	return x.order < y.order
}

// sort returns keys in the order in which their requests are served. Those of requests after a clock are
// behind them, in any order.
func (k *Clock) sort(keys []requestKey, end uint64) []requestKey {
	from := end
	for i := range keys {
		from = min(from, keys[i].clock)
	}
	// They go to the places of their clocks. Those of the same clock, of which there are few, are mostly in order.
	clocks := int(min(end-from, maxClocks))
	k.places = slices.Grow(k.places[:0], clocks+1)[:clocks+1]
	clear(k.places)
	place := func(key *requestKey) uint64 {
		if key.clock >= end {
			return uint64(clocks)
		}
		return min(key.clock-from, uint64(clocks)-1)
	}
	for i := range keys {
		k.places[place(&keys[i])]++
	}
	n := 0
	for i, m := range k.places {
		k.places[i] = n
		n += m
	}
	k.sorted = slices.Grow(k.sorted[:0], len(keys))[:len(keys)]
	list := k.sorted
	last := k.places[clocks]
	for i := range keys {
		at := &k.places[place(&keys[i])]
		list[*at] = keys[i]
		*at++
	}
	for i := 1; i < last; i++ {
		if !list[i].before(&list[i-1]) {
			continue
		}
		x := list[i]
		j := i
		for ; j > 0 && x.before(&list[j-1]); j-- {
			list[j] = list[j-1]
		}
		list[j] = x
	}
	return list
}

// maxClocks is how many clocks of requests are told apart before they are compared. Windows are shorter.
const maxClocks = 1 << 12

// addKeys adds the keys of the requests of a cluster.
func (k *Clock) addKeys(keys []requestKey, cluster int, list []request) []requestKey {
	for i := range list {
		r := &list[i]
		keys = append(keys, requestKey{clock: r.clock, order: r.order, cu: int32(r.cu.id), cluster: int32(cluster),
			at: int32(i)})
	}
	return keys
}

// request is that of a key.
func (k *Clock) request(key *requestKey) *request {
	if key.cluster < 0 {
		return &k.requests[key.at]
	}
	return &k.clusters[key.cluster].requests[key.at]
}

// send sends the lines of a request, and keeps in its base when they return. Lines of vector memory
// operations are sent as long as that can be done before a clock. It reports whether all have been sent.
func (k *Clock) send(r *request, end uint64) bool {
	switch {
	case r.n == 0:
		k.sendShared(r)
		return true
	case r.taped:
		return k.sendTaped(r, end)
	case r.kind == askLoad:
		return k.sendLoads(r, end)
	}
	return k.sendWrites(r, end)
}

// sendShared is send for the caches that compute units share: these get a line a clock together.
func (k *Clock) sendShared(r *request) {
	latency, tags := k.p.l2Latency, &r.cu.kcache.tags
	if r.kind == askFetch {
		latency = k.p.fetchMiss
		tags = &r.cu.icache.tags
	}
	for i := range r.lines {
		l := &r.lines[i]
		addr := l.addr &^ lineMerged
		var tag *tagLine
		if l.at >= 0 {
			if x := tags.place(int(l.at)); x.has(addr) {
				tag = x
			}
		}
		if addr != l.addr && tag != nil && tag.ready != never {
			r.base = max(r.base, tag.ready)
			r.reach(tag.from())
			continue
		}
		t := max(r.clock, tags.port)
		tags.port = t + 1
		ret := k.l2.access(addr, t, latency, askLoad, 1)
		if tag != nil {
			tag.sent(ret, k.l2.from)
		}
		r.reach(k.l2.from)
		r.base = max(r.base, ret)
	}
}

// sendLoads is send for loads of vector memory.
func (k *Clock) sendLoads(r *request, end uint64) bool {
	l1, path, l2, base := &r.cu.l1, &r.cu.path, &k.l2, r.base
	list := path.asked[path.gone:][:r.n]
	for i := range list {
		l := &list[i]
		addr := l.addr &^ lineMerged
		tag := &l1.uses[l.at].tagLine
		if !tag.has(addr) {
			tag = nil
		}
		if addr != l.addr {
			if tag != nil && tag.ready != never {
				base = max(base, tag.ready)
				r.reach(tag.from())
				continue
			}
			if x := path.brought(l.number); x.miss == l.number {
				base = max(base, x.ready)
				r.reach(x.from)
				continue
			}
		}
		if !path.on(l2, addr) {
			path.enter(l2, addr, r.clock)
		}
		t := path.when(r.clock)
		if t >= end {
			r.cu.waiting.until = t
			path.gone += i
			r.n, r.base = uint32(len(list)-i), base
			return false
		}
		ret := l2.access(addr, t, k.p.l2Latency, askLoad, 1)
		path.sent(t, t+1, ret, k.p.l1Latency)
		*path.brought(l.number) = came{ret, l.number, l2.from}
		if tag != nil {
			tag.sent(ret, l2.from)
		}
		r.reach(l2.from)
		base = max(base, ret)
	}
	path.gone += len(list)
	r.base = base
	return true
}

// sendWrites is send for stores and atomics of vector memory.
func (k *Clock) sendWrites(r *request, end uint64) bool {
	path := &r.cu.path
	for ; r.n > 0; r.n-- {
		l := &path.asked[path.gone]
		if k.sendRun(r, lineRun{l.addr, 1, l.number}, end) == 0 {
			return false
		}
		path.gone++
	}
	return true
}

// sendTaped is the same for those of a tape.
func (k *Clock) sendTaped(r *request, end uint64) bool {
	words := r.w.rec.words
	for ; r.n > 0; r.n-- {
		run, gone := runOf(words[r.at]), uint32(r.part)
		run.addr, run.n = run.addr+uint64(gone)*k.p.l1Line, run.n-gone
		if n := k.sendRun(r, run, end); n < run.n {
			r.part += uint8(n)
			return false
		}
		r.part = 0
		r.at++
	}
	return true
}

// sendRun sends lines in a row of a store, or of an atomic that changes each so many times. It returns how many it has
// sent.
func (k *Clock) sendRun(r *request, run lineRun, end uint64) (n uint32) {
	path, l2, base, addr, times := &r.cu.path, &k.l2, r.base, run.addr, max(run.times, 1)
	for ; n < run.n; n++ {
		if !path.on(l2, addr) {
			path.enter(l2, addr, r.clock)
		}
		t := path.when(r.clock)
		if t >= end {
			r.cu.waiting.until = t
			break
		}
		ret := l2.access(addr, t, k.p.l2Latency, r.kind, times)
		path.sent(t, t+uint64(times), ret, k.p.l1Latency)
		r.reach(l2.from)
		base = max(base, ret)
		addr += k.p.l1Line
	}
	r.base = base
	return n
}

// reach notes that a level has answered for the operation that the request is of.
func (r *request) reach(from Level) {
	if r.w != nil && r.kind != askFetch {
		r.w.log.reach(r.slot, from)
	}
}

// answer gives the answer to a request all of whose lines have been sent. It reports whether the
// program has failed.
func (k *Clock) answer(r *request) bool {
	switch {
	case r.w == nil:
	case r.kind == askFetch:
		r.w.fetched(r.gen, r.base)
	default:
		k.serving = r.cu.cl
		return r.w.answered(r, r.base)
	}
	return false
}

// waitingRequests are requests of a compute unit that cannot be sent yet, in order.
type waitingRequests struct {
	list  []request
	head  int    // place in list of the first one
	until uint64 // when it can be sent
}

func (q *waitingRequests) any() bool { return q.head < len(q.list) }

// push adds a request.
func (q *waitingRequests) push(r *request) {
	if q.head > 64 && 2*q.head > len(q.list) { // what is gone makes room
		q.list, q.head = q.list[:copy(q.list, q.list[q.head:])], 0
	}
	q.list = append(q.list, *r)
}

// pop removes the first one.
func (q *waitingRequests) pop() {
	if q.head++; q.head == len(q.list) {
		q.clear()
	}
}

func (q *waitingRequests) clear() { *q = waitingRequests{list: q.list[:0]} }

// answered takes the answer to a request of a memory operation: it returns at t. A store or an
// atomic accesses memory now. It reports whether that failed.
func (w *clockWave) answered(r *request, t uint64) bool {
	if w.tape == nil {
		w.cl.now = w
	}
	o := w.outstanding(r.slot)
	if r.kind == askLDS || o.Class == waitcnt.Flat {
		w.unknownLDS--
	}
	switch r.kind {
	case askScalar:
		o.returns(t)
		w.nextRet = min(w.nextRet, t)
	case askLDS:
		w.returned(o, t)
	default:
		w.unknown--
		w.returned(o, t)
		if r.kind >= askWrite && w.tape == nil {
			w.execute()
			w.w.ServiceOlder(o.Op)
			w.w.ServiceAhead(w.w.Token(o.Slot))
		}
	}
	if w.failed() {
		w.settle()
		w.simd.left = true
		return true
	}
	if w.parked {
		w.wake(w.nextRet)
	}
	return false
}
