package launch

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// ArgValue is a value for one declared argument of a kernel.
type ArgValue struct {
	Kind   string // key in the file: "buffer", "i32", ..., "bytes", "local"
	Buffer string // buffer: its name
	Offset uint64 // buffer: bytes to add to its address
	Local  uint32 // local: bytes of LDS
	Bytes  []byte // all others: the value, little endian
}

// argKinds are the kinds: how many bytes they have, and how the value is read.
var argKinds = []struct {
	name string
	bits int // 0: given by the value
	read func(path string, n *node, bits int, a *ArgValue) error
}{
	{"buffer", 64, func(path string, n *node, _ int, a *ArgValue) error {
		s, ok := n.scalar.(string)
		if !ok || s == "" {
			return n.errorf(path, "this is %s, not a buffer's name", n.describe())
		}
		a.Buffer = s
		return nil
	}},
	{"i8", 8, readInt}, {"u8", 8, readUint}, {"i16", 16, readInt}, {"u16", 16, readUint},
	{"i32", 32, readInt}, {"u32", 32, readUint}, {"i64", 64, readInt}, {"u64", 64, readUint},
	{"f16", 16, readFloat}, {"f32", 32, readFloat}, {"f64", 64, readFloat},
	{"bytes", 0, func(path string, n *node, _ int, a *ArgValue) error {
		s, ok := n.scalar.(string)
		if !ok {
			return n.errorf(path, "this is %s, not a string of hexadecimal digits", n.describe())
		}
		b, err := hex.DecodeString(s)
		if err != nil || len(b) == 0 {
			return n.errorf(path, "%q is not a string of pairs of hexadecimal digits like \"00ff\"", s)
		}
		a.Bytes = b
		return nil
	}},
	{"local", 32, func(path string, n *node, _ int, a *ArgValue) error {
		v, err := size(path, n, 32)
		if err == nil && v == 0 {
			err = n.errorf(path, "a block of LDS has at least one byte")
		}
		a.Local = uint32(v)
		return err
	}},
}

func readInt(path string, n *node, bits int, a *ArgValue) error {
	v, err := pattern(path, n, bits, true)
	if err != nil {
		return err
	}
	a.setBits(v.Uint64(), bits)
	return nil
}

func readUint(path string, n *node, bits int, a *ArgValue) error {
	v, err := unsigned(path, n, bits)
	a.setBits(v, bits)
	return err
}

func readFloat(path string, n *node, bits int, a *ArgValue) error {
	v, err := floatBits(path, n, bits)
	a.setBits(v, bits)
	return err
}

func (a *ArgValue) setBits(v uint64, bits int) {
	a.Bytes = binary.LittleEndian.AppendUint64(nil, v)[:bits/8]
}

// Size is the number of bytes that the value takes in the kernarg segment.
func (a *ArgValue) Size() int {
	for _, k := range argKinds {
		if k.name == a.Kind && k.bits != 0 {
			return k.bits / 8
		}
	}
	return len(a.Bytes)
}

// Align is the natural alignment: that of a scalar is its size, that of a string of bytes the
// largest power of two that divides its length, at most 16.
func (a *ArgValue) Align() int {
	s := a.Size()
	return max(1, min(s&-s, 16))
}

// ArgText is an argument in a word, as on a command line: KIND:VALUE, buffer:NAME+OFFSET. It is the object
// that a launch file has for it.
func ArgText(text string) (map[string]any, error) {
	kind, value, ok := strings.Cut(text, ":")
	if !ok {
		return nil, fmt.Errorf("want KIND:VALUE, as in buffer:a, i32:5, f32:1.5")
	}
	m := map[string]any{kind: value}
	if name, off, ok := strings.Cut(value, "+"); ok && kind == "buffer" {
		m = map[string]any{kind: name, "offset": off}
	}
	return m, nil
}

func (a *ArgValue) fromNode(path string, n *node) error {
	if n.kind != '{' {
		return n.errorf(path, "this is %s, not an object like {\"i32\": 1}", n.describe())
	}
	var offset *node
	for i, key := range n.keys {
		if key == "offset" {
			offset = n.elems[i]
			continue
		}
		found := false
		for _, k := range argKinds {
			if k.name != key {
				continue
			}
			if a.Kind != "" {
				return n.errorf(path, "it has both %q and %q; an argument has one value", a.Kind, key)
			}
			found, a.Kind = true, key
			if err := k.read(join(path, key), n.elems[i], k.bits, a); err != nil {
				return err
			}
		}
		if !found {
			return n.elems[i].errorf(join(path, key), "unknown kind of argument; the kinds are %s", argKindList())
		}
	}
	switch {
	case a.Kind == "":
		return n.errorf(path, "it has no value; give one of %s", argKindList())
	case offset != nil && a.Kind != "buffer":
		return offset.errorf(join(path, "offset"), "only a buffer argument has an offset")
	case offset != nil:
		var err error
		a.Offset, err = size(join(path, "offset"), offset, 64)
		return err
	}
	return nil
}

func argKindList() string {
	var s []string
	for _, k := range argKinds {
		s = append(s, k.name)
	}
	return strings.Join(s, ", ")
}

// String is the value as it would be in the file, roughly, for messages.
func (a *ArgValue) String() string {
	switch a.Kind {
	case "buffer":
		return fmt.Sprintf("{buffer: %s+%#x}", a.Buffer, a.Offset)
	case "local":
		return fmt.Sprintf("{local: %d}", a.Local)
	}
	return fmt.Sprintf("{%s: %x}", a.Kind, a.Bytes)
}
