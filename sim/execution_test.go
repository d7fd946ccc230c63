package sim_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/dump"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// ended is all that a launch leaves: what a dump has, findings, and what a clock says.
func ended(t testing.TB, d *sim.Device, l *sim.Launch, r *sim.Result) string {
	all, err := dump.ParseSections("")
	require.NoError(t, err)
	state := dump.New(all, true)
	state.AddLaunch("", l, r, d)
	state.AddDevice(d)
	var b strings.Builder
	require.NoError(t, state.WriteText(&b))
	fmt.Fprintln(&b, r.Insts, r.Waits, r.Groups, r.Counts, d.Mem.Mapped())
	for i := range r.Findings {
		text, err := json.Marshal(r.Findings[i])
		require.NoError(t, err)
		fmt.Fprintf(&b, "%s\n", text)
	}
	if tm := r.Timing; tm != nil {
		fmt.Fprintln(&b, tm.Cycles, tm.Stalls, tm.Insts, tm.Waves)
	}
	return b.String()
}

// sameEnd requires that two ends are the same, and shows the first line that is not.
func sameEnd(t testing.TB, want, got, format string, args ...any) {
	t.Helper()
	if want == got {
		return
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			a, b = a[i:], b[i:]
			break
		}
	}
	require.Equal(t, a[0], b[0], fmt.Sprintf(format, args...))
	require.Failf(t, "lines differ in number", format, args...)
}

// ways are options in which a launch can be interrupted: all policies, checked or not, and a clock.
func ways(t testing.TB, g isa.Gen) (list []sim.Options) {
	for i, p := range []string{"late", "asap", "random:1", "random:77", "order:1,0,3,2", "order:2@9,late"} {
		policy, err := waitcnt.ParsePolicy(p)
		require.NoError(t, err)
		list = append(list, sim.Options{Policy: policy, Check: i%2 == 0})
	}
	return append(list, sim.Options{Timing: &sim.TimingOptions{Chip: testcase.FirstChip(t, g), Waves: true}})
}

// sources are random programs of a generation: with operations in flight, and some with what goes
// wrong.
func sources(t testing.TB, g isa.Gen, n int) (list []*explored) {
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), uint64(g)))
		list = append(list, newExplored(t, g, newSource(g, r, i%2 == 0).text()))
	}
	return list
}

func samples(short, usual, many int) int {
	switch {
	case *long:
		return many
	case testing.Short():
		return short
	}
	return usual
}

// A launch that is gone back in, again and again and in any order of snapshots, ends as one that
// nobody has interrupted.
func TestRestoredLaunchesEndAsOthersDo(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		inFlight := 0
		for i, x := range sources(t, g, samples(1, 2, 200)) {
			for _, o := range ways(t, g) {
				r := rand.New(rand.NewPCG(uint64(i), 9))
				o.Keep, o.Count, o.Deterministic = true, true, o.Timing == nil
				grow := func(l *sim.Launch) { l.Grid[0] *= 3 }
				d, l, err := x.launch(2, o)
				require.NoError(t, err)
				grow(l)
				res, err := d.Run(l)
				require.NoError(t, err)
				want := ended(t, d, l, res)

				d, l, err = x.launch(2, o)
				require.NoError(t, err)
				grow(l)
				var run *sim.Execution
				var shots []*sim.Snapshot
				keep := func() {
					if len(shots) < 8 && r.IntN(4) == 0 {
						s, err := run.Snapshot()
						require.NoError(t, err)
						shots = append(shots, s)
					}
				}
				if o.Timing != nil {
					l.Options.Hooks = &sim.Hooks{Window: func() bool { keep(); return r.IntN(16) == 0 }}
				} else {
					l.Options.Drive = func(d *sim.Drive) {
						for w := d.Next(); w != nil; w = d.Next() {
							inFlight += len(w.Counters.Ops())
							if keep(); len(shots) > 1 && r.IntN(60) == 0 {
								require.ErrorIs(t, run.Restore(shots[0]), sim.ErrExecuting, "it was taken before the run")
								require.NoError(t, run.Restore(shots[1+r.IntN(len(shots)-1)]))
								continue
							}
							d.Turn(1 + r.IntN(3))
						}
					}
				}
				run, err = d.Start(l)
				require.NoError(t, err)
				first, err := run.Snapshot()
				require.NoError(t, err)
				shots = append(shots, first)
				for range 4 {
					for {
						if res, err = run.Run(); err == nil {
							break
						}
						require.ErrorIs(t, err, sim.ErrInterrupted)
					}
					sameEnd(t, want, ended(t, d, l, res), "%v in\n%s", o.Policy, x.text)
					require.NoError(t, run.Restore(shots[r.IntN(len(shots))]))
				}
			}
		}
		require.NotZero(t, inFlight)
	})
}

