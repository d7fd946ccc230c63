package dap

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

const programs = "../../../testdata/debug/"

// opener opens the launch file that "program" names.
func opener(args json.RawMessage) (*debug.Session, error) {
	var a struct {
		Program string
		Timing  bool
	}
	if err := json.Unmarshal(args, &a); err != nil {
		return nil, err
	}
	f, err := launch.Load(a.Program)
	if err != nil {
		return nil, err
	}
	o, raw, err := run.Code(f)
	if err != nil {
		return nil, err
	}
	opts := sim.Options{Check: !a.Timing}
	if a.Timing {
		c, err := chip.Lookup("vega10")
		if err != nil {
			return nil, err
		}
		opts.Timing = &sim.TimingOptions{Chip: c}
	}
	return debug.Open(debug.Config{File: f, Object: o, Raw: raw, Options: opts})
}

// client is an editor: it writes and reads messages with go-dap's codec.
type client struct {
	t      *testing.T
	conn   net.Conn
	r      *bufio.Reader
	seq    int
	events []dap.EventMessage
	done   chan error
}

func connect(t *testing.T) *client {
	ours, theirs := net.Pipe()
	c := &client{t: t, conn: ours, r: bufio.NewReader(ours), done: make(chan error, 1)}
	go func() {
		c.done <- Serve(theirs, theirs, opener)
		theirs.Close()
	}()
	require.NoError(t, ours.SetDeadline(time.Now().Add(time.Minute)))
	t.Cleanup(func() { ours.Close() })
	return c
}

// read reads the next message.
func (c *client) read() dap.Message {
	c.t.Helper()
	m, err := dap.ReadProtocolMessage(c.r)
	require.NoError(c.t, err)
	if e, ok := m.(dap.EventMessage); ok {
		c.events = append(c.events, e)
	}
	return m
}

// try sends a request and waits for its answer.
func (c *client) try(command string, args any) dap.Message {
	c.t.Helper()
	c.seq++
	m := map[string]any{"seq": c.seq, "type": "request", "command": command}
	if args != nil {
		m["arguments"] = args
	}
	data, err := json.Marshal(m)
	require.NoError(c.t, err)
	require.NoError(c.t, dap.WriteBaseMessage(c.conn, data))
	for {
		m := c.read()
		if r, ok := m.(dap.ResponseMessage); ok && r.GetResponse().RequestSeq == c.seq {
			return m
		}
	}
}

// ask sends a request that must succeed, and returns its answer.
func ask[M dap.Message](c *client, command string, args any) M {
	c.t.Helper()
	m := c.try(command, args)
	if e, ok := m.(*dap.ErrorResponse); ok {
		c.t.Fatalf("%s: %s", command, e.Message)
	}
	x, ok := m.(M)
	require.True(c.t, ok, "%T", m)
	return x
}

// fails sends a request that must fail, and returns the message.
func (c *client) fails(command string, args any) string {
	c.t.Helper()
	e, ok := c.try(command, args).(*dap.ErrorResponse)
	require.True(c.t, ok, "%s must fail", command)
	return e.Message
}

// wait returns the next event of a kind, and forgets the events before it.
func wait[E dap.EventMessage](c *client) E {
	c.t.Helper()
	for {
		for i, e := range c.events {
			if x, ok := e.(E); ok {
				c.events = c.events[i+1:]
				return x
			}
		}
		c.read()
	}
}

// begin launches a program, and lets it stop at its entry.
func begin(t *testing.T, name string, timing bool, filters ...string) *client {
	c := connect(t)
	require.True(t, ask[*dap.InitializeResponse](c, "initialize", map[string]any{"adapterID": "gcnsim"}).Body.SupportsStepBack)
	ask[*dap.LaunchResponse](c, "launch", map[string]any{"program": filepath.Join(programs, name+".json"), "timing": timing, "stopAtEnd": true})
	wait[*dap.InitializedEvent](c)
	ask[*dap.SetExceptionBreakpointsResponse](c, "setExceptionBreakpoints", map[string]any{"filters": filters})
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", nil)
	require.Equal(t, "entry", wait[*dap.StoppedEvent](c).Body.Reason)
	return c
}

