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

// Errata M-8: GCN 1.2 takes the offset of scalar stores from M0 or an immediate. Both checkers report other registers
// there; the store uses them all the same.
func TestScalarStoresTakeTheirOffsetFromM0(t *testing.T) {
	for _, g := range []isa.Gen{isa.GCN12, isa.GCN14} {
		for _, c := range []struct {
			store string
			bad   bool
			word  int
		}{
			{"s_store_dword s5, s[2:3], s7", true, 3}, {"s_store_dword s5, s[2:3], m0", false, 1}, {"s_store_dword s5, s[2:3], 0x8", false, 2},
			{"s_buffer_store_dword s5, s[8:11], s7", true, 3}, {"s_buffer_store_dword s5, s[8:11], m0", false, 1},
		} {
			text := "s_mov_b32 m0, 4\ns_mov_b32 s7, 12\ns_nop 3\n" + c.store + "\ns_dcache_wb\ns_waitcnt lgkmcnt(0)\ns_endpgm"
			var want []string
			if c.bad && g == isa.GCN12 {
				want = []string{"warning scalar-store-offset 0xc"}
			}
			require.Equal(t, want, findings(t, g, text, check.Options{}), "%v: %s", g, c.store)
			m := simtest.New(t, g, simtest.Options(sim.Options{Check: true}))
			m.Asm(text)
			b := m.Buffer(16)
			m.Set("s[2:3]", b).Set("s[8:11]", b).Set("s5", 9)
			require.NoError(t, m.Run())
			var got []string
			for _, f := range m.Findings() {
				require.Equal(t, waitcnt.Operand, f.Kind)
				got = append(got, fmt.Sprintf("%v %s %v", f.Severity, f.Rule, f.PC))
			}
			require.Equal(t, want, got, "%v: %s", g, c.store)
			require.EqualValues(t, 9, b.U32s()[c.word])
		}
	}
}
