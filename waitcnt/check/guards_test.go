package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// A condition that a path with a load sets to all lanes or none, and another path to anything,
// tells the two apart where it is branched on later: gfx700-O3 of testdata/kernels/ldsatomic waits
// for its load in the loop that runs only under such a condition.
func TestConditionsOfAllLanesGuardLoads(t *testing.T) {
	const (
		load   = "global_load_dword v1, v[2:3], off\n"
		skip   = "s_cmp_eq_u32 s8, 0\ns_cbranch_scc1 other\n"
		other  = "s_branch join\nother:\ns_cmp_eq_u32 s9, 0\ns_cselect_b64 s[4:5], -1, 0\njoin:\n"
		all    = "s_mov_b64 s[4:5], -1\n"
		none   = "s_mov_b64 s[4:5], 0\n"
		and    = "s_and_b64 vcc, exec, s[4:5]\n"
		andn2  = "s_andn2_b64 vcc, exec, s[4:5]\n"
		use    = "v_mov_b32 v1, 0\n"
		loaded = "s_cbranch_vccz end\ns_waitcnt vmcnt(0)\nend:\n"
		empty  = "s_cbranch_vccnz end\ns_waitcnt vmcnt(0)\nend:\n"
	)
	for _, c := range []struct {
		name, src string
		clean     bool
	}{
		{"all lanes", skip + load + all + other + and + loaded + use, true},
		{"no lanes", skip + load + none + other + andn2 + loaded + use, true},
		{"the path without the load comes first", skip + "s_cselect_b64 s[4:5], -1, 0\ns_branch join\nother:\n" + load + all +
			"join:\n" + and + loaded + use, true},
		{"a loop behind", skip + load + all + other + "again:\n" + and + loaded + use +
			"s_cmp_eq_u32 s10, 0\ns_cbranch_scc1 again\n", true},
		{"the wrong way round", skip + load + all + other + and + empty + use, false},
		{"no lanes, the wrong way round", skip + load + none + other + and + loaded + use, false},
		{"some lanes", skip + load + "s_mov_b64 s[4:5], 1\n" + other + and + loaded + use, false},
		{"a load on both paths", skip + load + all + "s_branch join\nother:\n" + load + none + "join:\n" + and + loaded + use, false},
		{"a load behind", skip + all + other + load + and + loaded + use, false},
		{"the condition is another one", skip + load + all + other + "s_mov_b64 s[4:5], s[10:11]\n" + and + loaded + use, false},
		{"the other path comes again with a load", skip + load + all + other + and + loaded + use + load + none +
			"s_cmp_eq_u32 s10, 0\ns_cbranch_scc1 join\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.clean, findings(t, isa.GCN14, c.src+"s_endpgm", check.Options{}) == nil)
		})
	}
}

// What a path knows to have no lanes, it knows of the operations that only it has, also behind the
// place where it meets others.
func TestPathsWithoutLanesGuardLoads(t *testing.T) {
	const (
		load  = "global_load_dword v1, v[2:3], off\n"
		use   = "v_mov_b32 v1, 0\n"
		other = "s_cmp_eq_u32 s8, 0\ns_cbranch_scc1 other\n"
	)
	for _, c := range []struct {
		name, src string
		clean     bool
	}{
		{"nobody knows what VCC was, but the branch", "s_cbranch_vccnz other\ns_and_saveexec_b64 s[6:7], vcc\n" + load + use + "other:\n", true},
		{"the branch the other way round", "s_cbranch_vccz other\ns_and_saveexec_b64 s[6:7], vcc\n" + load + use + "other:\n", false},
		{"VCC is another one", "s_cbranch_vccnz other\ns_mov_b64 vcc, s[4:5]\ns_and_saveexec_b64 s[6:7], vcc\n" + load + use + "other:\n", false},
		{"a loop that makes VCC anew", "again:\ns_cbranch_vccnz other\nother:\ns_and_saveexec_b64 s[6:7], vcc\n" + load + use +
			"s_cselect_b64 vcc, -1, 0\ns_cmp_eq_u32 s8, 0\ns_cbranch_scc1 again\n", false},
		{"EXEC is 0 on the path with the load", other + load + "s_mov_b64 exec, 0\nother:\n" + use, true},
		{"EXEC is 0 on the path without it", other + load + "s_branch join\nother:\ns_mov_b64 exec, 0\njoin:\n" + use, false},
		{"EXEC is 0 on both, and comes back", "s_mov_b64 s[6:7], exec\n" + other + load + "s_mov_b64 exec, 0\nother:\ns_mov_b64 exec, s[6:7]\n" + use, false},
		{"the branch is taken where EXEC is 0", load + "s_and_saveexec_b64 s[6:7], s[4:5]\ns_cbranch_execz other\ns_waitcnt vmcnt(0)\nother:\n" + use, true},
		{"EXEC is put back", load + "s_and_saveexec_b64 s[6:7], s[4:5]\ns_cbranch_execz other\ns_waitcnt vmcnt(0)\nother:\n" +
			"s_or_b64 exec, exec, s[6:7]\n" + use, false},
		{"the branch is not taken where EXEC is 0", load + "s_and_saveexec_b64 s[6:7], s[4:5]\ns_cbranch_execnz other\ns_waitcnt vmcnt(0)\nother:\n" + use, false},
		{"a third path", load + other + "s_and_saveexec_b64 s[6:7], s[4:5]\ns_cbranch_execz other\ns_waitcnt vmcnt(0)\nother:\n" + use, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.clean, findings(t, isa.GCN14, c.src+"s_endpgm", check.Options{}) == nil)
		})
	}
}

