package explain_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/explain"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// open begins a session of a text whose registers an object in JSON sets.
func open(t *testing.T, gpu, text, registers string) *debug.Session {
	t.Helper()
	target, err := isa.FindTarget(gpu)
	require.NoError(t, err)
	f, err := launch.Parse(strings.NewReader(fmt.Sprintf(`{"gpu": %q, "buffers": [{"name": "a", "size": 256}],
		"launches": [{"grid": [64], "group": [64], "dynamic_lds": 1024, "registers": %s}]}`, gpu, registers)))
	require.NoError(t, err)
	f.Code = "text"
	o, raw, _, err := run.TextObject("text", []byte(text+"\ns_endpgm\n"), target, launch.Text{})
	require.NoError(t, err)
	s, err := debug.Open(debug.Config{File: f, Object: o, Raw: raw,
		Options: sim.Options{Check: true, Count: true, Policy: waitcnt.Late{}}})
	require.NoError(t, err)
	s.StopOn(debug.NoFindings)
	t.Cleanup(s.Close)
	return s
}

// step executes an instruction.
func step(t *testing.T, s *debug.Session) *explain.Step {
	t.Helper()
	b, err := explain.Look(s, s.Next())
	require.NoError(t, err)
	stop, err := s.StepAny()
	require.NoError(t, err)
	x, err := b.Done(s, &stop)
	require.NoError(t, err)
	return x
}

