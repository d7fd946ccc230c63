// Package report says where the time of a launch went, and what would make it shorter: in a sentence,
// and on one HTML page that needs no network.
//
//	run.Outcome, Collector, what-if runs ──► New ──► Run ──► Lead   what limits the launch, and what helps
//	                                                  │
//	                               Run, Run ──► Page ─┴────► HTML   differences first, then each
//
// A launch is limited by a unit where that is busy for most of the time ([dump.Mostly]); otherwise by what its
// waves spend most clocks on. What removes it is a row of a table (cause.go): where a new limit is
// known, it is a new row.
package report
