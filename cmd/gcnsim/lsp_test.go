package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/cmd/gcnsim/internal/lsp"
	"github.com/gcnsim/gcnsim/isa"
)

// editor is a client of gcnsim lsp. It has a reader and a writer of messages of its own.
type editor struct {
	t      testing.TB
	in     io.WriteCloser
	out    *bufio.Reader
	id     int
	notes  []map[string]any // that came while an answer was waited for
	status chan int
}

func newEditor(t testing.TB) *editor {
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	e := &editor{t: t, in: in, out: bufio.NewReader(out), status: make(chan int, 1)}
	go func() {
		e.status <- runCommand([]string{"lsp", "--gpu", "gfx900"}, streams{toServer, fromServer, io.Discard})
		_ = fromServer.Close()
		_ = toServer.Close()
	}()
	return e
}

func (e *editor) raw(text string) {
	e.t.Helper()
	_, err := io.WriteString(e.in, text)
	require.NoError(e.t, err)
}

func (e *editor) send(v any) {
	e.t.Helper()
	data, err := json.Marshal(v)
	require.NoError(e.t, err)
	e.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(data), data))
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	e.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// read reads a message of the server.
func (e *editor) read() map[string]any {
	e.t.Helper()
	length := 0
	for {
		line, err := e.out.ReadString('\n')
		require.NoError(e.t, err)
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		value, ok := strings.CutPrefix(line, "Content-Length: ")
		require.True(e.t, ok, line)
		length, err = strconv.Atoi(value)
		require.NoError(e.t, err)
	}
	data := make([]byte, length)
	_, err := io.ReadFull(e.out, data)
	require.NoError(e.t, err)
	m := map[string]any{}
	require.NoError(e.t, json.Unmarshal(data, &m))
	require.Equal(e.t, "2.0", m["jsonrpc"])
	return m
}

// call makes a request and returns the answer.
func (e *editor) call(method string, params any) map[string]any {
	e.t.Helper()
	e.id++
	e.send(map[string]any{"jsonrpc": "2.0", "id": e.id, "method": method, "params": params})
	for {
		m := e.read()
		if m["id"] == float64(e.id) {
			return m
		}
		e.notes = append(e.notes, m)
	}
}

// result is the result of a request, which has no error.
func (e *editor) result(method string, params any) any {
	e.t.Helper()
	m := e.call(method, params)
	require.NotContains(e.t, m, "error")
	return m["result"]
}

// open opens a document and returns its diagnostics, one a line: "line:from-to severity code message".
func (e *editor) open(uri, text string) []string {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "gcn", "version": 1, "text": text}})
	return e.diagnostics(uri)
}

func (e *editor) diagnostics(uri string) (list []string) {
	e.t.Helper()
	m := e.read()
	require.Equal(e.t, "textDocument/publishDiagnostics", m["method"], "%v", m)
	p := m["params"].(map[string]any)
	require.Equal(e.t, uri, p["uri"])
	for _, x := range p["diagnostics"].([]any) {
		d := x.(map[string]any)
		r := d["range"].(map[string]any)
		at := func(end, of string) any { return r[end].(map[string]any)[of] }
		require.Equal(e.t, at("start", "line"), at("end", "line"))
		code, _ := d["code"].(string)
		list = append(list, strings.Join(strings.Fields(fmt.Sprintf("%v:%v-%v %v %s %s", at("start", "line"), at("start", "character"),
			at("end", "character"), d["severity"], code, d["message"])), " "))
	}
	return list
}

func (e *editor) begin(capabilities map[string]any) map[string]any {
	e.t.Helper()
	r := e.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": capabilities}).(map[string]any)
	e.notify("initialized", map[string]any{})
	return r["capabilities"].(map[string]any)
}

func (e *editor) end(want int) {
	e.t.Helper()
	require.Nil(e.t, e.result("shutdown", nil))
	e.notify("exit", nil)
	select {
	case got := <-e.status:
		require.Equal(e.t, want, got)
	case <-time.After(time.Minute):
		e.t.Fatal("the server has not ended")
	}
}

