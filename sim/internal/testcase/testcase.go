// Package testcase has what the tests of the simulator's parts share.
package testcase

import (
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/stretchr/testify/require"
)

// EachGen runs a test in every generation of a set.
func EachGen(t *testing.T, gens isa.Gen, run func(t *testing.T, g isa.Gen)) {
	for _, g := range isa.Gens() {
		if gens.Has(g) {
			t.Run(strings.Trim(strings.Fields(g.String())[2], "()"), func(t *testing.T) { run(t, g) })
		}
	}
}

// FirstChip is a chip of a generation.
func FirstChip(t testing.TB, g isa.Gen) chip.Chip {
	t.Helper()
	for _, c := range chip.All() {
		if c.Target.Gen == g {
			return c
		}
	}
	require.Failf(t, "no chip", "%v", g)
	return chip.Chip{}
}

// Sums checks that every clock of every wave has one reason.
func Sums(t testing.TB, r *sim.Result) {
	t.Helper()
	tm := r.Timing
	require.Equal(t, tm.WaveCycles, tm.Stalls.Total())
	var insts, waves sim.Stalls
	issues, spent := uint64(0), uint64(0)
	for i := range tm.Insts {
		x := &tm.Insts[i]
		issues += x.Issues
		require.LessOrEqual(t, x.Exposed, x.Latency, "%#x", x.PC)
		for s, n := range x.Stalls {
			insts[s] += n
		}
	}
	require.Equal(t, tm.Stalls, insts)
	require.Equal(t, r.Insts, issues)
	for i := range tm.Waves {
		w := &tm.Waves[i]
		require.Equal(t, w.End-w.Start, w.Stalls.Total(), "%v", w)
		require.LessOrEqual(t, w.End, tm.Cycles)
		spent += w.End - w.Start
		for s, n := range w.Stalls {
			waves[s] += n
		}
	}
	if tm.Waves != nil {
		require.Equal(t, tm.WaveCycles, spent)
		require.Equal(t, tm.Stalls, waves)
	}
}

// Policies are those that a test of results goes through.
var Policies = []waitcnt.Policy{waitcnt.Late{}, waitcnt.Asap{}, &waitcnt.Random{Seed: 1}}
