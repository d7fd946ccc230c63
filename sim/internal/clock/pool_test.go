package clock_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// reader loads a dword a lane of s[0:1], of the work-group's number s2, and the dword at s[0:1], and
// stores the sum at s[4:5].
const reader = `
	s_lshl_b32 s2, s2, 8
	v_mbcnt_lo_u32_b32 v0, -1, 0
	v_mbcnt_hi_u32_b32 v0, -1, v0
	v_lshlrev_b32 v0, 2, v0
	v_add_u32 v0, vcc, s2, v0
	v_add_u32 v2, vcc, s0, v0
	v_mov_b32 v3, s1
	s_load_dword s8, s[0:1], 0x0
	flat_load_dword v5, v[2:3]
	v_add_u32 v2, vcc, s4, v0
	v_mov_b32 v3, s5
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32 v5, vcc, s8, v5
	flat_store_dword v[2:3], v5
	s_endpgm`

// Launches with cold caches take the time that the first one takes, whatever ran before; with warm
// ones the next launch finds its lines in L2, and its code, and reads less memory. What programs
// compute is the same: scalar caches are empty in both.
func TestCachesBetweenLaunches(t *testing.T) {
	code, err := asm.Code(isa.GCN12, reader)
	require.NoError(t, err)
	gpu, err := chip.Lookup("fiji")
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	prog, err := d.Load(code.Code)
	require.NoError(t, err)
	const groups = 64
	in, err := d.Mem.Map("in", 1<<20, 256*groups)
	require.NoError(t, err)
	out, err := d.Mem.Map("out", 2<<20, 256*groups)
	require.NoError(t, err)
	group, first := abi.WorkGroupIDX, uint32(0)
	run := func(d *sim.Device, o sim.TimingOptions) *sim.Timing {
		first++ // the host writes between launches
		var word [4]byte
		binary.LittleEndian.PutUint32(word[:], first)
		require.NoError(t, d.Mem.Write(in.Base, word[:]))
		o.Chip = gpu
		r, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64 * groups, 1, 1}, Group: [3]uint32{64, 1, 1},
			Registers: []sim.RegInit{{Code: 0, Scalar: []uint32{uint32(in.Base), 0}}, {Code: 2, Role: &group},
				{Code: 4, Scalar: []uint32{uint32(out.Base), 0}}}, Options: sim.Options{Workers: 1, Timing: &o}})
		require.NoError(t, err)
		require.Nil(t, r.Fault)
		require.Equal(t, 2*first, binary.LittleEndian.Uint32(d.Mem.Slice(out.Base, 4)))
		require.Equal(t, first, binary.LittleEndian.Uint32(d.Mem.Slice(out.Base+4, 4)))
		return r.Timing
	}
	alone := run(d, sim.TimingOptions{Caches: sim.WarmCaches}) // nothing ran before
	require.NotZero(t, alone.DRAM.Read)
	warm := run(d, sim.TimingOptions{Caches: sim.WarmCaches})
	require.Less(t, warm.Cycles, alone.Cycles)
	require.Zero(t, warm.DRAM.Read)
	require.Equal(t, alone.Caches[2], warm.Caches[2], "L1 is invalidated")
	cold := run(d, sim.TimingOptions{})
	require.Equal(t, alone, cold)
	require.Equal(t, warm, run(d, sim.TimingOptions{Caches: sim.WarmCaches}))
}

// Names of the states of caches are read as they are printed.
func TestNamesOfCaches(t *testing.T) {
	for _, c := range []sim.Caches{sim.ColdCaches, sim.WarmCaches} {
		got, err := sim.ParseCaches(c.String())
		require.NoError(t, err)
		require.Equal(t, c, got)
	}
	_, err := sim.ParseCaches("hot")
	require.ErrorContains(t, err, "cold and warm")
}
