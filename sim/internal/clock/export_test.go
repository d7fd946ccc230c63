package clock

import "testing"

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
