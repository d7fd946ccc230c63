package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
	"github.com/gcnsim/gcnsim/waitcnt"
)

func TestLoadWithoutWaitGivesTheOldValueWhenReturnsAreLate(t *testing.T) {
	loads := map[string]string{
		"buffer": "buffer_load_dword v1, off, s[4:7], 0\n%s\nv_mov_b32 v2, v1\n",
		"ds":     "ds_read_b32 v1, v0\n%s\nv_mov_b32 v2, v1\n",
		"scalar": "s_load_dword s8, s[4:5], 0x0\n%s\nv_mov_b32 v2, s8\n",
		"flat":   "flat_load_dword v1, v[4:5]\n%s\nv_mov_b32 v2, v1\n",
	}
	waits := map[string]string{"buffer": "s_waitcnt vmcnt(0)", "ds": "s_waitcnt lgkmcnt(0)", "scalar": "s_waitcnt lgkmcnt(0)", "flat": "s_waitcnt vmcnt(0) lgkmcnt(0)"}
	wrong := map[string]string{"buffer": "s_waitcnt lgkmcnt(0) expcnt(0)", "ds": "s_waitcnt vmcnt(0)", "scalar": "s_waitcnt vmcnt(0)", "flat": "s_waitcnt expcnt(0)"}
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for kind, text := range loads {
			if kind == "flat" && g == isa.GCN10 {
				continue
			}
			for _, c := range []struct {
				policy, wait string
				want         uint32
			}{{"late", "", 5}, {"asap", "", 9}, {"late", waits[kind], 9}, {"late", wrong[kind], 5}, {"asap", waits[kind], 9}, {"random:7", waits[kind], 9}, {"order:0", "", 5}} {
				m := simtest.New(t, g, simtest.Policy(c.policy))
				m.Asm(fmt.Sprintf(text, c.wait))
				b := m.Buffer([]uint32{9, 0})
				m.SetLDS(0, []uint32{9})
				m.Set("s[4:7]", b).Set("v[4:5]", b.Addr()).Set("v1", 5).Set("s8", 5)
				require.NoError(t, m.Run())
				require.Equal(t, c.want, m.U32("v2", 63), "%s %s %q", kind, c.policy, c.wait)
			}
		}
	})
}

func TestScalarLoadsReturnInAnyOrder(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for order, want := range map[string][]uint32{"order:0,1": {1, 77}, "order:1,0": {66, 2}, "asap": {1, 2}, "late": {66, 2}} {
			m := simtest.New(t, g, simtest.Policy(order))
			m.Asm(`
				s_load_dword s4, s[2:3], 0x0
				s_load_dword s5, s[6:7], 0x0
				s_waitcnt lgkmcnt(1)
				s_mov_b32 s8, s4
				s_mov_b32 s9, s5
				s_waitcnt lgkmcnt(0)`)
			m.Set("s[2:3]", m.Buffer([]uint32{1})).Set("s[6:7]", m.Buffer([]uint32{2})).Set("s[4:5]", []uint32{66, 77})
			require.NoError(t, m.Run())
			require.Equal(t, want, m.Dwords("s[8:9]"), order)
			require.Equal(t, []uint32{1, 2}, m.Dwords("s[4:5]"), order)
		}
	})
}

func TestVectorLoadsReturnInOrder(t *testing.T) {
	// vmcnt(n) leaves the n youngest, whatever the policy; stores count too.
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, policy := range []string{"late", "asap", "random:1", "random:2", "order:2,1,0"} {
			for n := range 4 {
				m := simtest.New(t, g, simtest.Policy(policy))
				m.Asm(fmt.Sprintf(`
					buffer_load_dword v1, off, s[4:7], 0
					buffer_store_dword v9, off, s[4:7], 0 offset:12
					buffer_load_dword v2, off, s[4:7], 0 offset:4
					buffer_load_dword v3, off, s[4:7], 0 offset:8
					s_waitcnt vmcnt(%d)
					v_mov_b32 v11, v1
					v_mov_b32 v12, v2
					v_mov_b32 v13, v3`, n))
				m.Set("s[4:7]", m.Buffer([]uint32{1, 2, 3, 4}))
				require.NoError(t, m.Run())
				got := []uint32{m.U32("v11"), m.U32("v12"), m.U32("v13")}
				require.EqualValues(t, 1, got[0], "vmcnt(%d) %s: the oldest has returned", n, policy)
				if n <= 1 {
					require.EqualValues(t, 2, got[1], "vmcnt(%d) %s", n, policy)
				}
				if n == 0 {
					require.EqualValues(t, 3, got[2], "vmcnt(%d) %s", n, policy)
				}
				if policy == "late" && n > 0 {
					require.Zero(t, got[2], "vmcnt(%d): the youngest has not returned", n)
				}
				if policy == "late" && n > 1 {
					require.Zero(t, got[1], "vmcnt(%d)", n)
				}
			}
		}
	})
}

