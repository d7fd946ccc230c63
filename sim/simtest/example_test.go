package simtest_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// One vector instruction, checked lane by lane. In a test the first argument is the *testing.T.
func ExampleMachine_Asm() {
	m := simtest.New(nil, isa.GCN12)
	m.Asm("v_add_f32 v2, v0, v1")
	m.Set("v0", 1.5)
	m.Set("v1", func(lane int) float32 { return float32(lane) })
	m.Set("exec", 0xf0)
	fmt.Println(m.Run())
	fmt.Println(m.F32("v2", 7), m.F32("v2", 3))
	// Output:
	// <nil>
	// 8.5 0
}

// Instruction words as a disassembler prints them: s_load_dword s5, s[2:3], 0x0 on GCN 1.2, with
// and without a wait.
func ExampleMachine_Words() {
	m := simtest.New(nil, isa.GCN12)
	m.Words(0xc0020141, 0x00000000, // s_load_dword s5, s[2:3], 0x0
		0xbe860005, // s_mov_b32 s6, s5: too early
		0xbf8c007f, // s_waitcnt lgkmcnt(0)
		0xbe870005) // s_mov_b32 s7, s5
	b := m.Buffer([]uint32{42})
	m.Set("s[2:3]", b)
	fmt.Println(m.Run(), m.U32("s6"), m.U32("s7"))
	// Output: <nil> 0 42
}

// A fault of the program is an error with the place and the reason.
func ExampleMachine_Run() {
	m := simtest.New(nil, isa.GCN14)
	m.Asm(`
		v_mov_b32 v0, 0
		v_mov_b32 v1, 0
		global_load_dword v2, v[0:1], off
	`)
	m.Set("exec", 1)
	fmt.Println(m.Run() != nil, m.Fault().Inst, "lane", m.Fault().Lane)
	// Output: true global_load_dword v2, v[0:1], off lane 0
}

// Stepping shows what is outstanding: the load returns at the s_waitcnt.
func ExampleWave_Step() {
	m := simtest.New(nil, isa.GCN14)
	m.Asm(`
		buffer_load_dword v1, off, s[4:7], 0
		s_waitcnt vmcnt(0)
	`)
	m.Set("s[4:7]", m.Buffer([]float32{2.5}))
	for range 2 {
		text := m.Next()
		_ = m.Step()
		fmt.Printf("%-40s v1 = %v\n", text, m.F32("v1", 0))
	}
	// Output:
	// buffer_load_dword v1, off, s[4:7], 0     v1 = 0
	// s_waitcnt vmcnt(0)                       v1 = 2.5
}

// LDS, two waves and a barrier.
func ExampleWaves() {
	m := simtest.New(nil, isa.GCN12, simtest.Waves(2), simtest.LDS(1024))
	m.Asm(`
		ds_add_u32 v0, v1
		s_waitcnt lgkmcnt(0)
		s_barrier
		ds_read_b32 v2, v0
		s_waitcnt lgkmcnt(0)
	`)
	m.SetLDS(0, []uint32{100})
	m.Set("v1", 1)
	m.Wave(1).Set("v1", 2)
	fmt.Println(m.Run(), m.Wave(0).U32("v2"), m.LDSU32(0, 1))
	// Output: <nil> 292 [292]
}

// Expectations compare lanes, and fail the test at their own line. As text they are those of launch
// files, with tolerances and ranges.
func ExampleWave_Expect() {
	m := simtest.New(nil, isa.GCN14)
	m.Asm("v_rcp_f32 v1, v0")
	m.Set("v0", func(lane int) float32 { return float32(lane + 1) })
	fmt.Println(m.Run())
	m.Expect("v1", []float32{1, 0.5})
	m.ExpectState(`{"registers": {"v0": {"f32": "1..64"}, "v1": {"f32 ulp 1": {"2": 0.33333333, "63": 0.015625}}}}`)

	defer func() { fmt.Println(recover()) }() // a nil test panics instead
	m.Expect("v1", []float32{1, 2})
	// Output:
	// <nil>
	// simtest: v1 of wave 0 is not what is expected:
	//   lane 1: got 0.5 (0x3f000000), want 2 (0x40000000)
}
