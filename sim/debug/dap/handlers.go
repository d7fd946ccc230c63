package dap

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/debug/console"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// handler answers a kind of request.
type handler struct {
	session bool // something has to be launched
	still   bool // the program has to stand still
	run     func(s *server, m dap.Message) (body any, err error)
	after   func(s *server, m dap.Message) // when the answer is sent
}

// on makes a handler of a function of one kind of message.
func on[M dap.Message](session, still bool, f func(s *server, m M) (any, error)) handler {
	return handler{session: session, still: still, run: func(s *server, m dap.Message) (any, error) {
		x, ok := m.(M)
		if !ok {
			return nil, fmt.Errorf("the message is a %T", m)
		}
		return f(s, x)
	}}
}

// then adds what is done when the answer is sent.
func (h handler) then(f func(s *server, m dap.Message)) handler {
	h.after = f
	return h
}

// handlers are the requests that are answered.
var handlers map[string]handler

func init() {
	handlers = map[string]handler{
		"initialize": on(false, false, initialize),
		"launch":     on(false, false, launchProgram).then(func(s *server, _ dap.Message) { s.event("initialized", nil) }),
		"restart": on(true, true, func(s *server, _ *dap.RestartRequest) (any, error) {
			return nil, s.restart()
		}).then(func(s *server, _ dap.Message) { s.entry() }),
		"configurationDone": on(true, false, func(*server, *dap.ConfigurationDoneRequest) (any, error) { return nil, nil }).then(
			func(s *server, _ dap.Message) { s.entry() }),
		"disconnect": on(false, false, func(*server, *dap.DisconnectRequest) (any, error) { return nil, errDone }),
		"terminate":  on(false, false, func(*server, *dap.TerminateRequest) (any, error) { return nil, nil }).then(func(s *server, _ dap.Message) { s.event("terminated", nil) }),

		"setBreakpoints":            on(true, true, setBreakpoints),
		"setFunctionBreakpoints":    on(true, true, setFunctionBreakpoints),
		"setInstructionBreakpoints": on(true, true, setInstructionBreakpoints),
		"setExceptionBreakpoints":   on(true, true, setExceptionBreakpoints),
		"dataBreakpointInfo":        on(true, true, dataBreakpointInfo),
		"setDataBreakpoints":        on(true, true, setDataBreakpoints),
		"exceptionInfo":             on(true, true, exceptionInfo),

		"threads":     on(true, false, threads),
		"stackTrace":  on(true, true, stackTrace),
		"scopes":      on(true, true, scopes),
		"variables":   on(true, true, variables),
		"setVariable": on(true, true, setVariable),
		"evaluate":    on(true, true, evaluate),
		"completions": on(true, true, completions),
		"source":      on(true, true, source),
		"readMemory":  on(true, true, readMemory),
		"disassemble": on(true, true, disassemble),

		"pause": on(true, false, func(s *server, _ *dap.PauseRequest) (any, error) {
			s.session.Interrupt()
			return nil, nil
		}),
		"continue": on(true, true, func(s *server, m *dap.ContinueRequest) (any, error) {
			return dap.ContinueResponseBody{AllThreadsContinued: true}, s.resumes()
		}).then(func(s *server, m dap.Message) {
			s.proceed(s.wave(m.(*dap.ContinueRequest).Arguments.ThreadId))
		}),
		"reverseContinue": on(true, true, func(s *server, m *dap.ReverseContinueRequest) (any, error) { return nil, nil }).then(func(s *server, m dap.Message) {
			s.goOn(s.wave(m.(*dap.ReverseContinueRequest).Arguments.ThreadId), notAtStart(s.session.ReverseContinue))
		}),
		"next": on(true, true, func(s *server, m *dap.NextRequest) (any, error) { return nil, s.resumes() }).then(func(s *server, m dap.Message) {
			a := m.(*dap.NextRequest).Arguments
			s.step(a.ThreadId, a.Granularity, s.session.Over)
		}),
		"stepIn": on(true, true, func(s *server, m *dap.StepInRequest) (any, error) { return nil, s.resumes() }).then(func(s *server, m dap.Message) {
			a := m.(*dap.StepInRequest).Arguments
			s.step(a.ThreadId, a.Granularity, s.session.Step)
		}),
		"stepOut": on(true, true, func(s *server, m *dap.StepOutRequest) (any, error) { return nil, s.resumes() }).then(func(s *server, m dap.Message) {
			id := s.wave(m.(*dap.StepOutRequest).Arguments.ThreadId)
			s.goOn(id, func() (debug.Stop, error) { return s.session.Out(id) })
		}),
		"stepBack": on(true, true, func(s *server, m *dap.StepBackRequest) (any, error) { return nil, nil }).then(func(s *server, m dap.Message) {
			a := m.(*dap.StepBackRequest).Arguments
			id := s.wave(a.ThreadId)
			s.goOn(id, notAtStart(func() (debug.Stop, error) {
				return s.lines(id, a.Granularity, func(id debug.WaveID) (debug.Stop, error) { return s.session.Back(id, 1) })
			}))
		}),
	}
}

