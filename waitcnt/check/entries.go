package check

import (
	"fmt"
	"slices"
)

// AddEntry adds a kernel of a raw binary, named by its label where it has one. What launches set up
// for it is not known.
func (in *Input) AddEntry(addr uint64) error {
	if off := addr - in.Base; off >= uint64(len(in.Code)) || off%4 != 0 {
		return fmt.Errorf("entry %#x is not the address of an instruction: the code is at %#x to %#x, in steps of 4",
			addr, in.Base, in.Base+uint64(len(in.Code))-1)
	}
	name := fmt.Sprintf("%#x", addr)
	if in.Label != nil && in.Label(addr) != "" {
		name = in.Label(addr)
	}
	in.Entries = append(in.Entries, Entry{Name: name, Addr: addr, Kernel: true, LDS: true})
	return nil
}

// OnlyKernels drops the kernels for which keep is false. Functions stay: kernels call them.
func (in *Input) OnlyKernels(keep func(name string) bool) {
	in.Entries = slices.DeleteFunc(in.Entries, func(e Entry) bool { return e.Kernel && !keep(e.Name) })
}
