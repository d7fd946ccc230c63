package dyncheck_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

const early = isa.GCN10 | isa.GCN11

// findingsOf runs a program on one wave with the checker and returns what it finds. s[0:1] is the
// address of 4 KiB, s[4:7] its resource, v[0:1] the address in each lane, v2 and v3 are 0, v4 is a
// multiple of four in each lane, M0 is -1.
func findingsOf(t *testing.T, g isa.Gen, text, policy string) []waitcnt.Finding {
	t.Helper()
	p, err := asm.Code(g, text+"\ns_endpgm")
	require.NoError(t, err, "%v\n%s", g, text)
	d := sim.NewDevice(g)
	code, err := d.Mem.MapAnywhere("code", 4096, 256)
	require.NoError(t, err)
	prog, err := sim.NewProgram(g, code.Base, p.Code)
	require.NoError(t, err)
	data, err := d.Mem.MapAnywhere("data", 4096, 256)
	require.NoError(t, err)
	pol, err := waitcnt.ParsePolicy(policy)
	require.NoError(t, err)
	lo, hi := uint32(data.Base), uint32(data.Base>>32)
	rows := make([][isa.Lanes]uint32, 5)
	for l := range isa.Lanes {
		rows[0][l], rows[1][l], rows[4][l] = lo, hi, uint32(4*l)
	}
	r, err := d.Run(&sim.Launch{
		Prog: prog, Entry: code.Base, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 4096,
		Registers: []sim.RegInit{
			{Code: 0, Scalar: []uint32{lo, hi, 0, 0, lo, hi, 4096, 0x24fac}},
			{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}},
			{Code: isa.CodeVGPR, Vector: rows},
		},
		Options: sim.Options{Policy: pol, Check: true, Deterministic: true},
	})
	require.NoError(t, err)
	require.Nil(t, r.Fault, "%v\n%s", g, text)
	return r.Findings
}

// ids are the rules, registers and needed waits of findings.
func ids(list []waitcnt.Finding, rules ...string) (out []string) {
	for _, f := range list {
		for _, r := range rules {
			if f.Rule == r {
				out = append(out, strings.TrimSpace(f.Rule+" "+f.Register+" "+f.Need))
			}
		}
	}
	return out
}

var raceRules = []string{waitcnt.RuleRAW, waitcnt.RuleWAW, waitcnt.RuleWAR, waitcnt.RuleExecWAR, waitcnt.RulePressure, waitcnt.RuleVCCZ, waitcnt.RuleVCCZPartial}

