package sim_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// explored is a program of one work-group with one buffer of 4 KiB, whose dword i holds 0x1000+i,
// and 256 bytes of LDS whose dword i holds 0x2000+i. s[0:1] is the buffer's address, s[12:15] its
// resource, v0 four times the lane, v2 the low half of the buffer's address, v3 the high half, M0
// -1.
type explored struct {
	gen  isa.Gen
	text string
	code []byte
	base uint64
	prog *sim.Program
	seed byte // changes what memory and LDS hold
}

// codeBase is where programs of these tests lie.
const codeBase = 0x10000

func newExplored(t testing.TB, g isa.Gen, text string) *explored {
	p, err := asm.Code(g, text+"\ns_endpgm\n")
	require.NoError(t, err, text)
	prog, err := sim.NewProgram(g, codeBase, p.Code)
	require.NoError(t, err)
	return &explored{g, text, p.Code, 1 << 33, prog, 0}
}

// run executes the program on a new device.
func (x *explored) run(waves int, o sim.Options) (*sim.Explored, error) {
	d, l, err := x.launch(waves, o)
	if err != nil {
		return nil, err
	}
	r, err := d.Run(l)
	return &sim.Explored{Device: d, Launches: []*sim.Result{r}}, err
}

// launch is a new device, and the program's launch on it.
func (x *explored) launch(waves int, o sim.Options) (*sim.Device, *sim.Launch, error) {
	d := sim.NewDevice(x.gen)
	if _, err := d.Mem.Map("a", x.base, 4096); err != nil {
		return nil, nil, err
	}
	b := d.Mem.Writable(x.base, 4096)
	for i := range 1024 {
		b[4*i], b[4*i+1], b[4*i+2] = byte(i)*(2*x.seed+1), byte(0x10+i>>8), 5*x.seed
	}
	d.Mem.ResetChanges()
	lds := make([]byte, 256)
	for i := range 64 {
		lds[4*i], lds[4*i+1], lds[4*i+2] = byte(i)*(2*x.seed+1), 0x20, 3*x.seed
	}
	var v [4][isa.Lanes]uint32
	for l := range isa.Lanes {
		v[0][l], v[2][l], v[3][l] = uint32(4*l), uint32(x.base), uint32(x.base>>32)
	}
	res := mem.RawBuffer(x.base, 4096)
	return d, &sim.Launch{Prog: x.prog, Entry: codeBase, Grid: [3]uint32{uint32(64 * waves), 1, 1}, Group: [3]uint32{uint32(64 * waves), 1, 1}, LDS: 1024, InitLDS: lds,
		Registers: []sim.RegInit{
			{Code: 0, Scalar: []uint32{uint32(x.base), uint32(x.base >> 32)}},
			{Code: 12, Scalar: res[:]},
			{Code: isa.CodeM0, Scalar: []uint32{0xffffffff}},
			{Code: isa.CodeVGPR, Vector: v[:]},
		}, Options: o}, nil
}

func (x *explored) explore(t testing.TB, waves int, b sim.Exploring) *sim.Exploration {
	e, err := sim.Explore(b, sim.Options{}, func(o sim.Options) (*sim.Explored, error) { return x.run(waves, o) })
	require.NoError(t, err)
	return e
}

// under runs the program under one order and returns its waves and device.
func (x *explored) under(t testing.TB, waves int, order string) *sim.Explored {
	p, err := waitcnt.ParsePolicy(order)
	require.NoError(t, err)
	e, err := x.run(waves, sim.Options{Policy: p, Keep: true, Deterministic: true})
	require.NoError(t, err)
	return e
}

// each explores and returns, for each final state, what read reads after running the order that
// leads there.
func (x *explored) each(t testing.TB, waves int, read func(*sim.Explored) string) (list []string, e *sim.Exploration) {
	e = x.explore(t, waves, sim.Exploring{})
	require.True(t, e.Complete, e.Bounded)
	for _, s := range e.States {
		list = append(list, read(x.under(t, waves, s.Order)))
	}
	slices.Sort(list)
	return list, e
}

