//go:build !race

// Work-groups of the simulated program race, and so their plain accesses do on the host: see the
// package's page.

package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// A panic in the simulator, wherever code executes, is a fault at the wave and instruction that
// were executing, the same for any number of workers, and what was there before the launch still
// works.
func TestADefectOfTheSimulatorIsAFault(t *testing.T) {
	var gpu chip.Chip
	for _, c := range chip.All() {
		if c.Target.Gen == isa.GCN14 {
			gpu = c
			break
		}
	}
	with := map[string]sim.Options{
		"one worker":    {Workers: 1},
		"eight workers": {Workers: 8},
		"checked":       {Workers: 2, Check: true},
		"counted":       {Workers: 2, Count: true, Keep: true},
		"traced":        {Hooks: &sim.Hooks{Inst: func(*sim.Wave, *isa.Inst, uint64) {}}},
		"clock":         {Workers: 1, Timing: &sim.TimingOptions{Chip: gpu}},
		"clock on two":  {Workers: 2, Timing: &sim.TimingOptions{Chip: gpu}},
	}
	for _, name := range []string{"v_add_u32", "v_xor_b32", "global_load_dword", "s_barrier", "global_store_dword"} {
		for how, opts := range with {
			opts.Host = "go" // the defect is in an executor
			t.Run(name+"/"+how, func(t *testing.T) {
				p := engine.Defective(t, name, 12)
				if opts.Timing != nil && name == "global_store_dword" {
					p = engine.Defective(t, name, 0)
				}
				d := sim.NewDevice(isa.GCN14)
				rg, err := d.Mem.Map("heap", 0x10000, 4096)
				require.NoError(t, err)
				v := make([][isa.Lanes]uint32, 10)
				for l := range v[8] {
					v[8][l] = uint32(rg.Base) + 4*uint32(l)
				}
				launch := &sim.Launch{Prog: p, Entry: p.Base, Grid: [3]uint32{20 * 128, 1, 1}, Group: [3]uint32{128, 1, 1},
					Scratch: 64, Options: opts, Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: v}}}
				res, err := d.Run(launch)
				require.NoError(t, err)
				f := res.Fault
				require.NotNil(t, f)
				require.ErrorIs(t, f, sim.ErrDefect)
				var defect *sim.DefectError
				require.ErrorAs(t, f, &defect)
				require.Contains(t, string(defect.Stack), "Defective")
				require.Contains(t, f.Error(), "please report it")
				require.Equal(t, 1, f.Wave)
				in, err := p.Inst(f.PC + p.Bias)
				require.NoError(t, err)
				require.Equal(t, name, in.Form.Desc.Name)
				require.Equal(t, in.String(), f.Inst)
				if opts.Timing == nil {
					require.Equal(t, [3]uint32{5, 0, 0}, f.Group)
				}
				require.GreaterOrEqual(t, f.Group[0], uint32(5))

				launch.Prog = engine.Defective(t, name, 1<<40)
				launch.Entry = launch.Prog.Base
				res, err = d.Run(launch)
				require.NoError(t, err)
				require.Nil(t, res.Fault)
			})
		}
	}
}

// A session, which its caller steps, ends in the same way.
func TestADefectEndsASession(t *testing.T) {
	p := engine.Defective(t, "v_add_u32", 0)
	engine.Panicking(p, "v_add_u32")
	for _, run := range []func(s *sim.Session) (*sim.Result, error){
		func(s *sim.Session) (*sim.Result, error) { return s.Run() },
		func(s *sim.Session) (*sim.Result, error) {
			for s.Step(0) {
			}
			return s.Run()
		},
	} {
		s, err := sim.NewDevice(isa.GCN14).Begin(&sim.Launch{Prog: p, Entry: p.Base, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}})
		require.NoError(t, err)
		res, err := run(s)
		require.NoError(t, err)
		require.ErrorIs(t, res.Fault, sim.ErrDefect)
		require.Equal(t, uint64(0x1004), res.Fault.PC)
	}
}

// An exploration is over: its runs would mean nothing.
func TestADefectEndsAnExploration(t *testing.T) {
	p := engine.Defective(t, "v_xor_b32", 0)
	_, err := sim.Explore(sim.Exploring{}, sim.Options{Host: "go"}, func(o sim.Options) (*sim.Explored, error) {
		d := sim.NewDevice(isa.GCN14)
		_, err := d.Mem.Map("heap", 0, 4096)
		require.NoError(t, err)
		res, err := d.Run(&sim.Launch{Prog: p, Entry: p.Base, Grid: [3]uint32{6 * 128, 1, 1}, Group: [3]uint32{128, 1, 1}, Options: o})
		return &sim.Explored{Device: d, Launches: []*sim.Result{res}}, err
	})
	require.ErrorIs(t, err, sim.ErrDefect)
}