// Each case is a program; the lines that begin with ! are its waits. With them it is right, without
// them the finding appears. Sources: the cases W01 to W18 of the public reports that the rules'
// rows name; the generations in which a wait is needed are those of LLVM's SIInsertWaitcnts.
var raceCases = []struct {
	name string
	gens isa.Gen
	text string
	want []string
}{
	{"W01 the time is read before it has returned", isa.AllGens,
		"s_memtime s[8:9]\n!s_waitcnt lgkmcnt(0)\ns_mov_b32 s10, s8", []string{"race-raw s8 lgkmcnt(0)"}},
	{"W02 lgkmcnt(1) names no scalar load", isa.AllGens,
		"s_load_dword s8, s[0:1], 0x0\ns_load_dword s9, s[0:1], 0x4\ns_waitcnt lgkmcnt(1)\n!s_waitcnt lgkmcnt(0)\ns_mov_b32 s10, s8",
		[]string{"race-raw s8 lgkmcnt(0)"}},
	{"W03 a load returns into a register that was written meanwhile", isa.AllGens,
		"s_load_dword s8, s[0:1], 0x0\n!s_waitcnt lgkmcnt(0)\ns_mov_b32 s8, 7", []string{"race-waw s8 lgkmcnt(0)"}},
	{"W04 two scalar loads into one register", isa.AllGens,
		"s_load_dword s8, s[0:1], 0x0\n!s_waitcnt lgkmcnt(0)\ns_load_dword s8, s[0:1], 0x4\ns_waitcnt lgkmcnt(0)", []string{"race-waw s8 lgkmcnt(0)"}},
	{"part of a wide scalar load", isa.AllGens,
		"s_load_dwordx4 s[8:11], s[0:1], 0x0\n!s_waitcnt lgkmcnt(0)\ns_mov_b64 s[12:13], s[10:11]", []string{"race-raw s[10:11] lgkmcnt(0)"}},
	{"W08 the destination of an LDS read", isa.AllGens,
		"ds_read_u8 v14, v4\n!s_waitcnt lgkmcnt(0)\nv_and_b32 v5, 1, v14", []string{"race-raw v14 lgkmcnt(0)"}},
	{"W08 LDS write and read of one wave are in order", isa.AllGens,
		"ds_write_b32 v4, v2\nds_read_b32 v5, v4\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v6, v5", nil},
	{"W10 a buffer load is not in lgkmcnt", isa.AllGens,
		"ds_read_b32 v5, v4\nbuffer_load_dword v6, off, s[4:7], 0\ns_waitcnt lgkmcnt(1)\n!s_waitcnt lgkmcnt(0)\nv_mov_b32 v7, v5",
		[]string{"race-raw v5 lgkmcnt(0)"}},
	{"W11 stores count in vmcnt", isa.AllGens,
		"buffer_load_dword v5, off, s[4:7], 0\nbuffer_store_dword v2, off, s[4:7], 0 offset:4\n!s_waitcnt vmcnt(1)\nv_mov_b32 v6, v5",
		[]string{"race-raw v5 vmcnt(1)"}},
	{"the older of two loads", isa.AllGens,
		"buffer_load_dword v5, off, s[4:7], 0\nbuffer_load_dword v6, off, s[4:7], 0 offset:4\n!s_waitcnt vmcnt(1)\nv_mov_b32 v7, v5",
		[]string{"race-raw v5 vmcnt(1)"}},
	{"the younger of two loads", isa.AllGens,
		"buffer_load_dword v5, off, s[4:7], 0\nbuffer_load_dword v6, off, s[4:7], 0 offset:4\ns_waitcnt vmcnt(1)\n!s_waitcnt vmcnt(0)\nv_mov_b32 v7, v6",
		[]string{"race-raw v6 vmcnt(0)"}},
	{"W12 lgkmcnt(1) proves nothing of LDS when a scalar load is out", isa.AllGens,
		"ds_read_b32 v5, v4\ns_load_dword s8, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)\n!s_waitcnt lgkmcnt(0)\nv_mov_b32 v6, v5",
		[]string{"race-raw v5 lgkmcnt(0)"}},
	{"W15 GCN 1.0 reads store data late", isa.GCN10,
		"buffer_store_dword v2, off, s[4:7], 0\n!s_waitcnt expcnt(0)\nv_mov_b32 v2, 0", []string{"race-war v2 expcnt(0)"}},
	{"W15 later generations read store data at issue", isa.AllGens &^ isa.GCN10,
		"buffer_store_dword v2, off, s[4:7], 0\nv_mov_b32 v2, 0", nil},
	{"GCN 1.0 reads the data of atomics late, with and without return", isa.GCN10,
		"buffer_atomic_add v2, off, s[4:7], 0\n!s_waitcnt expcnt(0)\nv_mov_b32 v2, 0", []string{"race-war v2 expcnt(0)"}},
	{"later generations read the data of atomics at issue", isa.AllGens &^ isa.GCN10,
		"buffer_atomic_add v2, off, s[4:7], 0\nv_mov_b32 v2, 0", nil},
	{"later generations: a wait for EXP behind a store is no defect", isa.AllGens &^ isa.GCN10,
		"buffer_store_dword v2, off, s[4:7], 0\ns_waitcnt expcnt(0)\nv_mov_b32 v2, 0", nil},
	{"GCN 1.0: results outlive the data of many stores", isa.GCN10,
		"buffer_atomic_add v2, off, s[4:7], 0 glc\n" + strings.Repeat("buffer_store_dword v3, off, s[4:7], 0\n", 13) + "!s_waitcnt vmcnt(13)\nv_mov_b32 v4, v2",
		[]string{"race-raw v2 vmcnt(13)"}},
	{"GCN 1.0: vmcnt proves that the data were read", isa.GCN10,
		"buffer_store_dword v2, off, s[4:7], 0\n!s_waitcnt vmcnt(0)\nv_mov_b32 v2, 0", []string{"race-war v2 expcnt(0)"}},
	{"GCN 1.0: a load into the register of an older store is in order", isa.GCN10,
		"buffer_store_dword v2, off, s[4:7], 0\nbuffer_load_dword v2, off, s[4:7], 0\ns_waitcnt vmcnt(0)", nil},
	{"exports read their data late", isa.AllGens,
		"exp mrt0 v0, v1, v2, v3 done vm\n!s_waitcnt expcnt(0)\nv_mov_b32 v1, 0", []string{"race-war v1 expcnt(0)"}},
	{"EXEC belongs to the data of an export", isa.AllGens,
		"exp mrt0 v0, v1, v2, v3 done vm\n!s_waitcnt expcnt(0)\ns_mov_b64 exec, 0", []string{"race-exec-war exec expcnt(0)"}},
	{"W16 VCCZ after a scalar load", early,
		"v_cmp_eq_u32 vcc, v2, v3\ns_load_dword s8, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n!s_mov_b64 vcc, vcc\ns_cbranch_vccz 0",
		[]string{"stale-vccz-smem vccz a write of the whole of vcc"}},
	{"W16 writing VCC while a scalar load is out does not help", early,
		"v_cmp_eq_u32 vcc, v2, v3\ns_load_dword s8, s[0:1], 0x0\n!s_waitcnt lgkmcnt(0)\ns_mov_b64 vcc, vcc\ns_cbranch_vccz 0",
		[]string{"stale-vccz-smem vccz a write of the whole of vcc"}},
	{"W16 later generations", isa.GCN12 | isa.GCN14,
		"v_cmp_eq_u32 vcc, v2, v3\ns_load_dword s8, s[0:1], 0x0\ns_cbranch_vccz 0\ns_waitcnt lgkmcnt(0)", nil},
	{"half of VCC by SALU", isa.AllGens, "s_mov_b32 vcc_hi, 0\ns_mov_b32 vcc_lo, 0\n!s_mov_b64 vcc, vcc\ns_cbranch_vccz 0",
		[]string{"stale-vccz-partial vccz a write of the whole of vcc"}},
	{"half of VCC by SMEM", isa.GCN12 | isa.GCN14, "s_mov_b64 vcc, 0\ns_load_dword vcc_lo, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n!s_mov_b64 vcc, vcc\ns_cbranch_vccnz 0",
		[]string{"stale-vccz-partial vccz a write of the whole of vcc"}},
	{"W17 all ones waits for nothing", isa.AllGens,
		"s_load_dword s8, s[0:1], 0x0\ns_waitcnt 0xff7f\n!s_waitcnt lgkmcnt(0)\ns_mov_b32 s10, s8", []string{"race-raw s8 lgkmcnt(0)"}},
	{"W18 the width of the counter proves it, as far as is known", isa.AllGens,
		"ds_read_b32 v51, v4\n" + strings.Repeat("ds_read_b32 v52, v4\n", 16) + "!s_waitcnt lgkmcnt(14)\nv_mov_b32 v6, v51", []string{"race-pressure v51 lgkmcnt(14)"}},
	{"two loads of one class into one register are in order", isa.AllGens,
		"buffer_load_dword v5, off, s[4:7], 0\nbuffer_load_dword v5, off, s[4:7], 0\ns_waitcnt vmcnt(0)", nil},
	{"LDS and memory are not in order", isa.AllGens,
		"buffer_load_dword v5, off, s[4:7], 0\n!s_waitcnt vmcnt(0)\nds_read_b32 v5, v4\ns_waitcnt vmcnt(0) lgkmcnt(0)", []string{"race-waw v5 vmcnt(0)"}},
	{"lanes of other EXEC are not outstanding", isa.AllGens,
		"v_mov_b32 v5, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v5, off, s[4:7], 0\ns_mov_b64 exec, 2\nv_mov_b32 v6, v5", nil},
	{"a lane that is", isa.AllGens,
		"v_mov_b32 v5, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v5, off, s[4:7], 0\ns_mov_b64 exec, 3\n!s_waitcnt vmcnt(0)\nv_mov_b32 v6, v5",
		[]string{"race-raw v5 vmcnt(0)"}},
	{"v_readlane reads an inactive lane", isa.AllGens,
		"v_mov_b32 v5, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v5, off, s[4:7], 0\ns_mov_b64 exec, 2\n!s_waitcnt vmcnt(0)\nv_readlane_b32 s8, v5, 0",
		[]string{"race-raw v5 vmcnt(0)"}},
	{"v_readlane of a lane that is not outstanding", isa.AllGens,
		"v_mov_b32 v5, 0\ns_mov_b64 exec, 1\nbuffer_load_dword v5, off, s[4:7], 0\nv_readlane_b32 s8, v5, 1", nil},
	{"W07 FLAT in memory is proved by vmcnt", isa.AllGens &^ isa.GCN10,
		"flat_load_dword v5, v[0:1]\n!s_waitcnt vmcnt(0)\nv_mov_b32 v6, v5", []string{"race-raw v5 vmcnt(0)"}},
	{"W07 FLAT in LDS needs both counters", isa.AllGens &^ isa.GCN10,
		"v_mov_b32 v8, 0\nv_mov_b32 v9, 0x10000\nflat_load_dword v5, v[8:9]\ns_waitcnt vmcnt(0)\n!s_waitcnt lgkmcnt(0)\nv_mov_b32 v6, v5",
		[]string{"race-raw v5 lgkmcnt(0)"}},
	{"relative addressing reads the destination of a load", isa.AllGens &^ isa.GCN14,
		"v_mov_b32 v5, 0\ns_mov_b32 m0, 3\nbuffer_load_dword v5, off, s[4:7], 0\n!s_waitcnt vmcnt(0)\nv_movrels_b32 v6, v2", []string{"race-raw v5 vmcnt(0)"}},
	{"relative addressing reads another register", isa.AllGens &^ isa.GCN14,
		"s_mov_b32 m0, 2\nbuffer_load_dword v5, off, s[4:7], 0\nv_movrels_b32 v6, v2", nil},
	{"gpr_idx_en reads the destination of a load", isa.GCN14,
		"v_mov_b32 v5, 0\ns_mov_b32 s8, 3\nbuffer_load_dword v5, off, s[4:7], 0\ns_set_gpr_idx_on s8, 1\n!s_waitcnt vmcnt(0)\nv_mov_b32 v6, v2\ns_set_gpr_idx_off",
		[]string{"race-raw v5 vmcnt(0)"}},
	{"the other half of a 16-bit load", isa.GCN14,
		"v_mov_b32 v5, 0\nbuffer_load_short_d16_hi v5, off, s[4:7], 0\nv_mov_b32_sdwa v6, v5 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0", nil},
	{"the half of a 16-bit load", isa.GCN14,
		"v_mov_b32 v5, 0\nbuffer_load_short_d16_hi v5, off, s[4:7], 0\n!s_waitcnt vmcnt(0)\nv_mov_b32_sdwa v6, v5 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1",
		[]string{"race-raw v5 vmcnt(0)"}},
	{"the end waits for everything", isa.AllGens, "buffer_load_dword v5, off, s[4:7], 0", nil},
	{"one defect is one finding", isa.AllGens,
		"buffer_load_dword v5, off, s[4:7], 0\n!s_waitcnt vmcnt(0)\nv_add_f32 v6, v5, v5\nv_add_f32 v7, v5, v5\nv_mov_b32 v5, 0", []string{"race-raw v5 vmcnt(0)"}},
}

