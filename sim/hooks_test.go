package sim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// seen is what hooks have been told of, and a copy of what it is about.
type seen struct {
	t      *testing.T
	text   string
	s      map[*sim.Wave]*[128]uint32
	v      map[*sim.Wave]*[256]isa.Row
	scc    map[*sim.Wave]bool
	counts map[*sim.Wave][waitcnt.NumCounters]uint8
	stored map[uint64]bool // bytes of memory
	lds    map[*sim.Group]map[uint64]bool
	calls  struct{ wrote, accessed, waited, counted int }
}

// start copies what a wave begins with.
func (x *seen) start(w *sim.Wave) {
	x.s[w], x.v[w] = (*[128]uint32)(append([]uint32(nil), w.S[:128]...)), new([256]isa.Row)
	*x.v[w] = *w.V
	x.scc[w] = w.SCC
	if x.lds[w.Group()] == nil {
		x.lds[w.Group()] = map[uint64]bool{}
	}
}

// wrote takes over what has been told.
func (x *seen) wrote(w *sim.Wave, r *sim.Written) {
	x.calls.wrote++
	require.NotEmpty(x.t, r.Name())
	switch {
	case r.Code >= isa.CodeVGPR:
		n := r.Code - isa.CodeVGPR
		require.NotZero(x.t, r.Lanes)
		for l := range isa.Lanes {
			if r.Lanes>>l&1 != 0 {
				x.v[w][n][l] = w.V[n][l]
			}
		}
	case r.Code == isa.CodeSCC:
		x.scc[w] = w.SCC
	case r.Code < 128:
		x.s[w][r.Code] = w.S[r.Code]
	}
}

// compare requires that the copy is what the wave holds: nothing has been written that was not told.
func (x *seen) compare(w *sim.Wave, in *isa.Inst, _ uint64) {
	require.Equal(x.t, *x.s[w], [128]uint32(w.S[:128]), "%v in\n%s", in, x.text)
	if *x.v[w] != *w.V {
		for n := range w.V {
			require.Equal(x.t, x.v[w][n], w.V[n], "v%d by %v in\n%s", n, in, x.text)
		}
	}
	require.Equal(x.t, x.scc[w], w.SCC, "%v in\n%s", in, x.text)
	require.Equal(x.t, x.counts[w], w.Counters.Count, "%v in\n%s", in, x.text)
}

func (x *seen) accessed(w *sim.Wave, a *sim.Accessed) {
	x.calls.accessed++
	require.NotEmpty(x.t, a.String())
	if a.Effect == sim.Reads {
		return
	}
	stored := x.stored
	if a.LDS {
		stored = x.lds[w.Group()]
	}
	lanes := a.Lanes
	if a.Scalar {
		lanes = 1
	}
	for l := range isa.Lanes {
		for k := range a.Bytes {
			if lanes>>l&1 != 0 {
				stored[a.Addr[l]+uint64(k)] = true
			}
		}
	}
}

func (x *seen) hooks() *sim.Hooks {
	return &sim.Hooks{WaveStart: x.start, Wrote: x.wrote, Inst: x.compare, Accessed: x.accessed,
		Waited: func(_ *sim.Wave, need waitcnt.Wait, by sim.Cause) {
			x.calls.waited++
			require.Contains(x.t, by.String(), "s_waitcnt")
		},
		Counted: func(w *sim.Wave, old, now [waitcnt.NumCounters]uint8) {
			x.calls.counted++
			require.Equal(x.t, x.counts[w], old)
			require.NotEqual(x.t, old, now)
			x.counts[w] = now
		},
	}
}

// What hooks are told is all that happens: no register, lane, counter or byte of memory changes
// without it. And the end is the same as without hooks.
func TestHooksAreToldOfAllThatHappens(t *testing.T) {
	var all struct{ wrote, accessed, waited, counted, bytes, lds int }
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, p := range sources(t, g, samples(2, 4, 200)) {
			for _, o := range ways(t, g) {
				o.Keep, o.Count, o.Deterministic = true, true, o.Timing == nil
				d, l, err := p.launch(2, o)
				require.NoError(t, err)
				res, err := d.Run(l)
				require.NoError(t, err)
				want := ended(t, d, l, res)

				x := &seen{t: t, text: p.text, s: map[*sim.Wave]*[128]uint32{}, v: map[*sim.Wave]*[256]isa.Row{}, scc: map[*sim.Wave]bool{},
					counts: map[*sim.Wave][waitcnt.NumCounters]uint8{}, stored: map[uint64]bool{}, lds: map[*sim.Group]map[uint64]bool{}}
				d, l, err = p.launch(2, o)
				require.NoError(t, err)
				before := append([]byte(nil), l.InitLDS...)
				before = append(before, make([]byte, int(l.LDS)-len(before))...)
				l.Options.Hooks = x.hooks()
				res, err = d.Run(l)
				require.NoError(t, err)
				sameEnd(t, want, ended(t, d, l, res), "%s", fmt.Sprint(o.Policy, " in\n", p.text))
				for _, span := range d.Mem.Changed() {
					for k := range span.After {
						if span.Before[k] != span.After[k] {
							require.True(t, x.stored[span.Addr+uint64(k)], "%#x in\n%s", span.Addr+uint64(k), p.text)
							all.bytes++
						}
					}
				}
				for i, b := range res.State[0].LDS.Bytes() {
					if b != before[i] && x.lds[res.State[0]][uint64(i)] {
						all.lds++
					}
				}
				all.wrote += x.calls.wrote
				all.accessed += x.calls.accessed
				all.waited += x.calls.waited
				all.counted += x.calls.counted
			}
		}
	})
	for _, n := range []int{all.wrote, all.accessed, all.waited, all.counted, all.bytes, all.lds} {
		require.NotZero(t, n, "%+v", all)
	}
}
