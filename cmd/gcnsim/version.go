package main

import (
	"fmt"
	"runtime"
)

type versionCmd struct{}

// Help is shown below the flags.
func (*versionCmd) Help() string { return "Example:\n\n    gcnsim version" }

// helpCmd stands for "gcnsim VERB --help": [execute] turns it into that.
type helpCmd struct {
	Verb []string `arg:"" optional:"" help:"Verb, and the command of it; all verbs where it is not given."`
}

// Run executes the verb.
func (*versionCmd) Run(s streams) error {
	_, err := fmt.Fprintf(s.out, "gcnsim %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