func TestDSReturnsInOrderAndScalarLoadsAmongThemDoNot(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		text := "ds_read_b32 v1, v0\n%sds_read_b32 v2, v0 offset:4\nds_read_b32 v3, v0 offset:8\ns_waitcnt lgkmcnt(%d)\nv_mov_b32 v11, v1\nv_mov_b32 v12, v2\n"
		run := func(policy, extra string, n int) []uint32 {
			m := simtest.New(t, g, simtest.Policy(policy))
			m.Asm(fmt.Sprintf(text, extra, n))
			m.SetLDS(0, []uint32{1, 2, 3})
			m.Set("s[4:5]", m.Buffer(64))
			require.NoError(t, m.Run())
			return []uint32{m.U32("v11"), m.U32("v12")}
		}
		for _, policy := range []string{"late", "random:3", "order:2,1,0"} {
			require.Equal(t, []uint32{1, 2}, run(policy, "", 1), policy)
		}
		require.Equal(t, []uint32{1, 0}, run("late", "", 2))
		// With a scalar load among them lgkmcnt(2) proves nothing about v1: the scalar load may be
		// one of those that returned.
		scalar := "s_load_dword s8, s[4:5], 0x0\n"
		require.Equal(t, []uint32{1, 0}, run("order:0,1,2,3", scalar, 2))
		require.Equal(t, []uint32{0, 0}, run("order:1,0,2,3", scalar, 3), "the scalar load returned first")
		require.Equal(t, []uint32{1, 0}, run("order:0,1,2,3", scalar, 3))
	})
}

func TestCountersHaveAFiniteWidth(t *testing.T) {
	// The instruction that would make a counter overflow waits until the oldest has returned
	// (counters.md 1).
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, c := range []struct {
			counter waitcnt.Counter
			most    map[isa.Gen]int
			text    string
		}{
			{waitcnt.VM, map[isa.Gen]int{isa.GCN10: 15, isa.GCN11: 15, isa.GCN12: 15, isa.GCN14: 63}, "buffer_load_dword v%d, off, s[4:7], 0\n"},
			{waitcnt.LGKM, map[isa.Gen]int{isa.GCN10: 15, isa.GCN11: 15, isa.GCN12: 15, isa.GCN14: 15}, "ds_read_b32 v%d, v200\n"},
			{waitcnt.EXP, map[isa.Gen]int{isa.GCN10: 7, isa.GCN11: 7, isa.GCN12: 7, isa.GCN14: 7}, "exp mrt0 v%d, v0, v0, v0\n"},
			{waitcnt.EXP, map[isa.Gen]int{isa.GCN10: 7, isa.GCN11: 7, isa.GCN12: 7, isa.GCN14: 7}, "buffer_store_dword v%d, off, s[4:7], 0\n"},
		} {
			most := c.most[g]
			text := ""
			for i := range most + 2 {
				text += fmt.Sprintf(c.text, i+1)
			}
			m := simtest.New(t, g)
			m.Asm(text)
			m.SetLDS(0, []uint32{9})
			m.Set("s[4:7]", m.Buffer([]uint32{9}))
			for i := range most {
				require.NoError(t, m.Step())
				require.EqualValues(t, i+1, m.State().Counters.Count[c.counter])
			}
			if c.counter != waitcnt.EXP {
				require.Zero(t, m.U32("v1"), "%v: nothing has returned", c.counter)
			}
			require.NoError(t, m.Step())
			require.EqualValues(t, most, m.State().Counters.Count[c.counter], "%v", c.counter)
			if c.counter != waitcnt.EXP {
				require.EqualValues(t, 9, m.U32("v1"), "%v: the oldest had to return", c.counter)
				require.Zero(t, m.U32("v2"), "%v", c.counter)
			}
			require.NoError(t, m.Run())
		}
	})
}

