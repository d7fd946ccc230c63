package gcntest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/formula"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// value is what stands behind = in a line. Its elements are formulas; launch files know the rest: lists,
// ranges, repetitions, numbered elements, null, and what lanes and waves have.
type value struct {
	// 'w' a word of launch files, '?' not known yet, 'f' one formula, '[' a list, '{' numbered elements,
	// '.' one range or repetition
	kind  byte
	word  string
	elems []elem
	col   int
}

// elem is an element, or several.
type elem struct {
	key      string // of numbered elements: "3", "8..15"
	any      bool   // null
	from     *formula.Expr
	to, step *formula.Expr // of a range
	times    int64         // of a repetition, 0 of others
	col      int
}

var (
	bufferWord = regexp.MustCompile(`^buffer:[A-Za-z_][A-Za-z_0-9]*$`)
	keyText    = regexp.MustCompile(`^[0-9]{1,15}$`)
)

// parseValue reads a value. Whether a word is one of launch files says word.
func parseValue(text string, col int, isWord func(string) bool) (*value, error) {
	v := &value{col: col}
	switch {
	case text == "":
		return nil, &formula.Error{Col: col, Msg: "there is no value behind ="}
	case text == "?":
		v.kind = '?'
		return v, nil
	case bufferWord.MatchString(text), isWord(text):
		v.kind, v.word = 'w', text
		return v, nil
	}
	p, err := formula.NewParser(text, col)
	if err != nil {
		return nil, err
	}
	switch open := p.Peek().Text; open {
	case "[", "{":
		v.kind = open[0]
		p.Next()
		end := map[string]string{"[": "]", "{": "}"}[open]
		for !p.Take(end) {
			if len(v.elems) > 0 {
				if err := p.Want(",", "the list is not closed"); err != nil {
					return nil, err
				}
			}
			e, err := parseElem(p, open == "{")
			if err != nil {
				return nil, err
			}
			v.elems = append(v.elems, *e)
		}
		if len(v.elems) == 0 {
			return nil, &formula.Error{Col: col, Msg: "the list is empty"}
		}
	default:
		e, err := parseElem(p, false)
		if err != nil {
			return nil, err
		}
		v.elems = []elem{*e}
		if v.kind = 'f'; e.to != nil || e.times > 0 || e.any {
			v.kind = '.'
		}
	}
	return v, p.End()
}

func parseElem(p *formula.Parser, keyed bool) (*elem, error) {
	e := &elem{col: p.Peek().Col}
	if keyed {
		for {
			t := p.Next()
			if !keyText.MatchString(t.Text) {
				return nil, &formula.Error{Col: t.Col, Msg: "the number of an element is missing, as in {0: 1, 8..15: 2}"}
			}
			e.key += t.Text
			if strings.Contains(e.key, "..") || !p.Take("..") {
				break
			}
			e.key += ".."
		}
		if err := p.Want(":", "the number of an element is followed by its value"); err != nil {
			return nil, err
		}
		e.col = p.Peek().Col
	}
	var err error
	if p.Take("null") {
		e.any = true
	} else if e.from, err = p.Expr(); err != nil {
		return nil, err
	}
	if !e.any && p.Take("..") {
		if e.to, err = p.Expr(); err != nil {
			return nil, err
		}
		if p.Take("step") {
			if e.step, err = p.Expr(); err != nil {
				return nil, err
			}
		}
		return e, nil
	}
	if p.Take("x") {
		t := p.Next()
		if e.times, err = strconv.ParseInt(t.Text, 10, 32); err != nil || e.times < 1 || e.times > maxElements {
			return nil, &formula.Error{Col: t.Col,
				Msg: fmt.Sprintf("behind x stands a number of times from 1 to %d", maxElements)}
		}
	}
	return e, nil
}

// maxElements is the most elements that a line counts out.
const maxElements = 1 << 22

// isLaunchWord reports whether a word is what each lane or each wave has.
func isLaunchWord(s string) bool {
	_, item := abi.FindLaneValue(s)
	_, role := abi.FindRole(s)
	return item || role
}

// bits is an element as launch files take bits.
func bits(v uint64) string { return fmt.Sprintf("0x%x", v) }

