package rpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// method is what a client can ask for.
type method struct {
	name, doc      string
	params, result reflect.Type
	call           func(s *Server, raw json.RawMessage) (any, error)
}

// entry makes a method of a function.
func entry[P, R any](name, doc string, f func(s *Server, p *P) (R, error)) method {
	call := func(s *Server, raw json.RawMessage) (any, error) {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return nil, err
		}
		return f(s, p)
	}
	return method{name, doc, reflect.TypeFor[P](), reflect.TypeFor[R](), call}
}

func find(name string) *method {
	list := methods()
	if i := slices.IndexFunc(list, func(m method) bool { return m.name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// None is no parameters, or no result.
type None struct{}

// Program is what is run.
type Program struct {
	LaunchFile string          `json:"launch_file,omitempty" doc:"path of a launch file"`
	Launch     json.RawMessage `json:"launch,omitempty" doc:"or a launch file's object itself; without \"code\" where there is a text"`
	Text       string          `json:"text,omitempty" doc:"or assembly text, which needs gpu unless it names its target"`
	GPU        string          `json:"gpu,omitempty" doc:"generation (gcn1.2), target (gfx803) or chip (fiji)"`
	Order      string          `json:"order,omitempty" doc:"when operations return: late, asap, random:SEED, order:LIST; late where it is not given"`
	Check      *bool           `json:"check,omitempty" doc:"look for missing waits and the like; true where it is not given and there is no clock"`
	Chip       string          `json:"chip,omitempty" doc:"run with the clock of this chip"`
}

type sessionParams struct {
	Session int `json:"session"`
}

type waveParams struct {
	Session int  `json:"session"`
	Wave    *int `json:"wave,omitempty" doc:"in its work-group; the chosen wave where it is not given"`
	Group   *int `json:"group,omitempty" doc:"linear number of the work-group"`
}

// id is the wave that parameters name.
func (p *waveParams) id(x *debug.Session) (debug.WaveID, error) {
	id := debug.WaveID{}
	if w := x.Focus(); w != nil {
		id = debug.WaveID{Group: w.Group().Index, Wave: w.Num}
	}
	if p.Group != nil {
		id = debug.WaveID{Group: uint64(*p.Group)}
	}
	if p.Wave != nil {
		id.Wave = *p.Wave
	}
	if p.Group != nil && *p.Group < 0 || id.Wave < 0 {
		return id, &rpcError{codeParams, "a wave and its group have numbers from 0 on"}
	}
	return id, nil
}

// Opened is a session that has begun.
type Opened struct {
	Session int      `json:"session"`
	Target  string   `json:"target" doc:"LLVM's name of the processor"`
	At      *Stopped `json:"at"`
}

// Hello says who answers.
type Hello struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Protocol int    `json:"protocol" doc:"1; it grows where a client would break"`
}

// Listed is a method.
type Listed struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

type assembleParams struct {
	Text string `json:"text"`
	GPU  string `json:"gpu,omitempty"`
}

// Assembled is machine code.
type Assembled struct {
	Code     []byte    `json:"code" doc:"base64"`
	Lines    []MapLine `json:"lines" doc:"where the bytes come from"`
	Messages []string  `json:"messages,omitempty" doc:"warnings"`
}

// MapLine is a piece of code and its line.
type MapLine struct {
	Offset int `json:"offset"`
	Bytes  int `json:"bytes"`
	Line   int `json:"line"`
}

type stepParams struct {
	waveParams
	Count uint64 `json:"count,omitempty" doc:"1 where it is not given"`
	Over  bool   `json:"over,omitempty" doc:"a call is one step"`
	Any   bool   `json:"any,omitempty" doc:"whichever wave has its turn"`
}

type untilParams struct {
	waveParams
	Where string `json:"where,omitempty" doc:"address, LABEL, LABEL+8, :LINE, FILE:LINE"`
	If    string `json:"if,omitempty" doc:"or a condition, as in v0[3] == 7"`
}

type breakParams struct {
	Session int    `json:"session"`
	Where   string `json:"where,omitempty" doc:"address, LABEL, LABEL+8, :LINE, FILE:LINE; empty: anywhere"`
	If      string `json:"if,omitempty" doc:"condition"`
	Once    bool   `json:"once,omitempty"`
}

// Numbered is a breakpoint or watchpoint.
type Numbered struct {
	Number int      `json:"number"`
	PCs    []Number `json:"pcs,omitempty"`
}

type placeParams struct {
	waveParams
	Place string `json:"place" doc:"s4, s[4:7], vcc, exec, m0, scc, mode, pc, v3, v3[5], v3[0:15], lds[0x10:64], gds[0:16], mem[ADDRESS:BYTES], BUFFER[OFFSET:BYTES]"`
}

type readParams struct {
	placeParams
	Format string `json:"format,omitempty" doc:"also as numbers: u32, i32, f32, f16, f64, hex and others"`
}

// Contents are what a place holds.
type Contents struct {
	Data   []byte   `json:"data" doc:"base64; of vector registers lane by lane, the registers of a lane one after the other"`
	Values []string `json:"values,omitempty" doc:"where a format was asked for"`
}

type writeParams struct {
	placeParams
	Data []byte `json:"data" doc:"base64, as much as the place has"`
}

type evalParams struct {
	waveParams
	Expression string `json:"expression"`
}

// Text is a text.
type Text struct {
	Text string `json:"text"`
}

type nameParams struct {
	Session int    `json:"session"`
	Name    string `json:"name"`
}

type tickParams struct {
	Session int    `json:"session"`
	Tick    uint64 `json:"tick"`
}

type stopOnParams struct {
	Session  int    `json:"session"`
	Severity string `json:"severity" doc:"error, warning, disputed, partial, info, or none"`
}

type disassembleParams struct {
	Session int    `json:"session"`
	PC      Number `json:"pc"`
	Before  int    `json:"before,omitempty"`
	Count   int    `json:"count" doc:"at most 4096"`
}

// Instruction is one of a disassembly.
type Instruction struct {
	PC    Number `json:"pc"`
	Text  string `json:"text"`
	Label string `json:"label,omitempty"`
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitempty"`
}

// Operation is one that has not returned.
type Operation struct {
	Number   uint32   `json:"number"`
	PC       Number   `json:"pc"`
	Text     string   `json:"text"`
	Counters []string `json:"counters"`
	Targets  string   `json:"targets,omitempty"`
}

// Author is who wrote a place last.
type Author struct {
	By   string  `json:"by" doc:"instruction, user, nobody"`
	PC   *Number `json:"pc,omitempty" doc:"of the instruction"`
	Text string  `json:"text,omitempty"`
	Tick uint64  `json:"tick" doc:"instructions that had begun before"`
	Wave int     `json:"wave,omitempty" doc:"in its work-group"`
}

// Ran is what a whole run did.
type Ran struct {
	Instructions uint64            `json:"instructions"`
	Waves        uint64            `json:"waves"`
	Cycles       uint64            `json:"cycles,omitempty" doc:"with a chip"`
	Fault        string            `json:"fault,omitempty"`
	Unmet        []string          `json:"unmet,omitempty" doc:"expectations of the launch file that do not hold"`
	Findings     []waitcnt.Finding `json:"findings"`
	Buffers      map[string][]byte `json:"buffers" doc:"what they hold, base64"`
}

// methods are all of them.
func methods() []method {
	return []method{
		entry("hello", "Who answers.", func(s *Server, _ *None) (Hello, error) { return Hello{"gcnsim", s.Version, 1}, nil }),
		entry("methods", "The methods that there are.", func(*Server, *None) ([]Listed, error) {
			var list []Listed
			for _, m := range methods() {
				list = append(list, Listed{m.name, m.doc})
			}
			return list, nil
		}),
		entry("schema", "The schema of all messages, an OpenRPC document.", func(*Server, *None) (json.RawMessage, error) { return Schema() }),
		entry("assemble", "Assemble a text.", assemble),
		entry("run", "Run a program to its end.", (*Server).runAll),
		entry("open", "Begin a session of a debugger. It has stopped before the first instruction.", (*Server).open),
		entry("close", "End a session.", func(s *Server, p *sessionParams) (None, error) {
			x, err := s.session(p.Session)
			if err == nil {
				x.Close()
				delete(s.sessions, p.Session)
			}
			return None{}, err
		}),
		entry("waves", "The waves that there are.", func(s *Server, p *sessionParams) ([]*Wave, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return nil, err
			}
			list := []*Wave{}
			for _, w := range x.Waves() {
				list = append(list, waveOf(w))
			}
			return list, nil
		}),
		entry("select", "Choose the wave that requests without one are about.", func(s *Server, p *waveParams) (None, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return None{}, err
			}
			id, err := p.id(x)
			if err == nil {
				err = x.SetFocus(id)
			}
			return None{}, err
		}),
		entry("step", "Execute instructions of a wave.", step),
		entry("continue", "Go on until something to stop for happens, or \"interrupt\".", func(s *Server, p *sessionParams) (*Stopped, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return nil, err
			}
			return s.run(p.Session, x, func() (debug.Stop, error) { return x.Continue(), nil })
		}),
		entry("finish", "Go on until a wave's outstanding memory operations have returned.", func(s *Server, p *waveParams) (*Stopped, error) {
			return s.withWave(p, func(x *debug.Session, id debug.WaveID) (debug.Stop, error) { return x.Finish(id, -1) })
		}),
		entry("until", "Go on until a wave is at a place, or a condition holds of it.", until),
		entry("back", "Undo instructions of a wave.", func(s *Server, p *stepParams) (*Stopped, error) {
			return s.withWave(&p.waveParams, func(x *debug.Session, id debug.WaveID) (debug.Stop, error) {
				if p.Any {
					return x.BackAny(max(p.Count, 1))
				}
				return x.Back(id, max(p.Count, 1))
			})
		}),
		entry("goto", "Be where so many instructions of all waves had begun, forward or back.", func(s *Server, p *tickParams) (*Stopped, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return nil, err
			}
			return s.run(p.Session, x, func() (debug.Stop, error) { return x.GoTo(p.Tick) })
		}),
		entry("interrupt", "Stop a session that goes on. It is the only request that is heard meanwhile.",
			func(s *Server, p *sessionParams) (None, error) { _, err := s.session(p.Session); return None{}, err }),
		entry("break", "Add a breakpoint.", func(s *Server, p *breakParams) (*Numbered, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return nil, err
			}
			b, err := x.Break(p.Where, p.If)
			if err != nil {
				return nil, err
			}
			b.Once = p.Once
			n := &Numbered{Number: b.Number}
			for _, pc := range b.PCs {
				n.PCs = append(n.PCs, Number(pc))
			}
			return n, nil
		}),
		entry("watch", "Stop when a place changes.", func(s *Server, p *placeParams) (*Numbered, error) {
			x, at, err := s.place(p)
			if err != nil {
				return nil, err
			}
			return &Numbered{Number: x.Watch(at).Number}, nil
		}),
		entry("delete", "Remove a breakpoint or watchpoint.", func(s *Server, p *struct {
			Session int `json:"session"`
			Number  int `json:"number"`
		}) (None, error) {
			x, err := s.session(p.Session)
			if err == nil {
				err = x.Delete(p.Number)
			}
			return None{}, err
		}),
		entry("stop_on", "From which severity on a finding stops the session; error at first.", stopOn),
		entry("read", "What registers or memory hold.", read),
		entry("write", "Change registers or memory.", func(s *Server, p *writeParams) (None, error) {
			x, at, err := s.place(&p.placeParams)
			if err == nil {
				err = x.Write(at, p.Data)
			}
			return None{}, err
		}),
		entry("eval", "The value of an expression, by lane where lanes differ.", func(s *Server, p *evalParams) (*Text, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return nil, err
			}
			id, err := p.id(x)
			if err != nil {
				return nil, err
			}
			e, err := x.Parse(p.Expression)
			if err != nil {
				return nil, &rpcError{codeParams, err.Error()}
			}
			text, err := x.Eval(id, e)
			return &Text{text}, err
		}),
		entry("outstanding", "The memory operations of a wave that have not returned.", outstanding),
		entry("who", "Which instruction wrote a place last.", who),
		entry("findings", "What the checker has found so far.", func(s *Server, p *sessionParams) ([]waitcnt.Finding, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return nil, err
			}
			return append([]waitcnt.Finding{}, x.Findings()...), nil
		}),
		entry("snapshot", "Keep where the session is under a name, operations in flight included.", func(s *Server, p *nameParams) (None, error) {
			x, err := s.session(p.Session)
			if err == nil {
				x.Snapshot(p.Name)
			}
			return None{}, err
		}),
		entry("restore", "Be where a snapshot was made.", func(s *Server, p *nameParams) (*Stopped, error) {
			x, err := s.session(p.Session)
			if err != nil {
				return nil, err
			}
			return s.run(p.Session, x, func() (debug.Stop, error) { return x.Restore(p.Name) })
		}),
		entry("disassemble", "Instructions around an address.", disassemble),
		entry("shutdown", "End the server.", func(s *Server, _ *None) (None, error) { s.done = true; return None{}, nil }),
	}
}

