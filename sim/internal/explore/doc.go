// Package explore runs a program again and again under all orders in which its memory operations
// may return.
//
// It follows the decisions of an earlier run, takes another one, and stops where it comes to a
// state that it knows (endstate.go). It decides only where an instruction or another operation
// could tell (footprint.go). The engine asks it, as its [engine.Order], what returns where a wave
// has to wait, and before each instruction what returns early.
package explore
