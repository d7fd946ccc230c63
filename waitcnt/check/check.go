package check

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Input is the code to check.
type Input struct {
	Gen isa.Gen // the single generation that the code is for
	// Target, if it has a name, is the target of that generation: instructions that are others
	// there, and are not supported, are refused by name.
	Target isa.Target
	// address of the first byte of Code, as disassemblers print it; jumps and constants are in the
	// same address space
	Base  uint64
	Code  []byte        // instructions and data between them, in memory order
	XNACK waitcnt.XNACK // how the code object is made
	// Entries are the kernels and functions. Without any the code has one kernel, at its beginning.
	Entries []Entry
	// Read returns constant memory of the image (data that no program changes, relocations
	// applied): targets of calls are loaded from it. nil: there is none.
	Read func(addr uint64, n int) ([]byte, bool)
	// Places says where an instruction comes from. May be nil.
	Places func(pc uint64) waitcnt.Place
	// Label gives the name of an address, "" where it has none; Data says that an address is known
	// to hold no code. May be nil.
	Label func(addr uint64) string
	Data  func(addr uint64) bool
	// Chosen says that somebody chose the entries: code that they do not reach is counted, and no
	// finding.
	Chosen bool
}

// Entry is a place where execution can begin.
type Entry struct {
	Name string // of the kernel or function
	Addr uint64 // of its first instruction; see Input.Base
	// started by a dispatch: nothing is outstanding. A function is checked from its callers, and by
	// itself where it has none.
	Kernel bool
	// LDS says that the kernel may have LDS: FLAT can then address it.
	LDS bool
	// Written are the registers that the ABI sets, as uses; nil: not known, and uninitialised
	// registers are not looked for.
	Written []isa.Use
}

// Options say what to check.
type Options struct {
	Advice bool // also look for redundant and too strong waits
	// Waits replaces what the s_waitcnt at an address asks for: to ask whether a weaker one would
	// do.
	Waits map[uint64]waitcnt.Wait
	// keep: findings also rest on operations of which a counter's width alone says that they are
	// complete.
	keep bool
}

// Result is what a check found.
type Result struct {
	Findings []waitcnt.Finding // sorted; [waitcnt.Merge] makes one of those that one s_waitcnt mends
	Insts    int               // instructions that a path reaches
	// Unexamined counts the instructions that no path from an entry reaches, as far as they are
	// code: neither padding nor data.
	Unexamined int
	// Partial says that not everything was examined: a path could not be followed, or nothing leads
	// to some code.
	Partial  bool
	Blocks   int // basic blocks
	Contexts int // (function, call site) pairs that were followed apart
	Memory   int // about how many bytes the states of all blocks took
	// a measure of the time that the first look at the program took: instructions stepped over, and
	// what was outstanding at each. There may be two more, see [Run].
	Work int
}
