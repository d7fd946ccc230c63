package main

import (
	"fmt"
	"runtime"
)

type versionCmd struct{}

// Help is shown below the flags.
func (*versionCmd) Help() string { return "Example:\n\n    gcnsim version" }

// Run executes the verb.
func (*versionCmd) Run(s streams) error {
	_, err := fmt.Fprintf(s.out, "gcnsim %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
