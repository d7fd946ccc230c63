package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
)

// sweepReduceCmd is sweep reduce.
type sweepReduceCmd struct {
	sweepPlace
	Task  string `arg:"" help:"Name of the task, or as much of it as no other task begins with."`
	Out   string `short:"o" placeholder:"FILE" help:"Where the small program goes. Default: TASK.s or TASK.c in the folder."`
	Tests int    `placeholder:"N" default:"10000" help:"The most programs that are tried."`
}

// Help is shown below the flags.
func (*sweepReduceCmd) Help() string {
	return `Examples:

    gcnsim sweep reduce study.json 8d4a03f1
    gcnsim sweep reduce testdata/sweep/csmith.json 8d4a03f1 -o small.c

Takes lines of the task's program away, large parts first, as long as what is left fails in the same way: with the same kind of fault, at a limit, or with
errors of the same rules ("findings" must be recorded). The program of a launch is assembly text, that of its code object where it has none. The program of a command
is what "reduce" of the spec makes and checks. What is left is a program of which no line can go.

Exit status: 0 done, 2 the task does not fail, or cannot be made small.`
}

func (*sweepReduceCmd) endsEarly() {}

// Run executes the verb.
func (c *sweepReduceCmd) Run(st streams, ctx context.Context) error {
	if c.Tests < 1 {
		return usage("--tests %d: want at least 1", c.Tests)
	}
	s, err := c.load(ctx, 0, true)
	if err != nil {
		return err
	}
	i, err := s.ParseName(c.Task)
	if err != nil {
		return usage("%w (--dry-run of sweep lists tasks)", err)
	}
	done := standingOf(ctx).several("programs", c.Tests)
	r, err := s.Reduce(ctx, i, c.Tests, func(tests, lines int) {
		done.change(func() {
			done.done, done.what = uint64(tests), fmt.Sprintf("programs at most (%d lines are left)", lines)
		})
	})
	done.over()
	if err != nil {
		return usage("%w", err)
	}
	out := cmp.Or(c.Out, filepath.Join(c.folder(), s.Name(i).String()+filepath.Ext(r.Kind)))
	o, err := create("--out", out, taken("the spec", c.Spec)...)
	if err != nil {
		return err
	}
	_, err = o.Write(r.Text)
	if err := finish("--out", o, err); err != nil {
		return err
	}
	_, err = fmt.Fprintf(st.out, "%s: %d lines of %d, %d programs tried; %s: %s\n", out, r.Lines, r.Was, r.Tests, r.Status,
		cmp.Or(r.Reason, "errors were found"))
	return err
}
