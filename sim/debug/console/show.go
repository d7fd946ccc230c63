package console

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/waitcnt"
)

func scalarName(w *sim.Wave, code int) (string, bool) {
	return isa.RegName(w.Program().Gen, uint16(code), 1)
}

// printPlace prints a place, or what an expression gives.
func printPlace(c *Console, args, format string) error {
	if args == "" {
		return errors.New("print what? A register, memory or an expression")
	}
	f, err := debug.FindFormat(format)
	if err != nil {
		return err
	}
	id, _, err := c.focus()
	if err != nil {
		return err
	}
	p, notPlace := c.s.ParsePlace(id, args)
	if notPlace == nil {
		text, err := c.s.Text(p, f)
		if err != nil {
			return err
		}
		if strings.Contains(text, "\n") {
			c.printf("%s\n%s\n", args, text)
			return nil
		}
		c.printf("%s = %s\n", args, strings.TrimSpace(text))
		return nil
	}
	x, err := c.s.Parse(args)
	if err != nil {
		if isPlace(args) {
			return notPlace
		}
		return err
	}
	text, err := c.s.Eval(id, x)
	if err != nil {
		return err
	}
	c.printf("%s = %s\n", args, text)
	return nil
}

// isPlace reports whether a text looks like a place rather than an expression.
func isPlace(text string) bool {
	return !strings.ContainsAny(text, "+-*/%<>=!&|^~()") || strings.HasSuffix(text, "]")
}

func display(c *Console, args, format string) error {
	switch args {
	case "":
		return c.shows()
	case "off":
		c.show = nil
		return nil
	}
	if err := printPlace(c, args, format); err != nil {
		return err
	}
	c.show = append(c.show, shown{args, format})
	return nil
}

func set(c *Console, args, format string) error {
	name, value, ok := strings.Cut(args, "=")
	if !ok {
		return errors.New("set wants PLACE = VALUE, as in set v3[5] = 0x10")
	}
	id, _, err := c.focus()
	if err != nil {
		return err
	}
	p, err := c.s.ParsePlace(id, strings.TrimSpace(name))
	if err != nil {
		return err
	}
	now, err := c.s.Read(p)
	if err != nil {
		return err
	}
	data, err := c.data(id, p, format, strings.TrimSpace(value), len(now))
	if err != nil {
		return err
	}
	return c.s.Write(p, data)
}

// data is what a place of size bytes is set to.
func (c *Console) data(id debug.WaveID, p debug.Place, format, value string, size int) (data []byte, err error) {
	if p.Space == debug.PC {
		if pcs, err := c.s.Source.Find(value); err == nil {
			value = strconv.FormatUint(pcs[0], 10)
		}
	}
	if p.Space == debug.Vector {
		size = 4 * p.N
	}
	if format != "" {
		f, err := debug.FindFormat(format)
		if err != nil {
			return nil, err
		}
		for _, w := range strings.Fields(value) {
			if data, err = f.Append(data, w); err != nil {
				return nil, err
			}
		}
		return data, nil
	}
	var words []string
	if words = strings.Fields(value); len(words) != (size+3)/4 || len(words) == 1 {
		words = []string{value}
	}
	for _, w := range words {
		v, err := c.s.Number(id, w)
		if err != nil {
			return nil, err
		}
		n := size
		if len(words) > 1 {
			n = min(4, size-len(data))
		}
		if n > 8 {
			return nil, fmt.Errorf("%s has %d bytes: give one number for each four of them", p.Name, size)
		}
		for i := range n {
			data = append(data, byte(v>>(8*i)))
		}
	}
	return data, nil
}

// lanes prints a mask as a picture.
func (c *Console) lanes(mask string) error {
	id, _, err := c.focus()
	if err != nil {
		return err
	}
	v, err := c.s.Number(id, mask)
	if err != nil {
		return err
	}
	c.printf("%s = %#016x\n%s", mask, v, debug.Lanes(v))
	return nil
}

func registers(c *Console, _, _ string) error {
	_, w, err := c.focus()
	if err != nil {
		return err
	}
	n := 0
	for _, r := range written(w) {
		if r.vec {
			continue
		}
		if n++; n > 1 && n%6 == 1 {
			c.printf("\n")
		}
		c.printf("%-8s %08x  ", r.name, w.S[r.n])
	}
	scc := 0
	if w.SCC {
		scc = 1
	}
	c.printf("\nscc %d  mode %#x  exec %#016x\n", scc, w.Mode, w.Exec())
	for _, r := range written(w) {
		if r.vec {
			c.printf("%-5s %s\n", r.name, row(&w.V[r.n]))
		}
	}
	return nil
}

