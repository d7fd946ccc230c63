package sim_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// FuzzExplore: the orders of return of any program can be tried within bounds, and the order of
// each final state is one that a run takes to an end of the same kind.
func FuzzExplore(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 3))
	for i, g := range isa.Gens() {
		p, err := asm.Code(g, "s_load_dword s4, s[0:1], 0x0\nbuffer_load_dword v4, v0, s[12:15], 0 offen\nds_read_b32 v5, v0\n"+
			"s_waitcnt vmcnt(0)\ns_add_u32 s5, s4, 1\nv_add_f32 v6, v4, v5\ns_endpgm")
		require.NoError(f, err)
		f.Add(uint8(i), p.Code)
		f.Add(uint8(i|4), randomCode(r, g, 20))
	}
	f.Fuzz(func(t *testing.T, gen uint8, code []byte) {
		if len(code) > 256 {
			return
		}
		g := isa.Gens()[gen&3]
		if gen&4 != 0 {
			code = validCode(g, code)
		}
		prog, err := sim.NewProgram(g, codeBase, code)
		if err != nil {
			return
		}
		x := &explored{gen: g, code: code, base: 1 << 33, prog: prog}
		opts := sim.Options{MaxInsts: 60}
		e, err := sim.Explore(sim.Exploring{Window: 3, Runs: 6, Waves: 1}, opts, func(o sim.Options) (*sim.Explored, error) {
			return x.run(1, o)
		})
		require.NoError(t, err)
		require.NotEmpty(t, e.States)
		last := e.States[len(e.States)-1]
		opts.Policy, err = waitcnt.ParsePolicy(last.Order)
		require.NoError(t, err)
		opts.Deterministic = true
		again, err := x.run(1, opts)
		require.NoError(t, err)
		fault := again.Launches[0].Fault
		require.Equal(t, last.Fault != "", fault != nil, "%s: %v", last.Fault, fault)
		var defect *sim.DefectError
		if fault != nil && errors.As(fault, &defect) {
			require.Failf(t, "defect", "%v\n%s", fault, defect.Stack)
		}
	})
}
