package clock_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/clock"
)

// both is a launch whose waves are recorded, and the same one whose waves execute as they issue.
type both struct {
	result *sim.Result
	memory []byte
	spent  []sim.WaveSpent
	traces []*sim.WaveTrace
}

// runBoth runs a program in both ways: v0 is 4 * lane, s[4:7] a buffer of 64 KiB, s8 the number of the
// work-group where the kernel asks for none. change, if not nil, changes the launch.
func runBoth(t *testing.T, c chip.Chip, text string, groups, waves int, change func(l *sim.Launch)) (recorded, issued both) {
	t.Helper()
	g := c.Target.Gen
	code, err := asm.Code(g, text+"\ns_endpgm\n")
	require.NoError(t, err, text)
	p, err := sim.NewProgram(g, 0x1000, code.Code)
	require.NoError(t, err)
	run := func(hooks *sim.Hooks) (b both) {
		d := sim.NewDevice(g)
		rg, err := d.Mem.MapAnywhere("buffer", 1<<16, 256)
		require.NoError(t, err)
		res := mem.RawBuffer(rg.Base, rg.Size())
		var lanes [isa.Lanes]uint32
		for l := range lanes {
			lanes[l] = uint32(4 * l)
		}
		b.memory = make([]byte, 1<<16)
		for i := range b.memory {
			b.memory[i] = byte(i * i)
		}
		require.NoError(t, d.Mem.Write(rg.Base, b.memory))
		n := uint32(waves * isa.Lanes)
		l := &sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{n * uint32(groups), 1, 1}, Group: [3]uint32{n, 1, 1}, LDS: 1 << 12,
			Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}}, {Code: 4, Scalar: res[:]},
				{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
			Options: sim.Options{Hooks: hooks, Timing: &sim.TimingOptions{Chip: c, Waves: true, Series: 32, Lanes: true,
				Spent: func(w *sim.WaveSpent) {
					s := *w
					s.Insts = slices.Clone(s.Insts)
					b.spent = append(b.spent, s)
				},
				Trace: &sim.TraceOptions{Wave: func(w *sim.WaveTrace) { b.traces = append(b.traces, w) }}}}}
		if change != nil {
			change(l)
		}
		b.result, err = d.Run(l)
		require.NoError(t, err)
		require.NoError(t, d.Mem.Read(rg.Base, b.memory))
		return b
	}
	return run(nil), run(&sim.Hooks{Window: func() bool { return false }})
}

// same compares all that is told of launches.
func (b *both) same(t *testing.T, other *both, text string) {
	t.Helper()
	x, y := b.result.Timing, other.result.Timing
	require.Equal(t, y.Cycles, x.Cycles, text)
	require.Equal(t, y.Stalls, x.Stalls, text)
	require.Equal(t, other.result.Insts, b.result.Insts, text)
	require.True(t, reflect.DeepEqual(x, y), "timing\n%s", text)
	require.True(t, reflect.DeepEqual(b.spent, other.spent), "spent\n%s", text)
	require.True(t, reflect.DeepEqual(b.traces, other.traces), "traces\n%s", text)
}

