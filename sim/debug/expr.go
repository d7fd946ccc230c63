package debug

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
)

// Expr is an expression over the state of a wave. Registers are unsigned numbers of as many bits as
// they have; f32(v3) and the like take their bits as something else.
//
//	number  register  register[lane]  lane wave group pc insts clock tick  buffer
//	mem(addr) mem8 mem16 mem64  lds(addr) gds(addr)        what memory holds
//	u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64(x)           its bits as a number
//	- ! ~  * / %  + -  << >>  & ^ |  < <= > >=  == !=  && ||
//
// A vector register without a lane stands for each lane in turn: as a condition the expression
// holds where it does in any active lane.
type Expr struct {
	Text     string
	root     node
	perLane  bool // it may differ from lane to lane
	usesWave bool
}

// value is what an expression gives.
type value struct {
	i     int64
	f     float64
	float bool
}

func number(v int64) value { return value{i: v} }

func truth(b bool) value {
	if b {
		return number(1)
	}
	return number(0)
}

func (v value) int() int64 {
	if v.float {
		return int64(v.f)
	}
	return v.i
}

func (v value) real() float64 {
	if v.float {
		return v.f
	}
	return float64(v.i)
}

func (v value) true() bool { return v.float && v.f != 0 || !v.float && v.i != 0 }

// String prints a number.
func (v value) String() string {
	if v.float {
		return strconv.FormatFloat(v.f, 'g', -1, 64)
	}
	if v.i < 0 || v.i < 10 {
		return strconv.FormatInt(v.i, 10)
	}
	return fmt.Sprintf("%d (0x%x)", v.i, v.i)
}

// node is a part of an expression.
type node func(m *machine, w *sim.Wave, lane int) (value, error)

// MaxExpr is the longest text of an expression.
const MaxExpr = 4096

// Parse reads an expression.
func (s *Session) Parse(text string) (*Expr, error) {
	if len(text) > MaxExpr {
		return nil, fmt.Errorf("the expression has %d characters, limit %d", len(text), MaxExpr)
	}
	p := &parser{s: s, text: text, x: &Expr{Text: strings.TrimSpace(text)}}
	p.next()
	root, err := p.binary(0)
	if err == nil && p.tok != "" {
		err = fmt.Errorf("%q was not expected", p.tok)
	}
	if err == nil {
		err = p.err
	}
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", text, err)
	}
	p.x.root = root
	return p.x, nil
}

func (x *Expr) eval(m *machine, w *sim.Wave, lane int) (value, error) {
	if w == nil && x.usesWave {
		return value{}, ErrEnded
	}
	return x.root(m, w, lane)
}

// holds reports whether the expression is true, in any active lane where lanes differ. It is not
// where it cannot be computed.
func (x *Expr) holds(m *machine, w *sim.Wave) bool {
	if !x.perLane {
		v, err := x.eval(m, w, 0)
		return err == nil && v.true()
	}
	for _, l := range Active(w) {
		if v, err := x.eval(m, w, l); err == nil && v.true() {
			return true
		}
	}
	return false
}

// Eval is what an expression gives for a wave, as text: a list by lane where lanes differ, of those
// that are active.
func (s *Session) Eval(id WaveID, x *Expr) (string, error) {
	w, err := s.Wave(id)
	if err != nil && x.usesWave {
		return "", err
	}
	if !x.perLane {
		v, err := x.eval(s.m, w, 0)
		return v.String(), err
	}
	var b strings.Builder
	for _, l := range Active(w) {
		v, err := x.eval(s.m, w, l)
		if err != nil {
			return "", err
		}
		if b.Len() > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "[%d] %v", l, v)
	}
	if b.Len() == 0 {
		return "no lane is active", nil
	}
	return b.String(), nil
}

// Number is what an expression gives for a wave, as a number; of lanes, the first active one.
func (s *Session) Number(id WaveID, text string) (uint64, error) {
	x, err := s.Parse(text)
	if err != nil {
		return 0, err
	}
	w, err := s.Wave(id)
	if err != nil && x.usesWave {
		return 0, err
	}
	lane := 0
	if x.perLane {
		if a := Active(w); len(a) > 0 {
			lane = a[0]
		}
	}
	v, err := x.eval(s.m, w, lane)
	return uint64(v.int()), err
}

