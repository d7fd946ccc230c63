package dap

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/gcnsim/gcnsim/sim/debug"
)

// Opener begins a session, as the arguments of a launch request want it.
type Opener func(args json.RawMessage) (*debug.Session, error)

// Serve talks to one client until it disconnects or its messages end. The error is that of the
// connection.
func Serve(r io.Reader, w io.Writer, open Opener) error {
	s := &server{open: open, w: w, in: make(chan received), quit: make(chan struct{}), stops: make(chan stopped),
		logs: map[int]string{}, source: map[string][]int{}}
	go s.read(bufio.NewReader(r))
	defer close(s.quit)
	return s.serve()
}

// maxMessage bounds the length of a message in bytes.
const maxMessage = 16 << 20

// server is the adapter of one client.
type server struct {
	open Opener
	w    io.Writer
	in   chan received
	quit chan struct{}
	seq  int
	lost error // of the connection

	session   *debug.Session
	options   options
	running   bool
	proceeds  bool         // it goes on until something happens, and not for a step
	threads   []dap.Thread // when it last stood still
	stops     chan stopped
	thread    debug.WaveID // of the wave that was asked to go on
	last      debug.Stop
	handles   []handle
	logs      map[int]string   // messages of breakpoints that only say something
	source    map[string][]int // breakpoints by file
	functions []int
	insts     []int
	data      []int
	faults    bool // stop at a fault
}

// options are what a launch request says of the session itself; all else is the opener's.
type options struct {
	StopOnEntry *bool `json:"stopOnEntry"` // default: true
	StopAtEnd   bool  `json:"stopAtEnd"`   // stop when the program has ended, so that one may go back
}

// received is a message, or why there is none.
type received struct {
	message dap.Message
	seq     int // of what cannot be read, 0 where not known
	command string
	err     error
	end     bool // nothing more comes
}

// stopped is the end of something that went on.
type stopped struct {
	stop debug.Stop
	err  error
}

// answer is a response with any body.
type answer struct {
	dap.Response
	Body any `json:"body,omitempty"`
}

// event is an event with any body.
type event struct {
	dap.Event
	Body any `json:"body,omitempty"`
}

// read reads messages until there are no more.
func (s *server) read(r *bufio.Reader) {
	for {
		x := next(r)
		select {
		case s.in <- x:
		case <-s.quit:
			return
		}
		if x.end {
			return
		}
	}
}

// next reads a message. Lines that are no header are passed over, so that a client that has sent
// something else is understood again.
func next(r *bufio.Reader) received {
	length := -1
	for {
		line, err := r.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return received{end: true, err: err}
		}
		name, value, ok := strings.Cut(string(bytes.TrimSpace(line)), ":")
		if ok && strings.EqualFold(strings.TrimSpace(name), "content-length") {
			n, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil || n < 0 || n > maxMessage {
				return received{err: fmt.Errorf("a message of %q bytes: want at most %d", strings.TrimSpace(value), maxMessage)}
			}
			length = n
		}
		if len(bytes.TrimSpace(line)) == 0 && length >= 0 {
			break
		}
	}
	data := make([]byte, length)
	if _, err := io.ReadFull(r, data); err != nil {
		return received{end: true, err: err}
	}
	m, err := dap.DecodeProtocolMessage(data)
	if err == nil {
		return received{message: m}
	}
	var head struct {
		Seq     int    `json:"seq"`
		Command string `json:"command"`
	}
	_ = json.Unmarshal(data, &head) // as much of it as can be read
	return received{err: err, seq: head.Seq, command: head.Command}
}

// errDone ends the server.
var errDone = errors.New("done")

