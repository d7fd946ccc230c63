package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

const (
	maxFile  = 4 << 20 // bytes of a launch file
	maxDepth = 32      // of nested objects and lists
)

// node is a JSON value that knows its line. encoding/json's own decoding into structs has neither
// paths nor repeated keys.
type node struct {
	line   int
	kind   json.Delim // '{', '[', or 0 for a scalar
	scalar any        // nil, bool, json.Number, string
	keys   []string   // of an object
	elems  []*node    // of an object or a list
	values *uint64    // how many [Values] have been read of the file
}

type tokenState struct {
	dec  *json.Decoder
	data []byte
	at   int64 // lines are counted up to here
	line int

	values uint64 // see node
}

func (t *tokenState) next() (json.Token, int, error) {
	tok, err := t.dec.Token()
	end := t.dec.InputOffset()
	t.line += bytes.Count(t.data[t.at:end], []byte("\n"))
	t.at = end
	return tok, t.line, err
}

// parseTree reads one JSON value that makes up all of data.
func parseTree(data []byte) (*node, error) {
	var all json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		line := 0
		var se *json.SyntaxError
		if errors.As(err, &se) {
			line = 1 + bytes.Count(data[:min(se.Offset, int64(len(data)))], []byte("\n"))
		}
		return nil, &Error{Line: line, Msg: "not valid JSON", Err: err}
	}
	t := &tokenState{dec: json.NewDecoder(bytes.NewReader(data)), data: data, line: 1}
	t.dec.UseNumber()
	return t.value(0)
}

func (t *tokenState) value(depth int) (*node, error) {
	tok, line, err := t.next()
	if err != nil {
		return nil, &Error{Line: line, Msg: "not valid JSON", Err: err}
	}
	n := &node{line: line, values: &t.values}
	if depth > maxDepth {
		return nil, &Error{Line: line, Msg: fmt.Sprintf("objects and lists are nested more than %d deep", maxDepth)}
	}
	d, ok := tok.(json.Delim)
	if !ok {
		n.scalar = tok
		return n, nil
	}
	n.kind = d
	seen := map[string]bool{}
	for t.dec.More() {
		if d == '{' {
			tok, line, err := t.next()
			if err != nil {
				return nil, &Error{Line: line, Msg: "not valid JSON", Err: err}
			}
			key := tok.(string)
			if seen[key] {
				return nil, &Error{Line: line, Field: key, Msg: "this field occurs twice"}
			}
			seen[key] = true
			n.keys = append(n.keys, key)
		}
		e, err := t.value(depth + 1)
		if err != nil {
			// The path is put together on the way out: it costs nothing as long as all is well.
			at := fmt.Sprintf("[%d]", len(n.elems))
			if d == '{' {
				at = n.keys[len(n.keys)-1]
			}
			if e := err.(*Error); e.Field != "" && e.Field[0] != '[' {
				e.Field = at + "." + e.Field
			} else {
				e.Field = at + e.Field
			}
			return nil, err
		}
		n.elems = append(n.elems, e)
	}
	if _, line, err := t.next(); err != nil { // the closing delimiter
		return nil, &Error{Line: line, Msg: "not valid JSON", Err: err}
	}
	return n, nil
}

func (n *node) describe() string {
	switch {
	case n.kind == '{':
		return "an object"
	case n.kind == '[':
		return "a list"
	case n.scalar == nil:
		return "null"
	}
	switch v := n.scalar.(type) {
	case string:
		return fmt.Sprintf("the string %q", v)
	default:
		return fmt.Sprint(v)
	}
}

func (n *node) errorf(path, format string, args ...any) error {
	return &Error{Line: n.line, Field: path, Msg: fmt.Sprintf(format, args...)}
}

// custom is a type with a form of its own in the file.
type custom interface {
	fromNode(path string, n *node) error
}

// fieldsOf maps the names of a struct's fields in the file to their indices.
func fieldsOf(t reflect.Type) (names []string, index map[string]int) {
	index = map[string]int{}
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("json"); name != "" && name != "-" {
			names = append(names, name)
			index[name] = i
		}
	}
	return names, index
}

// bind stores n into v, whose type says what is expected.
func bind(path string, n *node, v reflect.Value) error {
	if c, ok := v.Addr().Interface().(custom); ok {
		return c.fromNode(path, n)
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return bind(path, n, v.Elem())
	case reflect.Struct:
		if n.kind != '{' {
			return n.errorf(path, "this is %s, not an object", n.describe())
		}
		names, index := fieldsOf(v.Type())
		for i, key := range n.keys {
			at := join(path, key)
			f, ok := index[key]
			if !ok {
				return n.elems[i].errorf(at, "unknown field; the fields here are %s", strings.Join(names, ", "))
			}
			if v.Type().Field(f).Tag.Get("unit") == "bytes" {
				u, err := size(at, n.elems[i], v.Field(f).Type().Bits())
				if err != nil {
					return err
				}
				v.Field(f).SetUint(u)
				continue
			}
			if err := bind(at, n.elems[i], v.Field(f)); err != nil {
				return err
			}
		}
	case reflect.Slice:
		if n.kind != '[' {
			return n.errorf(path, "this is %s, not a list", n.describe())
		}
		v.Set(reflect.MakeSlice(v.Type(), len(n.elems), len(n.elems)))
		for i, e := range n.elems {
			if err := bind(fmt.Sprintf("%s[%d]", path, i), e, v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.String:
		s, ok := n.scalar.(string)
		if !ok {
			return n.errorf(path, "this is %s, not a string", n.describe())
		}
		v.SetString(s)
	case reflect.Bool:
		b, ok := n.scalar.(bool)
		if !ok {
			return n.errorf(path, "this is %s, not true or false", n.describe())
		}
		v.SetBool(b)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		u, err := unsigned(path, n, v.Type().Bits())
		if err != nil {
			return err
		}
		v.SetUint(u)
	case reflect.Float64:
		f, err := tolerance(path, n)
		if err != nil {
			return err
		}
		v.SetFloat(f)
	default:
		// a mistake in this package, found by any test that parses
		panic("launch: no form in the file for " + v.Type().String())
	}
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
