package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// What the static checker believes the ABI to set is what a wave starts with.
func TestWavesStartWithTheRegistersOfTheirDescriptor(t *testing.T) {
	for _, name := range []string{"vecadd/gfx600-O2", "vecadd/gfx803-O0", "ids3d/gfx900-O2", "scratch/gfx700-O2", "scratch/gfx900-O2"} {
		f, err := launch.Load("../../../testdata/kernels/" + name + ".json")
		require.NoError(t, err)
		waves := 0
		var scalar [4]uint64
		var vector [256]bool
		hooks := &sim.Hooks{Inst: func(*sim.Wave, *isa.Inst, uint64) {}, WaveStart: func(w *sim.Wave) {
			waves++
			scalar = w.SWritten
			for i, lanes := range w.VWritten {
				vector[i] = lanes != 0
			}
		}}
		out, err := run.Run(f, sim.Options{Hooks: hooks})
		require.NoError(t, err)
		require.Positive(t, waves)
		k, err := out.Module.Object.Kernel(f.Launches[len(f.Launches)-1].Kernel)
		require.NoError(t, err)
		var wantS [4]uint64
		var wantV [256]bool
		for _, u := range k.Desc.InitialRegisters() {
			for i := range u.Dwords {
				if c := u.Code + uint16(i); c >= isa.CodeVGPR {
					wantV[c-isa.CodeVGPR] = true
				} else {
					wantS[c>>6] |= 1 << (c & 63)
				}
			}
		}
		require.Equal(t, wantS, scalar, name)
		require.Equal(t, wantV, vector, name)
	}
}
