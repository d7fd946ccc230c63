package machine

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/explain"
)

// Show says how the state is wanted.
type Show struct {
	Formats map[string]string `json:"formats,omitempty"` // by register or memory; hex where it is not there
	Memory  string            `json:"memory,omitempty"`  // buffer or lds; empty: the first that there is
	From    int               `json:"from,omitempty"`    // first byte of it
}

// View is the state of a program.
type View struct {
	Target   string        `json:"target"`
	Tick     uint64        `json:"tick"` // instructions of all waves so far
	Reason   string        `json:"reason"`
	Ended    bool          `json:"ended"`
	Fault    string        `json:"fault,omitempty"`
	Line     int           `json:"line,omitempty"` // of the next instruction of the wave
	Next     string        `json:"next,omitempty"`
	Waves    []Wave        `json:"waves"`
	Wave     *Wave         `json:"wave,omitempty"` // the one that is shown
	Exec     []int         `json:"exec,omitempty"` // by lane, 1: active
	Scalars  []Scalar      `json:"scalars,omitempty"`
	Vectors  []Vector      `json:"vectors,omitempty"`
	Flight   []Operation   `json:"flight,omitempty"`
	Messages []Message     `json:"messages,omitempty"` // of the assembler, findings, faults
	Step     *explain.Step `json:"step,omitempty"`     // what the last step did
	Memories []string      `json:"memories,omitempty"` // those that can be shown
	Memory   *Memory       `json:"memory,omitempty"`
}

// Wave is a wave.
type Wave struct {
	Group uint64 `json:"group"`
	Wave  int    `json:"wave"`
	PC    string `json:"pc"`
	State string `json:"state"`
	Line  int    `json:"line,omitempty"`
	Exec  string `json:"exec"`
	Insts uint64 `json:"insts"`
	Lanes int    `json:"lanes"` // active ones
}

// Scalar is a scalar register.
type Scalar struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Vector is a vector register, by lane.
type Vector struct {
	Name   string   `json:"name"`
	Format string   `json:"format"`
	Values []string `json:"values"`
}

// Operation is one that has not returned.
type Operation struct {
	Text     string `json:"text"`
	Line     int    `json:"line,omitempty"`
	Counters string `json:"counters"`
}

// Memory is a part of a memory.
type Memory struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	Size   int    `json:"size"` // of all of it
	From   int    `json:"from"`
	Rows   []Row  `json:"rows"`
}

// Row is a row of a memory.
type Row struct {
	At     string   `json:"at"` // offset of the first byte, hexadecimal
	Values []string `json:"values"`
}

// memoryPage is how many bytes of a memory are shown at a time.
const memoryPage = 1024

// view gathers the state.
func (m *Machine) view(show *Show) (*View, error) {
	s := m.s
	v := &View{Target: m.target.Name, Tick: s.Tick(), Reason: string(m.stop.Reason), Ended: s.Ended(), Step: m.last}
	v.Messages = append(append(v.Messages, m.warnings...), m.breaks...)
	for _, w := range s.Waves() {
		v.Waves = append(v.Waves, m.wave(w))
	}
	for _, f := range s.Findings() {
		text := f.Message
		if f.Fix != "" {
			text += ". Fix: " + f.Fix
		}
		v.Messages = append(v.Messages, Message{"text", m.lineOf(uint64(f.PC)), 0, fmt.Sprint(f.Severity), text})
	}
	if f := m.stop.Fault; f != nil {
		v.Fault = f.Error()
		v.Messages = append(v.Messages, Message{"text", m.lineOf(f.PC), 0, "error", v.Fault})
	}
	w := s.Focus()
	if w == nil {
		return v, nil
	}
	one := m.wave(w)
	v.Wave = &one
	if list := s.Source.Disassemble(w.PC()-w.Program().Bias, 0, 1); len(list) > 0 && w.State != sim.Ended {
		v.Line, v.Next = one.Line, list[0].Text
	}
	v.Exec = make([]int, isa.Lanes)
	for l := range v.Exec {
		v.Exec[l] = int(w.Exec() >> l & 1)
	}
	for _, o := range debug.Outstanding(w) {
		v.Flight = append(v.Flight, Operation{o.Inst, m.lineOf(o.PC), strings.Join(o.Counters, " ")})
	}
	return v, cmp.Or(m.registers(v, w, show), m.memory(v, w, show))
}

