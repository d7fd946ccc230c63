package console

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// commands are what a user can ask for, in the order of help. An init function fills it, since help
// reads it.
var commands []command

func init() {
	commands = []command{
		{name: "step", short: "s si", args: "[N]", help: "execute an instruction of the wave; \"step all\" lets waves have their turns from now on, \"step one\" does not", again: true, run: step},
		{name: "next", short: "n", args: "[N]", help: "step, but a call is one step", again: true, run: next},
		{name: "out", args: "", help: "go on until the wave has returned from its function", again: true, run: func(c *Console, _, _ string) error {
			return c.withWave(func(id debug.WaveID) (debug.Stop, error) { return c.s.Out(id) })
		}},
		{name: "finish", short: "f wait", args: "[OP]", help: "go on until the wave's outstanding operations have returned, or operation OP of \"ops\"", again: true, run: finish},
		{name: "continue", short: "c run", args: "[N]", help: "go on until something to stop for; N: pass N-1 of them", again: true, run: cont},
		{name: "until", short: "u", args: "WHERE | insts N | tick N | if CONDITION", help: "go on until the wave is there, has executed N instructions, N have begun in all, or the condition holds of it", run: until, words: labels},
		{name: "back", short: "b bs rs", args: "[N]", help: "undo the wave's last N instructions; \"back to TICK\", \"back start\"", again: true, run: back},
		{name: "rcontinue", short: "rc", args: "", help: "go back to the last breakpoint, or before the last change of a watched place", again: true, run: func(c *Console, _, _ string) error { return c.stopped(c.s.ReverseContinue()) }},

		{name: "break", short: "br", args: "WHERE [wave G.W] [ignore N] [if CONDITION] | if CONDITION | finding SEVERITY", help: "stop before an instruction (0x14, LABEL, LABEL+8, :LINE, FILE:LINE), where a condition holds, or for findings from SEVERITY on (error, warning, info, none)", run: breakAt, words: labels},
		{name: "tbreak", short: "tb", args: "as break", help: "a breakpoint that stops once", run: func(c *Console, args, _ string) error { return c.addBreak(args, true) }, words: labels},
		{name: "watch", short: "w", args: "PLACE", help: "stop when a register, lanes or bytes change", run: watch, words: places},
		{name: "delete", short: "d", args: "[NUMBER]", help: "remove a breakpoint or watchpoint, or all", run: remove},
		{name: "points", short: "info", args: "", help: "list breakpoints and watchpoints", run: points},

		{name: "print", short: "p", args: "PLACE | EXPRESSION", help: "show registers or memory by lane or offset: print/f32 v3, print/u32 v3[0:7], print s[4:7], print/bytes lds[0:64], print buf[0:16], print v3 + s4 * 2", run: printPlace, words: places},
		{name: "display", args: "[PLACE | EXPRESSION | off]", help: "show it at each stop", run: display, words: places},
		{name: "set", args: "PLACE = VALUE...", help: "change registers or memory: set v3[5] = 0x10, set/f32 v3 = 1.5, set pc = 0x20, set buf[0:8] = 1 2", run: set, words: places},
		{name: "exec", args: "", help: "EXEC as a picture", run: func(c *Console, _, _ string) error { return c.lanes("exec") }},
		{name: "lanes", args: "MASK", help: "a mask of lanes as a picture: lanes vcc, lanes s[10:11]", run: func(c *Console, args, _ string) error { return c.lanes(args) }, words: places},
		{name: "registers", short: "r regs", args: "", help: "all registers that have been written, in hex", run: registers},
		{name: "ops", short: "o", args: "", help: "operations that have not returned: who issued them, what they hold and write", run: ops},
		{name: "mem", short: "x", args: "ADDRESS [BYTES]", help: "global memory: mem s[0:1] 64, mem/f32 buf+16 32", run: memory, words: places},
		{name: "descriptor", short: "desc", args: "PLACE", help: "decode a resource: descriptor s[4:7] is a V#, s[8:15] a T#, descriptor/s s[4:7] a sampler", run: descriptor},
		{name: "list", short: "l dis", args: "[WHERE]", help: "disassembly, with source lines where they are known", again: true, run: list, words: labels},
		{name: "who", args: "PLACE", help: "which instruction wrote a place last", run: who, words: places},
		{name: "findings", args: "", help: "what the checker has found so far", run: findings},

		{name: "waves", short: "threads", args: "", help: "the waves that there are", run: waves},
		{name: "wave", short: "t", args: "W | G.W", help: "choose the wave that commands are about", run: wave},
		{name: "group", short: "g", args: "G", help: "go on until work-group G is there, and choose its first wave", run: group},
		{name: "clock", args: "", help: "clocks and instructions so far", run: clock},
		{name: "where", short: "pc", args: "", help: "where the wave is", run: func(c *Console, _, _ string) error {
			if _, _, err := c.focus(); err != nil {
				return err
			}
			c.where()
			return nil
		}},
		{name: "snapshot", args: "NAME", help: "keep where the program is", run: func(c *Console, args, _ string) error {
			if args == "" {
				return errors.New("a snapshot wants a name")
			}
			c.s.Snapshot(args)
			return nil
		}},
		{name: "restore", args: "NAME", help: "go to a snapshot", run: func(c *Console, args, _ string) error { return c.stopped(c.s.Restore(args)) },
			words: func(c *Console) []string { return c.s.Snapshots() }},
		{name: "expect", args: "CONDITION", help: "say so where a condition does not hold of the wave: for scripts", run: expect},
		{name: "help", short: "h ?", args: "[COMMAND]", help: "this list", run: help},
		{name: "quit", short: "q exit", args: "", help: "leave", run: func(*Console, string, string) error { return ErrQuit }},
	}
}

