package engine

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Session is a launch of one work-group whose caller chooses what runs next.
type Session struct {
	Group   *Group
	k       *Worker
	scratch *mem.Range
	closed  bool
}

// NewSession begins a launch and executes nothing yet.
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
	k.hosted = r.Result.HostCounts
	return &Session{Group: k.take(nil), k: k, scratch: scratch}, nil
}

// Step executes one instruction of a wave and reports whether it could: not when the wave has
// ended, is halted, or waits at a barrier at which others have not arrived. A sleeping wave wakes
// up first.
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
		w.end(TooManyInsts(s.k.r.Opts.MaxInsts))
		return false
	}
	g.now = w
	s.k.guarded(g, func() {
		w.run(1)
		w.settle()
	})
	return true
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
	r := w.tokens[op.Slot].Rec
	return w.prog.addr(r.Slot) - w.prog.Bias, r.Text()
}

// KCache is the scalar cache of the work-group.
func (g *Group) KCache() *mem.Cache { return g.kcache }

// Group is the wave's work-group.
func (w *Wave) Group() *Group { return w.group }

// Program is what the wave executes.
func (w *Wave) Program() *Program { return w.prog }
