package isa

// AtomicOp names a read-modify-write operation on one memory word. SMEM, MUBUF, MIMG, FLAT and DS
// share these; package mem has their one table of meanings.
type AtomicOp uint8

// The operations. "src" is the (first) data operand; cmp the second where there is one.
const (
	AtomNone     AtomicOp = iota // no operation
	AtomSwap                     // src
	AtomCmpSwap                  // mem == cmp ? src : mem, integer comparison
	AtomAdd                      // mem + src
	AtomSub                      // mem - src
	AtomRSub                     // src - mem
	AtomSMin                     // signed minimum
	AtomUMin                     // unsigned minimum
	AtomSMax                     // signed maximum
	AtomUMax                     // unsigned maximum
	AtomAnd                      // mem & src
	AtomOr                       // mem | src
	AtomXor                      // mem ^ src
	AtomInc                      // mem >= src ? 0 : mem+1, unsigned
	AtomDec                      // mem == 0 || mem > src ? src : mem-1, unsigned
	AtomFCmpSwap                 // mem == cmp ? src : mem, floating-point comparison: -0 == +0, NaN equals nothing
	AtomFMin                     // src < mem ? src : mem
	AtomFMax                     // src > mem ? src : mem
	AtomFAdd                     // mem + src, floating point
	AtomMskOr                    // (mem & ~src) | cmp
	AtomWrap                     // mem >= src ? mem-src : mem+cmp, unsigned

	NumAtomicOps // how many values there are
)
