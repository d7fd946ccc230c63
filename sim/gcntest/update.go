package gcntest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/formula"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// observed is what a run gave for a value of the file.
type observed struct {
	line, col int    // of the value
	old       string // its text in the file
	text      string // what the run gave, as text of the file
	wrong     bool   // it is not as expected
	why       string // why it cannot be written, or empty
}

// Updated is what [Update] did to a file.
type Updated struct {
	File    string
	Changed int      // values that were written
	Kept    []string // values that were not, with the reason: "k.gcn:12: ..."
}

// Update writes into the files of results what their runs gave, for values that are not as expected. The
// rest of a file stays as it is. Formulas stay: they are what the code is compared with.
func Update(list []*Result) (done []Updated, err error) {
	var order []*File
	of := map[*File][]observed{}
	for _, r := range list {
		f := r.Case.File
		if _, ok := of[f]; !ok {
			order = append(order, f)
		}
		of[f] = append(of[f], r.got...)
	}
	for _, f := range order {
		u, text := f.update(of[f])
		if u.Changed > 0 {
			if e := write(f.Path, text); e != nil {
				return done, errors.Join(err, e)
			}
		}
		if u.Changed > 0 || len(u.Kept) > 0 {
			done = append(done, u)
		}
	}
	return done, err
}

func write(path string, text []byte) error {
	w, err := files.Create(path)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Commit()
}

// update is the text of the file with what was observed.
func (f *File) update(list []observed) (u Updated, text []byte) {
	u.File = f.Path
	slices.SortStableFunc(list, func(a, b observed) int { return cmp.Or(a.line-b.line, a.col-b.col) })
	lines := bytes.SplitAfter(f.Text, []byte("\n"))
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].line == list[0].line && list[n].col == list[0].col {
			n++
		}
		same := list[:n]
		list = list[n:]
		i := slices.IndexFunc(same, func(o observed) bool { return o.wrong })
		if i < 0 {
			continue
		}
		o := same[i]
		for _, x := range same {
			if x.text != o.text && o.why == "" {
				o.why = fmt.Sprintf("cases give different values, %.60s and %.60s", o.text, x.text)
			}
		}
		line := lines[o.line-1]
		at := o.col - 1
		if o.why == "" && (at < 0 || at > len(line) || !bytes.HasPrefix(line[at:], []byte(o.old))) {
			o.why = "the value is not in the file as it is: a parameter is put in there"
		}
		if o.why != "" {
			u.Kept = append(u.Kept, fmt.Sprintf("%s:%d: not updated: %s", f.Path, o.line, o.why))
			continue
		}
		lines[o.line-1] = slices.Concat(line[:at], []byte(o.text), line[at+len(o.old):])
		u.Changed++
		// What follows in the line moves.
		for k := range list {
			if list[k].line == o.line && list[k].col > o.col {
				list[k].col += len(o.text) - len(o.old)
			}
		}
	}
	return u, bytes.Join(lines, nil)
}

// observe tells what the run of a case gave for its expectations.
func (c *Case) observe(p *plan, out *run.Outcome) (list []observed) {
	for _, x := range p.expects {
		o := observed{line: x.stmt.Line, col: x.place.rhsCol, old: x.place.rhs, wrong: x.open}
		for i := range out.Unmet {
			u := &out.Unmet[i]
			o.wrong = o.wrong || (u.Buffer != "") == (x.place.kind == 'b') && slices.Contains(x.keys, u.Key)
		}
		if x.isName != nil {
			o.line, o.col, o.old = x.isName.line, x.isName.col, x.isName.text
			if o.col == 0 {
				o.why = fmt.Sprintf("parameter %s has its values from a range", x.isName.name)
			}
		} else if x.forms && x.value.elems[0].from.Literal() == "" {
			o.why = "it is a formula"
		}
		if x.value.kind == 'w' {
			o.why = "it is what lanes or waves have"
		}
		if o.why == "" {
			var err error
			if o.text, err = c.text(p, out, x); err != nil {
				o.why = err.Error()
			} else if x.isName != nil && strings.ContainsAny(o.text, " \t") {
				o.text = `"` + o.text + `"`
			}
		}
		list = append(list, o)
	}
	return list
}

// text is what a place holds, in the form of the value that is there.
func (c *Case) text(p *plan, out *run.Outcome, x *expect) (string, error) {
	t := typeOf(&x.place.typ)
	var all []string
	switch x.place.kind {
	case 'b':
		rg := out.Buffers[x.place.name]
		n, size := rg.Size()-x.place.offset, uint64(t.Bits()/8)
		if v := x.compared(p); v != nil {
			n = v.Count * size
		}
		data := make([]byte, min(n, 1<<20))
		if err := out.Device.Mem.Read(rg.Base+x.place.offset, data); err != nil {
			return "", err
		}
		all = append(all, x.render(elements(data, t), t))
	default:
		for _, g := range out.Launches[0].Result.State {
			if g == nil {
				return "", errors.New("there are too many waves")
			}
			if len(x.place.group) > 0 && !slices.Equal(g.ID[:len(x.place.group)], x.place.group) {
				continue
			}
			if x.place.kind == 'l' {
				data := g.LDS.Bytes()[x.place.offset:]
				if v := x.compared(p); v != nil {
					data = data[:min(uint64(len(data)), v.Count*uint64(t.Bits()/8))]
				}
				all = append(all, x.render(elements(data, t), t))
				continue
			}
			for _, w := range g.Waves {
				if x.place.wave == nil || int(*x.place.wave) == w.Num {
					values := registerElements(w, &x.place.reg, t)
					if v := x.compared(p); v != nil {
						values = values[:min(uint64(len(values)), v.Count)]
					} else if x.place.reg.Class == launch.VGPR {
						values = values[:min(len(values), p.lanes)]
					}
					all = append(all, x.render(values, t))
				}
			}
		}
	}
	all = slices.Compact(all)
	switch {
	case len(all) == 0:
		return "", errors.New("nothing is there")
	case len(all) > 1:
		return "", errors.New("waves hold different values: name one, as in expect wave 0")
	}
	return all[0], nil
}

