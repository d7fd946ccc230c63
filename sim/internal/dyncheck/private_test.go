package dyncheck_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Private memory of 64 bytes a work-item, 4 KiB a wave, is accessed in a loop, and then behind the wave's part. s[0:3]
// is its resource, s8 where the wave's part begins, s9 how far behind that the last round accesses. The wave whose part
// begins at s11 has no neighbour there.
func TestAccessesToAnotherWavesPrivateMemoryAreFound(t *testing.T) {
	for name, access := range map[string]string{
		"store": "buffer_store_dword v1, off, s[0:3], s10",
		"load":  "buffer_load_dword v2, off, s[0:3], s10",
		// Dword 15 is the last one of a work-item.
		"lanes": "buffer_store_dword v1, v3, s[0:3], s8 offen",
		"bytes": "buffer_store_byte v1, off, s[0:3], s10 offset:3",
	} {
		for past, lanes := range map[int]string{0: "", 3840: "", 4032: "0xffffffffffff0000", 4096: "0xffffffffffffffff", -4096: "0xffffffffffffffff"} {
			if name == "lanes" && past != 0 && past != 4096 {
				continue
			}
			edge := uint32(0)
			if past > 0 {
				edge = 4 * 4096
			}
			testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
				p, err := asm.Code(g, fmt.Sprintf(`
	s_cmp_eq_u32 s8, s11
	s_cbranch_scc1 end
	s_movk_i32 s12, 200
	s_mov_b32 s10, s8
again:
	v_mov_b32 v3, s13
	%s
	s_waitcnt vmcnt(0)
	s_sub_u32 s12, s12, 1
	s_cmp_eq_u32 s12, 1
	s_cselect_b32 s10, s9, 0
	s_cselect_b32 s13, s14, 0
	s_add_u32 s10, s10, s8
	s_cmp_eq_u32 s12, 0
	s_cbranch_scc0 again
end:
	s_endpgm`, access))
				require.NoError(t, err)
				prog, err := sim.NewProgram(g, 0x1000, p.Code)
				require.NoError(t, err)
				for _, host := range []string{"go", "auto"} {
					for n := range 3 { // the first ones in Go
						d := sim.NewDevice(g)
						resource, offset := abi.PrivateSegmentBuffer, abi.ScratchWaveOffset
						r, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x1000, Scratch: 64, Grid: [3]uint32{5 * 64, 1, 1},
							Group: [3]uint32{64, 1, 1}, Options: sim.Options{Check: true, Host: host, Workers: 1},
							Registers: []sim.RegInit{{Code: 0, Role: &resource}, {Code: 8, Role: &offset}, {Code: 9, Scalar: []uint32{uint32(past)}},
								{Code: 11, Scalar: []uint32{edge}},
								{Code: 13, Scalar: []uint32{0, uint32(past / 64)}}, {Code: isa.CodeVGPR, Vector: make([][isa.Lanes]uint32, 4)}}})
						require.NoError(t, err)
						name := fmt.Sprintf("%s %d %s %d %v", name, past, host, n, r.Findings)
						require.Nil(t, r.Fault, name)
						if lanes == "" {
							require.Empty(t, r.Findings, name)
							continue
						}
						require.Len(t, r.Findings, 1, name)
						f := r.Findings[0]
						require.Equal(t, waitcnt.RulePrivate, f.Rule, name)
						require.Equal(t, waitcnt.Error, f.Severity, name)
						require.Equal(t, lanes, f.Lanes, name)
						require.Contains(t, f.Message, "64 bytes a work-item", name)
					}
				}
			})
		}
	}
}