func assemble(_ *Server, p *assembleParams) (*Assembled, error) {
	o, _, err := textObject(p.Text, p.GPU)
	if err != nil {
		return nil, err
	}
	i, err := o.Code()
	if err != nil {
		return nil, err
	}
	a := &Assembled{Code: o.Segments[i].Data, Lines: []MapLine{}}
	for _, l := range o.Lines {
		a.Lines = append(a.Lines, MapLine{l.Offset, l.Len, l.Line})
	}
	return a, nil
}

// textName is what messages call a text of a request.
const textName = "text"

func textObject(text, gpu string) (o *codeobj.Object, raw bool, err error) {
	t, named := isa.Target{}, false
	if gpu == "" {
		if t, named = asm.TargetOf(text); !named {
			return nil, false, &rpcError{codeParams, "the text does not name its target, so \"gpu\" has to"}
		}
	} else if t, err = isa.FindTarget(gpu); err != nil {
		c, chipErr := chip.Lookup(gpu)
		if chipErr != nil {
			return nil, false, &rpcError{codeParams, err.Error()}
		}
		t = c.Target
	}
	o, raw, _, err = run.TextObject(textName, []byte(text), t, launch.Text{})
	return o, raw, err
}

// load reads a program and how it is run.
func (s *Server) load(p *Program) (f *launch.File, o *codeobj.Object, raw bool, opts sim.Options, err error) {
	fail := func(err error) (*launch.File, *codeobj.Object, bool, sim.Options, error) {
		return nil, nil, false, opts, err
	}
	switch {
	case p.LaunchFile != "" && p.Launch != nil:
		return fail(&rpcError{codeParams, "launch_file and launch: one of them"})
	case p.LaunchFile != "":
		f, err = launch.Load(p.LaunchFile)
	case p.Launch != nil:
		f, err = launch.Parse(bytes.NewReader(p.Launch))
	case p.Text != "":
		f, err = launch.Parse(bytes.NewReader([]byte(`{"buffers":[],"launches":[{"grid":[64],"group":[64]}]}`)))
	default:
		return fail(&rpcError{codeParams, "what? Give launch_file, launch or text"})
	}
	if err != nil {
		return fail(err)
	}
	if p.GPU != "" {
		f.GPU = p.GPU
	}
	if p.Text != "" {
		if f.Code != "" {
			return fail(&rpcError{codeParams, "text, and the launch names code: one of them"})
		}
		f.Code = textName
		o, raw, err = textObject(p.Text, f.GPU)
	} else {
		o, raw, err = run.Code(f)
	}
	if err != nil {
		return fail(err)
	}
	opts = s.Options
	opts.Count = true
	opts.Check = p.Check == nil && p.Chip == "" || p.Check != nil && *p.Check
	if p.Chip != "" {
		if p.Order != "" || opts.Check {
			return fail(&rpcError{codeParams,
				"with a chip its memory decides when operations return, and nothing is checked: no order, no check"})
		}
		c, err := chip.Lookup(p.Chip)
		if err != nil {
			return fail(&rpcError{codeParams, err.Error()})
		}
		opts.Timing = &sim.TimingOptions{Chip: c}
	} else if opts.Policy, err = waitcnt.ParsePolicy(orDefault(p.Order)); err != nil {
		return fail(&rpcError{codeParams, err.Error()})
	}
	return f, o, raw, opts, nil
}

