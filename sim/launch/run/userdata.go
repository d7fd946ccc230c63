package run

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// userData sets the user SGPRs of a kernel whose object says what they hold (AMD OpenCL 1.2), in
// memory that place maps. CLRX documentation, AmdAbi:
//
//	constant buffer 0   sizes of the launch
//	constant buffer 1   arguments: s.Kernarg. Pointers are offsets in their buffers
//	UAVs                a buffer resource for each pointer argument, at the slot that the metadata name,
//	                    the program's constants, images that are written
//	images, samplers    the resources of arguments and of samplers that the kernel declares
//	driver's buffers    [1] is scratch
//
// Drivers before 1348.05 have the program's constants and constant arguments among the constant
// buffers. What only a driver knows, the launch has to give in registers; the error says which.
type userData struct {
	module  *Module
	kernel  *codeobj.Kernel
	disp    *Dispatch
	args    []launch.ArgValue
	given   launch.Registers
	scratch [4]uint32 // resource; zero where there is none
	entries map[codeobj.Slot][]uint32
	place   func(name string, data []byte, align uint64) (uint64, error)
}

// registers places everything and returns what the SGPRs hold.
func (u *userData) registers(kernarg, kernargSize uint64) (regs []sim.RegInit, err error) {
	if len(u.kernel.UserData) == 0 {
		return nil, nil
	}
	if err := u.fill(kernarg, kernargSize); err != nil {
		return nil, err
	}
	for i := range u.kernel.UserData {
		d := &u.kernel.UserData[i]
		if u.isGiven(d) {
			continue
		}
		words, err := u.words(d)
		if err != nil {
			return nil, err
		}
		regs = append(regs, sim.RegInit{Code: uint16(d.First), Scalar: words})
	}
	return regs, nil
}

// isGiven reports whether the launch sets all registers itself.
func (u *userData) isGiven(d *codeobj.UserData) bool {
	for r := d.First; r < d.First+d.Count; r++ {
		if !slices.ContainsFunc(u.given, func(g launch.Register) bool {
			return g.Class == launch.SGPR &&
				r >= g.First && r < g.First+g.Count
		}) {
			return false
		}
	}
	return true
}

func (u *userData) words(d *codeobj.UserData) ([]uint32, error) {
	if d.Pointer && d.Table != codeobj.NoTable {
		at, err := u.place(d.Name, u.table(d.Table), 256)
		return []uint32{uint32(at), uint32(at >> 32)}, err
	}
	words, ok := u.entries[codeobj.Slot{Table: d.Table, Number: d.Slot}]
	if !ok {
		return nil, launch.Errorf("registers",
			"kernel %s: %s in %s are known to the driver only: set them here, or with --reg",
			u.kernel.Name, d.Name, sgprs(d))
	}
	return append(slices.Clone(words), make([]uint32, 8)...)[:d.Count], nil
}

// sgprs names registers as assembly does.
func sgprs(d *codeobj.UserData) string {
	if d.Count == 1 {
		return fmt.Sprintf("s%d", d.First)
	}
	return fmt.Sprintf("s[%d:%d]", d.First, d.First+d.Count-1)
}

// table is what is known of a table.
func (u *userData) table(t codeobj.Table) []byte {
	var b []byte
	for slot, words := range u.entries {
		if slot.Table != t {
			continue
		}
		at := slot.Number * t.Entry()
		if n := at + t.Entry() - len(b); n > 0 {
			b = append(b, make([]byte, n)...)
		}
		for i, w := range words {
			binary.LittleEndian.PutUint32(b[at+4*i:], w)
		}
	}
	return append(b, make([]byte, t.Entry())...)
}

