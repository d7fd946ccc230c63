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
// With Options.Check, a wave runs in a loop of its own (check_wave.go), which asks before each instruction whether its registers matter to an outstanding
// operation, as far as the executed waits prove ([waitcnt.Board]), or have undefined bits (check_undef.go). Masks answer for most instructions; the
// rest takes the slow path, which is exact by lane and byte. What is found is in Result.Findings. Only waits prove anything: which operations the
// policy happens to have returned does not, so the findings are the same under every policy.
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
// atomics, one of the values is there afterwards, as on the chip. A Go program that runs such a kernel under the race detector sets Options.Deterministic.
//
// # How are races in memory found?
//
// Options.Check follows bytes, not timing (check_memory.go, check_global.go). LDS has a shadow that knows for each dword the last writer and readers,
// ordered by barriers; memory has notes of each work-group, compared when it has ended. A wave's operations count from issue until a wait proves them
// complete, so that the policy and the order of waves do not matter.
//
// # Why is the vector L1 cache missing?
//
// Vector memory goes to memory directly: on these generations L1 is write-through, and a program that needs buffer_wbinvl1 between work-groups
// only loses staleness that the simulator does not model. The scalar cache holds real lines, because stale scalar data is a common bug.
package sim
