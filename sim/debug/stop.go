package debug

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Reason is why a session has stopped.
type Reason string

// The reasons.
const (
	Stepped     Reason = "step"       // what was asked for has been done
	AtBreak     Reason = "breakpoint" // Stop.Points
	Watched     Reason = "watch"      // Stop.Changes
	OnFinding   Reason = "finding"    // Stop.Findings
	OnFault     Reason = "fault"      // Stop.Fault
	Ended       Reason = "end"        // all launches have ended
	Interrupted Reason = "interrupt"  // [Session.Interrupt]
	AtStart     Reason = "start"      // going back has reached the first instruction
)

// Stop says where and why a session has stopped.
type Stop struct {
	Reason   Reason
	Wave     *sim.Wave         // that executes next, or has a fault; nil where the program has ended without one
	Points   []*Breakpoint     // with AtBreak: those that stopped it
	Changes  []Change          // with Watched: of the watched places
	Findings []waitcnt.Finding // made since it went on, but information that one does not stop for
	Returned []Returned        // operations that have returned since it went on; nil where they are many
	Fault    *sim.Fault        // with OnFault
	Err      error             // a launch could not be run
}

// Change is a watched place whose contents have changed.
type Change struct {
	Watch    *Watchpoint
	Old, New []byte // what it held before, and holds now
	By       string // the instruction that has done it, as far as is known
}

// mark is a place in the execution of a wave.
type mark struct {
	id    WaveID
	insts uint64
}

// run goes on until done reports true, or something to stop for happens. done is called before each
// instruction but the next one; nil: never.
func (s *Session) run(done func() bool) Stop {
	m := s.m
	if m.over {
		return s.ended()
	}
	s.interrupted.Store(false)
	m.fresh, m.returned = len(m.found), m.returned[:0]
	start := m.tick
	skip := map[mark]bool{}
	for _, w := range s.Waves() {
		skip[mark{idOf(w), w.Insts}] = true // where it is already
	}
	for _, w := range s.watches {
		w.last = w.read(m)
	}
	var stop Stop
	m.run(func() bool {
		if m.tick == start {
			return false
		}
		stop = Stop{}
		for _, w := range s.watches {
			if c, changed := w.changed(m); changed {
				if c.By = describe(m.ran.wave.Program(), m.ran.pc); len(m.returned) > 0 && w.Place.written(m) {
					r := &m.returned[len(m.returned)-1]
					c.By = fmt.Sprintf("%#x %s, which has returned", r.PC, r.Inst)
				}
				stop.Reason, stop.Changes = Watched, append(stop.Changes, c)
			}
		}
		if slices.ContainsFunc(m.found[m.fresh:], s.stops) {
			stop.Reason = OnFinding
		}
		if !skip[mark{idOf(m.wave), m.wave.Insts}] {
			for _, b := range s.points {
				if b.hit(m) {
					stop.Reason, stop.Points = AtBreak, append(stop.Points, b)
				}
			}
		}
		if stop.Reason == "" && s.interrupted.Load() {
			stop.Reason = Interrupted
		}
		if stop.Reason == "" && done != nil && done() {
			stop.Reason = Stepped
		}
		return stop.Reason != ""
	})
	if m.over {
		e := s.ended()
		e.Changes = nil
		return e
	}
	s.points = slices.DeleteFunc(s.points, func(b *Breakpoint) bool { return b.Once && slices.Contains(stop.Points, b) })
	stop.Wave = m.wave
	stop.Findings = s.told()
	stop.Returned = m.few()
	return stop
}

// few are the operations that have returned, if they are not too many to be told.
func (m *machine) few() []Returned {
	if len(m.returned) > maxReturned {
		return nil
	}
	return slices.Clone(m.returned)
}

// told are the findings made since the program went on, but those that are information only, unless
// one stops for them.
func (s *Session) told() (list []waitcnt.Finding) {
	for _, f := range s.m.found[min(s.m.fresh, len(s.m.found)):] {
		if f.Severity > waitcnt.Info || s.stops(f) {
			list = append(list, f)
		}
	}
	return list
}

