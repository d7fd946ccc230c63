package gcntest

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// head makes a file of one test for gfx900.
const head = "gpu gfx900\ntest a\n"

// runText runs the cases of a text.
func runText(t testing.TB, text string, o Options) []*Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), "k.gcn")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	f, err := Load(path)
	require.NoError(t, err)
	cases, err := f.Cases()
	require.NoError(t, err)
	var list []*Result
	Run(cases, o, func(r *Result) { list = append(list, r) })
	return list
}

// shown is what results are for people, with the file called k.gcn.
func shown(list []*Result) string {
	var b strings.Builder
	for _, r := range list {
		r.File = filepath.Base(r.File)
		_ = r.WriteText(&b, true) // a builder takes everything
	}
	return b.String()
}

// A mistake is told with its line, its column and what to do.
func TestMistakesAreTold(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "k.gcn: error: it has no test"},
		{"\x00", "no text in UTF-8"},
		{"gpu gfx900\n\n  tset a\n", `k.gcn:3:3: error: "tset" is not known here: is it test?`},
		{"test\n", "k.gcn:1:1: error: the test has no name"},
		{"test a\ntest a\n", `k.gcn:2:6: error: another test is called "a" too, in line 1`},
		{head + "code\n", "k.gcn:3:1: error: there is nothing below code"},
		{head + "waves 1\nwaves 2\n", "k.gcn:4:1: error: there is a line waves already, line 3"},
		{"gpu gfx999\ntest a\ncode\n s_nop 0\n", "k.gcn:1:5: error: unknown"},
		{"test a\ncode\n s_nop 0\n", "k.gcn:1: error: for which GPU is it? write gpu NAME"},
		{head, "k.gcn:2: error: it has no code"},
		{head + "code\n  v_nope v1\n", "k.gcn:4:3: error: "},
		{head + "code\n  s_nop 0\n  v_mov_b32 v0, s99999\n", "k.gcn:5:"},
		{head + "code nothing.s\n", "k.gcn:3:6: error: "},
		{head + "given q7 = 1\ncode\n s_nop 0\n", `k.gcn:3:7: error: "q7" is no register, no buffer of this test and not lds`},
		{head + "given v300 = 1\ncode\n s_nop 0\n", "k.gcn:3:7: error: "},
		{head + "given s200 = 1\ncode\n s_nop 0\n", "k.gcn:3:7: error: "},
		{head + "given v0\ncode\n s_nop 0\n", "k.gcn:3:7: error: there is no =: write given PLACE = VALUES"},
		{head + "given v0: f31 = 1\ncode\n s_nop 0\n", `k.gcn:3:11: error: "f31" is no type`},
		{head + "given v0: f32 ulp 1 = 1\ncode\n s_nop 0\n", "k.gcn:3:11: error: a tolerance is for what is expected"},
		{head + "given v0: f64 = 1\ncode\n s_nop 0\n", "k.gcn:3:7: error: f64 has 8 bytes, the registers 4"},
		{head + "given v0 = v1\ncode\n s_nop 0\n", "k.gcn:3:12: error: lane 0: what v1 holds at the start is for expectations: a formula for both is let NAME = FORMULA"},
		{head + "given v0 = 1.5\ncode\n s_nop 0\n", "k.gcn:3:12: error: 1.5 is no integer, and the value is u32"},
		{head + "given v0 = 1 +\ncode\n s_nop 0\n", "k.gcn:3:15: error: a value is missing"},
		{head + "given v0 = [1\ncode\n s_nop 0\n", "the list is not closed"},
		{head + "given v0 = 0..99\ncode\n s_nop 0\n", "k.gcn:3:7: error: there are 100 values; a wave has 64 lanes"},
		{head + "given v0 = 1\ngiven v[0:1] = 1\ncode\n s_nop 0\n", "k.gcn:4:7: error: it overlaps v0"},
		{head + "given v0 = ?\ncode\n s_nop 0\n", "for the file to say"},
		{head + "given wave 1 v0 = 1\ncode\n s_nop 0\n", "given is of registers, of all waves"},
		{head + "given s[0:1] = buffer:b\ncode\n s_nop 0\n", `there is no buffer "b"`},
		{head + "buffer b\ncode\n s_nop 0\n", "k.gcn:3:8: error: how large is it?"},
		{head + "buffer b = 5\ncode\n s_nop 0\n", "a formula fills the buffer: say how large it is"},
		{head + "buffer v0 4\ncode\n s_nop 0\n", `"v0" has a meaning already`},
		{head + "buffer b 6: u32 = i\ncode\n s_nop 0\n", "not a whole number of u32"},
		{head + "buffer b 4: u32 = lane\ncode\n s_nop 0\n", "the number of an element is i"},
		{head + "lds much\ncode\n s_nop 0\n", "write lds SIZE"},
		{head + "lds 1G\ncode\n s_nop 0\n", "it has at most 65536"},
		{head + "waves 17\ncode\n s_nop 0\n", "k.gcn:3:7: error: a work-group has 1 to 16 waves"},
		{head + "waves 2\ngrid 64\ncode\n s_nop 0\n", "waves says the shape"},
		{head + "group 2000\ncode\n s_nop 0\n", "more than a work-group has"},
		{head + "order never\ncode\n s_nop 0\n", "k.gcn:3:7: error: "},
		{head + "args f31:1\ncode\n s_nop 0\n", "unknown kind of argument"},
		{head + "args i32\ncode\n s_nop 0\n", "k.gcn:3:6: error: want KIND:VALUE"},
		{head + "for n = 1\ncode\n s_nop 0\n", "write for NAME in VALUES"},
		{head + "for n in 1..99999999\ncode\n s_nop 0\n", "do not lead from one end to the other"},
		{head + "for n in 1, 2\nfor n in 3\ncode\n s_nop 0\n", "there is a parameter n already"},
		{head + "table\n a b\n 1 2\n 3\ncode\n s_nop 0\n", "k.gcn:6:2: error: the row has 1 cells, the heading 2"},
		{head + "table\n a\ncode\n s_nop 0\n", "the table has no rows"},
		{head + "let x1 = y\ncode\n s_nop 0\nexpect v0 = x1\n", `there is no "y" here`},
		{head + "let lane = 1\ncode\n s_nop 0\n", `"lane" has a meaning already`},
		{head + "code\n s_nop 0\nexpect finding race-rwa\n", "race-rwa"},
		{head + "code\n s_nop 0\nexpect cycles lots\n", `there is no "lots" here`},
		{head + "code\n s_nop 0\nexpect v0 = v1\n", "nothing says what v1 holds at the start: given v1 = VALUES says it"},
		{head + "given s[4:7] = buffer:b\nbuffer b 4\ncode\n s_nop 0\nexpect s0 = s4\n", "the address of buffer b is not known before the run"},
		{head + "code\n s_nop 0\nexpect wave 1 v0 = 1\n", "there is no wave 1"},
		{head + "code\n s_nop 0\nexpect group 1 v0 = 1\n", "there is no work-group 1"},
		{head + "code\n s_nop 0\nexpect b = 1\n", `"b" is no register, no buffer of this test and not lds`},
		{head + "code\n s_nop 0\nexpect lds = 1\n", "say how much there is, as in lds 4K"},
		{head + "code\n s_nop 0\nexpect lds = [1]\n", "a work-group has 0x0 bytes of LDS (lds SIZE gives it more)"},
		{head + "code\n s_nop 0\nexpect memory 0x1000 = 1\n", "no buffer is at 0x1000"},
		{head + "code\n s_nop 0\nexpect v0 = lane < 5\n", "this is a condition"},
		{head + "limit many\ncode\n s_nop 0\n", "write limit N instructions"},
		{head + "skip\ncode\n s_nop 0\n", "say why: skip REASON"},
		{"gpu gfx900\ngroup 64\ntest a\ncode\n s_nop 0\ngrid 64\ngroup 64,2\n", "grid"},
	} {
		t.Run(c.text, func(t *testing.T) {
			f, err := Parse("k.gcn", []byte(c.text))
			if err == nil {
				err = f.Check()
			}
			if err == nil { // it takes a run
				cases, _ := f.Cases()
				Run(cases, Options{}, func(r *Result) { err = r.Err })
			}
			require.Error(t, err)
			require.Contains(t, err.Error(), c.want)
		})
	}
}