// parser reads an expression.
type parser struct {
	s     *Session
	x     *Expr
	text  string
	at    int
	tok   string // the next token; empty at the end
	err   error
	depth int
}

// maxDepth bounds how deep an expression is.
const maxDepth = 100

func (p *parser) next() {
	for p.at < len(p.text) && strings.IndexByte(" \t", p.text[p.at]) >= 0 {
		p.at++
	}
	start := p.at
	if p.at == len(p.text) {
		p.tok = ""
		return
	}
	c := p.text[p.at]
	switch {
	case isWord(c):
		for p.at < len(p.text) && (isWord(p.text[p.at]) || p.exponent(start)) {
			p.at++
		}
	default:
		p.at++
		two := ""
		if p.at < len(p.text) {
			two = p.text[start : p.at+1]
		}
		switch two {
		case "==", "!=", "<=", ">=", "<<", ">>", "&&", "||":
			p.at++
		}
	}
	p.tok = p.text[start:p.at]
}

// exponent reports whether the sign at hand belongs to a number like 1e-3.
func (p *parser) exponent(start int) bool {
	c := p.text[p.at]
	if c != '-' && c != '+' || p.at == start {
		return false
	}
	word := p.text[start:p.at]
	return word[0] >= '0' && word[0] <= '9' && !strings.HasPrefix(strings.ToLower(word), "0x") &&
		(word[len(word)-1] == 'e' || word[len(word)-1] == 'E')
}

func isWord(c byte) bool {
	return c == '_' || c == '.' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// levels are the binary operators, those that bind least first.
var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"<<", ">>"},
	{"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level int) (node, error) {
	if level == len(levels) {
		return p.unary()
	}
	if p.depth++; p.depth > maxDepth*len(levels) {
		return nil, errors.New("it is nested too deep")
	}
	defer func() { p.depth-- }()
	a, err := p.binary(level + 1)
	for err == nil {
		op := ""
		for _, o := range levels[level] {
			if p.tok == o {
				op = o
			}
		}
		if op == "" {
			return a, nil
		}
		p.next()
		var b node
		if b, err = p.binary(level + 1); err == nil {
			a = apply(op, a, b)
		}
	}
	return nil, err
}

func apply(op string, a, b node) node {
	return func(m *machine, w *sim.Wave, lane int) (value, error) {
		x, err := a(m, w, lane)
		if err != nil {
			return x, err
		}
		if op == "&&" && !x.true() || op == "||" && x.true() {
			return truth(x.true()), nil
		}
		y, err := b(m, w, lane)
		if err != nil {
			return y, err
		}
		return compute(op, x, y)
	}
}

var errDivide = errors.New("division by zero")

func compute(op string, x, y value) (value, error) {
	if x.float || y.float {
		a, b := x.real(), y.real()
		switch op {
		case "+":
			return value{f: a + b, float: true}, nil
		case "-":
			return value{f: a - b, float: true}, nil
		case "*":
			return value{f: a * b, float: true}, nil
		case "/":
			return value{f: a / b, float: true}, nil
		case "==":
			return truth(a == b), nil
		case "!=":
			return truth(a != b), nil
		case "<":
			return truth(a < b), nil
		case "<=":
			return truth(a <= b), nil
		case ">":
			return truth(a > b), nil
		case ">=":
			return truth(a >= b), nil
		case "&&", "||":
			return truth(y.true()), nil
		}
		return value{}, fmt.Errorf("%s is not for floating-point numbers", op)
	}
	a, b := x.i, y.i
	switch op {
	case "+":
		return number(a + b), nil
	case "-":
		return number(a - b), nil
	case "*":
		return number(a * b), nil
	case "/", "%":
		if b == 0 {
			return value{}, errDivide
		}
		if op == "/" {
			return number(a / b), nil
		}
		return number(a % b), nil
	case "<<":
		return number(a << uint64(b&63)), nil
	case ">>":
		return number(int64(uint64(a) >> uint64(b&63))), nil
	case "&":
		return number(a & b), nil
	case "^":
		return number(a ^ b), nil
	case "|":
		return number(a | b), nil
	case "==":
		return truth(a == b), nil
	case "!=":
		return truth(a != b), nil
	case "<":
		return truth(a < b), nil
	case "<=":
		return truth(a <= b), nil
	case ">":
		return truth(a > b), nil
	case ">=":
		return truth(a >= b), nil
	}
	return truth(y.true()), nil // && and ||
}