// stops reports whether a finding is one to stop for.
func (s *Session) stops(f waitcnt.Finding) bool { return f.Severity >= s.stopOn }

// Groups is how many work-groups the launch has.
func (s *Session) Groups() uint64 {
	l := &s.cfg.File.Launches[s.m.launch]
	n := uint64(1)
	for i, g := range l.Grid {
		if size := l.Group[i]; size > 0 {
			n *= (uint64(g) + uint64(size) - 1) / uint64(size)
		}
	}
	return n
}

// describe is the instruction at an address.
func describe(p *sim.Program, pc uint64) string {
	in, err := p.Inst(pc)
	if err != nil {
		return fmt.Sprintf("%#x", pc-p.Bias)
	}
	return fmt.Sprintf("%#x %s", pc-p.Bias, in.String())
}

// ended is the stop at the end of the program.
func (s *Session) ended() Stop {
	m := s.m
	stop := Stop{Reason: Ended, Err: m.err, Returned: m.few()}
	stop.Findings = s.told()
	if m.out == nil || m.err != nil {
		return stop
	}
	if f := m.out.Fault; f != nil {
		stop.Reason, stop.Fault = OnFault, f
		for _, w := range s.Waves() {
			if w.Fault == f {
				stop.Wave = w
				s.focus = idOf(w)
			}
		}
	}
	return stop
}

// Continue goes on until something to stop for happens.
func (s *Session) Continue() Stop {
	stop := s.run(nil)
	s.refocus()
	return stop
}

// CanStep says why a wave cannot execute an instruction now; nil where it can.
func (s *Session) CanStep(w *sim.Wave) error {
	if s.m.over {
		return ErrEnded
	}
	switch w.State {
	case sim.Ended:
		return fmt.Errorf("wave %v has ended", idOf(w))
	case sim.Faulted:
		return fmt.Errorf("wave %v has a fault", idOf(w))
	case sim.Halted:
		return fmt.Errorf("wave %v is halted", idOf(w))
	case sim.AtBarrier:
		var late []string
		for _, o := range w.Group().Waves {
			if o.State != sim.AtBarrier && o.State != sim.Ended {
				late = append(late, idOf(o).String())
			}
		}
		if len(late) > 0 {
			return fmt.Errorf("wave %v waits at s_barrier for waves %v: step them, or let all go on", idOf(w), late)
		}
	}
	return nil
}

// Step executes an instruction of a wave while the other ones stand still. With a clock the others
// go on as the chip lets them, until the wave has executed one.
func (s *Session) Step(id WaveID) (Stop, error) {
	w, err := s.Wave(id)
	if err != nil {
		return Stop{}, err
	}
	if s.m.over {
		return Stop{}, ErrEnded
	}
	if s.Timed() {
		if w.State == sim.Ended {
			return Stop{}, s.CanStep(w)
		}
		n := w.Insts
		return s.run(func() bool { return w.Insts > n }), nil
	}
	if err := s.CanStep(w); err != nil {
		return Stop{}, err
	}
	if s.m.wave != w {
		s.chosen[s.m.tick] = id.Wave
	}
	at := s.m.tick
	return s.run(func() bool { return s.m.tick > at }), nil
}

// StepAny executes the next instruction, of whichever wave has its turn.
func (s *Session) StepAny() (Stop, error) {
	if s.m.over {
		return Stop{}, ErrEnded
	}
	at := s.m.tick
	stop := s.run(func() bool { return s.m.tick > at })
	s.refocus()
	return stop, nil
}

// until goes on, the wave alone where it can, until done reports true of it.
func (s *Session) until(id WaveID, done func(w *sim.Wave) bool) (Stop, error) {
	w, err := s.Wave(id)
	if err != nil {
		return Stop{}, err
	}
	if s.m.over {
		return Stop{}, ErrEnded
	}
	stop := s.run(func() bool { return done(w) || w.State == sim.Ended })
	return stop, nil
}

// isCall reports whether an instruction puts the address behind it into registers and jumps.
func isCall(in *isa.Inst) bool {
	return in.Form != nil && (in.Form.Name == "s_swappc_b64" || in.Form.Name == "s_call_b64")
}