// notAtStart makes a stop of the error of going back at the first instruction.
func notAtStart(f func() (debug.Stop, error)) func() (debug.Stop, error) {
	return func() (debug.Stop, error) {
		stop, err := f()
		if errors.Is(err, debug.ErrStart) {
			return stop, nil
		}
		return stop, err
	}
}

// Filters of exceptions.
const (
	filterErrors   = "findings"
	filterWarnings = "warnings"
	filterFaults   = "faults"
)

func initialize(*server, *dap.InitializeRequest) (any, error) {
	return dap.Capabilities{
		SupportsConfigurationDoneRequest: true, SupportsFunctionBreakpoints: true, SupportsConditionalBreakpoints: true,
		SupportsHitConditionalBreakpoints: true, SupportsEvaluateForHovers: true, SupportsStepBack: true,
		SupportsSetVariable: true, SupportsCompletionsRequest: true, SupportsRestartRequest: true,
		SupportsExceptionInfoRequest: true, SupportsLogPoints: true, SupportsTerminateRequest: true,
		SupportsDataBreakpoints: true, SupportsReadMemoryRequest: true, SupportsDisassembleRequest: true,
		SupportsSteppingGranularity: true, SupportsInstructionBreakpoints: true,
		SupportsSingleThreadExecutionRequests: true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
			{Filter: filterErrors, Label: "Findings of severity error", Default: true},
			{Filter: filterWarnings, Label: "Findings of severity warning"},
			{Filter: filterFaults, Label: "Faults", Default: true},
		},
	}, nil
}

func launchProgram(s *server, m *dap.LaunchRequest) (any, error) {
	if s.session != nil {
		return nil, errors.New("a program is being debugged already")
	}
	if len(m.Arguments) > 0 {
		if err := json.Unmarshal(m.Arguments, &s.options); err != nil {
			return nil, fmt.Errorf("launch: %w", err)
		}
	}
	s.faults = true
	session, err := s.open(m.Arguments)
	s.session = session
	return nil, err
}

// restart begins the program again, with its breakpoints.
func (s *server) restart() error {
	if s.session.Tick() == 0 {
		return nil
	}
	_, err := s.session.GoTo(0)
	return err
}

// entry tells of the first stop, or goes on.
func (s *server) entry() {
	if o := s.options.StopOnEntry; o == nil || *o {
		s.tell(dap.StoppedEventBody{Reason: "entry"}, debug.Stop{Wave: s.session.Focus()})
		return
	}
	s.proceed(s.focus())
}

// resumes reports why the program cannot go on. A client that lets it go on at its end wants to
// leave.
func (s *server) resumes() error {
	if s.session.Ended() {
		s.ended(0)
		return debug.ErrEnded
	}
	return nil
}

