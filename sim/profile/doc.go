// Package profile says where the instructions and clocks of a run went, by instruction and by line of
// the source: as a profile that pprof reads, and as source and assembly side by side.
//
//	run.Outcome ──► New ──► Profile: launches, their instructions with counts, clocks and frames
//	                           ├──► WritePprof   samples of the simulated program
//	                           └──► Annotate     lines with what was spent on them
//
// Counts come from sim.Result.Counts (Options.Count), clocks from sim.Result.Timing, places in source
// files from [codeobj.Source].
package profile
