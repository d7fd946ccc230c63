package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Source gives records in JSON, in a fixed order, as often as it is asked.
type Source func(each func(record []byte) error) error

// Kind is the type of a column.
type Kind uint8

// The kinds.
const (
	Text Kind = iota
	Whole
	Real
)

// Column is a column of a table.
type Column struct {
	Name string
	Kind Kind
}

// first are the fields that come first, in this order; others follow by name.
var first = []string{"task", "program", "gpu", "flags", "vars", "figures", "order", "status", "reason", "exit", "cycles",
	"microseconds", "insts", "waves", "unmet", "stalls", "units", "caches", "findings", "memory"}

// maxColumns is the most columns of a table.
const maxColumns = 10000

// Columns are those that records have.
func Columns(records Source) ([]Column, error) {
	kinds := map[string]Kind{}
	err := records(func(record []byte) error {
		row, err := Row(record)
		if err != nil {
			return err
		}
		for name, v := range row {
			k := kindOf(v)
			if was, known := kinds[name]; known && was != k {
				k = wider(was, k)
			}
			kinds[name] = k
		}
		if len(kinds) > maxColumns {
			return fmt.Errorf("more than %d columns", maxColumns)
		}
		return nil
	})
	list := make([]Column, 0, len(kinds))
	for name, k := range kinds {
		list = append(list, Column{name, k})
	}
	place := func(name string) int {
		top, _, _ := strings.Cut(name, ".")
		if i := slices.Index(first, top); i >= 0 {
			return i
		}
		return len(first)
	}
	slices.SortFunc(list, func(a, b Column) int {
		if d := place(a.Name) - place(b.Name); d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list, err
}

// wider is the kind that has the values of both.
func wider(a, b Kind) Kind {
	if a == Text || b == Text {
		return Text
	}
	return Real
}

// Row is a record by column: texts and numbers.
func Row(record []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(record))
	d.UseNumber()
	var x map[string]any
	if err := d.Decode(&x); err != nil {
		return nil, fmt.Errorf("a record is no JSON object: %w", err)
	}
	row := map[string]any{}
	flatten(row, "", x)
	return row, nil
}

func flatten(row map[string]any, prefix string, x map[string]any) {
	for key, v := range x {
		switch v := v.(type) {
		case map[string]any:
			flatten(row, prefix+key+".", v)
		case nil:
		case string, json.Number:
			row[prefix+key] = v
		default: // a list or a truth value: as JSON
			if text, err := json.Marshal(v); err == nil {
				row[prefix+key] = string(text)
			}
		}
	}
}

func kindOf(v any) Kind {
	n, ok := v.(json.Number)
	if !ok {
		return Text
	}
	if _, err := n.Int64(); err == nil {
		return Whole
	}
	return Real
}

// number is a cell as a real number; ok is false where it is none.
func number(v any) (f float64, ok bool) {
	n, ok := v.(json.Number)
	if !ok {
		return math.NaN(), false
	}
	f, err := n.Float64()
	return f, err == nil
}

// text is a cell as text.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// WriteCSV writes records as CSV (RFC 4180) with a line of names.
func WriteCSV(w io.Writer, records Source) error {
	columns, err := Columns(records)
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.Name
	}
	if err := out.Write(line); err != nil {
		return err
	}
	err = records(func(record []byte) error {
		row, err := Row(record)
		if err != nil {
			return err
		}
		for i, c := range columns {
			line[i] = text(row[c.Name])
		}
		return out.Write(line)
	})
	out.Flush()
	if err != nil {
		return err
	}
	return out.Error()
}

// WriteJSON writes records as a list, one on each line.
func WriteJSON(w io.Writer, records Source) error {
	b := bufio.NewWriter(w)
	sep := "[\n"
	err := records(func(record []byte) error {
		_, err := b.WriteString(sep)
		sep = ",\n"
		if err == nil {
			_, err = b.Write(record)
		}
		return err
	})
	if err != nil {
		return err
	}
	if sep == "[\n" {
		_, err = b.WriteString("[")
	}
	if _, err2 := b.WriteString("\n]\n"); err == nil {
		err = err2
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

// ReadCSV reads a table that WriteCSV wrote, or any other CSV with a line of names: cells that are
// numbers are numbers.
func ReadCSV(r io.Reader, each func(row map[string]any) error) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	names, err := in.Read()
	if err != nil {
		return err
	}
	names = slices.Clone(names)
	for {
		line, err := in.Read()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		row := make(map[string]any, len(line))
		for i, cell := range line {
			if cell == "" || i >= len(names) {
				continue
			}
			if _, err := strconv.ParseFloat(cell, 64); err == nil {
				row[names[i]] = json.Number(cell)
			} else {
				row[names[i]] = strings.Clone(cell)
			}
		}
		if err := each(row); err != nil {
			return err
		}
	}
}
