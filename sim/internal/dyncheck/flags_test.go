package dyncheck_test

import (
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// roles makes a program in which each of some waves has a part of its own; nobody has written LDS
// before but wave 0, which clears 16 dwords from byte 512 on, the flags. v9 is 0, v8 is 1, v5 the
// wave's number + 1.
func roles(parts ...string) string {
	var b strings.Builder
	b.WriteString("v_mov_b32 v9, 0\nv_mov_b32 v8, 1\ns_add_u32 s11, s8, 1\nv_mov_b32 v5, s11\ns_cmp_lg_u32 s8, 0\ns_cbranch_scc1 cleared\n" +
		"ds_write_b32 v0, v9 offset:512\ns_waitcnt lgkmcnt(0)\ncleared:\ns_barrier\n")
	for i, p := range parts {
		n := string(rune('0' + i))
		b.WriteString("s_cmp_lg_u32 s8, " + n + "\ns_cbranch_scc1 not" + n + "\n" + strings.ReplaceAll(p, "@", n) + "\ns_endpgm\nnot" + n + ":\n")
	}
	return b.String()
}

// poll waits until the dword at byte offset of LDS is what the last instructions say; @ makes
// labels of a part differ.
func poll(read, until string) string {
	return "again@:\n" + read + "\ns_waitcnt lgkmcnt(0)\nv_readfirstlane_b32 s12, v7\n" + until + "\ns_cbranch_scc0 again@\n"
}

func TestFlagsInLDSOrderWaves(t *testing.T) {
	const wait = "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
	const data, use = "ds_write_b32 v0, v5\n", "ds_read_b32 v4, v0\ns_waitcnt lgkmcnt(0)\n"
	const set = "ds_write_b32 v9, v8 offset:512\n"
	until1 := poll("ds_read_b32 v7, v9 offset:512", "s_cmp_eq_u32 s12, 1")
	const read = "ds_read_b32 v7, v9 offset:512\n"
	const kept = "s_waitcnt vmcnt(0)\nv_readfirstlane_b32 s12, v7\ns_cmp_eq_u32 s12, 1\ns_cbranch_scc0 out@\nout@:\n" + use
	const direct = "s_mov_b32 m0, 0x20200\nagain@:\nv_mov_b32 v7, src_lds_direct\nv_readfirstlane_b32 s12, v7\ns_cmp_eq_u32 s12, 1\n" +
		"s_cbranch_scc0 again@\ns_mov_b32 m0, -1\n"
	const one = "s_mov_b64 exec, 1\n"
	const all = "s_mov_b64 exec, -1\n"
	append1 := "s_mov_b32 m0, 0\nds_append v7 offset:512\ns_waitcnt lgkmcnt(0)\ns_mov_b32 m0, -1\n"
	for _, c := range []struct {
		name  string
		gens  isa.Gen
		parts []string // of the waves; the test runs them in this order and in the other one
		want  []string
	}{
		{"a flag that is waited for", allGens, []string{data + wait + set, until1 + use}, nil},
		{"LDS writes in the order of the wave: no wait before the flag", allGens, []string{data + set, until1 + use}, nil},
		{"a loop of lanes that leave one by one", allGens, []string{data + set,
			"s_mov_b64 s[14:15], exec\nagain@:\nds_read_b32 v7, v9 offset:512\ns_waitcnt lgkmcnt(0)\nv_cmp_ne_u32 vcc, 1, v7\ns_and_b64 exec, exec, vcc\n" +
				"s_cbranch_execnz again@\ns_mov_b64 exec, s[14:15]\n" + use}, nil},
		{"a test by VCCZ", allGens, []string{data + set,
			"again@:\nds_read_b32 v7, v9 offset:512\ns_waitcnt lgkmcnt(0)\nv_cmp_eq_u32 vcc, 0, v7\ns_nop 4\ns_cbranch_vccnz again@\n" + use}, nil},
		{"a loop that sleeps, with the test at its end", allGens, []string{data + set,
			"again@:\ns_sleep 1\nds_read_b32 v7, v9 offset:512\ns_waitcnt lgkmcnt(0)\nv_add_u32 v6, vcc, 1, v7\nv_readfirstlane_b32 s12, v6\n" +
				"s_cmp_lg_u32 s12, 2\ns_cbranch_scc0 out@\ns_branch again@\nout@:\n" + use}, nil},
		{"a flag set by an atomic", allGens, []string{data + "ds_add_u32 v9, v8 offset:512\n", until1[:0] +
			poll("ds_read_b32 v7, v9 offset:512", "s_cmp_ge_u32 s12, 1") + use}, nil},
		{"a flag that an atomic reads", allGens, []string{data + set, one + poll("ds_add_rtn_u32 v7, v9, v9 offset:512", "s_cmp_eq_u32 s12, 1") + all + use}, nil},
		{"a flag that LDS_DIRECT reads", allGens, []string{data + set, direct + use}, nil},
		{"ds_append counts, LDS_DIRECT waits", allGens, []string{data + one + append1, direct + use}, nil},
		{"ds_append counts, ds_read waits", allGens, []string{data + one + append1, until1 + use}, nil},
		{"all waves count and wait for all", allGens, []string{
			data + one + "ds_add_u32 v9, v8 offset:512\n" + poll("ds_read_b32 v7, v9 offset:512", "s_cmp_eq_u32 s12, 3") + all,
			one + "ds_add_u32 v9, v8 offset:512\n" + poll("ds_read_b32 v7, v9 offset:512", "s_cmp_eq_u32 s12, 3") + all + use,
			"ds_write_b32 v0, v5 offset:256\n" + one + "ds_add_u32 v9, v8 offset:512\n" +
				poll("ds_read_b32 v7, v9 offset:512", "s_cmp_eq_u32 s12, 3") + all + use}, nil},
		{"from wave to wave", allGens, []string{data + set,
			until1 + "ds_write_b32 v9, v8 offset:516\n",
			poll("ds_read_b32 v7, v9 offset:516", "s_cmp_eq_u32 s12, 1") + use}, nil},
		{"to and fro", allGens, []string{
			data + set + poll("ds_read_b32 v7, v9 offset:512", "s_cmp_eq_u32 s12, 0") + "ds_write_b32 v0, v9\n",
			until1 + use + "ds_write_b32 v9, v9 offset:512\n"}, nil},
		{"a lock that a plain store gives back", allGens, []string{
			one + poll("ds_wrxchg_rtn_b32 v7, v9, v8 offset:512", "s_cmp_eq_u32 s12, 0") + all + data + "ds_write_b32 v9, v9 offset:512\n",
			one + poll("ds_wrxchg_rtn_b32 v7, v9, v8 offset:512", "s_cmp_eq_u32 s12, 0") + all + data + "ds_write_b32 v9, v9 offset:512\n"}, nil},
		{"the first read stands before the loop, as compilers have it", allGens, []string{data + set,
			read + "s_waitcnt lgkmcnt(0)\nv_readfirstlane_b32 s12, v7\ns_cmp_eq_u32 s12, 1\ns_cbranch_scc1 out@\n" + until1 + "out@:\n" + use}, nil},
		{"the loop makes the address again", allGens, []string{data + set,
			poll("s_mov_b32 m0, -1\nv_mov_b32 v7, 0\nds_read_b32 v7, v7 offset:512", "s_cmp_eq_u32 s12, 1") + use}, nil},
		{"the value is kept in memory, as code without optimisation has it", allGens, []string{data + set,
			poll(read+"s_waitcnt lgkmcnt(0)\nbuffer_store_dword v7, off, s[4:7], 0 offset:16\nbuffer_load_dword v7, off, s[4:7], 0 offset:16\ns_waitcnt vmcnt(0)",
				"s_cmp_eq_u32 s12, 1") + use}, nil},
		{"a transfer to LDS that is waited for before the flag", allGens, []string{
			"s_mov_b32 m0, 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\ns_mov_b32 m0, -1\n" + wait + set, until1 + use}, nil},

		{"a transfer to LDS is not in the order of LDS", allGens, []string{
			"s_mov_b32 m0, 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\ns_mov_b32 m0, -1\n" + set, until1 + use}, []string{"lds-race error"}},
		{"data written after the flag", allGens, []string{set + data, until1 + use}, []string{"lds-race error"}},
		{"a flag of another wave", allGens, []string{data, set, until1 + use}, []string{"lds-race error"}},
		{"a flag that nobody looks at", allGens, []string{data + set, "ds_read_b32 v7, v9 offset:512\n" + use}, []string{"lds-race error", "lds-race error"}},
		{"what is read is computed with, not decided by", allGens, []string{data + set,
			"ds_read_b32 v7, v9 offset:512\ns_waitcnt lgkmcnt(0)\nv_add_f32 v7, v7, v7\nds_write_b32 v0, v7 offset:256\n" + use},
			[]string{"lds-race error", "lds-race error"}},
		{"a branch depends on another place of memory", allGens, []string{data + set,
			read + "s_waitcnt lgkmcnt(0)\nbuffer_store_dword v7, off, s[4:7], 0 offset:16\nbuffer_load_dword v7, off, s[4:7], 0 offset:20\n" + kept},
			[]string{"lds-race error", "lds-race error"}},
		{"a branch depends on what has come to that place since", allGens, []string{data + set,
			read + "s_waitcnt lgkmcnt(0)\nbuffer_store_dword v7, off, s[4:7], 0 offset:16\nbuffer_store_dword v9, off, s[4:7], 0 offset:16\n" +
				"buffer_load_dword v7, off, s[4:7], 0 offset:16\n" + kept},
			[]string{"lds-race error", "lds-race error"}},
		{"the first read is of another address than the loop's", allGens, []string{data + "ds_write_b32 v9, v8 offset:516\n" + set,
			"ds_read_b32 v7, v9 offset:516\ns_waitcnt lgkmcnt(0)\nv_readfirstlane_b32 s12, v7\ns_cmp_eq_u32 s12, 1\ns_cbranch_scc1 out@\n" + until1 + "out@:\n"},
			[]string{"lds-race warning"}},
		{"a list that is followed is no flag", allGens, []string{"ds_write_b32 v9, v9 offset:512\n",
			"v_mov_b32 v6, v9\nagain@:\nds_read_b32 v6, v6 offset:512\ns_waitcnt lgkmcnt(0)\nv_readfirstlane_b32 s12, v6\ns_cmp_eq_u32 s12, 0\ns_cbranch_scc0 again@\n"},
			[]string{"lds-race warning"}},
		{"a value that decides a branch may be a flag", allGens, []string{data + set,
			"ds_read_b32 v7, v9 offset:512\ns_waitcnt lgkmcnt(0)\nv_readfirstlane_b32 s12, v7\ns_cmp_eq_u32 s12, 1\ns_cbranch_scc0 out@\n" + use + "out@:\n"},
			[]string{"lds-race warning"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testcase.EachGen(t, c.gens, func(t *testing.T, g isa.Gen) {
				for _, turned := range []bool{false, true} {
					parts := append([]string(nil), c.parts...)
					if turned {
						for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
							parts[i], parts[j] = parts[j], parts[i]
						}
					}
					text := roles(parts...)
					if g == isa.GCN14 {
						text = strings.ReplaceAll(text, "v_add_u32 v6, vcc, 1, v7", "v_add_u32 v6, 1, v7")
						text = strings.ReplaceAll(text, "s_mov_b32 m0, 0\nds_append v7 offset:512", "s_mov_b32 m0, 0\nds_append v7 offset:512")
					} else if g&(isa.GCN10|isa.GCN11) != 0 {
						text = strings.ReplaceAll(text, "v_add_u32 v6, vcc, 1, v7", "v_add_i32 v6, vcc, 1, v7")
					}
					for _, policy := range []waitcnt.Policy{waitcnt.Late{}, waitcnt.Asap{}} {
						var got []string
						var why []string
						for _, f := range checked(t, g, text, len(parts), 1, sim.Options{Policy: policy}, false) {
							if f.Rule == waitcnt.RuleLDSRace || f.Severity == waitcnt.Error {
								got = append(got, f.Rule+" "+f.Severity.String())
								why = append(why, f.Instruction+": "+f.Message)
							}
						}
						if turned && len(c.want) > 0 {
							require.NotEmpty(t, got, "turned, %T", policy) // who comes second finds it, and may find more
							continue
						}
						require.ElementsMatch(t, c.want, got, "turned %v, %T: %q\n%s", turned, policy, why, text)
					}
				}
			})
		})
	}
}