func scalars(regs ...int) func(*sim.Explored) string {
	return func(e *sim.Explored) string {
		var s []string
		for _, r := range regs {
			s = append(s, fmt.Sprintf("%x", e.Launches[0].State[0].Waves[0].S[r]))
		}
		return strings.Join(s, " ")
	}
}

func lane5(reg int) func(*sim.Explored) string {
	return func(e *sim.Explored) string { return fmt.Sprintf("%x", e.Launches[0].State[0].Waves[0].V[reg][5]) }
}

func dword(i int) func(*sim.Explored) string {
	return func(e *sim.Explored) string {
		b := e.Device.Mem.Slice(1<<33+uint64(4*i), 4)
		return fmt.Sprintf("%x", uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24)
	}
}

// TestEveryOrderOfReturnIsTried: the final values that each program can leave, worked out by hand
// from the rules of return (counters.md 2; cases are named after testdata/waits).
func TestEveryOrderOfReturnIsTried(t *testing.T) {
	before14 := isa.GCN10 | isa.GCN11 | isa.GCN12
	for _, c := range []struct {
		name string
		gens isa.Gen
		asm  string
		read func(*sim.Explored) string
		want []string
	}{
		{"a load that is waited for", isa.AllGens, "s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_add_u32 s5, s4, 1", scalars(4, 5), []string{"1000 1001"}},
		{"W01 no wait", isa.AllGens, "s_mov_b32 s4, 7\ns_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, 1", scalars(4, 5), []string{"1000 1001", "1000 8"}},
		{"W02 scalar loads have no order", isa.AllGens, "s_load_dword s4, s[0:1], 0x0\ns_load_dword s6, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)\ns_mov_b32 s5, s4",
			scalars(5), []string{"0", "1000"}},
		{"W03 a load returns over a newer value", isa.AllGens, "s_load_dword s4, s[0:1], 0x0\ns_mov_b32 s4, 7", scalars(4), []string{"1000", "7"}},
		{"W04 two loads to one register", isa.GCN12 | isa.GCN14, "s_load_dword s4, s[0:1], 0x0\ns_load_dword s4, s[0:1], 0x8", scalars(4), []string{"1000", "1002"}},
		{"W05 a scalar load and a store to its address", isa.GCN14, "v_mov_b32 v1, 9\ns_load_dword s4, s[0:1], 0x0\nglobal_store_dword v[2:3], v1, off\n" +
			"s_waitcnt vmcnt(0) lgkmcnt(0)", scalars(4), []string{"1000", "9"}},
		{"a scalar load and a store elsewhere", isa.GCN14, "v_mov_b32 v1, 9\ns_load_dword s4, s[0:1], 0x0\nglobal_store_dword v[2:3], v1, off offset:256\n" +
			"s_waitcnt vmcnt(0) lgkmcnt(0)", scalars(4), []string{"1000"}},
		{"W11 vector loads return in order", isa.AllGens, "buffer_load_dword v4, v0, s[12:15], 0 offen\nbuffer_load_dword v5, v0, s[12:15], 0 offen offset:4\n" +
			"s_waitcnt vmcnt(1)\nv_mov_b32 v6, v4", lane5(6), []string{"1005"}},
		{"W11 but only the older is there", isa.AllGens, "buffer_load_dword v4, v0, s[12:15], 0 offen\nbuffer_load_dword v5, v0, s[12:15], 0 offen offset:4\n" +
			"s_waitcnt vmcnt(1)\nv_mov_b32 v6, v5", lane5(6), []string{"0", "1006"}},
		{"W12 LDS and scalar loads share a counter", isa.AllGens, "ds_read_b32 v4, v0\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v5, v4",
			lane5(5), []string{"0", "2005"}},
		{"W15 GCN 1.0 reads store data late", isa.GCN10, "v_mov_b32 v1, 5\nbuffer_store_dword v1, v0, s[12:15], 0 offen\nv_mov_b32 v1, 9", dword(5), []string{"5", "9"}},
		{"W15 with its wait", isa.GCN10, "v_mov_b32 v1, 5\nbuffer_store_dword v1, v0, s[12:15], 0 offen\ns_waitcnt expcnt(0)\nv_mov_b32 v1, 9", dword(5), []string{"5"}},
		{"W15 later generations read at issue", isa.AllGens &^ isa.GCN10, "v_mov_b32 v1, 5\nbuffer_store_dword v1, v0, s[12:15], 0 offen\nv_mov_b32 v1, 9", dword(5), []string{"5"}},
		{"one unit of each of two loads", before14, "s_load_dwordx2 s[4:5], s[0:1], 0x0\ns_load_dwordx2 s[6:7], s[0:1], 0x0\ns_waitcnt lgkmcnt(2)\ns_mov_b32 s8, s4\ns_mov_b32 s9, s6",
			scalars(8, 9), []string{"0 0", "0 1000", "1000 0", "1000 1000"}},
		{"LGKM says nothing of FLAT on memory", isa.AllGens &^ isa.GCN10, "flat_load_dword v4, v[2:3]\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v5, v4", lane5(5),
			[]string{"0", "1000"}},
		{"three missing waits", isa.AllGens, "s_load_dword s4, s[0:1], 0x0\ns_load_dword s5, s[0:1], 0x0\ns_load_dword s6, s[0:1], 0x0\n" +
			"s_mov_b32 s7, s4\ns_mov_b32 s8, s5\ns_mov_b32 s9, s6", scalars(7, 8, 9), []string{"0 0 0", "0 0 1000", "0 1000 0", "0 1000 1000", "1000 0 0",
			"1000 0 1000", "1000 1000 0", "1000 1000 1000"}},
		{"a branch on a value that is not there", isa.AllGens, "s_load_dword s4, s[0:1], 0x0\ns_cmp_eq_u32 s4, 0\ns_cbranch_scc1 1\ns_mov_b32 s5, 3\ns_waitcnt lgkmcnt(0)",
			scalars(4, 5), []string{"1000 0", "1000 3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testcase.EachGen(t, c.gens, func(t *testing.T, g isa.Gen) {
				got, e := newExplored(t, g, c.asm).each(t, 1, c.read)
				require.Equal(t, c.want, got, "%+v", e.States)
				if len(c.want) == 1 {
					require.Equal(t, 1, e.Runs-e.Pruned, "nothing can tell its orders apart")
					require.Empty(t, e.Differences)
				} else {
					require.NotEmpty(t, e.Differences)
					require.NotEmpty(t, e.Returns)
				}
			})
		})
	}
}

