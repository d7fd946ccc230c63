//go:build !race

package dyncheck_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// raceSize is the size of the memory that these launches access.
const raceSize = 256 << 10

// raceProgram is a random program whose waves load, store and change memory by atomics, some of it that
// others access. One that is plain waits before each barrier, and acquires nothing.
func raceProgram(r *rand.Rand, waves int, plain bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	racy, size := r.IntN(4), []int{1, 2, 4, 4, 4, 8, 12, 16}[r.IntN(8)]
	lane := func(v int, shift string) { // v = offset of the lane + s11
		line("v_mul_u32_u24 v%d, %d, %s\nv_add_u32 v%d, vcc, s11, v%d", v, size, shift, v, v)
	}
	line("s_mul_i32 s10, s9, %d\ns_add_u32 s10, s10, s8", waves)
	line("s_mul_i32 s11, s10, %d\ns_add_u32 s11, s11, 0x8000", 64*size)
	lane(10, "v1") // bytes of the wave
	line("v_xor_b32 v9, %d, v1", 1+r.IntN(63))
	lane(16, "v9") // the same in another order
	line("v_add_u32 v15, vcc, %d, v10", r.IntN(3*size+1))
	line("s_mul_i32 s11, s9, %d\ns_add_u32 s11, s11, 0x18000", 64*size)
	lane(14, "v1") // of the work-group
	line("v_lshlrev_b32 v17, %d, v1\ns_lshl_b32 s11, s10, 2\ns_add_u32 s11, s11, 0x20000\nv_add_u32 v17, vcc, s11, v17", 5+r.IntN(3))
	line("v_and_b32 v19, 15, v1\nv_lshlrev_b32 v19, 2, v19\nv_lshrrev_b32 v9, 4, v1\nv_lshlrev_b32 v9, 13, v9\nv_add_u32 v19, vcc, v9, v19")
	line("s_lshl_b32 s11, s10, 6\ns_add_u32 s11, s11, 0x30000\nv_add_u32 v19, vcc, s11, v19") // four rows of 16
	line("s_and_b32 s12, s8, 1\ns_lshl_b32 s12, s12, 6\nv_add_u32 v11, vcc, s12, v0")         // of two waves, of all work-groups
	line("v_mov_b32 v20, 1\nv_mov_b32 v21, s9\nv_mov_b32 v22, s8\nv_mov_b32 v23, v1\nv_mov_b32 v13, 0\nv_mov_b32 v18, 0x3000")
	line("s_movk_i32 s50, %d\nloop:", []int{1, 1, 2, 5, 20}[r.IntN(5)])
	width := map[int]string{1: "byte", 2: "short", 4: "dword", 8: "dwordx2", 12: "dwordx3", 16: "dwordx4"}[size]
	regs := func(first int) string {
		if size <= 4 {
			return fmt.Sprintf("v%d", first+r.IntN(4))
		}
		return fmt.Sprintf("v[%d:%d]", first, first+size/4-1)
	}
	load := map[bool]string{true: "u"}[size < 4] + width
	wait := "s_waitcnt vmcnt(0) lgkmcnt(0)"
	glc := func() string {
		if plain {
			return ""
		}
		return one("", "", "", " glc")
	}
	for n := range 3 + r.IntN(9) {
		if r.IntN(6) == 0 {
			line("s_mov_b32 exec_%s, 0x%x", one("lo", "hi"), r.Uint32()|1)
		}
		at := one("v10", "v10", "v10", "v16", "v17")
		if r.IntN(10) < racy {
			at = one("v11", "v14", "v15", "v18")
		}
		if size == 4 && r.IntN(3) == 0 {
			at = "v19"
		}
		if r.IntN(8) == 0 {
			line("s_cmp_eq_u32 s8, %d\ns_cbranch_scc1 skip%d", r.IntN(waves), n)
		}
		switch k := r.IntN(20); {
		case k < 7:
			line("buffer_load_%s %s, %s, s[4:7], 0 offen%s%s", load, regs(30), at, one("", "", " offset:4080", " offset:16"), glc())
		case k < 13:
			line("buffer_store_%s %s, %s, s[4:7], 0 offen%s", width, regs(20), at, one("", "", " offset:16"))
		case k == 13:
			line("v_add_u32 v12, vcc, s0, %s", at)
			line("%s", one("flat_load_dword v31, v[12:13]", "flat_store_dword v[12:13], v21", "flat_store_dwordx2 v[12:13], v[21:22]",
				"flat_load_ubyte v31, v[12:13]", "flat_store_byte v[12:13], v22"))
		case k == 14:
			line("%s s[30:31], s[0:1], 0x%x", "s_load_dwordx2", 0x8000*r.IntN(2)+r.IntN(4)*64)
		case k == 15 && racy > 1:
			// What one returns depends on the order of work-groups, which workers change: it is not stored.
			line("buffer_atomic_%s v24, %s, s[4:7], 0 offen offset:%d%s", one("add", "swap"), one("v11", "v10"), r.IntN(2)*64, glc())
		case k == 16 && racy > 1:
			line("%s", one("s_store_dword s9, s[0:1], 0x40", "s_store_dword s8, s[0:1], 0x8040\ns_dcache_wb", "s_store_dword s50, s[0:1], 0x18020"))
		case k == 17 && !plain:
			line("%s", one("buffer_wbinvl1", "s_dcache_inv", "s_dcache_wb"))
		default:
			line("buffer_load_dword v31, v11, s[4:7], 0 offen offset:%d", 2048*r.IntN(2))
		}
		line("skip%d:\ns_mov_b64 exec, -1", n)
		if r.IntN(4) > 0 {
			line("%s", wait)
		}
		if r.IntN(5) == 0 {
			if plain {
				line("%s", wait)
			}
			line("s_barrier")
		}
	}
	if line("%s", wait); r.IntN(2) == 0 {
		line("s_barrier")
	}
	if r.IntN(2) == 0 {
		line("v_add_u32 v10, vcc, %d, v10", 16<<r.IntN(4))
	}
	line("s_sub_u32 s50, s50, 1\ns_cmp_lg_u32 s50, 0\ns_cbranch_scc1 loop\ns_endpgm")
	return b.String()
}

