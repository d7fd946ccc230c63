package sim_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
)

// Raw code on a device of its own, one wave. v0 is the lane; the result is in the waves that
// Options.Keep keeps.
func ExampleDevice_Run() {
	text, err := asm.Code(isa.GCN12, "v_mul_u32_u24 v1, 3, v0\ns_endpgm")
	if err != nil {
		panic(err)
	}
	lanes := sim.RegInit{Code: isa.CodeVGPR, Vector: make([][isa.Lanes]uint32, 1)}
	for l := range lanes.Vector[0] {
		lanes.Vector[0][l] = uint32(l)
	}

	d := sim.NewDevice(isa.GCN12)
	prog, err := d.Load(text.Code)
	if err != nil {
		panic(err)
	}
	r, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Registers: []sim.RegInit{lanes}, Options: sim.Options{Keep: true}})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Insts, r.Fault == nil, r.State[0].Waves[0].V[1][7])
	// Output: 2 true 21
}

// A session runs one work-group step by step: a load is in flight until the wait.
func ExampleDevice_Begin() {
	text, err := asm.Code(isa.GCN14, "s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_endpgm")
	if err != nil {
		panic(err)
	}
	d := sim.NewDevice(isa.GCN14)
	prog, err := d.Load(text.Code)
	if err != nil {
		panic(err)
	}
	data, err := d.Mem.MapAnywhere("data", 4, 4)
	if err != nil {
		panic(err)
	}
	if err := d.Mem.Write(data.Base, []byte{42, 0, 0, 0}); err != nil {
		panic(err)
	}
	s, err := d.Begin(&sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}})
	if err != nil {
		panic(err)
	}
	w := s.Group.Waves[0]
	w.WriteS(0, uint32(data.Base), uint32(data.Base>>32))
	for s.Step(0) {
		pc, text := w.Position()
		fmt.Println(w.S[4], len(w.Counters.Ops()), "next", pc, text)
	}
	// Output:
	// 0 1 next 8 s_waitcnt lgkmcnt(0)
	// 42 0 next 12 s_endpgm
	// 42 0 next 12 s_endpgm
}

// Hooks see each instruction; work-groups then run one after the other.
func ExampleHooks() {
	text, err := asm.Code(isa.GCN10, "s_mov_b32 s0, 2\nagain: s_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\n"+
		"s_cbranch_scc1 again\ns_endpgm")
	if err != nil {
		panic(err)
	}
	d := sim.NewDevice(isa.GCN10)
	prog, err := d.Load(text.Code)
	if err != nil {
		panic(err)
	}
	count := map[string]int{}
	hooks := sim.Hooks{Inst: func(_ *sim.Wave, in *isa.Inst, _ uint64) { count[in.Form.Name]++ }}
	_, err = d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Options: sim.Options{Hooks: &hooks}})
	fmt.Println(count["s_sub_u32"], count["s_endpgm"], err)
	// Output: 2 1 <nil>
}

// Which instruction wrote the first dword of memory last: the atomic, not the store.
func ExampleOptions_watch() {
	text, err := asm.Code(isa.GCN14, "global_store_dword v[0:1], v2, off\nglobal_atomic_add v[0:1], v2, off\ns_endpgm")
	if err != nil {
		panic(err)
	}
	d := sim.NewDevice(isa.GCN14)
	rg, err := d.Mem.MapAnywhere("out", 4, 4)
	if err != nil {
		panic(err)
	}
	prog, err := d.Load(text.Code)
	if err != nil {
		panic(err)
	}
	r, err := d.Run(&sim.Launch{
		Prog: prog, Grid: [3]uint32{1, 1, 1}, Group: [3]uint32{1, 1, 1},
		Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{{uint32(rg.Base)}, {uint32(rg.Base >> 32)}, {5}}}},
		Options:   sim.Options{Watch: []sim.Place{{Space: sim.InMemory, Addr: rg.Base, Bytes: 4}}},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Writers[0])
	// Output: 0x8 global_atomic_add v[0:1], v2, off, in lane 0 of wave 0 of work-group 0,0,0 after 3 instructions
}
