package hostcode_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// A loop that walks through memory in host code leaves what it leaves elsewhere, up to the first byte and
// the last one, and past them: the fault is the same. Lanes lie one behind the other or not, aligned or not,
// all of them are active or some, and what is loaded may be where the addresses are. With checks the findings
// are the same, too.
func TestWalksThroughMemoryAgree(t *testing.T) {
	const base = uint64(0x200000000)
	n := 300
	if *long {
		n = 6000
	}
	for _, tier := range tiers(t) {
		r := rand.New(rand.NewPCG(3, uint64(len(tier))))
		rounds, unusual, check := map[bool]int{}, 0, false
		stop := hostcode.OnWhole(func(times int, usual bool) {
			if rounds[check] += times; !usual {
				unusual++
			}
		})
		for range n {
			g := []isa.Gen{isa.GCN11, isa.GCN12, isa.GCN14}[r.IntN(3)]
			src, l := walk(r, g, base)
			p, err := asm.Code(g, src)
			require.NoError(t, err, src)
			check = r.IntN(2) == 0
			l.Options.Check = check
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			want.direct, got.direct = 0, 0
			require.True(t, want.equal(&got), "%s, %v, check %v: %s\n%s", tier, g, check, want.differs(&got), src)
		}
		stop()
		require.Greater(t, rounds[false], 4*n, tier)
		require.Greater(t, rounds[true], 3*n, tier)
		require.Greater(t, unusual, n/4, tier)
	}
}

// A loop with memory is a path where it begins, and none behind its last wait, from where it would be one in two pieces.
func TestLoopsArePathsWhereTheyBegin(t *testing.T) {
	const g = isa.GCN12
	c, err := asm.Code(g, `
		s_nop 0
		s_load_dword s2, s[48:49], 0x0
		s_waitcnt lgkmcnt(0)
		v_add_u32 v1, vcc, s2, v1
		s_cbranch_scc1 -5
		s_endpgm`)
	require.NoError(t, err)
	d := sim.NewDevice(g)
	p, err := d.Load(c.Code)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		for slot, want := range map[uint32]bool{1: true, 4: false} {
			is, loop, err := hostcode.PathAt(p, tier, slot)
			require.NoError(t, err)
			require.Equal(t, want, is, "%s, dword %d", tier, slot)
			require.Equal(t, want, loop, "%s, dword %d", tier, slot)
		}
	}
}

// A path that begins in the middle of a loop and ends with the branch that always leads back goes on there,
// as a whole, too.
func TestPathsEndWithBranchesBack(t *testing.T) {
	const g = isa.GCN12
	p, err := asm.Code(g, `
		s_movk_i32 s40, 1000
	again:
		s_sub_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 0
		s_cbranch_scc0 end
		s_barrier
		s_load_dword s2, s[48:49], 0x0
		s_waitcnt lgkmcnt(0)
		v_mov_b32 v1, s2
		s_branch again
		s_mov_b32 s41, 1
	end:
		s_endpgm`)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		wholes := 0
		stop := hostcode.OnWhole(func(int, bool) { wholes++ })
		l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{{Code: 48, Scalar: []uint32{0, 2}}},
			Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true}}
		want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
		stop()
		require.Greater(t, wholes, 800)
		want.direct, got.direct = 0, 0
		require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
	}
}

// A jump back that nothing of memory comes before is in a path with what it leads to, and so are loops without
// memory that are mostly not gone round: here the one that is left behind the barrier, and that of one instruction.
func TestPathsBeginWithBranchesBack(t *testing.T) {
	const g = isa.GCN12
	p, err := asm.Code(g, `
		s_movk_i32 s40, 1000
		s_mov_b64 vcc, 0
	again:
		s_sub_u32 s40, s40, 1
		v_mov_b32 v1, s40
		s_cbranch_vccnz again
		s_load_dword s2, s[48:49], 0x0
		s_waitcnt lgkmcnt(0)
		v_mov_b32 v2, s2
		s_cmp_lg_u32 s40, 0
		s_barrier
		s_cbranch_scc1 again
		s_endpgm`)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		for _, check := range []bool{false, true} {
			l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
				Registers: []sim.RegInit{{Code: 48, Scalar: []uint32{0, 2}}},
				Options:   sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, Check: check}}
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			require.Greater(t, got.hosted, got.Total*8/10, "%s, check %v: of %d, of which a ninth are barriers", tier, check, got.Total)
			want.direct, got.direct = 0, 0
			require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
		}
	}
}

