package mem

// shortVec is [Shorten].
//
//go:noescape
func shortVec(dst *Short, src *Row, m uint64, below, bits uint32) (ok, dense bool)

// short8 is [Shorten] with eight lanes at a time.
//
//go:noescape
func short8(dst *Short, src *Row, m uint64, below, bits uint32) (ok, dense bool)

// since8 is [Since] of a multiple of eight dwords.
//
//go:noescape
func since8(src []uint32, least uint32) int
