//go:build unix

package check_test

import (
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// cpu is the processor time that the process has used, in seconds: machines may be shared.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkShapes checks 100,000 instructions of each shape.
func BenchmarkShapes(b *testing.B) {
	each(kinds, func(name string, g isa.Gen, code func(n int) []byte) {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			text := code(100_000)
			for b.Loop() {
				before := cpu()
				r, err := check.Run(&check.Input{Gen: g, Code: text}, check.Options{})
				require.NoError(b, err)
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(cpu()-before, "s-cpu")
				b.ReportMetric(float64(r.Work)/float64(r.Insts), "work/inst")
				b.ReportMetric(float64(m.HeapSys>>20), "MB")
			}
		})
	})
}
