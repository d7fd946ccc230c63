package debug

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Breakpoint is an instruction, or a condition, before which a session stops.
type Breakpoint struct {
	Number   int      // by which commands name it; watchpoints are numbered with it
	Where    string   // as the user has named it
	PCs      []uint64 // addresses, as disassemblers print them; none: anywhere
	If       *Expr    // nil: always
	Wave     *WaveID  // nil: any
	Ignore   int      // how often it is passed before it stops
	Once     bool     // it is gone when it has stopped
	Hits     int      // how often it was reached
	Disabled bool     // it does not stop
}

// hit reports whether the session stops for the breakpoint before the next instruction.
func (b *Breakpoint) hit(m *machine) bool {
	w := m.wave
	switch {
	case b.Disabled:
		return false
	case len(b.PCs) > 0 && !slices.Contains(b.PCs, w.PC()-w.Program().Bias):
		return false
	case b.Wave != nil && *b.Wave != idOf(w):
		return false
	case b.If != nil && !b.If.holds(m, w):
		return false
	}
	b.Hits++
	return b.Hits > b.Ignore
}

// Break adds a breakpoint. where names a place in the code (see [Source.Find]); it may be empty
// where there is a condition.
func (s *Session) Break(where, condition string) (*Breakpoint, error) {
	b := &Breakpoint{Where: where}
	if where != "" {
		pcs, err := s.Source.Find(where)
		if err != nil {
			return nil, err
		}
		b.PCs = pcs
	}
	if condition != "" {
		x, err := s.Parse(condition)
		if err != nil {
			return nil, err
		}
		b.If = x
	}
	if len(b.PCs) == 0 && b.If == nil {
		return nil, fmt.Errorf("a breakpoint wants a place, or a condition")
	}
	s.Add(b)
	return b, nil
}

// Add adds a breakpoint and numbers it.
func (s *Session) Add(b *Breakpoint) {
	s.number++
	b.Number = s.number
	s.points = append(s.points, b)
}

// Breakpoints are those of the session, by number.
func (s *Session) Breakpoints() []*Breakpoint { return s.points }

// Watchpoints are those of the session, by number.
func (s *Session) Watchpoints() []*Watchpoint { return s.watches }

// Delete removes a breakpoint or watchpoint.
func (s *Session) Delete(number int) error {
	n := len(s.points) + len(s.watches)
	s.points = slices.DeleteFunc(s.points, func(b *Breakpoint) bool { return b.Number == number })
	s.watches = slices.DeleteFunc(s.watches, func(w *Watchpoint) bool { return w.Number == number })
	if len(s.points)+len(s.watches) == n {
		return fmt.Errorf("there is no breakpoint or watchpoint %d", number)
	}
	return nil
}

// StopOn sets from which severity on a finding stops the session: waitcnt.Error at first.
// NoFindings stops it for none.
func (s *Session) StopOn(v waitcnt.Severity) { s.stopOn = v }

// NoFindings is above all severities.
const NoFindings waitcnt.Severity = 100

// Watchpoint is a place whose change stops a session.
type Watchpoint struct {
	Number int // by which commands name it; breakpoints are numbered with it
	Place  Place
	last   []byte
}

// Watch adds a watchpoint.
func (s *Session) Watch(p Place) *Watchpoint {
	s.number++
	w := &Watchpoint{Number: s.number, Place: p}
	s.watches = append(s.watches, w)
	return w
}

// read is what the place holds, nil where it is not there.
func (w *Watchpoint) read(m *machine) []byte {
	b, err := w.Place.read(m)
	if err != nil {
		return nil
	}
	return b
}

// changed reports whether the place holds something else than when it was last asked. A place that
// is not there has not changed.
func (w *Watchpoint) changed(m *machine) (Change, bool) {
	now := w.read(m)
	old := w.last
	if w.last = now; old == nil || now == nil || bytes.Equal(old, now) {
		return Change{}, false
	}
	return Change{Watch: w, Old: old, New: now}, true
}
