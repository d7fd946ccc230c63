package sim_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// sopp makes the words of a SOPP instruction.
func sopp(t *testing.T, f *isa.Form, simm int) isa.Inst {
	t.Helper()
	in := isa.Inst{Form: f}
	for _, a := range f.Args {
		in.Ops[0] = isa.Operand{Kind: isa.KindImm, Role: a.Role, Type: a.Type, Val: uint32(simm)}
		if a.Type == isa.Rel16 {
			in.Ops[0].Kind = isa.KindLabel
		}
		in.NOps = 1
	}
	return in
}

// one makes an instruction of a machine without operands or with SIMM16.
func one(t *testing.T, g isa.Gen, name string, simm int) isa.Inst {
	t.Helper()
	forms := isa.Lookup(g, name)
	require.Len(t, forms, 1, name)
	return sopp(t, forms[0], simm)
}

// soppCases has the test of every SOPP mnemonic.
var soppCases = map[string]func(t *testing.T, f *isa.Form){
	"s_nop":                      nothingCase(0, 7, 15, 0xffff),
	"s_icache_inv":               nothingCase(0),
	"s_setprio":                  soppState(func(w *sim.Wave) any { return w.Prio }, map[int]any{0: uint8(0), 3: uint8(3), 0xfffe: uint8(2)}),
	"s_setkill":                  killCase,
	"s_incperflevel":             perfCase(1),
	"s_decperflevel":             perfCase(-1),
	"s_ttracedata":               ttraceCase,
	"s_endpgm":                   endCase,
	"s_endpgm_saved":             endCase,
	"s_endpgm_ordered_ps_done":   endCase,
	"s_branch":                   branchCase(func(branchState) bool { return true }),
	"s_cbranch_scc0":             branchCase(func(b branchState) bool { return !b.scc }),
	"s_cbranch_scc1":             branchCase(func(b branchState) bool { return b.scc }),
	"s_cbranch_vccz":             branchCase(func(b branchState) bool { return b.vcc == 0 }),
	"s_cbranch_vccnz":            branchCase(func(b branchState) bool { return b.vcc != 0 }),
	"s_cbranch_execz":            branchCase(func(b branchState) bool { return b.exec == 0 }),
	"s_cbranch_execnz":           branchCase(func(b branchState) bool { return b.exec != 0 }),
	"s_cbranch_cdbgsys":          branchCase(func(b branchState) bool { return b.sys }),
	"s_cbranch_cdbguser":         branchCase(func(b branchState) bool { return b.user }),
	"s_cbranch_cdbgsys_or_user":  branchCase(func(b branchState) bool { return b.sys || b.user }),
	"s_cbranch_cdbgsys_and_user": branchCase(func(b branchState) bool { return b.sys && b.user }),
	"s_barrier":                  barrierCase,
	"s_waitcnt":                  waitcntCase,
	"s_sethalt":                  haltCase,
	"s_sleep":                    sleepCase,
	"s_wakeup":                   wakeupCase,
	"s_sendmsg":                  sendmsgCase(false),
	"s_sendmsghalt":              sendmsgCase(true),
	"s_trap":                     trapCase,
	"s_set_gpr_idx_off":          gprIdxOffCase,
	"s_set_gpr_idx_mode":         gprIdxModeCase,
}

// nothingCase: no register and no memory changes.
func nothingCase(simm ...int) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		for i, n := range simm {
			check(t, newMachine(f.Gen, newRand(f), i), sopp(t, f, n), "", func(*machine) {})
		}
	}
}

// soppState checks one field of the wave for each SIMM16.
func soppState(read func(*sim.Wave) any, want map[int]any) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		for simm, v := range want {
			m := simtest.New(t, f.Gen)
			m.Insts(sopp(t, f, simm))
			require.NoError(t, m.Run())
			require.Equal(t, v, read(m.State()), "simm16 %#x", simm)
		}
	}
}

