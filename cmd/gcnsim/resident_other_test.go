//go:build !linux

package main

import "os"

// resident is for Linux only, as its test is.
func resident() { os.Exit(2) }