// place is a position of the text behind the first |, which is taken away.
func at(uri string, line, character int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}}
}

// A session about assembly: mistakes and findings with their ranges, what an instruction does, labels,
// symbols, completion.
func TestLspServesAssembly(t *testing.T) {
	e := newEditor(t)
	require.Equal(t, "utf-16", e.begin(nil)["positionEncoding"])
	const uri = "file:///k/k.s"
	require.Equal(t, []string{
		"1:2-11 1 GCN 1.4 (gfx9) has no instruction v_mov_b33: did you mean v_mov_b32?",
		"2:16-20 1 register index is out of range: there is no s999 on GCN 1.4 (gfx9), the last is s101",
	}, e.open(uri, "start:\n  v_mov_b33 v0, 1\n  s_mov_b32 s0, s999\n  s_endpgm\n")[:2])
	const text = "; gpu: gfx803\nstart:\n  s_load_dword s4, s[0:1], 0x0\n  /* 𝄞 */ s_mov_b32 s5, s4 // ä\n\tS_CBRANCH_SCC0 done\n  s_branch start\ndone:\n  s_endpgm\n.set n, 4\n"
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2},
		"contentChanges": []any{map[string]any{"text": text}}})
	found := e.diagnostics(uri)
	require.Len(t, found, 1)
	require.Contains(t, found[0], "3:2-27 1 race-raw s_mov_b32 reads s4") // 𝄞 has two units
	require.Contains(t, found[0], "insert s_waitcnt lgkmcnt(0) before")

	h := e.result("textDocument/hover", at(uri, 4, 5)).(map[string]any)
	require.Contains(t, h["contents"].(map[string]any)["value"], "s_cbranch_scc0\n  encoding  SOPP 4\n")
	require.Equal(t, map[string]any{"start": map[string]any{"line": 4.0, "character": 1.0}, "end": map[string]any{"line": 4.0, "character": 15.0}}, h["range"])
	require.Nil(t, e.result("textDocument/hover", at(uri, 1, 2)))

	d := e.result("textDocument/definition", at(uri, 4, 17)).(map[string]any)
	require.Equal(t, 6.0, d["range"].(map[string]any)["start"].(map[string]any)["line"])
	require.Nil(t, e.result("textDocument/definition", at(uri, 3, 13)))
	require.Len(t, e.result("textDocument/references", at(uri, 5, 12)), 2)

	var names []any
	for _, x := range e.result("textDocument/documentSymbol", at(uri, 0, 0)).([]any) {
		names = append(names, x.(map[string]any)["name"])
	}
	require.Equal(t, []any{"start", "done", "n"}, names)

	labels := func(params map[string]any) (list []any) {
		for _, x := range e.result("textDocument/completion", params).(map[string]any)["items"].([]any) {
			list = append(list, x.(map[string]any)["label"])
		}
		return list
	}
	require.Contains(t, labels(at(uri, 2, 9)), "s_load_dword") // behind s_load_
	require.NotContains(t, labels(at(uri, 2, 9)), "s_add_u32")
	require.Contains(t, labels(at(uri, 2, 16)), "s101")
	require.NotContains(t, labels(at(uri, 2, 16)), "v1") // behind s
	require.Contains(t, labels(at(uri, 5, 12)), "start") // behind sta
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
	require.Empty(t, e.diagnostics(uri))
	e.end(exitDone)
}

