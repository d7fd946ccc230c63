package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/debug/console"
	"github.com/gcnsim/gcnsim/sim/gcntest"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

type debugCmd struct {
	program
	machine
	clocked
	Check *bool `group:"Findings:" negatable:"" help:"Stop where the checker finds something. On by default; not with --mode timing."`

	Case string `group:"What to run:" placeholder:"NAME" help:"FILE is a .gcn file: the case of it that \"gcnsim test -v\" calls so; not needed if it has only one."`

	DAP    bool   `name:"dap" group:"Input:" help:"Serve an editor, by the Debug Adapter Protocol, on standard input and output."`
	Listen string `group:"Input:" placeholder:"ADDRESS" help:"With --dap: serve one editor after the other that connects to ADDRESS, as in localhost:4711."`
	Script string `group:"Input:" placeholder:"FILE" help:"Take commands from a file, - for standard input, and leave at its end."`
}

// Help is shown below the flags.
func (*debugCmd) Help() string {
	return `Examples:

    gcnsim debug k.s --gpu gfx900 --reg v0=lane
    gcnsim debug --launch testdata/kernels/vecadd/gfx900.json
    gcnsim debug --launch k.json --mode timing --gpu vega10
    gcnsim debug --launch k.json --script session.txt
    gcnsim debug tests.gcn --case add/gfx900
    gcnsim debug --dap

It stops before the first instruction. "help" lists the commands, and docs/debug.md shows a session. Nothing is saved. Work-groups run one after
the other, as with run --deterministic.

Exit status: 0 done, 1 an "expect" of a script did not hold, 2 bad usage or unreadable input, or a command of a script that gave an error.`
}

// ownsInterrupts keeps an interrupt from ending the verb: it stops the program that is debugged.
func (*debugCmd) ownsInterrupts() {}

// Run executes the verb.
func (c *debugCmd) Run(s streams, ctx context.Context) error {
	switch {
	case c.DAP && c.Script != "":
		return usage("--dap and --script: an editor gives the commands")
	case c.Listen != "" && !c.DAP:
		return usage("--listen is for editors: give --dap")
	case c.DAP:
		return c.serveEditors(s, ctx)
	}
	open, err := c.session(ctx)
	if err != nil {
		return err
	}
	session, err := open()
	if err != nil {
		return c.runError(err)
	}
	defer session.Close()
	defer interrupts(session)()
	if c.Script != "" {
		return script(session, c.Script, s)
	}
	return converse(session, s)
}

// session reads what is debugged. open begins a session, each time a new one.
func (c *debugCmd) session(ctx context.Context) (open func() (*debug.Session, error), err error) {
	timed, err := c.timed(map[string]bool{"--order": c.Order != "", "--check": c.Check != nil && *c.Check})
	if err != nil {
		return nil, err
	}
	if c.Order == allOrders {
		return nil, usage("--order all: it is many runs; a debugger is in one")
	}
	opts, err := c.options(ctx)
	if err != nil {
		return nil, err
	}
	cfg, err := c.config(opts)
	if err != nil {
		return nil, err
	}
	cfg.Options.Check = !timed && (c.Check == nil || *c.Check)
	if timed {
		cfg.Options.Policy = nil
		if cfg.Options.Timing, err = c.clock(cfg.File); err != nil {
			return nil, err
		}
	}
	return func() (*debug.Session, error) { return debug.Open(*cfg) }, nil
}

// config reads what is debugged: a case of a .gcn file, or what other verbs run.
func (c *debugCmd) config(opts sim.Options) (*debug.Config, error) {
	if strings.EqualFold(filepath.Ext(c.File), ".gcn") {
		return c.caseOf(opts)
	}
	if c.Case != "" {
		return nil, usage("--case is for .gcn files")
	}
	f, err := c.launchFile()
	if err != nil {
		return nil, err
	}
	return configOf(f, opts)
}

