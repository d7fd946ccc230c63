//go:build !amd64

package mem

func shortVec(_ *Short, _ *Row, _ uint64, _, _ uint32) (ok, dense bool) { panic("no vectors") }
func short8(_ *Short, _ *Row, _ uint64, _, _ uint32) (ok, dense bool)   { panic("no vectors") }
func since8(_ []uint32, _ uint32) int                                   { panic("no vectors") }

func shortAllVec(_ *ShortRow, _ *Row, _ *Reach, _ int, _ uint64, _ uint32) bool {
	panic("no vectors")
}

func shortAll8(_ *ShortRow, _ *Row, _ *Reach, _ int, _ uint64, _ uint32) bool {
	panic("no vectors")
}
