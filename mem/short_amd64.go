package mem

// shortVec is [Shorten].
//
//go:noescape
func shortVec(dst *Short, src *Row, m uint64, below, bits uint32) (ok, dense bool)

// short8 is [Shorten] with eight lanes at a time.
//
//go:noescape
func short8(dst *Short, src *Row, m uint64, below, bits uint32) (ok, dense bool)

// shortAllVec is [ShortenAll] of n registers.
//
//go:noescape
func shortAllVec(dst *ShortRow, regs *Row, list *Reach, n int, m uint64, limit uint32) bool

// shortAll8 is shortAllVec with eight lanes at a time.
//
//go:noescape
func shortAll8(dst *ShortRow, regs *Row, list *Reach, n int, m uint64, limit uint32) bool

// since8 is [Since] of a multiple of eight dwords.
//
//go:noescape
func since8(src []uint32, least uint32) int
