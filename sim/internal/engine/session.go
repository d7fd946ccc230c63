package engine

import (
	"errors"
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Session is a launch whose caller chooses what runs next.
type Session struct {
	Group   *Group // the work-group that executes; nil: all have ended
	k       *Worker
	scratch *mem.Range
	closed  bool

	// The round of the driver: each wave has its turn.
	at       int    // the wave that has it
	ran      int    // instructions that it has executed in it
	progress bool   // some wave has executed one
	began    uint64 // instructions that the work-group had executed when it got the worker

	executing bool // in execute, or has not come back from there
}

// NewSession begins a launch of one work-group and executes nothing yet.
func NewSession(r *Dispatch) (*Session, error) {
	if r.Total != 1 {
		return nil, fmt.Errorf("sim: session: grid %v with groups of %v is %d work-groups: a session has one",
			r.Grid, r.Launch.Group, r.Total)
	}
	r.Alone = true
	r.Opts.Keep, r.Result.State = true, make([]*Group, 1) // the waves stay the caller's
	scratch, err := r.mapScratch()
	if err != nil {
		return nil, err
	}
	k := NewWorker(r)
	if r.Opts.Count {
		k.counts = r.Result.Counts
	}
	k.hosted, k.live = r.Result.HostCounts, true
	return &Session{Group: k.take(nil), k: k, scratch: scratch}, nil
}

// Drive runs a launch as f wants it. What f leaves executes as it does without f.
func (r *Dispatch) Drive(f func()) {
	if r.session == nil {
		r.session = &Session{k: r.begin(0)}
		r.session.begin(r.session.k.take(nil))
	}
	f()
	s := r.session // which f may have exchanged for that of another moment
	s.k.runFrom(s.Group)
}

// Session is that of Drive.
func (r *Dispatch) Session() *Session { return r.session }

// Executing reports whether an instruction of the session executes now.
func (s *Session) Executing() bool { return s.executing }

// Executing reports whether an instruction of a driven launch executes now, or the launch has a
// driver that does not say.
func (r *Dispatch) Executing() bool { return r.session == nil || r.session.executing }

// begin makes a work-group the one that executes.
func (s *Session) begin(g *Group) {
	s.Group, s.at, s.ran, s.progress = g, 0, 0, false
	if g != nil {
		s.began = g.insts()
	}
}

// Next is the wave of Group whose turn it is: the order is that in which [Dispatch.Run] executes
// work-groups one after the other. A work-group that has ended is accounted for, and the next one
// begins. It is -1 where all have ended.
func (s *Session) Next() int {
	for s.Group != nil {
		g := s.Group
		ended := g.broken || g.faulted()
		if !ended {
			if wave := s.turn(); wave >= 0 {
				return wave
			}
			s.k.guarded(g, func() { ended = g.endRound(s.progress) })
			ended = ended || g.broken || g.over()
			s.at, s.ran, s.progress = 0, 0, false
		}
		switch {
		case ended:
			g.ended = true
			s.k.finish(g)
			s.begin(s.k.take(g))
		case g.insts()-s.began > quantum:
			s.begin(s.k.take(g))
		}
	}
	return -1
}

// turn is the wave that executes next in the round, -1 at its end.
func (s *Session) turn() int {
	for ; s.at < len(s.Group.Waves); s.at, s.ran = s.at+1, 0 {
		w := s.Group.Waves[s.at]
		if s.ran == 0 {
			w.resume()
		}
		if w.State == Running && s.ran < slice {
			return s.at
		}
	}
	return -1
}

// faulted reports whether a wave has a fault.
func (g *Group) faulted() bool {
	for _, w := range g.Waves {
		if w.State == Faulted {
			return true
		}
	}
	return false
}

// over reports whether every wave has ended or has a fault.
func (g *Group) over() bool {
	for _, w := range g.Waves {
		if w.State != Ended && w.State != Faulted {
			return false
		}
	}
	return true
}

// Step executes one instruction of a wave of Group and reports whether it could. It cannot when the
// wave has ended, is halted, or waits at a barrier at which others have not arrived, or for a global
// resource. A sleeping wave wakes up first.
func (s *Session) Step(wave int) bool { return s.execute(wave, 1) > 0 }

// Turn executes up to n instructions of the wave whose turn it is ([Session.Next]), as many as are
// left of its turn, and returns how many.
func (s *Session) Turn(n int) int { return s.execute(s.at, max(1, min(n, slice-s.ran))) }

// execute executes up to n instructions of a wave, and returns how many.
func (s *Session) execute(wave, n int) (done int) {
	g := s.Group
	w := g.Waves[wave]
	if g.broken {
		return 0
	}
	if w.State == AtBarrier {
		g.barrier()
	}
	w.resume()
	if w.State != Running || g.ended {
		return 0
	}
	r := s.k.r
	left := r.left.Load()
	if n = int(min(int64(n), left)); n <= 0 {
		w.end(TooManyInsts(r.Opts.MaxInsts))
		return 0
	}
	g.now = w
	before := w.Insts
	s.executing = true
	s.k.guarded(g, func() {
		w.run(n)
		w.settle()
	})
	s.executing = false
	done = int(w.Insts - before)
	r.left.Add(-int64(done))
	s.progress = s.progress || done > 0 || w.State == Ended
	if wave == s.at {
		s.ran += done
		if w.State == Waiting { // the others are next
			s.ran = slice
		}
	}
	if m := r.Opts.MaxCycles; m > 0 && w.clock() > m && !g.over() {
		w.end(tooManyCycles(m))
	}
	return done
}

// Run executes what is left of all waves and calls done, where it is not nil, the first time.
func (s *Session) Run(done func()) (*Result, error) {
	for !s.Group.ended {
		s.k.runGroup(s.Group)
	}
	if s.closed {
		return s.k.r.Result, nil
	}
	if s.scratch != nil {
		if err := s.k.r.Mem.Unmap(s.scratch); err != nil {
			return nil, err
		}
	}
	s.closed = true
	s.k.r.Finish(done)
	return s.k.r.Result, nil
}

// Next returns the instruction that the wave executes next, and its address.
func (w *Wave) Next() (in isa.Inst, pc uint64, err error) {
	in, err = w.prog.Inst(w.PC())
	return in, w.PC(), err
}

// SetPC makes the wave execute the instruction at an address next. The error is that of an address
// outside the program. A wave on a chip with a clock has fetched its next instruction already: it
// keeps it.
func (w *Wave) SetPC(pc uint64) error {
	p := w.prog
	switch off := pc - p.Base; {
	case off >= uint64(len(p.code)) || off%4 != 0:
		return fmt.Errorf("sim: pc %#x: %w", pc-p.Bias, ErrNoCode)
	case w.timed:
		return errors.New("sim: a wave on a chip with a clock has fetched its next instruction: its pc cannot be set")
	}
	w.ip = uint32((pc - p.Base) / 4)
	return nil
}

// Clock is the shader clock: the chip's, or that of the functional driver, which counts four for
// each instruction and those of s_sleep.
func (w *Wave) Clock() uint64 { return w.clock() }

// WriteS sets n scalar registers from a source code on (EXEC, VCC and M0 included), as an
// instruction would.
func (w *Wave) WriteS(code uint16, v ...uint32) {
	for i, x := range v {
		w.setS32(code+uint16(i), x)
	}
}

// WriteSCC sets SCC, as an instruction would.
func (w *Wave) WriteSCC(v bool) {
	w.SCC = v
	w.SWritten[isa.CodeSCC>>6] |= 1 << (isa.CodeSCC & 63)
}

// WriteV sets the lanes of a vector register that mask names, as an instruction would.
func (w *Wave) WriteV(reg uint8, row *isa.Row, mask uint64) {
	merge(&w.V[reg], row, mask)
	w.VWritten[reg] |= mask
}

// Position is the instruction that a wave is at: the last one where it has ended or faulted, the
// next one where it has not. The address is relative to [Program.Bias].
func (w *Wave) Position() (pc uint64, text string) {
	ip := w.ip
	switch {
	case w.Fault != nil:
		return w.Fault.PC, w.Fault.Inst
	case w.State == Ended && ip > 0:
		ip-- // s_endpgm and its like take one dword
	}
	pc = w.prog.addr(ip)
	if in, err := w.prog.Inst(pc); err == nil {
		text = in.String()
	}
	return pc - w.prog.Bias, text
}

// Issued is the instruction that issued an operation which is outstanding in w.Counters. The
// address is relative to [Program.Bias].
func (w *Wave) Issued(op waitcnt.Op) (pc uint64, text string) {
	r := w.recOf(op.Slot)
	return w.prog.addr(r.Slot) - w.prog.Bias, r.Text()
}

// KCache is the scalar cache of the work-group.
func (g *Group) KCache() *mem.Cache { return g.kcache }

// Group is the wave's work-group.
func (w *Wave) Group() *Group { return w.group }

// Program is what the wave executes.
func (w *Wave) Program() *Program { return w.prog }