// serve handles messages and stops until the client has gone.
func (s *server) serve() error {
	defer func() {
		if s.running {
			s.session.Interrupt()
			<-s.stops
		}
		if s.session != nil {
			s.session.Close()
		}
	}()
	for s.lost == nil {
		select {
		case x := <-s.stops:
			s.running = false
			s.report(x)
		case x := <-s.in:
			switch {
			case x.end && (errors.Is(x.err, io.EOF) || errors.Is(x.err, io.ErrUnexpectedEOF)):
				return nil
			case x.end:
				return x.err
			case x.err != nil:
				s.fail(x.seq, x.command, x.err)
			default:
				if errors.Is(s.handle(x.message), errDone) {
					return nil
				}
			}
		}
	}
	return s.lost
}

func (s *server) send(m dap.Message) {
	if err := dap.WriteProtocolMessage(s.w, m); err != nil && s.lost == nil {
		s.lost = err
	}
}

func (s *server) number() int {
	s.seq++
	return s.seq
}

// fail answers a request with an error.
func (s *server) fail(seq int, command string, err error) {
	s.send(&dap.ErrorResponse{
		Response: dap.Response{ProtocolMessage: dap.ProtocolMessage{Seq: s.number(), Type: "response"}, RequestSeq: seq,
			Command: command, Message: err.Error()},
		Body: dap.ErrorResponseBody{Error: &dap.ErrorMessage{Id: 1, Format: "{text}", ShowUser: true,
			Variables: map[string]string{"text": err.Error()}}},
	})
}

func (s *server) event(name string, body any) {
	s.send(&event{dap.Event{ProtocolMessage: dap.ProtocolMessage{Seq: s.number(), Type: "event"}, Event: name}, body})
}

// output shows text in the client's console.
func (s *server) output(category, text string) {
	if text != "" {
		s.event("output", dap.OutputEventBody{Category: category, Output: text})
	}
}

// handle answers a request.
func (s *server) handle(m dap.Message) error {
	r, ok := m.(dap.RequestMessage)
	if !ok {
		return nil // responses and events of the client
	}
	q := r.GetRequest()
	h, ok := handlers[q.Command]
	if !ok {
		s.fail(q.Seq, q.Command, fmt.Errorf("%s is not supported", q.Command))
		return nil
	}
	if h.session && s.session == nil {
		s.fail(q.Seq, q.Command, errors.New("nothing has been launched"))
		return nil
	}
	paused := false
	if h.still && s.running {
		s.session.Interrupt()
		x := <-s.stops
		s.running = false
		if x.err != nil || x.stop.Reason != debug.Interrupted || !s.proceeds {
			s.report(x) // something else has stopped it meanwhile
		} else {
			paused = true
		}
	}
	body, err := h.run(s, m)
	if err != nil && !errors.Is(err, errDone) {
		s.fail(q.Seq, q.Command, err)
	} else {
		s.send(&answer{dap.Response{ProtocolMessage: dap.ProtocolMessage{Seq: s.number(), Type: "response"},
			RequestSeq: q.Seq, Success: true, Command: q.Command}, body})
	}
	switch {
	case h.after != nil && err == nil:
		h.after(s, m)
	case paused:
		s.proceed(s.thread)
	}
	return err
}

// proceed lets the program go on until something to stop for happens.
func (s *server) proceed(id debug.WaveID) {
	s.goOn(id, func() (debug.Stop, error) { return s.session.Continue(), nil })
	s.proceeds = true
}

// goOn lets the program go on, on a goroutine of its own, for as long as f does.
func (s *server) goOn(id debug.WaveID, f func() (debug.Stop, error)) {
	s.running, s.thread, s.handles, s.proceeds = true, id, nil, false
	go func() {
		stop, err := f()
		s.stops <- stopped{stop, err}
	}()
}

