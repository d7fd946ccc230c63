package dyncheck

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// readInVectors says that readVec can be called.
var readInVectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

// Where in notes readVec finds what it reads.
const (
	noteExec  = engine.GlobalNoteExec
	noteLow   = engine.GlobalNoteLow
	noteDense = engine.GlobalNoteDense
	noteOff   = engine.GlobalNoteOff

	windowBase = engine.WindowBase
	windowHost = engine.WindowHost
)

// Assembly uses them, which tools for Go do not see.
var _ = [...]int{noteExec, noteLow, noteDense, noteOff, windowBase, windowHost}

// readVec is [readOps] for n operations, of the notes that begin somewhere. words are from that of the first
// operation on.
//
//go:noescape
func readVec(ops *batchOp, n int, notes unsafe.Pointer, words *uint64, scratch, bytes uint64,
	inTrack uint32) (joined uint32, ok bool)

// enterVec enters n operations of a batch in the shadow of the track, as [track.asks] does, up to the first one that is
// not simple, of which it does nothing. It returns how many are left. words are from that of the first operation on,
// joined is a bit for each. It is for tracks whose shadow tells nobody. Stores of all lanes, a
// dword each, one behind the other, it makes: what they store is in the notes, and they have been in windows.
//
//go:noescape
func enterVec(t *track, ops *batchOp, n int, words *uint64, joined, wave uint32,
	notes, windows unsafe.Pointer) (left int)
