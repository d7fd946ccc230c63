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
// The package knows neither registers nor memory: package sim keeps the payload of an operation and
// delivers it when the File says so. Add an event in event.go (one row), a policy in policy.go.
//
// What the counters *may* still hold, whatever the timing, is the matter of the checkers: a [Board]
// keeps the operations that the executed waits do not prove complete, for a wave that runs (package
// sim) and for each place of a program (package check); a [Finding] names a defect, a [Rule] says
// what is wrong about it and who says so (rule.go; manual wait states are rows of package isa).
// Package report writes findings.
//
// Manual wait states and VCCZ go by distance: a [HazardState] keeps the instructions whose effect
// is too recent for some reader, and both checkers step it (hazard.go).
//
// # Why is a multi-dword scalar load 2 and not its number of dwords?
//
// AMD's manuals say both; only 1 for one dword and 2 for more fits a counter of four bits (errata
// M-21). The two units return one by one.
package waitcnt
