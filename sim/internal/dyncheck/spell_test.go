package dyncheck_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// waveRaces are the findings of races of the waves of a work-group in memory.
func waveRaces(t *testing.T, g isa.Gen, text string, waves, groups int, o sim.Options) (list []waitcnt.Finding) {
	for _, f := range checked(t, g, text, waves, groups, o, false) {
		if f.Rule == waitcnt.RuleWaveRace {
			list = append(list, f)
		}
	}
	return list
}

// by is what wave n executes, and no other.
func by(n int, text string) string {
	labels++
	return fmt.Sprintf("s_cmp_eq_u32 s8, %d\ns_cbranch_scc0 past%d\n%s\npast%d:\n", n, labels, text, labels)
}

var labels int

func TestRacesOfWavesInMemory(t *testing.T) {
	const (
		wait  = "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
		store = "buffer_store_dword v1, v0, s[4:7], 0 offen\n"
		other = "v_mov_b32 v6, 7\nbuffer_store_dword v6, v0, s[4:7], 0 offen\n"
		load  = "buffer_load_dword v4, v0, s[4:7], 0 offen\n"
		coher = "buffer_load_dword v4, v0, s[4:7], 0 offen glc\n"
		add   = "buffer_atomic_add v1, v0, s[4:7], 0 offen\n"
		ask   = "buffer_atomic_or v5, v0, s[4:7], 0 offen offset:512 glc\n" + wait
		flag  = "buffer_store_dword v6, v0, s[4:7], 0 offen offset:512\n" + wait
		tell  = "buffer_atomic_or v6, v0, s[4:7], 0 offen offset:512\n" + wait
		test  = "buffer_load_dword v5, v0, s[4:7], 0 offen offset:512\n" + wait + "v_readfirstlane_b32 s20, v5\ns_cmp_lg_u32 s20, 0\n"
		poll  = "v_mov_b32 v6, 1\npoll:\n" + test + "s_cbranch_scc0 poll\n"
		meet  = wait + "s_barrier\n"
	)
	const none, disputed, warning, failure = "", "disputed", "warning", "error"
	for i, c := range []struct {
		name string
		gens isa.Gen
		text string
		want string
	}{
		{"written and read", allGens, by(0, store) + by(1, load), failure},
		{"read and written", allGens, by(0, load+wait) + by(1, store), failure},
		{"waited for, but no barrier", allGens, by(0, store+wait) + by(1, load), failure},
		{"a barrier", allGens, by(0, store) + meet + by(1, load), none},
		{"a barrier before both", allGens, meet + by(0, store) + by(1, load), failure},
		{"barriers apart", allGens, by(0, store) + meet + meet + by(1, load), none},
		{"read, a barrier, written", allGens, by(0, load) + meet + by(1, store), none},
		{"a barrier without a wait", allGens, by(0, store) + "s_barrier\n" + by(1, load), disputed},
		{"a wait that allows one more", allGens, by(0, store+load) + "s_waitcnt vmcnt(1)\ns_barrier\n" + by(1, load), none},
		{"a wait that allows too many", allGens, by(0, load+store) + "s_waitcnt vmcnt(1)\ns_barrier\n" + by(1, load), disputed},
		{"two values", allGens, by(0, store) + by(1, other), failure},
		{"one value", allGens, by(0, store) + by(1, store), warning},
		{"one instruction, one value", allGens, store, warning},
		{"one instruction, two values", allGens, "v_mov_b32 v6, s8\nbuffer_store_dword v6, v0, s[4:7], 0 offen\n", failure},
		{"both read", allGens, load + by(0, load), none},
		{"atomics", allGens, add + by(0, add), none},
		{"an atomic and a load", allGens, by(0, add) + by(1, load), warning},
		{"an atomic and a store", allGens, by(0, store) + by(1, add), warning},
		{"a coherent load", allGens, by(0, store) + by(1, coher), warning},
		{"neighbouring bytes", allGens, "v_mov_b32 v6, s8\nv_or_b32 v7, v0, v6\nbuffer_store_byte v6, v7, s[4:7], 0 offen\n", none},
		{"bytes of one word", allGens, by(0, "buffer_store_byte v1, v0, s[4:7], 0 offen offset:2\n") + by(1, load), failure},
		{"of two pages", allGens, by(0, "buffer_store_dwordx2 v[0:1], v0, s[4:7], 0 offen offset:1022\n") + by(1, "buffer_load_ubyte v4, v0, s[4:7], 0 offen offset:1025\n"), failure},
		{"a scalar load", allGens, by(0, store) + by(1, "s_load_dword s12, s[0:1], 0x0\n"), warning},
		{"a scalar load behind a barrier", allGens, by(0, store) + meet + by(1, "s_load_dword s12, s[0:1], 0x0\n"), none},
		{"a scalar store", newGens, by(0, "s_store_dword s9, s[0:1], 0x0\n") + wait + by(1, load), failure},
		{"a scalar store in flight", newGens, by(0, "s_store_dword s9, s[0:1], 0x0\n") + "s_barrier\n" + by(1, load), failure},
		{"FLAT", flatGens, by(0, "v_mov_b32 v3, 0\nflat_store_dword v[2:3], v1\n") + by(1, load), failure},
		{"GLOBAL", isa.GCN14, by(0, "global_store_dword v0, v1, s[0:1]\n") + by(1, "global_load_dword v4, v0, s[0:1]\n"), failure},
		{"typed", allGens, by(0, "tbuffer_store_format_x v1, v0, s[4:7], 0 offen format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT]\n") + by(1, load), failure},
		{"acquired and released", allGens, "v_mov_b32 v6, 1\n" + by(0, store+wait+tell) + by(1, ask+load), none},
		{"acquired, nothing released", allGens, "v_mov_b32 v6, 1\n" + by(0, store+wait) + by(1, ask+load), failure},
		{"a flag that is waited for", allGens, "v_mov_b32 v6, 1\n" + by(0, store+wait+flag) + by(1, poll+load), none},
		{"a flag that the first wave waits for", allGens, "v_mov_b32 v6, 1\n" + by(0, poll+load) + by(1, store+wait+flag), none},
		{"a flag that is tested", allGens, "v_mov_b32 v6, 1\n" + by(0, store+wait+flag) + by(1, test+"s_cbranch_scc0 no\n"+load+"no:\n"), warning},
		{"a flag in LDS", m0Gens | isa.GCN14, "v_mov_b32 v6, 0\nds_write_b32 v0, v6\nv_mov_b32 v6, 1\n" + meet + by(0, store+wait+"ds_write_b32 v0, v6\n"+wait) +
			by(1, "poll:\nds_read_b32 v5, v0\n"+wait+"v_readfirstlane_b32 s20, v5\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc0 poll\n"+load), none},
		{"atomics of LDS", m0Gens | isa.GCN14, "v_mov_b32 v6, 1\nds_write_b32 v0, v6\n" + meet + by(0, store+wait+"ds_add_u32 v0, v6\n"+wait) + by(1, "ds_add_rtn_u32 v7, v0, v6\n"+wait+load), none},
	} {
		testcase.EachGen(t, c.gens, func(t *testing.T, g isa.Gen) {
			if testing.Short() && g != isa.Gens()[i%4] {
				return // the race detector learns nothing from another generation
			}
			for _, groups := range []int{1, 3} {
				for _, policy := range testcase.Policies {
					o := sim.Options{Policy: policy}
					list := waveRaces(t, g, c.text, 2, groups, o)
					severity, worst := waitcnt.Info, none
					for _, f := range list {
						severity = max(severity, f.Severity)
						worst = severity.String()
						require.Equal(t, "global", f.Memory.Space, c.name)
					}
					require.Equal(t, c.want, worst, "%s, %d work-groups, %v: %+v", c.name, groups, policy, list)
					if !strings.Contains(c.text, "poll:") { // nobody else sets the flag
						require.Empty(t, waveRaces(t, g, c.text, 1, groups, o), c.name)
					}
				}
			}
		})
	}
}