// TestABarrierWithoutAWaitIsTriedBothWays: wave 1 writes LDS and does not wait before the barrier,
// wave 0 reads behind it (testdata/waits, W14).
func TestABarrierWithoutAWaitIsTriedBothWays(t *testing.T) {
	// The first wave to come takes ticket 0.
	ticket := "s_mov_b64 exec, 1\nv_mov_b32 v5, 1\nv_mov_b32 v6, 0\nv_mov_b32 v7, 77\nds_add_rtn_u32 v5, v6, v5 offset:64\ns_waitcnt lgkmcnt(0)\n" +
		"v_readfirstlane_b32 s4, v5\ns_cmp_eq_u32 s4, 0x2010\ns_cbranch_scc1 SKIP\nds_write_b32 v6, v7\n"
	after := "s_barrier\nds_read_b32 v8, v6\ns_waitcnt lgkmcnt(0)\n"
	read := func(e *sim.Explored) string { return fmt.Sprintf("%x", e.Launches[0].State[0].Waves[0].V[8][0]) }
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		got, e := newExplored(t, g, ticket+"SKIP:\n"+after).each(t, 2, read)
		require.Equal(t, []string{"2000", "4d"}, got)
		require.Contains(t, e.States[1].Order, "w1:")
		got, _ = newExplored(t, g, ticket+"s_waitcnt lgkmcnt(0)\nSKIP:\n"+after).each(t, 2, read)
		require.Equal(t, []string{"4d"}, got)
	})
}