func help(c *Console, args, _ string) error {
	if args != "" {
		x, err := find(args)
		if err != nil {
			return err
		}
		c.printf("%s %s\n  %s\n", x.name, x.args, x.help)
		return nil
	}
	for i := range commands {
		x := &commands[i]
		head := x.name
		if x.short != "" {
			head += ", " + strings.ReplaceAll(x.short, " ", ", ")
		}
		if x.args != "" {
			head += " " + x.args
		}
		c.printf("%s\n    %s\n", head, x.help)
	}
	c.printf("Commands may be cut short where they stay clear. An empty line repeats a step. Several go on one line " +
		"with ; between them.\n" +
		"Formats are behind a slash: hex u32 i32 f32 f16 f64 u8 i8 u16 i16 u64 i64 hex64 bytes.\n")
	return nil
}

// withWave goes on with the wave of interest.
func (c *Console) withWave(f func(id debug.WaveID) (debug.Stop, error)) error {
	id, _, err := c.focus()
	if err != nil {
		return err
	}
	return c.stopped(f(id))
}

// times goes on n times, as long as nothing else stops it, and prints the last stop.
func (c *Console) times(args string, f func(id debug.WaveID) (debug.Stop, error)) error {
	n, err := count(args, 1)
	if err != nil {
		return err
	}
	return c.withWave(func(id debug.WaveID) (stop debug.Stop, err error) {
		for range n {
			stop, err = f(id)
			if err != nil || stop.Reason != debug.Stepped {
				return stop, err
			}
			if id, _, err = c.focus(); err != nil {
				return stop, err
			}
		}
		return stop, nil
	})
}

func step(c *Console, args, _ string) error {
	switch args {
	case "all", "one":
		c.all = args == "all"
		return nil
	}
	return c.times(args, func(id debug.WaveID) (debug.Stop, error) {
		if c.all {
			return c.s.StepAny()
		}
		return c.s.Step(id)
	})
}

func next(c *Console, args, _ string) error {
	return c.times(args, func(id debug.WaveID) (debug.Stop, error) { return c.s.Over(id) })
}

func finish(c *Console, args, _ string) error {
	seq := int64(-1)
	if args != "" {
		n, err := count(args, 0)
		if err != nil {
			return err
		}
		seq = int64(n)
	}
	return c.withWave(func(id debug.WaveID) (debug.Stop, error) { return c.s.Finish(id, seq) })
}

func cont(c *Console, args, _ string) error {
	n, err := count(args, 1)
	if err != nil {
		return err
	}
	if c.s.Ended() {
		return debug.ErrEnded
	}
	var stop debug.Stop
	for range n {
		if stop = c.s.Continue(); c.s.Ended() || stop.Reason == debug.Interrupted {
			break
		}
	}
	return c.stopped(stop, nil)
}

