package dyncheck_test

import (
	"encoding/json"
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
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// pathProgram is a random loop with memory operations, waits and changes of EXEC. In most of them
// waits come before the uses of what is loaded.
type pathProgram struct {
	*rand.Rand
	strings.Builder
	labels int
	dirty  bool // some waits are missing
	dry    bool // there are no memory operations
}

func (x *pathProgram) line(format string, args ...any) { fmt.Fprintf(x, format+"\n", args...) }

func (x *pathProgram) one(list ...string) string { return list[x.IntN(len(list))] }

// memory is some memory operations and the wait for them. v10 and v[12:13] address bytes of the
// wave's own, v0 and v[2:3] bytes that all waves share.
func (x *pathProgram) memory() {
	if x.dry {
		return
	}
	for range 1 + x.IntN(4) {
		flat, off := x.one("v[12:13]", "v[12:13]", "v[2:3]"), x.one("v10", "v10", "v0")
		to, from := fmt.Sprintf("v%d", 20+x.IntN(6)), fmt.Sprintf("v%d", 20+x.IntN(8))
		switch x.IntN(14) {
		case 0, 1:
			x.line("flat_load_dword %s, %s%s", to, flat, x.one("", "", " glc"))
		case 2:
			x.line("flat_store_dword %s, %s", flat, from)
		case 3:
			x.line("buffer_load_%s %s, %s, s[4:7], 0 offen offset:%d", x.one("dword", "ubyte", "dword", "sshort"), to, off, x.IntN(4)*x.one2(4, 64))
		case 4:
			x.line("buffer_store_%s %s, %s, s[4:7], 0 offen offset:%d", x.one("dword", "byte", "short"), from, off, x.IntN(4)*x.one2(4, 64))
		case 5:
			x.line("buffer_%s_dwordx2 v[%d:%d], %s, s[4:7], 0 offen", x.one("load", "store"), 20, 21, off)
		case 6, 7:
			x.line("s_load_dword%s, s[0:1], 0x%x", x.one(" s30", "x2 s[30:31]", "x4 s[32:35]"), x.IntN(8)*x.one2(4, 512))
		case 8, 9:
			x.line("ds_read_b32 %s, %s offset:%d", to, x.one("v10", "v0", "v14"), x.IntN(3)*4)
		case 10:
			x.line("ds_write_b32 %s, %s", x.one("v10", "v10", "v14"), from)
		case 11:
			x.line("ds_write2_b32 v10, %s, v21 offset0:0 offset1:%d", from, x.IntN(2))
		case 12:
			x.line("ds_swizzle_b32 %s, %s offset:0x80b1", to, from)
		default:
			x.line("%s", x.one("ds_add_u32 v10, v21", "ds_write_b8 v10, v21", "ds_read_u8 v20, v10 offset:1", "ds_read_b64 v[20:21], v15",
				"flat_load_dword v20, v[12:13]"))
		}
	}
	switch {
	case x.dirty && x.IntN(4) == 0:
		x.line("%s", x.one("", "s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(1)", "s_waitcnt vmcnt(1)"))
	default:
		x.line("s_waitcnt vmcnt(0) lgkmcnt(0)")
	}
}

// one2 is one of two numbers.
func (x *pathProgram) one2(a, b int) int { return []int{a, b}[x.IntN(2)] }

// steps are some instructions; depth is how often lanes have been taken out of EXEC.
func (x *pathProgram) steps(n, depth int) {
	for range n {
		switch x.IntN(11) {
		case 0, 1, 2, 3:
			x.memory()
		case 4:
			x.line("s_add_u32 s36, s36, s30\n%s", x.one("s_addc_u32 s37, s37, s31", "s_nop 0"))
		case 5:
			if depth > 2 {
				continue
			}
			save := fmt.Sprintf("s[%d:%d]", 40+2*depth, 41+2*depth)
			x.line("v_cmp_%s_u32 vcc, %d, v1", x.one("gt", "lt"), x.IntN(64))
			x.line("%s", x.one("s_and_saveexec_b64 "+save+", vcc", "s_mov_b64 "+save+", exec\ns_and_b64 exec, exec, vcc",
				"s_andn2_saveexec_b64 "+save+", vcc", "s_mov_b64 "+save+", exec\nv_cmpx_gt_u32 vcc, 20, v1"))
			x.steps(1+x.IntN(3), depth+1)
			switch x.IntN(4) {
			case 0:
				x.line("s_mov_b64 exec, %s", save)
			case 1:
				x.line("s_xor_b64 exec, exec, %s", save)
				x.steps(1, depth+1)
				x.line("s_mov_b64 exec, -1")
			default:
				x.line("s_or_b64 exec, exec, %s", save)
			}
		case 6:
			x.labels++
			x.line("s_cmp_%s_u32 s50, %d\ns_cbranch_scc%d skip%d", x.one("eq", "lt"), x.IntN(90), x.IntN(2), x.labels)
			label := x.labels
			x.steps(1+x.IntN(2), depth)
			x.line("skip%d:", label)
		case 7:
			x.line("%s", x.one("s_barrier", "s_waitcnt vmcnt(0) lgkmcnt(0)\ns_barrier", "s_nop 1", "s_mov_b64 vcc, 0", "v_readfirstlane_b32 s36, v20",
				"v_mov_b32 v29, v28"))
		default:
			x.line("v_add_u32 v%d, vcc, v%d, v%d", 20+x.IntN(8), 20+x.IntN(8), 20+x.IntN(x.one2(8, 8+x.IntN(2))))
		}
	}
}

// hostTiers are the host's best tier, and AVX2 where that is another one.
func hostTiers() []string {
	if best, _ := hostcode.Auto.Choose(); best > hostcode.AVX2 {
		return []string{"auto", "avx2"}
	}
	return []string{"auto"}
}

// pathFindings are the findings of a run, and how many memory instructions host code has executed.
func pathFindings(t *testing.T, text, tier string, waves int) (list []string, hosted uint64) {
	p, err := asm.Code(isa.GCN12, text)
	require.NoError(t, err, text)
	prog, err := sim.NewProgram(isa.GCN12, 0x1000, p.Code)
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	_, err = d.Mem.Map("buffer", checkedBuffer, 64<<10)
	require.NoError(t, err)
	res := mem.RawBuffer(checkedBuffer, 16<<10)
	rows := make([][isa.Lanes]uint32, 29)
	for l := range uint32(isa.Lanes) {
		rows[0][l], rows[1][l], rows[2][l], rows[3][l] = 4*l, l, checkedBuffer+4*l, 0
		rows[14][l], rows[15][l] = 4*((l*7)&63), 8*l
	}
	wave, group := abi.WaveInGroup, abi.WorkGroupIDX
	regs := []sim.RegInit{
		{Code: 0, Scalar: []uint32{checkedBuffer, 0}}, {Code: 4, Scalar: res[:]}, {Code: isa.CodeVGPR, Vector: rows},
		{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}, {Code: 30, Scalar: make([]uint32, 10)},
		{Code: 8, Role: &wave}, {Code: 9, Role: &group},
	}
	o := sim.Options{Check: true, Host: tier, Workers: 1, CountHost: true}
	r, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{uint32(waves * 2 * isa.Lanes), 1, 1},
		Group: [3]uint32{uint32(waves * isa.Lanes), 1, 1}, LDS: 2048, Registers: regs, Options: o})
	require.NoError(t, err)
	require.Nil(t, r.Fault, text)
	for _, f := range r.Findings {
		text, err := json.Marshal(f)
		require.NoError(t, err)
		list = append(list, string(text))
	}
	core := (*engine.ProgramCore)(prog)
	for i, n := range r.HostCounts {
		if x := core.Recs()[i].X; n > 0 && x != nil && x.Inst.Form != nil {
			if _, memory := x.Inst.Form.Desc.Do.(isa.Memory); memory {
				hosted += n
			}
		}
	}
	return list, hosted
}

