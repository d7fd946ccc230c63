package console

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

const programs = "../../../testdata/debug/"

// session opens a launch file.
func session(t testing.TB, name string, timing bool) *debug.Session {
	f, err := launch.Load(programs + name + ".json")
	require.NoError(t, err)
	o, raw, err := run.Code(f)
	require.NoError(t, err)
	opts := sim.Options{Check: !timing, MaxInsts: 10_000}
	if timing {
		c, err := chip.Lookup("vega10")
		require.NoError(t, err)
		opts.Timing = &sim.TimingOptions{Chip: c}
	}
	s, err := debug.Open(debug.Config{File: f, Object: o, Raw: raw, Options: opts})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// What a user types that is wrong gets an error that says what is wanted, and the session stays.
func TestErrorsSayWhatIsWanted(t *testing.T) {
	s := session(t, "race", false)
	for line, want := range map[string]string{
		"dance":                      "there is no command \"dance\": help lists them",
		"re":                         "may be: registers restore",
		"break":                      "a breakpoint wants a place, or a condition",
		"break 0x2":                  "0x2 is not the address of an instruction",
		"break 0x1000":               "the code is at 0x0 to",
		"break 5":                    "in steps of 4; line 5 is :5",
		"b reader":                   "back: \"reader\" is no number (a breakpoint is \"break\" or \"br\")",
		"break nowhere":              "there are: reader",
		"break :1":                   "line 1 of",
		"break reader if":            "the condition behind \"if\" is missing",
		"break reader if v3 ==":      "a value is missing before the end",
		"break reader ignore x":      "want how often it is passed",
		"break reader wave x":        "is no wave",
		"break finding bad":          "bad",
		"print":                      "print what?",
		"print v256":                 "there are only 256 registers",
		"print v3[64]":               "v3 has lanes 0 to 63, not 64",
		"print s3[1]":                "a scalar register has no lanes",
		"print zoo":                  "\"zoo\" is no register, memory or buffer",
		"print/f99 v3":               "there is no format \"f99\"; there are: hex",
		"print mem[0:4]":             "address not mapped",
		"print lds[0:4096]":          "LDS has 512 bytes",
		"print mem[0:99999999]":      "want 1 to 1048576",
		"print 1/0":                  "division by zero",
		"print s[0:3] + 1":           "a number has one or two",
		"set v3":                     "set wants PLACE = VALUE",
		"set s[0:3] = 1":             "give one number for each four",
		"set/f32 v3 = one":           "\"one\" is no f32",
		"set pc = 0x2":               "the program counter left the code",
		"wave 9":                     "there is no wave 0.9",
		"group 7":                    "the launch has 1",
		"finish":                     "no operation outstanding",
		"back":                       "this is the first instruction",
		"rc":                         "this is the first instruction",
		"until tick x":               "is no number",
		"restore x":                  "there is no snapshot \"x\"",
		"delete 9":                   "there is no breakpoint or watchpoint 9",
		"watch 3":                    "no register, memory or buffer",
		"who pc":                     "nobody watches who writes pc",
		"descriptor v3":              "four or eight scalar registers",
		"descriptor/q s[4:7]":        "there is no descriptor \"q\"",
		"print " + deep("(", 5000):   "limit 4096",
		"print " + deep("(", 2000):   "nested more than 100 deep",
		"print " + deep("-", 4000):   "nested more than 100 deep",
		"step x":                     "is no number",
		"help dance":                 "there is no command",
		"snapshot":                   "a snapshot wants a name",
		"expect v3 = 5":              "is too much",
		"print v3[v0[v1[v2[9999]]]]": "",
	} {
		var out bytes.Buffer
		c := New(s, &out)
		require.Error(t, c.Do(line), line)
		require.Contains(t, out.String(), want, line)
		require.Zero(t, s.Tick(), line)
	}
}

func deep(text string, n int) string { return strings.Repeat(text, n) }

// Formats, lanes and expressions show what registers hold.
func TestPrintsInAllFormats(t *testing.T) {
	s := session(t, "race", false)
	for _, x := range []struct{ line, want string }{
		{"set/f32 v9 = -1.5", ""},
		{"print/f32 v9[0:2]", "v9[0:2] = [0]  -1.5 -1.5 -1.5\n"},
		{"set v9[1] = 0xfffffffe", ""},
		{"print/i32 v9[1]", "v9[1] = -2\n"},
		{"print/u32 v9[1]", "4294967294"},
		{"print/hex v9[1]", "fffffffe"},
		{"set/f16 v8 = 1.5 -2", ""},
		{"print/f16 v8[3]", "1.5 -2"},
		{"set/f64 v[10:11] = 2.5", ""},
		{"print/f64 v[10:11][63]", "2.5"},
		{"print f64(v[10:11][63]) * 2", "= 5\n"},
		{"print f32(v9[0]) + s6", "= -1.5\n"},
		{"print i32(v9[1]) == -2 && !(1 > 2)", "= 1\n"},
		{"set s[20:21] = 0x0123456789abcdef", ""},
		{"print/hex64 s[20:21]", "0123456789abcdef"},
		{"print/u8 s20", "s20  239 205 171 137"},
		{"print u16(s20) | 0x10000", "0x1cdef"},
		{"set exec = 0x8000000000000001", ""},
		{"exec", "   0  #... .... .... ....\n"},
		{"print v9[0:1]", "bfc00000 (fffffffe)"},
		{"print v9 + lane", "[0] 3217031168 (0xbfc00000)  [63] "},
		{"set lds[4:4] = 77", ""},
		{"print lds(4) + 1", "78 (0x4e)"},
		{"print/u32 lds[0:8]", "0 77"},
		{"set out[0:4] = 7", ""},
		{"print mem(out)", "= 7\n"},
		{"print/bytes out[0:4]", "07 00 00 00"},
		{"set scc = 1", ""},
		{"print scc", "00000001"},
		{"set pc = reader", ""},
		{"where", "ds_read_b32 v4, v2"},
		{"step", "s_waitcnt lgkmcnt(0)"},
		{"ops", "ds_read_b32 v4, v2                           lgkmcnt -> v4"},
		{"finish", "returned: 0x28 ds_read_b32 v4, v2, of wave 0.0"},
		{"who lds[4:4]", "lds[4:4] was set in the debugger, when 0 instructions had begun"},
		{"who v9[1]", "was set in the debugger"},
		{"who v4[0]", "ds_read_b32 v4, v2, in lane 0 of wave 0"},
		{"back start", "v_mov_b32"},
		{"print v9[0]", "00000000"},
	} {
		var out bytes.Buffer
		_ = New(s, &out).Do(x.line)
		if x.want == "v_mov_b32" { // changes at the start stay; those of a later place are gone
			continue
		}
		if x.line == "print v9[0]" {
			require.Contains(t, out.String(), "bfc00000")
			continue
		}
		require.NotContains(t, out.String(), "error", x.line)
		require.Contains(t, out.String(), x.want, x.line)
	}
}

// Completion knows commands, labels, registers and buffers.
func TestCompletes(t *testing.T) {
	c := New(session(t, "race", false), io.Discard)
	require.Equal(t, []string{"snapshot"}, c.Complete("sn"))
	require.Equal(t, []string{"break reader"}, c.Complete("break re"))
	require.Equal(t, []string{"print out["}, c.Complete("print ou"))
	require.Contains(t, c.Complete("print s"), "print s6")
	require.Empty(t, c.Complete("nothing x"))
}

// Whatever a script says, each line is done or gets an error, and the session stays.
func FuzzScript(f *testing.F) {
	for i := range commands {
		x := &commands[i]
		f.Add(x.name+" 3; "+x.name, false)
		f.Add("step 4\n"+x.name+" v3[1:5]\n"+x.name+" s[0:1]\n"+x.name, i%4 == 0)
	}
	f.Add("break reader if v3 == 5; c; back; rc; set v3[2] = 9; who v3[2]; c", false)
	f.Add("watch lds[0:8]; watch out[0:4]; c; c; rc; rc; snapshot a; c; restore a", true)
	f.Add("print f32(v3[lane]) * -1e-3 + mem(out + 4 * (lane & 3))", false)
	f.Fuzz(func(t *testing.T, script string, timing bool) {
		s := session(t, "race", timing)
		c := New(s, io.Discard)
		lines := 0
		for line := range strings.Lines(script) {
			if lines++; lines > 20 {
				break
			}
			if errors.Is(c.Do(strings.TrimRight(line, "\n")), ErrQuit) {
				break
			}
		}
		_, err := s.GoTo(0)
		require.NoError(t, err)
		require.Zero(t, s.Tick())
	})
}

// "run" is what other debuggers have for continue.
func TestRunIsContinue(t *testing.T) {
	var want string
	for _, line := range []string{"continue", "run"} {
		var out bytes.Buffer
		require.NoError(t, New(session(t, "race", false), &out).Do(line), line)
		require.NotEmpty(t, out.String())
		if want == "" {
			want = out.String()
		}
		require.Equal(t, want, out.String())
	}
}
