package gcntest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Status is how a case has ended.
type Status string

// The ways in which a case ends.
const (
	Passed  Status = "pass"
	Failed  Status = "fail"  // something is not as expected
	Invalid Status = "error" // the file, or what it names, is wrong: nothing was run
	Skipped Status = "skip"
)

// Result is what a case did.
type Result struct {
	Case     *Case     `json:"-"`
	File     string    `json:"file"`
	Line     int       `json:"line"`          // as in Case
	Name     string    `json:"name"`          // as in Case
	Target   string    `json:"gpu,omitempty"` // as in Case
	Status   Status    `json:"status"`
	Seconds  float64   `json:"seconds"`            // of the host
	Insts    uint64    `json:"insts,omitempty"`    // executed by all waves
	Cycles   uint64    `json:"cycles,omitempty"`   // where the case has an expectation of them
	Expects  int       `json:"expectations"`       // that were compared
	Failures []Failure `json:"failures,omitempty"` // none where it passed
	Reason   string    `json:"reason,omitempty"`   // why it was skipped
	Err      error     `json:"-"`                  // of Invalid

	got []observed // what places hold, for an update
}

// Kind is what is not as expected.
type Kind string

// The kinds of failures.
const (
	ExpectFailure  Kind = "expect"  // a place holds something else
	FindingFailure Kind = "finding" // a finding that nothing expects, or one that is missing
	FaultFailure   Kind = "fault"   // the same of a fault, or a limit
	BoundFailure   Kind = "bound"   // cycles or instructions
	ErrorFailure   Kind = "error"   // nothing was run
)

// Failure is one thing that is not as expected.
type Failure struct {
	Kind     Kind      `json:"kind"`               // what is not as expected
	Line     int       `json:"line"`               // of the expectation, else of the test
	Message  string    `json:"message"`            // in a sentence
	Place    string    `json:"place,omitempty"`    // of expect: what is wrong
	Differ   int       `json:"differ,omitempty"`   // elements that differ
	Of       int       `json:"of,omitempty"`       // elements compared
	Elements []Element `json:"elements,omitempty"` // the first of those that differ
}

// Element is an element that is not as wanted, and who wrote it last.
type Element struct {
	At     string   `json:"at"`                // "lane 5", "element 3"
	Got    string   `json:"got"`               // what it holds
	Want   string   `json:"want"`              // what it should hold
	Writer string   `json:"writer,omitempty"`  // the instruction
	Line   int      `json:"line,omitempty"`    // of the instruction
	Source string   `json:"file,omitempty"`    // of Line, where that is not the file itself
	PC     string   `json:"pc,omitempty"`      // of the instruction
	From   []string `json:"sources,omitempty"` // what it read: "v1 = 1.5 (0x3fc00000)"
	Never  bool     `json:"never,omitempty"`   // no instruction wrote it
	Note   string   `json:"note,omitempty"`
}

// Options say how cases are run.
type Options struct {
	Context context.Context // ends the run early; nil is never
	Jobs    int             // cases that run at the same time; 0 is GOMAXPROCS
	Count   int             // how often each case runs; 0 is once
	Update  bool            // Result has what [Update] needs
	// MaxInsts is the limit of a case that names none; 0 is DefaultMaxInsts.
	MaxInsts int64
	Text     launch.Text // how the code is assembled, where that is text
}

// DefaultMaxInsts ends endless loops soon: tests are short.
const DefaultMaxInsts = 10_000_000

// Run runs cases and calls done for each result, in the order of the cases, one at a time.
func Run(cases []*Case, o Options, done func(*Result)) {
	jobs := o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	ctx := o.Context
	if ctx == nil {
		ctx = context.Background()
	}
	codes := newCodes()
	results := make([]chan *Result, len(cases))
	work := make(chan int)
	for i := range results {
		results[i] = make(chan *Result, 1)
	}
	var wg sync.WaitGroup
	for range min(jobs, len(cases)) {
		wg.Go(func() {
			for i := range work {
				results[i] <- cases[i].run(ctx, o, codes)
			}
		})
	}
	go func() {
		defer close(work)
		for i := range cases {
			select {
			case work <- i:
			case <-ctx.Done():
				for k := i; k < len(cases); k++ {
					close(results[k])
				}
				return
			}
		}
	}()
	for i := range cases {
		r := <-results[i]
		if r == nil {
			break
		}
		done(r)
	}
	wg.Wait()
}

