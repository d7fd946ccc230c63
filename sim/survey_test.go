package sim_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// A launch does the same, to the clock, however often somebody asks where its waves are; and those
// that are seen are work-groups that run.
func TestASurveyChangesNothing(t *testing.T) {
	p, err := asm.Code(isa.GCN12, `
		s_mov_b32 s0, 3000
	top:
		ds_add_u32 v0, v1
		v_add_f32 v2, v2, v2
		s_sub_u32 s0, s0, 1
		s_cmp_lg_u32 s0, 0
		s_cbranch_scc1 top
		s_endpgm`)
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	fiji, err := chip.Lookup("fiji")
	require.NoError(t, err)
	for _, timed := range []bool{false, true} {
		run := func(s *sim.Survey) *sim.Result {
			opts := sim.Options{Survey: s, Workers: 2, Count: true}
			if timed {
				opts.Timing = &sim.TimingOptions{Chip: fiji}
			}
			r, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: prog, Grid: [3]uint32{512, 1, 1}, Group: [3]uint32{128, 1, 1}, LDS: 256, Options: opts})
			require.NoError(t, err)
			require.Nil(t, r.Fault)
			return r
		}
		want := run(nil)
		ctx, stop := context.WithCancel(context.Background())
		seen := 0
		s := &sim.Survey{}
		s.Seen = func(g *sim.Group) {
			seen++
			for _, w := range g.Waves {
				pc, text := w.Position()
				in, err := prog.Inst(pc)
				require.NoError(t, err)
				require.Equal(t, in.String(), text)
			}
			s.Ask() // once more at the next turn
		}
		s.Ask()
		var asking sync.WaitGroup
		asking.Go(func() {
			for ctx.Err() == nil {
				s.Ask()
			}
		})
		got := run(s)
		for range 100 { // a busy host may ask too late
			if seen > 0 {
				break
			}
			got = run(s)
		}
		stop()
		asking.Wait()
		require.Positive(t, seen)
		require.Equal(t, want.Counts, got.Counts)
		require.Equal(t, want.Timing, got.Timing)
	}
}

// A launch that its context ends tells of all that still ran.
func TestASurveySeesWhatIsStopped(t *testing.T) {
	p, err := asm.Code(isa.GCN12, "s_nop 0\ntop: s_branch top")
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	places := map[uint32]uint64{}
	s := &sim.Survey{Seen: func(g *sim.Group) { places[g.ID[0]], _ = g.Waves[0].Position() }}
	r, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Options: sim.Options{Context: ctx, Survey: s}})
	require.NoError(t, err)
	require.ErrorIs(t, r.Fault.Err, context.Canceled)
	for _, pc := range places { // none, where it has not begun
		require.EqualValues(t, 0x8004, pc)
	}
}
