package engine

import (
	"context"
	"fmt"

	"github.com/gcnsim/gcnsim/mem"
)

// Group is a work-group: waves that share LDS and barriers, run by one goroutine.
type Group struct {
	ID    [3]uint32 // x, y, z, in work-groups
	Index uint64    // linear number in the dispatch
	Waves []*Wave   // by Wave.Num
	LDS   *mem.LDS  // as large as Launch.LDS says; the waves share it

	size     [3]uint32 // in work-items
	disp     *Dispatch
	kcache   *mem.Cache
	own      *mem.Cache // memory for it, where work-groups do not share one
	rounds   int
	slot     int // of private memory
	idle     int // bytes that it takes, where nobody uses it
	notes    any // what a tenant keeps of it; stays when the work-group is used again
	ended    bool
	now      *Wave  // the wave that executes, or did last
	broken   bool   // the simulator has failed in it: its state means nothing
	fault    *Fault // where broken
	surveyed uint64 // Survey.Asked when it was seen last
	parted   parted // waves that have left it
	*groupRoom
}

// groupRoom is what one operation at a time needs while it is carried out. It stays when the work-group
// is used again.
type groupRoom struct {
	access    mem.DSAccess
	query     mem.BufferQuery
	buffers   [numBuffers]rawBuffer
	windows   *[numPaths]Windows // nil until there is host code that needs them
	notesRoom *Notes             // likewise
	notesFrom uint32             // where in it the last notes begin
	notesKept uint32             // and the next ones, behind what is kept
}

// slice is how many instructions a wave runs before the next one has its turn: long enough that
// switching costs nothing, short enough that waves that wait for each other in loops get on. Where a
// turn ends within a path of host code, executors execute what is left of the turn: between two barriers
// most programs execute less than a slice, and end turns there only.
const slice = 1 << 14

// step gives each wave one turn. It reports whether the group has ended, by finishing or by a
// fault.
func (g *Group) step(budget *int64) bool {
	progress, live := false, 0
	for _, w := range g.Waves {
		if w.State == Ended || w.State == Faulted {
			continue
		}
		g.now = w
		w.resume()
		live++
		if w.State != Running {
			continue
		}
		before := w.Insts
		n := w.run(int(min(int64(slice), *budget)))
		*budget -= int64(n)
		progress = progress || w.Insts != before || w.stop&stopEnd != 0
		w.settle()
		if w.State == Faulted {
			return true
		}
		if *budget <= 0 && !g.done() {
			w.end(TooManyInsts(g.disp.Opts.MaxInsts))
			return true
		}
		ended := g.disp.ended.Load() && !g.done()
		g.See(ended)
		if ended {
			w.end(context.Cause(g.disp.Opts.Context))
			return true
		}
		if m := g.disp.Opts.MaxCycles; m > 0 && w.clock() > m {
			w.end(tooManyCycles(m))
			return true
		}
	}
	return live == 0 || g.endRound(progress)
}

// endRound ends a round in which each wave had its turn: waves that have met at a barrier go on. It
// reports whether the group has ended. progress says that an instruction was executed.
func (g *Group) endRound(progress bool) bool {
	released := g.barrier()
	switch {
	case progress || released:
		g.rounds = 0
	case g.flush():
		// What is outstanding completes some day even if nothing waits for it.
	case g.rounds > 1000 || !g.shared():
		g.deadlock()
		return true
	default:
		g.rounds++
	}
	return g.done()
}

// resume lets a sleeping wave go on, and one that waits for a global resource try again.
func (w *Wave) resume() {
	switch w.State {
	case Sleeping:
		if w.clock() < w.wake {
			w.slept += w.wake - w.clock() // nothing else advances a functional clock
		}
		w.State = Running
	case Waiting:
		w.State = Running
	}
}

// shared reports whether another work-group could still let this one go on.
func (g *Group) shared() bool {
	for _, w := range g.Waves {
		if w.State == Waiting {
			return true
		}
	}
	return false
}

func (g *Group) done() bool {
	for _, w := range g.Waves {
		if w.State != Ended {
			return false
		}
	}
	return true
}

// settle turns stop bits into a state.
func (w *Wave) settle() {
	switch {
	case w.stop&StopFault != 0:
		w.State = Faulted
	case w.stop&stopEnd != 0:
		w.State = Ended
	case w.stop&stopHalt != 0:
		w.State = Halted
	case w.stop&stopBarrier != 0:
		w.State = AtBarrier
	case w.stop&stopSleep != 0:
		w.State = Sleeping
	case w.stop&StopYield != 0:
		w.State = Waiting
	}
	w.stop = 0
}

// barrier releases the waves when all that live have arrived; ended waves do not count (errata
// P-8).
func (g *Group) barrier() bool {
	n := 0
	for _, w := range g.Waves {
		switch w.State {
		case AtBarrier:
			n++
		case Ended:
		default:
			return false
		}
	}
	if n == 0 {
		return false
	}
	if t := g.disp.Tenant; t != nil {
		t.Barrier((*GroupCore)(g))
	}
	for _, w := range g.Waves {
		if w.State == AtBarrier {
			w.State = Running
		}
	}
	return true
}

// flush completes what waves have outstanding and reports whether there was any.
func (g *Group) flush() bool {
	any := false
	for _, w := range g.Waves {
		g.now = w
		for len(w.Counters.Ops()) > 0 && w.returnAny() {
			any = true
			if w.stop&StopFault != 0 {
				w.settle()
				return true
			}
		}
	}
	return any
}

// deadlock faults the first wave that cannot go on.
func (g *Group) deadlock() {
	for _, w := range g.Waves {
		if w.State == Ended || w.State == Faulted {
			continue
		}
		why := map[State]string{
			AtBarrier: "it waits at s_barrier for waves that never arrive",
			Halted:    "it is halted (s_sethalt) and nobody resumes it",
			Waiting:   "it waits for a global resource that nobody releases",
		}[w.State]
		ip := w.ip
		if ip > 0 && w.State != Waiting {
			ip--
		}
		w.fault(&w.prog.recs[ip], -1, fmt.Errorf("%w: %s", ErrDeadlock, why))
		w.settle()
		return
	}
}

// TooManyInsts is the error of the limit of instructions.
func TooManyInsts(limit int64) error {
	return fmt.Errorf("%w: %d instructions (is this loop endless? --max-insts raises the limit)", ErrLimit, limit)
}

// tooManyCycles is the error of the limit of clocks.
func tooManyCycles(limit uint64) error {
	return fmt.Errorf("%w: %d clocks of one wave (--max-cycles raises the limit)", ErrLimit, limit)
}

// end faults the wave before its next instruction.
func (w *Wave) end(err error) {
	w.fault(&w.prog.recs[w.ip], -1, err)
	w.settle()
}
