package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The statuses of a record. All but StatusLost are the task's own: another run has the same.
const (
	StatusDone  = "done"
	StatusUnmet = "unmet" // an expectation does not hold, or a command's exit status is another one
	StatusFault = "fault" // the simulated program cannot go on
	StatusLimit = "limit" // it went over a limit of instructions, clocks or memory
	StatusError = "error" // there is no such chip, or the code does not compile or cannot be run
	StatusLost  = "lost"  // the host failed: time, memory, a signal, a file that cannot be read
)

// Record is the result of a task. Its JSON is the same bytes in every run.
type Record struct {
	Task string `json:"task"` // its name
	Params
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"` // of a status that is not done

	Cycles       uint64  `json:"cycles,omitempty"`       // clocks of the chip, all launches together; 0 without a clock
	Microseconds float64 `json:"microseconds,omitempty"` // cycles at the chip's clock
	Insts        uint64  `json:"insts,omitempty"`        // executed by all waves
	Waves        uint64  `json:"waves,omitempty"`        // that ran
	Unmet        int     `json:"unmet,omitempty"`        // expectations that do not hold

	Stalls   map[string]uint64 `json:"stalls,omitempty"`   // clocks of waves, by reason
	Units    map[string]Unit   `json:"units,omitempty"`    // by kind of unit
	Caches   map[string]Lines  `json:"caches,omitempty"`   // by kind of cache
	Findings *Findings         `json:"findings,omitempty"` // nil where they are not recorded
	Memory   map[string]string `json:"memory,omitempty"`   // SHA-256 of buffers, by name

	Exit   *int   `json:"exit,omitempty"`   // of a command
	Output string `json:"output,omitempty"` // the end of what it wrote

	cause string // of a fault: what is wrong, without where
}

// Unit is how much a kind of unit had to do, over all launches.
type Unit struct {
	Busy  uint64 `json:"busy"`            // clocks, of all units together
	Insts uint64 `json:"insts"`           // or lines
	Bytes uint64 `json:"bytes,omitempty"` // that were moved
}

// Lines are those that a kind of cache had, and had not.
type Lines struct {
	Hits   uint64 `json:"hits"`
	Misses uint64 `json:"misses"`
}

// Findings are what the checked run found.
type Findings struct {
	Errors   int            `json:"errors"`          // of severity error
	Warnings int            `json:"warnings"`        // of severity warning
	Rules    map[string]int `json:"rules,omitempty"` // places, by rule
}

// recorders are what can be recorded.
var recorders = []struct {
	name string
	when func(s *Sweep) bool // it is recorded where the spec names nothing
}{
	{"cycles", func(s *Sweep) bool { return s.timed() }},
	{"stalls", func(s *Sweep) bool { return s.timed() }},
	{"units", func(s *Sweep) bool { return s.timed() }},
	{"caches", func(s *Sweep) bool { return s.timed() }},
	{"insts", func(s *Sweep) bool { return s.Spec.Command == nil }},
	{"findings", func(s *Sweep) bool { return s.Spec.Command == nil && !s.timed() }},
	{"memory", func(s *Sweep) bool { return s.Spec.Command == nil }},
	{"output", func(*Sweep) bool { return false }},
}

// Recordable are the names that "record" can have.
func Recordable() (list []string) {
	for _, r := range recorders {
		list = append(list, r.name)
	}
	return list
}

func (s *Sweep) defaultRecord() (list []string) {
	for _, r := range recorders {
		if r.when(s) {
			list = append(list, r.name)
		}
	}
	return list
}

// timed reports whether tasks have a clock.
func (s *Sweep) timed() bool { return s.Spec.Command == nil && s.mode() == ModeTiming }

// lost is an error of the host.
type lost struct{ err error }

func (l *lost) Error() string { return l.err.Error() }
func (l *lost) Unwrap() error { return l.err }

// errTime is the end of a task that takes too long.
var errTime = errors.New("over the limit of time")

