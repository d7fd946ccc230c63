package launch

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Type is what an element is, and how far it may be from what is wanted.
type Type struct {
	Name string  // a row of types, or "bytes" for the contents of files
	ULP  uint64  // representable values; of floats
	Abs  float64 // difference
	Rel  float64 // difference in parts of the wanted magnitude
}

// types are the types of elements. Integers compare exactly, floats with tolerances.
var types = []struct {
	name   string
	bits   int
	float  bool
	signed bool
}{
	{"u8", 8, false, false}, {"i8", 8, false, true}, {"u16", 16, false, false}, {"i16", 16, false, true},
	{"u32", 32, false, false}, {"i32", 32, false, true}, {"u64", 64, false, false}, {"i64", 64, false, true},
	{"f16", 16, true, false}, {"f32", 32, true, false}, {"f64", 64, true, false},
}

// typeNames are the names of the types of elements.
func typeNames() (list []string) {
	for _, t := range types {
		list = append(list, t.name)
	}
	return list
}

func (t *Type) row() int {
	for i := range types {
		if types[i].name == t.Name {
			return i
		}
	}
	return -1
}

// Size is the bytes of an element, 0 for a type that there is not.
func (t *Type) Size() int {
	switch i := t.row(); {
	case t.Name == "bytes":
		return 1
	case i >= 0:
		return types[i].bits / 8
	}
	return 0
}

// Float reports whether it is a floating-point type.
func (t *Type) Float() bool { i := t.row(); return i >= 0 && types[i].float }

// Signed reports whether it is a signed integer.
func (t *Type) Signed() bool { i := t.row(); return i >= 0 && types[i].signed }

// ParseType reads a type with its tolerances: "u32", "f32 ulp 2", "f64 abs 1e-9 rel 1e-6". ok is
// false where text does not begin with a type.
func ParseType(text string) (t Type, ok bool, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return t, false, nil
	}
	if t.Name = words[0]; t.Size() == 0 {
		return t, false, nil
	}
	for w := words[1:]; len(w) > 0; w = w[2:] {
		if len(w) < 2 {
			return t, true, fmt.Errorf("%q has no number behind %q", text, w[0])
		}
		switch w[0] {
		case "ulp":
			t.ULP, err = strconv.ParseUint(w[1], 10, 64)
		case "abs":
			t.Abs, err = strconv.ParseFloat(w[1], 64)
		case "rel":
			t.Rel, err = strconv.ParseFloat(w[1], 64)
		default:
			return t, true, fmt.Errorf("%q is no tolerance; they are ulp N, abs X and rel X, as in \"f32 ulp 2\"", w[0])
		}
		if err != nil || !(t.Abs >= 0 && t.Rel >= 0) || math.IsInf(t.Abs, 0) || math.IsInf(t.Rel, 0) {
			return t, true, fmt.Errorf("%s is not a finite number of 0 or more", w[1])
		}
	}
	if !t.Float() && len(words) > 1 {
		return t, true, fmt.Errorf("%s has no tolerance; f16, f32 and f64 have", t.Name)
	}
	return t, true, nil
}

// The most values, ranges and repetitions counted out: of a list, and of a file.
const (
	maxValues     = 1 << 22
	maxFileValues = 1 << 24
)

// Values are elements of one type at an offset.
type Values struct {
	Type   Type   // of all elements, with the tolerance of what is expected
	Offset uint64 // of element 0, in bytes
	Runs   []Run  // in the order of the file
	Count  uint64 // elements up to the last one of the runs
}

// Run are elements that follow each other.
type Run struct {
	First, Count uint64   // number of the first element, from 0 on; elements
	bits         []uint64 // of each element; one stands for all, with by for those of a range
	by           uint64   // what is added from one integer to the next, as a bit pattern
	start, step  *big.Rat // of a range of floats, whose elements are made when they are asked for
	any          bool     // they are not compared
}

// Any reports whether the elements may be anything.
func (r *Run) Any() bool { return r.any }

// bitsOf are those of element First+i.
func (r *Run) bitsOf(t *Type, i uint64) uint64 {
	switch {
	case len(r.bits) == 1:
		return r.bits[0] + i*r.by
	case len(r.bits) > 1:
		return r.bits[i]
	}
	b, _ := t.round(r.at(i)) // it fits: see counted
	return b
}

// Bytes are elements from to to of the run as memory has them.
func (r *Run) Bytes(t *Type, from, to uint64) []byte {
	size := t.Size()
	b := make([]byte, 0, (to-from)*uint64(size)+8)
	for i := from; i < to; i++ {
		b = binary.LittleEndian.AppendUint64(b, r.bitsOf(t, i))[:len(b)+size]
	}
	return b
}

// End is the first byte behind the elements.
func (v *Values) End() uint64 { return v.Offset + v.Count*uint64(v.Type.Size()) }