// Work-items have 64 bytes of private memory, which FLAT and scratch instructions access at byte v3. s[0:3] is its
// resource, s8 where the wave's part begins. The wave whose part begins at s11 has no neighbour behind it.
func TestAccessesByFlatToAnotherWavesPrivateMemoryAreFound(t *testing.T) {
	const gen14 = "s_and_b32 s19, s1, 0xffff\ns_add_u32 flat_scratch_lo, s0, s8\ns_addc_u32 flat_scratch_hi, s19, 0\ns_mov_b64 s[16:17], src_private_base\n"
	older := fmt.Sprintf("s_lshr_b32 flat_scratch_hi, s8, 8\ns_mov_b32 s17, %#x\n", sim.PrivateBase>>32)
	setup := map[isa.Gen]string{isa.GCN11: older, isa.GCN12: older, isa.GCN14: gen14}
	const later = isa.GCN11 | isa.GCN12 | isa.GCN14
	type place struct {
		at    string // byte of the work-item, by lane
		lanes string // those that leave the wave's part
	}
	const all, none = "0xffffffffffffffff", ""
	for _, c := range []struct {
		code   string
		gens   isa.Gen
		access string
		places []place
	}{
		{"scratch_load_dword v5, v3, off", isa.GCN14, "read", []place{{"0", none}, {"60", none}, {"64", all}, {"124", all}}},
		{"scratch_load_dwordx4 v[5:8], v3, off", isa.GCN14, "read", []place{{"48", none}, {"52", all}}},
		{"scratch_store_dword v3, v1, off", isa.GCN14, "write", []place{{"60", none}, {"64", all}}},
		{"scratch_store_dwordx3 v3, v[5:7], off", isa.GCN14, "write", []place{{"52", none}, {"56", all}}},
		{"scratch_store_byte v3, v1, off offset:3", isa.GCN14, "write", []place{{"60", none}, {"61", all}}},
		{"scratch_store_dword v3, v1, off offset:3", isa.GCN14, "write", []place{{"57", none}, {"58", all}}},
		{"scratch_load_ushort v5, v3, off", isa.GCN14, "read", []place{{"62", none}, {"63", all}}},
		{"scratch_store_dword off, v1, s18 offset:4", isa.GCN14, "write", []place{{"56", none}, {"60", all}}},
		{"buffer_store_dword v1, v3, s[0:3], s8 offen", isa.GCN14, "write", []place{{"60", none}, {"61", all}}},
		{"flat_load_dword v5, v[3:4]", later, "read", []place{{"60", none}, {"64", all}, {"lane", "0x10"}}},
		{"flat_store_dwordx2 v[3:4], v[5:6]", later, "write", []place{{"56", none}, {"60", all}}},
		{"flat_atomic_add v[3:4], v1", later, "write", []place{{"60", none}, {"64", all}}},
	} {
		for _, place := range c.places {
			testcase.EachGen(t, c.gens, func(t *testing.T, g isa.Gen) {
				at := fmt.Sprintf("s_movk_i32 s18, %s\nv_mov_b32 v3, s18", place.at)
				if place.at == "lane" { // lane 4 leaves it, the others access their first dword
					at = "v_mov_b32 v3, 0\ns_movk_i32 s19, 64\nv_writelane_b32 v3, s19, 4"
				}
				p, err := asm.Code(g, "s_cmp_eq_u32 s8, s11\ns_cbranch_scc1 end\n"+setup[g]+at+
					"\nv_mov_b32 v4, s17\ns_nop 4\n"+c.code+"\ns_waitcnt vmcnt(0) lgkmcnt(0)\nend:\ns_endpgm")
				require.NoError(t, err)
				prog, err := sim.NewProgram(g, 0x1000, p.Code)
				require.NoError(t, err)
				for _, workers := range []int{1, 2} {
					resource, offset := abi.PrivateSegmentBuffer, abi.ScratchWaveOffset
					r, err := sim.NewDevice(g).Run(&sim.Launch{Prog: prog, Entry: 0x1000, Scratch: 64,
						Grid: [3]uint32{5 * 64, 1, 1}, Group: [3]uint32{64, 1, 1},
						Options: sim.Options{Check: true, Workers: workers},
						Registers: []sim.RegInit{{Code: 0, Role: &resource}, {Code: 8, Role: &offset},
							{Code: 11, Scalar: []uint32{4 * 4096}}, {Code: isa.CodeVGPR, Vector: make([][isa.Lanes]uint32, 9)}}})
					require.NoError(t, err)
					name := fmt.Sprintf("%s at %s: %v", c.code, place.at, r.Findings)
					require.Nil(t, r.Fault, name)
					if place.lanes == none {
						require.Empty(t, r.Findings, name)
						continue
					}
					require.Len(t, r.Findings, 1, name)
					f := r.Findings[0]
					require.Equal(t, waitcnt.RulePrivate, f.Rule, name)
					require.Equal(t, c.access, f.Access, name)
					require.Equal(t, place.lanes, f.Lanes, name)
				}
			})
		}
	}
}

