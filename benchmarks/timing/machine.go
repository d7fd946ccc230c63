package timing

import (
	"crypto/sha512"
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// Machine runs microbenchmarks on a chip. What it returns is not changed.
type Machine func(c *chip.Chip, k *Kernel) (*Outcome, error)

// Simulate is the [Machine] that this package is about: the simulator with its clock.
func Simulate(c *chip.Chip, k *Kernel) (*Outcome, error) {
	return run(c, k, &sim.TimingOptions{Chip: *c})
}

// NewSimulator returns [Simulate] for many rows: what several of them launch is run once.
func NewSimulator() Machine {
	var mu sync.Mutex
	known := map[launchKey]*Outcome{}
	return func(c *chip.Chip, k *Kernel) (*Outcome, error) {
		key, ok := keyOf(c, k)
		if !ok {
			return Simulate(c, k)
		}
		mu.Lock()
		out := known[key]
		mu.Unlock()
		if out != nil {
			return out, nil
		}
		out, err := Simulate(c, k)
		if err == nil {
			mu.Lock()
			known[key] = out
			mu.Unlock()
		}
		return out, err
	}
}

// launchKey stands for a launch on a chip.
type launchKey [sha512.Size256]byte

// keyOf is the launch's, and whether it has one: what a function fills its buffer with is not known.
func keyOf(c *chip.Chip, k *Kernel) (key launchKey, ok bool) {
	if k.Fill != nil {
		return key, false
	}
	h := sha512.New512_256()
	fmt.Fprintf(h, "%v %q %v", c.Target, c.Name, *k)
	for i := range c.Figures {
		fmt.Fprintf(h, " %v", c.Figures[i].Value)
	}
	h.Sum(key[:0])
	return key, true
}

// run assembles and runs a kernel.
func run(c *chip.Chip, k *Kernel, clock *sim.TimingOptions) (*Outcome, error) {
	g := c.Target.Gen
	text, err := asm.Code(g, k.Source)
	if err != nil {
		return nil, err
	}
	prog, err := sim.NewProgram(g, codeBase, text.Code)
	if err != nil {
		return nil, err
	}
	d := sim.NewDevice(g)
	size := resultBytes + max(k.Buffer, 64<<10)
	rg, err := d.Mem.MapAnywhere("buffer", size, 1<<16)
	if err != nil {
		return nil, err
	}
	if k.Fill != nil {
		data, at := k.Fill(rg.Base+resultBytes), rg.Base+resultBytes
		for ; k.Spread > 0 && len(data) > 4; at += uint64(k.Spread) {
			if err := d.Mem.Write(at, data[:4]); err != nil {
				return nil, err
			}
			data = data[4:]
		}
		if err := d.Mem.Write(at, data); err != nil {
			return nil, err
		}
	}
	res := mem.RawBuffer(rg.Base, size)
	items := uint32(max(k.Waves, 1) * isa.Lanes)
	vgprs := k.VGPRs
	if vgprs == 0 {
		vgprs = 40
	}
	sgprs := k.SGPRs
	if sgprs == 0 {
		sgprs = 80
	}
	l := &sim.Launch{
		Prog: prog, Entry: codeBase, LDS: uint32(k.LDS),
		Grid: [3]uint32{items * uint32(max(k.Groups, 1)), 1, 1}, Group: [3]uint32{items, 1, 1},
		Desc: &abi.Descriptor{VGPRs: vgprs, SGPRs: sgprs, WorkItemIDs: 1},
		Registers: []sim.RegInit{{Code: sgprTimes, Scalar: []uint32{k.Count, uint32(rg.Base), uint32(rg.Base >> 32)}},
			{Code: sgprRes, Scalar: res[:]}},
		Options: sim.Options{Timing: clock, Workers: 1},
	}
	runs := 1
	if k.Warm && clock != nil {
		clock.Caches, runs = sim.WarmCaches, 2
	}
	var r *sim.Result
	for range runs {
		switch r, err = d.Run(l); {
		case err != nil:
			return nil, err
		case r.Fault != nil:
			return nil, r.Fault
		}
	}
	out := &Outcome{Insts: r.Insts}
	if r.Timing != nil {
		out.Clocks = r.Timing.Cycles
	}
	b := make([]byte, resultBytes)
	if err := d.Mem.Read(rg.Base, b); err != nil {
		return nil, err
	}
	for i := 0; i < len(b); i += 4 {
		out.Times = append(out.Times, binary.LittleEndian.Uint32(b[i:]))
	}
	return out, nil
}
