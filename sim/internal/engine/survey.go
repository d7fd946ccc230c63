package engine

import (
	"sync"
	"sync/atomic"
)

// Survey lets any goroutine ask where the waves of a launch are, while it runs.
//
// Seen is called with each work-group that is being executed when its next turn ends: once for each
// call of Ask, and where Options.Context ends the launch. A work-group that begins after Ask is not
// seen for it. Calls come one at a time, from the goroutines that run the launch; what they see of
// other work-groups means nothing.
type Survey struct {
	Seen func(g *Group)

	asked atomic.Uint64
	mu    sync.Mutex
}

// Ask asks once more. It returns at once.
func (s *Survey) Ask() { s.asked.Add(1) }

// Asked is how often Ask has been called; s may be nil.
func (s *Survey) Asked() uint64 {
	if s == nil {
		return 0
	}
	return s.asked.Load()
}

// See tells of the work-group where somebody has asked since it was seen last, or last is set.
func (g *Group) See(last bool) {
	s := g.disp.Opts.Survey
	if s == nil {
		return
	}
	if n := s.asked.Load(); n != g.surveyed || last {
		g.surveyed = n
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Seen(g)
	}
}
