package engine

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// ErrDefect is the reason of a fault that the simulated program has not caused: the simulator
// itself has failed.
var ErrDefect = errors.New("defect of gcnsim")

// DefectError is a panic of the simulator while it executed a program. It ends the launch as a
// fault does, at the instruction that brought it up, so that a library's caller keeps its process.
type DefectError struct {
	Value any    // what the panic was raised with
	Stack []byte // of the goroutine, as [debug.Stack] gives it
}

// Error says what to do about it. The stack is not part of it.
func (e *DefectError) Error() string {
	return fmt.Sprintf("%v, not of the program: %v (please report it, with the program; the state after it means nothing)",
		ErrDefect, e.Value)
}

// Unwrap returns [ErrDefect], and the error that the panic was raised with if it was one.
func (e *DefectError) Unwrap() []error {
	if err, ok := e.Value.(error); ok {
		return []error{ErrDefect, err}
	}
	return []error{ErrDefect}
}

// Caught is what a panic's value becomes.
func Caught(v any) *DefectError { return &DefectError{Value: v, Stack: debug.Stack()} }

// guarded calls f for a work-group. A panic becomes a fault of the wave that was executing. A panic
// of a hook goes on: it is the caller's.
func (k *Worker) guarded(g *Group, f func()) {
	defer func() {
		if v := recover(); v != nil {
			if k.InHook {
				panic(v)
			}
			g.defect(Caught(v))
		}
	}()
	f()
}

// defect makes a defect the fault of the wave that was executing, or of the work-group where none
// was. Nothing of the work-group may execute after it.
func (g *Group) defect(err error) {
	g.broken = true
	g.fault = &Fault{Group: g.ID, PC: g.disp.Entry - g.disp.Prog.Bias, Lane: -1, Err: err}
	if w := g.now; w != nil {
		w.Fault, w.stop = nil, 0
		w.fault(w.lastRec(), -1, err)
		w.settle()
		g.fault = w.Fault
	}
}

// lastRec is the record of the instruction that the wave has begun to execute last: jumps apart,
// the one before the program counter.
func (w *Wave) lastRec() *Rec {
	recs := w.prog.recs
	for n := uint32(1); n <= maxRecLen && n <= w.ip; n++ {
		if r := &recs[w.ip-n]; uint32(r.Len) == n {
			return r
		}
	}
	if w.ip > 0 && recs[w.ip-1].X == nil { // inside another instruction
		return w.prog.coldRec(&recs[w.ip-1])
	}
	return &recs[min(int(w.ip), len(recs)-1)]
}

// maxRecLen is the length of the longest instruction in dwords.
const maxRecLen = 2
