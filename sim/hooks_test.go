package sim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// hooked is a program of which two waves of each work-group count in LDS, and load what they have
// stored.
const hooked = `
	v_mov_b32 v1, 0
	s_mov_b32 m0, -1
	v_mov_b32 v2, 1
	ds_add_rtn_u32 v3, v1, v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v4, v1
	v_mov_b32 v5, v4
	s_waitcnt lgkmcnt(0)
	s_endpgm
`

func hookedLaunch(t testing.TB, o sim.Options) (*sim.Device, *sim.Launch) {
	d := sim.NewDevice(isa.GCN12)
	p, err := asm.Code(isa.GCN12, hooked)
	require.NoError(t, err)
	prog, err := d.Load(p.Code)
	require.NoError(t, err)
	return d, &sim.Launch{Prog: prog, Grid: [3]uint32{384, 1, 1}, Group: [3]uint32{128, 1, 1}, LDS: 512, Options: o}
}

// Hooks are told of each instruction, before and after, of what returns and of what is found, and a
// hook before an instruction sees the wave as it is then: with a clock and without.
func TestHooksAreTold(t *testing.T) {
	c, err := chip.Lookup("fiji")
	require.NoError(t, err)
	for name, o := range map[string]sim.Options{"functional": {Check: true}, "timing": {Timing: &sim.TimingOptions{Chip: c}}} {
		t.Run(name, func(t *testing.T) {
			before, after := map[*sim.Wave]int{}, map[*sim.Wave]int{}
			starts, returned := 0, map[string]int{}
			var found []string
			o.Hooks = &sim.Hooks{
				WaveStart: func(*sim.Wave) { starts++ },
				Before: func(w *sim.Wave) {
					require.EqualValues(t, before[w], w.Insts)
					require.Equal(t, before[w], after[w], "the one before is over")
					in, pc, err := w.Next()
					require.NoError(t, err)
					require.Equal(t, w.PC(), pc)
					if in.Form.Name == "v_mov_b32" && before[w] == 7 && name == "functional" {
						require.Zero(t, w.V[4][0], "it has not returned")
					}
					before[w]++
				},
				Inst:     func(w *sim.Wave, _ *isa.Inst, _ uint64) { after[w]++ },
				Returned: func(_ *sim.Wave, in *isa.Inst, pc uint64) { returned[in.Form.Name]++ },
				Found:    func(f *waitcnt.Finding) { found = append(found, f.Rule) },
			}
			d, l := hookedLaunch(t, o)
			r, err := d.Run(l)
			require.NoError(t, err)
			require.Nil(t, r.Fault)
			require.Equal(t, 6, starts)
			require.Equal(t, map[string]int{"ds_add_rtn_u32": 6, "ds_read_b32": 6}, returned)
			require.Len(t, before, 6)
			for w, n := range before {
				require.EqualValues(t, 10, n)
				require.EqualValues(t, 10, w.Insts)
				require.Equal(t, 10, after[w])
			}
			if name == "functional" {
				require.Contains(t, found, waitcnt.RuleRAW)
				require.NotEmpty(t, r.Findings)
			}
		})
	}
}

// A driver that takes what is next leaves what a run leaves; one that chooses may let a wave go
// first. What it does not execute executes as without it.
func TestADriverChoosesWhatRuns(t *testing.T) {
	d, l := hookedLaunch(t, sim.Options{Deterministic: true, Keep: true})
	want, err := d.Run(l)
	require.NoError(t, err)
	end := func(r *sim.Result) (list []string) {
		for _, g := range r.State {
			for _, w := range g.Waves {
				list = append(list, fmt.Sprint(w.Num, w.S, w.Insts, w.State, w.V[3][0], w.V[4][63], w.V[5][1]))
			}
		}
		return list
	}
	for name, drive := range map[string]func(d *sim.Drive){
		"steps": func(d *sim.Drive) {
			for w := d.Next(); w != nil; w = d.Next() {
				require.True(t, d.Step(w.Num))
			}
		},
		"turns": func(d *sim.Drive) {
			for w := d.Next(); w != nil; w = d.Next() {
				require.LessOrEqual(t, d.Turn(3), 3)
			}
		},
		"some": func(d *sim.Drive) {
			for range 33 {
				require.True(t, d.Step(d.Next().Num))
			}
		},
		"nothing": func(*sim.Drive) {},
	} {
		d, l := hookedLaunch(t, sim.Options{Keep: true, Drive: drive})
		got, err := d.Run(l)
		require.NoError(t, err)
		require.Equal(t, end(want), end(got), name)
		require.Equal(t, want.Insts, got.Insts, name)
		require.Equal(t, want.Groups, got.Groups, name)
	}
	d, l = hookedLaunch(t, sim.Options{Drive: func(d *sim.Drive) {
		require.NotNil(t, d.Next())
		for range 6 {
			require.True(t, d.Step(1))
		}
		require.False(t, d.Step(1), "it waits for wave 0 at the barrier")
		require.Zero(t, d.Group().Waves[1].V[3][0], "it was the first to add")
		w := d.Group().Waves[0]
		require.Zero(t, w.Insts)
		require.NoError(t, w.SetPC(w.Program().Base+4))
		require.Error(t, w.SetPC(w.Program().Base+1))
		require.Error(t, w.SetPC(w.Program().Base+1<<20))
	}})
	r, err := d.Run(l)
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	require.EqualValues(t, 59, r.Insts, "one is left out")
	c, err := chip.Lookup("fiji")
	require.NoError(t, err)
	d, l = hookedLaunch(t, sim.Options{Timing: &sim.TimingOptions{Chip: c}, Drive: func(*sim.Drive) {}})
	_, err = d.Run(l)
	require.ErrorContains(t, err, "Options.Drive")
}

// A launch whose driver steps each wave of a work-group once before any goes on.
func ExampleDrive() {
	d := sim.NewDevice(isa.GCN14)
	p, err := asm.Code(isa.GCN14, "s_mov_b32 s4, 7\ns_add_u32 s4, s4, 1\ns_endpgm\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	prog, err := d.Load(p.Code)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{128, 1, 1}, Group: [3]uint32{128, 1, 1}, Options: sim.Options{
		Drive: func(d *sim.Drive) {
			d.Next()
			for i := range d.Group().Waves {
				d.Step(i)
			}
			for _, w := range d.Group().Waves {
				in, pc, _ := w.Next()
				fmt.Printf("wave %d: s4 = %d, next %d %s\n", w.Num, w.S[4], pc-w.Program().Base, in.String())
			}
		}}})
	fmt.Println(err)
	// Output:
	// wave 0: s4 = 7, next 4 s_add_u32 s4, s4, 1
	// wave 1: s4 = 7, next 4 s_add_u32 s4, s4, 1
	// <nil>
}