// A loop that changes EXEC, or has branches, is a path, though it has no memory operation: a checked wave asks once
// for all of it.
func TestLoopsWithoutMemoryArePaths(t *testing.T) {
	const g, waves = isa.GCN12, 8
	for _, body := range []string{`
		v_cmp_gt_u32 vcc, s40, v0
		s_and_saveexec_b64 s[10:11], vcc
		v_add_u32 v1, vcc, s40, v1
		s_xor_b64 exec, exec, s[10:11]
		v_xor_b32 v1, s40, v1
		s_mov_b64 exec, s[10:11]`, `
		v_add_u32 v1, vcc, s40, v1
		s_cbranch_execz behind
		v_xor_b32 v1, s40, v1
	behind:`, `
		s_branch over
	empty:
		s_mov_b64 exec, s[10:11]
		s_branch behind
	over:
		v_cmp_gt_u32 vcc, s40, v0
		s_and_saveexec_b64 s[10:11], vcc
		s_cbranch_execz empty ; back, but not for a loop
		v_xor_b32 v1, s40, v1
		s_mov_b64 exec, s[10:11]
	behind:`,
	} {
		p, err := asm.Code(g, `
		s_movk_i32 s40, 1000
		v_mov_b32 v1, 0
		v_mbcnt_lo_u32_b32 v0, -1, 0
	again:`+body+`
		s_sub_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 0
		s_cbranch_scc1 again
		s_endpgm`)
		require.NoError(t, err)
		for i := range 2 * len(tiers(t)) {
			tier, check := tiers(t)[i/2], i%2 > 0
			rounds := 0
			stop := hostcode.OnWhole(func(n int, _ bool) { rounds += n })
			l := sim.Launch{Grid: [3]uint32{64 * waves, 1, 1}, Group: [3]uint32{64, 1, 1},
				Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, Check: check}}
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			stop()
			require.Greater(t, rounds, 900*(waves-2), "%s, check %v: all but those in which the path is made", tier, check)
			require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
		}
	}
}

// Paths grow where they are left: loops in loops that are gone round a few times each become one piece, with what
// comes before and behind them. Where the rounds are others later, waves leave it in the middle.
func TestPathsGrow(t *testing.T) {
	const g, waves = isa.GCN12, 400
	p, err := asm.Code(g, `
		v_lshlrev_b32 v2, 2, v0
		s_load_dword s2, s[48:49], 0x0
		s_waitcnt lgkmcnt(0)
		v_mov_b32 v3, s2
		s_mov_b32 s40, 0
	outer:
		s_mov_b32 s41, 0
	inner:
		buffer_load_dword v1, v2, s[52:55], 0 offen
		v_add_u32 v2, vcc, 4, v2
		s_add_u32 s41, s41, 1
		s_cmp_lg_u32 s41, s44
		s_waitcnt vmcnt(0)
		v_mac_f32 v3, v1, v3
		s_cbranch_scc1 inner
		s_add_u32 s40, s40, 1
		v_add_u32 v2, vcc, s41, v2
		s_cmp_lg_u32 s40, 3
		s_cbranch_scc1 outer
		buffer_store_dword v3, v2, s[52:55], 0 offen
		s_endpgm`)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		for _, check := range []bool{false, true} {
			for _, rounds := range []uint32{2, 7} {
				wholes := 0
				stop := hostcode.OnWhole(func(int, bool) { wholes++ })
				l := sim.Launch{Grid: [3]uint32{64 * waves, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
					{Code: 44, Scalar: []uint32{rounds}},
					{Code: 48, Scalar: []uint32{0, 2}},
					{Code: 52, Scalar: []uint32{0, 2, room, 0x00027fac}}},
					Options: sim.Options{Workers: 1, Count: true, CountHost: true, Check: check}}
				want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
				stop()
				if rounds == 2 {
					require.Greater(t, wholes, waves/2, "%s, check %v", tier, check)
					require.Less(t, wholes, 4*waves, "%s, check %v: without, a wave has 8 pieces", tier, check)
				}
				want.direct, got.direct = 0, 0
				require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
			}
		}
	}
}