// Random accesses of four waves between barriers: exactly the pairs of instructions of which bytes
// of different waves meet, one of them a store, are found, as a search byte by byte says.
func TestRacesOfWavesAgainstASearch(t *testing.T) {
	type access struct{ wave, spell, at, size, stride, pc int }
	type pair [2]int
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		g := isa.Gens()[seed%4]
		var text strings.Builder
		pc := 0x1000
		line := func(bytes int, format string, args ...any) {
			fmt.Fprintf(&text, format+"\n", args...)
			pc += bytes
		}
		var list []access
		stores := map[int]bool{}
		spells := 1 + r.IntN(4)
		for spell := range spells {
			for i := range 2 + r.IntN(6) {
				a := access{wave: r.IntN(4), spell: spell, size: []int{1, 2, 4, 8, 16}[r.IntN(5)]}
				unit := min(a.size, 4) // hardware aligns to it
				a.at, a.stride = r.IntN(1200)/unit*unit, []int{1, 4, 8, 13}[r.IntN(4)]*unit
				line(4, "s_cmp_eq_u32 s8, %d", a.wave)
				line(4, "s_cbranch_scc0 past%d_%d", spell, i)
				line(4, "v_mul_u32_u24 v16, %d, v1", a.stride)
				line(8, "v_mov_b32 v8, 0x%x", 0x01010101*(1+len(list)%100)) // never the same values
				line(4, "v_mov_b32 v9, v8")
				line(4, "v_mov_b32 v10, v8")
				line(4, "v_mov_b32 v11, v8")
				a.pc = pc
				data := map[int]string{1: "v8", 2: "v8", 4: "v8", 8: "v[8:9]", 16: "v[8:11]"}[a.size]
				if r.IntN(2) == 0 {
					stores[a.pc] = true
					line(8, "buffer_store_%s %s, v16, s[4:7], 0 offen offset:%d", map[int]string{1: "byte", 2: "short", 4: "dword", 8: "dwordx2", 16: "dwordx4"}[a.size], data, a.at)
				} else {
					line(8, "buffer_load_%s %s, v16, s[4:7], 0 offen offset:%d", map[int]string{1: "ubyte", 2: "ushort", 4: "dword", 8: "dwordx2", 16: "dwordx4"}[a.size], data, a.at)
				}
				line(4, "s_waitcnt vmcnt(0) expcnt(0)")
				fmt.Fprintf(&text, "past%d_%d:\n", spell, i)
				list = append(list, a)
			}
			line(4, "s_barrier")
		}
		want := map[pair]bool{}
		for i, a := range list {
			for _, b := range list[:i] {
				if a.wave == b.wave || a.spell != b.spell || !stores[a.pc] && !stores[b.pc] {
					continue
				}
				for l := range 64 * 64 {
					x, y := a.at+l%64*a.stride, b.at+l/64*b.stride
					if x < y+b.size && y < x+a.size {
						want[pair{min(a.pc, b.pc) - 0x1000, max(a.pc, b.pc) - 0x1000}] = true
					}
				}
			}
		}
		got := map[pair]bool{}
		for _, f := range waveRaces(t, g, text.String(), 4, 1+int(seed&1), sim.Options{Policy: testcase.Policies[seed%3]}) {
			require.Equal(t, waitcnt.Error, f.Severity)
			p, q := int(f.PC), int(*f.ProducerPC)
			got[pair{min(p, q) - 0x1000, max(p, q) - 0x1000}] = true
			require.True(t, stores[q], "%d: the access that is not reported writes", seed)
		}
		sorted := func(m map[pair]bool) (out []pair) {
			for p := range m {
				out = append(out, p)
			}
			slices.SortFunc(out, func(a, b pair) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
			return out
		}
		require.Equal(t, sorted(want), sorted(got), "seed %d\n%s", seed, text.String())
	}
}