// Of an expectation that does not hold each lane is told: what is there, what should be, who wrote it
// last, and what that instruction read.
func TestFailuresAreToldByLane(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"given v0: f32 = lane\ngiven s0: f32 = 2\ncode\n  v_mul_f32 v1, s0, v0\nexpect v1: f32 = lane > 61 ? 0 : v0 + v0\n",
			`FAIL a/gfx900
  k.gcn:7: v1: 2 of 64 lanes are wrong
    lane 62  got 124 (0x42f80000)  wanted 0 (0x00000000)  by line 6, v_mul_f32_e32 v1, s0, v0, from s0 = 2 (0x40000000), v0 = 62 (0x42780000)
    lane 63  got 126 (0x42fc0000)  wanted 0 (0x00000000)  by the same, from s0 = 2 (0x40000000), v0 = 63 (0x427c0000)
`},
		{"given s2 = 7\ncode\n  s_add_u32 s2, s2, 1\nexpect s2 = 9\n",
			`FAIL a/gfx900
  k.gcn:6: s2 is wrong
    s2  got 8 (0x00000008)  wanted 9 (0x00000009)  by line 5, s_add_u32 s2, s2, 1, from s2 = 7 (0x00000007)
`},
		{"given v5 = 1\ncode\n  s_nop 0\nexpect v5 = 2\n",
			"    and 56 more\n"},
		{"given v5 = 1\ncode\n  s_nop 0\nexpect v5 = {3..4: 2}\n",
			"    lane 3  got 1 (0x00000001)  wanted 2 (0x00000002)  no instruction wrote it\n" +
				"    lane 4  got 1 (0x00000001)  wanted 2 (0x00000002)  no instruction wrote it\n"},
		// Two writers, by EXEC.
		{"given v0 = 0\ncode\n  v_mov_b32 v0, 1\n  s_mov_b64 exec, 1\n  v_mov_b32 v0, 2\nexpect v0 = [5, 5]\n",
			`    lane 0  got 2 (0x00000002)  wanted 5 (0x00000005)  by line 7, v_mov_b32_e32 v0, 2
    lane 1  got 1 (0x00000001)  wanted 5 (0x00000005)  by line 5, v_mov_b32_e32 v0, 1
`},
		// A load read its address when it was issued, although the register is another one by now.
		{"buffer b = [10, 11]\ngiven s[4:7] = buffer:b\ngiven v0 = 4\ncode\n  buffer_load_dword v1, v0, s[4:7], 0 offen\n  v_mov_b32 v0, 9\n  s_waitcnt vmcnt(0)\nexpect v1 = {7: 12}\n",
			"by line 7, buffer_load_dword v1, v0, s[4:7], 0 offen, from v0 = 0x4, s[4:7] = "},
		{"lds 8: u16 = [1, 2, 3]\ngiven v0 = 2\ngiven v1 = 0x50007\ncode\n  ds_write_b16 v0, v1\nexpect lds: u16 = [1, 2, 3, 0]\n",
			"    element 1  got 7 (0x0007)  wanted 2 (0x0002)  by line 7, ds_write_b16 v0, v1, from v0 = 2 (0x00000002), v1 = 0x50007\n"},
		{"waves 2\ngiven v0 = local_id\ncode\n  s_nop 0\nexpect v0 = 1\n",
			"  k.gcn:7: v0: 63 of 64 lanes are wrong (and in 1 other places)\n"},
		{"grid 128\ngroup 64\ngiven v0 = local_id\ngiven s0 = group_x\ncode\n  v_lshl_add_u32 v1, s0, 7, v0\nexpect v1 = global_id\n",
			"  k.gcn:9: v1 of wave 0 of work-group 1,0,0: 64 of 64 lanes are wrong\n"},
	} {
		require.Contains(t, shown(runText(t, head+c.text, Options{})), c.want)
	}
}

