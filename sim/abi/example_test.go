package abi_test

import (
	"encoding/binary"
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// A descriptor that asks for the address of the arguments and the x of the work-group's place.
func ExampleDecode() {
	b := make([]byte, abi.Size)
	le := binary.LittleEndian
	le.PutUint32(b[0:], 1024)       // bytes of LDS
	le.PutUint32(b[48:], 3|1<<6)    // compute_pgm_rsrc1: 16 VGPRs, 16 SGPRs
	le.PutUint32(b[52:], 2<<1|1<<7) // compute_pgm_rsrc2: two user SGPRs, work-group id x
	le.PutUint16(b[56:], 1<<uint(abi.KernargSegmentPtr))
	d, err := abi.Decode(b, isa.GCN12.Features())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.LDSBytes, "bytes of LDS,", d.VGPRs, "VGPRs,", d.SGPRs, "SGPRs")
	for _, r := range d.InitialSGPRs() {
		fmt.Printf("s%d: %v (%d)\n", r.First, r.Role, r.Count)
	}
	// Output:
	// 1024 bytes of LDS, 16 VGPRs, 16 SGPRs
	// s0: kernarg_segment_ptr (2)
	// s2: workgroup_id_x (1)
}