// split returns the program with its waits and without.
func split(text string) (with, without string) {
	var a, b []string
	for _, l := range strings.Split(text, "\n") {
		if w, ok := strings.CutPrefix(l, "!"); ok {
			a = append(a, w)
			continue
		}
		a, b = append(a, l), append(b, l)
	}
	return strings.Join(a, "\n"), strings.Join(b, "\n")
}

func TestDeletingTheWaitMakesTheFindingAppear(t *testing.T) {
	for _, c := range raceCases {
		t.Run(c.name, func(t *testing.T) {
			for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
				if c.gens&g == 0 {
					continue
				}
				with, without := split(c.text)
				for _, policy := range []string{"late", "asap", "random:3"} {
					require.Empty(t, ids(findingsOf(t, g, with, policy), raceRules...), "%v %s\n%s", g, policy, with)
					require.Equal(t, c.want, ids(findingsOf(t, g, without, policy), raceRules...), "%v %s\n%s", g, policy, without)
				}
			}
		})
	}
}

// What a report says: counted by hand in the program.
func TestReportNamesProducerWaitAndFix(t *testing.T) {
	list := findingsOf(t, isa.GCN12, "buffer_load_dwordx2 v[5:6], off, s[4:7], 0\nbuffer_store_dword v2, off, s[4:7], 0\ns_waitcnt vmcnt(2)\ns_mov_b64 exec, 0xff\nv_mov_b32 v7, v6", "late")
	require.Len(t, list, 1)
	f := list[0]
	require.Equal(t, "race-raw", f.Rule)
	require.Equal(t, waitcnt.Error, f.Severity)
	require.Equal(t, "v6", f.Register)
	require.Equal(t, "read", f.Access)
	require.Equal(t, "buffer_load_dwordx2 v[5:6], off, s[4:7], 0", f.Producer)
	require.Equal(t, "vmcnt(2)", f.Have)
	require.Equal(t, "vmcnt(1)", f.Need)
	require.Equal(t, "0xff", f.Lanes)
	require.EqualValues(t, 16, *f.WaitPC-*f.ProducerPC)
	require.Equal(t, "insert s_waitcnt vmcnt(1) before "+f.PC.String(), f.Fix)
}

