package sim_test

import (
	"context"
	"sync"
	"testing"
	"time"

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

// A launch that its context ends tells of all that still ran, also of work-groups that had no turn.
func TestASurveySeesWhatIsStopped(t *testing.T) {
	p, err := asm.Code(isa.GCN12, "s_nop 0\ntop: s_branch top")
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	fiji, err := chip.Lookup("fiji")
	require.NoError(t, err)
	for _, opts := range []sim.Options{{Workers: 1}, {Workers: 2}, {Deterministic: true}, {Timing: &sim.TimingOptions{Chip: fiji}}} {
		ctx, stop := context.WithCancel(context.Background())
		begun, stopped, all := map[uint32]bool{}, map[uint32]uint64{}, make(chan struct{}, 1)
		s := &sim.Survey{Seen: func(g *sim.Group) {
			pc, _ := g.Waves[0].Position()
			switch {
			case ctx.Err() != nil:
				stopped[g.ID[0]] = pc
			case pc == 0x8004:
				if begun[g.ID[0]] = true; len(begun) == 3 && len(all) == 0 {
					all <- struct{}{}
				}
			}
		}}
		go func() {
			defer stop()
			for {
				s.Ask()
				select {
				case <-all:
					return
				case <-time.After(time.Millisecond):
				}
			}
		}()
		opts.Context, opts.Survey, opts.MaxInsts = ctx, s, 1<<40
		r, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: prog, Grid: [3]uint32{192, 1, 1}, Group: [3]uint32{64, 1, 1}, Options: opts})
		require.NoError(t, err)
		require.ErrorIs(t, r.Fault.Err, context.Canceled)
		require.Equal(t, map[uint32]uint64{0: 0x8004, 1: 0x8004, 2: 0x8004}, stopped, "%+v", opts)
	}
}

// Progress begins with no wave of all, and ends with all. Where a grid ends within a work-group, that
// has fewer.
func TestProgressCountsWaves(t *testing.T) {
	p, err := asm.Code(isa.GCN12, "s_endpgm")
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	fiji, err := chip.Lookup("fiji")
	require.NoError(t, err)
	for _, c := range []struct {
		grid, group [3]uint32
		waves       uint64 // counted by hand
	}{
		{[3]uint32{64, 1, 1}, [3]uint32{64, 1, 1}, 1},
		{[3]uint32{1000, 1, 1}, [3]uint32{256, 1, 1}, 3*4 + 4},
		{[3]uint32{257, 1, 1}, [3]uint32{256, 1, 1}, 4 + 1},
		{[3]uint32{1, 1, 1}, [3]uint32{16, 16, 4}, 1},
		// Four sizes: 16x16, 3x16, 16x5, 3x5.
		{[3]uint32{35, 37, 1}, [3]uint32{16, 16, 1}, 4*4 + 2*1 + 2*2 + 1},
		{[3]uint32{9, 9, 9}, [3]uint32{8, 8, 8}, 8 + 3*1 + 3*1 + 1},
	} {
		for workers := range 4 {
			var told [][2]uint64
			timed := workers == 0
			opts := sim.Options{Workers: max(1, workers), Hooks: &sim.Hooks{Progress: func(done, total uint64) {
				told = append(told, [2]uint64{done, total})
			}}}
			if timed {
				opts.Timing = &sim.TimingOptions{Chip: fiji}
			}
			r, err := sim.NewDevice(isa.GCN12).Run(&sim.Launch{Prog: prog, Grid: c.grid, Group: c.group, Options: opts})
			require.NoError(t, err)
			require.Equal(t, c.waves, r.Waves)
			require.LessOrEqual(t, len(told), 1+int(r.Groups))
			require.Equal(t, [2]uint64{0, c.waves}, told[0])
			require.Equal(t, [2]uint64{c.waves, c.waves}, told[len(told)-1])
			for i := range told[1:] {
				require.Greater(t, told[i+1][0], told[i][0])
			}
		}
	}
}
