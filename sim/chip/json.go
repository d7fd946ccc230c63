package chip

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/gcnsim/gcnsim/isa"
)

// figureJSON is a figure in JSON.
type figureJSON struct {
	Value   float64 `json:"value"`             // in Unit
	Unit    string  `json:"unit,omitempty"`    // that of the field; in an override it may be left out
	Source  string  `json:"source"`            // as of Figure
	Assumed bool    `json:"assumed,omitempty"` // the same
}

// MarshalJSON writes the chip as an object: "name", "product", "target", and each figure by its
// name with value, unit, source and whether it is assumed. [Chip.Override] reads it back.
func (c Chip) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	put := func(key string, v any) error {
		fmt.Fprintf(&b, ",%q:", key)
		return e.Encode(v)
	}
	for _, s := range [...][2]string{{"name", c.Name}, {"product", c.Product}, {"target", c.Target.Name}} {
		if err := put(s[0], s[1]); err != nil {
			return nil, err
		}
	}
	for f := range NumFields {
		g := c.Figures[f]
		if err := put(f.String(), figureJSON{g.Value, f.Info().Unit, g.Source, g.Assumed}); err != nil {
			return nil, err
		}
	}
	out := b.Bytes()
	out[0] = '{'
	return append(bytes.TrimSpace(out), '}'), nil
}

// overrideMax is the most bytes of an override that are read; a chip with all its sources takes
// some 12 KiB.
const overrideMax = 1 << 20

// Override reads a JSON object that changes figures by name, and returns the changed chip. A figure
// is a number, or an object as [Chip.MarshalJSON] writes it. A figure without a source gets source.
// "name" and "product" can be changed, too; "target" can only be the chip's.
func (c Chip) Override(r io.Reader, source string) (Chip, error) {
	fail := func(format string, args ...any) (Chip, error) { return Chip{}, fmt.Errorf(format, args...) }
	data, err := io.ReadAll(io.LimitReader(r, overrideMax+1))
	if err != nil {
		return Chip{}, err
	}
	if len(data) > overrideMax {
		return fail("more than %d bytes", overrideMax)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	line := func() int { // of what comes next
		read := data[:min(d.InputOffset(), int64(len(data)))]
		next := data[len(read):]
		between := next[:len(next)-len(bytes.TrimLeft(next, " \t\r\n,:"))]
		return 1 + bytes.Count(read, []byte("\n")) + bytes.Count(between, []byte("\n"))
	}
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fail("want a JSON object of figures, as in {\"cus\": 4, \"engine_mhz\": 800}")
	}
	seen := map[string]bool{}
	for d.More() {
		at := line()
		t, err := d.Token()
		if err != nil {
			return fail("line %d: %w", at, err)
		}
		key, _ := t.(string) // the decoder allows no other keys
		if seen[key] {
			return fail("%q is given twice", key)
		}
		seen[key] = true
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return fail("line %d: %q: %w", line(), key, err)
		}
		if err := c.set(key, v, source); err != nil {
			return Chip{}, err
		}
	}
	if _, err := d.Token(); err != nil {
		return fail("line %d: %w", line(), err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fail("something follows the JSON object")
	}
	if err := c.Validate(); err != nil {
		return Chip{}, err
	}
	return c, nil
}

// set changes one thing.
func (c *Chip) set(key string, v json.RawMessage, source string) error {
	switch text := map[string]*string{"name": &c.Name, "product": &c.Product, "target": new(string)}[key]; {
	case text != nil:
		var s string
		if err := json.Unmarshal(v, &s); err != nil || s == "" {
			return fmt.Errorf("%q is %s: want a text", key, v)
		}
		if key == "target" && s != c.Target.Name {
			return fmt.Errorf("\"target\" is %s, but %s is a %s: start from another chip", s, c.Name, c.Target.Name)
		}
		*text = s
		return nil
	}
	f, ok := fieldOf(key)
	if !ok {
		names := []string{"name", "product", "target"}
		for f := range NumFields {
			names = append(names, f.String())
		}
		hint := ""
		if near := isa.Nearest(key, names); near != "" {
			hint = fmt.Sprintf("; it has %s", near)
		}
		return fmt.Errorf("a chip has no %s%s (\"gcnsim chips NAME\" lists what it has)", strconv.Quote(key), hint)
	}
	g := figureJSON{Source: source}
	if len(v) > 0 && v[0] == '{' {
		d := json.NewDecoder(bytes.NewReader(v))
		d.DisallowUnknownFields()
		var with struct {
			Value *float64 `json:"value"`
			*figureJSON
		}
		with.figureJSON = &g
		if err := d.Decode(&with); err != nil {
			return fmt.Errorf("%v: %w", f, err)
		}
		if with.Value == nil {
			return fmt.Errorf("%v: it has no \"value\"", f)
		}
		if g.Unit != "" && g.Unit != f.Info().Unit {
			return fmt.Errorf("%v is in %q: want %q", f, g.Unit, f.Info().Unit)
		}
		g.Value = *with.Value
	} else if err := json.Unmarshal(v, &g.Value); err != nil || string(v) == "null" {
		return fmt.Errorf("%v is %s: want a number", f, v)
	}
	if err := check(f, g.Value); err != nil {
		return err
	}
	c.Figures[f] = Figure{g.Value, g.Source, g.Assumed}
	return nil
}
