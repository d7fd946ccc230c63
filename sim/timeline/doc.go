// Package timeline shows what waves did clock by clock: as text for a terminal, and as a trace that
// Perfetto and Chrome's tracing read.
//
//	sim.TimingOptions.Trace ──► sim.WaveTrace: segments of time, operations ──► Chrome   events, written while the launch runs
//	                                                                        ──► Text     a row for each wave
//
// Each clock of a wave has one reason, so that the clocks of a trace are those of the table of
// stalls.
package timeline
