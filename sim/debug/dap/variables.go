package dap

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/debug/console"
)

// handle is something that a client may look into until the program goes on.
type handle struct {
	wave debug.WaveID
	of   string // of lanes: the register
	list func() ([]dap.Variable, error)
}

// nameOf is the place that a variable in it is.
func (h *handle) nameOf(name string) string {
	if h.of != "" && strings.HasPrefix(name, "[") {
		return h.of + name
	}
	return name
}

// offer makes a handle, and gives its number.
func (s *server) offer(h handle) int {
	s.handles = append(s.handles, h)
	return len(s.handles)
}

func (s *server) handleOf(n int) (*handle, bool) {
	if n < 1 || n > len(s.handles) {
		return nil, false
	}
	return &s.handles[n-1], true
}

func scopes(s *server, m *dap.ScopesRequest) (any, error) {
	id := s.wave(m.Arguments.FrameId)
	w, err := s.session.Wave(id)
	if err != nil {
		return nil, err
	}
	scope := func(name string, list func() ([]dap.Variable, error)) dap.Scope {
		return dap.Scope{Name: name, VariablesReference: s.offer(handle{wave: id, list: list})}
	}
	scalar := scope("Scalar registers", func() ([]dap.Variable, error) { return s.scalars(w) })
	scalar.PresentationHint = "registers"
	return dap.ScopesResponseBody{Scopes: []dap.Scope{
		scope("Wave", func() ([]dap.Variable, error) { return s.state(w) }),
		scope("Vector registers", func() ([]dap.Variable, error) { return s.vectors(id, w) }),
		scalar,
		scope("Outstanding", func() ([]dap.Variable, error) { return outstanding(w), nil }),
		scope("Memory", func() ([]dap.Variable, error) { return s.memories(w), nil }),
	}}, nil
}

func variables(s *server, m *dap.VariablesRequest) (any, error) {
	h, ok := s.handleOf(m.Arguments.VariablesReference)
	if !ok {
		return nil, fmt.Errorf("there is no variable %d: it was of an earlier stop", m.Arguments.VariablesReference)
	}
	list, err := h.list()
	if err != nil {
		return nil, err
	}
	if start := m.Arguments.Start; start > 0 {
		list = list[min(start, len(list)):]
	}
	if n := m.Arguments.Count; n > 0 {
		list = list[:min(n, len(list))]
	}
	return dap.VariablesResponseBody{Variables: slices.Concat([]dap.Variable{}, list)}, nil
}

// state is what a wave is doing.
func (s *server) state(w *sim.Wave) ([]dap.Variable, error) {
	pc, text := w.Position()
	scc := "0"
	if w.SCC {
		scc = "1"
	}
	v := func(name, value, eval string) dap.Variable {
		return dap.Variable{Name: name, Value: value, EvaluateName: eval}
	}
	return []dap.Variable{
		v("pc", fmt.Sprintf("%#x", pc), "pc"), v("next", text, ""), v("state", w.State.String(), ""),
		v("exec", fmt.Sprintf("%#016x", w.Exec()), "exec"), v("vcc", fmt.Sprintf("%#016x", w.VCC()), "vcc"),
		v("scc", scc, "scc"), v("m0", fmt.Sprintf("%#x", w.M0()), "m0"), v("mode", fmt.Sprintf("%#x", w.Mode), "mode"),
		v("insts", strconv.FormatUint(w.Insts, 10), "insts"), v("clock", strconv.FormatUint(w.Clock(), 10), "clock"),
		v("tick", strconv.FormatUint(s.session.Tick(), 10), "tick"),
	}, nil
}

func (s *server) scalars(w *sim.Wave) (list []dap.Variable, err error) {
	for code := range 128 {
		if w.SWritten[code>>6]>>(code&63)&1 == 0 {
			continue
		}
		if name, ok := isa.RegName(s.session.Gen(), uint16(code), 1); ok {
			list = append(list, dap.Variable{Name: name, EvaluateName: name, Value: number(w.S[code])})
		}
	}
	return list, nil
}

// number is a dword for people.
func number(v uint32) string {
	return fmt.Sprintf("0x%08x  %d  %sf", v, int32(v), strconv.FormatFloat(float64(math.Float32frombits(v)), 'g', -1, 32))
}

func (s *server) vectors(id debug.WaveID, w *sim.Wave) (list []dap.Variable, err error) {
	for i, written := range w.VWritten {
		if written == 0 {
			continue
		}
		name := "v" + strconv.Itoa(i)
		list = append(list, s.vector(id, w, name, uint8(i)))
	}
	return list, nil
}

// vector is a vector register with its lanes.
func (s *server) vector(id debug.WaveID, w *sim.Wave, name string, reg uint8) dap.Variable {
	var first []string
	active := debug.Active(w)
	for _, l := range active[:min(4, len(active))] {
		first = append(first, fmt.Sprintf("[%d] %#x", l, w.V[reg][l]))
	}
	return dap.Variable{Name: name, EvaluateName: name, Value: strings.Join(first, " ") + " ...",
		IndexedVariables: isa.Lanes, VariablesReference: s.offer(handle{wave: id, of: name, list: func() (list []dap.Variable, err error) {
			for l := range isa.Lanes {
				value := number(w.V[reg][l])
				if w.Exec()>>l&1 == 0 {
					value += "  (not active)"
				}
				list = append(list, dap.Variable{Name: fmt.Sprintf("[%d]", l), Value: value,
					EvaluateName: fmt.Sprintf("%s[%d]", name, l)})
			}
			return list, nil
		}})}
}

