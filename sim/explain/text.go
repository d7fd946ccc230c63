package explain

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxMemoryLines is the most lines about memory.
const maxMemoryLines = 16

// The most rows of lanes where all lanes are asked for, and how many of the last are shown then.
const (
	maxRows  = 16
	lastRows = 2
)

// Write writes a step for people: a table of lanes, and what changed. Only the lanes of a mask are
// shown; of all lanes, the first and the last where most are different.
func (x *Step) Write(w io.Writer, lanes uint64) error {
	var b strings.Builder
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %-9s %s\n", label, text)
		}
	}
	fmt.Fprintf(&b, "%s\n", x.Text)
	line("at", strings.Trim(x.PC+", "+x.Encoding, ", "))
	line("rule", x.Rule)
	line("status", x.Status)
	line("note", x.Note)
	line("mode", x.Mode)
	for _, s := range x.Inputs {
		line("reads", s.Name+" = "+s.Value)
	}
	x.table(&b, lanes)
	head := b.Len()
	for _, c := range x.Changes {
		line(c.Name, c.Old+" -> "+c.New)
	}
	for i, c := range x.Memory {
		if i == maxMemoryLines {
			line("", fmt.Sprintf("and %d more places", len(x.Memory)-i))
			break
		}
		text := fmt.Sprintf("%s+%#x", c.Name, c.Offset)
		if c.Bytes > 4 {
			text += fmt.Sprintf(" to %#x", c.Offset+c.Bytes-1)
		}
		line("memory", text+": "+c.Old+" -> "+c.New)
	}
	for _, c := range x.Counters {
		line("counter", fmt.Sprintf("%s %d -> %d", c.Name, c.Old, c.New))
	}
	for _, o := range x.InFlight {
		line("in flight", o)
	}
	for _, f := range x.Findings {
		line("finding", f)
	}
	line("fault", x.Fault)
	if b.Len() > head && len(x.Columns) > 0 {
		text := b.String()
		b.Reset()
		b.WriteString(text[:head] + "\n" + text[head:])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table writes the lanes.
func (x *Step) table(b *strings.Builder, lanes uint64) {
	if len(x.Columns) == 0 {
		return
	}
	rows, masks := [][]string{{"lanes"}}, []uint64{0}
	for _, c := range x.Columns {
		head := "in " + c.Name
		if c.Out {
			head = "out " + c.Name
		}
		rows[0] = append(rows[0], head)
	}
	for _, l := range x.Lanes {
		if l.mask&lanes == 0 {
			continue
		}
		row := append([]string{LanesText(l.mask & lanes)}, l.Values...)
		if l.Off {
			row[0] += " off"
		}
		rows, masks = append(rows, row), append(masks, l.mask)
	}
	if lanes == ^uint64(0) && len(rows) > 1+maxRows {
		from, to := 1+maxRows-lastRows-1, len(rows)-lastRows
		left := uint64(0)
		for _, m := range masks[from:to] {
			left |= m
		}
		rows = slices.Replace(rows, from, to, []string{LanesText(left) + " left out: --lanes"})
	}
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if len(row) == 1 && len(row) < len(width) {
				continue
			}
			width[i] = max(width[i], len(cell))
		}
	}
	b.WriteByte('\n')
	for _, row := range rows {
		text := " "
		for i, cell := range row {
			text += fmt.Sprintf(" %-*s ", width[i], cell)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}
