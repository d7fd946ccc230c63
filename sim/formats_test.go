package sim_test

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The instructions of SMRD, SMEM, SOPP, DS and MUBUF run through the whole machine: an encoding is
// decoded, bound and executed, and everything that a program can see afterwards (all registers,
// memory, LDS, GDS) is compared with a reference. The references in the formats_*_ref files follow
// the pseudo-code of CLRX's chapters as docs/errata.md corrects it, in plain Go arithmetic on byte
// slices; they use no code of the packages under test.

// The global memory of a case.
const (
	memBase = 0x5_4321_0000
	memSize = 32 << 10
	ldsSize = 4 << 10
	gdsSize = 64 << 10

	docVGPRs = 32 // vector registers that cases use
)

// machine is what a program can see.
type machine struct {
	g    isa.Gen
	s    [128]uint32          // by operand code: s0.., vcc 106, m0 124, exec 126
	v    [docVGPRs][64]uint32 // the others are 0 and stay so
	scc  bool
	mode uint32
	mem  []byte // from memBase on
	lds  []byte
	gds  []byte // nil where it is 0 and stays so

	fault   bool         // the program must fault: it accesses memory that is not mapped
	exports []sim.Export // what a run exported
}

func (m *machine) clone() *machine {
	c := *m
	c.mem = append([]byte(nil), m.mem...)
	c.lds = append([]byte(nil), m.lds...)
	c.gds = append([]byte(nil), m.gds...)
	return &c
}

func (m *machine) exec() uint64     { return uint64(m.s[126]) | uint64(m.s[127])<<32 }
func (m *machine) setExec(v uint64) { m.s[126], m.s[127] = uint32(v), uint32(v>>32) }
func (m *machine) m0() uint32       { return m.s[124] }
func (m *machine) s64(n int) uint64 { return uint64(m.s[n]) | uint64(m.s[n+1])<<32 }
func (m *machine) active(l int) bool {
	return m.exec()>>l&1 != 0
}

// load and store are little-endian accesses of n bytes (1 to 8) to a byte slice.
func load(b []byte, at, n int) (v uint64) {
	for i := range n {
		v |= uint64(b[at+i]) << (8 * i)
	}
	return v
}

func store(b []byte, at, n int, v uint64) {
	for i := range n {
		b[at+i] = byte(v >> (8 * i))
	}
}

// global returns where n bytes at an address lie in mem; outside it the program must fault.
func (m *machine) global(addr uint64, n int) (at int, ok bool) {
	off := addr - memBase
	if off >= memSize || off+uint64(n) > memSize {
		m.fault = true
		return 0, false
	}
	return int(off), true
}

// edge32 are values at which instructions go wrong: integers, bit patterns, and floats.
var edge32 = []uint32{0, 1, 2, 0xffffffff, 0xfffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0x55555555, 0xaaaaaaaa, 0xdeadbeef, 0x00ff00ff, 0x12345678,
	0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x40490fdb, 0xc0000000}

// edge64 has the same for 64 bits.
var edge64 = []uint64{0, 1, ^uint64(0), ^uint64(1), 1<<63 - 1, 1 << 63, 1<<63 | 1, 0x5555555555555555, 0xdeadbeefcafebabe, 1 << 32, 0xffffffff,
	0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0xfff8000000012345, 0x800fffffffffffff,
	0x0010000000000000, 0x7fefffffffffffff, 0x400921fb54442d18}

// edges are edge values, dwords and quadwords mixed, of which [fillEdge] takes a part.
var edges = sync.OnceValue(func() []byte {
	r := rand.New(rand.NewPCG(5, 6))
	b := make([]byte, 1<<20)
	for i := 0; i < len(b); i += 8 {
		switch r.IntN(3) {
		case 0:
			store(b, i, 8, edge64[r.IntN(len(edge64))])
		case 1:
			store(b, i, 4, uint64(edge32[r.IntN(len(edge32))]))
			store(b, i+4, 4, uint64(edge32[r.IntN(len(edge32))]))
		default:
			store(b, i, 8, r.Uint64())
		}
	}
	return b
})

// fillEdge fills bytes with edge values.
func fillEdge(r *rand.Rand, b []byte) {
	from := edges()
	copy(b, from[8*r.IntN((len(from)-len(b))/8):])
}

// edgeRow and edgePair fill one register, or two that hold a 64-bit value.
func (m *machine) edgeRow(r *rand.Rand, v int) {
	for l := range m.v[v] {
		if m.v[v][l] = edge32[r.IntN(len(edge32))]; r.IntN(4) == 0 {
			m.v[v][l] = r.Uint32()
		}
	}
}

func (m *machine) edgePair(r *rand.Rand, v int) {
	for l := range m.v[v] {
		x := edge64[r.IntN(len(edge64))]
		if r.IntN(4) == 0 {
			x = r.Uint64()
		}
		m.v[v][l], m.v[v+1][l] = uint32(x), uint32(x>>32)
	}
}

