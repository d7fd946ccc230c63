package machine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/explain"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Limits of a program in a page: it shares the memory and the patience of a browser.
const (
	MaxInsts = 1 << 21
	MaxWaves = 1 << 10
	MaxMem   = 256 << 20
	MaxText  = 1 << 20 // bytes of a text
)

// textName is what messages call the program.
const textName = "program"

// Program is what is run.
type Program struct {
	Text   string `json:"text"`             // assembly
	Launch string `json:"launch,omitempty"` // a launch file without "code"; empty: a wave with the lane in v0
	Chip   string `json:"chip"`             // as --gpu
	Order  string `json:"order,omitempty"`  // when operations return: late, asap, random:SEED
}

// DefaultLaunch is the launch of a program that comes without one.
const DefaultLaunch = `{"buffers": [], "launches": [{"grid": [64], "group": [64], "registers": {"v0": "lane"}}]}`

// Message is about a line of the program, or of its launch.
type Message struct {
	In       string `json:"in"` // text, launch; empty: of neither
	Line     int    `json:"line,omitempty"`
	Col      int    `json:"col,omitempty"`
	Severity string `json:"severity"` // error, warning, and those of findings
	Text     string `json:"text"`
}

// severities are those of the assembler.
var severities = map[asm.Severity]string{
	asm.SeverityError: "error", asm.SeverityWarning: "warning", asm.SeverityPrint: "info",
}

// Failure is why a program cannot be run.
type Failure struct{ Messages []Message }

// Error is all messages.
func (f *Failure) Error() string {
	var list []string
	for _, m := range f.Messages {
		list = append(list, m.Text)
	}
	return strings.Join(list, "; ")
}

// fail makes one message of an error.
func fail(in string, err error) *Failure {
	var e *launch.Error
	m := Message{In: in, Severity: "error", Text: err.Error()}
	if errors.As(err, &e) {
		m.In, m.Line, m.Text = "launch", e.Line, strings.TrimPrefix(strings.TrimPrefix(e.Field+": "+e.Msg, ": "), " ")
		if e.Err != nil {
			m.Text += ": " + e.Err.Error()
		}
	}
	return &Failure{[]Message{m}}
}

// loaded is a program that was read.
type loaded struct {
	file     *launch.File
	object   *codeobj.Object
	raw      bool
	target   isa.Target
	policy   waitcnt.Policy
	warnings []Message
}

// load reads the texts.
func load(p *Program) (*loaded, error) {
	if len(p.Text) > MaxText || len(p.Launch) > MaxText {
		return nil, fail("", fmt.Errorf("a text has at most %d bytes here", MaxText))
	}
	c, err := chip.Lookup(p.Chip)
	if err != nil {
		return nil, fail("", err)
	}
	x := &loaded{target: c.Target}
	text := p.Launch
	if strings.TrimSpace(text) == "" {
		text = DefaultLaunch
	}
	if x.file, err = launch.Parse(strings.NewReader(text)); err != nil {
		return nil, fail("launch", err)
	}
	if x.file.Code != "" {
		return nil, fail("launch", errors.New("code: the program is the text beside it"))
	}
	x.file.Code, x.file.GPU = textName, p.Chip
	order := p.Order
	if order == "" {
		order = waitcnt.Late{}.String()
	}
	if x.policy, err = waitcnt.ParsePolicy(order); err != nil {
		return nil, fail("", err)
	}
	var messages []asm.Message
	x.object, x.raw, messages, err = run.TextObject(textName, []byte(p.Text), x.target, x.file.Text)
	for _, m := range messages {
		x.warnings = append(x.warnings, Message{"text", m.Line, m.Col, severities[m.Severity], m.Msg})
	}
	var wrong asm.Errors
	switch {
	case errors.As(err, &wrong):
		f := &Failure{}
		for _, m := range wrong {
			f.Messages = append(f.Messages, Message{"text", m.Line, m.Col, severities[m.Severity], m.Msg})
		}
		return nil, f
	case err != nil:
		return nil, fail("text", err)
	}
	return x, nil
}

func options() sim.Options {
	return sim.Options{MaxInsts: MaxInsts, MaxWaves: MaxWaves, MaxMem: MaxMem, Count: true, Deterministic: true,
		Host: "go"}
}

// Machine is a program that has been opened.
type Machine struct {
	s        *debug.Session
	target   isa.Target
	used     isa.RegSet // registers that the program names
	warnings []Message
	last     *explain.Step // what the last command did, where it was one step
	stop     debug.Stop
	breaks   []Message // those that could not be set
}

// Open begins a program: it has stopped before the first instruction. The error is a *[Failure].
func Open(p *Program) (*Machine, error) {
	x, err := load(p)
	if err != nil {
		return nil, err
	}
	opts := options()
	opts.Policy, opts.Check = x.policy, true
	s, err := debug.Open(debug.Config{File: x.file, Object: x.object, Raw: x.raw, Options: opts})
	if err != nil {
		return nil, fail("launch", err)
	}
	m := &Machine{s: s, target: x.target, warnings: x.warnings, stop: debug.Stop{Reason: debug.AtStart, Wave: s.Next()}}
	if w := s.Next(); w != nil {
		m.used = named(s, w)
	}
	return m, nil
}