func (p *parser) unary() (node, error) {
	op := p.tok
	if op != "-" && op != "!" && op != "~" {
		return p.primary()
	}
	if p.depth++; p.depth > maxDepth*len(levels) {
		return nil, errors.New("it is nested too deep")
	}
	defer func() { p.depth-- }()
	p.next()
	a, err := p.unary()
	if err != nil {
		return nil, err
	}
	return func(m *machine, w *sim.Wave, lane int) (value, error) {
		x, err := a(m, w, lane)
		switch {
		case err != nil:
			return x, err
		case op == "!":
			return truth(!x.true()), nil
		case x.float && op == "-":
			return value{f: -x.f, float: true}, nil
		case x.float:
			return x, errors.New("~ is not for floating-point numbers")
		case op == "-":
			return number(-x.i), nil
		}
		return number(^x.i), nil
	}, nil
}

func (p *parser) expect(tok string) error {
	if p.tok != tok {
		if p.tok == "" {
			return fmt.Errorf("%q is missing at the end", tok)
		}
		return fmt.Errorf("%q is missing before %q", tok, p.tok)
	}
	p.next()
	return nil
}

func (p *parser) primary() (node, error) {
	tok := p.tok
	switch {
	case tok == "":
		return nil, errors.New("something is missing at the end")
	case tok == "(":
		p.next()
		a, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		return a, p.expect(")")
	case tok[0] >= '0' && tok[0] <= '9' || tok[0] == '.':
		p.next()
		if v, err := strconv.ParseUint(tok, 0, 64); err == nil {
			return constant(number(int64(v))), nil
		}
		f, err := strconv.ParseFloat(tok, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no number", tok)
		}
		return constant(value{f: f, float: true}), nil
	case !isWord(tok[0]):
		return nil, fmt.Errorf("%q was not expected", tok)
	}
	p.next()
	if f := functions[tok]; f != nil && p.tok == "(" {
		p.next()
		a, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		return f(a), p.expect(")")
	}
	p.x.usesWave = true
	if n := names[tok]; n != nil {
		p.x.perLane = p.x.perLane || tok == "lane"
		return n, nil
	}
	if rg, ok := p.s.buffer(tok); ok {
		return constant(number(int64(rg.Base))), nil
	}
	return p.register(tok)
}

// register reads a register, a range of registers, and the lane behind it.
func (p *parser) register(tok string) (node, error) {
	name := tok
	code, n, err := isa.ParseReg(p.s.Gen(), name)
	if err != nil && p.tok == "[" { // a range
		end := strings.IndexByte(p.text[p.at:], ']')
		if end < 0 {
			return nil, errors.New("\"]\" is missing")
		}
		name += "[" + strings.ReplaceAll(p.text[p.at:p.at+end], " ", "") + "]"
		p.at += end + 1
		p.next()
		code, n, err = isa.ParseReg(p.s.Gen(), name)
	}
	if err != nil {
		return nil, fmt.Errorf("%q is no register, buffer or function: %w", tok, err)
	}
	if n > 2 {
		return nil, fmt.Errorf("%s has %d dwords: a number has one or two", name, n)
	}
	if code < isa.CodeVGPR {
		return func(_ *machine, w *sim.Wave, _ int) (value, error) {
			if code == isa.CodeSCC {
				return truth(w.SCC), nil
			}
			v := uint64(w.S[uint8(code)])
			if n == 2 {
				v |= uint64(w.S[uint8(code+1)]) << 32
			}
			return value{i: int64(v)}, nil
		}, nil
	}
	at := node(nil)
	if p.tok == "[" {
		p.next()
		if at, err = p.binary(0); err != nil {
			return nil, err
		}
		if err := p.expect("]"); err != nil {
			return nil, err
		}
	} else {
		p.x.perLane = true
	}
	r := uint8(code - isa.CodeVGPR)
	return func(m *machine, w *sim.Wave, lane int) (value, error) {
		if at != nil {
			x, err := at(m, w, lane)
			if err != nil {
				return x, err
			}
			if x.int() < 0 || x.int() >= isa.Lanes {
				return x, fmt.Errorf("%s has lanes 0 to 63, not %d", name, x.int())
			}
			lane = int(x.int())
		}
		v := uint64(w.V[r][lane])
		if n == 2 {
			v |= uint64(w.V[r+1][lane]) << 32
		}
		return value{i: int64(v)}, nil
	}, nil
}