// A session that is restored with operations in flight, after it has run to its end, has the end
// that a session has which took the same steps.
func TestRestoredSessionsEndAsOthersDo(t *testing.T) {
	for i, x := range sources(t, isa.GCN14, samples(2, 4, 300)) {
		for _, o := range ways(t, isa.GCN14) {
			if o.Timing != nil {
				continue
			}
			o.Count = true
			r := rand.New(rand.NewPCG(uint64(i), 5))
			begin := func() (*sim.Device, *sim.Launch, *sim.Session) {
				d, l, err := x.launch(2, o)
				require.NoError(t, err)
				s, err := d.Begin(l)
				require.NoError(t, err)
				return d, l, s
			}
			d, l, s := begin()
			var steps []int
			type place struct {
				at   int
				shot *sim.Snapshot
			}
			var places []place
			for range 60 {
				if r.IntN(12) == 0 {
					shot, err := s.Snapshot()
					require.NoError(t, err)
					places = append(places, place{len(steps), shot})
				}
				steps = append(steps, r.IntN(2))
				s.Step(steps[len(steps)-1])
			}
			_, err := s.Run()
			require.NoError(t, err)
			for _, k := range r.Perm(len(places)) {
				p := places[k]
				require.NoError(t, s.Restore(p.shot))
				res, err := s.Run()
				require.NoError(t, err)
				d2, l2, other := begin()
				for _, wave := range steps[:p.at] {
					other.Step(wave)
				}
				res2, err := other.Run()
				require.NoError(t, err)
				sameEnd(t, ended(t, d2, l2, res2), ended(t, d, l, res), "%v in\n%s", o.Policy, x.text)
			}
		}
	}
}

// What cannot be kept or restored is an error that says why.
func TestSnapshotsOfOthersAndWithinInstructionsAreErrors(t *testing.T) {
	x := newExplored(t, isa.GCN14, "s_nop 0\ns_nop 1")
	var run *sim.Execution
	d, l, err := x.launch(1, sim.Options{})
	require.NoError(t, err)
	calls := 0
	l.Options.Hooks = &sim.Hooks{Before: func(*sim.Wave) {
		calls++
		_, err := run.Snapshot()
		require.ErrorIs(t, err, sim.ErrExecuting)
	}}
	run, err = d.Start(l)
	require.NoError(t, err)
	before, err := run.Snapshot()
	require.NoError(t, err)
	_, err = run.Run()
	require.NoError(t, err)
	require.Equal(t, 3, calls)
	l.Options.Timing = &sim.TimingOptions{Chip: testcase.FirstChip(t, isa.GCN14)}
	other := run
	run, err = d.Start(l)
	require.NoError(t, err)
	_, err = run.Run()
	require.NoError(t, err)
	require.Equal(t, 6, calls)
	require.ErrorIs(t, run.Restore(before), sim.ErrOther)
	require.NoError(t, other.Restore(before))
	require.ErrorIs(t, sim.NewDevice(isa.GCN14).Restore(d.Snapshot()), sim.ErrOther)
}

// Between launches a device's memory and GDS go back, with what is mapped.
func TestDevicesGoBackBetweenLaunches(t *testing.T) {
	d := sim.NewDevice(isa.GCN14)
	rg, err := d.Mem.MapAnywhere("a", 100, 0)
	require.NoError(t, err)
	copy(d.GDS.Bytes(), "gds")
	s := d.Snapshot()
	require.NoError(t, d.Mem.Write(rg.Base, []byte{1}))
	_, err = d.Mem.MapAnywhere("b", 100, 0)
	require.NoError(t, err)
	copy(d.GDS.Bytes(), "xyz")
	require.NoError(t, d.Restore(s))
	b := make([]byte, 1)
	require.NoError(t, d.Mem.Read(rg.Base, b))
	require.Zero(t, b[0])
	require.Len(t, d.Mem.Ranges(), 1)
	require.Equal(t, "gds", string(d.GDS.Bytes()[:3]))
}

// A wave that waits for a global resource lets the others go on, however the launch is driven; where
// nobody releases the resource, that is a fault as without a driver.
func TestWavesThatWaitForAResourceLetOthersGoOn(t *testing.T) {
	const takes, gives = "ds_gws_sema_p gds\ns_mov_b32 s9, 1", "s_mov_b32 s9, 2\nds_gws_sema_v gds"
	two := func(first, then string) string {
		return "s_mov_b32 m0, 0\ns_cmp_eq_u32 s8, 0\ns_cbranch_scc0 other\n" + first + "\ns_endpgm\nother:\n" + then + "\ns_endpgm"
	}
	wave, ok := abi.FindRole("wave")
	require.True(t, ok)
	for name, x := range map[string]struct {
		text string
		err  error
	}{
		"the other one gives":   {two(takes, gives), nil},
		"it has been given":     {two(gives, takes), nil},
		"nobody gives":          {two(takes, "s_nop 0"), sim.ErrDeadlock},
		"both take, one gives":  {two(gives+"\n"+takes, takes), sim.ErrDeadlock},
		"both take, both given": {two(gives+"\n"+gives+"\n"+takes, takes), nil},
	} {
		testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
			p, err := asm.Code(g, x.text)
			require.NoError(t, err)
			run := func(drive func(d *sim.Drive)) string {
				d := sim.NewDevice(g)
				prog, err := d.Load(p.Code)
				require.NoError(t, err)
				l := &sim.Launch{Prog: prog, Grid: [3]uint32{256, 1, 1}, Group: [3]uint32{128, 1, 1},
					Registers: []sim.RegInit{{Code: 8, Role: &wave}},
					Options:   sim.Options{Keep: true, Deterministic: true, Drive: drive}}
				r, err := d.Run(l)
				require.NoError(t, err)
				if x.err == nil {
					require.Nil(t, r.Fault, name)
				} else {
					require.ErrorIs(t, r.Fault, x.err, name)
				}
				return ended(t, d, l, r)
			}
			want := run(nil)
			for _, n := range []int{1, 3, 1000} {
				sameEnd(t, want, run(func(d *sim.Drive) {
					for d.Next() != nil {
						d.Turn(n)
					}
				}), "%s, %d instructions at a time", name, n)
			}
		})
	}
}