// A wait that what was issued behind it has made too weak is named, and what that was; what one
// instruction comes too early for is one wait.
func TestReportNamesWhatWasIssuedBehindTheWait(t *testing.T) {
	const load = "buffer_load_dword v%d, off, s[4:7], 0\n"
	list := findingsOf(t, isa.GCN12, fmt.Sprintf(load+load+"s_waitcnt vmcnt(2)\n"+load+load+"v_max_f32 v9, v5, v6", 5, 6, 7, 8), "late")
	require.Len(t, list, 2)
	f := list[0]
	at := *f.WaitPC
	require.Equal(t, "vmcnt(2)", f.Have)
	require.Equal(t, "vmcnt(3)", f.Need)
	require.Equal(t, 2, f.Issued)
	require.Equal(t, []waitcnt.Addr{at + 4, at + 12}, f.IssuedPC)
	require.Contains(t, f.Message, fmt.Sprintf("vmcnt(2) at %v, before 2 more operations were issued at %v, %v", at, at+4, at+12))
	one := waitcnt.Merge(list)
	require.Len(t, one, 1)
	require.Equal(t, "insert s_waitcnt vmcnt(2) before "+f.PC.String(), one[0].Fix)
	require.Equal(t, "v6", one[0].Also[0].Register)
}

var uninitRules = []string{waitcnt.RuleUninitAddr, waitcnt.RuleUninitBr, waitcnt.RuleUninitData}