func constant(v value) node { return func(*machine, *sim.Wave, int) (value, error) { return v, nil } }

// names are what is known of a wave apart from registers.
var names = map[string]node{
	"lane":  func(_ *machine, _ *sim.Wave, lane int) (value, error) { return number(int64(lane)), nil },
	"wave":  func(_ *machine, w *sim.Wave, _ int) (value, error) { return number(int64(w.Num)), nil },
	"group": func(_ *machine, w *sim.Wave, _ int) (value, error) { return number(int64(w.Group().Index)), nil },
	"pc": func(_ *machine, w *sim.Wave, _ int) (value, error) {
		return number(int64(w.PC() - w.Program().Bias)), nil
	},
	"insts": func(_ *machine, w *sim.Wave, _ int) (value, error) { return number(int64(w.Insts)), nil },
	"clock": func(_ *machine, w *sim.Wave, _ int) (value, error) { return number(int64(w.Clock())), nil },
	"tick":  func(m *machine, _ *sim.Wave, _ int) (value, error) { return number(int64(m.tick)), nil },
	"mode":  func(_ *machine, w *sim.Wave, _ int) (value, error) { return number(int64(w.Mode)), nil },
}

// functions take one value.
var functions = map[string]func(node) node{
	"mem": memory(Memory, 4), "mem8": memory(Memory, 1), "mem16": memory(Memory, 2), "mem64": memory(Memory, 8),
	"lds": memory(LDS, 4), "gds": memory(GDS, 4),
	"u8":  convert(func(v uint64) value { return number(int64(uint8(v))) }),
	"u16": convert(func(v uint64) value { return number(int64(uint16(v))) }),
	"u32": convert(func(v uint64) value { return number(int64(uint32(v))) }),
	"u64": convert(func(v uint64) value { return number(int64(v)) }),
	"i8":  convert(func(v uint64) value { return number(int64(int8(v))) }),
	"i16": convert(func(v uint64) value { return number(int64(int16(v))) }),
	"i32": convert(func(v uint64) value { return number(int64(int32(v))) }),
	"i64": convert(func(v uint64) value { return number(int64(v)) }),
	"f16": convert(func(v uint64) value {
		return value{f: float64(math.Float32frombits(isa.F16ToF32(uint32(v) & 0xffff))), float: true}
	}),
	"f32": convert(func(v uint64) value { return value{f: float64(math.Float32frombits(uint32(v))), float: true} }),
	"f64": convert(func(v uint64) value { return value{f: math.Float64frombits(v), float: true} }),
}

func convert(f func(v uint64) value) func(node) node {
	return func(a node) node {
		return func(m *machine, w *sim.Wave, lane int) (value, error) {
			x, err := a(m, w, lane)
			if err != nil || x.float {
				return x, err
			}
			return f(uint64(x.i)), nil
		}
	}
}

// memory reads n bytes at an address.
func memory(space Space, n int) func(node) node {
	return func(a node) node {
		return func(m *machine, w *sim.Wave, lane int) (value, error) {
			x, err := a(m, w, lane)
			if err != nil {
				return x, err
			}
			p := Place{Space: space, Addr: uint64(x.int()), Bytes: n, Name: "memory"}
			if space == LDS {
				if w == nil {
					return x, ErrEnded
				}
				p.Wave = idOf(w)
			}
			b, err := p.read(m)
			if err != nil {
				return x, err
			}
			var buf [8]byte
			copy(buf[:], b)
			return value{i: int64(binary.LittleEndian.Uint64(buf[:]))}, nil
		}
	}
}

// Holds reports whether an expression is true of a wave, in any active lane where lanes differ. The
// error is that of an expression that cannot be computed.
func (s *Session) Holds(id WaveID, x *Expr) (bool, error) {
	w, err := s.Wave(id)
	if err != nil && x.usesWave {
		return false, err
	}
	if !x.perLane {
		v, err := x.eval(s.m, w, 0)
		return v.true(), err
	}
	return x.holds(s.m, w), nil
}