// randomEverything is a program of instructions that the clock treats differently.
func randomEverything(r *rand.Rand) string {
	v := func() int { return 1 + r.IntN(7) }
	// Addresses and conditions of branches do not depend on what is loaded.
	lines := []string{
		"v_add_f32 v$, v$, v$", "v_mul_lo_u32 v$, v$, v$", "v_readfirstlane_b32 s20, v$", "s_add_u32 s21, s21, s20",
		"s_mov_b64 s[24:25], exec\ns_mov_b64 exec, 0x50ff00\nbuffer_load_dword v$, v0, s[4:7], 0 offen\n" +
			"buffer_store_dword v$, v20, s[4:7], 0 offen offset:256\ns_mov_b64 exec, s[24:25]",
		"s_mov_b64 s[24:25], exec\ns_mov_b64 exec, 0\nbuffer_load_dword v$, v0, s[4:7], 0 offen\nds_read_b32 v$, v0\n" +
			"s_mov_b64 exec, s[24:25]",
		"buffer_load_dword v$, v0, s[4:7], 0 offen", "buffer_load_dword v$, v21, s[4:7], 0 offen",
		"buffer_load_dwordx4 v[10:13], v20, s[4:7], 0 offen", "buffer_load_ushort v$, v20, s[4:7], 0 offen offset:2",
		"buffer_store_dword v$, v20, s[4:7], 0 offen", "buffer_store_byte v$, v0, s[4:7], 0 offen",
		"buffer_load_dword v$, v22, s[4:7], 0 offen", // some out of range
		"buffer_atomic_add v$, v20, s[4:7], 0 offen", "buffer_atomic_umax v$, v23, s[4:7], 0 offen",
		"ds_read_b32 v$, v20", "ds_write_b32 v20, v$", "ds_read2_b32 v[10:11], v0 offset1:5", "ds_add_u32 v23, v$",
		"ds_swizzle_b32 v$, v$ offset:0x41f", "s_load_dword s27, s[4:5], 0x40", "s_buffer_load_dwordx4 s[28:31], s[4:7], 0x80",
		"s_waitcnt vmcnt(1)", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0) lgkmcnt(0) expcnt(0)", "s_waitcnt expcnt(0)",
		"s_barrier", "s_sleep 2", "s_setprio 1", "s_setprio 3", "s_nop 3", "buffer_wbinvl1", "exp mrt0 v$, v$, off, off",
		"s_sendmsg sendmsg(MSG_INTERRUPT)", "s_bitcmp1_b32 s10, 1\ns_cbranch_scc1 next$\nv_add_f32 v$, v$, v$\nnext$:",
		"s_branch on$\ns_nop 0\non$:", "s_getreg_b32 s26, hwreg(HW_REG_MODE)",
		"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xc0",
	}
	text := "v_lshlrev_b32 v20, 2, v0\nv_xor_b32 v20, 0x3c, v20\nv_lshlrev_b32 v21, 5, v0\nv_lshlrev_b32 v22, 9, v0\n" +
		"v_and_b32 v23, 12, v0\ns_mov_b32 s10, 6\nloop:\n"
	for i := range 60 {
		l := lines[r.IntN(len(lines))]
		out := ""
		for j := range len(l) {
			switch {
			case l[j] != '$':
				out += l[j : j+1]
			case j > 1 && (l[j-1] == 'n' || l[j-1] == 't'): // a label
				out += fmt.Sprint(i)
			default:
				out += fmt.Sprint(v())
			}
		}
		text += out + "\n"
	}
	return text + "s_waitcnt vmcnt(0) lgkmcnt(0) expcnt(0)\ns_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 loop"
}

// TestRecordedAndIssuedWavesAreTheSameToTheClock: for any mix of instructions, all that is told of a launch.
func TestRecordedAndIssuedWavesAreTheSameToTheClock(t *testing.T) {
	clock.RecordUnproved(t)
	for _, name := range []string{"tahiti", "hawaii", "fiji", "vega10"} {
		c := oneCU(t, name)
		for seed := range uint64(4) {
			text := randomEverything(rand.New(rand.NewPCG(seed, 7)))
			a, b := runBoth(t, c, text, 5, 1+int(seed), nil)
			require.Nil(t, a.result.Fault, text)
			a.same(t, &b, text)
		}
	}
}

// randomWaits is a loop of what is entered before it comes, and of what asks how long other waves cannot go on.
func randomWaits(r *rand.Rand) string {
	lines := []string{"ds_read_b32 v1, v0", "buffer_load_dword v2, v0, s[4:7], 0 offen", "v_add_f32 v3, v1, v2",
		"s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(1)", "s_bitcmp1_b32 s10, 1\ns_cbranch_scc1 next$\nnext$:",
		"v_readfirstlane_b32 s20, v0\ns_add_u32 s21, s21, s20"}
	text := "s_mov_b32 s10, 20\nloop:\n"
	for i := range 12 {
		text += strings.ReplaceAll(lines[r.IntN(len(lines))], "$", fmt.Sprint(i)) + "\n"
	}
	return text + "s_waitcnt lgkmcnt(0)\ns_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 loop"
}

// TestWavesThatNobodyWatchesAreTheSameToTheClock: those of tapes that nobody traces take ways of their own through turns,
// and what they do in waits is entered before it comes.
func TestWavesThatNobodyWatchesAreTheSameToTheClock(t *testing.T) {
	clock.RecordUnproved(t)
	for _, name := range []string{"fiji", "vega10"} {
		c := oneCU(t, name)
		for seed := range uint64(40) {
			r := rand.New(rand.NewPCG(seed, 8))
			text, groups, waves := randomWaits(r), 1, 6+int(seed%4)
			if seed < 4 {
				text, groups, waves = randomEverything(r), 24, 1+int(seed)
			}
			a, b := runBoth(t, c, text, groups, waves, func(l *sim.Launch) {
				l.Options.Timing = &sim.TimingOptions{Chip: c, Series: 32}
			})
			require.Nil(t, a.result.Fault, text)
			a.same(t, &b, text)
		}
	}
}