// fill makes the resources.
func (u *userData) fill(kernarg, kernargSize uint64) error {
	setup := u.setup()
	at, err := u.place("constant buffer 0", setup, 256)
	if err != nil {
		return err
	}
	u.entries = map[codeobj.Slot][]uint32{}
	put := func(slot codeobj.Slot, words ...uint32) {
		if slot.Table != codeobj.NoTable && u.entries[slot] == nil {
			u.entries[slot] = words
		}
	}
	sizes, args := mem.RawBuffer(at, uint64(len(setup))), mem.RawBuffer(kernarg, kernargSize)
	put(codeobj.Slot{Table: codeobj.ConstBuffers}, sizes[:]...)
	put(codeobj.Slot{Table: codeobj.ConstBuffers, Number: 1}, args[:]...)
	if r, ok := u.constants(); ok {
		put(u.kernel.Constants, r[:]...)
	}
	if u.scratch != [4]uint32{} {
		put(codeobj.Slot{Table: codeobj.DriverBuffers, Number: 1}, u.scratch[:]...)
	}
	for _, s := range u.kernel.Samplers {
		w := s.Words()
		put(codeobj.Slot{Table: codeobj.Samplers, Number: s.Number}, w[:]...)
	}
	n := 0
	for i := range u.kernel.Args {
		a := &u.kernel.Args[i]
		if a.Hidden() || n == len(u.args) {
			continue
		}
		v := &u.args[n]
		n++
		words, err := u.resource(a, v)
		if err != nil {
			return err
		}
		put(a.Slot, words...)
	}
	return nil
}

// resource is the resource of an argument that has one. An address that is not a buffer's is an
// offset in all of memory.
func (u *userData) resource(a *codeobj.Arg, v *launch.ArgValue) ([]uint32, error) {
	switch {
	case a.ValueKind == codeobj.Image:
		var words []uint32
		for b := v.Bytes; len(b) >= 4; b = b[4:] {
			words = append(words, binary.LittleEndian.Uint32(b))
		}
		return words, nil
	case a.Slot.Table == codeobj.Samplers:
		w := codeobj.SamplerSlot{Value: binary.LittleEndian.Uint32(append(slices.Clone(v.Bytes), 0, 0, 0, 0))}.Words()
		return w[:], nil
	case v.Kind == "buffer":
		addr, size, ok := u.disp.Buffer(v.Buffer)
		if !ok {
			return nil, launch.Errorf("args", "there is no buffer %q", v.Buffer)
		}
		r := mem.RawBuffer(addr, size)
		return r[:], nil
	}
	r := mem.RawBuffer(0, 1<<32-1)
	return r[:], nil
}

// constants is the resource of the program's constants.
func (u *userData) constants() (r [4]uint32, ok bool) {
	o := u.module.Object
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Defined && s.Type == elf.STT_OBJECT && s.Size > 0 {
			return mem.RawBuffer(u.module.Base+s.Addr, s.Size), true
		}
	}
	return r, false
}

// imageArgument is what the segment says of an image, in dwords: width, height, depth. Its type and
// order of channels, [3] and [7], are those of the host's API and stay 0.
func imageArgument(g isa.Gen, resource []byte) []byte {
	var w [8]uint32
	for i := range w {
		w[i] = binary.LittleEndian.Uint32(resource[4*i:])
	}
	im := mem.DecodeImage(g, w, false)
	b := make([]byte, 32)
	for i, v := range [...]uint32{im.Width, im.Height, im.Depth} {
		binary.LittleEndian.PutUint32(b[4*i:], v)
	}
	return b
}

// setup is constant buffer 0. The offsets are in dwords.
func (u *userData) setup() []byte {
	const (
		globalSize, dims, localSize, groups, globalOffset = 0, 3, 4, 8, 24
		globalOffset32, globalOffset64                    = 36, 37 // again, by the size of pointers
		dwords                                            = 40
	)
	b := make([]byte, 4*dwords)
	put := func(at int, v uint32) { binary.LittleEndian.PutUint32(b[4*at:], v) }
	put(dims, uint32(u.disp.Dims))
	again := globalOffset32
	if slices.ContainsFunc(u.kernel.Args, func(a codeobj.Arg) bool {
		return a.ValueKind == codeobj.GlobalBuffer && a.Size == 8
	}) {
		again = globalOffset64
	}
	for i := range 3 {
		put(globalSize+i, u.disp.Grid[i])
		put(localSize+i, u.disp.Group[i])
		put(groups+i, (u.disp.Grid[i]+u.disp.Group[i]-1)/u.disp.Group[i])
		put(globalOffset+i, uint32(u.disp.GlobalOffset[i]))
		put(again+i, uint32(u.disp.GlobalOffset[i]))
	}
	return b
}
