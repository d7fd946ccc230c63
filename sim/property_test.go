package sim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
	prove "github.com/gcnsim/gcnsim/waitcnt/check"
)

// source is a random program, line by line. A label is a line of its own.
type source []string

func (s source) text() string { return strings.Join(s, "\n") }

// at is the line of the instruction at a program counter.
func (s source) at(t testing.TB, g isa.Gen, pc uint64) int {
	off := uint64(codeBase)
	for i, line := range s {
		if strings.HasSuffix(line, ":") {
			continue
		}
		if off == pc {
			return i
		}
		n := uint64(4)
		if !strings.HasPrefix(line, "s_cbranch") {
			p, err := asm.Code(g, line)
			require.NoError(t, err, line)
			n = uint64(len(p.Code))
		}
		off += n
	}
	require.Failf(t, "no instruction", "%#x in\n%s", pc, s.text())
	return 0
}

// with is the program with a line before line i.
func (s source) with(i int, line string) source {
	return append(append(append(source{}, s[:i]...), line), s[i:]...)
}

// writer makes random programs: few registers, so that operations meet; addresses always valid;
// values that are never equal by design. Written are s4-s9, v4-v9, SCC, VCC and EXEC; s10 counts
// loops; v10 and v11 are a 64-bit address for each lane.
type writer struct {
	g   isa.Gen
	r   *rand.Rand
	out source
	gds bool // M0 is a window of GDS and not a base for loads to LDS
}

// address sets v[10:11] to the address of the lane's dword.
func (w *writer) address() {
	add, carry := "v_add_i32", "v_addc_u32"
	switch w.g {
	case isa.GCN12:
		add = "v_add_u32"
	case isa.GCN14:
		add, carry = "v_add_co_u32", "v_addc_co_u32"
	}
	w.put("%s v10, vcc, v2, v0", add)
	w.put("v_mov_b32 v11, 0")
	w.put("%s v11, vcc, v3, v11, vcc", carry)
	for i := range 6 {
		w.put("v_lshlrev_b32 v%d, %d, v0", 4+i, 8+i)
		w.put("s_movk_i32 s%d, %#x", 4+i, 0x700+i)
	}
	w.put("s_mov_b64 vcc, 0x1234")
	// The low half is the limit of LDS or the size of the GDS window, or the base of loads to LDS;
	// the high half is the base of the window.
	if w.gds = w.r.IntN(2) == 0; w.gds {
		w.put("s_movk_i32 m0, 0x100")
	} else {
		w.put("s_mov_b32 m0, 0x10000")
	}
}

func (w *writer) put(format string, args ...any) { w.out = append(w.out, fmt.Sprintf(format, args...)) }

func (w *writer) s() int    { return 4 + w.r.IntN(6) }
func (w *writer) v() int    { return 4 + w.r.IntN(6) }
func (w *writer) even() int { return 4 + 2*w.r.IntN(3) }
func (w *writer) off() int  { return 256 * w.r.IntN(3) }

// pick is one of several, by chance.
func (w *writer) pick(s ...string) string { return s[w.r.IntN(len(s))] }

// scalarOffset is a byte offset as the generation's scalar memory instructions take it.
func (w *writer) scalarOffset(n int) int {
	if w.g == isa.GCN10 || w.g == isa.GCN11 {
		return n / 4
	}
	return n
}