// end is an end or a step of a range, as launch files have it.
func (b *builder) end(s *Statement, e *formula.Expr, t formula.Type) (string, error) {
	if lit := e.Literal(); lit != "" {
		return lit, nil
	}
	as := formula.I64
	if t.Float() {
		as = formula.F64
	}
	f, err := e.Compile(as, as, b)
	if err != nil {
		return "", err
	}
	if !f.Constant {
		return "", &formula.Error{Col: e.Col(), Msg: "the end of a range is the same in all lanes"}
	}
	v, err := f.Eval(b.env(nil))
	if err != nil {
		return "", err
	}
	if as == formula.F64 {
		return formula.F64.Format(v), nil
	}
	return strconv.FormatInt(int64(v), 10), nil
}

// jsonValues are the values as a launch file has them, of a type; n is how many elements one formula
// is for, at the elements' place.
func (b *builder) jsonValues(s *Statement, v *value, t formula.Type, n int, at *spot) (any, error) {
	var list []any
	named := &object{}
	number := int64(0) // of the next element
	for i := range v.elems {
		e := &v.elems[i]
		count := max(e.times, 1)
		if first, last, isRange := strings.Cut(e.key, ".."); e.key != "" {
			number, _ = strconv.ParseInt(first, 10, 64) // of at most 15 digits
			if end, _ := strconv.ParseInt(last, 10, 64); isRange {
				count = end - number + 1
			}
		}
		one, varies, err := b.jsonElem(s, e, t, at)
		if err != nil {
			return nil, err
		}
		if varies == nil {
			list, number = append(list, one), number+count
			named.set(e.key, one)
			continue
		}
		if v.kind == 'f' {
			count = int64(n)
		}
		if b.elements += count; count < 1 || b.elements > maxElements {
			return nil, &formula.Error{Col: e.col,
				Msg: fmt.Sprintf("formulas have more than %d elements, or a range ends before it begins", maxElements)}
		}
		for range count {
			x, err := b.eval(varies, at, number)
			if err != nil {
				return nil, err
			}
			list = append(list, bits(x))
			named.set(fmt.Sprint(number), bits(x))
			number++
		}
		if v.kind == 'f' {
			return list, nil
		}
	}
	switch v.kind {
	case '{':
		return named, nil
	case '[':
		return list, nil
	}
	return list[0], nil
}

// jsonElem is an element as a launch file has it, or a formula whose value each element has of its own.
func (b *builder) jsonElem(s *Statement, e *elem, t formula.Type, at *spot) (one any, varies *formula.Formula,
	err error) {
	times := ""
	if e.times > 0 {
		times = fmt.Sprintf(" x %d", e.times)
	}
	switch {
	case e.any && times == "":
		return nil, nil, nil
	case e.any:
		return "null" + times, nil, nil
	case e.to != nil:
		var text [3]string
		for k, x := range []*formula.Expr{e.from, e.to, e.step} {
			if x == nil {
				continue
			}
			if text[k], err = b.end(s, x, t); err != nil {
				return nil, nil, err
			}
		}
		r := text[0] + ".." + text[1]
		if text[2] != "" {
			r += " step " + text[2]
		}
		return r, nil, nil
	}
	f, err := e.from.Compile(t, t, b)
	if err != nil || !f.Constant {
		return nil, f, err
	}
	x, err := f.Eval(b.env(at))
	return bits(x) + times, nil, err
}

// eval computes element n of a place.
func (b *builder) eval(f *formula.Formula, at *spot, n int64) (uint64, error) {
	env := b.env(at)
	if env.Index = n; at != nil && at.lanes {
		env.Lane = n
	}
	x, err := f.Eval(env)
	if err != nil {
		err = b.inElement(err, at, n)
	}
	return x, err
}

// inElement says in which element a formula has no value.
func (b *builder) inElement(err error, at *spot, n int64) error {
	e, ok := err.(*formula.Error)
	if !ok {
		return err
	}
	what := "element"
	if at != nil && at.lanes {
		what = "lane"
	}
	return &formula.Error{Col: e.Col, Msg: fmt.Sprintf("%s %d: %s", what, n, e.Msg)}
}

// object is a JSON object in the order of its fields.
type object struct{ text strings.Builder }

func (o *object) set(key string, v any) {
	if o.text.Len() > 0 {
		o.text.WriteByte(',')
	}
	k, _ := json.Marshal(key) // of a string it has no error
	o.text.Write(k)
	o.text.WriteByte(':')
	data, _ := json.Marshal(v) // of strings, lists and objects
	o.text.Write(data)
}

// MarshalJSON is the object.
func (o *object) MarshalJSON() ([]byte, error) { return []byte("{" + o.text.String() + "}"), nil }

// typeOf is the type of a place's elements in formulas.
func typeOf(t *launch.Type) formula.Type {
	f, _ := formula.FindType(t.Name) // both have the same names
	return f
}
