package rpc_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/debug/rpc"
)

var update = flag.Bool("update", false, "rewrite docs/serve.schema.json")

// talk sends lines and returns the answers.
func talk(t testing.TB, lines ...string) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	s := &rpc.Server{Version: "test"}
	s.Options.MaxInsts = 10000
	require.NoError(t, s.Serve(strings.NewReader(strings.Join(lines, "\n")), &out))
	var list []map[string]any
	for line := range strings.Lines(out.String()) {
		m := map[string]any{}
		if strings.HasPrefix(line, "[") {
			var batch []map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &batch), "%s", line)
			list = append(list, batch...)
			continue
		}
		require.NoError(t, json.Unmarshal([]byte(line), &m), "%s", line)
		require.Equal(t, "2.0", m["jsonrpc"])
		list = append(list, m)
	}
	return list
}

// The requests and codes of the examples of jsonrpc.org/specification, section 7.
func TestAnswersAreThoseOfTheSpecification(t *testing.T) {
	code := func(m map[string]any) any {
		require.Nil(t, m["id"])
		return m["error"].(map[string]any)["code"]
	}
	for _, c := range []struct {
		line  string
		codes []any
	}{
		{`{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]`, []any{-32700.0}},
		{`{"jsonrpc": "2.0", "method": 1, "params": "bar"}`, []any{-32600.0}},
		{`[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]`, []any{-32700.0}},
		{`[]`, []any{-32600.0}},
		{`[1]`, []any{-32600.0}},
		{`[1,2,3]`, []any{-32600.0, -32600.0, -32600.0}},
		{`[{"jsonrpc": "2.0", "method": "hello"}]`, nil},
		{`{"jsonrpc": "2.0", "method": "hello"}`, nil},
	} {
		var codes []any
		for _, m := range talk(t, c.line) {
			codes = append(codes, code(m))
		}
		require.Equal(t, c.codes, codes, c.line)
	}
	list := talk(t, `{"jsonrpc": "2.0", "method": "foobar", "id": "1"}`, `{"jsonrpc": "2.0", "method": "hello", "id": 7}`,
		`[{"jsonrpc": "2.0", "method": "hello", "id": "a"}, {"foo": "boo"}, {"jsonrpc": "2.0", "method": "hello", "params": {"x": 1}, "id": "5"}]`)
	require.Len(t, list, 5)
	require.Equal(t, "1", list[0]["id"])
	require.Equal(t, -32601.0, list[0]["error"].(map[string]any)["code"])
	require.Equal(t, 7.0, list[1]["id"])
	require.Equal(t, "gcnsim", list[1]["result"].(map[string]any)["name"])
	require.Equal(t, "a", list[2]["id"])
	require.Equal(t, -32600.0, list[3]["error"].(map[string]any)["code"])
	require.Equal(t, -32602.0, list[4]["error"].(map[string]any)["code"], "no parameter is unknown")
}

func TestThePublishedSchemaIsThatOfTheServer(t *testing.T) {
	const path = "../../../docs/serve.schema.json"
	got, err := rpc.Schema()
	require.NoError(t, err)
	got = append(got, '\n')
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "go test ./sim/debug/rpc -run Schema -update")
}

// Each method answers a request without parameters: with a result or an error, and nothing crashes.
func TestEachMethodAnswersWithoutParameters(t *testing.T) {
	list := talk(t, `{"jsonrpc":"2.0","id":1,"method":"methods"}`)
	for _, m := range list[0]["result"].([]any) {
		name := m.(map[string]any)["name"].(string)
		if name == "shutdown" {
			continue
		}
		answers := talk(t, `{"jsonrpc":"2.0","id":1,"method":"`+name+`"}`, `{"jsonrpc":"2.0","id":2,"method":"hello"}`)
		require.Len(t, answers, 2, name)
		require.Equal(t, 1.0, answers[0]["id"], name)
		require.NotNil(t, answers[1]["result"], name)
	}
}

