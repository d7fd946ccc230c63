// Package benchmarks measures the simulator: how many wavefront instructions (one instruction for
// all 64 lanes of a wave) it executes in a second of the host's time. It is the harness behind
// "gcnsim bench" and the home of the Go benchmarks of the simulator's parts.
//
//	launch file --+                 +- warm-up runs (not reported)
//	              +- Spec --[Run]---+- one counting run:  instruction mix, allocations
//	[Loop] -------+                 +- Count samples:     time, instructions, waits
//	                                          |
//	                                       [Report] -- WriteText   Go benchmark format, for benchstat
//	                                                -- WriteSummary  for people
//	                                                -- WriteJSON
//	                                                -- [Changes], [Regressions]: since an older report
//
// A sample is one run, or as many as [Spec.MinTime] asks for. Only the simulation is timed; reading
// files, mapping buffers and comparing results is not. Every run starts from the same state, and a
// run that faults or misses an expectation of its launch file is an error: a wrong result has no
// speed. Counting executions costs time, so the counting run is not a sample. A [Measurement]
// takes samples one at a time, so that several can take turns. Package suite has workloads.
//
// # With a clock
//
// With [sim.Options].Timing the simulated chip is measured, in clocks of its engine. One run is
// enough, as all are the same. [Timing] has the clocks of the run by reason, and those of an
// iteration of the hot loop, which is found from the executed branches that go back. [Compare] puts
// reports side by side.
//
// # The statistics
//
// Samples of a busy host are skewed: interference only ever adds time. So the middle is the median,
// and its confidence interval is that of order statistics, which assumes no distribution. Of n
// sorted samples, the interval from the k-th smallest to the k-th largest contains the true median
// with probability 1 - 2*P(B < k), where B is binomial with n trials of 1/2 (David and Nagaraja,
// Order Statistics, 7.1). k is the largest for which that is at least 95 %. Below 6 samples even
// the whole range has less; then the range is given with the confidence that it has. benchstat does
// the same.
//
// Two sets of samples are compared by the Mann-Whitney U test, which assumes no distribution either.
// Outliers are named by Tukey's fences and count all the same.
//
// # The Go benchmarks
//
//	go test ./benchmarks -bench . -count 10 | tee new.txt
//	benchstat old.txt new.txt
//
// They report "wave-insts/s" besides Go's own figures. Work-groups run on one worker, in order,
// unless a name says otherwise.
//
// # Where to add things
//
// A loop that stresses one part of the machine is a row of loops in package suite; a kernel is a row
// of kernels in kernel_test.go. A figure of the harness is a row of metrics in report.go.
package benchmarks