// maxInstructions bounds how much of a program is looked through for registers.
const maxInstructions = 1 << 14

// named are the registers that instructions of the program access.
func named(s *debug.Session, w *sim.Wave) (set isa.RegSet) {
	var buf [isa.MaxUses]isa.Use
	for _, line := range s.Source.Disassemble(s.Source.Base(), 0, maxInstructions) {
		in, err := w.Program().Inst(line.PC + w.Program().Bias)
		if err != nil || in.Form == nil {
			continue
		}
		uses := in.Uses(buf[:0])
		for i := range uses {
			set.AddUse(&uses[i])
		}
	}
	return set
}

// Close ends it.
func (m *Machine) Close() { m.s.Close() }

// Command is what the user wants.
type Command struct {
	Do    string `json:"do"`              // step, back, continue, reverse, goto, wave, breaks; empty: only look
	Count uint64 `json:"count,omitempty"` // of steps: 1 where it is 0
	Tick  uint64 `json:"tick,omitempty"`  // of goto
	Group uint64 `json:"group,omitempty"` // of wave
	Wave  int    `json:"wave,omitempty"`
	Lines []int  `json:"lines,omitempty"` // of breaks: all breakpoints that there are from now on
	Show  Show   `json:"show"`
}

// Do does it, and shows what is then.
func (m *Machine) Do(c *Command) (*View, error) {
	if err := m.do(c); err != nil && !errors.Is(err, debug.ErrStart) && !errors.Is(err, debug.ErrEnded) {
		return nil, fail("", err)
	}
	if m.stop.Err != nil {
		return nil, fail("", m.stop.Err)
	}
	// The work-group that was shown has ended: one that is there is.
	if w := m.s.Waves(); m.s.Focus() == nil && len(w) > 0 {
		if err := m.s.SetFocus(debug.WaveID{Group: w[0].Group().Index, Wave: w[0].Num}); err != nil {
			return nil, fail("", err)
		}
	}
	return m.view(&c.Show)
}

func (m *Machine) do(c *Command) (err error) {
	focus := m.focus()
	switch c.Do {
	case "":
		return nil
	case "wave":
		if err = m.s.SetFocus(debug.WaveID{Group: c.Group, Wave: c.Wave}); err == nil {
			m.last = nil
		}
		return err
	case "breaks":
		return m.setBreaks(c.Lines)
	}
	m.last = nil
	switch c.Do {
	case "step":
		for range max(c.Count, 1) {
			if err = m.step(focus); err != nil || m.stop.Reason != debug.Stepped {
				return err
			}
		}
	case "back":
		m.stop, err = m.s.Back(focus, max(c.Count, 1))
	case "continue":
		m.stop = m.s.Continue()
	case "reverse":
		m.stop, err = m.s.ReverseContinue()
	case "goto":
		m.stop, err = m.s.GoTo(c.Tick)
	default:
		return fmt.Errorf("there is no command %q", c.Do)
	}
	return err
}

func (m *Machine) focus() debug.WaveID {
	if w := m.s.Focus(); w != nil {
		return debug.WaveID{Group: w.Group().Index, Wave: w.Num}
	}
	return debug.WaveID{}
}

// step executes an instruction of a wave, or of the next one where that one waits for others, and
// explains it.
func (m *Machine) step(id debug.WaveID) error {
	if m.s.Ended() {
		return debug.ErrEnded
	}
	w, err := m.s.Wave(id)
	if err != nil || m.s.CanStep(w) != nil {
		if w = m.s.Next(); w == nil {
			return debug.ErrEnded
		}
		id = debug.WaveID{Group: w.Group().Index, Wave: w.Num}
		if err := m.s.SetFocus(id); err != nil {
			return err
		}
	}
	before, lookErr := explain.Look(m.s, w)
	if m.stop, err = m.s.Step(id); err != nil || lookErr != nil {
		return err
	}
	m.last, err = before.Done(m.s, &m.stop)
	return err
}

func (m *Machine) setBreaks(lines []int) error {
	for _, b := range slices.Clone(m.s.Breakpoints()) {
		if err := m.s.Delete(b.Number); err != nil {
			return err
		}
	}
	m.breaks = nil
	for _, line := range lines {
		if _, err := m.s.Break(fmt.Sprintf(":%d", line), ""); err != nil {
			m.breaks = append(m.breaks, Message{"text", line, 0, "warning", "no instruction begins here to stop at"})
		}
	}
	return nil
}

// lineOf is the line of an instruction in the text, 0 where it is not known.
func (m *Machine) lineOf(pc uint64) int {
	if l, ok := m.s.Source.Line(pc); ok {
		return l.Line
	}
	return 0
}

// Chip is a chip to choose.
type Chip struct {
	Name       string `json:"name"`
	Product    string `json:"product"`
	Target     string `json:"target"`
	Generation string `json:"generation"`
}

// Chips are all that there are.
func Chips() (list []Chip) {
	for _, c := range chip.All() {
		list = append(list, Chip{c.Name, c.Product, c.Target.Name, c.Target.Gen.String()})
	}
	return list
}