// A session about a .gcn file: its own mistakes, those of its code, findings that nothing expects.
func TestLspServesTests(t *testing.T) {
	e := newEditor(t)
	require.Equal(t, "utf-8", e.begin(map[string]any{"general": map[string]any{"positionEncodings": []string{"utf-8", "utf-16"}}})["positionEncoding"])
	const uri = "file:///k/k.gcn"
	require.Equal(t, []string{`2:2-6 1 "gven" is not known here`}, shorten(e.open(uri, "gpu gfx803\ntest a\n  gven v0 = 1\n")))
	change := func(text string) []string {
		e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2},
			"contentChanges": []any{map[string]any{"text": text}}})
		return e.diagnostics(uri)
	}
	require.Equal(t, []string{"4:4-13 1 GCN 1.2 (gfx8) has no instruction v_mov_b33"},
		shorten(change("gpu gfx803\ntest a\n  given v0 = 1\n  code\n    v_mov_b33 v0, 1\n  expect v0 = 1\n")))
	require.Equal(t, []string{"5:19-21 1 there is no \"lo\" here (test a/gfx803)"},
		shorten(change("gpu gfx803\ntest a\n  given v0 = 1\n  code\n    v_mov_b32 v0, 1\n  expect v0 = v0 + lo\n")))
	const racy = "gpu gfx803\ntest a\n  code\n    s_load_dword s4, s[0:1], 0x0\n    s_mov_b32 s5, s4\n"
	found := change(racy)
	require.Len(t, found, 1)
	require.Contains(t, found[0], "4:4-20 1 race-raw")
	require.Empty(t, change(racy+"  expect finding race-raw\n"))
	const text = "let two = 2\ngpu gfx803\ntest first\n  code\n   again:\n    s_branch again\ntest second\n  given v0 = two\n  code\n   again:\n    s_nop 0\n    s_branch again\n"
	require.Empty(t, change(text))
	symbols := e.result("textDocument/documentSymbol", at(uri, 0, 0)).([]any)
	require.Len(t, symbols, 3)
	require.Equal(t, "first", symbols[1].(map[string]any)["name"])
	require.Equal(t, "again", symbols[2].(map[string]any)["children"].([]any)[0].(map[string]any)["name"])
	line := func(params map[string]any) any {
		return e.result("textDocument/definition", params).(map[string]any)["range"].(map[string]any)["start"].(map[string]any)["line"]
	}
	require.Equal(t, 4.0, line(at(uri, 5, 15))) // each test has its labels
	require.Equal(t, 9.0, line(at(uri, 11, 15)))
	require.Equal(t, 0.0, line(at(uri, 7, 15)))
	value := func(params map[string]any) any {
		return e.result("textDocument/hover", params).(map[string]any)["contents"].(map[string]any)["value"]
	}
	require.Contains(t, value(at(uri, 7, 4)), "given REGISTER [: TYPE] = VALUES")
	require.Contains(t, value(at(uri, 10, 6)), "s_nop")
	items := e.result("textDocument/completion", at(uri, 7, 4)).(map[string]any)["items"].([]any)
	require.Equal(t, "given", items[0].(map[string]any)["label"])
	e.end(exitDone)
}

// shorten cuts messages behind their first clause.
func shorten(list []string) (short []string) {
	for _, s := range list {
		head, rest, _ := strings.Cut(s, " ")
		for _, stop := range []string{": ", ";"} {
			rest, _, _ = strings.Cut(rest, stop)
		}
		short = append(short, head+" "+rest)
	}
	return short
}