// perfCase: PERFCNT[SIMM16 & 15] moves by one.
func perfCase(by int64) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		m := simtest.New(t, f.Gen)
		m.Insts(sopp(t, f, 3), sopp(t, f, 0x13), sopp(t, f, 15), sopp(t, f, 0))
		require.NoError(t, m.Run())
		require.Equal(t, [16]int64{0: by, 3: 2 * by, 15: by}, m.State().Perf)
	}
}

// ttraceCase: M0 goes to the thread trace.
func ttraceCase(t *testing.T, f *isa.Form) {
	m := simtest.New(t, f.Gen)
	m.Insts(one(t, f.Gen, "s_nop", 0), sopp(t, f, 0), sopp(t, f, 0))
	m.Set("m0", 0xcafe)
	require.NoError(t, m.Run())
	require.Equal(t, []uint32{0xcafe, 0xcafe}, m.State().TTrace)
}

// endCase: the wave ends there, after everything outstanding has returned (P-9).
func endCase(t *testing.T, f *isa.Form) { ends(t, sopp(t, f, 0)) }

// killCase: "Kill this wave if the least significant bit of the immediate constant is 1" (AMD's later
// manuals of the gfx9 family).
func killCase(t *testing.T, f *isa.Form) {
	soppState(func(w *sim.Wave) any { return w.Kill }, map[int]any{0: false, 2: false, 0xfffe: false})(t, f)
	ends(t, sopp(t, f, 1))
	ends(t, sopp(t, f, 0xffff))
}

// ends holds that the wave ends at an instruction. Nothing comes behind it.
func ends(t *testing.T, in isa.Inst) {
	f := in.Form
	p, err := asm.Code(f.Gen, "buffer_load_dword v1, off, s[4:7], 0\ns_load_dword s8, s[4:5], 0x0\nds_read_b32 v2, v3\n")
	require.NoError(t, err)
	end, err := isa.Encode(&in)
	require.NoError(t, err)
	m := simtest.New(t, f.Gen)
	m.Code(append(p.Code, end...))
	m.SetLDS(0, []uint32{3})
	m.Set("s[4:7]", m.Buffer([]uint32{21, 0}))
	require.NoError(t, m.Run())
	w := m.State()
	require.Equal(t, sim.Ended, w.State)
	require.EqualValues(t, 4, w.Insts)
	require.Equal(t, []uint32{21, 21, 3}, []uint32{m.U32("v1"), m.U32("s8"), m.U32("v2", 63)})
	require.Zero(t, w.Counters.Count)
}

// branchState is what conditional branches look at.
type branchState struct {
	scc, sys, user bool
	vcc, exec      uint64
}

// branchCase: PC = NEXTPC + SIMM16*4, signed (P-1), forwards and backwards.
func branchCase(taken func(branchState) bool) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		masks := []uint64{0, 1, 1 << 63, 1 << 31, ^uint64(0)}
		for i := range 4 * len(masks) * len(masks) {
			b := branchState{scc: i&1 != 0, sys: i&2 != 0, user: i&1 != 0, vcc: masks[i/4%5], exec: masks[i/20]}
			for _, back := range []bool{false, true} {
				set := isa.Lookup(f.Gen, "s_movk_i32")[0]
				mov := func(v int) isa.Inst { return movk(set, 5, v) }
				var code []isa.Inst
				want := 1
				if back {
					// 0: branch +3   1: s5 = 2   2: end   3: end   4: f -4 (to 1)   5: s5 = 1
					code = []isa.Inst{one(t, f.Gen, "s_branch", 3), mov(2), one(t, f.Gen, "s_endpgm", 0), one(t, f.Gen, "s_endpgm", 0), sopp(t, f, -4), mov(1)}
					if taken(b) {
						want = 2
					}
				} else {
					// 0: f +2   1: s5 = 1   2: end   3: s5 = 2
					code = []isa.Inst{sopp(t, f, 2), mov(1), one(t, f.Gen, "s_endpgm", 0), mov(2)}
					if taken(b) {
						want = 2
					}
				}
				m := simtest.New(t, f.Gen)
				m.Insts(code...)
				m.Set("vcc", b.vcc).Set("exec", b.exec).Set("scc", b.scc)
				m.State().CondDbgSys, m.State().CondDbgUser = b.sys, b.user
				require.NoError(t, m.Run())
				require.EqualValues(t, want, m.U32("s5"), "%+v back %v", b, back)
			}
		}
		// A branch out of the code is a fault that says so.
		m := simtest.New(t, f.Gen)
		m.Insts(sopp(t, f, -30000))
		m.Set("scc", true).Set("vcc", 1)
		if !taken(branchState{scc: true, vcc: 1, exec: ^uint64(0), sys: true, user: true}) {
			m.Set("scc", false).Set("vcc", 0).Set("exec", 0)
		}
		m.State().CondDbgSys, m.State().CondDbgUser = true, true
		require.ErrorIs(t, m.Run(), sim.ErrNoCode)
	}
}

