package profile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/sim"
)

// maxParts is what [Waves].Max is where nobody says: some 100 MB.
const maxParts = 1 << 18

// Waves collects what instructions have cost each wave of a run with a clock.
type Waves struct {
	// Max is for how many instructions of waves there is room; 0: 262,144. The waves that end first
	// have their own samples; the others of a SIMD share theirs.
	Max int

	parts map[instAt][]*part
	index map[partOf]*part
}

// instAt is an instruction of a launch.
type instAt struct{ launch, pc uint64 }

// partOf is whose part of an instruction's cost it is.
type partOf struct {
	instAt
	cu, simd int
	group    [3]uint32
	wave     int // -1: of the SIMD's waves that have none of their own
}

// part is a part of an instruction's cost.
type part struct {
	partOf
	sim.InstSpent
}

// Add adds a wave: it is what [sim.TimingOptions] takes as Spent.
func (w *Waves) Add(x *sim.WaveSpent) {
	if w.parts == nil {
		w.parts, w.index = map[instAt][]*part{}, map[partOf]*part{}
	}
	own := len(w.index)+len(x.Insts) <= cmp.Or(w.Max, maxParts)
	for i := range x.Insts {
		in := &x.Insts[i]
		of := partOf{instAt: instAt{x.Launch, in.PC}, cu: x.CU, simd: x.SIMD, wave: -1}
		if own {
			of.group, of.wave = x.Group, x.Wave
		}
		p := w.index[of]
		if p == nil {
			p = &part{partOf: of}
			w.index[of] = p
			w.parts[of.instAt] = append(w.parts[of.instAt], p)
		}
		p.Issues += in.Issues
		for r, n := range in.Stalls {
			p.Stalls[r] += n
		}
		for l, n := range in.Levels {
			p.Levels[l] += n
		}
	}
}

// of are the parts of an instruction's cost, by compute unit, SIMD, work-group and wave.
func (w *Waves) of(launch, pc uint64) []*part {
	if w == nil {
		return nil
	}
	list := w.parts[instAt{launch, pc}]
	slices.SortFunc(list, func(a, b *part) int {
		return cmp.Or(cmp.Compare(a.cu, b.cu), cmp.Compare(a.simd, b.simd), slices.Compare(a.group[:], b.group[:]),
			cmp.Compare(a.wave, b.wave))
	})
	return list
}

// samples adds the samples of a part: one of each level of memory that the wave waited for, and one
// of everything else.
func (x *part) samples(add func(issues uint64, stalls *sim.Stalls, labels map[string][]string)) {
	labels := func() map[string][]string {
		m := map[string][]string{"simd": {fmt.Sprintf("cu %d simd %d", x.cu, x.simd)}}
		if x.wave >= 0 {
			// Commas separate what -tagfocus of pprof looks for.
			m["wave"] = []string{fmt.Sprintf("group %d.%d.%d wave %d", x.group[0], x.group[1], x.group[2], x.wave)}
		}
		return m
	}
	for l, n := range x.Levels {
		if n > 0 {
			m := labels()
			m["level"] = []string{sim.Level(l).String()}
			add(0, &sim.Stalls{sim.StallCounter: n}, m)
		}
	}
	rest := x.Stalls
	rest[sim.StallCounter] = 0
	if x.Issues > 0 || rest.Total() > 0 {
		add(x.Issues, &rest, labels())
	}
}