// threadOf is the number of the thread that a wave is.
func threadOf(w *sim.Wave) int { return int(w.ID) + 1 }

// wave is the wave of a thread, that of interest where the thread has none.
func (s *server) wave(thread int) debug.WaveID {
	for _, w := range s.session.Waves() {
		if threadOf(w) == thread {
			id := debug.WaveID{Group: w.Group().Index, Wave: w.Num}
			_ = s.session.SetFocus(id) // it is there
			return id
		}
	}
	return s.focus()
}

// focus is the wave of interest.
func (s *server) focus() debug.WaveID {
	if w := s.session.Focus(); w != nil {
		return debug.WaveID{Group: w.Group().Index, Wave: w.Num}
	}
	return debug.WaveID{}
}

// step lets a wave execute an instruction or a line. One that waits at a barrier goes on with the
// others.
func (s *server) step(thread int, g dap.SteppingGranularity, f func(id debug.WaveID) (debug.Stop, error)) {
	id := s.wave(thread)
	s.goOn(id, func() (debug.Stop, error) {
		w, err := s.session.Wave(id)
		if err != nil {
			return debug.Stop{}, err
		}
		if s.session.CanStep(w) != nil {
			return s.session.UntilInsts(id, w.Insts+1)
		}
		return s.lines(id, g, f)
	})
}

// maxLine bounds the instructions that are executed for one line.
const maxLine = 1_000_000

// lines steps until a wave is on another line, or once where nothing is known of lines or
// instructions are asked for.
func (s *server) lines(id debug.WaveID, g dap.SteppingGranularity,
	f func(id debug.WaveID) (debug.Stop, error)) (stop debug.Stop, err error) {
	line := func() (string, int) {
		w, err := s.session.Wave(id)
		if err != nil {
			return "", 0
		}
		pc, _ := w.Position()
		l, _ := s.session.Source.Line(pc)
		return l.File, l.Line
	}
	file, at := line()
	for range maxLine {
		stop, err = f(id)
		if err != nil || stop.Reason != debug.Stepped || g == "instruction" || at == 0 {
			return stop, err
		}
		if w, err := s.session.Wave(id); err != nil || s.session.CanStep(w) != nil {
			return stop, nil
		}
		if now, n := line(); n != 0 && (now != file || n != at) {
			return stop, nil
		}
	}
	return stop, nil
}

// clear removes breakpoints.
func (s *server) clear(numbers []int) {
	for _, n := range numbers {
		_ = s.session.Delete(n) // one that stops once has gone by itself
		delete(s.logs, n)
	}
}

// add adds a breakpoint at a place, and says what became of it.
func (s *server) add(where, condition, hit, log string) dap.Breakpoint {
	ignore := 0
	if hit != "" {
		n, err := strconv.Atoi(strings.TrimSpace(hit))
		if err != nil || n < 1 {
			return dap.Breakpoint{Message: fmt.Sprintf("hit condition %q: want a number, at which time it stops", hit)}
		}
		ignore = n - 1
	}
	b, err := s.session.Break(where, condition)
	if err != nil {
		return dap.Breakpoint{Message: err.Error()}
	}
	b.Ignore = ignore
	if log != "" {
		s.logs[b.Number] = log
	}
	x := dap.Breakpoint{Id: b.Number, Verified: true}
	if len(b.PCs) > 0 {
		x.InstructionReference = fmt.Sprintf("%#x", b.PCs[0])
		if l, ok := s.session.Source.Line(b.PCs[0]); ok {
			x.Line, x.Source = l.Line, sourceOf(l.File)
		}
	}
	return x
}

// numbers are those of breakpoints that were added.
func numbers(list []dap.Breakpoint) (n []int) {
	for _, b := range list {
		if b.Id != 0 {
			n = append(n, b.Id)
		}
	}
	return n
}

