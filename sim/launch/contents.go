package launch

import (
	"fmt"
	"math"
	"reflect"
)

// Contents are what a buffer begins with: a file, values, or bytes of a program that makes a [File]
// itself.
type Contents struct {
	File   string   // path, relative to the launch file; empty: none
	Values []Values // one behind the other, or where their offsets say
	Data   []byte   // the first bytes of the buffer; no launch file has it
}

// fromNode reads a path, a list of numbers (u32), an object like {"f32": [1, 2]}, or a list of such
// objects.
func (c *Contents) fromNode(path string, n *node) (err error) {
	if s, ok := n.scalar.(string); ok {
		c.File = s
		return nil
	}
	if n.kind == 0 {
		return n.errorf(path,
			"this is %s, not the path of a file, a list of numbers, or an object like {\"f32\": [1, 2]}", n.describe())
	}
	c.Values, err = pieces(path, n)
	return err
}

// objects reports whether a list has objects only, and some.
func (n *node) objects() bool {
	for _, e := range n.elems {
		if e.kind != '{' {
			return false
		}
	}
	return n.kind == '[' && len(n.elems) > 0
}

// pieces reads values: of u32 where nothing says of what. Each piece follows the one before unless
// it has an offset.
func pieces(path string, n *node) ([]Values, error) {
	if n.kind == '[' && !n.objects() {
		p := &valueParser{t: Type{Name: "u32"}}
		v, err := p.values(path, n)
		return []Values{v}, err
	}
	nodes, paths := []*node{n}, []string{path}
	if n.kind == '[' {
		nodes, paths = n.elems, nil
		for i := range nodes {
			paths = append(paths, fmt.Sprintf("%s[%d]", path, i))
		}
	}
	var list []Values
	next := uint64(0)
	for i, e := range nodes {
		v, rest, err := typed(paths[i], e, false)
		if err != nil {
			return nil, err
		}
		v.Offset = next
		for _, k := range rest {
			at := join(paths[i], e.keys[k])
			if e.keys[k] != "offset" {
				return nil, e.elems[k].errorf(at,
					"unknown field; the fields here are a type (%s) and offset", typeList())
			}
			if v.Offset, err = size(at, e.elems[k], 64); err != nil {
				return nil, err
			}
		}
		if v.Type.ULP != 0 || v.Type.Abs != 0 || v.Type.Rel != 0 {
			return nil, e.errorf(paths[i], "what a buffer begins with has no tolerance")
		}
		if err := v.placed(paths[i], e); err != nil {
			return nil, err
		}
		list, next = append(list, v), v.End()
	}
	return list, nil
}

// placed checks that the values have a type and an address.
func (v *Values) placed(path string, n *node) error {
	switch {
	case len(v.Runs) == 0:
		return n.errorf(path,
			"it has no values; give a type and values, as in {\"f32\": [1, 2]}; the types are %s", typeList())
	case v.Offset > math.MaxUint64-v.Count*uint64(v.Type.Size()):
		return n.errorf(path, "offset %#x leaves no room for its values", v.Offset)
	}
	return nil
}

func typeList() string {
	s := ""
	for i, name := range typeNames() {
		if i > 0 {
			s += ", "
		}
		s += name
	}
	return s
}

// Expect is what a buffer, or LDS, must hold in the end: a file, or values.
type Expect struct {
	File   string // path of the wanted contents, as many bytes as the buffer has
	Type   Type   // of the elements of File and Data; "bytes" have no tolerance
	Values Values // where File and Data are empty
	Data   []byte // the wanted contents, as many bytes as the buffer has; no launch file has it
}

// Expects are all that a buffer must hold.
type Expects []Expect

// expectFile are the fields of an expectation that is a file.
type expectFile struct {
	File string  `json:"file"`
	As   string  `json:"as"`
	ULP  uint64  `json:"ulp"`
	Abs  float64 `json:"abs"`
	Rel  float64 `json:"rel"`
}

// fromNode reads one expectation or a list of them: a file, or values as [Contents] has them, with
// tolerances.
func (x *Expects) fromNode(path string, n *node) error {
	nodes, paths := []*node{n}, []string{path}
	switch {
	case n.objects():
		nodes, paths = n.elems, nil
		for i := range nodes {
			paths = append(paths, fmt.Sprintf("%s[%d]", path, i))
		}
	case n.kind == 0:
		return n.errorf(path,
			"this is %s, not an object like {\"file\": \"c.bin\"}, {\"u32\": \"0..63\"} or {\"f32 ulp 1\": [1, 2]}",
			n.describe())
	}
	next := uint64(0)
	for i, e := range nodes {
		one, err := expectOf(paths[i], e, next)
		if err != nil {
			return err
		}
		next = one.Values.End()
		*x = append(*x, one)
	}
	return nil
}

func expectOf(path string, n *node, next uint64) (x Expect, err error) {
	if n.kind == '[' {
		p := &valueParser{t: Type{Name: "u32"}, any: true}
		x.Values, err = p.values(path, n)
		return x, err
	}
	v, rest, err := typed(path, n, true)
	if err != nil {
		return x, err
	}
	if len(v.Runs) == 0 {
		return fileOf(path, n)
	}
	v.Offset = next
	for _, k := range rest {
		at, e := join(path, n.keys[k]), n.elems[k]
		switch t := &v.Type; {
		case n.keys[k] == "offset":
			v.Offset, err = size(at, e, 64)
		case n.keys[k] == "ulp" && t.Float() && t.ULP == 0:
			t.ULP, err = unsigned(at, e, 64)
		case n.keys[k] == "abs" && t.Float() && t.Abs == 0:
			t.Abs, err = tolerance(at, e)
		case n.keys[k] == "rel" && t.Float() && t.Rel == 0:
			t.Rel, err = tolerance(at, e)
		case n.keys[k] == "ulp" || n.keys[k] == "abs" || n.keys[k] == "rel":
			err = e.errorf(at, "%s has no such tolerance, or has it already", t.Name)
		case n.keys[k] == "file":
			err = e.errorf(at, "it has values too; a file is an expectation of its own")
		default:
			err = e.errorf(at, "unknown field; beside values there are offset, ulp, abs, rel")
		}
		if err != nil {
			return x, err
		}
	}
	x.Values = v
	return x, x.Values.placed(path, n)
}

// fileOf reads an expectation that is a file.
func fileOf(path string, n *node) (x Expect, err error) {
	var f expectFile
	if err := bind(path, n, reflect.ValueOf(&f).Elem()); err != nil {
		return x, err
	}
	t, ok := Type{Name: "bytes"}, true
	if f.As != "" {
		t, ok, err = ParseType(f.As)
	}
	at := join(path, "as")
	switch {
	case f.File == "":
		return x, n.errorf(join(path, "file"), "it is missing; give a file, or values like {\"f32 ulp 1\": [1, 2]}")
	case !ok:
		return x, n.errorf(at, "%q is not one of bytes, %s", f.As, typeList())
	case err != nil:
		return x, n.errorf(at, "%v", err)
	}
	if f.ULP != 0 || f.Abs != 0 || f.Rel != 0 {
		switch {
		case !t.Float():
			return x, n.errorf(path, "%s have no tolerance; say what they are with \"as\"", t.Name)
		case t.ULP != 0 || t.Abs != 0 || t.Rel != 0:
			return x, n.errorf(path, "its tolerance is said twice: in \"as\" and in a field of its own")
		}
		t.ULP, t.Abs, t.Rel = f.ULP, f.Abs, f.Rel
	}
	x.File, x.Type = f.File, t
	return x, nil
}
