package engine

import (
	"golang.org/x/sys/cpu"

	"github.com/gcnsim/gcnsim/isa"
)

// hasClearVec says that clearVec can be called.
var hasClearVec = cpu.X86.HasAVX2

// clearVec is [clearRows].
//
//go:noescape
func clearVec(v *[256]isa.Row, written *[256]uint64)
