//go:build !amd64

package mem

import "unsafe"

// vector says that there are functions for the host's vectors: see vec_amd64.go.
const vector = false

const several, vector8 = false, false

func resolveVec(_, _ *Row, _, _ uint32, _ uint64) (top, low uint32, dense bool) { panic("no vectors") }
func spanVec(_ *[64]uint64, _, _ uint64) (lo, hi uint64, dense bool)            { panic("no vectors") }
func bufferVec(_ *[64]uint64, _ *Row, _ uint32, _, _, _ uint64) (top uint32)    { panic("no vectors") }
func pairVec(_ *[64]uint64, _, _ *Row, _ uint64)                                { panic("no vectors") }
func narrowVec(_ *Row, _ *[64]uint64, _ uint64)                                 { panic("no vectors") }
func gatherAll64(_ *Row, _ unsafe.Pointer, _ *[64]uint64, _ uint64)             { panic("no vectors") }
func scatterAll64(_ unsafe.Pointer, _ *[64]uint64, _ uint64, _ *Row)            { panic("no vectors") }
func markVec(_ unsafe.Pointer, _ *Row, _ uint64, _ uint32)                      { panic("no vectors") }
func neighboursVec(_ *[64]uint64, _ uint64) (next, same uint64)                 { panic("no vectors") }
func lineBitsVec(_, _ *Row, _, _ uint32, _ uint64) (change uint64, odd uint32)  { panic("no vectors") }
func stepsVec(_ *Row, _ uint32) (next, same uint64)                             { panic("no vectors") }
func stampsVec(_ *Row, _, _ uint32) (below, other uint64)                       { panic("no vectors") }
func fillVec(_ *Row, _ uint32)                                                  { panic("no vectors") }
func apartVec(_, _ *Row, _ uint64) (d uint32, same bool)                        { panic("no vectors") }
func belowVec(_ *Row, _ uint64, _ uint32) bool                                  { panic("no vectors") }
func reachVec(_, _, _ *Row, _, _, _ uint64) (low, high uint64, dense bool)      { panic("no vectors") }
func reachOffsetsVec(_, _ *Row, _, _ uint32, _ uint64, _ uint32) (low, high uint32, dense bool) {
	panic("no vectors")
}
func gatherVec(_ *Row, _ unsafe.Pointer, _ *Row, _ uint64)                    { panic("no vectors") }
func scatterVec(_ unsafe.Pointer, _, _ *Row, _ uint64)                        { panic("no vectors") }
func resolve8(_, _ *Row, _, _ uint32, _ uint64) (top, low uint32, dense bool) { panic("no vectors") }
func reach8(_, _ *Row, _, _ uint32, _ uint64, _ uint32) (low, high uint32, dense bool) {
	panic("no vectors")
}
func followsVec(_, _ *Row) bool                          { panic("no vectors") }
func follows8(_, _ *Row) bool                            { panic("no vectors") }
func shiftedVec(_, _ *Row, _ uint64, _ uint32) bool      { panic("no vectors") }
func shifted8(_, _ *Row, _ uint64, _ uint32) bool        { panic("no vectors") }
func alike8(_ *Row, _ uint64, _ uint32) bool             { panic("no vectors") }
func gather8(_ *Row, _ unsafe.Pointer, _ *Row, _ uint64) { panic("no vectors") }
func scatter8(_ unsafe.Pointer, _, _ *Row, _ uint64)     { panic("no vectors") }
func load4(_ *[4]*Row, _ unsafe.Pointer, _ *Row)         { panic("no vectors") }
func load2(_ *[4]*Row, _ unsafe.Pointer, _ *Row)         { panic("no vectors") }
func store4(_ unsafe.Pointer, _ *Row, _ *[4]*Row)        { panic("no vectors") }
func store2(_ unsafe.Pointer, _ *Row, _ *[4]*Row)        { panic("no vectors") }
