package profile

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/gcnsim/gcnsim/internal/plain"
	"github.com/gcnsim/gcnsim/sim"
)

// Share is a cost's part of everything, 0 to 1: of the clocks, or without a clock of the executions.
func (a *Annotated) Share(c Cost) float64 {
	if all := a.Total.weight(a); all != 0 {
		return float64(c.weight(a)) / float64(all)
	}
	return 0
}

// Colours of terminals: lines of a tenth of the cost and more, of a fiftieth, and assembly.
const (
	red, yellow, faint, bold, reset = "\x1b[31m", "\x1b[33m", "\x1b[2m", "\x1b[1m", "\x1b[0m"
	hotShare, warmShare             = 0.1, 0.02
)

// Text writes the annotated source as text. With asm instructions stand below their line; with
// colour costly lines are marked as terminals do.
func (a *Annotated) Text(w io.Writer, asm, colour bool) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s, %s: %s\n", plain.Name(a.Code), plain.Name(a.Target), plain.Line(a.Summary()))
	paint := func(code, text string) string {
		if !colour || code == "" {
			return text
		}
		return code + text + reset
	}
	for i := range a.Files {
		f := &a.Files[i]
		name := plain.Name(f.Name)
		switch {
		case name == "":
			name = "instructions without a line"
		case !f.Found:
			name += " (not found: --source DIR)"
		}
		fmt.Fprintf(&b, "\n%s  %.1f %%\n", paint(bold, name), 100*a.Share(f.Cost))
		var rows bytes.Buffer
		t := tabwriter.NewWriter(&rows, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(t, "%s\t\tline\t\n", strings.Join(a.columns(), "\t"))
		var tails, colours []string
		row := func(cells []string, tail, code string) {
			fmt.Fprintf(t, "%s\t\n", strings.Join(cells, "\t"))
			tails, colours = append(tails, plain.Line(tail)), append(colours, code)
		}
		none := make([]string, len(a.columns()))
		for k := range f.Lines {
			l := &f.Lines[k]
			if l.Gap {
				row(append(none, "", ""), "...", faint)
			}
			cells, code := none, ""
			if l.Insts != nil {
				cells = a.cells(&l.Cost)
				switch share := a.Share(l.Cost); {
				case share >= hotShare:
					code = red
				case share >= warmShare:
					code = yellow
				}
			}
			number := "-"
			if l.Line > 0 {
				number = fmt.Sprint(l.Line)
			}
			text := strings.TrimRight(strings.ReplaceAll(l.Text, "\t", "    "), " \r")
			row(append(cells[:len(cells):len(cells)], "", number), text, code)
			for m := range l.Insts {
				in := &l.Insts[m]
				if !asm {
					break
				}
				note := ""
				if in.Inlined != "" {
					note = "  ; in " + in.Inlined
				}
				row(append(a.cells(&in.Cost), "", ""), fmt.Sprintf("    %08x  %s%s", in.PC, in.Text, note), faint)
			}
		}
		_ = t.Flush() // a buffer takes everything
		for n, line := range strings.Split(strings.TrimSuffix(rows.String(), "\n"), "\n") {
			if n == 0 {
				fmt.Fprintf(&b, "%s  source\n", line)
				continue
			}
			fmt.Fprintln(&b, strings.TrimRight(paint(colours[n-1], line+"  "+tails[n-1]), " "))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Summary says in one line what was spent.
func (a *Annotated) Summary() string {
	s := fmt.Sprintf("%d instructions executed", a.Total.Count)
	if a.Chip != "" {
		s += fmt.Sprintf(", %d clocks of waves on %s", a.Total.Clocks, a.Chip)
	}
	return s
}

// columns are the headings of cells.
func (a *Annotated) columns() []string {
	if a.Chip == "" {
		return []string{"share", "count"}
	}
	return []string{"share", "clocks", "count", "issue", "exposed", "hidden", "misses", "bytes", "waited for"}
}

// cells are a cost as columns has them.
func (a *Annotated) cells(c *Cost) []string {
	share := fmt.Sprintf("%.1f %%", 100*a.Share(*c))
	if a.Chip == "" {
		return []string{share, fmt.Sprint(c.Count)}
	}
	number := func(n uint64) string {
		if n == 0 {
			return "-"
		}
		return fmt.Sprint(n)
	}
	return []string{share, fmt.Sprint(c.Clocks), fmt.Sprint(c.Count), number(c.Stalls[sim.StallIssue]), number(c.Exposed),
		number(c.Hidden), number(c.Misses), number(c.Bytes), c.Waited()}
}

// Waited names the reason that cost most, beside issue and the wait for operations of others, where
// it is more than a tenth; "memory" is the wait for its own.
func (c *Cost) Waited() string {
	name, most := "", c.Clocks/10
	if c.Exposed > most {
		name, most = "memory", c.Exposed
	}
	for r := sim.StallSlot; int(r) < len(c.Stalls); r++ {
		if r != sim.StallCounter && c.Stalls[r] > most {
			name, most = r.String(), c.Stalls[r]
		}
	}
	return name
}
