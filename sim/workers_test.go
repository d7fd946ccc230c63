package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// Short work-groups, of which a worker takes several at a time: all run once, the fault of a launch is
// that of the first one that has any, and a launch that is stopped says so.
func TestShortWorkGroupsOfSeveralWorkers(t *testing.T) {
	code, err := asm.Code(isa.GCN12, `
	s_cmp_ge_u32 s2, s3
	s_cbranch_scc0 good
	s_setpc_b64 s[4:5]
good:
	v_add_u32 v0, vcc, s2, v0
	s_endpgm`)
	require.NoError(t, err)
	const groups = 4000
	for workers := 1; workers <= 4; workers++ {
		for _, check := range []bool{false, true} {
			d := sim.NewDevice(isa.GCN12)
			prog, err := d.Load(code.Code)
			require.NoError(t, err)
			run := func(n, bad uint32, ctx context.Context) *sim.Result {
				group := abi.WorkGroupIDX
				r, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{n * 64, 1, 1}, Group: [3]uint32{64, 1, 1},
					Registers: []sim.RegInit{{Code: 2, Role: &group}, {Code: 3, Scalar: []uint32{bad, 1, 0}}},
					Options:   sim.Options{Workers: workers, Check: check, Context: ctx}})
				require.NoError(t, err)
				return r
			}
			r := run(groups, groups, nil)
			require.Nil(t, r.Fault)
			require.EqualValues(t, groups, r.Waves)
			require.EqualValues(t, 4*groups, r.Insts)
			for _, bad := range []uint32{0, 1, 37, groups / 2, groups - 1} {
				r := run(groups, bad, nil)
				require.NotNil(t, r.Fault)
				require.Equal(t, bad, r.Fault.Group[0], "%d workers", workers)
				require.GreaterOrEqual(t, r.Waves, uint64(bad)+1)
			}
			ctx, stop := context.WithCancel(context.Background())
			time.AfterFunc(3*time.Millisecond, stop)
			const many = 1 << 24
			r = run(many, many, ctx)
			require.NotNil(t, r.Fault)
			require.ErrorIs(t, r.Fault.Err, context.Canceled)
			require.Less(t, r.Waves, uint64(many))
			require.LessOrEqual(t, uint64(r.Fault.Group[0]), r.Waves)
		}
	}
}

// A long work-group is put aside for others, and another worker may go on with it, when the first one has
// ended: what it executes there counts, too.
func TestExecutionsOfWorkGroupsThatChangeTheirWorkerCount(t *testing.T) {
	code, err := asm.Code(isa.GCN12, `
	s_lshl_b32 s3, s2, 17
	s_add_u32 s3, s3, 0xb0000
again:
	s_sub_u32 s3, s3, 1
	s_cmp_lg_u32 s3, 0
	s_cbranch_scc1 again
	s_endpgm`)
	require.NoError(t, err)
	for range 12 {
		d := sim.NewDevice(isa.GCN12)
		prog, err := d.Load(code.Code)
		require.NoError(t, err)
		group := abi.WorkGroupIDX
		r, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{5 * 64, 1, 1}, Group: [3]uint32{64, 1, 1},
			Registers: []sim.RegInit{{Code: 2, Role: &group}},
			Options:   sim.Options{Workers: 2, Count: true, CountHost: true}})
		require.NoError(t, err)
		require.Nil(t, r.Fault)
		total := uint64(0)
		for _, n := range r.Counts {
			total += n
		}
		require.Equal(t, r.Insts, total)
	}
}
