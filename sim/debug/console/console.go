// Package console is the command line of the debugger: it reads one command a line and prints what
// it gives. It knows no terminal: who has one edits lines, and asks [Console.Complete] for what may
// follow.
//
// Where to add things: a command is a row of commands, which help and completion are made of.
package console

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
)

// Console executes commands on a session.
type Console struct {
	Failed int // commands that gave an error
	Untrue int // expect commands that did not hold

	s    *debug.Session
	out  io.Writer
	last string // the command that an empty line repeats
	all  bool   // step lets all waves have their turns
	at   uint64 // where list goes on
	show []shown
}

// shown is what is printed at each stop.
type shown struct{ args, format string }

// New makes the console of a session.
func New(s *debug.Session, out io.Writer) *Console {
	c := &Console{s: s, out: out}
	if _, w, err := c.focus(); err == nil {
		c.at, _ = w.Position()
	}
	return c
}

// ErrQuit is what Do gives when the user wants to leave.
var ErrQuit = errors.New("quit")

// command is what a user can ask for.
type command struct {
	name  string
	short string // names separated by spaces
	args  string
	help  string
	again bool // an empty line repeats it
	run   func(c *Console, args, format string) error
	words func(c *Console) []string // what its arguments may begin with
}

// Do executes a line: commands separated by ";" outside quotes. Empty lines repeat a step. What is
// behind # is a comment. The error is ErrQuit, or has been printed.
func (c *Console) Do(line string) error {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	line = strings.TrimSpace(line)
	if line == "" {
		if line = c.last; line == "" {
			return nil
		}
	}
	var failed error
	for one := range strings.SplitSeq(line, ";") {
		one = strings.TrimSpace(one)
		if one == "" {
			continue
		}
		err := c.one(one)
		switch {
		case errors.Is(err, ErrQuit):
			return err
		case err != nil:
			c.Failed++
			fmt.Fprintf(c.out, "error: %v\n", err)
			failed = err
		}
	}
	return failed
}

func (c *Console) one(line string) error {
	word, args, _ := strings.Cut(line, " ")
	name, format, _ := strings.Cut(word, "/")
	x, err := find(name)
	if err != nil {
		return err
	}
	c.last = ""
	if x.again {
		c.last = line
	}
	return x.run(c, strings.TrimSpace(args), format)
}

// find finds a command by its name, a short name or the beginning of one name.
func find(name string) (*command, error) {
	var list []*command
	for i := range commands {
		x := &commands[i]
		if x.name == name || slices.Contains(strings.Fields(x.short), name) {
			return x, nil
		}
		if name != "" && strings.HasPrefix(x.name, name) {
			list = append(list, x)
		}
	}
	switch len(list) {
	case 0:
		return nil, fmt.Errorf("there is no command %q: help lists them", name)
	case 1:
		return list[0], nil
	}
	var names []string
	for _, x := range list {
		names = append(names, x.name)
	}
	return nil, fmt.Errorf("%q may be: %s", name, strings.Join(names, " "))
}

// Complete lists the lines that a line may become.
func (c *Console) Complete(line string) (list []string) {
	word, args, isArg := strings.Cut(line, " ")
	if !isArg {
		for i := range commands {
			if strings.HasPrefix(commands[i].name, word) {
				list = append(list, commands[i].name)
			}
		}
		return list
	}
	x, err := find(word)
	if err != nil || x.words == nil {
		return nil
	}
	at := strings.LastIndexByte(args, ' ') + 1
	for _, w := range x.words(c) {
		if strings.HasPrefix(w, args[at:]) {
			list = append(list, word+" "+args[:at]+w)
		}
	}
	return list
}

// Prompt is what stands before a command.
func (c *Console) Prompt() string {
	if c.s.Ended() {
		return "(ended) "
	}
	if w := c.s.Focus(); w != nil {
		return fmt.Sprintf("(%d.%d) ", w.Group().Index, w.Num)
	}
	return "(gcnsim) "
}

func (c *Console) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// focus is the wave that commands are about.
func (c *Console) focus() (debug.WaveID, *sim.Wave, error) {
	w := c.s.Focus()
	if w == nil {
		if c.s.Ended() {
			return debug.WaveID{}, nil, debug.ErrEnded
		}
		return debug.WaveID{}, nil, errors.New("the wave has ended, and its work-group is gone: choose one of \"waves\"")
	}
	return debug.WaveID{Group: w.Group().Index, Wave: w.Num}, w, nil
}

