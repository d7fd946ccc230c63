// Command clockmutate measures the validation suite of the clock by breaking the clock.
//
//	mutants (mutants.go): old text, new text ──► go build -overlay ──► the rows of benchmarks/timing, judged ──► caught by a row, or not
//
// A mutant is a piece of text of package clock or chip, and what stands there instead: a queue that
// never fills, a cache that always hits, a priority that is ignored. The product has no hooks for
// them: each is built with an overlay, and the rows run in what was built. A mutant is caught where
// a row that agreed with what is published no longer does. Emergent rows run first, then rules, then
// parameters, and those that take a second and more last; the first row that notices ends the run
// (--all goes on). It is judged without the break, too: a row that fails there has not noticed anything.
//
// No row can notice some breaks, as nothing is published of what they break: these have a reason. A
// mutant that no row notices and that has no reason makes the exit status 1: it needs a row.
//
//	go run ./cmd/clockmutate                 all mutants, half an hour
//	go run ./cmd/clockmutate --quick         quick emergent rows alone
//	go run ./cmd/clockmutate --only lds,l2   those whose names contain one of these
//	go run ./cmd/clockmutate --rows chase,l2 rows whose names begin with one of these
//
// A test of this package holds that each text is there exactly once, and builds a few.
package main