// Where a path has grown along the other end of a branch, with something outstanding, waves that go the way that it
// went at first go there.
func TestGrownPathsAreLeftAtTheirBranches(t *testing.T) {
	const g, waves = isa.GCN12, 300
	p, err := asm.Code(g, `
		v_lshlrev_b32 v2, 2, v0
		s_load_dword s2, s[48:49], 0x0
		s_cmp_lg_u32 s44, 0
		s_cbranch_scc0 other
		v_mov_b32 v3, 1
		s_waitcnt lgkmcnt(0)
		v_add_u32 v3, vcc, s2, v3
		buffer_store_dword v3, v2, s[52:55], 0 offen
		s_endpgm
	other:
		v_mov_b32 v3, 2
		v_mov_b32 v4, 3
		s_waitcnt lgkmcnt(0)
		v_add_u32 v3, vcc, s2, v3
		v_add_u32 v3, vcc, v4, v3
		buffer_store_dword v3, v2, s[52:55], 0 offen offset:512
		s_endpgm`)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		for _, check := range []bool{false, true} {
			d := sim.NewDevice(g)
			buf, err := d.Mem.Map("buf", 0x200000000, room)
			require.NoError(t, err)
			prog, err := d.Load(p.Code)
			require.NoError(t, err)
			for _, s44 := range []uint32{0, 1, 0} {
				l := sim.Launch{Prog: prog, Grid: [3]uint32{64 * waves, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
					{Code: 44, Scalar: []uint32{s44}},
					{Code: 48, Scalar: []uint32{0, 2}},
					{Code: 52, Scalar: []uint32{0, 2, room, 0x00027fac}}},
					Options: sim.Options{Workers: 1, Count: true, Check: check, Host: "go"}}
				want := rememberRun(t, d, buf, &l)
				l.Options.Host = tier
				got := rememberRun(t, d, buf, &l)
				require.Equal(t, want.Counts, got.Counts, "%s, check %v, s44 %d", tier, check, s44)
			}
		}
	}
}

// What has grown depends on MODE where its beginning does not.
func TestGrownPathsKeepMode(t *testing.T) {
	const g = isa.GCN12
	p, err := asm.Code(g, `
		s_load_dword s2, s[48:49], 0x0
		s_waitcnt lgkmcnt(0)
		v_mov_b32 v7, 0x1f800000
		v_mov_b32 v1, 0x1e800000
		s_mov_b32 s40, 0
	again:
		s_load_dword s3, s[48:49], 0x4
		s_waitcnt lgkmcnt(0)
		s_add_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 2
		s_cbranch_scc1 again
		v_mul_f32 v0, v7, v1
		s_endpgm`)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		d := sim.NewDevice(g)
		_, err := d.Mem.Map("buf", 0x200000000, room)
		require.NoError(t, err)
		prog, err := d.Load(p.Code)
		require.NoError(t, err)
		for _, mode := range []uint32{0xf0, 0, 0xf0} {
			r, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64 * 100, 1, 1}, Group: [3]uint32{64, 1, 1},
				Registers: []sim.RegInit{{Code: 48, Scalar: []uint32{0, 2}}, {Mode: &mode}},
				Options:   sim.Options{Workers: 1, Keep: true, Host: tier}})
			require.NoError(t, err)
			require.Nil(t, r.Fault)
			for _, s := range r.State {
				require.Equal(t, mode == 0, s.Waves[0].V[0][0] == 0, "%s, MODE %#x", tier, mode)
			}
		}
	}
}

// A path that has grown into instructions that checks want to see one by one becomes what it was.
func TestGrownPathsShrink(t *testing.T) {
	const g, waves = isa.GCN12, 300
	p, err := asm.Code(g, `
		s_mov_b32 s40, 0
	again:
		s_load_dword s3, s[48:49], 0x4
		s_waitcnt lgkmcnt(0)
		s_add_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 2
		s_cbranch_scc1 again
		s_load_dword s4, s[48:49], 0x8
		s_mov_b32 s5, s4
		s_waitcnt lgkmcnt(0)
		s_endpgm`)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		l := sim.Launch{Grid: [3]uint32{64 * waves, 1, 1}, Group: [3]uint32{64, 1, 1},
			Registers: []sim.RegInit{{Code: 48, Scalar: []uint32{0, 2}}},
			Options:   sim.Options{Workers: 1, Count: true, CountHost: true, Check: true}}
		want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
		require.Greater(t, got.hosted, got.Total/2+got.Total/20, tier)
		require.NotEmpty(t, got.Findings)
		want.direct, got.direct = 0, 0
		require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
	}
}

// A whole path that host code enters behind an access that Go has made computes by the rules of MODE from its
// next round on, too: here denormal results become zero.
func TestWholePathsEnteredInTheMiddleKeepMode(t *testing.T) {
	const g = isa.GCN12
	p, err := asm.Code(g, `
		s_movk_i32 s40, 300
		v_mov_b32 v7, 0x1f800000
		v_mov_b32 v1, 0x1e800000
		v_mov_b32 v14, 0
	again:
		v_mul_f32 v0, v7, v1
		ds_swizzle_b32 v3, v0 offset:0x80b1
		s_waitcnt lgkmcnt(0)
		ds_read_u8 v6, v14
		s_waitcnt lgkmcnt(0)
		s_sub_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 0
		s_cbranch_scc1 again
		s_endpgm`)
	require.NoError(t, err)
	for _, tier := range tiers(t) {
		for _, mode := range []uint32{0, 0xf0} {
			l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: ldsBytes, Registers: []sim.RegInit{{Mode: &mode}},
				Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true}}
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			want.direct, got.direct = 0, 0
			require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
			require.Equal(t, mode == 0, got.V[0][0][0] == 0)
		}
	}
}

