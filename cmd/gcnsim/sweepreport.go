package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"github.com/gcnsim/gcnsim/sim/sweep/study"
	"github.com/gcnsim/gcnsim/sim/sweep/table"
)

// sweepReportCmd is sweep report.
type sweepReportCmd struct {
	Table    string `arg:"" help:"Spec of a sweep, its folder, or a table: the results.csv in the folder."`
	Out      string `short:"o" placeholder:"FILE" help:"Page that is written. Default: the table's name with .html."`
	Response string `placeholder:"COLUMN" help:"What is explained. Default: microseconds, or cycles."`
	Cost     string `placeholder:"FIGURE" help:"What the Pareto front weighs against speed, as in cus. Default: the figure of which more helps most."`
	Title    string `placeholder:"TEXT" help:"Of the page. Default: the table's folder."`
}

// Help is shown below the flags.
func (*sweepReportCmd) Help() string {
	return `Examples:

    gcnsim sweep report study.json
    gcnsim sweep report study.sweep/results.csv -o study.html --cost cus
    gcnsim sweep report study.sweep --response stalls.counter

Writes one HTML page that needs no network: which figure moves the clock of which kernel, with 95 % intervals (regression of ranks, bootstrap); scaling; Pareto front;
heat maps of the two strongest figures of each kernel. Rows that are not done are left out and counted. The pictures are SVG in the page.`
}

// Run executes the verb.
func (c *sweepReportCmd) Run(st streams) error {
	path := c.Table
	switch filepath.Ext(path) {
	case ".csv":
	case ".json":
		path = filepath.Join((&sweepPlace{Spec: path}).folder(), "results.csv")
	default:
		path = filepath.Join(path, "results.csv")
	}
	rows, err := readStudy(path)
	if err != nil {
		return usage("%w", err)
	}
	response := c.Response
	if response == "" {
		response = "cycles"
		for _, r := range rows {
			if _, ok := r.Numbers["microseconds"]; ok {
				response = "microseconds"
				break
			}
		}
	}
	s, err := study.New(rows, response)
	if err != nil {
		return usage("%s: %w", path, err)
	}
	if c.Cost != "" {
		if _, err := s.Front(c.Cost); err != nil {
			return usage("--cost: %w", err)
		}
	}
	title := cmp.Or(c.Title, strings.TrimSuffix(filepath.Base(filepath.Dir(path)), ".sweep"))
	out := cmp.Or(c.Out, strings.TrimSuffix(path, ".csv")+".html")
	o, err := create("--out", out, taken("the table", path)...)
	if err != nil {
		return err
	}
	return finish("--out", o, s.Write(o, title, c.Cost))
}

// readStudy reads a table.
func readStudy(path string) (rows []study.Row, err error) {
	f, err := openTable(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	err = table.ReadCSV(f, func(cells map[string]any) error {
		r := study.Row{Texts: map[string]string{}, Numbers: map[string]float64{}}
		for name, v := range cells {
			switch v := v.(type) {
			case string:
				r.Texts[name] = v
			case json.Number:
				x, err := v.Float64()
				if err != nil {
					return err
				}
				if r.Numbers[name] = x; !strings.Contains(name, ".") {
					r.Texts[name] = v.String() // a program may be called by a number
				}
			}
		}
		rows = append(rows, r)
		return nil
	})
	return rows, err
}