// TestWorkGroupsThatCannotBeRecordedAreTakenBack: one that fails behind stores to what it reads is as if it had
// not been executed ahead of the clock.
func TestWorkGroupsThatCannotBeRecordedAreTakenBack(t *testing.T) {
	clock.RecordUnproved(t)
	c := oneCU(t, "fiji")
	// A wave adds one to its dwords, in place, by stores of several kinds.
	change := "buffer_load_dword v1, v0, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\nv_add_u32 v1, vcc, 1, v1\n" +
		"buffer_store_dword v1, v0, s[4:7], 0 offen\nbuffer_store_byte v1, v0, s[4:7], 0 offen offset:1024\n" +
		"buffer_atomic_add v1, v0, s[4:7], 0 offen offset:2048\nbuffer_store_format_x v1, v0, s[12:15], 0 offen offset:512\n" +
		"s_waitcnt vmcnt(0)\n"
	format := "s_mov_b32 s12, s4\ns_mov_b32 s13, s5\ns_mov_b32 s14, s6\ns_mov_b32 s15, 0x24fac\n"
	for name, end := range map[string]string{
		"trap":     "s_trap 2",
		"unmapped": "v_mov_b32 v4, 0\nv_mov_b32 v5, 0x7fff\nflat_store_dword v[4:5], v0\ns_waitcnt vmcnt(0) lgkmcnt(0)",
		"jump":     "s_mov_b64 s[20:21], 0\ns_setpc_b64 s[20:21]",
		"halt":     "s_sethalt 1",
		"none":     "s_nop 0",
		"loop":     "s_mov_b32 s20, 300\nagain:\n" + change + "s_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 again",
	} {
		t.Run(name, func(t *testing.T) {
			a, b := runBoth(t, c, format+change+end, 1, 1, nil)
			require.Equal(t, fmt.Sprint(b.result.Fault), fmt.Sprint(a.result.Fault))
			a.same(t, &b, name)
			require.True(t, bytes.Equal(b.memory, a.memory))
			require.Equal(t, name == "none" || name == "loop", a.result.Fault == nil)
		})
	}
}

// TestLimitsEndRecordedLaunchesWhereTheyAre: at the same clock, instruction and place in the program.
func TestLimitsEndRecordedLaunchesWhereTheyAre(t *testing.T) {
	c := oneCU(t, "vega10")
	text := "s_mov_b32 s20, 200\nagain:\nbuffer_load_dword v1, v0, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n" +
		"v_add_f32 v1, v1, v1\ns_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 again"
	for _, l := range []struct {
		insts  int64
		clocks uint64
	}{{insts: 1000}, {insts: 1003}, {clocks: 5000}, {clocks: 3000}} {
		a, b := runBoth(t, c, text, 50, 3, func(x *sim.Launch) {
			x.Options.MaxInsts, x.Options.MaxCycles = l.insts, l.clocks
		})
		require.NotNil(t, a.result.Fault)
		require.Equal(t, b.result.Fault, a.result.Fault)
		a.same(t, &b, "")
	}
}

// TestAMissingWaitIsSeenWithAClock: what uses the result of a load too early gets what was there before, in
// every launch. Where waits are proved, work-groups are recorded, whose loads return at once.
func TestAMissingWaitIsSeenWithAClock(t *testing.T) {
	c := oneCU(t, "fiji")
	wait := "s_waitcnt vmcnt(0)\n"
	text := func(early string) string {
		return "v_mov_b32 v1, 0\nbuffer_load_dword v1, v0, s[4:7], 0 offen\n" + early + "v_mov_b32 v2, v1\n" + wait +
			"buffer_store_dword v2, v0, s[4:7], 0 offen"
	}
	zero := make([]byte, 4*isa.Lanes)
	a, b := runBoth(t, c, text(""), 3, 1, nil)
	require.Equal(t, zero, a.memory[:len(zero)])
	a.same(t, &b, "no wait")
	a, b = runBoth(t, c, text(wait), 3, 1, nil)
	require.NotEqual(t, zero, a.memory[:len(zero)])
	require.Equal(t, b.memory, a.memory)
	a.same(t, &b, "a wait")

	clock.RecordUnproved(t)
	a, b = runBoth(t, c, text(""), 3, 1, nil)
	require.NotEqual(t, zero, a.memory[:len(zero)], "it is recorded")
	require.Equal(t, zero, b.memory[:len(zero)])
}
