//go:build !unix

package run

import "time"

// CPUTime is the CPU time that the process has used. ok is false where the host does not tell, as
// here.
func CPUTime() (t time.Duration, ok bool) { return 0, false }