// Lanes that EXEC does not have keep what they held where a path writes a register. v_readlane_b32 reads them, and
// v_readfirstlane_b32 reads lane 0 where EXEC is empty: in the second work-group they have never been written.
func TestLanesReadBehindWritesOfAPathAreDefined(t *testing.T) {
	const text = `s_cmp_eq_u32 s9, 0
s_cbranch_scc0 skip
v_mov_b32 v29, 1
skip:
s_mov_b64 s[20:21], 1
s_mov_b64 s[24:25], 0
s_mov_b32 s30, 0
s_mov_b32 s31, 0
%s
loop:
%s
s_cmp_eq_u32 s31, 0x1234
s_cbranch_scc1 out
s_add_u32 s30, s30, 1
s_cmp_lt_u32 s30, 400
s_cbranch_scc1 loop
out:
s_endpgm`
	const write, first = "v_mov_b32 v29, s30\nv_readlane_b32 s31, v29, 3\n", "v_mov_b32 v29, s30\nv_readfirstlane_b32 s31, v29\n"
	const narrow, back = "s_and_saveexec_b64 s[22:23], s[20:21]\n", "s_mov_b64 exec, s[22:23]"
	for _, x := range []struct {
		name, before, loop string
		found              int
	}{
		{"EXEC is set before the loop", "s_mov_b64 exec, 1", write, 1},
		{"EXEC is narrower in the loop", "", narrow + write + back, 1},
		{"EXEC is full", "s_mov_b64 exec, 1", "s_mov_b64 exec, -1\n" + write, 0},
		{"EXEC is made full", "s_mov_b64 exec, 1", "s_or_saveexec_b64 s[22:23], -1\n" + write + back, 0},
		{"first lane, EXEC is empty before the loop", "s_mov_b64 exec, 0", first, 1},
		{"first lane, EXEC is empty in the loop", "s_mov_b64 s[20:21], 0", narrow + first + back, 1},
		{"first lane, EXEC becomes empty in the loop", "s_mov_b64 exec, 2", first + "s_mov_b64 exec, s[24:25]\n" + first, 1},
		{"first lane, EXEC is empty in the second round", "s_mov_b64 exec, 2",
			first + "s_and_b64 exec, exec, s[24:25]\n", 1},
		{"first lane, EXEC has another one", "s_mov_b64 exec, 2", first, 0},
		{"first lane, EXEC has it", "", narrow + first + back, 0},
		{"first lane, no branch where EXEC is empty", "s_mov_b64 s[20:21], 2",
			narrow + "s_cbranch_execz over\n" + first + "over:\n" + back, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, tier := range []string{"go", "auto"} {
				list, _ := pathFindings(t, fmt.Sprintf(text, x.before, x.loop), tier, 1)
				require.Len(t, list, x.found, tier)
			}
		})
	}
}