// goes sends a request that lets the program go on, and returns the stop that follows.
func (c *client) goes(command string, thread int) dap.StoppedEventBody {
	c.t.Helper()
	m := c.try(command, map[string]any{"threadId": thread})
	_, failed := m.(*dap.ErrorResponse)
	require.False(c.t, failed, "%s: %v", command, m)
	return wait[*dap.StoppedEvent](c).Body
}

// line is where a thread is.
func (c *client) line(thread int) int {
	c.t.Helper()
	frames := ask[*dap.StackTraceResponse](c, "stackTrace", map[string]any{"threadId": thread}).Body.StackFrames
	require.Len(c.t, frames, 1)
	return frames[0].Line
}

// value evaluates an expression.
func (c *client) value(text string) string {
	c.t.Helper()
	return ask[*dap.EvaluateResponse](c, "evaluate", map[string]any{"expression": text, "context": "watch"}).Body.Result
}

// typed executes a command in the editor's console.
func (c *client) typed(text string) string {
	c.t.Helper()
	return ask[*dap.EvaluateResponse](c, "evaluate", map[string]any{"expression": text, "context": "repl"}).Body.Result
}

// scope lists the variables of a scope by name.
func (c *client) scope(thread int, name string) map[string]dap.Variable {
	c.t.Helper()
	for _, x := range ask[*dap.ScopesResponse](c, "scopes", map[string]any{"frameId": thread}).Body.Scopes {
		if x.Name == name {
			return c.variables(x.VariablesReference)
		}
	}
	c.t.Fatalf("no scope %s", name)
	return nil
}

func (c *client) variables(reference int) map[string]dap.Variable {
	c.t.Helper()
	list := map[string]dap.Variable{}
	for _, v := range ask[*dap.VariablesResponse](c, "variables", map[string]any{"variablesReference": reference}).Body.Variables {
		list[v.Name] = v
	}
	return list
}

// output is the text that the program has shown since the last event that a test waited for.
func (c *client) output() string {
	var b strings.Builder
	for _, e := range c.events {
		if o, ok := e.(*dap.OutputEvent); ok {
			b.WriteString(o.Body.Output)
		}
	}
	return b.String()
}

// A wrong result leads back to the instruction that reads the wrong lane.
func TestFindsAWrongLane(t *testing.T) {
	c := begin(t, "lane", false, "findings", "faults")
	require.Equal(t, "The program has ended", c.goes("continue", 1).Description)
	require.Equal(t, "000001ae", c.value("out[0:4]"), "430, should be 400")
	require.Contains(t, c.typed("who out[0:4]"), "global_store_dword v1, v2, s[2:3], in lane 0")
	require.Contains(t, c.typed("who s4"), "v_readlane_b32 s4, v2, 1")
	// Back to where s4 is written: the first element is 100, and 110 is read.
	file := ask[*dap.StackTraceResponse](c, "stackTrace", map[string]any{"threadId": 1}).Body.StackFrames[0].Source.Path
	set := ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", map[string]any{"source": map[string]any{"path": file},
		"breakpoints": []any{map[string]any{"line": 6}, map[string]any{"line": 8}}}).Body.Breakpoints
	require.True(t, set[0].Verified)
	require.False(t, set[1].Verified, "a label is no instruction")
	require.Contains(t, set[1].Message, "line 8")
	stop := c.goes("reverseContinue", 1)
	require.Equal(t, "breakpoint", stop.Reason)
	require.Equal(t, []int{set[0].Id}, stop.HitBreakpointIds)
	require.Equal(t, 6, c.line(1))
	require.Equal(t, "100", c.value("u32(v2[0])")[:3])
	v2 := c.scope(1, "Vector registers")["v2"]
	require.Contains(t, c.variables(v2.VariablesReference)["[1]"].Value, "110")
	c.goes("next", 1)
	require.Equal(t, 7, c.line(1))
	require.Contains(t, c.scope(1, "Scalar registers")["s4"].Value, "  110  ")
	c.goes("stepBack", 1)
	require.Equal(t, 6, c.line(1))
}

