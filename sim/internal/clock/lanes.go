package clock

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// How many lanes are active is looked at where that can change, and not at each instruction: behind
// what writes EXEC or MODE.VSKIP. Instructions in a row that a wave issues meanwhile are a stretch of code.
// What each of them has done follows from the stretches at the end.

// stretches count the stretches of a cluster, by the dword at which they begin.
type stretches [][]stretch

// stretch is the code from a dword to the one before to.
type stretch struct {
	to    uint32
	lanes uint64 // active lanes, of all waves and times that it was gone through
}

// newStretches is nil where nobody asks for the active lanes of a launch.
func newStretches(k *Clock) stretches {
	if !k.opts.Lanes {
		return nil
	}
	return make(stretches, len(k.costs))
}

// look ends the stretch of a wave that executes as it issues, before the dword behind, if the wave goes on
// elsewhere or with other lanes. It goes on at the dword next.
func (s stretches) look(w *clockWave, behind, next uint32) {
	if w.tape == nil { // else its entries say so
		s.change(w, behind, next, activeOf(w.w))
	}
}

// activeOf is how many lanes of a wave a vector instruction executes in.
func activeOf(v *engine.WaveCore) uint8 {
	if v.Mode&engine.ModeVSkip != 0 {
		return 0
	}
	return uint8(bits.OnesCount64(v.Exec()))
}

// change is look where the number of lanes is known.
func (s stretches) change(w *clockWave, behind, next uint32, active uint8) {
	if next == behind && active == w.active {
		return
	}
	s.add(w, behind)
	w.activeFrom, w.active = next, active
}

// add counts the stretch of a wave up to the dword before to.
func (s stretches) add(w *clockWave, to uint32) {
	if w.active == 0 || w.activeFrom == to {
		return
	}
	list := s[w.activeFrom]
	for i := range list {
		if x := &list[i]; x.to == to {
			x.lanes += uint64(w.active)
			return
		}
	}
	s[w.activeFrom] = append(list, stretch{to, uint64(w.active)})
}

// end counts the last stretch of a wave that executes nothing more.
func (s stretches) end(w *clockWave) {
	to := w.at
	if w.k != nil && (w.state == engine.Ended || w.state == engine.Faulted) { // with the instruction there
		to += 1 + uint32(w.k.flags/costLong&1)
	}
	s.add(w, to)
}

// activeLanes are the active lanes of all executions of the instruction at each dword; nil where nobody asks.
func (k *Clock) activeLanes() []uint64 {
	if !k.opts.Lanes {
		return nil
	}
	lanes := make([]uint64, len(k.costs))
	for _, cl := range k.clusters {
		for from, list := range cl.lanes {
			for _, x := range list {
				for at := uint32(from); at < x.to; {
					lanes[at] += x.lanes
					at += 1 + uint32(cl.costAt(at).flags/costLong&1)
				}
			}
		}
	}
	return lanes
}

// writesExec reports whether an instruction writes EXEC.
func writesExec(x *engine.Bound) bool {
	var buf [isa.MaxUses]isa.Use
	for _, u := range x.Inst.Uses(buf[:0]) {
		if u.Write && u.Code <= isa.CodeExecHi && u.Code+uint16(u.Dwords) > isa.CodeExecLo {
			return true
		}
	}
	return false
}
