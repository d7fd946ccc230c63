package sim

// NumberNoHazards makes the waves of a program keep their states of hazards themselves, as if there were too
// many to number.
func NumberNoHazards(p *Program) {
	p.hazards.init(p)
	p.hazards.facts = maxFacts + 1
}