// What the run itself does: findings, faults, instructions, cycles.
func TestExpectationsOfTheRun(t *testing.T) {
	load := "buffer p: u32 = [7]\ngiven s[0:1] = buffer:p\ngiven s2 = 1\ncode\n  s_load_dword s2, s[0:1], 0x0\n  s_mov_b32 s3, s2\n"
	fault := "given v[0:1] = 0\ncode\n  global_load_dword v2, v[0:1], off\n  s_waitcnt vmcnt(0)\n"
	for _, c := range []struct {
		text, want string
		kind       Kind
	}{
		{load, "k.gcn:8: error: race-raw: ", FindingFailure},
		{load + "expect no findings\n", "k.gcn:8: error: race-raw: ", FindingFailure},
		{load + "expect any findings\n", "PASS", ""},
		{load + "expect finding race-raw\n", "PASS", ""},
		{load + "expect finding race-raw at s_mov_b32 s3\n", "PASS", ""},
		{load + "expect finding race-raw at s_mov_b32 s4\n", `k.gcn:9: there is no finding race-raw at "s_mov_b32 s4"`, FindingFailure},
		{load + "expect finding race-war\n", "k.gcn:9: there is no finding race-war", FindingFailure},
		{load + "expect finding race-war\n", "k.gcn:8: error: race-raw: ", FindingFailure},
		{"order all\n" + load + "expect any findings\n", "k.gcn:3: there are 2 final states, by the order of returns: --order late leads to the first",
			FindingFailure},
		{"order all\n" + strings.Replace(load, "  s_mov", "  s_waitcnt lgkmcnt(0)\n  s_mov", 1), "PASS", ""},
		{fault, "k.gcn:5: fault: ", FaultFailure},
		{fault + "expect fault\n", "PASS", ""},
		{fault + "expect fault \"global_load_dword\"\n", "PASS", ""},
		{fault + "expect fault nonsense\n", `which does not contain "nonsense"`, FaultFailure},
		{"code\n  s_nop 0\nexpect fault\n", "k.gcn:5: it ended without the fault that is expected", FaultFailure},
		{"limit 100 instructions\ncode\n again:\n  s_branch again\n", "limit", FaultFailure},
		{"limit 100 instructions\ncode\n again:\n  s_branch again\nexpect fault limit\n", "PASS", ""},
		{"limit 100 instructions\ncode\nagain:\n  s_branch again\n# the end\nexpect fault limit\n", "PASS", ""},
		{"code\n  s_nop 0\nexpect instructions 2\n", "PASS", ""},
		{"code\n  s_nop 0\nexpect instructions < 2\n", "2 instructions, should be at most 1", BoundFailure},
		{"code\n  s_nop 0\nexpect instructions 3..9\n", "2 instructions, should be 3 to 9", BoundFailure},
		{"code\n  s_nop 0\nexpect cycles 1..100000\n", "PASS", ""},
		{"code\n  s_nop 0\nexpect cycles > 100000\n", "cycles, should be at least 100001", BoundFailure},
	} {
		text := head + c.text
		f, err := Parse("k.gcn", []byte(text))
		if err != nil {
			require.Contains(t, err.Error(), c.want)
			continue
		}
		cases, err := f.Cases()
		require.NoError(t, err)
		Run(cases, Options{}, func(r *Result) {
			require.NoError(t, r.Err, c.text)
			require.Contains(t, shown([]*Result{r}), c.want, c.text)
			var kinds []Kind
			for _, f := range r.Failures {
				kinds = append(kinds, f.Kind)
			}
			if c.kind != "" {
				require.Contains(t, kinds, c.kind, c.text)
			}
		})
	}
}

