// Command fuzzall fuzzes every target of the tree in one campaign that can be stopped and resumed.
//
//	go run ./cmd/fuzzall --executions 30000000
//
//	tree ──► packages with fuzz targets ──► a test binary each, plain and instrumented ──► targets
//	                                                    │
//	       the target that had the least time ──► a slice of it: Go's fuzzer for a number of executions
//	                                                    │
//	             state: executions, corpus ◄────────────┴────► a failing input: run again alone, kept, reported
//
// The campaign ends when all targets together have had --executions and each has had --each. Time
// is shared evenly: parsers have had more executions then than runs of machines. The exit status is
// 1 if there is a failure, and the table at the end has the command that shows it again.
//
// A failure is
//
//	crash   the target panics or its checks fail
//	hang    one input uses more than --hang of processor time, or waits for ever
//	memory  the process needs more than --memory; the kernel refuses it more, so the input that asks is known
//	flaky   the target's checks failed, and did not with the same input alone
//	seed    an input of the tree itself fails
//	engine  the fuzzer stopped three times running without an input to blame
//
// What the fuzzer calls a hang is judged by running the input alone and counting processor time, so
// that a busy machine makes no failures. It does so with the plain binary.
//
// The fuzzer is guided by coverage as long as that finds new inputs. Counting it takes most of the
// time of a fast target, so where the yield becomes poor three slices of four run the plain binary,
// on what the corpus holds, without it. With --blind all slices do, and no instrumented binary is
// built: for a sample of some hundred executions of each target.
//
// The state is a folder outside the repository (--state). A slice is added to it when it ends, so
// that kill -9 loses a slice at most. Failing inputs are moved there from the package's testdata;
// each later start runs them again and closes the failures that are gone. A fix takes the input
// back as a test: in testdata/fuzz/<target> of the package, or as a row of another test.
//
// # Why not go test -fuzz?
//
// It takes one target of one package, knows no memory limit, calls an input a hang after ten
// seconds of a clock on the wall, and stops at the first failure. It also instruments the standard
// library, which makes executions three times slower and finds inputs that are new to that library
// only. Here this module alone is instrumented. A slice is a number of executions and not a
// duration, whose end Go before 1.27 may report as a failure of the target (go.dev/issue/75804).
package main