// Run runs a task and returns its record in JSON. An error is the end of ctx: there is no record.
func (s *Sweep) Run(ctx context.Context, i int) ([]byte, error) {
	t := s.Task(i)
	r := &Record{Task: s.names[i].String(), Params: t.Params, Status: StatusDone}
	within := ctx
	if d := time.Duration(s.Spec.Limits.Time); d > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeoutCause(ctx, d, fmt.Errorf("%w: %v", errTime, d))
		defer cancel()
	}
	err := t.run(within, r)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		r.Status, r.Reason = statusOf(err), err.Error()
	}
	r.Reason = s.plain(r.Reason)
	if r.Status == StatusLost { // nothing that another run would not have, too
		*r = Record{Task: r.Task, Params: r.Params, Status: r.Status, Reason: r.Reason}
	}
	return json.Marshal(r)
}

// LostRecord is the record of a task that the host could not do.
func (s *Sweep) LostRecord(i int, reason string) ([]byte, error) {
	return json.Marshal(&Record{Task: s.names[i].String(), Params: s.Task(i).Params, Status: StatusLost, Reason: reason})
}

// statusOf is the status of an error.
func statusOf(err error) string {
	var path *fs.PathError
	var host *lost
	switch {
	case errors.As(err, &host), errors.As(err, &path), errors.Is(err, errTime):
		return StatusLost
	case errors.Is(err, mem.ErrLimit), errors.Is(err, mem.ErrUse), errors.Is(err, sim.ErrLimit):
		return StatusLimit
	}
	return StatusError
}

// plain is a reason without the folders that spec and results are in, which may be others elsewhere.
func (s *Sweep) plain(reason string) string {
	for _, dir := range []string{s.folder, s.dir} {
		if dir != "." && dir != "" {
			reason = strings.ReplaceAll(reason, dir+string(os.PathSeparator), "")
		}
	}
	return reason
}

// run runs the task and fills in the record.
func (t *Task) run(ctx context.Context, r *Record) error {
	s := t.s
	if s.Spec.Command != nil {
		return t.runCommand(ctx, r)
	}
	p, err := t.program()
	if err != nil {
		return err
	}
	return t.runProgram(ctx, r, p)
}

