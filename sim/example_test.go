package sim_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
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

// exampleLaunch is assembly text of GCN 1.4 as a launch of one wave.
func exampleLaunch(d *sim.Device, text string, o sim.Options) *sim.Launch {
	code, err := asm.Code(isa.GCN14, text)
	if err != nil {
		panic(err)
	}
	prog, err := d.Load(code.Code)
	if err != nil {
		panic(err)
	}
	return &sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Options: o}
}

// Registers go by their names: what waves begin with, what they hold, and what is watched.
func ExampleInitRegister() {
	d := sim.NewDevice(isa.GCN14)
	l := exampleLaunch(d, "v_add_co_u32 v1, vcc, v0, v0\ns_endpgm", sim.Options{Keep: true})
	for name, v := range map[string]uint32{"v0": 0x80000001, "exec_hi": 0, "m0": 7} {
		in, err := sim.InitRegister(isa.GCN14, name, v)
		if err != nil {
			panic(err)
		}
		l.Registers = append(l.Registers, in)
	}
	place, err := sim.RegisterPlace(isa.GCN14, "v1", [3]uint32{}, 0, 5)
	if err != nil {
		panic(err)
	}
	l.Options.Watch = []sim.Place{place}
	r, err := d.Run(l)
	if err != nil {
		panic(err)
	}
	w := r.State[0].Waves[0]
	for _, name := range []string{"v1", "vcc", "m0", "scc", "s[0:1]"} {
		words, err := w.Words(name, 5)
		fmt.Printf("%s %#x %v\n", name, words, err)
	}
	fmt.Println(r.Writers[0])
	fmt.Println(w.SetWords("v[1:2]", 3, 1))
	// Output:
	// v1 [0x2] <nil>
	// vcc [0xffffffff 0x0] <nil>
	// m0 [0x7] <nil>
	// scc [0x0] <nil>
	// s[0:1] [0x0 0x0] <nil>
	// 0x0 v_add_co_u32_e32 v1, vcc, v0, v0, in lane 5 of wave 0 of work-group 0,0,0 after 1 instructions
	// sim: v[1:2]: it has 2 dwords, not 1
}

// Hooks tell which registers are written, by what, and when operations return: here the load's
// result arrives at the wait.
func ExampleHooks_memory() {
	d := sim.NewDevice(isa.GCN14)
	data, err := d.Mem.MapAnywhere("data", 64, 64)
	if err != nil {
		panic(err)
	}
	l := exampleLaunch(d, "s_load_dword s4, s[0:1], 0x8\ns_add_u32 s5, s0, 1\ns_waitcnt lgkmcnt(0)\ns_endpgm", sim.Options{})
	at, err := sim.InitRegister(isa.GCN14, "s[0:1]", uint32(data.Base), uint32(data.Base>>32))
	if err != nil {
		panic(err)
	}
	l.Registers = append(l.Registers, at)
	l.Options.Hooks = &sim.Hooks{
		Wrote: func(w *sim.Wave, x *sim.Written) { fmt.Println("wrote", x.Name(), "by", x.Inst.String()) },
		Accessed: func(w *sim.Wave, a *sim.Accessed) {
			fmt.Println(a.Effect, a.Bytes, "bytes at data +", a.Addr[0]-data.Base)
		},
		Waited:  func(_ *sim.Wave, _ waitcnt.Wait, by sim.Cause) { fmt.Println("waits:", by.Inst.String()) },
		Counted: func(_ *sim.Wave, old, now [waitcnt.NumCounters]uint8) { fmt.Println("counters", old, now) },
	}
	_, err = d.Run(l)
	fmt.Println(err)
	// Output:
	// counters [0 0 0] [0 1 0]
	// wrote s5 by s_add_u32 s5, s0, 1
	// wrote scc by s_add_u32 s5, s0, 1
	// waits: s_waitcnt lgkmcnt(0)
	// reads 4 bytes at data + 8
	// wrote s4 by s_load_dword s4, s[0:1], 0x8
	// counters [0 1 0] [0 0 0]
	// <nil>
}

// A session goes back to where operations were in flight, and on in another way.
func ExampleSession_Snapshot() {
	d := sim.NewDevice(isa.GCN14)
	data, err := d.Mem.MapAnywhere("data", 64, 64)
	if err != nil {
		panic(err)
	}
	l := exampleLaunch(d, "s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_endpgm", sim.Options{})
	s, err := d.Begin(l)
	if err != nil {
		panic(err)
	}
	w := s.Group.Waves[0]
	w.WriteS(0, uint32(data.Base), uint32(data.Base>>32))
	s.Step(0)
	shot, err := s.Snapshot()
	if err != nil {
		panic(err)
	}
	for v := range byte(3) {
		if err := d.Mem.Write(data.Base, []byte{v}); err != nil {
			panic(err)
		}
		_, err := s.Run()
		fmt.Println("s4 =", w.S[4], err)
		err = s.Restore(shot)
		fmt.Println(len(w.Counters.Ops()), "in flight", err)
	}
	// Output:
	// s4 = 0 <nil>
	// 1 in flight <nil>
	// s4 = 1 <nil>
	// 1 in flight <nil>
	// s4 = 2 <nil>
	// 1 in flight <nil>
}

// A launch that is driven by its caller is kept every so often, and gone back in.
func ExampleDevice_Start() {
	d := sim.NewDevice(isa.GCN14)
	var run *sim.Execution
	var shot *sim.Snapshot
	again := true
	drive := func(d *sim.Drive) {
		for w := d.Next(); w != nil; w = d.Next() {
			switch pc, text := w.Position(); {
			case pc == 4 && shot == nil:
				shot, _ = run.Snapshot()
			case pc == 12 && again:
				again = false
				fmt.Println("s0 =", w.S[0], "before it goes back")
				if err := run.Restore(shot); err != nil {
					panic(err)
				}
				_ = w.SetWords("s0", 0, 40)
				continue
			default:
				fmt.Println(text)
			}
			d.Step(w.Num)
		}
	}
	l := exampleLaunch(d, "s_mov_b32 s0, 1\ns_add_u32 s0, s0, 1\ns_add_u32 s0, s0, 1\ns_endpgm",
		sim.Options{Drive: drive, Keep: true})
	run, err := d.Start(l)
	if err != nil {
		panic(err)
	}
	r, err := run.Run()
	fmt.Println(r.State[0].Waves[0].S[0], err)
	// Output:
	// s_mov_b32 s0, 1
	// s_add_u32 s0, s0, 1
	// s0 = 3 before it goes back
	// s_add_u32 s0, s0, 1
	// s_add_u32 s0, s0, 1
	// s_endpgm
	// 42 <nil>
}
