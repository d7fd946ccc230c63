// Package suite is what "gcnsim bench --suite" measures: workloads that come with the project, each
// with results that are known from elsewhere, so that the speed of a wrong result never counts.
//
//	Case --Work--> launch file, code object, inputs, wanted results
//	                  |
//	               Measure: the ways of a case take turns, a sample each --> []benchmarks.Report
//	                  checked, unchecked, with a clock,                        |
//	                  the same work in C on this host                      WriteTable
//
// The set "twelve" are ordinary kernels, written in OpenCL C for this project (cl/*.cl) and compiled
// by clang for gfx803, at 1 to 6 million wave-instructions. Their results are computed in plain Go.
//
// The set "loops" are hot loops that each stress one part of the machine, in assembly for gfx900
// (loops.go), and a few compiled kernels. A model in Go computes what their registers must hold.
//
// # One source, two machines
//
// cl/kernel.h has the part of OpenCL C that the kernels use twice: for amdgcn, and for the host,
// where a kernel is a function called for each work-group and its work-items are plain loops,
// split at barriers. [Native] builds that with a C compiler; c has the same work of the loops. What
// the C computes is compared as well. Neither side contracts products and sums, so that results are
// the same to the bit.
//
// # Where to add things
//
// A kernel: its source in cl, cl/make.sh, and a row of twelve with a function that makes inputs and
// results. A loop: a row of loops, and a function of c/loops.c where C can do the same work.
package suite
