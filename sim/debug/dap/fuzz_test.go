package dap

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whatever a client sends, the adapter answers and ends when the client does.
func FuzzServe(f *testing.F) {
	message := func(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }
	begin := message(`{"seq":1,"type":"request","command":"initialize","arguments":{}}`) +
		message(`{"seq":2,"type":"request","command":"launch","arguments":{"program":"`+programs+`race.json"}}`) +
		message(`{"seq":3,"type":"request","command":"configurationDone"}`)
	for _, text := range []string{"", "hello\r\n\r\n", "Content-Length: 3\r\n\r\n{}", message("{}"),
		message(`{"seq":4,"type":"request","command":"stepIn","arguments":{"threadId":2}}`),
		message(`{"seq":4,"type":"request","command":"continue","arguments":{}}`) + message(`{"seq":5,"type":"request","command":"stepBack","arguments":{}}`),
		message(`{"seq":4,"type":"request","command":"evaluate","arguments":{"expression":"who v3[0]","context":"repl"}}`),
		message(`{"seq":4,"type":"request","command":"setBreakpoints","arguments":{"source":{"path":"race.s"},"breakpoints":[{"line":9,"condition":"v3 == 5","hitCondition":"1","logMessage":"{v3}"}]}}`),
		message(`{"seq":4,"type":"request","command":"disassemble","arguments":{"memoryReference":"0","instructionOffset":-9,"instructionCount":20}}`),
		message(`{"seq":4,"type":"request","command":"readMemory","arguments":{"memoryReference":"lds:0","offset":-4,"count":40}}`),
		message(`{"seq":4,"type":"request","command":"scopes","arguments":{"frameId":1}}`) +
			message(`{"seq":5,"type":"request","command":"setVariable","arguments":{"variablesReference":3,"name":"s6","value":"1/0"}}`),
		message(`{"seq":4,"type":"request","command":"dataBreakpointInfo","arguments":{"name":"v3[9]"}}`) +
			message(`{"seq":5,"type":"request","command":"setDataBreakpoints","arguments":{"breakpoints":[{"dataId":"0.1|v3"}]}}`),
		message(`{"seq":4,"type":"request","command":"reverseContinue","arguments":{}}`)} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data, []byte("launch")) {
			return // it may name any file
		}
		done := make(chan error, 1)
		go func() {
			done <- Serve(io.MultiReader(bytes.NewReader([]byte(begin)), bytes.NewReader(data)), io.Discard, opener)
		}()
		select {
		case err := <-done:
			require.NoError(t, err)
		case <-time.After(time.Minute):
			t.Fatal("it hangs")
		}
	})
}
