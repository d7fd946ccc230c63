package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/sim/gcntest"
)

type testCmd struct {
	Path    []string `arg:"" optional:"" help:"Files and folders; of folders all files *.gcn in them and below. The current folder if none is given."`
	Verbose bool     `short:"v" help:"Also show cases that pass or are skipped."`
	Filter  string   `name:"run" placeholder:"REGEXP" help:"Only cases whose name matches, as in --run 'add/gfx900'."`
	List    bool     `help:"Show the names of the cases and run nothing."`
	Count   int      `placeholder:"N" default:"1" help:"Run each case that often. Default: ${default}."`
	Jobs    int      `placeholder:"N" help:"Cases that run at the same time. Default: all processors."`
	JSON    bool     `name:"json" help:"Write one JSON document instead of text."`
	JUnit   string   `name:"junit" placeholder:"FILE" help:"Also write the results as JUnit XML."`
	Update  bool     `help:"Write what the run gave into the files, for values that are not as expected, and for those that are ?."`
	Watch   bool     `help:"Run again whenever a file changes, until interrupted."`

	MaxInsts int64 `placeholder:"N" help:"Limit of instructions of a case that names none (limit N instructions)."`
	text
	timeLimit
}

// Help is shown below the flags.
func (*testCmd) Help() string {
	return `Examples:

    gcnsim test testdata/gcn
    gcnsim test shaders --run 'add/.*n=4' -v
    gcnsim test k.gcn --update
    gcnsim test . --junit report.xml --jobs 2

A .gcn file has tests: code, what registers and memory hold at the start, and what must hold in the end. docs/test.md has the format.

Of a case that fails the output has each expectation that does not hold: the lanes that are wrong, what they hold, what they should, and the instruction
that wrote them last, with what it read. The last line counts the cases.

Exit status: 0 all pass, 1 an expectation does not hold, 2 a file is wrong or there is no case, 3 a program faulted or hit a limit and nothing
expects that, 4 there are findings that nothing expects, or some are missing (2 wins over 3, 3 over 1, 1 over 4), 130 interrupted.`
}

func (*testCmd) endsEarly() {}

// Run executes the verb.
func (c *testCmd) Run(s streams, ctx context.Context) error {
	if c.Count < 1 || c.Jobs < 0 || c.MaxInsts < 0 {
		return usage("--count is at least 1, --jobs and --max-insts at least 0")
	}
	filter, err := regexp.Compile(c.Filter)
	if err != nil {
		return usage("--run: %w", err)
	}
	if len(c.Path) == 0 {
		c.Path = []string{"."}
	}
	if c.Watch {
		return c.watch(s, ctx, filter)
	}
	_, _, err = c.once(s, ctx, filter)
	return err
}

// gcnFiles are the files that paths name: files as they are, and of folders the .gcn files in them.
func gcnFiles(paths []string) (list []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, usage("%w", err)
		}
		if !info.IsDir() {
			list = append(list, path)
			continue
		}
		before := len(list)
		err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != path && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case d.Type().IsRegular() && filepath.Ext(name) == ".gcn":
				list = append(list, name)
			}
			return nil
		})
		if err != nil {
			return nil, usage("%w", err)
		}
		if len(list) == before {
			return nil, usage("%s has no file *.gcn", path)
		}
	}
	var once []string // a file that is named twice is run once
	for _, f := range list {
		if !slices.Contains(once, filepath.Clean(f)) {
			once = append(once, filepath.Clean(f))
		}
	}
	return once, nil
}

