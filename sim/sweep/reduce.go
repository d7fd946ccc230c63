package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/disasm"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// Reduced is a small program that fails as a task does.
type Reduced struct {
	Text   []byte // the program
	Kind   string // how its file is called: "program.s", "program.c"
	Was    int    // lines before
	Lines  int    // lines now
	Tests  int    // programs that were tried
	Status string // how it fails
	Reason string // why, as in Record
}

// maxProgram is the most bytes of a program that is made small.
const maxProgram = 16 << 20

// Reduce makes the program of a failing task small: it takes lines away as long as the rest fails in
// the same way, until no line can go. A program of a launch is assembly text, that of its code object
// where it has none; what must stay is the status and the kind of the fault, or the rules of the
// errors that were found. A command's program is what the spec's "reduce" makes, and checks. most is the
// most programs that are tried; tried, if it is not nil, is told of each.
func (s *Sweep) Reduce(ctx context.Context, i, most int, tried func(tests, lines int)) (*Reduced, error) {
	t := s.Task(i)
	var r *Reduced
	var fails func(text []byte) (bool, error)
	var err error
	if s.Spec.Command != nil {
		var done func()
		r, fails, done, err = t.commandProgram(ctx)
		if done != nil {
			defer done()
		}
	} else {
		r, fails, err = t.launchProgram(ctx)
	}
	if err != nil {
		return nil, err
	}
	ok, err := fails(r.Text)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errors.New("the program that is to be made small does not fail as the task does")
	}
	lines := bytes.SplitAfter(r.Text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	r.Was = len(lines)
	lines, err = minimise(lines, func(lines [][]byte) (bool, error) {
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		if r.Tests >= most {
			return false, errEnough
		}
		r.Tests++
		ok, err := fails(bytes.Join(lines, nil))
		if ok && tried != nil {
			tried(r.Tests, len(lines))
		}
		return ok, err
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	r.Text, r.Lines = bytes.Join(lines, nil), len(lines)
	return r, nil
}

// errEnough ends a search that has tried as much as it may: what it has by then is good.
var errEnough = errors.New("enough programs were tried")

// minimise takes parts away as long as the rest fails: first large ones, then small ones, until no
// single one can go (A. Zeller and R. Hildebrandt, Simplifying and Isolating Failure-Inducing Input,
// 2002; complements alone, from the end).
func minimise[T any](parts []T, fails func([]T) (bool, error)) ([]T, error) {
	for size := max(len(parts)/2, 1); ; {
		gone := false
		for end := len(parts); end > 0; {
			begin := max(end-size, 0)
			rest := append(append(make([]T, 0, len(parts)-(end-begin)), parts[:begin]...), parts[end:]...)
			ok, err := fails(rest)
			if err != nil {
				return parts, err
			}
			if ok {
				parts, gone = rest, true
			}
			end = begin
		}
		switch {
		case size > 1:
			size = max(min(size, len(parts))/2, 1)
		case !gone:
			return parts, nil
		}
	}
}

// launchProgram is the assembly text of a launch's task, and whether a text fails as it does.
func (t *Task) launchProgram(ctx context.Context) (*Reduced, func([]byte) (bool, error), error) {
	p, err := t.program()
	if err != nil {
		return nil, nil, err
	}
	want, rules, err := t.failure(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	switch want.Status {
	case StatusFault, StatusLimit:
	case StatusDone:
		if len(rules) == 0 {
			return nil, nil, errors.New("the task does not fail: there is nothing to keep")
		}
	case StatusUnmet:
		return nil, nil, errors.New("any other program leaves something else than what is expected, too: " +
			"make a \"command\" with \"reduce\" that compares what must agree")
	default:
		return nil, nil, fmt.Errorf("the task is %s (%s), which is not of its program", want.Status, want.Reason)
	}
	r := &Reduced{Kind: "program.s", Status: want.Status, Reason: want.Reason}
	path := filepath.Join(t.s.dir, "program.s")
	switch {
	case t.s.Spec.Compile == nil && isText(p.file.Code):
		path = p.file.Resolve(p.file.Code)
		if r.Text, err = files.Read(path, maxProgram); err != nil {
			return nil, nil, err
		}
	default:
		var b bytes.Buffer
		if err := writeText(&b, p.code); err != nil {
			return nil, nil, err
		}
		r.Text = b.Bytes()
	}
	fails := func(text []byte) (bool, error) {
		o, raw, _, err := run.TextObject(path, text, p.code.ISA(), p.file.Text)
		if err != nil || raw != p.raw {
			return false, nil // it is no program
		}
		q := *p
		q.code = o
		got, found, err := t.failure(ctx, &q)
		if err != nil {
			return false, err
		}
		if got.Status != want.Status || got.cause != want.cause {
			return false, nil
		}
		for rule := range rules {
			if found[rule] == 0 {
				return false, nil
			}
		}
		return true, nil
	}
	return r, fails, nil
}

// writeText writes code as text that assembles to the same.
func writeText(b *bytes.Buffer, o *codeobj.Object) error {
	whole, err := o.Linked()
	if err == nil {
		err = disasm.Whole(whole)
	}
	if err == nil {
		return disasm.Write(b, whole)
	}
	return disasm.WriteCode(b, o, err)
}

// failure runs a program of the task: its record, and what errors of rules were found. An error is the
// end of ctx.
func (t *Task) failure(ctx context.Context, p *prog) (r *Record, rules map[string]int, err error) {
	r = &Record{Status: StatusDone}
	if err := t.runProgram(ctx, r, p); err != nil {
		r.Status, r.Reason, r.cause = statusOf(err), err.Error(), kindOf(err)
	}
	if err := context.Cause(ctx); err != nil {
		return nil, nil, err
	}
	if r.Findings != nil && r.Findings.Errors > 0 {
		rules = r.Findings.Rules
	}
	return r, rules, nil
}

// kindOf is the innermost error: what is wrong, without where.
func kindOf(err error) string {
	for {
		in := errors.Unwrap(err)
		if in == nil {
			return err.Error()
		}
		err = in
	}
}

// commandProgram is the program of a command's task, and whether a file fails as it does. done removes
// what it took.
func (t *Task) commandProgram(ctx context.Context) (r *Reduced, fails func([]byte) (bool, error), done func(),
	err error) {
	c := t.s.Spec.Command.Reduce
	if c == nil {
		return nil, nil, nil, errors.New("the spec does not say how a program of its command is made small: " +
			"command.reduce")
	}
	dir, err := os.MkdirTemp("", "gcnsim-reduce-")
	if err != nil {
		return nil, nil, nil, err
	}
	done = func() { os.RemoveAll(dir) }
	vars := t.words()
	r = &Reduced{Kind: "program.c", Status: StatusUnmet, Reason: "command.reduce.check"}
	vars["tmp"], vars["file"] = dir, filepath.Join(dir, r.Kind)
	said := tail{most: 4 << 10}
	if err := start(ctx, substitute(c.Make, vars), t.s.commandDir(), &said); err != nil {
		return nil, nil, done, fmt.Errorf("command.reduce.make: %w: %s", err, bytes.TrimSpace(said.bytes()))
	}
	if r.Text, err = files.Read(vars["file"], maxProgram); err != nil {
		return nil, nil, done, err
	}
	words := substitute(c.Check, vars)
	return r, func(text []byte) (bool, error) {
		if err := os.WriteFile(vars["file"], text, 0o666); err != nil {
			return false, err
		}
		said := tail{most: 4 << 10}
		err := start(ctx, words, t.s.commandDir(), &said)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			return false, fmt.Errorf("command.reduce.check: %s: %w", strings.Join(words, " "), err)
		}
		return err == nil, nil
	}, done, nil
}
