//go:build unix

package sweep

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// alone makes a command the first of a group of processes, which ends as a whole.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

var umaskOnce = sync.OnceValue(func() os.FileMode {
	old := syscall.Umask(0)
	syscall.Umask(old)
	return os.FileMode(old)
})

// umask is that of the process: files that are made under a name of their own have what others get.
func umask() os.FileMode { return umaskOnce() }
