// Package dyncheck checks a run: races of registers and memory, manual wait states, undefined
// values and accesses out of bounds, on the paths that waves take.
//
//	engine ──events──► wave: registers (wave.go), memory (memory.go) ──► findings (finding.go)
//	  │  ▲                 │                    │
//	  │  └─loop of a wave──┘ block.go           ├─ LDS: a shadow (lds.go), flags (poll.go)
//	  └──begin, barrier, end──► Checker         └─ global memory: tracks (track.go), whose accesses may meet (line.go);
//	                                               then notes of a work-group (global.go, spell.go)
//
// A wave runs in a loop of its own (block.go). Before each block of instructions it asks two things
// about their registers: whether an operation may still be outstanding that uses them, and whether
// they have undefined bits (undef.go). Masks answer for most blocks; the others take the slow path,
// instruction by instruction, which is exact by lane and byte. Only executed waits prove that an
// operation has returned ([waitcnt.Board]). What the policy happens to have returned proves nothing,
// so the findings are the same under every policy.
//
// # What about host code?
//
// Host code executes paths: runs of instructions with memory operations and waits, entered with
// nothing outstanding ([engine.Host]). A path is gone through once with a board (path.go): where no
// register can be used too early, only what holds before its first instruction is asked when a wave
// follows it, and accesses touch the shadows of memory. Where registers are undefined in part, as those are in
// whose lanes compilers keep scalars, each access is looked at before it is made (lanes.go). Where a path is left
// with operations outstanding, the board is made up for. Accesses that one piece of host code has noted are taken
// when it has ended, in order ([engine.Notes]). All else takes the blocks, as without host code.
//
// # How are races in memory found?
//
// By bytes, not by timing. LDS has a shadow that knows for each dword the last writer and readers,
// ordered by barriers; accesses that are in order wait until one comes that is not (lds.go, ldsrow.go).
// Where the code shows that nothing is written before the next barrier, reads are not kept (epoch.go). Where
// FLAT writes, the registers at the barrier say (sum.go).
// Most work-groups do in LDS what one before them has done: nothing is asked of them again (ldsscript.go).
//
// Accesses to global memory are kept in a track, while a shadow of lines says whether any two of the
// launch may race. Reads are looked up there only where somebody writes. Mostly none race, and nobody
// looks at the track. What waves do as others did is kept there by its addresses (batch.go). Else
// work-groups have notes, made of the track or at once, which are compared when the work-group has
// ended. What stores stored is read from memory then (before.go, written.go).
//
// A wave's operations count from issue until a wait proves them complete, so that the policy and the
// order of waves do not matter. The same notes tell which wave of a work-group accessed which bytes
// since the last barrier (spell.go). They are compared at each barrier, where several waves meet on
// bytes.
//
// Where to add things: a rule is a row in package waitcnt and is reported where its event is
// (checker.go lists the events); a manual wait state is a row in package isa and needs nothing
// here.
package dyncheck
