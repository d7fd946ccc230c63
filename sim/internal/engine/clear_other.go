//go:build !amd64

package engine

import "github.com/gcnsim/gcnsim/isa"

// hasClearVec says that clearVec can be called.
const hasClearVec = false

func clearVec(*[256]isa.Row, *[256]uint64) { panic("no vectors") }