// Garbage gets an error, and the session goes on.
func TestLspSurvivesGarbage(t *testing.T) {
	frame := func(s string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(s), s) }
	e := newEditor(t)
	code := func(m map[string]any) any { return m["error"].(map[string]any)["code"] }
	require.Equal(t, -32002.0, code(e.call("textDocument/hover", at("a", 0, 0)))) // before initialize
	e.begin(nil)
	for _, c := range []struct {
		text string
		code float64
	}{
		{"hello\r\n\r\n", -32700},
		{"Content-Length: many\r\n\r\n", -32700},
		{"Content-Length: -1\r\n\r\n", -32700},
		{"Content-Type: x\r\n\r\n", -32700},
		{strings.Repeat("x", 100_000) + "\n\n", -32700},
		{frame("{"), -32700},
		{frame(""), -32700},
		{frame("\x00\xff"), -32700},
		{frame("[]"), -32600},
		{frame("7"), -32600},
		{frame(`{"jsonrpc":"2.0"}`), -32600},
		{frame(`{"id":{},"method":"shutdown"}`), -32600},
		{frame(`{"id":1,"method":"nothing"}`), -32601},
		{frame(`{"id":1,"method":"initialize"}`), -32600},
		{frame(`{"id":1,"method":"textDocument/hover","params":[1]}`), -32602},
		{frame(`{"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"none"}}}`), -32602},
		{frame(`{"method":"textDocument/didOpen","params":{"textDocument":7}}`), -32602},
		{frame(`{"method":"textDocument/didOpen","params":{}}`), -32602},
		{frame(`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"none"}}}`), -32602},
		{frame(`{"method":"textDocument/hover","params":{}}`), -32600},
	} {
		e.raw(c.text)
		require.Equal(t, c.code, code(e.read()), "%.60q", c.text)
	}
	e.raw(frame(`{"id":5,"result":null}`)) // an answer to nothing
	e.notify("$/setTrace", map[string]any{"value": "off"})
	// Places that are not there.
	e.open("file:///a.s", "s_nop 0\n")
	for _, p := range [][2]int{{-1, -1}, {99, 0}, {0, 1 << 40}, {0, -5}} {
		for _, m := range []string{"hover", "definition", "references", "completion"} {
			require.NotContains(t, e.call("textDocument/"+m, at("file:///a.s", p[0], p[1])), "error", "%s %v", m, p)
		}
	}
	// Text that is no program.
	for _, text := range []string{"", "\x00\x01", "\xff\xfe", strings.Repeat("(", 100000), ".macro a\na\n.endm\na\n", "ä: s_branch ä"} {
		e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///a.s"},
			"contentChanges": []any{map[string]any{"text": text}}})
		e.diagnostics("file:///a.s")
		e.open("file:///a.gcn", text)
	}
	e.end(exitDone)

	// A client that goes without a word.
	e = newEditor(t)
	require.NoError(t, e.in.Close())
	require.Equal(t, exitUsage, <-e.status)
}

// FuzzLsp: any stream of bytes, and any text of a document, leaves the server answering.
func FuzzLsp(f *testing.F) {
	f.Add("Content-Length: 2\r\n\r\n{}", "s_nop 0", true)
	f.Add("x\n\nContent-Length: 40\r\n\r\n", "gpu gfx900\ntest a\n code\n  s_nop 0\n", false)
	f.Add("", "test a\n table\n  a b\n  1 2\n code\n  v_mov_b32 v0, {a}\n expect v0 = b", false)
	f.Fuzz(func(t *testing.T, garbage, text string, isText bool) {
		if strings.Contains(text, ".inc") || strings.Contains(text, "code ") { // would read files of this machine
			return
		}
		uri := "file:///none/a.gcn"
		if isText {
			uri = "file:///none/a.s"
		}
		var in strings.Builder
		send := func(method string, id int, params any) {
			m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
			if id > 0 {
				m["id"] = id
			}
			data, err := json.Marshal(m)
			require.NoError(t, err)
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(data), data)
		}
		send("initialize", 1, map[string]any{})
		send("textDocument/didOpen", 0, map[string]any{"textDocument": map[string]any{"uri": uri, "text": text}})
		for i, m := range []string{"hover", "definition", "references", "completion", "documentSymbol"} {
			send("textDocument/"+m, 2+i, at(uri, len(garbage)%5, len(garbage)%9))
		}
		in.WriteString(garbage)
		var out strings.Builder
		_ = lsp.Serve(strings.NewReader(in.String()), &out, lsp.Backend{GPU: isa.GCN14.Target(), Instruction: instructionText, Check: checkAll})
		for id := range 6 {
			require.Contains(t, out.String(), fmt.Sprintf(`"id":%d,"result"`, id+1), "%q", text)
		}
		require.NotContains(t, out.String(), "-32603")
	})
}
