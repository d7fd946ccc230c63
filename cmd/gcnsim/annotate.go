package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/profile"
)

type annotateCmd struct {
	timedRun
	sources
	Counts bool   `group:"How to run:" help:"Run without a clock, and show how often instructions are executed."`
	Lines  bool   `group:"Output:" help:"Only lines of the source, without the instructions below them."`
	Format string `group:"Output:" enum:"text,json" default:"text" help:"text or json."`
	HTML   string `name:"html" short:"o" group:"Output:" placeholder:"FILE" help:"Write one HTML page that needs no network, too."`
	Color  string `name:"color" group:"Output:" enum:"auto,always,never" default:"auto" help:"Mark costly lines with colours: auto on a terminal, unless NO_COLOR is set."`
}

// Help is shown below the flags.
func (*annotateCmd) Help() string {
	return `Examples:

    gcnsim annotate --launch testdata/source/sum.json --source testdata/source
    gcnsim annotate --launch k.json --gpu polaris10 --lines
    gcnsim annotate k.s --gpu fiji --grid 4096 --html k.html
    gcnsim annotate --launch k.json --counts

Runs a program with the clock of a chip, as "run --mode timing" does, and shows its source with what each line cost, and below it the instructions. The
lines are those of the debug information of the code object (clang -g), or of the assembly text. An instruction that was inlined stands at its own line; "in"
names the functions around it.

    share    of all clocks of all waves
    clocks   of waves whose next instruction it was. What waves waited for an operation of memory stands at the operation ("exposed"), not at the wait
    count    executions
    issue    clocks of its issue
    hidden   clocks until operations returned that other instructions covered
    misses   lines that were not in L1, or in the scalar cache
    bytes    moved
    waited for   the reason that cost most, beside issue: memory, slot, unit, fetch, barrier, sleep, dependency

Without a source file there is the line's number only. Exit status as "run": 3 where the program faulted.`
}

// Run executes the verb.
func (c *annotateCmd) Run(s streams, ctx context.Context) error {
	f, opts, err := c.prepare(ctx, !c.Counts)
	if err != nil {
		return err
	}
	opts.Count = true
	var html *files.Output
	if c.HTML != "" {
		if html, err = create("--html", c.HTML, append(f.Inputs(), f.Outputs()...)...); err != nil {
			return err
		}
	}
	out, err := run.Run(f, opts)
	if err != nil {
		if html != nil {
			err = errors.Join(err, html.Abort())
		}
		return c.runError(err)
	}
	a := profile.New(out, f.Resolve(f.Code)).Annotate(c.read)
	if html != nil {
		if err := finish("--html", html, a.HTML(html)); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(s.out)
	if c.Format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		err = e.Encode(a)
	} else {
		err = a.Text(w, !c.Lines, c.colour(s.out))
	}
	if err := errors.Join(err, w.Flush()); err != nil {
		return err
	}
	if out.Fault != nil {
		return &exit{exitFailed, out.Fault}
	}
	return nil
}

// colour reports whether the output is marked with colours (https://no-color.org).
func (c *annotateCmd) colour(out io.Writer) bool {
	switch {
	case c.Color != "auto":
		return c.Color == "always"
	case os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb":
		return false
	}
	if s, ok := out.(*sink); ok {
		out = s.w
	}
	return isTerminal(out)
}

// sources says where source files are.
type sources struct {
	Source []string `group:"Output:" sep:"none" placeholder:"DIR" help:"Folder in which source files are looked for that are not where the debug information says. Repeatable."`
}

// maxSource bounds a source file, bytes.
const maxSource = 16 << 20

// read finds a source file: where it is said to be, or below a folder of --source, by as much of its
// path as there is.
func (c *sources) read(name string) ([]byte, error) {
	places := []string{filepath.FromSlash(name)}
	for _, dir := range c.Source {
		rest := strings.TrimPrefix(path.Clean(name), "/")
		for {
			places = append(places, filepath.Join(dir, filepath.FromSlash(rest)))
			_, after, more := strings.Cut(rest, "/")
			if !more {
				break
			}
			rest = after
		}
	}
	for _, p := range places {
		r, err := files.Open(p)
		if err != nil {
			continue
		}
		data, err := files.ReadAll(r, p, maxSource)
		if err := errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		return data, nil
	}
	return nil, fmt.Errorf("%s is not there", name)
}
