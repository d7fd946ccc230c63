package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
)

// A defect of the simulator ends a command like a fault, with a stack for those who ask.
func TestADefectHasTheStatusOfAFault(t *testing.T) {
	defect := &sim.Fault{PC: 8, Inst: "v_nop", Lane: -1, Err: &sim.DefectError{Value: "broken", Stack: []byte("goroutine 1\n")}}
	for _, err := range []error{defect, defect.Err, fmt.Errorf("launch: %w", defect)} {
		var e *exit
		require.ErrorAs(t, new(program).runError(err), &e)
		require.Equal(t, exitFailed, e.status)
		for variable, want := range map[string]string{"": "GCNSIM_STACK=1", "1": "goroutine 1\n"} {
			t.Setenv(stackVariable, variable)
			var b strings.Builder
			printStack(&b, e)
			require.Contains(t, b.String(), want)
		}
	}
	var b strings.Builder
	printStack(&b, usage("something else"))
	require.Empty(t, b.String())
}
