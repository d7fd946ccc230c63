package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
)

// The last writer of a place is found by reading the programs: line counts instructions from 0.
// s[0:3] is the resource of 256 bytes of memory, s[4:5] and v[4:5] its address, v0 the lane, v1
// four times the lane, M0 -1.
func TestLastWriterOfAPlace(t *testing.T) {
	v := func(n, lane int) sim.Place {
		return sim.Place{Space: sim.InVGPR, Addr: isa.CodeVGPR + uint64(n), Lane: lane}
	}
	s := func(code uint64) sim.Place { return sim.Place{Space: sim.InSGPR, Addr: code} }
	m := func(at uint64) sim.Place { return sim.Place{Space: sim.InMemory, Addr: at, Bytes: 4} }
	l := func(at uint64) sim.Place { return sim.Place{Space: sim.InLDS, Addr: at, Bytes: 4} }
	const none = -1
	for _, c := range []struct {
		name, gpu, text string
		place           sim.Place
		line, lane      int
	}{
		{"EXEC chooses lanes", "gfx900", "v_mov_b32 v9, 1\ns_mov_b64 exec, 15\nv_mov_b32 v9, 2", v(9, 3), 2, 3},
		{"the other lanes", "gfx900", "v_mov_b32 v9, 1\ns_mov_b64 exec, 15\nv_mov_b32 v9, 2", v(9, 4), 0, 4},
		{"the same value again", "gfx900", "v_mov_b32 v9, 1\nv_mov_b32 v9, 1", v(9, 0), 1, 0},
		{"v_writelane, whatever EXEC", "gfx900", "v_mov_b32 v9, 1\ns_mov_b64 exec, 0\nv_writelane_b32 v9, 7, 33", v(9, 33), 2, 33},
		{"a row of DPP", "gfx900", "v_mov_b32 v9, 1\nv_mov_b32_dpp v9, v0 row_shl:1 row_mask:0x2 bank_mask:0xf", v(9, 17), 1, 17},
		{"another row of DPP", "gfx900", "v_mov_b32 v9, 1\nv_mov_b32_dpp v9, v0 row_shl:1 row_mask:0x2 bank_mask:0xf", v(9, 3), 0, 3},
		{"a relative register", "gfx803", "v_mov_b32 v9, 1\ns_mov_b32 m0, 3\nv_movreld_b32 v6, v0", v(9, 1), 2, 1},
		{"a load that returns late", "gfx900", "buffer_load_dword v9, v1, s[0:3], 0 offen\nv_mov_b32 v9, 1\ns_waitcnt vmcnt(0)", v(9, 1), 0, 1},
		{"a load that was waited for", "gfx900", "buffer_load_dword v9, v1, s[0:3], 0 offen\ns_waitcnt vmcnt(0)\nv_mov_b32 v9, 1", v(9, 1), 2, 1},
		{"the second register of a load", "gfx900", "v_mov_b32 v9, 1\nbuffer_load_dwordx2 v[8:9], v1, s[0:3], 0 offen\ns_waitcnt vmcnt(0)", v(9, 1), 1, 1},
		{"a load from LDS", "gfx900", "v_mov_b32 v9, 1\nds_read_b32 v9, v1\ns_waitcnt lgkmcnt(0)", v(9, 1), 1, 1},
		{"the launch", "gfx900", "s_nop 0", v(0, 1), none, 0},
		{"the last instruction", "gfx900", "s_nop 0\nv_mov_b32 v9, 1", v(9, 1), 1, 1},

		{"a scalar load", "gfx900", "s_mov_b32 s9, 1\ns_load_dwordx2 s[8:9], s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s8, 1", s(9), 1, none},
		{"v_readlane", "gfx900", "s_mov_b32 s9, 1\nv_readlane_b32 s9, v0, 3", s(9), 1, none},
		{"half of a pair", "gfx900", "s_mov_b64 s[8:9], 1\ns_mov_b32 s8, 1", s(9), 0, none},
		{"VCC by a comparison", "gfx900", "s_mov_b64 vcc, 0\nv_cmp_eq_u32 vcc, v0, v1", s(isa.CodeVCCLo), 1, none},
		{"EXEC by a comparison", "gfx900", "v_cmpx_eq_u32 vcc, v0, v1", s(isa.CodeExecLo), 0, none},
		{"SCC", "gfx900", "s_cmp_eq_u32 s0, s0\ns_mov_b32 s9, 1", s(isa.CodeSCC), 0, none},
		{"M0", "gfx900", "s_mov_b32 m0, 1\ns_nop 0", s(isa.CodeM0), 0, none},
		{"MODE", "gfx900", "s_nop 0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3\ns_nop 0", sim.Place{Space: sim.InMODE}, 1, none},

		{"a store", "gfx900", "buffer_store_dword v0, v1, s[0:3], 0 offen\ns_mov_b64 exec, 3\nbuffer_store_dword v0, v1, s[0:3], 0 offen", m(4), 2, 1},
		{"the store of other lanes", "gfx900", "buffer_store_dword v0, v1, s[0:3], 0 offen\ns_mov_b64 exec, 3\nbuffer_store_dword v0, v1, s[0:3], 0 offen", m(8), 0, 2},
		{"the last of all lanes", "gfx900", "buffer_store_dword v0, off, s[0:3], 0", m(0), 0, 63},
		{"a byte of the dword", "gfx900", "buffer_store_dword v0, v1, s[0:3], 0 offen\ns_mov_b64 exec, 1\nbuffer_store_byte v0, off, s[0:3], 0 offset:7", m(4), 2, 0},
		{"out of the resource's range", "gfx900", "buffer_store_dword v0, v1, s[0:3], 0 offen\nbuffer_store_dword v0, v1, s[0:3], 0 offen offset:16", m(252), 1, 59},
		{"a wide store", "gfx900", "s_mov_b64 exec, 2\nbuffer_store_dwordx4 v[4:7], off, s[0:3], 0", m(12), 1, 1},
		{"a formatted store", "gfx900", "s_mov_b64 exec, 1\nbuffer_store_format_x v0, off, s[0:3], 0", m(0), 1, 0},
		{"FLAT", "gfx900", "s_mov_b64 exec, 4\nglobal_store_dword v[4:5], v0, off offset:8", m(8), 1, 2},
		{"an atomic", "gfx900", "buffer_store_dword v0, v1, s[0:3], 0 offen\ns_mov_b64 exec, 9\nbuffer_atomic_add v0, off, s[0:3], 0", m(0), 2, 3},
		{"a scalar store", "gfx900", "s_store_dwordx2 s[4:5], s[4:5], 0x10\ns_dcache_wb", m(0x14), 0, none},
		{"no store", "gfx900", "buffer_load_dword v9, v1, s[0:3], 0 offen\ns_waitcnt vmcnt(0)", m(4), none, 0},

		{"LDS", "gfx900", "ds_write_b32 v1, v0\ns_mov_b64 exec, 1\nds_write_b32 v1, v0", l(4), 0, 1},
		{"LDS, the same value again", "gfx900", "ds_write_b32 v1, v0\ns_mov_b64 exec, 1\nds_write_b32 v1, v0", l(0), 2, 0},
		{"a pair in LDS", "gfx900", "s_mov_b64 exec, 1\nds_write2_b32 v1, v0, v1 offset0:1 offset1:3", l(12), 1, 0},
		{"an atomic in LDS", "gfx803", "ds_write_b32 v1, v0\ns_mov_b64 exec, 2\nds_add_u32 v1, v0", l(4), 2, 1},
		{"ds_append", "gfx900", "s_mov_b32 m0, 0\nds_append v9 offset:8", l(8), 1, none},
		{"a load to LDS", "gfx900", "s_mov_b32 m0, 0\nbuffer_store_dword v1, v1, s[0:3], 0 offen\ns_waitcnt vmcnt(0)\nbuffer_load_dword v1, s[0:3], 0 offen lds", l(8), 3, none},
		{"LDS by FLAT", "gfx900", "v_mov_b32 v6, 8\nv_mov_b32 v7, 0x10000\ns_mov_b64 exec, 1\nflat_store_dword v[6:7], v0", l(8), 3, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			target, err := isa.FindTarget(c.gpu)
			require.NoError(t, err)
			p, err := asm.CodeFor(target, c.text+"\ns_waitcnt 0\ns_endpgm\n")
			require.NoError(t, err)
			d := sim.NewDevice(target.Gen)
			rg, err := d.Mem.MapAnywhere("memory", 256, 256)
			require.NoError(t, err)
			prog, err := d.Load(p.Code)
			require.NoError(t, err)
			res := mem.RawBuffer(rg.Base, 256)
			res[3] |= 4 << 12 // numbers are unsigned integers
			var lane, four, lo, hi [isa.Lanes]uint32
			for i := range lane {
				lane[i], four[i], lo[i], hi[i] = uint32(i), uint32(4*i), uint32(rg.Base), uint32(rg.Base>>32)
			}
			place := c.place
			if place.Space == sim.InMemory {
				place.Addr += rg.Base
			}
			r, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 1024,
				Registers: []sim.RegInit{{Code: 0, Scalar: res[:]}, {Code: 4, Scalar: []uint32{uint32(rg.Base), uint32(rg.Base >> 32)}},
					{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lane, four}}, {Code: isa.CodeVGPR + 4, Vector: [][isa.Lanes]uint32{lo, hi}},
					{Code: isa.CodeM0, Scalar: []uint32{0xffffffff}}},
				Options: sim.Options{Keep: true, Watch: []sim.Place{place}}})
			require.NoError(t, err)
			require.Nil(t, r.Fault)
			require.Len(t, r.Writers, 1)
			w := r.Writers[0]
			if c.line == none {
				require.Nil(t, w)
				return
			}
			require.NotNil(t, w)
			require.Equal(t, uint64(p.Lines[c.line].Offset), w.PC, "%v", w)
			require.Equal(t, c.lane, w.Lane, "%v", w)
			require.Contains(t, w.String(), "wave 0 of work-group 0,0,0 after")
			if place.Space == sim.InVGPR {
				require.NotZero(t, r.State[0].Waves[0].VWritten[place.Addr-isa.CodeVGPR]>>place.Lane&1, "the mark is put back")
			}
		})
	}
}

// What is watched is not checked.
func TestWatchingIsARunOfItsOwn(t *testing.T) {
	d := sim.NewDevice(isa.GCN12)
	prog, err := d.Load([]byte{0, 0, 0x81, 0xbf})
	require.NoError(t, err)
	_, err = d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{1, 1, 1}, Group: [3]uint32{1, 1, 1},
		Options: sim.Options{Check: true, Watch: []sim.Place{{Space: sim.InMODE}}}})
	require.ErrorContains(t, err, "what is watched is neither checked nor explored")
}