func orDefault(order string) string {
	if order == "" {
		return waitcnt.Late{}.String()
	}
	return order
}

func (s *Server) open(p *Program) (*Opened, error) {
	if len(s.sessions) >= maxSessions {
		return nil, fmt.Errorf("%d sessions are open: close some", len(s.sessions))
	}
	f, o, raw, opts, err := s.load(p)
	if err != nil {
		return nil, err
	}
	x, err := debug.Open(debug.Config{File: f, Object: o, Raw: raw, Options: opts})
	if err != nil {
		return nil, err
	}
	s.next++
	s.sessions[s.next] = x
	return &Opened{s.next, o.Target, stopped(x, &debug.Stop{Reason: debug.AtStart, Wave: x.Next()})}, nil
}

func (s *Server) runAll(p *Program) (*Ran, error) {
	f, o, raw, opts, err := s.load(p)
	if err != nil {
		return nil, err
	}
	out, err := run.Object(f, o, raw, opts)
	if err != nil {
		return nil, err
	}
	r := &Ran{Findings: []waitcnt.Finding{}, Buffers: map[string][]byte{}}
	source := out.Module.Object.Source("")
	for i := range out.Launches {
		d := out.Launches[i].Result
		r.Instructions += d.Insts
		r.Waves += d.Waves
		if d.Timing != nil {
			r.Cycles += d.Timing.Cycles
		}
		for k := range d.Findings {
			d.Findings[k].Locate(source.Place)
		}
		r.Findings = append(r.Findings, d.Findings...)
	}
	if out.Fault != nil {
		r.Fault = out.Fault.Error()
	}
	for i := range out.Unmet {
		r.Unmet = append(r.Unmet, out.Unmet[i].Details())
	}
	for name, rg := range out.Buffers {
		data := make([]byte, rg.Size())
		if err := out.Device.Mem.Read(rg.Base, data); err != nil {
			return nil, err
		}
		r.Buffers[name] = data
	}
	return r, nil
}

