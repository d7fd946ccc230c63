package mem

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// vector says that the functions below can be called: the host has AVX-512. What they do is also
// done by loops in Go, which are the reference. They check no bounds: callers have, for all lanes
// that take part.
var vector = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

// resolveVec makes each lane of dst that of src plus offset without the bits of clear. It returns
// the highest one and all their bits, of the lanes of m, and whether each of the 64 lies 4 behind
// the one before.
//
//go:noescape
func resolveVec(dst, src *Row, offset, clear uint32, m uint64) (top, low uint32, dense bool)

// spanVec is the lowest and highest address of the lanes of m, and whether each of the 64 lies step
// behind the one before.
//
//go:noescape
func spanVec(a *[64]uint64, m, step uint64) (lo, hi uint64, dense bool)

// bufferVec makes each lane of dst the 32-bit sum of src and inst, plus base, without the bits of
// clear. It returns the highest of the sums of the lanes of m.
//
//go:noescape
func bufferVec(dst *[64]uint64, src *Row, inst uint32, base, clear, m uint64) (top uint32)

// pairVec makes each lane of dst that of lo and, where hi is not nil, of hi above it, plus add.
//
//go:noescape
func pairVec(dst *[64]uint64, lo, hi *Row, add uint64)

// reachVec makes each lane of off the low 32 bits of its address less the lowest address of the
// lanes of m, of which there are some. A lane's address is that of lo and, where hi is not nil, of
// hi above it, plus add. It returns the lowest and the highest address of the lanes of m, and
// whether that is all 64 and each lies step behind the one before.
//
//go:noescape
func reachVec(off, lo, hi *Row, add, m, step uint64) (low, high uint64, dense bool)

// shiftedVec reports whether the lanes of m of a are those of b plus by.
//
//go:noescape
func shiftedVec(a, b *Row, m uint64, by uint32) bool

// followsVec reports whether all lanes of r are those of steps plus one number.
//
//go:noescape
func followsVec(r, steps *Row) bool

// apartVec is how much more a lane of m has in a than in b, and whether that is the same for all of them, of
// which there are some.
//
//go:noescape
func apartVec(a, b *Row, m uint64) (d uint32, same bool)

// belowVec reports whether the lanes of m are below top.
//
//go:noescape
func belowVec(r *Row, m uint64, top uint32) bool

// reachOffsetsVec is reachVec for 32-bit sums of src and add without the bits of clear.
//
//go:noescape
func reachOffsetsVec(off, src *Row, add, clear uint32, m uint64, step uint32) (low, high uint32, dense bool)

// narrowVec makes each lane of dst the address less lo, of which it keeps 32 bits.
//
//go:noescape
func narrowVec(dst *Row, a *[64]uint64, lo uint64)

// gatherVec loads a dword for each lane of m from p plus its offset, which is below 2 GiB.
//
//go:noescape
func gatherVec(dst *Row, p unsafe.Pointer, off *Row, m uint64)

// gatherAll64 loads a dword for each lane from p plus its address less lo.
//
//go:noescape
func gatherAll64(dst *Row, p unsafe.Pointer, a *[64]uint64, lo uint64)

// scatterVec and scatterAll64 are the reverse, the highest lane last.
//
//go:noescape
func scatterVec(p unsafe.Pointer, off, src *Row, m uint64)

//go:noescape
func scatterAll64(p unsafe.Pointer, a *[64]uint64, lo uint64, src *Row)

// markVec stores v for each lane of m at p plus its offset, which is below 2 GiB.
//
//go:noescape
func markVec(p unsafe.Pointer, a *Row, m uint64, v uint32)

// neighboursVec is [Neighbours].
//
//go:noescape
func neighboursVec(a *[64]uint64, step uint64) (next, same uint64)

// stepsVec is [Steps].
//
//go:noescape
func stepsVec(a *Row, step uint32) (next, same uint64)

// lineBitsVec is [LineBits] for width bits of each lane; odd are all bits of the offsets, low
// added, of the lanes of m.
//
//go:noescape
func lineBitsVec(dst, off *Row, low, width uint32, m uint64) (change uint64, odd uint32)

// stampsVec has the lanes of r that are below least, and those whose low four bits are not those of
// tag.
//
//go:noescape
func stampsVec(r *Row, least, tag uint32) (below, other uint64)

// fillVec stores v in each lane.
//
//go:noescape
func fillVec(r *Row, v uint32)

// several says that there are functions for elements of several dwords, with AVX.
var several = cpu.X86.HasAVX

// load4 and load2 load four dwords, or two, of each lane from p plus its offset into rows; store4
// and store2 store them, the highest lane last.
//
//go:noescape
func load4(rows *[4]*Row, p unsafe.Pointer, off *Row)

//go:noescape
func load2(rows *[4]*Row, p unsafe.Pointer, off *Row)

//go:noescape
func store4(p unsafe.Pointer, off *Row, rows *[4]*Row)

//go:noescape
func store2(p unsafe.Pointer, off *Row, rows *[4]*Row)
