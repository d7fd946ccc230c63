package run

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// userData sets the user SGPRs of a kernel whose object says what they hold (AMD OpenCL 1.2), in
// memory that place maps. CLRX documentation, AmdAbi:
//
//	constant buffer 0   sizes of the launch
//	constant buffer 1   arguments: s.Kernarg. Pointers are offsets in their UAV
//	constant buffer 2   constants of the program
//	table of UAVs       a buffer resource for each pointer argument, at the slot that the metadata name
//
// What only a driver knows, the launch has to give in registers; the error says which.
type userData struct {
	module *Module
	kernel *codeobj.Kernel
	disp   *Dispatch
	args   []launch.ArgValue
	given  launch.Registers
	cb     [3]resource
	place  func(name string, data []byte, align uint64) (uint64, error)
}

// resource is a buffer resource.
type resource [4]uint32

func (r resource) bytes() (b []byte) {
	for _, w := range r {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// registers places everything and returns what the SGPRs hold.
func (u *userData) registers(kernarg, kernargSize uint64) (regs []sim.RegInit, err error) {
	if len(u.kernel.UserData) == 0 {
		return nil, nil
	}
	setup := u.setup()
	at, err := u.place("constant buffer 0", setup, 256)
	if err != nil {
		return nil, err
	}
	u.cb[0] = mem.RawBuffer(at, uint64(len(setup)))
	u.cb[1] = mem.RawBuffer(kernarg, kernargSize)
	u.cb[2] = u.constants()
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
	var table []byte
	switch d.Kind {
	case codeobj.UserConstBuffer:
		if d.Slot < len(u.cb) {
			return u.cb[d.Slot][:], nil
		}
		r, err := u.argument(d.Slot)
		return r[:], err
	case codeobj.UserUAV:
		r, err := u.argument(d.Slot)
		return r[:], err
	case codeobj.UserConstTable:
		for _, r := range u.cb {
			table = append(table, r.bytes()...)
		}
	case codeobj.UserUAVTable:
		var err error
		if table, err = u.uavs(); err != nil {
			return nil, err
		}
	default:
		return nil, launch.Errorf("registers", "kernel %s: %s in %s are known to the driver only: set them here",
			u.kernel.Name, d.Name, sgprs(d))
	}
	at, err := u.place(d.Name, table, 256)
	return []uint32{uint32(at), uint32(at >> 32)}, err
}

// sgprs names registers as assembly does.
func sgprs(d *codeobj.UserData) string {
	if d.Count == 1 {
		return fmt.Sprintf("s%d", d.First)
	}
	return fmt.Sprintf("s[%d:%d]", d.First, d.First+d.Count-1)
}

// uavs is the table of UAVs.
func (u *userData) uavs() ([]byte, error) {
	const entry, most = 32, 1024
	var table []byte
	put := func(slot int, r resource) {
		for slot < most && len(table) < (slot+1)*entry {
			table = append(table, make([]byte, entry)...)
		}
		copy(table[min(slot*entry, len(table)):], r.bytes())
	}
	put(0, resource{})
	put(u.kernel.ConstSlot, u.cb[2])
	for i := range u.kernel.Args {
		a := &u.kernel.Args[i]
		if a.Slot == 0 {
			continue
		}
		r, err := u.argument(a.Slot)
		if err != nil {
			return nil, err
		}
		put(a.Slot, r)
	}
	return table, nil
}

// argument is the resource of the pointer argument at a slot. An address that is not a buffer's is
// an offset in all of memory.
func (u *userData) argument(slot int) (resource, error) {
	n := -1
	for i := range u.kernel.Args {
		a := &u.kernel.Args[i]
		if a.Hidden() {
			continue
		}
		if n++; a.Slot != slot || n >= len(u.args) {
			continue
		}
		if v := &u.args[n]; v.Kind == "buffer" {
			addr, size, ok := u.disp.Buffer(v.Buffer)
			if !ok {
				return resource{}, launch.Errorf("args", "there is no buffer %q", v.Buffer)
			}
			return mem.RawBuffer(addr, size), nil
		}
	}
	return mem.RawBuffer(0, 1<<32-1), nil
}

// constants is the resource of the program's constants.
func (u *userData) constants() resource {
	o := u.module.Object
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Defined && s.Type == elf.STT_OBJECT && s.Size > 0 {
			return mem.RawBuffer(u.module.Base+s.Addr, s.Size)
		}
	}
	return resource{}
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
	if slices.ContainsFunc(u.kernel.Args, func(a codeobj.Arg) bool { return a.Slot != 0 && a.Size == 8 }) {
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
