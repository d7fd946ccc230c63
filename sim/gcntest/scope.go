package gcntest

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/formula"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// isReserved reports whether a name means something in formulas or lines.
func isReserved(name string) bool {
	switch name {
	case "lane", "i", "active", "lds", "inf", "nan", "pi", "true", "false", "null", "memory", "in", "at",
		"finding", "findings", "no", "any", "fault", "cycles", "instructions":
		return true
	}
	_, isType := formula.FindType(strings.TrimPrefix(name, "as_"))
	_, err := launch.ParseRegister(name)
	return isType || err == nil || isLaunchWord(name)
}

// env is what formulas are evaluated for at a place of a wave; nil is no place.
func (b *builder) env(at *spot) *formula.Env {
	if at == nil {
		at = &spot{}
	}
	return &formula.Env{Lane: -1, Active: b.active(at.where), Of: at.where}
}

// live are the lanes of a wave that have a work-item.
func (b *builder) live(w where) uint64 {
	items := uint32(1)
	for d := range b.group {
		items *= min(b.group[d], b.grid[d]-w.group[d]*b.group[d])
	}
	n := int64(items) - int64(w.wave)*isa.Lanes
	switch {
	case n >= isa.Lanes:
		return math.MaxUint64
	case n <= 0:
		return 0
	}
	return 1<<n - 1
}

// active are the lanes of EXEC when a wave starts.
func (b *builder) active(w where) uint64 {
	if b.inputs != nil {
		if r := b.inputs.find(launch.EXEC, 0); r != nil && len(r.Words) == 2 {
			return uint64(r.Words[1])<<32 | uint64(r.Words[0])
		}
	}
	return b.live(w)
}

// Lookup finds what a name stands for.
func (b *builder) Lookup(name string) (formula.Var, bool) {
	for _, p := range b.c.params {
		if p.name == name && p.expr != nil {
			return formula.Var{Expr: p.expr}, true
		}
	}
	for _, l := range b.lets {
		if l.name == name && l.expr != nil {
			return formula.Var{Expr: l.expr, Type: l.typ}, true
		}
	}
	switch name {
	case "lane":
		return formula.Var{Number: func(env *formula.Env) (int64, error) {
			if env.Lane < 0 {
				return 0, fmt.Errorf("lane is of v registers, and of ballot, sum and their like: the number of an element is i")
			}
			return env.Lane, nil
		}}, true
	case "i":
		return formula.Var{Number: func(env *formula.Env) (int64, error) { return env.Index, nil }}, true
	case "active":
		return formula.Var{Type: formula.Bool, At: func(env *formula.Env, lane int64) (uint64, error) {
			if lane < 0 || lane >= isa.Lanes {
				return 0, fmt.Errorf("there is no lane %d", lane)
			}
			return env.Active >> lane & 1, nil
		}, Index: formula.MayIndex}, true
	}
	if b.inputs == nil {
		_, err := launch.ParseRegister(name)
		isBuffer := slices.ContainsFunc(b.buffers, func(x *buffer) bool { return x.name == name })
		return formula.Var{Index: formula.MayIndex, At: func(*formula.Env, int64) (uint64, error) {
			return 0, fmt.Errorf("what %s holds at the start is for expectations: a formula for both is let NAME = FORMULA",
				name)
		}}, err == nil || isBuffer || name == "lds"
	}
	if name == "lds" && b.ldsSize > 0 {
		return b.inputs.memory("lds", b.ldsType), true
	}
	for _, x := range b.buffers {
		if x.name == name {
			return b.inputs.memory(name, typeOf(&x.typ)), true
		}
	}
	if v, ok := abi.FindLaneValue(name); ok {
		return b.inputs.item(v), true
	}
	if r, ok := abi.FindRole(name); ok && r.Count() == 1 {
		return b.inputs.role(r), true
	}
	if r, err := launch.ParseRegister(name); err == nil {
		return b.inputs.register(name, &r)
	}
	return formula.Var{}, false
}

// Names are what formulas can name here.
func (b *builder) Names() []string {
	list := []string{"lane", "i", "active", "inf", "nan", "pi"}
	for _, p := range b.c.params {
		list = append(list, p.name)
	}
	for _, l := range b.lets {
		list = append(list, l.name)
	}
	for _, x := range b.buffers {
		list = append(list, x.name)
	}
	if b.inputs != nil {
		for _, r := range b.inputs.file.Launches[0].Registers {
			list = append(list, r.Name)
		}
	}
	return append(list, formula.Functions()...)
}

// inputs are what places hold at the start, for formulas of what is expected.
type inputs struct {
	b       *builder
	file    *launch.File
	memory0 map[string][]byte
}

// find finds the given registers that have one of a class.
func (in *inputs) find(c launch.RegClass, n int) *launch.Register {
	list := in.file.Launches[0].Registers
	for i := range list {
		if r := &list[i]; r.Class == c && r.First <= n && n < r.First+r.Count {
			return r
		}
	}
	return nil
}

// word is a register, of a lane where it is a vector register.
func (in *inputs) word(c launch.RegClass, n int, lane int64, w where) (uint32, error) {
	r := in.find(c, n)
	name := c.String()
	if c == launch.SGPR || c == launch.VGPR {
		name += fmt.Sprint(n)
	}
	switch {
	case r == nil && c == launch.EXEC:
		return uint32(in.b.live(w) >> (32 * n)), nil
	case r == nil:
		return 0, fmt.Errorf("nothing says what %s holds at the start: given %s = VALUES says it", name, name)
	case r.Kind == launch.RegBuffer:
		return 0, fmt.Errorf("the address of buffer %s is not known before the run", r.Buffer)
	case r.Kind == launch.RegRole:
		v, err := in.roleOf(r.Role, w)
		return uint32(v), err
	case r.Kind == launch.RegItem:
		return in.itemOf(r.Item, lane, w), nil
	case r.Kind == launch.RegLanes && (int(lane) >= len(r.Lanes) || r.Lanes[lane] == nil):
		return 0, fmt.Errorf("nothing says what lane %d of %s holds at the start", lane, name)
	case r.Kind == launch.RegLanes:
		return r.Lanes[lane][n-r.First], nil
	}
	return r.Words[n-r.First], nil
}

