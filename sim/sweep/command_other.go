//go:build !unix

package sweep

import (
	"os"
	"os/exec"
)

// alone leaves the command as it is: what it starts may outlive it.
func alone(*exec.Cmd) {}

// umask is 0: there is none.
func umask() os.FileMode { return 0 }