// Scalar accesses are to bytes of memory: a wave's part is 4096 of them, from s[20:21] on. The access is made again
// and again at s10 of the own part, so that host code makes it too. At last the wave whose part begins at s11 makes it
// s9 bytes behind that: where the second wave of a work-group does so in the part of the first one, the scalar cache
// has the line.
func TestScalarAccessesToAnotherWavesPrivateMemoryAreFound(t *testing.T) {
	const later = isa.GCN12 | isa.GCN14
	for _, c := range []struct {
		code      string
		gens      isa.Gen
		access    string
		at, steps int // the last access is in another wave's part where steps is not 0
	}{
		{"s_load_dword s24, s[22:23], 0x0", isa.AllGens, "read", 0, 0},
		{"s_load_dword s24, s[22:23], 0x0", isa.AllGens, "read", 0, 4096},
		{"s_load_dword s24, s[22:23], 0x0", isa.AllGens, "read", 0, -4096},
		{"s_load_dword s24, s[22:23], 0x0", isa.AllGens, "read", 4092, 0},
		{"s_load_dword s24, s[22:23], 0x0", isa.AllGens, "read", 4092, 4},
		{"s_load_dwordx4 s[24:27], s[22:23], 0x0", isa.AllGens, "read", 4080, 0},
		{"s_load_dwordx4 s[24:27], s[22:23], 0x0", isa.AllGens, "read", 4080, 16},
		{"s_load_dword s24, s[22:23], 0x0 glc", later, "read", 0, 4096},
		{"s_store_dword s8, s[22:23], 0x0 glc", later, "write", 4092, 0},
		{"s_store_dword s8, s[22:23], 0x0 glc", later, "write", 4092, 4},
		{"s_atomic_add s8, s[22:23], 0x0", isa.GCN14, "write", 4092, 4},
	} {
		testcase.EachGen(t, c.gens, func(t *testing.T, g isa.Gen) {
			p, err := asm.Code(g, fmt.Sprintf(`
	s_cmp_eq_u32 s8, s11
	s_cselect_b32 s9, %d, 0
	s_and_b32 s21, s1, 0xffff
	s_add_u32 s20, s0, s8
	s_addc_u32 s21, s21, 0
	s_movk_i32 s12, 200
	s_movk_i32 s10, %d
again:
	s_ashr_i32 s14, s10, 31
	s_add_u32 s22, s20, s10
	s_addc_u32 s23, s21, s14
	v_mov_b32 v1, s8
	%s
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s12, s12, 1
	s_cmp_eq_u32 s12, 1
	s_cselect_b32 s13, s9, 0
	s_add_i32 s10, s10, s13
	s_cmp_eq_u32 s12, 0
	s_cbranch_scc0 again
	s_endpgm`, c.steps, c.at, c.code))
			require.NoError(t, err)
			who := uint32(0)
			if c.steps < 0 {
				who = 4096
			}
			prog, err := sim.NewProgram(g, 0x1000, p.Code)
			require.NoError(t, err)
			for _, host := range []string{"go", "auto"} {
				for i := range 6 { // the first ones in Go; with one wave in a work-group, and with two
					resource, offset := abi.PrivateSegmentBuffer, abi.ScratchWaveOffset
					r, err := sim.NewDevice(g).Run(&sim.Launch{Prog: prog, Entry: 0x1000, Scratch: 64,
						Grid: [3]uint32{6 * 64, 1, 1}, Group: [3]uint32{uint32(64 << (i / 3)), 1, 1},
						Options: sim.Options{Check: true, Host: host, Workers: 1},
						Registers: []sim.RegInit{{Code: 0, Role: &resource}, {Code: 8, Role: &offset},
							{Code: 11, Scalar: []uint32{who}}}})
					require.NoError(t, err)
					name := fmt.Sprintf("%s at %d and %d, %s: %v", c.code, c.at, c.steps, host, r.Findings)
					require.Nil(t, r.Fault, name)
					if c.steps == 0 {
						require.Empty(t, r.Findings, name)
						continue
					}
					require.Len(t, r.Findings, 1, name)
					f := r.Findings[0]
					require.Equal(t, waitcnt.RulePrivate, f.Rule, name)
					require.Equal(t, c.access, f.Access, name)
					require.Empty(t, f.Lanes, name)
					require.Contains(t, f.Message, "the wave accesses private memory of another wave", name)
				}
			}
		})
	}
}
