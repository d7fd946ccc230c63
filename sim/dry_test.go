package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Whatever accesses LDS of a work-group that has none is the same error with the checker, without it,
// and with a clock; with LDS, without active lanes and without memory there is none.
func TestLDSAccessWithoutLDSIsAnErrorInAllModes(t *testing.T) {
	const flat = "v_mov_b32 v0, 0\n v_mov_b32 v1, s10\n "
	for _, c := range []struct {
		gens   isa.Gen
		text   string // its last line accesses LDS
		access string // empty: none
		addr   uint64
	}{
		{isa.AllGens, "v_mov_b32 v0, 8\n ds_write_b32 v0, v1 offset:4", "write", 12},
		{isa.AllGens, "v_mov_b32 v0, 8\n ds_read_b64 v[2:3], v0", "read", 8},
		{isa.AllGens, "v_mov_b32 v0, 8\n ds_read2_b32 v[2:3], v0 offset0:1 offset1:2", "read", 12},
		{isa.AllGens, "v_mov_b32 v0, 0\n ds_add_u32 v0, v1", "write", 0},
		{isa.AllGens, "v_mov_b32 v0, 0\n ds_cmpst_rtn_b32 v2, v0, v1, v1", "write", 0},
		{isa.AllGens, "v_mov_b32 v0, 0\n ds_max_src2_f32 v0 offset:4", "write", 0},
		{isa.AllGens, "s_mov_b32 m0, 0\n ds_append v2 offset:16", "write", 16},
		{isa.AllGens, "s_mov_b32 m0, 0\n ds_consume v2 offset:16", "write", 16},
		{isa.AllGens, "s_mov_b32 m0, 0x20010\n s_nop 4\n v_mov_b32 v2, src_lds_direct", "read", 16},
		{isa.AllGens, "s_mov_b32 m0, 0\n s_nop 4\n v_interp_mov_f32 v2, p0, attr1.y", "read", 4 * (12 + 2)},
		{isa.AllGens, "s_mov_b32 m0, 64\n s_nop 4\n buffer_load_dword v2, s[4:7], 0 offen lds", "write", 64},
		{isa.GCN11 | isa.GCN12 | isa.GCN14, flat + "flat_load_dword v2, v[0:1]", "read", 0},
		{isa.GCN11 | isa.GCN12 | isa.GCN14, flat + "flat_atomic_add v[0:1], v2", "write", 0},
		{isa.GCN14, "s_mov_b32 m0, 4\n s_nop 4\n ds_read_addtid_b32 v2 offset:8", "read", 12},
		{isa.AllGens, "v_mov_b32 v0, 0\n s_mov_b64 exec, 0\n ds_read_b32 v2, v0", "", 0},
		{isa.AllGens, "v_mov_b32 v0, 0\n ds_swizzle_b32 v2, v0 offset:0x801f", "", 0},
		{isa.GCN12 | isa.GCN14, "v_mov_b32 v0, 0\n ds_bpermute_b32 v2, v0, v0", "", 0},
		{isa.AllGens, "v_mov_b32 v0, 0\n s_mov_b32 m0, 0x100\n ds_read_b32 v2, v0 gds", "", 0},
	} {
		for _, g := range isa.Gens() {
			if !c.gens.Has(g) {
				continue
			}
			code, err := asm.Code(g, "s_mov_b32 m0, -1\n"+c.text+"\n s_nop 0\n s_waitcnt vmcnt(0) lgkmcnt(0)\n s_endpgm")
			require.NoError(t, err, c.text)
			for _, lds := range []uint32{0, 4096} {
				for _, mode := range []string{"checked", "unchecked", "timing"} {
					d := sim.NewDevice(g)
					rg, err := d.Mem.MapAnywhere("buffer", 4096, 0)
					require.NoError(t, err)
					p, err := sim.NewProgram(g, 0x1000, code.Code)
					require.NoError(t, err)
					l := &sim.Launch{Prog: p, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: lds,
						Registers: []sim.RegInit{{Code: 4, Scalar: []uint32{uint32(rg.Base), uint32(rg.Base >> 32), 4096, 0x24fac}},
							{Code: 10, Scalar: []uint32{sim.SharedBase >> 32}}, {Code: isa.CodeVGPR, Vector: make([][isa.Lanes]uint32, 8)}}}
					switch mode {
					case "checked":
						l.Options.Check = true
					case "timing":
						l.Options.Timing = &sim.TimingOptions{Chip: testcase.FirstChip(t, g),
							Need: &chip.Need{VGPRs: 16, SGPRs: 16, LDS: int(lds), Group: 64}}
					}
					out, err := d.Run(l)
					require.NoError(t, err)
					require.Nil(t, out.Fault, "%v %s", g, c.text)
					var found []waitcnt.Finding
					for _, f := range out.Findings {
						if f.Rule == waitcnt.RuleNoLDS {
							found = append(found, f)
						}
					}
					if lds > 0 || c.access == "" {
						require.Empty(t, found, "%v %s %s", g, c.text, mode)
						continue
					}
					require.Len(t, found, 1, "%v %s %s", g, c.text, mode)
					f := found[0]
					require.Equal(t, waitcnt.Error, f.Severity)
					require.Equal(t, []any{c.access, c.addr}, []any{f.Access, uint64(f.Memory.Addr)}, "%v %s %s", g, c.text, mode)
					require.Contains(t, f.Message, "the launch has given the work-group no LDS (0 bytes)")
					require.Contains(t, f.Fix, "--lds SIZE")
				}
			}
		}
	}
}
