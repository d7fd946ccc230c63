package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// resident runs a command and prints how many bytes of memory it had at most. Its output goes to standard
// error. It is a process of its own, and a small one: Linux counts for a new process what the one that
// started it has.
func resident() {
	c := exec.Command(os.Args[1], os.Args[2:]...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10)
}
