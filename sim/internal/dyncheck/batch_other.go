//go:build !amd64

package dyncheck

import "unsafe"

// readInVectors: see batch_amd64.go.
const readInVectors = false

func readVec(_ *batchOp, _ int, _ unsafe.Pointer, _ *uint64, _, _ uint64, _ uint32) (joined uint32, ok bool) {
	panic("no vectors")
}

func enterVec(_ *track, _ *batchOp, _ int, _ *uint64, _, _ uint32, _, _ unsafe.Pointer) (left int) {
	panic("no vectors")
}
