package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

// The model is held against the cases of testdata/waits, which it shares with nobody: broken where
// a race is expected, safe where not.
func TestTheModelKnowsTheWaitCases(t *testing.T) {
	files, err := filepath.Glob("../../testdata/waits/[WX]*.s")
	require.NoError(t, err)
	race := regexp.MustCompile(`(?m)^; expect(?: static)?: race-(raw|waw|war|exec-war|barrier-\w+|lds-dma) `)
	other := regexp.MustCompile(`(?m)^; expect(?: static)?: (race-indexed|race-end-dirty|race-pressure|stale-|uninit-|bounds-)`)
	harder := map[string]string{
		"X21_halves_ok.s":     "EXEC is shifted: the model computes masks bit by bit only",
		"X50_first_lane_ok.s": "whether EXEC has lanes is no matter of one lane",
		"X62_rounds_ok.s":     "whether EXEC has lanes is no matter of one lane",
		"X53_readlane_ok.s":   "a register names the lane, and the model does not follow what scalar registers hold",
		"X55_scc_ok.s":        "branches on SCC go both ways",
		"X55_compare_ok.s":    "branches on SCC go both ways",
	}
	tried := 0
	for _, path := range files {
		_, hard := harder[filepath.Base(path)]
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		text := string(data)
		if other.MatchString(text) && !strings.Contains(text, "race-pressure") {
			continue
		}
		gpus := regexp.MustCompile(`(?m)^; gpu: (.*)$`).FindStringSubmatch(text)[1]
		for _, gpu := range strings.Fields(gpus) {
			target, err := isa.FindTarget(gpu)
			require.NoError(t, err)
			code, err := asm.Code(target.Gen, text)
			require.NoError(t, err)
			p := newProgram(target.Gen, 0, code.Code, 0, nil)
			if p.calls || strings.Contains(text, "race-flat-lds") || strings.Contains(text, "v_movrel") {
				continue
			}
			want := safe
			if race.MatchString(text) {
				want = broken
			}
			got := safe
			for c := waitcnt.VM; c < waitcnt.NumCounters; c++ {
				v := p.explore(c, false, nil, 100_000)
				require.NotEqual(t, unknown, v, path)
				got = max(got, v)
			}
			require.Equal(t, want != got, hard, "%s %s", path, gpu)
			tried++
		}
	}
	require.Greater(t, tried, 200)
}

// Functions wait where they begin and before they return: that is all that the model takes for
// granted of a call that it cannot follow. The expected verdicts follow from that and from what the
// registers are.
func TestTheModelGoesOnBehindCalls(t *testing.T) {
	const load, call = "global_load_dword v1, v[2:3], off\n", "s_swappc_b64 s[30:31], s[16:17]\n"
	for _, x := range []struct {
		name, code string
		want       verdict
	}{
		{"the function waits for the load", load + call + "v_mov_b32 v0, v1\ns_endpgm", safe},
		{"a race before the call", load + "v_mov_b32 v0, v1\n" + call + "s_endpgm", broken},
		{"a race behind the call", call + load + "v_mov_b32 v0, v1\ns_endpgm", broken},
		{"a function that has waited returns", load + "s_waitcnt vmcnt(0)\ns_setpc_b64 s[30:31]", safe},
		{"a function returns with a load in flight", load + "s_setpc_b64 s[30:31]", unknown},
		{"a jump to nobody knows where", "s_setpc_b64 s[4:5]", unknown},
	} {
		t.Run(x.name, func(t *testing.T) {
			code, err := asm.Code(isa.GCN14, x.code)
			require.NoError(t, err)
			require.Equal(t, x.want, newProgram(isa.GCN14, 0, code.Code, 0, nil).explore(waitcnt.VM, false, nil, 1000))
		})
	}
}

