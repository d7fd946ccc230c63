package dyncheck

import (
	"fmt"
	"sync"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// findings collects what the checkers of a dispatch find: one finding for each rule, place, earlier
// operation and register, with the number of times it was seen. It names the first wave in the
// order of the dispatch, however many goroutines run it.
type findings struct {
	tell func(f *waitcnt.Finding) // is told of each the first time; nil: nobody is
	mu   sync.Mutex
	seen map[findingKey]*foundAt
}

type findingKey struct {
	rule         string
	pc, producer uint64
	register     string
	space        string
}

type foundAt struct {
	f     waitcnt.Finding
	order uint64 // group and wave, for the choice of the first
}

// maxFindings bounds the different findings of a launch.
const maxFindings = 10_000

// report enters a finding at the wave's current instruction r. The finding's PC, Instruction, Wave
// and Message are filled in where they are empty.
func (w *wave) report(r *engine.Rec, f waitcnt.Finding) {
	d := w.group.disp
	bias := w.prog.Bias
	if f.Instruction == "" {
		f.PC = waitcnt.Addr(w.prog.Addr(r.Slot) - bias)
		f.Instruction = w.prog.Inst(r).String()
	}
	f.Wave = &waitcnt.WaveRef{Group: w.group.ID, Wave: w.Num, Inst: w.Insts}
	d.found.enter(f, w.order())
}

// enter adds a finding or counts it again. Of equal ones the worst is kept, and of those the one
// with the lowest order.
func (s *findings) enter(f waitcnt.Finding, order uint64) {
	k := findingKey{rule: f.Rule, pc: uint64(f.PC), register: f.Register}
	if f.ProducerPC != nil {
		k.producer = uint64(*f.ProducerPC)
	}
	if f.Memory != nil {
		k.space = f.Memory.Space
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[findingKey]*foundAt{}
	}
	switch old := s.seen[k]; {
	case old == nil && len(s.seen) >= maxFindings:
	case old == nil:
		f.Count = 1
		s.seen[k] = &foundAt{f, order}
		if s.tell != nil {
			s.tell(&f)
		}
	default:
		f.Count = old.f.Count + 1
		if f.Severity > old.f.Severity || f.Severity == old.f.Severity && order < old.order {
			old.f, old.order = f, order
		}
		old.f.Count = f.Count
	}
}

// order is the wave's place in the dispatch.
func (w *wave) order() uint64 { return w.group.Index<<8 | uint64(w.Num) }

// again counts a finding of a wave that has been made before, by this wave or one that comes before
// it, and reports whether it has: its texts then need not be made.
func (s *findings) again(k findingKey, severity waitcnt.Severity, order uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.seen[k]
	if old == nil || old.f.Severity < severity || old.f.Severity == severity && order < old.order {
		return false
	}
	old.f.Count++
	return true
}

// repeats counts a finding about a register at instruction r that has been made before.
func (w *wave) repeats(f *waitcnt.Finding, r *engine.Rec, producer uint64, reg string) bool {
	k := findingKey{rule: f.Rule, pc: w.prog.Addr(r.Slot) - w.prog.Bias, producer: producer, register: reg}
	return w.group.disp.found.again(k, f.Severity, w.order())
}

// list is what was found, sorted.
func (s *findings) list() []waitcnt.Finding {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []waitcnt.Finding
	for _, x := range s.seen {
		out = append(out, x.f)
	}
	waitcnt.Sort(out)
	return out
}

// lanesText is a mask of lanes in reports.
func lanesText(m uint64) string { return fmt.Sprintf("%#x", m) }
