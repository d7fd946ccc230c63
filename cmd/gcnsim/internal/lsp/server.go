package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Backend is what the server takes from others.
type Backend struct {
	Version string
	// GPU is what text is for that does not say it.
	GPU isa.Target
	// Instruction describes the instructions of a name, empty where the target has none.
	Instruction func(t isa.Target, name string) string
	// Check looks for missing waits and hazards on all paths of code; raw says that it declares no
	// kernel.
	Check func(o *codeobj.Object, raw bool) ([]waitcnt.Finding, error)
}

// The errors of JSON-RPC and of the protocol that the server gives.
const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	invalidParams  = -32602
	internalError  = -32603
	notInitialized = -32002
)

// rpcError is an error as a response has it.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// server is a session.
type server struct {
	Backend
	out   io.Writer
	docs  map[string]*document
	dirty []string // documents whose diagnostics are not up to date

	initialized, shutdown bool
	utf8                  bool // positions count bytes, else units of UTF-16
	failed                error
}

// message is a request, a notification or a response.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method *string         `json:"method"`
	Params json.RawMessage `json:"params"`
}

// incoming is a message, or what is wrong with it.
type incoming struct {
	data []byte
	err  error
}

// ErrNoShutdown is for a client that ends without saying so.
var ErrNoShutdown = errors.New("the client has ended without a request shutdown")

// Serve serves a client until it ends. The error is one of the streams, or [ErrNoShutdown].
func Serve(in io.Reader, out io.Writer, b Backend) error {
	s := &server{Backend: b, out: out, docs: map[string]*document{}}
	messages := make(chan incoming, 64)
	done := make(chan struct{})
	defer close(done)
	go func() {
		defer close(messages)
		r := bufio.NewReader(in)
		for {
			data, err := readMessage(r)
			select {
			case messages <- incoming{data, err}:
			case <-done:
				return
			}
			if err != nil && !errors.Is(err, errFrame) {
				return
			}
		}
	}()
	for s.failed == nil {
		if len(messages) == 0 && len(s.dirty) > 0 {
			uri := s.dirty[0]
			s.dirty = s.dirty[1:]
			if d := s.docs[uri]; d != nil {
				s.publish(d)
			}
			continue
		}
		m := <-messages
		switch {
		case errors.Is(m.err, errFrame):
			s.respond(nil, nil, &rpcError{parseError, m.err.Error()})
			continue
		case errors.Is(m.err, io.EOF) && s.shutdown:
			return nil
		case m.err != nil:
			return ErrNoShutdown
		}
		if exit := s.handle(m.data); exit {
			if !s.shutdown {
				return ErrNoShutdown
			}
			return nil
		}
	}
	return s.failed
}

// send writes a message.
func (s *server) send(v any) {
	data, err := json.Marshal(v)
	if err == nil {
		err = writeMessage(s.out, data)
	}
	s.failed = errors.Join(s.failed, err)
}

// respond answers a request.
func (s *server) respond(id json.RawMessage, result any, err *rpcError) {
	if id == nil {
		id = json.RawMessage("null")
	}
	if err != nil {
		s.send(struct {
			JSONRPC string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Error   *rpcError       `json:"error"`
		}{"2.0", id, err})
		return
	}
	s.send(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}{"2.0", id, result})
}

func (s *server) notify(method string, params any) {
	s.send(struct {
		JSONRPC string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}{"2.0", method, params})
}

// handle handles a message, and reports whether it ends the session.
func (s *server) handle(data []byte) (exit bool) {
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		var syntax *json.SyntaxError
		code := invalidRequest
		if errors.As(err, &syntax) {
			code = parseError
		}
		s.respond(nil, nil, &rpcError{code, "this is no message: " + err.Error()})
		return false
	}
	isRequest := len(m.ID) > 0 && string(m.ID) != "null"
	if m.Method == nil {
		if !isRequest { // a response, to a request that the server has not made
			s.respond(nil, nil, &rpcError{invalidRequest, "the message has no method"})
		}
		return false
	}
	if isRequest && m.ID[0] != '"' && m.ID[0] != '-' && (m.ID[0] < '0' || m.ID[0] > '9') {
		s.respond(nil, nil, &rpcError{invalidRequest, "an id is a number or a string"})
		return false
	}
	if *m.Method == "exit" {
		return true
	}
	result, err := s.call(*m.Method, m.Params, isRequest)
	var e *rpcError
	switch {
	case err == nil && isRequest:
		s.respond(m.ID, result, nil)
	case err != nil && !isRequest && !errors.As(err, &e):
	case errors.As(err, &e) && (isRequest || e.Code != methodNotFound):
		s.respond(m.ID, nil, e)
	case err != nil && isRequest:
		s.respond(m.ID, nil, &rpcError{internalError, err.Error()})
	}
	return false
}

// method is what the server does for a message.
type method struct {
	request bool
	do      func(s *server, params json.RawMessage) (any, error)
}

// bound is a method with parameters of a type.
func bound[P any](request bool, do func(s *server, p *P) (any, error)) method {
	return method{request, func(s *server, params json.RawMessage) (any, error) {
		p := new(P)
		if len(params) > 0 {
			if err := json.Unmarshal(params, p); err != nil {
				return nil, &rpcError{invalidParams, "params: " + err.Error()}
			}
		}
		return do(s, p)
	}}
}

// methods are those that the server has.
var methods map[string]method