func outstanding(w *sim.Wave) (list []dap.Variable) {
	for _, o := range debug.Outstanding(w) {
		value := fmt.Sprintf("%s at %#x, holds %s", o.Inst, o.PC, strings.Join(o.Counters, "+"))
		if o.Targets != "" {
			value += ", writes " + o.Targets
		}
		if o.Reads != "" {
			value += ", has yet to read " + o.Reads
		}
		list = append(list, dap.Variable{Name: fmt.Sprintf("operation %d", o.Seq), Value: value})
	}
	return list
}

// memories are LDS and the buffers of the launch.
func (s *server) memories(w *sim.Wave) []dap.Variable {
	lds := fmt.Sprintf("%d bytes", len(w.Group().LDS.Bytes()))
	list := []dap.Variable{{Name: "lds", Value: lds, MemoryReference: "lds:0"}}
	if out := s.session.Outcome(); out != nil {
		for name, rg := range out.Buffers {
			list = append(list, dap.Variable{Name: name, Value: fmt.Sprintf("%#x, %d bytes", rg.Base, rg.Size()),
				EvaluateName: name, MemoryReference: fmt.Sprintf("%#x", rg.Base)})
		}
	}
	slices.SortFunc(list[1:], func(a, b dap.Variable) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func setVariable(s *server, m *dap.SetVariableRequest) (any, error) {
	h, ok := s.handleOf(m.Arguments.VariablesReference)
	if !ok {
		return nil, fmt.Errorf("there is no variable %d: it was of an earlier stop", m.Arguments.VariablesReference)
	}
	name := h.nameOf(m.Arguments.Name)
	p, err := s.session.ParsePlace(h.wave, name)
	if err != nil {
		return nil, err
	}
	now, err := s.session.Read(p)
	if err != nil {
		return nil, err
	}
	size := len(now)
	if p.Space == debug.Vector {
		size = 4 * p.N
	}
	if size > 8 {
		return nil, fmt.Errorf("%s has %d bytes: set its parts", name, size)
	}
	v, err := s.session.Number(h.wave, m.Arguments.Value)
	if err != nil {
		return nil, err
	}
	text := m.Arguments.Value
	if f, err := strconv.ParseFloat(text, 32); err == nil && strings.Contains(text, ".") {
		v = uint64(math.Float32bits(float32(f)))
	}
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(v >> (8 * i))
	}
	if err := s.session.Write(p, data); err != nil {
		return nil, err
	}
	value, err := s.value(h.wave, name)
	return dap.SetVariableResponseBody{Value: value}, err
}

// value is a place or an expression as text.
func (s *server) value(id debug.WaveID, text string) (string, error) {
	text = strings.TrimSpace(text)
	if p, err := s.session.ParsePlace(id, text); err == nil {
		return s.session.Text(p, &debug.Formats[0])
	}
	x, err := s.session.Parse(text)
	if err != nil {
		return "", err
	}
	return s.session.Eval(id, x)
}

// evaluate gives the value of a place or an expression. In the client's console a command of the
// debugger's is executed.
func evaluate(s *server, m *dap.EvaluateRequest) (any, error) {
	a := m.Arguments
	id := s.focus()
	if a.FrameId != 0 {
		id = s.wave(a.FrameId)
	}
	text, format, _ := strings.Cut(a.Expression, ",")
	body := dap.EvaluateResponseBody{}
	if f, err := debug.FindFormat(strings.TrimSpace(format)); err == nil {
		if p, err := s.session.ParsePlace(id, text); err == nil {
			body.Result, err = s.session.Text(p, f)
			if w, e := s.session.Wave(id); e == nil && p.Space == debug.Vector && p.N == 1 && p.First < p.Last {
				v := s.vector(id, w, p.Name, uint8(p.Code-isa.CodeVGPR))
				body.VariablesReference, body.IndexedVariables = v.VariablesReference, isa.Lanes
				body.Result = strings.TrimSpace(strings.SplitN(body.Result, "\n", 2)[0]) + " ..."
			}
			return body, err
		}
	}
	x, err := s.session.Parse(a.Expression)
	if err == nil {
		body.Result, err = s.session.Eval(id, x)
		return body, err
	}
	if a.Context != "repl" {
		return nil, err
	}
	var out bytes.Buffer
	tick := s.session.Tick()
	failed := console.New(s.session, &out).Do(a.Expression)
	switch {
	case errors.Is(failed, console.ErrQuit):
		return nil, errors.New("the editor ends the session")
	case failed != nil:
		return nil, failed
	}
	if s.session.Tick() != tick {
		s.handles = nil
		s.tell(dap.StoppedEventBody{Reason: "step"}, debug.Stop{Wave: s.session.Focus()})
	}
	body.Result = strings.TrimRight(out.String(), "\n")
	return body, nil
}
