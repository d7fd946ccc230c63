package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/gcntest"
)

// version is what verdicts and "gcnsim version" show.
const version = "0.1.0"

// Exit statuses; see the package comment.
const (
	exitDone        = 0
	exitUnmet       = 1
	exitUsage       = 2
	exitFailed      = 3
	exitFindings    = 4
	exitInterrupted = 128 // and the number of the signal, as shells have it: 130 for SIGINT
)

// cli is the command line: one field for each verb.
type cli struct {
	Profile string `enum:"cpu,mem,trace," default:"" placeholder:"cpu|mem|trace" help:"Write a profile of gcnsim itself to the current directory."`

	Run        runCmd        `cmd:"" help:"Execute code and report what it did."`
	Debug      debugCmd      `cmd:"" help:"Step through code, forward and back, and look at what it does."`
	Check      checkCmd      `cmd:"" help:"Look for missing waits and other hazards on all paths of code, without running it."`
	Test       testCmd       `cmd:"" help:"Run tests of shaders: .gcn files with code, initial state and what must come out."`
	Decode     decodeCmd     `cmd:"" help:"Turn hexadecimal bytes, one instruction per line, into text."`
	Disasm     disasmCmd     `cmd:"" help:"Turn a code object or raw binary into assembly text."`
	Asm        asmCmd        `cmd:"" help:"Turn assembly text into a code object or a raw binary."`
	Annotate   annotateCmd   `cmd:"" help:"Show the source with what each line and instruction cost."`
	Bench      benchCmd      `cmd:"" help:"Measure how fast code is simulated, or how many clocks of a chip it takes."`
	Isa        isaCmd        `cmd:"" help:"Show the instruction table: encodings, formulas, coverage."`
	Explain    explainCmd    `cmd:"" help:"Execute single instructions, and show by lane what they read and wrote."`
	Chips      chipsCmd      `cmd:"" help:"Show what is known of the chips: figures and where they come from."`
	Occupancy  occupancyCmd  `cmd:"" help:"Compute how many waves of a kernel a compute unit holds, and what limits them."`
	Timeline   timelineCmd   `cmd:"" help:"Show what each wave did clock by clock, as text or for Perfetto."`
	Report     reportCmd     `cmd:"" help:"Say what limits a launch and what would help, on one HTML page."`
	Serve      serveCmd      `cmd:"" help:"Serve a program in another language, by JSON-RPC."`
	Validate   validateCmd   `cmd:"" help:"Compare the clock with published measurements of real chips, row by row."`
	Sweep      sweepCmd      `cmd:"" help:"Run many tasks: kernels on chips that need not exist, or commands; here or on a cluster."`
	Lsp        lspCmd        `cmd:"" help:"Serve editors: diagnostics, hover, labels and completion for GCN assembly and .gcn files."`
	Version    versionCmd    `cmd:"" help:"Show the version."`
	Help       helpCmd       `cmd:"" help:"Show the help of a verb, as gcnsim VERB --help does."`
	Completion completionCmd `cmd:"" help:"Write a completion script for a shell, or man pages."`
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
	os.Exit(runCommand(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// newParser makes the parser of the command line.
func newParser(c *cli, s streams, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(c, append(options, kong.Name("gcnsim"),
		kong.Description("Simulate AMD GCN wavefronts (gfx6 to gfx9). \"gcnsim VERB --help\" has examples."),
		kong.Writers(s.out, s.err), kong.Exit(func(status int) { panic(helped(status)) }),
		kong.Vars{"maxinsts": fmt.Sprint(sim.DefaultMaxInsts), "maxwaves": fmt.Sprint(sim.DefaultMaxWaves),
			"abis":     strings.Join(abi.PresetNames(), ", "),
			"severity": defaultSeverity, "rules": strings.Join(ruleIDs(), ","), "ways": strings.Join(benchWays, ", "),
			"reportwhatif": reportWhatIf,
			"orderwindow":  fmt.Sprint(sim.DefaultWindow), "orderruns": fmt.Sprint(sim.DefaultRuns), "orderwaves": fmt.Sprint(sim.DefaultWaves)},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 120}))...)
}

// onlyVerb leaves the other verbs out of a parser, when a command line begins with a verb: to read
// the flags of all verbs takes longer than many a run.
func onlyVerb(args []string) (list []kong.Option) {
	var others []string
	found := false
	for f := range reflect.TypeFor[cli]().Fields() {
		if _, verb := f.Tag.Lookup("cmd"); !verb {
			continue
		}
		if strings.ToLower(f.Name) == args[0] {
			found = args[0] != "completion" // which tells of all
		} else {
			others = append(others, f.Name)
		}
	}
	if found {
		list = append(list, kong.IgnoreFields("^cli[.]("+strings.Join(others, "|")+")$"))
	}
	return list
}

// runCommand executes a command line and returns the exit status. It closes a file that is standard
// output.
func runCommand(args []string, s streams) int {
	out := &sink{w: s.out}
	s.out = out
	status, err := execute(args, s)
	out.close()
	if lost := out.failure(); lost != nil {
		if errors.Is(err, out.err) {
			err = nil // it says the same
		}
		status, err = exitUsage, errors.Join(err, lost)
	}
	if err != nil {
		var text asm.Errors
		var tests gcntest.Errors
		prefix := "gcnsim: "
		if errors.As(err, &text) && err.Error() == text.Error() || errors.As(err, &tests) && err.Error() == tests.Error() {
			prefix = "" // "file:line:column: error: ...", as editors want it
		}
		fmt.Fprintf(s.err, "%s%s\n", prefix, printable(err.Error()))
		printStack(s.err, err)
	}
	return status
}

// printable is a text with parts of input in it as a terminal may have it: control characters and
// bytes that are no text are written as escapes, and the middle of endless lines is left out.
func printable(text string) string {
	const half = 1500
	var b strings.Builder
	for line := range strings.Lines(text) {
		tail := ""
		if n := len(line) - 2*half; n > 0 {
			line, tail = line[:half], fmt.Sprintf("... (%d bytes left out) ...%s", n, line[half+n:])
		}
		for _, part := range []string{line, tail} {
			for i, r := range part {
				switch _, n := utf8.DecodeRuneInString(part[i:]); {
				case r == utf8.RuneError && n == 1, r < ' ' && r != '\n' && r != '\t', r == 0x7f:
					fmt.Fprintf(&b, "\\x%02x", part[i])
				case unicode.IsControl(r) && r > ' ':
					fmt.Fprintf(&b, "\\u%04x", r)
				default:
					b.WriteRune(r)
				}
			}
		}
	}
	return b.String()
}

// stackVariable is the environment variable that asks for the stack of a defect.
const stackVariable = "GCNSIM_STACK"

// printStack shows where a defect of the simulator was, if the error is one.
func printStack(w io.Writer, err error) {
	var d *sim.DefectError
	switch {
	case !errors.As(err, &d):
	case os.Getenv(stackVariable) == "":
		fmt.Fprintf(w, "gcnsim: %s=1 in the environment shows where it happened\n", stackVariable)
	default:
		fmt.Fprintf(w, "%s", d.Stack)
	}
}

// What the parser says of a command line, and what is said in its place.
var (
	wrongLetter = regexp.MustCompile(`^(unknown flag (-\w)),? ?.*$`) // letters are all alike: no suggestion helps
	noValue     = regexp.MustCompile(`: expected \w+ value but got "EOL" \(<EOL>\)$`)
	negative    = regexp.MustCompile(`^(--[\w-]+): expected \w+ value but got "(-[^"]*)" \(short flag\).*$`)
	noArgument  = regexp.MustCompile(`^expected "(<.*)"$`)
)

// wrongLine is what is wrong with a command line, and where to look.
func wrongLine(err error) error {
	text, verb := err.Error(), (*kong.Node)(nil)
	if p, ok := errors.AsType[*kong.ParseError](err); ok && p.Context != nil {
		verb = p.Context.Selected()
	}
	text = noValue.ReplaceAllString(text, ": a value is missing")
	text = negative.ReplaceAllString(text, "$1: $2 looks like a flag; $1=$2 gives it as the value")
	text = noArgument.ReplaceAllString(text, "missing argument: $1")
	if m := wrongLetter.FindStringSubmatch(text); m != nil {
		text = m[1]
		if m[2] == "-o" && verb != nil {
			text += ": the result goes to standard output" + writers(verb)
		}
	}
	if text != err.Error() {
		err = errors.New(text)
	}
	if verb == nil {
		return fmt.Errorf("%w (gcnsim --help lists the verbs)", err)
	}
	return fmt.Errorf("%w (%s --help lists the flags)", err, verb.FullPath())
}

// writers names the flags of a verb that write files.
func writers(verb *kong.Node) string {
	var names []string
	for _, f := range verb.Flags {
		if strings.HasPrefix(f.PlaceHolder, "FILE") && strings.HasPrefix(f.Help, "Write") {
			names = append(names, "--"+f.Name)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return ", " + names[0] + " writes a file"
	}
	return ", " + strings.Join(names, ", ") + " write files"
}

// helped ends the parser where it has shown help.
type helped int

// execute parses and executes a command line. The error is to be printed.
func execute(args []string, s streams) (status int, err error) {
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help": // gcnsim help VERB
		args = append(args[1:len(args):len(args)], "--help")
	case args[0] == "--version":
		args = []string{"version"}
	}
	var c cli
	parser, err := newParser(&c, s, onlyVerb(args)...)
	if err != nil {
		return exitUsage, err
	}
	defer func() {
		switch h := recover().(type) {
		case nil:
		case helped:
			status, err = int(h), nil
		default:
			panic(h)
		}
	}()
	ctx, err := parser.Parse(args)
	if err != nil {
		return exitUsage, wrongLine(err)
	}
	stop, err := startProfile(c.Profile)
	if err == nil {
		err = interruptible(ctx, s)
		if e := stop(words(args)); e != nil {
			err = usage("%w", errors.Join(err, e))
		}
	}
	var e *exit
	switch {
	case err == nil:
		return exitDone, nil
	case errors.As(err, &e):
		if e.err == nil {
			return e.status, nil
		}
		return e.status, err
	}
	return exitUsage, err
}

// errInterrupted is the cause of the end of a verb that its user interrupts.
var errInterrupted = errors.New("interrupted")

// patience is how long a verb that can end early has for it.
const patience = 5 * time.Second

// interruptible runs a verb until it ends, its --timeout is over or an interrupt comes. A verb that
// can end early has a method endsEarly: the context that it gets is done, and it writes what it
// has. A second interrupt kills the process.
func interruptible(k *kong.Context, s streams) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	verb := k.Selected().Target.Addr().Interface()
	var over <-chan time.Time
	var most time.Duration
	if v, ok := verb.(interface{ limit() time.Duration }); ok {
		if most = v.limit(); most < 0 {
			return usage("--timeout %v: want a time like 10s", most)
		} else if most > 0 {
			over = time.After(most)
		}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	early := false
	if _, own := verb.(interface{ ownsInterrupts() }); !own {
		signal.Notify(signals, os.Interrupt)
		standing := newStanding(s.err)
		defer func() { standing.stop(early) }()
		ctx, s.err = context.WithValue(ctx, standingKey{}, standing), standing
		if out, ok := s.out.(*sink); ok {
			terminal := isTerminal(out.w)
			out.before = func() { standing.output(terminal) }
		}
	}
	k.BindTo(ctx, (*context.Context)(nil))
	defer signal.Stop(signals)
	done := make(chan error, 1)
	go func() { done <- k.Run(s) }()
	var end exit
	select {
	case err := <-done:
		return err
	case sig := <-signals:
		end = exit{exitInterrupted, errInterrupted}
		if n, ok := sig.(syscall.Signal); ok {
			end.status += int(n)
		}
	case <-over:
		end = exit{exitFailed, fmt.Errorf("%w: %v (--timeout raises the limit)", sim.ErrLimit, most)}
	}
	signal.Stop(signals)
	early = true
	cancel(end.err)
	if _, ok := verb.(interface{ endsEarly() }); ok {
		select {
		case err := <-done:
			if err == nil || errors.Is(err, end.err) {
				return &exit{end.status, cmp.Or(err, end.err)}
			}
			return &exit{end.status, errors.Join(end.err, err)}
		case <-time.After(patience):
		}
	}
	return &end
}

// timeLimit is the flag of verbs that may take long.
type timeLimit struct {
	Timeout time.Duration `group:"How to run:" placeholder:"TIME" help:"Limit of time, as in 10s or 5m. Default: none."`
}

func (t *timeLimit) limit() time.Duration { return t.Timeout }