// execs are the EXEC masks that cases go through.
var execs = []uint64{^uint64(0), 0xa5a5_0ff0_1234_fedc, 1 << 63, 0, 0x5555555555555555, 1, 0xffffffff, 0xffffffff00000000, 0x8000000000000001}

// newMachine returns a machine with edge values everywhere.
func newMachine(g isa.Gen, r *rand.Rand, i int) *machine {
	m := &machine{g: g, mem: make([]byte, memSize), lds: make([]byte, ldsSize)}
	fillEdge(r, m.mem)
	fillEdge(r, m.lds)
	for n := range 102 {
		m.s[n] = r.Uint32()
	}
	for v := range m.v {
		for l := range m.v[v] {
			m.v[v][l] = r.Uint32()
		}
	}
	m.s[106], m.s[107], m.s[124] = r.Uint32(), r.Uint32(), 0xffffffff
	m.setExec(execs[i%len(execs)])
	m.scc = r.IntN(2) == 0
	m.mode = 0x2f0
	return m
}

// withGDS gives the machine a global data share with contents.
func (m *machine) withGDS(r *rand.Rand) {
	m.gds = make([]byte, gdsSize)
	fillEdge(r, m.gds)
}

// devices are used again: making memory is what a run costs most.
var devices [4]sync.Pool

var (
	zeroRow isa.Row
	zeroGDS = make([]byte, gdsSize)
)

// run executes code on the state and returns the state after it. The policy is asap unless another
// is given.
func (m *machine) run(t *testing.T, code []byte, policy waitcnt.Policy) (*machine, *sim.Fault) {
	t.Helper()
	end, err := isa.Encode(&isa.Inst{Form: isa.Lookup(m.g, "s_endpgm")[0]})
	require.NoError(t, err)
	prog, err := sim.NewProgram(m.g, 0x1000, append(append([]byte(nil), code...), end...))
	require.NoError(t, err)
	if policy == nil {
		policy = waitcnt.Asap{}
	}
	pool := &devices[m.g.Index()]
	d, _ := pool.Get().(*sim.Device)
	if d == nil {
		d = sim.NewDevice(m.g)
		_, err = d.Mem.Map("memory", memBase, memSize)
		require.NoError(t, err)
	}
	defer pool.Put(d)
	require.NoError(t, d.Mem.Write(memBase, m.mem))
	clear(d.GDS.Bytes())
	copy(d.GDS.Bytes(), m.gds)
	s, err := d.Begin(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: uint32(len(m.lds)),
		Options: sim.Options{Policy: policy, MaxInsts: 1000}})
	require.NoError(t, err)
	w := s.Group.Waves[0]
	copy(w.S[:], m.s[:])
	copy(w.V[:], m.v[:])
	w.SCC, w.Mode = m.scc, m.mode
	copy(s.Group.LDS.Bytes(), m.lds)
	_, err = s.Run()
	require.NoError(t, err)
	got := &machine{g: m.g, mem: make([]byte, memSize), lds: s.Group.LDS.Bytes(), exports: w.Exports}
	copy(got.s[:], w.S[:128])
	for i := range w.V {
		if i < len(got.v) {
			got.v[i] = w.V[i]
		} else if w.V[i] != zeroRow {
			t.Fatalf("v%d was written", i)
		}
	}
	got.scc, got.mode = w.SCC, w.Mode
	require.NoError(t, d.Mem.Read(memBase, got.mem))
	if m.gds != nil || !bytes.Equal(d.GDS.Bytes(), zeroGDS) {
		got.gds = append([]byte(nil), d.GDS.Bytes()...)
	}
	return got, w.Fault
}

// diff lists where two states differ, at most a few places.
func (m *machine) diff(got *machine) (list []string) {
	add := func(format string, args ...any) {
		if len(list) < 8 {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	for i := range m.s {
		if m.s[i] != got.s[i] {
			add("s%d: want %#x, got %#x", i, m.s[i], got.s[i])
		}
	}
	for i := range m.v {
		if m.v[i] == got.v[i] {
			continue
		}
		for l := range m.v[i] {
			if m.v[i][l] != got.v[i][l] {
				add("v%d lane %d: want %#x, got %#x", i, l, m.v[i][l], got.v[i][l])
			}
		}
	}
	share := func(name string, a, b []byte) {
		if len(a) != len(b) {
			add("%s: want %d bytes, got %d", name, len(a), len(b))
			return
		}
		for i := 0; i < len(a) && !bytes.Equal(a, b); i++ {
			if a[i] != b[i] {
				add("%s %#x: want %#x, got %#x", name, i, a[i], b[i])
			}
		}
	}
	share("mem", m.mem, got.mem)
	share("lds", m.lds, got.lds)
	share("gds", m.gds, got.gds)
	if m.scc != got.scc || m.mode != got.mode {
		add("scc, mode: want %v %#x, got %v %#x", m.scc, m.mode, got.scc, got.mode)
	}
	return list
}

// inst builds an instruction from a form: code gives the register of each role; an operand without
// one is left out.
func inst(f *isa.Form, code map[byte]int, mod isa.Mods) isa.Inst {
	in := isa.Inst{Form: f, Mod: mod}
	for _, a := range f.Args {
		c, ok := code[a.Role]
		if !ok {
			continue
		}
		in.Ops[in.NOps] = isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords()), Code: uint16(c)}
		in.NOps++
	}
	return in
}