// raceCode is such a program, for most of which there is host code.
func raceCode(t *testing.T, text string, waves, groups int) *sim.Program {
	p, err := asm.Code(isa.GCN12, text)
	require.NoError(t, err, text)
	prog, err := sim.NewProgram(isa.GCN12, 0x1000, p.Code)
	require.NoError(t, err)
	for n := 0; n < 200; n += waves * groups {
		raceRun(t, prog, waves, groups, sim.Options{Workers: 1})
	}
	return prog
}

// raceRun runs it.
func raceRun(t *testing.T, prog *sim.Program, waves, groups int, o sim.Options) *sim.Result {
	d := sim.NewDevice(isa.GCN12)
	_, err := d.Mem.Map("buffer", checkedBuffer, raceSize)
	require.NoError(t, err)
	res := mem.RawBuffer(checkedBuffer, raceSize)
	rows := make([][isa.Lanes]uint32, 32)
	for l := range uint32(isa.Lanes) {
		rows[0][l], rows[1][l] = 4*l, l
	}
	wave, group := abi.WaveInGroup, abi.WorkGroupIDX
	o.Check = true
	r, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{uint32(waves * groups * isa.Lanes), 1, 1},
		Group: [3]uint32{uint32(waves * isa.Lanes), 1, 1}, Options: o, Registers: []sim.RegInit{
			{Code: 0, Scalar: []uint32{checkedBuffer, 0}}, {Code: 4, Scalar: res[:]}, {Code: 8, Role: &wave}, {Code: 9, Role: &group},
			{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}, {Code: 30, Scalar: make([]uint32, 10)}, {Code: isa.CodeVGPR, Vector: rows}}})
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	return r
}

// races are the findings of races.
func races(t *testing.T, r *sim.Result) (list []string) {
	for _, f := range r.Findings {
		if f.Rule == waitcnt.RuleGlobalRace || f.Rule == waitcnt.RuleWaveRace {
			text, err := json.Marshal(f)
			require.NoError(t, err)
			list = append(list, string(text))
		}
	}
	return list
}

// byteAccess is an access to a byte.
type byteAccess struct {
	group, wave, spell int
	pc                 uint64
	kind               int // 2: a read, 1: a write, 0: an atomic
}

// pairRace is what is known of a race without the check: the bytes of the first page of 1 KiB.
type pairRace struct {
	rule   string
	pc, by uint64
}

