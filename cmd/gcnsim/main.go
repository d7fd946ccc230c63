package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/pkg/profile"

	"github.com/gcnsim/gcnsim/sim"
)

// version is what verdicts and "gcnsim version" show.
const version = "0.1.0"

// Exit statuses; see the package comment.
const (
	exitDone     = 0
	exitUnmet    = 1
	exitUsage    = 2
	exitFailed   = 3
	exitFindings = 4
)

// cli is the command line: one field for each verb.
type cli struct {
	Profile string `enum:"cpu,mem,trace," default:"" placeholder:"cpu|mem|trace" help:"Write a profile of gcnsim itself to the current directory."`

	Run        runCmd        `cmd:"" help:"Execute code and report what it did."`
	Check      checkCmd      `cmd:"" help:"Look for missing waits and other hazards on all paths of code, without running it."`
	Decode     decodeCmd     `cmd:"" help:"Turn hexadecimal bytes, one instruction per line, into text."`
	Disasm     disasmCmd     `cmd:"" help:"Turn a code object or raw binary into assembly text."`
	Asm        asmCmd        `cmd:"" help:"Turn assembly text into a raw binary."`
	Bench      benchCmd      `cmd:"" help:"Measure how fast code is simulated, or how many clocks of a chip it takes."`
	Isa        isaCmd        `cmd:"" help:"Show the instruction table: encodings, formulas, coverage."`
	Chips      chipsCmd      `cmd:"" help:"Show what is known of the chips: figures and where they come from."`
	Occupancy  occupancyCmd  `cmd:"" help:"Compute how many waves of a kernel a compute unit holds, and what limits them."`
	Validate   validateCmd   `cmd:"" help:"Compare the clock with published measurements of real chips, row by row."`
	Version    versionCmd    `cmd:"" help:"Show the version."`
	Completion completionCmd `cmd:"" help:"Write a completion script for a shell."`
}

// streams are what a verb reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exit is an error with an exit status. Without err nothing is printed.
type exit struct {
	status int
	err    error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// usage is an error in what the user asked for.
func usage(format string, args ...any) error { return &exit{exitUsage, fmt.Errorf(format, args...)} }

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// newParser makes the parser of the command line.
func newParser(c *cli, s streams) (*kong.Kong, error) {
	return kong.New(c, kong.Name("gcnsim"), kong.Description("Simulate AMD GCN wavefronts (gfx6 to gfx9). \"gcnsim VERB --help\" has examples."),
		kong.Writers(s.out, s.err), kong.Vars{"maxinsts": fmt.Sprint(sim.DefaultMaxInsts), "severity": defaultSeverity, "rules": strings.Join(ruleIDs(), ","),
			"orderwindow": fmt.Sprint(sim.DefaultWindow), "orderruns": fmt.Sprint(sim.DefaultRuns), "orderwaves": fmt.Sprint(sim.DefaultWaves)},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 120}))
}

// run executes a command line and returns the exit status.
func run(args []string, s streams) int {
	var c cli
	parser, err := newParser(&c, s)
	if err != nil {
		fmt.Fprintf(s.err, "gcnsim: %v\n", err)
		return exitUsage
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(s.err, "gcnsim: %v (gcnsim --help lists the verbs, gcnsim VERB --help their flags)\n", err)
		return exitUsage
	}
	stop := startProfile(c.Profile)
	err = ctx.Run(s)
	stop()
	var e *exit
	switch {
	case err == nil:
		return exitDone
	case !errors.As(err, &e):
		e = &exit{exitUsage, err}
	}
	if e.err != nil {
		fmt.Fprintf(s.err, "gcnsim: %v\n", err)
	}
	return e.status
}

// startProfile begins to profile gcnsim and returns what ends it.
func startProfile(kind string) (stop func()) {
	modes := map[string]func(*profile.Profile){"cpu": profile.CPUProfile, "mem": profile.MemProfile, "trace": profile.TraceProfile}
	mode, ok := modes[kind]
	if !ok {
		return func() {}
	}
	return profile.Start(mode, profile.ProfilePath("."), profile.NoShutdownHook, profile.Quiet).Stop
}