// TestWhatAnExplorationLeavesOutIsSaid: every bound that held is named.
func TestWhatAnExplorationLeavesOutIsSaid(t *testing.T) {
	var asm strings.Builder
	for i := range 6 {
		fmt.Fprintf(&asm, "s_load_dword s%d, s[0:1], 0x0\n", 20+i)
	}
	for i := range 6 {
		fmt.Fprintf(&asm, "s_mov_b32 s%d, s%d\n", 30+i, 20+i)
	}
	x := newExplored(t, isa.GCN12, asm.String())
	e := x.explore(t, 1, sim.Exploring{})
	require.True(t, e.Complete)
	require.Len(t, e.States, 64)
	e = x.explore(t, 1, sim.Exploring{Runs: 5})
	require.False(t, e.Complete)
	require.Equal(t, 5, e.Runs)
	require.Equal(t, []string{"runs"}, e.Bounded)
	e = x.explore(t, 2, sim.Exploring{Waves: 1})
	require.Equal(t, []string{"waves"}, e.Bounded)
	require.Len(t, e.States, 64)
	two := newExplored(t, isa.GCN12, "s_load_dword s4, s[0:1], 0x0\ns_load_dword s5, s[0:1], 0x0\ns_add_u32 s6, s4, s5")
	e = two.explore(t, 1, sim.Exploring{Window: 1})
	require.Equal(t, []string{"window"}, e.Bounded)
	_, err := sim.Explore(sim.Exploring{Runs: -1}, sim.Options{}, nil)
	require.Error(t, err)
}

// TestExploringFindsWhatBruteForceFinds: programs of up to three operations under every list of
// returns, at every instruction and in every order, leave the states that the exploration, which
// leaves most of those lists out, has found.
func TestExploringFindsWhatBruteForceFinds(t *testing.T) {
	programs := 3
	if testing.Short() {
		programs = 2
	}
	several := 0
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		r := rand.New(rand.NewPCG(1, uint64(g)))
		for done := 0; done < programs; {
			asm, ops := smallProgram(g, r)
			if len(ops) < 2 {
				continue
			}
			done++
			x := newExplored(t, g, asm)
			want := map[string]bool{}
			for _, order := range everyOrder(ops, strings.Count(asm, "\n")+1) {
				want[fingerprint(t, x.under(t, 1, order))] = true
			}
			e := x.explore(t, 1, sim.Exploring{})
			require.True(t, e.Complete)
			got := map[string]bool{}
			for _, s := range e.States {
				got[fingerprint(t, x.under(t, 1, s.Order))] = true
			}
			require.Equal(t, want, got, "%s\n%+v", asm, e.States)
			several += len(want) / 2
		}
	})
	require.Greater(t, several, programs, "many programs have more than one state")
}

// fingerprint is the final state of wave 0 as bytes: scalar registers but those that nothing
// writes, 24 vector registers, exports, LDS and memory.
func fingerprint(t testing.TB, e *sim.Explored) string {
	g := e.Launches[0].State[0]
	w := g.Waves[0]
	b, err := binary.Append(nil, binary.LittleEndian, w.S[:108])
	require.NoError(t, err)
	b, err = binary.Append(b, binary.LittleEndian, w.V[:24])
	require.NoError(t, err)
	for _, x := range w.Exports {
		for c := range x.Data {
			for l, v := range x.Data[c] {
				if x.Exec>>l&1 != 0 {
					b = fmt.Appendf(b, " %x", v)
				}
			}
		}
	}
	return fmt.Sprintf("%s %v %x %s", b, w.SCC, e.Device.Mem.Changed(), g.LDS.Bytes())
}

