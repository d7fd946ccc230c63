package dyncheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// checkedBuffer is the address of the buffer of 64 KiB that checked programs have.
const checkedBuffer = 0x100000

// memoryChecks are the rules of the checks of memory; what else is found in these programs is not
// their matter.
var memoryChecks = map[string]bool{
	waitcnt.RuleLDSRace: true, waitcnt.RuleBarrierLDS: true, waitcnt.RuleLDSDMA: true, waitcnt.RuleSMemStore: true, waitcnt.RuleKcache: true,
	waitcnt.RuleEndDirty: true, waitcnt.RuleGlobalRace: true, waitcnt.RuleBuffer: true, waitcnt.RuleLDSBounds: true, waitcnt.RuleUninitM0: true,
	waitcnt.RuleUninitLDS: true, waitcnt.RuleWaveRace: true,
}

// checked runs a program with the checks on and returns what they found. A wave begins with
//
//	s[0:1]    address of the buffer
//	s[4:7]    its resource: 16 KiB
//	s8, s9    the number of the wave and of the work-group, unless o has hooks
//	v0, v1    4 * lane, the lane
//	v[2:3]    the buffer's address + 4 * lane
//	m0        all ones, unless bare
func checked(t *testing.T, g isa.Gen, text string, waves, groups int, o sim.Options, bare bool) (list []waitcnt.Finding) {
	p, err := asm.Code(g, text+"\ns_endpgm\n")
	require.NoError(t, err, text)
	prog, err := sim.NewProgram(g, 0x1000, p.Code)
	require.NoError(t, err)
	d := sim.NewDevice(g)
	_, err = d.Mem.Map("buffer", checkedBuffer, 64<<10)
	require.NoError(t, err)
	res := mem.RawBuffer(checkedBuffer, 16<<10)
	rows := make([][isa.Lanes]uint32, 4)
	for l := range uint32(isa.Lanes) {
		rows[0][l], rows[1][l], rows[2][l] = 4*l, l, checkedBuffer+4*l
	}
	regs := []sim.RegInit{
		{Code: 0, Scalar: []uint32{checkedBuffer, 0}}, {Code: 4, Scalar: res[:]}, {Code: isa.CodeVGPR, Vector: rows},
	}
	if !bare {
		regs = append(regs, sim.RegInit{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}})
	}
	o.Check = true
	if o.Hooks == nil {
		o.Hooks = &sim.Hooks{
			WaveStart: func(w *sim.Wave) { w.WriteS(8, uint32(w.Num), uint32(w.ID)/uint32(waves)) },
			Inst:      func(*sim.Wave, *isa.Inst, uint64) {},
		}
	}
	r, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{uint32(waves * groups * isa.Lanes), 1, 1},
		Group: [3]uint32{uint32(waves * isa.Lanes), 1, 1}, LDS: 1024, Registers: regs, Options: o})
	require.NoError(t, err)
	require.Nil(t, r.Fault, text)
	for _, f := range r.Findings {
		if memoryChecks[f.Rule] {
			list = append(list, f)
		}
	}
	return list
}

// waveZero runs first in wave 0 and then in the others.
func waveZero(first, then string) string {
	return "s_cmp_eq_u32 s8, 0\ns_cbranch_scc0 other\n" + first + "\ns_endpgm\nother:\n" + then
}

const (
	allGens  = isa.AllGens
	flatGens = isa.GCN11 | isa.GCN12 | isa.GCN14
	m0Gens   = isa.GCN10 | isa.GCN11 | isa.GCN12
	newGens  = isa.GCN12 | isa.GCN14
)

