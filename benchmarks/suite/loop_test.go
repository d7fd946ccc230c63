package suite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// runTimes runs a loop and returns what it executed. What is made of its code is kept in known.
func runTimes(t testing.TB, w *Work, known *sim.Programs) *run.Done {
	out, err := run.Object(w.File, w.Object, w.Raw, sim.Options{Workers: 1, Deterministic: true, Programs: known})
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	require.Empty(t, out.Unmet)
	return &out.Launches[0]
}

// The hot loop allocates nothing: twice the iterations need no more memory, but for one object in a
// thousand instructions, which no instruction and no iteration could be behind. What is made of hot code is
// there already.
func TestExecutionDoesNotAllocate(t *testing.T) {
	for i := range loops {
		l := &loops[i]
		t.Run(l.name, func(t *testing.T) {
			var known sim.Programs
			allocs := func(n int) (objects float64, insts uint64) {
				w, err := l.times(n)
				require.NoError(t, err)
				objects = testing.AllocsPerRun(2, func() { insts = runTimes(t, w, &known).Result.Insts })
				return objects, insts
			}
			short, few := allocs(3000)
			long, many := allocs(6000)
			require.LessOrEqual(t, long-short, 2+float64(many-few)/1000)
		})
	}
}

// BenchmarkLoop measures the hot loops; an op is a run with its preparation, which "wave-insts/s"
// leaves out. "gcnsim bench --suite loops" tells more.
func BenchmarkLoop(b *testing.B) {
	for i := range loops {
		l := &loops[i]
		b.Run(l.name, func(b *testing.B) {
			w, err := l.times(2000)
			require.NoError(b, err)
			var known sim.Programs
			insts, seconds := uint64(0), 0.0
			for b.Loop() {
				done := runTimes(b, w, &known)
				insts += done.Result.Insts
				seconds += done.Time.Seconds()
			}
			b.ReportMetric(float64(insts)/seconds, "wave-insts/s")
		})
	}
}

// BenchmarkAssemble assembles the text of the loops.
func BenchmarkAssemble(b *testing.B) {
	var text strings.Builder
	lines := 0
	for i := range loops {
		source := strings.NewReplacer("loop", fmt.Sprintf("loop%d_", i), "clear", fmt.Sprintf("clear%d_", i),
			"other", fmt.Sprintf("other%d_", i), "both", fmt.Sprintf("both%d_", i)).Replace(loops[i].source())
		text.WriteString(source)
		lines += strings.Count(source, "\n")
	}
	for b.Loop() {
		if _, err := asm.Code(isa.GCN14, text.String()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/line")
}
