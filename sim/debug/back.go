package debug

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
)

// ErrStart is the error of going back at the first instruction.
var ErrStart = errors.New("this is the first instruction: there is nothing to go back to")

// GoTo goes to where tick instructions have begun, forward or back. Going back forgets what the
// user changed, and which waves they chose to step, after that place.
func (s *Session) GoTo(tick uint64) (Stop, error) {
	if tick == s.m.tick && !s.m.over {
		return Stop{Reason: Stepped, Wave: s.m.wave}, nil
	}
	if tick > s.m.tick && !s.m.over {
		stop := s.run(func() bool { return s.m.tick >= tick })
		s.refocus()
		return stop, nil
	}
	if tick >= s.m.tick {
		return s.ended(), nil
	}
	return s.goTo(tick)
}

// goTo goes to a tick of the history, wherever the machine is.
func (s *Session) goTo(tick uint64) (Stop, error) {
	s.forget(tick)
	if err := s.replay(tick); err != nil {
		return Stop{}, err
	}
	s.refocus()
	return Stop{Reason: Stepped, Wave: s.m.wave}, nil
}

// replay makes the machine be at a tick before which a state was kept.
func (s *Session) replay(tick uint64) error {
	m := s.m
	if err := m.goBack(m.history.before(tick)); err != nil {
		return err
	}
	if m.tick < tick {
		m.goTo(tick)
	}
	if m.tick != tick || m.over {
		return m.endedEarly(tick)
	}
	return nil
}

// replayAll makes the machine be where the program has ended, after so many instructions.
func (s *Session) replayAll(tick uint64) error {
	m := s.m
	if err := m.goBack(m.history.before(tick)); err != nil {
		return err
	}
	m.goTo(never)
	if m.tick != tick {
		return m.endedEarly(tick)
	}
	return nil
}

// endedEarly is the error of a program that did not do again what it had done.
func (m *machine) endedEarly(tick uint64) error {
	err := fmt.Errorf("the program ended after %d instructions when it was run again, not after %d", m.tick, tick)
	return errors.Join(err, m.err)
}

// Back undoes the last n instructions of a wave, and what others have executed since.
func (s *Session) Back(id WaveID, n uint64) (Stop, error) {
	w, err := s.Wave(id)
	if err != nil {
		return Stop{}, err
	}
	if w.Insts == 0 {
		return s.start0()
	}
	want := w.Insts - min(n, w.Insts)
	m := s.m
	end, launch := m.tick, m.launch
	// The last state in which the wave has not executed more than wanted, or has not begun.
	for i := m.history.before(end); ; i-- {
		if err := m.goBack(i); err != nil {
			return Stop{}, err
		}
		if w, err := m.find(id); i == 0 || m.launch < launch || err != nil || w.Insts <= want {
			break
		}
	}
	tick := m.tick
	m.passed = func(w *sim.Wave, insts, n uint64) {
		if m.launch == launch && want >= insts && want-insts < n && idOf(w) == id {
			tick, m.quiet = m.tick+want-insts, 0
		}
	}
	m.goTo(end)
	m.passed = nil
	stop, err := s.goTo(tick)
	s.focus = id
	return stop, err
}

// start0 is going back where a wave has executed nothing: to the instruction before, of whichever
// wave.
func (s *Session) start0() (Stop, error) {
	if s.m.tick == 0 {
		return Stop{Reason: AtStart, Wave: s.m.wave}, ErrStart
	}
	return s.GoTo(s.m.tick - 1)
}

// BackAny undoes the last n instructions, of whichever waves.
func (s *Session) BackAny(n uint64) (Stop, error) {
	if s.m.tick == 0 {
		return Stop{Reason: AtStart, Wave: s.m.wave}, ErrStart
	}
	return s.GoTo(s.m.tick - min(n, s.m.tick))
}

// last finds the last tick, before the one that the machine is at, of which hit reports true. hit
// is called before instructions: the last kept state first, and from each state the instructions
// that follow it, in order. first says that the instruction is the first one after a state.
// Afterwards the machine is somewhere else.
func (s *Session) last(hit func(m *machine, first bool) bool) (tick uint64, ok bool, err error) {
	m := s.m
	now := m.tick
	for end := now; end > 0 && !ok; {
		if err := m.goBack(m.history.before(end - 1)); err != nil {
			return 0, false, err
		}
		from := m.tick
		note := func(first bool) bool {
			if m.tick < now && hit(m, first) {
				tick, ok = m.tick, true
			}
			return m.tick >= end
		}
		note(true)
		m.run(func() bool { return note(false) })
		end = from
	}
	return tick, ok, nil
}