// load, store and others write one instruction that is outstanding for a while.
func (w *writer) memory() {
	if w.r.IntN(4) == 0 {
		w.rare()
		return
	}
	gfx9, flat := w.g == isa.GCN14, w.g != isa.GCN10
	switch k := w.r.IntN(16); {
	case k < 3:
		w.put("s_load_dword s%d, s[0:1], %#x", w.s(), w.scalarOffset(w.off()+4*w.r.IntN(8)))
	case k == 3:
		d := w.even()
		w.put("s_load_dwordx2 s[%d:%d], s[0:1], %#x", d, d+1, w.scalarOffset(w.off()+8*w.r.IntN(8)))
	case k == 4:
		w.put("s_buffer_load_dword s%d, s[12:15], %#x", w.s(), w.scalarOffset(w.off()+4*w.r.IntN(8)))
	case k < 7:
		w.put("buffer_load_%s v%d, v0, s[12:15], 0 offen offset:%d", w.pick("dword", "ubyte", "sshort"), w.v(), w.off())
	case k == 7 && gfx9:
		w.put("buffer_load_%s v%d, v0, s[12:15], 0 offen offset:%d", w.pick("short_d16", "short_d16_hi", "ubyte_d16", "sbyte_d16_hi"), w.v(), w.off())
	case k == 7 && w.r.IntN(2) == 0:
		w.put("buffer_atomic_add v%d, v0, s[12:15], 0 offen offset:%d%s", w.v(), w.off(), w.pick("", " glc"))
	case k == 8 && gfx9:
		w.put("global_load_dword v%d, v[10:11], off offset:%d", w.v(), w.off())
	case k == 8 && flat:
		w.put("flat_load_dword v%d, v[10:11]", w.v())
	case k == 9 && flat:
		w.put("flat_store_dword v[10:11], v%d", w.v())
	case k < 11:
		w.put("buffer_store_%s v%d, v0, s[12:15], 0 offen offset:%d", w.pick("dword", "byte", "short"), w.v(), w.off())
	case k == 11 && gfx9:
		w.put("ds_read_%s v%d, v0", w.pick("u16_d16", "u16_d16_hi", "u8_d16"), w.v())
	case k < 13:
		w.put("ds_read_%s v%d, v0", w.pick("b32", "u8", "i16"), w.v())
	case k == 13:
		w.put("ds_write_%s v0, v%d", w.pick("b32", "b8"), w.v())
	case k == 14:
		if w.r.IntN(2) == 0 {
			w.put("ds_add_u32 v0, v%d", w.v())
		} else {
			w.put("ds_add_rtn_u32 v%d, v0, v%d", w.v(), w.v())
		}
	default:
		w.put("exp mrt%d v%d, v%d, v%d, v%d done vm", w.r.IntN(2), w.v(), w.v(), w.v(), w.v())
	}
}

// rare is memory with more registers, other memories, and scalar memory that writes.
func (w *writer) rare() {
	scalar, e := w.g == isa.GCN12 || w.g == isa.GCN14, w.even()
	d := 4 + w.r.IntN(5)
	switch k := w.r.IntN(14); {
	case k == 0:
		w.put("s_load_dwordx4 s[4:7], s[0:1], %#x", w.scalarOffset(w.off()))
	case k == 1:
		w.put("s_load_dwordx2 vcc, s[0:1], %#x", w.scalarOffset(w.off()))
	case k == 2:
		w.put("buffer_load_dwordx2 v[%d:%d], v0, s[12:15], 0 offen offset:%d", d, d+1, w.off())
	case k == 3:
		w.put("buffer_store_dwordx2 v[%d:%d], v0, s[12:15], 0 offen offset:%d", d, d+1, w.off())
	case k == 4:
		w.put("buffer_atomic_cmpswap v[%d:%d], v0, s[12:15], 0 offen offset:%d%s", d, d+1, w.off(), w.pick("", " glc"))
	case k == 5:
		w.put("ds_read2_b32 v[%d:%d], v0 offset0:0 offset1:%d", d, d+1, w.r.IntN(2))
	case k == 6:
		w.put("ds_write2_b32 v0, v%d, v%d offset0:0 offset1:1", w.v(), w.v())
	case k == 7 && w.gds:
		w.put("ds_add_rtn_u32 v%d, v0, v%d gds", w.v(), w.v())
	case k == 8 && w.gds:
		w.put("ds_write_b32 v0, v%d gds", w.v())
	case k < 9 && !w.gds:
		w.put("s_waitcnt lgkmcnt(0)") // no rule asks for it: LDS reads that are outstanding against what the load writes
		w.put("buffer_load_dword v0, s[12:15], 0 offen offset:%d lds", w.off())
	case k < 14 && scalar:
		// No rule asks for waits between operations of scalar memory, or for writing back before
		// vector memory writes the same bytes: both are there always.
		w.put("s_waitcnt vmcnt(0) lgkmcnt(0)")
		switch w.r.IntN(4) {
		case 0:
			w.put("s_store_dword s%d, s[0:1], %#x", w.s(), w.off()+4*w.r.IntN(8))
		case 1:
			w.put("s_buffer_store_dwordx2 s[%d:%d], s[12:15], %#x", e, e+1, w.off())
		case 2:
			w.put("s_dcache_inv")
		default:
			if w.g == isa.GCN14 {
				w.put("s_atomic_add s%d, s[0:1], %#x%s", w.s(), w.off(), w.pick("", " glc"))
			}
		}
		w.put("s_waitcnt lgkmcnt(0)")
		w.put("s_dcache_wb")
		w.put("s_waitcnt lgkmcnt(0)")
	default:
		w.put("ds_read_b64 v[%d:%d], v0", d, d+1)
	}
}

