package hostcode_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
	"github.com/gcnsim/gcnsim/sim/internal/testcase"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Whole random programs leave the same in each tier, with checks and without, up to any number of
// instructions: loops in loops, lanes that leave them, memory of all kinds, calls, faults in the middle.
func TestProgramsAgree(t *testing.T) {
	n := 4
	if *long {
		n = 4000
	}
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
		t.Run(g.String(), func(t *testing.T) {
			var insts, hosted, faults, findings uint64
			var rounds atomic.Int64 // of several workers
			defer hostcode.OnWhole(func(times int, _ bool) { rounds.Add(int64(times)) })()
			inst := newGenerator(uint64(g)+7, g)
			x := &testcase.Programs{Gen: g, Faults: true}
			for i := range n {
				x.Rand = rand.New(rand.NewPCG(uint64(i), uint64(g)))
				inst.Rand = x.Rand
				if x.Inst = nil; x.IntN(2) == 0 {
					x.Inst = func() string { return inst.inst(t, g) }
				}
				x.Tidy = x.IntN(3) == 0
				src, l := x.Next()
				p, err := asm.Code(g, src)
				require.NoError(t, err, src)
				l.Options = sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, Check: x.IntN(3) == 0, MaxInsts: 300000}
				if x.IntN(4) == 0 {
					l.Options.MaxInsts = 3000 + x.Int64N(40000)
				}
				if x.IntN(4) == 0 {
					l.Options.Policy = []waitcnt.Policy{waitcnt.Asap{}, &waitcnt.Random{Seed: uint64(i)}, waitcnt.Late{}}[x.IntN(3)]
				}
				want := program(t, g, p.Code, l, "go")
				insts += want.Total
				findings += uint64(len(want.Findings))
				if want.Fault != "" {
					faults++
				}
				for k, tier := range tiers(t) {
					if l.Options.Workers = 1; x.Tidy && want.Fault == "" && l.Options.Policy == nil {
						l.Options.Workers += (i + k) % 2 // nothing depends on the order of work-groups
					}
					got := program(t, g, p.Code, l, tier)
					hosted += got.direct
					got.direct = 0
					require.True(t, want.equal(&got), "program %d, %s, %+v: %s\n%s", i, tier, l.Options, want.differs(&got), src)
				}
			}
			t.Log(insts, "instructions,", hosted, "memory operations and", rounds.Load(), "rounds of whole paths in host code,", faults, "faults,", findings, "findings")
		})
	}
}

// program runs a program of [testcase.Programs] on a tier.
func program(t testing.TB, g isa.Gen, code []byte, l sim.Launch, tier string) outcome {
	d := sim.NewDevice(g)
	buf, err := d.Mem.Map("buffer", testcase.ProgramBuffer, testcase.ProgramBytes)
	require.NoError(t, err)
	return rememberOn(t, d, buf, code, l, tier)
}