func (m *Machine) wave(w *sim.Wave) Wave {
	pc := w.PC() - w.Program().Bias
	return Wave{Group: w.Group().Index, Wave: w.Num, PC: fmt.Sprintf("%04x", pc), State: w.State.String(),
		Line: m.lineOf(pc), Exec: fmt.Sprintf("%016x", w.Exec()), Insts: w.Insts, Lanes: bits.OnesCount64(w.Exec())}
}

// registers fills in those that the program names or something has written.
func (m *Machine) registers(v *View, w *sim.Wave, show *Show) error {
	id := debug.WaveID{Group: w.Group().Index, Wave: w.Num}
	read := func(name string) (text []debug.Value, format string, err error) {
		want := show.Formats[name]
		if name == "scc" {
			want = "u32" // one bit
		}
		f, err := debug.FindFormat(want)
		if err != nil {
			return nil, "", err
		}
		p, err := m.s.ParsePlace(id, name)
		if err != nil {
			return nil, "", err
		}
		text, err = m.s.Values(p, f)
		return text, f.Name, err
	}
	scalar := func(name string) error {
		list, _, err := read(name)
		if err != nil {
			return err
		}
		var texts []string
		for _, x := range list {
			texts = append(texts, x.Text)
		}
		slices.Reverse(texts) // of two words, the high one first
		v.Scalars = append(v.Scalars, Scalar{name, strings.Join(texts, "")})
		return nil
	}
	for _, name := range []string{"scc", "vcc", "exec", "m0", "mode"} {
		if err := scalar(name); err != nil {
			return err
		}
	}
	for code := range uint16(isa.CodeVCCLo) {
		if m.used.Has(code) || w.SWritten[code>>6]>>(code&63)&1 != 0 {
			name, ok := isa.RegName(m.s.Gen(), code, 1)
			if !ok || !strings.HasPrefix(name, "s") {
				continue
			}
			if err := scalar(name); err != nil {
				return err
			}
		}
	}
	for r := range w.VWritten {
		if w.VWritten[r] == 0 && !m.used.Has(isa.CodeVGPR+uint16(r)) {
			continue
		}
		name := fmt.Sprintf("v%d", r)
		list, format, err := read(name)
		if err != nil {
			return err
		}
		x := Vector{Name: name, Format: format}
		for _, l := range list {
			x.Values = append(x.Values, l.Text)
		}
		v.Vectors = append(v.Vectors, x)
	}
	return nil
}

// memory fills in a part of a buffer or of LDS.
func (m *Machine) memory(v *View, w *sim.Wave, show *Show) error {
	sizes := map[string]int{}
	if out := m.s.Outcome(); out != nil {
		for name, rg := range out.Buffers {
			sizes[name] = int(rg.Size())
		}
	}
	if lds := w.Group().LDS; lds != nil && len(lds.Bytes()) > 0 {
		sizes["lds"] = len(lds.Bytes())
	}
	if v.Memories = slices.Sorted(maps.Keys(sizes)); len(v.Memories) == 0 {
		return nil
	}
	name := show.Memory
	if sizes[name] == 0 {
		name = v.Memories[0]
	}
	f, err := debug.FindFormat(show.Formats[name])
	if err != nil {
		return err
	}
	from := max(0, min(show.From, sizes[name]-1)) / memoryPage * memoryPage
	n := min(memoryPage, sizes[name]-from)
	p, err := m.s.ParsePlace(m.focus(), fmt.Sprintf("%s[%d:%d]", name, from, n))
	if err != nil {
		return err
	}
	b, err := m.s.Read(p)
	if err != nil {
		return err
	}
	v.Memory = &Memory{name, f.Name, sizes[name], from, rowsOf(b, f, from)}
	return nil
}

// rowBytes is how many bytes of a memory stand in a row.
const rowBytes = 16

// rowsOf are bytes as rows of numbers; from is the offset of the first.
func rowsOf(b []byte, f *debug.Format, from int) (list []Row) {
	per, n := rowBytes/f.Bytes, f.Count(len(b))
	for i := 0; i < n; i += per {
		r := Row{At: fmt.Sprintf("%04x", from+i*f.Bytes)}
		for k := i; k < min(i+per, n); k++ {
			r.Values = append(r.Values, f.Element(b, k))
		}
		list = append(list, r)
	}
	return list
}