// A path that makes M0 the same each time, whatever it was before, reaches as much of LDS as it says: in the loop
// inside, which is a whole path, where it comes in from the loop around it with another M0, too.
func TestWholePathsThatWriteM0(t *testing.T) {
	const g = isa.GCN12
	for _, tier := range tiers(t) {
		for _, m := range [][2]string{{"-1", "200"}, {"200", "-1"}, {"200", "200"}, {"64", "200"}} {
			for _, body := range []string{"s_mov_b32 m0, %s\nds_read_b32 v3, v2", "ds_read_b32 v3, v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 m0, %s",
				"s_mov_b32 m0, %[1]s\nds_read_b32 v3, v2\ns_waitcnt lgkmcnt(0)\nds_swizzle_b32 v4, v3 offset:0x80b1\ns_waitcnt lgkmcnt(0)\n" +
					"s_mov_b32 m0, %[1]s\nds_write_b32 v2, v1"} {
				p, err := asm.Code(g, fmt.Sprintf(`
					s_mov_b32 m0, -1
					v_lshlrev_b32 v2, 2, v0
					v_mov_b32 v1, 9
					v_mov_b32 v3, 0
					v_mov_b32 v6, 0
					ds_write_b32 v2, v0
					s_movk_i32 s40, 600
				around:
					s_mov_b32 m0, %s
					s_movk_i32 s41, 3
					ds_read_b32 v5, v2
					s_waitcnt lgkmcnt(0)
				again:
					s_waitcnt lgkmcnt(0)
					v_add_u32 v6, vcc, v3, v6
					%s
					s_waitcnt lgkmcnt(0)
					s_sub_u32 s41, s41, 1
					s_cmp_lg_u32 s41, 0
					s_cbranch_scc1 again
					s_sub_u32 s40, s40, 1
					s_cmp_lg_u32 s40, 0
					s_cbranch_scc1 around
					s_endpgm`, m[0], fmt.Sprintf(body, m[1])))
				require.NoError(t, err)
				for _, check := range []bool{false, true} {
					rounds := 0
					stop := hostcode.OnWhole(func(times int, _ bool) { rounds += times })
					lanes := abi.LocalIDX
					l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: ldsBytes, Registers: []sim.RegInit{
						{Code: isa.CodeVGPR, Lanes: &lanes}}, Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, Check: check}}
					want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
					stop()
					want.direct, got.direct = 0, 0
					require.True(t, want.equal(&got), "%s, %v, check %v: %s\n%s", tier, m, check, want.differs(&got), body)
					require.Greater(t, rounds, 100, "%s, %v, check %v\n%s", tier, m, check, body)
					if check && m != [2]string{"-1", "-1"} {
						require.NotEmpty(t, want.Findings)
					}
				}
			}
		}
	}
}

// Stores of each size that walk from page to page in host code keep what was in each before the first of them comes
// there, with any of its bytes.
func TestStoresComeToPages(t *testing.T) {
	const base, size, g = uint64(0x200000000), 1 << 17, isa.GCN12
	for _, tier := range tiers(t) {
		for i, verb := range []string{"byte v4", "short v4", "dword v4", "dwordx2 v[4:5]", "dwordx3 v[4:6]", "dwordx4 v[4:7]"} {
			for _, apart := range []uint32{0, 4, 36} { // how far lanes are from each other, more than their size
				for _, step := range []int{100, 236} {
					p, err := asm.Code(g, fmt.Sprintf(`
						s_movk_i32 s40, 450
					again:
						buffer_store_%s, v12, s[44:47], 0 offen
						s_waitcnt vmcnt(0)
						v_add_u32 v12, vcc, s52, v12
						v_add_u32 v4, vcc, 1, v4
						s_sub_u32 s40, s40, 1
						s_cmp_lg_u32 s40, 0
						s_cbranch_scc1 again
						s_endpgm`, verb))
					require.NoError(t, err)
					var rows [16]isa.Row
					for l := range isa.Lanes {
						rows[12][l] = uint32(l) * (uint32([]int{1, 2, 4, 8, 12, 16}[i]) + apart)
						for k := range 4 {
							rows[4+k][l] = uint32(1000*k + l)
						}
					}
					data := mem.RawBuffer(base, size)
					l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
						{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: 44, Scalar: data[:]}, {Code: 52, Scalar: []uint32{uint32(step)}}},
						Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true}}
					rounds := 0
					stop := hostcode.OnWhole(func(times int, _ bool) { rounds += times })
					var list [2]outcome
					for i, tier := range []string{"go", tier} {
						d := sim.NewDevice(g)
						buf, err := d.Mem.Map("buf", base, size)
						require.NoError(t, err)
						list[i] = rememberOn(t, d, buf, p.Code, l, tier)
						list[i].direct = 0
					}
					stop()
					require.True(t, list[0].equal(&list[1]), "%s, %s, %d apart, step %d", tier, verb, apart, step)
					require.Greater(t, rounds, 200, "%s, %s, %d apart, step %d", tier, verb, apart, step)
				}
			}
		}
	}
}

