package engine_test

import (
	"encoding/binary"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// poolOf is what launches on a device leave for others.
func poolOf(d *sim.Device) *engine.Pool {
	return (*engine.Pool)(unsafe.Pointer(reflect.ValueOf(d).Elem().FieldByName("pool").UnsafeAddr()))
}

// curious stores registers that nothing has written, LDS that nothing has written, and memory through
// the scalar cache; v0 is the lane, s[0:1] the address of the results of the wave, 64 dwords each.
const curious = `
	s_mov_b32 m0, -1
	v_lshlrev_b32 v1, 2, v0
	v_add_u32 v2, vcc, s0, v1
	v_mov_b32 v3, s1
	v_addc_u32 v3, vcc, 0, v3, vcc
	flat_store_dword v[2:3], v77
	v_add_u32 v2, vcc, 0x100, v2
	ds_read_b32 v5, v1 offset:64
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[2:3], v5
	s_load_dwordx4 s[8:11], s[0:1], 0x800
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v6, s8
	v_add_u32 v2, vcc, 0x100, v2
	flat_store_dword v[2:3], v6
	v_mov_b32 v6, s40
	v_add_u32 v2, vcc, 0x100, v2
	flat_store_dword v[2:3], v6
	v_cndmask_b32 v6, v77, v255, vcc
	v_add_f32 v6, v6, s41
	s_getreg_b32 s12, hwreg(HW_REG_MODE)
	v_add_u32 v6, vcc, s12, v6
	v_add_u32 v2, vcc, 0x100, v2
	flat_store_dword v[2:3], v6
	s_endpgm`

const heap = 1 << 20

// What a launch leaves behind cannot be seen by the next one, of any shape: neither in results nor in
// findings nor in clocks.
func TestReusedMemoryLeavesNoTrace(t *testing.T) {
	code, err := asm.Code(isa.GCN12, curious)
	require.NoError(t, err)
	gpu, err := chip.Lookup("fiji")
	require.NoError(t, err)
	for name, opts := range map[string]sim.Options{
		"functional": {Workers: 1},
		"checked":    {Workers: 1, Check: true},
		"clock":      {Workers: 1, Timing: &sim.TimingOptions{Chip: gpu}},
		"counted":    {Workers: 1, Count: true},
	} {
		t.Run(name, func(t *testing.T) {
			run := func(d *sim.Device, prog *sim.Program, waves, lds uint32) (*sim.Result, []uint32) {
				var word [4]byte
				binary.LittleEndian.PutUint32(word[:], 0x12345678)
				require.NoError(t, d.Mem.Write(heap+0x800, word[:]))
				lanes := [isa.Lanes]uint32{}
				for l := range lanes {
					lanes[l] = uint32(l)
				}
				res, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{1024, 1, 1}, Group: [3]uint32{64 * waves, 1, 1}, LDS: lds,
					Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}},
						{Code: 0, Scalar: []uint32{heap, 0}}}, Options: opts})
				require.NoError(t, err)
				require.Nil(t, res.Fault)
				out := make([]uint32, 5*64)
				for i := range out {
					out[i] = binary.LittleEndian.Uint32(d.Mem.Slice(heap+uint64(4*i), 4))
				}
				return res, out
			}
			device := func() (*sim.Device, *sim.Program) {
				d := sim.NewDevice(isa.GCN12)
				_, err := d.Mem.Map("heap", heap, 4096)
				require.NoError(t, err)
				prog, err := d.Load(code.Code)
				require.NoError(t, err)
				return d, prog
			}
			d, prog := device()
			for i, waves := range []uint32{2, 2, 16, 1, 4, 16, 3, 1, 2, 8} {
				if opts.Timing != nil {
					waves = min(waves, 4) // with 256 registers each, no more fit
				}
				lds := 1024 * (1 + waves*5%7)
				alone, fresh := device()
				first, want := run(alone, fresh, waves, lds)
				require.Zero(t, want[0], "a register that nothing has written")
				require.Zero(t, want[64], "LDS that nothing has written")
				require.EqualValues(t, 0x12345678, want[128])
				if opts.Check {
					require.NotEmpty(t, first.Findings)
				}
				n, groups := engine.Poison(poolOf(d), heap+0x800)
				require.Equal(t, i > 0, n > 0 && groups > 0)
				again, got := run(d, prog, waves, lds)
				require.Equal(t, want, got)
				require.Equal(t, first, again, "%d waves", waves)
			}
		})
	}
}

// What is kept while nothing runs has a limit, however many waves a launch has at a time.
func TestIdleMemoryIsBounded(t *testing.T) {
	code, err := asm.Code(isa.GCN12, "s_memtime s[0:1]\ns_waitcnt lgkmcnt(0)\ns_endpgm") // it executes as it issues
	require.NoError(t, err)
	gpu, err := chip.Lookup("fiji")
	require.NoError(t, err)
	gpu, err = gpu.Override(strings.NewReader(`{"cus": 72}`), "test") // more than there are
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	prog, err := d.Load(code.Code)
	require.NoError(t, err)
	_, err = d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64 * 2880, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 1024,
		Options: sim.Options{Workers: 1, Timing: &sim.TimingOptions{Chip: gpu}}})
	require.NoError(t, err)
	waves, _ := engine.Poison(poolOf(d), 0)
	require.Greater(t, waves, 2000)
	require.Less(t, waves, 2800)
	require.LessOrEqual(t, engine.PoolBytes(poolOf(d)), engine.MaxIdle)
}

// Waves and work-groups that hooks have seen are not used again by later launches: a hook may keep
// them, and change registers.
func TestWhatHooksHaveSeenIsNotUsedAgain(t *testing.T) {
	code, err := asm.Code(isa.GCN12, "s_nop 0\ns_endpgm")
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	prog, err := d.Load(code.Code)
	require.NoError(t, err)
	l := &sim.Launch{Prog: prog, Grid: [3]uint32{256, 1, 1}, Group: [3]uint32{64, 1, 1}, Options: sim.Options{Workers: 1,
		Hooks: &sim.Hooks{GroupEnd: func(g *sim.Group) { g.Waves[0].V[5][7] = 9 }}}}
	_, err = d.Run(l)
	require.NoError(t, err)
	waves, groups := engine.Poison(poolOf(d), 0)
	require.Zero(t, waves)
	require.Zero(t, groups)
}
