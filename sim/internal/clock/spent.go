package clock

import "github.com/gcnsim/gcnsim/waitcnt"

// Level is what has answered an operation that a wave has waited for.
type Level uint8

// The levels, from the nearest. A line that is on its way to a cache counts as the level that it
// comes from.
const (
	LevelOther  Level = iota // an export, a message
	LevelLDS                 // LDS
	LevelGDS                 // GDS
	LevelScalar              // the scalar cache
	LevelL1                  // vector L1
	LevelL2                  // L2
	LevelDRAM                // memory

	numLevels
)

// String names the level.
func (l Level) String() string {
	return [numLevels]string{"other", "lds", "gds", "scalar", "l1", "l2", "dram"}[l]
}

// Levels are clocks by level.
type Levels [numLevels]uint64

// WaveSpent is what the instructions of one wave have cost.
type WaveSpent struct {
	WaveTiming
	Launch uint64      // DispatchID of the launch
	Insts  []InstSpent // in the order in which the wave came to them
}

// InstSpent is what one instruction has cost a wave.
type InstSpent struct {
	PC     uint64 // as disassemblers print it
	Issues uint64 // executions
	Stalls Stalls
	Levels Levels // of Stalls[StallCounter], by what answered the operation that was waited for
}

// spent collects a WaveSpent.
type spent struct {
	WaveSpent
	at map[*instStat]int // place in Insts
}

func (s *spent) inst(w *clockWave, stat *instStat) *InstSpent {
	i, known := s.at[stat]
	if !known {
		i = len(s.Insts)
		s.at[stat] = i
		s.Insts = append(s.Insts, InstSpent{PC: w.cl.pc(stat)})
	}
	return &s.Insts[i]
}

// reach notes that a level has answered for an operation, where it is further away than others that have.
func (l *waveLog) reach(slot uint8, level Level) {
	if l != nil {
		l.levels[slot] = max(l.levels[slot], level)
	}
}

// levelOf is the nearest level that can answer an operation.
func levelOf(c waitcnt.Class) Level {
	switch c {
	case waitcnt.LDS:
		return LevelLDS
	case waitcnt.GDS:
		return LevelGDS
	case waitcnt.SMem:
		return LevelScalar
	case waitcnt.VMem, waitcnt.Flat:
		return LevelL1
	}
	return LevelOther
}
