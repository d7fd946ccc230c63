//go:build !race

package dyncheck_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Work-groups 2 and 299 store to the same bytes. When the second one does, on whatever worker, nobody has a
// copy of what the first one stored. Whether that was something else is known all the same.
func TestStoresWithoutCopiesAreCompared(t *testing.T) {
	const groups = 300
	for name, second := range map[string]string{
		"buffer":      "buffer_store_dword v21, v0, s[4:7], s12 offen",
		"half":        "buffer_store_short v21, v0, s[4:7], s12 offen",
		"bytes":       "buffer_store_byte v21, v1, s[4:7], s12 offen",
		"more":        "buffer_store_dwordx4 v[21:24], v25, s[4:7], s12 offen",
		"some lanes":  "s_mov_b64 exec, 0xf0\nbuffer_store_dword v21, v0, s[4:7], s12 offen",
		"flat":        "v_add_u32 v2, vcc, s0, v0\nv_add_u32 v2, vcc, s12, v2\nv_mov_b32 v3, 0\nflat_store_dword v[2:3], v21",
		"flat halves": "v_add_u32 v2, vcc, s0, v0\nv_add_u32 v2, vcc, s12, v2\nv_mov_b32 v3, 0\nflat_store_short v[2:3], v21",
	} {
		for value, severity := range map[uint32]waitcnt.Severity{0x07070707: waitcnt.Warning, 0x08080808: waitcnt.Error} {
			p, err := asm.Code(isa.GCN12, fmt.Sprintf(`
	v_mov_b32 v20, 0x07070707
	v_mov_b32 v21, 0x%x
	v_mov_b32 v22, v21
	v_mov_b32 v23, v21
	v_mov_b32 v24, v21
	v_lshlrev_b32 v25, 4, v1
	s_lshl_b32 s11, s9, 8
	s_mov_b32 s12, 0x38000
	buffer_store_dword v0, v0, s[4:7], s11 offen
	s_cmp_eq_u32 s9, 2
	s_cbranch_scc1 first
	s_cmp_eq_u32 s9, %d
	s_cbranch_scc1 second
	s_waitcnt vmcnt(0)
	s_endpgm
first:
	buffer_store_dword v20, v0, s[4:7], s12 offen
	s_waitcnt vmcnt(0)
	s_endpgm
second:
	%s
	s_waitcnt vmcnt(0)
	s_endpgm`, value, groups-1, second))
			require.NoError(t, err)
			prog, err := sim.NewProgram(isa.GCN12, 0x1000, p.Code)
			require.NoError(t, err)
			for range 4 { // the first ones in Go
				for workers := 1; workers <= 3; workers++ {
					list := raceRun(t, prog, 1, groups, sim.Options{Workers: workers}).Findings
					require.Len(t, list, 1, "%s, %d workers", name, workers)
					require.Equal(t, waitcnt.RuleGlobalRace, list[0].Rule)
					require.Equal(t, severity, list[0].Severity, "%s, %d workers: %v", name, workers, list[0])
				}
			}
		}
	}
}