// A wave that changes over to another path, at a branch with something outstanding, is asked of the registers that
// this one reads. They are undefined in the second work-group, which finds both paths made.
func TestRegistersAreAskedOfAtTurns(t *testing.T) {
	const text = `
		v_mov_b32 v10, v0
		%s
		s_cmp_eq_u32 s9, 0
		s_cbranch_scc0 begin
		%s
	begin:
		s_movk_i32 s50, 400
		s_mov_b32 s51, 0
	loop:
		buffer_load_dword v20, v10, s[4:7], 0 offen
		%s
		s_add_u32 s51, s51, 1
		s_cmp_eq_u32 s51, 3
		s_cbranch_scc1 third
	next:
		s_waitcnt vmcnt(0)
		s_sub_u32 s50, s50, 1
		s_cmp_lg_u32 s50, 0
		s_cbranch_scc1 loop
		s_endpgm
	third:
		s_mov_b32 s51, 0
		%s
		s_branch next`
	const use, lane, full = "buffer_load_dword v21, v29, s[4:7], 0 offen", "v_readlane_b32 s31, v31, 1", "s_mov_b64 exec, -1\n"
	for _, x := range []struct{ name, all, first, loop, behind string }{
		{"a register", "", "v_mov_b32 v29, 0", "", use},
		{"some of its lanes", "s_mov_b64 exec, 0xffff\nv_mov_b32 v29, 0\n" + full, "v_mov_b32 v29, 0", "", use},
		{"a scalar register", "", "s_mov_b32 s60, 0", "", "buffer_load_dword v21, v10, s[4:7], s60 offen"},
		{"lanes that EXEC has not", "s_mov_b64 exec, 1", full + "v_mov_b32 v29, 0\ns_mov_b64 exec, 1", "",
			"v_mov_b32 v29, s50\nv_readlane_b32 s31, v29, 3\ns_nop 4\nbuffer_load_dword v21, v10, s[4:7], s31 offen"},
		{"a register, beside lanes of others", "v_writelane_b32 v31, 0, 1", "v_mov_b32 v29, 0", lane, use},
		{"a lane", "v_writelane_b32 v31, 0, 1", "v_writelane_b32 v31, 0, 2", lane,
			"v_readlane_b32 s60, v31, 2\ns_nop 4\nbuffer_load_dword v21, v10, s[4:7], s60 offen"},
		{"lanes that EXEC has not, beside lanes of others", "v_writelane_b32 v31, 0, 1\ns_mov_b64 exec, 1",
			full + "v_mov_b32 v29, 0\ns_mov_b64 exec, 1", lane,
			"v_mov_b32 v29, s50\nv_readlane_b32 s31, v29, 3\ns_nop 4\nbuffer_load_dword v21, v10, s[4:7], s31 offen"},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, tier := range []string{"go", "auto"} {
				list, _ := pathFindings(t, fmt.Sprintf(text, x.all, x.first, x.loop, x.behind), tier, 1)
				require.Len(t, list, 1, tier)
				require.Contains(t, list[0], `"uninit-`, tier)
			}
		})
	}
}

