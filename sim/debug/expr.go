package debug

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/formula"
)

// Expr is an expression over the state of a wave, in the free arithmetic of package formula, whose
// syntax and functions are those of .gcn files. Registers are unsigned numbers of as many bits as they
// have; f32(v3) and the like take their bits as something else.
//
//	number  register  register[lane]  lane wave group pc insts clock tick mode  buffer
//	mem(addr) mem8 mem16 mem64  lds(addr) gds(addr)        what memory holds
//	u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64(x)           its bits as a number
//	min max abs sqrt popcount ... any all count sum        as in .gcn files
//	- ! ~  * / %  + -  << >>  < <= > >=  == !=  & ^ |  && ||  c ? a : b
//
// A vector register without a lane stands for each lane in turn: as a condition the expression
// holds where it does in any active lane.
type Expr struct {
	Text string
	free *formula.Free
}

// MaxExpr is the longest text of an expression.
const MaxExpr = 4096

// Parse reads an expression.
func (s *Session) Parse(text string) (*Expr, error) {
	if len(text) > MaxExpr {
		return nil, fmt.Errorf("the expression has %d characters, limit %d", len(text), MaxExpr)
	}
	p, err := formula.NewParser(text, 1)
	var e *formula.Expr
	if err == nil {
		e, err = p.Expr()
	}
	if err == nil {
		err = p.End()
	}
	x := &Expr{Text: strings.TrimSpace(text)}
	if err == nil {
		x.free, err = e.Free(names{s})
	}
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", text, err)
	}
	return x, nil
}

// at is what an expression is evaluated for.
type at struct {
	m *machine
	w *sim.Wave
}

func (x *Expr) eval(m *machine, w *sim.Wave, lane int) (formula.Value, error) {
	if w == nil && x.free.Named {
		return formula.Value{}, ErrEnded
	}
	env := formula.FreeEnv{Lane: lane, Of: at{m, w}}
	if w != nil {
		env.Active = w.Exec()
	}
	return x.free.Eval(&env)
}

// holds reports whether the expression is true, in any active lane where lanes differ. It is not
// where it cannot be computed.
func (x *Expr) holds(m *machine, w *sim.Wave) bool {
	if !x.free.PerLane {
		v, err := x.eval(m, w, 0)
		return err == nil && v.True()
	}
	for _, l := range Active(w) {
		if v, err := x.eval(m, w, l); err == nil && v.True() {
			return true
		}
	}
	return false
}

// Holds reports whether an expression is true of a wave, in any active lane where lanes differ. The
// error is that of an expression that cannot be computed.
func (s *Session) Holds(id WaveID, x *Expr) (bool, error) {
	w, err := s.Wave(id)
	if err != nil && x.free.Named {
		return false, err
	}
	if !x.free.PerLane {
		v, err := x.eval(s.m, w, 0)
		return v.True(), err
	}
	return x.holds(s.m, w), nil
}

// Eval is what an expression gives for a wave, as text: a list by lane where lanes differ, of those
// that are active.
func (s *Session) Eval(id WaveID, x *Expr) (string, error) {
	w, err := s.Wave(id)
	if err != nil && x.free.Named {
		return "", err
	}
	if !x.free.PerLane {
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
	if err != nil && x.free.Named {
		return 0, err
	}
	lane := 0
	if x.free.PerLane {
		if a := Active(w); len(a) > 0 {
			lane = a[0]
		}
	}
	v, err := x.eval(s.m, w, lane)
	return uint64(v.Int()), err
}

// names are what expressions can name.
type names struct{ s *Session }

// known are what is known of a wave apart from registers.
var known = map[string]func(x at) int64{
	"wave":  func(x at) int64 { return int64(x.w.Num) },
	"group": func(x at) int64 { return int64(x.w.Group().Index) },
	"pc":    func(x at) int64 { return int64(x.w.PC() - x.w.Program().Bias) },
	"insts": func(x at) int64 { return int64(x.w.Insts) },
	"clock": func(x at) int64 { return int64(x.w.Clock()) },
	"tick":  func(x at) int64 { return int64(x.m.tick) },
	"mode":  func(x at) int64 { return int64(x.w.Mode) },
}

// Variable finds what a name stands for.
func (n names) Variable(name string) (formula.FreeVar, error) {
	if name == "lane" {
		return formula.FreeVar{PerLane: true, Get: func(env *formula.FreeEnv, _ int64) (int64, error) {
			return int64(env.Lane), nil
		}}, nil
	}
	if f := known[name]; f != nil {
		return formula.FreeVar{Get: func(env *formula.FreeEnv, _ int64) (int64, error) { return f(env.Of.(at)), nil }}, nil
	}
	if rg, ok := n.s.buffer(name); ok {
		return formula.FreeVar{Get: func(*formula.FreeEnv, int64) (int64, error) { return int64(rg.Base), nil }}, nil
	}
	code, dwords, err := isa.ParseReg(n.s.Gen(), name)
	if err != nil {
		return formula.FreeVar{}, fmt.Errorf("%q is no register, buffer or function: %w", name, err)
	}
	if dwords > 2 {
		return formula.FreeVar{}, fmt.Errorf("%s has %d dwords: a number has one or two", name, dwords)
	}
	vector := code >= isa.CodeVGPR
	v := formula.FreeVar{PerLane: vector, Get: func(env *formula.FreeEnv, lane int64) (int64, error) {
		w := env.Of.(at).w
		if vector && (lane < 0 || lane >= isa.Lanes) {
			return 0, fmt.Errorf("%s has lanes 0 to 63, not %d", name, lane)
		}
		word := func(i int) uint64 {
			switch {
			case vector:
				return uint64(w.V[uint8(int(code-isa.CodeVGPR)+i)][lane])
			case code == isa.CodeSCC && !w.SCC:
				return 0
			case code == isa.CodeSCC:
				return 1
			}
			return uint64(w.S[uint8(int(code)+i)])
		}
		x := word(0)
		if dwords == 2 {
			x |= word(1) << 32
		}
		return int64(x), nil
	}}
	if vector {
		v.Index = formula.MayIndex
	}
	return v, nil
}

// memories are functions that read so many bytes at an address.
var memories = map[string]struct {
	space Space
	bytes int
}{"mem": {Memory, 4}, "mem8": {Memory, 1}, "mem16": {Memory, 2}, "mem64": {Memory, 8}, "lds": {LDS, 4}, "gds": {GDS, 4}}

// Function finds those that read memory.
func (n names) Function(name string) (func(env *formula.FreeEnv, x int64) (int64, error), bool) {
	f, ok := memories[name]
	return func(env *formula.FreeEnv, x int64) (int64, error) {
		of := env.Of.(at)
		p := Place{Space: f.space, Addr: uint64(x), Bytes: f.bytes, Name: "memory"}
		if f.space == LDS {
			p.Wave = idOf(of.w)
		}
		b, err := p.read(of.m)
		if err != nil {
			return 0, err
		}
		var word [8]byte
		copy(word[:], b)
		return int64(binary.LittleEndian.Uint64(word[:])), nil
	}, ok
}