// Launches one after the other leave the same in each tier, whatever happens to memory between them: it is
// kept and brought back, mapped anew, made read-only, compared with from now on. Devices share programs,
// which are hot in the later launches; in some of them hooks see each instruction.
func TestLaunchesInARowAgree(t *testing.T) {
	n := 1
	if *long {
		n = 800
	}
	const codeAt = 0x10000
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
		t.Run(g.String(), func(t *testing.T) {
			hosted, hooked := uint64(0), 0
			for i := range n {
				for _, tier := range tiers(t) {
					x := &testcase.Programs{Rand: rand.New(rand.NewPCG(uint64(i), uint64(g)+5)), Gen: g}
					inst := newGenerator(uint64(i), g)
					inst.Rand = x.Rand
					if x.IntN(3) == 0 {
						x.Inst = func() string { return inst.inst(t, g) }
					}
					var codes [2][]byte
					var launches [2]sim.Launch
					var srcs [2]string
					for k := range codes {
						x.Faults, x.Tidy = x.IntN(3) == 0, x.IntN(2) == 0
						srcs[k], launches[k] = x.Next()
						p, err := asm.Code(g, srcs[k])
						require.NoError(t, err, srcs[k])
						codes[k] = p.Code
					}
					shared := new(sim.Programs) // of the tier's devices
					devices := map[string][]*sim.Device{}
					bufs := map[*sim.Device]*mem.Range{}
					kept := map[*sim.Device]*mem.Snapshot{}
					for _, how := range []string{"go", tier} {
						for range 2 {
							d := sim.NewDevice(g)
							buf, err := d.Mem.Map("buffer", testcase.ProgramBuffer, testcase.ProgramBytes)
							require.NoError(t, err)
							_, err = d.Mem.Map("code", codeAt, 1<<16)
							require.NoError(t, err)
							devices[how], bufs[d] = append(devices[how], d), buf
						}
					}
					for round := range 5 {
						which, k, event := x.IntN(2), x.IntN(3)/2, x.IntN(8)
						l := launches[k]
						l.Options = sim.Options{Workers: 1, Keep: x.IntN(2) == 0, Count: true, CountHost: true, Check: x.IntN(4) == 0, MaxInsts: 60000}
						if x.IntN(4) == 0 {
							l.Options.MaxInsts = 1000 + x.Int64N(20000)
						}
						hook := x.IntN(4) == 0
						var outcomes [2]outcome
						var seen [2]uint64
						var changes [2][]mem.Span
						for j, how := range []string{"go", tier} {
							d := devices[how][which]
							buf := bufs[d]
							switch event {
							case 0:
								d.Mem.ResetChanges()
							case 1:
								kept[d] = d.Mem.Snapshot()
							case 2:
								if s := kept[d]; s != nil {
									require.NoError(t, d.Mem.Restore(s))
								}
							case 3:
								if kept[d] == nil {
									require.NoError(t, d.Mem.Unmap(buf))
									var err error
									buf, err = d.Mem.Map("again", testcase.ProgramBuffer, testcase.ProgramBytes)
									require.NoError(t, err)
									bufs[d] = buf
								}
							case 4:
								buf.SetReadOnly(!buf.ReadOnly())
							case 5:
								l.LDS, l.InitLDS = 1024, nil
							}
							require.NoError(t, d.Mem.Write(codeAt, codes[k]))
							m := l
							if hook {
								at := &seen[j]
								m.Options.Hooks = &sim.Hooks{Inst: func(w *sim.Wave, _ *isa.Inst, pc uint64) { *at = *at*31 + pc + uint64(w.S[5]) }}
							}
							var err error
							m.Prog, err = map[bool]*sim.Programs{true: shared}[how != "go"].Load(sim.Image{Target: g.Target(), Base: codeAt, Bias: codeAt, Code: codes[k]})
							require.NoError(t, err)
							m.Entry, m.Options.Host = codeAt, how
							outcomes[j] = rememberRun(t, d, buf, &m)
							for _, s := range d.Mem.Changed() {
								s.Range = nil
								changes[j] = append(changes[j], s)
							}
						}
						want, got := &outcomes[0], &outcomes[1]
						if hosted += got.direct; hook {
							hooked++
						}
						want.direct, got.direct = 0, 0
						where := fmt.Sprintf("%d, %s, round %d, event %d, hook %v, device %d, %+v", i, tier, round, event, hook, which, l.Options)
						require.True(t, want.equal(got), "%s: %s\n%s", where, want.differs(got), srcs[k])
						require.Equal(t, seen[0], seen[1], where)
						require.True(t, reflect.DeepEqual(changes[0], changes[1]), where)
					}
				}
			}
			t.Log(hosted, "memory operations in host code,", hooked, "launches with hooks")
		})
	}
}

// A launch that is cancelled while host code goes round a loop is where Go is after as many instructions.
func TestCancelledLoopsAreWhereGoIs(t *testing.T) {
	n := 3
	if *long {
		n = 2000
	}
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
		t.Run(g.String(), func(t *testing.T) {
			cancelled, hosted := 0, uint64(0)
			for _, tier := range tiers(t) {
				x := newGenerator(uint64(g)+41, g)
				for range n {
					src, l, _ := x.memoryLoop(t, g)
					x.addresses(&l)
					l.Grid[0], l.Group[0] = 64, 64
					end := "s_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0\ns_cbranch_scc1 again\n"
					if !strings.Contains(src, end) {
						continue
					}
					src = strings.Replace(src, end, "s_branch again\n", 1)
					p, err := asm.Code(g, src)
					require.NoError(t, err, src)
					l.Options.Check = x.IntN(4) == 0
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(x.IntN(2000))*time.Microsecond)
					l.Options.Context = ctx
					got := remember(t, g, p.Code, l, tier)
					cancel()
					if !strings.Contains(got.Fault, context.DeadlineExceeded.Error()) || got.Total == 0 {
						continue
					}
					l.Options.Context, l.Options.MaxInsts = nil, int64(got.Total)
					want := remember(t, g, p.Code, l, "go")
					cancelled, hosted = cancelled+1, hosted+got.direct
					want.Fault, got.Fault, got.direct = "", "", 0
					require.True(t, want.equal(&got), "%s, check %v: %s\n%s", tier, l.Options.Check, want.differs(&got), src)
				}
			}
			t.Log(cancelled, "launches,", hosted, "memory operations in host code")
			require.Positive(t, cancelled)
		})
	}
}