// What is found is the same to the byte whether waves follow paths of host code or not.
func TestPathsChangeNoFinding(t *testing.T) {
	n := 400
	switch {
	case *long:
		n = 6000
	case testing.Short():
		n = 60
	}
	tiers := hostTiers()
	hosted, clean, found := uint64(0), 0, 0
	for i := range n {
		x := &pathProgram{Rand: rand.New(rand.NewPCG(uint64(i), 21))}
		x.dirty, x.dry = x.IntN(3) == 0, i%8 == 7
		x.line("s_lshl_b32 s10, s8, 8\nv_add_u32 v10, vcc, s10, v0\ns_lshl_b32 s11, s9, %d", []int{0, 10, 12}[x.IntN(3)])
		x.line("v_add_u32 v12, vcc, s0, v10\nv_add_u32 v12, vcc, s11, v12\nv_mov_b32 v13, 0")
		x.line("ds_write_b32 v10, v1\nds_write_b32 v10, v1 offset:1024\ns_waitcnt lgkmcnt(0)\ns_barrier")
		x.line("s_movk_i32 s50, 90\nloop:")
		x.steps(2+x.IntN(6), 0)
		x.line("s_sub_u32 s50, s50, 1\ns_cmp_lg_u32 s50, 0\ns_cbranch_scc1 loop\ns_endpgm")
		text, waves := x.String(), []int{1, 2, 4}[x.IntN(3)]
		want, none := pathFindings(t, text, "go", waves)
		require.Zero(t, none)
		got, k := pathFindings(t, text, tiers[i%len(tiers)], waves)
		require.Equal(t, want, got, text)
		hosted += k
		found += len(want)
		if len(want) == 0 {
			clean++
		}
	}
	t.Log(hosted, clean, found)
	if hosted == 0 {
		t.Skip("this host has no host code")
	}
	require.Greater(t, found, n/2)
	require.Greater(t, clean, n/8)
	require.Greater(t, hosted, uint64(300*n))
}

// A scalar load that has returned in a path, but that no wait proves complete, is found to be overwritten
// behind the path.
func TestLoadsThatNoWaitProvesAreKnownBehindPaths(t *testing.T) {
	const text = `
		v_mov_b32 v13, 0
		s_movk_i32 s50, 90
	loop:
		s_cmp_lt_u32 s50, 5
		s_cbranch_scc0 behind
		flat_store_dword v[2:3], v20
		s_load_dword s30, s[0:1], 0xc00
		s_waitcnt lgkmcnt(1)
	behind:
		s_sub_u32 s50, s50, 1
		s_cmp_lg_u32 s50, 0
		s_cbranch_scc1 loop
		s_endpgm`
	want, _ := pathFindings(t, text, "go", 1)
	require.Contains(t, strings.Join(want, "\n"), `"race-waw"`)
	got, _ := pathFindings(t, text, "auto", 1)
	require.Equal(t, want, got)
}

