package dyncheck_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Private memory of 64 bytes a work-item, 4 KiB a wave, is accessed in a loop, and then behind the wave's part. s[0:3]
// is its resource, s8 where the wave's part begins, s9 how far behind that the last round accesses. The wave whose part
// begins at s11 has no neighbour there.
func TestAccessesToAnotherWavesPrivateMemoryAreFound(t *testing.T) {
	for name, access := range map[string]string{
		"store": "buffer_store_dword v1, off, s[0:3], s10",
		"load":  "buffer_load_dword v2, off, s[0:3], s10",
		// Dword 15 is the last one of a work-item.
		"lanes": "buffer_store_dword v1, v3, s[0:3], s8 offen",
		"bytes": "buffer_store_byte v1, off, s[0:3], s10 offset:3",
	} {
		for past, lanes := range map[int]string{0: "", 3840: "", 4032: "0xffffffffffff0000", 4096: "0xffffffffffffffff", -4096: "0xffffffffffffffff"} {
			if name == "lanes" && past != 0 && past != 4096 {
				continue
			}
			edge := uint32(0)
			if past > 0 {
				edge = 4 * 4096
			}
			testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
				p, err := asm.Code(g, fmt.Sprintf(`
	s_cmp_eq_u32 s8, s11
	s_cbranch_scc1 end
	s_movk_i32 s12, 200
	s_mov_b32 s10, s8
again:
	v_mov_b32 v3, s13
	%s
	s_waitcnt vmcnt(0)
	s_sub_u32 s12, s12, 1
	s_cmp_eq_u32 s12, 1
	s_cselect_b32 s10, s9, 0
	s_cselect_b32 s13, s14, 0
	s_add_u32 s10, s10, s8
	s_cmp_eq_u32 s12, 0
	s_cbranch_scc0 again
end:
	s_endpgm`, access))
				require.NoError(t, err)
				prog, err := sim.NewProgram(g, 0x1000, p.Code)
				require.NoError(t, err)
				for _, host := range []string{"go", "auto"} {
					for n := range 3 { // the first ones in Go
						d := sim.NewDevice(g)
						resource, offset := abi.PrivateSegmentBuffer, abi.ScratchWaveOffset
						r, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x1000, Scratch: 64, Grid: [3]uint32{5 * 64, 1, 1},
							Group: [3]uint32{64, 1, 1}, Options: sim.Options{Check: true, Host: host, Workers: 1},
							Registers: []sim.RegInit{{Code: 0, Role: &resource}, {Code: 8, Role: &offset}, {Code: 9, Scalar: []uint32{uint32(past)}},
								{Code: 11, Scalar: []uint32{edge}},
								{Code: 13, Scalar: []uint32{0, uint32(past / 64)}}, {Code: isa.CodeVGPR, Vector: make([][isa.Lanes]uint32, 4)}}})
						require.NoError(t, err)
						name := fmt.Sprintf("%s %d %s %d %v", name, past, host, n, r.Findings)
						require.Nil(t, r.Fault, name)
						if lanes == "" {
							require.Empty(t, r.Findings, name)
							continue
						}
						require.Len(t, r.Findings, 1, name)
						f := r.Findings[0]
						require.Equal(t, waitcnt.RulePrivate, f.Rule, name)
						require.Equal(t, waitcnt.Error, f.Severity, name)
						require.Equal(t, lanes, f.Lanes, name)
						require.Contains(t, f.Message, "64 bytes a work-item", name)
					}
				}
			})
		}
	}
}
