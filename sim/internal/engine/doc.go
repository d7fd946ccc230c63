// Package engine executes waves.
//
//	code bytes ──isa.Decode──► Program: one 32-byte Rec per dword, operands resolved, executor chosen
//	                               │
//	Launch (grid, ABI, registers) ─┤
//	                               ▼
//	Dispatch.Run ─► worker goroutines ─► Group (LDS, scalar cache, barrier) ─► Wave.run: the hot loop
//	                                                                            │ Rec.run(w, r)
//	             exec_scalar exec_vector exec_mods exec_control exec_memory exec_ds exec_smem exec_flat exec_export
//	                                                                            │
//	             Token: capture ─► service (package mem) ─► deliver   ◄── waitcnt.File says when, waitcnt.Policy which
//
// An instruction that accesses memory takes a token, and its result reaches the register when the
// operation returns, which the [waitcnt.Policy] decides within what the counters allow.
//
// Where to add things: an instruction is a row in package isa and needs nothing here unless its
// meaning is of a new kind; a control effect is one entry in the table of exec_control.go; a memory
// format is an executor, a capture and a service (exec_memory.go has the switch).
//
// # Tenants
//
// A checker, an explorer of orders, a watch of places and a clock live on top of the engine, which
// knows none of them. A [Tenant] is told when work-groups begin, meet at a barrier and end. It
// gives waves an observer ([Events]): for each memory operation when it issues, accesses memory and
// delivers; for each wait; for barriers and the end. It may take the loop of a wave
// ([WaveCore.Loop]), or the choice of what returns ([Order]). Nothing is told by instruction, so
// that waves without a tenant lose no time. What tenants may do beyond that is in core.go, as
// methods of types that users of package sim do not see.
//
// # Why are operands resolved at load time?
//
// Reading an operand per lane through its encoding costs five to seven times as much as the
// operation itself. A record holds source codes; the executor turns each into a pointer to a row of
// 64 lanes once per instruction, and the row's kernel is a plain loop.
//
// # Why does memory not change before an operation returns?
//
// A store may take effect at any moment between issue and return, so any choice is legal. The
// latest one shows a missing wait or barrier to other waves, which is what a user of this simulator
// wants to see; under the asap policy it is the earliest one.
//
// # Where is private memory?
//
// In a fixed number of slots, of at most 256 MiB where there are several. The slot of a work-group
// follows from its number, and it waits for the one before it there: addresses and left-over
// contents do not depend on how many run at the same time.
//
// # Why does the vector L1 cache hold no data?
//
// Vector memory goes to memory directly. On these generations L1 is write-through, so a program
// that needs buffer_wbinvl1 between work-groups only loses staleness. The clock has the tags of an
// L1, for the time that hits and misses take. The scalar cache holds real lines, with and without a
// clock, because stale scalar data is a common bug.
//
// # Panics
//
// A work-group runs under one deferred function for each of its turns, a compute unit with a clock
// for each window, so that turning a panic into a [Fault] costs nothing.
package engine
