package sim

import (
	"errors"
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Session is a launch of one work-group that the caller drives: unit tests and debuggers step single waves, and read or change registers, LDS and
// memory in between. The executors are those of [Device.Run]; only the choice of what runs next is the caller's. It is for one goroutine.
type Session struct {
	Group *Group // its waves and LDS

	d       *Device
	k       *worker
	check   *Checker
	scratch *mem.Range
	closed  bool
}

// Begin prepares a launch of exactly one work-group and executes nothing yet.
func (d *Device) Begin(l *Launch) (*Session, error) {
	r, err := d.newDispatch(l)
	if err != nil {
		return nil, err
	}
	if r.total != 1 {
		return nil, fmt.Errorf("sim: session: grid %v with groups of %v is %d work-groups: a session has one", l.Grid, l.Group, r.total)
	}
	if r.opts.Timing != nil {
		return nil, errors.New("sim: session: its caller decides what runs next, so it has no clock (Options.Timing)")
	}
	r.alone = true
	r.opts.Keep, r.result.State = true, make([]*Group, 1) // the waves stay the caller's
	scratch, err := r.mapScratch()
	if err != nil {
		return nil, err
	}
	var check *Checker
	if r.opts.Check {
		check = NewChecker(r)
	}
	k := &worker{r: r}
	if r.opts.Count {
		k.counts = r.result.Counts
	}
	return &Session{Group: k.take(nil), d: d, k: k, check: check, scratch: scratch}, nil
}

// Step executes one instruction of a wave and reports whether it could: not when the wave has ended, is halted, or waits at a barrier at which others
// have not arrived. A sleeping wave wakes up first.
func (s *Session) Step(wave int) bool {
	g := s.Group
	w := g.Waves[wave]
	if g.broken {
		return false
	}
	if w.State == AtBarrier {
		g.barrier()
	}
	w.resume()
	if w.State != Running || g.ended {
		return false
	}
	if s.k.r.left.Add(-1) < 0 {
		w.limit(tooManyInsts, s.k.r.opts.MaxInsts)
		return false
	}
	g.now = w
	s.k.guarded(g, func() {
		w.run(1)
		w.settle()
	})
	return true
}

// Run executes what is left of all waves, as [Device.Run] does, and returns the result. Further calls return the same.
func (s *Session) Run() (*Result, error) {
	for !s.Group.ended {
		s.k.runGroup(s.Group)
	}
	if s.scratch != nil && !s.closed {
		if err := s.d.Mem.Unmap(s.scratch); err != nil {
			return nil, err
		}
	}
	if !s.closed {
		if s.check != nil {
			s.k.r.finish(func() { s.k.r.result.Findings = s.check.Findings() })
		}
	}
	s.closed = true
	return s.k.r.result, nil
}

// Next returns the instruction that the wave executes next, and its address.
func (w *Wave) Next() (in isa.Inst, pc uint64, err error) {
	in, err = w.prog.Inst(w.PC())
	return in, w.PC(), err
}

// WriteS sets n scalar registers from a source code on (EXEC, VCC and M0 included), as an instruction would.
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

// Position is the instruction that a wave is at: the last one where it has ended or faulted, the next
// one where it has not. The address is relative to [Program.Bias].
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

// Issued is the instruction that issued an operation which is outstanding in w.Counters. The address is
// relative to [Program.Bias].
func (w *Wave) Issued(op waitcnt.Op) (pc uint64, text string) {
	r := w.tokens[op.Slot].r
	return w.prog.addr(r.slot) - w.prog.Bias, r.text()
}

// KCache is the scalar cache of the work-group.
func (g *Group) KCache() *mem.Cache { return g.kcache }

// Group is the wave's work-group.
func (w *Wave) Group() *Group { return w.group }

// Program is what the wave executes.
func (w *Wave) Program() *Program { return w.prog }