// caseOf finds the case of a .gcn file.
func (c *debugCmd) caseOf(opts sim.Options) (*debug.Config, error) {
	if c.Launch != "" || c.GPU != "" && c.Mode != timingMode || c.Kernel != "" || len(c.Reg)+len(c.Arg)+len(c.Buffer) > 0 {
		return nil, usage("%s: the file says itself what it runs: --case chooses", c.File)
	}
	f, err := gcntest.Load(c.File)
	if err != nil {
		return nil, err
	}
	cases, err := f.Cases()
	if err != nil {
		return nil, err
	}
	var names []string
	var found *gcntest.Case
	for _, x := range cases {
		if x.Name == c.Case || c.Case == "" && len(cases) == 1 {
			found = x
		}
		names = append(names, x.Name)
	}
	if found == nil {
		return nil, usage("--case %q: %s has %d cases, the first are: %s", c.Case, c.File, len(names),
			strings.Join(names[:min(len(names), 10)], ", "))
	}
	text, err := c.text.options()
	if err != nil {
		return nil, err
	}
	l, err := found.Launch(text)
	if err != nil {
		return nil, err
	}
	if l.Options.Policy != nil {
		opts.Policy = l.Options.Policy
	}
	opts.MaxInsts = cmp.Or(l.Options.MaxInsts, opts.MaxInsts)
	l.File.GPU = cmp.Or(c.GPU, l.File.GPU)
	return &debug.Config{File: l.File, Object: l.Object, Raw: l.Raw, Text: l.Text, Options: opts}, nil
}

// debugFault lets a user look at a fault: the program is run again, work-groups in order, up to it.
func debugFault(f *launch.File, opts sim.Options, s streams, fault *sim.Fault) error {
	cfg, err := configOf(f, opts)
	if err != nil {
		return err
	}
	session, err := debug.Open(*cfg)
	if err != nil {
		return err
	}
	defer session.Close()
	session.StopOn(debug.NoFindings)
	if stop := session.Continue(); stop.Reason != debug.OnFault {
		return &exit{exitFailed, fmt.Errorf(
			"%w\n(with its work-groups one after the other, as a debugger runs it, the program has no fault)", fault)}
	}
	session.StopOn(waitcnt.Error)
	fmt.Fprintf(s.out, "fault: %v\n", fault)
	if err := converse(session, s); err != nil {
		return err
	}
	return &exit{status: exitFailed}
}

// configOf reads the code of a launch file.
func configOf(f *launch.File, opts sim.Options) (*debug.Config, error) {
	o, raw, err := run.Code(f)
	if err != nil {
		return nil, err
	}
	return &debug.Config{File: f, Object: o, Raw: raw, Options: opts}, nil
}

// interrupts lets an interrupt stop the program that is debugged, until done is called.
func interrupts(session *debug.Session) (done func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-signals:
				session.Interrupt()
			case <-over:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(over)
	}
}

// script executes the commands of a file.
func script(session *debug.Session, path string, s streams) error {
	in := s.in
	if path != "-" {
		f, err := files.Open(path)
		if err != nil {
			return usage("--script: %w", err)
		}
		defer f.Close()
		in = f
	}
	c := console.New(session, s.out)
	switch err := commands(c, in, s.out); {
	case err != nil:
		return usage("--script %s: %w", path, err)
	case c.Failed > 0:
		return usage("--script %s: %d commands gave an error", path, c.Failed)
	case c.Untrue > 0:
		return &exit{exitUnmet, fmt.Errorf("--script %s: %d expectations did not hold", path, c.Untrue)}
	}
	return nil
}

// converse reads commands from a terminal, with line editing, history and completion, or from
// standard input where that is none.
func converse(session *debug.Session, s streams) error {
	c := console.New(session, s.out)
	_ = c.Do("where")
	if s.in != os.Stdin || !isTerminal(os.Stdin) {
		return commands(c, s.in, s.out)
	}
	line := liner.NewLiner()
	defer line.Close()
	line.SetCtrlCAborts(true)
	line.SetCompleter(c.Complete)
	history := historyFile()
	if f, err := os.Open(history); err == nil {
		_, _ = line.ReadHistory(f)
		f.Close()
	}
	defer func() {
		if f, err := os.Create(history); err == nil {
			_, _ = line.WriteHistory(f)
			f.Close()
		}
	}()
	for {
		text, err := line.Prompt(c.Prompt())
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return usage("the terminal: %w", err)
		}
		if text != "" {
			line.AppendHistory(text)
		}
		if errors.Is(c.Do(text), console.ErrQuit) {
			return nil
		}
	}
}

// commands executes the commands that in has, and shows them.
func commands(c *console.Console, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fmt.Fprintf(out, "%s%s\n", c.Prompt(), lines.Text())
		if errors.Is(c.Do(lines.Text()), console.ErrQuit) {
			return nil
		}
	}
	return lines.Err()
}

// historyFile is where lines are kept from session to session; empty where there is no place.
func historyFile() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, "gcnsim")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return filepath.Join(dir, "history")
}