// One side of an if issues operations behind a load, and the other side waits for all: what the sides count goes with
// whether they have lanes. Mesa's compiler asks for one of the two counts behind such an if.
func TestSidesOfAnIfCountApart(t *testing.T) {
	const (
		load  = "buffer_load_dword v1, v2, s[0:3], 0 offen\n"
		store = "buffer_store_dword v3, v2, s[0:3], 0 offen\n"
		first = "v_cmp_eq_u32 vcc, 0, v4\ns_and_saveexec_b64 s[6:7], vcc\ns_cbranch_execz else\n"
		other = "else:\ns_andn2_b64 exec, s[6:7], exec\ns_cbranch_execz end\n"
		end   = "end:\ns_mov_b64 exec, s[6:7]\n"
		all   = "s_waitcnt vmcnt(0)\n"
		one   = "s_waitcnt vmcnt(1)\n"
		use   = "v_mov_b32 v1, 0\n"
		inner = "s_mov_b64 s[8:9], exec\nv_cmp_eq_u32 vcc, 1, v4\ns_and_b64 exec, s[8:9], vcc\ns_cbranch_execz in\n"
		in    = "in:\ns_mov_b64 exec, s[8:9]\n"
		again = "v_cmp_eq_u32 vcc, 2, v4\ns_cbranch_vccnz again\n"
	)
	for _, c := range []struct {
		name, src string
		clean     bool
	}{
		{"the first side counts", load + first + store + other + all + end + one + use, true},
		{"an if in the first side", load + first + inner + store + in + store + other + all + end + one + use, true},
		{"an if in the other side", load + first + store + other + inner + store + in + all + end + one + use, true},
		{"two loads before", load + load + first + store + store + other + all + end + "s_waitcnt vmcnt(2)\n" + use, true},
		{"twice", load + first + store + other + all + end + "v_mov_b32 v5, 0\n" +
			"v_cmp_eq_u32 vcc, 3, v4\ns_and_saveexec_b64 s[6:7], vcc\ns_cbranch_execz else2\n" + store +
			"else2:\ns_andn2_b64 exec, s[6:7], exec\ns_cbranch_execz end2\n" + all + "end2:\ns_mov_b64 exec, s[6:7]\n" + one + use, true},
		{"in a loop", "again:\n" + load + first + store + other + all + end + one + use + again, true},
		{"the first side may count nothing", load + first + inner + store + in + other + all + end + one + use, false},
		{"the first side counts nothing", load + first + other + all + end + one + use, false},
		{"the other side does not wait", load + first + store + other + end + one + use, false},
		{"the other side may wait", load + first + store + other + inner + all + in + end + one + use, false},
		{"two counted on, one issued", load + first + store + other + all + end + "s_waitcnt vmcnt(2)\n" + use, false},
		{"one more in the other side", load + first + store + other + all + load + end + one + use, false},
		{"a loop whose other round loads", load + "again:\n" + first + store + other + all + end + one + use + load + again, true},
		{"a loop that loads behind the if", "again:\n" + first + store + other + all + end + load + one + use + again, false},
	} {
		for _, g := range isa.Gens() {
			t.Run(c.name+"/"+g.String(), func(t *testing.T) {
				require.Equal(t, c.clean, findings(t, g, c.src+"s_endpgm", check.Options{}) == nil)
			})
		}
	}
}