// movk is s_movk_i32 sN, value.
func movk(f *isa.Form, n, v int) isa.Inst {
	in := isa.Inst{Form: f, NOps: 2}
	for i, a := range f.Args {
		in.Ops[i] = isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: 1, Code: uint16(n)}
		if !a.Write {
			in.Ops[i] = isa.Operand{Kind: isa.KindImm, Role: a.Role, Type: a.Type, Val: uint32(v)}
		}
	}
	return in
}

// barrierCase: nobody passes before all waves that live have arrived; ended ones do not count;
// memory counters are not waited for (P-8).
func barrierCase(t *testing.T, f *isa.Form) {
	const text = `
		s_cmp_eq_u32 s0, 1
		s_cbranch_scc1 skip
		s_nop 0
		s_nop 0
	skip:
		ds_write_b32 v0, v1
		s_waitcnt lgkmcnt(0)
		s_cmp_eq_u32 s0, 3
		s_cbranch_scc1 done
		buffer_load_dword v5, off, s[4:7], 0
		s_barrier
		ds_read_b32 v2, v3
		s_waitcnt lgkmcnt(0)
	done:`
	m := simtest.New(t, f.Gen, simtest.Waves(4))
	m.Asm(text)
	m.Set("s[4:7]", m.Buffer([]uint32{5}))
	for i := range 4 {
		w := m.Wave(i)
		w.Set("s0", i).Set("exec", 1).Set("v0", 4*i).Set("v1", 100+i).Set("v3", 4*((i+1)%4))
	}
	for range 12 { // wave 0 alone stops at the barrier
		require.NoError(t, m.Wave(0).Step())
	}
	require.Equal(t, sim.AtBarrier, m.Wave(0).State().State)
	require.EqualValues(t, 1, m.Wave(0).State().Counters.Count[0], "the barrier does not wait for vmcnt")
	require.NoError(t, m.Run())
	for i := range 3 {
		require.EqualValues(t, 100+i+1, m.Wave(i).U32("v2"))
	}

	m = simtest.New(t, f.Gen) // one wave alone passes
	m.Insts(sopp(t, f, 0), sopp(t, f, 0))
	require.NoError(t, m.Run())

	m = simtest.New(t, f.Gen, simtest.Waves(2)) // a wave that halts never arrives: not a hang, a fault
	m.Asm("s_cbranch_scc1 b\ns_sethalt 1\nb:\ns_barrier")
	m.Wave(1).Set("scc", true)
	require.ErrorIs(t, m.Run(), sim.ErrDeadlock)
}

