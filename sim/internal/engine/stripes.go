package engine

// stripes hand out the work-groups of a launch to several workers, where none has to wait for the end of
// another. Those of a stripe lie one behind the other and go to the worker of its number, in turn:
//
//	work-groups  0 ... 15  16 ... 31  32 ... 47  48 ... 63
//	worker       0         1          0          1
//
// So a worker mostly has the same part of the grid in each launch of a program, and the memory that goes with it in
// the caches of its core. One that is far ahead, or has none left, helps the one that is behind. So work-groups
// begin in about their order, which those that wait for others in loops rely on.
type stripes struct {
	size  uint64
	total uint64
	left  uint64 // that nobody has
	next  []stripe
	room  [4]stripe // for next, where there are no more workers
}

// stripe is what is left of the one that a worker is at.
type stripe struct{ number, from, to uint64 }

// maxStripe is how many work-groups a stripe has at most. farAhead is how many rounds of stripes a worker may be
// ahead.
const (
	maxStripe = 16
	farAhead  = 2
)

// begin makes them those of a launch.
func (s *stripes) begin(total uint64, workers int) {
	s.size, s.total, s.left = max(1, min(maxStripe, total/uint64(4*workers))), total, total
	s.next = s.room[:0]
	for w := range workers {
		s.next = append(s.next, s.numbered(uint64(w)))
	}
}

// numbered is a stripe, which is empty behind the last one.
func (s *stripes) numbered(n uint64) stripe {
	return stripe{n, min(n*s.size, s.total), min((n+1)*s.size, s.total)}
}

// lowest is the worker whose work-groups come first. ok is false where none are left.
func (s *stripes) lowest() (worker int, ok bool) {
	for w := range s.next {
		if n := &s.next[w]; n.from < n.to && (!ok || n.from < s.next[worker].from) {
			worker, ok = w, true
		}
	}
	return worker, ok
}

// take takes up to n work-groups for a worker, none from limit on: those of the worker, or where inOrder is set
// the first ones.
func (s *stripes) take(worker int, n, limit uint64, inOrder bool) (from, to uint64) {
	first, ok := s.lowest()
	if !ok {
		return 0, 0
	}
	w := worker % len(s.next)
	if own := &s.next[w]; inOrder || own.from == own.to || own.from >= limit ||
		own.number > s.next[first].number+uint64(farAhead*len(s.next)) {
		w = first
	}
	at := &s.next[w]
	if at.from >= limit {
		return 0, 0
	}
	from = at.from
	at.from = min(at.from+n, at.to, limit)
	if to = at.from; at.from == at.to {
		*at = s.numbered(at.number + uint64(len(s.next)))
	}
	s.left -= to - from
	return from, to
}