var uninitCases = []struct {
	name string
	gens isa.Gen
	text string
	want []string
}{
	{"vector address", isa.AllGens, "buffer_load_dword v5, v8, s[4:7], 0 offen", []string{"uninit-address v8"}},
	{"scalar address", isa.AllGens, "s_mov_b64 exec, 0\nbuffer_load_dword v5, off, s[4:7], s20", []string{"uninit-address s20"}},
	{"resource", isa.AllGens, "s_mov_b64 exec, 0\nbuffer_load_dword v5, off, s[20:23], 0", []string{"uninit-address s20"}},
	{"LDS address", isa.AllGens, "ds_read_b32 v5, v8", []string{"uninit-address v8"}},
	{"address in an inactive lane", isa.AllGens, "s_mov_b64 exec, 0\nbuffer_load_dword v5, v8, s[4:7], 0 offen", nil},
	{"stored data", isa.AllGens, "buffer_store_dword v8, v4, s[4:7], 0 offen", []string{"uninit-result v8"}},
	{"data stored to LDS", isa.AllGens, "ds_write_b32 v4, v8", []string{"uninit-result v8"}},
	{"exported data", isa.AllGens, "exp mrt0 v2, v2, v2, v8 done vm", []string{"uninit-result v8"}},
	{"a copy is no use", isa.AllGens, "v_mov_b32 v9, v8\ns_mov_b32 s20, s21", nil},
	{"a copy of a copy that is stored", isa.AllGens, "v_mov_b32 v9, v8\nv_mov_b32 v10, v9\nbuffer_store_dword v10, v4, s[4:7], 0 offen", []string{"uninit-result v10"}},
	{"computed from it", isa.AllGens, "v_mul_f32 v9, v8, v8\nv_add_f32 v9, 1.0, v9\nbuffer_store_dword v9, v4, s[4:7], 0 offen", []string{"uninit-result v9"}},
	{"and with 0 is 0", isa.AllGens, "v_and_b32 v9, 0, v8\nbuffer_store_dword v9, v4, s[4:7], 0 offen", nil},
	{"or with -1 is -1", isa.AllGens, "v_or_b32 v9, -1, v8\nbuffer_store_dword v9, v4, s[4:7], 0 offen", nil},
	{"xor with itself is 0", isa.AllGens, "v_xor_b32 v9, v8, v8\nbuffer_store_dword v9, v4, s[4:7], 0 offen", nil},
	{"the low byte alone", isa.AllGens, "v_lshlrev_b32 v9, 8, v8\nbuffer_store_byte v9, v4, s[4:7], 0 offen", nil},
	{"a mask that chooses the defined side", isa.AllGens, "s_mov_b64 vcc, -1\nv_cndmask_b32 v9, v8, v2, vcc\nbuffer_store_dword v9, v4, s[4:7], 0 offen", nil},
	{"a mask that chooses the other side", isa.AllGens, "s_mov_b64 vcc, 1\nv_cndmask_b32 v9, v2, v8, vcc\nbuffer_store_dword v9, v4, s[4:7], 0 offen", []string{"uninit-result v9"}},
	{"only lanes that are stored count", isa.AllGens, "s_mov_b64 exec, 1\nv_mov_b32 v9, 0\ns_mov_b64 exec, 3\nv_mov_b32 v10, v9\ns_mov_b64 exec, 1\nbuffer_store_dword v10, v4, s[4:7], 0 offen", nil},
	{"defined again", isa.AllGens, "v_mov_b32 v9, v8\nv_mov_b32 v9, 0\nbuffer_store_dword v9, v4, s[4:7], 0 offen", nil},
	{"v_writelane into an undefined register, v_readlane of that lane", isa.AllGens,
		"s_mov_b32 s20, 0\nv_writelane_b32 v8, s20, 3\nv_readlane_b32 s21, v8, 3\ns_cmp_eq_u32 s21, 0\ns_cbranch_scc0 0", nil},
	{"v_readlane of another lane", isa.AllGens,
		"s_mov_b32 s20, 0\nv_writelane_b32 v8, s20, 3\nv_readlane_b32 s21, v8, 4\ns_cmp_eq_u32 s21, 0\ns_cbranch_scc0 0", []string{"uninit-branch scc"}},
	{"branch on SCC of the start", isa.AllGens, "s_cbranch_scc0 0", []string{"uninit-branch scc"}},
	{"branch on a comparison of two undefined registers", isa.AllGens, "v_cmp_eq_u32 vcc, v8, v9\ns_cbranch_vccz 0", []string{"uninit-branch vcc"}},
	{"comparison with a constant", isa.AllGens, "v_cmp_eq_u32 vcc, 5, v9\ns_cbranch_vccz 0", []string{"uninit-branch vcc"}},
	{"scalar comparison with a constant", isa.AllGens, "s_cmp_eq_u32 s20, 5\ns_cbranch_scc1 0", []string{"uninit-branch scc"}},
	{"VCCZ is known where a defined bit is set", isa.AllGens, "v_cmp_eq_u32 vcc, 5, v9\ns_or_b64 vcc, vcc, 1\ns_cbranch_vccz 0", nil},
	{"EXEC", isa.AllGens, "v_cmp_eq_u32 vcc, 5, v9\ns_and_saveexec_b64 s[20:21], vcc\ns_mov_b64 exec, s[20:21]", []string{"uninit-branch exec"}},
	{"EXEC by v_cmpx", isa.AllGens, "v_cmpx_eq_u32 vcc, 5, v9\ns_mov_b64 exec, -1", []string{"uninit-branch exec"}},
	{"a loaded value is defined", isa.AllGens, "s_load_dword s20, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_cmp_eq_u32 s20, 5\ns_cbranch_scc1 0", nil},
	{"an undefined value that a load overwrites", isa.AllGens,
		"v_mov_b32 v9, v8\nbuffer_load_dword v9, v4, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\nbuffer_store_dword v9, v4, s[4:7], 0 offen", nil},
	{"a call overwrites an undefined register", isa.AllGens, "s_mov_b64 s[30:31], s[40:41]\ns_getpc_b64 s[20:21]\n" +
		"s_add_u32 s20, s20, 20\ns_addc_u32 s21, s21, 0\ns_swappc_b64 s[30:31], s[20:21]\ns_branch end\ns_nop 0\ns_setpc_b64 s[30:31]\nend:", nil},
	{"one defect is one finding", isa.AllGens, "buffer_load_dword v5, v8, s[4:7], 0 offen\nbuffer_load_dword v6, v8, s[4:7], 0 offen", []string{"uninit-address v8"}},
}