// Values that hold in each form of the format; the same text expects what the run leaves.
func TestValuesOfAllForms(t *testing.T) {
	for _, text := range []string{
		"given v0 = [1, 0x10, -1]\nexpect v0 = [1, 16, 0xffffffff]",
		"given v0 = 0..252 step 4\nexpect v0 = lane * 4",
		"given v0 = 63..0\nexpect v0 = 63 - lane",
		"given v0: f32 = 0..15.75 step 0.25\nexpect v0: f32 = lane / 4",
		"given v0: f32 = 1.5 x 64\nexpect v0: f32 = 1.5",
		"given v0 = {0: 1, 8..15: lane, 16..17: 5..6, 20..23: 9}\nexpect v0 = {0: 1, 9: 9, 15: 15, 16: 5, 17: 6, 23: 9}",
		"given v0 = [1, 2 x 3, 7]\nexpect v0 = [1, null, 2, null x 1, 7]",
		"given v[2:3]: f64 = lane * 0.1\nexpect v[2:3]: f64 = lane * 0.1",
		"given v[2:3] = lane << 33\nexpect v3 = lane * 2\nexpect v2 = 0",
		"given v0: f16 = lane + 0.5\nexpect v0: f16 = lane + 0.5\nexpect v0 = u32(as_u16(f16(lane) + 0.5))",
		"given s[0:3] = [1, 2, 3, 4]\nexpect s[0:3] = i + 1\nexpect s[1:2] = 0x300000002",
		"given s[0:3] = -1\nexpect s3 = 0xffffffff",
		"given s[0:1]: f64 = 0.5\nexpect s[0:1]: f64 = 0.5\nexpect s1 = 0x3fe00000",
		"given s[2:3]: f32 = [1, 2]\nexpect s[2:3]: f32 = i + 1",
		"given vcc = ballot(lane % 3 == 0)\nexpect vcc = 0x9249249249249249",
		"given exec = 0xf\nexpect exec = 15",
		"given scc = 1\nexpect scc = 1\nexpect scc = scc",
		"given m0 = 77\nexpect m0 = m0 + 0",
		"given mode = 0x1c0\nexpect mode = 0x1c0",
		"given v0 = local_id\nexpect v0 = local_id\nexpect v0 = local_id + 0\nexpect v0 = lane",
		"buffer a 64: f32 = i * 0.5\nexpect a: f32 = a[i]\nexpect a + 32: f32 = [4]\nexpect a: f32 = {3: 1.5, 4..5: 2..2.5 step 0.5}",
		"buffer a at 0x10000: u8 = 0..9\nexpect a: u8 = 0..9\nexpect memory 0x10004: u8 = 4..9",
		"buffer a 1K\nexpect a = 0",
		"buffer a 1M = i * i\nexpect a = a[i]\nexpect a = i * i\nexpect a: u64 = u64(a[2 * i]) | u64(a[2 * i + 1]) << 32",
		"lds 1K: f64 = i\nexpect lds: f64 = lds[i]\nexpect lds + 8: f64 = 1..127",
		"let half: f32 = lane * 0.5\ngiven v0 = half\nexpect v0 = half\nexpect v0: f32 = half + 0",
		"let n = 3\ngiven v0 = n * n\nexpect v0 = 9",
		"waves 4\ngiven s0 = wave\nexpect s0 = wave\nexpect wave 2 s0 = 2\nexpect s0 = wave + 0",
		"grid 256\ngroup 128\ngiven s0 = group_x\ngiven v0 = global_id\nexpect v0 = global_id + 0\nexpect v0 = group_x * 128 + wave * 64 + lane\nexpect group 1 s0 = 1",
		"grid 100\ngroup 100\ngiven v0 = local_id\nexpect v0 = wave * 64 + lane\nexpect wave 1 v0 = lane + 64",
		"given v0 = random(5)\nexpect v0 = random(5)",
		"given v0: f32 = random(5, -1, 1)\nexpect v0: f32 = random(5, -1, 1)",
		"given exec = 0x5\ngiven v0 = 7\nexpect v0 = active ? 7 : 7",
		"given v0 = lane\nexpect v0 = v0[63 - (63 - lane)]",
		"for n in 1, 2, 4..6\ngiven v0 = n\nexpect v0 = {n}",
	} {
		for _, r := range runText(t, head+strings.Replace(text, "\nexpect", "\ncode\n  s_nop 0\nexpect", 1), Options{}) {
			require.Equal(t, Passed, r.Status, "%s\n%s", text, shown([]*Result{r}))
		}
	}
}

