package gcntest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"

	"github.com/gcnsim/gcnsim/sim/formula"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// fill computes a formula for each element of some bytes.
func (b *builder) fill(f *formula.Formula, col int, bytes uint64) ([]byte, error) {
	size := uint64(f.Type.Bits() / 8)
	if bytes/size > uint64(maxElements-b.elements) {
		return nil, &formula.Error{Col: col, Msg: fmt.Sprintf("formulas have more than %d elements", maxElements)}
	}
	b.elements += int64(bytes / size)
	data := make([]byte, 0, bytes)
	for i := range int64(bytes / size) {
		v, err := b.eval(f, &spot{}, i)
		if err != nil {
			return nil, err
		}
		for k := range size {
			data = append(data, byte(v>>(8*k)))
		}
	}
	return data, nil
}

// extent is how many bytes values have.
func extent(values any) (uint64, error) {
	text, err := json.Marshal(map[string]any{
		"buffers":  []any{map[string]any{"name": "a", "size": uint64(launch.MaxBuffer), "init": values}},
		"launches": []any{map[string]any{"grid": []int{1}, "group": []int{1}}},
	})
	if err != nil {
		return 0, err
	}
	f, err := launch.Parse(bytes.NewReader(text))
	if err != nil {
		var e *launch.Error
		if errors.As(err, &e) {
			err = errors.New(e.Msg)
		}
		return 0, err
	}
	list := f.Buffers[0].Init.Values
	return list[len(list)-1].End(), nil
}

func (x *buffer) declared() formula.Type {
	if x.typed {
		return typeOf(&x.typ)
	}
	return formula.Number
}

// memoryValues are values of memory of some bytes; a formula is for all of them.
func (b *builder) memoryValues(s *Statement, v *value, t launch.Type, bytes uint64) (any, error) {
	return b.memoryValuesAt(s, v, t, bytes, &spot{})
}

// memoryValuesAt is memoryValues of a work-group.
func (b *builder) memoryValuesAt(s *Statement, v *value, t launch.Type, bytes uint64, at *spot) (any, error) {
	n := int(min(bytes, maxElements*8) / uint64(t.Size()))
	list, err := b.jsonValues(s, v, typeOf(&t), n, at)
	if one, isOne := list.(string); isOne && v.kind == 'f' && n > 1 {
		list = fmt.Sprintf("%s x %d", one, n)
	}
	return list, err
}

// registerValues are values of registers as a launch file has them, and their type.
func (b *builder) registerValues(s *Statement, p *place, v *value, at *spot, lanes int) (any, formula.Type, error) {
	own := formula.U32
	if p.reg.Count == 2 {
		own = formula.U64
	}
	if v.kind == 'w' {
		return v.word, own, nil
	}
	declared := formula.Number
	if p.typed {
		declared = typeOf(&p.typ)
	}
	if v.kind == 'f' && !p.typed {
		e := v.elems[0].from
		lit, some := e.Literal(), at.lanes && b.active(at.where) != b.live(at.where)
		if integerText.MatchString(lit) && !(some && b.inputs != nil) {
			return lit, own, nil // over all registers, as launch files have it
		}
		f, err := e.Compile(formula.Number, own, b)
		if err != nil {
			return nil, 0, err
		}
		declared = f.Type
		if declared == formula.Bool {
			return nil, 0, s.errorf(v.col, "this is a condition: a register holds a number, as in c ? 1 : 0, or ballot(c)")
		}
	}
	if declared == formula.Number {
		if declared = formula.U32; p.reg.Class == launch.VGPR || p.reg.Class == launch.EXEC || p.reg.Class == launch.VCC {
			declared = own
		}
	}
	n := lanes
	if p.reg.Class != launch.VGPR {
		n = max(1, 4*p.reg.Count*8/declared.Bits())
	}
	if p.reg.Class == launch.SCC {
		list, err := b.jsonValues(s, v, formula.U32, 1, at)
		return list, formula.U32, err
	}
	var list any
	var err error
	if exec := b.active(at.where); b.inputs != nil && at.lanes && v.kind == 'f' && exec != b.live(at.where) {
		list, err = b.activeValues(v.elems[0].from, declared, p, at, n, exec)
	} else {
		list, err = b.jsonValues(s, v, declared, n, at)
	}
	if err != nil {
		return nil, 0, err
	}
	if one, isOne := list.(string); isOne && v.kind == 'f' && n > 1 && p.reg.Class != launch.VGPR {
		list = fmt.Sprintf("%s x %d", one, n)
	}
	name := declared.String()
	if p.typed {
		name = typeText(&p.typ)
	}
	return map[string]any{name: list}, declared, nil
}

// activeValues are values of a formula in the lanes that EXEC has at the start. The others must hold what
// they held then, where the file says that.
func (b *builder) activeValues(e *formula.Expr, t formula.Type, p *place, at *spot, n int, exec uint64) (any, error) {
	f, err := e.Compile(t, t, b)
	if err != nil {
		return nil, err
	}
	var list []any
	for lane := range int64(n) {
		if exec>>lane&1 != 0 {
			x, err := b.eval(f, at, lane)
			if err != nil {
				return nil, err
			}
			list = append(list, bits(x))
			continue
		}
		var x uint64
		known := true
		for k := range p.reg.Count {
			w, err := b.inputs.word(p.reg.Class, p.reg.First+k, lane, at.where)
			x |= uint64(w) << (32 * k)
			known = known && err == nil
		}
		if !known {
			list = append(list, nil)
			continue
		}
		list = append(list, bits(x&(math.MaxUint64>>(64-t.Bits()))))
	}
	return list, nil
}

var integerText = regexp.MustCompile(`^-?(0[xX][0-9a-fA-F]+|[0-9]+)$`)

// typeText is a type with its tolerances.
func typeText(t *launch.Type) string {
	s := t.Name
	if t.ULP != 0 {
		s += fmt.Sprintf(" ulp %d", t.ULP)
	}
	if t.Abs != 0 {
		s += fmt.Sprintf(" abs %v", t.Abs)
	}
	if t.Rel != 0 {
		s += fmt.Sprintf(" rel %v", t.Rel)
	}
	return s
}
