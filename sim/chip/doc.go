// Package chip describes GCN chips as plain values: how many units they have, how large, how fast,
// and who says so.
//
//	table.go   rows {field, figure, source} ──► Chip ──► Issue, LDS: clocks of an instruction     (cost.go)
//	JSON  ───────────────────── Override ──────► │  ──► Occupancy: waves that fit, and what limits (occupancy.go)
//
// A [Chip] has one [Figure] for each [Field]: a number together with its source, so that whatever
// shows the number can show where it comes from. [Lookup] takes what --gpu takes. [Chip.Override]
// reads a JSON object that changes figures by name; [Chip.MarshalJSON] writes such an object.
// Everything here is data and pure functions: there is no clock in this package, only what a clock
// needs to know.
//
// All cycles are clocks of the chip's engine.
//
// # What is a figure worth?
//
// Most come from AMD's driver sources and manuals or were measured by the author of CLRX. Where
// nobody has published a figure, or where documents contradict each other and none decides, it is
// an assumption: Figure.Assumed is set and the source says why that number. A figure that was found
// out about another chip is an assumption too. With two exceptions, no figure is fitted to a
// measurement that the validation suite scores: l1_banks, and l1_pair of GCN 1.4, were read from
// some of perftest's loads. The other loads test them.
//
// # Where to add things
//
// A chip: an entry in chips (table.go) with what differs from its generation, and its name in
// package isa's targets. A figure: a constant, a row in fields (field.go) and its value in
// table.go; a test fails while a chip lacks it. A rate that differs between instructions: a latency
// class in package isa, set in the instruction's row, and its clocks in cost.go; there is no list
// of instructions here.
//
// # Why is Hawaii two chips?
//
// The same silicon computes f64 at half rate on FirePro boards and at an eighth on Radeon boards.
// LLVM's gfx701, which it names hawaii, is the former; gfx702 is the latter and has no name there,
// so it is called hawaii-r9 here.
//
// # Why does Tonga hold eight waves?
//
// Its hardware starts waves with wrong SGPRs unless each gets 96 of them (LLVM:
// FeatureSGPRInitBug), and 800 / 96 is 8. AMD's PAL has eight, as LLVM computes; other tables have
// ten.
package chip
