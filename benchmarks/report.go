package benchmarks

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Report is what [Run] measured.
type Report struct {
	Name    string `json:"name"`           // of the workload
	GPU     string `json:"gpu"`            // LLVM's processor name
	Chip    string `json:"chip,omitempty"` // with a clock
	Policy  string `json:"policy"`         // order of return; "clock" with a clock
	Way     string `json:"way"`            // how it was run: one of the constants, or who else ran it
	Host    string `json:"host,omitempty"` // how instructions were executed, as sim.Result.Host has it
	Workers int    `json:"workers"`        // work-groups that ran at the same time, 1 or more
	GOOS    string `json:"goos"`           // of the host, as Go has it
	GOARCH  string `json:"goarch"`         // the same
	Procs   int    `json:"gomaxprocs"`     // threads that Go may use at a time

	Insts   uint64    `json:"wave_insts"`        // executed in one run
	Waits   uint64    `json:"waits"`             // s_waitcnt of one run that had to wait; without a clock
	Mix     Mix       `json:"mix"`               // instructions of one run
	Samples []Sample  `json:"samples,omitempty"` // with a clock only by [Spec.Host]
	Summary []Summary `json:"summary,omitempty"` // one for each metric
	Timing  *Timing   `json:"timing,omitempty"`  // with a clock
}

// The ways of [Report.Way] in which the simulator runs something.
const (
	Checked   = "checked"   // with sim.Options.Check
	Unchecked = "unchecked" // without it
	Clock     = "timing"    // with sim.Options.Timing
)

// Sample is one measurement: one or more runs.
type Sample struct {
	Runs   int           `json:"runs"`       // in this sample, 1 or more
	Time   time.Duration `json:"ns"`         // of the simulation, all runs
	CPU    time.Duration `json:"cpu_ns"`     // of the process meanwhile; 0 where the host does not tell
	Insts  uint64        `json:"wave_insts"` // executed, all runs
	Waits  uint64        `json:"waits"`      // s_waitcnt that had to wait, all runs
	Allocs uint64        `json:"allocs"`     // heap objects, all runs with their preparation
	Bytes  uint64        `json:"bytes"`      // their bytes
}

// Summary is the middle of the samples in one metric.
type Summary struct {
	Unit       string  `json:"unit"`       // of the metric: "ns/op", Speed, ...
	Median     float64 `json:"median"`     // of the samples, in Unit
	Low        float64 `json:"low"`        // confidence interval of the median
	High       float64 `json:"high"`       // its other end
	Confidence float64 `json:"confidence"` // the interval's, 0 to 1
	// Outliers are the numbers, from 1, of samples that are further from the quartiles than one and
	// a half times the distance between these (Tukey). They count all the same.
	Outliers []int `json:"outliers,omitempty"`
}

// confidence is what intervals have at least where there are samples enough.
const confidence = 0.95

// The units of speed: by the clock on the wall, and by the CPU time of all threads, which leaves out
// what other processes do.
const (
	Speed    = "wave-insts/s"
	CPUSpeed = "wave-insts/cpu-s"
)

// metric is one figure of a sample. An op is one run.
type metric struct {
	unit string
	of   func(s *Sample) float64
	note string // unit metadata of the Go benchmark format
	name string // for people
}

var metrics = []metric{
	{"ns/op", func(s *Sample) float64 { return float64(s.Time) / float64(s.Runs) }, "", "time of a run"},
	{Speed, func(s *Sample) float64 { return float64(s.Insts) / max(s.Time.Seconds(), 1e-9) }, "better=higher", "speed"},
	{CPUSpeed, func(s *Sample) float64 {
		if s.CPU == 0 {
			return 0
		}
		return float64(s.Insts) / s.CPU.Seconds()
	}, "better=higher", "speed by CPU time"},
	{"ns/wave-inst", func(s *Sample) float64 { return float64(s.Time) / float64(max(s.Insts, 1)) }, "better=lower", "time of an instruction"},
	{"wave-insts/op", func(s *Sample) float64 { return float64(s.Insts) / float64(s.Runs) }, "assume=exact", "instructions of a run"},
	{"waits/op", func(s *Sample) float64 { return float64(s.Waits) / float64(s.Runs) }, "better=lower", "s_waitcnt that waited"},
	{"B/op", func(s *Sample) float64 { return float64(s.Bytes) / float64(s.Runs) }, "", "bytes allocated"},
	{"allocs/op", func(s *Sample) float64 { return float64(s.Allocs) / float64(s.Runs) }, "", "allocations"},
}

// Summarize computes Summary from Samples.
func (r *Report) Summarize() {
	if r.Summary = nil; len(r.Samples) == 0 {
		return
	}
	for _, m := range metrics {
		x := r.values(m.unit)
		s := medianInterval(x, confidence)
		s.Unit, s.Outliers = m.unit, outliers(x)
		r.Summary = append(r.Summary, s)
	}
}

// Median returns the summary of a unit, such as "wave-insts/s"; false where there is none.
func (r *Report) Median(unit string) (Summary, bool) {
	i := slices.IndexFunc(r.Summary, func(s Summary) bool { return s.Unit == unit })
	if i < 0 {
		return Summary{}, false
	}
	return r.Summary[i], true
}

