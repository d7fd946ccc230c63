package clock

import (
	"slices"
	"testing"
)

// Crowd makes launches be crowded from so many waves on, and returns what was so before.
func Crowd(waves uint64) (before uint64) {
	before, crowd = crowd, waves
	return before
}

// RecordUnproved records launches whose waits are not proved, too, while a test runs.
func RecordUnproved(t *testing.T) {
	unproved = true
	t.Cleanup(func() { unproved = false })
}

// Tapes calls f, and returns the tapes of all work-groups that are recorded meanwhile, without paths and
// loops of host code if instByInst is set, and how many instructions were executed on them.
func Tapes(byInst bool, f func()) (tapes [][]uint64, taken, followed int) {
	instByInst = byInst
	whenRecorded = func(words []uint64, ok bool) {
		if !ok {
			taken++
			return
		}
		tapes = append(tapes, slices.Clone(words))
	}
	whenFollowed = func(n int) { followed += n }
	defer func() { instByInst, whenRecorded, whenFollowed = false, nil, nil }()
	f()
	return tapes, taken, followed
}