func breakpoints(list []dap.Breakpoint) any {
	if list == nil {
		list = []dap.Breakpoint{}
	}
	return dap.SetBreakpointsResponseBody{Breakpoints: list}
}

func setBreakpoints(s *server, m *dap.SetBreakpointsRequest) (any, error) {
	path := m.Arguments.Source.Path
	key := path
	if m.Arguments.Source.SourceReference != 0 {
		key = listing
	}
	s.clear(s.source[key])
	var list []dap.Breakpoint
	for _, b := range m.Arguments.Breakpoints {
		where := fmt.Sprintf("%s:%d", path, b.Line)
		if key == listing {
			all := s.all()
			if b.Line < 1 || b.Line > len(all) {
				list = append(list, dap.Breakpoint{Message: "the listing has no such line"})
				continue
			}
			where = fmt.Sprintf("%#x", all[b.Line-1].PC)
		}
		x := s.add(where, b.Condition, b.HitCondition, b.LogMessage)
		if key == listing {
			x.Line = b.Line
		}
		list = append(list, x)
	}
	s.source[key] = numbers(list)
	return breakpoints(list), nil
}

func setFunctionBreakpoints(s *server, m *dap.SetFunctionBreakpointsRequest) (any, error) {
	s.clear(s.functions)
	var list []dap.Breakpoint
	for _, b := range m.Arguments.Breakpoints {
		list = append(list, s.add(b.Name, b.Condition, b.HitCondition, ""))
	}
	s.functions = numbers(list)
	return breakpoints(list), nil
}

func setInstructionBreakpoints(s *server, m *dap.SetInstructionBreakpointsRequest) (any, error) {
	s.clear(s.insts)
	var list []dap.Breakpoint
	for _, b := range m.Arguments.Breakpoints {
		at, err := strconv.ParseUint(b.InstructionReference, 0, 64)
		if err != nil {
			list = append(list, dap.Breakpoint{
				Message: fmt.Sprintf("%q is no address of an instruction", b.InstructionReference)})
			continue
		}
		list = append(list, s.add(fmt.Sprintf("%#x", at+uint64(b.Offset)), b.Condition, b.HitCondition, ""))
	}
	s.insts = numbers(list)
	return breakpoints(list), nil
}

func setExceptionBreakpoints(s *server, m *dap.SetExceptionBreakpointsRequest) (any, error) {
	has := func(name string) bool { return slices.Contains(m.Arguments.Filters, name) }
	s.faults = has(filterFaults)
	switch {
	case has(filterWarnings):
		s.session.StopOn(waitcnt.Warning)
	case has(filterErrors):
		s.session.StopOn(waitcnt.Error)
	default:
		s.session.StopOn(debug.NoFindings)
	}
	return nil, nil
}

func exceptionInfo(s *server, _ *dap.ExceptionInfoRequest) (any, error) {
	body := dap.ExceptionInfoResponseBody{BreakMode: "always"}
	switch {
	case s.last.Fault != nil:
		body.ExceptionId, body.Description = "fault", s.last.Fault.Error()
	case len(s.last.Findings) > 0:
		body.ExceptionId, body.Description = s.last.Findings[0].Rule, findingsText(s.last)
	default:
		return nil, errors.New("it has not stopped for a finding or a fault")
	}
	return body, nil
}

func dataBreakpointInfo(s *server, m *dap.DataBreakpointInfoRequest) (any, error) {
	id, name := s.focus(), m.Arguments.Name
	if h, ok := s.handleOf(m.Arguments.VariablesReference); ok {
		id, name = h.wave, h.nameOf(name)
	}
	p, err := s.session.ParsePlace(id, name)
	if err != nil {
		return dap.DataBreakpointInfoResponseBody{Description: err.Error()}, nil
	}
	return dap.DataBreakpointInfoResponseBody{DataId: fmt.Sprintf("%v|%s", id, p.Name),
		Description: fmt.Sprintf("%s of wave %v", p.Name, id), AccessTypes: []dap.DataBreakpointAccessType{"write"}}, nil
}