// medianInterval returns the median of x and its confidence interval by order statistics (see the
// package's documentation). With no values all is NaN.
func medianInterval(x []float64, confidence float64) Summary {
	n := len(x)
	if n == 0 {
		nan := math.NaN()
		return Summary{Median: nan, Low: nan, High: nan, Confidence: nan}
	}
	x = slices.Clone(x)
	slices.Sort(x)
	// The mean of the two middle values: quantile 1/2 from below and from above.
	lo, hi := x[(n-1)/2], x[n/2]
	s := Summary{Median: stat.Mean([]float64{lo, hi}, nil)}
	b := distuv.Binomial{N: float64(n), P: 0.5}
	coverage := func(k int) float64 { return 1 - 2*b.CDF(float64(k-1)) } // from the k-th smallest to the k-th largest
	k := 1
	for k+1 <= (n+1)/2 && coverage(k+1) >= confidence {
		k++
	}
	s.Low, s.High, s.Confidence = x[k-1], x[n-k], max(coverage(k), 0)
	return s
}

// OutlierText names the outliers: "sample 3", "samples 3, 7", or nothing.
func (s *Summary) OutlierText() string {
	if len(s.Outliers) == 0 {
		return ""
	}
	text := "sample"
	if len(s.Outliers) > 1 {
		text = "samples"
	}
	for i, n := range s.Outliers {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %d", n)
	}
	return text
}

// outliers are the numbers, from 1, of values beyond Tukey's fences; of fewer than 5 values none.
func outliers(x []float64) (list []int) {
	if len(x) < 5 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(x))
	low, high := stat.Quantile(0.25, stat.LinInterp, sorted, nil), stat.Quantile(0.75, stat.LinInterp, sorted, nil)
	fence := 1.5 * (high - low)
	for i, v := range x {
		if v < low-fence || v > high+fence {
			list = append(list, i+1)
		}
	}
	return list
}

// WriteText writes the samples in the Go benchmark format, one line each, which benchstat reads:
// configuration lines, units, results.
func (r *Report) WriteText(w io.Writer) error {
	if r.Timing != nil && len(r.Samples) == 0 {
		return r.writeTiming(w)
	}
	var b strings.Builder
	config := []struct{ key, value string }{
		{"goos", r.GOOS}, {"goarch", r.GOARCH}, {"gpu", r.GPU}, {"kernel", r.Name}, {"policy", r.Policy}, {"way", r.Way}, {"host", r.Host}, {"workers", strconv.Itoa(r.Workers)},
	}
	for _, c := range config {
		if c.value == "" {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", c.key, c.value)
	}
	var used []metric // what is 0 in all samples would be a table of zeros
	for _, m := range metrics {
		if slices.ContainsFunc(r.values(m.unit), func(v float64) bool { return v != 0 }) {
			used = append(used, m)
		}
	}
	for _, m := range used {
		if m.note != "" {
			fmt.Fprintf(&b, "Unit %s %s\n", m.unit, m.note)
		}
	}
	name := "BenchmarkSim/" + r.Name
	if r.Procs != 1 { // as testing does
		name += "-" + strconv.Itoa(r.Procs)
	}
	for i := range r.Samples {
		s := &r.Samples[i]
		fmt.Fprintf(&b, "%s\t%8d", name, s.Runs)
		for _, m := range used {
			fmt.Fprintf(&b, "\t%s %s", figure(m.of(s)), m.unit)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// decimals gives at least four significant digits, and whole numbers as such.
func decimals(v float64) int {
	if v == math.Trunc(v) {
		return 0
	}
	return max(0, 3-int(math.Floor(math.Log10(math.Abs(v)))))
}

// WriteSummary writes medians and the instruction mix for people; what ran with a clock as
// [Compare] does.
func (r *Report) WriteSummary(w io.Writer) error {
	if r.Timing != nil && len(r.Samples) == 0 {
		return Compare(w, []*Report{r})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: gpu %s, order %s, workers %d, samples %d\n\n", r.Name, r.GPU, r.Policy, r.Workers,
		len(r.Samples))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "figure\tunit\tmedian\tfrom\tto\tconfidence\toutliers\n")
	for i, s := range r.Summary {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%.1f%%\t%s\n", metrics[i].name, s.Unit, figure(s.Median), figure(s.Low),
			figure(s.High), s.Confidence*100, s.OutlierText())
	}
	fmt.Fprint(t, "\nunit\tinstructions\tshare\n")
	for _, u := range r.Mix.Units {
		fmt.Fprintf(t, "%s\t%d\t%.1f%%\n", u.Unit, u.Insts, u.Share*100)
	}
	fmt.Fprintf(t, "\nmnemonic\tinstructions\tshare\tunit\n")
	for _, m := range r.Mix.Mnemonics {
		fmt.Fprintf(t, "%s\t%d\t%.1f%%\t%s\n", m.Name, m.Insts, m.Share*100, m.Unit)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if more := r.Mix.Distinct - len(r.Mix.Mnemonics); more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes the whole report.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', decimals(v), 64) }