// Lanes of pieces of a row, as work-groups in two dimensions have them, one behind the other in each piece or all at
// one address, are where their addresses say, also where one of them is elsewhere.
func TestPiecesOfRowsAgree(t *testing.T) {
	const base, g = uint64(0x200000000), isa.GCN12
	for _, tier := range tiers(t) {
		for _, access := range []string{"load_dword v4", "store_dword v5"} {
			p, err := asm.Code(g, fmt.Sprintf(`
				s_movk_i32 s40, 120
			again:
				buffer_%s, v12, s[44:47], 0 offen
				s_waitcnt vmcnt(0)
				v_add_u32 v8, vcc, v8, v4
				v_add_u32 v5, vcc, 1, v5
				s_sub_u32 s40, s40, 1
				s_cmp_lg_u32 s40, 0
				s_cbranch_scc1 again
				s_endpgm`, access))
			require.NoError(t, err)
			rounds, runs := 0, 0
			stop := hostcode.OnWhole(func(times int, _ bool) { rounds += times })
			for _, piece := range []int{4, 8, 16, 32} {
				for _, step := range []int{0, 4} { // of lanes in a piece
					for stray := range isa.Lanes + 1 {
						var rows [16]isa.Row
						for l := range isa.Lanes {
							rows[5][l], rows[12][l] = uint32(1000*l), uint32(l/piece*300+l%piece*step)
						}
						if stray < isa.Lanes {
							rows[12][stray] += 4
						}
						data := mem.RawBuffer(base, room)
						l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
							{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: 44, Scalar: data[:]}},
							Options: sim.Options{Workers: 1, Keep: true}}
						want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
						want.direct, got.direct = 0, 0
						require.True(t, want.equal(&got), "%s, %s, pieces of %d, step %d, lane %d elsewhere: %s", tier, access,
							piece, step, stray, want.differs(&got))
						runs++
					}
				}
			}
			stop()
			require.Greater(t, rounds, 40*runs, "%s, %s", tier, access)
		}
	}
}

// Loads of scalar memory in host code fill lines of the scalar cache, take them from others and find them again as
// Go does: in loops of several loads in a wait, of one line and of many of one set, beside stores to the same place,
// in a cache that something is written in, up to the end of memory and past it. Lines, hits and misses are the same.
func TestScalarCachesFillAlike(t *testing.T) {
	const base, size = uint64(0x200000000), 1 << 16
	n := 100
	if *long {
		n = 6000
	}
	for _, tier := range tiers(t) {
		r := rand.New(rand.NewPCG(17, uint64(len(tier))))
		rounds, usual := 0, 0
		stop := hostcode.OnWhole(func(times int, all bool) {
			if rounds += times + 1; all {
				usual += times + 1
			}
		})
		for range n {
			g := []isa.Gen{isa.GCN11, isa.GCN12, isa.GCN14}[r.IntN(3)]
			src := scalarLoop(r, g)
			p, err := asm.Code(g, src)
			require.NoError(t, err, src)
			data, lanes := mem.RawBuffer(base, size), abi.LocalIDX
			at := base + uint64(4*r.IntN(size/4))
			if r.IntN(4) == 0 { // soon at the end
				at = base + size - uint64(4*r.IntN(2000))
			}
			l := sim.Launch{Grid: [3]uint32{64 * uint32(1+r.IntN(3)), 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
				{Code: isa.CodeVGPR, Lanes: &lanes}, {Code: 44, Scalar: data[:]}, {Code: 48, Scalar: []uint32{0, 2, uint32(at), 2}},
				{Code: 2, Scalar: make([]uint32, 36)}},
				Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, MaxInsts: 1 << 20, Check: r.IntN(2) == 0}}
			var list [2]outcome
			for i, tier := range []string{"go", tier} {
				d := sim.NewDevice(g)
				buf, err := d.Mem.Map("buf", base, size)
				require.NoError(t, err)
				list[i] = rememberOn(t, d, buf, p.Code, l, tier)
				list[i].direct = 0
			}
			require.True(t, list[0].equal(&list[1]), "%s, %v, check %v: %s\n%s", tier, g, l.Options.Check, list[0].differs(&list[1]), src)
		}
		stop()
		t.Log(tier, rounds, "rounds", usual, "as usual")
		require.Greater(t, usual, 40*n, tier)
	}
}