// check runs the instruction on the state and compares with what ref makes of it.
func check(t *testing.T, m *machine, in isa.Inst, note string, ref func(*machine)) {
	t.Helper()
	code, err := isa.Encode(&in)
	require.NoError(t, err, note)
	back, err := isa.Decode(m.g, code)
	require.NoError(t, err, "%s % x", note, code)
	text := back.String()
	want := m.clone()
	ref(want)
	for _, p := range []waitcnt.Policy{waitcnt.Asap{}, waitcnt.Late{}} {
		got, fault := m.run(t, code, p)
		if want.fault {
			require.NotNil(t, fault, "%s %s: it must fault: %s", m.g, text, note)
			continue
		}
		require.Nil(t, fault, "%s %s: %s", m.g, text, note)
		if d := want.diff(got); len(d) > 0 {
			t.Fatalf("%s %s (%v, %s):\n%s", m.g, text, p, note, strings.Join(d, "\n"))
		}
	}
}

// formatCase returns the test of one form of these formats, nil where there is none.
func formatCase(f *isa.Form) func(t *testing.T, f *isa.Form) {
	switch f.Fmt {
	case isa.SMRD, isa.SMEM:
		return scalarMemoryCase(f)
	case isa.SOPP:
		return soppCases[f.Name]
	case isa.DS:
		return dsCase(f)
	case isa.MUBUF:
		return mubufCase(f)
	}
	return nil
}

// formatForms are the forms of SMRD, SMEM, SOPP, DS and MUBUF in a generation.
func formatForms(g isa.Gen) (list []*isa.Form) {
	for _, f := range isa.Forms(g) {
		switch f.Fmt {
		case isa.SMRD, isa.SMEM, isa.SOPP, isa.DS, isa.MUBUF:
			list = append(list, f)
		}
	}
	return list
}

// TestEveryScalarControlLdsAndBufferInstructionHasACase lists what is not tested: nothing.
func TestEveryScalarControlLdsAndBufferInstructionHasACase(t *testing.T) {
	requireCases(t, formatForms, formatCase)
}

// TestScalarControlLdsAndBufferInstructions executes every one of them in every generation that has
// it.
func TestScalarControlLdsAndBufferInstructions(t *testing.T) {
	runCases(t, formatForms, formatCase)
}

// formCase is the test of a form.
type formCase = func(t *testing.T, f *isa.Form)

// requireCases demands a case for each of the forms in each generation.
func requireCases(t *testing.T, forms func(isa.Gen) []*isa.Form, caseOf func(*isa.Form) formCase) {
	var missing []string
	count := map[isa.Format]int{}
	for _, g := range isa.Gens() {
		for _, f := range forms(g) {
			count[f.Fmt]++
			if caseOf(f) == nil {
				missing = append(missing, fmt.Sprintf("%v %s (%v)", f.Fmt, f.Name, g))
			}
		}
	}
	require.Empty(t, missing)
	require.NotEmpty(t, count)
	t.Logf("mnemonics times generations: %v", count)
}

// runCases runs the case of each of the forms in each generation.
func runCases(t *testing.T, forms func(isa.Gen) []*isa.Form, caseOf func(*isa.Form) formCase) {
	for _, g := range isa.Gens() {
		t.Run(strings.Fields(g.String())[1], func(t *testing.T) {
			t.Parallel()
			for _, f := range forms(g) {
				if run := caseOf(f); run != nil {
					t.Run(f.Name, func(t *testing.T) { run(t, f) })
				}
			}
		})
	}
}

// rounds is how many states each instruction meets: more than there are kinds of EXEC.
func rounds() int {
	if *long {
		return 100
	}
	return 12
}

// newRand returns a stream that depends on the instruction only.
func newRand(f *isa.Form) *rand.Rand {
	h := uint64(14695981039346656037)
	for _, c := range f.Name {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return rand.New(rand.NewPCG(h, uint64(f.Gen)))
}

// firstActive is the lowest active lane, 0 for none.
func (m *machine) firstActive() int {
	if m.exec() == 0 {
		return 0
	}
	return bits.TrailingZeros64(m.exec())
}
