package debug

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Config says what is debugged.
type Config struct {
	File    *launch.File    // the launches, their buffers and what is expected
	Object  *codeobj.Object // the code; [run.Code] reads that of File
	Raw     bool            // Object is no code object: launches name an entry
	Text    string          // the file that the lines of Object are of, where it was text; empty: File's code
	Options sim.Options     // how it is run: policy, Check, Timing, limits. Hooks and Drive are the session's
}

// ErrEnded is the error of what needs a running program when all launches have ended.
var ErrEnded = errors.New("the program has ended")

// Session is a debugger of one program. It is for one goroutine, apart from [Session.Interrupt].
type Session struct {
	cfg    Config
	Source *Source // where its instructions come from

	m      *machine
	edits  []edit         // what the user has changed, in the order of ticks
	chosen map[uint64]int // by tick: the wave that the user has chosen to step
	focus  WaveID

	points      []*Breakpoint
	watches     []*Watchpoint
	number      int // of the last breakpoint or watchpoint
	stopOn      waitcnt.Severity
	interrupted atomic.Bool
	named       map[string]snapshot
}

// WaveID names a wave of the launch that runs.
type WaveID struct {
	Group uint64 // linear number of the work-group
	Wave  int    // in its work-group
}

// String is "0.1": work-group and wave.
func (id WaveID) String() string { return fmt.Sprintf("%d.%d", id.Group, id.Wave) }

// idOf is the name of a wave.
func idOf(w *sim.Wave) WaveID { return WaveID{w.Group().Index, w.Num} }

// Open begins a session. It has stopped before the first instruction.
func Open(cfg Config) (*Session, error) {
	cfg.Options.Context = nil // Interrupt is for that
	cfg.Options.Host = "go"
	s := &Session{cfg: cfg, Source: newSource(&cfg), chosen: map[uint64]int{}, stopOn: waitcnt.Error,
		named: map[string]snapshot{}}
	m := s.start(nil)
	s.m = m
	m.run(func() bool { return true })
	if m.err != nil {
		return nil, m.err
	}
	s.refocus()
	return s, nil
}

// Close ends the session. It may be called again.
func (s *Session) Close() { s.m.kill() }

// Timed reports whether a clock runs.
func (s *Session) Timed() bool { return s.cfg.Options.Timing != nil }

// Gen is the generation of the program.
func (s *Session) Gen() isa.Gen { return s.cfg.Object.Gen }

// Tick is how many instructions have begun, all launches and waves together.
func (s *Session) Tick() uint64 { return s.m.tick }

// Ended reports whether all launches have ended. The waves of the last work-groups can still be
// read.
func (s *Session) Ended() bool { return s.m.over }

// Outcome is what the launches gave: complete when they have ended.
func (s *Session) Outcome() *run.Outcome { return s.m.out }

// Launch is the number of the launch that runs.
func (s *Session) Launch() int { return s.m.launch }

// Interrupt makes a running program stop before its next instruction. It may be called from another
// goroutine.
func (s *Session) Interrupt() { s.interrupted.Store(true) }

// Findings are what the checker has found so far.
func (s *Session) Findings() []waitcnt.Finding {
	if s.m.over && s.m.out != nil {
		var list []waitcnt.Finding
		for i := range s.m.out.Launches {
			list = append(list, s.m.out.Launches[i].Result.Findings...)
		}
		return list
	}
	return s.m.found
}

// Waves are the waves of the work-groups that run, or that have run last, in order.
func (s *Session) Waves() (list []*sim.Wave) {
	for _, g := range s.m.groups {
		list = append(list, g.Waves...)
	}
	return list
}

// Next is the wave that executes next, nil where the program has ended.
func (s *Session) Next() *sim.Wave { return s.m.wave }

// Wave finds a wave of a work-group that runs.
func (s *Session) Wave(id WaveID) (*sim.Wave, error) {
	if w, err := s.m.find(id); err == nil {
		return w, nil
	}
	var groups []uint64
	for _, g := range s.m.groups {
		groups = append(groups, g.Index)
	}
	return nil, fmt.Errorf("there is no wave %v: work-groups %v are there", id, groups)
}

// Focus is the wave that commands are about: the one that executes next, until another is chosen.
func (s *Session) Focus() *sim.Wave {
	w, err := s.Wave(s.focus)
	if err != nil {
		return nil
	}
	return w
}