func TestExpcntOfStoresAndAtomics(t *testing.T) {
	// Errata B-33: stores and atomics, with and without return, count EXP on every generation. GCN
	// 1.0 reads their data late, so that an overwrite before expcnt(0) reaches memory; later ones
	// read at issue.
	texts := map[string]isa.Gen{
		"buffer_store_byte v1, off, s[4:7], 0":                                                      isa.AllGens,
		"buffer_store_short v1, off, s[4:7], 0":                                                     isa.AllGens,
		"buffer_store_dword v1, off, s[4:7], 0":                                                     isa.AllGens,
		"buffer_store_dwordx2 v[1:2], off, s[4:7], 0":                                               isa.AllGens,
		"buffer_store_dwordx4 v[1:4], off, s[4:7], 0":                                               isa.AllGens,
		"buffer_store_format_x v1, off, s[4:7], 0":                                                  isa.AllGens,
		"buffer_store_format_xyzw v[1:4], off, s[4:7], 0":                                           isa.AllGens,
		"tbuffer_store_format_x v1, off, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT]": isa.AllGens,
		"buffer_store_format_d16_x v1, off, s[4:7], 0":                                              isa.GCN12 | isa.GCN14,
		"buffer_store_byte_d16_hi v1, off, s[4:7], 0":                                               isa.GCN14,
		"buffer_atomic_swap v1, off, s[4:7], 0":                                                     isa.AllGens,
		"buffer_atomic_swap v1, off, s[4:7], 0 glc":                                                 isa.AllGens,
		"buffer_atomic_swap_x2 v[1:2], off, s[4:7], 0":                                              isa.AllGens,
		"buffer_atomic_or v1, off, s[4:7], 0":                                                       isa.AllGens,
		"buffer_atomic_umax v1, off, s[4:7], 0 glc":                                                 isa.AllGens,
		"buffer_atomic_cmpswap v[1:2], off, s[4:7], 0":                                              isa.AllGens,
		"buffer_atomic_fmax v1, off, s[4:7], 0":                                                     isa.GCN10 | isa.GCN11,
	}
	for text, gens := range texts {
		for _, wait := range []string{"", "s_waitcnt expcnt(0)", "s_waitcnt vmcnt(0)"} {
			testcase.EachGen(t, gens, func(t *testing.T, g isa.Gen) {
				m := simtest.New(t, g)
				m.Asm(text + "\n" + wait + "\nv_mov_b32 v1, 66\n")
				b := m.Buffer(64)
				first := uint32(5)
				if strings.Contains(text, "_d16_hi") {
					first <<= 16
				}
				m.Set("s[4:7]", b).Set("v1", first).Set("exec", 1)
				require.NoError(t, m.Step())
				require.EqualValues(t, 1, m.State().Counters.Count[waitcnt.EXP], text)
				require.EqualValues(t, 1, m.State().Counters.Count[waitcnt.VM], text)
				if wait == "s_waitcnt expcnt(0)" {
					require.NoError(t, m.Step())
					require.Zero(t, m.State().Counters.Count[waitcnt.EXP], text)
					require.EqualValues(t, 1, m.State().Counters.Count[waitcnt.VM], "EXP falls before VM: %s", text)
				}
				require.NoError(t, m.Run())
				want := uint32(5)
				if g == isa.GCN10 && wait == "" {
					want = 66
				}
				require.Equal(t, want, b.U32s()[0], "%s, %q", text, wait)
			})
		}
	}
}

func TestExpcntOfExportsAndGDS(t *testing.T) {
	// Exports and GDS instructions read their data late on every generation (D-26).
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, c := range []struct {
			wait string
			want uint32
		}{{"", 66}, {"s_waitcnt expcnt(0)", 5}} {
			m := simtest.New(t, g)
			m.Asm("exp mrt0 v1, v1, v1, v1 done vm\n" + c.wait + "\nv_mov_b32 v1, 66\n")
			m.Set("v1", 5)
			require.NoError(t, m.Run())
			require.Len(t, m.State().Exports, 1)
			require.Equal(t, c.want, m.State().Exports[0].Data[0][9])

			m = simtest.New(t, g)
			m.Asm("ds_write_b32 v0, v1 gds\n" + c.wait + "\nv_mov_b32 v1, 66\n")
			m.Set("v1", 5).Set("m0", 256).Set("exec", 1)
			require.NoError(t, m.Run())
			require.Equal(t, c.want, m.GDSU32(0, 1)[0])
		}
	})
}

func TestScalarCacheIsStaleUntilInvalidated(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for inv, want := range map[string]uint32{"s_nop 0": 1, "s_dcache_inv": 2} {
			m := simtest.New(t, g)
			m.Asm(`
				s_load_dword s8, s[4:5], 0x0
				s_waitcnt lgkmcnt(0)
				buffer_store_dword v1, off, s[4:7], 0
				s_waitcnt vmcnt(0)
				` + inv + `
				s_waitcnt lgkmcnt(0)
				s_load_dword s9, s[4:5], 0x0
				s_waitcnt lgkmcnt(0)`)
			m.Set("s[4:7]", m.Buffer([]uint32{1})).Set("v1", 2).Set("exec", 1)
			require.NoError(t, m.Run())
			require.Equal(t, []uint32{1, want}, m.Dwords("s[8:9]"), inv)
		}
	})
}