// codes are the codes of cases, read once for each target.
type codes struct {
	mu       sync.Mutex
	list     map[string]*code
	programs sim.Programs
}

type code struct {
	once   sync.Once
	object *codeobj.Object
	raw    bool
	err    error
}

func newCodes() *codes { return &codes{list: map[string]*code{}} }

// code reads or assembles the code of a case.
func (l *codes) code(c *Case, p *plan, text launch.Text) (*code, error) {
	key := c.Target + "\x00" + c.File.Path + "\x00"
	if p.text != nil {
		key += string(p.text)
	} else {
		key += "\x00" + substitute(p.code.Rest, c.params)
	}
	l.mu.Lock()
	x := l.list[key]
	if x == nil {
		x = &code{}
		l.list[key] = x
	}
	l.mu.Unlock()
	x.once.Do(func() { x.read(c, p, text) })
	return x, x.err
}

func (x *code) read(c *Case, p *plan, text launch.Text) {
	if p.text == nil {
		path := unquote(substitute(p.code.Rest, c.params))
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(c.File.Path), path)
		}
		if x.object, x.raw, x.err = run.ReadCode(path, c.Target, text); x.err != nil {
			x.err = c.locate(&Error{Line: p.code.Line, Col: p.code.RestCol, Err: x.err})
		}
		return
	}
	var target isa.Target
	var ok bool
	if c.Target != "" {
		target, x.err = isa.FindTarget(c.Target)
		ok = x.err == nil
	} else {
		target, ok = asm.TargetOf(string(p.text))
	}
	if !ok {
		x.err = c.locate(&Error{Line: c.test.Line, Msg: "for which GPU is it? write gpu NAME, as in gpu gfx900, or gpu all"})
		return
	}
	x.object, x.raw, _, x.err = run.TextObject(c.File.Path, p.text, target, text)
	if x.err == nil && x.raw {
		// It ends whether the text says so or not, in the section of its code.
		ended := append(p.text[:len(p.text):len(p.text)], "\n.text\ns_endpgm\n"...)
		x.object, x.raw, _, x.err = run.TextObject(c.File.Path, ended, target, text)
	}
	if x.err == nil {
		return
	}
	var list asm.Errors
	if !errors.As(x.err, &list) {
		x.err = c.locate(&Error{Line: p.code.Line, Col: p.code.Col, Err: x.err})
		return
	}
	var errs Errors
	for i := range list {
		m := &list[i]
		e := &Error{Line: m.Line, Col: m.Col, Msg: m.Msg}
		if m.File != c.File.Path { // of a file that it includes
			e.Line, e.Col, e.Msg = p.code.Line, p.code.Col, m.String()
		}
		errs = append(errs, c.locate(e))
	}
	x.err = errs
}

// run runs a case.
func (c *Case) run(ctx context.Context, o Options, codes *codes) *Result {
	r := &Result{Case: c, File: c.File.Path, Line: c.Line, Name: c.Name, Target: c.Target, Status: Passed}
	if c.Skip != "" {
		r.Status, r.Reason = Skipped, c.Skip
		return r
	}
	start := time.Now()
	defer func() { r.Seconds = time.Since(start).Seconds() }()
	for range max(o.Count, 1) {
		r.Failures = nil
		if err := c.once(ctx, o, codes, r); err != nil {
			r.Status, r.Err = Invalid, err
			for _, e := range asErrors(c, err) {
				r.Failures = append(r.Failures, Failure{Kind: ErrorFailure, Line: e.Line, Message: e.what()})
			}
		} else if len(r.Failures) > 0 {
			r.Status = Failed
		}
		if r.Status != Passed || ctx.Err() != nil {
			break
		}
	}
	return r
}

