package rpc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
)

// Codes of errors (jsonrpc.org, "Error object"); codeFailed is the server's own.
const (
	codeParse   = -32700
	codeRequest = -32600
	codeMethod  = -32601
	codeParams  = -32602
	codeFailed  = -32000
)

// maxLine bounds a message, bytes: texts and buffers are in it.
const maxLine = 256 << 20

// maxSessions bounds the sessions that are open at the same time.
const maxSessions = 256

// Server serves one client.
type Server struct {
	Version string      // of the program, for "hello"
	Options sim.Options // limits, and the context: what is not said in a request

	out      *bufio.Writer
	sessions map[int]*debug.Session
	next     int
	mu       sync.Mutex // of running
	running  map[int]*debug.Session
	done     bool
}

// request is a message of the client.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// response is the answer; one of Result and Error.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// event is what the server says unasked.
type event struct {
	Version string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// Serve answers the messages of in, one a line, until they end or the client sends "shutdown". The
// error is that of reading or writing; what a client does wrong is told to it.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	s.out, s.sessions, s.running = bufio.NewWriter(out), map[int]*debug.Session{}, map[int]*debug.Session{}
	defer func() {
		for _, x := range s.sessions {
			x.Close()
		}
	}()
	lines, quit := make(chan line), make(chan struct{})
	defer close(quit)
	go s.read(bufio.NewReader(in), lines, quit)
	for l := range lines {
		if l.err != nil {
			return l.err
		}
		if err := s.answer(l); err != nil || s.done {
			return err
		}
	}
	return nil
}

// line is a message, or why there is none.
type line struct {
	text []byte
	long bool
	err  error
}

// read reads lines. "interrupt" is done at once, as the program that it stops keeps the server busy.
func (s *Server) read(in *bufio.Reader, lines chan<- line, quit <-chan struct{}) {
	defer close(lines)
	for {
		var l line
		for {
			part, err := in.ReadSlice('\n')
			if len(l.text)+len(part) > maxLine {
				l.text, l.long = nil, true
			}
			if !l.long {
				l.text = append(l.text, part...)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && !errors.Is(err, io.EOF) {
				l.err = err
			}
			if err != nil && len(l.text) == 0 && !l.long && l.err == nil {
				return
			}
			break
		}
		if bytes.Contains(l.text, []byte(`"interrupt"`)) {
			s.interrupt(l.text)
		}
		select {
		case lines <- l:
		case <-quit:
			return
		}
		if l.err != nil {
			return
		}
	}
}

// interrupt stops the session that an interrupt names, where it runs.
func (s *Server) interrupt(text []byte) {
	var r request
	var p struct{ Session int }
	if json.Unmarshal(text, &r) != nil || r.Method != "interrupt" || json.Unmarshal(r.Params, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.running[p.Session]; x != nil {
		x.Interrupt()
	}
}

// answer answers a line: a request or a list of them.
func (s *Server) answer(l line) error {
	text := bytes.TrimSpace(l.text)
	switch {
	case l.long:
		return s.send(failed(nil, &rpcError{codeRequest, fmt.Sprintf("a message has at most %d bytes", maxLine)}))
	case len(text) == 0:
		return nil
	case text[0] != '[':
		if r := s.call(text); r != nil {
			return s.send(r)
		}
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return s.send(failed(nil, &rpcError{codeParse, err.Error()}))
	}
	if len(list) == 0 {
		return s.send(failed(nil, &rpcError{codeRequest, "the list of requests is empty"}))
	}
	var answers []*response
	for _, x := range list {
		if r := s.call(x); r != nil {
			answers = append(answers, r)
		}
	}
	if answers == nil {
		return nil
	}
	return s.send(answers)
}

func failed(id json.RawMessage, err *rpcError) *response {
	if id == nil {
		id = json.RawMessage("null")
	}
	return &response{Version: "2.0", ID: id, Error: err}
}

// call executes a request; nil where it wants no answer.
func (s *Server) call(text []byte) *response {
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		code := codeParse
		if json.Valid(text) {
			code = codeRequest
		}
		return failed(nil, &rpcError{code, err.Error()})
	}
	if r.Version != "2.0" || r.Method == "" {
		return failed(r.ID, &rpcError{codeRequest, `a request has "jsonrpc": "2.0" and a "method"`})
	}
	m := find(r.Method)
	if m == nil {
		return failed(r.ID, &rpcError{codeMethod, fmt.Sprintf("there is no method %q; \"methods\" lists them", r.Method)})
	}
	result, err := m.call(s, r.Params)
	if r.ID == nil {
		return nil
	}
	if err != nil {
		var e *rpcError
		if !errors.As(err, &e) {
			e = &rpcError{codeFailed, err.Error()}
		}
		return failed(r.ID, e)
	}
	return &response{Version: "2.0", ID: r.ID, Result: result}
}

// send writes a message.
func (s *Server) send(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := s.out.Write(append(b, '\n')); err != nil {
		return err
	}
	return s.out.Flush()
}

// tell tells the client something unasked.
func (s *Server) tell(params any) error { return s.send(event{"2.0", "event", params}) }

// session is an open one.
func (s *Server) session(n int) (*debug.Session, error) {
	if x := s.sessions[n]; x != nil {
		return x, nil
	}
	return nil, &rpcError{codeParams, fmt.Sprintf("there is no session %d", n)}
}

// run lets a session go on, and an interrupt stop it meanwhile.
func (s *Server) run(n int, x *debug.Session, goOn func() (debug.Stop, error)) (*Stopped, error) {
	s.mu.Lock()
	s.running[n] = x
	s.mu.Unlock()
	stop, err := goOn()
	s.mu.Lock()
	delete(s.running, n)
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if stop.Err != nil {
		return nil, stop.Err
	}
	for i := range stop.Findings {
		if err := s.tell(Event{Session: n, Event: "finding", Finding: &stop.Findings[i]}); err != nil {
			return nil, err
		}
	}
	return stopped(x, &stop), nil
}