// A line of which only the first bytes are mapped is filled in host code, too, with these bytes and zeros, but not for a
// load that wants others, and not where another buffer has some of the rest. Of lines that begin in front of the
// buffer nothing is filled there.
func TestScalarCachesFillLinesMappedInPart(t *testing.T) {
	const g = isa.GCN12
	for _, tier := range tiers(t) {
		for _, c := range []struct {
			base, size, behind uint64 // behind: how far behind the buffer another one is; 0: there is none
			offset             int    // of the last load
			next               string // what the address becomes in the next round, of 200; empty: it stays
			usual              bool
			fault              bool
		}{
			{size: 4096, offset: 32, usual: true},
			{size: 36, offset: 32, usual: true},
			{size: 4, offset: 0, usual: true},
			{size: 60, offset: 56, usual: true},
			{size: 100, offset: 96, usual: true},
			{base: 40, size: 100, offset: 96},
			{base: 4, size: 132, offset: 128},
			{size: 36, offset: 36, fault: true},
			{size: 100, offset: 100, fault: true},
			{base: 8, size: 36, offset: 32},
			{size: 36, offset: 32, behind: 4},
			{size: 36, offset: 32, behind: 24},
			{size: 36, offset: 32, behind: 28, usual: true},
			{size: 36, offset: 40, behind: 4},
			{size: 804, offset: 4, next: "s_add_u32 s48, s48, 4", usual: true},
			{size: 640, offset: 4, next: "s_add_u32 s48, s48, 4", usual: true, fault: true},
			{size: 676, offset: 4, next: "s_add_u32 s48, s48, 4", usual: true, fault: true},
			{size: 4096 + 36, offset: 4, next: "s_xor_b32 s48, s48, 0x1000", usual: true}, // in the place of another line
			{size: 700, offset: 4, next: "s_add_u32 s48, s48, 4", usual: true, fault: true},
		} {
			base := 0x200000000 + c.base
			p, err := asm.Code(g, fmt.Sprintf(`
				s_movk_i32 s40, 200
				v_mov_b32 v1, 0
			again:
				s_dcache_inv
				s_waitcnt lgkmcnt(0)
				s_load_dword s2, s[48:49], 0x0
				s_load_dword s3, s[48:49], %d
				s_waitcnt lgkmcnt(0)
				v_add_u32 v1, vcc, s2, v1
				v_xor_b32 v1, s3, v1
				%s
				s_sub_u32 s40, s40, 1
				s_cmp_lg_u32 s40, 0
				s_cbranch_scc1 again
				s_endpgm`, c.offset, cmp.Or(c.next, "s_mov_b32 s48, s48")))
			require.NoError(t, err)
			for _, check := range []bool{false, true} {
				l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
					Registers: []sim.RegInit{{Code: 48, Scalar: []uint32{uint32(base), 2}}},
					Options:   sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, Check: check}}
				usual := 0
				stop := hostcode.OnWhole(func(_ int, all bool) {
					if all {
						usual++
					}
				})
				var list [2]outcome
				for i, tier := range []string{"go", tier} {
					d := sim.NewDevice(g)
					buf, err := d.Mem.Map("buf", base, c.size)
					require.NoError(t, err)
					if c.behind > 0 {
						_, err := d.Mem.Map("behind", base+c.size+c.behind, 8)
						require.NoError(t, err)
					}
					list[i] = rememberOn(t, d, buf, p.Code, l, tier)
					list[i].direct = 0
				}
				stop()
				require.True(t, list[0].equal(&list[1]), "%s, %+v, check %v: %s", tier, c, check, list[0].differs(&list[1]))
				require.Equal(t, c.fault, list[0].Fault != "", "%+v", c)
				require.Equal(t, c.usual, usual > 50, "%s, %+v, check %v: %d", tier, c, check, usual)
			}
		}
	}
}

