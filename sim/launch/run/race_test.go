//go:build race

package run_test

// race says that the race detector is on: about fifteen times slower.
const race = true
