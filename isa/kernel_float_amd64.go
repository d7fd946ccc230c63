package isa

import "golang.org/x/sys/cpu"

// haveRows reports whether the host has AVX2 and FMA, with which a wave's f32 arithmetic takes a
// fifth of the time of the loops in Go. They are the reference: what is not ordinary in one lane,
// they do for all. GODEBUG=cpu.avx2=off leaves everything to them.
var haveRows = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// addRows and the others do one operation for 64 lanes, rounding to nearest. They report false, and
// write nothing, where a result is NaN (the host chooses another one) or a value is denormal and
// limit is [denormals]. d may be a source.

//go:noescape
func addRows(d, a, b *Row, limit uint32) bool

//go:noescape
func subRows(d, a, b *Row, limit uint32) bool

//go:noescape
func mulRows(d, a, b *Row, limit uint32) bool

// madRows rounds the product, which may not be denormal either.
//
//go:noescape
func madRows(d, a, b, c *Row, limit uint32) bool

// fmaRows rounds once.
//
//go:noescape
func fmaRows(d, a, b, c *Row, limit uint32) bool
