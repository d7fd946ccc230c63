// Package debug is a debugger of simulated programs as an object: it stops at instructions, shows
// and changes state, goes back, and says who wrote what.
//
//	console, dap, other front ends
//	          │ Step, Continue, Break, Read, Back, Who ...
//	          ▼
//	       Session ── history: where it is (a number of instructions), what its user changed, who was chosen to step
//	          │ one at a time
//	          ▼
//	       machine: a run of all launches on its own goroutine, parked between two instructions
//	          │ sim.Options.Drive (functional), sim.Hooks.Before (with a clock)
//	          ▼
//	       sim.Device.Run: the same executors, checker and clock as without a debugger
//
// A [Session] is at a place of its history that [Session.Tick] names: how many instructions have
// begun since the first launch, all waves together. It stops between two instructions only.
//
// # How does it go back?
//
// The simulator is deterministic where work-groups run in order, so that a tick and what the user
// has changed name a state. The machine keeps its state now and then: between instructions or, with
// a clock, between windows of the clock. Older states are kept further apart. Going back to a tick
// restores the last state before it and runs on from there, with the same changes at the same
// ticks. What that takes does not depend on how long the program has run. Changes that the user made
// after the tick are gone. Package state keeps all that the machine reaches, whatever parts it has.
// See history.
//
// # Who chooses what runs?
//
// Without a clock the user may: [Session.Step] executes an instruction of one wave while others
// stand still. Otherwise waves have their turns as in a run with Options.Deterministic, so that a
// program does in the debugger what it does without. With a clock the chip chooses, and stepping a
// wave means to go on until that wave has executed an instruction.
//
// Where to add things: what can be read or changed is a [Place]; a reason to stop is a [Reason] that
// Session.run gives.
package debug
