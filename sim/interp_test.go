package sim_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
)

// TestInterpolationReadsParametersAsLaidOutInLDS runs p1, p2 and mov over the example of CLRX
// GcnInstrsVintrp: new-primitive mask 0b1010011 gives five primitives; the wave writes its
// parameters to LDS itself, so nothing but the instructions' own addressing is under test.
func TestInterpolationReadsParametersAsLaidOutInLDS(t *testing.T) {
	primOf := func(lane int) int {
		// From the table of the document.
		switch {
		case lane < 4:
			return 0
		case lane < 8:
			return 1
		case lane < 20:
			return 2
		case lane < 28:
			return 3
		}
		return 4
	}
	const prims, attr, channel, base = 5, 2, 1, 64
	value := func(prim, word int) float32 { return float32(prim*100 + word) }
	for _, g := range isa.Gens() {
		var lds [4096]byte
		for prim := 0; prim < prims; prim++ {
			for word := 0; word < 12; word++ {
				at := base + 4*((attr*prims+prim)*12+word)
				binary.LittleEndian.PutUint32(lds[at:], math.Float32bits(value(prim, word)))
			}
		}
		p, err := asm.Code(g, `
			v_interp_p1_f32 v2, v0, attr2.y
			v_interp_p2_f32 v2, v1, attr2.y
			v_interp_mov_f32 v3, p0, attr2.y
			v_interp_mov_f32 v4, p10, attr2.y
			v_interp_mov_f32 v5, p20, attr2.y
			s_endpgm`)
		require.NoError(t, err)
		prog, err := sim.NewProgram(g, 0x1000, p.Code)
		require.NoError(t, err)
		var coords [2][isa.Lanes]uint32
		for l := range coords[0] {
			coords[0][l] = math.Float32bits(float32(l) / 4)
			coords[1][l] = math.Float32bits(float32(l) / 8)
		}
		res, err := sim.NewDevice(g).Run(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 4096,
			InitLDS: lds[:], Options: sim.Options{Keep: true},
			Registers: []sim.RegInit{
				{Code: isa.CodeVGPR, Vector: coords[:]},
				{Code: isa.CodeM0, Scalar: []uint32{base | 0b1010011<<16}},
			}})
		require.NoError(t, err)
		require.Nil(t, res.Fault)
		w := res.State[0].Waves[0]
		for l := 0; l < isa.Lanes; l++ {
			prim := primOf(l)
			p0, p10, p20 := value(prim, 2*channel), value(prim, 2*channel+1), value(prim, 8+channel)
			// All values are small multiples of 1/8, so every sum and product is exact.
			require.Equal(t, p0+float32(l)/4*p10+float32(l)/8*p20, math.Float32frombits(w.V[2][l]), "%v lane %d", g, l)
			require.Equal(t, []float32{p0, p10, p20},
				[]float32{math.Float32frombits(w.V[3][l]), math.Float32frombits(w.V[4][l]), math.Float32frombits(w.V[5][l])}, "%v lane %d", g, l)
		}
	}
}
