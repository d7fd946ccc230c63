// Package sim is the machine: it executes GCN wavefronts on the host.
//
//	code bytes ──isa.Decode──► Program ─┐
//	Launch (grid, ABI, registers) ──────┤
//	                                    ▼
//	Device.Run ─► engine: work-groups and waves ──events──► dyncheck (Options.Check), explore (Explore),
//	                     ▲                                                writers (Options.Watch)
//	                     └── clock (Options.Timing) decides what executes when
//
// A [Device] is memory and GDS; a [Launch] is a grid of work-groups of one [Program]; [Device.Run]
// runs it and returns a [Result]. A [Session] runs one work-group step by step. Memory operations
// are in flight: a result reaches its register when the operation returns, which the
// [waitcnt.Policy] decides within what the counters allow. What the simulated program does wrong is
// a [Fault] in the result, never an error or a panic.
//
// [Explore] runs a program again and again under all orders of return. With Options.Check, races,
// manual wait states, undefined registers and accesses out of bounds are in Result.Findings. With
// Options.Timing a launch runs on the compute units of a chip, and the result has its [Timing].
// With Options.Watch the result names the instruction that wrote a place last.
//
// This package is the public face. The packages in internal do the work. Package engine executes.
// Packages dyncheck, explore, writers and clock are its tenants. The engine knows none of them: it
// tells events, and takes from a tenant the loop of a wave or the order in which operations return.
// Package hostcode makes code of the host for hot paths. Package state keeps and restores a run.
// Each has its own page, which says where to add things.
//
// # What happens when work-groups race?
//
// Groups run on several goroutines, and their plain loads and stores are plain ones of the host.
// Where groups write one address without atomics, one of the values is there afterwards, as on the
// chip. Options.Deterministic runs groups in order: the result is then the same every time, and a
// Go program can run such a kernel under the race detector. Policies with a seed or a list imply it
// ([Options.InOrder]).
//
// # What if the simulator itself fails?
//
// A panic while code executes, on whatever goroutine, ends the launch with a [Fault] that wraps a
// [DefectError] and names the wave and instruction. Other work-groups stop as after any fault.
// Panics of [Hooks] are the caller's and go on.
package sim