func TestMemoryChecks(t *testing.T) {
	const wait = "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
	const dma = "ds_write_b32 v0, v1\n" + wait + "s_mov_b32 m0, 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\ns_mov_b32 m0, -1\n"
	const load = "s_load_dword s12, s[0:1], 0x0\n"
	const store = "buffer_store_dword v1, v0, s[4:7], 0 offen\n"
	const seven = "v_mov_b32 v5, 7\n"
	for _, c := range []struct {
		name          string
		gens          isa.Gen
		waves, groups int
		text          string
		want          []string // rule and severity
	}{
		{"W14: a write of LDS in flight at the barrier races with the other wave's read", allGens, 2, 1,
			waveZero("ds_write_b32 v0, v1\ns_barrier", "s_barrier\nds_read_b32 v4, v0"), []string{"lds-race error", "race-barrier-lds warning"}},
		{"W14: a read of LDS in flight at the barrier races with the other wave's write", allGens, 2, 1,
			"ds_write_b32 v0, v1\n" + wait + "s_barrier\n" + waveZero("ds_read_b32 v4, v0\ns_barrier", "s_barrier\nds_write_b32 v0, v0"),
			[]string{"lds-race error", "race-barrier-lds warning", "lds-race warning"}},
		{"W14_ok: waits before the barrier order the waves", allGens, 2, 1,
			waveZero("ds_write_b32 v0, v1\n"+wait+"s_barrier", "s_barrier\nds_read_b32 v4, v0"), nil},
		{"a wait for all but one operation proves the older one", allGens, 2, 1,
			waveZero("ds_write_b32 v0, v1\nds_write_b32 v0, v1 offset:512\ns_waitcnt lgkmcnt(1)\ns_barrier", "s_barrier\nds_read_b32 v4, v0"),
			[]string{"race-barrier-lds warning"}},
		{"write and read without a barrier", allGens, 2, 1, waveZero("ds_write_b32 v0, v1", "ds_read_b32 v4, v0"), []string{"lds-race error"}},
		{"read and write without a barrier", allGens, 2, 1,
			"ds_write_b32 v0, v1\n" + wait + "s_barrier\n" + waveZero("ds_read_b32 v4, v0", "ds_write_b32 v0, v0"), []string{"lds-race error", "lds-race warning"}},
		{"writes of one value without a barrier", allGens, 2, 1, "ds_write_b32 v0, v1\n" + wait, []string{"lds-race warning"}},
		{"writes of different values without a barrier", allGens, 2, 1, "v_mov_b32 v5, s8\nds_write_b32 v0, v5\n" + wait, []string{"lds-race error"}},
		{"neighbouring bytes are no race", allGens, 4, 1, "v_or_b32 v4, s8, v0\nds_write_b8 v4, v1\n" + wait + "ds_read_u8 v5, v4\n" + wait, nil},
		{"the same bytes of a dword race", allGens, 2, 1, waveZero("ds_write_b8 v0, v1 offset:1\n"+wait, "ds_write_b16 v0, v0"), []string{"lds-race error"}},
		{"atomics do not race with atomics", allGens, 4, 1, "s_cmp_eq_u32 s8, 0\ns_cbranch_scc0 go\nds_write_b32 v0, v1\n" + wait +
			"go:\ns_barrier\nds_add_u32 v0, v1\nds_add_rtn_u32 v4, v0, v1\n" + wait, nil},
		{"an atomic and a plain read race, perhaps", allGens, 2, 1,
			"s_cmp_eq_u32 s8, 0\ns_cbranch_scc0 go\nds_write_b32 v0, v1\n" + wait + "go:\ns_barrier\n" + waveZero("ds_add_u32 v0, v1", "ds_read_b32 v4, v0"),
			[]string{"lds-race warning"}},
		{"a lock of atomics orders what it guards", allGens, 4, 1, `
			s_cmp_eq_u32 s8, 0
			s_cbranch_scc0 start
			v_mov_b32 v9, 0
			ds_write_b32 v9, v9 offset:512
			s_waitcnt lgkmcnt(0)
			start:
			s_barrier
			s_mov_b64 exec, 1
			v_mov_b32 v9, 0
			v_mov_b32 v8, 1
			again:
			ds_wrxchg_rtn_b32 v7, v9, v8 offset:512
			s_waitcnt lgkmcnt(0)
			v_readfirstlane_b32 s12, v7
			s_cmp_eq_u32 s12, 0
			s_cbranch_scc0 again
			v_mov_b32 v5, s8
			ds_write_b32 v0, v5
			s_waitcnt lgkmcnt(0)
			ds_wrxchg_rtn_b32 v7, v9, v9 offset:512
			s_waitcnt lgkmcnt(0)`, nil},
		{"a FLAT store to LDS is one", newGens, 2, 1, "v_mov_b32 v3, 0x10000\nv_mov_b32 v2, v0\n" +
			waveZero("flat_store_dword v[2:3], v1\n"+wait, "ds_read_b32 v4, v0"), []string{"lds-race error"}},
		{"a load to LDS is a write of it", allGens, 2, 1,
			waveZero("s_mov_b32 m0, 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\n"+wait, "ds_read_b32 v4, v0"), []string{"lds-race error"}},
		{"a load to LDS in flight at the barrier", allGens, 2, 1,
			waveZero("s_mov_b32 m0, 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\ns_waitcnt lgkmcnt(0)\ns_barrier", "s_barrier\nds_read_b32 v4, v0"),
			[]string{"lds-race error", "race-barrier-lds warning"}},

		{"W09: LDS is read while a load to it is in flight", allGens, 1, 1, dma + "ds_read_b32 v4, v0", []string{"race-lds-dma error"}},
		{"W09: the wrong counter proves nothing", allGens, 1, 1, dma + "s_waitcnt lgkmcnt(0)\nds_read_b32 v4, v0", []string{"race-lds-dma error"}},
		{"W09_ok: vmcnt proves the load to LDS", allGens, 1, 1, dma + "s_waitcnt vmcnt(0)\nds_read_b32 v4, v0", nil},
		{"other bytes of LDS may be read", allGens, 1, 1, "ds_write_b32 v0, v1 offset:256\n" + dma + "ds_read_b32 v4, v0 offset:256", nil},

		{"W05: a vector store to bytes of a scalar load in flight", allGens, 1, 1, load + store, []string{"race-smem-store error"}},
		{"W05: the same with FLAT", flatGens, 1, 1, load + "flat_store_dword v[2:3], v1", []string{"race-smem-store error"}},
		{"W05: the same with GLOBAL", isa.GCN14, 1, 1, load + "global_store_dword v[2:3], v1, off", []string{"race-smem-store error"}},
		{"W05: a count of scalar loads proves none", allGens, 1, 1, load + "s_waitcnt lgkmcnt(1)\n" + store, []string{"race-smem-store error"}},
		{"W05_ok: a wait between the two", allGens, 1, 1, load + "s_waitcnt lgkmcnt(0)\n" + store, nil},
		{"a scalar load of bytes that a store in flight writes", allGens, 1, 1, store + load, []string{"race-smem-store error"}},
		{"a scalar load of an atomic's bytes", allGens, 1, 1, "buffer_atomic_add v1, v0, s[4:7], 0 offen\n" + load, []string{"race-smem-store error"}},
		{"scalar and vector operations on different bytes", allGens, 1, 1, load + "buffer_store_dword v1, v0, s[4:7], 0 offen offset:4\n" + load, nil},
		{"a vector load of bytes that a scalar load reads", allGens, 1, 1, load + "buffer_load_dword v4, v0, s[4:7], 0 offen", nil},

		{"a line of the scalar cache is older than a store", allGens, 1, 1,
			seven + load + wait + "buffer_store_dword v5, v0, s[4:7], 0 offen\n" + wait + load, []string{"stale-kcache error"}},
		{"s_dcache_inv drops the line", allGens, 1, 1,
			seven + load + wait + "buffer_store_dword v5, v0, s[4:7], 0 offen\n" + wait + "s_dcache_inv\n" + wait + load, nil},
		{"other bytes of the line may be old", allGens, 1, 1,
			seven + load + wait + "buffer_store_dword v5, v0, s[4:7], 0 offen offset:4\n" + wait + load, nil},
		{"a scalar store without write-back", newGens, 1, 1, "s_store_dword s4, s[0:1], 0x0\n" + wait, []string{"race-end-dirty warning"}},
		{"a scalar store with write-back", newGens, 1, 1, "s_store_dword s4, s[0:1], 0x0\ns_dcache_wb\n" + wait, nil},
		{"a scalar store that writes through", newGens, 1, 1, "s_store_dword s4, s[0:1], 0x0 glc\n" + wait, nil},
		{"write-back before the last scalar store", newGens, 1, 1, "s_dcache_wb\ns_store_dword s4, s[0:1], 0x0\n" + wait, []string{"race-end-dirty warning"}},

		{"work-groups store different values", allGens, 1, 3, "v_mov_b32 v5, s9\nbuffer_store_dword v5, v0, s[4:7], 0 offen", []string{"global-race error"}},
		{"work-groups store one value", allGens, 1, 3, store, []string{"global-race warning"}},
		{"a work-group reads what another stores", allGens, 1, 2,
			"buffer_load_dword v4, v0, s[4:7], 0 offen\n" + wait + store, []string{"global-race error", "global-race warning"}},
		{"work-groups store to places of their own", allGens, 2, 3,
			"s_lshl_b32 s10, s9, 9\ns_lshl_b32 s11, s8, 8\ns_add_u32 s10, s10, s11\nbuffer_store_dword v1, v0, s[4:7], s10 offen\n" + wait +
				"buffer_load_dword v4, v0, s[4:7], s10 offen\n" + wait, nil},
		{"work-groups store neighbouring bytes", allGens, 1, 4, "buffer_store_byte v1, v0, s[4:7], s9 offen", nil},
		{"work-groups read what none stores", allGens, 1, 4, load + "buffer_load_dword v4, v0, s[4:7], 0 offen", nil},
		{"atomics of work-groups", allGens, 1, 4, "buffer_atomic_add v1, v0, s[4:7], 0 offen\n" + wait + "buffer_atomic_add v1, v0, s[4:7], 0 offen glc", nil},
		{"an atomic and a plain read of work-groups race, perhaps", allGens, 1, 2,
			"buffer_load_dword v4, v0, s[4:7], 0 offen\n" + wait + "buffer_atomic_add v1, v0, s[4:7], 0 offen", []string{"global-race warning"}},
		{"a load with GLC reads what atomics change", allGens, 1, 2,
			"buffer_load_dword v4, v0, s[4:7], 0 offen glc\n" + wait + "buffer_atomic_add v1, v0, s[4:7], 0 offen", nil},
		{"release and acquire by an atomic order work-groups", allGens, 1, 3, "s_lshl_b32 s10, s9, 8\n" +
			"buffer_store_dword v1, v0, s[4:7], s10 offen\n" + wait + "buffer_atomic_add v1, off, s[4:7], 0 offset:4092 glc\n" + wait +
			"buffer_wbinvl1\nbuffer_load_dword v4, v0, s[4:7], 0 offen\n" + wait, nil},

		{"lanes beyond num_records", allGens, 1, 1, "v_or_b32 v4, 0x3f00, v0\nbuffer_load_dword v5, v4, s[4:7], 0 offen offset:192", []string{"bounds-buffer warning"}},
		{"the last dword of the buffer", allGens, 1, 1, "v_or_b32 v4, 0x3f00, v0\nbuffer_store_dword v1, v4, s[4:7], 0 offen", nil},
		{"a dwordx2 that is partly beyond", allGens, 1, 1, "v_or_b32 v4, 0x3f00, v0\nbuffer_load_dwordx2 v[6:7], v4, s[4:7], 0 offen", []string{"bounds-buffer warning"}},
		{"a scalar load beyond num_records", allGens, 1, 1, "s_mov_b32 s10, 0x4000\ns_buffer_load_dword s12, s[4:7], s10", []string{"bounds-buffer warning"}},
		{"a scalar load that is partly beyond", allGens, 1, 1, "s_mov_b32 s10, 0x3ffc\ns_buffer_load_dwordx4 s[12:15], s[4:7], s10", nil},

		{"lanes beyond LDS", allGens, 1, 1, "ds_write_b32 v0, v1 offset:900", []string{"bounds-lds warning"}},
		{"the second address of a pair beyond LDS", allGens, 1, 1, "ds_write2_b32 v0, v1, v1 offset1:200", []string{"bounds-lds warning"}},
		{"W21: M0 is too low for the second access", m0Gens, 1, 1, "ds_write_b32 v0, v1\ns_mov_b32 m0, 16\nds_read_b32 v4, v0", []string{"bounds-lds warning"}},
		{"W21_ok: M0 does not matter on GCN 1.4", isa.GCN14, 1, 1, "ds_write_b32 v0, v1\ns_mov_b32 m0, 16\nds_read_b32 v4, v0", nil},
		{"LDS that nothing has written", allGens, 1, 1, "ds_read_b32 v4, v0", []string{"uninit-lds warning"}},
		{"part of it", allGens, 1, 1, "ds_write_b16 v0, v1\n" + wait + "ds_read_b32 v4, v0", []string{"uninit-lds warning"}},
		{"inactive lanes read nothing", allGens, 1, 1, "s_mov_b64 exec, 15\nds_write_b32 v0, v1\n" + wait + "ds_read_b32 v4, v0", nil},
		{"operations on lanes are none on LDS", allGens, 1, 1, "ds_swizzle_b32 v4, v0 offset:0xffff", nil},
		{"W22_ok: an append to GDS is none to LDS", allGens, 1, 1, "s_mov_b32 m0, 0x00100020\nds_append v4 offset:4 gds\n" + wait, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			testcase.EachGen(t, c.gens, func(t *testing.T, g isa.Gen) {
				for _, policy := range []waitcnt.Policy{waitcnt.Late{}, waitcnt.Asap{}} {
					var got []string
					for _, f := range checked(t, g, c.text, c.waves, c.groups, sim.Options{Policy: policy}, false) {
						got = append(got, f.Rule+" "+f.Severity.String())
						require.NotEmpty(t, f.Message)
						require.NotEmpty(t, f.Instruction)
					}
					require.ElementsMatch(t, c.want, got, "%T", policy)
				}
			})
		})
	}
}