// scalarLoop is a loop of scalar loads, from a place that goes on by a step.
func scalarLoop(r *rand.Rand, g isa.Gen) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	add := map[isa.Gen]string{isa.GCN11: "v_add_i32 v%d, vcc, %s, v%d", isa.GCN12: "v_add_u32 v%d, vcc, %s, v%d", isa.GCN14: "v_add_u32 v%d, %s, v%d"}[g]
	line("v_lshlrev_b32 v1, 2, v0\nv_mov_b32 v3, 0\nv_mov_b32 v4, 0\ns_movk_i32 s40, %d", 150+r.IntN(150))
	if g != isa.GCN11 && r.IntN(5) == 0 {
		line("s_store_dword s40, s[48:49], 0x%x", 4*r.IntN(64))
	}
	const wait = "s_waitcnt vmcnt(0) & lgkmcnt(0)"
	stores := r.IntN(2) == 0
	line("%s\nagain:\ns_and_b32 s52, s50, 0xfffc", wait)
	line(add, 5, "s52", 1)
	waits := 1 + r.IntN(3)
	if r.IntN(4) == 0 { // a line is loaded first behind the wait at which it is stored
		line("s_load_dwordx2 s[2:3], s[50:51], 0x8\nbuffer_store_dword v3, v5, s[44:47], 0 offen\n%s", wait)
		line("s_load_dwordx8 s[8:15], s[50:51], 0x%x\n%s", 40+4*r.IntN(46), wait)
		line(add, 3, "s2", 3)
		waits = 0
	}
	for range waits {
		at := 2
		for range 1 + r.IntN(5) {
			n := []int{1, 2, 4, 8}[r.IntN(4)]
			to := fmt.Sprintf("s%d", at)
			if n > 1 {
				at = (at + n - 1) &^ (n - 1)
				to = fmt.Sprintf("s[%d:%d]", at, at+n-1)
			}
			if at += n; at > 36 {
				break
			}
			line("s_load_dword%s %s, s[%s], 0x%x", map[int]string{1: "", 2: "x2", 4: "x4", 8: "x8"}[n], to, one("48:49", "50:51", "50:51"), 4*r.IntN(40))
			if stores && r.IntN(3) == 0 {
				line("buffer_store_dword v%d, v5, s[44:47], 0 offen", 3+r.IntN(2))
			}
		}
		if stores && r.IntN(2) == 0 {
			line("buffer_store_dword v3, v5, s[44:47], 0 offen offset:%d", 4*r.IntN(40))
		}
		line(wait)
		line(add, 3, "s2", 3)
		line(add, 4, one("s3", "s4", "s9"), 4)
	}
	if stores && r.IntN(3) == 0 {
		line("buffer_store_dword v4, v5, s[44:47], 0 offen\n%s", wait)
	}
	if r.IntN(8) == 0 {
		line("s_dcache_inv")
	}
	line("s_addk_i32 s50, 0x%x", []int{4, 4, 20, 64, 64, 132, 1024, 4096, 4096, 4160}[r.IntN(10)])
	if r.IntN(8) > 0 {
		line("s_and_b32 s50, s50, 0x%x", 1<<(9+r.IntN(8))-4-256*r.IntN(2))
	}
	line("s_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0\ns_cbranch_scc1 again\ns_endpgm")
	return b.String()
}

