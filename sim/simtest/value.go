package simtest

import (
	"fmt"
	"math"
	"reflect"

	"github.com/gcnsim/gcnsim/isa"
)

// words turns a value into n dwords for one lane or one group of scalar registers: the lowest
// first, integers extended by their sign.
func words(v any, n int) ([]uint32, error) {
	out := make([]uint32, n)
	var bits uint64
	signed := false
	switch x := v.(type) {
	case bool:
		if x {
			bits = 1
		}
	case float32:
		bits = uint64(math.Float32bits(x))
	case float64:
		if n == 1 {
			bits = uint64(math.Float32bits(float32(x)))
		} else {
			bits = math.Float64bits(x)
		}
	case Buffer:
		switch n {
		case 2:
			bits = x.Addr()
		case 4:
			d := x.Resource()
			return d[:], nil
		default:
			return nil, fmt.Errorf("a buffer's address takes two registers, its resource four, not %d", n)
		}
	default:
		r := reflect.ValueOf(v)
		switch {
		case r.CanInt():
			bits, signed = uint64(r.Int()), true
			if x := r.Int(); n == 1 && (x < math.MinInt32 || x > math.MaxUint32) {
				return nil, fmt.Errorf("%d does not fit one register", x)
			}
		case r.CanUint():
			bits = r.Uint()
			if n == 1 && bits > math.MaxUint32 {
				return nil, fmt.Errorf("%#x does not fit one register", bits)
			}
		default:
			return nil, fmt.Errorf("a value of type %T cannot be put in registers", v)
		}
	}
	fill := uint32(0)
	if signed && int64(bits) < 0 {
		fill = ^uint32(0)
	}
	for i := range out {
		switch i {
		case 0:
			out[i] = uint32(bits)
		case 1:
			out[i] = uint32(bits >> 32)
		default:
			out[i] = fill
		}
	}
	return out, nil
}

// scalarWords is the contents of n scalar registers: one value for all of them together, or a slice
// or array with one for each.
func scalarWords(v any, n int) ([]uint32, error) {
	r := reflect.ValueOf(v)
	if k := r.Kind(); k != reflect.Slice && k != reflect.Array {
		return words(v, n)
	}
	if r.Len() != n {
		return nil, fmt.Errorf("%d values for %d registers", r.Len(), n)
	}
	out := make([]uint32, n)
	for i := range out {
		w, err := words(r.Index(i).Interface(), 1)
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", i, err)
		}
		out[i] = w[0]
	}
	return out, nil
}

// rows is the contents of n vector registers and the lanes that are set: one value for every lane;
// a slice or array with a value for each lane from 0 on; or a function of the lane.
func rows(v any, n int) (rows []isa.Row, mask uint64, err error) {
	rows = make([]isa.Row, n)
	r := reflect.ValueOf(v)
	lane := func(int) any { return v }
	lanes := isa.Lanes
	switch k := r.Kind(); {
	case k == reflect.Slice || k == reflect.Array:
		if lanes = r.Len(); lanes > isa.Lanes {
			return nil, 0, fmt.Errorf("%d values: a wave has %d lanes", lanes, isa.Lanes)
		}
		lane = func(l int) any { return r.Index(l).Interface() }
	case k == reflect.Func:
		if t := r.Type(); t.NumIn() != 1 || t.In(0).Kind() != reflect.Int || t.NumOut() != 1 {
			return nil, 0, fmt.Errorf("%v: a function for lanes has the form func(lane int) T", t)
		}
		lane = func(l int) any { return r.Call([]reflect.Value{reflect.ValueOf(l)})[0].Interface() }
	}
	for l := range lanes {
		w, err := words(lane(l), n)
		if err != nil {
			return nil, 0, fmt.Errorf("lane %d: %w", l, err)
		}
		for j := range rows {
			rows[j][l] = w[j]
		}
		mask |= 1 << l
	}
	return rows, mask, nil
}

// bytesOf lays out numbers in memory, little-endian; an int is that many zero bytes.
func bytesOf(v any) ([]byte, error) {
	if b, ok := v.([]byte); ok {
		return append([]byte(nil), b...), nil
	}
	if n, ok := v.(int); ok {
		if n <= 0 {
			return nil, fmt.Errorf("a buffer of %d bytes", n)
		}
		return make([]byte, n), nil
	}
	r := reflect.ValueOf(v)
	if k := r.Kind(); k != reflect.Slice && k != reflect.Array {
		return nil, fmt.Errorf("memory cannot be filled from a %T: give a number of bytes or a slice", v)
	}
	var out []byte
	var err error
	for i := range r.Len() {
		if out, err = appendNumber(out, r.Index(i)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// argument is the bytes of a kernel's argument.
func argument(v any) ([]byte, error) {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Slice, reflect.Array:
		return bytesOf(v)
	case reflect.Int, reflect.Uint:
		return nil, fmt.Errorf("an %T has no fixed size: use int32, uint32, int64 or uint64", v)
	default:
		return appendNumber(nil, r)
	}
}

// appendNumber appends an integer or float, little-endian.
func appendNumber(out []byte, e reflect.Value) ([]byte, error) {
	var bits uint64
	switch {
	case e.Kind() == reflect.Float32:
		bits = uint64(math.Float32bits(float32(e.Float())))
	case e.Kind() == reflect.Float64:
		bits = math.Float64bits(e.Float())
	case e.IsValid() && e.CanInt():
		bits = uint64(e.Int())
	case e.IsValid() && e.CanUint():
		bits = e.Uint()
	default:
		return nil, fmt.Errorf("memory cannot be filled from %v", e)
	}
	for j := range int(e.Type().Size()) {
		out = append(out, byte(bits>>(8*j)))
	}
	return out, nil
}

// isFloat reports whether values of registers are floats.
func isFloat(v any) bool {
	t := reflect.TypeOf(v)
	if t == nil {
		return false
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		t = t.Elem()
	case reflect.Func:
		if t.NumOut() == 1 {
			t = t.Out(0)
		}
	}
	return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64
}

func f32(w uint32) float32 { return math.Float32frombits(w) }

func f64(w []uint32) float64 { return math.Float64frombits(uint64(w[0]) | uint64(w[1])<<32) }
