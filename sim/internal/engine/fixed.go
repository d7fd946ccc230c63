package engine

import "github.com/gcnsim/gcnsim/sim/internal/state"

// Programs do not change. What is in pools belongs to launches that go back nowhere.
var (
	_ = state.Fixed[Program]()
	_ = state.Fixed[ProgramCore]()
	_ = state.Fixed[Rec]()
	_ = state.Fixed[Bound]()
	_ = state.Fixed[Pool]()
)