// runProgram runs a program for the task.
func (t *Task) runProgram(ctx context.Context, r *Record, p *prog) error {
	s := t.s
	if p.bad != "" {
		return fmt.Errorf("it does not compile: %s", p.bad)
	}
	var err error
	opts := sim.Options{Workers: 1, Deterministic: true, MaxMem: s.caps.Memory, MaxInsts: s.caps.Insts,
		MaxCycles: s.caps.Cycles, Context: ctx, NoHistory: true, Programs: &s.programs}
	if t.Order != "" {
		if opts.Policy, err = waitcnt.ParsePolicy(t.Order); err != nil {
			return err
		}
	}
	checked := s.record["findings"]
	mhz := 0.0
	if s.timed() {
		c, err := t.Chip()
		if err != nil {
			return err
		}
		caches := sim.ColdCaches
		if s.Spec.Caches != "" {
			if caches, err = sim.ParseCaches(s.Spec.Caches); err != nil {
				return err
			}
		}
		mhz = c.Figures[chip.EngineMHz].Value
		opts.Timing = &sim.TimingOptions{Chip: c, Caches: caches}
	} else {
		opts.Check = checked
	}
	out, err := run.Object(p.file, p.code, p.raw, opts)
	if err != nil {
		return err
	}
	if err := t.fill(ctx, r, out, mhz); err != nil {
		return err
	}
	if checked && s.timed() {
		opts.Timing, opts.Check = nil, true
		if out, err = run.Object(p.file, p.code, p.raw, opts); err != nil {
			return err
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	if checked {
		r.Findings = findingsOf(out)
	}
	return nil
}

// fill takes what is recorded from the outcome of a run.
func (t *Task) fill(ctx context.Context, r *Record, out *run.Outcome, mhz float64) error {
	rec := t.s.record
	if out.Fault != nil {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		r.Status, r.Reason, r.cause = StatusFault, out.Fault.Error(), kindOf(out.Fault)
		if errors.Is(out.Fault, sim.ErrLimit) || errors.Is(out.Fault, mem.ErrUse) || errors.Is(out.Fault, mem.ErrLimit) {
			r.Status = StatusLimit
		}
	} else if r.Unmet = len(out.Unmet); r.Unmet > 0 {
		r.Status, r.Reason = StatusUnmet, fmt.Sprintf("%s: %s", out.Unmet[0].What(), out.Unmet[0].Mismatch)
	}
	for i := range out.Launches {
		res := out.Launches[i].Result
		if rec["insts"] {
			r.Insts += res.Insts
			r.Waves += res.Waves
		}
		c := res.Timing
		if c == nil {
			continue
		}
		if rec["cycles"] {
			r.Cycles += c.Cycles
		}
		if rec["stalls"] {
			if r.Stalls == nil {
				r.Stalls = map[string]uint64{}
			}
			for k := sim.StallIssue; int(k) < len(c.Stalls); k++ {
				r.Stalls[k.String()] += c.Stalls[k]
			}
		}
		if rec["units"] {
			if r.Units == nil {
				r.Units = map[string]Unit{}
			}
			for _, u := range c.Units {
				x := r.Units[u.Name]
				r.Units[u.Name] = Unit{x.Busy + u.Busy, x.Insts + u.Insts, x.Bytes + u.Bytes}
			}
		}
		if rec["caches"] {
			if r.Caches == nil {
				r.Caches = map[string]Lines{}
			}
			for _, u := range c.Caches {
				x := r.Caches[u.Name]
				r.Caches[u.Name] = Lines{x.Hits + u.Hits, x.Misses + u.Misses}
			}
		}
	}
	if r.Cycles > 0 && mhz > 0 {
		r.Microseconds = float64(r.Cycles) / mhz
	}
	if !rec["memory"] || out.Fault != nil {
		return nil
	}
	for name, rg := range out.Buffers {
		sum, err := hashRange(out.Device.Mem, rg)
		if err != nil {
			return err
		}
		if r.Memory == nil {
			r.Memory = map[string]string{}
		}
		r.Memory[name] = sum
	}
	return nil
}

// maxHashed is the most bytes of a buffer of which there is a hash.
const maxHashed = 1 << 30

// hashRange is the SHA-256 of a buffer.
func hashRange(g *mem.Global, rg *mem.Range) (string, error) {
	if rg.Size() > maxHashed {
		return fmt.Sprintf("larger than %d bytes", maxHashed), nil
	}
	h := sha256.New()
	piece := make([]byte, min(64<<10, rg.Size()))
	for at := uint64(0); at < rg.Size(); at += uint64(len(piece)) {
		piece = piece[:min(uint64(len(piece)), rg.Size()-at)]
		if err := g.Read(rg.Base+at, piece); err != nil {
			return "", err
		}
		h.Write(piece)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// findingsOf counts the places of findings.
func findingsOf(out *run.Outcome) *Findings {
	type place struct {
		rule string
		pc   waitcnt.Addr
	}
	f := &Findings{}
	seen := map[place]bool{}
	for i := range out.Launches {
		for _, x := range out.Launches[i].Result.Findings {
			if p := (place{x.Rule, x.PC}); seen[p] || x.Severity == waitcnt.Info {
				continue
			} else {
				seen[p] = true
			}
			if x.Severity >= waitcnt.Error {
				f.Errors++
			} else {
				f.Warnings++
			}
			if f.Rules == nil {
				f.Rules = map[string]int{}
			}
			f.Rules[x.Rule]++
		}
	}
	return f
}

// Statuses are the statuses of records.
func Statuses() []string {
	return slices.Clone([]string{StatusDone, StatusUnmet, StatusFault, StatusLimit, StatusError, StatusLost})
}
