package sim

import (
	"errors"

	"github.com/gcnsim/gcnsim/sim/internal/clock"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/sim/internal/state"
	"github.com/gcnsim/gcnsim/sim/internal/writers"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Execution is a launch that can be interrupted, and gone back in: [Device.Start] gives it.
type Execution struct {
	launch   *Launch
	dispatch *engine.Dispatch
	check    *dyncheck.Checker
	checks   *dyncheck.Pool // of the device
	chip     *clock.Clock
	begun    bool
	over     bool
	result   *Result
	driven   *driven
}

// driven says that Options.Drive drives a launch now. Going back does not change that.
type driven struct{ now bool }

var _ = state.Fixed[driven]()

// Errors of executions.
var (
	// ErrInterrupted is what [Execution.Run] returns where [Hooks].Window has interrupted the launch.
	ErrInterrupted = errors.New("sim: the launch is interrupted: Run goes on with it")
	// ErrExecuting is the error of a snapshot while an instruction executes, or where work-groups run
	// by themselves.
	ErrExecuting = errors.New("sim: a snapshot is taken between instructions: in Options.Drive, in Hooks.Window of a " +
		"launch with a clock, and before or after a run")
	// ErrOther is the error of restoring a snapshot of something else.
	ErrOther = errors.New("sim: the snapshot is of another launch or device")
)

// Start makes a launch ready to run, and executes nothing yet. The error is that of [Device.Run].
func (d *Device) Start(l *Launch) (*Execution, error) {
	x, err := d.start(l)
	if err == nil {
		x.dispatch.Lasting = true
	}
	return x, err
}

func (d *Device) start(l *Launch) (*Execution, error) {
	r, check, err := d.dispatch(l)
	if err != nil {
		return nil, err
	}
	x := &Execution{launch: l, dispatch: r, check: check, checks: &d.checks, driven: new(driven)}
	if o := &l.Options; o.Timing != nil {
		fail := func(why string) (*Execution, error) { return nil, errors.New("sim: timing: " + why) }
		switch {
		case o.Check:
			return fail("checking needs the functional mode: it wants operations to return as late as they can")
		case o.explorer != nil:
			return fail("exploring orders of return needs the functional mode: here the clock decides when operations return")
		case o.Policy != nil:
			return fail("a return policy needs the functional mode: here the clock decides when operations return")
		}
		if x.chip, err = clock.New(r, o.Timing, r.Workers(), &d.clocks); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Run executes the launch from where it is to its end, and returns what it did as [Device.Run] does.
// The error is [ErrInterrupted] where a hook has interrupted it. Once it is over, further calls
// return the same. A launch that was left in another way, by a panic of a hook, can only be restored.
func (x *Execution) Run() (*Result, error) {
	if x.over {
		return x.result, nil
	}
	own := x.owner()
	x.checks.LaunchBegins(own)
	defer x.checks.LaunchEnds(own)
	run := x.dispatch.Resume
	if !x.begun {
		workers := x.dispatch.Workers()
		run = func(drive func() bool) (bool, error) { return x.dispatch.Run(workers, drive) }
	}
	x.begun = true
	over, err := run(x.driver())
	switch {
	case err != nil:
		return nil, err
	case !over:
		return nil, ErrInterrupted
	}
	x.finish()
	return x.result, nil
}

// owner is the checker of a launch that may own memory, else nil.
func (x *Execution) owner() *dyncheck.Checker {
	if o := &x.launch.Options; o.Timing != nil || x.dispatch.Lasting || o.Hooks.SeesWaves() {
		return nil
	}
	return x.check
}

// driver is what runs the launch, nil where work-groups run by themselves.
func (x *Execution) driver() func() bool {
	switch f := x.launch.Options.Drive; {
	case x.chip != nil:
		return x.chip.Run
	case f != nil:
		return func() bool {
			x.driven.now = true
			defer func() { x.driven.now = false }()
			x.dispatch.Drive(func() { f(&Drive{x.dispatch}) })
			return true
		}
	}
	return nil
}

// finish makes the result of a launch that is over.
func (x *Execution) finish() {
	r := x.dispatch
	var findings []waitcnt.Finding
	r.Finish(func() {
		if x.check != nil {
			findings = x.check.Findings()
		}
	})
	x.result = newResult(r.Result)
	x.result.Findings = withDry(r, findings)
	if w, ok := r.Tenant.(*writers.Watch); ok {
		x.result.Writers = w.Writers()
	}
	if x.chip != nil {
		x.result.Timing = x.chip.Timing()
	}
	x.over = true
}

// Snapshot is the state of a launch, or of a [Session], with that of its device: memory, GDS, waves,
// operations in flight, caches, and what the checker knows.
type Snapshot struct {
	of     any
	state  *state.State
	driven bool // it was taken in Options.Drive
}

// Size is about how many bytes the snapshot takes, without memory of the program: of that, it has
// the pages that were written since.
func (s *Snapshot) Size() int { return s.state.Size() }

// Snapshot keeps where the launch is. It can be taken between instructions only: see [ErrExecuting].
func (x *Execution) Snapshot() (*Snapshot, error) {
	switch {
	case x.over || !x.begun:
	case x.chip != nil:
		if !x.chip.Between() {
			return nil, ErrExecuting
		}
	case x.dispatch.Executing():
		return nil, ErrExecuting
	}
	return &Snapshot{of: x, state: state.Keep(nil, x), driven: x.driven.now}, nil
}

// Restore makes the launch and its device be as they were at a snapshot of it: [Execution.Run] goes
// on from there. It may be done again and again, with older and newer snapshots. No instruction may
// execute meanwhile: it is done between calls of Run, or in Options.Drive with a snapshot that was
// taken there. Nothing else may use the device meanwhile; launches that have run on it since are
// undone. The error is [ErrOther], or [ErrExecuting] where it cannot be done here.
func (x *Execution) Restore(s *Snapshot) error {
	switch {
	case s.of != any(x):
		return ErrOther
	case x.driven.now && !s.driven:
		return ErrExecuting
	}
	return s.state.Restore()
}

// Snapshot keeps where the session is, with the state of the device.
func (s *Session) Snapshot() (*Snapshot, error) {
	if s.session.Executing() {
		return nil, ErrExecuting
	}
	return &Snapshot{of: s, state: state.Keep(nil, s)}, nil
}

// Restore makes the session and its device be as they were at a snapshot of it, operations in flight
// included, also after [Session.Run]. It may be done again and again. Nothing else may use the device
// meanwhile.
func (s *Session) Restore(x *Snapshot) error {
	if x.of != any(s) {
		return ErrOther
	}
	return x.state.Restore()
}

// DeviceSnapshot is what a device held between two launches.
type DeviceSnapshot struct {
	of    *Device
	state *state.State
}

// Snapshot keeps what memory and GDS hold. Take it when nothing runs.
func (d *Device) Snapshot() *DeviceSnapshot {
	return &DeviceSnapshot{of: d, state: state.Keep(nil, &d.Mem, &d.GDS)}
}

// Restore makes memory and GDS be as they were at a snapshot of the device. Do it when nothing runs.
func (d *Device) Restore(s *DeviceSnapshot) error {
	if s.of != d {
		return ErrOther
	}
	return s.state.Restore()
}
