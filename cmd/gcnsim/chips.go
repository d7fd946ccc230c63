package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// model says which chip: one that is known, and what is different.
type model struct {
	Figures string `placeholder:"FILE.json" help:"JSON object that changes figures of the chip by name, as in {\"cus\": 4}; \"gcnsim chips NAME\" lists them."`
}

// chip is the chip of that name with the changes.
func (m *model) chip(gpu string) (chip.Chip, error) {
	c, err := chip.Lookup(gpu)
	if err != nil {
		return c, usage("--gpu: %w", err)
	}
	if m.Figures == "" {
		return c, nil
	}
	f, err := files.Open(m.Figures)
	if err != nil {
		return c, usage("--figures: %w", err)
	}
	defer f.Close()
	if c, err = c.Override(f, m.Figures); err != nil {
		return c, usage("--figures: %s: %w", m.Figures, err)
	}
	return c, nil
}

type chipsCmd struct {
	Name   string `arg:"" optional:"" help:"Chip (fiji), target (gfx803) or generation (gcn1.2): all its figures with their sources. All chips in short if not given."`
	Format string `enum:"text,json" default:"text" help:"text or json. The JSON of a chip is what --figures reads."`
	model
}

// Help is shown below the flags.
func (*chipsCmd) Help() string {
	return `Examples:

    gcnsim chips
    gcnsim chips polaris10
    gcnsim chips vega10 --format json > mine.json
    gcnsim chips vega10 --figures mine.json

A figure marked with ? is an assumption: no document gives it, or documents contradict each other; the text says why it is that number.

JSON: {"name", "product", "target", and for each figure FIGURE: {"value", "unit", "source", "assumed"}}; without NAME a list of such objects.`
}

// Run executes the verb.
func (c *chipsCmd) Run(s streams) error {
	list := chip.All()
	if c.Name != "" {
		one, err := c.chip(c.Name)
		if err != nil {
			return err
		}
		list = []chip.Chip{one}
	} else if c.Figures != "" {
		return usage("--figures changes one chip: name it")
	}
	w := bufio.NewWriter(s.out)
	switch {
	case c.Format == "json":
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		e.SetEscapeHTML(false)
		var v any = list
		if c.Name != "" {
			v = list[0]
		}
		if err := e.Encode(v); err != nil {
			return err
		}
	case c.Name != "":
		figuresText(w, &list[0])
	default:
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "chip\tboard\ttarget\tCUs\tMHz\tGB/s\tf64\twaves")
		for i := range list {
			x := &list[i]
			fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%v\t1/%d\t%d\n", x.Name, x.Product, x.Target.Name, x.Int(chip.CUs),
				x.Int(chip.EngineMHz),
				x.Figures[chip.DRAMGBs].Value, x.Int(chip.DPRatio), x.Int(chip.Waves))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return w.Flush()
}

// figuresText lists the figures of a chip.
func figuresText(w *bufio.Writer, c *chip.Chip) {
	fmt.Fprintf(w, "%s\n", title(c))
	for f := range chip.NumFields {
		g, i := c.Figures[f], f.Info()
		mark := " "
		if g.Assumed {
			mark = "?"
		}
		value := strings.TrimSpace(fmt.Sprintf("%.10g %s", g.Value, i.Unit))
		fmt.Fprintf(w, "%s %-18s %-15s %s\n%38s(%s)\n", mark, i.Name, value, i.Doc, "", g.Source)
	}
}

// title names a chip.
func title(c *chip.Chip) string {
	return fmt.Sprintf("%s (%s), %s, %v", c.Name, c.Product, c.Target.Name, c.Target.Gen)
}