// row is a vector register in one line: runs of lanes with the same value or step.
func row(v *isa.Row) string {
	var b strings.Builder
	for l := 0; l < isa.Lanes; {
		end, step := l+1, uint32(0)
		if end < isa.Lanes {
			step = v[end] - v[l]
		}
		for end < isa.Lanes && v[end]-v[end-1] == step {
			end++
		}
		if end-l == 2 && step != 0 {
			end--
		}
		if b.Len() > 100 {
			fmt.Fprintf(&b, " ...")
			break
		}
		switch {
		case end-l == 1:
			fmt.Fprintf(&b, " [%d] %08x", l, v[l])
		case step == 0:
			fmt.Fprintf(&b, " [%d:%d] %08x", l, end-1, v[l])
		default:
			fmt.Fprintf(&b, " [%d:%d] %08x step %d", l, end-1, v[l], int32(step))
		}
		l = end
	}
	return b.String()
}

func ops(c *Console, _, _ string) error {
	_, w, err := c.focus()
	if err != nil {
		return err
	}
	list := debug.Outstanding(w)
	if len(list) == 0 {
		c.printf("nothing is outstanding\n")
		return nil
	}
	n := w.Counters.Count
	c.printf("vmcnt %d, lgkmcnt %d, expcnt %d\n", n[waitcnt.VM], n[waitcnt.LGKM], n[waitcnt.EXP])
	for i := range list {
		c.printf("%s\n", list[i].String())
	}
	return nil
}

func memory(c *Console, args, format string) error {
	at, n, two := cutLastSpace(args)
	size := "64"
	if two {
		if _, err := strconv.ParseUint(n, 0, 32); err == nil {
			args, size = at, n
		}
	}
	if args == "" {
		return errors.New("mem wants an address: mem s[0:1] 64")
	}
	return printPlace(c, "mem["+args+":"+size+"]", format)
}

func cutLastSpace(text string) (a, b string, ok bool) {
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:i]), text[i+1:], true
}

func descriptor(c *Console, args, format string) error {
	p, err := c.place(args)
	if err != nil {
		return err
	}
	text, err := c.s.Descriptor(p, format)
	if err == nil {
		c.printf("%s\n", text)
	}
	return err
}

func list(c *Console, args, _ string) error {
	at, before, here := c.at, 0, ^uint64(0)
	if _, w, err := c.focus(); err == nil {
		here, _ = w.Position()
	}
	switch {
	case args != "":
		pcs, err := c.s.Source.Find(args)
		if err != nil {
			return err
		}
		at, before = pcs[0], 2
	case at == here:
		before = 4
	}
	lines := c.s.Source.Disassemble(at, before, 10)
	if len(lines) == 0 {
		return errors.New("the code ends here")
	}
	for i := range lines {
		x := &lines[i]
		if x.Label != "" {
			c.printf("%s:\n", x.Label)
		}
		mark := "  "
		for _, b := range c.s.Breakpoints() {
			for _, pc := range b.PCs {
				if pc == x.PC {
					mark = "* "
				}
			}
		}
		if x.PC == here {
			mark = "=>"
		}
		c.printf("%s %s\n", mark, c.line(x.PC, x.Text))
		c.at = x.PC + uint64(len(x.Bytes))
	}
	return nil
}

func who(c *Console, args, _ string) error {
	p, err := c.place(args)
	if err != nil {
		return err
	}
	w, err := c.s.Who(p)
	switch {
	case err != nil:
		return err
	case w == nil:
		c.printf("no instruction has written %s in this launch\n", args)
	case w.User:
		c.printf("%s was set in the debugger, when %d instructions had begun\n", args, w.Tick)
	default:
		line := ""
		if l, ok := c.s.Source.Line(w.PC); ok {
			line = fmt.Sprintf(" (%s:%d)", base(l.File), l.Line)
		}
		c.printf("%s%s; back to %d goes before what wrote it\n", w.Writer.String(), line, w.Tick)
		if text := from(w.Sources); text != "" {
			c.printf("  from %s\n", text)
		}
	}
	return nil
}

// from is what an instruction has read.
func from(sources []sim.Source) string {
	var list []string
	for _, s := range sources {
		var words []string
		for _, v := range s.Words {
			words = append(words, fmt.Sprintf("%08x", v))
		}
		if len(words) > 0 {
			list = append(list, s.Name+" = "+strings.Join(words, " "))
		} else {
			list = append(list, s.Name+" of several lanes")
		}
	}
	return strings.Join(list, ", ")
}

func findings(c *Console, _, _ string) error {
	list := c.s.Findings()
	if len(list) == 0 {
		c.printf("nothing was found\n")
	}
	for i := range list {
		c.finding(i, &list[i])
	}
	return nil
}

func (c *Console) finding(_ int, f *waitcnt.Finding) {
	c.printf("%v: %s at %#x %s", f.Severity, f.Rule, uint64(f.PC), f.Instruction)
	if l, ok := c.s.Source.Line(uint64(f.PC)); ok {
		c.printf(" (%s:%d)", base(l.File), l.Line)
	}
	if f.Wave != nil {
		c.printf(", wave %d of work-group %v", f.Wave.Wave, f.Wave.Group)
	}
	c.printf(": %s\n", cmp.Or(f.Message, f.Register))
}