func (w *writer) alu() {
	switch w.r.IntN(13) {
	case 9:
		w.put("v_cndmask_b32 v%d, v%d, v%d, vcc", w.v(), w.v(), w.v())
	case 10:
		w.put("s_mov_b64 exec, %s", w.pick("-1", "-1", "0xffff", "0x40"))
	case 11:
		w.put("v_writelane_b32 v%d, s%d, 3", w.v(), w.s())
	case 12:
		if w.g == isa.GCN12 || w.g == isa.GCN14 {
			w.put("v_mov_b32_dpp v%d, v%d row_shr:1", w.v(), w.v())
		} else {
			w.put("v_readlane_b32 s%d, v%d, 5", w.s(), w.v())
		}
	case 0:
		w.put("v_mov_b32 v%d, v%d", w.v(), w.v())
	case 1:
		w.put("v_xor_b32 v%d, v%d, v%d", w.v(), w.v(), w.v())
	case 2:
		w.put("v_xor_b32 v%d, s%d, v%d", w.v(), w.s(), w.v())
	case 3:
		w.put("s_xor_b32 s%d, s%d, s%d", w.s(), w.s(), w.s())
	case 4:
		w.put("s_add_u32 s%d, s%d, s%d", w.s(), w.s(), w.s())
	case 5:
		w.put("s_mov_b32 s%d, %#x", w.s(), 0x40000+w.r.IntN(1<<16))
	case 6:
		w.put("v_readfirstlane_b32 s%d, v%d", w.s(), w.v())
	case 7:
		w.put("v_mad_u32_u24 v%d, v%d, 3, v%d", w.v(), w.v(), w.v())
	default:
		if w.g == isa.GCN12 || w.g == isa.GCN14 {
			w.put("v_mov_b32_sdwa v%d, v%d dst_sel:%s dst_unused:UNUSED_PRESERVE src0_sel:%s", w.v(), w.v(), w.pick("WORD_0", "WORD_1", "BYTE_2"),
				w.pick("WORD_0", "WORD_1", "BYTE_1"))
		} else {
			w.put("v_cmp_lt_u32 vcc, v%d, v%d", w.v(), w.v())
		}
	}
}

func (w *writer) wait() {
	switch w.r.IntN(6) {
	case 0:
		w.put("s_waitcnt vmcnt(%d)", w.r.IntN(3))
	case 1:
		w.put("s_waitcnt lgkmcnt(%d)", w.r.IntN(3))
	case 2:
		w.put("s_waitcnt expcnt(%d)", w.r.IntN(2))
	case 3:
		w.put("s_waitcnt vmcnt(%d) lgkmcnt(%d)", w.r.IntN(3), w.r.IntN(2))
	case 4:
		w.put("s_waitcnt lgkmcnt(0)")
	default:
		w.put("s_waitcnt vmcnt(0) lgkmcnt(0)")
	}
}

// block writes n random instructions.
func (w *writer) block(n int) {
	for range n {
		switch k := w.r.IntN(10); {
		case k < 4:
			w.memory()
		case k < 8:
			w.alu()
		default:
			w.wait()
		}
	}
}

// newSource makes a random program; loops and branches only where asked for.
func newSource(g isa.Gen, r *rand.Rand, branches bool) source {
	w := &writer{g: g, r: r}
	w.address()
	w.block(3 + r.IntN(6))
	if !branches {
		w.block(r.IntN(5))
		return w.out
	}
	if r.IntN(2) == 0 {
		if r.IntN(3) == 0 {
			w.put("s_cbranch_%s SKIP", w.pick("vccnz", "execz"))
		} else {
			w.put("s_cmp_%s_u32 s%d, s%d", w.pick("lg", "lt"), w.s(), w.s())
			w.put("s_cbranch_scc%d SKIP", r.IntN(2))
		}
		w.block(1 + r.IntN(3))
		w.put("SKIP:")
		w.block(1 + r.IntN(3))
		return w.out
	}
	w.put("s_movk_i32 s10, 2")
	w.put("LOOP:")
	w.block(2 + r.IntN(3))
	w.put("s_sub_u32 s10, s10, 1")
	w.put("s_cmp_lg_u32 s10, 0")
	w.put("s_cbranch_scc1 LOOP")
	w.block(r.IntN(3))
	return w.out
}

