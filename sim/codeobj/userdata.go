package codeobj

import "github.com/gcnsim/gcnsim/isa"

// UserKind says what a run of user SGPRs holds where no kernel descriptor says it.
type UserKind uint8

// The kinds. A table is an array in memory whose address the registers hold.
const (
	UserUnknown       UserKind = iota // what Name says, which only the driver knows
	UserConstBuffer                   // 4: buffer resource of constant buffer Slot
	UserUAV                           // 4: buffer resource of UAV Slot
	UserUAVTable                      // 2: table of UAVs, 32 bytes each
	UserConstTable                    // 2: table of constant buffers, 16 bytes each
	UserInternalTable                 // 2: table of the driver's buffers, 16 bytes each; [1] is scratch
)

// UserData is what a run of user SGPRs holds.
type UserData struct {
	Kind         UserKind
	Slot         int
	First, Count int
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
