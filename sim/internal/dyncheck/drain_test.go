package dyncheck_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// An instruction that waits for everything proves everything complete, for all checks: registers,
// LDS at a barrier, and global memory that other waves read behind it.
func TestWhatDrainsProvesAllComplete(t *testing.T) {
	const (
		lds    = "ds_write_b32 v0, v1\n"
		read   = "ds_read_b32 v4, v0\n"
		trap   = "s_trap 1\n"
		finish = "s_barrier\ns_endpgm\n"
		// The handler goes on behind the s_trap.
		handler = "handler:\ns_add_u32 ttmp0, ttmp0, 4\ns_rfe_b64 ttmp[0:1]\n"
	)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"LDS at a barrier", lds + trap + finish, nil},
		{"LDS at a barrier, nothing drained", lds + finish, []string{waitcnt.RuleBarrierLDS}},
		{"a register", lds + "s_waitcnt lgkmcnt(0)\ns_barrier\n" + read + trap + "v_mov_b32 v5, v4\n" + finish, nil},
		{"a register, nothing drained", lds + "s_waitcnt lgkmcnt(0)\ns_barrier\n" + read + "v_mov_b32 v5, v4\n" + finish,
			[]string{waitcnt.RuleRAW, waitcnt.RuleBarrierLDS}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
				p, err := asm.Code(g, c.text+handler)
				require.NoError(t, err)
				prog, err := sim.NewProgram(g, 0x1000, p.Code)
				require.NoError(t, err)
				rows := make([][isa.Lanes]uint32, 2)
				for l := range uint32(isa.Lanes) {
					rows[0][l], rows[1][l] = 4*l, 7
				}
				r, err := sim.NewDevice(g).Run(&sim.Launch{Prog: prog, Grid: [3]uint32{128, 1, 1}, Group: [3]uint32{128, 1, 1}, LDS: 256,
					TrapHandler: 0x1000 + uint64(p.Labels["handler"]), Options: sim.Options{Check: true},
					Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: rows}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}}})
				require.NoError(t, err)
				require.Nil(t, r.Fault)
				var got []string
				for _, f := range r.Findings {
					if f.Severity >= waitcnt.Warning && f.Rule != waitcnt.RuleLDSRace {
						got = append(got, f.Rule)
					}
				}
				require.ElementsMatch(t, c.want, got)
			})
		})
	}
}
