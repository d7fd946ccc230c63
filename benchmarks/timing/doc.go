// Package timing is the validation suite of the clock: what is published of real chips, as rows,
// each with a microbenchmark that measures the same on the simulated chip. "gcnsim validate" prints
// them.
//
//	tables/*.tsv ──► issueRows, ldsRows, occupancyRows ─┐
//	literals ──────► scalarRows, fetchRows, ... ────────┤
//	                 emergentRows ─► hidingRows, ... ───┴─► []Row ──[Run]──► []Result ──► text, JSON
//	                                                               │   ▲
//	                                       assembly of a Kernel ───▼   │ clocks that it stored
//	                                                              Machine: Simulate
//
// A [Row] has the claims of its sources; none of them comes from package sim/chip or from a run. A
// figure is compared with: the number that all sources give, the interval that they give, or, where
// they disagree, anything from the lowest to the highest. What a source says and another one
// settles is kept with the row and printed, too. A row is never left out because it fails.
//
// # How is a figure measured?
//
// As one would measure it on a board: s_memtime before and after, and what is the same in two runs
// of different length cancels. Times come from the second of two passes, when the instruction cache
// has the code. Where many waves take part, barriers begin and end the time that is taken. On GCN
// 1.0 and 1.1 instructions of 8 bytes are slow in most places of a block of 32 bytes. There they
// are put first in such blocks. The instructions that fill the blocks are measured by themselves
// and subtracted. A few rows take the clocks of a whole launch: bandwidths of all compute units.
//
//   - issue of an opcode: 64 and 128 repetitions by one wave; fewer of what counters limit, which is not waited for
//   - rate of LDS, bank conflicts, L1, scalar cache: 16 waves of a compute unit
//   - latencies: a chain of pointers as long as the cache that should miss
//   - L2 and memory: all compute units
//
// # What do the tiers mean?
//
// A: two sources agree, of which one measured. B: one measurement, or more that disagree. C:
// documents or tools of AMD. D: measured on a descendant of GCN, or inferred. E: a guess, or
// nothing; such rows show a figure that is not scored.
//
// # What do rows test?
//
// [Parameter] rows restate a figure of the chip: they show that the clock does what it is told.
// [Rule] rows run a published rule. [Emergent] rows compare what no figure says: it comes out of
// the parts of the model together. What they expect is a published measurement, or follows exactly
// from published rules, computed in the row itself: Little's law, who is oldest, what fits a cache.
//
// A row that the model is known to miss stays, with the reason (tables/misses.tsv). It is a
// [KnownMiss] as long as it is outside. The long test fails where a reason is out of date.
//
// # Does the clock know the suite?
//
// Some parameters were read from rows: those of L1's address unit and tags from some of perftest's
// loads; L1's ways, latencies of memory and what translations cost from Kaveri's pointer chases.
// docs/clock.md lists them. Other rows of the same benchmarks test them. Many parameters are set from
// the documents that the rows have: their rows are parameter rows.
//
// Command clockmutate breaks the clock in many ways and tells which break no row notices.
//
// # Where to add things
//
// A figure of an opcode that no table has: further (opcodes.go), or settled where it decides.
// Another benchmark: a row in the group that it belongs to (units.go; emergent ones: emergent.go for
// the units of memory, perftest.go for its loop, waves.go for what waves share, order.go for order and
// replacement, chase.go for pointer chases, memory.go for rules of memory, stream.go for BabelStream,
// warm.go for launches after others and tiled images, whole.go for streams and whole kernels). A chip of another generation or rate of double precision:
// classes (opcodes.go).
package timing