// waitcntCase: each counter by itself; a value above the maximum waits for nothing (P-4).
func waitcntCase(t *testing.T, f *isa.Form) {
	late := map[string]int{"vm": 0, "lgkm": 1, "exp": 2}
	for _, c := range []struct {
		simm    int
		waits   []string
		not     []string
		gfx9    bool
		onlyOld bool
	}{
		{simm: 0x0000, waits: []string{"vm", "lgkm", "exp"}},
		{simm: 0x0f70, waits: []string{"vm"}, not: []string{"lgkm", "exp"}},
		{simm: 0x1f70, waits: []string{"vm"}, not: []string{"lgkm", "exp"}}, // as AMD's Catalyst writes it
		{simm: 0x007f, waits: []string{"lgkm"}, not: []string{"vm", "exp"}, onlyOld: true},
		{simm: 0xc07f, waits: []string{"lgkm"}, not: []string{"vm", "exp"}},
		{simm: 0x0f0f, waits: []string{"exp"}, not: []string{"vm", "lgkm"}, onlyOld: true},
		{simm: 0xcf0f, waits: []string{"exp"}, not: []string{"vm", "lgkm"}, gfx9: true},
		{simm: 0xcf7f, not: []string{"vm", "lgkm", "exp"}},
	} {
		if c.onlyOld && f.Gen == isa.GCN14 || c.gfx9 && f.Gen != isa.GCN14 {
			continue
		}
		m := simtest.New(t, f.Gen)
		p, err := asm.Code(f.Gen, "buffer_load_dword v1, off, s[4:7], 0\nds_read_b32 v2, v0\nexp mrt0 v0, v0, v0, v0 done vm\n")
		require.NoError(t, err)
		b, err := isa.Encode(ptr(sopp(t, f, c.simm)))
		require.NoError(t, err)
		m.Code(append(p.Code, b...))
		m.Set("s[4:7]", m.Buffer(4))
		for range 4 {
			require.NoError(t, m.Step())
		}
		got := m.State().Counters.Count
		for _, n := range c.waits {
			require.Zero(t, got[late[n]], "%#x %s", c.simm, n)
		}
		for _, n := range c.not {
			require.NotZero(t, got[late[n]], "%#x %s", c.simm, n)
		}
	}
}

func ptr[T any](v T) *T { return &v }

// haltCase: HALT = SIMM16 & 1; ignored while PRIV is set; nobody resumes it here, which is
// reported.
func haltCase(t *testing.T, f *isa.Form) {
	m := simtest.New(t, f.Gen)
	m.Insts(sopp(t, f, 0), sopp(t, f, 2), sopp(t, f, 1), one(t, f.Gen, "s_incperflevel", 1))
	require.NoError(t, m.Step())
	require.NoError(t, m.Step())
	require.Equal(t, sim.Running, m.State().State)
	require.NoError(t, m.Step())
	require.Equal(t, sim.Halted, m.State().State)
	m.State().State = sim.Running // somebody resumes it
	require.NoError(t, m.Run())
	require.EqualValues(t, 1, m.State().Perf[1])

	m = simtest.New(t, f.Gen)
	m.Insts(sopp(t, f, 1))
	m.State().Priv = true
	require.NoError(t, m.Run())

	m = simtest.New(t, f.Gen)
	m.Insts(sopp(t, f, 1))
	require.ErrorIs(t, m.Run(), sim.ErrDeadlock)
}

// sleepCase: n*64 clocks with n of 3, 4 or 7 bits (P-3).
func sleepCase(t *testing.T, f *isa.Form) {
	bits := map[isa.Gen]int{isa.GCN10: 7, isa.GCN11: 7, isa.GCN12: 15, isa.GCN14: 127}[f.Gen]
	for _, n := range []int{0, 1, 5, 7, 8, 15, 16, 127, 128} {
		clocks := func(n int) uint64 {
			m := simtest.New(t, f.Gen)
			mt := isa.Lookup(f.Gen, "s_memtime")[0]
			get := isa.Inst{Form: mt, NOps: 1}
			get.Ops[0] = isa.Operand{Kind: isa.KindReg, Role: 'd', Type: isa.B64, Dwords: 2, Code: 4}
			m.Insts(sopp(t, f, n), get)
			require.NoError(t, m.Run())
			return m.U64("s[4:5]")
		}
		// The clock before the sleep and that of the instructions are the same in all runs.
		want := uint64(n&bits) * 64
		require.InDelta(t, float64(want), float64(clocks(n)-clocks(0)), 8, "s_sleep %d", n)
	}
}

