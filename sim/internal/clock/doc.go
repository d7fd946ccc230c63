// Package clock runs a launch on the compute units of a chip.
//
// Package sim/chip has every figure of a chip with its source. The executors are those of the
// engine. They are called at the clock at which the instruction issues, in the order in which
// compute units issue. The modelled memory decides when operations return, not a policy. A program
// without findings leaves the same state with a clock and without.
//
//	clock: windows, work-groups ─► cluster (one goroutine): compute units that share caches ─► SIMD turn: which waves issue
//	                                   │ requests of a window                                   │ Rec.run or tape, then LDS, L1, kcache
//	                                   ▼                                                        ▼
//	                              serve, one goroutine: L2 channels, memory; stores and atomics ─► return times
//
// Each SIMD has its turn every fourth clock and issues up to five instructions, of different
// waves and for different units, oldest first within a priority; s_nop and its like take no
// unit. A wave issues in its SIMD's turns only. A unit that SIMDs share accepts the next
// instruction of a SIMD when it has started with the one before. Nothing happens in clocks in
// which nothing can issue, and they cost nothing.
//
// Turns of a SIMD in which one wave issues vector instructions that only compute, and nothing else can
// issue, are entered together (run.go), across blocks of code. What a wave does in its waits is entered when it comes
// to them (ahead.go). Where a launch has many waves, their loads are
// packed while they are outstanding: the host's caches do not hold more of them.
//
// What only computes is executed later than it issues: where a branch, a memory operation or a result
// that arrives needs it, all that the wave has issued is executed at once, in host code where the launch
// has that.
//
// Where the clock cannot change what waves compute, their waits are proved, nobody watches them, and
// nothing goes wrong in them, a work-group executes to its end when it is handed out, and leaves tapes of
// what the clock has to know (record.go): jumps, and what operations ask of memory. Host code executes whole
// paths of it, accesses included, and what it notes of them becomes entries of tapes (paths.go). The clock comes
// to them later, as if the waves executed then. One goroutine does that, in the order of the work-groups, so
// that what a program leaves whose work-groups race is the same for any number of goroutines. What a launch
// that ends early leaves in registers and memory may be ahead of the clock; program counters and numbers of
// instructions are not.
//
// Compute units run independently for a window no longer than the quickest answer of L2 takes.
// What they ask of L2 is served after it in the order {clock, compute unit, number}. Where waves execute
// as they issue, loads read memory when they return, stores and atomics write it when they are served, so
// that it does not change while compute units run. The result therefore does not depend on the number of
// goroutines. Programs that use GDS or write through the scalar cache run on one.
//
// The clock of a launch that has ended serves the next one on the device ([Pool]): its tables, and
// with [WarmCaches] what is in L2 and in the instruction caches. Nothing else of it can be seen.
//
// Each clock of a wave has one reason ([Stall]). Constraints are charged in time: what was
// issued before, barrier or sleep, dependency, fetch, counters, unit, and what is left is the
// turn itself. Clocks in which a wave waits for counters are charged to the operation that
// returns next, as its exposed time.
//
// More is recorded for those who ask:
//
//   - [TraceOptions]: what each wave did clock by clock.
//   - [Options].Spent: what each instruction cost each wave, and which level of memory it waited for.
//   - [Series]: how many waves there were, and what caches and memory moved, over time.
//
// Nothing of it changes a clock.
//
// Assumed, as no document says otherwise:
//
//   - The next block of 32 bytes of code is asked for when the last instruction before the
//     current one has issued, and later where an instruction lies in two and the chip has split_fetch.
//     A fetch takes as much as a taken branch takes longer than another one. Instruction and scalar
//     caches miss into L2.
//   - Neighbouring blocks of 32 bytes are in different banks of the instruction cache. A bank delivers
//     a block a clock to one compute unit, and a compute unit gets one.
//   - Neighbouring lines are in different banks of the scalar cache. A bank looks up a line a clock for one
//     compute unit, whose next scalar load waits where this one does. Lines that come from L2 take no time of
//     the banks.
//   - The delays that CLRX has for dependent scalar instructions, branches and code alignment
//     hold for a wave unless another one of its SIMD can issue before they end. What computes an
//     integer and a carry is what it calls V_ADD and V_SUB.
//   - Vector L1 is write-through, stores and atomics do not allocate in it, and a load with GLC
//     misses. L2 takes stores without reading the line.
//   - A load looks up L1 when the address unit takes it, and finds lines on their way. It waits for
//     these even where L1 has given their places away since. That L1 would have to wait for room
//     before it gives a place away is left out.
//   - A channel of L2 takes a request a clock. A compute unit sends it one line a clock, when the
//     page is translated, and has no more than so many on their way. A scalar or instruction cache
//     asks for a line a clock, too, and needs no translations.
//   - Each channel of memory serves reads in the order in which they come, apart from what waits for
//     its bank's row; of these it sees so many. Writes wait until there is a batch of them, which is
//     written row by row and opens its rows itself, and L2 waits where two batches do. A dirty line
//     leaves before the one that replaces it comes.
//   - The lanes of a quarter at one address go to L2 one after the other in an atomic. Image
//     instructions with a sampler hit.
//   - A FLAT instruction that may access LDS returns before what the wave issues to LDS after
//     it.
//   - Work-groups go to the compute units that have room, in turn, each wave to the SIMD with the
//     fewest. Where one ends, the next one of those that the compute unit has in reserve follows at
//     once. It has as many as it may come to in a window: that they are not always handed out in
//     order is approximate, and so are shader engines that start waves, of which each cache's
//     compute units see what the others did up to the window.
//   - A wave that waits for GDS to be free tries again after GDS's latency.
package clock
