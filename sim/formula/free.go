package formula

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Value is what an expression gives in free arithmetic: an integer of 64 bits, or a float64.
type Value struct {
	I     int64   // the integer
	F     float64 // the float
	Float bool    // it is F, not I
}

// Int is the value as an integer: a float loses its fraction.
func (v Value) Int() int64 {
	if v.Float {
		return int64(v.F)
	}
	return v.I
}

// Real is the value as a float.
func (v Value) Real() float64 {
	if v.Float {
		return v.F
	}
	return float64(v.I)
}

// True reports whether the value is not 0.
func (v Value) True() bool { return v.Float && v.F != 0 || !v.Float && v.I != 0 }

// String is the number; integers from 10 on also in hexadecimal.
func (v Value) String() string {
	switch {
	case v.Float:
		return strconv.FormatFloat(v.F, 'g', -1, 64)
	case v.I < 10:
		return strconv.FormatInt(v.I, 10)
	}
	return fmt.Sprintf("%d (0x%x)", v.I, v.I)
}

func whole(i int64) Value { return Value{I: i} }

func real(f float64) Value { return Value{F: f, Float: true} }

func truth(b bool) Value {
	if b {
		return whole(1)
	}
	return whole(0)
}

// FreeEnv is what an expression is evaluated for in free arithmetic.
type FreeEnv struct {
	Lane   int    // that of registers without an index
	Active uint64 // the lanes that any, all, count, ballot and sum look at
	Of     any    // what the variables of the caller's scope need to know
}

// FreeVar is what a name stands for in free arithmetic.
type FreeVar struct {
	PerLane bool // without an index it is that of the lane
	Index   IndexUse
	Get     func(env *FreeEnv, index int64) (int64, error) // index: the lane, where there is none
}

// FreeScope is what knows the names of free arithmetic.
type FreeScope interface {
	// Variable is what a name stands for; the error says what it is not.
	Variable(name string) (FreeVar, error)
	// Function is a function of one integer.
	Function(name string) (f func(env *FreeEnv, x int64) (int64, error), ok bool)
}

// Free is an expression with free arithmetic: nothing has a type of its own. Integers and floats mix
// and become floats, numbers other than 0 hold as conditions, which are 1 and 0. u8(x), f32(x) and
// the like take the bits of an integer as a number of the type; as_f32(x) is the same.
type Free struct {
	PerLane bool // it may differ from lane to lane
	Named   bool // it has names
	eval    free
}

type free func(env *FreeEnv) (Value, error)

// Eval computes the value.
func (x *Free) Eval(env *FreeEnv) (Value, error) { return x.eval(env) }

// Free compiles an expression in free arithmetic.
func (e *Expr) Free(scope FreeScope) (*Free, error) {
	c := &freeCompiler{scope: scope, x: &Free{}}
	var err error
	c.x.eval, err = c.compile(e)
	return c.x, err
}

type freeCompiler struct {
	scope FreeScope
	x     *Free
}

