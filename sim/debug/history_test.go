package debug

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// looping executes about five instructions n times, in each of two waves, and stores.
func looping(n int) string {
	return fmt.Sprintf(`
	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 s10, %d
loop:
	v_add_u32 v2, v2, v1
	global_store_dword v1, v2, s[2:3]
	s_sub_u32 s10, s10, 1
	s_cmp_lg_u32 s10, 0
	s_cbranch_scc1 loop
	s_endpgm
`, n)
}

// However long a program has run, a step back runs from a state nearby, and the states are few.
func TestGoingBackRunsFromAStateNearby(t *testing.T) {
	defer func(n uint64, c time.Duration) { closest, costly = n, c }(closest, costly)
	closest, costly = 64, 0
	for name, opts := range modes(t) {
		t.Run(name, func(t *testing.T) {
			opts.Check = false
			s := open(t, looping(3000), kernelFile, opts)
			stop := s.Continue()
			require.Equal(t, Ended, stop.Reason)
			end := s.Tick()
			require.Greater(t, end, uint64(30_000))
			h := &s.m.history
			require.Less(t, len(h.shots), 60)
			// With a clock states are kept between its windows.
			window := map[bool]uint64{true: 600}[s.Timed()]
			for _, ago := range []uint64{1, 2, 5, 100, 1000, 10_000, 25_000, 10} {
				now := s.Tick()
				tick := end - ago
				if ago == 10 {
					tick = now - ago
				}
				from := h.shots[h.before(tick)].tick
				require.LessOrEqual(t, tick-from, max(closest, (end-from)/apart)+2*closest+window, "%d ago", ago)
				_, err := s.GoTo(tick)
				require.NoError(t, err)
				require.Equal(t, tick, s.Tick())
				// The next step back is a short one.
				require.LessOrEqual(t, tick-h.shots[h.before(tick-1)].tick, 2*closest+window, "%d ago", ago)
			}
		})
	}
}

// What is gone back to after others were changed is what was there before.
func TestSnapshotsOfOtherHistoriesComeBack(t *testing.T) {
	for name, opts := range modes(t) {
		t.Run(name, func(t *testing.T) {
			s := open(t, kernel, kernelFile, opts)
			s.StopOn(NoFindings)
			at := func(tick uint64) string {
				_, err := s.GoTo(tick)
				require.NoError(t, err)
				return digest(t, s)
			}
			change := func(text string, v byte) {
				p, err := s.ParsePlace(WaveID{0, 0}, text)
				require.NoError(t, err)
				require.NoError(t, s.Write(p, []byte{v, 0, 0, 0}))
			}
			at(30)
			change("s10", 2)
			one := at(60)
			s.Snapshot("one")
			at(25)
			change("v9[3]", 7)
			two := at(70)
			s.Snapshot("two")
			require.NotEqual(t, one, two)
			for _, x := range []struct{ name, want string }{{"one", one}, {"two", two}, {"two", two}, {"one", one}} {
				_, err := s.Restore(x.name)
				require.NoError(t, err)
				require.Equal(t, x.want, digest(t, s), x.name)
				s.Continue()
			}
		})
	}
}

// The end of a program is a place to come back to, too: that of one that runs through, and of one
// with a fault.
func TestSnapshotsOfTheEndComeBack(t *testing.T) {
	for _, text := range []string{kernel, strings.Replace(kernel, "v_add_f32", "s_mov_b32 s1, 7\nv_add_f32", 1)} {
		for name, opts := range modes(t) {
			t.Run(name, func(t *testing.T) {
				s := open(t, text, kernelFile, opts)
				s.StopOn(NoFindings)
				want := s.Continue()
				require.Equal(t, text != kernel, want.Fault != nil)
				end, tick := digest(t, s), s.Tick()
				s.Snapshot("end")
				for _, ago := range []uint64{1, 20, tick} {
					_, err := s.GoTo(tick - ago)
					require.NoError(t, err)
					p, err := s.ParsePlace(idOf(s.Next()), "v9")
					require.NoError(t, err)
					require.NoError(t, s.Write(p, []byte{1, 2, 3, 4}))
					for range 2 {
						stop, err := s.Restore("end")
						require.NoError(t, err)
						require.Equal(t, want.Reason, stop.Reason)
						require.True(t, s.Ended())
						require.Equal(t, tick, s.Tick())
						require.Equal(t, end, digest(t, s), "%d instructions ago", ago)
					}
				}
			})
		}
	}
}

var insts = flag.Int("insts", 1_000_000, "instructions of BenchmarkBack")

// BenchmarkBack reports what a run takes in the debugger, and a step back at its end.
func BenchmarkBack(b *testing.B) {
	for name, opts := range modes(b) {
		b.Run(name, func(b *testing.B) {
			defer func(n uint64, c time.Duration) { closest, costly = n, c }(closest, costly)
			closest, costly = 1<<14, 8
			opts.Check, opts.MaxInsts = false, 1<<40
			for b.Loop() {
				s := open(b, looping(*insts/10), kernelFile, opts)
				begin := time.Now()
				s.Continue()
				b.ReportMetric(time.Since(begin).Seconds(), "run-s")
				worst, size := time.Duration(0), 0
				const steps = 50
				begin = time.Now()
				for range steps {
					one := time.Now()
					_, err := s.BackAny(1)
					require.NoError(b, err)
					worst = max(worst, time.Since(one))
				}
				for _, x := range s.m.history.shots {
					size += x.state.Size()
				}
				b.ReportMetric(time.Since(begin).Seconds()/steps, "back-s")
				b.ReportMetric(worst.Seconds(), "worst-s")
				b.ReportMetric(float64(len(s.m.history.shots)), "states")
				b.ReportMetric(float64(size)/1e6, "MB")
				b.ReportMetric(0, "ns/op")
				s.Close()
			}
		})
	}
}