// place reads where something is in the wave that commands are about.
func (c *Console) place(text string) (debug.Place, error) {
	id, _, err := c.focus()
	if err != nil {
		return debug.Place{}, err
	}
	return c.s.ParsePlace(id, text)
}

// stopped prints where and why the session has stopped.
func (c *Console) stopped(stop debug.Stop, err error) error {
	if err != nil {
		return err
	}
	for _, r := range stop.Returned {
		c.printf("returned: %#x %s, of wave %v\n", r.PC, r.Inst, r.Wave)
	}
	for i := range stop.Findings {
		c.finding(i, &stop.Findings[i])
	}
	switch stop.Reason {
	case debug.Stepped:
	case debug.AtBreak:
		for _, b := range stop.Points {
			c.printf("breakpoint %s\n", describe(b))
		}
	case debug.Watched:
		for _, x := range stop.Changes {
			c.change(&x)
		}
	case debug.OnFinding:
		c.printf("stopped for a finding\n")
	case debug.AtStart:
		c.printf("at the first instruction\n")
	case debug.Interrupted:
		c.printf("interrupted\n")
	case debug.OnFault:
		c.printf("fault: %v\n", stop.Fault)
	case debug.Ended:
		return c.ended(stop)
	}
	c.where()
	return c.shows()
}

// ended prints what there is to say at the end.
func (c *Console) ended(stop debug.Stop) error {
	if stop.Err != nil {
		return stop.Err
	}
	c.printf("the program has ended, after %d instructions\n", c.s.Tick())
	if out := c.s.Outcome(); out != nil {
		for i := range out.Unmet {
			c.printf("unmet: %s\n", out.Unmet[i].Details())
		}
	}
	return nil
}

// change prints how a watched place has changed.
func (c *Console) change(x *debug.Change) {
	p := &x.Watch.Place
	f := &debug.Formats[0]
	if p.Space >= debug.LDS && p.Bytes%4 != 0 {
		f, _ = debug.FindFormat("bytes")
	}
	c.printf("watchpoint %d: %s, by %s\n", x.Watch.Number, p.Name, x.By)
	n := 0
	for i := range f.Count(len(x.New)) {
		a, b := f.Element(x.Old, i), f.Element(x.New, i)
		if a == b {
			continue
		}
		if n++; n > 16 {
			c.printf("  and others\n")
			return
		}
		at := ""
		switch {
		case p.Space == debug.Vector:
			at = fmt.Sprintf("[%d] ", p.First+i/p.N)
		case f.Count(len(x.New)) > 1:
			at = fmt.Sprintf("+%#x ", i*f.Bytes)
		}
		c.printf("  %s%s -> %s\n", at, a, b)
	}
}

// where prints the instruction that the wave of interest executes next.
func (c *Console) where() {
	_, w, err := c.focus()
	if err != nil {
		return
	}
	pc, text := w.Position()
	c.at = pc
	c.printf("%-6s %s", fmt.Sprintf("%d.%d", w.Group().Index, w.Num), c.line(pc, text))
	switch w.State {
	case sim.Running:
	default:
		c.printf("  [%v]", w.State)
	}
	c.printf("\n")
}

// line is an instruction with its place.
func (c *Console) line(pc uint64, text string) string {
	s := fmt.Sprintf("%#06x  %s", pc, text)
	if to, ok := c.s.Source.Target(pc); ok {
		s += " <" + to + ">"
	}
	if l, ok := c.s.Source.Line(pc); ok {
		s = fmt.Sprintf("%-56s %s:%d", s, base(l.File), l.Line)
	}
	return s
}

func base(path string) string {
	if i := strings.LastIndexAny(path, `/\`); i >= 0 {
		return path[i+1:]
	}
	return path
}

// shows prints what is to be seen at each stop.
func (c *Console) shows() error {
	for _, x := range c.show {
		c.printf("%s: ", x.args)
		if err := printPlace(c, x.args, x.format); err != nil {
			c.printf("%v\n", err)
		}
	}
	return nil
}

// count reads an optional number.
func count(args string, without uint64) (uint64, error) {
	if args == "" {
		return without, nil
	}
	n, err := strconv.ParseUint(args, 0, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number", args)
	}
	return n, nil
}
