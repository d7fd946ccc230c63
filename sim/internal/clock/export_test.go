package clock

// Crowd makes launches be crowded from so many waves on, and returns what was so before.
func Crowd(waves uint64) (before uint64) {
	before, crowd = crowd, waves
	return before
}