func TestUndefinedRegistersAreReportedWhereTheyMatter(t *testing.T) {
	for _, c := range uninitCases {
		t.Run(c.name, func(t *testing.T) {
			for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
				for _, policy := range []string{"late", "asap"} {
					require.Equal(t, c.want, ids(findingsOf(t, g, c.text, policy), uninitRules...), "%v %s\n%s", g, policy, c.text)
				}
			}
		})
	}
}

// spilled runs a program with private memory, whose resource is in s[0:3]; s[8:11] is the resource
// of 4 KiB, v4 a multiple of four in each lane.
func spilled(t *testing.T, gpu, text string) []waitcnt.Finding {
	t.Helper()
	elf, err := os.ReadFile("../../../testdata/kernels/spill/" + gpu + "-O0.hsaco")
	require.NoError(t, err)
	o, err := codeobj.Load(elf)
	require.NoError(t, err)
	k, err := o.Kernel("")
	require.NoError(t, err)
	require.True(t, k.Desc.Has(abi.PrivateSegmentBuffer))
	p, err := asm.Code(o.Gen, text+"\ns_endpgm")
	require.NoError(t, err, text)
	d := sim.NewDevice(o.Gen)
	prog, err := sim.NewProgram(o.Gen, 0x10000, p.Code)
	require.NoError(t, err)
	data, err := d.Mem.MapAnywhere("data", 4096, 256)
	require.NoError(t, err)
	v4 := [1][isa.Lanes]uint32{}
	for l := range v4[0] {
		v4[0][l] = uint32(4 * l)
	}
	r, err := d.Run(&sim.Launch{
		Prog: prog, Entry: 0x10000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Desc: &k.Desc, Scratch: 64,
		Registers: []sim.RegInit{
			{Code: 8, Scalar: []uint32{uint32(data.Base), uint32(data.Base >> 32), 4096, 0x24fac}},
			{Code: isa.CodeVGPR + 4, Vector: v4[:]},
		},
		Options: sim.Options{Check: true, Deterministic: true},
	})
	require.NoError(t, err)
	require.Nil(t, r.Fault, text)
	return r.Findings
}

