package simtest

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// recorder is a test whose failures are kept: the line at which the test itself called, and the text.
type recorder struct {
	testing.TB
	helpers map[string]bool
	lines   []int
	texts   []string
}

func (r *recorder) Helper() { r.helpers[callers()[0].Function] = true }

func (r *recorder) Errorf(format string, args ...any) {
	for _, f := range callers() {
		if !r.helpers[f.Function] && !strings.Contains(f.Function, "(*recorder)") {
			r.lines = append(r.lines, f.Line)
			break
		}
	}
	r.texts = append(r.texts, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic("fatal")
}

// callers are the functions that called the caller's.
func callers() (list []runtime.Frame) {
	var pcs [50]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if list = append(list, f); !more {
			return list
		}
	}
}

// here is the line of its caller.
func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

// What does not hold is a failure at the test's own line, with the lanes, what they hold and what
// they should; what holds is none.
func TestExpectationsThatFailNameLineAndLanes(t *testing.T) {
	r := &recorder{TB: t, helpers: map[string]bool{}}
	m := New(r, isa.GCN14, Waves(2))
	m.Asm("v_add_f32 v2, v0, v1\nds_write_b32 v3, v0\ns_waitcnt lgkmcnt(0)")
	m.Set("v0", func(lane int) float32 { return float32(lane) }).Set("v1", float32(0.5)).Set("s[4:5]", uint64(1)<<32)
	m.Set("v3", func(lane int) int { return 4 * lane })
	require.NoError(t, m.Run())

	m.Expect("v2", func(lane int) float32 { return float32(lane) + 0.5 }).Expect("v2", []float32{0.5, 1.5})
	m.Expect("s[4:5]", uint64(1)<<32).Expect("scc", false)
	m.Wave(1).Expect("v1", 0.5)
	m.ExpectState(`{"registers": {"v2": {"f32": "0.5..63.5"}, "s[4:5]": "0x100000000"}, "lds": {"f32": "0..63"}}`)
	require.Empty(t, r.texts)

	line := here() + 1
	m.Wave(1).Expect("v2", []float32{0.5, 7, 2.5})
	m.Expect("s4", 3)
	m.Expect("v0", 99)
	m.ExpectState(`[{"wave": 1, "registers": {"v2": {"f32 ulp 2": "0..63"}}}, {"lds": {"f32": [1]}}]`)
	require.Equal(t, []int{line, line + 1, line + 1, line + 2, line + 2, line + 3, line + 3}, r.lines)
	require.Equal(t, "simtest: v2 of wave 1 is not what is expected:\n  lane 1: got 1.5 (0x3fc00000), want 7 (0x40e00000)", r.texts[0])
	require.Contains(t, r.texts[1], "s4 of wave 0 is not what is expected:\n  got 0 (0x00000000), want 3 (0x00000003)")
	require.Contains(t, r.texts[3], "lane 7: got 1088421888 (0x40e00000), want 99 (0x00000063)\n  and 56 lanes more")
	require.Contains(t, r.texts[5], "v2")
	require.Contains(t, r.texts[5], "lane 0")
	require.Contains(t, r.texts[6], "LDS")

	// So are mistakes of the test.
	for _, f := range []func(){
		func() { m.Set("q0", 1) },
		func() { m.U32("v[0:1]") },
		func() { m.LanesF32("s") },
		func() { m.Buffer(true) },
		func() { m.ExpectState("{}") },
		func() { m.Asm("s_bogus") },
		func() { New(r, isa.GCN12, Policy("soon")) },
		func() { m.Wave(7) },
	} {
		r.lines = nil
		_, line := funcLine(f)
		require.Equal(t, "fatal", catch(f))
		require.Equal(t, []int{line}, r.lines, "%s", r.texts[len(r.texts)-1])
	}
}

// funcLine is where a function of one line is.
func funcLine(f func()) (string, int) {
	return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).FileLine(reflect.ValueOf(f).Pointer())
}

func TestExpectationsThatMeanNothingAreMistakes(t *testing.T) {
	for want, f := range map[string]func(m *Machine){
		"expect v0: 65 values":   func(m *Machine) { m.Expect("v0", make([]int, 65)) },
		"unknown register":       func(m *Machine) { m.Expect("q0", 1) },
		"it expects nothing":     func(m *Machine) { m.ExpectState(`{}`) },
		"expect {\"registers\"":  func(m *Machine) { m.ExpectState(`{"registers": {"v0": "x"}}`) },
		"its values end at byte": func(m *Machine) { m.ExpectState(`{"lds": {"u32": "0 x 100000"}}`) },
		"invalid":                func(m *Machine) { m.ExpectState(`{"registers": {"v0": 1}}}], "launches": [{`) },
	} {
		text := catch(func() { m := New(nil, isa.GCN12); m.Asm("s_nop 0"); f(m) })
		require.Contains(t, text, "simtest: ")
		if want != "invalid" {
			require.Contains(t, text, want)
		}
	}
}
