//go:build !race

package dyncheck_test

import (
	"encoding/json"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
)

// The work-groups of this program race on purpose, on the host too: the race detector is kept out
// of it. One that is tested is in memory that all of them store to, load from and change by
// atomics.
func TestRacesOfWorkGroupsAreReportedAlikeInWhateverOrderTheyRun(t *testing.T) {
	const text = `
		buffer_load_dword v4, v0, s[4:7], 0 offen
		buffer_store_dword v1, v0, s[4:7], 0 offen
		s_waitcnt vmcnt(0)
		v_readfirstlane_b32 s12, v4
		buffer_store_short v0, v0, s[4:7], 0 offen offset:1
		buffer_atomic_add v1, v0, s[4:7], 0 offen offset:128
		s_load_dword s13, s[0:1], 0x0
		s_waitcnt vmcnt(0) lgkmcnt(0)
		buffer_store_dword v1, v1, s[4:7], 0 offen offset:255`
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		want := ""
		for _, workers := range []int{1, 2, 4, 7} {
			for range 5 {
				// Without the hooks of checked: they make work-groups run in order.
				list := checked(t, g, text, 2, 16, sim.Options{Workers: workers, Hooks: &sim.Hooks{}}, false)
				var global []any
				for _, f := range list {
					if f.Kind == "global-race" {
						global = append(global, f)
					}
				}
				got, err := json.MarshalIndent(global, "", " ")
				require.NoError(t, err)
				if want == "" {
					want = string(got)
					require.Greater(t, len(global), 6)
				}
				require.Equal(t, want, string(got), "%d workers", workers)
			}
		}
	})
}

// A session that is brought back ends once more, and what it has is left to others once at most.
func TestSessionsThatEndSeveralTimesLeaveNothingTwice(t *testing.T) {
	p, err := asm.Code(isa.GCN12, "buffer_load_dword v4, v0, s[4:7], 0 offen\ns_endpgm")
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	prog, err := d.Load(p.Code)
	require.NoError(t, err)
	s, err := d.Begin(&sim.Launch{Prog: prog, Grid: [3]uint32{256, 1, 1}, Group: [3]uint32{256, 1, 1},
		Options: sim.Options{Check: true}})
	require.NoError(t, err)
	shot, err := s.Snapshot()
	require.NoError(t, err)
	for range 3 {
		_, err = s.Run()
		require.NoError(t, err)
		require.False(t, dyncheck.IdleTwice())
		require.NoError(t, s.Restore(shot))
	}
}

// Work-groups that run on different goroutines race although those of each goroutine do not.
func TestTracksOfWorkersAreCompared(t *testing.T) {
	for text, races := range map[string]int{
		"buffer_store_dword v0, v0, s[4:7], 0 offen":                                                       1,
		"buffer_load_dword v4, v0, s[4:7], 0 offen\nbuffer_store_dword v0, v0, s[4:7], 0 offen offset:128": 1,
		"buffer_load_dword v4, v0, s[4:7], 0 offen\nbuffer_atomic_add v0, v0, s[4:7], 0 offen offset:1024": 0,
	} {
		o := sim.Options{Workers: 1, Hooks: &sim.Hooks{}}
		old := dyncheck.LimitTracks(-1)
		want := checked(t, isa.GCN12, text, 1, 2, o, false)
		dyncheck.LimitTracks(old)
		for range 20 {
			for o.Workers = 1; o.Workers < 5; o.Workers++ {
				got := checked(t, isa.GCN12, text, 1, 2, o, false)
				require.Equal(t, want, got, "%d workers\n%s", o.Workers, text)
				require.GreaterOrEqual(t, len(got), races)
			}
		}
	}
}