func TestSpillsAreNoUseOfUndefinedRegisters(t *testing.T) {
	const out = "\ns_waitcnt vmcnt(0)\nbuffer_store_dword v9, v4, s[8:11], 0 offen"
	for _, c := range []struct{ name, text, want string }{
		{"a spill", "buffer_store_dword v20, off, s[0:3], 0 offset:8", ""},
		{"a reload that nobody uses", "buffer_store_dword v20, off, s[0:3], 0 offset:8\nbuffer_load_dword v9, off, s[0:3], 0 offset:8", ""},
		{"a reload that reaches memory", "buffer_store_dword v20, off, s[0:3], 0 offset:8\nbuffer_load_dword v9, off, s[0:3], 0 offset:8" + out, "uninit-result v9"},
		{"through an address register", "v_mov_b32 v5, 8\nbuffer_store_dword v20, v5, s[0:3], 0 offen\nbuffer_load_dword v9, off, s[0:3], 0 offset:8" + out, "uninit-result v9"},
		{"another dword", "buffer_store_dword v20, off, s[0:3], 0 offset:8\nbuffer_store_dword v4, off, s[0:3], 0 offset:12\n" +
			"buffer_load_dword v9, off, s[0:3], 0 offset:12" + out, ""},
		{"a defined value over it", "buffer_store_dword v20, off, s[0:3], 0 offset:8\nbuffer_store_dword v4, off, s[0:3], 0 offset:8\n" +
			"buffer_load_dword v9, off, s[0:3], 0 offset:8" + out, ""},
		{"a defined byte over it", "buffer_store_dword v20, off, s[0:3], 0 offset:8\nbuffer_store_byte v4, off, s[0:3], 0 offset:8\n" +
			"buffer_load_ubyte v9, off, s[0:3], 0 offset:8" + out, ""},
		{"the byte beside it", "buffer_store_dword v20, off, s[0:3], 0 offset:8\nbuffer_store_byte v4, off, s[0:3], 0 offset:8\n" +
			"buffer_load_ubyte v9, off, s[0:3], 0 offset:9" + out, "uninit-result v9"},
		{"lanes that are defined", "s_mov_b64 exec, 15\nv_mov_b32 v20, 0\ns_mov_b64 exec, -1\nbuffer_store_dword v20, off, s[0:3], 0 offset:8\n" +
			"buffer_load_dword v9, off, s[0:3], 0 offset:8\ns_mov_b64 exec, 15" + out, ""},
		{"lanes that are not", "s_mov_b64 exec, 15\nv_mov_b32 v20, 0\ns_mov_b64 exec, -1\nbuffer_store_dword v20, off, s[0:3], 0 offset:8\n" +
			"buffer_load_dword v9, off, s[0:3], 0 offset:8\ns_mov_b64 exec, 31" + out, "uninit-result v9"},
	} {
		for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			require.Equal(t, want, ids(spilled(t, gpu, c.text), uninitRules...), "%s %s", gpu, c.name)
		}
	}
}

