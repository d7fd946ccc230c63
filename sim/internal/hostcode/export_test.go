package hostcode

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Usable reports whether host code can be made of the instruction at a dword of a program, with a
// MODE.
func Usable(p *engine.Program, slot uint32, mode uint32) bool {
	core := (*engine.ProgramCore)(p)
	fp := isa.NewFPMode(mode, core.Features())
	_, ok := usable(&core.Recs()[slot], &fp, core.Features())
	return ok
}
