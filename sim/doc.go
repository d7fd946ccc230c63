// Package sim is the machine: it executes GCN wavefronts on the host.
//
//	code bytes ──isa.Decode──► Program: one 32-byte Rec per dword, operands resolved, executor chosen
//	                               │
//	Launch (grid, ABI, registers) ─┤
//	                               ▼
//	Device.Run ─► worker goroutines ─► Group (LDS, scalar cache, barrier) ─► Wave.run: the hot loop
//	                                                                            │ Rec.run(w, r)
//	             exec_scalar exec_vector exec_mods exec_control exec_memory exec_ds exec_smem exec_flat exec_export
//	                                                                            │
//	             token: capture ─► service (package mem) ─► deliver   ◄── waitcnt.File says when, waitcnt.Policy which
//
// A [Device] is memory and GDS; a [Launch] is a grid of work-groups of one [Program]; [Device.Run] runs it and returns a [Result]. Memory operations
// are in flight: an instruction takes a token, and its result reaches the register when the operation returns, which the [waitcnt.Policy] decides
// within what the counters allow. What the simulated program does wrong is a [Fault] in the result, never an error or a panic.
//
// Where to add things: an instruction is a row in package isa and needs nothing here unless its meaning is of a new kind; a control effect is one entry in
// the table of exec_control.go; a memory format is an executor, a capture and a service (exec_memory.go has the switch).
//
// [Explore] runs a program again and again under all orders of return (explore.go): it follows the decisions of an earlier run, takes another one, and
// stops where it comes to a state that it knows (endstate.go). It decides only where an instruction or another operation could tell (footprint.go).
//
// # The checker
//
// With Options.Check, a wave runs in a loop of its own (check_block.go), which asks before each block of instructions whether their registers matter to an
// outstanding operation, as far as the executed waits prove ([waitcnt.Board]; check_wave.go), or have undefined bits (check_undef.go). Masks answer for
// most blocks; the others take the slow path, instruction by instruction, which is exact by lane and byte. What is found is in Result.Findings. Only waits
// prove anything: which operations the policy happens to have returned does not, so the findings are the same under every policy.
//
// # Why are operands resolved at load time?
//
// Reading an operand per lane through its encoding costs five to seven times as much as the operation itself. A record holds source codes; the
// executor turns each into a pointer to a row of 64 lanes once per instruction, and the row's kernel is a plain loop.
//
// # Why does memory not change before an operation returns?
//
// A store may take effect at any moment between issue and return, so any choice is legal. The latest one shows a missing wait or barrier to other
// waves, which is what a user of this simulator wants to see; under the asap policy it is the earliest one.
//
// # What happens when work-groups race?
//
// Groups run on several goroutines, and their plain loads and stores are plain ones of the host: where a program's groups write one address without
// atomics, one of the values is there afterwards, as on the chip. A Go program that runs such a kernel under the race detector sets Options.Deterministic,
// as one does that wants the same result every time; policies with a seed or a list imply it ([Options.InOrder]).
//
// # How are races in memory found?
//
// Options.Check follows bytes, not timing (check_memory.go, check_global.go). LDS has a shadow that knows for each dword the last writer and readers,
// ordered by barriers; memory has notes of each work-group, compared when it has ended. A wave's operations count from issue until a wait proves them
// complete, so that the policy and the order of waves do not matter.
//
// The same notes tell which wave of a work-group accessed which bytes since the last barrier
// (check_waves.go): they are compared at each barrier, where several waves meet on bytes.
//
// # What if the simulator itself fails?
//
// A panic while code executes, on whatever goroutine, ends the launch with a [Fault] that wraps a
// [DefectError] and names the wave and instruction. A work-group runs under one deferred function
// for each of its turns, a compute unit with a clock for each window, so that it costs nothing.
// Other work-groups stop as after any fault. Panics of [Hooks] are the caller's and go on.
//
// # Where is private memory?
//
// In a fixed number of slots, of at most 256 MiB where there are several. The slot of a work-group
// follows from its number, and it waits for the one before it there: addresses and left-over
// contents do not depend on how many run at the same time.
//
// # Why does the vector L1 cache hold no data?
//
// Vector memory goes to memory directly. On these generations L1 is write-through, so a program that
// needs buffer_wbinvl1 between work-groups only loses staleness. The clock has the tags of an L1, for
// the time that hits and misses take. The scalar cache holds real lines, with and without a clock,
// because stale scalar data is a common bug.
//
// # The clock
//
// With Options.Timing a launch runs on the compute units of a chip (package sim/chip has every figure with its source), and [Result] has its [Timing]. The
// executors are the same, called at the clock at which the instruction issues, in the order in which compute units issue; when operations return is decided
// by the memory that is modelled instead of by a policy. A program without findings gives the same state in both.
//
//	clock: windows, work-groups ─► cluster (one goroutine): compute units that share caches ─► SIMD turn: which waves issue
//	                                   │ requests of a window                                   │ Rec.run, then operation: LDS, L1, kcache
//	                                   ▼                                                        ▼
//	                              serve, one goroutine: L2 channels, memory; stores and atomics ─► return times
//
// Each SIMD has its turn every fourth clock and issues up to five instructions, of different waves and for different units, oldest first within a priority;
// s_nop and its like take no unit. A wave issues in its SIMD's turns only. A unit that SIMDs share accepts the next instruction of a SIMD when it has started
// with the one before. Nothing happens in clocks in which nothing can issue, and they cost nothing.
//
// Compute units run independently for a window no longer than the quickest answer of L2 takes. What they ask of L2 is served after it in the order {clock,
// compute unit, number}; loads read memory when they return, stores and atomics write it when they are served, so that it does not change while compute
// units run. The result therefore does not depend on the number of goroutines. Programs that use GDS or write through the scalar cache run on one.
//
// Each clock of a wave has one reason ([Stall]). Constraints are charged in time: what was issued before, barrier or sleep, dependency, fetch, counters, unit,
// and what is left is the turn itself. Clocks in which a wave waits for counters are charged to the operation that returns next, as its exposed time.
//
// Assumed, as no document says otherwise:
//
//   - The next block of 32 bytes of code is asked for when the last instruction before the current one has issued. A fetch takes as much as a taken branch takes
//     longer than another one. Instruction and scalar caches miss into L2.
//   - The delays that CLRX has for dependent scalar instructions, branches and code alignment hold for a wave that is alone on its SIMD, and are hidden else.
//     What computes an integer and a carry is what it calls V_ADD and V_SUB.
//   - Vector L1 is write-through, stores and atomics do not allocate in it, and a load with GLC misses. L2 takes stores without reading the line.
//   - A channel of L2 takes requests in the order of their clocks, one line at a time, and has its share of the bandwidth of memory, as much of it as the chip's
//     dram_efficiency says. Address translation costs nothing. A dirty line leaves before the one that replaces it comes.
//   - Atomics take L2 as long as stores do. Image instructions with a sampler take an address a lane and hit.
//   - A FLAT instruction that may access LDS returns before what the wave issues to LDS after it.
//   - Work-groups are handed out between windows, in turn to the compute units that have room, each wave to the SIMD with the fewest.
//   - A wave that waits for GDS to be free tries again after GDS's latency.
package sim