// report tells the client that the program has stopped.
func (s *server) report(x stopped) {
	stop := x.stop
	if x.err != nil {
		s.output("stderr", x.err.Error()+"\n")
		s.tell(dap.StoppedEventBody{Reason: "pause", Text: x.err.Error()}, debug.Stop{Wave: s.session.Focus()})
		return
	}
	for _, r := range stop.Returned {
		s.output("console", fmt.Sprintf("returned: %#x %s, of wave %v\n", r.PC, r.Inst, r.Wave))
	}
	for _, f := range stop.Findings {
		s.output("important", fmt.Sprintf("%v: %s at %#x %s: %s\n", f.Severity, f.Rule, uint64(f.PC), f.Instruction,
			f.Message))
	}
	body := dap.StoppedEventBody{}
	switch stop.Reason {
	case debug.AtBreak:
		if s.logged(stop) {
			s.proceed(s.thread)
			return
		}
		body.Reason = "breakpoint"
		for _, b := range stop.Points {
			body.HitBreakpointIds = append(body.HitBreakpointIds, b.Number)
		}
	case debug.Watched:
		body.Reason = "data breakpoint"
		var lines []string
		for _, c := range stop.Changes {
			body.HitBreakpointIds = append(body.HitBreakpointIds, c.Watch.Number)
			lines = append(lines, fmt.Sprintf("%s has changed, by %s", c.Watch.Place.Name, c.By))
		}
		body.Text = strings.Join(lines, "\n")
		s.output("console", body.Text+"\n")
	case debug.OnFinding:
		body.Reason, body.Description = "exception", "Finding"
		body.Text = findingsText(stop)
	case debug.OnFault:
		s.output("stderr", stop.Fault.Error()+"\n")
		if !s.faults {
			s.ended(3)
			return
		}
		body.Reason, body.Description, body.Text = "exception", "Fault", stop.Fault.Error()
	case debug.Interrupted:
		body.Reason = "pause"
	case debug.AtStart:
		body.Reason, body.Text = "entry", "this is the first instruction"
	case debug.Ended:
		s.atEnd(stop)
		return
	default:
		body.Reason = "step"
	}
	s.tell(body, stop)
}

// tell tells the client of a stop.
func (s *server) tell(body dap.StoppedEventBody, stop debug.Stop) {
	s.last, s.handles = stop, nil
	body.AllThreadsStopped = true
	if w := s.session.Focus(); w != nil {
		body.ThreadId = threadOf(w)
	}
	s.event("stopped", body)
}

// findingsText is what was found, for the client.
func findingsText(stop debug.Stop) string {
	var lines []string
	for _, f := range stop.Findings {
		lines = append(lines, fmt.Sprintf("%s: %s", f.Rule, f.Message))
	}
	return strings.Join(lines, "\n")
}

// logged says what the breakpoints say, and reports whether all of them only say something.
func (s *server) logged(stop debug.Stop) bool {
	for _, b := range stop.Points {
		if _, ok := s.logs[b.Number]; !ok {
			return false
		}
	}
	for _, b := range stop.Points {
		s.output("console", s.interpolate(s.logs[b.Number])+"\n")
	}
	return true
}

// interpolate replaces {expression} by its value.
func (s *server) interpolate(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		inner, after, ok := strings.Cut(rest, "}")
		if !ok {
			b.WriteString("{" + rest)
			return b.String()
		}
		v, err := s.value(s.focus(), inner)
		if err != nil {
			v = err.Error()
		}
		b.WriteString(v)
		text = after
	}
}

// atEnd tells the client that the program has ended.
func (s *server) atEnd(stop debug.Stop) {
	if stop.Err != nil {
		s.output("stderr", stop.Err.Error()+"\n")
		s.ended(2)
		return
	}
	status := 0
	if out := s.session.Outcome(); out != nil {
		for i := range out.Unmet {
			status = 1
			s.output("stderr", "unmet: "+out.Unmet[i].Details()+"\n")
		}
	}
	s.output("console", fmt.Sprintf("the program has ended, after %d instructions\n", s.session.Tick()))
	if s.options.StopAtEnd {
		s.tell(dap.StoppedEventBody{Reason: "pause", Description: "The program has ended"}, stop)
		return
	}
	s.ended(status)
}

func (s *server) ended(status int) {
	s.event("exited", dap.ExitedEventBody{ExitCode: status})
	s.event("terminated", nil)
}