// SetFocus chooses the wave that commands are about. A work-group that does not run is waited for:
// see [Session.RunToGroup].
func (s *Session) SetFocus(id WaveID) error {
	if _, err := s.Wave(id); err != nil {
		return err
	}
	s.focus = id
	return nil
}

// refocus makes the wave that executes next the one that commands are about.
func (s *Session) refocus() {
	if s.m.wave != nil {
		s.focus = idOf(s.m.wave)
	}
}

// edit is a change by the user.
type edit struct {
	tick  uint64
	apply func(m *machine) error
	place Place // what it changes
}

// change applies an edit, and notes it.
func (s *Session) change(e edit) error {
	e.tick = s.m.tick
	if err := e.apply(s.m); err != nil {
		return err
	}
	s.edits = append(s.edits, e)
	return nil
}

// forget drops what was done after a tick.
func (s *Session) forget(tick uint64) {
	s.edits = slices.DeleteFunc(s.edits, func(e edit) bool { return e.tick > tick })
	for t := range s.chosen {
		if t >= tick {
			delete(s.chosen, t)
		}
	}
}

// machine is a run of the program, on a goroutine of its own. Its fields belong to that goroutine
// while it runs, and to the session's while it is parked.
type machine struct {
	s     *Session
	stop  func() bool // reports whether to park before the next instruction
	quiet uint64      // the tick up to which stop is not asked
	// passed is told that a wave has executed n instructions behind insts ones; nil: nobody is
	passed  func(w *sim.Wave, insts, n uint64)
	parked  chan struct{} // it is parked, or over
	resume  chan bool     // false: end
	running bool          // there is a goroutine
	choices []uint64      // ticks at which the user has chosen who steps, from here on
	query   *query
	history history

	progress
}

// progress is how far a machine is: what it goes back to.
type progress struct {
	launches *run.Sequence
	out      *run.Outcome
	launch   int
	groups   []*sim.Group // that run; those of the last launch where all have ended
	wave     *sim.Wave    // that executes next; nil: none
	tick     uint64
	over     bool
	err      error
	next     int // of Session.edits: the first that is not applied
	// one more than the tick at which a wave could not step: it waits, and others have to go on first
	waited uint64
	ran    struct {
		wave  *sim.Wave // that has executed last
		pc    uint64    // what
		insts uint64    // how many it had executed before
	}

	found    []waitcnt.Finding
	fresh    int        // of found: since it was last resumed
	returned []Returned // since it was last resumed
}

// Returned is an operation that has returned.
type Returned struct {
	Wave WaveID
	PC   uint64 // of the instruction that issued it, as disassemblers print it
	Inst string // that instruction, as assembly
}

// maxReturned is how many operations that have returned are told.
const maxReturned = 8

// start makes a machine that has executed nothing; q, if it is not nil, asks who writes a place.
func (s *Session) start(q *query) *machine {
	m := &machine{s: s, parked: make(chan struct{}), resume: make(chan bool), query: q}
	opts := s.cfg.Options
	hooks := &sim.Hooks{Returned: m.noteReturned, Found: func(f *waitcnt.Finding) { m.found = append(m.found, *f) }}
	opts.Hooks = hooks
	if q != nil {
		opts.Check, opts.Wrote = false, q.wrote
		m.history.due = never
	}
	if s.Timed() {
		opts.Workers = 1
		hooks.Before = func(w *sim.Wave) {
			m.arrive(w)
			m.executes(w)
			m.pass(1)
		}
		hooks.WaveStart = func(w *sim.Wave) { m.enter(w.Group()) }
		hooks.GroupEnd = m.leave
		hooks.Window = func() bool {
			m.keep()
			return false
		}
	} else {
		opts.Drive = m.drive
	}
	m.launches = run.Begin(s.cfg.File, s.cfg.Object, s.cfg.Raw, opts, m.begin)
	m.goOn()
	return m
}

// goOn makes the goroutine of a machine that has none, which runs when it is resumed.
func (m *machine) goOn() {
	m.running = true
	go func() {
		defer func() {
			m.over, m.wave, m.running = true, nil, false
			m.parked <- struct{}{}
		}()
		if !<-m.resume {
			runtime.Goexit()
		}
		m.out, m.err = m.launches.Run()
	}()
}

// begin is called before each launch.
func (m *machine) begin(out *run.Outcome, i int) []sim.Place {
	m.out, m.launch, m.groups = out, i, nil
	if m.query != nil && (i == m.query.launch || m.query.place.Space == sim.InMemory) {
		return []sim.Place{m.query.place}
	}
	return nil
}

