package simtest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Machine is one work-group on a device of its own. The zero value is not usable; call [New].
type Machine struct {
	wave // all waves when setting, wave 0 when reading

	tb      testing.TB
	dev     *sim.Device
	launch  sim.Launch
	waves   int
	session *sim.Session
	before  []func(*sim.Session) // what was set before there were waves
}

// Wave is one wave of a [Machine].
type Wave struct {
	m *Machine
	n int // -1: all
}

// wave gives the Machine the methods of a Wave.
type wave = Wave

// Option changes what [New] makes.
type Option func(*Machine)

// Waves asks for n waves in the work-group, 1 to 16; the default is 1.
func Waves(n int) Option { return func(m *Machine) { m.waves = n } }

// LDS asks for that many bytes of LDS; the default is the most a work-group can have. From GCN 1.0
// to 1.2 a program must also set M0, which limits what it can reach; the machine starts with M0 =
// -1.
func LDS(bytes int) Option { return func(m *Machine) { m.launch.LDS = uint32(bytes) } }

// Policy chooses the order in which memory operations return: "asap", "late" (the default),
// "random:SEED" or "order:N,N,...".
func Policy(text string) Option {
	return func(m *Machine) {
		m.tb.Helper()
		p, err := waitcnt.ParsePolicy(text)
		m.check(err)
		m.launch.Options.Policy = p
	}
}

// Options gives everything that [sim.Options] has.
func Options(o sim.Options) Option { return func(m *Machine) { m.launch.Options = o } }

// defaultMaxInsts ends endless loops soon: tests are short.
const defaultMaxInsts = 1_000_000

// New returns a machine of the target that stands for a generation. Its registers and memory are
// zero, EXEC and M0 excepted, which have all bits set.
func New(tb testing.TB, g isa.Gen, opts ...Option) *Machine {
	if tb != nil {
		tb.Helper()
	}
	return NewFor(tb, g.Target(), opts...)
}

// NewFor is [New] for a target.
func NewFor(tb testing.TB, t isa.Target, opts ...Option) *Machine {
	if tb == nil {
		tb = nobody{}
	}
	tb.Helper()
	m := &Machine{tb: tb, dev: sim.NewDeviceFor(t), waves: 1}
	m.wave = Wave{m, -1}
	m.launch.LDS = uint32(t.Limits().GroupLDS)
	for _, o := range opts {
		o(m)
	}
	if m.launch.Options.MaxInsts == 0 {
		m.launch.Options.MaxInsts = defaultMaxInsts
	}
	m.Set("m0", -1)
	return m
}

// check fails the test for a mistake in the test itself.
func (m *Machine) check(err error) {
	if err == nil {
		return
	}
	m.tb.Helper()
	m.tb.Fatalf("simtest: %v", err)
}

// nobody is the test where there is none: what would fail it panics. Each function that may fail the
// test calls Helper itself, so that failures name the line of the test.
type nobody struct{ testing.TB }

func (nobody) Helper()                           {}
func (nobody) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (nobody) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Device gives access to global memory and GDS.
func (m *Machine) Device() *sim.Device { return m.dev }

// Code loads machine code as it lies in memory.
func (m *Machine) Code(code []byte) *Machine {
	m.tb.Helper()
	if m.launch.Prog != nil {
		m.check(errors.New("code is loaded already: a machine runs one program"))
	}
	end, err := isa.Encode(&isa.Inst{Form: m.dev.Target.Lookup("s_endpgm")[0]})
	m.check(err)
	code = append(append([]byte(nil), code...), end...)
	m.launch.Prog, err = m.dev.Load(code)
	m.check(err)
	return m
}

// Words loads instruction words.
func (m *Machine) Words(words ...uint32) *Machine {
	m.tb.Helper()
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return m.Code(b)
}

// Insts encodes and loads instructions.
func (m *Machine) Insts(list ...isa.Inst) *Machine {
	m.tb.Helper()
	var code []byte
	for i := range list {
		b, err := isa.Encode(&list[i])
		m.check(err)
		code = append(code, b...)
	}
	return m.Code(code)
}

// Asm assembles and loads text in LLVM's syntax, with labels and directives as [asm.Assemble] has
// them.
func (m *Machine) Asm(text string) *Machine {
	m.tb.Helper()
	p, err := asm.CodeFor(m.dev.Target, text)
	m.check(err)
	return m.Code(p.Code)
}

