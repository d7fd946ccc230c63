package debug

import (
	"math"
	"slices"
	"time"

	"github.com/gcnsim/gcnsim/sim/internal/state"
)

// history is the states of a machine that have been kept, so that going back does not begin with the
// first instruction.
//
//	0 ...... | ........ | .... | .. | . | .|| now      the further back, the further apart
//
// A state is kept every so many instructions. Those that are far back are thinned out: how far two
// of them are apart is a part of how long ago they were. Going back to a tick runs from the state
// before it, and keeps states close to the tick on the way, for the next step back.
type history struct {
	shots []*shot // by tick
	due   uint64  // the tick at which the next one is kept
	every uint64  // so many instructions apart, where they are closest
	until uint64  // the tick that is run to, where it is known; 0: it is not
	last  time.Time
}

// shot is a state of a machine.
type shot struct {
	tick  uint64
	state *state.State
}

const never = math.MaxUint64

// Tests have others.
var (
	// closest is how many instructions two states are at least apart: executing them takes some
	// milliseconds.
	closest uint64 = 1 << 14
	// costly is the greatest part of its time that a machine spends on keeping states.
	costly time.Duration = 8
)

const (
	// apart bounds how far two states are apart: by how many instructions ago they were, divided by
	// this.
	apart = 4
	// maxHistory is how many bytes the states of a machine take, apart from memory of the program.
	maxHistory = 256 << 20
)

// aim says that the machine runs to a tick.
func (h *history) aim(tick uint64) {
	h.until = tick
	h.plan()
}

// roam says that nobody knows how far it runs.
func (h *history) roam() {
	h.until = 0
	h.plan()
}

// plan works out when the next state is kept.
func (h *history) plan() {
	if h.due == never && len(h.shots) == 0 { // no state is kept
		return
	}
	h.every = max(h.every, closest)
	if len(h.shots) == 0 {
		h.due = 0
		return
	}
	from := h.shots[len(h.shots)-1].tick
	if h.due = from + h.every; h.until <= h.due {
		return
	}
	// On the way to a tick: where half of the way that is left is done, and again.
	h.due = max(h.due, h.until-max((h.until-from)/2, h.every))
}

// keep keeps the state of the machine if it is time. No instruction executes.
func (m *machine) keep() {
	h := &m.history
	if m.tick < h.due {
		return
	}
	begin := time.Now()
	var older *state.State
	if n := len(h.shots); n > 0 {
		if h.shots[n-1].tick == m.tick { // a clock goes on without instructions
			return
		}
		older = h.shots[n-1].state
	}
	h.shots = append(h.shots, &shot{m.tick, state.Keep(older, &m.progress)})
	end := time.Now()
	if cost := end.Sub(begin); older != nil && h.until == 0 && cost*costly > end.Sub(h.last) {
		h.every *= 2
	}
	h.last = end
	h.thin(m.tick)
	h.plan()
}

// thin drops states that are closer to one another than they are wanted, and more where they take too
// much room. The first one stays.
func (h *history) thin(now uint64) {
	for part := uint64(apart); ; part /= 2 {
		size := 0
		for i := len(h.shots) - 2; i > 0; i-- {
			far := max(h.every, (now-h.shots[i].tick)/max(part, 1))
			if h.shots[i+1].tick-h.shots[i-1].tick <= far {
				h.shots = slices.Delete(h.shots, i, i+1)
			}
		}
		for _, x := range h.shots {
			size += x.state.Size()
		}
		if size <= maxHistory || part == 0 || len(h.shots) < 3 {
			return
		}
	}
}

// before is the number of the last state that was kept at or before a tick.
func (h *history) before(tick uint64) int {
	i, found := slices.BinarySearchFunc(h.shots, tick, func(x *shot, tick uint64) int {
		switch {
		case x.tick < tick:
			return -1
		case x.tick > tick:
			return 1
		}
		return 0
	})
	if found {
		return i
	}
	return i - 1
}

// goBack makes the machine be where it was when state i was kept, and forgets later ones. It has
// parked before an instruction, or is over.
func (m *machine) goBack(i int) error {
	h := &m.history
	h.shots = slices.Delete(h.shots, i+1, len(h.shots))
	h.plan()
	return m.restore(h.shots[i])
}

// restore makes the machine be where it was when a state was kept.
func (m *machine) restore(x *shot) error {
	m.kill()
	if err := x.state.Restore(); err != nil {
		return err
	}
	m.goOn()
	m.run(func() bool { return true })
	return m.err
}