// walk is a program that walks through memory.
func walk(r *rand.Rand, g isa.Gen, base uint64) (string, sim.Launch) {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	size := one("dword", "dword", "dword", "dwordx2", "dwordx2", "dwordx3", "dwordx4", "dwordx4", "ubyte", "sshort")
	store := r.IntN(2) == 0
	if store {
		size = strings.Replace(strings.Replace(size, "ubyte", "byte", 1), "sshort", "short", 1)
		if g == isa.GCN14 && r.IntN(2) == 0 && len(size) <= 5 && size != "dword" {
			size += "_d16_hi"
		}
	}
	data := map[string]string{"dwordx2": "v[4:5]", "dwordx3": "v[4:6]", "dwordx4": "v[4:7]"}[size]
	if data == "" {
		data = "v4"
	}
	kind := one("buffer", "buffer", "flat", "flat", "global", "scalar", "saddr")
	if g != isa.GCN14 && (kind == "global" || kind == "saddr") {
		kind = "flat"
	}
	verb := map[bool]string{true: "store", false: "load"}[store]
	offset := one("", " offset:4", " offset:256")
	addr, access := "v[12:13]", ""
	if !store && r.IntN(6) == 0 && kind != "scalar" {
		data = strings.ReplaceAll(strings.ReplaceAll(data, "4", "12"), "5", "13") // the addresses
		switch size {
		case "dwordx3":
			data = "v[12:14]"
		case "dwordx4":
			data = "v[12:15]"
		}
	}
	operands := func(addr string) string {
		if store && kind != "buffer" {
			return addr + ", " + data
		}
		return data + ", " + addr
	}
	switch kind {
	case "buffer":
		access = fmt.Sprintf("buffer_%s_%s %s, v12, s[44:47], %s offen%s", verb, size, data, one("0", "s54", "16"), offset)
	case "flat":
		access = fmt.Sprintf("flat_%s_%s %s", verb, size, operands(addr))
	case "global":
		access = fmt.Sprintf("global_%s_%s %s, off%s", verb, size, operands(addr), offset)
	case "saddr":
		access = fmt.Sprintf("global_%s_%s %s, s[48:49]%s", verb, size, operands("v12"), offset)
	default:
		access = one("s_load_dword s2, s[36:37], 0x4", "s_load_dwordx2 s[2:3], s[36:37], 0x4", "s_load_dwordx4 s[4:7], s[36:37], 0x40",
			"s_load_dwordx8 s[4:11], s[36:37], 0x0", "s_load_dwordx2 s[36:37], s[36:37], 0x0", "s_load_dword s2, s[36:37], s55")
	}
	pattern, add := r.IntN(10), uint64(0)
	piece, pitch, stray := 4<<r.IntN(3), r.IntN(50)*4, r.IntN(2*isa.Lanes)
	step := int64([]int{4, 12, 64, 100, 256, 1024, 1, 3}[r.IntN(8)])
	start := uint64(r.IntN(room / 2))
	if r.IntN(3) > 0 { // up to the end
		start = uint64(room - 120*int(step) - r.IntN(2048))
	}
	if r.IntN(3) == 0 { // from one page to the next
		start = uint64(max(mem.PageBytes-(20+r.IntN(140))*int(step)-r.IntN(1024), 0))
	}
	if r.IntN(4) == 0 { // down to the beginning
		start, step = uint64(110*int(step)+r.IntN(256)), -step
	}
	if start &^= 3; r.IntN(6) == 0 {
		start += uint64(r.IntN(4))
	}
	if kind != "buffer" && kind != "saddr" {
		add = base
	}
	var rows [32][isa.Lanes]uint32
	width := map[string]int{"dwordx2": 8, "dwordx3": 12, "dwordx4": 16, "ubyte": 1, "sshort": 2, "byte": 1, "short": 2, "byte_d16_hi": 1, "short_d16_hi": 2}[size]
	if width == 0 {
		width = 4
	}
	for i := range isa.Lanes {
		lane := i * width
		switch pattern {
		case 2:
			lane = 0
		case 3:
			lane = (63 - i) * width
		case 4:
			lane = r.IntN(64) * width
		case 5:
			lane = i * 32
		case 6, 7: // pieces in a row, as of work-groups in two dimensions
			lane = i/piece*pitch + i%piece*width
		case 8, 9:
			lane = i / piece * pitch
		}
		if pattern >= 6 && i == stray {
			lane += width
		}
		a := add + start + uint64(lane)
		rows[12][i], rows[13][i] = uint32(a), uint32(a>>32)
		rows[4][i], rows[5][i], rows[6][i], rows[7][i] = r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()
		rows[20][i] = uint32(step >> 63)
	}
	carry, carries := "v_add_u32", "v_addc_u32"
	switch g {
	case isa.GCN11:
		carry = "v_add_i32"
	case isa.GCN14:
		carry, carries = "v_add_co_u32", "v_addc_co_u32"
	}
	src := fmt.Sprintf(`s_movk_i32 s40, %d
v_mov_b32 v24, v12
v_mov_b32 v25, v13
again:
v_mov_b32 v12, v24
v_mov_b32 v13, v25
s_mov_b32 s36, s50
s_mov_b32 s37, s51
%s
%s
s_waitcnt vmcnt(0) lgkmcnt(0)
v_add_u32_e32 v8, v8, v4
v_xor_b32 v9, s2, v9
v_add_u32_e32 v4, 1, v4
%s v24, vcc, s52, v24
%s v25, vcc, v25, v20, vcc
s_add_u32 s50, s50, s52
s_addc_u32 s51, s51, s53
s_sub_u32 s40, s40, 1
s_cmp_lg_u32 s40, 0
s_cbranch_scc1 again
s_endpgm
`, 60+r.IntN(120), access, one("", "s_mov_b32 s56, s57", "v_mov_b32 v10, v12"), carry, carries)
	if g != isa.GCN14 {
		src = strings.ReplaceAll(src, "v_add_u32_e32 v8, v8", map[isa.Gen]string{isa.GCN11: "v_add_i32 v8, vcc, v8", isa.GCN12: "v_add_u32 v8, vcc, v8"}[g])
		src = strings.ReplaceAll(src, "v_add_u32_e32 v4, 1", map[isa.Gen]string{isa.GCN11: "v_add_i32 v4, vcc, 1", isa.GCN12: "v_add_u32 v4, vcc, 1"}[g])
	}
	mask := []uint64{^uint64(0), ^uint64(0), 0xffffffff, 1 << 63, 0, r.Uint64()}[r.IntN(6)]
	at := base + start&^3
	limit := uint64(room)
	if r.IntN(3) == 0 {
		limit = start + uint64(r.IntN(room/8))
	}
	data4 := mem.RawBuffer(base, limit)
	return src, sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
		{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: isa.CodeExecLo, Scalar: []uint32{uint32(mask), uint32(mask >> 32)}},
		{Code: 44, Scalar: data4[:]}, {Code: 48, Scalar: []uint32{uint32(base), uint32(base >> 32)}},
		{Code: 50, Scalar: []uint32{uint32(at), uint32(at >> 32), uint32(step), uint32(step >> 63), 4 * uint32(r.IntN(8)), 4, 0, 0}},
		{Code: 2, Scalar: make([]uint32, 10)}},
		Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, MaxInsts: 1 << 20}}
}
