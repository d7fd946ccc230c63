package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The reasons why a simulated program cannot continue. A [Fault] wraps one of these or an error of
// package mem or isa.
var (
	ErrIllegal    = errors.New("illegal instruction")
	ErrNoMeaning  = errors.New("this instruction has no meaning in the simulator (gcnsim isa lists it as missing)")
	ErrNoCode     = errors.New("the program counter left the code")
	ErrLimit      = errors.New("limit reached")
	ErrDeadlock   = errors.New("no wave of the work-group can go on")
	ErrTrap       = errors.New("trap without a trap handler")
	ErrOperand    = errors.New("operand not usable")
	ErrPrivileged = errors.New("the instruction needs a privileged wave")
)

// Fault is the end of a simulated program that cannot continue: data, not a failure of the
// simulator.
type Fault struct {
	Group [3]uint32 // work-group id
	Wave  int       // wave in its work-group
	PC    uint64    // address of the instruction in the code object or binary
	Inst  string    // its text, or its words where it is no instruction
	Lane  int       // the lane at fault, -1 where it concerns the wave
	Err   error     // why: wraps one of the reasons, an error of package mem or isa, or Options.Context's cause

	// Where the instruction comes from, where whoever loaded the code knows.
	Place waitcnt.Place
}

// Error says what happened, where, and in which lane.
func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "sim: work-group %d,%d,%d wave %d pc %#x", f.Group[0], f.Group[1], f.Group[2], f.Wave, f.PC)
	if f.Inst != "" {
		fmt.Fprintf(&b, " %s", f.Inst)
	}
	b.WriteString(": ")
	var ae *mem.AccessError // it names the lane itself
	if f.Lane >= 0 && !errors.As(f.Err, &ae) {
		fmt.Fprintf(&b, "lane %d: ", f.Lane)
	}
	b.WriteString(f.Err.Error())
	if f.Place.Line > 0 {
		fmt.Fprintf(&b, " (%s:%d)", f.Place.File, f.Place.Line)
	}
	return b.String()
}

// Unwrap returns the reason.
func (f *Fault) Unwrap() error { return f.Err }

// fault stops the wave at record r. The first fault counts.
func (w *Wave) fault(r *Rec, lane int, err error) {
	w.stop |= StopFault
	if w.Fault != nil {
		return
	}
	w.Fault = &Fault{Group: w.group.ID, Wave: w.Num, PC: w.prog.addr(r.Slot) - w.prog.Bias, Inst: r.Text(),
		Lane: lane, Err: err}
}

// Text is the instruction's assembly text, or the reason why it is none.
func (r *Rec) Text() string {
	if r.X == nil || r.X.Inst.Form == nil {
		return ""
	}
	return r.X.Inst.String()
}

// notMeant is the executor of an instruction without a meaning.
func notMeant(w *Wave, r *Rec) { w.fault(r, -1, ErrNoMeaning) }

// illegal is the executor of words that are no instruction.
func illegal(w *Wave, r *Rec) {
	err := error(ErrIllegal)
	if r.X != nil && r.X.Err != nil {
		err = fmt.Errorf("%w: %w", ErrIllegal, r.X.Err)
	}
	w.fault(r, -1, err)
}

// offEnd is the executor of the record behind the last instruction.
func offEnd(w *Wave, r *Rec) {
	w.fault(r, -1, fmt.Errorf("%w: it ran past the end at %#x (an s_endpgm is missing, or the code was cut off)",
		ErrNoCode, w.prog.addr(r.Slot)-w.prog.Bias))
}