// valueParser reads values of one type.
type valueParser struct {
	t     Type
	any   bool // null is an element that is not compared
	total uint64
}

// values reads a value, a list, or an object that names elements: {"3": 1, "8..15": 0}.
func (p *valueParser) values(path string, n *node) (v Values, err error) {
	v.Type = p.t
	add := func(path string, r Run, n *node) error {
		if p.total += r.Count; p.total > maxValues {
			return n.errorf(path, "there are more than %d values; put them into a file", maxValues)
		}
		if *n.values += r.Count; *n.values > maxFileValues {
			return n.errorf(path,
				"with these the launch file has more than %d values; put them into files", maxFileValues)
		}
		v.Count = max(v.Count, r.First+r.Count)
		v.Runs = append(v.Runs, r)
		return nil
	}
	switch n.kind {
	case '{':
		return v, p.named(path, n, add)
	case '[':
		for i, e := range n.elems {
			at := fmt.Sprintf("%s[%d]", path, i)
			r, err := p.run(at, e)
			if err != nil {
				return v, err
			}
			r.First = v.Count
			if err := add(at, r, e); err != nil {
				return v, err
			}
		}
		if len(n.elems) == 0 {
			return v, n.errorf(path, "the list is empty")
		}
		return v, nil
	}
	r, err := p.run(path, n)
	if err != nil {
		return v, err
	}
	return v, add(path, r, n)
}

// places is "3" or "8..15".
var places = regexp.MustCompile(`^([0-9]{1,15})(?:\.\.([0-9]{1,15}))?$`)

// named reads the elements that an object names.
func (p *valueParser) named(path string, n *node, add func(path string, r Run, n *node) error) error {
	type span struct{ first, last uint64 }
	var seen []span
	for i, key := range n.keys {
		at, e := join(path, key), n.elems[i]
		m := places.FindStringSubmatch(key)
		if m == nil {
			return e.errorf(at, "%q is neither the number of an element nor a range like \"8..15\"", key)
		}
		first, _ := strconv.ParseUint(m[1], 10, 64) // of at most 15 digits
		last := first
		if m[2] != "" {
			last, _ = strconv.ParseUint(m[2], 10, 64)
		}
		if last < first {
			return e.errorf(at, "the range ends before it begins")
		}
		if j := slices.IndexFunc(seen, func(s span) bool { return first <= s.last && s.first <= last }); j >= 0 {
			return e.errorf(at, "it overlaps elements %d to %d, which another field names", seen[j].first, seen[j].last)
		}
		seen = append(seen, span{first, last})
		r, err := p.run(at, e)
		if err != nil {
			return err
		}
		switch n := last - first + 1; {
		case r.Count == 1:
			r.Count = n
		case r.Count != n:
			return e.errorf(at, "it has %d values for %d elements", r.Count, n)
		}
		r.First = first
		if err := add(at, r, e); err != nil {
			return err
		}
	}
	if len(n.keys) == 0 {
		return n.errorf(path, "it names no element")
	}
	return nil
}

var (
	rangeText  = regexp.MustCompile(`^(\S+?)\.\.(\S+)(?: step (\S+))?$`)
	repeatText = regexp.MustCompile(`^(\S+) x ([0-9]+)$`)
)

// run reads a number, a range "0..63 step 4", a repetition "1.5 x 16", or null.
func (p *valueParser) run(path string, n *node) (Run, error) {
	if n.kind != 0 {
		return Run{}, n.errorf(path,
			"this is %s, not a number, a range like \"0..63\" or a repetition like \"0 x 16\"", n.describe())
	}
	if n.scalar == nil && p.any {
		return Run{Count: 1, any: true}, nil
	}
	s, _ := n.scalar.(string)
	if m := repeatText.FindStringSubmatch(s); m != nil {
		count, err := strconv.ParseUint(m[2], 10, 64)
		if err != nil || count == 0 || count > maxValues {
			return Run{}, n.errorf(path, "%s is not a number of times from 1 to %d", m[2], maxValues)
		}
		if m[1] == "null" && p.any {
			return Run{Count: count, any: true}, nil
		}
		b, err := p.bits(path, n, m[1])
		return Run{Count: count, bits: []uint64{b}}, err
	}
	if m := rangeText.FindStringSubmatch(s); m != nil {
		return p.counted(path, n, m[1], m[2], m[3])
	}
	text, err := numberText(path, n)
	if err != nil {
		return Run{}, err
	}
	b, err := p.bits(path, n, text)
	return Run{Count: 1, bits: []uint64{b}}, err
}

// bits are those of a number of the type.
func (p *valueParser) bits(path string, n *node, text string) (uint64, error) {
	row := types[p.t.row()]
	one := &node{line: n.line, scalar: text}
	if row.float {
		return floatBits(path, one, row.bits)
	}
	v, err := pattern(path, one, row.bits, row.signed)
	if err != nil {
		return 0, err
	}
	return v.Uint64(), nil
}