// The tables that a reader sees, worked out by hand.
func TestAnInstructionIsExplainedByLane(t *testing.T) {
	for _, c := range []struct{ name, gpu, text, registers, want string }{
		{"lanes with the same values are one", "gfx900", "v_cmp_lt_f32 vcc, v0, v1",
			`{"v0": {"f32": [1.5, 3]}, "v1": {"f32": ["2 x 64"]}, "exec": "0xff", "vcc": "0xff00"}`, `
  lanes     in v0         in v1       out vcc
  0         3fc00000 1.5  40000000 2  1
  1         40400000 3    40000000 2  0
  2-7       00000000 0    40000000 2  1
  8-15 off  00000000 0    40000000 2  0
  16-63 off

  vcc       000000000000ff00 -> 00000000000000fd
`},
		{"a carry in and out", "gfx803", "v_addc_u32 v1, vcc, v2, v2, vcc", `{"v2": "0x80000000", "vcc": 1, "exec": 3}`, `
  lanes  in v2                in vcc  out v1      out vcc
  0      80000000 2147483648  1       00000001 1  1
  1      80000000 2147483648  0       00000000 0  1
  2-63 off

  vcc       0000000000000001 -> 0000000000000003
`},
		{"scalars and SCC", "gfx600", "s_sub_u32 s2, s0, s1", `{"s0": 1, "s1": 2, "s2": 9}`,
			`  reads     s0 = 00000001 1
  reads     s1 = 00000002 2
  s2        00000009 9 -> ffffffff 4294967295
  scc       0 -> 1
`},
		{"doubles are one number", "gfx700", "v_add_f64 v[0:1], v[2:3], v[2:3]", `{"v[2:3]": {"f64": ["1.25 x 64"]}}`, `
  lanes  in v[2:3]              out v[0:1]
  0-63   3ff4000000000000 1.25  4004000000000000 2.5
`},
		{"lanes that an instruction reads whatever EXEC says", "gfx900", "v_readlane_b32 s0, v1, 63", `{"v1": [5], "exec": 0}`, `
  lanes  in v1
  0      00000005
  1-63   00000000

  s0        00000000 -> 00000000
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			require.NoError(t, step(t, open(t, c.gpu, c.text, c.registers)).Write(&b, ^uint64(0)))
			require.Contains(t, b.String(), c.want)
			require.True(t, strings.HasSuffix(b.String(), c.want), "nothing follows:\n%s", b.String())
		})
	}
}

// A load and a store change what they change when they return; the counters, what is in flight, and
// a missing wait say so until then.
func TestWhatIsInFlightIsShownUntilItReturns(t *testing.T) {
	s := open(t, "gfx900", `ds_write_b32 v0, v1 offset:8
		ds_read_b32 v2, v0 offset:8
		v_mov_b32 v3, v2
		s_waitcnt lgkmcnt(0)
		global_store_dword v0, v2, s[0:1]
		s_waitcnt vmcnt(0)`, `{"v0": {"u32": ["0..252 step 4"]}, "v1": 7, "m0": -1, "s[0:1]": "buffer:a"}`)
	write, read := step(t, s), step(t, s)
	require.Equal(t, []explain.Counter{{Name: "lgkmcnt", Old: 0, New: 1}}, write.Counters)
	require.Equal(t, []explain.Counter{{Name: "lgkmcnt", Old: 1, New: 2}}, read.Counters)
	require.Len(t, read.InFlight, 2)
	require.Contains(t, read.InFlight[1], "to v2")
	require.Empty(t, write.Memory)
	for _, c := range read.Columns {
		require.False(t, c.Out, "it has not returned")
	}
	early := step(t, s)
	require.Len(t, early.Findings, 1)
	require.Contains(t, early.Findings[0], "v2")
	wait := step(t, s)
	require.Equal(t, []explain.Memory{{Name: "lds", Offset: 8, Bytes: 256, Old: "00000000", New: "00000007"}}, wait.Memory)
	require.Equal(t, []string{"00000007"}, wait.Lanes[0].Values)
	require.Equal(t, "0-63", wait.Lanes[0].Lanes)
	require.Equal(t, []explain.Counter{{Name: "lgkmcnt", Old: 2, New: 0}}, wait.Counters)
	require.Empty(t, step(t, s).Memory)
	require.Equal(t, []explain.Memory{{Name: "a", Offset: 0, Bytes: 256, Old: "00000000", New: "00000007"}}, step(t, s).Memory)
}

// Whatever an instruction changes is shown: a sample of all forms, on random registers.
func TestEachChangeIsShown(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, g := range isa.Gens() {
		target := g.Target()
		var text []string
		for _, f := range target.Forms() {
			switch f.Desc.Do.(type) {
			case isa.Vector, isa.Scalar:
				if rnd.IntN(8) > 0 || f.Desc.Writes("pc") {
					continue
				}
				in := isa.Inst{Form: f}
				for i, a := range f.Args {
					o := isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords()), Code: uint16(4 * i)}
					if a.File == 'v' || a.Role == 'd' && f.Fmt != isa.VOP3 && f.Fmt != isa.VOPC {
						o.Code = isa.CodeVGPR + uint16(4*i)
					}
					in.Ops[in.NOps] = o
					in.NOps++
				}
				code, err := isa.Encode(&in)
				if err != nil {
					continue
				}
				if d, err := target.Decode(code); err == nil && isa.Executable(&d) == nil {
					text = append(text, d.String())
				}
			}
		}
		require.Greater(t, len(text), 30, "%v", g)
		registers := []string{`"exec": "0xff00ff"`, `"vcc": "0x123456789abcdef"`}
		for r := range 16 {
			registers = append(registers, fmt.Sprintf(`"s%d": %q`, r, fmt.Sprint(rnd.Uint32())))
			var lanes []string
			for range isa.Lanes {
				lanes = append(lanes, fmt.Sprint(rnd.Uint32()))
			}
			registers = append(registers, fmt.Sprintf(`"v%d": [%s]`, r, strings.Join(lanes, ",")))
		}
		s := open(t, target.Name, strings.Join(text, "\n"), "{"+strings.Join(registers, ",")+"}")
		for range text {
			w := s.Next()
			require.NotNil(t, w, "%v: it ended", g)
			old, oldS, oldSCC := *w.V, w.S, w.SCC
			x := step(t, s)
			require.Empty(t, x.Fault)
			w, _ = s.Wave(debug.WaveID{})
			for v := range w.V {
				for l, bits := range w.V[v] {
					if bits == old[v][l] {
						continue
					}
					require.Equal(t, fmt.Sprintf("%08x", bits), shown(t, g, x, v, l), "%v %s: v%d lane %d", g, x.Text, v, l)
				}
			}
			for code := range uint16(isa.CodeZero) {
				if w.S[code] != oldS[code] {
					require.True(t, slices.ContainsFunc(x.Changes, func(c explain.Change) bool {
						first, n, err := isa.ParseReg(g, c.Name)
						return err == nil && code >= first && int(code) < int(first)+n
					}), "%v %s: scalar %d", g, x.Text, code)
				}
			}
			if w.SCC != oldSCC {
				require.Contains(t, fmt.Sprint(x.Changes), "{scc ", x.Text)
			}
		}
	}
}

// shown is what a step says a lane of a vector register holds after it.
func shown(t *testing.T, g isa.Gen, x *explain.Step, reg, lane int) string {
	t.Helper()
	for _, l := range x.Lanes {
		if !in(l.Lanes, lane) || l.Values == nil {
			continue
		}
		for i, c := range x.Columns {
			code, n, err := isa.ParseReg(g, c.Name)
			at := isa.CodeVGPR + uint16(reg)
			if err != nil || !c.Out || at < code || int(at) >= int(code)+n {
				continue
			}
			bits, _, _ := strings.Cut(l.Values[i], " ")
			word := int(code) + n - 1 - int(at) // the highest register is printed first
			return bits[8*word:][:8]
		}
	}
	return "nothing"
}

// in reports whether a list like "0-3,7" has a number.
func in(list string, n int) bool {
	for part := range strings.SplitSeq(list, ",") {
		a, b, two := strings.Cut(part, "-")
		first, _ := strconv.Atoi(a)
		last := first
		if two {
			last, _ = strconv.Atoi(b)
		}
		if n >= first && n <= last {
			return true
		}
	}
	return false
}