// enter and leave keep the list of work-groups.
func (m *machine) enter(g *sim.Group) {
	if len(m.groups) > 0 && m.groups[len(m.groups)-1] == g {
		return
	}
	m.groups = slices.DeleteFunc(m.groups, over)
	m.groups = append(m.groups, g)
}

func (m *machine) leave(*sim.Group) {
	if live := slices.DeleteFunc(slices.Clone(m.groups), over); len(live) > 0 {
		m.groups = live
	}
}

// over reports whether no wave of the work-group executes any more.
func over(g *sim.Group) bool {
	for _, w := range g.Waves {
		if w.State != sim.Ended {
			return false
		}
	}
	return true
}

// drive is the loop of a launch without a clock.
func (m *machine) drive(d *sim.Drive) {
	for w := d.Next(); w != nil; w = d.Next() {
		m.groups = append(m.groups[:0], d.Group())
		m.keep()
		if n := m.ahead(); n > 1 {
			m.wave = w
			m.executes(w)
			m.pass(uint64(d.Turn(int(min(n, 1<<20)))))
			m.ran.insts = w.Insts
			continue
		}
		m.arrive(w)
		wave, ok := m.s.chosen[m.tick]
		if !ok || wave >= len(d.Group().Waves) || m.waited > m.tick {
			wave = m.wave.Num
		}
		m.executes(d.Group().Waves[wave])
		if d.Step(wave) {
			m.pass(1)
		} else {
			m.waited = m.tick + 1
		}
		m.ran.insts = m.ran.wave.Insts
	}
}

// ahead is how many instructions nobody wants to look at before.
func (m *machine) ahead() uint64 {
	if m.tick >= m.quiet {
		return 0
	}
	end := m.quiet
	if m.next < len(m.s.edits) {
		end = min(end, m.s.edits[m.next].tick)
	}
	for len(m.choices) > 0 && m.choices[0] < m.tick {
		m.choices = m.choices[1:]
	}
	if len(m.choices) > 0 {
		end = min(end, m.choices[0])
	}
	end = min(end, m.history.due)
	return end - min(end, m.tick)
}

// executes notes what executes now.
func (m *machine) executes(w *sim.Wave) { m.ran.wave, m.ran.pc, m.ran.insts = w, w.PC(), w.Insts }

// pass notes that n instructions of it have executed, or do now.
func (m *machine) pass(n uint64) {
	if m.passed != nil {
		m.passed(m.ran.wave, m.ran.insts, n)
	}
	m.tick += n
}

// arrive is called before each instruction.
func (m *machine) arrive(w *sim.Wave) {
	m.wave = w
	for m.next < len(m.s.edits) && m.s.edits[m.next].tick <= m.tick {
		e := &m.s.edits[m.next]
		_ = e.apply(m) // it could be, the first time
		m.next++
		if m.query != nil {
			m.query.edited(e)
		}
	}
	if !m.stop() {
		return
	}
	m.parked <- struct{}{}
	if !<-m.resume {
		runtime.Goexit()
	}
}

// goTo lets the machine run until so many instructions have begun, or to its end.
func (m *machine) goTo(tick uint64) {
	m.quiet, m.choices = tick, slices.Sorted(maps.Keys(m.s.chosen))
	m.history.aim(tick)
	m.run(func() bool { return m.tick >= tick })
	m.quiet = 0
	m.history.roam()
}

// run lets the machine run until stop reports true, or to its end. stop is called before each
// instruction but the one before which it is parked.
func (m *machine) run(stop func() bool) {
	if m.over {
		return
	}
	m.stop = stop
	m.resume <- true
	<-m.parked
}

// kill ends the goroutine of a machine that is parked.
func (m *machine) kill() {
	if !m.running {
		return
	}
	m.resume <- false
	<-m.parked
}

func (m *machine) noteReturned(w *sim.Wave, in *isa.Inst, pc uint64) {
	if len(m.returned) <= maxReturned {
		m.returned = append(m.returned, Returned{idOf(w), pc - w.Program().Bias, in.String()})
	}
}

// find finds a wave of the work-groups that run.
func (m *machine) find(id WaveID) (*sim.Wave, error) {
	for _, g := range m.groups {
		if g.Index == id.Group && id.Wave >= 0 && id.Wave < len(g.Waves) {
			return g.Waves[id.Wave], nil
		}
	}
	return nil, fmt.Errorf("there is no wave %v", id)
}