// registerRace reports whether a finding says that waits do not prove an operation complete which
// has to do with a register of the instruction.
func registerRace(f *waitcnt.Finding) bool {
	switch f.Rule {
	case waitcnt.RuleRAW, waitcnt.RuleWAW, waitcnt.RuleWAR:
		return true
	}
	return false
}

// races are the findings that say that the order of return may matter.
func races(list []waitcnt.Finding) (out []waitcnt.Finding) {
	for _, f := range list {
		if f.Kind == waitcnt.Race && f.Severity > waitcnt.Info && f.Rule != waitcnt.RuleEndDirty { // that one asks for no wait
			out = append(out, f)
		}
	}
	return out
}

func static(t testing.TB, g isa.Gen, x *explored) []waitcnt.Finding {
	res, err := prove.Run(&prove.Input{Gen: g, Base: codeBase, Code: x.code, Entries: []prove.Entry{{Name: "k", Addr: codeBase, Kernel: true, LDS: true}}}, prove.Options{})
	require.NoError(t, err)
	return res.Findings
}

func dynamic(t testing.TB, x *explored) []waitcnt.Finding {
	e, err := x.run(1, sim.Options{Check: true, Deterministic: true})
	require.NoError(t, err)
	require.Nil(t, e.Launches[0].Fault)
	return e.Launches[0].Findings
}

// proofs counts what the properties were tested on.
type proofs struct {
	programs, clean, repaired, bounded, runs int
	stale                                    int // repaired or clean, with stale values under some order
	racy, shown, coincident, same            int // accesses that come too early; of those shown, only with other contents of memory
	dynamic, memory                          int // findings of the dynamic checker that the static one must have, and those about addresses
}

// properties tests one random program and the same with the waits that the checker asks for.
func properties(t *testing.T, g isa.Gen, r *rand.Rand, n *proofs) {
	branches := r.IntN(3) == 0
	src := newSource(g, r, branches)
	n.programs++
	x := newExplored(t, g, src.text())
	found := races(dynamic(t, x))
	staticFindsIt(t, g, x, src, found, n)
	if len(found) == 0 {
		n.clean++
		oneState(t, x, src, n)
		return
	}
	// What the findings ask for is enough, and nothing less would be: with the waits before it
	// right, each access that comes too early shows.
	for range 40 {
		f := &found[0]
		for i := range found {
			if found[i].PC < f.PC {
				f = &found[i]
			}
		}
		if !branches && f.Severity == waitcnt.Error && (f.Rule == waitcnt.RuleRAW || f.Rule == waitcnt.RuleWAW) {
			twoStates(t, g, src, f, n)
		}
		require.NotEmpty(t, f.Need, "%+v in\n%s", f, src.text())
		src = src.with(src.at(t, g, uint64(f.PC)), "s_waitcnt "+f.Need)
		x = newExplored(t, g, src.text())
		if found = races(dynamic(t, x)); len(found) == 0 {
			n.repaired++
			oneState(t, x, src, n)
			return
		}
	}
	require.Failf(t, "needed waits do not help", "%+v in\n%s", found, src.text())
}

// staticFindsIt: what the dynamic checker finds on its path, the static one finds on all paths. It
// reports an operation at the first instruction that comes too early, so the operation has to
// agree, and whether its results or the reading of its data are at issue: what waits for results
// has waited for that too. Operations that meet only at equal addresses are not its business.
func staticFindsIt(t *testing.T, g isa.Gen, x *explored, src source, found []waitcnt.Finding, n *proofs) {
	all := static(t, g, x)
next:
	for i := range found {
		f := &found[i]
		if !registerRace(f) {
			n.memory++
			continue
		}
		n.dynamic++
		for j := range all {
			s := &all[j]
			if registerRace(s) && (s.Rule != waitcnt.RuleWAR || f.Rule == waitcnt.RuleWAR) && *s.ProducerPC == *f.ProducerPC && s.Severity >= f.Severity {
				continue next
			}
		}
		require.Failf(t, "the static checker misses a race", "%+v\nof %+v\nin\n%s", f, all, src.text())
	}
}

