package sim_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// addOne adds 1, the dword at s[6:7], to each dword of a buffer through LDS: s[0:1] is its address,
// s2 the number of the work-group, of s8 bytes, and s3 that of the wave.
const addOne = `
	s_mov_b32 m0, -1
	s_mul_i32 s2, s2, s8
	s_lshl_b32 s3, s3, 8
	s_add_u32 s2, s2, s3
	v_mbcnt_lo_u32_b32 v0, -1, 0
	v_mbcnt_hi_u32_b32 v0, -1, v0
	v_lshlrev_b32 v1, 2, v0
	v_add_u32 v4, vcc, s3, v1
	v_add_u32 v1, vcc, s2, v1
	v_add_u32 v2, vcc, s0, v1
	v_mov_b32 v3, s1
	v_addc_u32 v3, vcc, 0, v3, vcc
	s_load_dword s4, s[6:7], 0x0
	flat_load_dword v5, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32 v5, vcc, s4, v5
	ds_write_b32 v4, v5
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v6, v4
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[2:3], v6
	s_endpgm`

// adder is a device with a launch of addOne for each of some buffers.
type adder struct {
	d       *sim.Device
	buffers []uint64
	one     uint64
	prog    *sim.Program
	desc    *abi.Descriptor // that asks for what launches set anyway, and v0
	groups  int
}

func newAdder(t testing.TB, buffers, groups int) *adder {
	code, err := asm.Code(isa.GCN12, addOne)
	require.NoError(t, err)
	a := &adder{d: sim.NewDevice(isa.GCN12), groups: groups}
	a.prog, err = a.d.Load(code.Code)
	require.NoError(t, err)
	rg, err := a.d.Mem.MapAnywhere("one", 4, 64)
	require.NoError(t, err)
	require.NoError(t, a.d.Mem.Write(rg.Base, []byte{1, 0, 0, 0}))
	a.one = rg.Base
	desc, err := abi.FromRegisters(0, 2<<1, isa.GCN12.Target().Has(), abi.KernargSegmentPtr)
	require.NoError(t, err)
	a.desc = &desc
	for i := range buffers {
		rg, err := a.d.Mem.MapAnywhere(fmt.Sprint(i), uint64(groups)*1024, 256)
		require.NoError(t, err)
		a.buffers = append(a.buffers, rg.Base)
	}
	return a
}

// launch is one of some work-groups of so many work-items.
func (a *adder) launch(buffer, groups, items int, o sim.Options) *sim.Launch {
	wave, group := abi.WaveInGroup, abi.WorkGroupIDX
	base := a.buffers[buffer]
	return &sim.Launch{Prog: a.prog, Grid: [3]uint32{uint32(groups * items), 1, 1}, Group: [3]uint32{uint32(items), 1, 1}, LDS: 1024,
		Desc: a.desc, Options: o, Registers: []sim.RegInit{{Code: 0, Scalar: []uint32{uint32(base), uint32(base >> 32)}},
			{Code: 2, Role: &group}, {Code: 3, Role: &wave},
			{Code: 6, Scalar: []uint32{uint32(a.one), uint32(a.one >> 32), uint32(4 * items)}}}}
}

// Launches at the same time on one device, which share what earlier ones have left, give what each
// gives alone.
func TestLaunchesAtTheSameTimeOnOneDevice(t *testing.T) {
	gpu, err := chip.Lookup("fiji")
	require.NoError(t, err)
	a := newAdder(t, 6, 8)
	const times = 12
	var all sync.WaitGroup
	for i := range a.buffers {
		all.Go(func() {
			for n := range times {
				o := sim.Options{Workers: 1 + i%2, Check: n%2 == 0}
				if i%3 == 2 {
					o = sim.Options{Workers: 1 + n%2, Timing: &sim.TimingOptions{Chip: gpu}}
				}
				r, err := a.d.Run(a.launch(i, a.groups, 256, o))
				if err != nil || r.Fault != nil || len(r.Findings) > 0 {
					t.Error(err, r.Fault, r.Findings)
				}
			}
		})
	}
	all.Wait()
	for _, at := range a.buffers {
		for k := range a.groups * 256 {
			require.EqualValues(t, times, binary.LittleEndian.Uint32(a.d.Mem.Slice(at+uint64(4*k), 4)))
		}
	}
}

// BenchmarkSmallLaunch is a launch of one work-group of one wave after others, checked and not.
func BenchmarkSmallLaunch(b *testing.B) {
	for _, check := range []bool{false, true} {
		b.Run(map[bool]string{false: "unchecked", true: "checked"}[check], func(b *testing.B) {
			a := newAdder(b, 1, 1)
			l := a.launch(0, 1, 64, sim.Options{Workers: 1, Check: check})
			b.ReportAllocs()
			for b.Loop() {
				if r, err := a.d.Run(l); err != nil || r.Fault != nil {
					b.Fatal(err, r.Fault)
				}
			}
		})
	}
}

// BenchmarkFirstInstruction is the first launch of a program of 100 KB that ends at once: what it takes
// before something executes, by tier. Decoding is not in it.
func BenchmarkFirstInstruction(b *testing.B) {
	code, err := asm.Code(isa.GCN12, "s_endpgm"+strings.Repeat(addOne, 850))
	require.NoError(b, err)
	for _, check := range []bool{false, true} {
		for _, host := range []string{"go", "auto"} {
			b.Run(fmt.Sprintf("checked=%t/%s", check, host), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					d := sim.NewDevice(isa.GCN12)
					prog, err := d.Load(code.Code)
					require.NoError(b, err)
					b.StartTimer()
					r, err := d.Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
						Options: sim.Options{Workers: 1, Check: check, Host: host}})
					if err != nil || r.Fault != nil {
						b.Fatal(err, r.Fault)
					}
				}
			})
		}
	}
}

// A launch gives the same for any number of workers: memory, counts and findings.
func TestAnyNumberOfWorkersGivesTheSame(t *testing.T) {
	const groups = 300
	run := func(workers int) (*sim.Result, []byte) {
		a := newAdder(t, 1, groups)
		l := a.launch(0, groups, 256, sim.Options{Workers: workers, Check: true, Count: true})
		l.Registers = append(l.Registers, sim.RegInit{Code: 8, Scalar: []uint32{1028}}) // gaps
		l.Grid[0] -= 256 * 2
		r, err := a.d.Run(l)
		require.NoError(t, err)
		return r, append([]byte(nil), a.d.Mem.Slice(a.buffers[0], groups*1024)...)
	}
	want, memory := run(1)
	require.Nil(t, want.Fault)
	for _, workers := range []int{2, 3, 8} {
		got, now := run(workers)
		require.Equal(t, want, got, "%d workers", workers)
		require.Equal(t, memory, now, "%d workers", workers)
	}
}