// In lanes that EXEC leaves out a register keeps what it held.
func TestFormulasAreForTheActiveLanes(t *testing.T) {
	text := "given exec = 0xf0\ngiven v0 = lane\ngiven v1 = 100\ncode\n  v_add_u32 v1, 1, v0\nexpect v1 = v0 + 1\n"
	require.Equal(t, Passed, runText(t, head+text, Options{})[0].Status)
	// The code ignores EXEC: lane 0 is told.
	wrong := strings.Replace(text, "code\n", "code\n  s_mov_b64 exec, -1\n", 1)
	out := shown(runText(t, head+wrong, Options{}))
	require.Contains(t, out, "60 of 64 lanes are wrong")
	require.Contains(t, out, "lane 0   got 1 (0x00000001)   wanted 100 (0x00000064)")
}

// --update changes values and nothing else.
func TestUpdateKeepsTheLayout(t *testing.T) {
	const text = `gpu gfx900   # the target

test  a
	given v0: f32 = lane * 0.5
	given s0   =   3
	buffer out 16
	given s[4:7] = buffer:out
	code
	  v_add_f32 v1, 1.0, v0     // one more
	  s_mul_i32 s1, s0, s0
	  buffer_store_dword v1, off, s[4:7], 0

	expect v1: f32   = ?   # all lanes
	expect v1: f32 ulp 1 = {3: 7, 4..5: 1}
	expect s1 = 8 // nine
	expect out: f32 = [1, 2]
	expect v1: f32 = v0
	expect s0 = 3

test table
	table
		n    square   "x"
		2    ?        1
		30   900      1
	given s0 = n
	code
	  s_mul_i32 s1, s0, s0
	expect s1 = square

test two values
	for n in 1, 2
	given s0 = n
	code
	  s_nop 0
	expect s0 = 7
`
	plain := strings.Replace(strings.Replace(text, `   "x"`, ` x1`, 1), "n    square", "n    square  ", 1)
	path := filepath.Join(t.TempDir(), "k.gcn")
	require.NoError(t, os.WriteFile(path, []byte(plain), 0o600))
	update := func() ([]*Result, []Updated) {
		f, err := Load(path)
		require.NoError(t, err)
		cases, err := f.Cases()
		require.NoError(t, err)
		var list []*Result
		Run(cases, Options{Update: true}, func(r *Result) { list = append(list, r) })
		done, err := Update(list)
		require.NoError(t, err)
		return list, done
	}
	_, done := update()
	require.Len(t, done, 1)
	require.Equal(t, 5, done[0].Changed)
	require.Equal(t, []string{path + ":17: not updated: it is a formula",
		path + ":35: not updated: cases give different values, 1 and 2"}, done[0].Kept)
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	want := strings.NewReplacer("f32   = ?", "f32   = 1..32.5 step 0.5", "{3: 7, 4..5: 1}", "{3: 2.5, 4: 3, 5: 3.5}",
		"s1 = 8 // nine", "s1 = 9 // nine", "[1, 2]", "[32.5, 0]", "2    ?", "2    4").Replace(plain)
	require.Equal(t, want, string(got))
	list, done := update()
	require.Equal(t, 0, done[0].Changed)
	require.Equal(t, "FAIL a/gfx900\n  k.gcn:17", shown(list[:1])[:len("FAIL a/gfx900\n  k.gcn:17")])
}