// once runs all cases once. It names the files that it has read, with their stamps of then: a file may
// change while the cases run.
func (c *testCmd) once(s streams, ctx context.Context, filter *regexp.Regexp) (read, seen []string, err error) {
	paths, err := gcnFiles(c.Path)
	if err != nil {
		return nil, nil, err
	}
	text, err := c.text.options()
	if err != nil {
		return paths, stamps(paths), err
	}
	w := bufio.NewWriter(s.out)
	defer func() { err = errors.Join(err, w.Flush()) }()
	var cases []*gcntest.Case
	var broken gcntest.Errors
	for _, path := range paths {
		f, err := gcntest.Load(path)
		broken = append(broken, gcntest.AsErrors(err)...)
		if f == nil {
			continue
		}
		read = append(read, f.Inputs()...)
		seen = append(seen, stamps(f.Inputs())...)
		if err != nil {
			continue
		}
		some, err := f.Cases()
		broken = append(broken, gcntest.AsErrors(err)...)
		cases = append(cases, some...)
	}
	cases = slices.DeleteFunc(cases, func(x *gcntest.Case) bool { return !filter.MatchString(x.Name) })
	if c.List {
		for _, x := range cases {
			fmt.Fprintf(w, "%s:%d: %s\n", x.File.Path, x.Line, x.Name)
		}
		return read, seen, brokenError(broken)
	}
	if len(cases) == 0 && broken == nil {
		return read, seen, usage("no case is called like --run %s", c.Filter)
	}
	var list []*gcntest.Result
	var sum gcntest.Summary
	o := gcntest.Options{Context: ctx, Jobs: c.Jobs, Count: c.Count, MaxInsts: c.MaxInsts, Update: c.Update, Text: text}
	done := standingOf(ctx).several("cases", len(cases))
	gcntest.Run(cases, o, func(r *gcntest.Result) {
		if ctx.Err() == nil { // else it was stopped
			done.add(1)
		}
		list = append(list, r)
		sum.Add(r)
		if !c.JSON {
			err = errors.Join(err, r.WriteText(w, c.Verbose))
			if r.Status != gcntest.Passed {
				err = errors.Join(err, w.Flush())
			}
		}
	})
	if ctx.Err() != nil {
		err = errors.Join(err, context.Cause(ctx))
	} else {
		done.over()
	}
	if err != nil {
		return read, seen, err
	}
	if c.JSON {
		err = gcntest.WriteJSON(w, version, &sum, list)
	} else {
		_, err = fmt.Fprintf(w, "gcnsim %s %v\n", version, &sum)
	}
	if err == nil && c.Update {
		err = writeUpdates(s, list)
	}
	if err == nil && c.JUnit != "" {
		err = c.junit(list)
	}
	switch {
	case err != nil:
		return read, seen, err
	case broken != nil:
		return read, seen, brokenError(broken)
	}
	return read, seen, testStatus(list)
}

// brokenError is what is wrong with files, as it is printed.
func brokenError(list gcntest.Errors) error {
	if len(list) == 0 {
		return nil
	}
	return &exit{exitUsage, list}
}

func (c *testCmd) junit(list []*gcntest.Result) error {
	w, err := create("--junit", c.JUnit)
	if err != nil {
		return err
	}
	return finish("--junit", w, gcntest.WriteJUnit(w, list))
}

// writeUpdates writes what the runs gave into the files, and says what was not written.
func writeUpdates(s streams, list []*gcntest.Result) error {
	done, err := gcntest.Update(list)
	for _, u := range done {
		if u.Changed > 0 {
			fmt.Fprintf(s.err, "gcnsim: %s: %d values updated\n", u.File, u.Changed)
		}
		for _, k := range u.Kept {
			fmt.Fprintln(s.err, k)
		}
	}
	if err != nil {
		return usage("--update: %w", err)
	}
	return nil
}

// testStatus is the exit status of results.
func testStatus(list []*gcntest.Result) error {
	has := map[gcntest.Kind]bool{}
	for _, r := range list {
		for i := range r.Failures {
			has[r.Failures[i].Kind] = true
		}
	}
	for _, x := range []struct {
		kind   gcntest.Kind
		status int
	}{{gcntest.ErrorFailure, exitUsage}, {gcntest.FaultFailure, exitFailed}, {gcntest.ExpectFailure, exitUnmet},
		{gcntest.BoundFailure, exitUnmet}, {gcntest.FindingFailure, exitFindings}} {
		if has[x.kind] {
			return &exit{status: x.status}
		}
	}
	return nil
}

// pause is how long a watch waits before it looks again.
const pause = 300 * time.Millisecond

// watch runs the cases again whenever a file changes.
func (c *testCmd) watch(s streams, ctx context.Context, filter *regexp.Regexp) error {
	for {
		before := stamps(c.Path)
		read, seen, err := c.once(s, ctx, filter)
		var e *exit
		if err != nil && !(errors.As(err, &e) && e.err == nil) {
			fmt.Fprintf(s.err, "%v\n", err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		before = append(before, seen...)
		fmt.Fprintln(s.err, "gcnsim: waiting for a file to change (end with an interrupt)")
		for slices.Equal(before, append(stamps(c.Path), stamps(read)...)) {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(pause):
			}
		}
	}
}

// stamps are the files at some paths, and when they were changed.
func stamps(paths []string) (list []string) {
	for _, path := range paths {
		some, err := gcnFiles([]string{path})
		if err != nil {
			some = []string{path}
		}
		for _, f := range some {
			if info, err := os.Stat(f); err == nil {
				list = append(list, fmt.Sprintf("%s %d %v", f, info.Size(), info.ModTime()))
			}
		}
	}
	return list
}