// withWave lets a session go on for a wave.
func (s *Server) withWave(p *waveParams, goOn func(x *debug.Session, id debug.WaveID) (debug.Stop, error)) (
	*Stopped, error) {
	x, err := s.session(p.Session)
	if err != nil {
		return nil, err
	}
	id, err := p.id(x)
	if err != nil {
		return nil, err
	}
	return s.run(p.Session, x, func() (debug.Stop, error) { return goOn(x, id) })
}

func step(s *Server, p *stepParams) (*Stopped, error) {
	return s.withWave(&p.waveParams, func(x *debug.Session, id debug.WaveID) (stop debug.Stop, err error) {
		for range max(p.Count, 1) {
			switch {
			case p.Any:
				stop, err = x.StepAny()
			case p.Over:
				stop, err = x.Over(id)
			default:
				stop, err = x.Step(id)
			}
			if err != nil || stop.Reason != debug.Stepped {
				break
			}
		}
		return stop, err
	})
}

func until(s *Server, p *untilParams) (*Stopped, error) {
	return s.withWave(&p.waveParams, func(x *debug.Session, id debug.WaveID) (debug.Stop, error) {
		if p.Where != "" {
			pcs, err := x.Source.Find(p.Where)
			if err != nil {
				return debug.Stop{}, &rpcError{codeParams, err.Error()}
			}
			return x.Until(id, pcs[0])
		}
		e, err := x.Parse(p.If)
		if err != nil {
			return debug.Stop{}, &rpcError{codeParams, err.Error()}
		}
		return x.UntilTrue(id, e)
	})
}