// compared are the values that the place is compared with where they say themselves how many they
// are; nil where they are for all elements.
func (x *expect) compared(p *plan) *launch.Values {
	if x.forms || x.open || len(x.keys) == 0 {
		return nil
	}
	k := x.keys[0]
	if x.place.kind == 'b' {
		return &p.file.Buffers[k[0]].Expect[k[1]].Values
	}
	e := &p.file.Launches[0].Expect[k[0]]
	if x.place.kind == 'l' {
		return &e.LDS[0].Values
	}
	return &e.Registers[0].Values
}

// elements are the values in memory.
func elements(data []byte, t formula.Type) (list []uint64) {
	size := t.Bits() / 8
	for i := 0; i+size <= len(data); i += size {
		var v uint64
		for k := range size {
			v |= uint64(data[i+k]) << (8 * k)
		}
		list = append(list, v)
	}
	return list
}

// registerElements are the values of registers of a wave: by lane, else one after the other.
func registerElements(w *sim.Wave, r *launch.Register, t formula.Type) (list []uint64) {
	var data []byte
	word := func(v uint32) { data = append(data, byte(v), byte(v>>8), byte(v>>16), byte(v>>24)) }
	switch r.Class {
	case launch.VGPR:
		for lane := range 64 {
			data = data[:0]
			for k := range r.Count {
				word(w.V[r.First+k][lane])
			}
			list = append(list, elements(data, t)[0])
		}
		return list
	case launch.SCC:
		if w.SCC {
			return []uint64{1}
		}
		return []uint64{0}
	case launch.MODE:
		word(w.Mode)
	default:
		for k := range r.Count {
			word(w.S[uint8(int(r.Class.Code(r.First))+k)])
		}
	}
	return elements(data, t)
}

// render is text for elements, in the form of the value that is there.
func (x *expect) render(list []uint64, t formula.Type) string {
	if x.value.kind == '{' {
		var parts []string
		for i := range x.value.elems {
			e := &x.value.elems[i]
			var first, last int
			if n, _ := fmt.Sscanf(e.key, "%d..%d", &first, &last); n < 2 {
				last = first
			}
			if first > last || last >= len(list) {
				continue
			}
			for from := first; from <= last; { // runs of the same value
				to := from
				for to < last && list[to+1] == list[from] {
					to++
				}
				key := fmt.Sprint(from)
				if to > from {
					key += fmt.Sprintf("..%d", to)
				}
				parts = append(parts, key+": "+t.Format(list[from]))
				from = to + 1
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return render(list, t, x.value.kind == '[')
}

// render is text for elements: one value for all, a range, or a list.
func render(list []uint64, t formula.Type, asList bool) string {
	same := !slices.ContainsFunc(list, func(v uint64) bool { return v != list[0] })
	if same && !asList {
		return t.Format(list[0])
	}
	if text, ok := renderRange(list, t); ok && !asList {
		return text
	}
	var parts []string
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		text := t.Format(list[i])
		if n > 3 {
			parts = append(parts, fmt.Sprintf("%s x %d", text, n))
			i += n
			continue
		}
		parts = append(parts, text)
		i++
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// renderRange is a range, for elements that are one.
func renderRange(list []uint64, t formula.Type) (string, bool) {
	if len(list) < 3 {
		return "", false
	}
	at := make([]*big.Rat, len(list))
	for i, v := range list {
		var ok bool
		if at[i], ok = new(big.Rat).SetString(t.Format(v)); !ok {
			return "", false // infinity, NaN
		}
	}
	step := new(big.Rat).Sub(at[1], at[0])
	for i := range at[1:] {
		if d := new(big.Rat).Sub(at[i+1], at[i]); d.Cmp(step) != 0 || step.Sign() == 0 {
			return "", false
		}
	}
	text := t.Format(list[0]) + ".." + t.Format(list[len(list)-1])
	switch one := big.NewRat(1, 1); {
	case step.Cmp(one) == 0, step.Cmp(one.Neg(one)) == 0:
		return text, true
	}
	f, exact := step.Float64()
	if !exact {
		return "", false
	}
	if t.Float() {
		return text + " step " + formula.F64.Format(math.Float64bits(f)), true
	}
	return text + " step " + step.Num().String(), true
}
