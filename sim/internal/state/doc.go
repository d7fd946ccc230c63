// Package state keeps the state of running code of the simulator, and brings it back.
//
//	roots ──Keep──► State: a copy of each object that can be reached ──Restore──► the same objects hold it again
//
// A state is restored in place: objects stay where they are, so that pointers, closures and method
// values of the program are as good as before. What an object does not hold is not kept: variables
// on a goroutine's stack and those that only a closure has. Code that can be restored keeps its state
// in objects, and begins again from them.
//
// # What is reached?
//
// Pointers, slices (up to their capacity), maps and interfaces are followed, but for those to what
// never changes: types that have been declared [Fixed], types of packages that only hold data of
// programs (package isa and the readers of files), and types of other modules. Memory of simulated
// programs keeps itself: see [mem.Global.Snapshot].
//
// # Why by reflection?
//
// The state of a run is in a hundred types of the engine, the checker and the clock. A list of their
// fields, written by hand, would be wrong as soon as one is added, and nobody would notice: a run
// that is restored goes on, and ends in another way.
package state