// The stop at a finding leads to the wait that is too weak.
func TestFindsAMissingWait(t *testing.T) {
	c := begin(t, "wait", false, "findings")
	stop := c.goes("continue", 1)
	require.Equal(t, "exception", stop.Reason)
	require.Contains(t, stop.Text, "race-raw")
	info := ask[*dap.ExceptionInfoResponse](c, "exceptionInfo", map[string]any{"threadId": 1}).Body
	require.Equal(t, "race-raw", info.ExceptionId)
	require.Contains(t, info.Description, "have vmcnt(1) at 0x14, need vmcnt(0)")
	c.goes("stepBack", 1)
	require.Equal(t, 7, c.line(1))
	ops := c.scope(1, "Outstanding")
	require.Len(t, ops, 1)
	require.Contains(t, ops["operation 1"].Value, "global_load_dword v3, v1, s[2:3] at 0xc, holds vmcnt, writes v3")
	c.goes("stepBack", 1)
	require.Equal(t, 6, c.line(1), "the wait")
	require.Len(t, c.scope(1, "Outstanding"), 2)
}

// A bounds finding leads to the descriptor, and a data breakpoint to the instruction that makes it.
func TestFindsAWrongDescriptor(t *testing.T) {
	c := begin(t, "descriptor", false, "warnings")
	info := ask[*dap.DataBreakpointInfoResponse](c, "dataBreakpointInfo", map[string]any{"name": "s6"}).Body
	set := ask[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", map[string]any{"breakpoints": []any{
		map[string]any{"dataId": info.DataId, "accessType": "write"}, map[string]any{"dataId": "x"}}}).Body.Breakpoints
	require.True(t, set[0].Verified)
	require.False(t, set[1].Verified)
	stop := c.goes("continue", 1)
	require.Equal(t, "data breakpoint", stop.Reason)
	require.Contains(t, stop.Text, "s_movk_i32 s6, 0x40")
	stop = c.goes("continue", 1)
	require.Equal(t, "exception", stop.Reason)
	require.Contains(t, stop.Text, "48 of 64 lanes are outside the buffer")
	require.Contains(t, c.typed("descriptor s[4:7]"), "num_records 0x40")
	stop = c.goes("reverseContinue", 1)
	require.Equal(t, "data breakpoint", stop.Reason)
	require.Equal(t, 6, c.line(1))
	// It is right with 256 bytes.
	c.goes("next", 1)
	scalars := ask[*dap.ScopesResponse](c, "scopes", map[string]any{"frameId": 1}).Body.Scopes[2]
	require.Equal(t, "Scalar registers", scalars.Name)
	c.variables(scalars.VariablesReference)
	require.Equal(t, "00000100", ask[*dap.SetVariableResponse](c, "setVariable",
		map[string]any{"variablesReference": scalars.VariablesReference, "name": "s6", "value": "256"}).Body.Value)
	stop = c.goes("continue", 1)
	require.Equal(t, "The program has ended", stop.Description)
	require.NotContains(t, c.output(), "unmet")
	data, err := base64.StdEncoding.DecodeString(ask[*dap.ReadMemoryResponse](c, "readMemory",
		map[string]any{"memoryReference": c.buffer("out"), "count": 300}).Body.Data)
	require.NoError(t, err)
	require.Len(t, data, 256, "as much as there is")
	for i := range 64 {
		require.EqualValues(t, i+1, data[4*i])
	}
}

// buffer is the address of a buffer.
func (c *client) buffer(name string) string {
	c.t.Helper()
	return c.scope(1, "Memory")[name].MemoryReference
}