// pairRaces compares each access of a run with each other one that has the same byte.
func pairRaces(t *testing.T, prog *sim.Program, waves, groups int) map[pairRace][]uint64 {
	at := map[uint64]map[byteAccess]bool{}
	type waveOf struct{ group, wave int }
	spells := map[waveOf]int{}
	h := &sim.Hooks{
		Inst: func(w *sim.Wave, in *isa.Inst, _ uint64) {
			if in.Form.Desc.Do == isa.CtlBarrier {
				spells[waveOf{int(w.ID) / waves, w.Num}]++
			}
		},
		Accessed: func(w *sim.Wave, a *sim.Accessed) {
			lanes := a.Lanes
			if a.Scalar {
				lanes = 1
			}
			k := waveOf{int(w.ID) / waves, w.Num}
			for l := range isa.Lanes {
				for i := range a.Bytes {
					if lanes>>l&1 != 0 {
						b := a.Addr[l] + uint64(i)
						if at[b] == nil {
							at[b] = map[byteAccess]bool{}
						}
						at[b][byteAccess{k.group, k.wave, spells[k], a.PC, 2 - int(a.Effect)}] = true
					}
				}
			}
		},
	}
	raceRun(t, prog, waves, groups, sim.Options{Hooks: h})
	found := map[pairRace][]uint64{}
	for b, list := range at {
		list := slices.Collect(maps.Keys(list))
		for i, x := range list {
			for _, y := range list[:i] {
				if x.kind == y.kind && x.kind != 1 || x.group == y.group && (x.wave == y.wave || x.spell != y.spell) {
					continue
				}
				rule := waitcnt.RuleGlobalRace
				if x.group == y.group {
					rule = waitcnt.RuleWaveRace
				}
				if x, y := x, y; true {
					if cmp.Or(cmp.Compare(x.kind, y.kind), cmp.Compare(x.pc, y.pc)) < 0 {
						x, y = y, x
					}
					k := pairRace{rule, x.pc, y.pc}
					found[k] = append(found[k], b)
				}
			}
		}
	}
	return found
}

// What is found in memory is what a comparison of all pairs of accesses finds, at the same bytes; and it is
// the same to the letter whether notes are made of each access at once, of tracks, or from some access on, in
// host code and in Go, with any number of workers.
func TestRacesAreThoseOfAllPairs(t *testing.T) {
	n := 16
	if *long {
		n = 4000
	}
	old := dyncheck.LimitTracks(-1)
	defer dyncheck.LimitTracks(old)
	found, clean := 0, 0
	for i := range n {
		if i%100 == 99 {
			t.Log(i, found, clean)
		}
		r := rand.New(rand.NewPCG(uint64(i), 21))
		waves, groups := []int{1, 2, 4}[r.IntN(3)], []int{1, 2, 3, 5}[r.IntN(4)]
		plain := i%2 == 0
		if i%8 == 1 {
			groups = 24 // so that workers meet
		}
		text := raceProgram(r, waves, plain)
		dyncheck.LimitTracks(-1)
		prog := raceCode(t, text, waves, groups)
		list := raceRun(t, prog, waves, groups, sim.Options{Workers: 1}).Findings
		want, err := json.Marshal(list)
		require.NoError(t, err)
		inGo, err := json.Marshal(raceRun(t, prog, waves, groups, sim.Options{Workers: 1, Host: "go"}).Findings)
		require.NoError(t, err)
		require.Equal(t, string(inGo), string(want), "%d: %s\n%d waves, %d groups", i, text, waves, groups)
		wantRaces := races(t, &sim.Result{Findings: list})
		for _, limit := range []int{old, 1000 + 500*r.IntN(20)} {
			dyncheck.LimitTracks(limit)
			got, err := json.Marshal(raceRun(t, prog, waves, groups, sim.Options{Workers: 1}).Findings)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got), "%d: %s\n%d waves, %d groups, %d", i, text, waves, groups, limit)
			for _, workers := range []int{2, 5, 3, 4}[:1+r.IntN(4)] {
				got := races(t, raceRun(t, prog, waves, groups, sim.Options{Workers: workers}))
				require.Equal(t, wantRaces, got, "%d: %s\n%d workers, %d", i, text, workers, limit)
			}
		}
		if found += len(wantRaces); len(wantRaces) == 0 {
			clean++
		}
		if !plain {
			continue
		}
		pairs := pairRaces(t, prog, waves, groups)
		for _, f := range list {
			k := pairRace{rule: f.Rule, pc: uint64(f.PC)}
			if f.Rule != waitcnt.RuleGlobalRace && f.Rule != waitcnt.RuleWaveRace {
				continue
			}
			k.by = uint64(*f.ProducerPC)
			bytes := pairs[k]
			require.NotEmpty(t, bytes, "%d: a race that is none: %s\n%+v", i, text, f)
			lo := uint64(f.Memory.Addr)
			for b := lo; b < lo+f.Memory.Bytes; b++ {
				if !slices.Contains(bytes, b) { // there are many
					require.Contains(t, bytes, b, "%d: %s\n%+v", i, text, f)
				}
			}
			if f.Rule == waitcnt.RuleGlobalRace {
				require.Equal(t, slices.Min(bytes), lo, "%d: %s\n%+v", i, text, f)
			}
			delete(pairs, k)
		}
		require.Empty(t, pairs, "%d: races that are not found: %s\n%d waves, %d groups", i, text, waves, groups)
	}
	t.Log(found, clean)
	require.Greater(t, found, n)
	require.Greater(t, clean, n/8)
}
