package dyncheck

import "github.com/gcnsim/gcnsim/sim/internal/engine"

// PostponeReads sets how many reads of LDS wait before they become marks, and returns what it was.
func PostponeReads(n int) int {
	old := maxLater
	maxLater = n
	return old
}

// LimitTracks sets how many bytes of accesses a track may have, none below 0, and returns what it was.
func LimitTracks(n int) int {
	old := maxTrack
	maxTrack = n
	return old
}

// IdleTwice reports whether memory of tracks that nobody uses is in its list twice: two launches would
// have it at the same time.
func IdleTwice() bool {
	return twice(tracks.list) || twice(entryBlocks.list) || twice(rowBlocks.list) || twice(lowBlocks.list) ||
		twice(writtenLeaves.list)
}

func twice[T any](list []*T) bool {
	seen := map[*T]bool{}
	for _, x := range list {
		if seen[x] {
			return true
		}
		seen[x] = true
	}
	return false
}

// NumberNoHazards makes the waves of a program keep their states of hazards themselves, as if there
// were too many to number.
func NumberNoHazards(p *engine.Program) {
	c := programOf((*engine.ProgramCore)(p))
	c.hazards.init(c)
	c.hazards.facts = maxFacts + 1
}

// ReadsOnly reports whether no wave that goes on at a dword of a program can write LDS before its next barrier, where
// FLAT does not write there; flat is how many addresses of it have to be looked at.
func ReadsOnly(p *engine.Program, dword uint32) (is bool, flat int) {
	e := programOf((*engine.ProgramCore)(p)).epochAt(dword)
	return e.reads, len(e.flat)
}