// A race between waves: when wave 1 alone steps until it has written, the result is right.
func TestFindsARaceBetweenWaves(t *testing.T) {
	c := begin(t, "race", false, "findings")
	stop := c.goes("continue", 1)
	require.Equal(t, "exception", stop.Reason)
	require.Contains(t, stop.Text, "lds-race: wave 1 writes LDS bytes 0x0-0x3, which wave 0 reads")
	require.Equal(t, 2, stop.ThreadId)
	threads := ask[*dap.ThreadsResponse](c, "threads", nil).Body.Threads
	require.Len(t, threads, 2)
	require.Contains(t, threads[0].Name, "work-group 0,0,0 wave 0 (done)")
	c.goes("stepBack", 2)
	require.Equal(t, 9, c.line(2), "the store")
	// Back before the read of wave 0: this time wave 1 goes first.
	ask[*dap.SetExceptionBreakpointsResponse](c, "setExceptionBreakpoints", map[string]any{"filters": []string{}})
	for c.line(1) != 13 {
		c.goes("stepBack", 1)
	}
	for range 8 {
		c.goes("stepIn", 2)
	}
	require.Equal(t, "0000002a", c.value("lds[0:4]"))
	stop = c.goes("continue", 1)
	require.Equal(t, "The program has ended", stop.Description)
	require.Equal(t, "0000002f", c.value("out[0:4]"), "47 is right")
}

// With a clock the same requests work, and time is that of the chip.
func TestStepsWithAClock(t *testing.T) {
	c := begin(t, "race", true)
	set := ask[*dap.SetInstructionBreakpointsResponse](c, "setInstructionBreakpoints", map[string]any{"breakpoints": []any{
		map[string]any{"instructionReference": "0x18"}, map[string]any{"instructionReference": "junk"}}}).Body.Breakpoints
	require.True(t, set[0].Verified)
	require.False(t, set[1].Verified)
	stop := c.goes("continue", 1)
	require.Equal(t, []int{set[0].Id}, stop.HitBreakpointIds)
	require.Equal(t, 2, stop.ThreadId)
	at := c.scope(2, "Wave")["clock"].Value
	require.NotEqual(t, "0", at)
	c.goes("stepBack", 2)
	c.goes("next", 2)
	require.Equal(t, at, c.scope(2, "Wave")["clock"].Value)
	require.Equal(t, 9, c.line(2))
}

// Function breakpoints, conditions, counts and messages.
func TestBreakpointsOfAllKinds(t *testing.T) {
	c := begin(t, "lane", false)
	set := ask[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", map[string]any{"breakpoints": []any{
		map[string]any{"name": "scale", "condition": "s5 == 2"}, map[string]any{"name": "nowhere"},
		map[string]any{"name": "scale", "condition": "s5 =="}, map[string]any{"name": "scale", "hitCondition": "often"}}}).Body.Breakpoints
	require.True(t, set[0].Verified)
	require.Contains(t, set[1].Message, "there is no label \"nowhere\"")
	require.Contains(t, set[2].Message, "a value is missing before the end")
	require.Contains(t, set[3].Message, "want a number")
	file := ask[*dap.StackTraceResponse](c, "stackTrace", map[string]any{"threadId": 1}).Body.StackFrames[0].Source.Path
	ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", map[string]any{"source": map[string]any{"path": file},
		"breakpoints": []any{map[string]any{"line": 10, "logMessage": "s5 is {s5}, and {nothing}"}}})
	c.goes("continue", 1)
	require.Equal(t, "2", c.value("u32(s5)"))
	stop := c.goes("continue", 1)
	require.Equal(t, "The program has ended", stop.Description)
	require.NotEmpty(t, ask[*dap.DisassembleResponse](c, "disassemble", map[string]any{"memoryReference": "0x0", "instructionOffset": -2,
		"instructionCount": 5}).Body.Instructions[4].Instruction)
	require.Contains(t, ask[*dap.SourceResponse](c, "source", map[string]any{"sourceReference": 1}).Body.Content, "v_readlane_b32 s4, v2, 1")
	require.NotEmpty(t, ask[*dap.CompletionsResponse](c, "completions", map[string]any{"text": "pri", "column": 4}).Body.Targets)
}

