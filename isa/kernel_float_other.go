//go:build !amd64

package isa

// haveRows is false: the loops in Go do everything.
const haveRows = false

func addRows(_, _, _ *Row, _ uint32) bool    { return false }
func subRows(_, _, _ *Row, _ uint32) bool    { return false }
func mulRows(_, _, _ *Row, _ uint32) bool    { return false }
func madRows(_, _, _, _ *Row, _ uint32) bool { return false }
func fmaRows(_, _, _, _ *Row, _ uint32) bool { return false }
