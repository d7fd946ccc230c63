package sim

// NumberNoHazards makes the waves of a program keep their states of hazards themselves, as if there were too
// many to number.
func NumberNoHazards(p *Program) {
	c := programOf(p)
	c.hazards.init(c)
	c.hazards.facts = maxFacts + 1
}
