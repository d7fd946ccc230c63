//go:build unix

package run

import (
	"syscall"
	"time"
)

// CPUTime is the CPU time that the process has used, of all its threads, so that a difference of
// two leaves out what other processes do on a busy host. ok is false where the host does not tell.
func CPUTime() (t time.Duration, ok bool) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, false
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), true
}
