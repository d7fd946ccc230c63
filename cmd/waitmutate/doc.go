// Command waitmutate measures the static wait checker by damaging compiled code.
//
//	code object ──► every s_waitcnt field and every s_nop that a kernel reaches ──► mutants: field removed, count + 1, one wait state fewer
//	                      │
//	    mutant ──► static checker: flagged (a finding that the object itself does not have)?
//	           ──► machine model (model.go): every path, every order of return: can a register be touched too early?
//	           ──► run of the launch file in several orders of return: is the result another one?
//
// The compiler's waits are right and nearly all needed, so a mutant is nearly always broken, and
// the checker must say so. Judged are
//
//	flagged      the checker has a new finding; of those
//	             a run is wrong (--confirm), an order is found by the model, undecided (nothing shows that it is harmless), false alarms (the model proves
//	             that it is harmless; where only one path at a time shows it, the checker, which joins paths, cannot)
//	noted        the model agrees that it is harmless, and the new finding is mere information (the counter's width proves it, FLAT's addresses decide it)
//	             or says that a function is not right by itself: its callers, as far as runs show them, make up for it
//	redundant    not flagged; the model has followed all paths and orders and none breaks, and no run gave another result; of an s_nop, it only ends a
//	             clause of memory instructions, which nobody but the replay of page faults needs
//	same result  not flagged; the model could not decide, all runs gave the right result
//	not run      not flagged; the model could not decide, and the launch files do not come there or are too long (--insts)
//	missed       not flagged, and a run gave another result
//	unexplained  not flagged, and the model finds an order that breaks it, or an s_nop that could have been needed
//	precision    (flagged - false alarms) / flagged
//	recall       flagged / (flagged + missed)
//
// A mutant that is missed is a bug of the checker, and so is an error in unmutated code: the exit
// status is then 1.
//
// Calls go where runs have shown that they go. Those that no run makes, and those deeper than
// maxDepth, are taken to wait for everything where the function begins and before it returns (LLVM
// SIInsertWaitcnts).
//
// The model follows one lane at a time (lane.go), because lanes are independent: the lane's bits of
// EXEC and of the masks that EXEC comes from are values, and a bit that is not known, such as a
// comparison's, is taken both ways. An operation without the lane only counts. Of lanes that the
// program tells apart by constants, or by halves of masks, one of each kind is followed.
//
// approximate: masks that are shifted, added or come from memory are any masks to the model.
//
// The model is another method than the checker's. The model follows path by path: it keeps lists of
// outstanding operations, and lets them return one by one in each order that the hardware may
// choose. The checker keeps one bound per operation, and a formula of its lanes, for all paths.
// Both take from package isa what an instruction reads and writes, and from package waitcnt what it
// adds to the counters.
package main
