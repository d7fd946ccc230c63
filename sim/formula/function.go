package formula

import (
	"math"
	"math/big"
	"math/bits"
	"sort"
	"strings"
)

// function is a function of the language. Its arguments and result are letters: T the type of the
// call, i an integer, b a condition, A a type of its own; a digit is a fixed type.
type function struct {
	args   string // one letter each
	result byte   // T, b; or a type of resultTypes
	kinds  string // which types T or A may be: "i" integers, "f" floats
	of     func(t Type) func(a []uint64) uint64
}

// functions that are computed from their arguments alone.
var functions map[string]*function

func floats(f func(x float64) float64) func(t Type) func(a []uint64) uint64 {
	return func(t Type) func(a []uint64) uint64 {
		return func(a []uint64) uint64 { return t.round(f(t.float(a[0]))) }
	}
}

func integers(f func(t Type, a []uint64) uint64) func(t Type) func(a []uint64) uint64 {
	return func(t Type) func(a []uint64) uint64 {
		return func(a []uint64) uint64 { return f(t, a) & t.mask() }
	}
}

func condition(f func(t Type, x uint64) bool) func(t Type) func(a []uint64) uint64 {
	return func(t Type) func(a []uint64) uint64 {
		return func(a []uint64) uint64 {
			if f(t, a[0]) {
				return 1
			}
			return 0
		}
	}
}

func init() {
	functions = map[string]*function{
		"min":      {"TT", 'T', "if", func(t Type) func(a []uint64) uint64 { return extreme(t, true) }},
		"max":      {"TT", 'T', "if", func(t Type) func(a []uint64) uint64 { return extreme(t, false) }},
		"clamp":    {"TTT", 'T', "if", clamp},
		"abs":      {"T", 'T', "if", abs},
		"fma":      {"TTT", 'T', "f", fma},
		"sqrt":     {"T", 'T', "f", floats(math.Sqrt)}, // of f32 and f16 exact after the second rounding
		"floor":    {"T", 'T', "f", floats(math.Floor)},
		"ceil":     {"T", 'T', "f", floats(math.Ceil)},
		"trunc":    {"T", 'T', "f", floats(math.Trunc)},
		"rint":     {"T", 'T', "f", floats(math.RoundToEven)},
		"fract":    {"T", 'T', "f", floats(func(x float64) float64 { return x - math.Floor(x) })},
		"exp2":     {"T", 'T', "f", floats(math.Exp2)},
		"log2":     {"T", 'T', "f", floats(math.Log2)},
		"sin":      {"T", 'T', "f", floats(math.Sin)},
		"cos":      {"T", 'T', "f", floats(math.Cos)},
		"ldexp":    {"Ti", 'T', "f", ldexp},
		"copysign": {"TT", 'T', "f", integers(func(t Type, a []uint64) uint64 { s := uint64(1) << (t.Bits() - 1); return a[0]&^s | a[1]&s })},
		"isnan":    {"A", 'b', "f", condition(func(t Type, x uint64) bool { return math.IsNaN(t.float(x)) })},
		"isinf":    {"A", 'b', "f", condition(func(t Type, x uint64) bool { return math.IsInf(t.float(x), 0) })},
		"signbit":  {"A", 'b', "f", condition(func(t Type, x uint64) bool { return x>>(t.Bits()-1) != 0 })},
		"popcount": {"T", 'T', "i", integers(func(_ Type, a []uint64) uint64 { return uint64(bits.OnesCount64(a[0])) })},
		"clz":      {"T", 'T', "i", integers(func(t Type, a []uint64) uint64 { return uint64(bits.LeadingZeros64(a[0]) - 64 + t.Bits()) })},
		"ctz":      {"T", 'T', "i", integers(func(t Type, a []uint64) uint64 { return uint64(min(bits.TrailingZeros64(a[0]), t.Bits())) })},
		"brev":     {"T", 'T', "i", integers(func(t Type, a []uint64) uint64 { return bits.Reverse64(a[0]) >> (64 - t.Bits()) })},
		"mulhi":    {"TT", 'T', "i", integers(mulhi)},
		"rotl":     {"Ti", 'T', "i", integers(func(t Type, a []uint64) uint64 { return rotate(t, a[0], a[1]) })},
		"rotr":     {"Ti", 'T', "i", integers(func(t Type, a []uint64) uint64 { return rotate(t, a[0], -a[1]) })},
		"bfe":      {"Tii", 'T', "i", integers(bfe)},
		"select":   {"bTT", 'T', "ifb", func(Type) func(a []uint64) uint64 { return func(a []uint64) uint64 { return a[2-a[0]] } }},
		"pack":     {"AA", 'w', "if", func(Type) func(a []uint64) uint64 { return func(a []uint64) uint64 { return a[0] | a[1]<<16 } }},
	}
}

