package report

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/dump"
)

// timed is a run with nothing but what waves spent their clocks on, and how busy units were.
func timed(stalls sim.Stalls, levels *sim.Levels, units ...sim.UnitTiming) *Run {
	t := &sim.Timing{Stalls: stalls, WaveCycles: stalls.Total(), Units: units}
	r := &Run{Units: units, CUs: 4, UsedCUs: 4}
	r.clocks(t, levels)
	r.limiter = dump.LimiterOf(t)
	return r
}

// What limits a launch is decided by units and reasons, as a dump of the stalls does it; a wait for
// operations is then named by what answered most of it, however many levels share the clocks.
func TestLimits(t *testing.T) {
	of := func(pairs ...any) (s sim.Stalls) {
		for i := 0; i < len(pairs); i += 2 {
			s[pairs[i].(sim.Stall)] = uint64(pairs[i+1].(int))
		}
		return s
	}
	unit := func(name string, part float64) sim.UnitTiming { return sim.UnitTiming{Name: name, Utilisation: part} }
	memory := &sim.Levels{sim.LevelDRAM: 20, sim.LevelL2: 15}
	for _, c := range []struct {
		name   string
		stalls sim.Stalls
		levels *sim.Levels
		units  []sim.UnitTiming
		limit  string
		says   string
	}{
		{"a busy unit", of(sim.StallCounter, 100), nil, []sim.UnitTiming{unit("lds", 0.2), unit("dram", 0.75)}, "dram busy", "busy for 75 %"},
		{"what is no unit", of(sim.StallBarrier, 100), nil, []sim.UnitTiming{unit(dump.Internal, 0.9)}, "barrier", "100 %"},
		{"levels share a wait", of(sim.StallIssue, 35, sim.StallUnit, 30, sim.StallCounter, 35), memory, nil, "wait dram",
			"Limited by waiting for memory and L2: 35 % of the clocks of waves (20 % and 15 %)."},
		{"levels below issue", of(sim.StallIssue, 49, sim.StallUnit, 16, sim.StallCounter, 35), &sim.Levels{sim.LevelDRAM: 10,
			sim.LevelL2: 15, sim.LevelLDS: 10}, nil, "wait l2", "waiting for L2, LDS and memory: 35 % of the clocks of waves (15 %, 10 % and 10 %); they issue for 49 %."},
		{"one level before all", of(sim.StallUnit, 20, sim.StallCounter, 80), &sim.Levels{sim.LevelDRAM: 50, sim.LevelL2: 30}, nil, "wait dram",
			"Limited by waiting for memory: 50 % of the clocks of waves."},
		{"one level", of(sim.StallIssue, 65, sim.StallCounter, 35), &sim.Levels{sim.LevelL1: 35}, nil, "issue", "65 %"},
		{"issue says less", of(sim.StallIssue, 49, sim.StallUnit, 30, sim.StallCounter, 21), memory, nil, "unit", "30 % of the clocks of waves; they issue for 49 %."},
		{"too few waves", of(sim.StallIssue, 50, sim.StallUnit, 49), nil, nil, "issue", "51 %"},
		{"levels are not known", of(sim.StallCounter, 9), nil, nil, "counter", "100 %"},
		{"nothing ran", of(), nil, nil, "nothing", "No wave ran."},
	} {
		l := timed(c.stalls, c.levels, c.units...).lead()
		require.Equal(t, c.limit, l.Limit, c.name)
		require.Contains(t, l.Says, c.says, c.name)
	}
}

// Each unit that can be busy, each reason and each level has its sentences.
func TestEachLimitHasACause(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for s := sim.StallIssue; int(s) < len(sim.Stalls{}); s++ {
		require.Contains(t, waitCauses, s.String())
	}
	for l := range len(sim.Levels{}) {
		require.Contains(t, waitCauses, "wait "+sim.Level(l).String())
	}
	for range 1000 {
		var stalls sim.Stalls
		levels := &sim.Levels{}
		for i := range stalls[sim.StallIssue:] {
			stalls[int(sim.StallIssue)+i] = rng.Uint64N(100) * rng.Uint64N(2)
		}
		left := stalls[sim.StallCounter]
		for l := range levels {
			levels[l] = rng.Uint64N(left + 1)
			left -= levels[l]
		}
		levels[sim.LevelDRAM] += left
		l := timed(stalls, levels).lead()
		if stalls.Total() == 0 {
			require.Equal(t, "nothing", l.Limit)
			continue
		}
		why := dump.LimiterOf(&sim.Timing{Stalls: stalls}).Why
		require.True(t, l.Limit == why || why == "counter" && strings.HasPrefix(l.Limit, "wait "), "%s, %s", l.Limit, why)
		require.NotEmpty(t, l.Remedy)
	}
}

// What limits the launch heads the table that the page has, but for what waves issue: waits for operations are one
// row there, with a row for each level below it.
func TestTheTableHasTheReasonInOnePlace(t *testing.T) {
	var stalls sim.Stalls
	stalls[sim.StallIssue], stalls[sim.StallFetch], stalls[sim.StallCounter] = 40, 25, 35
	r := timed(stalls, &sim.Levels{sim.LevelDRAM: 20, sim.LevelL2: 15})
	var rows []string
	for _, s := range r.byReason() {
		rows = append(rows, fmt.Sprintf("%s %d", s.Name(), s.Clocks))
		if len(s.Parts) > 1 {
			for _, c := range s.Parts {
				rows = append(rows, fmt.Sprintf("  %s %d", c.Name, c.Clocks))
			}
		}
	}
	require.Equal(t, []string{"issue 40", "waiting for operations 35", "  waiting for memory 20", "  waiting for L2 15", "fetch 25"}, rows)
}

// More waves are no remedy where compute units hold as many as they can; where the grid is too small for what they
// hold now, fewer registers are none either.
func TestMoreWaves(t *testing.T) {
	next := &chip.Step{VGPRs: 64, Waves: 4, Groups: 4}
	for _, c := range []struct {
		used   int
		groups uint64
		next   *chip.Step
		want   string
	}{
		{4, 8, nil, ""},
		{4, 8, next, "more waves (VGPRs <= 64 gives 4 waves on a SIMD, 4 work-groups on a compute unit)"},
		{4, 7, next, "more waves (there is room for 8 work-groups, and there are 7)"},
		{3, 3, next, "more waves (a larger grid has them)"},
	} {
		r := &Run{CUs: 4, UsedCUs: c.used, Groups: c.groups, Occupancy: chip.Occupancy{Groups: 2, Waves: 2, MaxWaves: 10, Next: c.next}}
		require.Equal(t, c.want, r.more())
		if c.want == "" {
			require.Equal(t, "More loads on their way before the first wait hide it.", hide(r))
			continue
		}
		require.Equal(t, "M"+c.want[1:]+", or more loads on their way before the first wait, hide it.", hide(r))
	}
}

// Memory that opens a row for few bytes is slow without being busy.
func TestRowsForFewBytes(t *testing.T) {
	for _, c := range []struct {
		rows uint64
		want string
	}{
		{1000, " Memory opens a row for each 96 bytes: fewer places that are accessed at the same time need fewer."},
		{900, ""},
		{0, ""},
	} {
		require.Equal(t, c.want, (&Run{DRAM: sim.DRAMTiming{Read: 64000, Written: 32000, Rows: c.rows}}).rows())
	}
	require.Empty(t, (&Run{DRAM: sim.DRAMTiming{Read: 256000, Rows: 1000}}).rows())
}