// place is the place that parameters name.
func (s *Server) place(p *placeParams) (x *debug.Session, at debug.Place, err error) {
	if x, err = s.session(p.Session); err != nil {
		return nil, at, err
	}
	id, err := p.id(x)
	if err != nil {
		return nil, at, err
	}
	at, err = x.ParsePlace(id, p.Place)
	if err != nil {
		err = &rpcError{codeParams, err.Error()}
	}
	return x, at, err
}

func read(s *Server, p *readParams) (*Contents, error) {
	x, at, err := s.place(&p.placeParams)
	if err != nil {
		return nil, err
	}
	c := &Contents{}
	if c.Data, err = x.Read(at); err != nil {
		return nil, err
	}
	if p.Format == "" {
		return c, nil
	}
	f, err := debug.FindFormat(p.Format)
	if err != nil {
		return nil, &rpcError{codeParams, err.Error()}
	}
	values, err := x.Values(at, f)
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		c.Values = append(c.Values, v.Text)
	}
	return c, nil
}

func stopOn(s *Server, p *stopOnParams) (None, error) {
	x, err := s.session(p.Session)
	if err != nil {
		return None{}, err
	}
	v := debug.NoFindings
	if p.Severity != "none" {
		if err := v.UnmarshalText([]byte(p.Severity)); err != nil {
			return None{}, &rpcError{codeParams, err.Error()}
		}
	}
	x.StopOn(v)
	return None{}, nil
}

