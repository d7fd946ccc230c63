//go:build unix

package run_test

import (
	"flag"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

var checkFiles = flag.String("checkfiles", "*/*.json", "launch files that BenchmarkCheck runs")

// A sample of BenchmarkCheck is as many runs of a launch file as take sampleTime, but not more than
// sampleRuns; of checkSamples the best counts.
const (
	sampleTime   = 20 * time.Millisecond
	sampleRuns   = 40
	checkSamples = 5
)

// costs are CPU times of runs without and with the checks.
type costs [2]time.Duration

func (c costs) ratio() float64 { return float64(c[1]) / float64(c[0]) }

// BenchmarkCheck runs the test kernels with and without the checks in turn, on one worker, and
// reports how many times longer the checked runs take, in CPU time of the process, garbage
// collection included: what else the machine does matters little. x-sum is the ratio of the sums
// over all launch files, x-geomean the geometric mean over kernels, of which each is the sum over
// its launch files, x-files that over launch files. -v prints all ratios.
func BenchmarkCheck(b *testing.B) {
	files, err := filepath.Glob(kernels + *checkFiles)
	require.NoError(b, err)
	require.NotEmpty(b, files)
	var all costs
	var logFiles, logKernels float64
	var names []string
	for b.Loop() {
		byKernel := map[string]costs{}
		names = names[:0]
		for _, path := range files {
			c := checkCosts(b, path)
			name := filepath.Base(filepath.Dir(path))
			sum, ok := byKernel[name]
			if !ok {
				names = append(names, name)
			}
			for i, t := range c {
				sum[i] += t
				all[i] += t
			}
			byKernel[name] = sum
			logFiles += math.Log(c.ratio())
			if testing.Verbose() {
				b.Logf("%5.2f %12v %12v %s", c.ratio(), c[0], c[1], strings.TrimPrefix(filepath.ToSlash(path), kernels))
			}
		}
		for _, name := range names {
			c := byKernel[name]
			logKernels += math.Log(c.ratio())
			if testing.Verbose() {
				b.Logf("%5.2f %12v %12v %s", c.ratio(), c[0], c[1], name)
			}
		}
	}
	b.ReportMetric(all.ratio(), "x-sum")
	b.ReportMetric(math.Exp(logKernels/float64(len(names)*b.N)), "x-geomean")
	b.ReportMetric(math.Exp(logFiles/float64(len(files)*b.N)), "x-files")
}

// checkCosts are the costs of one run of a launch file.
func checkCosts(b *testing.B, path string) costs {
	f, err := launch.Load(path)
	require.NoError(b, err)
	measure := func(check bool, runs int) time.Duration {
		start := cpuTime(b)
		for range runs {
			_, err := run.Run(f, sim.Options{Check: check, Deterministic: true})
			require.NoError(b, err)
		}
		return (cpuTime(b) - start) / time.Duration(runs)
	}
	runs := int(min(sampleTime/max(measure(false, 1), 1)+1, sampleRuns))
	best := costs{math.MaxInt64, math.MaxInt64}
	for range checkSamples {
		for i := range best {
			best[i] = min(best[i], measure(i == 1, runs))
		}
	}
	return best
}

// cpuTime is the CPU time that the process has used.
func cpuTime(b *testing.B) time.Duration {
	t, ok := run.CPUTime()
	require.True(b, ok)
	return t
}
