// Package vecref says what every vector ALU instruction computes, a second time and in other words
// than package isa: on integers of unlimited size, on single bits and on exact floating-point
// numbers. It shares no code with the kernels, is slow, and is meant to be read beside the manuals.
// Tests of the kernels (package isa) and of the executors around them (package sim) take their
// expected values from it.
//
//	x := vecref.Lane{Desc: d, Args: form.Args, Gen: g, FP: mode, Src: ...}
//	x.Eval() // x.D and x.Out, or x.Results() where the function is approximated
//
// The references are in table.go by row name; the comparisons are made from their predicates. A row
// with a vector kernel and without a reference fails a test of package isa; so does a reference
// that is no row's.
package vecref
