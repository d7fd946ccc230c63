package dyncheck

import "github.com/gcnsim/gcnsim/sim/internal/engine"

// NumberNoHazards makes the waves of a program keep their states of hazards themselves, as if there
// were too many to number.
func NumberNoHazards(p *engine.Program) {
	c := programOf((*engine.ProgramCore)(p))
	c.hazards.init(c)
	c.hazards.facts = maxFacts + 1
}