func outstanding(s *Server, p *waveParams) ([]Operation, error) {
	x, err := s.session(p.Session)
	if err != nil {
		return nil, err
	}
	id, err := p.id(x)
	if err != nil {
		return nil, err
	}
	w, err := x.Wave(id)
	if err != nil {
		return nil, err
	}
	list := []Operation{}
	for _, o := range debug.Outstanding(w) {
		list = append(list, Operation{o.Seq, Number(o.PC), o.Inst, o.Counters, o.Targets})
	}
	return list, nil
}

func who(s *Server, p *placeParams) (*Author, error) {
	x, at, err := s.place(p)
	if err != nil {
		return nil, err
	}
	w, err := x.Who(at)
	switch {
	case err != nil:
		return nil, err
	case w == nil:
		return &Author{By: "nobody"}, nil
	case w.User:
		return &Author{By: "user", Tick: w.Tick}, nil
	}
	pc := Number(w.PC)
	return &Author{By: "instruction", PC: &pc, Text: w.Inst, Tick: w.Tick, Wave: w.Wave}, nil
}

// maxDisassembly bounds a disassembly.
const maxDisassembly = 4096

func disassemble(s *Server, p *disassembleParams) ([]Instruction, error) {
	x, err := s.session(p.Session)
	if err != nil {
		return nil, err
	}
	if min(p.Before, p.Count) < 0 || p.Before > maxDisassembly || p.Count > maxDisassembly-p.Before {
		return nil, &rpcError{codeParams, fmt.Sprintf("before and count are at most %d together", maxDisassembly)}
	}
	list := []Instruction{}
	for _, in := range x.Source.Disassemble(uint64(p.PC), -p.Before, p.Count) {
		list = append(list, Instruction{Number(in.PC), in.Text, in.Label, in.File, in.Line})
	}
	return list, nil
}