// wakeupCase: the other waves of the group stop sleeping (P-6).
func wakeupCase(t *testing.T, f *isa.Form) {
	const sleeper = "s_cbranch_scc1 w\ns_sleep 7\ns_memtime s[4:5]\ns_waitcnt lgkmcnt(0)\ns_endpgm\nw: s_nop 0\n"
	run := func(last string) uint64 {
		m := simtest.New(t, f.Gen, simtest.Waves(2))
		m.Asm(sleeper + last)
		m.Wave(1).Set("scc", true)
		require.NoError(t, m.Wave(0).Step())
		require.NoError(t, m.Wave(0).Step())
		require.Equal(t, sim.Sleeping, m.Wave(0).State().State)
		for range 3 {
			require.NoError(t, m.Wave(1).Step())
		}
		require.NoError(t, m.Run())
		return m.Wave(0).U64("s[4:5]")
	}
	require.EqualValues(t, 7*64, run("s_nop 0")-run("s_wakeup"), "without s_wakeup the wave sleeps its time")
}

// sendmsgCase: the message is recorded with M0 and EXEC, LGKM counts it until it is sent (P-11,
// P-12).
func sendmsgCase(halt bool) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		m := simtest.New(t, f.Gen)
		m.Insts(sopp(t, f, 0x122), one(t, f.Gen, "s_waitcnt", 0))
		m.Set("m0", 0x42).Set("exec", 0xf0)
		require.NoError(t, m.Step())
		w := m.State()
		require.Equal(t, []sim.Message{{Inst: 1, Msg: 0x122, M0: 0x42, Exec: 0xf0}}, w.Messages)
		require.EqualValues(t, 1, w.Counters.Count[1])
		require.Equal(t, halt, w.State == sim.Halted)
		w.State = sim.Running
		require.NoError(t, m.Step())
		require.Zero(t, w.Counters.Count[1])
		require.NoError(t, m.Run())
	}
}

// trapCase: without a trap handler the trap is what the program reports; before it everything
// outstanding returns (P-10).
func trapCase(t *testing.T, f *isa.Form) {
	for _, id := range []int{1, 2, 3, 77} {
		p, err := asm.Code(f.Gen, "buffer_load_dword v1, off, s[4:7], 0\n")
		require.NoError(t, err)
		b, err := isa.Encode(ptr(sopp(t, f, id)))
		require.NoError(t, err)
		m := simtest.New(t, f.Gen)
		m.Code(append(p.Code, b...))
		m.Set("s[4:7]", m.Buffer([]uint32{7}))
		err = m.Run()
		require.ErrorIs(t, err, sim.ErrTrap)
		var fault *sim.Fault
		require.True(t, errors.As(err, &fault))
		require.Contains(t, fault.Error(), fmt.Sprintf("trap %d", id))
		require.EqualValues(t, 7, m.U32("v1"))
	}
}

// gprIdxOffCase: MODE bit 27 is cleared, M0 stays (P-14).
func gprIdxOffCase(t *testing.T, f *isa.Form) {
	m := newMachine(f.Gen, newRand(f), 0)
	m.mode = 1<<27 | 0xf0
	m.s[124] = 0xf0ff
	check(t, m, sopp(t, f, 0), "", func(m *machine) { m.mode = 0xf0 })
}

// gprIdxModeCase: M0 = (M0 & 0xffff0fff) | ((SIMM16 & 15) << 12).
func gprIdxModeCase(t *testing.T, f *isa.Form) {
	for simm := range 16 {
		m := newMachine(f.Gen, newRand(f), simm)
		m.s[124] = 0xabcd5678
		check(t, m, sopp(t, f, simm), "", func(m *machine) { m.s[124] = 0xabcd0678 | uint32(simm)<<12 })
	}
}
