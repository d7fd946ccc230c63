// Package dump shows what launches did as plain data: the state that they left as text that diffs
// or as JSON ([Dump]), and every executed instruction as a line of a trace ([Tracer]).
//
//	sim.Result, sim.Device ──AddLaunch, AddDevice──► Dump ──WriteText, WriteJSON──► one fact in a line
//
// A dump reads what package sim exports and changes nothing. A new part of it is a [Section], a
// field of [LaunchState], [GroupState] or [WaveState], and its lines in WriteText.
package dump