func TestLaterFlatLoadMakesEarlierOperationsWaitForDelivery(t *testing.T) {
	// A FLAT load of LDS returns before an older buffer operation: the older one accesses memory
	// first, its registers change when it returns. What it does not write stays: the comparand of a
	// compare-and-swap (B-26) and the other half of a register (B-29).
	testcase.EachGen(t, isa.GCN12|isa.GCN14, func(t *testing.T, g isa.Gen) {
		m := simtest.New(t, g)
		text := "buffer_atomic_cmpswap v[2:3], off, s[4:7], 0 glc\n"
		if g == isa.GCN14 {
			text += "buffer_load_format_d16_x v6, off, s[4:7], 0 offset:4\nbuffer_load_short_d16_hi v7, off, s[4:7], 0 offset:8\n"
		}
		m.Asm(text + "flat_load_dword v1, v[10:11]\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v8, v1\nv_mov_b32 v9, v2\ns_waitcnt vmcnt(0)\n")
		b := m.Buffer([]uint32{11, 0x3c00, 0x1234})
		r := b.Resource()
		r[3] = 4 | 5<<3 | 6<<6 | 7<<9 | 7<<12 | 2<<15 // one 16-bit float
		m.SetLDS(16, []uint32{55})
		m.Set("s[4:7]", r).Set("v2", 22).Set("v3", 11).Set("v6", 0xaaaa0000).Set("v7", 0xbbbb).Set("v[10:11]", uint64(sim.SharedBase+16)).Set("exec", 1)
		require.NoError(t, m.Run())
		require.Equal(t, []uint32{55, 22}, []uint32{m.U32("v8"), m.U32("v9")}, "the FLAT load has returned, the atomic has not")
		require.Equal(t, []uint32{11, 11, 22}, []uint32{m.U32("v2"), m.U32("v3"), b.U32s()[0]})
		if g == isa.GCN14 {
			require.Equal(t, []uint32{0xaaaa3c00, 0x1234bbbb}, []uint32{m.U32("v6"), m.U32("v7")})
		}
	})
}

func TestPoliciesAgreeOnProgramsWithEnoughWaits(t *testing.T) {
	const text = `
		s_load_dwordx4 s[4:7], s[2:3], 0x0
		v_lshlrev_b32 v0, 2, v10
		s_waitcnt lgkmcnt(0)
		buffer_load_dword v1, v0, s[4:7], 0 offen
		buffer_load_dword v2, v0, s[4:7], 0 offen offset:4
		s_waitcnt vmcnt(1)
		ds_write_b32 v0, v1
		s_waitcnt lgkmcnt(0) vmcnt(0)
		ds_read_b32 v3, v0
		s_waitcnt lgkmcnt(0)
		v_xor_b32 v4, v3, v2
		buffer_store_dword v4, v0, s[4:7], 0 offen
		s_waitcnt expcnt(0)`
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		var first []uint32
		for _, p := range []string{"late", "asap", "random:1", "random:2", "random:3", "order:3,2,1,0"} {
			m := simtest.New(t, g, simtest.Policy(p))
			m.Asm(text)
			data := make([]uint32, 65)
			for i := range data {
				data[i] = uint32(i * i)
			}
			b := m.Buffer(data)
			m.Set("s[2:3]", m.Buffer(b.Resource())).Set("v10", func(lane int) int { return lane })
			require.NoError(t, m.Run())
			if first == nil {
				first = b.U32s()
				for i := range 64 {
					require.EqualValues(t, i*i^(i+1)*(i+1), first[i])
				}
			}
			require.Equal(t, first, b.U32s(), p)
		}
	})
}

func TestGprIndexing(t *testing.T) {
	// s_set_gpr_idx_on puts the index in M0[7:0] and the kinds of operands in M0[15:12]; mode, idx
	// and off change them (P-14).
	testcase.EachGen(t, isa.GCN12|isa.GCN14, func(t *testing.T, g isa.Gen) {
		m := simtest.New(t, g)
		m.Asm(`
			s_set_gpr_idx_on s0, gpr_idx(SRC0)
			v_mov_b32 v10, v1
			s_set_gpr_idx_mode gpr_idx(DST)
			v_mov_b32 v11, v1
			s_mov_b32 s1, m0
			s_set_gpr_idx_idx s2
			v_mov_b32 v11, v1
			s_set_gpr_idx_off
			v_mov_b32 v12, v1`)
		m.Set("s0", 3).Set("s2", 5).Set("m0", 0)
		for i := range 8 {
			m.Set(fmt.Sprintf("v%d", i), 100+i)
		}
		require.NoError(t, m.Run())
		got := func(n int) uint32 { return m.U32(fmt.Sprintf("v%d", n), 63) }
		require.Equal(t, []uint32{104, 101, 101, 101}, []uint32{got(10), got(14), got(16), got(12)})
		require.EqualValues(t, 0x8003, m.U32("s1"))
		require.Zero(t, m.U32("mode")>>27&1)
	})
}
