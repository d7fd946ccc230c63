// Package hostcode makes code of the host for runs of instructions of a program: the registers of a
// run stay in the host's registers, and nothing of Go runs between its instructions.
//
//	isa.Desc.Host (recipes) ──► scan ──► plan ──► build ──► emitter ──► arena ──► enter
//	                            run of   steps    lanes     machine     pages     called by
//	                            records                     code        of code   Runs.Run
//
// A unit is a straight run of vector and scalar instructions that have recipes, up to a branch,
// which may lead to its beginning (unit.go). It is executed in steps: scalar instructions first,
// then vector instructions for one slice of 8 or 16 lanes after the other (lanes.go), so that
// a slice's values live in registers and each vector register that was written is stored once.
// Whatever cannot be so begins a new step: a scalar instruction that reads a mask which a vector
// instruction has written, a change of EXEC, an instruction with DPP (dpp.go). There are two forms of a
// step, for EXEC with all lanes and with some.
//
// A path (path.go) goes further: past memory instructions, waits and branches forward, round a whole
// loop, also one without memory that changes EXEC or has branches. What returns at which wait is worked
// out when the path is made (trace.go). An operation is accessed there,
// straight from registers to registers (engine.Direct), between two pieces of host code. Loads and stores
// of LDS, which cannot fail, are in the second piece (lds.go). A path that is followed often is made once
// more as one piece that makes all accesses (whole.go): it compares the addresses of all lanes with the
// limits of memory that the work-group has found before (reach.go, [engine.Windows]), and is left in
// front of what lies elsewhere. Behind that it may be entered again. A path that is mostly left at one place
// goes on there (grow.go), so that short loops become straight. Elements of several dwords are moved
// for all lanes at once (move.go). Lines that the scalar cache lacks are filled where there is a free
// way. Who is told of accesses is told when the piece has ended, in order, by what it has noted of them
// (notes.go). What it would store in memory it only notes then, and it is left in front of loads behind
// that.
//
// A batch (batch.go) is a unit of as many instructions as a clock has issued before something needs what
// they compute: it begins and ends anywhere, and waits in it do nothing.
//
// # How are floating-point results exact?
//
// Rounding and denormal sources follow the host's control register (rules.go), for which a recipe
// may have rules of its own: a step has one setting. Denormal results are flushed by an
// instruction, and only where they are more than a source of arithmetic, which flushes them itself.
// NaNs are never the host's: a slice in which a result is NaN is left before it stores anything,
// and done again by code that chooses each NaN as the rows' functions do. In a chain of arithmetic only the
// last result is looked at (slice.note): it is NaN where one before it is.
//
// # What is paid once for all slices?
//
// Scalars and constants that have to be in registers, the limits and the address of LDS, and where dense
// accesses of memory begin (fixture.go): the code of a slice is made once to see what it would want, and
// what values leave free of the registers holds that. Short slices stand several times in a loop.
//
// Halves are computed as singles (half.go). 64-bit numbers are in two registers for each slice, in an
// order in which pairs of dwords become quadwords without a move between parts of a register: of every
// four lanes the first has two and the second two. Both stay so from one instruction to the next.
//
// # What is not made into code?
//
// Instructions without a recipe, with operand forms that [usable] does not know, and everything
// while MODE has GPR indexing or vector skipping on: executors execute those, in the same loop
// ([Runs.Run]). So they do until a place is hot. The masks of written registers and all registers are
// after each unit what executors would have left. Executions are counted for a unit or a path as a whole
// ([engine.WaveCore.Ran]); they are added to those of single instructions when the worker has ended.
//
// Memory is written, made executable, and not written again. Code touches the wave ([engine.Wave]:
// S, SCC, VWritten, SWritten, scratch) and its vector registers at fixed displacements, LDS, and, of a
// whole path, windows of global memory and the scalar cache. The addresses that a program computes in it
// are that of a lane, modulo 64, and those of memory, each of which is compared with the end before it
// is used. Pages are written that may be written at once.
//
// Where to add things: an instruction is a recipe in its row (isa/host.go,
// isa/host_float.go); a new kind of operation
// is a constant there and a case in each back end; a check of an encoding is a line in x86_test.go.
// A back end (avx512.go, avx2.go) is an [emitter] on the registers of alloc.go; tests run all that
// the host has.
package hostcode
