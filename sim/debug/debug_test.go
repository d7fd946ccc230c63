package debug

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// open begins a session of assembly text for gfx900 with the rest of a launch file's JSON.
func open(t testing.TB, text, file string, opts sim.Options) *Session {
	t.Helper()
	s, err := tryOpen(t, text, file, opts)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

func tryOpen(t testing.TB, text, file string, opts sim.Options) (*Session, error) {
	path := filepath.Join(t.TempDir(), "k.s")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	f, err := launch.Parse(strings.NewReader(file))
	require.NoError(t, err)
	f.Code = path
	o, raw, err := run.Code(f)
	require.NoError(t, err)
	return Open(Config{File: f, Object: o, Raw: raw, Options: opts})
}

// kernel has two waves that meet at barriers and share LDS, a loop, and scalar and vector memory
// operations in flight.
const kernel = `
	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 m0, -1
	s_mov_b32 s10, 3
	v_mov_b32 v9, 1.0
loop:
	s_load_dwordx2 s[12:13], s[0:1], 0x10
	global_load_dword v2, v1, s[0:1]
	global_load_dword v3, v1, s[0:1] offset:4
	ds_write_b32 v1, v9
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	v_xor_b32 v4, 4, v1
	ds_read_b32 v5, v4
	v_add_u32 v2, v2, v3
	v_add_u32 v2, s12, v2
	s_waitcnt lgkmcnt(0)
	v_add_f32 v9, v9, v5
	s_barrier
	global_store_dword v1, v2, s[2:3]
	s_sub_u32 s10, s10, 1
	s_cmp_lg_u32 s10, 0
	s_cbranch_scc1 loop
	global_store_dword v1, v9, s[2:3] offset:1024
	s_endpgm
`

const kernelFile = `{"gpu": "gfx900", "buffers": [
	{"name": "in", "size": 4096, "fill": "0x05"}, {"name": "out", "size": 8192}],
	"launches": [{"entry": 0, "grid": [256], "group": [128], "dynamic_lds": 1024,
	"registers": {"s[0:1]": "buffer:in", "s[2:3]": "buffer:out", "v0": "local_id"}}]}`

// modes are the options of both modes.
func modes(t testing.TB) map[string]sim.Options {
	c, err := chip.Lookup("vega10")
	require.NoError(t, err)
	return map[string]sim.Options{
		"functional": {Check: true},
		"timing":     {Timing: &sim.TimingOptions{Chip: c}},
	}
}

// digest is a sum of all that a program can see, and of what is in flight.
func digest(t testing.TB, s *Session) string {
	h := sha256.New()
	for _, w := range s.Waves() {
		fmt.Fprintln(h, w.Num, w.ID, w.S, w.SCC, w.Mode, w.State, w.Insts, w.Waits, w.PC(), w.VWritten, w.SWritten, w.Counters)
		fmt.Fprintln(h, Outstanding(w))
		require.NoError(t, binary.Write(h, binary.LittleEndian, w.V))
		h.Write(w.Group().LDS.Bytes())
	}
	if n := s.Next(); n != nil {
		fmt.Fprintln(h, idOf(n), n.Clock())
	}
	for _, name := range []string{"in", "out"} {
		if rg, ok := s.buffer(name); ok {
			b := make([]byte, rg.Size())
			require.NoError(t, s.m.out.Device.Mem.Read(rg.Base, b))
			h.Write(b)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

var states = flag.Uint64("states", 5, "so many instructions apart states are kept; 0: as outside of tests")

// The programs of these tests are short: states are kept closer to one another, so that going back
// uses many.
func TestMain(m *testing.M) {
	flag.Parse()
	if *states > 0 {
		closest, costly = *states, 0
	}
	collector.Rarely(m)
}

var long = flag.Bool("long", false, "take 10,000 random steps instead of 500")

// However one steps back and forth, what has been seen at a place of the history is there again, and
// the end is that of a run without a debugger.
func TestStepsBackAndForthEndInTheSameState(t *testing.T) {
	steps := 500
	switch {
	case *long:
		steps = 10_000
	case testing.Short():
		steps = 200
	}
	for name, opts := range modes(t) {
		t.Run(name, func(t *testing.T) {
			s := open(t, kernel, kernelFile, opts)
			s.StopOn(NoFindings)
			r := rand.New(rand.NewPCG(1, 2))
			seen := []string{digest(t, s)} // by tick
			for range steps {
				var err error
				before := s.Tick()
				switch waves := s.Waves(); {
				case before > 0 && (s.Ended() || r.IntN(3) == 0):
					_, err = s.BackAny(1 + r.Uint64N(min(before, 40)))
				case s.Ended():
				case r.IntN(3) == 0:
					w := waves[r.IntN(len(waves))]
					if s.CanStep(w) == nil {
						_, err = s.Step(idOf(w))
					}
				default:
					_, err = s.StepAny()
				}
				require.NoError(t, err)
				at := s.Tick()
				if at > before {
					seen = seen[:before+1]
					for uint64(len(seen)) < at { // with a clock a step may be several instructions
						seen = append(seen, "")
					}
					seen = append(seen, digest(t, s))
					continue
				}
				if now := digest(t, s); seen[at] != "" {
					require.Equal(t, seen[at], now, "after %d instructions", at)
				} else {
					seen[at] = now
				}
			}
			for !s.Ended() {
				_ = s.Continue()
			}
			require.Nil(t, s.Outcome().Fault)
			end := make([]byte, 2048)
			out := s.Outcome().Buffers["out"]
			require.NoError(t, s.Outcome().Device.Mem.Read(out.Base, end))
			opts.Deterministic = opts.Timing == nil // the work-groups race
			plain, err := run.Object(s.cfg.File, s.cfg.Object, s.cfg.Raw, opts)
			require.NoError(t, err)
			want := make([]byte, 2048)
			require.NoError(t, plain.Device.Mem.Read(out.Base, want))
			require.Equal(t, want, end)
		})
	}
}

// policies are ways in which operations return.
var policies = []string{"late", "asap", "random:1", "random:77", "order:1,0,3,2", "order:2@9,late"}

// A work-group with operations in flight that is gone back to has the same end under every policy,
// and it is that of a run without a debugger.
func TestRestoreOfARunningGroupHasTheSameEnd(t *testing.T) {
	configs := map[string]sim.Options{"timing": modes(t)["timing"]}
	for _, p := range policies {
		policy, err := waitcnt.ParsePolicy(p)
		require.NoError(t, err)
		configs[p] = sim.Options{Policy: policy, Check: true}
	}
	for name, opts := range configs {
		t.Run(name, func(t *testing.T) {
			s := open(t, kernel, kernelFile, opts)
			s.StopOn(NoFindings)
			var outstanding, marks int
			var ends []string
			for tick := uint64(5); tick < 120; tick += 11 {
				_, err := s.GoTo(tick)
				require.NoError(t, err)
				at := digest(t, s)
				s.Snapshot("here")
				for _, w := range s.Waves() {
					outstanding += len(w.Counters.Ops())
				}
				for range 2 {
					require.Equal(t, at, digest(t, s))
					for !s.Ended() {
						s.Continue()
					}
					ends = append(ends, digest(t, s))
					_, err = s.Restore("here")
					require.NoError(t, err)
				}
				marks++
			}
			require.Greater(t, marks, 9)
			if name != "asap" {
				require.NotZero(t, outstanding, "operations were in flight")
			}
			whole := open(t, kernel, kernelFile, opts)
			whole.StopOn(NoFindings)
			for !whole.Ended() {
				whole.Continue()
			}
			for _, e := range ends {
				require.Equal(t, digest(t, whole), e)
			}
		})
	}
}

// Who names the last write: no later instruction has changed the place.
func TestWhoNamesTheLastWrite(t *testing.T) {
	for name, opts := range modes(t) {
		t.Run(name, func(t *testing.T) {
			s := open(t, kernel, kernelFile, opts)
			s.StopOn(NoFindings)
			_, err := s.GoTo(100)
			require.NoError(t, err)
			id := WaveID{0, 1}
			var places []Place
			for _, name := range []string{"v1[0]", "v2[17]", "v3[63]", "v4[5]", "v5[5]", "v9[5]", "s10", "s12", "s13", "scc",
				"lds[0:4]", "lds[512:4]", "out[4:4]", "out[256:4]", "out[1028:4]"} {
				p, err := s.ParsePlace(id, name)
				require.NoError(t, err)
				places = append(places, p)
			}
			values := func() (list []string) {
				for _, p := range places {
					b, err := s.Read(p)
					require.NoError(t, err)
					list = append(list, fmt.Sprintf("%x", b))
				}
				return list
			}
			writers := make([]*Writer, len(places))
			for i, p := range places {
				writers[i], err = s.Who(p)
				require.NoError(t, err)
			}
			// The last changes, by looking at each place before each instruction.
			changed := make([]int, len(places))
			_, err = s.GoTo(0)
			require.NoError(t, err)
			last := values()
			for tick := 1; tick <= 100; tick++ {
				_, err := s.StepAny()
				require.NoError(t, err)
				require.EqualValues(t, tick, s.Tick())
				now := values()
				for i := range now {
					if now[i] != last[i] {
						changed[i] = tick
					}
				}
				last = now
			}
			exact := 0
			for i, w := range writers {
				if w == nil {
					require.Zero(t, changed[i], places[i].Name)
					continue
				}
				require.False(t, w.User)
				require.LessOrEqual(t, changed[i], int(w.Tick)+1, "%s: %v", places[i].Name, w.Writer)
				if changed[i] == int(w.Tick)+1 {
					exact++
				}
			}
			require.Greater(t, exact, 5, "%v", changed)
		})
	}
}

// Breakpoints that stop once go when they have stopped, all of those that did, and no others.
func TestBreakpointsThatStopOnceGo(t *testing.T) {
	s := open(t, kernel, kernelFile, sim.Options{})
	var stay []*Breakpoint
	for i := range 6 {
		b, err := s.Break("loop", "")
		require.NoError(t, err)
		if b.Once = i != 2; !b.Once {
			stay = append(stay, b)
		}
	}
	later, err := s.Break("loop", "s10 == 1")
	require.NoError(t, err)
	later.Once = true
	require.Len(t, s.Continue().Points, 6)
	require.Equal(t, append(stay, later), s.Breakpoints())
	require.Equal(t, stay, s.Continue().Points)
}

// A step of a wave that waits for a global resource lets the others go on; where nobody can, it ends
// with the fault of a run.
func TestStepsOfAWaveThatWaitsForAResource(t *testing.T) {
	const file = `{"gpu": "gfx900", "buffers": [{"name": "in", "size": 4}, {"name": "out", "size": 4}], "launches": [
		{"entry": 0, "grid": [128], "group": [128], "registers": {"s8": "wave", "m0": "0"}}]}`
	for text, gives := range map[string]bool{"ds_gws_sema_v gds": true, "s_nop 0": false} {
		s := open(t, "s_cmp_eq_u32 s8, 0\ns_cbranch_scc0 other\nds_gws_sema_p gds\ns_endpgm\nother:\n"+text+"\ns_endpgm\n", file,
			sim.Options{})
		at := map[uint64]string{s.Tick(): digest(t, s)}
		for range 20 {
			stop, err := s.Step(WaveID{0, 0})
			if at[s.Tick()] = digest(t, s); s.Ended() {
				require.Equal(t, !gives, stop.Reason == OnFault)
				require.NotEqual(t, gives, stop.Fault != nil)
				break
			}
			if err != nil { // wave 0 has ended
				require.True(t, gives)
				stop = s.Continue()
				require.Equal(t, Ended, stop.Reason)
				break
			}
		}
		require.True(t, s.Ended())
		last := s.Tick()
		for tick := last - 1; tick < last; tick-- {
			if want, seen := at[tick]; seen {
				_, err := s.GoTo(tick)
				require.NoError(t, err)
				require.Equal(t, want, digest(t, s), tick)
			}
		}
	}
}
