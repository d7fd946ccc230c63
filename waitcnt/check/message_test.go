package check_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// Errata P-11 has the messages by generation; 10 is LLVM's MSG_GET_DOORBELL. Both checkers report
// the others, whatever the bits beside the number.
func TestMessagesThatAGenerationDoesNotHave(t *testing.T) {
	has := map[isa.Gen][]int{
		isa.GCN10: {1, 2, 3, 15}, isa.GCN11: {1, 2, 3, 15}, isa.GCN12: {1, 2, 3, 4, 15},
		isa.GCN14: {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15},
	}
	for _, g := range isa.Gens() {
		for id := range 16 {
			for _, rest := range []int{0, 0x10, 0x200} {
				for _, name := range []string{"s_sendmsg", "s_sendmsghalt"} {
					text := fmt.Sprintf("s_mov_b32 m0, 0\ns_nop 0\n%s %#x\ns_waitcnt lgkmcnt(0)\ns_endpgm", name, id|rest)
					var want []string
					known := false
					for _, n := range has[g] {
						known = known || n == id
					}
					if !known {
						want = []string{"warning message-unknown 0x8"}
					}
					require.Equal(t, want, findings(t, g, text, check.Options{}), "%v: %s", g, text)
					if name == "s_sendmsghalt" {
						continue // the wave would halt
					}
					m := simtest.New(t, g, simtest.Options(sim.Options{Check: true}))
					m.Asm(text)
					require.NoError(t, m.Run())
					var got []string
					for _, f := range m.Findings() {
						require.Equal(t, waitcnt.Operand, f.Kind)
						got = append(got, fmt.Sprintf("%v %s %v", f.Severity, f.Rule, f.PC))
					}
					require.Equal(t, want, got, "%v: %s", g, text)
					require.Len(t, m.State().Messages, 1, "it is sent all the same")
				}
			}
		}
	}
}