// What the message of a stale line says is true whether an s_dcache_inv follows the store or not.
func TestAStaleLineIsThatOfNoInvalidationThatWasWaitedFor(t *testing.T) {
	const load, store = "s_load_dword s12, s[0:1], 0x0\n", "buffer_store_dword v5, v0, s[4:7], 0 offen\n"
	const wait = "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
	for name, between := range map[string]string{
		"none":                       store + wait,
		"one that is not waited for": store + wait + "s_dcache_inv\n",
		"one before the line":        "s_dcache_inv\n" + wait + load + wait + store + wait,
	} {
		t.Run(name, func(t *testing.T) {
			testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
				text := "v_mov_b32 v5, 7\n" + load + wait + between + load + wait
				list := checked(t, g, text, 1, 1, sim.Options{Policy: waitcnt.Late{}}, false)
				require.Len(t, list, 1)
				require.Equal(t, waitcnt.RuleKcache, list[0].Rule)
				require.Contains(t, list[0].Message, "memory was stored to after the line had been loaded, and no s_dcache_inv has been waited for since")
			})
		})
	}
}

// LLVM AMDGPUUsage, "Kernel Prolog", M0: GFX6 to GFX8 want it "if the kernel may access LDS via DS or
// flat operations".
func TestLDSAccessNeedsM0BeforeGCN14(t *testing.T) {
	flat := fmt.Sprintf("v_mov_b32 v2, v0\nv_mov_b32 v3, %#x\nflat_store_dword v[2:3], v1", uint32(sim.SharedBase>>32))
	for _, c := range []struct {
		name, text string
		want       map[isa.Gen]int
	}{
		{"W20: nothing has set M0", "ds_write_b32 v0, v1", map[isa.Gen]int{isa.GCN10: 1, isa.GCN11: 1, isa.GCN12: 1}},
		{"W20_ok: the program sets it", "s_mov_b32 m0, -1\nds_write_b32 v0, v1", nil},
		{"lanes of registers need none", "ds_swizzle_b32 v4, v0 offset:0xffff", nil},
		{"FLAT of LDS needs it, too", flat, map[isa.Gen]int{isa.GCN11: 1, isa.GCN12: 1}},
		{"FLAT behind a program that sets it", "s_mov_b32 m0, -1\n" + flat, nil},
		{"FLAT of memory needs none", "v_mov_b32 v3, 0\nflat_load_dword v4, v[2:3]", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
				if g == isa.GCN10 && strings.Contains(c.text, "flat") {
					t.Skip("GCN 1.0 has no FLAT")
				}
				list := checked(t, g, c.text, 1, 1, sim.Options{}, true)
				require.Len(t, list, c.want[g])
				for _, f := range list {
					require.Equal(t, waitcnt.RuleUninitM0, f.Rule)
					require.Equal(t, waitcnt.Error, f.Severity)
				}
			})
		})
	}
}
