package mem

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// vector8 says that the host has AVX2, and not what vector says. Then there are the functions of
// vec2_amd64.s, which do what those of vec_amd64.s do.
var vector8 = cpu.X86.HasAVX2 && !vector

// resolve8 is [resolveVec].
//
//go:noescape
func resolve8(dst, src *Row, offset, clear uint32, m uint64) (top, low uint32, dense bool)

// reach8 is [reachOffsetsVec].
//
//go:noescape
func reach8(off, src *Row, add, clear uint32, m uint64, step uint32) (low, high uint32, dense bool)

// alike8 reports whether the lanes of m are v.
//
//go:noescape
func alike8(r *Row, m uint64, v uint32) bool

// shifted8 is [shiftedVec].
//
//go:noescape
func shifted8(a, b *Row, m uint64, by uint32) bool

// follows8 is [followsVec].
//
//go:noescape
func follows8(r, steps *Row) bool

// gather8 is [gatherVec].
//
//go:noescape
func gather8(dst *Row, p unsafe.Pointer, off *Row, m uint64)

// scatter8 is [scatterVec].
//
//go:noescape
func scatter8(p unsafe.Pointer, off, src *Row, m uint64)