// A client that sends garbage, or a request that the protocol does not have, gets an error. It
// keeps its session.
func TestGarbageGetsAnErrorAndTheSessionStays(t *testing.T) {
	c := begin(t, "lane", false)
	bad := func(text string) {
		_, err := io.WriteString(c.conn, text)
		require.NoError(t, err)
	}
	message := func(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }
	for _, text := range []string{message("{"), message("[]"), message(`{"seq": 900, "type": "request", "command": "dance"}`),
		message(`{"seq": 901, "type": "request", "command": "stepIn", "arguments": {"threadId": "one"}}`), message(""),
		"Content-Length: -3\r\n\r\n", "Content-Length: 99999999999\r\n\r\n"} {
		bad(text)
		_, failed := c.read().(*dap.ErrorResponse)
		require.True(t, failed, text)
	}
	bad("hello\r\n\r\n\x00\xff: what\n")
	require.Contains(t, c.fails("launch", map[string]any{"program": "x"}), "already")
	require.Contains(t, c.fails("attach", map[string]any{}), "attach is not supported")
	require.Contains(t, c.fails("variables", map[string]any{"variablesReference": 77}), "there is no variable 77")
	require.Contains(t, c.fails("evaluate", map[string]any{"expression": "v999"}), "v999")
	require.Contains(t, c.fails("evaluate", map[string]any{"expression": "jump", "context": "repl"}), "there is no command")
	require.Contains(t, c.fails("disassemble", map[string]any{"memoryReference": "0x0", "instructionCount": 1 << 30}), "at most")
	require.Contains(t, c.fails("readMemory", map[string]any{"memoryReference": "here", "count": 4}), "no address")
	require.Equal(t, 3, c.line(1))
	c.goes("next", 1)
	require.Equal(t, 4, c.line(1))
	ask[*dap.DisconnectResponse](c, "disconnect", nil)
	require.NoError(t, <-c.done)
}

// An object with line tables has breakpoints on lines of its OpenCL source. It steps from line to
// line, and shows what lanes hold there.
func TestStepsThroughTheLinesOfOpenCL(t *testing.T) {
	c := begin(t, "../source/sum", false, "faults")
	set := ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", map[string]any{"source": map[string]any{"path": "/src/sum.cl"},
		"breakpoints": []any{map[string]any{"line": 24}, map[string]any{"line": 16}}}).Body.Breakpoints
	require.True(t, set[0].Verified, set[0].Message)
	require.False(t, set[1].Verified, "a comment has no instruction")
	stop := c.goes("continue", 1)
	require.Equal(t, "breakpoint", stop.Reason)
	require.Equal(t, []int{set[0].Id}, stop.HitBreakpointIds)
	thread := stop.ThreadId
	frame := ask[*dap.StackTraceResponse](c, "stackTrace", map[string]any{"threadId": thread}).Body.StackFrames[0]
	require.Equal(t, 24, frame.Line)
	require.Equal(t, "sum.cl", filepath.Base(frame.Source.Path))
	require.Len(t, c.variables(c.scope(thread, "Vector registers")["v0"].VariablesReference), 64)
	// Each step ends at another line.
	last := 24
	for range 4 {
		c.typed("delete")
		m := c.try("next", map[string]any{"threadId": thread, "granularity": "line"})
		_, failed := m.(*dap.ErrorResponse)
		require.False(t, failed, "%v", m)
		wait[*dap.StoppedEvent](c)
		now := c.line(thread)
		require.NotEqual(t, last, now)
		last = now
	}
}
