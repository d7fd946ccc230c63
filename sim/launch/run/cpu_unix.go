//go:build unix

package run

import (
	"syscall"
	"time"
)

// CPUTime is the CPU time that all threads of the process have used. The difference of two does not
// count what other processes do on a busy host.
func CPUTime() (t time.Duration, ok bool) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, false
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), true
}