func setDataBreakpoints(s *server, m *dap.SetDataBreakpointsRequest) (any, error) {
	s.clear(s.data)
	var list []dap.Breakpoint
	for _, b := range m.Arguments.Breakpoints {
		p, err := s.place(b.DataId)
		switch {
		case err == nil && b.AccessType != "" && b.AccessType != "write":
			err = fmt.Errorf("access %q: only changes are seen", b.AccessType)
		case err == nil && b.Condition != "":
			err = errors.New("a condition is for breakpoints in the code")
		}
		if err != nil {
			list = append(list, dap.Breakpoint{Message: err.Error()})
			continue
		}
		list = append(list, dap.Breakpoint{Id: s.session.Watch(p).Number, Verified: true})
	}
	s.data = numbers(list)
	return breakpoints(list), nil
}

// place finds the place of a data breakpoint.
func (s *server) place(dataID string) (debug.Place, error) {
	var id debug.WaveID
	wave, name, ok := strings.Cut(dataID, "|")
	if ok {
		_, err := fmt.Sscanf(wave, "%d.%d", &id.Group, &id.Wave)
		ok = err == nil
	}
	if !ok {
		return debug.Place{}, fmt.Errorf("%q is no place of a data breakpoint", dataID)
	}
	return s.session.ParsePlace(id, name)
}

func threads(s *server, _ *dap.ThreadsRequest) (any, error) {
	if s.running {
		return dap.ThreadsResponseBody{Threads: slices.Concat([]dap.Thread{}, s.threads)}, nil
	}
	s.threads = nil
	for _, w := range s.session.Waves() {
		id := w.Group().ID
		s.threads = append(s.threads, dap.Thread{Id: threadOf(w),
			Name: fmt.Sprintf("work-group %d,%d,%d wave %d (%v)", id[0], id[1], id[2], w.Num, w.State)})
	}
	return dap.ThreadsResponseBody{Threads: slices.Concat([]dap.Thread{}, s.threads)}, nil
}

// sourceOf names a file.
func sourceOf(file string) *dap.Source {
	path := file
	if abs, err := filepath.Abs(file); err == nil {
		path = abs
	}
	return &dap.Source{Name: filepath.Base(file), Path: path}
}

// listing is the key of breakpoints in the disassembly that stands for a source, and reference its
// number.
const (
	listing   = "\x00listing"
	reference = 1
)

// maxListing bounds the instructions of the listing.
const maxListing = 50_000

// all are the instructions of the listing, a line each.
func (s *server) all() []debug.Instruction {
	return s.session.Source.Disassemble(s.session.Source.Base(), 0, maxListing)
}

func source(s *server, _ *dap.SourceRequest) (any, error) {
	var b strings.Builder
	for _, x := range s.all() {
		label := ""
		if x.Label != "" {
			label = x.Label + ":"
		}
		fmt.Fprintf(&b, "%#06x  %-16s %s\n", x.PC, label, x.Text)
	}
	return dap.SourceResponseBody{Content: b.String()}, nil
}

func stackTrace(s *server, m *dap.StackTraceRequest) (any, error) {
	id := s.wave(m.Arguments.ThreadId)
	w, err := s.session.Wave(id)
	if err != nil {
		return nil, err
	}
	pc, text := w.Position()
	f := dap.StackFrame{Id: threadOf(w), Name: text, Column: 1, InstructionPointerReference: fmt.Sprintf("%#x", pc)}
	if name, off := s.session.Source.Label(pc); name != "" {
		f.Name = name
		if off > 0 {
			f.Name = fmt.Sprintf("%s+%#x", name, off)
		}
	}
	if l, ok := s.session.Source.Line(pc); ok {
		f.Source, f.Line = sourceOf(l.File), l.Line
	} else if i := slices.IndexFunc(s.all(), func(x debug.Instruction) bool { return x.PC == pc }); i >= 0 {
		f.Source, f.Line = &dap.Source{Name: "disassembly", SourceReference: reference}, i+1
	}
	return dap.StackTraceResponseBody{StackFrames: []dap.StackFrame{f}, TotalFrames: 1}, nil
}