// Object loads a code object and makes its kernel ("" for the only one) ready: registers, arguments
// and what else its ABI asks for. Arguments are those that the source declares: a [Buffer] for a
// pointer, integers and floats of Go types of the right size ([]byte for anything else). The
// work-group is the whole grid: 64 work-items for each wave.
func (m *Machine) Object(elf []byte, kernel string, args ...any) *Machine {
	m.tb.Helper()
	o, err := codeobj.Load(elf)
	m.check(err)
	if o.Gen != m.dev.Gen {
		m.check(fmt.Errorf("the code object is for %v, the machine is %v", o.Gen, m.dev.Gen))
	}
	k, err := o.Kernel(kernel)
	m.check(err)
	mod, err := run.LoadModule(m.dev, o, false)
	m.check(err)
	items := uint32(m.waves * isa.Lanes)
	l := launch.Launch{Grid: []uint32{items}, Group: []uint32{items}}
	buffers := map[string]Buffer{}
	for i, a := range args {
		v := launch.ArgValue{Kind: "bytes"}
		if b, ok := a.(Buffer); ok {
			v.Kind, v.Buffer = "buffer", strconv.Itoa(i)
			buffers[v.Buffer] = b
		} else if v.Bytes, err = argument(a); err != nil {
			m.check(fmt.Errorf("argument %d: %w", i, err))
		}
		l.Args = append(l.Args, v)
	}
	_, err = mod.Bind(m.dev, &m.launch, k, &l, func(name string) (addr, size uint64, ok bool) {
		b, ok := buffers[name]
		if !ok {
			return 0, 0, false
		}
		return b.Addr(), uint64(b.Size()), true
	})
	m.check(err)
	return m
}

// start makes the waves.
func (m *Machine) start() *sim.Session {
	m.tb.Helper()
	if m.session == nil {
		if m.launch.Prog == nil {
			m.check(errors.New("there is no code: call Asm, Words, Insts, Code or Object first"))
		}
		l := &m.launch
		l.Grid = [3]uint32{uint32(m.waves * isa.Lanes), 1, 1}
		l.Group = l.Grid
		s, err := m.dev.Begin(l)
		m.check(err)
		m.session = s
		for _, f := range m.before {
			f(s)
		}
	}
	return m.session
}

// do runs f now, or when there are waves.
func (m *Machine) do(f func(*sim.Session)) {
	if m.session == nil {
		m.before = append(m.before, f)
		return
	}
	f(m.session)
}

// Run executes all waves to their end and returns the fault of the program, nil for none.
func (m *Machine) Run() error {
	m.tb.Helper()
	r, err := m.start().Run()
	m.check(err)
	if r.Fault != nil {
		return r.Fault
	}
	return nil
}

// Findings runs what is left of all waves and returns what the checkers found; [Options] with Check
// set switches them on. Program counters are offsets in the code.
func (m *Machine) Findings() []waitcnt.Finding {
	m.tb.Helper()
	r, err := m.start().Run()
	m.check(err)
	return r.Findings
}

// Fault is what stopped the program, nil where nothing did.
func (m *Machine) Fault() *sim.Fault {
	for _, w := range m.start().Group.Waves {
		if w.Fault != nil {
			return w.Fault
		}
	}
	return nil
}

// Wave returns wave n of the work-group.
func (m *Machine) Wave(n int) Wave {
	m.tb.Helper()
	if n < 0 || n >= m.waves {
		m.check(fmt.Errorf("wave %d: the machine has %d", n, m.waves))
	}
	return Wave{m, n}
}

// State returns the wave itself: counters, messages, exports, performance counters, status.
func (w Wave) State() *sim.Wave {
	w.m.tb.Helper()
	return w.m.start().Group.Waves[max(w.n, 0)]
}

// Step executes one instruction of the wave and returns its fault, nil for none. A wave that cannot
// go on stays where it is; see [sim.Session.Step].
func (w Wave) Step() error {
	w.m.tb.Helper()
	w.m.start().Step(max(w.n, 0))
	if f := w.State().Fault; f != nil {
		return f
	}
	return nil
}

// Next is the text of the instruction that the wave executes next.
func (w Wave) Next() string {
	w.m.tb.Helper()
	in, _, err := w.State().Next()
	if err != nil {
		return err.Error()
	}
	return in.String()
}