// oneState: a program without findings leaves the same state under every order of return.
func oneState(t *testing.T, x *explored, src source, n *proofs) {
	e := x.explore(t, 1, sim.Exploring{Runs: 500})
	n.runs += e.Runs
	if !e.Complete {
		n.bounded++
	}
	if len(e.States) > 1 && staleUnder(t, x, e) {
		n.stale++
		return
	}
	require.Len(t, e.States, 1, "%+v in\n%s", e, src.text())
	want := fingerprint(t, x.under(t, 1, "late"))
	for _, order := range []string{"asap", "random:1", "random:2"} {
		require.Equal(t, want, fingerprint(t, x.under(t, 1, order)), "%s in\n%s", order, src.text())
	}
	timed, err := x.run(1, sim.Options{Keep: true, Timing: &sim.TimingOptions{Chip: testcase.FirstChip(t, x.gen)}})
	require.NoError(t, err)
	require.Equal(t, want, fingerprint(t, timed), "with a clock, in\n%s", src.text())
	testcase.Sums(t, timed.Launches[0])
}

// staleUnder reports whether the dynamic checker finds a stale value under the order of one of the
// states. It finds only what is stale on its own path: whether the scalar cache had the line before
// a vector store is a matter of the order.
func staleUnder(t *testing.T, x *explored, e *sim.Exploration) bool {
	for _, s := range e.States {
		p, err := waitcnt.ParsePolicy(s.Order)
		require.NoError(t, err)
		r, err := x.run(1, sim.Options{Policy: p, Check: true, Deterministic: true})
		require.NoError(t, err)
		for _, f := range r.Launches[0].Findings {
			if f.Rule == waitcnt.RuleKcache {
				return true
			}
		}
	}
	return false
}

// twoStates: a race that is an error shows in the register under some order of return, when the
// program ends after the access.
func twoStates(t *testing.T, g isa.Gen, src source, f *waitcnt.Finding, n *proofs) {
	n.racy++
	// The instruction gives way to one that shows the register.
	cut := append(source{}, src[:src.at(t, g, uint64(f.PC))]...)
	reg, observer := f.Register, ""
	vector := strings.HasPrefix(reg, "v") && !strings.HasPrefix(reg, "vcc")
	switch {
	case f.Rule == waitcnt.RuleWAW && vector:
		observer = fmt.Sprintf("v_mov_b32 %s, 0x55555", low(reg))
	case f.Rule == waitcnt.RuleWAW:
		observer = fmt.Sprintf("s_mov_b32 %s, 0x55555", low(reg))
	case vector:
		observer = fmt.Sprintf("v_mov_b32 v20, %s", low(reg))
	default:
		observer = fmt.Sprintf("s_mov_b32 s20, %s", low(reg))
	}
	x := newExplored(t, g, append(cut, observer).text())
	for x.seed = range byte(4) {
		e := x.explore(t, 1, sim.Exploring{Runs: 500})
		n.runs += e.Runs
		if len(e.States) > 1 {
			if n.shown++; x.seed > 0 {
				n.coincident++
			}
			return
		}
		// A value that was stored from the register before it was loaded again is the same whatever
		// memory held. That it was read before and after the return is sure where the exploration
		// had something to decide.
		if e.Decisions > 0 && x.seed == 3 {
			n.same++
			return
		}
	}
	require.Failf(t, "no order shows the race", "%+v\nin\n%s\ncut to\n%s", f, src.text(), x.text)
}

// low is the first register of a range.
func low(reg string) string {
	kind, rest, ok := strings.Cut(reg, "[")
	switch {
	case reg == "vcc" || reg == "exec":
		return reg + "_lo"
	case !ok:
		return reg
	}
	first, _, _ := strings.Cut(rest, ":")
	return kind + first
}

// TestFindingsAndOrdersOfReturnAgree: on random programs of four generations, no race found means
// one final state; a race found means two; and what is found while a program runs is found without
// running it.
func TestFindingsAndOrdersOfReturnAgree(t *testing.T) {
	programs := 120
	switch {
	case *long:
		programs = 5000
	case testing.Short():
		programs = 60
	}
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		var n proofs
		for i := range programs {
			properties(t, g, rand.New(rand.NewPCG(uint64(i), uint64(g))), &n)
		}
		t.Logf("%+v", n)
	})
}
