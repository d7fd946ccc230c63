package simtest

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
)

func TestRegisterNames(t *testing.T) {
	for name, want := range map[string]register{
		"s0": {scalarReg, 0, 1}, "s[4:7]": {scalarReg, 4, 4}, "s101": {scalarReg, 101, 1}, "v255": {vectorReg, 511, 1}, "v[0:15]": {vectorReg, 256, 16},
		"vcc": {scalarReg, 106, 2}, "exec": {scalarReg, 126, 2}, "exec_hi": {scalarReg, 127, 1}, "m0": {scalarReg, 124, 1}, "scc": {sccBit, 0, 1}, "mode": {modeReg, 0, 1},
	} {
		got, err := parse(isa.GCN14, name)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
	}
	for _, name := range []string{"", "s", "s102", "v256", "s[5:4]", "v[0:256]", "s[1]", "x0", "s-1", "v1 ", "S0", "s0000"} {
		_, err := parse(isa.GCN14, name)
		require.Error(t, err, name)
	}
	_, err := parse(isa.GCN10, "s103")
	require.NoError(t, err, "GCN 1.0 has two more")
}

func FuzzRegisterName(f *testing.F) {
	for _, s := range []string{"s0", "v[3:4]", "exec", "s[4:", "v999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, g := range isa.Gens() {
			r, err := parse(g, name)
			if err == nil && (r.n < 1 || r.kind == vectorReg && int(r.code)+r.n > isa.CodeVGPR+256 || r.kind == scalarReg && int(r.code)+r.n > 128) {
				t.Fatalf("%q is %+v", name, r)
			}
		}
	})
}

