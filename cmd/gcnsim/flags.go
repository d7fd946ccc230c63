package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/sim/launch"
)

// object is a JSON object in the order in which its fields were set.
type object struct{ buf bytes.Buffer }

func (o *object) set(key string, v any) error {
	k, err := json.Marshal(key)
	if err != nil {
		return err
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if o.buf.Len() > 0 {
		o.buf.WriteByte(',')
	}
	o.buf.Write(k)
	o.buf.WriteByte(':')
	o.buf.Write(b)
	return nil
}

// MarshalJSON is the object.
func (o *object) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "{%s}", o.buf.Bytes()), nil }

// file writes the flags down as a launch file and reads that: a plain FILE takes the same path, and the same checks, as a launch file.
func (c *runCmd) file() (*launch.File, error) {
	root, one, regs := new(object), new(object), new(object)
	buffers, args := []any{}, []any{}
	for _, b := range c.Buffer {
		name, rest, ok := strings.Cut(b, ":")
		size, init, _ := strings.Cut(rest, ":")
		if !ok || size == "" {
			return nil, usage("--buffer %s: want NAME:SIZE or NAME:SIZE:FILE, as in --buffer a:4096:a.bin", b)
		}
		m := map[string]any{"name": name, "size": size}
		if init != "" {
			m["init"] = init
		}
		buffers = append(buffers, m)
	}
	for _, a := range c.Arg {
		kind, value, ok := strings.Cut(a, ":")
		if !ok {
			return nil, usage("--arg %s: want KIND:VALUE, as in --arg buffer:a, --arg i32:5, --arg f32:1.5", a)
		}
		m := map[string]any{kind: value}
		if name, off, ok := strings.Cut(value, "+"); ok && kind == "buffer" {
			m = map[string]any{kind: name, "offset": off}
		}
		args = append(args, m)
	}
	for _, r := range c.Reg {
		name, value, ok := strings.Cut(r, "=")
		if !ok {
			return nil, usage("--reg %s: want NAME=VALUE, as in --reg s0=16, --reg v0=lane, --reg s[4:7]=buffer:a", r)
		}
		var v any = value
		if strings.HasPrefix(value, "[") {
			if !json.Valid([]byte(value)) {
				return nil, usage("--reg %s: want a list like [1,2,3]", r)
			}
			v = json.RawMessage(value)
		}
		if err := regs.set(name, v); err != nil {
			return nil, err
		}
	}
	grid, err := c.shape()
	if err != nil {
		return nil, err
	}
	set := func(o *object, key string, v any, on bool) {
		if on {
			err = errors.Join(err, o.set(key, v))
		}
	}
	set(one, "kernel", c.Kernel, c.Kernel != "")
	set(one, "entry", c.Entry, c.Entry != "")
	set(one, "grid", grid[0], true)
	set(one, "group", grid[1], true)
	set(one, "args", args, len(args) > 0)
	set(one, "kernarg", c.Kernarg, c.Kernarg != "")
	set(one, "registers", regs, len(c.Reg) > 0)
	set(root, "gpu", c.GPU, c.GPU != "")
	set(root, "buffers", buffers, true)
	set(root, "launches", []any{one}, true)
	if err != nil {
		return nil, err
	}
	text, err := root.MarshalJSON()
	if err != nil {
		return nil, err
	}
	f, err := launch.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, c.asFlag(err)
	}
	f.Code = c.File
	return f, nil
}

// shape reads --grid and --group: one wave where nothing is said, one work-group where only its size is.
func (c *runCmd) shape() (d [2][]string, err error) {
	for i, s := range [...]string{c.Grid, c.Group} {
		if s == "" {
			continue
		}
		d[i] = strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == 'x' })
		for _, w := range d[i] {
			if strings.Trim(w, "0123456789") != "" {
				return d, usage("--%s %s: want one to three numbers, as in 1024 or 64,4,1", [...]string{"grid", "group"}[i], s)
			}
		}
	}
	switch {
	case d[0] == nil && d[1] == nil:
		d[0], d[1] = []string{"64"}, []string{"64"}
	case d[0] == nil:
		d[0] = d[1]
	case d[1] == nil:
		d[1] = append([]string{"64"}, "1", "1")[:len(d[0])]
	}
	return d, nil
}

// fieldOfFlag finds the flag that a field of the launch file came from.
var fieldOfFlag = regexp.MustCompile(`^(?:launches\[0\]\.?)?(arg|buffer|grid|group|entry|kernel|kernarg|register|gpu)s?\b(?:\[(\d+)\])?\.?`)

// asFlag turns an error in the launch file that the flags made into one in a flag.
func (c *runCmd) asFlag(err error) error {
	var e *launch.Error
	if !errors.As(err, &e) || e.File != "" {
		return err
	}
	m := fieldOfFlag.FindStringSubmatch(e.Field)
	if m == nil {
		return err
	}
	where := "--" + strings.Replace(m[1], "register", "reg", 1)
	given := map[string][]string{"arg": c.Arg, "buffer": c.Buffer}[m[1]]
	rest := e.Field[len(m[0]):]
	if n, err := strconv.Atoi(m[2]); err == nil && n < len(given) {
		where += " " + given[n]
	} else if rest != "" {
		where += " " + rest
	}
	if e.Err != nil {
		return usage("%s: %s: %w", where, e.Msg, e.Err)
	}
	return usage("%s: %s", where, e.Msg)
}