// ReverseContinue goes back to the last place where a breakpoint holds, or before the last
// instruction that has changed a watched place, or to the first instruction.
func (s *Session) ReverseContinue() (Stop, error) {
	if s.m.tick == 0 {
		return Stop{Reason: AtStart, Wave: s.m.wave}, ErrStart
	}
	var stop Stop
	before := uint64(0)
	hits := map[*Breakpoint]int{}
	for _, b := range s.points {
		hits[b] = b.Hits
	}
	found := 0
	tick, ok, err := s.last(func(m *machine, first bool) bool {
		one := Stop{}
		if first { // what the instruction before has done is seen behind that
			for _, w := range s.watches {
				w.last = nil
			}
			found = len(m.found)
		}
		for _, w := range s.watches {
			if c, changed := w.changed(m); changed {
				one.Changes = append(one.Changes, c)
			}
		}
		for _, b := range s.points {
			b.Hits = b.Ignore // those that were passed count when one goes back
			if b.hit(m) {
				one.Points = append(one.Points, b)
			}
		}
		switch {
		case len(one.Points) > 0:
			one.Reason = AtBreak
		case len(one.Changes) > 0:
			one.Reason = Watched
		case len(m.found) > found && slices.ContainsFunc(m.found[found:], s.stops):
			one.Reason, one.Findings = OnFinding, slices.Clone(m.found[found:])
		}
		found = len(m.found)
		if one.Reason == "" {
			return false
		}
		stop, before = one, m.tick
		return true
	})
	for b, n := range hits {
		b.Hits = n
	}
	if err != nil {
		return Stop{}, err
	}
	if !ok {
		at, err := s.goTo(0)
		at.Reason = AtStart
		return at, err
	}
	if stop.Reason == Watched && before > 0 {
		tick = before - 1
	}
	if _, err := s.goTo(tick); err != nil {
		return Stop{}, err
	}
	stop.Wave = s.m.wave
	return stop, nil
}

// snapshot is a place in the history, with what the user had done up to there, and the states that
// were kept on the way.
type snapshot struct {
	tick   uint64
	over   bool // the program has ended
	edits  []edit
	chosen map[uint64]int
	focus  WaveID
	shots  []*shot
}

// Snapshot keeps where the session is under a name, operations in flight included.
func (s *Session) Snapshot(name string) {
	shots := s.m.history.shots
	s.named[name] = snapshot{s.m.tick, s.m.over, slices.Clone(s.edits), maps.Clone(s.chosen), s.focus,
		slices.Clone(shots[:s.m.history.before(s.m.tick)+1])}
}

// Snapshots are the names of those that are kept.
func (s *Session) Snapshots() []string { return slices.Sorted(maps.Keys(s.named)) }

// Restore makes the session be as it was at [Session.Snapshot].
func (s *Session) Restore(name string) (Stop, error) {
	x, ok := s.named[name]
	if !ok {
		return Stop{}, fmt.Errorf("there is no snapshot %q; there are: %v", name, s.Snapshots())
	}
	s.edits, s.chosen = slices.Clone(x.edits), maps.Clone(x.chosen)
	s.m.history.shots = slices.Clone(x.shots)
	if x.over {
		if err := s.replayAll(x.tick); err != nil {
			return Stop{}, err
		}
		stop := s.ended()
		s.focus = x.focus
		return stop, nil
	}
	if err := s.replay(x.tick); err != nil {
		return Stop{}, err
	}
	s.focus = x.focus
	return Stop{Reason: Stepped, Wave: s.m.wave}, nil
}

// Writer is who wrote a place last.
type Writer struct {
	*sim.Writer        // nil: the user did, or nobody
	Tick        uint64 // instructions that had begun before
	User        bool   // the user of the debugger did
}

// query asks a run who writes a place.
type query struct {
	launch int
	of     Place
	place  sim.Place
	m      *machine
	last   *Writer
	kept   []byte // of LDS: what the user has changed it to, as long as nothing else has changed it
}

func (q *query) wrote(_ int, w *sim.Writer) {
	if q.kept != nil && w.Lane < 0 { // a change was seen: is it the user's?
		if now, err := q.of.read(q.m); err == nil && bytes.Equal(now, q.kept) {
			return
		}
	}
	q.kept = nil
	begun := q.m.tick // with the instruction that executes now
	if r := &q.m.ran; !q.m.s.Timed() && w.Group == r.wave.Group().ID && w.Wave == r.wave.Num {
		begun += w.Insts - r.insts
	}
	q.last = &Writer{Writer: w, Tick: begun - 1}
}

// edited notes that the user has changed what is asked for, and takes away the mark that says that
// an instruction has.
func (q *query) edited(e *edit) {
	if !e.place.overlaps(&q.of) {
		return
	}
	q.last = &Writer{Tick: q.m.tick, User: true}
	if q.of.Space == LDS {
		q.kept, _ = q.of.read(q.m)
	}
	w, err := q.m.find(q.of.Wave)
	if err != nil {
		return
	}
	switch code := q.of.Code; q.of.Space {
	case Scalar:
		w.SWritten[code>>6&3] &^= 1 << (code & 63)
	case Vector:
		w.VWritten[uint8(code-isa.CodeVGPR)] &^= 1 << q.of.First
	}
}

// Who says which instruction wrote a place last: the first lane of vector registers, the first
// register of several, any byte of memory. It is nil where none has since the launch began.
func (s *Session) Who(p Place) (*Writer, error) {
	place, ok := p.watch()
	if !ok {
		return nil, fmt.Errorf("nobody watches who writes %s", p.Name)
	}
	if w, err := s.Wave(p.Wave); err == nil {
		place.Group = w.Group().ID
	} else if p.Space != Memory {
		return nil, err
	}
	q := &query{launch: s.m.launch, of: p, place: place}
	m := s.start(q)
	q.m = m
	end := s.m.tick
	m.goTo(end)
	m.kill()
	return q.last, nil
}
