package clock_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/clock"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
)

var long = flag.Bool("long", false, "compare a thousand random programs and more")

// told is all that a launch with a clock tells, and what it leaves.
type told struct {
	fault  string
	result *sim.Result
	memory []byte
	spent  []sim.WaveSpent
	traces []*sim.WaveTrace
	state  []string
}

// tell runs a program of [testcase.Programs] with a clock.
func tell(t *testing.T, c chip.Chip, code []byte, l sim.Launch, how string, workers int, issue bool) (x told) {
	d := sim.NewDeviceFor(c.Target)
	_, err := d.Mem.Map("buffer", testcase.ProgramBuffer, testcase.ProgramBytes)
	require.NoError(t, err)
	w := d.Mem.Writable(testcase.ProgramBuffer, testcase.ProgramBytes)
	for i := range w {
		w[i] = byte(i*7 + i>>8*13)
	}
	l.Prog, err = d.Load(code)
	require.NoError(t, err)
	l.Options.Host, l.Options.Workers, l.Options.Keep = how, workers, true
	l.Options.Timing = &sim.TimingOptions{Chip: c, Waves: true, Series: 64, Lanes: true,
		Spent: func(w *sim.WaveSpent) {
			s := *w
			s.Insts = slices.Clone(s.Insts)
			x.spent = append(x.spent, s)
		},
		Trace: &sim.TraceOptions{Wave: func(w *sim.WaveTrace) { x.traces = append(x.traces, w) }}}
	if issue {
		l.Options.Hooks = &sim.Hooks{Window: func() bool { return false }}
	}
	x.result, err = d.Run(&l)
	require.NoError(t, err)
	if x.result.Fault != nil {
		x.fault = x.result.Fault.Error()
	}
	for _, g := range x.result.State {
		if g == nil {
			continue
		}
		if x.fault == "" {
			x.state = append(x.state, fmt.Sprint(g.LDS.Bytes()))
		}
		for _, w := range g.Waves {
			x.state = append(x.state, fmt.Sprint(w.PC(), w.State, w.Insts))
			if x.fault == "" { // a launch that ends early may be ahead of the clock
				x.state = append(x.state, fmt.Sprint(w.SCC, w.Mode, w.S, *w.V, w.VWritten, w.SWritten))
			}
		}
	}
	if x.fault == "" {
		x.memory = slices.Clone(d.Mem.Slice(testcase.ProgramBuffer, testcase.ProgramBytes))
	}
	return x
}

// differs says what is not the same, "" where all is.
func (x *told) differs(y *told) string {
	a, b := x.result.Timing, y.result.Timing
	switch {
	case x.fault != y.fault:
		return fmt.Sprintf("faults %q and %q", x.fault, y.fault)
	case a.Cycles != b.Cycles || a.Stalls != b.Stalls || x.result.Insts != y.result.Insts:
		return fmt.Sprint("clocks, instructions, stalls: ", a.Cycles, x.result.Insts, a.Stalls, " and ", b.Cycles, y.result.Insts, b.Stalls)
	case !reflect.DeepEqual(a, b):
		return "timing"
	case !reflect.DeepEqual(x.spent, y.spent):
		return "spent"
	case !reflect.DeepEqual(x.traces, y.traces):
		return "traces"
	case !slices.Equal(x.memory, y.memory):
		return "memory"
	}
	for i := range x.state {
		if i >= len(y.state) || x.state[i] != y.state[i] {
			return fmt.Sprintf("state %d: %.2000s\n%.2000s", i, x.state[i], y.state[i])
		}
	}
	return ""
}

// Whole random programs take the same clocks, tell the same of them and leave the same, whether work-groups
// are recorded or execute as they issue, in host code or in Go, on one compute unit or several and with any
// number of workers.
func TestRandomProgramsAreTheSameToTheClock(t *testing.T) {
	n := 3
	switch {
	case *long:
		n = 600
	case testing.Short():
		n = 1
	}
	for _, name := range []string{"tahiti", "hawaii", "fiji", "vega10"} {
		t.Run(name, func(t *testing.T) {
			c := oneCU(t, name)
			several, err := chip.Lookup(name)
			require.NoError(t, err)
			insts, faults := uint64(0), 0
			clock.RecordUnproved(t)
			for i := range n {
				x := &testcase.Programs{Rand: rand.New(rand.NewPCG(uint64(i), 77)), Gen: c.Target.Gen}
				x.Tidy, x.Faults = true, x.IntN(3) == 0
				src, l := x.Next()
				code, err := asm.Code(c.Target.Gen, src)
				require.NoError(t, err, src)
				l.Options.MaxInsts = 60000
				if x.IntN(4) == 0 {
					l.Options.MaxInsts = 500 + x.Int64N(20000)
				}
				if x.IntN(8) == 0 {
					l.Options.MaxCycles = 2000 + x.Uint64N(100000)
				}
				on := c
				if x.IntN(2) == 0 {
					on = several
				}
				want := tell(t, on, code.Code, l, "go", 1, true)
				insts += want.result.Insts
				if want.fault != "" {
					faults++
				}
				for _, y := range []struct {
					how     string
					workers int
					issue   bool
				}{{"go", 1 + i%2, false}, {"auto", 1, false}, {"auto", 2, false}, {"auto", 1 + i%2, true}} {
					got := tell(t, on, code.Code, l, y.how, y.workers, y.issue)
					diff := want.differs(&got)
					require.Empty(t, diff, "program %d, %+v, %d instructions, %d clocks\n%s", i, y, l.Options.MaxInsts,
						l.Options.MaxCycles, src)
				}
			}
			t.Log(insts, "instructions,", faults, "faults")
		})
	}
}
