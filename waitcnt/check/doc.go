// Package check proves the waits of a binary without running it.
//
//	bytes ──► control-flow graph: blocks, calls, returns ──► forward dataflow to a fixed point ──► findings
//	                                                          │
//	                                 per place: a waitcnt.Board (outstanding operations, joined over all paths)
//	                                            wait states since each hazard's producer (isa.Hazards)
package check