// once runs a case once, and fills in the result. An error is one of the input.
func (c *Case) once(ctx context.Context, o Options, codes *codes, r *Result) error {
	p, err := c.build()
	if err != nil {
		return err
	}
	x, err := codes.code(c, p, o.Text)
	if err != nil {
		return err
	}
	limit := o.MaxInsts
	if limit == 0 {
		limit = DefaultMaxInsts
	}
	if p.limit != 0 {
		limit = p.limit
	}
	opts := sim.Options{Policy: p.policy, MaxInsts: limit, Workers: 1, Deterministic: true, Check: true,
		Context: ctx, NoHistory: true, Programs: &codes.programs, Keep: o.Update}
	p.file.GPU = c.Target
	out, err := run.Object(p.file, x.object, x.raw, opts)
	if err != nil {
		return c.runError(p, err)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	res := out.Launches[0].Result
	r.Insts, r.Target = res.Insts, out.Target
	c.judge(p, out, r)
	if p.explore != nil {
		if err := c.explore(p, x, opts, r); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(p.checks, func(k *check) bool { return k.what == "cycles" }) && out.Fault == nil {
		if err := c.cycles(p, x, opts, r); err != nil {
			return err
		}
	}
	for _, k := range p.checks {
		n, what := r.Insts, k.what
		if what == "cycles" {
			n = r.Cycles
		}
		if (what == "cycles" || what == "instructions") && out.Fault == nil && (n < k.low || n > k.high) {
			r.fail(BoundFailure, k.stmt.Line, "%d %s, should be %s", n, what, k.bound())
		}
	}
	if out.Fault != nil {
		return nil
	}
	if err := run.Explain(p.file, out, opts); err != nil {
		return c.runError(p, err)
	}
	c.compare(p, out, r)
	if o.Update {
		r.got = append(r.got, c.observe(p, out)...)
	}
	return nil
}

func (r *Result) fail(kind Kind, line int, format string, args ...any) {
	r.Failures = append(r.Failures, Failure{Kind: kind, Line: line, Message: fmt.Sprintf(format, args...)})
}

// bound is what is expected of a number, as a part of a sentence.
func (k *check) bound() string {
	switch {
	case k.low == k.high:
		return fmt.Sprint(k.low)
	case k.low == 0:
		return fmt.Sprintf("at most %d", k.high)
	case k.high == ^uint64(0):
		return fmt.Sprintf("at least %d", k.low)
	}
	return fmt.Sprintf("%d to %d", k.low, k.high)
}

// inWords is a message about a launch file in the words of .gcn files.
func inWords(msg string) string {
	return strings.ReplaceAll(msg, `("dynamic_lds" gives it more)`, "(lds SIZE gives it more)")
}

// runError is an error of a run as one of the case.
func (c *Case) runError(p *plan, err error) error {
	var e *launch.Error
	if !errors.As(err, &e) {
		return c.locate(&Error{Line: c.test.Line, Err: err})
	}
	x := &Error{Line: c.test.Line, Err: e.Err}
	msg := inWords(e.Msg)
	x.Msg = strings.TrimPrefix(e.Field+": "+msg, ": ")
	for _, w := range []struct{ field, word string }{
		{"launches[0].registers.", "given"}, {"launches[0].expect[", "expect"},
		{"launches[0].args", "args"}, {"launches[0].lds", "lds"}, {"launches[0].kernel", "kernel"},
	} {
		if !strings.HasPrefix(e.Field, w.field) {
			continue
		}
		x.Msg = msg
		for _, s := range c.statements() {
			if s.Word == w.word {
				x.Line, x.Col = s.Line, s.RestCol
				if name := strings.TrimPrefix(e.Field, w.field); w.word != "given" || strings.HasPrefix(s.Rest, name) {
					break
				}
			}
		}
	}
	return c.locate(x)
}

// judge compares findings and faults with what is expected.
func (c *Case) judge(p *plan, out *run.Outcome, r *Result) {
	fault := out.Fault
	var wanted *check
	all, none := false, false
	var named []*check
	for _, k := range p.checks {
		r.Expects++
		switch k.what {
		case "fault":
			wanted = k
		case "findings":
			all, none = k.any, !k.any
		case "finding":
			named = append(named, k)
		}
	}
	switch {
	case fault != nil && wanted == nil:
		r.fail(FaultFailure, c.lineOf(p, out, fault.PC), "fault: %v", fault)
	case fault == nil && wanted != nil:
		r.fail(FaultFailure, wanted.stmt.Line, "it ended without the fault that is expected")
	case wanted != nil && !strings.Contains(fault.Error(), wanted.text):
		r.fail(FaultFailure, wanted.stmt.Line, "the fault is %q, which does not contain %q", fault.Error(), wanted.text)
	}
	met := make([]bool, len(named))
	for _, f := range waitcnt.Merge(out.Launches[0].Result.Findings) {
		hit := false
		for i, k := range named {
			rules := []string{f.Rule}
			for _, a := range f.Also {
				rules = append(rules, a.Rule)
			}
			if slices.Contains(rules, k.text) && strings.Contains(f.Instruction, k.at) {
				hit, met[i] = true, true
			}
		}
		least := waitcnt.Error
		switch {
		case none:
			least = waitcnt.Info
		case len(named) > 0:
			least = waitcnt.Warning
		}
		if hit || all || f.Kind == waitcnt.Advice || f.Severity < least {
			continue
		}
		line := c.lineOf(p, out, uint64(f.PC))
		r.fail(FindingFailure, line, "%v: %s: %s", f.Severity, f.Rule, f.Message)
	}
	for i, k := range named {
		if !met[i] {
			at := ""
			if k.at != "" {
				at = fmt.Sprintf(" at %q", k.at)
			}
			r.fail(FindingFailure, k.stmt.Line, "there is no finding %s%s", k.text, at)
		}
	}
}

// lineOf is the line of an instruction: that of code if it is in another file.
func (c *Case) lineOf(p *plan, out *run.Outcome, pc uint64) int {
	if n := out.Module.Object.Line(pc); n > 0 && p.text != nil {
		return n
	}
	return p.code.Line
}

// explore runs the case under all legal orders of returns: it may have one final state.
func (c *Case) explore(p *plan, x *code, opts sim.Options, r *Result) error {
	opts.Check, opts.Keep = false, false
	e, err := run.ExploreObject(p.file, x.object, x.raw, sim.Exploring{}, opts)
	if err != nil {
		return c.runError(p, err)
	}
	if len(e.States) < 2 {
		return nil
	}
	text := fmt.Sprintf("there are %d final states, by the order of returns: --order %s leads to the first, --order %s "+
		"to the second",
		len(e.States), e.States[0].Order, e.States[1].Order)
	if len(e.Differences) > 0 {
		d := &e.Differences[0]
		text += fmt.Sprintf("; %s is %s or %s", d.Where, d.Values[0], d.Values[1])
	}
	r.fail(FindingFailure, p.explore.Line, "%s", text)
	return nil
}

// cycles runs the case with a clock.
func (c *Case) cycles(p *plan, x *code, opts sim.Options, r *Result) error {
	gpu := c.Target
	if gpu == "" {
		gpu = x.object.Target
	}
	m, err := chip.Lookup(gpu)
	if err != nil {
		return c.locate(&Error{Line: c.test.Line, Err: err})
	}
	f := *p.file
	f.Launches = slices.Clone(f.Launches)
	f.Launches[0].Expect = nil
	f.Buffers = slices.Clone(f.Buffers)
	for i := range f.Buffers {
		f.Buffers[i].Expect = nil
	}
	opts.Timing, opts.Policy, opts.Check, opts.Keep = &sim.TimingOptions{Chip: m}, nil, false, false
	out, err := run.Object(&f, x.object, x.raw, opts)
	if err != nil {
		return c.runError(p, err)
	}
	if out.Fault != nil {
		r.fail(FaultFailure, c.lineOf(p, out, out.Fault.PC), "with a clock: fault: %v", out.Fault)
		return nil
	}
	r.Cycles = out.Launches[0].Result.Timing.Cycles
	return nil
}

// compare notes places that do not hold what they should.
func (c *Case) compare(p *plan, out *run.Outcome, r *Result) {
	for _, x := range p.expects {
		r.Expects++
		if x.open {
			r.fail(ExpectFailure, x.stmt.Line, "%s has no expected value yet: --update writes what the run gave", x.place.name)
			continue
		}
		for i := range out.Unmet {
			u := &out.Unmet[i]
			if (u.Buffer != "") != (x.place.kind == 'b') || !slices.Contains(x.keys, u.Key) {
				continue
			}
			r.Failures = append(r.Failures, c.failure(p, x, u))
		}
	}
}

// failure is an expectation that does not hold.
func (c *Case) failure(p *plan, x *expect, u *run.Unmet) Failure {
	what := x.place.name
	switch {
	case u.LDS:
		what = "lds"
		if u.Group != [3]uint32{} {
			what += fmt.Sprintf(" of work-group %d,%d,%d", u.Group[0], u.Group[1], u.Group[2])
		}
	case u.Register != "" && (u.Wave != 0 || u.Group != [3]uint32{}):
		what += fmt.Sprintf(" of wave %d of work-group %d,%d,%d", u.Wave, u.Group[0], u.Group[1], u.Group[2])
	}
	f := Failure{Kind: ExpectFailure, Line: x.stmt.Line, Place: what, Differ: u.Mismatch.Count, Of: u.Mismatch.Total}
	elements := "elements"
	if x.place.kind == 'r' && x.place.reg.Class == launch.VGPR {
		elements = "lanes"
	}
	switch m := u.Mismatch; {
	case m.Reason != "":
		f.Message = what + ": " + m.Reason
	case m.Total == 1:
		f.Message = what + " is wrong"
	default:
		f.Message = fmt.Sprintf("%s: %d of %d %s are wrong", what, m.Count, m.Total, elements)
	}
	if u.Places > 1 {
		f.Message += fmt.Sprintf(" (and in %d other places)", u.Places-1)
	}
	for k, e := range u.Mismatch.Elements {
		el := Element{At: e.At, Got: e.Got, Want: e.Want}
		if el.At == "" {
			el.At = fmt.Sprintf("element %d", e.Index)
		}
		if el.At == "it" {
			el.At = x.place.name
		}
		if k < len(u.Writers) {
			el.explain(u.Writers[k])
			if el.Line > 0 && p.text == nil && el.Source == "" {
				el.Source = unquote(substitute(p.code.Rest, c.params))
			}
		}
		f.Elements = append(f.Elements, el)
	}
	return f
}

// explain says who wrote an element, and from what.
func (e *Element) explain(w *run.Writer) {
	if w.Again != "" {
		e.Note = "a run in order left " + w.Again
	}
	if e.Never = w.Never; w.Never {
		return
	}
	e.Writer, e.Line, e.Source, e.PC = w.Inst, w.Line, w.File, fmt.Sprintf("%#x", w.PC)
	for _, s := range w.Sources {
		if s.Words != nil {
			e.From = append(e.From, s.Name+" = "+sourceText(s))
		}
	}
}

// sourceText is what a register held, as the instruction reads it.
func sourceText(s sim.Source) string {
	var x uint64
	for i, w := range s.Words {
		if i < 2 {
			x |= uint64(w) << (32 * i)
		}
	}
	t, ok := sourceTypes[s.Type]
	switch {
	case len(s.Words) > 2:
		var list []string
		for _, w := range s.Words {
			list = append(list, fmt.Sprintf("%#x", w))
		}
		return strings.Join(list, " ")
	case !ok || t.Bits() > 32*len(s.Words):
		return fmt.Sprintf("%#x", x)
	case t.Bits() < 64:
		x &= 1<<t.Bits() - 1
	}
	return fmt.Sprintf("%s (0x%0*x)", t.Format(x), t.Bits()/4, x)
}