func (c *freeCompiler) all(list []*Expr) (nodes []free, err error) {
	for _, e := range list {
		n, err := c.compile(e)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

func (c *freeCompiler) compile(e *Expr) (free, error) {
	switch e.op {
	case "number":
		return freeNumber(e)
	case "name", "index":
		return c.variable(e)
	case "call":
		return c.call(e)
	}
	args, err := c.all(e.args)
	if err != nil {
		return nil, err
	}
	switch e.op {
	case "group":
		return args[0], nil
	case "neg", "~", "!":
		return func(env *FreeEnv) (Value, error) {
			x, err := args[0](env)
			if err != nil {
				return x, err
			}
			return freeUnary(e, x)
		}, nil
	case "?:":
		return func(env *FreeEnv) (Value, error) {
			x, err := args[0](env)
			switch {
			case err != nil:
				return x, err
			case x.True():
				return args[1](env)
			}
			return args[2](env)
		}, nil
	}
	return func(env *FreeEnv) (Value, error) {
		x, err := args[0](env)
		switch {
		case err != nil:
			return x, err
		case e.op == "&&" && !x.True(), e.op == "||" && x.True():
			return truth(x.True()), nil
		}
		y, err := args[1](env)
		if err != nil {
			return y, err
		}
		return freeBinary(e, x, y)
	}, nil
}

func freeNumber(e *Expr) (free, error) {
	var v Value
	var err error
	if isInteger(e.text) {
		digits, base := e.text, 10
		if isHex(digits) {
			digits, base = digits[2:], 16
		}
		var i uint64
		i, err = strconv.ParseUint(digits, base, 64)
		v = whole(int64(i))
	} else {
		var f float64
		f, err = strconv.ParseFloat(e.text, 64)
		v = real(f)
	}
	if err != nil {
		return nil, errorf(e.col, "%.30s is beyond the range of numbers", e.text)
	}
	return func(*FreeEnv) (Value, error) { return v, nil }, nil
}

// isInteger reports whether a number has neither a fraction nor an exponent.
func isInteger(s string) bool {
	return isHex(s) && !strings.ContainsAny(s, ".pP") || !isHex(s) && !strings.ContainsAny(s, ".eE")
}

func freeUnary(e *Expr, x Value) (Value, error) {
	switch {
	case e.op == "!":
		return truth(!x.True()), nil
	case x.Float && e.op == "neg":
		return real(-x.F), nil
	case x.Float:
		return x, errorf(e.col, "~ is not for floating-point numbers")
	case e.op == "neg":
		return whole(-x.I), nil
	}
	return whole(^x.I), nil
}

func freeBinary(e *Expr, x, y Value) (Value, error) {
	switch e.op {
	case "&&", "||":
		return truth(y.True()), nil
	case "==", "!=", "<", "<=", ">", ">=":
		less, equal := x.I < y.I, x.I == y.I
		greater := x.I > y.I
		if x.Float || y.Float {
			a, b := x.Real(), y.Real()
			less, equal, greater = a < b, a == b, a > b
		}
		return truth(holds(e.op, less, equal, greater)), nil
	}
	if x.Float || y.Float {
		f := arithmetic(e, F64)
		if f == nil {
			return x, errorf(e.col, "%s is not for floating-point numbers", e.op)
		}
		return real(math.Float64frombits(f(math.Float64bits(x.Real()), math.Float64bits(y.Real())))), nil
	}
	switch e.op {
	case "<<":
		return whole(x.I << (uint64(y.I) & 63)), nil
	case ">>":
		return whole(int64(uint64(x.I) >> (uint64(y.I) & 63))), nil
	case "/", "%":
		if y.I == 0 {
			return x, errors.New("division by zero")
		}
	}
	return whole(int64(arithmetic(e, I64)(uint64(x.I), uint64(y.I)))), nil
}

// variable makes the code of a name.
func (c *freeCompiler) variable(e *Expr) (free, error) {
	if f, ok := floatConstant(e.text); ok && e.op == "name" {
		return func(*FreeEnv) (Value, error) { return real(f), nil }, nil
	}
	if (e.text == "true" || e.text == "false") && e.op == "name" {
		return func(*FreeEnv) (Value, error) { return truth(e.text == "true"), nil }, nil
	}
	v, err := c.scope.Variable(e.text)
	switch {
	case err != nil:
		return nil, err
	case e.op == "index" && v.Index == NoIndex:
		return nil, errorf(e.col, "%s takes no index", e.text)
	}
	c.x.Named = true
	if e.op == "name" {
		c.x.PerLane = c.x.PerLane || v.PerLane
		return func(env *FreeEnv) (Value, error) {
			i, err := v.Get(env, int64(env.Lane))
			return whole(i), err
		}, nil
	}
	at, err := c.compile(e.args[0])
	return func(env *FreeEnv) (Value, error) {
		x, err := at(env)
		if err != nil {
			return x, err
		}
		i, err := v.Get(env, x.Int())
		return whole(i), err
	}, err
}

// call makes the code of a call.
func (c *freeCompiler) call(e *Expr) (free, error) {
	one := func() (free, error) {
		if len(e.args) != 1 {
			return nil, errorf(e.col, "%s takes one value, as in %s(x)", e.text, e.text)
		}
		return c.compile(e.args[0])
	}
	if f, ok := c.scope.Function(e.text); ok {
		x, err := one()
		c.x.Named = true
		return func(env *FreeEnv) (Value, error) {
			v, err := x(env)
			if err != nil {
				return v, err
			}
			i, err := f(env, v.Int())
			return whole(i), err
		}, err
	}
	if t, ok := FindType(strings.TrimPrefix(e.text, "as_")); ok {
		x, err := one()
		return func(env *FreeEnv) (Value, error) {
			v, err := x(env)
			if err != nil || v.Float {
				return v, err
			}
			return t.free(uint64(v.I)), nil
		}, err
	}
	switch e.text {
	case "ballot", "any", "all", "count", "sum":
		return c.overLanes(e)
	}
	f := functions[e.text]
	if f == nil || f.result == 'w' {
		return nil, fmt.Errorf("%q is no register, buffer or function", e.text)
	}
	if len(e.args) != len(f.args) {
		return nil, errorf(e.col, "%s has %d arguments: %s", e.text, len(f.args), f.usage(e.text))
	}
	args, err := c.all(e.args)
	return func(env *FreeEnv) (Value, error) { return f.free(args, env, e) }, err
}

// free is a number of a type, of which bits are the low ones of x.
func (t Type) free(x uint64) Value {
	x &= t.mask()
	if t.Float() {
		return real(t.float(x))
	}
	return whole(t.int(x))
}

// free calls a function: of floats where one of its arguments is one, or there is none of integers.
func (f *function) free(args []free, env *FreeEnv, e *Expr) (Value, error) {
	t := I64
	var list [3]Value
	for i, a := range args {
		v, err := a(env)
		if err != nil {
			return v, err
		}
		if list[i] = v; v.Float && (f.args[i] == 'T' || f.args[i] == 'A') {
			t = F64
		}
	}
	switch {
	case t == I64 && !strings.Contains(f.kinds, "i"):
		t = F64
	case t == F64 && !strings.Contains(f.kinds, "f"):
		return Value{}, errorf(e.col, "%s is of integers", e.text)
	}
	var words [3]uint64
	for i := range args {
		switch k := f.args[i]; {
		case k == 'b':
			words[i] = uint64(truth(list[i].True()).I)
		case k == 'i' || t == I64:
			words[i] = uint64(list[i].Int())
		default:
			words[i] = math.Float64bits(list[i].Real())
		}
	}
	r := f.of(t)(words[:len(args)])
	if f.result == 'b' || t == I64 {
		return whole(int64(r)), nil
	}
	return real(math.Float64frombits(r)), nil
}

// overLanes makes the code of what looks at all active lanes.
func (c *freeCompiler) overLanes(e *Expr) (free, error) {
	if len(e.args) != 1 {
		return nil, errorf(e.col, "%s takes one value, as in %s(x)", e.text, e.text)
	}
	lanes := c.x.PerLane
	x, err := c.compile(e.args[0])
	c.x.PerLane, c.x.Named = lanes, true
	return func(env *FreeEnv) (Value, error) {
		in, ballot, total := *env, uint64(0), whole(0)
		for m := env.Active; m != 0; m &= m - 1 {
			in.Lane = bits.TrailingZeros64(m) % isa.Lanes
			v, err := x(&in)
			switch {
			case err != nil:
				return v, err
			case e.text == "sum" && (total.Float || v.Float):
				total = real(total.Real() + v.Real())
			case e.text == "sum":
				total.I += v.I
			case v.True():
				ballot |= 1 << in.Lane
			}
		}
		switch e.text {
		case "sum":
			return total, nil
		case "ballot":
			return whole(int64(ballot)), nil
		case "count":
			return whole(int64(bits.OnesCount64(ballot))), nil
		case "any":
			return truth(ballot != 0), nil
		}
		return truth(ballot == env.Active), nil
	}, err
}