func disassemble(s *server, m *dap.DisassembleRequest) (any, error) {
	a := m.Arguments
	at, err := strconv.ParseUint(a.MemoryReference, 0, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is no address", a.MemoryReference)
	}
	if a.InstructionCount < 0 || a.InstructionCount > maxListing ||
		max(a.InstructionOffset, -a.InstructionOffset) > maxListing {
		return nil, fmt.Errorf("%d instructions at %d: at most %d", a.InstructionCount, a.InstructionOffset, maxListing)
	}
	at += uint64(a.Offset)
	before := max(0, -a.InstructionOffset)
	list := s.session.Source.Disassemble(at, before, a.InstructionCount+max(0, a.InstructionOffset))
	if i := slices.IndexFunc(list, func(x debug.Instruction) bool { return x.PC == at }); i >= 0 {
		// The instruction at the address is to be where the client expects it.
		for ; i < before; i++ {
			list = slices.Insert(list, 0, debug.Instruction{Text: "(no code)"})
		}
	}
	list = list[min(len(list), max(0, a.InstructionOffset)):]
	body := dap.DisassembleResponseBody{Instructions: []dap.DisassembledInstruction{}}
	for i := range a.InstructionCount {
		x := debug.Instruction{Text: "(no code)"}
		if i < len(list) {
			x = list[i]
		}
		d := dap.DisassembledInstruction{Address: fmt.Sprintf("%#x", x.PC), Instruction: x.Text, Symbol: x.Label,
			Line: x.Line}
		if len(x.Bytes) > 0 {
			d.InstructionBytes = fmt.Sprintf("% x", x.Bytes)
		}
		if x.File != "" {
			d.Location = sourceOf(x.File)
		}
		body.Instructions = append(body.Instructions, d)
	}
	return body, nil
}

func readMemory(s *server, m *dap.ReadMemoryRequest) (any, error) {
	a := m.Arguments
	if a.Count < 0 || a.Count > debug.MaxBytes {
		return nil, fmt.Errorf("%d bytes: at most %d", a.Count, debug.MaxBytes)
	}
	space, at, ok := strings.Cut(a.MemoryReference, ":")
	if !ok {
		space, at = "mem", a.MemoryReference
	}
	base, err := strconv.ParseUint(at, 0, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is no address of memory", a.MemoryReference)
	}
	base += uint64(a.Offset)
	var data []byte
	for len(data) < a.Count { // as much as there is
		n := min(a.Count-len(data), 64)
		p, err := s.session.ParsePlace(s.focus(), fmt.Sprintf("%s[%d:%d]", space, base+uint64(len(data)), n))
		if err != nil {
			break
		}
		b, err := s.session.Read(p)
		if err != nil {
			break
		}
		data = append(data, b...)
	}
	return dap.ReadMemoryResponseBody{Address: fmt.Sprintf("%#x", base), UnreadableBytes: a.Count - len(data),
		Data: base64.StdEncoding.EncodeToString(data)}, nil
}

func completions(s *server, m *dap.CompletionsRequest) (any, error) {
	c := console.New(s.session, &bytes.Buffer{})
	text := m.Arguments.Text[:min(len(m.Arguments.Text), max(0, m.Arguments.Column-1))]
	body := dap.CompletionsResponseBody{Targets: []dap.CompletionItem{}}
	for _, t := range c.Complete(text) {
		body.Targets = append(body.Targets, dap.CompletionItem{Label: t, Text: t, Start: 0, Length: len(text)})
	}
	return body, nil
}