// smallProgram makes a program of three items that return, and says which they are: operations, and
// the late reading of data on GCN 1.0.
func smallProgram(g isa.Gen, r *rand.Rand) (asm string, items []string) {
	var list []string
	n := uint32(0)
	for len(list) < 7 {
		a, b, off := 4+r.IntN(3), 4+r.IntN(2), r.IntN(3)
		op := fmt.Sprint(n)
		text := ""
		switch k := r.IntN(8); {
		case k == 0 && len(items) < 3:
			text = fmt.Sprintf("s_load_dword s%d, s[0:1], %#x", a, 4*off)
			if g == isa.GCN10 || g == isa.GCN11 {
				text = fmt.Sprintf("s_load_dword s%d, s[0:1], %#x", a, off)
			}
			items = append(items, op)
		case k == 1 && len(items) < 3:
			text = fmt.Sprintf("buffer_load_dword v%d, v0, s[12:15], 0 offen offset:%d", b, 4*off)
			items = append(items, op)
		case k == 2 && len(items) < 3:
			text = fmt.Sprintf("ds_read_b32 v%d, v0", b)
			items = append(items, op)
		case k == 3 && len(items) < 2:
			text = fmt.Sprintf("buffer_store_dword v%d, v0, s[12:15], 0 offen", b)
			items = append(items, op)
			if g == isa.GCN10 {
				items = append(items, op+"d")
			}
		case k == 4:
			text = fmt.Sprintf("v_add_f32 v%d, v4, v5", b)
		case k == 5:
			text = fmt.Sprintf("s_add_u32 s%d, s4, s5", a)
		case k == 6:
			text = fmt.Sprintf("s_waitcnt lgkmcnt(%d)", r.IntN(2))
		case k == 7:
			text = fmt.Sprintf("s_waitcnt vmcnt(%d)", r.IntN(2))
		default:
			continue
		}
		if k := len(items); k > 0 && strings.HasPrefix(items[k-1], op) {
			n++
		}
		list = append(list, text)
	}
	return strings.Join(list, "\n"), items
}

// everyOrder is every list in which each item comes at one of the instructions, or is left to the
// waits, in every sequence.
func everyOrder(items []string, insts int) (list []string) {
	if len(items) == 0 {
		return []string{"late"}
	}
	var grow func(done []string, rest []string)
	grow = func(done, rest []string) {
		if len(rest) == 0 {
			list = append(list, "order:"+strings.Join(append(slices.Clone(done), "late"), ","))
			return
		}
		for i, it := range rest {
			others := append(slices.Clone(rest[:i]), rest[i+1:]...)
			for at := range insts {
				grow(append(slices.Clone(done), fmt.Sprintf("%s@%d", it, at)), others)
			}
			grow(append(slices.Clone(done), fmt.Sprintf("%s@%d", it, 1000)), others) // only as the waits force it
		}
	}
	grow(nil, items)
	return list
}

// A fault of an operation that a wait makes return ends in the same place when the order is
// replayed, which makes it return before the wait.
func TestReplayOfAFaultEndsInTheSamePlace(t *testing.T) {
	for _, g := range isa.Gens() {
		x := newExplored(t, g, "s_load_dword s4, s[40:41], 0x0\nbuffer_load_dword v4, v0, s[12:15], 0 offen\nds_read_b32 v5, v0\n"+
			"s_waitcnt vmcnt(0) lgkmcnt(1)")
		e := x.explore(t, 1, sim.Exploring{})
		require.Greater(t, len(e.States), 1, g)
		for _, s := range e.States {
			r := x.under(t, 1, s.Order).Launches[0]
			require.NotNil(t, r.Fault)
			require.Equal(t, s.Fault, r.Fault.Error())
		}
	}
}

// What was tried before a run that is stopped stays known; an error of the first run leaves nothing.
func TestExplorationsThatAreStoppedHaveWhatWasTried(t *testing.T) {
	x := newExplored(t, isa.GCN12, "buffer_load_dword v1, v0, s[12:15], 0 offen\nv_mov_b32 v5, v1\n"+
		"buffer_load_dword v4, v0, s[12:15], 0 offen\nv_mov_b32 v6, v4")
	all, err := sim.Explore(sim.Exploring{}, sim.Options{}, func(o sim.Options) (*sim.Explored, error) { return x.run(1, o) })
	require.NoError(t, err)
	require.True(t, all.Complete)
	require.Greater(t, all.Runs, 2)
	stopped := errors.New("stopped")
	for most := range all.Runs {
		n := 0
		some, err := sim.Explore(sim.Exploring{}, sim.Options{}, func(o sim.Options) (*sim.Explored, error) {
			if n++; n > most {
				return nil, stopped
			}
			return x.run(1, o)
		})
		require.ErrorIs(t, err, stopped)
		if most == 0 {
			require.Nil(t, some)
			continue
		}
		require.Equal(t, most, some.Runs)
		require.Equal(t, []string{"stopped"}, some.Bounded)
		require.False(t, some.Complete)
		for i := range some.States {
			require.Equal(t, all.States[i].Hash, some.States[i].Hash)
		}
	}
}
