package sim_test

import (
	"math/rand/v2"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// choices are the bytes of a fuzz input that choose the state in which a random program begins:
// what a byte chooses is near what a program may really hold, valid or just not. Where there are no
// more of them, the seed chooses.
type choices struct {
	list []byte
	rand *rand.Rand
}

// of chooses one of n.
func (c *choices) of(n int) int {
	if len(c.list) == 0 {
		return c.rand.IntN(n)
	}
	b := c.list[0]
	c.list = c.list[1:]
	return int(b) % n
}

// word is a number with which things go wrong: limits of fields, sizes of memories, addresses.
func (c *choices) word() uint32 {
	edges := [...]uint32{
		0, 1, 3, 4, 63, 64, 255, 0x1000, heapBase, heapBase + heapBytes - 4, heapBase + heapBytes, 0x7fff, 0xffff, 0x10000, 0x8000,
		0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff, sim.SharedBase >> 32, sim.PrivateBase >> 32, 0x1000000, 0x3f800000, 0x7f800000,
	}
	if i := c.of(len(edges) + 2); i < len(edges) {
		return edges[i]
	}
	return c.rand.Uint32()
}

// address is the low and the high half of an address: of memory, of an aperture, or of neither.
func (c *choices) address() [2]uint32 {
	switch low := c.word(); c.of(6) {
	case 0, 1:
		return [2]uint32{heapBase + low%heapBytes, 0}
	case 2:
		return [2]uint32{low, sim.SharedBase >> 32}
	case 3:
		return [2]uint32{low, sim.PrivateBase >> 32}
	case 4:
		return [2]uint32{low, c.word()}
	default:
		return [2]uint32{low, 0}
	}
}

// spoil changes a field of a descriptor.
func (c *choices) spoil(w []uint32) {
	for range c.of(3) {
		i := c.of(len(w))
		switch c.of(3) {
		case 0:
			w[i] = c.word()
		case 1:
			w[i] ^= 1 << c.of(32)
		default:
			w[i] = c.rand.Uint32()
		}
	}
}

// buffer is a buffer resource: raw, structured, swizzled, with ADD_TID, or one with fields spoilt.
func (c *choices) buffer() (w [4]uint32) {
	w = mem.RawBuffer(heapBase, heapBytes)
	switch c.of(6) {
	case 0:
	case 1:
		w[1], w[2] = w[1]|16<<16, heapBytes/16
	case 2:
		w[1], w[2] = w[1]|64<<16|1<<31, heapBytes/64
		w[3] |= uint32(c.of(4))<<19 | uint32(c.of(4))<<21
	case 3: // as that of private memory
		w[1], w[2], w[3] = w[1]|1<<31, 0xffffffff, w[3]|1<<19|3<<21|1<<23
	case 4: // typed
		w[3] = w[3]&^(0x7f<<12) | uint32(c.of(8))<<12 | uint32(c.of(16))<<15
	default: // nothing in range
		w[2] = uint32(c.of(8))
	}
	c.spoil(w[:])
	return w
}

// image is an image resource.
func (c *choices) image(g isa.Gen) []uint32 {
	w, _ := mem.LinearImage2D(g, heapBase, mem.DataFormat(c.of(15)), mem.NumFormat(c.of(8)), 1+c.of(64), 1+c.of(64))
	if c.of(2) == 0 {
		w[3] = w[3]&^(15<<28) | uint32(8+c.of(8))<<28 // another type
	}
	c.spoil(w[:])
	return w[:]
}

// scalars are n scalar registers.
func (c *choices) scalars(g isa.Gen, n int) []uint32 {
	s := make([]uint32, 0, n+8)
	for len(s) < n {
		switch c.of(8) {
		case 0, 1:
			w := c.buffer()
			s = append(s, w[:]...)
		case 2:
			s = append(s, c.image(g)...)
		case 3: // a sampler
			s = append(s, uint32(c.of(8))*0111, c.rand.Uint32(), uint32(c.of(4))<<20, uint32(c.of(4))<<30)
		case 4, 5:
			a, b := c.address(), c.address()
			s = append(s, a[0], a[1], b[0], b[1])
		default:
			s = append(s, c.word(), c.word(), uint32(c.of(256)), c.rand.Uint32())
		}
	}
	return s[:n]
}

// vectors are vector registers: addresses, whole ones in neighbours, offsets, numbers.
func (c *choices) vectors(n int) [][isa.Lanes]uint32 {
	rows := make([][isa.Lanes]uint32, 0, n+1)
	for len(rows) < n {
		var lo, hi [isa.Lanes]uint32
		a, b := c.address(), c.address()
		how, step := c.of(6), uint32(c.of(18))
		for l := range lo {
			switch how {
			case 0, 1: // one after the other
				lo[l], hi[l] = a[0]+uint32(l)*step, a[1]
			case 2: // of two memories
				lo[l], hi[l] = a[0]+uint32(l)*step, a[1]
				if l%3 == 0 {
					lo[l], hi[l] = b[0], b[1]
				}
			case 3:
				lo[l], hi[l] = uint32(l)*step, uint32(l)
			case 4:
				lo[l], hi[l] = a[0], b[0]
			default:
				lo[l], hi[l] = c.rand.Uint32(), c.rand.Uint32N(1<<16)
			}
		}
		rows = append(rows, lo, hi)
	}
	return rows[:n]
}

// registers are those of a random program.
func (c *choices) registers(g isa.Gen) (list []sim.RegInit) {
	m0 := [...]uint32{0xffffffff, 0, 0x1000, 3, 0x10000, 0xffff0000, 0x1f0000, 0xf003, 0xf0ff, 0x8000_0004, c.rand.Uint32()}
	exec := [...][]uint32{{0xffffffff, 0xffffffff}, {c.rand.Uint32(), c.rand.Uint32()}, {1, 0}, {0, 0}, {0, 0x80000000}}
	list = append(list,
		sim.RegInit{Code: 0, Scalar: c.scalars(g, isa.MaxSGPR(g))},
		sim.RegInit{Code: isa.CodeVCCLo, Scalar: []uint32{c.rand.Uint32(), c.word()}},
		sim.RegInit{Code: isa.CodeM0, Scalar: []uint32{m0[c.of(len(m0))]}},
		sim.RegInit{Code: isa.CodeExecLo, Scalar: exec[c.of(len(exec))]},
		sim.RegInit{Code: isa.CodeVGPR, Vector: c.vectors(32 - 8*c.of(4))},
	)
	switch c.of(8) {
	case 0: // GPR indexing, VSKIP, anything
		mode := [...]uint32{1 << 27, 1 << 28, c.rand.Uint32()}[c.of(3)]
		list = append(list, sim.RegInit{Mode: &mode})
	case 1, 2:
		list = append(list, sim.RegInit{Code: isa.FlatScratch(g), Scalar: []uint32{c.word(), c.word()}})
	}
	return list
}

// launch is how a random program runs: with and without LDS, private memory, checker and clock.
func (c *choices) launch(g isa.Gen, gpu chip.Chip, p *sim.Program) *sim.Launch {
	lds := [...]uint32{4096, 0, 4, 512, uint32(g.Features().Limits().GroupLDS)}[c.of(5)]
	l := &sim.Launch{Prog: p, Entry: p.Base, Grid: [3]uint32{200, 1, 1}, Group: [3]uint32{100, 1, 1}, LDS: lds}
	if c.of(2) == 0 { // private memory, or a kernel that says it has none
		l.Desc, l.Scratch = &abi.Descriptor{Scratch: true}, [...]uint32{0, 4, 64, 256, 4096}[c.of(5)]
	}
	if c.of(8) == 0 {
		l.InitLDS = make([]byte, 100)
	}
	l.Registers = c.registers(g)
	l.Options = sim.Options{
		Policy: testcase.Policies[c.of(len(testcase.Policies))], MaxInsts: 600, Workers: 1 + c.of(2), Deterministic: c.of(4) != 0, Count: true,
		Check: c.of(4) != 0, HardwareBugs: c.of(2) == 0, Keep: c.of(4) == 0,
	}
	if c.of(4) == 0 {
		l.Options.Policy, l.Options.Check = nil, false
		l.Options.Timing = &sim.TimingOptions{Chip: gpu, Need: &chip.Need{VGPRs: 64, SGPRs: 64, LDS: int(lds), Group: 100}}
	}
	return l
}
