package sim_test

import (
	"fmt"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// FLAT instructions reach LDS and private memory of every size, none included, with the checker and
// without, with defined and undefined data: what is not there is a fault of the program or reads 0.
func TestAperturesOfAnySize(t *testing.T) {
	ops := []string{
		"flat_store_dword v[0:1], v5\n flat_load_dword v6, v[0:1]",
		"flat_store_dwordx4 v[0:1], v[4:7]\n flat_load_dwordx4 v[8:11], v[0:1]",
		"flat_store_byte v[0:1], v5\n flat_load_ubyte v6, v[0:1]",
		"flat_store_short v[0:1], v5\n flat_load_sshort v6, v[0:1]",
		"flat_store_dwordx2 v[0:1], v[4:5]\n flat_load_dwordx3 v[8:10], v[0:1]",
		"flat_atomic_add v6, v[0:1], v5 glc\n flat_load_dword v7, v[0:1]",
		"flat_atomic_swap_x2 v[6:7], v[0:1], v[4:5] glc\n flat_load_dword v8, v[0:1]",
	}
	for _, g := range []isa.Gen{isa.GCN11, isa.GCN12, isa.GCN14} {
		for _, op := range ops {
			for _, base := range []uint32{sim.SharedBase >> 32, sim.PrivateBase >> 32} {
				for _, offset := range []uint32{0, 62, 0xfffffffd} {
					for _, size := range []uint32{0, 4, 256} {
						for how := range 4 {
							name := fmt.Sprintf("%v %s base %#x offset %#x size %d %d", g, op, base, offset, size, how)
							runAperture(t, name, g, op, base, offset, size, how)
						}
					}
				}
			}
		}
	}
}

func runAperture(t *testing.T, name string, g isa.Gen, op string, base, offset, size uint32, how int) {
	code, err := asm.Code(g, op+"\n s_waitcnt vmcnt(0) lgkmcnt(0)\n s_endpgm")
	require.NoError(t, err, name)
	d := sim.NewDevice(g)
	p, err := sim.NewProgram(g, 0x1000, code.Code)
	require.NoError(t, err, name)
	var lo, hi [isa.Lanes]uint32
	for l := range lo {
		lo[l], hi[l] = offset+uint32(l)*4, base
	}
	l := &sim.Launch{Prog: p, Entry: p.Base, Grid: [3]uint32{128, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: size, Scratch: size,
		Desc: &abi.Descriptor{Scratch: true}, Options: sim.Options{Check: how < 3, Policy: testcase.Policies[how%3], Deterministic: true}, // work-groups race
		Registers: []sim.RegInit{{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}, {Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lo, hi}}}}
	if how == 3 {
		l.Options.Policy, l.Options.Timing = nil, &sim.TimingOptions{Chip: testcase.FirstChip(t, g), Need: &chip.Need{VGPRs: 16, SGPRs: 16, LDS: int(size), Group: 64}}
	}
	res, err := d.Run(l)
	require.NoError(t, err, name)
	if res.Fault != nil {
		require.NotErrorIs(t, res.Fault, sim.ErrDefect, name)
	}
}

// The program that first showed it: undefined data stored to and read from private memory that the
// kernel does not have.
func TestUndefinedDataInPrivateMemoryThatIsNotThere(t *testing.T) {
	code, err := asm.Code(isa.GCN14, `
	s_mov_b64 s[0:1], src_private_base
	v_mov_b32 v0, 0
	v_mov_b32 v1, s1
	flat_store_dword v[0:1], v5
	flat_load_dword v6, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm`)
	require.NoError(t, err)
	for _, policy := range []waitcnt.Policy{waitcnt.Late{}, waitcnt.Asap{}} {
		d := sim.NewDevice(isa.GCN14)
		p, err := sim.NewProgram(isa.GCN14, 0x1000, code.Code)
		require.NoError(t, err)
		res, err := d.Run(&sim.Launch{Prog: p, Entry: p.Base, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
			Options: sim.Options{Check: true, Policy: policy}})
		require.NoError(t, err)
		require.NotNil(t, res.Fault)
		require.ErrorIs(t, res.Fault, mem.ErrUnmapped)
	}
}