// register is a register as a name of formulas: it has the type that its line gives it.
func (in *inputs) register(name string, r *launch.Register) (formula.Var, bool) {
	t, ok := in.b.givens[name]
	if !ok {
		switch r.Count {
		case 1:
			t = formula.U32
		case 2:
			t = formula.U64
		default:
			return formula.Var{}, false
		}
	}
	vector := r.Class == launch.VGPR
	v := formula.Var{Type: t, Fixed: !vector, At: func(env *formula.Env, lane int64) (uint64, error) {
		w, _ := env.Of.(where)
		if vector && (lane < 0 || lane >= isa.Lanes) {
			if lane == -1 && env.Lane == -1 {
				return 0, fmt.Errorf("%s has a value in each lane: name one, as in %s[0]", name, name)
			}
			return 0, fmt.Errorf("there is no lane %d", lane)
		}
		var x uint64
		for k := range min(r.Count, 2) {
			word, err := in.word(r.Class, r.First+k, lane, w)
			if err != nil {
				return 0, err
			}
			x |= uint64(word) << (32 * k)
		}
		return x & (math.MaxUint64 >> (64 - t.Bits())), nil
	}}
	if vector {
		v.Index = formula.MayIndex
	}
	return v, true
}

// itemOf is what a lane has.
func (in *inputs) itemOf(v abi.LaneValue, lane int64, w where) uint32 {
	items := abi.Items{Grid: in.b.grid}
	for d := range items.Size {
		items.First[d] = w.group[d] * in.b.group[d]
		items.Size[d] = min(in.b.group[d], in.b.grid[d]-items.First[d])
	}
	var row isa.Row
	items.Fill(&row, ^uint64(0), v, uint32(w.wave)*isa.Lanes)
	return row[lane]
}

func (in *inputs) item(v abi.LaneValue) formula.Var {
	return formula.Var{Number: func(env *formula.Env) (int64, error) {
		in.b.perWave = true
		w, _ := env.Of.(where)
		if env.Lane < 0 || env.Lane >= isa.Lanes {
			return 0, fmt.Errorf("%v is of lanes", v)
		}
		return int64(in.itemOf(v, env.Lane, w)), nil
	}}
}

// roleOf is what a wave has.
func (in *inputs) roleOf(r abi.Role, w where) (int64, error) {
	b := in.b
	switch r {
	case abi.WorkGroupIDX, abi.WorkGroupIDY, abi.WorkGroupIDZ:
		return int64(w.group[r-abi.WorkGroupIDX]), nil
	case abi.WorkGroupCountX, abi.WorkGroupCountY, abi.WorkGroupCountZ:
		d := r - abi.WorkGroupCountX
		return int64((b.grid[d]-1)/b.group[d] + 1), nil
	case abi.GroupSizeX, abi.GroupSizeY, abi.GroupSizeZ:
		return int64(b.group[r-abi.GroupSizeX]), nil
	case abi.GridSizeX, abi.GridSizeY, abi.GridSizeZ:
		return int64(b.grid[r-abi.GridSizeX]), nil
	case abi.WaveInGroup:
		return int64(w.wave), nil
	}
	return 0, fmt.Errorf("%v is not known before the run", r)
}

func (in *inputs) role(r abi.Role) formula.Var {
	return formula.Var{Fixed: true, Number: func(env *formula.Env) (int64, error) {
		in.b.perWave = true
		w, _ := env.Of.(where)
		return in.roleOf(r, w)
	}}
}

// memory is memory as a name of formulas.
func (in *inputs) memory(name string, t formula.Type) formula.Var {
	size := int64(t.Bits() / 8)
	return formula.Var{Type: t, Index: formula.MustIndex, At: func(_ *formula.Env, i int64) (uint64, error) {
		data, err := in.bytes(name)
		if err != nil {
			return 0, err
		}
		if i < 0 || i >= int64(len(data))/size {
			return 0, fmt.Errorf("%s has %d elements of %v, and this is number %d", name, int64(len(data))/size, t, i)
		}
		var word [8]byte
		copy(word[:], data[i*size:(i+1)*size])
		return binary.LittleEndian.Uint64(word[:]), nil
	}}
}

// maxRead is the most bytes of memory that formulas read of a buffer.
const maxRead = 64 << 20

// bytes is what memory holds at the start.
func (in *inputs) bytes(name string) ([]byte, error) {
	if data, ok := in.memory0[name]; ok {
		return data, nil
	}
	size, values := in.b.ldsSize, in.file.Launches[0].LDS.Values
	var data []byte
	for i, x := range in.b.buffers {
		if x.name == name {
			size, values, data = x.size, in.file.Buffers[i].Init.Values, x.data
		}
	}
	if size > maxRead {
		return nil, fmt.Errorf("formulas read buffers of at most %d bytes", maxRead)
	}
	if data == nil {
		data = make([]byte, size)
		for i := range values {
			v := &values[i]
			for k := range v.Runs {
				r := &v.Runs[k]
				copy(data[v.Offset+r.First*uint64(v.Type.Size()):], r.Bytes(&v.Type, 0, r.Count))
			}
		}
	}
	if in.memory0 == nil {
		in.memory0 = map[string][]byte{}
	}
	in.memory0[name] = data
	return data, nil
}
