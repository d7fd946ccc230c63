// Package run runs launch files and compares what they leave with what they expect.
//
//	launch.File --Run--> Outcome: device, module, buffers, results of the launches, unmet expectations
//	                |
//	                +-- files in (code, contents of buffers), within launch.Trust     files.go
//	                +-- ReadCode, LoadModule: code into the device's memory            run.go
//	                +-- Module.Bind: BuildKernarg, dispatch packet, queue              kernarg.go, kernel.go
//	                +-- what buffers, registers and LDS must hold: Unmet               expect.go
//	                +-- comparisons: element by element, with tolerances               compare.go
//	Outcome --Explain--> Unmet.Writer: which instruction wrote it last                  explain.go
//
// [Run] places the buffers on a new device, loads the code, runs the launches in order, compares,
// and saves buffers. [Explain] runs the file again to find who wrote what is not as expected.
// [Object] does so with other code than the file names, [Explore] under all orders in which memory
// operations may return. [LoadModule] and [Module.Bind] are the parts for callers with a device of
// their own.
//
// # Comparing
//
// A comparison goes element by element. Integers and "bytes" have no tolerance. A float matches if
// one of these holds:
//
//   - It has the same bits, or both are NaN.
//   - It is at most ulp representable values away; -0 and +0 count as one apart.
//   - Both are finite, and differ by at most abs, or by at most rel times the wanted magnitude.
//
// With no tolerance at all a float comparison is exact but for the bits of NaNs.
//
// # Where to add things
//
// A hidden argument: one row of hiddenArgs. A field of the file: package launch, and here what it
// does.
package run