// catch returns what a mistake panics with: the text that a test would fail with.
func catch(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestValuesOfRegisters(t *testing.T) {
	m := New(t, isa.GCN12, Waves(2))
	m.Asm("s_nop 0")
	m.Set("s0", -1).Set("s[2:3]", -2).Set("s[4:7]", []uint32{1, 2, 3, 4}).Set("s8", float32(1.5)).Set("s9", 1.5).Set("s[10:11]", 1.5).Set("scc", true).Set("mode", 0xf0)
	m.Set("s[12:15]", -3)
	m.Set("v0", 7).Set("v1", []float32{1, 2}).Set("v[2:3]", func(lane int) float64 { return float64(lane) }).Set("v4", [64]int32{63: -9}).Set("v[6:7]", uint64(1)<<40)
	m.Set("vcc", uint64(1)<<63).Set("exec", []uint32{3, 4})
	m.Wave(1).Set("s0", 5).Set("v0", []int{3: 9})
	require.NoError(t, m.Run())
	require.EqualValues(t, -1, m.I32("s0"))
	require.EqualValues(t, -2, m.I64("s[2:3]"))
	require.Equal(t, []uint32{1, 2, 3, 4}, m.Dwords("s[4:7]"))
	require.Equal(t, []uint32{0xfffffffd, 0xffffffff, 0xffffffff, 0xffffffff}, m.Dwords("s[12:15]"))
	require.Equal(t, float32(1.5), m.F32("s8"))
	require.Equal(t, float32(1.5), m.F32("s9"))
	require.Equal(t, 1.5, m.F64("s[10:11]"))
	require.EqualValues(t, 1, m.U32("scc"))
	require.EqualValues(t, 0xf0, m.U32("mode"))
	require.Equal(t, [64]float32{1, 2}, m.LanesF32("v1"), "lanes without a value keep theirs")
	require.Equal(t, 63.0, m.LanesF64("v[2:3]")[63])
	require.EqualValues(t, -9, m.LanesI32("v4")[63])
	require.Equal(t, uint64(1)<<40, m.LanesU64("v[6:7]")[5])
	require.Equal(t, uint64(1)<<63, m.U64("vcc"))
	require.Equal(t, uint64(3|4<<32), m.State().Exec())
	require.EqualValues(t, 5, m.Wave(1).U32("s0"))
	require.Equal(t, []uint32{7, 9}, []uint32{m.Wave(0).U32("v0", 3), m.Wave(1).U32("v0", 3)})
	require.EqualValues(t, 0, m.Wave(1).U32("v0", 2))
}

func TestMistakesOfTheTestAreNamed(t *testing.T) {
	for want, f := range map[string]func(m *Machine){
		"unknown register \"q1\"":             func(m *Machine) { m.Set("q1", 1) },
		"set s[0:1]: 3 values for 2":          func(m *Machine) { m.Set("s[0:1]", []int{1, 2, 3}) },
		"set v0: 65 values":                   func(m *Machine) { m.Set("v0", make([]int, 65)) },
		"set s0: a value of type string":      func(m *Machine) { m.Set("s0", "x") },
		"set v0: lane 0: a value of type":     func(m *Machine) { m.Set("v0", func(int) string { return "" }) },
		"set v0: func() int":                  func(m *Machine) { m.Set("v0", func() int { return 0 }) },
		"set s0: 4294967296 does not fit":     func(m *Machine) { m.Set("s0", 1<<32) },
		"set s0: a buffer's address":          func(m *Machine) { m.Set("s0", m.Buffer(4)) },
		"read s[0:1]: it is 2 registers":      func(m *Machine) { m.Asm("s_nop 0").U32("s[0:1]") },
		"there is no code":                    func(m *Machine) { _ = m.Run() },
		"code is loaded already":              func(m *Machine) { m.Asm("s_nop 0").Asm("s_nop 0") },
		"1:1: ":                               func(m *Machine) { m.Asm("s_bogus") },
		"a buffer of 0 bytes":                 func(m *Machine) { m.Buffer(0) },
		"memory cannot be filled from a bool": func(m *Machine) { m.Buffer(true) },
		"LDS: bytes 65536 to 65540":           func(m *Machine) { m.Asm("s_nop 0").LDS(65536, 4) },
		"wave 1: the machine has 1":           func(m *Machine) { m.Wave(1) },
		"return order \"soon\"":               func(m *Machine) { Policy("soon")(m) },
		"codeobj":                             func(m *Machine) { m.Object([]byte("no ELF"), "") },
	} {
		require.Contains(t, catch(func() { f(New(nil, isa.GCN12)) }), want)
	}
}

func TestFaultsOfTheProgramAreErrors(t *testing.T) {
	m := New(t, isa.GCN12, Options(sim.Options{MaxInsts: 100}))
	m.Asm("l: s_branch l")
	require.ErrorIs(t, m.Run(), sim.ErrLimit)
	require.ErrorIs(t, m.Fault(), sim.ErrLimit)

	m = New(t, isa.GCN12)
	m.Words(0xffffffff)
	require.ErrorIs(t, m.Step(), sim.ErrIllegal)
	require.ErrorIs(t, m.Run(), sim.ErrIllegal)
}

func TestMemoryOfAllKinds(t *testing.T) {
	m := New(t, isa.GCN14, LDS(512))
	b := m.Buffer([]float64{1, -2})
	require.Equal(t, 16, b.Size())
	require.Equal(t, math.Float64bits(-2), binary.LittleEndian.Uint64(b.Bytes()[8:]))
	c := m.BufferAt(0x1000, []int16{-1, 2})
	require.EqualValues(t, 0x1000, c.Addr())
	require.Equal(t, []uint32{0x2ffff}, c.U32s())
	c.Write(2, []byte{7, 8})
	require.Equal(t, []uint32{0x0807ffff}, c.U32s())
	require.Equal(t, []float32{1, 2}, m.Buffer([]float32{1, 2}).F32s())
	m.Asm("ds_write_b32 v0, v1 offset:8\nds_write_b32 v0, v1 offset:4 gds")
	m.SetLDS(500, []uint32{6}).SetGDS(0, []byte{1, 2, 3})
	m.Set("v1", 99).Set("exec", 1).Set("m0", 64)
	require.NoError(t, m.Run())
	require.Equal(t, []uint32{0, 99}, m.LDSU32(4, 2))
	require.Equal(t, []uint32{6}, m.LDSU32(500, 1))
	require.Equal(t, []uint32{0x30201, 99}, m.GDSU32(0, 2))
}

func TestStepsOfSeveralWaves(t *testing.T) {
	m := New(t, isa.GCN12, Waves(2))
	m.Asm("s_barrier\ns_mov_b32 s0, 1")
	require.NoError(t, m.Step())
	require.Equal(t, sim.AtBarrier, m.State().State)
	require.NoError(t, m.Step(), "it cannot go on, which is no fault")
	require.Equal(t, "s_mov_b32 s0, 1", m.Next())
	require.NoError(t, m.Wave(1).Step())
	require.NoError(t, m.Wave(0).Step())
	require.EqualValues(t, 1, m.U32("s0"))
	require.EqualValues(t, 0, m.Wave(1).U32("s0"))
	require.NoError(t, m.Run())
	require.EqualValues(t, 1, m.Wave(1).U32("s0"))
	require.NoError(t, m.Step(), "it has ended")
}

func TestCodeObjectWithArguments(t *testing.T) {
	for target, g := range map[string]isa.Gen{"gfx600": isa.GCN10, "gfx700": isa.GCN11, "gfx803": isa.GCN12, "gfx900": isa.GCN14} {
		elf, err := os.ReadFile("../../testdata/kernels/vecadd/" + target + "-O2.hsaco")
		require.NoError(t, err)
		m := New(t, g, Waves(2))
		a, b, c := m.Buffer([]float32{1, 2, 3, 0.5}), m.Buffer([]float32{10, 20, 30, 40}), m.Buffer(16)
		m.Object(elf, "", a, b, c, uint32(3))
		require.NoError(t, m.Run())
		require.Equal(t, []float32{11, 22, 33, 0}, c.F32s(), target)

		m = New(t, g)
		require.NotEmpty(t, m.Object(elf, "vecadd", m.Buffer(4), m.Buffer(4), m.Buffer(4), int32(64)).Run(), "the fourth byte is out of the buffers")
	}
}