// Requests with parameters of the right kinds are answered in any order and at any place of a
// program, and the session still serves afterwards. The schema says which parameters there are.
func TestRequestsInAnyOrderAreAnswered(t *testing.T) {
	var document struct {
		Methods []struct {
			Name   string
			Params []struct{ Name string }
		}
	}
	text, err := rpc.Schema()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &document))
	values := map[string][]any{
		"group": {0, 1}, "wave": {0, 1, 2}, "count": {1, 3, 1 << 62}, "before": {0, 2, 1 << 62}, "over": {true}, "any": {true, false},
		"where": {"loop", "0x4", "nowhere"}, "if": {"s1 == 1", "v1 > 2", "s1 =="}, "once": {true, true, false}, "number": {1, 2, 9},
		"place": {"v1", "v2[3]", "s1", "exec", "lds[0:4]", "lds[4:8]", "mode", "pc", "v300"}, "format": {"f32", "hex"},
		"data": {"AAAAAA==", "BwAAAAAAAAA="}, "expression": {"v1 + 1", "lane", "("}, "tick": {0, 5, 12, 1 << 40}, "severity": {"warning", "x"},
		"name": {"a", "b"}, "pc": {"0x0", "0x8", "0xffffffffffffffff"}, "text": {"s_nop 0"}, "gpu": {"gfx900"},
	}
	request := func(id int, method string, params map[string]any) string {
		line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
		require.NoError(t, err)
		return string(line)
	}
	open := request(0, "open", map[string]any{
		"launch": json.RawMessage(`{"gpu": "gfx900", "launches": [
			{"entry": 0, "grid": [128], "group": [128], "dynamic_lds": 64, "registers": {"s1": "3"}}]}`),
		"text": "loop:\nv_add_f32 v1, v0, v0\nds_write_b32 v0, v1\ns_waitcnt 0\ns_barrier\ns_sub_u32 s1, s1, 1\n" +
			"s_cmp_lg_u32 s1, 0\ns_cbranch_scc1 loop\ns_endpgm",
	})
	r := rand.New(rand.NewPCG(1, 2))
	answered := map[string]int{}
	for range 40 {
		lines, names := []string{open}, []string{"open"}
		for len(lines) < 60 {
			m := document.Methods[r.IntN(len(document.Methods))]
			if m.Name == "shutdown" || m.Name == "run" || m.Name == "open" || m.Name == "close" {
				continue
			}
			params := map[string]any{}
			for _, p := range m.Params {
				if list := values[p.Name]; p.Name == "session" {
					params[p.Name] = 1
				} else if len(list) > 0 && r.IntN(3) > 0 {
					params[p.Name] = list[r.IntN(len(list))]
				}
			}
			lines, names = append(lines, request(len(lines), m.Name, params)), append(names, m.Name)
		}
		at := 0
		for _, a := range talk(t, lines...) {
			if a["method"] != nil { // a notification
				continue
			}
			require.EqualValues(t, at, a["id"], lines[at])
			if a["result"] != nil {
				answered[names[at]]++
			}
			at++
		}
		require.Len(t, lines, at)
	}
	for _, m := range document.Methods {
		if m.Name != "shutdown" && m.Name != "run" && m.Name != "close" {
			require.NotZero(t, answered[m.Name], m.Name)
		}
	}
}

// A garbage line gets an error, and the session behind it goes on.
func FuzzServe(f *testing.F) {
	const open = `{"jsonrpc":"2.0","id":1,"method":"open","params":{"text":"v_mov_b32 v1, 3\nl:\ns_branch l","gpu":"gfx900"}}`
	f.Add(`{"jsonrpc":"2.0","id":2,"method":"read","params":{"session":1,"place":"v1[0:3]","format":"u32"}}`)
	f.Add(`{"jsonrpc":"2.0","id":2,"method":"until","params":{"session":1,"if":"v1 == 3"}}`)
	f.Add(`{"jsonrpc":"2.0","id":2,"method":"write","params":{"session":1,"place":"exec","data":"AAAAAAAAAAA="}}`)
	f.Add(`{"jsonrpc":"2.0","id":2,"method":"disassemble","params":{"session":1,"pc":"0x4","before":3,"count":7}}`)
	f.Add(`{"jsonrpc":"2.0","id":2,"method":"goto","params":{"session":1,"tick":5}}`)
	f.Add(`[{"jsonrpc":"2.0","id":2,"method":"assemble","params":{"text":"s_nop 0","gpu":"fiji"}},7]`)
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") || strings.Contains(line, "shutdown") || strings.Contains(line, "close") ||
			strings.Contains(line, "launch_file") || strings.Contains(line, `\u`) {
			t.Skip() // one request that does not end the session, and no files
		}
		begin := time.Now()
		answers := talk(t, open, line, `{"jsonrpc":"2.0","id":3,"method":"waves","params":{"session":1}}`)
		last := answers[len(answers)-1]
		require.Equal(t, 3.0, last["id"])
		require.NotNil(t, last["result"])
		require.Less(t, time.Since(begin), time.Minute)
	})
}