// Set gives registers a value. For scalar registers it is one number for all of them together, or a
// slice with one for each. For vector registers it is one number for every lane, a slice with
// numbers for the lanes from 0 on, or a func(lane int) of a number; lanes that are not named keep
// theirs.
//
// Numbers are integers, bool, float32, and float64, which is rounded to f32 where there is a single
// register. A [Buffer] is its address in two registers and its resource (V#) in four.
func (w Wave) Set(reg string, value any) Wave {
	m := w.m
	m.tb.Helper()
	r, err := parse(m.dev.Gen, reg)
	m.check(err)
	fail := func(err error) {
		m.tb.Helper()
		if err != nil {
			m.check(fmt.Errorf("set %s: %w", reg, err))
		}
	}
	var put func(x *sim.Wave)
	switch r.kind {
	case vectorReg:
		list, mask, err := rows(value, r.n)
		fail(err)
		put = func(x *sim.Wave) {
			for j := range list {
				x.WriteV(uint8(int(r.code-isa.CodeVGPR)+j), &list[j], mask)
			}
		}
	case scalarReg:
		v, err := scalarWords(value, r.n)
		fail(err)
		put = func(x *sim.Wave) { x.WriteS(r.code, v...) }
	default:
		v, err := words(value, 1)
		fail(err)
		put = func(x *sim.Wave) {
			if r.kind == sccBit {
				x.WriteSCC(v[0] != 0)
			} else {
				x.Mode = v[0]
			}
		}
	}
	m.do(func(s *sim.Session) {
		for i, x := range s.Group.Waves {
			if w.n < 0 || w.n == i {
				put(x)
			}
		}
	})
	return w
}

// read returns n registers from one lane (scalar registers have one).
func (w Wave) read(reg string, n int, lane []int) []uint32 {
	m := w.m
	m.tb.Helper()
	r, err := parse(m.dev.Gen, reg)
	m.check(err)
	if n > 0 && r.n != n {
		m.check(fmt.Errorf("read %s: it is %d registers, the type takes %d", reg, r.n, n))
	}
	x := w.State()
	out := make([]uint32, r.n)
	for j := range out {
		switch r.kind {
		case scalarReg:
			out[j] = x.S[uint8(int(r.code)+j)]
		case vectorReg:
			l := 0
			if len(lane) > 0 {
				l = lane[0]
			}
			out[j] = x.V[uint8(int(r.code-isa.CodeVGPR)+j)][l]
		case sccBit:
			if x.SCC {
				out[j] = 1
			}
		case modeReg:
			out[j] = x.Mode
		}
	}
	return out
}

// U32 reads a register; of a vector register the lane given, else lane 0.
func (w Wave) U32(reg string, lane ...int) uint32 { w.m.tb.Helper(); return w.read(reg, 1, lane)[0] }

// I32 reads a register as a signed integer.
func (w Wave) I32(reg string, lane ...int) int32 {
	w.m.tb.Helper()
	return int32(w.read(reg, 1, lane)[0])
}

// F32 reads a register as a float.
func (w Wave) F32(reg string, lane ...int) float32 {
	w.m.tb.Helper()
	return math.Float32frombits(w.read(reg, 1, lane)[0])
}

// U64 reads two registers.
func (w Wave) U64(reg string, lane ...int) uint64 {
	w.m.tb.Helper()
	v := w.read(reg, 2, lane)
	return uint64(v[0]) | uint64(v[1])<<32
}

// I64 reads two registers as a signed integer.
func (w Wave) I64(reg string, lane ...int) int64 { w.m.tb.Helper(); return int64(w.U64(reg, lane...)) }

// F64 reads two registers as a double.
func (w Wave) F64(reg string, lane ...int) float64 {
	w.m.tb.Helper()
	return math.Float64frombits(w.U64(reg, lane...))
}

// Dwords reads any number of registers.
func (w Wave) Dwords(reg string, lane ...int) []uint32 { w.m.tb.Helper(); return w.read(reg, 0, lane) }

// lanes reads a value from every lane.
func lanes[T any](tb testing.TB, read func(reg string, lane ...int) T, reg string) (v [isa.Lanes]T) {
	tb.Helper()
	for l := range v {
		v[l] = read(reg, l)
	}
	return v
}

// LanesU32 reads all lanes of a vector register.
func (w Wave) LanesU32(reg string) [isa.Lanes]uint32 {
	w.m.tb.Helper()
	return lanes(w.m.tb, w.U32, reg)
}

// LanesI32 reads all lanes as signed integers.
func (w Wave) LanesI32(reg string) [isa.Lanes]int32 {
	w.m.tb.Helper()
	return lanes(w.m.tb, w.I32, reg)
}

// LanesF32 reads all lanes as floats.
func (w Wave) LanesF32(reg string) [isa.Lanes]float32 {
	w.m.tb.Helper()
	return lanes(w.m.tb, w.F32, reg)
}

// LanesU64 reads all lanes of two vector registers.
func (w Wave) LanesU64(reg string) [isa.Lanes]uint64 {
	w.m.tb.Helper()
	return lanes(w.m.tb, w.U64, reg)
}

// LanesF64 reads all lanes of two vector registers as doubles.
func (w Wave) LanesF64(reg string) [isa.Lanes]float64 {
	w.m.tb.Helper()
	return lanes(w.m.tb, w.F64, reg)
}
