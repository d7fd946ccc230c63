// Package waitcnt models the three counters by which a GCN wave waits for its own memory and export
// operations.
//
//	issue ──► Event {class, VM, LGKM, EXP amounts} ──► File.Issue ──► Op (outstanding)
//	s_waitcnt ──► DecodeWait ──► File.Over: which counter is too high ──► File.Eligible: which Ops may return now
//	            ──► Policy.Pick ──► File.Retire: the counter falls
//
// VM counts vector memory, LGKM counts LDS, GDS, scalar (constant) memory and messages, EXP counts
// exports and vector data that is still to be read from registers. Operations of one ordered class
// return in the order of issue; scalar memory returns in any order; different classes are not
// ordered against each other.
//
// A [File] knows neither registers nor memory: package sim keeps the payload of an operation and
// delivers it when the File says so. A new event is a case in event.go, a new policy a type in
// policy.go.
//
// The checkers ask what the counters may still hold, whatever the timing. A [Board] keeps the
// operations that the executed waits do not prove complete: package check has one for each place of
// a program, and the checker of a run one for each wave. A [Finding] names a defect. A [Rule] says
// what is wrong about it and who says so (rule.go; manual wait states are rows of package isa).
// Package report writes findings.
//
// Manual wait states and VCCZ go by distance. A [HazardState] keeps the instructions whose effect
// is too recent for some reader, and both checkers step it (hazard.go).
//
// # Why is a multi-dword scalar load 2 and not its number of dwords?
//
// AMD's manuals say both. Only 1 for one dword and 2 for more fits a counter of four bits (errata
// M-21). The two units return one by one.
package waitcnt
