// Package explain says what one instruction did: what it read and wrote by lane, which flags and
// scalar registers changed, which counters it raised, and the rule that it follows.
//
//	debug.Session --Look--> Before     the state of a wave, in front of an instruction
//	      | Step, Continue ...
//	      v
//	   Before.Done --> Step            what is different, by lane, with the row's formula
//
// What an instruction may access comes from its row (package isa); what changed comes from the
// state before and after, so that nothing is left out: registers into which a load returns show at
// the wait that made it return.
//
// # Where to add things
//
// A type of operand is shown by a row of shown. What else changes is a field of Step.
package explain