// JSON and JUnit hold what the text says.
func TestReportsForPrograms(t *testing.T) {
	list := runText(t, head+"given v0: f32 = lane\ncode\n  v_mov_b32 v1, v0\nexpect v1: f32 = 1\ntest b\ncode\n s_nop 0\ntest c\nskip no <time>\ntest d\ncode\n v_nope\n",
		Options{})
	var sum Summary
	for _, r := range list {
		r.File = "k.gcn"
		sum.Add(r)
	}
	require.Equal(t, "cases=4 passed=1 failed=1 errors=1 skipped=1", sum.String())
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, "1", &sum, list))
	var doc struct {
		Summary Summary
		Cases   []struct {
			Name, Status, Reason string
			Failures             []Failure
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &doc))
	require.Equal(t, sum, doc.Summary)
	f := doc.Cases[0].Failures[0]
	require.Equal(t, ExpectFailure, f.Kind)
	require.Equal(t, 63, f.Differ)
	require.Equal(t, Element{At: "lane 0", Got: "0 (0x00000000)", Want: "1 (0x3f800000)", Writer: "v_mov_b32_e32 v1, v0", Line: 5,
		PC: "0x0", From: []string{"v0 = 0x0"}}, f.Elements[0])
	require.Equal(t, "no <time>", doc.Cases[2].Reason)
	b.Reset()
	require.NoError(t, WriteJUnit(&b, list))
	type text struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var x struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Skipped int `xml:"skipped,attr"`
			Cases   []struct {
				Failure *text `xml:"failure"`
				Error   *text `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(b.Bytes(), &x))
	require.Equal(t, [4]int{4, 1, 1, 1}, [4]int{x.Tests, x.Failures, x.Errors, x.Suites[0].Skipped})
	require.Equal(t, "k.gcn:6: v1: 63 of 64 lanes are wrong", x.Suites[0].Cases[0].Failure.Message)
	require.Contains(t, x.Suites[0].Cases[0].Failure.Text, "lane 0  got 0")
	require.Contains(t, x.Suites[0].Cases[3].Error.Message, "k.gcn:14: ")
}

// Cases run side by side end as one after the other, in the order of the file.
func TestCasesRunAtOnce(t *testing.T) {
	text := "gpu all\ntest a\nfor n in 0..15\ngiven v0 = lane * n\ncode\n  v_xor_b32 v1, {n}, v0\nexpect v1 = n == 7 ? 0 : v0 ^ n\n"
	one, many := runText(t, text, Options{Jobs: 1}), runText(t, text, Options{Jobs: 8, Count: 2})
	require.Len(t, one, 64)
	require.Equal(t, shown(one), shown(many))
	var sum Summary
	for _, r := range one {
		sum.Add(r)
	}
	require.Equal(t, 4, sum.Failed)
	require.Equal(t, "a/gfx600/n=0", one[0].Name)
}

// FuzzFile: any text is run, or is told what is wrong with it.
func FuzzFile(f *testing.F) {
	for _, name := range []string{"tour.gcn"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "gcn", name))
		require.NoError(f, err)
		for part := range strings.SplitSeq(string(data), "\ntest ") {
			f.Add("gpu gfx900\ntest " + part)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "code ") { // it would name files of this machine
			return
		}
		file, err := Parse("k.gcn", []byte(text))
		if err != nil {
			return
		}
		cases, err := file.Cases()
		if err != nil || len(cases) > 20 {
			return
		}
		for _, c := range cases {
			if len(c.params) > 5 {
				return
			}
		}
		Run(cases, Options{Jobs: 1, MaxInsts: 1000, Update: true}, func(r *Result) {
			_ = fmt.Sprint(shown([]*Result{r}))
			if r.Status == Invalid && len(r.Failures) == 0 {
				t.Errorf("%s: an error without a text", r.Name)
			}
		})
	})
}
