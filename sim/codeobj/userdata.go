package codeobj

import "github.com/gcnsim/gcnsim/isa"

// Table is an array of resources that a driver fills (AMD OpenCL 1.2).
type Table uint8

// The tables, with what an entry is.
const (
	NoTable       Table = iota // what is in no table, or what only the driver knows
	UAVs                       // 32 bytes: buffers, and images that are written
	ConstBuffers               // 16 bytes: the launch's sizes, arguments, constants
	Images                     // 32 bytes: images that are read
	Samplers                   // 16 bytes
	DriverBuffers              // 16 bytes: the driver's own; [1] is scratch
)

// Entry is how many bytes an entry of the table has.
func (t Table) Entry() int {
	if t == UAVs || t == Images {
		return 32
	}
	return 16
}

// Slot is an entry of a table.
type Slot struct {
	Table  Table // NoTable: there is none
	Number int   // of the entry, from 0 on
}

// SamplerSlot is a sampler that the program fixes: its entry and its value, as OpenCL 1.2 has them:
// bit 0 normalized, 3:1 addressing, 5:4 filter (CLRX documentation, AmdAbi).
type SamplerSlot struct {
	Number int    // entry of the table of samplers, from 0 on
	Value  uint32 // as above; Words makes a resource of it
}

// UserData is what a run of user SGPRs holds: an entry of a table (4 or 8 registers), the address of
// a table (2), or what only the driver knows.
type UserData struct {
	Table        Table  // NoTable: only the driver knows what it is
	Pointer      bool   // the table's address
	Slot         int    // where it is no pointer
	First, Count int    // number of the first SGPR, and how many, s0 to s15
	Name         string // what the object calls it
}

// InitialRegisters lists the registers that are set when a wave of the kernel starts, as an
// instruction's writes: those of its descriptor, and what its user data are said to be in.
func (k *Kernel) InitialRegisters() []isa.Use {
	list := k.Desc.InitialRegisters()
	for _, u := range k.UserData {
		list = append(list, isa.Use{Code: uint16(u.First), Dwords: uint8(u.Count), Bytes: 15, Write: true})
	}
	return list
}
