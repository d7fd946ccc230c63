package codeobj_test

import (
	"fmt"
	"os"

	"github.com/gcnsim/gcnsim/sim/codeobj"
)

func ExampleLoad() {
	data, err := os.ReadFile("../../testdata/codeobj/kern-gfx803-v5.co")
	if err != nil {
		fmt.Println(err)
		return
	}
	o, err := codeobj.Load(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.Target, "version", o.Version)
	k, _ := o.Kernel("scratch")
	fmt.Printf("%s: %d VGPRs, %d bytes of scratch\n", k.Name, k.Desc.VGPRs, k.Desc.PrivateBytes)
	for _, r := range k.Desc.InitialSGPRs() {
		fmt.Printf("s%d: %v (%d)\n", r.First, r.Role, r.Count)
	}
	for i := range k.Args {
		fmt.Println(k.Args[i].Offset, &k.Args[i])
	}
	// Output:
	// gfx803 version 5
	// scratch: 8 VGPRs, 164 bytes of scratch
	// s0: private_segment_buffer (4)
	// s4: kernarg_segment_ptr (2)
	// s6: workgroup_id_x (1)
	// s7: private_segment_wave_byte_offset (1)
	// 0 int*, global_buffer
	// 8 int, by_value
}