func until(c *Console, args, _ string) error {
	kind, rest, _ := strings.Cut(args, " ")
	rest = strings.TrimSpace(rest)
	switch kind {
	case "insts", "tick":
		n, err := count(rest, 0)
		if err != nil {
			return err
		}
		if kind == "tick" {
			if n < c.s.Tick() {
				return fmt.Errorf("%d instructions have begun: \"back to %d\" goes back", c.s.Tick(), n)
			}
			return c.stopped(c.s.GoTo(n))
		}
		return c.withWave(func(id debug.WaveID) (debug.Stop, error) { return c.s.UntilInsts(id, n) })
	case "if":
		x, err := c.s.Parse(rest)
		if err != nil {
			return err
		}
		return c.withWave(func(id debug.WaveID) (debug.Stop, error) { return c.s.UntilTrue(id, x) })
	}
	pcs, err := c.s.Source.Find(args)
	if err != nil {
		return err
	}
	return c.withWave(func(id debug.WaveID) (debug.Stop, error) { return c.s.Until(id, pcs[0]) })
}

func back(c *Console, args, _ string) error {
	kind, rest, _ := strings.Cut(args, " ")
	switch kind {
	case "to":
		n, err := count(strings.TrimSpace(rest), 0)
		if err != nil {
			return err
		}
		if n > c.s.Tick() {
			return fmt.Errorf("only %d instructions have begun: \"until tick %d\" goes on", c.s.Tick(), n)
		}
		return c.stopped(c.s.GoTo(n))
	case "start":
		return c.stopped(c.s.GoTo(0))
	}
	n, err := count(args, 1)
	if err != nil {
		return fmt.Errorf("back: %w (a breakpoint is \"break\" or \"br\")", err)
	}
	if c.all || c.s.Focus() == nil {
		return c.stopped(c.s.BackAny(n))
	}
	return c.withWave(func(id debug.WaveID) (debug.Stop, error) { return c.s.Back(id, n) })
}

func breakAt(c *Console, args, _ string) error { return c.addBreak(args, false) }

func (c *Console) addBreak(args string, once bool) error {
	if kind, rest, _ := strings.Cut(args, " "); kind == "finding" {
		return c.stopOn(strings.TrimSpace(rest))
	}
	where, condition, found := strings.Cut(" "+args+" ", " if ")
	if found && strings.TrimSpace(condition) == "" {
		return errors.New("the condition behind \"if\" is missing")
	}
	var id *debug.WaveID
	ignore := 0
	words := strings.Fields(where)
	for i := 1; i+1 < len(words); i++ {
		switch words[i] {
		case "wave":
			x, err := c.waveID(words[i+1])
			if err != nil {
				return err
			}
			id = &x
		case "ignore":
			n, err := strconv.Atoi(words[i+1])
			if err != nil || n < 0 {
				return fmt.Errorf("ignore %q: want how often it is passed", words[i+1])
			}
			ignore = n
		default:
			continue
		}
		words = slices.Delete(words, i, i+2)
		i--
	}
	b, err := c.s.Break(strings.Join(words, " "), condition)
	if err != nil {
		return err
	}
	b.Wave, b.Ignore, b.Once = id, ignore, once
	c.printf("breakpoint %s\n", describe(b))
	return nil
}

// stopOn chooses which findings stop.
func (c *Console) stopOn(name string) error {
	if name == "none" {
		c.s.StopOn(debug.NoFindings)
		return nil
	}
	var v waitcnt.Severity
	if err := v.UnmarshalText([]byte(name)); err != nil {
		return err
	}
	c.s.StopOn(v)
	return nil
}

// describe is a breakpoint for people.
func describe(b *debug.Breakpoint) string {
	s := fmt.Sprintf("%d", b.Number)
	if b.Where != "" {
		s += " " + b.Where
	}
	var at []string
	for _, pc := range b.PCs {
		at = append(at, fmt.Sprintf("%#x", pc))
	}
	if len(at) > 0 && (len(at) > 1 || at[0] != b.Where) {
		s += " at " + strings.Join(at, ", ")
	}
	if b.Wave != nil {
		s += fmt.Sprintf(" wave %v", *b.Wave)
	}
	if b.If != nil {
		s += " if " + b.If.Text
	}
	if b.Hits > 0 {
		s += fmt.Sprintf(", reached %d times", b.Hits)
	}
	return s
}

func watch(c *Console, args, _ string) error {
	p, err := c.place(args)
	if err != nil {
		return err
	}
	w := c.s.Watch(p)
	c.printf("watchpoint %d %s\n", w.Number, p.Name)
	return nil
}