// counted are the values from first to last, both included where the steps meet it, each exact
// before it is rounded.
func (p *valueParser) counted(path string, n *node, first, last, step string) (r Run, err error) {
	var number [3]*big.Rat
	for i, s := range []string{first, last, step} {
		if i == 2 && s == "" {
			number[2] = big.NewRat(1, 1)
			if number[0].Cmp(number[1]) > 0 {
				number[2].Neg(number[2])
			}
			continue
		}
		if number[i], err = p.exact(path, n, s); err != nil {
			return r, err
		}
	}
	way := new(big.Rat).Sub(number[1], number[0])
	if number[2].Sign() == 0 || way.Sign()*number[2].Sign() < 0 {
		return r, n.errorf(path, "steps of %s do not lead from %s to %s", step, first, last)
	}
	way.Quo(way, number[2])
	steps := new(big.Int).Quo(way.Num(), way.Denom())
	if !steps.IsUint64() || steps.Uint64() >= maxValues {
		return r, n.errorf(path,
			"there are more than %d values from %s to %s; put them into a file", maxValues, first, last)
	}
	r.Count = steps.Uint64() + 1
	r.start, r.step = number[0], number[2]
	// Those between the ends fit if the ends do.
	for _, i := range []uint64{0, r.Count - 1} {
		if _, ok := p.t.round(r.at(i)); !ok {
			f, _ := r.at(i).Float64()
			return r, n.errorf(path, "%v is beyond the range of %s", f, p.t.Name)
		}
	}
	if !p.t.Float() {
		first, _ := p.t.round(r.start)
		by := new(big.Int).And(r.step.Num(), new(big.Int).SetUint64(math.MaxUint64)) // two's complement
		r.bits, r.by = []uint64{first}, by.Uint64()
	}
	return r, nil
}

// exact is a number that is an end or a step of a range.
func (p *valueParser) exact(path string, n *node, text string) (*big.Rat, error) {
	if len(text) <= maxDigits {
		if !p.t.Float() {
			if integer.MatchString(text) {
				v, _ := new(big.Int).SetString(text, 0)
				return new(big.Rat).SetInt(v), nil
			}
			return nil, n.errorf(path, "%q is not an integer", text)
		}
		// The exponent is that of a float, so that exact arithmetic stays cheap.
		f, err := strconv.ParseFloat(text, 64)
		if err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) && !strings.Contains(text, "_") {
			if x, ok := new(big.Rat).SetString(text); ok && math.Abs(f) >= 1e-300 || ok && f == 0 && x.Sign() == 0 {
				return x, nil
			}
			return new(big.Rat).SetFloat64(f), nil
		}
	}
	return nil, n.errorf(path, "%.40q is not a number that a range can begin or end with, or go by", text)
}

// at is the exact value of element First+i of a range.
func (r *Run) at(i uint64) *big.Rat {
	x := new(big.Rat).SetInt(new(big.Int).SetUint64(i))
	return x.Add(x.Mul(x, r.step), r.start)
}

// round are the bits of an exact number; ok is false where it is beyond the range of the type.
func (t *Type) round(x *big.Rat) (b uint64, ok bool) {
	row := types[t.row()]
	switch {
	case !row.float:
		v := x.Num() // ends and steps of ranges of integers are integers
		low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(row.bits))
		if row.signed {
			high.Rsh(high, 1)
			low.Neg(high)
		}
		mask := uint64(math.MaxUint64) >> (64 - row.bits)
		return new(big.Int).And(v, new(big.Int).SetUint64(mask)).Uint64(), v.Cmp(low) >= 0 && v.Cmp(high) < 0
	case row.bits == 64:
		f, _ := x.Float64()
		return math.Float64bits(f), !math.IsInf(f, 0)
	case row.bits == 32:
		f, _ := x.Float32()
		return uint64(math.Float32bits(f)), !math.IsInf(float64(f), 0)
	}
	f, _ := x.Float64()
	h, ok := halfBits(x.String(), f)
	return uint64(h), ok
}

// typed finds the only field of an object that is a type, and reads its values. n has been seen to
// be an object.
func typed(path string, n *node, any bool) (v Values, rest []int, err error) {
	found := false
	for i, key := range n.keys {
		t, ok, err := ParseType(key)
		at := join(path, key)
		switch {
		case !ok || t.Name == "bytes":
			rest = append(rest, i)
		case err != nil:
			return v, nil, n.elems[i].errorf(at, "%v", err)
		case found:
			return v, nil, n.elems[i].errorf(at,
				"it has values of type %s too; values of another type are an object of their own", v.Type.Name)
		default:
			found = true
			p := &valueParser{t: t, any: any}
			if v, err = p.values(at, n.elems[i]); err != nil {
				return v, nil, err
			}
		}
	}
	return v, rest, nil
}