// usage is the function with its arguments.
func (f *function) usage(name string) string {
	var list []string
	for i, a := range f.args {
		list = append(list, map[rune][]string{'T': {"a", "b", "c"}, 'A': {"a", "b"}, 'i': {"", "n", "width"},
			'b': {"condition"}}[a][i])
	}
	return name + "(" + strings.Join(list, ", ") + ")"
}

// ofLanes are the functions over lanes, and random.
var ofLanes = map[string]string{
	"ballot": "ballot(condition)\n  a bit for each lane that EXEC has at the start", "any": "any(condition)\n  in one of the active lanes",
	"all": "all(condition)\n  in all active lanes", "count": "count(condition)\n  active lanes in which it holds",
	"sum":    "sum(a)\n  over the active lanes",
	"random": "random(seed), random(seed, low, high)\n  the same in every run, each element its own",
}

// Help is how a function is called, empty for what is none.
func Help(name string) string {
	if f := functions[name]; f != nil {
		kinds := map[string]string{"i": "integers", "f": "floats", "if": "numbers", "ifb": "numbers and conditions"}[f.kinds]
		return f.usage(name) + "\n  of " + kinds
	}
	return ofLanes[name]
}

// Functions are the names of all functions of the language, conversions excepted.
func Functions() (list []string) {
	for name := range functions {
		list = append(list, name)
	}
	for name := range ofLanes {
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

// extreme is the lesser or greater of two; of a number and a NaN it is the number, and -0 is less than
// +0.
func extreme(t Type, least bool) func(a []uint64) uint64 {
	return func(a []uint64) uint64 {
		var first bool // a[0] is the lesser
		switch {
		case t.Float():
			f, g := t.float(a[0]), t.float(a[1])
			switch {
			case f != f && g != g:
				return t.round(math.NaN())
			case f != f:
				return a[1]
			case g != g:
				return a[0]
			}
			first = f < g || f == g && math.Signbit(f)
		case t.Signed():
			first = t.int(a[0]) < t.int(a[1])
		default:
			first = a[0] < a[1]
		}
		if first == least {
			return a[0]
		}
		return a[1]
	}
}

func clamp(t Type) func(a []uint64) uint64 {
	low, high := extreme(t, false), extreme(t, true)
	return func(a []uint64) uint64 { return high([]uint64{low(a[:2]), a[2]}) }
}

func abs(t Type) func(a []uint64) uint64 {
	return func(a []uint64) uint64 {
		switch {
		case t.Float():
			return a[0] &^ (1 << (t.Bits() - 1))
		case t.int(a[0]) < 0 && t.Signed():
			return -a[0] & t.mask()
		}
		return a[0]
	}
}

// fma is a*b+c with one rounding.
func fma(t Type) func(a []uint64) uint64 {
	return func(a []uint64) uint64 {
		x, y, z := t.float(a[0]), t.float(a[1]), t.float(a[2])
		r := math.FMA(x, y, z)
		if t == F64 || r != r || math.IsInf(x, 0) || math.IsInf(y, 0) || math.IsInf(z, 0) || r == 0 {
			return t.round(r)
		}
		// Exact, then to an odd last bit where something is left over, so that the second rounding sees it.
		exact := new(big.Float).SetPrec(2200).SetFloat64(x)
		exact.Mul(exact, new(big.Float).SetFloat64(y))
		exact.Add(exact, new(big.Float).SetFloat64(z))
		zero, acc := exact.Float64()
		if b := math.Float64bits(zero); acc != big.Exact && b&1 == 0 {
			if (acc == big.Below) == (zero > 0) {
				b++
			} else {
				b--
			}
			zero = math.Float64frombits(b)
		}
		return t.round(zero)
	}
}

func ldexp(t Type) func(a []uint64) uint64 {
	return func(a []uint64) uint64 {
		n := int(max(min(I64.int(a[1]), 5000), -5000))
		return t.round(math.Ldexp(t.float(a[0]), n))
	}
}

func mulhi(t Type, a []uint64) uint64 {
	if t.Signed() {
		p := new(big.Int).Mul(big.NewInt(t.int(a[0])), big.NewInt(t.int(a[1])))
		p.Rsh(p, uint(t.Bits()))
		return uint64(p.Int64())
	}
	if t.Bits() < 64 {
		return a[0] * a[1] >> t.Bits()
	}
	hi, _ := bits.Mul64(a[0], a[1])
	return hi
}

func rotate(t Type, x, by uint64) uint64 {
	n := by % uint64(t.Bits())
	return x<<n | x>>((uint64(t.Bits())-n)%uint64(t.Bits()))
}

// bfe are width bits from bit n on, extended by their sign in a signed type.
func bfe(t Type, a []uint64) uint64 {
	n, width := a[1], a[2]
	if n >= 64 || width == 0 {
		return 0
	}
	x := uint64(t.int(a[0]))
	if !t.Signed() {
		x = a[0]
	}
	if width >= 64 {
		return x >> n
	}
	if t.Signed() {
		return uint64(int64(uint64(int64(x)>>n)<<(64-width)) >> (64 - width))
	}
	return x >> n & (1<<width - 1)
}

// typeOfCall is the type that a call has of its own.
func (c *compiler) typeOfCall(e *Expr) (Type, error) {
	if t, ok := FindType(strings.TrimPrefix(e.text, "as_")); ok {
		if len(e.args) != 1 {
			return 0, errorf(e.col, "%s takes one value, as in %s(x)", e.text, e.text)
		}
		return t, nil
	}
	switch e.text {
	case "ballot", "any", "all", "count":
		if len(e.args) != 1 {
			return 0, errorf(e.col, "%s takes one condition, as in %s(v0 < v1)", e.text, e.text)
		}
		return map[string]Type{"ballot": U64, "any": Bool, "all": Bool, "count": Number}[e.text], nil
	case "sum":
		if len(e.args) != 1 {
			return 0, errorf(e.col, "sum takes one value, as in sum(v0)")
		}
		return c.typeOf(e.args[0])
	case "random":
		if len(e.args) != 1 && len(e.args) != 3 {
			return 0, errorf(e.col, "random takes a seed, or a seed and the least and the greatest value, as in random(7) and "+
				"random(7, -1, 1)")
		}
		return c.join(e, e.args[1:])
	}
	f := functions[e.text]
	if f == nil {
		if v, ok := c.scope.Lookup(e.text); ok && v.Index != NoIndex {
			return 0, errorf(e.col, "%s is no function: an element is %s[i]", e.text, e.text)
		}
		return 0, errorf(e.col, "there is no function %q; they are %s, and conversions like f32(x) and as_f32(x)", e.text,
			strings.Join(Functions(), ", "))
	}
	if len(e.args) != len(f.args) {
		return 0, errorf(e.col, "%s has %d arguments: %s", e.text, len(f.args), f.usage(e.text))
	}
	switch f.result {
	case 'b':
		return Bool, nil
	case 'w':
		return U32, nil
	}
	var same []*Expr
	for i, a := range e.args {
		if f.args[i] == 'T' {
			same = append(same, a)
		}
	}
	return c.join(e, same)
}

// call makes the code of a call in a type.
func (c *compiler) call(e *Expr, t Type) (eval, error) {
	if _, ok := FindType(strings.TrimPrefix(e.text, "as_")); ok {
		return c.convert(e, t)
	}
	switch e.text {
	case "ballot", "any", "all", "count", "sum":
		return c.overLanes(e, t)
	case "random":
		return c.random(e, t)
	}
	f := functions[e.text]
	of := t
	if strings.Contains(f.args, "A") {
		var err error
		if of, err = c.join(e, e.args); err != nil {
			return nil, err
		}
		if of == Number && f.result == 'b' {
			of = F64
		}
		if f.result == 'w' && of.Bits() != 16 {
			return nil, errorf(e.col, "%s is of two values of 16 bits, as in %s(f16(a), f16(b))", e.text, e.text)
		}
	}
	kind := byte('i')
	switch {
	case of.Float():
		kind = 'f'
	case of == Bool:
		kind = 'b'
	}
	if strings.IndexByte(f.kinds, kind) < 0 {
		return nil, errorf(e.col, "%s is of %s, and this is %v", e.text,
			map[string]string{"i": "integers", "f": "floats", "if": "numbers", "ifb": "anything"}[f.kinds], of)
	}
	args := make([]eval, len(e.args))
	for i, a := range e.args {
		var err error
		switch f.args[i] {
		case 'b':
			args[i], err = c.compile(a, Bool)
		case 'i':
			var list []eval
			var it Type
			if list, it, err = c.own(a); err == nil {
				if !it.Integer() {
					return nil, errorf(a.col, "argument %d of %s is an integer, and this is %v", i+1, e.text, it)
				}
				args[i] = func(env *Env) uint64 { return uint64(it.int(list[0](env))) }
			}
		default:
			args[i], err = c.compile(a, of)
		}
		if err != nil {
			return nil, err
		}
	}
	do := f.of(of)
	return func(env *Env) uint64 {
		var v [3]uint64
		for i, a := range args {
			v[i] = a(env)
		}
		return do(v[:len(args)])
	}, nil
}

// convert makes the code of f32(x), which has the value of x, and as_f32(x), which has its bits.
func (c *compiler) convert(e *Expr, t Type) (eval, error) {
	a := e.args[0]
	of, err := c.typeOf(a)
	if err != nil {
		return nil, err
	}
	name, bitwise := strings.CutPrefix(e.text, "as_")
	to, _ := FindType(name)
	if of == Number {
		switch of = I64; {
		case c.hasFloat(a) && to.Float(), isNumber(a) && !c.hasFloat(a):
			of = to
		case c.hasFloat(a):
			of = F64
		}
		if bitwise && !c.hasFloat(a) { // the bits as they are written
			of = map[int]Type{8: U8, 16: U16, 32: U32, 64: U64}[to.Bits()]
		}
		if bitwise && c.hasFloat(a) {
			of = map[int]Type{16: F16, 32: F32, 64: F64}[to.Bits()]
		}
	}
	x, err := c.compile(a, of)
	if err != nil {
		return nil, err
	}
	switch {
	case bitwise && of.Bits() != to.Bits():
		return nil, errorf(e.col, "%s keeps the bits, and %v has %d: convert it first, as in %s(u%d(...))", e.text, of,
			of.Bits(),
			e.text, to.Bits())
	case bitwise, of == to:
		return x, nil
	}
	return func(env *Env) uint64 { return convert(x(env), of, to) }, nil
}

func isNumber(e *Expr) bool {
	for e.op == "neg" || e.op == "group" {
		e = e.args[0]
	}
	return e.op == "number"
}

// convert is a value in another type: integers keep the low bits; floats become the integer towards
// zero, or the nearest that there is, and a NaN 0; what becomes a float is rounded to nearest even.
func convert(x uint64, of, to Type) uint64 {
	switch {
	case of.Float() && to.Float():
		return to.round(of.float(x))
	case of.Float():
		return truncate(of.float(x), to)
	case to.Float() && of.Signed():
		if i := of.int(x); to == F32 {
			return uint64(math.Float32bits(float32(i)))
		}
		return to.round(float64(of.int(x)))
	case to.Float():
		if to == F32 {
			return uint64(math.Float32bits(float32(x)))
		}
		return to.round(float64(x))
	}
	return uint64(of.int(x)) & to.mask()
}

func truncate(f float64, t Type) uint64 {
	low, high := 0.0, math.Ldexp(1, t.Bits())
	if t.Signed() {
		high /= 2
		low = -high
	}
	switch f = math.Trunc(f); {
	case f != f:
		return 0
	case f >= high && t.Signed():
		return t.mask() >> 1
	case f >= high:
		return t.mask()
	case f <= low:
		return uint64(int64(low)) & t.mask()
	case f < 0:
		return uint64(int64(f)) & t.mask()
	}
	return uint64(f)
}

// overLanes makes the code of what looks at all active lanes.
func (c *compiler) overLanes(e *Expr, t Type) (eval, error) {
	if c.lanes {
		return nil, errorf(e.col, "%s is within another of ballot, any, all, count and sum", e.text)
	}
	if t == Bool && e.text == "sum" {
		return nil, errorf(e.col, "sum is of numbers; count(condition) counts lanes")
	}
	c.lanes = true
	varied := c.varies
	of := Bool
	if e.text == "sum" {
		of = t
	}
	x, err := c.compile(e.args[0], of)
	c.lanes, c.varies = false, varied
	if err != nil {
		return nil, err
	}
	var add func(a, b uint64) uint64
	if e.text == "sum" {
		add = arithmetic(&Expr{op: "+"}, t)
	}
	return func(env *Env) uint64 {
		in, ballot, total := *env, uint64(0), uint64(0)
		for l := range int64(64) {
			if env.Active>>l&1 == 0 {
				continue
			}
			in.Lane, in.Index = l, l
			v := x(&in)
			if add != nil {
				total = add(total, v)
				continue
			}
			ballot |= v << l
		}
		switch n := uint64(bits.OnesCount64(ballot)); {
		case e.text == "sum":
			return total
		case e.text == "ballot":
			return ballot
		case e.text == "any" && n > 0, e.text == "all" && ballot == env.Active:
			return 1
		case e.text != "count":
			return 0
		case t.Float():
			return t.round(float64(n))
		default:
			return n & t.mask()
		}
	}, nil
}

// random makes the code of values that are the same every time: each element of each seed has its own.
func (c *compiler) random(e *Expr, t Type) (eval, error) {
	if t == Bool {
		return nil, errorf(e.col, "random is a number, not a condition")
	}
	c.varies = true
	list, of, err := c.own(e.args[0])
	if err != nil {
		return nil, err
	}
	if !of.Integer() {
		return nil, errorf(e.args[0].col, "a seed is an integer, and this is %v", of)
	}
	seed := list[0]
	draw := func(env *Env) uint64 { return mix(mix(seed(env)) + uint64(env.Index)) }
	if len(e.args) == 1 {
		return func(env *Env) uint64 { return draw(env) >> (64 - t.Bits()) }, nil
	}
	low, err := c.compile(e.args[1], t)
	if err != nil {
		return nil, err
	}
	high, err := c.compile(e.args[2], t)
	if err != nil {
		return nil, err
	}
	col := e.col
	return func(env *Env) uint64 {
		a, b, r := low(env), high(env), draw(env)
		if t.Float() {
			x, y := t.float(a), t.float(b)
			if !(x <= y) || math.IsInf(y-x, 0) {
				panic(errorf(col, "random from %v to %v", x, y))
			}
			return t.round(x + (y-x)*(float64(r>>11)*0x1p-53))
		}
		if t.Signed() && t.int(a) > t.int(b) || !t.Signed() && a > b {
			panic(errorf(col, "random from %d to %d", t.int(a), t.int(b)))
		}
		if n := uint64(t.int(b)-t.int(a)) + 1; n != 0 {
			hi, _ := bits.Mul64(r, n)
			return (a + hi) & t.mask()
		}
		return r
	}, nil
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
