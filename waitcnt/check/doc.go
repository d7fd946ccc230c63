// Package check proves the waits of a binary without running it.
//
//	bytes ──► control flow: blocks, calls by call site, returns ──► forward dataflow to a fixed point ──► findings
//	                                                                 │
//	           per place: a waitcnt.Board: outstanding operations, joined over all paths        rules.go
//	                      a waitcnt.HazardState: distances since producers of hazards, VCCZ
//	                      which lanes EXEC and other masks have: operations in other lanes are none     masks.go
//	                      which of these masks are a part of others, and in which an operation is       relations.go
//	                      what tells paths with an operation from others, and what its lanes have      guards.go
//	                      to do with masks of which paths know different things
//	                      answers of comparisons of scalar registers, and masks that nobody reads      asked.go, unread.go
//	                      constants: targets of calls, from code and constant memory            code.go
//	                      pointers that are provably the same: scalar against vector memory     alias.go
//	                      relative addressing: M0 bit by bit, MODE.gpr_idx_en                    relative.go
//	                      registers that some path has written
//	           then: code that no path has reached                                              examined.go
//
// A function is followed from each of its call sites apart (flow.go), up to a number of them. A
// jump whose target is not known is reported, and taken to keep to LLVM's calling convention. The
// rules themselves are rows of package waitcnt: add one there, and the place that sees it in
// rules.go. limits.go bounds time and memory; advice.go looks for waits that could be weaker. [Run]
// looks up to three times, with larger and larger bounds of what it knows of lanes.
//
// approximate: an address of memory is known only where its pointer was loaded or given, and at
// most copied since. Races for LDS and for memory between waves are left to the run. Relative
// addressing is resolved where M0 is known.
package check