// What a wave has loaded in rounds of a loop is told of from the first round on, also where the rounds before them
// ended in the middle of one.
func TestLoadsOfRoundsAreToldOfBehindOthers(t *testing.T) {
	const text = `
		s_lshl_b32 s10, s8, 8
		v_add_u32 v10, vcc, s10, v0
		v_add_u32 v12, vcc, s0, v10
		v_mov_b32 v13, 0
		s_movk_i32 s50, 90
	loop:
		s_load_dwordx2 s[30:31], s[0:1], 0x200
		s_waitcnt lgkmcnt(0)
		s_cmp_lt_u32 s50, 77
		s_cbranch_scc0 skip
		buffer_load_dword v22, v10, s[4:7], 0 offen offset:4
		s_waitcnt vmcnt(0)
	skip:
		flat_load_dword v22, v[12:13]
		flat_load_dword v23, v[2:3]
		s_waitcnt vmcnt(0) lgkmcnt(0)
		s_sub_u32 s50, s50, 1
		s_cmp_lg_u32 s50, 0
		s_cbranch_scc1 loop
		s_endpgm`
	for waves := range 4 {
		want, _ := pathFindings(t, text, "go", 1+waves)
		got, _ := pathFindings(t, text, "auto", 1+waves)
		require.Equal(t, want, got)
	}
}

// Manual wait states that are missing on a path are found as often as they are in Go, with the same waves and
// instructions, also where the path is left before them, between them or behind them.
func TestHazardsOnPathsAreFound(t *testing.T) {
	const hazard = "v_readfirstlane_b32 s20, v1\nv_readlane_b32 s21, v2, s20\n"
	for _, c := range []struct {
		name         string
		first, last  string // in each round
		behind, wait string // in every third one, and behind all others
		count        int
	}{
		{"each round", hazard, "", "", "", 400},
		{"twice", hazard, "v_readfirstlane_b32 s22, v1\nv_readlane_b32 s23, v2, s22\n", "", "", 800},
		{"behind a branch", "", "", hazard, "", 133},
		{"in front of one", hazard, "", "s_nop 0\n", "", 400},
		{"on both ends", "v_readlane_b32 s21, v2, s20\n", "v_readfirstlane_b32 s20, v1\n", "s_nop 0\n", "", 399},
		{"behind a turn", "", "", hazard, "s_waitcnt vmcnt(0)\n", 133},
		{"in front of one", hazard, "", "s_nop 0\n", "s_waitcnt vmcnt(0)\n", 400},
		{"beside one", "", "", "s_branch wait\n", "s_waitcnt vmcnt(0)\n" + hazard + "wait:\ns_waitcnt vmcnt(0)\n", 267},
	} {
		text := fmt.Sprintf(`
			s_lshl_b32 s10, s8, 8
			v_add_u32 v10, vcc, s10, v0
			v_add_u32 v12, vcc, s0, v10
			v_mov_b32 v13, 0
			s_movk_i32 s50, 400
			s_mov_b32 s20, 0
			s_mov_b32 s51, 0
		loop:
			buffer_load_dword v20, v10, s[4:7], 0 offen
			%s
			%s
			s_add_u32 s51, s51, 1
			s_cmp_lg_u32 s51, 3
			s_cbranch_scc1 next
			s_mov_b32 s51, 0
			%s
		next:
			%s
			s_sub_u32 s50, s50, 1
			s_cmp_lg_u32 s50, 0
			%s
			s_cbranch_scc1 loop
			s_endpgm`, map[bool]string{true: "s_waitcnt vmcnt(0)"}[c.wait == ""], c.first, c.behind, c.wait, c.last)
		want, _ := pathFindings(t, text, "go", 1)
		got, hosted := pathFindings(t, text, "auto", 1)
		require.Equal(t, want, got, c.name)
		count := 0
		for _, f := range want {
			var x struct {
				Rule  string
				Count int
			}
			require.NoError(t, json.Unmarshal([]byte(f), &x))
			if strings.HasPrefix(x.Rule, "hazard") {
				count += x.Count
			}
		}
		require.Equal(t, 2*c.count, count, "%s: %v", c.name, want) // of two waves
		if _, err := hostcode.AVX2.Choose(); err == nil {
			require.Greater(t, hosted, uint64(50), c.name)
		}
	}
}