func remove(c *Console, args, _ string) error {
	if args == "" {
		for len(c.s.Breakpoints()) > 0 {
			_ = c.s.Delete(c.s.Breakpoints()[0].Number)
		}
		for len(c.s.Watchpoints()) > 0 {
			_ = c.s.Delete(c.s.Watchpoints()[0].Number)
		}
		return nil
	}
	n, err := strconv.Atoi(args)
	if err != nil {
		return fmt.Errorf("%q is no number of a breakpoint", args)
	}
	return c.s.Delete(n)
}

func points(c *Console, _, _ string) error {
	for _, b := range c.s.Breakpoints() {
		c.printf("breakpoint %s\n", describe(b))
	}
	for _, w := range c.s.Watchpoints() {
		c.printf("watchpoint %d %s\n", w.Number, w.Place.Name)
	}
	return nil
}

// waveID reads "1", of the work-group of interest, or "0.1".
func (c *Console) waveID(text string) (id debug.WaveID, err error) {
	g, w, two := strings.Cut(text, ".")
	if !two {
		g, w = "", text
		if f := c.s.Focus(); f != nil {
			id.Group = f.Group().Index
		}
	} else if id.Group, err = strconv.ParseUint(g, 10, 64); err != nil {
		return id, fmt.Errorf("%q is no wave: want W, or G.W with the number of its work-group", text)
	}
	if id.Wave, err = strconv.Atoi(w); err != nil {
		return id, fmt.Errorf("%q is no wave: want W, or G.W with the number of its work-group", text)
	}
	return id, nil
}

func wave(c *Console, args, _ string) error {
	id, err := c.waveID(args)
	if err == nil {
		err = c.s.SetFocus(id)
	}
	if err != nil {
		return err
	}
	c.where()
	return nil
}

func group(c *Console, args, _ string) error {
	n, err := strconv.ParseUint(args, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no number of a work-group", args)
	}
	return c.stopped(c.s.RunToGroup(n))
}

func waves(c *Console, _, _ string) error {
	focus := c.s.Focus()
	for _, w := range c.s.Waves() {
		mark := " "
		if w == focus {
			mark = "*"
		}
		pc, text := w.Position()
		id := w.Group().ID
		c.printf("%s %d.%d  group %d,%d,%d  %-8v insts %-6d out %-3d %s\n", mark, w.Group().Index, w.Num, id[0], id[1], id[2],
			w.State, w.Insts, len(w.Counters.Ops()), c.line(pc, text))
	}
	return nil
}

func clock(c *Console, _, _ string) error {
	c.printf("instructions begun: %d\n", c.s.Tick())
	w := c.s.Focus()
	if w == nil {
		return nil
	}
	what := "clock, as the functional mode counts: 4 for each instruction, and s_sleep"
	if c.s.Timed() {
		what = "clock of the chip"
	}
	c.printf("wave %d.%d: instructions %d, %s: %d\n", w.Group().Index, w.Num, w.Insts, what, w.Clock())
	return nil
}

func expect(c *Console, args, _ string) error {
	x, err := c.s.Parse(args)
	if err != nil {
		return err
	}
	id, _, err := c.focus()
	if err != nil {
		return err
	}
	if ok, err := c.s.Holds(id, x); err != nil || ok {
		return err
	}
	c.Untrue++
	text, err := c.s.Eval(id, x)
	c.printf("expected: %s, but it gives %s\n", args, text)
	return err
}

func labels(c *Console) []string {
	return append(c.s.Source.Labels(), "if", "finding", "insts", "tick", "wave", "ignore")
}

// places are names of what can be printed.
func places(c *Console) []string {
	list := []string{"exec", "vcc", "m0", "scc", "mode", "pc", "lds[", "gds[", "mem["}
	if out := c.s.Outcome(); out != nil {
		for name := range out.Buffers {
			list = append(list, name+"[")
		}
	}
	w := c.s.Focus()
	if w == nil {
		return list
	}
	for _, r := range written(w) {
		list = append(list, r.name)
	}
	slices.Sort(list)
	return list
}

// reg is a register that has been written.
type reg struct {
	name string
	n    int
	vec  bool
}

// written are the registers of a wave that the launch or the program has written.
func written(w *sim.Wave) (list []reg) {
	for i := range 128 {
		if w.SWritten[i>>6]>>(i&63)&1 == 0 {
			continue
		}
		if name, ok := scalarName(w, i); ok {
			list = append(list, reg{name, i, false})
		}
	}
	for i, m := range w.VWritten {
		if m != 0 {
			list = append(list, reg{"v" + strconv.Itoa(i), i, true})
		}
	}
	return list
}
