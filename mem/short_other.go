//go:build !amd64

package mem

func shortVec(_ *Short, _ *Row, _ uint64, _, _ uint32) (ok, dense bool) { panic("no vectors") }
func short8(_ *Short, _ *Row, _ uint64, _, _ uint32) (ok, dense bool)   { panic("no vectors") }
func since8(_ []uint32, _ uint32) int                                   { panic("no vectors") }