// isReturn reports whether an instruction jumps to an address in registers.
func isReturn(in *isa.Inst) bool { return in.Form != nil && in.Form.Name == "s_setpc_b64" }

// Over is Step, but a call is one step: the wave goes on until it has returned, the others as they
// do.
func (s *Session) Over(id WaveID) (Stop, error) {
	w, err := s.Wave(id)
	if err != nil {
		return Stop{}, err
	}
	in, pc, err := w.Next()
	if err != nil || !isCall(&in) || s.m.over {
		return s.Step(id)
	}
	after := pc + uint64(in.Len)
	return s.until(id, func(w *sim.Wave) bool { return w.PC() == after })
}

// Out lets a wave go on until it has returned from the function that it is in: it has executed an
// s_setpc_b64 that no call in between has led to.
func (s *Session) Out(id WaveID) (Stop, error) {
	depth, insts, last := 0, uint64(0), isa.Inst{}
	first := true
	return s.until(id, func(w *sim.Wave) bool {
		if !first && w.Insts == insts {
			return false
		}
		if !first {
			switch {
			case isCall(&last):
				depth++
			case isReturn(&last):
				if depth--; depth < 0 {
					return true
				}
			}
		}
		first, insts = false, w.Insts
		last, _, _ = w.Next()
		return false
	})
}

// Finish lets a wave go on until all memory operations that it has outstanding have returned. With
// a seq that is not negative, it waits for the operation of that number only.
func (s *Session) Finish(id WaveID, seq int64) (Stop, error) {
	w, err := s.Wave(id)
	if err != nil {
		return Stop{}, err
	}
	ops := w.Counters.Ops()
	if len(ops) == 0 {
		return Stop{}, fmt.Errorf("wave %v has no operation outstanding", id)
	}
	newest := ops[len(ops)-1].Seq
	if seq >= 0 {
		if !slices.ContainsFunc(ops, func(o waitcnt.Op) bool { return int64(o.Seq) == seq }) {
			return Stop{}, fmt.Errorf("wave %v has no operation %d outstanding", id, seq)
		}
	}
	return s.until(id, func(w *sim.Wave) bool {
		return !slices.ContainsFunc(w.Counters.Ops(), func(o waitcnt.Op) bool {
			if seq >= 0 {
				return int64(o.Seq) == seq
			}
			return o.Seq <= newest
		})
	})
}

// Until lets the program go on until a wave is at an address, as disassemblers print it.
func (s *Session) Until(id WaveID, pc uint64) (Stop, error) {
	return s.until(id, func(w *sim.Wave) bool {
		return w.State == sim.Running && w.PC()-w.Program().Bias == pc && s.m.wave == w
	})
}

// UntilInsts lets the program go on until a wave has executed n instructions in all.
func (s *Session) UntilInsts(id WaveID, n uint64) (Stop, error) {
	return s.until(id, func(w *sim.Wave) bool { return w.Insts >= n })
}

// UntilTrue lets the program go on until a condition holds of a wave.
func (s *Session) UntilTrue(id WaveID, x *Expr) (Stop, error) {
	return s.until(id, func(w *sim.Wave) bool { return x.holds(s.m, w) })
}

// RunToGroup goes on until a work-group is there, and makes its first wave the one that commands are
// about. One that has been there is gone back to.
func (s *Session) RunToGroup(index uint64) (Stop, error) {
	there := func() bool {
		return slices.ContainsFunc(s.m.groups, func(g *sim.Group) bool { return g.Index == index })
	}
	if n := s.Groups(); index >= n {
		return Stop{}, fmt.Errorf("there is no work-group %d: the launch has %d", index, n)
	}
	if !there() {
		if len(s.m.groups) > 0 && index < s.m.groups[0].Index {
			return Stop{}, errors.New("the work-group has ended: go back to see it")
		}
		stop := s.run(there)
		if !there() {
			return stop, nil
		}
	}
	s.focus = WaveID{index, 0}
	return Stop{Reason: Stepped, Wave: s.Focus()}, nil
}