// A checked loop allocates what a short one does, which is long enough for what is made of hot code.
func TestCheckedLoopDoesNotAllocate(t *testing.T) {
	loop := func(n string) float64 {
		text := "s_movk_i32 s8, " + n + "\nv_mov_b32 v10, v9\nagain:\nbuffer_load_dword v5, v4, s[4:7], 0 offen\nv_add_f32 v10, v10, v2\ns_waitcnt vmcnt(0)\n" +
			"v_add_f32 v6, v5, v5\nbuffer_store_dword v6, v4, s[4:7], 0 offen\nds_read_b32 v7, v4\ns_waitcnt vmcnt(0) lgkmcnt(0)\n" +
			"s_sub_u32 s8, s8, 1\ns_cmp_lg_u32 s8, 0\ns_cbranch_scc1 again"
		return testing.AllocsPerRun(3, func() { findingsOf(t, isa.GCN12, text, "late") })
	}
	require.InDelta(t, loop("5000"), loop("10000"), 20)
}

// A finding names the register that nothing has written, and the instruction that read it first,
// however often the value was copied. Where lanes differ, or memory was between, it names none.
func TestUndefinedValuesNameWhereTheyCameFrom(t *testing.T) {
	const store = "buffer_store_dword v10, v4, s[4:7], 0 offen"
	for _, c := range []struct {
		name, text, message, fix string
	}{
		{"no copy", "buffer_store_dword v8, v4, s[4:7], 0 offen", "", "write v8 before 0x0"},
		{"a copy", "v_mov_b32 v10, v8\n" + store, `; it comes from v8, which "v_mov_b32_e32 v10, v8" at 0x0 reads`, "write v8 before 0x0"},
		{"copies", "s_nop 0\nv_mov_b32 v9, v8\nv_mul_f32 v9, v9, v4\nv_mov_b32 v10, v9\n" + store,
			`; it comes from v8, which "v_mov_b32_e32 v9, v8" at 0x4 reads`, "write v8 before 0x4"},
		{"a loop", "s_mov_b32 s20, 3\ntop:\nv_add_f32 v10, v10, v4\ns_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 top\n" + store,
			`; it comes from v10, which "v_add_f32_e32 v10, v10, v4" at 0x4 reads`, "write v10 before 0x4"},
		{"scalars", "s_mov_b32 s21, s20\ns_add_u32 s22, s21, 1\nv_mov_b32 v10, s22\n" + store,
			`; it comes from s20, which "s_mov_b32 s21, s20" at 0x0 reads`, "write s20 before 0x0"},
		{"from lane to lane", "v_readlane_b32 s20, v8, 3\nv_mov_b32 v10, s20\n" + store,
			`; it comes from v8, which "v_readlane_b32 s20, v8, 3" at 0x0 reads`, "write v8 before 0x0"},
		{"SCC", "s_cmp_eq_u32 s20, 5\ns_cbranch_scc1 0", `; it comes from s20, which "s_cmp_eq_u32 s20, 5" at 0x0 reads`, "write s20 before 0x0"},
		{"lanes of two origins", "v_mov_b32 v10, v8\ns_mov_b64 exec, 1\nv_mov_b32 v10, v9\ns_mov_b64 exec, -1\n" + store, "", "write v10 before 0x10"},
		{"an origin that was written since", "v_mov_b32 v10, v8\nv_mov_b32 v10, 0\nv_mov_b32 v10, v9\n" + store,
			`; it comes from v9, which "v_mov_b32_e32 v10, v9" at 0x8 reads`, "write v9 before 0x8"},
	} {
		list := findingsOf(t, isa.GCN12, c.text, "late")
		require.NotEmpty(t, list, c.name)
		f := list[0]
		relative := strings.NewReplacer("0x20000000", "0x", "0x2000000", "0x") // to the code
		f.Message, f.Fix = relative.Replace(f.Message), relative.Replace(f.Fix)
		require.True(t, strings.HasSuffix(f.Message, "or what it was computed from"+c.message), "%s: %s", c.name, f.Message)
		require.Equal(t, c.fix, f.Fix, c.name)
		if c.message == "" {
			require.Nil(t, f.ProducerPC, c.name)
			require.Empty(t, f.Producer, c.name)
			continue
		}
		require.NotNil(t, f.ProducerPC, c.name)
		at := relative.Replace(f.ProducerPC.String())
		require.Contains(t, c.message, fmt.Sprintf("which %q at %s reads", f.Producer, at), c.name)
		require.Equal(t, "write "+strings.Fields(c.fix)[1]+" before "+at, f.Fix, c.name)
	}
}