func init() {
	methods = map[string]method{
		"initialize":                  bound(true, (*server).initialize),
		"initialized":                 bound(false, func(*server, *struct{}) (any, error) { return nil, nil }),
		"shutdown":                    bound(true, func(s *server, _ *struct{}) (any, error) { s.shutdown = true; return nil, nil }),
		"textDocument/didOpen":        bound(false, (*server).didOpen),
		"textDocument/didChange":      bound(false, (*server).didChange),
		"textDocument/didClose":       bound(false, (*server).didClose),
		"textDocument/didSave":        bound(false, (*server).didSave),
		"textDocument/hover":          bound(true, (*server).hover),
		"textDocument/definition":     bound(true, (*server).definition),
		"textDocument/references":     bound(true, (*server).references),
		"textDocument/documentSymbol": bound(true, (*server).documentSymbol),
		"textDocument/completion":     bound(true, (*server).completion),
	}
}

// call calls a method.
func (s *server) call(name string, params json.RawMessage, isRequest bool) (result any, err error) {
	m, ok := methods[name]
	switch {
	case !ok:
		return nil, &rpcError{methodNotFound, fmt.Sprintf("there is no method %q", name)}
	case !s.initialized && name != "initialize":
		return nil, &rpcError{notInitialized, "the first request is initialize"}
	case s.shutdown && name != "shutdown":
		return nil, &rpcError{invalidRequest, "the session has been shut down"}
	case m.request && !isRequest:
		return nil, &rpcError{invalidRequest, name + " is a request: it has an id"}
	}
	defer func() {
		if r := recover(); r != nil { // a defect of the server costs the request and not the session
			result, err = nil, &rpcError{internalError, fmt.Sprintf("%s: %v", name, r)}
		}
	}()
	return m.do(s, params)
}

// initializeParams is what the server needs of what a client says of itself.
type initializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
	} `json:"capabilities"`
	Options struct {
		GPU string `json:"gpu"`
	} `json:"initializationOptions"`
}

func (s *server) initialize(p *initializeParams) (any, error) {
	if s.initialized {
		return nil, &rpcError{invalidRequest, "initialize is there already"}
	}
	if p.Options.GPU != "" {
		t, err := isa.FindTarget(p.Options.GPU)
		if err != nil {
			return nil, &rpcError{invalidParams, "initializationOptions.gpu: " + err.Error()}
		}
		s.GPU = t
	}
	encoding := "utf-16"
	for _, e := range p.Capabilities.General.PositionEncodings {
		if e == "utf-8" {
			s.utf8, encoding = true, e
		}
	}
	s.initialized = true
	return map[string]any{
		"capabilities": map[string]any{
			"positionEncoding":       encoding,
			"textDocumentSync":       map[string]any{"openClose": true, "change": 1, "save": true},
			"hoverProvider":          true,
			"definitionProvider":     true,
			"referencesProvider":     true,
			"documentSymbolProvider": true,
			"completionProvider":     map[string]any{"triggerCharacters": []string{"_", "."}},
		},
		"serverInfo": map[string]string{"name": "gcnsim", "version": s.Version},
	}, nil
}

// textDocument names a document.
type textDocument struct {
	URI     string  `json:"uri"`
	Version *int    `json:"version"`
	Text    *string `json:"text"`
}

type openParams struct {
	TextDocument   textDocument `json:"textDocument"`
	ContentChanges []struct {
		Range *struct{} `json:"range"`
		Text  *string   `json:"text"`
	} `json:"contentChanges"`
}

// maxDocuments is the most documents that are open at a time.
const maxDocuments = 10_000

func (s *server) didOpen(p *openParams) (any, error) {
	d := &p.TextDocument
	if d.URI == "" || d.Text == nil {
		return nil, &rpcError{invalidParams, "textDocument has no uri or no text"}
	}
	if len(s.docs) >= maxDocuments {
		return nil, &rpcError{invalidRequest, "too many documents are open"}
	}
	s.set(d.URI, d.Version, *d.Text)
	return nil, nil
}

func (s *server) didChange(p *openParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	for _, c := range p.ContentChanges {
		if c.Range != nil || c.Text == nil {
			return nil, &rpcError{invalidParams, "a change is the whole text, as the server has said"}
		}
		s.set(d.uri, p.TextDocument.Version, *c.Text)
	}
	return nil, nil
}

// set gives a document its text.
func (s *server) set(uri string, version *int, text string) {
	s.docs[uri] = newDocument(uri, version, text, s.GPU)
	s.later(uri)
}

// later asks for the diagnostics of a document.
func (s *server) later(uri string) {
	for _, u := range s.dirty {
		if u == uri {
			return
		}
	}
	s.dirty = append(s.dirty, uri)
}

func (s *server) didSave(p *openParams) (any, error) {
	for uri := range s.docs { // others may include what was saved
		s.later(uri)
	}
	return nil, nil
}

func (s *server) didClose(p *openParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	delete(s.docs, d.uri)
	s.notify("textDocument/publishDiagnostics", map[string]any{"uri": d.uri, "diagnostics": []diagnostic{}})
	return nil, nil
}

func (s *server) document(uri string) (*document, error) {
	d := s.docs[uri]
	if d == nil {
		return nil, &rpcError{invalidParams, fmt.Sprintf("%q is not open", uri)}
	}
	return d, nil
}

// pathOf is the path of a document, or its URI where it is no file.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // a drive
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// positionParams names a place.
type positionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

// position counts lines and characters from 0.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

func (s *server) hover(p *positionParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	line, at := d.offset(p.Position, s.utf8)
	word, from, to := d.word(line, at)
	if word == "" {
		return nil, nil
	}
	text := d.describe(line, word, s.Instruction)
	if text == "" {
		return nil, nil
	}
	return map[string]any{
		"contents": map[string]string{"kind": "markdown", "value": "```\n" + strings.TrimRight(text, "\n") + "\n```"},
		"range":    d.span(line, from, to, s.utf8),
	}, nil
}