// A loop of stores, in each trip of which a lane is active or not, has a few states for each number
// of stores in flight: the model follows all of its paths. What it must say follows from the order
// of LDS: a count of 0 alone proves the last store, and the store before it is done when that is.
func TestTheModelFollowsALoopOfStores(t *testing.T) {
	const loop = "loop:\nv_cmp_eq_u32 vcc, v4, v5\ns_and_saveexec_b64 s[4:5], vcc\nds_write_b32 v0, v1\n" +
		"s_mov_b64 exec, s[4:5]\ns_cbranch_scc1 loop\n"
	const load = "ds_read_b32 v2, v0\n"
	for _, x := range []struct {
		name, code string
		want       verdict
	}{
		{"all are waited for", loop + "s_waitcnt lgkmcnt(0)\ns_barrier\n", safe},
		{"the last is not", loop + "s_waitcnt lgkmcnt(1)\ns_barrier\n", broken},
		{"a load before them is waited for", load + loop + "ds_write_b32 v0, v3\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v6, v2\n", safe},
		{"a load behind them is not", loop + load + "ds_write_b32 v0, v3\ns_waitcnt lgkmcnt(1)\n" + load +
			"s_waitcnt lgkmcnt(1)\nv_mov_b32 v6, v2\n", broken},
	} {
		t.Run(x.name, func(t *testing.T) {
			code, err := asm.Code(isa.GCN11, x.code+"s_endpgm")
			require.NoError(t, err)
			got := newProgram(isa.GCN11, 0, code.Code, 0, nil).explore(waitcnt.LGKM, false, nil, 10_000)
			require.Equal(t, x.want, got)
		})
	}
}

// Every mutant of a few objects of each generation is judged; none is missed, and the unmutated
// code is right in the eyes of both judges.
func TestMutantsAreFlagged(t *testing.T) {
	var files []string
	for _, name := range []string{"reduce/gfx600-O2", "transpose/gfx700-O2", "ldsatomic/gfx803-O2", "waveperm/gfx900-O2", "f64/gfx803-O2"} {
		files = append(files, "../../testdata/kernels/"+name+".hsaco")
	}
	var out, progress bytes.Buffer
	require.Equal(t, exitDone, runCommand(append([]string{"--format", "json", "--confirm"}, files...), &out, &progress), progress.String())
	var r result
	require.NoError(t, json.Unmarshal(out.Bytes(), &r))
	require.Empty(t, r.Errors)
	require.Empty(t, r.Broken)
	all := r.Rows[len(r.Rows)-1]
	require.Greater(t, all.Mutants, 100)
	require.Greater(t, all.Confirmed, all.Mutants/2, "most missing waits show in a run")
	require.Zero(t, all.Missed)
	for _, m := range r.Mutants {
		require.NotContains(t, []string{unexplained, falseAlarm}, m.Verdict, "%+v", m)
	}
}

func TestASampleIsChosenByItsSeed(t *testing.T) {
	sample := func(args ...string) string {
		var out, progress bytes.Buffer
		require.Equal(t, exitDone, runCommand(append(args, "--format", "json", "../../testdata/kernels/reduce/gfx803-O2.hsaco"), &out, &progress), progress.String())
		var r result
		require.NoError(t, json.Unmarshal(out.Bytes(), &r))
		require.Len(t, r.Mutants, 5)
		text := ""
		for _, m := range r.Mutants {
			text += m.PC.String() + m.Field + m.Kind + " "
		}
		return text
	}
	one := sample("-n", "5", "--seed", "1")
	require.Equal(t, one, sample("-n", "5", "--seed", "1", "-j", "1"))
	require.NotEqual(t, one, sample("-n", "5", "--seed", "2"))
}

func TestBadUsage(t *testing.T) {
	for _, args := range [][]string{{"--sample", "x"}, {"--format", "xml"}, {"no-such-file.hsaco"}, {}} {
		var out, progress bytes.Buffer
		require.Equal(t, exitUsage, runCommand(args, &out, &progress), "%v", args)
		require.Contains(t, progress.String(), "waitmutate: ")
		require.Empty(t, out.String())
	}
}
